"""LLVM text in the making: types, values, blocks, functions and modules; `builder.py` writes instructions into them.

The names are those of `llvmlite.ir`. That one keeps an object for every instruction and makes text of all of them at
the end; here an instruction is its text from the beginning, which takes a third of the time.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
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


@cache
def VectorType(item: Type, count: int) -> Type:
    return Type(f"<{count} x {item.text}>")


def LiteralStructType(elements: Sequence[Type]) -> Type:
    return _struct(tuple(elements))


@cache
def _struct(elements: tuple[Type, ...]) -> Type:
    return Type(f"{{{', '.join(each.text for each in elements)}}}", elements)


I1, I8, I16, I32, I64 = (IntType(bits) for bits in (1, 8, 16, 32, 64))
DOUBLE = DoubleType()
POINTER = PointerType()


class FunctionType:
    __slots__ = ("args", "return_type")

    def __init__(self, return_type: Type, args: Sequence[Type]) -> None:
        self.return_type = return_type
        self.args = tuple(args)


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


def splat(number: int, count: int) -> Value:
    """A vector of words, all of which are this number."""
    return Value(VectorType(IntType(64), count), f"splat (i64 {number})")


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
    __slots__ = ("global_constant", "initializer", "linkage", "value_type")

    def __init__(self, module: Module, type_: Type, name: str) -> None:
        super().__init__(_POINTER, f"@{name}")
        self.value_type = type_
        self.global_constant = False
        self.linkage = ""
        self.initializer: Constant | None = None
        module.globals[name] = self

    def __str__(self) -> str:
        assert self.initializer is not None
        words = [self.linkage, "constant" if self.global_constant else "global", self.initializer.typed]
        return f"{self.ref} = {' '.join([word for word in words if word])}"


class Function(Value):
    """A function; without blocks it is only declared. `uses`: so many calls of it were written. `is_apart`: its
    arguments point to memory that none of the others reaches."""

    __slots__ = (
        "args",
        "attributes",
        "blocks",
        "calling_convention",
        "count",
        "function_type",
        "is_apart",
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
        self.is_apart = False
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
        apart = " noalias" if self.is_apart else ""
        args = ", ".join([f"{arg.type.text}{apart} {arg.ref}" for arg in self.args])
        lines = [f"define {head} {self.ref}({args}) {marks}{{"]
        for block in self.blocks:
            lines.append(f"{block.name}:")
            lines.extend([line if type(line) is str else str(line) for line in block.lines])
        lines.append("}")
        return "\n".join(lines)


# The number of a note that says so; the notes of weights come before it.
UNROLL = 1000


class Module:
    """Functions and tables. `weights` are those of branches, each with its number; `unrolled` counts the loops that are
    to be written out turn by turn, if anything is (`unrolls`)."""

    def __init__(self) -> None:
        self.functions: list[Function] = []
        self.globals: dict[str, GlobalVariable] = {}
        self.weights: dict[tuple[int, ...], int] = {}
        self.unrolled = 0
        self.unrolls = True

    def unroll(self) -> str:
        """What marks the branch that leads back to the top of a loop."""
        self.unrolled += 1
        return f", !llvm.loop !{UNROLL + self.unrolled}"

    def __str__(self) -> str:
        lines = [str(each) for each in (*self.globals.values(), *self.functions)]
        for weights, number in self.weights.items():
            parts = "".join([f", i32 {weight}" for weight in weights])
            lines.append(f'!{number} = !{{!"branch_weights"{parts}}}')
        if self.unrolled:
            lines.append(f'!{UNROLL} = !{{!"llvm.loop.unroll.full"}}')
        how = f", !{UNROLL}" if self.unrolls else ""
        for number in range(UNROLL + 1, UNROLL + self.unrolled + 1):
            lines.append(f"!{number} = distinct !{{!{number}{how}}}")
        return "\n".join(lines)
