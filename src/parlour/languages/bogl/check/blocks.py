"""The types of `let`, `if` and `while`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.languages.bogl import codes
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.operators import common_type
from parlour.languages.bogl.check.tuples import tuple_type
from parlour.languages.bogl.check.types import BOOL, Basic, Expanded, Tuple, components, is_subtype, show, union
from parlour.languages.bogl.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.bogl.check.values import Inference, Mismatch, Variable


def block(
    inference: Inference, expr: tree.Block, wanted: Expanded | None, mismatch: Mismatch | None
) -> typed.Expr | None:
    """A run of `let` and `if`. With `mismatch` every branch must fit what is wanted; else they need a common type."""
    clauses: list[typed.Let | typed.If] = []
    branches: list[typed.Expr] = []
    hidden: list[tuple[str, Variable | None]] = []
    context = inference.context
    for clause in expr.clauses:
        match clause:
            case tree.Let(_, tree.Ident(_, name), value):
                bound = inference.infer(value)
                hidden.append((name, inference.variables.get(name)))
                inference.bind_loop((name,), (None if bound is None else bound.type,), "let")
                if bound is not None:
                    clauses.append(typed.Let(name, bound))
            case tree.If(_, test, result):
                decided = inference.check(test, BOOL, not_a_condition)
                chosen = branch(inference, result, wanted, mismatch)
                if decided is not None and chosen is not None:
                    branches.append(chosen)
                    clauses.append(typed.If(decided, chosen))
    last = branch(inference, expr.result, wanted, mismatch)
    inference.context = context
    for name, variable in reversed(hidden):
        inference.unbind(name, variable)
    if last is None or len(clauses) < len(expr.clauses):
        return None
    kind: Expanded | None = last.type
    for chosen in reversed(branches):
        kind = None if kind is None else common(inference, chosen, last, kind, wanted)
    return None if kind is None else typed.Block(expr.span, kind, tuple(clauses), last)


def branch(
    inference: Inference, expr: tree.Expr, wanted: Expanded | None, mismatch: Mismatch | None
) -> typed.Expr | None:
    return inference.infer(expr, wanted) if mismatch is None else inference.check(expr, wanted, mismatch)


def common(
    inference: Inference, one: typed.Expr, rest: typed.Expr, kind: Expanded, wanted: Expanded | None
) -> Expanded | None:
    """The type that a branch and all that come after it have in common; reports that there is none."""
    joined = inference.world.join(one.type, kind)
    if joined is None and wanted is not None and is_subtype(one.type, wanted) and is_subtype(kind, wanted):
        joined = union(one.type, kind)
    if joined is not None:
        return joined
    hint = "both branches must have the same type"
    title = f"the branches give {show(one.type)} and {show(kind)}"
    if union(one.type, kind) is not None:
        if inference.world.has_unknown:
            return None  # perhaps a type that could not be understood contains both
        title += ", and no declared type contains both"
        example = common_type(one.type, kind)
        hint = f"declare one, for example `{example}`" if example else ""
    labels = (Label(one.span, f"this is {show(one.type)}"), Label(rest.span, f"this is {show(rest.type)}"))
    inference.report(Diagnostic(codes.NO_JOIN, title, labels, hint=hint, kind="type"))
    return None


def not_a_condition(kind: Expanded, span: Span) -> Diagnostic:
    title = f"a condition must be True or False, but this is {show(kind)}"
    return Diagnostic(codes.CONDITION, title, (Label(span),), hint="compare it with something", kind="type")


def loop(inference: Inference, expr: tree.While) -> typed.Expr | None:
    """`while c do e`: changes the variables bound last before it, and is their value at the end.

    A `let` gives its variable the type of its first value, which for a symbol is that symbol alone:
    `let p = A in while … do next(p)` would not get far. So inside a loop such a variable has whatever type
    its first value and the body have in common. It grows until it fits; how far is remembered with the
    loop, so that loops inside loops do not begin anew each time.
    """
    context = inference.context
    if context is None:
        inference.error(
            codes.NO_LOOP_VARIABLE,
            "there is no variable that this loop could change",
            expr.span,
            hint="a loop changes the parameters of its function, or the variable of the innermost `let` around it",
        )
        inference.infer(expr.condition)
        inference.infer(expr.body)
        return None
    outside = tuple(inference.variables[name] for name in context.names)
    types = tuple(variable.type for variable in outside if variable.type is not None)
    kind = tuple_type(inference, types, expr.span) if len(types) == len(outside) else None
    if kind is not None and context.binder == "let":
        kind = inference.loop_types.get(id(expr), kind)
    while True:
        if kind is not None:
            inside = components(kind) if len(context.names) > 1 else (kind,)
            inference.bind_loop(context.names, inside, context.binder)
        body = inference.infer(expr.body, kind)
        if kind is None or body is None or is_subtype(body.type, kind):
            break
        larger = grown(inference, kind, body.type) if context.binder == "let" else None
        if larger is None:
            report_misfit(inference, expr, context.names, kind, body.type)
            body = None
            break
        kind = inference.loop_types[id(expr)] = larger
    condition = inference.check(expr.condition, BOOL, not_a_condition)
    inference.variables |= dict(zip(context.names, outside, strict=True))
    if kind is None or body is None or condition is None:
        return None
    return typed.While(expr.span, kind, context.names, condition, body)


def grown(inference: Inference, kind: Expanded, body: Expanded) -> Expanded | None:
    """The type of a loop's variable made large enough for the body too, if only symbols have to come in."""
    joined = inference.world.join(kind, body)
    return joined if joined is not None and is_only_symbols(kind, joined) else None


def is_only_symbols(small: Expanded, large: Expanded) -> bool:
    """Whether a type grew only where it had nothing but symbols; numbers and the like stay what they are."""
    if small.kernel is Basic.NONE:
        return True
    match small.kernel, large.kernel:
        case Tuple(ones), Tuple(others):
            return small.symbols == large.symbols and all(map(is_only_symbols, ones, others))
    return small == large


def report_misfit(
    inference: Inference, expr: tree.While, names: tuple[str, ...], kind: Expanded, body: Expanded
) -> None:
    shown = names[0] if len(names) == 1 else f"({', '.join(names)})"
    inference.error(
        codes.LOOP_TYPE,
        f"the loop changes `{shown}`, which is {show(kind)}, but its body gives {show(body)}",
        expr.body.span,
        hint=f"the body says what `{shown}` becomes in the next round",
    )
