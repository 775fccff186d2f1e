"""One match from the side of one role: what was played and told in it, and what to answer.

A referee that tells all moves is followed state by state. One that tells a role its own move and what it sees (GDL-II)
leaves the state open: then what was told is remembered, and what the role can conclude from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic

from parlour.bridges.ggp.messages import BadMessage, Message, written
from parlour.bridges.ggp.preparing import Preparation, Tell, failure
from parlour.bridges.ggp.spelling import Names
from parlour.bridges.ggp.thinking import Limit, Mind
from parlour.engines.logic.engine import LogicEngine
from parlour.engines.logic.history import Seen
from parlour.engines.logic.machine import Machine, State
from parlour.engines.net.engine import NetEngine
from parlour.logic.listing import term_key
from parlour.logic.rules import Compound

# How long it ponders without hearing anything: so many times as long as a move may take, and not less than this.
PONDERING_CLOCKS = 3
LEAST_PONDERING_S = 10.0


class Playing:
    """A match since its START; the rules may still be on their way then. One message at a time, under `lock`."""

    def __init__(self, rules: str, match: str, role: str, playclock_s: float, seed: int, tell: Tell) -> None:
        self.role_name = role
        self.tell = tell
        self.playclock_s = playclock_s
        self.seed = seed
        self.is_wanted = True
        self.lock = Lock()
        self._pondering: Thread | None = None
        self._has_heard = Event()
        self.preparation = Preparation(rules, match, lambda: self.is_wanted, tell)
        self._course: Course | None = None

    def begin(self, seconds: float) -> Course:
        """The course of the match; waits for the rules no longer than this. Raises `BadMessage` for rules with errors,
        and if they have no such role."""
        if self._course is None:
            engine, machine, first = self.preparation.rules(seconds)
            names = [role.name.lower() for role in machine.roles]
            if self.role_name.lower() not in names:
                raise BadMessage(f"the game has no role {self.role_name[:40]}")
            self._course = Course(engine, machine, first, names.index(self.role_name.lower()), self.seed, self.tell)
        return self._course

    def ponder(self) -> None:
        """Thinks on while the others do, in a thread of its own, until something is heard: but not for ever, if nothing
        is."""
        course = self._course
        if course is None:
            return
        self._has_heard.clear()
        deadline = monotonic() + max(PONDERING_CLOCKS * self.playclock_s, LEAST_PONDERING_S)
        limit = Limit(deadline=deadline, goes_on=lambda: self.is_wanted and not self._has_heard.is_set())
        self._pondering = Thread(target=course.ponder, args=[limit], daemon=True)
        self._pondering.start()

    def listen(self) -> None:
        """Something was heard: whoever ponders stops."""
        self._has_heard.set()
        if self._pondering is not None:
            self._pondering.join()
            self._pondering = None

    def take_net(self) -> None:
        """Thinks with the net, once it is there."""
        if self._course is not None and self.preparation.net is not None:
            self._course.use(self.preparation.net)
            self.preparation.net = None


class Course:
    """What has happened in a match, as far as the role was told. Whatever fails in thinking, there is a move for every
    state in which one is legal."""

    def __init__(self, engine: LogicEngine, machine: Machine, first: State, role: int, seed: int, tell: Tell) -> None:
        self.machine = machine
        self.role = role
        self.seed = seed
        self.tell = tell
        self.mind = Mind(machine, role, seed)
        self._names = Names(engine.sheet.rules)
        self._state = first
        self._made: Compound | None = None  # the move it has answered with in this state
        self._seen: list[Seen] | None = None  # in a match of which it is told its own part only

    def follow(self, joint: Message) -> None:
        """Makes the moves of the last step, which the referee tells to all."""
        if isinstance(joint, str):
            return  # NIL: nothing was played yet
        if len(joint) != len(self.machine.roles):
            raise BadMessage(f"a step has {len(self.machine.roles)} moves, one for each role")
        moves = []
        for role, message in enumerate(joint):
            move = self._names.term(message)
            if move is None or move not in self.machine.legal(self._state, role):
                raise BadMessage(f"{written(message)[:80]} is not a legal move")
            moves.append(move)
        self._state, self._made = self.machine.step(self._state, moves), None
        with self._thinking():
            self.mind.follow(moves)

    def use(self, net: NetEngine) -> None:
        """Thinks with the net from now on."""
        with self._thinking():
            self.mind.use(net)

    @contextmanager
    def _thinking(self) -> Iterator[None]:
        """What fails inside is told and forgotten: thinking begins anew, by the rules alone."""
        try:
            yield
        except Exception as problem:
            self.tell(f"thinking failed and begins anew without a net: {failure(problem)}")
            self.mind = Mind(self.machine, self.role, self.seed)

    def hear(self, turn: str, move: Message, percepts: Message) -> None:
        """Remembers its own last move, and what it was told after it; so many turns are over."""
        if self._seen is None:
            self._seen = []
        if turn == str(len(self._seen)):
            return  # nothing was played yet, or the message comes again
        if turn != str(len(self._seen) + 1):
            raise BadMessage(f"this is turn {turn[:20]}, but turn {len(self._seen) + 1} comes next")
        own = self._names.term(move)
        told = [self._names.term(item) for item in ([] if isinstance(percepts, str) else percepts)]
        if own is None or None in told:
            raise BadMessage("a move or percept is not a term")
        seen = {item for item in told if item is not None}
        self._seen.append(Seen(own, tuple(sorted(seen, key=term_key))))

    def choose(self, limit: Limit) -> Compound:
        if self._seen is not None:
            move = None
            with self._thinking():
                move = self.mind.choose_unseen(self._seen, limit)
            if move is None:
                move = self.mind.legal_unseen(self._seen, limit)
            if move is None:
                raise BadMessage("no course of the match was found that agrees with what was told")
            return move
        legal = () if self.machine.is_terminal(self._state) else self.machine.legal(self._state, self.role)
        if not legal:
            raise BadMessage("there is no legal move")
        self._made = legal[0]
        with self._thinking():
            move = self.mind.choose(self._state, limit)
            if move in legal:
                self._made = move
            else:
                self.tell(f"thinking came to {move}, which is not legal")
        return self._made

    def ponder(self, limit: Limit) -> None:
        """Goes on thinking where it is told everything, after its answer or before it is asked for the first time."""
        if self._seen is None and not self.machine.is_terminal(self._state):
            with self._thinking():
                self.mind.ponder(self._state, self._made, limit)
