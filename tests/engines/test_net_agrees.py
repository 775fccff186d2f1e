"""Engine `net` against engine `rules`, state by state: the same legal moves, the same end, the same goals, the same
next facts, on random walks through every game of the library and through generated ones."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, reject, settings
from tests.logic.sheets import read_rules

from parlour import library
from parlour.engines.logic.machine import GameTrouble, State
from parlour.engines.net.bulk import Bulk, States
from parlour.engines.net.plan import Plan, make_plan
from parlour.engines.net.tiers import Compiled, Interpreted, compiled_parts
from parlour.engines.rules.evaluator import Evaluator
from parlour.engines.rules.machine import RulesMachine
from parlour.logic.grounding.grounding import WHOLE, GroundingLimits, GroundProgram, Ungrounded, ground
from parlour.logic.rules import Compound, RuleSheet
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

LIBRARY = sorted((Path(library.__file__).parent / "gdl").glob("*.kif"))
# Small rule sheets written as public ones are: both cases, repeated rules, empty bodies, `(open)` beside `open`, `or`
# among conditions, variables in place of roles, facts and moves, no `base`.
PUBLIC = sorted((Path(__file__).parent / "public").glob("*.kif"))


def plan_of(sheet: RuleSheet, whole: GroundingLimits = WHOLE) -> Plan:
    program = ground(sheet, whole=whole)
    assert isinstance(program, GroundProgram), program
    plan = make_plan(program)
    assert isinstance(plan, Plan), plan
    return plan


@cache
def library_plan(name: str) -> Plan:
    path = next(path for path in LIBRARY if path.stem == name)
    return plan_of(read_rules(Source(path.name, path.read_text())))


class Walk:
    """The reference on a walk of its own, and what it says about the states on its way."""

    def __init__(self, machine: RulesMachine, seed: int) -> None:
        self.machine = machine
        self.chance = Random(seed)
        self.state: State = machine.initial()

    def step(self) -> list[Compound] | None:
        """A random joint move, made; None when there is none to make."""
        if self.machine.is_terminal(self.state):
            return None
        legal = [self.machine.legal(self.state, role) for role in range(len(self.machine.roles))]
        if not all(legal):
            return None
        moves = [self.chance.choice(own) for own in legal]
        self.state = self.machine.step(self.state, moves)
        return moves


def assert_agreement(machine: RulesMachine, bulk: Bulk, walks: int, steps: int) -> int:
    """Walks side by side, all in one batch; how many states were over."""
    plan = bulk.plan
    net = plan.net
    walkers = [Walk(machine, seed) for seed in range(walks)]
    states = np.repeat(bulk.first, walks, axis=0)
    ended = 0
    for _ in range(steps):
        looked = bulk.look(states)
        codes = bulk.codes(states)
        going = []
        joint = []
        for number, walker in enumerate(walkers):
            facts = frozenset(machine.facts(walker.state))
            assert bulk.facts(states[number]) == facts
            assert bulk.pack(facts).tobytes() == states[number].tobytes()
            is_over = machine.is_terminal(walker.state)
            assert bool(looked.is_terminal[number]) == is_over
            for role, names in enumerate(net.moves):
                ours = {names[place] for place in np.flatnonzero(looked.legal[role][number])}
                assert ours == set(machine.legal(walker.state, role))
            goals = plan.goals(codes[number])
            for player, goal in zip(plan.players, goals, strict=True):
                values = machine.goals(walker.state, player)
                assert goal == (None if not values else values[0] if len(values) == 1 else "several")
            ended += is_over
            moves = walker.step()
            if moves is not None:
                going.append(number)
                joint.append([net.moves[role].index(move) for role, move in enumerate(moves)])
        if not going:
            break
        states = bulk.step(states[going], np.array(joint))
        walkers = [walkers[number] for number in going]
    return ended


class Herd:
    """Random walks on the net alone, many at once; some of the states on their way, and states in which they ended."""

    def __init__(self, bulk: Bulk, walks: int, seed: int) -> None:
        self.bulk = bulk
        self.chance = np.random.default_rng(seed)
        self.states = np.repeat(bulk.first, walks, axis=0)
        self.passed: list[States] = []
        self.ended: list[States] = []

    def wander(self, steps: int) -> None:
        for _ in range(steps):
            looked = self.bulk.look(self.states)
            self.ended += list(self.states[looked.is_terminal])
            going = ~looked.is_terminal
            if not going.any() or len(self.ended) >= 3:
                return
            legal = [own[going] for own in looked.legal]
            moves = [[self.chance.choice(np.flatnonzero(row)) for row in own] for own in legal]
            self.states = self.states[going]
            self.passed.append(self.states[0])
            self.states = self.bulk.step(self.states, np.array(moves).T)


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_states_of_a_library_game_agree_up_to_the_end(path: Path) -> None:
    """The walks are the net's, which is fast; the reference judges some states on their way, and ends."""
    sheet = read_rules(Source(path.name, path.read_text()))
    program = ground(sheet)
    if isinstance(program, Ungrounded):
        pytest.skip(program.reason)
    bulk = Bulk(Interpreted(library_plan(path.stem), 1))
    evaluator = Evaluator(sheet)
    machine = RulesMachine(evaluator)
    assert bulk.facts(bulk.first[0]) == set(machine.facts(machine.initial()))
    herd = Herd(bulk, walks=8, seed=1)
    herd.wander(600)
    assert herd.ended
    chance = Random(1)
    for packed in [*chance.sample(herd.passed, min(len(herd.passed), 6)), *herd.ended[:3]]:
        state = frozenset(evaluator.terms.number(fact) for fact in bulk.facts(packed))
        assert_same_state(machine, bulk, state, packed, chance)


