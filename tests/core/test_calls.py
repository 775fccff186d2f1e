"""The call graph: who may call whom, who may ask, which functions call themselves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Ask, Assign, Call, Const, Function, Op, Program, Question, Variable, VirtualCall, Whole
from parlour.core.passes.call_graph import (
    asking,
    callees,
    closure,
    components,
    cycles,
    looking,
    reach,
    recursive,
    strong_components,
)
from parlour.core.read.program import read_program
from parlour.core.types import INT
from parlour.core.walk import all_expressions

PROGRAM = read_program(
    """
program p entry main
class Piece {
  method move = piece_move
}
class King extends Piece {
  method move = king_move
}
class Queen extends Piece {
}
class Card {
  method move = card_move
}
function piece_move(self: object Piece) -> int {
  return 1
}
function king_move(self: object King) -> int {
  locals (a: int)
  ask a: whole seat 0 kind number prompt look
  return a
}
function card_move(self: object Card) -> int {
  return odd(2)
}
function look() -> string {
  return text_of_int(helped())
}
function helped() -> int {
  return 3
}
function even(n: int) -> int {
  return odd(n)
}
function odd(n: int) -> int {
  return choose(eq(n, 0), 0, even(n))
}
function itself() -> none {
  do itself()
}
routine far(n: int) -> int charge n {
  return n
}
function turn(piece: object Piece, queen: object Queen) -> int {
  locals (a: int)
  invoke a = piece.move()
  return add(queen.move(), speculate far(a))
}
function main() -> none {
  locals (a: int, o: list[int])
  invoke turn(new King(), new Queen())
  o = [1]
  ask a: options(o, label show) seat 0 kind choice
}
function show(n: int) -> string {
  return ""
}
"""
)


def test_virtual_calls_reach_every_method_below_the_static_class() -> None:
    graph = callees(PROGRAM)
    assert graph["turn"] == {"piece_move", "king_move", "far"}
    assert graph["card_move"] == {"odd"}
    assert graph["main"] == {"turn"}
    assert list(graph) == [function.name for function in PROGRAM.functions]


def test_prompts_and_labels_are_looked_at_and_not_called() -> None:
    assert looking(PROGRAM) == {"look", "show"}
    assert "look" not in callees(PROGRAM)["king_move"]


def test_asking_goes_up_through_calls_and_methods() -> None:
    assert asking(PROGRAM) == {"king_move", "turn", "main"}


def test_asking_finds_calls_inside_expressions_of_programs_that_are_not_in_order() -> None:
    ask = Ask("a", Question(Const(0, INT), Whole()))
    pick = Function("pick", (), INT, (ask,), (Variable("a", INT),))
    hidden = Op("neg", (Op("add", (Const(1, INT), Call("pick", (), INT)), INT),), INT)
    caller = Function("caller", (), INT, (Assign("a", hidden),), (Variable("a", INT),))
    assert asking(Program("p", (pick, caller), "caller")) == {"pick", "caller"}


def test_functions_of_one_cycle_share_a_number_and_callees_come_first() -> None:
    number = components(PROGRAM)
    assert number["even"] == number["odd"]
    assert len(set(number.values())) == len(number) - 1
    for caller, called in callees(PROGRAM).items():
        assert all(number[name] <= number[caller] for name in called)


def test_cycles_are_functions_that_can_reach_themselves() -> None:
    assert set(cycles(PROGRAM)) == {frozenset({"even", "odd"}), frozenset({"itself"})}
    assert recursive(PROGRAM) == {"even", "odd", "itself"}


def test_what_is_reached_follows_calls_only() -> None:
    assert reach(PROGRAM, ["main"]).functions == {"main", "turn", "piece_move", "king_move", "far"}
    assert reach(PROGRAM, ["look", "nobody"]).functions == {"look", "helped"}


def test_a_virtual_call_reaches_methods_of_classes_that_are_made() -> None:
    program = read_program(
        """
        program p entry main
        class Piece {
          method move = piece_move
        }
        class King extends Piece {
          method move = king_move
        }
        class Queen extends Piece {
          method move = queen_move
        }
        function piece_move(self: object Piece) -> int {
          return 1
        }
        function king_move(self: object King) -> int {
          return new Queen().move()
        }
        function queen_move(self: object Queen) -> int {
          return 2
        }
        function main() -> int {
          return step(new King())
        }
        function step(piece: object Piece) -> int {
          return piece.move()
        }
        function never(piece: object Piece) -> int {
          return piece.move()
        }
        """
    )
    found = reach(program, ["main"])
    # A queen is made only where a king moves, and then it may be she who moves; a mere piece never is.
    assert found.functions == {"main", "step", "king_move", "queen_move"}
    assert found.classes == {"King", "Queen"}
    (call,) = [each for each in all_expressions(program.functions[4]) if isinstance(each, VirtualCall)]
    assert found.methods(Hierarchy(program.classes), call) == {"king_move": ["King"], "queen_move": ["Queen"]}
    # Where nothing is made nothing comes, and all of them count.
    assert reach(program, ["never"]).functions >= {"never", "piece_move", "king_move", "queen_move"}


def test_calls_of_undeclared_functions_are_left_out() -> None:
    function = Function("f", (), INT, (Assign("a", Call("g", (), INT)),))
    assert callees(Program("p", (function,), "f")) == {"f": frozenset()}


GRAPHS = st.integers(1, 9).flatmap(
    lambda n: st.fixed_dictionaries({str(node): st.sets(st.integers(0, n - 1).map(str)) for node in range(n)})
)


@given(GRAPHS)
def test_two_nodes_share_a_component_exactly_if_each_reaches_the_other(graph: dict[str, set[str]]) -> None:
    number = strong_components(graph)
    reach = {node: closure(graph, [node]) for node in graph}
    for left in graph:
        for right in graph:
            assert (number[left] == number[right]) == (left in reach[right] and right in reach[left])
            if right in reach[left]:
                assert number[right] <= number[left]


def test_a_long_chain_of_calls_needs_no_stack() -> None:
    graph = {str(n): [str(n + 1)] for n in range(20_000)} | {"20000": []}
    assert len(set(strong_components(graph).values())) == 20_001
