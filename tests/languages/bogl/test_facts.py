"""Forty telling facts about the language, and games of well-known kinds with the results that its authors' tool gives.

The programs are our own; what they come to was established by running that tool.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import parlour

# ---------------------------------------------------------------------------------------------------- forty facts


@dataclass(frozen=True)
class Fact:
    """What one expression in one program comes to: a value, a game error's code, or the code of a diagnostic."""

    number: int
    about: str
    expression: str
    value: str = ""
    error: str = ""
    wrong: str = ""
    program: str = ""
    answers: tuple[str, ...] = ()


CLIMB = "climb : (Int, Int) -> (Int, Int)\nclimb(h, n) = while h < 10 do (h + 3, n + 1)"
HALVE = "halve : Int -> Int\nhalve(n) = let m = n in while m > 5 do m / 2"
SPAN = "span : (Int, Int) -> Int\nspan(a, b) = b - a\nends : Int -> (Int, Int)\nends(n) = (n, n * 2)"
SIDES = "type Side = {North, South}\ntype Owner = Side & {Nobody}\n"
SHARE = (
    "type Share = Int & {Impossible}\nshare : (Int, Int) -> Share\nshare(n, m) = if m == 0 then Impossible else n / m\n"
)
BEDS = "type Board = Array (4,2) of Int\nb : Board\nb!(x,y) = 0\n"
LINES = "type Board = Array (4,4) of {X, O, Empty}\nb : Board\nb!(x,y) = Empty\nb!(x,1) = X\nb!(3,1) = O\nb!(1,y) = X\n"
LINES += "b!(2,2) = X\nb!(3,3) = X\n"

