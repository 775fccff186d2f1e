"""A player on the network: a server that answers INFO, START, PLAY, STOP, ABORT and PREVIEW.

It never depends on names (symbols may be scrambled), and nothing that comes through the port can stop it: what cannot
be read is answered with an error status, a connection has seconds, not for ever, and when there are too many, whoever
has been silent for longest makes room.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread
from time import monotonic

from parlour.bridges.ggp.http import read_request, write_response
from parlour.bridges.ggp.messages import BadMessage, Message, message_of, parse, rules_text, written
from parlour.bridges.ggp.playing import Course, Playing
from parlour.bridges.ggp.preparing import WORK, Tell, failure
from parlour.bridges.ggp.thinking import Limit
from parlour.core.chance import derive
from parlour.engines.logic.machine import GameTrouble

# How long one message may take to arrive, and an answer to leave.
READING_S = 10.0
TURNING_AWAY_S = 0.05
MOST_CONNECTIONS = 16
MOST_MATCHES = 8
# What is kept back of a clock for the way of the answer: this share of it, but never more than so many seconds.
MARGIN = 0.2
LARGEST_MARGIN_S = 1.0
# While rules are read or grounded beside it, a thread may have to wait for some tenths of a second: then more is kept.
BUSY_MARGIN = 0.5
LARGEST_BUSY_MARGIN_S = 2.0
# What GGP-base's own players say to a message for a match that they do not play.
BUSY = "busy"


class Player:
    """Answers messages; `serve` does so on a port. `tell` hears what should not have happened."""

    def __init__(self, name: str = "parlour", seed: int = 0, tell: Tell = lambda _: None) -> None:
        self.name = name
        self.seed = seed
        self.tell = tell
        self._matches: dict[str, Playing] = {}
        self._lock = Lock()

    # ------------------------------------------------------------------------------------------------- messages

    def answer(self, text: str, received: float | None = None) -> str:
        """The answer to a message that came at this time of the `monotonic` clock (None: just now); raises `BadMessage`
        for one that cannot be understood."""
        received = monotonic() if received is None else received
        message = parse(text)
        if not isinstance(message, list) or not message or not isinstance(message[0], str):
            raise BadMessage("a message is a list that begins with its kind")
        try:
            match [message[0].upper(), *message[1:]]:
                case ["INFO"]:
                    return f"( ( name {self.name} ) ( status {'busy' if self._matches else 'available'} ) )"
                case ["START", str(match), str(role), rules, str(startclock), str(playclock)]:
                    return self._start(match, role, rules, received, _seconds(startclock), _seconds(playclock))
                case ["PREVIEW", _, str(_)]:
                    return "ready"
                case ["PLAY", str(match), joint]:
                    return self._play(match, received, lambda course: course.follow(joint))
                case ["PLAY", str(match), str(turn), move, percepts]:  # GDL-II: its own move, and what it sees
                    return self._play(match, received, lambda course: course.hear(turn, move, percepts))
                case ["STOP", str(match), *_]:
                    return "done" if self._end(match) else BUSY
                case ["ABORT", str(match)]:
                    return "aborted" if self._end(match) else BUSY
        except GameTrouble as trouble:
            raise BadMessage(f"the rules fail: {trouble}") from None
        raise BadMessage(f"{message[0][:20]} is not a message of the protocol in this form")

    def _start(
        self, match: str, role: str, rules: Message, received: float, startclock_s: float, playclock_s: float
    ) -> str:
        text = rules_text(rules)
        with self._lock:
            if len(self._matches) >= MOST_MATCHES and match not in self._matches:
                return BUSY
            self._drop(match)
            playing = Playing(text, match, role, playclock_s, derive(self.seed, *match.encode()), self.tell)
            self._matches[match] = playing
        try:
            playing.preparation.wait(received + _usable_s(startclock_s, is_busy=False) - monotonic())
            if playing.preparation.is_read:
                with playing.lock:
                    playing.begin(0.0)
                    playing.take_net()
                    playing.ponder()
        except BadMessage:
            self._end(match, playing)
            raise
        return "ready"

    def _play(self, match: str, received: float, take_in: Callable[[Course], None]) -> str:
        playing = self._matches.get(match)
        if playing is None:
            return BUSY
        deadline = received + _usable_s(playing.playclock_s, is_busy=WORK.is_going_on)
        with playing.lock:
            playing.listen()
            course = playing.begin(deadline - monotonic())
            playing.take_net()
            take_in(course)
            answer = written(message_of(course.choose(Limit(deadline=deadline))))
            playing.ponder()
            return answer

    def _end(self, match: str, playing: Playing | None = None) -> bool:
        """Forgets a match; if it is named, only that one and not another of the same name. Whether there was one."""
        with self._lock:
            return (playing is None or self._matches.get(match) is playing) and self._drop(match)

    def _drop(self, match: str) -> bool:
        ended = self._matches.pop(match, None)
        if ended is not None:
            ended.is_wanted = False
        return ended is not None

    # --------------------------------------------------------------------------------------------------- serving

    def serve(
        self,
        port: int,
        *,
        host: str = "127.0.0.1",
        ready: Callable[[], object] = lambda: None,
        stop: Event | None = None,
    ) -> None:
        """Answers connections until `stop` is set; `ready` is called when `port` is known and open. Raises `OSError` if
        the port cannot be had."""
        connections = _Connections()
        with socket.create_server((host, port)) as server:
            self.port = server.getsockname()[1]
            server.settimeout(0.2)
            ready()
            while stop is None or not stop.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                if connections.admit(connection):
                    Thread(target=self._serve_one, args=(connection, connections), daemon=True).start()
                else:
                    _turn_away(connection)

    def _serve_one(self, connection: socket.socket, connections: _Connections) -> None:
        try:
            with connection:
                self._respond(connection, connections)
        except OSError:
            return  # the other side is gone or too slow; there is nobody to tell
        finally:
            connections.leave(connection)

    def _respond(self, connection: socket.socket, connections: _Connections) -> None:
        received = monotonic()
        try:
            request = read_request(connection, received + READING_S)
            connections.heard(connection)
            text = "" if request.method == "OPTIONS" else self.answer(request.text, received)
            status = "200 OK"
        except BadMessage as problem:
            text, status = str(problem), "400 Bad Request"
        except OSError:
            raise
        except Exception as problem:  # Whatever it is, whoever has asked is answered.
            text, status = "this player has failed", "500 Internal Server Error"
            self.tell(f"a message could not be answered: {failure(problem)}")
        write_response(connection, text, monotonic() + READING_S, status)


class _Connections:
    """Those that are open, and which of them have not said anything whole yet, the oldest first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: set[socket.socket] = set()
        self._silent: dict[socket.socket, None] = {}

    def admit(self, connection: socket.socket) -> bool:
        """Whether there is room for one more; somebody who is still silent may have to go for it."""
        with self._lock:
            if len(self._open) >= MOST_CONNECTIONS:
                if not self._silent:
                    return False
                oldest = next(iter(self._silent))
                self._forget(oldest)
                with suppress(OSError):
                    oldest.shutdown(socket.SHUT_RDWR)  # wakes whoever waits for a word of it
            self._open.add(connection)
            self._silent[connection] = None
            return True

    def heard(self, connection: socket.socket) -> None:
        """It has said what it wants: now it is worth waiting for."""
        with self._lock:
            self._silent.pop(connection, None)

    def leave(self, connection: socket.socket) -> None:
        with self._lock:
            self._forget(connection)

    def _forget(self, connection: socket.socket) -> None:
        self._open.discard(connection)
        self._silent.pop(connection, None)


def _turn_away(connection: socket.socket) -> None:
    """Everybody who is here is being answered: whoever it is can try again."""
    with connection, suppress(OSError):
        connection.settimeout(TURNING_AWAY_S)
        connection.recv(65_536)  # An answer is lost if what was said before it is not taken.
        write_response(connection, BUSY, monotonic() + TURNING_AWAY_S, "503 Service Unavailable")


def _seconds(word: str) -> float:
    """A clock as it was sent; one that makes no sense is as good as a usual one."""
    return float(word) if word.isascii() and word.isdigit() and len(word) < 6 else 10.0


def _usable_s(clock_s: float, *, is_busy: bool) -> float:
    """How much of a clock may be used."""
    share, largest_s = (BUSY_MARGIN, LARGEST_BUSY_MARGIN_S) if is_busy else (MARGIN, LARGEST_MARGIN_S)
    return clock_s - min(clock_s * share, largest_s)
