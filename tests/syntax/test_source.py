"""Texts, lines and places, and the limits on a text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.syntax.diagnostic import Diagnostic, Diagnostics, Label, in_order
from parlour.syntax.limits import SIZE_LIMIT_BYTES, check_digits, check_size
from parlour.syntax.source import Source


def test_lines_end_at_line_feeds_returns_and_pairs_of_them() -> None:
    source = Source("g", "a\nb\r\nc\rd")
    assert [source.line_text(line) for line in (1, 2, 3, 4)] == ["a", "b", "c", "d"]
    assert [source.position(source.text.index(letter)) for letter in "abcd"] == [(1, 1), (2, 1), (3, 1), (4, 1)]


def test_the_end_of_a_text_is_a_place_of_its_own() -> None:
    source = Source("g", "a\n")
    assert source.position(2) == (2, 1)
    assert source.line_text(2) == ""


@given(st.text(alphabet="ab\r\n"), st.data())
def test_a_position_leads_back_to_its_offset(text: str, data: st.DataObject) -> None:
    source = Source("g", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = source.position(offset)
    assert source.line_starts[line - 1] + column - 1 == offset
    assert "\n" not in source.line_text(line)


def test_a_span_knows_its_text_and_reaches_to_another() -> None:
    source = Source("g", "one\ntwo three")
    one, three = source.span(0, 3), source.span(8, 13)
    assert (one.text, three.line, three.column) == ("one", 2, 5)
    assert one.to(three).text == "one\ntwo three"
    assert one.to(one) == one


def test_findings_are_put_in_the_order_of_the_text_without_repetitions() -> None:
    source = Source("g", "one two")
    late = Diagnostic("BG002", "late", (Label(source.span(4, 7)),))
    early = Diagnostic("BG001", "early", (Label(source.span(0, 3)),))
    assert in_order([late, early, late]) == (early, late)
    assert str(Diagnostics([late, early])) == "g:1:1: error[BG001]: early (and 1 more)"


def test_a_text_of_one_megabyte_is_accepted_and_one_byte_more_is_not() -> None:
    assert check_size(Source("g", "x" * SIZE_LIMIT_BYTES), "BG090") is None
    found = check_size(Source("g", "é" * (SIZE_LIMIT_BYTES // 2) + "x"), "BG090")
    assert found is not None
    assert (found.code, found.title, found.labels[0].text) == (
        "BG090",
        "this text is larger than 1 MB",
        "it has 1,000,001 bytes",
    )


def test_a_number_may_have_eighteen_digits_and_not_nineteen() -> None:
    source = Source("g", "-" + "9" * 18 + " " + "1" * 10 + "." + "1" * 9)
    assert check_digits(source.span(0, 19), "BG091") is None
    found = check_digits(source.span(20, len(source.text)), "BG091")
    assert found is not None
    assert (found.code, found.span.column, found.labels[0].text) == ("BG091", 21, "19 digits")
