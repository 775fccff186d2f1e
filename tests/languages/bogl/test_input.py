"""Prompts: what is read as an answer, what is asked of whom, what lies on the table, and which answers are legal."""

from __future__ import annotations

import pytest

import parlour
from parlour.core.values import Symbol
from parlour.game.question import Anchor

# ------------------------------------------------------------------------------------------ answers are literals

INPUTS = {
    "Int": "game G\ntype Input = Int",
    "Bool": "game G\ntype Input = Bool",
    "pair": "game G\ntype Input = (Int, Int)",
    "nested": "game G\ntype Input = ((Int, Bool), {Up, Down})",
    "symbols": "game G\ntype Input = {Rock, Paper, Scissors}",
    "extended": "game G\ntype Input = (Int, Int) & {Pass, Resign}",
    "string": "game G\ntype Input = String",
}


@pytest.mark.parametrize(
    ("kind", "text", "shown"),
    [
        ("Int", "42", "42"),
        ("Int", "  42\t", "42"),
        ("Int", "-7", "-7"),
        ("Int", "- 7", "-7"),
        ("Int", "+7", "7"),
        ("Int", "(3)", "3"),
        ("Int", "((3))", "3"),
        ("Int", "0x10", "16"),
        ("Bool", "True", "True"),
        ("Bool", "False", "False"),
        ("pair", "(2,1)", "(2, 1)"),
        ("pair", " ( 2 , -1 ) ", "(2, -1)"),
        ("pair", "((2),(1))", "(2, 1)"),
        ("nested", "((1,True),Up)", "((1, True), Up)"),
        ("symbols", "Rock", "Rock"),
        ("extended", "Pass", "Pass"),
        ("extended", "(1,2)", "(1, 2)"),
        ("string", '"a b"', '"a b"'),
        ("string", '"say \\"hi\\"\\t\\955"', '"say \\"hi\\"\\tλ"'),
        ("string", '""', '""'),
    ],
)
def test_a_literal_of_the_input_type_is_taken(value, kind, text, shown):
    assert value("input", INPUTS[kind], text) == shown


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("Int", "True"),
        ("Int", "2+2"),
        ("Int", "2 2"),
        ("Int", "Rock"),
        ("Int", "(1,2)"),
        ("Int", "x"),
        ("Int", "input"),
        ("Int", ""),
        ("Int", "   "),
        ("Int", "5 -- five"),
        ("Int", "{- five -} 5"),
        ("Int", "1.5"),
        ("Int", "9" * 19),
        ("Int", "()"),
        ("Int", "(5"),
        ("Int", "5)"),
        ("Bool", "true"),
        ("Bool", "1"),
        ("pair", "(1,2,3)"),
        ("pair", "(1,True)"),
        ("pair", "1,2"),
        ("nested", "((1,True),Left)"),
        ("symbols", "Stone"),
        ("symbols", "rock"),
        ("extended", "Quit"),
        ("string", "hello"),
        ("string", '"open'),
        ("string", '"a" "b"'),
    ],
)
def test_anything_else_is_refused_and_the_same_question_stays_open(play, kind, text):
    position = play(INPUTS[kind], "input")
    before, key = position.questions, position.key
    refused = position.read_answer(before[0], text)
    assert isinstance(refused, parlour.Refused) and refused.reason == "form"
    assert refused.message.startswith("Expected an answer like ") and refused.message.endswith("Try again")
    assert position.questions == before and position.key == key


def test_a_refusal_says_what_is_expected_and_what_came(play):
    position = play(INPUTS["pair"], "input")
    refused = position.read_answer(position.questions[0], "True")
    assert refused.message == "Expected an answer like (Int, Int), for example (2,1); got True. Try again"
    position = play(INPUTS["symbols"], "input")
    assert "Did you mean Rock?" in position.read_answer(position.questions[0], "Rok").message


@pytest.mark.parametrize("kind", INPUTS)
def test_a_value_of_another_form_is_refused_too(play, kind):
    position = play(INPUTS[kind], "input")
    for value in (None, 1.5, (), (1,), [1], {"a": 1}, Symbol("Nowhere"), 2**63, -(2**63) - 1, ((1, True), Symbol("X"))):
        assert isinstance(position.answer(position.questions[0], value), parlour.Refused), value
    assert position.status is parlour.Status.OPEN


