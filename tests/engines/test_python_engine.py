"""The Python engine on programs written in core: every effect, every way to leave, every budget."""

from __future__ import annotations

import threading

import pytest

from parlour.core.values import Plain
from parlour.engines.python.simulator import PythonSimulator
from parlour.game.error import Refused
from parlour.game.position import Budget, Drawn, NeedsChance, Position, Status
from parlour.testing.asking import SAMPLES
from parlour.testing.core_games import core_game


def play(text: str, *answers: Plain, seed: int = 0, budget: Budget | None = None) -> Position:
    """A game from core text after these answers."""
    position = core_game(text).start(seed, budget=budget)
    for answer in answers:
        assert not isinstance(position.answer(position.questions[0], answer), Refused | NeedsChance)
    return position


def said(position: Position) -> str:
    return "".join(told.text for told in position.view(None).log)


def value(text: str, *answers: Plain) -> str:
    position = play(text, *answers)
    assert position.error is None, position.error
    assert position.outcome is not None and position.outcome.value is not None
    return position.outcome.value


def main(body: str, locals_: str = "", result: str = "int", rest: str = "") -> str:
    declared = f"  locals ({locals_})\n" if locals_ else ""
    head = f"program p entry main\nsymbols (X, O)\nseats (Ada, Ben)\n{rest}\n"
    return f'{head}function main() -> {result} label "main" {{\n{declared}{body}\n}}\n'


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("add(2, 3)", "5"),
        ("div(-7, 2)", "-4"),
        ("mod(-7, 3)", "2"),
        ("mod(7, -3)", "-2"),
        ("quot(-7, 2)", "-3"),
        ("rem(-7, 3)", "-1"),
        ("wrap32(2147483648)", "-2147483648"),
        ("bit_xor(6, 3)", "5"),
        ("bit_not(0)", "-1"),
        ("shift_right(-7, 1)", "-4"),
        ("board_bits(board[int, 3 x 1](1, 2, 1), 1)", "5"),
        ("floor(-1.5)", "-2"),
        ("trunc(-1.5)", "-1"),
        ("neg(5)", "-5"),
        ('string_length(concat("añ", "b"))', "3"),
        ('find("abcabc", "c", 3)', "5"),
        ('code_at("A", 0)', "65"),
        ('narrow[int](parse_int("-012"))', "-12"),
        ('choose(is[int](parse_int("12x")), 1, 0)', "0"),
        ("board_count(board[int, 3 x 1](1, 2, 1), 1)", "2"),
        ("board_get(board_set(board[int, 3 x 1](1, 2, 3), 1, 9), 1)", "9"),
        ("list_length(list_slice([1, 2, 3, 4], 1, 3))", "2"),
        ("list_get(list_copy([7, 8]), 1)", "8"),
        ("(4, 5).1", "5"),
        ("choose(eq([1, 2], [1, 2]), 1, 0)", "1"),
        ("choose(same([1, 2], [1, 2]), 1, 0)", "0"),
        ("choose(eq(convert[any](1), convert[any](true)), 1, 0)", "0"),
        ("choose(eq(fdiv(0.0, 0.0), fdiv(0.0, 0.0)), 1, 0)", "1"),
        ('choose(lt("Z", "a"), 1, 0)', "1"),
        ("choose(or(true, eq(div(1, 0), 1)), 1, 0)", "1"),
        ("choose(and(false, eq(div(1, 0), 1)), 1, 0)", "0"),
        ("symbol_number(#O)", "1"),
        ("seat_count()", "2"),
    ],
)
def test_an_expression_has_its_value(expression: str, result: str) -> None:
    assert value(main(f"  return {expression}")) == result


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("add(9223372036854775807, 1)", "overflow"),
        ("mul(4611686018427387904, 2)", "overflow"),
        ("neg(-9223372036854775808)", "overflow"),
        ("div(-9223372036854775808, -1)", "overflow"),
        ("quot(-9223372036854775808, -1)", "overflow"),
        ("div(1, sub(1, 1))", "zero"),
        ("mod(1, 0)", "zero"),
        ("rem(1, 0)", "zero"),
        ("list_get([1], 1)", "index"),
        ("list_get([1], -1)", "index"),
        ("board_get(board[int, 2 x 1](1, 2), 2)", "index"),
        ('code_at("", 0)', "index"),
        ("list_pop(list[int]())", "empty"),
        ("table_get(table_new[table[int, int]](), 1)", "key"),
        ("floor(fdiv(1.0, 0.0))", "range"),
        ("chance(0)", "range"),
        ("chance([0, 0])", "range"),
        ("list_length(list_fill(-1, 0))", "range"),
        ("narrow[int](convert[any](true))", "type"),
        ('narrow[int](parse_int(""))', "none"),
        ("list_length(list_fill(100000000, 0))", "steps"),
        ("list_length(list_fill(9000000, 0))", "memory"),
    ],
)
def test_a_failure_has_its_kind_and_its_line(expression: str, code: str) -> None:
    position = play(main(f"  return {expression}"))
    assert position.status is Status.FAILED and position.error is not None
    assert position.error.code == code
    assert position.error.span is not None
    assert position.questions == () and position.outcome is None


