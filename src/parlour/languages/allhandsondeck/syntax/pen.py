"""Writes a program down again, token by token, and puts each comment where it belongs on the way.

A printer walks over the tree and says what to write; the pen follows in the tokens of the text and writes down first
whatever comments it passes. A comment goes on to the end of its line, and a line may only end inside of brackets; so
one that would tear a line apart, because its author had it in parentheses that mean nothing, is put above that line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from parlour.languages.allhandsondeck.syntax.scanner import LINE_END, Comment, Scan
from parlour.syntax.layout import Layout
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.source import Source
from parlour.syntax.token import Token

T = TypeVar("T")

INDENTATION = 4


class Pen:
    """A place in the tokens and the comments of a text, and the layout of what has been written."""

    def __init__(self, source: Source, scanned: Scan) -> None:
        self.layout = Layout(indentation=INDENTATION, deepest_column=2 * NESTING_LIMIT * INDENTATION)
        self._source = source
        self._tokens: Sequence[Token] = [token for token in scanned.tokens if token.text]
        self._comments = scanned.comments
        self._token = 0  # the next one
        self._end = 0  # of the last one that was written
        self._comment = 0
        self._index_at = {token.span.start: index for index, token in enumerate(self._tokens)}
        self._brackets = 0
        self._line = 0  # where its layout begins

    # Writing

    def word(self, text: str) -> None:
        """A word or sign that comes next in the text, perhaps behind some that mean nothing."""
        index = self._token
        while self._tokens[index].text != text:
            index += 1
        self._write(index, text)

    def word_at(self, start: int) -> None:
        """What stands at an offset."""
        index = self._index_at[start]
        self._write(index, self._tokens[index].text)

    def pass_parentheses(self, text: str) -> None:
        """Passes over parentheses around an expression that the layout has, or does not need."""
        while self._token < len(self._tokens) and self._tokens[self._token].text == text:
            span = self._tokens[self._token].span
            self._comments_before(span.start)
            self._token += 1
            self._end = span.end

    def blank(self) -> None:
        self.layout.blanks()

    def line(self) -> None:
        """A blank, or a line end if there may be one."""
        if self._brackets:
            self.layout.line()
        else:
            self.layout.blanks()

    @contextmanager
    def inside(self) -> Iterator[None]:
        """What is written inside of brackets: in one line, or indented in lines of its own."""
        self._brackets += 1
        self.layout.indent().soft()
        yield
        self.layout.dedent().soft()
        self._brackets -= 1

    def bracketed(self, opening: str, parts: Sequence[T], write: Callable[[Pen, T], None], closing_at: int) -> None:
        """Brackets around parts with commas between them: in one line, or each in its own. The closing bracket is told
        by its offset, because there may be parentheses before it that mean nothing."""
        self.layout.open()
        self.word(opening)
        with self.inside():
            for index, part in enumerate(parts):
                if index:
                    self.word(",")
                    self.layout.line()
                write(self, part)
            self._comments_before(closing_at)
        self.word_at(closing_at)
        self.layout.close()

    def place_of(self, text: str) -> int:
        """Where this text comes next."""
        index = self._token
        while self._tokens[index].text != text:
            index += 1
        return self._tokens[index].span.start

    def last_before(self, end: int, text: str) -> int:
        """Where this text comes last before an offset."""
        place = self.place_of(text)
        index = self._index_at[place]
        while index < len(self._tokens) and self._tokens[index].span.start < end:
            if self._tokens[index].text == text:
                place = self._tokens[index].span.start
            index += 1
        return place

    # Lines

    def begin_line(self, start: int, *, keeps_blank: bool = True) -> None:
        """A new line for what stands at an offset. If the author left an empty line before it, or before a comment
        above it, and it `keeps_blank`, there will be one."""
        start = self._line_start(start)
        between = self._end
        for comment in self._take_comments(start):
            if self._is_behind(comment):
                self.layout.comment_behind(comment.text)
            else:
                self._separate(is_empty=keeps_blank and self._lines(between, comment.start) > 1)
                self.layout.comment_alone(comment.text)
                keeps_blank = True
            between = comment.end
        self._separate(is_empty=keeps_blank and self._lines(between, start) > 1)
        self._line = self.layout.mark()

    def end_block(self, column: int) -> None:
        """Writes the comments at the end of a block whose lines begin in this column of the text."""
        following = self._tokens[self._token].span.start if self._token < len(self._tokens) else len(self._source.text)
        between = self._end
        while self._comment < len(self._comments) and self._comments[self._comment].start < following:
            comment = self._comments[self._comment]
            is_behind = self._is_behind(comment)
            if not is_behind and self.column_of(comment.start) < column:
                return
            if is_behind:
                self.layout.comment_behind(comment.text)
            else:
                self._separate(is_empty=self._lines(between, comment.start) > 1)
                self.layout.comment_alone(comment.text)
            between = self._end = comment.end
            self._comment += 1

    def end_text(self) -> str:
        """Everything is written: the text, with the comments that come last."""
        self.begin_line(len(self._source.text))
        return self.layout.render()

    def column_of(self, offset: int) -> int:
        return self._source.position(offset)[1]

    # Following the text

    def _line_start(self, start: int) -> int:
        """Where a line begins: with the parentheses before what it says first."""
        index = self._index_at.get(start)
        if index is None:
            return start  # the end of the text
        while index > self._token and self._tokens[index - 1].text == "(":
            index -= 1
        return self._tokens[index].span.start

    def _write(self, index: int, text: str) -> None:
        span = self._tokens[index].span
        self._comments_before(span.start)
        self._token = max(self._token, index + 1)
        self._end = max(self._end, span.end)
        self.layout.text(text)

    def _comments_before(self, start: int) -> None:
        """The comments inside of a line."""
        for comment in self._take_comments(start):
            if not self._brackets:
                self.layout.comment_above(self._line, comment.text)
                self._line += 1
            elif self._is_behind(comment):
                self.layout.comment_behind(comment.text)
            else:
                self.layout.comment_alone(comment.text)

    def _take_comments(self, start: int) -> list[Comment]:
        first = self._comment
        while self._comment < len(self._comments) and self._comments[self._comment].start < start:
            self._comment += 1
        return self._comments[first : self._comment]

    def _is_behind(self, comment: Comment) -> bool:
        """Whether something that has been written stands before a comment in its line."""
        return self._end > 0 and self._lines(self._end, comment.start) == 0

    def _lines(self, start: int, end: int) -> int:
        return sum(1 for _ in LINE_END.finditer(self._source.text, start, end))

    def _separate(self, *, is_empty: bool) -> None:
        if is_empty:
            self.layout.empty_line()
        else:
            self.layout.end_line()
