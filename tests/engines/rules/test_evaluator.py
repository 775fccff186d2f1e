"""What holds in a state: small rule sheets with known answers, and every library game against the plain reference."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.logic.sheets import read_rules

from parlour import library
from parlour.engines.rules.budget import OutOfBudget
from parlour.engines.rules.evaluator import Evaluator
from parlour.engines.rules.fixpoint import NotStratified
from parlour.languages.gdl.lower.lower import rules_of
from parlour.languages.gdl.syntax.parser import parse
from parlour.languages.gdl.syntax.spelling import read_term
from parlour.logic.dependencies import Dependencies
from parlour.logic.evaluation import reference
from parlour.logic.evaluation.statics import Endless, Evaluation, evaluate
from parlour.logic.information import uses_knowledge
from parlour.logic.rules import Compound, RuleSheet
from parlour.syntax.source import Source

GAMES = [entry for entry in library.all() if entry.language == "gdl"]
ME = Compound("me")


def term(text: str) -> Compound:
    found = read_term(text)
    assert found is not None
    return found


def sheet(text: str) -> RuleSheet:
    """Rules that need not be a whole game."""
    tree, found = parse(Source("test", text))
    rules = rules_of(tree, found.append)
    assert not found
    return RuleSheet(tuple(rules), (ME,))


def holding(text: str, *facts: str, move: str = "go") -> list[str]:
    """What `next` gives for a state and a move of the role `me`."""
    evaluator = Evaluator(sheet(text))
    state = frozenset(map(term, facts))
    return sorted(map(str, evaluator.next(state, {ME: term(move)})))


def test_the_order_of_conditions_means_nothing() -> None:
    one = "(<= (next (r ?x ?y)) (distinct ?x ?y) (not (true (q ?y))) (true (p ?x)) (true (p ?y)))"
    other = "(<= (next (r ?x ?y)) (true (p ?y)) (true (p ?x)) (not (true (q ?y))) (distinct ?x ?y))"
    facts = ["p 1", "p 2", "p 3", "q 3"]
    assert holding(one, *facts) == holding(other, *facts) == ["r(1, 2)", "r(2, 1)", "r(3, 1)", "r(3, 2)"]


def test_a_variable_can_stand_for_a_whole_fact_or_a_whole_move() -> None:
    assert holding("(<= (next ?f) (true ?f))", "p 1", "q") == ["p(1)", "q"]
    assert holding("(<= (next (last ?m)) (does me ?m))", move="(mark 1 2)") == ["last(mark(1, 2))"]
    assert holding("(<= (next (by ?r ?m)) (does ?r ?m))", move="go") == ["by(me, go)"]


def test_terms_are_taken_apart_and_put_together() -> None:
    text = "(<= (next (pair ?y ?x)) (true (pair ?x ?y)))\n(<= (next ?x) (true (box (lid ?x) shut)))"
    assert holding(text, "pair 1 (s 2)", "box (lid (s 1)) shut", "box (lid 7) open") == ["pair(s(2), 1)", "s(1)"]


def test_a_variable_that_occurs_twice_must_be_the_same() -> None:
    assert holding("(<= (next (twin ?x)) (true (p ?x ?x)))", "p 1 1", "p 1 2") == ["twin(1)"]
    assert holding("(<= (twin ?x ?x) (true (p ?x)))\n(<= (next ok) (twin 1 ?y) (twin ?y 1))", "p 1", "p 2") == ["ok"]


def test_a_relation_is_asked_with_any_of_its_arguments_known() -> None:
    rules = "(<= (r ?x ?y) (true (p ?x ?y)))\n"
    facts = ["p 1 a", "p 1 b", "p 2 b"]
    assert holding(rules + "(<= (next (y ?y)) (r 1 ?y))", *facts) == ["y(a)", "y(b)"]
    assert holding(rules + "(<= (next (x ?x)) (r ?x b))", *facts) == ["x(1)", "x(2)"]
    assert holding(rules + "(<= (next ok) (r 2 b))", *facts) == ["ok"]
    assert holding(rules + "(<= (next ok) (r 2 a))", *facts) == []
    assert holding(rules + "(<= (next (x ?x)) (r ?x ?y))", *facts) == ["x(1)", "x(2)"]
    assert holding(rules + "(<= (next ok) (r ?x ?y))") == []


def test_a_relation_may_have_facts_and_rules() -> None:
    text = "(r 1)\n(<= (r ?x) (true (p ?x)))\n(<= (next (q ?x)) (r ?x))"
    assert holding(text, "p 2") == ["q(1)", "q(2)"]


def test_recursion_reaches_everything_and_ends() -> None:
    text = """
    (<= (linked ?x ?y) (true (edge ?x ?y)))
    (<= (linked ?x ?z) (linked ?x ?y) (true (edge ?y ?z)))
    (<= (next (to ?y)) (linked 1 ?y))
    """
    assert holding(text, "edge 1 2", "edge 2 3", "edge 3 1", "edge 8 9") == ["to(1)", "to(2)", "to(3)"]


def test_relations_that_need_each_other() -> None:
    text = """
    (<= (even ?x) (true (zero ?x)))
    (<= (odd ?y) (even ?x) (true (succ ?x ?y)))
    (<= (even ?y) (odd ?x) (true (succ ?x ?y)))
    (<= (next (e ?x)) (even ?x))
    """
    assert holding(text, "zero 0", *(f"succ {n} {n + 1}" for n in range(5))) == ["e(0)", "e(2)", "e(4)"]


def test_negation_inside_a_recursion_is_judged_on_atoms() -> None:
    text = """
    (<= (win ?x) (true (to ?x ?y)) (not (win ?y)))
    (<= (next (w ?x)) (win ?x))
    """
    assert holding(text, "to 1 2", "to 2 3", "to 3 4") == ["w(1)", "w(3)"]
    with pytest.raises(NotStratified):
        holding(text, "to 1 2", "to 2 1")


def test_undefined_relations_never_hold() -> None:
    assert holding("(<= (next a) (nowhere ?x))\n(<= (next b) (not (nowhere 1)))") == ["b"]


def test_a_rule_with_many_variables_does_not_multiply_out() -> None:
    """26 variables over 30 facts each: 30^26 ways if every one of them were tried."""
    conditions = " ".join(f"(true (p ?v{n} x))" for n in range(26))
    facts = [f"p {n} x" for n in range(30)]
    assert holding(f"(<= (next ok) {conditions})", *facts) == ["ok"]
    chain = " ".join(f"(true (e ?v{n} ?v{n + 1}))" for n in range(25))
    edges = [f"e {a} {b}" for a in range(12) for b in range(12)]
    assert holding(f"(<= (next ok) {chain} (true (q ?v25)))", *edges) == []


def test_a_rule_with_more_loops_than_python_can_nest() -> None:
    outputs = " ".join(f"?v{n}" for n in range(25))
    conditions = " ".join(f"(true (cell {n} ?v{n}))" for n in range(25))
    found = holding(f"(<= (next (all {outputs})) {conditions})", *(f"cell {n} {n * n}" for n in range(25)))
    assert found == [f"all({', '.join(str(n * n) for n in range(25))})"]


def test_too_much_work_is_given_up_with_an_error() -> None:
    evaluator = Evaluator(sheet("(<= (next (r ?a ?b ?c ?d)) (true (p ?a)) (true (p ?b)) (true (p ?c)) (true (p ?d)))"))
    state = frozenset(term(f"p {n}") for n in range(60))
    with pytest.raises(OutOfBudget, match="this rule makes too many terms by `r`"):
        evaluator.next(state, {ME: term("go")})


def test_terms_that_grow_within_a_state_are_given_up_with_an_error() -> None:
    evaluator = Evaluator(sheet("(<= (n (s ?x)) (n ?x))\n(<= (n ?x) (true (p ?x)))\n(<= (next ?x) (n ?x))"))
    with pytest.raises(OutOfBudget, match="grow without end"):
        evaluator.next(frozenset({term("p z")}), {ME: term("go")})


def test_moves_and_goals_are_listed_in_the_order_of_their_terms() -> None:
    text = "(<= (legal me (go ?x)) (true (p ?x)))\n(legal me noop)\n(<= (goal me ?x) (true (p ?x)))"
    evaluator = Evaluator(sheet(text))
    state = frozenset(map(term, ["p 10", "p 9", "p b", "p a"]))
    assert list(map(str, evaluator.legal(state)[ME])) == ["go(9)", "go(10)", "go(a)", "go(b)", "noop"]
    assert list(map(str, evaluator.goals(state)[ME])) == ["9", "10", "a", "b"]


def test_what_never_changes_is_worked_out_once() -> None:
    text = "(succ 1 2) (succ 2 3)\n(<= (less ?x ?y) (succ ?x ?y))\n(<= (less ?x ?z) (less ?x ?y) (succ ?y ?z))\n"
    evaluator = Evaluator(sheet(text + "(<= (next (below ?x)) (true (at ?y)) (less ?x ?y))"))
    state = frozenset({term("at 3")})
    assert sorted(map(str, evaluator.next(state, {ME: term("go")}))) == ["below(1)", "below(2)"]
    assert evaluator.relations.is_table(("less", 2))


def test_what_never_changes_and_cannot_be_worked_out_is_an_error_where_it_is_asked_for() -> None:
    rest = "(<= (next on) (does me go))\n(<= (next off) (does me stop) {})"
    grown = "(m 0)\n(<= (n ?x (s ?x)) (m ?x))\n(<= (m ?x) (n ?y ?x))\n" + rest.format("(m (s 0))")
    assert holding(grown) == ["on"]
    with pytest.raises(OutOfBudget, match="grow without end"):
        holding(grown, move="stop")
    circle = "(to 1 2) (to 2 1)\n(<= (win ?x) (to ?x ?y) (not (win ?y)))\n(<= lucky (win 1))\n" + rest.format("lucky")
    assert holding(circle) == ["on"]
    with pytest.raises(NotStratified):
        holding(circle, move="stop")


@pytest.mark.parametrize("room", [1_000, 0], ids=["kept", "no room"])
def test_a_fact_that_was_never_met_does_not_hold(room: int) -> None:
    """Not even its number exists where there is no room to keep the rows that speak of it."""
    text = """
    (link 1 2) (link 1 3)
    (only 1 2)
    (<= (boxed (e ?x)) (true (q ?x)))
    (<= (next (one ?x)) (only 1 ?x) (not (true (e ?x))))
    (<= (next (all ?x)) (link 1 ?x) (not (true (e ?x))))
    (<= (next (box ?x)) (link 1 ?x) (not (true (e ?x))) (boxed (e ?x)))
    (<= (next (bad ?x)) (link 1 ?x) (true (e ?x)))
    """
    evaluator = Evaluator(sheet(text))
    evaluator.relations.namespace["room"][0] = room
    found = evaluator.next(frozenset({term("q 3")}), {ME: term("go")})
    assert sorted(map(str, found)) == ["all(2)", "all(3)", "box(3)", "one(2)"]


def test_the_budget_of_a_state_does_not_depend_on_those_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never changes and is too large for a table is worked out in pieces, as states ask for them."""
    monkeypatch.setattr("parlour.engines.rules.relations.LOADING_STEPS", 200)
    facts = " ".join(f"(n {n})" for n in range(20))
    text = f"{facts}\n(<= (near ?x ?y) (n ?x) (n ?y) (n ?z))\n(<= (next ok) (does me (ask ?x)) (near ?x ?x))"
    evaluator = Evaluator(sheet(text))
    assert not evaluator.relations.is_table(("near", 2))
    for number in range(20):
        moves = {evaluator.roles[0]: evaluator.terms.number(term(f"ask {number}"))}
        assert evaluator.next_facts(evaluator.with_moves(evaluator.context(frozenset(), purse=[100, 100]), moves))


