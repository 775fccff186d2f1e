"""Playing cards by what is written on them: `10H`, `Q♠`, `♥7`, `queen of spades`.

>>> suited("10H"), suited("queen of spades"), suited("Skip")
(Face(rank='10', suit='♥'), Face(rank='Q', suit='♠'), None)
"""

from __future__ import annotations

import re

from parlour.dataclass import dataclass

RED_SUITS = "♥♦"
_SUITS = {
    **dict.fromkeys(("c", "♣", "♧", "clubs"), "♣"),
    **dict.fromkeys(("d", "♦", "♢", "diamonds"), "♦"),
    **dict.fromkeys(("h", "♥", "♡", "hearts"), "♥"),
    **dict.fromkeys(("s", "♠", "♤", "spades"), "♠"),
}
_WORDS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
_RANKS = {
    **{rank.lower(): rank for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")},
    **dict(zip(_WORDS, ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"), strict=True)),
    "t": "10",
}
_SIGN = "[♣♧♦♢♥♡♠♤]"
_FORMS = (
    re.compile(rf"(?P<rank>10|[2-9atjqk]) ?(?P<suit>[cdhs]|{_SIGN})", re.IGNORECASE),
    re.compile(rf"(?P<suit>{_SIGN}) ?(?P<rank>10|[2-9atjqk])", re.IGNORECASE),
    re.compile(r"(?P<rank>\w+) of (?P<suit>clubs|diamonds|hearts|spades)", re.IGNORECASE),
)


@dataclass(frozen=True, slots=True)
class Face:
    """A rank (`A`, `10`, `K`) and the sign of a suit."""

    rank: str
    suit: str

    @property
    def is_red(self) -> bool:
        return self.suit in RED_SUITS


def suited(text: str) -> Face | None:
    """The face of a playing card; None for what is none."""
    for form in _FORMS:
        found = form.fullmatch(text)
        if found is not None:
            rank = _RANKS.get(found["rank"].lower())
            return None if rank is None else Face(rank, _SUITS[found["suit"].lower()])
    return None
