"""Every code of GDL has its page, and the examples on it are what the page says they are."""

from __future__ import annotations

import pytest

from parlour.languages import Options, explanations
from parlour.languages.explanations import Example, Explanation
from parlour.languages.gdl import check, format_as
from parlour.languages.gdl.codes import CODES
from parlour.syntax.diagnostic import Diagnostic, Diagnostics
from parlour.syntax.source import Source

PAGES = [page for page in explanations.all() if page.language == "gdl"]


def findings(example: Example) -> tuple[Diagnostic, ...]:
    """What is wrong with the rules, or else what keeps them from being written in prefix form."""
    source = Source("example.kif", example.text)
    found = check(source, Options())
    if any(item.is_error for item in found):
        return found
    try:
        format_as(source, "kif")
    except Diagnostics as problem:
        return (*found, *problem.found)
    return found


def test_every_code_has_a_page_with_its_title_and_every_page_a_code() -> None:
    assert {page.code: page.title for page in PAGES} == CODES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_a_page_explains_first_and_then_shows_wrong_and_right(page: Explanation) -> None:
    kinds = [part.is_wrong if isinstance(part, Example) else None for part in page.parts]
    wrong, right = kinds.count(True), kinds.count(False)
    assert wrong >= 1
    assert right == 1
    assert kinds == [None] * (len(kinds) - wrong - right) + [True] * wrong + [False]
    assert kinds[0] is None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_a_wrong_example_makes_this_mistake_and_no_other(page: Explanation) -> None:
    for example in page.examples:
        if example.is_wrong:
            assert [item.code for item in findings(example)] == [page.code], example.shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_a_right_example_has_no_findings(page: Explanation) -> None:
    for example in page.examples:
        if not example.is_wrong:
            assert [item.title for item in findings(example)] == [], example.shown
