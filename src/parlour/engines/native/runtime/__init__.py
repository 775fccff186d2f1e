"""What compiled programs call: strings, lists, tables, equality, undo, chance, and the walks over all that is alive.

Written in the low-level language of `low.py`; each module is one noun. `MODULES` are all of them."""

from __future__ import annotations

from types import ModuleType

from parlour.engines.native.runtime import (
    anys,
    boards,
    chance,
    collect,
    effects,
    entries,
    equality,
    events,
    frames,
    frozen,
    groups,
    journal,
    key,
    lists,
    longest,
    measure,
    memory,
    numbers,
    pairs,
    plain,
    program,
    sorting,
    strings,
    tables,
    text_numbers,
    tracking,
    utf8,
    walk,
)

MODULES: tuple[ModuleType, ...] = (
    anys,
    boards,
    chance,
    collect,
    effects,
    entries,
    equality,
    events,
    frames,
    frozen,
    groups,
    journal,
    key,
    lists,
    longest,
    measure,
    memory,
    numbers,
    pairs,
    plain,
    program,
    sorting,
    strings,
    tables,
    text_numbers,
    tracking,
    utf8,
    walk,
)
