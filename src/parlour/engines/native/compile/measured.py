"""In a simulation a printed line is not put together: only its length is worked out, and paid for.

In bulk work a told line counts against the budgets and is then forgotten. So a string that is only told is never made:
its code points and its bytes are counted, and everything is paid for in the order in which it would be made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.passes.suspension import Site
from parlour.core.types import STRING, slots
from parlour.core.walk import assigned, expressions, walk_block, walk_expr
from parlour.dataclass import dataclass
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I64
from parlour.engines.native.compile.code import number

if TYPE_CHECKING:
    from parlour.engines.native.compile.writer import Writer


@dataclass(frozen=True, slots=True)
class Measure:
    """Of a string: its code points, and its bytes in UTF-8."""

    length: ir.Value
    size: ir.Value


def measured(writer: Writer, expr: nodes.Expr) -> Measure:
    """Evaluates and pays for all that the string is made of, and measures it."""
    with writer.staying():
        if expr.span is not None:
            writer.at(expr.span)
        match expr:
            case nodes.Const(value=str(text)):
                return Measure(number(len(text)), number(len(text.encode("utf-8", "surrogatepass"))))
            case nodes.Local(name=name) if name in writer.measures:
                return Measure(*(writer.build.load(cell, typ=I64) for cell in writer.measures[name]))
            case nodes.Op(name="concat", args=(left, right)):
                return _joined(writer, [measured(writer, left), measured(writer, right)])
            case nodes.Op(name="join", args=(nodes.MakeList(items=items),)):
                parts = [measured(writer, item) for item in items]
                writer.take_memory(16 + 8 * slots(STRING) * len(parts))
                writer.runtime("work", len(parts))
                return _joined(writer, parts)
        made = writer.expression(expr).only
        return Measure(writer.load(writer.plus(made, 8)), writer.runtime("utf8_length", made))


def _joined(writer: Writer, parts: list[Measure]) -> Measure:
    length: ir.Value = number(0)
    size: ir.Value = number(0)
    for part in parts:
        length, size = writer.build.add(length, part.length), writer.build.add(size, part.size)
    writer.runtime("pay_string", length)
    return Measure(length, size)


# ---------------------------------------------------------------------------------------------- which they are


def only_told(function: nodes.Function, sites: Collection[Site], vanishing: Collection[str]) -> frozenset[str]:
    """Locals that hold strings which are told, or become part of such, and are nothing else to anybody; `vanishing` are
    the globals that are not written."""
    written = {stmt.name for stmt in walk_block(function.body) if isinstance(stmt, nodes.Assign)}
    others = {assigned(stmt) for stmt in walk_block(function.body) if not isinstance(stmt, nodes.Assign)}
    waiting = {name for site in sites for name in site.slots}
    strings = {var.name for var in function.locals if var.type == STRING and not var.may_be_unset}
    found = (strings & written) - others - waiting
    while True:
        kept = found - _used_otherwise(function, found, vanishing)
        if kept == found:
            return frozenset(found)
        found = kept


def _used_otherwise(function: nodes.Function, found: Collection[str], vanishing: Collection[str]) -> set[str]:
    """Those that somebody reads who needs more than their length, as long as `found` are only measured."""
    names: set[str] = set()
    for stmt in walk_block(function.body):
        if isinstance(stmt, nodes.SetGlobal) and stmt.name in vanishing:
            continue
        for expr in expressions(stmt):
            is_measured = (isinstance(stmt, nodes.Tell) and expr is stmt.text) or (
                isinstance(stmt, nodes.Assign) and stmt.name in found
            )
            for part in _read_whole(expr) if is_measured else (expr,):
                names.update(each.name for each in walk_expr(part) if isinstance(each, nodes.Local))
    return names


def _read_whole(expr: nodes.Expr) -> Iterator[nodes.Expr]:
    """The parts of a string that is measured which are not measured themselves; see `measured`."""
    match expr:
        case nodes.Local() | nodes.Const():
            return
        case nodes.Op(name="concat", args=parts) | nodes.Op(name="join", args=(nodes.MakeList(items=parts),)):
            for part in parts:
                yield from _read_whole(part)
        case _:
            yield expr
