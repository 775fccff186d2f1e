"""Every code that can stop a running program has its page, and every such page a code."""

from __future__ import annotations

import re
from pathlib import Path

import parlour
from parlour.languages import explanations
from parlour.languages.frontend import NAMES

# How a code is written where something fails: in core and its routines, in engines, in GDL's evaluation.
RAISED = re.compile(
    r"""(?:\bfail|GameFailure|nodes\.Raise|(?<![\w.])Raise|OutOfBudget)\(\s*"(?P<code>[a-z][a-z-]*)"
      | GameTrouble\(\s*"[a-z]+",\s*"(?P<trouble>[a-z][a-z-]*)\"""",
    re.VERBOSE,
)
# Restricted Python and its tests speak of codes as such.
ELSEWHERE = {"kind"}


def raised_codes() -> set[str]:
    found: set[str] = set()
    for file in Path(parlour.__file__).parent.rglob("*.py"):
        for place in RAISED.finditer(file.read_text(encoding="utf-8")):
            found.add(place["code"] or place["trouble"])
    return found - ELSEWHERE


def test_every_code_of_running_programs_has_a_page_and_every_page_a_code() -> None:
    assert {page.code for page in explanations.failures()} == raised_codes()


def test_a_page_of_running_programs_names_languages_that_there_are() -> None:
    for page in explanations.failures():
        assert set(page.languages) <= set(NAMES), page.code
        assert page.parts, page.code
