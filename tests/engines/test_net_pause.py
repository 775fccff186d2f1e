"""Building a net leaves Python's collector of garbage as it was."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from parlour.engines.net.pause import no_collection


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    was_enabled = gc.isenabled()
    yield
    if was_enabled:
        gc.enable()
    else:
        gc.disable()


def test_it_is_off_inside_and_on_again_after_the_outermost_pause() -> None:
    gc.enable()
    with no_collection():
        assert not gc.isenabled()
        with no_collection():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_is_on_again_after_a_failure() -> None:
    gc.enable()
    with pytest.raises(ValueError, match="no net"), no_collection():
        raise ValueError("no net")
    assert gc.isenabled()


def test_where_it_was_off_it_stays_off() -> None:
    gc.disable()
    with no_collection():
        pass
    assert not gc.isenabled()
