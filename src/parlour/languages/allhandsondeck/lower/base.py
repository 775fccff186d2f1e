"""The ground on which functions are lowered: locals, conversions, choices between types.

`Val` is a core expression with what inference knows about it. Everything that may be one of several things is settled
by `choose`: where inference leaves one possibility it costs nothing, else the value is tested when the program runs,
and what fits no case is a type error in the author's words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, Convert, Evaluate, Expr, Is, Narrow, Op, Raise, Stmt, Variable
from parlour.core.passes.order import Do, do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, ListType, ObjectType, OptionalType, Type
from parlour.languages.allhandsondeck.check.types import COLLECTION
from parlour.languages.allhandsondeck.lower.bases import NONE_BIT
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.allhandsondeck.lower.lower import Lowering

# Names with a blank cannot be the author's.
ELEMENTS = "its elements"
SEAT = "its seat"

ITEMS = ListType(ANY)
COLLECTIONS = ObjectType(COLLECTION)

# What values of these types are called.
_KINDS: dict[Type, str] = {INT: "int", FLOAT: "float", BOOL: "bool", STRING: "string", NONE: "None"}

NOTHING = Const(None, NONE)
TRUE, FALSE = Const(True, BOOL), Const(False, BOOL)


@dataclass(frozen=True, slots=True)
class Val:
    """A value: `bases` are those it may have, `items` those of its elements."""

    expr: Expr
    bases: int
    items: int = -1


@dataclass(frozen=True, slots=True)
class Case:
    """What is done with a value that has one of these bases, all of which are of this type."""

    bases: int
    type: Type
    make: Callable[[Expr], Expr]


class Base:
    """Writes one function: its locals, and the pieces that all statements and expressions are made of."""

    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.bases = low.bases
        self.locals: list[Variable] = []
        self.names: dict[str, int] = {}

    # --------------------------------------------------------------------------------------------------- locals

    def fresh(self, name: str, type_: Type, *, may_be_unset: bool = False) -> nodes.Local:
        """A new local; the given name where it is free."""
        number = self.names[name] = self.names.get(name, 0) + 1
        unique = name if number == 1 else f"{name} {number}"
        self.locals.append(Variable(unique, type_, may_be_unset))
        return nodes.Local(unique, type_)

    def keep(self, value: Expr, stmts: list[Stmt], name: str = "part") -> Expr:
        """Evaluates now, for use afterwards."""
        if isinstance(value, Const):
            return value
        local = self.fresh(name, value.type)
        stmts.append(Assign(local.name, value, value.span))
        return local

    def with_local(self, value: Expr, use: Callable[[Expr], Expr]) -> Expr:
        """Evaluates once, uses several times."""
        stmts: list[Stmt] = []
        kept = self.keep(value, stmts)
        return do(stmts, use(kept))

    def effect(self, value: Expr) -> list[Stmt]:
        """A value for what computing it does."""
        if isinstance(value, Do):
            return [*value.body, *self.effect(value.value)]
        if isinstance(value, Const | nodes.Local):
            return []
        return [Evaluate(value, value.span)]

    # ---------------------------------------------------------------------------------------------- conversions

    def fit(self, value: Expr, wanted: Type) -> Expr:
        """A value as one of another type, which it is known to have if it is not wider anyway."""
        given, span = value.type, value.span
        if given == wanted:
            return value
        if isinstance(value, Do):
            return do(value.body, self.fit(value.value, wanted))
        if wanted == ANY:
            return Convert(value, ANY, span)
        if isinstance(wanted, OptionalType):
            if given == ANY:
                return Narrow(value, wanted, span)
            item = given.item if isinstance(given, OptionalType) else given
            if item == NONE or item == wanted.item or self.extends(item, wanted.item):
                return Convert(value, wanted, span)
            if self.extends(wanted.item, item):
                if isinstance(given, OptionalType):
                    return Narrow(value, wanted, span)
                return Convert(Narrow(value, wanted.item, span), wanted, span)
        elif self.extends(given, wanted):
            return Convert(value, wanted, span)
        elif (
            given == ANY
            or self.extends(wanted, given)
            or (isinstance(given, OptionalType) and self.is_near(given.item, wanted))
        ):
            return Narrow(value, wanted, span)
        # Never reached when the program runs: what leads here has failed before.
        return Narrow(Convert(value, ANY, span), wanted, span)

    def extends(self, type_: Type, ancestor: Type) -> bool:
        return (
            isinstance(type_, ObjectType)
            and isinstance(ancestor, ObjectType)
            and ancestor.name in self.bases.lines[type_.name]
        )

    def is_near(self, one: Type, other: Type) -> bool:
        return one == other or self.extends(other, one)

    # -------------------------------------------------------------------------------------------------- choices

    def choose(
        self, val: Val, cases: Sequence[Case], result: Type, blame: Callable[[Expr], Expr], span: Span | None
    ) -> Expr:
        """The case that fits; `blame` gives the message when none does. Without a result (`none`) for the effect."""
        live = [case for case in cases if case.bases & val.bases]
        covered = 0
        for case in live:
            covered |= case.bases
        if len(live) == 1 and not val.bases & ~covered & ~NONE_BIT:
            made = live[0].make(self.fit(val.expr, live[0].type))
            return do(self.effect(made), NOTHING) if result == NONE else self.fit(made, result)
        stmts: list[Stmt] = []
        whole = self.keep(self.fit(val.expr, ANY), stmts, "value")
        out = NOTHING if result == NONE else self.fresh("chosen", result)
        arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
        for case in live:
            made = case.make(self.narrowed(whole, case.type))
            arms.append((self.is_a(whole, case.type), tuple(self.store(out, made))))
        failing = Raise("type", blame(whole), span)
        stmts.append(nodes.If(tuple(arms), (failing,), span) if arms else failing)
        return do(stmts, out)

    def narrowed(self, whole: Expr, type_: Type) -> Expr:
        return whole if type_ == ANY else Narrow(whole, type_, whole.span)

    def is_a(self, whole: Expr, type_: Type) -> Expr:
        return TRUE if type_ == ANY else Is(whole, type_, whole.span)

    def store(self, out: Expr, value: Expr) -> list[Stmt]:
        """Puts a value into a local, or drops it where there is none."""
        if not isinstance(out, nodes.Local):
            return self.effect(value)
        fitting = self.fit(value, out.type)
        return [Assign(out.name, fitting, value.span)]

    # ---------------------------------------------------------------------------------------------------- words

    def storage(self, bases: int) -> Type:
        """The type of a variable that holds values of these bases."""
        return self.bases.core_type(bases)

    def kind(self, value: Expr) -> Expr:
        """What a value is, in words."""
        word = _KINDS.get(value.type)
        if word is not None:
            return do(self.effect(value), Const(word, STRING))
        return nodes.Call(self.low.shared.kind(), (self.fit(value, ANY),), STRING)

    def sentence(self, *parts: str | Expr) -> Expr:
        """A message: texts and computed texts in a row."""
        texts = tuple(Const(part, STRING) if isinstance(part, str) else part for part in parts)
        return texts[0] if len(texts) == 1 else Op("join", (nodes.MakeList(texts, ListType(STRING)),), STRING)

    def routine(self, name: str, *args: Expr, span: Span | None = None) -> Expr:
        """A call of a routine; it is the author's line that is to blame for what goes wrong in it."""
        return self.low.linker.call(name, args, span)

    def int_const(self, value: int) -> Const:
        return Const(value, INT)
