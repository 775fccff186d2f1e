"""A player of the GGP network in a seat of any match: `ggp://host:port`.

To the player at the address we are the referee. It is told START when its seat is asked for the first time, then every
step with PLAY, also those in which it had no choice, and at the end STOP; what it answers to the last PLAY is its move.
What was told so far is compared with the match at every question: where somebody has taken back a move, it begins anew.

It is told what its seat may know and no more. All of it comes from positions that the seat imagines: in a game without
secrets all moves, in one with secrets (GDL-II) its own moves and what it sees.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from parlour.bridges.ggp.http import exchange
from parlour.bridges.ggp.messages import BadMessage, parse, term_of
from parlour.bridges.ggp.preparing import logic_engine
from parlour.bridges.ggp.referee import Address, excuse, step_message
from parlour.bridges.ggp.spelling import LANGUAGE, rules_to_send
from parlour.engines.logic.history import Played
from parlour.engines.logic.position import LogicPosition
from parlour.game.game import Game
from parlour.game.position import Status
from parlour.game.view import OpenQuestion, View
from parlour.logic.rules import Compound
from parlour.players.player import Imagine, NoOptions, PlayerFailed, Typed
from parlour.players.registry import UnfitPlayer
from parlour.players.specification import UnknownPlayer
from parlour.syntax.diagnostic import Diagnostics

STARTCLOCK_S = 10
PLAYCLOCK_S = 5
# For the way of a message through the network, and for those that need no thinking.
GRACE_S = 1.0
LONGEST_CLOCK_S = 86_400

_WRITTEN = re.compile(r"//(?P<host>\[[^\]]*\]|[^:,\[\]/]+):(?P<port>[0-9]{1,5})(?P<rest>,.*)?")


def remote_player(argument: str, seed: int, game: Game | None) -> RemotePlayer:
    """The entry point: what stands behind `ggp:`."""
    found = _WRITTEN.fullmatch(argument)
    if found is None or not 0 < int(found["port"]) < 65536:
        raise UnknownPlayer(f"ggp:{argument} is no address; write ggp://host:port, for example ggp://localhost:9147")
    clocks = {"startclock": STARTCLOCK_S, "playclock": PLAYCLOCK_S}
    for part in (found["rest"] or "").split(",")[1:]:
        key, _, value = part.partition("=")
        is_number = value.isascii() and value.isdigit() and len(value) < 7 and 0 < int(value) <= LONGEST_CLOCK_S
        if key not in clocks or not is_number:
            raise UnknownPlayer(
                f"ggp cannot be told {part!r}; it can be told startclock=10 and playclock=5, in seconds"
            )
        clocks[key] = int(value)
    if game is None:
        raise UnknownPlayer("ggp has to know the game that it plays")
    if game.info.language != LANGUAGE:
        raise UnfitPlayer("a ggp player plays rule sheets of GDL alone")
    address = Address(found["host"].strip("[]"), int(found["port"]))
    try:
        return RemotePlayer(game, address, seed, clocks["startclock"], clocks["playclock"])
    except Diagnostics as problem:
        raise UnfitPlayer(f"these rules cannot be sent to a ggp player: {problem}") from None


class RemotePlayer:
    """See the module, and `parlour.players.player.Follower`."""

    def __init__(self, game: Game, address: Address, seed: int, startclock_s: int, playclock_s: int) -> None:
        self.address = address
        self.startclock_s = startclock_s
        self.playclock_s = playclock_s
        self._engine = logic_engine(game)
        self._rules = rules_to_send(self._engine.sheet.rules)
        self._name = f"parlour.{seed:016x}"
        self._started = 0
        # How many PLAY it was sent, and the steps that it was told in them; None before START.
        self._sent = 0
        self._told: list[Played] | None = None
        self._role = -1
        self._imagine: Imagine | None = None

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Typed:
        seat = question.question.seat
        assert seat is not None, "in GDL it is always somebody who is asked"
        self._imagine, self._role = imagine, self._engine.seat_roles[seat]
        history = self._history()
        if history is None:
            raise NoOptions("what this seat has seen cannot be put together here")
        if self._told is not None and history[: len(self._told)] != self._told:
            self._abort()
        if self._told is None:
            self._start()
        answer = ""
        for steps in range(self._sent, len(history) + 1):
            # Answers to steps that are over are those of a role that had no choice, or come too late.
            answer = self._play(history[:steps])
        return Typed(self._move(answer))

    def close(self) -> None:
        """It goes on following the match."""

    def end(self) -> None:
        if self._told is None:
            return
        history = self._history()
        is_over = self._imagine is not None and (last := self._imagine(0)) is not None and last.status is Status.OVER
        if history and is_over and history[: len(self._told)] == self._told:
            with suppress(PlayerFailed):
                for steps in range(self._sent, len(history)):
                    self._play(history[:steps])
                self._send(self._step_message("STOP", history), GRACE_S)
            self._told = None
        else:
            self._abort()

    def __del__(self) -> None:
        with suppress(Exception):
            self.end()

    def _history(self) -> list[Played] | None:
        """The steps of the match as the role knows them: of others only what it was told."""
        position = None if self._imagine is None else self._imagine(0)
        if not isinstance(position, LogicPosition):
            return None
        if not self._engine.is_told:
            return [replace(step, before=None) for step in position.history]
        return [_own(step, self._role) for step in position.history]

    # ---- messages

    @property
    def _match(self) -> str:
        return f"{self._name}.{self._started}"

    def _start(self) -> None:
        self._started += 1
        role = self._engine.sheet.roles[self._role].name
        text = f"( START {self._match} {role} ( {self._rules} ) {self.startclock_s} {self.playclock_s} )"
        self._send(text, self.startclock_s + GRACE_S)
        self._sent, self._told = 0, []

    def _play(self, history: list[Played]) -> str:
        try:
            answer = self._send(self._step_message("PLAY", history), self.playclock_s + GRACE_S)
        except PlayerFailed as failed:
            if failed.how == "unreachable":
                raise  # it is told when it is there again
            self._sent, self._told = len(history) + 1, history
            raise
        self._sent, self._told = len(history) + 1, history
        return answer

    def _step_message(self, kind: str, history: list[Played]) -> str:
        last = history[-1] if history else None
        return step_message(kind, self._match, len(history), last, self._role if self._engine.is_told else None)

    def _abort(self) -> None:
        self._told = None
        with suppress(PlayerFailed):
            self._send(f"( ABORT {self._match} )", GRACE_S)

    def _send(self, text: str, time_limit_s: float) -> str:
        try:
            return exchange(self.address.host, self.address.port, text, str(self.address), time_limit_s)
        except (OSError, BadMessage) as problem:
            raise PlayerFailed(*excuse(problem)) from None

    def _move(self, answer: str) -> str:
        """An answer in the spelling of the rule sheet."""
        try:
            move = term_of(parse(answer))
        except BadMessage as problem:
            raise PlayerFailed("garbage", f"{problem}: {answer[:80]!r}") from None
        if move is None:
            raise PlayerFailed("garbage", f"this is no move: {answer[:80]!r}")
        return self._engine.table.label(move)


def _own(step: Played, role: int) -> Played:
    """A step with nothing in it but a role's own part."""
    nothing = Compound("nil")
    moves = tuple(move if other == role else nothing for other, move in enumerate(step.moves))
    return Played(None, moves, tuple(told if other == role else () for other, told in enumerate(step.percepts)))
