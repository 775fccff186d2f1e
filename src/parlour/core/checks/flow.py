"""Every local is written before it is read, and every function that has a result returns one (definite assignment).

Follows control through each function with the set of locals that surely have a value there; None instead of a set means
that control never gets there. Where paths meet, only what all of them have written counts. A local that *may be unset*
needs no value: reading it is checked at run time. The local that counts a loop has a value inside the loop only.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.checks.report import Report, World, name_of
from parlour.core.deep import Deep, run
from parlour.core.nodes import Block, Expr, Function, Local, Stmt
from parlour.core.passes.call_graph import targets
from parlour.core.passes.nonlocal_exits import FAIL, let_out
from parlour.core.types import NONE
from parlour.core.walk import assigned, expressions, is_endless, walk_block, walk_expr

_State = frozenset[str] | None


def check_flow(world: World, report: Report) -> None:
    lets_out = let_out(world.program)
    for function in world.program.functions:
        report.function = function.name
        flow = _Flow(world, report, function, lets_out)
        end = run(flow.block(function.body, frozenset(param.name for param in function.params)))
        if end is not None and function.result != NONE:
            report.add("returns", "control can reach the end of the function, which has a result", function.span)
    report.function = None


def _join(left: _State, right: _State) -> _State:
    if left is None or right is None:
        return left if right is None else right
    return left & right


class _Flow:
    """Follows one function. `exits` holds, innermost last, what control may leave to: None for a loop, or a tag; with
    each the state in which it was left so far."""

    def __init__(self, world: World, report: Report, function: Function, lets_out: dict[str, frozenset[str]]) -> None:
        self.world = world
        self.report = report
        self.lets_out = lets_out
        self.unchecked = {variable.name for variable in function.locals if variable.may_be_unset}
        self.reported: set[str] = set()
        self.exits: list[tuple[str | None, list[_State]]] = []

    def block(self, block: Block, state: _State) -> Deep[_State]:
        for stmt in block:
            # What control does not reach needs no values.
            if state is None:
                break
            state = yield self._statement(stmt, state)
        return state

    def _statement(self, stmt: Stmt, state: frozenset[str]) -> Deep[_State]:
        match stmt:
            case nodes.While() | nodes.For():
                end: _State = yield self._loop(stmt, state)
                return end
            case nodes.If(arms, otherwise):
                end = None
                for condition, block in arms:
                    self._read((condition,), state)
                    arm: _State = yield self.block(block, state)
                    end = _join(end, arm)
                last: _State = yield self.block(otherwise, state)
                return _join(end, last)
            case nodes.Catch(tag, body):
                end = yield self._guarded(tag, body, state)
                return end
            case nodes.Attempt(name, body):
                end = yield self._guarded(FAIL, body, state)
                return None if end is None else end | {name}
        self._read(expressions(stmt), state)
        match stmt:
            case nodes.Invoke(call=call) | nodes.TailCall(call=call):
                self._escape(call, state)
        match stmt:
            case nodes.Break():
                self._leave(None, state)
                return None
            case nodes.Abandon(tag):
                self._leave(tag, state)
                return None
            case nodes.Fail():
                self._leave(FAIL, state)
                return None
            case nodes.Continue() | nodes.Return() | nodes.TailCall() | nodes.Raise():
                return None
        name_written = assigned(stmt)
        return state if name_written is None else state | {name_written}

    def _loop(self, loop: nodes.While | nodes.For, state: frozenset[str]) -> Deep[_State]:
        # Locals that count inner loops lose their values in the first turn.
        lost = {stmt.name for stmt in walk_block(loop.body) if isinstance(stmt, nodes.For)}
        if isinstance(loop, nodes.For):
            self._read((loop.start, loop.stop), state)
            lost.add(loop.name)
            head = state - lost
            inside = head | {loop.name}
        else:
            head = inside = state - lost
            self._read((loop.condition,), head)
        self.exits.append((None, []))
        yield self.block(loop.body, inside)
        _, left = self.exits.pop()
        end: _State = None if is_endless(loop) else head
        for state_there in left:
            end = _join(end, state_there)
        return end if end is None else end - ({loop.name} if isinstance(loop, nodes.For) else frozenset())

    def _guarded(self, tag: str, body: Block, state: frozenset[str]) -> Deep[_State]:
        """The body of a `Catch` or `Attempt`: control goes on from its end and from wherever it was left."""
        self.exits.append((tag, []))
        end: _State = yield self.block(body, state)
        _, left = self.exits.pop()
        for state_there in left:
            # A failed attempt may have undone what its body wrote.
            end = _join(end, state_there if tag != FAIL or state_there is None else state_there & state)
        return end

    def _leave(self, to: str | None, state: _State) -> None:
        for tag, left in reversed(self.exits):
            if tag == to:
                left.append(state)
                return

    def _escape(self, call: Expr, state: frozenset[str]) -> None:
        """A call may leave by any tag that the function lets out."""
        for name in targets(self.world.hierarchy, call):
            for tag in self.lets_out.get(name, ()):
                self._leave(tag, state)

    def _read(self, parts: tuple[Expr, ...], state: frozenset[str]) -> None:
        for expr in parts:
            for part in walk_expr(expr):
                self._escape(part, state)
                if isinstance(part, Local) and part.name not in state | self.unchecked | self.reported:
                    self.reported.add(part.name)
                    self.report.add("assignment", f"{name_of(part.name)} may be read before it has a value", part.span)
