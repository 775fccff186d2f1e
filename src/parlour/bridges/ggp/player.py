"""A player on the network: a server that answers INFO, START, PLAY, STOP, ABORT and PREVIEW.

It never depends on names (symbols may be scrambled), and nothing that comes through the port can stop it: what cannot
be read is answered with an error status, and a connection has seconds, not for ever.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass, field
from threading import BoundedSemaphore, Event, Lock, Thread
from time import monotonic

from parlour.bridges.ggp.http import read_request, write_response
from parlour.bridges.ggp.messages import BadMessage, Message, message_of, parse, rules_text, term_of, written
from parlour.bridges.ggp.thinking import choose
from parlour.core.chance import Chance, derive
from parlour.engines.logic.engine import LogicEngine
from parlour.engines.logic.machine import GameTrouble, Machine, State
from parlour.game.game import Game
from parlour.logic.rules import Compound
from parlour.pipeline import load
from parlour.syntax.diagnostic import Diagnostics

# How long one message may take to arrive, and an answer to leave.
READING_S = 10.0
MOST_CONNECTIONS = 16
MOST_MATCHES = 8
# What is kept back of a play clock for the way of the answer.
MARGIN_S = 1.0
LEAST_THINKING_S = 0.2


@dataclass
class Playing:
    """One match that is going on, from the side of one role."""

    machine: Machine
    role: int
    playclock_s: float
    state: State
    chance: Chance
    lock: Lock = field(default_factory=Lock)

    def follow(self, joint: Message) -> None:
        """Makes the moves of the last step."""
        if isinstance(joint, str):
            return  # NIL: nothing was played yet
        if len(joint) != len(self.machine.roles):
            raise BadMessage(f"a step has {len(self.machine.roles)} moves, one for each role")
        moves = []
        for role, message in enumerate(joint):
            move = self._legal(role, term_of(message))
            if move is None:
                raise BadMessage(f"{written(message)[:80]} is not a legal move")
            moves.append(move)
        self.state = self.machine.step(self.state, moves)

    def _legal(self, role: int, move: Compound | None) -> Compound | None:
        """The legal move that is meant; some referees write everything in capital letters."""
        legal = self.machine.legal(self.state, role)
        if move is None or move in legal:
            return move
        return next((item for item in legal if str(item).lower() == str(move).lower()), None)


class Player:
    """Answers messages; `serve` does so on a port."""

    def __init__(self, name: str = "parlour", seed: int = 0) -> None:
        self.name = name
        self.seed = seed
        self._matches: dict[str, Playing] = {}
        self._lock = Lock()

    # ------------------------------------------------------------------------------------------------- messages

    def answer(self, text: str) -> str:
        """The answer to a message; raises `BadMessage` for one that cannot be understood."""
        received = monotonic()
        message = parse(text)
        if not isinstance(message, list) or not message or not isinstance(message[0], str):
            raise BadMessage("a message is a list that begins with its kind")
        try:
            match [message[0].upper(), *message[1:]]:
                case ["INFO"]:
                    return f"( ( name {self.name} ) ( status {'busy' if self._matches else 'available'} ) )"
                case ["START", str(match), str(role), rules, str(_), str(playclock)]:
                    return self._start(match, role, rules, playclock)
                case ["PREVIEW", _, str(_)]:
                    return "ready"
                case ["PLAY", str(match), joint]:
                    return self._play(match, joint, received)
                case ["STOP", str(match), joint]:
                    self._end(match)
                    return "done"
                case ["ABORT", str(match)]:
                    self._end(match)
                    return "aborted"
        except GameTrouble as trouble:
            raise BadMessage(f"the rules fail: {trouble}") from None
        raise BadMessage(f"{message[0][:20]} is not a message of the protocol in this form")

    def _start(self, match: str, role: str, rules: Message, playclock: str) -> str:
        with self._lock:
            if len(self._matches) >= MOST_MATCHES and match not in self._matches:
                return "busy"
        try:
            game = load(rules_text(rules), language="gdl", name=match)
        except Diagnostics as problem:
            raise BadMessage(f"the rules have errors: {problem}") from None
        machine = logic_engine(game).machine()
        names = [item.name.lower() for item in machine.roles]
        if role.lower() not in names:
            raise BadMessage(f"the game has no role {role[:40]}")
        clock = float(playclock) if playclock.isdigit() and len(playclock) < 6 else 10.0
        chance = Chance(derive(self.seed, *match.encode()))
        playing = Playing(machine, names.index(role.lower()), clock, machine.initial(), chance)
        with self._lock:
            self._matches[match] = playing
        return "ready"

    def _play(self, match: str, joint: Message, received: float) -> str:
        playing = self._matches.get(match)
        if playing is None:
            raise BadMessage(f"there is no match {match[:40]} here")
        with playing.lock:
            playing.follow(joint)
            thinking = max(playing.playclock_s - MARGIN_S, LEAST_THINKING_S)
            move = choose(playing.machine, playing.state, playing.role, playing.chance, received + thinking)
        if move is None:
            raise BadMessage("there is no legal move")
        return written(message_of(move))

    def _end(self, match: str) -> None:
        with self._lock:
            self._matches.pop(match, None)

    # --------------------------------------------------------------------------------------------------- serving

    def serve(
        self, port: int, *, host: str = "127.0.0.1", ready: Event | None = None, stop: Event | None = None
    ) -> None:
        """Answers connections until `stop` is set. Raises `OSError` if the port cannot be had."""
        places = BoundedSemaphore(MOST_CONNECTIONS)
        with socket.create_server((host, port)) as server:
            self.port = server.getsockname()[1]
            server.settimeout(0.2)
            if ready is not None:
                ready.set()
            while stop is None or not stop.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                if not places.acquire(blocking=False):
                    connection.close()  # too many at once: whoever it is can try again
                    continue
                Thread(target=self._serve_one, args=(connection, places), daemon=True).start()

    def _serve_one(self, connection: socket.socket, places: BoundedSemaphore) -> None:
        try:
            with connection:
                self._respond(connection)
        except OSError:
            return  # the other side is gone or too slow; there is nobody to tell
        finally:
            places.release()

    def _respond(self, connection: socket.socket) -> None:
        try:
            request = read_request(connection, monotonic() + READING_S)
            text = "" if request.method == "OPTIONS" else self.answer(request.text)
            status = "200 OK"
        except BadMessage as problem:
            text, status = str(problem), "400 Bad Request"
        write_response(connection, text, monotonic() + READING_S, status)


def logic_engine(game: Game) -> LogicEngine:
    """The reference engine of a GDL game."""
    engine = game.engines["rules"]
    assert isinstance(engine, LogicEngine)
    return engine
