"""Writes a program down again and puts each comment where it belongs on the way.

A printer walks over the tree, whose nodes are in the order of the text, and says what to write and where in the text
it comes from; the pen writes down first whatever comments it passes. Signs that the printer adds, and those that may
stand before or after a comment as well (`,` `;` `{`), have no place: the comment comes after them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import TypeVar

from parlour.languages.senet.syntax.scanner import Comment, Scanned
from parlour.languages.senet.syntax.tree import Block
from parlour.syntax.layout import Layout
from parlour.syntax.source import Source
from parlour.syntax.token import Token

INDENTATION = 4

T = TypeVar("T")


class Pen:
    """A place in a text and its comments, and the layout of what has been written."""

    def __init__(self, source: Source, scanned: Scanned) -> None:
        self.layout = Layout(indentation=INDENTATION)
        self._text = source.text
        self._comments = scanned.comments
        self._comment = 0  # the next one
        self._end = 0  # of what was written last
        self._braces = _matched(scanned.tokens, "{", "}")
        self._parentheses = _matched(scanned.tokens, "(", ")")
        self._opening_braces = [token.span.start for token in scanned.tokens if token.text == "{"]
        self._opening_parentheses = [token.span.start for token in scanned.tokens if token.text == "("]

    # Writing

    def sign(self, text: str) -> None:
        """Something without a place."""
        self.layout.text(text)

    def word(self, text: str, start: int) -> None:
        """Something that comes from this place of the text."""
        self._write_comments(start)
        self._end = max(self._end, start)
        self.layout.text(text)

    def blank(self) -> None:
        self.layout.blanks()

    def bracketed(
        self, opening: str, parts: Sequence[T], write: Callable[[Pen, T], None], closing: str, at: int
    ) -> None:
        """Brackets around parts with commas between them: in one line, or each in its own. The closing bracket is that
        at an offset."""
        self.layout.open()
        self.sign(opening)
        self.layout.indent().soft()
        for index, part in enumerate(parts):
            if index:
                self.sign(",")
                self.layout.line()
            write(self, part)
        self._write_comments(at)
        self.layout.dedent().soft()
        self.word(closing, at)
        self.layout.close()

    # Lines

    def begin_line(self, start: int, *, is_first: bool = False, is_apart: bool = False) -> None:
        """A new line for what begins at an offset, with the comments before it. There is an empty line before them if
        the author left one or if it `is_apart`, unless it `is_first` in a block."""
        is_empty = is_apart
        may_be_empty = not is_first
        while (comment := self._next_comment(start)) is not None:
            if self._is_behind(comment):
                self.layout.comment_behind(comment.text)
            else:
                self._separate(may_be_empty and (is_empty or self._has_empty_line(comment.span.start)))
                self.layout.comment_alone(comment.text)
                is_empty = False
                may_be_empty = True
            self._end = comment.span.end
        self._separate(may_be_empty and (is_empty or self._has_empty_line(start)))

    def last_comments(self, start: int, *, is_first: bool = False) -> None:
        """The comments before what closes a block at an offset, each in its line."""
        while (comment := self._next_comment(start)) is not None:
            if self._is_behind(comment):
                self.layout.comment_behind(comment.text)
            else:
                self._separate(not is_first and self._has_empty_line(comment.span.start))
                self.layout.comment_alone(comment.text)
                is_first = False
            self._end = comment.span.end

    def end_text(self) -> str:
        """Everything is written: the text, with the comments that come last."""
        self.last_comments(len(self._text) + 1)
        return self.layout.render()

    # Following the text

    def closing(self, block: Block) -> int:
        """Where a block is closed: at its `}`, at the end of a text that lacks it, or after the one statement that
        stands for a block, with the comment behind it."""
        start = block.span.start
        if self._text[start : start + 1] == "{":
            return self.closing_brace(start)
        line_end = self._line_end(block.span.end)
        comment = self._comments[self._comment] if self._comment < len(self._comments) else None
        if comment is not None and block.span.end <= comment.span.start < line_end:
            between = self._text[block.span.end : comment.span.start]
            return line_end if not between.strip(" \t") else block.span.end
        return block.span.end

    def closing_brace(self, opening: int) -> int:
        """Where the brace that is opened at an offset is closed."""
        return self._braces.get(opening, len(self._text))

    def next_brace(self, start: int) -> int:
        """Where the next brace after an offset is opened."""
        return self._opening_braces[bisect_left(self._opening_braces, start)]

    def next_closing(self, start: int) -> int:
        """Where the next parenthesis that is opened after an offset is closed."""
        return self._parentheses[self._opening_parentheses[bisect_left(self._opening_parentheses, start)]]

    def has_comment(self, start: int) -> bool:
        """Whether a comment stands before an offset that has not been written yet."""
        return self._comment < len(self._comments) and self._comments[self._comment].span.start < start

    def _line_end(self, offset: int) -> int:
        while offset < len(self._text) and self._text[offset] not in "\r\n":
            offset += 1
        return offset

    def _next_comment(self, start: int) -> Comment | None:
        """Takes the next comment if it stands before an offset."""
        if not self.has_comment(start):
            return None
        self._comment += 1
        return self._comments[self._comment - 1]

    def _write_comments(self, start: int) -> None:
        while (comment := self._next_comment(start)) is not None:
            if self._is_behind(comment):
                self.layout.comment_behind(comment.text)
            else:
                self.layout.comment_alone(comment.text)
            self._end = comment.span.end

    def _is_behind(self, comment: Comment) -> bool:
        """Whether something stands before a comment in its line."""
        start = comment.span.start
        while start > 0 and self._text[start - 1] in " \t":
            start -= 1
        return start > 0 and self._text[start - 1] not in "\r\n\ufeff"

    def _has_empty_line(self, start: int) -> bool:
        """Whether the author left an empty line between what was written last and an offset."""
        between = self._text[self._end : start].replace("\r\n", "\n").replace("\r", "\n")
        return any(not line.strip() for line in between.split("\n")[1:-1])

    def _separate(self, is_empty: bool) -> None:
        if is_empty:
            self.layout.empty_line()
        else:
            self.layout.end_line()


def _matched(tokens: Sequence[Token], opening: str, ending: str) -> dict[int, int]:
    """Which closing bracket belongs to which opening one, by their offsets."""
    closing: dict[int, int] = {}
    opened: list[int] = []
    for token in tokens:
        if token.text == opening:
            opened.append(token.span.start)
        elif token.text == ending and opened:
            closing[opened.pop()] = token.span.start
    return closing
