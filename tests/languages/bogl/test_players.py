"""What a program does not say: where it begins, who its players are, whose turn it is, and who has won."""

from __future__ import annotations

import pytest

import parlour
from parlour.languages.frontend import NothingToRun

# ------------------------------------------------------------------------------------------------ whose turn it is

BOARD = """
type Player = {X, O}
type Board = Array (3,3) of Player & {Empty}
type Input = (Int, Int)
start : Board
start!(x,y) = Empty
other : Player -> Player
other(p) = if p == X then O else X
"""

PARAMETER = """
result : Player
result = turn(start, X)
turn : (Board, Player) -> Player
turn(b, p) = let n = place(p, b, input) in if inARow(3, p, n) then p else turn(n, other(p))
"""

LET = """
result : Player
result = let p = X in while input /= (3,3) do other(p)
"""

LET_OF_A_TUPLE = """
result : (Player, Board)
result = let state = (X, start) in while not(isFull(state # 2)) do moved(state # 1, state # 2, input)
moved : (Player, Board, (Int, Int)) -> (Player, Board)
moved(p, b, m) = (other(p), place(p, b, m))
"""

CALLER = """
square : (Int, Int)
square = input
result : Player
result = turn(start, X)
turn : (Board, Player) -> Player
turn(b, p) = let n = place(p, b, square) in if inARow(3, p, n) then p else turn(n, other(p))
"""

CALLERS_CALLER = """
result : Player
result = turn(start, X)
turn : (Board, Player) -> Player
turn(b, p) = let n = place(p, b, free3(b)) in if inARow(3, p, n) then p else turn(n, other(p))
free3 : Board -> (Int, Int)
free3(b) = tried(b, square(1))
tried : (Board, (Int, Int)) -> (Int, Int)
tried(b, m) = if b!m == Empty then m else tried(b, square(2))
square : Int -> (Int, Int)
square(n) = input
"""

LOOP_CONTEXT = """
result : (Player, Board)
result = turns(X, start)
turns : (Player, Board) -> (Player, Board)
turns(p, b) = while not(inARow(3, other(p), b)) do (other(p), place(p, b, input))
"""

FIRST_PLAYER_IS_A_CONSTANT = """
result : Player
result = play(X)
play : Player -> Player
play(goFirst) = let p = goFirst in while input /= (3,3) do other(p)
"""

HIDDEN = """
result : Player
result = turn(X)
turn : Player -> Player
turn(p) = let p = other(p) in if input == (3,3) then p else turn(p)
"""


def seats(position, *answers):
    """The seats that are asked, one after the other, as these answers are given."""
    asked = [position.questions[0].seat]
    for answer in answers:
        position.answer(position.questions[0], answer)
        if position.questions:
            asked.append(position.questions[0].seat)
    return asked


@pytest.mark.parametrize(
    "rules",
    [PARAMETER, LET, LET_OF_A_TUPLE, CALLER, CALLERS_CALLER, LOOP_CONTEXT, FIRST_PLAYER_IS_A_CONSTANT],
    ids=["parameter", "let", "tuple", "caller", "caller's caller", "loop", "constant first player"],
)
def test_the_player_to_move_is_found(play, rules):
    position = play(BOARD + rules)
    assert [seat.name for seat in position.seats] == ["X", "O"]
    assert seats(position, (1, 1), (2, 1), (1, 2), (2, 2)) == [0, 1, 0, 1, 0]


def test_a_name_means_its_newest_binding(play):
    assert seats(play(BOARD + HIDDEN), (1, 1), (2, 1), (1, 2)) == [1, 0, 1, 0]


def test_the_same_player_is_asked_again_after_a_move_that_the_program_sent_back(play):
    position = play(BOARD + CALLERS_CALLER, None, "(1,1)")
    assert seats(position, (1, 1), (1, 1), (2, 1)) == [1, 1, 1, 0]


