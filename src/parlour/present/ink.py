"""What a drawing is made of: safe texts of a known width, signs for lines and corners, and colours.

Colours never carry width: every function here counts columns as a terminal would, without the escape codes.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.dataclass import dataclass
from parlour.game.scene import Piece
from parlour.syntax.display import visible, width

# Seats in order of appearance; chosen so that the first ones differ for everybody, also on a light background.
_SEAT_COLORS = ("36", "33", "35", "32", "34", "31")
_BOLD, _DIM, _REVERSE = "1", "2", "7"

# Each sign, and what stands for it where only ASCII can be shown.
_SIGNS = {
    "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "╱": "/", "╲": "\\",
    "·": ".", "▒": "#", "…": "~", "×": "x", "‹": "(", "›": ")", "▸": ">", "–": "-",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ink:
    """How to draw: in colour or not, with all of Unicode or with ASCII alone."""

    color: bool
    ascii: bool

    def signs(self, text: str) -> str:
        """Our own lines and signs, as far as they can be shown.

        >>> Ink(color=False, ascii=True).signs("├─┤ 2×")
        '+-+ 2x'
        """
        return "".join(_SIGNS.get(sign, sign) for sign in text) if self.ascii else text

    def clean(self, text: str) -> str:
        """Somebody else's text on one line, as it is safe to show.

        >>> Ink(color=False, ascii=True).clean("7♥\\x1b")
        '7\\\\u2665\\\\x1b'
        """
        shown = visible(text)
        return shown.encode("ascii", "backslashreplace").decode("ascii") if self.ascii else shown

    def clip(self, text: str, columns: int) -> str:
        """A clean text in at most so many columns; what was cut off is told by a sign.

        >>> Ink(color=False, ascii=False).clip("Connect Four", 8)
        'Connect…'
        """
        if width(text) <= columns:
            return text
        kept = ""
        for character in text:
            if width(kept + character) > columns - 1:
                break
            kept += character
        return kept + self.signs("…")

    def centred(self, text: str, columns: int) -> str:
        """A clean text in just so many columns."""
        clipped = self.clip(text, columns)
        room = columns - width(clipped)
        return " " * (room // 2) + clipped + " " * (room - room // 2)

    def right(self, text: str, columns: int) -> str:
        clipped = self.clip(text, columns)
        return " " * (columns - width(clipped)) + clipped

    # ---- colours

    def title(self, text: str) -> str:
        return self._paint(text, _BOLD)

    def soft(self, text: str) -> str:
        return self._paint(text, _DIM)

    def owned(self, text: str, owner: int | None, *, is_marked: bool = False) -> str:
        """A text in the colour of its owner; a marked one stands out."""
        codes = [] if owner is None else [_BOLD, _SEAT_COLORS[owner % len(_SEAT_COLORS)]]
        return self._paint(text, *codes, *([_REVERSE] if is_marked else []))

    def _paint(self, text: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.color and codes and text else text

    # ---- pieces

    def face(self, pieces: Sequence[Piece]) -> str:
        """What stands on a cell, without colour: an empty cell is a soft dot, a hidden piece a pattern.

        >>> Ink(color=False, ascii=False).face((Piece("X"), Piece("O"))), Ink(True, False).face((Piece("ox"),) * 2)
        ('XO', 'ox ox')
        """
        if not pieces:
            return self.signs("·")
        faces = [self._face(piece) for piece in pieces]
        return self._between(faces).join(faces)

    def cell(self, pieces: Sequence[Piece], columns: int, *, is_marked: bool = False) -> str:
        """The inside of a cell, just so many columns wide, in colour."""
        face = self.face(pieces)
        if not pieces:
            empty = self.centred(face, columns)
            return self._paint(empty, _REVERSE) if is_marked else self.soft(empty)
        if len(pieces) > 1 and width(face) <= columns:
            faces = [self._face(piece) for piece in pieces]
            owners = [piece.owner for piece in pieces]
            painted = [self.owned(*each, is_marked=is_marked) for each in zip(faces, owners, strict=True)]
            before = (columns - width(face)) // 2
            behind = columns - width(face) - before
            return " " * before + self._between(faces).join(painted) + " " * behind
        piece = pieces[0]
        if piece.is_hidden and len(pieces) == 1:
            return self.owned(self.signs("▒") * columns, piece.owner, is_marked=is_marked)
        return self.owned(self.centred(face, columns), piece.owner, is_marked=is_marked)

    def _face(self, piece: Piece) -> str:
        return self.signs("▒") if piece.is_hidden else self.clean(piece.text)

    def _between(self, faces: Sequence[str]) -> str:
        """Single signs stand close, words apart."""
        return "" if all(width(face) <= 1 for face in faces) else " "

    def card(self, piece: Piece, most_columns: int) -> str:
        """A piece lying by itself: its text in brackets, or its back."""
        if piece.is_hidden:
            return self.owned(self.signs("▒▒"), piece.owner)
        return self.owned(f"[{self.clip(self._face(piece), most_columns - 2)}]", piece.owner)
