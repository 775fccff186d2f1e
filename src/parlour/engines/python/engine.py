"""The engine: one checked program, compiled when it is first used.

Two forms are compiled, each at its first use: one for play, and one for bulk work, in which nothing is written that is
only on display. A suspended state fits both.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from parlour.core.chance import Chance, derive
from parlour.core.flow.candidates import Evidence, evidence
from parlour.core.nodes import Program
from parlour.core.passes.suspension import plan
from parlour.core.types import BoardType, ListType, OptionalType, TableType, TupleType, Type, is_plain
from parlour.engines.core.values import UNSET, Shared
from parlour.engines.python.compiled import Code
from parlour.engines.python.image import Images
from parlour.engines.python.position import PythonPosition
from parlour.engines.python.run import Run
from parlour.engines.python.simulator import PythonSimulator
from parlour.game.position import Budget
from parlour.game.table import Table
from parlour.syntax.recursion import deep_passes


class PythonEngine:
    """Runs a core program that is in order and has its tails marked.

    `is_hidden`: seats see different things. `tries_answers`: legal answers are found by trying candidates out; without
    it every candidate counts as legal."""

    name = "python"

    def __init__(self, program: Program, table: Table, *, is_hidden: bool = False, tries_answers: bool = True) -> None:
        self.program = program
        self.table = table
        self.is_hidden = is_hidden
        self.tries_answers = tries_answers
        self.plan = plan(program)
        self.shared = Shared(program)
        self.images = Images(program, self.shared.types)
        self.globals = {var.name: number for number, var in enumerate(program.globals)}
        self.functions = {function.name: number for number, function in enumerate(program.functions)}
        self.entry = self.functions[program.entry]

    @cached_property
    def code(self) -> Code:
        return self._compiled(bulk=False)

    @cached_property
    def bulk_code(self) -> Code:
        return self._compiled(bulk=True)

    @deep_passes()
    def _compiled(self, *, bulk: bool) -> Code:
        # Where the native engine plays, often nothing of this is needed.
        from parlour.engines.python.compiler import Compiler

        return Compiler(self.program, self.plan, self.shared, bulk=bulk).compile()

    @cached_property
    @deep_passes()
    def evidence(self) -> dict[tuple[str, int], tuple[Evidence, ...]]:
        """What the program shows of the answers it expects, by site."""
        return evidence(self.program)

    def learn(self, evidence: dict[tuple[str, int], tuple[Evidence, ...]]) -> None:
        """This is the program's evidence, found at some earlier time."""
        self.__dict__["evidence"] = evidence

    @cached_property
    def board_sides(self) -> tuple[int, ...]:
        """The sides of all boards of the program."""
        found: set[int] = set()
        stack: list[Type] = [var.type for var in self.program.globals]
        for function in self.program.functions:
            stack.extend(var.type for var in (*function.params, *function.locals))
        while stack:
            match stack.pop():
                case BoardType(item, width, height):
                    found |= {width, height}
                    stack.append(item)
                case TupleType(items):
                    stack.extend(items)
                case ListType(item=item) | OptionalType(item=item):
                    stack.append(item)
                case TableType(key, value):
                    stack.extend((key, value))
        return tuple(sorted(found))

    @cached_property
    def slot_types(self) -> list[list[tuple[Type, ...]]]:
        """The types of the slots of a frame, by function and site."""
        found: list[list[tuple[Type, ...]]] = []
        for function in self.program.functions:
            types = {var.name: var.type for var in (*function.params, *function.locals)}
            sites = self.plan.sites.get(function.name, ())
            found.append([tuple(types[name] for name in site.slots) for site in sites])
        return found

    @cached_property
    def plain_frames(self) -> list[list[bool]]:
        """Whether a frame holds no references, by function and site: then copies of a position can share it."""
        return [[all(map(is_plain, types)) for types in sites] for sites in self.slot_types]

    @cached_property
    def plain_globals(self) -> list[bool]:
        return [is_plain(var.type) for var in self.program.globals]

    @cached_property
    def all_plain(self) -> bool:
        """Suspended states hold no references (what is on display apart): frames can be shared and compared."""
        return all(is_plain(type_) for sites in self.slot_types for site in sites for type_ in site) and all(
            is_plain(var.type) for var in self.program.globals if not var.is_presentation
        )

    def new_run(self, seed: int, budget: Budget) -> Run:
        run = Run([UNSET] * len(self.program.globals), list(self.program.seats), Chance(derive(seed, 0)))
        run.depth = run.depth_limit = budget.depth
        run.room = budget.memory
        run.refill(budget)
        return run

    def start(self, seed: int, options: Mapping[str, object], budget: Budget) -> PythonPosition:
        return PythonPosition.begin(self, seed, budget)

    def simulator(self) -> PythonSimulator:
        return PythonSimulator(self)
