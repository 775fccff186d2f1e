"""`parlour show --svg` and `--after`: the table as a picture, and after some answers."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from parlour.match.typed import words_of


def test_show_svg_writes_a_picture_and_nothing_else(inside):
    ended = inside("show", "tic-tac-toe", "--svg", "--theme", "dark")
    assert (ended.code, ended.err) == (0, "")
    root = ElementTree.fromstring(ended.out)
    assert root.attrib["class"] == "parlour parlour-dark"
    assert sum("data-cell" in element.attrib for element in root.iter()) == 9


def test_show_svg_goes_into_a_file(inside, tmp_path):
    ended = inside("show", "connect-four", "--svg", "--after", "4 4 3", "--output", "four.svg")
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    description = ElementTree.parse(tmp_path / "four.svg").getroot()[1].text
    assert "4,5: Yellow; 3,6: Red; 4,6: Red. last move 3,6: Red" in description


def test_a_picture_survives_a_stream_that_is_not_utf8(inside, write):
    write("words.bgl", 'game W  type Board = Array (1,1) of String  b : Board  b!(1,1) = "ä♥"  play : Board  play = b')
    ended = inside("show", "words.bgl", "--svg", "--ascii")
    assert ended.code == 0 and ended.out.isascii()
    assert "ä♥" in "".join(ElementTree.fromstring(ended.out).itertext())


@pytest.mark.parametrize("answers", ["(1,1) (2,2)", "(1,1),(2,2)", " (1, 1) ,\t(2,\n2) ,"])
def test_after_shows_the_table_after_the_answers(inside, answers):
    ended = inside("show", "tic-tac-toe", "--after", answers)
    assert ended.code == 0
    assert ended.out.splitlines()[2:5:2] == ["1 │ X │ · │ · │", "2 │ · │‹O›│ · │"]


def test_after_nothing_is_the_table_at_the_start(inside):
    assert "X" not in inside("show", "tic-tac-toe", "--after", "").out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--after", "(1,1) five"], "--after: answer 2, five: Expected an answer like (Int, Int)"),
        (["--after", "(1,1) (1,2) (2,1) (2,2) (3,1) (9,9) 7"], "the game is over after 5 answers, before (9,9) 7"),
        (["--svg", "--json"], "--json and --svg do not go together"),
        (["--core", "--after", "(1,1)"], "there is no pass `(1,1)`. The passes are order, "),
    ],
)
def test_what_cannot_be_shown_is_wrong_usage_and_writes_no_file(inside, tmp_path, args, message):
    ended = inside("show", "tic-tac-toe", *args, "--output", "table.svg")
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert not (tmp_path / "table.svg").exists()


@pytest.mark.parametrize("flags", [["--svg"], []])
def test_a_program_that_fails_after_the_answers_says_why(inside, write, flags):
    write("zero.bgl", "game Z\nplay : Int\nplay = 1 / input")
    ended = inside("show", "zero.bgl", "--after", "0", *flags)
    assert ended.code == 3
    assert "zero.bgl:3:8: error[" in ended.err


def test_words_are_divided_outside_brackets_and_quotes_only():
    text = '(1,(2,3)) "a, b" play card,,x ) (open, to the end'
    assert [text[start:end] for start, end in words_of(text)] == [
        "(1,(2,3))", '"a, b"', "play", "card", "x", ")", "(open, to the end",
    ]  # fmt: skip
