"""Scenes as SVG: well-formed whatever a game says, every place once with its anchor, legible in both themes."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour import library
from parlour.game.scene import Board, Counter, Geometry, Grid, Hand, Piece, Pile, Scene, SceneItem, Text
from parlour.match import Match
from parlour.present.layout.boards import with_lines
from parlour.present.layout.pieces import CARD_HEIGHT, GAP_HEIGHT
from parlour.present.layout.placing import along_loop, graph_places
from parlour.present.layout.tables import describe
from parlour.present.palette import COLORS, SEAT_COLORS, Theme, color_word, legible_on
from parlour.present.svg.picture import svg

SVG = "{http://www.w3.org/2000/svg}"
GEOMETRIES: tuple[Geometry, ...] = ("square", "hex", "hex columns", "line", "loop", "graph")
THEMES: tuple[Theme, ...] = ("light", "dark", "auto")
HOSTILE = "</svg><script>alert('1')</script>\"' onload=\"x\" ]]> <!-- & \x00\x1b[31m\u202e\ud800\ufffe\r\n\t"
SNAPSHOTS = Path(__file__).parent / "pictures"


def read(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def anchors(picture: str) -> list[tuple[str, str]]:
    return [
        (element.attrib["data-item"], element.attrib["data-cell"])
        for element in read(picture).iter()
        if "data-item" in element.attrib
    ]


def every_kind(text: str) -> list[SceneItem]:
    """One item of each kind, and one board of each geometry, with this text wherever a text can be."""
    piece, back = Piece(text, 0), Piece(text, 1, is_hidden=True)
    labels = (text,) * 4
    boards = [
        Board(f"{geometry} {text}", geometry, 4, 1, (piece, None, back, Piece(text)), text, labels, labels[:1],
              frozenset({0}), ((0, 1), (1, 2)), 0, text)
        for geometry in GEOMETRIES
    ]  # fmt: skip
    others = [Pile(text, text, 3, piece), Hand(text, text, (piece, back), 0), Counter(text, text, 1), Text(text)]
    return [*boards, *others]


# ---- strangers' texts


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("index", range(10))
def test_hostile_texts_stay_texts_in_every_kind_of_item(index: int, theme: Theme) -> None:
    item = every_kind(HOSTILE)[index]
    picture = svg(Scene((item,)), seat_names=(HOSTILE, HOSTILE), theme=theme, title=HOSTILE)
    root = read(picture)
    allowed = {"svg", "title", "desc", "style", "g", "rect", "circle", "path", "line", "polygon", "text"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
    for element in root.iter():
        assert not any(name.startswith("on") or "href" in name or name == "id" for name in element.attrib)
    assert all(character.isprintable() for character in picture)
    assert "\\u202e" in picture and "url(" not in picture


@given(st.text(), st.sampled_from(range(10)), st.sampled_from(THEMES))
@settings(max_examples=150, deadline=None)
def test_any_text_gives_a_well_formed_picture(text: str, index: int, theme: Theme) -> None:
    read(svg(Scene((every_kind(text)[index],)), seat_names=(text, "B"), theme=theme, title=text))


def test_long_texts_are_cut_in_the_picture_and_whole_in_the_tooltip() -> None:
    name = "Grand Admiral of the Northern Fleet"
    picture = svg(Scene((Board("b", "square", 1, 1, (Piece(name, 0),)),)))
    shown = [element.text for element in read(picture).iter(f"{SVG}text")]
    told = [element.text for element in read(picture).iter(f"{SVG}title")]
    assert shown == [f"{name[: len(shown[0] or '') - 1]}…"]
    assert f"1: {name}" in told


# ---- places


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (2, 1), (5, 1), (1, 4), (7, 6), (45, 1)])
def test_every_cell_is_drawn_once_with_its_anchor(geometry: Geometry, columns: int, rows: int) -> None:
    count = columns * rows
    cells = tuple(Piece("X", 0) if number % 3 else None for number in range(count))
    links = tuple((number, number + 1) for number in range(count - 1))
    board = Board("b", geometry, columns, rows, cells, marks=frozenset({0}), links=links)
    found = anchors(svg(Scene((board,))))
    assert sorted(found) == sorted(("b", f"{x},{y}") for y in range(rows) for x in range(columns))


def test_cards_and_piles_have_anchors_too() -> None:
    back = Piece("", is_hidden=True)
    scene = Scene((Pile("deck", "Deck", 9), Pile("gone", "", 0), Hand("hand", "", (Piece("7♥"), *(back,) * 40))))
    assert anchors(svg(scene)) == [("deck", ""), ("gone", ""), *(("hand", str(number)) for number in range(41))]


def test_everything_lies_inside_the_picture() -> None:
    for item in every_kind("Knight"):
        root = read(svg(Scene((item,))))
        wide, high = map(float, root.attrib["viewBox"].split()[2:])
        for x, y in _positions(root, 0, 0):
            assert 0 <= x <= wide and 0 <= y <= high, item


def _positions(element: ElementTree.Element, x: float, y: float) -> list[tuple[float, float]]:
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.attrib.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    here = [(x, y)] if moved or element.tag == f"{SVG}text" else []
    if element.tag == f"{SVG}text":
        here = [(x + float(element.attrib.get("x", 0)), y + float(element.attrib.get("y", 0)))]
    return here + [place for child in element for place in _positions(child, x, y)]


def test_boards_without_cells_and_empty_scenes_say_that_there_is_nothing() -> None:
    for scene in (Scene(), Scene((Board("b", "square", 0, 0, ()),))):
        assert "nothing on the table" in svg(scene)


@pytest.mark.parametrize("count", [3, 7, 12, 13, 40, 101])
def test_cells_of_a_loop_do_not_touch_and_the_last_leads_to_the_first(count: int) -> None:
    places, _, _ = along_loop(count, 50)
    near = sorted(_apart(one, other) for one, other in combinations(places, 2))
    assert near[0] > 40
    assert _apart(places[-1], places[0]) < 51


def test_joined_cells_of_a_graph_lie_near_each_other_and_none_upon_another() -> None:
    lattice = [(at, at + 1) for at in range(16) if at % 4 < 3] + [(at, at + 4) for at in range(12)]
    places = graph_places(16, 16, 1, lattice)
    joined = max(_apart(places[one], places[other]) for one, other in lattice)
    apart = [
        _apart(places[one], places[other])
        for one, other in combinations(range(16), 2)
        if (one, other) not in set(lattice)
    ]
    assert joined < min(apart)
    assert graph_places(16, 16, 1, lattice) == places
    two_parts = graph_places(4, 4, 1, [(0, 1), (2, 3)])
    assert min(_apart(one, other) for one, other in combinations(two_parts, 2)) > 0.5


def test_a_graph_of_several_rows_lies_as_its_rows_say() -> None:
    assert graph_places(4, 2, 2, [(0, 3)]) == [(0, 0), (1, 0), (0, 1), (1, 1)]


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


# ---- what is said


def test_a_screen_reader_hears_every_piece_and_the_last_move() -> None:
    board = Board(
        "b", "square", 2, 1, (Piece("X", 0), Piece("O", 1)), columns=("a", "b"), rows=("1",), marks=frozenset({1})
    )
    scene = Scene((board, Hand("h", "Ada", (Piece("7"), Piece("8", is_hidden=True))), Counter("Round", "3")))
    assert describe(scene) == ("board 2 x 1: 1 O, 1 X. a: X; b: O. last move b: O. Ada 2: 7, face down. Round 3")
    root = read(svg(scene, title="Pairs"))
    assert root.attrib["role"] == "img" and root.attrib["aria-label"] == "Pairs"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root[0].text == "Pairs" and root[1].text == describe(scene)


def test_a_hidden_card_does_not_tell_its_text() -> None:
    back = Piece("secret", 0, is_hidden=True)
    for item in (Board("b", "square", 1, 1, (back,)), Hand("h", "", (back,)), Pile("p", "", 1, back)):
        assert "secret" not in svg(Scene((item,)), seat_names=("Ada",))


def test_the_names_of_seats_stand_beside_their_pieces_unless_the_pieces_say_it() -> None:
    scene = Scene((Board("b", "square", 2, 1, (Piece("K", 0), Piece("Ben", 1))),))
    texts = [element.text for element in read(svg(scene, seat_names=("Ada", "Ben"))).iter(f"{SVG}text")]
    assert texts == ["K", "Ben", "K", "Ada"]
    scene = Scene((Board("b", "square", 3, 1, (Piece("4", 0), Piece("4", 1), Piece("7", 1))),))
    texts = [element.text for element in read(svg(scene, seat_names=("Ada", "Ben"))).iter(f"{SVG}text")]
    assert texts == ["4", "4", "7", "Ada", "Ben"]  # texts that two seats share say nothing; their colours do


def test_the_last_move_is_marked_by_shape_not_by_colour_alone() -> None:
    root = read(svg(Scene((Board("b", "square", 2, 1, (None, None), marks=frozenset({1})),))))
    thick = {
        cell.attrib["data-cell"]: cell[1].attrib.get("stroke-width", "1")
        for cell in root.iter()
        if "data-cell" in cell.attrib
    }
    assert thick == {"0,0": "1", "1,0": "3"}


# ---- colours


def test_only_the_automatic_theme_needs_a_style_sheet() -> None:
    scene = Scene((Board("b", "square", 1, 1, (Piece("X", 0),)),))
    assert "<style>" in svg(scene, theme="auto") and "prefers-color-scheme" in svg(scene, theme="auto")
    assert "style" not in svg(scene, theme="light") + svg(scene, theme="dark")
    assert COLORS["seat0"].light in svg(scene, theme="light")
    assert COLORS["seat0"].dark in svg(scene, theme="dark")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pieces_stand_out_from_cells_and_texts_from_pieces(theme: str) -> None:
    """The contrasts of the Web Content Accessibility Guidelines: 3 for shapes, 4.5 for texts."""

    def contrast(one: str, other: str) -> float:
        light, dark = sorted((_luminance(getattr(COLORS[name], theme)) for name in (one, other)), reverse=True)
        return (light + 0.05) / (dark + 0.05)

    seats = [f"seat{number}" for number in range(SEAT_COLORS)]
    assert min(contrast(seat, ground) for seat in seats for ground in ("cell", "dark-cell", "mark", "ground")) >= 3
    assert min(contrast("edge", ground) for ground in ("cell", "dark-cell", "mark", "ground")) >= 3
    assert min(contrast("ring", ground) for ground in ("cell", "dark-cell", "mark", "board")) >= 3
    named = [name for name in COLORS if color_word(name)]
    assert len(named) == 11
    assert min(contrast(legible_on(color), color) for color in [*seats, *named, "tile"]) >= 4.5
    assert min(contrast("soft", ground) for ground in ("ground", "cell")) >= 4.5
    assert min(contrast(ink, "card") for ink in ("print", "suit")) >= 4.5


# How colours look with one kind of cone missing (Machado, Oliveira and Fernandes 2009, severity 1).
SIGHTS = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_the_colours_of_seats_stay_apart_for_every_sight(sight: str, theme: str) -> None:
    seen = [_lab(getattr(COLORS[f"seat{number}"], theme), SIGHTS[sight]) for number in range(SEAT_COLORS)]
    distances = {
        (one, other): sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        for one, other in combinations(range(SEAT_COLORS), 2)
    }
    # 2.3 is the least difference that people notice side by side.
    assert min(distances.values()) > 13, distances
    assert min(distance for (_, other), distance in distances.items() if other < 4) > 14.5


def _linear(color: str) -> list[float]:
    values = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]


def _luminance(color: str) -> float:
    red, green, blue = _linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _lab(color: str, sight: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    given_light = _linear(color)
    red, green, blue = (
        min(1.0, max(0.0, sum(share * value for share, value in zip(row, given_light, strict=True)))) for row in sight
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


# ---- pictures as they were seen and found good


@pytest.mark.parametrize(
    ("name", "answers", "theme"),
    [("tic-tac-toe", ["(2,2)", "(1,1)", "(3,1)"], "light"), ("connect-four", ["4", "4", "3", "5"], "auto")],
)
def test_games_look_as_they_did(name: str, answers: list[str], theme: Theme) -> None:
    """A new look is accepted by deleting the file and running this test, which then writes it and fails once."""
    entry = library.find(name)
    assert entry is not None
    match = Match.start(parlour.load(entry))
    for answer in answers:
        match.answer_text(match.questions[0], answer)
    names = [seat.name for seat in match.position.seats]
    picture = svg(match.scene(None), seat_names=names, theme=theme, title=match.game.info.title)
    lines = picture.replace("><", ">\n<") + "\n"
    file = SNAPSHOTS / f"{name}-{theme}.svg"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(lines, encoding="utf-8")
        pytest.fail(f"{file.name} is new: look at it, and run the test again")
    assert lines == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["10H", "10♥", "♥10", "th", "Ten of Hearts"])
def test_playing_cards_are_drawn_with_their_suit_in_its_colour(text: str) -> None:
    picture = read(svg(Scene((Hand("h", "", (Piece(text),)),)), theme="light"))
    drawn = [(line.text, line.attrib["fill"]) for line in picture.iter(f"{SVG}text")]
    assert drawn == [("10♥", COLORS["suit"].light), ("♥", COLORS["suit"].light)]


def test_a_word_that_is_no_playing_card_stays_a_word() -> None:
    picture = read(svg(Scene((Hand("h", "", (Piece("11H"), Piece("knight of hearts"))),))))
    assert "♥" not in "".join(picture.itertext())


def test_hands_lie_side_by_side_and_columns_go_down() -> None:
    def corners(*hands: Hand) -> list[tuple[float, float]]:
        picture = read(svg(Scene(hands)))
        places = []

        def walk(element: ElementTree.Element, x: float, y: float) -> None:
            for across, down in re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", element.attrib.get("transform", "")):
                x, y = x + float(across), y + float(down)
            if element.attrib.get("class") == "card":
                places.append((x, y))
            for child in element:
                walk(child, x, y)

        walk(picture, 0, 0)
        return places

    cards = (Piece("7H"), Piece("8S"))
    (a, b), (c, d) = (corners(Hand("h", "", cards, is_column=is_column)) for is_column in (False, True))
    assert a[0] < b[0] and a[1] == b[1]
    assert c[0] == d[0] and c[1] < d[1]
    first, second, third, fourth = corners(Hand("h", "A", cards), Hand("i", "B", cards))
    assert first[1] == second[1] == third[1] == fourth[1] and first[0] < second[0] < third[0] < fourth[0]


def test_empty_piles_are_small_and_have_no_count() -> None:
    picture = read(svg(Scene((Pile("p", "", 0),))))
    assert not list(picture.iter(f"{SVG}text"))
    sides = [float(box.attrib["height"]) for box in picture.iter(f"{SVG}rect") if "stroke-dasharray" in box.attrib]
    assert sides == [GAP_HEIGHT] and GAP_HEIGHT < CARD_HEIGHT


def test_pieces_that_share_a_cell_are_all_drawn_in_it() -> None:
    board = Board("b", "square", 2, 1, (Piece("K", 0), None), further=((0, Piece("Q", 1)), (1, Piece("N", 0))))
    picture = read(svg(Scene((board,))))
    cells = [element for element in picture.iter() if "data-cell" in element.attrib]
    assert [[text.text for text in cell.iter(f"{SVG}text")] for cell in cells] == [["K", "Q"], ["N"]]
    assert "1: K, Q" in describe(Scene((board,)))


def test_hexagons_in_columns_are_those_in_rows_with_the_axes_exchanged() -> None:
    def places(board: Board) -> list[tuple[float, float]]:
        elements = [element for element in read(svg(Scene((board,)))).iter() if "data-cell" in element.attrib]
        return [tuple(map(float, re.findall(r"[\d.]+", element.attrib["transform"]))) for element in elements]  # type: ignore[misc]

    rows = places(Board("b", "hex", 2, 3, (None,) * 6))
    columns = sorted(((y, x) for x, y in places(Board("b", "hex columns", 3, 2, (None,) * 6))), key=lambda at: at[::-1])
    away = [(one[0] - other[0], one[1] - other[1]) for one, other in zip(rows, columns, strict=True)]
    assert [axis for pair in away for axis in pair] == pytest.approx([*away[0]] * 6)


def test_rows_and_columns_are_drawn_with_a_place_for_every_row() -> None:
    rows = (("Ada", "12"), ("<Ben>", ""))
    picture = svg(
        Scene((Grid("cast", "The cast", ("player", "points"), rows, owners=(0, 1)),)), seat_names=("Ada", "Ben")
    )
    assert [f'data-item="cast" data-cell="{row}"' in picture for row in (0, 1, 2)] == [True, True, False]
    assert "&lt;Ben&gt;" in picture and "<Ben>" not in picture
    assert "The cast. player Ada; points 12. player &lt;Ben&gt;" in picture


def test_strokes_of_nobody_are_lines_between_points_and_blanks_are_no_cells() -> None:
    rows = (".-.", "| .", "...")
    cells = tuple(None if sign == "." else Piece(sign) for row in rows for sign in row)
    drawn = with_lines(Board("b", "square", 3, 3, cells))
    assert drawn.gaps == {1, 3, 4}
    assert set(drawn.links) == {(0, 2), (0, 6), (2, 5), (5, 8), (6, 7), (7, 8)}
    picture = svg(Scene((Board("b", "square", 3, 3, cells),)))
    assert anchors(picture) == [("b", cell) for cell in ("0,0", "2,0", "2,1", "0,2", "1,2", "2,2")]
    assert len(list(read(picture).iter(f"{SVG}line"))) == 6


def test_a_sign_of_somebody_is_a_piece_and_one_kind_of_stroke_draws_nothing() -> None:
    owned = Board("b", "square", 3, 2, (Piece("-", 0), Piece("|", 0), None, None, None, None))
    assert with_lines(owned) == owned
    dashes = Board("b", "square", 3, 1, (None, Piece("-"), None))
    assert with_lines(dashes) == dashes


def test_a_board_with_holes_has_no_ground_in_them() -> None:
    def ground(board: Board) -> int:
        fill = COLORS["board"].light
        return sum(box.attrib["fill"] == fill for box in read(svg(Scene((board,)), theme="light")).iter(f"{SVG}rect"))

    board = Board("b", "square", 3, 1, (None,) * 3)
    assert ground(board) == 1
    assert ground(replace(board, gaps=frozenset({1}))) == 2