def test_operands_are_evaluated_from_left_to_right() -> None:
    text = main(
        "  return add(add(note(1), note(2)), list_get([note(3), note(4)], note(0)))",
        rest="function note(n: int) -> int {\n  tell text_of_int(n)\n  return n\n}",
    )
    assert said(play(text)) == "12340"


def test_a_global_read_before_a_call_keeps_the_value_it_had() -> None:
    text = main(
        "  @g = 1\n  return add(@g, bump())",
        rest="global g: int\nfunction bump() -> int {\n  @g = 10\n  return @g\n}",
    )
    assert value(text) == "11"


def test_reading_an_unset_variable_names_it() -> None:
    position = play(main("  return x", locals_="x: int unset"))
    assert position.error is not None and position.error.code == "unset" and "'x'" in position.error.message
    position = play(main("  return @g", rest="global g: int"))
    assert position.error is not None and position.error.code == "unset"


def test_virtual_calls_reach_the_class_of_the_object() -> None:
    rest = """
class Piece {
  field cost: int
  method worth = piece_worth
}
class King extends Piece {
  method worth = king_worth
}
function piece_worth(self: object Piece) -> int {
  return self.cost
}
function king_worth(self: object Piece) -> int {
  return mul(self.cost, 100)
}
function total(pieces: list[object Piece]) -> int {
  locals (i: int, sum: int)
  sum = 0
  for i from 0 to list_length(pieces) {
    sum = add(sum, list_get(pieces, i).worth())
  }
  return sum
}
"""
    body = "  return total([new Piece(3), convert[object Piece](new King(2))])"
    assert value(main(body, rest=rest)) == "203"


def test_abandon_leaves_plain_functions_up_to_its_catch() -> None:
    rest = "function deep(n: int) -> int {\n  if eq(n, 0) {\n    abandon out\n  }\n  return add(1, deep(sub(n, 1)))\n}"
    body = "  x = 1\n  catch out {\n    x = deep(50)\n    x = 7\n  }\n  return x"
    assert value(main(body, "x: int", rest=rest)) == "1"


def test_abandon_leaves_functions_that_wait_up_to_their_catch() -> None:
    rest = """
function ask_one(n: int) -> int {
  locals (x: int)
  ask x: whole seat 0 kind number
  if eq(x, 0) {
    abandon out
  }
  return add(x, n)
}
function middle(n: int) -> int {
  locals (x: int)
  invoke x = ask_one(n)
  tell "back "
  return x
}
"""
    body = """
  x = 1
  n = 40
  catch out {
    invoke x = middle(n)
    invoke x = middle(x)
    tell "end "
  }
  tell text_of_int(n)
  return x
"""
    text = main(body, "x: int, n: int", rest=rest)
    assert value(text, 2, 0) == "42"
    assert said(play(text, 2, 0)) == "back 40"
    assert said(play(text, 2, 3)) == "back back end 40"


