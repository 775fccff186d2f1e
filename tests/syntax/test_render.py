"""What people see when something is wrong: every look of a diagnostic, compared whole."""

from __future__ import annotations

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.display import width as display_width
from parlour.syntax.render import render, summary, to_json
from parlour.syntax.source import Source

REVERSI = Source("reversi.bgl", "\n" * 11 + "  start(b) = place(X, (1,1))\n")


def at(source: Source, text: str, said: str = "", *, nth: int = 0) -> Label:
    """A label at the nth occurrence of a text."""
    start = -1
    for _ in range(nth + 1):
        start = source.text.index(text, start + 1)
    return Label(source.span(start, start + len(text)), said)


def excerpt(source: Source, *labels: Label, width: int = 100) -> list[str]:
    """The rendered lines between the header and the closing `see:`."""
    return render(Diagnostic("BG001", "title", labels), width=width).split("\n")[1:-1]


def test_a_full_message_has_header_excerpt_text_hint_and_the_page_to_read() -> None:
    diagnostic = Diagnostic(
        "BG012",
        "`place` needs a piece, a board and a position",
        (at(REVERSI, "place(X, (1,1))", "this gives it a piece and a position"),),
        hint="name the board: `place(X, b, (1,1))`",
        text="Boards are values: `place` returns a new one.",
    )
    assert render(diagnostic) == (
        "reversi.bgl:12:14: error[BG012]: `place` needs a piece, a board and a position\n"
        "   |\n"
        "12 |   start(b) = place(X, (1,1))\n"
        "   |              ^^^^^^^^^^^^^^^ this gives it a piece and a position\n"
        "   |\n"
        " Boards are values: `place` returns a new one.\n"
        " hint: name the board: `place(X, b, (1,1))`\n"
        " see:  parlour explain BG012"
    )


def test_a_warning_says_so_and_hint_and_text_may_be_absent() -> None:
    diagnostic = Diagnostic("BG100", "`b` is never used", (at(REVERSI, "b"),), severity="warning")
    assert render(diagnostic).split("\n") == [
        "reversi.bgl:12:9: warning[BG100]: `b` is never used",
        "   |",
        "12 |   start(b) = place(X, (1,1))",
        "   |         ^",
        "   |",
        " see:  parlour explain BG100",
    ]


def test_two_labels_on_one_line_each_have_their_own_row_the_primary_first() -> None:
    source = Source("g.bgl", "x = 1 + True\n")
    assert excerpt(source, at(source, "True", "a Bool"), at(source, "1", "an Int")) == [
        "  |",
        "1 | x = 1 + True",
        "  |         ^^^^ a Bool",
        "  |     - an Int",
        "  |",
    ]


def test_labels_on_other_lines_stand_in_the_order_of_the_text_with_gaps_shown() -> None:
    source = Source("g.bgl", "b : Board\n\n\n\n\n\n\n\n\nb : Int\nc : Int\n")
    assert excerpt(source, at(source, "b", "again here", nth=1), at(source, "b", "first here"), at(source, "c")) == [
        "   |",
        " 1 | b : Board",
        "   | - first here",
        "...",
        "10 | b : Int",
        "   | ^ again here",
        "11 | c : Int",
        "   | -",
        "   |",
    ]


def test_a_label_in_another_file_follows_under_its_name() -> None:
    prelude = Source("prelude.bgl", "-- common\nopen : Bool\n")
    source = Source("g.bgl", "open : Int\n")
    assert excerpt(source, at(source, "open", "defined again"), at(prelude, "open", "defined here")) == [
        "  |",
        "1 | open : Int",
        "  | ^^^^ defined again",
        " --> prelude.bgl:2:1",
        "  |",
        "2 | open : Bool",
        "  | ---- defined here",
        "  |",
    ]