FACTS = [
    Fact(1, "an empty game calculates", "6 * 7", "42"),
    Fact(2, "division rounds down", "-7 / 2", "-4"),
    Fact(2, "the remainder has the sign of the divisor", "-7 % 3", "2"),
    Fact(2, "also when that is negative", "7 % -3", "-2"),
    Fact(3, "division by zero", "10/(5-5)", error="zero"),
    Fact(4, "tuples are equal by content", "(1,True) == (1,True)", "True"),
    Fact(5, "tuples of different length do not compare", "(1,2) == (1,2,3)", wrong="BG064"),
    Fact(5, "tuples have no order", "(1,2) < (3,4)", wrong="BG062"),
    Fact(5, "numbers and truth values do not compare", "3 == True", wrong="BG064"),
    Fact(6, "if is lazy", "if 2>1 then 5 else 1/0", "5"),
    Fact(7, "let is strict", "let z = 1/0 in 5", error="zero"),
    Fact(7, "and is strict", "and(False, 1/0==1)", error="zero"),
    Fact(8, "comments nest", "x", "5", program="x : Int {- a {- b -} c -}\nx = 5 -- x = 6"),
    Fact(9, "a program may stand on one line", "f(y)", "3", program="game G y : Int y = 2 f : Int -> Int f(n) = n + 1"),
    Fact(10, "the name of a game has a capital letter", "1", wrong="BG012", program="game garden"),
    Fact(11, "an equation needs a signature", "1", wrong="BG015", program="x = 1"),
    Fact(11, "an equation has the name of its signature", "1", wrong="BG017", program="plot : Int\nplow = 1"),
    Fact(11, "nothing is defined twice", "1", wrong="BG052", program="x : Int\nx = 1\nx : Int\nx = 2"),
    Fact(12, "an equation fits its signature", "1", wrong="BG060", program="plot : Bool\nplot = 4"),
    Fact(
        13,
        "scope is lexical",
        "h(1)",
        "7",
        program="g : Int\ng = 7\nf : Int -> Int\nf(x) = g\nh : Int -> Int\nh(g) = f(g)",
    ),
    Fact(14, "a tuple is an argument list", "span(ends(5))", "5", program=SPAN),
    Fact(15, "no one name for a whole pair", "1", wrong="BG068", program="f : (Int, Int) -> Int\nf(p) = 1"),
    Fact(15, "but for a pair inside", "f((1,2), 3)", "3", program="f : ((Int, Int), Int) -> Int\nf(p, n) = n"),
    Fact(16, "a type fits where it is extended", "f(North)", "North", program=SIDES + "f : Side -> Owner\nf(s) = s"),
    Fact(16, "but not the other way", "1", wrong="BG060", program=SIDES + "f : Owner -> Side\nf(s) = s"),
    Fact(
        17,
        "branches need a declared type in common",
        "if True then H else C",
        wrong="BG063",
        program="type A1={H}\ntype B1={C}",
    ),
    Fact(18, "an extended Int holds an Int", "share(9, 2)", "4", program=SHARE),
    Fact(18, "or a symbol", "share(9, 0)", "Impossible", program=SHARE),
    Fact(19, "but cannot be added to", "share(9, 2) + 1", wrong="BG062", program=SHARE),
    Fact(20, "a symbol must be declared", "East", wrong="BG051"),
    Fact(
        21,
        "columns come first, later equations win",
        "b",
        "0 1 0 0\n2 2 3 2",
        program=BEDS + "b!(2,y)=1\nb!(x,2)=2\nb!(3,2)=3",
    ),
    Fact(22, "literal coordinates are checked before running", "b!(2,3)", wrong="BG070", program=BEDS),
    Fact(23, "computed coordinates when they are used", "let c = 5 in b!(c,1)", error="off-board", program=BEDS),
    Fact(
        24,
        "place leaves the old board",
        "let n = place(7, b, (1,1)) in (countBoard(7, n), countBoard(7, b))",
        "(1, 0)",
        program=BEDS,
    ),
    Fact(25, "place overwrites", "place(8, place(7, b, (1,1)), (1,1))!(1,1)", "8", program=BEDS),
    Fact(26, "place off the board fails", "let c = 5 in place(7, b, (c,1))", error="off-board", program=BEDS),
    Fact(27, "the longest run in a row, not the total", "(countRow(X, b), countRow(X, b, 1))", "(2, 3)", program=LINES),
    Fact(27, "the longest run in a column", "countCol(X, b)", "4", program=LINES),
    Fact(27, "the longest run on a diagonal", "countDiag(X, b)", "3", program=LINES),
    Fact(
        28,
        "at least so many in a row",
        "(inARow(3, X, b), inARow(4, X, b), inARow(5, X, b))",
        "(True, True, False)",
        program=LINES,
    ),
    Fact(28, "also on a falling diagonal", "inARow(3, X, place(O, b, (1,3)))", "True", program=LINES),
    Fact(28, "and on a rising one", "inARow(3, O, place(O, place(O, b, (2,2)), (1,3)))", "True", program=LINES),
    Fact(
        29,
        "full is what has no Empty",
        "(isFull(b), isFull(f))",
        "(False, True)",
        program=LINES + "f : Board\nf!(x,y) = O",
    ),
    Fact(29, "a board that cannot be empty is full", "isFull(b)", "True", program=BEDS),
    Fact(
        30,
        "every cell has a value",
        "1",
        wrong="BG071",
        program="type Board = Array (2,2) of Int\nb : Board\nb!(1,y)=1\nb!(2,1)=1",
    ),
    Fact(31, "a loop over parameters", "climb(0,0)", "(12, 4)", program=CLIMB),
    Fact(32, "a loop that never runs", "climb(20,7)", "(20, 7)", program=CLIMB),
    Fact(33, "a loop over a let", "halve(100)", "3", program=HALVE),
    Fact(34, "outside a loop nothing changes", "let k = 1 in (while k < 50 do k * 3) + k", "82"),
    Fact(35, "an endless loop is stopped", "let k = 1 in while k < 50 do k", error="steps"),
    Fact(36, "input is asked in order", "input * 10 + input", "47", answers=("4", "7")),
    Fact(
        37,
        "a value that asks, asks at every mention",
        "v * 100 + v",
        "308",
        program="v : Int\nv = input",
        answers=("3", "8"),
    ),
]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact.number}: {fact.about}")
def test_fact(value, failure, wrong, fact):
    if fact.wrong:
        assert [item.code for item in wrong(fact.program, fact.expression)] == [fact.wrong]
    elif fact.error:
        assert failure(fact.expression, fact.program, *fact.answers).code == fact.error
    else:
        assert value(fact.expression, fact.program, *fact.answers) == fact.value


