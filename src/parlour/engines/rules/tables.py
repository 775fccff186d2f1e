"""Rows of a relation, and the indexes through which joins look at them.

An index answers one kind of look-up: given the values of some columns (`bound`), it lists what stands in others
(`wanted`); the remaining columns do not matter. Its shape depends on what is given and what is asked::

    bound    wanted       index                           look-up
    none     none         a list, empty or not            is there any row?
    some     none         a set of keys                   key in index
    none     some         the values                      for value in index
    some     some         a dict from keys to values      for value in index.get(key, ())

A key or value of one column is that column; of several, a tuple. Values are a list, or a set where they would come
twice.

    >>> build([(1, 2), (1, 3)], (0,), (1,))
    {1: [2, 3]}
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from operator import itemgetter
from typing import Any

Row = tuple[int, ...]
Columns = tuple[int, ...]


def build(rows: Iterable[Row], bound: Columns, wanted: Columns) -> Any:
    """The index of these rows; values are listed once each, in the order of the rows."""
    if not wanted:
        if bound:
            return set(map(picker(bound), rows))
        return [True for _ in rows][:1]
    value = picker(wanted)
    if not bound:
        return list(dict.fromkeys(map(value, rows)))
    key = picker(bound)
    found: dict[Any, Any] = {}
    for row in rows:
        found.setdefault(key(row), {})[value(row)] = None
    return {name: list(values) for name, values in found.items()}


def index_text(rows: str, bound: Columns, wanted: Columns, pick: str, *, is_distinct: bool) -> list[str]:
    """Lines that build such an index of the rows of a state, named `r`: quicker than `build`, for it is done in every
    state. `pick` names a picker of the columns that count where there is only one kind of them; `is_distinct` says that
    no value comes twice."""
    if not bound or not wanted:
        if bound or wanted:
            return [f"    r = {'list' if is_distinct and wanted else 'set'}(map({pick}, {rows}))"]
        return [f"    r = [True for _ in {rows}][:1]"]
    key, value = _text(bound), _text(wanted)
    lines = ["    r = {}", f"    for row in {rows}:", f"        k = {key}"]
    if is_distinct:
        return [*lines, f"        if k in r: r[k].append({value})", f"        else: r[k] = [{value}]"]
    return [*lines, f"        if k in r: r[k].add({value})", f"        else: r[k] = {{{value}}}"]


def _text(columns: Columns) -> str:
    parts = [f"row[{column}]" for column in columns]
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def picker(columns: Columns) -> Callable[[Row], Any]:
    return itemgetter(*columns)


def extend(index: Any, rows: Iterable[Row], bound: Columns, wanted: Columns) -> None:
    """Adds rows that are new to an index made with all columns bound or wanted, so that no value is listed twice."""
    if not bound:
        index.extend(map(picker(wanted), rows) if wanted else [True for _ in rows][:1])
    elif not wanted:
        index.update(map(picker(bound), rows))
    else:
        key, value = picker(bound), picker(wanted)
        for row in rows:
            index.setdefault(key(row), []).append(value(row))


def fan_out(rows: Collection[Row], bound: Columns) -> float:
    """How many rows one look-up finds on average."""
    if not rows or not bound:
        return float(len(rows))
    return len(rows) / len(set(map(picker(bound), rows)))
