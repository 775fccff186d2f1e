"""Trees in, checked programs out: types, scope, boards and loops of BoGL, and what is said when they are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.languages import explanations
from parlour.languages.bogl import codes
from parlour.languages.bogl.check import meaning as typed
from parlour.languages.bogl.check.checker import check_expression, check_program
from parlour.languages.bogl.check.meaning import Checked
from parlour.languages.bogl.check.types import (
    BOARD,
    BOOL,
    INT,
    PAIR,
    PLAYER,
    POSITIONS,
    STRING,
    SYMBOL,
    Basic,
    Expanded,
    enumeration,
    is_subtype,
    show,
    tuple_of,
    union,
)
from parlour.languages.bogl.syntax import tree
from parlour.languages.bogl.syntax.parser import parse_expression, parse_prelude, parse_program
from parlour.languages.bogl.syntax.scanner import scan
from parlour.syntax.diagnostic import Diagnostic, in_order
from parlour.syntax.render import render
from parlour.syntax.source import Source


def load(text: str, preludes: Sequence[str] = ()) -> tuple[Checked | None, tuple[Diagnostic, ...]]:
    """Reads and checks a text; all findings in their order."""
    found: list[Diagnostic] = []
    read: list[tree.Program] = []
    for number, prelude in enumerate(preludes):
        parsed, problems = parse_prelude(Source(f"prelude{number}.bgl", prelude))
        found += problems
        read.append(parsed)
    program, problems = parse_program(Source("demo.bgl", text))
    found += problems
    checked, problems = check_program(program, read)
    return checked, in_order([*found, *problems])


def good(text: str, preludes: Sequence[str] = ()) -> Checked:
    """A program without errors or warnings; the game line is added if it is missing."""
    checked, found = load(text if text.startswith("game") else f"game G\n{text}", preludes)
    assert [item.title for item in found] == []
    assert checked is not None
    return checked


def bad(text: str, preludes: Sequence[str] = ()) -> list[str]:
    """What is wrong with a program, in the words of the messages."""
    checked, found = load(f"game G\n{text}", preludes)
    assert checked is None
    assert all(item.is_error for item in found)
    return [item.title for item in found]


def type_of(expression: str, program: str = "") -> Expanded:
    """The type of an expression in the scope of a program."""
    parsed, found = parse_expression(Source("expression", expression))
    assert found == []
    result, problems = check_expression(good(program), parsed)
    assert [item.title for item in problems] == []
    assert result is not None
    return result.type


def wrong(expression: str, program: str = "") -> str:
    """The one thing that is wrong with an expression."""
    parsed, found = parse_expression(Source("expression", expression))
    assert found == []
    result, [problem] = check_expression(good(program), parsed)
    assert result is None
    return problem.title


def body_of(checked: Checked, name: str) -> typed.Expr:
    for definition in checked.definitions:
        if definition.name == name and isinstance(definition, typed.ValueDefinition | typed.FunctionDefinition):
            return definition.body
    raise AssertionError(f"there is no {name}")


BOARD3 = "type Board = Array (3,3) of Player|Empty\nb : Board\nb!(x,y) = Empty\n"
SIDES = "type Side = {Red, Blue}\ntype Result = Side & {Nobody}\ntype Share = Int & {Impossible}\n"

NOTE = """game TicTacToe
type Board = Array (3,3) of Player|Empty
type Input = Position

-- setup
board : Board
board(x,y) = Empty
board(x,2) = Empty

isFree : (Board, Position) -> Bool
isFree(b,p) = b!p == Empty

turn : (Player, Board) -> (Player, Board)
turn(p,b) = let pos = input in
            if isFree(b,pos) then (next(p), place(p,b,pos)) else (p,b)

over : Board -> Bool
over(b) = or(isFull(b), or(inARow(3,A,b), inARow(3,B,b)))

loop : (Player, Board) -> (Player, Board)
loop(p,b) = while not(over(b)) do turn(p,b)

winner : (Player,Board) -> Player|Tie
winner(p,b) = if inARow(3,A,b) then A else if inARow(3,B,b) then B else Tie

result : Player|Tie
result = winner(loop(A,board))
"""

TOOL = """game Orchard

type Side   = {Red, Blue}
type Result = Side & {Draw}
type Cell   = Side & {Empty}
type Spot   = (Int, Int)
type Share  = Int & {Nothing}
type Input  = Spot & {Pass}
type Board  = Array (4,3) of Cell

start : Board
start!(x,y) = Empty
start!(1,y) = Red
start!(4,3) = Blue

other : Side -> Side
other(s) = if s == Red then Blue else Red

inside : Spot -> Bool
inside(x,y) = and(and(x >= 1, x <= 4), and(y >= 1, y <= 3))

share : (Int, Int) -> Share
share(a,b) = if b == 0 then Nothing else a / b

halve : Int -> Int
halve(n) = let k = n in while k > 5 do k / 2

climb : (Int, Int) -> (Int, Int)
climb(h,s) = while h < 10 do (h + 3, s + 1)

turn : (Side, Board) -> (Side, Board)
turn(s,b) = let p = (2,2) in
            if if inside(p) then b!p == Empty else False
              then (other(s), place(s, b, p))
              else (s, b)

play : (Side, Board) -> (Side, Board)
play(s,b) = while not(or(isFull(b), inARow(3, other(s), b))) do turn(s,b)

first : (Side, Board) -> Side
first(s,b) = s

result : Result
result = let r = play(Red, start) in
         if countRow(Red, start) > countCol(Blue, start) then first(r)
         else if 2 * (3 - 1) % 4 /= 0 then Blue
         else Draw
