"""The generator every engine shares: reference values, exactness, independence of streams."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.chance import Chance, derive

SEEDS = st.integers(-(2**70), 2**70)


def test_the_stream_is_the_published_splitmix64() -> None:
    chance = Chance(0)
    assert [chance.next64() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    chance = Chance(1234567)
    assert [chance.next64() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(SEEDS, st.integers(1, 2**64))
def test_a_draw_is_the_first_number_under_the_limit_modulo_n(seed: int, n: int) -> None:
    raw = Chance(seed)
    limit = 2**64 - 2**64 % n
    expected = next(bits for bits in iter(raw.next64, None) if bits < limit) % n
    drawing = Chance(seed)
    assert drawing.below(n) == expected
    assert drawing == raw


def test_numbers_at_or_above_the_limit_are_drawn_again() -> None:
    n = 2**63 + 1  # nearly half of all numbers lie above the largest multiple of n
    seed = next(seed for seed in range(100) if Chance(seed).next64() >= n)
    chance = Chance(seed)
    chance.below(n)
    once = Chance(seed)
    once.next64()
    assert chance.state != once.state


@given(SEEDS, st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any))
def test_a_weighted_draw_is_a_draw_from_the_spelled_out_list(seed: int, weights: list[int]) -> None:
    spelled_out = [index for index, weight in enumerate(weights) for _ in range(weight)]
    assert Chance(seed).weighted(weights) == spelled_out[Chance(seed).below(len(spelled_out))]


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_a_draw_out_of_nothing_or_too_much_is_a_mistake_of_the_caller(n: int) -> None:
    with pytest.raises(ValueError, match="cannot draw one of"):
        Chance(1).below(n)


def test_negative_and_missing_weights_are_mistakes_of_the_caller() -> None:
    with pytest.raises(ValueError, match="cannot be negative"):
        Chance(1).weighted((3, -1))
    with pytest.raises(ValueError, match="cannot draw one of 0 values"):
        Chance(1).weighted((0, 0))


@given(SEEDS, st.integers(0, 20))
def test_a_copy_draws_the_same_and_leaves_the_original_alone(seed: int, steps: int) -> None:
    chance = Chance(seed)
    for _ in range(steps):
        chance.next64()
    copy = chance.copy()
    ahead = [copy.next64() for _ in range(5)]
    assert [chance.next64() for _ in range(5)] == ahead


def test_a_thousand_derived_streams_do_not_meet() -> None:
    firsts = Counter(Chance(derive(42, stream, playout)).next64() for stream in (0, 1) for playout in range(500))
    assert len(firsts) == 1000


@given(SEEDS)
def test_seeds_count_modulo_two_to_the_sixty_fourth(seed: int) -> None:
    assert Chance(seed) == Chance(seed + 2**64)
    assert derive(seed, 1) == derive(seed + 2**64, 1 + 2**64)
