"""Functions that may ask, as state machines: `def f7(S, F)` runs from one stop to the next.

The body is cut into *labels*. Label k, for k up to the number of sites, is where the frame `F` begins again: 0 is the
start, the others come back from site k. A statement that contains no site is written as in a plain function; one that
does is taken apart into labels and jumps::

    def f7(S, F):
        pc = F[1]
        while True:
            if pc == 0:
                _, _, v0 = F
                ...
                S.stack.append((7, 1, v0)); return (9, 0, v0)      # site 1: calls function 9
            elif pc == 1:
                _, _, v0 = F
                v1 = S.value
                ...

Functions that nest deeper than CPython's compiler likes are cut the same way though they never ask.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.passes.nonlocal_exits import FAIL
from parlour.core.walk import walk_block
from parlour.dataclass import dataclass
from parlour.engines.python.code import Value
from parlour.engines.python.expressions import call
from parlour.engines.python.statements import PlainWriter

if TYPE_CHECKING:
    from parlour.engines.python.compiler import Compiler


@dataclass(slots=True)
class Region:
    """What holds in a part of the text: where `Abandon` of each tag goes, and how many attempts are open."""

    handlers: dict[str, int]
    attempts: int = 0


@dataclass(slots=True)
class LoopLabels:
    """Where `Break` and `Continue` go, and how many attempts are open there."""

    after: int
    again: int
    attempts: int


class MachineWriter(PlainWriter):
    """Writes a function that may ask."""

    def __init__(self, compiler: Compiler, function: nodes.Function) -> None:
        super().__init__(compiler, function)
        sites = compiler.plan.sites.get(function.name, ())
        self.labels: list[list[ast.stmt]] = [[] for _ in range(len(sites) + 1)]
        self.regions: list[Region] = [Region({}) for _ in self.labels]
        self.jumps = False
        self.region = Region({})
        self.cut_loops: list[LoopLabels] = []

    def write(self) -> list[ast.stmt]:
        self.taken_apart = {id(stmt) for stmt in walk_block(self.function.body) if self.must_cut(stmt)}
        self.enter(0)
        self.unpack([param.name for param in self.function.params])
        for variable in self.function.locals:
            if variable.may_be_unset:
                self.assign(self.names[variable.name], self.name("UNSET"))
        self.at(self.function.span)
        self.take_steps()
        self.statements(self.function.body)
        self.give_back(Value(self.constant(None), True))
        start = self.item(self.name("F"), self.constant(1))
        return [self.definition(f"f{self.number}", ["S", "F"], self.assemble(start))]

    def must_cut(self, stmt: nodes.Stmt) -> bool:
        if isinstance(stmt, nodes.If | nodes.While | nodes.Catch | nodes.Attempt):
            return any(isinstance(inner, nodes.Ask | nodes.Invoke) for inner in walk_block((stmt,)))
        return False

    # ------------------------------------------------------------------------------------------------- labels

    def new_label(self) -> int:
        self.labels.append([])
        self.regions.append(self.region)
        return len(self.labels) - 1

    def enter(self, label: int) -> None:
        """What is written from here on belongs to this label."""
        self.regions[label] = self.region
        self.out = self.labels[label]

    def jump(self, label: int) -> None:
        self.jumps = True
        self.assign("pc", self.constant(label))
        self.put(ast.Continue())

    def assemble(self, start: ast.expr) -> list[ast.stmt]:
        """The dispatch: a search tree over the labels inside an endless loop."""

        def tree(low: int, high: int, label: ast.expr) -> list[ast.stmt]:
            if high - low == 1:
                return self.labels[low] or [ast.Pass(lineno=1, col_offset=0)]
            middle = (low + high) // 2
            test = self.compare(label, ast.Lt(), self.constant(middle))
            return [ast.If(test, tree(low, middle, label), tree(middle, high, label), lineno=1, col_offset=0)]

        if len(self.labels) == 1:
            return self.labels[0]
        if not self.jumps:
            # Nothing is taken apart: every label runs to a stop or to the end.
            return tree(0, len(self.labels), start)
        loop: ast.stmt = ast.While(
            self.constant(True), tree(0, len(self.labels), self.name("pc")), [], lineno=1, col_offset=0
        )
        if any(region.handlers for region in self.regions):
            loop = self.guarded(loop)
        with self.block() as body:
            self.line = 1
            self.assign("pc", start)
            self.out.append(loop)
        return body

    def guarded(self, loop: ast.stmt) -> ast.stmt:
        """The loop, going on at the handler of whatever is abandoned inside it; the label tells which that is."""
        table = {
            (label, self.compiler.tag(tag)): (handler, region.attempts - self.regions[handler].attempts)
            for label, region in enumerate(self.regions)
            for tag, handler in region.handlers.items()
        }
        handlers = self.compiler.handlers(self.number, table)
        attempts = self.compiler.table(tuple(region.attempts for region in self.regions))
        with self.block() as caught:
            key = ast.Tuple(
                [self.name("pc"), self.call("type", self.name("e"))], ast.Load(), lineno=self.line, col_offset=0
            )
            self.assign("h", self.call(self.attribute(self.name(handlers), "get"), key))
            with self.block() as passes:
                self.do(self.call(self.attribute(self.run, "commit"), self.item(self.name(attempts), self.name("pc"))))
                self.put(ast.Raise())
            self.put(ast.If(self.compare(self.name("h"), ast.Is(), self.constant(None)), passes, []))
            target = ast.Tuple([self.store("pc"), self.store("n")], ast.Store(), lineno=self.line, col_offset=0)
            self.put(ast.Assign([target], self.name("h")))
            # A handler of `Fail` closes its own attempt itself, by putting everything back.
            fails = self.compare(self.call("type", self.name("e")), ast.Is(), self.name(self.compiler.tag(FAIL)))
            with self.block() as undo:
                self.do(self.call(self.attribute(self.run, "rollback")))
            with self.block() as keep:
                self.do(self.call(self.attribute(self.run, "commit"), self.name("n")))
            self.put(ast.If(fails, undo, keep))
            depth = self.call("depth_of", self.run)
            self.set_attribute(self.run, "depth", depth)
        handler = ast.ExceptHandler(self.name("Unwind"), "e", caught, lineno=1, col_offset=0)
        attempt = ast.Try([loop], [handler], [], [], lineno=1, col_offset=0)
        return ast.While(self.constant(True), [attempt], [], lineno=1, col_offset=0)

    # ------------------------------------------------------------------------------------------------- stopping

    def unpack(self, names: list[str]) -> None:
        if not names:
            return
        parts: list[ast.expr] = [self.store("_"), self.store("_"), *(self.store(self.names[name]) for name in names)]
        self.put(ast.Assign([ast.Tuple(parts, ast.Store(), lineno=1, col_offset=0)], self.name("F")))

    def stop(self, stmt: nodes.Ask | nodes.Invoke, result: ast.expr) -> None:
        """Puts this function's frame on the stack, gives `result` to the driver, and goes on from there later."""
        site = self.compiler.plan.at[id(stmt)]
        slots = [self.name(self.names[name]) for name in site.slots]
        head = [self.constant(self.number), self.constant(site.number)]
        frame = ast.Tuple([*head, *slots], ast.Load(), lineno=self.line, col_offset=0)
        self.do(self.call(self.attribute(self.attribute(self.run, "stack"), "append"), frame))
        self.put(ast.Return(result))
        self.enter(site.number)
        self.unpack(list(site.slots))
        if site.handlers:
            with self.block() as thrown:
                self.assign("e", self.attribute(self.run, "thrown"))
                self.set_attribute(self.run, "thrown", self.constant(None))
                self.put(ast.Raise(self.name("e")))
            waiting = self.compare(self.attribute(self.run, "thrown"), ast.IsNot(), self.constant(None))
            self.put(ast.If(waiting, thrown, []))
        if site.counts:
            self.change_depth(ast.Add())
        if stmt.target is not None:
            self.assign(self.names[stmt.target], self.attribute(self.run, "value"))

    def statement(self, stmt: nodes.Stmt) -> None:
        if isinstance(stmt, nodes.Invoke):
            self.at(stmt.span or self.function.span)
            self.invoke(stmt)
        elif isinstance(stmt, nodes.Ask):
            self.at(stmt.span or self.function.span)
            self.ask(stmt)
        elif id(stmt) in self.taken_apart:
            self.at(stmt.span or self.function.span)
            self.take_apart(stmt)
        else:
            super().statement(stmt)

    def ask(self, stmt: nodes.Ask) -> None:
        if stmt.group:
            # Nobody is asked: nothing stops, and there are no answers.
            after, open_ = self.new_label(), self.new_label()
            seats = self.expression(stmt.question.seat)
            with self.block() as nobody:
                self.assign(self.names[stmt.target], ast.List([], ast.Load(), lineno=self.line, col_offset=0))
                self.jump(after)
            self.put(ast.If(self.negated(seats.code), nobody, []))
            self.jump(open_)
            self.enter(open_)
            self.stop(stmt, self.name("ASK"))
            self.jump(after)
            self.enter(after)
        else:
            self.stop(stmt, self.name("ASK"))

    def frame_for(self, call: nodes.Call | nodes.VirtualCall) -> ast.expr:
        """The first frame of the function that is called."""
        values = [self.keep(value) for value in self.operands(call.args)]
        targets = self.compiler.targets(call)
        if len(targets) == 1:
            number: ast.expr = self.constant(self.compiler.numbers[targets[0]])
        else:
            assert isinstance(call, nodes.VirtualCall)
            table = self.name(self.compiler.method_numbers(call))
            number = self.item(table, self.attribute(values[0].code, "number"))
        head = [number, self.constant(0)]
        return ast.Tuple([*head, *(value.code for value in values)], ast.Load(), lineno=self.line, col_offset=0)

    def invoke(self, stmt: nodes.Invoke) -> None:
        site = self.compiler.plan.at[id(stmt)]
        frame = self.keep(Value(self.frame_for(stmt.call)))
        if site.counts:
            self.change_depth(ast.Sub())
            test = self.compare(self.attribute(self.run, "depth"), ast.Lt(), self.constant(0))
            self.fail_when(test, "fail_depth")
        self.stop(stmt, frame.code)

    def give_back(self, value: Value) -> None:
        if self.attempts or self.region.attempts:
            value = self.keep(value)
        self.commit(self.attempts + self.region.attempts)
        self.set_attribute(self.run, "value", value.code)
        self.put(ast.Return(self.constant(None)))

    def tail_call(self, called: nodes.Call | nodes.VirtualCall) -> None:
        if any(name in self.compiler.plan.asking for name in self.compiler.targets(called)):
            self.put(ast.Return(self.frame_for(called)))
        else:
            self.give_back(call(self, called))

    # ----------------------------------------------------------------------------------------- taking statements apart

    def take_apart(self, stmt: nodes.Stmt) -> None:
        match stmt:
            case nodes.If(arms, otherwise):
                self.cut_if(list(arms), otherwise)
            case nodes.While(condition, body):
                self.cut_while(condition, body)
            case nodes.For():
                self.cut_for(stmt)
            case nodes.Catch(tag=tag, body=body):
                after = self.new_label()
                self.within(Region({**self.region.handlers, tag: after}, self.region.attempts), body)
                self.jump(after)
                self.enter(after)
            case nodes.Attempt():
                self.cut_attempt(stmt)

    def within(self, region: Region, body: nodes.Block) -> None:
        """Writes a block in a region of its own; labels never span two regions."""
        outer, self.region = self.region, region
        inside = self.new_label()
        self.jump(inside)
        self.enter(inside)
        self.statements(body)
        self.region = outer

    def cut_if(self, arms: list[tuple[nodes.Expr, nodes.Block]], otherwise: nodes.Block) -> None:
        after = self.new_label()
        bodies: list[tuple[int, nodes.Block]] = []
        for condition, block in arms:
            test = self.expression(condition)
            label = self.new_label()
            bodies.append((label, block))
            with self.block() as go:
                self.jump(label)
            self.put(ast.If(test.code, go, []))
        self.statements(otherwise)
        self.jump(after)
        for label, block in bodies:
            self.enter(label)
            self.statements(block)
            self.jump(after)
        self.enter(after)

    def cut_while(self, condition: nodes.Expr, body: nodes.Block) -> None:
        top, after = self.new_label(), self.new_label()
        self.jump(top)
        self.enter(top)
        test = self.expression(condition)
        with self.block() as leave:
            self.jump(after)
        self.put(ast.If(self.negated(test.code), leave, []))
        self.turn()
        self.cut_loops.append(LoopLabels(after, top, self.region.attempts))
        outer, self.loops = self.loops, 0
        self.statements(body)
        self.loops = outer
        self.cut_loops.pop()
        self.jump(top)
        self.enter(after)

    def cut_for(self, stmt: nodes.For) -> None:
        """A counting loop by hand: the counter and the bound are temporaries, for nothing stops in here."""
        start, stop = self.operands((stmt.start, stmt.stop))
        counter, bound = self.temporary(), self.temporary()
        self.assign(counter, start.code)
        self.assign(bound, stop.code)
        top, after = self.new_label(), self.new_label()
        self.jump(top)
        self.enter(top)
        with self.block() as leave:
            self.jump(after)
        self.put(ast.If(self.compare(self.name(counter), ast.GtE(), self.name(bound)), leave, []))
        self.turn()
        self.assign(self.names[stmt.name], self.name(counter))
        self.assign(counter, self.binary(self.name(counter), ast.Add(), self.constant(1)))
        self.cut_loops.append(LoopLabels(after, top, self.region.attempts))
        self.statements(stmt.body)
        self.cut_loops.pop()
        self.jump(top)
        self.enter(after)

    def cut_attempt(self, stmt: nodes.Attempt) -> None:
        target = self.names[stmt.target]
        failed, after = self.new_label(), self.new_label()
        self.do(self.call(self.attribute(self.run, "begin")))
        self.within(Region({**self.region.handlers, FAIL: failed}, self.region.attempts + 1), stmt.body)
        self.commit(1)
        self.assign(target, self.constant(True))
        self.jump(after)
        self.enter(failed)
        self.assign(target, self.constant(False))
        self.jump(after)
        self.enter(after)

    def inside_loop(self, body: nodes.Block) -> None:
        # A loop without a site is Python's own; its jumps do not concern the loops that were taken apart.
        outer, self.cut_loops = self.cut_loops, []
        super().inside_loop(body)
        self.cut_loops = outer

    def leave_loop(self, jump: ast.stmt) -> None:
        if not self.cut_loops:
            super().leave_loop(jump)
            return
        labels = self.cut_loops[-1]
        self.commit(self.attempts + self.region.attempts - labels.attempts)
        self.jump(labels.after if isinstance(jump, ast.Break) else labels.again)


class DeepWriter(MachineWriter):
    """Writes a function that never asks but nests too deep for CPython's compiler: everything is taken apart."""

    def write(self) -> list[ast.stmt]:
        self.taken_apart = {id(stmt) for stmt in walk_block(self.function.body) if self.must_cut(stmt)}
        self.enter(0)
        self.at(self.function.span)
        if not self.function.is_routine:
            self.take_steps()
        self.statements(self.function.body)
        self.give_back(Value(self.constant(None), True))
        params = [f"v{n}" for n in range(len(self.function.params))]
        return self.definitions(params, [*self.opening(), *self.assemble(self.constant(0))])

    def must_cut(self, stmt: nodes.Stmt) -> bool:
        return isinstance(stmt, nodes.If | nodes.While | nodes.For | nodes.Catch | nodes.Attempt)

    def give_back(self, value: Value) -> None:
        if self.region.attempts:
            value = self.keep(value)
        self.commit(self.region.attempts)
        self.put(ast.Return(value.code))

    def tail_call(self, called: nodes.Call | nodes.VirtualCall) -> None:
        PlainWriter.tail_call(self, called)
