"""Search for seats that do not see everything: trees over what is known instead of positions (information-set MCTS).

Every iteration imagines a position that the seat cannot tell from the real one, and plays down from there. Statistics
do not belong to positions but to what happened since: whatever was answered alike shares them, whoever holds what, so
the seat never acts on what it does not know, and takes the others to answer alike whatever they hold. Which answers
there are depends on what was imagined; therefore an answer's bonus counts how often it could have been given, not how
often its node was met::

    imagine      a position, with a seed of its own for every iteration
    descend      each seat that is asked picks by the statistics of what is known, until there is something new
    guess        what one random game from there comes to
    climb        add that for every answer on the way

(Cowling, Powley and Whitehouse, *Information Set Monte Carlo Tree Search*, 2012; a single observer. With an observer
for every seat no node of another seat would be met twice in a game of cards: its hand is another in every iteration.)

What is known is told apart by

- the answers since the root, each by who gave it, to which question, and what it *is* (`Imagined.names`): the card with
  this face, not the third of the hand. All of it is imagined, so nothing leaks. This is for games whose engine says
  what answers are, and what `engines/native/search/information.py` does alike, to the last bit;
- in all other games, by what the seat that searches would have seen (`view_key`), and answers by their labels.

Where an engine deals anew in no time (`Imagined.is_dealt`) every iteration has a deal of its own. Where the match has
to be made again to imagine something, positions are kept and drawn from: after n² iterations there are n.

Lines are answers: what a seat does next may depend on what it learns meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import isqrt, sqrt
from time import monotonic

from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.game import search as ahead
from parlour.game.game import Game
from parlour.game.lines import answer_lines, first_questions, joined, role_of
from parlour.game.logarithm import log_of
from parlour.game.position import Position
from parlour.game.question import Option, Question
from parlour.players.judging import Playouts
from parlour.players.tree import Scores

# With two answers that somebody may have given in secret, so many looks find it out but for one time in a hundred.
_TRIED = 8


class Answer:
    """How often an answer was given, how often it could have been, and what it came to."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0

    @property
    def worth(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class World:
    """A position that an iteration goes down in, and how answers are told apart there."""

    def __init__(self, position: Position, seat: int | None) -> None:
        self.position = position
        self.seat = seat
        self._imagined: ahead.Imagined | None = position if isinstance(position, ahead.Imagined) else None
        self._first_new = 0 if self._imagined is None else self._imagined.first_new
        # What was answered since the root.
        self._way: tuple[Hashable, ...] = ()

    def known(self) -> Hashable:
        """What tells the node here from others."""
        if self._imagined is not None:
            return self._way
        return self.position.key if self.seat is None else self.position.view_key(self.seat)

    def names(self, question: Question) -> list[Hashable]:
        """The answers to a question, each by who gives it where and what it is; of several that are the same, by which
        of them it is, too."""
        if self._imagined is not None:
            found = self._imagined.names(question, self._first_new)
        else:
            found = [option.label for option in self.position.legal(question).options]
        counts: dict[Hashable, int] = {}
        names: list[Hashable] = []
        for name in found:
            counts[name] = number = counts.get(name, -1) + 1
            names.append((role_of(question.seat), question.site, name, number))
        return names

    def answer(self, given: Sequence[tuple[Question, Plain, Hashable]]) -> None:
        for question, value, name in given:
            self.position.answer(question.id, value)
            self._way = (*self._way, name)


class Tree:
    """What is known, and what was found out about the answers there: one of several that grow from the same root."""

    def __init__(self, seed: int, settings: ahead.Settings) -> None:
        self.seed = seed
        self.curiosity = settings.curiosity
        self.most_nodes = max(settings.nodes // settings.trees, 1)
        self.iterations = 0
        self.nodes: dict[Hashable, dict[Hashable, Answer]] = {}
        # How many answers all nodes keep.
        self.size = 0
        # From which score to which went what was met so far.
        self.met: tuple[float, float] | None = None
        self.worlds: list[Position] = []

    def node(self, known: Hashable) -> dict[Hashable, Answer] | None:
        """The answers of a node; None, and a place for the next time if there is room, where it is new."""
        found = self.nodes.get(known)
        if found is None and len(self.nodes) < self.most_nodes:
            self.nodes[known] = {}
        return found

    def kept(self, node: dict[Hashable, Answer], names: Sequence[Hashable]) -> list[tuple[int, Answer]]:
        """The answers of these names that there is room for, and their numbers."""
        found: list[tuple[int, Answer]] = []
        for number, name in enumerate(names):
            answer = node.get(name)
            if answer is None and self.size < ahead.ANSWERS_KEPT * self.most_nodes:
                answer = node[name] = Answer()
                self.size += 1
            if answer is not None:
                found.append((number, answer))
        return found

    def pick(
        self, answers: Sequence[tuple[int, Answer]], span: tuple[float, float] | None, chance: Chance
    ) -> tuple[int, Answer]:
        """The answer that its seat is most curious about; one that was never given comes first."""
        for _, answer in answers:
            answer.available += 1
        untried = [one for one in answers if not one[1].visits]
        if untried:
            return untried[chance.below(len(untried))]
        low, high = span or self.met or (0.0, 1.0)
        width = (high if high > low else low + 1.0) - low
        best, most = answers[0], float("-inf")
        for one in answers:
            answer = one[1]
            bonus = self.curiosity * sqrt(log_of(answer.available)) * (1 / sqrt(answer.visits))
            value = (answer.total / answer.visits - low) / width + bonus
            if value > most:
                best, most = one, value
        return best

    def climb(self, way: Sequence[tuple[Answer, int]], scores: Scores) -> None:
        low, high = self.met or (scores[0], scores[0])
        self.met = min(low, *scores), max(high, *scores)
        for answer, role in way:
            answer.visits += 1
            answer.total += scores[role]


class InformationSearch:
    """See `parlour.game.search.Search`; `imagine` gives it all it ever sees."""

    def __init__(
        self, game: Game, imagine: ahead.Imagine, seat: int | None, seed: int, settings: ahead.Settings
    ) -> None:
        first = ahead.imagined(imagine, derive(seed, 0))
        question = ahead.question_to(first, seat)
        self.imagine = imagine
        self.seat = seat
        self.settings = settings
        self.playouts = Playouts(game, settings.aim)
        self.playouts.check(first, derive(seed, 1))
        self.options = first.legal(question).options
        self.is_done = self.is_complete = False
        # A deal for every iteration, or positions that are kept.
        self._is_dealt = first.is_dealt if isinstance(first, ahead.Imagined) else True
        root = World(first, seat)
        self._root = root.known()
        self._names = root.names(question)
        self.trees = [Tree(ahead.tree_seed(seed, number), settings) for number in range(settings.trees)]
        for tree in self.trees:
            tree.node(self._root)
        self._turns = 0

    @property
    def iterations(self) -> int:
        return sum(tree.iterations for tree in self.trees)

    @property
    def made(self) -> int:
        return self.iterations

    def iterate(self) -> None:
        """One iteration of the tree whose turn it is."""
        tree = self.trees[self._turns % len(self.trees)]
        self._turns += 1
        self._grow(tree)

    def grow(
        self,
        iterations: int | None = None,
        *,
        deadline: float | None = None,
        jobs: int = 1,
        is_wanted: ahead.Wanted = ahead.always,
    ) -> int:
        return repeat(self.iterate, is_wanted, iterations, deadline)

    def lines(self) -> tuple[ahead.Line, ...]:
        found = []
        for tree in self.trees:
            answers = [tree.nodes[self._root].get(name) or Answer() for name in self._names]
            found.append(answer_lines(self.seat, self.options, [(one.visits, one.worth) for one in answers]))
        return joined(found)

    def advance(self, answers: Sequence[ahead.Given]) -> bool:
        raise ahead.Unsearchable("what others did in secret is not known: a new search has to imagine it")

    def best(self) -> Plain:
        """The best answer to the question that is open."""
        return self.lines()[0].move.answers[0].value

    # ---- one iteration

    def _grow(self, tree: Tree) -> None:
        own = derive(tree.seed, 2, tree.iterations)
        world = World(self._world(tree, own), self.seat)
        tree.iterations += 1
        chance = Chance(derive(own, 1))
        way: list[tuple[Answer, int]] = []
        while self.playouts.ended(world.position) is None and self._step(tree, world, chance, way):
            pass
        tree.climb(way, self.playouts.worth(world.position, derive(own, 2)))

    def _world(self, tree: Tree, own: int) -> Position:
        """What an iteration goes down in."""
        seed = derive(own, 0)
        if self._is_dealt:
            return ahead.imagined(self.imagine, seed)
        count = min(isqrt(tree.iterations) + 1, ahead.MOST_WORLDS)
        while len(tree.worlds) < count:
            tree.worlds.append(ahead.imagined(self.imagine, derive(tree.seed, 7, len(tree.worlds))))
        return tree.worlds[Chance(derive(own, 3)).below(count)].copy(seed=seed)

    def _step(self, tree: Tree, world: World, chance: Chance, way: list[tuple[Answer, int]]) -> bool:
        """Everybody who is asked answers; False where something is new, nothing can be listed, or there is no room."""
        position = world.position
        node = tree.node(world.known())
        if node is None:
            return False
        asked: list[tuple[Question, tuple[Option, ...], list[Hashable], list[tuple[int, Answer]] | None]] = []
        for question in first_questions(position):
            options, names = position.legal(question).options, world.names(question)
            # Whoever is nobody in particular plays for nobody.
            is_nobody = question.seat is None and bool(position.seats)
            answers = None if is_nobody else tree.kept(node, names)
            if not options or answers == []:
                return False
            asked.append((question, options, names, answers))
        given: list[tuple[Question, Plain, Hashable]] = []
        for question, options, names, answers in asked:
            if answers is None:
                number = chance.below(len(options))
            else:
                number, answer = tree.pick(answers, self.playouts.span, chance)
                way.append((answer, role_of(question.seat)))
            given.append((question, options[number].value, names[number] if answers is not None else number))
        world.answer(given)
        return True


def sees_everything(position: Position, imagine: ahead.Imagine, seed: int) -> bool:
    """Whether what a seat imagines is always the same as this position, which it has imagined, so that a tree over
    positions may be grown. Engines that cannot tell are tried."""
    if isinstance(position, ahead.Imagined) and position.is_certain:
        return True
    others = (imagine(derive(seed, 5, number)) for number in range(_TRIED))
    return all(other is not None and other.key == position.key for other in others)


def repeat(
    iterate: Callable[[], object], is_wanted: Callable[[], bool], iterations: int | None, deadline: float | None
) -> int:
    """Iterates as often as `Search.grow` says; how often that was."""
    if iterations is None and deadline is None:
        raise ValueError("a search grows by iterations, or until a deadline")
    done = 0
    while (iterations is None or done < iterations) and is_wanted():
        if deadline is not None and monotonic() >= deadline:
            break
        iterate()
        done += 1
    return done