def test_fact_10_a_program_starts_with_its_game_line():
    (found,) = parlour.check("x : Int\nx = 1", language="bogl")
    assert (found.code, found.title) == ("BG010", "every program starts with: game Name")


def test_fact_12_names_the_definition(wrong):
    assert wrong("plot : Bool\nplot = 4")[0].title == "`plot` is declared as Bool but its equation gives Int"


def test_fact_23_names_the_position_and_the_size_of_the_board(failure):
    error = failure("let c = 5 in b!(c,1)", BEDS)
    assert error.message == "(5,1) is outside the board, which is 4 wide and 2 high"


@pytest.mark.parametrize("answer", ["True", "2+2"])
def test_fact_38_another_answer_is_refused_and_asked_for_again(play, answer):
    position = play("", "input * 2")
    assert isinstance(position.read_answer(position.questions[0], answer), parlour.Refused)
    position.answer(position.questions[0], 21)
    assert position.outcome.value == "42"


def test_fact_39_an_occupied_cell_is_asked_for_again_of_the_same_player(play):
    position = play(TIC_TAC_TOE, "result", "(1,1)", "(1,1)")
    assert position.questions[0].seat == 1
    assert position.asking() == {"boards": [[["X", "Empty", "Empty"], ["Empty"] * 3, ["Empty"] * 3]]}


def test_fact_40_at_a_prompt_the_latest_board_is_shown_without_its_predecessor(play):
    position = play(TIC_TAC_TOE, "result", "(1,1)", "(2,1)")
    assert position.asking() == {"boards": [[["X", "O", "Empty"], ["Empty"] * 3, ["Empty"] * 3]]}


# ------------------------------------------------------------------------------------------------ games of all kinds

TIC_TAC_TOE = """
game TicTacToe
type Player = {X, O}
type End = Player & {Tie}
type Board = Array (3,3) of Player & {Empty}
type Input = (Int, Int)

start : Board
start!(x,y) = Empty

result : End
result = judge(rounds(X, start))

rounds : (Player, Board) -> (Player, Board)
rounds(p, b) = while going(p, b) do answer(p, b, input)

going : (Player, Board) -> Bool
going(p, b) = not(or(inARow(3, rival(p), b), isFull(b)))

answer : (Player, Board, (Int, Int)) -> (Player, Board)
answer(p, b, at) = if b!at == Empty then (rival(p), place(p, b, at)) else (p, b)

judge : (Player, Board) -> End
judge(p, b) = if inARow(3, rival(p), b) then rival(p) else Tie

rival : Player -> Player
rival(p) = if p == X then O else X
"""


def test_tic_tac_toe(value, failure, play):
    assert value("result", TIC_TAC_TOE, "(1,1)", "(2,1)", "(2,2)", "(3,1)", "(3,3)") == "X"
    assert value("result", TIC_TAC_TOE, "(1,1)", "(2,1)", "(1,2)", "(2,2)", "(3,3)", "(2,3)") == "O"
    moves = ["(1,1)", "(2,1)", "(3,1)", "(2,2)", "(1,2)", "(3,2)", "(2,3)", "(1,3)", "(3,3)"]
    assert value("result", TIC_TAC_TOE, *moves) == "Tie"
    assert failure("result", TIC_TAC_TOE, "(1,1)", "(4,1)").code == "off-board"
    position = play(TIC_TAC_TOE, "result", "(1,1)", "(1,1)")
    assert position.questions[0].seat == 1 and len(position.legal(position.questions[0])) == 8
    assert position.read_answer(position.questions[0], "X").reason == "form"


