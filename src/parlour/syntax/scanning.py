"""What the scanners of the languages share: tokens put down, and characters that are wrong wherever they stand.

A scanner never fails. What it cannot read it reports, and then it puts down the most likely token. It walks over
`plain`, which has the same length as the text but none of the look-alikes of `lookalikes.py` in it, and points at the
text as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

from parlour.dataclass import dataclass
from parlour.syntax.comments import LINE_END, Comment
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.lookalikes import INVISIBLE, name_of, plain_text
from parlour.syntax.source import Source, Span
from parlour.syntax.token import Token, end_of

Report = Callable[[Diagnostic], object]

# Nobody reads more than this many messages about single characters: it is not a program.
REPORT_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Scanned:
    """All tokens of a text, closed by an `END`, and all of its comments, both in their order."""

    tokens: list[Token]
    comments: list[Comment]


class Scanner:
    """A text on its way into tokens. A language says what it is called, which codes its messages have, and what its
    tokens look like: one group of `token_pattern` takes any character, and is called `other`."""

    language: ClassVar[str]
    look_alike_code: ClassVar[str]
    unknown_code: ClassVar[str]
    unknown_hint: ClassVar[str] = "only strings and comments may contain it"
    token_pattern: ClassVar[re.Pattern[str]]

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.text = source.text
        self.plain = self.without_look_alikes(source.text)
        self.tokens: list[Token] = []
        self.comments: list[Comment] = []
        # A comment of C that is opened before this is closed somewhere.
        self.last_closing = self.plain.rfind("*/")
        self._report = report
        self._reported = 0

    def scanned(self) -> Scanned:
        """All of the text, whatever it is."""
        offset = 1 if self.text.startswith("\ufeff") else 0
        while offset < len(self.plain):
            found = self.token_pattern.match(self.plain, offset)
            assert found is not None, "the last alternative takes any character"
            offset = self.take(found.lastgroup, *found.span())
        return Scanned([*self.tokens, end_of(self.source)], self.comments)

    def take(self, kind: str | None, start: int, end: int) -> int:
        """Puts down what this group of `token_pattern` has found; the offset behind it, which may be further on."""
        raise NotImplementedError

    def without_look_alikes(self, text: str) -> str:
        return plain_text(text)

    def put(self, kind: str, start: int, end: int, text: str | None = None, value: object = None) -> None:
        shown = self.plain[start:end] if text is None else text
        self.tokens.append(Token(kind, shown, self.span(start, end), value))

    def keep_comment(self, start: int, end: int) -> None:
        """What stands there is kept beside the tokens."""
        self.comments.append(Comment(start, end, LINE_END.sub("\n", self.text[start:end]).rstrip()))

    def span(self, start: int, end: int) -> Span:
        return self.source.span(start, end)

    def report(self, code: str, title: str, start: int, end: int, label: str = "", hint: str = "") -> None:
        self.tell(Diagnostic(code, title, (Label(self.span(start, end), label),), hint=hint, kind="syntax"))

    def tell(self, diagnostic: Diagnostic) -> None:
        self._reported += 1
        if self._reported <= REPORT_LIMIT:
            self._report(diagnostic)

    def check_likeness(self, start: int, end: int) -> None:
        """Reports the first character of a token that had to be replaced."""
        if self.text[start:end] == self.plain[start:end]:
            return
        offset = next(offset for offset in range(start, end) if self.text[offset] != self.plain[offset])
        self.look_alike(offset, self.plain[offset])

    def look_alike(self, offset: int, meant: str, hint: str = "") -> None:
        self.report(
            self.look_alike_code,
            f"this character only looks like `{meant}`" if len(meant) == 1 else f"this character stands for `{meant}`",
            offset,
            offset + 1,
            f"this is {name_of(self.text[offset])}",
            hint or f"type it as `{meant}`",
        )

    def visible_word(self, start: int, end: int) -> str:
        """A word without the invisible characters in it, the first of which is reported."""
        self.check_likeness(start, end)
        text = self.plain[start:end]
        hidden = next((offset for offset in range(start, end) if self.plain[offset] in INVISIBLE), None)
        if hidden is None:
            return text
        self.invisible(hidden)
        return text.translate(dict.fromkeys(map(ord, INVISIBLE)))

    def unknown(self, start: int) -> int:
        """A run of characters with no meaning anywhere; the offset behind it."""
        if self.plain[start] in INVISIBLE:
            self.invisible(start)
            return start + 1
        end = start + 1
        while end < len(self.plain) and self.is_unknown(end):
            end += 1
        self.report(
            self.unknown_code,
            f"{self.language} does not use {'this character' if end == start + 1 else 'these characters'}",
            start,
            end,
            f"this is {name_of(self.text[start])}",
            self.unknown_hint,
        )
        return end

    def is_unknown(self, offset: int) -> bool:
        found = self.token_pattern.match(self.plain, offset)
        return found is not None and found.lastgroup == "other" and self.plain[offset] not in INVISIBLE

    def invisible(self, offset: int) -> None:
        self.report(
            self.look_alike_code,
            "an invisible character stands here",
            offset,
            offset + 1,
            f"this is {name_of(self.text[offset])}",
            "delete it: write the line once more instead of copying it",
        )
