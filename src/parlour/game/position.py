"""A position: one state of a game between questions, and all that can be asked of it.

The life of a position::

                    answer (taken)                      answer (taken)
              ┌──────────────────────┐          ┌─────────────────────────┐
              ▼                      │          │                         ▼
    start ─► OPEN ──────────────────┘          OPEN ────────────────► OVER (outcome)
              │  questions: at least one                          or FAILED (error)
              └─ answer (refused): nothing changes

`OPEN` has questions; `OVER` and `FAILED` have none. A position may have an outcome while it is still open: then
its questions are housekeeping (`after_end`), and matches, simulation and search treat it as over.

A position is mutable and belongs to one thread; `copy` it before you share or try something. Two positions with
equal `key` have the same open questions, the same options and the same distribution of futures; the generator,
the log, the budgets used and what is on display are outside the key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Literal, Protocol

from parlour.dataclass import dataclass

if TYPE_CHECKING:
    # Loading a game needs none of them, and should be quick.
    from parlour.core.values import Plain
    from parlour.game.error import GameError, Refused
    from parlour.game.outcome import Outcome, Tally
    from parlour.game.policy import Drawing
    from parlour.game.question import Legal, Moves, Question
    from parlour.game.scene import Scene
    from parlour.game.view import Told, View


class Status(Enum):
    OPEN = "open"
    OVER = "over"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: its number, counted in order of appearance from 0, and its name."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chance outcome: `value` out of `of` equally likely ones, or by the weights."""

    of: int
    value: int
    weights: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What happened between an answer and the next questions, in order."""

    events: tuple[Told | Drawn, ...] = ()

    @property
    def has_drawn(self) -> bool:
        """Chance had a part in it."""
        return any(isinstance(event, Drawn) for event in self.events)


@dataclass(frozen=True, slots=True)
class NeedsChance:
    """The run needs one more chance outcome than it was given: one of `n`, with these weights (None: all alike).

    The position is as it was before the answer."""

    n: int
    weights: tuple[int, ...] | None = None


# Bytes that every print takes from the budget of what is told, however little it prints: lines cost something, too.
TELLING = 16


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a program may use before somebody is asked again; exceeding it is a game error, never a hang.

    Steps are loop turns, calls and the charges of library routines; depth counts calls inside a recursion; told and
    memory are bytes (`TELLING` more for every print; memory in an abstract measure that every engine counts alike)."""

    steps: int = 2_000_000
    depth: int = 10_000
    told: int = 1_000_000
    memory: int = 64_000_000

    def tenth(self) -> Budget:
        """What a probe may use: trying an answer out must stay cheaper than giving it."""
        return Budget(self.steps // 10, self.depth, self.told, self.memory)

    def observed(self) -> Budget:
        """What an observed program may use: more, because it also tells what happens."""
        return Budget(*(min(20 * getattr(self, name), getattr(LARGEST_BUDGET, name)) for name in BUDGETS))


# More than any machine has; and beyond it, numbers no longer fit where the engines keep them.
LARGEST_BUDGET = Budget(steps=10**18 - 1, depth=1_000_000, told=10**12, memory=10**12)
BUDGETS = ("steps", "depth", "told", "memory")


class ObjectView:
    """An object as a table sees it: its class, a number that tells it from all others, and its fields by name, which
    are read when somebody looks: what nobody looks at costs nothing.

    One object is one view wherever it is held, perhaps inside itself: who walks through views must expect that."""

    __slots__ = ("_fields", "_read", "class_name", "number")

    def __init__(self, class_name: str, number: int, read: Callable[[], Mapping[str, object]]) -> None:
        self.class_name = class_name
        self.number = number
        self._read = read
        self._fields: Mapping[str, object] | None = None

    @property
    def fields(self) -> Mapping[str, object]:
        if self._fields is None:
            self._fields = self._read()
        return self._fields


class State(Protocol):
    """What a language's `table.py` sees of a position: globals by name, and pure functions of its own program."""

    @property
    def seats(self) -> tuple[Seat, ...]: ...

    @property
    def result(self) -> object:
        """What the program came to, in the same form as `read`; None while it runs."""

    def read(self, name: str) -> object:
        """A global's value as plain data: lists and tables as Python's, objects as `ObjectView`; None when unset. A
        table with keys that Python would confuse (1 and true) is a list of pairs."""

    def call(self, function: str, *args: object) -> object:
        """The result of a pure function of the program, in the same form; the error in brackets where it fails."""

    def offered(self) -> list[object]:
        """The options of the open question in the same form, where the program lists them."""

    @property
    def wants_index(self) -> bool:
        """The program uses the answer to the open question as an index of a list, and not only as a number."""

    def after(self, value: Plain) -> Sequence[State]:
        """What this answer to the open question makes of everything, with chance of its own: what the match's will
        bring, nobody is to know before. One state where nothing is drawn, else two, so that what chance does can be
        told from what the answer does. None if the answer ends in an error."""


class Position(Protocol):
    """A state between questions. See the module's text for its life cycle."""

    @property
    def status(self) -> Status: ...
    @property
    def seats(self) -> tuple[Seat, ...]: ...
    @property
    def questions(self) -> tuple[Question, ...]: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def error(self) -> GameError | None: ...
    @property
    def key(self) -> bytes: ...

    @property
    def last(self) -> Step:
        """What happened since the answer before (at the start: since the beginning)."""

    @property
    def move_depth(self) -> int:
        """How many of the last answers belong to the same move as the open question: 0 when it begins a new move, 1 at
        the *to* after a *from*. Questions asked together begin moves of their own."""

    def legal(self, question: Question | int) -> Legal:
        """The legal answers of an open question, by its own list or by trying candidates out on a copy."""

    def is_listed(self, question: Question | int) -> bool:
        """Whether `legal` lists any answer; that is known as soon as one is."""

    def moves(self, seat: int | None, limit: int = 10_000) -> Moves:
        """Whole moves of a seat, by depth-first search over `legal`."""

    def read_answer(self, question: Question | int, text: str) -> Plain | Refused:
        """What a person typed, read in the language's own form (or as an option's label)."""

    def label(self, question: Question | int, value: Plain) -> str | Refused:
        """An answer as it is written in the language, which `read_answer` reads back; refused when `answer` would
        refuse its form."""

    def answer(
        self, question: Question | int, value: Plain, *, chance: Sequence[int] | None = None
    ) -> Step | NeedsChance | Refused:
        """Gives an answer and runs to the next questions, the end or an error."""

    def copy(self, *, seed: int | None = None) -> Position:
        """The same state; with a seed, with fresh chance."""

    def scene(self, viewer: int | None) -> Scene:
        """The table as a seat (None: a spectator) may see it."""

    def view(self, viewer: int | None) -> View:
        """All that a seat (None: a spectator) may know, and nothing else."""

    def view_key(self, seat: int) -> bytes:
        """All this seat was told, asked and answered, as bytes: its information state."""

    def imagine(self, seat: int, seed: int) -> Position | None:
        """A position this seat cannot tell from this one; None where the engine cannot make one."""

    def state(self) -> dict[str, object]:
        """The language's own globals, for transcripts and tests."""

    def asking(self) -> dict[str, object]:
        """What the language's own tool shows at a prompt, as fields of the `ask` event."""

    def ending(self) -> dict[str, object] | None:
        """What the program came to, as fields of the `value` event; None while it runs, or if it comes to nothing."""

    def why(self, seat: int, words: str) -> tuple[str, ...] | None:
        """Of an observed game: what keeps a seat from the action that is called so; None where nobody can say."""


# What random players choose from: the answers to one question after the other, or whole moves.
By = Literal["answer", "move"]


class Simulator(Protocol):
    """Bulk work without Python in the loop where the engine can."""

    def playouts(
        self,
        n: int,
        seed: int,
        *,
        jobs: int = 0,
        start: Sequence[Position] = (),
        policy: str | Drawing | None = None,
        by: By = "answer",
        progress: Callable[[int], object] | None = None,
    ) -> Tally:
        """Plays `n` games by random legal answers, or by random whole moves: at each choice all that lead somewhere are
        as likely as the others. The same seed gives the same tally for any number of jobs.
        `progress` is told now and then and at the end, in the caller's thread, how many are played."""


class Engine(Protocol):
    """Runs one checked program; made by `pipeline.py` and handed to a `Game`."""

    name: str

    def start(self, seed: int, options: Mapping[str, object], budget: Budget) -> Position: ...

    def simulator(self) -> Simulator: ...
