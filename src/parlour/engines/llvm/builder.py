"""Instructions as LLVM text: a builder that adds them to a block.

Within a block an instruction that does nothing but compute is written once: whoever asks for it again is given the
first one.

    >>> from parlour.engines.llvm.text import Function, FunctionType, IntType, Module
    >>> number = IntType(64)
    >>> module = Module()
    >>> twice = Function(module, FunctionType(number, [number]), "twice")
    >>> build = IRBuilder(twice.append_basic_block())
    >>> build.ret(build.add(twice.args[0], twice.args[0]))
    >>> print(module)
    define i64 @twice(i64 %p0) {
    b0:
      %v0 = add i64 %p0, %p0
      ret i64 %v0
    }
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from parlour.engines.llvm import text as ir

_I1, _POINTER = ir.IntType(1), ir.PointerType()

_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_FLOAT_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "ord": "rd", "uno": "no"}


class IRBuilder:
    """Writes at the end of a block; into one that is closed, before its end."""

    __slots__ = ("block",)

    def __init__(self, block: ir.Block) -> None:
        self.block = block

    def position_at_end(self, block: ir.Block) -> None:
        self.block = block

    @contextmanager
    def goto_entry_block(self) -> Iterator[None]:
        before = self.block
        self.block = before.function.blocks[0]
        try:
            yield
        finally:
            self.block = before

    # ------------------------------------------------------------------------------------------------- pieces

    def _put(self, line: ir.Line) -> None:
        block = self.block
        if block.is_terminated:
            block.lines.insert(len(block.lines) - 1, line)
        else:
            block.lines.append(line)

    def _end(self, line: ir.Line) -> None:
        self._put(line)
        self.block.is_terminated = True

    def _fresh(self) -> str:
        function = self.block.function
        function.count += 1
        return f"%v{function.count - 1}"

    def _do(self, type_: ir.Type, text: str) -> ir.Value:
        """What an instruction gives that reads or changes something."""
        ref = self._fresh()
        self._put(f"  {ref} = {text}")
        return ir.Value(type_, ref)

    def _compute(self, type_: ir.Type, text: str) -> ir.Value:
        """What an instruction gives that depends on nothing but what it is given."""
        known = self.block.known
        found = known.get(text)
        if found is None:
            found = known[text] = self._do(type_, text)
        return found

    def _binary(self, name: str, left: ir.Value, right: ir.Value, flags: Sequence[str] = ()) -> ir.Value:
        words = f"{name} {' '.join(flags)}" if flags else name
        return self._compute(left.type, f"{words} {left.type.text} {left.ref}, {right.ref}")

    def _cast(self, name: str, value: ir.Value, to: ir.Type) -> ir.Value:
        if value.type is to:
            return value
        return self._compute(to, f"{name} {value.type.text} {value.ref} to {to.text}")

    # ------------------------------------------------------------------------------------------------ numbers

    def add(self, left: ir.Value, right: ir.Value, *, flags: Sequence[str] = ()) -> ir.Value:
        return self._binary("add", left, right, flags)

    def sub(self, left: ir.Value, right: ir.Value, *, flags: Sequence[str] = ()) -> ir.Value:
        return self._binary("sub", left, right, flags)

    def mul(self, left: ir.Value, right: ir.Value, *, flags: Sequence[str] = ()) -> ir.Value:
        return self._binary("mul", left, right, flags)

    def sdiv(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("sdiv", left, right)

    def srem(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("srem", left, right)

    def udiv(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("udiv", left, right)

    def urem(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("urem", left, right)

    def and_(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("and", left, right)

    def or_(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("or", left, right)

    def xor(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("xor", left, right)

    def shl(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("shl", left, right)

    def lshr(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("lshr", left, right)

    def ashr(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("ashr", left, right)

    def fadd(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("fadd", left, right)

    def fsub(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("fsub", left, right)

    def fmul(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("fmul", left, right)

    def fdiv(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("fdiv", left, right)

    def frem(self, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._binary("frem", left, right)

    def fneg(self, value: ir.Value) -> ir.Value:
        return self._compute(value.type, f"fneg {value.typed}")

    def neg(self, value: ir.Value) -> ir.Value:
        return self._binary("sub", ir.Constant(value.type, 0), value)

    def not_(self, value: ir.Value) -> ir.Value:
        return self._binary("xor", value, ir.Constant(value.type, -1))

    # ------------------------------------------------------------------------------------- from type to type

    def zext(self, value: ir.Value, to: ir.Type) -> ir.Value:
        return self._cast("zext", value, to)

    def sext(self, value: ir.Value, to: ir.Type) -> ir.Value:
        return self._cast("sext", value, to)

    def trunc(self, value: ir.Value, to: ir.Type) -> ir.Value:
        return self._cast("trunc", value, to)

    def bitcast(self, value: ir.Value, to: ir.Type) -> ir.Value:
        return self._cast("bitcast", value, to)

    def sitofp(self, value: ir.Value, to: ir.Type) -> ir.Value:
        return self._cast("sitofp", value, to)

    def fptosi(self, value: ir.Value, to: ir.Type) -> ir.Value:
        return self._cast("fptosi", value, to)

    def ptrtoint(self, value: ir.Value, to: ir.Type) -> ir.Value:
        return self._cast("ptrtoint", value, to)

    def inttoptr(self, value: ir.Value, to: ir.Type) -> ir.Value:
        return self._cast("inttoptr", value, to)

    # -------------------------------------------------------------------------------------------- comparisons

    def icmp_signed(self, sign: str, left: ir.Value, right: ir.Value) -> ir.Value:
        name = _COMPARISONS[sign]
        return self._compare("icmp", name if name in ("eq", "ne") else f"s{name}", left, right)

    def icmp_unsigned(self, sign: str, left: ir.Value, right: ir.Value) -> ir.Value:
        name = _COMPARISONS[sign]
        return self._compare("icmp", name if name in ("eq", "ne") else f"u{name}", left, right)

    def fcmp_ordered(self, sign: str, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._compare("fcmp", f"o{_FLOAT_COMPARISONS[sign]}", left, right)

    def fcmp_unordered(self, sign: str, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._compare("fcmp", f"u{_FLOAT_COMPARISONS[sign]}", left, right)

    def _compare(self, kind: str, name: str, left: ir.Value, right: ir.Value) -> ir.Value:
        return self._compute(_I1, f"{kind} {name} {left.type.text} {left.ref}, {right.ref}")

    def select(self, test: ir.Value, yes: ir.Value, no: ir.Value) -> ir.Value:
        return self._compute(yes.type, f"select i1 {test.ref}, {yes.typed}, {no.typed}")

    # ------------------------------------------------------------------------------------------------- memory

    def alloca(self, type_: ir.Type, size: int = 1) -> ir.Value:
        count = f", i32 {size}" if size != 1 else ""
        return self._do(_POINTER, f"alloca {type_.text}{count}")

    def load(self, pointer: ir.Value, *, typ: ir.Type) -> ir.Value:
        return self._do(typ, f"load {typ.text}, ptr {pointer.ref}")

    def poll(self, pointer: ir.Value, *, typ: ir.Type) -> ir.Value:
        """What lies there at this moment: another thread may write it."""
        return self._do(typ, f"load volatile {typ.text}, ptr {pointer.ref}")

    def splat(self, value: ir.Value, count: int) -> ir.Value:
        """A vector with a value in each of so many places."""
        vector = ir.VectorType(value.type, count)
        first = self._compute(vector, f"insertelement {vector.text} poison, {value.typed}, i64 0")
        whole = f"shufflevector {vector.text} {first.ref}, {vector.text} poison, <{count} x i32> zeroinitializer"
        return self._compute(vector, whole)

    def equal_items(self, pointer: ir.Value, count: int, value: ir.Value) -> ir.Value:
        """Which of so many items in a row, on a boundary of eight bytes, equal a value: a bit for each, as an int."""
        vector = ir.VectorType(value.type, count)
        items = self._do(vector, f"load {vector.text}, ptr {pointer.ref}, align 8")
        wanted = self.splat(value, count)
        equal = self._compute(ir.VectorType(_I1, count), f"icmp eq {vector.text} {items.ref}, {wanted.ref}")
        return self._compute(ir.IntType(count), f"bitcast {equal.typed} to i{count}")

    def store(self, value: ir.Value, pointer: ir.Value) -> None:
        self._put(f"  store {value.type.text} {value.ref}, ptr {pointer.ref}")

    def gep(self, pointer: ir.Value, indices: Sequence[ir.Value], *, source_etype: ir.Type) -> ir.Value:
        if len(indices) == 1 and indices[0].ref == "0":
            return pointer
        steps = "".join([f", {index.type.text} {index.ref}" for index in indices])
        return self._compute(_POINTER, f"getelementptr {source_etype.text}, ptr {pointer.ref}{steps}")

    def extract_value(self, value: ir.Value, place: int) -> ir.Value:
        return self._compute(value.type.elements[place], f"extractvalue {value.typed}, {place}")

    def insert_value(self, value: ir.Value, part: ir.Value, place: int) -> ir.Value:
        return self._compute(value.type, f"insertvalue {value.typed}, {part.typed}, {place}")

    # ------------------------------------------------------------------------------------------------ control

    def call(
        self, function: ir.Function, args: Sequence[ir.Value], *, cconv: str = "", tail: str | None = None
    ) -> ir.Value:
        function.uses += 1
        result = function.function_type.return_type
        words = [tail or "", "call", cconv, result.text]
        given = ", ".join([f"{arg.type.text} {arg.ref}" for arg in args])
        text = f"{' '.join([word for word in words if word])} {function.ref}({given})"
        if result.text != "void":
            return self._do(result, text)
        self._put(f"  {text}")
        return ir.Value(result, "")

    def call_at(self, address: ir.Value, args: Sequence[ir.Value]) -> None:
        """Calls a function that gives nothing, by where it is."""
        given = ", ".join([f"{arg.type.text} {arg.ref}" for arg in args])
        self._put(f"  call void {address.ref}({given})")

    def phi(self, type_: ir.Type) -> ir.Phi:
        phi = ir.Phi(type_, self._fresh())
        self._put(phi)
        return phi

    def branch(self, block: ir.Block, *, unrolls: bool = False) -> None:
        """`unrolls`: it goes back to the top of a loop that is to be written out turn by turn."""
        self._end(f"  br label %{block.name}{self.block.function.module.unroll() if unrolls else ''}")

    def cbranch(self, test: ir.Value, yes: ir.Block, no: ir.Block) -> ir.Branch:
        branch = ir.Branch(self.block.function.module, f"  br i1 {test.ref}, label %{yes.name}, label %{no.name}")
        self._end(branch)
        return branch

    def switch(self, value: ir.Value, default: ir.Block) -> ir.Switch:
        switch = ir.Switch(value, default)
        self._end(switch)
        return switch

    def ret(self, value: ir.Value) -> None:
        self._end(f"  ret {value.typed}")

    def ret_void(self) -> None:
        self._end("  ret void")

    def unreachable(self) -> None:
        self._end("  unreachable")

    @contextmanager
    def if_then(self, test: ir.Value) -> Iterator[None]:
        """What is written inside happens where the test holds; it may leave by itself."""
        function = self.block.function
        inside, after = function.append_basic_block(), function.append_basic_block()
        self.cbranch(test, inside, after)
        self.position_at_end(inside)
        yield
        if not self.block.is_terminated:
            self.branch(after)
        self.position_at_end(after)
