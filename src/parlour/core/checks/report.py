"""What the checks of core work with: the program with its names looked up, and the list of what is wrong."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Function, GlobalVariable, Program
from parlour.core.passes.call_graph import asking, callees, closure, looking
from parlour.core.passes.effects import Effects, infer
from parlour.core.text import print_type, quoted
from parlour.core.types import Type
from parlour.dataclass import dataclass
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule of core that a program breaks. The message begins with the name of the rule."""

    message: str
    function: str | None = None
    span: Span | None = None

    def __str__(self) -> str:
        where = "" if self.function is None else f" (in {name_of(self.function)})"
        return f"{self.message}{where}"


@dataclass(slots=True)
class Report:
    """Collects violations; `function` is the one being checked."""

    violations: list[Violation] = field(default_factory=list)
    function: str | None = None

    def add(self, rule: str, text: str, span: Span | None = None) -> None:
        self.violations.append(Violation(f"{rule}: {text}", self.function, span))


@dataclass(frozen=True)
class World:
    """A program and what all checks ask about it. Of two declarations of a name the first one counts."""

    program: Program

    @cached_property
    def hierarchy(self) -> Hierarchy:
        return Hierarchy(self.program.classes)

    @cached_property
    def functions(self) -> dict[str, Function]:
        return {function.name: function for function in reversed(self.program.functions)}

    @cached_property
    def globals(self) -> dict[str, GlobalVariable]:
        return {variable.name: variable for variable in reversed(self.program.globals)}

    @cached_property
    def symbols(self) -> frozenset[str]:
        return frozenset(self.program.symbols)

    @cached_property
    def asking(self) -> frozenset[str]:
        return asking(self.program)

    @cached_property
    def looking(self) -> frozenset[str]:
        return looking(self.program)

    @cached_property
    def effects(self) -> dict[str, Effects]:
        """Before: every name and operation is known."""
        return infer(self.program)

    @cached_property
    def ruling(self) -> frozenset[str]:
        """The functions that a match runs: all that `entry` can reach. The others run only when somebody looks."""
        return closure(callees(self.program), (self.program.entry,))


def name_of(name: str) -> str:
    """A name in a message."""
    return quoted(name, "`")


def list_of(types: tuple[Type, ...]) -> str:
    """The types of arguments in a message."""
    return f"({', '.join(map(print_type, types))})"
