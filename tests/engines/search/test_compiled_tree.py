"""The compiled tree by itself grows as the reference does, on games of a few lines: whoever chooses, draws or waits,
in batches of any size, with little memory, and after it went on to another root."""

from __future__ import annotations

import ctypes
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import pytest

from parlour.core.chance import Chance, derive
from parlour.engines.llvm import streams
from parlour.engines.llvm.low.language import emit, functions
from parlour.engines.llvm.target import new_target
from parlour.engines.search import tree as low
from parlour.engines.search.room import Limits, Node, Room, bits_of, signed
from parlour.engines.search.words import DescentRow, EndRow, Need, NodeRow, StepRow
from parlour.engines.search.words import Tree as Fields
from parlour.players import tree as reference
from parlour.players.tree import Prospect, Scores

NAMES = [name for name in functions((low, streams)) if name.startswith("tree_")]


@cache
def compiled() -> llvm.ExecutionEngine:
    module = llvm.parse_assembly(emit(NAMES, functions((low, streams))))
    module.verify()
    engine = llvm.create_mcjit_compiler(module, new_target(2))
    engine.finalize_object()
    return engine


def call(name: str, *args: int) -> int:
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * len(args))
    found: int = kind(compiled().get_function_address(name))(*args)
    return found


# ------------------------------------------------------------------------------------------------------ a game


@dataclass(frozen=True)
class State:
    """A row of digits: what was picked so far; and whether chance has led here."""

    digits: tuple[int, ...]
    is_drawn: bool = False


@dataclass
class Maze:
    """A made-up game. What may be picked where, and what it comes to, follows from a hash of the state; states are the
    same if their digits add up alike, so there are many transpositions. Every role has a choice now and then, alone or
    with others, and chance is a role or has a part in a step."""

    roles: int
    length: int
    seed: int
    chance_roles: frozenset[int] = frozenset()
    draws: bool = False
    span: reference.Span | None = (0.0, 1.0)
    is_idle: bool = False
    is_lazy: bool = False

    def __post_init__(self) -> None:
        self.chance = Chance(derive(self.seed, 99))

    def _hash(self, state: State, *more: int) -> int:
        return derive(self.seed, len(state.digits), sum(state.digits), *more)

    def step(self, states: Sequence[State], joint_moves: Sequence[Sequence[int]]) -> list[State]:
        return [self._step(state, moves) for state, moves in zip(states, joint_moves, strict=True)]

    def _step(self, state: State, moves: Sequence[int]) -> State:
        drawn = self.chance.next64()
        is_drawn = self.draws and self._hash(state, 5, sum(moves)) % 3 == 0
        added = sum((role + 1) * move for role, move in enumerate(moves))
        if self.is_idle and self._hash(state, 6, added) % 4 == 0:
            return State(state.digits[:-1], False) if state.digits else state  # round in circles
        return State((*state.digits, added + (drawn % 3 if is_drawn else 0)), is_drawn)

    def is_drawn(self, state: State) -> bool:
        return state.is_drawn

    def key(self, state: State) -> Hashable:
        return len(state.digits), sum(state.digits)

    def look(self, states: Sequence[State]) -> list[Prospect[int]]:
        found = [self._look(state) for state in states]
        return [Prospect(None, one.scores) if self.is_lazy else one for one in found]

    def open(self, state: State) -> Prospect[int]:
        if self._hash(state, 7) % 11 == 0:
            return Prospect(None, (0.5,) * self.roles)
        return self._look(state)

    def _look(self, state: State) -> Prospect[int]:
        if len(state.digits) >= self.length or (state.digits and self._hash(state, 1) % 7 == 0):
            scores = [self._hash(state, 2, role) % 5 / 4 for role in range(self.roles)]
            if self.span is None:
                scores = [score * 9 - 3 for score in scores]
            return Prospect(None, tuple(scores))
        return Prospect(
            tuple(tuple(range(1 + max(0, self._hash(state, 3, role) % 6 - 2))) for role in range(self.roles))
        )

    def guess(self, states: Sequence[State], seed: int) -> list[Scores | None]:
        return [self._guess(derive(seed, number)) for number in range(len(states))]

    def _guess(self, seed: int) -> Scores | None:
        chance = Chance(seed)
        if chance.below(20) == 0:
            return None
        return tuple(chance.below(3) / 2 for _ in range(self.roles))


# ------------------------------------------------------------------------------- a driver, as compiled ones do it