@pytest.mark.parametrize("path", PUBLIC, ids=lambda path: path.stem)
def test_rule_sheets_in_the_manner_of_public_ones_agree_up_to_the_end(path: Path) -> None:
    sheet = read_rules(Source(path.name, path.read_text()))
    ended = assert_agreement(RulesMachine(Evaluator(sheet)), Bulk(Interpreted(plan_of(sheet), 1)), walks=20, steps=20)
    assert ended == 20


def assert_same_state(machine: RulesMachine, bulk: Bulk, state: State, packed: States, chance: Random) -> None:
    """The same end, moves and goals, and the same next state after a random move."""
    plan = bulk.plan
    looked = bulk.look(packed[None])
    is_over = machine.is_terminal(state)
    assert bool(looked.is_terminal[0]) == is_over
    joint = []
    for role, names in enumerate(plan.net.moves):
        legal = [place for place in range(len(names)) if looked.legal[role][0, place]]
        assert {names[place] for place in legal} == set(machine.legal(state, role))
        joint.append(chance.choice(legal) if legal else None)
    for player, goal in zip(plan.players, plan.goals(bulk.codes(packed[None])[0]), strict=True):
        values = machine.goals(state, player)
        assert goal == (None if not values else values[0] if len(values) == 1 else "several")
    if not is_over and None not in joint:
        following = machine.step(state, [plan.net.moves[role][move] for role, move in enumerate(joint)])
        assert bulk.facts(bulk.step(packed[None], np.array([joint]))[0]) == set(machine.facts(following))


def test_compiled_code_computes_the_same_planes_as_the_interpreter() -> None:
    for path in (path for path in LIBRARY if path.stem in ("tic-tac-toe", "connect-four")):
        plan = plan_of(read_rules(Source(path.name, path.read_text())))
        parts = compiled_parts(plan, 2)
        assert parts is not None
        one, other = Bulk(Interpreted(plan, 2)), Bulk(Compiled(plan, 2, parts))
        chance = np.random.default_rng(1)
        # Not only states that can be reached: any bits at all.
        states = chance.integers(0, 256, size=(100, one.first.shape[1]), dtype=np.uint8)
        first, second = one.look(states), other.look(states)
        assert (first.is_terminal == second.is_terminal).all()
        assert all((a == b).all() for a, b in zip(first.legal, second.legal, strict=True))
        assert one.codes(states) == other.codes(states)
        moves = np.stack([chance.integers(0, len(own), size=100) for own in plan.net.moves], axis=1)
        assert (one.step(states, moves) == other.step(states, moves)).all()


