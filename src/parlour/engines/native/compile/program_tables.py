"""The tables that the runtime walks by: types, sites and their frames, globals, and a row of counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.nodes import Ask, Tracked
from parlour.core.walk import all_expressions
from parlour.engines.llvm import text as ir
from parlour.engines.llvm.text import I64
from parlour.engines.native.compile.code import number

if TYPE_CHECKING:
    from parlour.engines.native.compile.compiler import Compiler


def add_table(module: ir.Module, name: str, words: Sequence[int | ir.Constant]) -> ir.GlobalVariable:
    constants = [number(word) if isinstance(word, int) else word for word in words] or [number(0)]
    kind = ir.ArrayType(I64, len(constants))
    table = ir.GlobalVariable(module, kind, name)
    table.global_constant = True
    table.initializer = ir.Constant(kind, constants)
    return table


def write_tables(compiler: Compiler) -> None:
    """All of them, in the form that `runtime/program.py` reads."""
    program, types = compiler.program, compiler.types
    words = max(1, (len(program.globals) + 63) // 64)
    sites, slots = _sites(compiler)
    globals_ = [
        word
        for variable, offset in zip(program.globals, compiler.global_offsets, strict=True)
        for word in (types.number(variable.type), offset, int(variable.is_presentation))
    ]
    reads = [word for site in compiler.sites for word in _words(site.reads, words)]
    passes = [word for site in compiler.sites for word in _words(site.passes, words)]
    kinds, parts = types.tables
    tables = {"TYPES": kinds, "PARTS": parts, "SITES": sites, "SLOTS": slots, "GLOBALS": globals_}
    for name, content in {**tables, "READS": reads, "PASSES": passes, "COUNTS": _counts(compiler, words)}.items():
        add_table(compiler.module, name, content)


def _sites(compiler: Compiler) -> tuple[list[int], list[int]]:
    """The places where a program may wait, and the slots of the frames that it keeps there."""
    sites: list[int] = []
    slots: list[int] = []
    types = compiler.types
    for site in compiler.sites:
        function = compiler.functions[site.function]
        first, place = len(slots) // 4, 0
        for number_, variable in enumerate((*function.params, *function.locals)):
            if variable.name in site.slots:
                slots.extend((types.number(variable.type), int(variable.may_be_unset), place, number_))
                place += types.width(variable.type) + variable.may_be_unset
        is_ask = isinstance(site.stmt, Ask)
        answer = types.number(compiler.answer_type(site)) if is_ask else -1
        head = (compiler.numbers[site.function], site.number, first, len(site.slots), place)
        sites.extend((*head, answer))
    return sites, slots


def _counts(compiler: Compiler, words: int) -> list[int]:
    program = compiler.program
    tracks = any(isinstance(expr, Tracked) for each in program.functions for expr in all_expressions(each))
    result = compiler.types.number(compiler.functions[program.entry].result)
    draws = any(effects.draws for effects in compiler.effects.values())
    counts = [len(program.globals), words, compiler.heap_base]
    counts += [compiler.answer_offset, compiler.result_offset, result]
    return [*counts, int(tracks), int(draws), len(program.classes)]


def _words(bits: int, count: int) -> list[int]:
    """A bit set as so many signed words."""
    found = [bits >> (64 * place) & (2**64 - 1) for place in range(count)]
    return [word - (1 << 64) if word >> 63 else word for word in found]
