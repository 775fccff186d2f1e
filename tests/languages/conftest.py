"""What the tests of all languages share: messages compared with those that were reviewed, comments that are kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.render import render

Compare = Callable[[str, str, Iterable[Diagnostic]], None]


@pytest.fixture
def as_reviewed() -> Compare:
    """`as_reviewed(language, name, findings)`: what is shown is what the file in `LANGUAGE/messages` says; with
    `ACCEPT` set the file is written first."""

    def compare(language: str, name: str, found: Iterable[Diagnostic]) -> None:
        shown = "\n\n".join(render(item, width=100) for item in found) + "\n"
        file = Path(__file__).parent / language / "messages" / f"{name}.txt"
        if os.environ.get("ACCEPT"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(shown, encoding="utf-8")
        assert file.exists(), f"{file.name} is missing: run again with ACCEPT=1 and look at what was written"
        assert shown == file.read_text(encoding="utf-8")

    return compare


def assert_in_order(comments: Iterable[str], text: str) -> None:
    """All comments are in the text, in this order, whatever its line ends are."""
    place = 0
    text = text.replace("\r\n", "\n")
    for comment in comments:
        place = text.find(comment.replace("\r\n", "\n"), place)
        if place < 0:
            pytest.fail(f"the comment {comment!r} is lost or in another place in {text!r}")
        place += 1
