"""What needs each other, together: Tarjan's strongly connected components, without recursion.

>>> needs = {"a": ["b"], "b": ["c"], "c": ["b"]}
>>> list(components("a", needs.__getitem__))
[['b', 'c'], ['a']]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def components(roots: Iterable[T], needs: Callable[[T], Iterable[T]]) -> Iterator[list[T]]:
    """The components that can be reached from the roots: what is needed comes before what needs it."""
    order: dict[T, int] = {}
    low: dict[T, int] = {}
    done: set[T] = set()
    stack: list[T] = []
    for root in roots:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        work = [(root, iter(needs(root)))]
        while work:
            node, waiting = work[-1]
            for below in waiting:
                if below not in order:
                    order[below] = low[below] = len(order)
                    stack.append(below)
                    work.append((below, iter(needs(below))))
                    break
                if below not in done:
                    low[node] = min(low[node], order[below])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    component: list[T] = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                    done.update(component)
                    yield component[::-1]
