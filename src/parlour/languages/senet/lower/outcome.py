"""Who has won: what the program said, kept in `VERDICT` until the end, and turned into a ranking there.

The end is `exit`, `restart`, or a question that is only about playing again. An author can say exactly who has won by a
comment (`pragmas`); else it is what was printed since the last answer (`verdicts`); else a method or function `won` or
`win…` that takes a player and gives a bool is asked about each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Choose, Expr, Finish, Function, SetGlobal, Stmt, Variable
from parlour.core.types import BOOL, INT, STRING, ListType, ObjectType, OptionalType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.meaning import BOARD, ON_MOVE
from parlour.languages.senet.check.types import BOOL as SENET_BOOL
from parlour.languages.senet.check.types import INT as SENET_INT
from parlour.languages.senet.check.types import GroupOf
from parlour.languages.senet.check.verdicts import Said
from parlour.languages.senet.lower import calls as lower_calls
from parlour.languages.senet.lower import values as lower_values
from parlour.languages.senet.lower.build import NUMBERS, both, compare, local, number, reckon, text, when, whole
from parlour.languages.senet.lower.groups import function_name
from parlour.languages.senet.syntax import tree

if TYPE_CHECKING:
    from parlour.languages.senet.check.meaning import Function as SenetFunction
    from parlour.languages.senet.lower.lower import Lowering

VERDICT = "the verdict"
NOTHING_SAID, DRAW_SAID = -2, -1
CONCLUDE = "conclude it"

_WINNER, _SCORES = local("winner", INT), local("scores", NUMBERS)


def note(lowering: Lowering, said: Said, printed: Expr) -> list[Stmt]:
    """Keeps what a `print` said."""
    if said.is_draw:
        return [SetGlobal(VERDICT, number(DRAW_SAID))]
    if said.is_at_run_time:
        kind = lowering.local("kind", INT)
        found = nodes.Local(kind, INT)
        won = when(compare("eq", found, number(1)), SetGlobal(VERDICT, _named_in(lowering, printed)))
        drawn = when(compare("eq", found, number(2)), SetGlobal(VERDICT, number(DRAW_SAID)))
        return [Assign(kind, lowering.linker.call("word_of_verdict", [printed])), won, drawn]
    seat: Expr = _on_move(lowering)
    if said.is_named_at_run_time:
        seat = _named_in(lowering, printed)
    elif said.seat is not None:
        named = number(said.seat)
        seat = Choose(compare("lt", named, lowering.turns.seat_count()), named, seat, INT)
    elif said.player is not None:
        player = lower_values.expression(lowering, said.player)
        given = reckon("sub", player, number(said.first))
        is_seat = both(compare("ge", given, number(0)), compare("lt", given, lowering.turns.seat_count()))
        seat = Choose(is_seat, given, seat, INT)
    return [SetGlobal(VERDICT, seat)]


def _named_in(lowering: Lowering, said: Expr) -> Expr:
    """The seat whose name a text has before its word for winning; else the player on move."""
    names = [text(name) for name in lowering.checked.pragmas.seats]
    if lowering.turns.seats is not None:
        del names[len(lowering.turns.seats) :]
    if not names:
        return _on_move(lowering)
    listed = nodes.MakeList(tuple(names), ListType(STRING))
    return lowering.linker.call("seat_named", [said, listed, _on_move(lowering)])


def _on_move(lowering: Lowering) -> Expr:
    return reckon("sub", whole(ON_MOVE), number(lowering.checked.pragmas.first_player))


def write(lowering: Lowering) -> None:
    """The function that sets the outcome when the game ends."""
    lowering.begin()
    pragmas = lowering.checked.pragmas
    count = lowering.turns.seat_count()
    body: list[Stmt] = []
    names: list[Variable] = [Variable("winner", INT)]
    if pragmas.scores is not None:
        names = [Variable("scores", NUMBERS)]
        ranking = lowering.linker.call("ranking_of", [_SCORES])
        scores = lowering.linker.call("scores_of", [_SCORES, count])
        # Scores are looked at first: there must be one for each seat.
        kept = lowering.local("points", scores.type)
        body = [Assign("scores", _named(lowering, pragmas.scores, NUMBERS)), Assign(kept, scores)]
        body.append(Finish(ranking, nodes.Local(kept, scores.type)))
    elif pragmas.winner is not None:
        named = reckon("sub", _named(lowering, pragmas.winner, INT), number(pragmas.first_player))
        body = [Assign("winner", named), _ranked(lowering, DRAW_SAID)]
    elif lowering.turns.has_verdict:
        body = [Assign("winner", whole(VERDICT))]
        asked = _ask_winners(lowering)
        if asked:
            body.append(when(compare("eq", _WINNER, number(NOTHING_SAID)), *asked))
        body.append(_ranked(lowering, NOTHING_SAID))
    else:
        names = []
        body = [Finish(nodes.MakeList((), ListType(NUMBERS)))]
    function = Function(CONCLUDE, (), nodes.NO_VALUE.type, tuple(body), (*names, *lowering.locals))
    lowering.add(function)


def _ranked(lowering: Lowering, otherwise: int) -> Stmt:
    """The outcome by `winner`: that seat before all others; a draw; or, if nothing is known, none."""
    count = lowering.turns.seat_count()
    call = lowering.linker.call
    is_seat = both(compare("ge", _WINNER, number(0)), compare("lt", _WINNER, count))
    draw = Finish(call("all_alike", [count]))
    unknown = Finish(nodes.MakeList((), ListType(NUMBERS)))
    arms: list[tuple[Expr, tuple[Stmt, ...]]] = [(is_seat, (Finish(call("winner_first", [_WINNER, count])),))]
    if otherwise == NOTHING_SAID:
        arms.append((compare("eq", _WINNER, number(DRAW_SAID)), (draw,)))
        return nodes.If(tuple(arms), (unknown,))
    return nodes.If(tuple(arms), (draw,))


def _named(lowering: Lowering, name: tree.Ident, type_: CoreType) -> Expr:
    """The variable or function that a comment names."""
    if name.text in lowering.checked.globals:
        return nodes.Global(name.text, type_, name.span)
    return nodes.Call(function_name(lowering.checked.functions[name.text]), (), type_, name.span)


# ------------------------------------------------------------------------------------------------ asking the program


def winner_functions(lowering: Lowering) -> list[SenetFunction]:
    """Functions and methods of boards that say whether a player has won, and do nothing else."""
    return [
        function
        for function in lowering.checked.bodies
        if (function.name == "won" or function.name.startswith("win"))
        and not function.is_phase
        and [formal.type for formal in function.formals] == [SENET_INT]
        and function.result is SENET_BOOL
        and (function.group is None or function.group.extends(BOARD))
        and not lowering.housekeeping.inside[id(function)]
    ]


def _ask_winners(lowering: Lowering) -> list[Stmt]:
    """Each player in turn is asked about, until one has won."""
    player = lowering.local("player", INT)
    at = nodes.Local(player, INT)
    told = reckon("add", at, number(lowering.checked.pragmas.first_player))
    found: list[Stmt] = []
    for function in winner_functions(lowering):
        answer = _asked(lowering, function, told)
        if answer is not None:
            found.append(when(answer, Assign("winner", at)))
    return [nodes.For(player, number(0), lowering.turns.seat_count(), tuple(found))] if found else []


def _asked(lowering: Lowering, function: SenetFunction, player: Expr) -> Expr | None:
    if function.group is None:
        return nodes.Call(function_name(function), (player,), BOOL)
    group = function.group
    default = lowering.groups.default_globals.get(f"default {group.name}")
    board: Expr | None = None
    if default is not None:
        board = nodes.Global(default.name, default.type)
    else:
        for variable in lowering.checked.globals.values():
            is_board = isinstance(variable.type, GroupOf) and lowering.checked.groups[variable.type.name].extends(
                group.name
            )
            if is_board:
                board = nodes.Global(variable.name, lowering.core_type(variable.type))
                break
    if board is None:
        return None
    if isinstance(board.type, OptionalType):
        assert isinstance(board.type.item, ObjectType)
        owner = lowering.checked.groups[board.type.item.name]
        there = nodes.Narrow(board, board.type.item)
        asked = lower_calls.call_method(lowering, owner, function, there, [player], None)
        return nodes.And(nodes.Is(board, board.type.item), asked)
    return lower_calls.call_method(lowering, group, function, board, [player], None)
