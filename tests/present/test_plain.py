"""Boards as programs print them: rows of words and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.game.scene import Board, Piece
from parlour.present import board_rows, plain_board
from parlour.syntax.display import width

WORDS = st.text(st.characters(categories=("L", "N")), max_size=6)


def test_rows_are_cell_texts_from_the_top() -> None:
    board = Board("b", "square", 2, 2, (Piece("X"), None, Piece("secret", is_hidden=True), Piece("O\n")))
    assert board_rows(board) == [["X", ""], ["?", "O\n"]]
    assert plain_board(board_rows(board)) == "X .\n? O\\n"
    assert board_rows(Board("b", "square", 0, 0, ())) == []
    assert plain_board([]) == ""


@given(
    st.integers(1, 5).flatmap(lambda columns: st.lists(st.lists(WORDS, min_size=columns, max_size=columns), min_size=1))
)
def test_every_row_of_a_printed_board_splits_into_its_words(rows: list[list[str]]) -> None:
    lines = plain_board(rows).split("\n")
    assert [line.split() for line in lines] == [[text or "." for text in row] for row in rows]


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1))
def test_columns_stand_one_below_the_other(rows: list[tuple[str, str]]) -> None:
    starts = {
        width(line[: len(line) - len(second or ".")])
        for line, (_, second) in zip(plain_board(rows).split("\n"), rows, strict=True)
    }
    assert len(starts) == 1
