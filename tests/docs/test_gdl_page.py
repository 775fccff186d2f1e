"""The page about GDL: its rule sheets are what it says, and its commands print what stands below them.

A fenced `gdl` block is a file; a `console` block is a command after `$` and what it prints, where `…` at the end of a
line stands for the rest of it, and alone for any lines.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/languages/gdl.md"
BLOCKS = re.findall(
    r"^```(gdl|console)[ ]?(\S*)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
FILES = {name: text for kind, name, text in BLOCKS if kind == "gdl"}
COMMANDS = [text for kind, _, text in BLOCKS if kind == "console"]


def pattern(expected: str) -> str:
    lines = [r"(?:.*\n)*" if line == "…" else f"{re.escape(line)}\n" for line in expected.splitlines()]
    return "".join(re.sub(re.escape("…") + r"(?=\n$)", ".*", line) for line in lines)


@pytest.mark.parametrize("block", COMMANDS, ids=lambda block: block.partition("\n")[0])
def test_a_command_prints_what_the_page_says(block: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command, _, expected = block.removeprefix("$ ").partition("\n")
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": places, "PYTHONUTF8": "1", "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(
        ["sh", "-c", f"{{ {command}; }} 2>&1"], cwd=tmp_path, env=environment, capture_output=True, timeout=120
    )
    shown = done.stdout.decode()
    assert re.fullmatch(pattern(expected), shown), shown


def test_every_rule_sheet_of_the_page_is_shown_at_work() -> None:
    assert set(FILES) == {name for name in FILES if any(name in block for block in COMMANDS)}
    assert len(FILES) == 3 and len(COMMANDS) == 6
