"""The static rules of AllHandsOnDeck, all of them checked before anything runs.

Declarations first (`declarations.py`), then which names are game state, then every body (`resolver.py`).
Out comes a `Checked` program, in which every name is resolved, and all that was found on the way.
"""

from __future__ import annotations

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.check.declarations import World, declare
from parlour.languages.allhandsondeck.check.meaning import Checked, Function, Var
from parlour.languages.allhandsondeck.check.report import Report
from parlour.languages.allhandsondeck.check.resolver import Resolver
from parlour.languages.allhandsondeck.check.scope import Scope, assigned, declared
from parlour.languages.allhandsondeck.pragmas import FORMS, Pragmas
from parlour.languages.allhandsondeck.syntax import tree
from parlour.languages.pragmas import read_notes
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.suggest import did_you_mean

__all__ = ["Checked", "check_program"]


def check_program(program: tree.Program, *, strict: bool = False) -> tuple[Checked | None, list[Diagnostic]]:
    """The program with its names resolved, and what was found; None if there is no main to begin with."""
    report = Report(strict)
    world = declare(program, report)
    for function, body in world.bodies:
        if function.kind in ("action", "main"):
            _find_state(world, function, body)
    for attribute, value in world.values:
        class_ = world.classes[attribute.class_name]
        scope = Scope(world, None, class_.name, {var.name: var for var in class_.params or ()}, has_self=True)
        scope.attribute = attribute.name
        attribute.value = Resolver(scope).expression(value)
    for function, body in world.bodies:
        Resolver(_scope(world, function, body)).fill(function, body)
    for name, class_tree in world.trees.items():
        _super_arguments(world, name, class_tree)
    world.unknown.tell_gathered()
    pragmas = _pragmas(program, world)
    if world.main is None:
        return None, report.found
    state = tuple(world.state)
    return Checked(world.classes, world.actions, world.helpers, world.main, state, pragmas), report.found


def _pragmas(program: tree.Program, world: World) -> Pragmas:
    """What the notes say; warns of those in no known form, and of names that nothing has."""
    known = set(world.state)
    for class_ in world.classes.values():
        known.update(class_.attributes, class_.helpers)
    pragmas = read_notes(program.notes, FORMS, Pragmas(), codes.UNKNOWN_PRAGMA, world.report.found.append)
    is_whole = program.is_sound and not any(item.is_error for item in world.report.found)
    for name, span in pragmas.named:
        # Where something is wrong, the name may be meant to be there: it is told when the rest is right.
        if name not in known and is_whole:
            title = f"there is no variable, attribute or helper {name}"
            hint = did_you_mean(name, known) or "name a variable of the game, or an attribute or helper of a class"
            world.report.warn(codes.UNKNOWN_PRAGMA, title, span, hint=hint)
    return pragmas


def _find_state(world: World, function: Function, body: tree.Block | tree.Expr) -> None:
    assert isinstance(body, tree.Block)
    own = {var.name for var in function.params}
    if function.receiver is not None:
        own.add(function.receiver.name)
    own.update(name.text for name, _ in declared(body))
    for target in assigned(body):
        if target.name not in own:
            world.state.setdefault(target.name)


def _super_arguments(world: World, name: str, item: tree.Class) -> None:
    class_ = world.classes[name]
    params = {var.name: var for var in class_.params or ()}
    resolver = Resolver(Scope(world, None, name, params))
    if item.arguments is not None:
        class_.super_args = resolver.arguments(item.arguments)
    if class_.params is not None and class_.base is not None:
        resolver.check_constructor(
            class_.base, class_.super_args, item.name.span if not item.arguments else item.base.span
        )


def _scope(world: World, function: Function, body: tree.Block | tree.Expr) -> Scope:
    """Where a function stands, with all its locals."""
    scope = Scope(world, function, function.class_name, has_self=function.class_name is not None)
    params = {var.name: var for var in function.params}
    if function.kind == "attribute":
        scope.params = params
    else:
        scope.locals.update(params)
    if function.receiver is not None:
        scope.locals[function.receiver.name] = function.receiver
    if isinstance(body, tree.Block):
        for name, written in declared(body):
            _declare_local(world, scope, name, written)
    if function.kind in ("helper", "attribute"):
        attributes = {} if function.class_name is None else world.attributes(function.class_name)
        for target in assigned(body):
            taken = target.name in attributes or target.name in world.state or target.name in scope.params
            if not taken and target.name not in scope.locals:
                scope.locals[target.name] = Var(target.name)
    return scope


def _declare_local(world: World, scope: Scope, name: tree.Ident, written: tree.TypeName | None) -> None:
    known = scope.locals.get(name.text)
    if written is None:
        if known is None:
            scope.locals[name.text] = Var(name.text)
        return
    type_ = world.type(written)
    if known is None:
        scope.locals[name.text] = Var(name.text, type_)
    elif known.is_parameter or (known.type is not None and known.type != type_):
        what = "a parameter" if known.is_parameter else f"declared as {known.type}"
        world.error(codes.REDECLARED, f"'{name.text}' is {what} already", name.span, hint="choose another name")
    else:
        known.type = type_
