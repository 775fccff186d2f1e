"""A net is compared with the rules when it is built: one that differs is not used, and whoever asked for it hears."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.logic.sheets import read_rules

import parlour
from parlour.core.chance import Chance
from parlour.engines.later import LaterEngine
from parlour.engines.logic.literal import LiteralMachine
from parlour.engines.logic.machine import GameTrouble, Machine, State
from parlour.engines.net import engine as net_engine
from parlour.engines.net.engine import NetEngine
from parlour.engines.net.plan import Plan, make_plan
from parlour.engines.net.verdict import difference_from_rules
from parlour.engines.net.walk import Walk
from parlour.engines.rules.evaluator import Evaluator
from parlour.engines.rules.machine import RulesMachine
from parlour.game.game import Game
from parlour.logic.grounding.grounding import GroundProgram, ground
from parlour.logic.rules import RuleSheet
from parlour.syntax.source import Source

# A walk round three places, six steps long.
RING = """(role p) (init (at a)) (init (step 0)) (edge a b) (edge b c) (edge c a) (edge a c)
(after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6)
(<= (legal p (go ?x ?y)) (true (at ?x)) (edge ?x ?y))
(<= (legal p stay) (role p))
(<= (next (at ?y)) (does p (go ?x ?y)))
(<= (next (at ?x)) (does p stay) (true (at ?x)))
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= terminal (true (step 6)))
(<= (goal p 100) (true (at c)))
(<= (goal p 0) (not (true (at c))))"""


def sheet_of(text: str) -> RuleSheet:
    return read_rules(Source("test", text))


def plan_of(sheet: RuleSheet) -> Plan:
    program = ground(sheet)
    assert isinstance(program, GroundProgram)
    plan = make_plan(program)
    assert isinstance(plan, Plan)
    return plan


# What a wrong net has instead of the rules' own, and what is said of it.
WRONG = {
    "a move is missing": ("(edge c a) (edge a c)", "(edge c a)", "moves of p"),
    "a move is too many": ("(edge c a)", "(edge c a) (edge c b)", "moves of p"),
    "a fact is missing": ("(<= (next (at ?x)) (does p stay) (true (at ?x)))", "", "facts"),
    "it begins elsewhere": ("(init (at a))", "(init (at b))", "facts"),
    "it ends too early": ("(true (step 6))", "(true (step 2))", "not over by the rules"),
    "it never ends": ("(true (step 6))", "(true (step 7))", "over by the rules"),
    "a goal is another": ("(goal p 0)", "(goal p 50)", "goal of p"),
    "a goal is missing": ("(<= (goal p 0) (not (true (at c))))", "", "goal of p"),
    "somebody cannot move": ("(<= (legal p stay) (role p))", "(<= (legal p stay) (true (at a)))", "moves of p"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_walk_finds_what_is_wrong_with_a_net(name: str) -> None:
    right, wrong, said = WRONG[name]
    assert right in RING
    walk = Walk(plan_of(sheet_of(RING.replace(right, wrong))), RulesMachine(Evaluator(sheet_of(RING))), 1)
    found = walk.difference(lambda: walk.states < 400)
    assert found is not None and said in str(found)


def test_a_walk_through_a_right_net_comes_to_the_end_of_games() -> None:
    walk = Walk(plan_of(sheet_of(RING)), RulesMachine(Evaluator(sheet_of(RING))), 1)
    assert walk.difference(lambda: walk.states < 100) is None
    assert walk.states == 100 and walk.ended > 5


# ------------------------------------------------------------------------------------------------- the verdict


def never() -> Machine:
    raise AssertionError("nobody should have asked the rules")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "code"))
    return tmp_path


@pytest.fixture
def plant(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Game]:
    """The game of `RING`, whose net has become wrong in some way."""

    def planted(name: str) -> Game:
        right, wrong, _ = WRONG[name]
        plan = plan_of(sheet_of(RING.replace(right, wrong)))
        monkeypatch.setattr(net_engine, "make_plan", lambda _: plan)
        return parlour.load(RING, language="gdl", name="ring")

    return planted


def net_of(game: Game) -> NetEngine:
    later = game.engines["net"]
    assert isinstance(later, LaterEngine) and isinstance(later.made, NetEngine)
    return later.made


@pytest.mark.parametrize("text", [RING, RING.replace("(edge c a)", "(edge c b)")], ids=["right", "wrong"])
def test_the_verdict_is_found_once_and_kept(cache: Path, text: str) -> None:
    sheet = sheet_of(RING)
    plan = plan_of(sheet_of(text))
    first = difference_from_rules(plan, sheet, lambda: RulesMachine(Evaluator(sheet)), 1.0)
    assert bool(first) == (text != RING)
    assert difference_from_rules(plan, sheet, never, 1.0) == first
    with pytest.raises(AssertionError):
        difference_from_rules(plan, sheet_of(text.replace("stay", "wait")), never, 1.0)


@pytest.mark.parametrize("engine", ["net", "auto"])
def test_a_wrong_net_is_not_played_and_the_tally_says_so(plant: Callable[[str], Game], engine: str) -> None:
    game = plant("a move is missing")
    tally = game.simulator(engine=engine).playouts(50, 1)
    [notice] = tally.notices
    assert "go(a, c)" in notice and "please report" in notice
    assert net_of(game).notice == notice and net_of(game).ungrounded is not None
    tally.notices.clear()
    assert tally == game.simulator(engine="rules").playouts(50, 1)


def test_a_net_that_goes_wrong_late_is_found_before_many_games_are_told(plant: Callable[[str], Game]) -> None:
    game = plant("it ends too early")
    few = game.simulator(engine="net").playouts(10, 1)
    assert few.notices == [], "a glance sees no further than a step"
    tally = game.simulator(engine="net").playouts(5_000, 1)
    [notice] = tally.notices
    assert "not over by the rules" in notice
    tally.notices.clear()
    assert tally == game.simulator(engine="rules").playouts(5_000, 1)
    assert game.simulator(engine="net").playouts(10, 1).notices == [notice]


@pytest.mark.parametrize("name", ["ring", "tic-tac-toe-gdl", "connect-four-gdl", "hex"])
def test_the_rules_as_they_are_written_say_the_same_as_the_engine_rules(name: str) -> None:
    game = parlour.load(RING, language="gdl", name="ring") if name == "ring" else parlour.load(name)
    sheet = net_of(game).sheet
    written, rules = LiteralMachine(sheet), RulesMachine(Evaluator(sheet))
    chance = Chance(1)
    ours, theirs = written.initial(), rules.initial()
    for _ in range(8):
        assert set(written.facts(ours)) == set(rules.facts(theirs))
        assert written.is_terminal(ours) == rules.is_terminal(theirs)
        legal = [rules.legal(theirs, role) for role in range(len(sheet.roles))]
        for role, moves in enumerate(legal):
            assert set(written.legal(ours, role)) == set(moves)
            assert set(written.goals(ours, role)) == set(rules.goals(theirs, role))
        if rules.is_terminal(theirs):
            break
        joint = [moves[chance.below(len(moves))] for moves in legal]
        ours, theirs = written.step(ours, joint), rules.step(theirs, joint)


def test_a_right_net_is_played_without_a_word(cache: Path) -> None:
    game = parlour.load(RING, language="gdl", name="ring")
    tally = game.simulator(engine="net").playouts(5_000, 1)
    assert tally.games == 5_000 and tally.notices == [] and net_of(game).notice == ""
    assert net_of(game).ungrounded is None


class Failing(RulesMachine):
    """Rules that work out nothing but the first facts."""

    def is_terminal(self, state: State) -> bool:
        raise GameTrouble("budget", "steps", "planted")


def test_rules_that_fail_leave_the_net_as_it_is(cache: Path) -> None:
    sheet = sheet_of(RING)
    assert difference_from_rules(plan_of(sheet), sheet, lambda: Failing(Evaluator(sheet)), 0.01) == ""
