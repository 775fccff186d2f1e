"""The search tree by itself, on games of a few lines that are no language's: it proves what can be proved, meets other
roles' best answers, weighs chance, and gives the same for the same seed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pytest

from parlour.core.chance import Chance, derive
from parlour.players import tree
from parlour.players.tree import Prospect, Scores, Tree


class Certain:
    """Steps without chance, states that tell everything, and scores from 0 to 1."""

    span: tree.Span = (0.0, 1.0)

    def is_drawn(self, state: object) -> bool:
        return False

    def key(self, state: Hashable) -> Hashable:
        return state

    def open(self, state: object) -> Prospect[int]:
        raise AssertionError("looking at a state has found its moves")


class Sticks(Certain):
    """Two roles take one to three sticks in turn; who takes the last one wins. A state is the sticks and whose turn."""

    chance_roles: frozenset[int] = frozenset()

    def __init__(self, is_blind: bool = False) -> None:
        self.is_blind = is_blind
        self.guesses = 0

    def step(self, states: Sequence[tuple[int, int]], joint_moves: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
        return [(left - max(moves), 1 - turn) for (left, turn), moves in zip(states, joint_moves, strict=True)]

    def look(self, states: Sequence[tuple[int, int]]) -> list[Prospect[int]]:
        return [self._look(*state) for state in states]

    def _look(self, left: int, turn: int) -> Prospect[int]:
        if left == 0:
            return Prospect((), (0.0, 1.0) if turn == 0 else (1.0, 0.0))
        own = tuple(range(1, min(left, 3) + 1))
        return Prospect((own, (0,)) if turn == 0 else ((0,), own))

    def guess(self, states: Sequence[tuple[int, int]], seed: int) -> list[Scores | None]:
        self.guesses += len(states)
        return [None if self.is_blind else (0.5, 0.5) for _ in states]


class Signs(Certain):
    """Both roles choose at once. The first role's score is in the table, by their moves; the second has the rest."""

    chance_roles: frozenset[int] = frozenset()

    def __init__(self, table: Sequence[Sequence[float]]) -> None:
        self.table = table

    def step(self, states: Sequence[Scores], joint_moves: Sequence[Sequence[int]]) -> list[Scores]:
        scores = [self.table[one][other] for one, other in joint_moves]
        return [(score, 1 - score) for score in scores]

    def look(self, states: Sequence[Scores]) -> list[Prospect[int]]:
        rows, columns = range(len(self.table)), range(len(self.table[0]))
        return [Prospect((), state) if state else Prospect((rows, columns)) for state in states]

    def guess(self, states: Sequence[Scores], seed: int) -> list[Scores | None]:
        raise AssertionError("every state after the first is over")


class Bets(Certain):
    """Role 0 takes half a point for sure or bets; role 1 is a die. A bet wins with a six, or, on the last die, with
    everything but a six."""

    chance_roles = frozenset({1})

    def step(self, states: Sequence[str], joint_moves: Sequence[Sequence[int]]) -> list[str]:
        return [self._step(state, *moves) for state, moves in zip(states, joint_moves, strict=True)]

    def _step(self, state: str, own: int, thrown: int) -> str:
        if not state:
            return ("sure", "six", "others")[own]
        return "won" if (thrown == 6) == (state == "six") else "lost"

    def look(self, states: Sequence[str]) -> list[Prospect[int]]:
        worth = {"sure": 0.5, "won": 1.0, "lost": 0.0}
        return [
            Prospect((), (worth[state], 0.0))
            if state in worth
            else Prospect(((0,), range(1, 7)))
            if state
            else Prospect((range(3), (0,)))
            for state in states
        ]

    def guess(self, states: Sequence[str], seed: int) -> list[Scores | None]:
        return [(Chance(derive(seed, number)).below(2) * 1.0, 0.0) for number in range(len(states))]


@pytest.mark.parametrize(("left", "best"), [(1, 1), (2, 2), (3, 3), (5, 1), (6, 2), (7, 3), (9, 1)])
def test_a_forced_win_is_proved_and_taken(left: int, best: int) -> None:
    """Guesses say nothing here: it is the proof that finds the move that leaves a multiple of four."""
    found = Tree(Sticks(), (left, 0), seed=1)
    while not found.is_done:
        found.grow(8)
    assert found.root.scores == (1.0, 0.0)
    assert found.root.moves[0][found.best(0)] == best


def test_a_forced_loss_is_proved_and_the_other_role_knows_how_to_win() -> None:
    found = Tree(Sticks(), (8, 0), seed=1)
    while not found.is_done:
        found.grow(8)
    assert found.root.scores == (0.0, 1.0)
    assert found.advance((3, 0)) and found.root.state == (5, 1)
    assert found.root.moves[1][found.best(1)] == 1


def test_what_is_settled_is_not_guessed_any_more() -> None:
    judge = Sticks()
    found = Tree(judge, (7, 0), seed=1)
    while not found.is_done:
        found.grow(8)
    guesses = judge.guesses
    found.grow(1_000)
    assert judge.guesses == guesses and found.size < 100


def test_descents_that_come_to_nothing_do_not_count() -> None:
    found = Tree(Sticks(is_blind=True), (40, 0), seed=1)
    found.grow(50)
    assert found.root.paths is not None and sum(found.root.paths.visits[0]) == 0
    assert found.worths(0) == [0.0, 0.0, 0.0]
    assert {found.best(0) for _ in range(50)} == {0, 1, 2}, "where nothing is known, any move"


