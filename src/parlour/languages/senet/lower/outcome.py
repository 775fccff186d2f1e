"""Who has won: what the program said, kept in `VERDICT` until the end, and turned into a ranking there.

The end is `exit`, `restart`, or a question that is only about playing again. An author can say exactly who has won by a
comment (`pragmas`); else it is what was printed since the last answer (`check/verdicts.py`); else a method or function
`won` or `win…` that takes a player and gives a bool is asked about each of them.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import assign, number, op, text, when
from parlour.core.nodes import Expr, Finish, Stmt
from parlour.core.types import BOOL, INT, NONE, ObjectType, OptionalType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.meaning import ON_MOVE, Function
from parlour.languages.senet.check.types import GroupOf
from parlour.languages.senet.check.verdicts import Said
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.instances import call_method
from parlour.languages.senet.lower.names import (
    CONCLUDE,
    NUMBERS,
    TEXTS,
    VERDICT,
    core_type,
    default_name,
    function_name,
)
from parlour.languages.senet.lower.routines import DRAW_SAID, NOTHING_SAID
from parlour.languages.senet.syntax import tree


def set_verdict(verdict: Expr) -> Stmt:
    return nodes.SetGlobal(VERDICT, verdict)


def note(lowering: Lowering, said: Said, printed: Expr) -> list[Stmt]:
    """Keeps what a `print` said."""
    if said.is_draw:
        return [set_verdict(number(DRAW_SAID))]
    if said.is_at_run_time:
        stmts: list[Stmt] = []
        kind = lowering.body.build.keep(lowering.linker.call("word_of_verdict", [printed]), stmts, "kind")
        won = when(op("eq", kind, number(1)), set_verdict(_named_in(lowering, printed)))
        return [*stmts, won, when(op("eq", kind, number(2)), set_verdict(number(DRAW_SAID)))]
    seat = seat_on_move(lowering)
    if said.is_named_at_run_time:
        seat = _named_in(lowering, printed)
    elif said.seat is not None:
        named = number(said.seat)
        seat = nodes.Choose(op("lt", named, seat_count(lowering)), named, seat, INT)
    elif said.player is not None:
        given = op("sub", lowering.value(said.player), number(said.first))
        seat = nodes.Choose(is_seat(lowering, given), given, seat, INT)
    return [set_verdict(seat)]


def _named_in(lowering: Lowering, said: Expr) -> Expr:
    """The seat whose name a text has before its word for winning; else the player on move."""
    seats = lowering.seats
    names = tuple(text(name) for name in lowering.checked.pragmas.seats[: None if seats is None else len(seats)])
    if not names:
        return seat_on_move(lowering)
    return lowering.linker.call("seat_named", [said, nodes.MakeList(names, TEXTS), seat_on_move(lowering)])


def seat_on_move(lowering: Lowering) -> Expr:
    on_move = nodes.Global(ON_MOVE, INT)
    return op("sub", on_move, number(lowering.first_player)) if lowering.first_player else on_move


def seat_count(lowering: Lowering) -> Expr:
    return op("seat_count") if lowering.seats is None else number(len(lowering.seats))


def is_seat(lowering: Lowering, seat: Expr) -> Expr:
    return nodes.And(op("ge", seat, number(0)), op("lt", seat, seat_count(lowering)))


def write(lowering: Lowering) -> None:
    """The function that sets the outcome when the game ends."""
    pragmas = lowering.checked.pragmas
    with lowering.writing() as body:
        stmts: list[Stmt] = []
        if pragmas.scores is not None:
            listed = body.build.keep(_named(lowering, pragmas.scores, NUMBERS), stmts, "scores")
            # Scores are looked at first: there must be one for each seat.
            points = lowering.linker.call("scores_of", [listed, seat_count(lowering)])
            scores = body.build.keep(points, stmts, "points")
            ranked = Finish(lowering.linker.call("ranking_of", [listed]), scores)
            # Alone at the table one is neither first nor last: there the score says how well it went.
            is_alone = op("eq", seat_count(lowering), number(1))
            stmts.append(when(is_alone, Finish(None, scores), otherwise=[ranked]))
        elif pragmas.winner is not None:
            named = op("sub", _named(lowering, pragmas.winner, INT), number(pragmas.first_player))
            stmts.append(_ranked(lowering, body.build.keep(named, stmts, "winner")))
        elif lowering.verdicts.is_used:
            winner = body.build.fresh("winner", INT)
            stmts.append(assign(winner, nodes.Global(VERDICT, INT)))
            if asked := _ask_winners(lowering, winner):
                stmts.append(when(op("eq", winner, number(NOTHING_SAID)), *asked))
            is_said = nodes.Or(is_seat(lowering, winner), op("eq", winner, number(DRAW_SAID)))
            stmts.append(when(is_said, _ranked(lowering, winner), otherwise=[Finish(None)]))
        else:
            stmts.append(Finish(None))
        lowering.add(body.build.function(CONCLUDE, NONE, stmts))


def _ranked(lowering: Lowering, winner: Expr) -> Stmt:
    return Finish(lowering.linker.call("ranking_by", [winner, seat_count(lowering)]))


def _named(lowering: Lowering, name: tree.Ident, type_: CoreType) -> Expr:
    """The variable or function that a comment names."""
    if name.text in lowering.checked.globals:
        return nodes.Global(name.text, type_, name.span)
    return nodes.Call(function_name(lowering.checked.functions[name.text]), (), type_, name.span)


# ------------------------------------------------------------------------------------------------ asking the program


def _ask_winners(lowering: Lowering, winner: nodes.Local) -> list[Stmt]:
    """Each player in turn is asked about, until one has won."""
    player = lowering.body.build.fresh("player", INT)
    told = op("add", player, number(lowering.first_player))
    answers = [_asked(lowering, function, told) for function in lowering.verdicts.winner_functions]
    found = tuple(when(answer, assign(winner, player)) for answer in answers if answer is not None)
    return [nodes.For(player.name, number(0), seat_count(lowering), found)] if found else []


def _asked(lowering: Lowering, function: Function, player: Expr) -> Expr | None:
    """What a function says about a player; a method is asked of the first board that there is of its group."""
    group = function.group
    if group is None:
        return nodes.Call(function_name(function), (player,), BOOL)
    default = lowering.default_globals.get(default_name(group.name))
    boards = [
        nodes.Global(variable.name, core_type(variable.type))
        for variable in lowering.checked.globals.values()
        if isinstance(variable.type, GroupOf) and lowering.checked.groups[variable.type.name].extends(group.name)
    ]
    if default is not None:
        boards = [nodes.Global(default.name, default.type)]
    if not boards:
        return None
    board = boards[0]
    if isinstance(board.type, OptionalType):
        assert isinstance(board.type.item, ObjectType)
        owner = lowering.checked.groups[board.type.item.name]
        asked = call_method(lowering, owner, function, nodes.Narrow(board, board.type.item), [player])
        return nodes.And(nodes.Is(board, board.type.item), asked)
    return call_method(lowering, group, function, board, [player])
