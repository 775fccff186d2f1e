"""The network of general game playing over real sockets: a match from start to end, players that are late, answer
garbage or die, and a port that survives whatever comes through it."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from urllib.parse import quote

import pytest

import parlour
from parlour import library
from parlour.bridges.ggp import http, player, preparing
from parlour.bridges.ggp.http import exchange
from parlour.bridges.ggp.messages import BadMessage, parse, written
from parlour.bridges.ggp.player import Player
from parlour.bridges.ggp.referee import Address, MatchReport, Referee
from parlour.cli.app import invoke
from parlour.game.game import Game
from parlour.languages.gdl import codes, read_rules
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

RULES = """
(role white) (role black) (init (control white)) (init (heap 3))
(less 3 2) (less 2 1) (less 1 0) (<= (twice ?a ?c) (less ?a ?b) (less ?b ?c))
(<= (other ?p ?q) (role ?p) (role ?q) (distinct ?p ?q))
(<= (legal ?p (take 1)) (true (control ?p)) (true (heap ?n)) (less ?n ?m))
(<= (legal ?p (take 2)) (true (control ?p)) (true (heap ?n)) (twice ?n ?m))
(<= (legal ?p noop) (true (control ?q)) (other ?p ?q))
(<= (next (heap ?m)) (does ?p (take 1)) (true (heap ?n)) (less ?n ?m))
(<= (next (heap ?m)) (does ?p (take 2)) (true (heap ?n)) (twice ?n ?m))
(<= (next (control ?p)) (true (control ?q)) (other ?q ?p))
(<= terminal (true (heap 0)))
(<= (goal ?p 0) (true (control ?p))) (<= (goal ?p 100) (true (control ?q)) (other ?p ?q))
"""


def game() -> Game:
    return parlour.load(RULES, language="gdl")


@contextmanager
def serving(name: str = "parlour") -> Iterator[int]:
    """A player of ours on a free port."""
    ready, stop = Event(), Event()
    server = Player(name)
    thread = Thread(target=server.serve, args=(0,), kwargs={"ready": ready, "stop": stop}, daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield server.port
    finally:
        stop.set()
        thread.join(10)


@contextmanager
def answering(respond: Callable[[str], str | None]) -> Iterator[int]:
    """A stranger on a free port: what it says to each message, or None to hang up without a word."""
    stop = Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)

        def serve() -> None:
            while not stop.is_set():
                try:
                    connection, _ = server.accept()
                except OSError:
                    continue
                Thread(target=talk, args=(connection,), daemon=True).start()

        def talk(connection: socket.socket) -> None:
            with connection:
                connection.settimeout(5)
                message = connection.recv(65_536).decode().rpartition("\r\n\r\n")[2]
                text = respond(message)
                if text is not None:
                    body = text.encode()
                    connection.sendall(b"HTTP/1.0 200 OK\r\nContent-length: %d\r\n\r\n%s" % (len(body), body))

        thread = Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            stop.set()
            thread.join(5)


def referee(*ports: int, playclock_s: float = 1.0) -> MatchReport:
    addresses = [Address("127.0.0.1", port) for port in ports]
    return Referee(game(), addresses, startclock_s=5.0, playclock_s=playclock_s, match="test").run()


def ask(port: int, text: str, time_limit_s: float = 10.0) -> str:
    return exchange("127.0.0.1", port, text, "test", time_limit_s)


# ---- messages


def test_messages_are_lists_of_words() -> None:
    assert parse("(STOP m (a (b c)))") == ["STOP", "m", ["a", ["b", "c"]]]
    assert written(["a", ["b", "c"]]) == "( a ( b c ) )"


@pytest.mark.parametrize("text", ["", "(", ")", "a b", "(" * 10_000, "(a" * 200, "x" * 2_000_000])
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(BadMessage):
        parse(text)


def test_the_player_answers_every_message_of_the_protocol_in_any_case() -> None:
    with serving("mine") as port:
        assert ask(port, "( INFO )") == "( ( name mine ) ( status available ) )"
        assert ask(port, f"( Start m1 white ( {RULES} ) 5 1 )") == "ready"
        assert ask(port, "( info )") == "( ( name mine ) ( status busy ) )"
        assert ask(port, "( PLAY m1 NIL )") in ("( take 1 )", "( take 2 )")
        assert ask(port, "( PLAY m1 ( ( TAKE 1 ) NOOP ) )") == "noop"
        assert ask(port, "( STOP m1 ( noop ( take 2 ) ) )") == "done"
        assert ask(port, f"( PREVIEW ( {RULES} ) 5 )") == "ready"
        assert ask(port, f"( START m2 black ( {RULES} ) 5 1 )") == "ready"
        assert ask(port, "( ABORT m2 )") == "aborted"
        assert ask(port, "( INFO )") == "( ( name mine ) ( status available ) )"


def test_browsers_send_messages_in_the_address_and_ask_first() -> None:
    def raw(port: int, request: str) -> str:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            connection.sendall(request.encode())
            found = b""
            while more := connection.recv(65_536):
                found += more
        return found.decode()

    with serving() as port:
        answer = raw(port, f"GET /{quote('( INFO )')} HTTP/1.1\r\n\r\n")
        assert "200 OK" in answer and "( name parlour )" in answer
        allowed = raw(port, "OPTIONS / HTTP/1.1\r\n\r\n")
        assert "Access-Control-Allow-Origin: *" in allowed and "200 OK" in allowed


def test_the_player_takes_the_winning_move() -> None:
    """With two sticks left, taking both wins at once."""
    with serving() as port:
        assert ask(port, f"( START m1 black ( {RULES} ) 5 1 )") == "ready"
        ask(port, "( PLAY m1 NIL )")
        assert ask(port, "( PLAY m1 ( ( take 1 ) noop ) )") == "( take 2 )"


DOORS = next(item for item in library.all() if item.file.name == "monty-hall.kif").text


def test_a_player_that_is_told_only_what_it_sees_plays_on_that() -> None:
    """The messages of GDL-II: the turn, its own last move, and what it was told."""
    rules = " ".join(line.partition(";")[0] for line in DOORS.splitlines())
    with serving() as port:
        assert ask(port, f"( START m1 candidate ( {rules} ) 5 1 )") == "ready"
        assert ask(port, "( PLAY m1 0 NIL NIL )") == "noop"
        assert ask(port, "( PLAY m1 1 NOOP ( ) )").startswith("( point")
        assert ask(port, "( PLAY m1 2 ( point 2 ) NIL )") == "noop"
        assert ask(port, "( PLAY m1 3 noop ( ( empty 3 ) ) )") == "switch"
        assert ask(port, "( STOP m1 4 switch ( ) )") == "done"
        assert ask(port, "( INFO )").endswith("( status available ) )")


def test_start_is_answered_though_the_rules_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither reading nor grounding has come to an end when the start clock has; the match is played all the same."""
    is_read, is_grounded = Event(), Event()
    load, ground = preparing.load, preparing.Preparation._ground

    def slow_load(*words: object, **more: object) -> Game:
        assert is_read.wait(30)
        return load(*words, **more)  # type: ignore[arg-type]

    def slow_ground(self: preparing.Preparation, game: Game) -> None:
        assert is_grounded.wait(30)
        ground(self, game)

    monkeypatch.setattr(preparing, "load", slow_load)
    monkeypatch.setattr(preparing.Preparation, "_ground", slow_ground)
    with serving() as port:
        assert ask(port, f"( START m1 white ( {RULES} ) 1 1 )") == "ready"
        with pytest.raises(BadMessage, match="400"):  # still nothing to play with
            ask(port, "( PLAY m1 NIL )")
        is_read.set()
        assert ask(port, f"( START m2 black ( {RULES} ) 1 1 )") == "ready"
        ask(port, "( PLAY m2 NIL )")
        assert ask(port, "( PLAY m2 ( ( take 1 ) noop ) )") == "( take 2 )"
        is_grounded.set()


