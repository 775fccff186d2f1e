"""Expressions of the tree with every name resolved, and every rule checked that an expression can break.

A `Resolver` works on one body. What a name may mean depends on where the body stands: `Place` says it. Nothing here
stops at the first error: what cannot be resolved becomes `None` and is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from parlour.languages.allhandsondeck import checked as c
from parlour.languages.allhandsondeck import codes, tree
from parlour.languages.allhandsondeck.arguments import Misfit, bind, bind_built_in
from parlour.languages.allhandsondeck.checked import Arg, Expr, Function, Var
from parlour.languages.allhandsondeck.declarations import World, constructor_text
from parlour.languages.allhandsondeck.types import (
    ACTIONS,
    ACTOR,
    COLLECTION,
    FUNCTIONS,
    HELPERS,
    INPUT,
    PRIMITIVES,
    PRINT,
    SERIES,
    Type,
)
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean

# So many steps `.a[0].b()` may one path have, and so many ACTIONs one chain: each nests what is before it.
LONGEST_PATH = NESTING_LIMIT


@dataclass
class Place:
    """Where a body stands. `params` are constructor parameters that hide attributes; `has_self`: there is an object."""

    function: Function | None
    class_name: str | None = None
    params: dict[str, Var] = field(default_factory=dict)
    has_self: bool = False
    locals: dict[str, Var] = field(default_factory=dict)


class Resolver:
    """Resolves the expressions of one body."""

    def __init__(self, world: World, place: Place) -> None:
        self.world = world
        self.report = world.report
        self.place = place
        # Variables of the comprehensions around, innermost last.
        self.inner: list[dict[str, Var]] = []
        # In an ACTION of an Object: the names from which everything it changes must be reached.
        self.reached: set[Var] = set()
        function = place.function
        receiver = None if function is None else function.receiver
        self.changes_itself_only = (
            receiver is not None and receiver.type is not None and not world.derives(receiver.type.name, ACTOR)
        )
        if receiver is not None and self.changes_itself_only:
            self.reached.add(receiver)

    @property
    def kind(self) -> str:
        """main, action, helper or attribute."""
        return "attribute" if self.place.function is None else self.place.function.kind

    @property
    def is_pure(self) -> bool:
        """The body must not change the game."""
        return self.kind in ("helper", "attribute")

    # --------------------------------------------------------------------------------------------------- names

    def local(self, name: str) -> Var | None:
        for variables in reversed(self.inner):
            if name in variables:
                return variables[name]
        return self.place.locals.get(name)

    def variable(self, item: tree.Variable) -> Expr:
        name, span = item.name, item.span
        var = self.local(name)
        if var is not None:
            return c.Local(span, var)
        if name in self.place.params:
            return c.Local(span, self.place.params[name])
        class_name = self.place.class_name
        if class_name is not None and self.place.has_self:
            if name in self.world.attributes(class_name):
                return c.Attr(span, c.Self(span), name)
            class_ = self.world.classes[class_name]
            param = next((param for param in class_.params or () if param.name == name), None)
            if param is not None:
                class_.mentioned[name] = param
                return c.Param(span, name)
        if name in self.world.state:
            return c.State(span, name)
        return self.unknown(name, span)

    def unknown(self, name: str, span: Span) -> Expr:
        class_name = self.place.class_name
        if name in self.world.helpers or name in FUNCTIONS:
            self.report.error(codes.NOT_A_VALUE, f"{name} is a helper, not a value", span, hint=f"call it: {name}(…)")
        elif class_name is not None and name in self.world.attributes(class_name):
            self.report.error(
                codes.UNKNOWN_NAME,
                f"the attribute '{name}' does not exist yet where the super class gets its arguments",
                span,
                hint="use the constructor's parameters here",
            )
        elif class_name is not None and self.place.has_self and self.world.has_helper(class_name, name):
            self.report.error(codes.NOT_A_VALUE, f"{name} is a helper, not a value", span, hint=f"call it: {name}()")
        elif name not in self.world.lost:
            hint = did_you_mean(name, [*self.world.state, *self.place.locals, *self.place.params])
            if not hint and name == "self":
                hint = "there is no self: attributes and helpers of the object are called by their names alone"
            hint = hint or "game state is made by an assignment in an ACTION"
            self.report.error(codes.UNKNOWN_NAME, f"undeclared identifier '{name}'", span, hint=hint)
        return broken(span)

    # --------------------------------------------------------------------------------------------- expressions

    def expression(self, item: tree.Expr) -> Expr:
        span = item.span
        match item:
            case tree.Number(_, value) | tree.Decimal(_, value) | tree.Text(_, value) | tree.Truth(_, value):
                return c.Const(span, value)
            case tree.Nothing() | tree.Broken():
                return c.Const(span, None)
            case tree.FormattedText(_, parts):
                return c.Format(span, tuple(p if isinstance(p, str) else self.expression(p) for p in parts))
            case tree.Variable():
                return self.variable(item)
            case tree.BareName(_, name):
                return self.bare_name(name, span)
            case tree.Call():
                return self.call(item)
            case tree.Create():
                return self.create(item)
            case tree.Series(_, items):
                return c.Series(span, tuple(self.item(part) for part in items))
            case tree.Path():
                return self.path(item)
            case tree.Doing():
                return self.doing(item)
            case tree.Range(_, start, end, includes_end):
                return c.Range(span, self.expression(start), self.expression(end), includes_end)
            case tree.Power(_, base, exponent):
                return c.Power(span, self.expression(base), self.expression(exponent))
            case tree.Sign(_, operator, operand):
                return c.Sign(span, operator, self.expression(operand))
            case tree.Not(_, operand):
                return c.Not(span, self.expression(operand))
            case tree.Chain(_, first, links):
                left = self.expression(first)
                for link in links:
                    right = self.expression(link.operand)
                    left = c.Binary(first.span.to(link.operand.span), link.operator, left, right)
                return left
            case tree.Compare(_, first, compared):
                sides = tuple((link.operator, self.expression(link.operand)) for link in compared)
                return c.Compare(span, self.expression(first), sides)
            case tree.Logic(_, word, operands):
                return c.Logic(span, word, tuple(map(self.expression, operands)))
            case tree.Assign():
                return self.assignment(item)

    def item(self, item: tree.Expr | tree.Comprehension) -> Expr | c.Comprehension:
        return self.comprehension(item) if isinstance(item, tree.Comprehension) else self.expression(item)

    def bare_name(self, name: str, span: Span) -> Expr:
        if name in self.world.classes:
            what, hint = "a class", f"make an object of it: {name}(…)"
        elif name in self.world.actions or name in ACTIONS:
            what, hint = "an ACTION", f"do it: do {name}"
        else:
            if name not in self.world.lost:
                hint = did_you_mean(name, [*self.world.classes, *self.world.actions])
                self.report.error(codes.UNKNOWN_CLASS, f"there is no class {name}", span, hint=hint)
            return broken(span)
        self.report.error(codes.NOT_A_VALUE, f"{name} is {what}, not a value", span, hint=hint)
        return broken(span)

    def comprehension(self, item: tree.Comprehension) -> c.Comprehension:
        with self.inside():
            clauses: list[c.Clause] = []
            for clause in item.clauses:
                if isinstance(clause, tree.ForTimes):
                    clauses.append(c.Clause(clause.span, None, self.expression(clause.count)))
                    continue
                values = self.expression(clause.values)
                var = Var(clause.name.text)
                self.inner.append({clause.name.text: var})
                self.reach(var, values)
                clauses.append(c.Clause(clause.span, var, values))
            return c.Comprehension(item.span, self.expression(item.value), tuple(clauses))

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Variables that are added to `inner` end with the comprehension."""
        depth = len(self.inner)
        try:
            yield
        finally:
            del self.inner[depth:]

    def reach(self, var: Var, values: Expr) -> None:
        """A variable that runs over what is reached from the receiver is reached, too."""
        if _root(values) in self.reached:
            self.reached.add(var)

    # --------------------------------------------------------------------------------------------------- paths

    def path(self, item: tree.Path) -> Expr:
        value = self.expression(item.subject)
        if len(item.steps) > LONGEST_PATH:
            self.too_long(item.steps[LONGEST_PATH].span, "steps")
            return broken(item.span)
        for step in item.steps:
            span = item.subject.span.to(step.span)
            match step:
                case tree.Attribute(_, name):
                    self.check_attribute(value, name)
                    value = c.Attr(span, value, name.text)
                case tree.MethodCall(_, name, arguments):
                    args = self.arguments(arguments)
                    self.check_method(value, name, args, span)
                    value = c.MethodCall(span, value, name.text, args)
                case tree.Element(_, index):
                    value = c.Element(span, value, self.index(index))
        return value

    def too_long(self, span: Span, what: str) -> None:
        title = f"more than {LONGEST_PATH} {what} in a row"
        self.report.error(codes.TOO_DEEP, title, span, hint="give the value on the way a name, and go on from there")

    def index(self, item: tree.Expr | tree.Slice) -> Expr | c.Slice:
        if not isinstance(item, tree.Slice):
            return self.expression(item)
        parts = (None if part is None else self.expression(part) for part in (item.start, item.stop, item.step))
        return c.Slice(item.span, *parts)

    def class_of(self, value: Expr) -> str | None:
        """The class or primitive type that a value surely has (or extends); None if that is open."""
        match value:
            case c.Local(_, Var(type=Type(name))):
                return name
            case c.Self():
                return self.place.class_name
            case c.Create(_, name):
                return name
            case c.Series():
                return SERIES
            case c.Const(_, bool()):
                return "bool"
            case c.Const(_, int()):
                return "int"
            case c.Const(_, float()):
                return "float"
            case c.Const(_, str()) | c.Format():
                return "string"
            case c.Range():
                return "Range"
        return None

    def possible(self, value: Expr) -> Sequence[str]:
        """The classes that a value may be an object of."""
        known = self.class_of(value)
        if known is None:
            return list(self.world.classes)
        return [] if known in PRIMITIVES else self.world.below(known)

    def check_attribute(self, value: Expr, name: tree.Ident) -> None:
        attributes = [self.world.attributes(class_name) for class_name in self.possible(value)]
        if any(name.text in found for found in attributes) or name.text in self.world.lost:
            return
        known = self.class_of(value)
        who = "no class" if known is None else known
        title = f"{who} has {'an' if known is None else 'no'} attribute '{name.text}'"
        names = {other for found in attributes for other in found}
        hint = did_you_mean(name.text, names)
        if any(self.world.has_helper(class_name, name.text) for class_name in self.possible(value)):
            hint = f"it is a helper: call it, .{name.text}()"
        self.report.error(codes.UNKNOWN_ATTRIBUTE, title, name.span, hint=hint)

    def check_method(self, value: Expr, name: tree.Ident, args: tuple[Arg, ...], span: Span) -> None:
        classes = [class_name for class_name in self.possible(value) if self.world.has_helper(class_name, name.text)]
        if not classes:
            if name.text not in self.world.lost:
                self.no_method(value, name)
            return
        misfits = [self.method_misfit(class_name, name.text, args) for class_name in classes]
        if all(misfit is not None for misfit in misfits):
            assert misfits[0] is not None
            self.misfit(misfits[0], f"{name.text}()", span)

    def no_method(self, value: Expr, name: tree.Ident) -> None:
        possible = self.possible(value)
        known = self.class_of(value)
        who = "no class" if known is None else known
        title = f"{who} has {'a' if known is None else 'no'} helper {name.text}"
        helpers = {other for class_name in possible for other in self.world.classes[class_name].helpers}
        hint = did_you_mean(name.text, [*helpers, *HELPERS])
        if any(name.text in self.world.attributes(class_name) for class_name in possible):
            hint = f"it is an attribute: .{name.text}"
        elif not hint and name.text in self.world.helpers:
            hint = f"it belongs to no class: {name.text}(…)"
        self.report.error(codes.UNKNOWN_HELPER, title, name.span, hint=hint)

    def method_misfit(self, class_name: str, name: str, args: tuple[Arg, ...]) -> Misfit | None:
        for ancestor in self.world.line(class_name):
            helper = self.world.classes[ancestor].helpers.get(name)
            if helper is not None:
                return misfit_of(bind(args, tuple(var.name for var in helper.params)))
        return misfit_of(bind_built_in(args, HELPERS[name]))

    # --------------------------------------------------------------------------------------------------- calls

    def arguments(self, items: Sequence[tree.Argument]) -> tuple[Arg, ...]:
        found: list[Arg] = []
        for item in items:
            value: Expr | c.Comprehension | c.Slice
            match item.value:
                case tree.Comprehension():
                    value = self.comprehension(item.value)
                case tree.Slice():
                    sliced = self.index(item.value)
                    assert isinstance(sliced, c.Slice)
                    value = sliced
                case other:
                    value = self.expression(other)
            found.append(Arg(item.span, None if item.name is None else item.name.text, value))
        return tuple(found)

    def misfit(self, misfit: Misfit, what: str, span: Span) -> None:
        place = span if misfit.arg is None else misfit.arg.span
        self.report.error(codes.ARGUMENTS, f"{what}: {misfit.text}", place)

    def call(self, item: tree.Call) -> Expr:
        """Own and inherited helpers, then those of the program, then those of the language."""
        name, args = item.function.text, self.arguments(item.arguments)
        class_name = self.place.class_name
        if class_name is not None and self.place.has_self and self.world.has_helper(class_name, name):
            misfit = self.method_misfit(class_name, name, args)
            if misfit is not None:
                self.misfit(misfit, f"{name}()", item.span)
            return c.MethodCall(item.span, c.Self(item.function.span), name, args)
        helper = self.world.helpers.get(name)
        if helper is not None:
            misfit = misfit_of(bind(args, tuple(var.name for var in helper.params)))
            if misfit is not None:
                self.misfit(misfit, f"{name}()", item.span)
            return c.HelperCall(item.span, helper, args)
        if name in FUNCTIONS:
            return self.built_in(name, args, item.span)
        if name not in self.world.lost:
            self.unknown_helper(item.function)
        return broken(item.span)

    def unknown_helper(self, name: tree.Ident) -> None:
        owners = [
            class_.shown
            for class_ in self.world.classes.values()
            if name.text in class_.helpers or (name.text in HELPERS and class_.name == HELPERS[name.text].on)
        ]
        known = [*self.world.helpers, *FUNCTIONS]
        if self.place.class_name is not None:
            known.extend(
                helper
                for owner in self.world.line(self.place.class_name)
                for helper in self.world.classes[owner].helpers
            )
        hint = did_you_mean(name.text, known)
        if owners:
            hint = f"it is a helper of {owners[0]}: call it on an object, x.{name.text}(…)"
        self.report.error(codes.UNKNOWN_HELPER, f"there is no helper {name.text}", name.span, hint=hint)

    def built_in(self, name: str, args: tuple[Arg, ...], span: Span) -> Expr:
        values = [arg.value for arg in args if not isinstance(arg.value, c.Comprehension | c.Slice)]
        wrong = next((arg for arg in args if arg.name is not None or arg.value not in values), None)
        least, most = (0, 1) if name == INPUT else (1, 1)
        if wrong is not None:
            text = f"there is no parameter '{wrong.name}'" if wrong.name else "one single value is wanted"
            self.misfit(Misfit(text, wrong), f"{name}()", span)
            return broken(span)
        if not least <= len(values) <= most:
            wanted = "1 argument wanted" if least else "at most 1 argument wanted"
            self.misfit(Misfit(f"{wanted}, {len(args)} given"), f"{name}()", span)
            return broken(span)
        if name == PRINT:
            return c.Print(span, values[0])
        if name == INPUT:
            return c.Input(span, values[0] if values else None)
        return c.Random(span, values[0])

    def create(self, item: tree.Create) -> Expr:
        type_ = self.world.type(item.type)
        args = self.arguments(item.arguments)
        if type_ is None:
            return broken(item.span)
        if type_.name in PRIMITIVES:
            self.report.error(
                codes.UNKNOWN_CLASS,
                f"{type_.name} is no class, so nothing can be made of it",
                item.type.span,
                hint="a range is written 1..9" if type_.name == "Range" else "",
            )
            return broken(item.span)
        if type_.name == COLLECTION:
            self.report.error(
                codes.VIRTUAL_CLASS,
                "there are no objects of Collection itself",
                item.type.span,
                hint="make a Series or a Stack",
            )
            return broken(item.span)
        name = type_.name if type_.of is None else self.world.template(type_)
        self.check_constructor(name, args, item.span)
        return c.Create(item.span, name, args)

    def check_constructor(self, name: str, args: tuple[Arg, ...], span: Span) -> None:
        names = self.world.constructor(name)
        if names is not None:
            misfit = misfit_of(bind(args, names))
            if misfit is not None:
                shown = self.world.classes[name].shown
                text = misfit.text if misfit.arg else f"{misfit.text}; it takes {constructor_text(self.world, name)}"
                self.misfit(Misfit(text, misfit.arg), f"{shown}()", span)
            return
        for arg in args:
            if arg.name is not None:
                self.misfit(Misfit(f"there is no parameter '{arg.name}'", arg), f"{name}()", span)
            elif isinstance(arg.value, c.Slice):
                self.misfit(Misfit("a slice is no element", arg), f"{name}()", span)

    # ------------------------------------------------------------------------------------------------- ACTIONs

    def doing(self, item: tree.Doing) -> Expr:
        value = None if item.receiver is None else self.expression(item.receiver)
        if len(item.acts) > LONGEST_PATH:
            self.too_long(item.acts[LONGEST_PATH].span, "ACTIONs")
            return broken(item.span)
        for act in item.acts:
            start = act.span if item.receiver is None and value is None else item.span
            value = self.act(value, act, start.to(act.span))
        assert value is not None
        return value

    def act(self, receiver: Expr | None, act: tree.Act, span: Span) -> Expr:
        name, args = act.action.text, self.arguments(act.arguments)
        if self.is_pure:
            what = "a helper" if self.kind == "helper" else "the value of an attribute"
            self.report.error(
                codes.HELPER_CHANGES_STATE,
                f"{what} must not change the game, so it cannot do {name}",
                act.span,
                hint="whatever changes the game is an ACTION: when do …",
            )
        if self.changes_itself_only and (receiver is None or _root(receiver) not in self.reached):
            self.only_itself(act.span)
        named = self.world.actions.get(name, [])
        alone = [action for action in named if action.receiver is None]
        if not named and name not in ACTIONS:
            if name not in self.world.lost:
                hint = did_you_mean(name, [*self.world.actions, *ACTIONS])
                hint = hint or f"declare it: when do {name}:"
                self.report.error(codes.UNKNOWN_ACTION, f"there is no ACTION {name}", act.action.span, hint=hint)
            return broken(span)
        if receiver is None:
            if not alone:
                self.no_receiver(act, named)
                return broken(span)
            misfit = misfit_of(bind(args, tuple(var.name for var in alone[0].params)))
            if misfit is not None:
                self.misfit(misfit, name, act.span)
            return c.Act(span, None, name, args, alone[0])
        if len(alone) == len(named) and name not in ACTIONS:
            self.report.error(
                codes.RECEIVER_SUPERFLUOUS,
                f"{name} is done by nobody in particular",
                act.span,
                hint=f"write `do {name}` alone, or declare it with a receiver: when Player player do {name}",
                also=[(alone[0].span, "declared without a receiver")],
            )
            return broken(span)
        misfits = [
            misfit_of(bind(args, tuple(var.name for var in action.params)))
            for action in named
            if action.receiver is not None
        ]
        if name in ACTIONS:
            misfits.append(misfit_of(bind_built_in(args, ACTIONS[name])))
        if all(misfit is not None for misfit in misfits):
            assert misfits[0] is not None
            self.misfit(misfits[0], name, act.span)
        return c.Act(span, receiver, name, args)

    def no_receiver(self, act: tree.Act, named: Sequence[Function]) -> None:
        name = act.action.text
        who = ACTIONS[name].on if not named else str(named[0].receiver and named[0].receiver.type)
        example = f"{who.split('<')[0].lower()} do {name}"
        self.report.error(
            codes.RECEIVER_MISSING,
            f"{name} is done by a {who}, and nobody stands before `do`",
            act.span,
            hint=f"say who does it: {example}",
            also=[(action.span, "declared with a receiver") for action in named[:1]],
        )

    def only_itself(self, span: Span) -> None:
        function = self.place.function
        assert function is not None and function.receiver is not None
        receiver = function.receiver
        self.report.error(
            codes.OBJECT_CHANGES_OTHERS,
            f"an Object may only change itself: {receiver.type} is not an Actor",
            span,
            hint=f"everything it changes must be reached from '{receiver.name}'",
        )

    # --------------------------------------------------------------------------------------------- assignments

    def assignment(self, item: tree.Assign) -> Expr:
        target: c.Target | None = None
        match item.target:
            case tree.Variable():
                target = self.assigned_name(item.target)
            case tree.Path():
                target = self.assigned_path(item.target)
        value = self.expression(item.value)
        return broken(item.span) if target is None else c.Assign(item.span, target, item.operator, value)

    def assigned_name(self, item: tree.Variable) -> c.Target | None:
        name, span = item.name, item.span
        var = self.local(name)
        if var is not None:
            if self.changes_itself_only and var in self.reached:
                self.only_itself(span)
            return c.Local(span, var)
        if self.is_pure:
            # All that a helper may assign is among its locals, so this is an attribute or game state.
            class_name = self.place.class_name
            is_own = class_name is not None and name in self.world.attributes(class_name)
            what = f"the attribute '{name}'" if is_own else f"'{name}', which is game state"
            self.report.error(
                codes.HELPER_CHANGES_STATE,
                f"a helper must not change {what}",
                span,
                hint="do it in an ACTION, or give the helper's own variable another name",
            )
            return None
        if self.changes_itself_only:
            self.only_itself(span)
        self.check_main(span)
        return c.State(span, name)

    def assigned_path(self, item: tree.Path) -> c.Target | None:
        target = self.path(item)
        assert isinstance(target, c.Attr | c.Element)
        if self.is_pure:
            what = f"the attribute '{target.name}'" if isinstance(target, c.Attr) else "an element"
            self.report.error(
                codes.HELPER_CHANGES_STATE,
                f"a helper must not change {what}",
                item.span,
                hint="whatever changes the game is an ACTION: when do …",
            )
        if self.changes_itself_only and _root(target) not in self.reached:
            self.only_itself(item.span)
        if isinstance(target, c.Attr):
            self.check_const(target)
        self.check_main(item.span)
        return target

    def check_main(self, span: Span) -> None:
        if self.kind == "main":
            self.report.tolerate(
                codes.MAIN_ASSIGNS,
                "main changes the game by an assignment",
                span,
                hint="the manual wants every change inside an ACTION: when do …",
            )

    def check_const(self, target: c.Attr) -> None:
        """A mistake where every attribute that can be meant is const."""
        found = [self.world.attributes(class_name).get(target.name) for class_name in self.possible(target.object)]
        meant = [attribute for attribute in found if attribute is not None]
        if meant and all(attribute.is_const for attribute in meant):
            self.report.error(
                codes.CONST_ASSIGNED,
                f"'{target.name}' of {meant[0].class_name} is const",
                target.span,
                also=[(meant[0].span, "declared const here")],
                hint="a const attribute gets its value when the object is made",
            )


def broken(span: Span) -> Expr:
    """Stands for what could not be resolved: why has been reported."""
    return c.Const(span, None)


def misfit_of(bound: object) -> Misfit | None:
    return bound if isinstance(bound, Misfit) else None


def _root(expr: Expr) -> Var | None:
    """The local at which a path starts."""
    while True:
        match expr:
            case c.Local(_, var):
                return var
            case c.Attr(_, inner) | c.Element(_, inner) | c.MethodCall(_, inner):
                expr = inner
            case c.Act(_, inner) if inner is not None:
                expr = inner
            case _:
                return None
