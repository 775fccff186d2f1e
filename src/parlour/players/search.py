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
from dataclasses import dataclass
from time import thread_time

from parlour.core.chance import derive
from parlour.core.values import Plain
from parlour.game import search as ahead
from parlour.game.error import Refused
from parlour.game.game import Game
from parlour.game.lines import Known, Lines, role_of
from parlour.game.position import NeedsChance, Position, Status
from parlour.game.search import Compiling, Given, Line, Search, Settings, Uncompiled, Wanted, always
from parlour.players.information import InformationSearch, repeat, sees_everything
from parlour.players.judging import Playouts, PositionJudge, Standing
from parlour.players.player import Imagine
from parlour.players.tree import MOST_NODES, Node, Tree, worths_at

State = Node[Standing, Plain]


def search(game: Game, position: Position, seat: int | None, seed: int, settings: Settings | None = None) -> Search:
    """A search for the seat that is asked; raises `Unsearchable` where nobody can look ahead."""

    def imagine(number: int) -> Position | None:
        return position.copy(seed=number) if seat is None else position.imagine(seat, number)

    return imagined_search(game, imagine, seat, seed, settings)


def imagined_search(
    game: Game, imagine: Imagine, seat: int | None, seed: int, settings: Settings | None = None
) -> Search:
    """The same for whoever never sees the real position: in compiled code where an engine can; else a tree over
    positions where the seat sees everything, and one over what seats know where it does not."""
    settings = settings or Settings()
    position = None if game.info.kind.is_hidden else imagine(derive(seed, 0))
    if position is not None and game.searching is not None:
        compiled = game.searching(position, seat, seed, settings)
        if compiled is not None:
            return compiled
    if position is None or not sees_everything(imagine, seed):
        return InformationSearch(game, imagine, seat, seed, settings)
    if game.compiling is not None:
        return PatientSearch(game, game.compiling, position, seat, seed, settings)
    return TreeSearch(game, position, seat, seed, settings)


class TreeSearch:
    """See `parlour.game.search.Search`. `position` is its own."""

    def __init__(self, game: Game, position: Position, seat: int | None, seed: int, settings: Settings) -> None:
        if position.status is not Status.OPEN or position.outcome is not None:
            raise ahead.Unsearchable("the match is over")
        if all(question.seat != seat for question in position.questions):
            raise ahead.Unsearchable("this seat is not asked anything")
        self.seat = seat
        self.seed = seed
        self.settings = settings
        self.playouts = Playouts(game, settings.aim)
        self.playouts.check(position, derive(seed, 1))
        self._moves = 0
        self._plant(position)

    def _plant(self, position: Position) -> None:
        judge = PositionJudge(self.playouts, derive(self.seed, 2, self._moves))
        self.tree: Tree[Standing, Plain] = Tree(
            judge,
            judge.enter(position),
            derive(self.seed, 3, self._moves),
            curiosity=self.settings.curiosity,
            most_nodes=min(self.settings.nodes, MOST_NODES),
        )

    @property
    def iterations(self) -> int:
        paths = self.tree.root.paths
        return 0 if paths is None else paths.total

    @property
    def is_done(self) -> bool:
        return self.tree.is_done

    def grow(
        self,
        iterations: int | None = None,
        *,
        deadline: float | None = None,
        jobs: int = 1,
        is_wanted: Wanted = always,
    ) -> int:
        return repeat(lambda: self.tree.grow(1), lambda: is_wanted() and not self.tree.is_done, iterations, deadline)

    def advance(self, answers: Sequence[Given]) -> bool:
        position = self.tree.root.state.position.copy()
        for given in answers:
            question = next((asked for asked in position.questions if asked.seat == given.seat), None)
            if question is None:
                raise ValueError("this seat is not asked anything")
            step = position.answer(question, given.value, chance=given.chance)
            if isinstance(step, Refused | NeedsChance):
                raise ValueError("this is not what was answered, or not what was drawn")
        self._moves += 1
        if self.tree.enter(position.key):
            return True
        self._plant(position)
        return False

    # ---- what was found

    def best(self) -> Plain:
        """The best answer to the question that is open."""
        role, root = role_of(self.seat), self._opened_root()
        assert root.moves is not None
        return root.moves[role][self.tree.best(role)]

    def _opened_root(self) -> State:
        root = self.tree.root
        if root.moves is None:
            root.moves = self.tree.judge.open(root.state).moves
        return root

    def lines(self) -> tuple[Line, ...]:
        tree, role = self.tree, role_of(self.seat)
        worth = tree.gains[role] / tree.climbs if tree.climbs else 0.0
        scores = tree.root.scores
        known = Known(self.iterations, worth if scores is None else scores[role], scores is not None)
        return Lines(_Found(self._opened_root()), self.seat, known, self.playouts.span).all()


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


