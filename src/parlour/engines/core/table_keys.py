"""The keys of tables whose values Python would confuse: 1, 1.0 and True are three keys, equal lists are one."""

from __future__ import annotations

from typing import Any

from parlour.engines.core.failures import fail_memory
from parlour.engines.core.limits import DEEPEST_KEY
from parlour.engines.core.values import Box


def freeze(value: Any, left: list[int], depth: int) -> Any:
    """Something hashable that is equal for equal values alone. `left` counts down how many parts it may yet have."""
    left[0] -= 1
    if left[0] < 0 or depth > DEEPEST_KEY:
        fail_memory()
    kind = type(value)
    if kind is float:
        return (float, "nan" if value != value else value)
    if kind is Box:
        return (Box, value.type, freeze(value.value, left, depth + 1))
    if kind is tuple or kind is list:
        return (kind, tuple(freeze(part, left, depth + 1) for part in value))
    if kind is dict:
        return (dict, tuple((key, freeze(entry, left, depth + 1)) for key, entry in value.items()))
    return (kind, value)


def is_frozen(key: object) -> bool:
    """Whether a key of a table was frozen; then its entry has the key as the program sees it, and the value."""
    return type(key) is tuple and bool(key) and isinstance(key[0], type)