# ------------------------------------------------------------------------------------------------------- search


def perft(bulk: Bulk, depth: int) -> list[int]:
    """How many ways of playing there are, by length, all states of a length at once."""
    states, found = bulk.first, []
    for _ in range(depth):
        looked = bulk.look(states)
        rows, joint = [], []
        for number in np.flatnonzero(~looked.is_terminal):
            options = [np.flatnonzero(own[number]) for own in looked.legal]
            for moves in product(*options):
                rows.append(number)
                joint.append(moves)
        states = bulk.step(states[rows], np.array(joint))
        found.append(len(states))
    return found


@pytest.mark.parametrize(
    ("name", "counts"), [("tic-tac-toe", [9, 72, 504, 3024]), ("breakthrough", [22, 484]), ("chess", [20, 400, 8902])]
)
def test_positions_are_counted_as_they_should_be(name: str, counts: list[int]) -> None:
    assert perft(Bulk(Interpreted(library_plan(name))), len(counts)) == counts


def test_rollouts_give_the_score_of_each_state() -> None:
    plan = library_plan("tic-tac-toe")
    narrow, wide = Bulk(Interpreted(plan, 1)), Bulk(Interpreted(plan, 4))
    states = np.repeat(narrow.first, 20_000, axis=0)
    scores = wide.rollouts(states, 3)
    assert scores.shape == (20_000, 2)
    assert (narrow.rollouts(states, 3) == scores).all()
    assert (scores.sum(axis=1) == 100).all()
    assert abs(scores[:, 0].mean() - 64.84) < 4 * 46 / 20_000**0.5
    # A state that is over scores what it is worth, whatever lane it is in.
    herd = Herd(narrow, walks=8, seed=2)
    herd.wander(20)
    ended = np.array(herd.ended)
    goals = [[int(str(goal)) for goal in plan.goals(code)] for code in narrow.codes(ended)]
    assert wide.rollouts(ended, 1).tolist() == goals


def test_random_games_that_nobody_waits_for_are_given_up_and_the_others_count() -> None:
    plan = library_plan("connect-four")
    states = np.repeat(Bulk(Interpreted(plan, 1)).first, 150, axis=0)
    whole = Bulk(Interpreted(plan, 2)).rollouts(states, 3)
    answers = iter([True, False, False])  # time for a few passes of the first lanes
    cut = Bulk(Interpreted(plan, 2)).rollouts(states, 3, is_wanted=lambda: next(answers))
    is_over = (cut >= 0).all(axis=1)
    assert 0 < is_over[:128].sum() < 128 and not is_over[128:].any()
    assert (cut[is_over] == whole[is_over]).all() and (cut[~is_over] == -1).all()


def test_a_batch_of_no_states_has_no_answers() -> None:
    bulk = Bulk(Interpreted(library_plan("tic-tac-toe"), 1))
    none = bulk.first[:0]
    looked = bulk.look(none)
    assert len(looked.is_terminal) == 0 and [len(own) for own in looked.legal] == [0, 0]
    assert bulk.step(none, np.empty((0, 2), dtype=np.int64)).shape == none.shape
    assert bulk.rollouts(none, 1).shape == (0, 2) and bulk.codes(none) == []


def test_late_scores_are_those_of_the_state_in_which_each_game_ended() -> None:
    plan = library_plan("tron")
    assert plan.is_late
    bulk = Bulk(Interpreted(plan, 2))
    scores = bulk.rollouts(np.repeat(bulk.first, 300, axis=0), 1)
    assert set(scores[:, 0].tolist()) <= {0, 50, 100}
    assert abs(scores[:, 0].mean() - scores[:, 1].mean()) < 15


