"""What people read when something is wrong with an AllHandsOnDeck program: every message whole, as it stands on the
screen.

The messages are files in `messages/`; `tests/languages/test_codes.py` says how to write them anew, and compares
those of the codes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.frontend import check
from parlour.languages.options import Options
from parlour.syntax.source import Source

CLASSES = "\nlet Card(rank) be Object with:\n    rank: rank\n\nlet Player be Actor\n"

# Name, statement in main, code, and what the advice must contain.
STATEMENTS = [
    ("print-without-parentheses", "print 'x'", codes.NO_PARENTHESES, "`print(…)`"),
    ("break", "while True:\n        break", codes.FOREIGN_WORD, "return"),
    ("range", "for i in range(3):\n        pass", codes.RESERVED_WORD, "`0...n`"),
    ("typed-loop", "for int i in 1..3:\n        pass", codes.EXPECTED, "`for i in …`"),
    ("c-loop", "for (i = 0; i < 3; i++):\n        pass", codes.EXPECTED, "`for i in 0...5:`"),
    ("while-do", "while True do\n        pass", codes.FOREIGN_WORD, "`:`"),
    ("if-then", "if True then\n        pass", codes.FOREIGN_WORD, "`:`"),
    ("if-with-braces", "if True {\n        pass", codes.UNKNOWN_CHARACTER, "indented"),
    ("else-if", "if True:\n        pass\n    else if False:\n        pass", codes.FOREIGN_WORD, "`elif`"),
    ("missing-colon", "if True\n        pass", codes.EXPECTED, ""),
    ("block-in-the-same-line", "if True: print(1)", codes.NO_BLOCK, "new line"),
    ("conditional-expression", "print(1 if True else 2)", codes.FOREIGN_WORD, "`if` and `else`"),
    ("ampersands", "print(True && False)", codes.UNKNOWN_OPERATOR, "`and`"),
    ("exclamation-mark", "print(!True)", codes.UNKNOWN_CHARACTER, "`not`"),
    ("counting-up", "int n = 0\n    n++", codes.UNKNOWN_OPERATOR, "n += 1"),
    ("action-as-a-method", "[1].PUSH_BACK(2)", codes.ACTION_CALLED, "do PUSH_BACK"),
    ("action-as-a-function", "PUSH_BACK([1], 2)", codes.ACTION_CALLED, "do PUSH_BACK"),
    ("action-in-small-letters", "[1] do shuffle", codes.WRONG_SPELLING, "`SHUFFLE`"),
    ("action-without-do", "print([1] SHUFFLE)", codes.EXPECTED, ""),
    ("argument-without-parentheses", "[1] do PUSH_BACK 2", codes.NO_PARENTHESES, "PUSH_BACK(2)"),
    ("conversion", "print(int('1'))", codes.RESERVED_WORD, "int n = input()"),
    ("camel-case", "int numCards = 1", codes.BAD_WORD, "`num_cards`"),
    ("tuple", "print((1, 2))", codes.FOREIGN_WORD, "[a, b]"),
    ("comprehension-with-a-condition", "print([i for i in 1..3 if i > 1])", codes.FOREIGN_WORD, "`if`"),
    ("chained-range", "print(1..2..3)", codes.BAD_RANGE, "1..3 + 7..9"),
    ("unclosed-bracket", "print([1, 2)", codes.EXPECTED, ""),
    ("unclosed-string", "print('it is)", codes.BAD_STRING, "`'`"),
    ("quote-in-an-f-string", "print(f'{'a'}')", codes.BAD_FORMATTED_STRING, "other quotes"),
    ("curly-quotes", "print(“hi”)", codes.LOOK_ALIKE, '`"`'),
    ("c-comment", "print(1) /* one */", codes.FOREIGN_COMMENT, "`# …`"),
    ("line-comment", "// one\n    print(1)", codes.FOREIGN_COMMENT, "`# …`"),
    ("let-for-a-variable", "let n = 1", codes.EXPECTED, "n = …"),
    ("assignment-to-a-call", "[1].size() = 2", codes.BAD_ASSIGNMENT, "`x = 1`"),
    ("class-without-parentheses", "print(new Card)", codes.NO_PARENTHESES, "`Card()`"),
]
# Name, text after main, code, and what the advice must contain.
DECLARATIONS = [
    ("def", "def f(n):\n    return n", codes.FOREIGN_WORD, "`f(…):`"),
    ("class", "class Hand:\n    pass", codes.FOREIGN_WORD, "`let Hand be Object with:`"),
    ("statement-at-the-margin", "print(1)", codes.OUTSIDE, "`main`"),
    ("assignment-at-the-margin", "score = 0", codes.OUTSIDE, "ACTION"),
    ("action-declared-without-do", "when START:\n    pass", codes.EXPECTED, "`when do START`"),
    ("action-without-when", "START:\n    pass", codes.EXPECTED, "`when do START:`"),
    ("action-declared-in-small-letters", "when do start:\n    pass", codes.WRONG_SPELLING, "`START`"),
    ("receiver-without-a-type", "when player do PLAY:\n    pass", codes.BAD_PARAMETER, "Player player"),
    ("receiver-without-a-name", "when Player do PLAY:\n    pass", codes.BAD_PARAMETER, "Player player"),
    ("class-in-small-letters", "let hand be Series", codes.WRONG_SPELLING, "`Hand`"),
    ("class-with-equals", "let Hand = Series", codes.EXPECTED, "`let Hand be Series`"),
    ("class-without-with", "let Hand be Series:\n    size: 1", codes.EXPECTED, "`with:`"),
    ("attribute-with-equals", "let Hand be Series with:\n    limit = 7", codes.EXPECTED, "`limit: 7`"),
    ("action-in-a-class", "let Hand be Series with:\n    when do SORT:\n        pass", codes.EXPECTED, "margin"),
    ("default-value", "f(n = 1): n", codes.BAD_PARAMETER, "all arguments"),
    ("return-in-one-line", "f(n): return n", codes.RETURN_IN_ONE_LINE, "leave it out"),
    ("equation", "f(n) = n", codes.EXPECTED, "`f(n): n`"),
    ("type-of-another-language", "f(str n): n", codes.BAD_PARAMETER, "`string`"),
    ("line-number", "12 when do X:", codes.OUTSIDE, "line numbers"),
    ("capital-word", "When do X:\n    pass", codes.WRONG_SPELLING, ""),
]
CARD_GAME = """\
main:
    do SET_UP
    for player in players:
        player do PLAY
    do COMPARE

