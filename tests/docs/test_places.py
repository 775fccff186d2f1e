"""Every file and folder that the pages about the house name is there, and so is whatever they link to."""

from __future__ import annotations

import re

import pytest
from tests.docs.pages import ROOT

PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
QUOTED = re.compile(r"`([\w.-]+(?:/[\w.-]+)*/?)`")
LINKED = re.compile(r"\]\(([^)#:]+)\)")

# Folders of a language that is not there, and folders that every language has.
NOT_HERE = re.compile(r"\brace\b|[A-Z]{4,}/|^(syntax|check|lower|table|explanations)/")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_files_that_a_page_names_exist(page) -> None:
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    named = {name for name in QUOTED.findall(text) if "/" in name and not NOT_HERE.search(name)}
    missing = {name for name in named if not any((root / name).exists() for root in (ROOT, ROOT / "src/parlour"))}
    missing |= {name for name in LINKED.findall(text) if not (page.parent / name).exists()}
    assert not missing


def test_a_walk_has_at_most_a_dozen_stations() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    walks = page.partition("## Three walks through the house\n")[2].partition("\n## ")[0].split("\n### ")[1:]
    counts = [[int(number) for number in re.findall(r"^\| (\d+) \|", walk, re.MULTILINE)] for walk in walks]
    assert len(counts) == 3
    assert all(count == list(range(1, len(count) + 1)) and len(count) <= 12 for count in counts)
