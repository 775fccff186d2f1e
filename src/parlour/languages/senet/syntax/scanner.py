"""Cuts Senet text into tokens, with the comments beside them.

    >>> from parlour.syntax.source import Source
    >>> scanned = scan(Source("demo", "Mark >> B [a,c]; # place it"), Tolerance(print))
    >>> [token.text for token in scanned.tokens]
    ['Mark', '>>', 'B', '[', 'a', ',', 'c', ']', ';', '']
    >>> [comment.text for comment in scanned.comments]
    ['# place it']

A scanner never fails. What it cannot read it reports, and then it puts down the most likely token, or one of the kind
`BROKEN`, over which the parser passes in silence. Semicolons that are Greek question marks, and quotation marks of any
shape, are what they look like: the manual's own sample is printed with them.
"""

from __future__ import annotations

import re

from parlour.languages.senet import codes
from parlour.languages.senet.syntax import slips
from parlour.syntax.lookalikes import INVISIBLE, plain_text
from parlour.syntax.quotes import told, uneven
from parlour.syntax.scanning import Scanned, Scanner
from parlour.syntax.source import Source
from parlour.syntax.suggest import suggest
from parlour.syntax.token import BROKEN, NAME
from parlour.syntax.tolerance import Tolerance

NUMBER = "<number>"
STRING = "<string>"
KEYWORD = "<keyword>"
SECTION = "<section>"  # @setup, @turns
SIGN = "<sign>"

# The manual's list, which has forgotten the last three.
KEYWORDS = frozenset(
    {"int", "str", "bool", "void", "list", "group", "and", "or", "not", "if", "else", "while", "for", "break"}
    | {"continue", "return", "assert", "True", "False", "None", "elif", "in", "this"}
)
SECTIONS = ("@setup", "@turns")
LARGEST_NUMBER = 2**31 - 1

GREEK_QUESTION_MARK = "\N{GREEK QUESTION MARK}"
DOUBLE_QUOTES = '"“”„‟'
SINGLE_QUOTES = "'‘’‚‛"
_CLOSING_QUOTES = {quote: quotes for quotes in (DOUBLE_QUOTES, SINGLE_QUOTES) for quote in quotes}
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\"}
_WORD_OPERATORS = {"&&": "and", "||": "or", "!": "not"}
# One character for an operator of two.
_OPERATOR_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "≡": "==", "∧": "and", "∨": "or", "¬": "not", "»": ">>", "«": "<<"}

# How many tokens to look back for the `?` of a `:`.
CHOICE_REACH = 20

# How long what is counted up may be, with the blanks before it, to be written out in advice.
LONGEST_COUNTED = 100

_BEFORE_BRACE = re.compile(r"[ \t]*\r?\n?[ \t]*\{")
_TOKEN = re.compile(
    rf"""
    (?P<blank>    \s+ )
  | (?P<comment>  \#[^\r\n]* )
  | (?P<double>   [{DOUBLE_QUOTES}] )
  | (?P<single>   [{SINGLE_QUOTES}] )
  | (?P<sign>     [{"".join(_OPERATOR_SIGNS)}] )
  | (?P<section>  @\w* )
  | (?P<number>   [0-9]\w* (?: \.[0-9]\w* )? )
  | (?P<word>     [^\W\d] [\w{INVISIBLE}]* )
  | (?P<foreign_comment> // | /\* )
  | (?P<foreign>  === | !== | =/= | => | =< | := | -> | \+\+ | --(?=\s*[;),\]]) | [-+*/%]= | <> | \*\* | \.\.\.?
                  | [&|](?![&|]) | [\^~?:] )
  | (?P<operator> >> | << | == | != | <= | >= | && | \|\| | [-+*/%<>=!.] )
  | (?P<bracket>  [][(){{}},;] )
  | (?P<other>    . )
    """,
    re.VERBOSE | re.DOTALL,
)
# A variable, an attribute or an element, and the rest of its statement.
_COUNTED = re.compile(r"[^\W\d]\w*(?:\.\w+|\[[\w.+-]+\])*")
_STATEMENT_REST = re.compile(r"([^;{}#\r\n]{0,60});")
_WORD_AHEAD = re.compile(r"[ \t]*([^\W\d]\w*)(\(?)")
_LINE_COMMENT = re.compile(r"--[ \t-]")
_LINE_REST = re.compile(r"[^\r\n]*")


