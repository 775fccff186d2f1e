"""The types of tuples and of their components."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.languages.bogl import codes
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.types import Expanded, TooLarge, Tuple, components, show, tuple_of
from parlour.languages.bogl.syntax import tree
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.bogl.check.values import Inference


def make(inference: Inference, expr: tree.Tuple, wanted: Expanded | None) -> typed.Expr | None:
    """`(x, y)`"""
    hints: tuple[Expanded | None, ...] = (None,) * len(expr.items)
    if wanted is not None and isinstance(wanted.kernel, Tuple) and len(wanted.kernel.items) == len(hints):
        hints = wanted.kernel.items
    items: list[typed.Expr] = []
    for item, hint in zip(expr.items, hints, strict=True):
        found = inference.infer(item, hint)
        if found is not None:
            items.append(found)
    if len(items) < len(expr.items):
        return None
    kind = tuple_type(inference, tuple(item.type for item in items), expr.span)
    return None if kind is None else typed.Tuple(expr.span, kind, tuple(items))


def projection(inference: Inference, expr: tree.Projection) -> typed.Expr | None:
    """`e # 1`, `e # (1, 3)`"""
    subject = inference.infer(expr.subject)
    if subject is None:
        return None
    items = components(subject.type)
    if len(items) == 1:
        label = f"this is {show(subject.type)}"
        inference.error(codes.PROJECTION, "`#` needs a tuple on its left", subject.span, label)
        return None
    for index in expr.indexes:
        if not 1 <= index.value <= len(items):
            title = f"there is no component {index.value}: {show(subject.type)} has {len(items)}"
            inference.error(codes.PROJECTION, title, index.span, hint="components are counted from 1")
            return None
    indexes = tuple(index.value for index in expr.indexes)
    kind = tuple_type(inference, tuple(items[index - 1] for index in indexes), expr.span)
    return None if kind is None else typed.Projection(expr.span, kind, subject, indexes)


def tuple_type(inference: Inference, items: tuple[Expanded, ...], span: Span) -> Expanded | None:
    """The type of several values together, of one alone its own; None (and a report) if it is too large."""
    try:
        return items[0] if len(items) == 1 else tuple_of(items)
    except TooLarge as error:
        inference.error(codes.TYPE_TOO_LARGE, f"this has {error}", span)
        return None
