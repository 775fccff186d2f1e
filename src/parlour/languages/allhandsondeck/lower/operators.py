"""Operators: arithmetic, ranges, comparison, equality, membership and truth.

An operator has *cases*, one for each pair of types that it takes. Where inference leaves one pair it is compiled in
place; otherwise the cases that are possible become a function of their own, shared by all such places.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import builder as build
from parlour.core import nodes, types
from parlour.core.nodes import And, Call, Const, Expr, Is, Narrow, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, Type
from parlour.dataclass import dataclass
from parlour.languages.allhandsondeck.check import bases
from parlour.languages.allhandsondeck.lower import collections, ranges
from parlour.languages.allhandsondeck.lower.names import COLLECTIONS, ELEMENTS, ITEMS
from parlour.languages.allhandsondeck.lower.ranges import as_float
from parlour.languages.allhandsondeck.lower.writer import Case, Val, Writer, decide, gives
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Pair:
    """What an operator does with operands of two types."""

    left: Type
    right: Type
    make: Callable[[Expr, Expr], Expr]


_INT_OPS = {"+": "add", "-": "sub", "*": "mul", "//": "div", "%": "mod", "&": "bit_and", "|": "bit_or", "^": "bit_xor"}
_FLOAT_OPS = {"+": "add", "-": "sub", "*": "mul"}
_FLOAT_ROUTINES = {"/": "quotient", "//": "floor_quotient", "%": "float_remainder", "**": "float_power"}
_ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_NUMBERS = ((FLOAT, FLOAT), (INT, FLOAT), (FLOAT, INT))

# What is wrong with operands that an operator does not take: where each of them stands, 0 the left one and 1 the other.
_FAULTS: dict[str, tuple[str | int, ...]] = {
    "+": ("cannot add ", 0, " and ", 1),
    "-": ("cannot subtract ", 1, " from ", 0),
    "*": ("cannot multiply ", 0, " by ", 1),
    **dict.fromkeys(("/", "//", "%"), ("cannot divide ", 0, " by ", 1)),
    "**": ("cannot raise ", 0, " to the power of ", 1),
    **{sign: (f"`{sign}` needs two ints, not ", 0, " and ", 1) for sign in "&|^"},
    **dict.fromkeys(
        ("..", "..."), ("a range goes between two ints, two numbers or two characters, not ", 0, " and ", 1)
    ),
    **{sign: ("cannot compare ", 0, " with ", 1, f": `{sign}` needs two numbers or two strings") for sign in _ORDER},
}

# --------------------------------------------------------------------------------------------------------- two operands


def binary(w: Writer, operator: str, left: Val, right: Val, result: Type, span: Span | None) -> Expr:
    """Arithmetic, `..` and `...`, or an order."""
    found = _pairs(w, operator, left.bases, right.bases, span)
    if len(found) == 1 and _is_only(w, left, found[0].left) and _is_only(w, right, found[0].right):
        return w.fit(found[0].make(w.fit(left.expr, found[0].left), w.fit(right.expr, found[0].right)), result)

    def body(w: Writer, one: Expr, other: Expr) -> list[Stmt]:
        arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
        for pair in _pairs(w, operator, left.bases, right.bases, None):
            made = pair.make(Narrow(one, pair.left), Narrow(other, pair.right))
            arms.append((And(Is(one, pair.left), Is(other, pair.right)), gives(w.fit(made, result))))
        words = (w.kind(one), w.kind(other))
        message = build.sentence(*(words[part] if isinstance(part, int) else part for part in _FAULTS[operator]))
        return [decide(arms, nodes.Raise("type", message))]

    params = {"left": ANY, "right": ANY}
    name = w.shared(f"{operator} for {left.bases:x} and {right.bases:x} as {result}", params, result, body)
    return Call(name, (w.fit(left.expr, ANY), w.fit(right.expr, ANY)), result, span)


def _is_only(w: Writer, val: Val, type_: Type) -> bool:
    """A value that is of this type or none, which its conversion will complain about."""
    return not val.bases & ~w.bases.mask_of(type_) & ~bases.NONE_BIT


def _pairs(w: Writer, operator: str, left: int, right: int, span: Span | None) -> list[Pair]:
    """The cases of an operator that operands of such bases can be."""
    if operator in _ORDER:
        found = _order_pairs(_ORDER[operator], span)
    elif operator in ("..", "..."):
        found = _range_pairs(w, operator == "..", span)
    else:
        found = _number_pairs(w, operator, span)
        lefts, rights = _many_types(w, left), _many_types(w, right)
        if operator == "+":
            found.append(Pair(STRING, STRING, lambda a, b: build.op("concat", a, b, span=span)))
            found += [Pair(a, b, lambda a, b: collections.joined(w, a, b, span)) for a in lefts for b in rights]
        elif operator == "*":
            found += [Pair(one, INT, lambda a, b: collections.repeated(w, a, b, span)) for one in lefts]
            # The number is computed first.
            found += [
                Pair(INT, one, lambda a, b: w.once(a, lambda kept: collections.repeated(w, b, kept, span)))
                for one in rights
            ]
    mask_of = w.bases.mask_of
    return [pair for pair in found if mask_of(pair.left) & left and mask_of(pair.right) & right]


def _number_pairs(w: Writer, operator: str, span: Span | None) -> list[Pair]:
    def floats(a: Expr, b: Expr) -> Expr:
        if operator in _FLOAT_OPS:
            return build.op(_FLOAT_OPS[operator], as_float(a), as_float(b), span=span)
        return w.routine(_FLOAT_ROUTINES[operator], as_float(a), as_float(b), span=span)

    found: list[Pair] = []
    if operator in _INT_OPS:
        found.append(Pair(INT, INT, lambda a, b: build.op(_INT_OPS[operator], a, b, span=span)))
    elif operator == "**":
        found.append(Pair(INT, INT, lambda a, b: w.routine("int_power", a, b, span=span)))
    elif operator == "/":
        found.append(Pair(INT, INT, floats))
    if operator in _FLOAT_OPS or operator in _FLOAT_ROUTINES:
        found += [Pair(one, other, floats) for one, other in _NUMBERS]
    return found


def _order_pairs(word: str, span: Span | None) -> list[Pair]:
    def ordered(a: Expr, b: Expr) -> Expr:
        return (
            build.op(word, a, b, span=span) if a.type == b.type else build.op(word, as_float(a), as_float(b), span=span)
        )

    return [Pair(one, other, ordered) for one, other in ((INT, INT), *_NUMBERS, (STRING, STRING))]


def _range_pairs(w: Writer, closed: bool, span: Span | None) -> list[Pair]:
    def made(a: Expr, b: Expr) -> Expr:
        if a.type != b.type:
            a, b = as_float(a), as_float(b)
        type_ = types.TupleType((a.type, a.type, BOOL))
        stmts: list[Stmt] = []
        if a.type == STRING:
            a, b = w.keep(a, stmts), w.keep(b, stmts)
            stmts.append(nodes.Evaluate(w.routine("check_letters", a, b, span=span), span))
        return do(stmts, nodes.MakeTuple((a, b, build.truth(closed)), type_, span))

    return [Pair(one, other, made) for one, other in ((INT, INT), *_NUMBERS, (STRING, STRING))]


def _many_types(w: Writer, mask: int) -> tuple[Type, ...]:
    """The types of collections and ranges among these bases; of collections, the nearest class of all of them."""
    names = w.bases.class_names(mask & w.bases.collections)
    whole = types.ObjectType(w.bases.common(names)) if names else COLLECTIONS
    return whole, bases.INT_RANGE, bases.TEXT_RANGE


# --------------------------------------------------------------------------------------------------------- one operand


def signed(w: Writer, operator: str, val: Val, result: int, span: Span) -> Expr:
    """`-`, `+` or `~` before a value."""

    def negative(value: Expr) -> Expr:
        if operator == "+":
            return value
        if operator == "-" and isinstance(value, Const) and isinstance(value.value, int):
            return build.number(-value.value, span)
        return build.op("neg" if operator == "-" else "bit_not", value, span=span)

    cases = [Case(bases.INT_BIT, INT, negative)]
    if operator != "~":
        cases.append(Case(bases.FLOAT_BIT, FLOAT, negative))
    wanted = "an int" if operator == "~" else "a number"
    return w.choose(val, cases, w.storage(result), f"`{operator}` needs {wanted}, not {{}}", span)


def truth(w: Writer, val: Val) -> Expr:
    """Whether a value counts as true."""
    value, span = val.expr, val.expr.span
    if value.type == BOOL:
        return value
    if value.type == INT:
        return build.op("ne", value, build.number(0), span=span)
    if value.type == FLOAT:
        return build.op("ne", value, Const(0.0, FLOAT), span=span)
    if val.bases & (bases.BOOL_BIT | bases.NUMBERS):
        return w.routine("truth", w.fit(value, ANY), span=span)
    if not val.bases & bases.NONE_BIT:
        return do(build.effect(value), build.TRUE)
    if value.type == NONE:
        return do(build.effect(value), build.FALSE)
    return build.negated(Is(value, NONE, span), span)


# ---------------------------------------------------------------------------------------------------------- comparison


def compare(w: Writer, operator: str, left: Val, right: Val, span: Span) -> Expr:
    match operator:
        case "==":
            return equal(w, left, right, span)
        case "!=":
            return build.negated(equal(w, left, right, span), span)
        case "is":
            return _identical(w, left, right, span)
        case "is not":
            return build.negated(_identical(w, left, right, span), span)
        case "in":
            return _contained(w, left, right, span)
        case "not in":
            return build.negated(_contained(w, left, right, span), span)
    return binary(w, operator, left, right, BOOL, span)


def equals_plainly(w: Writer, left: int, right: int) -> bool:
    """Core's own equality is the language's: no collections, no ranges, and no int beside a float."""
    both = left | right
    return not both & (w.bases.collections | bases.RANGES) and both & bases.NUMBERS != bases.NUMBERS


def equal(w: Writer, left: Val, right: Val, span: Span) -> Expr:
    one, other = left.expr, right.expr
    if {one.type, other.type} == {INT, FLOAT}:
        return build.op("eq", as_float(one), as_float(other), span=span)
    if equals_plainly(w, left.bases, right.bases):
        common = _common_type(w, one.type, other.type)
        return build.op("eq", w.fit(one, common), w.fit(other, common), span=span)
    return w.routine("equal values", w.fit(one, ANY), w.fit(other, ANY), span=span)


def _identical(w: Writer, left: Val, right: Val, span: Span) -> Expr:
    one, other = left.expr, right.expr
    for value, none in ((one, other), (other, one)):
        if none.type == NONE:
            if value.type == ANY or isinstance(value.type, types.OptionalType):
                return do(build.effect(none), Is(value, NONE, span))
            return do([*build.effect(none), *build.effect(value)], build.truth(value.type == NONE, span))
    if {one.type, other.type} == {INT, FLOAT}:
        return do([*build.effect(one), *build.effect(other)], build.FALSE)
    common = _common_type(w, one.type, other.type)
    item = common.item if isinstance(common, types.OptionalType) else common
    word = "same" if common == ANY or isinstance(item, types.ObjectType) else "eq"
    return build.op(word, w.fit(one, common), w.fit(other, common), span=span)


def _common_type(w: Writer, one: Type, other: Type) -> Type:
    """The narrowest type that values of both can be converted to."""
    return one if one == other else w.storage(w.bases.mask_of(one) | w.bases.mask_of(other))


def _contained(w: Writer, sought: Val, whole: Val, span: Span) -> Expr:
    """`in`: a part of a string, an element of a collection, a value of a range."""
    stmts: list[Stmt] = []
    kept = w.kept(sought, stmts, "sought")

    def in_text(string: Expr) -> Expr:
        blame = "a string holds strings only, so `in` needs one, not {}"
        part = w.choose(kept, [Case(bases.STRING_BIT, STRING, lambda a: a)], STRING, blame, span)
        return build.op("ge", build.op("find", string, part, build.number(0), span=span), build.number(0), span=span)

    def in_collection(collection: Expr) -> Expr:
        elements = nodes.Field(collection, ELEMENTS, ITEMS, span)
        wanted = w.fit(kept.expr, ANY)
        name = "contains" if equals_plainly(w, kept.bases, whole.items) else "an element equals"
        return w.routine(name, elements, wanted, span=span)

    cases = [
        Case(bases.STRING_BIT, STRING, in_text),
        Case(w.bases.collections, COLLECTIONS, in_collection),
        *ranges.holding(w, kept, span),
    ]
    blame = "`in` looks into strings, collections and ranges, not into {}"
    return do(stmts, w.choose(whole, cases, BOOL, blame, span))