def test_a_number_that_does_not_fit_into_64_bits_is_refused(play):
    position = play(INPUTS["Int"], "input")
    assert isinstance(position.answer(position.questions[0], 2**63), parlour.Refused)
    position.answer(position.questions[0], 2**63 - 1)
    assert position.outcome.value == "9223372036854775807"


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("Int", -12),
        ("Bool", False),
        ("pair", (3, -1)),
        ("nested", ((0, True), Symbol("Down"))),
        ("symbols", Symbol("Paper")),
        ("extended", Symbol("Resign")),
        ("extended", (1, 1)),
        ("string", 'a "quoted" \\ back\tslash λ \u202e \x071'),
    ],
)
def test_a_label_is_read_back_as_the_same_answer(play, kind, answer):
    position = play(INPUTS[kind], "input")
    label = position.label(position.questions[0], answer)
    assert position.read_answer(position.questions[0], label) == answer


def test_a_late_answer_is_refused(play):
    position = play("", "input + input")
    first = position.questions[0]
    position.answer(first, 1)
    assert position.answer(first, 2).reason == "not-open"
    position.answer(position.questions[0], 2)
    assert position.answer(first, 3).reason == "over"
    assert position.outcome.value == "3"


def test_the_question_says_what_form_an_answer_has(play):
    domain = play(INPUTS["pair"], "input").questions[0].domain
    assert (domain.type, domain.example) == ("(Int, Int)", "(2,1)")
    domain = play("type Move = {Up, Down}\ntype Input = (Move, Int)", "input").questions[0].domain
    assert (domain.type, domain.example) == ("(Move, Int)", "(Down,2)")


def test_an_input_type_that_nobody_can_answer_fails_when_it_is_asked_for(failure):
    program = (
        "game G\ntype Board = Array (2,2) of Int\ntype Input = Board\nb : Board\nb!(x,y) = 0\nf : Board\nf = input"
    )
    error = failure("f", program)
    assert (error.kind, error.code, error.span.line) == ("runtime", "input", 7)
    assert error.message == "Nobody can answer with a board or a set of positions"


def test_of_an_input_type_that_can_only_partly_be_answered_the_rest_is_asked(play):
    program = "type Board = Array (2,2) of Int\ntype Input = (Board, Int) & {Pass}\nb : Board\nb!(x,y) = 0"
    position = play(program, "input == Pass")
    assert [option.label for option in position.legal(position.questions[0])] == ["Pass"]


def test_an_open_input_type_takes_the_symbols_that_the_program_names(play):
    program = "type Input = Symbol\nf : Symbol -> Bool\nf(s) = s == North"
    position = play(program, "f(input)")
    assert [option.label for option in position.legal(position.questions[0])] == ["North"]
    assert isinstance(position.read_answer(position.questions[0], "Elsewhere"), parlour.Refused)
    position.answer(position.questions[0], Symbol("North"))
    assert position.outcome.value == "True"


# --------------------------------------------------------------------------------------------- the display list

DRAW = """
type Board = Array (2,1) of {X, O, Empty}
type Input = Int
start : Board
start!(x,y) = Empty
other : Board
other!(x,y) = O

-- One board after another, each made from the one before.
line : Board -> Board
line(b) = let a = place(X, b, (input, 1)) in place(O, a, (input, 1))

-- Two pictures that have nothing to do with each other, and a number.
pictures : Int -> Int
pictures(n) = let left = place(X, start, (1,1)) in let right = place(X, other, (2,1)) in n + input

-- The same picture twice.
twice : Int -> Int
twice(n) = let one = place(X, start, (1,1)) in let two = place(X, start, (1,1)) in input
"""

BLANK, LEFT, RIGHT = [["Empty", "Empty"]], [["X", "Empty"]], [["O", "X"]]


def test_the_first_prompt_of_a_game_that_has_placed_nothing_shows_no_board(play):
    assert play(DRAW, "line(start)").asking() == {"boards": []}


def test_place_puts_its_board_on_display_and_takes_its_predecessor_away(play):
    position = play(DRAW, "line(line(start))", "1")
    assert position.asking() == {"boards": [LEFT]}
    position.answer(position.questions[0], 2)
    assert position.asking() == {"boards": [[["X", "O"]]]}
    position.answer(position.questions[0], 2)
    assert position.asking() == {"boards": [[["X", "X"]]]}


def test_boards_that_were_not_made_from_each_other_accumulate_in_their_order(play):
    position = play(DRAW, "pictures(1) + pictures(input)")
    assert position.asking() == {"boards": [LEFT, RIGHT]}


