"""From a checked Senet program to core.

Groups become classes, methods functions with the instance as their first parameter, variables of `@setup` globals. A
value of a group is an optional object, since None fits every group; `this`, new instances and default instances are
objects for sure, and stay so as long as nobody wants more. Names with a blank in them cannot be the author's.

    Lowering          one program: functions, locals, types, and what becomes wider or narrower
    lower_groups      classes, new instances, default instances
    lower_bodies      statements                      lower_values   expressions
    lower_boards      coordinates, `>>` and `<<`      lower_moves    what these do to the cells
    lower_calls       calls                           lower_texts    print and the text of a value
    lower_turns       phases, turns, restart, exit    lower_outcome  who has won
    lower_scene       what there is to see
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, Expr, GlobalVariable, Program, Stmt
from parlour.core.passes.order import do
from parlour.core.routine.linker import Linker
from parlour.core.types import BOOL, INT, NONE, STRING, ListType, ObjectType, OptionalType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.coordinates import Coordinates
from parlour.languages.senet.check.endings import Housekeeping, Returns
from parlour.languages.senet.check.meaning import Checked, Function, Group, Local
from parlour.languages.senet.check.types import Basic, GroupOf, ListOf, Type
from parlour.languages.senet.check.verdicts import Verdicts
from parlour.languages.senet.lower import boards as lower_boards
from parlour.languages.senet.lower import groups as lower_groups
from parlour.languages.senet.lower import outcome as lower_outcome
from parlour.languages.senet.lower import routines
from parlour.languages.senet.lower import scene as lower_scene
from parlour.languages.senet.lower import turns as lower_turns
from parlour.languages.senet.lower.sinking import sunk_instances
from parlour.languages.senet.lower.statements import method_body
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span


def lower(checked: Checked, title: str) -> Lowering:
    """The program lowered: `program` is the draft, the rest tells the table what is in it."""
    lowering = Lowering(checked, title)
    lowering.run()
    return lowering


@dataclass
class Lowering:
    """Lowers one program; `locals` and what comes after belong to the function being written."""

    checked: Checked
    title: str
    linker: Linker = field(default_factory=lambda: Linker((routines,)))
    functions: dict[str, nodes.Function] = field(default_factory=dict)
    globals: list[GlobalVariable] = field(default_factory=list)
    locals: list[nodes.Variable] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    # The core names of the author's locals, and the values of those that are constants for now.
    named: dict[int, str] = field(default_factory=dict)
    constants: dict[int, tree.Expr] = field(default_factory=dict)
    # Variables whose instance is made where it is mentioned.
    sunk: dict[int, Group] = field(default_factory=dict)
    function: Function | None = None
    # How often the statement being written stands in the program because loops were unrolled.
    copies: int = 1

    def run(self) -> None:
        self.returns = Returns(self.checked)
        self.housekeeping = Housekeeping(self.checked, self.returns)
        self.coordinates = Coordinates(self.checked)
        self.verdicts = Verdicts(self.checked)
        self.groups = lower_groups.Groups(self)
        self.boards = lower_boards.Boards(self)
        self.turns = lower_turns.Turns(self)
        self.globals.extend(self.turns.globals())
        for variable in self.checked.globals.values():
            self.globals.append(GlobalVariable(variable.name, self.core_type(variable.type)))
        self.boards.declare()
        for function in self.checked.bodies:
            self.add(method_body(self, function))
        self.turns.write()
        lower_outcome.write(self)
        lower_scene.write(self)
        self.written = lower_scene.write_variables(self)
        self.program = Program(
            self.title,
            (*self.functions.values(), *self.linker.functions),
            lower_turns.ENTRY,
            tuple(self.globals),
            self.groups.classes(),
            seats=self.turns.seats or (),
        )

    # ------------------------------------------------------------------------------------------------- functions

    def add(self, function: nodes.Function) -> None:
        self.functions[function.name] = function

    def begin(self, function: Function | None = None) -> None:
        """A new function is being written."""
        self.function = function
        self.locals, self.names, self.named, self.constants, self.sunk = [], {}, {}, {}, {}
        self.copies = 1
        if function is not None and function.node is not None:
            found = sunk_instances(self.checked, function.node.body.statements)
            self.sunk = {id(local): group for local, group in found if self.groups.is_simple(group)}

    def finish(
        self,
        name: str,
        params: Sequence[nodes.Variable],
        result: CoreType,
        body: Sequence[Stmt],
        *,
        label: str | None = None,
        span: Span | None = None,
    ) -> nodes.Function:
        return nodes.Function(name, tuple(params), result, tuple(body), tuple(self.locals), label=label, span=span)

    def local(self, name: str, type_: CoreType) -> str:
        """A new local; the author's name where it is free."""
        count = self.names[name] = self.names.get(name, 0) + 1
        unique = name if count == 1 else f"{name} {count}"
        self.locals.append(nodes.Variable(unique, type_))
        return unique

    def declare(self, variable: Local) -> str:
        """The core name of an author's variable, a new one at its first mention."""
        if id(variable) not in self.named:
            self.named[id(variable)] = self.local(variable.name, self.core_type(variable.type))
        return self.named[id(variable)]

    def with_local(self, value: Expr, use: Callable[[Expr], Expr], name: str = "value") -> Expr:
        """Evaluates once, uses several times."""
        if isinstance(value, Const):
            return use(value)
        kept = self.local(name, value.type)
        return do((Assign(kept, value, value.span),), use(nodes.Local(kept, value.type, value.span)))

    # ----------------------------------------------------------------------------------------------------- types

    def core_type(self, type_: Type) -> CoreType:
        match type_:
            case Basic.INT:
                return INT
            case Basic.STR:
                return STRING
            case Basic.BOOL:
                return BOOL
            case Basic.VOID | Basic.NONE | Basic.LOST:
                return NONE
            case ListOf(item):
                return ListType(self.core_type(item))
            case GroupOf(name):
                return OptionalType(ObjectType(self.groups.core_name(name)))

    def fit(self, value: Expr, wanted: CoreType) -> Expr:
        """A value as one of the wanted type: wider without asking, narrower with a check at run time."""
        given = value.type
        if given == wanted:
            return value
        if self.groups.hierarchy.widens(given, wanted):
            return nodes.Convert(value, wanted, value.span)
        if given == NONE and isinstance(wanted, OptionalType):
            return nodes.Convert(value, wanted, value.span)
        if isinstance(given, ObjectType) and isinstance(wanted, OptionalType):
            return nodes.Convert(nodes.Narrow(value, wanted.item, value.span), wanted, value.span)
        return nodes.Narrow(value, wanted, value.span)

    def blank(self, type_: Type) -> Expr:
        """What a variable without a value holds."""
        match type_:
            case Basic.INT:
                return Const(0, INT)
            case Basic.STR:
                return Const("", STRING)
            case Basic.BOOL:
                return Const(False, BOOL)
            case ListOf():
                return nodes.MakeList((), self.core_type(type_))
            case GroupOf():
                return nodes.Convert(Const(None, NONE), self.core_type(type_))
        return nodes.NO_VALUE
