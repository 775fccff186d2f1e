"""What there is to see: all boards that the program can reach, with the texts of their pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Expr, Function, Op, Return, Stmt, Variable
from parlour.core.types import INT, NONE, STRING, ListType, ObjectType, OptionalType, TupleType
from parlour.languages.senet.check.meaning import BOARD, REPR
from parlour.languages.senet.lower import texts as lower_texts
from parlour.languages.senet.lower.build import (
    A_BOARD,
    CELLS,
    cells,
    element,
    is_piece,
    length,
    local,
    number,
    text,
    the_piece,
    when,
)

if TYPE_CHECKING:
    from parlour.languages.senet.lower.lower import Lowering

# A function without parameters that gives every board with the texts of its cells, empty ones as "".
SCENE = "the scene"

_TEXTS = ListType(STRING)
_SHOWN = TupleType((A_BOARD, _TEXTS))


def write(lowering: Lowering) -> None:
    at, place = local("at", INT), local("place", INT)
    boards, found = local("boards", ListType(A_BOARD)), local("found", ListType(_SHOWN))
    squares, texts = local("squares", CELLS), local("texts", _TEXTS)
    square = element(squares, place)
    shown = when(
        is_piece(square),
        _push(texts, _piece_text(lowering, the_piece(square))),
        otherwise=(_push(texts, text("")),),
    )
    board = element(boards, at)
    each: tuple[Stmt, ...] = (
        Assign("squares", cells(board)),
        Assign("texts", nodes.MakeList((), _TEXTS)),
        nodes.For("place", number(0), length(squares), (shown,)),
        _push(found, nodes.MakeTuple((board, texts), _SHOWN)),
    )
    body = (
        Assign("boards", nodes.Tracked(BOARD, boards.type)),
        Assign("found", nodes.MakeList((), found.type)),
        nodes.For("at", number(0), length(boards), each),
        Return(found),
    )
    names = tuple(Variable(item.name, item.type) for item in (at, place, boards, found, squares, texts))
    lowering.add(Function(SCENE, (), found.type, body, names))


def write_variables(lowering: Lowering) -> dict[str, str | None]:
    """For transcripts: the names of all variables of `@setup` and of default instances, each with the function that
    writes what it holds, or None where that is plain data."""
    found: dict[str, str | None] = {}
    variables = {item.name: item.type for item in lowering.globals if item.name in lowering.checked.globals}
    defaults = {item.name: item.type for item in lowering.groups.default_globals.values()}
    for name, type_ in {**variables, **defaults}.items():
        shown = name.removeprefix("default ")
        found[shown] = None
        inner = type_
        while isinstance(inner, ListType):
            inner = inner.item
        if isinstance(inner, ObjectType | OptionalType):
            text_name, written = f"write {name}", f"written {name}"
            body = lower_texts.text_of(lowering, nodes.Global(name, type_)) if _is_quiet(lowering) else text("")
            lowering.add(Function(text_name, (), STRING, (Return(body),)))
            lowering.add(Function(written, (), STRING, (Return(nodes.Speculate(text_name, (), STRING)),)))
            found[shown] = written
    return found


def _push(items: Expr, value: Expr) -> Stmt:
    return nodes.Evaluate(Op("list_push", (items, value), NONE))


def _piece_text(lowering: Lowering, piece: Expr) -> Expr:
    """By the program's own `repr`, whose traces are undone; one that asks or ends the game is not used for looking."""
    if _is_quiet(lowering):
        return nodes.Speculate(lower_texts.piece_text(lowering), (piece,), STRING)
    return Op("text_of_int", (nodes.Field(piece, "owner", INT),), STRING)


def _is_quiet(lowering: Lowering) -> bool:
    """No `repr` of the program asks, ends the game or passes the turn."""
    inside = lowering.housekeeping.inside
    texts = [group.methods[REPR] for group in lowering.checked.groups.values() if REPR in group.methods]
    met = [part for method in texts for part in inside.get(id(method), ())]
    return all(part == "operation" for part in met)
