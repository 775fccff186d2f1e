"""From a checked BoGL program to core.

Functions stay functions, values become functions without parameters (they are evaluated at every mention), boards are
globals filled once at the start. What is on display (`place`'s list, the board in scope at a prompt) goes into
presentation globals, which nothing in the rules reads.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import assign, number
from parlour.core.nodes import Function, GlobalVariable, Program, Stmt
from parlour.core.types import INT, NONE, ListType
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.players import may_ask
from parlour.languages.bogl.lower.asking import TO_MOVE
from parlour.languages.bogl.lower.boards import fill_board
from parlour.languages.bogl.lower.context import Body, Whole
from parlour.languages.bogl.lower.outcome import outcome
from parlour.languages.bogl.lower.values import give, value_of
from parlour.languages.bogl.table.table import DISPLAY, SHOWN

# Symbols that the built-in functions know, whether the program names them or not.
PREDEFINED = ("A", "B", "Empty")

# Names with a blank cannot be the author's.
ENTRY = "the game"
SET_UP = "set up"


def lower(checked: typed.Checked, entry: typed.Expr) -> tuple[Program, tuple[str, ...]]:
    """The draft of the game that evaluates `entry`, and its players."""
    whole = Whole(checked)
    functions = [
        _function(whole, definition)
        for definition in checked.definitions
        if not isinstance(definition, typed.BoardDefinition)
    ]
    functions += [_set_up(whole), _entry(whole, entry)]
    players = whole.players if _has_seats(whole, entry) else ()
    named = (expr.name for expr in typed.walk(entry) if isinstance(expr, typed.Symbol))
    symbols = dict.fromkeys((*checked.symbols, *PREDEFINED, *named))
    globals_ = (GlobalVariable(TO_MOVE, INT), *(_board_globals(whole) if whole.has_boards else ()))
    all_functions = (*functions, *whole.linker.functions)
    return Program(checked.game, all_functions, ENTRY, globals_, symbols=tuple(symbols), seats=players), players


def _board_globals(whole: Whole) -> list[GlobalVariable]:
    """The author's boards, and what is on display."""
    return [
        *(GlobalVariable(name, whole.board) for name in whole.checked.board_order),
        GlobalVariable(DISPLAY, ListType(whole.board), is_presentation=True),
        GlobalVariable(SHOWN, whole.board, is_presentation=True),
    ]


def _has_seats(whole: Whole, entry: typed.Expr) -> bool:
    """Seats exist only if something is asked, and if some question can tell whose it is."""
    return whole.knows_players and may_ask(entry, whole.checked.asks)


def _function(whole: Whole, definition: typed.FunctionDefinition | typed.ValueDefinition) -> Function:
    name = definition.name
    if isinstance(definition, typed.FunctionDefinition):
        body, result = Body(whole, definition.parameters), definition.result
    else:
        body, result = Body(whole), definition.type
    statements = give(body, definition.body, result)
    return body.build.function(name, whole.core_type(result), statements, label=name, span=definition.span)


def _set_up(whole: Whole) -> Function:
    """Boards are evaluated once, in an order in which each finds those it needs."""
    body = Body(whole)
    by_name = {item.name: item for item in whole.checked.definitions if isinstance(item, typed.BoardDefinition)}
    statements: list[Stmt] = [nodes.SetGlobal(TO_MOVE, number(-1))]
    if whole.has_boards:
        statements.append(nodes.SetGlobal(DISPLAY, nodes.MakeList((), ListType(whole.board))))
    for name in whole.checked.board_order:
        statements += fill_board(body, by_name[name])
    return body.build.function(SET_UP, NONE, statements)


def _entry(whole: Whole, expr: typed.Expr) -> Function:
    body = Body(whole)
    value = body.local("value", expr.type)
    statements: list[Stmt] = [nodes.Evaluate(nodes.Call(SET_UP, (), NONE))]
    statements.append(assign(value, value_of(body, expr), expr.span))
    if _has_seats(whole, expr):
        statements += outcome(body, value, expr.type)
    statements.append(nodes.Return(value))
    return body.build.function(ENTRY, value.type, statements, span=expr.span)
