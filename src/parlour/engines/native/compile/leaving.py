"""How control leaves a function: it returns, it abandons its work to a `Catch` of some tag (a non-local exit), or a
call inside it has failed or abandoned something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.core.passes.nonlocal_exits import FAIL
from parlour.core.types import NONE
from parlour.engines.llvm import text as ir
from parlour.engines.native.compile.code import Value, left_with, number
from parlour.engines.native.compile.memo import give_and_keep
from parlour.engines.native.compile.writer import Writer
from parlour.engines.native.layout import Status


def commit(writer: Writer, count: int) -> None:
    """Leaves so many attempts, keeping what they wrote."""
    if count:
        writer.runtime("commit", count)


def give_back(writer: Writer, value: Value | None) -> None:
    """Ends the function with this value; None after a path that core proves cannot be taken."""
    if value is None:
        writer.build.unreachable()
        return
    commit(writer, writer.attempts)
    kinds = writer.code.function_type.return_type.elements
    if writer.function.result != NONE and len(kinds) == 1:
        writer.write_slots(writer.address(writer.compiler.result_offset), value)
    if writer.row is not None:
        give_and_keep(writer, writer.row, value.only)
        return
    writer.give_back(writer.left, value.parts if len(kinds) > 1 else ())


def abandon(writer: Writer, tag: str) -> None:
    """Goes to what takes the tag, here or further out."""
    goal = writer.handlers.get(tag)
    if goal is None:
        commit(writer, writer.attempts)
        writer.hand_steps_over()
        writer.give_back(_left_by(writer, tag))
        return
    if tag != FAIL:
        commit(writer, writer.attempts - goal.attempts)
    writer.build.branch(goal.block)


def _left_by(writer: Writer, tag: str) -> ir.Value:
    return left_with(Status.ABANDONED + writer.compiler.tag(tag))


def watch(writer: Writer, left: ir.Value, targets: Sequence[str]) -> None:
    """After a call: goes on with the steps that it has left, if it has come to its end."""
    is_over = writer.build.icmp_signed("<", left, number(0))
    if not _tags(writer, targets):
        writer.pass_on_when(is_over)
        writer.build.store(left, writer.steps)
        return
    cold = writer.block()
    writer.unlikely(is_over, cold)
    writer.build.store(left, writer.steps)
    after = writer.build.block
    writer.enter(cold)
    unwind(writer, left, targets)
    writer.enter(after)


def _tags(writer: Writer, targets: Iterable[str]) -> list[str]:
    """What these functions may abandon that is not theirs."""
    return sorted({tag for name in targets for tag in writer.compiler.escapes[name]})


def unwind(writer: Writer, left: ir.Value, targets: Iterable[str]) -> None:
    """A call has not come to its end: it has abandoned something, or failed."""
    tags = _tags(writer, targets)
    if tags:
        failed = writer.block()
        switch = writer.build.switch(left, failed)
        for tag in tags:
            block = writer.block()
            switch.add_case(_left_by(writer, tag), block)
            writer.enter(block)
            writer.take_steps_back()
            abandon(writer, tag)
        writer.enter(failed)
    writer.pass_on()
