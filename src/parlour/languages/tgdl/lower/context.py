"""One program on its way to core: what is known of it, what has been written, and the function being written.

Every module of this folder is functions over a `Lowering`. Expressions hold each other, so whoever meets one asks
`Lowering.value`, which is given from above: modules import only those below them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field

from parlour.core import nodes, types
from parlour.core.builder import Builder, assign, effect, length, none_of, number, push, when
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Expr, Stmt
from parlour.core.passes.order import do
from parlour.core.routine.linker import Linker
from parlour.core.routine.world import World
from parlour.dataclass import dataclass
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names, routines
from parlour.languages.tgdl.lower.looking import Looking
from parlour.languages.tgdl.lower.nulls import Nulls, root_action, root_function
from parlour.languages.tgdl.lower.widening import Makers, kind_of, wide_kinds
from parlour.syntax.source import Span

_WORDS: dict[types.Type, str] = {types.FLOAT: "number", types.STRING: "string", types.BOOL: "bool", types.INT: "player"}


@dataclass
class Body:
    """The function being written: `vars` are the locals that the author's variables became, `visible` those of the
    blocks that are open. `result` is the type of what it gives, None if that is nothing; `word` says what sort of block
    it is, for messages."""

    build: Builder
    word: str = ""
    this: nodes.Local | None = None
    result: types.Type | None = None
    vars: dict[m.Var, nodes.Local] = field(default_factory=dict)
    # What is done at the end of each turn of the loops that are open.
    steps: list[m.Stmt | None] = field(default_factory=list)
    # The event in whose name an action runs, as it was given.
    given_event: nodes.Local | None = None
    visible: list[m.Var] = field(default_factory=list)


class Lowering:
    """`messages` says what is wrong where a value was null, by the place in the text, and `misfits` where it is of
    another class than the collection holds that it was read from. A program that `observes` itself
    tells what happens (`tracing.py`) and can say why an action is not open (`explaining.py`)."""

    def __init__(
        self,
        checked: m.Checked,
        players: int,
        lower_value: Callable[[Lowering, m.Expr], Expr],
        lower_block: Callable[[Lowering, m.Block], list[Stmt]],
        observes: bool = False,
    ) -> None:
        self.observes = observes
        self._lower_value = lower_value
        self._lower_block = lower_block
        self.checked = checked
        self.players = players
        self.nulls = Nulls(checked)
        self.looking = Looking(checked)
        self.wide_kinds = wide_kinds(checked)
        self.makers = Makers(checked) if self.wide_kinds else None
        self.functions: dict[str, nodes.Function] = {}
        self.globals: list[nodes.GlobalVariable] = []
        self.classes: tuple[nodes.Class, ...] = ()
        self.hierarchy = Hierarchy(())
        self.linker = Linker()
        self.messages: dict[Span, str] = {}
        self.misfits: dict[Span, str] = {}
        self.live: dict[str, types.ObjectType] = {}
        self._names: dict[object, str] = {}
        self._taken: set[str] = set()
        self.body = Body(Builder())

    def declare_classes(self, classes: Sequence[nodes.Class]) -> None:
        self.classes = tuple(classes)
        self.hierarchy = Hierarchy(self.classes)
        constants = {"players": self.players, "has_links": self.looking.uses_connections}
        self.linker = Linker((routines,), World(self.hierarchy, constants))

    # ----------------------------------------------------------------------------------------------------- names

    def name(self, symbol: object, wanted: str) -> str:
        """The core name of something of the author's: what is wanted, with a number behind it if that is taken."""
        found = self._names.get(symbol)
        if found is None:
            found, number = wanted, 1
            while found in self._taken:
                number += 1
                found = f"{wanted} {number}"
            self._taken.add(found)
            self._names[symbol] = found
        return found

    def function_name(self, function: m.Function) -> str:
        owner = "" if function.owner is None else f"{function.owner.shown}."
        return self.name(function, f"{owner}{function.name}")

    def method_name(self, function: m.Function) -> str:
        """By which virtual calls find the versions of a function."""
        root = root_function(function)
        assert root.owner is not None
        return f"{root.owner.shown}.{root.name}"

    def effect_name(self, action: m.Action) -> str:
        return self.name((action, "effect"), f"{action.owner.shown}.{action.name}")

    def effect_method(self, action: m.Action) -> str:
        """By which virtual calls find the versions of an effect."""
        root = root_action(action)
        return f"do {root.owner.shown}.{root.name}"

    def hear_name(self, event: m.Class) -> str:
        """The function that puts the actions in a queue that hear an event of exactly this class."""
        return f"hear {event.shown}"

    def phase_number(self, phase: m.Expr | None) -> int | None:
        """The number of a phase that the text names, where only one turn can be meant; -1 if none is named."""
        if phase is None:
            return names.NOBODY
        if isinstance(phase, m.Const) and len(self.checked.turns) == 1:
            found = [each.name for each in self.checked.turns[0].phases]
            return found.index(phase.value) if phase.value in found else None
        return None

    def heard(self, event: Expr, into: Expr, span: Span) -> Expr:
        """An event is heard: the actions that accept it are put behind those that wait in a list."""
        assert isinstance(event.type, types.ObjectType)
        reached = self.hierarchy.implementations(event.type.name, names.HEAR)
        if len(reached) == 1:
            [name] = reached
            class_name = name.removeprefix("hear ")
            return nodes.Call(name, (self.fit(event, types.ObjectType(class_name)), into), types.NONE, span)
        return nodes.VirtualCall(names.HEAR, (event, into), types.NONE, span)

    def event_local(self) -> Expr:
        """The event in whose name the action runs that is being written."""
        assert self.body.given_event is not None
        return self.body.given_event

    # ----------------------------------------------------------------------------------------------------- types

    def core_type(self, type_: t.Type, nullable: bool = False, node: object = None) -> types.Type:
        """What values of a type are in core; of collections `node` says which ones (`widening.Makers`), if some are
        marked with what they were made for."""
        found = self._plain_type(type_, node)
        return types.OptionalType(found) if nullable and found != types.NONE else found

    def _plain_type(self, type_: t.Type, node: object) -> types.Type:
        match type_:
            case t.Plain(name):
                scalars = {
                    "number": types.FLOAT,
                    "string": types.STRING,
                    "bool": types.BOOL,
                    "player": types.INT,
                    "turn": types.INT,
                }
                return scalars.get(name, types.NONE)
            case t.Collection():
                bare = self.bare_type(type_, node)
                is_marked = self.makers is not None and node is not None and self.makers.is_marked(node)
                return types.TupleType((bare, types.INT)) if is_marked else bare
            case t.Object(class_):
                return types.ObjectType(class_.shown)
            case t.OfKind(kind):
                return types.ObjectType(names.KINDS[kind])
            case t.GroupType():
                return names.A_GROUP
        raise AssertionError(f"{type_} is no type")

    def bare_type(self, type_: t.Collection, node: object) -> types.ListType | types.TableType:
        """A collection itself, without what it was made for."""
        inner = self.makers.inner(node) if self.makers is not None and node is not None else None
        item = self.element_type(type_.of, inner)
        match type_.kind:
            case "List":
                return types.ListType(types.OptionalType(item))
            case "Stack":
                return types.ListType(item)
            case "Table":
                return types.TableType(types.ANY, item)

    def element_type(self, item: t.Type, node: object = None) -> types.Type:
        """What a collection of this holds in core."""
        if isinstance(item, t.Object | t.OfKind) and kind_of(item) in self.wide_kinds:
            return types.ObjectType(names.KINDS[kind_of(item)])
        return self._plain_type(item, node)

    def read_from(self, value: Expr, item: t.Type) -> Expr:
        """An element that was read from a collection of this, or null."""
        if isinstance(item, t.Collection):
            return value
        wanted = self.core_type(item, isinstance(value.type, types.OptionalType))
        if wanted != value.type and value.span is not None:
            seen = "it was stored where this collection was seen as a wider one"
            self.misfits[value.span] = f"this is no {t.shown(item)}: {seen}"
        return self.fit(value, wanted)

    def type_of(self, symbol: m.Var | m.Attribute) -> types.Type:
        return self.core_type(symbol.type, self.nulls.symbol(symbol), symbol)

    def result_type(self, function: m.Function) -> types.Type:
        if function.result is None:
            return types.NONE
        return self.core_type(function.result, self.nulls.result(function), ("result", root_function(function)))

    # ----------------------------------------------------------------------------------------------- collections

    def node(self, expr: m.Expr) -> object:
        """What stands for the collections that an expression can be."""
        return None if self.makers is None else self.makers.node(expr)

    def marked(self, node: object, made: Expr, of: t.Type) -> Expr:
        """A new collection for elements of a type, as those that a node stands for are."""
        if self.makers is None or not self.makers.is_marked(node):
            return made
        pair = (made, number(self.makers.number(of)))
        return nodes.MakeTuple(pair, types.TupleType((made.type, types.INT)), made.span)

    def bound(self, var: m.Var, made: Expr) -> Expr:
        """A value for an author's variable that the language itself has made."""
        if isinstance(var.type, t.Collection):
            made = self.marked(var, made, var.type.of)
        return self.fit(made, self.type_of(var))

    def bare(self, value: Expr) -> Expr:
        """A collection without what it was made for; any other value as it is."""
        match value.type:
            case types.TupleType((bare, _)):
                return nodes.TupleItem(value, 0, bare, value.span)
            case types.OptionalType(types.TupleType((bare, _)) as pair):
                maybe = types.OptionalType(bare)
                return self.body.build.once(
                    value,
                    lambda kept: nodes.Choose(
                        nodes.Is(kept, types.NONE),
                        none_of(maybe),
                        self.fit(self.bare(nodes.Narrow(kept, pair, value.span)), maybe),
                        maybe,
                    ),
                )
        return value

    # ------------------------------------------------------------------------------------------------- functions

    def add(self, function: nodes.Function) -> None:
        self.functions[function.name] = function

    @contextmanager
    def writing(self, word: str = "", result: types.Type | None = None) -> Iterator[Body]:
        """A new function is being written; the one before it is gone on with afterwards."""
        outer, self.body = self.body, Body(Builder(self.hierarchy), word, result=result)
        yield self.body
        self.body = outer

    def parameter(self, var: m.Var) -> nodes.Local:
        """The author's variable as a parameter of the function being written."""
        local = self.body.build.parameter(var.name, self.type_of(var))
        self.body.vars[var] = local
        self.body.visible.append(var)
        return local

    def this_parameter(self, class_name: str) -> nodes.Local:
        self.body.this = self.body.build.parameter("this", types.ObjectType(class_name))
        return self.body.this

    def local(self, var: m.Var) -> nodes.Local:
        """What an author's variable is in core, a new local at its first mention."""
        found = self.body.vars.get(var)
        if found is None:
            found = self.body.vars[var] = self.body.build.fresh(var.name, self.type_of(var))
        return found

    # ---------------------------------------------------------------------------------------------------- values

    def value(self, expr: m.Expr) -> Expr:
        return self._lower_value(self, expr)

    def block(self, block: m.Block) -> list[Stmt]:
        return self._lower_block(self, block)

    def fell_off(self, result: types.Type, span: Span) -> list[Stmt]:
        """What a block gives that comes to its end without a `return`: null."""
        if result == types.NONE:
            return []
        if isinstance(result, types.OptionalType):
            return [nodes.Return(none_of(result), span)]
        word = _WORDS.get(result, "value")
        return [nodes.Raise("none", nodes.Const(f"expected {word}, not null: nothing is returned", types.STRING), span)]

    def fit(self, value: Expr, wanted: types.Type) -> Expr:
        return self.body.build.fit(value, wanted)

    def fitted(self, expr: m.Expr, wanted: types.Type) -> Expr:
        return self.fit(self.value(expr), wanted)

    def need(self, expr: m.Expr, message: str) -> Expr:
        """A value that must not be null; the message is for when it is."""
        return self.present(self.value(expr), message, expr.span)

    def present(self, value: Expr, message: str, span: Span) -> Expr:
        if value.type == types.NONE:
            return nodes.Narrow(nodes.Convert(value, types.OptionalType(names.A_THING), span), names.A_THING, span)
        if not isinstance(value.type, types.OptionalType):
            return value
        self.messages[span] = message
        return nodes.Narrow(value, value.type.item, span)

    def expected(self, expr: m.Expr, wanted: types.Type) -> Expr:
        """An operand of this type; null is an error."""
        word = _WORDS.get(wanted, "object")
        message = f"expected {word}, not null"
        value = self.value(expr)
        if value.type == types.NONE:
            self.messages[expr.span] = message
            return nodes.Narrow(nodes.Convert(value, types.OptionalType(wanted), expr.span), wanted, expr.span)
        return self.fit(self.present(value, message, expr.span), wanted)

    def subject(self, expr: m.Expr, member: str) -> Expr:
        """An object of which a member is wanted."""
        return self.need(expr, f"null has no member {member}")

    def nothing(self, type_: types.Type) -> Expr:
        return none_of(type_)

    def call(self, name: str, *args: Expr, span: Span | None = None) -> nodes.Call:
        """Calls a routine of `routines.py`."""
        return self.linker.call(name, list(args), span)

    # ----------------------------------------------------------------------------------------------------- scope

    def known(self) -> list[Expr]:
        """What the open blocks know, as far as it leads to objects."""
        found: list[Expr] = [self.body.vars[var] for var in self.body.visible if var in self.body.vars]
        if self.body.this is not None:
            found.append(self.body.this)
        return [each for each in found if _holds_objects(each.type)]

    def scoped(self, stmts: Callable[[list[Stmt]], list[Stmt]], *, only_if_stale: bool = False) -> list[Stmt]:
        """Statements that look around: what the open blocks know is tracked meanwhile. They are told what to do before
        they leave the function. `only_if_stale`: they change nothing themselves, so that nobody looks around unless
        something has changed before."""
        known = self.known()
        if not known:
            return stmts([])
        scope = names.global_variable(names.SCOPE)
        before = self.body.build.fresh("scope before", types.INT)
        cut: Stmt = nodes.Evaluate(self.call("cut_scope", before))
        pushes: list[Stmt] = [
            assign(before, length(scope)),
            *(push(scope, self.fit(self.bare(value), types.ANY)) for value in known),
        ]
        if only_if_stale:
            is_told = self.body.build.fresh("is told", types.BOOL)
            cut = when(is_told, cut)
            stale = names.global_variable(names.IS_STALE)
            pushes = [assign(is_told, stale), assign(before, number(0)), when(is_told, *pushes)]
        return [*pushes, *stmts([cut]), cut]

    def in_scope(self, expr: Expr) -> Expr:
        """A value whose computation looks around."""
        if not self.known():
            return expr
        if expr.type == types.NONE:
            return do(self.scoped(lambda _: effect(expr)), nodes.NO_VALUE)
        found = self.body.build.fresh("found", expr.type)
        return do(self.scoped(lambda _: [assign(found, expr)]), found)


def _holds_objects(type_: types.Type) -> bool:
    match type_:
        case types.OptionalType(item):
            return _holds_objects(item)
        case types.ListType(item):
            return _holds_objects(item)
        case types.TableType() | types.ObjectType():
            return True
        case types.TupleType(items):
            return any(map(_holds_objects, items))
    return type_ == types.ANY
