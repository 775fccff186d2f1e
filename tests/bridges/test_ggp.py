"""The network of general game playing over real sockets: a match from start to end, players that are late, answer
garbage or die, and a port that survives whatever comes through it."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Semaphore, Thread
from typing import NoReturn
from urllib.parse import quote

import pytest
from tests.logic.sheets import read_rules

import parlour
from parlour import library
from parlour.bridges.ggp import http, player, preparing, thinking
from parlour.bridges.ggp.http import exchange
from parlour.bridges.ggp.messages import BadMessage, parse, written
from parlour.bridges.ggp.player import Player
from parlour.bridges.ggp.playing import Course
from parlour.bridges.ggp.referee import Address, Referee
from parlour.cli.app import invoke
from parlour.engines.logic.position import LogicPosition
from parlour.engines.net import engine as net_engine
from parlour.engines.net.plan import make_plan
from parlour.game.game import Game
from parlour.languages.gdl import codes
from parlour.logic.grounding.grounding import GroundProgram, ground
from parlour.match import Answered, Match, Mishap, read_record, replay, write_json, write_text
from parlour.match.events import in_moves
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
    thread = Thread(target=server.serve, args=(0,), kwargs={"ready": ready.set, "stop": stop}, daemon=True)
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


def referee(*ports: int, playclock_s: float = 1.0) -> Match:
    addresses = [Address("127.0.0.1", port) for port in ports]
    return Referee(game(), addresses, startclock_s=5.0, playclock_s=playclock_s, name="test").run()


def scores(match: Match) -> tuple[float, ...]:
    assert match.outcome is not None and match.outcome.scores is not None
    return match.outcome.scores


def mishaps(match: Match) -> list[tuple[str | None, str, str]]:
    """Who failed, how, and what came instead. The record has it all, and can be replayed."""
    for text in (write_text(match), write_json(match)):
        again = replay(match.game, read_record(text))
        assert again.events == match.events and again.position.key == match.position.key
    return [(match.seat_name(item.seat), item.how, item.text) for item in match.events if isinstance(item, Mishap)]


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


def raw(port: int, request: str | bytes) -> str:
    """What comes back for these bytes; the connection stays open until the player closes it."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(request.encode() if isinstance(request, str) else request)
        found = b""
        while more := connection.recv(65_536):
            found += more
    return found.decode()


def test_browsers_send_messages_in_the_address_and_ask_first() -> None:
    with serving() as port:
        for message in (quote("( INFO )"), "( INFO )", "(+INFO+)"):
            for version in (" HTTP/1.1", " HTTP/1.0"):
                answer = raw(port, f"GET /{message}{version}\r\nHost: x\r\n\r\n")
                assert "200 OK" in answer and "( name parlour )" in answer
        assert "( name parlour )" in raw(port, "GET /( INFO )\r\n\r\n")
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
        for _ in range(2):  # a message that comes again changes nothing
            assert ask(port, "( PLAY m1 3 noop ( ( empty 3 ) ) )") == "switch"
        with pytest.raises(BadMessage):
            ask(port, "( PLAY m1 5 noop ( ) )")
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


def test_a_message_for_an_unknown_match_is_answered_as_other_players_do() -> None:
    with serving() as port:
        for message in ("PLAY m1 NIL", "PLAY m1 0 NIL NIL", "STOP m1 NIL", "ABORT m1"):
            assert ask(port, f"( {message} )") == "busy"
        assert ask(port, f"( START m1 white ( {RULES} ) 5 1 )") == "ready"
        assert [ask(port, f"( {kind} m1 )") for kind in ("ABORT", "ABORT", "STOP")] == ["aborted", "busy", "busy"]


# ---- lengths that are counted in characters