# --------------------------------------------------------------------------------------------------- generated

CELLS = ("1", "2", "3", "4")


@st.composite
def games(draw: st.DrawFn) -> str:
    """Small games on four cells: chains (recursion, so loops in the net), negation in layers, simultaneous moves, goals
    that may be missing or double, states in which somebody has no move."""
    lines = ["(role a) (role b)"]
    lines += [f"(cell {cell})" for cell in CELLS]
    pairs = st.tuples(st.sampled_from(CELLS), st.sampled_from(CELLS))
    for one, other in draw(st.lists(pairs, max_size=7, unique=True)):
        lines.append(f"(link {one} {other})")
    for cell in draw(st.lists(st.sampled_from(CELLS), min_size=1, max_size=3, unique=True)):
        lines.append(f"(init (on {cell}))")
    lines.append(f"(init (turn {draw(st.sampled_from('ab'))}))")
    # Reachable through stones: a circle of atoms, as long as the links make it.
    lines += [
        "(<= (joined ?x ?x) (true (on ?x)))",
        "(<= (joined ?x ?z) (joined ?x ?y) (link ?y ?z) (true (on ?z)))",
        "(<= (lonely ?x) (cell ?x) (not (reached ?x)))",
        "(<= (reached ?y) (joined ?x ?y) (distinct ?x ?y))",
    ]
    free = ["(cell ?x)", "(true (on ?x))", "(lonely ?x)", "(reached ?x)"]
    more = [
        "(not (true (on ?x)))",
        "(not (lonely ?x))",
        "(joined ?x ?y)",
        "(true (turn ?r))",
        "(not (joined 1 2))",
        "(link ?x ?y)",
        "(distinct ?x 2)",
    ]

    def body(*extra: str) -> str:
        parts = [draw(st.sampled_from(free)), *draw(st.lists(st.sampled_from(more), max_size=2, unique=True)), *extra]
        return " ".join(draw(st.permutations(parts)))

    for _ in range(draw(st.integers(1, 3))):
        lines.append(f"(<= (legal ?r (put ?x)) {body('(role ?r)')})")
    lines.append("(<= (legal ?r pass) (true (turn ?s)) (role ?r) (distinct ?r ?s))")
    if draw(st.booleans()):
        lines.append("(<= (legal ?r rest) (role ?r))")
    lines.append("(<= (next (on ?x)) (does ?r (put ?x)))")
    for _ in range(draw(st.integers(0, 3))):
        lines.append(f"(<= (next (on ?x)) {body('(role ?r)')})")
    lines.append("(<= (next (turn ?r)) (true (turn ?s)) (role ?r) (distinct ?r ?s))")
    if draw(st.booleans()):
        lines.append("(<= (next (turn ?r)) (true (turn ?r)) (does ?r pass))")
    ends = ("(joined 1 4)", "(not (lonely 3))", "(true (on 4)) (true (on 2))")
    lines.append(f"(<= terminal {draw(st.sampled_from(ends))})")
    for _ in range(draw(st.integers(1, 3))):
        value = draw(st.sampled_from(("0", "50", "100")))
        lines.append(f"(<= (goal ?r {value}) {body('(role ?r)')})")
    return "\n".join(lines)


@settings(
    max_examples=60,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # Shrinking takes minutes and shows little more.
    suppress_health_check=[HealthCheck.too_slow],
)
@given(games(), st.booleans())
def test_generated_games_agree(text: str, is_asked: bool) -> None:
    try:
        sheet = read_rules(Source("generated", text))
    except Diagnostics:
        reject()
    plan = plan_of(sheet, GroundingLimits(0, 0, 0) if is_asked else WHOLE)
    try:
        assert_agreement(RulesMachine(Evaluator(sheet)), Bulk(Interpreted(plan, 1)), walks=4, steps=6)
    except GameTrouble:
        reject()


