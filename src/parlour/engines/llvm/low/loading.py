"""Low-level modules as machine code in memory, by way of the cache on disk: for drivers that belong to no program."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from types import ModuleType

import llvmlite
import llvmlite.binding as llvm

from parlour.engines.llvm.low.language import emit, functions
from parlour.engines.llvm.target import new_target, target_text
from parlour.engines.objects import key_of, load_or_make
from parlour.engines.sources import hash_of

OPTIMISATION = 2


class Loaded:
    """Exported functions, ready to be called; they stay in memory as long as this object."""

    def __init__(self, modules: Sequence[ModuleType], names: Sequence[str], sources: tuple[str, ...]) -> None:
        """These functions of the modules and all they call. `sources`: the places of all that takes part in making
        them (`engines/sources.py`)."""
        key = key_of("low", llvmlite.__version__, target_text(), hash_of(sources), *names)
        raw = load_or_make(key, lambda: _compiled(emit(names, functions(modules))))
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), new_target(OPTIMISATION))
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(raw))
        self._engine.finalize_object()

    def function(self, name: str, count: int) -> Callable[..., int]:
        """The exported function of this name with so many parameters; it runs without the interpreter's lock."""
        address = self._engine.get_function_address(f"parlour_{name}")
        if not address:
            raise KeyError(name)
        found: Callable[..., int] = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * count)(address)
        return found


def _compiled(text: str) -> bytes:
    target = new_target(OPTIMISATION)
    # How wide things lie in memory must be known when the text is read, not only when code is made.
    module = llvm.parse_assembly(
        f'target datalayout = "{target.target_data}"\ntarget triple = "{target.triple}"\n{text}'
    )
    module.verify()
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=OPTIMISATION))
    builder.getModulePassManager().run(module, builder)
    return bytes(target.emit_object(module))