CONNECT_FOUR = """
game ConnectFour
type Player = {A, B}
type Board = Array (6,6) of Player & {Empty}
type Input = Int

initial : Board
initial!(x,y) = Empty

play : (Player, Board) -> Player
play(p, b) = let after = drop(p, b, input, 6) in if inARow(4, p, after) then p else play(rival(p), after)

drop : (Player, Board, Int, Int) -> Board
drop(p, b, x, y) = if b!(x, y) == Empty then place(p, b, (x, y)) else drop(p, b, x, y - 1)

rival : Player -> Player
rival(p) = if p == A then B else A
"""


def test_connect_four_that_never_checks_its_input(value, failure, play):
    assert value("play(A, initial)", CONNECT_FOUR, *"1212121") == "A"
    assert failure("play(A, initial)", CONNECT_FOUR, "7").message.startswith("(7,6) is outside the board")
    assert failure("play(A, initial)", CONNECT_FOUR, *"1111111").message.startswith("(1,0) is outside the board")
    position = play(CONNECT_FOUR, "play(A, initial)", *"111111")
    assert [option.label for option in position.legal(position.questions[0])] == list("23456")


NOTAKTO = """
game Notakto
type Board = Array (3,3) of {X, Empty}
type Input = (Int, Int)

empty : Board
empty!(x,y) = Empty

loop : Board -> Board
loop(b) = if inARow(3, X, b) then b else loop(place(X, b, square(b)))

square : Board -> (Int, Int)
square(b) = let at = input in if b!at == Empty then at else square(b)
"""


def test_notakto(value, play):
    assert (
        value("loop(empty)", NOTAKTO, "(1,1)", "(2,2)", "(3,3)")
        == "X     Empty Empty\nEmpty X     Empty\nEmpty Empty X"
    )
    position = play(NOTAKTO, "loop(empty)", "(1,1)", "(1,1)")
    assert position.questions[0].seat is None and len(position.legal(position.questions[0])) == 8


ADVENTURE = """
game Cave
type Board = Array (3,2) of {You, Treasure, Dark}
type Input = {N, S, E, W}

cave : Board
cave!(x,y) = Dark
cave!(3,2) = Treasure

explore : (Int, Int) -> Board
explore(x, y) = let picture = place(You, cave, (x, y)) in go(x, y, input)

go : (Int, Int, Input) -> Board
go(x, y, way) =
  if and(way == E, and(x == 2, y == 2)) then cave
  else if way == S then explore(x, y + 1)
  else if way == E then explore(x + 1, y)
  else explore(x, y)
"""


def test_an_adventure_that_places_only_to_show_a_picture(value, play):
    position = play(ADVENTURE, "explore(1, 1)", "S")
    here = [["You", "Dark", "Dark"], ["Dark", "Dark", "Treasure"]]
    below = [["Dark", "Dark", "Dark"], ["You", "Dark", "Treasure"]]
    assert position.asking() == {"boards": [here, below]}
    assert value("explore(1, 1)", ADVENTURE, "S", "E", "E") == "Dark Dark Dark\nDark Dark Treasure"
    # Walking against the wall changes nothing.
    labels = [option.label for option in position.legal(position.questions[0])]
    assert labels == ["E"]


