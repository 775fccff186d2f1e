"""Going through core programs: the parts of a node, and a node with other parts.

Every pass shares these, so that only this module has to know what each kind of node is made of. All of
them go by an explicit stack, never by recursion: programs may nest deeper than Python's own stack.

*Direct* parts only: `children` of an expression, `expressions` and `blocks` of a statement, in the order in
which they are evaluated. `walk_expr` and `walk_block` go all the way down; `replace_children`,
`replace_expressions` and `replace_blocks` rebuild a node and keep everything else, its span included.

    >>> from parlour.core.nodes import Const, Op
    >>> from parlour.core.types import INT
    >>> one = Const(1, INT)
    >>> [type(expr).__name__ for expr in walk_expr(Op("add", (one, one), INT))]
    ['Op', 'Const', 'Const']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any, assert_never, get_args

from parlour.core import nodes
from parlour.core.nodes import Block, Const, Expr, Function, Local, Op, Stmt

# ---------------------------------------------------------------------------------------------- expressions


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside, from left to right. Fields that `New` leaves unset are left out."""
    return _CHILDREN[type(expr)](expr)


def _no_children(expr: Expr) -> tuple[Expr, ...]:
    return ()


# A table instead of a `match`: every pass asks this of every expression, and it is most of what walking takes.
_CHILDREN: Mapping[type[Expr], Callable[[Any], tuple[Expr, ...]]] = {
    Const: _no_children,
    Local: _no_children,
    nodes.Global: _no_children,
    nodes.Tracked: _no_children,
    Op: attrgetter("args"),
    nodes.Call: attrgetter("args"),
    nodes.VirtualCall: attrgetter("args"),
    nodes.Speculate: attrgetter("args"),
    nodes.MakeTuple: attrgetter("items"),
    nodes.MakeBoard: attrgetter("items"),
    nodes.MakeList: attrgetter("items"),
    nodes.And: attrgetter("left", "right"),
    nodes.Or: attrgetter("left", "right"),
    nodes.Choose: attrgetter("condition", "then", "otherwise"),
    nodes.TupleItem: lambda expr: (expr.tuple,),
    nodes.Field: lambda expr: (expr.object,),
    nodes.Chance: lambda expr: (expr.of,),
    nodes.NewSeat: lambda expr: (expr.name,),
    nodes.Convert: lambda expr: (expr.value,),
    nodes.Narrow: lambda expr: (expr.value,),
    nodes.Is: lambda expr: (expr.value,),
    nodes.New: lambda expr: tuple(arg for arg in expr.args if arg is not None),
}
assert _CHILDREN.keys() == set(get_args(Expr))


def replace_children(expr: Expr, new: Sequence[Expr]) -> Expr:
    """The same expression over other children, as many as `children` gives; itself if they are the same."""
    old = children(expr)
    if len(new) != len(old):
        raise ValueError(f"{type(expr).__name__} has {len(old)} children, not {len(new)}")
    if all(after is before for after, before in zip(new, old, strict=True)):
        return expr
    match expr:
        case Const() | Local() | nodes.Global() | nodes.Tracked():
            return expr
        case Op() | nodes.Call() | nodes.VirtualCall() | nodes.Speculate():
            return replace(expr, args=tuple(new))
        case nodes.MakeTuple() | nodes.MakeBoard() | nodes.MakeList():
            return replace(expr, items=tuple(new))
        case nodes.And() | nodes.Or():
            return replace(expr, left=new[0], right=new[1])
        case nodes.Choose():
            return replace(expr, condition=new[0], then=new[1], otherwise=new[2])
        case nodes.TupleItem():
            return replace(expr, tuple=new[0])
        case nodes.Field():
            return replace(expr, object=new[0])
        case nodes.Chance():
            return replace(expr, of=new[0])
        case nodes.NewSeat():
            return replace(expr, name=new[0])
        case nodes.Convert() | nodes.Narrow() | nodes.Is():
            return replace(expr, value=new[0])
        case nodes.New():
            parts = iter(new)
            return replace(expr, args=tuple(None if arg is None else next(parts) for arg in expr.args))
        case _:
            assert_never(expr)


def walk_expr(expr: Expr) -> Iterator[Expr]:
    """The expression and everything inside it, outer before inner, left before right."""
    stack = [expr]
    while stack:
        expr = stack.pop()
        yield expr
        inner = children(expr)
        if inner:
            stack.extend(reversed(inner))


