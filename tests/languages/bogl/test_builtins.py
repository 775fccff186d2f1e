"""The built-in functions, values, types and symbols, each with exactly the behaviour that its row of the table says."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from parlour.core.values import Symbol

# X in a row of two, O in a column of three, a falling and a rising diagonal of X.
#
#     X X O .
#     . X O .
#     X . O X
GRID = """
type Piece = {X, O}
type Board = Array (4,3) of Piece & {Empty}
grid : Board
grid!(x,y) = Empty
grid!(1,1) = X
grid!(2,1) = X
grid!(2,2) = X
grid!(3,y) = O
grid!(1,3) = X
grid!(4,3) = X
blank : Board
blank!(x,y) = Empty
full : Board
full!(x,y) = X
full!(x,2) = O
"""

NUMBERS = "type Board = Array (3,2) of Int\nb : Board\nb!(x,y) = x * 10 + y\n"


# -------------------------------------------------------------------------------------------------------- place


def test_place_gives_a_new_board_and_leaves_the_old_one_as_it_was(value):
    assert (
        value("place(X, blank, (2,3))", GRID)
        == "Empty Empty Empty Empty\nEmpty Empty Empty Empty\nEmpty X     Empty Empty"
    )
    assert value("let n = place(X, blank, (2,3)) in (countBoard(X, n), countBoard(X, blank))", GRID) == "(1, 0)"


def test_place_overwrites_what_is_there(value):
    assert value("place(O, grid, (1,1))!(1,1)", GRID) == "O"
    assert value("place(Empty, grid, (1,1))!(1,1)", GRID) == "Empty"


def test_place_counts_columns_first_and_from_the_top_left(value):
    assert value("place(0, b, (3,1))", NUMBERS) == "11 21 0\n12 22 32"


def test_place_takes_a_position_that_is_computed_or_bound_to_a_name(value):
    program = (
        GRID + "corner : (Int, Int)\ncorner = (4, 3)\nput : (Board, (Int, Int)) -> Board\nput(b, p) = place(O, b, p)\n"
    )
    assert (
        value("(place(O, grid, corner)!(4,3), put(grid, corner) == place(O, grid, (2+2, 3)))", program) == "(O, True)"
    )
    assert value("place(three)!(4,3)", program + "three : (Piece, Board, (Int, Int))\nthree = (O, grid, corner)") == "O"


@pytest.mark.parametrize("where", [(0, 1), (5, 1), (1, 0), (1, 4), (-1, -1), (999999999999999999, 1)])
def test_place_and_lookup_outside_the_board_fail_and_name_the_position_and_the_size(failure, where):
    x, y = where
    both = f"let x = {x} in let y = {y} in"
    for expression in (f"{both} place(X, grid, (x, y))", f"{both} grid!(x, y)"):
        error = failure(expression, GRID)
        assert (error.kind, error.code) == ("runtime", "off-board")
        assert error.message == f"({x},{y}) is outside the board, which is 4 wide and 3 high"
        assert error.span is not None and error.span.text == "(x, y)"


@pytest.mark.parametrize(
    "expression",
    [
        "let lost = place(X, grid, (c, 1)) in 5",
        "(place(X, grid, (c, 1)), 1)",
        "place(X, grid, (c, 1)) == grid",
        "countBoard(X, place(X, grid, (c, 1)))",
        "if grid!(c, 1) == X then 1 else 2",
        "let lost = grid!(c, 1) in 5",
    ],
)
def test_leaving_the_board_always_ends_the_game(failure, expression):
    assert failure(f"let c = 5 in {expression}", GRID).code == "off-board"


def test_a_lookup_gives_the_content_of_a_cell(value):
    assert value("(b!(1,1), b!(3,1), b!(1,2), b!(3,2))", NUMBERS) == "(11, 31, 12, 32)"
    assert value("let p = (2,1) in b!p + 1", NUMBERS) == "22"


def test_a_lookup_at_literal_coordinates_is_checked_before_the_program_runs(wrong):
    assert wrong(GRID, "grid!(2,4)")[0].title == "(2,4) is outside the board, which is 4 wide and 3 high"
    assert wrong(GRID, "grid!(0,1)")[0].code == "BG070"


# ------------------------------------------------------------------------------------------------- counting


def test_countBoard_and_count_give_the_number_of_cells_that_equal_a_value(value):
    assert value("(countBoard(X, grid), countBoard(O, grid), countBoard(Empty, grid))", GRID) == "(5, 3, 4)"
    assert value("(count(X, grid), count(X, blank))", GRID) == "(5, 0)"
    assert value("(countBoard(22, b), countBoard(99, b))", NUMBERS) == "(1, 0)"


def test_countRow_with_two_arguments_is_the_longest_run_in_a_row(value):
    assert (
        value("(countRow(X, grid), countRow(O, grid), countRow(X, blank), countRow(X, full))", GRID) == "(2, 1, 0, 4)"
    )


def test_countRow_with_three_arguments_is_the_number_in_a_given_row(value):
    assert value("(countRow(X, grid, 1), countRow(X, grid, 2), countRow(X, grid, 3))", GRID) == "(2, 1, 2)"
    assert value("(countRow(Empty, grid, 2), countRow(O, grid, 1))", GRID) == "(2, 1)"


def test_countCol_is_the_longest_run_in_a_column(value):
    assert (
        value("(countCol(O, grid), countCol(X, grid), countCol(Empty, grid), countCol(X, full))", GRID)
        == "(3, 2, 2, 1)"
    )


def test_countColumn_is_the_number_in_a_given_column(value):
    assert value("(countColumn(X, grid, 1), countColumn(O, grid, 3), countColumn(X, grid, 4))", GRID) == "(2, 3, 1)"


def test_countDiag_is_the_longest_run_on_a_diagonal_of_either_direction(value):
    # Falling: (1,1) (2,2). Rising: (1,3) (2,2).
    assert value("(countDiag(X, grid), countDiag(O, grid), countDiag(X, blank))", GRID) == "(2, 1, 0)"
    falling = "place(X, place(X, place(X, blank, (2,1)), (3,2)), (4,3))"
    rising = "place(X, place(X, place(X, blank, (4,1)), (3,2)), (2,3))"
    assert value(f"(countDiag(X, {falling}), countDiag(X, {rising}))", GRID) == "(3, 3)"


def test_longestRow_is_the_longest_run_of_any_direction(value):
    assert value("(longestRow(X, grid), longestRow(O, grid), longestRow(X, full), longestRow(X, blank))", GRID) == (
        "(2, 3, 4, 0)"
    )


def test_runs_do_not_go_round_the_edge(value):
    ends = "place(X, place(X, blank, (4,1)), (1,2))"
    assert value(f"let b = {ends} in (countRow(X, b), countDiag(X, b), longestRow(X, b))", GRID) == "(1, 1, 1)"


def test_runs_are_consecutive_and_not_a_total(value):
    apart = "place(X, place(X, place(X, blank, (1,1)), (2,1)), (4,1))"
    assert value(f"let b = {apart} in (countRow(X, b), countRow(X, b, 1), countBoard(X, b))", GRID) == "(2, 3, 3)"


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("countRow(X, grid, n)", "There is no row {}: the board has 3 rows, counted from 1"),
        ("countColumn(X, grid, n)", "There is no column {}: the board has 4 columns, counted from 1"),
    ],
)
@pytest.mark.parametrize("number", [0, -1, 9])
def test_a_row_or_column_that_the_board_does_not_have_is_an_error(failure, expression, message, number):
    error = failure(f"let n = {number} in {expression}", GRID)
    assert (error.kind, error.message) == ("runtime", message.format(number))


def test_inARow_is_true_for_runs_of_at_least_n_in_all_four_directions(value):
    # The three Os stand in a column.
    assert value("(inARow(2, O, grid), inARow(3, O, grid), inARow(4, O, grid))", GRID) == "(True, True, False)"
    lines = {"across": [(2, 3), (3, 3), (4, 3)], "down": [(1, 1), (1, 2), (1, 3)]}
    lines |= {"falling": [(1, 1), (2, 2), (3, 3)], "rising": [(2, 3), (3, 2), (4, 1)]}
    for cells in lines.values():
        board = "blank"
        for cell in cells:
            board = f"place(X, {board}, {cell})"
        found = value(f"let b = {board} in (inARow(2, X, b), inARow(3, X, b), inARow(4, X, b), inARow(1, O, b))", GRID)
        assert found == "(True, True, False, False)"


def test_inARow_of_nothing_or_less_is_always_true(value):
    assert value("(inARow(0, X, blank), inARow(0 - 5, O, blank), inARow(1, X, blank))", GRID) == "(True, True, False)"


def test_isFull_asks_only_whether_a_cell_is_Empty(value):
    assert value("(isFull(grid), isFull(blank), isFull(full))", GRID) == "(False, False, True)"
    assert value("isFull(b)", NUMBERS) == "True"
    assert value("isFull(b)", "type Board = Array (2,1) of {Free, Taken}\nb : Board\nb!(x,y) = Free") == "True"
    mixed = "type Board = Array (2,1) of Int & {Empty}\nb : Board\nb!(x,y) = 0\n"
    assert value("(isFull(b), isFull(place(Empty, b, (2,1))))", mixed) == "(True, False)"


def test_free_is_the_collection_of_positions_whose_cell_is_Empty(value):
    assert value("free(grid)", GRID) == "{(4, 1), (1, 2), (4, 2), (2, 3)}"
    assert value("(free(full), free(full) == free(full), free(grid) == free(blank))", GRID) == "({}, True, False)"
    assert value("free(b)", NUMBERS) == "{}"


def test_built_in_functions_work_on_boards_of_any_content(value):
    pairs = "type Board = Array (2,2) of (Int, Bool)\nb : Board\nb!(x,y) = (x, y == 1)\n"
    assert value("(countBoard((1, True), b), inARow(2, (1, True), b), b!(2,2))", pairs) == "(1, False, (2, False))"
    assert value("place((9, True), b, (1,2))", pairs) == "(1, True) (2, True)\n(9, True) (2, False)"
    mixed = "type Board = Array (2,2) of (Int, Int) & {Empty}\nb : Board\nb!(x,y) = Empty\nb!(1,y) = (y, y)\n"
    assert value("(countBoard(Empty, b), countBoard((2, 2), b), countCol(Empty, b), free(b))", mixed) == (
        "(2, 1, 2, {(2, 1), (2, 2)})"
    )
    words = 'type Board = Array (2,1) of String\nb : Board\nb!(x,y) = "ab"\n'
    assert value('(inARow(2, "ab", b), countBoard("a", b))', words) == "(True, 0)"


def test_counting_and_runs_agree_with_plain_python_on_random_boards(value):
    rng = random.Random(20)
    for _ in range(25):
        width, height = rng.randint(1, 6), rng.randint(1, 6)
        cells = [[rng.choice("XO.") for _ in range(width)] for _ in range(height)]
        names = {"X": "X", "O": "O", ".": "Empty"}
        program = f"type Board = Array ({width},{height}) of {{X, O, Empty}}\nb : Board\n"
        program += "\n".join(f"b!({x + 1},{y + 1}) = {names[cells[y][x]]}" for y in range(height) for x in range(width))
        expected = []
        for piece in "XO":
            rows, columns, diagonals = (longest(lines, piece) for lines in all_lines(cells))
            total = sum(row.count(piece) for row in cells)
            expected += [total, rows, columns, diagonals, max(rows, columns, diagonals)]
        calls = [
            f"{name}({piece}, b)"
            for piece in "XO"
            for name in ("countBoard", "countRow", "countCol", "countDiag", "longestRow")
        ]
        assert value(f"({', '.join(calls)})", program) == f"({', '.join(map(str, expected))})"
        runs = [max(expected[2:5]) if piece == "X" else max(expected[7:10]) for piece in "XO"]
        tests = [(n, piece, run >= n) for piece, run in zip("XO", runs, strict=True) for n in range(-1, 8)]
        found = value(f"({', '.join(f'inARow({n}, {piece}, b)' for n, piece, _ in tests)})", program)
        assert found == f"({', '.join(str(is_there) for *_, is_there in tests)})"


def all_lines(cells: list[list[str]]) -> tuple[list[str], list[str], list[str]]:
    """Rows, columns and diagonals of both directions, as texts."""
    height, width = len(cells), len(cells[0])
    diagonals: dict[tuple[str, int], str] = {}
    for y in range(height):
        for x in range(width):
            for key in (("falling", x - y), ("rising", x + y)):
                diagonals[key] = diagonals.get(key, "") + cells[y][x]
    columns = ["".join(row[x] for row in cells) for x in range(width)]
    return ["".join(row) for row in cells], columns, list(diagonals.values())


def longest(lines: list[str], piece: str) -> int:
    best = 0
    for line in lines:
        ends = [-1, *(place for place, other in enumerate(line) if other != piece), len(line)]
        best = max([best, *(after - before - 1 for before, after in pairwise(ends))])
    return best


# -------------------------------------------------------------------------------------------- logic, players, sizes


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("(not(True), not(False))", "(False, True)"),
        ("(and(True, True), and(True, False), and(False, True), and(False, False))", "(True, False, False, False)"),
        ("(or(True, True), or(True, False), or(False, True), or(False, False))", "(True, True, True, False)"),
    ],
)
def test_not_and_or(value, expression, result):
    assert value(expression) == result


def test_and_and_or_ask_on_both_sides(value):
    assert value("and(input == 1, input == 2)", "", "5", "2") == "False"
    assert value("or(input == 1, input == 2)", "", "1", "9") == "True"


def test_next_changes_the_predefined_players(value):
    assert value("(next(A), next(B), next(next(A)))") == "(B, A, A)"
    assert value("other(A)", "other : Player -> Player\nother(p) = next(p)") == "B"


def test_width_and_height_are_the_size_of_the_board(value):
    assert value("(width, height)", NUMBERS) == "(3, 2)"
    assert value("(width, height)") == "(1, 1)"


def test_a_component_of_a_tuple_is_taken_by_its_number_from_1(value, wrong):
    assert value("(7, True, (8, 9)) # 1") == "7"
    assert value("((7, True, (8, 9)) # 3) # 2") == "9"
    assert value("(7, True, 5) # (3, 1)") == "(5, 7)"
    assert value("f(1) # 2", "f : Int -> (Int, Int)\nf(n) = (n, n + 1)") == "2"
    assert wrong("", "(1, 2) # 3")[0].code == "BG067"
    assert wrong("", "(1, 2) # 0")[0].code == "BG067"
    assert wrong("", "5 # 1")[0].code == "BG067"


def test_input_is_the_next_answer(play):
    position = play("", "input + 1")
    assert [question.kind for question in position.questions] == ["literal"]
    position.answer(position.questions[0], 41)
    assert position.outcome.value == "42"


# ----------------------------------------------------------------------------------- which names can be redefined

FIXED = ["place", "countBoard", "countRow", "countCol", "countDiag", "inARow", "isFull", "not", "and", "or", "input"]


@pytest.mark.parametrize("name", FIXED)
def test_a_fixed_name_cannot_be_defined_again(wrong, name):
    found = wrong(f"{name} : Int\n{name} = 1")
    assert [item.code for item in found] == ["BG053"]
    assert found[0].title == f"`{name}` is built in and cannot be defined again"


@pytest.mark.parametrize("name", ["next", "free", "countColumn", "width", "height", "count", "longestRow"])
def test_other_names_are_replaced_by_a_definition_of_the_program(value, name):
    assert value(name, f"{name} : Int\n{name} = 77") == "77"
    assert value(f"{name}(5)", f"{name} : Int -> Int\n{name}(n) = n + 1") == "6"


def test_predefined_types_are_replaced_by_definitions_of_the_program(value):
    program = """
    type Player = {North, South, East}
    type Position = {Here, There}
    type Positions = Int
    type Symbol = Bool
    type String = (Int, Int)
    next : Player -> Player
    next(p) = if p == North then South else if p == South then East else North
    where : Position
    where = There
    many : Positions
    many = 3
    truth : Symbol
    truth = True
    two : String
    two = (1, 2)
    """
    assert (
        value("(next(North), next(East), where, many + 1, truth, two)", program)
        == "(South, North, There, 4, True, (1, 2))"
    )


def test_the_predefined_next_goes_with_the_predefined_players(wrong):
    found = wrong("type Player = {X, O}\nf : Player -> Player\nf(p) = next(p)")
    assert [item.code for item in found] == ["BG050"]


def test_A_and_B_can_be_symbols_of_the_programs_own(value):
    program = "type Key = {W, A, S, D}\nturn : Key -> Key\nturn(k) = if k == A then D else A"
    assert value("(turn(A), turn(W), A == D)", program) == "(D, A, False)"


def test_A_and_B_are_there_without_being_declared(value):
    assert value("(A, B, A == B, A == A)") == "(A, B, False, True)"
    assert value("A") == "A"


def test_built_in_functions_keep_their_meaning_when_the_program_has_functions_of_similar_names(value):
    # Words that the machinery behind the built-in functions uses itself.
    program = NUMBERS + "".join(
        f"{name} : Int -> Int\n{name}(n) = n + {number}\n"
        for number, name in enumerate(("put", "look_up", "in_a_row", "displayed", "longest_run", "positions_of"))
    )
    assert value("(put(1), look_up(1), in_a_row(1), displayed(1), longest_run(1), positions_of(1))", program) == (
        "(1, 2, 3, 4, 5, 6)"
    )
    assert (
        value("(place(5, b, (1,1))!(1,1), inARow(2, 11, b), longestRow(11, b), b!(2,2))", program)
        == "(5, False, 1, 22)"
    )


def test_answers_and_values_share_their_symbols(play):
    position = play("type Input = {Left, Right}\nf : Bool\nf = input == Left", "f")
    position.answer(position.questions[0], Symbol("Left"))
    assert position.outcome.value == "True"
