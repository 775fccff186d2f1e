"""Gates as LLVM text: straight-line functions of at most some hundred gates each.

Small functions keep the compiler linear and cost nothing at run time: a processor has room for a few planes only, and
the scratch area stays in its cache. A value that is used inside one function alone never touches memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.engines.net.schedule import REGION_SHIFT, SCRATCH, Gate, Op, Schedule, Segment, place

# Gates in one function, and in one module: modules are compiled one by one and can be given up in between.
PART_GATES = 150
MODULE_GATES = 1_500

_REGIONS = ("%f", "%s", "%n")
_NUMBER = (1 << REGION_SHIFT) - 1


def part_count(segment: Segment) -> int:
    """How many functions a segment becomes."""
    return -(-len(segment.gates) // PART_GATES)


def part_name(number: int) -> str:
    return f"part{number}"


def code_modules(plan: Schedule, words: int) -> Iterator[str]:
    """The text of all functions of a schedule, counted through its stages, in modules of some functions each."""
    lines: list[str] = []
    gates = 0
    for number, (part, kept) in enumerate(_parts(plan)):
        lines += _function(part_name(number), part, kept, words)
        gates += len(part)
        if gates >= MODULE_GATES:
            yield "\n".join(lines)
            lines, gates = [], 0
    if lines:
        yield "\n".join(lines)


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


def _function(name: str, gates: Sequence[Gate], kept: set[int], words: int) -> list[str]:
    plane = f"<{words} x i64>"
    ones = "splat (i64 -1)"
    lines = [f"define void @{name}(ptr noalias %f, ptr noalias %s, ptr noalias %n) {{"]
    values: dict[int, str] = {}
    count = 0

    def address(reference: int) -> str:
        nonlocal count
        count += 1
        base, number = _REGIONS[reference >> REGION_SHIFT], reference & _NUMBER
        lines.append(f"%a{count} = getelementptr {plane}, ptr {base}, i64 {number}")
        return f"%a{count}"

    def value(reference: int) -> str:
        found = values.get(reference)
        if found is None:
            where = address(reference)
            found = values[reference] = f"%l{count}"
            lines.append(f"{found} = load {plane}, ptr {where}")
        return found

    for target, left, right, op in gates:
        x = value(left) if op < Op.ZERO else ""
        y = value(right) if op < Op.NOT else ""
        count += 1
        result = f"%v{count}"
        if op == Op.AND_NOT:
            lines.append(f"%c{count} = xor {plane} {y}, {ones}")
            lines.append(f"{result} = and {plane} {x}, %c{count}")
        elif op < Op.NOT:
            lines.append(f"{result} = {_WORDS[Op(op)]} {plane} {x}, {y}")
        elif op == Op.NOT:
            lines.append(f"{result} = xor {plane} {x}, {ones}")
        elif op == Op.COPY:
            result = x
        else:
            result = ones if op == Op.ONES else "zeroinitializer"
        values[target] = result
    for reference in sorted(kept):
        where = address(reference)
        lines.append(f"store {plane} {values[reference]}, ptr {where}")
    lines += ["ret void", "}"]
    return lines


_WORDS = {Op.AND: "and", Op.OR: "or", Op.XOR: "xor"}