def test_a_board_that_nobody_uses_is_shown_all_the_same(play):
    assert play(DRAW, "pictures(1)").asking() == {"boards": [LEFT, RIGHT]}


def test_a_board_is_shown_only_once(play):
    assert play(DRAW, "twice(1)").asking() == {"boards": [LEFT]}


def test_at_the_end_only_the_value_is_shown(play):
    position = play(DRAW, "pictures(1)", "41")
    assert position.ending() == {"type": "Int", "text": "42"}
    position = play(DRAW, "line(start)", "1", "2")
    assert position.ending() == {"type": "Board", "text": "X O", "rows": [["X", "O"]]}


def test_of_very_many_boards_the_latest_are_shown(play):
    program = "type Board = Array (1,1) of Int\nb : Board\nb!(x,y) = 0\n"
    program += "look : Int -> Int\nlook(n) = while n < 20000 do n + countBoard(n, place(n, b, (1,1)))"
    shown = play(program, "look(1) + input").asking()["boards"]
    assert shown[-1] == [["19999"]] and len(shown) == 50


def test_the_display_list_is_not_part_of_the_state(play):
    one, other = play(DRAW, "pictures(1)"), play(DRAW.replace("other, (2,1)", "start, (2,1)"), "pictures(1)")
    assert one.asking() != other.asking() and one.key == other.key


def test_the_state_is_the_declared_boards(play):
    assert play(DRAW, "line(start)", "1").state() == {"start": BLANK, "other": [["O", "O"]]}


# -------------------------------------------------------------------------------------------- the board to show


def pieces(position):
    """The texts of the one board in the scene; None for an empty cell."""
    (board,) = position.view(None).scene.boards
    return [piece.text if piece is not None else None for piece in board.cells]


def test_the_innermost_board_in_view_is_shown(play):
    program = DRAW + "ask : (Board, Board) -> Int\nask(a, b) = let c = other in input\n"
    program += (
        "pair : (Board, Board) -> Int\npair(a, b) = input\nmixed : (Int, (Bool, Board)) -> Int\nmixed(n, p) = input\n"
    )
    assert pieces(play(program, "ask(start, start)")) == ["O", "O"]
    assert pieces(play(program, "pair(other, start)")) == [None, None]
    assert pieces(play(program, "mixed(1, (True, other))")) == ["O", "O"]


def test_the_board_of_a_caller_is_shown_where_the_asking_function_has_none(play):
    program = DRAW + "answer : Int\nanswer = input\nturn : Board -> Int\nturn(b) = answer + 1"
    assert pieces(play(program, "turn(place(X, start, (2,1)))")) == [None, "X"]


def test_else_the_board_that_was_placed_last_is_shown(play):
    assert pieces(play(DRAW, "countBoard(X, place(X, start, (1,1))) + input")) == ["X", None]


def test_a_question_after_the_game_shows_the_board_as_it_is_now(play):
    program = DRAW + "again : Int\nagain = input\nturn : Board -> Board\nturn(b) = place(X, b, (input, 1))\n"
    position = play(program, "countBoard(X, turn(start)) + again")
    assert pieces(position) == [None, None]
    position.answer(position.questions[0], 2)
    assert pieces(position) == [None, "X"]
    position.answer(position.questions[0], 1)
    assert position.outcome.value == "2" and pieces(position) == [None, "X"]


def test_else_the_first_declared_board_is_shown(play):
    assert pieces(play(DRAW, "input")) == [None, None]


def test_a_program_without_boards_shows_none(play):
    position = play("", "input")
    assert position.view(None).scene.boards == () and position.asking() == {"boards": []} and position.state() == {}


# --------------------------------------------------------------------------------------- the answers worth trying


def labels(position):
    return [option.label for option in position.legal(position.questions[0])]


def sureness(position):
    return position.legal(position.questions[0]).sure


def test_an_enumeration_is_answered_with_its_symbols_in_their_order(play):
    position = play(INPUTS["symbols"], "input")
    assert (labels(position), sureness(position)) == (["Rock", "Paper", "Scissors"], "exact")


def test_a_bool_is_answered_with_true_or_false(play):
    position = play(INPUTS["Bool"], "input")
    assert (labels(position), sureness(position)) == (["True", "False"], "exact")


def test_a_tuple_is_answered_with_all_combinations(play):
    position = play("type Input = (Bool, {Up, Down})", "input")
    assert labels(position) == ["(True, Up)", "(True, Down)", "(False, Up)", "(False, Down)"]
    assert sureness(position) == "exact"


