"""The types of operators: runs of equal strength, worked off from the left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, cast

from parlour.languages.bogl import codes
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.types import (
    BOARD,
    BOOL,
    INT,
    PAIR,
    Basic,
    Expanded,
    is_enumeration,
    is_subtype,
    show,
    union,
)
from parlour.languages.bogl.syntax import tree

if TYPE_CHECKING:
    from parlour.languages.bogl.check.values import Inference

OFF_BOARD_HINT = "columns come first, and both are counted from 1"


def negation(inference: Inference, expr: tree.Negation) -> typed.Expr | None:
    operand = exactly_int(inference, inference.infer(expr.operand), "a `-` sign needs an Int; this")
    return None if operand is None else typed.Negation(expr.span, INT, operand)


def arithmetic(inference: Inference, expr: tree.Chain) -> typed.Expr | None:
    needs = f"`{expr.links[0].operator}` needs two Ints; the left side"
    first = exactly_int(inference, inference.infer(expr.first), needs)
    links: list[typed.ArithmeticLink] = []
    for link in expr.links:
        needs = f"`{link.operator}` needs two Ints; the right side"
        operand = exactly_int(inference, inference.infer(link.operand), needs)
        if operand is not None:
            operator = cast(Literal["+", "-", "*", "/", "%"], link.operator)
            links.append(typed.ArithmeticLink(link.span, operator, operand))
    if first is None or len(links) < len(expr.links):
        return None
    return typed.Arithmetic(expr.span, INT, first, tuple(links))


def ordering(inference: Inference, expr: tree.Chain) -> typed.Expr | None:
    link = expr.links[0]
    left, right = inference.infer(expr.first), inference.infer(link.operand)
    needs = f"`{link.operator}` needs two Ints;"
    if left is not None and right is not None and left.type != INT and right.type != INT:
        title = f"{needs} the sides are {show(left.type)} and {show(right.type)}"
        inference.error(codes.OPERAND, title, expr.first.span.to(link.operand.span))
        left = right = None
    else:
        left = exactly_int(inference, left, f"{needs} the left side")
        right = exactly_int(inference, right, f"{needs} the right side")
    for further in expr.links[1:]:
        exactly_int(inference, inference.infer(further.operand), f"`{further.operator}` needs two Ints; the right side")
    if len(expr.links) > 1:
        inference.error(
            codes.OPERAND,
            f"`{expr.links[1].operator}` needs two Ints; the left side is Bool",
            expr.first.span.to(link.operand.span),
            "this is True or False",
            "compare in two steps: `and(a < b, b < c)`",
        )
        return None
    if left is None or right is None:
        return None
    operator = cast(Literal["<", "<=", ">", ">="], link.operator)
    return typed.Ordering(expr.span, BOOL, operator, left, right)


def exactly_int(inference: Inference, found: typed.Expr | None, needs: str) -> typed.Expr | None:
    """The expression, if it is exactly an Int; `needs` begins the sentence that says it is not."""
    if found is None or found.type == INT:
        return found
    hint = ""
    if found.type.kernel is Basic.INT:
        hint = "a test with `if` does not take the symbols away: calculate before they come in"
    inference.error(codes.OPERAND, f"{needs} is {show(found.type)}", found.span, hint=hint)
    return None


def equality(inference: Inference, expr: tree.Chain) -> typed.Expr | None:
    first = inference.infer(expr.first)
    left = None if first is None else first.type
    links: list[typed.EqualityLink] = []
    for link in expr.links:
        operand = inference.infer(link.operand)
        if left is not None and operand is not None:
            joined = inference.world.join(left, operand.type)
            if joined is None:
                report_no_equality(inference, link, left, operand.type)
            else:
                operator = cast(Literal["==", "/="], link.operator)
                links.append(typed.EqualityLink(operator, operand, joined))
        left = BOOL
    if first is None or len(links) < len(expr.links):
        return None
    return typed.Equality(expr.span, BOOL, first, tuple(links))


def report_no_equality(inference: Inference, link: tree.Link, left: Expanded, right: Expanded) -> None:
    title = f"`{link.operator}` cannot compare {show(left)} with {show(right)}"
    hint = "the two sides must have a type in common"
    if union(left, right) is not None:
        if inference.world.has_unknown:
            return  # perhaps a type that could not be understood contains both
        hint = "no declared type contains both"
        example = common_type(left, right)
        hint += f"; declare one, for example `{example}`" if example else ""
    inference.error(codes.NOT_COMPARABLE, title, link.span, hint=hint)


def lookup(inference: Inference, expr: tree.Chain) -> typed.Expr | None:
    link = expr.links[0]
    board = inference.infer(expr.first)
    position = inference.infer(link.operand)
    is_right = board is not None and position is not None
    if board is not None and board.type != BOARD:
        inference.error(codes.LOOKUP, "`!` needs a board on its left", expr.first.span, f"this is {show(board.type)}")
        is_right = False
    if position is not None and not is_subtype(position.type, PAIR):
        title = "`!` needs a position (Int, Int) on its right"
        hint = "a position is a column and a row, as in `b!(1,2)`"
        inference.error(codes.LOOKUP, title, link.operand.span, f"this is {show(position.type)}", hint)
        is_right = False
    for further in expr.links[1:]:
        inference.infer(further.operand)
        if is_right:
            inference.error(codes.LOOKUP, "`!` needs a board on its left", further.span, "what it looks up is a cell")
            is_right = False
    is_right = is_on_board(inference, link.operand) and is_right
    if not is_right or board is None or position is None or inference.world.content is None:
        return None
    return typed.Lookup(expr.span, inference.world.content, board, position)


def is_on_board(inference: Inference, position: tree.Expr) -> bool:
    """Whether a position may lie on the board; reports one that is written with two numbers and does not."""
    match position:
        case tree.Tuple(_, (tree.Number(_, x), tree.Number(_, y))):
            return check_bounds(inference, position, x, y)
    return True


def check_bounds(inference: Inference, place: tree.Node, x: int | None, y: int | None) -> bool:
    """Reports a position outside the board; None stands for any column or row."""
    title = off_board(inference, x, y)
    if title:
        inference.error(codes.OFF_BOARD, title, place.span, hint=OFF_BOARD_HINT)
    return not title


def off_board(inference: Inference, x: int | None, y: int | None) -> str:
    """Says that a position lies outside the board; empty if it may lie on it."""
    width, height = inference.world.width, inference.world.height
    if width is None or height is None or ((x is None or 1 <= x <= width) and (y is None or 1 <= y <= height)):
        return ""
    shown = f"({'x' if x is None else x},{'y' if y is None else y})"
    return f"{shown} is outside the board, which is {width} wide and {height} high"


# The rule for a run of operators, by the first of them.
RULES: Mapping[tree.Operator, Callable[[Inference, tree.Chain], typed.Expr | None]] = {
    "!": lookup,
    **dict.fromkeys(("*", "/", "%", "+", "-"), arithmetic),
    **dict.fromkeys(("<", "<=", ">", ">="), ordering),
    **dict.fromkeys(("==", "/="), equality),
}


def common_type(one: Expanded, other: Expanded) -> str:
    """A definition that would contain two types, as an example; empty if it is not a matter of symbols."""
    if is_enumeration(one) and not is_enumeration(other):
        one, other = other, one
    if not is_enumeration(other) or one.is_open or other.is_open:
        return ""
    if is_enumeration(one) and not one.name and not other.name:
        return f"type T = {{{', '.join(sorted(one.symbols | other.symbols))}}}"
    return f"type T = {_as_written(one)} & {_as_written(other)}"


def _as_written(kind: Expanded) -> str:
    return kind.name or (f"{{{', '.join(sorted(kind.symbols))}}}" if is_enumeration(kind) else show(kind))
