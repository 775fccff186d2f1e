"""Bodies with every name resolved: statements and expressions, and every rule checked that these can break.

A `Resolver` works on one body. What a name may mean depends on where the body stands: `Scope` says it. Nothing here
stops at the first error: what cannot be resolved becomes `None` and is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check import scope as names
from parlour.languages.allhandsondeck.check import types
from parlour.languages.allhandsondeck.check.arguments import Misfit, bind, bind_built_in
from parlour.languages.allhandsondeck.check.declarations import constructor_text
from parlour.languages.allhandsondeck.check.meaning import Arg, Expr, Function, Var
from parlour.languages.allhandsondeck.check.permissions import Permissions
from parlour.languages.allhandsondeck.check.scope import Scope
from parlour.languages.allhandsondeck.syntax import tree
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.source import Span

# What a declaration asks for until it gets it.
_ASKED = ("int", "float", "bool")
# What is said of an assignment where nothing may be assigned.
FORBIDDEN_ASSIGNMENTS = frozenset({codes.HELPER_CHANGES_STATE, codes.CONST_ASSIGNED})
# So many steps `.a[0].b()` may one path have, and so many ACTIONs one chain: each nests what is before it.
LONGEST_PATH = NESTING_LIMIT


# `{name}` and `{name.more}` in a text.
_BRACED = re.compile(r"(?<!\{)\{([a-z][a-z0-9_]*)(?:\.[a-z][a-z0-9_]*(?:\(\))?|\[[a-z0-9_]+\])*\}(?!\})")
# How the functions of the language are called, for whoever gives them too much or too little.
_USES = {
    types.PRINT: "put all of it into one text: `print(f'{name} has {n} cards')`",
    types.INPUT: "`print` the question first; `input()` asks for a text, `input(options)` for one of several values",
    types.RANDOM: "a number by chance is `random(1..6)`, an element `random(cards)`",
}


class Resolver:
    """Resolves one body."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.world = scope.world
        self.error = scope.world.error
        self.permissions = Permissions(scope)

    # ---------------------------------------------------------------------------------------------- statements

    def fill(self, function: Function, body: tree.Block | tree.Expr) -> None:
        if not isinstance(body, tree.Block):
            value = self.expression(body)
            function.body = (c.Return(value.span, value),)
            return
        function.body = self.block(body)
        # What could not be read may be the `return` that is missed.
        if self.scope.is_pure and self.world.is_sound and c.may_give_none(function.body):
            is_helper = function.kind == "helper"
            empty = c.empty_return(function.body)
            if empty is not None:
                title = f"this `return` gives no value, and the helper {function.name} is None then"
                hint = "write the value behind it: `return …`"
                self.world.report.tolerate(codes.NO_RESULT, title, empty.span, hint=hint)
                return
            early = c.return_in_loop(function.body)
            if early is not None:
                title = f"this `return` ends the first turn of the loop; without a turn, {function.name} is None"
                hint = "if it comes after the loop, begin it in the column of the loop"
                self.world.report.tolerate(codes.NO_RESULT, title, early.span, hint=hint)
                return
            what = f"the {'helper' if is_helper else 'value of'} {function.name}"
            start = function.span.start
            self.world.report.tolerate(
                codes.NO_RESULT,
                f"{what} may end without `return` and a value; it is None then",
                function.span.source.span(start, start + len(function.name)) if is_helper else function.span,
                hint="let every way through it end in `return` and a value",
            )

    def block(self, block: tree.Block | None) -> c.Block:
        found = [] if block is None else map(self.statement, block.statements)
        return tuple(statement for statement in found if statement is not None)

    def statement(self, item: tree.Statement) -> c.Stmt | None:
        span = item.span
        match item:
            case tree.Pass():
                return None
            case tree.Return(_, value):
                if self.scope.kind == "main":
                    self.error(codes.RETURN_IN_MAIN, "main cannot return", span, hint="the game is over when main ends")
                return c.Return(span, None if value is None else self.expression(value))
            case tree.Declare(_, _, name, value):
                return self.declaration(item, name)
            case tree.Evaluate(_, value):
                return c.Evaluate(span, self.expression(value))
            case tree.If(_, branches, otherwise):
                arms = tuple((self.condition(branch.condition, "if"), self.block(branch.body)) for branch in branches)
                return c.If(span, arms, self.block(otherwise))
            case tree.While(_, condition, body, otherwise):
                return c.While(span, self.condition(condition, "while"), self.block(body), self.block(otherwise))
            case tree.For(_, name, values, body):
                over = self.expression(values)
                var = self.scope.locals[name.text]
                self.permissions.reach(var, over)
                return c.For(span, var, over, self.block(body))
            case tree.Repeat(_, count, body):
                return c.For(span, None, self.expression(count), self.block(body))

    def declaration(self, item: tree.Declare, name: tree.Ident) -> c.Stmt:
        value = None if item.value is None else self.expression(item.value)
        var = self.scope.locals[name.text]
        if isinstance(value, c.Input) and value.options is None and var.type is not None and var.type.name in _ASKED:
            value = c.Input(value.span, None, types.Type(var.type.name))
        return c.Declare(item.span, var, value)

    # --------------------------------------------------------------------------------------------------- names

    def variable(self, item: tree.Variable) -> Expr:
        name, span = item.name, item.span
        var = self.scope.local(name)
        if var is not None:
            return c.Local(span, var)
        if name in self.scope.params:
            return c.Local(span, self.scope.params[name])
        class_name = self.scope.class_name
        if class_name is not None and self.scope.has_self:
            if name == self.scope.attribute and name in self.world.classes[class_name].attributes:
                self.no_parameter(class_name, name, span)
                return broken(span)
            if name in self.world.attributes(class_name):
                return c.Attr(span, c.Self(span), name)
            class_ = self.world.classes[class_name]
            param = next((param for param in class_.params or () if param.name == name), None)
            if param is not None:
                class_.mentioned[name] = param
                return c.Param(span, name)
        if name in self.world.state:
            return c.State(span, name)
        names.unknown_name(self.scope, name, span)
        return broken(span)

    def no_parameter(self, class_name: str, name: str, span: Span) -> None:
        """`value: value` in a class that takes no `value`."""
        class_ = self.world.classes[class_name]
        if class_name in self.world.half_known:
            return  # one mistake: what it takes
        known = [var.name for var in class_.params or ()]
        likewise = [other for other, attribute in class_.attributes.items() if _is_named_twice(attribute)]
        taken_ = [*known, name, *(other for other in likewise if other not in (*known, name))]
        title = f"`{name}` is no parameter of {class_name}"
        hint = f"say that it takes one: `let {class_name}({', '.join(taken_)}) be {class_.base} with:`"
        also = [(class_.span, "this takes others, or none")]
        self.error(codes.UNKNOWN_NAME, title, span, hint=hint, also=also)
        self.world.half_known.add(class_name)

    # --------------------------------------------------------------------------------------------- expressions

    def expression(self, item: tree.Expr) -> Expr:
        span = item.span
        match item:
            case tree.Text(_, text):
                self.check_braces(text, span)
                return c.Const(span, text)
            case tree.Number(_, value) | tree.Decimal(_, value) | tree.Truth(_, value):
                return c.Const(span, value)
            case tree.Nothing() | tree.Broken():
                return c.Const(span, None)
            case tree.FormattedText(_, parts):
                return c.Format(span, tuple(p if isinstance(p, str) else self.expression(p) for p in parts))
            case tree.Variable():
                return self.variable(item)
            case tree.BareName(_, name):
                names.bare_name(self.scope, name, span)
                return broken(span)
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

    def check_braces(self, text: str, span: Span) -> None:
        """A text with `{name}` in it, of which Python's `f` was probably forgotten."""
        for name in _BRACED.findall(text):
            class_name = self.scope.class_name
            own = {} if class_name is None else self.world.attributes(class_name)
            if self.scope.local(name) or name in self.scope.params or name in own or name in self.world.state:
                title = "braces are filled in only in a string that begins with `f`"
                hint = f"write `f{span.text.replace('${', '{')}`"
                self.world.report.warn(codes.PLAIN_BRACES, title, span, hint=hint)
                return

    def item(self, item: tree.Expr | tree.Comprehension) -> Expr | c.Comprehension:
        return self.comprehension(item) if isinstance(item, tree.Comprehension) else self.expression(item)

    def comprehension(self, item: tree.Comprehension) -> c.Comprehension:
        with self.scope.inside():
            clauses: list[c.Clause] = []
            for clause in item.clauses:
                if isinstance(clause, tree.ForTimes):
                    clauses.append(c.Clause(clause.span, None, self.expression(clause.count)))
                    continue
                values = self.expression(clause.values)
                var = Var(clause.name.text)
                self.scope.inner.append({clause.name.text: var})
                self.permissions.reach(var, values)
                clauses.append(c.Clause(clause.span, var, values))
            return c.Comprehension(item.span, self.expression(item.value), tuple(clauses))

    # --------------------------------------------------------------------------------------------------- paths

    def path(self, item: tree.Path) -> Expr:
        value = self.expression(item.subject)
        if (
            isinstance(item.subject, tree.Variable)
            and isinstance(value, c.Const)
            and item.subject.name in types.FUNCTIONS
        ):
            return broken(item.span)  # `random.choice(…)`: one mistake
        if len(item.steps) > LONGEST_PATH:
            self.too_long(item.steps[LONGEST_PATH].span, "steps")
            return broken(item.span)
        for step in item.steps:
            span = item.subject.span.to(step.span)
            match step:
                case tree.Attribute(_, name):
                    classes = map(self.world.attributes, self.scope.possible(value))
                    if not any(name.text in found for found in classes):
                        names.unknown_attribute(self.scope, value, name)
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
        self.error(codes.TOO_DEEP, title, span, hint="give the value on the way a name, and go on from there")

    def index(self, item: tree.Expr | tree.Slice) -> Expr | c.Slice:
        if not isinstance(item, tree.Slice):
            return self.expression(item)
        parts = (None if part is None else self.expression(part) for part in (item.start, item.stop, item.step))
        return c.Slice(item.span, *parts)

    def check_method(self, value: Expr, name: tree.Ident, args: tuple[Arg, ...], span: Span) -> None:
        classes = [
            class_name for class_name in self.scope.possible(value) if self.world.has_helper(class_name, name.text)
        ]
        if not classes:
            names.unknown_method(self.scope, value, name, span)
            return
        misfits = [self.method_misfit(class_name, name.text, args) for class_name in classes]
        if all(misfit is not None for misfit in misfits):
            assert misfits[0] is not None
            own = [each.helpers[name.text] for each in self.world.classes.values() if name.text in each.helpers]
            hint = f"write `.{signature(own[0], '()')}`, as in line {own[0].span.line}" if own else ""
            self.misfit(misfits[0], f"{name.text}()", span, hint or f"it takes {taken(types.HELPERS[name.text])}")

    def method_misfit(self, class_name: str, name: str, args: tuple[Arg, ...]) -> Misfit | None:
        for ancestor in self.world.line(class_name):
            helper = self.world.classes[ancestor].helpers.get(name)
            if helper is not None:
                return misfit_of(bind(args, tuple(var.name for var in helper.params)))
        return misfit_of(bind_built_in(args, types.HELPERS[name]))

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

    def misfit(self, misfit: Misfit, what: str, span: Span, hint: str = "") -> None:
        place = span if misfit.arg is None else misfit.arg.span
        # A parameter more or less is one mistake, however often it is called.
        self.world.unknown.gather(codes.ARGUMENTS, f"{what}: {misfit.text}", place, hint)

    def call(self, item: tree.Call) -> Expr:
        """Own and inherited helpers, then those of the program, then those of the language."""
        name, args = item.function.text, self.arguments(item.arguments)
        class_name = self.scope.class_name
        if class_name is not None and self.scope.has_self and self.world.has_helper(class_name, name):
            misfit = self.method_misfit(class_name, name, args)
            if misfit is not None:
                self.misfit(misfit, f"{name}()", item.span)
            return c.MethodCall(item.span, c.Self(item.function.span), name, args)
        helper = self.world.helpers.get(name)
        if helper is not None:
            self.check_given(helper, args, item.span)
            return c.HelperCall(item.span, helper, args)
        if name in types.FUNCTIONS:
            return self.built_in(name, args, item.span)
        names.unknown_helper(self.scope, item)
        return broken(item.span)

    def check_given(self, function: Function, args: tuple[Arg, ...], span: Span) -> None:
        """What a helper or an ACTION of nobody in particular is given."""
        misfit = misfit_of(bind(args, tuple(var.name for var in function.params)))
        if misfit is None or function.name in self.world.lost:
            return
        before, nothing = ("", "()") if function.kind == "helper" else ("do ", "")
        hint = f"write `{before}{signature(function, nothing)}`, as in line {function.span.line}"
        self.misfit(misfit, function.name + nothing, span, hint)

    def built_in(self, name: str, args: tuple[Arg, ...], span: Span) -> Expr:
        values = [arg.value for arg in args if not isinstance(arg.value, c.Comprehension | c.Slice)]
        wrong = next((arg for arg in args if arg.name is not None or arg.value not in values), None)
        least, most = (0, 1) if name == types.INPUT else (1, 1)
        if wrong is not None:
            text = f"there is no parameter '{wrong.name}'" if wrong.name else "one single value is wanted"
            is_range = isinstance(wrong.value, c.Slice) and name == types.RANDOM
            hint = f"a range is written `{wrong.value.span.text.replace(':', '...', 1)}`" if is_range else _USES[name]
            self.error(codes.ARGUMENTS, f"{name}(): {text}", wrong.value.span, hint=hint)
            return broken(span)
        if not least <= len(values) <= most:
            wanted = "1 argument wanted" if least else "at most 1 argument wanted"
            hint = "an empty line is `print('')`" if name == types.PRINT and not args else _USES[name]
            if name == types.INPUT:
                hint = _asked_with(args) or hint
            elif name == types.PRINT and len(values) == len(args) > 1:
                shown = (value for value in values if not isinstance(value, c.Comprehension | c.Slice))
                hint = f"put all of it into one text: `print({names.in_one_text(shown, ' ')})`"
            self.misfit(Misfit(f"{wanted}, {len(args)} given"), f"{name}()", span, hint)
            return broken(span)
        if name == types.PRINT:
            return c.Print(span, values[0])
        if name == types.INPUT:
            return c.Input(span, values[0] if values else None)
        return c.Random(span, values[0])

    def create(self, item: tree.Create) -> Expr:
        if item.type.name not in self.world.classes and self.world.is_action(item.type.name):
            names.called_action(self.world, item)
            self.arguments(item.arguments)
            return broken(item.span)
        type_ = self.world.type(item.type)
        args = self.arguments(item.arguments)
        if type_ is None:
            return broken(item.span)
        if type_.name in types.PRIMITIVES:
            title = f"{type_.name} is no class, so nothing can be made of it"
            hint = "a range is written 1..9" if type_.name == "Range" else ""
            self.error(codes.UNKNOWN_CLASS, title, item.type.span, hint=hint)
            return broken(item.span)
        if type_.name == types.COLLECTION:
            hint = "make a Series or a Stack"
            self.error(codes.VIRTUAL_CLASS, "there are no objects of Collection itself", item.type.span, hint=hint)
            return broken(item.span)
        name = type_.name if type_.of is None else self.world.template(type_)
        self.check_constructor(name, args, item.span)
        return c.Create(item.span, name, args)

    def check_constructor(self, name: str, args: tuple[Arg, ...], span: Span) -> None:
        names = self.world.constructor(name)
        if not self.world.half_known.isdisjoint(self.world.line(name)):
            return
        if names is not None:
            misfit = misfit_of(bind(args, names))
            if misfit is not None:
                shown = self.world.classes[name].shown
                at = self.world.classes[name].span
                hint = f"it takes {constructor_text(self.world, name)}"
                hint += f": `let {shown}` in line {at.line}" if at is not None else ""
                self.misfit(misfit, f"{shown}()", span, hint)
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
        self.permissions.act(receiver, act)
        named = self.world.actions.get(name, [])
        alone = [action for action in named if action.receiver is None]
        if not named and name not in types.ACTIONS:
            names.unknown_action(self.scope, receiver, act)
            return broken(span)
        if receiver is None:
            if not alone:
                names.no_receiver(self.world, act, named)
                return broken(span)
            self.check_given(alone[0], args, act.span)
            return c.Act(span, None, name, args, alone[0])
        if len(alone) == len(named) and name not in types.ACTIONS:
            title = f"{name} is done by nobody in particular"
            hint = f"write `do {name}` alone, or declare it with a receiver: when Player player do {name}"
            also = [(alone[0].span, "declared without a receiver")]
            self.error(codes.RECEIVER_SUPERFLUOUS, title, act.span, hint=hint, also=also)
            return broken(span)
        misfits = [
            misfit_of(bind(args, tuple(var.name for var in action.params)))
            for action in named
            if action.receiver is not None
        ]
        if name in types.ACTIONS:
            misfits.append(misfit_of(bind_built_in(args, types.ACTIONS[name])))
        if all(misfit is not None for misfit in misfits) and name not in self.world.lost:
            assert misfits[0] is not None
            own = [action for action in named if action.receiver is not None]
            hint = f"write `… do {signature(own[0])}`, as in line {own[0].span.line}" if own else ""
            if not own:
                hint = f"it takes {taken(types.ACTIONS[name])}"
            self.misfit(misfits[0], name, act.span, hint)
        return c.Act(span, receiver, name, args)

    # --------------------------------------------------------------------------------------------- assignments

    def condition(self, item: tree.Expr, word: str) -> Expr:
        """A condition. One that assigns is a doubt, and a mistake where nothing may be assigned: then it compares."""
        found = self.world.report.found
        before = len(found)
        value = self.expression(item)
        if not isinstance(item, tree.Assign) or item.operator != "=" or isinstance(item.target, tree.Broken):
            return value
        forbidden = [told for told in found[before:] if told.code in FORBIDDEN_ASSIGNMENTS]
        if forbidden:
            found[before:] = [told for told in found[before:] if told not in forbidden]
            title = f"this condition assigns, and {forbidden[0].title}"
            self.error(codes.ASSIGNED_CONDITION, title, item.span, hint="to compare, write `==`")
        else:
            title = f"this condition assigns: `{word}` looks at the value that is assigned"
            hint = "to compare, write `==`; if it is meant, assign in a line of its own before"
            self.world.report.warn(codes.ASSIGNED_CONDITION, title, item.span, hint=hint)
        return value

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
        var = self.scope.local(item.name)
        if var is not None:
            self.permissions.assign_local(var, item.span)
            return c.Local(item.span, var)
        return c.State(item.span, item.name) if self.permissions.assign_state(item.name, item.span) else None

    def assigned_path(self, item: tree.Path) -> c.Target | None:
        target = self.path(item)
        if not isinstance(target, c.Attr | c.Element):
            # Too long a path, which has been reported.
            return None
        self.permissions.assign_part(target, item.span)
        return target


