"""A cursor over BoGL's tokens that knows what the grammar needs to see ahead: where a definition begins.

Line ends mean nothing in BoGL, so the only way to tell where an expression ends is that no operator follows;
and the only safe place to go on after an error is the next signature or `type`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise

from parlour.languages.bogl import codes
from parlour.languages.bogl.syntax import slips
from parlour.languages.bogl.syntax.scanner import CAPITAL, KEYWORD, NUMBER, STRING
from parlour.syntax.cursor import Cursor
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.scanning import Scanned
from parlour.syntax.source import Span
from parlour.syntax.suggest import suggest
from parlour.syntax.token import END, NAME, Token

# How far ahead to look for the `=` that makes `b(1,2)` the start of an equation.
EQUATION_REACH = 16

# How far to look for the game line behind what should not stand before it.
TOP_REACH = 100

# How many later lines that begin with a name to look at for its equation.
LATER_REACH = 8

# How much of a program advice repeats.
SHOWN_WORDS = 60

_OPERAND_KINDS = frozenset({NAME, CAPITAL, NUMBER, STRING})


class Reader(Cursor):
    """`brackets` counts the parentheses of expressions that are open at this place; `comments` are those of the
    text."""

    name_kinds = frozenset({NAME, CAPITAL, KEYWORD})  # Board and Input are keywords that a program defines
    no_values = frozenset({"in", "then", "else", "do", "of", "type", "game"})
    quiet_codes = frozenset({codes.EXPECTED, codes.BAD_LET, codes.BAD_PARAMETER, codes.MISPLACED_ARRAY})

    def __init__(self, scanned: Scanned, report: Callable[[Diagnostic], object]) -> None:
        super().__init__(scanned.tokens, report)
        self.comments = scanned.comments
        self.symbols = _symbols(scanned.tokens)
        self.brackets = 0
        self.is_game_late = False  # definitions stand before the game line
        self.apart: set[str] = set()  # names whose equation stands elsewhere than below its signature
        self.types = frozenset(name.text for word, name in pairwise(scanned.tokens) if word.text == "type")
        self._first_words = _first_words(scanned.tokens)
        self.variables: set[str] = set()  # of the equation at hand
        self._colons: set[int] = set()  # places of those that somebody wrote for a word
        self._definition = 0

    def gap(self) -> Span:
        """Where to point when something is missing: at the next token, or behind the last one if a line ends there."""
        end = self.previous.span.end
        if self.previous is self.peek() or (self.same_line() and not self.at(END)):
            return self.peek().span
        return self.previous.span.source.span(end, end)

    def report(self, code: str, title: str, *labels: Label, hint: str = "", text: str = "") -> None:
        """As every cursor does; what is missing before `n--` is missing because the rest of the line is a comment."""
        behind = self.previous.span.end
        is_missing = bool(labels) and labels[0].span.start == labels[0].span.end == behind
        if is_missing and self.previous.span.source.text.startswith("--", behind):
            hint = "`--` begins a comment, up to the end of the line: to count down, write `- 1`"
        super().report(code, title, *labels, hint=hint, text=text)

    def is_indented(self) -> bool:
        """Whether the line of the next token does not begin where lines begin."""
        start = self.peek().span.start
        return self.peek().span.source.text[start - 1 : start] in (" ", "\t")

    def at_name(self) -> bool:
        """Whether a name of either case follows."""
        return self.peek().kind in (NAME, CAPITAL)

    def at_signature(self) -> bool:
        """Whether `x :` follows. The last word of a line and a `:` in the next one do not belong together."""
        if not self.at_name() or self.peek(1).text != ":" or self.place + 1 in self._colons:
            return False
        name, colon = self.peek().span, self.peek(1).span
        is_one_line = "\n" not in name.source.text[name.end : colon.start]
        return is_one_line or (self.peek().kind == NAME and not self.same_line())

    def at_equation(self) -> bool:
        """Whether an equation begins here: `x =`, `f(x) =`, `b!(1,2) =`."""
        if not self.at_name():
            return False
        ahead = 2 if self.peek(1).text == "!" else 1
        match self.peek(ahead).text:
            case "=":
                return ahead == 1
            case "(":
                for further in range(ahead + 1, ahead + EQUATION_REACH):
                    if self.peek(further).text == ")":
                        return self.peek(further + 1).text == "="
        return False

    def begins_later(self, word: str) -> bool:
        """Whether a later line begins with a word of the language, near the start of the text."""
        for ahead in range(1, TOP_REACH):
            token = self.peek(ahead)
            is_first = self.peek(ahead - 1).span.line < token.span.line
            if token.kind == KEYWORD and token.text == word and is_first:
                return True
        return False

    def at_definition_word(self) -> bool:
        """Whether a word follows that begins a definition elsewhere."""
        return self.peek().text in slips.DEFINITION_WORDS

    def at_divided_name(self) -> bool:
        """Whether two small words stand at the start of a line where one should: `free cells : …`."""
        words, colon = (self.peek(), self.peek(1)), self.peek(2)
        if any(word.kind != NAME for word in words) or colon.text != ":" or self.is_indented():
            return False
        return words[0].span.line == colon.span.line and words[0].text not in slips.DEFINITION_WORDS

    def later_equation(self, name: str, behind: int = 0) -> Token | None:
        """The name at the beginning of a later line, where an equation of it is written: at the next token or so far
        behind it."""
        places = self._first_words.get(name, [])
        first = bisect_left(places, self._index + behind)
        heads = (self._tokens[index] for index in places[first : first + LATER_REACH] if self._is_head(index + 1))
        return next(heads, None)

    def _is_head(self, index: int) -> bool:
        return self._tokens[index].text in ("=", "(", "!")

    def sign_of_equation(self) -> int | None:
        """How far ahead the `=` belongs that is missing behind `b!(1,2)` or `f(x)` at the start of a line; None if no
        such head of an equation follows."""
        if self.peek().kind != NAME or self.same_line() or self.is_indented():
            return None
        ahead = 2 if self.peek(1).text == "!" else 1
        if self.peek(ahead).text != "(":
            return 1 if ahead == 1 and self.peek(1).text in ("==", "->", "<-") else None
        for further in range(ahead + 1, ahead + EQUATION_REACH, 2):
            if self.peek(further).kind not in (NAME, NUMBER):
                return None
            if self.peek(further + 1).text != ",":
                return further + 2 if self.peek(further + 1).text == ")" else None
        return None

    def at_definition(self) -> bool:
        """Whether a definition begins here, or the text ends."""
        if self.is_game_late and self.at("game"):
            return True
        if self.at(END, "type") or self.at_signature() or self.at_equation() or self.at_misspelt_type():
            return True
        return self.at_divided_name()

    def at_misspelt_type(self) -> bool:
        """Whether a type definition begins here but for the spelling of its first word: `tpye Input = Int`."""
        token, name = self.peek(), self.peek(1)
        is_named = name.kind == CAPITAL or name.text in ("Board", "Input")
        is_word = token.kind == NAME and (suggest(token.text, ["type"]) is not None or token.text in slips.TYPE_WORDS)
        return is_word and is_named and self.peek(2).text == "="

    def at_misspelt_word(self, word: str, *, until: str) -> bool:
        """Whether a name follows that is almost this word, and later in its line the sign that belongs to it."""
        token = self.peek()
        if token.kind != NAME or token.text in self.variables or suggest(token.text, [word]) is None:
            return False
        for ahead in range(1, EQUATION_REACH):
            if self.peek(ahead).text == until:
                return self.peek(ahead).span.line == token.span.line
        return False

    def note_colon(self) -> None:
        """Notes the colon that ends a condition in place of its word: `if x == y: …`, where `y :` is no signature."""
        for ahead in range(EQUATION_REACH):
            token, before = self.peek(ahead), self.peek(ahead - 1).span
            if token.kind in (KEYWORD, END) and token.text not in ("True", "False"):
                return
            if token.text == ":":
                is_first = "\n" in before.source.text[self.peek(ahead - 2).span.end : before.start]
                if not is_first or self.peek(ahead - 1).kind not in (NAME, CAPITAL):
                    self._colons.add(self.place + ahead)
                return

    def accept_colon(self, word: str) -> bool:
        """Takes a colon that stands where a word should, and says so."""
        if not self.at(":") or not self.same_line():
            return False
        self.report(codes.EXPECTED, f"a condition ends with `{word}`", hint=f"write `{word}` instead of the `:`")
        self.advance()
        return True

    def check_comma(self, closing: str) -> None:
        """Gives up a list that has a comma before its closing bracket, `(x, y,)`."""
        if self.at(",") and self.peek(1).text == closing:
            hint = "leave it out, or write behind it what is missing"
            self.fail(codes.EXPECTED, f"there is nothing between this comma and `{closing}`", hint=hint)

    def at_next_definition(self) -> bool:
        """Whether a definition begins here in a new line, so that what should be here is missing."""
        return not self.same_line() and self.at_definition()

    def words_to(self, *ends: str, behind: int = 0) -> str:
        """What stands from the next token, or one so far `behind` it, to one of these, a comma, what closes a bracket
        that was opened before, or the end of the line; dots where that is long."""
        ahead, depth, first = behind, 0, self.peek(behind)
        while (token := self.peek(ahead)).kind != END and token.span.line == first.span.line:
            if depth == 0 and token.text in (",", ")", *ends):
                break
            depth += (token.text == "(") - (token.text == ")")
            ahead += 1
        return shown(first.span.to(self.peek(ahead - 1).span)) if ahead > behind else "…"

    def line_start(self) -> Token:
        """The first token of the line of the next one."""
        ahead = 0
        while self._index + ahead > 0 and self.peek(ahead - 1).span.line == self.peek().span.line:
            ahead -= 1
        return self.peek(ahead)

    def pass_brackets(self) -> None:
        """Passes over a bracket and all up to the one that closes it, in this line."""
        depth, line = 0, self.peek().span.line
        while not self.at(END) and self.peek().span.line == line:
            token = self.advance()
            depth += (token.text == "(") - (token.text == ")")
            if depth <= 0:
                break

    def called(self, start: int, end: int) -> str:
        """How what stands between two places is written here, if it is a call of Haskell's: `f x (g y)`."""
        parts: list[str] = []
        while start < end:
            token, before, last = self._tokens[start], self._tokens[start - 1], start
            if token.text == "(":
                depth = 1
                while depth and last + 1 < end:
                    last += 1
                    depth += (self._tokens[last].text == "(") - (self._tokens[last].text == ")")
            inner = self._tokens[start + 1 : last]
            text = token.span.to(self._tokens[last].span).text
            if token.text == "(" and all(each.kind in _OPERAND_KINDS or each.text in ("(", ")") for each in inner):
                text = self.called(start + 1, last) if before.span.end < token.span.start else text
            if parts and before.span.end == token.span.start:
                parts[-1] += text
            else:
                parts.append(text)
            start = last + 1
        return f"{parts[0]}({', '.join(parts[1:])})" if len(parts) > 1 else "".join(parts)

    def at_argument(self) -> bool:
        """Whether something follows in the same line that can only be meant as an argument (`f x`)."""
        token = self.peek()
        if token.kind not in _OPERAND_KINDS and token.text not in ("True", "False"):
            return False
        if token.text in slips.STOP_WORDS or not self.same_line():
            return False
        return not self.at_signature() and not self.at_equation()

    def begin_definition(self) -> None:
        """Notes that a definition or one equation of a board begins here; what cannot be read of it is lost."""
        self._definition = self._index
        self.brackets = 0
        self.variables.clear()
        self.begin_part()

    def skip_to_definition(self, name: str = "") -> None:
        """Passes over what cannot be read: to the next `type` or signature, or a line that is an equation of `name`."""
        while not self._can_go_on(name):
            self.advance()
        self.mark_lost(self._definition)
        self._definition = self._index

    def _can_go_on(self, name: str) -> bool:
        if self.at(END):
            return True
        if (self.peek().kind == KEYWORD and self.at("type", "game")) or self.at_misspelt_type():
            return True
        if self.at_divided_name():
            return True
        # A name behind a bracket or a comma is a parameter for which somebody wrote a type.
        if self.at_signature() and self.previous.text not in ("(", ","):
            return True
        return bool(name) and self.at(name) and not self.same_line() and self.at_equation()


def shown(span: Span) -> str:
    """Words of a program as advice repeats them; dots where they are long."""
    return span.text if span.end - span.start <= SHOWN_WORDS and span.text.isprintable() else "…"


def _first_words(tokens: Sequence[Token]) -> dict[str, list[int]]:
    """The places of all names at the margin of a text."""
    found: dict[str, list[int]] = {}
    for index, token in enumerate(tokens):
        if token.kind == NAME and token.span.source.text[token.span.start - 1 : token.span.start] in ("\n", ""):
            found.setdefault(token.text, []).append(index)
    return found


def _symbols(tokens: Sequence[Token]) -> frozenset[str]:
    """All words between braces: the symbols of a text, whether it can be read or not."""
    found: set[str] = set()
    is_inside = False
    for token in tokens:
        if token.text in ("{", "}"):
            is_inside = token.text == "{"
        elif is_inside and token.kind == CAPITAL:
            found.add(token.text)
    return frozenset(found)
