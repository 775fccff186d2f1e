"""`parlour hint`, thinking at a terminal, and who sits opposite a person."""

from __future__ import annotations

import json
import re
import time

import pytest

from parlour.cli.exits import Exit

PLAIN = {"NO_COLOR": "1"}


def test_the_best_moves_of_a_game_come_with_their_worth_and_line(inside):
    ended = inside("hint", "nim", "--iterations", "60", "--seed", "3")
    assert ended.code == 0
    lines = re.findall(r"^\(\d, \d\)  worth \d\.\d\d, \d+ % of 60 games(?:; then Second .*)?$", ended.out, re.MULTILINE)
    assert len(lines) == 3
    assert inside("hint", "nim", "--iterations", "60", "--seed", "3").out == ended.out


def test_a_saved_match_is_looked_at_where_it_stands(inside):
    """X has two in a row, and it is X's turn."""
    inside("play", "tic-tac-toe", "--seed", "1", "--save", "m.match", stdin="(1,1)\n(2,1)\n(2,2)\n(3,1)\nquit\n")
    ended = inside("hint", "m.match", "--iterations", "150", "--json")
    best = json.loads(ended.out.splitlines()[0])
    assert (best["event"], best["seat"], best["move"], best["proof"]) == ("hint", "X", ["(3, 3)"], "win")
    assert set(best) == {"event", "seat", "move", "visits", "worth", "proof", "continuation"}


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["clockwork"], Exit.FAILED, "no move can be suggested: what this seat does not see cannot be imagined"),
        (["nim", "--time", "5"], Exit.USAGE, "--time 5: this is not a time such as 500ms"),
        (["nim", "--iterations", "0"], Exit.USAGE, "--iterations"),
        (["nmi"], Exit.USAGE, "Did you mean nim?"),
        (["missing.match"], Exit.FILE, "missing.match"),
    ],
)
def test_what_cannot_be_hinted_at_is_told(args, code, words, inside):
    ended = inside("hint", *args)
    assert (ended.code, words in ended.err, ended.out) == (code, True, "")


def test_at_a_terminal_the_computer_sits_opposite(terminal):
    session = terminal("play", "tic-tac-toe", "--seed", "1", env=PLAIN)
    assert "you are X, and level:3 plays the others; two people say --seats human" in session.wait_for("X> ")
    session.type("(2,2)\n")
    assert re.search(r"2\. O: \(\d, \d\)", session.wait_for("X> "))
    session.type("quit\n")
    assert session.end()[0] == 0


def test_where_secrets_cannot_be_imagined_a_random_player_is_seated_and_the_reason_told(terminal):
    session = terminal("play", "clockwork", "--seed", "1", env=PLAIN)
    shown = session.wait_for("> ")
    assert "and random plays the others (what a seat does not see cannot be imagined here)" in shown.replace("\r\n", "")
    session.type("quit\n")
    assert session.end()[0] == 0


def test_who_plays_alone_has_nobody_opposite(terminal):
    session = terminal("play", "tower-of-hanoi", "--seed", "1", env=PLAIN)
    assert "level:3" not in session.wait_for("> ")
    session.type("quit\n")
    assert session.end()[0] == 0


def test_thinking_is_shown_in_one_line_and_ctrl_c_stops_it_at_once(terminal):
    session = terminal("play", "connect-four", "--seat", "Red=mcts:time=10m", "--seats", "human", env=PLAIN)
    shown = session.wait_for("games, ")
    assert re.search(r"\r\x1b\[KRed is thinking: [\d,]+ games", shown)
    began = time.monotonic()
    code, _ = session.interrupt()
    assert code == Exit.INTERRUPTED
    assert time.monotonic() - began < 60, "ten minutes were not waited for"


@pytest.mark.parametrize("name", ["connect-four", "connect-four-gdl", "crazy-eights"])
def test_ctrl_c_stops_a_hint_over_arenas_nets_and_what_seats_know(name, terminal):
    session = terminal("hint", name, "--iterations", "1000000000", env=PLAIN)
    session.wait_for("Parlour is thinking: ")
    session.wait_for("Parlour is thinking: ")
    began = time.monotonic()
    code, shown = session.interrupt()
    assert code == Exit.INTERRUPTED and "Traceback" not in shown and "%" not in shown
    assert time.monotonic() - began < 60, "a thousand million games were not waited for"


def test_what_a_player_with_secrets_thinks_about_is_not_told(terminal):
    session = terminal("play", "gallery", "--seat", "Ada=ismcts:time=10m", "--seats", "human", env=PLAIN)
    shown = session.wait_for(" games")
    shown += session.wait_for(" games")
    assert "Ada is thinking: " in shown and "worth" not in shown
    session.interrupt()


def test_a_player_that_cannot_play_the_game_is_wrong_usage(inside):
    ended = inside("play", "war", "--seats", "mcts")
    assert ended.code == Exit.USAGE
    assert "--seats=mcts: mcts cannot play this: seats of this game have secrets" in ended.err
