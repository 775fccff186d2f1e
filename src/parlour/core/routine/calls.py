"""Calls in routines: other routines, the words of `runtime/words.py`, Python's own functions and methods.

`Calls` is the lower half of the reader of expressions; `expressions.py` is the upper one.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from parlour.core.nodes import Chance, Const, Expr, Is, Narrow, Op
from parlour.core.ops import result_type
from parlour.core.routine import folding as fold
from parlour.core.routine.routine import RoutineError, routine_of
from parlour.core.routine.scope import Scope
from parlour.core.routine.types import constant, widened
from parlour.core.runtime import words
from parlour.core.types import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    STRING,
    SYMBOL,
    BoardType,
    ListType,
    OptionalType,
    TableType,
    Type,
)
from parlour.core.values import Symbol

# Words that are an operation under another name.
_WORDS: dict[object, str] = {
    words.count: "board_count",
    words.where: "board_bits",
    words.with_cell: "board_set",
    words.fill: "list_fill",
    words.keys: "table_keys",
    words.values: "table_values",
    words.remove_key: "table_remove",
    words.join: "join",
    words.find: "find",
    words.code_at: "code_at",
    words.parse_int: "parse_int",
    words.quot: "quot",
    words.rem: "rem",
    words.wrap32: "wrap32",
    words.floor: "floor",
    chr: "text_of_code",
    int: "trunc",
    float: "to_float",
}
# Those whose first argument is what they work on.
_ON_CONTAINERS = (words.count, words.where, words.with_cell, words.keys, words.values, words.remove_key)
# Those that only depend on the shape of a board.
_SHAPES: dict[object, Callable[[words.Board[None]], int]] = {
    words.width: words.width,
    words.height: words.height,
    words.cells: words.cells,
    words.without_first_column: words.without_first_column,
    words.without_last_column: words.without_last_column,
}
_TESTS: dict[object, Type] = {
    words.is_int: INT,
    words.is_float: FLOAT,
    words.is_bool: BOOL,
    words.is_string: STRING,
    words.is_symbol: SYMBOL,
}
_NARROWINGS: dict[object, Type] = {
    words.as_int: INT,
    words.as_float: FLOAT,
    words.as_bool: BOOL,
    words.as_string: STRING,
    words.as_symbol: SYMBOL,
}
_TEXTS: dict[Type, str] = {INT: "text_of_int", FLOAT: "text_of_float", SYMBOL: "text_of_symbol"}
# Methods by the kind of value they are called on and the number of arguments.
_METHODS: dict[tuple[type, str, int], str] = {
    (ListType, "append", 1): "list_push",
    (ListType, "pop", 0): "list_pop",
    (ListType, "pop", 1): "list_remove",
    (ListType, "insert", 2): "list_insert",
    (ListType, "extend", 1): "list_extend",
    (ListType, "copy", 0): "list_copy",
    (ListType, "clear", 0): "list_clear",
    (TableType, "copy", 0): "table_copy",
    (TableType, "clear", 0): "table_clear",
}


# What operations on containers take after the container.
_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "board_get": ("int",),
    "board_set": ("int", "item"),
    "board_count": ("item",),
    "board_bits": ("item",),
    "char_at": ("int",),
    "list_get": ("int",),
    "list_set": ("int", "item"),
    "list_push": ("item",),
    "list_insert": ("int", "item"),
    "list_remove": ("int",),
    "list_extend": ("list",),
    "table_get": ("key",),
    "table_set": ("key", "value"),
    "table_remove": ("key",),
}
_LENGTHS: dict[type, str] = {ListType: "list_length", TableType: "table_length"}


class Calls(ABC):
    """Reads calls in a scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def error(self, message: str, node: ast.AST) -> RoutineError:
        return self.scope.error(message, node)

    @abstractmethod
    def read(self, node: ast.expr, wanted: Type | None = None) -> Expr:
        """An expression with the type it has by itself; `wanted` is a hint for what has none."""

    def value(self, node: ast.expr, wanted: Type) -> Expr:
        """An expression as a value of this type."""
        return self.need(self.read(node, wanted), wanted, node)

    def need(self, found: Expr, wanted: Type, node: ast.AST) -> Expr:
        """A value made as wide as its place wants it."""
        fitting = widened(found, wanted)
        if fitting is None:
            raise self.error(f"`{shown(node)}` has {found.type}, where {wanted} is needed", node)
        return fitting

    def operation(self, name: str, args: Sequence[Expr], node: ast.AST) -> Expr:
        """An operation of core on these arguments."""
        type_ = result_type(name, tuple(arg.type for arg in args), None)
        if type_ is None:
            given = ", ".join(str(arg.type) for arg in args)
            raise self.error(f"`{shown(node)}`: `{name}` does not take ({given})", node)
        return fold.op(name, args, type_)

    def on(self, name: str, container: Expr, parts: Sequence[ast.expr], node: ast.AST) -> Expr:
        """An operation on a list, table or board; what goes into it is made as wide as what is in it."""
        wanted = _ARGUMENTS.get(name, ())
        if len(parts) != len(wanted):
            raise self.error(f"`{shown(node)}` takes {len(wanted)} arguments", node)
        args = [container]
        for part, word in zip(parts, wanted, strict=True):
            type_ = _inside(container.type, word)
            if type_ is None:
                raise self.error(f"`{shown(node)}`: `{name}` does not work on {container.type}", node)
            args.append(self.value(part, type_))
        return self.operation(name, args, node)

    def length(self, value: Expr, node: ast.AST) -> Expr:
        if isinstance(value.type, BoardType):
            raise self.error("the number of cells of a board is `cells(b)`", node)
        name = _LENGTHS.get(type(value.type), "string_length")
        return self.operation(name, (value,), node)

    def as_text(self, value: Expr, node: ast.AST) -> Expr:
        if value.type == STRING:
            return value
        if value.type not in _TEXTS:
            raise self.error(f"there is no one text for {value.type}: say how it is written", node)
        return fold.op(_TEXTS[value.type], (value,), STRING)

    # ---------------------------------------------------------------------------------------------------- calls

    def call(self, node: ast.Call) -> Expr:
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        if not isinstance(node.func, ast.Name) or node.func.id in self.scope.declared:
            raise self.error(f"`{shown(node.func)}` cannot be called", node)
        meant = self.scope.routine.lookup(node.func.id)
        if meant is words.filled:
            return self._filled(node)
        if node.keywords:
            raise self.error("arguments are given by place, not by name", node)
        called = routine_of(meant)
        if called is not None:
            return self.scope.link(called, [self.read(arg) for arg in node.args], node)
        if not callable(meant):
            raise self.error(f"`{node.func.id}` cannot be called", node)
        if meant in _ON_CONTAINERS:
            if not node.args:
                raise self.error(f"`{node.func.id}` needs something to work on", node)
            return self.on(_WORDS[meant], self.read(node.args[0]), node.args[1:], node)
        args = [self.read(arg) for arg in node.args]
        if meant in _WORDS:
            return self.operation(_WORDS[meant], args, node)
        if len(args) == 1:
            found = self._single(node, meant, args[0])
            if found is not None:
                return found
        raise self.error(f"`{node.func.id}` is neither a routine nor a word that routines have", node)

    def _single(self, node: ast.Call, meant: object, arg: Expr) -> Expr | None:
        """Calls with one argument that are more than an operation."""
        if meant is len:
            return self.length(arg, node)
        if meant is str:
            return self.as_text(arg, node)
        if meant is ord:
            # The code of a character within a text needs no text of its own.
            if isinstance(arg, Op) and arg.name == "char_at":
                return self.operation("code_at", arg.args, node)
            return self.operation("code_at", (arg, constant(0)), node)
        if meant is words.draw:
            return Chance(self.need(arg, INT, node))
        if meant is words.draw_weighted:
            return Chance(self.need(arg, ListType(INT), node))
        if meant is Symbol and isinstance(arg, Const) and isinstance(arg.value, str):
            return Const(arg.value, SYMBOL)
        if isinstance(arg.type, BoardType) and meant in _SHAPES:
            return constant(_SHAPES[meant](words.Board(arg.type.width, arg.type.height, [None] * arg.type.cells)))
        if meant in _TESTS:
            return Is(arg, _TESTS[meant]) if arg.type == ANY else Const(arg.type == _TESTS[meant], BOOL)
        if meant in _NARROWINGS:
            wanted_type = _NARROWINGS[meant]
            if arg.type == wanted_type:
                return arg
            if arg.type in (ANY, OptionalType(wanted_type)):
                return Narrow(arg, wanted_type)
            raise self.error(f"`{shown(node)}`: {arg.type} is never {wanted_type}", node)
        return None

    def _filled(self, node: ast.Call) -> Expr:
        match node:
            case ast.Call(args=[value], keywords=[ast.keyword(arg="like", value=like)]):
                board = self.read(like).type
                cell = self.read(value)
                if isinstance(board, BoardType):
                    return Op("board_fill", (cell,), BoardType(cell.type, board.width, board.height))
        raise self.error("a board is filled as `filled(v, like=b)`, where b is a board", node)

    def _method(self, node: ast.Call, function: ast.Attribute) -> Expr:
        target = self.read(function.value)
        name = _METHODS.get((type(target.type), function.attr, len(node.args)))
        if name is None or node.keywords:
            raise self.error(f"{target.type} has no method `{function.attr}` with {len(node.args)} arguments", node)
        return self.on(name, target, node.args, node)


def _inside(container: Type, word: str) -> Type | None:
    """What a container takes in the place of an `item`, `key` or `value`."""
    match container, word:
        case _, "int":
            return INT
        case ListType(), "list":
            return container
        case ((ListType(item) | BoardType(item=item)), "item"):
            return item
        case TableType(key, value), ("key" | "value"):
            return key if word == "key" else value
    return None


def shown(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 60 else f"{text[:57]}..."
