"""What a search tree has found out, told in whole moves: one way for the reference and for trees in machine code.

A tree branches by answer. `Found` is a node of it: the position there, and what is known of each answer. `lines` joins
the answers of a seat that continue each other to moves, and says how the match would go on after each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from parlour.core.values import Plain
from parlour.game.position import Position, Status
from parlour.game.question import Move, Option, Question
from parlour.game.search import Line, Proof

# A line is told no further than this many answers.
LONGEST_LINE = 24

# Role 0 of a tree is nobody in particular, role n + 1 is seat n.
NOBODY = 0


def role_of(seat: int | None) -> int:
    return NOBODY if seat is None else seat + 1


def first_questions(position: Position) -> list[Question]:
    """Of those that are open, the first of each seat."""
    found: dict[int | None, Question] = {}
    for question in position.questions:
        found.setdefault(question.seat, question)
    return list(found.values())


class Known(NamedTuple):
    """What was found out about an answer: how often it was tried, what it seems to be worth to who gives it, and
    whether that is certain."""

    visits: int
    worth: float
    is_settled: bool


class Found(Protocol):
    """A node of a tree."""

    @property
    def position(self) -> Position: ...

    @property
    def is_drawn(self) -> bool:
        """Chance has led here."""

    @property
    def is_open(self) -> bool:
        """Its answers are known, and what came of some."""

    def known(self, role: int) -> Sequence[Known] | None:
        """Of all answers of a role; None where it has no choice, so that nothing is counted."""

    def child(self, role: int, number: int) -> Found | None:
        """Where an answer certainly leads if nobody else has a choice, if it was tried."""


def best_known(known: Sequence[Known] | None) -> int | None:
    """The number of the best answer: one that certainly wins, else the one tried most, if no settled one is worth more;
    None where nothing is known.

    >>> often, seldom = Known(9, 0.4, False), Known(1, 0.6, False)
    >>> best_known([often, seldom]), best_known([often, seldom._replace(is_settled=True)])
    (0, 1)
    """
    if known is None or not any(one.is_settled or one.visits for one in known):
        return None
    settled = [number for number, one in enumerate(known) if one.is_settled]
    rest = [number for number, one in enumerate(known) if not one.is_settled]
    best = []
    if settled:
        best.append(max(settled, key=lambda number: (known[number].worth, known[number].visits)))
    if rest:
        best.append(max(rest, key=lambda number: (known[number].visits, known[number].worth)))
    # Of two that seem to be worth the same, what is certain comes first.
    return max(best, key=lambda number: known[number].worth)


class Lines:
    """The lines of a seat from a root, of which so much is known. `span`: from which worth to which, None where nobody
    knows."""

    def __init__(self, root: Found, seat: int | None, known: Known, span: tuple[float, float] | None) -> None:
        self.root = root
        self.seat = seat
        self.role = role_of(seat)
        self.known = known
        self.span = span

    def all(self) -> tuple[Line, ...]:
        """Of every whole move, the best first."""
        best = self._best_answers()
        found = list(self._from(self.root, (), self.known))
        found.sort(key=in_order, reverse=True)
        # What the search would play comes first, whatever was tried more often.
        found.sort(key=lambda line: tuple(option.value for option in line.move.answers) != best)
        return tuple(found)

    def _best_answers(self) -> tuple[Plain, ...]:
        """The whole move that the search would make."""
        node: Found | None = self.root
        answers: list[Plain] = []
        while node is not None:
            found = best_known(node.known(self.role)) if node.is_open else None
            if found is None and answers:
                break
            number = found or 0
            answers.append(self._options(node)[number].value)
            node = self._within(node, number)
        return tuple(answers)

    def _from(self, start: Found, begun: tuple[Option, ...], known: Known) -> Iterator[Line]:
        """The whole moves of the seat that begin with these answers, by depth-first search; of the last of them so much
        is known."""
        counted = start.known(self.role) if start.is_open else None
        for number, option in enumerate(self._options(start)):
            # Where there is no choice nothing is counted: it is what has led there.
            here = known if counted is None else counted[number]
            following = self._within(start, number)
            if following is not None:
                yield from self._from(following, (*begun, option), here)
            else:
                move = Move(self.seat, (*begun, option))
                child = start.child(self.role, number) if start.is_open else None
                yield Line(move, here.visits, here.worth, self._proof(here), self._continuation(child))

    def _options(self, node: Found) -> tuple[Option, ...]:
        question = next(asked for asked in first_questions(node.position) if asked.seat == self.seat)
        return node.position.legal(question).options

    def _within(self, node: Found, number: int) -> Found | None:
        """The node that an answer leads to, if the move goes on there and the tree knows how."""
        child = node.child(self.role, number) if node.is_open else None
        if child is None or not child.is_open or child.is_drawn:
            return None
        position = child.position
        goes_on = position.move_depth > node.position.move_depth and position.questions[0].seat == self.seat
        return child if goes_on else None

    def _proof(self, known: Known) -> Proof | None:
        if not known.is_settled:
            return None
        if self.span is None:
            return "known"
        return "win" if known.worth >= self.span[1] else "loss" if known.worth <= self.span[0] else "known"

    def _continuation(self, node: Found | None) -> tuple[Move, ...]:
        """How it would go on, as far as one seat moves after the other and nothing is drawn."""
        found: list[Move] = []
        is_whole = True
        for _ in range(LONGEST_LINE):
            if node is None or not node.is_open:
                break
            position = node.position
            asked = first_questions(position)
            if len(asked) > 1:
                break
            role = role_of(asked[0].seat)
            known = node.known(role)
            number = 0 if known is None else best_known(known)
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
            node = node.child(role, number)
        # Half a move says nothing.
        return tuple(found if is_whole else found[:-1])


def answer_lines(seat: int | None, options: Sequence[Option], known: Sequence[tuple[int, float]]) -> tuple[Line, ...]:
    """Lines of one answer each, with visits and worths, the best first."""
    found = [
        Line(Move(seat, (option,)), visits, worth, None) for option, (visits, worth) in zip(options, known, strict=True)
    ]
    return tuple(sorted(found, key=lambda line: (line.visits, line.worth), reverse=True))


def in_order(line: Line) -> tuple[int, int, float]:
    """What lines are sorted by, the best last."""
    return {"win": 2, None: 1, "known": 1, "loss": 0}[line.proof], line.visits, line.worth


def known_together(each: Sequence[Sequence[Known] | None]) -> list[Known] | None:
    """What several trees know of the same moves: what is certain in one of them is certain; None where none knows
    anything.

    >>> known_together([[Known(2, 0.5, False)], None, [Known(6, 0.75, False)]])
    [Known(visits=8, worth=0.6875, is_settled=False)]
    """
    some = [known for known in each if known is not None]
    if len(some) == 1:
        return list(some[0])
    found = []
    for own in zip(*some, strict=True):
        visits = sum(known.visits for known in own)
        certain = next((known for known in own if known.is_settled), None)
        worth = sum(known.visits * known.worth for known in own) / max(visits, 1)
        found.append(Known(visits, worth, False) if certain is None else Known(visits, certain.worth, True))
    return found or None


def joined(each: Sequence[Sequence[Line]]) -> tuple[Line, ...]:
    """The lines of several trees that know nothing of each other as those of one: what is certain in one is certain."""
    if len(each) == 1:
        return tuple(each[0])
    first: dict[tuple[Plain, ...], list[Line]] = {}
    for lines in each:
        for line in lines:
            first.setdefault(tuple(option.value for option in line.move.answers), []).append(line)
    found = []
    for own in first.values():
        visits = sum(line.visits for line in own)
        certain = next((line for line in own if line.proof is not None), None)
        worth = sum(line.visits * line.worth for line in own) / max(visits, 1)
        proof = None if certain is None else certain.proof
        told = max(own, key=lambda line: (len(line.continuation), line.visits))
        found.append(Line(told.move, visits, worth if certain is None else certain.worth, proof, told.continuation))
    best = max(found, key=_preferred)
    return (best, *sorted((line for line in found if line is not best), key=in_order, reverse=True))


def _preferred(line: Line) -> tuple[bool, float, int]:
    """As `best_known`, of lines."""
    return line.proof == "win", 0.0 if line.proof == "loss" else float(line.visits), line.visits
