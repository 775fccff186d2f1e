"""From a checked AllHandsOnDeck program to core.

Types are inferred for the whole program first (`inference.py`), so that the compiled game need not look at a value to
know what it is. Then every function is written (`function.py` and the files it builds on), every class gets the
function that makes its objects (`classes.py`), and whatever all of them share is made as it is needed
(`shared.py`). Game state becomes globals, ACTIONs and helpers become functions, a collection an object with a
hidden list.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import PurePath

from parlour.core import nodes
from parlour.core.nodes import Class, Field, GlobalVariable, If, Is, Narrow, Program, SetGlobal, Stmt
from parlour.core.routine.linker import Linker
from parlour.core.types import ANY, INT, NONE, STRING, ListType, ObjectType, Type
from parlour.game.game import Kind
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.meaning import Checked, Function, Var
from parlour.languages.allhandsondeck.check.meaning_walk import expressions, may_end
from parlour.languages.allhandsondeck.check.types import ACTOR, COLLECTION
from parlour.languages.allhandsondeck.lower import classes as lower_classes
from parlour.languages.allhandsondeck.lower import (
    routines,
    routines_collections,
    routines_numbers,
    routines_ranges,
)
from parlour.languages.allhandsondeck.lower.acting import Acting
from parlour.languages.allhandsondeck.lower.asking import DISPLAY, prompt, set_up
from parlour.languages.allhandsondeck.lower.assignments import WINNER
from parlour.languages.allhandsondeck.lower.base import SEAT
from parlour.languages.allhandsondeck.lower.bases import NONE_BIT, Bases
from parlour.languages.allhandsondeck.lower.classes import SEAT_NAMES, Maker
from parlour.languages.allhandsondeck.lower.function import ACTING, OBJECT, Writer
from parlour.languages.allhandsondeck.lower.inference import infer
from parlour.languages.allhandsondeck.lower.outcome import ACTOR_LIST, ACTORS, asks, conclude, find_verdict
from parlour.languages.allhandsondeck.lower.owned import Owned
from parlour.languages.allhandsondeck.lower.shared import Shared
from parlour.languages.allhandsondeck.pragmas import Pragmas, read_pragmas
from parlour.languages.allhandsondeck.table.table import CardTable, Zones
from parlour.languages.frontend import Options, Rules
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source

ENTRY = "main"
_SEAT_NAMES = ListType(STRING)
# Sets of bases that are smaller than this are ints when the program runs.
LARGEST_SET = 1 << 62


def rules_of(checked: Checked, source: Source, options: Options, warnings: tuple[Diagnostic, ...]) -> Rules:
    """The game of a checked program."""
    pragmas = read_pragmas(checked.pragmas)
    low = Lowering(checked, pragmas)
    draft = low.draft(title_of(source))
    if low.shared.looks_inside and low.bases.every < LARGEST_SET:
        low = Lowering(checked, pragmas, keeps_kinds=True)
        draft = low.draft(title_of(source))
    zones = Zones.of(low)
    kind = Kind(
        has_chance=low.has_chance,
        is_hidden=zones.hides or pragmas.prints_to_actor,
        has_scores=low.verdict is not None and low.verdict.by == "score",
    )
    return Rules(
        title=draft.name,
        draft=draft,
        table=CardTable(zones),
        seats=None,
        kind=kind,
        warnings=warnings,
        options=options.given(),
        tries_answers=not pragmas.every_answer_is_legal,
    )


def title_of(source: Source) -> str:
    """The first line of the comment at the top, or the name of the file."""
    first = re.match(r"\ufeff?\s*#+[ \t]*(?!parlour:)(\S[^\r\n]*)", source.text)
    return first[1].strip() if first else PurePath(source.name).stem.strip("<>") or "AllHandsOnDeck"


class Lowering:
    """One program on its way to core: what everybody who writes a part of it needs to know about the rest."""

    def __init__(self, program: Checked, pragmas: Pragmas, *, keeps_kinds: bool = False) -> None:
        """`keeps_kinds`: the program has to look inside collections, so they remember what they hold."""
        self.program = program
        self.pragmas = pragmas
        self.keeps_kinds = keeps_kinds
        self.verdict = find_verdict(program, pragmas)
        asked = None
        if self.verdict is not None and self.verdict.var is not None and self.verdict.expr is not None:
            asked = (self.verdict.var, self.verdict.expr)
        self.found = infer(program, asked)
        self.bases: Bases = self.found.bases
        self.owned = Owned(program, self.found)
        self.acting = Acting(program, self.found, prints_to_actor=pragmas.prints_to_actor)
        if self.verdict is not None and asks(self.verdict, program, self.acting.concerned):
            self.verdict = None
        self.linker = Linker((routines, routines_collections, routines_ranges, routines_numbers))
        self.shared = Shared(self)
        self._early: dict[str, bool] = {}

    # ---------------------------------------------------------------------------------------------------- types

    def var_type(self, var: Var) -> Type:
        return self.bases.core_type(self.found.var(var).bases)

    def state_type(self, name: str) -> Type:
        return self.bases.core_type(self.found.state[name].bases)

    def result_type(self, function: Function) -> Type:
        """What a function gives; `none` if that is always None."""
        bases = self.found.result(function).bases
        return NONE if bases == NONE_BIT else self.bases.core_type(bases)

    def self_type(self, function: Function) -> Type:
        assert function.class_name is not None
        return ObjectType(function.class_name)

    def field_root(self, class_name: str, name: str) -> str | None:
        """The class that has the field of an attribute: the topmost one that declares it."""
        line = reversed(self.bases.lines[class_name])
        return next((level for level in line if name in self.program.classes[level].attributes), None)

    def field_type(self, root: str, name: str) -> Type:
        return self.bases.core_type(self.found.attribute(self.program.classes[root].attributes[name]).bases)

    def hidden_field(self, class_name: str, name: str) -> tuple[str, Type]:
        """The field that keeps a constructor parameter."""
        return f"{name} of {class_name}", self.var_type(self.program.classes[class_name].mentioned[name])

    def uses(self, type_: Type) -> bool:
        """Whether a range of this sort occurs anywhere."""
        mask = self.bases.mask_of(type_)
        return any(place.bases & mask for place in self.found.places.values())

    @cached_property
    def may_be_stack(self) -> bool:
        return any(place.bases & self.bases.stacks for place in self.found.places.values())

    @cached_property
    def has_chance(self) -> bool:
        for function in self.program.functions():
            for expr in expressions(function.body):
                if isinstance(expr, c.Random) or (isinstance(expr, c.MethodCall) and expr.name == "shuffled"):
                    return True
                if isinstance(expr, c.Act) and expr.action == "SHUFFLE":
                    return True
        return False

    # ---------------------------------------------------------------------------------------------------- names

    def name(self, function: Function) -> str:
        """The name of a function in core; its label is what the author calls it."""
        match function.kind:
            case "main":
                return ENTRY
            case "action":
                receiver = function.receiver
                return f"do {function.name}" if receiver is None else f"{function.name} of {receiver.type}"
            case "attribute":
                return f"{function.class_name}.{function.name}:"
        return f"{function.name}()" if function.class_name is None else f"{function.class_name}.{function.name}()"

    def maker(self, class_name: str) -> str:
        return f"new {class_name}"

    # -------------------------------------------------------------------------------------------------- classes

    def constructor(self, class_name: str) -> tuple[Var, ...] | None:
        """The parameters that making an object takes; None if it takes elements."""
        for ancestor in self.bases.lines[class_name]:
            params = self.program.classes[ancestor].params
            if params is not None:
                return params
            if ancestor == COLLECTION:
                return None
        return ()

    def is_early(self, class_name: str) -> bool:
        if class_name not in self._early:
            self._early[class_name] = lower_classes.is_early(self, class_name)
        return self._early[class_name]

    @cached_property
    def early_lines(self) -> frozenset[str]:
        """The classes that are early, and all that these derive from."""
        early = [name for name in self.program.classes if self.is_early(name)]
        return frozenset(base for name in early for base in self.bases.lines[name])

    def fields(self, class_name: str) -> list[nodes.Variable]:
        """All fields of a class, inherited ones first."""
        line = reversed(self.bases.lines[class_name])
        return [variable for level in line for variable in lower_classes.own_fields(self, level)]

    def attribute_names(self, class_name: str) -> list[str]:
        """Own and inherited attributes, in order."""
        line = reversed(self.bases.lines[class_name])
        return list(dict.fromkeys(name for level in line for name in self.program.classes[level].attributes))

    def is_plain_collection(self, class_name: str) -> bool:
        """Its objects are a list and nothing else, so making one takes no function."""
        fields = [variable for variable in self.fields(class_name) if not variable.is_hint]
        return self.constructor(class_name) is None and len(fields) == 1

    def takes_acting(self, function: Function) -> bool:
        return self.acting.is_told(function)

    def maker_takes_acting(self, class_name: str) -> bool:
        return self.acting.makes_concerned(class_name)

    # -------------------------------------------------------------------------------------------------- program

    def draft(self, title: str) -> Program:
        functions = [self.function(function) for function in self.program.functions() if function.kind != "main"]
        functions.append(self.entry())
        functions.extend(
            Maker(self, name).function()
            for name in self.program.classes
            if name != COLLECTION and not self.is_plain_collection(name)
        )
        functions.append(prompt())
        globals_ = [
            *(GlobalVariable(name, self.state_type(name)) for name in self.program.state),
            GlobalVariable(ACTORS, ACTOR_LIST),
            GlobalVariable(SEAT_NAMES, _SEAT_NAMES),
            GlobalVariable(WINNER, ANY),
            *DISPLAY,
        ]
        classes = tuple(
            Class(name, class_.base, lower_classes.own_fields(self, name), self.methods(name))
            for name, class_ in self.program.classes.items()
        )
        made = (*functions, *self.shared.made.values(), *self.linker.functions)
        return Program(title, made, ENTRY, tuple(globals_), classes)

    def methods(self, class_name: str) -> tuple[tuple[str, str], ...]:
        return tuple((name, of[class_name]) for name, of in self.shared.methods.items() if class_name in of)

    def function(self, function: Function) -> nodes.Function:
        writer = Writer(self, function, function.class_name)
        params: list[nodes.Variable] = []
        if function.class_name is not None:
            writer.names[OBJECT] = 1
            writer.object = nodes.Local(OBJECT, self.self_type(function))
            params.append(nodes.Variable(OBJECT, self.self_type(function)))
        receiver = () if function.receiver is None else (function.receiver,)
        for var in (*receiver, *function.params):
            local = nodes.Local(var.name, self.var_type(var))
            writer.names[var.name] = 1
            writer.vars[var] = local
            writer.sure.add(var)
            params.append(nodes.Variable(local.name, local.type))
        start = self.set_acting(writer, function)
        if self.takes_acting(function):
            params.append(nodes.Variable(ACTING, INT))
        body = [*start, *writer.block(function.body)]
        if may_end(function.body):
            body.append(writer.end(None))
        result = self.result_type(function)
        return nodes.Function(
            self.name(function),
            tuple(params),
            INT if result == NONE else result,
            tuple(body),
            writer.all_locals(),
            label=function.name,
            span=function.span,
        )

    def set_acting(self, writer: Writer, function: Function) -> list[Stmt]:
        """Who acts: the receiver if it is an Actor, else whoever the caller says."""
        if not self.acting.needs_seat(function):
            return []
        told = nodes.Local(ACTING, INT)
        if function.receiver is None or not self.acting.receiver_bases(function) & self.acting.actors:
            writer.acting = told
            return []
        receiver = writer.vars[function.receiver]
        actor = ObjectType(ACTOR)
        if not self.takes_acting(function):
            writer.acting = writer.fresh("seat", INT)
            return [nodes.Assign(writer.acting.name, Field(writer.fit(receiver, actor), SEAT, INT))]
        writer.acting = out = writer.fresh("seat", INT)
        seat = Field(Narrow(writer.fit(receiver, ANY), actor), SEAT, INT)
        own = (nodes.Assign(out.name, seat),)
        return [If(((Is(writer.fit(receiver, ANY), actor), own),), (nodes.Assign(out.name, told),))]

    def entry(self) -> nodes.Function:
        main = self.program.main
        writer = Writer(self, main)
        body: list[Stmt] = [
            SetGlobal(ACTORS, nodes.MakeList((), ACTOR_LIST)),
            SetGlobal(SEAT_NAMES, nodes.MakeList((), _SEAT_NAMES)),
            SetGlobal(WINNER, nodes.Convert(nodes.NO_VALUE, ANY)),
            *set_up(),
            *writer.block(main.body),
        ]
        if self.verdict is not None:
            body.extend(conclude(writer, self.verdict))
        return nodes.Function(ENTRY, (), NONE, tuple(body), writer.all_locals(), label="main", span=main.span)
