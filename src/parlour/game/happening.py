"""What happens while a program runs, for those who trace it: actions that are judged, queued, started or skipped.

A language that can be traced writes a second program for its games, the *observed* one (`Game.observed`). It plays the
same game and tells, on the channel `TRACE`, one `Happening` at a time. The program that is played stays as it is.

    >>> told = SEPARATOR.join(["skipped", "Hand.Buy", "the require says no", "shop.tgdl:12", "1", "Hand#2"])
    >>> happening = read_happening(told)
    >>> happening.text
    'skipped Hand.Buy on Hand#2, for player 1: the require says no (shop.tgdl:12)'
    >>> happening.seat
    1
"""

from __future__ import annotations

from parlour.dataclass import dataclass

TRACE = "trace"
# Between the fields of a happening, in the order of the class; the last one may hold anything.
SEPARATOR = "\x1f"


@dataclass(frozen=True, slots=True)
class Happening:
    """`what` is an event, an action or a phase, `on` the object it belongs to, `seat` whom it is for, `place` a file
    and line. What does not apply is empty."""

    kind: str
    what: str
    why: str
    place: str
    seat: int | None
    on: str

    @property
    def text(self) -> str:
        """On one line, for people."""
        parts = [f"{self.kind} {self.what}".rstrip()]
        parts += [f" on {self.on}"] if self.on else []
        parts += [] if self.seat is None else [f", for player {self.seat}"]
        parts += [f": {self.why}"] if self.why else []
        return "".join([*parts, f" ({self.place})" if self.place else ""])


def read_happening(told: str) -> Happening:
    """A happening as the observed program tells it."""
    kind, what, why, place, seat, on = told.split(SEPARATOR, 5)
    return Happening(kind, what, why, place, int(seat) if seat else None, on)
