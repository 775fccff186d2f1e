"""Scenes as text: pictures as people see them, and laws that hold for every scene."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.game.scene import Board, Counter, Geometry, Grid, Hand, Piece, Pile, Scene, Text
from parlour.present import draw, summary
from parlour.present.boards import cell_name
from parlour.syntax.display import visible, width

X, O = Piece("X", 0), Piece("O", 1)  # noqa: E741
GEOMETRIES: tuple[Geometry, ...] = ("square", "hex", "hex columns", "line", "loop", "graph")


def picture(
    *items: Board | Pile | Hand | Counter | Grid | Text,
    columns: int = 72,
    ascii: bool = False,
    names: tuple[str, ...] = (),
) -> str:
    return "\n" + draw(Scene(items), color=False, ascii=ascii, width=columns, seat_names=names) + "\n"


def numbered(board: Board) -> Board:
    columns = tuple(str(number + 1) for number in range(board.width))
    return replace(board, columns=columns, rows=tuple(str(board.height - number) for number in range(board.height)))


# ---- pictures


def test_a_small_board_is_a_grid_with_coordinates_and_the_last_move() -> None:
    board = numbered(Board("b", "square", 3, 2, (X, None, O, None, X, None), title="Nought", marks=frozenset({4})))
    assert (
        picture(board)
        == """
Nought
    1   2   3
  ┌───┬───┬───┐
2 │ X │ · │ O │
  ├───┼───┼───┤
1 │ · │‹X›│ · │
  └───┴───┴───┘
"""
    )
    assert (
        picture(board, ascii=True)
        == """
Nought
    1   2   3
  +---+---+---+
2 | X | . | O |
  +---+---+---+
1 | . |(X)| . |
  +---+---+---+
"""
    )


def test_a_board_that_is_too_wide_for_a_grid_is_open() -> None:
    board = numbered(Board("b", "square", 10, 2, (X, *(None,) * 10, O, *(None,) * 8), marks=frozenset({0, 11})))
    assert (
        picture(board, columns=30)
        == """
    1 2 3 4 5 6 7 8 9
  ┌─────────────────────┐
2 │▸X · · · · · · · · · │
1 │ ·▸O · · · · · · · · │
  └─────────────────────┘
"""
    )


def test_a_huge_board_is_shown_through_a_window_around_the_last_move() -> None:
    board = numbered(Board("b", "square", 300, 200, (None,) * 60_000, marks=frozenset({150 * 300 + 250})))
    lines = picture(board, columns=40).strip("\n").split("\n")
    assert lines[-1] == "(columns 243 to 258 of 300, rows 70 to 31 of 200)"[:39] + "…"
    assert sum("▸" in line for line in lines) == 1
    assert len(lines) == 44


def test_wide_characters_and_long_names_keep_their_columns() -> None:
    board = Board("b", "square", 3, 2, (Piece("盤"), None, X, Piece("e\u0301"), Piece("Knight"), None))
    assert (
        picture(board)
        == """
┌────────┬────────┬────────┐
│   盤   │   ·    │   X    │
├────────┼────────┼────────┤
│   e\u0301    │ Knight │   ·    │
└────────┴────────┴────────┘
"""
    )


def test_a_hexagonal_board_is_drawn_as_hexagons() -> None:
    board = numbered(Board("b", "hex", 3, 2, (X, None, None, None, O, None), marks=frozenset({4})))
    assert (
        picture(board)
        == """
      1   2   3
     ╱ ╲ ╱ ╲ ╱ ╲
2   │ X │ · │ · │
   ╱ ╲ ╱ ╲ ╱ ╲ ╱
1 │ · │‹O›│ · │
   ╲ ╱ ╲ ╱ ╲ ╱
"""
    )
    assert (
        picture(replace(board, shift=1), ascii=True)
        == r"""
    1   2   3
   / \ / \ / \
2 | X | . | . |
   \ / \ / \ / \
