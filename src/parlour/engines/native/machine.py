"""From a program to running machine code: by LLVM, or from the disk where it was compiled before.

What is kept on disk is the object file and all that the host must know of it, so that a program that was compiled once
starts again without any code generation.
"""

from __future__ import annotations

import ctypes
import marshal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from parlour.core.nodes import Program
from parlour.core.suspend import Plan, Site
from parlour.core.text import print_program
from parlour.core.walk import all_expressions, walk_block
from parlour.engines import objects
from parlour.engines.native.compiler import Compiler, Layout
from parlour.engines.native.library import apart, library
from parlour.engines.native.low import emit
from parlour.engines.native.types import Types
from parlour.engines.python.compiler import Place
from parlour.engines.python.values import Shared
from parlour.syntax.recursion import deep_passes
from parlour.syntax.source import Source, Span

# LLVM's level; 3 gains nothing measurable, 1 costs up to a seventh of the speed.
OPTIMISATION = 2

# What compiled code calls of CPython: how floats are written and read is Python's own.
_PYTHON = ("PyGILState_Ensure", "PyGILState_Release", "PyOS_double_to_string", "PyOS_string_to_double", "PyMem_Free")


@dataclass(frozen=True)
class Machine:
    """A compiled program in memory. Shareable between threads; every arena belongs to one of them."""

    program: Program
    plan: Plan
    types: Types
    layout: Layout
    bulk: bool
    _engine: llvm.ExecutionEngine

    @cached_property
    def sites(self) -> list[Site]:
        """All sites by their number in this engine."""
        return [site for each in self.program.functions for site in self.plan.sites.get(each.name, ())]

    def call(self, name: str, count: int = 1) -> Callable[..., int]:
        """The exported function `parlour_<name>` with so many parameters; it runs without the interpreter's lock."""
        address = self._engine.get_function_address(f"parlour_{name}")
        if not address:
            raise KeyError(name)
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * count)
        function: Callable[..., int] = kind(address)
        return function


@deep_passes()
def compile_program(program: Program, plan: Plan, shared: Shared, *, bulk: bool, policy: str | None = None) -> Machine:
    """The program as machine code, from the cache if it is there."""
    sources, spans = _spans(program)
    options = f"bulk={bulk} policy={policy} O{OPTIMISATION}"
    key = objects.key_of(print_program(program), spans, options, *_surroundings())
    content = objects.load_or_make(key, lambda: _compile(program, plan, shared, bulk, policy, sources))
    code, known = marshal.loads(content)
    return Machine(program, plan, Types(program, shared), _layout(known, sources), bulk, _engine(code))


@cache
def _runtime() -> bytes:
    return objects.load_or_make(objects.key_of("runtime", *_surroundings()), _compile_runtime)


def _surroundings() -> tuple[str | bytes, ...]:
    """What compiled code depends on besides its program."""
    return _compiler_text(), llvmlite.__version__, _target_text()


def _compile(
    program: Program, plan: Plan, shared: Shared, bulk: bool, policy: str | None, sources: list[Source]
) -> bytes:
    target = _target()
    compiler = Compiler(program, plan, shared, bulk=bulk, policy=policy)
    # How wide things lie in memory must be known when the text is read, not only when code is made.
    compiler.module.triple, compiler.module.data_layout = target.triple, str(target.target_data)
    module = llvm.parse_assembly(compiler.compile())
    # The quick loop of playouts is worth optimising together with the program.
    wanted = compiler.runtime_names | ({"play"} if bulk else set())
    near = emit(sorted(wanted - apart()), library(), elsewhere=apart())
    module.link_in(llvm.parse_assembly(_head(target) + near))
    for each in module.functions:
        if not each.is_declaration and not each.name.startswith("parlour_"):
            each.linkage = "internal"
    module.verify()
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=OPTIMISATION))
    builder.getModulePassManager().run(module, builder)
    return marshal.dumps((target.emit_object(module), _known(compiler.layout, sources)))


