"""Expressions, and with them `let`, `if` and `while`: statements in the place of a function's result directly,
elsewhere through `do`."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import nodes
from parlour.core.builder import TRUE, assign, number, symbol, text, truth
from parlour.core.nodes import Const, Expr, Local, MakeTuple, Op, Stmt
from parlour.core.passes.order import do
from parlour.core.types import BOOL, INT
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.types import BOOL as BOOL_TYPE
from parlour.languages.bogl.check.types import Expanded
from parlour.languages.bogl.lower.asking import ask, asking_call
from parlour.languages.bogl.lower.calls import builtin, lookup
from parlour.languages.bogl.lower.context import Body, items_of

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}
_ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}

# So many `let`s between `if`s may nest; longer blocks become a loop that is left, so that nothing nests too deep.
DEEPEST_BLOCK = 12


def value_of(body: Body, expr: typed.Expr, wanted: Expanded | None = None) -> Expr:
    """The value of an expression as a value of its own type, or of a larger one that is wanted."""
    value = _value(body, expr)
    return value if wanted is None else body.coerce(value, expr.type, wanted)


def _value(body: Body, expr: typed.Expr) -> Expr:
    core, span = body.whole.core_type(expr.type), expr.span
    match expr:
        case typed.Number(value=value) | typed.Side(value=value):
            return number(value, span)
        case typed.Text(value=said):
            return text(said, span)
        case typed.Truth(value=is_true):
            return truth(is_true, span)
        case typed.Symbol(name=name):
            return symbol(name, span)
        case typed.Local(name=name):
            return body.coerce(*body.bound(name, span), expr.type)
        case typed.Value(name=name):
            return asking_call(body, nodes.Call(name, (), core, span))
        case typed.BoardValue(name=name):
            return nodes.Global(name, body.whole.board, span)
        case typed.Input():
            return ask(body, expr)
        case typed.Call(function=function, arguments=given, is_spread=is_spread):
            wanted = [parameter.type for parameter in body.whole.functions[function].parameters]
            before, args = arguments(body, given, wanted, is_spread)
            return do(before, asking_call(body, nodes.Call(function, tuple(args), core, span)))
        case typed.BuiltinCall(builtin=known, arguments=given, is_spread=is_spread):
            before, args = arguments(body, given, known.parameters, is_spread)
            return do(before, builtin(body, known.operation, args, span, given[-1].span))
        case typed.Tuple(items=items):
            parts = zip(items, items_of(expr.type), strict=True)
            return MakeTuple(tuple(value_of(body, item, type_) for item, type_ in parts), core, span)
        case typed.Projection():
            return projection(body, expr)
        case typed.Negation(operand=operand):
            return Op("neg", (value_of(body, operand),), INT, span)
        case typed.Arithmetic():
            return arithmetic(body, expr)
        case typed.Ordering(operator=operator, left=left, right=right):
            return Op(_ORDER[operator], (value_of(body, left), value_of(body, right)), BOOL, span)
        case typed.Equality():
            return equality(body, expr)
        case typed.Lookup(board=board, position=position):
            found = value_of(body, board)
            return lookup(body, found, lambda: value_of(body, position), span, position.span)
        case typed.Block():
            return block(body, expr)
        case typed.While():
            return loop(body, expr)


def arguments(
    body: Body, given: Sequence[typed.Expr], wanted: Sequence[Expanded], is_spread: bool
) -> tuple[list[Stmt], list[Expr]]:
    """One core argument for each parameter, and what has to be done before them."""
    if not is_spread:
        return [], [value_of(body, item, type_) for item, type_ in zip(given, wanted, strict=True)]
    before, (whole,) = body.stored([("arguments", value_of(body, given[0]))])
    parts = zip(body.items(whole, given[0].type), wanted, strict=True)
    return before, [body.coerce(part, small, type_) for (part, small), type_ in parts]


def projection(body: Body, expr: typed.Projection) -> Expr:
    def take(whole: Const | Local) -> Expr:
        types = items_of(expr.subject.type)
        parts = [nodes.TupleItem(whole, n - 1, body.whole.core_type(types[n - 1]), expr.span) for n in expr.indexes]
        return parts[0] if len(parts) == 1 else MakeTuple(tuple(parts), body.whole.core_type(expr.type), expr.span)

    return body.build.once(value_of(body, expr.subject), take)


def arithmetic(body: Body, expr: typed.Arithmetic) -> Expr:
    def join(value: Expr, link: typed.ArithmeticLink) -> Expr:
        span = expr.first.span.to(link.operand.span)
        return Op(_ARITHMETIC[link.operator], (value, value_of(body, link.operand)), INT, span)

    return body.build.chain(value_of(body, expr.first), expr.links, join, "sum")


def equality(body: Body, expr: typed.Equality) -> Expr:
    """Each side is widened to the type that both have in common; behind the first `==` stands a Bool on the left."""

    def join(value: Expr, link: typed.EqualityLink) -> Expr:
        left = body.coerce(value, expr.first.type if link is expr.links[0] else BOOL_TYPE, link.joined)
        right = value_of(body, link.operand, link.joined)
        return Op("eq" if link.operator == "==" else "ne", (left, right), BOOL, expr.span)

    return body.build.chain(value_of(body, expr.first), expr.links, join, "same")


# ------------------------------------------------------------------------------------------------------------- blocks


def give(body: Body, expr: typed.Expr, type_: Expanded) -> list[Stmt]:
    """Statements that return an expression as a value of a type: calls in here are tail calls."""
    stmts: list[Stmt] = []
    with body.scope.inside():
        while isinstance(expr, typed.Block):
            for clause in expr.clauses:
                if isinstance(clause, typed.Let):
                    stmts.append(let(body, clause))
                else:
                    condition = value_of(body, clause.condition)
                    stmts.append(nodes.If(((condition, tuple(give(body, clause.result, type_))),)))
            expr = expr.result
        value = value_of(body, expr, type_)
    return [*stmts, nodes.Return(value, expr.span)]


def let(body: Body, clause: typed.Let) -> Stmt:
    value = value_of(body, clause.value)
    local = body.local(clause.name, clause.value.type)
    body.scope.bind(clause.name, local, clause.value.type)
    return assign(local, value, clause.value.span)


def block(body: Body, expr: typed.Block) -> Expr:
    """A block in the place of a value."""
    result = body.local("result", expr.type)
    turns = sum(isinstance(clause, typed.Let) for clause in expr.clauses)
    with body.scope.inside():
        stmts = flat_block(body, expr, result) if turns > DEEPEST_BLOCK else nested_block(body, expr, 0, result)
    return do(stmts, Local(result.name, result.type, expr.span))


def put_result(body: Body, expr: typed.Expr, type_: Expanded, result: Local) -> Stmt:
    return assign(result, value_of(body, expr, type_), expr.span)


def nested_block(body: Body, expr: typed.Block, start: int, result: Local) -> list[Stmt]:
    stmts: list[Stmt] = []
    arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
    for place in range(start, len(expr.clauses)):
        clause = expr.clauses[place]
        if isinstance(clause, typed.If):
            condition = value_of(body, clause.condition)
            arms.append((condition, (put_result(body, clause.result, expr.type, result),)))
        elif arms:
            return [*stmts, nodes.If(tuple(arms), tuple(nested_block(body, expr, place, result)))]
        else:
            stmts.append(let(body, clause))
    last = put_result(body, expr.result, expr.type, result)
    return [*stmts, nodes.If(tuple(arms), (last,)) if arms else last]


def flat_block(body: Body, expr: typed.Block, result: Local) -> list[Stmt]:
    """A long block as a loop that is left when the result is known."""
    stmts: list[Stmt] = []
    for clause in expr.clauses:
        if isinstance(clause, typed.Let):
            stmts.append(let(body, clause))
        else:
            condition = value_of(body, clause.condition)
            known = put_result(body, clause.result, expr.type, result)
            stmts.append(nodes.If(((condition, (known, nodes.Break())),)))
    stmts.append(put_result(body, expr.result, expr.type, result))
    return [nodes.While(TRUE, (*stmts, nodes.Break()), expr.span)]


def loop(body: Body, expr: typed.While) -> Expr:
    """The loop has copies of the variables that it changes, wide enough for all that they become."""
    parts = (expr.type,) if len(expr.variables) == 1 else items_of(expr.type)
    opening: list[Stmt] = []
    copies: list[Local] = []
    body.loops += 1
    own = body.loops
    with body.scope.inside():
        for name, type_ in zip(expr.variables, parts, strict=True):
            first, outer = body.bound(name, expr.span)
            copy = body.local(name, type_)
            opening.append(assign(copy, body.coerce(first, outer, type_), expr.span))
            body.scope.bind(name, copy, type_, own)
            copies.append(Local(copy.name, copy.type, expr.span))
        condition = value_of(body, expr.condition)
        value = value_of(body, expr.body, expr.type)
    turn: list[Stmt] = []
    if len(copies) == 1:
        turn.append(assign(copies[0], value, expr.body.span))
    else:  # all are computed before the first is stored
        turn, (whole,) = body.stored([("next", value)])
        for index, copy in enumerate(copies):
            turn.append(assign(copy, nodes.TupleItem(whole, index, copy.type, value.span), value.span))
    opening.append(nodes.While(condition, tuple(turn), expr.span))
    result: Expr = copies[0]
    if len(copies) > 1:
        result = MakeTuple(tuple(copies), body.whole.core_type(expr.type), expr.span)
    return do(opening, result)
