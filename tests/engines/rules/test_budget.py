"""Rules that would go on and on: each is stopped with an error that names the rule, at the table and in simulations."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations

import pytest

import parlour
from parlour.engines.logic.machine import GameTrouble
from parlour.engines.logic.position import LogicPosition
from parlour.game.position import Budget, Status
from parlour.languages.gdl.frontend import check
from parlour.languages.options import Options
from parlour.syntax.source import Source

GAME = """(role p) (role q)
(init (c 0))
(legal p go) (legal p stay) (legal q go)
(<= (next (c ?x)) (does p stay) (true (c ?x)))
(<= terminal (true (over)))
(<= (next over) (true over)) (<= (next over) (true (c done)))
(goal p 50) (goal q 50)
"""
DIGITS = " ".join(f"(d {number})" for number in range(10)) + "\n"
FOUR = "(d ?a) (d ?b) (d ?c) (d ?e)"
SIX = f"{FOUR} (d ?f) (d ?g)"
# Eleven different digits.
NAMES = [f"?x{number}" for number in range(11)]
PIGEONS = " ".join([*(f"(d {name})" for name in NAMES), *(f"(distinct {a} {b})" for a, b in combinations(NAMES, 2))])

# What is added to the game, the error it ends with, and the rule that is told.
HOSTILE = {
    "facts that double": (
        "(<= (next (c (a ?x))) (does p go) (true (c ?x)))\n(<= (next (c (b ?x))) (does p go) (true (c ?x)))",
        "memory",
        "(next (c (a ?x)))",
    ),
    "a fact that grows": ("(<= (next (c (f ?x))) (does p go) (true (c ?x)))", "terms", "(next (c (f ?x)))"),
    "a fact that doubles": ("(<= (next (c (f ?x ?x))) (does p go) (true (c ?x)))", "terms", "(next (c (f ?x ?x)))"),
    "terms that grow in a state": (
        "(<= (n ?x) (true (e ?x)))\n(<= (n (s ?x)) (n ?x))\n(<= (next (e 1)) (does p go))\n(<= (next (m ?x)) (n ?x))",
        "terms",
        "(n (s ?x))",
    ),
    "a product that gives nothing": (f"{DIGITS}(<= (next (e 1)) (does p go) {PIGEONS})", "steps", "(next (e 1))"),
    "far too many moves": (f"{DIGITS}(<= (legal q (m ?a ?b ?c ?e ?f ?g)) {SIX} (true (c 0)))", "steps", "(legal q (m"),
    "too many moves": (f"{DIGITS}(<= (legal q (m ?a ?b ?c ?e)) {FOUR} (true (c 0)))", "memory", "(legal q (m"),
    "too much to see": (f"{DIGITS}(<= (sees q (m ?a ?b ?c ?e)) (does p go) {FOUR})", "memory", "(sees q (m"),
    "too many goals": (
        f"{DIGITS}(<= (goal q ?x) (much ?x))\n(<= (much (m ?a ?b ?c ?e)) (true over) {FOUR})\n"
        "(<= (next over) (does p go))",
        "memory",
        "(goal q ?x)",
    ),
    "recursion over millions": (
        f"{DIGITS}(<= (r ?a ?b ?c ?e ?f ?g) (does p go) {SIX})\n(<= (r ?b ?a ?c ?e ?f ?g) (r ?a ?b ?c ?e ?f ?g))\n"
        "(<= (next (e ?a)) (r ?a ?b ?c ?e ?f ?g))",
        "steps",
        "(r ",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_goes_on_and_on_is_stopped_with_an_error_that_names_the_rule(name: str) -> None:
    more, code, rule = HOSTILE[name]
    budget = Budget(steps=100_000, memory=600_000)
    assert not [item for item in check(Source("game.kif", GAME + more), Options()) if item.is_error]
    game = parlour.load(GAME + more, language="gdl")
    position = game.start(1, engine="rules", budget=budget)
    for _ in range(150):
        if position.status is not Status.OPEN:
            break
        question = position.questions[0]
        position.answer(question, position.legal(question).options[0].value)
    assert position.error is not None, position.state()
    assert (position.error.kind, position.error.code) == ("budget", code), position.error
    assert position.error.span is not None and rule in position.error.span.text
    assert position.error.message.startswith("Stopped")
    assert position.view(0) is not None and position.key


DOUBLING = GAME + HOSTILE["facts that double"][0]


def test_a_simulation_stops_where_a_match_does_and_at_the_same_cost_every_time() -> None:
    wide = f"(init (c (wide {' '.join(map(str, range(200)))})))"
    text = DOUBLING.replace("(legal p stay)", "").replace("(init (c 0))", wide)
    tally = parlour.load(text, language="gdl").simulator(engine="rules").playouts(40, 1)
    assert tally.failed == {"memory": 40}
    assert len(tally.lengths) == 1


def test_a_larger_budget_goes_further() -> None:
    game = parlour.load(DOUBLING, language="gdl")
    lengths = []
    for memory in (10_000, 100_000):
        position = game.start(1, engine="rules", budget=Budget(memory=memory))
        while position.status is Status.OPEN:
            position.answer(position.questions[0], "go")
        lengths.append(position.error and position.error.question)
    assert lengths == sorted(set(lengths))


def test_a_long_game_with_ever_new_terms_does_not_fill_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was met in other games is given up for good: the table of terms is no budget."""
    monkeypatch.setattr("parlour.engines.rules.terms.MANY", 5)
    text = GAME + DIGITS + "(<= (next (c (f ?x ?y))) (does p go) (true (c ?x)) (d ?y) (true (c 0)))"
    text += "\n(<= terminal (true (c (f ?x ?y))))"
    simulator = parlour.load(text, language="gdl").simulator(engine="rules")
    first = simulator.evaluator
    assert simulator.playouts(5, 1).failed == simulator.playouts(5, 1).failed
    assert simulator.evaluator is not first


