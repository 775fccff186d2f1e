"""How Senet meets people: answers are characters, the table is the boards that the program can reach.

The manual's own sample never prints its board; whoever plays it sees it all the same, because scenes are made from the
boards themselves. The board that was changed last comes first. Nothing is hidden in Senet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, cast

from parlour.core import nodes
from parlour.core.values import Plain
from parlour.game.error import MEMORY_HINT, STEPS_HINT, GameError, Refused
from parlour.game.position import State
from parlour.game.question import Anchor, Domain
from parlour.game.scene import Board, Geometry, Piece, Scene
from parlour.languages.senet.check.coordinates import Axis
from parlour.languages.senet.check.meaning import BOARD, HEX, LINE, LOOP, N_PLAYERS, ON_MOVE, PIECE, RECT
from parlour.languages.senet.check.types import GroupOf
from parlour.languages.senet.lower.groups import SIZES
from parlour.languages.senet.lower.moves import TOUCHED_BOARD, TOUCHED_CELL
from parlour.languages.senet.lower.scene import SCENE

if TYPE_CHECKING:
    from parlour.languages.senet.lower.lower import Lowering

# How engines say that an object is not of a class.
_WANTED = re.compile(r"Expected object ([^?,]+)")

_WORDS: dict[str, Geometry] = {RECT: "square", LINE: "line", LOOP: "loop", HEX: "hex"}


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
class SenetTable:
    """`shapes` are the groups of boards; `boards` the globals that hold one, with what people call them, and `pieces`
    those that hold a piece; `variables` are those of `@setup`, each with the function that writes it, if it holds
    instances; `axes` the coordinates that questions ask for, by the name of their prompt."""

    shapes: dict[str, Shape]
    boards: dict[str, str]
    pieces: tuple[str, ...]
    variables: dict[str, str | None]
    axes: dict[str, Axis]
    first_player: int

    # ----------------------------------------------------------------------------------------------------- answers

    def read(self, question: nodes.Question, text: str) -> Plain | Refused:
        """Characters; blanks between them do not count."""
        return "".join(text.split())

    def label(self, question: nodes.Question, value: Plain) -> str:
        return str(value)

    def domain(self, question: nodes.Question) -> Domain:
        domain = question.domain
        assert isinstance(domain, nodes.Chars)
        axis = self.axes.get(question.prompt or "")
        if axis is not None and axis.word:
            return Domain(f"the {axis.word} as a digit", example=str(max(0, -axis.shift.by)))
        if isinstance(domain.count, nodes.Const):
            return Domain("1 character" if domain.count.value == 1 else f"{domain.count.value} characters")
        return Domain("characters")

    def anchors(self, question: nodes.Question, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
        """Of a coordinate, the cells that it could still lead to: where all answers of a move meet, it goes. Of any
        other answer, the cells that it changes."""
        axis = self.axes.get(question.prompt or "")
        if axis is None:
            return self._changed(values, state)
        boards, on_move = self._boards(state), state.read(ON_MOVE)
        return [self._along(axis, value, boards, cast(int, on_move)) for value in values]

    def _along(
        self, axis: Axis, value: Plain, boards: list[tuple[_Instance, list[str]]], on_move: int
    ) -> tuple[Anchor, ...]:
        if not isinstance(value, str) or not value.isdecimal() or not value.isascii():
            return ()
        wanted = axis.coordinate(int(value), on_move)
        found: list[Anchor] = []
        for board, _ in boards:
            shape = self.shapes.get(board.class_name)
            if shape is None or shape.geometry != axis.geometry or not self._is_meant(board, axis):
                continue
            for cell, place in _places(shape.geometry, self._sides(board, shape)):
                if place[axis.number] == wanted:
                    found.append(Anchor(_board_id(board), cell))
        return tuple(found)

    def _changed(self, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
        """The cells that an answer changes and no other one does, whatever chance brings. If the changes of one answer
        are all among those of others (seeds that are sown over most of a board), a cell does not say what is meant, and
        none of the answers is pointed at."""
        before = self._seen(state)
        changes = [self._changes(before, state.after(value)) for value in values]
        shared = Counter(place for change in changes for place in change)
        own = [tuple(place for place in change if shared[place] == 1) for change in changes]
        if any(change and not places for change, places in zip(changes, own, strict=True)):
            return [()] * len(values)
        return own

    def _changes(self, before: dict[Anchor, Piece | None], after: Sequence[State]) -> list[Anchor]:
        if not after:
            return []
        seen = [self._seen(state) for state in after]
        return [place for place, piece in before.items() if all(now.get(place, piece) != piece for now in seen)]

    def _seen(self, state: State) -> dict[Anchor, Piece | None]:
        """Every cell of every board, and what stands there."""
        found: dict[Anchor, Piece | None] = {}
        for board, texts in self._boards(state):
            shape = self.shapes.get(board.class_name)
            pieces = self._pieces(board, texts)
            places = [] if shape is None else _places(shape.geometry, self._sides(board, shape))
            if len(places) == len(pieces):
                found.update((Anchor(_board_id(board), cell), pieces[n]) for n, (cell, _) in enumerate(places))
        return found

    def _is_meant(self, board: _Instance, axis: Axis) -> bool:
        return board.class_name == axis.group or axis.group not in self.shapes

    # ------------------------------------------------------------------------------------------------------- scenes

    def scene(self, state: State, viewer: int | None) -> Scene:
        names = self._names(state)
        touched = state.read(TOUCHED_BOARD)
        first = None if touched is None else cast(_Instance, touched).number
        cell = state.read(TOUCHED_CELL)
        shown = []
        waiting = self._piece_texts(state)
        for board, texts in sorted(self._boards(state), key=lambda found: found[0].number != first):
            marks = frozenset({cell}) if board.number == first and isinstance(cell, int) else frozenset()
            shown.append(self._draw(board, texts, names.get(board.number, board.class_name), marks, waiting))
        return Scene(tuple(item for item in shown if item is not None))

    def _boards(self, state: State) -> list[tuple[_Instance, list[str]]]:
        """All boards with the texts of their cells, in the order in which they were made."""
        found = state.call(SCENE)
        return found if isinstance(found, list) else []

    def _names(self, state: State) -> dict[int, str]:
        """What the boards are called, by their variables."""
        found: dict[int, str] = {}
        for variable, name in self.boards.items():
            board = state.read(variable)
            if board is not None:
                found.setdefault(cast(_Instance, board).number, name)
        return found

    def _piece_texts(self, state: State) -> list[str]:
        """Of the pieces that variables hold, on a board or not yet: cells are made wide enough for them."""
        functions = [self.variables[name] for name in self.pieces if state.read(name) is not None]
        return [str(state.call(function)) for function in functions if function is not None]

    def _sides(self, board: _Instance, shape: Shape) -> tuple[int, ...]:
        if shape.sides is not None:
            return shape.sides
        sides = (board.fields.get(name) for name in SIZES)
        return tuple(side for side in sides if isinstance(side, int))

    def _draw(
        self, board: _Instance, texts: list[str], name: str, marks: frozenset[int], waiting: list[str]
    ) -> Board | None:
        shape = self.shapes.get(board.class_name)
        pieces = self._pieces(board, texts)
        if shape is None:
            return None
        sides = self._sides(board, shape)
        places = list(_places(shape.geometry, sides))
        if len(places) != len(pieces):
            return None  # the program put another list in place of the cells
        width, height = _extent(shape.geometry, sides)
        grid: list[Piece | None] = [None] * (width * height)
        drawn: dict[int, int] = {}
        for number, ((x, y), _) in enumerate(places):
            grid[y * width + x] = pieces[number]
            drawn[number] = y * width + x
        columns, rows = _edges(shape.geometry, sides, self._counted_from(board, shape))
        marked = frozenset(drawn[mark] for mark in marks if mark in drawn and pieces[mark] is not None)
        longest = max((*waiting, *(piece.text for piece in pieces if piece is not None)), key=len, default="")
        return Board(
            _board_id(board),
            _WORDS[shape.geometry],
            width,
            height,
            tuple(grid),
            title=name if len(self.boards) > 1 else "",
            columns=columns,
            rows=rows,
            marks=marked,
            longest_text=longest,
            gaps=frozenset(range(width * height)) - frozenset(drawn.values()),
        )

    def _counted_from(self, board: _Instance, shape: Shape) -> tuple[int, int]:
        """What is to be taken away from the coordinates of a board to get what people type for them."""
        shifts: list[set[int]] = [set(), set()]
        for axis in self.axes.values():
            if axis.geometry == shape.geometry and self._is_meant(board, axis):
                shifts[axis.number].add(0 if axis.shift.per_player else axis.shift.by)
        first, second = (found.pop() if len(found) == 1 else 0 for found in shifts)
        return first, second

    def _pieces(self, board: _Instance, texts: list[str]) -> list[Piece | None]:
        cells = board.fields.get("cells")
        if not isinstance(cells, list):
            return []
        return [self._piece(piece, text) for piece, text in zip(cells, texts, strict=True)]

    def _piece(self, piece: object, text: str) -> Piece | None:
        if piece is None:
            return None
        owner = cast(_Instance, piece).fields.get("owner")
        seat = owner - self.first_player if isinstance(owner, int) else -1
        return Piece(text, seat if seat >= 0 else None)

    # -------------------------------------------------------------------------------------------------- transcripts

    def state(self, state: State) -> dict[str, object]:
        """The variables of `@setup` and the built-in ones; instances as they print."""
        found: dict[str, object] = {name: state.read(name) for name in (ON_MOVE, N_PLAYERS)}
        for name, written in self.variables.items():
            found[name] = state.read(name) if written is None else state.call(written)
        return found

    def asking(self, state: State) -> dict[str, object]:
        return {}

    def ending(self, state: State) -> dict[str, object] | None:
        return None

    def reword(self, error: GameError) -> GameError:
        span = error.span
        match error.code:
            case "none":
                return replace(error, message=_none_message(span.text if span is not None else ""))
            case "type" if span is not None and (wanted := _WANTED.match(error.message)) is not None:
                return replace(error, message=f"`{span.text}` is no instance of {wanted[1]}")
            case "steps" if span is not None and not span.text.startswith(("while", "for")):
                return replace(error, hint=STEPS_HINT)
            case "steps":
                hint = "does the loop change what its condition tests? Does the phase ever ask or end the game?"
                return replace(error, hint=hint)
            case "depth":
                return replace(error, hint="does the recursion come closer to its end with every call?")
            case "memory":
                return replace(error, hint=MEMORY_HINT)
        return error


def table_of(lowering: Lowering) -> SenetTable:
    """The table of a program, from what was found out on the way to core."""
    checked = lowering.checked
    shapes = {
        name: Shape(group.geometry, lowering.groups.sizes[name])
        for name, group in lowering.groups.all.items()
        if group.geometry is not None
    }
    instances = {
        variable.name: checked.groups[variable.type.name]
        for variable in checked.globals.values()
        if isinstance(variable.type, GroupOf)
    }
    boards = {name: name for name, group in instances.items() if group.extends(BOARD)}
    pieces = tuple(name for name, group in instances.items() if group.extends(PIECE))
    for variable in lowering.groups.default_globals:
        name = variable.removeprefix("default ")
        if checked.groups[name].extends(BOARD):
            boards[variable] = name
    axes, first = lowering.coordinates.axes, checked.pragmas.first_player
    return SenetTable(shapes, boards, pieces, lowering.written, axes, first)


def _none_message(text: str) -> str:
    """`p.owner` with p None: None has no member `owner`."""
    return f"None has no members: `{text}` is None" if text else "None has no members"


def _board_id(board: _Instance) -> str:
    return f"board {board.number}"


# ----------------------------------------------------------------------------------------------------------- geometry


def _places(geometry: str, sides: tuple[int, ...]) -> list[tuple[tuple[int, int], tuple[int, ...]]]:
    """Each cell in order: where it is drawn (column, row from 0), and its coordinates in the language."""
    if geometry == RECT:
        width, height = sides
        return [((x, y), (x, y)) for y in range(height) for x in range(width)]
    if geometry == HEX:
        radius = sides[0]
        found = []
        for r in range(-radius, radius + 1):
            for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1):
                # Rows are shifted against each other by half a cell: every second step in r is one column.
                found.append(((q + (r + radius + 1) // 2, r + radius), (q, r)))
        least = min(x for (x, _), _ in found)
        return [((x - least, y), place) for (x, y), place in found]
    return [((n, 0), (n,)) for n in range(sides[0])]


def _extent(geometry: str, sides: tuple[int, ...]) -> tuple[int, int]:
    if geometry == RECT:
        return sides[0], sides[1]
    if geometry == HEX:
        places = _places(geometry, sides)
        return max(x for (x, _), _ in places) + 1, 2 * sides[0] + 1
    return sides[0], 1


def _edges(geometry: str, sides: tuple[int, ...], shifts: tuple[int, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is written at the columns and rows: the coordinates that people type."""
    across, down = shifts
    if geometry == RECT:
        width, height = sides
        return tuple(str(x - across) for x in range(width)), tuple(str(y - down) for y in range(height))
    if geometry == HEX:
        radius = sides[0]
        return (), tuple(str(r - down) for r in range(-radius, radius + 1))
    return tuple(str(n - across) for n in range(sides[0])), ()
