"""Where a program can stop, and what must be kept there.

A *site* is a place in a function that may ask where it can be suspended: an `Ask`, or an `Invoke` of a function that
may ask. A suspended match is a stack of frames, one for each function that is waiting: its site and the values of the
locals that are live there. Both engines lay frames out by this module, so a suspended state is the same data in both.

Live means: some path from here reads it before writing it. For globals this is one interprocedural pass. A function is
summarised by the globals it may read before writing (*reads*) and those that some path through it leaves alone
(*passes*); a site likewise, from the site to the end of its function. What is live in a whole stack is then put
together from the top frame down (`live_globals`), since every frame knows only its own function.

Before: a program in order, tails marked. Sites are counted from 1 in the order of the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from parlour.core import nodes
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Block, Const, Expr, Function, Local, Program, Stmt
from parlour.core.passes.call_graph import asking, components, targets
from parlour.core.passes.effects import Effects, infer
from parlour.core.passes.nonlocal_exits import FAIL, let_out
from parlour.core.walk import children, expressions, is_endless, walk_block
from parlour.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Site:
    """One place to stop. `slots` are the locals to keep, in order of declaration; `reads` and `passes` are bit sets of
    globals by number; `counts`: the call that waits here counts for depth; `attempts`: how many `Attempt` bodies of
    this function are open here; `handlers`: the tags that enclosing `Catch` and `Attempt` statements here take."""

    function: str
    number: int
    stmt: nodes.Ask | nodes.Invoke
    slots: tuple[str, ...]
    reads: int
    passes: int
    counts: bool
    attempts: int
    handlers: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """All sites of a program. Statements are found by identity: they are the very nodes of the program. `unsure` are
    the globals that some run may read before they have a value."""

    program: Program
    asking: frozenset[str]
    sites: dict[str, tuple[Site, ...]]
    unsure: frozenset[str]

    @cached_property
    def effects(self) -> dict[str, Effects]:
        """What every function of the program may do besides giving a result."""
        return infer(self.program)

    @cached_property
    def at(self) -> dict[int, Site]:
        """The site of a statement, by the statement's id()."""
        found = {id(site.stmt): site for sites in self.sites.values() for site in sites}
        if len(found) != sum(map(len, self.sites.values())):
            raise ValueError("two sites share one statement node")
        return found

    def live_globals(self, stack: Sequence[tuple[str, int]]) -> tuple[int, ...]:
        """The numbers of the globals that are live in a stack of (function, site), bottom first."""
        live = 0
        for function, number in stack:
            site = self.sites[function][number - 1]
            live = site.reads | (site.passes & live)
        return tuple(number for number in range(live.bit_length()) if live >> number & 1)


def plan(program: Program) -> Plan:
    """Where the program can stop and what is live there."""
    askers = asking(program)
    analysis = _Liveness(program)
    sites = {function.name: analysis.sites(function) for function in program.functions if function.name in askers}
    early = analysis.reads[program.entry]
    unsure = frozenset(name for name, number in analysis.globals.items() if early >> number & 1)
    return Plan(program, askers, sites, unsure)


def counted_calls(program: Program) -> frozenset[tuple[str, str]]:
    """The pairs (caller, callee) whose calls count for depth: both lie on one cycle of calls.

    Other calls cannot pile up: there are no more of them on a stack than the program has functions."""
    component = components(program)
    hierarchy = Hierarchy(program.classes)
    found: set[tuple[str, str]] = set()
    for function in program.functions:
        for expr in _all_calls(function):
            for name in targets(hierarchy, expr):
                if component.get(name) == component[function.name]:
                    found.add((function.name, name))
    return frozenset(found)


def _all_calls(function: Function) -> Iterable[Expr]:
    for stmt in walk_block(function.body):
        stack = list(expressions(stmt))
        if isinstance(stmt, nodes.Invoke | nodes.TailCall):
            stack.append(stmt.call)
        while stack:
            expr = stack.pop()
            yield expr
            stack.extend(children(expr))


@dataclass(slots=True)
class _Exits:
    """Live sets where control can go from inside a block."""

    after_break: int
    after_continue: int
    handlers: dict[str, int]


