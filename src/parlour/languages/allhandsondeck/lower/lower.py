"""From a checked AllHandsOnDeck program to core.

Types are inferred for the whole program first (`check/values.py`), so that the compiled game need not look at a value
to know what it is. Then every function is written (`statements.py`, `values.py` and what they use), every class gets
the function that makes its objects (`classes.py`), and whatever all of them share is made as it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.core import nodes
from parlour.core.builder import assign, none_of, when
from parlour.core.nodes import GlobalVariable, Is, Narrow, SetGlobal, Stmt
from parlour.core.types import ANY, INT, NONE, ObjectType
from parlour.game.game import Kind
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.meaning import Checked, Function
from parlour.languages.allhandsondeck.check.types import ACTOR
from parlour.languages.allhandsondeck.lower import asking, names, statements
from parlour.languages.allhandsondeck.lower.classes import maker
from parlour.languages.allhandsondeck.lower.context import Lowering
from parlour.languages.allhandsondeck.lower.outcome import conclude, find_verdict
from parlour.languages.allhandsondeck.lower.values import core
from parlour.languages.allhandsondeck.lower.writer import Writer
from parlour.languages.allhandsondeck.table.table import CardTable
from parlour.languages.allhandsondeck.table.zones import Zones
from parlour.languages.frontend import Rules
from parlour.languages.options import Options
from parlour.languages.title import title_of
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source

# Sets of bases that are smaller than this are ints when the program runs.
LARGEST_SET = 1 << 62


def rules_of(checked: Checked, source: Source, options: Options, warnings: tuple[Diagnostic, ...]) -> Rules:
    """The game of a checked program."""
    pragmas = checked.pragmas
    verdict = find_verdict(checked)
    low = Lowering(checked, verdict, core)
    draft = _draft(low, title_of(source))
    if low.looks_inside and low.bases.every < LARGEST_SET:
        low = Lowering(checked, verdict, core, keeps_kinds=True)
        draft = _draft(low, title_of(source))
    zones = Zones.of(low)
    kind = Kind(
        has_chance=_has_chance(checked),
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


def _has_chance(program: Checked) -> bool:
    for function in program.functions():
        for expr in c.expressions(function.body):
            match expr:
                case c.Random() | c.MethodCall(name="shuffled") | c.Act(action="SHUFFLE"):
                    return True
    return False


def _draft(low: Lowering, title: str) -> nodes.Program:
    program = low.program
    functions = [_function(low, function) for function in program.functions() if function.kind != "main"]
    functions.append(_entry(low))
    functions += [*_makers(low), asking.prompt()]
    globals_ = (
        *(GlobalVariable(name, low.state_type(name)) for name in program.state),
        GlobalVariable(names.ACTORS, names.ACTOR_LIST),
        GlobalVariable(names.SEAT_NAMES, names.NAME_LIST),
        GlobalVariable(names.WINNER, ANY),
        *asking.DISPLAY,
    )
    classes = tuple(
        nodes.Class(name, class_.base, low.own_fields(name), _methods(low, name))
        for name, class_ in program.classes.items()
    )
    return nodes.Program(title, (*functions, *low.made.values(), *low.linker.functions), names.ENTRY, globals_, classes)


def _makers(low: Lowering) -> Iterator[nodes.Function]:
    """The functions that make objects. Each writes out the whole line of its class, so there is none that nobody calls;
    one that is written may call others."""
    written: set[str] = set()
    while waiting := [name for name in low.wanted if name not in written]:
        written.update(waiting)
        yield from [maker(low, name) for name in waiting]


def _methods(low: Lowering, class_name: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, of[class_name]) for name, of in low.methods.items() if class_name in of)


def _function(low: Lowering, function: Function) -> nodes.Function:
    w = Writer(low, function, function.class_name)
    if function.class_name is not None:
        w.object = w.parameter(names.OBJECT, ObjectType(function.class_name))
    for var in (*((function.receiver,) if function.receiver else ()), *function.params):
        w.take(var)
    body = [*_set_acting(w, function), *statements.body(w, function.body)]
    result = low.result_type(function)
    given = INT if result == NONE else result
    return w.function(low.name(function), given, body, label=function.name, span=function.span)


def _set_acting(w: Writer, function: Function) -> list[Stmt]:
    """Who acts: the receiver if it is an Actor, else whoever the caller says."""
    acting = w.low.acting
    told = w.parameter(names.ACTING, INT) if acting.is_told(function) else None
    if not acting.needs_seat(function):
        return []
    if function.receiver is None or not acting.receiver_bases(function) & acting.actors:
        assert told is not None
        w.acting = told
        return []
    receiver, actor = w.vars[function.receiver], ObjectType(ACTOR)
    w.acting = seat = w.fresh("seat", INT)
    if told is None:
        return [assign(seat, nodes.Field(w.fit(receiver, actor), names.SEAT, INT))]
    whole = w.fit(receiver, ANY)
    own = assign(seat, nodes.Field(Narrow(whole, actor), names.SEAT, INT))
    return [when(Is(whole, actor), own, otherwise=[assign(seat, told)])]


def _entry(low: Lowering) -> nodes.Function:
    main = low.program.main
    w = Writer(low, main)
    body: list[Stmt] = [
        SetGlobal(names.ACTORS, nodes.MakeList((), names.ACTOR_LIST)),
        SetGlobal(names.SEAT_NAMES, nodes.MakeList((), names.NAME_LIST)),
        SetGlobal(names.WINNER, none_of(ANY)),
        *asking.set_up(),
        *statements.block(w, main.body),
    ]
    if low.verdict is not None:
        body.append(conclude(w, low.verdict))
    return w.function(names.ENTRY, NONE, body, label="main", span=main.span)
