"""A small low-level language with Python's syntax: what the native engine's runtime is written in.

A low-level module holds functions over whole numbers of 64 bits, read by `ast` and never run by Python::

    def length(a: int, thing: int) -> int:
        return ld(a + thing + 8)

Numbers wrap; `//` and `%` round down as Python's do; `>>` keeps the sign, `lshr` does not. Comparisons give 0 or 1, and
so do `and`, `or` and `not`, which look at no more than they must; `x in (A, B)` is allowed. There are `if`, `while`,
`for … in range(…)`, `break`, `continue`, `return`, assignment and calls. Memory goes by address with the words below. A
name in capitals is a number known beforehand: a constant of the module, a member of an `IntEnum`, or the address of a
`Table` that another module defines.

`fail(a, Error.X, A, B)` notes the error in the arena `a` and leaves the function with 0. A function that contains one,
or calls a function that may fail, is *failing*: after each call of it the caller looks at `Host.ERROR` and leaves too.

`functions` collects the functions of modules, `emit` gives the LLVM text of those wanted and all they reach. Functions
are internal to that text; an `@export` has the C calling convention and the name `parlour_…`.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import NoReturn, TypeVar

from parlour.engines.llvm.low.function import Low, LowError, Table, declaration
from parlour.engines.llvm.low.words import DECLARED, WORDS
from parlour.engines.llvm.low.writer import FunctionWriter

__all__ = ["Low", "LowError", "Table", "emit", "functions"]

F = TypeVar("F", bound=Callable[..., int | None])

# ------------------------------------------------------------------------------------------------- decorators

# Types of the parameters of foreign functions, as C has them.
Int32 = int
Char = int
Double = int  # its bits
Address = int


def export(function: F) -> F:
    """Can be called from outside, as `parlour_` and its name."""
    return function


def inline(function: F) -> F:
    """Is always written into its callers."""
    return function


def cold(function: F) -> F:
    """Is seldom called: kept out of its callers' way."""
    return function


def foreign(function: F) -> F:
    """Only its signature is here; the code belongs to the process or to another module."""
    return function


# ------------------------------------------------------------------------------------------------------ words


class _OnlyCompiled(NotImplementedError):
    def __init__(self) -> None:
        super().__init__("low-level code is compiled, never run by Python")


def fail(a: int, error: int, x: int = 0, y: int = 0) -> NoReturn:
    """Notes the error and leaves the function."""
    raise _OnlyCompiled


def local(size: int) -> int:
    """The address of so many bytes that live as long as the call; the size is a constant."""
    raise _OnlyCompiled


def ld(address: int) -> int:
    """The word at an address that is a multiple of 8."""
    raise _OnlyCompiled


def st(address: int, value: int) -> None:
    raise _OnlyCompiled


def ld32(address: int) -> int:
    """4 bytes without sign, at any address; so are the others with a number of bits in their name."""
    raise _OnlyCompiled


def st32(address: int, value: int) -> None:
    raise _OnlyCompiled


def ld16(address: int) -> int:
    raise _OnlyCompiled


def st16(address: int, value: int) -> None:
    raise _OnlyCompiled


def ld8(address: int) -> int:
    raise _OnlyCompiled


def st8(address: int, value: int) -> None:
    raise _OnlyCompiled


def ld64(address: int) -> int:
    raise _OnlyCompiled


def st64(address: int, value: int) -> None:
    raise _OnlyCompiled


def poll(address: int) -> int:
    """A word that another thread may change."""
    raise _OnlyCompiled


def call_at(function: int, context: int) -> int:
    """Calls the code at an address, which takes an address and gives a number."""
    raise _OnlyCompiled


def call_stage(function: int, facts: int, scratch: int, following: int, data: int) -> None:
    """Calls the code at an address, which takes four addresses and gives nothing: a stage of a net."""
    raise _OnlyCompiled


def copy(to: int, source: int, size: int) -> None:
    """Copies bytes; the two places do not overlap."""
    raise _OnlyCompiled


def move(to: int, source: int, size: int) -> None:
    """Copies bytes; the two places may overlap."""
    raise _OnlyCompiled


def fill(to: int, byte: int, size: int) -> None:
    raise _OnlyCompiled


def same_bytes(left: int, right: int, size: int) -> int:
    raise _OnlyCompiled


def lshr(value: int, count: int) -> int:
    """Shifts to the right, zeros coming in."""
    raise _OnlyCompiled


def ult(left: int, right: int) -> int:
    """Less, both without sign."""
    raise _OnlyCompiled


def udiv(left: int, right: int) -> int:
    raise _OnlyCompiled


def urem(left: int, right: int) -> int:
    raise _OnlyCompiled


def mulhi(left: int, right: int) -> int:
    """The high half of the product, both without sign."""
    raise _OnlyCompiled


def leading_zeros(value: int) -> int:
    raise _OnlyCompiled


def trailing_zeros(value: int) -> int:
    raise _OnlyCompiled


def ones(value: int) -> int:
    """How many bits are set."""
    raise _OnlyCompiled


def fadd(left: int, right: int) -> int:
    """Floats go by their bits."""
    raise _OnlyCompiled


def fsub(left: int, right: int) -> int:
    raise _OnlyCompiled


def fmul(left: int, right: int) -> int:
    raise _OnlyCompiled


