"""What blocks do: filters, requires, triggers, information and visible may only look.

They may not ask, throw, pass or end the game, through functions neither. What they change is undone; whoever means it
says so with `// parlour: trial`. What functions, actions and defaults do is found by going round until nothing more is
found (a least fixpoint over the calls; a call counts for every version that may run).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.languages.tgdl import codes
from parlour.languages.tgdl.check import meaning, walk
from parlour.languages.tgdl.check.meaning import Action, Block, Class, Function, Input, Node
from parlour.languages.tgdl.check.members import methods_of
from parlour.languages.tgdl.check.types import Object, Type
from parlour.languages.tgdl.check.world import Looking, World
from parlour.syntax.diagnostic import Label
from parlour.syntax.source import Span

Doer = Function | Action | Class

# What a block that looks may not do, in the words of a message.
FORBIDDEN = {
    "ask": "ask a player",
    "throw": "throw an event",
    "pass": "pass the turn",
    "end": "end the game",
}
CHANGE = "change"
_TABLE_DEEDS = {"turn.pass": "pass", "turns.use": "pass", "event.throw": "throw", "event.throw_sync": "throw"}
_FRESH = (meaning.MakeList, meaning.MakeTable, meaning.MakeStack, meaning.New)


@dataclass(eq=False, slots=True)
class Doings:
    """What a body does itself, each with its first place, and whom it calls."""

    deeds: dict[str, Span] = field(default_factory=dict)
    calls: list[tuple[Doer, Span]] = field(default_factory=list)


def check_looking(world: World, trials: Iterable[Span]) -> None:
    """Reports blocks that look and act."""
    known = fixpoint(world)
    noted = sorted(trials, key=lambda note: (note.source.name, note.end))
    for block in world.looking:
        own = doings(world, block.body)
        told = False
        for deed, words in FORBIDDEN.items():
            place = own.deeds.get(deed)
            through = next((each for each in own.calls if deed in known[each[0]]), None)
            if place is None and through is None:
                continue
            if place is not None:
                at, label = place, ""
            else:
                assert through is not None
                at, label = through[1], f"`{through[0].name}` does"
            hint = f"a {block.kind} only looks; do this in an effect"
            world.report.error(codes.LOOKING_ACTS, f"{block.what} cannot {words}", at, label=label, hint=hint)
            told = True
        if not told:
            warn_change(world, block, own, known, noted)


def warn_change(
    world: World, block: Looking, own: Doings, known: dict[Doer, dict[str, Span]], trials: list[Span]
) -> None:
    place = own.deeds.get(CHANGE)
    through = next((each for each in own.calls if CHANGE in known[each[0]]), None)
    if (place is None and through is None) or is_trial(block.part, trials):
        return
    hint = "what changes the game stands in an effect; above what is only tried out, write `// parlour: trial`"
    if place is not None:
        world.report.warn(codes.TRIAL, f"{block.what} changes something, which is undone", place, hint=hint)
        return
    assert through is not None
    more = Label(known[through[0]][CHANGE], "here")
    label = f"`{through[0].name}` does"
    world.report.warn(
        codes.TRIAL, f"{block.what} changes something, which is undone", through[1], more, label=label, hint=hint
    )


_NOTHING = re.compile(r"(?:\s|//[^\r\n]*)*")


def is_trial(part: Span, trials: list[Span]) -> bool:
    """Whether a note stands right above a part, or above the line in which it begins. Notes are in order."""
    text = part.source.text
    line = max(text.rfind("\n", 0, part.start), text.rfind("\r", 0, part.start)) + 1
    index = bisect_right(trials, (part.source.name, part.start), key=lambda note: (note.source.name, note.end)) - 1
    if index < 0 or trials[index].source is not part.source:
        return False
    end = trials[index].end
    return any(_NOTHING.fullmatch(text, end, until) for until in (max(line, end), part.start))


def fixpoint(world: World) -> dict[Doer, dict[str, Span]]:
    """All that functions, actions and the making of objects do, also through others."""
    bodies = {doer: doings(world, *blocks) for doer, blocks in doers(world)}
    for doer, found in bodies.items():
        if not isinstance(doer, Class) and any(asks(each) for each in doer.inputs):
            found.deeds.setdefault("ask", doer.span)
    callers: dict[Doer, list[Doer]] = {doer: [] for doer in bodies}
    for doer, found in bodies.items():
        for called, _ in found.calls:
            callers[called].append(doer)
    known = {doer: dict(found.deeds) for doer, found in bodies.items()}
    waiting = list(bodies)
    while waiting:
        doer = waiting.pop()
        for caller in callers[doer]:
            # What a new object does to itself is no change to anybody else.
            more = {deed for deed in known[doer] if deed != CHANGE or not isinstance(doer, Class)}
            if more - known[caller].keys():
                for deed in more:
                    known[caller].setdefault(deed, known[doer][deed])
                waiting.append(caller)
    for doer in known:
        if isinstance(doer, Class):
            known[doer].pop(CHANGE, None)
    return known


def asks(input_: Input) -> bool:
    return input_.modifier == "player"


def doers(world: World) -> Iterator[tuple[Doer, tuple[Block, ...]]]:
    """Everything that can be called, with its blocks; a class stands for the making of an object."""
    for function in world.functions:
        yield function, (function.body,)
    for class_ in world.classes:
        values = tuple(
            (meaning.Evaluate(each.span, each.value),) for each in class_.attribute_line() if each.value is not None
        )
        defaults = tuple(each.default for each in class_.line if each.default)
        groups = tuple(each.default for each in class_.all_groups() if each.default)
        yield class_, (*values, *defaults, *groups)
        for function in class_.functions.values():
            yield function, (function.body,)
        for action in class_.actions.values():
            yield action, (action.effect,)


def doings(world: World, *blocks: Block) -> Doings:
    found = Doings()
    for block in blocks:
        fresh = fresh_variables(block)
        for node in walk.everything(block):
            note(world, found, node, fresh)
    return found


def note(world: World, found: Doings, node: Node | Input, fresh: set[meaning.Var]) -> None:
    """What one node does."""
    match node:
        case Input():
            if asks(node):
                found.deeds.setdefault("ask", node.span)
        case meaning.Winner(span):
            found.deeds.setdefault("end", span)
        case meaning.TableCall(span, _, name):
            if name in _TABLE_DEEDS:
                found.deeds.setdefault(_TABLE_DEEDS[name], span)
        case meaning.Assign(span, target) | meaning.Update(span, target):
            if not isinstance(target, meaning.Local) and not is_fresh(target, fresh):
                found.deeds.setdefault(CHANGE, span)
        case meaning.MethodCall(span, _, name, receiver):
            if methods_of(receiver.type)[name].changes and not is_fresh(receiver, fresh):
                found.deeds.setdefault(CHANGE, span)
        case meaning.FunctionCall(span, _, function, receiver, _, is_base):
            versions = [function] if is_base or receiver is None else list(overriding(world, function, receiver.type))
            found.calls += [(each, span) for each in versions]
        case meaning.ActionCall(span, _, action, receiver, is_base):
            found.calls.append((action, span))
            if not is_base:
                others = (each.action(action.name) for each in below(world, receiver.type))
                found.calls += [(each, span) for each in others if each is not None and each is not action]
        case meaning.New(span, _, class_):
            found.calls.append((class_, span))
        case _:
            pass


def overriding(world: World, function: Function, receiver: Type) -> Iterator[Function]:
    """The versions of a function that may run for a receiver."""
    yield function
    for class_ in below(world, receiver):
        version = class_.functions.get(function.name)
        if version is not None and version is not function:
            yield version


def below(world: World, type_: Type) -> list[Class]:
    """The classes that are derived from that of a receiver."""
    return world.derived(type_.of) if isinstance(type_, Object) else []


def fresh_variables(block: Block) -> set[meaning.Var]:
    """Variables that only ever hold what this block has made: to change it is nobody else's business."""
    fresh: set[meaning.Var] = set()
    other: set[meaning.Var] = set()
    for node in walk.everything(block):
        match node:
            case meaning.Declare(_, var, value) if value is not None:
                (fresh if is_new(value) else other).add(var)
            case meaning.Assign(_, meaning.Local(_, _, var), value) if not is_new(value):
                other.add(var)
            case _:
                pass
    return fresh - other


def is_new(value: meaning.Expr) -> bool:
    match value:
        case meaning.MethodCall(name="copy" | "clone") | meaning.TableCall(name="player.all"):
            return True
        case meaning.Const():
            return True
    return isinstance(value, _FRESH)


def is_fresh(expr: meaning.Expr, fresh: set[meaning.Var]) -> bool:
    """Whether an object, or what it is a part of, was made by this very block."""
    match expr:
        case meaning.Local(_, _, var):
            return var in fresh
        case meaning.Attr(_, _, inner) | meaning.ListItem(_, _, inner) | meaning.TableItem(_, _, inner):
            return isinstance(inner, meaning.Local) and inner.var in fresh
        case meaning.BuiltInAttr(_, _, inner):
            return isinstance(inner, meaning.Local) and inner.var in fresh
    return isinstance(expr, _FRESH)
