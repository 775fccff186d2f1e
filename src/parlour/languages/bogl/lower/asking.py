"""Questions: what `input` becomes, who is asked, and which board lies on the table while somebody thinks.

A question finds the player and the board among the variables in view. Where its own function has none, the callers
leave word before they call: who is to move in a global that belongs to the rules, since it decides whose question it
is; the board in one that is only for show.
"""

from __future__ import annotations

from dataclasses import replace

from parlour.core import nodes
from parlour.core.builder import blank, number, op, symbol, text
from parlour.core.nodes import Expr, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, INT
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.types import PLAYER, Basic, Expanded, Tuple
from parlour.languages.bogl.lower.context import Body, Whole
from parlour.languages.bogl.lower.names import Part
from parlour.languages.bogl.table.table import SHOWN

# A name with a blank cannot be the author's.
TO_MOVE = "to move"


def ask(body: Body, expr: typed.Input) -> Expr:
    """`input`: asks, and is the answer."""
    span, whole = expr.span, body.whole
    wanted = domain(whole, expr.type)
    if wanted is None:
        stuck = nodes.Raise("input", text("Nobody can answer with a board or a set of positions"), span)
        return do((stuck,), blank(whole.core_type(expr.type), "Empty"))
    stmts: list[Stmt] = []
    board, player = body.scope.board(), body.scope.player()
    if board is not None and whole.has_boards:
        stmts.append(nodes.SetGlobal(SHOWN, body.part(board), span))
    seat: Expr = nodes.Global(TO_MOVE, INT)
    if player is not None:
        whole.knows_players = True
        seat = _seat(body, player)
    answer = body.local("answer", expr.type)
    stmts.append(nodes.Ask(answer.name, nodes.Question(seat, wanted, "literal"), span=span))
    return do(stmts, replace(answer, span=span))


def asking_call(body: Body, call: nodes.Call) -> Expr:
    """A call; one that may ask leaves word of who is to move and which board is in view."""
    whole = body.whole
    if call.function not in whole.checked.asks:
        return call
    word: list[Stmt] = []
    board, player = body.scope.board(), body.scope.player()
    if player is not None and whole.says_player:
        whole.knows_players = True
        word.append(nodes.SetGlobal(TO_MOVE, _seat(body, player), call.span))
    if board is not None and whole.says_board and whole.has_boards:
        word.append(nodes.SetGlobal(SHOWN, body.part(board), call.span))
    if not word:
        return call
    # Arguments come first: they may ask themselves.
    before, args = body.stored([("argument", arg) for arg in call.args])
    return do((*before, *word), replace(call, args=tuple(args)))


def domain(whole: Whole, type_: Expanded) -> nodes.Domain | None:
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
            inner = [domain(whole, item) for item in items]
            found = tuple(part for part in inner if part is not None)
            if len(found) == len(inner):
                parts.append(nodes.Each(found))
    known = whole.checked.symbols
    if type_.is_open:
        # A symbol that the program never names could only be shown: of all symbols, those it names are enough.
        parts.append(nodes.OneOf(known or tuple(sorted(PLAYER.symbols))))
    elif type_.symbols:
        parts.append(nodes.OneOf(tuple(symbol for symbol in known if symbol in type_.symbols)))
    if parts and whole.core_type(type_) == ANY:
        return nodes.Either(tuple(parts))
    return parts[0] if parts else None


def _seat(body: Body, player: Part) -> Expr:
    """The number of a player's seat."""
    said = body.part(player)
    seat: Expr = number(-1)
    for place, name in reversed(list(enumerate(body.whole.players))):
        seat = nodes.Choose(op("eq", said, symbol(name)), number(place), seat, INT)
    return seat