class Driver:
    """Grows a compiled tree over a judge of the reference."""

    def __init__(self, judge: Maze, state: State, seed: int, *, nodes: int = 10_000, paths: int = 1 << 24) -> None:
        self.judge = judge
        chance_roles = sum(1 << role for role in judge.chance_roles)
        limits = Limits(nodes, paths, 64)
        self.room = Room(judge.roles, chance_roles, reference.CURIOSITY, judge.span, limits)
        self.room.seed(seed)
        self.t = self.room.address
        self.states: dict[int, State] = {1: state}
        self.keep: list[Any] = []
        call("tree_plant", self.t, self.key(state))

    def key(self, state: State) -> int:
        return signed(derive(1, *self.judge.key(state)))  # type: ignore[misc]

    def scores(self, scores: Scores | None) -> int:
        if scores is None:
            return 0
        self.keep = [(ctypes.c_int64 * len(scores))(*map(bits_of, scores)), *self.keep[:64]]
        return ctypes.addressof(self.keep[0])

    def word(self, address: int) -> int:
        return ctypes.c_int64.from_address(address).value

    def _last(self, descent: int) -> tuple[int, list[int]]:
        step = self.word(descent + DescentRow.STOP) - self.room.get(Fields.STEP_SIZE)
        picks = (ctypes.c_uint32 * self.judge.roles).from_address(step + StepRow.PICKS)
        return self.word(step + StepRow.NODE), list(picks)

    def grow(self, descents: int) -> None:
        call("tree_begin_batch", self.t)
        own: dict[int, State] = {}
        for _ in range(descents):
            if call("tree_is_done", self.t):
                break
            call("tree_begin", self.t)
            self._descend(own)
        ends = {}
        for end in range(self.room.get(Fields.END_COUNT)):
            first = self.word(self.room.get(Fields.END_ROWS) + EndRow.ROW * end + EndRow.FIRST)
            parent, picks = self._last(first)
            if end not in own:
                own[end] = self.judge.step([self.states[parent]], [picks])[0]
        for end, state in sorted(own.items()):
            scores = self.scores(self.judge.look([state])[0].scores)
            call("tree_child", self.t, end, 0 if scores else self.key(state), int(state.is_drawn), scores)
            if self.room.get(Fields.IS_NEW):
                self.states[self.room.get(Fields.MADE)] = state
            ends[end] = state
        waiting = [self.word(self.room.get(Fields.WAITING) + 8 * n) for n in range(self.room.get(Fields.WAITING_COUNT))]
        if waiting:
            chance = Chance(self.room.get(Fields.STREAM))
            seed = chance.next64()
            self.room.seed(chance.state)
            states = [
                self.states[node]
                if (node := self.word(row + DescentRow.NODE))
                else ends[self.word(row + DescentRow.END)]
                for row in waiting
            ]
            for row, scores in zip(waiting, self.judge.guess(states, seed), strict=True):
                call("tree_climb", self.t, row, self.scores(scores))

    def _descend(self, own: dict[int, State]) -> None:
        while True:
            match call("tree_descend", self.t):
                case Need.OPENING:
                    if not self._open(self.states[self.room.get(Fields.AT)]):
                        return
                case Need.DRAW:
                    rows = self.room.get(Fields.DESCENT_ROWS)
                    parent, picks = self._last(rows + DescentRow.ROW * (self.room.get(Fields.DESCENT_COUNT) - 1))
                    state = self.judge.step([self.states[parent]], [picks])[0]
                    is_over = self.judge.look([state])[0].scores is not None
                    if not call("tree_follow", self.t, 0 if is_over else self.key(state)):
                        own[self.room.get(Fields.END_COUNT) - 1] = state
                        return
                case _:
                    return

    def _open(self, state: State) -> int:
        prospect = self.judge.open(state) if self.judge.is_lazy else self.judge.look([state])[0]
        if prospect.moves is None:
            call("tree_close", self.t, self.scores(prospect.scores))
            return 1
        counts = (ctypes.c_int64 * self.judge.roles)(*map(len, prospect.moves))
        return call("tree_open", self.t, ctypes.addressof(counts))

    def enter(self, state: State) -> bool:
        node = call("tree_find", self.t, self.key(state))
        if not node:
            return False
        kept = call("tree_mark", self.t, node)
        numbers = (ctypes.c_uint32 * (self.room.size + 1)).from_address(self.room.get(Fields.NUMBERS))
        self.states = {numbers[old]: state for old, state in self.states.items() if numbers[old]}
        call("tree_keep", self.t)
        assert kept == self.room.size
        return True


# ------------------------------------------------------------------------------------------------------ comparing


