"""From a program to running machine code: from the disk if it was compiled before, else by LLVM.

What is kept on disk is the object file and all that the host must know of the program, so that one that was compiled
once starts again without any code generation or analysis. `compile/building.py` is only imported for one that was not.
"""

from __future__ import annotations

import ctypes
import marshal
import threading
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, overload

import llvmlite
import llvmlite.binding as llvm

from parlour.core.digest import digest
from parlour.core.nodes import Program
from parlour.core.passes.suspension import Plan, Site
from parlour.core.walk import all_expressions, walk_block
from parlour.dataclass import dataclass
from parlour.engines import objects, sources
from parlour.engines.core.blame import Place
from parlour.engines.core.values import Shared
from parlour.engines.llvm.target import new_target, target_text
from parlour.engines.native.compile.facts import Facts, find_facts, packed, unpacked
from parlour.engines.native.compile.types import Types
from parlour.engines.native.layout import Directory
from parlour.syntax.recursion import deep_passes
from parlour.syntax.source import Source, Span

_loading = threading.Lock()

# LLVM's level for programs that are not large; 3 gains nothing measurable, 1 costs up to a thirtieth of the speed.
OPTIMISATION = 2


@dataclass(frozen=True)
class Machine:
    """A compiled program in memory. Shareable between threads; every arena belongs to one of them."""

    program: Program
    plan: Plan
    types: Types
    directory: Directory
    facts: Facts
    bulk: bool
    _engine: llvm.ExecutionEngine

    @cached_property
    def sites(self) -> list[Site]:
        """All sites by their number in this engine."""
        return [site for each in self.program.functions for site in self.plan.sites.get(each.name, ())]

    def load_search(self) -> None:
        """From now on a search can be called, too. Of a program for bulk work."""
        with _loading:
            if not self._engine.get_function_address("parlour_seek"):
                self._engine.add_object_file(llvm.ObjectFileRef.from_data(_search()))
                self._engine.finalize_object()

    def call(self, name: str, count: int = 1) -> Callable[..., int]:
        """The exported function `parlour_<name>` with so many parameters; it runs without the interpreter's lock."""
        address = self._engine.get_function_address(f"parlour_{name}")
        if not address:
            raise KeyError(name)
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * count)
        function: Callable[..., int] = kind(address)
        return function


@deep_passes()
def compile_program(
    program: Program, plan: Plan, shared: Shared, *, bulk: bool, judges: bool, policy: str | None
) -> Machine:
    """The program as machine code, from the cache if it is there."""
    text = digest(program)
    types = Types(program, shared, text.types)

    def make() -> bytes:
        from parlour.engines.native.compile.building import build_program

        code, directory = build_program(
            program, plan, shared, types, _near(), bulk=bulk, judges=judges, policy=policy, level=OPTIMISATION
        )
        known = _known(directory, text.sources)
        return marshal.dumps((code, *known, packed(find_facts(program, plan))))

    key = _key(text.content, bulk, judges, policy)
    code, known, places, facts = marshal.loads(objects.load_or_make(key, make))
    directory = Directory(places=Places(places, text.sources), **known)
    return Machine(program, plan, types, directory, unpacked(facts), bulk, _engine(code))


def _key(content: bytes, bulk: bool, judges: bool, policy: str | None) -> str:
    return objects.key_of(content, f"bulk={bulk} judges={judges} policy={policy}", *_surroundings())


# What compiling takes, about, in seconds of a processor: the part that all programs share, a program, and each of its
# nodes.
SHARED_S = 2.0
PROGRAM_S = 0.25
NODE_S = 0.0003


@deep_passes()
def waiting_s(program: Program, *, bulk: bool, judges: bool, policy: str | None) -> float:
    """About how long `compile_program` takes; 0 where there is nothing to compile."""
    if objects.load(_key(digest(program).content, bulk, judges, policy)) is not None:
        return 0.0
    shared_s = SHARED_S if objects.load(objects.key_of("runtime", *_surroundings())) is None else 0.0
    nodes = sum(1 for each in program.functions for _ in (*walk_block(each.body), *all_expressions(each)))
    return shared_s + PROGRAM_S + NODE_S * nodes


@cache
def _runtime() -> bytes:
    """The object file that all programs share."""

    def make() -> bytes:
        from parlour.engines.native.compile.building import build_runtime

        return build_runtime(OPTIMISATION)

    return objects.load_or_make(objects.key_of("runtime", *_surroundings()), make)


@cache
def _near() -> bytes:
    """What becomes part of every program."""

    def make() -> bytes:
        from parlour.engines.native.compile.building import build_near

        return build_near(OPTIMISATION)

    return objects.load_or_make(objects.key_of("near", *_surroundings()), make)


@cache
def _search() -> bytes:
    """The object file that searches of all programs share."""

    def make() -> bytes:
        from parlour.engines.native.compile.building import build_search

        return build_search(OPTIMISATION)

    return objects.load_or_make(objects.key_of("search", *_surroundings()), make)


def _engine(code: bytes) -> llvm.ExecutionEngine:
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), new_target(OPTIMISATION))
    for part in (code, _runtime()):
        engine.add_object_file(llvm.ObjectFileRef.from_data(part))
    engine.finalize_object()
    return engine


# --------------------------------------------------------------------------------------- what is kept beside it


class Places(Sequence[Place]):
    """Where the lines of compiled code come from. Only errors ask, so they are kept packed until then."""

    def __init__(self, content: bytes, sources: Sequence[Source]) -> None:
        self._content = content
        self._sources = sources

    @cached_property
    def _rows(self) -> list[tuple[int, tuple[int, int, int] | None, bool]]:
        rows: list[tuple[int, tuple[int, int, int] | None, bool]] = marshal.loads(self._content)
        return rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, number: int) -> Place: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Place]: ...
    def __getitem__(self, number: int | slice) -> Place | Sequence[Place]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        function, span, is_tail = self._rows[number]
        return Place(function, None if span is None else Span(self._sources[span[0]], *span[1:]), is_tail)


def _known(directory: Directory, sources: Sequence[Source]) -> tuple[dict[str, Any], bytes]:
    """A directory as plain data, its places apart."""
    numbers = {id(source): number for number, source in enumerate(sources)}

    def span(place: Place) -> tuple[int, int, int] | None:
        return None if place.span is None else (numbers[id(place.span.source)], place.span.start, place.span.end)

    places = [(place.function, span(place), place.is_tail) for place in directory.places]
    known = {
        "constants": directory.constants,
        "texts": directory.texts,
        "answer_offset": directory.answer_offset,
        "result_offset": directory.result_offset,
        "global_offsets": directory.global_offsets,
        "heap_base": directory.heap_base,
    }
    return known, marshal.dumps(places)


# ----------------------------------------------------------------------------------------- what code depends on


# The files that take part in generating code: whole folders, so that no new module is forgotten.
SOURCES = ("dataclass.py", "syntax", "game", "core", "engines/core", "engines/llvm", "engines/native", "engines/search")


def _surroundings() -> tuple[str | bytes, ...]:
    """What compiled code depends on besides its program."""
    return sources.hash_of(SOURCES), llvmlite.__version__, target_text(), f"O{OPTIMISATION}"
