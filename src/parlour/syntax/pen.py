r"""Writes a program down again and puts each comment where it belongs on the way: what every printer writes with.

A printer walks over the tree, whose nodes are in the order of the text, and says what to write. The pen follows in
the tokens of the text and writes down first whatever comments it passes. What it passes and the printer does not
write are parentheses that mean nothing; comments in them go with what comes next.

There are three ways to write. `word` finds the next token of this text; `word_at` names the place in the text that
something comes from; `sign` writes something without a place, so that comments come after it. Lines begin with
`begin_line`, which keeps the author's empty lines, one at a time.

    >>> from parlour.syntax.token import Token
    >>> source = Source("demo", "f(a, # first\n  b)")
    >>> places = [(0, 1), (1, 2), (2, 3), (3, 4), (15, 16), (16, 17)]
    >>> tokens = [Token("<sign>", source.text[start:end], source.span(start, end)) for start, end in places]
    >>> pen = Pen(source, tokens, [Comment(5, 12, "# first")])
    >>> pen.begin_line(0)
    >>> pen.word("f")
    >>> pen.bracketed("(", "ab", lambda pen, name: pen.word(name), 16)
    >>> print(pen.end_text(), end="")
    f(
      a,  # first
      b
    )
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from parlour.syntax.comments import Comment, Place, Remark, is_after_blank, remarks_of
from parlour.syntax.lines import Lines
from parlour.syntax.source import Source
from parlour.syntax.token import Token

T = TypeVar("T")

_PARENTHESES = ("(", ")")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


class Pen:
    """A place in the tokens and the comments of a text, and the lines of what has been written.

    `follows_signs`: brackets and commas are looked up in the text; otherwise they are signs, which a tolerant language
    may have to add. `breaks_anywhere`: a line may end wherever a comment does; otherwise only inside of brackets, and
    a comment that would tear a line apart is put above it."""

    def __init__(
        self,
        source: Source,
        tokens: Sequence[Token],
        comments: Sequence[Comment],
        lines: Lines | None = None,
        *,
        follows_signs: bool = True,
        breaks_anywhere: bool = True,
    ) -> None:
        self.lines = lines or Lines()
        self._source = source
        self._text = source.text
        self._tokens = [token for token in tokens if token.text]  # the others are ends of lines, blocks and texts
        self._comments = comments
        self._token = 0  # the next one
        self._comment = 0
        self._starts = [token.span.start for token in self._tokens]
        self._index_at = {start: index for index, start in enumerate(self._starts)}
        self._closing = _matched(self._tokens)
        self._follows_signs = follows_signs
        self._breaks_anywhere = breaks_anywhere
        self._brackets = 0
        self._line = 0  # where its text begins
        self._end = 0  # of what was written last

    # Writing

    def sign(self, text: str) -> None:
        """Something without a place in the text."""
        self.lines.text(text)

    def word(self, text: str) -> None:
        """A word or sign that comes next in the text, perhaps behind parentheses that mean nothing."""
        self._write(self._next(text), text)

    def word_at(self, start: int, text: str = "") -> None:
        """What stands at an offset; with a `text`, in these words."""
        index = self._index_at.get(start)
        if index is None:
            self._write_comments(start)
            self.lines.text(text)
        else:
            self._write(index, text or self._tokens[index].text)

    def parenthesis(self, text: str) -> None:
        """A parenthesis around an expression, which may or may not be in the text."""
        if self._token < len(self._tokens) and self._tokens[self._token].text == text:
            self._write(self._token, text)
        else:
            self.lines.text(text)

    def pass_parentheses(self, text: str) -> None:
        """Passes over parentheses around an expression that the printer writes itself, or does not need."""
        while self._token < len(self._tokens) and self._tokens[self._token].text == text:
            self._write_comments(self._starts[self._token])
            self._token += 1

    def pass_over(self, end: int) -> None:
        """Passes over what stands before an offset and is written in other words."""
        self._write_comments(end)
        self._token = max(self._token, bisect_left(self._starts, end))
        self._end = max(self._end, end)

    def new_line(self, text: str) -> None:
        """A further line of what is being written."""
        self.lines.end_line()
        self.lines.text(text)

    def blank(self) -> None:
        self.lines.blanks()

    def line(self) -> None:
        """A blank, or a line end if there may be one."""
        if self._brackets or self._breaks_anywhere:
            self.lines.line()
        else:
            self.lines.blanks()

    @contextmanager
    def inside(self) -> Iterator[None]:
        """What is written inside of brackets: in one line, or indented in lines of its own."""
        self._brackets += 1
        self.lines.indent().soft()
        yield
        self.lines.dedent().soft()
        self._brackets -= 1

    def bracketed(
        self, opening: str, parts: Sequence[T], write: Callable[[Pen, T], None], closing_at: int, closing: str = ""
    ) -> None:
        """Brackets around parts with commas between them: in one line, or each in its own. The closing bracket is told
        by its offset, because there may be parentheses before it that mean nothing; if it may be missing there, by its
        text as well."""
        put = self.word if self._follows_signs else self.sign
        self.lines.open()
        put(opening)
        with self.inside():
            for index, part in enumerate(parts):
                if index:
                    put(",")
                    self.lines.line()
                write(self, part)
            self._write_comments(closing_at, keeps_last=True)
        self.word_at(closing_at, closing)
        self.lines.close()

    # Lines

    def begin_line(self, start: int, *, is_first: bool = False, is_apart: bool = False, is_close: bool = False) -> None:
        """A new line for what begins at an offset, with the comments before it. There is an empty line before them if
        the author left one or if it `is_apart`, unless it `is_first` in a block; there is none at all if it `is_close`
        to the line above."""
        start = self._line_start(start)
        is_empty, may_be_empty = is_apart, not is_first and not is_close
        is_begun = False
        for remark in self._remarks_before(start):
            if remark.place is not Place.BEHIND:
                self._separate(may_be_empty and (is_empty or remark.is_after_blank))
                is_empty, may_be_empty = False, not is_close
            is_begun = remark.place is Place.BEFORE
            self._write_remark(remark)
        if not is_begun:
            self._separate(may_be_empty and (is_empty or is_after_blank(self._text, start)))
        self._line = self.lines.mark()

    def last_comments(self, end: int | None = None, *, is_first: bool = False, column: int = 0) -> None:
        """The comments at the end of a block, each in its line: those before an offset, or before the next token. In
        languages whose blocks are indented, one that begins left of the `column` of the block ends it."""
        if end is None:
            end = self._starts[self._token] if self._token < len(self._tokens) else len(self._text)
        first = self._comment
        for remark in self._remarks_before(end):
            is_behind = remark.place is Place.BEHIND
            if not is_behind and self.column_of(self._comments[first].start) < column:
                self._comment = first
                return
            if not is_behind:
                self._separate(not is_first and remark.is_after_blank)
                is_first = False
            self._write_remark(remark)
            first += len(remark.texts)

    def end_text(self) -> str:
        """Everything is written: the text, with the comments that come last."""
        self.begin_line(len(self._text))
        return self.lines.render()

    # Looking around in the text

    def at(self, *texts: str) -> bool:
        """Whether the next token that is no parenthesis is one of these."""
        index = self._token
        while index < len(self._tokens) and self._tokens[index].text in _PARENTHESES:
            index += 1
        return index < len(self._tokens) and self._tokens[index].text in texts

    def is_followed_by(self, start: int, text: str) -> bool:
        """Whether this text is the next token after the one at an offset."""
        return self._tokens[self._index_at[start] + 1].text == text

    def place_of(self, text: str, after: int = 0) -> int:
        """Where this text comes next, or next after an offset."""
        return self._starts[self._next(text, after)]

    def last_before(self, end: int, text: str) -> int:
        """Where this text comes last before an offset."""
        index = bisect_left(self._starts, end) - 1
        while self._tokens[index].text != text:
            index -= 1
        return self._starts[index]

    def closing_of(self, opening: int) -> int:
        """Where the bracket that is opened at an offset is closed; the end of the text if it is not."""
        return self._closing.get(opening, len(self._text))

    def next_comment(self, before: int) -> Comment | None:
        """The next comment that has not been written, if it stands before an offset."""
        if self._comment < len(self._comments) and self._comments[self._comment].start < before:
            return self._comments[self._comment]
        return None

    def column_of(self, offset: int) -> int:
        return self._source.position(offset)[1]

    def _next(self, text: str, after: int = 0) -> int:
        index = max(self._token, bisect_left(self._starts, after))
        while self._tokens[index].text != text:
            index += 1
        return index

    def _line_start(self, start: int) -> int:
        """Where a line begins: with the parentheses before what it says first."""
        index = self._index_at.get(start)
        if index is None:
            return start  # the end of the text
        while index > self._token and self._tokens[index - 1].text == "(":
            index -= 1
        return self._starts[index]

    # Comments

    def _write(self, index: int, text: str) -> None:
        self._write_comments(self._starts[index])
        self._token = max(self._token, index + 1)
        self._end = max(self._end, self._tokens[index].span.end)
        self.lines.text(text)

    def _write_comments(self, start: int, *, keeps_last: bool = False) -> None:
        """The comments inside of a line; with `keeps_last`, without those that stand right before what is there."""
        remarks = self._remarks_before(start)
        if keeps_last and remarks and remarks[-1].place is Place.BEFORE:
            self._comment -= len(remarks.pop().texts)
        for remark in remarks:
            if self._brackets or self._breaks_anywhere:
                self._write_remark(remark)
                continue
            for text in remark.texts:
                self.lines.comment_above(self._line, text)
                self._line += 1

    def _remarks_before(self, start: int) -> list[Remark]:
        """Takes the comments up to an offset."""
        first = self._comment
        while self._comment < len(self._comments) and self._comments[self._comment].start < start:
            self._comment += 1
        if not self._comments[first : self._comment]:
            return []
        # Where signs are not looked up they have been written nonetheless, and where lines mean something they stay.
        is_followed = self._follows_signs and self._breaks_anywhere
        begin = self._end if is_followed else self._comments[first].start
        return remarks_of(self._comments[first : self._comment], self._text, begin, start)

    def _write_remark(self, remark: Remark) -> None:
        match remark.place:
            case Place.BEHIND:
                for text in remark.texts:
                    self.lines.comment_behind(text)
            case Place.ALONE:
                self.lines.comment_alone(" ".join(remark.texts))
            case Place.BEFORE:
                for text in remark.texts:
                    self.lines.comment_before(text)

    def _separate(self, is_empty: bool) -> None:
        if is_empty:
            self.lines.empty_line()
        else:
            self.lines.end_line()


def _matched(tokens: Sequence[Token]) -> dict[int, int]:
    """Which closing bracket belongs to which opening one, by their offsets; each kind of bracket for itself."""
    closing: dict[int, int] = {}
    opened: dict[str, list[int]] = {sign: [] for sign in _CLOSING.values()}
    for token in tokens:
        if token.text in _CLOSING:
            opened[_CLOSING[token.text]].append(token.span.start)
        elif opened.get(token.text):
            closing[opened[token.text].pop()] = token.span.start
    return closing
