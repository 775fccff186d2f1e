"""Calls: helpers, ACTIONs and who does them, attributes, making objects.

Where inference leaves one function it is called directly. Otherwise the receiver is looked at when the program runs,
the nearest class first, as the language says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from parlour.core import nodes
from parlour.core.builder import NOTHING, TRUE, effect, sentence, text
from parlour.core.nodes import Call, Expr, Raise, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, INT, NONE, ObjectType, Type
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.arguments import Misfit, bind, bind_built_in
from parlour.languages.allhandsondeck.check.bases import NONE_BIT, plain_type
from parlour.languages.allhandsondeck.check.dispatch import Candidate, receiver_type
from parlour.languages.allhandsondeck.check.meaning import Arg, Attribute, Function, Var
from parlour.languages.allhandsondeck.check.types import ACTIONS, HELPERS
from parlour.languages.allhandsondeck.lower import collections, kinds
from parlour.languages.allhandsondeck.lower.collections import Given
from parlour.languages.allhandsondeck.lower.names import COLLECTIONS, ITEMS
from parlour.languages.allhandsondeck.lower.writer import Case, Val, Writer
from parlour.syntax.source import Span

Target = TypeVar("Target")

# ---------------------------------------------------------------------------------------------------------- arguments


def given(w: Writer, args: Sequence[Arg], stmts: list[Stmt] | None = None) -> list[Given]:
    """Arguments in the order in which they are written; with a list of statements, evaluated there."""

    def kept(value: Expr) -> Expr:
        return value if stmts is None else w.keep(value, stmts, "argument")

    found: list[Given] = []
    for arg in args:
        match arg.value:
            case c.Comprehension() as many:
                val = Val(kept(collections.gather(w, many)), w.place(many.value).bases)
                found.append(Given(arg.name, val, arg.span, many=True))
            case c.Slice() as cut:
                start, stop, step = (kept(part) for part in slice_parts(w, cut))
                found.append(Given(arg.name, None, arg.span, slice=(start, stop, step)))
            case value:
                val = w.value(value)
                found.append(Given(arg.name, Val(kept(val.expr), val.bases, val.items), arg.span))
    return found


def slice_parts(w: Writer, cut: c.Slice) -> tuple[Expr, Expr, Expr]:
    start, stop, step = (
        collections.slice_part(w, None if part is None else w.value(part)) for part in (cut.start, cut.stop, cut.step)
    )
    return start, stop, step


def bound_arguments(w: Writer, params: Sequence[Var], args: Sequence[Arg], values: Sequence[Given]) -> list[Expr]:
    """Arguments in the order of the parameters they fit, checked against their types."""
    bound = bind(tuple(args), tuple(var.name for var in params))
    assert not isinstance(bound, Misfit)
    found: dict[int, Expr] = {}
    stmts: list[Stmt] = []
    in_order = bound == sorted(bound)
    for item, number in zip(values, bound, strict=True):
        var = params[number]
        value = w.fit(kinds.bound(w, item.one, var.type, f"'{var.name}'"), w.low.var_type(var))
        # Named arguments may stand in another order than the parameters; they are computed as they are written.
        found[number] = value if in_order else w.keep(value, stmts, "argument")
    ordered = [found[number] for number in range(len(params))]
    if stmts:
        ordered[0] = do(stmts, ordered[0])
    return ordered


# ---------------------------------------------------------------------------------------------------------- functions


def call(
    w: Writer, function: Function, first: Sequence[Expr], args: Sequence[Arg], values: Sequence[Given], span: Span
) -> Expr:
    """A call of a function of the program; `first` are the receiver or the object."""
    return call_with(w, function, [*first, *bound_arguments(w, function.params, args, values)], span)


def call_with(w: Writer, function: Function, parts: Sequence[Expr], span: Span) -> Expr:
    if w.low.acting.is_told(function):
        parts = [*parts, w.acting]
    name, result = w.low.name(function), w.low.result_type(function)
    if result == NONE:
        # Nothing is returned but None; the function gives a number that nobody looks at.
        return do(effect(Call(name, tuple(parts), INT, span)), NOTHING)
    return Call(name, tuple(parts), result, span)


def _failing(message: Expr, span: Span) -> Expr:
    return do([Raise("type", message, span)], NOTHING)


def method_call(w: Writer, expr: c.MethodCall, result: int) -> Expr:
    """A helper on an object: which one depends on the object's class."""
    whole = w.value(expr.object)
    targets: dict[Function | None, int] = {}
    for class_name in w.bases.class_names(whole.bases):
        # None is the built-in one.
        helper = w.low.program.helper_of(class_name, expr.name)
        if helper is not None or (expr.name in HELPERS and HELPERS[expr.name].on in w.bases.lines[class_name]):
            targets[helper] = targets.get(helper, 0) | w.bases.bits[class_name]
    stmts: list[Stmt] = []
    if len(targets) == 1 and not whole.bases & ~sum(targets.values()) & ~NONE_BIT:
        values = given(w, expr.args)
    else:
        whole = w.kept(whole, stmts)
        values = given(w, expr.args, stmts)

    def apply(target: Function | None, bits: int, value: Expr) -> Expr:
        return _apply_helper(w, expr, target, Val(value, bits, whole.items), values)

    return do(stmts, _by_class(w, whole, targets, apply, result, f"{{}} has no helper {expr.name}", expr.span))


