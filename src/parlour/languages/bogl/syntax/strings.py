"""Reads a string with Haskell's escapes.

`\\n`, `\\t`, `\\"` and `\\\\` are the ones people use; also there are decimal (`\\955`), octal (`\\o17`) and
hexadecimal (`\\x3bb`) codes, the control characters by name (`\\NUL`) and by letter (`\\^A`), `\\&` for
nothing at all, and a gap: a backslash, blanks or line ends, and another backslash.

    >>> read_string('"tab\\\\tand \\\\955"', 0, '"').value
    'tab\\tand λ'
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# All that may close a string that was opened with a quotation mark of a word processor.
QUOTES = '"“”„‟«»'

_SHORT = dict(zip("abfnrtv\\\"'&", ("\a", "\b", "\f", "\n", "\r", "\t", "\v", "\\", '"', "'", ""), strict=True))
_CONTROLS = re.split(
    r"\s+",
    "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI "
    "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP",
)
_NAMED = {name: chr(code) for code, name in enumerate(_CONTROLS)} | {"DEL": "\x7f"}
# Longest first: SOH is one character, not SO and an H.
_NAMES = "|".join(sorted(_NAMED, key=len, reverse=True))
_ESCAPE = re.compile(
    rf"""\\(?: (?P<short>[abfnrtv\\"'&]) | (?P<decimal>[0-9]+) | o(?P<octal>[0-7]+) | x(?P<hex>[0-9A-Fa-f]+)
      | \^(?P<control>[@-_]) | (?P<name>{_NAMES}) | (?P<gap>\s+\\) )""",
    re.VERBOSE,
)
_LAST_CHARACTER = 0x10FFFF


@dataclass(frozen=True, slots=True)
class StringRead:
    """What was read: the value, the offset behind it, and what was wrong (offset, length, message)."""

    value: str
    end: int
    is_closed: bool
    faults: tuple[tuple[int, int, str], ...]


def read_string(text: str, start: int, closing: str) -> StringRead:
    """Reads the string whose opening quote stands at `start`; any character of `closing` closes it."""
    parts: list[str] = []
    faults: list[tuple[int, int, str]] = []
    offset = start + 1
    while offset < len(text):
        character = text[offset]
        if character in closing:
            return StringRead("".join(parts), offset + 1, True, tuple(faults))
        if character in "\r\n":
            break
        if character != "\\":
            if "\ud800" <= character <= "\udfff":
                faults.append((offset, 1, "this is only half a character"))
            parts.append(character)
            offset += 1
            continue
        escape = _ESCAPE.match(text, offset)
        meant = None if escape is None else _meaning(escape)
        length = 2 if escape is None else len(escape.group())
        if meant is None:
            shown = text[offset : offset + min(length, 12)].strip()
            faults.append((offset, min(length, len(text) - offset), f"`{shown}` is not an escape for a character"))
            # A backslash at the end of a line: the line end still ends the string.
            offset += length if text[offset + 1 : offset + 2] not in ("", "\r", "\n") else 1
        else:
            parts.append(meant)
            offset += length
    return StringRead("".join(parts), offset, False, tuple(faults))


def _meaning(escape: re.Match[str]) -> str | None:
    """The characters that an escape stands for; None if its code is too large or half a surrogate pair."""
    if escape["short"]:
        return _SHORT[escape["short"]]
    if escape["name"]:
        return _NAMED[escape["name"]]
    if escape["control"]:
        return chr(ord(escape["control"]) - ord("@"))
    if escape["gap"]:
        return ""
    for group, base in (("decimal", 10), ("octal", 8), ("hex", 16)):
        digits = escape[group]
        if digits:
            digits = digits.lstrip("0") or "0"
            code = int(digits, base) if len(digits) <= 8 else _LAST_CHARACTER + 1
            return None if code > _LAST_CHARACTER or 0xD800 <= code <= 0xDFFF else chr(code)
    return None