def map_expr(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The expression with `change` applied to every part, inner before outer, left before right.

    `change` sees a node whose children have already been changed."""
    # Each entry is a node whose children are still being changed, with those that are done.
    pending: list[tuple[Expr, Iterator[Expr], list[Expr]]] = [(expr, iter(children(expr)), [])]
    while True:
        node, left, done = pending[-1]
        child = next(left, None)
        if child is not None:
            pending.append((child, iter(children(child)), []))
            continue
        pending.pop()
        changed = change(replace_children(node, done))
        if not pending:
            return changed
        pending[-1][2].append(changed)


# ------------------------------------------------------------------------------------------------- questions


def domain_expressions(domain: nodes.Domain) -> tuple[Expr, ...]:
    """The expressions of a domain, from left to right through all its parts."""
    found: list[Expr] = []
    for part in walk_domain(domain):
        match part:
            case nodes.Whole(low, high, worth):
                found.extend(bound for bound in (low, high, *(worth or ())) if bound is not None)
            case nodes.Options(list=inner) | nodes.Chars(count=inner):
                found.append(inner)
            case nodes.YesNo() | nodes.OneOf() | nodes.Line() | nodes.Each() | nodes.Either():
                pass
            case _:
                assert_never(part)
    return tuple(found)


def walk_domain(domain: nodes.Domain) -> Iterator[nodes.Domain]:
    """The domain and the domains it is made of, outer before inner, left before right."""
    stack = [domain]
    while stack:
        domain = stack.pop()
        yield domain
        match domain:
            case nodes.Each(parts) | nodes.Either(parts):
                stack.extend(reversed(parts))
            case _:
                pass


def map_domain(domain: nodes.Domain, change: Callable[[Expr], Expr]) -> nodes.Domain:
    """The domain with `change` applied to each of its expressions, from left to right.

    Domains nest as deep as the type of an answer, which is shallow: this one recurses."""
    match domain:
        case nodes.Whole(low, high, worth):
            low, high = low and change(low), high and change(high)
            return nodes.Whole(low, high, worth and (change(worth[0]), change(worth[1])))
        case nodes.Options(inner, label):
            return nodes.Options(change(inner), label)
        case nodes.Chars(count, among):
            return nodes.Chars(change(count), among)
        case nodes.Each(parts):
            return nodes.Each(tuple(map_domain(part, change) for part in parts))
        case nodes.Either(parts):
            return nodes.Either(tuple(map_domain(part, change) for part in parts))
        case nodes.YesNo() | nodes.OneOf() | nodes.Line():
            return domain
        case _:
            assert_never(domain)


# ------------------------------------------------------------------------------------------------ statements


def expressions(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions directly in a statement, in order of evaluation; not those of the blocks inside it.

    Of `Invoke` and `TailCall` these are the arguments: the call itself belongs to the statement, because it
    cannot be moved or replaced as an expression can. Of `Ask`: the seat, then the domain's expressions."""
    match stmt:
        case nodes.Assign(value=value) | nodes.SetGlobal(value=value) | nodes.Evaluate(value=value):
            return (value,)
        case nodes.SetField(target, _, value):
            return (target, value)
        case nodes.Invoke(call=call) | nodes.TailCall(call=call):
            return call.args
        case nodes.If(arms=arms):
            return tuple(condition for condition, _ in arms)
        case nodes.While(condition=condition):
            return (condition,)
        case nodes.For(start=start, stop=stop):
            return (start, stop)
        case nodes.Return(value=result):
            return () if result is None else (result,)
        case nodes.Ask(question=question):
            return (question.seat, *domain_expressions(question.domain))
        case nodes.Tell(text, audience):
            return (text,) if audience is None else (text, audience)
        case nodes.Finish(ranking, scores, reason):
            return tuple(part for part in (ranking, scores, reason) if part is not None)
        case nodes.Count(by=amount):
            return (amount,)
        case nodes.Raise(message=message):
            return (message,)
        case nodes.Break() | nodes.Continue() | nodes.Catch() | nodes.Abandon() | nodes.Attempt() | nodes.Fail():
            return ()
        case _:
            assert_never(stmt)


def replace_expressions(stmt: Stmt, new: Sequence[Expr]) -> Stmt:
    """The same statement over other expressions, as many as `expressions` gives; itself if they are the same."""
    old = expressions(stmt)
    if len(new) != len(old):
        raise ValueError(f"{type(stmt).__name__} has {len(old)} expressions, not {len(new)}")
    if all(after is before for after, before in zip(new, old, strict=True)):
        return stmt
    parts = iter(new)

    def change(_old: Expr) -> Expr:
        return next(parts)

    match stmt:
        case nodes.Assign() | nodes.SetGlobal() | nodes.Evaluate() | nodes.Return():
            return replace(stmt, value=new[0])
        case nodes.SetField():
            return replace(stmt, object=new[0], value=new[1])
        case nodes.Invoke() | nodes.TailCall():
            return replace(stmt, call=replace(stmt.call, args=tuple(new)))
        case nodes.If():
            return replace(stmt, arms=tuple((next(parts), block) for _, block in stmt.arms))
        case nodes.While():
            return replace(stmt, condition=new[0])
        case nodes.For():
            return replace(stmt, start=new[0], stop=new[1])
        case nodes.Ask():
            question = stmt.question
            seat = change(question.seat)
            return replace(stmt, question=replace(question, seat=seat, domain=map_domain(question.domain, change)))
        case nodes.Tell():
            return replace(stmt, text=change(stmt.text), audience=stmt.audience and change(stmt.audience))
        case nodes.Finish():
            ranking = stmt.ranking and change(stmt.ranking)
            scores = stmt.scores and change(stmt.scores)
            return replace(stmt, ranking=ranking, scores=scores, reason=stmt.reason and change(stmt.reason))
        case nodes.Count():
            return replace(stmt, by=new[0])
        case nodes.Raise():
            return replace(stmt, message=new[0])
        case nodes.Break() | nodes.Continue() | nodes.Catch() | nodes.Abandon() | nodes.Attempt() | nodes.Fail():
            return stmt
        case _:
            assert_never(stmt)


def blocks(stmt: Stmt) -> tuple[Block, ...]:
    """The blocks directly inside: of an `If` all arms and then `otherwise`, even when it is empty."""
    match stmt:
        case nodes.If(arms=arms, otherwise=otherwise):
            return (*(block for _, block in arms), otherwise)
        case nodes.While(body=body) | nodes.For(body=body) | nodes.Catch(body=body) | nodes.Attempt(body=body):
            return (body,)
        case _:
            return ()


def replace_blocks(stmt: Stmt, new: Sequence[Block]) -> Stmt:
    """The same statement over other blocks, as many as `blocks` gives; itself if they are the same."""
    old = blocks(stmt)
    if len(new) != len(old):
        raise ValueError(f"{type(stmt).__name__} has {len(old)} blocks, not {len(new)}")
    if all(after is before for after, before in zip(new, old, strict=True)):
        return stmt
    match stmt:
        case nodes.If(arms=arms):
            changed = tuple((condition, block) for (condition, _), block in zip(arms, new[:-1], strict=True))
            return replace(stmt, arms=changed, otherwise=new[-1])
        case nodes.While() | nodes.For() | nodes.Catch() | nodes.Attempt():
            return replace(stmt, body=new[0])
        case _:
            return stmt


def assigned(stmt: Stmt) -> str | None:
    """The local that this statement itself writes, if any; not what the blocks inside it write."""
    match stmt:
        case nodes.Assign(name=name) | nodes.For(name=name) | nodes.Ask(target=name) | nodes.Attempt(target=name):
            return name
        case nodes.Invoke(target=target):
            return target
        case _:
            return None


def is_endless(loop: Stmt) -> bool:
    """Whether a loop goes on until something in it leaves it: its end is never reached by its condition."""
    return isinstance(loop, nodes.While) and isinstance(loop.condition, nodes.Const) and loop.condition.value is True


def walk_block(block: Block) -> Iterator[Stmt]:
    """The statements of a block and of all blocks inside them, in the order of the text."""
    stack: list[Stmt] = list(reversed(block))
    while stack:
        stmt = stack.pop()
        yield stmt
        for inner in reversed(blocks(stmt)):
            stack.extend(reversed(inner))


def all_expressions(function: Function) -> Iterator[Expr]:
    """Every expression of a function with everything inside it: its charge, then its body in the order of the text.

    The calls of `Invoke` and `TailCall` are among them."""
    if function.charge is not None:
        yield from walk_expr(function.charge)
    for stmt in walk_block(function.body):
        if isinstance(stmt, nodes.Invoke | nodes.TailCall):
            yield from walk_expr(stmt.call)
        else:
            for expr in expressions(stmt):
                yield from walk_expr(expr)
