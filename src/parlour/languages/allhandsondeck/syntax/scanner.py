"""Cuts AllHandsOnDeck text into tokens: words in three spellings, numbers, strings, signs, and the shape of the lines.

Indentation makes blocks, as in Python: a `NEWLINE` ends a logical line, an `INDENT` opens a block, an `OUTDENT` closes
it. Inside `( )` and `[ ]` line ends do not count, and a `\\` just before a line end joins two lines.

    >>> from parlour.syntax.source import Source
    >>> for token in scan(Source("demo", "main:  # go\\n  do DEAL(0...n)\\n"), print).tokens:
    ...     print(end=token.text or token.kind)
    main:<line-end><indentation>doDEAL(0...n)<line-end><end-of-block><end>

A scanner never fails. What it cannot read it reports, and then it puts down the most likely token, or one
of the kinds `BROKEN` and `BROKEN_OPERATOR`, over which the parser passes in silence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax import slips
from parlour.languages.allhandsondeck.syntax.strings import LINE_END, StringScanner
from parlour.languages.allhandsondeck.syntax.tokens import (
    BROKEN,
    BROKEN_OPERATOR,
    DECIMAL,
    INDENT,
    KEYWORD,
    NEWLINE,
    NUMBER,
    OUTDENT,
    SIGN,
    correct,
    kind_of,
)
from parlour.syntax.diagnostic import Diagnostic, Label, Severity
from parlour.syntax.limits import check_digits
from parlour.syntax.lookalikes import INVISIBLE, LONG_DASHES
from parlour.syntax.scanning import Report
from parlour.syntax.source import Source
from parlour.syntax.token import Token, end_of

# Words that can begin a line and never stand inside brackets: there, a bracket before them was left open.
_LINE_WORDS = frozenset({"main", "let", "when", "if", "elif", "else", "while", "return", "pass"})

TAB_WIDTH = 8

PRAGMA = re.compile(r"#\s*parlour:\s*(?P<text>.*\S)")

_OPENING = ("(", "[")
_CLOSING = {")": "(", "]": "["}
_OPERATOR_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "→": ".", "…": "...", "∧": "and", "∨": "or", "¬": "not"}
_FOREIGN = ("===", "!==", "&&", "||", "->", "=>", ":=", "<>", "=<", "<<")
_SIGNS = (
    *("...", "**=", "//=", "..", "**", "//", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="),
    *"()[],:.=<>+-*/%&|^~",
)
_TOKEN = re.compile(
    rf"""
    (?P<blank>    [ \t\f\v]+ )
  | (?P<end>      \r\n | \r | \n )
  | (?P<comment>  \#[^\r\n]* )
  | (?P<string>   f?['"] )
  | (?P<word>     [^\W\d] [\w{INVISIBLE}]* )
  | (?P<number>   (?: [0-9]+ \. (?!\.) [0-9]* | \.[0-9]+ | [0-9]+ ) (?: (?<=[.0-9]) [eE][+-]?[0-9]+ )? \w* )
  | (?P<c_comment> /\* )
  | (?P<foreign>  {"|".join(map(re.escape, _FOREIGN))} )
  | (?P<sign>     {"|".join(map(re.escape, _SIGNS))} )
  | (?P<joint>    \\ )
  | (?P<stray>    [;@$?!`{{}}] )
  | (?P<likeness> [{"".join(_OPERATOR_SIGNS)}] )
  | (?P<other>    . )
    """,
    re.VERBOSE | re.DOTALL,
)
_FLOAT = re.compile(r"(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_INTEGER = re.compile(r"[0-9]+")
_LINE_REST = re.compile(r"[^\r\n]*")
_LINE_START = re.compile(r"(?P<blanks>[ \t\f\v]*)(?P<rest>\#[^\r\n]*)?(?P<end>\r\n|\r|\n|\Z)?")
_FOREIGN_LINE = re.compile(r"//|--(?=\s|\Z)")
_ENDS_LINE = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?:\r|\n|\Z)")


@dataclass(frozen=True, slots=True)
class Comment:
    """`# …` up to the end of its line, without blanks at its end."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Scan:
    """All tokens of a text, closed by an `END`, and all of its comments, both in their order."""

    tokens: list[Token]
    comments: list[Comment]


def scan(source: Source, report: Report, *, strict: bool = False) -> Scan:
    """Reads a text; `strict` makes the one tolerance of the scanner, a `)` too many, an error."""
    scanner = _Scanner(source, report, strict)
    scanner.run()
    return Scan(scanner.tokens, scanner.comments)


class _Scanner(StringScanner):
    language = "AllHandsOnDeck"
    look_alike_code = codes.LOOK_ALIKE
    unknown_code = codes.UNKNOWN_CHARACTER
    token_pattern = _TOKEN

    def __init__(self, source: Source, report: Report, strict: bool) -> None:
        super().__init__(source, report)
        self.comments: list[Comment] = []
        self.last_closing = self.plain.rfind("*/")
        self._strict = strict
        self._levels = [0]
        self._bad_words: set[str] = set()

    def run(self) -> None:
        offset = 1 if self.text.startswith("\ufeff") else 0
        offset = self.begin_lines(offset)
        while offset < len(self.plain):
            offset = self.token(offset)
        self.end_line()
        while len(self._levels) > 1:
            self._levels.pop()
            self.put_empty(OUTDENT, self.last_end())
        self.tokens.append(end_of(self.source))

    def token(self, start: int) -> int:
        """Reads the token at an offset; the offset behind it."""
        found = _TOKEN.match(self.plain, start)
        assert found is not None, "the last alternative takes any character"
        end = found.end()
        match found.lastgroup:
            case "blank":
                pass
            case "end":
                return self.line_end(end)
            case "comment":
                self.comments.append(Comment(start, end, self.text[start:end].rstrip()))
                if self.text[start] != "#":
                    self.look_alike(start, "#")
            case "string":
                return self.string(start, end)
            case "word":
                self.word(start, end)
            case "number":
                self.number(start, end)
            case "c_comment":
                return self.foreign_comment(start, "/*")
            case "foreign":
                self.foreign(start, end)
            case "sign":
                self.check_likeness(start, end)
                self.sign(start, end)
            case "joint":
                return self.joint(start)
            case "stray":
                self.stray(start)
            case "likeness":
                meant = _OPERATOR_SIGNS[self.plain[start]]
                self.look_alike(start, meant)
                self.put(KEYWORD if meant.isalpha() else SIGN, start, end, meant)
            case _:
                return self.unknown(start)
        return end

    # Putting down, and saying what is wrong

    def put_empty(self, kind: str, offset: int) -> None:
        self.tokens.append(Token(kind, "", self.span(offset, offset)))

    def last_end(self) -> int:
        return self.tokens[-1].span.end if self.tokens else 0

    # Lines

    def begin_lines(self, offset: int) -> int:
        """Passes over empty lines and lines with a comment only, then puts down what the next line's indentation means;
        the offset of its first token."""
        while True:
            found = _LINE_START.match(self.plain, offset)
            assert found is not None, "every part of it may be missing"
            start = found.end("blanks")
            if found["rest"]:
                self.comments.append(Comment(start, found.end("rest"), self.text[start : found.end("rest")].rstrip()))
            elif _FOREIGN_LINE.match(self.plain, start):
                end = self.foreign_comment(start, self.plain[start : start + 2])
                found = _LINE_START.match(self.plain, end)
                assert found is not None
            if found["end"] is None:
                self.indentation(start, _columns(self.plain[offset:start]))
                return start
            offset = found.end()
            if offset == len(self.plain):
                return offset

    def indentation(self, start: int, columns: int) -> None:
        if columns > self._levels[-1]:
            self._levels.append(columns)
            self.put_empty(INDENT, start)
            return
        while columns < self._levels[-1]:
            level = self._levels.pop()
            if columns > self._levels[-1]:
                self.report(
                    codes.BAD_INDENTATION,
                    "this line is indented like no line above it",
                    start,
                    start,
                    f"{_count(columns, 'column')} in, between {self._levels[-1]} and {level}",
                    "the lines of a block all begin in the same column",
                )
                self._levels.append(columns)
                return
            self.put_empty(OUTDENT, self.last_end())

    def line_end(self, end: int) -> int:
        """After a line end; the offset of the next token."""
        if self.brackets:
            rest = _LINE_START.match(self.plain, end)
            word = _TOKEN.match(self.plain, rest.end("blanks")) if rest else None
            if word is None or word.lastgroup != "word" or word.group() not in _LINE_WORDS:
                return end
            self.brackets.clear()
        self.end_line()
        return self.begin_lines(end)

    def end_line(self) -> None:
        """Ends a logical line, if there is one."""
        if self.tokens and self.tokens[-1].kind not in (NEWLINE, OUTDENT, INDENT):
            self.put_empty(NEWLINE, self.last_end())

    def joint(self, start: int) -> int:
        """A backslash, which must be the last character of its line; the offset behind both."""
        self.check_likeness(start, start + 1)
        ending = LINE_END.match(self.plain, start + 1)
        if ending:
            return ending.end()
        rest = _LINE_REST.match(self.plain, start + 1)
        assert rest is not None
        said = rest.group().strip()
        if not said:
            hint = "take away the blanks behind it" if rest.group() else "there is no line after it: leave it out"
        elif said.startswith("#"):
            hint = "put the comment into a line of its own"
        else:
            hint = "leave it out, or begin a new line behind it; in a string, `\\n` is a line end"
        title = "a `\\` joins two lines, and is the last of its line"
        self.report(codes.BAD_BACKSLASH, title, start, start + 1, hint=hint)
        if said and not said.startswith("#"):
            return start + 1
        ending = LINE_END.match(self.plain, rest.end())
        return ending.end() if ending else rest.end()

    # Tokens

    def word(self, start: int, end: int) -> None:
        text = self.visible_word(start, end)
        kind = kind_of(text)
        if kind is None:
            kind, fault, meant = correct(text, is_done=bool(self.tokens) and self.tokens[-1].text == "do")
            if text not in self._bad_words:
                self._bad_words.add(text)
                hint = f"write `{meant}`" if meant else ""
                self.report(codes.BAD_WORD, f"`{text[:40]}` cannot be a name: {fault}", start, end, hint=hint)
        self.put(kind, start, end, text)

    def number(self, start: int, end: int) -> None:
        self.check_likeness(start, end)
        text = self.plain[start:end]
        value: int | float | None = None
        is_integer = _INTEGER.fullmatch(text) is not None
        if is_integer or _FLOAT.fullmatch(text):
            too_long = check_digits(self.span(start, end), codes.LONG_NUMBER)
            if too_long:
                self.tell(too_long)
            elif is_integer:
                value = int(text)
            else:
                value = float(text)
                if value == float("inf"):
                    value = None
                    self.report(codes.LONG_NUMBER, "this number is too large", start, end)
        else:
            hint = "put a blank or an operator after the number"
            if "_" in text:
                hint = "write the digits without `_`"
            elif re.fullmatch(r"[0-9]+[eE][0-9]+", text):
                hint = f"with an exponent there must be a point: `{re.sub('[eE]', '.0e', text)}`"
            self.report(codes.BAD_NUMBER, f"`{text[:40]}` is not a number", start, end, hint=hint)
        self.put(NUMBER if is_integer else DECIMAL, start, end, value=value)

    def sign(self, start: int, end: int) -> None:
        text = self.plain[start:end]
        if text in _OPENING:
            self.brackets.append(text)
        elif text in _CLOSING:
            if _CLOSING[text] not in self.brackets:
                self.stray_bracket(start, end, text)
                return
            while self.brackets.pop() != _CLOSING[text]:
                pass
        self.put(SIGN, start, end)

    def stray_bracket(self, start: int, end: int, text: str) -> None:
        """A bracket that closes nothing, which is passed over. At the end of a line, a `)` is no error."""
        label = Label(self.span(start, end), "nothing is open here")
        if text == ")" and not self.brackets and not self.strings_open and _ENDS_LINE.match(self.plain, end):
            title = "there is one `)` too many at the end of this line"
            severity: Severity = "error" if self._strict else "warning"
            found = Diagnostic(
                codes.STRAY_PARENTHESIS, title, (label,), "leave it out", severity=severity, kind="syntax"
            )
        else:
            hint = f"leave it out, or open it before with `{_CLOSING[text]}`"
            found = Diagnostic(codes.STRAY_BRACKET, f"this `{text}` closes nothing", (label,), hint, kind="syntax")
        self.tell(found)

    # What is no token at all

    def foreign(self, start: int, end: int) -> None:
        """An operator of another language."""
        self.check_likeness(start, end)
        text = self.plain[start:end]
        self.report(codes.UNKNOWN_OPERATOR, f"`{text}` is not an operator", start, end, hint=slips.OPERATORS[text])
        self.put_meant(start, end, text)

    def put_meant(self, start: int, end: int, text: str) -> None:
        meant = slips.REPLACED_OPERATORS.get(text)
        if meant is None:
            self.put(BROKEN_OPERATOR, start, end)
        else:
            self.put(KEYWORD if meant.isalpha() else SIGN, start, end, meant)

    def stray(self, start: int) -> None:
        self.check_likeness(start, start + 1)
        text = self.plain[start]
        title = f"AllHandsOnDeck does not use `{text}`"
        self.report(codes.UNKNOWN_CHARACTER, title, start, start + 1, hint=slips.OPERATORS[text])
        if text in slips.REPLACED_OPERATORS:
            self.put_meant(start, start + 1, text)
        elif not _ENDS_LINE.match(self.plain, start + 1) or text in "{}":
            self.put(BROKEN, start, start + 1)

    def foreign_comment(self, start: int, sign: str) -> int:
        """A comment of another language; the offset behind it."""
        hint = "a comment is written `# …` up to the end of the line"
        title = f"`{sign}` does not start a comment"
        self.report(codes.FOREIGN_COMMENT, title, start, start + 2, hint=hint)
        if sign == "/*" and start + 2 <= self.last_closing:
            return self.plain.index("*/", start + 2) + 2
        rest = _LINE_REST.match(self.plain, start)
        assert rest is not None
        return rest.end()

    def unknown(self, start: int) -> int:
        if self.plain[start] in LONG_DASHES:
            self.look_alike(start, "-")
            self.put(SIGN, start, start + 1, "-")
            return start + 1
        return super().unknown(start)

    def is_unknown(self, offset: int) -> bool:
        return super().is_unknown(offset) and self.plain[offset] not in LONG_DASHES


def _columns(blanks: str) -> int:
    """How far blanks reach: a tab goes to the next multiple of 8.

    >>> _columns("  "), _columns("\\t"), _columns("   \\t ")
    (2, 8, 9)
    """
    column = 0
    for blank in blanks:
        column = column + TAB_WIDTH - column % TAB_WIDTH if blank == "\t" else column + 1
    return column


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