class _Liveness:
    """Backward liveness over the structure of each function.

    A live set is an int: bit g is global number g, bit G+g says that the value global g has here reaches the end of the
    function on some path (so a caller may still read it), and the bits above are the function's locals."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.hierarchy = Hierarchy(program.classes)
        self.count = len(program.globals)
        # Presentation globals take no part: nothing that matters reads them.
        self.globals = {var.name: n for n, var in enumerate(program.globals) if not var.is_presentation}
        every = sum(1 << number for number in self.globals.values())
        self.real = (1 << self.count) - 1
        self.pass_all = every << self.count
        self.counted = counted_calls(program)
        self.escapes = let_out(program)
        self.reads: dict[str, int] = {function.name: 0 for function in program.functions}
        self.passes: dict[str, int] = {function.name: 0 for function in program.functions}
        self._summarise()

    def _summarise(self) -> None:
        """Reads and passes of all functions, to a fixed point; both only grow, and when they do, callers look again."""
        callers: dict[str, set[str]] = {function.name: set() for function in self.program.functions}
        for function in self.program.functions:
            for call in _all_calls(function):
                for name in targets(self.hierarchy, call):
                    callers[name].add(function.name)
        functions = {function.name: function for function in self.program.functions}
        # Callees mostly stand below their callers: from the end there is least to do twice.
        waiting = dict.fromkeys(functions)
        while waiting:
            name, _ = waiting.popitem()
            live = self._enter(functions[name], None)
            reads, passes = live & self.real, live >> self.count & self.real
            if reads != self.reads[name] or passes != self.passes[name]:
                self.reads[name] |= reads
                self.passes[name] |= passes
                waiting |= dict.fromkeys(sorted(callers[name]))

    def sites(self, function: Function) -> tuple[Site, ...]:
        found: dict[int, tuple[int, int, tuple[str, ...]]] = {}
        self._enter(function, found)
        variables = (*function.params, *function.locals)
        first = 2 * self.count
        sites: list[Site] = []
        for stmt in walk_block(function.body):
            if isinstance(stmt, nodes.Ask | nodes.Invoke):
                # An unreachable site is never stopped at; it keeps its number.
                live, attempts, handlers = found.get(id(stmt), (0, 0, ()))
                slots = tuple(var.name for n, var in enumerate(variables) if live >> (first + n) & 1)
                counts = isinstance(stmt, nodes.Invoke) and any(
                    (function.name, name) in self.counted for name in targets(self.hierarchy, stmt.call)
                )
                reads, passes = live & self.real, live >> self.count & self.real
                number = len(sites) + 1
                sites.append(Site(function.name, number, stmt, slots, reads, passes, counts, attempts, handlers))
        return tuple(sites)

    # ---------------------------------------------------------------------------------------- one function

    def _enter(self, function: Function, found: dict[int, tuple[int, int, tuple[str, ...]]] | None) -> int:
        """What is live on entry. `found` collects, by statement, what is live while suspended there."""
        first = 2 * self.count
        self.bits = {var.name: 1 << (first + n) for n, var in enumerate((*function.params, *function.locals))}
        self.found = found
        # What was found of each loop: live after it and at the handlers around it, and at its top.
        self.tops: dict[int, tuple[int, dict[str, int], int]] = {}
        self.attempts = 0
        exits = _Exits(0, 0, {})
        return self._block(function.body, self.pass_all, exits)

    def _block(self, block: Block, live: int, exits: _Exits) -> int:
        for stmt in reversed(block):
            live = self._statement(stmt, live, exits)
        return live

    def _statement(self, stmt: Stmt, live: int, exits: _Exits) -> int:
        match stmt:
            case nodes.Assign(name=name, value=value):
                return self._uses((value,), live & ~self.bits[name], exits)
            case nodes.SetGlobal(name=name, value=value):
                return self._uses((value,), self._kill(name, live), exits)
            case nodes.Return(value=value):
                return self._uses((value,) if value is not None else (), self.pass_all, exits)
            case nodes.TailCall(call=call):
                return self._uses((call,), self.pass_all, exits)
            case nodes.Raise(message=message):
                return self._uses((message,), 0, exits)
            case nodes.Break():
                return exits.after_break
            case nodes.Continue():
                return exits.after_continue
            case nodes.Abandon(tag=tag):
                return exits.handlers.get(tag, self.pass_all)
            case nodes.Fail():
                return exits.handlers.get(FAIL, self.pass_all)
            case nodes.If(arms, otherwise):
                live_below = self._block(otherwise, live, exits)
                for condition, block in reversed(arms):
                    live_below |= self._block(block, live, exits)
                    live_below = self._uses((condition,), live_below, exits)
                return live_below
            case nodes.While(condition, body):
                return self._loop(stmt, (condition,), body, live, exits, None)
            case nodes.For(name, start, stop, body):
                inside = self._loop(stmt, (), body, live, exits, name)
                return self._uses((start, stop), inside, exits)
            case nodes.Catch(tag=tag, body=body):
                handlers = {**exits.handlers, tag: live}
                return self._block(body, live, _Exits(exits.after_break, exits.after_continue, handlers))
            case nodes.Attempt(target=target, body=body):
                after = live & ~self.bits[target]
                handlers = {**exits.handlers, FAIL: after}
                self.attempts += 1
                inside = self._block(body, after, _Exits(exits.after_break, exits.after_continue, handlers))
                self.attempts -= 1
                # A failed attempt puts globals back as they were, so what is live after it is live before it.
                return inside | (after & (self.real | self.pass_all))
            case nodes.Invoke(target=target, call=call):
                after = live & ~self.bits[target] if target is not None else live
                kept = after | self._escape_edges(call, exits)
                self._note(stmt, kept, exits)
                return self._uses((call,), after, exits)
            case nodes.Ask(target=target):
                after = live & ~self.bits[target]
                kept = self._uses(expressions(stmt), after, exits)
                self._note(stmt, kept, exits)
                return kept
        return self._uses(expressions(stmt), live, exits)

    def _loop(self, loop: Stmt, test: tuple[Expr, ...], body: Block, live: int, exits: _Exits, name: str | None) -> int:
        """Live before a loop, to a fixed point. A counting loop keeps its variable through every turn.

        A loop around this one comes here several times, with more alive each time. Then the search begins where it
        ended before: from the beginning, it would take twice as long for every loop around it."""
        own = self.bits[name] if name is not None else 0
        # What is live after an endless loop is live where it is broken off, and only there.
        below = 0 if is_endless(loop) else live
        top = below
        before = self.tops.get(id(loop))
        if before is not None and _is_within(before[0], before[1], live, exits.handlers):
            top |= before[2]
        while True:
            head = self._uses(test, top, exits)
            inside = _Exits(live, head | own, exits.handlers)
            again = below | (self._block(body, head | own, inside) & ~own)
            if again | top == top:
                self.tops[id(loop)] = (live, exits.handlers, top)
                return head
            top |= again

    def _note(self, stmt: Stmt, live: int, exits: _Exits) -> None:
        if self.found is not None:
            for kept in exits.handlers.values():
                live |= kept
            self.found[id(stmt)] = (live, self.attempts, tuple(sorted(exits.handlers)))

    def _kill(self, name: str, live: int) -> int:
        number = self.globals.get(name)
        return live if number is None else live & ~(1 << number | 1 << (self.count + number))

    def _uses(self, parts: Sequence[Expr], live: int, exits: _Exits) -> int:
        """Live before these expressions, evaluated from left to right."""
        for expr in reversed(parts):
            live = self._expression(expr, live, exits)
        return live

    def _expression(self, expr: Expr, live: int, exits: _Exits) -> int:
        match expr:
            case Const():
                return live
            case Local(name=name):
                return live | self.bits[name]
            case nodes.Global(name=name):
                number = self.globals.get(name)
                return live if number is None else live | 1 << number
            case nodes.And(left, right) | nodes.Or(left, right):
                # The right side may be skipped, so what it writes is not surely written.
                return self._expression(left, live | self._expression(right, live, exits), exits)
            case nodes.Choose(condition, then, otherwise):
                sides = self._expression(then, live, exits) | self._expression(otherwise, live, exits)
                return self._expression(condition, sides, exits)
        called = targets(self.hierarchy, expr)
        if called:
            live = self._call(called, live, keeps=isinstance(expr, nodes.Speculate)) | self._escape_edges(expr, exits)
        return self._uses(children(expr), live, exits)

    def _call(self, called: frozenset[str], live: int, *, keeps: bool) -> int:
        """Live before a call of one of these; `keeps`: what they write is undone, so it kills nothing."""
        before = live if keeps else live & ~(self.real | self.pass_all)
        for name in called:
            passes = self.passes[name]
            before |= self.reads[name] | (live & (passes | passes << self.count))
        return before

    def _escape_edges(self, call: Expr, exits: _Exits) -> int:
        """What is live where this call may be abandoned to, here or further out."""
        live = 0
        for name in targets(self.hierarchy, call):
            for tag in self.escapes[name]:
                live |= exits.handlers.get(tag, self.pass_all)
        return live


def _is_within(live: int, handlers: dict[str, int], more: int, others: dict[str, int]) -> bool:
    """All that is live, after a loop and at handlers, is so in the other case too."""
    return live | more == more and all(
        tag in others and kept | others[tag] == others[tag] for tag, kept in handlers.items()
    )
