"""A player of the GGP network in a seat of a match, over real sockets: what it is told, and what its answers become."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.bridges.test_ggp import RULES, answering, serving

import parlour
from parlour.bridges.ggp.messages import parse
from parlour.bridges.ggp.remote import RemotePlayer, remote_player
from parlour.cli.app import invoke
from parlour.game.game import Game
from parlour.game.view import OpenQuestion, View
from parlour.match import Match, Mishap, read_record
from parlour.players import UnknownPlayer, make_player, play_out
from parlour.players.player import Imagine, Player, Typed

LONGER = RULES.replace("(init (heap 3))", "(init (heap 5)) (less 5 4) (less 4 3)")


class TakesOne:
    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Typed:
        return Typed("(take 1)")


def game() -> Game:
    return parlour.load(LONGER, language="gdl")


def play(match: Match, remote: Player, most_answers: int = 100) -> None:
    play_out(match, lambda seat: remote if seat and seat.name == "white" else TakesOne(), most_answers=most_answers)


def takes_one(heard: list[str]) -> Callable[[str], str]:
    """A stranger that notes what it hears and takes one, whoever's turn it is."""

    def respond(text: str) -> str:
        heard.append(text)
        return "ready" if "START" in text else "( take 1 )"

    return respond


def kinds(heard: list[str]) -> list[str]:
    return [text.split()[1] for text in heard]


def test_it_is_told_every_step_and_its_answers_are_its_moves() -> None:
    heard: list[str] = []
    with answering(takes_one(heard)) as port:
        remote = remote_player(f"//127.0.0.1:{port},startclock=3,playclock=2", 1, game())
        match = Match.start(game(), seed=1)
        play(match, remote)
        remote.end()
    assert kinds(heard) == ["START", *["PLAY"] * 5, "STOP"]
    start, *others = map(parse, heard)
    assert start[2] == "white" and start[4:] == ["3", "2"]
    # It hears of the other's moves in steps of their own, in which it can only wait.
    ours, theirs = [["take", "1"], "noop"], ["noop", ["take", "1"]]
    assert [message[2] for message in others] == ["NIL", ours, theirs, ours, theirs, ours]
    assert match.is_over and not any(isinstance(event, Mishap) for event in match.events)


def test_a_player_of_ours_wins_a_seat_of_a_match() -> None:
    with serving() as port:
        remote = make_player(f"ggp://localhost:{port},playclock=1", 1, game=game())
        assert isinstance(remote, RemotePlayer)
        match = Match.start(game(), seed=1)
        play(match, remote)
        remote.end()
    assert match.outcome is not None and not any(isinstance(event, Mishap) for event in match.events)


def test_with_secrets_it_hears_its_own_part_alone() -> None:
    heard: list[str] = []

    def respond(text: str) -> str:
        heard.append(text)
        return "ready" if "START" in text else "noop"

    hidden = parlour.load("monty-hall")
    with answering(respond) as port:
        remote = remote_player(f"//127.0.0.1:{port},playclock=1", 1, hidden)
        match = Match.start(hidden, seed=4)
        play_out(match, lambda _: remote, most_answers=2)
        remote.end()
    plays = [parse(text) for text in heard if "PLAY" in text]
    assert plays and all(len(message) == 5 for message in plays), "turn, own move and percepts"
    # The door with the car is a move of chance, which nobody is told.
    assert "hide_car" not in "".join(text for text in heard if "PLAY" in text)


def test_after_a_move_is_taken_back_it_begins_anew() -> None:
    heard: list[str] = []
    with answering(takes_one(heard)) as port:
        remote = remote_player(f"//127.0.0.1:{port},playclock=1", 1, game())
        match = Match.start(game(), seed=1)
        play(match, remote, most_answers=3)
        # The same player in another match: its steps are not those that it was told.
        play_out(Match.start(game(), seed=2), lambda _: remote, most_answers=1)
        remote.end()
    assert kinds(heard) == ["START", *["PLAY"] * 3, "ABORT", "START", "PLAY", "ABORT"]


def test_garbage_silence_and_nobody_are_mishaps() -> None:
    with answering(lambda text: "ready" if "START" in text else "( ( (") as port:
        assert mishaps(port) == {"garbage"}
    with answering(lambda text: "ready" if "START" in text else "( take 77 )") as port:
        assert mishaps(port) == {"illegal"}
    with answering(lambda text: None) as port:
        assert mishaps(port) <= {"garbage", "unreachable"}
    assert mishaps(1) == {"unreachable"}


def mishaps(port: int) -> set[str]:
    remote = remote_player(f"//127.0.0.1:{port},playclock=1", 1, game())
    match = Match.start(game(), seed=1)
    play(match, remote)
    remote.end()
    assert match.is_over
    return {event.how for event in match.events if isinstance(event, Mishap)}


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("ggp://localhost", "no address"),
        ("ggp:localhost:9147", "write ggp://host:port"),
        ("ggp://localhost:99999", "no address"),
        ("ggp://localhost:9147,playclok=3", "startclock=10 and playclock=5"),
        ("ggp://localhost:9147,playclock=0", "startclock=10 and playclock=5"),
    ],
)
def test_what_is_no_address_is_told_with_an_example(spec: str, says: str) -> None:
    with pytest.raises(UnknownPlayer, match=says):
        make_player(spec, 1, game=game())


def test_other_languages_cannot_be_sent() -> None:
    with pytest.raises(UnknownPlayer, match="GDL alone"):
        make_player("ggp://localhost:9147", 1, game=parlour.load("nim"))


def test_the_command_line_seats_it_and_one_conversation_lasts_the_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heard: list[str] = []
    sheet = tmp_path / "take.kif"
    sheet.write_text(LONGER)
    record = tmp_path / "one.match"
    with answering(takes_one(heard)) as port:
        words = ["play", str(sheet), "--seats", "random", "--seat", f"white=ggp://127.0.0.1:{port}"]
        assert invoke([*words, "--seed", "1", "--save", str(record)]) == 0
    found = kinds(heard)
    assert found[0] == "START" and found[-1] == "STOP" and found.count("START") == 1
    assert read_record(record.read_text()) is not None
