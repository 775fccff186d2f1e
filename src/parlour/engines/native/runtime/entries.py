"""Entries in the order in which they came, found by hash: what tables and journals are made of.

    holder   header, length, entries used (with those removed), block of entries, block of the index
    entry    hash (-1: removed), frozen key or 0, the key's slots, the value's slots
    index    4 bytes for each of 2^k cells: the number of an entry counted from 1, or 0; linear probing

A removed entry keeps its cells until everything is laid out anew. `stride` is the size of an entry in bytes. Keys are
compared as `Compare` says."""

from __future__ import annotations

from enum import IntEnum

from parlour.engines.llvm.low.language import copy, fill, inline, ld, ld32, lshr, st, st32
from parlour.engines.native.runtime.lists import MOST
from parlour.engines.native.runtime.memory import block_new, no_memory
from parlour.engines.native.runtime.strings import characters, same_text, string_length

HOLDER_SIZE = 40
ENTRY_HEAD = 16  # bytes before the key
REMOVED = -1
HASH_MASK = (1 << 62) - 1
FACTOR = 0x9E3779B97F4A7C15


class Compare(IntEnum):
    """How keys are told apart: by their slot, as strings, or as frozen strings (see `frozen.py`)."""

    WORD = 0
    TEXT = 1
    FROZEN = 2


@inline
def entries_length(a: int, holder: int) -> int:
    return ld(a + holder + 8)


@inline
def entries_used(a: int, holder: int) -> int:
    return ld(a + holder + 16)


@inline
def entry_at(a: int, holder: int, stride: int, number: int) -> int:
    """The address of an entry, counted from 0; it may be removed."""
    return a + ld(a + holder + 24) + 16 + stride * number


@inline
def is_removed(entry: int) -> int:
    return ld(entry) == REMOVED


def entries_clear(a: int, holder: int) -> int:
    """Nothing in it, and no blocks."""
    st(a + holder + 8, 0)
    st(a + holder + 16, 0)
    st(a + holder + 24, 0)
    st(a + holder + 32, 0)
    return 0


def hash_of_word(word: int) -> int:
    word *= FACTOR
    word = (word ^ lshr(word, 32)) * FACTOR
    return (word ^ lshr(word, 29)) & HASH_MASK


def hash_of_text(a: int, text: int) -> int:
    length = string_length(a, text)
    total = length
    for place in range(length):
        total = (total ^ ld32(characters(a, text) + 4 * place)) * FACTOR
        total ^= lshr(total, 32)
    return hash_of_word(total)


def entries_find(a: int, holder: int, compare: int, stride: int, hash_: int, key: int) -> int:
    """The address of the entry with this key, or 0. `key` is the slot, or the offset of the string."""
    index = ld(a + holder + 32)
    if index == 0:
        return 0
    cells = a + index + 16
    mask = 2 * ld(a + index + 8) - 1
    cell = hash_ & mask
    while True:
        number = ld32(cells + 4 * cell)
        if number == 0:
            return 0
        entry = entry_at(a, holder, stride, number - 1)
        if ld(entry) == hash_:
            if compare == Compare.WORD:
                if ld(entry + ENTRY_HEAD) == key:
                    return entry
            elif compare == Compare.TEXT:
                if same_text(a, ld(entry + ENTRY_HEAD), key):
                    return entry
            elif same_text(a, ld(entry + 8), key):
                return entry
        cell = (cell + 1) & mask


def entries_add(a: int, holder: int, stride: int, hash_: int) -> int:
    """A new last entry, whose key is not there yet: its address, everything but the hash still to be written."""
    block = ld(a + holder + 24)
    used = entries_used(a, holder)
    if block == 0 or stride * (used + 1) > 8 * ld(a + block + 8):
        length = entries_length(a, holder)
        entries_rebuild(a, holder, holder, stride, 4 if length < 2 else 2 * length)
        used = length
    st(a + holder + 8, entries_length(a, holder) + 1)
    st(a + holder + 16, used + 1)
    entry = entry_at(a, holder, stride, used)
    st(entry, hash_)
    entries_index(a, holder, hash_, used)
    return entry


def entries_index(a: int, holder: int, hash_: int, number: int) -> int:
    """Enters an entry into the index."""
    index = ld(a + holder + 32)
    cells = a + index + 16
    mask = 2 * ld(a + index + 8) - 1
    cell = hash_ & mask
    while ld32(cells + 4 * cell) != 0:
        cell = (cell + 1) & mask
    st32(cells + 4 * cell, number + 1)
    return 0


def entries_rebuild(a: int, to: int, source: int, stride: int, capacity: int) -> int:
    """Lays the entries of `source` out anew in `to`, without those removed and with room for so many."""
    if capacity > MOST:
        no_memory(a)
    length = entries_length(a, source)
    block = block_new(a, (stride >> 3) * capacity)
    words = 4
    while words < capacity:
        words *= 2
    index = block_new(a, words)
    fill(a + index + 16, 0, 8 * words)
    put = a + block + 16
    for number in range(entries_used(a, source)):
        entry = entry_at(a, source, stride, number)
        if not is_removed(entry):
            copy(put, entry, stride)
            put += stride
    st(a + to + 8, length)
    st(a + to + 16, length)
    st(a + to + 24, block)
    st(a + to + 32, index)
    for number in range(length):
        entries_index(a, to, ld(entry_at(a, to, stride, number)), number)
    return 0


def entries_remove(a: int, holder: int, entry: int) -> int:
    st(entry, REMOVED)
    st(a + holder + 8, entries_length(a, holder) - 1)
    return 0
