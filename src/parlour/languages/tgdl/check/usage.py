"""What a game has and never uses: events, actions, phases, classes with choices, attributes.

Only games are looked at, not components, and only what the main file and the files beside it define: a component that
comes with Parlour may have more than a game needs.
"""

from __future__ import annotations

from dataclasses import field

from parlour.dataclass import dataclass
from parlour.languages.tgdl import codes
from parlour.languages.tgdl.check import meaning, walk
from parlour.languages.tgdl.check.meaning import Action, Attribute, Class, Input, Node, Phase, Turn
from parlour.languages.tgdl.check.types import Collection, Object, OfKind, Type, is_object
from parlour.languages.tgdl.check.world import World
from parlour.syntax.files import COMPONENTS
from parlour.syntax.source import Source


@dataclass(eq=False, slots=True)
class Used:
    """What the blocks of a game do with its symbols."""

    thrown: list[Type] = field(default_factory=list)
    made: set[Class] = field(default_factory=set)
    assigned: list[Type] = field(default_factory=list)
    called: set[tuple[str, Class]] = field(default_factory=set)
    read: set[Attribute] = field(default_factory=set)
    written: set[Attribute] = field(default_factory=set)


def warn_unused(world: World) -> None:
    if world.setup is None:
        return
    used = Used()
    targets: set[Node] = set()
    for section in walk.sections(world):
        for node in walk.everything(section.block):
            if isinstance(node, meaning.Assign | meaning.Update):
                targets.add(node.target)
            use(used, node, targets)
    for class_ in world.classes:
        for line in class_.all_groups():
            used.made.update(cell for row in line.lines for cell in row if cell is not None)
    own = [each for each in world.classes if not each.is_built_in and is_own(each.span.source)]
    for class_ in own:
        if class_.kind == "event":
            warn_event(world, used, class_)
        elif class_.kind in ("class", "interactable"):
            warn_class(world, used, class_)
        for action in class_.actions.values():
            warn_action(world, used, class_, action)
        for attribute in class_.attributes.values():
            warn_attribute(world, used, attribute)
    for turn in world.turns:
        if is_own(turn.span.source):
            warn_turn(world, turn)


def is_own(source: Source) -> bool:
    return not source.name.startswith(COMPONENTS)


def use(used: Used, node: Node | Input, targets: set[Node]) -> None:
    """Notes what a node does; a target of an assignment is written, not read."""
    match node:
        case meaning.TableCall(_, _, "event.throw" | "event.throw_sync", (thrown,)) if thrown is not None:
            used.thrown.append(thrown.type)
        case meaning.New(_, _, class_, fields):
            used.made.add(class_)
            used.written.update(each.attribute for each in fields if isinstance(each.attribute, Attribute))
        case meaning.MethodCall(_, _, "assign", receiver):
            used.assigned.append(receiver.type)
        case meaning.ActionCall(_, _, action):
            used.called.add((action.name, action.owner))
        case meaning.Attr(_, _, _, attribute):
            (used.written if node in targets else used.read).add(attribute)
        case _:
            pass


def warn_event(world: World, used: Used, event: Class) -> None:
    is_thrown = any(may_be(each, event) for each in used.thrown)
    triggers = [t.event for class_ in world.classes for action in class_.actions.values() for t in action.triggers]
    is_heard = any(event.derives(each) or each.derives(event) for each in triggers)
    if not is_thrown:
        hint = f"throw it: `event.throw(new {event.name}());`" if is_heard else "leave it out"
        world.report.warn(codes.UNHEARD_EVENT, f"nobody throws {event.name}", event.span, hint=hint)
    elif not is_heard:
        hint = f"an action hears it: `trigger {event.name} {{ return true; }}`"
        world.report.warn(codes.UNHEARD_EVENT, f"nobody hears {event.name}", event.span, hint=hint)


def may_be(type_: Type, event: Class) -> bool:
    """Whether a value of a type may be an event of a class, or one derived from it."""
    match type_:
        case Object(of):
            return of.derives(event) or event.derives(of)
        case OfKind("event"):
            return True
    return False


