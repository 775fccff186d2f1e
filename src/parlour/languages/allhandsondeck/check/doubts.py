"""What is allowed and hardly ever meant, in programs that are right otherwise: each of it is a warning.

The first half looks at the form of statements: a call that changes nothing, a statement that nothing reaches, a
condition that is always the same, a Series of one range where its numbers are meant, an index that runs over. The
second half asks the type inference (`values.py`): where no value that can come to a place can be used as it is used
there, the program fails whenever it comes there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.check import bases as bits
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.arguments import Misfit, bind
from parlour.languages.allhandsondeck.check.holders import Places
from parlour.languages.allhandsondeck.check.meaning import Checked, Function
from parlour.languages.allhandsondeck.check.scope import in_one_text
from parlour.languages.allhandsondeck.check.types import ACTIONS, HELPERS, SERIES, STACK, Type
from parlour.languages.allhandsondeck.check.values import infer
from parlour.languages.comparisons import Comparison, doubt
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span
from parlour.syntax.suggest import suggest
from parlour.syntax.unknown import SHOWN_PLACES

Report = Callable[[Diagnostic], object]


def tell_doubts(program: Checked, report: Report) -> None:
    """Reports all of them. The program must be without errors."""
    forms = _Forms(program)
    forms.tell()
    told = list(forms.told.values())
    # What comes of a Series of one range, a prompt or a value that is not there is not told again.
    if not told:
        kinds = _Kinds(program, infer(program))
        kinds.tell()
        told = list(kinds.told.values())
    for found in told:
        report(found)


class _Teller:
    """`told`: what is to be said, by its title: once, with all its places."""

    def __init__(self, program: Checked) -> None:
        self.program = program
        self.told: dict[str, Diagnostic] = {}

    def warn(self, code: str, title: str, span: Span, hint: str) -> None:
        known = self.told.get(title)
        if known is None:
            self.told[title] = Diagnostic(code, title, (Label(span),), hint=hint, severity="warning")
        elif len(known.labels) < SHOWN_PLACES:
            self.told[title] = replace(known, labels=(*known.labels, Label(span, "also here")))

    def bodies(self) -> Iterator[tuple[c.Part, Function | None, str | None]]:
        """Every expression with the function or the class in which it stands."""
        for function in self.program.functions():
            for part in c.expressions(function.body):
                yield part, function, function.class_name
        for class_ in self.program.classes.values():
            roots = [attribute.value for attribute in class_.attributes.values()]
            values = [root for root in roots if root is not None and not isinstance(root, Function)]
            for root in (*values, *(arg.value for arg in class_.super_args)):
                for part in c.walk(root):
                    yield part, None, class_.name


# -------------------------------------------------------------------------------------------------------------- forms


class _Forms(_Teller):
    is_helper = False  # the function that is looked at, which gives a value

    def tell(self) -> None:
        for function in self.program.functions():
            self.is_helper = function.kind == "helper"
            self.block(function.body)
        for part, _, _ in self.bodies():
            match part:
                case c.Logic():
                    self.condition(part)
                case c.Comprehension():
                    for clause in part.clauses:
                        self.one_range(clause.values)
                case c.Input(_, options) if options is not None:
                    self.one_range(options)
                    self.prompt(options)
                case c.Assign(_, target, _, value):
                    self.nothing_given(target, value)
                case c.Random(_, of):
                    self.one_range(of)
        self.variables()
        for function in self.program.functions():
            self.own_variables(function)

    def variables(self) -> None:
        """Variables of the game that only some slip has made: those that `+=` alone would give a value, and those
        that are given one under a name that nobody asks for, but almost."""
        made: dict[str, list[tuple[c.Assign, Function | None]]] = {}
        read: set[str] = {name for name, _ in self.program.pragmas.named} | {"winner", "winners"}
        targets: set[c.Expr] = set()
        for part, function, _ in self.bodies():
            match part:
                case c.Assign(_, c.State(_, name) as target):
                    made.setdefault(name, []).append((part, function))
                    targets.add(target)
        for part, _, _ in self.bodies():
            if isinstance(part, c.State) and part not in targets:
                read.add(part.name)
        for name, places in made.items():
            first, function = places[0]
            hint = self.meant(name, function, [other for other in made if other in read])
            if all(assign.operator != "=" for assign, _ in places):
                title = f"'{name}' has no value that `{first.operator}` could change"
                hint = (
                    self.local_elsewhere(name)
                    or hint
                    or f"give it one first, in an ACTION that `main` does: `{name} = 0`"
                )
                self.warn(codes.UNKNOWN_NAME, title, first.target.span, hint)
            elif len(places) == 1 and name not in read and hint:
                self.warn(codes.NO_EFFECT, f"nobody asks for the variable '{name}'", first.target.span, hint)

    def own_variables(self, function: Function) -> None:
        """Variables of a function's own that are never given a value: declared without one, or only changed."""
        given = {id(var) for var in (*function.params, function.receiver)}
        for stmt in _statements(function.body):
            match stmt:
                case c.For(_, var) | c.Declare(_, var, c.Node()):
                    given.add(id(var))
        parts = list(c.expressions(function.body))
        first = ""
        for part in parts:
            match part:
                case c.Assign(_, c.Local(_, var), "="):
                    given.add(id(var))
                case c.Assign(_, c.Local(_, var), _, value) if id(var) not in given and not first:
                    starts = {c.Series: "[]", c.Format: "''"}
                    is_text = isinstance(value, c.Const) and isinstance(value.value, str)
                    first = "''" if is_text else starts.get(type(value), "0")
                case c.Comprehension(_, _, clauses):
                    given.update(id(clause.var) for clause in clauses)
        for part in parts:
            if isinstance(part, c.Local) and id(part.var) not in given:
                given.add(id(part.var))
                written = f"{part.var.type} {part.var.name}" if part.var.type else part.var.name
                hint = f"give it one first: `{written} = {first or '…'}`"
                self.warn(codes.UNKNOWN_NAME, f"'{part.var.name}' is never given a value", part.span, hint)

    def local_elsewhere(self, name: str) -> str:
        """What to do if another ACTION or helper has a variable of this name all for itself."""
        for function in self.program.functions():
            for stmt in _statements(function.body):
                if isinstance(stmt, c.Declare) and stmt.var.name == name and stmt.var.type is not None:
                    where = (
                        f"in {function.name} it is a variable of its own, because line {stmt.span.line} gives it a type"
                    )
                    return f"{where}: to make it one of the game, leave out `{stmt.var.type}` there"
        return ""

    def meant(self, name: str, function: Function | None, read: list[str]) -> str:
        """What may be meant by a variable of this name: an attribute of who does the ACTION, or another variable."""
        receiver = None if function is None else function.receiver
        owner = "" if receiver is None or receiver.type is None else receiver.type.name
        if receiver is not None and owner and self.program.attribute_of(owner, name) is not None:
            return f"it is an attribute of {receiver.type}: write `{receiver.name}.{name}`"
        own = (
            {part.var.name for part in c.expressions(function.body) if isinstance(part, c.Local)} if function else set()
        )
        meant = suggest(name, [other for other in (*read, *own) if _letters(other) != _letters(name)])
        return f"Did you mean {meant}?" if meant else ""

    def prompt(self, options: c.Expr) -> None:
        """`input('Which card?')`"""
        match options:
            case c.Const(_, str(text)) if text.rstrip()[-1:] in ("?", ":", ">", "!") or " " in text.strip():
                pass
            case (
                c.Format()
                | c.Binary(_, "+", c.Const(_, str()) | c.Format(), _)
                | c.Binary(_, "+", _, c.Const(_, str()))
            ):
                pass
            case _:
                return
        title = "`input` takes the possible answers, not a question: here each letter is one"
        hint = f"`print({options.span.text})` first, and then `input()`"
        self.warn(codes.PROMPT_AS_OPTIONS, title, options.span, hint)

    def nothing_given(self, target: c.Expr, value: c.Expr) -> None:
        """What an ACTION gives that gives nothing."""
        if isinstance(value, c.Act) and value.action in _GIVE_NOTHING and value.action not in self.program.actions:
            title = f"{value.action} gives nothing, so `{target.span.text}` becomes None"
            hint = f"assign first, and write below it `{target.span.text} do {value.action}`"
            if value.receiver is not None and value.receiver.span.text == target.span.text:
                hint = f"it changes `{target.span.text}` itself: write `{value.span.text}` alone"
            self.warn(codes.NO_EFFECT, title, value.span, hint)

    def block(self, block: c.Block) -> None:
        for stmt, following in pairwise(block):
            if isinstance(stmt, c.Return):
                title, hint = "this is never reached: `return` comes before it", "put it before the `return`"
                self.warn(codes.NO_EFFECT, title, following.span, f"{hint}, or leave it out")
                break
        for stmt in block:
            match stmt:
                case c.Evaluate(_, value):
                    self.evaluated(value)
                case c.If(_, branches, otherwise):
                    for _, body in branches:
                        self.block(body)
                    self.block(otherwise)
                case c.While(_, _, body, otherwise):
                    self.block(body)
                    self.block(otherwise)
                case c.For(_, _, _, body):
                    self.loop(stmt)
                    self.block(body)

    def evaluated(self, value: c.Expr) -> None:
        """A statement that is only a value, which nobody gets."""
        title, hint = "this changes nothing", "give its value to a name, print it, or leave it out"
        match value:
            case c.MethodCall(_, whole, name) if self.is_built_in(name):
                action = {"shuffled": "SHUFFLE", "sorted": "SORT"}.get(name)
                title = f"`{name}` changes nothing: it gives another value, which nobody gets"
                if action is not None:
                    _, _, given = value.span.text[len(whole.span.text) :].partition("(")
                    hint = f"write `{whole.span.text} do {action}{f'({given}' if given != ')' else ''}`"
            case c.HelperCall(_, helper) if not _has_effect(helper):
                title = f"`{helper.name}` changes nothing: it gives a value, which nobody gets"
            case c.Compare(_, first, (("==", _),)):
                title = "this only compares, and nobody asks for the answer"
                hint = f"to give `{first.span.text}` a value, write a single `=`"
            case c.Binary(_, operator, c.Local() | c.State() | c.Attr() | c.Element() as left, right) if not _does(
                value
            ):
                hint = f"to change `{left.span.text}`, write `{left.span.text} {operator}= {right.span.text}`"
            case c.Compare() | c.Logic() | c.Not() | c.Binary() | c.Local() | c.State() | c.Element() | c.Series():
                if _does(value):
                    return
            case c.Sign(_, "+" | "-" as sign, c.Sign(_, other, operand)) if sign == other:
                hint = f"to count, write `{operand.span.text} {sign}= 1`"
            case c.Attr() | c.Range() | c.Sign() | c.Power():
                pass
            case _:
                return
        if self.is_helper and "\n" not in value.span.text and not isinstance(value, c.Assign):
            hint = f"to give it back, write `return {value.span.text}`; else {hint}"
        self.warn(codes.NO_EFFECT, title, value.span, hint)

    def is_built_in(self, name: str) -> bool:
        return name in HELPERS and not any(name in class_.helpers for class_ in self.program.classes.values())

    def condition(self, expr: c.Logic) -> None:
        for operand in expr.operands:
            if isinstance(operand, c.Const) and isinstance(operand.value, str):
                first = expr.operands[0]
                with_what = first.first.span.text if isinstance(first, c.Compare) else "x"
                title = "a text is always true: this compares it with nothing"
                texts = [first.links[0][1].span.text] if isinstance(first, c.Compare) and len(first.links) == 1 else []
                texts += [each.span.text for each in expr.operands if isinstance(each, c.Const)]
                hint = f"write `{with_what} == {operand.span.text}`, or `{with_what} in [{', '.join(texts)}]`"
                self.warn(codes.SAME_ALWAYS, title, operand.span, hint)
                return
        found = doubt(filter(None, map(_comparison, expr.operands)), expr.operator)
        if found is not None:
            self.warn(codes.SAME_ALWAYS, found[0], expr.span, found[1])

    def one_range(self, values: c.Expr) -> None:
        match values:
            case c.Series(_, (c.Range() as only,)):
                title = "this is a Series of one element, which is a range"
                hint = f"for the numbers themselves leave the brackets out: `{only.span.text}`"
                self.warn(codes.LOOP_OVER, title, values.span, hint)

    def loop(self, loop: c.For) -> None:
        self.one_range(loop.values)
        match loop.values:
            case c.Range(_, c.Const(_, int(first)), c.MethodCall(_, whole, "size"), True) if loop.var is not None:
                for part in c.expressions(loop.body):
                    if not isinstance(part, c.Element) or part.object.span.text != whole.span.text:
                        continue
                    if isinstance(part.index, c.Local) and part.index.var is loop.var:
                        title = "this goes one too far: elements are counted from 0, and `..` includes its end"
                        hint = f"write `{first}...{loop.values.end.span.text}`, which leaves out its end"
                        self.warn(codes.ONE_TOO_FAR, title, loop.values.span, hint)
                        return


