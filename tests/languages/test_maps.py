"""The map of a folder, in the README of its language, names every module that is there, and nothing else."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from parlour.languages.frontend import NAMES

LANGUAGES = Path(str(files("parlour.languages")))
HEADING = "## A map of the folder"
ROW = re.compile(r"\| `(?P<module>[\w/]+)` +\|")


def rows(text: str) -> list[str]:
    """The modules that the map of a README names."""
    map_ = text.partition(f"{HEADING}\n")[2].partition("\n## ")[0]
    return [row["module"] for line in map_.splitlines() if (row := ROW.match(line)) is not None]


MAPPED = [name for name in NAMES if HEADING in (LANGUAGES / name / "README.md").read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", MAPPED)
def test_a_map_names_every_module_once_and_no_other(name: str) -> None:
    folder = LANGUAGES / name
    there = [path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.py")]
    named = rows((folder / "README.md").read_text(encoding="utf-8"))
    assert sorted(named) == sorted(module for module in there if not module.endswith("__init__"))


def test_the_first_language_has_a_map() -> None:
    assert "bogl" in MAPPED
    assert rows(f"{HEADING}\n\n| `check/values` | types |\n| other |\n\n## More\n| `no` | |\n") == ["check/values"]
