"""A referee: plays a match between players on the network, in the time they have, and writes down what happened.

A move that comes too late, is not legal or does not come at all is replaced by a random legal one, and noted. Players
that answer garbage or die therefore cannot stop a match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from parlour.bridges.ggp.http import exchange
from parlour.bridges.ggp.messages import BadMessage, Message, message_of, parse, term_of, written
from parlour.bridges.ggp.preparing import logic_engine
from parlour.bridges.ggp.spelling import rules_to_send
from parlour.core.chance import Chance, derive
from parlour.engines.logic.machine import RANDOM, GameTrouble, State
from parlour.engines.logic.outcome import score_of
from parlour.game.game import Game
from parlour.logic.rules import Compound

LONGEST_MATCH = 10_000
# What a player has for messages that need no thinking.
SHORT_S = 1.0


@dataclass(frozen=True, slots=True)
class Address:
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that went wrong with a player: `late`, `illegal`, `garbage` or `unreachable`, and in which step."""

    step: int
    role: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match that was played: the joint moves in the order of the roles, the scores of the seats (None: it failed),
    and all mishaps."""

    match: str
    roles: tuple[str, ...]
    steps: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...] | None
    mishaps: tuple[Mishap, ...]
    error: str = ""


@dataclass
class Referee:
    """Plays `game` between players at these addresses, one for each seat, in the order of the roles."""

    game: Game
    players: Sequence[Address]
    startclock_s: float = 10.0
    playclock_s: float = 5.0
    grace_s: float = 1.0  # for the way of a move through the network
    seed: int = 0
    match: str = "match"
    tell: Callable[[str], object] = lambda text: None
    mishaps: list[Mishap] = field(default_factory=list)

    def run(self) -> MatchReport:
        """The whole match, from START to STOP. Raises `Diagnostics` if the rules cannot be sent."""
        engine = logic_engine(self.game)
        machine = engine.machine()
        seats = engine.seat_roles
        if len(self.players) != len(seats):
            raise ValueError(f"the game has {len(seats)} seats, and there are {len(self.players)} players")
        rules = rules_to_send(engine.sheet.rules)
        chance = Chance(derive(self.seed, 2))
        names = tuple(role.name for role in machine.roles)
        steps: list[tuple[str, ...]] = []
        last: Message = "NIL"
        with ThreadPoolExecutor(max_workers=max(len(seats), 1)) as pool:
            self._start(pool, rules, names, seats)
            try:
                state: State = machine.initial()
                while not machine.is_terminal(state) and len(steps) < LONGEST_MATCH:
                    text = f"( PLAY {self.match} {written(last)} )"
                    answers = dict(zip(seats, self._ask(pool, text, self.playclock_s + self.grace_s), strict=True))
                    joint = []
                    for role in range(len(names)):
                        legal = machine.legal(state, role)
                        if not legal:
                            raise GameTrouble("runtime", "no-legal-move", f"{names[role]} has no legal move")
                        joint.append(self._move(names[role], legal, answers.get(role), len(steps) + 1, chance))
                    state = machine.step(state, joint)
                    last = [message_of(move) for move in joint]
                    steps.append(tuple(written(message_of(move)) for move in joint))
                    self.tell(f"{len(steps)}. {' '.join(steps[-1])}")
                scores = tuple(score_of(machine, state, role) for role in seats)
            except GameTrouble as trouble:
                self._tell_all(pool, f"( ABORT {self.match} )", SHORT_S)
                return MatchReport(self.match, names, tuple(steps), None, tuple(self.mishaps), str(trouble))
            self._tell_all(pool, f"( STOP {self.match} {written(last)} )", self.playclock_s)
        return MatchReport(self.match, names, tuple(steps), scores, tuple(self.mishaps))

    def _start(self, pool: ThreadPoolExecutor, rules: str, names: Sequence[str], seats: Sequence[int]) -> None:
        clocks = f"{int(self.startclock_s)} {int(self.playclock_s)}"
        waiting = [
            pool.submit(
                self._exchange, player, f"( START {self.match} {names[role]} ( {rules} ) {clocks} )", self.startclock_s
            )
            for player, role in zip(self.players, seats, strict=True)
        ]
        for role, answer in zip(seats, [item.result() for item in waiting], strict=True):
            if isinstance(answer, Exception):
                self._note(0, names[role], *_excuse(answer))

    def _ask(self, pool: ThreadPoolExecutor, text: str, time_limit_s: float) -> list[str | Exception]:
        waiting = [pool.submit(self._exchange, player, text, time_limit_s) for player in self.players]
        return [item.result() for item in waiting]

    def _tell_all(self, pool: ThreadPoolExecutor, text: str, time_limit_s: float) -> None:
        """The last message: whoever does not answer it any more is forgiven."""
        self._ask(pool, text, time_limit_s)

    def _exchange(self, player: Address, text: str, time_limit_s: float) -> str | Exception:
        try:
            return exchange(player.host, player.port, text, str(player), time_limit_s)
        except (OSError, BadMessage) as problem:
            return problem

    def _move(
        self, role: str, legal: Sequence[Compound], answer: str | Exception | None, step: int, chance: Chance
    ) -> Compound:
        """The move a player has made, or one drawn for it."""
        if answer is None or role == RANDOM:
            return legal[chance.below(len(legal))]
        if isinstance(answer, Exception):
            self._note(step, role, *_excuse(answer))
        else:
            try:
                move = term_of(parse(answer))
            except BadMessage as problem:
                self._note(step, role, "garbage", f"{problem}: {answer[:80]!r}")
            else:
                if move in legal:
                    assert move is not None
                    return move
                self._note(step, role, "illegal", answer[:80])
        return legal[chance.below(len(legal))]

    def _note(self, step: int, role: str, kind: str, text: str) -> None:
        self.mishaps.append(Mishap(step, role, kind, text))
        self.tell(f"{role} in step {step}: {kind} ({text})")


def _excuse(problem: Exception) -> tuple[str, str]:
    if isinstance(problem, BadMessage):
        return "garbage", str(problem)
    if isinstance(problem, TimeoutError) or "time is up" in str(problem):
        return "late", "no answer in time"
    return "unreachable", str(problem) or type(problem).__name__