def _letters(name: str) -> str:
    """A name without its digits: `player_1` and `player_2` are no slips of each other."""
    return "".join(sign for sign in name if not sign.isdigit())


_GIVE_NOTHING = frozenset({"SHUFFLE", "SORT", "INSERT", "PUSH_TOP", "PUSH_BOTTOM", "PUSH_FRONT", "PUSH_BACK"})
_DOING = (c.Act, c.Assign, c.Print, c.Input, c.HelperCall, c.MethodCall, c.Create)


def _number_in_quotes(value: c.Expr) -> str:
    """Advice about a number that stands in quotes; empty if this is none."""
    match value:
        case c.Const(value=str(text)) if text.isdigit():
            return f"a number has no quotes: `{text}`"
    return ""


def _summands(expr: c.Expr) -> list[c.Expr]:
    """The values of `a + b + c`, in their order."""
    found: list[c.Expr] = []
    while isinstance(expr, c.Binary) and expr.operator == "+":
        found.append(expr.right)
        expr = expr.left
    return [expr, *reversed(found)]


def _does(value: c.Expr) -> bool:
    """Whether something happens where a value is computed."""
    return c.changes(c.walk(value)) or any(isinstance(part, _DOING) for part in c.walk(value))


def _has_effect(helper: Function) -> bool:
    """Whether a helper may do more than compute: it prints or asks, or calls others."""
    return any(isinstance(part, c.Print | c.Input | c.HelperCall | c.MethodCall) for part in c.expressions(helper.body))


