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

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parlour.core.chance import derive
from parlour.core.values import Plain
from parlour.game.error import Refused
from parlour.game.game import Game
from parlour.game.position import NeedsChance, Position, Status
from parlour.game.question import Move, Option
from parlour.game.search import Given, Line, Proof, Search, Settings, Unsearchable, Wanted, always
from parlour.players.information import InformationSearch, repeat, sees_everything
from parlour.players.judging import Playouts, PositionJudge, Standing, first_questions, role_of
from parlour.players.player import Imagine
from parlour.players.tree import Node, Scores, Tree, best_at, worths_at

# A line is told no further than this many answers.
LONGEST_LINE = 24

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
    return TreeSearch(game, position, seat, seed, settings)


class _Known(NamedTuple):
    """What was found out about an answer: visits, worth, and the certain worths of all roles."""

    visits: int
    worth: float
    settled: Scores | None


class TreeSearch:
    """See `parlour.game.search.Search`. `position` is its own."""

    def __init__(self, game: Game, position: Position, seat: int | None, seed: int, settings: Settings) -> None:
        if position.status is not Status.OPEN or position.outcome is not None:
            raise Unsearchable("the match is over")
        if all(question.seat != seat for question in position.questions):
            raise Unsearchable("this seat is not asked anything")
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
            most_nodes=self.settings.nodes,
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
        best = self._best_answers()
        found = list(self._lines_from(self._opened_root(), (), self._known_of_root()))
        order = {"win": 2, None: 1, "known": 1, "loss": 0}
        found.sort(key=lambda line: (order[line.proof], line.visits, line.worth), reverse=True)
        # What the search would play comes first, whatever was tried more often.
        found.sort(key=lambda line: tuple(option.value for option in line.move.answers) != best)
        return tuple(found)

    def _best_answers(self) -> tuple[Plain, ...]:
        """The whole move that the search would make."""
        node, role = self._opened_root(), role_of(self.seat)
        answers: list[Plain] = []
        while node.moves is not None:
            found = best_at(node, role)
            if found is None:
                found = 0 if not answers else None
            if found is None:
                break
            answers.append(node.moves[role][found])
            following = self._within(node, found)
            if following is None:
                break
            node = following
        return tuple(answers)

    def _lines_from(self, start: State, begun: tuple[Option, ...], known: _Known) -> Iterator[Line]:
        """The whole moves of the seat that begin with these answers, by depth-first search; of the last of them so much
        is known."""
        role = role_of(self.seat)
        paths = start.paths
        worths = worths_at(start, role)
        for number, option in enumerate(self._options(start)):
            # Where there is no choice nothing is counted: it is what has led there.
            if paths is not None and role in paths.visits:
                settled = paths.settled.get(number) if role == paths.only else None
                here = _Known(paths.visits[role][number], worths[number], settled)
            else:
                here = known
            following = self._within(start, number)
            if following is not None:
                yield from self._lines_from(following, (*begun, option), here)
            else:
                move = Move(self.seat, (*begun, option))
                continuation = self._continuation(self._child(start, number))
                yield Line(move, here.visits, here.worth, self._proof(here.settled), continuation)

    def _known_of_root(self) -> _Known:
        tree, role = self.tree, role_of(self.seat)
        worth = tree.gains[role] / tree.climbs if tree.climbs else 0.0
        settled = tree.root.scores
        return _Known(self.iterations, worth if settled is None else settled[role], settled)

    def _options(self, node: State) -> tuple[Option, ...]:
        position = node.state.position
        question = next(asked for asked in first_questions(position) if asked.seat == self.seat)
        return position.legal(question).options

    def _child(self, node: State, number: int) -> State | None:
        """Where an answer of this seat certainly leads, if it was tried."""
        return _following(node, role_of(self.seat), number)

    def _within(self, node: State, number: int) -> State | None:
        """The node that an answer leads to, if the move goes on there and the tree knows how."""
        child = self._child(node, number)
        if child is None or child.moves is None or child.paths is None or child.state.is_drawn:
            return None
        position = child.state.position
        goes_on = position.move_depth > node.state.position.move_depth and position.questions[0].seat == self.seat
        return child if goes_on else None

    def _proof(self, settled: tuple[float, ...] | None) -> Proof | None:
        if settled is None:
            return None
        worth, span = settled[role_of(self.seat)], self.playouts.span
        if span is None:
            return "known"
        return "win" if worth >= span[1] else "loss" if worth <= span[0] else "known"

    def _continuation(self, node: State | None) -> tuple[Move, ...]:
        """How it would go on, as far as one seat moves after the other and nothing is drawn."""
        found: list[Move] = []
        is_whole = True
        for _ in range(LONGEST_LINE):
            if node is None or node.moves is None or node.paths is None:
                break
            position = node.state.position
            asked = first_questions(position)
            if len(asked) > 1:
                break
            role = role_of(asked[0].seat)
            number = best_at(node, role) if role in node.paths.visits else 0
            if number is None:
                break
            option = position.legal(asked[0]).options[number]
            if found and position.move_depth > 0 and found[-1].seat == asked[0].seat:
                found[-1] = Move(found[-1].seat, (*found[-1].answers, option))
            else:
                found.append(Move(asked[0].seat, (option,)))
            after = position.copy()
            after.answer(asked[0], option.value)
            is_whole = after.status is not Status.OPEN or after.move_depth == 0
            node = _following(node, role, number)
        # Half a move says nothing.
        return tuple(found if is_whole else found[:-1])


def _following(node: State, role: int, number: int) -> State | None:
    """The child of a node where this answer of the only role with a choice leads."""
    if node.paths is None or node.moves is None:
        return None
    picks = tuple(number if other == role else 0 for other in range(len(node.moves)))
    is_alone = all(len(own) == 1 for other, own in enumerate(node.moves) if other != role)
    return node.paths.children.get(picks) if is_alone else None