1   | . |(O)| . |
     \ / \ / \ /
"""
    )


def test_hexagons_with_long_names_are_shifted_rows() -> None:
    board = numbered(Board("b", "hex", 2, 2, (Piece("Knight"), None, None, Piece("Rook")), marks=frozenset({3})))
    assert (
        picture(board)
        == """
         1       2
2      Knight    ·
1    ·     ▸Rook
"""
    )


def test_hexagons_in_columns_have_a_side_on_top() -> None:
    cells = (X, None, None, None, O, None)
    board = Board("b", "hex columns", 3, 2, cells, columns=("0", "1", "2"), rows=("0", "1"), marks=frozenset({4}))
    assert (
        picture(board)
        == """
    0   1   2
       ___
   ___╱ · ╲___
0 ╱ X ╲___╱ · ╲
  ╲___╱‹O›╲___╱
1 ╱ · ╲___╱ · ╲
  ╲___╱   ╲___╱
"""
    )
    assert (
        picture(replace(board, shift=1, gaps=frozenset({2})), ascii=True)
        == r"""
    0   1   2
   ___
0 / X \___
  \___/ . \___
1 / . \___/ . \
  \___/(O)\___/
      \___/
""".replace("\\\\", "\\")
    )


def test_hexagons_in_columns_with_long_names_are_shifted_columns() -> None:
    cells = (Piece("Knight"), None, None, Piece("Rook"))
    board = Board("b", "hex columns", 2, 2, cells, columns=("0", "1"), marks=frozenset({3}), rows=("0", "1"))
    assert (
        picture(board, columns=20)
        == """
     0      1
            ·
0  Knight
          ▸Rook
1    ·
"""
    )


def test_pieces_that_share_a_cell_stand_side_by_side() -> None:
    board = Board("b", "square", 2, 1, (X, None), further=((0, O), (1, Piece("ox")), (1, Piece("cart"))))
    assert (
        picture(board)
        == """
┌─────────┬─────────┐
│   XO    │ ox cart │
└─────────┴─────────┘
"""
    )


def test_a_line_goes_on_in_the_next_row() -> None:
    board = Board("b", "line", 7, 1, (X, *(None,) * 5, O), columns=tuple("abcdefg"), rows=("1",), marks=frozenset({6}))
    assert (
        picture(board, columns=21)
        == """
  a   b   c   d   e
┌───┬───┬───┬───┬───┐
│ X │ · │ · │ · │ · │
└───┴───┴───┴───┴───┘
  f   g
┌───┬───┐
│ · │‹O›│
└───┴───┘
"""
    )


def test_a_loop_is_a_ring_also_with_an_odd_number_of_cells() -> None:
    assert (
        picture(Board("b", "loop", 5, 1, (X, None, None, None, O)))
        == """
    1   2   3
  ┌───┬───┬───┐
╭─│ X │ · │ · │─╮
│ ├───┼───┼───┤ │
╰─│   │ O │ · │─╯
  └───┴───┴───┘
        5   4
"""
    )


def test_a_loop_without_room_is_a_line_that_says_so() -> None:
    assert picture(Board("b", "loop", 12, 1, (None,) * 12), columns=20).endswith("\n(the last cell lead…\n")


def test_a_graph_lists_each_cell_with_its_neighbours() -> None:
    links = ((0, 1), (2, 0), (0, 2))
    board = Board(
        "b", "graph", 4, 1, (X, None, O, None), columns=("a", "b", "c", "d"), links=links, marks=frozenset({0})
    )
    assert (
        picture(board)
        == """