def _by_class(
    w: Writer,
    whole: Val,
    targets: dict[Target, int],
    apply: Callable[[Target, int, Expr], Expr],
    result: int,
    blame: str,
    span: Span,
) -> Expr:
    """Chooses by the class of an object. Classes further down come first, because tests let in what extends."""

    def case(target: Target, bits: int, class_name: str) -> Case:
        return Case(bits, ObjectType(class_name), lambda value: apply(target, bits, value))

    type_ = NONE if result == NONE_BIT else w.storage(result)
    if len(targets) == 1:
        ((target, bits),) = targets.items()
        return w.choose(whole, [case(target, bits, w.bases.common(w.bases.class_names(bits)))], type_, blame, span)
    found = [(target, name) for target, bits in targets.items() for name in w.bases.class_names(bits)]
    found.sort(key=lambda item: -len(w.bases.lines[item[1]]))
    cases = [case(target, w.bases.bits[name], name) for target, name in found]
    return w.choose(whole, cases, type_, blame, span)


def _apply_helper(w: Writer, expr: c.MethodCall, target: Function | None, whole: Val, values: Sequence[Given]) -> Expr:
    if target is not None:
        bound = bind(expr.args, tuple(var.name for var in target.params))
        if isinstance(bound, Misfit):
            return _failing(text(f"{expr.name}(): {bound.text}"), expr.span)
        assert target.class_name is not None
        first = w.fit(whole.expr, ObjectType(target.class_name))
        return call(w, target, (first,), expr.args, values, expr.span)
    signature = HELPERS[expr.name]
    fitting = bind_built_in(expr.args, signature)
    if isinstance(fitting, Misfit):
        return _failing(text(f"{expr.name}(): {fitting.text}"), expr.span)
    stmts: list[Stmt] = []
    kept = w.kept(whole, stmts)
    return do(stmts, collections.built_in_helper(w, expr.name, kept, values, signature, expr.span))


# --------------------------------------------------------------------------------------------------------- attributes


def attribute(w: Writer, whole: Val, name: str, result: int, span: Span) -> Expr:
    roots: dict[str, int] = {}
    for class_name in w.bases.class_names(whole.bases):
        root = w.low.field_root(class_name, name)
        if root is not None:
            roots[root] = roots.get(root, 0) | w.bases.bits[class_name]

    def get(root: str) -> Callable[[Expr], Expr]:
        return lambda value: nodes.Field(value, name, w.low.field_type(root, name), span)

    cases = [Case(bits, ObjectType(root), get(root)) for root, bits in roots.items()]
    return w.choose(whole, cases, w.storage(result), f"{{}} has no attribute '{name}'", span)


