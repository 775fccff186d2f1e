"""`parlour completion`: the scripts for shells, and what they are answered."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from parlour.cli.exits import Exit


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        ("bash", "complete -o nosort -F"),
        ("zsh", "compdef _parlour_completion parlour"),
        ("fish", "complete --no-files"),
    ],
)
def test_the_script_comes_with_instructions(shell, line, inside):
    ended = inside("completion", shell)
    assert ended.code == 0 and ended.err == ""
    assert line in ended.out and f"_PARLOUR_COMPLETE={shell}_complete" in ended.out
    *_, how, command = ended.out.splitlines()
    assert how.startswith(f"# This completes parlour's commands for {shell}. To have it always, ")
    assert command.startswith("#   ") and f"parlour completion {shell}" in command


def test_the_script_for_zsh_begins_as_its_autoloader_wants(inside):
    assert inside("completion", "zsh").out.startswith("#compdef parlour\n")


def test_an_unknown_shell_is_wrong_usage(inside):
    ended = inside("completion", "tcsh")
    assert ended.code == Exit.USAGE and "'tcsh' is not one of" in ended.err


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_can_read_the_script(inside):
    script = inside("completion", "bash").out
    done = subprocess.run(["bash", "-c", script + "\ncomplete -p parlour"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "_parlour_completion parlour" in done.stdout


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("parlour le", "plain,lesson"),
        ("parlour completion z", "plain,zsh"),
        ("parlour play --see", "plain,--seed"),
        ("parlour new --lang", "plain,--language"),
        ("parlour new nim --language b", "plain,bogl"),
    ],
)
def test_a_shell_that_asks_is_answered(words, found, parlour):
    count = str(len(words.split(" ")) - 1)
    ended = parlour(env={"_PARLOUR_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": count})
    assert ended.out.splitlines() == [found]
