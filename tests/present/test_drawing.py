"""Drawings, which every pen gets: places with anchors, order and names, safe texts, the same list over the wire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
import pytest

from parlour.game.question import Anchor
from parlour.game.scene import Board, Counter, Geometry, Grid, Hand, Piece, Pile, Scene, SceneItem, Text
from parlour.present import drawing as marks
from parlour.present.layout.tables import NARROW, lay_out
from parlour.present.palette import COLORS
from parlour.present.svg.pen import Pen

ITEMS: tuple[SceneItem, ...] = (
    Board("b", "square", 3, 2, (Piece("X", 0), None, None, Piece("O", 1), None, None), marks=frozenset({0})),
    Board("h", "hex", 2, 1, (Piece("K", 0), None)),
    Pile("deck", "Deck", 9),
    Hand("hand", "Ada", (Piece("7♥"), Piece("Red 7"), Piece("", is_hidden=True)), 0),
    Counter("Round", "3", 1),
    Grid("cast", "Cast", ("name", "points"), (("Ada", "2"), ("Ben", "1")), (0, 1)),
    Text("hello  there"),
)


def all_marks(drawn: Iterable[marks.Mark]) -> Iterator[marks.Mark]:
    for mark in drawn:
        yield mark
        if isinstance(mark, marks.Group):
            yield from all_marks(mark.marks)


def marks_of(drawing: marks.Drawing) -> list[marks.Mark]:
    return [mark for row in drawing.rows for block in row.blocks for mark in all_marks(block.marks)]


def places_of(drawing: marks.Drawing) -> list[marks.Group]:
    return [mark for mark in marks_of(drawing) if isinstance(mark, marks.Group) and mark.anchor is not None]


def test_cells_are_drawn_and_gone_through_in_one_order_wherever_the_last_move_was() -> None:
    places = [place for place in places_of(lay_out(Scene(ITEMS))) if place.anchor and place.anchor.item == "b"]
    assert places[0].anchor == Anchor("b", (0, 0)) and places[0].kind == "cell last"
    assert [place.order for place in places] == sorted(place.order for place in places)
    in_order = sorted(places, key=lambda place: place.order)
    assert [place.anchor and place.anchor.cell for place in in_order] == [(x, y) for y in (0, 1) for x in (0, 1, 2)]


def test_every_place_and_every_block_has_a_name_for_screen_readers() -> None:
    drawing = lay_out(Scene(ITEMS), seat_names=("Ada", "Ben"))
    assert all(place.name for place in places_of(drawing))
    assert all(block.name and block.kind for row in drawing.rows for block in row.blocks)
    named = {place.anchor: place.name for place in places_of(drawing)}
    assert named[Anchor("hand", (0,))] == "7♥"
    assert named[Anchor("hand", (2,))] == "face down"
    assert named[Anchor("cast", (1,))] == "name Ben, points 1"


def test_colours_are_named_by_what_they_are_for() -> None:
    painted = [mark for mark in marks_of(lay_out(Scene(ITEMS))) if not isinstance(mark, marks.Group)]
    assert {color for mark in painted for color in (mark.fill, mark.stroke)} <= {*COLORS, "none", ""}


def test_a_drawing_that_was_sent_is_the_drawing_that_was_made() -> None:
    drawing = lay_out(Scene(ITEMS), seat_names=("Ada", "Ben"))
    sent = msgspec.json.encode(drawing)
    received = msgspec.json.decode(sent, type=marks.Drawing)
    assert received == drawing
    pen = Pen("light")
    assert [pen.write(mark) for mark in marks_of(received)] == [pen.write(mark) for mark in marks_of(drawing)]


@pytest.mark.parametrize("geometry", ["square", "hex", "hex columns", "line", "loop", "graph"])
def test_control_characters_are_visible_in_the_list_itself(geometry: Geometry) -> None:
    hostile = "a\u202eb\x1b[31m"
    piece = Piece(hostile, 0)
    items = (
        Board(hostile, geometry, 2, 1, (piece, None), hostile, (hostile,) * 2, (hostile,)),
        Pile("p", hostile, 2, piece),
        Hand("h", hostile, (piece,), 0),
        Counter(hostile, hostile, 0),
        Grid("g", hostile, (hostile,), ((hostile,),), (0,)),
        Text(hostile),
    )
    drawing = lay_out(Scene(items), seat_names=(hostile,))
    blocks = [block for row in drawing.rows for block in row.blocks]
    texts = [mark.text for mark in marks_of(drawing) if isinstance(mark, marks.Text)]
    names = [mark.name for mark in marks_of(drawing) if isinstance(mark, marks.Group)]
    told = [*texts, *names, *(block.name for block in blocks), drawing.description]
    assert len(blocks) == 6 and all(text.isprintable() for text in told)


def test_on_a_narrow_screen_hands_and_words_are_narrow() -> None:
    hand = Hand("h", "", tuple(Piece(f"Red {number}") for number in range(20)))
    for item in (hand, Text("word " * 60)):
        for widest, drawing in ((760, lay_out(Scene((item,)))), (NARROW, lay_out(Scene((item,)), widest=NARROW))):
            (block,) = drawing.rows[0].blocks
            assert widest * 0.7 < block.width <= widest


def test_a_piece_with_an_id_can_be_followed_from_drawing_to_drawing() -> None:
    piece = Piece("K", 0, id="p1")
    items = (Board("b", "square", 2, 1, (piece, None)), Hand("h", "", (Piece("7♥", id="p2"), Piece("8♥"))))
    found = {mark.piece for mark in marks_of(lay_out(Scene(items))) if isinstance(mark, marks.Group)}
    assert found == {"", "p1", "p2"}
    # A hand's card is lifted as a whole: its outline is in the piece.
    first = next(place for place in places_of(lay_out(Scene(items))) if place.anchor == Anchor("h", (0,)))
    assert isinstance(first.marks[0], marks.Group) and isinstance(first.marks[0].marks[0], marks.Rect)


def test_letters_of_chess_are_figures_where_two_seats_have_a_king() -> None:
    kings = (Piece("K", 0), Piece("k", 1), Piece("r", 1))
    board = Board("b", "square", 3, 1, kings)
    assert {"♚", "♜"} <= set(_texts(lay_out(Scene((board,)), seat_names=("White", "Black"))))
    draughts = Board("b", "square", 3, 1, (Piece("b", 1), Piece("B", 1), None))
    assert "♝" not in _texts(lay_out(Scene((draughts,)), seat_names=("White", "Black")))


def test_what_seats_have_several_of_is_a_table() -> None:
    counters = tuple(
        Counter(f"{name}, {word}", "1", seat) for seat, name in enumerate(("Ada", "Ben")) for word in ("chips", "stake")
    )
    several, one = Scene(counters), Scene(counters[::2])
    assert [row.blocks[0].kind for row in lay_out(several, seat_names=("Ada", "Ben")).rows] == ["grid"]
    assert [row.blocks[0].kind for row in lay_out(one, seat_names=("Ada", "Ben")).rows] == ["counter"]


def test_what_a_seat_holds_are_cards() -> None:
    drawn = lay_out(Scene((Counter("holds alice", "0, 1, 4", 0),)), seat_names=("alice", "bob"))
    assert [row.blocks[0].kind for row in drawn.rows] == ["hand"]
    assert {"0", "1", "4"} <= set(_texts(drawn))


def _texts(drawn: marks.Drawing) -> list[str]:
    inside = all_marks(mark for row in drawn.rows for block in row.blocks for mark in block.marks)
    return [mark.text for mark in inside if isinstance(mark, marks.Text)]


def test_columns_are_equally_wide_and_stay_in_one_row_on_a_narrow_screen() -> None:
    columns = [Hand(f"c{n}", f"row {n}", (Piece("7H"),) * (n % 3), is_column=True) for n in range(9, 16)]
    for widest, gap in ((760.0, 26.0), (NARROW, 8.0)):
        (row,) = lay_out(Scene(tuple(columns)), widest=widest).rows
        assert [block.kind for block in row.blocks] == ["column"] * 7 and row.gap == gap
        assert len({block.width for block in row.blocks}) == 1


def test_covered_cards_of_columns_lie_apart_unless_a_shown_one_lies_upon_them() -> None:
    covered = (Piece("", is_hidden=True),) * 4
    apart, below = (
        lay_out(Scene((Hand("a", "a", cards, is_column=True),))).rows[0].blocks[0].height
        for cards in (covered, (*covered, Piece("7H")))
    )
    assert apart > 4 * 74 > below


def test_nothing_moves_aside_when_the_first_card_is_laid_on_a_pile() -> None:
    empty, one = (
        lay_out(Scene((Pile("d", "draw", 9), Pile("p", "p", count, top)))).rows[0].blocks
        for count, top in ((0, None), (1, Piece("7H")))
    )
    assert [block.width for block in empty] == [block.width for block in one]


def test_black_has_a_letter_beside_colours_that_have_one() -> None:
    board = Board("b", "square", 2, 1, (Piece("red", 0), Piece("black", 1)))
    for seats, letters in ((("red", "black"), ["R", "B"]), (("white", "black"), ["R"])):
        (row, *_) = lay_out(Scene((board,)), seat_names=seats).rows
        assert [mark.text for mark in all_marks(row.blocks[0].marks) if isinstance(mark, marks.Text)] == letters


@pytest.mark.parametrize("side", [3, 8, 15])
@pytest.mark.parametrize("geometry", ["square", "hex", "hex rhombus"])
def test_names_of_rows_and_columns_can_be_read_on_a_narrow_screen(geometry: Geometry, side: int) -> None:
    names = tuple(map(str, range(1, side + 1)))
    board = Board("b", geometry, side, side, (None,) * side**2, columns=names, rows=names)
    for widest, smallest in ((760.0, 10.0), (NARROW, 7.5)):
        (row,) = lay_out(Scene((board,)), widest=widest).rows
        (block,) = row.blocks
        scale = min(1.0, widest / block.width)
        sizes = [mark.font_size * scale for mark in all_marks(block.marks) if isinstance(mark, marks.Text)]
        assert len(sizes) == 2 * side and min(sizes) >= smallest


def test_cells_that_nothing_joins_have_more_rows_on_a_narrow_screen() -> None:
    names = tuple(f"Harbourmaster {number}" for number in range(9))
    scene = Scene((Board("b", "graph", 9, 1, (None,) * 9, columns=names),))
    wide, narrow = (lay_out(scene, widest=widest).rows[0].blocks[0] for widest in (760.0, NARROW))
    assert wide.width > NARROW >= narrow.width


def test_a_long_line_of_cells_has_more_rows_on_a_narrow_screen() -> None:
    board = Board("b", "line", 24, 1, (None,) * 24)
    wide, narrow = (lay_out(Scene((board,)), widest=widest).rows[0].blocks[0] for widest in (760.0, NARROW))
    assert narrow.width <= NARROW < wide.width and narrow.height > wide.height


NAMES = ("Ada", "Ben", "Cleo")


def _secret(owner: int, count: int) -> Hand:
    return Hand(f"h{owner}", NAMES[owner], (Piece("", is_hidden=True),) * count, owner)


def _whose(block: marks.Block) -> str:
    return next(name for name in NAMES if name in block.name)


def test_ones_own_hand_lies_nearest_and_no_hand_moves_when_one_of_the_others_goes() -> None:
    own = Hand("h1", NAMES[1], (Piece("7♥"), Piece("8♠")), 1)

    def rows(count: int) -> list[list[tuple[str, float]]]:
        drawing = lay_out(Scene((_secret(0, 5), own, _secret(2, count))), seat_names=NAMES)
        return [[(_whose(block), block.width) for block in row.blocks] for row in drawing.rows]

    assert [[name for name, _ in row] for row in rows(13)] == [["Ada", "Cleo"], ["Ben"]]
    assert rows(1) == rows(13) == rows(30)


def test_hands_lie_in_the_order_of_seats_where_nobody_or_more_than_one_shows_cards() -> None:
    shown = tuple(Hand(f"h{owner}", NAMES[owner], (Piece("7♥"),), owner) for owner in (1, 2))
    for hands in [(_secret(0, 2), *shown), (_secret(0, 2), _secret(1, 2), _secret(2, 2))]:
        drawing = lay_out(Scene(hands), seat_names=NAMES)
        assert [_whose(block) for row in drawing.rows for block in row.blocks] == [*NAMES]


def test_a_chess_board_is_chequered_with_a_dark_cell_in_the_left_lower_corner() -> None:
    def dark(side: int, **fields: frozenset[int]) -> set[int]:
        drawing = lay_out(Scene((Board("b", "square", side, side, (None,) * side**2, **fields),)))
        first = {place.order: place.marks[0] for place in places_of(drawing)}
        return {number for number, mark in first.items() if isinstance(mark, marks.Rect) and mark.fill == "dark-cell"}

    assert len(dark(8)) == 32 and {56, 7} <= dark(8) and not {0, 63} & dark(8)
    assert dark(8, marks=frozenset({56})) == dark(8) - {56}
    assert dark(7) == dark(8, gaps=frozenset({0})) == set()


def test_seats_that_are_called_by_their_colour_need_no_legend() -> None:
    board = Board("b", "square", 2, 1, (Piece("w", 0), Piece("d", 1)))
    kinds = [
        [block.kind for row in lay_out(Scene((board,)), seat_names=names).rows for block in row.blocks]
        for names in (("White", "Black"), ("White", "Dora"), ("Ada", "Dora"))
    ]
    assert kinds == [["board"], ["board", "legend"], ["board", "legend", "legend"]]
