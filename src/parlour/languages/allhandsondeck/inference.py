"""What values can be: types found by following them through the whole program.

A `Place` is anything that holds values: a variable, an attribute of a class, the result of a function, an expression.
It knows the bases (`bases.py`) its values may have and, for collections among them, the place of their elements. When a
value goes from one place to another its bases go with it, and since both then name the same collection, their elements
become one place. Order in time does not count, and neither does who calls; what is found is true of every run, so the
compiled program need not check it again.

Bodies are gone through again and again until nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.languages.allhandsondeck import checked as c
from parlour.languages.allhandsondeck.arguments import Misfit, bind, bind_built_in
from parlour.languages.allhandsondeck.bases import (
    BOOL_BIT,
    FLOAT_BIT,
    FLOAT_RANGE_BIT,
    INT_BIT,
    INT_RANGE_BIT,
    NONE_BIT,
    NUMBERS,
    RANGES,
    STRING_BIT,
    TEXT_RANGE_BIT,
    Bases,
)
from parlour.languages.allhandsondeck.checked import Arg, Attribute, Checked, Expr, Function, Var
from parlour.languages.allhandsondeck.dispatch import Dispatch
from parlour.languages.allhandsondeck.types import ACTIONS, ACTOR, BUILT_IN, HELPERS, SERIES, STACK, Type

_CONSTANTS: dict[type, int] = {
    bool: BOOL_BIT,
    int: INT_BIT,
    float: FLOAT_BIT,
    str: STRING_BIT,
    type(None): NONE_BIT,
}
_TYPED = {"int": INT_BIT, "float": FLOAT_BIT, "bool": BOOL_BIT}


class Place:
    """Holds values. Places of elements that turn out to be the same are joined: always ask `place.bases`."""

    __slots__ = ("_bases", "_item", "_same")

    def __init__(self, bases: int = 0) -> None:
        self._same: Place | None = None
        self._bases = bases
        self._item: Place | None = None

    def whole(self) -> Place:
        """The place that this one was joined into."""
        at = self
        while at._same is not None:
            at = at._same
        # Shorten the way for the next time.
        if self is not at:
            self._same = at
        return at

    @property
    def bases(self) -> int:
        return self.whole()._bases

    @property
    def item(self) -> Place:
        """The place of the elements of the collections that this place may hold."""
        at = self.whole()
        if at._item is None:
            at._item = Place()
        return at._item.whole()


class Inference:
    """The places of a program; `run` fills them."""

    def __init__(self, program: Checked, asked: tuple[Var, Expr] | None = None) -> None:
        """`asked` is an expression over a variable that stands for any Actor: what every one of them will be asked."""
        self.program = program
        self.asked = asked
        self.bases = Bases(program.classes)
        self.dispatch = Dispatch(program, self.bases)
        self.vars: dict[Var, Place] = {}
        self.state: dict[str, Place] = {name: Place() for name in program.state}
        self.attributes: dict[tuple[str, str], Place] = {}
        self.results: dict[Function, Place] = {}
        # The object whose helper runs, and objects of a class (or one that extends it) while they are made.
        self.selves: dict[Function, Place] = {}
        self.made: dict[str, Place] = {}
        self.places: dict[c.Node, Place] = {}
        # What `+=` computes before it is bound, and the elements of what a loop or an argument goes through.
        self.operated: dict[c.Assign, Place] = {}
        self.elements: dict[c.Node, Place] = {}
        self.changed = False

    def run(self) -> Inference:
        self.changed = True
        while self.changed:
            self.changed = False
            for function in self.program.functions():
                _Walk(self, function).run()
            for class_ in self.program.classes.values():
                walk = _Walk(self, None, class_.name)
                for attribute in class_.attributes.values():
                    walk.attribute(attribute)
                if class_.params is not None and class_.base is not None:
                    walk.construct(class_.base, class_.super_args, self.made_of(class_.name))
            if self.asked is not None:
                var, expr = self.asked
                self.flow(self.made_of(ACTOR), self.var(var))
                _Walk(self, self.program.main).value(expr)
        return self

    # --------------------------------------------------------------------------------------------------- places

    def var(self, var: Var) -> Place:
        return self.vars.setdefault(var, Place())

    def attribute(self, attribute: Attribute) -> Place:
        """One place for an attribute and all that override it."""
        line = self.bases.lines[attribute.class_name]
        root = next(name for name in reversed(line) if attribute.name in self.program.classes[name].attributes)
        return self.attributes.setdefault((root, attribute.name), Place())

    def result(self, function: Function) -> Place:
        return self.results.setdefault(function, Place())

    def self_of(self, function: Function) -> Place:
        return self.selves.setdefault(function, Place())

    def made_of(self, class_name: str) -> Place:
        return self.made.setdefault(class_name, Place())

    def place(self, node: c.Node) -> Place:
        """The place of an expression's value."""
        return self.places.setdefault(node, Place())

    def each(self, node: c.Node) -> Place:
        """The place of the elements that an expression or argument is taken apart into."""
        return self.elements.setdefault(node, Place())

    # ---------------------------------------------------------------------------------------------------- flows

    def add(self, place: Place, bases: int) -> None:
        at = place.whole()
        if bases & ~at._bases:
            at._bases |= bases
            self.changed = True

    def join(self, one: Place, other: Place) -> None:
        """Two places become one."""
        waiting = [(one, other)]
        while waiting:
            left, right = (place.whole() for place in waiting.pop())
            if left is right:
                continue
            self.changed = True
            right._same = left
            left._bases |= right._bases
            if left._item is None:
                left._item = right._item
            elif right._item is not None:
                waiting.append((left._item, right._item))

    def flow(self, source: Place, target: Place, mask: int = -1) -> None:
        """Values go from one place to another, those outside of the mask left behind."""
        bases = source.bases & mask
        self.add(target, bases)
        if bases & self.bases.collections:
            self.join(source.item, target.item)

    def bind(self, source: Place, target: Place, type_: Type | None) -> None:
        """Values are bound to a name with a type: those that do not fit never get there."""
        if type_ is None:
            self.flow(source, target)
            return
        self.flow(source, target, self.bases.accepted(type_))
        if type_.name == "float" and source.bases & INT_BIT:
            self.add(target, FLOAT_BIT)

    def insert(self, element: Place, collection: Place, classes: int, mask: int = -1) -> None:
        """An element goes into a collection of one of these classes, if the class lets it in."""
        for name in self.bases.class_names(classes & self.bases.collections):
            for type_ in self.dispatch.element_types(name):
                mask &= self.bases.accepted(type_) | (INT_BIT if type_.name == "float" else 0)
                if type_.name == "float" and element.bases & INT_BIT:
                    self.add(collection.item, FLOAT_BIT)
            self.flow(element, collection.item, mask)