def test_the_predefined_players_are_A_and_B(play):
    program = """
    type Board = Array (3,3) of Player | Empty
    type Input = Position
    b : Board
    b(x,y) = Empty
    turn : (Player, Board) -> Player
    turn(p, b) = let n = place(p, b, input) in if inARow(3, p, n) then p else turn(next(p), n)
    """
    position = play(program, "turn(B, b)")
    assert [seat.name for seat in position.seats] == ["A", "B"]
    assert seats(position, (1, 1), (2, 1), (1, 2), (2, 2), (1, 3)) == [1, 0, 1, 0, 1]
    assert position.outcome.winners == (1,)


def test_pieces_that_stand_on_the_board_are_players_when_nothing_is_called_Player(play):
    pieces = BOARD.replace("Player", "Piece")
    for rules in (PARAMETER, LET, LET_OF_A_TUPLE, LOOP_CONTEXT):
        position = play(pieces + rules.replace("Player", "Piece"))
        assert [seat.name for seat in position.seats] == ["X", "O"]
        assert seats(position, (1, 1), (2, 1)) == [0, 1, 0]


def test_symbols_that_never_stand_on_the_board_are_no_players(play):
    program = """
    type Light = {Red, Green}
    type Board = Array (1,1) of {Lamp, Empty}
    b : Board
    b!(x,y) = Empty
    go : Light -> Light
    go(l) = if input == 1 then go(if l == Red then Green else Red) else l
    """
    position = play(program, "go(Red)")
    assert position.seats == () and position.questions[0].seat is None


PUZZLE = """
type Board = Array (2,2) of {On, Off}
type Input = (Int, Int)
dark : Board
dark!(x,y) = Off
flip : (Board, (Int, Int)) -> Board
flip(b, p) = place(if b!p == On then Off else On, b, p)
solve : Board -> Board
solve(b) = while countBoard(On, b) < 4 do flip(b, input)
"""


def test_a_puzzle_has_no_seats_and_no_ranking(play):
    position = play(PUZZLE, "solve(dark)")
    assert position.seats == () and position.questions[0].seat is None
    for cell in ((1, 1), (2, 1), (1, 2), (2, 2)):
        position.answer(position.questions[0], cell)
    assert position.status is parlour.Status.OVER
    assert position.outcome.ranking is None and position.outcome.value == "On On\nOn On"


def test_a_puzzle_in_which_moving_back_is_possible_allows_it(play):
    position = play(PUZZLE, "solve(dark)", "(1,1)")
    assert len(position.legal(position.questions[0])) == 4


def test_an_expression_that_asks_nothing_has_no_seats_and_nobody_wins(play):
    position = play(BOARD + PARAMETER, "other(X)")
    assert position.seats == () and position.outcome.ranking is None and position.outcome.value == "O"


def test_the_seats_are_known_before_the_game_starts():
    game = parlour.load(f"game G\n{BOARD}{PARAMETER}", language="bogl")
    assert game.info.seats == ("X", "O")
    assert parlour.load(f"game G\n{PUZZLE}", language="bogl", expression="solve(dark)").info.seats == ()


def test_pieces_of_a_player_belong_to_its_seat(play):
    board = play(BOARD + PARAMETER, None, "(1,1)", "(3,1)").view(None).scene.boards[0]
    assert (board.at(0, 0).text, board.at(0, 0).owner) == ("X", 0)
    assert (board.at(2, 0).text, board.at(2, 0).owner) == ("O", 1)
    assert board.at(1, 0) is None


def test_everybody_sees_the_same(play):
    position = play(BOARD + PARAMETER, None, "(1,1)")
    assert position.view(0).scene == position.view(1).scene == position.view(None).scene
    assert position.view(0).awaited == (1,) and position.view(0).questions == ()
    assert len(position.view(1).questions[0].options) == 9


# ----------------------------------------------------------------------------------------------- where it begins


@pytest.mark.parametrize("name", ["result", "play", "main", "start"])
def test_a_program_begins_with_the_value_or_function_of_one_of_these_names(value, name):
    assert value(None, f"{name} : Int\n{name} = 7") == "7"
    assert value(None, f"five : Int\nfive = 5\n{name} : Int -> Int\n{name}(n) = n + 1") == "6"


