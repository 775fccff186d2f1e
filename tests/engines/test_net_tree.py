"""The compiled tree over nets against the reference, batch for batch: the same visits of every move, the same worths to
the last bit. The reference steps and looks by the rules alone; only random games are the net's, because it is the net
that says what they draw."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import ModuleType

import numpy as np
import pytest

import parlour
from parlour.engines.later import LaterEngine
from parlour.engines.llvm.low import language, loading
from parlour.engines.llvm.low.function import Low
from parlour.engines.logic.machine import Machine, State
from parlour.engines.net.bulk import Bulk
from parlour.engines.net.engine import NetEngine
from parlour.engines.net.loader import Loader
from parlour.engines.net.search import tree
from parlour.engines.net.search.tree import NetTree, batch_size
from parlour.engines.net.tiers import Interpreted
from parlour.engines.search.room import Node as Compiled
from parlour.game.game import Game
from parlour.logic.rules import Compound
from parlour.players.tree import Node, Prospect, Scores, Tree, worths_at

# A step of two who choose together, then chance, then a choice again; scores other than all or nothing.
DICE = """
(role a) (role b) (role random)
(init (phase bid))
(face 1) (face 2) (face 3)
(next_phase bid roll) (next_phase roll take) (next_phase take bid)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(init (round 0)) (init (won a 0)) (init (won b 0))
(<= (legal ?p (bid ?n)) (role ?p) (distinct ?p random) (true (phase bid)) (face ?n))
(<= (legal random wait) (true (phase bid)))
(<= (legal random (roll ?n)) (true (phase roll)) (face ?n))
(<= (legal ?p wait) (role ?p) (distinct ?p random) (true (phase roll)))
(<= (legal a (take ?n)) (true (phase take)) (true (rolled ?n)))
(<= (legal a pass) (true (phase take)))
(<= (legal b wait) (true (phase take)))
(<= (legal random wait) (true (phase take)))
(<= (next (phase ?q)) (true (phase ?p)) (next_phase ?p ?q))
(<= (next (bid_of ?p ?n)) (does ?p (bid ?n)))
(<= (next (bid_of ?p ?n)) (true (bid_of ?p ?n)) (true (phase roll)))
(<= (next (rolled ?n)) (does random (roll ?n)))
(<= (next (round ?n)) (true (round ?n)) (not (true (phase take))))
(<= (next (round ?m)) (true (round ?n)) (succ ?n ?m) (true (phase take)))
(<= (gains a) (does a (take ?n)) (true (rolled ?n)) (true (bid_of a ?n)))
(<= (gains b) (true (phase take)) (true (rolled ?n)) (true (bid_of b ?n)))
(<= (gains b) (does a pass) (true (bid_of a 2)))
(<= (next (won ?p ?m)) (gains ?p) (true (won ?p ?n)) (succ ?n ?m))
(<= (next (won ?p ?n)) (true (won ?p ?n)) (not (gains ?p)))
(<= terminal (true (round 2)))
(value 0 10) (value 1 35) (value 2 80) (value 3 100) (value 4 100)
(<= (goal ?p ?v) (true (won ?p ?n)) (value ?n ?v))
(goal random 0)
"""


def net_of(game: Game) -> NetEngine:
    later = game.engines["net"]
    assert isinstance(later, LaterEngine) and isinstance(later.made, NetEngine)
    return later.made


@dataclass
class RulesJudge:
    """See `players.tree.Judge`: the rules, and the games of a net."""

    machine: Machine
    bulk: Bulk
    batch: int

    span = (0.0, 1.0)

    @property
    def chance_roles(self) -> frozenset[int]:
        return frozenset(number for number, role in enumerate(self.machine.roles) if role.name == "random")

    def step(self, states: Sequence[State], joint_moves: Sequence[Sequence[Compound]]) -> list[State]:
        return [self.machine.step(state, moves) for state, moves in zip(states, joint_moves, strict=True)]

    def is_drawn(self, state: State) -> bool:
        return False

    def key(self, state: State) -> bytes:
        return self.machine.key(state)

    def look(self, states: Sequence[State]) -> list[Prospect[Compound]]:
        return list(map(self._look, states))

    def _look(self, state: State) -> Prospect[Compound]:
        machine, net = self.machine, self.bulk.plan.net
        if machine.is_terminal(state):
            goals = [machine.goals(state, role) for role in range(len(machine.roles))]
            is_chance = self.chance_roles
            return Prospect(
                (), tuple(0.0 if role in is_chance else int(str(goals[role][0])) / 100 for role in range(len(goals)))
            )
        found = []
        for role, own in enumerate(net.moves):
            legal = set(machine.legal(state, role))
            found.append(tuple(move for move in own if move in legal))
        return Prospect(tuple(found))

    def open(self, state: State) -> Prospect[Compound]:
        raise AssertionError("looking has found the moves")

    def guess(self, states: Sequence[State], seed: int) -> list[Scores | None]:
        """The mean of as many games from each state as a batch has room for."""
        games = max(self.batch // len(states), 1)
        rows = np.concatenate([self.bulk.pack(frozenset(self.machine.facts(state))) for state in states])
        all_scores = self.bulk.rollouts(np.repeat(rows, games, axis=0), seed).tolist()
        players = list(self.bulk.plan.players)
        found: list[Scores | None] = []
        for number in range(len(states)):
            sums = [0.0] * len(self.machine.roles)
            for scores in all_scores[number * games : (number + 1) * games]:
                for role, score in zip(players, scores, strict=True):
                    sums[role] += score / 100
            found.append(tuple(total / games for total in sums))
        return found


class Pair:
    """The same search in both."""

    def __init__(self, game: Game, seed: int, *, batch: int, nodes: int = 10_000) -> None:
        engine = net_of(game)
        assert engine.ungrounded is None
        self.machine = engine.machine()
        first = self.machine.initial()
        self.batch = batch
        judge = RulesJudge(self.machine, Bulk(Interpreted(engine.loader.plan, 4)), batch)
        self.reference: Tree[State, Compound] = Tree(judge, first, seed, most_nodes=nodes)
        facts = frozenset(self.machine.facts(first))
        self.compiled = NetTree(engine.loader, facts, seed, curiosity=0.7, nodes=nodes, batch=batch)

    def grow(self, iterations: int) -> None:
        self.compiled.grow(iterations)
        left = iterations
        while left and not self.reference.is_done:
            paths = self.reference.root.paths
            size = min(batch_size(0 if paths is None else paths.total, self.batch), left)
            self.reference.grow(size)
            left -= size

    def advance(self) -> bool:
        """Goes on to the last child that descents have gone through."""
        root = self.reference.root
        assert root.paths is not None and root.moves is not None
        picks = max(each for each, child in root.paths.children.items() if child.paths is not None)
        joint = [own[pick] for own, pick in zip(root.moves, picks, strict=True)]
        return self.reference.advance(joint) and self.compiled.advance(picks)

    def differences(self) -> list[str]:
        """What is not the same at the root, and at the children of its moves."""
        found = list(self._differences(self.reference.root, self.compiled.room.root, "root"))
        if self.reference.size != self.compiled.room.size:
            found.append(f"{self.reference.size} nodes, {self.compiled.room.size} compiled")
        return found

    def _differences(self, ours: Node[State, Compound], theirs: Compiled, where: str, depth: int = 2) -> list[str]:
        found = []
        if ours.scores != theirs.scores:
            found.append(f"{where}: settled as {ours.scores}, compiled {theirs.scores}")
        if (ours.paths is None) == theirs.is_open:
            found.append(f"{where}: only one of them has gone through it")
        if ours.paths is None or ours.moves is None or not theirs.is_open:
            return found
        if ours.paths.total != theirs.total:
            found.append(f"{where}: {ours.paths.total} descents, compiled {theirs.total}")
        for role, own in enumerate(ours.moves):
            if list(own) != list(self.compiled.moves(theirs, role)):
                found.append(f"{where}: the moves of {role} differ")
            if role in ours.paths.visits:
                visits = [theirs.visits(role, move) for move in range(len(own))]
                worths = [theirs.worth(role, move) for move in range(len(own))]
                if visits != ours.paths.visits[role] or worths != worths_at(ours, role):
                    found.append(f"{where}: {ours.paths.visits[role]} visits of {role}, compiled {visits}")
        for picks, child in ours.paths.children.items():
            other = theirs.child(picks)
            if other is None:
                found.append(f"{where}: {picks} lead nowhere in compiled code")
            elif depth:
                found += self._differences(child, other, f"{where} {picks}", depth - 1)
        return found


def load(name: str) -> Game:
    return parlour.load(DICE, language="gdl") if name == "dice" else parlour.load(name)


# Turns, turns with forced replies, steps together, chance between them, a puzzle.
GAMES = ["tic-tac-toe-gdl", "connect-four-gdl", "tron", "dice", "eight-puzzle"]


@pytest.mark.parametrize("batch", [1, 7, 256])
@pytest.mark.parametrize("name", GAMES)
def test_every_visit_is_that_of_the_reference(name: str, batch: int) -> None:
    pair = Pair(load(name), seed=5, batch=batch)
    pair.grow(300 if batch == 1 else 700)
    assert pair.differences() == []
    assert pair.compiled.iterations in (300, 700) or pair.compiled.is_done


@pytest.mark.parametrize("name", ["tic-tac-toe-gdl", "tron", "dice"])
def test_after_a_move_both_go_on_with_what_they_know(name: str) -> None:
    pair = Pair(load(name), seed=2, batch=32)
    pair.grow(400)
    for _ in range(2):
        assert pair.advance()
        assert pair.differences() == []
        pair.grow(200)
        assert pair.differences() == []


def test_with_little_memory_both_forget_the_same() -> None:
    pair = Pair(load("connect-four-gdl"), seed=3, batch=16, nodes=60)
    pair.grow(500)
    assert pair.compiled.room.size == 60 and pair.differences() == []


def test_what_is_settled_is_what_minimax_says() -> None:
    """Tic-tac-toe after two moves each, every position of them."""
    game = load("tic-tac-toe-gdl")
    engine = net_of(game)
    machine = engine.machine()

    def worth(state: State) -> tuple[float, ...]:
        if machine.is_terminal(state):
            return tuple(int(str(machine.goals(state, role)[0])) / 100 for role in range(2))
        legal = [machine.legal(state, role) for role in range(2)]
        mover = 0 if len(legal[0]) > 1 or str(legal[0][0]) != "noop" else 1
        after = [
            worth(machine.step(state, (move, legal[1][0]) if mover == 0 else (legal[0][0], move)))
            for move in legal[mover]
        ]
        return max(after, key=lambda scores: scores[mover])

    state = machine.initial()
    for x, o in ((0, 4), (1, 3)):
        state = machine.step(state, (machine.legal(state, 0)[x], machine.legal(state, 1)[0]))
        state = machine.step(state, (machine.legal(state, 0)[0], machine.legal(state, 1)[o]))
    for move in machine.legal(state, 0):
        after = machine.step(state, (move, machine.legal(state, 1)[0]))
        facts = frozenset(machine.facts(after))
        found = NetTree(engine.loader, facts, 1, curiosity=0.7, nodes=10_000)
        found.grow(20_000)
        assert found.room.root.scores == worth(after)


FAULTS = [
    ("begin_group", "ld(g + Growth.SEED)", "ld(g + Growth.SEED) + 1"),  # games of another seed
    ("begin_group", "ld(descent + DescentRow.END)", "0"),  # games from the first leaf
    ("go_on", "* lane", "* 0"),  # all climb with what the first game came to
    ("make_children", "pick_at(step, role)", "0"),  # the first move instead of the one that was picked
    ("next_batch", "SHARE", "5"),  # batches of other sizes
    ("hashed", "ld(row + place)", "0"),  # all states are the same
    ("enter", "state_row(g, old)", "state_row(g, now)"),  # states stay where they were, nodes do not
]


def noticed(pair: Pair) -> list[str]:
    """What differs; a tree that was grown wrongly may lead outside of its memory."""
    try:
        return pair.differences()
    except IndexError as outside:
        return [str(outside)]


@pytest.mark.parametrize(("function", "right", "wrong"), FAULTS)
def test_a_planted_fault_is_noticed(function: str, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(modules: Sequence[ModuleType]) -> dict[str, Low]:
        found = language.functions(modules)
        text = ast.unparse(found[function].node)
        assert right in text
        [node] = ast.parse(text.replace(right, wrong)).body
        assert isinstance(node, ast.FunctionDef)
        return found | {function: replace(found[function], node=node)}

    monkeypatch.setattr(loading, "functions", planted)
    monkeypatch.setattr(loading, "load_or_make", lambda key, make: make())
    tree.doors.cache_clear()
    try:
        pair = Pair(load("tic-tac-toe-gdl"), seed=5, batch=32)
        pair.grow(300)
        found = noticed(pair)
        if not found:
            assert pair.advance()
            pair.grow(100)
            found = noticed(pair)
        assert found
    finally:
        tree.doors.cache_clear()


@pytest.mark.parametrize("words", [1, 2, 8])
def test_planes_of_any_width_find_the_same(words: int) -> None:
    engine = net_of(load("connect-four-gdl"))
    machine = engine.machine()
    facts = frozenset(machine.facts(machine.initial()))

    def visits(loader: Loader) -> list[int]:
        found = NetTree(loader, facts, 9, curiosity=0.7, nodes=10_000)
        found.grow(6_000)
        return [found.room.root.visits(0, move) for move in range(7)]

    assert visits(Loader(engine.loader.plan, words=words)) == visits(engine.loader)


def test_growing_stops_when_nobody_wants_any_more_and_goes_on_afterwards() -> None:
    pair = Pair(load("connect-four-gdl"), seed=4, batch=64)
    answers = iter([True, True, False])
    made = pair.compiled.grow(10_000_000, lambda: next(answers))
    assert 0 < made < 10_000_000
    root = pair.compiled.room.root
    assert sum(root.visits(0, move) for move in range(root.count(0))) == made
    assert pair.compiled.grow(100) == 100
