"""A match on the screen: the table, and how it ended."""

from __future__ import annotations

import re

from parlour.cli.console import Console
from parlour.cli.exits import Exit
from parlour.cli.wording import error_text, outcome_text, scores_text
from parlour.game.error import GameError
from parlour.game.view import Told
from parlour.match import Match
from parlour.present.text import draw

# What programs call a win, and a game without one.
_WON = re.compile(r"\b(wins?|won|winners?)\b", re.IGNORECASE)
_NOT_WON = re.compile(r"\b(draw|drawn|tie|tied|nobody|no one|lost)\b", re.IGNORECASE)


def show_table(console: Console, match: Match, viewer: int | None) -> None:
    """The table as this viewer (None: a spectator) may see it."""
    position = match.position
    drawn = draw(
        match.scene(viewer),
        color=console.out_has_color,
        ascii=console.is_ascii,
        width=console.width,
        seat_names=[seat.name for seat in position.seats],
    )
    if drawn:
        console.print(f"\n{drawn}\n")


def show_ending(console: Console, match: Match) -> Exit:
    """The result of a match that is over, in words; who has won is not said again where the program has said it, in its
    own words for the seats."""
    error, outcome = match.error, match.outcome
    if error is not None:
        show_error(console, error)
        return Exit.FAILED
    assert outcome is not None, "a match that is over has an outcome or an error"

    def name(seat: int) -> str:
        return match.seat_name(seat) or str(seat)

    words = scores_text(outcome, name) if _has_said_it(match) else outcome_text(outcome, name)
    if words:
        console.print(console.paint_out("bold", words))
    return Exit.FINE


def _has_said_it(match: Match) -> bool:
    """Whether the last thing that happened was the program saying how it ended."""
    outcome = match.outcome
    if match.is_left or outcome is None or outcome.ranking is None:
        return False
    verdict = _WON if outcome.winners else _NOT_WON
    told = (event for event in match.position.last.events if isinstance(event, Told))
    return any(event.is_public and event.channel == "say" and verdict.search(event.text) for event in told)


def show_error(console: Console, error: GameError) -> None:
    console.insist(error_text(error, color=console.err_has_color, width=console.width))
