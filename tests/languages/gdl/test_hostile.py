"""Damaged rule sheets: whatever the text is, it is refused with a finding or it plays; nothing else ever happens."""

from __future__ import annotations

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

import parlour
from parlour import library
from parlour.game.position import Budget
from parlour.languages.frontend import language
from parlour.languages.gdl.frontend import check, format_as
from parlour.languages.gdl.syntax.scanner import NEAR, around, scan
from parlour.languages.options import Options
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

NAMES = ["tic-tac-toe", "kuhn-poker", "muddy-children", "rock-paper-scissors", "guess-the-number"]
FILES = {f"{name}.kif" for name in NAMES}
SHEETS = [entry.text for entry in library.all() if entry.file.name in FILES]
TOKENS = [re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text)) for text in SHEETS]
EXTRA = [
    "(",
    ")",
    "?x",
    "?y",
    "not",
    "or",
    "distinct",
    "true",
    "does",
    "next",
    "legal",
    "goal",
    "knows",
    "sees",
    "role",
]
SMALL = Budget(steps=20_000)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A rule sheet with a few tokens changed, left out, put in or swapped."""
    tokens = list(draw(st.sampled_from(TOKENS)))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(tokens) - 1))
        other = draw(st.integers(0, len(tokens) - 1))
        match draw(st.sampled_from(["drop", "change", "insert", "swap", "copy"])):
            case "drop":
                del tokens[place]
            case "change":
                tokens[place] = draw(st.sampled_from(EXTRA))
            case "insert":
                tokens.insert(place, draw(st.sampled_from(EXTRA)))
            case "swap":
                tokens[place], tokens[other] = tokens[other], tokens[place]
            case _:
                tokens[place] = tokens[other]
    return " ".join(tokens)


@settings(max_examples=120, deadline=None)
@given(damaged(), st.integers(0, 5))
def test_a_damaged_rule_sheet_is_refused_or_plays(text: str, seed: int) -> None:
    found = check(Source("damaged.kif", text), Options())
    is_wrong = any(item.is_error for item in found)
    try:
        game = parlour.load(text, language="gdl")
    except Diagnostics as problem:
        assert is_wrong and problem.found
        return
    assert not is_wrong
    position = game.start(seed, engine="rules", budget=SMALL)
    for _ in range(4):
        if not position.questions:
            break
        position.view(0)
        question = position.questions[0]
        position.answer(question, position.legal(question).options[0].value)
    assert position.questions or position.outcome is not None or position.error is not None


ALPHABETS = ["()?:-&~,.;%'\" \nabxAB01<=_", '()?;-/%#" \nab<=', "()':-&~, \nabA<"]
TEXTS = st.one_of(*(st.text(alphabet=alphabet, max_size=60) for alphabet in ALPHABETS))


@settings(max_examples=180, deadline=None)
@given(TEXTS)
@example("--")
@example("--\n(a")
@example("(p (--) (%) q)")
@example("p('?a','a b','x;y','--')")
@example("(role p) goal(p,1) (x")
@example("(a,b)&.x)(\n(a)&.x)('")
def test_any_text_gives_findings_and_nothing_worse(text: str) -> None:
    source = Source("any.gdl", text)
    assert check(source, Options())  # no such short text is a whole game
    for spelling in language("gdl").spellings:
        try:
            printed = format_as(source, spelling)
        except Diagnostics as problem:
            assert problem.found
        else:
            assert format_as(Source("any.gdl", printed), spelling) == printed


def test_what_was_meant_by_a_wrong_character_is_looked_for_near_it() -> None:
    """A line of thousands of them was searched for each: four seconds for 10,000."""
    source = Source("long.kif", "(role p) " + "a " * 4_000 + "= " + "b " * 4_000)
    token = next(token for token in scan(source, lambda _: None).tokens if token.text == "=")
    before, behind = around(token)
    assert before.endswith("a a ") and behind.startswith("b b")
    assert len(before) <= NEAR and len(behind) <= NEAR
