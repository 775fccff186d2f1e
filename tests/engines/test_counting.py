"""Counts of numbers and words that never repeat stay bounded, and do not depend on the order or on who counted."""

from __future__ import annotations

import pickle

from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.analysis.statistics import spread
from parlour.game.counting import OTHERS, Numbers, Words, rounded
from parlour.game.outcome import Outcome, Tally

NUMBERS = st.lists(st.floats(allow_nan=False), max_size=60)
WORDS = st.lists(st.text(max_size=3), max_size=60)


def counted(kind, values):
    found = kind(most=8)
    for value in values:
        found.count(value, 1)
    return found


@settings(max_examples=60, deadline=None)
@given(NUMBERS, NUMBERS, st.randoms())
def test_numbers_are_bounded_and_the_order_does_not_matter(one, other, random):
    together = [*one, *other]
    random.shuffle(together)
    merged = counted(Numbers, one)
    merged.merge(counted(Numbers, other))
    assert merged == counted(Numbers, together)
    assert merged.dropped == counted(Numbers, together).dropped
    assert len(merged) <= 8 or merged.dropped == 52
    assert merged.total() == len(together)
    exact = Numbers()
    for number in together:
        exact.count(rounded(number, merged.dropped), 1)
    assert exact == merged


@settings(max_examples=60, deadline=None)
@given(WORDS, WORDS, st.randoms())
def test_words_are_bounded_and_the_order_does_not_matter(one, other, random):
    together = [*one, *other]
    random.shuffle(together)
    merged = counted(Words, one)
    merged.merge(counted(Words, other))
    assert merged == counted(Words, together)
    assert len(merged) <= 8 and merged.total() == len(together)


def test_what_few_games_can_end_with_is_kept_beside_words_that_never_repeat():
    words = Words(most=8)
    for number in range(500):
        words.count(f"the {number}th", 1)
        words.count("draw", 2, is_kept=True)
    assert words["draw"] == 1000 and words[OTHERS] > 400 and len(words) <= 8


def test_a_tally_of_ever_new_numbers_keeps_their_mean_and_little_else():
    tally = Tally()
    for number in range(100_000):
        tally.add_ending(Outcome(None, 1, (float(number),), value=str(number)), ["A"])
    assert len(tally.numbers) <= 1 << 16 and len(tally.seats["A"].scores) <= 1 << 16 and len(tally.endings) <= 1 << 16
    found = spread(tally.seats["A"].scores)
    assert found is not None and abs(found.mean - 49_999.5) < 2
    assert tally.endings.total() == tally.numbers.total() == 100_000
    again = pickle.loads(pickle.dumps(tally))
    assert again == tally and again.numbers.is_rounded
