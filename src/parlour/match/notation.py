"""How words and values are written in a record, and read back without losing anything.

    >>> print(quote('say "hi"\\n'))
    "say \\"hi\\"\\n"
    >>> print(plain_text((1, 2.5, True, "a b", Symbol("X"), None)))
    (1, 2.5, true, "a b", #X, none)
    >>> Scanner('(1, 2.5, true, "a b", #X, none)').plain()
    (1, 2.5, True, 'a b', X, None)

Whatever an author or a player wrote, a record is text that can be shown on a terminal: line ends, control
characters and bidirectional marks stand as escapes.
"""

from __future__ import annotations

import re
from typing import NoReturn

from parlour.core.values import Plain, Symbol
from parlour.syntax.display import visible
from parlour.syntax.source import Source

# A word that needs no quotes: letters, digits and a few signs, or a bracket with such words in it: `(2, 3)`.
_WORD = re.compile(r"(?:[\w+\-*/.<>&|$%]|\((?:[\w+\-*/.<>]|, ?)*\))+")
_MOVE_NUMBER = re.compile(r"[0-9]+\.")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_STRING = re.compile(r'"((?:[^"\\\n\r]|\\.)*)"')
_ESCAPE = re.compile(r'\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([ntr"\\]))')
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?|inf|nan)(?![\w.])")
_BLANKS = re.compile(r"[ \t\r\n]*")
_SHORT = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_WORDS: dict[str, Plain] = {"true": True, "false": False, "none": None}

# What a record may have, far above any match: a text beyond it is something else, and would only cost time and memory.
# No game has numbers longer than 64 bits.
MOST_DIGITS = 40
DEEPEST = 100
MOST_NAMED = 1_000  # files, options or seats
MOST_PARTS = 1_000_000  # answers, chance outcomes and parts of values, all together
LONGEST_MESSAGE = 500


class DamagedRecord(Exception):
    """A text that is not a whole record: what is wrong, and where (line and column from 1)."""

    def __init__(self, message: str, line: int = 1, column: int = 1, name: str = "") -> None:
        message = shortened(message, LONGEST_MESSAGE)
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.name = name

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: "
        return f"{visible(self.name)}:{place}{self.message}" if self.name else f"{place}{self.message}"


def shortened(text: str, longest: int) -> str:
    """The beginning of a text that is too long for a message.

    >>> shortened("a long story", 7)
    'a long…'
    """
    return text if len(text) <= longest else text[: longest - 1] + "…"


