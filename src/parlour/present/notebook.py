"""What a notebook shows of a game, a position, a view, a match and a record.

The picture is the table as a spectator sees it (a view: as its viewer does); the page adds what a picture cannot say:
what a game is, what was told, the moves and the result. All of it is markup without scripts, whatever the game says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from parlour.game.error import GameError
from parlour.game.game import Game
from parlour.game.outcome import NOBODY, ranking_words
from parlour.game.pictured import Form, PicturedPosition
from parlour.game.position import Position
from parlour.game.view import View
from parlour.match.match import LEAVING_WORDS, Match
from parlour.match.notation import plain_text
from parlour.match.record import record as records
from parlour.present.svg.pen import words
from parlour.present.svg.picture import svg

# Of a long match or log the end is shown; the rest is counted.
_MOST_LINES = 40


def picture(thing: object, form: Form) -> str | None:
    """The picture of one of Parlour's objects, or the page that contains it; None for what cannot be drawn."""
    match thing:
        case Game():
            return _game(thing, form)
        case PicturedPosition():
            return _position(cast(Position, thing), form)
        case View():
            drawn = svg(thing.scene)
            return drawn if form == "svg" else _page(drawn, _lines([told.text for told in thing.log]))
        case Match():
            return _match(thing, form)
        case records.Record():
            # A record has no table of its own: its game would have to be found and the match played again.
            return _record(thing) if form == "html" else None
    return None


def _game(game: Game, form: Form) -> str:
    """The table at the start, under the title; the page also says what the author says of the game."""
    position = game.start()
    drawn = _table(position, game.info.title)
    return drawn if form == "svg" else _page(drawn, _paragraph(game.info.about), _failure(position.error))


def _position(position: Position, form: Form) -> str:
    drawn = _table(position, "")
    if form == "svg":
        return drawn
    result = "" if position.outcome is None else _paragraph(_outcome_words(position))
    return _page(drawn, result, _failure(position.error))


def _outcome_words(position: Position) -> str:
    outcome = position.outcome
    assert outcome is not None
    if outcome.ranking is None:
        return f"Result: {outcome.value or outcome.reason or 'over'}"
    ranked = ranking_words(outcome.ranking, [seat.name for seat in position.seats])
    return f"Result: {ranked or NOBODY}"


def _match(match: Match, form: Form) -> str:
    drawn = _table(match, match.game.info.title)
    if form == "svg":
        return drawn
    result = _paragraph(f"Result: {records.result_of(match)}") if match.is_over else ""
    return _page(drawn, _lines(match.history_for(None)), result, _failure(match.error))


def _record(record: records.Record) -> str:
    seats = ", ".join(f"{name}: {player}" for name, player in record.seats)
    head = f"{record.game} ({record.language}, seed {record.seed}{', ' + seats if seats else ''})"
    moves = [
        f"{number}. {_move(move)}" for number, together in enumerate(record.rounds, start=1) for move in together.moves
    ]
    result = "not over yet" if record.result == records.UNFINISHED else f"Result: {record.result}"
    return _page(f"<strong>{words(head)}</strong>", _lines(moves), _paragraph(result))


def _move(move: records.RecordedMove) -> str:
    answers = " ".join(_said(recorded.answer) for recorded in move.answers)
    return answers if move.seat is None else f"{move.seat}: {answers}"


def _said(answer: records.Recorded) -> str:
    match answer:
        case records.Said(label):
            return label
        case records.Given(value):
            return plain_text(value)
        case records.Gone(how):
            return LEAVING_WORDS[how]
        case records.Missed(failing, text):
            return f"{failing} ({text})"


# ---- parts of a page


def _table(seen: Position | Match, title: str) -> str:
    seats = seen.position.seats if isinstance(seen, Match) else seen.seats
    return svg(seen.scene(None), seat_names=[seat.name for seat in seats], title=title)


def _page(*parts: str) -> str:
    return f'<div class="parlour">{"".join(parts)}</div>'


def _paragraph(text: str) -> str:
    lines = [words(line) for line in text.split("\n")]
    return f"<p>{'<br>'.join(lines)}</p>" if text else ""


def _failure(error: GameError | None) -> str:
    return "" if error is None else f"<p><strong>error[{words(error.code)}]</strong>: {words(error.message)}</p>"


def _lines(texts: Sequence[str]) -> str:
    """Lines below the picture, exactly as they are written; of too many the last."""
    lines = [line for text in texts for line in _split(text)]
    if not lines:
        return ""
    left_out = len(lines) - _MOST_LINES
    shown = [f"… {left_out} more before these", *lines[left_out:]] if left_out > 0 else lines
    return "<pre>" + "\n".join(words(line) for line in shown) + "</pre>"


def _split(text: str) -> Iterator[str]:
    yield from text.removesuffix("\n").split("\n")
