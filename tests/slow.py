"""Runs the tests that take minutes (marked `slow`, left out by `make test`) and writes down what came of them.

    make slow
    .venv/bin/python tests/slow.py tests/players -k level      only some: what is known of the others stays

The result goes to `tests/slow.json`: of each test when and on which commit it ran last, how it ended, its seconds of
the clock, and what it has measured (`record_property`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


class Collector:
    """Keeps how each test ended."""

    def __init__(self, when: dict[str, str]) -> None:
        self.when = when
        self.tests: dict[str, dict[str, object]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            measured = dict(report.user_properties)
            found = {"outcome": report.outcome, "seconds": round(report.duration, 1), **measured}
            self.tests[report.nodeid] = {**found, **self.when}


def main() -> int:
    sys.path.insert(0, str(HERE.parent / "fuzz"))
    from results import place, write  # as `make fuzz` writes them

    where = place()
    collector = Collector({key: where.pop(key) for key in ("date", "commit")})
    chosen = sys.argv[1:]
    jobs = [] if chosen else ["-n", "2"]
    where_to = [] if any(Path(word.partition("::")[0]).exists() for word in chosen) else [str(HERE)]
    code = pytest.main(["-m", "slow", *jobs, "-p", "no:cacheprovider", *chosen, *where_to], plugins=[collector])
    before = json.loads((HERE / "slow.json").read_text())["tests"] if chosen else {}
    tests = dict(sorted({**before, **collector.tests}.items()))
    write(HERE, "slow", {**where, "tests": tests})
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
