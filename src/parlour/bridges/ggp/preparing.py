"""Getting ready for a match beside everything else: the rules are read, and turned into a net if they have one.

START has to be answered in time, however large a rule sheet is. Reading and grounding therefore go on in a thread of
their own; a match is played by the reference engine until the net is there.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import BoundedSemaphore, Event, Lock, Thread

from parlour.bridges.ggp.messages import BadMessage
from parlour.bridges.ggp.spelling import LANGUAGE
from parlour.engines.later import LaterEngine
from parlour.engines.logic.engine import LogicEngine
from parlour.engines.logic.machine import GameTrouble, Machine, State
from parlour.engines.net.engine import NetEngine
from parlour.game.game import Game
from parlour.pipeline import load
from parlour.syntax.diagnostic import Diagnostics

# So many rule sheets are grounded at a time; others wait for their turn.
_GROUNDING = BoundedSemaphore(2)
_TURN_S = 0.2


Tell = Callable[[str], object]


def failure(problem: Exception) -> str:
    """A mistake of ours in a line."""
    return f"{type(problem).__name__}: {problem}".replace("\n", " ")[:300]


class _Work:
    """How many rule sheets are being read or grounded just now, for whichever match."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._count = 0

    def __enter__(self) -> None:
        with self._lock:
            self._count += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._count -= 1

    @property
    def is_going_on(self) -> bool:
        return self._count > 0


WORK = _Work()


class Preparation:
    """The game of one match, as far as it is ready. `is_wanted` says whether the match is still on; `tell` hears what
    should not have happened."""

    def __init__(self, text: str, name: str, is_wanted: Callable[[], bool], tell: Tell) -> None:
        self._text = text
        self._name = name
        self._is_wanted = is_wanted
        self._tell = tell
        self._is_read = Event()
        self._is_finished = Event()
        self._problem: Exception | None = None
        self._engine: LogicEngine | None = None
        self._machine: Machine | None = None
        self._first: State = None
        self.net: NetEngine | None = None
        Thread(target=self._prepare, daemon=True).start()

    @property
    def is_read(self) -> bool:
        """The rules are there, and there is nothing wrong with them."""
        return self._machine is not None

    def wait(self, seconds: float) -> None:
        """Until all that can be prepared is prepared, but no longer than this. Raises `BadMessage` for rules with
        errors, if they are known by then."""
        self._is_finished.wait(max(seconds, 0.0))
        self._raise()

    def rules(self, seconds: float) -> tuple[LogicEngine, Machine, State]:
        """The reference engine, its machine and the first state; waits for them no longer than this."""
        self._is_read.wait(max(seconds, 0.0))
        self._raise()
        if self._engine is None or self._machine is None:
            raise BadMessage("the rules are not read yet")
        return self._engine, self._machine, self._first

    def _raise(self) -> None:
        match self._problem:
            case None:
                return
            case Diagnostics() as problem:
                raise BadMessage(f"the rules have errors: {problem}")
            case GameTrouble() as problem:
                raise BadMessage(f"the rules fail: {problem}")
            case problem:
                raise BadMessage(f"the rules cannot be played here: {failure(problem)}")

    def _prepare(self) -> None:
        try:
            with WORK:
                game = load(self._text, language=LANGUAGE, name=self._name)
                engine = logic_engine(game)
                machine = engine.machine()
                self._first = machine.initial()
                self._engine, self._machine = engine, machine
                self._is_read.set()
                self._ground(game)
        except (Diagnostics, GameTrouble) as problem:
            self._problem = problem
        except Exception as problem:  # A match hears that it cannot be played, or is played without a net.
            if not self.is_read:
                self._problem = problem
            self._tell(f"getting ready for match {self._name} failed: {failure(problem)}")
        finally:
            self._is_read.set()
            self._is_finished.set()

    def _ground(self, game: Game) -> None:
        while not _GROUNDING.acquire(timeout=_TURN_S):
            if not self._is_wanted():
                return
        try:
            later = game.engines["net"]
            assert isinstance(later, LaterEngine)
            engine = later.made
            assert isinstance(engine, NetEngine)
            if self._is_wanted() and engine.ungrounded is None:
                engine.get_ready()
                self.net = engine
            elif self._is_wanted() and engine.notice:
                self._tell(f"match {self._name}: {engine.notice}")
        finally:
            _GROUNDING.release()


def logic_engine(game: Game) -> LogicEngine:
    """The reference engine of a GDL game."""
    engine = game.engines["rules"]
    assert isinstance(engine, LogicEngine)
    return engine