def agree(found: Node, wanted: reference.Node[State, int], seen: set[int]) -> None:
    """Two nodes and all that can follow them know the same."""
    if found.number in seen:
        return
    seen.add(found.number)
    assert found.scores == wanted.scores
    paths = wanted.paths
    assert found.is_open == (paths is not None)
    if paths is None:
        return
    assert found.total == paths.total
    for role, visits in paths.visits.items():
        assert [found.visits(role, move) for move in range(found.count(role))] == visits
        assert [found.worth(role, move) for move in range(found.count(role))] == reference.worths_at(wanted, role)
    if paths.only is not None and wanted.moves is not None:
        count = len(wanted.moves[paths.only])
        assert {move for move in range(count) if found.is_settled(paths.only, move)} == set(paths.settled)
    for picks, child in paths.children.items():
        other = found.child(picks)
        assert other is not None
        agree(other, child, seen)


GAMES = {
    "in turn": Maze(3, 9, 1),
    "looked at late": Maze(2, 8, 2, is_lazy=True),
    "alone": Maze(1, 7, 3),
    "all at once": Maze(2, 6, 4),
    "five at once": Maze(5, 5, 5),
    "dice as a role": Maze(3, 8, 6, frozenset({0})),
    "dice in a step": Maze(2, 7, 7, draws=True),
    "dice everywhere": Maze(3, 7, 8, frozenset({1}), draws=True, is_lazy=True),
    "scores without bounds": Maze(2, 7, 9, span=None),
    "in circles": Maze(2, 7, 10, is_idle=True),
}


def pair(game: Maze, seed: int, **limits: int) -> tuple[Driver, reference.Tree[State, int]]:
    start = State(())
    wanted = reference.Tree(replace(game), start, seed, most_nodes=limits.get("nodes", 10_000))
    return Driver(replace(game), start, seed, **limits), wanted


@pytest.mark.parametrize("batch", [1, 7, 64])
@pytest.mark.parametrize("name", GAMES)
def test_the_compiled_tree_grows_as_the_reference_does(name: str, batch: int) -> None:
    for seed in range(4):
        found, wanted = pair(replace(GAMES[name], seed=seed), seed)
        for _ in range(600 // batch):
            found.grow(batch)
            wanted.grow(batch)
        assert found.room.size == wanted.size
        assert (found.room.climbs, [found.room.gain(role) for role in range(len(wanted.gains))]) == (
            wanted.climbs,
            wanted.gains,
        )
        agree(found.room.root, wanted.root, set())


@pytest.mark.parametrize("name", GAMES)
def test_with_little_room_new_states_are_looked_at_and_forgotten(name: str) -> None:
    found, wanted = pair(GAMES[name], 3, nodes=20)
    for _ in range(60):
        found.grow(5)
        wanted.grow(5)
    assert found.room.size == wanted.size <= 20
    agree(found.room.root, wanted.root, set())


@pytest.mark.parametrize("name", GAMES)
def test_another_root_keeps_what_can_follow_it(name: str) -> None:
    went_on = 0
    for seed in range(4):
        found, wanted = pair(replace(GAMES[name], seed=seed), seed)
        for _ in range(4):
            for _ in range(40):
                found.grow(8)
                wanted.grow(8)
            nodes = [node for node in wanted.nodes.values() if node.paths is not None and node is not wanted.root]
            if not nodes:
                break
            state = nodes[len(nodes) // 2].state
            assert found.enter(state) and wanted.enter(wanted.judge.key(state))
            went_on += 1
            assert found.room.size == wanted.size
            agree(found.room.root, wanted.root, set())
    assert went_on


def test_a_room_for_statistics_that_is_full_ends_descents_where_they_are() -> None:
    found = Driver(replace(GAMES["in turn"]), State(()), 1, paths=4096)
    for _ in range(300):
        found.grow(1)
    assert 2048 < found.room.get(Fields.BLOCKS_USED) <= 4096
    assert found.room.root.total == 300


def test_joint_moves_that_cannot_be_told_apart_are_refused() -> None:
    driver = Driver(Maze(5, 4, 1), State(()), 1)
    call("tree_begin_batch", driver.t)
    call("tree_begin", driver.t)
    counts = (ctypes.c_int64 * 5)(*[10_000] * 5)
    assert call("tree_open", driver.t, ctypes.addressof(counts)) == -1


def test_a_node_takes_as_many_bytes_as_its_row_says() -> None:
    room = Room(3, 0, 0.7, (0.0, 1.0), Limits(10, 4096))
    assert room.get(Fields.NODE_SIZE) == NodeRow.SCORES + 24