ATTEMPT = """
program p entry main
seats (Ada)
class Purse {
  field coins: int
}
global purse: object Purse
global log: list[int]
global count: int
function main() -> int {
  locals (done: bool)
  @purse = new Purse(10)
  @log = [0]
  @count = 0
  attempt done {
    invoke pay()
  }
  if done {
    tell "paid "
  }
  return add(add(@purse.coins, mul(100, list_length(@log))), mul(10000, @count))
}
function pay() -> none {
  locals (n: int)
  while true {
    ask n: whole seat 0 kind number
    if eq(n, 0) {
      return
    }
    @purse.coins = sub(@purse.coins, n)
    do list_push(@log, n)
    @count = add(@count, 1)
    tell "paying "
    if lt(@purse.coins, 0) {
      fail
    }
  }
}
"""


def test_a_failed_attempt_puts_everything_back_also_across_questions() -> None:
    assert value(ATTEMPT, 3, 4, 0) == str(3 + 300 + 20000)
    assert value(ATTEMPT, 3, 8) == str(10 + 100)


def test_an_open_attempt_is_copied_with_its_position() -> None:
    position = play(ATTEMPT, 3)
    twin = position.copy()
    assert twin.key == position.key
    position.answer(position.questions[0], 8)
    assert position.outcome is not None and position.outcome.value == "110"
    twin.answer(twin.questions[0], 0)
    assert twin.outcome is not None and twin.outcome.value == str(7 + 200 + 10000)


def test_an_open_attempt_is_part_of_the_key() -> None:
    assert play(ATTEMPT, 3).key != play(ATTEMPT, 2, 1).key


def test_speculate_keeps_the_result_and_undoes_the_rest() -> None:
    rest = """
global g: int
global xs: list[int]
function try_it(n: int) -> int {
  @g = n
  do list_push(@xs, n)
  tell "secret"
  return add(@g, chance(1000))
}
"""
    body = "  @g = 1\n  @xs = [1]\n  x = speculate try_it(5)\n  return add(mul(100, @g), list_length(@xs))"
    position = play(main(body, "x: int", rest=rest))
    assert position.outcome is not None and position.outcome.value == "101"
    assert said(position) == "" and position.last.events == ()


def test_tracked_finds_objects_that_globals_reach_in_the_order_of_creation() -> None:
    rest = """
class Card {
  field rank: int
}
class Joker extends Card {
}
global hand: list[object Card]
global best: object Card?
function text_of(cards: list[object Card]) -> string {
  locals (i: int, t: string)
  t = ""
  for i from 0 to list_length(cards) {
    t = concat(t, text_of_int(list_get(cards, i).rank))
  }
  return t
}
"""
    body = """
  a = new Card(1)
  b = new Card(2)
  c = new Card(3)
  @hand = [c, a]
  @best = convert[object Card?](new Joker(4))
  tell text_of(tracked Card)
  return list_length(tracked Joker)
"""
    position = play(main(body, "a: object Card, b: object Card, c: object Card", rest=rest))
    assert said(position) == "134"


GROUP = main(
    """
  seats = [0, 1]
  options = [["a", "b"], ["c"]]
  ask group votes: options(options) seat seats kind choice
  tell concat(list_get(votes, 0), list_get(votes, 1))
  return 0
""",
    "seats: list[int], options: list[list[string]], votes: list[string]",
)


def test_a_group_of_questions_is_open_at_once_and_answered_in_any_order() -> None:
    position = core_game(GROUP).start()
    assert [question.seat for question in position.questions] == [0, 1]
    first, second = position.questions
    assert [option.label for option in position.legal(first)] == ["a", "b"]
    position.answer(second, 0)
    assert [question.seat for question in position.questions] == [0]
    late = position.answer(second, 0)
    assert isinstance(late, Refused) and late.reason == "not-open"
    position.answer(first, 1)
    assert said(position) == "bc"


