"""Cuts TGDL text into tokens, with the comments beside them.

    >>> from parlour.syntax.source import Source
    >>> scanned = scan(Source("demo", "turn.pass(p: 1); // on"), print)
    >>> [token.text for token in scanned.tokens]
    ['turn', '.', 'pass', '(', 'p', ':', '1', ')', ';', '']
    >>> [comment.text for comment in scanned.comments]
    ['// on']

Reserved are the words that start a statement, a definition or an operator; `phase`, `grid`, `value` and others are
names to the scanner and words only in their place. A scanner never fails: what it cannot read it reports, and then it
puts down the most likely token, or one of the kind `BROKEN`, over which the parser passes in silence.
"""

from __future__ import annotations

import re

from parlour.languages.tgdl import codes
from parlour.languages.tgdl.syntax import slips
from parlour.syntax.limits import check_digits
from parlour.syntax.lookalikes import INVISIBLE, LONG_DASHES
from parlour.syntax.scanning import Report, Scanned, Scanner
from parlour.syntax.source import Source
from parlour.syntax.token import BROKEN, NAME

NUMBER = "<number>"
STRING = "<string>"
KEYWORD = "<keyword>"
SIGN = "<sign>"

PLAIN_TYPES = ("number", "string", "bool", "player")
KINDS = ("class", "interactable", "stack", "tile", "connection", "event", "board", "turn")
KIND_TYPES = ("tile", "board", "stack", "interactable", "group", "connection", "event")
COLLECTIONS = ("List", "Table", "Stack")
KEYWORDS = frozenset(
    {*PLAIN_TYPES, *KINDS, *KIND_TYPES, "import", "local", "global", "setup", "function", "action", "override"}
    | {"attribute", "returns", "effect", "require", "trigger", "filter", "input", "optional", "auto", "default"}
    | {"return", "if", "else", "while", "for", "break", "continue", "winner", "new", "this", "null", "true", "false"}
    | {"is", "as"}
)

NOT_CLOSED = "this string is not closed"
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_OPERATOR_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "≡": "==", "→": ".", "∧": "&&", "∨": "||", "¬": "!", "…": ""}

_TOKEN = re.compile(
    rf"""
    (?P<blank>    \s+ )
  | (?P<comment>  //[^\r\n]* )
  | (?P<foreign_comment> /\* | \# )
  | (?P<string>   ["'] )
  | (?P<number>   [0-9]\w* (?: \.[0-9]\w* )? )
  | (?P<word>     [^\W\d] [\w{INVISIBLE}]* )
  | (?P<foreign>  === | !== | =/= | => | =< | := | -> | :: | \+\+ | --(?=\s*[;),\]]) | \*\* | [\^&|]= | <> | <<
                  | \.\.\.? | [~?@$\\`] )
  | (?P<sign>     == | != | <= | >= | && | \|\| | [-+*/%]= | [-+*/%^<>=!&|.,:;(){{}}] | \[ | \] )
  | (?P<likeness> [{"".join(_OPERATOR_SIGNS)}] )
  | (?P<other>    . )
    """,
    re.VERBOSE | re.DOTALL,
)
_LINE_REST = re.compile(r"[^\r\n]*")
# What stands before `++`, and how long it may be to be written out in advice.
_COUNTED = re.compile(r"[A-Za-z_][\w.]*(?:\[[\w.]*\])?\Z")
COUNTED_REACH = 40
_FORM = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def scan(source: Source, report: Report) -> Scanned:
    """All of a text, whatever it is."""
    return _Scanner(source, report).scanned()