def scan(source: Source, tolerance: Tolerance) -> Scanned:
    """All of a text, whatever it is."""
    return _Scanner(source, tolerance).scanned()


class _Scanner(Scanner):
    language = "Senet"
    look_alike_code = codes.LOOK_ALIKE
    unknown_code = codes.UNKNOWN_CHARACTER
    token_pattern = _TOKEN

    def __init__(self, source: Source, tolerance: Tolerance) -> None:
        super().__init__(source, tolerance.report)
        self.tolerance = tolerance
        # Quotation marks before this have been looked at: in each line once.
        self._even_until = 0
        # Where the string ended that was not closed last.
        self.unclosed_until = -2

    def without_look_alikes(self, text: str) -> str:
        """Quotation marks, and signs that stand for an operator, have a meaning of their own here and stay."""
        if text.isascii():
            return text
        kept = DOUBLE_QUOTES + SINGLE_QUOTES + "".join(_OPERATOR_SIGNS)
        return "".join(old if old in kept else new for old, new in zip(text, plain_text(text), strict=True))

    def take(self, kind: str | None, start: int, end: int) -> int:
        match kind:
            case "blank":
                pass
            case "comment":
                self.check_likeness(start, start + 1)
                self.keep_comment(start, end)
            case "double":
                end = self.string(start, DOUBLE_QUOTES)
            case "single":
                end = self.string(start, SINGLE_QUOTES)
            case "sign":
                meant = _OPERATOR_SIGNS[self.plain[start]]
                self.look_alike(start, meant)
                self.put(KEYWORD if meant.isalpha() else SIGN, start, end, meant)
            case "section":
                self.section(start, end)
            case "number":
                self.number(start, end)
            case "word":
                self.word(start, end)
            case "foreign_comment":
                end = self.foreign_comment(start, end)
            case "operator" if self.is_line_comment(start):
                end = self.foreign_comment(start, start + 2)
            case "foreign":
                self.foreign_operator(start, end)
            case "operator":
                self.operator(start, end)
            case "bracket":
                self.bracket(start, end)
            case _:
                end = self.unknown(start)
        return end

    # What a token is made of

    def bracket(self, start: int, end: int) -> None:
        if self.text[start] == GREEK_QUESTION_MARK:
            self.tolerance.habit(
                codes.GREEK_QUESTION_MARK,
                "this semicolon is a Greek question mark (U+037E)",
                self.span(start, end),
                "it looks the same and is read as `;`; `parlour fmt` writes the right one",
            )
        else:
            self.check_likeness(start, end)
        self.put(SIGN, start, end)

    def operator(self, start: int, end: int) -> None:
        self.check_likeness(start, end)
        sign = self.plain[start:end]
        meant = _WORD_OPERATORS.get(sign)
        if meant is None:
            self.put(SIGN, start, end)
            return
        self.tolerance.habit(
            codes.SYMBOL_OPERATOR, f"`{sign}` is written `{meant}`", self.span(start, end), f"write `{meant}`"
        )
        self.put(KEYWORD, start, end, meant)

    def number(self, start: int, end: int) -> None:
        self.check_likeness(start, end)
        text = self.plain[start:end]
        value: int | None = None
        if not (text.isascii() and text.isdigit()):
            hint = "Senet has whole numbers only" if "." in text else "put a blank or an operator after the number"
            self.report(codes.BAD_NUMBER, f"`{text[:40]}` is not a number", start, end, hint=hint)
        elif len(text.lstrip("0")) > 10 or int(text.lstrip("0") or "0") > LARGEST_NUMBER:
            self.report(
                codes.LARGE_NUMBER,
                "this number does not fit into 32 bits",
                start,
                end,
                hint=f"the largest number is {LARGEST_NUMBER}",
            )
        else:
            value = int(text)
        self.put(NUMBER, start, end, value=value)

    def word(self, start: int, end: int) -> None:
        text = self.visible_word(start, end)
        self.put(KEYWORD if text in KEYWORDS else NAME, start, end, text)

    def section(self, start: int, end: int) -> None:
        self.check_likeness(start, end)
        text = self.plain[start:end]
        if text not in SECTIONS:
            meant = suggest(text, SECTIONS)
            hint = "the two parts of a program are `@setup { … }` and `@turns { … }`"
            hint = hint if meant is None else f"write `{meant}`"
            self.report(codes.SECTIONS, f"there is no section `{text[:40]}`", start, end, hint=hint)
            text = meant or text
        self.put(SECTION if text in SECTIONS else BROKEN, start, end, text)

    def string(self, start: int, quotes: str) -> int:
        """A string from its opening quote on; the offset behind it. Inside, every character means itself."""
        if start >= self._even_until:
            rest = _LINE_REST.match(self.plain, start)
            assert rest is not None
            self._even_until = rest.end()
            odd = uneven(self.text, start, _CLOSING_QUOTES)
            if odd is not None:
                self.tell(told(self.source, odd, codes.STRING_NOT_CLOSED))
                self.put(BROKEN, start, rest.end())
                return rest.end()
        parts: list[str] = []
        offset = start + 1
        while offset < len(self.text) and self.text[offset] not in "\r\n":
            character = self.text[offset]
            if character in quotes:
                self.check_quotes(start, offset, quotes)
                self.put(STRING, start, offset + 1, self.text[start : offset + 1], "".join(parts))
                return offset + 1
            if character == "\\":
                parts.append(self.escape(offset))
                # A backslash at the end of a line: the line end still ends the string.
                offset += 2 if self.text[offset + 1 : offset + 2] not in ("", "\r", "\n") else 1
                continue
            if "\ud800" <= character <= "\udfff":
                self.report(codes.BAD_ESCAPE, "this is only half a character", offset, offset + 1)
            parts.append(character)
            offset += 1
        line_start = self.text.rfind("\n", 0, start) + 1
        is_rest = self.unclosed_until == line_start - 1 and not self.text[line_start:start].strip()
        if not is_rest:  # the other quotation mark of a string with a line end in it
            self.report(
                codes.STRING_NOT_CLOSED,
                "this string is not closed",
                start,
                offset,
                hint='write `"` at both ends'
                if quotes == SINGLE_QUOTES and '"' in self.text[start:offset]
                else 'close it with `"` in the same line; a line end inside it is written `\\n`',
            )
        self.unclosed_until = offset
        self.put(BROKEN, start, offset)
        return offset

    def check_quotes(self, start: int, end: int, quotes: str) -> None:
        """Strings stand in plain double quotation marks, to the letter."""
        if quotes == SINGLE_QUOTES:
            self.tolerance.habit(
                codes.SINGLE_QUOTES,
                "a string stands in double quotation marks",
                self.span(start, end + 1),
                'write `"…"`',
            )
        if self.text[start] != quotes[0] or self.text[end] != quotes[0]:
            self.tolerance.habit(
                codes.CURLY_QUOTES,
                "these quotation marks come from a word processor",
                self.span(start, end + 1),
                'they are read as `"`; `parlour fmt` writes the right ones',
            )

    def escape(self, offset: int) -> str:
        """What the escape at an offset stands for."""
        letter = self.text[offset + 1 : offset + 2]
        if letter == "t":
            self.tolerance.habit(
                codes.TAB_ESCAPE,
                "the manual has no escape `\\t`",
                self.span(offset, offset + 2),
                "it is read as a tab; blanks look the same everywhere",
            )
        if letter in _ESCAPES:
            return _ESCAPES[letter]
        if letter and letter in DOUBLE_QUOTES:
            return '"'
        if letter and letter in SINGLE_QUOTES:
            return "'"
        self.report(
            codes.BAD_ESCAPE,
            f"`\\{letter.strip()}` is not an escape",
            offset,
            min(offset + 2, len(self.text)) if letter not in ("\r", "\n") else offset + 1,
            hint='the escapes are `\\n`, `\\"` and `\\\\`; a backslash itself is written `\\\\`',
        )
        return ""

    # What is no token at all

    def foreign_operator(self, start: int, end: int) -> None:
        self.check_likeness(start, end)
        sign = self.plain[start:end]
        advice, meant = slips.OPERATORS[sign]
        is_rest = sign == ":" and any(token.text == "?" for token in self.tokens[-CHOICE_REACH:])
        is_head = bool(self.tokens) and (self.tokens[-1].kind == SECTION or self.tokens[-1].text in (")", "else"))
        if sign == ":" and is_head and _BEFORE_BRACE.match(self.plain, end):
            hint = "leave it out: a block stands in braces"
            self.report(codes.UNKNOWN_OPERATOR, "there is no colon before a block", start, end, hint=hint)
            return
        before = self.tokens[-1] if self.tokens else None
        is_text = before is not None and before.kind == STRING
        if sign == "&" and (is_text or self.plain[end : end + 2].strip().startswith('"')):
            advice, meant = "texts are joined with `+`", "+"
        elif sign == ":" and before is not None and before.kind == NAME:
            following = _WORD_AHEAD.match(self.plain, end)
            if following is not None and following[1] in slips.TYPE_WORDS:
                advice = f"the type stands before the name: `{following[1]} {before.text}`"
            elif following is not None and following[2]:
                advice, meant = f"a method is called with a point: `{before.text}.{following[1]}(…)`", "."
        counted = self.counted(start, end) if sign in slips.COUNTING else ""
        if counted:
            advice, meant = counted, "" if sign in ("++", "--") else "="
        if not is_rest:
            self.report(codes.UNKNOWN_OPERATOR, f"`{sign}` is not an operator of Senet", start, end, hint=advice)
        self.put(KEYWORD if meant.isalpha() else SIGN if meant else BROKEN, start, end, meant or None)

    def counted(self, start: int, end: int) -> str:
        """How `n += 2`, `this.n++` and `l[i] -= 1` are written here, where it is a statement of its own."""
        before = self.plain[max(0, start - LONGEST_COUNTED) : start]
        begin = max(before.rfind(sign) for sign in "\n;{}")
        subject, rest = before[begin + 1 :].strip(), _STATEMENT_REST.match(self.plain, end)
        if begin < 0 or rest is None or _COUNTED.fullmatch(subject) is None:
            return ""
        amount = rest[1].strip()
        if self.plain[start:end] in ("++", "--"):
            amount = "" if amount else "1"
        return f"write `{subject} = {subject} {self.plain[start]} {amount};`" if amount else ""

    def is_line_comment(self, start: int) -> bool:
        """Whether a line begins here with two hyphens: a comment elsewhere."""
        if _LINE_COMMENT.match(self.plain, start) is None:
            return False
        offset = start
        while offset > 0 and self.plain[offset - 1] in " \t":
            offset -= 1
        return offset == 0 or self.plain[offset - 1] in "\r\n"

    def foreign_comment(self, start: int, end: int) -> int:
        """A comment of another language; the offset behind it."""
        sign = self.plain[start:end]
        self.report(
            codes.FOREIGN_COMMENT,
            f"`{sign}` does not start a comment in Senet",
            start,
            end,
            hint="a comment is written `# …`, up to the end of the line",
        )
        if sign == "/*" and end <= self.last_closing:
            return self.plain.index("*/", end) + 2
        rest = _LINE_REST.match(self.plain, end)
        return end if rest is None else rest.end()
