"""The comments of a BoGL text, and how each of them stands to the tokens around it.

The scanner passes over comments; they are found again in the gaps that it left. What stands together in one line
between two tokens is one `Remark`, and where its line ends are decides its place:

    x = f(1,      -- BEHIND: something comes before it in its line, and nothing after it
      -- ALONE: it has its line to itself
      {- BEFORE -} 2)

    >>> from parlour.languages.bogl.syntax.scanner import scan
    >>> from parlour.syntax.source import Source
    >>> source = Source("demo", "game -- one\\n\\n-- two\\n{- three -} Demo")
    >>> comments = comments_of(source, scan(source, print))
    >>> for remark in remarks_of(comments, source.text, 4, 34):
    ...     print(remark.texts, remark.place.name, remark.is_after_blank)
    ('-- one',) BEHIND False
    ('-- two',) ALONE True
    ('{- three -}',) BEFORE False
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from parlour.syntax.lookalikes import plain_text
from parlour.syntax.source import Source
from parlour.syntax.token import Token

LINE_END = re.compile(r"\r\n|\r|\n")
_COMMENT_START = re.compile(r"--[^\r\n]*|\{-")
_COMMENT_EDGE = re.compile(r"\{-|-\}")


class Place(Enum):
    BEHIND = "at the end of a line that has something before it"
    ALONE = "in a line of its own"
    BEFORE = "with something after it in its line"


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment, with no blanks at the end of a `--`, and with line ends of one kind."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Remark:
    """The comments that stand together in one line; `is_after_blank` says that an empty line is before them."""

    end: int
    texts: tuple[str, ...]
    place: Place
    is_after_blank: bool


def comments_of(source: Source, tokens: Sequence[Token]) -> list[Comment]:
    """All comments of a text without errors, in their order; `tokens` are all of its tokens, with the `END`."""
    plain = plain_text(source.text)
    comments: list[Comment] = []
    before = 0
    for token in tokens:
        comments += _comments_in(source.text, plain, before, token.span.start)
        before = token.span.end
    return comments


def remarks_of(comments: Sequence[Comment], text: str, start: int, end: int) -> list[Remark]:
    """The comments of one gap, from the end of a token to the start of another, by lines. The beginning and the end of
    the text are as good as line ends."""
    remarks: list[Remark] = []
    line: list[Comment] = []
    begins_line = start == 0
    is_after_blank = False
    place = start
    for comment in comments:
        between = count_lines(text[place : comment.start])
        if between and line:
            remarks.append(_remark(line, Place.ALONE if begins_line else Place.BEHIND, is_after_blank))
            line = []
        if not line:
            begins_line = begins_line or between > 0
            is_after_blank = between > 1
        line.append(comment)
        place = comment.end
    if line and (end == len(text) or count_lines(text[place:end])):
        remarks.append(_remark(line, Place.ALONE if begins_line else Place.BEHIND, is_after_blank))
    elif line:
        remarks.append(_remark(line, Place.BEFORE, is_after_blank))
    return remarks


def count_lines(text: str) -> int:
    """How many line ends there are in a text, of whatever kind."""
    return sum(1 for _ in LINE_END.finditer(text))


def _remark(line: Sequence[Comment], place: Place, is_after_blank: bool) -> Remark:
    return Remark(line[-1].end, tuple(comment.text for comment in line), place, is_after_blank)


def _comments_in(text: str, plain: str, start: int, end: int) -> Iterator[Comment]:
    while (found := _COMMENT_START.search(plain, start, end)) is not None:
        start = found.end() if found.group() != "{-" else _block_end(plain, found.start())
        kept = text[found.start() : start]
        kept = LINE_END.sub("\n", kept) if found.group() == "{-" else kept.rstrip()
        yield Comment(found.start(), start, kept)


def _block_end(plain: str, start: int) -> int:
    """The offset behind `{- … -}`, in which there may be more of the same."""
    depth = 0
    for edge in _COMMENT_EDGE.finditer(plain, start):
        depth += 1 if edge.group() == "{-" else -1
        if depth == 0:
            return edge.end()
    raise AssertionError("a text without errors closes its comments")