def test_answers_given_to_an_open_group_are_part_of_the_state() -> None:
    game = core_game(GROUP)
    one, other, same = game.start(), game.start(), game.start()
    one.answer(1, 0)
    other.answer(1, 1)
    same.answer(1, 0)
    assert one.key == same.key != other.key
    assert one.view(1) == other.view(1), "nobody but their giver sees them"


def test_an_empty_group_does_not_stop() -> None:
    assert (
        value(
            GROUP.replace("seats = [0, 1]", "seats = list[int]()")
            .replace("list_get(votes, 0)", '""')
            .replace("list_get(votes, 1)", '""')
        )
        == "0"
    )


def test_chance_can_be_given_and_enumerated() -> None:
    text = main("  ask go: yes_no seat 0 kind choice\n  return add(mul(10, chance(6)), chance([1, 0, 3]))", "go: bool")
    position = core_game(text).start()
    assert position.answer(1, True, chance=[]) == NeedsChance(6)
    assert position.answer(1, True, chance=[4]) == NeedsChance(3, (1, 0, 3))
    assert position.status is Status.OPEN
    step = position.answer(1, True, chance=[4, 2])
    assert not isinstance(step, NeedsChance | Refused)
    assert step.events == (Drawn(6, 4), Drawn(3, 2, (1, 0, 3)))
    assert position.outcome is not None and position.outcome.value == "42"


def test_the_same_seed_draws_the_same_and_a_copy_with_a_seed_draws_afresh() -> None:
    text = main("  ask go: yes_no seat 0 kind choice\n  return chance(1000000000)", "go: bool")
    game = core_game(text)

    def outcome(position: Position) -> str | None:
        position.answer(1, True)
        return position.outcome.value if position.outcome else None

    assert outcome(game.start(7)) == outcome(game.start(7)) != outcome(game.start(8))
    position = game.start(7)
    assert outcome(position.copy(seed=1)) != outcome(position.copy(seed=2))
    assert position.copy(seed=1).key == position.key, "the generator is outside the key"


def test_finish_ranks_the_seats_and_what_is_asked_afterwards_is_housekeeping() -> None:
    text = main(
        "  finish [[1], [0]] scores [0.0, 2.5]\n  ask again: yes_no seat 0 kind choice\n  return 0", "again: bool"
    )
    position = core_game(text).start()
    assert position.outcome is not None and position.outcome.winners == (1,)
    assert position.outcome.scores == (0.0, 2.5)
    assert position.questions[0].after_end


def test_seats_may_appear_while_the_game_runs() -> None:
    position = play(main('  return new_seat("Cleo")'))
    assert [seat.name for seat in position.seats] == ["Ada", "Ben", "Cleo"]


# -------------------------------------------------------------------------------------------------- deep and long


@pytest.mark.parametrize("callee", ["down", "even"])
def test_tail_calls_take_no_space(callee: str) -> None:
    rest = """
function down(n: int) -> int {
  if eq(n, 0) {
    return 5
  }
  return down(sub(n, 1))
}
function even(n: int) -> int {
  if eq(n, 0) {
    return 5
  }
  return odd(sub(n, 1))
}
function odd(n: int) -> int {
  while true {
    return even(sub(n, 1))
  }
  return 0
}
"""
    assert value(main(f"  return {callee}(400000)", rest=rest)) == "5"


def test_a_game_that_calls_itself_once_per_move_keeps_one_frame() -> None:
    rest = """
function turn(n: int) -> int {
  locals (x: int)
  ask x: whole seat 0 kind number
  if eq(x, 0) {
    return n
  }
  return turn(add(n, x))
}
"""
    text = main("  return turn(0)", rest=rest)
    game = core_game(text)
    position = game.start()
    first = position.key
    for _ in range(300):
        position.answer(position.questions[0], 1)
    assert len(position.key) == len(first)
    position.answer(position.questions[0], 0)
    assert position.outcome is not None and position.outcome.value == "300"


