"""Asking as instructions: how a function stops at a question and goes on, and how it calls another that may ask.

At a stop every function that waits writes its live locals above the heap and gives back `ASKING`, innermost first; to
go on, each is entered at its site, takes its frame back and calls the one above. In between nothing of the match is on
the machine's stack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.nodes import Ask, Invoke
from parlour.core.passes.suspension import Site
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I1, I64, POINTER
from parlour.engines.native.compile.calls import left_of, raw_call, result_of
from parlour.engines.native.compile.code import Value, left_with, number
from parlour.engines.native.compile.leaving import unwind
from parlour.engines.native.layout import Error, Host, State, Status

if TYPE_CHECKING:
    from parlour.engines.native.compile.writer import Writer

# A frame of more slots than this is not compared where it was written.
MOST_COMPARED = 16


def write_ask(writer: Writer, stmt: Ask) -> None:
    """Stops, unless nobody is asked or the answer is there already; afterwards the answer is in its local."""
    site = writer.compiler.plan.at[id(stmt)]
    after = writer.block()
    if stmt.group:
        # Nobody is asked: nothing stops, and there are no answers.
        seats = writer.expression(stmt.question.seat).only
        nobody, somebody = writer.block(), writer.block()
        empty = writer.build.icmp_unsigned("==", writer.load(writer.plus(seats, 8)), number(0))
        writer.build.cbranch(empty, nobody, somebody)
        writer.enter(nobody)
        made = writer.runtime("list_new", writer.types.number(writer.variables[stmt.target].type), 0)
        writer.write_local(stmt.target, Value((made,)))
        writer.build.branch(after)
        writer.enter(somebody)
    top = writer.load(State.BUMP)
    writer.store(State.FRAMES_BASE, top)
    _write_frame(writer, site, top)
    found = _answer_at_once(writer, site, top)
    if found is not None:
        goes_on, stops = writer.block(), writer.block()
        writer.build.cbranch(writer.build.icmp_unsigned("!=", found, number(0)), goes_on, stops)
        writer.enter(goes_on)
        # What is in the frame is what the locals hold, so they need not be taken back.
        writer.store(State.FRAMES, top)
        _take_answer(writer, stmt, writer.build.inttoptr(found, POINTER))
        writer.build.branch(after)
        writer.enter(stops)
    writer.hand_steps_over()
    _stop(writer)
    _take_back(writer, site)
    _take_answer(writer, stmt, writer.address(writer.compiler.answer_offset))
    writer.build.branch(after)
    writer.enter(after)


def _answer_at_once(writer: Writer, site: Site, top: ir.Value) -> ir.Value | None:
    """The address of the answer if whoever answers has one already, else 0; None if it never does."""
    if writer.compiler.goes_straight:
        return writer.runtime("straight", writer.compiler.site_number(site))
    return _answer_in_place(writer, site, top) if _is_answered_in_place(writer, site) else None


def _is_answered_in_place(writer: Writer, site: Site) -> bool:
    """It is worth asking whether somebody has an answer already."""
    is_ask = isinstance(site.stmt, Ask) and not site.stmt.group
    return is_ask and writer.compiler.answers_in_place and _frame(writer, site) <= MOST_COMPARED


def _answer_in_place(writer: Writer, site: Site, top: ir.Value) -> ir.Value:
    """See `driver/place.py`."""
    assert isinstance(site.stmt, Ask)
    plain, place = 0, 0
    for name in site.slots:
        variable = writer.variables[name]
        slots = [False] * variable.may_be_unset + writer.types.plain_slots(variable.type)
        plain |= 0 if variable.may_be_unset else sum(is_plain << place + n for n, is_plain in enumerate(slots))
        place += len(slots)
    wide = writer.types.width(writer.variables[site.stmt.target].type)
    return writer.runtime("again", writer.compiler.site_number(site), top, 8 * place, plain, wide)


def _take_answer(writer: Writer, stmt: Ask, place: ir.Value) -> None:
    writer.write_local(stmt.target, writer.read_slots(place, writer.variables[stmt.target].type))


def write_invoke(writer: Writer, stmt: Invoke) -> None:
    """Calls a function that may ask: from its beginning, or, where this one goes on, from where that one waits."""
    site = writer.compiler.plan.at[id(stmt)]
    targets = writer.compiler.targets(stmt.call)
    args = writer.operands(stmt.call.args)
    joined = writer.block()
    if site.counts:
        writer.deeper()
    _forget_place(writer)
    first = raw_call(writer, targets, stmt.call, args)
    before = writer.build.block
    writer.build.branch(joined)
    _take_back(writer, site)
    if site.counts:
        writer.deeper()
    going_on = writer.compiler.going_on(stmt.call.type)
    again = writer.build.call(going_on, [writer.base, writer.left], cconv="tailcc")
    resumed = writer.build.block
    writer.build.branch(joined)
    writer.enter(joined)
    result = writer.build.phi(first.type)
    result.add_incoming(first, before)
    result.add_incoming(again, resumed)
    _forget_place(writer)
    _watch_asking(writer, left_of(writer, result), targets, site)
    if site.counts:
        writer.change_depth(1)
    if stmt.target is not None:
        writer.write_local(stmt.target, result_of(writer, result, stmt.call.type))


def _watch_asking(writer: Writer, left: ir.Value, targets: Sequence[str], site: Site) -> None:
    cold, waiting, other = writer.block(), writer.block(), writer.block()
    writer.unlikely(writer.build.icmp_signed("<", left, number(0)), cold)
    writer.build.store(left, writer.steps)
    after = writer.build.block
    writer.enter(cold)
    is_asking = writer.build.icmp_unsigned("==", left, left_with(Status.ASKING))
    writer.build.cbranch(is_asking, waiting, other)
    writer.enter(waiting)
    _write_frame(writer, site, writer.load(State.FRAMES))
    _stop(writer)
    writer.enter(other)
    unwind(writer, left, targets)
    writer.enter(after)


def _forget_place(writer: Writer) -> None:
    """Another function asks from now on, so a question that comes is not the one that was open."""
    if writer.compiler.answers_in_place:
        writer.store(Host.IN_PLACE, number(0))


# -------------------------------------------------------------------------------------------------------------- frames


def _frame(writer: Writer, site: Site) -> int:
    """Slots of a frame, without the word that names its site."""
    variables = [writer.variables[name] for name in site.slots]
    return sum(writer.types.width(variable.type) + variable.may_be_unset for variable in variables)


def _write_frame(writer: Writer, site: Site, top: ir.Value) -> None:
    """Writes this function's frame at `top`."""
    end = writer.plus(top, 8 * (_frame(writer, site) + 1))
    writer.fail_when(writer.build.icmp_signed(">", end, writer.load(Host.LIMIT)), Error.MEMORY)
    place = 0
    for name in site.slots:
        if name in writer.flags:
            flag = writer.build.zext(writer.build.load(writer.flags[name], typ=I1), I64)
            writer.store(writer.plus(top, 8 * place), flag)
            place += 1
        kinds = writer.registers(writer.variables[name].type)
        parts = [writer.build.load(cell, typ=kind) for cell, kind in zip(writer.locals[name], kinds, strict=True)]
        writer.write_slots(writer.address(writer.plus(top, 8 * place)), Value(tuple(parts)))
        place += len(parts)
    writer.store(writer.plus(top, 8 * place), number(writer.compiler.site_number(site)))
    writer.store(State.FRAMES, end)


def _take_back(writer: Writer, site: Site) -> None:
    """Where the function goes on: locals as the frame kept them, the frame gone."""
    block = writer.block()
    writer.resumes.append((site, block))
    writer.enter(block)
    top = writer.build.sub(writer.load(State.FRAMES), number(8 * (_frame(writer, site) + 1)))
    writer.store(State.FRAMES, top)
    place = 0
    for name in site.slots:
        if name in writer.flags:
            flag = writer.build.trunc(writer.load(writer.plus(top, 8 * place)), I1)
            writer.build.store(flag, writer.flags[name])
            place += 1
        value = writer.read_slots(writer.address(writer.plus(top, 8 * place)), writer.variables[name].type)
        for cell, part in zip(writer.locals[name], value.parts, strict=True):
            writer.build.store(part, cell)
        place += len(value.parts)


def _stop(writer: Writer) -> None:
    writer.give_back(left_with(Status.ASKING))
