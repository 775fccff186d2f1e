"""Who calls whom: the call graph of a core program and what follows from it.

A virtual call reaches every method that a class below the receiver's static class has (the world is
closed); `Speculate` calls too. Prompt and label functions are no callees: they run when somebody looks,
not when the program does; `looking` names them. Calls of functions that are not declared are left out, so
that the graph is closed also for programs that the verifier would reject.

    >>> from parlour.core.nodes import Call, Evaluate, Function, Program
    >>> from parlour.core.types import NONE
    >>> ping = Function("ping", (), NONE, (Evaluate(Call("pong", (), NONE)),))
    >>> pong = Function("pong", (), NONE, (Evaluate(Call("ping", (), NONE)),))
    >>> sorted(recursive(Program("endless", (ping, pong), entry="ping")))
    ['ping', 'pong']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from parlour.core import nodes
from parlour.core.hierarchy import Hierarchy
from parlour.core.types import ObjectType
from parlour.core.walk import all_expressions, expressions, walk_block, walk_domain, walk_expr
from parlour.dataclass import dataclass


def targets(hierarchy: Hierarchy, expr: nodes.Expr) -> frozenset[str]:
    """The functions an expression itself may call; empty if it is no call or the receiver is no object."""
    match expr:
        case nodes.Call(function=function) | nodes.Speculate(function=function):
            return frozenset((function,))
        case nodes.VirtualCall(method=method, args=(receiver, *_)) if isinstance(receiver.type, ObjectType):
            return hierarchy.implementations(receiver.type.name, method)
        case _:
            return frozenset()


def callees(program: nodes.Program) -> dict[str, frozenset[str]]:
    """For every function, the functions it may call directly."""
    hierarchy = Hierarchy(program.classes)
    declared = frozenset(function.name for function in program.functions)
    found: dict[str, set[str]] = {name: set() for name in declared}
    for function in program.functions:
        for expr in all_expressions(function):
            if isinstance(expr, nodes.Call | nodes.Speculate | nodes.VirtualCall):
                found[function.name] |= targets(hierarchy, expr) & declared
    return {function.name: frozenset(found[function.name]) for function in program.functions}


def looking(program: nodes.Program) -> frozenset[str]:
    """The prompt and label functions that questions name: they run only when somebody looks."""
    found: set[str] = set()
    for function in program.functions:
        for stmt in walk_block(function.body):
            if isinstance(stmt, nodes.Ask):
                if stmt.question.prompt is not None:
                    found.add(stmt.question.prompt)
                for part in walk_domain(stmt.question.domain):
                    if isinstance(part, nodes.Options) and part.label is not None:
                        found.add(part.label)
    return frozenset(found)


def asking(program: nodes.Program) -> frozenset[str]:
    """The functions that may ask: they contain an `Ask`, or call one that may ask, in a statement or anywhere in
    an expression. Unlike most passes this one also serves programs that are not in order yet."""
    askers = [
        function.name
        for function in program.functions
        if any(isinstance(stmt, nodes.Ask) for stmt in walk_block(function.body))
    ]
    callers: dict[str, set[str]] = {function.name: set() for function in program.functions}
    for caller, called in callees(program).items():
        for name in called:
            callers[name].add(caller)
    return closure(callers, askers)


def called_in_loops(hierarchy: Hierarchy, functions: Iterable[nodes.Function]) -> frozenset[str]:
    """The functions that a loop of one of these calls at its turns."""
    stmts = (stmt for function in functions for stmt in walk_block(function.body))
    inside = (stmt for loop in stmts if isinstance(loop, nodes.While | nodes.For) for stmt in walk_block((loop,)))
    called = (targets(hierarchy, part) for stmt in inside for expr in expressions(stmt) for part in walk_expr(expr))
    return frozenset().union(*called)


@dataclass(frozen=True, slots=True)
class Reach:
    """The functions that run when some are called, and the classes of which they make objects."""

    functions: frozenset[str]
    classes: frozenset[str]

    def methods(self, hierarchy: Hierarchy, call: nodes.VirtualCall) -> dict[str, list[str]]:
        """The functions that a virtual call comes to, each with the classes that lead to it. Where no object of a
        fitting class is ever made nothing comes, and any will do."""
        receiver = call.args[0].type
        below = hierarchy.below(receiver.name) if isinstance(receiver, ObjectType) else ()
        found: dict[str, list[str]] = {}
        for name in [name for name in below if name in self.classes] or below:
            function = hierarchy.method(name, call.method)
            if function is not None:
                found.setdefault(function, []).append(name)
        return found


def reach(program: nodes.Program, roots: Iterable[str]) -> Reach:
    """What calls can reach from these functions, themselves included. A virtual call reaches only methods of classes
    of which an object is made in what is reached."""
    hierarchy = Hierarchy(program.classes)
    functions = {function.name: function for function in program.functions}
    reached: set[str] = set()
    made: set[str] = set()
    virtual: list[nodes.VirtualCall] = []
    waiting = [root for root in roots if root in functions]
    while waiting:
        while waiting:
            name = waiting.pop()
            if name in reached:
                continue
            reached.add(name)
            for expr in all_expressions(functions[name]):
                match expr:
                    case nodes.VirtualCall():
                        virtual.append(expr)
                    case nodes.New(class_name=class_name):
                        made.add(class_name)
                    case nodes.Call(function=called) | nodes.Speculate(function=called) if called in functions:
                        waiting.append(called)
        now = Reach(frozenset(reached), frozenset(made))
        waiting = [name for call in virtual for name in now.methods(hierarchy, call) if name not in reached]
    return now


def closure(graph: Mapping[str, Iterable[str]], roots: Iterable[str]) -> frozenset[str]:
    """All that the arrows of a graph reach from the roots; roots that the graph does not know are left out."""
    stack = [root for root in roots if root in graph]
    found = set(stack)
    while stack:
        for name in graph[stack.pop()]:
            if name not in found:
                found.add(name)
                stack.append(name)
    return frozenset(found)


def components(program: nodes.Program) -> dict[str, int]:
    """A number for every function; functions of the same cycle, and only they, share it.

    A function has a higher number than those it calls outside its own cycle: counting upwards, callees come
    before their callers."""
    return strong_components(callees(program))


def cycles(program: nodes.Program) -> tuple[frozenset[str], ...]:
    """The cycles of the call graph: strongly connected components in which a function can reach itself."""
    graph = callees(program)
    groups: dict[int, set[str]] = {}
    for name, number in strong_components(graph).items():
        groups.setdefault(number, set()).add(name)
    return tuple(
        frozenset(group) for _, group in sorted(groups.items()) if len(group) > 1 or any(f in graph[f] for f in group)
    )


def recursive(program: nodes.Program) -> frozenset[str]:
    """The functions that lie on a cycle of calls."""
    return frozenset(name for cycle in cycles(program) for name in cycle)


def strong_components(graph: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Tarjan's algorithm with an explicit stack; numbers count up from 0, a component after all it points to."""
    order: dict[str, int] = {}  # when a node was first met
    lowest: dict[str, int] = {}  # the earliest open node it is known to reach
    open_nodes: list[str] = []
    number: dict[str, int] = {}
    count = 0
    for root in graph:
        if root in order:
            continue
        path: list[tuple[str, Iterator[str]]] = []

        def enter(node: str, path: list[tuple[str, Iterator[str]]] = path) -> None:
            order[node] = lowest[node] = len(order)
            open_nodes.append(node)
            path.append((node, iter(sorted(graph[node]))))

        enter(root)
        while path:
            node, arrows = path[-1]
            for target in arrows:
                if target not in order:
                    enter(target)
                    break
                if target not in number:
                    lowest[node] = min(lowest[node], order[target])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == order[node]:
                    while True:
                        member = open_nodes.pop()
                        number[member] = count
                        if member == node:
                            break
                    count += 1
    return number
