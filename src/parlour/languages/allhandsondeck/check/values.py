"""What the value of every expression may be: type inference for the whole program.

Every body is gone through, and values flow from place to place (`holders.py`), again and again until nothing changes: a
least fixpoint. Neither order in time nor who calls counts (the analysis is flow- and context-insensitive); what is
found is true of every run, so the compiled program need not check it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from parlour.languages.allhandsondeck.check import bases as bits
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.arguments import Misfit, bind, bind_built_in
from parlour.languages.allhandsondeck.check.holders import Place, Places
from parlour.languages.allhandsondeck.check.meaning import Arg, Attribute, Checked, Expr, Function, Var, may_end
from parlour.languages.allhandsondeck.check.types import ACTIONS, ACTOR, BUILT_IN, HELPERS, SERIES

_CONSTANTS: dict[type, int] = {
    bool: bits.BOOL_BIT,
    int: bits.INT_BIT,
    float: bits.FLOAT_BIT,
    str: bits.STRING_BIT,
    type(None): bits.NONE_BIT,
}
_TYPED = {"int": bits.INT_BIT, "float": bits.FLOAT_BIT, "bool": bits.BOOL_BIT}


def infer(program: Checked, asked: tuple[Var, Expr] | None = None) -> Places:
    """The places of a program, filled. `asked` is an expression over a variable that stands for any Actor: what every
    one of them will be asked."""
    found = Places(program)
    found.changed = True
    functions = _callees_first(program)
    while found.changed:
        found.changed = False
        # Results go from those who are called to those who call, arguments the other way: each time the order is
        # turned round, so that neither takes a round for every call on its way.
        functions.reverse()
        for function in functions:
            _Walk(found, function).run()
        for class_ in program.classes.values():
            walk = _Walk(found, None, class_.name)
            for attribute in class_.attributes.values():
                walk.attribute(attribute)
            if class_.params is not None and class_.base is not None:
                walk.construct(class_.base, class_.super_args, found.made_of(class_.name))
        if asked is not None:
            var, expr = asked
            found.flow(found.made_of(ACTOR), found.var(var))
            _Walk(found, program.main).value(expr)
    return found


def _callees_first(program: Checked) -> list[Function]:
    """All functions, those that one may call before it wherever they do not call each other."""
    named: dict[str, list[Function]] = {name: list(actions) for name, actions in program.actions.items()}
    for class_ in program.classes.values():
        for name, helper in class_.helpers.items():
            named.setdefault(name, []).append(helper)
    seen: set[Function] = set()
    order: list[Function] = []
    for root in program.functions():
        waiting = [(root, _called(root, named))] if root not in seen else []
        seen.add(root)
        while waiting:
            function, called = waiting[-1]
            following = next((each for each in called if each not in seen), None)
            if following is None:
                order.append(function)
                waiting.pop()
            else:
                seen.add(following)
                waiting.append((following, _called(following, named)))
    return order


def _called(function: Function, named: Mapping[str, Sequence[Function]]) -> Iterator[Function]:
    """What a function calls, or may call: of several with one name, all."""
    for expr in c.expressions(function.body):
        match expr:
            case c.HelperCall(_, helper):
                yield helper
            case c.MethodCall(name=name) | c.Act(action=name):
                yield from named.get(name, ())


class _Walk:
    """Goes through one body once."""

    def __init__(self, found: Places, function: Function | None, class_name: str | None = None) -> None:
        self.found = found
        self.bases = found.bases
        self.function = function
        self.class_name = class_name if function is None else function.class_name
        # Each expression is gone into once, however many functions its value may be an argument of.
        self.seen: set[c.Node] = set()

    def run(self) -> None:
        function = self.function
        assert function is not None
        self.block(function.body)
        if function.kind != "main" and may_end(function.body):
            self.found.add(self.found.result(function), bits.NONE_BIT)
        if function.kind == "attribute":
            assert self.class_name is not None
            self.found.flow(self.found.made_of(self.class_name), self.found.self_of(function))

    def attribute(self, attribute: Attribute) -> None:
        place = self.found.attribute(attribute)
        if isinstance(attribute.value, Function):
            self.found.bind(self.found.result(attribute.value), place, attribute.type)
        elif attribute.value is not None:
            self.found.bind(self.value(attribute.value), place, attribute.type)

    # ----------------------------------------------------------------------------------------------- statements

    def block(self, block: Iterable[c.Stmt]) -> None:
        for stmt in block:
            self.statement(stmt)

    def statement(self, stmt: c.Stmt) -> None:
        match stmt:
            case c.Evaluate(_, value):
                self.value(value)
            case c.Declare(_, var, value):
                if value is not None:
                    self.found.bind(self.value(value), self.found.var(var), var.type)
            case c.Return(_, value):
                if self.function is not None and self.function.kind != "main":
                    result = self.found.result(self.function)
                    if value is None:
                        self.found.add(result, bits.NONE_BIT)
                    else:
                        self.found.flow(self.value(value), result)
            case c.If(_, branches, otherwise):
                for condition, body in branches:
                    self.value(condition)
                    self.block(body)
                self.block(otherwise)
            case c.While(_, condition, body, otherwise):
                self.value(condition)
                self.block(body)
                self.block(otherwise)
            case c.For(_, var, values, body):
                self.loop(var, values)
                self.block(body)

    def loop(self, var: Var | None, values: Expr) -> None:
        over = self.value(values)
        if var is None:
            return
        each = self.found.each(values)
        self.found.take_apart(over, each)
        if over.bases & bits.STRING_BIT:
            self.found.add(each, bits.STRING_BIT)
        self.found.bind(each, self.found.var(var), var.type)

    # ---------------------------------------------------------------------------------------------- expressions

    def value(self, expr: Expr) -> Place:
        place = self.found.of(expr, self.function, self.class_name)
        if isinstance(expr, c.Local | c.State | c.Self | c.Param) or expr in self.seen:
            return place
        self.seen.add(expr)
        if isinstance(expr, c.Binary):
            return self.chain(expr)
        self.fill(expr, place)
        return place

    def inside(self, expr: c.Part) -> None:
        """All that stands directly inside an expression with nothing but plain values in it."""
        for part in c.children(expr):
            assert not isinstance(part, c.Comprehension | c.Slice)
            self.value(part)

    def chain(self, expr: c.Binary) -> Place:
        """Operators from the left, without going as deep as there are many of them."""
        links: list[c.Binary] = []
        first: Expr = expr
        while isinstance(first, c.Binary):
            links.append(first)
            first = first.left
        left = self.value(first)
        for link in reversed(links):
            place = self.found.place(link)
            self.found.operate(link.operator, left, self.value(link.right), place)
            left = place
        return left

    def fill(self, expr: Expr, place: Place) -> None:
        add, flow = self.found.add, self.found.flow
        match expr:
            case c.Const(_, value):
                add(place, _CONSTANTS[type(value)])
            case c.Format():
                self.inside(expr)
                add(place, bits.STRING_BIT)
            case c.Attr(_, inner, name):
                whole = self.value(inner)
                for attribute in self.found.attributes_of(whole, name):
                    flow(self.found.attribute(attribute), place)
            case c.HelperCall(_, helper, args):
                self.call(helper, args, place)
            case c.MethodCall():
                self.method(expr, place)
            case c.Print():
                self.inside(expr)
                add(place, bits.NONE_BIT)
            case c.Input(_, options, type_):
                if options is not None:
                    whole = self.value(options)
                    self.found.take_apart(whole, place)
                    add(place, whole.bases & bits.STRING_BIT)  # its characters
                else:
                    add(place, bits.STRING_BIT if type_ is None else _TYPED[type_.name])
            case c.Random(_, of):
                whole = self.value(of)
                bases = whole.bases
                ends = (
                    (bits.INT_RANGE_BIT, bits.INT_BIT),
                    (bits.FLOAT_RANGE_BIT, bits.FLOAT_BIT),
                    (bits.TEXT_RANGE_BIT, bits.STRING_BIT),
                )
                add(place, sum(result for bit, result in ends if bases & bit))
                if bases & self.bases.collections:
                    self.found.taken(whole, False, place)
            case c.Create(_, name, args):
                self.create(name, args, place)
            case c.Series(_, items):
                add(place, self.bases.bits[SERIES])
                for item in items:
                    if isinstance(item, c.Comprehension):
                        flow(self.comprehension(item), place.item)
                    else:
                        flow(self.value(item), place.item)
            case c.Element(_, inner, index):
                self.element(self.value(inner), index, place)
            case c.Act():
                self.act(expr, place)
            case c.Range(_, start, end):
                add(place, bits.range_bases(self.value(start).bases, self.value(end).bases))
            case c.Power(_, base, exponent):
                add(place, bits.numeric(self.value(base).bases, self.value(exponent).bases))
            case c.Sign(_, operator, operand):
                bases = self.value(operand).bases
                add(place, bases & (bits.INT_BIT if operator == "~" else bits.NUMBERS))
            case c.Not() | c.Compare() | c.Logic():
                self.inside(expr)
                add(place, bits.BOOL_BIT)
            case c.Assign():
                self.assign(expr, place)

    def comprehension(self, item: c.Comprehension) -> Place:
        for clause in item.clauses:
            self.loop(clause.var, clause.values)
        return self.value(item.value)

    def element(self, whole: Place, index: Expr | c.Slice, place: Place) -> None:
        if not isinstance(index, c.Slice):
            self.value(index)
            if whole.bases & self.bases.collections:
                self.found.flow(whole.item, place)
        else:
            self.inside(index)
            self.found.repeated(whole, place, from_left=True)
        self.found.add(place, whole.bases & bits.STRING_BIT)

    def assign(self, expr: c.Assign, place: Place) -> None:
        value = self.value(expr.value)
        if expr.operator != "=":
            result = self.found.operated.setdefault(expr, Place())
            current = self.value(expr.target)
            operator = expr.operator[:-1]
            if operator == "**":
                self.found.add(result, bits.numeric(current.bases, value.bases))
            else:
                self.found.operate(operator, current, value, result)
            value = result
        match expr.target:
            case c.Local(_, var):
                self.found.bind(value, self.found.var(var), var.type)
                self.found.bind(value, place, var.type)
            case c.State(_, name):
                self.found.flow(value, self.found.state[name])
                self.found.flow(value, place)
            case c.Attr(_, inner, name):
                for attribute in self.found.attributes_of(self.value(inner), name):
                    self.found.bind(value, self.found.attribute(attribute), attribute.type)
                    self.found.bind(value, place, attribute.type)
            case c.Element(_, inner, _):
                whole = self.value(inner)
                self.element(whole, expr.target.index, self.found.place(expr.target))
                self.found.insert(value, whole, whole.bases)
                self.found.flow(value, place)
                self.found.add(
                    place, bits.FLOAT_BIT if value.bases & bits.INT_BIT and whole.item.bases & bits.FLOAT_BIT else 0
                )

    # ---------------------------------------------------------------------------------------------------- calls

    def arguments(self, params: Sequence[Var], args: tuple[Arg, ...]) -> None:
        """Arguments go to the parameters, where they fit."""
        values = self.values(args)
        bound = bind(args, tuple(var.name for var in params))
        if isinstance(bound, Misfit):
            return
        for value, number in zip(values, bound, strict=True):
            var = params[number]
            self.found.bind(value, self.found.var(var), var.type)

    def values(self, args: Sequence[Arg]) -> list[Place]:
        found: list[Place] = []
        for arg in args:
            match arg.value:
                case c.Comprehension() as many:
                    found.append(self.comprehension(many))
                case c.Slice() as cut:
                    self.inside(cut)
                    found.append(Place())
                case value:
                    found.append(self.value(value))
        return found

    def call(self, function: Function, args: tuple[Arg, ...], place: Place) -> None:
        self.arguments(function.params, args)
        self.found.flow(self.found.result(function), place)

    def method(self, expr: c.MethodCall, place: Place) -> None:
        whole = self.value(expr.object)
        self.values(expr.args)
        for class_name in self.bases.class_names(whole.bases):
            helper = self.found.program.helper_of(class_name, expr.name)
            if helper is not None:
                self.found.flow(whole, self.found.self_of(helper), self.bases.bits[class_name])
                self.call(helper, expr.args, place)
            elif expr.name in HELPERS and HELPERS[expr.name].on in self.bases.lines[class_name]:
                self.built_in_helper(expr.name, expr.args, whole, self.bases.bits[class_name], place)

    def built_in_helper(self, name: str, args: tuple[Arg, ...], whole: Place, bit: int, place: Place) -> None:
        match name:
            case "size":
                self.found.add(place, bits.INT_BIT)
            case "empty":
                self.found.add(place, bits.BOOL_BIT)
            case "copy" | "shuffled" | "sorted":
                self.found.flow(whole, place, bit)
            case _:
                self.found.taken(whole, bool(args), place)

    def create(self, name: str, args: tuple[Arg, ...], place: Place) -> None:
        self.found.add(place, self.bases.bits[name])
        for ancestor in self.bases.lines[name]:
            # Of the language's own classes only Actors are looked at as they are made; to join all Stacks into one
            # place would only blur what each of them holds.
            if ancestor not in BUILT_IN or ancestor == ACTOR:
                self.found.flow(place, self.found.made_of(ancestor))
        self.construct(name, args, place)

    def construct(self, name: str, args: tuple[Arg, ...], place: Place) -> None:
        """Arguments go to the constructor of the nearest class that has parameters, or are elements."""
        program = self.found.program
        for ancestor in self.bases.lines[name]:
            params = program.classes[ancestor].params
            if params is not None:
                self.arguments(params, args)
                return
        self.spread(args, place, place.bases)

    def spread(self, args: Sequence[Arg], place: Place, classes: int) -> None:
        """Elements arguments: what is a collection or a range is taken apart."""
        many = self.bases.collections | bits.RANGES
        for arg, value in zip(args, self.values(args), strict=True):
            if isinstance(arg.value, c.Comprehension):
                self.found.insert(value, place, classes)
                continue
            self.found.insert(value, place, classes, ~many)
            if value.bases & many:
                each = self.found.each(arg)
                self.found.take_apart(value, each)
                self.found.insert(each, place, classes)

    def act(self, expr: c.Act, place: Place) -> None:
        if expr.receiver is None:
            assert expr.target is not None
            self.call(expr.target, expr.args, place)
            return
        whole = self.value(expr.receiver)
        self.values(expr.args)
        for bit, _ in self.bases.each(whole.bases):
            for action in self.found.dispatch.candidates(expr.action, bit, whole.item.bases):
                if isinstance(action, Function):
                    assert action.receiver is not None
                    self.found.flow(whole, self.found.var(action.receiver), bit)
                    self.call(action, expr.args, place)
                elif action == "built-in":
                    self.built_in_action(expr, whole, bit, place)

    def built_in_action(self, expr: c.Act, whole: Place, bit: int, place: Place) -> None:
        bound = bind_built_in(expr.args, ACTIONS[expr.action])
        if isinstance(bound, Misfit):
            return
        plain, elements = bound
        match expr.action:
            case "CLEAR":
                self.found.flow(whole, place, bit)
            case "SORT":
                self.found.add(place, bits.NONE_BIT)
            case "DELETE":
                self.found.taken(whole, isinstance(plain["index"].value, c.Slice), place)
            case "POP_TOP" | "POP_BOTTOM" | "POP_FRONT" | "POP_BACK":
                self.found.taken(whole, bool(plain), place)
            case _:
                self.spread(elements, whole, bit)
                self.found.add(place, bits.NONE_BIT)