def test_of_several_such_names_the_first_in_this_order_counts(value):
    names = ["start", "main", "play", "result"]
    for count in range(1, 5):
        program = "\n".join(f'{name} : String\n{name} = "{name}"' for name in names[:count])
        assert value(None, program) == f'"{names[count - 1]}"'


def test_parameters_are_filled_with_values_of_the_program_by_type(value):
    program = """
    type Board = Array (2,1) of Player | Empty
    play : (Player, Board, Int) -> (Player, Board, Int)
    play(p, b, n) = (p, b, n)
    size : Int
    size = 3
    board : Board
    board(x,y) = Empty
    goFirst : Player
    goFirst = B
    """
    assert value(None, program) == "(B, [Empty Empty], 3)"


def test_a_value_of_exactly_the_type_comes_before_one_that_merely_fits(value):
    program = (
        "type More = Int & {None}\nplain : Int\nplain = 1\nmore : More\nmore = None\nplay : More -> More\nplay(m) = m"
    )
    assert value(None, program) == "None"


def test_a_value_that_asks_fills_no_parameter(value):
    program = "asked : Int\nasked = input\nknown : Int\nknown = 4\nplay : Int -> Int\nplay(n) = n"
    assert value(None, program) == "4"


def test_a_function_that_cannot_be_filled_is_passed_over(value):
    program = "play : Bool -> Int\nplay(b) = 1\nmain : Int\nmain = 2"
    assert value(None, program) == "2"


def test_a_program_that_shows_no_beginning_says_what_to_do():
    for program in ("game G", "game G\nf : Int -> Int\nf(n) = n", "game G\nplay : Bool -> Bool\nplay(b) = b"):
        with pytest.raises(NothingToRun, match="does not say what to run"):
            parlour.load(program, language="bogl")


def test_an_expression_that_is_wrong_is_reported_in_its_own_text(wrong):
    (found,) = wrong("x : Int\nx = 1", "x + True")
    assert found.span.source.name == "<expression>" and found.span.text == "True"
    assert wrong("", "1 +")[0].span.source.name == "<expression>"
    assert wrong("", "1 2")[0].code == "BG011"
    assert wrong("", "")[0].code == "BG011"


# ---------------------------------------------------------------------------------------------------- who has won

ENDING = """
type Player = {X, O, Z}
type End = Player & {Tie, Even}
type Input = End
ask : Player -> End
ask(p) = input
"""


def test_a_players_symbol_means_that_this_player_has_won(play):
    outcome = play(ENDING, "ask(X)", "O").outcome
    assert outcome.ranking == ((1,), (0, 2)) and outcome.winners == (1,) and not outcome.is_draw
    assert outcome.value == "O"


@pytest.mark.parametrize("symbol", ["Tie", "Even"])
def test_any_other_symbol_means_a_draw(play, symbol):
    outcome = play(ENDING, "ask(X)", symbol).outcome
    assert outcome.ranking == ((0, 1, 2),) and outcome.is_draw and outcome.winners == ()


@pytest.mark.parametrize("expression", ["ask(X) == X", "(ask(X), 1)", "if ask(X) == X then 1 else 2"])
def test_another_value_says_nothing_about_who_has_won(play, expression):
    outcome = play(ENDING, expression, "X").outcome
    assert outcome.ranking is None and outcome.scores is None and outcome.value


def test_a_result_that_may_be_a_number_or_a_symbol_counts_only_as_a_symbol(play):
    program = ENDING + "type Sum = Int & {X, O, Z, Tie}\nend : Player -> Sum\n"
    program += "end(p) = let a = ask(p) in if a == X then X else if a == Tie then Tie else 7"
    assert play(program, "end(X)", "X").outcome.winners == (0,)
    assert play(program, "end(X)", "Tie").outcome.is_draw
    assert play(program, "end(X)", "O").outcome.ranking is None


