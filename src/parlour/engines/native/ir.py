"""LLVM text, written as it is asked for: modules, functions, blocks, and a builder that adds instructions to a block.

The names are those of `llvmlite.ir`. That one keeps an object for every instruction and makes text of all of them at
the end; here an instruction is its text from the beginning, which takes a third of the time. Within a block an
instruction that does nothing but compute is written once: whoever asks for it again is given the first one.

    >>> module = Module()
    >>> twice = Function(module, FunctionType(I64, [I64]), "twice")
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

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

# ------------------------------------------------------------------------------------------------------- types


class Type:
    """A type by its text; the same type is always the same object. `elements` are those of a struct."""

    __slots__ = ("elements", "text")

    def __init__(self, text: str, elements: tuple[Type, ...] = ()) -> None:
        self.text = text
        self.elements = elements

    def __repr__(self) -> str:
        return self.text


@cache
def IntType(bits: int) -> Type:
    return Type(f"i{bits}")


@cache
def DoubleType() -> Type:
    return Type("double")


@cache
def PointerType() -> Type:
    return Type("ptr")


@cache
def VoidType() -> Type:
    return Type("void")


@cache
def ArrayType(item: Type, count: int) -> Type:
    return Type(f"[{count} x {item.text}]")


def LiteralStructType(elements: Sequence[Type]) -> Type:
    return _struct(tuple(elements))


@cache
def _struct(elements: tuple[Type, ...]) -> Type:
    return Type(f"{{{', '.join(each.text for each in elements)}}}", elements)


class FunctionType:
    __slots__ = ("args", "return_type")

    def __init__(self, return_type: Type, args: Sequence[Type]) -> None:
        self.return_type = return_type
        self.args = tuple(args)


I1, I32, I64 = IntType(1), IntType(32), IntType(64)
_POINTER = PointerType()

# ------------------------------------------------------------------------------------------------------ values


class Value:
    """What an instruction can be given: its type, and how text refers to it."""

    __slots__ = ("ref", "type")

    def __init__(self, type_: Type, ref: str) -> None:
        self.type = type_
        self.ref = ref

    @property
    def typed(self) -> str:
        return f"{self.type.text} {self.ref}"


class _Undefined:
    """The value of a constant that may be anything."""


Undefined = _Undefined()


class Constant(Value):
    """A number, or the parts of a struct or an array."""

    __slots__ = ("constant",)

    def __init__(self, type_: Type, constant: int | float | Sequence[Constant] | _Undefined) -> None:
        self.type = type_
        self.constant = constant
        if isinstance(constant, int):
            self.ref = str(int(constant))
        elif isinstance(constant, float):
            (bits,) = struct.unpack("<Q", struct.pack("<d", constant))
            self.ref = f"0x{bits:016x}"
        elif isinstance(constant, _Undefined):
            self.ref = "undef"
        else:
            inside = ", ".join([part.typed for part in constant])
            self.ref = f"{{{inside}}}" if type_.elements else f"[{inside}]"


class Phi(Value):
    """A value that depends on the block one comes from."""

    __slots__ = ("ways",)

    def __init__(self, type_: Type, ref: str) -> None:
        super().__init__(type_, ref)
        self.ways: list[tuple[str, str]] = []

    def add_incoming(self, value: Value, block: Block) -> None:
        self.ways.append((value.ref, block.name))

    def __str__(self) -> str:
        ways = ", ".join([f"[{ref}, %{name}]" for ref, name in self.ways])
        return f"  {self.ref} = phi {self.type.text} {ways}"


class Branch:
    """A branch with a condition; weights say how often each way is taken."""

    __slots__ = ("module", "text")

    def __init__(self, module: Module, text: str) -> None:
        self.module = module
        self.text = text

    def set_weights(self, weights: tuple[int, ...]) -> None:
        self.text += f", !prof !{self.module.weights.setdefault(weights, len(self.module.weights))}"

    def __str__(self) -> str:
        return self.text


class Switch:
    """A branch by a number."""

    __slots__ = ("cases", "head")

    def __init__(self, value: Value, default: Block) -> None:
        self.head = f"  switch {value.typed}, label %{default.name}"
        self.cases: list[str] = []

    def add_case(self, value: Value, block: Block) -> None:
        self.cases.append(f"{value.typed}, label %{block.name}")

    def __str__(self) -> str:
        return f"{self.head} [{' '.join(self.cases)}]"


Line = str | Phi | Branch | Switch


class Block:
    """Instructions one after the other; `known` are those that only compute, by their text."""

    __slots__ = ("function", "is_terminated", "known", "lines", "name")

    def __init__(self, function: Function, name: str) -> None:
        self.function = function
        self.name = name
        self.lines: list[Line] = []
        self.known: dict[str, Value] = {}
        self.is_terminated = False


class GlobalVariable(Value):
    __slots__ = ("global_constant", "initializer", "value_type")

    def __init__(self, module: Module, type_: Type, name: str) -> None:
        super().__init__(_POINTER, f"@{name}")
        self.value_type = type_
        self.global_constant = False
        self.initializer: Constant | None = None
        module.globals[name] = self

    def __str__(self) -> str:
        assert self.initializer is not None
        return f"{self.ref} = {'constant' if self.global_constant else 'global'} {self.initializer.typed}"


class Function(Value):
    """A function; without blocks it is only declared. `uses`: so many calls of it were written."""

    __slots__ = (
        "args",
        "attributes",
        "blocks",
        "calling_convention",
        "count",
        "function_type",
        "linkage",
        "module",
        "uses",
    )

    def __init__(self, module: Module, type_: FunctionType, name: str) -> None:
        super().__init__(_POINTER, f"@{name}")
        self.uses = 0
        self.module = module
        self.function_type = type_
        self.args = [Value(kind, f"%p{place}") for place, kind in enumerate(type_.args)]
        self.blocks: list[Block] = []
        self.attributes: set[str] = set()
        self.calling_convention = ""
        self.linkage = ""
        self.count = 0
        module.functions.append(self)

    @property
    def size(self) -> int:
        """How many instructions it has."""
        return sum(len(block.lines) for block in self.blocks)

    def append_basic_block(self, name: str = "b") -> Block:
        block = Block(self, f"{name or 'b'}{len(self.blocks)}")
        self.blocks.append(block)
        return block

    def __str__(self) -> str:
        words = [self.linkage, self.calling_convention, self.function_type.return_type.text]
        head = " ".join([word for word in words if word])
        if not self.blocks:
            return f"declare {head} {self.ref}({', '.join(arg.type.text for arg in self.args)})"
        marks = "".join([f"{mark} " for mark in sorted(self.attributes)])
        lines = [f"define {head} {self.ref}({', '.join(arg.typed for arg in self.args)}) {marks}{{"]
        for block in self.blocks:
            lines.append(f"{block.name}:")
            lines.extend([line if type(line) is str else str(line) for line in block.lines])
        lines.append("}")
        return "\n".join(lines)


class Module:
    """Functions and tables. `weights` are those of branches, each with its number."""

    def __init__(self) -> None:
        self.functions: list[Function] = []
        self.globals: dict[str, GlobalVariable] = {}
        self.weights: dict[tuple[int, ...], int] = {}

    def __str__(self) -> str:
        lines = [str(each) for each in (*self.globals.values(), *self.functions)]
        for weights, number in self.weights.items():
            parts = "".join([f", i32 {weight}" for weight in weights])
            lines.append(f'!{number} = !{{!"branch_weights"{parts}}}')
        return "\n".join(lines)


# ---------------------------------------------------------------------------------------------------- building

_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_FLOAT_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "ord": "rd", "uno": "no"}


class IRBuilder:
    """Writes at the end of a block; into one that is closed, before its end."""

    __slots__ = ("block",)

    def __init__(self, block: Block) -> None:
        self.block = block

    def position_at_end(self, block: Block) -> None:
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

    def _put(self, line: Line) -> None:
        block = self.block
        if block.is_terminated:
            block.lines.insert(len(block.lines) - 1, line)
        else:
            block.lines.append(line)

    def _end(self, line: Line) -> None:
        self._put(line)
        self.block.is_terminated = True

    def _fresh(self) -> str:
        function = self.block.function
        function.count += 1
        return f"%v{function.count - 1}"

    def _do(self, type_: Type, text: str) -> Value:
        """What an instruction gives that reads or changes something."""
        ref = self._fresh()
        self._put(f"  {ref} = {text}")
        return Value(type_, ref)

    def _compute(self, type_: Type, text: str) -> Value:
        """What an instruction gives that depends on nothing but what it is given."""
        known = self.block.known
        found = known.get(text)
        if found is None:
            found = known[text] = self._do(type_, text)
        return found

    def _binary(self, name: str, left: Value, right: Value, flags: Sequence[str] = ()) -> Value:
        words = f"{name} {' '.join(flags)}" if flags else name
        return self._compute(left.type, f"{words} {left.type.text} {left.ref}, {right.ref}")

    def _cast(self, name: str, value: Value, to: Type) -> Value:
        if value.type is to:
            return value
        return self._compute(to, f"{name} {value.type.text} {value.ref} to {to.text}")

    # ------------------------------------------------------------------------------------------------ numbers

    def add(self, left: Value, right: Value, *, flags: Sequence[str] = ()) -> Value:
        return self._binary("add", left, right, flags)

    def sub(self, left: Value, right: Value, *, flags: Sequence[str] = ()) -> Value:
        return self._binary("sub", left, right, flags)

    def mul(self, left: Value, right: Value, *, flags: Sequence[str] = ()) -> Value:
        return self._binary("mul", left, right, flags)

    def sdiv(self, left: Value, right: Value) -> Value:
        return self._binary("sdiv", left, right)

    def srem(self, left: Value, right: Value) -> Value:
        return self._binary("srem", left, right)

    def udiv(self, left: Value, right: Value) -> Value:
        return self._binary("udiv", left, right)

    def urem(self, left: Value, right: Value) -> Value:
        return self._binary("urem", left, right)

    def and_(self, left: Value, right: Value) -> Value:
        return self._binary("and", left, right)

    def or_(self, left: Value, right: Value) -> Value:
        return self._binary("or", left, right)

    def xor(self, left: Value, right: Value) -> Value:
        return self._binary("xor", left, right)

    def shl(self, left: Value, right: Value) -> Value:
        return self._binary("shl", left, right)

    def lshr(self, left: Value, right: Value) -> Value:
        return self._binary("lshr", left, right)

    def ashr(self, left: Value, right: Value) -> Value:
        return self._binary("ashr", left, right)

    def fadd(self, left: Value, right: Value) -> Value:
        return self._binary("fadd", left, right)

    def fsub(self, left: Value, right: Value) -> Value:
        return self._binary("fsub", left, right)

    def fmul(self, left: Value, right: Value) -> Value:
        return self._binary("fmul", left, right)

    def fdiv(self, left: Value, right: Value) -> Value:
        return self._binary("fdiv", left, right)

    def frem(self, left: Value, right: Value) -> Value:
        return self._binary("frem", left, right)

    def fneg(self, value: Value) -> Value:
        return self._compute(value.type, f"fneg {value.typed}")

    def neg(self, value: Value) -> Value:
        return self._binary("sub", Constant(value.type, 0), value)

    def not_(self, value: Value) -> Value:
        return self._binary("xor", value, Constant(value.type, -1))

    # ------------------------------------------------------------------------------------- from type to type

    def zext(self, value: Value, to: Type) -> Value:
        return self._cast("zext", value, to)

    def sext(self, value: Value, to: Type) -> Value:
        return self._cast("sext", value, to)

    def trunc(self, value: Value, to: Type) -> Value:
        return self._cast("trunc", value, to)

    def bitcast(self, value: Value, to: Type) -> Value:
        return self._cast("bitcast", value, to)

    def sitofp(self, value: Value, to: Type) -> Value:
        return self._cast("sitofp", value, to)

    def fptosi(self, value: Value, to: Type) -> Value:
        return self._cast("fptosi", value, to)

    def ptrtoint(self, value: Value, to: Type) -> Value:
        return self._cast("ptrtoint", value, to)

    def inttoptr(self, value: Value, to: Type) -> Value:
        return self._cast("inttoptr", value, to)

    # -------------------------------------------------------------------------------------------- comparisons

    def icmp_signed(self, sign: str, left: Value, right: Value) -> Value:
        name = _COMPARISONS[sign]
        return self._compare("icmp", name if name in ("eq", "ne") else f"s{name}", left, right)

    def icmp_unsigned(self, sign: str, left: Value, right: Value) -> Value:
        name = _COMPARISONS[sign]
        return self._compare("icmp", name if name in ("eq", "ne") else f"u{name}", left, right)

    def fcmp_ordered(self, sign: str, left: Value, right: Value) -> Value:
        return self._compare("fcmp", f"o{_FLOAT_COMPARISONS[sign]}", left, right)

    def fcmp_unordered(self, sign: str, left: Value, right: Value) -> Value:
        return self._compare("fcmp", f"u{_FLOAT_COMPARISONS[sign]}", left, right)

    def _compare(self, kind: str, name: str, left: Value, right: Value) -> Value:
        return self._compute(I1, f"{kind} {name} {left.type.text} {left.ref}, {right.ref}")

    def select(self, test: Value, yes: Value, no: Value) -> Value:
        return self._compute(yes.type, f"select i1 {test.ref}, {yes.typed}, {no.typed}")

    # ------------------------------------------------------------------------------------------------- memory

    def alloca(self, type_: Type, size: int = 1) -> Value:
        count = f", i32 {size}" if size != 1 else ""
        return self._do(_POINTER, f"alloca {type_.text}{count}")

    def load(self, pointer: Value, *, typ: Type) -> Value:
        return self._do(typ, f"load {typ.text}, ptr {pointer.ref}")

    def store(self, value: Value, pointer: Value) -> None:
        self._put(f"  store {value.type.text} {value.ref}, ptr {pointer.ref}")

    def gep(self, pointer: Value, indices: Sequence[Value], *, source_etype: Type) -> Value:
        if len(indices) == 1 and indices[0].ref == "0":
            return pointer
        steps = "".join([f", {index.type.text} {index.ref}" for index in indices])
        return self._compute(_POINTER, f"getelementptr {source_etype.text}, ptr {pointer.ref}{steps}")

    def extract_value(self, value: Value, place: int) -> Value:
        return self._compute(value.type.elements[place], f"extractvalue {value.typed}, {place}")

    def insert_value(self, value: Value, part: Value, place: int) -> Value:
        return self._compute(value.type, f"insertvalue {value.typed}, {part.typed}, {place}")

    # ------------------------------------------------------------------------------------------------ control

    def call(self, function: Function, args: Sequence[Value], *, cconv: str = "", tail: str | None = None) -> Value:
        function.uses += 1
        result = function.function_type.return_type
        words = [tail or "", "call", cconv, result.text]
        given = ", ".join([f"{arg.type.text} {arg.ref}" for arg in args])
        text = f"{' '.join([word for word in words if word])} {function.ref}({given})"
        if result.text != "void":
            return self._do(result, text)
        self._put(f"  {text}")
        return Value(result, "")

    def phi(self, type_: Type) -> Phi:
        phi = Phi(type_, self._fresh())
        self._put(phi)
        return phi

    def branch(self, block: Block) -> None:
        self._end(f"  br label %{block.name}")

    def cbranch(self, test: Value, yes: Block, no: Block) -> Branch:
        branch = Branch(self.block.function.module, f"  br i1 {test.ref}, label %{yes.name}, label %{no.name}")
        self._end(branch)
        return branch

    def switch(self, value: Value, default: Block) -> Switch:
        switch = Switch(value, default)
        self._end(switch)
        return switch

    def ret(self, value: Value) -> None:
        self._end(f"  ret {value.typed}")

    def ret_void(self) -> None:
        self._end("  ret void")

    def unreachable(self) -> None:
        self._end("  unreachable")

    @contextmanager
    def if_then(self, test: Value) -> Iterator[None]:
        """What is written inside happens where the test holds."""
        function = self.block.function
        inside, after = function.append_basic_block(), function.append_basic_block()
        self.cbranch(test, inside, after)
        self.position_at_end(inside)
        yield
        self.branch(after)
        self.position_at_end(after)
