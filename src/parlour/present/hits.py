"""Where on the screen the cells and cards of a drawn scene are: what a click means.

The scene is drawn once more for each board, hand and pile, with a sign of its own in the place of every piece; where a
sign comes out, there its cell is. So nothing here knows how anything is drawn.

    >>> board = Board("b", "square", 2, 1, (Piece("X"), None))
    >>> found = hits(Scene((board,)), width=40)
    >>> print(draw(Scene((board,)), color=False, ascii=False, width=40))
    ┌───┬───┐
    │ X │ · │
    └───┴───┘
    >>> [found.get((1, column)) for column in (2, 3, 6)]
    [Anchor(item='b', cell=(0, 0)), Anchor(item='b', cell=(0, 0)), Anchor(item='b', cell=(1, 0))]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour.game.question import Anchor
from parlour.game.scene import Board, Grid, Hand, Piece, Pile, Scene, SceneItem
from parlour.present.text import draw
from parlour.syntax.display import width as width_of

# Characters one column wide that no game has on its pieces: Egyptian hieroglyphs and cuneiform.
_SIGNS = [chr(code) for first, last in ((0x13000, 0x1342E), (0x12000, 0x12399)) for code in range(first, last + 1)]
# How far beside a piece a click still means its cell.
_BESIDE = 1


def hits(scene: Scene, *, width: int, seat_names: Sequence[str] = ()) -> dict[tuple[int, int], Anchor]:
    """What lies at which line and column of the drawn scene, both counted from 0."""
    found: dict[tuple[int, int], Anchor] = {}
    for number, item in enumerate(scene.items):
        marked, places = _marked(item)
        if not places:
            continue
        items = (*scene.items[:number], marked, *scene.items[number + 1 :])
        drawn = draw(Scene(items), color=False, ascii=False, width=width, seat_names=seat_names)
        for place, anchor in _found(drawn, places).items():
            found.setdefault(place, anchor)
    return found


def _found(drawn: str, places: dict[str, Anchor]) -> dict[tuple[int, int], Anchor]:
    """Where each sign stands first: what is drawn below a board, such as a legend, comes later."""
    exact: dict[tuple[int, int], Anchor] = {}
    seen: set[str] = set()
    for line, text in enumerate(drawn.split("\n")):
        here: set[str] = set()
        column = 0
        for character in text:
            if character in places and character not in seen:
                exact[line, column] = places[character]
                here.add(character)
            column += width_of(character)
        seen |= here
    near = {
        (line, column + beside): anchor
        for (line, column), anchor in exact.items()
        for beside in range(-_BESIDE, _BESIDE + 1)
    }
    return near | exact


def _marked(item: SceneItem) -> tuple[SceneItem, dict[str, Anchor]]:
    """The item with signs on it, and what each of them stands for; nothing where it cannot be pointed at."""
    match item:
        case Board() if len(item.cells) <= len(_SIGNS):
            cells = [number for number in range(len(item.cells)) if number not in item.gaps]
            signs = dict(zip(cells, _SIGNS, strict=False))
            pieces = tuple(_sign(signs.get(number), piece) for number, piece in enumerate(item.cells))
            anchors = {sign: Anchor(item.id, (cell % item.width, cell // item.width)) for cell, sign in signs.items()}
            return replace(item, cells=pieces), anchors
        case Hand() if len(item.pieces) <= len(_SIGNS):
            own = tuple(_sign(sign, piece) or piece for sign, piece in zip(_SIGNS, item.pieces, strict=False))
            return replace(item, pieces=own), {
                sign: Anchor(item.id, (number,)) for number, sign in enumerate(_SIGNS[: len(item.pieces)])
            }
        case Grid() if len(item.rows) <= len(_SIGNS):
            # A row is pointed at by what it begins with.
            rows = tuple(
                (sign * max(1, width_of(row[0])), *row[1:]) if row else row
                for sign, row in zip(_SIGNS, item.rows, strict=False)
            )
            return replace(item, rows=rows), {
                sign: Anchor(item.id, (number,)) for number, sign in enumerate(_SIGNS[: len(item.rows)])
            }
        case Pile() if item.top is not None:
            return replace(item, top=_sign(_SIGNS[0], item.top)), {_SIGNS[0]: Anchor(item.id)}
    return item, {}


def _sign(sign: str | None, piece: Piece | None) -> Piece | None:
    """A piece as wide as it was, made of signs; one with its back up stays what it is."""
    if sign is None or (piece is not None and piece.is_hidden):
        return piece
    text = "" if piece is None else piece.text
    return Piece(sign * max(1, width_of(text)), None if piece is None else piece.owner)
