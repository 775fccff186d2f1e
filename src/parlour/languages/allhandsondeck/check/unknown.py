"""Says what is wrong with a name that means nothing where it stands, and what may be meant."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.check.declarations import World
from parlour.languages.allhandsondeck.check.meaning import Expr, Function
from parlour.languages.allhandsondeck.check.scope import Scope
from parlour.languages.allhandsondeck.check.types import ACTIONS, FUNCTIONS, HELPERS
from parlour.languages.allhandsondeck.syntax import tree
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean


def unknown_name(scope: Scope, name: str, span: Span) -> None:
    """A name in small letters that is no variable."""
    world, class_name = scope.world, scope.class_name
    if name in world.helpers or name in FUNCTIONS:
        world.report.error(codes.NOT_A_VALUE, f"{name} is a helper, not a value", span, hint=f"call it: {name}(…)")
    elif class_name is not None and name in world.attributes(class_name):
        world.report.error(
            codes.UNKNOWN_NAME,
            f"the attribute '{name}' does not exist yet where the super class gets its arguments",
            span,
            hint="use the constructor's parameters here",
        )
    elif class_name is not None and scope.has_self and world.has_helper(class_name, name):
        world.report.error(codes.NOT_A_VALUE, f"{name} is a helper, not a value", span, hint=f"call it: {name}()")
    elif name not in world.lost:
        hint = did_you_mean(name, [*world.state, *scope.locals, *scope.params])
        if not hint and name == "self":
            hint = "there is no self: attributes and helpers of the object are called by their names alone"
        hint = hint or "game state is made by an assignment in an ACTION"
        world.report.error(codes.UNKNOWN_NAME, f"undeclared identifier '{name}'", span, hint=hint)


def bare_name(world: World, name: str, span: Span) -> None:
    """The name of a class or an ACTION where a value should be."""
    if name in world.classes:
        what, hint = "a class", f"make an object of it: {name}(…)"
    elif name in world.actions or name in ACTIONS:
        what, hint = "an ACTION", f"do it: do {name}"
    else:
        if name not in world.lost:
            hint = did_you_mean(name, [*world.classes, *world.actions])
            world.report.error(codes.UNKNOWN_CLASS, f"there is no class {name}", span, hint=hint)
        return
    world.report.error(codes.NOT_A_VALUE, f"{name} is {what}, not a value", span, hint=hint)


def unknown_attribute(scope: Scope, value: Expr, name: tree.Ident) -> None:
    """`value.name`, and nothing that the value can be has such an attribute."""
    world, known, possible = scope.world, scope.class_of(value), scope.possible(value)
    title = f"{known or 'no class'} has {'an' if known is None else 'no'} attribute '{name.text}'"
    hint = did_you_mean(name.text, {other for class_name in possible for other in world.attributes(class_name)})
    if any(world.has_helper(class_name, name.text) for class_name in possible):
        hint = f"it is a helper: call it, .{name.text}()"
    world.report.error(codes.UNKNOWN_ATTRIBUTE, title, name.span, hint=hint)


def unknown_method(scope: Scope, value: Expr, name: tree.Ident) -> None:
    """`value.name(…)`, and nothing that the value can be has such a helper."""
    world, known, possible = scope.world, scope.class_of(value), scope.possible(value)
    title = f"{known or 'no class'} has {'a' if known is None else 'no'} helper {name.text}"
    helpers = {other for class_name in possible for other in world.classes[class_name].helpers}
    hint = did_you_mean(name.text, [*helpers, *HELPERS])
    if any(name.text in world.attributes(class_name) for class_name in possible):
        hint = f"it is an attribute: .{name.text}"
    elif not hint and name.text in world.helpers:
        hint = f"it belongs to no class: {name.text}(…)"
    world.report.error(codes.UNKNOWN_HELPER, title, name.span, hint=hint)


def unknown_helper(scope: Scope, name: tree.Ident) -> None:
    """`name(…)`, and there is no such helper here."""
    world = scope.world
    owners = [
        class_.shown
        for class_ in world.classes.values()
        if name.text in class_.helpers or (name.text in HELPERS and class_.name == HELPERS[name.text].on)
    ]
    known = [*world.helpers, *FUNCTIONS]
    if scope.class_name is not None:
        known.extend(helper for owner in world.line(scope.class_name) for helper in world.classes[owner].helpers)
    hint = did_you_mean(name.text, known)
    if owners:
        hint = f"it is a helper of {owners[0]}: call it on an object, x.{name.text}(…)"
    world.report.error(codes.UNKNOWN_HELPER, f"there is no helper {name.text}", name.span, hint=hint)


def unknown_action(world: World, name: tree.Ident) -> None:
    """`do NAME`, and there is no such ACTION."""
    hint = did_you_mean(name.text, [*world.actions, *ACTIONS]) or f"declare it: when do {name.text}:"
    world.report.error(codes.UNKNOWN_ACTION, f"there is no ACTION {name.text}", name.span, hint=hint)


def no_receiver(world: World, act: tree.Act, named: Sequence[Function]) -> None:
    """`do NAME` alone, and all ACTIONs of this name are done by somebody."""
    name = act.action.text
    who = ACTIONS[name].on if not named else str(named[0].receiver and named[0].receiver.type)
    example = f"{who.split('<')[0].lower()} do {name}"
    world.report.error(
        codes.RECEIVER_MISSING,
        f"{name} is done by a {who}, and nobody stands before `do`",
        act.span,
        hint=f"say who does it: {example}",
        also=[(action.span, "declared with a receiver") for action in named[:1]],
    )
