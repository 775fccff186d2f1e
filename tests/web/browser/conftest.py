"""A server for all tests of the pages, a browser for those of a file; every visitor has a profile of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.web.browser import browsing
from tests.web.browser.browsing import Visitor


@pytest.fixture(scope="session")
def link(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with browsing.served(tmp_path_factory.mktemp("matches")) as address:
        yield address


# Of a file, not of all: as long as it is there, no other test of this process can have an event loop.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    browsing.missing_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browsing.CHROMIUM, args=browsing.FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, link: str) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; at the end none of their browsers has said anything, or asked another server for anything."""
    visitors: list[Visitor] = []

    def arrive(**options: Any) -> Visitor:
        visitors.append(Visitor.arrive(chromium, link, **options))
        return visitors[-1]

    yield arrive
    for visitor in visitors:
        visitor.context.close()
    assert [complaint for visitor in visitors for complaint in visitor.complaints] == []
