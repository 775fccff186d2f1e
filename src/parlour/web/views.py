"""What a worker says of a match, as the view that goes to a browser: field by field, so that what is not named here
stays on the server. Answers are named by their places in lists; what the engine calls them is kept in `Offered`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from parlour.game.question import joined
from parlour.match.match import LEAVING_WORDS
from parlour.web import messages
from parlour.workers import messages as working


class Offered(msgspec.Struct, frozen=True):
    """What the indexes in a view stand for: of a question its options, and its whole moves, as values one by one."""

    seat: int | None
    options: tuple[Any, ...]
    moves: tuple[tuple[Any, ...], ...]


def view_of(
    seen: working.View, asked: Sequence[working.Question], undo: messages.Undoing, drawing: msgspec.Raw | None
) -> messages.View:
    """The view of a viewer, who may answer the questions given (a spectator: none), with this drawing."""
    return messages.View(
        viewer=seen.viewer,
        drawing=drawing,
        seats=tuple(seat.name for seat in seen.seats),
        questions=tuple(map(_question, asked)),
        awaited=seen.awaited,
        told=tuple(told.text for told in seen.told[-messages.MOST_TOLD :]),
        log=log_of(seen),
        undo=undo,
        can_redo=seen.can_redo,
        outcome=_outcome(seen),
    )


def whole_view_of(seen: working.View) -> messages.View:
    """The view of somebody who only looks."""
    return view_of(seen, (), "none", msgspec.Raw(drawn_in(seen).whole))


def drawn_in(seen: working.View, *, is_narrow: bool = False) -> working.Drawn:
    """The drawing of a view that a worker sent, for narrow screens or for others."""
    found = seen.narrow if is_narrow else seen.drawing
    assert isinstance(found, working.Drawn), "places are put right when a reply is read"
    return found


def content_of(view: messages.View) -> dict[str, Any]:
    """A view as JSON values."""
    content: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view))
    return content


def offered(asked: Sequence[working.Question]) -> dict[int, Offered]:
    """By the numbers of questions, what can be answered."""
    return {
        question.id: Offered(
            question.seat,
            tuple(option.value for option in question.options),
            tuple(tuple(option.value for option in move.answers) for move in question.moves),
        )
        for question in asked
    }


def log_of(seen: working.View) -> tuple[messages.Line, ...]:
    """The moves that a viewer knows of, a line each."""
    names = {seat.number: seat.name for seat in seen.seats}
    lines = []
    for _, group in groupby(seen.events, key=lambda event: event.move):
        move = list(group)
        first = move[0]
        name = "" if first.seat is None else names.get(first.seat, "")
        lines.append(messages.Line(step=move[-1].number, text=_words(name, move), seat=first.seat))
    return tuple(lines)


def _words(name: str, move: Sequence[working.Event]) -> str:
    first = move[0]
    if first.how:
        left = {str(how): words for how, words in LEAVING_WORDS.items()}.get(first.how)
        return f"{name} {left}" if left else f"{name}: {first.how} ({first.label})"
    labels = joined((event.label, event.is_run) for event in move)
    return f"{name}: {labels}" if name else labels


def _question(asked: working.Question) -> messages.Question:
    domain = asked.domain
    return messages.Question(
        id=asked.id,
        prompt=asked.prompt,
        kind=asked.kind,
        sure=asked.sure,
        options=tuple(messages.Option(option.label, _places(option.anchors)) for option in asked.options),
        moves=tuple(messages.Move(move.label, tuple(map(_places, move.places))) for move in asked.moves),
        has_all_moves=asked.has_all_moves,
        form=domain.type,
        low=domain.low,
        high=domain.high,
        example=domain.example,
    )


def _places(anchors: Sequence[working.Anchor]) -> tuple[messages.Place, ...]:
    return tuple(messages.Place(anchor.item, anchor.cell) for anchor in anchors)


def _outcome(seen: working.View) -> messages.Outcome | None:
    if seen.error is not None:
        return messages.Outcome(words="the game failed", error=seen.error)
    found = seen.outcome
    if found is None:
        return None
    return messages.Outcome(words=found.words, ranking=found.ranking, scores=found.scores, reason=found.reason)


def hint_line(line: working.Line, visits: int) -> messages.HintLine:
    """A suggestion, of so many games that were tried for all of them."""
    return messages.HintLine(
        label=line.move.label,
        worth=round(line.worth, 4),
        share=round(line.visits / max(visits, 1), 4),
        continuation=tuple(move.label for move in line.continuation[:6]),
        clicks=tuple(map(_places, line.move.places)),
    )