def fdiv(left: int, right: int) -> int:
    raise _OnlyCompiled


def fsqrt(value: int) -> int:
    """The square root, rounded as IEEE 754 says."""
    raise _OnlyCompiled


def fmod(left: int, right: int) -> int:
    raise _OnlyCompiled


def feq(left: int, right: int) -> int:
    raise _OnlyCompiled


def flt(left: int, right: int) -> int:
    raise _OnlyCompiled


def fle(left: int, right: int) -> int:
    raise _OnlyCompiled


def float_of_int(value: int) -> int:
    """The bits of the nearest float."""
    raise _OnlyCompiled


def int_of_float(bits: int) -> int:
    """Rounded toward zero; the float must fit."""
    raise _OnlyCompiled


# ------------------------------------------------------------------------------------------------- collecting

_DECORATORS = {"export", "inline", "cold", "foreign"}
_NO_CALLS = {*WORDS, "fail", "local", "range"}


def functions(modules: Iterable[ModuleType]) -> dict[str, Low]:
    """All functions of low-level modules by name. A name may occur once."""
    found: dict[str, Low] = {}
    for module in modules:
        for low in _read(module):
            if low.name in found:
                raise LowError(f"{low.where(low.node)}: there are two functions of this name")
            found[low.name] = low
    callers: dict[str, list[str]] = {name: [] for name in found}
    for low in found.values():
        for called in low.calls:
            if called not in found:
                raise LowError(f"{low.where(low.node)}: there is no low-level function `{called}`")
            callers[called].append(low.name)
    failing = [low.name for low in found.values() if low.is_failing]
    while failing:
        for caller in callers[failing.pop()]:
            if not found[caller].is_failing:
                found[caller] = replace(found[caller], is_failing=True)
                failing.append(caller)
    return found


@cache
def _read(module: ModuleType) -> tuple[Low, ...]:
    tree = ast.parse(inspect.getsource(module))
    return tuple(_describe(node, vars(module)) for node in tree.body if isinstance(node, ast.FunctionDef))


def _describe(node: ast.FunctionDef, names: Mapping[str, object]) -> Low:
    marks = {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}
    called = {part.func.id for part in _inside(node) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)}
    tables = {part.id for part in _inside(node) if isinstance(part, ast.Name)}
    attributes = " alwaysinline" if "inline" in marks else " cold noinline" if "cold" in marks else ""
    low = Low(
        name=node.name,
        symbol=f"parlour_{node.name}" if "export" in marks else node.name,
        params=tuple(arg.arg for arg in node.args.args),
        is_export="export" in marks,
        is_foreign="foreign" in marks,
        is_failing="fail" in called,
        attributes=attributes,
        calls=tuple(sorted(getattr(names.get(name), "__name__", name) for name in called - _NO_CALLS)),
        tables=tuple(sorted({table.name for name in tables if isinstance(table := names.get(name), Table)})),
        node=node,
        names=names,
    )
    if len(marks) != len(node.decorator_list) or not marks <= _DECORATORS:
        raise LowError(f"{low.where(node)}: the marks of a low-level function are {', '.join(sorted(_DECORATORS))}")
    return low


def _inside(node: ast.FunctionDef) -> Iterator[ast.AST]:
    for stmt in node.body:
        yield from ast.walk(stmt)


# --------------------------------------------------------------------------------------------------- emitting

# The text of a function depends on nothing but its source and which functions fail.
_texts: dict[tuple[int, bool, str], str] = {}


def reached(names: Iterable[str], library: Mapping[str, Low], elsewhere: Container[str] = frozenset()) -> list[Low]:
    """These functions and all they call, each once; what those call that are elsewhere does not concern us."""
    found: dict[str, Low] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = library[name]
            if name not in elsewhere:
                waiting.extend(library[name].calls)
    return list(found.values())


def emit(
    names: Iterable[str], library: Mapping[str, Low], *, linkage: str = "", elsewhere: Container[str] = frozenset()
) -> str:
    """LLVM text of these functions and all they reach; tables, foreign functions and those whose code is `elsewhere`
    are declared.

    `linkage` is that of the functions named, which another module can thus be linked to ("" is external); the others
    are internal, exports external."""
    wanted = frozenset(names)
    parts: list[str] = []
    tables: set[str] = set()
    for low in reached(sorted(wanted), library, elsewhere):
        if low.is_foreign:
            parts.append(declaration(low))
        elif low.name in elsewhere:
            parts.append(f"declare i64 @{low.symbol}({', '.join(['i64'] * len(low.params))})")
        else:
            tables.update(low.tables)
            own = linkage if low.name in wanted else "internal"
            parts.append(_text(low, library, "" if low.is_export else own))
    body = "\n".join(parts)
    head = [f"@{table} = external constant [0 x i64], align 8" for table in sorted(tables)]
    head.extend(line for name, line in DECLARED.items() if f"@{name}(" in body)
    return "\n".join((*head, "", body, ""))


def _text(low: Low, library: Mapping[str, Low], linkage: str) -> str:
    key = (id(low.node), low.is_failing, linkage)
    text = _texts.get(key)
    if text is None:
        text = _texts[key] = FunctionWriter(low, library.__getitem__).text(f"{linkage} " if linkage else "")
    return text
