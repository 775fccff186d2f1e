"""From games, matches and views to messages, field by field, and back: what is not named here stays in the worker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from parlour import shelves
from parlour.game import outcome as outcomes
from parlour.game import question as questions
from parlour.game.position import Position
from parlour.game.view import OpenQuestion
from parlour.match import events
from parlour.match.match import Match
from parlour.match.record.json import plain_json, read_plain
from parlour.present.layout.tables import NARROW
from parlour.syntax import files
from parlour.workers import messages
from parlour.workers.drawings import Drawings

# More whole moves than these nobody looks through.
MOST_MOVES = 500

# ---- games


def packed(game: messages.GameText) -> shelves.Packed:
    return shelves.Packed(
        game.name, game.language, game.text, _texts(game.files), _texts(game.components), game.programs
    )


def _texts(noted: dict[str, messages.Text]) -> dict[str, files.Text]:
    return {asked: files.Text(text.place, text.text) for asked, text in noted.items()}


def game_text(game: shelves.Packed, options: dict[str, object], *, is_library: bool) -> messages.GameText:
    def texts(noted: Iterable[tuple[str, files.Text]]) -> dict[str, messages.Text]:
        return {asked: messages.Text(text.place, text.text) for asked, text in noted}

    return messages.GameText(
        game.name,
        game.language,
        game.text,
        texts(game.files.items()),
        texts(game.components.items()),
        dict(game.programs),
        options,
        is_library,
    )


# ---- deeds


def entry(deed: events.Deed) -> messages.Entry:
    match deed:
        case events.Answered():
            return messages.Answered(
                deed.number,
                deed.question,
                plain_json(deed.value),
                deed.label,
                deed.seat,
                deed.time,
                deed.drawn,
                deed.reseed,
            )
        case events.Left():
            return messages.Left(deed.number, deed.seat, deed.how, deed.time)
        case events.Mishap():
            return messages.Mishap(deed.number, deed.seat, deed.how, deed.text, deed.time)
        case events.Undone():
            return messages.Undone(deed.time)
        case events.Redone():
            return messages.Redone(deed.time)
        case events.Seated():
            return messages.Seated(deed.after, deed.seat, deed.player, deed.time)
    assert_never(deed)


def deed(entry: messages.Entry) -> events.Deed:
    match entry:
        case messages.Answered():
            return events.Answered(
                entry.number,
                entry.time,
                entry.seat,
                entry.question,
                read_plain(entry.value),
                entry.label,
                drawn=entry.drawn,
                reseed=entry.reseed,
            )
        case messages.Left():
            return events.Left(entry.number, entry.time, entry.seat, entry.how)
        case messages.Mishap():
            return events.Mishap(entry.number, entry.time, entry.seat, entry.how, entry.text)
        case messages.Undone():
            return events.Undone(entry.time)
        case messages.Redone():
            return events.Redone(entry.time)
        case messages.Seated():
            return events.Seated(entry.after, entry.time, entry.seat, entry.player)
    assert_never(entry)


# ---- what a viewer may know


def views(
    match: Match, viewers: Iterable[int | None], drawings: Drawings, *, is_narrow: bool = False
) -> tuple[messages.View, ...]:
    """The match as these viewers may see it now, with what is new in their drawings. Of those who see the same table
    one has it drawn; `is_narrow`: for a narrow screen, too."""
    found: list[messages.View] = []
    wide: list[messages.Drawn] = []
    narrow: list[messages.Drawn] = []
    names = [seat.name for seat in match.position.seats]
    for viewer in viewers:
        scene = match.followed(viewer)
        drawn = _shared(drawings.draw(scene, names, match.revision, viewer), wide)
        small = _shared(drawings.draw(scene, names, match.revision, viewer, NARROW), narrow) if is_narrow else None
        found.append(_view(match, viewer, drawn, small))
    return tuple(found)


def _shared(drawn: messages.Drawn, others: list[messages.Drawn]) -> messages.Drawn | int:
    """A drawing, or its place among those of the viewers before, if one of them has the same."""
    place = next((number for number, other in enumerate(others) if other is drawn), None)
    others.append(drawn)
    return drawn if place is None else place


def view(match: Match, viewer: int | None) -> messages.View:
    """The match as a viewer may see it now, who is shown nothing else."""
    (found,) = views(match, (viewer,), Drawings())
    return found


def _view(
    match: Match, viewer: int | None, drawn: messages.Drawn | int, narrow: messages.Drawn | int | None
) -> messages.View:
    known = match.position.view(viewer)
    return messages.View(
        viewer=viewer,
        revision=match.revision,
        seats=tuple(messages.Seat(seat.number, seat.name, match.player_of(seat.name)) for seat in match.position.seats),
        drawing=drawn,
        told=tuple(messages.Told(told.text, told.channel) for told in known.log if told.reaches(viewer)),
        events=seen_events(match, viewer),
        questions=() if match.is_over else tuple(question(asked, match.position) for asked in known.questions),
        awaited=() if match.is_over else known.awaited,
        is_over=match.is_over,
        outcome=outcome(match),
        error=None if match.error is None else str(match.error),
        undo=match.undoing(viewer),
        can_redo=match.can_redo,
        narrow=narrow,
    )


def seen_events(match: Match, viewer: int | None) -> tuple[messages.Event, ...]:
    """What a viewer may know of; after the end, what everybody did."""
    known = match.events_for(viewer)
    if match.is_over:
        known = tuple(each for each in match.events if each in known or not isinstance(each, events.Mishap))
    moves = events.in_moves(known)
    return tuple(_event(event, number) for number, move in enumerate(moves, 1) for event in move)


def _event(event: events.Event, move: int) -> messages.Event:
    match event:
        case events.Answered():
            return messages.Event(event.number, move, event.seat, event.label, time=event.time, is_run=event.is_run)
        case events.Left():
            return messages.Event(event.number, move, event.seat, how=event.how, time=event.time)
        case events.Mishap():
            return messages.Event(event.number, move, event.seat, event.text, event.how, event.time)
    assert_never(event)


def outcome(match: Match) -> messages.Outcome | None:
    found = match.outcome if match.is_over else None
    if found is None:
        return None
    names = [seat.name for seat in match.position.seats]
    return messages.Outcome(found.ranking, outcomes.winner_words(found, names), found.scores, found.reason, found.value)


def question(asked: OpenQuestion, position: Position) -> messages.Question:
    domain = asked.question.domain
    # A seat that is asked several things at once has moves that begin with any of them: they are given one by one.
    first = next(other for other in position.questions if other.seat == asked.question.seat)
    whole = position.moves(first.seat, MOST_MOVES) if first.id == asked.question.id else None
    return messages.Question(
        id=asked.question.id,
        kind=asked.question.kind,
        prompt=asked.question.prompt,
        domain=messages.Domain(domain.type, domain.low, domain.high, domain.example, domain.length),
        sure=asked.sure,
        options=tuple(option(each) for each in asked.options),
        seat=asked.question.seat,
        moves=() if whole is None else tuple(map(move, whole.moves)),
        has_all_moves=whole is not None and whole.complete,
    )


def option(each: questions.Option) -> messages.Option:
    return messages.Option(plain_json(each.value), each.label, _anchors(each.anchors), each.is_run)


def move(each: questions.Move) -> messages.Move:
    return messages.Move(
        tuple(option(answer) for answer in each.answers),
        each.label,
        tuple(_anchors(place) for place in each.places),
        each.seat,
    )


def _anchors(anchors: Iterable[questions.Anchor]) -> tuple[messages.Anchor, ...]:
    return tuple(messages.Anchor(anchor.item, anchor.cell) for anchor in anchors)
