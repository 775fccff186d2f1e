"""Pointing at cells: what a click means, in the library's games and in programs made to mislead."""

from __future__ import annotations

from random import Random

import pytest
from tests.languages.senet.conftest import play, whole

import parlour
from parlour import library
from parlour.game.position import Position
from parlour.game.question import Anchor, Move, Option

GAMES = [entry.name for entry in library.all() if entry.language == "senet"]
LINE = "N_PLAYERS = 2; group L(Boards.Line(6)) { }; group M(Piece) { fixed = True; }; L line();"


def clicks(position: Position) -> dict[str, list[tuple[int, ...]]]:
    """The cells that each answer can be given by."""
    return {option.label: [place.cell for place in option.anchors] for option in position.legal(position.questions[0])}


def cells_of(position: Position) -> set[Anchor]:
    """Every cell that is drawn."""
    found = set()
    for board in position.view(None).scene.boards:
        numbers = set(range(board.width * board.height)) - board.gaps
        found |= {Anchor(board.id, (number % board.width, number // board.width)) for number in numbers}
    return found


def are_told_apart(first: Move, second: Move) -> bool:
    """By some click; or because only an answer that is not pointed at is another one (what a pawn becomes)."""
    pairs = list(zip(first.places, second.places, strict=False))
    typed = [[option.label for option in move.answers if not option.anchors] for move in (first, second)]
    return any(not set(one) & set(other) for one, other in pairs) or typed[0] != typed[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_click_for_each_cell_of_a_move_means_that_move_alone_and_both_engines_say_so(name: str) -> None:
    entry = library.find(name)
    assert entry is not None
    game = parlour.load(entry.text, language="senet")
    positions = [game.start(seed=3, engine=engine) for engine in ("python", "native")]
    rng = Random(name)
    pointed = 0
    for _ in range(10):
        open_question = positions[0].questions[0]
        if open_question.after_end:
            break
        found, again = (position.moves(open_question.seat).moves for position in positions)
        assert found == again  # anchors included
        pointed += all(move.places for move in found)
        drawn = cells_of(positions[0])
        for number, move in enumerate(found):
            assert all(place in drawn for places in move.places for place in places)
            # Two runners who both wait at the start would come to the same cell: no cell means one of them.
            assert move.places or name == "race"
            if move.places:
                assert all(are_told_apart(move, other) for other in found[:number])
        chosen = rng.choice(found)
        for position in positions:
            for option in chosen.answers:
                position.answer(position.questions[0], option.value)
    assert pointed >= 4


def test_a_move_from_cell_to_cell_is_two_clicks_and_one_within_a_column_too() -> None:
    entry = library.find("checkers")
    assert entry is not None
    position = parlour.load(entry.text, language="senet").start()
    board = position.view(None).scene.boards[0].id
    places = {move.label: move.places for move in position.moves(0).moves}
    assert places["a3b4"] == ((Anchor(board, (0, 5)),), (Anchor(board, (1, 4)),))

    def cells(*numbers: int) -> tuple[Anchor, ...]:
        return tuple(Anchor("b", (number % 3, number // 3)) for number in numbers)

    middle, top, bottom = cells(1, 4, 7), cells(0, 1, 2), cells(6, 7, 8)
    down = Move(0, tuple(Option("1", "1", places) for places in (middle, top, middle, bottom)))
    assert down.places == (cells(1), cells(7)) and down.anchors == ()
    passes = Move(0, (Option("p", "p"),))
    assert passes.places == () and passes.anchors == ()
    column = Move(0, (Option("1", "1", middle), Option("q", "q")))
    assert column.places == (middle,) and column.anchors == middle


def test_an_answer_is_pointed_at_by_the_cell_that_it_changes_however_the_program_comes_to_it() -> None:
    setup = "N_PLAYERS = 2; group G(Boards.Rect(3, 3)) { }; group M(Piece) { fixed = True; }; G g();"
    position = play(setup, "int n = stoi(read(1)); M >> g [g.tol(9 - n)];", "5").position
    assert clicks(position) == {str(digit): [((9 - digit) % 3, (9 - digit) // 3)] for digit in (1, 2, 3, 4, 6, 7, 8, 9)}


def test_an_answer_that_changes_no_cell_is_not_pointed_at_and_spoils_nothing() -> None:
    begin = 'str s = read(1); if (s != "p") { M >> line [stoi(s) + ON_MOVE - ON_MOVE]; }'
    found = clicks(play(LINE, begin).position)
    assert found["p"] == [] and found["3"] == [(3, 0)]


def test_where_some_answer_changes_only_what_others_change_too_no_cell_means_anything() -> None:
    setup = "N_PLAYERS = 2; group L(Boards.Line(6)) { }; group M(Piece) { }; L line();"
    # Each answer fills the cells from its own on to the last; those of 5 are filled by all the others too.
    sow = "int n = stoi(read(1)) * 1; if (n > 5) { n = 9; } while (n < 6) { M >> line [n]; n = n + 1; }"
    found = clicks(play(setup, sow).position)
    assert {"0", "1", "5"} <= set(found) and not any(found.values())


def test_what_chance_will_bring_is_not_given_away() -> None:
    # The runner is chosen before the die is thrown: only where it stands is known.
    setup = LINE + "M one(); M two(); one >> line [0]; two >> line [1];"
    begin = """
        Piece chosen = one;
        if (read(1) == "2") { chosen = two; }
        int far = 2 + rand() % 4;
        line << chosen [far];
    """
    game = parlour.load(whole(setup, begin), language="senet")
    for seed in range(12):
        found = clicks(game.start(seed=seed))
        assert found["2"][0] == (1, 0)
        assert len({str(clicks(game.start(seed=other))) for other in (seed, 99)}) == 1


@pytest.mark.parametrize(
    ("coordinate", "digit"),
    [
        ("n - 1", "1"),
        ("3 * ON_MOVE + n - 1", "1"),
        ("ON_MOVE * 3 + n", "0"),
        ("n + ON_MOVE - 2", "2"),
        ("1 + n - ON_MOVE", "0"),
    ],
)
def test_a_coordinate_may_be_counted_from_another_cell_for_everybody(coordinate: str, digit: str) -> None:
    setup = LINE + "N_PLAYERS = 2;"
    begin = f"int n = stoi(read(1)); if (not M >> line [{coordinate}]) {{ print(line.owns(0)); }}"
    position = play(setup, begin).position
    for on_move in (0, 1):
        found = clicks(position)
        for label, cells in found.items():
            expected = eval(coordinate, {"n": int(label), "ON_MOVE": on_move})
            assert cells == [(expected, 0)]
        position.answer(position.questions[0], digit)


def test_only_sums_of_numbers_and_multiples_of_the_player_are_followed() -> None:
    # 2 * n is no coordinate to point along; what the answer does to the board still says what is meant.
    position = play(LINE, "int n = stoi(read(1)); M >> line [2 * n];").position
    assert position.questions[0].prompt == ""
    assert clicks(position).items() >= {"0": [(0, 0)], "2": [(4, 0)]}.items()


def test_a_coordinate_may_be_counted_backwards_and_the_edge_says_so() -> None:
    position = play(LINE, "int n = stoi(read(1)); M >> line [6 - n];").position
    assert position.questions[0].prompt == "cell"
    assert clicks(position).items() >= {"1": [(5, 0)], "6": [(0, 0)]}.items()
    assert position.view(None).scene.boards[0].columns == ("6", "5", "4", "3", "2", "1")


def test_letters_are_coordinates_where_a_function_says_which_number_each_stands_for() -> None:
    named = 'int cell(str c) { if (c == "a") { return 0; } elif (c == "b") { return 1; } return -1; }'
    position = play(LINE + named, "int n = cell(read(1)); M >> line [n];").position
    assert position.view(None).scene.boards[0].columns[:3] == ("a", "b", "")
    assert clicks(position).items() >= {"a": [(0, 0)], "b": [(1, 0)]}.items()
    assert position.questions[0].domain.type == "the cell as a letter"
    # A function that does anything else says nothing about letters.
    other = named.replace("return 1;", "print(c); return 1;")
    assert play(LINE + other, "int n = cell(read(1)); M >> line [n];").position.questions[0].prompt == ""
