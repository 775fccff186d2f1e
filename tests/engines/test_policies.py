"""A policy is a family of functions, one for each type of answer, and reads data that is given when playing begins."""

from __future__ import annotations

import pytest

from parlour.core.nodes import Function, GlobalVariable, MakeList, Program, SetGlobal
from parlour.core.read.program import read_program
from parlour.core.types import BOOL, INT, NONE, ListType, TableType
from parlour.core.verify import verify
from parlour.engines.native.host import loading
from parlour.game.game import UnfitPolicy
from parlour.game.policy import Drawing
from parlour.testing.agreement import engines

LIKES = """
program likes entry main
seats (Ada, Ben)
given global strengths: list[int]
given global bonus: int
global total: int
function likes(n: int) -> int {
  return n
}
function `likes of pairs`(p: (int, int)) -> int {
  if eq(list_length(@strengths), 0) {
    return 1
  }
  return list_get(@strengths, p.1)
}
function main() -> none {
  locals (n: int, b: bool, pairs: list[(int, int)], pair: (int, int))
  ask n: whole(0, 1) seat 0 kind number
  ask b: yes_no seat 0 kind literal
  pairs = [(n, 0), (n, 1)]
  ask pair: options(pairs) seat 1 kind choice
  finish [[pair.1], [sub(1, pair.1)]]
}
"""


def test_each_function_of_a_family_weighs_the_answers_of_its_type() -> None:
    python, native = engines(read_program(LIKES))
    drawn = Drawing("likes", {"strengths": [0, 3]})
    one, other = python.simulator().playouts(200, 4, policy=drawn), native.simulator().playouts(200, 4, policy=drawn)
    assert one == other
    assert one.endings == {"Ben wins": 200}
    twice = Drawing("likes", {"strengths": [1, 2]})
    share = native.simulator().playouts(3000, 4, policy=twice).endings["Ben wins"] / 3000
    assert share == pytest.approx(2 / 3, abs=0.03)


def test_other_data_need_no_other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    _, native = engines(read_program(LIKES))
    simulator = native.simulator()
    first = simulator.playouts(50, 1, policy=Drawing("likes", {"strengths": [1, 0]}))
    monkeypatch.setattr(loading, "compile_program", None)
    second = simulator.playouts(50, 1, policy=Drawing("likes", {"strengths": [0, 1]}))
    again = simulator.playouts(50, 1, policy=Drawing("likes", {"strengths": [1, 0]}))
    assert (first.endings, second.endings, again) == ({"Ada wins": 50}, {"Ben wins": 50}, first)


def test_what_is_not_given_is_blank() -> None:
    python, native = engines(read_program(LIKES))
    assert python.simulator().playouts(60, 1, policy="likes") == native.simulator().playouts(60, 1, policy="likes")


def test_data_that_a_program_does_not_take_is_refused() -> None:
    for engine in engines(read_program(LIKES)):
        with pytest.raises(UnfitPolicy, match=r"no data called `strength`\. Did you mean strengths"):
            engine.simulator().playouts(1, 0, policy=Drawing(None, {"strength": [1, 2]}))
        with pytest.raises(UnfitPolicy, match=r"`strengths` must be given as list\[int\]"):
            engine.simulator().playouts(1, 0, policy=Drawing(None, {"strengths": [1.5]}))
        with pytest.raises(UnfitPolicy, match="`bonus` must be given as int"):
            engine.simulator().playouts(1, 0, policy=Drawing(None, {"bonus": [1]}))


def test_two_functions_of_a_family_weigh_different_types() -> None:
    twin = LIKES.replace("(p: (int, int))", "(p: int)").replace("p.1", "p")
    for engine in engines(read_program(twin)):
        with pytest.raises(UnfitPolicy, match="another of its family weighs the same answers"):
            engine.simulator().playouts(1, 0, policy="likes")


def test_the_verifier_keeps_given_data_as_it_is() -> None:
    given = GlobalVariable("g", ListType(INT), is_given=True)
    write = Function("f", (), NONE, (SetGlobal("g", MakeList((), ListType(INT))),))
    assert any("is given from outside" in str(item) for item in verify(Program("p", (write,), "f", (given,))))
    table = GlobalVariable("g", TableType(INT, BOOL), is_given=True)
    nothing = Function("f", (), NONE, ())
    assert any("is given from outside" in str(item) for item in verify(Program("p", (nothing,), "f", (table,))))
