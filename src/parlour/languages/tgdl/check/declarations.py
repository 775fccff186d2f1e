"""Definitions: classes of all kinds with their members, functions, turns. Heads first, bodies later.

`declare` makes all symbols and knows their types before any body is checked, so that the order of definitions does not
matter; what is in the bodies waits in `World.later`, in the order of declaration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal, TypeVar, cast

from parlour.languages.tgdl import codes
from parlour.languages.tgdl.check import meaning, statements, types, values
from parlour.languages.tgdl.check.files import File, see
from parlour.languages.tgdl.check.members import built_in_members
from parlour.languages.tgdl.check.report import Report
from parlour.languages.tgdl.check.scope import Role, Scope
from parlour.languages.tgdl.check.statements import looking_block, misplaced
from parlour.languages.tgdl.check.values import article
from parlour.languages.tgdl.check.world import World, built_in_classes
from parlour.languages.tgdl.syntax import tree
from parlour.languages.tgdl.syntax.scanner import COLLECTIONS
from parlour.syntax.diagnostic import Label
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean

T = TypeVar("T", bound=tree.Node)

_HOLDS: dict[str, tuple[tuple[type, ...], str]] = {
    "class": (
        (tree.Attribute, tree.Function, tree.Action, tree.Visible),
        "a class holds attributes, functions and actions",
    ),
    "interactable": (
        (tree.Attribute, tree.Function, tree.Action, tree.Visible),
        "an interactable holds attributes, functions and actions",
    ),
    "stack": (
        (tree.Returns, tree.Attribute, tree.Function, tree.Default),
        "a stack holds `returns`, attributes, functions and a default",
    ),
    "tile": ((tree.Attribute, tree.Function), "a tile holds attributes and functions"),
    "connection": ((tree.Attribute, tree.Function), "a connection holds attributes and functions"),
    "event": ((tree.Attribute, tree.Function), "an event holds attributes and functions"),
    "board": (
        (tree.Attribute, tree.Function, tree.Group, tree.Default),
        "a board holds attributes, functions, groups and a default",
    ),
    "turn": ((tree.Phase, tree.Default), "a turn holds phases and a default"),
    "function": ((tree.Input, tree.Returns, tree.Effect), "a function holds inputs, `returns` and an effect"),
    "action": (
        (tree.Input, tree.Require, tree.Trigger, tree.Priority, tree.Effect, tree.Information),
        "an action holds inputs, requires, triggers, a priority and an effect",
    ),
    "phase": ((tree.Input, tree.Effect), "a phase holds inputs and an effect"),
    "group": (
        (tree.Geometry, tree.Orientation, tree.Grid, tree.Default),
        "a group holds a geometry, an orientation, a grid and a default",
    ),
    "visible": ((tree.Filter,), "a visible holds a filter and a default"),
}
# What a body has at most once, and what two of them are called.
_ONCE: dict[type, str] = {
    tree.Effect: "effects",
    tree.Returns: "`returns`",
    tree.Default: "defaults",
    tree.Priority: "priorities",
    tree.Geometry: "geometries",
    tree.Orientation: "orientations",
    tree.Grid: "grids",
    tree.Information: "informations",
    tree.Filter: "filters",
}


# Walks up to the ancestors of a class must stay short, however long a program is.
MOST_ANCESTORS = 100
# What to do about a second definition of something.
AGAIN = "leave one of them out, or give it another name"


def declare(files: list[File], report: Report) -> World:
    """All symbols of a game."""
    world = World(report, files, *built_in_classes())
    world.classes += [world.choice_event, world.blank_tile, world.connection]
    forms: dict[meaning.Class, tree.Definition] = {}
    heads: list[tuple[File, tree.Item, meaning.Class | meaning.Function | meaning.Turn]] = []
    for file in files:
        for item in file.program.items:
            symbol = new_symbol(world, file, item)
            if symbol is not None:
                heads.append((file, item, symbol))
                if isinstance(symbol, meaning.Class) and isinstance(item, tree.Definition):
                    forms[symbol] = item
    for file in files:
        see(file, report)
    name_apart(world)
    for class_, form in forms.items():
        find_base(world, class_, form)
    break_circles(world, forms)
    ready: set[meaning.Class] = set()
    bodies: dict[meaning.Class | meaning.Function | meaning.Turn, list[Callable[[], None]]] = {}
    for _, _, symbol in heads:
        if isinstance(symbol, meaning.Class):
            for class_ in reversed(symbol.line):
                if class_ not in ready and class_ in forms:
                    ready.add(class_)
                    bodies[class_] = members(world, world.file_of[class_], class_, forms[class_])
    number_actions(world)
    for file, item, symbol in heads:
        match symbol, item:
            case meaning.Function(), tree.Function():
                bodies[symbol] = [function_head(world, file, None, symbol, item)]
            case meaning.Turn(), tree.Definition():
                bodies[symbol] = turn_head(world, file, symbol, item)
    by_item = {id(item): symbol for _, item, symbol in heads}
    for file in files:
        for item in file.program.items:
            if isinstance(item, tree.Setup):
                world.later.append(partial(setup, world, file, item))
            elif id(item) in by_item:
                world.later += bodies.get(by_item[id(item)], [])
    return world


def new_symbol(world: World, file: File, item: tree.Item) -> meaning.Class | meaning.Function | meaning.Turn | None:
    """The symbol of a definition, if its name is free."""
    if not isinstance(item, tree.Definition | tree.Function):
        return None
    name = item.name
    symbol: meaning.Class | meaning.Function | meaning.Turn
    match item:
        case tree.Definition(kind="turn"):
            symbol = meaning.Turn(name.text, name.span)
            world.turns.append(symbol)
        case tree.Definition():
            kind = cast("types.Kind", item.kind)
            symbol = meaning.Class(name.text, kind, name.span, len(world.classes), item.scope or "local")
            world.classes.append(symbol)
            world.file_of[symbol] = file
        case _:
            symbol = meaning.Function(name.text, None, name.span)
            world.functions.append(symbol)
            if item.is_override:
                report_override(world, item.name, "function")
    known = file.own.get(name.text)
    if known is not None:
        before = Label(known.span, "the first")
        world.report.lacks_names = True  # one of the two is another, by whose name it is used
        world.report.error(
            codes.DUPLICATE, f"there is a definition `{name.text}` already", name.span, before, hint=AGAIN
        )
    elif name.text in world.built_in or name.text in COLLECTIONS:
        hint = "choose another name"
        world.report.error(codes.DUPLICATE, f"`{name.text}` is a class that TGDL has itself", name.span, hint=hint)
        # What the rest of the text means by the name is not said again.
        world.report.lost.add(name.text)
    else:
        file.own[name.text] = symbol
    return symbol


def report_override(world: World, name: tree.Ident, what: str) -> None:
    hint = f"leave out `override`: it belongs to a {what} of a derived class"
    world.report.error(codes.OVERRIDE, f"{name.text} overrides nothing", name.span, hint=hint)


def name_apart(world: World) -> None:
    """Two definitions of one name, in different files, are shown with the names of their files."""
    for symbols in (world.classes, world.turns):
        counts = Counter(each.name for each in symbols)
        for each in symbols:
            file = each.span.source.name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
            each.shown = each.name if counts[each.name] == 1 else f"{file}.{each.name}"


def find_base(world: World, class_: meaning.Class, form: tree.Definition) -> None:
    if form.base is None:
        return
    report = world.report
    base = world.class_named(world.file_of[class_], form.base.name, form.base.qualifier)
    if base is None:
        if not form.base.of:
            world.tell_unknown_type(world.file_of[class_], form.base)
        else:
            hint = f"give it an attribute instead: `{form.base.span.text} items = {{}};`"
            report.error(codes.BAD_BASE, "a collection is no base class", form.base.span, hint=hint)
        world.baseless.add(class_)
        return
    if base.is_built_in:
        world.baseless.add(class_)
        hint = f"leave it out: `{class_.kind} {class_.name} {{ … }}`"
        report.error(codes.BAD_BASE, f"nothing can be derived from {base.name}", form.base.span, hint=hint)
        return
    if base.kind != class_.kind:
        title = f"{article(class_.kind)} cannot be derived from {article(base.kind)}"
        label = Label(base.span, f"`{base.name}` is {article(base.kind)}")
        hint = f"write `{base.kind} {class_.name} : {base.name}`, or make {base.name} {article(class_.kind)}"
        report.error(codes.BAD_BASE, title, form.base.span, label, hint=hint)
        world.baseless.add(class_)
        world.told_names.add(("interactable", base.name))
        return
    class_.base = base


def break_circles(world: World, forms: dict[meaning.Class, tree.Definition]) -> None:
    """After this every class has few ancestors, and none is its own."""
    for class_, form in forms.items():
        if form.base is not None and any(each is class_ for each in ancestors(class_)):
            hint = "one of these classes is the first, and has no base: leave out its `: …`"
            world.report.error(codes.BAD_BASE, f"{class_.name} is derived from itself", form.base.span, hint=hint)
            class_.base = None
    for class_, form in forms.items():
        if form.base is not None and len(ancestors(class_)) == MOST_ANCESTORS:
            title = f"{class_.name} has {MOST_ANCESTORS} ancestors or more"
            world.report.error(codes.BAD_BASE, title, form.base.span, hint="derive it from one of the first")
            class_.base = None
    # The scope of a class that does not say it is that of its base.
    for class_, form in forms.items():
        for each in reversed(class_.line):
            if each.base is not None and forms[each].scope is None:
                each.scope = each.base.scope
        base = class_.base
        if base is not None and form.scope is not None and form.scope != base.scope and form.base is not None:
            title = f"{class_.name} is {form.scope}, but {base.name} is {base.scope}"
            hint = "a derived class has the scope of its base"
            world.report.error(codes.BAD_BASE, title, form.base.span, hint=hint)


def ancestors(class_: meaning.Class) -> list[meaning.Class]:
    """Those nearest to a class, its base first; there may be a circle of them."""
    found: list[meaning.Class] = []
    while class_.base is not None and len(found) < MOST_ANCESTORS:
        class_ = class_.base
        found.append(class_)
    return found


# Bodies of definitions


def allowed(world: World, kind: str, what: str, parts: Sequence[tree.Part]) -> list[tree.Part]:
    """The parts that may stand in a body of this kind; the others are reported, and so is what is there twice."""
    classes, hint = _HOLDS[kind]
    found: list[tree.Part] = []
    seen: dict[type, tree.Part] = {}
    for part in parts:
        if kind == "board" and isinstance(part, tree.Geometry | tree.Orientation | tree.Grid):
            name = what.partition(" ")[2]
            if ("board", name) not in world.told_names:
                misplaced(
                    world, part, "a board", "it stands in a group: `group Places { geometry square; grid { … } }`"
                )
            world.told_names.add(("board", name))
            continue
        if not isinstance(part, classes):
            misplaced(world, part, article(kind), hint)
            continue
        first = seen.setdefault(type(part), part)
        if first is not part and type(part) in _ONCE:
            before = Label(line_of(first.span), "the first")
            title = f"{what} has two {_ONCE[type(part)]}"
            world.report.error(codes.PARTS, title, line_of(part.span), before, hint="leave one of them out")
            continue
        found.append(part)
    return found


def line_of(span: Span) -> Span:
    """The first line of something long."""
    return span.source.span(span.start, span.start + len(span.text.split("\n", 1)[0].rstrip()))


def only(parts: Sequence[tree.Part], kind: type[T]) -> T | None:
    return next((part for part in parts if isinstance(part, kind)), None)


def members(world: World, file: File, class_: meaning.Class, form: tree.Definition) -> list[Callable[[], None]]:
    """The members of a class; what comes back are its bodies."""
    what = f"{form.kind} {class_.name}"
    parts = allowed(world, form.kind, what, form.parts)
    later: list[Callable[[], None]] = []
    taken: dict[str, Span] = {}
    for part in parts:
        match part:
            case tree.Attribute(span, type_form, name, value):
                type_ = world.type_of(file, type_form)
                attribute = meaning.Attribute(name.text, class_, type_, span)
                if is_free(world, class_, name, taken, "attribute"):
                    class_.attributes[name.text] = attribute
                if value is not None:
                    later.append(partial(attribute_value, world, file, attribute, value))
            case tree.Function(span, is_override, name, _):
                function = meaning.Function(name.text, class_, name.span)
                if is_free(world, class_, name, taken, "function", is_override=is_override):
                    class_.functions[name.text] = function
                if is_override:
                    function.overrides = None if class_.base is None else class_.base.function(name.text)
                later.append(function_head(world, file, class_, function, part))
            case tree.Action(span, is_override, name, _, _):
                action = meaning.Action(
                    name.text, class_, name.span, 0, meaning.Var("event", types.OfKind("event"), name.span)
                )
                if is_free(world, class_, name, taken, "action", is_override=is_override):
                    class_.actions[name.text] = action
                if is_override:
                    action.overrides = None if class_.base is None else class_.base.action(name.text)
                later += action_head(world, file, class_, action, part)
            case tree.Group(span, name, _):
                if is_free(world, class_, name, taken, "group"):
                    later += group_head(world, file, class_, part)
            case tree.Visible():
                world.report.extension("the proposal has no `visible`", line_of(part.span))
                later.append(partial(visible, world, file, class_, part))
            case tree.Returns():
                deck_content(world, file, class_, part)
            case tree.Default(_, body):
                later.append(partial(default_block, world, file, class_, body, what))
            case _:
                pass
    is_missing = class_.kind == "stack" and class_.holds is None and only(parts, tree.Returns) is None
    if is_missing and "returns" not in world.report.lost:
        hint = "say what it holds: `returns Card;`"
        world.report.error(codes.DECK, f"{what} needs `returns`", class_.span, hint=hint)
    return later


def is_free(
    world: World,
    class_: meaning.Class,
    name: tree.Ident,
    taken: dict[str, Span],
    what: str,
    *,
    is_override: bool = False,
) -> bool:
    """Whether a member may have this name here."""
    report, text = world.report, name.text
    if text in taken:
        before = Label(taken[text], "the first")
        report.error(codes.DUPLICATE, f"{class_.name} has a member `{text}` already", name.span, before, hint=AGAIN)
        return False
    taken[text] = name.span
    if text in built_in_members(class_.kind):
        hint = "choose another name"
        title = f"every {class_.kind} has a member `{text}` by itself"
        report.error(codes.BUILT_IN_MEMBER, title, name.span, hint=hint)
        return False
    base = class_.base
    if is_override:
        inherited = base is not None and (base.function(text) if what == "function" else base.action(text))
        if not inherited and class_ not in world.baseless and text not in report.lost:
            hint = f"{base.name} has no {what} {text}" if base is not None else f"{class_.name} has no base class"
            hint += ": leave out `override`, or derive from one that has it"
            report.error(codes.OVERRIDE, f"{text} overrides nothing", name.span, hint=hint)
        return True
    if base is None:
        return True
    known = base.function(text) or base.action(text)
    if known is not None and what in ("function", "action"):
        title = f"{text} already exists in {known.owner.name if known.owner else base.name}: write override"
        report.error(
            codes.OVERRIDE, title, name.span, Label(known.span, "here"), hint=f"`override {what} {text} {{ … }}`"
        )
        return False
    other = base.attribute(text) or base.group(text) or known
    if other is not None:
        report.error(
            codes.DUPLICATE,
            f"{base.name} has a member `{text}` already",
            name.span,
            Label(other.span, "here"),
            hint=f"leave it out: what {base.name} has, {class_.name} has, too; or give it another name",
        )
        return False
    return True


def attribute_value(world: World, file: File, attribute: meaning.Attribute, value: tree.Init) -> None:
    what = f"attribute {attribute.name} of {attribute.owner.name}"
    scope = Scope(world, file, "value", what, attribute.owner, types.Object(attribute.owner))
    attribute.value = values.init(scope, value, attribute.type)


def default_block(world: World, file: File, class_: meaning.Class, body: tree.Block, what: str) -> None:
    scope = Scope(world, file, "default", f"the default of {what}", class_, types.Object(class_))
    class_.default = statements.block(scope, body)


def deck_content(world: World, file: File, class_: meaning.Class, form: tree.Returns) -> None:
    inherited = None if class_.base is None else class_.base.holds
    if inherited is not None:
        hint = f"leave it out: a {class_.base.name if class_.base else ''} holds {inherited.name}"
        world.report.error(codes.DECK, "a derived stack holds what its base holds", form.span, hint=hint)
        return
    if form.type is None:
        world.report.error(codes.DECK, "`returns` names what the stack holds", form.span, hint="write `returns Card;`")
        class_.content = None
        return
    type_ = world.type_of(file, form.type)
    if isinstance(type_, types.Object) and type_.of.kind == "interactable":
        class_.content = type_.of
    elif type_ != types.BROKEN:
        hint = "what players touch is written `interactable Card { … }`"
        if isinstance(type_, types.Collection) and isinstance(type_.of, types.Object):
            hint = f"it is the collection itself: say what it holds, `returns {type_.of.of.shown};`"
            class_.content = type_.of.of if type_.of.of.kind == "interactable" else class_.content
        if isinstance(type_, types.Object):
            hint = f"what players touch is written `interactable {type_.of.name} {{ … }}`, not `{type_.of.kind}`"
            world.told_names.add(("interactable", type_.of.name))
        world.report.error(codes.DECK, "a stack holds objects of an interactable", form.type.span, hint=hint)


# Functions and actions


def is_told(world: World, owner: meaning.Class | None, form: tree.Function) -> bool:
    """Whether it has been said already that a function overrides nothing, or that it should."""
    if form.is_override:
        return True
    return owner is not None and owner.base is not None and owner.base.function(form.name.text) is not None


def tell_no_result(
    world: World, what: str, form: tree.Function, given_back: list[tree.Return], *, is_said: bool
) -> None:
    """A function that gives values does not say of which type, or (`is_said`) that it gives none: `returns;`."""
    kind = "bool" if any(_is_condition(each.value) for each in given_back) else "number"
    if is_said:
        hint = f"say what it returns: `returns {kind};`, or leave out the value"
        world.report.error(codes.RETURN, f"{what} returns nothing", given_back[0].span, hint=hint)
        return
    title, hint = f"{what} does not say what it returns", f"write its type before the effect: `returns {kind};`"
    label = Label(given_back[0].span, "a value is returned here")
    world.report.error(codes.RETURN, title, form.name.span, label, hint=hint)


def function_head(
    world: World, file: File, owner: meaning.Class | None, function: meaning.Function, form: tree.Function
) -> Callable[[], None]:
    what = f"function {function.name}"
    parts = allowed(world, "function", what, form.parts)
    inputs: list[tuple[meaning.Input, tree.Input]] = []
    returns: tree.Returns | None = None
    overridden = function.overrides
    is_override = overridden is not None
    if overridden is not None:
        function.inputs, function.result = overridden.inputs, overridden.result
        only_effect(world, what, parts)
    else:
        for part in parts:
            if isinstance(part, tree.Input):
                inputs.append((statements.input_head(world, file, part, "function"), part))
        function.inputs = tuple(each for each, _ in inputs)
        returns = only(parts, tree.Returns)
        is_typed = returns is not None and returns.type is not None
        given_back = [] if is_typed else [each for each in _returns(parts) if each.value is not None]
        if given_back:
            function.result = types.BROKEN
            if not is_told(world, owner, form):
                tell_no_result(world, what, form, given_back, is_said=returns is not None)
        elif returns is None and not form.is_override:
            world.report.tolerance.slip(
                codes.NO_RETURNS,
                f"{what} does not say what it returns",
                Label(form.name.span),
                hint="write `returns number;`, or `returns;` if it gives no value",
                kind="static",
            )
        elif returns is not None and returns.type is not None:
            function.result = world.type_of(file, returns.type)
    effect = only(parts, tree.Effect)

    def check() -> None:
        this = None if owner is None else types.Object(owner)
        scope = Scope(world, file, "function", what, owner, this, result=function.result, version=function)
        if is_override:
            for each in function.inputs:
                scope.add(each.var)
        for each, part in inputs:
            statements.input_body(scope, each, part)
        if effect is not None:
            before = len(world.report.found)
            function.body = statements.block(scope, effect.body)
            # A value that stands there alone has been told as one that is to be returned.
            is_seen = any(each.code == codes.NO_EFFECT for each in world.report.found[before:])
            ends_game = any(tree.nearest(effect.body, frozenset({tree.Winner})))
            is_silent = scope.answers == 0 and file.program.is_sound and not is_seen and not ends_game
            if returns is not None and returns.type is not None and is_silent:
                hint = f"end it with `return …;`, of {returns.type.span.text}"
                title = f"{what} says what it returns, and has no `return`"
                world.report.warn(codes.NO_ANSWER, title, returns.span, hint=hint)
            result, is_read = function.result, scope.answers > 0 and file.program.is_sound
            if isinstance(result, types.Plain) and is_read and not is_override and not is_left(effect.body.statements):
                last = effect.span.source.span(effect.span.end - 1, effect.span.end)
                title = f"{what} may come to its end without a value"
                hint = f"end it with `return …;`, of {types.shown(result)}"
                world.report.warn(codes.NO_ANSWER, title, last, hint=hint)

    return check


def is_left(statements: Sequence[tree.Statement]) -> bool:
    """Whether every way through these statements returns a value, ends the game or goes on for ever."""
    for each in statements:
        match each:
            case tree.Return() | tree.Winner():
                return True
            case tree.Block(statements=inner) if is_left(inner):
                return True
            case tree.If(branches=branches, otherwise=otherwise) if otherwise is not None:
                if all(is_left(block.statements) for block in (*(each.body for each in branches), otherwise)):
                    return True
            case tree.While(condition=tree.Truth(value=True)) | tree.For(condition=None):
                return True
    return False


def _returns(parts: Sequence[tree.Part]) -> Iterator[tree.Return]:
    """The `return` statements of an effect."""
    effect = only(parts, tree.Effect)
    return iter(()) if effect is None else tree.nearest(effect.body, frozenset({tree.Return}))


def only_effect(world: World, what: str, parts: Sequence[tree.Part]) -> None:
    for part in parts:
        if not isinstance(part, tree.Effect):
            hint = "inputs, requires, triggers, priority and result are those of the base; leave it out"
            title = f"an override has an effect and nothing else: {what} has more"
            world.report.error(codes.OVERRIDE, title, line_of(part.span), hint=hint)
            return


def action_head(
    world: World, file: File, owner: meaning.Class, action: meaning.Action, form: tree.Action
) -> list[Callable[[], None]]:
    what = f"action {action.name}"
    parts = allowed(world, "action", what, form.parts)
    effect = only(parts, tree.Effect)
    inputs: list[tuple[meaning.Input, tree.Input]] = []
    triggers: list[tuple[meaning.Trigger, tree.Trigger]] = []
    overridden = action.overrides
    is_override = overridden is not None
    if overridden is not None:
        ranked: list[tree.Part] = [form.priority] if form.priority is not None else []
        only_effect(world, what, [*ranked, *parts])
        action.inputs, action.triggers, action.event = overridden.inputs, overridden.triggers, overridden.event
        action.priority = overridden.priority
    else:
        action.priority = action_priority(world, action, form, parts)
        for part in parts:
            if isinstance(part, tree.Input):
                inputs.append((statements.input_head(world, file, part, "action"), part))
            elif isinstance(part, tree.Trigger):
                found = trigger_head(world, file, action, part, [each for each, _ in triggers])
                if found is not None:
                    triggers.append((found, part))
        action.inputs = tuple(each for each, _ in inputs)
        action.triggers = tuple(each for each, _ in triggers)
        is_heard = len(triggers) == sum(isinstance(part, tree.Trigger) for part in parts)
        action.event.type = heard(action.triggers) if is_heard else types.BROKEN

    def scope_of(role: Role, body: str, result: types.Type | None, event: meaning.Var) -> Scope:
        return Scope(world, file, role, body, owner, types.Object(owner), event, result, action)

    def check() -> None:
        requires = []
        for part in parts if not is_override else ():
            match part:
                case tree.Require(span, body):
                    scope = scope_of("require", f"the require of action {action.name}", types.BOOL, action.event)
                    requires.append(looking_block(scope, body, span, "require"))
                case tree.Trigger(span, _, _, body):
                    trigger = next((each for each, other in triggers if other is part), None)
                    if trigger is not None:
                        named = f"the trigger {trigger.event.name} of action {action.name}"
                        scope = scope_of("trigger", named, types.BOOL, trigger.var)
                        trigger.body = looking_block(scope, body, span, "trigger")
                case tree.Information(span, body):
                    world.report.extension("the proposal has no `information`", line_of(span))
                    scope = scope_of(
                        "information", f"the information of action {action.name}", types.STRING, action.event
                    )
                    action.information = looking_block(scope, body, span, "information")
                case _:
                    pass
        if not is_override:
            action.requires = tuple(requires)
        scope = scope_of("effect", f"the effect of action {action.name}", None, action.event)
        if is_override:
            for each in action.inputs:
                scope.add(each.var)
        for each, part in inputs:
            statements.input_body(scope, each, part)
        if effect is not None:
            action.effect = statements.block(scope, effect.body)

    return [check]


def action_priority(world: World, action: meaning.Action, form: tree.Action, parts: Sequence[tree.Part]) -> float:
    inner = only(parts, tree.Priority)
    if form.priority is not None and inner is not None:
        before = Label(form.priority.span, "the first")
        title, hint = f"action {action.name} has two priorities", "leave one of them out"
        world.report.error(codes.PARTS, title, inner.span, before, hint=hint)
    priority = form.priority or inner
    return 0.0 if priority is None else priority.value


def trigger_head(
    world: World, file: File, action: meaning.Action, form: tree.Trigger, before: Sequence[meaning.Trigger]
) -> meaning.Trigger | None:
    event = world.class_named(file, form.event.name, form.event.qualifier)
    if event is None:
        world.tell_unknown_type(file, form.event)
        return None
    if event.kind != "event":
        title = f"a trigger names an event, and {event.name} is {article(event.kind)}"
        hint = "what players choose to do has `trigger PlayerChoiceEvent { return true; }`"
        world.report.error(codes.TYPE, title, form.event.span, hint=hint, kind="type")
        return None
    twin = next((each for each in before if each.event is event), None)
    if twin is not None:
        title = f"action {action.name} has two triggers on {event.name}"
        label = Label(line_of(twin.span), "the first")
        world.report.error(codes.DUPLICATE, title, line_of(form.span), label, hint="join them with `||`")
        return None
    priority = action.priority if form.priority is None else form.priority.value
    return meaning.Trigger(event, meaning.Var("event", types.Object(event), form.event.span), priority, (), form.span)


def heard(triggers: Sequence[meaning.Trigger]) -> types.Type:
    """The type of `event` in an action: what all of its triggers have in common."""
    if not triggers:
        return types.OfKind("event")
    for ancestor in triggers[0].event.line:
        if all(each.event.derives(ancestor) for each in triggers):
            return types.Object(ancestor)
    return types.OfKind("event")


def number_actions(world: World) -> None:
    """The order of declaration; an override stands at the place of its base."""
    count = 0
    for class_ in world.classes:
        for action in class_.actions.values():
            action.order = count
            count += 1
    for class_ in world.classes:
        for action in class_.actions.values():
            first = action
            while first.overrides is not None:
                first = first.overrides
            action.order = first.order


def inherit_bodies(world: World) -> None:
    """Requires and informations of overrides are those of their bases, which have been checked by now."""
    for class_ in world.classes:
        for action in class_.actions.values():
            first = action
            while first.overrides is not None:
                first = first.overrides
            action.requires, action.information = first.requires, first.information


def visible(world: World, file: File, class_: meaning.Class, form: tree.Visible) -> None:
    """Who sees which attributes of an object."""
    report = world.report
    parts = allowed(world, "visible", f"the visible of {class_.name}", form.parts)
    if form.names is None:
        hint = "list them: `default { this.rank; }`"
        report.error(
            codes.VISIBLE, "a `visible` says in `default` which attributes it is about", line_of(form.span), hint=hint
        )
    attributes: list[meaning.Attribute] = []
    for name in form.names or ():
        found = class_.attribute(name.text)
        if found is None:
            known = [each.name for each in class_.attribute_line()]
            title = f"{class_.name} has no attribute {name.text}"
            otherwise = f"it has {', '.join(known)}" if known else "it has none"
            report.unknown.tell(codes.UNKNOWN_MEMBER, title, name.text, name.span, known, otherwise=otherwise)
        else:
            attributes.append(found)
    viewer = meaning.Var("viewer", types.PLAYER, form.span)
    body = None
    judging = only(parts, tree.Filter)
    if judging is not None:
        if judging.name is not None:
            hint = "leave out the name: the viewer is called `viewer`"
            report.error(codes.VISIBLE, "the filter of a `visible` has no name", judging.name.span, hint=hint)
        scope = Scope(
            world, file, "visible", f"the visible of {class_.name}", class_, types.Object(class_), result=types.BOOL
        )
        scope.add(viewer, is_fixed=True)
        body = looking_block(scope, judging.body, judging.span, "visible")
    class_.visible = (*class_.visible, meaning.Visible(tuple(attributes), viewer, body, form.span))


# Boards


def group_head(world: World, file: File, board: meaning.Class, form: tree.Group) -> list[Callable[[], None]]:
    report, name = world.report, form.name.text
    parts = allowed(world, "group", f"group {name}", form.parts)
    written = only(parts, tree.Geometry)
    if written is None and "geometry" in report.lost:
        board.groups[name] = meaning.Group(name, board, "square", form.name.span)
        return []
    if written is None:
        hint = "write `geometry square;`, `geometry hex;` or `geometry graph;`"
        report.error(codes.GROUPS, f"group {name} needs a geometry", form.name.span, hint=hint)
        board.groups[name] = meaning.Group(name, board, "square", form.name.span)
        return []
    if written.word.text not in ("square", "hex", "graph"):
        geometries = ("square", "hex", "graph")
        hint = did_you_mean(written.word.text, geometries) or "there are `square`, `hex` and `graph`"
        report.error(codes.GROUPS, f"`{written.word.text}` is no geometry", written.word.span, hint=hint)
        # What the rest of the text says of the group is not complained about.
        board.groups[name] = meaning.Group(name, board, "square", form.name.span)
        return []
    geometry = cast("meaning.Geometry", written.word.text)
    group = meaning.Group(name, board, geometry, form.name.span)
    board.groups[name] = group
    orientation = only(parts, tree.Orientation)
    if geometry == "hex" and orientation is None:
        hint = "write `orientation row;` (a point on top) or `orientation column;` (a side on top)"
        report.error(codes.GROUPS, f"hex group {name} needs an orientation", form.name.span, hint=hint)
    if orientation is not None:
        group.orientation = orientation_of(world, geometry, orientation)
    grid = only(parts, tree.Grid)
    if grid is not None and geometry == "graph":
        hint = "make its tiles in a `default { … }`: `this.add(t); t.connect(other);`"
        report.error(codes.GROUPS, "a graph group has no grid", line_of(grid.span), hint=hint)
    elif grid is not None:
        group.lines = tuple(tuple(cell(world, file, each) for each in line.cells) for line in grid.lines)
    default = only(parts, tree.Default)
    if default is None:
        return []
    body = default.body

    def check() -> None:
        scope = Scope(world, file, "default", f"the default of group {name}", None, types.GroupType(group))
        group.default = statements.block(scope, body)

    return [check]


def orientation_of(world: World, geometry: str, form: tree.Orientation) -> Literal["row", "column"] | None:
    if geometry != "hex":
        hint = "leave it out"
        world.report.error(codes.GROUPS, f"a {geometry} group has no orientation", form.span, hint=hint)
    if form.word.text not in ("row", "column", "col"):
        hint = "there are `row` and `column`"
        world.report.error(codes.GROUPS, f"`{form.word.text}` is no orientation", form.word.span, hint=hint)
        return None
    return "row" if form.word.text == "row" else "column"


def cell(world: World, file: File, form: tree.TypeName | tree.Blank) -> meaning.Class | None:
    if isinstance(form, tree.Blank):
        return None
    type_ = world.type_of(file, form)
    if isinstance(type_, types.Object) and type_.of.kind == "tile":
        return None if type_.of is world.blank_tile else type_.of
    if type_ != types.BROKEN:
        hint = "a place of a board is written `tile Cell { … }`, an empty one `b`"
        world.report.error(codes.GROUPS, f"a grid holds tiles, and {form.span.text} is none", form.span, hint=hint)
    return None


# Turns and setup


def turn_head(world: World, file: File, turn: meaning.Turn, form: tree.Definition) -> list[Callable[[], None]]:
    what = f"turn {turn.name}"
    parts = allowed(world, "turn", what, form.parts)
    if form.base is not None:
        world.report.error(codes.BAD_BASE, "a turn has no base", form.base.span, hint="leave it out")
    later: list[Callable[[], None]] = []
    phases: list[meaning.Phase] = []
    for part in parts:
        if isinstance(part, tree.Phase):
            known = next((each for each in phases if each.name == part.name.text), None)
            if known is not None:
                title = f"{what} has a phase {known.name} already"
                world.report.error(codes.DUPLICATE, title, part.name.span, Label(known.span, "the first"), hint=AGAIN)
            phase = meaning.Phase(part.name.text, part.name.span)
            phases.append(phase)
            later.append(phase_head(world, file, phase, part))
    turn.phases = tuple(phases)
    default = only(parts, tree.Default)
    late = [part for part in parts if isinstance(part, tree.Phase) and default and part.span.start > default.span.start]
    if late and default is not None:
        hint = f"put `phase {late[0].name.text}` before the default"
        labels = (Label(late[0].name.span), Label(line_of(default.span), "the default"))
        title = "the default stands behind all phases"
        world.report.tolerance.slip(codes.MISPLACED, title, *labels, hint=hint, kind="static")
    if default is None and "default" in world.report.lost:
        return later
    if default is None:
        hint = "it says who comes next: `default { return player.active() + 1; }`"
        world.report.error(codes.PARTS, f"{what} needs a default", turn.span, hint=hint)
        return later
    body = default.body

    def check() -> None:
        scope = Scope(world, file, "turn", f"the default of {what}")
        turn.default = statements.block(scope, body)

    return [*later, check]


def phase_head(world: World, file: File, phase: meaning.Phase, form: tree.Phase) -> Callable[[], None]:
    what = f"phase {phase.name}"
    parts = allowed(world, "phase", what, form.parts)
    inputs = [
        (statements.input_head(world, file, part, "phase"), part) for part in parts if isinstance(part, tree.Input)
    ]
    phase.inputs = tuple(each for each, _ in inputs)
    effect = only(parts, tree.Effect)
    if inputs and effect is None:
        hint = "write an `effect { … }` that does something with them, or leave them out"
        world.report.error(codes.PARTS, f"{what} has inputs and no effect", line_of(form.span), hint=hint)

    def check() -> None:
        scope = Scope(world, file, "phase", f"the effect of {what}")
        for each, part in inputs:
            statements.input_body(scope, each, part)
        if effect is not None:
            phase.effect = statements.block(scope, effect.body)

    return check


def setup(world: World, file: File, form: tree.Setup) -> None:
    found = statements.block(Scope(world, file, "setup", "setup"), form.body)
    if world.setup is None:
        world.setup = found


def _is_condition(value: tree.Init | None) -> bool:
    """Whether the form of an expression shows that it is true or false."""
    match value:
        case tree.Truth() | tree.Not():
            return True
        case tree.Chain(links=(link, *_)):
            return link.operator in ("==", "!=", "<", ">", "<=", ">=", "&&", "||")
    return False
