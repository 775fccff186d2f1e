"""Settings that all tests share."""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says something about the machine, not about the program. What guards main tries the same
# examples every time, so that a change is blamed for what it broke and for nothing else; `HYPOTHESIS=explore` looks
# for what nobody has seen yet.
settings.register_profile("guard", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS", "guard"))


def pytest_collection_finish() -> None:
    """Lets the garbage collector pass over modules and tests, which stay as long as the process, and look less often
    for what a game leaves behind: it took a sixth of the time of all tests. What they prove about memory, they prove
    in processes of their own, or collect by themselves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


@pytest.fixture(scope="session", autouse=True)
def cache_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compiled code goes to a folder of this run, shared by its processes, and not to that of whoever runs it; nor is
    there what they have added to the library."""
    base = tmp_path_factory.getbasetemp()
    workers = "PYTEST_XDIST_WORKER" in os.environ
    os.environ["PARLOUR_CACHE"] = str(Path(base.parent if workers else base) / "code")
    os.environ["PARLOUR_GAMES"] = str(base / "games")
    os.environ["PARLOUR_LESSONS"] = str(base / "lessons.json")


@pytest.fixture(scope="session", autouse=True)
def interruptions_arrive() -> None:
    """A shell lets what it starts in the background ignore Ctrl-C, and so would everything that the tests start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
