"""A match whose process dies: nothing is lost but what is being typed, and somebody says how to go on."""

from __future__ import annotations

import mmap
import os
import re
import signal
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from parlour.cli.app import invoke
from parlour.cli.child import Child, Died
from parlour.cli.exits import Exit
from parlour.match import Match, broke_off, load

PLAIN = {"NO_COLOR": "1"}
RESUME = "parlour play --resume tic-tac-toe-1.match"
# What is typed, and the moves of the match when that has been dealt with: among them an answer that the program sends
# back, one that cannot be read, and moves that are taken back.
TYPED = [
    ("(1,1)", "X11"),
    ("(1,1)", "X11"),
    ("what", "X11"),
    ("(2,1)", "X11 O21"),
    ("(3,3)", "X11 O21 X33"),
    ("undo", "X11 O21"),
    ("(1,2)", "X11 O21 X12"),
    ("(2,2)", "X11 O21 X12 O22"),
    ("undo", "X11 O21 X12"),
    ("(2,3)", "X11 O21 X12 O23"),
    ("(1,3)", "X11 O21 X12 O23 X13"),
]
LINES = [line for line, _ in TYPED]


def moves_in(path: Path) -> str:
    moves = [move for together in load(path).rounds for move in together.moves]
    return " ".join(f"{move.seat}{re.sub(r'[(, )]', '', move.answers[0].answer.label)}" for move in moves)


@pytest.fixture
def killed_play(tmp_path, monkeypatch):
    """Plays the lines in a process that is killed at some call inside the code that plays and keeps; gives back how
    many calls there were and how many lines had been typed. Call 0 never comes."""
    monkeypatch.chdir(tmp_path)
    shared = mmap.mmap(-1, 16)

    def play(call: int) -> tuple[int, int]:
        shared[:16] = bytes(16)

        def work(tell: Any) -> int:
            calls, typed = 0, 0

            def count(frame: Any, event: str, argument: Any) -> None:
                nonlocal calls, typed
                place = frame.f_code.co_filename
                if not place.endswith(("dialogue.py", "keeping.py", "journal.py", "keyboard.py", "match/match.py")):
                    return
                calls += 1
                if place.endswith("keyboard.py") and event == "return" and frame.f_code.co_name == "ask":
                    typed += 1
                shared[:16] = calls.to_bytes(8, "little") + typed.to_bytes(8, "little")
                if calls == call:
                    os.kill(os.getpid(), signal.SIGKILL)

            sys.stdin = TextIOWrapper(BytesIO("\n".join(LINES).encode()))
            sys.setprofile(count)
            return invoke(["play", "tic-tac-toe", "--seed", "1", "--quiet", "--save", "over.match"])

        assert Child(work).result() == (Exit.FINE if call == 0 else Died("SIGKILL"))
        return int.from_bytes(shared[:8], "little"), int.from_bytes(shared[8:], "little")

    return play


