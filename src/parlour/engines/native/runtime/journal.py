"""What open attempts would put back: a journal for each, the innermost at `State.JOURNAL`.

A journal is a holder of entries (`entries.py`) with one more word, the journal outside it; it lies in a block. An
entry's key is the offset of a list, table or object, or -1 - n for global n; its value is the offset of what was there
before the first write: a list or table of the same content, a copy of the object, or a block with the global's flag and
slots. The entries keep their order, which is part of the key of a state."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, inline, ld, st
from parlour.engines.native.layout import T_BLOCK, Kind, State
from parlour.engines.native.runtime.entries import (
    HOLDER_SIZE,
    Compare,
    entries_add,
    entries_clear,
    entries_find,
    entries_used,
    entry_at,
    hash_of_word,
)
from parlour.engines.native.runtime.lists import LIST_SIZE, list_length, list_twin
from parlour.engines.native.runtime.memory import alloc, block_new, work
from parlour.engines.native.runtime.program import GlobalRow, global_row, item, kind, object_width, type_of, width
from parlour.engines.native.runtime.tables import table_length, table_twin

JOURNAL_SIZE = 48
OUTER = 40
JOURNAL_STRIDE = 32  # hash, 0, key, value
ENTRY_KEY = 16
ENTRY_KEPT = 24


def begin(a: int) -> int:
    """Opens an attempt."""
    journal = block_new(a, JOURNAL_SIZE >> 3) + 16
    st(a + journal, T_BLOCK)
    entries_clear(a, journal)
    st(a + journal + OUTER, ld(a + State.JOURNAL))
    st(a + State.JOURNAL, journal)
    return 0


@inline
def keep(a: int, container: int) -> int:
    """Called before a list, table or object is changed: the innermost attempt remembers how it was."""
    if ld(a + State.JOURNAL):
        keep_container(a, container)
    return 0


def keep_container(a: int, container: int) -> int:
    journal = ld(a + State.JOURNAL)
    if is_kept(a, journal, container):
        return 0
    type_ = type_of(a, container)
    what = kind(type_)
    if what == Kind.LIST:
        work(a, list_length(a, container))
        kept = list_twin(a, container, width(item(type_)))
        swap(a + container + 16, a + kept + 16, LIST_SIZE - 16)
    elif what == Kind.TABLE:
        work(a, table_length(a, container))
        kept = table_twin(a, container)
        swap(a + container + 16, a + kept + 16, HOLDER_SIZE - 16)
    else:
        size = 16 + 8 * object_width(type_)
        kept = alloc(a, size)
        copy(a + kept, a + container, size)
    note_kept(a, journal, container, kept)
    return 0


def swap(left: int, right: int, size: int) -> int:
    """Exchanges words. The copy of a list or table thus gets its blocks, and the list or table those of the copy: what
    will be put back is older than the attempt, so that a speculation can give back all memory it took."""
    for place in range(0, size, 8):
        word = ld(left + place)
        st(left + place, ld(right + place))
        st(right + place, word)
    return 0


@inline
def keep_global(a: int, number: int) -> int:
    if ld(a + State.JOURNAL):
        keep_variable(a, number)
    return 0


def keep_variable(a: int, number: int) -> int:
    journal = ld(a + State.JOURNAL)
    if is_kept(a, journal, -1 - number):
        return 0
    row = global_row(number)
    slots = 1 + width(ld(row + GlobalRow.TYPE))
    kept = block_new(a, slots)
    copy(a + kept + 16, a + ld(row + GlobalRow.PLACE), 8 * slots)
    note_kept(a, journal, -1 - number, kept)
    return 0


def is_kept(a: int, journal: int, key: int) -> int:
    return entries_find(a, journal, Compare.WORD, JOURNAL_STRIDE, hash_of_word(key), key) != 0


def note_kept(a: int, journal: int, key: int, kept: int) -> int:
    entry = entries_add(a, journal, JOURNAL_STRIDE, hash_of_word(key))
    st(entry + 8, 0)
    st(entry + ENTRY_KEY, key)
    st(entry + ENTRY_KEPT, kept)
    return 0


def commit(a: int, count: int) -> int:
    """Closes the innermost attempts, keeping what they wrote; an enclosing one still knows how things were."""
    for _number in range(count):
        inner = ld(a + State.JOURNAL)
        outer = ld(a + inner + OUTER)
        st(a + State.JOURNAL, outer)
        if outer:
            for number in range(entries_used(a, inner)):
                entry = entry_at(a, inner, JOURNAL_STRIDE, number)
                key = ld(entry + ENTRY_KEY)
                if not is_kept(a, outer, key):
                    note_kept(a, outer, key, ld(entry + ENTRY_KEPT))
    return 0


def rollback(a: int) -> int:
    """Closes the innermost attempt and puts everything back."""
    journal = ld(a + State.JOURNAL)
    st(a + State.JOURNAL, ld(a + journal + OUTER))
    for number in range(entries_used(a, journal)):
        entry = entry_at(a, journal, JOURNAL_STRIDE, number)
        put_back(a, ld(entry + ENTRY_KEY), ld(entry + ENTRY_KEPT))
    return 0


def put_back(a: int, key: int, kept: int) -> int:
    if key < 0:
        row = global_row(-1 - key)
        copy(a + ld(row + GlobalRow.PLACE), a + kept + 16, 8 * ld(a + kept + 8))
        return 0
    what = kind(type_of(a, key))
    if what == Kind.LIST:
        copy(a + key + 8, a + kept + 8, LIST_SIZE - 8)
    elif what == Kind.TABLE:
        copy(a + key + 8, a + kept + 8, HOLDER_SIZE - 8)
    else:
        copy(a + key + 8, a + kept + 8, 8 + 8 * object_width(type_of(a, key)))
    return 0
