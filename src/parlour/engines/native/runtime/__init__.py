"""What compiled programs call: strings, lists, tables, equality, undo, chance, and the walks over all that is alive.

Written in the low-level language of `engines/llvm/low/language.py`; each module is one noun."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def modules() -> tuple[ModuleType, ...]:
    """All of them. Who runs a program that is compiled already needs none."""
    return tuple(import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
