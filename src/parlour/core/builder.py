"""How front ends make core: one builder for a function, and short words for nodes.

A language lowers a checked program function by function. For each it takes a `Builder`, which names the locals and
knows the classes; expressions are made with the *words* below, so that what is built reads like what it means, and
nest as they do in the language: `in_order` puts effects in their place afterwards.

    >>> build = Builder()
    >>> n = build.parameter("n", INT)
    >>> square = build.once(op("add", n, number(1)), lambda kept: op("mul", kept, kept))
    >>> function = build.function("square after", INT, [nodes.Return(square)])
    >>> [variable.name for variable in (*function.params, *function.locals)]
    ['n', 'part']

**Locals.** `fresh(name, type)` declares a local under the author's name where that is free, else with a number behind
it; a name of your own with a blank in it ("so far") cannot meet one of the author's. `parameter` does the same for
parameters. `unsure` marks a local that some path reads before it has a value: reading it then is an error when the
program runs.

**For later.** Core evaluates an expression wherever it stands, so one that is used twice is *kept*: `keep(value,
statements)` adds an assignment to the statements and gives the local; `once(value, use)` does both in one expression.
Constants are never copied, and locals are unless the language never writes one again (`Builder(locals_change=False)`).
`do(statements, value)` of `passes/order.py` makes one expression of statements and a value; `effect(value)` is the way
back, for a value that nobody wants.

**Types.** Core converts nothing by itself. `fit(value, type)` gives a value as one of another type: wider (to an
optional, to `any`, to an ancestor class) without a question, narrower with a check when the program runs. `store` fits
a value to a local, global or field and writes it there.

**Long chains.** A thousand `+` in a row would nest as deep as they are many. `chain` and `logic` keep what is there so
far in a local now and then, so that the program stays flat; the order of evaluation and early stops stay as they were.

**Words.** `number`, `text`, `truth`, `symbol`, `none_of` for constants, `blank` for some value of a type; `op` for any
operation of `ops.py`, whose type it looks up; `negated`, `length`, `element`, `parts`, `sentence` for common ones;
`assign`, `set_element`, `push`, `when`, `effect` for statements. For everything else there are the nodes themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from parlour.core import nodes, types
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Const, Expr, Local, Op, Stmt
from parlour.core.ops import result_type
from parlour.core.passes.order import Do, do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, SYMBOL, Type
from parlour.syntax.source import Span

TRUE, FALSE = Const(True, BOOL), Const(False, BOOL)
NOTHING = Const(None, NONE)

# So many links of a chain nest before what they come to is kept in a local.
LONGEST_NEST = 30

Link = TypeVar("Link")


class Builder:
    """Writes one function: its names, and the values it keeps."""

    def __init__(self, hierarchy: Hierarchy | None = None, *, locals_change: bool = True) -> None:
        self.hierarchy = hierarchy or Hierarchy(())
        self.locals_change = locals_change
        self.params: list[nodes.Variable] = []
        self.locals: list[nodes.Variable] = []
        # How often each word was wanted as a name.
        self._names: dict[str, int] = {}
        self._unsure: set[str] = set()

    # ---------------------------------------------------------------------------------------------------- names

    def parameter(self, name: str, type_: Type) -> Local:
        variable = nodes.Variable(self._unique(name), type_)
        self.params.append(variable)
        return Local(variable.name, type_)

    def fresh(self, name: str, type_: Type, span: Span | None = None) -> Local:
        """A new local; the given name where it is free."""
        variable = nodes.Variable(self._unique(name), type_)
        self.locals.append(variable)
        return Local(variable.name, type_, span)

    def unsure(self, local: Local) -> Local:
        """The same local, which may have no value when it is read."""
        self._unsure.add(local.name)
        return local

    def _unique(self, name: str) -> str:
        count = self._names[name] = self._names.get(name, 0) + 1
        return name if count == 1 else f"{name} {count}"

    def function(
        self,
        name: str,
        result: Type,
        body: Iterable[Stmt],
        *,
        label: str | None = None,
        charge: Expr | None = None,
        span: Span | None = None,
    ) -> nodes.Function:
        """The function that was written, with the parameters and locals that it came to have."""
        variables = (replace(item, may_be_unset=item.name in self._unsure) for item in self.locals)
        return nodes.Function(name, tuple(self.params), result, tuple(body), tuple(variables), label, charge, span)

    # ------------------------------------------------------------------------------------------------ for later

    def keep(self, value: Expr, statements: list[Stmt], name: str = "part") -> Const | Local:
        """Evaluates at the end of the statements, for use afterwards."""
        if isinstance(value, Const) or (isinstance(value, Local) and not self.locals_change):
            return value
        local = self.fresh(name, value.type, value.span)
        statements.append(assign(local, value, value.span))
        return local

    def once(self, value: Expr, use: Callable[[Const | Local], Expr], name: str = "part") -> Expr:
        """Evaluates once, uses several times."""
        statements: list[Stmt] = []
        kept = self.keep(value, statements, name)
        return do(statements, use(kept))

    def chain(self, first: Expr, links: Iterable[Link], join: Callable[[Expr, Link], Expr], name: str = "part") -> Expr:
        """Joins link after link to what came before it. `join` is called in the order of the links."""
        statements: list[Stmt] = []
        value = first
        for place, link in enumerate(links):
            if place and place % LONGEST_NEST == 0:
                value = self.keep(value, statements, name)
            value = join(value, link)
        return do(statements, value)

    def logic(self, word: Literal["and", "or"], operands: Sequence[Expr], span: Span | None = None) -> Expr:
        """Only as much is evaluated as is needed."""
        node = nodes.And if word == "and" else nodes.Or
        return self.chain(operands[0], operands[1:], lambda left, right: node(left, right, span), "so far")

    # ---------------------------------------------------------------------------------------------------- types

    def fit(self, value: Expr, wanted: Type) -> Expr:
        """A value as one of another type: wider as it is, narrower with a check when the program runs."""
        given, span, widens = value.type, value.span, self.hierarchy.widens
        if given == wanted:
            return value
        if isinstance(value, Do):
            return do(value.body, self.fit(value.value, wanted))
        if widens(given, wanted):
            return nodes.Convert(value, wanted, span)
        if widens(wanted, given):
            return nodes.Narrow(value, wanted, span)
        if isinstance(wanted, types.OptionalType) and widens(wanted.item, given):
            return nodes.Convert(nodes.Narrow(value, wanted.item, span), wanted, span)
        # Types that are not related, or an optional where an ancestor is wanted: `any` lies between all of them.
        return nodes.Narrow(nodes.Convert(value, ANY, span), wanted, span)

    def store(self, target: Expr, value: Expr, span: Span | None = None) -> list[Stmt]:
        """Writes a value to a local, global or field; for any other target it is dropped."""
        if isinstance(target, Local | nodes.Global | nodes.Field):
            return [assign(target, self.fit(value, target.type), span or value.span)]
        return effect(value)


# ---------------------------------------------------------------------------------------------------------- constants


def number(value: int, span: Span | None = None) -> Const:
    return Const(value, INT, span)


def text(value: str, span: Span | None = None) -> Const:
    return Const(value, STRING, span)


def truth(value: bool, span: Span | None = None) -> Const:
    return Const(value, BOOL, span)


def symbol(name: str, span: Span | None = None) -> Const:
    return Const(name, SYMBOL, span)


def none_of(type_: Type) -> nodes.Convert:
    """Nothing, where a value of this optional type (or of `any`) could be."""
    return nodes.Convert(Const(None, NONE), type_)


def blank(type_: Type, symbol_name: str = "") -> Expr:
    """Some value of a type, for a place that has none yet. Where symbols may occur, one of them is named."""
    match type_:
        case types.TupleType(items):
            return nodes.MakeTuple(tuple(blank(item, symbol_name) for item in items), type_)
        case types.ListType():
            return nodes.MakeList((), type_)
        case types.BoardType(item=item):
            return Op("board_fill", (blank(item, symbol_name),), type_)
        case types.OptionalType():
            return none_of(type_)
    if type_ == ANY:
        return nodes.Convert(number(0), ANY)
    blanks: dict[Type, nodes.ConstValue] = {INT: 0, FLOAT: 0.0, BOOL: False, STRING: "", SYMBOL: symbol_name}
    return Const(blanks.get(type_), type_)


# --------------------------------------------------------------------------------------------------------- operations


def op(name: str, *args: Expr, given: Type | None = None, span: Span | None = None) -> Op:
    """An operation of `ops.py`. `given` is the result's type for the few that cannot tell it from their arguments."""
    type_ = result_type(name, tuple(arg.type for arg in args), given)
    if type_ is None:
        raise TypeError(f"`{name}` does not take ({', '.join(str(arg.type) for arg in args)})")
    return Op(name, args, type_, span)


