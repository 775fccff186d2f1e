"""What is new in a view since the one before, as a short list of operations on JSON; `docs/web.md` has them in a table.

Of lists only what differs is sent, so that a log that grows by a line costs a line. What is equal in Python counts as
equal: a place of a view has a number or a truth value, but never now one and now the other.

    >>> change({"log": ["1. A: 4"], "awaited": [0]}, {"log": ["1. A: 4", "2. B: 3"], "awaited": [1]})
    [[['log'], 1, 0, ['2. B: 3']], [['awaited', 0], 1]]
    >>> changed({"log": ["1. A: 4"]}, [[["log"], 1, 0, ["2. B: 3"]]])
    {'log': ['1. A: 4', '2. B: 3']}
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from difflib import SequenceMatcher
from typing import Any

import msgspec

# Matching takes the square of the length; longer lists are compared at their ends.
_LONGEST_MATCHED = 400
_ENCODE = msgspec.json.Encoder().encode
# A key of an object or an index of a list.
Path = tuple[str | int, ...]


def change(before: Any, after: Any, path: Path = ()) -> list[list[Any]]:
    """The operations that make the one of the other; both are JSON, share their kind, and stand at this path."""
    operations: list[list[Any]] = []
    if before is not after and before != after:
        _compare(before, after, path, operations)
    return operations


def changed(before: Any, operations: Sequence[Sequence[Any]]) -> Any:
    """What the operations make of it; the value given stays as it was."""
    root: dict[str, Any] = {"": deepcopy(before)}
    for path, *rest in operations:
        parent: Any = root
        keys: list[str | int] = ["", *path]
        for key in keys[:-1]:
            parent = parent[key]
        last = keys[-1]
        match rest:
            case []:
                del parent[last]
            case [value]:
                parent[last] = deepcopy(value)
            case [start, removed, items]:
                parent[last][start : start + removed] = deepcopy(items)
    return root[""]


def _compare(before: Any, after: Any, path: Path, found: list[list[Any]]) -> None:
    """Adds what leads from one to the other, part by part, or the whole where that is shorter."""
    parts: list[list[Any]] = []
    places = 1
    if isinstance(before, dict) and isinstance(after, dict):
        parts += [[[*path, key]] for key in before if key not in after]
        places = len(parts)
        for key, value in after.items():
            if key not in before:
                parts.append([[*path, key], value])
                places += 1
            elif before[key] != value:
                _compare(before[key], value, (*path, key), parts)
                places += 1
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple):
        places = _compare_lists(before, after, path, parts)
    else:
        parts.append([list(path), after])
    # What differs in one place only was compared with that place as a whole, which is shorter than this.
    if path and places > 1 and len(parts) > 1:
        whole = [list(path), after]
        if len(_ENCODE(parts)) > len(_ENCODE(whole)):
            parts = [whole]
    found += parts


def _compare_lists(before: Sequence[Any], after: Sequence[Any], path: Path, found: list[list[Any]]) -> int:
    """In how many places they differ."""
    if len(before) == len(after):
        differing = [index for index in range(len(after)) if before[index] != after[index]]
        # Where most stands where it stood, nothing was moved along: a cell of a board is compared with itself.
        if 2 * len(differing) <= len(after) or len(differing) < 2 or len(after) > _LONGEST_MATCHED:
            for index in differing:
                _compare(before[index], after[index], (*path, index), found)
            return len(differing)
    if len(before) != len(after) and _is_spliced(before, after):
        found.append(_spliced(before, after, path))
        return 1
    # Longest matching blocks (Ratcliff and Obershelp): what moved within a list is cut out and put in elsewhere.
    old, new = list(map(_ENCODE, before)), list(map(_ENCODE, after))
    shift = places = 0
    for tag, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "replace" and end - start == last - first:
            for at in range(end - start):
                if old[start + at] != new[first + at]:
                    _compare(before[start + at], after[first + at], (*path, first + at), found)
                    places += 1
        elif tag != "equal":
            found.append([list(path), start + shift, end - start, after[first:last]])
            places += 1
        shift += (last - first) - (end - start)
    return places


def _is_spliced(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether nothing can be found again between what both have in common at their ends, or it would take too long."""
    if max(len(before), len(after)) > _LONGEST_MATCHED:
        return True
    _, start, removed, items = _spliced(before, after, ())
    return not removed or not items or (removed == 1 and before[start] not in items)


def _spliced(before: Sequence[Any], after: Sequence[Any], path: Path) -> list[Any]:
    """One operation on all between what both have in common at their ends."""
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return [list(path), start, len(before) - start - end, after[start : len(after) - end]]