def warn_class(world: World, used: Used, class_: Class) -> None:
    """A class with choices that nobody can ever make, because there is no object or it belongs to nobody."""
    choices = [each for each in class_.all_actions() if any(t.event is world.choice_event for t in each.triggers)]
    if not choices or class_.scope == "global":
        return
    if not any(each in used.made for each in (class_, *world.derived(class_))):
        hint = f"make one, `new {class_.name}()`, and assign it to a player"
        world.report.warn(
            codes.UNUSED_CLASS, f"no {class_.name} is ever made, though it has choices", class_.span, hint=hint
        )
        return
    if not any(is_related(each, class_) for each in used.assigned):
        hint = "give it to a player: `x.assign(0);`"
        title = f"no {class_.name} ever belongs to a player, though it has choices"
        world.report.warn(codes.UNUSED_CLASS, title, class_.span, hint=hint)


def is_related(type_: Type, class_: Class) -> bool:
    match type_:
        case Object(of):
            return of.derives(class_) or class_.derives(of)
        case OfKind(kind):
            return kind == class_.kind
    return False


def warn_action(world: World, used: Used, class_: Class, action: Action) -> None:
    if action.overrides is not None:
        return
    refusing = next((each for each in action.requires if always_refuses(each)), None)
    if refusing is not None:
        title = f"action {action.name} can never start: its require always says no"
        world.report.warn(
            codes.IDLE_ACTION, title, refusing[0].span, hint="let it depend on something, or leave the action out"
        )
        return
    deaf = [each for each in action.triggers if always_refuses(each.body)]
    if len(deaf) < len(action.triggers):
        return
    if any(name == action.name and (class_.derives(owner) or owner.derives(class_)) for name, owner in used.called):
        return
    if deaf:
        title = f"action {action.name} can never start: its trigger always says no"
        hint = "let the trigger depend on something, or leave it out and call the action"
        world.report.warn(codes.IDLE_ACTION, title, deaf[0].span, hint=hint)
        return
    hint = "give it a trigger, or call it"
    title = f"action {action.name} can never start: nothing triggers or calls it"
    world.report.warn(codes.IDLE_ACTION, title, action.span, hint=hint)


def always_refuses(block: meaning.Block) -> bool:
    """Whether a block that judges says no wherever it returns."""
    returned = [stmt.value for stmt in walk.statements(block) if isinstance(stmt, meaning.Return)]
    return bool(returned) and all(isinstance(each, meaning.Const) and each.value is False for each in returned)


def warn_attribute(world: World, used: Used, attribute: Attribute) -> None:
    """One that nobody reads. What lies on the table, an event that carries it, and what a global class ends with are
    seen by somebody, if it is ever written; and what an attribute leads to can be chosen."""
    if attribute in used.read or attribute.name == "name" or is_object(element(attribute.type)):
        return
    owner = attribute.owner
    if any(attribute in each.attributes for class_ in (owner, *world.derived(owner)) for each in class_.visible):
        return
    is_seen = owner.kind in ("interactable", "tile", "event", "connection") or owner.scope == "global"
    if is_seen and attribute in used.written:
        return
    at = attribute.span
    hint = "leave it out, or use it"
    title = f"attribute {attribute.name} of {owner.name} is never read"
    world.report.warn(codes.UNREAD_ATTRIBUTE, title, at, hint=hint)


def element(type_: Type) -> Type:
    """What a collection holds in the end."""
    while isinstance(type_, Collection):
        type_ = type_.of
    return type_


def warn_turn(world: World, turn: Turn) -> None:
    """Phases and turns are named by strings: one whose name nobody says is never reached."""
    if len(world.turns) > 1 and turn.name not in world.strings:
        hint = f'use it: `turns.use("{turn.name}");`'
        world.report.warn(codes.UNREACHED_PHASE, f"turn {turn.name} is never used", turn.span, hint=hint)
        return
    for phase in turn.phases[1:]:
        if phase.name not in world.strings:
            warn_phase(world, turn, phase)


def warn_phase(world: World, turn: Turn, phase: Phase) -> None:
    hint = f'pass to it: `turn.pass(player.active(), "{phase.name}");`'
    title = f"nobody passes to phase {phase.name} of turn {turn.name}"
    world.report.warn(codes.UNREACHED_PHASE, title, phase.span, hint=hint)
