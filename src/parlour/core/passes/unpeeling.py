"""Unpeeling: what is asked before a loop, and again at its end, is asked at one place inside it.

    ask bid                              while true {
    while lt(bid, 0) {                     ask bid
      tell "Once more."           →        if lt(bid, 0) { tell "Once more." }
      ask bid                              else { break }
    }                                    }

Who reads before a loop that checks asks the same question at two places (loop peeling is the name of the way there, and
this is the way back). Both go on in the same way; at one place they are one question, so that an answer which leads
from the first to the second has led back, and is refused (`engines/core/probing.py`).

As many statements are taken in as are alike, locals that nothing else mentions under any name; and one of them asks. An
error in them is told where they stood before the loop.

    >>> from parlour.core.types import INT
    >>> ask = nodes.Ask("n", nodes.Question(Const(0, INT), nodes.Whole(), "number"))
    >>> again = nodes.Op("lt", (Local("n", INT), Const(0, INT)), BOOL)
    >>> body = (ask, nodes.While(again, (ask,)))
    >>> made = Function("f", (), INT, body, (Variable("n", INT),))
    >>> [type(stmt).__name__ for stmt in unpeel(Program("p", (made,), "f")).functions[0].body[0].body]
    ['Ask', 'If']

Before: in order. After: in order, with fewer questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from parlour.core import nodes
from parlour.core.nodes import Block, Const, Expr, Function, Local, Program, Stmt, Variable
from parlour.core.types import BOOL
from parlour.core.walk import (
    assigned,
    blocks,
    expressions,
    map_expr,
    replace_blocks,
    replace_expressions,
    walk_block,
    walk_expr,
)

YES = Const(True, BOOL)


def unpeel(program: Program) -> Program:
    """The program with every such question at one place."""
    return replace(
        program,
        functions=tuple(function if function.is_routine else _unpeeled(function) for function in program.functions),
    )


def _unpeeled(function: Function) -> Function:
    if not any(_asks(stmt) for stmt in walk_block(function.body)):
        return function
    mentioned = Counter(_names(function.body))
    # What is written before it is read, wherever it is mentioned, may have any name.
    nameable = {each.name: each for each in function.locals if not each.may_be_unset}
    body = _block(function.body, mentioned, nameable)
    if body is function.body:
        return function
    gone = mentioned.keys() - {*_names(body)}
    return replace(function, body=body, locals=tuple(each for each in function.locals if each.name not in gone))


def _block(block: Block, mentioned: Counter[str], nameable: Mapping[str, Variable]) -> Block:
    """`mentioned`: how often each local is, in the whole function."""
    done: list[Stmt] = []
    for stmt in block:
        stmt = replace_blocks(stmt, [_block(inner, mentioned, nameable) for inner in blocks(stmt)])
        length = _repeated(done, stmt, mentioned, nameable) if isinstance(stmt, nodes.While) else 0
        if isinstance(stmt, nodes.While) and length:
            rest = nodes.If(((stmt.condition, stmt.body[:-length]),), (nodes.Break(stmt.span),), stmt.span)
            done[-length:] = [replace(stmt, condition=YES, body=(*done[-length:], rest))]
        else:
            done.append(stmt)
    is_same = len(done) == len(block) and all(one is other for one, other in zip(done, block, strict=True))
    return block if is_same else tuple(done)


def _repeated(
    before: Sequence[Stmt], loop: nodes.While, mentioned: Counter[str], nameable: Mapping[str, Variable]
) -> int:
    """How many statements before a loop stand at its end again, if some of them ask; else 0."""
    if not any(_asks(stmt) for stmt in loop.body) or _goes_on(loop.body):
        return 0
    for length in range(min(len(before), len(loop.body)), 0, -1):
        first, again = tuple(before[-length:]), loop.body[-length:]
        if not any(_asks(stmt) for stmt in walk_block(first)) or _leaves(first):
            continue
        if _nameless(first, mentioned, nameable) == _nameless(again, mentioned, nameable):
            return length
    return 0


def _asks(stmt: Stmt) -> bool:
    return isinstance(stmt, nodes.Ask | nodes.Invoke)


def _goes_on(block: Block) -> bool:
    """A `continue` of the loop that this is the body of."""
    return any(isinstance(stmt, nodes.Continue) for stmt in _of_this_loop(block))


def _leaves(block: Block) -> bool:
    """A `break` or `continue` of the loop around it: inside another one it would be that one's."""
    return any(isinstance(stmt, nodes.Break | nodes.Continue) for stmt in _of_this_loop(block))


def _of_this_loop(block: Block) -> Iterator[Stmt]:
    for stmt in block:
        yield stmt
        if not isinstance(stmt, nodes.While | nodes.For):
            for inner in blocks(stmt):
                yield from _of_this_loop(inner)


def _names(block: Block) -> Iterator[str]:
    """The locals that are mentioned, each as often as it is."""
    for stmt in walk_block(block):
        name = assigned(stmt)
        if name is not None:
            yield name
        for whole in expressions(stmt):
            for expr in walk_expr(whole):
                if isinstance(expr, Local):
                    yield expr.name


def _nameless(block: Block, mentioned: Counter[str], nameable: Mapping[str, Variable]) -> Block:
    """The same with numbers for the locals that are mentioned nowhere else, in their order."""
    own: dict[str, str] = {}
    for name, times in Counter(_names(block)).items():
        if times == mentioned[name] and name in nameable:
            own[name] = f" {len(own)} {nameable[name].type}"

    def rename(expr: Expr) -> Expr:
        return replace(expr, name=own[expr.name]) if isinstance(expr, Local) and expr.name in own else expr

    return tuple(_renamed(stmt, own, rename) for stmt in block)


def _renamed(stmt: Stmt, own: Mapping[str, str], rename: Callable[[Expr], Expr]) -> Stmt:
    stmt = replace_expressions(stmt, [map_expr(expr, rename) for expr in expressions(stmt)])
    stmt = replace_blocks(stmt, [tuple(_renamed(each, own, rename) for each in block) for block in blocks(stmt)])
    match stmt:
        case nodes.Assign() | nodes.For():
            return replace(stmt, name=own.get(stmt.name, stmt.name))
        case nodes.Ask() | nodes.Attempt():
            return replace(stmt, target=own.get(stmt.target, stmt.target))
        case nodes.Invoke(target=str() as target):
            return replace(stmt, target=own.get(target, target))
        case _:
            return stmt
