"""Scope and evaluation: what expressions come to, in which order, and where they stop."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour

# ------------------------------------------------------------------------------------------------------- scope


def test_scope_is_lexical_and_not_that_of_the_caller(value):
    program = """
    g : Int
    g = 7
    f : Int -> Int
    f(x) = g + x
    h : Int -> Int
    h(g) = f(g)
    """
    assert value("h(100)", program) == "107"


def test_parameters_and_lets_hide_globals_and_each_other(value):
    program = """
    x : Int
    x = 1
    f : Int -> Int
    f(x) = let x = x + 1 in let x = x * 10 in x
    """
    assert value("(x, f(5), let x = 3 in x, x)", program) == "(1, 60, 3, 1)"


def test_a_let_is_in_view_only_inside_its_own_expression(value, wrong):
    program = "f : Int -> Int\nf(n) = (let m = n + 1 in m) + (let m = n + 2 in m)"
    assert value("f(10)", program) == "23"
    assert wrong("", "(let m = 1 in m) + m")[0].title == "there is no value `m`"


def test_variables_may_hide_built_in_functions(value):
    assert value("f(1)", "f : Int -> Int\nf(not) = let isFull = not + 1 in isFull * 10") == "20"


def test_input_cannot_be_hidden(wrong):
    assert wrong("", "let input = 3 in input")[0].code == "BG059"
    assert wrong("f : Int -> Int\nf(input) = 1")[0].code == "BG059"


def test_definitions_may_use_later_ones_and_each_other(value):
    program = """
    start : Bool
    start = even(10)
    even : Int -> Bool
    even(n) = if n == 0 then True else odd(n - 1)
    odd : Int -> Bool
    odd(n) = if n == 0 then False else even(n - 1)
    """
    assert value(None, program) == "True"


# ---------------------------------------------------------------------------------------------------- strategy


def test_arguments_tuples_and_operands_are_evaluated_from_left_to_right(value):
    assert value("(input, input, input)", "", "1", "2", "3") == "(1, 2, 3)"
    assert value("input * 100 + input * 10 + input", "", "1", "2", "3") == "123"
    assert value("input - input", "", "9", "4") == "5"
    assert value("input == input", "", "9", "4") == "False"
    assert value("f(input, input)", "f : (Int, Int) -> Int\nf(a, b) = a * 10 + b", "3", "8") == "38"
    board = "type Board = Array (3,3) of Int\nb : Board\nb!(x,y) = x * 10 + y"
    assert value("place(input, b, (input, input))!(1,2)", board, "7", "1", "2") == "7"
    assert value("b!(input, input)", board, "3", "1") == "31"
    assert value("inARow(input, input, b)", board, "1", "33") == "True"
    assert value("countRow(input, b, input)", board, "13", "3") == "1"


def test_an_operand_keeps_its_value_while_a_later_one_asks(value):
    program = "f : Int -> Int\nf(n) = n + (let m = input in m * n)"
    assert value("f(3) * 1000 + f(5)", program, "10", "20") == "33105"


def test_only_if_is_lazy(value):
    assert value("if 2 > 1 then 5 else 1/0") == "5"
    assert value("if 2 < 1 then 1/0 else 5") == "5"
    assert value("if False then input else if True then 2 else input") == "2"


@pytest.mark.parametrize("expression", ["and(False, 1/0 == 1)", "or(True, 1/0 == 1)", "let z = 1/0 in 5", "f(1/0)"])
def test_everything_else_is_strict(failure, expression):
    assert failure(expression, "f : Int -> Int\nf(x) = 3").code == "zero"


def test_a_value_is_evaluated_afresh_at_every_mention(value):
    assert value("v * 100 + v", "v : Int\nv = input", "3", "8") == "308"
    assert value("let w = v in w * 100 + w", "v : Int\nv = input", "3") == "303"


def test_board_equations_are_evaluated_once_top_to_bottom_and_later_ones_overwrite(value):
    program = """
    type Board = Array (4,2) of Int
    b : Board
    b!(x,y) = 1
    b!(2,y) = 2
    b!(x,2) = 3
    b!(3,2) = 4
    b!(2,1) = 5
    """
    assert value("b", program) == "1 5 1 1\n3 3 4 3"


def test_a_board_may_use_functions_values_and_other_boards(value):
    program = """
    type Board = Array (3,2) of Int
    second : Board
    second!(x,y) = first!(x,y) + ten
    second!(2,2) = double(first!(2,2))
    first : Board
    first!(x,y) = x * y
    ten : Int
    ten = 10
    double : Int -> Int
    double(n) = n * 2
    """
    assert value("second", program) == "11 12 13\n12 8  16"


def test_what_a_board_equation_fails_in_is_said_at_its_line(failure):
    program = "game G\ntype Board = Array (2,2) of Int\nb : Board\nb!(x,y) = 1\nb!(2,y) = 6 / (y - 1)"
    error = failure("1", program)
    assert (error.kind, error.code, error.span.line, error.question) == ("runtime", "zero", 5, None)


def test_a_board_equation_cannot_ask(wrong):
    program = "type Board = Array (1,1) of Int\nb : Board\nb!(x,y) = ask\nask : Int\nask = input"
    assert wrong(program)[0].code == "BG075"


# ---------------------------------------------------------------------------------------------------- integers


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("7 / 2", "3"),
        ("-7 / 2", "-4"),
        ("7 / -2", "-4"),
        ("-7 / -2", "3"),
        ("7 % 3", "1"),
        ("-7 % 3", "2"),
        ("7 % -3", "-2"),
        ("-7 % -3", "-1"),
        ("6 % 3", "0"),
        ("0 / 5", "0"),
    ],
)
def test_division_rounds_down_and_the_remainder_has_the_sign_of_the_divisor(value, expression, result):
    assert value(expression) == result


@pytest.mark.parametrize("expression", ["10/(5-5)", "10%(5-5)", "0/0", "f(0)"])
def test_a_zero_divisor_is_an_error_at_its_place(failure, expression):
    error = failure(expression, "f : Int -> Int\nf(n) = 1 / n")
    assert (error.kind, error.code, error.message) == ("runtime", "zero", "Division by zero")
    assert any(sign in error.span.text for sign in "/%")


# The ends of 64 bits, which cannot be written as literals.
ENDS = """
most : Int
most = 999999999999999999 * 9 + 223372036854775816
least : Int
least = -999999999999999999 * 9 - 223372036854775817
"""


def test_integers_have_64_bits(value):
    assert value("(most, least)", ENDS) == "(9223372036854775807, -9223372036854775808)"
    assert value("most + least", ENDS) == "-1"


@pytest.mark.parametrize(
    "expression", ["most + 1", "least - 1", "least * -1", "least / -1", "-least", "most * most", "0 - least"]
)
def test_leaving_64_bits_is_an_error_and_never_wraps_around(failure, expression):
    error = failure(expression, ENDS)
    assert (error.kind, error.code) == ("runtime", "overflow")
    assert "64 bits" in error.message


# ------------------------------------------------------------------------------------------------------- loops

LOOPS = """
climb : (Int, Int) -> (Int, Int)
climb(height, steps) = while height < 10 do (height + 3, steps + 1)

