"""The statements of functions and of `@setup`, and the variables they declare."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.languages.senet import codes
from parlour.languages.senet.check import types
from parlour.languages.senet.check.meaning import Construct, EndWord, Function, PassCall
from parlour.languages.senet.check.scope import Scope
from parlour.languages.senet.check.types import BOOL, INT, LOST, NONE, VOID, GroupOf, ListOf, Type
from parlour.languages.senet.check.values import common, construct, conversion, fit, tell_forgotten_type, value
from parlour.languages.senet.check.world import BUILTIN_VARIABLES
from parlour.languages.senet.syntax import tree
from parlour.syntax.diagnostic import Label
from parlour.syntax.suggest import did_you_mean

# How many numbers are written out in advice.
MOST_LISTED = 9


def check_block(scope: Scope, block: tree.Block) -> None:
    with scope.inner():
        check_statements(scope, block.statements)


def check_statements(scope: Scope, statements: Sequence[tree.Statement]) -> None:
    for statement in statements:
        _statement(scope, statement)


def _statement(scope: Scope, statement: tree.Statement) -> None:
    match statement:
        case tree.Declaration():
            _declaration(scope, statement)
        case tree.Evaluate():
            _evaluate(scope, statement)
        case tree.Block():
            check_block(scope, statement)
        case tree.If(_, branches, otherwise):
            for branch in branches:
                _condition(scope, branch.condition)
                check_block(scope, branch.body)
            if otherwise is not None:
                check_block(scope, otherwise)
        case tree.While(_, condition, body):
            _condition(scope, condition)
            scope.loops += 1
            check_block(scope, body)
            scope.loops -= 1
        case tree.For():
            _loop(scope, statement)
        case tree.Break() | tree.Continue():
            if scope.loops == 0:
                word = "break" if isinstance(statement, tree.Break) else "continue"
                hint = "the game ends with `exit();`, and a function with `return;`"
                scope.world.tell(codes.OUTSIDE_LOOP, f"`{word}` stands outside every loop", statement.span, hint)
        case tree.Return():
            _give(scope, statement)


def _condition(scope: Scope, expr: tree.Expr) -> None:
    found = value(scope, expr, BOOL)
    if found not in (BOOL, LOST):
        title = f"a condition is a bool, and this is {types.describe(found)}"
        hint = "compare it with something: `!= 0`" if found is INT else conversion(scope, expr, found, BOOL)
        if isinstance(expr, tree.Assign):
            hint = "`=` gives a value to a variable; `==` compares"
        scope.world.mistype(codes.CONDITION_TYPE, title, expr.span, hint)


def _evaluate(scope: Scope, statement: tree.Evaluate) -> None:
    expr = statement.expr
    if _is_pass(scope, expr):
        assert isinstance(expr, tree.Call)
        _pass_call(scope, expr)
        return
    if _is_end(scope, expr):
        title = "`end` is of the later dialect; the manual has `exit();`"
        scope.world.refuse_if_strict(codes.LATER_DIALECT, title, expr.span)
        scope.checked.meanings[id(expr)] = EndWord()
        return
    tell_forgotten_type(scope, expr)
    found = value(scope, expr)
    if isinstance(expr, tree.Assign):
        _kept_nowhere(scope, expr)
    is_assert = scope.function is not None and scope.function.node is not None and scope.function.node.is_assert
    is_lost = isinstance(expr, tree.Chain) and expr.links[0].operator not in ("and", "or")
    if not is_assert and found is not LOST and (is_lost or not _has_effect(expr)):
        _no_effect(scope, expr)
    if is_assert and not isinstance(expr, tree.Assign) and found not in (BOOL, VOID, LOST):
        title = f"a statement of an `assert` function is a bool, and this is {types.describe(found)}"
        scope.world.mistype(codes.ASSERTED_TYPE, title, expr.span)


def _kept_nowhere(scope: Scope, expr: tree.Assign) -> None:
    """Warns of `n = n;`, and in a constructor of `n = this.n;`, which forgets the argument."""
    match expr.targets, expr.value:
        case (tree.Variable(_, name),), tree.Variable(_, same) if name == same:
            pass
        case (tree.Field(_, tree.This(), tree.Ident(_, name)),), tree.Field(_, tree.This(), tree.Ident(_, same)) if (
            name == same
        ):
            hint = f"leave out the second `this.`: `this.{name} = {name};`" if scope.find(name) else "leave it out"
            scope.world.warn(codes.NO_EFFECT, "this statement changes nothing", expr.span, hint)
            return
        case (tree.Variable(_, name),), tree.Field(_, tree.This(), tree.Ident(_, same)) if name == same:
            if not _is_constructor(scope):
                return
        case _:
            return
    hint = "leave it out, or give it another value"
    if scope.group is not None and scope.group.attribute(name) is not None:
        hint = f"to give the attribute of the instance a value, write `this.{name} = {name};`"
    scope.world.warn(codes.NO_EFFECT, f"this changes no more than the variable `{name}`", expr.span, hint)


def _has_effect(expr: tree.Expr) -> bool:
    """Whether an expression may do more than compute: it assigns, calls or moves something."""
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tree.Assign | tree.Call | tree.Place | tree.Take | tree.Broken):
            return True
        waiting += tree.children(part)
    return False


def _no_effect(scope: Scope, expr: tree.Expr) -> None:
    """A statement that is only a value, which nobody gets."""
    title, hint = "this statement changes nothing", "give its value to a variable, print it, or leave it out"
    if isinstance(expr, tree.Chain) and [link.operator for link in expr.links] == ["=="]:
        title = "this only compares, and nobody asks for the answer"
        hint = f"to give `{expr.first.span.text}` a value, write a single `=`"
    elif isinstance(expr, tree.Chain) and isinstance(expr.first, tree.Variable | tree.Field):
        hint = f"to change `{expr.first.span.text}`, write `{expr.first.span.text} = {expr.span.text};`"
    scope.world.warn(codes.NO_EFFECT, title, expr.span, hint)


def _declaration(scope: Scope, node: tree.Declaration) -> None:
    if scope.is_setup:
        known = scope.world.globals.get(node.name.text)
        type_ = LOST if known is None else known.type
        if node.name.text in BUILTIN_VARIABLES:
            type_ = INT
    else:
        group = scope.world.swapped(node)
        if group is not None:
            scope.declare(node, tree.Ident(node.type.span, node.type.span.text), GroupOf(group.name))
        type_ = scope.world.type(node.type) if group is None else GroupOf(group.name)
    if node.arguments is not None:
        _instance(scope, node, type_)
    elif node.value is not None:
        fit(scope, node.value, type_, codes.ASSIGNED_TYPE, f"`{node.name.text}`")
    if not scope.is_setup:
        scope.declare(node, node.name, type_)


def _instance(scope: Scope, node: tree.Declaration, type_: Type) -> None:
    """`Group name(x, y);`"""
    assert node.arguments is not None
    if isinstance(type_, GroupOf):
        group = scope.world.groups[type_.name]
        construct(scope, group, node.arguments, node.span)
        scope.checked.meanings[id(node)] = Construct(group)
        return
    for argument in node.arguments:
        value(scope, argument)
    if type_ is not LOST:
        title = f"{types.show(type_)} is no group: only instances of groups are made like this"
        given = " = …" if node.arguments else ""
        hint = f"write `{types.show(type_)} {node.name.text}{given};`"
        scope.world.mistype(codes.BAD_CONSTRUCTOR, title, node.span, hint)


def _loop(scope: Scope, node: tree.For) -> None:
    """`for`: the variable is new, with the type of the items where none is written."""
    wanted = None if node.type is None else scope.world.type(node.type)
    found: Type = LOST
    if not node.is_braced:
        items = value(scope, node.items[0])
        if isinstance(items, ListOf):
            found = items.item
            if wanted is not None and not scope.world.fits(found, wanted):
                _not_an_item(scope, node.items[0], found, wanted)
        elif items is not LOST:
            hint = f"to go through one value only, write braces: `{{{node.items[0].span.text}}}`"
            if items is INT:
                hint = f"there is no counting loop: list the values, `in {{{_counted(node.items[0])}}}`, or use `while`"
            title = f"`for` goes through the elements of a list, and this is {types.describe(items)}"
            scope.world.mistype(codes.ELEMENT_TYPE, title, node.items[0].span, hint)
    else:
        found = common(scope, node.items, wanted if isinstance(wanted, GroupOf | ListOf) else None)
        if node.type is not None and wanted is not None and not scope.world.fits(found, wanted):
            title = f"`{node.name.text}` is {types.describe(wanted)}, and these values are not: {types.show(found)}"
            hint = f"leave the type out: `for ({node.name.text} in …)`"
            scope.world.mistype(codes.ELEMENT_TYPE, title, node.type.span, hint)
            wanted = LOST
    type_ = wanted if wanted is not None else found
    if type_ is NONE:
        type_ = VOID
    with scope.inner():
        scope.declare(node, node.name, type_)
        scope.loops += 1
        check_block(scope, node.body)
        scope.loops -= 1


def _counted(count: tree.Expr) -> str:
    """The numbers from 0 on, so many as somebody wants to count who writes `for (i in 3)`."""
    is_small = isinstance(count, tree.Number) and 1 <= count.value <= MOST_LISTED
    return ", ".join(map(str, range(count.value))) if isinstance(count, tree.Number) and is_small else "0, 1, 2"


def _not_an_item(scope: Scope, expr: tree.Expr, found: Type, wanted: Type) -> None:
    title = f"the elements of this list are {types.show(found)}, not {types.show(wanted)}"
    scope.world.mistype(codes.ELEMENT_TYPE, title, expr.span)


def _give(scope: Scope, node: tree.Return) -> None:
    function = scope.function
    if function is None:
        if node.value is not None:
            value(scope, node.value)
        scope.world.tell(codes.OUTSIDE_FUNCTION, "`return` stands outside every function", node.span)
        return
    wanted = function.result
    if node.value is None:
        scope.returned.append((VOID, node))
        if wanted not in (None, VOID, LOST) and not _is_constructor(scope):
            assert wanted is not None
            title = f"`{function.name}` gives {types.describe(wanted)}: `return` needs a value"
            hint = f"write behind it what `{function.name}` gives: `return …;`"
            scope.world.mistype(codes.RETURNED_TYPE, title, node.span, hint)
        return
    found = value(scope, node.value, None if wanted is VOID else wanted)
    scope.returned.append((found, node))
    if wanted is None or wanted is LOST or _is_constructor(scope):
        return
    if wanted is VOID:
        is_first = all(type_ in (VOID, NONE, LOST) for type_, _ in scope.returned[:-1])
        if found not in (VOID, NONE, LOST) and is_first:
            title = f"`{function.name}` is void: it gives no value"
            hint = f"declare it as {types.show(found)}, or leave the value out"
            if function.is_phase:
                title, hint = f"`{function.name}` is a phase: it gives no value", "write `return;`"
            scope.world.mistype(codes.RETURNED_TYPE, title, node.value.span, hint)
    elif not scope.world.fits(found, wanted):
        labels: tuple[Label, ...] = ()
        if function.node is not None and function.node.type is not None:
            labels = (Label(function.node.type.span, "as it says here"),)
        title = f"`{function.name}` gives {types.describe(wanted)}, and this is {types.describe(found)}"
        hint = conversion(scope, node.value, found, wanted)
        hint = hint or f"give another value, or declare `{function.name}` as {types.show(found)}"
        scope.world.mistype(codes.RETURNED_TYPE, title, node.value.span, hint, *labels)


def _is_constructor(scope: Scope) -> bool:
    return scope.group is not None and scope.group.constructor is scope.function


# ------------------------------------------------------------------------------------------------- pass and end


def _is_free(scope: Scope, name: str) -> bool:
    """The program has no such name of its own."""
    known = (*scope.world.functions, *scope.world.globals, *scope.world.groups)
    is_method = scope.group is not None and scope.group.method(name) is not None
    return name not in known and scope.find(name) is None and not is_method


def _is_pass(scope: Scope, expr: tree.Expr) -> bool:
    return (
        isinstance(expr, tree.Call)
        and isinstance(expr.function, tree.Variable)
        and expr.function.name == "pass"
        and _is_free(scope, "pass")
    )


def _is_end(scope: Scope, expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Variable) and expr.name == "end" and _is_free(scope, "end")


def _pass_call(scope: Scope, expr: tree.Call) -> None:
    """`pass(phase, player);`"""
    title = "`pass` is of the later dialect; in the manual the turn passes by itself"
    scope.world.refuse_if_strict(codes.LATER_DIALECT, title, expr.function.span)
    if len(expr.arguments) != 2:
        hint = "it takes a phase and the player who is on move there"
        scope.world.tell(codes.ARGUMENT_COUNT, f"`pass` takes 2 arguments, not {len(expr.arguments)}", expr.span, hint)
        return
    target, player = expr.arguments
    fit(scope, player, INT, codes.ARGUMENT_TYPE, "the player of `pass`")
    phase = _phase(scope, target)
    if phase is not None:
        scope.checked.meanings[id(expr)] = PassCall(phase, player)


def _phase(scope: Scope, target: tree.Expr) -> Function | None:
    name = target.name if isinstance(target, tree.Variable) else ""
    found = scope.world.functions.get(name)
    if found is None or not found.is_phase:
        phases = [known.name for known in scope.world.functions.values() if known.is_phase]
        if not name or name not in scope.world.lost:
            hint = did_you_mean(name, phases) or f"the phases are {', '.join(phases)}"
            scope.world.tell(codes.BAD_PASS, f"`{target.span.text}` is no phase of @turns", target.span, hint)
        return None
    if found.formals:
        scope.world.tell(codes.BAD_PASS, f"the phase `{name}` takes arguments: it can only be called", target.span)
        return None
    return found
