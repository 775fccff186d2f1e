"""Writes a program down again, token by token, and puts each comment where it belongs on the way.

A printer walks over the tree, whose nodes are in the order of the text, and says what to write; the pen follows in the
tokens of the text and writes down first whatever comments it passes. What it passes and the printer does not write are
parentheses that mean nothing; comments in them go with what comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from parlour.languages.bogl.syntax.comments import Comment, Place, Remark, count_lines, remarks_of
from parlour.syntax.layout import Layout
from parlour.syntax.source import Source
from parlour.syntax.token import END, Token

T = TypeVar("T")

_PARENTHESES = ("(", ")")


class Pen:
    """A place in the tokens and the comments of a text, and the layout of what has been written."""

    def __init__(self, source: Source, tokens: Sequence[Token], comments: Sequence[Comment]) -> None:
        self.layout = Layout()
        self._source = source
        self._tokens = tokens
        self._comments = comments
        self._token = 0  # the next one
        self._end = 0  # of the last one that was written
        self._comment = 0
        self._index_at = {token.span.start: index for index, token in enumerate(tokens)}

    def at(self, *texts: str) -> bool:
        """Whether the next token that means something is one of these."""
        return self._tokens[self._next_meaning()].text in texts

    def is_followed_by(self, start: int, text: str) -> bool:
        """Whether this text is the next token after the one at an offset."""
        return self._tokens[self._index_at[start] + 1].text == text

    def place_of(self, text: str) -> int:
        """Where this text comes next."""
        index = self._token
        while self._tokens[index].text != text:
            index += 1
        return self._tokens[index].span.start

    # Writing

    def word(self, text: str) -> None:
        """A word or sign that comes next in the text."""
        index = self._token
        while self._tokens[index].text != text:
            assert self._tokens[index].text in _PARENTHESES, f"{text} is not what the text says here"
            index += 1
        self._write(index, text)

    def word_at(self, start: int, text: str = "") -> None:
        """What stands at an offset; with a `text`, in these words."""
        index = self._index_at[start]
        self._write(index, text or self._tokens[index].text)

    def parenthesis(self, text: str) -> None:
        """A parenthesis around an expression, which may or may not be in the text."""
        if self._tokens[self._token].text == text:
            self._write(self._token, text)
        else:
            self.layout.text(text)

    def bracketed(self, opening: str, parts: Sequence[T], write: Callable[[Pen, T], None], closing_at: int) -> None:
        """Brackets around parts with commas between them: in one line, or each in its own. The closing bracket is told
        by its offset, because there may be parentheses before it that mean nothing."""
        self.word(opening)
        self.layout.indent().soft()
        for index, part in enumerate(parts):
            if index:
                self.word(",")
                self.layout.line()
            write(self, part)
        self.layout.dedent().soft()
        self.word_at(closing_at)

    def blank(self) -> None:
        self.layout.blanks()

    # Lines

    def begin_line(self, *, keeps_blank: bool) -> None:
        """A new line at the margin. If the author left an empty line before it, or before a comment above it, and it
        `keeps_blank`, there will be one."""
        start = self._tokens[self._next_meaning()].span.start
        between = self._end
        is_begun = False
        for remark in self._remarks_before(start):
            if remark.place is not Place.BEHIND:
                self._separate(is_empty=keeps_blank and remark.is_after_blank)
            is_begun = remark.place is Place.BEFORE
            self._write_remark(remark)
            between = remark.end
        if not is_begun:
            self._separate(is_empty=keeps_blank and count_lines(self._source.text[between:start]) > 1)

    def end_text(self) -> str:
        """Everything is written: the text, with the comments that come last."""
        assert self._tokens[self._next_meaning()].kind == END, "the tree says as much as the text"
        self.begin_line(keeps_blank=True)
        return self.layout.render()

    # Following the text

    def _next_meaning(self) -> int:
        index = self._token
        while self._tokens[index].text in _PARENTHESES:
            index += 1
        return index

    def _write(self, index: int, text: str) -> None:
        span = self._tokens[index].span
        for remark in self._remarks_before(span.start):
            self._write_remark(remark)
        self._token = max(self._token, index + 1)
        self._end = max(self._end, span.end)
        self.layout.text(text)

    def _remarks_before(self, start: int) -> list[Remark]:
        """Takes the comments between what was written last and this offset."""
        first = self._comment
        while self._comment < len(self._comments) and self._comments[self._comment].start < start:
            self._comment += 1
        return remarks_of(self._comments[first : self._comment], self._source.text, self._end, start)

    def _write_remark(self, remark: Remark) -> None:
        match remark.place:
            case Place.BEHIND:
                for text in remark.texts:
                    self.layout.comment_behind(text)
            case Place.ALONE:
                self.layout.comment_alone(" ".join(remark.texts))
            case Place.BEFORE:
                for text in remark.texts:
                    self.layout.comment_before(text)

    def _separate(self, *, is_empty: bool) -> None:
        if is_empty:
            self.layout.empty_line()
        else:
            self.layout.end_line()
