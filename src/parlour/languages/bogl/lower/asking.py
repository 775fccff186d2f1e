"""Questions: what `input` becomes, who is asked, and which board lies on the table while somebody thinks.

A question finds the player and the board among the variables in view. Where its own function has none, the callers
leave word before they call: who is to move in a global that belongs to the rules, since it decides whose question it
is; the board in one that is only for show.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, Expr, Op, SetGlobal, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, INT, STRING, SYMBOL
from parlour.languages.bogl.check import meaning as t
from parlour.languages.bogl.check.types import PLAYER, Basic, Expanded, Tuple
from parlour.languages.bogl.lower.boards import blank
from parlour.languages.bogl.lower.scope import Part
from parlour.languages.bogl.table.table import SHOWN

if TYPE_CHECKING:
    from parlour.languages.bogl.lower.lower import Lowering

# A name with a blank cannot be the author's.
TO_MOVE = "to move"


def ask(lowering: Lowering, expr: t.Input) -> Expr:
    """`input`: asks, and is the answer."""
    span, type_ = expr.span, lowering.core_type(expr.type)
    wanted = domain(lowering, expr.type)
    if wanted is None:
        stuck = nodes.Raise("input", Const("Nobody can answer with a board or a set of positions", STRING), span)
        return do((stuck,), blank(type_))
    stmts: list[Stmt] = []
    board, player = lowering.scope.board(), lowering.scope.player()
    if board is not None and lowering.has_boards:
        stmts.append(SetGlobal(SHOWN, _value(lowering, board), span))
    seat: Expr = nodes.Global(TO_MOVE, INT)
    if player is not None:
        lowering.knows_players = True
        seat = _seat(lowering, player)
    answer = lowering.local("answer", type_)
    stmts.append(nodes.Ask(answer, nodes.Question(seat, wanted, "literal"), span=span))
    return do(stmts, nodes.Local(answer, type_, span))


def asking_call(lowering: Lowering, call: nodes.Call) -> Expr:
    """A call; one that may ask leaves word of who is to move and which board is in view."""
    if call.function not in lowering.checked.asks:
        return call
    word: list[Stmt] = []
    board, player = lowering.scope.board(), lowering.scope.player()
    if player is not None and lowering.says_player:
        lowering.knows_players = True
        word.append(SetGlobal(TO_MOVE, _seat(lowering, player), call.span))
    if board is not None and lowering.says_board and lowering.has_boards:
        word.append(SetGlobal(SHOWN, _value(lowering, board), call.span))
    if not word:
        return call
    # Arguments come first: they may ask themselves.
    names = [lowering.local("argument", arg.type) for arg in call.args]
    before = [Assign(name, arg, arg.span) for name, arg in zip(names, call.args, strict=True)]
    atoms = tuple(nodes.Local(name, arg.type, arg.span) for name, arg in zip(names, call.args, strict=True))
    return do((*before, *word), replace(call, args=atoms))


def domain(lowering: Lowering, type_: Expanded) -> nodes.Domain | None:
    """What may be answered where this type is wanted; None if it has no literals."""
    parts: list[nodes.Domain] = []
    match type_.kernel:
        case Basic.INT:
            parts.append(nodes.Whole())
        case Basic.BOOL:
            parts.append(nodes.YesNo())
        case Basic.STRING:
            parts.append(nodes.Line())
        case Tuple(items):
            inner = [domain(lowering, item) for item in items]
            found = tuple(part for part in inner if part is not None)
            if len(found) == len(inner):
                parts.append(nodes.Each(found))
    known = lowering.checked.symbols
    if type_.is_open:
        # A symbol that the program never names could only be shown: of all symbols, those it names are enough.
        parts.append(nodes.OneOf(known or tuple(sorted(PLAYER.symbols))))
    elif type_.symbols:
        parts.append(nodes.OneOf(tuple(symbol for symbol in known if symbol in type_.symbols)))
    if parts and lowering.core_type(type_) == ANY:
        return nodes.Either(tuple(parts))
    return parts[0] if parts else None


def _value(lowering: Lowering, part: Part) -> Expr:
    """What is in a variable, or in a component of the tuple that it holds."""
    type_ = part.variable.type
    value: Expr = nodes.Local(part.variable.local, lowering.core_type(type_))
    for number in part.way:
        assert isinstance(type_.kernel, Tuple)
        type_ = type_.kernel.items[number]
        value = nodes.TupleItem(value, number, lowering.core_type(type_))
    return value


def _seat(lowering: Lowering, player: Part) -> Expr:
    """The number of a player's seat."""
    symbol = _value(lowering, player)
    number: Expr = Const(-1, INT)
    for seat, name in reversed(list(enumerate(lowering.players))):
        test = Op("eq", (symbol, Const(name, SYMBOL)), BOOL)
        number = nodes.Choose(test, Const(seat, INT), number, INT)
    return number
