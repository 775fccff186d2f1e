"""The function that is being lowered: its variables, choices between types, functions that a program shares.

`Val` is a core expression with what inference knows about it. Everything that may be one of several things is settled
by `choose`: where inference leaves one possibility it costs nothing, else the value is tested when the program runs,
and what fits no case is a type error in the author's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from parlour.core import nodes
from parlour.core.builder import NOTHING, Builder, effect, number, sentence, text
from parlour.core.nodes import Expr, Is, Narrow, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, ObjectType, Type
from parlour.dataclass import dataclass
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.bases import NONE_BIT
from parlour.languages.allhandsondeck.check.holders import Place
from parlour.languages.allhandsondeck.check.meaning import Function, Var
from parlour.languages.allhandsondeck.check.types import OBJECT
from parlour.languages.allhandsondeck.lower.context import Lowering
from parlour.syntax.source import Span

# What values of these types are called.
_KINDS: dict[Type, str] = {INT: "int", FLOAT: "float", BOOL: "bool", STRING: "string", NONE: "None"}


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


class Writer(Builder):
    """Writes one function. A variable that some path reads before it has a value may be *unset* in core, where reading
    it is then an error; `sure` are the variables that have a value for certain at this place."""

    def __init__(self, low: Lowering, function: Function | None = None, class_name: str | None = None) -> None:
        super().__init__(low.hierarchy)
        self.low = low
        self.bases = low.bases
        self.origin = function
        self.class_name = class_name
        self.vars: dict[Var, nodes.Local] = {}
        self.sure: set[Var] = set()
        self.acting: Expr = number(-1)
        self.object: Expr | None = None
        # While an object is made its attributes are locals.
        self.building: dict[str, Expr] | None = None

    # ------------------------------------------------------------------------------------------------ variables

    def take(self, var: Var) -> None:
        """A variable that is a parameter of the function in core, too."""
        self.vars[var] = self.parameter(var.name, self.low.var_type(var))
        self.sure.add(var)

    def declare(self, var: Var) -> nodes.Local:
        if var not in self.vars:
            self.vars[var] = self.fresh(var.name, self.low.var_type(var))
        return self.vars[var]

    def read(self, var: Var, span: Span) -> Expr:
        local = self.declare(var)
        return replace(local if var in self.sure else self.unsure(local), span=span)

    @contextmanager
    def maybe(self) -> Iterator[None]:
        """What is written inside need not be written."""
        before = set(self.sure)
        yield
        self.sure = before

    # --------------------------------------------------------------------------------------------------- values

    def place(self, expr: c.Expr) -> Place:
        return self.low.found.of(expr, self.origin, self.class_name)

    def value(self, expr: c.Expr) -> Val:
        """An expression with what is known of its value."""
        place = self.place(expr)
        return Val(self.low.core(self, expr, place.bases), place.bases, place.item.bases)

    def kept(self, val: Val, stmts: list[Stmt], name: str = "part") -> Val:
        """Evaluates now, for use afterwards."""
        return replace(val, expr=self.keep(val.expr, stmts, name))

    def storage(self, bases: int) -> Type:
        """The type of a variable that holds values of these bases."""
        return self.bases.core_type(bases)

    def routine(self, name: str, *args: Expr, span: Span | None = None) -> Expr:
        """A call of a routine; it is the author's line that is to blame for what goes wrong in it."""
        return self.low.linker.call(name, args, span)

    # -------------------------------------------------------------------------------------------------- choices

    def choose(self, val: Val, cases: Sequence[Case], result: Type, blame: str, span: Span | None) -> Expr:
        """The case that fits. When none does, `blame` is the message, with `{}` for what the value is. Without a result
        (`none`) for the effect."""
        live = [case for case in cases if case.bases & val.bases]
        covered = NONE_BIT
        for case in live:
            covered |= case.bases
        if len(live) == 1 and not val.bases & ~covered:
            made = live[0].make(self.fit(val.expr, live[0].type))
            return do(effect(made), NOTHING) if result == NONE else self.fit(made, result)
        stmts: list[Stmt] = []
        whole = self.keep(self.fit(val.expr, ANY), stmts, "value")
        out = NOTHING if result == NONE else self.fresh("chosen", result)
        arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
        for case in live:
            made = case.make(Narrow(whole, case.type, whole.span))
            arms.append((Is(whole, case.type, whole.span), tuple(self.store(out, made))))
        before, _, after = blame.partition("{}")
        message = sentence(*(part for part in (before, self.kind(whole), after) if part != ""))
        stmts.append(decide(arms, nodes.Raise("type", message, span), span))
        return do(stmts, out)

    def kind(self, value: Expr) -> Expr:
        """What a value is, in words: `int`, `Card`."""
        word = _KINDS.get(value.type)
        if word is not None:
            return do(effect(value), text(word))
        self.know_kinds()
        return self.routine("kind of a value", self.fit(value, ANY))

    def know_kinds(self) -> None:
        """Objects will be asked what they are, perhaps by a routine."""
        self.method("kind", OBJECT, _kind_of)

    # ----------------------------------------------------------------------------------------- shared functions

    def shared(self, name: str, params: Mapping[str, Type], result: Type, body: Callable[..., Sequence[Stmt]]) -> str:
        """A function that the program shares, made when it is first needed: `body` gets a writer and the parameters.
        It has no place and no label, so what goes wrong in it is the fault of the author's line that calls it."""
        made = self.low.made
        if name not in made:
            # Its name stands before its body is there, for it may call itself.
            made[name] = nodes.Function(name, (), result, ())
            writer = Writer(self.low)
            locals_ = [writer.parameter(*param) for param in params.items()]
            made[name] = writer.function(name, result, body(writer, *locals_))
        return name

    def method(self, name: str, root: str, make: Callable[[Writer, str], str]) -> str:
        """A method that every class from `root` down has; `make` gives the function of a class."""
        if name not in self.low.methods:
            found = self.low.methods[name] = {}
            for class_name in self.low.program.classes:
                if root in self.bases.lines[class_name]:
                    found[class_name] = make(self, class_name)
        return name


def decide(arms: Sequence[tuple[Expr, tuple[Stmt, ...]]], failing: Stmt, span: Span | None = None) -> Stmt:
    """The first arm whose test holds; else it fails."""
    return nodes.If(tuple(arms), (failing,), span) if arms else failing


def gives(value: Expr) -> tuple[Stmt, ...]:
    return (nodes.Return(value),)


def _kind_of(w: Writer, class_name: str) -> str:
    shown = text(w.low.program.classes[class_name].shown)
    return w.shared(f"kind of {class_name}", {"value": ObjectType(class_name)}, STRING, lambda _, value: gives(shown))
