"""One low-level function as LLVM text: from Python's `ast` to a `define`.

Every variable is a stack cell that LLVM turns into a register; every value is an `i64`. What may be written is said in
`language.py`, whose words (`ld`, `st`, `copy` …) are the templates of `words.py`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from enum import IntEnum
from functools import reduce

from parlour.engines.llvm.low.function import Low, LowError, Table, foreign_types
from parlour.engines.llvm.low.words import ERROR, ERROR_A, ERROR_B, FROM_WORD, TO_WORD, WORDS

_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}
_FIELDS = re.compile(r"\{([a-z])\}")


class FunctionWriter:
    """Writes one function. `find` gives the function of a name."""

    def __init__(self, low: Low, find: Callable[[str], Low]) -> None:
        self.low = low
        self.find = find
        self.lines: list[str] = []
        self.cells: dict[str, str] = {}
        self.entry: list[str] = []
        self.count = 0
        self.loops: list[tuple[str, str]] = []
        self.is_open = True
        self.checks = False

    def text(self, linkage: str) -> str:
        low = self.low
        for param in low.params:
            self.entry.append(f"store i64 %a.{param}, ptr {self.cell(param)}")
        self.block(low.node.body)
        if self.is_open:
            self.put("ret i64 0")
        if self.checks:
            self.label("failed")
            self.put("ret i64 0")
        params = ", ".join(f"i64 %a.{param}" for param in low.params)
        head = f"define {linkage}i64 @{low.symbol}({params}) nounwind{low.attributes} {{"
        # Cells come before what is stored into them.
        entry = sorted(self.entry, key=lambda line: line.startswith("store"))
        return "\n".join((head, "entry:", *entry, *self.lines, "}", ""))

    # -------------------------------------------------------------------------------------------------- pieces

    def put(self, line: str) -> None:
        if not self.is_open:
            # Nothing comes here, but LLVM wants a block around it.
            self.label(self.fresh("L"))
        self.lines.append(line)
        self.is_open = not line.startswith(("ret ", "br ", "unreachable"))

    def fresh(self, prefix: str = "%t") -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def set(self, line: str) -> str:
        name = self.fresh()
        self.put(f"{name} = {line}")
        return name

    def label(self, name: str) -> None:
        if self.is_open:
            self.lines.append(f"br label %{name}")
        self.lines.append(f"{name}:")
        self.is_open = True

    def jump(self, name: str) -> None:
        self.put(f"br label %{name}")

    def cell(self, name: str) -> str:
        found = self.cells.get(name)
        if found is None:
            found = self.cells[name] = f"%v.{name}"
            self.entry.append(f"{found} = alloca i64, align 8")
        return found

    def store(self, name: str, value: str) -> None:
        self.put(f"store i64 {value}, ptr {self.cell(name)}")

    def wrong(self, node: ast.AST, what: str) -> LowError:
        return LowError(f"{self.low.where(node)}: {what}")

    # ---------------------------------------------------------------------------------------------- statements

    def block(self, body: list[ast.stmt]) -> None:
        for stmt in body:
            self.statement(stmt)

    def statement(self, stmt: ast.stmt) -> None:
        match stmt:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=value):
                self.value(value)
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                self.store(name, self.value(value))
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                found = [self.value(value) for value in values]
                for target, result in zip(targets, found, strict=True):
                    if not isinstance(target, ast.Name):
                        raise self.wrong(target, "only names can be assigned")
                    self.store(target.id, result)
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                left = self.variable(stmt, name)
                self.store(name, self.binary(stmt, op, left, self.value(value)))
            case ast.If(test=test, body=body, orelse=otherwise):
                then, other, after = self.fresh("L"), self.fresh("L"), self.fresh("L")
                self.branch(test, then, other)
                self.label(then)
                self.block(body)
                if self.is_open:
                    self.jump(after)
                self.label(other)
                self.block(otherwise)
                self.label(after)
            case ast.While(test=test, body=body, orelse=[]):
                top, inside, after = self.fresh("L"), self.fresh("L"), self.fresh("L")
                self.label(top)
                self.branch(test, inside, after)
                self.loop(inside, top, after, body)
                self.jump(top)
                self.label(after)
            case ast.For(
                target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=args), body=body, orelse=[]
            ):
                self.count_through(stmt, name, args, body)
            case ast.Break() if self.loops:
                self.jump(self.loops[-1][1])
            case ast.Continue() if self.loops:
                self.jump(self.loops[-1][0])
            case ast.Return(value=result):
                self.put(f"ret i64 {'0' if result is None else self.value(result)}")
            case _:
                raise self.wrong(stmt, f"{type(stmt).__name__} is no low-level statement")

    def loop(self, inside: str, again: str, after: str, body: list[ast.stmt]) -> None:
        self.label(inside)
        self.loops.append((again, after))
        self.block(body)
        self.loops.pop()

    def count_through(self, stmt: ast.stmt, name: str, args: list[ast.expr], body: list[ast.stmt]) -> None:
        """`for name in range(…)`; the bound is worked out once, a step must be a constant."""
        start = self.value(args[0]) if len(args) > 1 else "0"
        stop = self.value(args[0] if len(args) == 1 else args[1])
        step = self.constant(args[2]) if len(args) == 3 else 1
        if not step:
            raise self.wrong(stmt, "the step of a range must be a constant that is not 0")
        counter = self.fresh("for.")
        top, inside, again, after = (self.fresh("L") for _ in range(4))
        self.store(counter, start)
        self.label(top)
        now = self.set(f"load i64, ptr {self.cell(counter)}")
        more = self.set(f"icmp {'slt' if step > 0 else 'sgt'} i64 {now}, {stop}")
        self.put(f"br i1 {more}, label %{inside}, label %{after}")
        self.label(inside)
        self.store(name, now)
        self.loop(self.fresh("L"), again, after, body)
        self.label(again)
        self.store(counter, self.set(f"add i64 {now}, {step}"))
        self.jump(top)
        self.label(after)

    # --------------------------------------------------------------------------------------------- conditions

    def branch(self, test: ast.expr, then: str, other: str) -> None:
        """Jumps to one of two labels."""
        match test:
            case ast.Constant(value=known):
                self.jump(then if known else other)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                self.branch(inner, other, then)
            case ast.BoolOp(op=op, values=values):
                for value in values[:-1]:
                    following = self.fresh("L")
                    if isinstance(op, ast.And):
                        self.branch(value, following, other)
                    else:
                        self.branch(value, then, following)
                    self.label(following)
                self.branch(values[-1], then, other)
            case _:
                self.put(f"br i1 {self.condition(test)}, label %{then}, label %{other}")

    def condition(self, test: ast.expr) -> str:
        """A test as an `i1`. All parts of a chain like `0 <= i < n` are worked out, whatever the first come to."""
        if not isinstance(test, ast.Compare):
            return self.set(f"icmp ne i64 {self.value(test)}, 0")
        match test:
            case ast.Compare(ops=[ast.In() | ast.NotIn() as among], comparators=[ast.Tuple(elts=parts)]):
                value = self.value(test.left)
                found = [self.set(f"icmp eq i64 {value}, {self.value(part)}") for part in parts]
                result = reduce(lambda left, right: self.set(f"or i1 {left}, {right}"), found)
                return result if isinstance(among, ast.In) else self.set(f"xor i1 {result}, true")
        values = [self.value(part) for part in (test.left, *test.comparators)]
        result = ""
        for op, left, right in zip(test.ops, values, values[1:], strict=False):
            if type(op) not in _COMPARISONS:
                raise self.wrong(test, f"{type(op).__name__} is no low-level comparison")
            part = self.set(f"icmp {_COMPARISONS[type(op)]} i64 {left}, {right}")
            result = part if not result else self.set(f"and i1 {result}, {part}")
        return result

    # -------------------------------------------------------------------------------------------------- values

    def constant(self, expr: ast.expr) -> int | None:
        """The number that an expression stands for in every run."""
        match expr:
            case ast.Constant(value=int(value)):
                return int(value)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return -value
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                kind = self.low.names.get(name)
                if isinstance(kind, type) and issubclass(kind, IntEnum):
                    return int(kind[attr])
            case ast.Name(id=name) if name not in self.cells:
                known = self.low.names.get(name)
                if isinstance(known, int) and not isinstance(known, Table):
                    return int(known)
        return None

    def value(self, expr: ast.expr) -> str:
        constant = self.constant(expr)
        if constant is not None:
            return str((constant + 2**63) % 2**64 - 2**63)
        match expr:
            case ast.Name(id=name):
                return self.variable(expr, name)
            case ast.BinOp(left=left, op=op, right=right):
                first = self.value(left)
                return self.binary(expr, op, first, self.value(right))
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return self.set(f"sub i64 0, {self.value(inner)}")
            case ast.UnaryOp(op=ast.Invert(), operand=inner):
                return self.set(f"xor i64 {self.value(inner)}, -1")
            case ast.Compare():
                return self.set(f"zext i1 {self.condition(expr)} to i64")
            case ast.UnaryOp(op=ast.Not()) | ast.BoolOp():
                return self.choose(expr, "1", "0")
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return self.choose(test, body, otherwise)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self.call(expr, name, args)
        raise self.wrong(expr, f"`{ast.unparse(expr)}` is no low-level expression")

    def variable(self, node: ast.AST, name: str) -> str:
        if name in self.cells:
            return self.set(f"load i64, ptr {self.cells[name]}")
        table = self.low.names.get(name)
        if isinstance(table, Table):
            return f"ptrtoint (ptr @{table.name} to i64)"
        raise self.wrong(node, f"`{name}` has no value here")

    def binary(self, node: ast.AST, op: ast.operator, left: str, right: str) -> str:
        if type(op) in _ARITHMETIC:
            return self.set(f"{_ARITHMETIC[type(op)]} i64 {left}, {right}")
        if not isinstance(op, ast.FloorDiv | ast.Mod):
            raise self.wrong(node, f"{type(op).__name__} is no low-level operator")
        # Python rounds down, the machine toward zero: they differ where the remainder has not the divisor's sign.
        rest = self.set(f"srem i64 {left}, {right}")
        signs = self.set(f"xor i64 {rest}, {right}")
        differ = self.set(f"icmp slt i64 {signs}, 0")
        uneven = self.set(f"icmp ne i64 {rest}, 0")
        off = self.set(f"and i1 {differ}, {uneven}")
        if isinstance(op, ast.Mod):
            return self.set(f"select i1 {off}, i64 {self.set(f'add i64 {rest}, {right}')}, i64 {rest}")
        return self.set(f"sub i64 {self.set(f'sdiv i64 {left}, {right}')}, {self.set(f'zext i1 {off} to i64')}")

    def choose(self, test: ast.expr, yes: ast.expr | str, no: ast.expr | str) -> str:
        result = self.fresh("if.")
        then, other, after = self.fresh("L"), self.fresh("L"), self.fresh("L")
        self.branch(test, then, other)
        for label, side in ((then, yes), (other, no)):
            self.label(label)
            self.store(result, side if isinstance(side, str) else self.value(side))
            self.jump(after)
        self.label(after)
        return self.set(f"load i64, ptr {self.cell(result)}")

    # --------------------------------------------------------------------------------------------------- calls

    def call(self, node: ast.Call, name: str, args: list[ast.expr]) -> str:
        if name == "local":
            size = self.constant(args[0])
            place = self.fresh("%room.")
            self.entry.append(f"{place} = alloca [{size} x i8], align 8")
            return self.set(f"ptrtoint ptr {place} to i64")
        if name == "ld" and len(args) == 1 and (table := self.table_of(args[0])) is not None:
            return table
        values = [self.value(arg) for arg in args]
        if name == "fail":
            self.fail(values)
            return "0"
        if name in WORDS:
            return self.word(node, WORDS[name], values)
        called = self.low.names.get(name)
        low = self.find(getattr(called, "__name__", name))
        if len(values) != len(low.params):
            raise self.wrong(node, f"`{name}` takes {len(low.params)} arguments")
        if low.is_foreign:
            return self.foreign(low, values)
        result = self.set(f"call i64 @{low.symbol}({', '.join(f'i64 {value}' for value in values)})")
        if low.is_failing:
            self.checks = True
            self.pass_on_failure()
        return result

    def table_of(self, address: ast.expr) -> str | None:
        """A word of a table, read so that LLVM sees which table it is: then words known beforehand become numbers."""
        match address:
            case ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=place) if name not in self.cells:
                table = self.low.names.get(name)
                if isinstance(table, Table):
                    pointer = self.set(f"getelementptr i8, ptr @{table.name}, i64 {self.value(place)}")
                    return self.set(f"load i64, ptr {pointer}, align 8")
        return None

    def word(self, node: ast.Call, template: str, values: list[str]) -> str:
        if f"{{{len(values) - 1}}}" not in template or f"{{{len(values)}}}" in template:
            raise self.wrong(node, f"`{ast.unparse(node.func)}` takes another number of arguments")
        fresh = {letter: self.fresh() for letter in sorted(set(_FIELDS.findall(template)))}
        for line in template.format(*values, **fresh).split("\n"):
            self.put(line)
        return fresh.get("r", "0")

    def foreign(self, low: Low, values: list[str]) -> str:
        result, params = foreign_types(low)
        args: list[str] = []
        for kind, value in zip(params, values, strict=True):
            args.append(f"{kind} {self.set(FROM_WORD[kind].format(value)) if kind in FROM_WORD else value}")
        call = f"call {result.split()[0]} @{low.symbol}({', '.join(args)})"
        if result == "void":
            self.put(call)
            return "0"
        found = self.set(call)
        return self.set(TO_WORD[result].format(found)) if result in TO_WORD else found

    def fail(self, values: list[str]) -> None:
        arena, *what = values
        for place, value in zip((ERROR, ERROR_A, ERROR_B), (*what, "0", "0"), strict=False):
            self.word_at(arena, place, value)
        self.put("ret i64 0")

    def word_at(self, arena: str, place: int, value: str) -> None:
        address = self.set(f"add i64 {arena}, {int(place)}")
        self.put(f"store i64 {value}, ptr {self.set(f'inttoptr i64 {address} to ptr')}, align 8")

    def pass_on_failure(self) -> None:
        if "a" not in self.low.params:
            raise self.wrong(self.low.node, "a function that calls failing ones needs the arena as `a`")
        address = self.set(f"add i64 {self.variable(self.low.node, 'a')}, {ERROR}")
        error = self.set(f"load i64, ptr {self.set(f'inttoptr i64 {address} to ptr')}, align 8")
        fine = self.set(f"icmp eq i64 {error}, 0")
        likely = self.set(f"call i1 @llvm.expect.i1(i1 {fine}, i1 true)")
        on = self.fresh("L")
        self.put(f"br i1 {likely}, label %{on}, label %failed")
        self.label(on)
