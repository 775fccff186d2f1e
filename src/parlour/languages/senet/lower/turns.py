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

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Choose, Expr, GlobalVariable, Op, SetGlobal, Stmt, Variable
from parlour.core.passes.order import do
from parlour.core.types import INT, NONE, STRING
from parlour.languages.senet.check.meaning import (
    HEX,
    N_PLAYERS,
    ON_MOVE,
    BuiltinName,
    Function,
    PassCall,
)
from parlour.languages.senet.check.types import VOID
from parlour.languages.senet.check.world import BUILTIN_VARIABLES
from parlour.languages.senet.lower import values as lower_values
from parlour.languages.senet.lower.build import TRUE, both, compare, local, number, reckon, text, when, whole
from parlour.languages.senet.lower.groups import function_name
from parlour.languages.senet.lower.moves import MOVES, NOT_TRIED, TRIED, keep_most
from parlour.languages.senet.lower.outcome import CONCLUDE, NOTHING_SAID, VERDICT, winner_functions
from parlour.languages.senet.lower.statements import PASSED, RETURNED, run, statements
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.senet.lower.lower import Lowering

ENTRY, SET_UP, NEXT_PLAYER, SEAT_PLAYERS = "the game", "set up", "next player", "seat players"
PHASE = "phase"
EXIT, RESTART, PASS = "exit", "restart", "pass"
MOST_PLAYERS = 100


