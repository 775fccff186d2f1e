"""What may reach a terminal, and how wide it is there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.syntax.display import cells, visible, width, wrap


def test_ordinary_text_of_any_script_stays_itself() -> None:
    text = "Reversi «für zwei» 盤面 café\u0301 שלום 🎲 \\n"
    assert visible(text) == text


def test_control_characters_bidirectional_marks_and_invisible_ones_become_escapes() -> None:
    assert visible("\x00\t\n\r\x1b\x7f\x9b") == "\\x00\\t\\n\\r\\x1b\\x7f\\x9b"
    assert visible("\u202e\u2066\u2069\u061c\u200b\ufeff\u2028") == "\\u202e\\u2066\\u2069\\u061c\\u200b\\ufeff\\u2028"
    assert visible("\U000e0041") == "\\U000e0041"


def test_a_lone_surrogate_can_be_printed_after_all() -> None:
    assert visible("\ud800").encode() == b"\\ud800"


def test_characters_to_keep_are_kept() -> None:
    assert visible("a\nb\tc\x1b", keep="\n\t") == "a\nb\tc\\x1b"


@given(st.text())
def test_making_visible_twice_changes_nothing_more(text: str) -> None:
    assert visible(visible(text)) == visible(text)


@given(st.text(alphabet=st.characters(exclude_characters="\t")))
def test_the_cells_of_a_line_without_tabs_are_its_visible_text(text: str) -> None:
    assert "".join(cells(text)) == visible(text)


def test_widths_follow_what_terminals_draw() -> None:
    assert [width(text) for text in ("abc", "盤面", "ｱ", "Ａ", "e\u0301", "🎲", "", "각")] == [3, 4, 1, 2, 1, 2, 0, 2]
    assert width("\u1100\u1161\u11a8") == 2  # the same Korean syllable from its letters


def test_wrapping_breaks_at_blanks_and_keeps_long_words_and_inner_blanks() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("  indented a", 10) == ["  indented", "a"]
    assert wrap("averyverylongword b", 5) == ["averyverylongword", "b"]
    assert wrap("盤面 盤面", 8) == ["盤面", "盤面"]
    assert wrap("a   b", 10) == ["a   b"]
    assert wrap("", 10) == [""]