def test_a_span_over_several_lines_marks_its_first_and_its_last_line() -> None:
    source = Source("g.bgl", "f(x) = if x\n  then 1\n  then 2\n  else 3\nend\n")
    whole = Label(source.span(source.text.index("if"), source.text.index("\nend") + 1), "this `if`")
    assert excerpt(source, whole) == [
        "  |",
        "1 | f(x) = if x",
        "  |        ^^^^ this `if`",
        "...",
        "4 |   else 3",
        "  |   ^^^^^^",
        "  |",
    ]


def test_an_empty_span_shows_one_caret_even_past_the_end_of_a_line() -> None:
    source = Source("g.bgl", "f(x\ng\n")
    assert excerpt(source, Label(source.span(3, 3), "here"))[1:3] == ["1 | f(x", "  |    ^ here"]


def test_the_end_of_an_empty_text_can_be_pointed_at() -> None:
    source = Source("empty.bgl", "")
    assert excerpt(source, Label(source.span(0, 0), "nothing here")) == ["  |", "1 |", "  | ^ nothing here", "  |"]


def test_a_line_end_of_two_characters_is_marked_once() -> None:
    source = Source("g.bgl", "ab\r\ncd\r\n")
    assert excerpt(source, Label(source.span(3, 5)))[1:] == ["1 | ab", "  |   ^", "2 | cd", "  | ^", "  |"]


def test_carets_stand_below_wide_characters() -> None:
    source = Source("g.bgl", "盤面 = ばん + x")
    assert excerpt(source, at(source, "ばん"))[1:3] == ["1 | 盤面 = ばん + x", "  |        ^^^^"]
    assert excerpt(source, at(source, "x"))[2] == "  |               ^"


def test_combining_marks_take_no_column() -> None:
    source = Source("g.bgl", "cafe\u0301 = x")
    assert excerpt(source, at(source, "x"))[2] == "  |        ^"


def test_tabs_are_expanded_before_carets_are_placed() -> None:
    source = Source("g.bgl", "\ta\tb")
    assert excerpt(source, at(source, "b"))[1:3] == ["1 |     a   b", "  |         ^"]


def test_bidirectional_and_control_characters_are_shown_and_counted_as_escapes() -> None:
    source = Source("g\x1b.bgl", "a \u202e b\x1b[2J c")
    diagnostic = Diagnostic("BG001", "strange \u2066", (at(source, "c", "\x07"),), hint="\u200f", text="\x9b")
    assert render(diagnostic).split("\n") == [
        "g\\x1b.bgl:1:11: error[BG001]: strange \\u2066",
        "  |",
        "1 | a \\u202e b\\x1b[2J c",
        "  |                   ^ \\x07",
        "  |",
        " \\x9b",
        " hint: \\u200f",
        " see:  parlour explain BG001",
    ]


def test_a_long_line_is_cut_to_a_window_around_the_caret() -> None:
    source = Source("g.bgl", "x" * 500 + " here " + "y" * 500)
    lines = excerpt(source, at(source, "here", "this one"), width=60)
    shown, marked = lines[1][4:], lines[2][4:]
    assert shown.startswith("…x")
    assert shown.endswith("y…")
    assert shown[marked.index("^") : marked.rindex("^") + 1] == "here"
    assert max(map(len, lines)) <= 60


def test_a_long_line_is_not_cut_where_it_ends_in_the_window() -> None:
    source = Source("g.bgl", "first " + "x" * 200 + " last")
    assert excerpt(source, at(source, "first"), width=60)[1].startswith("1 | first xxx")
    at_end = excerpt(source, at(source, "last"), width=60)
    assert at_end[1].endswith("xxx last")
    assert len(at_end[1]) == 59  # the window is filled: one column is left for the cut that is not there


def test_the_caret_after_a_line_that_fills_the_screen_is_still_on_the_screen() -> None:
    for length in range(50, 60):
        source = Source("g.bgl", "x" * length)
        lines = excerpt(source, Label(source.span(length, length)), width=60)
        assert lines[2] == "  | " + " " * len(lines[1][4:]) + "^"
        assert len(lines[2]) <= 60


