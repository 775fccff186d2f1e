"""Memoisation: what a search of a guard has found is not searched for again while the state stays the same.

A guard looks for an answer to the next question that is let through; the guard of that question then looks for what
comes after it, and has mostly been asked already (`core/passes/guards.py`). So searches write what they have found into
a table beside the arena, found by hash; a row that another one needs is overwritten. A driver says when the state has
changed: then it is another *moment* (`driver/guards.py`). What was found costs the steps that finding it took, so that
every guard ends where it would end without the table.

Before: a function of a few numbers that leaves no trace.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.nodes import Function
from parlour.core.passes.guards import SEARCH
from parlour.core.types import BOOL, INT
from parlour.dataclass import dataclass
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I1, I8, I64, POINTER
from parlour.engines.native.compile.code import number
from parlour.engines.native.compile.writer import MOST_WAYS, Writer
from parlour.engines.native.driver.paths import KEPT_SEARCHES
from parlour.engines.native.layout import FOUND_BITS, MOST_FOUND_BY, Error, Found, Host, State

# An odd number whose bits are mixed well (Fibonacci hashing).
_SPREAD = -7046029254386353131


@dataclass(slots=True)
class Row:
    """Where a search writes what it finds, what it was asked, and the memory that was in use by then; and the block
    that writes, with what comes there: a result, and the steps that are left."""

    place: ir.Value
    asked: Sequence[ir.Value]
    memory: Sequence[ir.Value]
    keeping: tuple[ir.Block, ir.Phi, ir.Phi] | None = None


def is_kept(function: Function) -> bool:
    """What the function gives is worth keeping, and can be."""
    is_plain = all(var.type in (BOOL, INT) for var in function.params)
    return (
        bool(KEPT_SEARCHES) and function.name.startswith(SEARCH) and is_plain and len(function.params) <= MOST_FOUND_BY
    )


def recall(writer: Writer) -> Row:
    """At the start of a function: ends it if what it gives was found before. Else it goes on, and gives the row."""
    build = writer.build
    table = build.inttoptr(writer.load(Host.FOUND), POINTER)
    arguments = [writer.to_slot(part) for var in writer.function.params for part in writer.read_local(var.name).parts]
    asked = (build.load(table, typ=I64), number(writer.number), *arguments)
    hashed: ir.Value = number(0)
    for word in asked[1:]:
        hashed = build.mul(build.xor(hashed, word), number(_SPREAD))
    index = build.lshr(hashed, number(64 - FOUND_BITS))
    place = _at(writer, table, build.mul(build.add(index, number(1)), number(Found.ROW)))
    different: ir.Value = number(0)
    for word, at in zip(asked, range(Found.MOMENT, Found.RESULT, 8), strict=False):
        kept = build.load(_at(writer, place, number(at)), typ=I64)
        different = build.or_(different, build.xor(kept, word))
    found, anew = writer.block("found"), writer.block("anew")
    build.cbranch(build.icmp_unsigned("==", different, number(0)), found, anew)
    writer.enter(found)
    result = build.load(_at(writer, place, number(Found.RESULT)), typ=I64)
    left = build.sub(writer.left, build.lshr(result, number(1)))
    build.store(left, writer.steps)
    writer.fail_when(build.icmp_signed("<", left, number(0)), Error.STEPS)
    writer.give_back(left, (build.trunc(result, I1),))
    writer.enter(anew)
    return Row(place, asked, (writer.load(State.BUMP), writer.load(State.ROOM)))


def give_and_keep(writer: Writer, row: Row, result: ir.Value) -> None:
    """Ends the function with this result, and writes it down."""
    if row.keeping is None or len(row.keeping[1].ways) == MOST_WAYS:
        here = writer.build.block
        block = writer.block("keeping")
        writer.enter(block)
        row.keeping = block, writer.build.phi(I1), writer.build.phi(I64)
        _keep(writer, row, *row.keeping[1:])
        writer.enter(here)
    block, results, lefts = row.keeping
    results.add_incoming(result, writer.build.block)
    lefts.add_incoming(writer.left, writer.build.block)
    writer.build.branch(block)


def _keep(writer: Writer, row: Row, result: ir.Value, left: ir.Value) -> None:
    """What took memory is not kept: that is to be paid for, too."""
    build = writer.build
    taken: ir.Value = number(0)
    for field, before in zip((State.BUMP, State.ROOM), row.memory, strict=True):
        taken = build.or_(taken, build.xor(writer.load(field), before))
    with build.if_then(build.icmp_unsigned("==", taken, number(0))):
        for word, at in zip(row.asked, range(Found.MOMENT, Found.RESULT, 8), strict=False):
            build.store(word, _at(writer, row.place, number(at)))
        spent = build.shl(build.sub(writer.code.args[1], left), number(1))
        build.store(build.or_(spent, writer.to_slot(result)), _at(writer, row.place, number(Found.RESULT)))
    writer.give_back(left, (result,))


def _at(writer: Writer, pointer: ir.Value, offset: ir.Value) -> ir.Value:
    return writer.build.gep(pointer, [offset], source_etype=I8)