class Turns:
    """The turns of a program on their way to core."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.first = lowering.checked.pragmas.first_player
        self.has_pass = any(isinstance(item, PassCall) for item in lowering.checked.meanings.values())
        phases = [function for function in lowering.checked.functions.values() if function.is_phase]
        begin = lowering.checked.functions["begin"]
        # The phases that the turn engine runs, `begin` first.
        self.phases = [begin, *(phase for phase in phases if phase is not begin and not phase.formals)]
        self.seats = self._seats()
        says_nothing = lowering.checked.pragmas.winner is None and lowering.checked.pragmas.scores is None
        self.has_verdict = says_nothing and (lowering.verdicts.is_used or bool(winner_functions(lowering)))
        # The tags that something abandons, so that they have to be caught.
        self.abandoned: set[str] = set()

    def globals(self) -> list[GlobalVariable]:
        """Who is on move comes first: it is what most often differs between two states."""
        found = [GlobalVariable(name, INT) for name in (ON_MOVE, N_PLAYERS, MOVES)]
        found += [GlobalVariable(PHASE, INT)] if self.has_pass else []
        return [*found, *([GlobalVariable(VERDICT, INT)] if self.has_verdict else [])]

    # ----------------------------------------------------------------------------------------------------- players

    def _seats(self) -> tuple[str, ...] | None:
        """The seats if they are known before the game runs: N_PLAYERS is set once at most, at the outermost level of
        `@setup`, to a number."""
        checked = self.lowering.checked
        names = {name for name, builtin in BUILTIN_VARIABLES.items() if builtin == N_PLAYERS}
        given: list[tree.Expr] = []
        outer: list[tree.Expr] = []
        for item in checked.program.setup:
            match item:
                case tree.Declaration(name=tree.Ident(text=name), value=value) if name in names and value is not None:
                    given.append(value)
                    outer.append(value)
                case tree.Evaluate(_, tree.Assign(_, (target,), value)) if self._is_players(target):
                    outer.append(value)
        for expr in checked.expressions:
            if isinstance(expr, tree.Assign) and any(map(self._is_players, expr.targets)):
                given.append(expr.value)
        if len(given) > 1 or len(outer) != len(given):
            return None
        value = given[0] if given else tree.Number(checked.program.span, 1)
        if not isinstance(value, tree.Number) or not 1 <= value.value <= MOST_PLAYERS:
            return None
        return tuple(self.seat_name(seat) for seat in range(value.value))

    def _is_players(self, target: tree.Expr) -> bool:
        return self.lowering.checked.meaning(target) == BuiltinName(N_PLAYERS)

    def seat_name(self, seat: int) -> str:
        names = self.lowering.checked.pragmas.seats
        return names[seat] if seat < len(names) else str(seat + self.first)

    def seat_count(self) -> Expr:
        return Op("seat_count", (), INT) if self.seats is None else number(len(self.seats))

    def set_players(self, value: Expr, span: Span) -> list[Stmt]:
        counted = self.lowering.linker.call("player_count", [value], span)
        return [SetGlobal(N_PLAYERS, counted, span), *self.add_seats(span)]

    def add_seats(self, span: Span | None) -> list[Stmt]:
        """New seats, if there are more players now."""
        return [] if self.seats is not None else [nodes.Evaluate(nodes.Call(SEAT_PLAYERS, (), NONE, span), span)]

    def _write_seat_players(self) -> None:
        names = self.lowering.checked.pragmas.seats
        count = Op("seat_count", (), INT)
        name: Expr = Op("text_of_int", (reckon("add", count, number(self.first)),), STRING)
        for seat, given in reversed(list(enumerate(names))):
            name = Choose(compare("eq", count, number(seat)), text(given), name, STRING)
        body = nodes.While(compare("lt", count, whole(N_PLAYERS)), (nodes.Evaluate(nodes.NewSeat(name)),))
        self.lowering.add(nodes.Function(SEAT_PLAYERS, (), NONE, (body,)))

    # --------------------------------------------------------------------------------------------------- questions

    def read(self, expr: tree.Call) -> Expr:
        """`read(n)`: a question, and the characters that answer it."""
        lowering, span = self.lowering, expr.span
        is_housekeeping = id(expr) in lowering.housekeeping.found
        stmts: list[Stmt] = []
        if is_housekeeping:
            stmts.append(nodes.Evaluate(nodes.Call(CONCLUDE, (), NONE)))
        count = lower_values.expression(lowering, expr.arguments[0])
        is_known = isinstance(count, nodes.Const) and isinstance(count.value, int) and 1 <= count.value <= 65536
        if not is_known:
            name = lowering.local("count", INT)
            stmts.append(Assign(name, lowering.linker.call("read_count", [count], span), span))
            count = nodes.Local(name, INT, span)
        answer = lowering.local("answer", STRING)
        wanted = nodes.Chars(count, self._worth_trying(expr))
        ask: Stmt = nodes.Ask(answer, nodes.Question(self._asked(), wanted, "chars", self._prompt(expr)), span=span)
        if not is_known:
            ask = when(compare("eq", count, number(0)), Assign(answer, text("")), otherwise=(ask,))
        stmts.append(ask)
        if self.has_verdict and not is_housekeeping:
            stmts.append(SetGlobal(VERDICT, number(NOTHING_SAID)))
        return do(stmts, nodes.Local(answer, STRING, span))

    def _asked(self) -> Expr:
        """The seat of the player on move; -1 if there is none."""
        seat = reckon("sub", whole(ON_MOVE), number(self.first)) if self.first else whole(ON_MOVE)
        is_seat = both(compare("ge", seat, number(0)), compare("lt", seat, self.seat_count()))
        return Choose(is_seat, seat, number(-1), INT)

    def _prompt(self, expr: tree.Call) -> str | None:
        """The function that says which coordinate is asked for, if one is."""
        axis = self.lowering.coordinates.axis(expr)
        if axis is None:
            return None
        if axis.prompt not in self.lowering.functions:
            said = (nodes.Return(text(axis.word)),)
            self.lowering.add(nodes.Function(axis.prompt, (), STRING, said))
        return axis.prompt

    def _worth_trying(self, expr: tree.Call) -> str | None:
        """The digits that lie on the board, where one digit is a coordinate; None if nothing is known."""
        axis = self.lowering.coordinates.axis(expr)
        size = None if axis is None else self.lowering.groups.sizes[axis.group]
        if axis is None or size is None or axis.shift.per_player:
            return None
        low, high = (-size[0], size[0]) if axis.geometry == HEX else (0, size[axis.number] - 1)
        return "".join(map(str, range(max(0, low - axis.shift.by), min(9, high - axis.shift.by) + 1)))

    # ----------------------------------------------------------------------------------------------------- leaving

    def leave(self, tag: str, span: Span) -> list[Stmt]:
        """`exit()`, `restart()`: the outcome is known now."""
        self.abandoned.add(tag)
        told: list[Stmt] = [nodes.Tell(text(""), channel=EXIT, span=span)] if tag == EXIT else []
        return [nodes.Evaluate(nodes.Call(CONCLUDE, (), NONE, span), span), *told, nodes.Abandon(tag, span)]

    def pass_to(self, phase: Function, player: tree.Expr, span: Span) -> list[Stmt]:
        """`pass(phase, player);`: ends the running phase from wherever it is."""
        value = lower_values.expression(self.lowering, player)
        stmts: list[Stmt] = [SetGlobal(ON_MOVE, value, span)]
        stmts.append(SetGlobal(PHASE, number(self.phases.index(phase)), span))
        function = self.lowering.function
        if function is not None and function.is_phase and function.result is VOID:
            return [*stmts, nodes.Return(number(PASSED), span)]
        self.abandoned.add(PASS)
        return [*stmts, nodes.Abandon(PASS, span)]

    # ------------------------------------------------------------------------------------------------------- turns

    def write(self) -> None:
        self._write_next_player()
        if self.seats is None:
            self._write_seat_players()
        self._write_set_up()
        self._write_entry()

    def _write_next_player(self) -> None:
        """The turn goes on, unless the phase tried board operations and none succeeded."""
        on_move = reckon("sub", whole(ON_MOVE), number(self.first)) if self.first else whole(ON_MOVE)
        following = reckon("mod", reckon("add", on_move, number(1)), whole(N_PLAYERS))
        if self.first:
            following = reckon("add", following, number(self.first))
        body = when(compare("ne", whole(MOVES), number(TRIED)), SetGlobal(ON_MOVE, following))
        self.lowering.add(nodes.Function(NEXT_PLAYER, (), NONE, (body,), charge=number(0)))

    def _write_set_up(self) -> None:
        """Everything as it is at first, then the statements of `@setup`."""
        lowering = self.lowering
        lowering.begin()
        body = statements(lowering, tree.setup_statements(lowering.checked.program))
        first: list[Stmt] = [
            SetGlobal(ON_MOVE, number(self.first)),
            SetGlobal(N_PLAYERS, number(1)),
            SetGlobal(MOVES, number(NOT_TRIED)),
        ]
        if self.has_pass:
            first.append(SetGlobal(PHASE, number(0)))
        if self.has_verdict:
            first.append(SetGlobal(VERDICT, number(NOTHING_SAID)))
        for variable in lowering.checked.globals.values():
            first.append(SetGlobal(variable.name, lowering.blank(variable.type)))
        first += lowering.groups.first_defaults()
        lowering.add(lowering.finish(SET_UP, (), NONE, [*first, *body, *self.add_seats(None)]))

    def _write_entry(self) -> None:
        self.lowering.begin()
        code = self.lowering.local("code", INT)
        turn: list[Stmt] = [SetGlobal(MOVES, number(NOT_TRIED)), *self._run_phase(code)]
        goes_on: Stmt = nodes.Evaluate(nodes.Call(NEXT_PLAYER, (), NONE))
        if self.has_pass:
            goes_on = when(compare("ne", nodes.Local(code, INT), number(PASSED)), goes_on)
        turn.append(goes_on)
        set_up: list[Stmt] = [nodes.Evaluate(nodes.Call(SET_UP, (), NONE))]
        body = [*self._caught(PASS, set_up), nodes.While(TRUE, tuple(self._caught(PASS, turn)))]
        if RESTART in self.abandoned:
            again = [*self._caught(RESTART, body), nodes.Tell(text(""), channel=RESTART)]
            body = [nodes.While(TRUE, tuple(again))]
        self.lowering.add(self.lowering.finish(ENTRY, (), NONE, self._caught(EXIT, body)))

    def _caught(self, tag: str, body: list[Stmt]) -> list[Stmt]:
        return [nodes.Catch(tag, tuple(body))] if tag in self.abandoned else body

    def _run_phase(self, code: str) -> list[Stmt]:
        """One turn of the phase whose turn it is."""
        if not self.has_pass:
            return self._once(self.phases[0], code)
        arms = []
        for place, phase in enumerate(self.phases):
            arms.append((compare("eq", whole(PHASE), number(place)), tuple(self._once(phase, code))))
        return [nodes.If(tuple(arms[1:]), arms[0][1])] if len(arms) > 1 else list(arms[0][1])

    def _once(self, phase: Function, code: str) -> list[Stmt]:
        if phase.result is VOID:
            return [Assign(code, nodes.Call(function_name(phase), (), INT))]
        call = nodes.Call(function_name(phase), (), self.lowering.core_type(phase.result or VOID))
        return [*run(call), Assign(code, number(RETURNED))]

    def runner(self, phase: Function) -> str:
        """The function that runs a called phase as a loop of its own."""
        name = f"run {phase.name}"
        if name not in self.lowering.functions:
            core = self.lowering.core_type
            params = tuple(Variable(f"argument {place}", core(item.type)) for place, item in enumerate(phase.formals))
            args = tuple(nodes.Local(param.name, param.type) for param in params)
            code = local("code", INT)
            leave: list[Stmt] = [when(compare("eq", code, number(RETURNED)), nodes.Break())]
            if self._passes(phase):
                self.abandoned.add(PASS)
                leave.append(when(compare("eq", code, number(PASSED)), nodes.Abandon(PASS)))
            turn = (
                SetGlobal(MOVES, number(NOT_TRIED)),
                Assign("code", nodes.Call(function_name(phase), args, INT)),
                *leave,
                nodes.Evaluate(nodes.Call(NEXT_PLAYER, (), NONE)),
            )
            body = (Assign("before", whole(MOVES)), nodes.While(TRUE, turn), keep_most(local("before", INT)))
            names = (Variable("before", INT), Variable("code", INT))
            self.lowering.add(nodes.Function(name, params, NONE, body, names))
        return name

    def _passes(self, phase: Function) -> bool:
        assert phase.node is not None
        exprs = tree.all_expressions(phase.node.body.statements)
        return any(isinstance(self.lowering.checked.meaning(expr), PassCall) for expr in exprs)
