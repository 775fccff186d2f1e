"""What everybody who lowers a part of a program needs to know: about the whole of it, and about the function being
written.

A type with symbols beside its kernel, such as `Int & {Nope}`, becomes `any`; `coerce` widens a value wherever the
checker allowed a smaller type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from parlour.core import nodes
from parlour.core import types as t
from parlour.core.builder import Builder
from parlour.core.nodes import Expr, Local, Stmt
from parlour.core.routine.linker import Linker
from parlour.dataclass import dataclass
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.players import player_symbols
from parlour.languages.bogl.check.types import Basic, Expanded, Tuple, is_pure
from parlour.languages.bogl.lower import routines
from parlour.languages.bogl.lower.names import Part, Scope, way_to_board, way_to_player
from parlour.syntax.source import Span


@dataclass(slots=True)
class Whole:
    """The program. `knows_players`: some question can tell whose it is."""

    checked: typed.Checked
    linker: Linker = field(default_factory=lambda: Linker((routines,)))
    knows_players: bool = False
    board: t.BoardType = field(init=False)
    players: tuple[str, ...] = field(init=False)
    functions: dict[str, typed.FunctionDefinition] = field(init=False)
    # Who moves and which board is in view must be said before a call only if the asking function cannot tell.
    says_player: bool = field(init=False)
    says_board: bool = field(init=False)

    def __post_init__(self) -> None:
        definitions, board = self.checked.definitions, self.checked.board
        self.board = t.BoardType(self.core_type(board.content), board.width, board.height)
        self.players = player_symbols(self.checked)
        self.functions = {item.name: item for item in definitions if isinstance(item, typed.FunctionDefinition)}
        asking = [_parameter_types(item) for item in definitions if "input" in item.mentions]
        players = frozenset(self.players)
        self.says_player = any(all(way_to_player(type_, players) is None for type_ in types) for types in asking)
        self.says_board = any(all(way_to_board(type_) is None for type_ in types) for types in asking)

    @property
    def has_boards(self) -> bool:
        """Without a board that the author defines there is none: boards are only made from others."""
        return bool(self.checked.board_order)

    def core_type(self, type_: Expanded) -> t.Type:
        if type_.kernel is Basic.NONE:
            return t.SYMBOL
        if not is_pure(type_):
            return t.ANY
        match type_.kernel:
            case Tuple(items):
                return t.TupleType(tuple(map(self.core_type, items)))
            case Basic.INT:
                return t.INT
            case Basic.BOOL:
                return t.BOOL
            case Basic.STRING:
                return t.STRING
            case Basic.BOARD:
                return self.board
        return t.ListType(t.TupleType((t.INT, t.INT)))


class Body:
    """A function being written: its builder, and the variables in view."""

    def __init__(self, whole: Whole, parameters: Sequence[typed.Parameter] = ()) -> None:
        self.whole = whole
        # What a variable holds never changes while an expression is evaluated.
        self.build = Builder(locals_change=False)
        self.scope = Scope(whole.players)
        self.loops = 0
        for item in parameters:
            self.scope.bind(item.name, self.build.parameter(item.name, whole.core_type(item.type)), item.type)

    def local(self, name: str, type_: Expanded) -> Local:
        return self.build.fresh(name, self.whole.core_type(type_))

    def bound(self, name: str, span: Span) -> tuple[Local, Expanded]:
        """The variable that is called so here."""
        found = self.scope.find(name)
        return replace(found.local, span=span), found.type

    def part(self, part: Part) -> Expr:
        """What is in a variable, or in a component of the tuple that it holds."""
        type_ = part.variable.type
        value: Expr = part.variable.local
        for number in part.way:
            type_ = items_of(type_)[number]
            value = nodes.TupleItem(value, number, self.whole.core_type(type_))
        return value

    def items(self, value: Expr, type_: Expanded) -> list[tuple[Expr, Expanded]]:
        """The components of a tuple, which should be a local, with their types."""
        types = enumerate(items_of(type_))
        return [
            (nodes.TupleItem(value, number, self.whole.core_type(item), value.span), item) for number, item in types
        ]

    def coerce(self, value: Expr, small: Expanded, large: Expanded) -> Expr:
        """A value of a type where a larger one is expected."""
        source, target = self.whole.core_type(small), self.whole.core_type(large)
        if source == target and source != t.ANY:
            return value
        if target == t.ANY:
            if source == t.SYMBOL or not isinstance(large.kernel, Tuple):
                return self.build.fit(value, t.ANY)
            whole = Expanded(large.kernel)
            if source != t.ANY:
                return self.build.fit(self.coerce(value, small, whole), t.ANY)
            inner = Expanded(small.kernel)
            if self.whole.core_type(inner) == self.whole.core_type(whole):
                return value
            return self.build.once(value, lambda local: self._rebox(local, inner, whole, value.span))

        def widened(local: Expr) -> Expr:
            pairs = zip(self.items(replace(local, span=value.span), small), items_of(large), strict=True)
            return nodes.MakeTuple(
                tuple(self.coerce(item, one, other) for (item, one), other in pairs), target, value.span
            )

        return self.build.once(value, widened)

    def _rebox(self, local: Expr, inner: Expanded, whole: Expanded, span: Span | None) -> Expr:
        """A tuple inside an `any` whose components must become wider; a symbol beside it stays as it is."""
        source = self.whole.core_type(inner)
        wider = self.coerce(nodes.Narrow(local, source, span), inner, whole)
        return nodes.Choose(nodes.Is(local, source), self.build.fit(wider, t.ANY), local, t.ANY, span)

    def stored(self, parts: Sequence[tuple[str, Expr]]) -> tuple[list[Stmt], list[Local]]:
        """Values evaluated one after the other, each into a new local of this name."""
        stores: list[Stmt] = []
        locals_: list[Local] = []
        for name, value in parts:
            local = self.build.fresh(name, value.type, value.span)
            stores.append(nodes.Assign(local.name, value, value.span))
            locals_.append(local)
        return stores, locals_


def items_of(type_: Expanded) -> tuple[Expanded, ...]:
    assert isinstance(type_.kernel, Tuple)
    return type_.kernel.items


def _parameter_types(definition: typed.AnyDefinition) -> list[Expanded]:
    return [item.type for item in definition.parameters] if isinstance(definition, typed.FunctionDefinition) else []
