"""Colour, characters and pipes: what reaches a screen, and what happens when nobody reads."""

from __future__ import annotations

import subprocess
import sys

import pytest

from parlour.cli.exits import Exit

WRONG = "game Wrong\nplay : Int\nplay = True\n"
# A comment that would turn the rest of the line around, in a line that an error shows.
BIDI = "game Wrong\nplay : Int\nplay = True -- \u202e\x1b[31m\u2066 harmless\n"


def test_a_pipe_gets_no_colour(parlour, write):
    assert "\x1b[" not in parlour("check", write("wrong.bgl", WRONG)).err


def test_colour_can_be_asked_for(inside, write):
    write("wrong.bgl", WRONG)
    assert "\x1b[1;31m" in inside("check", "wrong.bgl", "--color", "always").err
    assert "\x1b[1;31m" in inside("check", "wrong.bgl", "--color=always", env={"NO_COLOR": "1"}).err
    assert "\x1b[" in inside("games", "--color", "always").out


def test_a_terminal_gets_colour(terminal, write):
    write("wrong.bgl", WRONG)
    code, shown = terminal("check", "wrong.bgl").end()
    assert code == Exit.TEXT
    assert "\x1b[1;31m" in shown


@pytest.mark.parametrize(("env", "args"), [({"NO_COLOR": "1"}, ()), ({"TERM": "dumb"}, ()), ({}, ("--color", "never"))])
def test_a_terminal_gets_none_if_somebody_says_so(env, args, terminal, write):
    write("wrong.bgl", WRONG)
    code, shown = terminal("check", "wrong.bgl", *args, env=env).end()
    assert code == Exit.TEXT
    assert "error[BG" in shown
    assert "\x1b[" not in shown


def test_an_empty_no_color_says_nothing(terminal, write):
    write("wrong.bgl", WRONG)
    assert "\x1b[1;31m" in terminal("check", "wrong.bgl", env={"NO_COLOR": ""}).end()[1]


def test_bidirectional_marks_and_escapes_of_a_program_never_reach_the_terminal(terminal, inside, write):
    write("wrong.bgl", BIDI)
    _, shown = terminal("check", "wrong.bgl", env={"NO_COLOR": "1"}).end()
    assert "\\u202e\\x1b[31m\\u2066" in shown
    assert not {"\u202e", "\u2066", "\x1b"} & set(shown)
    assert not {"\u202e", "\u2066", "\x1b"} & set(inside("check", "wrong.bgl", "--json").out)


def test_what_a_program_says_is_exact_in_a_pipe_and_safe_on_a_terminal(terminal, inside, write):
    write("say.bgl", 'game Say\nplay : String\nplay = "ab\u202ec"\n')
    assert inside("run", "say.bgl").code == 0
    _, shown = terminal("run", "say.bgl").end()
    assert "\u202e" not in shown


@pytest.mark.parametrize(
    ("env", "is_ascii"),
    [
        ({"LANG": "C.UTF-8"}, False),
        ({"LC_ALL": "C"}, True),
        ({"LC_ALL": "POSIX", "LANG": "C.UTF-8"}, True),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, False),
        ({"LANG": "C.UTF-8", "PYTHONIOENCODING": "latin-1"}, True),
    ],
)
def test_lines_are_drawn_as_the_locale_allows(env, is_ascii, parlour):
    ended = parlour("show", "tic-tac-toe", env=env)
    assert ended.code == 0
    assert ended.out.isascii() == is_ascii


def test_ascii_can_be_asked_for(inside):
    assert inside("show", "tic-tac-toe", "--ascii").out.isascii()


def test_a_reader_that_has_seen_enough_is_no_failure(tmp_path):
    command = f"'{sys.executable}' -m parlour show tic-tac-toe --core; echo $? >&2"
    done = subprocess.run(
        ["sh", "-c", f"( {command} ) | head -c 1"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.stderr == "0\n"


def test_a_reader_that_was_never_there_is_no_failure_either(tmp_path):
    """The pipe is closed before anything is written, so the very first flush fails."""
    with subprocess.Popen(
        [sys.executable, "-m", "parlour", "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(120) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
def test_a_full_disk_is_a_file_problem(tmp_path):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "parlour", "games"], stdout=full, stderr=subprocess.PIPE, cwd=tmp_path, timeout=120
        )
    assert done.returncode == Exit.FILE
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_closed_stdout_is_no_reason_to_fail(tmp_path):
    done = subprocess.run(
        ["sh", "-c", f"'{sys.executable}' -m parlour games >&-"], cwd=tmp_path, capture_output=True, timeout=120
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_quiet_leaves_out_messages_but_not_errors(inside, write):
    write("wrong.bgl", WRONG)
    assert "checked" in inside("check", "tic-tac-toe").err
    assert inside("check", "tic-tac-toe", "--quiet").err == ""
    assert "error[BG" in inside("check", "wrong.bgl", "--quiet").err
