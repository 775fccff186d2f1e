"""How the network player chooses: by so many descents instead of the clock, so that every run comes to the same."""

from __future__ import annotations

import pytest

import parlour
from parlour import library
from parlour.bridges.ggp.thinking import Limit, Mind, NetThought
from parlour.core.chance import Chance
from parlour.engines.later import LaterEngine
from parlour.engines.logic.engine import LogicEngine
from parlour.engines.logic.history import Seen
from parlour.engines.logic.machine import GameTrouble, Machine, State
from parlour.engines.net.engine import NetEngine
from parlour.game.game import Game
from parlour.logic.rules import Compound


def library_game(name: str) -> Game:
    entry = next(item for item in library.all() if item.language == "gdl" and item.file.name == f"{name}.kif")
    return parlour.load(entry.text, language="gdl", name=entry.file.name)


def term(text: str) -> Compound:
    name, *arguments = text.split()
    return Compound(name, tuple(map(Compound, arguments)))


def mind_of(game: Game, role: int, judge: str) -> tuple[Mind, Machine]:
    engine = game.engines["rules"]
    assert isinstance(engine, LogicEngine)
    machine = engine.machine()
    mind = Mind(machine, role, seed=1)
    if judge == "net":
        later = game.engines["net"]
        assert isinstance(later, LaterEngine) and isinstance(later.made, NetEngine)
        mind.use(later.made)
    return mind, machine


def after(machine: Machine, moves: list[str]) -> State:
    """The state of a game of two that take turns, after these moves."""
    state = machine.initial()
    for number, move in enumerate(moves):
        joint = [term(move), Compound("noop")]
        state = machine.step(state, joint if number % 2 == 0 else joint[::-1])
    return state


def chosen(name: str, judge: str, moves: list[str], descents: int) -> str:
    """What the role whose turn it is does after these moves."""
    mind, machine = mind_of(library_game(name), len(moves) % 2, judge)
    return str(mind.choose(after(machine, moves), Limit(descents=descents)))


# Descents that are enough for either judge: the net guesses better, the rules go one at a time.
DESCENTS = {"net": 2_000, "rules": 400}


@pytest.mark.parametrize("judge", DESCENTS)
@pytest.mark.parametrize(
    ("moves", "best"),
    [
        (["mark 1 1", "mark 2 1", "mark 1 2", "mark 2 2"], "mark(1, 3)"),  # x wins rather than blocks
        (["mark 1 1", "mark 2 2", "mark 1 3", "mark 3 2", "mark 3 1"], "mark(1, 2)"),  # o wins rather than blocks
        (["mark 1 1", "mark 2 2", "mark 1 2"], "mark(1, 3)"),  # o blocks
        (["mark 1 2", "mark 1 1", "mark 3 3", "mark 2 2", "mark 2 3"], "mark(1, 3)"),  # o blocks a column
        (["mark 1 1", "mark 2 2", "mark 3 3"], None),  # a corner would lose to a fork
    ],
)
def test_tic_tac_toe_is_won_and_not_lost(judge: str, moves: list[str], best: str | None) -> None:
    found = chosen("tic-tac-toe", judge, moves, DESCENTS[judge])
    assert found == best if best is not None else found in ("mark(1, 2)", "mark(2, 1)", "mark(2, 3)", "mark(3, 2)")


@pytest.mark.parametrize("judge", DESCENTS)
@pytest.mark.parametrize(
    ("columns", "best"),
    [
        ([1, 7, 2, 7, 3, 6], 4),  # red wins on the ground
        ([4, 1, 4, 1, 4, 1, 5], 1),  # black completes a column rather than block one
        ([4, 1, 4, 1, 4], 4),  # black blocks a column
        ([1, 4, 1, 4, 7, 4], 4),  # red blocks a column
    ],
)
def test_connect_four_is_won_and_not_lost(judge: str, columns: list[int], best: int) -> None:
    moves = [f"drop {column}" for column in columns]
    assert chosen("connect-four", judge, moves, DESCENTS[judge]) == f"drop({best})"


def test_a_win_in_two_is_found_before_it_can_be_stopped() -> None:
    """Red has two in the middle of the ground: a third beside them can be completed on either side."""
    assert chosen("connect-four", "net", ["drop 3", "drop 3", "drop 4", "drop 4"], 4_000) in ("drop(2)", "drop(5)")


def test_what_was_thought_of_before_is_kept_while_the_match_goes_on() -> None:
    mind, machine = mind_of(library_game("connect-four"), 0, "net")
    move = mind.choose(machine.initial(), Limit(descents=1_000))
    mind.follow([move, Compound("noop")])
    mind.follow([Compound("noop"), term("drop 4")])
    assert isinstance(mind._thought, NetThought) and mind._thought.tree.room.size > 10
    state = after(machine, [f"drop {move.arguments[0]}", "drop 4"])
    assert mind.choose(state, Limit(descents=1_000)) in machine.legal(state, 0)