RECURSION = {
    "plain": "function f(n: int) -> int {\n  return add(1, f(add(n, 1)))\n}",
    "mutual": """
function f(n: int) -> int {
  return add(1, g(add(n, 1)))
}
function g(n: int) -> int {
  return add(1, f(n))
}""",
    "asking": """
function f(n: int) -> int {
  locals (x: int)
  if lt(n, 0) {
    ask x: whole seat 0 kind number
    return x
  }
  invoke x = f(add(n, 1))
  return add(1, x)
}""",
}


@pytest.mark.parametrize("kind", RECURSION)
def test_runaway_recursion_is_stopped_at_the_same_depth(kind: str) -> None:
    position = play(main("  return f(0)", rest=RECURSION[kind]))
    assert position.error is not None and position.error.code == "depth" and position.error.kind == "budget"
    assert len(position.error.calls) <= 21


@pytest.mark.parametrize("kind", ["plain", "asking"])
def test_honest_recursion_may_be_as_deep_as_the_budget(kind: str) -> None:
    text = main("  return f(0)", rest=RECURSION[kind].replace("lt(n, 0)", "eq(n, 9000)"))
    if kind == "plain":
        text = text.replace(
            "  return add(1, f(add(n, 1)))", "  if eq(n, 9000) {\n    return 0\n  }\n  return add(1, f(add(n, 1)))"
        )
        assert value(text) == "9000"
    else:
        position = play(text)
        assert position.copy().key == position.key
        position.answer(1, 1)
        assert position.outcome is not None and position.outcome.value == "9001"


def test_deep_recursion_works_in_a_thread_too() -> None:
    text = main("  return f(0)", rest=RECURSION["plain"])
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(str(play(text).error and play(text).error.code)))
    thread.start()
    thread.join()
    assert found == ["depth"]


@pytest.mark.parametrize(
    ("body", "locals_", "code"),
    [
        ("  while true {\n    x = 1\n  }\n  return 0", "x: int", "steps"),
        ('  t = "ab"\n  while true {\n    t = concat(t, t)\n  }\n  return 0', "t: string", "steps"),
        ('  while true {\n    tell "0123456789"\n  }\n  return 0', "", "told"),
        (
            "  xs = [0]\n  while true {\n    xs = list_copy(xs)\n    do list_extend(xs, xs)\n  }\n  return 0",
            "xs: list[int]",
            "memory",
        ),
    ],
)
def test_a_budget_stops_what_never_ends(body: str, locals_: str, code: str) -> None:
    position = play(main(body, locals_))
    assert position.error is not None and (position.error.code, position.error.kind) == (code, "budget")


def test_budgets_are_per_question_and_can_be_raised() -> None:
    loop = "    for i from 0 to 900 {\n      x = i\n    }\n"
    leave = "    if eq(y, 0) {\n      return x\n    }\n"
    body = f"  while true {{\n{loop}    ask y: whole seat 0 kind number\n{leave}  }}\n  return 0"
    text = main(body, "i: int, x: int unset, y: int")
    assert play(text, 1, 1, 1, budget=Budget(steps=1000)).status is Status.OPEN
    assert play(text, budget=Budget(steps=800)).status is Status.FAILED


def test_memory_that_is_no_longer_reachable_is_given_back_at_a_question() -> None:
    body = """
  while true {
    xs = list_fill(60000, 0)
    ask y: whole seat 0 kind number
    if eq(y, 0) {
      return list_length(xs)
    }
  }
  return 0
"""
    # Enough for some of the lists, but not for twenty.
    position = play(main(body, "xs: list[int], y: int"), *([1] * 20), budget=Budget(memory=6_400_000))
    assert position.status is Status.OPEN


