"""A cursor over Contest's tokens that knows what has been said so far, and where to go on after an error.

One word of lookahead is enough for the grammar: words of the language are no names, so each word says what follows.
A message says what was read of the construct at hand, what was expected and what stands there instead:

    after `vote by everyone` I expected `between`, not `for`

Where a name stands instead of a word that it resembles, that word is meant: it is reported, and reading goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn

from parlour.languages.contest import codes
from parlour.languages.contest.syntax import tree
from parlour.languages.contest.syntax.scanner import NUMBER, WORD
from parlour.syntax.cursor import Cursor, found
from parlour.syntax.diagnostic import Label
from parlour.syntax.scanning import Report, Scanned
from parlour.syntax.suggest import suggest
from parlour.syntax.token import END, NAME, Token

HEADS = ("players", "rounds", "win", "tiebreaker")

# How much of what was read a message repeats.
LONGEST_QUOTE = 60
_TIGHT_BEFORE = frozenset(",;:.?)")


class Reader(Cursor):
    def __init__(self, scanned: Scanned, report: Report) -> None:
        super().__init__(scanned.tokens, report)
        self._part = 0  # where the construct at hand begins
        self._part_before = 0

    # What has been said

    def begin_part(self) -> None:
        """A phase, a modifier, a player or a section begins: messages quote it from here."""
        super().begin_part()
        self._part_before, self._part = self._part, self._index

    def said(self) -> str:
        """What was read of the construct at hand; where nothing was, the one before it."""
        start = self._part if self._part < self._index else self._part_before
        return _quoted(self._tokens[start : self._index])

    # Looking

    def at_head(self) -> bool:
        """Whether a section begins here. A name in the wrong place has no colon behind it."""
        return self.at(*HEADS) and (self.peek(1).text == ":" or not self.same_line())

    def likely_head(self) -> str | None:
        """The head that a misspelt word with a colon behind it was probably meant to be."""
        token = self.peek()
        is_word = token.kind in (NAME, WORD) and token.text not in HEADS and self.peek(1).text == ":"
        return suggest(token.text, HEADS) if is_word else None

    def meant(self, words: Iterable[str]) -> str | None:
        """The one of these words that the name here was probably meant to be."""
        token = self.peek()
        return suggest(token.text, words) if token.kind == NAME else None

    # Taking

    def expect_word(self, *words: str, hint: str = "") -> Token:
        """Takes one of these words; a name that resembles one is reported and counts as that word."""
        token = self.accept(*words)
        if token is not None:
            return token
        likely = self.meant(words)
        if likely is None:
            self.expected(one_of(words), hint=hint)
        return self.take_as(likely, one_of(words))

    def take_as(self, word: str, expected: str) -> Token:
        """Takes a misspelt word, and says so."""
        self.report(codes.EXPECTED, self._expectation(expected), hint=f"Did you mean {word}?")
        token = self.advance()
        return Token(WORD, word, token.span)

    def expect_sign(self, *signs: str, opened: Token | None = None, hint: str = "") -> Token:
        return self.accept(*signs) or self.expected(one_of(signs), opened=opened, hint=hint)

    def name(self, what: str, *follow: str) -> tree.Name:
        """A name. A word of the language cannot be one, and is told so, unless it is one of those that follow the
        name: then the name is missing."""
        token = self.peek()
        if token.kind == WORD and token.text not in follow and not self.at_head():
            title = f"'{token.span.text}' is a word of the language and cannot be used as a name"
            self.report(codes.RESERVED_WORD, title, hint="choose another name")
            self.lost.add(token.span.text)
        elif token.kind != NAME:
            self.expected(what)
        self.advance()
        return tree.Name(token.span, token.text if token.kind == NAME else token.span.text)

    def number(self, what: str = "a number") -> tree.Number:
        token = self.peek()
        if token.kind != NUMBER:
            self.expected(what)
        self.advance()
        return tree.Number(token.span, token.value if isinstance(token.value, int) else 0)

    def count(self, what: str, negative: str) -> tree.Number:
        """A number that counts something, and so is 0 at least."""
        number = self.number(what)
        if number.value < 0:
            self.tell(codes.NEGATIVE_NUMBER, negative, Label(number.span), hint="write a number from 0 on")
            return tree.Number(number.span, 0)
        return number

    # Saying what is wrong

    def expected(self, what: str, *, hint: str = "", opened: Token | None = None) -> NoReturn:
        """Gives up the construct: something else should stand here."""
        self.expected_here(what, hint=hint, opened=opened)
        self.fail(codes.EXPECTED, "")  # silent, for it has been said

    def expected_here(self, what: str, *, hint: str = "", opened: Token | None = None) -> None:
        """Something else should stand here; reading goes on nevertheless."""
        labels = [Label(self.gap() if self.at(END) else self.peek().span)]
        if opened is not None:
            labels.append(Label(opened.span, "this is still open"))
        self.report(codes.EXPECTED, self._expectation(what), *labels, hint=hint)

    def _expectation(self, what: str) -> str:
        return f"after {self.said()} I expected {what}, {self.instead()}"

    def instead(self) -> str:
        """What stands here, for a message about what should."""
        token = self.peek()
        return "but the text ends" if token.kind == END else f"not {found(as_written(token))}"

    # Going on

    def skip_to(self, *ends: str, since: int | None = None) -> None:
        """Passes over what cannot be read (`since` a place), to one of these signs or words outside of parentheses, or
        to a head. No round ends inside of parentheses."""
        start, depth = self.place if since is None else since, 0
        while not self.at(END) and not self.at_head() and (self.same_line() or self.likely_head() is None):
            if self.at(*ends) and (depth == 0 or self.at(";")):
                break
            if self.at("("):
                depth += 1
            elif self.at(")") and depth > 0:
                depth -= 1
            self.advance()
        self.mark_lost(start)


def one_of(words: Sequence[str]) -> str:
    """Words and signs as a message lists them.

    >>> one_of(["for"]), one_of([".", ";", "repeated"])
    ('`for`', '`.`, `;` or `repeated`')
    """
    *first, last = (f"`{word}`" for word in words)
    return f"{', '.join(first)} or {last}" if first else last


def as_written(token: Token) -> Token:
    """A token with the letters of the text, capitals included."""
    return Token(token.kind, token.span.text, token.span)


def _quoted(tokens: Sequence[Token]) -> str:
    """The last of these tokens, as one reads them."""
    text = ""
    for token in reversed(tokens):
        written = token.span.text
        is_tight = not text or text[0] in _TIGHT_BEFORE or written == "("
        longer = written + ("" if is_tight else " ") + text
        if len(longer) > LONGEST_QUOTE and text:
            return f"`… {text.lstrip(', ')}`"
        text = longer
    return f"`{text}`"
