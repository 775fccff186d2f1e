"""The static rules of AllHandsOnDeck, all of them checked before anything runs.

Declarations first (`declarations.py`), then which names are game state, then every body: statements here, expressions
in `resolver.py`. Out comes a `Checked` program, in which every name is resolved, and all that was found on the way.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check import names
from parlour.languages.allhandsondeck.check.declarations import World, declare
from parlour.languages.allhandsondeck.check.meaning import Checked, Function, Var
from parlour.languages.allhandsondeck.check.report import Report
from parlour.languages.allhandsondeck.check.resolver import Resolver
from parlour.languages.allhandsondeck.check.scope import Scope
from parlour.languages.allhandsondeck.check.types import Type
from parlour.languages.allhandsondeck.pragmas import check_pragmas
from parlour.languages.allhandsondeck.syntax import tree
from parlour.syntax.diagnostic import Diagnostic

__all__ = ["Checked", "check_program"]

# What a declaration asks for until it gets it.
_ASKED = ("int", "float", "bool")


def check_program(program: tree.Program, *, strict: bool = False) -> tuple[Checked | None, list[Diagnostic]]:
    """The program with its names resolved, and what was found; None if there is no main to begin with."""
    report = Report(strict)
    world = declare(program, report)
    for function, body in world.bodies:
        if function.kind in ("action", "main"):
            _find_state(world, function, body)
    for function, body in world.bodies:
        _Body(_scope(world, function, body)).fill(function, body)
    for attribute, value in world.values:
        class_ = world.classes[attribute.class_name]
        scope = Scope(world, None, class_.name, {var.name: var for var in class_.params or ()}, has_self=True)
        attribute.value = Resolver(scope).expression(value)
    for name, class_tree in world.trees.items():
        _super_arguments(world, name, class_tree)
    check_pragmas(program.pragmas, world)
    if world.main is None:
        return None, report.found
    pragmas = tuple(pragma.text for pragma in program.pragmas)
    state = tuple(world.state)
    return Checked(world.classes, world.actions, world.helpers, world.main, state, pragmas), report.found


def _find_state(world: World, function: Function, body: tree.Block | tree.Expr) -> None:
    assert isinstance(body, tree.Block)
    own = {var.name for var in function.params}
    if function.receiver is not None:
        own.add(function.receiver.name)
    own.update(name.text for name, _ in names.declared(body))
    for target in names.assigned(body):
        if target.name not in own:
            world.state.setdefault(target.name)


def _super_arguments(world: World, name: str, item: tree.Class) -> None:
    class_ = world.classes[name]
    params = {var.name: var for var in class_.params or ()}
    resolver = Resolver(Scope(world, None, name, params))
    if item.arguments is not None:
        class_.super_args = resolver.arguments(item.arguments)
    if class_.params is not None and class_.base is not None:
        resolver.check_constructor(class_.base, class_.super_args, item.name.span if not item.arguments else item.span)


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
        for name, written in names.declared(body):
            _declare_local(world, scope, name, written)
    if function.kind in ("helper", "attribute"):
        attributes = {} if function.class_name is None else world.attributes(function.class_name)
        for target in names.assigned(body):
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
        world.report.error(codes.REDECLARED, f"'{name.text}' is {what} already", name.span, hint="choose another name")
    else:
        known.type = type_


class _Body(Resolver):
    """Resolves the statements of one function."""

    def fill(self, function: Function, body: tree.Block | tree.Expr) -> None:
        if isinstance(body, tree.Block):
            function.body = self.block(body)
            if function.kind in ("helper", "attribute") and may_end(body):
                what = f"the helper {function.name}" if function.kind == "helper" else f"the value of {function.name}"
                first = function.span.source.span(function.span.start, function.span.start + len(function.name))
                self.report.tolerate(
                    codes.NO_RESULT,
                    f"{what} may end without `return` and a value; it is None then",
                    first if function.kind == "helper" else function.span,
                    hint="let every way through it end in `return` and a value",
                )
        else:
            value = self.expression(body)
            function.body = (c.Return(value.span, value),)

    def block(self, block: tree.Block | None) -> c.Block:
        return () if block is None else tuple(self.statements(block))

    def statements(self, block: tree.Block) -> Iterator[c.Stmt]:
        for statement in block.statements:
            found = self.statement(statement)
            if found is not None:
                yield found

    def statement(self, item: tree.Statement) -> c.Stmt | None:
        span = item.span
        match item:
            case tree.Pass():
                return None
            case tree.Return(_, value):
                if self.scope.kind == "main":
                    self.report.error(
                        codes.RETURN_IN_MAIN, "main cannot return", span, hint="the game is over when main ends"
                    )
                return c.Return(span, None if value is None else self.expression(value))
            case tree.Declare(_, _, name, value):
                return self.declaration(item, name)
            case tree.Evaluate(_, value):
                return c.Evaluate(span, self.expression(value))
            case tree.If(_, branches, otherwise):
                arms = tuple((self.expression(branch.condition), self.block(branch.body)) for branch in branches)
                return c.If(span, arms, self.block(otherwise))
            case tree.While(_, condition, body, otherwise):
                return c.While(span, self.expression(condition), self.block(body), self.block(otherwise))
            case tree.For(_, name, values, body):
                over = self.expression(values)
                var = self.scope.locals[name.text]
                self.permissions.reach(var, over)
                return c.For(span, var, over, self.block(body))
            case tree.Repeat(_, count, body):
                return c.For(span, None, self.expression(count), self.block(body))

    def declaration(self, item: tree.Declare, name: tree.Ident) -> c.Stmt:
        value = None if item.value is None else self.expression(item.value)
        var = self.scope.locals[name.text]
        if isinstance(value, c.Input) and value.options is None and var.type is not None and var.type.name in _ASKED:
            value = c.Input(value.span, None, Type(var.type.name))
        return c.Declare(item.span, var, value)


def may_end(block: tree.Block) -> bool:
    """Whether control can come to the end of a block, or to a `return` without a value."""
    bare = any(isinstance(item, tree.Return) and item.value is None for item in names.statements(block))
    return bare or _runs_through(block)


def _runs_through(block: tree.Block) -> bool:
    return all(_goes_on(statement) for statement in block.statements)


def _goes_on(statement: tree.Statement) -> bool:
    """Whether control can come to what stands after a statement."""
    match statement:
        case tree.Return():
            return False
        case tree.If(_, branches, otherwise):
            return otherwise is None or any(map(_runs_through, [*(part.body for part in branches), otherwise]))
        case tree.While(_, tree.Truth(_, True)):
            return False
        case tree.While(_, _, _, otherwise):
            return otherwise is None or _runs_through(otherwise)
    return True
