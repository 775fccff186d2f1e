"""Words and values in records: whatever goes in comes out."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.values import Plain, Symbol
from parlour.match.notation import DamagedRecord, Scanner, plain_text, quote, to_plain, word_or_quote

TEXTS = st.text(st.characters(codec=None, categories=("L", "N", "P", "S", "Z", "C", "M")), max_size=12)
PLAIN: st.SearchStrategy[Plain] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats() | TEXTS | TEXTS.map(Symbol),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


@given(TEXTS)
def test_a_quoted_text_reads_back_and_is_harmless(text: str) -> None:
    quoted = quote(text)
    scanner = Scanner(quoted)
    assert scanner.string() == text
    assert scanner.is_at_end
    assert "\n" not in quoted
    assert quoted.encode("utf-8")


@given(TEXTS)
def test_a_word_without_quotes_reads_back(text: str) -> None:
    written = word_or_quote(text)
    scanner = Scanner(written + " 2. B: 3")
    assert (scanner.string() if written.startswith('"') else scanner.word()) == text
    assert scanner.move_number() == 2


@given(PLAIN)
def test_a_value_reads_back_as_the_same_value_of_the_same_kind(value: Plain) -> None:
    scanner = Scanner(plain_text(value))
    assert repr(scanner.plain()) == repr(value)
    assert scanner.is_at_end


@given(PLAIN, PLAIN)
def test_different_values_have_different_texts(left: Plain, right: Plain) -> None:
    assert (plain_text(left) == plain_text(right)) == (kinds(left) == kinds(right))


def kinds(value: Plain) -> object:
    if isinstance(value, tuple):
        return tuple(kinds(part) for part in value)
    if isinstance(value, float):
        return ("float", "nan") if math.isnan(value) else ("float", value, math.copysign(1, value))
    return (type(value).__name__, value)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("(1, 2", "expected , between values, but the text ends here", 6),
        ("(1 2)", "expected , between values, but here is 2)", 4),
        ('"never ends', "this quoted text has no end on its line", 1),
        ('"a\nb"', "this quoted text has no end on its line", 1),
        (r'"a\q"', r"unknown escape \q", 3),
        (r'"\U00110000"', r"there is no character \U00110000", 2),
        ("9" * 41, "this number has more than 40 digits", 1),
        ("0." + "9" * 60, "this number is longer than 40 characters", 1),
        ("maybe", "expected a value, but here is maybe", 1),
        ("", "expected a value, but the text ends here", 1),
        ("#", "expected a name after #, but the text ends here", 2),
        ("(" * 200, "brackets are nested more than 100 deep", 102),
    ],
)
def test_a_damaged_value_is_told_with_its_place(text: str, message: str, column: int) -> None:
    with pytest.raises(DamagedRecord) as damaged:
        Scanner(text).plain()
    assert (damaged.value.message, damaged.value.line, damaged.value.column) == (message, 1, column)


def test_a_damaged_record_names_its_file_line_and_column() -> None:
    assert str(DamagedRecord("it is damaged", 3, 7, "a\x1bb.match")) == "a\\x1bb.match:3:7: it is damaged"
    assert str(DamagedRecord("it is damaged", 3, 7)) == "3:7: it is damaged"


def test_lists_become_tuples_and_other_things_are_refused() -> None:
    assert to_plain([1, [Symbol("X")]]) == (1, (Symbol("X"),))
    with pytest.raises(TypeError, match="a record cannot hold a dict"):
        to_plain({})
