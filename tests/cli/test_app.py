"""The frame around all verbs: finding them, wrong usage, and what becomes of every way to end."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import click
import pytest

from parlour.cli import app
from parlour.cli.exits import Exit

# Nobody who asks for the version, or checks a file, should wait for these.
HEAVY = (
    *("rich", "numpy", "scipy", "llvmlite", "starlette", "msgspec", "uvicorn", "websockets", "sqlite3", "asyncio"),
    *("fastapi", "sqlalchemy", "matplotlib", "pygls"),
)


def test_the_version_is_one_line_on_stdout(parlour):
    ended = parlour("--version")
    assert ended.code == 0
    assert ended.out.startswith("parlour ") and ended.out.count("\n") == 1
    assert ended.err == ""


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["check", "tic-tac-toe"]])
def test_light_commands_import_nothing_heavy(args, tmp_path):
    script = (
        "import sys; from parlour.cli.app import invoke; code = invoke(sys.argv[1:]);"
        f"print([name for name in {HEAVY!r} if name in sys.modules], code, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *args], capture_output=True, text=True, cwd=tmp_path, timeout=120
    )
    assert done.stderr.splitlines()[-1] == "[] 0"


def test_the_version_and_the_help_import_no_verb(tmp_path):
    script = (
        "import sys; from parlour.cli.app import VERBS, invoke; invoke(['--version']); invoke(['--help']);"
        "print([verb for verb in VERBS if f'parlour.cli.{verb}' in sys.modules], 'parlour.pipeline' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert done.stdout.splitlines()[-1] == "[] False"


def test_the_help_lists_every_verb(inside):
    ended = inside("--help")
    assert ended.code == 0
    assert all(f"\n  {verb} " in ended.out for verb in app.VERBS)


@pytest.mark.parametrize("verb", [verb for verb in app.VERBS if verb != "ggp"] + ["ggp referee"])
def test_every_verb_has_help_and_the_flags_for_its_streams(verb, inside):
    ended = inside(*verb.split(), "--help")
    assert ended.code == 0
    assert ended.out.startswith(f"Usage: parlour {verb} ")
    assert all(flag in ended.out for flag in ("--quiet", "--color", "--output"))


def test_a_server_has_no_result_to_write_and_still_the_other_flags(inside):
    ended = inside("ggp", "player", "--help")
    assert ended.code == 0
    assert ended.out.startswith("Usage: parlour ggp player ")
    assert all(flag in ended.out for flag in ("--quiet", "--color"))
    assert "--output" not in ended.out


def test_nothing_at_all_shows_the_help_and_is_wrong_usage(parlour):
    ended = parlour()
    assert ended.code == Exit.USAGE
    assert ended.out == ""
    assert "Usage: parlour" in ended.err


@pytest.mark.parametrize(
    ("args", "message", "hint"),
    [
        (["plya"], "there is no command plya", "Did you mean play?"),
        (["frobnicate"], "there is no command frobnicate", "the commands are play, run,"),
        (["--versoin"], "parlour has no option --versoin", "Did you mean --version?"),
        (["check", "--jsn", "x.bgl"], "parlour check has no option --jsn", "Did you mean --json?"),
        (["check"], "parlour check needs FILE...", "`parlour check --help` says what it takes"),
        (["run", "x.bgl", "--seed", "many"], "--seed: many is not a whole number from 0", "parlour run --help"),
        (["run", "x.bgl", "--seed", "-1"], "--seed: -1 is not a whole number from 0", "parlour run --help"),
        (
            ["run", "x.bgl", "--seed", "18446744073709551616"],
            "is not a whole number from 0 to 18446744073709551615",
            "",
        ),
        (["run", "x.bgl", "--seed", "9" * 10_000], "is not a whole number from 0", ""),
        (["run", "x.bgl", "--color", "blue"], "--color: 'blue' is not one of", "parlour run --help"),
        (["run", "x.bgl", "--seed"], "--seed needs a value", "parlour --help"),
        (["run", "x.bgl", "y.bgl"], "Got unexpected extra argument (y.bgl)", "parlour run --help"),
        (["run", "x.bgl", "--budget", "stesp=3"], "there is no budget called stesp", "Did you mean steps?"),
        (["run", "x.bgl", "--budget", "steps"], "steps needs a whole number above 0", "--budget steps=5000000"),
        (["run", "x.bgl", "--budget", "steps=0"], "steps needs a whole number above 0", ""),
        (["run", "x.bgl", "--budget", "steps=-5"], "steps needs a whole number above 0", ""),
        (["run", "x.bgl", "--budget", "steps=1e6"], "steps needs a whole number above 0", ""),
        (["run", "x.bgl", "--budget", "depth=1000001"], "depth is at most 1000000", ""),
        (["run", "x.bgl", "--budget", "steps=" + "9" * 5_000], "steps is at most 999999999999999999", ""),
        (["play", "--seat", "X"], "--seat X: this is not SEAT=PLAYER", "for example --seat X=random"),
        (["play", "--seat", "X=radnom"], "there is no player radnom. Did you mean random?", ""),
        (["play", "--seats", "computer"], "there is no player computer", "human, random"),
        (["play"], "parlour play needs GAME", "parlour play tic-tac-toe"),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong_and_what_was_meant(args, message, hint, inside):
    ended = inside(*args)
    assert ended.code == Exit.USAGE
    assert ended.out == ""
    assert ended.err.startswith("error: ")
    assert message in ended.err
    assert hint in ended.err


def test_wrong_usage_has_its_exit_code_in_a_real_process_too(parlour):
    assert parlour("plya").code == 2


def test_a_name_with_control_characters_is_shown_as_escapes(inside):
    ended = inside("pl\x1b[31m\u202eay")
    assert "\x1b" not in ended.err and "\u202e" not in ended.err
    assert "pl\\x1b[31m\\u202eay" in ended.err


# A verb of five lines, to see what becomes of its endings.


@pytest.fixture
def verb(monkeypatch):
    def install(body):
        module = ModuleType("parlour.cli.sample")
        module.command = click.Command("sample", callback=body)
        monkeypatch.setitem(sys.modules, "parlour.cli.sample", module)
        monkeypatch.setitem(app.VERBS, "sample", "A sample.")

    return install


def test_a_bug_of_ours_is_one_message_and_exit_70(verb, inside):
    verb(lambda: {}["missing"])
    ended = inside("sample")
    assert ended.code == Exit.BUG
    assert "this is a bug in Parlour (KeyError: 'missing')" in ended.err
    assert "PARLOUR_TRACEBACK=1" in ended.err
    assert "Traceback" not in ended.err


def test_the_traceback_of_a_bug_is_there_for_those_who_ask(verb, inside):
    verb(lambda: {}["missing"])
    ended = inside("sample", env={"PARLOUR_TRACEBACK": "1"})
    assert ended.code == Exit.BUG
    assert "Traceback" in ended.err and "test_app.py" in ended.err


def test_an_interrupt_is_exit_130_without_a_word(verb, inside):
    def interrupted():
        raise KeyboardInterrupt

    verb(interrupted)
    ended = inside("sample")
    assert (ended.code, ended.out, ended.err) == (Exit.INTERRUPTED, "", "")


def test_a_verb_without_a_code_is_fine(verb, inside):
    verb(lambda: None)
    assert inside("sample").code == Exit.FINE


@pytest.mark.parametrize("budget", ["memory=1000000000000", "depth=1000000"])
def test_memory_that_the_machine_does_not_have_is_told(budget, tmp_path):
    command = f"ulimit -v 4000000 && exec '{sys.executable}' -m parlour play notakto --engine native --budget {budget}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path, stdin=subprocess.DEVNULL)
    assert done.returncode == Exit.FAILED
    assert "the memory of this machine is not enough" in done.stderr and "lower the --budget" in done.stderr
