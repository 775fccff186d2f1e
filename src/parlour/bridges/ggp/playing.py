"""One match from the side of one role: what was played and told in it, and what to answer.

A referee that tells all moves is followed state by state. One that tells a role its own move and what it sees (GDL-II)
leaves the state open: then what was told is remembered, and what the role can conclude from it.
"""

from __future__ import annotations

from threading import Lock

from parlour.bridges.ggp.messages import BadMessage, Message, written
from parlour.bridges.ggp.preparing import Preparation
from parlour.bridges.ggp.spelling import Names
from parlour.bridges.ggp.thinking import Limit, Mind
from parlour.engines.logic.engine import LogicEngine
from parlour.engines.logic.history import Seen
from parlour.engines.logic.machine import Machine, State
from parlour.logic.listing import term_key
from parlour.logic.rules import Compound


class Playing:
    """A match since its START; the rules may still be on their way then. One message at a time, under `lock`."""

    def __init__(self, rules: str, match: str, role: str, playclock_s: float, seed: int) -> None:
        self.role_name = role
        self.playclock_s = playclock_s
        self.seed = seed
        self.is_wanted = True
        self.lock = Lock()
        self.preparation = Preparation(rules, match, lambda: self.is_wanted)
        self._course: Course | None = None

    def begin(self, seconds: float) -> Course:
        """The course of the match; waits for the rules no longer than this. Raises `BadMessage` for rules with errors,
        and if they have no such role."""
        if self._course is None:
            engine, machine, first = self.preparation.rules(seconds)
            names = [role.name.lower() for role in machine.roles]
            if self.role_name.lower() not in names:
                raise BadMessage(f"the game has no role {self.role_name[:40]}")
            self._course = Course(engine, machine, first, names.index(self.role_name.lower()), self.seed)
        return self._course

    def take_net(self) -> None:
        """Thinks with the net, once it is there."""
        if self._course is not None and self.preparation.net is not None and not self._course.mind.has_net:
            self._course.mind.use(self.preparation.net)


class Course:
    """What has happened in a match, as far as the role was told."""

    def __init__(self, engine: LogicEngine, machine: Machine, first: State, role: int, seed: int) -> None:
        self.machine = machine
        self.role = role
        self.mind = Mind(machine, role, seed)
        self._names = Names(engine.sheet.rules)
        self._state = first
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
        self._state = self.machine.step(self._state, moves)
        self.mind.follow(moves)

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
            move = self.mind.choose_unseen(self._seen, limit)
            if move is None:
                raise BadMessage("no course of the match was found that agrees with what was told")
            return move
        if self.machine.is_terminal(self._state) or not self.machine.legal(self._state, self.role):
            raise BadMessage("there is no legal move")
        return self.mind.choose(self._state, limit)
