"""Core text into tokens: names, quoted names, strings, numbers, signs, and the ends of lines.

A line end is a token only outside round and square brackets, where it ends a statement. A quoted name gives
a `NAME` token like a bare one; its `text` keeps the quotes, so that it never passes for a keyword.

    >>> [token.text for token in scan(Source("core", "@score = add(x,\\n  1)"))]
    ['@', 'score', '=', 'add', '(', 'x', ',', '1', ')', '']
"""

from __future__ import annotations

import math
import re

from parlour.core.ops import INT_MAX, INT_MIN
from parlour.syntax.display import visible
from parlour.syntax.source import Source
from parlour.syntax.token import NAME, Token, end_of

LINE_END = "<line-end>"
INT_NUMBER = "<int>"
FLOAT_NUMBER = "<float>"
STRING_TEXT = "<string>"
SIGN = "<sign>"

_TOKEN = re.compile(
    r"""
    (?P<blank>   [ \t\r]+ | //[^\n]* )
  | (?P<line>    \n )
  | (?P<name>    [A-Za-z_][A-Za-z0-9_]* )
  | (?P<number>  -?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)? | -inf\b )
  | (?P<quoted>  `(?:[^`\\\n]|\\.)*` )
  | (?P<string>  "(?:[^"\\\n]|\\.)*" )
  | (?P<sign>    -> | [@\#.,:=?(){}\[\]] )
    """,
    re.VERBOSE,
)
_DIGITS = re.compile(r"[0-9]+")
_ESCAPE = re.compile(r"\\(?:([nrt\\\"`])|x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|)")
_SHORT = {"n": "\n", "r": "\r", "t": "\t"}


class CoreTextError(Exception):
    """Core text that cannot be read: what is wrong, and at which line and column, both from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"{line}:{column}: {message}")
        self.message = message
        self.line = line
        self.column = column


def error_at(source: Source, offset: int, message: str) -> CoreTextError:
    line, column = source.position(offset)
    return CoreTextError(message, line, column)


def scan(source: Source) -> list[Token]:
    """All tokens of a text, the last one an `END`."""
    tokens: list[Token] = []
    text = source.text
    brackets = 0
    at = 0
    while at < len(text):
        # After a dot digits count components of a tuple: `t.0.1` holds no number 0.1.
        after_dot = bool(tokens) and tokens[-1].text == "."
        found = (_DIGITS.match(text, at) if after_dot else None) or _TOKEN.match(text, at)
        if found is None:
            what = "a quote that is not closed on its line" if text[at] in '"`' else f"the character {_shown(text[at])}"
            raise error_at(source, at, f"core text cannot have {what} here")
        kind, word = found.lastgroup or "number", found.group()
        span = source.span(at, found.end())
        at = found.end()
        match kind:
            case "line":
                if brackets == 0 and tokens and tokens[-1].kind != LINE_END:
                    tokens.append(Token(LINE_END, word, span))
            case "name":
                tokens.append(Token(NAME, word, span, word))
            case "quoted":
                tokens.append(Token(NAME, word, span, _unescaped(source, span.start, word)))
            case "string":
                tokens.append(Token(STRING_TEXT, word, span, _unescaped(source, span.start, word)))
            case "number":
                tokens.append(_number(source, word, span.start))
            case "sign":
                brackets = max(0, brackets + (word in "([") - (word in ")]"))
                tokens.append(Token(SIGN, word, span))
    return [*tokens, end_of(source)]


def _number(source: Source, word: str, start: int) -> Token:
    span = source.span(start, start + len(word))
    if word == "-inf":
        return Token(FLOAT_NUMBER, word, span, -math.inf)
    if not word.lstrip("-").isdigit():
        return Token(FLOAT_NUMBER, word, span, float(word))
    # Far longer words than this are too large for `int` itself.
    if len(word) > 40 or not INT_MIN <= int(word) <= INT_MAX:
        raise error_at(source, start, "this number does not fit into 64 bits")
    return Token(INT_NUMBER, word, span, int(word))


def _unescaped(source: Source, start: int, word: str) -> str:
    """What a quoted text means."""

    def meaning(found: re.Match[str]) -> str:
        short, *codes = found.groups()
        if short:
            return _SHORT.get(short, short)
        code = next((int(digits, 16) for digits in codes if digits), None)
        if code is None or code > 0x10FFFF:
            message = "after a backslash: n, r, t, a backslash, a quote, or xHH, uHHHH, UHHHHHHHH"
            raise error_at(source, start + 1 + found.start(), message)
        return chr(code)

    return _ESCAPE.sub(meaning, word[1:-1])


def _shown(character: str) -> str:
    return f"`{visible(character)}`"
