"""Expressions of core as instructions: evaluated from left to right, then the operation acts, as core says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from parlour.core import nodes, types
from parlour.engines.llvm import text as ir
from parlour.engines.native.compile.anys import Anys
from parlour.engines.native.compile.boards import make_board
from parlour.engines.native.compile.code import I1, I32, Value, number
from parlour.engines.native.compile.operations import write_op
from parlour.engines.native.layout import T_BLOCK, Error, State
from parlour.engines.native.runtime.lists import BLOCK_HEAD, LIST_SIZE

# Of more operands than this each waits on the machine's stack until all are there. In registers every one would have to
# be followed through the blocks of all that come after it, which takes LLVM the square of their number.
MOST_HELD = 100


class Writer(Anys):
    """Writes the expressions of one function. `locals` holds the stack cells of every local, `flags` one more for each
    that may be unset. Of those in `measures` only the lengths are kept; see `measured.py`."""

    locals: dict[str, tuple[ir.Value, ...]]
    flags: dict[str, ir.Value]
    measures: dict[str, tuple[ir.Value, ir.Value]]
    formula: dict[str, Value] | None = None

    def operands(self, parts: Sequence[nodes.Expr]) -> list[Value]:
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

    def expression(self, expr: nodes.Expr) -> Value:
        with self.staying():
            if expr.span is not None and self.formula is None:
                self.at(expr.span)
            return self._expression(expr)

    def condition(self, expr: nodes.Expr) -> ir.Value:
        return self.expression(expr).only

    def _expression(self, expr: nodes.Expr) -> Value:
        match expr:
            case nodes.Const(value, type_):
                return self.compiler.constant(value, type_)
            case nodes.Local(name=name):
                return self.read_local(name)
            case nodes.Global(name=name):
                return self._global(name, expr.type)
            case nodes.Op():
                return write_op(self, expr)
            case nodes.And(left, right):
                return self._short(left, right, is_and=True)
            case nodes.Or(left, right):
                return self._short(left, right, is_and=False)
            case nodes.Choose(condition, then, otherwise):
                return self._choose(condition, then, otherwise)
            case nodes.Call() | nodes.VirtualCall():
                return self.call(expr)
            case nodes.MakeTuple(items=items):
                return Value(tuple(part for value in self.operands(items) for part in value.parts))
            case nodes.TupleItem(tuple=inner, index=index):
                return self._item(inner, index, expr.type)
            case nodes.MakeBoard(items, type_):
                assert isinstance(type_, types.BoardType)
                return make_board(self, type_, self.operands(items))
            case nodes.MakeList(items, type_):
                return self._list(items, type_)
            case nodes.New():
                return self._new(expr)
            case nodes.Field(inner, name):
                return self._field(inner, name)
            case nodes.Convert(inner, type_):
                return self.convert(self.expression(inner), inner.type, type_)
            case nodes.Narrow(inner, type_):
                return self.narrow(self.expression(inner), inner.type, type_)
            case nodes.Is(inner, type_):
                return Value((self.test(self.expression(inner), inner.type, type_),))
            case nodes.Chance(of):
                drawn = self.expression(of)
                result = self.runtime("draw" if of.type == types.INT else "draw_weighted", drawn.only)
                high = None if of.type != types.INT or drawn.high is None else max(drawn.high - 1, 0)
                return Value((result,), 0, high)
            case nodes.Speculate():
                return self._speculate(expr)
            case nodes.Tracked(class_name=class_name):
                wanted, list_type = self.types.number(types.ObjectType(class_name)), self.types.number(expr.type)
                return Value((self.runtime("tracked", wanted, list_type),))
            case nodes.NewSeat(name=seat_name):
                return Value((self.runtime("new_seat", self.expression(seat_name).only),))
            case _:
                assert_never(expr)

    # ---------------------------------------------------------------------------------------------- variables

    def read_local(self, name: str) -> Value:
        if self.formula is not None:
            return self.formula[name]
        if name in self.flags:
            is_set = self.build.load(self.flags[name], typ=I1)
            self.fail_when(self.build.not_(is_set), Error.UNSET, self.compiler.text(name))
        kinds = self.registers(self.variables[name].type)
        parts = [self.build.load(cell, typ=kind) for cell, kind in zip(self.locals[name], kinds, strict=True)]
        low, high = self.ranges.get(name, (None, None))
        return Value(tuple(parts), low, high)

    def write_local(self, name: str, value: Value) -> None:
        for cell, part in zip(self.locals[name], value.parts, strict=True):
            self.build.store(part, cell)
        if name in self.flags:
            self.build.store(ir.Constant(I1, 1), self.flags[name])

    def _global(self, name: str, type_: types.Type) -> Value:
        offset = self.compiler.global_offset(name)
        if self.compiler.may_be_unset(name):
            is_set = self.load(offset)
            self.fail_when(self.build.icmp_unsigned("==", is_set, number(0)), Error.UNSET, self.compiler.text(name))
        return self.read_slots(self.address(offset + 8), type_)

    def _item(self, inner: nodes.Expr, index: int, type_: types.Type) -> Value:
        value = self.expression(inner)
        assert isinstance(inner.type, types.TupleType)
        first = sum(self.types.width(item) for item in inner.type.items[:index])
        return Value(value.parts[first : first + self.types.width(type_)])

    # ------------------------------------------------------------------------------------------------ branches

    def _short(self, left: nodes.Expr, right: nodes.Expr, *, is_and: bool) -> Value:
        first = self.condition(left)
        before = self.build.block
        more, after = self.block(), self.block()
        if is_and:
            self.build.cbranch(first, more, after)
        else:
            self.build.cbranch(first, after, more)
        self.enter(more)
        second = self.condition(right)
        end = self.build.block
        self.build.branch(after)
        self.enter(after)
        short = Value((ir.Constant(I1, int(not is_and)),))
        return self.merged([(short, before), (Value((second,)), end)])

    def _choose(self, condition: nodes.Expr, then: nodes.Expr, otherwise: nodes.Expr) -> Value:
        test = self.condition(condition)
        yes, no, after = self.block(), self.block(), self.block()
        self.build.cbranch(test, yes, no)
        found = []
        for block, side in ((yes, then), (no, otherwise)):
            self.enter(block)
            value = self.expression(side)
            found.append((value, self.build.block))
            self.build.branch(after)
        self.enter(after)
        return self.merged(found)

    # --------------------------------------------------------------------------------------------------- calls

    def arguments(self, args: Sequence[nodes.Expr], callee: nodes.Function | None) -> list[Value]:
        """Arguments of a call, with the charge of a routine taken where the author's own code calls it."""
        values = self.operands(args)
        if callee is not None and callee.charge is not None and not self.function.is_routine:
            self._charge(callee, values)
        return values

    def _charge(self, routine: nodes.Function, args: Sequence[Value]) -> None:
        assert routine.charge is not None
        if isinstance(routine.charge, nodes.Const):
            if routine.charge.value:
                assert isinstance(routine.charge.value, int)
                self.take_steps(routine.charge.value)
            return
        # Its formula, with the arguments in the place of its parameters; all of it belongs to the caller's line.
        self.formula = dict(zip((param.name for param in routine.params), args, strict=True))
        steps = self.expression(routine.charge).only
        self.formula = None
        self.take_steps(steps)

    def call(self, expr: nodes.Call | nodes.VirtualCall) -> Value:
        targets = self.compiler.targets(expr)
        callee = self.compiler.functions[targets[0]] if len(targets) == 1 else None
        return self.calling(expr, self.arguments(expr.args, callee))

    def calling(self, expr: nodes.Call | nodes.VirtualCall | nodes.Speculate, args: Sequence[Value]) -> Value:
        """The call itself, counted for depth where it could pile up. The function called does not ask."""
        targets = self.compiler.targets(expr)
        counts = any((self.function.name, name) in self.compiler.counted for name in targets)
        if counts:
            self.deeper()
        result = self.raw_call(targets, expr, args)
        self.watch(self.status(result), targets)
        if counts:
            self.change_depth(1)
        return self.result_of(result, expr.type)

    def raw_call(
        self, targets: Sequence[str], expr: nodes.Call | nodes.VirtualCall | nodes.Speculate, args: Sequence[Value]
    ) -> ir.Value:
        """What the function reached gives back, status and all."""
        registers = [part for value in args for part in value.parts]
        if len(targets) == 1:
            return self.call_function(targets[0], registers)
        assert isinstance(expr, nodes.VirtualCall)
        after = self.block()
        found: list[tuple[ir.Value, ir.Block]] = []
        for target in self.each_target(expr, args[0].only):
            found.append((self.call_function(target, registers), self.build.block))
            self.build.branch(after)
        self.enter(after)
        phi = self.build.phi(found[0][0].type)
        for value, block in found:
            phi.add_incoming(value, block)
        return phi

    def each_target(self, expr: nodes.VirtualCall, receiver: ir.Value) -> Iterator[str]:
        """The functions a virtual call may reach, one after the other, each with the block that calls it open."""
        kind = self.load(receiver, I32)
        blocks = [(target, numbers, self.block()) for target, numbers in self.compiler.methods(expr).items()]
        # The world is closed: whatever the other blocks leave belongs to the last.
        switch = self.build.switch(kind, blocks[-1][2])
        for _, numbers, block in blocks[:-1]:
            for class_number in numbers:
                switch.add_case(ir.Constant(I32, class_number), block)
        for target, _, block in blocks:
            self.enter(block)
            yield target

    def call_function(self, name: str, registers: Sequence[ir.Value], *, is_tail: bool = False) -> ir.Value:
        first: list[ir.Value] = [self.base]
        if name in self.compiler.plan.asking:
            first.append(ir.Constant(I32, 0))
        passed = self.compiler.passing[name]
        self.write_slots(self.address(self.compiler.argument_offset), Value(tuple(passed.left_over(registers))))
        given = [*first, *passed.given(registers)]
        return self.build.call(self.compiler.code[name], given, cconv="tailcc", tail="musttail" if is_tail else None)

    def status(self, result: ir.Value) -> ir.Value:
        return self.build.extract_value(result, len(result.type.elements) - 1)

    def result_of(self, result: ir.Value, type_: types.Type) -> Value:
        kinds = self.registers(type_)
        if type_ == types.NONE:
            return Value((number(0),))
        if len(result.type.elements) == 1:
            return self.read_slots(self.address(self.compiler.result_offset), type_)
        return Value(tuple(self.build.extract_value(result, place) for place in range(len(kinds))))

    def watch(self, status: ir.Value, targets: Sequence[str]) -> None:
        """Goes on only if the call came to its end; `statements.py` knows where abandoning leads."""
        raise NotImplementedError

    def _speculate(self, expr: nodes.Speculate) -> Value:
        callee = self.compiler.functions[expr.function]
        args = self.arguments(expr.args, callee)
        effects = self.compiler.effects[expr.function]
        is_free = effects.leaves_no_trace
        bump = self.load(State.BUMP)
        noted = self._noted() if is_free and self.compiler.journals else None
        shown = [self._on_display(name) for name in sorted(effects.displays) if not self.compiler.vanishes(name)]
        # Of one that leaves no trace, only what it allocated has to be given back.
        saved = self.load(State.ROOM) if is_free else self.absolute(self.local_space(8))
        if not is_free:
            self.runtime("speculate", saved)
        targets = self.compiler.targets(expr)
        counts = any((self.function.name, name) in self.compiler.counted for name in targets)
        if counts:
            self.deeper()
        result = self.raw_call(targets, expr, args)
        if not is_free:
            self.runtime("unspeculate", saved)
        for offset, words in shown:
            self.write_slots(self.address(offset), words)
        self.watch(self.status(result), targets)
        if counts:
            self.change_depth(1)
        if is_free:
            self.store(State.ROOM, saved)
        if self._is_number(expr.type):
            if noted is not None:
                nothing_new = self.build.icmp_unsigned("==", self._noted(), noted)
                bump = self.build.select(nothing_new, bump, self.load(State.BUMP))
            self.store(State.BUMP, bump)
        return self.result_of(result, expr.type)

    def _noted(self) -> ir.Value:
        """How much an open attempt has noted. It also notes what a speculation makes and then changes, and does so in
        memory that was taken since; if there is more than before, that cannot be given back."""
        journal = self.load(State.JOURNAL)
        count = self.load(self.plus(journal, 16))
        return self.build.select(self.build.icmp_unsigned("==", journal, number(0)), number(0), count)

    def _on_display(self, name: str) -> tuple[int, Value]:
        """Where a presentation global lies, and what is there now: whether it is set, and its slots."""
        offset = self.compiler.global_offset(name)
        width = self.types.width(self.compiler.program.globals[self.compiler.globals[name]].type)
        return offset, Value(tuple(self.load(offset + 8 * place) for place in range(1 + width)))

    def _is_number(self, type_: types.Type) -> bool:
        """Values of this type are in registers; nothing of them lies in the heap."""
        match type_:
            case types.TupleType(items):
                return all(map(self._is_number, items))
            case types.OptionalType(item=item):
                return self._is_number(item)
        return not self.types.is_pointer(type_) and type_ != types.ANY

    # ------------------------------------------------------------------------------------------------ references

    def _list(self, items: Sequence[nodes.Expr], type_: types.Type) -> Value:
        assert isinstance(type_, types.ListType)
        values = self.operands(items)
        self.take_memory(16 + 8 * types.slots(type_.item) * len(values))
        # The block of the elements comes right after the list, so that both are one allocation.
        count, width = len(values), self.types.width(type_.item)
        made = self.allocate(self.types.number(type_), LIST_SIZE + (BLOCK_HEAD + 8 * width * count if count else 0))
        block = self.plus(made, LIST_SIZE)
        for place, word in enumerate((number(count), number(count), block if count else number(0)), 1):
            self.store(self.plus(made, 8 * place), word)
        if count:
            self.store(block, number(T_BLOCK))
            self.store(self.plus(block, 8), number(width * count))
        for place, value in enumerate(values):
            self.write_slots(self.address(self.plus(block, BLOCK_HEAD + 8 * width * place)), value)
        return Value((made,))

    def _new(self, expr: nodes.New) -> Value:
        given = iter(self.operands([arg for arg in expr.args if arg is not None]))
        fields = self.types.fields(expr.class_name)
        self.take_memory(16 + 8 * sum(types.slots(var.type) for var in fields))
        size = 16 + 8 * self.types.object_width(expr.class_name)
        made = self.allocate(self.types.number(types.ObjectType(expr.class_name)), size)
        serial = self.load(State.SERIAL)
        self.store(self.plus(made, 8), serial)
        self.store(State.SERIAL, self.build.add(serial, number(1)))
        place = 16
        for variable, arg in zip(fields, expr.args, strict=True):
            if variable.may_be_unset:
                self.store(self.plus(made, place), number(int(arg is not None)))
                place += 8
            value = self.nothing(variable.type) if arg is None else next(given)
            self.write_slots(self.address(self.plus(made, place)), value)
            place += 8 * len(value.parts)
        return Value((made,))

    def _field(self, inner: nodes.Expr, name: str) -> Value:
        value = self.expression(inner).only
        assert isinstance(inner.type, types.ObjectType)
        place, variable = self.types.field_place(inner.type.name, name)
        offset = self.plus(value, 16 + 8 * place)
        if variable.may_be_unset:
            is_set = self.load(offset)
            self.fail_when(self.build.icmp_unsigned("==", is_set, number(0)), Error.UNSET, self.compiler.text(name))
            offset = self.plus(offset, 8)
        return self.read_slots(self.address(offset), variable.type)
