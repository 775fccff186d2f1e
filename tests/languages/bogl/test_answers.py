"""What a person answers to `input`: literals of the input type, and nothing more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.values import Plain, Symbol
from parlour.game.error import Refused
from parlour.languages.bogl.check.types import (
    BOARD,
    BOOL,
    INT,
    PAIR,
    PLAYER,
    STRING,
    SYMBOL,
    Expanded,
    enumeration,
    tuple_of,
)
from parlour.languages.bogl.table.answers import example, fits, parse_answer, read_answer

MOVE = Expanded(PAIR.kernel, frozenset({"Pass"}), name="Move")


def refusal(text: str, kind: Expanded) -> str:
    value = read_answer(text, kind)
    assert isinstance(value, Refused)
    return value.message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("42", 42),
        ("-5", -5),
        ("+5", 5),
        ("- 5", -5),
        ("0x10", 16),
        ("True", True),
        ("False", False),
        ("Rock", Symbol("Rock")),
        ('"two\\nlines"', "two\nlines"),
        ("(1,2)", (1, 2)),
        ("((1, True), X)", ((1, True), Symbol("X"))),
    ],
)
def test_literals_are_numbers_truth_values_symbols_strings_and_tuples(text: str, value: Plain) -> None:
    assert parse_answer(text) == value
    assert type(parse_answer(text)) is type(value)


def test_blanks_around_an_answer_are_fine() -> None:
    assert parse_answer("  ( 2 ,\t1 ) \n") == (2, 1)


def test_a_literal_in_parentheses_is_the_literal() -> None:
    assert parse_answer("(3)") == 3
    assert parse_answer("((3))") == 3
    assert parse_answer("((1,2))") == (1, 2)


@pytest.mark.parametrize(
    "text",
    [
        *("2+2", "x", "f(1)", "let x = 1 in x", "-x", "1 2", "(1,", "(1,)", "()", ",", "", "1;", "b!(1,1)"),
        *("1 -- one", "{- one -} 1", "Int", "Board", "if", '"open', "9" * 19, "(" * 300 + "1" + ")" * 300, "“hi”"),
    ],
)
def test_expressions_names_and_comments_are_refused(text: str) -> None:
    value = parse_answer(text)
    assert isinstance(value, Refused)
    assert value.reason == "form"


def test_a_refusal_says_what_is_expected_with_an_example_and_what_came() -> None:
    assert refusal("True", PAIR) == "Expected an answer like (Int, Int), for example (2,1); got True. Try again"
    assert refusal("2+2", INT) == "Expected an answer like Int, for example 2; got 2+2. Try again"
    assert (
        refusal("", MOVE)
        == "Expected an answer like Move ((Int, Int) or Pass), for example (2,1); got nothing. Try again"
    )


def test_a_refusal_suggests_the_symbol_that_was_meant() -> None:
    assert "Did you mean Rock?" in refusal("rock", enumeration(["Rock", "Paper"]))
    assert "Did you mean Paper?" in refusal("Papre", enumeration(["Rock", "Paper"]))


def test_a_refusal_shows_long_and_strange_answers_safely() -> None:
    assert len(refusal("x" * 5_000, INT)) < 120
    assert "\x1b" not in refusal("\x1b[31m", INT)


def test_an_extended_input_takes_its_symbols_and_its_kernel() -> None:
    assert read_answer("Pass", MOVE) == Symbol("Pass")
    assert read_answer("(1,2)", MOVE) == (1, 2)
    assert isinstance(read_answer("Stop", MOVE), Refused)


def test_strings_are_answered_in_quotes() -> None:
    assert read_answer('"Ada"', STRING) == "Ada"
    assert isinstance(read_answer("Ada", STRING), Refused)


def test_truth_values_are_not_numbers() -> None:
    assert isinstance(read_answer("True", INT), Refused)
    assert isinstance(read_answer("1", BOOL), Refused)


def test_the_type_of_all_symbols_takes_any_symbol() -> None:
    assert read_answer("Anything", SYMBOL) == Symbol("Anything")


def test_an_answer_of_more_than_sixty_four_kilobytes_is_too_long() -> None:
    value = read_answer("1" * 70_000, INT)
    assert isinstance(value, Refused)
    assert value.reason == "too-long"


def test_a_type_without_literals_has_no_example() -> None:
    assert example(BOARD) == ""
    assert "for example" not in refusal("1", BOARD)


KINDS = st.recursive(
    st.sampled_from([INT, BOOL, STRING, PLAYER, SYMBOL, MOVE]),
    lambda inner: st.lists(inner, min_size=2, max_size=4).map(tuple_of),
    max_leaves=12,
)


@given(KINDS)
def test_the_example_of_a_type_is_an_answer_of_that_type(kind: Expanded) -> None:
    value = read_answer(example(kind), kind)
    assert not isinstance(value, Refused)
    assert fits(value, kind)


@given(st.one_of(st.text(max_size=60), st.text('()1,-+ TrueX"\\{}', max_size=60)), KINDS)
def test_reading_an_answer_never_fails(text: str, kind: Expanded) -> None:
    value = read_answer(text, kind)
    assert isinstance(value, Refused) or fits(value, kind)
