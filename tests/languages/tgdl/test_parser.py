"""What the parser makes of texts: trees, one message for one mistake, and what is still read after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parlour.languages.tgdl import codes
from parlour.languages.tgdl.syntax import tree
from parlour.languages.tgdl.syntax.parser import parse_program
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.source import Source


def parse(text: str) -> tuple[tree.Program, list[Diagnostic]]:
    return parse_program(Source("game.tgdl", text))


def expression(text: str) -> tree.Init:
    program, found = parse(f"setup {{ x = {text}; }}")
    assert found == []
    (setup,) = program.items
    assert isinstance(setup, tree.Setup)
    (statement,) = setup.body.statements
    assert isinstance(statement, tree.Evaluate)
    assert isinstance(statement.value, tree.Assign)
    return statement.value.value


def same(left: str, right: str) -> bool:
    return expression(left) == expression(right)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a || b && c", "a || (b && c)"),
        ("a | b & c", "a | (b & c)"),
        ("a && b | c", "a && (b | c)"),
        ("!a == b", "!(a == b)"),
        ("!a & b", "(!a) & b"),
        ("a == b < c", "a == (b < c)"),
        ("a < b as T", "a < (b as T)"),
        ("a + b as T", "(a + b) as T"),
        ("a is T == b", "(a is T) == b"),
        ("a + b * c", "a + (b * c)"),
        ("a * b ^ c", "a * (b ^ c)"),
        ("-a ^ b", "(-a) ^ b"),
        ("a ^ b == c", "(a ^ b) == c"),
        ("-a.b[0]", "-(a.b[0])"),
        ("a == !b", "a == (!b)"),
    ],
)
def test_operators_bind_in_the_order_of_the_document(text: str, meant: str) -> None:
    assert same(text, meant)


def test_operators_of_one_strength_go_from_the_left_power_too() -> None:
    assert same("a - b - c", "(a - b) - c") is False, "a chain is flat"
    chain = expression("2 ^ 3 ^ 2")
    assert isinstance(chain, tree.Chain)
    assert [link.operator for link in chain.links] == ["^", "^"]


def test_a_body_without_braces_is_a_block_of_one_statement() -> None:
    with_braces, without = parse("setup { if(a) { b(); } else { c(); } }"), parse("setup { if(a) b(); else c(); }")
    assert with_braces[0] == without[0]


def test_a_plain_filter_is_a_filter_without_a_name() -> None:
    plain = parse("class A { action X { input Card c { return true; } } }")[0]
    tagged = parse("class A { action X { input Card c { filter { return true; } } } }")[0]
    assert plain == tagged


def test_a_phase_of_statements_has_an_effect_and_an_empty_one_none() -> None:
    assert parse("turn T { phase A { f(); } }")[0] == parse("turn T { phase A { effect { f(); } } }")[0]
    assert parse("turn T { phase A { } }")[0] == parse("turn T { phase A; }")[0]


def test_values_of_new_are_separated_by_commas_or_semicolons() -> None:
    assert same("new A() { a = 1, b = 2 }", "new A() { a = 1; b = 2; }")


def test_player_begins_a_declaration_an_input_or_an_expression() -> None:
    program, found = parse("setup { player p = 0; player p input bool b; player.all(); player (p + 1) input bool c; }")
    assert found == []
    (setup,) = program.items
    assert isinstance(setup, tree.Setup)
    kinds = [type(each).__name__ for each in setup.body.statements]
    assert kinds == ["Declare", "Input", "Evaluate", "Input"]


# Name, program, code, and what the advice must contain: one message for one mistake.
MISTAKES = {
    "no semicolon": ("setup { f()\n g(); }", codes.EXPECTED, "`;`"),
    "no brace": ("setup { if(true) { f(); }", codes.EXPECTED, "`}`"),
    "a comment takes the brace": ("class A { function f { effect { // todo }\n} }", codes.EXPECTED, "next one"),
    "a brace too many": ("setup { } }", codes.MISPLACED, "leave it out"),
    "a keyword as a name": ("class tile { }", codes.RESERVED_WORD, "another one"),
    "a keyword as a variable": ("setup { number event = 1; }", codes.RESERVED_WORD, "another one"),
    "game without quotes": ("game filetto;", codes.EXPECTED, 'game "My game";'),
    "players in words": ("players two;", codes.EXPECTED, "players 2;"),
    "extends": ("class A extends B { }", codes.FOREIGN_WORD, "class A : B"),
    "arguments of a function": ("function f(number n) { returns; }", codes.FOREIGN_WORD, "function input"),
    "def": ("def f { }", codes.FOREIGN_WORD, "function f {"),
    "var": ("setup { var n = 3; }", codes.FOREIGN_WORD, "number n = 3;"),
    "elif": ("setup { if(a) { f(); } elif(b) { g(); } }", codes.FOREIGN_WORD, "else if"),
    "else without if": ("setup { else { f(); } }", codes.EXPECTED, "`if`"),
    "condition without parentheses": ("setup { if a == b { f(); } }", codes.EXPECTED, "parentheses"),
    "a for with commas": ("setup { for(number i = 0, i < 3, i += 1) { f(); } }", codes.EXPECTED, "`;`"),
    "a for with a colon": ("setup { for(number i = 0; i < 3: i += 1) { f(); } }", codes.EXPECTED, "`;`"),
    "i++": ("setup { for(number i = 0; i < 3; i++) { f(); } }", codes.UNKNOWN_OPERATOR, "i += 1"),
    "===": ("setup { x = a === b; }", codes.UNKNOWN_OPERATOR, "`==`"),
    "**": ("setup { x = a ** b; }", codes.UNKNOWN_OPERATOR, "`a ^ b`"),
    "a choice operator": ("setup { x = a ? b : c; }", codes.UNKNOWN_OPERATOR, "if(…)"),
    "mod": ("setup { x = a mod b; }", codes.FOREIGN_WORD, "a % b"),
    "single quotes": ("setup { x = 'a'; }", codes.BAD_STRING, '"a"'),
    "a string that is not closed": ('setup { x = "a;\n }', codes.BAD_STRING, "same line"),
    "an escape": (r'setup { x = "\q"; }', codes.BAD_STRING, "escapes"),
    "an exponent": ("setup { x = 1e5; }", codes.BAD_NUMBER, "exponents"),
    "a comment of C": ("/* hello */ setup { }", codes.FOREIGN_COMMENT, "// …"),
    "a comment of Python": ("# hello\nsetup { }", codes.FOREIGN_COMMENT, "// …"),
    "curly quotes": ("setup { x = “a”; }", codes.LOOK_ALIKE, '`"`'),
    "a long dash": ("setup { x = a — b; }", codes.LOOK_ALIKE, "`-`"),
    "not equal in one sign": ("setup { x = a ≠ b; }", codes.LOOK_ALIKE, "`!=`"),
    "an invisible character": ("setup { x\u200b = 1; }", codes.LOOK_ALIKE, "delete it"),
    "an unknown character": ("setup { x = 1 ¶; }", codes.UNKNOWN_CHARACTER, "strings and comments"),
    "new with arguments": ("setup { x = new Card(3); }", codes.EXPECTED, "{ name = value }"),
    "new without parentheses": ("setup { x = new Card; }", codes.EXPECTED, "new Card()"),
    "a field with a colon": ("setup { x = new Card() { rank: 3 }; }", codes.EXPECTED, "rank = 3"),
    "an argument with =": ("setup { f(a = 3); }", codes.EXPECTED, "`a: …`"),
    "an index with a comma": ("setup { x = g[1, 2]; }", codes.EXPECTED, "group[x][y]"),
    "a collection of nothing": ("setup { List xs = {}; }", codes.EXPECTED, "List<number>"),
    "is null": ("setup { x = a is null; }", codes.EXPECTED, "x == null"),
    "a statement in a class": ("class A { n += 3; }", codes.EXPECTED, "effect"),
    "an attribute without a type": ("class A { n = 3; }", codes.EXPECTED, "number n = …;"),
    "a global tile": ("global tile T { }", codes.EXPECTED, "leave it out"),
    "state": ("state A { number n; }", codes.OLDER_DIALECT, "class"),
    "decimal": ("class A { decimal n = 1; }", codes.OLDER_DIALECT, "number"),
    "T[]": ("class A { Card[] cards; }", codes.OLDER_DIALECT, "List<Card>"),
    "and": ("setup { x = a and b; }", codes.OLDER_DIALECT, "&&"),
    "or": ("setup { x = a or b; }", codes.OLDER_DIALECT, "||"),
    "not": ("setup { x = not a; }", codes.OLDER_DIALECT, "!a"),
    "xor": ("setup { x = a xor b; }", codes.OLDER_DIALECT, "a ^ b"),
    "nand": ("setup { x = a nand b; }", codes.OLDER_DIALECT, "!(a & b)"),
    "pass to": ("setup { pass p to Buy; }", codes.OLDER_DIALECT, "turn.pass"),
    "required": ("class A { action X { required { return true; } } }", codes.OLDER_DIALECT, "require"),
    "priority": ("class A { action X { priority 3; } }", codes.OLDER_DIALECT, "prio 3;"),
    "fail": ("setup { fail; }", codes.OLDER_DIALECT, "require"),
    "trigger on": ("class A { action X { trigger on A move { return true; } } }", codes.OLDER_DIALECT, "MovedEvent"),
}


SIGNS = {"i++": "count up", "===": "three equals", "**": "two stars"}
FILES = {name: "mistake-" + re.sub(r"\W+", "-", SIGNS.get(name, name)).strip("-") for name in MISTAKES}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_once_and_with_advice(name: str, as_reviewed) -> None:
    text, code, advice = MISTAKES[name]
    found = parse(text)[1]
    assert [item.code for item in found] == [code], [item.title for item in found]
    assert advice in found[0].hint or advice in found[0].title
    as_reviewed("tgdl", FILES[name], found)


def test_there_are_no_messages_of_other_mistakes() -> None:
    found = {file.stem for file in (Path(__file__).parent / "messages").glob("mistake-*")}
    assert found == set(FILES.values())


def test_words_of_the_older_dialect_may_still_be_names() -> None:
    text = "class A { number state = 1; number pass; function priority { returns; } } setup { A fail = null; x = and; }"
    assert parse(text)[1] == []


def test_reading_goes_on_after_a_mistake() -> None:
    program, found = parse(
        "class A { number = 3; number n = 1; } setup { x = ; y = 2; if(= { z = 3; } }\nclass B { number m; }"
    )
    assert len(found) == 3
    names = [item.name.text for item in program.items if isinstance(item, tree.Definition)]
    assert names == ["A", "B"]
    assert not program.is_sound


def test_every_part_may_stand_in_every_body() -> None:
    text = "tile T { action A { phase P; grid { b; } } geometry hex; effect { } returns number; filter { } }"
    assert parse(text)[1] == []


# Hostile texts


@pytest.mark.parametrize(
    "text",
    [
        "setup { x = " + "(" * 5_000,
        "setup { x = " + "[" * 5_000,
        "setup " + "{" * 5_000,
        "setup { x = " + "!" * 5_000 + "a; }",
        "setup { x = " + "-" * 5_000 + "a; }",
        "setup { x = " + "{" * 5_000 + "}" * 5_000 + "; }",
        "class A { " + "List<" * 5_000,
        "setup { x = " + "f(" * 5_000,
        "setup { " + "if(a) " * 5_000,
        "class A { " * 5_000,
        "board B { " + "group G { " * 5_000,
    ],
)
def test_a_text_that_is_nested_without_end_is_one_error(text: str) -> None:
    found = parse(text)[1]
    assert found
    assert len(found) < 20
    assert any(item.code in (codes.TOO_DEEP, codes.EXPECTED, codes.MISPLACED) for item in found)


def test_a_long_text_is_no_deep_one() -> None:
    text = "setup { x = 1" + " + 1" * 3_000 + "; y = a" + ".b" * 3_000 + "; " + "f(); " * 1_000 + "}"
    assert parse(text)[1] == []
    chain = "setup { if(a) { } " + "else if(a) { } " * 1_500 + "}"
    assert parse(chain)[1] == []


def test_brackets_up_to_the_limit_are_read() -> None:
    depth = NESTING_LIMIT - 5
    assert parse("setup { x = " + "(" * depth + "1" + ")" * depth + "; }")[1] == []
