"""The reference search: a tree over the positions of any game, in Python, to read and to compare others with.

`search` is the one place where a search begins. It never holds the real position, only such as the seat cannot tell
from it; where these differ, the search is that of `information.py`. Trees branch by answer; `lines` joins the answers
of a seat that continue each other to whole moves.

>>> import parlour
>>> game = parlour.load("nim")
>>> found = search(game, game.start(), seat=0, seed=7)
>>> found.grow(200)
200
>>> found.lines()[0].visits <= 200
True
"""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time
from typing import Protocol

from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game import search as ahead
from parlour.game.game import Game
from parlour.game.lines import Known, Lines, best_known, joined, known_together, role_of
from parlour.game.position import Position
from parlour.players.information import InformationSearch, repeat, sees_everything
from parlour.players.judging import Playouts, PositionJudge, Standing
from parlour.players.tree import MOST_NODES, Node, Tree, worths_at

State = Node[Standing, Plain]


def search(
    game: Game, position: Position, seat: int | None, seed: int, settings: ahead.Settings | None = None
) -> ahead.Search:
    """A search for the seat that is asked; raises `Unsearchable` where nobody can look ahead."""
    if seat is None and game.info.kind.is_hidden:
        raise ahead.Unsearchable("this is asked of nobody in particular, so nobody knows what may be seen")

    def imagine(number: int) -> Position | None:
        return position.copy(seed=number) if seat is None else position.imagine(seat, number)

    return imagined_search(game, imagine, seat, seed, settings)


def imagined_search(
    game: Game, imagine: ahead.Imagine, seat: int | None, seed: int, settings: ahead.Settings | None = None
) -> ahead.Search:
    """The same for whoever never sees the real position: in compiled code where an engine can; else a tree over
    positions where the seat sees everything, and one over what seats know where it does not."""
    settings = settings or ahead.Settings()
    position = None if game.info.kind.is_hidden else imagine(derive(seed, 0))
    if position is not None and game.searching is not None:
        compiled = game.searching(position, seat, seed, settings)
        if compiled is not None:
            return compiled
    if position is None or not sees_everything(position, imagine, seed):
        return knowledge_search(game, imagine, seat, seed, settings)
    if game.compiling is not None:
        return PatientSearch(game.compiling, PositionWork(game, position, seat, seed, settings))
    return TreeSearch(game, position, seat, seed, settings)


def knowledge_search(
    game: Game, imagine: ahead.Imagine, seat: int | None, seed: int, settings: ahead.Settings
) -> ahead.Search:
    """One over what is known, whether the seat sees everything or not."""
    if game.compiling is not None:
        return PatientSearch(game.compiling, KnowledgeWork(game, imagine, seat, seed, settings))
    return InformationSearch(game, imagine, seat, seed, settings)


