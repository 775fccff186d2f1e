"""Counting finished games: how they ended, how long they were, and how many a lane still owes."""

from __future__ import annotations

from collections.abc import Callable

from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I1, I64, POINTER
from parlour.engines.net.fields import ENDINGS_BITS, TIME_BITS, WEYL
from parlour.engines.net.kernel.pieces import Kernel
from parlour.engines.net.kernel.stages import call_stage
from parlour.engines.net.plan import FLAGS


def write_flush(kernel: Kernel) -> ir.Function:
    """Counts the parked games and takes them off the quotas."""
    count_endings = _write_count(kernel, "count_endings", _add_ending)
    count_lengths = _write_count(kernel, "count_lengths", _add_length)
    function = kernel.begin("flush", 1, ir.VoidType(), is_inner=True)
    b = kernel.b
    parked = kernel.load_only("parked")
    park, scratch = kernel.pointer("park"), kernel.pointer("scratch")
    is_late = b.icmp_unsigned("!=", kernel.get("is_late"), kernel.number(0))
    codes = kernel.get("codes")
    with b.if_then(is_late):
        call_stage(kernel, "score", "score_data", kernel.at(park, kernel.number(FLAGS)))
        for flag in range(FLAGS):
            kernel.store(kernel.load(park, kernel.number(flag)), scratch, b.add(codes, kernel.number(flag)))
    planes = b.select(is_late, kernel.at(scratch, codes), park)
    bits = b.add(kernel.get("code_count"), kernel.number(FLAGS))
    b.call(count_endings, [kernel.context, planes, b.inttoptr(bits, POINTER)])

    began, ended = kernel.pointer("began"), kernel.pointer("ended")
    length = kernel.room(ir.ArrayType(kernel.plane, TIME_BITS))
    carry: ir.Value = kernel.all(0)
    highest: ir.Value = kernel.number(0)
    for power in range(TIME_BITS):
        # A game's length is when it ended, less when the one before did, less one.
        one, other = (
            kernel.load(ended, kernel.number(power)),
            kernel.complement(kernel.load(began, kernel.number(power))),
        )
        half = b.xor(one, other)
        total = b.xor(half, carry)
        carry = b.or_(b.and_(one, other), b.and_(half, carry))
        kernel.store(total, length, kernel.number(power))
        highest = b.select(kernel.any(b.and_(total, parked)), kernel.number(power + 1), highest)
        kernel.store(
            kernel.blend(kernel.load(began, kernel.number(power)), kernel.load(ended, kernel.number(power)), parked),
            began,
            kernel.number(power),
        )
    b.call(count_lengths, [kernel.context, length, b.inttoptr(highest, POINTER)])

    quota = kernel.pointer("quota")
    state = kernel.room(ir.ArrayType(kernel.plane, 3))  # the borrow, any bit above the lowest, the lowest bit
    for number, value in enumerate((parked, kernel.all(0), kernel.all(0))):
        kernel.store(value, state, kernel.number(number))
    with kernel.count_up(kernel.get("quota_bits")) as bit:
        old, borrow = kernel.load(quota, bit), kernel.load(state, kernel.number(0))
        new = b.xor(old, borrow)
        kernel.store(new, quota, bit)
        kernel.store(b.and_(borrow, kernel.complement(old)), state, kernel.number(0))
        is_lowest = b.icmp_unsigned("==", bit, kernel.number(0))
        high = b.or_(kernel.load(state, kernel.number(1)), b.select(is_lowest, kernel.all(0), new))
        kernel.store(high, state, kernel.number(1))
        kernel.store(b.select(is_lowest, new, kernel.load(state, kernel.number(2))), state, kernel.number(2))
    high, low = kernel.load(state, kernel.number(1)), kernel.load(state, kernel.number(2))
    b.store(b.and_(kernel.load_only("active"), b.or_(high, low)), kernel.pointer("active"))
    b.store(b.and_(low, kernel.complement(high)), kernel.pointer("last"))
    b.store(kernel.all(0), kernel.pointer("parked"))
    b.ret_void()
    return function