halve : Int -> Int
halve(n) = let m = n in while m > 5 do m / 2

tripled : Int -> Int
tripled(k) = (while k < 50 do k * 3) + k

swap : (Int, Int) -> (Int, Int)
swap(a, b) = while a < b do (b, a)

gcd : (Int, Int) -> (Int, Int)
gcd(a, b) = while b /= 0 do (b, a % b)

pair : Int -> (Int, Int)
pair(n) = let p = (1, n) in while p#1 < 10 do (p#1 * 2, 0)

inner : Int -> Int
inner(n) = while n < 100 do let m = n in while m < 7 * n do m + n

reader : (Int, Int) -> (Int, Int)
reader(a, b) = let a = 0 in (while a < b do a + 1, b)
"""


def test_a_loop_over_the_parameters_gives_their_values(value):
    assert value("climb(0, 0)", LOOPS) == "(12, 4)"
    assert value("gcd(48, 18)", LOOPS) == "(6, 0)"


def test_a_loop_whose_condition_is_false_at_once_gives_the_values_as_they_are(value):
    assert value("climb(20, 7)", LOOPS) == "(20, 7)"


def test_a_let_replaces_the_parameters_as_what_a_loop_changes(value):
    assert value("halve(100)", LOOPS) == "3"
    assert value("reader(5, 8)", LOOPS) == "(8, 8)"


def test_after_a_loop_the_variables_outside_have_their_old_values(value):
    assert value("tripled(1)", LOOPS) == "82"


def test_all_variables_of_a_loop_change_at_once(value):
    assert value("swap(1, 20)", LOOPS) == "(20, 1)"


def test_a_single_variable_may_hold_a_tuple(value):
    assert value("pair(2)", LOOPS) == "(16, 0)"


def test_loops_inside_loops_have_their_own_variables(value):
    assert value("inner(1)", LOOPS) == "343"


def test_other_variables_can_be_read_but_do_not_change(value):
    program = "f : (Int, Int) -> Int\nf(limit, step) = let n = 0 in while n < limit do n + step"
    assert value("f(10, 4)", program) == "12"


def test_a_let_in_the_condition_or_before_the_loop_does_not_capture_it(value):
    program = """
    f : Int -> Int
    f(n) = (let a = 5 in a) + (while (let half = n / 2 in half < 10) do n * 2)
    """
    assert value("f(3)", program) == "29"


def test_a_loop_needs_a_variable(wrong):
    assert wrong("", "while True do 1")[0].code == "BG073"
    assert wrong("v : Int\nv = while 1 < 2 do 3")[0].code == "BG073"


def test_the_body_of_a_loop_must_have_the_type_of_its_variables(wrong):
    assert wrong("f : (Int, Int) -> (Int, Int)\nf(a, b) = while a < b do a")[0].code == "BG074"


def test_a_loop_over_a_symbol_takes_all_symbols_that_come_round(value):
    program = "type Light = {Red, Green, Amber}\nafter : Light -> Light\n"
    program += "after(l) = if l == Red then Green else if l == Green then Amber else Red"
    assert value("let l = Red in while l /= Amber do after(l)", program) == "Amber"


def test_a_loop_may_ask_in_its_condition_and_in_its_body(value):
    program = "f : Int -> Int\nf(n) = while input > 0 do n * 10 + input"
    assert value("f(0)", program, "1", "4", "1", "7", "0") == "47"


# ------------------------------------------------------------------------------------------------------ budgets

ENDLESS = """game Endless
same : Int -> Int
same(k) =
  while k < 5 do k

