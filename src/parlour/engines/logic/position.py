"""A position of a game of logic: everybody who has a choice is asked at once, then the step is made.

A role with a single legal move is not asked: it makes that move. Steps in which nobody has a choice follow each other
until somebody has one. `random` is not a seat: its moves are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.engines.logic.belief import Belief
from parlour.engines.logic.history import Played
from parlour.engines.logic.insight import imagined, scene_of, view_key_of, view_of
from parlour.engines.logic.machine import GameTrouble, Machine, State
from parlour.engines.logic.outcome import outcome_of
from parlour.game.error import GameError, Refused
from parlour.game.outcome import Outcome
from parlour.game.pictured import PicturedPosition
from parlour.game.position import Budget, Drawn, NeedsChance, Seat, Status, Step
from parlour.game.question import LARGEST_ANSWER, Domain, Legal, Move, Moves, Option, Question
from parlour.game.scene import Scene
from parlour.game.view import View
from parlour.logic.rules import Compound

if TYPE_CHECKING:
    from parlour.engines.logic.engine import LogicEngine

# Steps in which nobody has a choice; more than these in a row are a game that plays with itself.
MOST_SILENT_STEPS = 2_000

_NOT_OPEN = Refused("not-open", "this question is not open")
_OVER = Refused("over", "the match is over: nothing is asked any more")


class _ChanceNeeded(Exception):
    def __init__(self, n: int) -> None:
        self.n = n
        super().__init__()


class LogicPosition(PicturedPosition):
    """See `parlour.game.position.Position`."""

    def __init__(self, engine: LogicEngine, machine: Machine, state: State, chance: Chance, budget: Budget) -> None:
        self.engine = engine
        self.machine = machine
        self.state_now = state
        self.chance = chance
        self.budget = budget
        self.status = Status.OPEN
        self.error: GameError | None = None
        self.outcome: Outcome | None = None
        self.last = Step()
        self.history: tuple[Played, ...] = ()
        # The moves of this step that are made already, by seat; forced ones are among them.
        self.given: dict[int, Compound] = {}
        self.legal_moves: dict[int, tuple[Compound, ...]] = {}  # by seat; empty between steps
        self._options: dict[int, Legal] = {}
        self._questions: tuple[Question, ...] | None = None
        # By role: what it believed after so many steps (None: too much to find out), to go on from when it looks.
        self.beliefs: dict[int, tuple[int, Belief | None]] = {}

    @classmethod
    def begin(cls, engine: LogicEngine, machine: Machine, seed: int, budget: Budget) -> LogicPosition:
        position = cls(engine, machine, None, Chance(derive(seed, 0)), budget)
        try:
            position.state_now = machine.initial()
        except GameTrouble as trouble:
            position._fail(trouble)
            return position
        position._run([], None)
        return position

    # ------------------------------------------------------------------------------------------------- looking

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.engine.seats

    @property
    def key(self) -> bytes:
        if self.error is not None:
            return b"failed" + self.error.code.encode()
        given = sorted((seat, str(move)) for seat, move in self.given.items() if seat in self.asked_seats())
        return self.machine.key(self.state_now) + repr(given).encode()

    @property
    def move_depth(self) -> int:
        return 0

    @property
    def questions(self) -> tuple[Question, ...]:
        if self.status is not Status.OPEN:
            return ()
        if self._questions is None:
            first = 1 + len(self.history) * len(self.seats)
            self._questions = tuple(
                Question(
                    id=first + seat.number,
                    seat=seat.number,
                    kind="choice",
                    prompt=f"{seat.name}, your move",
                    domain=Domain("move"),
                    site="move",
                )
                for seat in self.seats
                if seat.number not in self.given
            )
        return self._questions

    def asked_seats(self) -> set[int]:
        return {seat for seat, moves in self.legal_moves.items() if len(moves) > 1}

    def _seat_asked(self, question: Question | int) -> int | None:
        number = question if isinstance(question, int) else question.id
        return next((item.seat for item in self.questions if item.id == number), None)

    # ------------------------------------------------------------------------------------------------ answering

    def read_answer(self, question: Question | int, text: str) -> Plain | Refused:
        seat = self._seat_asked(question)
        if seat is None:
            return self._not_open()
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST_ANSWER:
            return Refused("too-long", "an answer may have 64 KB at most")
        move = self.engine.table.read(text)
        if move is None:
            return Refused("form", f"this is not a move; an example of one is {self._label(self.legal_moves[seat][0])}")
        if move not in self.legal_moves[seat]:
            return self._not_legal(seat, move)
        return self._label(move)

    def label(self, question: Question | int, value: Plain) -> str | Refused:
        seat = self._seat_asked(question)
        if seat is None:
            return self._not_open()
        move = self._move(seat, value)
        return move if isinstance(move, Refused) else self._label(move)

    def _move(self, seat: int, value: Plain) -> Compound | Refused:
        """The legal move that an answer names."""
        if not isinstance(value, str):
            return Refused("form", "the answer is a move in the spelling of the rule sheet")
        if len(value.encode("utf-8", "surrogatepass")) > LARGEST_ANSWER:
            return Refused("too-long", "an answer may have 64 KB at most")
        move = self.engine.table.read(value)
        if move is None:
            return Refused("form", "this is not a move")
        return move if move in self.legal_moves[seat] else self._not_legal(seat, move)

    def _not_legal(self, seat: int, move: Compound) -> Refused:
        some = ", ".join(self._label(item) for item in self.legal_moves[seat][:8])
        more = ", …" if len(self.legal_moves[seat]) > 8 else ""
        return Refused("not-an-option", f"{self._label(move)} is not a legal move here; legal are {some}{more}")

    def _not_open(self) -> Refused:
        return _NOT_OPEN if self.status is Status.OPEN else _OVER

    def _label(self, move: Compound) -> str:
        return self.engine.table.label(move)

    def answer(
        self, question: Question | int, value: Plain, *, chance: Sequence[int] | None = None
    ) -> Step | NeedsChance | Refused:
        seat = self._seat_asked(question)
        if seat is None:
            return self._not_open()
        move = self._move(seat, value)
        if isinstance(move, Refused):
            return move
        before = (self.state_now, self.history, dict(self.given), self.legal_moves, self.chance.copy())
        self.given[seat] = move
        self._questions = None
        events: list[Drawn] = []
        try:
            self._run(events, None if chance is None else list(chance))
        except _ChanceNeeded as needed:
            self.state_now, self.history, self.given, self.legal_moves, self.chance = before
            self._questions = None
            self._options = {}
            return NeedsChance(needed.n)
        return self.last

    def _run(self, events: list[Drawn], given_chance: list[int] | None) -> None:
        """Makes steps while nobody is to be asked."""
        is_open = len(self.given) == len(self.seats) and bool(self.legal_moves)
        try:
            for _ in range(MOST_SILENT_STEPS):
                if is_open:
                    self._make_step(events, given_chance)
                elif self.legal_moves:
                    break  # others are still to answer
                if self.machine.is_terminal(self.state_now):
                    self.outcome = outcome_of(self.machine, self.state_now, self.engine.seat_roles)
                    self.status = Status.OVER
                    break
                self.open_step()
                is_open = len(self.given) == len(self.seats)
                if not is_open:
                    break
            else:
                raise GameTrouble("stuck", "silent", f"nobody had a choice for {MOST_SILENT_STEPS:,} steps")
        except GameTrouble as trouble:
            self._fail(trouble)
        self.last = Step(tuple(events))

    def open_step(self) -> None:
        """Finds the legal moves of all seats; those with one only make it."""
        legal = {}
        for seat, role in enumerate(self.engine.seat_roles):
            legal[seat] = self.machine.legal(self.state_now, role)
            if not legal[seat]:
                raise self._no_move(role)
        self.legal_moves = legal
        self.given = {seat: moves[0] for seat, moves in legal.items() if len(moves) == 1}
        self._questions = None
        self._options = {}

    def _make_step(self, events: list[Drawn], given_chance: list[int] | None) -> None:
        machine, state = self.machine, self.state_now
        moves: list[Compound] = []
        for role in range(len(machine.roles)):
            seat = self.engine.role_seats[role]
            moves.append(self._drawn_move(role, events, given_chance) if seat is None else self.given[seat])
        told: tuple[tuple[Compound, ...], ...] = ()
        if self.engine.is_told:
            told = tuple(machine.percepts(state, moves, role) for role in range(len(machine.roles)))
        self.state_now = machine.step(state, moves)
        self.history = (*self.history, Played(state, tuple(moves), told))
        self.given, self.legal_moves = {}, {}
        self._questions = None

    def _drawn_move(self, role: int, events: list[Drawn], given_chance: list[int] | None) -> Compound:
        choices = self.machine.legal(self.state_now, role)
        if not choices:
            raise self._no_move(role)
        if len(choices) == 1:
            return choices[0]
        if given_chance is None:
            value = self.chance.below(len(choices))
        elif not given_chance:
            raise _ChanceNeeded(len(choices))
        else:
            value = given_chance.pop(0)
            if not 0 <= value < len(choices):
                raise ValueError(f"a chance outcome is one of 0 to {len(choices) - 1}, not {value}")
        events.append(Drawn(len(choices), value))
        return choices[value]

    def _no_move(self, role: int) -> GameTrouble:
        message = "{0} has no legal move, and this is not the end"
        return GameTrouble("runtime", "no-legal-move", message, "legal", self.machine.roles[role])

    def _fail(self, trouble: GameTrouble) -> None:
        self.status = Status.FAILED
        self.given, self.legal_moves = {}, {}
        self._questions = None
        places = [] if trouble.place is None else [trouble.place]
        if trouble.relation and not places:
            facts = self.machine.facts(self.state_now)
            places = self.engine.table.places_of(trouble.relation, trouble.terms, facts)
        place = places[0] if places else None
        question = len(self.history) * len(self.seats) or None
        kind = trouble.kind
        assert kind in ("runtime", "budget", "stuck")
        message = trouble.spelled(self._label)
        if kind == "runtime":
            message += f", in this state: {state_text(list(map(self._label, self.machine.facts(self.state_now))))}"
        hint = self.engine.table.advice(trouble.code, *trouble.terms[:1])
        self.error = GameError(kind, trouble.code, message, place, (), question, hint, None, tuple(places[1:]))  # type: ignore[arg-type]

    # --------------------------------------------------------------------------------------- states as values

    def copy(self, *, seed: int | None = None) -> LogicPosition:
        chance = self.chance.copy() if seed is None else Chance(derive(seed, 0))
        twin = LogicPosition(self.engine, self.machine, self.state_now, chance, self.budget)
        twin.status, twin.error, twin.outcome, twin.last = self.status, self.error, self.outcome, self.last
        twin.history, twin.given, twin.legal_moves = self.history, dict(self.given), self.legal_moves
        twin._questions, twin._options = self._questions, dict(self._options)
        twin.beliefs = dict(self.beliefs)
        return twin

    def unanswered(self) -> LogicPosition:
        """The same before anybody has answered in the open step."""
        twin = self.copy()
        if twin.status is Status.OPEN:
            asked = twin.asked_seats()
            twin.given = {seat: move for seat, move in twin.given.items() if seat not in asked}
            twin._questions = None
        return twin

    def is_listed(self, question: Question | int) -> bool:
        return bool(self.legal(question).options)

    def legal(self, question: Question | int) -> Legal:
        seat = self._seat_asked(question)
        if seat is None:
            return Legal((), "exact")
        if seat not in self._options:
            found = []
            for move in self.legal_moves[seat]:
                label = self._label(move)
                found.append(Option(label, label, self.engine.table.anchors(move)))
            self._options[seat] = Legal(tuple(found), "exact")
        return self._options[seat]

    def moves(self, seat: int | None, limit: int = 10_000) -> Moves:
        found = [
            Move(seat, (option,))
            for question in self.questions
            if question.seat == seat
            for option in self.legal(question)
        ]
        return Moves(tuple(found[:limit]), len(found) <= limit)

    # ------------------------------------------------------------------------------------------------------ views

    def scene(self, viewer: int | None) -> Scene:
        return scene_of(self, viewer)

    def view(self, viewer: int | None) -> View:
        return view_of(self, viewer)

    def view_key(self, seat: int) -> bytes:
        return view_key_of(self, seat)

    def imagine(self, seat: int, seed: int) -> LogicPosition | None:
        return imagined(self, seat, seed)

    def state(self) -> dict[str, object]:
        if self.state_now is None:
            return {"facts": []}
        return {"facts": [self._label(fact) for fact in self.machine.facts(self.state_now)]}

    def asking(self) -> dict[str, object]:
        return {}

    def ending(self) -> dict[str, object] | None:
        return None

    def why(self, seat: int, words: str) -> tuple[str, ...] | None:
        return None


def state_text(facts: Sequence[str], longest: int = 400) -> str:
    """A state for a message: its facts, as many as fit.

    >>> state_text(["(step 1)", "(step 2)"], 10)
    '(step 1) and 1 more'
    """
    shown: list[str] = []
    for fact in facts:
        if shown and sum(map(len, shown)) + len(fact) > longest:
            return f"{' '.join(shown)} and {len(facts) - len(shown)} more"
        shown.append(fact)
    return " ".join(shown) or "no fact holds"
