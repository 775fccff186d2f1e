"""LLVM text → machine code in memory, by way of the cache on disk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import llvmlite
import llvmlite.binding as llvm

from parlour.engines.llvm.target import new_target, target_text


@cache
def _target() -> llvm.TargetMachine:
    return new_target(1, is_small=True)


@cache
def native_words() -> int:
    """How many 64-lane words one vector register of this processor holds."""
    features = llvm.get_host_cpu_features()
    if features.get("avx512f"):
        return 8
    return 4 if features.get("avx2") else 2


def code_name() -> str:
    """All that machine code depends on besides its text."""
    return f"{llvmlite.__version__} {target_text()}"


def compile_text(text: str, *, is_tidied: bool = False) -> bytes:
    """An object file. `is_tidied`: after LLVM's usual passes, which straight-line code does not need."""
    machine = _target()
    module = llvm.parse_assembly(text)
    if is_tidied:
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
        builder.getModulePassManager().run(module, builder)
    emitted: bytes = machine.emit_object(module)
    return emitted


class Binary:
    """Object files in memory, ready to be called; they stay there as long as this object."""

    def __init__(self, objects: Sequence[bytes]) -> None:
        _target()
        # MCJIT takes over the machine it is given, so it gets one of its own.
        own = llvm.Target.from_default_triple().create_target_machine(jit=True)
        # Code of the small model must lie near its constants: llvmlite's own memory puts them side by side, however the
        # rest of the address space is cut up.
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), own, use_lmm=True)
        for raw in objects:
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(raw))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        found: int = self._engine.get_function_address(name)
        if not found:
            raise KeyError(name)
        return found