deep : Int -> Int
deep(n) = deep(n + 1) + 1

tail : Int -> Int
tail(n) = tail(n + 1)

ping : Int -> Int
ping(n) = pong(n) * 2
pong : Int -> Int
pong(n) = ping(n) * 2
"""


def test_an_endless_loop_is_stopped_at_its_line(failure):
    error = failure("same(1)", ENDLESS)
    assert (error.kind, error.code, error.span.line) == ("budget", "steps", 4)
    assert error.hint == "does the loop change the variables that its condition tests?"
    assert [call.name for call in error.calls] == ["same"]


def test_an_endless_recursion_is_stopped_at_its_line_whether_it_piles_up_or_not(failure):
    error = failure("deep(1)", ENDLESS)
    assert (error.kind, error.code, error.span.line) == ("budget", "depth", 7)
    assert error.hint == "does the recursion come closer to its end with every call?"
    assert len(error.calls) < 30
    error = failure("ping(1)", ENDLESS)
    assert (error.kind, error.code) == ("budget", "depth")
    assert {call.name for call in error.calls[:4]} == {"ping", "pong"}
    error = failure("tail(1)", ENDLESS)
    assert (error.kind, error.code) == ("budget", "steps")
    assert error.hint == "does the recursion come closer to its end with every call?"


LOOKING = """
game G
type Board = Array (3,2) of Int
start : Board
start!(x,y) = 0
at : (Int, Int) -> Int
at(x, y) = 6 / start!(x,y)
put : Int -> Board
put(x) = place(1, start, (x, 1))
"""


def test_a_failure_says_what_to_ask_before(failure):
    on_it = "ask with `if` before, whether it is on the board: columns 1 to 3, rows 1 to 2"
    assert failure("at(1, 3)", LOOKING).hint == on_it
    assert failure("put(0)", LOOKING).hint == on_it
    assert failure("at(1, 2)", LOOKING).hint == "`start!(x,y)` is 0 here: ask with `if` before it divides"


def test_tail_calls_take_no_space(value):
    program = """
    down : (Int, Int) -> Int
    down(n, sum) = if n == 0 then sum else let m = n - 1 in if n % 2 == 0 then down(m, sum + 1) else even(m, sum)
    even : (Int, Int) -> Int
    even(n, sum) = down(n, sum + 1)
    """
    assert value("down(100000, 0)", program) == "100000"


def test_a_game_that_recurses_once_a_move_goes_on_for_ever(play):
    program = "go : (Int, Int) -> Int\ngo(n, last) = let x = input in if x == 0 then n else go(n + 1, x)"
    position = play(program, "go(0, 0)")
    for number in range(20_000):
        position.answer(position.questions[0], 1 + number % 2)
    position.answer(position.questions[0], 0)
    assert position.outcome.value == "20000"


def test_the_step_budget_begins_anew_with_every_answer(play):
    program = "work : Int -> Int\nwork(n) = while n < 500000 do n + 1\ngo : Int -> Int\n"
    program += "go(n) = if input == 0 then n else go(n + work(0))"
    position = play(program, "go(0)", "1", "1", "1", "1", "1", "1", "0")
    assert position.outcome.value == "3000000"


def test_a_budget_can_be_raised():
    game = parlour.load("game G\nf : Int -> Int\nf(n) = while n < 3000000 do n + 1", language="bogl", expression="f(0)")
    assert game.start().error.code == "steps"
    assert game.start(budget=parlour.Budget(steps=4_000_000)).outcome.value == "3000000"


# ------------------------------------------------------------------------------------------- types at run time

SHARES = """
type Share = Int & {Impossible}
share : (Int, Int) -> Share
share(total, heads) = if heads == 0 then Impossible else total / heads
type Move = (Int, Int) & {Pass}
type Wide = (Share, Share) & {Pass, Resign}
widen : Move -> Wide
widen(m) = m
both : (Share, Share) -> (Share, Share)
both(a, b) = (a, b)
pass : Move
pass = Pass
corner : Move
corner = (1, 2)
"""


def test_an_extended_type_holds_values_of_its_base_and_symbols(value):
    assert value("(share(9, 2), share(9, 0))", SHARES) == "(4, Impossible)"
    assert value("(share(9, 2) == 4, share(9, 0) == Impossible, share(9, 0) == 4)", SHARES) == "(True, True, False)"


def test_a_smaller_type_may_stand_where_a_larger_one_is_expected(value):
    assert value("both(1, Impossible)", SHARES) == "(1, Impossible)"
    assert value("(widen(corner), widen(pass))", SHARES) == "((1, 2), Pass)"
    assert value("(widen(corner) == (1, 2), widen(pass) == Pass, widen(corner) == Resign)", SHARES) == (
        "(True, True, False)"
    )


def test_equality_compares_tuples_boards_and_strings_by_content(value):
    board = "type Board = Array (2,2) of Int\nb : Board\nb!(x,y) = x\n"
    assert value('((1, "a") == (1, "a"), (1, True) /= (1, False), "a" == "A")') == "(True, True, False)"
    assert value("(place(1, b, (1, 2)) == b, place(9, b, (1, 2)) == b, b /= b)", board) == "(True, False, False)"
    # A chain of comparisons compares the truth so far.
    assert value("1 == 2 == False") == "True"
    assert value("(3 > 2) == (1 < 2) /= False") == "True"


# -------------------------------------------------------------- agreement with an evaluator of plain expressions


@dataclass(frozen=True)
class Tree:
    """A generated expression: how it is written, and how plain Python evaluates it."""

    kind: str
    parts: tuple = ()
    word: object = None


class Failed(Exception):
    """The expression ends in a game error of this code."""


def written(tree: Tree) -> str:
    parts = [written(part) for part in tree.parts]
    match tree.kind:
        case "number" | "name":
            return str(tree.word) if tree.kind == "name" or tree.word >= 0 else f"({tree.word})"
        case "truth":
            return str(tree.word)
        case "op":
            return f"({parts[0]} {tree.word} {parts[1]})"
        case "call":
            return f"{tree.word}({', '.join(parts)})"
        case "if":
            return f"(if {parts[0]} then {parts[1]} else {parts[2]})"
        case "let":
            return f"(let {tree.word} = {parts[0]} in {parts[1]})"
        case "loop":
            # Counts its variable up, so that it ends.
            return f"(let {tree.word} = {parts[0]} in while {tree.word} < {parts[1]} do {tree.word} + 1)"
        case "gather":
            # Counts in the first component and gathers in the second.
            p = tree.word
            return f"(let {p} = (0, 1) in while {p}#1 < {parts[0]} do ({p}#1 + 1, {parts[1]}))"
        case "tuple":
            return f"({', '.join(parts)})"
        case "item":
            return f"{parts[0]} # {tree.word}"
    raise AssertionError(tree.kind)


def checked(number: int) -> int:
    if not -(2**63) <= number < 2**63:
        raise Failed("overflow")
    return number


def evaluated(tree: Tree, names: dict[str, object]) -> object:
    match tree.kind:
        case "number" | "truth":
            return tree.word
        case "name":
            return names[tree.word]
        case "if":
            chosen = tree.parts[1] if evaluated(tree.parts[0], names) else tree.parts[2]
            return evaluated(chosen, names)
        case "let":
            return evaluated(tree.parts[1], {**names, tree.word: evaluated(tree.parts[0], names)})
        case "loop":
            first = evaluated(tree.parts[0], names)
            inside = {**names, tree.word: first}
            for _ in range(200):
                if not inside[tree.word] < evaluated(tree.parts[1], inside):
                    return inside[tree.word]
                inside[tree.word] = checked(inside[tree.word] + 1)
            raise Failed("steps")
        case "gather":
            pair = (0, 1)
            while pair[0] < evaluated(tree.parts[0], names):
                pair = (pair[0] + 1, evaluated(tree.parts[1], {**names, tree.word: pair}))
            return pair
    values = [evaluated(part, names) for part in tree.parts]
    match tree.kind:
        case "tuple":
            return tuple(values)
        case "item":
            return values[0][tree.word - 1]
        case "call":
            return {"and": all, "or": any, "not": lambda given: not given[0]}[tree.word](values)
    left, right = values
    if tree.word in ("/", "%") and right == 0:
        raise Failed("zero")
    return {
        "+": lambda: checked(left + right),
        "-": lambda: checked(left - right),
        "*": lambda: checked(left * right),
        "/": lambda: checked(left // right),
        "%": lambda: left % right,
        "<": lambda: left < right,
        "<=": lambda: left <= right,
        ">": lambda: left > right,
        ">=": lambda: left >= right,
        "==": lambda: left == right,
        "/=": lambda: left != right,
    }[tree.word]()


def shown(result: object) -> str:
    return f"({', '.join(map(shown, result))})" if isinstance(result, tuple) else str(result)


# A type is "Int", "Bool" or a tuple of those.
SMALL = ("Int", "Bool")
NUMBERS = (*range(-3, 8), 0, 0, *(10**10, 999999999999999999, -999999999999999999) * 3)


class Generator:
    """Makes well-typed expressions; `known` are the variables in view, by name."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def type(self):
        count = self.rng.choice((1, 1, 2, 3))
        return self.rng.choice(SMALL) if count == 1 else tuple(self.rng.choice(SMALL) for _ in range(count))

    def tree(self, type_, known: dict, depth: int) -> Tree:
        fitting = [name for name, kind in known.items() if kind == type_]
        if fitting and self.rng.random() < 0.4:
            return Tree("name", word=self.rng.choice(fitting))
        if depth == 0 or self.rng.random() < 0.2:
            return self.leaf(type_, known)
        own = {"Int": ("op", "op", "loop"), "Bool": ("compare", "compare", "call"), ("Int", "Int"): ("gather", "tuple")}
        form = self.rng.choice(("if", "let", "item", *own.get(type_, ("tuple",))))
        return getattr(self, f"make_{form}")(type_, known, depth - 1)

    def leaf(self, type_, known: dict) -> Tree:
        match type_:
            case "Int":
                return Tree("number", word=self.rng.choice(NUMBERS))
            case "Bool":
                return Tree("truth", word=self.rng.random() < 0.5)
        return Tree("tuple", tuple(self.tree(kind, known, 0) for kind in type_))

    def number(self, low: int, high: int) -> Tree:
        return Tree("number", word=self.rng.randint(low, high))

    def make_if(self, type_, known: dict, depth: int) -> Tree:
        return Tree("if", tuple(self.tree(kind, known, depth) for kind in ("Bool", type_, type_)))

    def make_let(self, type_, known: dict, depth: int) -> Tree:
        # Few names, so that many hide others.
        name, kind = f"v{self.rng.randint(0, 3)}", self.type()
        bound = self.tree(kind, known, depth)
        return Tree("let", (bound, self.tree(type_, {**known, name: kind}, depth)), name)

    def make_loop(self, type_, known: dict, depth: int) -> Tree:
        name = f"v{self.rng.randint(0, 3)}"
        return Tree("loop", (self.number(-5, 5), self.number(-5, 30)), name)

    def make_gather(self, type_, known: dict, depth: int) -> Tree:
        name = f"v{self.rng.randint(0, 3)}"
        step = self.tree("Int", {**known, name: ("Int", "Int")}, depth)
        return Tree("gather", (self.number(-2, 6), step), name)

    def make_item(self, type_, known: dict, depth: int) -> Tree:
        kinds = [self.rng.choice(SMALL), self.rng.choice(SMALL)]
        place = self.rng.randint(0, 1)
        kinds[place] = type_
        return Tree("item", (Tree("tuple", tuple(self.tree(kind, known, depth) for kind in kinds)),), place + 1)

    def make_tuple(self, type_, known: dict, depth: int) -> Tree:
        return Tree("tuple", tuple(self.tree(kind, known, depth) for kind in type_))

    def make_call(self, type_, known: dict, depth: int) -> Tree:
        word = self.rng.choice(("and", "or", "not"))
        return Tree("call", tuple(self.tree("Bool", known, depth) for _ in range(1 if word == "not" else 2)), word)

    def make_op(self, type_, known: dict, depth: int) -> Tree:
        return Tree("op", tuple(self.tree("Int", known, depth) for _ in range(2)), self.rng.choice("+-*/%"))

    def make_compare(self, type_, known: dict, depth: int) -> Tree:
        kind = self.type()
        words = ("==", "/=", "<", "<=", ">", ">=") if kind == "Int" else ("==", "/=")
        return Tree("op", tuple(self.tree(kind, known, depth) for _ in range(2)), self.rng.choice(words))


@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_random_expressions_come_to_what_plain_python_says(seed):
    generator = Generator(seed)
    tree = generator.tree(generator.type(), {}, 4)
    try:
        expected = shown(evaluated(tree, {}))
    except Failed as failed:
        expected = f"error {failed}"
    position = parlour.load("game Random", language="bogl", expression=written(tree)).start()
    result = f"error {position.error.code}" if position.error is not None else position.outcome.value
    assert result == expected, written(tree)


def test_the_random_expressions_are_worth_evaluating():
    results, errors = Counter(), Counter()
    for seed in range(300):
        generator = Generator(seed)
        tree = generator.tree(generator.type(), {}, 4)
        try:
            results[type(evaluated(tree, {}))] += len(written(tree)) > 30
        except Failed as failed:
            errors[str(failed)] += 1
    assert min(results[int], results[bool], results[tuple]) > 20
    assert min(errors["zero"], errors["overflow"]) > 5