def test_rules_whose_errors_are_found_late_are_an_error_then(monkeypatch: pytest.MonkeyPatch) -> None:
    is_read = Event()
    load = preparing.load

    def slow_load(*words: object, **more: object) -> Game:
        assert is_read.wait(30)
        return load(*words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(preparing, "load", slow_load)
    player = Player()
    assert player.answer("( START m1 white ( (p ?x) ) 1 5 )") == "ready"
    is_read.set()
    with pytest.raises(BadMessage, match="the rules have errors"):
        player.answer("( PLAY m1 NIL )")


# ---- matches


def test_our_players_and_our_referee_play_a_match_to_the_end() -> None:
    with serving() as one, serving() as other:
        found = referee(one, other)
    assert found.scores is not None and sorted(found.scores) == [0, 100]
    assert found.roles == ("white", "black") and found.mishaps == ()
    assert 2 <= len(found.steps) <= 3 and all(len(step) == 2 for step in found.steps)


def test_a_player_that_answers_garbage_gets_random_moves_and_the_record_says_so() -> None:
    with serving() as port, answering(lambda message: "ready" if "START" in message else ") what (") as stranger:
        found = referee(port, stranger)
    assert found.scores is not None and {item.kind for item in found.mishaps} == {"garbage"}
    assert {item.role for item in found.mishaps} == {"black"} and len(found.mishaps) == len(found.steps)


def test_an_illegal_move_is_replaced_and_recorded() -> None:
    with serving() as port, answering(lambda message: "ready" if "START" in message else "( take 9 )") as stranger:
        found = referee(stranger, port)
    assert found.scores is not None
    assert all((item.kind, item.role, item.text) == ("illegal", "white", "( take 9 )") for item in found.mishaps)
    assert found.mishaps


def test_a_player_that_is_late_or_dead_does_not_stop_the_match() -> None:
    silence = Event()

    def never(message: str) -> str | None:
        silence.wait(3)
        return None

    with answering(never) as slow, answering(lambda message: None) as dead:
        players = [Address("127.0.0.1", slow), Address("127.0.0.1", dead)]
        report = Referee(game(), players, startclock_s=0.2, playclock_s=0.1, grace_s=0.1, match="m").run()
    silence.set()
    assert report.scores is not None
    assert {(item.role, item.kind) for item in report.mishaps} == {("white", "late"), ("black", "garbage")}


def test_nobody_at_the_address_is_recorded() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    found = referee(port, port)
    assert found.scores is not None and {item.kind for item in found.mishaps} == {"unreachable"}


def test_every_turn_taking_game_of_the_library_can_be_sent() -> None:
    for name in ("tic-tac-toe", "breakthrough-small", "monty-hall"):
        entry = next(item for item in library.all() if item.language == "gdl" and item.file.name == f"{name}.kif")
        loaded = parlour.load(entry.text, language="gdl")
        with answering(lambda message: "ready") as stranger:
            seats = loaded.info.seats or ()
            found = Referee(loaded, [Address("127.0.0.1", stranger)] * len(seats), match="m").run()
        assert found.scores is not None and found.error == ""


def test_names_are_sent_as_prefix_form_writes_them_or_not_at_all() -> None:
    text = "role(me)\ninit(p('--'))\nlegal(me,'--')\nterminal :- true(p('--')) & true(p(X))\ngoal(me,100)"
    heard = []
    with answering(lambda message: heard.append(message) or "ready") as stranger:
        address = Address("127.0.0.1", stranger)
        assert Referee(parlour.load(text, language="gdl"), [address], match="m").run().scores == (100,)
        odd = parlour.load(text.replace("'--'", "'a b'"), language="gdl")
        with pytest.raises(Diagnostics) as raised:
            Referee(odd, [address], match="m").run()
    rules = heard[0].partition("me ( ")[2].rpartition(" ) 10 5 )")[0]
    assert read_rules(Source("sent", rules)).rules == read_rules(Source("mine", text)).rules
    assert {item.code for item in raised.value.found} == {codes.NO_SPELLING} and len(heard) == 2


# ---- the port


@pytest.mark.parametrize(
    "request_text",
    [
        "",
        "\r\n\r\n",
        "BREW / HTTP/1.0\r\n\r\n",
        "POST / HTTP/1.0\r\nContent-length: -5\r\n\r\n( INFO )",
        "POST / HTTP/1.0\r\nContent-length: 99999999\r\n\r\n( INFO )",
        "POST / HTTP/1.0\r\nContent-length: many\r\n\r\n( INFO )",
        "POST / HTTP/1.0\r\nContent-length: 8\r\n\r\n( NOPE )",
        "POST / HTTP/1.0\r\nContent-length: 3\r\n\r\n(((",
        "POST / HTTP/1.0\r\nContent-length: 200\r\n\r\n" + "(" * 200,
        "POST / HTTP/1.0\r\nContent-length: 23\r\n\r\n( PLAY nobody-knows 7 ) ",
        "POST / HTTP/1.0\r\nContent-length: 30\r\n\r\n( START m white ( (p ?x) ) 5 5 )"[:70],
        "X" * 40_000,
        "\x00\xff\x00" * 1000 + "\r\n\r\n",
    ],
)
def test_hostile_requests_neither_hang_nor_crash_the_player(request_text: str) -> None:
    with serving() as port:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            connection.sendall(request_text.encode("latin-1"))
            connection.shutdown(socket.SHUT_WR)
            found = b""
            try:
                while more := connection.recv(65_536):
                    found += more
            except ConnectionResetError:
                found = b"400"
        assert b"200 OK" not in found
        assert ask(port, "( INFO )").startswith("( ( name")


def test_connections_that_never_finish_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "READING_S", 0.5)
    with serving() as port:
        idle = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(10)]
        for connection in idle:
            connection.sendall(b"POST / HTTP/1.0\r\nContent-length: 100\r\n\r\n(")
        assert ask(port, "( INFO )").startswith("( ( name")
        for connection in idle:  # the server gives them up by itself
            assert connection.recv(65_536) == b""
            connection.close()


