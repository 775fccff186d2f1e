"""The variables in view while an expression is lowered, and what they say about the table: whose turn, which board.

A name means its newest binding. Who is to move and which board is on the table is found by type, also inside a tuple:
`let state = (X, start) in while … do …` says both. A loop's variables are the ones that change from turn to turn, so
they come before all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from parlour.core.nodes import Local
from parlour.dataclass import dataclass
from parlour.languages.bogl.check.players import is_player
from parlour.languages.bogl.check.types import BOARD, Expanded, components


@dataclass(frozen=True, slots=True)
class Part:
    """A value inside a variable: `way` leads to it by component numbers from 0; empty, it is the variable itself."""

    variable: Variable
    way: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """A bound name: the core local that holds it, its type, and the number of the loop that changes it (0: none)."""

    name: str
    local: Local
    type: Expanded
    loop: int = 0


class Scope:
    """Bindings, innermost last. What is bound `inside` is forgotten at its end."""

    def __init__(self, players: Iterable[str] = ()) -> None:
        self.players = frozenset(players)
        self._bound: list[Variable] = []
        self._by_name: dict[str, list[Variable]] = {}
        # Kept beside the bindings, so that a question in a long function does not look through all of them.
        self._players: list[Part] = []
        self._boards: list[Part] = []

    def bind(self, name: str, local: Local, type_: Expanded, loop: int = 0) -> None:
        variable = Variable(name, local, type_, loop)
        self._bound.append(variable)
        self._by_name.setdefault(name, []).append(variable)
        for found, way in ((self._players, way_to_player(type_, self.players)), (self._boards, way_to_board(type_))):
            if way is not None:
                found.append(Part(variable, way))

    def find(self, name: str) -> Variable:
        return self._by_name[name][-1]

    @contextmanager
    def inside(self) -> Iterator[None]:
        count = len(self._bound)
        yield
        while len(self._bound) > count:
            gone = self._bound.pop()
            self._by_name[gone.name].pop()
            for found in (self._players, self._boards):
                if found and found[-1].variable is gone:
                    found.pop()

    def player(self) -> Part | None:
        """What says whose turn it is: the variable of the innermost loop, else the one bound first."""
        return max(filter(self._is_visible, self._players), key=lambda part: part.variable.loop, default=None)

    def board(self) -> Part | None:
        """The board in view: the innermost one."""
        return next(filter(self._is_visible, reversed(self._boards)), None)

    def _is_visible(self, part: Part) -> bool:
        return self.find(part.variable.name) is part.variable


def way_to_player(type_: Expanded, players: frozenset[str]) -> tuple[int, ...] | None:
    """Where a value of this type says whose turn it is; None if it does not."""
    return _way(type_, lambda part: is_player(part, players))


def way_to_board(type_: Expanded) -> tuple[int, ...] | None:
    """Where a value of this type has its first board; None if it has none."""
    return _way(type_, lambda part: part == BOARD)


def _way(type_: Expanded, is_found: Callable[[Expanded], bool]) -> tuple[int, ...] | None:
    if is_found(type_):
        return ()
    parts = components(type_)
    for number, part in enumerate(parts if len(parts) > 1 else ()):
        rest = _way(part, is_found)
        if rest is not None:
            return (number, *rest)
    return None
