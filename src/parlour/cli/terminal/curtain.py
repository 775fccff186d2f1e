"""A curtain between people who share one terminal, in games in which something is hidden.

Before the table is shown to another person than the last one, the screen is wiped, also what has scrolled off it, and
the keyboard changes hands: only when the next person presses Enter does the game go on, with all that this person was
told since their last turn. Without a terminal nobody is looking, and there is no curtain.
"""

from __future__ import annotations

from parlour.cli.console import Console
from parlour.cli.seating import Seating
from parlour.cli.terminal.keyboard import Keyboard
from parlour.match import Match
from parlour.players.specification import HUMAN
from parlour.syntax.display import visible

# Wipes the screen and the lines above it, and goes to the top.
_WIPE = "\x1b[2J\x1b[3J\x1b[H"
# Of what was said since a person's last turn the end is enough.
_MOST_LINES = 20


class Curtain:
    """Knows whose eyes the screen was meant for last, and how much of the log each seat has seen."""

    def __init__(self, console: Console, keyboard: Keyboard, seating: Seating) -> None:
        self.console = console
        self.keyboard = keyboard
        self.seating = seating
        self._shown_to: int | None = None
        self._heard: dict[int, int] = {}

    def hangs_before(self, match: Match, seat: int | None) -> bool:
        """Whether the screen must not yet be shown to the one who is asked."""
        if not self.keyboard.is_terminal or seat is None or seat == self._shown_to:
            return False
        people = [known for known in match.position.seats if self.seating.player_of(known.name) == HUMAN]
        return match.game.info.kind.is_hidden and len(people) > 1

    def draw(self, match: Match, seat: int) -> bool:
        """Hands the terminal over to a seat; False if there is no more input."""
        if self._shown_to is not None:
            self._heard[self._shown_to] = len(match.position.view(self._shown_to).log)
        self._wipe()
        name = visible(match.seat_name(seat) or "the next player")
        if self.keyboard.ask(f"{name}, it is your turn: press Enter when nobody else is looking") is None:
            return False
        self._wipe()
        self._shown_to = seat
        log = match.position.view(seat).log
        text = "".join(told.text for told in log[self._heard.get(seat, 0) :] if told.channel in ("say", "aside"))
        self._heard[seat] = len(log)
        if text:
            self.console.write_from_program("\n".join(text.split("\n")[-_MOST_LINES - 1 :]))
        return True

    def _wipe(self) -> None:
        self.keyboard.forget()
        if self.console.out.isatty():
            self.console.out.write(_WIPE)
            self.console.out.flush()
