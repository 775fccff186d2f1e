"""From a core program to Python functions.

Nothing of the author's ever becomes Python text: functions are `f7`, locals `v3`, temporaries `t12`; constants, names
for messages and classes are looked up in the namespace, which has no builtins but the few that compiled code uses.

Before: a program in order with its tails marked, and its plan. After: `Code`, which can be run by `run.Driver`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Literal

from parlour.core import nodes
from parlour.core.passes.call_graph import components
from parlour.core.passes.suspension import Plan
from parlour.core.types import SYMBOL, BoardType, TupleType, Type, slots
from parlour.core.values import Symbol
from parlour.core.walk import blocks, walk_block
from parlour.engines.core import failures
from parlour.engines.core.compiling import Subject
from parlour.engines.core.run import Run, Unwind
from parlour.engines.core.values import UNSET, Box, Shared, real
from parlour.engines.python import primitives
from parlour.engines.python.compiled import FILE, Code
from parlour.engines.python.driver import ASK, Driver
from parlour.engines.python.state_machines import DeepWriter, MachineWriter
from parlour.engines.python.statements import PlainWriter

# CPython refuses more than 20 loops and `try` blocks inside each other, and its compiler recurses over `if`.
MAX_BLOCKS = 12
MAX_BRANCHES = 40

TailStyle = Literal["none", "loop", "trampoline"]


class Compiler(Subject):
    """Compiles one program; the number of a place is a line of what comes out."""

    def __init__(self, program: nodes.Program, plan: Plan, shared: Shared, *, bulk: bool) -> None:
        super().__init__(program, plan, shared, bulk=bulk)
        self.shared = shared
        self.classes = shared.classes
        self.styles = self._tail_styles()
        self.trampolines = frozenset(name for name, style in self.styles.items() if style == "trampoline")
        self._constants: dict[tuple[str, Any], str] = {}
        self._methods: dict[tuple[str, str, str], str] = {}
        self.namespace: dict[str, Any] = {
            "__builtins__": {},
            **{name: call for name, call in vars(failures).items() if name.startswith("fail_")},
            **{name: call for name, call in vars(primitives).items() if not name.startswith("_")},
            "len": len,
            "range": range,
            "isinstance": isinstance,
            "type": type,
            "list": list,
            "TYPE_int": int,
            "TYPE_float": float,
            "TYPE_bool": bool,
            "TYPE_string": str,
            "TYPE_symbol": Symbol,
            "UNSET": UNSET,
            "ASK": ASK,
            "TAIL": object(),
            "Box": Box,
            "Unwind": Unwind,
            "PRESENTATION": frozenset(self.globals[name] for name in self.presentation),
            "SYMBOLS": {Symbol(name): number for number, name in enumerate(program.symbols)},
        }

    def compile(self) -> Code:
        body: list[ast.stmt] = []
        for function in self.program.functions:
            body.extend(self._writer(function).write())
        module = ast.Module(body, [])
        _locate(module)
        for name, class_ in self.classes.items():
            self.namespace[self.class_name(name)] = class_
        driver = Driver(self.plan, [function.name for function in self.program.functions])
        self.namespace["depth_of"] = driver.depth
        exec(compile(module, FILE, "exec", dont_inherit=True, optimize=0), self.namespace)
        functions = [self.namespace[f"f{number}"] for number in range(len(self.program.functions))]
        driver.code = [
            function if is_asking else _as_frame(function)
            for function, is_asking in zip(functions, driver.asking, strict=True)
        ]
        for (class_name, method, form), name in self._methods.items():
            self.namespace[name] = self._method_table(class_name, method, form)
        return Code(functions, self.places, driver)

    def _tail_styles(self) -> dict[str, TailStyle]:
        """How each function makes tail calls. When one of a cycle bounces, all do: then none of them ever calls another
        through C, whose stack is small."""
        styles = {function.name: _own_tail_style(function, self) for function in self.program.functions}
        numbers = components(self.program)
        bouncing = {numbers[name] for name, style in styles.items() if style == "trampoline"}
        for name in styles:
            if numbers[name] in bouncing and name not in self.plan.asking:
                styles[name] = "trampoline"
        return styles

    def _writer(self, function: nodes.Function) -> PlainWriter:
        if function.name in self.plan.asking:
            return MachineWriter(self, function)
        return DeepWriter(self, function) if _is_deep(function.body) else PlainWriter(self, function)

    # ------------------------------------------------------------------------------------ what writers ask for

    def _named(self, prefix: str, key: Any, value: Any) -> str:
        name = self._constants.get((prefix, key))
        if name is None:
            name = self._constants[prefix, key] = f"{prefix}{len(self._constants)}"
            self.namespace[name] = value
        return name

    def constant(self, value: Any, type_: Type) -> str:
        return self._named("c", (type_, value), constant_value(value, type_))

    def text(self, text: str) -> str:
        return self._named("c", text, text)

    def table(self, value: tuple[int, ...]) -> str:
        return self._named("n", value, value)

    def tag(self, tag: str) -> str:
        return self._named("x", tag, type("Tag", (Unwind,), {"tag": tag}))

    def handlers(self, function: int, table: dict[tuple[int, str], tuple[int, int]]) -> str:
        value = {(label, self.namespace[tag]): entry for (label, tag), entry in table.items()}
        return self._named("h", function, value)

    def class_name(self, name: str) -> str:
        return f"K{self.classes[name].number}"

    def field(self, class_name: str, name: str) -> tuple[int, nodes.Variable]:
        for number, variable in enumerate(self.hierarchy.fields(class_name)):
            if variable.name == name:
                return number, variable
        raise KeyError(name)

    def type_number(self, type_: Type) -> int:
        return self.shared.number(type_)

    def boxing_cost(self, type_: Type) -> int:
        """A tuple in an `any` is an allocation of its own; lists, tables and boards are ones already."""
        return 16 + 8 * slots(type_) if isinstance(type_, TupleType) else 0

    def methods(self, call: nodes.VirtualCall, *, bounce: bool = False) -> str:
        return self._method_name(call, "g" if bounce else "f")

    def method_numbers(self, call: nodes.VirtualCall) -> str:
        return self._method_name(call, "number")

    def _method_name(self, call: nodes.VirtualCall, form: str) -> str:
        class_name = getattr(call.args[0].type, "name", "")
        key = (class_name, call.method, form)
        return self._methods.setdefault(key, f"m{len(self._methods)}")

    def _method_table(self, class_name: str, method: str, form: str) -> tuple[Any, ...]:
        """By class number, what a virtual call reaches; None for classes that are not below the receiver's."""
        below = set(self.hierarchy.below(class_name))
        entries: list[Any] = []
        for class_ in self.program.classes:
            function = self.hierarchy.method(class_.name, method) if class_.name in below else None
            if function is None:
                entries.append(None)
            elif form == "number":
                entries.append(self.numbers[function])
            elif form == "g" and function not in self.trampolines:
                entries.append(_follower(self.namespace[f"f{self.numbers[function]}"]))
            else:
                entries.append(self.namespace[f"{form}{self.numbers[function]}"])
        return tuple(entries)

    def tail_style(self, function: nodes.Function) -> TailStyle:
        return self.styles[function.name]


