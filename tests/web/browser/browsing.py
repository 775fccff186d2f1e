"""Real browsers at a real server: what the tests of the pages share."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from parlour.web.frames import unpacked

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# Where a browser must be there (.ci/run says so), its absence is a failure.
IS_REQUIRED = os.environ.get("PARLOUR_BROWSER") == "required"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A busy machine is slow; nothing waits longer than it must.
PATIENCE_MS = 30_000
DESKTOP = {"width": 1200, "height": 900}
PHONE = {"width": 375, "height": 720}

expect.set_options(timeout=PATIENCE_MS)


@contextmanager
def served(data: Path) -> Iterator[str]:
    """The address of a server with its matches in this folder; it has the game beside this file, too."""
    command = [sys.executable, "-m", "parlour", "serve", str(Path(__file__).parent / "three-friends.contest")]
    command += ["--port", "0", "--no-browser", "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    try:
        link = urlsplit(process.stdout.readline().strip())
        assert link.scheme == "http", process.stderr.read()
        yield f"{link.scheme}://{link.netloc}"
    finally:
        process.terminate()
        process.communicate(timeout=30)


@dataclass(eq=False)
class Visitor:
    """Somebody with a browser of their own. What it complained about, and what it asked others for, is kept."""

    context: BrowserContext
    link: str
    complaints: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    # What is refused on purpose: a browser complains of it, and must.
    refused: set[int] = field(default_factory=set)

    @staticmethod
    def arrive(browser: Browser, link: str, **options: Any) -> Visitor:
        context = browser.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce", **options})
        context.set_default_timeout(PATIENCE_MS)
        visitor = Visitor(context, link)
        context.on("console", lambda message: visitor._heard(message.text))
        context.on("weberror", lambda error: visitor.complaints.append(f"error: {error.error}"))
        context.route("**/*", visitor._only_at_home)
        return visitor

    def _heard(self, text: str) -> None:
        if not any(f"the server responded with a status of {status}" in text for status in self.refused):
            self.complaints.append(f"console: {text}")

    def _only_at_home(self, route: Route) -> None:
        if not route.request.url.startswith((self.link, "data:", "blob:")):
            self.complaints.append(f"foreign request: {route.request.url}")
        route.continue_()

    def _received(self, data: str | bytes) -> None:
        self.frames.append(data if isinstance(data, str) else unpacked(data).decode())

    def open(self, path: str) -> Page:
        page = self.context.new_page()
        page.on("websocket", lambda socket: socket.on("framereceived", self._received))
        page.goto(path if "://" in path else self.link + path)
        return page

    def post(self, path: str, body: object) -> Any:
        reply = self.context.request.post(self.link + path, data=body, headers={"Origin": self.link})
        assert reply.ok, reply.text()
        return reply.json()

    def table(self, game: str, *players: str, **fields: Any) -> Any:
        """A new table at which this visitor has the first seat, and these sit on the others."""
        seats = [{"player": player} for player in ("human", *players)]
        return self.post("/api/tables", {"game": game, "seats": seats, **fields})


def sit(visitor: Visitor, made: Any) -> Page:
    return visitor.open(f"/table/{made['table']['id']}?seat={made['me']}")


def link_of(made: Any, seat: int | None) -> str:
    token = made["watch"] if seat is None else next(each["token"] for each in made["links"] if each["seat"] == seat)
    return f"/table/{made['table']['id']}#{token}"


def cell(page: Page, column: int, row: int, item: str = "board") -> Locator:
    return page.locator(f'.felt g[data-key="{column},{row} {item}"]')


def put(page: Page, column: int, row: int, item: str = "board") -> None:
    """Clicks a cell, as soon as it may be clicked."""
    place = cell(page, column, row, item)
    expect(place).to_have_class(re.compile(r"\bopen\b"))
    place.click()


def missing_browser() -> None:
    if CHROMIUM is None:
        if IS_REQUIRED:
            pytest.fail("there is no chromium: install it (Debian: apt-get install chromium)")
        pytest.skip("there is no chromium")
