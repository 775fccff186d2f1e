"""Who may take the last move back: whoever made it, freely, as long as nothing has come of it; else all who play.

Taking back is *free* for a seat while nobody else has acted after its move, nothing was drawn and nothing was revealed.
Else it has to be *agreed* by every person at the table: so nobody takes a move back because of what was learned by it.

Where everybody sees everything, a move reveals nothing but itself. In a game with secrets it is looked for in what the
seat itself and everybody sees: a face that comes into sight or goes out of it, words that change, something that is
told. What others see or hear alone does not count, though they may have learned something: else the seat could tell
from its right to take back what they did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from parlour.game.position import Position
from parlour.game.scene import Board, Hand, Piece, Pile, Scene
from parlour.match.events import Answered, Event

Undoing = Literal["none", "free", "agreed"]


def undoing(move: Sequence[Event], seat: int | None, *, has_shown: bool) -> Undoing:
    """What it takes for a seat (None: a spectator, who only learns it) to take back the last move of a match; none
    where there is none.

    >>> own, others = Answered(1, None, 0, 1, "e2", "e2"), Answered(2, None, 1, 2, "e7", "e7")
    >>> [undoing(move, 0, has_shown=False) for move in ([], [own], [others])]
    ['none', 'free', 'agreed']
    >>> roll = Answered(1, None, 0, 1, "roll", "roll", drawn=(6,))
    >>> undoing([own], 0, has_shown=True), undoing([roll], 0, has_shown=False)
    ('agreed', 'agreed')
    """
    if not move:
        return "none"
    is_own = seat is not None and all(isinstance(event, Answered) and event.seat == seat for event in move)
    has_drawn = any(isinstance(event, Answered) and event.drawn for event in move)
    return "free" if is_own and not has_drawn and not has_shown else "agreed"


def has_shown(before: Position, after: Position, seat: int) -> bool:
    """Whether this seat, or everybody, sees something else after a move than before it, or was told something."""
    return any(_shows(before, after, viewer) for viewer in (seat, None))


def _shows(before: Position, after: Position, viewer: int | None) -> bool:
    then, now = before.scene(viewer), after.scene(viewer)
    is_told = len(after.view(viewer).log) > len(before.view(viewer).log)
    return is_told or Counter(_faces(now)) != Counter(_faces(then)) or _words(now) != _words(then)


def _faces(scene: Scene) -> Iterator[tuple[str, int | None]]:
    for item in scene.items:
        pieces: Sequence[Piece] = ()
        match item:
            case Board():
                pieces = item.all_pieces
            case Hand():
                pieces = item.pieces
            case Pile():
                pieces = () if item.top is None else (item.top,)
        yield from ((piece.text, piece.owner) for piece in pieces if not piece.is_hidden)


def _words(scene: Scene) -> list[object]:
    return [item for item in scene.items if not isinstance(item, Board | Hand | Pile)]
