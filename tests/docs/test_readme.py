"""What the README shows is what happens."""

from __future__ import annotations

import re
import shlex
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from parlour.cli.app import invoke

PAGE = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_python_of_the_page_prints_what_stands_behind_it() -> None:
    [code] = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    said = StringIO()
    with redirect_stdout(said):
        exec(code, {})
    claimed = [line.partition("  # ")[2] for line in code.splitlines() if line.startswith("print(")]
    assert len(claimed) > 1
    assert said.getvalue().splitlines() == claimed


def test_the_numbers_of_a_simulation_are_those_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    [(command, output)] = re.findall(r"^\$ parlour (simulate [^\n]*)\n(.*?)…\n```$", PAGE, re.MULTILINE | re.DOTALL)
    invoke(shlex.split(command))
    assert output.count("\n") > 3
    assert capsys.readouterr().out.startswith(output)


def test_a_wrong_program_gets_the_message_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [output] = re.findall(r"^\$ parlour check bad.bgl\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("bad.bgl").write_text("game G\n\nf : Int -> Int\nf(n) = n\ng : Int\ng = f 3\n", encoding="utf-8")
    invoke(["check", "bad.bgl"])
    assert output in capsys.readouterr().err
