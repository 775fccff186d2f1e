"""Cuts AllHandsOnDeck text into tokens: words in three spellings, numbers, strings, signs, and the shape of the lines.

Indentation makes blocks, as in Python: a `NEWLINE` ends a logical line, an `INDENT` opens a block, an `OUTDENT` closes
it. Inside `( )` and `[ ]` line ends do not count, and a `\\` just before a line end joins two lines.

    >>> from parlour.syntax.source import Source
    >>> for token in scan(Source("demo", "main:  # go\\n  do DEAL(0...n)\\n"), print).tokens:
    ...     print(end=token.text or token.kind)
    main:<line-end><indentation>doDEAL(0...n)<line-end><end-of-block><end>

A scanner never fails. What it cannot read it reports, and then it puts down the most likely token, or one
of the kinds `BROKEN` and `BROKEN_OPERATOR`, over which the parser passes in silence.

    >>> kind_of("deck"), kind_of("POP_TOP"), kind_of("Card"), kind_of("playerOne")
    ('<name>', '<ACTION>', '<Class>', None)
"""

from __future__ import annotations

import re

from parlour.dataclass import dataclass
from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax import slips
from parlour.syntax.comments import LINE_END
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.limits import NESTING_LIMIT, check_digits
from parlour.syntax.lookalikes import INVISIBLE, LONG_DASHES
from parlour.syntax.quotes import told, uneven
from parlour.syntax.scanning import Report, Scanned, Scanner
from parlour.syntax.source import Source, Span
from parlour.syntax.token import BROKEN, BROKEN_OPERATOR, END, NAME, Token, end_of
from parlour.syntax.tolerance import Tolerance

CLASS = "<Class>"
ACTION = "<ACTION>"
CAPITALS = "<CAPITALS>"  # capitals and digits only: an ACTION directly after `do`, a Class everywhere else
NUMBER = "<number>"
DECIMAL = "<decimal>"
STRING = "<string>"
FORMATTED = "<f-string>"
KEYWORD = "<keyword>"
SIGN = "<sign>"
NEWLINE = "<line-end>"
INDENT = "<indentation>"
OUTDENT = "<end-of-block>"
_VALUE_KINDS = frozenset({NAME, CLASS, ACTION, CAPITALS, NUMBER, DECIMAL, STRING, FORMATTED})

TYPE_WORDS = frozenset({"int", "float", "bool", "string", "fstring"})
KEYWORDS = TYPE_WORDS | {
    *("True", "False", "None", "const", "not", "and", "or", "is", "in", "let", "be", "with", "when", "do"),
    *("if", "elif", "else", "for", "range", "while", "pass", "times", "return", "main"),
}

_ID = re.compile(r"[a-z][a-z0-9_]*")
_ACTION = re.compile(r"[A-Z][A-Z0-9_]*")
_CLASS = re.compile(r"[A-Z][A-Za-z0-9]*")


def kind_of(word: str) -> str | None:
    """The kind of token that a word is; None if it is spelt like nothing."""
    if word in KEYWORDS:
        return KEYWORD
    if _ID.fullmatch(word):
        return NAME
    if _ACTION.fullmatch(word):
        return ACTION if "_" in word else CAPITALS
    return CLASS if _CLASS.fullmatch(word) else None


def correct(word: str, *, is_done: bool) -> tuple[str, str, str]:
    """For a word in none of the spellings: the kind it was most likely meant to be, what is wrong with it, and how it
    would be spelt, if anybody can tell. `is_done`: it stands behind `do`.

    >>> [correct(word, is_done=False)[2] for word in ("playerOne", "Draw_two")], correct("drawTwo", is_done=True)[2]
    (['player_one', 'DrawTwo'], 'DRAW_TWO')
    """
    bare = word.strip("_") or "x"
    known = bare if bare.isascii() else ""
    if is_done:
        kind, fault, meant = ACTION, "an ACTION has capitals, digits and `_` only", as_action(known)
    elif word[0].isupper():
        kind, fault, meant = CLASS, "a class has letters and digits only, a capital first", as_class(known)
    else:
        kind, fault, meant = NAME, "a name has small letters, digits and `_` only, a letter first", _as_name(known)
    return kind, fault, "" if meant[:1].isdigit() else meant


def as_action(word: str) -> str:
    """A word as an ACTION is spelt.

    >>> as_action("push_top"), as_action("PushTop")
    ('PUSH_TOP', 'PUSH_TOP')
    """
    return _as_name(word).upper()


