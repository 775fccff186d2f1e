"""Every command in the documentation prints what stands below it.

A `console` block is a command behind `$` and all that it prints, where `…` at the end of a line stands for the rest of
it, at its beginning for what comes before, and alone for any lines. The files it may name are those of the page above
it. Where it shows a prompt, `X> (2,2)`,
the command is run at a terminal, and what stands behind the prompt is typed.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from tests.cli.conftest import Terminal, environment
from tests.docs.pages import BLOCKS, Block

NOT_RUN = {
    "parlour ggp player --port 9201": "is for three terminals; tests/bridges plays such matches",
}
# Files of the first are a language, which `test_how_to.py` adds; the programs of the second are played, with what they
# say and ask, by `test_tgdl_programs.py`.
PLAYED_ELSEWHERE = {"docs/how-to/add-a-language.md", "docs/languages/tgdl.md"}
COMMANDS = [block for block in BLOCKS if block.language == "console"]
PROMPT = re.compile(r"^(\w+> )(.*\n)", re.MULTILINE)


def command_and_output(block: Block) -> tuple[str, str]:
    first, _, output = block.text.partition("\n")
    return first.removeprefix("$ "), output


def files(block: Block) -> dict[str, str]:
    """Those that stand above a command; of two with one name, the nearer one."""
    above = [other for other in BLOCKS if other.page == block.page and other.line < block.line]
    return {other.name: other.text for other in above if other.name}


def pattern(expected: str) -> str:
    lines = [r"(?:.*\n)*" if line == "…" else f"{re.escape(line)}\n" for line in expected.splitlines()]
    return "".join(re.sub("^…|…(?=\n$)", ".*", line) for line in lines)


def printed(command: str, folder: Path) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    whole = ["sh", "-c", f"{{ {command}; }} 2>&1"]
    done = subprocess.run(
        whole, cwd=folder, env=environment({"PATH": path, "NO_COLOR": "1"}), capture_output=True, timeout=120
    )
    return done.stdout.decode()


def shown_at_a_terminal(command: str, typed: list[tuple[str, str]], folder: Path) -> str:
    terminal = Terminal(shlex.split(command)[1:], folder, {"NO_COLOR": "1", "TERM": "dumb"})
    shown = ""
    for prompt, answer in typed:
        shown += terminal.wait_for(prompt)
        terminal.type(answer)
    return (shown + terminal.end()[1]).replace("\r\n", "\n")


@pytest.mark.parametrize("block", [block for block in COMMANDS if command_and_output(block)[0] not in NOT_RUN], ids=str)
def test_a_command_prints_what_the_page_says(block: Block, tmp_path: Path) -> None:
    for name, text in files(block).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command, expected = command_and_output(block)
    typed = PROMPT.findall(expected)
    shown = shown_at_a_terminal(command, typed, tmp_path) if typed else printed(command, tmp_path)
    assert re.fullmatch(pattern(expected), shown), shown


def test_every_command_stands_in_a_block_of_its_own() -> None:
    prompts = {block: len(re.findall(r"^\$ ", block.text, re.MULTILINE)) for block in BLOCKS}
    assert {block for block, count in prompts.items() if count} == set(COMMANDS)
    several = {command_and_output(block)[0] for block, count in prompts.items() if count > 1}
    assert several == set(NOT_RUN)


def test_every_file_of_a_page_is_shown_at_work() -> None:
    named = {(block.page, block.name) for block in BLOCKS if block.name or block.language == "gdl"}
    named = {(page, name) for page, name in named if page not in PLAYED_ELSEWHERE}
    used = {(block.page, name) for block in COMMANDS for name in files(block) if name in block.text}
    assert named == used, named ^ used


PYTHON = [block for block in BLOCKS if block.language == "python" and block.page not in PLAYED_ELSEWHERE]


@pytest.mark.parametrize("block", PYTHON, ids=str)
def test_python_prints_what_stands_behind_it(block: Block) -> None:
    said = StringIO()
    with redirect_stdout(said):
        exec(block.text, {})
    claimed = [line.partition("  # ")[2] for line in block.text.splitlines() if line.startswith("print(")]
    assert said.getvalue().splitlines() == claimed


@pytest.mark.parametrize(
    "expected", ["", "hullo\n", "hello\nhello\n", "hel…\n…\nhullo\n", "…lly\n", "X> hello\nhello\n"]
)
def test_a_command_that_lies_is_found(expected: str, tmp_path: Path) -> None:
    block = Block("page", 1, "console", "", f"$ echo hello\n{expected}")
    with pytest.raises(AssertionError):
        test_a_command_prints_what_the_page_says(block, tmp_path)
