"""What `parlour show` says about compiled code, for whoever looks for a fault in it: the LLVM text of a program, and
the memory of a match that waits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from parlour.core.text import print_function
from parlour.engines.native.compile.compiler import Compiler, Signature
from parlour.engines.native.compile.library import signatures
from parlour.engines.native.compile.types import Types
from parlour.engines.native.host.dump import dump
from parlour.engines.native.host.position import NativePosition
from parlour.engines.python.engine import PythonEngine
from parlour.game.position import Position

_DEFINED = re.compile(r"^define .*@f(\d+)\(")


def llvm_lines(engine: PythonEngine) -> Iterator[str]:
    """The program as LLVM gets it, before the runtime is linked in and anything is optimised; above every function of
    the program, how it begins in core."""
    runtime = {name: Signature(*known) for name, known in signatures().items()}
    types = Types(engine.program, engine.shared)
    compiler = Compiler(engine.program, engine.plan, engine.shared, types, runtime, bulk=False)
    for line in compiler.compile().rstrip("\n").split("\n"):
        defined = _DEFINED.match(line)
        if defined:
            function = replace(engine.program.functions[int(defined[1])], locals=(), body=())
            yield f"; {' '.join(print_function(function).split())[:-4]}"
        yield line


def arena_lines(position: Position) -> Iterator[str]:
    """The memory in which a position of the native engine lies."""
    assert isinstance(position, NativePosition)
    return dump(position.form.handover, position.memory)