# ---- against the plain reference


def compare(
    game: RuleSheet, evaluator: Evaluator, state: frozenset[Compound], moves: Mapping[Compound, Compound]
) -> None:
    """Everything that can be asked of a state is the same."""
    atoms = reference.atoms
    assert evaluator.terminal(state) == bool(atoms(game, state, {}, ("terminal", 0)))
    legal = {(role, move) for role, found in evaluator.legal(state).items() for move in found}
    assert legal == {pair for pair in atoms(game, state, {}, ("legal", 2)) if pair[0] in game.roles}
    goals = {(role, value) for role, found in evaluator.goals(state).items() for value in found}
    assert goals == {pair for pair in atoms(game, state, {}, ("goal", 2)) if pair[0] in game.roles}
    if moves:
        assert {(fact,) for fact in evaluator.next(state, moves)} == atoms(game, state, moves, ("next", 1))
        seen = {(role, percept) for role, found in evaluator.sees(state, moves).items() for percept in found}
        assert seen == {pair for pair in atoms(game, state, moves, ("sees", 2)) if pair[0] in game.roles}


# The reference takes minutes over chess, and too long over the counting of discs in reversi.
SMALL = [entry for entry in GAMES if entry.file.name not in ("chess.kif", "reversi.kif")]


@pytest.mark.parametrize("entry", SMALL, ids=lambda entry: entry.name)
def test_every_small_game_of_the_library_agrees_with_the_reference(entry: library.LibraryGame) -> None:
    game = read_rules(Source(entry.name, entry.text))
    if uses_knowledge(game):
        pytest.skip("what somebody knows is not in the state")
    evaluator = Evaluator(game)
    dice = Random(7)
    state = evaluator.initial()
    for room in (1_000, 1_000, 0, 0):
        evaluator.relations.namespace["room"][0] = room
        moves: dict[Compound, Compound] = {}
        if not evaluator.terminal(state):
            moves = {role: dice.choice(legal) for role, legal in evaluator.legal(state).items()}
        compare(game, evaluator, state, moves)
        if not moves:
            break
        state = evaluator.next(state, moves)


