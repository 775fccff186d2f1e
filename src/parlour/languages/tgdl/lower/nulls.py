"""What can be null: a fixpoint over all that is ever stored in a variable, attribute or result.

`null` fits every type of the language, but most variables of most programs never hold it. What provably never does is
a plain value in core, and nobody has to ask before it is used.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import walk
from parlour.languages.tgdl.check.types import NULL, NUMBER, Object

Symbol = m.Var | m.Attribute | m.Function


class Nulls:
    """Answers for expressions and symbols; `result(function)` is asked for the version at the root."""

    def __init__(self, checked: m.Checked) -> None:
        self._found: set[Symbol] = set()
        self.placed = _always_placed(checked)
        called = {
            root_action(expr.action)
            for section in walk.sections(checked)
            for expr in walk.expressions(section.block)
            if isinstance(expr, m.ActionCall)
        }
        waiting = list(_bindings(checked, called))
        while True:
            left: list[tuple[Symbol, m.Expr | None]] = []
            before = len(self._found)
            for symbol, value in waiting:
                if value is None or self.expression(value):
                    self._found.add(symbol)
                elif symbol not in self._found:
                    left.append((symbol, value))
            if len(self._found) == before:
                return
            waiting = left

    def symbol(self, symbol: Symbol) -> bool:
        return symbol in self._found

    def result(self, function: m.Function) -> bool:
        return root_function(function) in self._found

    def expression(self, expr: m.Expr) -> bool:
        """Whether the value can be null."""
        match expr:
            case m.Const(value=value):
                return value is None
            case m.Local(var=var):
                return var in self._found
            case m.Attr(attribute=attribute):
                return attribute in self._found
            case m.BuiltInAttr(object=subject, name=name):
                if name in ("x", "y"):
                    return not self.is_placed(subject)
                return name in ("player", "tile", "group", "to")
            case m.ToPlayer(operand=operand) | m.ToNumber(operand=operand):
                return self.expression(operand)
            case m.PlayerOf(operand=operand) | m.NameOf(operand=operand):
                return self.expression(operand)
            case m.GroupNamed() | m.TileAt() | m.ListItem() | m.TableItem() | m.AsType() | m.Nowhere():
                return True
            case m.FunctionCall(function=function):
                return self.result(function)
            case m.MethodCall(name=method):
                return method in ("pop", "pop_front")
            case m.TableCall(name=called):
                return called in ("turn.active", "turn.phase.active")
        return expr.type == NULL

    def is_placed(self, tile: m.Expr) -> bool:
        """Whether a tile has a place in a grid for sure: one that only grids make."""
        return isinstance(tile.type, Object) and tile.type.of in self.placed


def root_function(function: m.Function) -> m.Function:
    """The version that the others override."""
    while function.overrides is not None:
        function = function.overrides
    return function


def root_action(action: m.Action) -> m.Action:
    while action.overrides is not None:
        action = action.overrides
    return action


def always_returns(block: m.Block) -> bool:
    """Whether control cannot fall off the end of a block."""
    for stmt in block:
        match stmt:
            case m.Return() | m.Winner():
                return True
            case m.Nested(body=body):
                if always_returns(body):
                    return True
            case m.If(branches=branches, otherwise=otherwise):
                if otherwise and always_returns(otherwise) and all(always_returns(body) for _, body in branches):
                    return True
            case m.While(condition=m.Const(value=True), body=body) | m.For(condition=None, body=body):
                if not any(isinstance(each, m.Break) for each in _own_loop(body)):
                    return True
    return False


def _own_loop(block: m.Block) -> Iterable[m.Stmt]:
    """The statements of a loop without those of loops inside it."""
    for stmt in block:
        yield stmt
        match stmt:
            case m.Nested(body=body):
                yield from _own_loop(body)
            case m.If(branches=branches, otherwise=otherwise):
                for _, body in branches:
                    yield from _own_loop(body)
                yield from _own_loop(otherwise)


def _bindings(checked: m.Checked, called: set[m.Action]) -> Iterable[tuple[Symbol, m.Expr | None]]:
    """Everything that may be stored; None is null."""
    for class_ in checked.classes:
        uses_this = False
        for attribute in class_.attribute_line():
            value = attribute.value
            if value is not None and any(isinstance(part, m.This) for part in walk.inside(value)):
                uses_this = True
            # What is computed after others might be looked at before it has a value.
            if uses_this and attribute.owner is class_:
                yield attribute, None
        for attribute in class_.attributes.values():
            yield attribute, attribute.value
        for visible in class_.visible:
            yield visible.viewer, None
        for action in class_.actions.values():
            if root_action(action) in called:
                yield action.event, None
    for attribute in checked.choice_event.attributes.values():
        yield attribute, m.Const(checked.choice_event.span, NUMBER, 0.0)
    for each in walk.inputs(checked):
        if each.modifier == "function":
            if each.value is not None:
                yield each.var, each.value
            elif each.is_optional:
                yield each.var, None
        elif each.is_optional and not (each.is_list and each.modifier == "auto"):
            yield each.var, None
    for section in walk.sections(checked):
        if isinstance(section.owner, m.Function) and section.word == "function":
            yield from _results(section.owner)
        for stmt in walk.statements(section.block):
            match stmt:
                case m.Declare(var=var, value=value):
                    yield var, value
                case m.Assign(target=m.Local(var=var), value=value):
                    yield var, value
                case m.Assign(target=m.Attr(attribute=attribute), value=value):
                    yield attribute, value
            for expr in walk.own_expressions(stmt):
                for part in walk.inside(expr):
                    match part:
                        case m.New(fields=fields):
                            for field in fields:
                                if isinstance(field.attribute, m.Attribute):
                                    yield field.attribute, field.value
                        case m.FunctionCall(arguments=given):
                            for argument in given:
                                yield argument.input.var, argument.value


def _results(function: m.Function) -> Iterable[tuple[Symbol, m.Expr | None]]:
    if function.result is None:
        return
    root = root_function(function)
    asks = any(isinstance(stmt, m.Ask) for stmt in walk.statements(function.body))
    fails = any(may_fail(each) for each in function.inputs)
    if fails or asks or not always_returns(function.body):
        yield root, None
    for stmt in walk.statements(function.body):
        if isinstance(stmt, m.Return):
            yield root, stmt.value


def may_fail(each: m.Input) -> bool:
    """Whether an input may find nothing; an automatic list without a condition is at worst empty."""
    if each.modifier == "function" or each.is_optional:
        return False
    return not (each.modifier == "auto" and each.is_list and not each.list_filters)


def _always_placed(checked: m.Checked) -> frozenset[m.Class]:
    """Tile classes of which all objects are made by grids and keep their places."""
    made = {
        part.of
        for section in walk.sections(checked)
        for part in walk.expressions(section.block)
        if isinstance(part, m.New)
    }
    moved = any(
        isinstance(stmt, m.Assign) and isinstance(stmt.target, m.TileAt)
        for section in walk.sections(checked)
        for stmt in walk.statements(section.block)
    )
    if moved:
        return frozenset()
    return frozenset(
        each
        for each in checked.classes
        if each.kind == "tile" and not any(below in made for below in checked.derived(each))
    )
