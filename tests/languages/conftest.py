"""What the tests of all languages share: messages compared with those that were reviewed."""

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
