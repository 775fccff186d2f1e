"""How BoGL meets people: answers are literals, the table is a board, and the value of the expression is the end.

Nothing is hidden in BoGL, so every viewer sees the same. Which board is on display follows the digest of the language:
the innermost board in scope at the prompt, else the last one that `place` made, else the first one declared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour.core import nodes
from parlour.core.values import Plain, Symbol
from parlour.dataclass import dataclass
from parlour.game.error import MEMORY_HINT, GameError, Refused
from parlour.game.position import State
from parlour.game.question import Anchor, Domain
from parlour.game.scene import Board, Piece, Scene
from parlour.languages.bogl.check.types import Basic, Expanded, show_all
from parlour.languages.bogl.table.answers import example, read_answer
from parlour.languages.bogl.table.shown import Rows, board_rows, show_value
from parlour.languages.remedies import remedy

# Presentation globals that the lowering writes; a blank keeps them apart from the author's names.
SHOWN = "shown board"
DISPLAY = "display list"
BOARD = "board"


@dataclass(frozen=True, slots=True)
class BoglTable:
    """`boards` are the declared boards, `players` the symbols of the player type, `result` the type of the value,
    `no_cells` the symbols that stand where the board has no cell."""

    width: int
    height: int
    content: Expanded
    input: Expanded
    result: Expanded
    boards: tuple[str, ...]
    players: tuple[str, ...]
    no_cells: frozenset[str] = frozenset()

    def read(self, question: nodes.Question, text: str) -> Plain | Refused:
        return read_answer(text, self.input)

    def label(self, question: nodes.Question, value: Plain) -> str:
        return show_value(value, self.input, self.width, self.content)

    def domain(self, question: nodes.Question) -> Domain:
        return Domain(show_all((self.input,)), example=example(self.input))

    def anchors(self, question: nodes.Question, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
        return [self._anchors(value) if self.boards else () for value in values]

    def _anchors(self, value: Plain) -> tuple[Anchor, ...]:
        match value:
            case bool():
                return ()
            case int() as x if 1 <= x <= self.width:
                return tuple(Anchor(BOARD, (x - 1, y)) for y in range(self.height))
            case (int() as x, int() as y) if 1 <= x <= self.width and 1 <= y <= self.height:
                return (Anchor(BOARD, (x - 1, y - 1)),)
            case (tuple() as first, tuple() as second):
                return (*self._anchors(first), *self._anchors(second))
        return ()

    def scene(self, state: State, viewer: int | None) -> Scene:
        cells = self._board(state) if self.boards else None
        return Scene() if cells is None else Scene((self._draw(cells),))

    def _board(self, state: State) -> tuple[object, ...] | None:
        if self.result.kernel is Basic.BOARD and isinstance(state.result, tuple):
            return state.result
        shown = state.read(SHOWN)
        if isinstance(shown, tuple):
            return shown
        for name in self.boards:
            cells = state.read(name)
            if isinstance(cells, tuple):
                return cells
        return None

    def _draw(self, cells: tuple[object, ...]) -> Board:
        texts = [text for row in board_rows(cells, self.width, self.content) for text in row]
        pieces = tuple(self._piece(cell, text) for cell, text in zip(cells, texts, strict=True))
        columns = tuple(str(x) for x in range(1, self.width + 1))
        rows = tuple(str(y) for y in range(1, self.height + 1))
        names = [name for name in self.content.symbols if name != "Empty" and name not in self.no_cells]
        gaps = frozenset(
            number for number, cell in enumerate(cells) if isinstance(cell, Symbol) and cell.name in self.no_cells
        )
        return Board(
            BOARD,
            "square",
            self.width,
            self.height,
            pieces,
            columns=columns,
            rows=rows,
            longest_text=max(sorted(names), key=len, default=""),
            gaps=gaps,
        )

    def _piece(self, cell: object, text: str) -> Piece | None:
        if isinstance(cell, Symbol):
            if cell.name == "Empty" or cell.name in self.no_cells:
                return None
            if cell.name in self.players:
                return Piece(text, self.players.index(cell.name))
        return Piece(text)

    def state(self, state: State) -> dict[str, object]:
        found: dict[str, object] = {}
        for name in self.boards:
            cells = state.read(name)
            if isinstance(cells, tuple):
                found[name] = board_rows(cells, self.width, self.content)
        return found

    def asking(self, state: State) -> dict[str, object]:
        display = state.read(DISPLAY) if self.boards else []
        boards: list[Rows] = []
        for cells in display if isinstance(display, list) else []:
            rows = board_rows(cells, self.width, self.content)
            if rows not in boards:
                boards.append(rows)
        return {"boards": boards}

    def ending(self, result: object) -> dict[str, object] | None:
        fields: dict[str, object] = {
            "type": show_all((self.result,)),
            "text": show_value(result, self.result, self.width, self.content),
        }
        if self.result.kernel is Basic.BOARD and isinstance(result, tuple):
            fields["rows"] = board_rows(result, self.width, self.content)
        return fields

    def reword(self, error: GameError) -> GameError:
        match error.code:
            case "steps" if error.span is not None and error.span.text.startswith("while"):
                return replace(error, hint="does the loop change the variables that its condition tests?")
            case "steps" | "depth" if error.calls:
                return replace(error, hint="does the recursion come closer to its end with every call?")
            case "memory":
                return replace(error, hint=MEMORY_HINT)
            case "off-board":
                on_it = f"columns 1 to {self.width}, rows 1 to {self.height}"
                return replace(error, hint=f"ask with `if` before, whether it is on the board: {on_it}")
        return replace(error, hint=error.hint or remedy(error))
