"""Playouts on the net: exact in law, the same for any width, tier and number of threads, and never without an end."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from tests.logic.sheets import read_rules
from tests.tallies import mean_score

import parlour
from parlour import library
from parlour.engines.net.batch import Batch, Counts
from parlour.engines.net.deal import Deal, deal
from parlour.engines.net.engine import NetEngine
from parlour.engines.net.fields import DONE, FULL
from parlour.engines.net.loader import Loader
from parlour.engines.net.memory import Numbers
from parlour.engines.net.plain import Plain
from parlour.engines.net.plan import Plan
from parlour.engines.net.simulator import NetSimulator
from parlour.engines.net.tiers import Compiled, Interpreted, Tier, compiled_parts
from parlour.engines.rules.engine import RulesEngine
from parlour.game.game import UnfitEngine
from parlour.game.outcome import Tally
from parlour.game.position import Budget
from parlour.logic.grounding.grounding import Ungrounded
from parlour.logic.rules import Compound
from parlour.syntax.source import Source


def engine_of(text: str) -> NetEngine:
    rules = parlour.load(text, language="gdl", name="test").engines["rules"]
    assert isinstance(rules, RulesEngine)
    return NetEngine(rules.sheet, rules.table, rules)


def library_engine(name: str) -> NetEngine:
    return engine_of((Path(library.__file__).parent / "gdl" / f"{name}.kif").read_text())


def plan_of(engine: NetEngine) -> Plan:
    assert isinstance(engine.plan, Plan), engine.plan
    return engine.plan


def counted(tier: Plain | Tier, seed: int, dealt: Deal) -> tuple[dict[int, int], dict[int, int], int]:
    """Plays a deal in one tier, without the simulator's choice among them."""
    counts = Counts()
    runner = tier.runner(counts, Numbers(1))
    for first in range(0, dealt.words, tier.words):
        batch = Batch.begin(tier.plan, seed, dealt, first, tier.words)
        while (status := runner.advance(batch, 50)) != DONE:
            if status == FULL:
                counts.empty_endings()
    counts.empty_endings()
    return counts.found_lengths(), counts.totals, counts.questions


def compiled(plan: Plan, words: int) -> Compiled:
    parts = compiled_parts(plan, words)
    assert parts is not None
    return Compiled(plan, words, parts)


# -------------------------------------------------------------------------------------------------- the same


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "monty-hall"])
def test_a_seed_gives_the_same_games_for_any_width_and_tier(name: str) -> None:
    plan = plan_of(library_engine(name))
    dealt = deal(3_000, 1)
    found = [
        counted(tier, 11, dealt)
        for tier in (
            Plain(plan),
            Interpreted(plan, 1),
            Interpreted(plan, 4),
            Interpreted(plan, 16),
            compiled(plan, 1),
            compiled(plan, 4),
            compiled(plan, 8),
        )
    ]
    assert sum(found[0][1].values()) == 3_000
    assert all(other == found[0] for other in found[1:])
    assert counted(Interpreted(plan, 4), 12, dealt) != found[0]


@pytest.mark.parametrize("name", ["hex", "kuhn-poker", "reversi", "tron-four"])
def test_plain_python_plays_the_games_of_the_interpreter(name: str) -> None:
    """With loops in the net, with scores that are put off, with chance and with several who choose at once."""
    plan = plan_of(library_engine(name))
    dealt = deal(150, 1)
    found = counted(Plain(plan), 2, dealt)
    assert found == counted(Interpreted(plan), 2, dealt)
    assert sum(found[1].values()) == 150


def test_the_number_of_threads_changes_nothing() -> None:
    simulator = library_engine("connect-four").simulator()
    alone = simulator.playouts(100_000, 3, jobs=1)
    assert simulator.playouts(100_000, 3, jobs=2) == alone
    assert simulator.playouts(100_000, 3, jobs=5) == alone
    assert alone.games == 100_000


