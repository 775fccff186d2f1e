"""The engines of a game: which there are for what it is made of, and which of them plays many games at once.

Compilers are imported only when their engine is used, and the engines of core only for core: loading a game costs
nothing of what it does not need.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from parlour.dataclass import dataclass
from parlour.engines.later import CompilingEngine, LaterEngine, PatientSearching, PatientSimulator
from parlour.game.game import Guesses, Searching, no_guesses
from parlour.game.position import Engine, Position, Simulator
from parlour.syntax.recursion import deep_passes

if TYPE_CHECKING:
    from parlour.core.nodes import Program
    from parlour.game.search import Compiling, Search, Settings
    from parlour.game.table import Table
    from parlour.logic.rules import RuleSheet
    from parlour.logic.table import LogicTable


@dataclass(frozen=True, slots=True)
class Engines:
    """The reference engine first; `bulk` makes what plays many games when no engine is named, `guesses` finds out
    what they only guess, `searching` begins a search in compiled code, and `compiling` one that may have to be compiled
    first."""

    all: tuple[Engine, ...]
    bulk: Callable[[], Simulator]
    guesses: Guesses = no_guesses
    searching: Searching | None = None
    compiling: Compiling | None = None


@deep_passes()
def core_engines(draft: Program, table: Table, *, is_hidden: bool, tries_answers: bool) -> Engines:
    """For a draft of core, which goes through all passes and is verified here."""
    from parlour.core.passes.pipeline import prepared
    from parlour.core.verify import check
    from parlour.engines.python.engine import PythonEngine

    program = prepared(draft)
    check(program)
    python = PythonEngine(program, table, is_hidden=is_hidden, tries_answers=tries_answers)

    def make_native() -> Engine:
        from parlour.engines.native.engine import NativeEngine

        return NativeEngine(python)

    native = LaterEngine("native", make_native)

    def compiled() -> CompilingEngine:
        return cast("CompilingEngine", native.made)

    return Engines(
        (python, native),
        lambda: PatientSimulator(python.simulator(), compiled),
        python.guesses,
        compiling=PatientSearching(compiled),
    )


def logic_engines(sheet: RuleSheet, table: LogicTable) -> Engines:
    """For a rule sheet. One that does not ground has no net, and plays many games by its rules as well."""
    from parlour.engines.rules.engine import RulesEngine

    rules = RulesEngine(sheet, table)

    def make_net() -> Engine:
        from parlour.engines.net.engine import NetEngine

        return NetEngine(sheet, table, rules)

    net = LaterEngine("net", make_net)

    def bulk() -> Simulator:
        from parlour.engines.net.engine import NetEngine

        made = net.made
        assert isinstance(made, NetEngine)
        return made.simulator() if made.is_used else rules.simulator()

    def searching(position: Position, seat: int | None, seed: int, settings: Settings) -> Search | None:
        from parlour.engines.net.engine import NetEngine

        made = net.made
        assert isinstance(made, NetEngine)
        return made.search(position, seat, seed, settings)

    return Engines((rules, net), bulk, searching=searching)
