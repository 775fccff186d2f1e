"""The boards of a state as people see them: where their cells are drawn, what stands on them, what is typed for them.

The manual's own sample never prints its board; whoever plays it sees it all the same, because scenes are made from the
boards themselves. The board that was changed last comes first. Nothing is hidden in Senet.
"""

from __future__ import annotations

from typing import Protocol, cast

from parlour.dataclass import dataclass
from parlour.game.position import State
from parlour.game.question import Anchor
from parlour.game.scene import Board, Geometry, Piece, Scene, Text
from parlour.languages.senet.check.coordinates import DIGITS, Axis
from parlour.languages.senet.check.meaning import HEX, LINE, LOOP, RECT
from parlour.languages.senet.lower.names import SCENE, SIZES, TOUCHED_BOARD

_WORDS: dict[str, Geometry] = {RECT: "square", LINE: "line", LOOP: "loop", HEX: "hex rhombus"}

# A cell of a drawing: its column and row from 0.
Cell = tuple[int, int]


class _Instance(Protocol):
    """An object as an engine shows it."""

    class_name: str
    number: int
    fields: dict[str, object]


@dataclass(frozen=True, slots=True)
class Shape:
    """The boards of a group: their geometry, and their sides if the program's text says them."""

    geometry: str
    sides: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Seen:
    """A board of a state: its number by the order in which boards were made, its group, what stands on its cells, and
    the places of these, each where it is drawn and its coordinates in the language."""

    number: int
    group: str
    geometry: str
    sides: tuple[int, ...]
    pieces: list[Piece | None]
    places: list[tuple[Cell, tuple[int, ...]]]

    def anchor(self, cell: Cell) -> Anchor:
        return Anchor(self.name, cell)

    @property
    def name(self) -> str:
        return f"board {self.number}"

    def is_meant(self, axis: Axis, shapes: dict[str, Shape]) -> bool:
        """Whether a coordinate that is asked for may be one of this board."""
        return self.geometry == axis.geometry and (self.group == axis.group or axis.group not in shapes)


@dataclass(frozen=True, slots=True)
class Scenery:
    """What a program has to show. `shapes` are the groups of boards; `boards` the globals that hold one, with what
    people call them; `pieces` the globals that hold a piece, each with the function that writes it; `axes` the
    coordinates that questions ask for, by the name of their prompt."""

    shapes: dict[str, Shape]
    boards: dict[str, str]
    pieces: dict[str, str]
    axes: dict[str, Axis]
    first_player: int

    def seen(self, state: State) -> list[Seen]:
        """All boards in the order in which they were made. One in whose cells the program put another list has no
        places, and is left out. None are seen where looking at them takes more steps than the budget has."""
        found: list[Seen] = []
        boards = state.call(SCENE)
        for board, texts in cast(list[tuple[_Instance, list[str]]], boards if isinstance(boards, list) else []):
            shape, cells = self.shapes.get(board.class_name), cast(list[object], board.fields["cells"])
            if shape is not None:
                sides = shape.sides or tuple(cast(int, board.fields[name]) for name in SIZES if name in board.fields)
                pieces = [self._piece(piece, text) for piece, text in zip(cells, texts, strict=True)]
                places = _places(shape.geometry, sides)
                if 0 < len(places) == len(pieces):
                    found.append(Seen(board.number, board.class_name, shape.geometry, sides, pieces, places))
        return found

    def _piece(self, piece: object, text: str) -> Piece | None:
        if piece is None:
            return None
        seat = cast(int, cast(_Instance, piece).fields["owner"]) - self.first_player
        return Piece(text, seat if seat >= 0 else None)

    def scene(self, state: State) -> Scene:
        names: dict[int, str] = {}
        for variable, name in self.boards.items():
            board = state.read(variable)
            if board is not None:
                names.setdefault(cast(_Instance, board).number, name)
        # Cells are made wide enough for the pieces that variables hold, on a board or not yet.
        waiting = [str(state.call(written)) for name, written in self.pieces.items() if state.read(name) is not None]
        touched = state.read(TOUCHED_BOARD)
        first = None if touched is None else cast(_Instance, touched).number
        seen = self.seen(state)
        if not seen and isinstance(failure := state.call(SCENE), str):
            return Scene((Text(failure),))
        boards = sorted(seen, key=lambda board: board.number != first)
        return Scene(tuple(self._draw(board, names.get(board.number, board.group), waiting) for board in boards))

    def _draw(self, board: Seen, name: str, waiting: list[str]) -> Board:
        """The board with its cells row by row."""
        width = max(x for (x, _), _ in board.places) + 1
        height = max(y for (_, y), _ in board.places) + 1
        drawn = [y * width + x for (x, y), _ in board.places]
        standing = dict(zip(drawn, board.pieces, strict=True))
        columns, rows = self._edges(board)
        texts = [piece.text for piece in board.pieces if piece is not None]
        return Board(
            board.name,
            _WORDS[board.geometry],
            width,
            height,
            tuple(standing.get(cell) for cell in range(width * height)),
            title=name if len(self.boards) > 1 else "",
            columns=columns,
            rows=rows,
            longest_text=max((*waiting, *texts), key=len, default=""),
            gaps=frozenset(range(width * height)) - frozenset(drawn),
        )

    def _edges(self, board: Seen) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What is written at the columns and rows: what people type for them, or else their coordinates."""
        sides = board.sides
        if board.geometry == HEX:
            columns, rows = (self._typed(board, number, -sides[0], sides[0]) for number in (0, 1))
            return columns, rows
        rows = self._typed(board, 1, 0, sides[1] - 1) if board.geometry == RECT else ()
        return self._typed(board, 0, 0, sides[0] - 1), rows

    def _typed(self, board: Seen, number: int, low: int, high: int) -> tuple[str, ...]:
        axes = [axis for axis in self.axes.values() if axis.number == number and board.is_meant(axis, self.shapes)]
        ways = {tuple(axis.characters(low, high)) for axis in axes if not axis.shift.per_player}
        places = range(low, high + 1)
        if len(ways) != 1 or any(axis.shift.per_player for axis in axes):
            return tuple(map(str, places))
        # Digits end at 9, and boards do not: what cannot be typed has its number, too.
        shifted = axes[0].shift
        is_counted = shifted.letters == DIGITS and shifted.sign > 0
        return tuple(
            letter or (str(place - shifted.by) if is_counted else "")
            for letter, place in zip(*ways, places, strict=True)
        )


def _places(geometry: str, sides: tuple[int, ...]) -> list[tuple[Cell, tuple[int, ...]]]:
    """Each cell in order: where it is drawn, and its coordinates in the language."""
    if geometry == RECT:
        width, height = sides
        return [((x, y), (x, y)) for y in range(height) for x in range(width)]
    if geometry == HEX:
        radius = sides[0]
        return [
            ((q + radius, r + radius), (q, r))
            for r in range(-radius, radius + 1)
            for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1)
        ]
    return [((n, 0), (n,)) for n in range(sides[0])]
