"""The turn engine: setting up, phases, whose turn it is, `restart`, `exit`, `pass`, and `read`.

    the game:   catch exit
                  for ever                         a restart comes back here
                    catch restart
                      set up
                      for ever
                        phase; next player         a phase that `pass` left names the next one itself

A called phase is a loop of its own (`run p`), left by its `return`.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import nodes
from parlour.core.builder import TRUE, assign, effect, number, op, text, when
from parlour.core.nodes import Evaluate, Expr, GlobalVariable, Stmt
from parlour.core.passes.order import do
from parlour.core.types import INT, NONE, STRING
from parlour.languages.senet.check.meaning import HEX, N_PLAYERS, ON_MOVE, Function, PassCall
from parlour.languages.senet.check.types import VOID
from parlour.languages.senet.lower import names
from parlour.languages.senet.lower.context import Lowering
from parlour.languages.senet.lower.instances import first_defaults
from parlour.languages.senet.lower.names import CONCLUDE, ENTRY, MOVES, SEAT_PLAYERS, SET_UP, core_type, function_name
from parlour.languages.senet.lower.outcome import is_seat, seat_on_move, set_verdict
from parlour.languages.senet.lower.routines import NOT_TRIED, NOTHING_SAID
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span

EXIT, RESTART, PASS = "exit", "restart", "pass"
# How a phase that gives no value ended: at its last statement, by `return`, by `pass`.
ENDED, RETURNED, PASSED = 0, 1, 2

_ON_MOVE, _N_PLAYERS = nodes.Global(ON_MOVE, INT), nodes.Global(N_PLAYERS, INT)
_MOVES, _PHASE = nodes.Global(MOVES, INT), nodes.Global(names.PHASE, INT)


def declare(lowering: Lowering) -> None:
    """Who is on move comes first: it is what most often differs between two states."""
    lowering.globals += [GlobalVariable(name, INT) for name in (ON_MOVE, N_PLAYERS, MOVES)]
    lowering.globals += [GlobalVariable(names.PHASE, INT)] if lowering.has_pass else []
    lowering.globals += [GlobalVariable(names.VERDICT, INT)] if lowering.verdicts.is_used else []


def is_turn(function: Function) -> bool:
    """A phase that gives no value."""
    return function.is_phase and function.result is VOID


# ------------------------------------------------------------------------------------------------------------ players


def set_players(lowering: Lowering, value: Expr, span: Span) -> list[Stmt]:
    counted = lowering.linker.call("player_count", [value], span)
    return [assign(_N_PLAYERS, counted, span), *_add_seats(lowering, span)]


def _add_seats(lowering: Lowering, span: Span | None = None) -> list[Stmt]:
    """New seats, if there are more players now."""
    return [] if lowering.seats is not None else [Evaluate(nodes.Call(SEAT_PLAYERS, (), NONE, span), span)]


def _write_seat_players(lowering: Lowering) -> None:
    count = op("seat_count")
    name: Expr = op("text_of_int", op("add", count, number(lowering.first_player)))
    for seat, given in reversed(list(enumerate(lowering.checked.pragmas.seats))):
        name = nodes.Choose(op("eq", count, number(seat)), text(given), name, STRING)
    body = nodes.While(op("lt", count, _N_PLAYERS), (Evaluate(nodes.NewSeat(name)),))
    lowering.add(nodes.Function(SEAT_PLAYERS, (), NONE, (body,)))


# ---------------------------------------------------------------------------------------------------------- questions


def read(lowering: Lowering, expr: tree.Call) -> Expr:
    """`read(n)`: a question, and the characters that answer it."""
    span = expr.span
    is_housekeeping = id(expr) in lowering.housekeeping.found
    stmts: list[Stmt] = []
    if is_housekeeping:
        stmts.append(Evaluate(nodes.Call(CONCLUDE, (), NONE)))
    count = lowering.value(expr.arguments[0])
    is_known = isinstance(count, nodes.Const) and isinstance(count.value, int) and 1 <= count.value <= 65536
    if not is_known:
        count = lowering.body.build.keep(lowering.linker.call("read_count", [count], span), stmts, "count")
    answer = lowering.body.build.fresh("answer", STRING, span)
    seat = seat_on_move(lowering)
    asked = nodes.Choose(is_seat(lowering, seat), seat, number(-1), INT)
    wanted = nodes.Chars(count, _worth_trying(lowering, expr))
    ask: Stmt = nodes.Ask(answer.name, nodes.Question(asked, wanted, "chars", _prompt(lowering, expr)), span=span)
    if not is_known:
        ask = when(op("eq", count, number(0)), assign(answer, text("")), otherwise=(ask,))
    stmts.append(ask)
    if lowering.verdicts.is_used and not is_housekeeping:
        stmts.append(set_verdict(number(NOTHING_SAID)))
    return do(stmts, answer)


def _prompt(lowering: Lowering, expr: tree.Call) -> str | None:
    """The function that says which coordinate is asked for, if one is."""
    axis = lowering.coordinates.axis(expr)
    if axis is None:
        return None
    lowering.add(nodes.Function(axis.prompt, (), STRING, (nodes.Return(text(axis.word)),)))
    return axis.prompt


def _worth_trying(lowering: Lowering, expr: tree.Call) -> str | None:
    """The characters that mean a cell of the board, where one character is a coordinate; None if nothing is known."""
    axis = lowering.coordinates.axis(expr)
    size = None if axis is None else lowering.groups.sizes[axis.group]
    if axis is None or size is None or axis.shift.per_player:
        return None
    low, high = (-size[0], size[0]) if axis.geometry == HEX else (0, size[axis.number] - 1)
    return "".join(axis.characters(low, high))


# ------------------------------------------------------------------------------------------------------------ leaving


def leave(lowering: Lowering, tag: str, span: Span) -> list[Stmt]:
    """`exit()`, `restart()`: the outcome is known now."""
    lowering.abandoned.add(tag)
    told: list[Stmt] = [nodes.Tell(text(""), channel=EXIT, span=span)] if tag == EXIT else []
    return [Evaluate(nodes.Call(CONCLUDE, (), NONE, span), span), *told, nodes.Abandon(tag, span)]


def pass_to(lowering: Lowering, phase: Function, player: tree.Expr, span: Span) -> list[Stmt]:
    """`pass(phase, player);`: ends the running phase from wherever it is."""
    stmts = [assign(_ON_MOVE, lowering.value(player), span)]
    stmts.append(assign(_PHASE, number(lowering.phases.index(phase)), span))
    function = lowering.body.function
    if function is not None and is_turn(function):
        return [*stmts, nodes.Return(number(PASSED), span)]
    lowering.abandoned.add(PASS)
    return [*stmts, nodes.Abandon(PASS, span)]


# -------------------------------------------------------------------------------------------------------------- turns


def set_up(lowering: Lowering, statements: Sequence[Stmt]) -> list[Stmt]:
    """Everything as it is at first, then the statements of `@setup`."""
    first = [assign(_ON_MOVE, number(lowering.first_player)), assign(_N_PLAYERS, number(1))]
    first.append(assign(_MOVES, number(NOT_TRIED)))
    if lowering.has_pass:
        first.append(assign(_PHASE, number(0)))
    if lowering.verdicts.is_used:
        first.append(set_verdict(number(NOTHING_SAID)))
    for variable in lowering.checked.globals.values():
        first.append(nodes.SetGlobal(variable.name, lowering.blank(variable.type)))
    return [*first, *first_defaults(lowering), *statements, *_add_seats(lowering)]


def write_entry(lowering: Lowering) -> None:
    if lowering.seats is None:
        _write_seat_players(lowering)
    build = lowering.builder()
    code = build.fresh("code", INT)
    turn: list[Stmt] = [assign(_MOVES, number(NOT_TRIED)), *_run_phase(lowering, code)]
    goes_on: Stmt = Evaluate(lowering.linker.call("next player", []))
    turn.append(when(op("ne", code, number(PASSED)), goes_on) if lowering.has_pass else goes_on)

    def caught(tag: str, body: list[Stmt]) -> list[Stmt]:
        return [nodes.Catch(tag, tuple(body))] if tag in lowering.abandoned else body

    first = caught(PASS, [Evaluate(nodes.Call(SET_UP, (), NONE))])
    body = [*first, nodes.While(TRUE, tuple(caught(PASS, turn)))]
    if RESTART in lowering.abandoned:
        body = [nodes.While(TRUE, (*caught(RESTART, body), nodes.Tell(text(""), channel=RESTART)))]
    lowering.add(build.function(ENTRY, NONE, caught(EXIT, body)))


def _run_phase(lowering: Lowering, code: nodes.Local) -> list[Stmt]:
    """One turn of the phase whose turn it is."""
    bodies = [_once(phase, code) for phase in (lowering.phases if lowering.has_pass else lowering.phases[:1])]
    arms = [(op("eq", _PHASE, number(place)), tuple(body)) for place, body in enumerate(bodies)]
    return [nodes.If(tuple(arms[1:]), tuple(bodies[0]))] if len(arms) > 1 else bodies[0]


def _once(phase: Function, code: nodes.Local) -> list[Stmt]:
    if is_turn(phase):
        return [assign(code, nodes.Call(function_name(phase), (), INT))]
    call = nodes.Call(function_name(phase), (), core_type(phase.result or VOID))
    return [*effect(call), assign(code, number(RETURNED))]


def runner(lowering: Lowering, phase: Function) -> str:
    """The function that runs a called phase as a loop of its own."""
    name = f"run {phase.name}"
    if name not in lowering.functions:
        build = lowering.builder()
        given = [build.parameter(f"argument {place}", core_type(it.type)) for place, it in enumerate(phase.formals)]
        before, code = build.fresh("before", INT), build.fresh("code", INT)
        leaves: list[Stmt] = [when(op("eq", code, number(RETURNED)), nodes.Break())]
        if _passes(lowering, phase):
            lowering.abandoned.add(PASS)
            leaves.append(when(op("eq", code, number(PASSED)), nodes.Abandon(PASS)))
        turn = (
            assign(_MOVES, number(NOT_TRIED)),
            assign(code, nodes.Call(function_name(phase), tuple(given), INT)),
            *leaves,
            Evaluate(lowering.linker.call("next player", [])),
        )
        most = Evaluate(lowering.linker.call("keep_most", [before]))
        lowering.add(build.function(name, NONE, (assign(before, _MOVES), nodes.While(TRUE, turn), most)))
    return name


def _passes(lowering: Lowering, phase: Function) -> bool:
    assert phase.node is not None
    exprs = tree.all_expressions(phase.node.body.statements)
    return any(isinstance(lowering.checked.meaning(expr), PassCall) for expr in exprs)