def _write_count(kernel: Kernel, name: str, add: Callable[[Kernel, ir.Value, ir.Value], None]) -> ir.Function:
    """For each distinct number among the parked lanes: how many have it. The number's bits are planes."""
    function = kernel.begin(name, 3, ir.VoidType(), is_inner=True)
    b = kernel.b
    planes = function.args[1]
    bits = b.ptrtoint(function.args[2], I64)
    left, same, key, place = kernel.room(kernel.plane), kernel.room(kernel.plane), kernel.room(I64), kernel.room(I64)
    b.store(kernel.load_only("parked"), left)
    with kernel.repeat() as (again, done):
        rest = b.load(left, typ=kernel.plane)
        found = kernel.block("found")
        b.cbranch(kernel.any(rest), found, done)
        b.position_at_end(found)
        b.store(kernel.number(0), place)
        with kernel.repeat() as (next_word, first):
            at = b.load(place, typ=I64)
            b.store(b.add(at, kernel.number(1)), place)
            b.cbranch(b.icmp_unsigned("==", kernel.word(left, at), kernel.number(0)), next_word, first)
        word = b.sub(b.load(place, typ=I64), kernel.number(1))
        lane = b.call(kernel.trailing, [kernel.word(left, word), ir.Constant(I1, 1)])
        b.store(kernel.number(0), key)
        b.store(rest, same)
        with kernel.count_up(bits) as bit:
            plane = kernel.load(planes, bit)
            index = b.add(b.mul(bit, kernel.number(kernel.words)), word)
            value = b.and_(b.lshr(kernel.word(planes, index), lane), kernel.number(1))
            b.store(b.or_(b.load(key, typ=I64), b.shl(value, bit)), key)
            differs = b.xor(plane, kernel.splat(b.sub(value, kernel.number(1))))
            b.store(b.and_(b.load(same, typ=kernel.plane), differs), same)
        equal = b.load(same, typ=kernel.plane)
        b.store(b.and_(rest, kernel.complement(equal)), left)
        amount = b.call(kernel.reduce_add, [b.call(kernel.popcount, [equal])])
        add(kernel, b.load(key, typ=I64), amount)
        b.branch(again)
    b.ret_void()
    return function


def _add_length(kernel: Kernel, length: ir.Value, amount: ir.Value) -> None:
    b = kernel.b
    target = b.gep(kernel.pointer("lengths"), [length], source_etype=I64)
    b.store(b.add(b.load(target, typ=I64), amount), target)


def _add_ending(kernel: Kernel, code: ir.Value, amount: ir.Value) -> None:
    """Keys are codes plus one, so that an empty place is 0; the count stands behind its key."""
    b = kernel.b
    wanted = b.add(code, kernel.number(1))
    place = kernel.room(I64)
    b.store(b.lshr(b.mul(wanted, kernel.number(WEYL)), kernel.number(64 - ENDINGS_BITS)), place)
    table = kernel.pointer("endings")
    with kernel.repeat() as (again, done):
        at = b.and_(b.load(place, typ=I64), kernel.number((1 << ENDINGS_BITS) - 1))
        b.store(b.add(at, kernel.number(1)), place)
        slot = b.gep(table, [b.mul(at, kernel.number(2))], source_etype=I64)
        key = b.load(slot, typ=I64)
        with b.if_then(b.icmp_unsigned("==", key, kernel.number(0))):
            kernel.put("endings_used", b.add(kernel.get("endings_used"), kernel.number(1)))
            b.store(wanted, slot)
        is_here = b.icmp_unsigned("==", b.load(slot, typ=I64), wanted)
        with b.if_then(is_here):
            amount_slot = b.gep(slot, [kernel.number(1)], source_etype=I64)
            b.store(b.add(b.load(amount_slot, typ=I64), amount), amount_slot)
        b.cbranch(is_here, done, again)