def set_attribute(w: Writer, whole: Val, name: str, value: Val, span: Span) -> list[Stmt]:
    """`whole.name = value`, both evaluated. The type and whether it is const depend on the class."""
    targets: dict[Attribute, int] = {}
    for class_name in w.bases.class_names(whole.bases):
        found = w.low.program.attribute_of(class_name, name)
        if found is not None:
            targets[found] = targets.get(found, 0) | w.bases.bits[class_name]

    def put(target: Attribute, bits: int, owner: Expr) -> Expr:
        if target.is_const:
            return _failing(text(f"'{name}' of {w.low.program.classes[target.class_name].shown} is const"), span)
        root = w.low.field_root(target.class_name, name)
        assert root is not None
        new = w.fit(kinds.bound(w, value, target.type, f"'{name}'"), w.low.field_type(root, name))
        return do([nodes.SetField(w.fit(owner, ObjectType(root)), name, new, span)], NOTHING)

    return effect(_by_class(w, whole, targets, put, NONE_BIT, f"{{}} has no attribute '{name}'", span))


# ------------------------------------------------------------------------------------------------------------ ACTIONs


def act(w: Writer, expr: c.Act, result: int) -> Expr:
    if expr.receiver is None:
        assert expr.target is not None
        return call(w, expr.target, (), expr.args, given(w, expr.args), expr.span)
    whole = w.value(expr.receiver)
    stmts: list[Stmt] = []
    ways = _ways(w, expr.action, whole)
    if len(ways) != 1 or len(ways[0][0]) != 1 or whole.bases & ~ways[0][1] & ~NONE_BIT:
        whole = w.kept(whole, stmts, "receiver")
        values = given(w, expr.args, stmts)
    else:
        values = given(w, expr.args)
    type_ = NONE if result == NONE_BIT else w.storage(result)
    cases: list[tuple[int, Case]] = []
    for candidates, bits in ways:
        for bit, depth, type_of in _tests(w, bits, len(ways) == 1):

            def do_it(value: Expr, candidates: tuple[Candidate, ...] = candidates, bit: int = bit) -> Expr:
                return _attempt(w, expr, candidates, Val(value, bit, whole.items), values, type_)

            cases.append((-depth, Case(bit, type_of, do_it)))
    cases.sort(key=lambda item: item[0])
    found = [case for _, case in cases]
    return do(stmts, w.choose(whole, found, type_, f"{{}} cannot do {expr.action}", expr.span))


def _ways(w: Writer, action: str, whole: Val) -> list[tuple[tuple[Candidate, ...], int]]:
    """The lists of ACTIONs to try, with the bases for which each is meant; those that can do nothing left out."""
    found: dict[tuple[Candidate, ...], int] = {}
    for bit, _ in w.bases.each(whole.bases & ~NONE_BIT):
        candidates = tuple(w.low.found.dispatch.candidates(action, bit, whole.items))
        if candidates != ("none",):
            found[candidates] = found.get(candidates, 0) | bit
    return list(found.items())


def _tests(w: Writer, bits: int, is_only: bool) -> list[tuple[int, int, Type]]:
    """Tests for these bases, each with its depth in the chain of classes."""
    names = w.bases.class_names(bits)
    plain = [(bit, 0, plain_type(bit)) for bit, _ in w.bases.each(bits & ~w.bases.objects)]
    if is_only and names and not plain:
        return [(bits, 0, ObjectType(w.bases.common(names)))]
    return [*plain, *((w.bases.bits[name], len(w.bases.lines[name]), ObjectType(name)) for name in names)]


