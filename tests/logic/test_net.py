"""The net: small where it should be, and no claim without a proof."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.logic.sheets import read_rules

from parlour import library
from parlour.languages.gdl.lower.lower import rules_of
from parlour.languages.gdl.syntax.parser import parse
from parlour.logic.grounding.grounding import GroundProgram, Ungrounded, ground
from parlour.logic.net.choice import build_choice
from parlour.logic.net.exclusion import Exclusions
from parlour.logic.net.graph import FALSE, TRUE, Graph, Kind, negate
from parlour.logic.net.net import Net, build_net
from parlour.logic.rules import Compound, RuleSheet
from parlour.syntax.source import Source


def net_of(text: str) -> Net:
    program = ground(read_rules(Source("test", text)))
    assert isinstance(program, GroundProgram), program
    net = build_net(program)
    assert isinstance(net, Net), net
    return net


def library_net(name: str) -> Net:
    return net_of((Path(library.__file__).parent / "gdl" / f"{name}.kif").read_text())


@pytest.mark.parametrize(("name", "most"), [("tic-tac-toe", 250), ("connect-four", 1_000), ("breakthrough", 2_000)])
def test_frame_axioms_collapse(name: str, most: int) -> None:
    assert len(library_net(name).graph) < most


def test_a_role_makes_exactly_one_move() -> None:
    graph = Graph()
    role = graph.chooser(4)
    first, second = graph.pick(role, 0b0001), graph.pick(role, 0b0010)
    assert graph.conj([first, second]) == FALSE
    assert graph.disj([graph.pick(role, 0b0111), graph.pick(role, 0b1000)]) == TRUE
    # Most of the moves: cheaper as none of the others.
    assert graph.pick(role, 0b1110) == negate(first)
    assert graph.disj([first, second]) == graph.pick(role, 0b0011)


@given(st.integers(2, 40), st.data())
def test_a_set_of_moves_means_the_same_as_a_set_and_as_gates(size: int, data: st.DataObject) -> None:
    chosen = data.draw(st.integers(0, (1 << size) - 1))
    graph = Graph()
    role = graph.chooser(size)
    literal = graph.pick(role, chosen)
    assert graph.pick_one(role, size - 1) == graph.pick(role, 1 << size - 1)
    assert graph.picked(literal) == chosen if literal > TRUE else literal == (TRUE if chosen else FALSE)
    moves = [graph.input() for _ in range(size)]
    gates = graph.expand(literal, {role: moves}, {})
    for made in range(size):
        assert _holds(graph, gates, {moves[made]}) == bool(chosen >> made & 1)


def _holds(graph: Graph, literal: int, inputs: set[int]) -> bool:
    node = literal >> 1
    if graph.kinds[node] is Kind.AND:
        value = _holds(graph, graph.left[node], inputs) and _holds(graph, graph.right[node], inputs)
    else:
        value = node * 2 in inputs
    return value != bool(literal & 1)


def test_facts_that_never_change_are_no_facts_of_the_net() -> None:
    net = net_of(
        """(role a) (init (wall 1)) (init (at 1)) (<= (legal a stay) (role a)) (<= (legal a go) (true (wall 1)))
        (<= (next (wall 1)) (true (wall 1))) (<= (next (at 2)) (does a go)) (<= (next (at 1)) (does a stay))
        (<= terminal (true (at 2)) (true (wall 1))) (<= (goal a 0) (role a))"""
    )
    assert sorted(map(str, net.facts)) == ["at(1)", "at(2)"]
    assert [str(fact) for fact in net.constant] == ["wall(1)"]
    assert net.legal == ((TRUE, TRUE),)


def test_what_a_legal_move_implies_is_not_asked_again() -> None:
    net = net_of(
        """(role a) (init (coin 1)) (n 1) (n 2) (<= (legal a (take ?x)) (true (coin ?x)) (n ?x))
        (<= (legal a wait) (role a))
        (<= (next (has ?x)) (does a (take ?x)) (true (coin ?x)))
        (<= (next (lost ?x)) (does a (take ?x)) (not (true (coin ?x))))
        (<= (next (coin 2)) (does a wait))
        (<= terminal (true (has 2))) (<= (goal a 0) (role a))"""
    )
    following = dict(zip(map(str, net.facts), net.next, strict=True))
    moves = list(map(str, net.moves[0]))
    assert following["has(1)"] == net.graph.pick(0, 1 << moves.index("take(1)"))
    # It cannot be, so it is no fact.
    assert "lost(1)" not in following


def test_goals_that_depend_on_other_goals_are_no_circle() -> None:
    net = net_of(
        """(role a) (init (at 1)) (<= (legal a go) (role a)) (<= (next (at 2)) (true (at 1)))
        (<= terminal (true (at 2))) (<= (goal a 100) (true (at 2))) (<= (goal a 0) (not (goal a 100)))"""
    )
    values = {str(value): literal for value, literal in net.goals[0]}
    assert values["0"] == negate(values["100"])


def test_a_negation_that_comes_back_to_itself_is_named() -> None:
    """The checks of the language find most of these before; what is built from its rules must not rely on it."""
    tree, problems = parse(
        Source(
            "test",
            """(role a) (init (on 1)) (<= (legal a go) (role a)) (<= (next (on ?x)) (true (on ?x)))
            (<= (next (on 2)) (true (on 1))) (n 1) (n 2) (pair 1 2) (pair 2 1)
            (<= (win ?x) (true (on ?x)) (pair ?x ?y) (not (win ?y)))
            (<= terminal (win 1)) (<= (goal a 0) (role a))""",
        )
    )
    program = ground(RuleSheet(tuple(rules_of(tree, problems.append)), (Compound("a"),)))
    assert isinstance(program, GroundProgram)
    found = build_net(program)
    assert isinstance(found, Ungrounded)
    assert "win(1)" in found.reason
    assert "win(2)" in found.reason


# -------------------------------------------------------------------------------------------------- exclusion

TURNS = """(role a) (role b) (init (control a)) (n 1) (n 2)
(<= (legal ?r (take ?n)) (true (control ?r)) (n ?n))
(<= (legal ?r noop) (role ?r) (true (control ?s)) (distinct ?r ?s))
{turn}
(<= terminal (true (control c))) (<= (goal ?r 0) (role ?r))"""


@pytest.mark.parametrize(
    ("what", "turn", "is_proven"),
    [
        ("taking turns", "(<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))", True),
        (
            "going again after a certain move",
            """(<= (next (control ?r)) (does ?r (take 1)))
            (<= (next (control ?s)) (true (control ?r)) (role ?s) (distinct ?r ?s) (not (does ?r (take 1))))""",
            True,
        ),
        (
            "both at once after a certain move",
            """(<= (next (control ?r)) (does ?r (take 1)))
            (<= (next (control ?s)) (true (control ?r)) (role ?s) (distinct ?r ?s))""",
            False,
        ),
    ],
)
def test_that_two_roles_never_choose_together_is_proven_or_not_used(what: str, turn: str, is_proven: bool) -> None:
    net = net_of(TURNS.format(turn=turn))
    assert bool(Exclusions(net).pairs) == is_proven, what
    assert len(build_choice(net).selectors) == (1 if is_proven else 2)
