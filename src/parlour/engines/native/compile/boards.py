"""Boards: one word where all cells fit into it, else a heap object that is never changed once it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from parlour.core.nodes import Op
from parlour.core.types import BOOL, BoardType, Type, slots
from parlour.engines.core.values import equals_plainly
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I1, I8, I16, I32, I64, POINTER
from parlour.engines.native.compile.code import Value, number
from parlour.engines.native.layout import Error

if TYPE_CHECKING:
    from parlour.engines.native.compile.writer import Writer


def _charge(writer: Writer, type_: BoardType) -> None:
    """What making a board takes from the budgets."""
    if type_.cells >= 16:
        writer.take_steps(type_.cells >> 4)
    writer.take_memory(16 + 8 * slots(type_.item) * type_.cells)


def _new(writer: Writer, type_: BoardType) -> ir.Value:
    size = writer.types.cell(type_) or 8 * writer.types.width(type_.item)
    return writer.allocate(writer.types.number(type_), 8 + size * type_.cells)


def _pattern(type_: BoardType, bits: int) -> int:
    """A one in the lowest bit of every cell of a packed board."""
    return sum(1 << (bits * cell) for cell in range(type_.cells))


def _word(word: int) -> ir.Constant:
    return number(word - (1 << 64) if word >> 63 else word)


def check_index(writer: Writer, index: Value, length: int) -> ir.Value:
    if not index.within(0, length - 1):
        out = writer.build.icmp_unsigned(">=", index.only, number(length))
        writer.fail_when(out, Error.INDEX, index.only, length)
    return index.only


def _place(writer: Writer, type_: BoardType, board: ir.Value, index: ir.Value) -> ir.Value:
    """The address of a cell of a heap board."""
    size = writer.types.cell(type_) or 8 * writer.types.width(type_.item)
    offset = writer.build.add(board, writer.build.mul(index, number(size)))
    return writer.address(writer.plus(offset, 8))


def _kind(writer: Writer, type_: BoardType) -> ir.Type:
    return {1: I8, 2: I16}[writer.types.cell(type_)]


def _store_cell(writer: Writer, type_: BoardType, board: ir.Value, index: ir.Value, value: Value) -> None:
    place = _place(writer, type_, board, index)
    if writer.types.cell(type_):
        cell = writer.build.trunc(writer.to_slot(value.only), _kind(writer, type_))
        writer.build.store(cell, place)
    else:
        writer.write_slots(place, value)


def board_get(writer: Writer, op: Op) -> Value:
    board, index = writer.operands(op.args)
    type_ = op.args[0].type
    assert isinstance(type_, BoardType)
    place = check_index(writer, index, type_.cells)
    build = writer.build
    bits = writer.types.packed(type_)
    if bits:
        shifted = build.lshr(board.only, build.mul(place, number(bits)))
        cell = build.and_(shifted, number((1 << bits) - 1))
        return Value((writer.from_slot(cell, I1 if type_.item == BOOL else I64),))
    if writer.types.cell(type_):
        small = build.load(_place(writer, type_, board.only, place), typ=_kind(writer, type_))
        if type_.item == BOOL:
            return Value((build.trunc(small, I1),))
        return Value((build.zext(small, I64),))
    return writer.read_slots(_place(writer, type_, board.only, place), type_.item)


def board_set(writer: Writer, op: Op) -> Value:
    board, index, value = writer.operands(op.args)
    type_ = op.args[0].type
    assert isinstance(type_, BoardType)
    place = check_index(writer, index, type_.cells)
    _charge(writer, type_)
    build = writer.build
    bits = writer.types.packed(type_)
    if bits:
        shift = build.mul(place, number(bits))
        others = build.and_(board.only, build.not_(build.shl(number((1 << bits) - 1), shift)))
        return Value((build.or_(others, build.shl(writer.to_slot(value.only), shift)),))
    made = _new(writer, type_)
    size = writer.types.cell(type_) or 8 * writer.types.width(type_.item)
    copy = writer.compiler.intrinsic("llvm.memcpy.p0.p0.i64", ir.VoidType(), POINTER, POINTER, I64, I1)
    source, target = writer.address(writer.plus(board.only, 8)), writer.address(writer.plus(made, 8))
    build.call(copy, [target, source, number(size * type_.cells + 7 & ~7), ir.Constant(I1, 0)])
    _store_cell(writer, type_, made, place, value)
    return Value((made,))


def make_board(writer: Writer, type_: BoardType, values: Sequence[Value]) -> Value:
    _charge(writer, type_)
    bits = writer.types.packed(type_)
    if bits:
        word: ir.Value = number(0)
        for cell, value in enumerate(values):
            word = writer.build.or_(word, writer.build.shl(writer.to_slot(value.only), number(bits * cell)))
        return Value((word,))
    made = _new(writer, type_)
    _clear_last(writer, type_, made)
    for cell, value in enumerate(values):
        _store_cell(writer, type_, made, number(cell), value)
    return Value((made,))


def _clear_last(writer: Writer, type_: BoardType, board: ir.Value) -> None:
    """Padding is zero, so that boards can be compared and copied by the word."""
    size = writer.types.cell(type_) * type_.cells
    if size & 7:
        writer.store(writer.plus(board, 8 + (size & ~7)), number(0))


def board_fill(writer: Writer, op: Op) -> Value:
    (value,) = writer.operands(op.args)
    type_ = op.type
    assert isinstance(type_, BoardType)
    _charge(writer, type_)
    bits = writer.types.packed(type_)
    if bits:
        return Value((writer.build.mul(writer.to_slot(value.only), _word(_pattern(type_, bits))),))
    made = _new(writer, type_)
    cells = writer.plus(made, 8)
    if writer.types.cell(type_) == 1:
        _clear_last(writer, type_, made)
        fill = writer.compiler.intrinsic("llvm.memset.p0.i64", ir.VoidType(), POINTER, I8, I64, I1)
        byte = writer.build.trunc(writer.to_slot(value.only), I8)
        writer.build.call(fill, [writer.address(cells), byte, number(type_.cells), ir.Constant(I1, 0)])
    elif writer.types.cell(type_) == 2:
        _clear_last(writer, type_, made)
        _each_cell(writer, type_, lambda index: _store_cell(writer, type_, made, index, value))
    else:
        width = writer.types.width(type_.item)
        target = writer.absolute(writer.address(cells))
        writer.runtime("fill_slots", target, type_.cells, width, writer.spilled(value))
    return Value((made,))


def _each_cell(writer: Writer, type_: BoardType, body: Callable[[ir.Value], None]) -> None:
    build = writer.build
    top, after = writer.block(), writer.block()
    before = build.block
    build.branch(top)
    writer.enter(top)
    index = build.phi(I64)
    index.add_incoming(number(0), before)
    body(index)
    following = build.add(index, number(1))
    index.add_incoming(following, build.block)
    build.cbranch(build.icmp_unsigned("<", following, number(type_.cells)), top, after)
    writer.enter(after)


def board_of(writer: Writer, op: Op) -> Value:
    (items,) = writer.operands(op.args)
    assert isinstance(op.type, BoardType)
    _charge(writer, op.type)
    return Value((writer.runtime("board_of", writer.types.number(op.type), items.only),))


def board_count(writer: Writer, op: Op) -> Value:
    board, value = writer.operands(op.args)
    type_ = op.args[0].type
    assert isinstance(type_, BoardType)
    if type_.cells >= 16:
        writer.take_steps(type_.cells >> 4)
    build = writer.build
    if writer.types.packed(type_):
        ones = writer.compiler.intrinsic("llvm.ctpop.i64", I64, I64)
        others = build.call(ones, [_different_cells(writer, type_, board.only, value)])
        return Value((build.sub(number(type_.cells), others),), 0, type_.cells)
    if writer.types.cell(type_):
        return _count_small(writer, type_, board.only, value)
    found = writer.runtime("count_equal", writer.types.number(type_), board.only, writer.spilled(value))
    return Value((found,), 0, type_.cells)


def _different_cells(writer: Writer, type_: BoardType, board: ir.Value, value: Value) -> ir.Value:
    """The cells of a packed board that differ from a value: a one in the lowest bit of each."""
    build, bits = writer.build, writer.types.packed(type_)
    pattern = _word(_pattern(type_, bits))
    differs = any_bit = build.xor(board, build.mul(writer.to_slot(value.only), pattern))
    for shift in range(1, bits):
        any_bit = build.or_(any_bit, build.lshr(differs, number(shift)))
    return build.and_(any_bit, pattern)


def board_bits(writer: Writer, op: Op) -> Value:
    board, value = writer.operands(op.args)
    type_ = op.args[0].type
    assert isinstance(type_, BoardType)
    if type_.cells >= 16:
        writer.take_steps(type_.cells >> 4)
    bits = writer.types.packed(type_)
    if bits:
        pattern = _pattern(type_, bits)
        others = _different_cells(writer, type_, board.only, value)
        found = _together(writer, writer.build.xor(others, _word(pattern)), pattern)
    elif writer.types.cell(type_):
        found = _bits_of_small(writer, type_, board.only, value)
    else:
        found = writer.runtime("bits_equal", writer.types.number(type_), board.only, writer.spilled(value))
    return Value((found,), 0, (1 << type_.cells) - 1)


def _together(writer: Writer, word: ir.Value, pattern: int) -> ir.Value:
    """The bits of a word that stand where a pattern has ones, moved together to the lowest places: each moves by the
    number of zeros below it, first those that move by an odd number by 1, then by 2, by 4 …"""
    build, step = writer.build, 1
    places = [place for place in range(64) if pattern >> place & 1]
    while any(place != target for target, place in enumerate(places)):
        moving = sum(1 << place for target, place in enumerate(places) if (place - target) & step)
        if moving:
            moved = build.and_(word, _word(moving))
            word = build.or_(build.xor(word, moved), build.lshr(moved, number(step)))
            places = [place - ((place - target) & step) for target, place in enumerate(places)]
        step *= 2
    return word


def _bits_of_small(writer: Writer, type_: BoardType, board: ir.Value, value: Value) -> ir.Value:
    """All cells are compared at once; what pads them to whole words is compared with them and dropped."""
    build, kind, size = writer.build, _kind(writer, type_), writer.types.cell(type_)
    count = (size * type_.cells + 7 & ~7) // size
    wanted = build.trunc(writer.to_slot(value.only), kind)
    equal = build.equal_items(writer.address(writer.plus(board, 8)), count, wanted)
    return build.and_(build.zext(equal, I64) if count < 64 else equal, number((1 << type_.cells) - 1))


def _count_small(writer: Writer, type_: BoardType, board: ir.Value, value: Value) -> Value:
    """A loop that LLVM turns into vectors."""
    build = writer.build
    kind = _kind(writer, type_)
    wanted = build.trunc(writer.to_slot(value.only), kind)
    top, after = writer.block(), writer.block()
    before = build.block
    build.branch(top)
    writer.enter(top)
    index, count = build.phi(I64), build.phi(I32)
    index.add_incoming(number(0), before)
    count.add_incoming(ir.Constant(I32, 0), before)
    cell = build.load(_place(writer, type_, board, index), typ=kind)
    found = build.add(count, build.zext(build.icmp_unsigned("==", cell, wanted), I32))
    following = build.add(index, number(1))
    index.add_incoming(following, top)
    count.add_incoming(found, top)
    build.cbranch(build.icmp_unsigned("<", following, number(type_.cells)), top, after)
    writer.enter(after)
    return Value((build.zext(found, I64),), 0, type_.cells)


def boards_equal(writer: Writer, type_: BoardType, left: ir.Value, right: ir.Value) -> ir.Value:
    """Of plain boards."""
    build = writer.build
    if writer.types.packed(type_):
        return build.icmp_unsigned("==", left, right)
    if writer.types.cell(type_) or _compares_bytewise(type_.item):
        size = writer.types.cell(type_) or 8 * writer.types.width(type_.item)
        compare = writer.compiler.external("memcmp", I32, POINTER, POINTER, I64)
        one, other = writer.address(writer.plus(left, 8)), writer.address(writer.plus(right, 8))
        result = build.call(compare, [one, other, number(size * type_.cells)])
        return build.icmp_unsigned("==", result, ir.Constant(I32, 0))
    found = writer.runtime("board_equal", writer.types.number(type_), left, right)
    return build.icmp_unsigned("!=", found, number(0))


def _compares_bytewise(type_: Type) -> bool:
    return str(type_) in ("int", "bool", "symbol") and equals_plainly(type_)
