"""Cuts BoGL text into tokens, by the rules of Haskell where the language does not say otherwise.

Names are told apart by their first letter, comments may be nested, and operator characters are taken
greedily: `1+-2` contains the (unknown) operator `+-`, and `1--2` is a 1 followed by a comment.

    >>> from parlour.syntax.source import Source
    >>> scanned = scan(Source("demo", "b!(x,2) = Empty -- row two"), print)
    >>> [token.text for token in scanned.tokens], scanned.comments[0].text
    (['b', '!', '(', 'x', ',', '2', ')', '=', 'Empty', ''], '-- row two')

A scanner never fails. What it cannot read it reports, and then it puts down the most likely token, or one
of the kinds `BROKEN` and `BROKEN_OPERATOR`, over which the parser passes in silence.
"""

from __future__ import annotations

import re

from parlour.dataclass import dataclass
from parlour.languages.bogl import codes
from parlour.languages.bogl.syntax import slips
from parlour.syntax.limits import DIGIT_LIMIT, check_digits
from parlour.syntax.lookalikes import INVISIBLE, LONG_DASHES
from parlour.syntax.scanning import Report, Scanned, Scanner
from parlour.syntax.source import Source
from parlour.syntax.token import BROKEN, BROKEN_OPERATOR, NAME

CAPITAL = "<Name>"  # a name with a capital letter: a game, a type or a symbol
NUMBER = "<number>"
STRING = "<string>"
KEYWORD = "<keyword>"
SIGN = "<sign>"
HOLE = "<hole>"
HOLE_TEXT = "..."  # stands for an expression that is yet to be written

TYPE_NAMES = frozenset({"String", "Player", "Content"})
KEYWORDS = frozenset(
    {"True", "False", "let", "in", "if", "then", "else", "while", "do", "case"}
    | {"game", "type", "Array", "of", "Bool", "Int", "AnySymbol", "Input", "Board"}
)
OPERATORS = frozenset(("+", "-", "*", "/", "%", "!", "==", "/=", "<", "<=", ">", ">=", "=", ":", "->", "|", "&", "#"))

# How far to look for the end of `[ … ]`, and into how many characters of operators, to guess what is meant.
BRACKET_REACH = 80
LONGEST_SPLIT = 6

# Single characters that people type for an operator of two; `parlour.syntax.lookalikes` has the rest.
OPERATOR_SIGNS = {"≤": "<=", "≥": ">=", "≠": "/=", "→": "->", "⇒": "->", "≡": "=="}