GRID = "type Board = Array (3,2) of Int\nb : Board\nb!(x,y) = x + y\n"
CELLS = ["(1, 1)", "(2, 1)", "(3, 1)", "(1, 2)", "(2, 2)", "(3, 2)"]


def test_a_pair_of_numbers_is_answered_with_every_cell(play):
    position = play(GRID + "type Input = (Int, Int)", "b!input")
    assert (labels(position), sureness(position)) == (CELLS, "candidates")


def test_an_extended_type_is_answered_with_both_of_its_parts(play):
    program = GRID + "type Input = (Int, Int) & {Pass}\nf : Input -> Int\nf(i) = if i == Pass then 0 else 1"
    assert set(CELLS) | {"Pass"} <= set(labels(play(program, "f(input)")))


def test_a_number_is_answered_with_a_column_or_row_of_the_board(play):
    assert labels(play(GRID, "input")) == ["1", "2", "3"]


def test_a_number_is_also_answered_with_what_the_program_compares_it_with(play):
    program = "f : Int -> Bool\nf(n) = if n == 37 then True else n > 90"
    assert {"37", "91", "90"} <= set(labels(play(program, "f(input)")))
    assert {"0", "1", "10"} <= set(labels(play("", "input")))


def test_a_string_is_answered_with_what_the_program_compares_it_with(play):
    program = 'type Input = String\nf : String -> Bool\nf(s) = if s == "yes" then True else s == "no"'
    assert labels(play(program, "f(input)")) == ['"no"', '"yes"']
    assert sureness(play(program, "input")) == "domain"


# ------------------------------------------------------------------------------------------------------- clicks


def anchors(position, label):
    options = position.legal(position.questions[0]).options
    return next(option.anchors for option in options if option.label == label)


def test_a_pair_is_a_click_on_a_cell(play):
    position = play(GRID + "type Input = (Int, Int)", "b!input")
    assert anchors(position, "(3, 1)") == (Anchor("board", (2, 0)),)


def test_a_number_is_a_click_on_a_column(play):
    position = play(GRID, "input")
    assert anchors(position, "2") == (Anchor("board", (1, 0)), Anchor("board", (1, 1)))


def test_a_pair_of_pairs_is_two_clicks(play):
    position = play(GRID + "type Input = ((Int, Int), (Int, Int))\nf : Input -> Int\nf(p, q) = b!p + b!q", "f(input)")
    assert anchors(position, "((3, 1), (1, 2))") == (Anchor("board", (2, 0)), Anchor("board", (0, 1)))


def test_symbols_and_truth_values_are_buttons_beside_the_board(play):
    position = play(GRID + "type Input = (Int, Int) & {Pass}\nf : Input -> Bool\nf(i) = i == Pass", "f(input)")
    assert anchors(position, "Pass") == () and anchors(position, "(1, 1)") != ()
    assert anchors(play(GRID + "type Input = Bool", "input"), "True") == ()


def test_nothing_can_be_clicked_where_there_is_no_board(play):
    assert anchors(play("", "input"), "1") == ()


# ------------------------------------------------------------------------------- what an illegal move looks like

PLACING = """
type Player = {X, O}
type Board = Array (2,2) of Player & {Empty}
type Input = (Int, Int)
start : Board
start!(x,y) = Empty
other : Player -> Player
other(p) = if p == X then O else X
"""

# (a) The step of the loop gives the variables back as they are.
UNCHANGED = """
result : Board
result = final(turns(X, start))
final : (Player, Board) -> Board
final(p, b) = b
turns : (Player, Board) -> (Player, Board)
turns(p, b) = while not(isFull(b)) do step(p, b, input)
step : (Player, Board, (Int, Int)) -> (Player, Board)
step(p, b, m) = if b!m == Empty then (other(p), place(p, b, m)) else (p, b)
"""

# (b) A helper asks again by calling itself with the same arguments.
AGAIN = """
result : Board
result = turn(X, start)
turn : (Player, Board) -> Board
turn(p, b) = if isFull(b) then b else turn(other(p), place(p, b, valid(b)))
valid : Board -> (Int, Int)
valid(b) = let m = input in if b!m == Empty then m else valid(b)
"""

# (c) The program fails: it never checks.
FAILING = """
result : Int
result = fill(start, 2)
fill : (Board, Int) -> Int
fill(b, row) = let m = input in if isFull(b) then 0 else drop(b, m, 2)
drop : (Board, (Int, Int), Int) -> Int
drop(b, m, y) = if b!(m#1, y) == Empty then fill(place(X, b, (m#1, y)), 2) else drop(b, m, y - 1)
"""


