"""Short words for core nodes, so that what is built reads like what it means."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.nodes import And, Const, Convert, Expr, Field, Global, Is, Local, Narrow, Op, Or
from parlour.core.types import BOOL, INT, NONE, STRING, ListType, ObjectType, OptionalType, Type
from parlour.languages.senet.check.meaning import BOARD, PIECE
from parlour.syntax.source import Span

A_PIECE = ObjectType(PIECE)
MAYBE_PIECE = OptionalType(A_PIECE)
CELLS = ListType(MAYBE_PIECE)
A_BOARD = ObjectType(BOARD)
MAYBE_BOARD = OptionalType(A_BOARD)
NUMBERS = ListType(INT)

TRUE = Const(True, BOOL)
FALSE = Const(False, BOOL)
NO_PIECE = Convert(Const(None, NONE), MAYBE_PIECE)
NO_BOARD = Convert(Const(None, NONE), MAYBE_BOARD)


def number(value: int, span: Span | None = None) -> Const:
    return Const(value, INT, span)


def text(value: str, span: Span | None = None) -> Const:
    return Const(value, STRING, span)


def local(name: str, type_: Type) -> Local:
    return Local(name, type_)


def whole(name: str) -> Global:
    """A global int."""
    return Global(name, INT)


def compare(op: str, left: Expr, right: Expr, span: Span | None = None) -> Op:
    return Op(op, (left, right), BOOL, span)


def reckon(op: str, left: Expr, right: Expr, span: Span | None = None) -> Op:
    return Op(op, (left, right), INT, span)


def negated(condition: Expr, span: Span | None = None) -> Op:
    return Op("not", (condition,), BOOL, span)


def both(left: Expr, right: Expr) -> And:
    return And(left, right)


def either(left: Expr, right: Expr) -> Or:
    return Or(left, right)


def length(items: Expr) -> Op:
    return Op("list_length", (items,), INT)


def element(items: Expr, index: Expr, span: Span | None = None) -> Op:
    assert isinstance(items.type, ListType)
    return Op("list_get", (items, index), items.type.item, span)


def set_element(items: Expr, index: Expr, value: Expr, span: Span | None = None) -> nodes.Evaluate:
    return nodes.Evaluate(Op("list_set", (items, index, value), NONE, span), span)


def cells(board: Expr) -> Field:
    return Field(board, "cells", CELLS)


def is_piece(cell: Expr) -> Is:
    return Is(cell, A_PIECE)


def the_piece(cell: Expr) -> Narrow:
    return Narrow(cell, A_PIECE)


def when(condition: Expr, *then: nodes.Stmt, otherwise: tuple[nodes.Stmt, ...] = ()) -> nodes.If:
    return nodes.If(((condition, then),), otherwise)
