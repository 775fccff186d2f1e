"""A search tree for games of any number of roles that may move at the same time: decoupled UCT with proofs.

A tree knows neither rules nor clocks. States and moves are whatever its `Judge` makes of them; how many leaves are
looked at is up to whoever lets it grow. It grows by batches, because judges work best on many states at once::

    descend      from the root, every role picking by its own statistics alone, to a child that is not there yet
    step, look   make these children: is the game over there, and what are the moves?
    guess        what random games from them come to
    climb        add that to the statistics of every node on the way up

Each role picks the move with the largest mean score plus `CURIOSITY` times the usual bonus for moves that were seldom
tried; a role of chance draws. A descent counts as a visit at once, and its score comes later, so the descents of one
batch spread.

A state whose outcome is certain is *settled*: it is over, or the one role that chooses there has a move to a settled
state of full score, or all moves lead to settled states. Nothing is guessed below it any more, so a forced win is taken
and a forced loss avoided as soon as the tree has seen it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Generic, Protocol, TypeVar

from parlour.core.chance import Chance

S = TypeVar("S")
M = TypeVar("M", bound=Hashable)

# How much seldom tried moves are preferred, where scores go from 0 to 1.
CURIOSITY = 0.7
# More nodes than these are not remembered: a node takes a kilobyte or so.
MOST_NODES = 200_000

Scores = tuple[float, ...]
Picks = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prospect(Generic[M]):
    """What a state offers: the moves of each role, or, if the game is over there, the scores of the roles."""

    moves: tuple[Sequence[M], ...]
    scores: Scores | None = None


class Judge(Protocol[S, M]):
    """All that a tree knows of a game. Scores go from 0 to 1, one for each role."""

    @property
    def chance_roles(self) -> frozenset[int]:
        """The roles that draw their moves instead of choosing them."""

    def step(self, states: Sequence[S], joint_moves: Sequence[Sequence[M]]) -> list[S]:
        """What comes next in each state when every role makes its move."""

    def look(self, states: Sequence[S]) -> list[Prospect[M]]: ...

    def guess(self, states: Sequence[S], seed: int) -> list[Scores | None]:
        """What each state seems to be worth; None where there was no time to find out."""


class Node(Generic[S, M]):
    """A state in the tree. `scores` is set once it is settled; a node that no descent has passed through has no room
    for statistics yet (`paths` is None), because most nodes never need any."""

    __slots__ = ("moves", "paths", "scores", "state")

    def __init__(self, state: S, prospect: Prospect[M]) -> None:
        self.state = state
        self.moves = prospect.moves
        self.scores = prospect.scores
        self.paths: Paths[S, M] | None = None


class Paths(Generic[S, M]):
    """The ways on from a node. `visits[role][i]` and `sums[role][i]` belong to move i of a role that chooses, and
    `settled[i]` are the scores that move i of the only role with a choice certainly leads to."""

    __slots__ = ("children", "choosers", "drawers", "is_drawn", "only", "settled", "sums", "total", "untried", "visits")

    def __init__(self, moves: Sequence[Sequence[M]], chance_roles: frozenset[int], chance: Chance) -> None:
        counts = [len(own) for own in moves]
        undecided = [role for role, count in enumerate(counts) if count > 1]
        self.children: dict[Picks, Node[S, M]] = {}
        self.choosers = [role for role in undecided if role not in chance_roles]
        self.drawers = [role for role in undecided if role in chance_roles]
        # Where one role has a choice, or none has, a single move says what comes next.
        self.only = None if len(undecided) > 1 else undecided[0] if undecided else 0
        self.is_drawn = self.drawers == [self.only]
        self.settled: dict[int, Scores] = {}
        self.total = 0
        self.visits = {role: [0] * counts[role] for role in self.choosers}
        self.sums = {role: [0.0] * counts[role] for role in self.choosers}
        self.untried = {role: _shuffled(counts[role], chance) for role in self.choosers}

    def pick(self, role: int) -> int:
        """The move a role is most curious about."""
        if self.untried[role]:
            return self.untried[role].pop()
        bonus = CURIOSITY * sqrt(log(self.total))
        settled = self.settled if role == self.only else {}
        best, most = 0, -1.0
        for move, (visits, total) in enumerate(zip(self.visits[role], self.sums[role], strict=True)):
            if move in settled:
                value = settled[move][role]
            elif visits:
                value = total / visits + bonus / sqrt(visits)
            else:
                return move  # its only visit came to nothing
            if value > most:
                best, most = move, value
        return best

    def settle(self, picks: Picks, scores: Scores, count: int) -> Scores | None:
        """Notes what a move certainly leads to; the scores of this node if that settles it, which has so many moves."""
        role = self.only
        if role is None:
            return None
        self.settled[picks[role]] = scores
        is_complete = len(self.settled) == count
        if self.is_drawn:
            columns = zip(*self.settled.values(), strict=True)
            return tuple(sum(column) / count for column in columns) if is_complete else None
        if scores[role] >= 1.0:
            return scores
        return max(self.settled.values(), key=lambda known: known[role]) if is_complete else None


Descent = list[tuple[Node[S, M], Picks]]


class Tree(Generic[S, M]):
    """What is known of a state and those that may follow. The same seed and the same batches give the same tree."""

    def __init__(self, judge: Judge[S, M], state: S, seed: int) -> None:
        self.judge = judge
        self.chance = Chance(seed)
        self.root: Node[S, M] = Node(state, judge.look([state])[0])
        self.size = 1

    @property
    def is_done(self) -> bool:
        """Nothing more can be learned, or remembered."""
        return self.root.scores is not None or self.size >= MOST_NODES

    def grow(self, descents: int) -> None:
        """One batch of so many descents."""
        if self.is_done:
            return
        waiting: dict[tuple[int, Picks], list[Descent[S, M]]] = {}
        for _ in range(descents):
            descent, end = self._descend()
            if end is not None and end.scores is not None:
                self._climb(descent, end.scores)
            else:
                last, picks = descent[-1]
                waiting.setdefault((id(last), picks), []).append(descent)
        if waiting:
            self._look_further(list(waiting.values()))

    def advance(self, moves: Sequence[M]) -> bool:
        """Goes on to the state that these moves of all roles lead to, and forgets the rest; False if it is not in the
        tree."""
        if self.root.paths is None or any(move not in own for move, own in zip(moves, self.root.moves, strict=True)):
            return False
        picks = tuple(list(own).index(move) for move, own in zip(moves, self.root.moves, strict=True))
        child = self.root.paths.children.get(picks)
        if child is None:
            return False
        self.root = child
        self.size = _size(child)
        return True

    def best(self, role: int) -> int:
        """The number of the best move of a role that has any: one that certainly wins, else the one tried most, if no
        settled one is worth more. Where nothing is known, any move."""
        worths = self.worths(role)
        paths = self.root.paths
        if paths is None or role not in paths.visits or not (paths.settled or any(paths.visits[role])):
            return self.chance.below(len(worths))
        settled = paths.settled if role == paths.only else {}
        visits = paths.visits[role]
        found = []
        if settled:
            found.append(max(settled, key=lambda move: (worths[move], visits[move])))
        if len(settled) < len(worths):
            rest = [move for move in range(len(worths)) if move not in settled]
            found.append(max(rest, key=lambda move: (visits[move], worths[move])))
        # Of two that seem to be worth the same, what is certain comes first.
        return max(found, key=lambda move: worths[move])

    def worths(self, role: int) -> list[float]:
        """What each move of a role seems to be worth to it; 0 where nothing is known."""
        paths = self.root.paths
        if paths is None or role not in paths.visits:
            return [0.0] * len(self.root.moves[role])
        settled = paths.settled if role == paths.only else {}
        means = zip(paths.sums[role], paths.visits[role], strict=True)
        return [
            settled[move][role] if move in settled else total / max(visits, 1)
            for move, (total, visits) in enumerate(means)
        ]

    # ---- one batch

    def _descend(self) -> tuple[Descent[S, M], Node[S, M] | None]:
        """The nodes on the way and what was picked there; and the settled node where it ended, if it did."""
        descent: Descent[S, M] = []
        node: Node[S, M] | None = self.root
        while node is not None and node.scores is None:
            paths = node.paths
            if paths is None:
                paths = node.paths = Paths(node.moves, self.judge.chance_roles, self.chance)
            paths.total += 1
            picks = [0] * len(node.moves)
            for role in paths.choosers:
                picks[role] = paths.pick(role)
                paths.visits[role][picks[role]] += 1
            for role in paths.drawers:
                picks[role] = self.chance.below(len(node.moves[role]))
            descent.append((node, tuple(picks)))
            node = paths.children.get(descent[-1][1])
        return descent, node

    def _look_further(self, groups: Sequence[Sequence[Descent[S, M]]]) -> None:
        """Makes the children that groups of descents have come to, and gives each descent its scores."""
        ends = [group[0][-1] for group in groups]
        joint_moves = [[own[pick] for own, pick in zip(node.moves, picks, strict=True)] for node, picks in ends]
        states = self.judge.step([node.state for node, _ in ends], joint_moves)
        guessed: list[Descent[S, M]] = []
        unclear: list[S] = []
        for group, (node, picks), state, prospect in zip(groups, ends, states, self.judge.look(states), strict=True):
            assert node.paths is not None
            node.paths.children[picks] = Node(state, prospect)
            self.size += 1
            for descent in group:
                if prospect.scores is not None:
                    self._climb(descent, prospect.scores)
                else:
                    guessed.append(descent)
                    unclear.append(state)
            if prospect.scores is not None:
                self._settle(group[0], prospect.scores)
        if unclear:
            for descent, scores in zip(guessed, self.judge.guess(unclear, self.chance.next64()), strict=True):
                self._climb(descent, scores)

    def _climb(self, descent: Descent[S, M], scores: Scores | None) -> None:
        """Adds what a descent came to; one that came to nothing was no visit."""
        for node, picks in descent:
            assert node.paths is not None
            for role in node.paths.choosers:
                if scores is not None:
                    node.paths.sums[role][picks[role]] += scores[role]
                else:
                    node.paths.visits[role][picks[role]] -= 1

    def _settle(self, descent: Descent[S, M], scores: Scores) -> None:
        """Draws the conclusions from what certainly comes at the end of a descent."""
        for node, picks in reversed(descent):
            assert node.paths is not None
            if node.scores is not None:
                return
            role = node.paths.only
            node.scores = None if role is None else node.paths.settle(picks, scores, len(node.moves[role]))
            if node.scores is None:
                return
            scores = node.scores


def _shuffled(count: int, chance: Chance) -> list[int]:
    order = list(range(count))
    for place in range(count - 1, 0, -1):
        other = chance.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def _size(root: Node[S, M]) -> int:
    """How many nodes there are from here on."""
    count, waiting = 0, [root]
    while waiting:
        node = waiting.pop()
        count += 1
        if node.paths is not None:
            waiting += node.paths.children.values()
    return count
