"""Senet at the command line: `run` takes characters from standard input, `play` lets people type ahead."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from tests.languages.senet.conftest import SAMPLE, whole

from parlour.cli.app import invoke

AGAIN = "Do you want to continue playing?\nType y to continue and n to exit\n"


@dataclass(frozen=True, slots=True)
class Ended:
    exit_code: int
    stdout: str
    stderr: str


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """`run(verb, program, typed, flags)`: what became of `parlour verb game.senet`."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("LC_", "PARLOUR"))]:
        monkeypatch.delenv(name)
    for name, value in {"COLUMNS": "100", "LANG": "C.UTF-8", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)

    def start(verb: str, program: str, typed: str, *flags: str) -> Ended:
        Path("game.senet").write_text(program, encoding="utf-8", newline="")
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(typed.encode())))
        code = invoke([verb, "game.senet", *flags])
        return Ended(code, *capsys.readouterr())

    return start


def events(ended: Ended) -> list[dict[str, object]]:
    return [json.loads(line) for line in ended.stdout.splitlines()]


def test_run_reads_characters_wherever_the_lines_end(run):
    for typed in ("00 11 10 22 20 n\n", "0011102220n", "0\n0\n1 1\n10 22\n2\n\n0\nn"):
        result = run("run", SAMPLE, typed)
        assert result.exit_code == 0
        assert result.stdout.count("Input coordinates") == 5
        assert result.stdout.endswith("Player 1 wins.\nCongratulations!" + AGAIN)


def test_run_goes_on_after_a_restart_and_waits_when_the_answers_end(run):
    result = run("run", SAMPLE, "00 11 10 22 20 y 00", "--json")
    assert result.exit_code == 4
    found = events(result)
    assert [event["event"] for event in found].count("restart") == 1
    assert found[-1] == {
        "event": "end",
        "status": "waiting",
        "ranking": None,
        "scores": None,
        "state": {"ON_MOVE": 1, "N_PLAYERS": 2, "b": "X . .\n. . .\n. . .\n"},
    }


def test_run_tells_its_story_event_by_event(run):
    found = events(run("run", SAMPLE, "00 11 10 22 20 n", "--json"))
    ask = next(event for event in found if event["event"] == "ask")
    assert (ask["kind"], ask["seat"], ask["domain"]) == ("chars", 0, {"type": "the column as a digit"})
    answers = [(event["seat"], event["value"]) for event in found if event["event"] == "answer"]
    assert answers == [
        (0, "0"),
        (0, "0"),
        (1, "1"),
        (1, "1"),
        (0, "1"),
        (0, "0"),
        (1, "2"),
        (1, "2"),
        (0, "2"),
        (0, "0"),
        (0, "n"),
    ]
    assert (found[-1]["status"], found[-1]["ranking"]) == ("exit", [[0], [1]])


def test_run_stops_with_a_run_time_error_that_names_line_and_answer(run):
    result = run("run", whole("", "int a = stoi(read(1));\nprint(10 / a);"), "5 0")
    assert result.exit_code == 3
    assert result.stdout == "2"
    assert "game.senet:7:7: error[zero]: Division by zero" in result.stderr
    assert "after answer 2" in result.stderr
    found = events(run("run", whole("", "int a = stoi(read(1));\nprint(10 / a);"), "5 0", "--json"))
    assert (found[-2]["event"], found[-2]["line"], found[-1]["status"]) == ("error", 7, "error")


def test_warnings_go_to_the_standard_error_and_never_into_the_games_output(run):
    result = run("run", SAMPLE, "")
    assert result.stdout == 'Input coordinates of square to placein i.e. "22" or "10".\n'
    assert "warning[SN140]" in result.stderr


def test_static_errors_end_with_1_before_anything_runs(run):
    result = run("run", whole("", 'print("a"); print(b);'), "")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "game.senet:6:19: error[SN101]: nothing is called `b`" in result.stderr


