"""A scene: the table as it can be drawn, for one viewer.

A scene is made for a viewer by the language's `table.py` and holds nothing that viewer may not see; whoever
draws it (terminal, SVG, browser) can therefore draw all of it. Cells are counted from 0 inside a scene; the
coordinates people use are in `columns` and `rows`.

    >>> board = Board("b", "square", 2, 1, (Piece("X"), None), columns=("1", "2"), rows=("1",))
    >>> board.at(0, 0).text
    'X'
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import Literal

from parlour.dataclass import dataclass

Geometry = Literal["square", "hex", "hex columns", "hex rhombus", "graph", "line", "loop"]


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a cell or lies in a pile. `owner` is a seat number and gives the colour; `text` is what the
    language would print; `is_hidden` is a card with its back up. `id` tells that it is the same piece as in an earlier
    scene of the same viewer, where somebody follows them (`match/following.py`); it is no part of how a piece looks."""

    text: str
    owner: int | None = None
    is_hidden: bool = False
    id: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Board:
    """`cells` row by row from the top; None is an empty cell. `marks` are the cells touched by the last move.

    `links` joins cells by number in a graph, or on a square board whose cells are points. `hex` boards are rows of
    hexagons with a corner on top, the even ones shifted right when `shift` is 0; `hex columns` are columns of hexagons
    with a side on top, the even ones shifted down when `shift` is 0. In a `hex rhombus` every row is shifted further
    than the one above it, to the right when `shift` is 0 and to the left when it is 1, so that columns are straight
    lines, too: a board of Hex, or with gaps at its corners a hexagon of hexagons. `further` are pieces beside the one
    in `cells`, each with the number of their common cell. `gaps` are the numbers in `cells` where there is no cell at
    all.
    `longest_text` is the longest text a piece can have in this game, so that cells keep their width as pieces come."""

    id: str
    geometry: Geometry
    width: int
    height: int
    cells: tuple[Piece | None, ...]
    title: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    marks: frozenset[int] = frozenset()
    links: tuple[tuple[int, int], ...] = ()
    shift: int = 0
    longest_text: str = ""
    gaps: frozenset[int] = frozenset()
    further: tuple[tuple[int, Piece], ...] = ()

    def pieces(self, number: int) -> tuple[Piece, ...]:
        """All that stands on a cell."""
        first = self.cells[number]
        others = tuple(piece for cell, piece in self.further if cell == number) if self.further else ()
        return others if first is None else (first, *others)

    @property
    def all_pieces(self) -> tuple[Piece, ...]:
        return (*(piece for piece in self.cells if piece is not None), *(piece for _, piece in self.further))

    def at(self, x: int, y: int) -> Piece | None:
        return self.cells[y * self.width + x]


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards or pieces one upon the other; only the top is drawn, with the count."""

    id: str
    title: str
    count: int
    top: Piece | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards side by side, or one below the other in a column of several. `owner` is a seat number."""

    id: str
    title: str
    pieces: tuple[Piece, ...]
    owner: int | None = None
    is_column: bool = False


@dataclass(frozen=True, slots=True)
class Counter:
    """A named value: a score, a round, whose turn it is."""

    title: str
    value: str
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns of words: standings, a cast, a chart. `heads` are the heads of the columns; every row has as
    many entries. `owners`, where given, is the seat of each row. Rows can be pointed at: their cell is their number."""

    id: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    owners: tuple[int | None, ...] = ()

    def owner(self, row: int) -> int | None:
        return self.owners[row] if row < len(self.owners) else None


@dataclass(frozen=True, slots=True)
class Tie:
    """A place in a bracket: who stands there, and the two who have met for it; none where somebody enters."""

    name: str
    owner: int | None = None
    sides: tuple[Tie, ...] = ()

    @property
    def height(self) -> int:
        """How many matches it takes at most to come here."""
        return 1 + max(side.height for side in self.sides) if self.sides else 0


@dataclass(frozen=True, slots=True)
class Bracket:
    """Who has knocked out whom, as trees that grow from those who enter to those who are left. `heads` and `rows` say
    the same match by match, for who cannot draw a tree."""

    id: str
    title: str
    roots: tuple[Tie, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Words on the table."""

    text: str


SceneItem = Board | Pile | Hand | Counter | Grid | Bracket | Text


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the table that one viewer may see, most important first."""

    items: tuple[SceneItem, ...] = ()

    @property
    def boards(self) -> tuple[Board, ...]:
        return tuple(item for item in self.items if isinstance(item, Board))


def marked(now: Scene, before: Scene) -> Scene:
    """The scene with the cells marked in which something else stands than before. Where more than half of a board is
    another one (new cards are dealt, the board turns), marks would say nothing.

    >>> empty = Board("b", "square", 3, 1, (None, None, None))
    >>> marked(Scene((replace(empty, cells=(None, Piece("X"), None)),)), Scene((empty,))).boards[0].marks
    frozenset({1})
    """
    earlier = {board.id: board for board in before.boards}
    return Scene(tuple(_marked(item, earlier.get(item.id)) if isinstance(item, Board) else item for item in now.items))


def _marked(now: Board, before: Board | None) -> Board:
    if before is None or (now.geometry, now.width, now.height) != (before.geometry, before.width, before.height):
        return now
    if (now.cells, now.further) == (before.cells, before.further):
        return now
    changed = frozenset(number for number in range(len(now.cells)) if now.pieces(number) != before.pieces(number))
    return replace(now, marks=changed) if 2 * len(changed) <= len(now.cells) - len(now.gaps) else now
