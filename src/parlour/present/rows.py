"""A board as rows of words, the way a program prints it: nothing but the cells.

>>> board = Board("b", "square", 2, 2, (Piece("X"), None, Piece("Empty"), Piece("O")))
>>> board_rows(board)
[['X', ''], ['Empty', 'O']]
>>> print(plain_board(board_rows(board)))
X     .
Empty O
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.game.scene import Board, Piece
from parlour.syntax.display import visible, width


def board_rows(board: Board) -> list[list[str]]:
    """The text of every cell, row by row from the top: empty cells are empty texts, hidden pieces question marks, and
    pieces that share a cell stand side by side."""
    texts = [" ".join(map(_text, board.pieces(number))) for number in range(len(board.cells))]
    return [texts[start : start + board.width] for start in range(0, len(texts), board.width)] if board.width else []


def plain_board(rows: Sequence[Sequence[str]]) -> str:
    """The rows as lines, columns one below the other; an empty cell is a dot, so that a row keeps its columns."""
    shown = [[visible(text) or "." for text in row] for row in rows]
    columns = max((len(row) for row in shown), default=0)
    widths = [max(width(row[at]) for row in shown if at < len(row)) for at in range(columns)]
    return "\n".join(
        " ".join(text + " " * (widths[at] - width(text)) for at, text in enumerate(row)).rstrip() for row in shown
    )


def _text(piece: Piece) -> str:
    return "?" if piece.is_hidden else piece.text
