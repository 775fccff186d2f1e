"""Tables: entries in the order of insertion, see `entries.py`.

A key is told apart by its content when it was entered. Replacing a value keeps the entry's place; removing a key and
setting it again puts it at the end. `key` and `value` are addresses of slots, `size` is the abstract size of an entry
or of what is listed."""

from __future__ import annotations

from parlour.engines.llvm.low.language import copy, ld, st
from parlour.engines.native.layout import Entry, Kind
from parlour.engines.native.runtime.entries import (
    ENTRY_HEAD,
    HOLDER_SIZE,
    Compare,
    entries_add,
    entries_clear,
    entries_find,
    entries_length,
    entries_rebuild,
    entries_remove,
    entries_used,
    entry_at,
    hash_of_text,
    hash_of_word,
    is_removed,
)
from parlour.engines.native.runtime.frozen import entry_stride, freeze, keep_frozen, key_compare
from parlour.engines.native.runtime.lists import elements, list_of_width
from parlour.engines.native.runtime.memory import alloc, take, work
from parlour.engines.native.runtime.program import entry, item, kind, type_of, width


def table_new(a: int, type_: int) -> int:
    """An empty table; takes nothing from the budgets."""
    table = alloc(a, HOLDER_SIZE)
    st(a + table, type_)
    entries_clear(a, table)
    return table


def table_length(a: int, table: int) -> int:
    return entries_length(a, table)


def word_of_key(a: int, type_: int, key: int) -> int:
    """What `entries_find` wants of a key: its slot, its string, or its frozen form above the heap."""
    return freeze(a, type_, key) if key_compare(type_) == Compare.FROZEN else ld(key)


def hash_of_key(a: int, type_: int, word: int) -> int:
    """Objects by their creation number: it stays when the heap is tidied up."""
    if key_compare(type_) != Compare.WORD:
        return hash_of_text(a, word)
    return hash_of_word(ld(a + word + 8) if kind(type_) == Kind.OBJECT else word)


def find_entry(a: int, table: int, word: int) -> int:
    """The address of an entry or 0."""
    type_ = type_of(a, table)
    key = item(type_)
    return entries_find(a, table, key_compare(key), entry_stride(type_), hash_of_key(a, key, word), word)


def table_find(a: int, table: int, key: int) -> int:
    """The address of the value's slots, or 0."""
    type_ = item(type_of(a, table))
    found = find_entry(a, table, word_of_key(a, type_, key))
    return found + ENTRY_HEAD + 8 * width(type_) if found else 0


def table_set(a: int, table: int, key: int, value: int, size: int) -> int:
    type_ = type_of(a, table)
    key_type = item(type_)
    word = word_of_key(a, key_type, key)
    compare = key_compare(key_type)
    hash_ = hash_of_key(a, key_type, word)
    stride = entry_stride(type_)
    found = entries_find(a, table, compare, stride, hash_, word)
    if not found:
        take(a, size)
        if compare == Compare.FROZEN:
            keep_frozen(a, word)
        found = entries_add(a, table, stride, hash_)
        st(found + 8, word if compare == Compare.FROZEN else 0)
    # The key too: it may be another list of the same content.
    copy(found + ENTRY_HEAD, key, 8 * width(key_type))
    copy(found + ENTRY_HEAD + 8 * width(key_type), value, 8 * width(entry(type_, Entry.OTHER)))
    return 0


def table_remove(a: int, table: int, key: int) -> int:
    """Whether the key was there."""
    found = find_entry(a, table, word_of_key(a, item(type_of(a, table)), key))
    if not found:
        return 0
    entries_remove(a, table, found)
    return 1


def table_clear(a: int, table: int) -> int:
    entries_clear(a, table)
    return 0


def table_keys(a: int, table: int, list_type: int, size: int) -> int:
    return table_list(a, table, list_type, size, ENTRY_HEAD)


def table_values(a: int, table: int, list_type: int, size: int) -> int:
    return table_list(a, table, list_type, size, ENTRY_HEAD + 8 * width(item(type_of(a, table))))


def table_list(a: int, table: int, list_type: int, size: int, place: int) -> int:
    """A list of what stands at this place of all entries."""
    length = entries_length(a, table)
    work(a, length)
    take(a, 16 + size * length)
    wide = width(item(list_type))
    stride = entry_stride(type_of(a, table))
    items = list_of_width(a, list_type, length, wide)
    to = elements(a, items)
    for number in range(entries_used(a, table)):
        found = entry_at(a, table, stride, number)
        if not is_removed(found):
            copy(to, found + place, 8 * wide)
            to += 8 * wide
    return items


def table_copy(a: int, table: int, size: int) -> int:
    length = entries_length(a, table)
    work(a, length)
    take(a, 16 + size * length)
    return table_twin(a, table)


def table_twin(a: int, table: int) -> int:
    """A copy that takes nothing from the budgets."""
    type_ = type_of(a, table)
    twin = table_new(a, type_)
    if entries_length(a, table) > 0:
        entries_rebuild(a, twin, table, entry_stride(type_), entries_length(a, table))
    return twin
