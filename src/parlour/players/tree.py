"""A search tree for games of any number of roles that may move at the same time: decoupled UCT with proofs.

A tree knows neither rules nor clocks. States and moves are whatever its `Judge` makes of them; how many leaves are
looked at is up to whoever lets it grow. It grows by batches, because some judges work best on many states at once::

    descend      from the root, every role picking by its own statistics alone, to a child that is not there yet
    step, look   make these children: is the game over there, and what are the moves?
    guess        what random games from them come to
    climb        add that to the statistics of every node on the way up

Each role picks the move with the largest mean score plus `curiosity` times the usual bonus for moves that were seldom
tried; a role of chance draws. A descent counts as a visit at once, and its score comes later, so the descents of one
batch spread. Roots and logarithms are those of `game/logarithm.py`: every machine grows the same tree.

States with the same key share a node (a transposition), so what looks like a tree is a graph, perhaps with circles: a
descent that comes to a node for the second time ends there. Where chance has a part in a step, every descent takes the
step anew, and the states that come of it are children of the same moves. When so many nodes are kept as may be, new
states are still looked at, and forgotten.

A state whose outcome is certain is *settled*: it is over, or the one role that chooses there has a move to a settled
state of full score, or all moves lead to settled states. Nothing is guessed below it any more, so a forced win is taken
and a forced loss avoided as soon as the tree has seen it. What comes of a step with chance in it is never certain.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Generic, Protocol, TypeVar

from parlour.core.chance import Chance
from parlour.dataclass import dataclass
from parlour.game.logarithm import log_of

S = TypeVar("S")
M = TypeVar("M", bound=Hashable)

# How much seldom tried moves are preferred, where scores go from 0 to 1.
CURIOSITY = 0.7
# More nodes than these are not remembered: a node takes a kilobyte or so.
MOST_NODES = 200_000

Scores = tuple[float, ...]
Picks = tuple[int, ...]
# The least and the greatest score there can be.
Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Prospect(Generic[M]):
    """What a state offers: the moves of each role (None: `Judge.open` finds them when they are needed), or, if the game
    is over there, the scores of the roles."""

    moves: tuple[Sequence[M], ...] | None
    scores: Scores | None = None


class Judge(Protocol[S, M]):
    """All that a tree knows of a game: scores, one for each role, and what leads to them."""

    @property
    def chance_roles(self) -> frozenset[int]:
        """The roles that draw their moves instead of choosing them."""

    @property
    def span(self) -> Span | None:
        """From which score to which; None where nobody knows: then it is what was met so far."""

    def step(self, states: Sequence[S], joint_moves: Sequence[Sequence[M]]) -> list[S]:
        """What comes next in each state when every role makes its move."""

    def is_drawn(self, state: S) -> bool:
        """The step to this state had chance in it: the same moves may lead elsewhere the next time."""

    def key(self, state: S) -> Hashable:
        """States that are not over and have equal keys have the same moves, and lead to the same."""

    def look(self, states: Sequence[S]) -> list[Prospect[M]]: ...

    def open(self, state: S) -> Prospect[M]:
        """The moves of a state that `look` has left for later; scores, if it turns out that there are none."""

    def guess(self, states: Sequence[S], seed: int) -> list[Scores | None]:
        """What each state seems to be worth; None where there was no time to find out."""


class Node(Generic[S, M]):
    """A state in the tree. `scores` is set once it is settled; a node that no descent has passed through has no room
    for statistics yet (`paths` is None), because most nodes never need any. `descent` is the number of the last descent
    that came by."""

    __slots__ = ("descent", "moves", "paths", "scores", "state")

    def __init__(self, state: S, prospect: Prospect[M]) -> None:
        self.state = state
        self.moves = prospect.moves
        self.scores = prospect.scores
        self.paths: Paths[S, M] | None = None
        self.descent = 0


class Paths(Generic[S, M]):
    """The ways on from a node. `visits[role][i]` and `sums[role][i]` belong to move i of a role that chooses, and
    `settled[i]` are the scores that move i of the only role with a choice certainly leads to. `drawn` has the children
    of steps with chance in them, by their keys."""

    __slots__ = (
        "children",
        "choosers",
        "drawers",
        "drawn",
        "is_drawn",
        "only",
        "settled",
        "sums",
        "total",
        "untried",
        "visits",
    )

    def __init__(self, moves: Sequence[Sequence[M]], chance_roles: frozenset[int], chance: Chance) -> None:
        counts = [len(own) for own in moves]
        undecided = [role for role, count in enumerate(counts) if count > 1]
        self.children: dict[Picks, Node[S, M]] = {}
        self.drawn: dict[Picks, dict[Hashable, Node[S, M]]] = {}
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

    def pick(self, role: int, curiosity: float, span: Span) -> int:
        """The move a role is most curious about."""
        if self.untried[role]:
            return self.untried[role].pop()
        bonus = curiosity * sqrt(log_of(self.total))
        settled = self.settled if role == self.only else {}
        low, width = span[0], span[1] - span[0]
        best, most = 0, -1.0
        for move, (visits, total) in enumerate(zip(self.visits[role], self.sums[role], strict=True)):
            if move in settled:
                value = (settled[move][role] - low) / width
            elif visits:
                value = (total / visits - low) / width + bonus * (1.0 / sqrt(visits))
            else:
                return move  # its only visit came to nothing
            if value > most:
                best, most = move, value
        return best

    def settle(self, picks: Picks, scores: Scores, count: int, full: float) -> Scores | None:
        """Notes what a move certainly leads to; the scores of this node if that settles it, which has so many moves."""
        role = self.only
        if role is None:
            return None
        self.settled[picks[role]] = scores
        is_complete = len(self.settled) == count
        if self.is_drawn:
            columns = zip(*self.settled.values(), strict=True)
            return tuple(sum(column) / count for column in columns) if is_complete else None
        if scores[role] >= full:
            return scores
        return max(self.settled.values(), key=lambda known: known[role]) if is_complete else None


Descent = list[tuple[Node[S, M], Picks]]


@dataclass(slots=True)
class _End(Generic[S, M]):
    """Where descents have come to: the one state is not in the tree yet. There is none before the step is made."""

    descents: list[Descent[S, M]]
    states: list[S]


class Tree(Generic[S, M]):
    """What is known of a state and those that may follow. The same seed and the same batches give the same tree."""

    def __init__(
        self,
        judge: Judge[S, M],
        state: S,
        seed: int,
        *,
        curiosity: float = CURIOSITY,
        most_nodes: int | None = None,
    ) -> None:
        self.judge = judge
        self.curiosity = curiosity
        self.most_nodes = MOST_NODES if most_nodes is None else most_nodes
        self.chance = Chance(seed)
        self.root: Node[S, M] = Node(state, judge.look([state])[0])
        self.nodes: dict[Hashable, Node[S, M]] = {judge.key(state): self.root}
        self.size = 1
        self.descents = 0
        # What the root has come to on average, also for roles that have no choice there.
        self.climbs = 0
        self.gains: list[float] = []
        span = judge.span
        self.full = float("inf") if span is None else span[1]
        self._span = span
        self._met: Span | None = None

    @property
    def is_done(self) -> bool:
        """Nothing more can be learned."""
        return self.root.scores is not None

    def grow(self, descents: int) -> None:
        """One batch of so many descents."""
        ends: dict[Hashable, _End[S, M]] = {}
        repeated: list[tuple[Descent[S, M], Node[S, M]]] = []
        for _ in range(descents):
            if self.is_done:
                break
            descent, node, states = self._descend()
            if node is not None and node.scores is not None:
                self._climb(descent, node.scores)
                self._settle(descent, node.scores)
            elif node is not None:
                repeated.append((descent, node))
            elif states:
                ends[self.descents] = _End([descent], states)
            else:
                last, picks = descent[-1]
                ends.setdefault((id(last), picks), _End([], [])).descents.append(descent)
        if ends or repeated:
            self._look_further(list(ends.values()), repeated)

    def advance(self, moves: Sequence[M]) -> bool:
        """Goes on to the state that these moves of all roles lead to, and forgets the rest; False if it is not in the
        tree."""
        own_moves = self.root.moves
        if (
            self.root.paths is None
            or own_moves is None
            or any(move not in own for move, own in zip(moves, own_moves, strict=True))
        ):
            return False
        picks = tuple(list(own).index(move) for move, own in zip(moves, own_moves, strict=True))
        child = self.root.paths.children.get(picks)
        return child is not None and self._take_root(child)

    def enter(self, key: Hashable) -> bool:
        """Goes on to the state with this key, and forgets what cannot follow it; False if it is not in the tree."""
        node = self.nodes.get(key)
        return node is not None and self._take_root(node)

    def _take_root(self, node: Node[S, M]) -> bool:
        self.root = node
        self.climbs, self.gains = 0, []
        reached = _reached(node)
        self.size = len(reached)
        self.nodes = {key: kept for key, kept in self.nodes.items() if kept in reached}
        return True

    def best(self, role: int) -> int:
        """The number of the best move of a role that has any: one that certainly wins, else the one tried most, if no
        settled one is worth more. Where nothing is known, any move."""
        found = best_at(self.root, role)
        return self.chance.below(len(self.worths(role))) if found is None else found

    def worths(self, role: int) -> list[float]:
        """What each move of a role seems to be worth to it; 0 where nothing is known."""
        return worths_at(self.root, role)

    # ---- one batch

    @property
    def span(self) -> Span:
        """Between which scores moves are compared."""
        low, high = self._span or self._met or (0.0, 1.0)
        return (low, high) if high > low else (low, low + 1.0)

    def _descend(self) -> tuple[Descent[S, M], Node[S, M] | None, list[S]]:
        """The nodes on the way and what was picked there; and the settled node where it ended, or that it came to for
        the second time, or the new state that chance has led to."""
        self.descents += 1
        span = self.span
        descent: Descent[S, M] = []
        node = self.root
        while node.scores is None and node.descent != self.descents:
            node.descent = self.descents
            moves, paths = self._open(node)
            if moves is None or paths is None:
                break
            paths.total += 1
            picks = [0] * len(moves)
            for role in paths.choosers:
                picks[role] = paths.pick(role, self.curiosity, span)
                paths.visits[role][picks[role]] += 1
            for role in paths.drawers:
                picks[role] = self.chance.below(len(moves[role]))
            chosen = tuple(picks)
            descent.append((node, chosen))
            following, states = self._follow(node, moves, paths, chosen)
            if following is None:
                return descent, None, states
            node = following
        return descent, node, []

    def _open(self, node: Node[S, M]) -> tuple[tuple[Sequence[M], ...] | None, Paths[S, M] | None]:
        """The moves of a node that is not settled, and its statistics; nothing where opening it has settled it."""
        if node.moves is None:
            prospect = self.judge.open(node.state)
            node.moves, node.scores = prospect.moves, prospect.scores
        if node.moves is None or node.scores is not None:
            return None, None
        if node.paths is None:
            node.paths = Paths(node.moves, self.judge.chance_roles, self.chance)
        return node.moves, node.paths

    def _follow(
        self, node: Node[S, M], moves: Sequence[Sequence[M]], paths: Paths[S, M], picks: Picks
    ) -> tuple[Node[S, M] | None, list[S]]:
        """The child that these picks lead to, if it is there; where chance has a part, a state of this descent."""
        if picks not in paths.drawn:
            return paths.children.get(picks), []
        states = self.judge.step([node.state], [_joint(moves, picks)])
        return paths.drawn[picks].get(self.judge.key(states[0])), states

    def _look_further(self, ends: Sequence[_End[S, M]], repeated: Sequence[tuple[Descent[S, M], Node[S, M]]]) -> None:
        """Makes the children that descents have come to, and gives each descent its scores."""
        self._step(ends)
        guessed = [descent for descent, _ in repeated]
        unclear = [node.state for _, node in repeated]
        states = [state for end in ends for state in end.states]
        for end, state, prospect in zip(ends, states, self.judge.look(states), strict=True):
            node = self._child(end.descents[0][-1], state, prospect)
            for descent in end.descents:
                if node.scores is not None:
                    self._climb(descent, node.scores)
                else:
                    guessed.append(descent)
                    unclear.append(state)
            if node.scores is not None:
                self._settle(end.descents[0], node.scores)
        if unclear:
            for descent, scores in zip(guessed, self.judge.guess(unclear, self.chance.next64()), strict=True):
                self._climb(descent, scores)

    def _step(self, ends: Sequence[_End[S, M]]) -> None:
        waiting = [end for end in ends if not end.states]
        if not waiting:
            return
        froms = [end.descents[0][-1] for end in waiting]
        joint_moves = [_joint(node.moves, picks) for node, picks in froms if node.moves is not None]
        for end, state in zip(waiting, self.judge.step([node.state for node, _ in froms], joint_moves), strict=True):
            end.states.append(state)

    def _child(self, way: tuple[Node[S, M], Picks], state: S, prospect: Prospect[M]) -> Node[S, M]:
        """The node of a state, which may be there already, put where it belongs if there is room."""
        parent, picks = way
        assert parent.paths is not None
        is_drawn = self.judge.is_drawn(state)
        if is_drawn:
            parent.paths.drawn.setdefault(picks, {})
        # Ends are told apart by more than their keys: by what the program came to.
        key = None if prospect.scores is not None else self.judge.key(state)
        node = None if key is None else self.nodes.get(key)
        if node is None:
            node = Node(state, prospect)
            if self.size >= self.most_nodes or (key is None and is_drawn):
                return node
            self.size += 1
            if key is not None:
                self.nodes[key] = node
        if is_drawn:
            parent.paths.drawn[picks][key] = node
        else:
            parent.paths.children[picks] = node
        return node

    def _climb(self, descent: Descent[S, M], scores: Scores | None) -> None:
        """Adds what a descent came to; one that came to nothing was no visit."""
        if scores is not None:
            self.climbs += 1
            self.gains += [0.0] * (len(scores) - len(self.gains))
            for role, score in enumerate(scores):
                self.gains[role] += score
        if scores is not None and self._span is None:
            low, high = self._met or (scores[0], scores[0])
            self._met = min(low, *scores), max(high, *scores)
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
            assert node.paths is not None and node.moves is not None
            if node.scores is not None or picks in node.paths.drawn:
                return
            role = node.paths.only
            node.scores = None if role is None else node.paths.settle(picks, scores, len(node.moves[role]), self.full)
            if node.scores is None:
                return
            scores = node.scores


def worths_at(node: Node[S, M], role: int) -> list[float]:
    """What each move of a role at a node with moves seems to be worth to it; 0 where nothing is known."""
    assert node.moves is not None
    paths = node.paths
    if paths is None or role not in paths.visits:
        return [0.0] * len(node.moves[role])
    settled = paths.settled if role == paths.only else {}
    means = zip(paths.sums[role], paths.visits[role], strict=True)
    return [
        settled[move][role] if move in settled else total / max(visits, 1) for move, (total, visits) in enumerate(means)
    ]


def best_at(node: Node[S, M], role: int) -> int | None:
    """The best move of a role at a node with moves (see `Tree.best`); None where nothing is known."""
    worths = worths_at(node, role)
    paths = node.paths
    if paths is None or role not in paths.visits or not (paths.settled or any(paths.visits[role])):
        return None
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


def _joint(moves: Sequence[Sequence[M]], picks: Picks) -> list[M]:
    return [own[pick] for own, pick in zip(moves, picks, strict=True)]


def _shuffled(count: int, chance: Chance) -> list[int]:
    order = list(range(count))
    for place in range(count - 1, 0, -1):
        other = chance.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def _reached(root: Node[S, M]) -> set[Node[S, M]]:
    """The nodes from here on."""
    found, waiting = {root}, [root]
    while waiting:
        paths = waiting.pop().paths
        if paths is None:
            continue
        children = [*paths.children.values(), *(child for drawn in paths.drawn.values() for child in drawn.values())]
        for child in children:
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found
