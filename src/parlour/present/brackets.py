"""Brackets as trees: where everybody stands, and the same as text.

>>> semi = (scenes.Tie("Ada", 0, (scenes.Tie("Ada", 0), scenes.Tie("Ben", 1))), scenes.Tie("Cleo", 2))
>>> final = scenes.Bracket("b", "", (scenes.Tie("Cleo", 2, semi),), (), ())
>>> print("\\n".join(draw_bracket(final, Ink(color=False, ascii=False), 40)))
Ada ──┐
      ├─ Ada ─┐
Ben ──┘       ├─ Cleo
              │
Cleo ─────────┘
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.dataclass import dataclass
from parlour.game import scene as scenes
from parlour.present.ink import Ink
from parlour.syntax.display import width

# Between a name and the next column: a line, a corner, and a line on the other side.
_GAP = 5


@dataclass(frozen=True, slots=True)
class Placed:
    """A place of a tree: its row, its column, and those of the two who have met for it."""

    tie: scenes.Tie
    row: int
    column: int
    sides: tuple[Placed, ...]

    def walk(self) -> Iterator[Placed]:
        yield self
        for side in self.sides:
            yield from side.walk()


def placed(bracket: scenes.Bracket) -> list[Placed]:
    """The trees one below the other. Rows are counted by half: entrants stand in every second one."""
    free = 0

    def place(tie: scenes.Tie) -> Placed:
        nonlocal free
        sides = tuple(place(side) for side in tie.sides)
        if sides:
            return Placed(tie, (sides[0].row + sides[-1].row) // 2, tie.height, sides)
        free += 2
        return Placed(tie, free - 2, 0, ())

    return [place(root) for root in bracket.roots]


def columns_of(trees: list[Placed], ink: Ink, most: int) -> list[int]:
    """How wide the names of each column are; no longer than they may all be together."""
    everybody = [each for tree in trees for each in tree.walk()]
    widths = [0] * (1 + max((each.column for each in everybody), default=0))
    for each in everybody:
        widths[each.column] = max(widths[each.column], width(ink.clean(each.tie.name)))
    while sum(widths) + _GAP * (len(widths) - 1) > most and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths


def draw_bracket(bracket: scenes.Bracket, ink: Ink, columns: int) -> list[str]:
    trees = placed(bracket)
    widths = columns_of(trees, ink, columns)
    starts = [sum(widths[:column]) + _GAP * column for column in range(len(widths))]
    everybody = [each for tree in trees for each in tree.walk()]
    rows = 1 + max((each.row for each in everybody), default=-1)
    canvas = [[" "] * (starts[-1] + widths[-1]) for _ in range(rows)]
    names: dict[tuple[int, int], tuple[str, int | None]] = {}
    for each in everybody:
        start, name = starts[each.column], ink.clip(ink.clean(each.tie.name), widths[each.column])
        names[each.row, start] = (name, each.tie.owner)
        if each.sides:
            _join(canvas, each, start - 3, [_end(side, starts, widths, ink) for side in each.sides], ink)
    return [
        _line(canvas[row], {at: name for (there, at), name in names.items() if there == row}, ink)
        for row in range(rows)
    ]


def _end(side: Placed, starts: list[int], widths: list[int], ink: Ink) -> int:
    return starts[side.column] + width(ink.clip(ink.clean(side.tie.name), widths[side.column]))


def _join(canvas: list[list[str]], each: Placed, at: int, ends: list[int], ink: Ink) -> None:
    """The lines from two names to the one who has won."""
    first, last = each.sides[0], each.sides[-1]
    for row in range(first.row + 1, last.row):
        canvas[row][at] = ink.signs("│")
    for side, end, corner in zip(each.sides, ends, "┐┘", strict=True):
        for column in range(end + 1, at):
            canvas[side.row][column] = ink.signs("─")
        canvas[side.row][at] = ink.signs(corner)
    canvas[each.row][at] = ink.signs("├")
    canvas[each.row][at + 1] = ink.signs("─")


def _line(cells: list[str], names: dict[int, tuple[str, int | None]], ink: Ink) -> str:
    shown, place = "", 0
    while place < len(cells):
        if place in names:
            name, owner = names[place]
            shown += ink.owned(name, owner)
            place += max(width(name), 1)
        else:
            shown += cells[place]
            place += 1
    return shown.rstrip(" ")