@pytest.mark.parametrize("has_starts", [False, True])
def test_going_over_to_another_tier_in_the_middle_changes_nothing(has_starts: bool) -> None:
    engine = library_engine("connect-four")
    plan = plan_of(engine)
    tiers = [Plain(plan), Interpreted(plan), compiled(plan, 4), compiled(plan, 1)]
    starts = [engine.start(0, {}, Budget()) for _ in range(3)] if has_starts else []
    for number, position in enumerate(starts):
        for _ in range(number):
            question = position.questions[0]
            position.answer(question, position.legal(question).options[number].value)

    class Sudden(Loader):
        """After every slice of work a faster tier is there."""

        slices = 0

        def best(self, games: int) -> Plain | Tier:
            return tiers[min(self.slices // 2, len(tiers) - 1)]

        def spent(self, tier: Plain | Tier, seconds: float) -> None:
            self.slices += 1

    loader = Sudden(plan)
    mixed = NetSimulator(engine, plan, loader).playouts(50_000, 8, jobs=1, start=starts)
    assert loader.slices > 2 * len(tiers)
    assert mixed == engine.simulator().playouts(50_000, 8, jobs=1, start=starts)


# Each step is the last one in half of the games.
HEADS = """(role p) (init heads) (legal p stop) (legal p go) (<= (next heads) (does p go))
(<= terminal (not (true heads))) (goal p 100)"""
# Over before the first move.
OVER = "(role p) (init heads) (legal p go) (<= terminal (true heads)) (goal p 100)"
# Nobody can move.
STUCK = "(role p) (init heads) (<= (legal p go) (true tails)) (<= terminal (true tails)) (goal p 100)"


@pytest.mark.parametrize("text", [HEADS, OVER, STUCK], ids=["heads", "over", "stuck"])
@pytest.mark.parametrize("dealt", [Deal(2, 128, 1, 0), Deal(2, 70, 3, 6)], ids=["one each", "several"])
def test_a_batch_may_be_cut_after_any_pass_and_every_piece_comes_to_its_end(text: str, dealt: Deal) -> None:
    """Also a piece whose lanes have all finished and wait to be counted, and one whose last lane plays on."""
    plan = plan_of(engine_of(text))
    whole = counted(Interpreted(plan, 2), 1, dealt)
    narrow: list[Plain | Tier] = [Plain(plan), Interpreted(plan, 1), compiled(plan, 1)]
    wide: list[Plain | Tier] = [Plain(plan), Interpreted(plan, 2)]
    for first in wide:
        for passes in range(12):
            for later in narrow:
                counts = Counts()
                batch = Batch.begin(plan, 1, dealt, 0, 2)
                runner = first.runner(counts, Numbers(1))
                is_over = any(runner.advance(batch, 1) == DONE for _ in range(passes))
                runner = later.runner(counts, Numbers(1))
                for piece in [] if is_over else batch.cut(1):
                    assert runner.advance(piece, 1_000) == DONE
                counts.empty_endings()
                assert (counts.found_lengths(), counts.totals, counts.questions) == whole


def test_lanes_without_a_game_are_done_at_once() -> None:
    """There are more starts than games: some words have nothing to play."""
    engine = engine_of(HEADS)
    plan = plan_of(engine)
    dealt = deal(5, 500)
    assert dealt.words == 8
    for tier in (Plain(plan), Interpreted(plan, 4), compiled(plan, 4)):
        batch = Batch.begin(plan, 1, dealt, 4, 4)
        assert tier.runner(Counts(), Numbers(1)).advance(batch, 1_000) == DONE
    starts = [engine.start(0, {}, Budget()) for _ in range(500)]
    assert engine.simulator().playouts(5, 1, jobs=1, start=starts).games == 5


def test_a_few_games_from_given_positions_are_the_same_in_plain_python() -> None:
    engine = library_engine("tic-tac-toe")
    plan = plan_of(engine)
    starts = [engine.start(0, {}, Budget()) for _ in range(2)]
    question = starts[1].questions[0]
    starts[1].answer(question, starts[1].legal(question).options[4].value)

    class Always(Loader):
        def __init__(self, tier: Plain | Tier) -> None:
            super().__init__(plan)
            self.tier = tier

        def best(self, games: int) -> Plain | Tier:
            return self.tier

    plain, machine = (
        NetSimulator(engine, plan, Always(tier)).playouts(700, 5, jobs=1, start=starts)
        for tier in (Plain(plan), Interpreted(plan))
    )
    assert plain == machine
    assert plain.games == 700


def test_a_few_games_load_no_compiler() -> None:
    program = """
import sys
import parlour
simulator = parlour.load("breakthrough").simulator(engine="net")
assert simulator.playouts(100, 1, jobs=1).games == 100
print("llvmlite" in sys.modules, "numpy" in sys.modules)
simulator.playouts(3_000, 1, jobs=1)
print("llvmlite" in sys.modules)
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["False", "False", "True"]


# ------------------------------------------------------------------------------------------------ known values


def assert_near(found: float, exact: float, deviation: float, games: int) -> None:
    assert abs(found - exact) < 4 * deviation / math.sqrt(games), (found, exact)


def test_tic_tac_toe_has_its_exact_odds() -> None:
    games = 400_000
    tally = library_engine("tic-tac-toe").simulator().playouts(games, 5, jobs=1)
    wins = {"xplayer wins": 737 / 1260, "oplayer wins": 121 / 420, "draw": 8 / 63}
    assert set(tally.endings) == set(wins)
    for ending, odds in wins.items():
        assert_near(tally.endings[ending] / games, odds, math.sqrt(odds * (1 - odds)), games)
    # Nine moves at most; the mean length follows from the odds to be over after 5, 6, 7 and 8 of them.
    assert min(tally.lengths) == 5
    assert max(tally.lengths) == 9
    assert_near(tally.lengths[5] / games, 120 / 1260, 0.3, games)
    assert_near(tally.mean_length, 7.63, 1.3, games // 20)


@pytest.mark.parametrize(
    ("name", "steps", "score"), [("breakthrough", 64.06, 51.0), ("reversi", 60.4, 47.4)]
)  # fmt: skip
def test_games_have_the_known_lengths_and_scores(name: str, steps: float, score: float) -> None:
    if not (Path(library.__file__).parent / "gdl" / f"{name}.kif").exists():
        pytest.skip("not in the library")
    games = 20_000
    tally = library_engine(name).simulator().playouts(games, 5, jobs=1)
    # The known values are given to so many digits only.
    assert abs(tally.mean_length - steps) < 0.3
    assert_near(mean_score(tally.seats_in_order[0]), score, 50, games)


def test_playouts_agree_with_the_reference_engine() -> None:
    engine = library_engine("connect-four")
    ours = engine.simulator().playouts(50_000, 1, jobs=1)
    theirs = engine.reference.simulator().playouts(400, 1)
    assert_near(theirs.mean_length, ours.mean_length, 8, 400)
    assert_near(mean_score(theirs.seats_in_order[0]), mean_score(ours.seats_in_order[0]), 50, 400)
    assert_near(theirs.questions / 400, ours.questions / 50_000, 8, 400)


# -------------------------------------------------------------------------------------------------- uniform

ONE_OF = """
(role a) (role random)
(init begin)
{numbers}
(<= (legal ?r (take ?n)) (n ?n) (role ?r) (true begin))
(<= (next (took ?r ?n)) (does ?r (take ?n)))
(<= terminal (true (took a ?n)))
(<= (goal a ?n) (true (took a ?n)))
(<= (goal random 0) (role a))
"""


@pytest.mark.parametrize("options", [2, 3, 5, 8, 13, 37, 100])
def test_every_move_is_chosen_equally_often(options: int) -> None:
    numbers = " ".join(f"(n {number})" for number in range(options))
    games = 1_000 * options
    tally = engine_of(ONE_OF.format(numbers=numbers)).simulator().playouts(games, 20 + options, jobs=1)
    # The score is the move: its powers tell the whole distribution, but counts by score are what we can see of it.
    mean = mean_score(tally.seats_in_order[0])
    deviation = math.sqrt((options**2 - 1) / 12)
    assert_near(mean, (options - 1) / 2, deviation, games)
    assert tally.questions == games


def chi_square(counts: Counter[int], classes: int) -> float:
    """How many standard deviations the statistic is above what chance gives."""
    expected = sum(counts.values()) / classes
    value = sum((counts[number] - expected) ** 2 / expected for number in range(classes))
    return (value - (classes - 1)) / math.sqrt(2 * (classes - 1))


@pytest.mark.parametrize(("options", "seed"), [(3, 1), (7, 2), (10, 3), (64, 4), (91, 5)])
def test_the_chi_square_of_the_choice_is_that_of_chance(options: int, seed: int) -> None:
    numbers = " ".join(f"(n {number})" for number in range(options))
    plan = plan_of(engine_of(ONE_OF.format(numbers=numbers)))
    _, endings, _ = counted(Interpreted(plan), seed, deal(500 * options, 1))
    counts: Counter[int] = Counter()
    for code, games in endings.items():
        goal = plan.goals(code >> 2)[0]
        assert isinstance(goal, Compound)
        counts[int(goal.name)] += games
    assert len(counts) == options
    assert abs(chi_square(counts, options)) < 4


def test_simultaneous_choices_are_independent() -> None:
    text = """
    (role a) (role b) (init begin) (n 0) (n 1) (n 2)
    (<= (legal ?r (take ?n)) (role ?r) (n ?n))
    (<= (next (took ?r ?n)) (does ?r (take ?n)))
    (<= terminal (true (took a ?n)))
    (value 0 0 0) (value 0 1 10) (value 0 2 20) (value 1 0 30) (value 1 1 40) (value 1 2 50)
    (value 2 0 60) (value 2 1 70) (value 2 2 80)
    (<= (goal ?r ?v) (role ?r) (true (took a ?x)) (true (took b ?y)) (value ?x ?y ?v))
    """
    plan = plan_of(engine_of(text))
    assert len(plan.selectors) == 2
    _, endings, _ = counted(Interpreted(plan), 9, deal(9_000, 1))
    counts: Counter[int] = Counter()
    for code, games in endings.items():
        goal = plan.goals(code >> 2)[0]
        assert isinstance(goal, Compound)
        counts[int(goal.name) // 10] += games
    assert abs(chi_square(counts, 9)) < 4


def test_short_games_are_not_favoured() -> None:
    """Half of the games end after one step, half after nine; counting until a moment would favour the short ones."""
    text = """
    (role a) (init (at 0)) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9)
    (<= (legal a short) (true (at 0))) (<= (legal a long) (true (at 0)))
    (<= (legal a on) (true (at ?n)) (distinct ?n 0))
    (<= (next done) (does a short)) (<= (next (at 1)) (does a long))
    (<= (next (at ?m)) (true (at ?n)) (succ ?n ?m))
    (<= terminal (true done)) (<= terminal (true (at 9)))
    (<= (goal a 100) (true done)) (<= (goal a 0) (not (true done)))
    """
    games = 100_000
    tally = engine_of(text).simulator().playouts(games, 1, jobs=1)
    assert set(tally.lengths) == {1, 9}
    assert_near(tally.lengths[1] / games, 0.5, 0.5, games)


# ------------------------------------------------------------------------------------------------ odd endings

TROUBLE = """
(role a) (init (at 0)) (n 0) (n 1) (n 2) (n 3)
(<= (legal a (go ?n)) (n ?n) (true (at 0)))
(<= (next (at ?n)) (does a (go ?n)) (distinct ?n 0))
(<= (next (at 4)) (does a (go 0)))
(<= terminal (true (at 1))) (<= terminal (true (at 2))) (<= terminal (true (at 4)))
(<= (goal a 70) (true (at 1))) (<= (goal a 7) (true (at 1)))
(label high)
(<= (goal a ?v) (true (at 4)) (label ?v))
"""


def test_what_a_rule_sheet_does_not_settle_is_counted_by_its_name() -> None:
    engine = engine_of(TROUBLE)
    ours = engine.simulator().playouts(4_000, 1, jobs=1)
    assert set(ours.failed) == {"several-goals", "no-goal", "no-legal-move", "bad-goal"}
    assert set(engine.reference.simulator().playouts(200, 1).failed) == set(ours.failed)
    assert all(800 < count < 1_200 for count in ours.failed.values())


@pytest.mark.parametrize("name", ["b", "random"])
def test_a_role_that_never_has_a_move_is_stuck(name: str) -> None:
    text = f"""(role a) (role {name}) (init on) (legal a wait) (legal a stop) (<= (next on) (true on))
    (<= terminal (not (true on))) (goal a 0) (goal {name} 0)"""
    engine = engine_of(text)
    for simulator in (engine.simulator(), engine.reference.simulator()):
        tally = simulator.playouts(100, 1, jobs=1)
        assert tally.failed == {"no-legal-move": 100} and tally.lengths == {0: 100}
    plan = plan_of(engine)
    parts = compiled_parts(plan, 1)
    assert parts is not None
    tiers: list[Tier] = [Interpreted(plan, 1), Compiled(plan, 1, parts)]
    one, other = (counted(tier, 1, deal(100, 1)) for tier in tiers)
    assert one == other


def test_a_game_without_an_end_is_given_up() -> None:
    text = """(role a) (init on) (<= (legal a wait) (true on)) (<= (next on) (does a wait))
    (<= (legal a stop) (true on)) (<= terminal (true never)) (<= (next never) (true never)) (<= (goal a 0) (true on))
    (<= (next on) (does a stop))"""
    tally = engine_of(text).simulator().playouts(3, 1, jobs=1)
    assert tally.failed == {"unfinished": 3}
    assert tally.lengths == {100_000: 3}


def test_plain_python_gives_up_the_same_games() -> None:
    """One game in two never ends, and some begin after a short one in the same lane: they are too old at different
    times."""
    text = """(role a) (init begin) (<= (legal a stop) (true begin)) (<= (legal a stay) (role a))
    (<= (next done) (does a stop)) (<= (next on) (does a stay)) (<= terminal (true done)) (<= (goal a 5) (role a))"""
    plan = plan_of(engine_of(text))
    dealt = Deal(1, 8, 1, 4)
    found = counted(Plain(plan), 4, dealt)
    assert found == counted(Interpreted(plan), 4, dealt)
    assert found[0] == {1: 7, 100_000: 5}


def test_more_different_endings_than_the_table_holds_are_all_counted() -> None:
    numbers = " ".join(f"(n {number})" for number in range(101))
    text = f"""(role a) (role b) (init begin) {numbers}
    (<= (legal ?r (take ?n)) (role ?r) (n ?n)) (<= (next (took ?r ?n)) (does ?r (take ?n)))
    (<= terminal (true (took a ?n))) (<= (goal ?r ?n) (true (took ?r ?n)))"""
    tally = engine_of(text).simulator().playouts(60_000, 1, jobs=1)
    assert tally.games == sum(tally.endings.values()) == sum(tally.lengths.values()) == 60_000
    assert_near(mean_score(tally.seats_in_order[1]), 50, 29.2, 60_000)


def test_a_cycle_through_negation_is_refused_with_its_atoms() -> None:
    text = """(role a) (init (on 1)) (<= (legal a wait) (role a)) (<= (next (on 1)) (true (on 1)))
    (<= p (true (on 1)) (not q)) (<= q (true (on 1)) (not p)) (<= terminal p) (<= (goal a 0) q)"""
    from parlour.logic.grounding.grounding import ground
    from parlour.logic.net.net import build_net
    from parlour.syntax.diagnostic import Diagnostics

    try:
        sheet = read_rules(Source("test", text))
    except Diagnostics:
        pytest.skip("the validator has refused it already")
    program = ground(sheet)
    assert not isinstance(program, Ungrounded)
    found = build_net(program)
    assert isinstance(found, Ungrounded)
    assert "p" in found.reason
    assert "q" in found.reason


def test_a_game_without_a_net_says_why() -> None:
    engine = library_engine("muddy-children")
    assert engine.ungrounded is not None
    with pytest.raises(UnfitEngine, match="knows"):
        engine.simulator()


# --------------------------------------------------------------------------------------------------- selectors


def test_two_roles_share_a_selector_only_where_it_is_proven() -> None:
    assert len(plan_of(library_engine("tic-tac-toe")).selectors) == 1
    # Both may move at once as soon as somebody passes: `noop` alone proves nothing.
    text = """(role a) (role b) (init (control a)) (n 1) (n 2) (n 3)
    (<= (legal ?r (take ?n)) (true (control ?r)) (n ?n))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (next (control b)) (does a (take ?n)))
    (<= (next (control ?r)) (true (control ?r)) (does ?r (take 1)))
    (<= (next (control a)) (does b (take 3)))
    (<= terminal (true (control b)) (true (control a))) (<= (goal ?r 0) (role ?r))"""
    assert len(plan_of(engine_of(text)).selectors) == 2


# ------------------------------------------------------------------------------------------------------ starts


def test_playouts_go_on_from_given_positions() -> None:
    engine = library_engine("tic-tac-toe")
    position = engine.start(0, {}, Budget())
    for label in ("mark 1 1", "mark 2 1", "mark 1 2", "mark 2 2"):
        question = position.questions[0]
        option = next(option for option in position.legal(question) if option.label.strip("() ") == label)
        position.answer(question, option.value)
    tally = engine.simulator().playouts(30_000, 1, jobs=1, start=[position])
    # x to move with two in a row, as has o: x wins at once with one cell of five.
    assert tally.lengths.keys() <= {1, 2, 3, 4, 5}
    assert_near(tally.lengths[1] / 30_000, 1 / 5, 0.4, 30_000)
    opening = engine.start(0, {}, Budget())
    both = engine.simulator().playouts(30_000, 1, jobs=1, start=[position, opening])
    # Fifteen thousand from each: only those from the opening last longer than five.
    assert sum(count for length, count in both.lengths.items() if length > 5) > 13_000
    assert sum(count for length, count in both.lengths.items() if length < 5) > 10_000
    ours, theirs = tally, engine.reference.simulator().playouts(2_000, 1, start=[position])
    assert_near(mean_score(theirs.seats_in_order[0]), mean_score(ours.seats_in_order[0]), 50, 2_000)


def test_every_start_gets_its_share_of_the_games() -> None:
    assert deal(10, 3) == Deal(1, 63, 0, 10)
    assert deal(1_000, 70).used % 70 == 0
    for games, starts in ((1, 1), (999, 7), (70_000, 3), (5, 500)):
        dealt = deal(games, starts)
        assert dealt.least * dealt.used + dealt.extra == games
        assert dealt.used <= dealt.words * 64


# ------------------------------------------------------------------------------------------------ interruption


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_an_interruption_from_the_keyboard_ends_playouts_at_once() -> None:
    program = """