SMALL = {
    "rock, paper, scissors": (
        "type Hand = {Rock, Paper, Scissors}\ntype End = {Win, Lose, Draw}\n"
        "beats : (Hand, Hand) -> Bool\nbeats(a, b) = or(and(a == Paper, b == Rock), "
        "or(and(a == Rock, b == Scissors), and(a == Scissors, b == Paper)))\n"
        "play : Hand -> End\nplay(h) = if h == Rock then Draw else if beats(h, Rock) then Win else Lose",
        {"play(Paper)": "Win", "play(Rock)": "Draw", "play(Scissors)": "Lose"},
    ),
    "guess a number": (
        "type Hint = {Higher, Lower, Right}\nplay : Int -> Hint\n"
        "play(n) = if n < 5 then Higher else if n > 5 then Lower else Right",
        {"play(3)": "Higher", "play(8)": "Lower", "play(5)": "Right"},
    ),
    "division that may be impossible": (
        "type Result = Int & {Nothing}\nexample : Int\nexample = let n = 2 in n * 3\n"
        "safe : (Int, Int) -> Result\nsafe(a, b) = if b == 0 then Nothing else a / b",
        {"(example, safe(7,2), safe(7,0))": "(6, 3, Nothing)"},
    ),
    "scope": (
        "one : Int\none = 1\nten : Int -> Int\nten(x) = let one = x in one + 10\n"
        "eleven : Int\neleven = ten(one)\neleven' : Int\neleven' = let x = 5 in ten(1)",
        {"(eleven, eleven')": "(11, 11)"},
    ),
    "subtypes": (
        "type Vowel = {A, E}\ntype Letter = Vowel & {B, C}\ntype Sign = Letter & {Dot}\n"
        "widen : Vowel -> Letter\nwiden(v) = v\nfurther : Letter -> Sign\nfurther(l) = l\n"
        "a' : Sign\na' = further(widen(A))",
        {"a'": "A", "further(C)": "C", "further(widen(E)) == E": "True"},
    ),
    "subtypes of tuples": (
        "type Piece = {X, O}\ntype Cell = Piece & {Empty}\nfirst : (Cell, Cell) -> Cell\nfirst(a, b) = a\n"
        "x : Piece\nx = X\nt1 : Cell\nt1 = first(x, Empty)\nt2 : Cell\nt2 = first(x, x)",
        {"(t1, t2)": "(X, X)"},
    ),
    "tuples": (
        "triple : Int -> (Int, Int, Int)\ntriple(n) = (n, n + 1, n + 2)\n"
        "sum : (Int, Int, Int) -> Int\nsum(a, b, c) = a + b + c\ntesting : Int -> Int\ntesting(n) = sum(triple(n))\n"
        "foo : ((Int, Int), (Int, Int)) -> (Int, Int)\nfoo(p, q) = (add(p # 1, q # 1), add(p # 2, q # 2))\n"
        "add : (Int, Int) -> Int\nadd(a, b) = a + b",
        {"testing(3)": "12", "foo((1,2),(3,4))": "(4, 6)"},
    ),
    "loops": (
        "ten1 : Int\nten1 = let x = 0 in while x < 10 do x + 1\n"
        "up : Int -> Int\nup(x) = while x < 10 do x + 1\n"
        "both : (Int, Int) -> (Int, Int)\nboth(a, b) = while a < 10 do (a + 1, b)\n"
        "tenOne : (Int, Int)\ntenOne = both(0, 1)\n"
        "thirty : Int\nthirty = up(0) + up(3) + up(10)\n"
        "twenty : Int\ntwenty = let x = 10 in (while x < 20 do up(x) + 1)\n"
        "eleven : Int\neleven = (let x = 0 in while x < 10 do x + 1) + 1\n"
        "five : Int\nfive = let x = 5 in while False do x + 1\n"
        "fifteen : Int\nfifteen = let x = 5 in up(x) + x\n"
        "twentyNine : Int\ntwentyNine = let x = 1 in let y = 20 in (while y < 29 do y + x)\n"
        "inf : Int -> Int\ninf(x) = while x > 0 do x\nn2 : Int\nn2 = let x = 1 in let y = 2 in while x < 5 do y + 1",
        {
            "ten1": "10",
            "up(0)": "10",
            "tenOne": "(10, 1)",
            "thirty": "30",
            "twenty": "20",
            "eleven": "11",
            "five": "5",
            "fifteen": "15",
            "twentyNine": "29",
            "inf(0)": "0",
        },
    ),
    "content": (
        "type Board = Array (2,2) of Int\npositive : Board\npositive!(x,y) = x + y\n"
        "put : (Content, Board, (Int, Int)) -> Board\nput(c, b, p) = if c > 0 then place(c, b, p) else b",
        {"put(-5, positive, (2,2))": "2 3\n3 4", "put(9, positive, (2,2))": "2 3\n3 9"},
    ),
    "counting boards": (
        "type Board = Array (5,1) of Int\nb : Board\nb!(x,y) = 7\nb!(2,1) = 3\ncounts : Board\n"
        "counts!(x,y) = countBoard(x, b)\ncounts!(1,1) = countBoard(7, b)\ncounts!(4,1) = countRow(7, b)",
        {"counts": "4 0 1 3 0"},
    ),
}


