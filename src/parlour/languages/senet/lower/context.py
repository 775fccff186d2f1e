"""One program on its way to core: what is known of it, what has been written, and the function being written.

Every module of this folder is functions over a `Lowering`. The expressions of the language hold each other (a call
holds arguments, which hold calls), so whoever meets one asks `Lowering.value`, which is given from above: modules
import only those below them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import Protocol

from parlour.core import nodes
from parlour.core.builder import Builder, blank, number
from parlour.core.nodes import Expr
from parlour.core.routine.linker import Linker
from parlour.core.routine.world import World
from parlour.core.types import INT, ObjectType, OptionalType
from parlour.core.types import Type as CoreType
from parlour.dataclass import dataclass
from parlour.languages.senet.check.coordinates import Coordinates
from parlour.languages.senet.check.endings import Housekeeping
from parlour.languages.senet.check.meaning import GEOMETRIES, Checked, Function, Group, Local, LocalName, PassCall
from parlour.languages.senet.check.players import known_seats
from parlour.languages.senet.check.types import Type
from parlour.languages.senet.check.verdicts import Verdicts
from parlour.languages.senet.lower import routines
from parlour.languages.senet.lower.groups import Groups
from parlour.languages.senet.lower.names import SIZES, core_type
from parlour.languages.senet.syntax import tree


class LowerValue(Protocol):
    def __call__(self, lowering: Lowering, expr: tree.Expr, wanted: CoreType | None = None) -> Expr: ...


@dataclass
class Body:
    """The function being written. `function` is the author's, if it is one."""

    build: Builder
    function: Function | None = None
    # The locals that the author's became, and the values of those that are constants for now.
    named: dict[int, nodes.Local] = field(default_factory=dict)
    constants: dict[int, tree.Expr] = field(default_factory=dict)
    # How often the statement being written stands in the program because loops were unrolled.
    copies: int = 1


class Lowering:
    """`seats` are None if they are only known when the game runs; `phases` are those that the turn engine runs, `begin`
    first; `abandoned` the tags that something abandons, so that they have to be caught; `default_globals` the globals
    with default instances."""

    def __init__(self, checked: Checked, lower_value: LowerValue) -> None:
        self._lower_value = lower_value
        self.checked = checked
        self.groups = Groups(checked)
        self.housekeeping = Housekeeping(checked)
        self.coordinates = Coordinates(checked)
        self.verdicts = Verdicts(checked, self.housekeeping)
        self.seats = known_seats(checked)
        self.first_player = checked.pragmas.first_player
        self.has_pass = any(isinstance(item, PassCall) for item in checked.meanings.values())
        begin = checked.functions["begin"]
        others = [item for item in checked.functions.values() if item.is_phase and item is not begin]
        self.phases = [begin, *(phase for phase in others if not phase.formals)]
        self.linker = Linker((routines,), World(self.groups.hierarchy, {"first_player": self.first_player}))
        self.functions: dict[str, nodes.Function] = {}
        self.globals: list[nodes.GlobalVariable] = []
        self.default_globals: dict[str, nodes.GlobalVariable] = {}
        self.abandoned: set[str] = set()
        self.body = Body(self.builder())

    # ------------------------------------------------------------------------------------------------- functions

    def builder(self) -> Builder:
        return Builder(self.groups.hierarchy)

    def add(self, function: nodes.Function) -> None:
        self.functions[function.name] = function

    @contextmanager
    def writing(self, function: Function | None = None) -> Iterator[Body]:
        """A new function is being written; the one before it is gone on with afterwards."""
        outer, self.body = self.body, Body(self.builder(), function)
        yield self.body
        self.body = outer

    def declare(self, variable: Local) -> nodes.Local:
        """What an author's variable is in core, a new local at its first mention."""
        if id(variable) not in self.body.named:
            self.body.named[id(variable)] = self.body.build.fresh(variable.name, core_type(variable.type))
        return self.body.named[id(variable)]

    # ---------------------------------------------------------------------------------------------------- values

    def value(self, expr: tree.Expr, wanted: CoreType | None = None) -> Expr:
        """An expression in core. `wanted` only matters for list literals: it says what they hold."""
        return self._lower_value(self, expr, wanted)

    def fit(self, value: Expr, wanted: CoreType) -> Expr:
        return self.body.build.fit(value, wanted)

    def fitted(self, expr: tree.Expr, wanted: CoreType) -> Expr:
        """The value of an expression where a value of this type is wanted."""
        return self.fit(self.value(expr, wanted), wanted)

    def arguments(self, given: Sequence[tree.Expr], wanted: Sequence[CoreType]) -> list[Expr]:
        return [self.fitted(expr, type_) for expr, type_ in zip(given, wanted, strict=True)]

    def an_object(self, expr: tree.Expr) -> Expr:
        """The instance that an expression gives; None is an error at run time."""
        value = self.value(expr)
        return nodes.Narrow(value, value.type.item, expr.span) if isinstance(value.type, OptionalType) else value

    def blank(self, type_: Type) -> Expr:
        """What a variable without a value holds."""
        return blank(core_type(type_))

    def sides(self, group: Group, this: Expr) -> list[Expr]:
        """The size of a board: numbers where it is known, else what the instance remembers."""
        geometry = group.geometry
        if geometry is None:
            return []
        size = self.groups.sizes[group.name]
        if size is not None:
            return [number(side) for side in size]
        if geometry not in self.groups.unsized:
            return [number(1)] * len(GEOMETRIES[geometry])
        board = self.fit(this, ObjectType(geometry))
        return [nodes.Field(board, name, INT) for name in SIZES[: len(GEOMETRIES[geometry])]]

    def constant(self, expr: tree.Expr) -> tree.Expr | None:
        """The expression that this one always is, where it is (an element of) the constant variable of an unrolled
        loop."""
        match expr:
            case tree.Variable():
                meaning = self.checked.meaning(expr)
                return self.body.constants.get(id(meaning.local)) if isinstance(meaning, LocalName) else None
            case tree.Element(_, subject, tree.Number(value=index)):
                known = self.constant(subject)
                if isinstance(known, tree.ListLiteral) and index < len(known.items):
                    return known.items[index]
        return None
