"""All the blocks of a program, and everything inside a block or expression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeAlias

from parlour.dataclass import dataclass
from parlour.languages.tgdl.check import meaning as m

Owner: TypeAlias = m.Function | m.Action | m.Phase | m.Turn | m.Class | m.Group | None


class Program(Protocol):
    """What a program consists of, checked or still being checked."""

    @property
    def classes(self) -> Sequence[m.Class]: ...
    @property
    def functions(self) -> Sequence[m.Function]: ...
    @property
    def turns(self) -> Sequence[m.Turn]: ...
    @property
    def setup(self) -> m.Block | None: ...


@dataclass(frozen=True, slots=True)
class Section:
    """A block that runs on its own. `owner` is the function, action, phase or turn that it belongs to, and `word` what
    it is there: `effect`, `filter`, `require`, `trigger`, `default` …"""

    block: m.Block
    word: str
    owner: Owner = None


def sections(program: Program) -> Iterator[Section]:
    """Every block of a program, each once, in order of declaration."""
    for class_ in program.classes:
        for attribute in class_.attributes.values():
            if attribute.value is not None:
                yield Section((m.Evaluate(attribute.span, attribute.value),), "attribute", class_)
        for function in class_.functions.values():
            yield from _function(function)
        for action in class_.actions.values():
            if action.overrides is None:
                for trigger in action.triggers:
                    yield Section(trigger.body, "trigger", action)
                for require in action.requires:
                    yield Section(require, "require", action)
                for each in action.inputs:
                    yield from _input(each, action)
                if action.information is not None:
                    yield Section(action.information, "information", action)
            yield from _block(action.effect, "effect", action)
        for visible in class_.visible:
            if visible.body is not None:
                yield Section(visible.body, "visible", class_)
        if class_.default is not None:
            yield from _block(class_.default, "default", class_)
        for group in class_.groups.values():
            if group.default is not None:
                yield from _block(group.default, "default", group)
    for function in program.functions:
        yield from _function(function)
    for turn in program.turns:
        for phase in turn.phases:
            for each in phase.inputs:
                yield from _input(each, phase)
            if phase.effect is not None:
                yield from _block(phase.effect, "effect", phase)
        yield from _block(turn.default, "default", turn)
    if program.setup is not None:
        yield from _block(program.setup, "setup", None)


def _function(function: m.Function) -> Iterator[Section]:
    if function.overrides is None:
        for each in function.inputs:
            yield from _input(each, function)
    yield from _block(function.body, "function", function)


def _block(block: m.Block, word: str, owner: Owner) -> Iterator[Section]:
    yield Section(block, word, owner)
    for stmt in statements(block):
        if isinstance(stmt, m.Ask):
            yield from _input(stmt.input, owner)


def _input(each: m.Input, owner: Owner) -> Iterator[Section]:
    for filter_ in (*each.filters, *each.list_filters):
        yield Section(filter_.body, "filter", owner)
    if each.information is not None:
        yield Section(each.information, "information", owner)
    for value in (each.value, each.target):
        if value is not None and not isinstance(value, str):
            yield Section((m.Evaluate(each.span, value),), "value", owner)


def inputs(program: Program) -> Iterator[m.Input]:
    """Every input, each once."""
    for class_ in program.classes:
        for function in class_.functions.values():
            if function.overrides is None:
                yield from function.inputs
        for action in class_.actions.values():
            if action.overrides is None:
                yield from action.inputs
    for function in program.functions:
        yield from function.inputs
    for turn in program.turns:
        for phase in turn.phases:
            yield from phase.inputs
    for section in sections(program):
        for stmt in statements(section.block):
            if isinstance(stmt, m.Ask):
                yield stmt.input


def statements(block: m.Block) -> Iterator[m.Stmt]:
    """All statements, those inside others too."""
    stack = list(reversed(block))
    while stack:
        stmt = stack.pop()
        yield stmt
        inner: list[m.Stmt] = []
        match stmt:
            case m.Nested(body=body) | m.While(body=body):
                inner = list(body)
            case m.If(branches=branches, otherwise=otherwise):
                inner = [each for _, body in branches for each in body]
                inner += otherwise
            case m.For(start=start, step=step, body=body):
                inner = [each for each in (start, step) if each is not None] + list(body)
        stack.extend(reversed(inner))


def own_expressions(stmt: m.Stmt) -> tuple[m.Expr, ...]:
    """The expressions of a statement itself, in their order."""
    match stmt:
        case m.Declare(value=value) | m.Return(value=value):
            return () if value is None else (value,)
        case m.Assign(target=target, value=value) | m.Update(target=target, value=value):
            return (target, value)
        case m.Evaluate(value=value) | m.Winner(value=value):
            return (value,)
        case m.If(branches=branches):
            return tuple(condition for condition, _ in branches)
        case m.While(condition=condition):
            return (condition,)
        case m.For(condition=wanted):
            return () if wanted is None else (wanted,)
    return ()


def expressions(block: m.Block) -> Iterator[m.Expr]:
    """All expressions of a block, also those inside others."""
    for stmt in statements(block):
        for expr in own_expressions(stmt):
            yield from inside(expr)


def everything(block: m.Block) -> Iterator[m.Node | m.Input]:
    """All statements, inputs and expressions of a block. The filters of its inputs are left out: they are blocks of
    their own."""
    for stmt in statements(block):
        yield stmt
        for expr in own_expressions(stmt):
            yield from inside(expr)
        if isinstance(stmt, m.Ask):
            yield stmt.input
            for value in (stmt.input.target, stmt.input.value):
                if value is not None and not isinstance(value, str):
                    yield from inside(value)


def inside(expr: m.Expr) -> Iterator[m.Expr]:
    """An expression and all its parts."""
    stack: list[m.Expr] = [expr]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(reversed(children(part)))


def children(expr: m.Expr) -> tuple[m.Expr, ...]:
    match expr:
        case m.Attr(object=subject) | m.BuiltInAttr(object=subject):
            return (subject,)
        case m.GroupOf(board=board):
            return (board,)
        case m.GroupNamed(board=board, name=name):
            return (board, name)
        case m.TileAt(group=group, first=first, second=second):
            return (group, first, second)
        case m.ListItem(list=items, index=index):
            return (items, index)
        case m.TableItem(table=table, key=key):
            return (table, key)
        case m.MakeList(items=parts) | m.MakeStack(items=parts):
            return parts
        case m.MakeTable(pairs=pairs):
            return tuple(part for pair in pairs for part in pair)
        case m.New(fields=fields):
            return tuple(each.value for each in fields)
        case (
            m.ToPlayer(operand=operand) | m.ToNumber(operand=operand) | m.PlayerOf(operand=operand)
            | m.NameOf(operand=operand) | m.Negative(operand=operand) | m.Not(operand=operand)
            | m.IsType(operand=operand) | m.AsType(operand=operand) | m.Nowhere(operand=operand)
        ):  # fmt: skip
            return (operand,)
        case (
            m.Arithmetic(left=left, right=right) | m.Join(left=left, right=right) | m.Order(left=left, right=right)
            | m.Equal(left=left, right=right) | m.Logic(left=left, right=right)
        ):  # fmt: skip
            return (left, right)
        case m.FunctionCall(receiver=receiver, arguments=given):
            values = tuple(each.value for each in given)
            return values if receiver is None else (receiver, *values)
        case m.ActionCall(receiver=receiver):
            return (receiver,)
        case m.MethodCall(receiver=receiver, arguments=values):
            return (receiver, *values)
        case m.TableCall(arguments=arguments):
            return tuple(each for each in arguments if each is not None)
    return ()