a ‹X› ─ b, c
b  ·  ─ a
c  O  ─ a
d  ·
"""
    )


def test_cards_piles_counters_and_words() -> None:
    backs = tuple(Piece("secret", is_hidden=True) for _ in range(12))
    assert (
        picture(
            Pile("d", "Deck", 23),
            Pile("t", "Table", 3, Piece("7♥")),
            Pile("b", "Bin", 0),
            Hand("h", "", (Piece("K♠"), Piece("7♥"), backs[0], backs[1]), 0),
            Hand("i", "Ben's hand", backs, 1),
            Hand("j", "Cleo", ()),
            Counter("Score", "12"),
            Counter("", "Round 2"),
            Text("First line\nA longer line that has to be wrapped because there is no room\n"),
            columns=40,
            names=("Ada", "Ben"),
        )
        == """
Deck ▒▒ ×23   Table [7♥] ×3   Bin –

Ada: [K♠] [7♥] ▒▒ ▒▒
Ben's hand: ▒▒ ×12
Cleo: –

Score: 12   Round 2

First line
A longer line that has to be wrapped
because there is no room
"""
    )


def test_pieces_are_explained_where_they_do_not_bear_their_owners_name() -> None:
    board = Board("b", "line", 3, 1, (X, O, Piece("K", 0)))
    assert picture(board, names=("Ada", "Ben")).endswith("\n\nX K Ada   O Ben\n")
    assert "Ada" not in picture(board)
    counted = Board("b", "line", 3, 1, (Piece("2 Ada", 0), Piece("7 Ada", 0), O))
    assert picture(counted, names=("Ada", "Ben")).endswith("\n\nO Ben\n")


def test_the_cells_of_a_graph_are_called_by_their_whole_names() -> None:
    board = Board("g", "graph", 2, 1, (X, None), columns=("Harbourmaster", "Inn"), links=((0, 1),))
    assert picture(board) == "\nHarbourmaster  X  ─ Inn\n          Inn  ·  ─ Harbourmaster\n"


def test_texts_that_belong_to_two_seats_do_not_say_whose_they_are() -> None:
    board = Board("b", "line", 3, 1, (Piece("4", 0), Piece("4", 1), Piece("7", 1)))
    assert "Ada" not in picture(board, names=("Ada", "Ben"))
    colored = draw(Scene((board,)), color=True, ascii=False, width=72, seat_names=("Ada", "Ben"))
    legend = re.sub("\x1b\\[[0-9;]*m", "", colored.splitlines()[-1])
    assert legend == "Ada   Ben" and colored.splitlines()[-1] != legend
    assert picture(Board("b", "line", 2, 1, (X, O)), names=("X", "O")) == picture(Board("b", "line", 2, 1, (X, O)))


def test_hidden_pieces_on_a_board_show_their_back_only() -> None:
    drawn = picture(Board("b", "line", 2, 1, (Piece("secret", is_hidden=True), X)))
    assert "▒" in drawn
    assert "secret" not in drawn


def test_colours_tell_owners_apart_and_mark_the_last_move() -> None:
    board = Board("b", "line", 3, 1, (X, O, None), marks=frozenset({1}))
    drawn = draw(Scene((board,)), color=True, ascii=False, width=72)
    assert "\x1b[1;36mX\x1b[0m" in drawn
    assert "\x1b[1;33;7mO\x1b[0m" in drawn
    assert "\x1b[2m·\x1b[0m" in drawn
    assert "‹" not in drawn


def test_empty_scenes_and_boards_draw_nothing() -> None:
    assert draw(Scene(), color=False, ascii=False, width=72) == ""
    assert draw(Scene((Board("b", "square", 0, 0, ()), Text(""))), color=False, ascii=False, width=72) == ""


@pytest.mark.parametrize(
    ("columns", "rows", "number", "name"),
    [
        (("a", "b"), ("2", "1"), 3, "b1"),
        (("1", "2"), ("2", "1"), 3, "2,1"),
        ((), ("2", "1"), 3, "1"),
        ((), (), 3, "4"),
    ],
)
def test_cells_are_called_by_their_coordinates(
    columns: tuple[str, ...], rows: tuple[str, ...], number: int, name: str
) -> None:
    assert cell_name(Board("b", "square", 2, 2, (None,) * 4, columns=columns, rows=rows), number) == name


def test_a_summary_is_one_line() -> None:
    scene = Scene(
        (
            Board("b", "square", 3, 2, (X, X, O, None, Piece("Z", is_hidden=True), None), title="Nim"),
            Board("c", "line", 2, 1, (None, None)),
            Board("d", "line", 6, 1, tuple(Piece(text) for text in "abcdea")),
            Pile("d", "Deck", 23),
            Hand("h", "", (X,)),
            Counter("Score", "3"),
            Text("Hello\nworld"),
        )
    )
    assert summary(scene) == (
        "Nim 3 x 2: 2 X, 1 O; board 2 x 1: empty; board 6 x 1: 2 a, 1 b, 1 c, 1 d …; Deck 23; hand 1; Score 3; Hello"
    )


def test_rows_and_columns_stand_below_their_heads_numbers_to_the_right() -> None:
    rows = (("Ada", "Reef", "12", ""), ("Benedikta", "", "3", "out"))
    grid = Grid("cast", "The cast", ("player", "groups", "points", "fate"), rows, owners=(0, 1))
    assert (
        picture(grid)
        == """
