"""From a checked TGDL program to core.

Definitions become classes, functions and actions functions with the object as their first parameter, global classes
globals. A number is a float, a player an int; what can be null is an optional (`nulls.py`). Actions, events, turns and
phases are ordinary functions and globals: the turn engine of `turns.py` calls them.
"""

from __future__ import annotations

from functools import partial

from parlour.core.nodes import Program
from parlour.dataclass import dataclass
from parlour.game.game import Kind
from parlour.languages.frontend import Rules
from parlour.languages.options import Options
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.check import walk
from parlour.languages.tgdl.check.flow import flow_of
from parlour.languages.tgdl.check.meaning import Checked, Const, MethodCall, Return, Visible
from parlour.languages.tgdl.lower import (
    actions,
    explaining,
    functions,
    names,
    objects,
    tracing,
    tracking,
    turns,
    visibility,
)
from parlour.languages.tgdl.lower.context import Lowering
from parlour.languages.tgdl.lower.statements import block
from parlour.languages.tgdl.lower.values import expression
from parlour.languages.tgdl.table.table import TgdlTable, things_of
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.recursion import deep_passes


@dataclass(frozen=True, slots=True)
class Lowered:
    """A program in core; `lowering` tells the table what else was found out, and `visible` which functions say of what
    objects a block lets its attributes be seen."""

    program: Program
    seats: tuple[str, ...]
    lowering: Lowering
    visible: dict[Visible, str | None]


def lower(checked: Checked, *, observes: bool = False) -> Lowered:
    """For a program that can be played: it has a setup, and the number of players is known."""
    assert checked.setup is not None and checked.players is not None
    low = Lowering(checked, checked.players, expression, block, observes)
    objects.declare(low)
    functions.write(low)
    actions.write(low)
    turns.write(low)
    if observes:
        explaining.write(low)
        low.globals.append(tracing.THROWN_AT)
    tracking.write(low)
    seen = visibility.write(low)
    seats = checked.seats or tuple(f"player {number}" for number in range(checked.players))
    everything = (*low.functions.values(), *low.linker.functions)
    globals_ = (*names.TURN_GLOBALS, *low.globals)
    program = Program(checked.title, everything, names.ENTRY, globals_, low.classes, seats=seats)
    return Lowered(program, seats, low, seen)


def rules_of(checked: Checked, options: Options, warnings: tuple[Diagnostic, ...]) -> Rules:
    """The game of a checked program."""
    lowered = lower(checked)
    low = lowered.lowering
    things = things_of(checked, lowered.visible)
    asks_several = any(each.is_simultaneous for each in walk.inputs(checked))
    kind = Kind(has_chance=_has_chance(checked), is_hidden=_hides(checked), asks_several=lambda: asks_several)
    return Rules(
        title=checked.title,
        draft=lowered.program,
        table=TgdlTable(things, low.messages, low.misfits),
        seats=lowered.seats,
        kind=kind,
        warnings=warnings,
        options=options.given(),
        tries_answers=False,
        flow=partial(flow_of, checked),
        observed=partial(_observed, checked),
    )


@deep_passes()
def _observed(checked: Checked) -> Program:
    return lower(checked, observes=True).program


def _has_chance(checked: Checked) -> bool:
    """Whether anything is shuffled, or a member of a group drawn."""
    if any(each.modifier == "player" and each.target == "member" for each in walk.inputs(checked)):
        return True
    return any(
        isinstance(part, MethodCall) and part.name in ("shuffle", "reshuffle")
        for section in walk.sections(checked)
        for part in walk.expressions(section.block)
    )


def _hides(checked: Checked) -> bool:
    """Whether somebody may not see something: what lies in a deck, what another one holds, a secret answer."""
    if any(each.is_simultaneous for each in walk.inputs(checked)):
        return True
    if any(not _is_open(block) for each in checked.classes for block in each.visible):
        return True
    if any(each.kind == "stack" for each in checked.classes):
        return True
    return any(
        _holds_pieces(attribute.type)
        for each in checked.classes
        if each.scope != "global" and each.kind in ("class", "interactable")
        for attribute in each.attributes.values()
    )


def _is_open(block: Visible) -> bool:
    """Whether a block lets everybody see."""
    match block.body:
        case (Return(value=Const(value=True)),):
            return True
    return False


def _holds_pieces(type_: t.Type) -> bool:
    """Whether pieces are held of which others see the backs: none of their classes says who sees them."""
    match type_:
        case t.Collection(of=item):
            return _holds_pieces(item)
        case t.Object(class_):
            return class_.kind == "interactable" and not any(each.visible for each in class_.line)
    return type_ == t.OfKind("interactable")
