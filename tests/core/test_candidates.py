"""What a program does with its answers, and the answers worth trying that follow from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core.flow.candidates import Candidates, Evidence, enumerate_domain, evidence
from parlour.core.flow.evidence import trace
from parlour.core.flow.graph import MOST_COPIED
from parlour.core.nodes import (
    Ask,
    Assign,
    Chars,
    Const,
    Domain,
    Each,
    Either,
    Evaluate,
    Expr,
    Function,
    Line,
    Local,
    OneOf,
    Op,
    Options,
    Program,
    Question,
    Variable,
    Whole,
    YesNo,
)
from parlour.core.ops import INT_MAX
from parlour.core.passes.suspension import plan
from parlour.core.read.program import read_program
from parlour.core.types import BOOL, INT, ListType
from parlour.core.values import Plain, Symbol
from parlour.core.verify import check
from parlour.core.walk import all_expressions, walk_domain
from parlour.testing.strategies import programs

# ------------------------------------------------------------------------------------------------ evidence


def of(text: str, function: str = "main", site: int = 1) -> tuple[Evidence, ...]:
    """The evidence of one question of a program, which must be valid; without the numbers in `equals`."""
    program = read_program(f"program p entry main\n{text}")
    check(program)
    return compared(evidence(program)[function, site])


def compared(found: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """The evidence no matter how numbers are compared."""
    assert all(known.equals <= known.numbers for known in found)
    return tuple(replace(known, equals=frozenset()) for known in found)


def main(*lines: str, locals: str = "", more: str = "") -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return f"{more}\nfunction main() -> none {{\n  locals ({locals})\n{body}\n}}\n"


def number(*lines: str, locals: str = "", more: str = "") -> Evidence:
    """The evidence of a whole number that is asked for and goes to `x`, and then this happens."""
    ask = "ask x: whole seat 0 kind number"
    (found,) = of(main(ask, *lines, locals=f"x: int{', ' if locals else ''}{locals}", more=more))
    return found


def text(*lines: str, locals: str = "", more: str = "", domain: str = "line") -> Evidence:
    """The same of a text that goes to `x`."""
    ask = f"ask x: {domain} seat 0 kind text"
    (found,) = of(main(ask, *lines, locals=f"x: string{', ' if locals else ''}{locals}", more=more))
    return found


def numbers(*found: int) -> Evidence:
    return Evidence(numbers=frozenset(found))


def texts(*found: str) -> Evidence:
    return Evidence(texts=frozenset(found))


@pytest.mark.parametrize("comparison", ["lt", "le", "gt", "ge", "eq", "ne"])
def test_a_literal_is_evidence_on_either_side_of_every_comparison(comparison: str) -> None:
    assert number(f"do {comparison}(x, 3)", f"do {comparison}(8, x)") == numbers(3, 8)


def test_an_answer_that_is_compared_with_nothing_has_no_evidence() -> None:
    assert number("tell text_of_int(x)") == Evidence()


def test_an_answer_compared_with_another_answer_has_no_evidence() -> None:
    program = main(
        "ask x: whole seat 0 kind number",
        "ask y: whole seat 0 kind number",
        "do eq(x, y)",
        locals="x: int, y: int",
    )
    assert of(program, site=1) == of(program, site=2) == (Evidence(),)


def test_literals_are_shifted_back_through_sums_with_constants() -> None:
    assert number("do lt(add(x, 2), 10)") == numbers(8)
    assert number("do lt(add(2, x), 10)") == numbers(8)
    assert number("do lt(sub(x, 1), 3)") == numbers(4)
    assert number("do eq(sub(add(x, 5), 2), 0)") == numbers(-3)


def test_after_other_arithmetic_literals_are_taken_as_they_are() -> None:
    assert number("do eq(mod(x, 2), 0)", "do gt(mul(x, 3), 30)") == numbers(0, 30)
    assert number("do eq(sub(10, x), 4)") == numbers(4)
    assert number("do eq(add(mul(x, 2), 1), 7)") == numbers(7)


def test_wrapping_and_conversion_to_float_keep_a_number() -> None:
    assert number("do lt(wrap32(add(x, 1)), 5)") == numbers(4)
    assert number("do lt(to_float(x), 2.5)", "do lt(to_float(x), inf)") == numbers(2)


def test_a_sum_of_two_unknown_numbers_is_followed_without_shifting() -> None:
    assert number("do eq(add(x, chance(6)), 7)") == numbers(7)


def test_sums_that_grow_in_a_loop_come_to_an_end() -> None:
    found = number(
        "while lt(x, 100) {",
        "x = add(x, 1)",
        "}",
    )
    assert found.numbers == {100, 99, 98, 97}


@pytest.mark.parametrize(
    ("lines", "locals", "more"),
    [
        pytest.param(("y = x", "z = y", "do eq(z, 7)"), "y: int, z: int", "", id="locals"),
        pytest.param(("do check(x)",), "", "function check(n: int) -> bool {\nreturn eq(n, 7)\n}", id="a parameter"),
        pytest.param(
            ("do eq(same_again(x), 7)",), "", "function same_again(n: int) -> int {\nreturn n\n}", id="a result"
        ),
        pytest.param(
            ("do speculate check(x)",), "", "function check(n: int) -> bool {\nreturn eq(n, 7)\n}", id="a try"
        ),
        pytest.param(("@g = x", "do eq(@g, 7)"), "", "global g: int", id="a global"),
        pytest.param(
            ("c = new C(x)", "do eq(c.f, 7)"), "c: object C", "class C {\nfield f: int\n}", id="a field from the start"
        ),
        pytest.param(
            ("c = new D(unset)", "c.f = x", "do eq(c.f, 7)"),
            "c: object D",
            "class C {\nfield f: int unset\n}\nclass D extends C {\n}",
            id="an inherited field",
        ),
        pytest.param(("l = [1, x]", "do eq(list_get(l, 0), 7)"), "l: list[int]", "", id="a list"),
        pytest.param(
            ("l = list[int]()", "do list_push(l, x)", "m = list_copy(l)", "do eq(list_pop(m), 7)"),
            "l: list[int], m: list[int]",
            "",
            id="a copied list",
        ),
        pytest.param(
            ("do keep(@l, x)", "do eq(list_get(@l, 0), 7)"),
            "",
            "global l: list[int]\nfunction keep(k: list[int], n: int) -> none {\ndo list_push(k, n)\n}",
            id="a list that a function writes to",
        ),
        pytest.param(
            ("b = board_set(board_fill[board[int, 2 x 2]](0), 1, x)", "do eq(board_get(b, 0), 7)"),
            "b: board[int, 2 x 2]",
            "",
            id="a board",
        ),
        pytest.param(
            ("t = table_new[table[string, int]]()", 'do table_set(t, "a", x)', 'do eq(table_get(t, "a"), 7)'),
            "t: table[string, int]",
            "",
            id="a table",
        ),
        pytest.param(
            (
                "t = table_new[table[int, int]]()",
                "do table_set(t, x, 0)",
                "do eq(list_get(table_keys(t), 0), 7)",
            ),
            "t: table[int, int]",
            "",
            id="the keys of a table",
        ),
        pytest.param(("p = (0, x)", "q = p", "do eq(q.1, 7)"), "p: (int, int), q: (int, int)", "", id="a tuple"),
        pytest.param(("do eq((true, x), (false, 7))",), "", "", id="a comparison of tuples"),
        pytest.param(("a = convert[any](x)", "do eq(a, convert[any](7))"), "a: any", "", id="`any` compared as it is"),
        pytest.param(
            ("a = convert[any](x)", "if is[int](a) {", "do eq(narrow[int](a), 7)", "}"),
            "a: any",
            "",
            id="`any` and back",
        ),
        pytest.param(
            ("a = convert[any]((x, true))", "p = narrow[(int, bool)](a)", "do eq(p.0, 7)"),
            "a: any, p: (int, bool)",
            "",
            id="a tuple in `any`",
        ),
        pytest.param(
            (
                "a = convert[any]([convert[any](x)])",
                "b = a",
                "do eq(list_get(narrow[list[any]](b), 0), convert[any](7))",
            ),
            "a: any, b: any",
            "",
            id="a list in `any`",
        ),
        pytest.param(("o = convert[int?](x)", "do eq(narrow[int](o), 7)"), "o: int?", "", id="an optional"),
        pytest.param(("y = choose(true, x, 0)", "do eq(y, 7)"), "y: int", "", id="the one side of a choice"),
        pytest.param(("y = choose(true, 0, x)", "do eq(y, 7)"), "y: int", "", id="the other side of a choice"),
        pytest.param(
            ("l = list[int]()", "do list_extend(l, [x])", "do eq(list_get(l, 0), 7)"),
            "l: list[int]",
            "",
            id="a list that is added to another",
        ),
        pytest.param(("do eq(list_get(list_fill(3, x), 0), 7)",), "", "", id="a list of equal elements"),
        pytest.param(
            ("t = table_new[table[int, int]]()", "do table_set(t, 0, x)", "do eq(list_get(table_values(t), 0), 7)"),
            "t: table[int, int]",
            "",
            id="the values of a table",
        ),
        pytest.param(
            ("do board_count(board[int, 2 x 1](7, 8), x)",),
            "",
            "",
            id="counting the cells of a board",
        ),
        pytest.param(
            ("do board_count(const(board[int, 2 x 1](7, 8)), x)",),
            "",
            "",
            id="counting the cells of a constant board",
        ),
        pytest.param(
            ("do eq(second(x), 7)",),
            "",
            "function first(n: int) -> int {\nreturn n\n}\nfunction second(n: int) -> int {\ntail first(n)\n}",
            id="the result of a tail call",
        ),
        pytest.param(
            ("for i from 0 to 1 {", "catch t {", "attempt ok {", "if eq(x, 7) {", "}", "}", "}", "}"),
            "ok: bool, i: int",
            "",
            id="blocks in blocks",
        ),
        pytest.param(
            ("do c(new B()).test(x)",),
            "",
            "class A {\nmethod test = a_test\n}\nclass B extends A {\nmethod test = b_test\n}\n"
            "function c(b: object B) -> object A {\nreturn convert[object A](b)\n}\n"
            "function a_test(self: object A, n: int) -> bool {\nreturn true\n}\n"
            "function b_test(self: object B, n: int) -> bool {\nreturn eq(n, 7)\n}",
            id="a virtual call",
        ),
        pytest.param(
            ("do check(x)",),
            "",
            "routine check(n: int) -> bool charge 1 {\nreturn eq(n, 7)\n}",
            id="a routine",
        ),
        pytest.param(
            ("tail go(x)",),
            "",
            "function go(n: int) -> none {\ndo eq(n, 7)\n}",
            id="a tail call",
        ),
    ],
)
def test_an_answer_is_followed_through(lines: tuple[str, ...], locals: str, more: str) -> None:
    assert 7 in number(*lines, locals=locals, more=more).numbers


def test_an_answer_is_followed_out_of_the_function_that_asks() -> None:
    program = """
    function pick() -> int {
      locals (n: int)
      ask n: whole seat 0 kind number
      return n
    }
    function main() -> none {
      locals (x: int)
      invoke x = pick()
      do eq(x, 7)
    }
    """
    assert of(program, "pick") == (numbers(7),)


def test_only_what_an_answer_can_reach_is_evidence() -> None:
    assert number("l = [x]", "m = [1]", "do eq(list_get(m, 0), 7)", locals="l: list[int], m: list[int]") == Evidence()
    assert number("p = (x, 0)", "do eq(p.1, 7)", locals="p: (int, int)") == Evidence()


def test_components_of_a_tuple_are_leaves_of_their_own() -> None:
    program = main(
        "ask p: each(whole, whole) seat 0 kind literal",
        "do and(gt(p.0, 0), lt(p.1, 9))",
        locals="p: (int, int)",
    )
    assert of(program) == (numbers(0), numbers(9))


def test_of_a_move_from_a_cell_to_a_cell_there_are_four_leaves() -> None:
    program = main(
        "ask m: each(each(whole, whole), each(whole, whole)) seat 0 kind literal",
        "from = m.0",
        "do on(from, 1)",
        "do eq(m.1.0, 5)",
        "do eq(sub(m.1.1, 1), 5)",
        locals="m: ((int, int), (int, int)), from: (int, int)",
        more="function on(p: (int, int), low: int) -> bool {\nreturn and(ge(p.0, low), le(p.1, 4))\n}",
    )
    assert of(program) == (numbers(1), numbers(4), numbers(5), numbers(6))


def test_the_parts_of_an_either_are_told_apart_when_it_is_narrowed() -> None:
    program = main(
        "ask a: either(each(whole, whole), one_of(Pass), line) seat 0 kind literal",
        "if is[(int, int)](a) {",
        "p = narrow[(int, int)](a)",
        "do and(eq(p.0, 3), eq(p.1, 4))",
        "} else if is[string](a) {",
        'do eq(narrow[string](a), "quit")',
        "}",
        locals="a: any, p: (int, int)",
        more="symbols (Pass)",
    )
    assert of(program) == (numbers(3), numbers(4), Evidence(), texts("quit"))


def test_leaves_that_list_their_answers_need_no_evidence() -> None:
    program = main(
        "l = [1, 2]",
        "ask p: each(yes_no, one_of(X), options(l), whole) seat 0 kind literal",
        "do eq(p.2, 9)",
        "do eq(p.3, 4)",
        "do eq(p.1, #X)",
        locals="p: (bool, symbol, int, int), l: list[int]",
        more="symbols (X)",
    )
    assert of(program) == (Evidence(), Evidence(), Evidence(), numbers(4))


def test_an_option_may_be_an_earlier_answer() -> None:
    program = main(
        "ask x: whole seat 0 kind number",
        "l = [x]",
        "ask y: options(l) seat 0 kind choice",
        "do eq(y, 7)",
        locals="x: int, y: int, l: list[int]",
    )
    assert of(program) == (numbers(7),)


def test_the_options_of_a_group_may_be_earlier_answers() -> None:
    program = main(
        "ask x: whole seat 0 kind number",
        "s = [0, 1]",
        "o = [[x], [1]]",
        "ask group l: options(o) seat s kind choice",
        "do eq(list_get(l, 0), 7)",
        locals="x: int, s: list[int], o: list[list[int]], l: list[int]",
    )
    assert of(program) == (numbers(7),)


def test_the_answers_of_a_group_are_followed_one_by_one() -> None:
    program = main(
        "s = [0, 1]",
        "ask group l: each(whole, yes_no) seat s kind number",
        "do gt(list_get(l, 0).0, 5)",
        locals="l: list[(int, bool)], s: list[int]",
    )
    assert of(program) == (numbers(5), Evidence())


def test_sites_are_counted_as_in_the_plan() -> None:
    program = read_program(
        """
    program p entry main
    function ask_it() -> int {
      locals (n: int)
      ask n: whole seat 0 kind number
      return n
    }
    function main() -> none {
      locals (a: int, b: int, c: int)
      invoke a = ask_it()
      if eq(a, 1) {
        ask b: whole seat 0 kind number
        do eq(b, 2)
      }
      invoke c = ask_it()
      ask c: whole(1, 3) seat 0 kind number
    }
    """
    )
    check(program)
    asks = {
        (name, site.number)
        for name, sites in plan(program).sites.items()
        for site in sites
        if isinstance(site.stmt, Ask)
    }
    found = evidence(program)
    assert found.keys() == asks
    assert compared(found["main", 2]) == (numbers(2),)


HALVES = "half: int, rest: int"


def test_a_variable_that_is_always_the_same_constant_counts_as_a_literal() -> None:
    assert number("size = 3", "do gt(x, size)", locals="size: int") == numbers(3)
    assert number("@size = 3", "do gt(x, add(@size, 1))", more="global size: int") == numbers(4)
    assert number("size = mul(sub(5, 2), 2)", "do gt(x, neg(size))", locals="size: int") == numbers(-6)
    assert number("half = div(9, 2)", "rest = mod(9, 2)", "do eq(x, half)", "do eq(x, rest)", locals=HALVES) == numbers(
        4, 1
    )


def test_a_parameter_that_always_receives_constants_counts_as_those_literals() -> None:
    check_range = "function within(n: int, low: int, high: int) -> bool {\nreturn and(ge(n, low), le(n, high))\n}"
    assert number("do within(x, 1, 3)", more=check_range) == numbers(1, 3)
    assert number("do within(x, 1, 3)", "do within(x, 1, 8)", more=check_range) == numbers(1, 3, 8)


def test_a_shift_by_a_constant_parameter_is_undone() -> None:
    shifted = "function test(n: int, by: int) -> bool {\nreturn eq(add(n, by), 10)\n}"
    assert number("do test(x, 4)", more=shifted) == numbers(6)
    assert number("do test(x, 4)", "do test(x, 5)", more=shifted) == numbers(10)


def test_a_counter_is_no_literal() -> None:
    found = number("i = 0", "while ne(i, x) {", "i = add(i, 1)", "}", locals="i: int")
    assert found == Evidence()


def test_a_counting_loop_stands_for_its_first_and_last_number() -> None:
    assert number("for i from 1 to 4 {", "do eq(i, x)", "}", locals="i: int") == numbers(1, 3)


def test_arithmetic_on_constants_that_leaves_64_bits_is_given_up() -> None:
    powers = [f"p{n} = mul(p{n - 1}, p{n - 1})" for n in range(1, 60)]
    names = ", ".join(f"p{n}: int" for n in range(60))
    assert number("p0 = 3", *powers, "do eq(x, p59)", "do eq(x, p1)", locals=names) == numbers(9)


def index(*first: int) -> Evidence:
    return Evidence(indexes=frozenset(first))


def test_an_answer_may_be_an_index() -> None:
    assert number("do list_get([1, 2], x)") == index(0)
    assert number("do list_remove([1, 2], x)") == index(0)
    assert number("do list_set([1, 2], x, 5)") == index(0)
    assert number('do char_at("abc", x)') == index(0)
    assert number("do list_push([1, 2], x)") == Evidence()


def test_an_index_may_count_from_another_number() -> None:
    assert number("do list_get([1, 2], sub(x, 1))") == index(1)
    assert number("do list_get([1, 2], sub(x, 1))", "do list_get([1, 2], x)") == index(0, 1)
    assert number("do list_get([1, 2], mul(x, 2))") == index(0)
    assert number("for i from 0 to x {", "do list_get([1, 2], i)", "}", locals="i: int") == index(1)


def test_between_elements_there_is_one_position_more() -> None:
    assert number("do list_insert([1, 2], x, 5)") == index(0, 1)
    assert number("do list_slice([1, 2], 0, x)") == index(0, 1)
    assert number('do substring("abc", 0, x)') == index(0, 1)
    assert number('do find("abc", "b", x)') == index(0, 1)


def test_numbers_compared_for_equality_are_told_from_those_compared_for_size() -> None:
    program = read_program(
        "program p entry main\n"
        + main(
            "ask x: whole seat 0 kind number",
            "do and(gt(x, 3), eq(add(x, 1), 9))",
            "do board_get(const(board[int, 2 x 2](0, 0, 0, 0)), sub(x, 20))",
            locals="x: int",
        )
    )
    (found,) = evidence(program)["main", 1]
    assert found == Evidence(numbers=frozenset({3, 8, 20, 23}), equals=frozenset({8, 20, 23}))


def test_the_number_of_a_cell_lies_between_the_first_and_the_last() -> None:
    board = "b = board_fill[board[bool, 4 x 2]](false)"
    locals = "b: board[bool, 4 x 2]"
    assert number(board, "do board_get(b, x)", locals=locals) == numbers(0, 7)
    assert number(board, "b = board_set(b, sub(x, 1), true)", locals=locals) == numbers(1, 8)


def test_a_coordinate_is_not_the_number_of_a_cell() -> None:
    board = "b = board_fill[board[bool, 4 x 2]](false)"
    locals = "b: board[bool, 4 x 2]"
    assert number(board, "do board_get(b, add(mul(x, 4), 1))", locals=locals) == Evidence()
    assert text(board, "do board_get(b, sub(code_at(x, 0), 97))", locals=locals) == texts("a")


def test_texts_are_evidence() -> None:
    assert text('do eq(x, "play")', 'do ne("draw", x)') == texts("play", "draw")


def test_symbols_are_no_texts() -> None:
    (found,) = of(
        main(
            "ask x: line seat 0 kind text",
            "do eq(convert[any](x), convert[any](#play))",
            locals="x: string",
            more="symbols (play)",
        )
    )
    assert found == Evidence()


MEMBER = """
routine member(l: list[string], x: string) -> bool charge 1 {
  locals (i: int)
  for i from 0 to list_length(l) {
    if eq(list_get(l, i), x) {
      return true
    }
  }
  return false
}
"""


def test_membership_in_a_list_of_constants_is_evidence_for_each_of_them() -> None:
    assert text('do member(["red", "blue"], x)', more=MEMBER) == texts("red", "blue")


def test_texts_in_a_list_count_even_if_other_texts_are_in_it_too() -> None:
    lines = ('l = ["red"]', "do list_push(l, text_of_int(chance(3)))", "do member(l, x)")
    assert text(*lines, locals="l: list[string]", more=MEMBER) == texts("red")


def test_numbers_in_a_list_count_only_if_all_are_constants() -> None:
    lines = ("l = [5, 6]", "do eq(list_get(l, 0), x)")
    assert number(*lines, locals="l: list[int]") == numbers(5, 6)
    assert number(*lines, "do list_push(l, chance(6))", locals="l: list[int]") == Evidence()


def test_the_keys_of_a_table_are_evidence_for_what_is_looked_up_in_it() -> None:
    lines = (
        "t = table_new[table[string, int]]()",
        'do table_set(t, "north", 1)',
        'do table_set(t, "south", 2)',
        "do table_has(t, x)",
    )
    assert text(*lines, locals="t: table[string, int]") == texts("north", "south")


def test_a_routine_keeps_its_callers_apart() -> None:
    program = main(
        "ask x: line seat 0 kind text",
        "ask y: line seat 0 kind text",
        'do member(["red", "blue"], x)',
        'do member(["yes", "no"], y)',
        locals="x: string, y: string",
        more=MEMBER,
    )
    assert (of(program, site=1), of(program, site=2)) == ((texts("red", "blue"),), (texts("yes", "no"),))


def test_routines_that_call_each_other_are_followed_to_the_end() -> None:
    again = "routine again(n: int, x: int) -> bool charge 1 {\nreturn or(eq(x, n), again(n, sub(x, 1)))\n}"
    assert number("do again(7, x)", more=again).numbers >= {7, 8, 9}


def test_too_many_calls_of_routines_share_one_and_lose_nothing() -> None:
    calls = MOST_COPIED // 4
    more = "routine test(n: int, a: int) -> bool charge 1 {\nreturn eq(n, a)\n}"
    found = number(*(f"do test(x, {n})" for n in range(calls)), more=more)
    assert found.numbers == set(range(calls))


def test_a_part_of_a_text_is_compared_like_the_text() -> None:
    assert text('do eq(char_at(x, 0), "a")', 'do eq(concat(x, "!"), "b!")') == Evidence(texts=frozenset({"a", "b!"}))
    assert text('do eq(join([x, "!"]), "c!")') == texts("c!")
    assert text('do ge(find("yn", x, 0), 0)') == texts("y", "n")
    assert text('do ge(find(x, "stop", 0), 0)') == texts("stop")


def test_a_text_that_is_read_as_a_number_consists_of_digits() -> None:
    assert text("n = parse_int(x)", "do lt(narrow[int](n), 8)", locals="n: int?") == Evidence(
        numbers=frozenset({8}), digits=True
    )
    assert text("do parse_float(x)") == Evidence(digits=True)


def test_characters_between_the_digits_are_digits() -> None:
    digits = Evidence(digits=True)
    assert text("do and(ge(code_at(x, 0), 48), le(code_at(x, 0), 57))") == digits
    assert text('do and(ge(x, "0"), le(x, "9"))') == digits
    assert text("do list_get([1], sub(code_at(x, 0), 48))") == Evidence(indexes=frozenset({0}), digits=True)


def test_characters_between_two_letters_are_all_of_these() -> None:
    assert text("do and(ge(code_at(x, 0), 97), le(sub(code_at(x, 0), 97), 3))") == texts("a", "b", "c", "d")
    assert text('do and(ge(x, "X"), le(x, "Z"))') == texts("X", "Y", "Z")


def test_a_character_compared_by_its_code_is_that_character() -> None:
    assert text("do or(eq(code_at(x, 0), 121), eq(code_at(x, 0), 110))") == texts("y", "n")
    assert text("do or(eq(code_at(x, 0), 55296), eq(code_at(x, 0), -1))") == Evidence()
    assert text("do eq(code_at(x, 0), 49)") == Evidence(texts=frozenset({"1"}), digits=True)


def test_a_number_made_from_digits_by_hand_is_compared_like_one() -> None:
    found = text("n = add(mul(n, 10), sub(code_at(x, 0), 48))", "do lt(n, 12)", locals="n: int unset")
    assert found == Evidence(numbers=frozenset({12}), digits=True)


def test_a_text_in_other_letters_is_still_the_answer() -> None:
    assert text('do eq(text_of_code(add(code_at(x, 0), 32)), "y")') == texts("y")


# ---------------------------------------------------------------------------------------------------- cost


def _leaf_count(domain: Domain) -> int:
    return sum(not isinstance(part, Each | Either) for part in walk_domain(domain))


def chain(length: int) -> Program:
    """Questions, calls, sums and lists in a long row of statements."""
    lines = ["ask x0: whole seat 0 kind number", "l = [0]"]
    for n in range(length // 5):
        lines += [
            f"x{n + 1} = add(x{n}, {n % 3})",
            f"do list_push(l, x{n})",
            f"do eq(list_get(l, {n}), {n})",
            f"x{n + 1} = again(x{n + 1})",
            f"@g = x{n}",
        ]
    locals = ", ".join(f"x{n}: int" for n in range(length // 5 + 1)) + ", l: list[int]"
    more = "program p entry main\nglobal g: int\nfunction again(n: int) -> int {\n  return n\n}\n"
    return read_program(more + main(*lines, locals=locals))


@settings(max_examples=25)
@given(programs())
def test_every_valid_program_has_evidence_for_each_leaf_of_each_question(program: Program) -> None:
    found = trace(program)
    asked = {
        (site.function, site.number): _leaf_count(site.stmt.question.domain)
        for sites in plan(program).sites.values()
        for site in sites
        if isinstance(site.stmt, Ask)
    }
    assert {site: len(known) for site, known in found.evidence.items()} == asked
    assert found.work < 10 * sum(len(list(all_expressions(function))) for function in program.functions)


def test_the_work_grows_with_the_program_and_no_faster() -> None:
    small, large = trace(chain(2_500)).work, trace(chain(5_000)).work
    assert large < 2.1 * small
    assert large < 40 * 5_000


def test_routines_within_routines_are_not_copied_without_end() -> None:
    twice = [f"routine r{n}(x: int) -> bool charge 1 {{\n  return or(r{n + 1}(x), r{n + 1}(x))\n}}" for n in range(30)]
    last = "routine r30(x: int) -> bool charge 1 {\n  return eq(x, 7)\n}"
    program = main("ask x: whole seat 0 kind number", "do r0(x)", locals="x: int", more="\n".join((*twice, last)))
    found = trace(read_program(f"program p entry main\n{program}"))
    assert compared(found.evidence["main", 1]) == (numbers(7),)
    assert found.work < 10 * MOST_COPIED


def test_a_long_row_of_variables_is_not_searched_again_for_each_comparison() -> None:
    length = 1_000
    lines = ["ask x: line seat 0 kind text", 'v0 = "t"']
    for n in range(1, length):
        lines += [f"v{n} = v{n - 1}", f'v{n} = "t{n}"', f"do eq(x, v{n})"]
    locals = "x: string, " + ", ".join(f"v{n}: string" for n in range(length))
    assert trace(read_program(f"program p entry main\n{main(*lines, locals=locals)}")).work < 500 * length


def test_nesting_has_no_limit() -> None:
    deep: Expr = Local("x", INT)
    for _ in range(5_000):
        deep = Op("add", (deep, Const(1, INT)), INT)
    body = (
        Ask("x", Question(Const(0, INT), Whole())),
        Evaluate(Op("eq", (deep, Const(5_007, INT)), BOOL)),
        Assign("x", Const(0, INT)),
    )
    program = Program("p", (Function("main", (), INT, body, (Variable("x", INT),)),), "main")
    assert compared(evidence(program)["main", 1]) == (numbers(7),)


# ---------------------------------------------------------------------------------------------- candidates


def nothing(expr: Expr) -> object:
    raise AssertionError("this domain has no expressions")


def listed(
    domain: Domain,
    *leaves: Evidence,
    resolve: Callable[[Expr], object] = nothing,
    longest: int = 0,
    sides: tuple[int, ...] = (),
    limit: int = 10_000,
) -> Candidates:
    return enumerate_domain(domain, leaves, resolve, longest=longest, board_sides=sides, limit=limit)


def const(expr: Expr) -> object:
    assert isinstance(expr, Const)
    return expr.value


def whole(low: int | None, high: int | None) -> Whole:
    return Whole(None if low is None else Const(low, INT), None if high is None else Const(high, INT))


ANY_NUMBER = Evidence()


def test_yes_comes_before_no() -> None:
    assert listed(YesNo(), Evidence()) == Candidates((True, False), True, False)


def test_symbols_stand_as_they_are_declared() -> None:
    expected: tuple[Plain, ...] = (Symbol("X"), Symbol("O"), Symbol("Empty"))
    assert listed(OneOf(("X", "O", "Empty")), Evidence()) == Candidates(expected, True, False)


def test_options_are_their_numbers() -> None:
    hand = ["ace", "king", "ace"]
    domain = Options(Local("hand", ListType(INT)))
    assert listed(domain, Evidence(), resolve=lambda _: hand) == Candidates((0, 1, 2), True, False)


def test_numbers_between_bounds_are_all_listed() -> None:
    assert listed(whole(-1, 3), Evidence(), resolve=const) == Candidates((-1, 0, 1, 2, 3), True, False)
    assert listed(whole(3, 1), Evidence(), resolve=const) == Candidates((), True, False)


def test_bounds_may_come_from_the_suspended_program() -> None:
    domain = Whole(Local("least", INT), Local("most", INT))
    frame = {"least": 2, "most": 4}
    found = listed(domain, numbers(100), resolve=lambda expr: frame[expr.name] if isinstance(expr, Local) else None)
    assert found == Candidates((2, 3, 4), True, False)


def test_bounds_far_apart_list_what_lies_near_them_and_near_the_evidence() -> None:
    found = listed(whole(0, 1_000_000), numbers(500), resolve=const)
    assert found == Candidates((0, 1, 499, 500, 501, 999_999, 1_000_000), False, False)


def test_one_bound_cuts_off_what_lies_beyond_it() -> None:
    assert listed(whole(1, None), numbers(3), resolve=const).values == (1, 2, 3, 4)
    assert listed(whole(None, 2), numbers(3, 0), resolve=const).values == (-1, 0, 1, 2)
    assert listed(whole(5, None), Evidence(), resolve=const).values == tuple(range(5, 26))
    assert listed(whole(None, -5), Evidence(), resolve=const).values == tuple(range(-25, -4))


def test_numbers_without_bounds_span_the_evidence_and_one_more_on_either_side() -> None:
    assert listed(Whole(), numbers(1, 5)) == Candidates((0, 1, 2, 3, 4, 5, 6), False, False)
    assert listed(Whole(), numbers(1, 198)).values == tuple(range(200))


def test_a_span_too_wide_keeps_the_neighbours_of_each_number() -> None:
    assert listed(Whole(), numbers(1, 199)).values == (0, 1, 2, 198, 199, 200)


def test_a_number_far_off_does_not_hide_those_between_the_others() -> None:
    assert listed(Whole(), numbers(1, 5, 1000)).values == (0, 1, 2, 3, 4, 5, 6, 999, 1000, 1001)


def test_numbers_stay_within_64_bits() -> None:
    assert listed(Whole(), numbers(INT_MAX)).values == (INT_MAX - 1, INT_MAX)


def test_an_index_is_smaller_than_the_longest_list() -> None:
    assert listed(Whole(), index(0), longest=4).values == (0, 1, 2, 3)
    assert listed(Whole(), index(1), longest=4).values == (1, 2, 3, 4)
    assert listed(Whole(), index(0, 1), longest=4).values == (0, 1, 2, 3, 4)
    assert listed(Whole(), Evidence(frozenset({9}), indexes=frozenset({0})), longest=2).values == (0, 1, 8, 9, 10)


def test_boards_give_their_coordinates() -> None:
    assert listed(Whole(), Evidence(), sides=(3, 2)).values == (1, 2, 3)


def test_numbers_at_the_edges_of_a_board_say_no_more_than_the_board() -> None:
    assert listed(Whole(), numbers(1, 3, 4), sides=(3, 2)).values == (1, 2, 3)
    assert listed(Whole(), numbers(0, 2), sides=(3, 2)).values == (0, 1, 2, 3), "it counts from 0"
    assert listed(Whole(), Evidence(frozenset({0, 1, 3}), equals=frozenset({0})), sides=(3, 2)).values == (0, 1, 2, 3)


def test_numbers_off_the_board_are_tried_as_well() -> None:
    assert listed(Whole(), numbers(9), sides=(3, 2)).values == (1, 2, 3, 8, 9, 10)


def test_of_a_number_nothing_is_known_about_a_few_are_tried() -> None:
    assert listed(Whole(), Evidence()) == Candidates(tuple(range(21)), False, False)


def test_a_pair_of_numbers_goes_row_by_row() -> None:
    cell = Each((whole(1, 3), whole(1, 2)))
    expected = ((1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2))
    assert listed(cell, Evidence(), Evidence(), resolve=const) == Candidates(expected, True, False)


def test_a_move_goes_through_the_targets_of_each_origin() -> None:
    cell = Each((whole(1, 2), whole(1, 2)))
    found = listed(Each((cell, cell)), *[Evidence()] * 4, resolve=const)
    cells = [(1, 1), (2, 1), (1, 2), (2, 2)]
    assert found == Candidates(tuple((start, end) for start in cells for end in cells), True, False)


def test_other_tuples_vary_the_last_component_fastest() -> None:
    found = listed(Each((OneOf(("A", "B")), whole(1, 2))), Evidence(), Evidence(), resolve=const)
    assert found.values == ((Symbol("A"), 1), (Symbol("A"), 2), (Symbol("B"), 1), (Symbol("B"), 2))


def test_each_leaf_has_its_own_evidence() -> None:
    assert listed(Each((Whole(), YesNo(), Whole())), numbers(1), Evidence(), numbers(7)).values[:3] == (
        (0, True, 6),
        (0, True, 7),
        (0, True, 8),
    )


def test_a_tuple_with_an_unbounded_part_is_not_complete() -> None:
    assert not listed(Each((YesNo(), Whole())), Evidence(), numbers(1)).complete


def test_either_lists_one_domain_after_the_other_without_repetition() -> None:
    domain = Either((OneOf(("X", "O")), OneOf(("O", "Pass"))))
    expected = (Symbol("X"), Symbol("O"), Symbol("Pass"))
    assert listed(domain, Evidence(), Evidence()) == Candidates(expected, True, False)


def test_yes_and_one_are_different_answers() -> None:
    found = listed(Either((YesNo(), whole(0, 1))), Evidence(), Evidence(), resolve=const)
    assert [repr(value) for value in found.values] == ["True", "False", "0", "1"]


def test_lines_are_the_texts_they_are_compared_with() -> None:
    assert listed(Line(), texts("play", "draw", "two\nlines")) == Candidates(("draw", "play"), False, False)


def test_a_text_nothing_is_known_about_is_open() -> None:
    assert listed(Line(), Evidence()) == Candidates((), False, True)
    assert listed(Chars(Const(2, INT)), Evidence(), resolve=const) == Candidates((), False, True)
    assert listed(Each((YesNo(), Line())), Evidence(), Evidence()) == Candidates((), False, True)
    assert listed(Either((YesNo(), Line())), Evidence(), Evidence()) == Candidates((True, False), False, True)


def test_a_line_that_is_read_as_a_number_is_written_in_digits() -> None:
    digits = tuple("0123456789")
    assert listed(Line(), Evidence(digits=True)).values == digits
    assert listed(Line(), Evidence(frozenset({11}), frozenset({"q", "3"}), digits=True)).values == (
        *digits,
        "10",
        "11",
        "12",
        "q",
    )


def test_characters_are_made_from_evidence() -> None:
    one, two = Chars(Const(1, INT)), Chars(Const(2, INT))
    assert listed(one, Evidence(digits=True), resolve=const).values == tuple("0123456789")
    assert listed(one, texts("y", "n", " ", "no"), resolve=const).values == ("n", "y")
    assert listed(two, texts("y", "n", "ok", "a b"), resolve=const).values == ("nn", "ny", "ok", "yn", "yy")
    pairs = listed(two, Evidence(digits=True), resolve=const).values
    assert len(pairs) == 100
    assert pairs[:2] == ("00", "01")
    assert listed(Chars(Const(0, INT)), Evidence(), resolve=const) == Candidates(("",), True, False)


def test_characters_that_the_language_knows_take_the_place_of_all_digits() -> None:
    column = Chars(Const(1, INT), "012")
    assert listed(column, Evidence(digits=True), resolve=const).values == ("0", "1", "2")
    assert listed(column, Evidence(texts=frozenset({"q", "9"}), digits=True), resolve=const).values == (
        "0",
        "1",
        "2",
        "9",
        "q",
    )
    assert listed(Chars(Const(2, INT), "01"), Evidence(), resolve=const).values == ("00", "01", "10", "11")


def test_what_exceeds_the_limit_is_chosen_evenly_and_is_not_complete() -> None:
    found = listed(Each((whole(1, 100), whole(1, 100))), Evidence(), Evidence(), resolve=const, limit=100)
    assert not found.complete
    assert found.values == tuple((1, row) for row in range(1, 101))
    assert listed(OneOf(tuple("ABCDEF")), Evidence(), limit=3) == Candidates(
        (Symbol("A"), Symbol("C"), Symbol("E")), False, False
    )
    assert len(listed(Chars(Const(12, INT)), Evidence(digits=True), resolve=const, limit=50).values) == 50


def test_very_long_texts_are_not_put_together_from_characters() -> None:
    assert listed(Chars(Const(100_000, INT)), texts("a", "b"), resolve=const) == Candidates((), False, True)


def test_evidence_must_fit_the_domain() -> None:
    with pytest.raises(ValueError, match="fewer leaves"):
        listed(Each((YesNo(), YesNo())), Evidence())
    with pytest.raises(ValueError, match="more leaves"):
        listed(YesNo(), Evidence(), Evidence())


LEAVES = st.one_of(
    st.just(YesNo()),
    st.just(OneOf(("X", "O"))),
    st.just(Line()),
    st.builds(whole, st.none() | st.integers(-9, 9), st.none() | st.integers(-9, 9)),
    st.builds(lambda count: Chars(Const(count, INT)), st.integers(0, 3)),
)
DOMAINS = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, min_size=1, max_size=3).flatmap(
        lambda parts: st.sampled_from((Each(tuple(parts)), Either(tuple(parts))))
    ),
    max_leaves=4,
)
EVIDENCE = st.builds(
    Evidence,
    st.frozensets(st.integers(-300, 300), max_size=3),
    st.frozensets(st.text("ab 1", max_size=2), max_size=3),
    st.frozensets(st.integers(-1, 1), max_size=2),
    st.booleans(),
)


@given(DOMAINS, st.lists(EVIDENCE, min_size=9, max_size=9), st.integers(1, 60))
def test_no_value_is_listed_twice_and_never_more_than_the_limit(
    domain: Domain, known: list[Evidence], limit: int
) -> None:
    count = _leaf_count(domain)
    found = listed(domain, *known[:count], resolve=const, longest=3, sides=(3,), limit=limit)
    assert len(found.values) <= limit
    assert len({repr(value) for value in found.values}) == len(found.values)
    assert found == listed(domain, *known[:count], resolve=const, longest=3, sides=(3,), limit=limit)