@pytest.mark.parametrize(
    ("program", "expression", "result"),
    [(program, expression, result) for program, runs in SMALL.values() for expression, result in runs.items()],
    ids=[f"{name}: {expression}" for name, (_, runs) in SMALL.items() for expression in runs],
)
def test_small_program(value, program, expression, result):
    assert value(expression, program) == result


@pytest.mark.parametrize("expression", ["inf(3)", "n2"])
def test_a_loop_that_tests_what_it_does_not_change_hits_the_limit(failure, expression):
    error = failure(expression, SMALL["loops"][0])
    assert (error.kind, error.code) == ("budget", "steps")


INVADERS = """
game Invaders
type Player = {Left1, Right1}
type Board = Array (4,3) of {Ship, Bug, Empty}
type Input = {L, R, Shoot}

sky : Board
sky!(x,y) = Empty
sky!(x,1) = Bug

fly : (Int, Board) -> Board
fly(x, b) = let now = place(Ship, b, (x, 3)) in let key = input in act(x, b, key)

act : (Int, Board, Input) -> Board
act(x, b, key) =
  if and(key == L, x > 1) then fly(x - 1, b)
  else if and(key == R, x < 4) then fly(x + 1, b)
  else if key == Shoot then place(Empty, b, (x, 1))
  else fly(x, b)
"""


def test_a_game_that_shows_its_board_at_the_first_prompt_and_keeps_it_after_a_wrong_answer(value, play):
    position = play(INVADERS, "fly(1, sky)")
    shown = {"boards": [[["Bug"] * 4, ["Empty"] * 4, ["Ship", "Empty", "Empty", "Empty"]]]}
    assert position.asking() == shown
    assert isinstance(position.read_answer(position.questions[0], "W"), parlour.Refused)
    assert position.asking() == shown
    # At the edge there is nothing to the left.
    assert [option.label for option in position.legal(position.questions[0])] == ["R", "Shoot"]
    assert value("fly(1, sky)", INVADERS, "R", "R", "Shoot").startswith("Bug   Bug   Empty Bug")


# -------------------------------------------------------------------------------------- what a user should see

MISTAKES = """game Mistakes
type Board = Array (4,2) of Int
b : Board
b!(x,y) = 0

divide : (Int, Int) -> Int
divide(a, b) =
  a / b

look : Int -> Int
look(x) = b!(x, 1)

spin : Int -> Int
spin(k) =
  while k < 9 do
    k

ask : Int -> Int
ask(n) = divide(n, input)
"""