def test_play_takes_a_whole_move_in_one_line(run):
    result = run("play", SAMPLE, "00\n11\n10\n22\n20\n")
    assert result.exit_code == 0
    assert "Player 1 wins." in result.stdout
    assert "0 wins" not in result.stdout


def test_play_refuses_what_the_program_fails_on_and_asks_again(run):
    result = run("play", SAMPLE, "0x\n00\n11\n")
    assert result.exit_code == 4
    assert "not a legal move here: stoi needs a digit, not `x` (line 78); ? lists them\n" in result.stderr
    record = next(Path().glob("*.match")).read_text(encoding="utf-8")
    assert "0: 00" in record and "1: 11" in record


def test_play_keeps_the_turn_when_a_move_is_refused(run):
    result = run("play", SAMPLE, "00\n00\n01\n")
    assert "not a legal move here" in result.stderr
    record = next(Path().glob("*.match")).read_text(encoding="utf-8")
    assert "0: 00" in record and "1: 01" in record


def test_play_says_what_was_typed_too_much(run):
    result = run("play", SAMPLE, "0011\n")
    assert "after 00 the move is over: 11 is too much" in result.stderr
    assert "no moves were made" in result.stderr


def test_play_understands_commands_where_any_character_is_an_answer(run):
    result = run("play", SAMPLE, "?\nhistory\n00\nundo\nhistory\nquit\n")
    assert result.exit_code == 0
    assert "00  01  02" in result.stdout
    assert result.stdout.count("no moves yet") == 2


def test_play_lets_computers_play(run):
    result = run("play", SAMPLE, "", "--seats", "random", "--seed", "3")
    assert result.exit_code == 0
    assert "Congratulations!" in result.stdout or "draw" in result.stdout


def test_check_says_what_is_wrong_without_running(run):
    assert run("check", whole("", "print(b);"), "").exit_code == 1
    assert run("check", SAMPLE, "").exit_code == 0


# A piece is named by column and row, which are refused by themselves, and then goes one cell down.
STEPS = """
    group G(Boards.Rect(3, 3)) { }; group M(Piece) { }; G g();
    M first(); M second(); first >> g [0, 0]; second >> g [1, 0];
"""
STEP = """
    int x = -1; int y = -1;
    while (x < 0 or x > 1) { print("Which? "); x = stoi(read(1)); }
    while (y < 0 or g.owns(g.toi([x, y])) < 0) { print("Row? "); y = stoi(read(1)); }
    print("Really? ");
    if (read(1) == "y") { g << g.cells[g.toi([x, y])] [x, y + 1]; }
"""


def test_play_takes_a_line_that_is_refused_in_its_middle_as_wrong_from_its_beginning(run):
    result = run("play", whole(STEPS, STEP), "02\n00y\nhistory\n")
    assert "not a legal move here; ? lists them\n" in result.stderr
    assert "1. 0: 00y" in result.stdout


def test_play_keeps_what_was_answered_by_lines_of_their_own_and_says_how_to_go_back(run):
    result = run("play", whole(STEPS, STEP), "1\n2\nundo\n00y\nhistory\n")
    assert "not a legal move here; ? lists them, undo goes back\n" in result.stderr
    assert "1. 0: 00y" in result.stdout


def test_play_shows_the_table_once_in_a_move_that_has_not_changed_it_yet(run):
    assert run("play", whole(STEPS, STEP), "0\n0\n").stdout.count("┌") == 1
    assert run("play", whole(STEPS, STEP), "0\n0\ny\n").stdout.count("┌") == 2
    assert run("play", whole(STEPS, STEP), "0\nboard\n0\n").stdout.count("┌") == 2


def test_half_an_answer_of_digits_is_not_the_number_of_an_option(run):
    mark = "int n = stoi(read(2)); M >> g [n / 10, n % 10];"
    result = run("play", whole("N_PLAYERS = 2;" + STEPS, mark), "1\n?\n22\nhistory\n")
    assert "exactly 2 characters are wanted" in result.stderr
    assert "00  01  02  10" in result.stdout
    assert "1. 0: 22" in result.stdout
