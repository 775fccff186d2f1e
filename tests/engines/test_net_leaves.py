"""The states of a search in the lanes of a net, in compiled code, against the same worked out from Python."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache
from random import Random

import numpy as np
import pytest
from tests.engines.test_net_agrees import library_plan

from parlour.engines.llvm.low.loading import Loaded
from parlour.engines.net.bulk import Bulk, States
from parlour.engines.net.fields import DONE
from parlour.engines.net.search import lanes
from parlour.engines.net.search.leaves import Leaves
from parlour.engines.net.tiers import SOURCES, Interpreted

DOORS = {"step_lanes": 2, "look_rows": 2, "begin_games": 4, "play_games": 2, "end_games": 2}


@cache
def doors() -> dict[str, Callable[..., int]]:
    loaded = Loaded((lanes,), tuple(DOORS), SOURCES)
    # What is called must not go away.
    return {name: loaded.function(name, count) for name, count in DOORS.items()} | {"": lambda: id(loaded)}


class Herd:
    """States side by side in both."""

    def __init__(self, name: str, words: int, count: int) -> None:
        plan = library_plan(name)
        tier = Interpreted(plan, words)
        self.plan, self.bulk, self.leaves = plan, Bulk(tier), Leaves(tier)
        self.states: States = np.repeat(self.bulk.first, count, axis=0)
        self.context = self.leaves.context.address

    def put(self) -> None:
        size = 8 * self.leaves.state_words
        self.rows = array("Q", b"".join(state.tobytes().ljust(size, b"\0") for state in self.states))
        start, _ = self.rows.buffer_info()
        for lane in range(len(self.states)):
            self.leaves.rows.values[lane] = start + lane * size

    def worths(self) -> list[list[int]]:
        found = np.frombuffer(self.leaves.worths.values, dtype=np.float64).reshape(-1, self.leaves.roles)
        return np.rint(100 * found[: len(self.states), list(self.plan.players)]).astype(int).tolist()

    def legal(self, lane: int) -> list[list[int]]:
        words = self.leaves.legal.values[lane * self.leaves.move_words :][: self.leaves.move_words]
        found = []
        for moves in self.plan.net.moves:
            own = -(-len(moves) // 64)
            bits = int.from_bytes(words[:own].tobytes(), "little")
            found.append([move for move in range(len(moves)) if bits >> move & 1])
            words = words[own:]
        return found


@pytest.mark.parametrize(
    ("name", "words", "count"),
    [("tic-tac-toe", 1, 50), ("connect-four", 4, 200), ("breakthrough-small", 2, 128), ("tron", 2, 100)],
)
def test_states_are_looked_at_stepped_and_played_on_alike(name: str, words: int, count: int) -> None:
    herd = Herd(name, words, count)
    chance, ended = Random(1), 0
    while len(herd.states):
        herd.put()
        doors()["look_rows"](herd.context, len(herd.states))
        looked, scores = herd.bulk.look(herd.states), herd.bulk.scores(herd.states).tolist()
        legal = [herd.legal(lane) for lane in range(len(herd.states))]
        for lane, own in enumerate(legal):
            assert own == [np.nonzero(looked.legal[role][lane])[0].tolist() for role in range(herd.leaves.roles)]
            assert herd.leaves.ends.values[lane] == looked.is_terminal[lane]
            assert not looked.is_terminal[lane] or herd.worths()[lane] == scores[lane]
        ended += int(looked.is_terminal.sum())
        going = [lane for lane in range(len(herd.states)) if not looked.is_terminal[lane]]
        herd.states = herd.states[going]
        if not going:
            break
        herd.put()
        doors()["begin_games"](herd.context, len(going), 77 + ended, 0)
        while doors()["play_games"](herd.context, 5) != DONE:
            pass
        doors()["end_games"](herd.context, len(going))
        assert herd.worths() == herd.bulk.rollouts(herd.states, 77 + ended).tolist()
        moves = np.array([[chance.choice(own) for own in legal[lane]] for lane in going])
        herd.leaves.chosen.values[: moves.size] = array("q", moves.flatten().tolist())
        doors()["step_lanes"](herd.context, len(going))
        herd.states = herd.bulk.step(herd.states, moves)
        size = 8 * herd.leaves.state_words
        packed = herd.leaves.found.values.cast("B")[: size * len(going)].tobytes()
        assert packed == b"".join(state.tobytes().ljust(size, b"\0") for state in herd.states)
    assert ended == count


def test_facts_are_packed_and_unpacked() -> None:
    leaves = Herd("connect-four", 1, 1).leaves
    net = leaves.plan.net
    first = leaves.pack(frozenset(fact for fact, holds in zip(net.facts, net.init, strict=True) if holds))
    assert leaves.pack(leaves.facts(first)) == first and len(first) == 8 * leaves.state_words
