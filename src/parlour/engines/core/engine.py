"""What both engines of core know of one program, and what they need of each other.

The Python engine is a `CoreEngine`. The native one is handed one, for what is only looked at: prompts, labels and
scenes are worked out by it. A position of either engine can be made from one of the other (`adopt`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

from parlour.core import types as t
from parlour.core.chance import Chance, derive
from parlour.core.flow.candidates import Candidates, Evidence, evidence
from parlour.core.flow.faces import faces, lasting
from parlour.core.nodes import Ask, Options, Program
from parlour.core.passes.guards import Guard, guards_of
from parlour.core.passes.suspension import plan
from parlour.engines.core.run import Run
from parlour.engines.core.values import ATOMS, UNSET, Object, Shared
from parlour.game.policy import NOTHING_GIVEN, Given
from parlour.game.position import Budget
from parlour.game.table import Concealing, Table
from parlour.syntax.recursion import deep_passes

_BLANKS: dict[t.Type, Any] = {t.INT: 0, t.FLOAT: 0.0, t.BOOL: False, t.STRING: ""}


class CoreEngine(ABC):
    """A core program that is in order and has its tails marked.

    `is_hidden`: seats see different things. `tries_answers`: legal answers are found by trying candidates out; without
    it every candidate counts as legal."""

    def __init__(self, program: Program, table: Table, *, is_hidden: bool = False, tries_answers: bool = True) -> None:
        self.program = program
        self.table = table
        self.is_hidden = is_hidden
        self.tries_answers = tries_answers
        self.plan = plan(program)
        self.shared = Shared(program)
        self.globals = {var.name: number for number, var in enumerate(program.globals)}
        self.functions = {function.name: number for number, function in enumerate(program.functions)}
        self.entry = self.functions[program.entry]
        # By site, where they are always the same.
        self.candidates: dict[tuple[str, int], Candidates] = {}

    @abstractmethod
    def call(self, function: str, run: Run, args: tuple[Any, ...]) -> Any:
        """The result of a function that changes nothing, in the state of this run; raises `GameFailure`."""

    @cached_property
    @deep_passes()
    def evidence(self) -> dict[tuple[str, int], tuple[Evidence, ...]]:
        """What the program shows of the answers it expects, by site."""
        return evidence(self.program)

    def learn(self, evidence: dict[tuple[str, int], tuple[Evidence, ...]]) -> None:
        """This is the program's evidence, found at some earlier time."""
        self.__dict__["evidence"] = evidence

    @cached_property
    def guards(self) -> dict[tuple[str, int], Guard]:
        """What tells answers that are refused anyway, by site."""
        sites = (site for sites in self.plan.sites.values() for site in sites)
        return guards_of(self.program, sites) if self.tries_answers else {}

    @cached_property
    def judges(self) -> bool:
        """Playouts look what an answer comes to. Options that a program lists are legal; where it asks nothing else, or
        every candidate counts as legal, nothing is compared."""
        asks = [site.stmt for sites in self.plan.sites.values() for site in sites if isinstance(site.stmt, Ask)]
        return self.tries_answers and not all(isinstance(ask.question.domain, Options) for ask in asks)

    @cached_property
    @deep_passes()
    def faces(self) -> dict[str, tuple[int, ...]]:
        """What objects are from their making on: the places of such fields, by class."""
        return faces(self.program)

    @cached_property
    @deep_passes()
    def lasting(self) -> dict[type[Object], tuple[str, ...]]:
        """Objects that stay what they are once somebody is asked, by class: of each the fields that may hold a
        reference all the same."""
        kept = {name: {slot for site in sites for slot in site.slots} for name, sites in self.plan.sites.items()}
        found = lasting(self.program, kept)
        return {self.shared.classes[name]: tuple(f"s{place}" for place in places) for name, places in found.items()}

    def lasts(self, thing: Object) -> bool:
        """Whether this very object is held by all positions: it holds no reference."""
        doubtful = self.lasting.get(type(thing))
        if not doubtful:
            return doubtful is not None
        return all(type(getattr(thing, name)) in ATOMS for name in doubtful)

    @cached_property
    def drawn(self) -> tuple[int, ...] | None:
        """The globals that scenes are drawn from; None where these are not all."""
        names = self.table.drawn_from() if isinstance(self.table, Concealing) else None
        return None if names is None else tuple(self.globals[name] for name in names if name in self.globals)

    @cached_property
    def face_slots(self) -> dict[type[Object], tuple[str, ...]]:
        """What belongs to the face of an object, as Python has it, by class."""
        return {
            self.shared.classes[name]: tuple(f"s{place}" for place in places) for name, places in self.faces.items()
        }

    @cached_property
    def shown_fields(self) -> dict[type[Object], tuple[tuple[str, str], ...]]:
        """The fields of objects, by class: each as Python has it, and its name."""
        return {
            kind: tuple((f"s{place}", var.name) for place, var in enumerate(self.shared.hierarchy.fields(name)))
            for name, kind in self.shared.classes.items()
        }

    @cached_property
    def board_sides(self) -> tuple[int, ...]:
        """The sides of all boards of the program."""
        found: set[int] = set()
        stack: list[t.Type] = [var.type for var in self.program.globals]
        for function in self.program.functions:
            stack.extend(var.type for var in (*function.params, *function.locals))
        while stack:
            match stack.pop():
                case t.BoardType(item, width, height):
                    found |= {width, height}
                    stack.append(item)
                case t.TupleType(items):
                    stack.extend(items)
                case t.ListType(item=item) | t.OptionalType(item=item):
                    stack.append(item)
                case t.TableType(key, value):
                    stack.extend((key, value))
        return tuple(sorted(found))

    @cached_property
    def slot_types(self) -> list[list[tuple[t.Type, ...]]]:
        """The types of the slots of a frame, by function and site."""
        found: list[list[tuple[t.Type, ...]]] = []
        for function in self.program.functions:
            types = {var.name: var.type for var in (*function.params, *function.locals)}
            sites = self.plan.sites.get(function.name, ())
            found.append([tuple(types[name] for name in site.slots) for site in sites])
        return found

    @cached_property
    def conceals(self) -> bool:
        """Not everybody sees the same table."""
        return isinstance(self.table, Concealing)

    @cached_property
    def all_plain(self) -> bool:
        """Suspended states hold no references (what is on display apart): frames can be shared and compared."""
        return all(t.is_plain(type_) for sites in self.slot_types for site in sites for type_ in site) and all(
            t.is_plain(var.type) for var in self.program.globals if not var.is_presentation
        )

    def new_globals(self, given: Given) -> list[Any]:
        """Globals as they are before anything has run, with the data that a program is given."""
        found: list[Any] = []
        for var in self.program.globals:
            if not var.is_given:
                found.append(0 if var.is_count else UNSET)
            elif isinstance(var.type, t.ListType):
                data = given.get(var.name, ())
                assert not isinstance(data, int | float | str)
                found.append(list(data))
            else:
                found.append(given.get(var.name, _BLANKS[var.type]))
        return found

    @cached_property
    def counts(self) -> dict[str, int]:
        """The counts that the program keeps for reports, and the numbers of their globals."""
        return {var.name: number for number, var in enumerate(self.program.globals) if var.is_count}

    def new_run(self, seed: int, budget: Budget, given: Given = NOTHING_GIVEN) -> Run:
        run = Run(self.new_globals(given), list(self.program.seats), Chance(derive(seed, 0)))
        run.depth = run.depth_limit = budget.depth
        run.room = budget.memory
        run.refill(budget)
        return run