class _Scanner(Scanner):
    language = "TGDL"
    look_alike_code = codes.LOOK_ALIKE
    unknown_code = codes.UNKNOWN_CHARACTER
    token_pattern = _TOKEN

    def take(self, kind: str | None, start: int, end: int) -> int:
        match kind:
            case "blank":
                pass
            case "comment":
                self.check_likeness(start, start + 2)
                self.keep_comment(start, end)
            case "foreign_comment":
                end = self.foreign_comment(start, end)
            case "string":
                end = self.string(start)
            case "number":
                self.number(start, end)
            case "word":
                text = self.visible_word(start, end)
                self.put(KEYWORD if text in KEYWORDS else NAME, start, end, text)
            case "foreign":
                self.foreign(start, end)
            case "sign":
                self.check_likeness(start, end)
                self.put(SIGN, start, end)
            case "likeness":
                meant = _OPERATOR_SIGNS[self.plain[start]]
                self.look_alike(start, meant or "...")
                self.put(SIGN if meant else BROKEN, start, end, meant or None)
            case _ if self.plain[start] in LONG_DASHES:
                self.look_alike(start, "-")
                self.put(SIGN, start, end, "-")
            case _:
                end = self.unknown(start)
        return end

    def is_unknown(self, offset: int) -> bool:
        return super().is_unknown(offset) and self.plain[offset] not in LONG_DASHES

    def number(self, start: int, end: int) -> None:
        self.check_likeness(start, end)
        text = self.plain[start:end]
        value: float | None = None
        if _FORM.fullmatch(text) is None:
            hint = "put a blank or an operator after the number"
            if "_" in text:
                hint = "write the digits without `_`"
            elif re.fullmatch(r"[0-9.]+[eE][0-9]*", text):
                hint = "there are no exponents: write the digits, or `5 * 10 ^ 3`"
            self.report(codes.BAD_NUMBER, f"`{text[:40]}` is not a number", start, end, hint=hint)
        else:
            too_long = check_digits(self.span(start, end), codes.BAD_NUMBER)
            if too_long:
                self.tell(too_long)
            else:
                value = float(text)
        self.put(NUMBER, start, end, value=value)

    def string(self, start: int) -> int:
        """A string from its opening quote on; the offset behind it. Inside, every character means itself."""
        quote = self.plain[start]
        is_foreign = self.text[start] != '"'
        if is_foreign and quote == '"':
            self.look_alike(start, '"')
        parts: list[str] = []
        offset = start + 1
        while offset < len(self.text) and self.text[offset] not in "\r\n":
            character = self.text[offset]
            # A string that a word processor opened may be closed by any of its quotation marks.
            if character == quote or (is_foreign and self.plain[offset] == quote):
                if quote == "'":
                    hint = f'write `"{self.text[start + 1 : offset][:40]}"`'
                    self.report(
                        codes.BAD_STRING, "a string stands in double quotation marks", start, offset + 1, hint=hint
                    )
                self.put(STRING, start, offset + 1, self.text[start : offset + 1], "".join(parts))
                return offset + 1
            if character == "\\":
                letter = self.text[offset + 1 : offset + 2]
                # A backslash at the end of a line: the line end still ends the string.
                end = offset + 1 if letter in ("", "\r", "\n") else offset + 2
                if letter not in _ESCAPES:
                    title = f"`\\{letter.strip()}` is not an escape for a character"
                    hint = 'the escapes are `\\n`, `\\t`, `\\"` and `\\\\`'
                    self.report(codes.BAD_STRING, title, offset, end, hint=hint)
                parts.append(_ESCAPES.get(letter, letter))
                offset = end
                continue
            if "\ud800" <= character <= "\udfff":
                self.report(codes.BAD_STRING, "this is only half a character", offset, offset + 1)
                character = "\ufffd"
            parts.append(character)
            offset += 1
        hint = 'close it with `"` in the same line; a line end inside it is written `\\n`'
        self.report(codes.BAD_STRING, NOT_CLOSED, start, offset, hint=hint)
        self.put(STRING, start, offset, self.text[start:offset], "".join(parts))
        # It has swallowed the rest of the line: what is missing there is nobody's fault.
        self.put(BROKEN, offset, offset)
        return offset

    # What is no token at all

    def foreign(self, start: int, end: int) -> None:
        self.check_likeness(start, end)
        sign = self.plain[start:end]
        advice, meant = slips.OPERATORS[sign]
        counted = _COUNTED.search(self.plain, max(0, start - COUNTED_REACH), start) if sign in ("++", "--") else None
        if counted is not None:
            advice = f"write `{counted[0]} {sign[0]}= 1`"
        self.report(codes.UNKNOWN_OPERATOR, f"`{sign}` is not an operator of TGDL", start, end, hint=advice)
        self.put(SIGN if meant else BROKEN, start, end, meant or None)

    def foreign_comment(self, start: int, end: int) -> int:
        """A comment of another language; the offset behind it."""
        sign = self.plain[start:end]
        self.report(
            codes.FOREIGN_COMMENT,
            f"`{sign}` does not start a comment in TGDL",
            start,
            end,
            hint="a comment is written `// …`, up to the end of the line",
        )
        if sign == "/*" and end <= self.last_closing:
            return self.plain.index("*/", end) + 2
        rest = _LINE_REST.match(self.plain, end)
        assert rest is not None, "it may be empty"
        return rest.end()