def _as_name(word: str) -> str:
    """In small letters, with `_` between its parts."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()


def as_class(word: str) -> str:
    """Without `_`, each part with a capital."""
    return "".join(part[:1].upper() + part[1:] for part in word.split("_"))


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


# Words that can begin a line and never stand inside brackets: there, a bracket before them was left open.
_LINE_WORDS = frozenset({"main", "let", "when", "if", "elif", "else", "while", "return", "pass"})

# Words that can go on with an expression in the next line, inside brackets.
_JOINING_WORDS = frozenset({"and", "or", "not", "in", "is", "do", "times", "for"})

# An attribute or a helper at the start of a line: `const name: name`, `Stack<Card> hand: …`, `worth(other):`.
_MEMBER = re.compile(r"(?:const[ \t]+)?(?:[A-Za-z][\w<>]*[ \t]+)?[A-Za-z]\w*(?:\([^()\r\n]*\))?[ \t]*:")

TAB_WIDTH = 8
# How far ahead the end of a comprehension is looked for.
COMPREHENSION_REACH = 400
# How far ahead the other one of two braces is looked for.
BRACES_REACH = 200

_OPENING = ("(", "[")
_CLOSING = {")": "(", "]": "["}
_OPERATOR_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "→": ".", "…": "...", "∧": "and", "∨": "or", "¬": "not"}
_FOREIGN = ("===", "!==", "=!", "&&", "||", "->", "=>", ":=", "<>", "=<", "<<")
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
_DONE = re.compile(r"\s*([A-Z][A-Z0-9_]*)\b")
_LINE_REST = re.compile(r"[^\r\n]*")
# The first words of a clause of a comprehension, maybe in the next line.
_CLAUSE = re.compile(r"\s*for\s+(?:[a-z]\w*\s+in\b|[\w.()]+\s+times\b)")
# Brackets, and what shows that a comprehension is over: an empty line, or the `:` of a statement. Texts are left out.
_BRACKET = re.compile(r"'[^'\r\n]*'|\"[^\"\r\n]*\"|[()\[\]:]|(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)")
_LINE_START = re.compile(r"(?P<blanks>[ \t\f\v]*)(?P<rest>\#[^\r\n]*)?(?P<end>\r\n|\r|\n|\Z)?")
# What ends a part of an f-string: its own brace, or the string.
_CLOSES_BRACE = re.compile(r"[^}'\"\r\n]*(?P<end>[}'\"])")
_NOT_CLOSED = "this `{` is not closed before the string ends"
_FOREIGN_LINE = re.compile(r"//|--(?=\s|\Z)")
_ENDS_LINE = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?:\r|\n|\Z)")


def scan(source: Source, report: Report, *, strict: bool = False) -> Scanned:
    """Reads a text; `strict` makes the one tolerance of the scanner, a `)` too many, an error."""
    scanner = _Scanner(source, report, strict)
    scanner.run()
    return Scanned(scanner.tokens, scanner.comments)


class _Scanner(Scanner):
    language = "AllHandsOnDeck"
    look_alike_code = codes.LOOK_ALIKE
    unknown_code = codes.UNKNOWN_CHARACTER
    token_pattern = _TOKEN

    def __init__(self, source: Source, report: Report, strict: bool) -> None:
        super().__init__(source, report)
        self.brackets: list[str] = []  # those that are open; in an f-string, those opened since its brace
        self.strings_open = 0  # how many f-strings we are inside of
        self._is_given_up = False  # they are too many: the rest of the line is passed over in silence
        self._strict = strict
        self._levels = [0]
        self._odd_columns = -1  # of the line before, if it was indented like no other
        self._bad_words: set[str] = set()
        self._strays: set[str] = set()
        # Quotation marks before this have been looked at: in each line once.
        self._even_until = 0

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
                self.keep_comment(start, end)
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
                return self.stray(start)
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
                self.keep_comment(start, found.end("rest"))
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
        if columns in self._levels:
            self._odd_columns = -1
        if columns > self._levels[-1]:
            self._levels.append(columns)
            self.put_empty(INDENT, start)
            return
        while columns < self._levels[-1]:
            level = self._levels.pop()
            if columns > self._levels[-1]:
                if columns != self._odd_columns:
                    self.report(
                        codes.BAD_INDENTATION,
                        "this line is indented like no line above it",
                        start,
                        start,
                        f"{_count(columns, 'column')} in, between {self._levels[-1]} and {level}",
                        self.said_column(start),
                    )
                # It is a line of the inner block, and so are those that follow it there or in the right column.
                self._odd_columns = columns
                self._levels.append(level)
                return
            self.put_empty(OUTDENT, self.last_end())

    def said_column(self, start: int) -> str:
        """What to do about a line that begins in a column of its own."""
        if _TABBED.search(self.plain, 0, start) and _SPACED.search(self.plain, 0, start):
            return "a tab counts up to column 8: indent all lines by blanks, or all by tabs"
        return "the lines of a block all begin in the same column"

    def line_end(self, end: int) -> int:
        """After a line end; the offset of the next token."""
        if self.brackets:
            rest = _LINE_START.match(self.plain, end)
            word = _TOKEN.match(self.plain, rest.end("blanks")) if rest else None
            if word is None or word.lastgroup != "word" or not self.begins_line(word):
                return end
            self.brackets.clear()
        self.end_line()
        return self.begin_lines(end)

    def is_next_member(self, start: int) -> bool:
        """Whether a line is an attribute or a helper below another one, which has left a bracket open. What is only a
        part of a collection, `x:` for example, stands in the same column as a member by chance at most."""
        member = _MEMBER.match(self.plain, start)
        rest = _LINE_REST.match(self.plain, start)
        if member is None or rest is None:
            return False
        line = rest.group()
        if any(line.count(closing) > line.count(opening) for opening, closing in ("()", "[]")):
            return False
        above = self.plain.rfind("\n", 0, self.opened_at()) + 1
        indent = self.plain[self.plain.rfind("\n", 0, start) + 1 : start]
        is_below = self.plain.startswith(indent, above) and not self.plain[above + len(indent)].isspace()
        return is_below and _MEMBER.match(self.plain, above + len(indent)) is not None

    def opened_at(self) -> int:
        """Where the innermost bracket stands that is still open."""
        closed = 0
        for token in reversed(self.tokens):
            if token.kind == SIGN and token.text in (")", "]"):
                closed += 1
            elif token.kind == SIGN and token.text in ("(", "["):
                if not closed:
                    return token.span.start
                closed -= 1
        return 0

    def begins_line(self, word: re.Match[str]) -> bool:
        """Whether a word at the start of a line begins a statement, so that the bracket before it was left open."""
        if word.group() in _LINE_WORDS:
            return True
        before = self.tokens[-1]
        if before.text in ("(", "[", ",") and not self.strings_open and self.is_next_member(word.start()):
            return True
        is_value = before.kind in _VALUE_KINDS or before.text in (")", "]", "True", "False", "None")
        if not is_value or self.strings_open:
            return False
        if word.group() == "for":
            rest = _LINE_REST.match(self.plain, word.end())
            line = rest.group().partition("#")[0].rstrip() if rest is not None else ""
            is_even = sum(line.count(sign) for sign in ")]") == sum(line.count(sign) for sign in "([")
            return line.endswith(":") and is_even
        if word.group() == "do":
            return _DONE.match(self.plain, word.end()) is not None and self.is_further_out(word.start())
        return word.group() not in _JOINING_WORDS

    def is_further_out(self, start: int) -> bool:
        """Whether a line is indented no further than the one in which a bracket was left open."""
        above = self.plain.rfind("\n", 0, self.opened_at()) + 1
        line = self.plain[above : self.opened_at()]
        return start - self.plain.rfind("\n", 0, start) - 1 <= len(line) - len(line.lstrip())

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
                if kind == NAME and self.plain[start - 1 : start] == ".":
                    # A helper of another language; those of the program have a line of their own.
                    is_own = re.search(rf"^[ \t]*{text}\(", self.plain, re.MULTILINE) is not None
                    hint = hint if is_own else slips.GIVEN.get(meant) or slips.CALLS.get(meant) or hint
                self.report(codes.BAD_WORD, f"`{text[:40]}` cannot be a name: {fault}", start, end, hint=hint)
            text = meant or text  # as it would be spelt, it may be known
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
                    hint = "the largest number with a point is about 1.8e308"
                    self.report(codes.LONG_NUMBER, "this number is too large", start, end, hint=hint)
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
        elif text in _CLOSING and self.is_in_type():
            title, hint = f"expected `>` and not `{text}`", "write `>`"
            self.report(codes.STRAY_BRACKET, title, start, end, hint=hint)
            self.put(SIGN, start, end, ">")
            return
        elif text in _CLOSING:
            if self.brackets and not self.strings_open and self.goes_on(end):
                label = Label(self.span(start, end))
                title, hint = (
                    f"there is one `{text}` too many here",
                    "leave it out: the comprehension goes on behind it",
                )
                self.tell(Diagnostic(codes.STRAY_BRACKET, title, (label,), hint, kind="syntax"))
                return
            if _CLOSING[text] not in self.brackets:
                wanted = ")" if self.brackets[-1:] == ["("] else "]"
                is_closed = self.plain[end : end + 80].lstrip(" \t").startswith(wanted)
                if self.brackets and not self.strings_open and not is_closed:
                    self.wrong_bracket(start, end, text)
                else:
                    self.stray_bracket(start, end, text)
                return
            while self.brackets.pop() != _CLOSING[text]:
                pass
        self.put(SIGN, start, end)

    def is_in_type(self) -> bool:
        """Whether `Stack<Card` stands right before this."""
        kinds = [token.kind for token in self.tokens[-3:]]
        return len(kinds) == 3 and self.tokens[-2].text == "<" and kinds[0] == CLASS and kinds[2] == CLASS

    def goes_on(self, end: int) -> bool:
        """Whether a comprehension goes on behind a bracket, and closes all brackets that are open before it does."""
        clause = _CLAUSE.match(self.plain, end)
        # Where a single bracket is closed here, what is too many stands further on.
        if clause is None or self.tokens[-1].text not in _CLOSING:
            return False
        waiting = [")" if opened == "(" else "]" for opened in self.brackets]
        inner: list[str] = []
        for found in _BRACKET.finditer(self.plain, clause.end(), clause.end() + COMPREHENSION_REACH):
            sign = found.group()
            if sign in _OPENING:
                inner.append(sign)
            elif sign in _CLOSING and inner:
                inner.pop()
            elif sign in _CLOSING:
                if waiting.pop() != sign:
                    return False
                if not waiting:
                    return True
            elif sign.startswith(("\r", "\n")) or (sign == ":" and not inner):
                return False
        return False

    def wrong_bracket(self, start: int, end: int, text: str) -> None:
        """A bracket of the other kind where one is open: it is read as the one that is wanted."""
        opened = self.brackets.pop()
        wanted = ")" if opened == "(" else "]"
        at = next(token for token in reversed(self.tokens) if token.text == opened)
        labels = (Label(self.span(start, end)), Label(at.span, "this is still open"))
        title, hint = f"expected `{wanted}` and not `{text}`", f"write `{wanted}`"
        self.tell(Diagnostic(codes.STRAY_BRACKET, title, labels, hint, kind="syntax"))
        self.put(SIGN, start, end, wanted)

    def stray_bracket(self, start: int, end: int, text: str) -> None:
        """A bracket that closes nothing, which is passed over. At the end of a line, a `)` is no error."""
        label = Label(self.span(start, end), "nothing is open here")
        if text == ")" and not self.brackets and not self.strings_open and _ENDS_LINE.match(self.plain, end):
            title = "there is one `)` too many at the end of this line"
            Tolerance(self.tell, self._strict).slip(codes.STRAY_PARENTHESIS, title, label, hint="leave it out")
        else:
            hint = f"leave it out, or open it before with `{_CLOSING[text]}`"
            self.tell(Diagnostic(codes.STRAY_BRACKET, f"this `{text}` closes nothing", (label,), hint, kind="syntax"))

    # Strings

    def string(self, start: int, end: int) -> int:
        """A string or an f-string, read from the text itself: inside it, every character means itself."""
        quote_at = end - 1
        if not self.strings_open and start >= self._even_until:
            rest = _LINE_REST.match(self.plain, start)
            assert rest is not None
            self._even_until = rest.end()
            odd = uneven(self.plain, quote_at, {"'": "'", '"': '"'})
            if odd is not None:
                self.tell(told(self.source, odd, codes.BAD_STRING))
                self.brackets.clear()
                self.put(STRING, start, rest.end(), value="")
                self.put(BROKEN, rest.end(), rest.end())
                return rest.end()
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
                    hint = "open it with `{` before the expression; a brace that means itself is written twice: `}}`"
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
        report, inner = self._report, list[Diagnostic]()
        self._report = inner.append
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
                fault = _NOT_CLOSED
                break
            character = self.plain[offset]
            if character == "}":
                break
            if not self.brackets and (character == ":" or self.plain[offset : offset + 2] in ("!r", "!s", "!a")):
                rest = _CLOSES_BRACE.match(self.plain, offset)
                is_open = rest is None or rest["end"] == quote
                fault = _NOT_CLOSED if is_open else "there are no format specifications in an f-string"
                break
            offset = self.token(offset)
        if not fault and not self.tokens and not self._is_given_up:
            fault = "there is nothing between these braces"
        is_line_over = offset >= len(self.plain) or self.plain[offset] in "\r\n"
        self._report = report
        # What was no expression is not told of its signs.
        for problem in inner if not fault else ():
            self._report(problem)
        if fault and not is_line_over:
            hint = "write an expression between the braces, `{name}`; a brace that means itself is written twice, `{{`"
            if fault == _NOT_CLOSED:
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

    # What is no token at all

    def foreign(self, start: int, end: int) -> None:
        """An operator of another language."""
        self.check_likeness(start, end)
        text = self.plain[start:end]
        action = _DONE.match(self.plain, end) if text == "->" else None
        hint = slips.OPERATORS[text] if action is None else f"an ACTION is done with `do`: `… do {action[1]}`"
        self.report(codes.UNKNOWN_OPERATOR, f"`{text}` is not an operator", start, end, hint=hint)
        if action is None:
            self.put_meant(start, end, text)
        else:
            self.put(KEYWORD, start, end, "do")

    def put_meant(self, start: int, end: int, text: str) -> None:
        meant = slips.REPLACED_OPERATORS.get(text)
        if meant is None:
            self.put(BROKEN_OPERATOR, start, end)
        else:
            self.put(KEYWORD if meant.isalpha() else SIGN, start, end, meant)

    def stray(self, start: int) -> int:
        """A character that means nothing here; the offset behind it, or behind all that stands in braces."""
        self.check_likeness(start, start + 1)
        text = self.plain[start]
        title = f"AllHandsOnDeck does not use `{text}`"
        hint = slips.OPERATORS[text]
        rest = self.plain[start : start + BRACES_REACH].splitlines()[0]
        if text == "{" and "}" in rest:
            inside = rest[1 : rest.index("}")]
            hint = f"several values stand in square brackets: `[{inside}]`"
            if self.tokens and self.tokens[-1].kind == CLASS and self.tokens[-1].span.end == start:
                hint = f"a new object is made with parentheses: `{self.tokens[-1].text}({inside})`"
            if ":" in inside:
                hint = "there are no tables of keys and values: use a Series, or a class with attributes"
        meant = self.instead_of_brace(start, text, rest)
        if meant:
            hint = f"write `{meant}`"
        # Whoever writes one of these writes many: the first one stands for all.
        is_told = text in self._strays or (text == "}" and "{" in self._strays)
        self._strays.add(text)
        if not is_told or text not in ";{}":
            self.report(codes.UNKNOWN_CHARACTER, title, start, start + 1, hint=hint)
        if meant:
            self.sign_meant(start, meant)
            return start + 1
        if text == "{" and "}" in rest:
            end = start + rest.index("}") + 1
            self.put(BROKEN, start, end)
            return end
        if text in slips.REPLACED_OPERATORS:
            self.put_meant(start, start + 1, text)
        elif not _ENDS_LINE.match(self.plain, start + 1) or text in "{}":
            self.put(BROKEN, start, start + 1)
        return start + 1

    def instead_of_brace(self, start: int, brace: str, rest: str) -> str:
        """The bracket for which a brace stands: that which closes what is open, or which one of another kind closes in
        its line; empty if it stands for none."""
        if self.strings_open:
            return ""
        if brace == "}" and self.brackets:
            return ")" if self.brackets[-1] == "(" else "]"
        if brace != "{" or "}" in rest:
            return ""
        depth = 0
        for found in _BRACKET.finditer(self.plain, start + 1, start + len(rest)):
            depth += (found.group() in _OPENING) - (found.group() in _CLOSING)
            if depth < 0:
                opens = _CLOSING[found.group()]
                return "" if self.brackets[-1:] == [opens] else opens
        return ""

    def sign_meant(self, start: int, meant: str) -> None:
        """Puts down the bracket that stands for a brace."""
        if meant in _OPENING:
            self.brackets.append(meant)
        else:
            self.brackets.pop()
        self.put(SIGN, start, start + 1, meant)

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


# A line that is indented by tabs, and one that is not.
_TABBED = re.compile(r"^ *\t[ \t]*", re.MULTILINE)
_SPACED = re.compile(r"^ +(?![ \t])", re.MULTILINE)


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
