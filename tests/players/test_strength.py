"""Who beats whom: matches between players, either side half of them. They take minutes: `make slow`."""

from __future__ import annotations

from functools import cache

import pytest

import parlour
from parlour.core.chance import derive
from parlour.game.game import Game
from parlour.match import Match
from parlour.players import make_player, play_out

pytestmark = pytest.mark.slow


@cache
def load(name: str) -> Game:
    return parlour.load(name)


def points(name: str, one: str, other: str, matches: int) -> tuple[float, int]:
    """What the first player has of so many points, draws half, and how often it has lost."""
    game = load(name)
    won, lost = 0.0, 0
    for number in range(matches):
        match = Match.start(game, seed=number)
        own = number % 2
        specs = [one if seat == own else other for seat in range(2)]
        players = [make_player(spec, derive(number, seat), game=game) for seat, spec in enumerate(specs)]
        play_out(match, lambda seat, players=players: players[seat.number])  # type: ignore[misc, union-attr]
        assert match.outcome is not None
        winners = match.outcome.winners
        won += 1.0 if winners == (own,) else 0.0 if winners else 0.5
        lost += winners == (1 - own,)
    return won, lost


@pytest.mark.parametrize("name", ["tic-tac-toe-gdl", "tic-tac-toe"])
def test_mcts_does_not_lose_tic_tac_toe(name: str) -> None:
    assert points(name, "mcts:iterations=400", "random", 60)[1] == 0


@pytest.mark.parametrize("name", ["connect-four-gdl", "connect-four"])
def test_mcts_beats_random_at_connect_four(name: str) -> None:
    assert points(name, "mcts:iterations=200", "random", 20)[0] >= 19


@pytest.mark.parametrize("name", ["connect-four-gdl", "breakthrough-small"])
def test_four_times_the_iterations_win_more(name: str) -> None:
    """Of forty points, 26 are met by equals less than once in forty times."""
    assert points(name, "mcts:iterations=160", "mcts:iterations=40", 40)[0] >= 26


def test_a_level_beats_the_one_two_below() -> None:
    for level in (3, 4, 5):
        assert points("connect-four-gdl", f"level:{level}", f"level:{level - 2}", 40)[0] >= 26


def test_ismcts_beats_random_where_nobody_sees_the_other() -> None:
    """Of thirty points, 21 are met by equals less than once in forty times."""
    assert points("kriegspiel-tic-tac-toe", "ismcts:iterations=40", "random", 30)[0] >= 21
