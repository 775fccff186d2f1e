"""What docstrings and comments point to is there: a module named as `probing.py` stands in the same folder or in one
around it, one of another folder is named from the top, `engines/core/probing.py`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import parlour

ROOT = Path(parlour.__file__).parent
REPOSITORY = ROOT.parents[1]
NAMED = re.compile(r"`([\w/]+\.py)`")
# What is said of every language is said from its folder: `table/answers.py`.
TOPS = (REPOSITORY, ROOT.parent, ROOT, *(path for path in sorted((ROOT / "languages").iterdir()) if path.is_dir()))


def missing(text: str, folder: Path) -> set[str]:
    """The modules that a text names and that nobody finds who reads it in this folder."""
    around = [outer for outer in (folder, *folder.parents) if outer.is_relative_to(ROOT)]
    return {name for name in NAMED.findall(text) if not any((top / name).is_file() for top in (*around, *TOPS))}


def test_every_module_that_is_named_somewhere_exists() -> None:
    modules = sorted(ROOT.rglob("*.py"))
    found = {str(each.relative_to(ROOT)): missing(each.read_text(encoding="utf-8"), each.parent) for each in modules}
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("`moved.py`", {"moved.py"}), ("`walk.py`", {"walk.py"}), ("`decode.py`, `layout.py`, `core/walk.py`", set())],
)
def test_a_name_that_leads_nowhere_is_found(text: str, wrong: set[str]) -> None:
    assert missing(text, ROOT / "engines/native/host") == wrong
