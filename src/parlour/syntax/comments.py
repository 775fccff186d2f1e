r"""Comments, which scanners keep beside their tokens, and how each stands to what is around it.

What stands together in one line between two tokens is one `Remark`, and where its line ends are decides its place:

    x = f(1,      -- BEHIND: something comes before it in its line, and nothing after it
      -- ALONE: it has its line to itself
      {- BEFORE -} 2)

    >>> text = "game -- one\n\n-- two\n{- three -} Demo"
    >>> comments = [Comment(5, 11, "-- one"), Comment(13, 19, "-- two"), Comment(20, 31, "{- three -}")]
    >>> for remark in remarks_of(comments, text, 0, 32):
    ...     print(remark.texts, remark.place.name, remark.is_after_blank)
    ('-- one',) BEHIND False
    ('-- two',) ALONE True
    ('{- three -}',) BEFORE False
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

from parlour.dataclass import dataclass
from parlour.syntax.source import Source, Span

LINE_END = re.compile(r"\r\n|\r|\n")


class Place(Enum):
    BEHIND = "at the end of a line that has something before it"
    ALONE = "in a line of its own"
    BEFORE = "with something after it in its line"


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment with its signs: without blanks at its end, and with line ends of one kind."""

    start: int
    end: int
    text: str

    def span(self, source: Source) -> Span:
        return source.span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Remark:
    """The comments that stand together in one line; `is_after_blank` says that an empty line is before them."""

    end: int
    texts: tuple[str, ...]
    place: Place
    is_after_blank: bool


def remarks_of(comments: Sequence[Comment], text: str, begin: int, end: int) -> list[Remark]:
    """Comments with no token that means something between them, by lines; `begin` is where the token before them ends,
    `end` where the next one begins."""
    lines: list[list[Comment]] = []
    for comment in comments:
        if lines and count_lines(text, lines[-1][-1].end, comment.start) == 0:
            lines[-1].append(comment)
        else:
            lines.append([comment])
    return [_remark(line, text, begin, end) for line in lines]


def _remark(line: Sequence[Comment], text: str, begin: int, end: int) -> Remark:
    first, last = line[0], line[-1]
    if end < len(text) and count_lines(text, last.end, end) == 0:
        place = Place.BEFORE
    else:
        # Behind a sign that is not written, a comment may have a line to itself after all.
        is_alone = begins_line(text, first.start) or count_lines(text, begin, first.start) > 0
        place = Place.ALONE if is_alone else Place.BEHIND
    return Remark(last.end, tuple(comment.text for comment in line), place, is_after_blank(text, first.start))


def begins_line(text: str, offset: int) -> bool:
    """Whether nothing but blanks stands before an offset in its line."""
    while (
        offset > 0 and text[offset - 1] not in "\r\n" and (text[offset - 1].isspace() or text[offset - 1] == "\ufeff")
    ):
        offset -= 1
    return offset == 0 or text[offset - 1] in "\r\n"


def is_after_blank(text: str, offset: int) -> bool:
    """Whether there is an empty line right before the line of an offset, or before the blanks there."""
    start = offset
    while start > 0 and text[start - 1].isspace():
        start -= 1
    return count_lines(text, start, offset) > 1


def count_lines(text: str, start: int, end: int) -> int:
    """How many line ends there are between two offsets, of whatever kind."""
    return sum(1 for _ in LINE_END.finditer(text, start, end))