_OPERATOR_CHARACTERS = r"!#$%&*+./<=>?@\\^|~:-"
_TOKEN = re.compile(
    rf"""
    (?P<blank>    \s+ )
  | (?P<comment>  --[^\r\n]* )
  | (?P<block>    \{{- )
  | (?P<stray>    -\}} )
  | (?P<number>   [0-9]\w* (?: \.[0-9]\w* )? )
  | (?P<word>     [^\W\d] [\w'{INVISIBLE}]* )
  | (?P<operator> (?: (?! -- | -\}} ) [{_OPERATOR_CHARACTERS}] ){{1,64}} )
  | (?P<bracket>  [(){{}},] )
  | (?P<quote>    " )
  | (?P<foreign>  [][;'`] )
  | (?P<sign>     [{"".join(OPERATOR_SIGNS)}] )
  | (?P<dash>     [{LONG_DASHES}] [^\r\n]* )
  | (?P<other>    . )
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMENT_EDGE = re.compile(r"\{-|-\}")
_FOREIGN_COMMENT = re.compile(r"//|/\*")
# At the start of a line only: elsewhere `#` takes a component of a tuple.
_HASH_COMMENT = re.compile(r"#(?=[#!]|[ \t]*[^\W\d])")
_BRACKETS = re.compile(r"[][(){}]")
_LINE_REST = re.compile(r"[^\r\n]*")
_INTEGER = re.compile(r"(?P<decimal>[0-9]+)|0[xX](?P<hex>[0-9A-Fa-f]+)|0[oO](?P<octal>[0-7]+)")
_SIGNATURE = re.compile(r"^([^\W\d]\w*)[ \t]*:", re.MULTILINE)
_NEXT_WORD = re.compile(r"\s*(?:then|else|in|do)\b")
_BEHIND_POINT = re.compile(r"(?P<name>\w+)(?P<call>\s?\()?")
_GIVEN = re.compile(r"(?P<what>\s*[\w']+\s*),(?P<rest>\s*(?:[\w']+|\([\w' ]+,[\w' ]+\))\s*)\)")
_SPACED_NUMBER = re.compile(r" [0-9]+ *(?=[),\r\n]|(?:then|else|in|do)\b)")
_QUOTED_WORD = re.compile(r"`\w+`|'[^'\r\n]*'")


def scan(source: Source, report: Report) -> Scanned:
    """All of a text, whatever it is."""
    return _Scanner(source, report).scanned()


class _Scanner(Scanner):
    language = "BoGL"
    look_alike_code = codes.LOOK_ALIKE
    unknown_code = codes.UNKNOWN_CHARACTER
    token_pattern = _TOKEN
    _signed: frozenset[str] | None = None

    def take(self, kind: str | None, start: int, end: int) -> int:
        match kind:
            case "blank":
                pass
            case "comment":
                self.check_likeness(start, end)
                self.keep_comment(start, end)
            case "block":
                end = self.block_comment(start)
            case "stray":
                self.report(
                    codes.COMMENT_NOT_CLOSED,
                    "`-}` closes a comment that was never opened",
                    start,
                    end,
                    hint="a comment is written `{- … -}`, or `-- …` up to the end of the line",
                )
            case "number":
                self.number(start, end)
            case "word":
                self.word(start, end)
            case "operator":
                end = self.operator(start, end)
            case "bracket":
                self.check_likeness(start, end)
                self.put(SIGN, start, end)
            case "quote":
                end = self.string(start)
            case "foreign":
                end = self.foreign(start)
            case "sign":
                meant = OPERATOR_SIGNS[self.plain[start]]
                self.look_alike(start, meant)
                self.put(SIGN, start, end, meant)
            case "dash" if self.is_minus(start):
                end = start + 1
                self.look_alike(start, "-", "minus is a hyphen, `-`")
                self.put(SIGN, start, end, "-")
            case "dash":
                self.look_alike(start, "--", "a comment starts with two hyphens, `--`; minus is a single one, `-`")
            case _:
                end = self.unknown(start)
        return end

    # What a token is made of

    def block_comment(self, start: int) -> int:
        """`{- … -}`, and in it any number of the same; the offset behind it."""
        depth = 0
        for edge in _COMMENT_EDGE.finditer(self.plain, start):
            depth += 1 if edge.group() == "{-" else -1
            if depth == 0:
                self.keep_comment(start, edge.end())
                return edge.end()
        self.keep_comment(start, len(self.plain))
        self.report(
            codes.COMMENT_NOT_CLOSED,
            "this comment is never closed",
            start,
            start + 2,
            "it begins here and takes the rest of the text",
            "close it with `-}`; every `{-` inside a comment needs a `-}` of its own",
        )
        return len(self.plain)

    def number(self, start: int, end: int) -> None:
        self.check_likeness(start, end)
        text = self.plain[start:end]
        form = _INTEGER.fullmatch(text)
        value: int | None = None
        if form is None:
            hint = "put a blank or an operator after the number"
            sides = text.lower().split("x")
            if len(sides) == 2 and all(side.isdecimal() for side in sides):
                hint = f"a size is written `({sides[0]},{sides[1]})`; to multiply, write `{sides[0]} * {sides[1]}`"
            elif "." in text:
                hint = "BoGL has whole numbers only"
            elif "_" in text:
                hint = "write the digits without `_`"
            self.report(codes.BAD_NUMBER, f"`{text[:40]}` is not a number", start, end, hint=hint)
        elif form["decimal"]:
            too_long = check_digits(self.span(start, end), codes.LONG_NUMBER)
            if too_long:
                self.tell(too_long)
            else:
                value = int(text)
        else:
            value = int(form["hex"], 16) if form["hex"] else int(form["octal"], 8)
            if value >= 10**DIGIT_LIMIT:
                value = None
                title = f"this number is larger than one of {DIGIT_LIMIT} digits"
                self.report(codes.LONG_NUMBER, title, start, end)
        self.put(NUMBER, start, end, value=value)

    def word(self, start: int, end: int) -> None:
        text = self.visible_word(start, end)
        if text in KEYWORDS:
            kind = KEYWORD
        else:
            kind = CAPITAL if text[0].isupper() or text[0].istitle() else NAME
        self.put(kind, start, end, text)

    def operator(self, start: int, end: int) -> int:
        """A run of operator characters; the offset behind it, or behind the comment that begins in it."""
        foreign = _FOREIGN_COMMENT.search(self.plain, start, end)
        if self.starts_line(start):
            foreign = _HASH_COMMENT.match(self.plain, start) or foreign
        if foreign is None:
            self.operator_run(start, end)
            return end
        if foreign.start() > start:
            self.operator_run(start, foreign.start())
        hint = "a comment is written `-- …` up to the end of the line, or `{- … -}`"
        if foreign.group() == "//" and not self.starts_line(start) and self.tokens:
            before = self.tokens[-1]
            hint += "; to divide, write `/`" if before.kind in (NUMBER, NAME) or before.text == ")" else ""
        self.report(
            codes.FOREIGN_COMMENT,
            f"`{foreign.group()}` does not start a comment in BoGL",
            foreign.start(),
            foreign.end(),
            hint=hint,
        )
        if foreign.group() == "/*" and foreign.end() <= self.last_closing:
            return self.plain.index("*/", foreign.end()) + 2
        rest = _LINE_REST.match(self.plain, foreign.end())
        return foreign.end() if rest is None else rest.end()

    def starts_line(self, offset: int) -> bool:
        """Whether only blanks stand before this place in its line."""
        while offset > 0 and self.plain[offset - 1] in " \t":
            offset -= 1
        return offset == 0 or self.plain[offset - 1] in "\r\n"

    def is_minus(self, dash: int) -> bool:
        """Whether a long dash stands between two operands or before one: a comment has a blank before its words."""
        before, after = self.plain[dash - 1 : dash], self.plain[dash + 1 : dash + 2]
        is_number = after.isdigit() or _SPACED_NUMBER.match(self.plain, dash + 1) is not None
        return not self.starts_line(dash) and (
            is_number or (not before.isspace() and (after.isalpha() or after == "("))
        )

    def operator_run(self, start: int, end: int) -> None:
        self.check_likeness(start, end)
        run = self.plain[start:end]
        if run in OPERATORS:
            self.put(SIGN, start, end)
            return
        if run == HOLE_TEXT:
            self.put(HOLE, start, end)
            return
        title = f"`{run[:40]}` is not an operator"
        if run in slips.OPERATORS:
            meant, hint = slips.REPLACED_OPERATORS.get(run), slips.OPERATORS[run]
            if run == "=>" and self.is_in_signature():
                meant, hint = "->", "the arrow of a function type is written `->`"
            if run == "<-":
                hint = self.instead_of_arrow() or hint
            if run == "." and self.tokens:
                hint = self.instead_of_point(end) or hint
            self.report(codes.UNKNOWN_OPERATOR, title, start, end, hint=hint)
            self.put(SIGN if meant else BROKEN_OPERATOR, start, end, meant)
            return
        parts = split_operators(run) if len(run) <= LONGEST_SPLIT else []
        hint = f"put blanks between them: `{' '.join(parts)}`" if parts else ""
        self.report(codes.UNKNOWN_OPERATOR, title, start, end, "operator characters are read together", hint)
        if not parts:
            self.put(BROKEN_OPERATOR, start, end)
        for part in parts:
            self.put(SIGN, start, start + len(part), part)
            start += len(part)

    def string(self, start: int) -> int:
        """A string, read from the text itself: inside it, every character means itself."""
        if self.text[start] != '"':
            self.look_alike(start, '"')
        read = read_string(self.text, start, '"' if self.text[start] == '"' else QUOTES)
        for at, length, what in read.faults:
            hint = "the escapes are Haskell's: `\\n`, `\\t`, `\\\"`, `\\\\` and codes such as `\\955`"
            self.report(codes.BAD_STRING, what, at, at + length, hint=hint)
        if not read.is_closed:
            self.report(
                codes.BAD_STRING,
                "this string is not closed",
                start,
                read.end,
                hint='close it with `"` in the same line; a line end inside it is written `\\n`',
            )
        self.put(STRING, start, read.end, self.text[start : read.end], read.value)
        return read.end

    # What is no token at all

    def is_in_signature(self) -> bool:
        return self.last_of(":", "=") == ":"

    def is_between_symbols(self) -> bool:
        """Whether the braces of a type are open here."""
        return self.last_of("{", "}", "=") == "{"

    def last_of(self, *signs: str) -> str:
        """Which of these signs stands last before this place, and not far from it; empty if none does."""
        return next((token.text for token in reversed(self.tokens[-BRACKET_REACH:]) if token.text in signs), "")

    def instead_of_arrow(self) -> str:
        """What to write instead of the arrow in `let x <- e in`, or behind the head of an equation."""
        last = [token.text for token in self.tokens[-2:]]
        if last[:1] == ["let"]:
            return f"a local name is written with `=`: `let {last[1]} = … in …`"
        return "a definition has a single `=`" if last[-1:] == [")"] else ""

    def signed(self) -> frozenset[str]:
        """The names of all functions that a text has signatures of, and of those that need none."""
        if self._signed is None:
            own = _SIGNATURE.findall(self.plain)
            self._signed = frozenset({*own, *slips.BOARD_CALLS, "isFull", "not", "next", "free"})
        return self._signed

    def instead_of_point(self, end: int) -> str:
        """What to write instead of the point in `p.1`, `p.x` and `b.isFull()`."""
        before = self.tokens[-1]
        what = before.text if before.kind == NAME and before.span.end == end - 1 else "…"
        behind = _BEHIND_POINT.match(self.plain, end)
        if behind is None:
            return ""
        if behind["call"] and behind["name"].lower() in slips.LOOKUPS:
            return f"a cell is looked up with `{what}!(x,y)`"
        given = _GIVEN.match(self.plain, behind.end())
        if behind["name"] == "place" and given is not None and what != "…":
            return f"a board is an argument: `place({given['what'].strip()}, {what}, {given['rest'].strip()})`"
        if behind["call"] and behind["name"] in slips.BOARD_CALLS:
            return f"a board is an argument: `{slips.BOARD_CALLS[behind['name']].format(what)}`"
        if behind["call"]:
            arguments = "" if self.plain.startswith(")", behind.end()) else ", …"
            return f"a function takes what it works on as an argument: `{behind['name']}({what}{arguments})`"
        if behind["name"] in self.signed():
            return f"a function is called with what it works on in parentheses: `{behind['name']}({what})`"
        number = {"0": "1", "y": "2", "second": "2", "snd": "2"}.get(behind["name"], "1")
        number = behind["name"] if behind["name"].isdigit() and behind["name"] != "0" else number
        return f"a component of a tuple is taken by its number: `{what} # {number}`"

    def instead_of_brackets(self, start: int, end: int) -> str:
        """What to write instead of `[…]`."""
        before = self.tokens[-1].text if self.tokens else ""
        inside = self.plain[start + 1 : end].removesuffix("]").strip()
        is_short = len(inside) <= 20 and inside.isprintable()
        if before == "Array":
            return "the size stands in parentheses: `Array (3,3) of …`"
        if before == "!" and is_short:
            return f"a position stands in parentheses: `!({inside})`"
        words = inside.split(",")
        is_type = before == "&" or (before == "=" and len(self.tokens) > 2 and self.tokens[-3].text == "type")
        if (is_type or (before == "of" and len(words) > 1)) and is_short and all(map(_is_symbol, words)):
            return f"in a type, symbols stand in braces: `{{{inside}}}`"
        if self.tokens and self.tokens[-1].kind == NAME and self.tokens[-1].span.end == start and is_short:
            if inside.isdecimal():
                return f"a component of a tuple is taken with `{before} # {max(int(inside), 1)}`: the first one is 1"
            if inside.isidentifier() and inside[0].islower():
                return f"a cell of a board is looked up with `{before}!{inside}`, a component of a tuple with `p # 1`"
            if inside.count(",") == 1:
                return f"a cell of a board is looked up with `{before}!({inside})`"
        if before in (":", "->", "of") or is_type:
            return "several values together are a tuple, `(Int, Int)`, or the cells of a `Board`"
        return "a tuple is written `(x, y)`, and a board is looked up with `b!(x,y)`"

    def foreign(self, start: int) -> int:
        """Brackets, quotes and semicolons of other languages; the offset behind what they enclose."""
        self.check_likeness(start, start + 1)
        quoted = _QUOTED_WORD.match(self.plain, start)
        match self.plain[start]:
            case "[" if self.is_closed_round(start):
                self.report(codes.UNKNOWN_CHARACTER, "BoGL has no square brackets", start, start + 1, hint="write `(`")
                self.put(SIGN, start, start + 1, "(")
            case "]" if meant := self.closing_bracket():
                self.report(
                    codes.UNKNOWN_CHARACTER, "BoGL has no square brackets", start, start + 1, hint=f"write `{meant}`"
                )
                self.put(SIGN, start, start + 1, meant)
            case "[":
                end = self.bracketed(start)
                self.report(
                    codes.UNKNOWN_CHARACTER,
                    "BoGL has no lists and no square brackets",
                    start,
                    end,
                    hint=self.instead_of_brackets(start, end),
                )
                self.put(BROKEN, start, end)
                return end
            case ";" if self.is_between_symbols():
                hint = "the symbols of a type are separated by commas: `{X, O}`"
                self.report(codes.UNKNOWN_CHARACTER, "BoGL has no semicolons", start, start + 1, hint=hint)
                self.put(SIGN, start, start + 1, ",")
            case ";" if self.text[start] == ";" and self.closing_bracket() == ")" and not self.closes_here(start):
                hint = "values are separated by commas: write `,`"
                self.report(codes.UNKNOWN_CHARACTER, "BoGL has no semicolons", start, start + 1, hint=hint)
                self.put(SIGN, start, start + 1, ",")
            case ";" if self.text[start] == ";":
                self.report(
                    codes.UNKNOWN_CHARACTER,
                    "BoGL has no semicolons",
                    start,
                    start + 1,
                    hint="leave it out"
                    if _NEXT_WORD.match(self.plain, start + 1)
                    else "leave it out: the next definition begins by itself",
                )
            case "`" if quoted:
                hint = slips.INFIX_WORDS.get(quoted.group()[1:-1], "call it as a function: `f(a, b)`")
                title = f"{quoted.group()[:40]} is not an operator"
                self.report(codes.UNKNOWN_OPERATOR, title, start, quoted.end(), hint=hint)
                self.put(BROKEN_OPERATOR, start, quoted.end())
                return quoted.end()
            case "'" if quoted:
                self.report(
                    codes.UNKNOWN_CHARACTER,
                    "BoGL has no single quotes",
                    start,
                    quoted.end(),
                    hint='a symbol is written as it is, `X`, and a string in double quotes, `"x"`',
                )
                self.put(BROKEN, start, quoted.end())
                return quoted.end()
            case ";":
                pass  # the look-alike has been reported, and a semicolon means nothing anyway
            case character:
                self.report(codes.UNKNOWN_CHARACTER, f"BoGL does not use `{character}` here", start, start + 1)
        return start + 1

    def closing_bracket(self) -> str:
        """What closes the bracket that is open here; empty if none is."""
        depth = 0
        for token in reversed(self.tokens[-BRACKET_REACH:]):
            depth += (token.text in (")", "}")) - (token.text in ("(", "{"))
            if depth < 0:
                return ")" if token.text == "(" else "}"
        return ""

    def closes_here(self, start: int) -> bool:
        """Whether nothing but a bracket or the end of the line follows a sign."""
        return self.plain[start + 1 : self.line_end(start)].lstrip(" \t")[:1] in ("", ")", "}")

    def is_closed_round(self, start: int) -> bool:
        """Whether the first bracket that closes more than is opened behind a `[`, in its line and soon, is a `)`."""
        depth = 0
        for sign in _BRACKETS.findall(self.plain, start + 1, min(self.line_end(start), start + BRACKET_REACH)):
            depth += 1 if sign in "([{" else -1
            if depth < 0:
                return bool(sign == ")") and self.closing_bracket() != ")"
        return False

    def line_end(self, start: int) -> int:
        rest = _LINE_REST.match(self.plain, start)
        return start if rest is None else rest.end()

    def bracketed(self, start: int) -> int:
        """The offset behind `[…]` or `[…][…]`, or behind the `[[[` alone if it is not closed soon and in its line."""
        depth = 0
        for offset in range(start, min(start + BRACKET_REACH, len(self.plain))):
            match self.plain[offset]:
                case "[":
                    depth += 1
                case "]":
                    depth -= 1
                    if depth == 0 and not self.plain.startswith("[", offset + 1):
                        return offset + 1
                case "\n" | "\r":
                    break
        while self.plain.startswith("[", start):
            start += 1
        return start


def _is_symbol(word: str) -> bool:
    name = word.strip()
    return name.isidentifier() and name[0].isupper() and name not in KEYWORDS | TYPE_NAMES


def split_operators(run: str) -> list[str]:
    """The known operators that a run consists of, longest first; empty if it has other characters too.

    >>> split_operators("+-"), split_operators("==-"), split_operators("+@")
    (['+', '-'], ['==', '-'], [])
    """
    parts = []
    while run:
        part = run[:2] if run[:2] in OPERATORS else run[:1]
        if part not in OPERATORS:
            return []
        parts.append(part)
        run = run[len(part) :]
    return parts


# Strings, with Haskell's escapes: `\n`, `\t`, `\"` and `\\` are the ones people use; also there are decimal (`\955`),
# octal (`\o17`) and hexadecimal (`\x3bb`) codes, the control characters by name (`\NUL`) and by letter (`\^A`), `\&`
# for nothing at all, and a gap: a backslash, blanks or line ends, and another backslash.

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
