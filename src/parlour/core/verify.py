"""The verifier: what every core program promises to the stages after it.

Front ends and passes are checked by it after each step; engines rely on it and check nothing again. The rules live in
`checks/`, a module for each concern. A violation is a bug of ours, never of an author.

    >>> from parlour.core.read.program import read_program
    >>> program = read_program('''
    ... program tiny entry main
    ... function main() -> none {
    ...   locals (x: int)
    ...   do add(x, 1)
    ... }
    ... ''')
    >>> [str(violation) for violation in verify(program)]
    ['assignment: `x` may be read before it has a value (in `main`)']
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.checks.declarations import check_declarations
from parlour.core.checks.effects import check_looking, check_presentation
from parlour.core.checks.flow import check_flow
from parlour.core.checks.report import Report, Violation, World
from parlour.core.checks.statements import check_statements
from parlour.core.checks.tags import check_tags
from parlour.core.nodes import Program

__all__ = ["InvalidCore", "Violation", "check", "verify"]


class InvalidCore(Exception):
    """A program that breaks rules of core; `violations` says which."""

    def __init__(self, program: str, violations: Sequence[Violation]) -> None:
        lines = [f"{program!r} is no valid core program:"]
        for violation in violations:
            place = "" if violation.span is None else f"{violation.span.source.name}:{violation.span.line}: "
            lines.append(f"  {place}{violation}")
        super().__init__("\n".join(lines))
        self.violations = tuple(violations)


def verify(program: Program) -> list[Violation]:
    """All rules that a program breaks; none if it is valid."""
    world = World(program)
    report = Report()
    check_declarations(world, report)
    check_statements(world, report)
    check_flow(world, report)
    check_tags(world, report)
    # What a function does is known only when everything in it is.
    if not report.violations:
        check_looking(world, report)
        check_presentation(world, report)
    return report.violations


def check(program: Program) -> None:
    """Raises `InvalidCore` unless the program is valid."""
    violations = verify(program)
    if violations:
        raise InvalidCore(program.name, violations)
