"""All low-level functions: the runtime that compiled programs call, and the drivers that call them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from parlour.engines.native import runtime
from parlour.engines.native.low import Low, functions


@cache
def library() -> Mapping[str, Low]:
    names = sorted(module.name for module in iter_modules(runtime.__path__))
    modules = [import_module(f"{runtime.__name__}.{name}") for name in names]
    modules.append(import_module("parlour.engines.native.driver"))
    return functions(modules)
