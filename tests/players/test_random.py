"""The random player: fair, reproducible, and honest about what it cannot answer."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.values import Plain
from parlour.game.question import Domain, Option, Question, Sureness
from parlour.game.scene import Scene
from parlour.game.view import OpenQuestion, View
from parlour.players import NoOptions, RandomPlayer


def asked(
    options: tuple[Plain, ...], sure: Sureness = "exact", low: int | None = None, high: int | None = None
) -> OpenQuestion:
    question = Question(1, 0, "choice", "Which?", Domain("a whole number\x1b", low, high), "here")
    return OpenQuestion(question, tuple(Option(value, str(value)) for value in options), sure)


def choices(player: RandomPlayer, question: OpenQuestion, count: int) -> list[Plain]:
    view = View(0, Scene(), (), (question,), (), None)
    return [player.choose(view, question, lambda seed: None) for _ in range(count)]


@given(st.integers(), st.integers(1, 20))
def test_the_same_seed_chooses_the_same_and_only_what_is_offered(seed: int, count: int) -> None:
    question = asked(tuple(range(100, 100 + count)))
    chosen = choices(RandomPlayer(seed), question, 10)
    assert chosen == choices(RandomPlayer(seed), question, 10)
    assert set(chosen) <= set(range(100, 100 + count))


def test_all_options_are_about_equally_likely() -> None:
    counts = Counter(choices(RandomPlayer(1), asked(("a", "b", "c")), 6000))
    # Six standard deviations of a binomial distribution with p = 1/3: a fair player never gets there.
    assert all(abs(count - 2000) < 6 * (6000 * (1 / 3) * (2 / 3)) ** 0.5 for count in counts.values())
    assert set(counts) == {"a", "b", "c"}


@pytest.mark.parametrize("sure", ["domain", "candidates"])
def test_without_options_it_draws_from_the_range_of_the_question(sure: Sureness) -> None:
    assert set(choices(RandomPlayer(3), asked((), sure, -1, 2), 100)) == {-1, 0, 1, 2}


def test_where_every_answer_fails_it_gives_one_of_them() -> None:
    assert choices(RandomPlayer(3), asked((7,), "failing"), 1) == [7]


@pytest.mark.parametrize(
    ("sure", "low", "high"), [("domain", None, None), ("domain", 1, None), ("candidates", None, 6)]
)
def test_what_cannot_be_listed_is_refused_with_a_reason(sure: Sureness, low: int | None, high: int | None) -> None:
    with pytest.raises(NoOptions, match=r"cannot be listed: a whole number\\x1b is wanted"):
        choices(RandomPlayer(3), asked((), sure, low, high), 1)
