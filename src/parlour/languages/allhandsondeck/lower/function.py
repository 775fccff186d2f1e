"""The bodies of ACTIONs, helpers and main: statements and expressions.

A variable that some path reads before it has a value may be *unset* in core, where reading it is then an error; `sure`
follows which variables have a value for certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import And, Assign, Call, Const, Evaluate, Expr, Field, Op, Or, Raise, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, ListType, Type
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.meaning import Function, Var
from parlour.languages.allhandsondeck.check.meaning_walk import expressions, may_end, walk
from parlour.languages.allhandsondeck.check.types import SERIES
from parlour.languages.allhandsondeck.lower.asking import ask, say
from parlour.languages.allhandsondeck.lower.assignments import assign
from parlour.languages.allhandsondeck.lower.base import ITEMS, NOTHING, Val
from parlour.languages.allhandsondeck.lower.bases import INT_BIT, INT_RANGE_BIT, STRING_BIT, TEXT_RANGE_BIT
from parlour.languages.allhandsondeck.lower.calls import Calls
from parlour.languages.allhandsondeck.lower.places import Place
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.allhandsondeck.lower.lower import Lowering

_TYPES: dict[type, Type] = {bool: BOOL, int: INT, float: FLOAT, str: STRING, type(None): NONE}

# Names with a blank cannot be the author's.
OBJECT = "the object"
ACTING = "who acts"


class Writer(Calls):
    """Writes one function of the program."""

    def __init__(self, low: Lowering, function: Function | None = None, class_name: str | None = None) -> None:
        super().__init__(low)
        self.function = function
        self.class_name = class_name
        self.vars: dict[Var, nodes.Local] = {}
        self.sure: set[Var] = set()
        self.unsure: set[str] = set()
        self.acting = Const(-1, INT)
        self.object: Expr | None = None
        # While an object is made its attributes are locals.
        self.building: dict[str, Expr] | None = None

    # ------------------------------------------------------------------------------------------------ variables

    def declare(self, var: Var) -> nodes.Local:
        if var not in self.vars:
            self.vars[var] = self.fresh(var.name, self.low.var_type(var))
        return self.vars[var]

    def read(self, var: Var, span: Span) -> Expr:
        local = self.declare(var)
        if var not in self.sure:
            self.unsure.add(local.name)
        return nodes.Local(local.name, local.type, span)

    def write(self, var: Var, val: Val, span: Span) -> list[Stmt]:
        """Binds a variable to a value."""
        local = self.declare(var)
        new = self.fit(self.bound(val, var.type, f"'{var.name}'"), local.type)
        self.sure.add(var)
        return [Assign(local.name, new, span)]

    @contextmanager
    def maybe(self) -> Iterator[None]:
        """What is written inside need not be written."""
        before = set(self.sure)
        yield
        self.sure = before

    def all_locals(self) -> tuple[nodes.Variable, ...]:
        return tuple(
            replace(variable, may_be_unset=True) if variable.name in self.unsure else variable
            for variable in self.locals
        )

    # ----------------------------------------------------------------------------------------------- statements

    def block(self, block: c.Block) -> list[Stmt]:
        return [stmt for part in block for stmt in self.statement(part)]

    def statement(self, stmt: c.Stmt) -> list[Stmt]:
        span = stmt.span
        match stmt:
            case c.Evaluate(_, c.Assign() as expr):
                return assign(self, expr)[0]
            case c.Evaluate(_, value):
                return self.effect(self.value(value).expr)
            case c.Declare(_, var, value):
                if value is None:
                    self.declare(var)
                    return []
                return self.write(var, self.value(value), span)
            case c.Return(_, value):
                return self.give_back(value, span)
            case c.If():
                return self.branches(stmt)
            case c.While(_, condition, body, otherwise):
                test = self.truth(self.value(condition))
                with self.maybe():
                    inner = tuple(self.block(body))
                return [nodes.While(test, inner, condition.span), *self.block(otherwise)]
            case c.For(_, var, values, body):
                return self.loop(var, values, lambda: self.block(body), changes(body), span)

    def give_back(self, value: c.Expr | None, span: Span) -> list[Stmt]:
        result = self.result
        if value is None:
            return [self.end(span)]
        found = self.value(value).expr
        if result == NONE:
            return [*self.effect(found), self.end(span)]
        fitting = self.fit(found, result)
        if not isinstance(fitting, Call):
            return [nodes.Return(fitting, span)]
        # The caller stays in the chain of calls that an error shows: this is no tail call.
        stmts: list[Stmt] = []
        kept = self.keep(self.keep(fitting, stmts, "result"), stmts, "result")
        return [*stmts, nodes.Return(kept, span)]

    @property
    def result(self) -> Type:
        return NONE if self.function is None else self.low.result_type(self.function)

    def end(self, span: Span | None) -> Stmt:
        """`return` without a value."""
        if self.function is None or self.function.kind == "main":
            return nodes.Return(None, span)
        return nodes.Return(Const(0, INT) if self.result == NONE else self.fit(NOTHING, self.result), span)

    def branches(self, stmt: c.If) -> list[Stmt]:
        arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
        ends: list[set[Var]] = []
        tested: set[Var] | None = None
        for condition, body in stmt.branches:
            test = self.truth(self.value(condition))
            # Only the first condition is always evaluated.
            tested = set(self.sure) if tested is None else tested
            before = set(self.sure)
            arms.append((test, tuple(self.block(body))))
            if may_end(body):
                ends.append(self.sure)
            self.sure = before
        last = tuple(self.block(stmt.otherwise))
        if may_end(stmt.otherwise):
            ends.append(self.sure)
        assert tested is not None
        self.sure = set.intersection(*ends) if ends else tested
        return [nodes.If(tuple(arms), last, stmt.span)]

    def loop(
        self, var: Var | None, values: c.Expr, body: Callable[[], list[Stmt]], copies: bool, span: Span
    ) -> list[Stmt]:
        over = self.value(values)
        with self.maybe():
            if var is None:
                count = self.as_int(over, "the number of times")
                counter = self.fresh("turn", INT)
                return [nodes.For(counter.name, Const(0, INT), count, tuple(body()), values.span)]
            self.declare(var)
            self.sure.add(var)
            inner = tuple(body())
            return self.loop_over(
                over, lambda each: self.write(var, self.each_val(each, over), values.span), inner, values.span, copies
            )

    def each_val(self, each: Expr, over: Val) -> Val:
        """A value of a loop, with what is known of it."""
        bases = 0
        if over.bases & self.bases.collections:
            bases |= over.items
        if over.bases & INT_RANGE_BIT:
            bases |= INT_BIT
        if over.bases & (TEXT_RANGE_BIT | STRING_BIT):
            bases |= STRING_BIT
        return Val(each, bases)

    # ---------------------------------------------------------------------------------------------- expressions

    def place(self, expr: c.Expr) -> Place:
        return self.low.found.of(expr, self.function, self.class_name)

    def value(self, expr: c.Expr) -> Val:
        place = self.place(expr)
        return Val(self.core(expr, place.bases), place.bases, place.item.bases)

    def core(self, expr: c.Expr, bases: int) -> Expr:
        span = expr.span
        match expr:
            case c.Const(_, value):
                return Const(value, _TYPES[type(value)], span)
            case c.Format(_, parts):
                texts = [
                    Const(part, STRING, span) if isinstance(part, str) else self.text(self.value(part))
                    for part in parts
                ]
                return self.joined_texts(texts, span)
            case c.Local(_, var):
                return self.read(var, span)
            case c.State(_, name):
                return nodes.Global(name, self.low.state_type(name), span)
            case c.Self():
                assert self.object is not None
                return self.object
            case c.Param(_, name):
                assert self.class_name is not None and self.object is not None
                field, type_ = self.low.hidden_field(self.class_name, name)
                return Field(self.object, field, type_, span)
            case c.Attr(_, c.Self(), name) if self.building is not None:
                return self.built(name, bases, span)
            case c.Attr(_, inner, name):
                return self.attribute(self.value(inner), name, bases, span)
            case c.HelperCall():
                return self.helper_call(expr)
            case c.MethodCall():
                return self.method_call(expr, bases)
            case c.Print(_, value):
                return do(say(self, self.text(self.value(value)), span), NOTHING)
            case c.Input():
                return ask(self, expr, bases)
            case c.Random(_, of):
                return self.random(self.value(of), bases, span)
            case c.Create():
                return self.create(expr)
            case c.Series(_, items):
                return self.series(items, span)
            case c.Element(_, inner, c.Slice() as cut):
                return self.sliced(self.value(inner), self.slice_parts(cut), bases, span)
            case c.Element(_, inner, index):
                assert not isinstance(index, c.Slice)
                return self.element(self.value(inner), self.value(index), bases, span)
            case c.Act():
                return self.act(expr, bases)
            case c.Range(_, start, end, includes_end):
                return self.range(self.value(start), self.value(end), includes_end, bases, span)
            case c.Power(_, base, exponent):
                return self.binary("**", self.value(base), self.value(exponent), bases, span)
            case c.Sign(_, operator, operand):
                return self.signed(operator, self.value(operand), bases, span)
            case c.Not(_, operand):
                return Op("not", (self.truth(self.value(operand)),), BOOL, span)
            case c.Binary():
                return self.chain(expr)
            case c.Compare():
                return self.comparison(expr)
            case c.Logic(_, word, operands):
                return self.logic(word, operands, span)
            case c.Assign():
                stmts, assigned = assign(self, expr)
                return do(stmts, assigned)

    def built(self, name: str, bases: int, span: Span) -> Expr:
        """An attribute of the object that is being made."""
        assert self.building is not None
        if name in self.building:
            return self.building[name]
        unset = Raise("unset", self.sentence(f"'{name}' has no value yet"), span)
        return do([unset], self.fresh("nothing", self.storage(bases), may_be_unset=True))

    def joined_texts(self, texts: Sequence[Expr], span: Span) -> Expr:
        if len(texts) <= 1:
            return texts[0] if texts else Const("", STRING, span)
        if len(texts) == 2:
            return Op("concat", tuple(texts), STRING, span)
        return Op("join", (nodes.MakeList(tuple(texts), ListType(STRING), span),), STRING, span)

    def chain(self, expr: c.Binary) -> Expr:
        """Operators from the left; long chains are cut into pieces, so that nothing nests as deep as they are long."""
        spine: list[c.Binary] = []
        first: c.Expr = expr
        while isinstance(first, c.Binary):
            spine.append(first)
            first = first.left
        left = self.value(first)
        stmts: list[Stmt] = []
        for number, link in enumerate(reversed(spine), 1):
            place = self.low.found.place(link)
            found = self.binary(link.operator, left, self.value(link.right), place.bases, link.span)
            if number % 30 == 0:
                found = self.keep(found, stmts, "sum")
            left = Val(found, place.bases, place.item.bases)
        return do(stmts, left.expr)

    def logic(self, word: str, operands: Sequence[c.Expr], span: Span) -> Expr:
        """Stops early, and is a bool. Long chains are cut into pieces."""
        first = self.truth(self.value(operands[0]))
        join = And if word == "and" else Or
        with self.maybe():
            rest = [self.truth(self.value(operand)) for operand in operands[1:]]
        stmts: list[Stmt] = []
        found = first
        for number, right in enumerate(rest, 1):
            found = join(found, right, span)
            if number % 30 == 0 and number < len(rest):
                found = self.keep(found, stmts, "so far")
        return do(stmts, found)

    def comparison(self, expr: c.Compare) -> Expr:
        """`a < b < c`: each operand once, and no further than it holds."""
        if len(expr.links) == 1:
            operator, operand = expr.links[0]
            listed = self.among(expr.first, operator, operand, expr.span)
            if listed is not None:
                return listed
            return self.compare(operator, self.value(expr.first), self.value(operand), expr.span)
        stmts: list[Stmt] = []
        out = self.fresh("holds", BOOL)
        left = self.kept_value(expr.first, stmts)
        with self.maybe():
            for number, (operator, operand) in enumerate(expr.links):
                val = self.value(operand)
                # After the first comparison a side is computed only as long as all before it hold.
                side = self.fresh("side", val.expr.type, may_be_unset=number > 0)
                right = Val(side, val.bases, val.items)
                holds = Assign(out.name, self.compare(operator, left, right, expr.span), expr.span)
                inner = (Assign(side.name, val.expr, operand.span), holds)
                stmts.extend(inner if number == 0 else (nodes.If(((out, inner),), span=expr.span),))
                left = right
        return do(stmts, out)

    def among(self, sought: c.Expr, operator: str, whole: c.Expr, span: Span) -> Expr | None:
        """`x in ['J', 'Q', 'K']` without making the Series: a comparison with each of the constants."""
        if operator not in ("in", "not in") or not isinstance(whole, c.Series) or not 0 < len(whole.items) <= 8:
            return None
        constants = [item for item in whole.items if isinstance(item, c.Const)]
        bases = self.place(sought).bases
        if len(constants) < len(whole.items) or not all(
            self.equals_plainly(bases, self.place(item).bases) for item in constants
        ):
            return None
        stmts: list[Stmt] = []
        kept = self.kept_value(sought, stmts)
        tests = [self.equal(kept, self.value(item), span) for item in constants]
        found = tests[0]
        for test in tests[1:]:
            found = Or(found, test, span)
        return do(stmts, found if operator == "in" else Op("not", (found,), BOOL, span))

    def kept_value(self, expr: c.Expr, stmts: list[Stmt]) -> Val:
        val = self.value(expr)
        return Val(self.keep(val.expr, stmts, "side"), val.bases, val.items)

    def compare(self, operator: str, left: Val, right: Val, span: Span) -> Expr:
        match operator:
            case "==":
                return self.equal(left, right, span)
            case "!=":
                return Op("not", (self.equal(left, right, span),), BOOL, span)
            case "is":
                return self.identical(left, right, span)
            case "is not":
                return Op("not", (self.identical(left, right, span),), BOOL, span)
            case "in":
                return self.contained(left, right, span)
            case "not in":
                return Op("not", (self.contained(left, right, span),), BOOL, span)
        return self.ordered(operator, left, right, span)

    # ---------------------------------------------------------------------------------------------- collections

    def series(self, items: Sequence[c.Expr | c.Comprehension], span: Span) -> Expr:
        return self.new(SERIES, self.listed(items, span))

    def listed(self, items: Sequence[c.Expr | c.Comprehension], span: Span) -> Expr:
        """A new list of these items."""
        if len(items) == 1 and isinstance(items[0], c.Comprehension):
            return self.gather(items[0])
        plain = [item for item in items if not isinstance(item, c.Comprehension)]
        if len(plain) == len(items):
            return nodes.MakeList(tuple(self.fit(self.value(item).expr, ANY) for item in plain), ITEMS, span)
        out = self.fresh("elements", ITEMS)
        stmts: list[Stmt] = [Assign(out.name, nodes.MakeList((), ITEMS), span)]
        for item in items:
            if isinstance(item, c.Comprehension):
                stmts.extend(self.gather_into(item, out))
            else:
                element = self.fit(self.value(item).expr, ANY)
                stmts.append(Evaluate(Op("list_push", (out, element), NONE, span), span))
        return do(stmts, out)

    def gather(self, item: c.Comprehension) -> Expr:
        out = self.fresh("elements", ITEMS)
        start = Assign(out.name, nodes.MakeList((), ITEMS), item.span)
        return do([start, *self.gather_into(item, out)], out)

    def gather_into(self, item: c.Comprehension, out: nodes.Local) -> list[Stmt]:
        """Loops in loops, the first clause outermost."""

        def level(number: int) -> list[Stmt]:
            if number == len(item.clauses):
                value = self.fit(self.value(item.value).expr, ANY)
                return [Evaluate(Op("list_push", (out, value), NONE, item.span), item.span)]
            clause = item.clauses[number]
            copies = any(_changes(part) for part in (item.value, *(inner.values for inner in item.clauses)))
            return self.loop(clause.var, clause.values, lambda: level(number + 1), copies, clause.span)

        return level(0)

    def item_bases(self, item: c.Comprehension) -> int:
        return self.place(item.value).bases


def changes(block: c.Block) -> bool:
    """Whether a block may change a collection: by an ACTION, or by assigning an element."""
    return any(map(_is_change, expressions(block)))


def _changes(root: c.Expr) -> bool:
    return any(map(_is_change, walk(root)))


def _is_change(expr: c.Expr | c.Comprehension | c.Slice) -> bool:
    return isinstance(expr, c.Act) or (isinstance(expr, c.Assign) and isinstance(expr.target, c.Element))
