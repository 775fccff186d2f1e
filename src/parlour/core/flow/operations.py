"""What operations do to the flow: which of their arguments go where, and what is learnt about them.

`FlowBuilder` makes a `Fragment` (see `places.py`) place by place; `function.py` goes through a function with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from parlour.core.flow.places import (
    Comparison,
    Fragment,
    How,
    Index,
    Label,
    Part,
    Reckoning,
    Shared,
    Value,
    Way,
    leaves,
)
from parlour.core.nodes import Op
from parlour.core.types import BoardType, ListType, TableType, Type


class FlowBuilder:
    """A fragment in the making."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.fragment = Fragment()

    # -------------------------------------------------------------------------------------------------- places

    def holds(self, place: int) -> bool:
        return self.shared.holds[~place] if place < 0 else self.fragment.holds[place]

    def unknown(self, type_: Type) -> Value:
        """A value that nobody can tell beforehand."""
        value = self.fragment.value(type_)
        self.fragment.unknown.extend(place for _, place in leaves(value))
        return value

    def inside(self, whole: Value, label: str, type_: Type) -> Value:
        """What a collection holds under a label."""
        assert isinstance(whole, int)
        value = self.fragment.value(type_)
        self.fragment.parts.extend(Part(whole, (label, *path), place) for path, place in leaves(value))
        return value

    def item(self, whole: Value, type_: Type) -> Value:
        """What a list or board of this type holds."""
        assert isinstance(type_, ListType | BoardType)
        return self.inside(whole, "item", type_.item)

    def way(self, source: Value, target: Value, how: How = "copy", by: int | None = None) -> None:
        """From one value to another of the same form, or into an `any` and out of it."""
        match source, target:
            case int(), int():
                self.fragment.ways.append(Way(source, target, how, by))
                if how == "copy" and self.holds(source) and self.holds(target):
                    self.fragment.alike.append((source, target))
            case tuple(), tuple():
                for one, other in zip(source, target, strict=True):
                    self.way(one, other)
            case tuple(), int():
                for path, place in leaves(source):
                    self.way(place, self.component(target, path, place))
            case int(), tuple():
                for path, place in leaves(target):
                    self.way(self.component(source, path, place), place)

    def component(self, whole: int, path: Label, like: int) -> int:
        """A component of a tuple inside an `any`, which holds the same sort of thing as another place."""
        place = self.fragment.place(self.holds(like))
        self.fragment.parts.append(Part(whole, ("tuple", *path), place))
        return place

    # ---------------------------------------------------------------------------------------------- operations

    def operation(self, expr: Op, args: Sequence[Value]) -> Value:
        match expr.name:
            case "eq" | "ne" | "same":
                self.compare("eq", args[0], args[1])
            case "lt" | "le" | "gt" | "ge":
                self.compare("order", args[0], args[1])
            case "add" | "sub" | "mul" | "neg" | "div" | "mod" | "quot" | "rem" | "fdiv" | "frem":
                return self.arithmetic(expr, args)
            case "bit_and" | "bit_or" | "bit_xor" | "bit_not" | "shift_right":
                return self.arithmetic(expr, args)
            case "wrap32" | "to_float" | "floor" | "trunc":
                # As far as anybody wants to know here, it is the same number.
                return args[0]
            case name if name.startswith("board_"):
                return self.on_board(expr, args)
            case name if name.startswith("list_"):
                return self.on_list(expr, args)
            case name if name.startswith("table_"):
                return self.on_table(expr, args)
            case "concat" | "join" | "char_at" | "substring" | "find" | "code_at" | "text_of_code":
                return self.on_text(expr, args)
            case "parse_int" | "parse_float":
                return self.changed(expr, args[:1], "digits")
            case _:
                return self.unknown(expr.type)
        return None

    def compare(self, how: Literal["eq", "order", "find"], left: Value, right: Value) -> None:
        """Tuples component by component."""
        match left, right:
            case int(), int():
                self.fragment.comparisons.append(Comparison(how, left, right))
            case tuple(), tuple():
                for one, other in zip(left, right, strict=True):
                    self.compare(how, one, other)

    def index(self, *places: Value, cells: int | None = None, between: bool = False) -> None:
        self.fragment.indexes.extend(Index(place, cells, between) for place in places if isinstance(place, int))

    def changed(self, expr: Op, sources: Sequence[Value], how: How) -> Value:
        """A new value made from these, which nobody can tell beforehand."""
        result = self.unknown(expr.type)
        for source in sources:
            self.way(source, result, how)
        return result

    def arithmetic(self, expr: Op, args: Sequence[Value]) -> Value:
        result = self.fragment.place()
        numbers = tuple(arg for arg in args if isinstance(arg, int))
        self.fragment.reckonings.append(Reckoning(expr.name, numbers, result))
        match expr.name, numbers:
            case "add", (left, right):
                self.way(left, result, "plus", right)
                self.way(right, result, "plus", left)
            case "sub", (left, right):
                self.way(left, result, "minus", right)
                self.way(right, result, "lose")
            case _:
                for number in numbers:
                    self.way(number, result, "lose")
        return result

    def on_text(self, expr: Op, args: Sequence[Value]) -> Value:
        match expr.name:
            case "join":
                return self.changed(expr, (self.item(args[0], expr.args[0].type),), "lose")
            case "char_at" | "substring":
                self.index(*args[1:], between=expr.name == "substring")
                return self.changed(expr, args[:1], "lose")
            case "find":
                self.compare("find", args[0], args[1])
                self.index(args[2], between=True)
                return self.unknown(expr.type)
            case "code_at":
                self.index(args[1])
                return self.changed(expr, args[:1], "code")
            case "text_of_code":
                return self.changed(expr, args, "character")
        return self.changed(expr, args, "lose")

    def on_board(self, expr: Op, args: Sequence[Value]) -> Value:
        if expr.name == "board_fill":
            whole = self.fragment.value(expr.type)
            self.way(args[0], self.item(whole, expr.type))
            return whole
        if expr.name == "board_of":
            whole = self.fragment.value(expr.type)
            self.way(self.item(args[0], expr.args[0].type), self.item(whole, expr.type))
            return whole
        type_ = expr.args[0].type
        assert isinstance(type_, BoardType)
        cell = self.item(args[0], type_)
        match expr.name:
            case "board_get":
                self.index(args[1], cells=type_.cells)
                return cell
            case "board_set":
                self.index(args[1], cells=type_.cells)
                # A copy in time is the same board here: nobody asks what a cell held before.
                self.way(args[2], cell)
                return args[0]
        self.compare("eq", cell, args[1])
        return self.unknown(expr.type)

    def on_list(self, expr: Op, args: Sequence[Value]) -> Value:
        if expr.name == "list_fill":
            whole = self.fragment.value(expr.type)
            self.way(args[1], self.item(whole, expr.type))
            return whole
        match expr.name:
            case "list_get" | "list_remove" | "list_pop":
                self.index(*args[1:])
                return self.item(args[0], expr.args[0].type)
            case "list_set" | "list_insert" | "list_push":
                self.index(*args[1:-1], between=expr.name == "list_insert")
                self.way(args[-1], self.item(args[0], expr.args[0].type))
            case "list_extend":
                self.share(args[1], args[0])
            case "list_copy" | "list_slice":
                self.index(*args[1:], between=True)
                whole = self.fragment.value(expr.type)
                self.share(args[0], whole)
                return whole
            case "list_length":
                return self.unknown(expr.type)
        return None

    def share(self, one: Value, other: Value) -> None:
        """Two collections hold the same things."""
        if isinstance(one, int) and isinstance(other, int):
            self.fragment.alike.append((one, other))

    def on_table(self, expr: Op, args: Sequence[Value]) -> Value:
        if expr.name == "table_new":
            return self.fragment.value(expr.type)
        type_ = expr.args[0].type
        assert isinstance(type_, TableType)
        match expr.name:
            case "table_get" | "table_has" | "table_remove":
                # Looking up a key compares it with all there are.
                self.compare("eq", self.inside(args[0], "key", type_.key), args[1])
                return self.inside(args[0], "value", type_.value) if expr.name == "table_get" else None
            case "table_set":
                self.way(args[1], self.inside(args[0], "key", type_.key))
                self.way(args[2], self.inside(args[0], "value", type_.value))
            case "table_keys" | "table_values":
                whole = self.fragment.value(expr.type)
                keys = expr.name == "table_keys"
                part = self.inside(args[0], "key", type_.key) if keys else self.inside(args[0], "value", type_.value)
                self.way(part, self.item(whole, expr.type))
                return whole
            case "table_copy":
                return args[0]
            case "table_length":
                return self.unknown(expr.type)
        return None
