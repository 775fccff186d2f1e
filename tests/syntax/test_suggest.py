"""Which word was meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.syntax.suggest import did_you_mean, distance, suggest

BOGL = ["place", "inBoard", "countBoard", "input", "while", "isFull", "next", "not"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("plce", "place"),  # left out
        ("plaace", "place"),  # put in
        ("palce", "place"),  # swapped
        ("plave", "place"),  # changed
        ("PLACE", "place"),  # only the case
        ("inboard", "inBoard"),
        ("cuontBaord", "countBoard"),  # two swaps in a long word
        ("nex", "next"),
        ("nott", "not"),
    ],
)
def test_a_slip_is_recognised(word: str, meant: str) -> None:
    assert suggest(word, BOGL) == meant


@pytest.mark.parametrize("word", ["elephant", "x", "plxyz", "", "w" * 100_000])
def test_a_word_that_resembles_nothing_gets_no_suggestion(word: str) -> None:
    assert suggest(word, BOGL) is None


def test_a_case_mistake_wins_over_a_nearer_looking_word() -> None:
    assert suggest("FOG", ["FOGS", "Fog"]) == "Fog"


def test_between_equally_near_words_the_one_in_the_same_case_then_the_first_of_the_alphabet_wins() -> None:
    assert suggest("cord", ["WORD", "card"]) == "card"
    assert suggest("cat", {"hat", "bat", "rat"}) == "bat"


def test_a_word_is_never_suggested_for_itself() -> None:
    assert suggest("next", ["next"]) is None


def test_single_letters_are_only_corrected_in_case() -> None:
    assert suggest("x", ["X", "y"]) == "X"
    assert suggest("x", ["y", "z"]) is None


def test_the_hint_is_a_question_or_nothing() -> None:
    assert did_you_mean("fogg", ["Fog", "Rain"]) == "Did you mean Fog?"
    assert did_you_mean("elephant", ["Fog", "Rain"]) == ""


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_the_distance_is_symmetric_and_zero_only_between_equal_words(left: str, right: str) -> None:
    assert distance(left, right) == distance(right, left)
    assert (distance(left, right) == 0) == (left == right)
    assert abs(len(left) - len(right)) <= distance(left, right) <= max(len(left), len(right))