@pytest.mark.parametrize("rules", [UNCHANGED, AGAIN], ids=["unchanged", "again"])
def test_an_answer_after_which_everything_is_as_it_was_is_not_legal(play, rules):
    position = play(PLACING + rules, None)
    assert labels(position) == ["(1, 1)", "(2, 1)", "(1, 2)", "(2, 2)"]
    position = play(PLACING + rules, None, "(2,1)")
    assert labels(position) == ["(1, 1)", "(1, 2)", "(2, 2)"]
    # The illegal answer itself is taken: the program asks again, of the same player, on the same board.
    before = position.key
    position.answer(position.questions[0], (2, 1))
    assert position.key == before and position.questions[0].seat == 1 and pieces(position) == [None, "X", None, None]
    assert labels(play(PLACING + rules, None, "(2,1)", "(1,1)", "(2,2)")) == ["(1, 2)"]


def test_an_answer_that_ends_in_an_error_is_not_legal(play):
    position = play(PLACING + FAILING, None, "(1,1)", "(1,1)")
    assert {label[:3] for label in labels(position)} == {"(2,"}
    position.answer(position.questions[0], (1, 1))
    assert position.error.message == "(1,0) is outside the board, which is 2 wide and 2 high"
    assert position.error.question == 3


def test_where_every_answer_fails_those_are_the_answers_and_the_position_says_so(play):
    position = play("f : Int -> Int\nf(n) = if n == 5 then 1/0 else 2/0", "f(input)")
    assert sureness(position) == "failing" and "5" in labels(position)


def test_an_answer_of_the_wrong_type_is_not_legal(play):
    position = play(PLACING + AGAIN, None)
    assert isinstance(position.read_answer(position.questions[0], "X"), parlour.Refused)


def test_an_author_can_say_that_every_answer_is_legal(play):
    program = "counting : Int -> Int\ncounting(n) = if input then n else counting(n)\ntype Input = Bool"
    assert labels(play(program, "counting(1)")) == ["True"]
    assert labels(play(f"game G\n-- parlour: every answer is legal\n{program}", "counting(1)")) == ["True", "False"]


def test_an_author_can_say_where_the_board_has_no_cell(play):
    program = "game G\n-- parlour: no cell Out\ntype Board = Array (2,1) of {X, Out, Empty}\n"
    program += "start : Board\nstart!(x,y) = if x == 1 then X else Out"
    (board,) = play(program, "input").scene(None).boards
    assert board.gaps == {1} and board.cells[1] is None
    assert [piece and piece.text for piece in board.cells] == ["X", None]


# ------------------------------------------------------------------------------------ moves of several answers

FROM_TO = """
type Player = {White, Black}
type Board = Array (3,1) of Player & {Empty}
type Input = (Int, Int)
start : Board
start!(x,y) = Empty
start!(1,1) = White
start!(3,1) = Black
other : Player -> Player
other(p) = if p == White then Black else White
result : Player
result = turn(start, White)
turn : (Board, Player) -> Player
turn(b, p) = let from = input in if b!from == p then move(b, p, from) else turn(b, p)
move : (Board, Player, (Int, Int)) -> Player
move(b, p, from) =
  let to = input in
  if b!to == Empty then turn(place(p, place(Empty, b, from), to), other(p)) else turn(b, p)
"""


def test_from_and_to_are_one_move_of_two_answers(play):
    position = play(FROM_TO)
    assert [move.label for move in position.moves(0).moves] == ["(1, 1) (2, 1)"]
    assert labels(position) == ["(1, 1)"] and position.move_depth == 0
    position = play(FROM_TO, None, "(1,1)")
    assert labels(position) == ["(2, 1)"] and position.move_depth == 1 and position.questions[0].seat == 0
    position = play(FROM_TO, None, "(1,1)", "(2,1)")
    assert [move.label for move in position.moves(1).moves] == ["(3, 1) (1, 1)"] and position.move_depth == 0


def test_a_wrong_second_answer_leads_back_to_the_first_question_and_is_not_legal(play):
    position = play(FROM_TO, None, "(1,1)")
    position.answer(position.questions[0], (3, 1))
    assert position.questions[0].seat == 0 and labels(position) == ["(1, 1)"]
    assert position.key == play(FROM_TO).key
