"""Walking somebody's rule sheets says which agree, which differ, which have no net and which are refused, and why."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "fuzz" / "sheets.py"
COIN = """
(role p) (init (at 0))
(legal p stay) (legal p go)
(<= (next (at 1)) (does p go))
(<= (next (at 2)) (does p stay))
(<= over (true (at 1))) (<= over (true (at 2)))
(<= terminal over)
(<= (goal p 100) (true (at 1)))
(<= (goal p 0) (not (true (at 1))))
"""
ENDLESS = "(role p) (init (c 0)) (legal p go) (<= (next (c (s ?x))) (true (c ?x))) (goal p 1) (<= terminal (true end))"

# The net of another game, as if a pass had got a rule wrong and the walk after building had not met it.
PLANTED = """
import runpy, sys
from pathlib import Path
from parlour.engines.net import engine
from parlour.languages.gdl.frontend import read
from parlour.languages.options import Options
from parlour.syntax.source import Source
sys.argv = sys.argv[1:]
wrong = read(Source("test", (Path(sys.argv[1]) / "coin.kif").read_text().replace({!r}, {!r})), Options()).draft
ground = engine.ground
engine.ground = lambda sheet: ground(wrong)
engine.difference_from_rules = engine.difference_at_a_glance = lambda *_: ""
sys.path.insert(0, str(Path(sys.argv[0]).parent))
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def look(folder: Path, *command: str, flags: tuple[str, ...] = ()) -> tuple[str, dict[str, Any]]:
    results = folder / "results"
    options = [str(SCRIPT), str(folder), "--results", str(results)]
    ended = subprocess.run([sys.executable, *command, *options, *flags], text=True, capture_output=True, check=False)
    assert ended.returncode in (0, 1), ended.stderr
    return ended.stdout.splitlines()[-1], json.loads((results / "sheets.json").read_text())


def test_each_sheet_is_counted_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "coin.kif").write_text(COIN)
    (tmp_path / "broken.kif").write_text("(role p")
    (tmp_path / "endless.kif").write_text(ENDLESS)
    last, results = look(tmp_path)
    assert last == "1 agree, 0 differ, 1 without a net, 1 refused, 0 too long, 0 broke"
    reasons = results["reasons"]
    assert list(reasons["refused"]) == ["broken.kif"]
    assert reasons["refused"]["broken.kif"].startswith("GD")
    assert list(reasons["without a net"]) == ["endless.kif"]


def test_a_walk_can_be_continued_and_says_what_it_has_covered(tmp_path: Path) -> None:
    (tmp_path / "coin.kif").write_text(COIN)
    (tmp_path / "broken.kif").write_text("(role p")
    last, results = look(tmp_path, flags=("--only", "coin"))
    assert last == "1 agree, 0 differ, 0 without a net, 0 refused, 0 too long, 0 broke"
    assert (results["sheets"], results["judged"], results["agreed"]) == (2, 1, ["coin.kif"])
    # What is judged is not looked at again.
    (tmp_path / "coin.kif").write_text("(role p")
    last, results = look(tmp_path, flags=("--continue",))
    assert last == "1 agree, 0 differ, 0 without a net, 1 refused, 0 too long, 0 broke"
    assert [walk["judged"] for walk in results["walks"]] == [1, 1]


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("(goal p 0)", "(goal p 50)", "another goal for p"),
        ("(legal p stay)", "(<= (legal p stay) (true (at 1)))", "other legal moves for p"),
        ("(<= over (true (at 2)))", "", "over for one of them"),
    ],
)
def test_a_net_that_is_wrong_differs(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    (tmp_path / "coin.kif").write_text(COIN)
    last, results = look(tmp_path, "-c", PLANTED.format(right, wrong))
    assert last == "0 agree, 1 differ, 0 without a net, 0 refused, 0 too long, 0 broke"
    assert told in str(results["reasons"])


def test_shares_that_chance_does_not_explain_differ() -> None:
    ended = subprocess.run([sys.executable, "-m", "doctest", str(SCRIPT)], text=True, capture_output=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