The cast
player     groups  points  fate
Ada        Reef        12
Benedikta               3  out
"""
    )
    assert (
        picture(grid, columns=24)
        == """
The cast
pla…  grou…  poin…  fate
Ada   Reef      12
Ben…             3  out
"""
    )
    assert summary(Scene((grid,))) == "The cast 4 x 2"


@given(st.integers(1, 60), st.integers(0, 4), st.integers(20, 90), st.text(max_size=12))
def test_rows_and_columns_are_never_wider_than_the_screen(columns: int, rows: int, wide: int, text: str) -> None:
    row = tuple(f"{text}{number}" for number in range(columns))
    drawn = draw(Scene((Grid("g", text, row, (row,) * rows),)), color=False, ascii=False, width=wide)
    assert all(width(line) <= wide for line in drawn.split("\n"))


# ---- laws

TEXTS = st.text(st.characters(codec=None), max_size=20) | st.sampled_from(["X", "盤面", "Knight", "\x1b[31m", "\u202e"])
PIECES = st.builds(Piece, TEXTS, st.none() | st.integers(0, 8), st.booleans())


@st.composite
def boards(draw: st.DrawFn) -> Board:
    columns, rows = draw(st.integers(1, 45)), draw(st.sampled_from([1, 2, 3, 17, 45]))
    few = draw(st.lists(st.none() | PIECES, min_size=1, max_size=4))
    count = columns * rows
    cells = tuple(few[number % len(few)] for number in range(count))
    numbers = st.integers(0, count - 1)
    return Board(
        "b",
        draw(st.sampled_from(GEOMETRIES)),
        columns,
        rows,
        cells,
        draw(TEXTS),
        tuple(draw(st.sampled_from([str(n + 1), "col" * (n % 3), ""])) for n in range(columns))
        if draw(st.booleans())
        else (),
        tuple(str(n + 1) for n in range(rows)) if draw(st.booleans()) else (),
        frozenset(draw(st.lists(numbers, max_size=3))),
        tuple(draw(st.lists(st.tuples(numbers, numbers), max_size=5))),
        draw(st.integers(0, 1)),
    )


SCENES = st.lists(
    boards()
    | st.builds(Pile, st.just("p"), TEXTS, st.integers(0, 99), st.none() | PIECES)
    | st.builds(Hand, st.just("h"), TEXTS, st.lists(PIECES, max_size=15).map(tuple), st.none() | st.integers(0, 8))
    | st.builds(Counter, TEXTS, TEXTS, st.none() | st.integers(0, 8))
    | st.builds(Text, st.text(st.characters(codec=None), max_size=200)),
    max_size=3,
).map(lambda items: Scene(tuple(items)))
NAMES = st.lists(TEXTS, max_size=3)
COLORS = re.compile(r"\x1b\[[0-9;]+m")


@given(SCENES, NAMES, st.integers(0, 100), st.booleans(), st.booleans())
def test_no_drawing_is_wider_than_the_screen_or_does_anything_but_colour_it(
    scene: Scene, names: list[str], columns: int, color: bool, ascii: bool
) -> None:
    drawn = draw(scene, color=color, ascii=ascii, width=columns, seat_names=names)
    plain = COLORS.sub("", drawn) if color else drawn
    assert visible(plain, keep="\n") == plain
    assert all(width(line) <= max(columns, 20) for line in plain.split("\n"))
    assert not ascii or plain.isascii()


@given(SCENES, NAMES, st.integers(20, 100), st.booleans())
def test_colours_change_nothing_but_the_marks_of_the_last_move(
    scene: Scene, names: list[str], columns: int, ascii: bool
) -> None:
    unmarked = Scene(
        tuple(replace(item, marks=frozenset()) if isinstance(item, Board) else item for item in scene.items)
    )
    colored = draw(unmarked, color=True, ascii=ascii, width=columns, seat_names=names)
    plain = draw(unmarked, color=False, ascii=ascii, width=columns, seat_names=names)
    assert [line.rstrip(" ") for line in COLORS.sub("", colored).split("\n")] == plain.split("\n")
    # Every colour is switched off in its own line, so that nothing runs on when a pager cuts lines.
    assert all(line.count("\x1b[") == 2 * line.count("\x1b[0m") for line in colored.split("\n"))


@given(boards(), st.integers(20, 100), st.booleans())
def test_the_lines_of_a_framed_board_end_in_the_same_column(board: Board, columns: int, ascii: bool) -> None:
    board = replace(board, geometry="square", title="", columns=())
    lines = [
        line for line in draw(Scene((board,)), color=False, ascii=ascii, width=columns).split("\n") if line[:1] != "("
    ]
    assert len({width(line) for line in lines}) == 1


@given(
    st.sampled_from(GEOMETRIES),
    st.lists(st.none() | st.sampled_from(["X", "盤", "Knight", " a", ""]).map(Piece), min_size=6, max_size=6),
    st.sets(st.integers(0, 5)),
    st.integers(40, 100),
)
def test_marks_stand_where_there_were_blanks(
    geometry: Geometry, cells: list[Piece | None], marks: set[int], columns: int
) -> None:
    unmarked = Board("b", geometry, 3, 2, tuple(cells))
    marked = replace(unmarked, marks=frozenset(marks))
    with_marks, without = (picture(board, columns=columns) for board in (marked, unmarked))
    assert sum(with_marks.count(sign) for sign in "‹▸") == len(marks)
    blanked = with_marks.translate(dict.fromkeys(map(ord, "‹›▸"), " "))
    assert [line.rstrip() for line in blanked.split("\n")] == [line.rstrip() for line in without.split("\n")]


@given(SCENES)
def test_a_summary_of_anything_is_one_harmless_line(scene: Scene) -> None:
    line = summary(scene)
    assert "\n" not in line
    assert visible(line) == line


@given(SCENES, st.integers(20, 100))
def test_what_lies_face_down_does_not_change_the_drawing(scene: Scene, columns: int) -> None:
    def swapped(piece: Piece | None) -> Piece | None:
        return replace(piece, text="something else") if piece is not None and piece.is_hidden else piece

    def turned(item: object) -> object:
        match item:
            case Board():
                return replace(item, cells=tuple(map(swapped, item.cells)))
            case Hand():
                return replace(item, pieces=tuple(swapped(piece) for piece in item.pieces))
            case Pile():
                return replace(item, top=swapped(item.top))
            case _:
                return item

    other = Scene(tuple(map(turned, scene.items)))  # type: ignore[arg-type]
    names = ("Ada", "Ben")
    assert draw(other, color=True, ascii=False, width=columns, seat_names=names) == draw(
        scene, color=True, ascii=False, width=columns, seat_names=names
    )
    assert summary(other) == summary(scene)