class TreeSearch:
    """See `parlour.game.search.Search`. `position` is its own."""

    def __init__(self, game: Game, position: Position, seat: int | None, seed: int, settings: ahead.Settings) -> None:
        ahead.question_to(position, seat)
        self.seat = seat
        self.seed = seed
        self.settings = settings
        self.playouts = Playouts(game, settings.aim)
        self.playouts.check(position, derive(seed, 1))
        self._moves = 0
        # Trees take turns, since the last move; iterations are those that there were.
        self._turns = 0
        self.made = 0
        self.trees = [self._planted(position, number) for number in range(settings.trees)]

    def _planted(self, position: Position, number: int) -> Tree[Standing, Plain]:
        seeds = [derive(self.seed, stream, self._moves) for stream in (2, 3)]
        if number:
            seeds = [derive(seed, number) for seed in seeds]
        judge = PositionJudge(self.playouts, seeds[0])
        return Tree(
            judge,
            judge.enter(position),
            seeds[1],
            curiosity=self.settings.curiosity,
            most_nodes=max(min(self.settings.nodes, MOST_NODES) // self.settings.trees, 1),
        )

    @property
    def iterations(self) -> int:
        return sum(_iterations(tree) for tree in self.trees)

    @property
    def is_done(self) -> bool:
        return any(tree.is_done for tree in self.trees)

    @property
    def is_complete(self) -> bool:
        """No tree can learn anything more."""
        return all(tree.is_done for tree in self.trees)

    def iterate(self) -> None:
        """One iteration of the tree whose turn it is; one that has nothing more to learn lets it pass."""
        tree = self.trees[self._turns % len(self.trees)]
        self._turns += 1
        if not tree.is_done:
            tree.grow(1)
            self.made += 1

    def grow(
        self,
        iterations: int | None = None,
        *,
        deadline: float | None = None,
        jobs: int = 1,
        is_wanted: ahead.Wanted = ahead.always,
    ) -> int:
        before = self.made
        repeat(self.iterate, lambda: is_wanted() and not self.is_complete, iterations, deadline)
        return self.made - before

    def advance(self, answers: Sequence[ahead.Given]) -> bool:
        position = self.trees[0].root.state.position.copy()
        ahead.give(position, answers)
        self._moves += 1
        self._turns = 0
        is_known = True
        for number, tree in enumerate(self.trees):
            if not tree.enter(position.key):
                self.trees[number] = self._planted(position.copy(), number)
                is_known = False
        return is_known

    # ---- what was found

    def best(self) -> Plain:
        """The best answer to the question that is open."""
        role = role_of(self.seat)
        roots = [_Found(_opened_root(tree)) for tree in self.trees]
        moves = roots[0].node.moves
        assert moves is not None
        found = best_known(known_together([root.known(role) for root in roots]))
        return moves[role][Chance(derive(self.seed, 4)).below(len(moves[role])) if found is None else found]

    def lines(self) -> tuple[ahead.Line, ...]:
        return joined([self._lines(tree) for tree in self.trees])

    def _lines(self, tree: Tree[Standing, Plain]) -> tuple[ahead.Line, ...]:
        role = role_of(self.seat)
        worth = tree.gains[role] / tree.climbs if tree.climbs else 0.0
        scores = tree.root.scores
        known = Known(_iterations(tree), worth if scores is None else scores[role], scores is not None)
        return Lines(_Found(_opened_root(tree)), self.seat, known, self.playouts.span).all()


def _iterations(tree: Tree[Standing, Plain]) -> int:
    paths = tree.root.paths
    return 0 if paths is None else paths.total


def _opened_root(tree: Tree[Standing, Plain]) -> State:
    root = tree.root
    if root.moves is None:
        root.moves = tree.judge.open(root.state).moves
    return root


@dataclass(frozen=True, slots=True)
class _Found:
    """See `parlour.game.lines.Found`."""

    node: State

    @property
    def position(self) -> Position:
        return self.node.state.position

    @property
    def is_drawn(self) -> bool:
        return self.node.state.is_drawn

    @property
    def is_open(self) -> bool:
        return self.node.moves is not None and self.node.paths is not None

    def known(self, role: int) -> list[Known] | None:
        paths = self.node.paths
        if paths is None or role not in paths.visits:
            return None
        settled = paths.settled if role == paths.only else {}
        found = zip(paths.visits[role], worths_at(self.node, role), strict=True)
        return [Known(visits, worth, number in settled) for number, (visits, worth) in enumerate(found)]

    def child(self, role: int, number: int) -> _Found | None:
        node = self.node
        if node.paths is None or node.moves is None:
            return None
        picks = tuple(number if other == role else 0 for other in range(len(node.moves)))
        is_alone = all(len(own) == 1 for other, own in enumerate(node.moves) if other != role)
        child = node.paths.children.get(picks) if is_alone else None
        return None if child is None else _Found(child)


Reference = TreeSearch | InformationSearch


class Work(Protocol):
    """What a patient search is about: how it begins, as the reference and in compiled code."""

    @property
    def settings(self) -> ahead.Settings: ...

    @property
    def is_listed(self) -> bool:
        """All that may be answered where it begins can be listed."""

    def reference(self) -> Reference: ...

    def compiled(self, compiling: ahead.Compiling, goal: ahead.Goal) -> ahead.Search | None:
        """None where it is too early, or cannot be."""


@dataclass(frozen=True, slots=True)
class PositionWork:
    """A tree over positions from this one on."""

    game: Game
    position: Position
    seat: int | None
    seed: int
    settings: ahead.Settings

    @property
    def is_listed(self) -> bool:
        return all(self.position.is_listed(question) for question in self.position.questions)

    def reference(self) -> Reference:
        return TreeSearch(self.game, self.position.copy(), self.seat, self.seed, self.settings)

    def compiled(self, compiling: ahead.Compiling, goal: ahead.Goal) -> ahead.Search | None:
        return compiling.begin(self.position, self.seat, self.seed, self.settings, goal)


@dataclass(frozen=True, slots=True)
class KnowledgeWork:
    """Trees over what is known, of positions that are imagined."""

    game: Game
    imagine: ahead.Imagine
    seat: int | None
    seed: int
    settings: ahead.Settings

    @property
    def is_listed(self) -> bool:
        """What cannot be imagined at all is for the reference to say."""
        position = self.imagine(derive(self.seed, 0))
        return position is not None and all(position.legal(question).options for question in position.questions)

    def reference(self) -> Reference:
        return InformationSearch(self.game, self.imagine, self.seat, self.seed, self.settings)

    def compiled(self, compiling: ahead.Compiling, goal: ahead.Goal) -> ahead.Search | None:
        return compiling.begin_imagined(self.imagine, self.seat, self.seed, self.settings, goal)


class PatientSearch:
    """A search that begins as the reference and goes on in compiled code as soon as compiling would have paid: both
    come to the same tree, so all iterations are made again there, in no time, and nobody can tell from the lines."""

    def __init__(self, compiling: ahead.Compiling, work: Work) -> None:
        self.compiling = compiling
        self.compiled: ahead.Search | None = None
        self._work = work
        self._reference: Reference | None = None
        # Iterations before each move that the search has gone on with, and since the last.
        self._past: list[tuple[int, Sequence[ahead.Given]]] = []
        self._made = 0
        # What a game is about is found out once.
        self._goal = compiling.goals.get(work.settings.aim) if work.is_listed else None
        if self._goal is None:
            self._goal = compiling.goals[work.settings.aim] = self.reference.playouts.goal
        self._is_compiled()

    @property
    def reference(self) -> Reference:
        """The reference, as far as the search has come."""
        if self._reference is None:
            self._reference = self._work.reference()
            for iterations, answers in self._past:
                self._reference.grow(iterations)
                self._reference.advance(answers)
            self._reference.grow(self._made)
        return self._reference

    @property
    def _search(self) -> Reference | ahead.Search:
        return self.compiled or self.reference

    @property
    def iterations(self) -> int:
        return self._search.iterations

    @property
    def is_done(self) -> bool:
        return self._search.is_done

    def grow(
        self,
        iterations: int | None = None,
        *,
        deadline: float | None = None,
        jobs: int = 1,
        is_wanted: ahead.Wanted = ahead.always,
    ) -> int:
        made = 0
        if self.compiled is None:
            made = self._grow_reference(iterations, deadline, is_wanted)
        if self.compiled is not None:
            left = None if iterations is None else iterations - made
            try:
                more = self.compiled.grow(left, deadline=deadline, jobs=jobs, is_wanted=is_wanted)
                self._made += more
                made += more
            except ahead.Uncompiled as reason:
                self._give_up(str(reason))
                made += self._grow_reference(left, deadline, is_wanted)
        return made

    def _grow_reference(self, iterations: int | None, deadline: float | None, is_wanted: ahead.Wanted) -> int:
        """By the reference, until compiled code is there."""

        def goes_on() -> bool:
            return is_wanted() and not self.reference.is_complete and not self._is_compiled()

        def iterate() -> None:
            began = thread_time()
            self.reference.iterate()
            self._made += 1
            self.compiling.note(thread_time() - began)

        before = self.reference.made
        turns = repeat(iterate, goes_on, iterations, deadline)
        return turns if self._reference is None else self._reference.made - before

    def _is_compiled(self) -> bool:
        """Goes over to compiled code if it is time, with all that was made so far."""
        if self.compiled is not None:
            return True
        assert self._goal is not None
        begun = self._work.compiled(self.compiling, self._goal)
        if begun is None:
            return False
        try:
            for iterations, answers in self._past:
                begun.grow(iterations)
                begun.advance(answers)
            if self._made:
                begun.grow(self._made)
        except ahead.Uncompiled as reason:
            self.compiling.refuse(str(reason))
            return False
        self.compiled, self._reference = begun, None
        return True

    def _give_up(self, reason: str) -> None:
        """Only the reference can go on: it makes up for what it has missed."""
        self.compiling.refuse(reason)
        self.compiled = self._reference = None

    def advance(self, answers: Sequence[ahead.Given]) -> bool:
        is_known = self._search.advance(answers)
        self._past.append((self._made, answers))
        self._made = 0
        return is_known

    def best(self) -> Plain:
        return self._search.best()

    def lines(self) -> tuple[ahead.Line, ...]:
        return self._search.lines()
