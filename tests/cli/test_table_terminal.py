"""A game of each language at a real pseudo-terminal: `?`, a typed move, undo, quit, and on with a computer player."""

from __future__ import annotations

import re

import pytest

PLAIN = {"NO_COLOR": "1"}

# The game, who is not a person, how it prompts, what `?` lists, a move, and how that is told.
TABLES = {
    "bogl": ("tic-tac-toe", ("--seat", "O=random"), "X> ", "(1, 1)", "(2,2)", "1. X: (2, 2)"),
    "senet": ("checkers", ("--seat", "White=random"), "Black column> ", "c3d4", "c3d4", "1. Black: c3d4"),
    "allhandsondeck": ("go-fish", ("--seat", "Ada=human", "--seats", "random"), "do you ask?> ", "Ben", "1", None),
    "tgdl": ("filetto", ("--seat", "Nought=random"), "> ", "Put Sheet[1][1]", "5", "1. Cross: Put Sheet[1][1]"),
    "contest": ("island", ("--seat", "host=human", "--seats", "random"), "> ", "Reef", "Dune", None),
    "gdl": (
        "tic-tac-toe-gdl",
        ("--seat", "oplayer=random"),
        "your move> ",
        "(mark 1 1)",
        "(mark 2 2)",
        "1. xplayer: (mark 2 2)",
    ),
}


@pytest.mark.parametrize("language", TABLES)
def test_a_match_is_played_taken_back_left_and_resumed(language, terminal, tmp_path):
    game, players, prompt, listed, move, told = TABLES[language]
    first = terminal("play", game, "--seed", "5", *(players or ("--seats", "human")), env=PLAIN)
    first.wait_for(prompt)
    first.type("?\n")
    assert listed in first.wait_for(prompt)
    first.type("nonsense, surely\n")
    first.wait_for(prompt)
    first.type(f"{move}\n")
    first.wait_for(prompt)
    first.type("history\n")
    shown = first.wait_for(prompt)
    if told is not None:
        assert told in shown
    first.type("undo\n")
    first.wait_for(prompt)
    first.type("history\n")
    assert told is None or told not in first.wait_for(prompt)
    first.type(f"{move}\n")
    first.wait_for(prompt)
    first.type("quit\n")
    code, shown = first.end()
    assert code == 0
    file = re.search(r"--resume (\S+)", shown)
    assert file is not None and (tmp_path / file[1]).exists()

    second = terminal("play", "--resume", file[1], env=PLAIN)
    second.wait_for(prompt)
    second.type("history\n")
    shown = second.wait_for(prompt)
    assert told is None or told in shown
    second.type("quit\n")
    assert second.end()[0] == 0


def test_a_question_that_is_a_sentence_is_put_to_somebody(terminal):
    session = terminal("play", "harbour", "--seats", "human", env=PLAIN)
    session.wait_for("Finch action> ")
    session.type("Send\n")
    session.wait_for("Finch Send: Where does your worker go?> ")
    session.type("Forest\n")
    session.wait_for("Heron action> ")
    session.type("history\n")
    assert "Finch: Send Forest" in session.wait_for("Heron action> ")


def test_run_asks_again_after_a_refusal(terminal, tmp_path):
    (tmp_path / "sum.bgl").write_text("game S\ntype Input = Int\nplay : Int\nplay = input + 1\n")
    session = terminal("run", "sum.bgl", env=PLAIN)
    prompt = "> "
    session.wait_for(prompt)
    session.type("x\n")
    session.wait_for(prompt)
    session.type("41\n")
    code, shown = session.end()
    assert code == 0 and "42" in shown


# The game, who is not a person, how it prompts, the clicks of a move (the row of the screen by its beginning, and the
# column in it), and how the move is told.
CLICKS = {
    "bogl": ("tic-tac-toe", (), "X> ", [("1 │ · │ · │ · │", 8)], "1. X: (2, 1)"),
    "senet": ("checkers", (), "Black column> ", [("3 │ b │", 4), ("4 │ · │ · │", 8)], "1. Black: a3b4"),
    "allhandsondeck": (
        "uno-manual",
        ("--seat", "Player 1=human", "--seats", "random"),
        "play or draw?> ",
        [("Player 1: [", 17)],
        "Player 1: play 1",
    ),
    "tgdl": ("filetto", (), "> ", [("1 │ · │ · │ · │", 8)], "1. Cross: Put Sheet[1][1]"),
    "contest": ("house", ("--seat", "host=human", "--seats", "random"), "Eve, Fay> ", [("Cleo", 1)], "1. host: Cleo"),
    "gdl": ("tic-tac-toe-gdl", (), "your move> ", [("1 │ · │ · │ · │", 8)], "1. xplayer: (mark "),
}


@pytest.mark.parametrize("language", CLICKS)
def test_a_cell_is_clicked(language, terminal):
    game, players, prompt, clicks, told = CLICKS[language]
    session = terminal("play", game, "--seed", "1", "--mouse", *(players or ("--seats", "human")), env=PLAIN)
    asked = "\x1b[6n"
    for row, column in clicks:
        shown = session.wait_for(prompt + asked)
        lines = shown.split("\r\n")
        above = len(lines) - 1 - next(n for n in reversed(range(len(lines))) if lines[n].startswith(row))
        # The terminal says where its cursor is, and then that somebody pressed and let go.
        session.type(f"\x1b[40;{len(prompt) + 1}R")
        session.type(f"\x1b[<0;{column + 1};{40 - above}M\x1b[<0;{column + 1};{40 - above}m")
    session.wait_for("> " + asked)
    session.type("history\n")
    assert told in session.wait_for("> " + asked)
    session.type("nothing\x7f\x7f\x7f\x7f\x7f\x7f\x7f:quit\n")
    assert session.end()[0] == 0


def test_a_click_that_means_nothing_says_so(terminal):
    session = terminal("play", "tic-tac-toe", "--seats", "human", "--mouse", env=PLAIN)
    session.wait_for("X> \x1b[6n")
    session.type("\x1b[40;4R\x1b[<0;90;39M")
    assert "this is no move" in session.wait_for("X> \x1b[6n")
    session.type("\x04")
    session.end()


def test_there_must_be_a_terminal_to_click_at(parlour):
    ended = parlour("play", "tic-tac-toe", "--mouse")
    assert ended.code == 2 and "there is no terminal to click at" in ended.err