def test_what_a_move_carries_along_is_shared_by_all_squares_and_still_agrees() -> None:
    """Pieces of three kinds that go anywhere, push what stands there off the board and change it as they arrive."""
    squares = [str(number) for number in range(1, 17)]
    board = "\n".join(f"(square {square})" for square in squares)
    sheet = read_rules(
        Source(
            "board",
            f"""(role a) (role b) {board} (kind x) (kind y) (kind z) (after x y) (after y z) (after z x)
            (init (at 1 a x)) (init (at 2 a y)) (init (at 3 a z))
            (init (at 14 b x)) (init (at 15 b y)) (init (at 16 b z))
            (init (step 0)) (up 0 1) (up 1 2) (up 2 3) (up 3 4) (up 4 5) (up 5 6) (up 6 7) (up 7 8)
            (<= (legal ?r (go ?s ?t)) (true (at ?s ?r ?k)) (square ?t) (distinct ?s ?t) (not (own ?r ?t)))
            (<= (legal ?r rest) (role ?r))
            (<= (own ?r ?t) (true (at ?t ?r ?k)))
            (<= (gone ?s) (does ?r (go ?s ?t)))
            (<= (gone ?t) (does ?r (go ?s ?t)))
            (<= (next (at ?t ?r ?k)) (does ?r (go ?s ?t)) (true (at ?s ?r ?k)) (odd ?t))
            (<= (next (at ?t ?r ?l)) (does ?r (go ?s ?t)) (true (at ?s ?r ?k)) (after ?k ?l) (not (odd ?t)))
            (<= (next (at ?s ?r ?k)) (true (at ?s ?r ?k)) (not (gone ?s)))
            (odd 1) (odd 3) (odd 5) (odd 7) (odd 9) (odd 11) (odd 13) (odd 15)
            (<= (next (step ?n)) (true (step ?m)) (up ?m ?n))
            (<= terminal (true (step 8)))
            (<= (goal ?r 100) (role ?r) (true (at 1 ?r x))) (<= (goal ?r 0) (role ?r) (not (true (at 1 ?r x))))""",
        )
    )  # fmt: skip
    plan = plan_of(sheet)
    gates = sum(len(segment.gates) for segment in plan.passes.stages[-1])
    # From each of 16 squares to each of 15 others, for each of two roles and three kinds: 1,440 sums of two gates.
    assert gates < 2_200
    assert assert_agreement(RulesMachine(Evaluator(sheet)), Bulk(Interpreted(plan, 1)), walks=20, steps=20) == 20


def test_long_circles_of_atoms_become_loops_and_still_agree() -> None:
    size = 12
    ring = [(cell, cell % size + 1) for cell in range(1, size + 1)]
    cells = "\n".join(f"(cell {cell}) (link {cell} {after}) (link {after} {cell})" for cell, after in ring)
    sheet = read_rules(
        Source(
            "ring",
            f"""(role a) {cells} (init (on 1)) (init (step 0))
            (<= (legal a (put ?x)) (cell ?x) (not (true (on ?x))))
            (<= (next (on ?x)) (true (on ?x)))
            (<= (next (on ?x)) (does a (put ?x)))
            (<= (joined 1) (true (on 1)))
            (<= (joined ?y) (joined ?x) (link ?x ?y) (true (on ?y)))
            (<= gap (cell ?x) (not (joined ?x)))
            (<= terminal (not gap))
            (<= (goal a 100) (not gap)) (<= (goal a 0) gap)""",
        )
    )  # fmt: skip
    plan = plan_of(sheet)
    assert [len(loop.variables) for loop in plan.net.loops] == [size]
    assert assert_agreement(RulesMachine(Evaluator(sheet)), Bulk(Interpreted(plan, 1)), walks=20, steps=20) == 20