_STEADY = (c.Local, c.State, c.Attr, c.Element, c.Self, c.Param, c.Const)


def _comparison(expr: c.Expr) -> Comparison | None:
    """A comparison of something that stays the same meanwhile with a number."""
    if not isinstance(expr, c.Compare) or len(expr.links) != 1:
        return None
    ((operator, right),) = expr.links
    if operator not in ("<", ">", "<=", ">=", "==", "!="):
        return None
    for subject, other, is_turned in ((expr.first, right, False), (right, expr.first, True)):
        number = other.value if isinstance(other, c.Const) else None
        if isinstance(number, int | float) and all(isinstance(part, _STEADY) for part in c.walk(subject)):
            found = Comparison(" ".join(subject.span.text.split()), operator, number)
            return found.turned if is_turned else found
    return None


# -------------------------------------------------------------------------------------------------------------- kinds

_SUMS = {"+": "add", "-": "subtract", "*": "multiply", "//": "divide", "%": "divide"}
_STRONGER = ("<", "<=", ">", ">=")


class _Kinds(_Teller):
    """`found` are the places of the program, filled."""

    def __init__(self, program: Checked, found: Places) -> None:
        super().__init__(program)
        self.found = found
        self.blamed: set[str] = set()  # the classes of which objects were made of the wrong arguments

    def tell(self) -> None:
        for function in self.program.functions():
            for stmt in _statements(function.body):
                self.statement(stmt, function)
        for part, within, class_name in self.bodies():
            self.part(part, within, class_name)
        for class_ in self.program.classes.values():
            taken = self.taken(class_)
            for attribute in class_.attributes.values():
                value = attribute.value
                if isinstance(value, c.Local) and value.var in taken and class_.name in self.blamed:
                    continue  # who has made such an object is told of it
                if attribute.type is not None and value is not None and not isinstance(value, Function):
                    self.bound(attribute.name, attribute.type, value, self.bases(value, None, class_.name))

    def taken(self, class_: c.Class) -> dict[c.Var, Type]:
        """What a class takes, with the types that it must have: its own, or that of the attribute that it becomes."""
        found = {param: param.type for param in class_.params or () if param.type is not None}
        for attribute in class_.attributes.values():
            value = attribute.value
            if attribute.type is not None and isinstance(value, c.Local) and value.var in (class_.params or ()):
                found.setdefault(value.var, attribute.type)
        return found

    def bases(self, expr: c.Expr, function: Function | None, class_name: str | None) -> int:
        return self.found.of(expr, function, class_name).bases

    def named(self, mask: int) -> str:
        """Kinds of values, in words."""
        names = dict.fromkeys(
            self.program.classes[name].shown if name in self.program.classes else name
            for _, name in self.found.bases.each(mask)
        )
        return " or ".join(names)

    def wrong(self, title: str, span: Span, hint: str) -> None:
        self.warn(codes.WRONG_KIND, title, span, hint)

    def statement(self, stmt: c.Stmt, function: Function) -> None:
        match stmt:
            case c.Declare(_, var, value) if value is not None and var.type is not None:
                self.bound(var.name, var.type, value, self.bases(value, function, function.class_name))
            case c.For(_, var, values, _):
                self.gone_through(values, self.bases(values, function, function.class_name), is_count=var is None)

    def bound(self, name: str, type_: Type, value: c.Expr, given: int, *, is_given: bool = False) -> None:
        if not self.misfits(type_, given):
            return
        hint = f"leave out `{type_}`, or give it a value of this type"
        if is_given:
            hint = f"give it {'an' if str(type_)[0] in 'aeiouAEIOU' else 'a'} {type_}"
        match value:
            case c.Const(_, str(text)) if type_.name in ("int", "float"):
                is_number = text.strip().lstrip("-").isdigit()
                hint = f"a number has no quotes: `{text}`" if is_number else "a text is a `string`"
            case c.Const(_, int(number)) if type_.name == "string" and not isinstance(number, bool):
                hint = f"a text stands in quotes: `'{number}'`"
            case c.Input(_, None):
                hint = f"`{type_} {name} = input()` asks for one, here as well"
            case c.Input():
                hint = "`input` gives one of the options: say their type"
        title = f"'{name}' must be {type_}, and this is {self.named(given)}"
        self.warn(codes.WRONG_LITERAL, title, value.span, hint)

    def given(
        self,
        args: tuple[c.Arg, ...],
        params: tuple[c.Var, ...],
        of: Callable[[c.Expr], int],
        called: str,
        types: Mapping[c.Var, Type] | None = None,
    ) -> None:
        """Arguments, and what the parameters are that they are given to, with their types."""
        bound = bind(args, tuple(param.name for param in params))
        if isinstance(bound, Misfit):
            return
        types = types if types is not None else {param: param.type for param in params if param.type is not None}
        pairs = [(arg.value, params[number]) for arg, number in zip(args, bound, strict=True)]
        plain = [(value, param) for value, param in pairs if not isinstance(value, c.Comprehension | c.Slice)]
        wrong = [(value, param) for value, param in plain if param in types and self.misfits(types[param], of(value))]
        if wrong and len(plain) == len(params) and all(arg.name is None for arg in args):
            order = self.order([of(value) for value, _ in plain], [types.get(param) for param in params])
            if order is not None:
                whole = ", ".join(plain[at][0].span.text for at in order)
                span = plain[0][0].span.to(plain[-1][0].span)
                hint = f"in another order they fit: `{called}({whole})`"
                self.warn(codes.WRONG_LITERAL, f"the arguments of {called} are not in its order", span, hint)
                return
        for value, param in wrong:
            self.bound(param.name, types[param], value, of(value), is_given=True)

    def order(self, given: Sequence[int], wanted: Sequence[Type | None]) -> tuple[int, ...] | None:
        """In which order values of these kinds fit, if only two of them have changed places."""
        for one, other in combinations(range(len(given)), 2):
            order = list(range(len(given)))
            order[one], order[other] = other, one
            fit = (wanted[at] is None or not self.misfits(wanted[at], given[of]) for at, of in enumerate(order))
            if all(fit):
                return tuple(order)
        return None

    def misfits(self, type_: Type | None, given: int) -> bool:
        """Whether no value of these kinds has this type."""
        if type_ is None or not given:
            return False
        return not given & (self.found.bases.accepted(type_) | (bits.INT_BIT if type_.name == "float" else 0))

    def gone_through(self, values: c.Expr, given: int, *, is_count: bool) -> None:
        many = self.found.bases.collections | bits.RANGES | bits.STRING_BIT
        if is_count:
            if given and not given & bits.INT_BIT:
                title = f"how many times is a whole number, and this is {self.named(given)}"
                self.wrong(title, values.span, "to go through values, write `for x in …:`")
        elif given and not given & many:
            hint = "to go through the numbers before n, write `0...n`; to do something n times, `for n times:`"
            match values:
                case c.Binary(_, "-", c.Const() as first, c.Const() as last):
                    hint = f"a range is written `{first.span.text}..{last.span.text}`"
            title = f"a loop goes through a collection, a range or a string, not {self.named(given)}"
            self.warn(codes.LOOP_OVER, title, values.span, hint)

    def part(self, part: c.Part, function: Function | None, class_name: str | None) -> None:
        def of(expr: c.Expr) -> int:
            return self.bases(expr, function, class_name)

        match part:
            case c.Act(_, None, _, args, action) if action is not None:
                self.given(args, action.params, of, action.name)
            case c.HelperCall(_, helper, args):
                self.given(args, helper.params, of, helper.name)
            case c.Create(_, created, args):
                line = map(self.program.classes.get, self.program.line(created))
                class_ = next((each for each in line if each is not None and each.params), None)
                told = len(self.told)
                if class_ is not None:
                    self.given(args, class_.params or (), of, created, self.taken(class_))
                if class_ is not None and len(self.told) > told:
                    self.blamed.add(class_.name)
            case c.Act(_, receiver, name) if receiver is not None:
                actions = self.program.actions.get(name, [])
                if len(actions) == 1 and name not in ACTIONS:
                    self.given(part.args, actions[0].params, of, name)
                self.act(part, name, of(receiver), self.found.of(receiver, function, class_name).item.bases, of)
            case c.Comprehension(_, _, clauses):
                for clause in clauses:
                    self.gone_through(clause.values, of(clause.values), is_count=clause.var is None)
            case c.Binary(_, operator, left, right) if operator in _SUMS and of(left) and of(right) and not of(part):
                both = f"{self.named(of(left))} and {self.named(of(right))}"
                is_text = operator == "+" and (of(left) | of(right)) & bits.STRING_BIT
                is_text = is_text or (operator == "%" and of(left) & bits.STRING_BIT)
                hint = "both sides must be numbers"
                if is_text:
                    whole = in_one_text(_summands(part) if operator == "+" else [])
                    hint = f"put both into one text: `{whole}`"
                hint = self.asked(left, right) or hint
                self.wrong(f"cannot {_SUMS[operator]} {both}", part.span, hint)
            case c.Assign(_, c.Local(_, var), "=", value) if var.type is not None:
                self.bound(var.name, var.type, value, of(value))
            case c.Assign(_, target, "+=", value) if of(target) and of(value):
                many, given = self.found.bases.collections, of(value)
                if not of(target) & ~many and not given & (many | bits.RANGES):
                    title = f"a collection is joined with another one, not with {self.named(given)}"
                    self.wrong(title, value.span, f"put it into brackets: `[{value.span.text}]`")
                self.joined(of(target), value, given)
            case c.Assign(_, c.Attr(_, whole, name), "=", c.Input() as value):
                kinds = self.found.bases.class_names(of(whole) & ~bits.NONE_BIT)
                found = [self.program.attribute_of(each, name) for each in kinds]
                types = {None if each is None else each.type for each in found}
                wanted = types.pop() if len(types) == 1 else None
                if wanted is not None and self.misfits(wanted, of(value)):
                    title = f"'{name}' must be {wanted}, and this is {self.named(of(value))}"
                    hint = f"ask with the type first: `{wanted} {name} = {value.span.text}`, and assign that"
                    self.warn(codes.WRONG_LITERAL, title, value.span, hint)
            case c.Compare(_, first, links):
                self.compared(first, links, of)
            case c.Attr(_, whole, name):
                self.member(part, whole, name, of(whole), is_called=False)
            case c.MethodCall(_, whole, name):
                self.member(part, whole, name, of(whole), is_called=True)
            case c.Element(_, whole, index) if not isinstance(index, c.Slice):
                self.element(part, whole, index, of)

    def asked(self, *values: c.Part) -> str:
        """Advice about a value that is a line of text because it was asked for without a type."""
        names = {
            part.target.span.text
            for part, _, _ in self.bodies()
            if isinstance(part, c.Assign) and isinstance(part.value, c.Input) and part.value.options is None
        }
        found = next((value.span.text for value in values if value.span.text in names), "")
        return f"a number is asked for by `int {found} = input()`, with its type" if found else ""

    def index(self, index: c.Part, of: Callable[[c.Expr], int]) -> None:
        """The number of an element."""
        if isinstance(index, c.Slice | c.Comprehension):
            return
        if of(index) and not of(index) & (bits.INT_BIT | bits.NONE_BIT):
            hint = "elements are counted from 0: `cards[0]`; attributes have a point: `card.value`"
            hint = self.asked(index) or hint
            if isinstance(index, c.Const) and index.value in self.program.state:
                hint = f"a variable has no quotes: `{index.value}`"
            self.wrong(f"the number of an element is an int, and this is {self.named(of(index))}", index.span, hint)

    def is_collection(self, name: str) -> bool:
        """Whether a variable of the game holds a collection."""
        return bool(
            self.found.of(c.State(self.program.main.span, name), None, None).bases & self.found.bases.collections
        )

    def held(self, kinds: int) -> str:
        """The attribute of objects of these kinds that is a collection; empty if there is none."""
        for _, class_name in self.found.bases.each(kinds):
            class_ = self.program.classes.get(class_name)
            for attribute in class_.attributes.values() if class_ is not None else ():
                value = attribute.value
                if value is None or isinstance(value, Function):
                    continue
                if self.bases(value, None, class_name) & self.found.bases.collections:
                    return attribute.name
        return ""

    def act(self, act: c.Act, name: str, given: int, items: int, of: Callable[[c.Expr], int]) -> None:
        kinds = given & ~bits.NONE_BIT or given
        if name in ("DELETE", "INSERT") and name not in self.program.actions and act.args:
            self.index(act.args[0].value, of)
        if not kinds or any(
            self.found.dispatch.candidates(name, bit, items) != ["none"] for bit, _ in self.found.bases.each(kinds)
        ):
            return
        assert act.receiver is not None
        span = act.span.source.span(act.receiver.span.end, act.span.end)
        text = span.text
        span = span.source.span(span.end - len(text.lstrip()), span.end)
        hint = "only an object does ACTIONs"
        held = self.held(kinds)
        if held and name in ACTIONS:
            hint = f"a collection does it: `{act.receiver.span.text}.{held} do {name}`"
        if kinds == bits.NONE_BIT:
            hint = "the value may come from an ACTION that gives none, like SHUFFLE"
        for kind in (STACK, SERIES):
            if kinds & self.found.bases.below[kind]:
                own = [action for action, signature in ACTIONS.items() if signature.on == kind]
                hint = f"a {kind} has {', '.join(own)}"
        self.wrong(f"{self.named(kinds)} cannot do {name}", span, hint)

    def joined(self, target: int, value: c.Expr, given: int) -> None:
        """`score += 'x'` and `text += 5`: numbers are added to numbers, texts to texts."""
        if not target & ~bits.NUMBERS and not given & ~bits.STRING_BIT:
            hint = _number_in_quotes(value) or "a number is asked for by `int n = input()`, with its type"
            self.wrong(f"cannot add {self.named(given)} to {self.named(target)}", value.span, hint)
        elif not target & ~bits.STRING_BIT and not given & ~bits.NUMBERS:
            text = value.span.text
            hint = (
                f"a text stands in quotes: `'{text}'`" if text.isdigit() else f"a text is made of it by `f'{{{text}}}'`"
            )
            self.wrong(f"cannot add {self.named(given)} to {self.named(target)}", value.span, hint)

    def compared(self, first: c.Expr, links: tuple[tuple[str, c.Expr], ...], of: Callable[[c.Expr], int]) -> None:
        left = first
        for operator, right in links:
            one, other = of(left), of(right)
            numbers, texts = (one, other) if one & bits.NUMBERS else (other, one)
            is_mixed = numbers and texts and not numbers & ~bits.NUMBERS and not texts & ~bits.STRING_BIT
            if is_mixed and (operator in ("==", "!=") or operator in _STRONGER):
                title = f"{self.named(one)} and {self.named(other)} cannot be compared by size"
                if operator in ("==", "!="):
                    title = f"this is always {operator == '!='}: {self.named(one)} never equals {self.named(other)}"
                text = next((each.value for each in (left, right) if isinstance(each, c.Const)), None)
                hint = self.asked(left, right) or "a number is asked for by `int n = input()`, with its type"
                if isinstance(text, int) and not self.asked(left, right):
                    hint = f"compare a text with a text: `'{text}'`"
                if isinstance(text, str):
                    is_number = text.strip().lstrip("-").isdigit()
                    hint = f"a number has no quotes: `{text}`" if is_number else "compare a text with a text"
                self.wrong(title, left.span.to(right.span), hint)
            if (
                operator in ("in", "not in")
                and other
                and not other & (self.found.bases.collections | bits.RANGES | bits.STRING_BIT)
            ):
                hint = "on the right of `in` stand several values: a collection, a range or a text"
                self.wrong(f"nothing is in {self.named(other)}", right.span, hint)
            left = right

    def member(self, part: c.Expr, whole: c.Expr, name: str, given: int, *, is_called: bool) -> None:
        kinds = given & ~bits.NONE_BIT or given
        names = self.found.bases.class_names(kinds)
        if not kinds or isinstance(whole, c.Self):
            return
        for class_name in names:
            if is_called:
                built_in = name in HELPERS and HELPERS[name].on in self.found.bases.lines[class_name]
                if built_in or self.program.helper_of(class_name, name) is not None:
                    return
            elif self.program.attribute_of(class_name, name) is not None:
                return
        what = "helper" if is_called else "attribute"
        owners = [
            class_.shown
            for class_ in self.program.classes.values()
            if (name in class_.helpers or (name in HELPERS and HELPERS[name].on == class_.name))
            if is_called
        ] or [class_.shown for class_ in self.program.classes.values() if name in class_.attributes]
        hint = f"it is an {what} of {owners[0]}" if what == "attribute" else f"it is a helper of {owners[0]}"
        if names and any(name in self.found.bases.class_names(self.found.bases.collections) for name in names):
            hint += "; of a collection, take an element first: `cards[0]`"
        span = part.span.source.span(whole.span.end + 1, part.span.end)
        self.wrong(f"{self.named(kinds)} has no {what} {name}", span, hint)

    def element(self, part: c.Element, whole: c.Expr, index: c.Expr, of: Callable[[c.Expr], int]) -> None:
        given = of(whole)
        many = self.found.bases.collections | bits.STRING_BIT | bits.RANGES | bits.NONE_BIT
        if given and not given & many:
            hint = "only a collection or a text has elements"
            several = [name for name in self.program.state if self.is_collection(name)]
            meant = suggest(whole.span.text, several) if isinstance(whole, c.Local | c.State) else None
            if meant is not None:
                hint = f"Did you mean {meant}?"
            self.wrong(f"{self.named(given)} has no elements", part.span, hint)
        else:
            self.index(index, of)


def _statements(block: c.Block) -> Iterator[c.Stmt]:
    waiting = list(reversed(block))
    while waiting:
        stmt = waiting.pop()
        yield stmt
        match stmt:
            case c.If(_, branches, otherwise):
                inner = [each for _, body in branches for each in body] + list(otherwise)
            case c.While(_, _, body, otherwise):
                inner = [*body, *otherwise]
            case c.For(_, _, _, body):
                inner = list(body)
            case _:
                inner = []
        waiting.extend(reversed(inner))
