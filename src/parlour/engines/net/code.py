"""Gates as LLVM text: straight-line functions of at most some hundred gates each.

Small functions keep the compiler linear and cost nothing at run time: a processor has room for a few planes only, and
the scratch area stays in its cache. A value that is used inside one function alone never touches memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.engines.llvm import text as ir
from parlour.engines.llvm.builder import IRBuilder
from parlour.engines.net.schedule import REGION_SHIFT, SCRATCH, Gate, Op, Schedule, Segment, place

# Gates in one function, and in one module: modules are compiled one by one and can be given up in between.
PART_GATES = 150
MODULE_GATES = 1_500

_WORD = ir.IntType(64)
_NUMBER = (1 << REGION_SHIFT) - 1


def part_count(segment: Segment) -> int:
    """How many functions a segment becomes."""
    return -(-len(segment.gates) // PART_GATES)


def part_name(number: int) -> str:
    return f"part{number}"


def code_modules(plan: Schedule, words: int) -> Iterator[str]:
    """The text of all functions of a schedule, counted through its stages, in modules of some functions each."""
    module, gates = ir.Module(), 0
    for number, (part, kept) in enumerate(_parts(plan)):
        _write(module, part_name(number), part, kept, words)
        gates += len(part)
        if gates >= MODULE_GATES:
            yield str(module)
            module, gates = ir.Module(), 0
    if gates:
        yield str(module)


def _parts(plan: Schedule) -> list[tuple[Sequence[Gate], set[int]]]:
    """The functions' gates, each with the references whose last value somebody reads later; found from the end."""
    lasting = place(SCRATCH, plan.first_free)
    found: list[tuple[Sequence[Gate], set[int]]] = []
    live: set[int] = set()
    for segment in reversed([segment for stage in plan.stages for segment in stage]):
        if segment.changed is not None:
            live |= _read_first(segment.gates) | {place(SCRATCH, segment.changed)}
        for start in reversed(range(0, len(segment.gates), PART_GATES)):
            part = segment.gates[start : start + PART_GATES]
            written = {gate[0] for gate in part}
            # Planes that stages exchange by name, and the next state, are wanted by others than gates.
            kept = {where for where in written if where in live or not lasting <= where < place(SCRATCH + 1, 0)}
            found.append((part, kept))
            live -= written
            live |= _read_first(part)
    return found[::-1]


def _read_first(gates: Sequence[Gate]) -> set[int]:
    """What is read before it is written."""
    written: set[int] = set()
    found: set[int] = set()
    for target, left, right, op in gates:
        if op < Op.ZERO:
            found.update(where for where in (left, right) if where not in written)
        written.add(target)
    return found


def _write(module: ir.Module, name: str, gates: Sequence[Gate], kept: set[int], words: int) -> None:
    """One function: `name(facts, scratch, next)`."""
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [ir.PointerType()] * 3), name)
    function.is_apart = True
    b = IRBuilder(function.append_basic_block())
    plane = ir.VectorType(_WORD, words)
    zero, ones = ir.splat(0, words), ir.splat(-1, words)
    values: dict[int, ir.Value] = {}

    def address(reference: int) -> ir.Value:
        number = ir.Constant(_WORD, reference & _NUMBER)
        return b.gep(function.args[reference >> REGION_SHIFT], [number], source_etype=plane)

    def value(reference: int) -> ir.Value:
        found = values.get(reference)
        if found is None:
            found = values[reference] = b.load(address(reference), typ=plane)
        return found

    for target, left, right, op in gates:
        match op:
            case Op.AND:
                result = b.and_(value(left), value(right))
            case Op.OR:
                result = b.or_(value(left), value(right))
            case Op.XOR:
                result = b.xor(value(left), value(right))
            case Op.AND_NOT:
                result = b.and_(value(left), b.xor(value(right), ones))
            case Op.NOT:
                result = b.xor(value(left), ones)
            case Op.COPY:
                result = value(left)
            case _:
                result = ones if op == Op.ONES else zero
        values[target] = result
    for reference in sorted(kept):
        b.store(values[reference], address(reference))
    b.ret_void()
