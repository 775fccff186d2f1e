"""Rows of a relation, and the indexes through which joins look at them.

An index answers one kind of look-up: given the values of some columns (`bound`), it lists what stands in others
(`wanted`); the remaining columns do not matter. Its shape depends on what is given and what is asked::

    bound    wanted       index                           look-up
    none     none         a list, empty or not            is there any row?
    some     none         a set of keys                   key in index
    none     some         a list of values                for value in index
    some     some         a dict from keys to lists       for value in index.get(key, ())

A key or value of one column is that column; of several, a tuple.

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


def builder(bound: Columns, wanted: Columns, arity: int) -> Callable[[Iterable[Row]], Any]:
    """A function that builds such an index of different rows: the same as `build`, with all that can be prepared."""
    if not (bound and wanted) or len(bound) + len(wanted) < arity:
        return lambda rows: build(rows, bound, wanted)
    key, value = picker(bound), picker(wanted)

    def index(rows: Iterable[Row]) -> dict[Any, list[Any]]:
        """Every column counts, so no value comes twice."""
        found: dict[Any, list[Any]] = {}
        for row in rows:
            name = key(row)
            if name in found:
                found[name].append(value(row))
            else:
                found[name] = [value(row)]
        return found

    return index


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