class PatientSearch:
    """A search that begins as the reference and goes on in compiled code as soon as compiling would have paid: both
    come to the same tree, so all iterations are made again there, in no time, and nobody can tell from the lines."""

    def __init__(
        self,
        game: Game,
        compiling: Compiling,
        position: Position,
        seat: int | None,
        seed: int,
        settings: Settings,
    ) -> None:
        self.compiling = compiling
        self.compiled: Search | None = None
        self._game = game
        self._from = (position, seat, seed, settings)
        self._reference: TreeSearch | None = None
        # Iterations before each move that the search has gone on with, and since the last.
        self._past: list[tuple[int, Sequence[Given]]] = []
        self._made = 0
        listed = all(position.legal(question).options for question in position.questions)
        # What a game is about is found out once.
        self._goal = compiling.goals.get(settings.aim) if listed else None
        if self._goal is None:
            self._goal = compiling.goals[settings.aim] = self.reference.playouts.goal
        self._is_compiled()

    @property
    def reference(self) -> TreeSearch:
        """The reference, as far as the search has come."""
        if self._reference is None:
            position, seat, seed, settings = self._from
            self._reference = TreeSearch(self._game, position.copy(), seat, seed, settings)
            for iterations, answers in self._past:
                self._reference.grow(iterations)
                self._reference.advance(answers)
            self._reference.grow(self._made)
        return self._reference

    @property
    def _search(self) -> TreeSearch | Search:
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
        is_wanted: Wanted = always,
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
            except Uncompiled as reason:
                self._give_up(str(reason))
                made += self._grow_reference(left, deadline, is_wanted)
        return made

    def _grow_reference(self, iterations: int | None, deadline: float | None, is_wanted: Wanted) -> int:
        """By the reference, until compiled code is there."""

        def goes_on() -> bool:
            return is_wanted() and not self.reference.is_done and not self._is_compiled()

        def iterate() -> None:
            began = thread_time()
            self.reference.tree.grow(1)
            self._made += 1
            self.compiling.note(thread_time() - began)

        return repeat(iterate, goes_on, iterations, deadline)

    def _is_compiled(self) -> bool:
        """Goes over to compiled code if it is time, with all that was made so far."""
        if self.compiled is not None:
            return True
        assert self._goal is not None
        begun = self.compiling.begin(*self._from, self._goal)
        if begun is None:
            return False
        try:
            for iterations, answers in self._past:
                begun.grow(iterations)
                begun.advance(answers)
            if self._made:
                begun.grow(self._made)
        except Uncompiled as reason:
            self.compiling.refuse(str(reason))
            return False
        self.compiled, self._reference = begun, None
        return True

    def _give_up(self, reason: str) -> None:
        """Only the reference can go on: it makes up for what it has missed."""
        self.compiling.refuse(reason)
        self.compiled = self._reference = None

    def advance(self, answers: Sequence[Given]) -> bool:
        is_known = self._search.advance(answers)
        self._past.append((self._made, answers))
        self._made = 0
        return is_known

    def best(self) -> Plain:
        return self._search.best()

    def lines(self) -> tuple[Line, ...]:
        return self._search.lines()