ACCENTS = RULES.replace("heap", "häufchen").replace("take", "prends·déjà")


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
@pytest.mark.parametrize("counts", ["characters", "bytes"])
@pytest.mark.parametrize("pieces", [1, 7])
def test_a_length_may_be_counted_in_characters_or_in_bytes(counts: str, encoding: str, pieces: int) -> None:
    """GGP-base writes the number of characters; it keeps the connection open until it is answered."""
    with serving() as port:

        def send(text: str) -> str:
            body = text.encode(encoding)
            length = len(text) if counts == "characters" else len(body)
            head = f"POST / HTTP/1.0\r\nContent-Length: {length}\r\n\r\n".encode()
            with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connection.sendall(head)
                size = -(-len(body) // pieces)
                for start in range(0, len(body), size):
                    connection.sendall(body[start : start + size])
                found = b""
                while more := connection.recv(65_536):
                    found += more
            answer, _, said = found.decode().partition("\r\n\r\n")
            assert "200 OK" in answer
            announced = int(answer.lower().partition("content-length: ")[2].split()[0])
            assert len(said) >= announced  # whoever waits for so many characters gets them
            return said.strip()

        assert send(f"( START m1 white ( {ACCENTS} ) 5 1 )") == "ready"
        move = send("( PLAY m1 NIL )")
        assert move in ("( prends·déjà 1 )", "( prends·déjà 2 )")
        assert send(f"( PLAY m1 ( {move} noop ) )") == "noop"


def test_a_match_in_other_letters_is_played_to_the_end() -> None:
    with serving("one") as white, serving("other") as black:
        addresses = [Address("127.0.0.1", port) for port in (white, black)]
        match = Referee(parlour.load(ACCENTS, language="gdl"), addresses, startclock_s=30.0, playclock_s=2.0).run()
    assert sorted(scores(match)) == [0, 100] and mishaps(match) == []


# ---- whatever fails


def failing(*_: object, **__: object) -> NoReturn:
    raise RecursionError("planted")


class Telling(Player):
    """A player, and what it has told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        super().__init__(tell=self.told.append)


@pytest.mark.parametrize(
    "place", ["NetThought", "NetThought.grow", "NetThought.follow", "NetThought.best", "RulesThought"]
)
def test_a_legal_move_is_answered_whatever_fails_in_thinking(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, _, name = place.rpartition(".")
    monkeypatch.setattr(getattr(thinking, owner) if owner else thinking, name, failing)
    if place == "RulesThought":
        monkeypatch.setattr(preparing.Preparation, "_ground", lambda *_: None)
    ours = Telling()
    assert ours.answer(f"( START m1 white ( {RULES} ) 5 1 )") == "ready"
    assert ours.answer("( PLAY m1 NIL )") in ("( take 1 )", "( take 2 )")
    assert ours.answer("( PLAY m1 ( ( take 1 ) noop ) )") == "noop"
    assert ours.answer("( PLAY m1 ( noop ( take 1 ) ) )") == "( take 1 )"
    assert any("planted" in line for line in ours.told)


def test_with_secrets_too_a_legal_move_is_answered_whatever_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking.NetThought, "grow", failing)
    rules = " ".join(line.partition(";")[0] for line in DOORS.splitlines())
    ours = Telling()
    assert ours.answer(f"( START m1 candidate ( {rules} ) 5 1 )") == "ready"
    assert ours.answer("( PLAY m1 0 NIL NIL )") == "noop"
    assert ours.answer("( PLAY m1 1 NOOP ( ) )").startswith("( point")
    assert any("planted" in line for line in ours.told)


def test_it_ponders_until_the_next_message_and_no_longer_than_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    began, ended = Semaphore(0), Semaphore(0)
    whole = Course.ponder

    def noted(self: Course, limit: thinking.Limit) -> None:
        began.release()
        whole(self, limit)
        while not limit.is_reached:
            stopped.wait(0.01)
        ended.release()

    stopped = Event()
    monkeypatch.setattr(Course, "ponder", noted)
    ours = Player()
    assert ours.answer(f"( START m1 white ( {RULES} ) 5 1 )") == "ready"
    assert began.acquire(timeout=10) and not ended.acquire(blocking=False)
    assert ours.answer("( PLAY m1 NIL )") in ("( take 1 )", "( take 2 )")
    assert ended.acquire(timeout=10) and began.acquire(timeout=10) and not ended.acquire(blocking=False)
    assert ours.answer("( STOP m1 ( ( take 2 ) noop ) )") == "done"
    assert ended.acquire(timeout=10)


@pytest.mark.parametrize("place", ["ground", "make_plan", "Loader"])
def test_a_net_that_cannot_be_built_leaves_the_match_to_the_rules(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_engine, place, failing)
    ours = Telling()
    assert ours.answer(f"( START m1 black ( {RULES} ) 5 1 )") == "ready"
    ours.answer("( PLAY m1 NIL )")
    assert ours.answer("( PLAY m1 ( ( take 1 ) noop ) )") == "( take 2 )"
    assert any("planted" in line for line in ours.told)


def test_a_net_that_differs_from_the_rules_is_not_thought_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By the net two sticks can never be taken, and one more makes the heap grow."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    program = ground(read_rules(Source("wrong", RULES.replace("(legal ?p (take 2))", "(illegal ?p (take 2))"))))
    assert isinstance(program, GroundProgram)
    wrong = make_plan(program)
    monkeypatch.setattr(net_engine, "make_plan", lambda _: wrong)
    ours = Telling()
    assert ours.answer(f"( START m1 black ( {RULES} ) 5 1 )") == "ready"
    ours.answer("( PLAY m1 NIL )")
    assert ours.answer("( PLAY m1 ( ( take 1 ) noop ) )") == "( take 2 )"
    assert any("differs from its rules" in line for line in ours.told)


def test_rules_that_fail_in_a_way_nobody_thought_of_are_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "load", failing)
    with serving() as port:
        answer = raw(port, f"GET /{quote(f'( START m1 white ( {RULES} ) 5 1 )')} HTTP/1.0\r\n\r\n")
        assert "400 Bad Request" in answer and "planted" in answer
        assert ask(port, "( INFO )").endswith("( status available ) )")


def test_whatever_fails_in_answering_the_connection_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "parse", failing)
    with serving() as port:
        assert "500 Internal Server Error" in raw(port, "GET /(INFO) HTTP/1.0\r\n\r\n")
        monkeypatch.undo()
        assert ask(port, "( INFO )").startswith("( ( name")


# ---- matches


def test_our_players_and_our_referee_play_a_match_to_the_end() -> None:
    with serving() as one, serving() as other:
        found = referee(one, other)
    assert scores(found) == (0, 100)  # with three sticks the second player can always win
    assert mishaps(found) == [] and found.setting.seats[0] == ("white", f"127.0.0.1:{one}")


def test_a_player_that_answers_garbage_gets_random_moves_and_the_record_says_so() -> None:
    with serving() as port, answering(lambda message: "ready" if "START" in message else ") what (") as stranger:
        found = referee(port, stranger)
    assert scores(found)
    noted = mishaps(found)
    assert {(who, how) for who, how, _ in noted} == {("black", "garbage")}
    assert len(noted) == len(found.position.history)  # also where black has only one move


def test_an_illegal_move_is_replaced_and_recorded() -> None:
    with serving() as port, answering(lambda message: "ready" if "START" in message else "( take 9 )") as stranger:
        found = referee(stranger, port)
    assert scores(found)
    assert set(mishaps(found)) == {("white", "illegal", "( take 9 )")}
    first, *others = in_moves(found.events)
    assert isinstance(first[0], Mishap) and isinstance(others[0][0], Answered)
    assert first[0].seat == others[0][0].seat, "the answer that was made for the player follows"


def test_a_player_that_is_late_or_dead_does_not_stop_the_match() -> None:
    silence = Event()

    def never(message: str) -> str | None:
        silence.wait(3)
        return None

    with answering(never) as slow, answering(lambda message: None) as dead:
        players = [Address("127.0.0.1", slow), Address("127.0.0.1", dead)]
        match = Referee(game(), players, startclock_s=0.2, playclock_s=0.1, grace_s=0.1, name="m").run()
    silence.set()
    assert scores(match)
    assert {(who, how) for who, how, _ in mishaps(match)} == {("white", "late"), ("black", "garbage")}


def test_nobody_at_the_address_is_recorded() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    found = referee(port, port)
    assert scores(found) and {how for _, how, _ in mishaps(found)} == {"unreachable"}


def test_every_turn_taking_game_of_the_library_can_be_sent() -> None:
    for name in ("tic-tac-toe", "breakthrough-small", "monty-hall"):
        entry = next(item for item in library.all() if item.language == "gdl" and item.file.name == f"{name}.kif")
        loaded = parlour.load(entry.text, language="gdl")
        with answering(lambda message: "ready") as stranger:
            seats = loaded.info.seats or ()
            found = Referee(loaded, [Address("127.0.0.1", stranger)] * len(seats), name="m").run()
        assert scores(found) and found.error is None and mishaps(found)


def test_in_a_game_with_secrets_a_player_hears_its_own_part_only() -> None:
    heard = []
    with answering(lambda message: heard.append(message) or "noop") as stranger:
        match = Referee(parlour.load(DOORS, language="gdl"), [Address("127.0.0.1", stranger)], name="m").run()
    position = match.position
    assert isinstance(position, LogicPosition)
    moves = [step.moves[0] for step in position.history]
    told = [message for message in heard if "START" not in message]
    assert [message.split()[:4] for message in told] == [
        ["(", "STOP" if turn == 4 else "PLAY", "m", str(turn)] for turn in range(5)
    ]
    assert told[0] == "( PLAY m 0 NIL NIL )" and told[1] == "( PLAY m 1 noop ( ) )"
    assert told[2] == f"( PLAY m 2 ( point {moves[1].arguments[0]} ) ( ) )"
    assert told[3].startswith("( PLAY m 3 noop ( ( empty ")
    assert not any("hide" in message or "open" in message for message in told)


def test_mishaps_of_a_game_with_secrets_are_known_to_their_seat_alone() -> None:
    with answering(lambda message: "( open 1 )") as stranger:
        match = Referee(parlour.load(DOORS, language="gdl"), [Address("127.0.0.1", stranger)], name="m").run()
    assert len(mishaps(match)) == 4
    assert any(isinstance(event, Mishap) for event in match.events_for(0))
    assert not any(isinstance(event, Mishap) for event in match.events_for(None))


def test_rules_that_fail_end_the_match_with_their_error() -> None:
    stuck = (
        "(role a) (init (n 1)) (<= (legal a ?m) (true (n 1)) (way ?m)) (way x) (way y) (<= (next (n 2)) (does a ?m)) "
    )
    stuck += "(<= terminal (true (n 3))) (goal a 100)"
    heard = []
    with answering(lambda message: heard.append(message) or "x") as stranger:
        match = Referee(parlour.load(stuck, language="gdl"), [Address("127.0.0.1", stranger)], name="m").run()
    assert match.error is not None and match.error.code == "no-legal-move" and heard[-1] == "( ABORT m )"
    assert mishaps(match) == []


def test_names_are_sent_as_prefix_form_writes_them_or_not_at_all() -> None:
    text = "role(me)\ninit(p('--'))\nlegal(me,'--')\nterminal :- true(p('--')) & true(p(X))\ngoal(me,100)"
    heard = []
    with answering(lambda message: heard.append(message) or "ready") as stranger:
        address = Address("127.0.0.1", stranger)
        assert scores(Referee(parlour.load(text, language="gdl"), [address], name="m").run()) == (100,)
        odd = parlour.load(text.replace("'--'", "'a b'"), language="gdl")
        with pytest.raises(Diagnostics) as raised:
            Referee(odd, [address], name="m").run()
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
        "POST / HTTP/1.0\r\nContent-length: 16\r\n\r\n( PLAY (m) 7 ) ",
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


def test_silent_connections_make_room_for_those_who_speak() -> None:
    """Three times as many as there is room for, each silent or in the middle of a word, and a match beside them."""
    with serving() as port:
        silent = []
        for number in range(3 * player.MOST_CONNECTIONS):
            silent.append(socket.create_connection(("127.0.0.1", port), timeout=10))
            if number % 2:
                silent[-1].sendall(b"POST / HTTP/1.0\r\nContent-length: 100\r\n\r\n(")
        assert ask(port, f"( START m1 white ( {RULES} ) 5 1 )", 8.0) == "ready"
        assert ask(port, "( PLAY m1 NIL )", 5.0) in ("( take 1 )", "( take 2 )")
        for connection in silent:
            connection.close()


def test_when_all_are_being_answered_whoever_comes_hears_that_it_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    done = Event()
    asked = Semaphore(0)

    def slow(self: Player, text: str, received: float | None = None) -> str:
        asked.release()
        assert done.wait(30)
        return "done"

    monkeypatch.setattr(Player, "answer", slow)
    with serving() as port:
        found: list[str] = []
        threads = [
            Thread(target=lambda: found.append(ask(port, "( INFO )", 30.0))) for _ in range(player.MOST_CONNECTIONS)
        ]
        for thread in threads:
            thread.start()
            assert asked.acquire(timeout=10)
        assert "503" in raw(port, "GET /(INFO) HTTP/1.0\r\n\r\n")
        done.set()
        for thread in threads:
            thread.join(10)
        assert found == ["done"] * player.MOST_CONNECTIONS


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


def test_the_command_plays_a_match_and_writes_a_record_that_can_be_replayed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with serving() as one, serving() as other:
        words = ["ggp", "referee", "tic-tac-toe-gdl", f"127.0.0.1:{one}", f"localhost:{other}", "--playclock", "1"]
        assert invoke([*words, "--output", str(tmp_path / "first.match")]) == 0
        said = capsys.readouterr().err
        assert "1. ( mark" in said and "xplayer" in said.splitlines()[-1]
        assert invoke([*words, "--json", "--quiet"]) == 0
    (tmp_path / "second.json").write_text(capsys.readouterr().out)
    for name in ("first.match", "second.json"):
        assert invoke(["replay", str(tmp_path / name), "--json"]) == 0
        first, *moves, end = map(json.loads, capsys.readouterr().out.splitlines())
        assert first["seats"] == {"xplayer": f"127.0.0.1:{one}", "oplayer": f"localhost:{other}"}
        assert 5 <= len(moves) <= 8 and sum(end["scores"]) == 100  # a ninth move is the only one left


def test_replay_tells_of_mishaps(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with answering(lambda message: "( mark 9 9 )") as stranger:
        words = ["ggp", "referee", "tic-tac-toe-gdl", f"127.0.0.1:{stranger}", f"127.0.0.1:{stranger}", "--quiet"]
        assert invoke([*words, "--output", str(tmp_path / "odd.match")]) == 0
    assert invoke(["replay", str(tmp_path / "odd.match")]) == 0
    shown = capsys.readouterr().out
    assert "1. xplayer: illegal (( mark 9 9 ))\n2. oplayer: illegal (( mark 9 9 ))\n3. xplayer: (mark " in shown
    assert invoke(["replay", str(tmp_path / "odd.match"), "--json"]) == 0
    second = json.loads(capsys.readouterr().out.splitlines()[1])
    assert second == {
        "event": "mishap",
        "number": 1,
        "seat": "xplayer",
        "how": "illegal",
        "text": "( mark 9 9 )",
    }


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


@pytest.mark.parametrize(
    ("host", "says"),
    [
        ("", "is not the name of a host"),
        ("..", "is not the name of a host"),
        ("a..b", "is not the name of a host"),
        ("a" * 64, "is not the name of a host"),
        ("é" * 64, "is not the name of a host"),
        ("\udcff", "is not the name of a host"),
        ("localhost\0b", "is not the name of a host"),
        ("nobody.invalid", "there is no host nobody.invalid"),
    ],
)
def test_a_host_that_cannot_be_found_is_wrong_usage(host: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["ggp", "player", "--port", "0", "--host", host]) == 2
    assert says in capsys.readouterr().err
    address = f"{host}:9147"
    assert invoke(["ggp", "referee", "tic-tac-toe-gdl", "localhost:1", address]) == 2
    assert (says if host else "is not an address") in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "65536", "-1", "99999999999999999999", "９１４７", "", "x"])
def test_an_absurd_port_is_wrong_usage(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["ggp", "referee", "tic-tac-toe-gdl", "localhost:1", f"localhost:{port}"]) == 2
    assert f"localhost:{port} is not an address" in capsys.readouterr().err


def test_a_port_that_is_taken_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert invoke(["ggp", "player", "--port", str(taken.getsockname()[1])]) == 2
    said = capsys.readouterr().err
    assert "cannot listen" in said and "another program listens there" in said and "waiting" not in said


def test_an_address_of_another_machine_is_wrong_usage_in_our_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["ggp", "player", "--port", "0", "--host", "192.0.2.1"]) == 2
    said = capsys.readouterr().err.splitlines()[0]
    assert said == "error: cannot listen on 192.0.2.1:0: this machine does not have that address"
