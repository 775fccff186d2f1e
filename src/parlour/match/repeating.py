"""Doing again what was done to a match: `deeds` in, the same match out, of the same revision.

A record holds what a match came to; what was taken back is not in it. The deeds of a match hold everything in the order
in which it was done, and are only ever added to: so a store can keep them, and whoever lost a match makes it again.

Law: `repeat(Match.start(…), match.deeds)` is `match`: events, questions, revision, and what can be redone.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.game.error import Refused
from parlour.match.events import Answered, Deed, Left, Mishap, Redone, Seated, Undone
from parlour.match.match import Match


class CannotRepeat(Exception):
    """The rules no longer do what they did when this was played: Parlour has changed, or the deeds are of something
    else. `revision` counts those that could be repeated."""

    def __init__(self, revision: int, why: str) -> None:
        super().__init__(f"after {revision} steps this match cannot be played again: {why}")
        self.revision = revision


def repeat(match: Match, deeds: Iterable[Deed]) -> Match:
    """The match after these deeds, which follow those that were done to it already. Raises `CannotRepeat`."""
    for deed in deeds:
        revision = match.revision
        why = _repeat(match, deed)
        if not why and not _is_same(deed, match.deeds[-1]):
            why = "something else came of it"
        if why:
            raise CannotRepeat(revision, why)
    return match


def _is_same(deed: Deed, again: Deed) -> bool:
    """What tells that rules have changed: other words for an answer, or other draws after it."""
    if isinstance(deed, Answered) and isinstance(again, Answered):
        return _told(deed) == _told(again)
    return type(deed) is type(again)


def _told(deed: Answered) -> tuple[object, ...]:
    return deed.number, deed.seat, deed.label, deed.drawn, deed.reseed


def _repeat(match: Match, deed: Deed) -> str:
    """Does one thing again; why that cannot be, else nothing."""
    found: object = None
    match deed:
        case Answered():
            if deed.reseed is not None and deed.reseed != match.fresh:
                match.reseed(deed.reseed)  # the undo that was the reason is not among these deeds
            found = match.answer_at(deed.question, deed.value, deed.time)
        case Left():
            found = match.leave_at(deed.seat, deed.how, deed.time)
        case Mishap():
            found = match.note_at(deed.seat, deed.how, deed.text, deed.time)
        case Seated():
            match.seat_at(deed.seat, deed.player, deed.time)
        case Undone():
            if not match.can_undo:
                return "there is no move to undo"
            match.undo_at(deed.time)
        case Redone():
            if not match.can_redo:
                return "there is no move to play again"
            match.redo_at(deed.time)
    return found.message if isinstance(found, Refused) else ""
