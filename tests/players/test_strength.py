"""Who beats whom: matches between players, either side half of them. They take minutes: `make slow`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import sqrt

import pytest

import parlour
from parlour.core.chance import derive
from parlour.game.game import Game
from parlour.match import Match
from parlour.players import make_player, play_out

pytestmark = pytest.mark.slow

Record = Callable[[str, object], None]


@cache
def load(name: str) -> Game:
    return parlour.load(name)


def points(name: str, one: str, other: str, matches: int) -> tuple[float, float]:
    """What the first player has of so many points, those who win share one; and how many matches it has lost. It has
    half of the seats, others in every match."""
    game = load(name)
    won = lost = 0.0
    for number in range(matches):
        match = Match.start(game, seed=number)
        seats = len(match.position.seats)
        own = {(number + 2 * place) % seats for place in range(seats // 2)} if seats > 2 else {number % seats}
        specs = [one if seat in own else other for seat in range(seats)]
        players = [make_player(spec, derive(number, seat), game=game) for seat, spec in enumerate(specs)]
        play_out(match, lambda seat, players=players: players[seat.number])  # type: ignore[misc, union-attr]
        assert match.outcome is not None
        winners = match.outcome.winners or tuple(range(seats))
        won += sum(seat in own for seat in winners) / len(winners)
        lost += not own & set(winners)
    return won, lost


@pytest.mark.parametrize(("name", "matches"), [("tic-tac-toe-gdl", 1_000), ("tic-tac-toe", 60)])
def test_mcts_does_not_lose_tic_tac_toe(name: str, matches: int) -> None:
    assert points(name, "mcts:iterations=400", "random", matches)[1] == 0


@pytest.mark.parametrize(
    ("name", "iterations", "matches"), [("connect-four-gdl", 1_000, 200), ("connect-four", 200, 20)]
)
def test_mcts_beats_random_at_connect_four(name: str, iterations: int, matches: int) -> None:
    least = 0.99 * matches if iterations >= 1_000 else 0.95 * matches
    assert points(name, f"mcts:iterations={iterations}", "random", matches)[0] >= least


def test_batches_are_about_as_strong_as_one_leaf_after_the_other() -> None:
    """At least 45 in a hundred, with small batches in which lanes play several games from a leaf."""
    assert points("connect-four-gdl", "mcts:iterations=1000", "mcts:iterations=1000,batch=1", 200)[0] >= 90


def least_share(won: float, matches: int) -> float:
    """The lower end of Wilson's interval of 95 % for the share of points."""
    share, z = won / matches, 1.96
    middle, spread = share + z * z / (2 * matches), z * sqrt(share * (1 - share) / matches + (z / (2 * matches)) ** 2)
    return (middle - spread) / (1 + z * z / matches)


# One game of each of four languages, and iterations at which it is neither decided by chance nor played out.
@pytest.mark.parametrize(
    ("name", "iterations"),
    [("connect-four", 50), ("connect-four-senet", 50), ("bridge", 12), ("connect-four-gdl", 400)],
)
def test_twice_the_iterations_win_more(name: str, iterations: int, record_property: Record) -> None:
    more, fewer = f"mcts:iterations={2 * iterations}", f"mcts:iterations={iterations}"
    won, _ = points(name, more, fewer, 300)
    record_property("points", won)
    record_property("matches", 300)
    assert least_share(won, 300) > 0.5


# At UNO luck decides most: legal answers are worth 0.01 to 0.04 more or less than each other (30,000 iterations at five
# questions), which a thousand iterations confuse and thirty matches do not show.
MATCHES = {"uno": 200}


@pytest.mark.parametrize(
    ("name", "iterations", "share"),
    [("kriegspiel-tic-tac-toe", 40, 0.5), ("hearts", 1000, 0.5), ("uno", 10_000, 0.5), ("crazy-eights", 1000, 0.4)],
)
def test_ismcts_beats_random_where_nobody_sees_the_others_cards(
    name: str, iterations: int, share: float, record_property: Record
) -> None:
    """Half of four seats are to win half of the matches if all play alike, two of five 40 %. So many more, six of
    thirty, are met by equals less than once in forty times."""
    matches = MATCHES.get(name, 30)
    won, _ = points(name, f"ismcts:iterations={iterations}", "random", matches)
    record_property("points", won)
    record_property("matches", matches)
    assert won >= matches * share + 6 * sqrt(matches / 30)


@pytest.mark.parametrize("name", ["connect-four", "reversi-gdl", "hearts"])
@pytest.mark.parametrize("level", range(2, 9))
def test_a_level_takes_six_of_ten_points_from_the_one_below(name: str, level: int, record_property: Record) -> None:
    won, _ = points(name, f"level:{level}", f"level:{level - 1}", 200)
    record_property("points", won)
    record_property("matches", 200)
    assert won >= 120