class _Walk:
    """Goes through one body once."""

    def __init__(self, found: Inference, function: Function | None, class_name: str | None = None) -> None:
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
            self.found.add(self.found.result(function), NONE_BIT)
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
                        self.found.add(result, NONE_BIT)
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
        self.elements(over, each)
        if over.bases & STRING_BIT:
            self.found.add(each, STRING_BIT)
        self.found.bind(each, self.found.var(var), var.type)

    def elements(self, whole: Place, each: Place) -> None:
        """What collections and ranges among the values consist of."""
        if whole.bases & self.bases.collections:
            self.found.flow(whole.item, each)
        if whole.bases & INT_RANGE_BIT:
            self.found.add(each, INT_BIT)
        if whole.bases & TEXT_RANGE_BIT:
            self.found.add(each, STRING_BIT)

    # ---------------------------------------------------------------------------------------------- expressions

    def value(self, expr: Expr) -> Place:
        found = self.found
        match expr:
            case c.Local(_, var):
                return found.var(var)
            case c.State(_, name):
                return found.state[name]
            case c.Self():
                assert self.class_name is not None
                if self.function is None:
                    return found.made_of(self.class_name)
                return found.self_of(self.function)
            case c.Param(_, name):
                assert self.class_name is not None
                return found.var(found.program.classes[self.class_name].mentioned[name])
        place = found.place(expr)
        if expr in self.seen:
            return place
        self.seen.add(expr)
        if isinstance(expr, c.Binary):
            return self.chain(expr)
        self.fill(expr, place)
        return place

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
            self.binary(link.operator, left, self.value(link.right), place)
            left = place
        return left

    def fill(self, expr: Expr, place: Place) -> None:
        add, flow = self.found.add, self.found.flow
        match expr:
            case c.Const(_, value):
                add(place, _CONSTANTS[type(value)])
            case c.Format(_, parts):
                for part in parts:
                    if not isinstance(part, str):
                        self.value(part)
                add(place, STRING_BIT)
            case c.Attr(_, inner, name):
                whole = self.value(inner)
                for attribute in self.attributes(whole, name):
                    flow(self.found.attribute(attribute), place)
            case c.HelperCall(_, helper, args):
                self.call(helper, args, place)
            case c.MethodCall():
                self.method(expr, place)
            case c.Print(_, value):
                self.value(value)
                add(place, NONE_BIT)
            case c.Input(_, options, type_):
                if options is not None:
                    self.elements(self.value(options), place)
                else:
                    add(place, STRING_BIT if type_ is None else _TYPED[type_.name])
            case c.Random(_, of):
                bases = self.value(of).bases
                ends = ((INT_RANGE_BIT, INT_BIT), (FLOAT_RANGE_BIT, FLOAT_BIT), (TEXT_RANGE_BIT, STRING_BIT))
                add(place, sum(result for bit, result in ends if bases & bit))
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
                add(place, range_bases(self.value(start).bases, self.value(end).bases))
            case c.Power(_, base, exponent):
                add(place, numeric(self.value(base).bases, self.value(exponent).bases))
            case c.Sign(_, operator, operand):
                bases = self.value(operand).bases
                add(place, bases & (INT_BIT if operator == "~" else NUMBERS))
            case c.Not(_, operand):
                self.value(operand)
                add(place, BOOL_BIT)
            case c.Compare(_, first, links):
                self.value(first)
                for _, operand in links:
                    self.value(operand)
                add(place, BOOL_BIT)
            case c.Logic(_, _, operands):
                for operand in operands:
                    self.value(operand)
                add(place, BOOL_BIT)
            case c.Assign():
                self.assign(expr, place)

    def attributes(self, whole: Place, name: str) -> list[Attribute]:
        """The attributes of this name that values of a place may have."""
        found = (self.found.program.attribute_of(class_, name) for class_ in self.bases.class_names(whole.bases))
        return [attribute for attribute in found if attribute is not None]

    def comprehension(self, item: c.Comprehension) -> Place:
        for clause in item.clauses:
            self.loop(clause.var, clause.values)
        return self.value(item.value)

    def binary(self, operator: str, left: Place, right: Place, place: Place) -> None:
        add = self.found.add
        if operator in ("&", "|", "^"):
            add(place, INT_BIT)
            return
        if operator == "/":
            add(place, FLOAT_BIT)
            return
        add(place, numeric(left.bases, right.bases))
        many = self.bases.collections | RANGES
        if operator == "+":
            add(place, left.bases & right.bases & STRING_BIT)
            if left.bases & many and right.bases & many:
                self.repeated(left, place, from_left=True)
                self.repeated(right, place, from_left=False)
        elif operator == "*":
            if right.bases & INT_BIT:
                self.repeated(left, place, from_left=True)
            if left.bases & INT_BIT:
                self.repeated(right, place, from_left=True)

    def repeated(self, source: Place, place: Place, *, from_left: bool) -> None:
        """A Series or Stack with the elements of a collection or range."""
        bases = source.bases
        if from_left:
            if bases & self.bases.stacks:
                self.found.add(place, self.bases.bits[STACK])
            if bases & (self.bases.collections & ~self.bases.stacks | RANGES):
                self.found.add(place, self.bases.bits[SERIES])
        if bases & (self.bases.collections | RANGES):
            self.elements(source, place.item)

    def element(self, whole: Place, index: Expr | c.Slice, place: Place) -> None:
        if not isinstance(index, c.Slice):
            self.value(index)
            if whole.bases & self.bases.collections:
                self.found.flow(whole.item, place)
        else:
            for part in (index.start, index.stop, index.step):
                if part is not None:
                    self.value(part)
            self.repeated(whole, place, from_left=True)
        self.found.add(place, whole.bases & STRING_BIT)

    def assign(self, expr: c.Assign, place: Place) -> None:
        value = self.value(expr.value)
        if expr.operator != "=":
            result = self.found.operated.setdefault(expr, Place())
            current = self.value(expr.target)
            operator = expr.operator[:-1]
            if operator == "**":
                self.found.add(result, numeric(current.bases, value.bases))
            else:
                self.binary(operator, current, value, result)
            value = result
        match expr.target:
            case c.Local(_, var):
                self.found.bind(value, self.found.var(var), var.type)
                self.found.bind(value, place, var.type)
            case c.State(_, name):
                self.found.flow(value, self.found.state[name])
                self.found.flow(value, place)
            case c.Attr(_, inner, name):
                for attribute in self.attributes(self.value(inner), name):
                    self.found.bind(value, self.found.attribute(attribute), attribute.type)
                    self.found.bind(value, place, attribute.type)
            case c.Element(_, inner, _):
                whole = self.value(inner)
                self.element(whole, expr.target.index, self.found.place(expr.target))
                self.found.insert(value, whole, whole.bases)
                self.found.flow(value, place)
                self.found.add(place, FLOAT_BIT if value.bases & INT_BIT and whole.item.bases & FLOAT_BIT else 0)

    # ---------------------------------------------------------------------------------------------------- calls

    def arguments(self, function: Function, args: tuple[Arg, ...]) -> None:
        """Arguments go to the parameters, where they fit."""
        values = self.values(args)
        bound = bind(args, tuple(var.name for var in function.params))
        if isinstance(bound, Misfit):
            return
        for value, number in zip(values, bound, strict=True):
            var = function.params[number]
            self.found.bind(value, self.found.var(var), var.type)

    def values(self, args: Sequence[Arg]) -> list[Place]:
        found: list[Place] = []
        for arg in args:
            match arg.value:
                case c.Comprehension() as many:
                    found.append(self.comprehension(many))
                case c.Slice(_, start, stop, step):
                    for part in (start, stop, step):
                        if part is not None:
                            self.value(part)
                    found.append(Place())
                case value:
                    found.append(self.value(value))
        return found

    def call(self, function: Function, args: tuple[Arg, ...], place: Place) -> None:
        self.arguments(function, args)
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
                self.found.add(place, INT_BIT)
            case "empty":
                self.found.add(place, BOOL_BIT)
            case "copy" | "shuffled":
                self.found.flow(whole, place, bit)
            case _:
                self.taken(whole, bool(args), place)

    def taken(self, whole: Place, many: bool, place: Place) -> None:
        """One element, or a Series of some."""
        if many:
            self.found.add(place, self.bases.bits[SERIES])
            self.found.flow(whole.item, place.item)
        else:
            self.found.flow(whole.item, place)

    def create(self, name: str, args: tuple[Arg, ...], place: Place) -> None:
        self.found.add(place, self.bases.bits[name])
        for ancestor in self.bases.lines[name]:
            # Nobody looks at the objects of the language's own classes as they are made but at Actors, and all Stacks
            # together would say nothing of any of them.
            if ancestor not in BUILT_IN or ancestor == ACTOR:
                self.found.flow(place, self.found.made_of(ancestor))
        self.construct(name, args, place)

    def construct(self, name: str, args: tuple[Arg, ...], place: Place) -> None:
        """Arguments go to the constructor of the nearest class that has parameters, or are elements."""
        program = self.found.program
        for ancestor in self.bases.lines[name]:
            params = program.classes[ancestor].params
            if params is not None:
                values = self.values(args)
                bound = bind(args, tuple(var.name for var in params))
                if not isinstance(bound, Misfit):
                    for value, number in zip(values, bound, strict=True):
                        var = params[number]
                        self.found.bind(value, self.found.var(var), var.type)
                return
        self.spread(args, place, place.bases)

    def spread(self, args: Sequence[Arg], place: Place, classes: int) -> None:
        """Elements arguments: what is a collection or a range is taken apart."""
        many = self.bases.collections | RANGES
        for arg, value in zip(args, self.values(args), strict=True):
            if isinstance(arg.value, c.Comprehension):
                self.found.insert(value, place, classes)
                continue
            self.found.insert(value, place, classes, ~many)
            if value.bases & many:
                each = self.found.each(arg)
                self.elements(value, each)
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
            case "DELETE":
                self.taken(whole, isinstance(plain["index"].value, c.Slice), place)
            case "POP_TOP" | "POP_BOTTOM" | "POP_FRONT" | "POP_BACK":
                self.taken(whole, bool(plain), place)
            case _:
                self.spread(elements, whole, bit)
                self.found.add(place, NONE_BIT)


def numeric(left: int, right: int) -> int:
    """The bases of a sum, a product and so on of numbers."""
    found = left & right & INT_BIT
    if left & NUMBERS and right & NUMBERS and (left | right) & FLOAT_BIT:
        found |= FLOAT_BIT
    return found


def range_bases(start: int, end: int) -> int:
    found = 0
    if start & end & INT_BIT:
        found |= INT_RANGE_BIT
    if start & NUMBERS and end & NUMBERS and (start | end) & FLOAT_BIT:
        found |= FLOAT_RANGE_BIT
    if start & end & STRING_BIT:
        found |= TEXT_RANGE_BIT
    return found


def may_end(block: c.Block) -> bool:
    """Whether control can come to the end of a block."""
    return all(_goes_on(stmt) for stmt in block)


def _goes_on(stmt: c.Stmt) -> bool:
    match stmt:
        case c.Return():
            return False
        case c.If(_, branches, otherwise):
            return any(may_end(body) for _, body in branches) or may_end(otherwise)
        case c.While(_, c.Const(_, True), _, _):
            return False
        case c.While(_, _, _, otherwise):
            return may_end(otherwise)
    return True