def test_roles_that_move_at_once_pick_by_their_own_statistics() -> None:
    """The second row is better than the first against either column, and the second column than the first."""
    found = Tree(Signs([[0.6, 0.2], [0.8, 0.3]]), (), seed=1)
    for _ in range(40):
        found.grow(16)
    assert (found.best(0), found.best(1)) == (1, 1)
    assert found.root.scores is None and found.size == 5


def test_both_signs_are_played_where_neither_is_better() -> None:
    found = Tree(Signs([[1.0, 0.0], [0.0, 1.0]]), (), seed=1)
    for _ in range(100):
        found.grow(16)
    assert found.root.paths is not None
    for visits in found.root.paths.visits.values():
        assert min(visits) > 400


def test_chance_is_weighed() -> None:
    found = Tree(Bets(), "", seed=1)
    while not found.is_done:
        found.grow(4)
    assert found.worths(0) == [0.5, pytest.approx(1 / 6), pytest.approx(5 / 6)]
    assert found.best(0) == 2 and found.root.scores == (pytest.approx(5 / 6), 0.0)


def test_the_tree_below_the_moves_that_were_made_is_kept() -> None:
    found = Tree(Sticks(), (30, 0), seed=1)
    for _ in range(25):
        found.grow(8)
    size = found.size
    assert found.advance((2, 0)) and found.root.state == (28, 1)
    assert 1 < found.size < size
    assert not found.advance((0, 9)) and not found.advance((1, 1))


def test_the_same_seed_and_batches_give_the_same_tree() -> None:
    def grown(seed: int) -> list[float]:
        found = Tree(Bets(), "", seed)
        found.grow(7)
        found.grow(5)
        return found.worths(0)

    assert grown(3) == grown(3) and len({tuple(grown(seed)) for seed in range(8)}) > 1


def test_a_full_tree_is_searched_further_without_growing() -> None:
    """Sticks share states, so a tree of sixty of them has no more than 120."""
    found = Tree(Sticks(), (60, 0), seed=1, most_nodes=50)
    for _ in range(100):
        found.grow(10)
    assert found.size == 50 and not found.is_done
    assert found.root.paths is not None and sum(found.root.paths.visits[0]) == 1000


def test_states_that_are_reached_in_two_ways_share_a_node() -> None:
    found = Tree(Sticks(), (60, 0), seed=1)
    for _ in range(400):
        found.grow(10)
    assert found.size <= 2 * 60 + 6, "all but ends, and those of three states are reached in two ways"


class Circle(Certain):
    """A role goes round in a circle of three states, or leaves it for as many points as it has taken steps: one."""

    chance_roles: frozenset[int] = frozenset()

    def step(self, states: Sequence[int], joint_moves: Sequence[Sequence[int]]) -> list[int]:
        return [-1 if moves[0] else (state + 1) % 3 for state, moves in zip(states, joint_moves, strict=True)]

    def look(self, states: Sequence[int]) -> list[Prospect[int]]:
        return [Prospect((), (0.25,)) if state < 0 else Prospect(((0, 1),)) for state in states]

    def guess(self, states: Sequence[int], seed: int) -> list[Scores | None]:
        return [(0.125,) for _ in states]


def test_a_descent_ends_where_it_has_been() -> None:
    found = Tree(Circle(), 0, seed=1)
    for _ in range(200):
        found.grow(1)
    assert found.size == 3 + 3 and found.best(0) == 1


class Dice(Certain):
    """A role keeps what it has, or throws a die of its own once and has that: scores that nobody knows before."""

    chance_roles: frozenset[int] = frozenset()
    span: tree.Span | None = None  # type: ignore[assignment]

    def __init__(self, kept: float) -> None:
        self.kept = kept
        self.chance = Chance(1)
        self.opened = 0

    def step(self, states: Sequence[str], joint_moves: Sequence[Sequence[int]]) -> list[str]:
        return [f"die {self.chance.below(6)}" if moves[0] else "kept" for moves in joint_moves]

    def is_drawn(self, state: object) -> bool:
        return str(state).startswith("die")

    def look(self, states: Sequence[str]) -> list[Prospect[int]]:
        return [self._look(state) for state in states]

    def _look(self, state: str) -> Prospect[int]:
        return Prospect(None) if not state else Prospect((), (100.0 * (int(state[4:]) if " " in state else self.kept),))

    def open(self, state: object) -> Prospect[int]:
        self.opened += 1
        return Prospect(((0, 1),))

    def guess(self, states: Sequence[str], seed: int) -> list[Scores | None]:
        raise AssertionError("every state after the first is over")


@pytest.mark.parametrize(("kept", "best"), [(2.0, 1), (3.0, 0)])
def test_a_step_with_chance_in_it_is_taken_anew_by_every_descent(kept: float, best: int) -> None:
    """A die is worth 250 on average, and no throw of it proves anything."""
    judge = Dice(kept)
    found = Tree(judge, "", seed=1)
    found.grow(1)
    for _ in range(400):
        found.grow(1)
    assert found.best(0) == best and not found.is_done
    assert found.worths(0)[1] == pytest.approx(250, abs=60)
    assert judge.opened == 1
