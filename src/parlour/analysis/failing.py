"""An example of how games come to no end of their own: an error with its line, or a question that nobody can answer.

A simulation only counts how games end. Some games are played once more on the reference engine, which knows the lines
of the program, until one of them fails.
"""

from __future__ import annotations

from functools import partial

from parlour.core.chance import derive
from parlour.game.error import GameError
from parlour.game.game import Game
from parlour.game.position import Seat
from parlour.match.match import Match
from parlour.match.stuck import is_stuck, stuck_words
from parlour.players.play import play_out
from parlour.players.player import NoOptions, Player
from parlour.players.random import RandomPlayer

# So many games are tried, with so many answers each, and so many in all of them: a game that goes on for ever would
# otherwise take ten seconds in which nothing fails.
MOST_GAMES = 20
MOST_ANSWERS = 500
MOST_IN_ALL = 2_000


def example_of_failure(game: Game, seed: int) -> GameError | str | None:
    """The error of a game, or words for one that is stuck; None if none of those tried has failed."""
    reference = next(iter(game.engines))
    left = MOST_IN_ALL
    for number in range(MOST_GAMES):
        match = Match.start(game, seed=derive(seed, 2, number), seats={}, others="random", engine=reference)
        player = RandomPlayer(derive(seed, 3, number))
        try:
            play_out(match, partial(_same, player), most_answers=min(MOST_ANSWERS, left))
        except NoOptions:
            # One such game is enough: finding out that none of ten thousand answers leads on takes a while.
            return stuck_words(match.questions[0], is_certain=is_stuck(match.position, match.questions[0]))
        if match.error is not None:
            return match.error
        left -= match.revision
        if left <= 0:
            break
    return None


def _same(player: Player, _: Seat | None) -> Player:
    """One player for all seats."""
    return player