TERMS = st.sampled_from(["1", "2", "a", "?x", "?y", "(s ?x)", "(s 1)", "(p ?x)"])
VALUES = st.sampled_from(["1", "2", "a", "(s 1)"])
# `k` and `q` never change.
ARITY = {"k": 1, "q": 2, "r": 1, "s": 2, "t": 1}


@st.composite
def sheets(draw: st.DrawFn) -> str:
    """Safe rules over a few relations: tables that never change, facts of the state, recursion, negation and terms in
    unusual places."""
    lines = [f"(q {one} {other})" for one, other in draw(st.sets(st.tuples(VALUES, VALUES), max_size=4))]
    lines += [f"(k {value})" for value in draw(st.sets(VALUES, max_size=2))]
    for name in draw(st.lists(st.sampled_from(["k", "next", "next", "next", "r", "s", "t"]), min_size=1, max_size=7)):
        if name == "k":
            body, others = ["(q ?x ?y)"], ["k", "q", "distinct"]
        else:
            first = ["(true (p ?x))", "(q ?z ?x)", "(k ?x)"]
            second = ["(true (e ?x ?y))", "(q ?x ?y)", "(true ?y)", "(does me ?y)", "(does me (put ?y))"]
            body = [draw(st.sampled_from(first)), draw(st.sampled_from(second))]
            others = ["true p", "true e", *ARITY, "distinct"]
        for other in draw(st.lists(st.sampled_from(others), max_size=3)):
            if other == "distinct":
                body.append(f"(distinct {draw(TERMS)} {draw(TERMS)})")
                continue
            terms = f"{draw(TERMS)} {draw(TERMS)}" if other == "true e" else draw(TERMS)
            atom = f"(true ({other[-1]} {terms}))" if other.startswith("true") else _atom(draw, other)
            body.append(atom if draw(st.booleans()) else f"(not {atom})")
        facts = ["(next ?y)", "(next (p ?x))", "(next (e ?x ?y))", f"(next (f {draw(TERMS)}))"]
        head = draw(st.sampled_from(facts)) if name == "next" else _atom(draw, name)
        lines.append(f"(<= {head} {' '.join(draw(st.permutations(body)))})")
    lines.append("(<= (next (rr ?x)) (r ?x))\n(<= (next (ss ?x ?y)) (s ?x ?y))\n(<= (next (tt ?x)) (t ?x))")
    return "\n".join(lines)