def test_two_labels_too_far_apart_for_one_window_have_a_window_each() -> None:
    source = Source("g.bgl", "left" + " " * 400 + "right")
    lines = excerpt(source, at(source, "right", "and here"), at(source, "left", "here"), width=60)
    assert lines[1:-1] == [
        "1 | …" + " " * 49 + "right",
        "  | " + " " * 50 + "^^^^^",
        "  | " + " " * 48 + "and here",
        "1 | left" + " " * 50 + "…",
        "  | ---- here",
    ]


def test_a_label_text_that_does_not_fit_beside_its_carets_goes_below() -> None:
    source = Source("g.bgl", "a" * 30 + " b")
    said = "this name is explained with rather many words so that it needs two lines"
    lines = excerpt(source, at(source, "b", said), width=50)
    assert lines[2] == "  | " + " " * 31 + "^"
    assert " ".join(line[4:].strip() for line in lines[3:-1]) == said
    assert max(map(len, lines)) <= 50


def test_long_texts_and_hints_are_wrapped_and_lines_of_a_hint_stay_lines() -> None:
    source = Source("g.bgl", "x")
    diagnostic = Diagnostic(
        "BG001", "t", (at(source, "x"),), hint="one two three " * 4 + "\n  f(x) = 1", text="word " * 12
    )
    assert render(diagnostic, width=40).split("\n")[5:] == [
        " word word word word word word word word",
        " word word word word",
        " hint: one two three one two three one",
        "       two three one two three",
        "         f(x) = 1",
        " see:  parlour explain BG001",
    ]


def test_colour_changes_nothing_but_colour() -> None:
    other = Source("prelude.bgl", "place = 1\n")
    diagnostic = Diagnostic(
        "BG012", "t", (at(REVERSI, "place", "p"), at(REVERSI, "X", "q"), at(other, "1")), hint="h", text="w"
    )
    painted = render(diagnostic, color=True)
    assert "\x1b[1;31m^^^^^\x1b[0m" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == render(diagnostic)


@given(st.text(max_size=300), st.integers(0, 300), st.integers(0, 300), st.integers(1, 120))
def test_any_text_can_be_shown_within_the_width_and_without_a_dangerous_character(
    text: str, start: int, length: int, width: int
) -> None:
    source = Source("g.bgl", text)
    first = min(start, len(text))
    span = source.span(first, min(first + length, len(text)))
    lines = render(Diagnostic("BG001", "t", (Label(span, text),)), width=width).split("\n")
    for line in lines:
        assert not re.search("[\\x00-\\x1f\\x7f-\\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]", line)
    numbered = [line for line in lines[1:] if re.match(r" *\d+ \|", line)]
    assert numbered
    assert all(display_width(line) <= max(width, 40) for line in numbered)
    assert any(re.match(r" *\| *\^", line) for line in lines)


def test_the_summary_counts_errors_and_warnings() -> None:
    error = Diagnostic("BG001", "t", (at(REVERSI, "b"),))
    warning = Diagnostic("BG002", "t", (at(REVERSI, "b"),), severity="warning")
    assert summary([error, warning, error]) == "2 errors, 1 warning"
    assert summary([error]) == "1 error"
    assert summary(iter([warning, warning])) == "2 warnings"
    assert summary([]) == "no errors"


def test_json_has_the_fields_of_an_error_event_with_exact_texts() -> None:
    source = Source("g.bgl", "a = \u202e\nb")
    diagnostic = Diagnostic(
        "BG007",
        "odd \u202e",
        (at(source, "\u202e", "here"), at(source, "b")),
        hint="remove it",
        text="why",
        kind="syntax",
    )
    assert json.loads(json.dumps(to_json(diagnostic))) == {
        "kind": "syntax",
        "code": "BG007",
        "severity": "error",
        "file": "g.bgl",
        "line": 1,
        "column": 5,
        "message": "odd \u202e\nwhy",
        "hint": "remove it",
        "labels": [
            {"file": "g.bgl", "line": 1, "column": 5, "end_line": 1, "end_column": 6, "text": "here"},
            {"file": "g.bgl", "line": 2, "column": 1, "end_line": 2, "end_column": 2, "text": ""},
        ],
    }