def test_of_a_match_that_is_killed_at_any_moment_nothing_is_lost_but_the_line_that_was_typed_last(
    killed_play, inside, tmp_path
):
    calls, typed = killed_play(0)
    assert typed == len(LINES) and [file.name for file in tmp_path.iterdir()] == ["over.match"]
    after = ["", *(moves for _, moves in TYPED)]
    for call in range(1, calls, calls // 9):
        (tmp_path / "over.match").unlink(missing_ok=True)
        _, typed = killed_play(call)
        assert not list(tmp_path.glob("tic-tac-toe-*")), "it is kept under the name that was chosen"
        journal = tmp_path / "over.match"
        if journal.exists() and broke_off(journal):
            words = f"save over-{call}.match\nquit\n"
            inside("play", "--resume", journal.name, "--save", f"over-{call}.match", stdin=words)
            journal.unlink(missing_ok=True)
        elif journal.exists() and not journal.stat().st_size:  # it was killed when nothing was in it yet
            journal.unlink()
        found = [*tmp_path.glob(f"over-{call}.match"), *tmp_path.glob("over.match")]
        assert (moves_in(found[0]) if found else "") in after[max(0, typed - 1) : typed + 1]


@pytest.mark.parametrize(("engine", "number"), [("python", signal.SIGKILL), ("native", signal.SIGSEGV)])
def test_a_process_that_dies_at_the_terminal_is_survived_by_the_words_that_say_how_to_go_on(
    engine, number, terminal, tmp_path
):
    first = terminal("play", "tic-tac-toe", "--seats", "human", "--engine", engine, env=PLAIN)
    first.wait_for("X> ")
    first.type("(2,2)\n")
    first.wait_for("O> ")
    first.type("(1,1)\n")
    first.wait_for("X> ")
    os.kill(first.pid, number)
    # Only where machine code was at fault another engine is worth trying.
    fault = " --engine python" if number == signal.SIGSEGV else ""
    first.wait_for(f"the match broke off; go on with: {RESUME}{fault}\r\n")
    assert first.end()[0] == -number

    second = terminal(
        "play", "tic-tac-toe", "--seats", "human", env=PLAIN
    )  # somebody who has not seen it is told again
    assert f"a match broke off here; go on with: {RESUME}\r\n" in second.wait_for("X> ")
    assert second.interrupt()[0] == Exit.INTERRUPTED

    third = terminal(*RESUME.split()[1:], env=PLAIN)
    third.wait_for("X> ")
    third.type("history\n")
    assert "1. X: (2, 2)\r\n2. O: (1, 1)\r\n" in third.wait_for("X> ")
    third.type("quit\n")
    code, shown = third.end()
    assert (
        code == Exit.FINE and "the match is saved; go on with: parlour play --resume tic-tac-toe-1.match\r\n" in shown
    )
    assert not load(tmp_path / "tic-tac-toe-1.match").is_journal
    assert [file.name for file in tmp_path.iterdir()] == ["tic-tac-toe-1.match"]


def test_a_match_that_is_named_is_kept_under_its_name_while_it_is_played(terminal, inside, tmp_path):
    session = terminal("play", "tic-tac-toe", "--seats", "human", "--save", "mine.match", env=PLAIN)
    session.wait_for("X> ")
    session.type("(2,2)\n")
    session.wait_for("O> ")
    os.kill(session.pid, signal.SIGKILL)
    session.wait_for("go on with: parlour play --resume mine.match\r\n")
    session.end()
    assert [file.name for file in tmp_path.iterdir()] == ["mine.match"]
    again = inside("play", "tic-tac-toe", "--save", "mine.match", stdin="quit\n")
    assert again.code == Exit.FILE and "go on with: parlour play --resume mine.match" in again.err
    ended = inside("play", "--resume", "mine.match", stdin="history\nquit\n")
    assert "1. X: (2, 2)\n" in ended.out and not load(tmp_path / "mine.match").is_journal


@pytest.mark.parametrize("is_journal", [False, True])
def test_a_match_whose_moves_are_all_taken_back_is_kept_with_them(inside, write, is_journal):
    head = '[Journal "x"]\n' + HEAD if is_journal else HEAD
    write("mine.match", f"{head}1. X: (1, 1)\n2. O: (2, 2)\n" + ("" if is_journal else '[Result "*"]\n'))
    ended = inside("play", "--resume", "mine.match", stdin="undo\nundo\nquit\n")
    assert "saved with the moves that were taken back; go on with: parlour play --resume mine.match" in ended.err
    again = inside("play", "--resume", "mine.match", stdin="history\nquit\n")
    assert "1. X: (1, 1)\n2. O: (2, 2)\n" in again.out


def test_after_a_kill_while_an_answer_was_run_another_engine_is_suggested(inside, write):
    write("tic-tac-toe-1.match", '[Journal "x"]\n' + HEAD + "1. X: (2, 2)\n? O: =(1, 1) #2\n")
    ended = inside("play", "tic-tac-toe", stdin="quit\n")
    assert f"a match broke off here; go on with: {RESUME} --engine python\n" in ended.err


def test_the_answer_that_killed_the_process_is_given_again(inside, write):
    journal = '[Journal "x"]\n' + HEAD + "1. X: (2, 2)\n? O: =(1, 1) #2\n"
    write("tic-tac-toe-1.match", journal)
    ended = inside("play", "--resume", "tic-tac-toe-1.match", stdin="history\nquit\n")
    assert "the answer that was given last is given again" in ended.err
    assert "1. X: (2, 2)\n2. O: (1, 1)\n" in ended.out


def test_an_answer_that_the_program_sends_back_is_not_a_move_when_it_is_given_again(inside, write):
    write("tic-tac-toe-1.match", '[Journal "x"]\n' + HEAD + "1. X: (2, 2)\n? O: =(2, 2) #2\n3. X: (1")
    ended = inside("play", "--resume", "tic-tac-toe-1.match", stdin="history\n(1,1)\nhistory\nquit\n")
    assert "not a legal move here" in ended.err
    assert "1. X: (2, 2)\n2. O: (1, 1)\n" in ended.out


def test_a_match_that_broke_off_can_be_looked_at(inside, write):
    write("tic-tac-toe-1.match", '[Journal "x"]\n' + HEAD + "1. X: (2, 2)\n? O: =(1, 1) #2\n")
    ended = inside("replay", "tic-tac-toe-1.match")
    assert ended.code == Exit.FINE and ended.out.startswith("1. X: (2, 2)\n") and "not over yet" in ended.err


def test_a_match_that_is_being_played_is_not_taken_over(terminal, parlour):
    session = terminal("play", "tic-tac-toe", "--seats", "human", env=PLAIN)
    session.wait_for("X> ")
    session.type("(2,2)\n")
    session.wait_for("O> ")
    ended = parlour("play", "--resume", "tic-tac-toe-1.match")
    assert ended.code == Exit.FILE and "this match is being played at this moment" in ended.err
    assert "broke off" not in parlour("play", "tic-tac-toe").err
    session.type("(1,1)\n")
    session.wait_for("X> ")
    session.interrupt()


def test_a_bug_leaves_the_match_and_says_how_to_go_on(inside, monkeypatch, tmp_path):
    answer = Match.answer

    def fail_late(match, question, value):
        if len(match.events) == 2:
            raise IndexError("planted")
        return answer(match, question, value)

    monkeypatch.setattr(Match, "answer", fail_late)
    ended = inside("play", "tic-tac-toe", stdin="(1,1)\n(2,1)\n(1,2)\n")
    assert ended.code == Exit.BUG and f"the match broke off; go on with: {RESUME}\n" in ended.err
    monkeypatch.undo()
    ended = inside(*RESUME.split()[1:], stdin="history\nquit\n")
    assert "1. X: (1, 1)\n2. O: (2, 1)\n3. X: (1, 2)\n" in ended.out


def test_a_match_without_people_whose_output_nobody_reads_leaves_nothing_behind(tmp_path):
    command = f"'{sys.executable}' -m parlour play gomoku --seats random | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=tmp_path, timeout=120)
    assert done.stdout.count(b"\n") == 1 and b"broke off" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_what_is_saved_in_between_is_a_record_and_the_match_goes_on_in_a_journal_of_its_own(inside, tmp_path):
    ended = inside("play", "tic-tac-toe", stdin="(1,1)\nsave\n(2,1)\nsave tic-tac-toe-2.match\n(1,2)\nquit\n")
    assert ended.code == Exit.FINE
    assert ended.err.splitlines()[0] == "saved to tic-tac-toe-1.match"
    assert [file.name for file in tmp_path.iterdir()] == ["tic-tac-toe-1.match"]
    assert len(load(tmp_path / "tic-tac-toe-1.match").rounds) == 3


HEAD = ""


@pytest.fixture(autouse=True)
def _head(inside, tmp_path):
    """The tags of a match of tic-tac-toe."""
    global HEAD
    if not HEAD:
        inside("play", "tic-tac-toe", "--seed", "1", "--save", "head.match", stdin="(1,1)\nquit\n")
        HEAD = (tmp_path / "head.match").read_text().partition("1. ")[0]
        (tmp_path / "head.match").unlink()
