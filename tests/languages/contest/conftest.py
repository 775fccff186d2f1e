"""Seasons are compiled quickly: less optimisation must come to the same."""

from __future__ import annotations

import pytest

from parlour.engines.native.host import loading


@pytest.fixture(autouse=True)
def _compile_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "OPTIMISATION", 1)
