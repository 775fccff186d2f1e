"""Expressions: what each of them computes, assignments included."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import nodes
from parlour.core.builder import NOTHING, effect, negated, op, push, sentence, text
from parlour.core.nodes import Expr, SetGlobal, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, Type
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.bases import INT_BIT, NUMBERS
from parlour.languages.allhandsondeck.check.meaning import Var
from parlour.languages.allhandsondeck.check.types import SERIES
from parlour.languages.allhandsondeck.lower import calls, collections, kinds, operators, ranges
from parlour.languages.allhandsondeck.lower.asking import ask, say
from parlour.languages.allhandsondeck.lower.names import COLLECTIONS, ITEMS, WINNER
from parlour.languages.allhandsondeck.lower.operators import truth
from parlour.languages.allhandsondeck.lower.texts import printed
from parlour.languages.allhandsondeck.lower.writer import Val, Writer
from parlour.syntax.source import Span

_TYPES: dict[type, Type] = {bool: BOOL, int: INT, float: FLOAT, str: STRING, type(None): NONE}
# `x in [...]` with no more constants than these makes no Series.
_MOST_CONSTANTS = 8


def core(w: Writer, expr: c.Expr, bases: int) -> Expr:
    """An expression, whose value has one of these bases."""
    span, value = expr.span, w.value
    match expr:
        case c.Const(_, constant):
            return nodes.Const(constant, _TYPES[type(constant)], span)
        case c.Format(_, parts):
            texts = (text(part, span) if isinstance(part, str) else printed(w, value(part)) for part in parts)
            return sentence(*texts, span=span)
        case c.Local(_, var):
            return w.read(var, span)
        case c.State(_, name):
            return nodes.Global(name, w.low.state_type(name), span)
        case c.Self():
            assert w.object is not None
            return w.object
        case c.Param(_, name):
            assert w.class_name is not None and w.object is not None
            return nodes.Field(w.object, *w.low.hidden_field(w.class_name, name), span)
        case c.Attr(_, c.Self(), name) if w.building is not None:
            return w.building[name] if name in w.building else _not_yet(w, name, bases, span)
        case c.Attr(_, inner, name):
            return calls.attribute(w, value(inner), name, bases, span)
        case c.HelperCall(_, helper, args):
            return calls.call(w, helper, (), args, calls.given(w, args), span)
        case c.MethodCall():
            return calls.method_call(w, expr, bases)
        case c.Print(_, inner):
            return do(say(w, printed(w, value(inner)), span), NOTHING)
        case c.Input():
            return ask(w, expr, bases)
        case c.Random(_, of):
            return ranges.random(w, value(of), bases, span)
        case c.Create():
            return calls.create(w, expr)
        case c.Series(_, items):
            return kinds.new_collection(w, SERIES, _listed(w, items, span))
        case c.Element(_, inner, c.Slice() as cut):
            return collections.sliced(w, value(inner), calls.slice_parts(w, cut), bases, span)
        case c.Element(_, inner, index):
            assert not isinstance(index, c.Slice)
            return collections.element_at(w, value(inner), value(index), bases, span)
        case c.Act():
            return calls.act(w, expr, bases)
        case c.Range(_, start, end, includes_end):
            dots = ".." if includes_end else "..."
            return operators.binary(w, dots, value(start), value(end), w.storage(bases), span)
        case c.Power(_, base, exponent):
            return operators.binary(w, "**", value(base), value(exponent), w.storage(bases), span)
        case c.Sign(_, operator, operand):
            return operators.signed(w, operator, value(operand), bases, span)
        case c.Not(_, operand):
            return negated(truth(w, value(operand)), span)
        case c.Binary():
            return _chain(w, expr)
        case c.Compare():
            return _comparison(w, expr)
        case c.Logic(_, word, operands):
            tests = [truth(w, value(operands[0]))]
            with w.maybe():
                tests += [truth(w, value(other)) for other in operands[1:]]
            return w.logic(word, tests, span)
        case c.Assign():
            stmts, assigned = assign(w, expr)
            return do(stmts, assigned)


def _not_yet(w: Writer, name: str, bases: int, span: Span) -> Expr:
    """An attribute of the object that is being made, before it has a value."""
    failing = nodes.Raise("unset", text(f"'{name}' has no value yet"), span)
    return do([failing], w.unsure(w.fresh("nothing", w.storage(bases))))


def _chain(w: Writer, expr: c.Binary) -> Expr:
    """Operators from the left, without going as deep as there are many of them."""
    spine: list[c.Binary] = []
    first: c.Expr = expr
    while isinstance(first, c.Binary):
        spine.append(first)
        first = first.left
    before = w.place(first)

    def join(left: Expr, link: c.Binary) -> Expr:
        nonlocal before
        known, before = before, w.place(link)
        whole = Val(left, known.bases, known.item.bases)
        return operators.binary(w, link.operator, whole, w.value(link.right), w.storage(before.bases), link.span)

    return w.chain(w.value(first).expr, reversed(spine), join, "sum")


def _comparison(w: Writer, expr: c.Compare) -> Expr:
    """`a < b < c`: each operand once, and no further than it holds."""
    if len(expr.links) == 1:
        operator, operand = expr.links[0]
        listed = _among(w, expr.first, operator, operand, expr.span)
        return listed or operators.compare(w, operator, w.value(expr.first), w.value(operand), expr.span)
    stmts: list[Stmt] = []
    out = w.fresh("holds", BOOL)
    left = w.kept(w.value(expr.first), stmts, "side")
    with w.maybe():
        for number, (operator, operand) in enumerate(expr.links):
            val = w.value(operand)
            # After the first comparison a side is computed only as long as all before it hold.
            side = w.fresh("side", val.expr.type)
            right = Val(w.unsure(side) if number else side, val.bases, val.items)
            holds = nodes.Assign(out.name, operators.compare(w, operator, left, right, expr.span), expr.span)
            inner = (nodes.Assign(side.name, val.expr, operand.span), holds)
            stmts.extend(inner if number == 0 else (nodes.If(((out, inner),), span=expr.span),))
            left = right
    return do(stmts, out)


def _among(w: Writer, sought: c.Expr, operator: str, whole: c.Expr, span: Span) -> Expr | None:
    """`x in ['J', 'Q', 'K']` without making the Series: a comparison with each of the constants."""
    if operator not in ("in", "not in") or not isinstance(whole, c.Series):
        return None
    constants = [item for item in whole.items if isinstance(item, c.Const)]
    bases = w.place(sought).bases
    if not 0 < len(constants) == len(whole.items) <= _MOST_CONSTANTS or not all(
        operators.equals_plainly(w, bases, w.place(item).bases) for item in constants
    ):
        return None
    stmts: list[Stmt] = []
    kept = w.kept(w.value(sought), stmts, "side")
    found = w.logic("or", [operators.equal(w, kept, w.value(item), span) for item in constants], span)
    return do(stmts, found if operator == "in" else negated(found, span))


def _listed(w: Writer, items: Sequence[c.Expr | c.Comprehension], span: Span) -> Expr:
    """A new list of these items."""
    if len(items) == 1 and isinstance(items[0], c.Comprehension):
        return collections.gather(w, items[0])
    plain = [item for item in items if not isinstance(item, c.Comprehension)]
    if len(plain) == len(items):
        return nodes.MakeList(tuple(w.fit(w.value(item).expr, ANY) for item in plain), ITEMS, span)
    out = w.fresh("elements", ITEMS)
    stmts: list[Stmt] = [nodes.Assign(out.name, nodes.MakeList((), ITEMS), span)]
    for item in items:
        if isinstance(item, c.Comprehension):
            stmts.extend(collections.gather_into(w, item, out))
        else:
            stmts.append(push(out, w.fit(w.value(item).expr, ANY), span))
    return do(stmts, out)


# -------------------------------------------------------------------------------------------------------- assignments


def assign(w: Writer, expr: c.Assign) -> tuple[list[Stmt], Expr]:
    """The statements, and the value that was assigned."""
    span = expr.span
    stmts: list[Stmt] = []
    match expr.target:
        case c.Local(_, var) if expr.operator == "+=" and var in w.low.owned.vars:
            return _added(w, var, expr.value, span), w.read(var, span)
        case c.Local(_, var) as target:
            return kinds.bind_variable(w, var, _new_value(w, expr, target), span), w.read(var, span)
        case c.State(_, name) as target:
            type_ = w.low.state_type(name)
            stmts.append(SetGlobal(name, w.fit(_new_value(w, expr, target).expr, type_), span))
            verdict = w.low.verdict
            if verdict is not None and verdict.by == "variable" and verdict.name == name:
                stmts.append(SetGlobal(WINNER, w.fit(nodes.Global(name, type_, span), ANY), span))
            return stmts, nodes.Global(name, type_, span)
        case c.Attr(_, inner, name) as target:
            whole = w.kept(w.value(inner), stmts, "side")
            read = calls.attribute(w, whole, name, w.place(target).bases, target.span)
            kept = w.kept(_new_value(w, expr, target, read), stmts, "new")
            stmts.extend(calls.set_attribute(w, whole, name, kept, span))
            bases = w.low.found.place(expr).bases
            if kept.expr.type == INT and not bases & INT_BIT and bases & NUMBERS:
                # An int that became a float is one.
                return stmts, op("to_float", kept.expr, span=kept.expr.span)
            return stmts, kept.expr
        case c.Element(_, inner, index) as target:
            assert not isinstance(index, c.Slice)
            whole = w.kept(w.value(inner), stmts, "side")
            place = w.kept(w.value(index), stmts, "side")
            read = collections.element_at(w, whole, place, w.place(target).bases, target.span)
            kept = w.kept(_new_value(w, expr, target, read), stmts, "new")
            stmts.extend(collections.set_element(w, whole, kinds.as_int(w, place, "an index"), kept, span))
            return stmts, kept.expr


def _added(w: Writer, var: Var, more: c.Expr, span: Span) -> list[Stmt]:
    """`var += more` where nobody else holds the collection, so that it may grow."""
    whole = w.read(var, span)
    if isinstance(more, c.Series) and len(more.items) == 1 and not isinstance(more.items[0], c.Comprehension):
        word, new = "list_push", w.fit(w.value(more.items[0]).expr, ANY)
    else:
        word, new = "list_extend", kinds.elements_of(w.fit(w.value(more).expr, COLLECTIONS))
    elements = kinds.elements_of(whole)
    return effect(kinds.putting_in(w, whole, new, lambda put: op(word, elements, put, span=span)))


def _new_value(w: Writer, expr: c.Assign, target: c.Target, read: Expr | None = None) -> Val:
    """What is to be assigned; `read` gives the old value where reading it takes more than a name."""
    if expr.operator == "=":
        return w.value(expr.value)
    place = w.place(target)
    old = Val(core(w, target, place.bases) if read is None else read, place.bases, place.item.bases)
    result = w.low.found.operated[expr]
    type_ = w.storage(result.bases)
    new = operators.binary(w, expr.operator[:-1], old, w.value(expr.value), type_, expr.span)
    return Val(new, result.bases, result.item.bases)