def _attempt(
    w: Writer, expr: c.Act, candidates: Sequence[Candidate], whole: Val, values: Sequence[Given], result: Type
) -> Expr:
    """The first of these ACTIONs that fits, when all but the last depend on what a collection holds."""
    if len(candidates) == 1:
        return _perform(w, expr, candidates[0], whole, values)
    stmts: list[Stmt] = []
    kept = w.kept(whole, stmts, "receiver")
    out = NOTHING if result == NONE else w.fresh("done", result)
    arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
    otherwise: tuple[Stmt, ...] = ()
    for number, candidate in enumerate(candidates):
        if candidate == "ambiguous":
            tests = [_holds(w, kept, rival) for rival in _rivals(candidates[number + 1 :])]
            message = sentence(f"more than one {expr.action} fits this ", w.kind(kept.expr), " equally well")
            arms.append((_two_of(tests), (Raise("type", message, expr.span),)))
            continue
        body = tuple(w.store(out, _perform(w, expr, candidate, kept, values)))
        is_last = number == len(candidates) - 1
        if is_last and not (isinstance(candidate, Function) and not _surely_does(w, kept, candidate)):
            otherwise = body
        else:
            assert isinstance(candidate, Function)
            arms.append((_holds(w, kept, candidate), body))
    stmts.append(nodes.If(tuple(arms), otherwise, expr.span) if arms else nodes.If(((TRUE, otherwise),)))
    return do(stmts, out)


def _surely_does(w: Writer, whole: Val, action: Function) -> bool:
    return kinds.surely_is(w, whole, receiver_type(action))


def _holds(w: Writer, whole: Val, action: Function) -> Expr:
    """Whether a collection is what an ACTION's receiver must be."""
    if _surely_does(w, whole, action):
        return TRUE
    return kinds.matches(w, w.fit(whole.expr, ANY), receiver_type(action))


def _rivals(candidates: Sequence[Candidate]) -> list[Function]:
    """The ACTIONs at the head of the list that are equally near."""
    found: list[Function] = []
    for candidate in candidates:
        if not isinstance(candidate, Function):
            break
        type_ = receiver_type(candidate)
        if type_.of is None or (found and receiver_type(found[0]).name != type_.name):
            break
        found.append(candidate)
    return found


def _two_of(tests: Sequence[Expr]) -> Expr:
    """Whether at least two of these hold."""
    first, *others = [nodes.And(one, other) for at, one in enumerate(tests) for other in tests[at + 1 :]]
    found: Expr = first
    for both in others:
        found = nodes.Or(found, both)
    return found


def _perform(w: Writer, expr: c.Act, candidate: Candidate, whole: Val, values: Sequence[Given]) -> Expr:
    name, span = expr.action, expr.span
    if isinstance(candidate, Function):
        bound = bind(expr.args, tuple(var.name for var in candidate.params))
        if isinstance(bound, Misfit):
            return _failing(text(f"{name}: {bound.text}"), span)
        assert candidate.receiver is not None
        first = w.fit(whole.expr, w.low.var_type(candidate.receiver))
        return call(w, candidate, (first,), expr.args, values, span)
    if candidate != "built-in":
        return _failing(sentence(w.kind(whole.expr), f" cannot do {name}"), span)
    signature = ACTIONS[name]
    fitting = bind_built_in(expr.args, signature)
    if isinstance(fitting, Misfit):
        return _failing(text(f"{name}: {fitting.text}"), span)
    stmts: list[Stmt] = []
    kept = Val(w.keep(w.fit(whole.expr, COLLECTIONS), stmts), whole.bases, whole.items)
    return do(stmts, collections.built_in_action(w, name, kept, values, signature, span))


# ----------------------------------------------------------------------------------------------------- making objects


def create(w: Writer, expr: c.Create) -> Expr:
    """A call of the function that makes objects of a class."""
    class_name, span = expr.class_name, expr.span
    values = given(w, expr.args)
    params = w.low.constructor(class_name)
    if params is not None:
        return _make(w, class_name, bound_arguments(w, params, expr.args, values), span)
    bit = w.bases.bits[class_name]
    if not collections.needs_admission(w, bit, collections.spread_bases(w, values)):
        return _make(w, class_name, [collections.own_list(w, values)], span)
    made = _make(w, class_name, [nodes.MakeList((), ITEMS)], span)
    return w.once(made, lambda new: do(collections.fill(w, new, bit, values, span), new))


def _make(w: Writer, class_name: str, parts: Sequence[Expr], span: Span) -> Expr:
    if w.low.is_plain_collection(class_name):
        return kinds.new_collection(w, class_name, parts[0])
    if w.low.acting.makes_concerned(class_name):
        parts = [*parts, w.acting]
    return Call(w.low.maker(class_name), tuple(parts), ObjectType(class_name), span)
