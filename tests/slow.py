"""Runs the tests that take minutes (marked `slow`, left out by `make test`) and writes down what came of them.

    make slow

The result goes to `tests/slow.json`: when, on which commit, and each test with how it ended and its seconds.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


class Collector:
    """Keeps how each test ended."""

    def __init__(self) -> None:
        self.tests: dict[str, dict[str, object]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            self.tests[report.nodeid] = {"outcome": report.outcome, "seconds": round(report.duration, 1)}


def main() -> int:
    sys.path.insert(0, str(HERE.parent / "fuzz"))
    from results import place, write  # as `make fuzz` writes them

    collector = Collector()
    code = pytest.main(["-m", "slow", "-n", "2", "-p", "no:cacheprovider", str(HERE)], plugins=[collector])
    write(HERE, "slow", {**place(), "exit": int(code), "tests": collector.tests})
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
