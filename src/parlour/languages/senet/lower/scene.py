"""What there is to see: all boards that the program can reach, with the texts of their pieces."""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import assign, element, length, number, op, push, text, when
from parlour.core.nodes import Expr, Return
from parlour.core.types import INT, STRING, ListType, ObjectType, OptionalType, TupleType
from parlour.languages.senet.check.meaning import BOARD, REPR
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.names import A_BOARD, A_PIECE, CELLS, SCENE, TEXTS, default_name
from parlour.languages.senet.lower.texts import need_reprs, text_of

_SHOWN = TupleType((A_BOARD, TEXTS))


def write(lowering: Lowering) -> None:
    build = lowering.builder()
    at, place = build.fresh("at", INT), build.fresh("place", INT)
    boards, found = build.fresh("boards", ListType(A_BOARD)), build.fresh("found", ListType(_SHOWN))
    squares, texts = build.fresh("squares", CELLS), build.fresh("texts", TEXTS)
    square, board = element(squares, place), element(boards, at)
    shown = push(texts, _piece_text(lowering, nodes.Narrow(square, A_PIECE)))
    each = (
        assign(squares, nodes.Field(board, "cells", CELLS)),
        assign(texts, nodes.MakeList((), TEXTS)),
        nodes.For(
            place.name,
            number(0),
            length(squares),
            (when(nodes.Is(square, A_PIECE), shown, otherwise=(push(texts, text("")),)),),
        ),
        push(found, nodes.MakeTuple((board, texts), _SHOWN)),
    )
    body = (
        assign(boards, nodes.Tracked(BOARD, boards.type)),
        assign(found, nodes.MakeList((), found.type)),
        nodes.For(at.name, number(0), length(boards), each),
        Return(found),
    )
    lowering.add(build.function(SCENE, found.type, body))


def write_variables(lowering: Lowering) -> dict[str, str | None]:
    """For transcripts: the names of all variables of `@setup` and of default instances, each with the function that
    writes what it holds, or None where that is plain data."""
    found: dict[str, str | None] = {}
    variables = [item for item in lowering.globals if item.name in lowering.checked.globals]
    for variable in (*variables, *lowering.default_globals.values()):
        name, inner = variable.name, variable.type
        shown = name.removeprefix(default_name(""))
        found[shown] = None
        while isinstance(inner, ListType):
            inner = inner.item
        if isinstance(inner, ObjectType | OptionalType):
            text_name, written = f"write {name}", f"written {name}"
            is_quiet = _is_quiet(lowering)
            body = text_of(lowering, nodes.Global(name, variable.type)) if is_quiet else text("")
            lowering.add(nodes.Function(text_name, (), STRING, (Return(body),)))
            lowering.add(nodes.Function(written, (), STRING, (Return(nodes.Speculate(text_name, (), STRING)),)))
            found[shown] = written
    return found


def _piece_text(lowering: Lowering, piece: Expr) -> Expr:
    """By the program's own `repr`, whose traces are undone; one that asks or ends the game is not used for looking."""
    if _is_quiet(lowering):
        need_reprs(lowering)
        shown = lowering.linker.call("text of an instance", [piece])
        return nodes.Speculate(shown.function, shown.args, STRING)
    return op("text_of_int", nodes.Field(piece, "owner", INT))


def _is_quiet(lowering: Lowering) -> bool:
    """No `repr` of the program asks, ends the game or passes the turn."""
    inside = lowering.housekeeping.inside
    texts = [group.methods[REPR] for group in lowering.checked.groups.values() if REPR in group.methods]
    met = [part for method in texts for part in inside.get(id(method), ())]
    return all(part == "operation" for part in met)