"""


# A whole program of the note, and what the checker says about it


def test_a_program_of_the_2020_note_checks() -> None:
    checked = good(NOTE)
    assert checked.game == "TicTacToe"
    assert (checked.board.width, checked.board.height, checked.board.is_declared) == (3, 3, True)
    assert checked.board.content == enumeration(["A", "B", "Empty"])
    assert checked.input == PAIR
    assert checked.player == PLAYER
    assert checked.symbols == ("Empty", "Tie", "A", "B")
    assert checked.builtins == {"input", "next", "place", "not", "or", "isFull", "inARow"}
    assert checked.asks == {"turn", "loop", "result"}
    assert checked.board_order == ("board",)


def test_a_program_of_the_2021_tool_checks() -> None:
    checked = good(TOOL)
    assert list(checked.types) == ["Side", "Result", "Cell", "Spot", "Share", "Content"]
    assert checked.player is None
    assert checked.symbols == ("Red", "Blue", "Draw", "Empty", "Nothing", "Pass")
    assert [definition.name for definition in checked.definitions][:3] == ["start", "other", "inside"]


# Every construct of the note has its type


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("42", INT),
        ('"text"', STRING),
        ("Empty", enumeration(["Empty"])),
        ("b", BOARD),
        ("(1)", INT),
        ("(1, True)", tuple_of((INT, BOOL))),
        ("inARow(3, A, b)", BOOL),
        ("1 + 2 == 3", BOOL),
        ("b!(1,2)", enumeration(["A", "B", "Empty"])),
        ("let x = 1 in x", INT),
        ("if True then 1 else 2", INT),
        ("let x = 1 in while x < 3 do x + 1", INT),
        ("place(A, b, (1,2))", BOARD),
        ("next(A)", PLAYER),
        ("free(b)", POSITIONS),
        ("isFull(b)", BOOL),
        ("countBoard(A, b)", INT),
        ("countRow(A, b, 2)", INT),
        ("countColumn(A, b, 2)", INT),
        ("input", INT),
    ],
)
def test_expressions_of_the_note_have_their_types(expression: str, kind: Expanded) -> None:
    assert type_of(expression, BOARD3) == kind


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("countRow(A, b)", INT),
        ("countCol(A, b)", INT),
        ("countDiag(A, b)", INT),
        ("not(True)", BOOL),
        ("and(True, or(False, True))", BOOL),
        ("width + height", INT),
        ("count(A, b) + longestRow(B, b)", INT),
        ("(1, True, A) # 2", BOOL),
        ("(1, True, A) # (3, 1)", tuple_of((enumeration(["A"]), INT))),
        ("(1, True) # (1)", INT),
        ("-width", INT),
        ("(1,True) == (1,True)", BOOL),
        ("b == b", BOOL),
        ('"a" /= "b"', BOOL),
        ("free(b) == free(b)", BOOL),
        ("1 < 2 == True", BOOL),
        ("1 > 2 == False", BOOL),
        ("-7 / 2 + -7 % 3", INT),
    ],
)
def test_expressions_of_the_later_forms_have_their_types(expression: str, kind: Expanded) -> None:
    assert type_of(expression, BOARD3) == kind


# Types (section 2)


def test_a_board_type_and_an_input_type_are_optional() -> None:
    checked = good("game G")
    board = checked.board
    assert (board.width, board.height, board.content, board.is_declared) == (1, 1, INT, False)
    assert checked.input == INT


def test_a_synonym_is_interchangeable_with_its_definition() -> None:
    good("type P = (Int,Int)\ntype Q = P\nf : Q -> Int\nf(x,y) = x\ng : (Int,Int) -> P\ng(x,y) = (f(x,y), y)")


def test_types_may_be_used_before_they_are_defined() -> None:
    good("x : T\nx = A\ntype T = U & {C}\ntype U = {A}")


def test_content_is_what_the_cells_hold() -> None:
    assert type_of("c", "type Board = Array (2,2) of Int\nc : Content\nc = 3") == INT
    assert bad("c : Content\nc = 3") == ["there is no type `Content`"]
    assert bad("type Content = Int") == ["`Content` cannot be defined: it is what the cells of the board hold"]


def test_input_may_stand_in_signatures() -> None:
    good("type Input = {Left, Right}\nf : Input -> Input\nf(x) = if x == Left then Right else input")


def test_predefined_types() -> None:
    good('p : Position\np = (1,2)\nq : Player\nq = A\nr : Board -> Positions\nr(b) = free(b)\ns : String\ns = "x"')


def test_two_enumerations_may_share_a_symbol() -> None:
    good("type T = {A, C}\ntype U = {C, D}\nf : U -> Int\nf(u) = 1\nx : Int\nx = f(C)\ny : T\ny = C")


def test_a_type_cannot_be_one_of_its_own_symbols() -> None:
    assert bad("type Tie = {Tie, Win}") == ["`Tie` cannot be a type and one of its own symbols"]
    good("type Tie = {Win}\ntype Other = {Tie}")


def test_a_value_may_be_used_as_any_larger_type() -> None:
    good(SIDES + "f : Side -> Result\nf(s) = s\ng : Int -> Share\ng(n) = n\nh : Side -> (Share, Result)\nh(s) = (1, s)")


def test_there_is_no_narrowing() -> None:
    text = SIDES + "f : Result -> Side\nf(r) = if r == Nobody then Red else r"
    assert bad(text) == ["`f` is declared as Side (Blue or Red) but its equation gives Result (Blue, Nobody or Red)"]


def test_an_extended_tuple_keeps_its_symbols() -> None:
    checked = good(
        "type P = (Int,Int)\ntype Input = P & {Pass}\nf : Input -> Bool\nf(i) = i == Pass\nx : Bool\nx = f(1,2)"
    )
    assert checked.input.symbols == {"Pass"}
    call = body_of(checked, "x")
    assert isinstance(call, typed.Call)
    assert [type(argument) for argument in call.arguments] == [typed.Tuple]
    assert not call.is_spread


def test_symbols_of_the_input_type_are_known() -> None:
    good("type Input = {Left, Right}\nx : Bool\nx = input == Left")


def test_a_symbol_must_occur_in_some_type() -> None:
    assert bad("type T = {North}\nx : T\nx = East") == ["there is no symbol `East`"]
    good("f : Int -> Int|East\nf(n) = East")


def test_the_type_symbol_opens_the_universe() -> None:
    checked = good("x : Symbol\nx = East\ny : Bool\ny = West == x")
    assert checked.is_open
    assert checked.symbols == ("East", "West")
    assert type_of("x", "x : Symbol\nx = East") == SYMBOL
    good("f : Symbol -> Int\nf(s) = 1\ntype T = {P, Q}\ng : T -> Int\ng(t) = f(t)")


def test_a_player_of_ones_own_replaces_a_b_and_next() -> None:
    assert bad("type Player = {X, O}\nx : Player\nx = A") == ["there is no symbol `A`"]
    assert bad("type Player = {X, O}\nf : Player -> Player\nf(p) = next(p)") == ["there is no function `next`"]
    checked = good("type Player = {X, O}\nnext : Player -> Player\nnext(p) = if p == X then O else X")
    assert checked.player == enumeration(["X", "O"])


def test_the_same_player_once_more_keeps_next() -> None:
    good("type Player = {A, B}\nx : Player\nx = next(A)")


def test_names_of_the_outer_scope_give_way() -> None:
    text = (
        "next : Int -> Int\nnext(n) = n + 1\ncount : Int\ncount = 2\nwidth : Bool\nwidth = True\nfree : Int\nfree = 1\n"
    )
    assert type_of("next(count)", text) == INT
    assert type_of("width", text) == BOOL
    good("type Position = {North}\ntype Dir = {A, D}\np : Position\np = North\nd : Dir\nd = A")


@pytest.mark.parametrize(
    "name", ["input", "place", "countBoard", "countRow", "countCol", "countDiag", "inARow", "isFull"]
)
def test_the_other_built_ins_cannot_be_defined_again(name: str) -> None:
    assert bad(f"{name} : Int\n{name} = 1") == [f"`{name}` is built in and cannot be defined again"]


def test_an_extension_adds_symbols_only() -> None:
    assert bad("type T = Int | Player") == ["`Player` is a type; after `|` stands a symbol"]
    assert bad("type T = Int & Position") == ["`Position` cannot extend a type: it has other values than symbols"]
    assert bad("type T = Int & Nope") == ["there is no type `Nope`"]


def test_haskells_way_to_write_symbols_is_recognised() -> None:
    checked, [found] = load("game G\ntype Piece = Rook | Knight\nx : Piece\nx = Rook")
    assert checked is None
    assert found.hint == "a type of symbols is written in braces: `{Rook, Knight}`"


def test_a_type_cannot_be_defined_by_itself() -> None:
    assert bad("type T = (T, Int)") == ["the type `T` is defined by itself"]
    assert bad("type T = U\ntype U = (Int, T)\nx : T\nx = 1") == ["the type `T` is defined by itself, through `U`"]
    assert bad("type Board = Array (2,2) of Content") == ["the type `Board` is defined by itself"]
    assert bad("type Board = Array (2,2) of (Int, Board)") == ["the cells of a board cannot hold boards"]


# Rules (section 2.3)


def test_arguments_are_a_tuple_and_a_tuple_is_arguments() -> None:
    text = "f : (Int, Bool) -> Int\nf(n, t) = n\np : (Int, Bool)\np = (1, True)\n"
    checked = good(text + "x : Int\nx = f(1, True)\ny : Int\ny = f((1, True))\nz : Int\nz = f(p)")
    assert body_of(checked, "x") == body_of(checked, "y")
    spread = body_of(checked, "z")
    assert isinstance(spread, typed.Call)
    assert spread.is_spread
    assert isinstance(spread.arguments[0], typed.Value)


def test_the_result_of_a_function_may_be_the_arguments_of_another() -> None:
    text = "ends : Int -> (Int, Int)\nends(n) = (n, n)\nspan : (Int, Int) -> Int\nspan(a, b) = b - a\n"
    assert type_of("span(ends(5))", text) == INT


def test_one_name_cannot_stand_for_a_whole_parameter_tuple() -> None:
    assert bad("f : (Int, Int) -> Int\nf(p) = 1") == ["`f` has 1 parameter but its type has 2 components"]
    assert bad("f : Int -> Int\nf(a, b) = a") == ["`f` has 2 parameters but its type has 1 component"]
    good("f : ((Int, Int), Int) -> Int\nf(p, n) = p # 1 + n")


def test_arithmetic_needs_exactly_ints() -> None:
    assert wrong("share + 1", SIDES + "share : Share\nshare = 1") == (
        "`+` needs two Ints; the left side is Share (Int or Impossible)"
    )
    assert wrong("1 * True") == "`*` needs two Ints; the right side is Bool"
    assert wrong("A < B") == "`<` needs two Ints; the sides are A and B"
    assert wrong("(1,2) < 3") == "`<` needs two Ints; the left side is (Int, Int)"
    assert wrong("-True") == "a `-` sign needs an Int; this is Bool"
    assert wrong("1 < 2 < 3") == "`<` needs two Ints; the left side is Bool"


def test_equality_needs_a_type_in_common() -> None:
    assert wrong("3 == True") == "`==` cannot compare Int with Bool"
    assert wrong("(1,2) == (1,2,3)") == "`==` cannot compare (Int, Int) with (Int, Int, Int)"
    assert wrong("X == 1", "type T = {X}") == "`==` cannot compare X with Int"
    assert type_of("X == 1", "type T = Int & {X}") == BOOL


def test_an_equality_knows_as_what_it_compares() -> None:
    checked = good("type T = Int & {X}\nx : Bool\nx = X == 1 /= True")
    equality = body_of(checked, "x")
    assert isinstance(equality, typed.Equality)
    assert [link.joined for link in equality.links] == [Expanded(Basic.INT, frozenset({"X"})), BOOL]


def test_branches_need_a_type_in_common() -> None:
    text = "type Hot = {Fire}\ntype Cold = {Ice}\nh : Hot\nh = Fire\nc : Cold\nc = Ice\n"
    title = "the branches give Hot (Fire) and Cold (Ice), and no declared type contains both"
    assert wrong("let x = if True then h else c in 1", text) == title
    assert type_of("if True then h else c", text + "type Both = Hot & Cold") == enumeration(["Fire", "Ice"])
    assert wrong("if True then 1 else False") == "the branches give Int and Bool"


def test_tuples_have_in_common_what_their_components_have() -> None:
    assert type_of("if True then (Red, 1) else (Blue, 2)", SIDES) == tuple_of((enumeration(["Red", "Blue"]), INT))


def test_where_a_type_is_wanted_each_branch_only_has_to_fit_it() -> None:
    good("f : Bool -> Int|X|Y\nf(c) = if c then X else if c then Y else 3")
    good("f : Bool -> Bool|P|Q\nf(c) = let n = 1 in if c then P else Q")
    good("f : (Int|P|Q, Int) -> Int\nf(a, b) = b\ng : Bool -> Int\ng(c) = f(if c then P else Q, 1)")


def test_a_branch_that_does_not_fit_is_pointed_at() -> None:
    _, [found] = load("game G\nf : Bool -> Int\nf(c) = if c then 1 else\n True")
    assert found.title == "`f` is declared as Int but its equation gives Bool"
    assert (found.span.line, found.span.text) == (4, "True")


def test_a_condition_is_true_or_false() -> None:
    assert wrong("if 1 then 2 else 3") == "a condition must be True or False, but this is Int"
    assert wrong("let n = 1 in while n do n") == "a condition must be True or False, but this is Int"


def test_lookups_need_a_board_and_a_position() -> None:
    assert wrong("1!(1,1)") == "`!` needs a board on its left"
    assert wrong("b!1", BOARD3) == "`!` needs a position (Int, Int) on its right"
    assert wrong("b!(1,1)!(1,1)", BOARD3) == "`!` needs a board on its left"


def test_a_lookup_with_two_numbers_must_lie_on_the_board() -> None:
    text = "type Board = Array (4,2) of Int\nb : Board\nb!(x,y) = 0\n"
    assert type_of("b!(4,2)", text) == INT
    assert wrong("b!(2,3)", text) == "(2,3) is outside the board, which is 4 wide and 2 high"
    assert wrong("b!(0,1)", text) == "(0,1) is outside the board, which is 4 wide and 2 high"
    assert wrong("b!(1,-1)", text) == "(1,-1) is outside the board, which is 4 wide and 2 high"
    assert type_of("let c = 5 in b!(c,1)", text) == INT


def test_components_are_those_of_a_plain_tuple() -> None:
    assert wrong("1 # 1") == "`#` needs a tuple on its left"
    assert wrong("(1,2) # 3") == "there is no component 3: (Int, Int) has 2"
    assert wrong("(1,2) # (1,0)") == "there is no component 0: (Int, Int) has 2"


# Boards


def test_a_board_must_be_complete() -> None:
    text = "type Board = Array (4,2) of Int\nb : Board\n"
    assert bad(text + "b!(1,y) = 1\nb!(x,1) = 2") == ["board `b` has no value for (2,2) and 2 more"]
    assert bad(text + "b!(x,1) = 1\nb!(1,2) = 1\nb!(2,2) = 1\nb!(4,2) = 1") == ["board `b` has no value for (3,2)"]
    good(text + "b!(x,1) = 1\nb!(1,y) = 1\nb!(2,2) = 1\nb!(3,2) = 1\nb!(4,2) = 1")
    good(text + "b!(1,y) = 1\nb!(2,y) = 1\nb!(3,y) = 1\nb!(4,y) = 1")


def test_the_values_of_a_board_fit_its_cells() -> None:
    title = "a cell of the board `b` holds Content (Int), but this equation gives Bool"
    assert bad("type Board = Array (1,1) of Int\nb : Board\nb!(x,y) = True") == [title]


def test_positions_in_equations_lie_on_the_board() -> None:
    text = "type Board = Array (4,2) of Int\nb : Board\nb!(x,y) = 1\n"
    assert bad(text + "b!(5,1) = 2") == ["(5,1) is outside the board, which is 4 wide and 2 high"]
    assert bad(text + "b!(x,3) = 2") == ["(x,3) is outside the board, which is 4 wide and 2 high"]
    assert bad(text + "b!(-1,y) = 2") == ["(-1,y) is outside the board, which is 4 wide and 2 high"]


def test_the_variables_of_a_position_are_its_coordinates() -> None:
    checked = good("type Board = Array (4,2) of Int\nb : Board\nb!(x,y) = x * y\nb!(1,y) = y")
    [board] = checked.definitions
    assert isinstance(board, typed.BoardDefinition)
    assert [(cell.column, cell.row) for cell in board.equations] == [("x", "y"), (1, "y")]
    assert bad("type Board = Array (2,2) of Int\nb : Board\nb!(x,x) = 1") == ["there are two variables called `x`"]


def test_a_synonym_of_board_has_board_equations_too() -> None:
    good("type Field = Board\ntype Board = Array (2,2) of Int\nb : Field\nb(x,y) = 1")


def test_boards_cannot_ask() -> None:
    text = "type Board = Array (2,2) of Int\nf : Int -> Int\nf(n) = g(n)\ng : Int -> Int\ng(n) = n + input\n"
    assert bad(text + "b : Board\nb!(x,y) = f(x)") == ["the board `b` cannot ask for input"]


def test_boards_may_need_other_boards_but_not_themselves() -> None:
    text = "type Board = Array (2,2) of Int\nb : Board\nb!(x,y) = c!(x,y)\nc : Board\nc!(x,y) = 1\n"
    assert good(text).board_order == ("c", "b")
    again = "type Board = Array (2,2) of Int\nb : Board\nb!(x,y) = f(x)\nf : Int -> Int\nf(n) = b!(n,n)"
    assert bad(again) == ["the board `b` is defined by itself, through `f`"]


def test_a_board_has_a_sensible_size() -> None:
    assert bad("type Board = Array (0,3) of Int") == ["a board is at least 1 wide and 1 high"]
    assert bad("type Board = Array (3,-3) of Int") == ["a board is at least 1 wide and 1 high"]
    good("type Board = Array (256,256) of Int\nb : Board\nb!(x,y) = 1")
    assert bad("type Board = Array (1000000000,1) of Int\nb : Board\nb!(x,y) = 1") == [
        "a board of 1,000,000,000 times 1 cells is too large: 65,536 cells are allowed"
    ]


# Scope (section 3)


def test_variables_hide_what_is_defined() -> None:
    assert type_of("let b = 1 in b + 1", BOARD3) == INT
    assert type_of("let place = 1 in place") == INT
    assert wrong("let not = True in not(True)") == "`not` is not a function"
    assert wrong("let x = 1 in let x = True in x + 1") == "`+` needs two Ints; the left side is Bool"
    assert type_of("(let x = True in x) == (let x = 1 in x == 1)") == BOOL


def test_variables_end_with_their_let() -> None:
    assert wrong("(let x = 1 in x) + x") == "there is no value `x`"
    assert wrong("let x = x in 1") == "there is no value `x`"


def test_definitions_may_use_each_other_in_any_order() -> None:
    good(
        "even : Int -> Bool\neven(n) = if n == 0 then True else odd(n - 1)\n"
        "odd : Int -> Bool\nodd(n) = if n == 0 then False else even(n - 1)"
    )
    good("x : Int\nx = y + 1\ny : Int\ny = 2")


def test_input_is_never_a_variable() -> None:
    assert bad("f : Int -> Int\nf(input) = 1") == ["`input` always asks for an answer: it cannot be a variable"]


def test_parameters_are_distinct() -> None:
    assert bad("f : (Int, Int) -> Int\nf(x, x) = x") == ["there are two variables called `x`"]


def test_names_are_defined_once() -> None:
    assert bad("x : Int\nx = 1\nx : Bool\nx = True") == ["`x` is already defined in line 2"]
    assert bad("type T = Int\ntype T = Bool") == ["the type `T` is already defined in line 2"]
    assert bad("type Input = Int\ntype Input = Bool") == ["the type `Input` is already defined in line 2"]
    text = "type Board = Array (1,1) of Int\n"
    assert bad(text + text) == ["the type `Board` is already defined in line 2"]


def test_preludes_come_before_the_program() -> None:
    prelude = "type Side = {Red, Blue}\nother : Side -> Side\nother(s) = if s == Red then Blue else Red"
    checked = good("x : Side\nx = other(Red)", [prelude])
    assert [definition.name for definition in checked.definitions] == ["other", "x"]
    assert bad("other : Int\nother = 1", [prelude]) == ["`other` is already defined in prelude0.bgl"]
    assert bad("type Side = Int", [prelude]) == ["the type `Side` is already defined in prelude0.bgl"]


def test_a_prelude_may_use_the_board_of_the_program() -> None:
    good(BOARD3 + "x : Int\nx = empties(b)", ["empties : Board -> Int\nempties(b) = countBoard(Empty, b)"])


def test_a_prelude_can_be_checked_alone() -> None:
    prelude, found = parse_prelude(Source("prelude.bgl", "x : Int\nx = True"))
    assert found == []
    checked, [mistake] = check_program(prelude)
    assert (checked, mistake.code) == (None, codes.DECLARED_TYPE)


# Loops (section 3.4)


def loop_in(checked: Checked, name: str) -> typed.While:
    body = body_of(checked, name)
    while isinstance(body, typed.Block):
        body = body.result
    assert isinstance(body, typed.While)
    return body


def test_a_loop_changes_all_parameters_of_its_function() -> None:
    checked = good("climb : (Int, Int) -> (Int, Int)\nclimb(h, s) = while h < 10 do (h + 3, s + 1)")
    loop = loop_in(checked, "climb")
    assert loop.variables == ("h", "s")
    assert loop.type == PAIR


def test_a_let_replaces_the_parameters() -> None:
    checked = good("f : (Int, Int) -> Int\nf(a, b) = let k = a in while k < b do k + 1")
    assert loop_in(checked, "f").variables == ("k",)


def test_only_the_body_of_a_let_sees_its_variable_as_context() -> None:
    assert wrong("let k = (while True do 1) in k") == "there is no variable that this loop could change"
    assert type_of("let k = 1 in (let j = True in 1) + (while k < 3 do k + 1)") == INT


def test_a_loop_needs_a_variable() -> None:
    assert bad("x : Int\nx = while True do 1") == ["there is no variable that this loop could change"]


def test_the_body_of_a_loop_fits_its_variables() -> None:
    title = "the loop changes `(a, b)`, which is (Int, Int), but its body gives Int"
    assert bad("f : (Int, Int) -> (Int, Int)\nf(a, b) = while a < b do a + 1") == [title]
    assert wrong("let k = 1 in while k < 5 do True") == "the loop changes `k`, which is Int, but its body gives Bool"
    narrow = SIDES + "r : Result\nr = Nobody\nf : Side -> Result\nf(s) = while s == Red do r"
    assert bad(narrow) == [
        "the loop changes `s`, which is Side (Blue or Red), but its body gives Result (Blue, Nobody or Red)"
    ]


def test_a_variable_that_is_a_symbol_may_become_other_symbols_in_a_loop() -> None:
    assert type_of("let p = A in while p == B do next(p)") == PLAYER
    kind = tuple_of((enumeration(["Red", "Blue"]), INT))
    assert type_of("let p = (Red, 0) in while p # 2 < 3 do (Blue, p # 2 + 1)", SIDES) == kind
    assert wrong("let n = 0 in while n == 1 do Impossible", SIDES) == (
        "the loop changes `n`, which is Int, but its body gives Impossible"
    )


def test_loops_in_loops_take_no_time() -> None:
    text = "let p = A in " + "while p == A do let p = A in " * 45 + "next(p)"
    assert type_of(text) == PLAYER


# Errors (section 5)


@pytest.mark.parametrize(
    ("text", "words", "advice"),
    [
        ("x : Fog\nx = 1\ntype Fob = Int", "there is no type `Fog`", "Did you mean Fob?"),
        ("x : Integer\nx = 1", "there is no type `Integer`", "write `Int`"),
        ("plot : Int\nplot = 1\nx : Int\nx = plto", "there is no value `plto`", "Did you mean plot?"),
        ("type T = {North}\nx : T\nx = Nroth", "there is no symbol `Nroth`", "Did you mean North?"),
        ("type T = {North}\nx : T\nx = north", "there is no value `north`", "Did you mean the symbol North?"),
        ("plot : Int\nplot = 1\nx : Int\nx = Plot", "there is no symbol `Plot`", "Did you mean plot?"),
        ("x : Int\nx = Int2\ntype Int2 = Int", "`Int2` is a type, not a value", ""),
        ("type T = {Path}\nx : T\nx = \N{CYRILLIC CAPITAL LETTER ER}ath", "there is no symbol", "another alphabet"),
        ("x : Bool\nx = true", "there is no value `true`", "`True`"),
        ("x : Int\nx = mod(7, 2)", "there is no function `mod`", "`a % b`"),
        ("plot : Bool\nplot = 4", "`plot` is declared as Bool but its equation gives Int", ""),
        ("s : (Int,Int) -> Int\ns(a,b) = a\nx : Int\nx = s(1)", "`s` needs (Int, Int) but gets Int", ""),
        ("s : (Int,Int) -> Int\ns(a,b) = a\nx : Int\nx = s", "`s` is a function: give it (Int, Int)", ""),
        ("x : Int\nx = not", "`not` is a function: give it Bool", ""),
        ("x : Int\nx = x(1)", "`x` is not a function", ""),
        ("x : Int\nx = width(1)", "`width` is a number, not a function", "write `width` alone"),
        ("x : Int\nx = input(1)", "`input` has no arguments", "write `input` alone"),
        ("f : (Board, Position) -> Content\nf(b, p) = b(p)\n" + BOARD3, "`b` is a board, not a function", "`b!p`"),
        ("x : Int\nx = countRow(1)", "`countRow` needs (Int, Board) or (Int, Board, Int) but gets Int", ""),
        ("x : Int\nx(y) = 1", "`x` is declared as Int, which is not a function type", "x = …"),
        ("x : Int -> Int\nx = 1", "`x` is declared as a function, so its equation needs parameters", "x(x) = …"),
        ("x : Int\nx!(1,1) = 1", "`x` is declared as Int, so it has no cells and no parameters", ""),
        ("f : Int -> Int\nf!(1,1) = 1", "`f` is declared as a function, but this is a board equation", ""),
    ],
)
def test_errors_say_what_is_wrong_and_what_to_try(text: str, words: str, advice: str) -> None:
    checked, [found] = load(f"game G\n{text}")
    assert checked is None
    assert words in found.title
    assert advice in found.hint


def test_a_wrong_argument_is_pointed_at() -> None:
    _, [found] = load(f"game G\n{BOARD3}x : Board\nx = place(A, b, 3)")
    assert found.title == "`place` needs (Content, Board, (Int, Int)) but gets (A, Board, Int)"
    assert found.span.text == "3"
    assert found.labels[0].text == "this is Int, but (Int, Int) is needed"


def test_all_errors_come_at_once_and_in_order() -> None:
    text = "game G\na : Int\na = True\nb : Int\nb = a + c\nc' : Int\nc' = 1 + )\nd : Bool\nd = b\ntype T = Nope\n"
    _, found = load(text)
    assert [(item.span.line, item.code) for item in found] == [
        (3, codes.DECLARED_TYPE),
        (5, codes.UNKNOWN_NAME),
        (7, codes.EXPECTED),
        (9, codes.DECLARED_TYPE),
        (10, codes.UNKNOWN_TYPE),
    ]


def test_a_definition_that_failed_keeps_its_declared_type() -> None:
    assert bad("a : Int\na = True\nb : Int\nb = a + 1\nc : Bool\nc = a") == [
        "`a` is declared as Int but its equation gives Bool",
        "`c` is declared as Bool but its equation gives Int",
    ]


def test_something_missing_is_reported_once_with_all_its_places() -> None:
    _, [found] = load("game G\na : Side\na = 1\nf : Side -> Int\nf(s) = 2")
    assert found.title == "there is no type `Side`"
    assert [label.span.line for label in found.labels] == [2, 4]


@pytest.mark.parametrize("program", [NOTE, TOOL], ids=["note", "tool"])
@pytest.mark.parametrize("change", ["dropped", "doubled"])
def test_one_wrong_token_is_at_most_one_error(program: str, change: str) -> None:
    for token in scan(Source("demo.bgl", program), print).tokens[:-1]:
        written = token.span.text
        instead = " " if change == "dropped" else f"{written} {written}"
        text = program[: token.span.start] + instead + program[token.span.end :]
        _, found = load(text)
        assert len(found) <= 1, f"{change} {written!r} in line {token.span.line}: {[item.title for item in found]}"


PROVOCATIONS = {
    codes.TEXT_TOO_LARGE: "game G" + " " * 1_000_000,
    codes.UNKNOWN_CHARACTER: "game G ;",
    codes.LOOK_ALIKE: "game G\nx ： Int\nx = 1",
    codes.COMMENT_NOT_CLOSED: "game G {-",
    codes.FOREIGN_COMMENT: "game G // comment",
    codes.BAD_STRING: 'game G\nx : String\nx = "a',
    codes.BAD_NUMBER: "game G\nx : Int\nx = 1x",
    codes.LONG_NUMBER: "game G\nx : Int\nx = 1234567890123456789",
    codes.UNKNOWN_OPERATOR: "game G\nx : Int\nx = 1+-2",
    codes.NO_GAME: "x : Int x = 1",
    codes.EXPECTED: "game G\nx : Int\nx = )",
    codes.WRONG_CASE: "game g",
    codes.RESERVED_WORD: "game if",
    codes.TOO_DEEP: "game G\nx : Int\nx = " + "(" * 200,
    codes.NO_SIGNATURE: "game G\nx = 1",
    codes.NO_EQUATION: "game G\nx : Int",
    codes.WRONG_NAME: "game G\nx : Int\ny = 1",
    codes.BARE_ARGUMENT: "game G\nx : Bool\nx = f y",
    codes.SINGLE_EQUALS: "game G\nx : Int\nx = if 1 = 1 then 2 else 3",
    codes.FOREIGN_WORD: "game G\nx : Int\nx = return 1",
    codes.BAD_PARAMETER: "game G\nf : Int -> Int\nf(1) = 1",
    codes.BAD_FUNCTION_TYPE: "game G\nf : Int -> Int -> Int\nf(x) = 1",
    codes.MISPLACED_ARRAY: "game G\ntype Board = Int",
    codes.BAD_LET: "game G\nx : Int\nx = let (a, b) = 1 in 2",
    codes.CONTINUED_LINE: "game G\nx : Int\nx = 1\n-2",
    codes.UNKNOWN_TYPE: "game G\nx : T\nx = 1",
    codes.TYPE_REDEFINED: "game G\ntype T = Int\ntype T = Int",
    codes.TYPE_RESERVED: "game G\ntype Content = Int",
    codes.CYCLIC_TYPE: "game G\ntype T = T",
    codes.OWN_SYMBOL: "game G\ntype T = {T}",
    codes.BAD_EXTENSION: "game G\ntype T = Int & Position",
    codes.BOARD_SIZE: "game G\ntype Board = Array (0,1) of Int",
    codes.TYPE_TOO_LARGE: "game G\ntype T = {" + ", ".join(f"S{n}" for n in range(1_001)) + "}",
    codes.REPEATED_SYMBOL: "game G\ntype T = {X, X}",
    codes.UNANSWERABLE_INPUT: "game G\ntype Input = Board",
    codes.UNKNOWN_NAME: "game G\nx : Int\nx = y",
    codes.UNKNOWN_SYMBOL: "game G\nx : Int\nx = Y",
    codes.REDEFINED: "game G\nx : Int\nx = 1\nx : Int\nx = 1",
    codes.BUILTIN_REDEFINED: "game G\nplace : Int\nplace = 1",
    codes.REPEATED_VARIABLE: "game G\nf : (Int, Int) -> Int\nf(x, x) = 1",
    codes.FUNCTION_WITHOUT_ARGUMENTS: "game G\nx : Bool\nx = not",
    codes.NOT_A_FUNCTION: "game G\nx : Int\nx = x(1)",
    codes.INPUT_CALLED: "game G\nx : Int\nx = input(1)",
    codes.BOARD_CALLED: "game G\nb : Board\nb!(x,y) = 1\nx : Int\nx = b(1,1)",
    codes.INPUT_HIDDEN: "game G\nf : Int -> Int\nf(input) = 1",
    codes.DECLARED_TYPE: "game G\nx : Int\nx = True",
    codes.ARGUMENTS: "game G\nx : Bool\nx = not(1)",
    codes.OPERAND: "game G\nx : Int\nx = 1 + True",
    codes.NO_JOIN: "game G\nx : Int\nx = let y = if True then 1 else True in 1",
    codes.NOT_COMPARABLE: "game G\nx : Bool\nx = 1 == True",
    codes.CONDITION: "game G\nx : Int\nx = if 1 then 2 else 3",
    codes.LOOKUP: "game G\nx : Int\nx = 1!(1,1)",
    codes.PROJECTION: "game G\nx : Int\nx = 1 # 1",
    codes.PARAMETER_COUNT: "game G\nf : Int -> Int\nf(a, b) = 1",
    codes.EQUATION_FORM: "game G\nf : Int -> Int\nf = 1",
    codes.OFF_BOARD: "game G\ntype Board = Array (1,1) of Int\nb : Board\nb!(x,y) = 1\nx : Int\nx = b!(2,2)",
    codes.INCOMPLETE_BOARD: "game G\ntype Board = Array (2,1) of Int\nb : Board\nb!(1,1) = 1",
    codes.CELL_TYPE: "game G\ntype Board = Array (1,1) of Int\nb : Board\nb!(x,y) = True",
    codes.NO_LOOP_VARIABLE: "game G\nx : Int\nx = while True do 1",
    codes.LOOP_TYPE: "game G\nf : Int -> Int\nf(n) = while True do True",
    codes.INPUT_IN_BOARD: "game G\nb : Board\nb!(x,y) = input",
    codes.CYCLIC_BOARD: "game G\nb : Board\nb!(x,y) = b!(x,y)",
    codes.HOLE: "game G\nx : Int\nx = ...",
    codes.ENDLESS_LOOP: "game G\nf : Int -> Int\nf(n) = while True do n + 1",
    codes.ENDLESS_CALL: "game G\nf : Int -> Int\nf(n) = if n > 3 then n else f(n)",
    codes.NEVER_FREE: "game G\ntype Board = Array (2,2) of {X}\nf : Board -> Bool\nf(b) = isFull(b)",
    codes.NEVER_USED: "game G\ntype Input = Int\nresult : Int\nresult = input\nf : Player -> Player\nf(p) = next(p)",
    codes.ALWAYS_SAME: "game G\nf : Int -> Bool\nf(n) = and(n < 1, n > 3)",
    codes.NEVER_GIVEN: "game G\ntype Input = Int\nresult : Player & {Tie}\nresult = if input > 1 then A else B",
    codes.BOTH_SIDES: "game G\nf : (Board, Int) -> Bool\nf(b, n) = and(n < 2, b!(n,1) == 1)",
    codes.UNKNOWN_NOTE: "-- parlour: be nice\ngame G",
}


# Those of preludes and of `--strict` are provoked by their pages (tests/languages/test_codes.py).
ELSEWHERE = {codes.NOT_IN_PRELUDE, codes.NOT_IN_TOOL}


@pytest.mark.parametrize(
    "code", sorted({page.code for page in explanations.all() if page.language == "bogl"} - ELSEWHERE)
)
def test_every_code_can_be_provoked_alone_and_shown(code: str) -> None:
    _, found = load(PROVOCATIONS[code])
    assert [item.code for item in found] == [code]
    assert code in render(found[0])


def test_warnings_do_not_stop_a_program() -> None:
    checked, found = load("game G\ntype T = {X, X}\ntype Input = Positions\nx : Int\nx = 1\n-2")
    assert checked is not None
    assert {item.severity for item in found} == {"warning"}
    assert len(found) == 3


# What the note and the tool do differently (section 6): both are valid in one program


def test_forms_of_the_note_and_of_the_tool_may_be_mixed() -> None:
    good(
        "type Board = Array (2,2) of Player|Empty\ntype Extra = Player & {Draw}|Stop\n"
        "b : Board\nb(x,1) = Empty\nb!(x,2) = A\nx : Extra\nx = if countRow(A, b) == countRow(A, b, 2) then A else Draw"
    )


def test_boards_may_hold_anything_but_boards() -> None:
    for content in ("Int", "Bool", "String", "(Int, Bool)", "Int & {Empty}", "Positions"):
        good(f"type Board = Array (2,2) of {content}\nf : (Content, Board) -> Board\nf(c, b) = place(c, b, (1,1))")


def test_strings_may_be_the_input() -> None:
    assert good('type Input = String\nx : Bool\nx = input == "yes"').input == STRING


# Types by themselves

basic_types = st.sampled_from(
    [INT, BOOL, STRING, BOARD, enumeration("A"), enumeration("AB"), enumeration("BC"), SYMBOL]
)
extended = st.one_of(
    basic_types, st.sampled_from([Expanded(Basic.INT, frozenset("A")), Expanded(PAIR.kernel, frozenset("AB"))])
)
any_type = st.recursive(extended, lambda inner: st.lists(inner, min_size=2, max_size=3).map(tuple_of), max_leaves=6)


@given(any_type, any_type, any_type)
def test_subtyping_is_an_order(one: Expanded, two: Expanded, three: Expanded) -> None:
    assert is_subtype(one, one)
    if is_subtype(one, two) and is_subtype(two, one):
        assert one == two
    if is_subtype(one, two) and is_subtype(two, three):
        assert is_subtype(one, three)


@given(any_type, any_type, any_type)
def test_the_union_is_the_least_type_that_contains_both(one: Expanded, two: Expanded, three: Expanded) -> None:
    both = union(one, two)
    assert both == union(two, one)
    if both is not None:
        assert is_subtype(one, both)
        assert is_subtype(two, both)
    if is_subtype(one, three) and is_subtype(two, three):
        assert both is not None
        assert is_subtype(both, three)


def test_types_are_shown_by_their_names_and_what_they_stand_for() -> None:
    assert show(type_of("s", SIDES + "s : Share\ns = 1")) == "Share (Int or Impossible)"
    assert show(type_of("p", "p : Position\np = (1,1)")) == "Position (Int, Int)"
    assert show(enumeration(f"S{n}" for n in range(10))) == "S0, S1, S2, S3, S4 or 5 more symbols"
    assert len(show(tuple_of([PAIR] * 400))) < 120


# Limits


def test_a_chain_of_twenty_thousand_operators_is_checked() -> None:
    chain = body_of(good("x : Int\nx = " + " + ".join(["1"] * 20_001)), "x")
    assert isinstance(chain, typed.Arithmetic)
    assert len(chain.links) == 20_000


def test_hundreds_of_lets_and_else_ifs_are_checked() -> None:
    block = "".join(f"let a{n} = {n} in if a{n} == 7 then {n} else " for n in range(400)) + "0"
    assert type_of(block) == INT


def test_the_deepest_tree_is_checked_without_running_out_of_stack() -> None:
    calls = "f : Bool -> Bool\nf(t) = t\nx : Bool\nx = " + "f(1 + 2 * 3 < 4 == " * 96 + "True" + ")" * 96
    assert body_of(good(calls), "x").type == BOOL
    sums = "x : Int\nx = " + "(1 + 2 * " * 98 + "1" + ")" * 98
    assert body_of(good(sums), "x").type == INT
    nested = "x : Int\nx = " + "let a = " * 95 + "1" + " in a" * 95
    assert body_of(good(nested), "x").type == INT
    tuples = "type T = " + "(" * 95 + "Int" + ", Int)" * 95 + "\nf : (T, Int) -> Int\nf(t, n) = n\n"
    good(tuples + "x : Int\nx = f(" + "(" * 95 + "1" + ", 1)" * 95 + ", 1)")


def test_types_that_double_each_other_are_stopped() -> None:
    text = "type T0 = (Int, Int)\n" + "\n".join(f"type T{n + 1} = (T{n}, T{n})" for n in range(60))
    assert bad(text) == ["this type has 1,024 components; 1,000 are allowed"]
    values = "let a = (1, 1) in " + "let a = (a, a) in " * 60 + "1"
    assert wrong(values) == "this has 1,024 components; 1,000 are allowed"


def test_long_ways_through_synonyms_are_walked() -> None:
    text = "\n".join(f"type T{n} = T{n + 1}" for n in range(900)) + "\ntype T900 = Int\nx : T0\nx = 1"
    assert type_of("x", text) == INT
    circle = "\n".join(f"type T{n} = T{(n + 1) % 900}" for n in range(900))
    assert len(bad(circle)) == 1


def test_there_is_a_limit_to_type_definitions() -> None:
    text = "\n".join(f"type T{n} = {{S{n}}}" for n in range(1_200))
    assert bad(text) == ["only 1,000 types can be defined"]


def test_thousands_of_definitions_are_checked() -> None:
    text = "\n".join(f"a{n} : Int\na{n} = a{(n + 1) % 3_000}" for n in range(3_000))
    assert len(good(text).definitions) == 3_000


def test_thousands_of_unknown_names_are_reported_in_bearable_time() -> None:
    text = "\n".join(f"a{n} : Int\na{n} = unknown{n}" for n in range(2_000))
    assert len(bad(text)) == 2_000


# Anything at all

SNIPPETS = [line for line in (NOTE + TOOL).splitlines() if line.strip()]
EXPRESSIONS = [
    "1",
    "x",
    "b",
    "A",
    "True",
    '"s"',
    "input",
    "(1,2)",
    "f(1)",
    "b!(1,1)",
    "not(x)",
    "(1,2)#1",
    "place(A,b,(1,1))",
]


@settings(deadline=None, max_examples=100)
@given(st.lists(st.one_of(st.sampled_from(SNIPPETS), st.text(max_size=10)), max_size=40))
def test_checking_never_fails_whatever_the_program(lines: list[str]) -> None:
    checked, found = load("game G\n" + "\n".join(lines))
    assert (checked is None) == any(item.is_error for item in found)


@cache
def playground() -> Checked:
    return good(BOARD3 + "f : Int -> Int\nf(n) = n\nx : Bool\nx = True")


@settings(deadline=None, max_examples=200)
@given(
    st.recursive(
        st.sampled_from(EXPRESSIONS),
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(["+", "==", "<", "!", "/="]), inner).map(" ".join),
            st.tuples(inner, inner, inner).map("(if {0[0]} then {0[1]} else {0[2]})".format),
            st.tuples(inner, inner).map("(let x = {0[0]} in {0[1]})".format),
            st.tuples(inner, inner).map("(while {0[0]} do {0[1]})".format),
            st.tuples(inner, inner).map("({0[0]}, {0[1]})".format),
            inner.map("f({})".format),
        ),
        max_leaves=12,
    )
)
def test_an_expression_has_a_type_or_an_error(text: str) -> None:
    parsed, found = parse_expression(Source("expression", text))
    assert found == []
    result, problems = check_expression(playground(), parsed)
    assert (result is None) == any(item.is_error for item in problems)
