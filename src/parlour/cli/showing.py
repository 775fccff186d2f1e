"""A match on the screen: the table, and how it ended."""

from __future__ import annotations

from parlour.cli.console import Console
from parlour.cli.exits import Exit
from parlour.cli.wording import error_text, outcome_text
from parlour.game.error import GameError
from parlour.match import Match
from parlour.present.text import draw


def show_table(console: Console, match: Match, viewer: int | None) -> None:
    """The table as this viewer (None: a spectator) may see it."""
    position = match.position
    drawn = draw(
        position.view(viewer).scene,
        color=console.out_has_color,
        ascii=console.is_ascii,
        width=console.width,
        seat_names=[seat.name for seat in position.seats],
    )
    if drawn:
        console.print(f"\n{drawn}\n")


def show_ending(console: Console, match: Match) -> Exit:
    """The result of a match that is over, in words."""
    error, outcome = match.error, match.outcome
    if error is not None:
        show_error(console, error)
        return Exit.FAILED
    assert outcome is not None, "a match that is over has an outcome or an error"
    words = outcome_text(outcome, lambda seat: match.seat_name(seat) or str(seat))
    console.print(console.paint_out("bold", words))
    return Exit.FINE


def show_error(console: Console, error: GameError) -> None:
    console.insist(error_text(error, color=console.err_has_color, width=console.width))