def _compile_runtime() -> bytes:
    """What all programs share: walks over memory, strings, tables, drivers. Nothing in it is worth more than the
    quickest cleaning up, which takes a fifth of the time of LLVM's usual passes."""
    target = _target()
    names = sorted(low.name for low in library().values() if not low.is_foreign and low.name != "play")
    module = llvm.parse_assembly(_head(target) + emit(names, library()))
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    for _ in range(2):
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
    passes.add_new_gvn_pass()
    passes.add_simplify_cfg_pass()
    passes.run(module, llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=1)))
    return bytes(target.emit_object(module))


def _head(target: llvm.TargetMachine) -> str:
    return f'target datalayout = "{target.target_data}"\ntarget triple = "{target.triple}"\n'


# --------------------------------------------------------------------------------------- what is kept beside it


def _known(layout: Layout, sources: list[Source]) -> dict[str, Any]:
    numbers = {id(source): number for number, source in enumerate(sources)}

    def span(place: Place) -> tuple[int, int, int] | None:
        return None if place.span is None else (numbers[id(place.span.source)], place.span.start, place.span.end)

    return {
        "constants": layout.constants,
        "texts": layout.texts,
        "places": [(place.function, span(place), place.is_tail) for place in layout.places],
        "answer": layout.answer_offset,
        "result": layout.result_offset,
        "globals": layout.global_offsets,
        "heap": layout.heap_base,
    }


def _layout(known: dict[str, Any], sources: list[Source]) -> Layout:
    places = [
        Place(function, None if span is None else Span(sources[span[0]], span[1], span[2]), is_tail)
        for function, span, is_tail in known["places"]
    ]
    texts, offsets = known["texts"], known["globals"]
    return Layout(known["constants"], texts, places, known["answer"], known["result"], offsets, known["heap"])


def _spans(program: Program) -> tuple[list[Source], bytes]:
    """The sources a program comes from, and where in them each of its nodes stands: errors depend on it."""
    sources: dict[int, tuple[int, Source]] = {}
    found: list[str] = []
    for span in _each_span(program):
        if span is None:
            found.append("-")
        else:
            number, _ = sources.setdefault(id(span.source), (len(sources), span.source))
            found.append(f"{number}:{span.start}:{span.end}")
    return [source for _, source in sources.values()], ",".join(found).encode()


def _each_span(program: Program) -> Iterator[Span | None]:
    for function in program.functions:
        yield function.span
        for stmt in walk_block(function.body):
            yield stmt.span
        for expr in all_expressions(function):
            yield expr.span


@cache
def _compiler_text() -> bytes:
    """A hash of all that takes part in generating code."""
    digest = sha256()
    here = Path(__file__).parent
    for path in sorted((*here.rglob("*.py"), *(here.parents[1] / "core").glob("*.py"))):
        digest.update(path.read_bytes())
    return digest.digest()


# ---------------------------------------------------------------------------------------------------------- llvm


@cache
def _target() -> llvm.TargetMachine:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name in _PYTHON:
        llvm.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
    cpu, features = _processor()
    default = llvm.Target.from_default_triple()
    return default.create_target_machine(cpu=cpu, features=features, opt=OPTIMISATION, jit=True)


@cache
def _processor() -> tuple[str, str]:
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _target_text() -> str:
    version = ".".join(map(str, llvm.llvm_version_info))
    return f"{llvm.get_process_triple()} {' '.join(_processor())} LLVM {version}"


def _engine(code: bytes) -> llvm.ExecutionEngine:
    _target()
    # An engine takes its target machine with it, so each has its own.
    cpu, features = _processor()
    default = llvm.Target.from_default_triple()
    machine = default.create_target_machine(cpu=cpu, features=features, opt=OPTIMISATION, jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    for part in (code, _runtime()):
        engine.add_object_file(llvm.ObjectFileRef.from_data(part))
    engine.finalize_object()
    return engine
