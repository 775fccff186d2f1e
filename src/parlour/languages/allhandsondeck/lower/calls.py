"""Calls: helpers, ACTIONs and who does them, attributes, making objects.

Where inference leaves one function it is called directly. Otherwise the receiver is looked at when the program runs,
the nearest class first, as the language says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from parlour.core import nodes
from parlour.core.nodes import Call, Evaluate, Expr, Field, If, Raise, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, INT, NONE, ObjectType, Type
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.arguments import Misfit, bind, bind_built_in
from parlour.languages.allhandsondeck.check.meaning import Arg, Function, Var
from parlour.languages.allhandsondeck.check.types import ACTIONS, HELPERS
from parlour.languages.allhandsondeck.lower.base import COLLECTIONS, ITEMS, NOTHING, Case, Val
from parlour.languages.allhandsondeck.lower.bases import NONE_BIT, plain_type
from parlour.languages.allhandsondeck.lower.collections import Collections, Given
from parlour.languages.allhandsondeck.lower.dispatch import Candidate
from parlour.syntax.source import Span


class Calls(Collections, ABC):
    """Whatever calls something; `function.py` reads the expressions in between."""

    acting: Expr

    @abstractmethod
    def value(self, expr: c.Expr) -> Val:
        """An expression with what is known of its value."""

    @abstractmethod
    def gather(self, item: c.Comprehension) -> Expr:
        """The list that a comprehension makes."""

    @abstractmethod
    def item_bases(self, item: c.Comprehension) -> int:
        """What the elements that a comprehension makes may be."""

    # ------------------------------------------------------------------------------------------------ arguments

    def given(self, args: Sequence[Arg], stmts: list[Stmt] | None = None) -> list[Given]:
        """Arguments in the order in which they are written; with a list of statements, evaluated there."""

        def kept(value: Expr) -> Expr:
            return value if stmts is None else self.keep(value, stmts, "argument")

        found: list[Given] = []
        for arg in args:
            match arg.value:
                case c.Comprehension() as many:
                    val = Val(kept(self.gather(many)), self.item_bases(many))
                    found.append(Given(arg.name, val, arg.span, many=True))
                case c.Slice() as cut:
                    start, stop, step = (kept(part) for part in self.slice_parts(cut))
                    found.append(Given(arg.name, None, arg.span, slice=(start, stop, step)))
                case value:
                    val = self.value(value)
                    found.append(Given(arg.name, Val(kept(val.expr), val.bases, val.items), arg.span))
        return found

    def slice_parts(self, cut: c.Slice) -> tuple[Expr, Expr, Expr]:
        start, stop, step = (
            self.slice_part(None if part is None else self.value(part)) for part in (cut.start, cut.stop, cut.step)
        )
        return start, stop, step

    def bound_arguments(self, params: Sequence[Var], args: Sequence[Arg], given: Sequence[Given]) -> list[Expr]:
        """Arguments in the order of the parameters they fit, checked against their types."""
        bound = bind(tuple(args), tuple(var.name for var in params))
        assert not isinstance(bound, Misfit)
        found: dict[int, Expr] = {}
        stmts: list[Stmt] = []
        in_order = bound == sorted(bound)
        for item, number in zip(given, bound, strict=True):
            assert item.val is not None
            var = params[number]
            value = self.fit(self.bound(item.val, var.type, f"'{var.name}'"), self.low.var_type(var))
            # Named arguments may stand in another order than the parameters; they are computed as they are written.
            found[number] = value if in_order else self.keep(value, stmts, "argument")
        ordered = [found[number] for number in range(len(params))]
        if stmts:
            ordered[0] = do(stmts, ordered[0])
        return ordered

    # ------------------------------------------------------------------------------------------------ functions

    def call(
        self, function: Function, first: Sequence[Expr], args: Sequence[Arg], given: Sequence[Given], span: Span
    ) -> Expr:
        """A call of a function of the program; `first` are the receiver or the object."""
        parts = [*first, *self.bound_arguments(function.params, args, given)]
        return self.call_with(function, parts, span)

    def call_with(self, function: Function, parts: Sequence[Expr], span: Span) -> Expr:
        if self.low.takes_acting(function):
            parts = [*parts, self.acting]
        result = self.low.result_type(function)
        if result == NONE:
            # Nothing is returned but None; the function gives a number that nobody looks at.
            return do([Evaluate(Call(self.low.name(function), tuple(parts), INT, span), span)], NOTHING)
        return Call(self.low.name(function), tuple(parts), result, span)

    def misfit(self, what: str, misfit: Misfit, span: Span) -> Expr:
        """Arguments that do not fit what turns out to be called."""
        return do([Raise("type", self.sentence(f"{what}: {misfit.text}"), span)], NOTHING)

    def helper_call(self, expr: c.HelperCall) -> Expr:
        return self.call(expr.helper, (), expr.args, self.given(expr.args), expr.span)

    # -------------------------------------------------------------------------------------------------- methods

    def method_call(self, expr: c.MethodCall, result: int) -> Expr:
        """A helper on an object: which one depends on the object's class."""
        whole = self.value(expr.object)
        name, span = expr.name, expr.span
        names = self.bases.class_names(whole.bases)
        targets: dict[Function | str, int] = {}
        for class_name in names:
            helper = self.low.program.helper_of(class_name, name)
            target: Function | str = "built-in" if helper is None else helper
            if helper is None and not (name in HELPERS and HELPERS[name].on in self.bases.lines[class_name]):
                continue
            targets[target] = targets.get(target, 0) | self.bases.bits[class_name]
        stmts: list[Stmt] = []
        covered = sum(targets.values())
        if len(targets) == 1 and not whole.bases & ~covered & ~NONE_BIT:
            given = self.given(expr.args)
        else:
            whole = Val(self.keep(whole.expr, stmts), whole.bases, whole.items)
            given = self.given(expr.args, stmts)

        def make(target: Function | str, bits: int) -> Callable[[Expr], Expr]:
            def apply(value: Expr) -> Expr:
                return self.apply_helper(expr, target, Val(value, bits, whole.items), given)

            return apply

        return do(
            stmts,
            self.by_class(
                whole,
                targets,
                make,
                result,
                lambda value: self.sentence(self.kind(value), f" has no helper {name}"),
                span,
            ),
        )

    def by_class(
        self,
        whole: Val,
        targets: dict[Function | str, int],
        make: Callable[[Function | str, int], Callable[[Expr], Expr]],
        result: int,
        blame: Callable[[Expr], Expr],
        span: Span,
    ) -> Expr:
        """Chooses by the class of an object. Classes further down come first, because tests let in what extends."""
        type_ = NONE if result == NONE_BIT else self.storage(result)
        if len(targets) == 1:
            ((target, bits),) = targets.items()
            common = self.bases.common(self.bases.class_names(bits))
            return self.choose(whole, [Case(bits, ObjectType(common), make(target, bits))], type_, blame, span)
        cases: list[tuple[int, Case]] = []
        for target, bits in targets.items():
            for class_name in self.bases.class_names(bits):
                depth = len(self.bases.lines[class_name])
                bit = self.bases.bits[class_name]
                cases.append((-depth, Case(bit, ObjectType(class_name), make(target, bit))))
        cases.sort(key=lambda item: item[0])
        return self.choose(whole, [case for _, case in cases], type_, blame, span)

    def apply_helper(self, expr: c.MethodCall, target: Function | str, whole: Val, given: Sequence[Given]) -> Expr:
        if isinstance(target, Function):
            bound = bind(expr.args, tuple(var.name for var in target.params))
            if isinstance(bound, Misfit):
                return self.misfit(f"{expr.name}()", bound, expr.span)
            first = self.fit(whole.expr, self.low.self_type(target))
            return self.call(target, (first,), expr.args, given, expr.span)
        signature = HELPERS[expr.name]
        fitting = bind_built_in(expr.args, signature)
        if isinstance(fitting, Misfit):
            return self.misfit(f"{expr.name}()", fitting, expr.span)
        stmts: list[Stmt] = []
        kept = Val(self.keep(whole.expr, stmts), whole.bases, whole.items)
        return do(stmts, self.built_in_helper(expr.name, kept, given, signature, expr.span))

    # ----------------------------------------------------------------------------------------------- attributes

    def attribute(self, whole: Val, name: str, result: int, span: Span) -> Expr:
        roots: dict[str, int] = {}
        for class_name in self.bases.class_names(whole.bases):
            root = self.low.field_root(class_name, name)
            if root is not None:
                roots[root] = roots.get(root, 0) | self.bases.bits[class_name]
        type_ = self.storage(result)

        def get(root: str) -> Callable[[Expr], Expr]:
            return lambda value: Field(value, name, self.low.field_type(root, name), span)

        cases = [Case(bits, ObjectType(root), get(root)) for root, bits in roots.items()]
        return self.choose(
            whole, cases, type_, lambda value: self.sentence(self.kind(value), f" has no attribute '{name}'"), span
        )

    def set_attribute(self, whole: Val, name: str, value: Val, span: Span) -> list[Stmt]:
        """`whole.name = value`, both evaluated. The type and whether it is const depend on the class."""
        targets: dict[Function | str, int] = {}
        attributes = {}
        for class_name in self.bases.class_names(whole.bases):
            attribute = self.low.program.attribute_of(class_name, name)
            if attribute is not None:
                attributes[attribute.class_name] = attribute
                bits = targets.get(attribute.class_name, 0)
                targets[attribute.class_name] = bits | self.bases.bits[class_name]

        def make(target: Function | str, bits: int) -> Callable[[Expr], Expr]:
            assert isinstance(target, str)
            attribute = attributes[target]
            root = self.low.field_root(target, name)
            assert root is not None

            def put(owner: Expr) -> Expr:
                if attribute.is_const:
                    shown = self.low.program.classes[target].shown
                    return do([Raise("type", self.sentence(f"'{name}' of {shown} is const"), span)], NOTHING)
                new = self.fit(self.bound(value, attribute.type, f"'{name}'"), self.low.field_type(root, name))
                return do([nodes.SetField(self.fit(owner, ObjectType(root)), name, new, span)], NOTHING)

            return put

        done = self.by_class(
            whole,
            targets,
            make,
            NONE_BIT,
            lambda found: self.sentence(self.kind(found), f" has no attribute '{name}'"),
            span,
        )
        return self.effect(done)

    # -------------------------------------------------------------------------------------------------- ACTIONs

    def act(self, expr: c.Act, result: int) -> Expr:
        if expr.receiver is None:
            assert expr.target is not None
            return self.call(expr.target, (), expr.args, self.given(expr.args), expr.span)
        whole = self.value(expr.receiver)
        stmts: list[Stmt] = []
        ways = self.ways(expr.action, whole)
        if len(ways) != 1 or len(ways[0][0]) != 1 or whole.bases & ~ways[0][1] & ~NONE_BIT:
            whole = Val(self.keep(whole.expr, stmts, "receiver"), whole.bases, whole.items)
            given = self.given(expr.args, stmts)
        else:
            given = self.given(expr.args)
        type_ = NONE if result == NONE_BIT else self.storage(result)
        cases: list[tuple[int, Case]] = []
        for candidates, bits in ways:
            for bit, depth, type_of in self.tests(bits, len(ways) == 1):

                def do_it(value: Expr, candidates: tuple[Candidate, ...] = candidates, bit: int = bit) -> Expr:
                    return self.attempt(expr, candidates, Val(value, bit, whole.items), given, type_)

                cases.append((-depth, Case(bit, type_of, do_it)))
        cases.sort(key=lambda item: item[0])
        return do(
            stmts,
            self.choose(
                whole,
                [case for _, case in cases],
                type_,
                lambda value: self.sentence(self.kind(value), f" cannot do {expr.action}"),
                expr.span,
            ),
        )

    def ways(self, action: str, whole: Val) -> list[tuple[tuple[Candidate, ...], int]]:
        """The lists of ACTIONs to try, with the bases for which each is meant; those that can do nothing left out."""
        found: dict[tuple[Candidate, ...], int] = {}
        for bit, _ in self.bases.each(whole.bases & ~NONE_BIT):
            candidates = tuple(self.low.found.dispatch.candidates(action, bit, whole.items))
            if candidates != ("none",):
                found[candidates] = found.get(candidates, 0) | bit
        return list(found.items())

    def tests(self, bits: int, is_only: bool) -> list[tuple[int, int, Type]]:
        """Tests for these bases, each with its depth in the chain of classes."""
        names = self.bases.class_names(bits)
        plain = [(bit, 0, plain_type(bit)) for bit, _ in self.bases.each(bits & ~self.bases.objects)]
        if is_only and names and not plain:
            return [(bits, 0, ObjectType(self.bases.common(names)))]
        return [*plain, *((self.bases.bits[n], len(self.bases.lines[n]), ObjectType(n)) for n in names)]

    def attempt(
        self, expr: c.Act, candidates: Sequence[Candidate], whole: Val, given: Sequence[Given], result: Type
    ) -> Expr:
        """The first of these ACTIONs that fits, when all but the last depend on what a collection holds."""
        if len(candidates) == 1:
            return self.perform(expr, candidates[0], whole, given)
        stmts: list[Stmt] = []
        kept = Val(self.keep(whole.expr, stmts, "receiver"), whole.bases, whole.items)
        out = NOTHING if result == NONE else self.fresh("done", result)
        arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
        otherwise: tuple[Stmt, ...] = ()
        for number, candidate in enumerate(candidates):
            if candidate == "ambiguous":
                rivals = self.rivals(candidates[number + 1 :])
                kind = self.kind(kept.expr)
                message = self.sentence(f"more than one {expr.action} fits this ", kind, " equally well")
                arms.append(
                    (self.two_of([self.holds(kept, rival) for rival in rivals]), (Raise("type", message, expr.span),))
                )
                continue
            body = tuple(self.store(out, self.perform(expr, candidate, kept, given)))
            if number == len(candidates) - 1 and not self.is_special(candidate, kept):
                otherwise = body
            else:
                assert isinstance(candidate, Function)
                arms.append((self.holds(kept, candidate), body))
        stmts.append(If(tuple(arms), otherwise, expr.span) if arms else If(((nodes.Const(True, BOOL), otherwise),)))
        return do(stmts, out)

    def is_special(self, candidate: Candidate, whole: Val) -> bool:
        """An ACTION of `C<T>` that need not fit."""
        if not isinstance(candidate, Function):
            return False
        assert candidate.receiver is not None and candidate.receiver.type is not None
        return not self.surely_is(whole, candidate.receiver.type)

    def rivals(self, candidates: Sequence[Candidate]) -> list[Function]:
        """The ACTIONs at the head of the list that are equally near."""
        found: list[Function] = []
        for candidate in candidates:
            if not isinstance(candidate, Function):
                break
            assert candidate.receiver is not None and candidate.receiver.type is not None
            type_ = candidate.receiver.type
            if type_.of is None or (found and _receiver_name(found[0]) != type_.name):
                break
            found.append(candidate)
        return found

    def holds(self, whole: Val, action: Function) -> Expr:
        """Whether a collection is what an ACTION's receiver must be."""
        assert action.receiver is not None and action.receiver.type is not None
        if self.surely_is(whole, action.receiver.type):
            return nodes.Const(True, BOOL)
        name = self.low.shared.matches(action.receiver.type)
        return Call(name, (self.fit(whole.expr, ANY),), BOOL)

    def two_of(self, tests: Sequence[Expr]) -> Expr:
        """Whether at least two of these hold."""
        found: Expr | None = None
        for number, one in enumerate(tests):
            for other in tests[number + 1 :]:
                both = nodes.And(one, other)
                found = both if found is None else nodes.Or(found, both)
        assert found is not None
        return found

    def perform(self, expr: c.Act, candidate: Candidate, whole: Val, given: Sequence[Given]) -> Expr:
        name, span = expr.action, expr.span
        if isinstance(candidate, Function):
            bound = bind(expr.args, tuple(var.name for var in candidate.params))
            if isinstance(bound, Misfit):
                return self.misfit(name, bound, span)
            assert candidate.receiver is not None
            first = self.fit(whole.expr, self.low.var_type(candidate.receiver))
            return self.call(candidate, (first,), expr.args, given, span)
        if candidate != "built-in":
            message = self.sentence(self.kind(whole.expr), f" cannot do {name}")
            return do([Raise("type", message, span)], NOTHING)
        signature = ACTIONS[name]
        fitting = bind_built_in(expr.args, signature)
        if isinstance(fitting, Misfit):
            return self.misfit(name, fitting, span)
        stmts: list[Stmt] = []
        kept = Val(self.keep(self.fit(whole.expr, COLLECTIONS), stmts), whole.bases, whole.items)
        return do(stmts, self.built_in_action(name, kept, given, signature, span))

    # ------------------------------------------------------------------------------------------- making objects

    def create(self, expr: c.Create) -> Expr:
        return self.make(expr.class_name, expr.args, expr.span)

    def make(self, class_name: str, args: Sequence[Arg], span: Span) -> Expr:
        """A call of the function that makes objects of a class."""
        given = self.given(args)
        params = self.low.constructor(class_name)
        if params is None:
            bit = self.bases.bits[class_name]
            if self.needs_admission(bit, self.spread_bases(given)):
                made = self.make_call(class_name, [nodes.MakeList((), ITEMS)], span)
                return self.with_local(made, lambda new: self.filled(new, bit, given, span))
            return self.make_call(class_name, [self.own_list(self.spread(given, None), given)], span)
        return self.make_call(class_name, self.bound_arguments(params, args, given), span)

    def filled(self, new: Expr, bit: int, given: Sequence[Given], span: Span) -> Expr:
        """A new collection whose elements are let in one by one."""
        elements = self.spread(given, Val(new, bit))
        into = self.elements_of(self.fit(new, COLLECTIONS))
        pushed = self.putting_in(new, elements, lambda more: self.routine("push_last", into, more, span=span))
        return do(self.effect(pushed), new)

    def spread_bases(self, given: Sequence[Given]) -> int:
        """The bases that elements arguments may have."""
        found = 0
        for item in given:
            assert item.val is not None
            found |= item.val.bases
            if not item.many and item.val.bases & self.bases.collections:
                found = found & ~self.bases.collections | item.val.items
        return found

    def own_list(self, elements: Expr, given: Sequence[Given]) -> Expr:
        """A list that nobody else holds."""
        shares = len(given) == 1 and not given[0].many and self.is_whole(given[0])
        return nodes.Op("list_copy", (elements,), ITEMS, elements.span) if shares else elements

    def make_call(self, class_name: str, parts: Sequence[Expr], span: Span) -> Expr:
        if self.low.maker_takes_acting(class_name):
            parts = [*parts, self.acting]
        type_ = ObjectType(class_name)
        if self.low.is_plain_collection(class_name):
            return self.new(class_name, parts[0])
        return Call(self.low.maker(class_name), tuple(parts), type_, span)


def _receiver_name(action: Function) -> str:
    assert action.receiver is not None and action.receiver.type is not None
    return action.receiver.type.name
