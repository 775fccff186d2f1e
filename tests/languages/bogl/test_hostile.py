# ruff: noqa: E501
"""Programs and answers that mean no good: a clear diagnostic, a game error with its line, or it simply works.

Nothing here may end in a Python exception; that is what every test shows by getting its result.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

import parlour
from parlour.game.error import MEMORY_HINT

# -------------------------------------------------------------------------------------------- never coming to an end

ENDLESS = {
    "a loop": ("spin : Int -> Int\nspin(n) =\n while True do n", "spin(1)", "steps", 4),
    "a loop that counts": ("spin : Int -> Int\nspin(n) =\n while n > 0 do n + 1", "spin(1)", "steps", 4),
    "a loop over tuples": ("f : Int -> (Int, Int)\nf(n) =\n let t = (n, 2) in while True do (t#2, 1)", "f(1)", "steps", 4),
    "a loop over strings": ('f : String -> String\nf(s) =\n while s /= "b" do s', 'f("a")', "steps", 4),
    "a tail recursion": ("f : Int -> Int\nf(n) =\n f(n)", "f(1)", "steps", 2),
    "a recursion": ("f : Int -> Int\nf(n) =\n f(n) + 1", "f(1)", "depth", 4),
    "a recursion without parameters": ("f : Int\nf =\n f + 1", "f", "depth", 4),
    "two that call each other": ("f : Int -> Int\nf(n) = g(n) + 1\ng : Int -> Int\ng(n) = f(n) + 1", "f(1)", "depth", None),
    "a recursion in a condition": ("f : Int -> Int\nf(n) =\n while f(n) > 0 do n", "f(1)", "depth", 4),
    "a recursion in a loop's body": ("f : Int -> Int\nf(n) =\n while True do f(n)", "f(1)", "depth", 4),
    "a recursion before asking": ("f : Int -> Int\nf(n) =\n f(n) + input", "f(1)", "depth", 4),
    "a recursion that branches": ("f : Int -> Int\nf(n) = if n < 2 then n else f(n-1) + f(n-2)", "f(60)", "steps", None),
    "a recursion through a tuple": ("f : Int -> (Int, Int)\nf(n) =\n (1, f(n) # 1)", "f(1)", "depth", 4),
    "a recursion in arguments": ("f : Int -> Int\nf(n) =\n f(f(n))", "f(1)", "depth", 4),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDLESS)
def test_what_never_ends_is_stopped_at_its_line(failure, name):
    program, expression, code, line = ENDLESS[name]
    error = failure(expression, f"game Endless\n{program}")
    assert (error.kind, error.code) == ("budget", code)
    assert error.message.startswith("Stopped") and error.span is not None
    assert line is None or error.span.line == line


def test_a_recursion_that_piles_up_questions_goes_on_until_it_is_too_deep():
    program = "game Deep\nf : Int -> Int\nf(n) = let x = input in f(n) + x"
    game = parlour.load(program, language="bogl", expression="f(1)")
    position = game.start(budget=parlour.Budget(depth=200))
    for _ in range(300):
        if position.status is not parlour.Status.OPEN:
            break
        position.answer(position.questions[0], 1)
    assert (position.error.kind, position.error.code) == ("budget", "depth")
    assert 190 < position.error.question < 210


def test_a_loop_that_asks_for_ever_is_not_stopped(play):
    position = play("f : Int -> Int\nf(n) = while True do n + input", "f(0)")
    for _ in range(3_000):
        position.answer(position.questions[0], 1)
    assert position.status is parlour.Status.OPEN


def test_an_answer_after_which_the_program_never_ends_is_not_legal(play):
    program = "f : Int -> Int\nf(n) = if n == 3 then (let k = 1 in while True do k) else n"
    position = play(program, "f(input)")
    labels = [option.label for option in position.legal(position.questions[0])]
    assert "3" not in labels and {"2", "4"} <= set(labels)


# ------------------------------------------------------------------------------------------------------- too large


def test_a_board_of_a_billion_cells_is_refused(wrong):
    for size in ("1000000000,1", "1,1000000000", "100000,100000", "999999999999999999,999999999999999999"):
        (found,) = wrong(f"type Board = Array ({size}) of Int\nb : Board\nb!(x,y) = 0")
        assert found.code == "BG036" and "65,536 cells are allowed" in found.title


@pytest.mark.parametrize("size", ["256,256", "65536,1", "1,65536"])
@pytest.mark.parametrize("cell", ["0", "x * 1000 + y", "if (x + y) % 2 == 0 then x else f(y)"])
def test_the_largest_boards_work(value, size, cell):
    program = f"type Board = Array ({size}) of Int\nb : Board\nb!(x,y) = {cell}\nb!(1,1) = 7\n"
    program += "f : Int -> Int\nf(n) = n * 2"
    assert value("(b!(1,1), countBoard(7, place(7, b, (width, height))) > 1)", program) == "(7, True)"


def test_a_large_board_that_is_written_down_cell_by_cell_works(value):
    cells = "\n".join(f"b!({x},{y}) = {x * y % 7}" for x in range(1, 61) for y in range(1, 61))
    assert value("(b!(60,60), b!(8,9))", f"type Board = Array (60,60) of Int\nb : Board\n{cells}") == "(2, 2)"


def test_boards_that_are_overwritten_over_and_over_work(value):
    equations = "\n".join(f"b!(x,y) = {number}\nb!({number % 9 + 1},y) = x" for number in range(300))
    assert value("b!(2,1)", f"type Board = Array (9,9) of Int\nb : Board\n{equations.replace('= x', '= 5')}") == "299"


def test_many_boards_of_the_largest_size_are_too_much_work(failure):
    boards = "\n".join(f"b{number} : Board\nb{number}!(x,y) = {number}" for number in range(100))
    error = failure("b5!(1,1)", f"type Board = Array (256,256) of Int\n{boards}")
    assert (error.kind, error.code) == ("budget", "steps") and error.span is not None


def test_boards_that_pile_up_take_too_much_memory(failure):
    program = "type Board = Array (256,256) of Int\nb : Board\nb!(x,y) = 0\n"
    program += "f : (Int, Board) -> Int\nf(n, c) = f(n + 1, place(n, c, (1,1))) + countBoard(1, c)"
    error = failure("f(0, b)", program)
    assert (error.kind, error.code, error.hint) == ("budget", "memory", MEMORY_HINT)


def test_a_search_that_places_very_often_is_possible(value):
    program = "type Board = Array (3,3) of Int\nb : Board\nb!(x,y) = 0\n"
    program += "f : Int -> Int\nf(n) = while n < 30000 do n + countBoard(n, place(n, b, (1 + n % 3, 1)))"
    assert value("f(1)", program) == "30000"


def test_types_that_double_each_other_are_too_large(wrong):
    types = "type T0 = (Int, Int)\n" + "\n".join(f"type T{n + 1} = (T{n}, T{n})" for n in range(40))
    assert wrong(types)[0].code == "BG037"


@pytest.mark.parametrize("digits", [19, 5_000, 60_000])
def test_a_number_of_very_many_digits_is_refused(wrong, play, digits):
    assert [item.code for item in wrong(f"x : Int\nx = {'9' * digits}")] == ["BG008"]
    assert [item.code for item in wrong("", "9" * digits)] == ["BG008"]
    position = play("", "input")
    assert position.read_answer(position.questions[0], "9" * digits).reason == "form"


def test_a_text_of_more_than_a_megabyte_is_not_read(wrong):
    assert [item.code for item in wrong("game G -- " + "x" * 1_000_001)] == ["BG001"]
    assert [item.code for item in wrong("", "1 -- " + "x" * 1_000_001)] == ["BG001"]


def test_an_answer_of_ten_megabytes_is_refused_unread(play):
    for program in ("", "type Input = String"):
        position = play(program, "input")
        for text in ("1" * 10_000_000, '"' + "a" * 10_000_000 + '"', "(" * 10_000_000):
            assert position.read_answer(position.questions[0], text).reason == "too-long"
    assert position.answer(position.questions[0], "a" * 10_000_000).reason == "too-long"
    assert position.status is parlour.Status.OPEN


@pytest.mark.parametrize(
    "text", ["(" * 60_000, "(" * 300 + "1" + ")" * 300, "-" * 60_000, "(1," * 20_000, "\0", "\ud800"]
)
def test_a_senseless_answer_is_refused(play, text):
    position = play("", "input")
    assert position.read_answer(position.questions[0], text).reason == "form"


# --------------------------------------------------------------------------------------------------- long and deep


def test_long_chains_of_operators_work(value):
    assert value("+".join(["1"] * 20_000)) == "20000"
    assert value("==".join(["True"] * 3_000)) == "True"
    assert value(" - ".join(["1"] * 3_000)) == "-2998"
    assert value("*".join(["(0-1)"] * 1_001)) == "-1"
    assert value("+".join(["input"] * 100), "", *["2"] * 100) == "200"


@pytest.mark.parametrize(
    "text",
    ["(" * 300 + "1" + ")" * 300, "f(" * 300 + "1" + ")" * 300, "if True then " * 300 + "1" + " else 2" * 300,
     "let n = 1 in while n < 3 do " * 300 + "1", "(" * 50_000, "1 + (" * 20_000],
    ids=["parentheses", "calls", "branches", "loops", "open parentheses", "open sums"],
)  # fmt: skip
def test_what_is_nested_too_deep_is_refused(wrong, text):
    assert "BG014" in [item.code for item in wrong("f : Int -> Int\nf(n) = n", text)]
    assert "BG014" in [item.code for item in wrong(f"f : Int -> Int\nf(n) = n\nx : Int\nx = {text}")]


DEEP = 95


def test_what_is_nested_almost_too_deep_works(value):
    program = "f : Int -> Int\nf(n) = n + 1\n"
    assert value("(" * DEEP + "1" + ")" * DEEP) == "1"
    assert value("f(" * DEEP + "1" + ")" * DEEP, program) == str(DEEP + 1)
    assert value("(" * DEEP + "1" + ",1)" * DEEP).startswith("(" * DEEP + "1, 1)")
    assert value("and(True, " * DEEP + "True" + ")" * DEEP) == "True"
    board = "type Board = Array (3,3) of Int\nb : Board\nb!(x,y) = 0\n"
    assert value("place(1, " * DEEP + "b" + ", (1,1))" * DEEP, board) == "1 0 0\n0 0 0\n0 0 0"


@pytest.mark.parametrize("inside", ["n + 1", "input"])
@pytest.mark.parametrize("before", ["", "1 + "])
def test_branches_and_loops_nested_almost_too_deep_work(play, inside, before):
    for count in (5, 19, 20, 21, 40, DEEP):
        program = (
            f"branches : Int -> Int\nbranches(n) = {before}{'if n < 9 then ' * count}{inside}{' else 0' * count}\n"
        )
        program += f"loops : Int -> Int\nloops(n) = {before}({'while n < 9 do ' * count}{inside})"
        extra = 1 if before else 0
        branches, loops = play(program, "branches(1)"), play(program, "loops(1)")
        for position in (branches, loops):
            while position.questions:
                position.answer(position.questions[0], 20)
        assert branches.outcome.value == str(extra + (20 if inside == "input" else 2))
        assert loops.outcome.value == str(extra + (20 if inside == "input" else 9))


@pytest.mark.parametrize("before", ["", "1 + "])
def test_long_runs_of_let_and_if_work(value, before):
    text = "".join(f"let a{n} = {n} in if a{n} == 999 then 0 else " for n in range(500)) + "a499"
    assert value(before + text) == str(499 + (1 if before else 0))
    text = "".join(f"let a = input in if a == {n} then {n} else " for n in range(50)) + "7"
    assert value(before + text, "", *["20"] * 21) == str(20 + (1 if before else 0))
    assert value(before + "let x = 1 in " * 1_000 + "x").isdigit()
    assert value(before + "".join(f"if 1 == {n + 2} then 0 else " for n in range(2_000)) + "5").isdigit()


def test_many_definitions_in_the_least_convenient_order_work(value):
    count = 400
    program = "".join(f"f{n} : Int -> Int\nf{n}(x) = f{n + 1}(x) + 1\n" for n in range(count))
    assert value("f0(1)", program + f"f{count} : Int -> Int\nf{count}(x) = x") == str(count + 1)


def test_wide_tuples_and_parameter_lists_work(value, wrong):
    wide = f"({', '.join(['1'] * 1_000)})"
    names = ", ".join(f"a{n}" for n in range(1_000))
    program = f"f : ({', '.join(['Int'] * 1_000)}) -> Int\nf({names}) = a999 + 1"
    assert value(f"f{wide}", program) == "2"
    assert value(f"{wide} == {wide}") == "True"
    assert wrong("", f"({', '.join(['1'] * 1_001)})")[0].code == "BG037"


def test_an_answer_with_very_many_possible_values_has_a_limited_number_of_candidates(play):
    program = f"type Board = Array (19,19) of Int\nb : Board\nb!(x,y) = 0\ntype Input = ({', '.join(['Int'] * 10)})"
    position = play(program, "input # 1")
    assert 0 < len(position.legal(position.questions[0])) <= 10_000


# ------------------------------------------------------------------------------------------- names, strings, symbols

WORDS = [
    "class",
    "lambda",
    "exec",
    "def",
    "import__",
    "none'",
    "self",
    "print",
    "open",
    "eval",
    "compile",
    "globals",
    "__import__",
    "__class__",
    "__builtins__",
    "_",
    "__",
    "s",
    "f1",
    "v0",
    "t1",
    "f0",
    "v1",
    "t0",
    "run",
    "depth_of",
    "range",
    "len",
    "list",
    "tuple",
    "board_of",
    "fail_zero",
    "answer",
    "argument",
    "value",
    "result'",
    "cells",
    "part",
    "sum",
    "same",
    "next'",
    "x''",
    "to_move",
    "set_up",
    "the_game",
    "async",
    "await",
    "yield",
    "return",
    "global",
    "nonlocal",
    "del",
    "is",
    "and_",
    "or_",
    "not_",
]
NAMES = [word for word in WORDS if word[0].islower() or word[0] == "_"]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_works_as_value_function_parameter_variable_and_board(play, name):
    program = f"""
    game Names
    type Board = Array (2,1) of Int
    {name} : Board
    {name}!(x,y) = x
    """
    try:
        assert play(program, f"{name}!(2,1)").outcome.value == "2"
    except parlour.Diagnostics as found:
        # Names begin with a letter.
        assert name.startswith("_") and all(item.code for item in found.found)
        return
    assert play(f"{name} : Int\n{name} = 5", f"let {name} = {name} + 1 in {name} * 10").outcome.value == "60"
    function = f"{name} : Int -> Int\n{name}({name}) = (while {name} < 9 do {name} + input) + {name}"
    assert play(function, f"{name}(1)", "8").outcome.value == "10"
    assert play(f"f : (Int, Int) -> Int\nf({name}, b) = let c = b in {name} - c", "f(9, 2)").outcome.value == "7"


@pytest.mark.parametrize("symbol", ["S", "None'", "True'", "ASK", "UNSET", "Box", "F1", "Exception", "X__class__", "É"])
def test_any_symbol_works_as_value_answer_content_and_player(play, symbol):
    program = f"""
    type Player = {{{symbol}, Other}}
    type Board = Array (2,1) of Player & {{Empty}}
    type Input = Player
    b : Board
    b!(x,y) = {symbol}
    turn : (Player, Board) -> Player
    turn(p, c) = if input == {symbol} then p else turn({symbol}, place(p, c, (1,1)))
    """
    position = play(program, "turn(Other, b)", "Other", symbol)
    assert position.outcome.value == symbol and position.outcome.winners == (0,)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "'''\"\"\"' + str(1) #",
        "{}{0}%s%(x)s$x\\",
        "a\nb\r\tc\0d\x1b[31m",
        "\u202egnirts\u2066\u200b\ufeff",
        "λ🎲\U0010ffff",
        "\\1234&",
        '-- {- -} "',
    ],
)
def test_any_string_is_what_it_is(value, text):
    written = '"' + "".join(f"\\{ord(character)}\\&" for character in text) + '"'
    shown = value(written)
    assert value(f"{shown} == {written}") == "True"
    assert all(character.isprintable() for character in shown)
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    if text.isprintable():
        assert value(f'"{plain}" == {written}') == "True"


def test_characters_that_only_strings_and_comments_may_hold_are_named(wrong):
    for text in ("x\u202e : Int\nx\u202e = 1", "x : Int\nx = 1\0", "x : Int\nx = \ud800", "x : Int\nx = 1 \u200b+ 1"):
        assert {item.code for item in wrong(text)} & {"BG002", "BG003"}
    assert [item.code for item in wrong('x : String\nx = "\ud800"')] == ["BG006"]


@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", "\ufeff", "game", "game G game G", "(", "}{", "type", "\0" * 1000, "g" * 500_000]
)
def test_senseless_texts_are_told_so(text):
    found = parlour.check(text, language="bogl")
    assert found and all(item.code.startswith("BG") and item.title for item in found)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_kind_work_and_lines_are_counted(failure, ending):
    program = ending.join(["game G", "f : Int -> Int", "f(n) =", "  n / 0"])
    assert failure("f(1)", program).span.line == 4


# ----------------------------------------------------------------------------------------------- bounded memory


def test_none_of_this_needs_much_memory():
    """In a process that may not have more than a gigabyte: a failure to allocate would end it."""
    program = textwrap.dedent("""
        import resource
        import parlour
        limit = 1_000_000_000
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        board = "game G\\ntype Board = Array (256,256) of Int\\nb : Board\\nb!(x,y) = 0\\n"
        deep = board + "f : (Int, Board) -> Int\\nf(n, c) = f(n + 1, place(n, c, (1,1))) + countBoard(1, c)"
        wide = board + "f : (Int, Board) -> Int\\nf(n, c) = while n < 2000 do (n + 1, place(n, b, (1,1)))"
        wide = wide.replace("-> Int", "-> (Int, Board)")
        ask = board + "f : (Int, Board) -> Int\\nf(n, c) = let x = input in f(n + 1, place(n, c, (1, 1))) + x"
        for text, answers in ((deep, 0), (wide, 0), (ask, 400)):
            position = parlour.load(text, language="bogl", expression="f(0, b)").start()
            for _ in range(answers):
                if position.questions:
                    position.answer(position.questions[0], 1)
            print(position.error.code if position.error else position.status.value)
        """)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    # The last one keeps only the newest board: older frames do not need theirs any more.
    assert (ended.stdout.split(), ended.stderr) == (["memory", "steps", "open"], "")
