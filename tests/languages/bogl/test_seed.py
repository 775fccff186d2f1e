"""Every construct of the 2020 note on BoGL's syntax (tests/documents/bogl.txt), in the order of the note."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour

NOTE = Path(__file__).parents[2] / "documents" / "bogl.txt"

# A whole game in nothing but the note's own notation.
GAME = """
game TicTacToe
type Board = Array (3,3) of Player|Empty
type Input = Position

empty : Board
empty(x,y) = Empty

turn : (Player, Board) -> Player|Tie
turn(p, b) =
  let n = place(p, b, input) in
  if inARow(3, p, n) then p else
  if isFull(n) then Tie else turn(next(p), n)

start : Player|Tie
start = turn(A, empty)
"""


def test_the_note_is_the_one_these_tests_are_about():
    text = NOTE.read_text(encoding="utf-8")
    assert text.startswith("# **BGL** Syntax\n") and len(text.encode()) == 5_800
    assert "board(x,2) = Empty is to set all fields in the second row to Empty" in text


# ------------------------------------------------------------------------------------------- games and their types


def test_game_definition(play):
    position = play(GAME, None, "(1,1)", "(2,1)", "(1,2)", "(2,2)", "(1,3)")
    assert (position.outcome.value, position.outcome.winners) == ("A", (0,))
    assert parlour.load(GAME, language="bogl").info.title == "TicTacToe"


def test_game_definition_with_no_value_definitions(value):
    assert value("1", "game Empty\ntype Board = Array (1,1) of Int\ntype Input = Int") == "1"


def test_board_type(value):
    assert (
        value("(width, height, b!(5,2))", "type Board = Array (5,2) of Int\nb : Board\nb(x,y) = x * y") == "(5, 2, 10)"
    )


def test_board_type_determines_the_content(wrong):
    assert wrong("type Board = Array (2,2) of Int\nb : Board\nb(x,y) = True")[0].code == "BG072"


def test_input_type(value, play):
    assert value("input # 2", "type Input = (Int, Bool)", "(1, True)") == "True"
    position = play("type Input = (Int, Bool)", "input")
    assert isinstance(position.read_answer(position.questions[0], "1"), parlour.Refused)


# ---------------------------------------------------------------------------------------------------- definitions


def test_definition_needs_a_signature_and_an_equation(wrong):
    assert wrong("x = 1")[0].code == "BG015"
    assert wrong("x : Int")[0].code == "BG016"


def test_type_signature(wrong):
    assert wrong("x : Bool\nx = 1")[0].title == "`x` is declared as Bool but its equation gives Int"


def test_value_equation(value):
    assert value("x + 1", "x : Int\nx = 41") == "42"


def test_function_equation(value):
    assert value("f(3, 4)", "f : (Int, Int) -> Int\nf(a, b) = a * 10 + b") == "34"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_parameter_list(value, count):
    names = [f"p{number}" for number in range(count)]
    types = "Int" if count == 1 else f"({', '.join(['Int'] * count)})"
    program = f"f : {types} -> Int\nf({', '.join(names)}) = {' + '.join(names)}"
    assert value(f"f({', '.join(['7'] * count)})", program) == str(7 * count)


BOARD = "type Board = Array (3,2) of Player|Empty\nboard : Board\n"


def test_board_equation_with_a_variable_for_both_coordinates(value):
    assert value("board", BOARD + "board(x,y) = A") == "A A A\nA A A"


def test_board_equation_with_ints(value):
    program = BOARD + "\n".join(f"board({x},{y}) = {'A' if x == y else 'B'}" for x in (1, 2, 3) for y in (1, 2))
    assert value("board", program) == "A B B\nB A B"


def test_board_equation_with_a_variable_for_the_first_coordinate_sets_a_row(value):
    # "The semantics of a definition such as board(x,2) = Empty is to set all fields in the second row to Empty."
    assert value("board", BOARD + "board(x,y) = A\nboard(x,2) = Empty") == "A     A     A\nEmpty Empty Empty"


def test_board_equation_with_a_variable_for_the_second_coordinate_sets_a_column(value):
    assert value("board", BOARD + "board(x,y) = A\nboard(2,y) = B") == "A B A\nA B A"


def test_board_equations_may_bind_their_variables_to_the_coordinates(value):
    assert value("b", "type Board = Array (3,2) of Int\nb : Board\nb(x,y) = x * 10 + y\nb(col,1) = col") == (
        "1  2  3\n12 22 32"
    )


# ---------------------------------------------------------------------------------------------------------- types


def test_basic_types_are_numbers_and_booleans(value):
    assert value("(n, t)", "n : Int\nn = 3\nt : Bool\nt = True") == "(3, True)"


def test_Symbol_is_the_type_of_all_symbols(value):
    program = "f : Symbol -> Symbol\nf(s) = if s == Whatever then Anything else s"
    assert value("(f(Whatever), f(Unheard), f(A))", program) == "(Anything, Unheard, A)"


def test_a_symbol_that_occurs_in_no_type_is_an_error_without_the_type_Symbol(wrong):
    assert wrong("", "East")[0].code == "BG051"


def test_predefined_A_and_B_have_the_type_Player_and_are_symbols(value):
    program = "p : Player\np = A\nq : Player\nq = B\ns : Symbol\ns = A"
    assert value("(p, q, s, s == p)", program) == "(A, B, A, True)"


def test_Player_has_no_other_values(wrong):
    assert wrong("p : Player\np = Empty\ntype T = {Empty}")[0].code == "BG060"


def test_Input_is_a_type(value):
    program = "type Input = (Int, Int)\nsum : Input -> Int\nsum(x, y) = x + y\nmove : Input\nmove = input"
    assert value("sum(move)", program, "(20,22)") == "42"


def test_Position_is_a_pair_of_ints(value):
    program = "p : Position\np = (1, 2)\nf : (Int, Int) -> Int\nf(x, y) = x * 10 + y\ng : Position -> Int\ng(x, y) = x"
    assert value("(f(p), g(3, 4), p == (1, 2))", program) == "(12, 3, True)"


def test_Positions_is_a_type_of_its_own_that_only_operations_make(value, wrong):
    program = BOARD + "board(x,y) = A\nboard(2,y) = Empty\nfrees : Board -> Positions\nfrees(b) = free(b)"
    assert value("(frees(board), frees(board) == free(board))", program) == "({(2, 1), (2, 2)}, True)"
    assert wrong("p : Positions\np = ((1, 1), (2, 2))")[0].code == "BG060"


def test_extended_types_add_symbols_to_a_base(value):
    program = "half : Int -> Int|Nothing\nhalf(n) = if n % 2 == 0 then n / 2 else Nothing"
    assert value("(half(8), half(7), half(7) == Nothing)", program) == "(4, Nothing, True)"
    assert value("w(1)", "w : Int -> Player|Nobody|Tie\nw(n) = if n == 1 then Tie else A") == "Tie"


def test_extended_types_need_not_be_narrowed(wrong):
    assert wrong("f : Int|Nothing -> Int\nf(n) = n + 1")[0].code == "BG062"


def test_tuple_types_can_contain_extended_types(value):
    program = "f : (Int|Nothing, Player|Tie) -> (Int|Nothing, Bool)\nf(n, p) = (n, p == Tie)"
    assert value("(f(Nothing, Tie), f(3, A))", program) == "((Nothing, True), (3, False))"


def test_function_types_are_first_order(wrong):
    assert wrong("f : Int -> Int -> Int\nf(n) = n")[0].code == "BG022"
    assert wrong("f : (Int -> Int) -> Int\nf(n) = 1")[0].code == "BG022"


# ---------------------------------------------------------------------------------------------------- expressions


@pytest.mark.parametrize(
    ("form", "expression", "result"),
    [
        ("integer", "42", "42"),
        ("integer with a sign", "-42", "-42"),
        ("string", '"a \\"word\\""', '"a \\"word\\""'),
        ("symbol", "B", "B"),
        ("variable", "x", "7"),
        ("parenthesized expression", "((x))", "7"),
        ("tuple", "(x, True, (B, 1))", "(7, True, (B, 1))"),
        ("function application", "f(x, 1)", "6"),
        ("function application with a blank", "f (x, 1)", "6"),
        ("infix application +", "x + 1", "8"),
        ("infix application -", "x - 1", "6"),
        ("infix application ==", "x == 7", "True"),
        ("infix application !", "board!(2,1)", "Empty"),
        ("infix application *", "x * 6", "42"),
        ("infix application /", "x / 2", "3"),
        ("infix application %", "x % 4", "3"),
        ("infix application /=", "x /= 7", "False"),
        ("infix application <", "x < 8", "True"),
        ("infix application <=", "x <= 7", "True"),
        ("infix application >", "x > 7", "False"),
        ("infix application >=", "x >= 7", "True"),
        ("local definition", "let y = x in y * y", "49"),
        ("conditional", "if x > 5 then A else B", "A"),
        ("while loop", "let n = x in while n < 100 do n * 2", "112"),
    ],
)
def test_expression(value, form, expression, result):
    program = BOARD + "board(x,y) = Empty\nx : Int\nx = 7\nf : (Int, Int) -> Int\nf(a, b) = a - b"
    assert value(expression, program) == result, form


def test_comments_are_handled_as_in_haskell(value):
    program = "-- a line\nx : Int -- the rest of a line\nx = {- some {- inside -} text -} 5\n{- x = 6\n-}"
    assert value("x -- not this", program) == "5"


# ----------------------------------------------------------------------------------------- predefined operations

GRID = "type Board = Array (3,3) of Player|Empty\nb : Board\nb(x,y) = Empty\nb(x,2) = A\nb(2,3) = B\n"


def test_input(value):
    assert value("input", "type Input = Player", "B") == "B"


def test_place(value):
    assert value("place(B, b, (1,1))!(1,1)", GRID) == "B"


def test_next(value):
    assert value("(next(A), next(B))") == "(B, A)"


def test_free(value):
    assert value("free(b)", GRID) == "{(1, 1), (2, 1), (3, 1), (1, 3), (3, 3)}"


def test_isFull(value):
    assert value("(isFull(b), isFull(f))", GRID + "f : Board\nf(x,y) = A") == "(False, True)"
    # As the note defines it.
    assert value("full(b) == isFull(b)", GRID + "full : Board -> Bool\nfull(b) = countBoard(Empty,b) == 0") == "True"


def test_inARow(value):
    assert value("(inARow(3, A, b), inARow(2, B, b))", GRID) == "(True, False)"


def test_countBoard(value):
    assert value("(countBoard(A, b), countBoard(B, b))", GRID) == "(3, 1)"


def test_countRow(value):
    assert value("(countRow(A, b, 2), countRow(A, b, 1), countRow(B, b, 3))", GRID) == "(3, 0, 1)"


def test_countColumn(value):
    assert value("(countColumn(A, b, 2), countColumn(B, b, 2), countColumn(B, b, 1))", GRID) == "(1, 1, 0)"
