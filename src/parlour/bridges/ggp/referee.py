"""A referee: plays a match between players on the network, in the time they have.

The match is one like any other, with a record that can be replayed. A move that comes too late, is not legal or does
not come at all is noted in it, and a random legal one is made instead. Players that answer garbage or die therefore
cannot stop a match.

Players are asked in every step, also where the game has only one move for everybody, and follow the match step by step.
In a game without secrets they are told all moves of the last step; in one with secrets (GDL-II) each is told its own
move and what it sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field

from parlour.bridges.ggp.http import exchange
from parlour.bridges.ggp.messages import BadMessage, message_of, parse, term_of, written
from parlour.bridges.ggp.preparing import logic_engine
from parlour.bridges.ggp.spelling import rules_to_send
from parlour.core.chance import Chance, derive
from parlour.dataclass import dataclass
from parlour.engines.logic.history import Played
from parlour.engines.logic.position import LogicPosition
from parlour.game.game import Game
from parlour.game.position import Status, Step
from parlour.logic.rules import Compound
from parlour.match.events import Failing
from parlour.match.match import Match

# A match of more steps is left as it is.
LONGEST_MATCH = 10_000
# What a player has for messages that need no thinking.
SHORT_S = 1.0


@dataclass(frozen=True, slots=True)
class Address:
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass
class Referee:
    """Plays `game` between players at these addresses, one for each seat, in the order of the roles. `tell` hears of
    every step and mishap as it happens."""

    game: Game
    players: Sequence[Address]
    startclock_s: float = 10.0
    playclock_s: float = 5.0
    grace_s: float = 1.0  # for the way of a move through the network
    seed: int = 0
    name: str = "match"
    clock: Callable[[], float] | None = None
    tell: Callable[[str], object] = lambda text: None
    chance: Chance = field(init=False)
    match: Match = field(init=False)

    def run(self) -> Match:
        """The whole match, from START to STOP. Raises `Diagnostics` if the rules cannot be sent."""
        engine = logic_engine(self.game)
        if len(self.players) != len(engine.seats):
            raise ValueError(f"the game has {len(engine.seats)} seats, and there are {len(self.players)} players")
        rules = rules_to_send(engine.sheet.rules)
        self.chance = Chance(derive(self.seed, 2))
        seats = {seat.name: str(player) for seat, player in zip(engine.seats, self.players, strict=True)}
        self.match = Match.start(self.game, seed=self.seed, seats=seats, clock=self.clock)
        with ThreadPoolExecutor(max_workers=max(len(seats), 1)) as pool:
            try:
                self._start(pool, rules)
                steps = 0
                while steps < LONGEST_MATCH and (steps < len(self._position.history) or not self.match.is_over):
                    self._step(pool, steps)
                    steps += 1
            except KeyboardInterrupt:
                self._abort(pool)
                raise
            if self._position.status is Status.OVER:
                self._send(pool, self._messages("STOP", steps), self.playclock_s)
            else:
                self._abort(pool)
        return self.match

    @property
    def _position(self) -> LogicPosition:
        position = self.match.position
        assert isinstance(position, LogicPosition)
        return position

    # ---- the messages

    def _start(self, pool: ThreadPoolExecutor, rules: str) -> None:
        position = self._position
        clocks = f"{int(self.startclock_s)} {int(self.playclock_s)}"
        roles = [position.machine.roles[role].name for role in position.engine.seat_roles]
        texts = [f"( START {self.name} {role} ( {rules} ) {clocks} )" for role in roles]
        for seat, answer in enumerate(self._send(pool, texts, self.startclock_s)):
            if isinstance(answer, Exception):
                self._note(0, seat, *excuse(answer))

    def _messages(self, kind: str, steps: int) -> list[str]:
        """PLAY or STOP after so many steps, as each seat is told."""
        position = self._position
        last = position.history[steps - 1] if steps else None
        roles = position.engine.seat_roles
        told = roles if position.engine.is_told else [None] * len(roles)
        return [step_message(kind, self.name, steps, last, role) for role in told]

    def _send(self, pool: ThreadPoolExecutor, texts: Sequence[str], time_limit_s: float) -> list[str | Exception]:
        """Sends every player its message at once; the answers, or what went wrong."""

        def send(player: Address, text: str) -> str | Exception:
            try:
                return exchange(player.host, player.port, text, str(player), time_limit_s)
            except (OSError, BadMessage) as problem:
                return problem

        waiting = [pool.submit(send, player, text) for player, text in zip(self.players, texts, strict=True)]
        return [item.result() for item in waiting]

    def _abort(self, pool: ThreadPoolExecutor) -> None:
        self._send(pool, [f"( ABORT {self.name} )"] * len(self.players), SHORT_S)

    # ---- one step

    def _step(self, pool: ThreadPoolExecutor, number: int) -> None:
        """Asks for the moves of one step. Where nobody has a choice the match has made it already."""
        position = self._position
        made = position.history[number] if number < len(position.history) else None
        answers = self._send(pool, self._messages("PLAY", number), self.playclock_s + self.grace_s)
        chosen: dict[int, Compound] = {}
        for seat, answer in enumerate(answers):
            legal = position.legal_moves[seat] if made is None else (made.moves[position.engine.seat_roles[seat]],)
            move = self._move(number + 1, seat, legal, answer)
            chosen[seat] = legal[self.chance.below(len(legal))] if move is None else move
        if made is None:
            # All mishaps of a step are noted before its answers, which belong together.
            for question in position.questions:
                assert question.seat is not None
                step = self.match.answer(question, position.engine.table.label(chosen[question.seat]))
                assert isinstance(step, Step), "a legal move is taken"
        if number < len(self._position.history):
            moves = self._position.history[number].moves
            self.tell(f"{number + 1}. {' '.join(written(message_of(move)) for move in moves)}")

    def _move(self, step: int, seat: int, legal: Sequence[Compound], answer: str | Exception) -> Compound | None:
        """The legal move a player has made; None if it has made none, which is noted."""
        if isinstance(answer, Exception):
            self._note(step, seat, *excuse(answer))
            return None
        try:
            move = term_of(parse(answer))
        except BadMessage as problem:
            self._note(step, seat, "garbage", f"{problem}: {answer[:80]!r}")
            return None
        if move not in legal:
            self._note(step, seat, "illegal", answer[:80])
            return None
        return move

    def _note(self, step: int, seat: int, how: Failing, text: str) -> None:
        self.match.note(seat, how, text)
        self.tell(f"{self.match.seat_name(seat)} in step {step}: {how} ({text})")


def step_message(kind: str, match: str, steps: int, last: Played | None, role: int | None) -> str:
    """PLAY or STOP after so many steps, with all moves of the last one; for a role that is told its own part alone,
    with its own move and what it saw."""
    if role is not None:
        return f"( {kind} {match} {steps} {_own_part(last, role)} )"
    joint = "NIL" if last is None else written([message_of(move) for move in last.moves])
    return f"( {kind} {match} {joint} )"


def _own_part(last: Played | None, role: int) -> str:
    """A role's own move in the last step, and what it was told then."""
    if last is None:
        return "NIL NIL"
    return f"{written(message_of(last.moves[role]))} {written([message_of(item) for item in last.percepts[role]])}"


def excuse(problem: Exception) -> tuple[Failing, str]:
    """How a player has failed that could not be asked, and what is to be said of it."""
    if isinstance(problem, BadMessage):
        return "garbage", str(problem)
    if isinstance(problem, TimeoutError) or "time is up" in str(problem):
        return "late", "no answer in time"
    return "unreachable", str(problem) or type(problem).__name__
