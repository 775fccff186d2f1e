"""A source text and places in it.

A `Source` is one text with a name; a `Span` is a half-open range of character offsets in one source.
Lines and columns are counted from 1 and in characters (code points); turning a column into a place on
the screen is `render.py`'s business, because only it knows display widths.

    >>> source = Source("game.bgl", "game G\\nx : Int\\n")
    >>> source.position(7)
    (2, 1)
    >>> source.line_text(2)
    'x : Int'
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field
from functools import cached_property

from parlour.dataclass import dataclass

# Blanks that are missing, and those that nobody writes; how much of a line is shown.
_TOO_NARROW = re.compile(r"(?<=\w)= ")
_TOO_WIDE = re.compile(r"(?<=[(\[]) +|(?<=\S) +(?=[ )\],:;])")
SHOWN_LINE = 90


@dataclass(frozen=True, eq=False)
class Source:
    """One text that was read: a program, a prelude, a line typed at a prompt."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        starts = [0]
        text = self.text
        for offset, character in enumerate(text):
            if character == "\n" or (character == "\r" and text[offset + 1 : offset + 2] != "\n"):
                starts.append(offset + 1)
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (from 1), without its line end."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def span(self, start: int, end: int) -> Span:
        return Span(self, start, end)


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start <= offset < end` of a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    def rewritten(self, text: str) -> str:
        """The line with something else in this place, as advice shows it; empty if that is too much to show.

        >>> source = Source("demo", "  for x of xs:\\n")
        >>> source.span(8, 10).rewritten("in")
        'for x in xs:'
        """
        whole = self.source.text
        begin, stop = whole.rfind("\n", 0, self.start) + 1, whole.find("\n", self.end)
        line = whole[begin : self.start] + text + whole[self.end : stop if stop >= 0 else len(whole)]
        line = _TOO_NARROW.sub(" = ", _TOO_WIDE.sub("", line.strip()))
        return line if "\n" not in whole[self.start : self.end] and len(line) <= SHOWN_LINE else ""

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of another one of the same source."""
        return Span(self.source, self.start, max(self.end, other.end))