def test_rules_may_lead_to_rules_as_far_as_they_do() -> None:
    chain = "\n".join(f"(<= (p{number} ?x) (p{number + 1} ?x))" for number in range(700))
    game = parlour.load(f"{GAME}{chain}\n(<= (p700 ?x) (true (c ?x)))\n(<= (next (c done)) (p0 0))", language="gdl")
    position = game.start(1, engine="rules")
    position.answer(position.questions[0], "go")
    position.answer(position.questions[0], "go")
    assert position.status is Status.OVER, position.error


def test_terms_are_as_deep_as_a_text_can_write_them() -> None:
    deep = "(f " * 95 + "?x" + ")" * 95
    rules = f"(<= (next (e ?x)) (true {deep}) (does p go))\n(<= (next {deep}) (does p stay) (true (c ?x)))"
    game = parlour.load(f"{GAME}{rules}\n(<= (n ?x) (true {deep}))\n(<= (next (g ?x)) (n ?x))", language="gdl")
    position = game.start(1, engine="rules")
    position.answer(position.questions[0], "stay")
    position.answer(position.questions[0], "go")
    assert {"(e 0)", "(g 0)"} <= set(position.state()["facts"])  # type: ignore[call-overload]


# What the next state needs and the goal needs, too, is half of the work.
SHARED = f"""(role p) (role q) {DIGITS}
(legal p go) (legal p stay) (legal q go) (legal q stay) (init (c 0))
(<= (one ?a ?b ?c) (true (c ?a)) (d ?b) (d ?c))
(<= (one ?b ?c ?a) (one ?a ?b ?c))
(<= (two ?a ?b ?c) (true (c ?a)) (d ?b) (d ?c))
(<= (two ?b ?c ?a) (two ?a ?b ?c))
(<= (next (c 1)) (one 9 8 0) (two 9 8 0))
(<= terminal (true (c 1))) (goal q 50)
(<= (goal p 50) (one 9 1 0))
"""


def test_what_was_looked_at_before_makes_no_difference_to_a_budget() -> None:
    """Else a match would end in one way while somebody watches, and in another when its record is played again."""
    game = parlour.load(SHARED, language="gdl")
    ends = []
    for steps in range(100, 2_000, 100):
        ways = []
        for is_looked_at in (False, True):
            position = game.start(1, engine="rules", budget=Budget(steps=steps))
            assert isinstance(position, LogicPosition)
            if is_looked_at:
                with suppress(GameTrouble):
                    position.machine.goals(position.state_now, 0)
            for question in position.questions:
                position.answer(question, "go")
            ways.append((position.status, position.error))
        assert ways[0] == ways[1], steps
        ends.append(ways[0][0])
    assert set(ends) == {Status.FAILED, Status.OVER} and ends == sorted(ends, key=[Status.FAILED, Status.OVER].index)


def knowing(count: int) -> str:
    """A card is dealt face down. What ann knows of it is asked by so many conditions, each of which is some work in
    each of the four worlds that look the same to her."""
    heavy = "\n".join(
        f"(<= (r{n} ?a ?b ?c) (true (card ?x)) (d ?a) (d ?b) (d ?c))\n(<= (r{n} ?b ?c ?a) (r{n} ?a ?b ?c))\n"
        f"(<= p{n} (r{n} 9 8 7))\n(<= (next (known {n})) (true (card ?x)) (knows ann p{n}))"
        for n in range(count)
    )
    return f"""(role random) (role ann) {DIGITS} (init start)
(<= (legal random (deal ?c)) (true start) (d ?c) (distinct ?c 0) (distinct ?c 1) (distinct ?c 2) (distinct ?c 3)
    (distinct ?c 4) (distinct ?c 5))
(<= (legal random noop) (not (true start)))
(legal ann go) (legal ann stay)
(<= (next (card ?c)) (does random (deal ?c)))
(sees ann nothing)
{heavy}
(<= terminal (not (true start)) (not (true (card 6))) (not (true (card 7))) (not (true (card 8)))
    (not (true (card 9))))
(goal ann 50)
"""


def least_steps(text: str) -> int:
    """The smallest budget, in thousands of steps, with which two steps of a game are made."""
    game = parlour.load(text, language="gdl")
    for thousands in range(1, 200):
        position = game.start(1, engine="rules", budget=Budget(steps=1_000 * thousands))
        for _ in range(2):
            if position.status is Status.OPEN:
                position.answer(position.questions[0], "go")
        if position.status is not Status.FAILED:
            return thousands
        assert position.error is not None and (position.error.kind, position.error.code) == ("budget", "steps")
    raise AssertionError("no budget is enough")


def test_all_that_is_asked_of_knowledge_in_a_step_shares_one_budget() -> None:
    """In every world that somebody may take for the real one, and for every condition."""
    one, two, three = (least_steps(knowing(count)) for count in (1, 2, 3))
    assert one >= 4, "a thousand rows in each of four worlds"
    assert two >= 2 * one - 1 and three >= 3 * one - 2, (one, two, three)


def test_a_simulation_has_the_same_budget_for_knowledge_as_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = 1_000 * least_steps(knowing(2))
    for steps, failed in ((needed, 0), (needed // 2, 5)):
        monkeypatch.setattr("parlour.engines.rules.machine.Budget", lambda steps=steps: Budget(steps=steps))
        tally = parlour.load(knowing(2), language="gdl").simulator(engine="rules").playouts(5, 1)
        assert tally.failed["steps"] == failed
