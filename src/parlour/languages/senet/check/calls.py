"""Calls: of functions, phases, methods and built-in functions, of groups as constructors, and `pass` and `end`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast, get_args

from parlour.languages.senet import codes
from parlour.languages.senet.check import values as check_values
from parlour.languages.senet.check.meaning import (
    GEOMETRIES,
    Builtin,
    BuiltinCall,
    Construct,
    Function,
    FunctionCall,
    Group,
    Local,
    MethodCall,
    PassCall,
)
from parlour.languages.senet.check.types import INT, LOST, STR, VOID, GroupOf, Type, describe, show
from parlour.languages.senet.check.world import PREFIX, canonical
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean

if TYPE_CHECKING:
    from parlour.languages.senet.check.bodies import Body

BUILTINS: tuple[str, ...] = get_args(Builtin)

# What built-in functions take and give; `print` takes anything that has a text.
_FORMALS: dict[str, tuple[Type, ...]] = {"read": (INT,), "stoi": (STR,), "itos": (INT,)}
_RESULTS: dict[str, Type] = {"read": STR, "stoi": INT, "itos": STR, "rand": INT}
_LATER = ("rand", "clear_input")


def call(body: Body, expr: tree.Call) -> Type:
    match expr.function:
        case tree.Variable(name=name):
            return _named(body, expr, expr.function, name)
        case tree.Field(_, tree.Variable(name=subject), name) if subject == PREFIX[:-1] and not body.find(subject):
            group = body.world.group(PREFIX + name.text, expr.function.span)
            if group is not None:
                return _construct(body, expr, group)
    if isinstance(expr.function, tree.Field):
        return _method(body, expr, expr.function)
    found = check_values.value(body, expr.function)
    if found is not LOST:
        title = f"only functions are called, and this is {describe(found)}"
        body.world.mistype(codes.NOT_A_FUNCTION, title, expr.function.span)
    return _lost(body, expr)


def _named(body: Body, expr: tree.Call, callee: tree.Variable, name: str) -> Type:
    world = body.world
    own = None if body.group is None else body.group.method(canonical(name))
    if own is not None and body.group is not None:
        title = f"`{name}` is a method of `{body.group.name}`: the manual wants `this.{name}(…)`"
        world.tolerate(codes.NO_THIS, title, callee.span, f"write `this.{name}(…)`")
        _arguments(body, expr, f"`{name}`", own.formals, own.node)
        body.checked.meanings[id(expr)] = MethodCall(body.group, own, None)
        return body.result_of(own)
    if name in world.functions:
        function = world.functions[name]
        _arguments(body, expr, f"`{name}`", function.formals, function.node)
        body.checked.meanings[id(expr)] = FunctionCall(function)
        return body.result_of(function)
    if name in BUILTINS:
        return _builtin(body, expr, callee, name)
    group = None if body.resolve_variable(callee) is not None else world.group(name, callee.span)
    if group is not None:
        return _construct(body, expr, group)
    _unknown(body, callee)
    return LOST if name == "pass" else _lost(body, expr)


def _unknown(body: Body, callee: tree.Variable) -> None:
    name, world = callee.name, body.world
    if name in world.lost:
        return
    if name == "pass":
        world.tell(codes.BAD_PASS, "`pass(phase, player);` is a statement of its own", callee.span)
        return
    if body.resolve_variable(callee) is not None:
        title = f"`{name}` is a variable, and only functions are called"
        world.mistype(codes.NOT_A_FUNCTION, title, callee.span)
        return
    owners = [group.name for group in world.groups.values() if name in group.methods]
    hint = did_you_mean(name, [*world.functions, *BUILTINS, *world.groups, *(body.group.methods if body.group else ())])
    if owners and not hint:
        hint = f"`{owners[0]}` has a method of this name: call it on an instance"
    world.tell(codes.UNKNOWN_FUNCTION, f"there is no function `{name}`", callee.span, hint)


def _method(body: Body, expr: tree.Call, callee: tree.Field) -> Type:
    subject = check_values.value(body, callee.subject)
    if subject is LOST:
        return _lost(body, expr)
    if not isinstance(subject, GroupOf):
        title = f"{describe(subject)} has no methods, so no `{callee.name.text}`"
        body.world.tell(codes.UNKNOWN_MEMBER, title, callee.name.span)
        return _lost(body, expr)
    group = body.world.groups[subject.name]
    found = group.method(canonical(callee.name.text))
    if found is None:
        if group.attribute(callee.name.text) is not None:
            title = f"`{callee.name.text}` is an attribute, and only methods are called"
            body.world.mistype(codes.NOT_A_FUNCTION, title, callee.name.span, "leave the parentheses out")
        else:
            body.world.unknown_member(group, callee.name, called=True)
        return _lost(body, expr)
    _arguments(body, expr, f"`{callee.name.text}`", found.formals, found.node)
    body.checked.meanings[id(expr)] = MethodCall(group, found, callee.subject)
    return body.result_of(found)


def _builtin(body: Body, expr: tree.Call, callee: tree.Variable, name: str) -> Type:
    if name in _LATER:
        title = f"`{name}` is of the later dialect; the manual does not have it"
        body.world.refuse_if_strict(codes.LATER_DIALECT, title, callee.span)
    elif name == "itos":
        title = "`itos` is used in the manual's sample, but not among its built-in functions"
        body.world.refuse_if_strict(codes.NOT_IN_MANUAL, title, callee.span)
    body.checked.meanings[id(expr)] = BuiltinCall(cast(Builtin, name))
    if name == "print":
        _count(body, expr, "`print`", 1)
        for argument in expr.arguments:
            found = check_values.value(body, argument)
            if found not in (STR, LOST):
                title = f"in the manual `print` takes a str, and this is {describe(found)}"
                body.world.refuse_if_strict(codes.PRINTED_TYPE, title, argument.span)
        return VOID
    formals = [Local("x", type_) for type_ in _FORMALS.get(name, ())]
    _arguments(body, expr, f"`{name}`", formals, None)
    return _RESULTS.get(name, VOID)


# ------------------------------------------------------------------------------------------------- constructors


def _construct(body: Body, expr: tree.Call, group: Group) -> Type:
    construct(body, group, expr.arguments, expr.span)
    body.checked.meanings[id(expr)] = Construct(group)
    return GroupOf(group.name)


def construct(body: Body, group: Group, arguments: Sequence[tree.Expr], span: Span) -> None:
    """A new instance of a group with these arguments for its constructor."""
    builder, constructor = group.builder()
    if constructor is not None:
        _fit_all(body, arguments, f"`{group.name}`", constructor.formals, span, constructor.node)
    elif builder.name in GEOMETRIES:
        formals = [Local(name, INT) for name in GEOMETRIES[builder.name]]
        if not arguments:
            example = f"{builder.name}({', '.join('8' for _ in formals)})"
            hint = f"give its size: `group {group.name}({example})`" if group.node is not None else f"write `{example}`"
            title = f"`{group.name}` does not say how large the board is"
            body.world.tell(codes.BAD_CONSTRUCTOR, title, span, hint)
        else:
            _fit_all(body, arguments, f"`{builder.name}`", formals, span, None)
    else:
        _fit_all(body, arguments, f"`{group.name}`", [], span, None)
        if group.geometry is None and group.extends("Board"):
            title = f"`{group.name}` is a Board without a shape"
            hint = "extend one of Boards.Rect, Boards.Line, Boards.Loop, Boards.Hex"
            body.world.tell(codes.BAD_CONSTRUCTOR, title, span, hint)


# ---------------------------------------------------------------------------------------------------- arguments


def _arguments(body: Body, expr: tree.Call, what: str, formals: Sequence[Local], node: tree.Function | None) -> None:
    _fit_all(body, expr.arguments, what, formals, expr.span, node)


def _fit_all(
    body: Body,
    arguments: Sequence[tree.Expr],
    what: str,
    formals: Sequence[Local],
    span: Span,
    node: tree.Function | None,
) -> None:
    if len(arguments) != len(formals):
        _wrong_count(body, what, len(formals), len(arguments), span, formals)
        for argument in arguments:
            check_values.value(body, argument)
        return
    for argument, formal in zip(arguments, formals, strict=True):
        name = f"`{formal.name}` of {what}" if node is not None else f"what {what} takes"
        body.fit(argument, formal.type, codes.ARGUMENT_TYPE, name)


def _count(body: Body, expr: tree.Call, what: str, wanted: int) -> None:
    if len(expr.arguments) != wanted:
        _wrong_count(body, what, wanted, len(expr.arguments), expr.span, ())


def _wrong_count(body: Body, what: str, wanted: int, given: int, span: Span, formals: Sequence[Local]) -> None:
    takes = {0: "no arguments", 1: "1 argument"}.get(wanted, f"{wanted} arguments")
    listed = ", ".join(f"{show(formal.type)} {formal.name}" for formal in formals)
    hint = f"it takes ({listed})" if listed else ""
    body.world.tell(codes.ARGUMENT_COUNT, f"{what} takes {takes}, not {given}", span, hint)


def _lost(body: Body, expr: tree.Call) -> Type:
    for argument in expr.arguments:
        check_values.value(body, argument)
    return LOST


# ------------------------------------------------------------------------------------------------- pass and end


def _is_free(body: Body, name: str) -> bool:
    """The program has no such name of its own."""
    known = (*body.world.functions, *body.world.globals, *body.world.groups)
    is_method = body.group is not None and body.group.method(name) is not None
    return name not in known and body.find(name) is None and not is_method


def is_pass(body: Body, expr: tree.Expr) -> bool:
    return (
        isinstance(expr, tree.Call)
        and isinstance(expr.function, tree.Variable)
        and expr.function.name == "pass"
        and _is_free(body, "pass")
    )


def is_end(body: Body, expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Variable) and expr.name == "end" and _is_free(body, "end")


def pass_call(body: Body, expr: tree.Call) -> None:
    """`pass(phase, player);`"""
    title = "`pass` is of the later dialect; in the manual the turn passes by itself"
    body.world.refuse_if_strict(codes.LATER_DIALECT, title, expr.function.span)
    if len(expr.arguments) != 2:
        hint = "it takes a phase and the player who is on move there"
        body.world.tell(codes.ARGUMENT_COUNT, f"`pass` takes 2 arguments, not {len(expr.arguments)}", expr.span, hint)
        return
    target, player = expr.arguments
    body.fit(player, INT, codes.ARGUMENT_TYPE, "the player of `pass`")
    phase = _phase(body, target)
    if phase is not None:
        body.checked.meanings[id(expr)] = PassCall(phase, player)


def _phase(body: Body, target: tree.Expr) -> Function | None:
    name = target.name if isinstance(target, tree.Variable) else ""
    found = body.world.functions.get(name)
    if found is None or not found.is_phase:
        phases = [known.name for known in body.world.functions.values() if known.is_phase]
        if not name or name not in body.world.lost:
            hint = did_you_mean(name, phases) or f"the phases are {', '.join(phases)}"
            body.world.tell(codes.BAD_PASS, f"`{target.span.text}` is no phase of @turns", target.span, hint)
        return None
    if found.formals:
        body.world.tell(codes.BAD_PASS, f"the phase `{name}` takes arguments: it can only be called", target.span)
        return None
    return found
