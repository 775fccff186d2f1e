"""A game: checked, ready rules. Immutable, and shareable between threads.

>>> import parlour
>>> game = parlour.load("game G  play : Int  play = input * 2", language="bogl")
>>> position = game.start()
>>> position.answer(position.questions[0], 21)
Step(events=())
>>> position.outcome.value
'42'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from parlour.dataclass import dataclass
from parlour.game.pictured import Pictured
from parlour.game.position import Budget, Engine, Position, Simulator
from parlour.syntax.diagnostic import Diagnostic

if TYPE_CHECKING:
    # What only some games have is not loaded with every game.
    from parlour.game.flow import Flow
    from parlour.game.plan import Plan
    from parlour.game.policy import Drawing
    from parlour.game.question import Guess
    from parlour.game.search import Compiling, Search, Settings

# Which answers of random games of this seed are only guesses.
Guesses = Callable[[int, "str | Drawing | None"], "tuple[Guess, ...]"]
# From a position that a seat imagines, the seat, a seed and settings to a search of it.
Searching = Callable[[Position, "int | None", int, "Settings"], "Search | None"]


def _never() -> bool:
    return False


def no_guesses(seed: int, policy: str | Drawing | None) -> tuple[Guess, ...]:
    """Of a game that lists what may be answered."""
    return ()


@dataclass(frozen=True, slots=True)
class Kind:
    """What sort of game it is, so that generic algorithms can accept or refuse it. `asks_several` finds out whether
    seats are asked at the same time: some languages say it nowhere, and to play and see takes longer than to load.
    `best_score`: scores go from 0 to this; None: nobody knows."""

    has_chance: bool = False
    is_hidden: bool = False
    has_scores: bool = False
    asks_several: Callable[[], bool] = field(default=_never, repr=False, compare=False)
    best_score: float | None = field(default=None, repr=False)

    @property
    def is_simultaneous(self) -> bool:
        return self.asks_several()


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a game says of itself. `seats` is None when they appear at run time; `options` are those it was loaded
    with; `sources` maps every file read to the hash of its text; `plan` is what its text tells of its course."""

    title: str
    language: str
    seats: tuple[str, ...] | None
    kind: Kind = Kind()
    options: Mapping[str, object] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    about: str = ""
    plan: Plan | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Game(Pictured):
    """The rules, with the engines that can run them; the first one is used when none is named, and for bulk work what
    `bulk` makes, where it is given. `flow` finds its turns, phases and events, where its language has them;
    `observed` makes the same game for those who want to know what happens inside it (`game/happening.py`); `guesses`
    finds out, by looking at some random games, at which questions answers are only guessed. `searching` begins a search
    in compiled code, where there is one; None where it leaves this to others (`players/search.py`). `compiling`
    does the same where compiling takes time, and as the reference would."""

    info: GameInfo
    engines: Mapping[str, Engine] = field(repr=False)
    warnings: tuple[Diagnostic, ...] = ()
    bulk: Callable[[], Simulator] | None = field(default=None, repr=False, compare=False)
    flow: Callable[[], Flow] | None = field(default=None, repr=False, compare=False)
    observed: Callable[[], Game] | None = field(default=None, repr=False, compare=False)
    guesses: Guesses = field(default=no_guesses, repr=False, compare=False)
    searching: Searching | None = field(default=None, repr=False, compare=False)
    compiling: Compiling | None = field(default=None, repr=False, compare=False)

    def start(
        self,
        seed: int = 0,
        *,
        options: Mapping[str, object] | None = None,
        engine: str = "auto",
        budget: Budget | None = None,
    ) -> Position:
        """A new position, run to its first questions (or to its end, if it asks nothing)."""
        return self._engine(engine).start(seed, options or {}, budget or Budget())

    def simulator(self, *, engine: str = "auto") -> Simulator:
        """For playing many times."""
        if engine == "auto" and self.bulk is not None:
            return self.bulk()
        return self._engine(engine).simulator()

    def _engine(self, name: str) -> Engine:
        if name == "auto":
            return next(iter(self.engines.values()))
        if name not in self.engines:
            known = ", ".join(self.engines)
            raise UnfitEngine(f"the engine {name} does not run {self.info.language} games; there is {known}")
        return self.engines[name]


class UnfitEngine(ValueError):
    """An engine was named that cannot run this game."""


class UnfitPolicy(ValueError):
    """A policy was named that this game does not have, or that cannot be one."""