def test_rules_with_errors_and_rules_that_never_end_are_refused() -> None:
    with serving() as port:
        endless = "(role a) (init b) (legal a c) (goal a 1) (<= terminal (n ?x)) (n z) (<= (n (s ?x)) (n ?x))"
        for rules in ("(role", "(p ?x)", endless):
            with pytest.raises(BadMessage):
                ask(port, f"( START m a ( {rules} ) 5 5 )")
        assert ask(port, "( INFO )").endswith("( status available ) )")


def test_an_endless_answer_to_the_referee_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "LONGEST", 100_000)
    with answering(lambda message: "x" * 200_000) as stranger, pytest.raises(BadMessage, match="too long"):
        ask(stranger, "( INFO )")


# ---- the commands


def test_the_command_plays_a_match_and_writes_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    with serving() as one, serving() as other:
        words = ["ggp", "referee", "tic-tac-toe-gdl", f"127.0.0.1:{one}", f"localhost:{other}", "--playclock", "1"]
        assert invoke([*words, "--json", "--quiet"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["roles"] == ["xplayer", "oplayer"] and record["mishaps"] == []
    assert 5 <= len(record["steps"]) <= 9 and sum(record["scores"]) == 100


@pytest.mark.parametrize(
    "words",
    [
        ["referee", "tic-tac-toe-gdl", "nowhere"],
        ["referee", "tic-tac-toe-gdl", "localhost:1"],
        ["referee", "tic-tac-toe", "localhost:1", "localhost:2"],
        ["referee", "tic-tac-toe-gdl", "localhost:99999", "localhost:2"],
        ["player", "--name", "two words"],
        ["player", "--port", "99999"],
    ],
)
def test_wrong_usage_of_the_commands(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["ggp", *words]) == 2
    assert capsys.readouterr().err


def test_a_port_that_is_taken_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert invoke(["ggp", "player", "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot listen" in capsys.readouterr().err
