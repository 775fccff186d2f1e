"""Reads strings: their characters, the five escapes, and the braces of an f-string.

>>> read_escape("a\\\\n", 1).value == "\\n"
True
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax.tokens import BROKEN, FORMATTED, STRING
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.scanning import Report, Scanner
from parlour.syntax.source import Source, Span
from parlour.syntax.token import END, Token

LINE_END = re.compile(r"\r\n|\r|\n")

_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "'": "'", '"': '"'}


@dataclass(frozen=True, slots=True)
class Escape:
    """What an escape stands for, the offset behind it, and what is wrong with it, if anything is."""

    value: str
    end: int
    fault: str = ""


def read_escape(text: str, start: int) -> Escape:
    """The escape whose backslash stands at `start`. One that is unknown means itself, and so does a backslash at
    the end of a line, which cannot join it to the next."""
    letter = text[start + 1 : start + 2]
    if letter in _ESCAPES:
        return Escape(_ESCAPES[letter], start + 2)
    if letter in ("", "\r", "\n"):
        return Escape("\\", start + 1)
    return Escape("\\" + letter, start + 2, f"`\\{letter}` is not an escape for a character")


@dataclass(frozen=True, slots=True)
class FormattedValue:
    """`{expression}` in an f-string: its tokens closed by an `END`, or None if they could not be read; `span` includes
    the braces."""

    tokens: tuple[Token, ...] | None
    span: Span


class StringScanner(Scanner, ABC):
    """The part of a scanner that reads strings. What stands between the braces of an f-string is text of the language
    again, which `token` reads; there, `brackets` are those that were opened since the brace."""

    def __init__(self, source: Source, report: Report) -> None:
        super().__init__(source, report)
        self.brackets: list[str] = []  # those that are open
        self.strings_open = 0  # how many f-strings we are inside of
        self._is_given_up = False  # they are too many: the rest of the line is passed over in silence

    @abstractmethod
    def token(self, start: int) -> int:
        """Reads the token at an offset; the offset behind it."""

    def string(self, start: int, end: int) -> int:
        """A string or an f-string, read from the text itself: inside it, every character means itself."""
        quote_at = end - 1
        if self.text[quote_at] != self.plain[quote_at]:
            self.look_alike(quote_at, self.plain[quote_at])
        is_formatted = end - start == 2
        quote = self.plain[quote_at]
        parts: list[str | FormattedValue] = []
        piece: list[str] = []
        offset = end
        is_closed = True
        while True:
            if offset >= len(self.text) or self.text[offset] in "\r\n":
                is_closed = False
                break
            character = self.text[offset]
            # A string that a word processor opened may be closed by any of its quotation marks.
            if character == quote or (self.text[quote_at] != quote and self.plain[offset] == quote):
                offset += 1
                break
            if character == "\\":
                escape = read_escape(self.text, offset)
                if escape.fault:
                    hint = "the escapes are `\\n`, `\\t`, `\\\\`, `\\'` and `\\\"`"
                    self.report(codes.BAD_STRING, escape.fault, offset, escape.end, hint=hint)
                piece.append(escape.value)
                offset = escape.end
            elif is_formatted and character in "{}":
                if self.text[offset + 1 : offset + 2] == character:
                    piece.append(character)
                    offset += 2
                elif character == "}":
                    hint = "a brace that means itself is written twice: `}}`"
                    self.report(codes.BAD_FORMATTED_STRING, "this `}` closes nothing", offset, offset + 1, hint=hint)
                    offset += 1
                else:
                    if piece:
                        parts.append("".join(piece))
                        piece = []
                    value, offset = self.braces(offset, quote)
                    parts.append(value)
            else:
                if "\ud800" <= character <= "\udfff":
                    self.report(codes.BAD_STRING, "this is only half a character", offset, offset + 1)
                    character = "\ufffd"
                piece.append(character)
                offset += 1
        if is_formatted:
            if piece:
                parts.append("".join(piece))
            self.put(FORMATTED, start, offset, self.text[start:offset], tuple(parts))
        else:
            self.put(STRING, start, offset, self.text[start:offset], "".join(piece))
        if any(isinstance(part, FormattedValue) and part.tokens is None for part in parts):
            self.put(BROKEN, offset, offset)
        if not is_closed:
            # The strings around it are not closed either: the outermost one says it for all.
            if not self._is_given_up and not self.strings_open:
                hint = f"close it with `{quote}` in the same line; a line end inside it is written `\\n`"
                self.report(codes.BAD_STRING, "this string is not closed", start, offset, hint=hint)
            self._is_given_up = self._is_given_up and self.strings_open > 0
            # It has swallowed the rest of the line: what is missing there is nobody's fault.
            self.brackets.clear()
            self.put(BROKEN, offset, offset)
        return offset

    def braces(self, start: int, quote: str) -> tuple[FormattedValue, int]:
        """`{expression}` in an f-string: its tokens, and the offset behind it, or of the line end before it closes."""
        outer = self.tokens, self.brackets
        self.tokens, self.brackets = [], []
        self.strings_open += 1
        offset = start + 1
        fault = ""
        if self.strings_open > NESTING_LIMIT:
            hint = "give the value of an inner one a name and use the name here"
            self.report(codes.TOO_DEEP, "these f-strings are nested too deeply", start, offset, hint=hint)
            ending = LINE_END.search(self.plain, offset)
            offset = ending.start() if ending else len(self.plain)
            self._is_given_up = True
        while not self._is_given_up:
            if offset >= len(self.plain) or self.plain[offset] in f"\r\n#\\{quote}":
                fault = "this `{` is not closed before the string ends"
                break
            character = self.plain[offset]
            if character == "}":
                break
            if not self.brackets and (character == ":" or self.plain[offset : offset + 2] in ("!r", "!s", "!a")):
                fault = "there are no format specifications in an f-string"
                break
            offset = self.token(offset)
        if not fault and not self.tokens and not self._is_given_up:
            fault = "there is nothing between these braces"
        is_line_over = offset >= len(self.plain) or self.plain[offset] in "\r\n"
        if fault and not is_line_over:
            hint = "write an expression between the braces, `{name}`; a brace that means itself is written twice, `{{`"
            if quote in self.plain[offset : offset + 1]:
                other = "'" if quote == '"' else '"'
                hint = f"write `}}` behind the expression; a string in it has the other quotes, `{other}`"
            self.report(codes.BAD_FORMATTED_STRING, fault, start, offset + 1, hint=hint)
            # What is left of it is passed over, up to where the string may go on.
            while offset < len(self.plain) and self.plain[offset] not in f"}}\r\n{quote}":
                offset += 1
        inside = self.tokens
        self.tokens, self.brackets = outer
        self.strings_open -= 1
        inside.append(Token(END, "", self.span(offset, offset)))
        offset += self.plain[offset : offset + 1] == "}"
        is_broken = fault or self._is_given_up
        return FormattedValue(None if is_broken else tuple(inside), self.span(start, offset)), offset
