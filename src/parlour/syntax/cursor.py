"""Walks over tokens: what every hand-written parser needs, and nothing of any grammar.

A parser looks (`peek`, `at`), takes (`advance`, `accept`, `expect`) and, where the text is not what it
should be, says so and gives up the construct: `expect` and `fail` report a `Diagnostic` and raise
`Unreadable`, which the loop over declarations or statements catches to go on at the next safe place:

    while not cursor.at(END):
        start = cursor.place
        try:
            declarations.append(declaration(cursor))
        except Unreadable:
            cursor.skip_declaration(start)

(panic mode, in textbooks). What a safe place is only the language knows: a line, a semicolon, a word that begins a
declaration. Its cursor must come further than where the part began, so that the loop ends. *Silence* is kept here: an
error is not told again by what follows from it. At most one syntax error is reported for a token, none for a token that
the scanner has reported already (`BROKEN`), and a language may name codes that are silent after any error in the same
part (`quiet_codes`, `begin_part`). The words of what could not be read are kept in `lost`: nobody is blamed for a name
whose definition may be among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, ClassVar, NoReturn, Protocol

from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.limits import HEIGHT_LIMIT, NESTING_LIMIT
from parlour.syntax.source import Span
from parlour.syntax.suggest import suggest
from parlour.syntax.token import BROKEN, BROKEN_OPERATOR, END, NAME, Token, is_kind

# What to do about what is nested too deeply.
SHALLOWER = "give an inner part a name of its own and use the name here"

OPENING = frozenset({"(", "[", "{"})
CLOSING = frozenset({")", "]", "}"})

# What stands between two values, in whichever language.
BINARY = frozenset(
    {"+", "-", "*", "/", "//", "%", "**", "==", "!=", "/=", "<", "<=", ">", ">=", "=", "+=", "-=", "*=", "&", "|", "^"}
    | {"..", "...", "!", "#", ">>", "<<", "and", "or", "not", "in", "is"}
)

# How far to look for brackets in a line.
LINE_REACH = 60

# How much of the word before a gap advice repeats.
SHOWN_BEFORE = 20

# So many parts of a text have a message that stands for all others in them: nobody reads more of them.
MOST_TOLD_FOR = 100


class Spanned(Protocol):
    """A node of a tree, of whichever language."""

    @property
    def span(self) -> Span: ...


class Unreadable(Exception):
    """This construct cannot be read; why has been reported. Caught where the parser recovers, never shown."""


class Cursor:
    """A place in a list of tokens. The last token must be an `END`; the cursor never goes beyond it.

    A language says in its own class which `name_kinds` of tokens can be names, which `quiet_codes` only say that
    something is missing (after an error in the same part the reason is most likely the same), which words begin no
    value (`no_values`), and whether the place right behind a broken token is excused, too
    (`is_quiet_behind_broken`)."""

    name_kinds: ClassVar[frozenset[str]] = frozenset({NAME})
    quiet_codes: ClassVar[frozenset[str]] = frozenset()
    no_values: ClassVar[frozenset[str]] = frozenset()
    is_quiet_behind_broken: ClassVar[bool] = False

    def __init__(self, tokens: Sequence[Token], report: Callable[[Diagnostic], object]) -> None:
        if not tokens or tokens[-1].kind != END:
            raise ValueError("a token list closes with an END token")
        self._tokens = tokens
        self.lost: set[str] = set()
        self.has_error = False  # in the part that is being read
        self._report = report
        self._index = 0
        self._depth = 0
        self._reported_at = -1
        self._told_for: list[tuple[Span, Diagnostic]] = []

    # Looking

    def peek(self, ahead: int = 0) -> Token:
        """The token to be read next, or one further ahead; at the end, the `END` again and again."""
        return self._tokens[min(self._index + ahead, len(self._tokens) - 1)]

    def at(self, *wanted: str) -> bool:
        """Whether the next token has one of these texts (`let`) or kinds (`<name>`)."""
        token = self._tokens[self._index]
        return token.kind in wanted or (token.text in wanted and token.matches(token.text))

    @property
    def previous(self) -> Token:
        """The token read last; before the first, the first."""
        return self._tokens[max(self._index - 1, 0)]

    def since(self, start: Token) -> Span:
        """From a token to the one read last: the span of the construct that began there."""
        return start.span.to(self.previous.span)

    @property
    def place(self) -> int:
        """Where the cursor is, for `mark_lost`."""
        return self._index

    def same_line(self) -> bool:
        """Whether the next token stands in the same line as the last one."""
        between = self.peek().span.source.text[self.previous.span.end : self.peek().span.start]
        return "\n" not in between and "\r" not in between

    # Taking

    def advance(self) -> Token:
        """Takes the next token, whatever it is."""
        token = self.peek()
        self._index = min(self._index + 1, len(self._tokens) - 1)
        return token

    def accept(self, *wanted: str) -> Token | None:
        """Takes the next token if it is one of these; otherwise nothing happens."""
        return self.advance() if self.at(*wanted) else None

    def expect(
        self, *wanted: str, code: str, what: str = "", after: str = "", hint: str = "", opened: Token | None = None
    ) -> Token:
        """Takes the next token, which must be one of these; else reports what was expected and raises `Unreadable`.

        `what` says it in the language's words (`a piece`); left out, it is made from `wanted`. `after` adds
        the context (`the name of the game`); `opened` is the bracket that is being closed. A word that is misspelt, and
        a closing bracket too many before what is wanted, are told as such, and reading goes on.
        """
        token = self.accept(*wanted) or self._misspelt(wanted, code, after) or self._behind_closing(wanted, code)
        if token is not None:
            return token
        title = f"expected {what or ' or '.join(describe(want) for want in wanted)}"
        if after:
            title += f" after {after}"
        follows = bool(opened or after) or not any(is_kind(want) for want in wanted)
        label = self.next_label(self._missing(follows))
        labels = (label,) if opened is None else (label, Label(opened.span, "this is still open"))
        closing = next((want for want in wanted if want in CLOSING), "")
        if opened is not None and closing and not hint:
            is_gap = label.span.start == label.span.end
            is_value = self.peek().text[:1].isalnum() or self.peek().text[:1] in "_'\""
            is_next = "`,`" in what and not is_gap and is_value and self.peek().text not in self.no_values
            hint = f"put a `{',' if is_next else closing}` {'here' if is_gap else 'before it'}"
            if not is_gap and self._stands_for(closing):
                hint = f"write `{closing}` instead of this `{self.peek().text}`"
            elif self.at(";") and self._closes_in_line(closing):
                hint = "leave out this `;`"
        self.report(code, title, *labels, hint=hint)
        raise Unreadable

    def accept_misspelt(self, word: str, *, code: str, after: str) -> bool:
        """Takes an optional word if it is there, or a misspelt one, which is told."""
        return self.accept(word) is not None or self._misspelt((word,), code, after) is not None

    def _misspelt(self, wanted: Sequence[str], code: str, after: str) -> Token | None:
        """Takes a name that is almost the wanted word, `thne` for `then`, as that word."""
        token = self.peek()
        words = [want for want in wanted if want.isalpha()]
        meant = suggest(token.text, words) if token.kind in self.name_kinds else None
        if meant is None:
            return None
        title = f"expected `{meant}`" + (f" after {after}" if after else "")
        self.report(code, title, Label(token.span, f"here is {found(token)}"), hint=f"Did you mean `{meant}`?")
        return replace(self.advance(), text=meant)

    def _behind_closing(self, wanted: Sequence[str], code: str) -> Token | None:
        """Passes over a closing bracket that closes nothing, if what is wanted stands right behind it."""
        token, following = self.peek(), self.peek(1)
        if token.text not in CLOSING or any(want in CLOSING for want in wanted):
            return None
        if not any(following.matches(want) or following.kind == want for want in wanted):
            return None
        self.report(code, f"this `{token.text}` closes nothing", Label(token.span), hint="leave it out")
        self.advance()
        return self.advance()

    def _stands_for(self, closing: str) -> bool:
        """Whether the closing bracket that follows is one of another kind where this one belongs: none of its own kind
        is open, or it stands in the middle of a line as the `}` of a block does not."""
        token, following = self.peek(), self.peek(1)
        if token.text not in CLOSING:
            return False
        if token.text == "}":
            return following.span.line == token.span.line and following.text in (*CLOSING, ";", ",")
        depth = 0
        for before in reversed(self._tokens[max(0, self._index - LINE_REACH) : self._index]):
            if before.text in (";", "{", "}"):
                break
            if before.text in ("(", "[") and depth == 0 and before.text == {")": "(", "]": "["}[token.text]:
                return False
            depth += (before.text in (")", "]")) - (before.text in ("(", "[") and depth > 0)
        return True

    def _closes_in_line(self, closing: str) -> bool:
        """Whether this bracket closes later in the line of the next token what is open before it."""
        depth, line = 0, self.peek().span.line
        for ahead in range(1, LINE_REACH):
            token = self.peek(ahead)
            if token.kind == END or token.span.line != line or token.text in ("{", "}", ";"):
                return False
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
            if depth < 0:
                return token.text == closing
        return False

    # Saying what is wrong

    def report(self, code: str, title: str, *labels: Label, hint: str = "", text: str = "") -> None:
        """Reports a syntax error (without labels: at the next token) unless it is told already; goes on."""
        is_quiet = self.has_error and code in self.quiet_codes
        self.has_error = True
        if is_quiet or self._reported_at == self._index or self._is_at_broken():
            return
        self._reported_at = self._index
        places = labels or (Label(self.peek().span),)
        self._report(Diagnostic(code, title, places, hint=hint, text=text, kind="syntax"))

    def fail(self, code: str, title: str, *labels: Label, hint: str = "", text: str = "") -> NoReturn:
        """Reports a syntax error and gives up the construct."""
        self.report(code, title, *labels, hint=hint, text=text)
        raise Unreadable

    def tell_for(self, span: Span, code: str, title: str, *labels: Label, hint: str = "") -> None:
        """Reports a syntax error that stands for all others in a part of the text (see `settled`), unless one does."""
        self.has_error = True
        found = Diagnostic(code, title, labels, hint=hint, kind="syntax")
        if any(before.start <= span.start < before.end for before, _ in self._told_for):
            return
        if len(self._told_for) < MOST_TOLD_FOR:
            self._told_for.append((span, found))
        self._report(found)

    def settled(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """What was found, without errors of form for which another one stands: `for (int i = 0; i < 3; i++)` is one
        mistake, whatever a scanner thinks of its signs."""
        return [
            item
            for item in found
            if not any(
                item is not stands and item.kind == "syntax" and span.start <= item.span.start < span.end
                for span, stands in self._told_for
            )
        ]

    def tell(self, code: str, title: str, label: Label, *labels: Label, hint: str = "") -> None:
        """Reports an error about what has been read already; it is no excuse for what comes next."""
        self.has_error = True
        self._report(Diagnostic(code, title, (label, *labels), hint=hint, kind="syntax"))

    def warn(self, code: str, title: str, label: Label, *labels: Label, hint: str = "") -> None:
        """Warns of something that can be read, and is probably not meant."""
        self._report(Diagnostic(code, title, (label, *labels), hint=hint, severity="warning", kind="syntax"))

    def pass_on(self, diagnostic: Diagnostic) -> None:
        """Reports what somebody else has found in this text."""
        self._report(diagnostic)

    def is_too_deep(
        self, root: Spanned, children: Callable[[Any], Iterable[Spanned]], code: str, height: int = HEIGHT_LIMIT
    ) -> bool:
        """Whether a part of a tree lies deeper than those who walk over it by recursion can bear; then it is said."""
        level = [root]
        for _ in range(height):
            level = [child for parent in level for child in children(parent)]
            if not level:
                return False
        self.tell(code, "this is nested too deeply", Label(level[0].span, "this part"), hint=SHALLOWER)
        return True

    def value_hint(self) -> str:
        """What to do where a value should follow and none does, in the words that stand around the gap."""
        before, here = self.previous.span.text, self.peek().span.text
        is_here = self.peek().kind != END and bool(here.strip()) and self.same_line()
        is_sign = is_here and here not in OPENING and not (here[0].isalnum() or here[0] in "_'\"")
        if before in BINARY:
            if is_sign and here in BINARY:
                return f"leave out `{before}` or `{here}`, or write a value between the two"
            if before == "=":
                return "write a value behind `=`"
            return f"write a value behind `{before}`, or leave `{before}` out"
        if before == ",":
            comma = "one of the two commas" if is_sign and here == "," else "the comma"
            return f"leave out {comma}, or write a value behind it"
        if before in OPENING and is_sign and here in CLOSING:
            return f"write a value between `{before}` and `{here}`"
        if before in OPENING and not self.same_line():
            return f"this `{before}` is still open: write what belongs into it, and close it"
        if is_sign:
            return f"leave out `{here}`, or write a value before it"
        return f"write a value behind `{before}`" if 0 < len(before) <= SHOWN_BEFORE else ""

    def next_label(self, place: Span) -> Label:
        """What stands next, told at a place: there, or in a later line."""
        token = self.peek()
        if token.kind != END and place.end < token.span.start and place.line < token.span.line:
            return Label(place, f"before {found(token)} in line {token.span.line}")
        return Label(place, f"here is {found(token)}")

    def gap(self) -> Span:
        """Right behind the token read last: where something is missing."""
        end = self.previous.span.end
        return self.previous.span.source.span(end, end)

    def _is_at_broken(self) -> bool:
        """Whether the scanner has said what is wrong here."""
        broken = (BROKEN, BROKEN_OPERATOR)
        return self.peek().kind in broken or (self.is_quiet_behind_broken and self.previous.kind in broken)

    def _missing(self, follows: bool) -> Span:
        """Where to point when something is missing: at the next token, unless that would be far from the place.

        What `follows` the token before it (a closing bracket, a separator) is missed right after that token,
        and not at the beginning of the next line, where the next declaration may stand in all innocence.
        """
        token, before = self.peek(), self.previous
        if self._index > 0 and (token.kind == END or (follows and before.span.line < token.span.line)):
            return Span(before.span.source, before.span.end, before.span.end)
        return token.span

    # Going on

    def begin_part(self) -> None:
        """A definition or statement begins, in which errors have to be told again."""
        self.has_error = False

    def mark_lost(self, start: int) -> None:
        """What was read since a `place` could not be made sense of: whatever is named there may be anything."""
        self.lost.update(token.text for token in self._tokens[start : self._index] if token.kind in self.name_kinds)

    def nested(self, code: str) -> Nesting:
        """`with cursor.nested(code):` around every rule that can contain itself; too deep raises `Unreadable`.

        The limit keeps a hostile text from exhausting Python's own stack. A hundred levels fit into it as
        long as one level costs a parser no more than eight calls: read operators by precedence climbing,
        not by a function for every level of precedence.
        """
        return Nesting(self, code)

    def _enter(self, code: str) -> None:
        if self._depth >= NESTING_LIMIT:
            self.fail(
                code,
                f"this is nested more than {NESTING_LIMIT} levels deep",
                hint=SHALLOWER,
            )
        self._depth += 1

    def _leave(self) -> None:
        self._depth -= 1


class Nesting:
    """One level of nesting, entered and left again whatever happens inside."""

    __slots__ = ("_code", "_cursor")

    def __init__(self, cursor: Cursor, code: str) -> None:
        self._cursor = cursor
        self._code = code

    def __enter__(self) -> None:
        self._cursor._enter(self._code)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cursor._leave()


def describe(want: str) -> str:
    """A text or kind as a message says it.

    >>> describe("("), describe("<name>"), describe("<int>"), describe("<end>")
    ('`(`', 'a name', 'an int', 'the end of the text')
    """
    if want == END:
        return "the end of the text"
    if not is_kind(want):
        return f"`{want}`"
    word = want[1:-1].replace("-", " ")
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def found(token: Token) -> str:
    """What stands there, for a message: the text itself, unless it shows nothing (an end, a line end)."""
    if token.text.strip():
        return f"`{token.text}`" if len(token.text) <= 40 else f"`{token.text[:39]}…`"
    return describe(token.kind)