def test_who_rides_at_random_is_outlived() -> None:
    """In Tron both move at the same time."""
    total = 0
    for seed in range(4):
        mind, machine = mind_of(library_game("tron"), 0, "net")
        state, chance = machine.initial(), Chance(seed)
        while not machine.is_terminal(state):
            theirs = machine.legal(state, 1)
            moves = [mind.choose(state, Limit(descents=400)), theirs[chance.below(len(theirs))]]
            state = machine.step(state, moves)
            mind.follow(moves)
        total += int(machine.goals(state, 0)[0].name)
    assert total >= 300


def test_rules_without_a_net_are_played_by_the_same_tree() -> None:
    game = library_game("guess-the-number")
    later = game.engines["net"]
    assert isinstance(later, LaterEngine) and isinstance(later.made, NetEngine) and later.made.ungrounded is not None
    mind, machine = mind_of(game, 0, "rules")
    assert mind.choose_unseen([], Limit(descents=20)) in machine.legal(machine.initial(), 0)


# After the bad move more facts would hold than a state may have.
FAILING = """
(role a) (init (n 1)) (way good) (way bad)
(digit 0) (digit 1) (digit 2) (digit 3) (digit 4) (digit 5) (digit 6) (digit 7) (digit 8) (digit 9)
(<= (legal a ?m) (way ?m) (true (n 1)))
(<= (next (n 2)) (does a good))
(<= (next (m ?a ?b ?c ?d ?e ?f ?g)) (does a bad)
    (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e) (digit ?f) (digit ?g))
(<= terminal (true (n 2)))
(goal a 10)
"""


def test_moves_for_which_the_rules_fail_are_worth_nothing() -> None:
    mind, machine = mind_of(parlour.load(FAILING, language="gdl"), 0, "rules")
    with pytest.raises(GameTrouble):
        machine.step(machine.initial(), [Compound("bad")])
    assert mind.choose(machine.initial(), Limit(descents=50)) == Compound("good")


@pytest.mark.parametrize("judge", DESCENTS)
def test_the_door_is_changed_though_both_closed_doors_look_alike(judge: str) -> None:
    mind, _ = mind_of(library_game("monty-hall"), _candidate(), judge)
    seen = [Seen(term("noop"), ()), Seen(term("point 1"), ()), Seen(term("noop"), (term("empty 3"),))]
    assert str(mind.choose_unseen(seen, Limit(descents=4_000))) == "switch"


def _candidate() -> int:
    engine = library_game("monty-hall").engines["rules"]
    assert isinstance(engine, LogicEngine)
    return [role.name for role in engine.sheet.roles].index("candidate")


def test_told_what_cannot_have_happened_there_is_no_move() -> None:
    mind, _ = mind_of(library_game("monty-hall"), _candidate(), "rules")
    seen = [Seen(term("noop"), (term("empty 3"),))]
    assert mind.choose_unseen(seen, Limit(descents=10)) is None


def test_a_batch_is_cut_off_when_the_time_is_up_and_a_legal_move_is_there_all_the_same() -> None:
    mind, machine = mind_of(library_game("connect-four"), 0, "net")
    assert mind.choose(machine.initial(), Limit(deadline=0.0)) in machine.legal(machine.initial(), 0)


def kept_of(mind: Mind) -> int:
    """How many descents have gone through the state that is thought about."""
    assert isinstance(mind._thought, NetThought)
    return mind._thought.tree.iterations


def test_it_thinks_on_about_what_comes_after_its_move_and_keeps_that() -> None:
    mind, machine = mind_of(library_game("connect-four"), 0, "net")
    first = machine.initial()
    move = mind.choose(first, Limit(descents=500))
    mind.ponder(first, move, Limit(descents=1_000))
    pondered = kept_of(mind)
    assert pondered >= 1_000, "the others can only wait: it is about the state after the move"
    mind.follow([move, Compound("noop")])
    assert kept_of(mind) == pondered
    state = machine.step(first, [move, Compound("noop")])
    # Now it is the other's turn, who has a choice: all of it is thought about.
    assert mind.choose(state, Limit(descents=500)) == Compound("noop")
    mind.ponder(state, Compound("noop"), Limit(descents=500))
    assert kept_of(mind) >= pondered + 500
    mind.follow([Compound("noop"), term("drop 4")])
    assert kept_of(mind) > 0


def test_what_it_did_not_expect_is_thought_about_anew() -> None:
    mind, machine = mind_of(library_game("connect-four"), 0, "net")
    first = machine.initial()
    move = mind.choose(first, Limit(descents=500))
    mind.ponder(first, move, Limit(descents=100))
    # The referee has taken another move in its place.
    other = next(own for own in machine.legal(first, 0) if own != move)
    mind.follow([other, Compound("noop")])
    state = machine.step(first, [other, Compound("noop")])
    mind.follow([Compound("noop"), term("drop 4")])
    state = machine.step(state, [Compound("noop"), term("drop 4")])
    assert mind.choose(state, Limit(descents=100)) in machine.legal(state, 0)
    # Asked again for the same state it answers again.
    mind.ponder(state, machine.legal(state, 0)[0], Limit(descents=100))
    assert mind.choose(state, Limit(descents=100)) in machine.legal(state, 0)
