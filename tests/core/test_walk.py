"""Going through programs: parts in order of evaluation, and nodes rebuilt over other parts."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import get_args

import pytest

from parlour.core.nodes import (
    Ask,
    Assign,
    Call,
    Const,
    Expr,
    Function,
    If,
    Invoke,
    Local,
    New,
    Op,
    Program,
    Stmt,
    TailCall,
)
from parlour.core.read.program import read_program
from parlour.core.text import print_expr
from parlour.core.types import INT
from parlour.core.walk import (
    all_expressions,
    assigned,
    blocks,
    children,
    domain_expressions,
    expressions,
    map_expr,
    replace_blocks,
    replace_children,
    replace_expressions,
    walk_block,
    walk_expr,
)

TEXT = """
program p entry main
symbols (X)
class C {
  field a: int
  field b: int unset
  method m = c_m
}
global g: int
count global seen: int
function c_m(self: object C, n: int) -> int {
  return n
}
function pick(n: int) -> int {
  locals (a: int, ok: bool, many: list[(int, string)], seats: list[int], lows: list[int])
  ask a: whole(1, n) seat n kind number
  seats = [1]
  lows = [2]
  ask group many: each(whole(lows, unset), chars(seats)) seat seats kind literal
  return a
}
function main() -> none {
  locals (x: int, i: int, ok: bool, c: object C, t: (int, bool))
  c = new C(1, unset)
  c.a = c.m(add(2, 3))
  t = (4, and(true, or(false, true)))
  x = choose(t.1, t.0, @g)
  @g = chance([5, 6])
  do board[int, 2 x 1](7, 8)
  do narrow[int](convert[any](9))
  do is[int](convert[int?](10))
  do speculate c_m(c, 11)
  do c.a
  do tracked C
  do new_seat("Ada")
  if eq(x, 12) {
    do #X
  } else if eq(x, 13) {
    do 14
  } else {
    do 15
  }
  while false {
    continue
    break
  }
  for i from 16 to 17 {
    do 18
  }
  catch t {
    abandon t
  }
  attempt ok {
    fail
  }
  invoke x = pick(19)
  tell "hi" to [20]
  finish [[21]] scores [22.0] reason "over"
  count seen by 22
  raise odd "end"
  tail main()
}
"""


@pytest.fixture(scope="module")
def program() -> Program:
    return read_program(TEXT)


def everything(program: Program) -> tuple[list[Stmt], list[Expr]]:
    stmts = [stmt for function in program.functions for stmt in walk_block(function.body)]
    return stmts, [expr for function in program.functions for expr in all_expressions(function)]


def test_a_node_rebuilt_over_its_own_parts_is_the_same_node(program: Program) -> None:
    stmts, exprs = everything(program)
    assert all(replace_children(expr, children(expr)) is expr for expr in exprs)
    assert all(replace_expressions(stmt, expressions(stmt)) is stmt for stmt in stmts)
    assert all(replace_blocks(stmt, blocks(stmt)) is stmt for stmt in stmts)


def test_a_node_rebuilt_over_copies_of_its_parts_is_equal_and_new(program: Program) -> None:
    stmts, exprs = everything(program)
    for expr in exprs:
        copies = [replace(child) for child in children(expr)]
        changed = replace_children(expr, copies)
        assert changed == expr
        assert all(new is old for new, old in zip(children(changed), copies, strict=True))
    for stmt in stmts:
        parts = [replace(part) for part in expressions(stmt)]
        rebuilt = replace_expressions(stmt, parts)
        assert rebuilt == stmt
        assert rebuilt.span is stmt.span
        assert all(new is old for new, old in zip(expressions(rebuilt), parts, strict=True))
        inner = [(*block, Assign("x", Const(99, INT))) for block in blocks(stmt)]
        assert list(blocks(replace_blocks(stmt, inner))) == inner


def test_no_expression_of_a_node_is_overlooked(program: Program) -> None:
    """What `children` and `expressions` give is all that the fields of the node hold."""
    kinds = get_args(Expr)

    def held(value: object) -> list[Expr]:
        if isinstance(value, kinds):
            return [value]  # type: ignore[list-item]
        return [part for item in value for part in held(item)] if isinstance(value, tuple) else []

    stmts, exprs = everything(program)
    assert {type(expr) for expr in exprs} == set(kinds)
    assert {type(stmt) for stmt in stmts} == set(get_args(Stmt))
    for expr in exprs:
        assert [part for field in fields(expr) for part in held(getattr(expr, field.name))] == list(children(expr))
    for stmt in stmts:
        if not isinstance(stmt, Ask | Invoke | TailCall | If):
            parts = [part for field in fields(stmt) for part in held(getattr(stmt, field.name))]
            assert parts == list(expressions(stmt))


def test_the_wrong_number_of_parts_is_refused() -> None:
    with pytest.raises(ValueError, match="Op has 1 children, not 0"):
        replace_children(Op("neg", (Const(1, INT),), INT), ())
    with pytest.raises(ValueError, match="Assign has 1 expressions, not 2"):
        replace_expressions(Assign("x", Const(1, INT)), (Const(1, INT), Const(2, INT)))
    with pytest.raises(ValueError, match="If has 2 blocks, not 1"):
        replace_blocks(If(((Const(True, INT), ()),)), ((),))


def test_expressions_come_outer_before_inner_and_left_before_right(program: Program) -> None:
    main = program.functions[-1]
    stmt = main.body[2]
    assert isinstance(stmt, Assign)
    assert [print_expr(expr) for expr in walk_expr(stmt.value)] == [
        "(4, and(true, or(false, true)))",
        "4",
        "and(true, or(false, true))",
        "true",
        "or(false, true)",
        "false",
        "true",
    ]


def test_statements_come_in_the_order_of_the_text(program: Program) -> None:
    main = program.functions[-1]
    numbers = [expr.value for expr in all_expressions(main) if isinstance(expr, Const) and type(expr.value) is int]
    assert numbers == list(range(1, 23))


def test_a_question_gives_its_seat_and_then_its_domain(program: Program) -> None:
    asks = [stmt for stmt in walk_block(program.functions[1].body) if isinstance(stmt, Ask)]
    assert [[print_expr(expr) for expr in expressions(ask)] for ask in asks] == [
        ["n", "1", "n"],
        ["seats", "lows", "seats"],
    ]
    assert domain_expressions(asks[0].question.domain) == expressions(asks[0])[1:]


def test_an_invoke_gives_the_arguments_and_keeps_the_call(program: Program) -> None:
    invoke = next(stmt for stmt in program.functions[-1].body if isinstance(stmt, Invoke))
    changed = replace_expressions(invoke, (Const(7, INT),))
    assert isinstance(changed, Invoke)
    assert changed.call == Call("pick", (Const(7, INT),), INT)
    assert any(isinstance(expr, Call) for expr in all_expressions(program.functions[-1]))


def test_what_a_statement_writes(program: Program) -> None:
    written = [assigned(stmt) for stmt in program.functions[-1].body]
    assert [name for name in written if name] == ["c", "t", "x", "i", "ok", "x"]


def test_fields_left_unset_stay_unset() -> None:
    new = New("C", (None, Local("x", INT), None), INT)
    assert replace_children(new, (Const(1, INT),)) == New("C", (None, Const(1, INT), None), INT)


def test_map_changes_inner_parts_first_and_deep_expressions_need_no_stack() -> None:
    expr: Expr = Const(0, INT)
    for _ in range(5000):
        expr = Op("neg", (expr,), INT)
    seen: list[int] = []

    def change(part: Expr) -> Expr:
        if isinstance(part, Const):
            return Const(1, INT)
        assert isinstance(part, Op)
        seen.append(len(seen))
        return replace(part, name="bit_not")

    changed = map_expr(expr, change)
    assert len(seen) == 5000
    assert {type(part).__name__ for part in walk_expr(changed)} == {"Op", "Const"}
    assert [part.name for part in walk_expr(changed) if isinstance(part, Op)] == ["bit_not"] * 5000


def test_functions_without_statements_have_no_parts() -> None:
    assert list(all_expressions(Function("f", (), INT, ()))) == []