@pytest.mark.parametrize(
    ("expression", "kind", "message", "line", "calls"),
    [
        ("divide(1, 0)", "runtime", "Division by zero", 8, ["divide"]),
        ("1 + look(5)", "runtime", "(5,1) is outside the board, which is 4 wide and 2 high", 11, ["look"]),
        ("spin(1)", "budget", "Stopped after too many steps without asking anything", 15, ["spin"]),
    ],
)
def test_a_game_error_says_what_where_and_through_which_calls(failure, expression, kind, message, line, calls):
    error = failure(expression, MISTAKES)
    assert (error.kind, error.message, error.span.line, error.question) == (kind, message, line, None)
    assert [call.name for call in error.calls] == calls


def test_a_game_error_names_the_question_that_it_followed(failure):
    error = failure("ask(7) + ask(8)", MISTAKES, "2", "0")
    assert (error.code, error.question, error.span.line) == ("zero", 2, 8)


# ------------------------------------------------------------------------------------------------- further rules


@pytest.mark.parametrize(
    ("written", "characters"),
    [
        (r'"\n"', "\n"),
        (r'"\t"', "\t"),
        (r'"\""', '"'),
        (r'"\\"', "\\"),
        (r'"\955"', "λ"),
        (r'"\x3bb\o17"', "λ\x0f"),
        (r'"a\&b"', "ab"),
        (r'"\SOH"', "\x01"),
    ],
)
def test_escapes_in_strings_are_those_of_haskell(value, written, characters):
    shown = value(written)
    assert value(f"{shown} == {written}") == "True"
    escapes = {"\n": r"\n", "\t": r"\t", '"': r"\"", "\\": r"\\", "λ": "λ", "λ\x0f": r"λ\15", "\x01": r"\1"}
    assert shown == f'"{escapes.get(characters, characters)}"'


def test_a_digit_after_a_decimal_code_does_not_join_it(value):
    assert value(r'"\1\&2"') == r'"\1\&2"'
    assert value(r'"\1\&2" == "\12"') == "False"


def test_strings_compare_and_are_shown_in_quotes_and_nothing_else(value, wrong):
    assert value('("a" == "a", "a" /= "b", "a")') == '(True, True, "a")'
    assert wrong("", '"a" + "b"')[0].code == "BG062"
    assert wrong("", '"a" < "b"')[0].code == "BG062"


def test_every_double_dash_starts_a_comment(value):
    assert value("x", "x : Int\nx = 1 --> 2") == "1"
    assert value("1--2") == "1"
    assert value("1 - -2") == "3"


def test_an_enumeration_is_a_subtype_of_Symbol(value):
    program = "type Light = {Red, Green}\nname : Symbol -> Symbol\nname(s) = s\nlight : Light\nlight = Red"
    assert value("(name(light), name(A), name(Other))", program) == "(Red, A, Other)"
    assert value("f(light)", program + "\nf : Symbol|Nothing -> Bool\nf(s) = s == Red") == "True"


def test_strings_and_positions_can_be_extended_by_symbols(value):
    program = 'type Name = String & {Unknown}\nname : Int -> Name\nname(n) = if n == 1 then "Ada" else Unknown'
    assert value('(name(1), name(2), name(1) == "Ada")', program) == '("Ada", Unknown, True)'
    board = "type Board = Array (2,1) of {X, Empty}\nb : Board\nb!(x,y) = Empty\ntype Some = Positions & {None}\n"
    assert value("(f(True), f(False))", board + "f : Bool -> Some\nf(t) = if t then free(b) else None") == (
        "({(1, 1), (2, 1)}, None)"
    )


def test_coordinate_variables_are_bound_to_the_cell(value):
    program = "type Board = Array (3,2) of (Int, Int)\nb : Board\nb!(col,row) = (col, row)\nb!(x,1) = (x * 100, 1)"
    assert value("b", program) == "(100, 1) (200, 1) (300, 1)\n(1, 2)   (2, 2)   (3, 2)"


def test_extra_answers_are_refused_once_the_value_is_there(play):
    position = play("", "input", "1")
    assert position.status is parlour.Status.OVER and position.questions == ()
