"""Atoms of a ground program in the order in which they can be computed; those that need each other come together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from parlour.logic.grounding import Body


def atom_components(
    wanted: Iterable[int], rules: Mapping[int, list[Body]], known: Collection[int]
) -> Iterator[list[int]]:
    """Tarjan's algorithm without recursion, from the wanted atoms down to the known ones (which are left out).

    A component is given out before anything that needs it is looked at again, so the caller may compute as it goes."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    done: set[int] = set()
    stack: list[int] = []
    for root in wanted:
        if root in order or root in known:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        work = [(root, _needs(rules.get(root, ())))]
        while work:
            atom, needs = work[-1]
            for below in needs:
                if below in order:
                    if below not in done:
                        low[atom] = min(low[atom], order[below])
                elif below not in known:
                    order[below] = low[below] = len(order)
                    stack.append(below)
                    work.append((below, _needs(rules.get(below, ()))))
                    break
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[atom])
                if low[atom] == order[atom]:
                    component: list[int] = []
                    while not component or component[-1] != atom:
                        component.append(stack.pop())
                    done.update(component)
                    yield component[::-1]


def _needs(bodies: Iterable[Body]) -> Iterator[int]:
    return iter([atom for body in bodies for part in body for atom in part])