import parlour
from parlour import library
entry = library.find("breakthrough")
simulator = parlour.load(entry.text, language="gdl", name="b").simulator(engine="net")
simulator.playouts(100, 1)
try:
    print("ready", flush=True)
    simulator.playouts(10**10, 1, jobs=2)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    os.kill(process.pid, signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    assert process.wait(30) == 0


def test_no_games_are_no_work() -> None:
    assert library_engine("tic-tac-toe").simulator().playouts(0, 1) == Tally()


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(ValueError, match="no policy clever"):
        library_engine("tic-tac-toe").simulator().playouts(1, 1, policy="clever")


def test_positions_of_other_games_are_refused() -> None:
    other = library_engine("connect-four")
    assert isinstance(other.reference, RulesEngine)
    with pytest.raises(ValueError, match="same game"):
        library_engine("tic-tac-toe").simulator().playouts(1, 1, start=[other.start(0, {}, Budget())])


def test_faster_tiers_follow_when_there_is_more_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    engine = library_engine("tic-tac-toe")
    loader = Loader(plan_of(engine))
    assert isinstance(loader.best(100), Plain)
    loader.spent(loader.best(100), 1.0)
    assert isinstance(loader.best(100), Interpreted)
    loader.spent(loader.best(100), 1.0)
    deadline = time.monotonic() + 60
    while isinstance(loader.best(100), Interpreted) and time.monotonic() < deadline:
        threading.Event().wait(0.01)
    assert isinstance(loader.best(100), Compiled)
    # The next process finds it on disk when it has more than a few games to play.
    following = Loader(plan_of(engine))
    assert isinstance(following.best(100), Plain)
    assert isinstance(following.best(100_000), Compiled)
    assert isinstance(following.best(100), Compiled)