def negated(condition: Expr, span: Span | None = None) -> Op:
    return Op("not", (condition,), BOOL, span)


def length(items: Expr, span: Span | None = None) -> Op:
    """How many items a list has."""
    return op("list_length", items, span=span)


def element(items: Expr, index: Expr, span: Span | None = None) -> Op:
    """The item of a list at an index from 0."""
    return op("list_get", items, index, span=span)


def parts(value: Expr, span: Span | None = None) -> tuple[nodes.TupleItem, ...]:
    """The components of a tuple, which should be a local: each part evaluates it again."""
    assert isinstance(value.type, types.TupleType)
    place = span or value.span
    return tuple(nodes.TupleItem(value, index, type_, place) for index, type_ in enumerate(value.type.items))


def sentence(*pieces: str | Expr, span: Span | None = None) -> Expr:
    """Texts and computed texts in a row, as one text."""
    texts = tuple(text(piece, span) if isinstance(piece, str) else piece for piece in pieces)
    match texts:
        case ():
            return text("", span)
        case (only,):
            return only
        case (_, _):
            return Op("concat", texts, STRING, span)
    return Op("join", (nodes.MakeList(texts, types.ListType(STRING), span),), STRING, span)


# --------------------------------------------------------------------------------------------------------- statements


def assign(target: Local | nodes.Global | nodes.Field, value: Expr, span: Span | None = None) -> Stmt:
    """Writes a value of the target's own type."""
    match target:
        case Local(name=name):
            return nodes.Assign(name, value, span)
        case nodes.Global(name=name):
            return nodes.SetGlobal(name, value, span)
        case nodes.Field(object=owner, name=name):
            return nodes.SetField(owner, name, value, span)


def set_element(items: Expr, index: Expr, value: Expr, span: Span | None = None) -> nodes.Evaluate:
    return nodes.Evaluate(op("list_set", items, index, value, span=span), span)


def push(items: Expr, value: Expr, span: Span | None = None) -> nodes.Evaluate:
    """Adds a value at the end of a list."""
    return nodes.Evaluate(op("list_push", items, value, span=span), span)


def when(condition: Expr, *then: Stmt, otherwise: Iterable[Stmt] = (), span: Span | None = None) -> nodes.If:
    return nodes.If(((condition, then),), tuple(otherwise), span)


def effect(value: Expr) -> list[Stmt]:
    """A value for what computing it does; nothing where that is nothing."""
    if isinstance(value, Do):
        return [*value.body, *effect(value.value)]
    if isinstance(value, Const | Local):
        return []
    return [nodes.Evaluate(value, value.span)]
