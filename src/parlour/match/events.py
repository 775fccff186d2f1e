"""Events: what happened in a match, one after the other, each with its audience from birth.

An event is an answer that was taken, somebody leaving, or a player failing to answer where the match goes on all the
same. Refused answers change nothing and are no events. What the program told and drew follows from the answers, so it
is not an event either; the draws are kept beside the answer that caused them, for the record.

Three ways to look at a row of events::

    events   1  2  3  4  5  6        every answer by itself
    moves    1 (2  3) 4  5  6        2 and 3 are *from* and *to* of one seat: `continues`
    rounds   1 (2  3)(4  5) 6        4 and 5 were asked together, of two seats: the same `group`
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.view import may_know


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that was taken.

    `audience` are the seats that may know of it (None: everybody). `continues`: it belongs to the move of the event
    before. `group` is the first number of the questions asked together with this one, None when it was asked alone.
    `is_readable`: the game reads the label back as just this value. `is_first`: the question was the first open one
    for a seat of this name, so the name is enough to find it. `drawn` is what chance gave until the next question.
    `is_run`: see `Option`. `reseed`: before this answer chance began anew with this seed, because a draw had been taken
    back, and what would have been drawn next could be known.
    """

    number: int
    time: float | None
    seat: int | None
    question: int
    value: Plain
    label: str
    audience: tuple[int, ...] | None = None
    continues: bool = False
    group: int | None = None
    is_readable: bool = True
    is_first: bool = True
    drawn: tuple[int, ...] = ()
    is_run: bool = False
    reseed: int | None = None

    def reaches(self, viewer: int | None) -> bool:
        return may_know(self.audience, viewer)


Leaving = Literal["resigned", "timed-out"]


@dataclass(frozen=True, slots=True)
class Left:
    """A seat gave up or ran out of time: the end of the match, but nothing the game knows of. Everybody may know."""

    number: int
    time: float | None
    seat: int
    how: Leaving


Failing = Literal["late", "illegal", "garbage", "unreachable"]


@dataclass(frozen=True, slots=True)
class Mishap:
    """A player somewhere else did not give an answer that counts, and whoever runs the match answers in its place. The
    game knows nothing of it. `text` is what came instead, or why nothing did; `audience` as of an answer."""

    number: int
    time: float | None
    seat: int
    how: Failing
    text: str
    audience: tuple[int, ...] | None = None

    def reaches(self, viewer: int | None) -> bool:
        return may_know(self.audience, viewer)


Event = Answered | Left | Mishap


@dataclass(frozen=True, slots=True)
class Undone:
    """The last move was taken back."""

    time: float | None


@dataclass(frozen=True, slots=True)
class Redone:
    """The move that was taken back last was played again."""

    time: float | None


@dataclass(frozen=True, slots=True)
class Seated:
    """From now on this player has the seat of this name; empty: nobody has, and it waits for one. It is no event: the
    rules know nothing of it, and it is not taken back with a move. `after` is how many events there were."""

    after: int
    time: float | None
    seat: str
    player: str


# All that is done to a match. Events can be taken back; what was done stays done, and is only ever added to.
Deed = Event | Undone | Redone | Seated


def in_moves(events: Iterable[Event]) -> list[tuple[Event, ...]]:
    """The events, those of one move together. What is no answer stands by itself.

    >>> one = Answered(1, None, 0, 1, "e2", "e2")
    >>> two = Answered(2, None, 0, 2, "e4", "e4", continues=True)
    >>> [len(move) for move in in_moves((one, two, Left(3, None, 1, "resigned")))]
    [2, 1]
    """
    moves: list[list[Event]] = []
    for event in events:
        if moves and isinstance(event, Answered) and event.continues:
            moves[-1].append(event)
        else:
            moves.append([event])
    return [tuple(move) for move in moves]


def in_rounds(moves: Sequence[tuple[Event, ...]]) -> list[tuple[tuple[Event, ...], ...]]:
    """The moves, those that answer questions asked together in one round; every other move is a round of its own."""
    rounds: list[list[tuple[Event, ...]]] = []
    for move in moves:
        group = group_of(move)
        if rounds and group is not None and group_of(rounds[-1][-1]) == group:
            rounds[-1].append(move)
        else:
            rounds.append([move])
    return [tuple(together) for together in rounds]


def before_last_round(events: Sequence[Event], *, is_finished: bool) -> int | None:
    """How many events there were before the last round that is finished; None when none is.

    >>> one = Answered(1, None, 0, 1, "e2", "e2")
    >>> two = Answered(2, None, 0, 2, "e4", "e4", continues=True)
    >>> three = Answered(3, None, 1, 3, "e7", "e7")
    >>> before_last_round((one, two, three), is_finished=True), before_last_round((one, two, three), is_finished=False)
    (2, 0)
    """
    end = len(events)
    for _ in range(1 if is_finished else 2):
        if not end:
            return None
        end -= 1
        while end and _is_of_one_round(events[end - 1], events[end]):
            end -= 1
    return end


def _is_of_one_round(earlier: Event, later: Event) -> bool:
    if not isinstance(later, Answered):
        return True  # somebody left, or failed to answer: that changed nothing on the table
    return later.continues or (
        later.group is not None and isinstance(earlier, Answered) and earlier.group == later.group
    )


def group_of(move: Sequence[Event]) -> int | None:
    """The group whose question this move answers; None for a question asked alone."""
    first = move[0]
    return first.group if isinstance(first, Answered) else None
