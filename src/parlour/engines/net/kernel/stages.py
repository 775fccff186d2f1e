"""The stages of a game as the kernel runs them: records that it interprets, or functions that it calls in order.

Both have the same form, `stage(facts, scratch, next, data)`, and both repeat a segment while something changes in it.
"""

from __future__ import annotations

from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I32, I64, POINTER
from parlour.engines.net.kernel.pieces import Kernel
from parlour.engines.net.schedule import REGION_SHIFT, Op

# What an operation is as k0·x + k1·y + k2·x·y + k3 over bits.
POLYNOMIALS = {
    Op.AND: (0, 0, 1, 0),
    Op.OR: (1, 1, 1, 0),
    Op.AND_NOT: (1, 0, 1, 0),
    Op.XOR: (1, 1, 0, 0),
    Op.NOT: (1, 0, 0, 1),
    Op.COPY: (1, 0, 0, 0),
    Op.ZERO: (0, 0, 0, 0),
    Op.ONES: (0, 0, 0, 1),
}


def write_interpret(kernel: Kernel) -> None:
    """`data`: the number of segments; for each the number of records, the plane of change (or -1); then where the
    records are: four 32-bit words each, as `schedule.Gate`."""
    function = kernel.begin("interpret", 4, ir.VoidType())
    b = kernel.b
    facts, scratch, following, data = function.args
    kinds = len(POLYNOMIALS)
    rows = [[-bit for bit in POLYNOMIALS[Op(kind)]] for kind in range(kinds)]
    table_type = ir.ArrayType(I64, kinds * 4)
    table = ir.GlobalVariable(kernel.module, table_type, "polynomials")
    table.linkage, table.global_constant = "internal", True
    table.initializer = ir.Constant(table_type, [kernel.number(bit) for row in rows for bit in row])
    regions = kernel.room(ir.ArrayType(POINTER, 3))
    for which, region in enumerate((facts, scratch, following)):
        b.store(region, b.gep(regions, [kernel.number(which)], source_etype=POINTER))
    place = kernel.room(I64)
    b.store(kernel.word(data, kernel.number(1)), place)

    def operand(record: ir.Value, number: int) -> ir.Value:
        raw = b.load(b.gep(record, [kernel.number(number)], source_etype=I32), typ=I32)
        reference = b.zext(raw, I64)
        region = b.lshr(reference, kernel.number(REGION_SHIFT))
        base = b.load(b.gep(regions, [region], source_etype=POINTER), typ=POINTER)
        return kernel.at(base, b.and_(reference, kernel.number((1 << REGION_SHIFT) - 1)))

    with kernel.count_up(kernel.word(data, kernel.number(0))) as segment:
        head = b.add(b.mul(segment, kernel.number(2)), kernel.number(2))
        count = kernel.word(data, head)
        changed = kernel.word(data, b.add(head, kernel.number(1)))
        records = b.load(place, typ=I64)
        with kernel.repeat() as (again, done):
            with kernel.count_up(count) as number:
                offset = b.add(records, b.mul(number, kernel.number(16)))
                record = b.inttoptr(offset, POINTER)
                x = b.load(operand(record, 1), typ=kernel.plane)
                y = b.load(operand(record, 2), typ=kernel.plane)
                kind = b.zext(b.load(b.gep(record, [kernel.number(3)], source_etype=I32), typ=I32), I64)
                row = b.gep(table, [b.mul(kind, kernel.number(4))], source_etype=I64)
                k = [kernel.splat(kernel.word(row, kernel.number(column))) for column in range(4)]
                value = b.xor(b.and_(x, k[0]), b.and_(y, k[1]))
                value = b.xor(b.xor(value, b.and_(b.and_(x, y), k[2])), k[3])
                b.store(value, operand(record, 0))
            _leave_unless_changed(kernel, scratch, changed, again, done)
        b.store(b.add(records, b.mul(count, kernel.number(16))), place)
    b.ret_void()


def write_sequence(kernel: Kernel) -> None:
    """`data`: the number of segments; for each the number of functions, the plane of change (or -1); then the
    functions, in order."""
    function = kernel.begin("sequence", 4, ir.VoidType())
    b = kernel.b
    facts, scratch, following, data = function.args
    place = kernel.room(I64)
    segments = kernel.word(data, kernel.number(0))
    b.store(b.add(b.mul(segments, kernel.number(2)), kernel.number(1)), place)
    with kernel.count_up(segments) as segment:
        head = b.add(b.mul(segment, kernel.number(2)), kernel.number(1))
        count = kernel.word(data, head)
        changed = kernel.word(data, b.add(head, kernel.number(1)))
        first = b.load(place, typ=I64)
        with kernel.repeat() as (again, done):
            with kernel.count_up(count) as number:
                address = kernel.word(data, b.add(first, number))
                b.call_at(b.inttoptr(address, POINTER), [facts, scratch, following])
            _leave_unless_changed(kernel, scratch, changed, again, done)
        b.store(b.add(first, count), place)
    b.ret_void()


def _leave_unless_changed(
    kernel: Kernel, scratch: ir.Value, changed: ir.Value, again: ir.Block, done: ir.Block
) -> None:
    b = kernel.b
    with b.if_then(b.icmp_signed("<", changed, kernel.number(0))):
        b.branch(done)
    b.cbranch(kernel.any(kernel.load(scratch, changed)), again, done)


def call_stage(kernel: Kernel, name: str, data: str, facts: ir.Value) -> None:
    function = kernel.b.inttoptr(kernel.get(name), POINTER)
    kernel.b.call_at(function, [facts, kernel.pointer("scratch"), kernel.pointer("next"), kernel.pointer(data)])