def broken(span: Span) -> Expr:
    """Stands for what could not be resolved: why has been reported."""
    return c.Const(span, None)


def signature(function: Function, nothing: str = "") -> str:
    """A function with the names of what it takes."""
    names_ = ", ".join(var.name for var in function.params)
    return f"{function.name}({names_})" if names_ else function.name + nothing


def taken(of: types.Signature) -> str:
    """What something of the language takes, in words."""
    if not of.names:
        return "any number of elements" if of.elements else "no arguments"
    plain = " and ".join(of.names) + (", which may be left out" if of.optional else "")
    return f"{plain}, then elements" if of.elements else plain


def misfit_of(bound: object) -> Misfit | None:
    return bound if isinstance(bound, Misfit) else None


def _asked_with(args: tuple[Arg, ...]) -> str:
    """What to write for `input('hit', 'stand')` and for `input('Which card?', cards)`."""
    first, last = args[0].span.text, args[-1].span.text
    is_question = first.strip("'\"")[-1:] in ("?", ":", " ")
    if len(args) == 2 and (is_question or last.startswith("[")):
        return f"`print({first})` first, and then `input({last})`"
    listed = ", ".join(arg.span.text for arg in args)
    return f"the possible answers stand in square brackets: `input([{listed}])`"


def _is_named_twice(attribute: c.Attribute) -> bool:
    """Whether an attribute is written `value: value`."""
    source = attribute.span.source
    start = source.text.rfind("\n", 0, attribute.span.start) + 1
    line = source.text[start:].partition("\n")[0].partition("#")[0]
    before, _, value = line.partition(":")
    return value.strip() == attribute.name and before.split()[-1:] == [attribute.name]
