"""`parlour repl` at a terminal: prompts, completion, history, Ctrl-C and Ctrl-D."""

from __future__ import annotations

from parlour.cli.exits import Exit

CTRL_D, TAB, UP = "\x04", "\t", "\x1b[A"
GARDEN = """game Garden
type Board = Array (2,1) of {Rose, Empty}
type Input = (Int, Int)
bed : Board
bed!(x,y) = Empty
quadruple : Int -> Int
quadruple(x) = 4 * x
"""


def test_a_sitting_at_a_terminal(terminal, write, tmp_path):
    write("garden.bgl", GARDEN)
    env = {"NO_COLOR": "1", "XDG_STATE_HOME": str(tmp_path / "state")}
    session = terminal("repl", "garden.bgl", env=env)
    assert ":help" in session.wait_for("bogl> ")

    session.type(f"quad{TAB}(10) + 2\n")
    assert "quadruple(10) + 2\r\n42\r\n" in session.wait_for("bogl> ")

    session.type("(1 +\n")
    session.wait_for("    | ")
    session.type("2)\n")
    assert "3\r\n" in session.wait_for("bogl> ")

    session.type("place(Rose, bed, input)\n")
    assert "│  ·   │  ·   │" in session.wait_for("input (Int, Int)> ")
    session.type("Rose\n")
    assert "Try again" in session.wait_for("input (Int, Int)> ")
    session.interrupt_to("bogl> ")

    session.type(f"{UP}{UP}\n")  # the answer that was refused, and before it the expression
    session.wait_for("input (Int, Int)> ")
    session.type(":un" + TAB + "\n")
    assert "there is no answer to take back" in session.wait_for("input (Int, Int)> ")
    session.type("(2,1)\n")
    assert "‹Rose›" in session.wait_for("bogl> ")

    for beginning, name in (("gar", "garden.bgl"), ("tic-t", "tic-tac-toe.bgl")):
        session.type(f":load {beginning}{TAB}\n")
        assert f"loaded {name}\r\n" in session.wait_for("bogl> ")

    session.type("1 / 0\n")
    session.wait_for("bogl> ")
    session.type(CTRL_D)
    code, shown = session.end()
    assert code == 0
    assert "Traceback" not in shown
    history = tmp_path / "state" / "parlour" / "repl-history"
    assert history.read_text().splitlines()[:3] == ["quadruple(10) + 2", "(1 +", "2)"]

    again = terminal("repl", "garden.bgl", env=env)
    again.wait_for("bogl> ")
    again.type(f"{UP}\n")
    assert "Division by zero" in again.wait_for("bogl> ")
    again.type(":quit\n")
    assert again.end()[0] == 0


def test_ctrl_c_stops_an_evaluation_and_a_half_written_text(terminal, tmp_path):
    env = {"NO_COLOR": "1", "XDG_STATE_HOME": str(tmp_path)}
    session = terminal("repl", "--budget", "steps=100000000000000", env=env)
    session.wait_for("bogl> ")
    session.type("let x = 1 in while True do x\n")
    session.wait_for("do x\r\n")
    session.interrupt_to("bogl> ")
    session.type("(1 +\n")
    session.wait_for("    | ")
    session.interrupt_to("bogl> ")
    session.type("6 * 7\n")
    assert "42\r\n" in session.wait_for("bogl> ")
    session.type("input\n")
    session.wait_for("input Int> ")
    session.type(CTRL_D)
    assert session.end()[0] == Exit.WAITING


def test_a_history_that_cannot_be_written_does_not_stop_it(terminal):
    session = terminal("repl", env={"NO_COLOR": "1", "XDG_STATE_HOME": "/dev/null"})
    session.wait_for("bogl> ")
    session.type("6 * 7\n")
    assert "42\r\n" in session.wait_for("bogl> ")
    session.type(CTRL_D)
    assert session.end()[0] == 0
