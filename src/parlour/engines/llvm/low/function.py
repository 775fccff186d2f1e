"""A low-level function: what is known of it before its text is written."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from parlour.dataclass import dataclass
from parlour.engines.llvm.low.words import FOREIGN


class Table(int):
    """The address of words that another module defines under this name, so that low-level code can say `TYPES`."""

    name: str

    def __new__(cls, name: str) -> Table:
        table = super().__new__(cls, 0)
        table.name = name
        return table


class LowError(Exception):
    """Low-level code says something that has no meaning here. A mistake of ours, never of a game's author."""


@dataclass(frozen=True, slots=True)
class Low:
    """A low-level function. `calls` and `tables` are what its text refers to; `symbol` is its name there.

    `is_foreign`: only declared, its code is elsewhere. `is_failing`: after a call of it `Host.ERROR` must be looked
    at."""

    name: str
    symbol: str
    params: tuple[str, ...]
    is_export: bool
    is_foreign: bool
    is_failing: bool
    attributes: str
    calls: tuple[str, ...]
    tables: tuple[str, ...]
    node: ast.FunctionDef
    names: Mapping[str, object]

    @property
    def is_inline(self) -> bool:
        return "alwaysinline" in self.attributes

    def where(self, node: ast.AST) -> str:
        return f"{self.names.get('__name__')}.{self.name}, line {getattr(node, 'lineno', 0)}"


def declaration(low: Low) -> str:
    """The signature of a foreign function. LLVM must not know it by its name: it would put something of its own in the
    place of a call (`x * x` for `pow(x, 2)`), whose result differs in the last bit."""
    result, params = foreign_types(low)
    return f"declare {result.split()[0]} @{low.symbol}({', '.join(params)}) nobuiltin"


def foreign_types(low: Low) -> tuple[str, list[str]]:
    """How C sees the result and the parameters of a foreign function."""

    def kind(annotation: ast.expr | None) -> str:
        if isinstance(annotation, ast.Constant) and annotation.value is None:
            return "void"
        if not isinstance(annotation, ast.Name) or annotation.id not in FOREIGN:
            raise LowError(f"{low.where(low.node)}: a foreign function needs types out of {', '.join(FOREIGN)}")
        return FOREIGN[annotation.id]

    return kind(low.node.returns), [kind(arg.annotation) for arg in low.node.args.args]
