"""The processor we run on, as LLVM knows it."""

from __future__ import annotations

import ctypes
from functools import cache

import llvmlite.binding as llvm

# What compiled code calls of CPython: how floats are written and read is Python's own.
_PYTHON = ("PyGILState_Ensure", "PyGILState_Release", "PyOS_double_to_string", "PyOS_string_to_double", "PyMem_Free")


def new_target(level: int, *, is_small: bool = False) -> llvm.TargetMachine:
    """Makes code for this processor; an execution engine takes its target machine with it, so each has its own.
    `is_small`: what the code calls lies near it, wherever both are put."""
    _prepare()
    cpu, features = _processor()
    default = llvm.Target.from_default_triple()
    reloc, model = ("pic", "small") if is_small else ("default", "jitdefault")
    return default.create_target_machine(cpu=cpu, features=features, opt=level, reloc=reloc, codemodel=model, jit=True)


def target_text() -> str:
    """All that code depends on besides what it was made from."""
    version = ".".join(map(str, llvm.llvm_version_info))
    return f"{process_triple()} {' '.join(_processor())} LLVM {version}"


@cache
def process_triple() -> str:
    triple: str = llvm.get_process_triple()
    return triple


@cache
def _prepare() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name in _PYTHON:
        llvm.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)


@cache
def _processor() -> tuple[str, str]:
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