def test_a_lone_player_can_win(play):
    program = "type Player = {Ada}\nturn : Player -> Player\nturn(p) = if input == 3 then p else turn(p)"
    position = play(program, "turn(Ada)", "3")
    assert [seat.name for seat in position.seats] == ["Ada"] and position.outcome.ranking == ((0,),)


# ------------------------------------------------------------------------------------------------------ preludes


@pytest.fixture
def file(tmp_path):
    def write(name: str, text: str):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_what_a_prelude_defines_is_visible_in_the_program(file):
    prelude = file(
        "tools.bgl", "type Colour = {Red, Blue}\ndouble : Int -> Int\ndouble(n) = n * 2\nbest : Colour\nbest = Blue"
    )
    program = file(
        "game.bgl",
        "game G\nother : Colour -> Colour\nother(c) = if c == best then Red else Blue\n"
        "result : (Colour, Int)\nresult = (other(Red), double(21))",
    )
    game = parlour.load(program, prelude=[prelude])
    assert game.start().outcome.value == "(Blue, 42)"
    assert game.info.options == {"prelude": [str(prelude)]}
    assert set(game.info.sources) == {str(program), str(prelude)}


def test_a_prelude_may_use_the_board_and_the_types_of_the_program(file):
    prelude = file(
        "boards.bgl",
        "wipe : (Board, (Int, Int)) -> Board\nwipe(b, p) = place(blank, b, p)\n"
        "amount : (Content, Board) -> Int\namount(c, b) = countBoard(c, b)",
    )
    program = file(
        "game.bgl",
        "game G\ntype Board = Array (2,1) of Int\nblank : Int\nblank = 0\nb : Board\nb!(x,y) = x\n"
        "result : (Board, Int)\nresult = (wipe(b, (2,1)), amount(1, b))",
    )
    assert parlour.load(program, prelude=[prelude]).start().outcome.value == "([1 0], 1)"


def test_several_preludes_come_one_after_the_other(file):
    one, two = file("one.bgl", "one : Int\none = 1"), file("two.bgl", "two : Int\ntwo = one + 1")
    game = parlour.load(file("game.bgl", "game G\nresult : Int\nresult = one + two"), prelude=[one, two])
    assert game.start().outcome.value == "3"


def test_an_error_in_a_prelude_is_reported_in_its_file(file):
    prelude = file("broken.bgl", "fine : Int\nfine = 1\nwrong : Bool\nwrong = 2")
    with pytest.raises(parlour.Diagnostics) as raised:
        parlour.load(file("game.bgl", "game G\nresult : Int\nresult = fine"), prelude=[prelude])
    (found,) = raised.value.found
    assert (found.span.source.name, found.span.line, found.code) == (str(prelude), 4, "BG060")
    assert str(prelude) in str(raised.value)


def test_a_game_error_inside_a_prelude_points_into_its_file(file):
    prelude = file("tools.bgl", "\n\nhalf : Int -> Int\nhalf(n) = n / 0")
    error = parlour.load(file("game.bgl", "game G\nresult : Int\nresult = half(3)"), prelude=[prelude]).start().error
    assert (error.span.source.name, error.span.line) == (str(prelude), 4)
    assert (error.calls[0].name, error.calls[0].span.source.name) == ("half", str(prelude))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("game Tools", "BG026"),
        ("type Board = Array (2,2) of Int", "BG026"),
        ("type Content = Int", "BG032"),
        ("result : Int\nresult = 2", "BG052"),
    ],
)
def test_what_a_prelude_cannot_do(file, text, code):
    with pytest.raises(parlour.Diagnostics) as raised:
        parlour.load(file("game.bgl", "game G\nresult : Int\nresult = 1"), prelude=[file("tools.bgl", text)])
    assert [item.code for item in raised.value.found] == [code]


def test_a_prelude_that_cannot_be_read_is_an_ordinary_file_error(file, tmp_path):
    with pytest.raises(FileNotFoundError):
        parlour.load(file("game.bgl", "game G\nresult : Int\nresult = 1"), prelude=[tmp_path / "missing.bgl"])
