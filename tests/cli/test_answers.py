"""Answers read from a stream, in bounded memory."""

from __future__ import annotations

from io import BytesIO

import pytest

from parlour.cli.answers import LONGEST_BYTES, Answers
from parlour.game.error import Refused


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", []),
        (b"1\n2\n", ["1", "2"]),
        (b"1\r\n2\r\n", ["1", "2"]),
        (b"1\n2", ["1", "2"]),
        (b"\n\n", ["", ""]),
        (" ä \n".encode(), [" ä "]),
    ],
)
def test_an_answer_is_a_line_without_its_end(content, expected):
    answers = Answers(BytesIO(content))
    read = []
    while (answer := answers.next()) is not None:
        read.append(answer)
    assert read == expected
    assert answers.next() is None


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_the_longest_answer_is_still_one(end):
    assert Answers(BytesIO(b"x" * LONGEST_BYTES + end)).next() == "x" * LONGEST_BYTES


@pytest.mark.parametrize("size", [LONGEST_BYTES + 1, LONGEST_BYTES + 2, LONGEST_BYTES + 3, 3 * LONGEST_BYTES, 10**7])
def test_a_longer_one_is_refused_and_the_next_line_is_read_as_usual(size):
    answers = Answers(BytesIO(b"x" * size + b"\nnext\n"))
    refused = answers.next()
    assert isinstance(refused, Refused) and refused.reason == "too-long"
    assert answers.next() == "next"


def test_a_long_line_is_never_held_as_a_whole():
    class Watched(BytesIO):
        largest = 0

        def readline(self, size=-1):
            assert size is not None and size > 0
            line = super().readline(size)
            self.largest = max(self.largest, len(line))
            return line

    stream = Watched(b"x" * 10**7)
    assert isinstance(Answers(stream).next(), Refused)
    assert stream.largest <= LONGEST_BYTES + 2
    assert Answers(stream).next() is None


def test_bytes_that_are_no_text_are_refused():
    refused = Answers(BytesIO(b"\xff\xfe\nnext\n")).next()
    assert isinstance(refused, Refused) and refused.reason == "form"


def test_a_closed_standard_input_has_no_answers():
    assert Answers(None).next() is None


def test_characters_are_taken_one_after_the_other_wherever_lines_end():
    answers = Answers(BytesIO("0 1\n\n  2ä3\r\n4".encode()))
    assert [answers.characters(count) for count in (1, 2, 2, 1, 1)] == ["0", "12", "ä3", "4", None]


def test_bytes_that_are_no_text_are_refused_and_the_next_line_is_read_as_usual():
    answers = Answers(BytesIO(b"\xff\xfe\n12"))
    assert isinstance(answers.characters(1), Refused)
    assert answers.characters(2) == "12"


def test_characters_of_a_closed_standard_input_never_come():
    assert Answers(None).characters(1) is None