let Card(value) be Object with:
    const int value: value

let Player(name) be Actor with:
    const name: name
    hand: Series<Card>()

when do SET_UP:
    deck = Stack<Card>(Card(value) for value in 1..6)
    table = Series<Card>()
    players = [Player('Ada'), Player('Ben')]
    for player in players:
        player.hand do PUSH_BACK(deck do POP_TOP(3))

when Player player do PLAY:
    int index = input()
    table do PUSH_BACK(player.hand do DELETE(index))

when do COMPARE:
    winner = None
    if table[1].value > table[0].value:
        winner = players[1]
    print(deck.size())
"""


def card_game(old: str, new: str) -> str:
    """A small game with one thing in it written otherwise."""
    assert CARD_GAME.count(old) == 1
    return CARD_GAME.replace(old, new)


PROGRAMS = [
    ("if-with-a-capital", card_game("if table", "If table"), codes.WRONG_SPELLING, "`if`"),
    ("true-in-small-letters", card_game("= None", "= true"), codes.WRONG_SPELLING, "`True`"),
    ("misspelt-main", card_game("main:", "mian:"), codes.WRONG_SPELLING, "`main:`"),
    ("null", card_game("= None", "= null"), codes.UNKNOWN_NAME, "`None`"),
    (
        "action-in-capitals-as-a-function",
        card_game("do COMPARE\n\n", "COMPARE()\n\n"),
        codes.ACTION_CALLED,
        "`do COMPARE`",
    ),
    (
        "type-of-elements-without-parentheses",
        card_game("hand: Series<Card>()", "hand: Series<Card>"),
        codes.NO_PARENTHESES,
        "`Series<Card>()`",
    ),
    (
        "action-among-arguments-without-do",
        card_game("player.hand do DELETE", "player.hand DELETE"),
        codes.EXPECTED,
        "`hand do DELETE`",
    ),
    (
        "action-as-a-statement-without-do",
        card_game("table do PUSH_BACK", "table PUSH_BACK"),
        codes.EXPECTED,
        "`table do PUSH_BACK`",
    ),
    ("len", card_game("deck.size()", "len(deck)"), codes.UNKNOWN_HELPER, "`deck.size()`"),
    ("str", card_game("deck.size()", "str(deck)"), codes.UNKNOWN_HELPER, "`f'{n}'`"),
    ("append", card_game("table do PUSH_BACK(", "table.append("), codes.UNKNOWN_HELPER, "`table do PUSH_BACK("),
    ("action-as-a-helper", card_game("do COMPARE\n\n", "compare()\n\n"), codes.UNKNOWN_HELPER, "`do COMPARE`"),
    (
        "local-of-another-action",
        card_game("    deck = Stack", "    Stack deck = Stack"),
        codes.UNKNOWN_NAME,
        "leave out `Stack`",
    ),
    (
        "one-unknown-name-three-times",
        card_game("print(deck.size())", "print(pack.size())\n    print(pack)\n    print(pack.top())"),
        codes.UNKNOWN_NAME,
        "`pack = …`",
    ),
]
BEGINNERS = [
    *((name, f"main:\n    {text}\n{CLASSES}", code, advice) for name, text, code, advice in STATEMENTS),
    *((name, f"main:\n    pass\n{CLASSES}\n{text}\n", code, advice) for name, text, code, advice in DECLARATIONS),
    *PROGRAMS,
]


@pytest.mark.parametrize(("name", "text", "code", "advice"), BEGINNERS, ids=[name for name, *_ in BEGINNERS])
def test_a_mistake_of_beginners_is_told_with_advice(name, text, code, advice, as_reviewed) -> None:
    found = list(check(Source("game.ah", text), Options()))
    assert found[0].code == code, [item.title for item in found]
    assert advice in found[0].hint
    assert len({item.span.line for item in found}) == 1
    assert len(found) == 1 or name not in [name for name, *_ in PROGRAMS]
    as_reviewed("allhandsondeck", f"mistake-{name}", found)


def test_names_of_the_program_may_differ_from_words_in_their_case() -> None:
    text = CARD_GAME.replace("COMPARE", "PASS").replace("winner", "none")
    assert check(Source("game.ah", text), Options()) == ()


def test_there_are_no_messages_of_other_mistakes() -> None:
    found = {file.stem for file in (Path(__file__).parent / "messages").glob("mistake-*")}
    assert found == {f"mistake-{name}" for name, *_ in BEGINNERS}