def test_an_error_in_a_routine_is_blamed_on_the_line_that_called_it() -> None:
    text = main(
        "  x = 1\n  return half(0)",
        "x: int",
        rest="routine half(n: int) -> int charge 1 {\n  return div(1, n)\n}",
    )
    error = play(text).error
    assert error is not None and error.span is not None
    assert error.span.text.startswith("half(0)")
    assert [call.name for call in error.calls] == ["main"]


def test_a_function_that_made_a_tail_call_is_not_in_the_chain() -> None:
    rest = """
function first(n: int) -> int label "first" {
  return second(n)
}
function second(n: int) -> int label "second" {
  return div(1, n)
}
"""
    error = play(main("  return add(1, first(0))", rest=rest)).error
    assert error is not None
    assert [call.name for call in error.calls] == ["second", "main"]


def test_nesting_deeper_than_python_allows_is_compiled() -> None:
    depth = 60
    body = "".join(f"{'  ' * n}while lt(x, {n}) {{\n" for n in range(1, depth + 1))
    body += "x = add(x, 1)\n" + "}\n" * depth + "return x"
    assert value(main("  x = 0\n" + body, "x: int")) == str(depth)
    branches = "".join(f"if gt(x, {n}) {{\n" for n in range(90)) + "y = 1\n" + "}\n" * 90
    assert value(main("  x = 1000\n  y = 0\n" + branches + "return y", "x: int, y: int")) == "1"


# ------------------------------------------------------------------------------------------------------ answering


def test_answers_of_the_wrong_form_are_refused_and_change_nothing() -> None:
    text = main("  ask x: whole(1, 3) seat 0 kind number\n  return x", "x: int")
    position = core_game(text).start()
    for wrong in ("2", True, 2.0, None, (1, 2), 0, 4, 10**30):
        refused = position.answer(1, wrong)  # type: ignore[arg-type]
        assert isinstance(refused, Refused), wrong
    assert isinstance(position.answer(2, 2), Refused)
    assert position.status is Status.OPEN
    assert not isinstance(position.answer(1, 2), Refused)
    over = position.answer(1, 2)
    assert isinstance(over, Refused) and over.reason == "over"


def test_a_long_answer_is_refused() -> None:
    text = main("  ask t: line seat 0 kind text\n  return string_length(t)", "t: string")
    position = core_game(text).start()
    refused = position.answer(1, "x" * 10_000_000)
    assert isinstance(refused, Refused) and refused.reason == "too-long"
    position.answer(1, "x" * 65_536)
    assert position.outcome is not None and position.outcome.value == "65536"


def test_equal_states_have_equal_keys_whatever_was_allocated_in_between() -> None:
    body = """
  xs = [1, 2]
  while true {
    ask y: whole seat 0 kind number
    xs = list_copy(xs)
    t = table_new[table[any, list[int]]]()
    do table_set(t, convert[any](y), xs)
  }
  return 0
"""
    text = main(body, "xs: list[int], y: int, t: table[any, list[int]]")
    position = play(text)
    first = position.key
    position.answer(position.questions[0], 5)
    assert position.key == first


def test_aliases_are_part_of_the_key() -> None:
    body = "  a = [1]\n  b = {}\n  ask y: whole seat 0 kind number\n  do list_push(a, 2)\n  return list_length(b)"
    locals_ = "a: list[int], b: list[int], y: int"
    shared = core_game(main(body.format("a"), locals_)).start()
    apart = core_game(main(body.format("[1]"), locals_)).start()
    assert shared.key != apart.key


def test_a_game_that_is_stopped_in_the_middle_leaves_nothing_in_the_tally() -> None:
    game = core_game(SAMPLES["cards in a list that changes"])
    simulator = game.engines["python"].simulator()
    assert isinstance(simulator, PythonSimulator)

    class Impatient(PythonSimulator):
        looks = 0

        def is_late(self) -> bool:
            self.looks -= 1
            return self.looks < 0

    impatient = Impatient(simulator.engine)
    for impatient.looks in range(20, 40):
        stopped = impatient.playouts(100, 3)
        assert 0 < stopped.games < 100
        assert stopped == simulator.playouts(stopped.games, 3)
