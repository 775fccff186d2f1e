"""What every part of the compiler writes with: the function that is being written, its memory, checks that fail,
budgets, calls of the runtime.

The steps that are left go with control from function to function, in a register. A function gives back its value and
these steps; or a number below 0, which is a status, and then they are in memory. Nothing is done for errors on the hot
path but a comparison and a branch that is not taken. It leads to one of two cold blocks of the function, which write
down what went wrong and where (the number of a *place*, as in the Python engine); every caller adds its own place as it
passes the failure on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from parlour.core.nodes import Expr, Function
from parlour.core.passes.ranges import SMALL
from parlour.core.passes.suspension import Site
from parlour.core.types import Type
from parlour.dataclass import dataclass
from parlour.engines.core.compiling import fixed_locals
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.builder import IRBuilder
from parlour.engines.llvm.text import DOUBLE, I1, I8, I32, I64, POINTER
from parlour.engines.native.compile.code import Value, left_with, number, registers, zero
from parlour.engines.native.layout import Error, Host, State, Status

if TYPE_CHECKING:
    from parlour.engines.native.compile.compiler import Compiler
    from parlour.engines.native.compile.memo import Row
    from parlour.syntax.source import Span

# Results of more registers than this come back through memory.
MOST_RETURNED = 2

_COLD = (1, 2000)

# Of more operands than this each waits on the machine's stack until all are there. In registers every one would have to
# be followed through the blocks of all that come after it, which takes LLVM the square of their number.
MOST_HELD = 100

# So many ways lead to a cold block, then the function gets another: to bring what they blame into one register takes
# LLVM the square of their number. Functions of real games have half as many at most.
MOST_WAYS = 200

# What is blamed is a small number: an error above so many bits of a place. A larger one would be kept in a register.
PLACE_BITS = 24


@dataclass(frozen=True, slots=True)
class Goal:
    """A block that control can leave for, and how many attempts are open there."""

    block: ir.Block
    attempts: int


class Writer:
    """Writes one function. `at` says where in the author's text we are, `build` writes instructions, `evaluate` the
    instructions of expressions.

    `steps` is the stack cell of the steps that are left, `locals` holds those of every local, `flags` one more for each
    that may be unset; of those in `measures` only the lengths are kept (`measured.py`). While the charge of a routine
    is written, `formula` has the arguments that stand for its parameters. `attempts` counts those that are open here,
    `handlers` and `loops` say where control can leave for, `resumes` where the function is entered again after a
    stop."""

    build: IRBuilder

    def __init__(self, compiler: Compiler, function: Function, evaluate: Callable[[Writer, Expr], Value]) -> None:
        self.compiler = compiler
        self._evaluate = evaluate
        self.types = compiler.types
        self.function = function
        self.number = compiler.numbers[function.name]
        self.code: ir.Function = compiler.code[function.name]
        self.base: ir.Value = self.code.args[0]
        self.variables = {var.name: var for var in (*function.params, *function.locals)}
        self.place = 0
        self.ranges: dict[str, tuple[int, int]] = {}
        self.entry = self.code.append_basic_block("entry")
        self.build = IRBuilder(self.entry)
        self._ways: dict[int, tuple[ir.Block, list[ir.Phi]]] = {}
        self._end: tuple[ir.Block, list[ir.Phi]] | None = None
        self.row: Row | None = None
        self.locals: dict[str, tuple[ir.Value, ...]] = {}
        self.flags: dict[str, ir.Value] = {}
        self.measures: dict[str, tuple[ir.Value, ir.Value]] = {}
        self.formula: dict[str, Value] | None = None
        self.fixed = fixed_locals(function)
        self.small = compiler.small.locals_of(function)
        self.attempts = 0
        self.handlers: dict[str, Goal] = {}
        self.loops: list[tuple[Goal, Goal]] = []
        self.asks = function.name in compiler.plan.asking
        self.resumes: list[tuple[Site, ir.Block]] = []
        self.depth: ir.Value | None = None
        self.steps = self.build.alloca(I64)
        self.build.store(self.code.args[1], self.steps)

    # -------------------------------------------------------------------------------------------------- places

    def at(self, span: Span | None, *, is_tail: bool = False) -> None:
        """What is written from here on comes from this place."""
        self.place = self.compiler.place(self.number, span, is_tail)

    @contextmanager
    def staying(self) -> Iterator[None]:
        """The place afterwards is that of before."""
        place = self.place
        yield
        self.place = place

    # -------------------------------------------------------------------------------------------------- memory

    def address(self, offset: ir.Value | int) -> ir.Value:
        """A pointer to what lies at this offset of the arena."""
        index = number(offset) if isinstance(offset, int) else offset
        return self.build.gep(self.base, [index], source_etype=I8)

    def load(self, offset: ir.Value | int, kind: ir.Type = I64) -> ir.Value:
        return self.build.load(self.address(offset), typ=kind)

    def store(self, offset: ir.Value | int, value: ir.Value) -> None:
        self.build.store(value, self.address(offset))

    def plus(self, offset: ir.Value, more: int) -> ir.Value:
        return self.build.add(offset, number(more)) if more else offset

    def absolute(self, pointer: ir.Value) -> ir.Value:
        return self.build.ptrtoint(pointer, I64)

    def local_space(self, words: int) -> ir.Value:
        """Room on the machine's stack, taken once in the function however often this place is passed."""
        with self.build.goto_entry_block():
            return self.build.alloca(I64, size=max(words, 1))

    def variable(self, kind: ir.Type) -> ir.Value:
        with self.build.goto_entry_block():
            return self.build.alloca(kind)

    # --------------------------------------------------------------------------- expressions and locals

    def expression(self, expr: Expr) -> Value:
        with self.staying():
            if expr.span is not None and self.formula is None:
                self.at(expr.span)
            return self._evaluate(self, expr)

    def condition(self, expr: Expr) -> ir.Value:
        return self.expression(expr).only

    def operands(self, parts: Sequence[Expr]) -> list[Value]:
        if len(parts) <= MOST_HELD:
            return [self.expression(part) for part in parts]
        waiting = []
        for part in parts:
            value = self.expression(part)
            waiting.append((value, [self._put_aside(register) for register in value.parts]))
        return [
            Value(tuple(self.build.load(cell, typ=kind) for cell, kind in cells), value.low, value.high)
            for value, cells in waiting
        ]

    def _put_aside(self, register: ir.Value) -> tuple[ir.Value, ir.Type]:
        cell = self.variable(register.type)
        self.build.store(register, cell)
        return cell, register.type

    def read_local(self, name: str) -> Value:
        if self.formula is not None:
            return self.formula[name]
        if name in self.flags:
            is_set = self.build.load(self.flags[name], typ=I1)
            self.fail_when(self.build.not_(is_set), Error.UNSET, self.compiler.text(name))
        kinds = self.registers(self.variables[name].type)
        parts = [self.build.load(cell, typ=kind) for cell, kind in zip(self.locals[name], kinds, strict=True)]
        low, high = self.ranges.get(name, SMALL if name in self.small else (None, None))
        return Value(tuple(parts), low, high)

    def write_local(self, name: str, value: Value) -> None:
        for cell, part in zip(self.locals[name], value.parts, strict=True):
            self.build.store(part, cell)
        if name in self.flags:
            self.build.store(ir.Constant(I1, 1), self.flags[name])

    # --------------------------------------------------------------------------------- registers and slots

    def registers(self, type_: Type) -> tuple[ir.Type, ...]:
        return registers(type_, self.types)

    def to_slot(self, part: ir.Value) -> ir.Value:
        if part.type == I1:
            return self.build.zext(part, I64)
        return self.build.bitcast(part, I64) if part.type == DOUBLE else part

    def from_slot(self, slot: ir.Value, kind: ir.Type) -> ir.Value:
        if kind == I1:
            return self.build.trunc(slot, I1)
        return self.build.bitcast(slot, DOUBLE) if kind == DOUBLE else slot

    def write_slots(self, pointer: ir.Value, value: Value) -> None:
        for place, part in enumerate(value.parts):
            target = self.build.gep(pointer, [number(8 * place)], source_etype=I8)
            self.build.store(self.to_slot(part), target)

    def read_slots(self, pointer: ir.Value, type_: Type) -> Value:
        return self.read_kinds(pointer, self.registers(type_))

    def read_kinds(self, pointer: ir.Value, kinds: Sequence[ir.Type]) -> Value:
        parts = []
        for place, kind in enumerate(kinds):
            source = self.build.gep(pointer, [number(8 * place)], source_etype=I8)
            parts.append(self.from_slot(self.build.load(source, typ=I64), kind))
        return Value(tuple(parts))

    def spilled(self, value: Value) -> ir.Value:
        """The address, as a number, of a copy of the value's slots."""
        space = self.local_space(len(value.parts))
        self.write_slots(space, value)
        return self.absolute(space)

    def nothing(self, type_: Type) -> Value:
        return Value(tuple(zero(kind) for kind in self.registers(type_)))

    # ---------------------------------------------------------------------------------------------- branching

    def block(self, name: str = "") -> ir.Block:
        return self.code.append_basic_block(name)

    def enter(self, block: ir.Block) -> None:
        self.build.position_at_end(block)

    @property
    def is_closed(self) -> bool:
        """Control has left: nothing can be written here any more."""
        return bool(self.build.block.is_terminated)

    def unlikely(self, test: ir.Value, cold: ir.Block) -> None:
        """Goes to a cold block if the test holds, else on."""
        after = self.block()
        self.build.cbranch(test, cold, after).set_weights(_COLD)
        self.enter(after)

    # ---------------------------------------------------------------------------------------------- failing

    def give_back(self, left: ir.Value, parts: Sequence[ir.Value] = (), *, build: IRBuilder | None = None) -> None:
        """Ends the function: with these registers of its value, if it has one to give, and the steps that are left.

        All ends of a function meet in one block, where every register has a phi of its own. If each gave its pair back
        LLVM would bring whole pairs together, and in callers that such a function is written into it would see no more
        which of them are failures."""
        build = build or self.build
        kinds = self.code.function_type.return_type.elements
        if self._end is None or len(self._end[1][0].ways) == MOST_WAYS:
            block = self.code.append_basic_block("end")
            end = IRBuilder(block)
            phis = [end.phi(kind) for kind in kinds]
            result: ir.Value = ir.Constant(self.code.function_type.return_type, [zero(kind) for kind in kinds])
            for place, phi in enumerate(phis):
                result = end.insert_value(result, phi, place)
            end.ret(result)
            self._end = block, phis
        block, phis = self._end
        for phi, part in zip(phis, (*(parts or map(zero, kinds[:-1])), left), strict=True):
            phi.add_incoming(part, build.block)
        build.branch(block)

    def _leaving(self, error: Error | None, a: ir.Value | int = 0, b: ir.Value | int = 0) -> ir.Block:
        """The block that gives a failure to the caller, told what to blame it on if one comes there from here. None:
        something that was called has failed and has said why."""
        details = [number(each) if isinstance(each, int) else each for each in (a, b)]
        if all(each.ref == "0" for each in details):
            details = []
        way = self._ways.get(len(details))
        if way is None or len(way[1][0].ways) == MOST_WAYS:
            block = self.code.append_basic_block("leaving")
            build = IRBuilder(block)
            phis = [build.phi(I32), *(build.phi(I64) for _ in details)]
            build.call(self.compiler.blaming(len(details)), [self.base, build.load(self.steps, typ=I64), *phis])
            self.give_back(left_with(Status.FAILED), build=build)
            way = self._ways[len(details)] = block, phis
        block, phis = way
        what = ir.Constant(I32, (error or 0) << PLACE_BITS | self.place)
        for phi, value in zip(phis, (what, *details), strict=True):
            phi.add_incoming(value, self.build.block)
        return block

    def fail(self, error: Error, a: ir.Value | int = 0, b: ir.Value | int = 0) -> None:
        """Ends the function here with this error."""
        self.build.branch(self._leaving(error, a, b))

    def fail_when(self, test: ir.Value, error: Error, a: ir.Value | int = 0, b: ir.Value | int = 0) -> None:
        self.unlikely(test, self._leaving(error, a, b))

    def pass_on(self) -> None:
        """Ends the function here: something it called has failed."""
        self.build.branch(self._leaving(None))

    def pass_on_when(self, test: ir.Value) -> None:
        self.unlikely(test, self._leaving(None))

    # ---------------------------------------------------------------------------------------------- the runtime

    def runtime(self, name: str, *args: ir.Value | int) -> ir.Value:
        """Calls a function of the runtime; one that can fail is watched."""
        low, function = self.compiler.runtime(name)
        values = [number(arg) if isinstance(arg, int) else arg for arg in args]
        if low.params[0] == "a":
            values.insert(0, self.absolute(self.base))
        if low.takes_steps:
            self.hand_steps_over()
        result = self.build.call(function, values)
        if low.is_failing:
            self.pass_on_when(self.build.icmp_unsigned("!=", self.load(Host.ERROR), number(0)))
        if low.takes_steps:
            self.take_steps_back()
        return result

    # ------------------------------------------------------------------------------------------------ budgets

    def take_steps(self, amount: ir.Value | int = 1, *, looks: bool = False) -> None:
        """`looks`: and stops if the host wants it. So must whatever could go on for long."""
        left = self.build.sub(self.left, number(amount) if isinstance(amount, int) else amount, flags=("nsw",))
        self.build.store(left, self.steps)
        if looks:
            # All its bits are set to stop.
            left = self.build.or_(left, self.build.poll(self.address(Host.CANCEL), typ=I64))
        self.fail_when(self.build.icmp_signed("<", left, number(0)), Error.STEPS)

    @property
    def left(self) -> ir.Value:
        """The steps that are left."""
        return self.build.load(self.steps, typ=I64)

    def hand_steps_over(self) -> None:
        """The steps that are left go to memory: somebody else takes from them, or the function stops."""
        self.store(State.STEPS, self.left)

    def take_steps_back(self) -> None:
        self.build.store(self.load(State.STEPS), self.steps)

    def take_memory(self, amount: ir.Value | int) -> None:
        left = self.build.sub(self.load(State.ROOM), number(amount) if isinstance(amount, int) else amount)
        self.store(State.ROOM, left)
        self.fail_when(self.build.icmp_signed("<", left, number(0)), Error.MEMORY)

    def change_depth(self, by: int) -> ir.Value:
        depth = self.build.add(self.load(State.DEPTH), number(by))
        self.store(State.DEPTH, depth)
        return depth

    def deeper(self) -> None:
        """A call that could pile up: counted, and stopped before the machine's stack ends."""
        depth = self.change_depth(-1)
        self.fail_when(self.build.icmp_signed("<", depth, number(0)), Error.DEPTH)
        stack = self.absolute(self.build.call(self.compiler.intrinsic("llvm.stacksave", POINTER), []))
        self.fail_when(self.build.icmp_unsigned("<", stack, self.load(Host.STACK_LIMIT)), Error.DEPTH)

    def allocate(self, type_number: int, size: int) -> ir.Value:
        """A heap object of this many bytes in all; its offset."""
        offset = self.load(State.BUMP)
        end = self.build.add(offset, number(size + 7 & ~7))
        self.fail_when(self.build.icmp_signed(">", end, self.load(Host.LIMIT)), Error.MEMORY)
        self.store(State.BUMP, end)
        self.store(offset, number(type_number))
        return offset

    def changed(self, container: ir.Value) -> None:
        """Before a list, table or object changes: an open attempt remembers it, and drivers notice."""
        self.store(State.WRITES, self.build.add(self.load(State.WRITES), number(1)))
        if self.compiler.journals:
            self.runtime("keep", container)

    # ----------------------------------------------------------------------------------------------- numbers

    def checked(self, operation: str, left: ir.Value, right: ir.Value, low: int | None, high: int | None) -> Value:
        """`add`, `sub` or `mul` of ints, checked for overflow unless its bounds show that it cannot."""
        if low is not None and high is not None and low >= -(2**63) and high < 2**63:
            plain = {"add": self.build.add, "sub": self.build.sub, "mul": self.build.mul}[operation]
            return Value((plain(left, right, flags=("nsw",)),), low, high)
        pair = self.build.call(
            self.compiler.intrinsic(f"llvm.s{operation}.with.overflow.i64", ir.LiteralStructType([I64, I1]), I64, I64),
            [left, right],
        )
        self.fail_when(self.build.extract_value(pair, 1), Error.OVERFLOW)
        return Value((self.build.extract_value(pair, 0),))

    def merged(self, values: Sequence[tuple[Value, ir.Block]]) -> Value:
        """At the start of a block: the value that came along the way taken."""
        if len(values) == 1:
            return values[0][0]
        parts = []
        for place in range(len(values[0][0].parts)):
            phi = self.build.phi(values[0][0].parts[place].type)
            for value, block in values:
                phi.add_incoming(value.parts[place], block)
            parts.append(phi)
        lows, highs = [v.low for v, _ in values], [v.high for v, _ in values]
        low = min(x for x in lows if x is not None) if None not in lows else None
        high = max(x for x in highs if x is not None) if None not in highs else None
        return Value(tuple(parts), low, high)