def _atom(draw: st.DrawFn, name: str) -> str:
    return f"({name} {' '.join(draw(TERMS) for _ in range(ARITY[name]))})"


FACTS = ["p 1", "p 2", "p a", "e 1 2", "e 2 1", "e a a", "(p (s 1))", "(p (p 1))", "(e 1 (s 1))", "f 1"]
STATES = st.lists(st.tuples(st.sets(st.sampled_from(FACTS)), st.sampled_from(["go", "put 1", "put 2"])), min_size=1)


@settings(max_examples=200, deadline=None)
@given(sheets(), STATES)
def test_generated_rules_agree_with_the_reference(text: str, states: list[tuple[set[str], str]]) -> None:
    """State after state: what is kept of one must be right in the others."""
    game = sheet(text)
    dependencies = Dependencies(game.rules)
    if any(dependencies.has_inner_negation(part) for part in dependencies.components):
        return  # the reference knows no negation inside a recursion
    with_room, without_room = Evaluator(game), Evaluator(game)
    without_room.relations.namespace["room"][0] = 0
    for facts, move in states:
        state, moves = frozenset(map(term, facts)), {ME: term(move)}
        try:
            expected = reference.atoms(game, state, moves, ("next", 1))
        except Endless:
            return
        for evaluator in (with_room, without_room):
            assert {(fact,) for fact in evaluator.next(state, moves)} == expected
        evaluation = Evaluation(dependencies, state)
        for relation in filter(evaluation.is_settled, dependencies.rules):
            expected = reference.atoms(game, state, {}, relation)
            assert {atom.arguments for atom in evaluation.atoms(relation)} == expected


def test_what_never_changes_is_worked_out_as_the_rules_say() -> None:
    rules = sheet("(p 1)\n(<= (q ?x) (p ?x) (not (r ?x)))").rules
    assert list(map(str, evaluate(Dependencies(rules), [("q", 1)])["q", 1])) == ["q(1)"]


def test_what_never_changes_may_need_its_own_negation_as_long_as_no_atom_does() -> None:
    steps = " ".join(f"(succ {number} {number + 1})" for number in range(5))
    rules = sheet(f"{steps} (<= (odd ?y) (succ ?x ?y) (not (odd ?x)))\n(<= (role ?x) (odd ?x))").rules
    assert list(map(str, evaluate(Dependencies(rules), [("role", 1)])["role", 1])) == ["role(1)", "role(3)", "role(5)"]
