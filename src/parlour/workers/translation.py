"""From games, matches and views to messages, field by field, and back: what is not named here stays in the worker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from parlour import shelves
from parlour.game import outcome as outcomes
from parlour.game import question as questions
from parlour.game import scene as scenes
from parlour.game.view import OpenQuestion
from parlour.match import events
from parlour.match.match import Match
from parlour.match.record_json import plain_json, read_plain
from parlour.syntax import files
from parlour.workers import messages

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
            )
        case events.Left():
            return messages.Left(deed.number, deed.seat, deed.how, deed.time)
        case events.Mishap():
            return messages.Mishap(deed.number, deed.seat, deed.how, deed.text, deed.time)
        case events.Undone():
            return messages.Undone(deed.time)
        case events.Redone():
            return messages.Redone(deed.time)
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
            )
        case messages.Left():
            return events.Left(entry.number, entry.time, entry.seat, entry.how)
        case messages.Mishap():
            return events.Mishap(entry.number, entry.time, entry.seat, entry.how, entry.text)
        case messages.Undone():
            return events.Undone(entry.time)
        case messages.Redone():
            return events.Redone(entry.time)
    assert_never(entry)


# ---- what a viewer may know


def view(match: Match, viewer: int | None) -> messages.View:
    """The match as a viewer may see it now."""
    known = match.position.view(viewer)
    players = dict(match.setting.seats)
    return messages.View(
        viewer=viewer,
        revision=match.revision,
        seats=tuple(
            messages.Seat(seat.number, seat.name, players.get(seat.name, match.setting.others))
            for seat in match.position.seats
        ),
        scene=scene(match.scene(viewer)),
        told=tuple(messages.Told(told.text, told.channel) for told in known.log if told.reaches(viewer)),
        events=seen_events(match, viewer),
        questions=() if match.is_over else tuple(question(asked) for asked in known.questions),
        awaited=() if match.is_over else known.awaited,
        is_over=match.is_over,
        outcome=outcome(match),
        error=None if match.error is None else str(match.error),
        can_undo=match.can_undo,
        can_redo=match.can_redo,
    )


def seen_events(match: Match, viewer: int | None) -> tuple[messages.Event, ...]:
    moves = events.in_moves(match.events_for(viewer))
    return tuple(_event(event, number) for number, move in enumerate(moves, 1) for event in move)


def _event(event: events.Event, move: int) -> messages.Event:
    match event:
        case events.Answered():
            return messages.Event(event.number, move, event.seat, event.label, time=event.time)
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


def question(asked: OpenQuestion) -> messages.Question:
    domain = asked.question.domain
    return messages.Question(
        id=asked.question.id,
        kind=asked.question.kind,
        prompt=asked.question.prompt,
        domain=messages.Domain(domain.type, domain.low, domain.high, domain.example, domain.length),
        sure=asked.sure,
        options=tuple(option(each) for each in asked.options),
        seat=asked.question.seat,
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


def scene(drawn: scenes.Scene) -> tuple[messages.SceneItem, ...]:
    return tuple(_item(item) for item in drawn.items)


def _item(item: scenes.SceneItem) -> messages.SceneItem:
    match item:
        case scenes.Board():
            return messages.Board(
                item.id,
                item.geometry,
                item.width,
                item.height,
                tuple(_piece(cell) for cell in item.cells),
                item.title,
                item.columns,
                item.rows,
                tuple(sorted(item.marks)),
                item.links,
                item.shift,
                item.longest_text,
                tuple(sorted(item.gaps)),
                tuple((cell, _made(piece)) for cell, piece in item.further),
            )
        case scenes.Pile():
            return messages.Pile(item.id, item.title, item.count, _piece(item.top))
        case scenes.Hand():
            pieces = tuple(_made(piece) for piece in item.pieces)
            return messages.Hand(item.id, item.title, pieces, item.owner, item.is_column)
        case scenes.Counter():
            return messages.Counter(item.title, item.value, item.owner)
        case scenes.Grid():
            return messages.Grid(item.id, item.title, item.heads, item.rows, item.owners)
        case scenes.Bracket():
            return messages.Bracket(item.id, item.title, tuple(map(_tie, item.roots)), item.heads, item.rows)
        case scenes.Text():
            return messages.Words(item.text)
    assert_never(item)


def _piece(piece: scenes.Piece | None) -> messages.Piece | None:
    return None if piece is None else _made(piece)


def _made(piece: scenes.Piece) -> messages.Piece:
    return messages.Piece(piece.text, piece.owner, piece.is_hidden)


def _tie(tie: scenes.Tie) -> messages.Tie:
    return messages.Tie(tie.name, tie.owner, tuple(map(_tie, tie.sides)))
