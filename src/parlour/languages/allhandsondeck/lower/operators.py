"""Operators: arithmetic, comparison, equality, membership, truth and text.

An operator has *cases*, one for each pair of types that it takes. Where inference leaves one pair it is compiled in
place; otherwise the cases that are possible become a function of their own, shared by all such places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parlour.core import nodes
from parlour.core.nodes import And, Choose, Const, Expr, If, Is, Narrow, Op, Raise, Return, Stmt, Variable
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, ObjectType, OptionalType, TupleType, Type
from parlour.languages.allhandsondeck.check.types import SERIES, STACK
from parlour.languages.allhandsondeck.lower.base import COLLECTIONS, ELEMENTS, FALSE, ITEMS, TRUE, Case, Val
from parlour.languages.allhandsondeck.lower.bases import (
    BOOL_BIT,
    FLOAT_BIT,
    FLOAT_RANGE,
    INT_BIT,
    INT_RANGE,
    NONE_BIT,
    RANGES,
    STRING_BIT,
    TEXT_RANGE,
)
from parlour.languages.allhandsondeck.lower.kinds import Kinds
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


class Operators(Kinds):
    """Everything that works on values of several types."""

    # ----------------------------------------------------------------------------------------------- arithmetic

    def binary(self, operator: str, left: Val, right: Val, result: int, span: Span) -> Expr:
        pairs = list(self.pairs(operator, left.bases, right.bases, span))
        return self.operate(operator, pairs, left, right, self.storage(result), span)

    def pairs(self, operator: str, left: int, right: int, span: Span | None) -> list[Pair]:
        """The cases of an arithmetic operator."""
        found: list[Pair] = []
        if operator in _INT_OPS:
            found.append(Pair(INT, INT, lambda a, b: Op(_INT_OPS[operator], (a, b), INT, span)))
        elif operator == "**":
            found.append(Pair(INT, INT, lambda a, b: self.routine("int_power", a, b, span=span)))
        elif operator == "/":
            found.append(Pair(INT, INT, lambda a, b: self.float_operation("/", _float(a), _float(b), span)))
        if operator in _FLOAT_OPS or operator in _FLOAT_ROUTINES:
            found.append(Pair(FLOAT, FLOAT, lambda a, b: self.float_operation(operator, a, b, span)))
            found.append(Pair(INT, FLOAT, lambda a, b: self.float_operation(operator, _float(a), b, span)))
            found.append(Pair(FLOAT, INT, lambda a, b: self.float_operation(operator, a, _float(b), span)))
        lefts, rights = self.many_types(left), self.many_types(right)
        if operator == "+":
            found.append(Pair(STRING, STRING, lambda a, b: Op("concat", (a, b), STRING, span)))
            found.extend(Pair(one, other, lambda a, b: self.joined(a, b, span)) for one in lefts for other in rights)
        elif operator == "*":
            found.extend(Pair(one, INT, lambda a, b: self.repeated(a, b, span)) for one in lefts)
            found.extend(Pair(INT, one, lambda a, b: self.repeated_backwards(a, b, span)) for one in rights)
        return [pair for pair in found if self.fits(pair.left, left) and self.fits(pair.right, right)]

    def many_types(self, bases: int) -> tuple[Type, ...]:
        """The types of collections and ranges among these bases; of collections, the nearest class of all of them."""
        names = self.bases.class_names(bases & self.bases.collections)
        whole = ObjectType(self.bases.common(names)) if names else COLLECTIONS
        return whole, INT_RANGE, TEXT_RANGE

    def fits(self, type_: Type, bases: int) -> bool:
        return bool(self.bases.mask_of(type_) & bases)

    def float_operation(self, operator: str, left: Expr, right: Expr, span: Span | None) -> Expr:
        if operator in _FLOAT_OPS:
            return Op(_FLOAT_OPS[operator], (left, right), FLOAT, span)
        return self.routine(_FLOAT_ROUTINES[operator], left, right, span=span)

    def operate(
        self, operator: str, pairs: Sequence[Pair], left: Val, right: Val, result: Type, span: Span | None
    ) -> Expr:
        """An operator on two values."""
        if len(pairs) == 1 and self.is_only(left, pairs[0].left) and self.is_only(right, pairs[0].right):
            a, b = self.fit(left.expr, pairs[0].left), self.fit(right.expr, pairs[0].right)
            return self.fit(pairs[0].make(a, b), result)
        name = self.low.shared.operator(operator, left.bases, right.bases, result)
        return nodes.Call(name, (self.fit(left.expr, ANY), self.fit(right.expr, ANY)), result, span)

    def is_only(self, val: Val, type_: Type) -> bool:
        """A value that is of this type or none, which its conversion will complain about."""
        return not val.bases & ~self.bases.mask_of(type_) & ~NONE_BIT

    def operator_body(self, operator: str, left: Val, right: Val, result: Type) -> list[Stmt]:
        """The body of a function for operands that may be of several types."""
        if operator in _ORDER:
            pairs = self.order_pairs(operator, left.bases, right.bases, None)
        else:
            pairs = self.pairs(operator, left.bases, right.bases, None)
        arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
        for pair in pairs:
            a, b = Narrow(left.expr, pair.left), Narrow(right.expr, pair.right)
            test = And(Is(left.expr, pair.left), Is(right.expr, pair.right))
            arms.append((test, (Return(self.fit(pair.make(a, b), result)),)))
        message = self.operator_message(operator, left.expr, right.expr)
        failing = Raise("type", message)
        return [If(tuple(arms), (failing,)) if arms else failing]

    def operator_message(self, operator: str, left: Expr, right: Expr) -> Expr:
        one, other = self.kind(left), self.kind(right)
        match operator:
            case "-":
                return self.sentence("cannot subtract ", other, " from ", one)
            case "*":
                return self.sentence("cannot multiply ", one, " by ", other)
            case "/" | "//" | "%":
                return self.sentence("cannot divide ", one, " by ", other)
            case "**":
                return self.sentence("cannot raise ", one, " to the power of ", other)
            case "&" | "|" | "^":
                return self.sentence(f"`{operator}` needs two ints, not ", one, " and ", other)
            case "+":
                return self.sentence("cannot add ", one, " and ", other)
        needs = f": `{operator}` needs two numbers or two strings"
        return self.sentence("cannot compare ", one, " with ", other, needs)

    def signed(self, operator: str, val: Val, result: int, span: Span) -> Expr:
        cases = [Case(INT_BIT, INT, lambda a: a if operator == "+" else self.negated_int(operator, a, span))]
        if operator != "~":
            cases.append(Case(FLOAT_BIT, FLOAT, lambda a: a if operator == "+" else Op("neg", (a,), FLOAT, span)))
        wanted = "an int" if operator == "~" else "a number"
        return self.choose(
            val,
            cases,
            self.storage(result),
            lambda whole: self.sentence(f"`{operator}` needs {wanted}, not ", self.kind(whole)),
            span,
        )

    def negated_int(self, operator: str, value: Expr, span: Span) -> Expr:
        if operator == "-" and isinstance(value, Const) and isinstance(value.value, int):
            return Const(-value.value, INT, span)
        return Op("neg" if operator == "-" else "bit_not", (value,), INT, span)

    # ----------------------------------------------------------------------------------- collections as operands

    def items(self, value: Expr) -> Expr:
        """The elements of a collection or range of a known type, as a list."""
        if value.type == INT_RANGE:
            return self.with_range(
                value, lambda a, b, closed: self.routine("range_items", a, b, closed, span=value.span)
            )
        if value.type == TEXT_RANGE:
            return self.with_range(
                value, lambda a, b, closed: self.routine("letter_items", a, b, closed, span=value.span)
            )
        return self.elements_of(value)

    def with_range(self, value: Expr, use: Callable[[Expr, Expr, Expr], Expr]) -> Expr:
        """The ends of a range and whether the second one belongs to it."""
        if isinstance(value, nodes.MakeTuple):
            return use(*value.items)

        def parts(kept: Expr) -> Expr:
            assert isinstance(kept.type, TupleType)
            types = kept.type.items
            start, end, closed = (nodes.TupleItem(kept, number, types[number], value.span) for number in range(3))
            return use(start, end, closed)

        return self.with_local(value, parts)

    def joined(self, left: Expr, right: Expr, span: Span | None) -> Expr:
        """`+` of two collections: a Stack or Series, like the left one."""

        def join(one: Expr) -> Expr:
            elements = self.routine("concat", self.items(one), self.items(right), span=span)
            return self.like(one, elements)

        return self.with_local(left, join)

    def repeated(self, many: Expr, times: Expr, span: Span | None) -> Expr:
        def repeat(one: Expr) -> Expr:
            return self.like(one, self.routine("repeat_list", self.items(one), times, span=span))

        return self.with_local(many, repeat)

    def repeated_backwards(self, times: Expr, many: Expr, span: Span | None) -> Expr:
        """`n * collection`: the number is computed first."""
        return self.with_local(times, lambda kept: self.repeated(many, kept, span))

    def like(self, one: Expr, elements: Expr) -> Expr:
        """A new Stack if the other one is one, else a Series. The elements are a list of its own."""
        if not isinstance(one.type, ObjectType):
            return self.new(SERIES, elements)
        line = self.bases.lines[one.type.name]
        if STACK in line:
            return self.new(STACK, elements)
        if SERIES in line or not self.low.may_be_stack:
            return self.new(SERIES, elements)
        out = self.fresh("made", COLLECTIONS)
        stmts: list[Stmt] = []
        kept = self.keep(elements, stmts)
        stack = tuple(self.store(out, self.new(STACK, kept)))
        series = tuple(self.store(out, self.new(SERIES, kept)))
        stmts.append(If(((Is(one, ObjectType(STACK)), stack),), series))
        return do(stmts, out)

    # ------------------------------------------------------------------------------------------------ comparison

    def ordered(self, operator: str, left: Val, right: Val, span: Span) -> Expr:
        pairs = self.order_pairs(operator, left.bases, right.bases, span)
        return self.operate(operator, pairs, left, right, BOOL, span)

    def order_pairs(self, operator: str, left: int, right: int, span: Span | None) -> list[Pair]:
        word = _ORDER[operator]
        found = [
            Pair(INT, INT, lambda a, b: Op(word, (a, b), BOOL, span)),
            Pair(FLOAT, FLOAT, lambda a, b: Op(word, (a, b), BOOL, span)),
            Pair(INT, FLOAT, lambda a, b: Op(word, (_float(a), b), BOOL, span)),
            Pair(FLOAT, INT, lambda a, b: Op(word, (a, _float(b)), BOOL, span)),
            Pair(STRING, STRING, lambda a, b: Op(word, (a, b), BOOL, span)),
        ]
        return [pair for pair in found if self.fits(pair.left, left) and self.fits(pair.right, right)]

    def equals_plainly(self, left: int, right: int) -> bool:
        """Core's own equality is the language's: no collections, no ranges, and no int beside a float."""
        both = left | right
        return not both & (self.bases.collections | RANGES) and both & (INT_BIT | FLOAT_BIT) != INT_BIT | FLOAT_BIT

    def equal(self, left: Val, right: Val, span: Span) -> Expr:
        one, other = left.expr, right.expr
        if {one.type, other.type} == {INT, FLOAT}:
            return Op("eq", (_float(one), _float(other)), BOOL, span)
        if self.equals_plainly(left.bases, right.bases):
            common = self.common_type(one.type, other.type)
            return Op("eq", (self.fit(one, common), self.fit(other, common)), BOOL, span)
        return nodes.Call(self.low.shared.equal(), (self.fit(one, ANY), self.fit(other, ANY)), BOOL, span)

    def identical(self, left: Val, right: Val, span: Span) -> Expr:
        for one, other in ((left, right), (right, left)):
            if other.expr.type == NONE:
                return self.is_none(one, other.expr, span)
        if {left.expr.type, right.expr.type} == {INT, FLOAT}:
            return do([*self.effect(left.expr), *self.effect(right.expr)], FALSE)
        common = self.common_type(left.expr.type, right.expr.type)
        item = common.item if isinstance(common, OptionalType) else common
        word = "same" if common == ANY or isinstance(item, ObjectType) else "eq"
        return Op(word, (self.fit(left.expr, common), self.fit(right.expr, common)), BOOL, span)

    def is_none(self, val: Val, none: Expr, span: Span) -> Expr:
        effects = self.effect(none)
        if val.expr.type == ANY or isinstance(val.expr.type, OptionalType):
            return do(effects, Is(val.expr, NONE, span))
        return do([*effects, *self.effect(val.expr)], Const(val.expr.type == NONE, BOOL, span))

    def common_type(self, one: Type, other: Type) -> Type:
        """The narrowest type that values of both can be converted to."""
        return self.bases.core_type(self.bases.mask_of(one) | self.bases.mask_of(other)) if one != other else one

    def contained(self, element: Val, whole: Val, span: Span) -> Expr:
        """`in`: a part of a string, an element of a collection, a value of a range."""
        stmts: list[Stmt] = []
        kept = Val(self.keep(element.expr, stmts, "sought"), element.bases, element.items)

        def in_text(text: Expr) -> Expr:
            part = self.choose(
                kept,
                [Case(STRING_BIT, STRING, lambda a: a)],
                STRING,
                lambda value: self.sentence("a string holds strings only, so `in` needs one, not ", self.kind(value)),
                span,
            )
            found = Op("find", (text, part, self.int_const(0)), INT, span)
            return Op("ge", (found, self.int_const(0)), BOOL, span)

        def in_collection(collection: Expr) -> Expr:
            elements = nodes.Field(collection, ELEMENTS, ITEMS, span)
            sought = self.fit(kept.expr, ANY)
            if self.equals_plainly(kept.bases, whole.items):
                return self.routine("contains", elements, sought, span=span)
            return nodes.Call(self.low.shared.contains(), (elements, sought), BOOL, span)

        cases = [
            Case(STRING_BIT, STRING, in_text),
            Case(self.bases.collections, COLLECTIONS, in_collection),
            *self.range_cases(kept, span),
        ]
        found = self.choose(
            whole,
            cases,
            BOOL,
            lambda value: self.sentence("`in` looks into strings, collections and ranges, not into ", self.kind(value)),
            span,
        )
        return do(stmts, found)

    def range_cases(self, kept: Val, span: Span) -> list[Case]:
        def holds(name: str, cases: Sequence[Case]) -> Callable[[Expr], Expr]:
            def test(whole: Expr) -> Expr:
                return self.with_range(
                    whole, lambda a, b, closed: self.found_in(kept, cases, name, (a, b, closed), span)
                )

            return test

        def same(a: Expr) -> Expr:
            return a

        whole_numbers = [Case(INT_BIT, INT, same), Case(FLOAT_BIT, FLOAT, same)]
        letters = [Case(STRING_BIT, STRING, same)]
        return [
            Case(self.bases.mask_of(INT_RANGE), INT_RANGE, holds("in_range", whole_numbers)),
            Case(self.bases.mask_of(FLOAT_RANGE), FLOAT_RANGE, holds("in_float_range", whole_numbers)),
            Case(self.bases.mask_of(TEXT_RANGE), TEXT_RANGE, holds("in_letter_range", letters)),
        ]

    def found_in(self, kept: Val, cases: Sequence[Case], name: str, ends: tuple[Expr, ...], span: Span) -> Expr:
        """Whether a value lies in a range; one of another kind does not."""
        found: Expr = FALSE
        for case in cases:
            if not case.bases & kept.bases:
                continue
            value = self.fit(kept.expr, case.type)
            if name == "in_range" and case.type == FLOAT:
                # A float lies in a range of ints if it equals one of them.
                whole = self.routine("float_floor", value, span=span)
                inside = self.routine("in_float_range", value, _float(ends[0]), _float(ends[1]), ends[2], span=span)
                test: Expr = And(Op("eq", (whole, value), BOOL, span), inside, span)
            else:
                if name == "in_float_range" and case.type == INT:
                    value = _float(value)
                test = self.routine(name, value, *ends, span=span)
            if kept.bases & ~case.bases:
                test = Choose(self.is_a(self.fit(kept.expr, ANY), case.type), test, found, BOOL, span)
            found = test
        return found

    # --------------------------------------------------------------------------------------------- truth and text

    def truth(self, val: Val) -> Expr:
        """Whether a value counts as true."""
        value, span = val.expr, val.expr.span
        if value.type == BOOL:
            return value
        if value.type == INT:
            return Op("ne", (value, self.int_const(0)), BOOL, span)
        if value.type == FLOAT:
            return Op("ne", (value, Const(0.0, FLOAT)), BOOL, span)
        plain = BOOL_BIT | INT_BIT | FLOAT_BIT
        if not val.bases & plain:
            if not val.bases & NONE_BIT:
                return do(self.effect(value), TRUE)
            if value.type == NONE:
                return do(self.effect(value), FALSE)
            return Op("not", (Is(value, NONE, span),), BOOL, span)
        return self.routine("truth", self.fit(value, ANY), span=span)

    def text(self, val: Val) -> Expr:
        """A value as `print` writes it."""
        value, span = val.expr, val.expr.span
        match value.type:
            case t if t == STRING:
                return value
            case t if t == INT:
                return Op("text_of_int", (value,), STRING, span)
            case t if t == FLOAT:
                return Op("text_of_float", (value,), STRING, span)
            case t if t == BOOL:
                return Choose(value, Const("True", STRING), Const("False", STRING), STRING, span)
            case t if t == NONE:
                return do(self.effect(value), Const("None", STRING))
        texts = self.low.shared.texts
        name = texts.plain_text(val.bases) if self.bases.is_plain(val.bases) else texts.text()
        return nodes.Call(name, (self.fit(value, ANY),), STRING, span)


def _float(value: Expr) -> Expr:
    if value.type == FLOAT:
        return value
    if isinstance(value, Const) and isinstance(value.value, int):
        return Const(float(value.value), FLOAT, value.span)
    return Op("to_float", (value,), FLOAT, value.span)


def parameters(*names: str, types: Sequence[Type] = ()) -> tuple[Variable, ...]:
    """Parameters of a function that is made for the program, `any` unless types are given."""
    return tuple(Variable(name, type_) for name, type_ in zip(names, types or [ANY] * len(names), strict=True))