def quote(text: str) -> str:
    """The text in quotes, on one line, with nothing invisible in it."""
    return '"' + visible(text.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def word_or_quote(text: str) -> str:
    """The text as it is where it cannot be misread, else in quotes.

    >>> [word_or_quote(text) for text in ("4", "(2, 3)", "e2-e4", "two words", "3.")]
    ['4', '(2, 3)', 'e2-e4', '"two words"', '"3."']
    """
    return text if _WORD.fullmatch(text) and not _MOVE_NUMBER.fullmatch(text) else quote(text)


def is_name(text: str) -> bool:
    """Whether the text can be the name of a tag."""
    return _NAME.fullmatch(text) is not None


def plain_text(value: Plain) -> str:
    """A value as text. Two values have the same text only if they are the same: `1`, `1.0` and `true` differ."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return quote(value)
        case Symbol():
            return "#" + (value.name if is_name(value.name) else quote(value.name))
        case tuple():
            return "(" + ", ".join(map(plain_text, value)) + ("," if len(value) == 1 else "") + ")"


def to_plain(value: object) -> Plain:
    """The same value, if it can stand in a record; lists become tuples."""
    match value:
        case None | bool() | int() | float() | str() | Symbol():
            return value
        case tuple() | list():
            return tuple(to_plain(part) for part in value)
    raise TypeError(f"a record cannot hold a {type(value).__name__}")


class Scanner:
    """Reads a text from left to right; blanks and line ends between tokens do not matter."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._source = Source("", text)
        self._parts = 0

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        """Stops reading here, or at another place."""
        line, column = self._source.position(self.at if at is None else at)
        raise DamagedRecord(message, line, column)

    @property
    def line(self) -> int:
        """The line that is being read, from 1."""
        return self._source.position(self.at)[0]

    def skip_blanks(self) -> None:
        blanks = _BLANKS.match(self.text, self.at)
        assert blanks is not None
        self.at = blanks.end()

    @property
    def is_at_end(self) -> bool:
        self.skip_blanks()
        return self.at == len(self.text)

    def sees(self, sign: str) -> bool:
        self.skip_blanks()
        return self.text.startswith(sign, self.at)

    def takes(self, sign: str) -> bool:
        """Whether the sign comes next; if so, it is behind us now."""
        if not self.sees(sign):
            return False
        self.at += len(sign)
        return True

    def expect(self, sign: str, why: str) -> None:
        if not self.takes(sign):
            self.fail(f"expected {sign} {why}, but {self.next_words()}")

    def next_words(self) -> str:
        """What comes next, for a message."""
        if self.is_at_end:
            return "the text ends here"
        line = self.text[self.at :].split("\n", 1)[0].rstrip()
        return f"here is {visible(line[:20])}{'…' if len(line) > 20 else ''}"

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The pattern, if it comes next; then it is behind us."""
        self.skip_blanks()
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    # word = letters, digits and signs that need no quotes
    def word(self) -> str | None:
        start = self.at
        found = self.match(_WORD)
        if found is not None and _MOVE_NUMBER.fullmatch(found[0]):
            self.at = start
            return None
        return None if found is None else found[0]

    # move-number = digits "."
    def move_number(self) -> int | None:
        start = self.at
        found = self.match(_WORD)
        if found is None or not _MOVE_NUMBER.fullmatch(found[0]):
            self.at = start
            return None
        return self._whole(found[0][:-1], start)

    # name = letter { letter | digit | "_" }
    def name(self) -> str | None:
        found = self.match(_NAME)
        return None if found is None else found[0]

    # string = '"' { character | escape } '"'
    def string(self) -> str | None:
        if not self.sees('"'):
            return None
        start = self.at
        found = self.match(_STRING)
        if found is None:
            self.fail("this quoted text has no end on its line", start)
        return self._unescape(found[1], start + 1)

    def text_or_fail(self, what: str) -> str:
        found = self.string()
        if found is None:
            self.fail(f"expected {what} in quotes, but {self.next_words()}")
        return found

    # number = [sign] digits [ "." digits ] [ "e" [sign] digits ] | "inf" | "nan"
    def number(self) -> int | float | None:
        self.skip_blanks()
        start = self.at
        found = self.match(_NUMBER)
        if found is None:
            return None
        written = found[0]
        if written.strip("+-").isdigit():
            return self._whole(written, start)
        if len(written) > MOST_DIGITS:
            self.fail(f"this number is longer than {MOST_DIGITS} characters", start)
        return float(written)

    def count(self) -> None:
        """One more of what a record may not have too many of."""
        self._parts += 1
        if self._parts > MOST_PARTS:
            self.fail(f"this is more than {MOST_PARTS:,} answers, chance outcomes and values: too long for a record")

    # plain = number | string | "#" ( name | string ) | "true" | "false" | "none" | tuple
    def plain(self, depth: int = 0) -> Plain:
        self.count()
        if depth > DEEPEST:
            self.fail(f"brackets are nested more than {DEEPEST} deep")
        if self.takes("("):
            return self._tuple(depth)
        if self.takes("#"):
            symbol = self.string() if self.sees('"') else self.name()
            if symbol is None:
                self.fail(f"expected a name after #, but {self.next_words()}")
            return Symbol(symbol)
        text = self.string()
        if text is not None:
            return text
        number = self.number()
        if number is not None:
            return number
        start = self.at
        word = self.name()
        if word not in _WORDS:
            self.at = start
            self.fail(f"expected a value, but {self.next_words()}")
        return _WORDS[word]

    # tuple = "(" [ plain { "," plain } [ "," ] ] ")"
    def _tuple(self, depth: int) -> tuple[Plain, ...]:
        parts: list[Plain] = []
        while not self.takes(")"):
            parts.append(self.plain(depth + 1))
            if not self.sees(")"):
                self.expect(",", "between values")
        return tuple(parts)

    def _whole(self, digits: str, start: int) -> int:
        if len(digits) > MOST_DIGITS:
            self.fail(f"this number has more than {MOST_DIGITS} digits", start)
        return int(digits)

    def _unescape(self, inner: str, start: int) -> str:
        pieces: list[str] = []
        at = 0
        while at < len(inner):
            backslash = inner.find("\\", at)
            if backslash < 0:
                break
            pieces.append(inner[at:backslash])
            escape = _ESCAPE.match(inner, backslash)
            if escape is None:
                self.fail(f"unknown escape {visible(inner[backslash : backslash + 2])}", start + backslash)
            pieces.append(self._escaped(escape, start))
            at = escape.end()
        return "".join([*pieces, inner[at:]])

    def _escaped(self, escape: re.Match[str], start: int) -> str:
        if escape[4]:
            return _SHORT[escape[4]]
        point = int(escape[1] or escape[2] or escape[3], 16)
        if point > 0x10FFFF:
            self.fail(f"there is no character {escape[0]}", start + escape.start())
        return chr(point)
