"""A cursor over AllHandsOnDeck's tokens that knows about lines and blocks.

After an error the parser goes on at the next line: `skip_line` passes over the rest of this one. What was passed over
is remembered in `lost`, so that nobody is blamed for a name whose declaration could not be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.languages.allhandsondeck.syntax.scanner import (
    ACTION,
    BROKEN,
    BROKEN_OPERATOR,
    CAPITALS,
    CLASS,
    INDENT,
    NEWLINE,
    OUTDENT,
    TYPE_WORDS,
)
from parlour.syntax.cursor import Cursor
from parlour.syntax.diagnostic import Diagnostic, Label, Severity
from parlour.syntax.token import END, NAME, Token


class Reader(Cursor):
    """`strict` turns what is only tolerated into errors; `depth` is how deep the text lies that it reads."""

    def __init__(
        self, tokens: Sequence[Token], report: Callable[[Diagnostic], object], strict: bool = False, depth: int = 0
    ) -> None:
        super().__init__(tokens, report)
        self.strict = strict
        self.lost: set[str] = set()
        self._depth = depth

    @property
    def depth(self) -> int:
        """How many rules that can contain themselves are open."""
        return self._depth

    def at(self, *wanted: str) -> bool:
        """As every cursor does, only faster: no text of a token looks like a kind."""
        token = self.peek()
        return token.kind in wanted or token.text in wanted

    # Saying what is wrong

    def report(self, code: str, title: str, *labels: Label, hint: str = "", text: str = "") -> None:
        """As every cursor does, but in silence over what the scanner has reported already."""
        if self.peek().kind not in (BROKEN, BROKEN_OPERATOR):
            super().report(code, title, *labels, hint=hint, text=text)

    def tolerate(self, code: str, title: str, *labels: Label, hint: str = "") -> None:
        """Warns about what is read although the grammar does not have it; when reading strictly, it is an error."""
        severity: Severity = "error" if self.strict else "warning"
        self._report(Diagnostic(code, title, labels, hint=hint, severity=severity, kind="syntax"))

    def warn(self, code: str, title: str, *labels: Label, hint: str = "") -> None:
        self._report(Diagnostic(code, title, labels, hint=hint, severity="warning", kind="syntax"))

    # Lines

    @property
    def place(self) -> int:
        """Where the cursor is, for `skip_line`."""
        return self._index

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
        """Notes that what was read since `start` is not in the tree."""
        read = self._tokens[start : self._index]
        self.lost.update(token.text for token in read if is_name(token) or token.text == "main")

    def skip_blocks(self) -> None:
        """Passes over the blocks that are opened here."""
        depth = 0
        while self.at(INDENT) or (depth and not self.at(END)):
            token = self.advance()
            depth += (token.kind == INDENT) - (token.kind == OUTDENT)

    # Looking ahead

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


def is_name(token: Token) -> bool:
    """Whether a token is a name, of whichever spelling."""
    return token.kind in (NAME, CLASS, ACTION, CAPITALS)
