"""Players that look ahead: greedy, by tree search, by levels for people, and the best that a game's kind allows.

Each looks at positions that it imagines, never at the real one. Where nothing can be looked at they say so
(`NoOptions`); only `level` and `best`, which promise to play whatever it is, choose at random there.
"""

from __future__ import annotations

from collections.abc import Callable
from os import cpu_count
from time import monotonic

from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.game import Game
from parlour.game.lines import role_of
from parlour.game.position import Position
from parlour.game.search import Aim, Search, Settings, Unsearchable
from parlour.game.view import OpenQuestion, View
from parlour.players.judging import Playouts
from parlour.players.player import Imagine, NoOptions
from parlour.players.random import RandomPlayer
from parlour.players.search import imagined_search, knowledge_search

# Who is told now and then how a search goes on, and says whether it should.
Watch = Callable[[Search], bool]


def unwatched(search: Search) -> bool:
    return True


# Iterations of each level for people, and how often it answers without thinking, in a hundred. Never time: a level
# plays the same everywhere. Each is to take six of ten points from the one below (`tests/slow.json` has the pairs).
LEVELS: tuple[tuple[int, int], ...] = (
    (6, 60),
    (20, 35),
    (50, 22),
    (120, 13),
    (300, 7),
    (700, 3),
    (1_600, 1),
    (4_000, 0),
)
# Where leaves are looked at together, levels look at few: many random games from every leaf would make a few iterations
# as strong as many, and the lower levels alike.
LEVEL_BATCH = 8
ITERATIONS = 1_000
# A search looks after its watcher so often; less often where telling takes long, so that it costs a tenth at most.
WATCHED_EVERY_S = 0.1
_TELLING_SHARE = 10


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is thought: so many iterations, or so long."""

    iterations: int | None = ITERATIONS
    time_s: float | None = None


class GreedyPlayer:
    """Takes the answer after which random games go best; of equal ones, one after which there is nothing to play."""

    def __init__(self, game: Game, seed: int, playouts: int, aim: Aim | None) -> None:
        self.playouts = Playouts(game, aim)
        self.seed = seed
        self.count = playouts

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Plain:
        asked = question.question
        found: list[tuple[tuple[float, int], Plain]] = []
        role = role_of(asked.seat)
        if len(question.options) == 1:
            return question.options[0].value
        for option in question.options:
            total, ends = 0.0, 0
            for number in range(self.count):
                position = imagine(derive(self.seed, asked.id, number))
                if position is None:
                    raise NoOptions("what this seat does not see cannot be imagined here")
                if not found and number == 0:
                    _check(self.playouts, position, self.seed)
                position.answer(asked.id, option.value)
                total += self.playouts.worth(position, derive(self.seed, asked.id, number, 1))[role]
                ends += position.outcome is not None
            found.append(((total, ends), option.value))
        if not found:
            return RandomPlayer(self.seed).choose(view, question, imagine)
        most = max(worth for worth, _ in found)
        best = [value for worth, value in found if worth == most]
        return best[Chance(derive(self.seed, asked.id)).below(len(best))]


class SearchPlayer:
    """Takes the best answer of a search: over positions, or, where the seat does not see everything or is told to play
    so (`ismcts`), over what seats know."""

    def __init__(
        self,
        game: Game,
        seed: int,
        effort: Effort,
        settings: Settings | None = None,
        watch: Watch = unwatched,
        *,
        over_knowledge: bool = False,
    ) -> None:
        self.game = game
        self.seed = seed
        self.effort = effort
        self.settings = settings or Settings()
        self.watch = watch
        self.over_knowledge = over_knowledge

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Plain:
        if len(question.options) == 1:
            return question.options[0].value
        seat = question.question.seat
        try:
            if self.over_knowledge:
                found = knowledge_search(self.game, imagine, seat, self.seed, self.settings)
            else:
                found = imagined_search(self.game, imagine, seat, self.seed, self.settings)
            think(found, self.effort, self.watch)
        except Unsearchable as reason:
            raise NoOptions(str(reason)) from None
        return found.best()


class TreePlayer(SearchPlayer):
    """The same for games without secrets alone."""

    def __init__(
        self, game: Game, seed: int, effort: Effort, settings: Settings | None = None, watch: Watch = unwatched
    ) -> None:
        if game.info.kind.is_hidden:
            raise Unsearchable("seats of this game have secrets, which is for ismcts")
        super().__init__(game, seed, effort, settings, watch)


class LevelPlayer:
    """A player for people: `level` from 1 to 8. Now and then the lower ones answer without thinking; where nothing can
    be looked at, all of them do."""

    def __init__(self, game: Game, seed: int, level: int, watch: Watch = unwatched) -> None:
        iterations, self.noise = LEVELS[level - 1]
        self.seed = seed
        self.thinker = BestPlayer(game, seed, Effort(iterations), Settings(batch=LEVEL_BATCH), watch)

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Plain:
        if Chance(derive(self.seed, question.question.id, 4)).below(100) < self.noise:
            return RandomPlayer(self.seed).choose(view, question, imagine)
        return self.thinker.choose(view, question, imagine)


class BestPlayer:
    """The best that the game's kind allows: a tree over positions where the seat sees everything, else one over what
    seats know; where nobody can look ahead (secrets that cannot be imagined, no outcome that is better than another) a
    random answer."""

    def __init__(
        self, game: Game, seed: int, effort: Effort, settings: Settings | None = None, watch: Watch = unwatched
    ) -> None:
        self.seed = seed
        self.thinker = SearchPlayer(game, seed, effort, settings, watch)

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Plain:
        try:
            return self.thinker.choose(view, question, imagine)
        except NoOptions:
            return RandomPlayer(self.seed).choose(view, question, imagine)


def think(search: Search, effort: Effort, watch: Watch = unwatched) -> None:
    """Lets a search grow as long as it may; whoever watches is told now and then, and may stop it."""
    deadline = None if effort.time_s is None else monotonic() + effort.time_s
    due = monotonic() + WATCHED_EVERY_S

    def is_wanted() -> bool:
        nonlocal due
        begin = monotonic()
        if begin < due:
            return True
        goes_on = watch(search)
        end = monotonic()
        due = end + max(WATCHED_EVERY_S, _TELLING_SHARE * (end - begin))
        return goes_on

    search.grow(effort.iterations, deadline=deadline, jobs=cpu_count() or 1, is_wanted=is_wanted)


def _check(playouts: Playouts, position: Position, seed: int) -> None:
    try:
        playouts.check(position, seed)
    except Unsearchable as reason:
        raise NoOptions(str(reason)) from None
