"""The pieces that the kernel's functions are made of: planes and what is done with them, the fields of a run, loops."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from parlour.engines.llvm import text as ir
from parlour.engines.llvm.builder import IRBuilder
from parlour.engines.llvm.text import I1, I64, POINTER
from parlour.engines.net.fields import FIELD, MIXERS


class Kernel:
    """The module being written, and the builder of the function that is written now; its first argument is the run."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.plane = ir.VectorType(I64, words)
        self.module = ir.Module()
        self.b: IRBuilder
        self.context: ir.Value
        self.reduce_or = self._intrinsic("llvm.vector.reduce.or", I64)
        self.reduce_add = self._intrinsic("llvm.vector.reduce.add", I64)
        self.popcount = self._intrinsic("llvm.ctpop", self.plane)
        self.trailing = ir.Function(self.module, ir.FunctionType(I64, [I64, I1]), "llvm.cttz.i64")

    def _intrinsic(self, name: str, result: ir.Type) -> ir.Function:
        return ir.Function(self.module, ir.FunctionType(result, [self.plane]), f"{name}.v{self.words}i64")

    def begin(self, name: str, arguments: int, result: ir.Type, *, is_inner: bool = False) -> ir.Function:
        function = ir.Function(self.module, ir.FunctionType(result, [POINTER] * arguments), name)
        if is_inner:
            function.linkage = "internal"
        self.b = IRBuilder(function.append_basic_block())
        self.context = function.args[0]
        return function

    def room(self, what: ir.Type) -> ir.Value:
        """Memory for the time of a call, taken once even inside a loop."""
        with self.b.goto_entry_block():
            return self.b.alloca(what)

    def block(self, name: str) -> ir.Block:
        """A block of the function that is written now."""
        return self.b.block.function.append_basic_block(name)

    def number(self, value: int) -> ir.Constant:
        return ir.Constant(I64, value)

    def splat(self, value: ir.Value) -> ir.Value:
        return self.b.splat(value, self.words)

    def all(self, value: int) -> ir.Value:
        return ir.splat(value, self.words)

    def complement(self, value: ir.Value) -> ir.Value:
        return self.b.xor(value, self.all(-1))

    def blend(self, old: ir.Value, new: ir.Value, where: ir.Value) -> ir.Value:
        return self.b.or_(self.b.and_(old, self.complement(where)), self.b.and_(new, where))

    def any(self, value: ir.Value) -> ir.Value:
        return self.b.icmp_unsigned("!=", self.b.call(self.reduce_or, [value]), self.number(0))

    def field(self, name: str) -> ir.Value:
        return self.b.gep(self.context, [self.number(FIELD[name])], source_etype=I64)

    def get(self, name: str) -> ir.Value:
        return self.b.load(self.field(name), typ=I64)

    def pointer(self, name: str) -> ir.Value:
        return self.b.load(self.field(name), typ=POINTER)

    def put(self, name: str, value: ir.Value) -> None:
        self.b.store(value, self.field(name))

    def at(self, base: ir.Value, index: ir.Value) -> ir.Value:
        """The address of a plane."""
        return self.b.gep(base, [index], source_etype=self.plane)

    def load(self, base: ir.Value, index: ir.Value) -> ir.Value:
        return self.b.load(self.at(base, index), typ=self.plane)

    def store(self, value: ir.Value, base: ir.Value, index: ir.Value) -> None:
        self.b.store(value, self.at(base, index))

    def load_only(self, name: str) -> ir.Value:
        return self.b.load(self.pointer(name), typ=self.plane)

    def word(self, base: ir.Value, index: ir.Value) -> ir.Value:
        return self.b.load(self.b.gep(base, [index], source_etype=I64), typ=I64)

    @contextmanager
    def count_up(self, end: ir.Value) -> Iterator[ir.Value]:
        """A loop over 0, 1, … below `end`, which may be empty."""
        b = self.b
        before = b.block
        head, body, after = (self.block(name) for name in ("head", "body", "after"))
        b.branch(head)
        b.position_at_end(head)
        index = b.phi(I64)
        index.add_incoming(self.number(0), before)
        b.cbranch(b.icmp_unsigned("<", index, end), body, after)
        b.position_at_end(body)
        yield index
        index.add_incoming(b.add(index, self.number(1)), b.block)
        b.branch(head)
        b.position_at_end(after)

    @contextmanager
    def repeat(self) -> Iterator[tuple[ir.Block, ir.Block]]:
        """A loop that the body leaves by branching to the second block; the first is its beginning."""
        b = self.b
        head, after = self.block("again"), self.block("done")
        b.branch(head)
        b.position_at_end(head)
        yield head, after
        b.position_at_end(after)

    def mix(self, value: ir.Value) -> ir.Value:
        b = self.b
        for shift, factor in zip((30, 27), MIXERS, strict=True):
            value = b.mul(b.xor(value, b.lshr(value, self.all(shift))), self.all(factor))
        return b.xor(value, b.lshr(value, self.all(31)))
