"""Puts text into lines: a stream of pieces in, lines of at most 88 columns out where that is possible.

A printer writes pieces in reading order. `line` is a blank or a line end, `soft` nothing or a line end, and the group
around it decides which: all lines of a group are blanks if the group fits into what is left of the line, else all are
line ends. (The idea is Oppen's, 1980; a flat stream instead of a tree of documents lets comments slip in anywhere and
needs no recursion.)

    >>> lines = Lines(width=12)
    >>> for name in ("f", "longer"):
    ...     _ = lines.open().text(name + "(").indent().soft().text("one,").line().text("two").dedent().soft()
    ...     _ = lines.text(")").close().end_line()
    >>> print(lines.render(), end="")
    f(one, two)
    longer(
      one,
      two
    )

Comments are laid out so that reading the result finds each at the same place again: behind something, alone in a line,
or before something. Then laying it out once more changes nothing.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Self

from parlour.dataclass import dataclass

WIDTH = 88
INDENTATION = 2
# Deeper levels stay here: a text of thousands of levels would consist of blanks.
DEEPEST_COLUMN = 40

_OPENING = ("(", "{")
_CLOSING = (",", ")", "}")


class _Kind(Enum):
    OPEN = auto()
    CLOSE = auto()
    INDENT = auto()
    DEDENT = auto()
    TEXT = auto()
    BROKEN_TEXT = auto()
    BLANKS = auto()
    LINE = auto()
    SOFT = auto()
    FORCE = auto()
    END_LINE = auto()
    EMPTY_LINE = auto()
    COMMENT_BEHIND = auto()
    COMMENT_ALONE = auto()
    COMMENT_BEFORE = auto()


_BREAKS = frozenset(
    {_Kind.LINE, _Kind.SOFT, _Kind.END_LINE, _Kind.EMPTY_LINE, _Kind.COMMENT_BEHIND, _Kind.COMMENT_ALONE}
)
_FORCES = _BREAKS - {_Kind.LINE, _Kind.SOFT} | {_Kind.FORCE}


@dataclass(frozen=True, slots=True)
class _Piece:
    kind: _Kind
    text: str = ""

    @property
    def width(self) -> int:
        """In a line; what is at the end of a line anyway does not count."""
        match self.kind:
            case _Kind.TEXT | _Kind.BLANKS:
                return len(self.text)
            case _Kind.LINE:
                return 1
            case _Kind.COMMENT_BEFORE:
                return len(self.text) + 1
        return 0

    @property
    def is_forcing(self) -> bool:
        """Whether no group with this in it can be one line."""
        return self.kind in _FORCES or (self.kind is _Kind.COMMENT_BEFORE and "\n" in self.text)


class Lines:
    """Collects pieces; `render` puts them into lines."""

    def __init__(
        self, width: int = WIDTH, indentation: int = INDENTATION, deepest_column: int = DEEPEST_COLUMN
    ) -> None:
        self._width = width
        self._indentation = indentation
        self._deepest_column = deepest_column
        self._pieces: list[_Piece] = []

    def open(self) -> Self:
        return self._add(_Kind.OPEN)

    def close(self) -> Self:
        return self._add(_Kind.CLOSE)

    def indent(self) -> Self:
        return self._add(_Kind.INDENT)

    def dedent(self) -> Self:
        return self._add(_Kind.DEDENT)

    def text(self, text: str) -> Self:
        return self._add(_Kind.TEXT, text)

    def broken_text(self, text: str) -> Self:
        """Text that is only needed if the group around it is not one line."""
        return self._add(_Kind.BROKEN_TEXT, text)

    def blanks(self, count: int = 1) -> Self:
        return self._add(_Kind.BLANKS, " " * count)

    def line(self) -> Self:
        return self._add(_Kind.LINE)

    def soft(self) -> Self:
        return self._add(_Kind.SOFT)

    def force(self) -> Self:
        """The groups that are open here will not be one line."""
        return self._add(_Kind.FORCE)

    def end_line(self) -> Self:
        return self._add(_Kind.END_LINE)

    def empty_line(self) -> Self:
        return self._add(_Kind.EMPTY_LINE)

    def comment_behind(self, text: str) -> Self:
        """At the end of the line so far, whatever separates it from what follows."""
        return self._add_comment(_Kind.COMMENT_BEHIND, text)

    def comment_alone(self, text: str) -> Self:
        return self._add_comment(_Kind.COMMENT_ALONE, text)

    def comment_before(self, text: str) -> Self:
        return self._add_comment(_Kind.COMMENT_BEFORE, text)

    def mark(self) -> int:
        """This place, for `comment_above`."""
        return len(self._pieces)

    def comment_above(self, mark: int, text: str) -> Self:
        """A comment in a line of its own at a place that has been passed already."""
        self._pieces.insert(mark, _Piece(_Kind.COMMENT_ALONE, text))
        return self

    def _add(self, kind: _Kind, text: str = "") -> Self:
        self._pieces.append(_Piece(kind, text))
        return self

    def _add_comment(self, kind: _Kind, text: str) -> Self:
        """Groups that have just been opened begin after the comment: it is no reason to break them."""
        at = len(self._pieces)
        while at and self._pieces[at - 1].kind is _Kind.OPEN:
            at -= 1
        self._pieces.insert(at, _Piece(kind, text))
        return self

    def render(self) -> str:
        """The text, closed by a line end unless it is empty."""
        page = _Page(self._indentation, self._deepest_column)
        is_flat = [False]
        indents: list[int] = []
        flat_width = self._flat_widths()
        for index, piece in enumerate(self._pieces):
            match piece.kind:
                case _Kind.OPEN:
                    width = flat_width[index]
                    is_flat.append(is_flat[-1] or (width is not None and page.column + width <= self._width))
                case _Kind.CLOSE:
                    is_flat.pop()
                case _Kind.INDENT:
                    # In a group of one line it would only move that line, if the group begins it.
                    indents.append(0 if is_flat[-1] else 1)
                    page.level += indents[-1]
                case _Kind.DEDENT:
                    page.level -= indents.pop()
                case _Kind.TEXT:
                    page.write(piece.text)
                case _Kind.BROKEN_TEXT:
                    if not is_flat[-1]:
                        page.write(piece.text)
                case _Kind.BLANKS:
                    page.blanks(piece.text)
                case _Kind.LINE | _Kind.SOFT if not is_flat[-1]:
                    page.end_lines(1)
                case _Kind.LINE:
                    page.blanks(" ")
                case _Kind.SOFT | _Kind.FORCE:
                    pass
                case _Kind.END_LINE:
                    page.end_lines(1)
                case _Kind.EMPTY_LINE:
                    page.end_lines(2)
                case _Kind.COMMENT_BEHIND:
                    page.write_behind(piece.text)
                case _Kind.COMMENT_ALONE:
                    page.end_lines(1)
                    page.write(piece.text)
                    page.end_lines(1)
                case _Kind.COMMENT_BEFORE:
                    page.write_before(piece.text)
        return page.whole_text()

    def _flat_widths(self) -> dict[int, int | None]:
        """For each opening the columns its group needs in one line, with what follows it up to the next possible line
        end; None if it cannot be one line."""
        widths: dict[int, int | None] = {}
        closings: list[tuple[int, int, int]] = []  # of the groups around: widths and forces up to there, and the rest
        total = forces = rest = 0  # from the end of the text backwards
        for index in range(len(self._pieces) - 1, -1, -1):
            piece = self._pieces[index]
            if piece.kind is _Kind.CLOSE:
                closings.append((total, forces, rest))
            elif piece.kind is _Kind.OPEN:
                total_after, forces_after, rest_after = closings.pop()
                is_possible = forces == forces_after
                widths[index] = total - total_after + rest_after if is_possible else None
            total += piece.width
            forces += piece.is_forcing
            rest = 0 if piece.kind in _BREAKS else rest + piece.width
        return widths


class _Page:
    """The text so far. What separates two texts is written with the second: no line ends in blanks."""

    def __init__(self, indentation: int, deepest_column: int) -> None:
        self.level = 0
        self._step = indentation
        self._deepest_column = deepest_column
        self._parts: list[str] = []
        self._column = 0
        self._blanks = ""
        self._line_ends = 0
        self._is_after_comment = False

    @property
    def column(self) -> int:
        """Where the next text will begin."""
        return self._indentation if self._line_ends else self._column + len(self._blanks)

    @property
    def _indentation(self) -> int:
        return min(self.level * self._step, self._deepest_column)

    def blanks(self, blanks: str) -> None:
        self._blanks = max(self._blanks, blanks, key=len)

    def end_lines(self, count: int) -> None:
        if self._parts:
            self._line_ends = max(self._line_ends, count)

    def write(self, text: str) -> None:
        if self._is_after_comment and text not in _CLOSING:
            self.blanks(" ")
        self._put(self._separator(), text)

    def write_behind(self, text: str) -> None:
        self._put("  ", text)
        self.end_lines(1)

    def write_before(self, text: str) -> None:
        if self._parts and self._parts[-1] not in _OPENING:
            self.blanks(" ")
        self._put(self._separator(), text)
        self._is_after_comment = True

    def whole_text(self) -> str:
        return "".join(self._parts) + "\n" if self._parts else ""

    def _separator(self) -> str:
        if self._line_ends:
            return "\n" * self._line_ends + " " * self._indentation
        return self._blanks if self._parts else ""

    def _put(self, separator: str, text: str) -> None:
        if separator:
            self._parts.append(separator)
        self._parts.append(text)
        written = separator + text
        line_end = written.rfind("\n")
        self._column = self._column + len(written) if line_end < 0 else len(written) - line_end - 1
        self._blanks = ""
        self._line_ends = 0
        self._is_after_comment = False