def _locate(module: ast.Module) -> None:
    """Gives every node one line: its own, or that of the node around it."""
    stack: list[tuple[ast.AST, int]] = [(module, 1)]
    while stack:
        node, line = stack.pop()
        if "lineno" in node._attributes:
            line = getattr(node, "lineno", line)
            node.lineno = node.end_lineno = line  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
        # As `ast.iter_child_nodes`, which takes three times as long: a fifth of all that compiling takes.
        for inner in vars(node).values():
            if isinstance(inner, ast.AST):
                stack.append((inner, line))
            elif isinstance(inner, list):
                stack.extend([(each, line) for each in inner if isinstance(each, ast.AST)])


def _as_frame(function: Callable[..., Any]) -> Callable[[Run, tuple[Any, ...]], Any]:
    """A function that never asks, for the driver: a virtual call may reach it beside others that do."""

    def run_frame(run: Run, frame: tuple[Any, ...]) -> None:
        run.value = function(run, *frame[2:])

    return run_frame


def _follower(function: Callable[..., Any]) -> Callable[[Run, tuple[Any, ...]], Any]:
    return lambda run, args: function(run, *args)


def constant_value(value: Any, type_: Type) -> Any:
    """A constant as this engine holds it."""
    match type_:
        case TupleType(items):
            return tuple(constant_value(part, item) for part, item in zip(value, items, strict=True))
        case BoardType(item=item):
            return tuple(constant_value(part, item) for part in value)
    if type_ == SYMBOL:
        return Symbol(value)
    return real(value) if isinstance(value, float) else value


def _is_deep(block: nodes.Block) -> bool:
    """Nests deeper than CPython's compiler likes."""
    stack: list[tuple[nodes.Block, int, int]] = [(block, 0, 0)]
    while stack:
        block, loops, branches = stack.pop()
        if loops > MAX_BLOCKS or branches > MAX_BRANCHES:
            return True
        for stmt in block:
            if isinstance(stmt, nodes.If):
                deeper = (loops, branches + len(stmt.arms))
            elif isinstance(stmt, nodes.While | nodes.For | nodes.Catch | nodes.Attempt):
                deeper = (loops + 1, branches + 1)
            else:
                continue
            stack.extend((inner, *deeper) for inner in blocks(stmt))
    return False


def _own_tail_style(function: nodes.Function, compiler: Compiler) -> TailStyle:
    """How a function that never asks makes the tail calls that could pile up."""
    if function.name in compiler.plan.asking:
        return "none"
    inside_loops = {
        id(inner)
        for stmt in walk_block(function.body)
        if isinstance(stmt, nodes.While | nodes.For)
        for inner in walk_block(stmt.body)
    }
    style: TailStyle = "none"
    for stmt in walk_block(function.body):
        if isinstance(stmt, nodes.TailCall):
            targets = compiler.targets(stmt.call)
            if not any((function.name, name) in compiler.counted for name in targets):
                continue
            if targets != (function.name,) or id(stmt) in inside_loops:
                return "trampoline"
            style = "loop"
    return "trampoline" if style == "loop" and _is_deep(function.body) else style
