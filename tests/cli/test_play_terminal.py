"""`parlour play` at a terminal: prompts, editing, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import os
import signal

import pytest

from parlour.cli.exits import Exit

PLAIN = {"NO_COLOR": "1"}
CTRL_D = "\x04"


def test_a_match_is_interrupted_saved_and_resumed(terminal, tmp_path):
    first = terminal("play", "tic-tac-toe", "--seats", "human", env=PLAIN)
    assert "┌───┬───┬───┐" in first.wait_for("X> ")
    first.type("(2,2)\n")
    assert "│‹X›│" in first.wait_for("O> ")
    code, shown = first.interrupt()
    assert code == Exit.INTERRUPTED
    assert "parlour play --resume tic-tac-toe-1.match" in shown

    second = terminal("play", "--resume", "tic-tac-toe-1.match", env=PLAIN)
    assert "│‹X›│" in second.wait_for("O> ")
    for answer in ("(1,1)", "(2,1)", "(1,2)"):
        second.type(f"{answer}\n")
        second.wait_for("> ")
    second.type("(2,3)\n")
    code, shown = second.end()
    assert code == 0
    assert "X wins" in shown


def test_ctrl_d_is_the_end_of_the_answers(terminal, tmp_path):
    session = terminal("play", "tic-tac-toe", "--seats", "human", env=PLAIN)
    session.wait_for("X> ")
    session.type("(2,2)\n")
    session.wait_for("O> ")
    session.type(CTRL_D)
    code, shown = session.end()
    assert code == Exit.WAITING
    assert "--resume tic-tac-toe-1.match" in shown
    assert (tmp_path / "tic-tac-toe-1.match").exists()


def test_lines_can_be_edited_and_called_back(terminal):
    session = terminal("play", "connect-four", "--seats", "human", env=PLAIN)
    session.wait_for("Red> ")
    session.type("9\x083\n")  # a slip, wiped out
    session.wait_for("Yellow> ")
    session.type("\x1b[A\n")  # the arrow up: the answer before
    session.wait_for("Red> ")
    session.type("history\n")
    assert "1. Red: 3\r\n2. Yellow: 3\r\n" in session.wait_for("Red> ")
    session.type("quit\n")
    assert session.end()[0] == 0


def test_ctrl_c_before_the_first_move_saves_nothing(terminal, tmp_path):
    session = terminal("play", "tic-tac-toe", "--seats", "human", env=PLAIN)
    session.wait_for("X> ")
    code, shown = session.interrupt()
    assert code == Exit.INTERRUPTED
    assert "nothing was saved" in shown
    assert "Traceback" not in shown
    assert not list(tmp_path.glob("*.match"))


def test_ctrl_c_ends_a_run_too(terminal, write):
    write("twice.bgl", "game Twice\ntype Input = Int\nplay : Int\nplay = input * 2\n")
    session = terminal("run", "twice.bgl", env=PLAIN)
    session.wait_for("Int> ")
    code, shown = session.interrupt()
    assert code == Exit.INTERRUPTED
    assert "Traceback" not in shown


def test_ctrl_c_stops_a_program_that_does_not_ask(terminal, write):
    write(
        "loop.bgl",
        "game Loop\ntype Input = Int\nplay : Int\nplay = spin(input)\n"
        "spin : Int -> Int\nspin(n) = while n < 9 do 3 - n\n",
    )
    session = terminal("run", "loop.bgl", "--budget", "steps=100000000000000", env=PLAIN)
    session.wait_for("Int> ")
    session.type("1\n")
    session.wait_for("1\r\n")
    code, shown = session.interrupt()
    assert code == Exit.INTERRUPTED
    assert "Traceback" not in shown


def test_colours_mark_the_pieces(terminal):
    session = terminal("play", "tic-tac-toe", "--seats", "human")
    session.wait_for("> ")
    session.type("(2,2)\n")
    assert "\x1b[" in session.wait_for("O")
    session.interrupt()


def test_ascii_where_the_locale_is_poor(terminal):
    session = terminal("play", "tic-tac-toe", "--seats", "human", env={**PLAIN, "LC_ALL": "C"})
    assert "+---+---+---+" in session.wait_for("X> ")
    session.interrupt()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_process_that_is_asked_to_end_saves_the_match(number, terminal, tmp_path):
    session = terminal("play", "tic-tac-toe", "--seats", "human", env=PLAIN)
    session.wait_for("X> ")
    session.type("(2,2)\n")
    session.wait_for("O> ")
    os.kill(session.pid, number)
    assert session.interrupt()[0] == Exit.INTERRUPTED
    assert "1. X: (2, 2)" in (tmp_path / "tic-tac-toe-1.match").read_text()


def test_a_terminal_that_is_closed_saves_the_match(terminal, tmp_path):
    session = terminal("play", "tic-tac-toe", "--seats", "human", env=PLAIN)
    session.wait_for("X> ")
    session.type("(2,2)\n")
    session.wait_for("O> ")
    os.close(session.screen)
    os.waitpid(session.pid, 0)
    assert "1. X: (2, 2)" in (tmp_path / "tic-tac-toe-1.match").read_text()


ASKING = """main:
    ada = Player('Ada')
    ada do ASK

let Player(name) be Actor with:
    const name: name

when Player player do ASK:
    print(f'{player.name}, a number')
    int n = input()
"""


def test_a_prompt_that_names_the_seat_itself_does_not_name_it_twice(terminal, write):
    session = terminal("play", str(write("ask.ah", ASKING)), "--seats", "human", env=PLAIN)
    assert session.wait_for("> ").endswith("\nAda, a number> ")
    session.type("3\n")
    assert session.end()[0] == 0


@pytest.mark.parametrize(
    ("game", "begin", "prompt"),
    [
        ("chess", "e2", "White e2, column> "),
        ("tower-of-hanoi", "1", "1> "),
        ("uno-manual", "play", "Player 1 play: Which card?> "),
        ("harbour", "Send", "Finch Send: Where does your worker go?> "),
    ],
)
def test_the_prompt_shows_what_a_move_began_with(terminal, game, begin, prompt):
    session = terminal("play", game, "--seats", "human", "--seed", "1", env=PLAIN)
    if game == "uno-manual":
        session.wait_for("looking")
        session.type("\n")
    session.wait_for("> ")
    session.type(f"{begin}\n")
    session.wait_for(prompt)
    session.type("zzz\n")
    session.wait_for(prompt)
    session.type("undo\n")
    assert not session.wait_for("> ").endswith(prompt)
    session.interrupt()


SAID = (
    ASKING
    + """    print(f'{n} is begun, and then')
    int m = input()
    while m < n:
        print(f'{n} is begun, and then')
        int m = input()
"""
)


def test_a_prompt_that_says_what_was_answered_is_left_alone(terminal, write):
    session = terminal("play", str(write("said.ah", SAID)), "--seats", "human", env=PLAIN)
    session.wait_for("Ada, a number> ")
    session.type("3\n")
    assert session.wait_for("> ").endswith("\nAda 3 is begun, and then> ")
    session.interrupt()
