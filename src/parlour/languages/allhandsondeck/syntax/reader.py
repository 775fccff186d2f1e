"""A cursor over AllHandsOnDeck's tokens that knows about lines and blocks.

After an error the parser goes on at the next line: `skip_line` passes over the rest of this one. What was passed over
is remembered in `lost`, so that nobody is blamed for a name whose declaration could not be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax.scanner import (
    ACTION,
    CAPITALS,
    CLASS,
    INDENT,
    NEWLINE,
    OUTDENT,
    TYPE_WORDS,
)
from parlour.syntax.cursor import Cursor
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span
from parlour.syntax.token import END, NAME, Token
from parlour.syntax.tolerance import Tolerance


class Reader(Cursor):
    """`tolerance` takes what is read although the grammar does not have it; `depth` is how deep the text lies."""

    name_kinds = frozenset({NAME, CLASS, ACTION, CAPITALS})

    def __init__(
        self, tokens: Sequence[Token], report: Callable[[Diagnostic], object], strict: bool = False, depth: int = 0
    ) -> None:
        super().__init__(tokens, report)
        self.tolerance = Tolerance(report, strict)
        self._depth = depth
        self.in_condition = False  # of an `if` or a `while`
        self.has_default = False  # among the parameters that are being read
        self.is_outside = False  # the declaration before was a statement

    @property
    def depth(self) -> int:
        """How many rules that can contain themselves are open."""
        return self._depth

    # Lines

    def is_at(self, place: int, text: str) -> bool:
        """Whether this text stands at a place."""
        return self._tokens[place].text == text

    def skip_line(self, start: int) -> None:
        """Passes over what is left of a line that cannot be read, its end included; a block below it is left alone.
        Whatever was named since `start` is lost."""
        while not self.at(NEWLINE, OUTDENT, END):
            self.advance()
        self.lose(start)
        self.accept(NEWLINE)

    def lose(self, start: int) -> None:
        """Notes that what was read since `start` is not in the tree; a `main` can be lost, too."""
        self.mark_lost(start)
        if any(token.text == "main" for token in self._tokens[start : self._index]):
            self.lost.add("main")

    def skip_blocks(self) -> None:
        """Passes over the blocks that are opened here."""
        depth = 0
        while self.at(INDENT) or (depth and not self.at(END)):
            token = self.advance()
            depth += (token.kind == INDENT) - (token.kind == OUTDENT)

    def tell_indented(self) -> None:
        """Tells of a line that is indented though nothing opens a block above it; where the first line of a block is
        the only one that is indented less than the others, of that one."""
        span = self.peek().span
        source, number = span.source, span.line
        above = [line for line in range(1, number) if _is_code(source.line_text(line))][-2:]
        own, first = _indent(source.line_text(number)), _indent(source.line_text(above[-1])) if above else ""
        title = "this line is indented, but nothing opens a block above it"
        hint = "begin it in the same column as the line above"
        if first.count("\t") != own.count("\t"):
            hint = "a tab counts up to column 8: indent all lines by blanks, or all by tabs"
        elif len(above) == 2 and len(_indent(source.line_text(above[0]))) < len(first):
            below = [line for line in range(number, len(source.line_starts) + 1) if _is_code(source.line_text(line))]
            block = list(takewhile(lambda line: len(_indent(source.line_text(line))) >= len(own), below))
            after = below[len(block) : len(block) + 1]
            if len(block) > 1 and all(len(_indent(source.line_text(line))) < len(first) for line in after):
                start = source.line_starts[above[1] - 1] + len(first)
                span = source.span(start, start)
                title = "this line is indented less than those below it"
                hint = f"begin it in column {len(own) + 1}, like line {number}"
        self.tell(codes.BAD_INDENTATION, title, Label(span), hint=hint)

    # Looking ahead, and back

    def behind_brackets(self, ahead: int) -> Token:
        """The token behind the bracket that closes the one so far ahead, or the end of the line."""
        depth = 0
        while self.peek(ahead).kind not in (NEWLINE, OUTDENT, INDENT, END):
            depth += (self.peek(ahead).text == "(") - (self.peek(ahead).text == ")")
            ahead += 1
            if depth == 0:
                break
        return self.peek(ahead)

    def before(self, back: int) -> Token:
        """The token so far before the one that is read next; before the first, the first."""
        return self._tokens[max(self._index - back, 0)]

    def has_main(self) -> bool:
        """Whether a `main` stands anywhere in the text."""
        return any(token.matches("main") for token in self._tokens)

    def declares_helper(self, name: str) -> bool:
        """Whether a line at the margin begins with `name(`, as the declaration of a helper does."""
        return any(
            token.text == name and token.span.column == 1 and behind.text == "("
            for token, behind in pairwise(self._tokens)
        )

    def declares_class(self, name: str) -> bool:
        """Whether `let Name` stands anywhere in the text."""
        return any(one.matches("let") and other.text == name for one, other in pairwise(self._tokens))

    def in_brackets(self) -> list[str]:
        """The texts between the brackets that open here, as far as they close in this line; none, if they do not."""
        ahead, depth, found = 0, 0, []
        first = self.peek(1).span
        while self.peek(ahead).kind not in (NEWLINE, OUTDENT, INDENT, END):
            token = self.peek(ahead)
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
            if (depth == 0 or (depth == 1 and token.text == ",")) and ahead:
                found.append(first.source.text[first.start : token.span.start].strip())
                first = self.peek(ahead + 1).span
            if depth == 0:
                return [text for text in found if text]
            ahead += 1
        return []

    def is_at_margin(self) -> bool:
        """Whether the next token is the first of a line that is not indented."""
        return self.peek().span.column == 1

    def line(self) -> Span:
        """The rest of the line, without its end."""
        first, last, ahead = self.peek(), self.peek(), 0
        while self.peek(ahead).kind not in (NEWLINE, OUTDENT, INDENT, END):
            last, ahead = self.peek(ahead), ahead + 1
        return first.span.to(last.span)

    def opens_block(self) -> bool:
        """Whether the rest of the line ends with a `:`, or is followed by an indented block."""
        ahead = 0
        while self.peek(ahead).kind not in (NEWLINE, OUTDENT, INDENT, END):
            ahead += 1
        return (ahead > 0 and self.peek(ahead - 1).text == ":") or self.peek(ahead + 1).kind == INDENT

    def at_type(self, ahead: int = 0) -> int:
        """If a type begins so far ahead, the place behind it; else 0. What it is a type of is not looked at closely."""
        token = self.peek(ahead)
        if token.kind not in (CLASS, CAPITALS) and token.text not in TYPE_WORDS:
            return 0
        ahead += 1
        depth = 0
        while self.peek(ahead).text == "<":
            depth += 1
            ahead += 1
            token = self.peek(ahead)
            if token.kind not in (CLASS, CAPITALS) and token.text not in TYPE_WORDS:
                return 0
            ahead += 1
        for _ in range(depth):
            if self.peek(ahead).text != ">":
                return 0
            ahead += 1
        return ahead

    def at_typed_name(self, ahead: int = 0) -> bool:
        """Whether `int n`, `Card card` or `Stack<Card> deck` follows."""
        behind = self.at_type(ahead)
        return behind > 0 and self.peek(behind).kind == NAME


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _is_code(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")
