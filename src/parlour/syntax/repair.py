"""One mistake of form, told once and in the words of this text: local error repair of Burke and Fisher.

A wrong sign can leave half a text unreadable, and nobody can tell from the parser's other complaints which of them it
has caused. So small changes are tried at the place of an error: a token is put in, exchanged with its neighbour,
replaced or left out, until nothing is wrong there any more. What is found in the changed text, too, is another mistake;
everything else was said because of this one. Where no small change helps, all that was found is told.

    >>> from parlour.syntax.diagnostic import Label
    >>> source = Source("demo", "f(x\\ng(y)\\n")
    >>> def read(text: Source) -> list[Diagnostic]:
    ...     if text.text.count("(") == text.text.count(")"):
    ...         return []
    ...     return [Diagnostic("XX001", "unbalanced", (Label(text.span(3, 3)),), kind="syntax")]
    >>> echo = Diagnostic("XX002", "no `g`", (Label(source.span(4, 5)),), kind="syntax")
    >>> found = [*read(source), echo]
    >>> [(item.title, item.hint) for item in Repair([")", "]"]).without_echoes(found, source, read, read)]
    [('unbalanced', 'write `f(x)`')]

The message is the parser's, and so is its advice, unless that is general, or an example with a hole in it (`…`). A
language says which signs may be missing in it; words that a message `expected` are tried before them. It can propose
changes of its own, and show them in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias, TypeVar

from parlour.dataclass import dataclass
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source

# What may be left out or exchanged: strings, words and signs, as most languages have them.
_TOKEN = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'|\d+(?:\.\d+)?\w*|[\w?]+|:-|->|[=!<>+*/%-]=|&&|\|\||\.\.+|[^\w\s]')
# A line at the margin that begins something.
_BEGINS = re.compile(r"^(?=[\w@(<])", re.MULTILINE)
# The words that a message misses: "expected `)` or `,`, not `x`".
_EXPECTED = re.compile(r"\bexpected (.*?)(?:, (?:not|but|and)\b|$)")
_QUOTED = re.compile(r"`([^`\s…]+)`")
_CODE = re.compile(r"`([^`]+)`")
# Advice with a hole in it, besides a block that goes on.
_HOLE = re.compile(r"(?<!\{ )…")
# Signs with blanks around them, as words have.
_LOOSE = frozenset({"=", "==", "->", ":-", "&", "+"})
# Changes are tried until so many characters have been read, and so many changes checked for what they mean.
MOST_READ = 100_000
MOST_CHECKED = 4
# So many messages of a text are looked at.
MOST_REPAIRED = 3
# How many tokens behind the place of an error may be what is wrong.
TOKENS_BEHIND = 2

_Token: TypeAlias = tuple[int, int, str]
Find: TypeAlias = Callable[[Source], Sequence[Diagnostic]]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Change:
    """What stands from `start` to `end` is replaced by `text`. Advice shows `shown` there, if the change puts in
    something that people must choose; a change that `loses` what somebody meant is no advice at all. One that `turns`
    exchanges two tokens."""

    start: int
    end: int
    text: str
    shown: str | None = None
    loses: bool = False
    turns: bool = False

    def of(self, source: Source, begin: int = 0, stop: int | None = None) -> Source:
        """The text, or a part of it, after the change."""
        return Source(source.name, source.text[begin : self.start] + self.text + source.text[self.end : stop])


# The changes that are worth trying where a message is, the likeliest first.
Proposals: TypeAlias = Callable[[Diagnostic, Source], Iterable[Change]]


def rewritten_line(change: Change, source: Source) -> str:
    """Advice that shows the line as it should be."""
    text = change.text if change.shown is None else change.shown
    line = source.span(change.start, change.end).rewritten(text)
    return f"write `{line}`" if line else ""


@dataclass(frozen=True, slots=True)
class Repair:
    """How texts of a language are repaired.

    `signs`: what may be missing or wrong, the likeliest first; `is_general`: whether advice says no more than how
    something is written; `proposals` and `advice`: changes of its own, and how they are shown; `has_holes`: whether
    advice with a hole (`…`) is an example; `has_parts`: whether declarations begin at the margin, and can be read one
    by one."""

    signs: Sequence[str] = ()
    is_general: Callable[[str], bool] = lambda _: False
    proposals: Proposals | None = None
    advice: Callable[[Change, Source], str] = rewritten_line
    has_holes: bool = True
    has_parts: bool = True

    def checked(
        self,
        source: Source,
        parse: Callable[[Source], tuple[object, Sequence[Diagnostic]]],
        check: Callable[[Source], tuple[T, list[Diagnostic]]],
    ) -> tuple[T, list[Diagnostic]]:
        """What a text means, and what is wrong with it, each mistake once."""
        meaning, found = check(source)
        told = self.without_echoes(found, source, lambda text: parse(text)[1], lambda text: check(text)[1])
        return meaning, told

    def without_echoes(self, found: list[Diagnostic], source: Source, read: Find, check: Find) -> list[Diagnostic]:
        """What was found in a text, without what is found only because of an error of form before it. `read` says what
        is wrong with the form of a text, `check` also what is wrong with its meaning."""
        errors = [item for item in found if _is_of_form(item) and item.span.source is source]
        if not errors:
            return found
        search = _Search(source, read, check, has_parts=self.has_parts)
        told = list(found)
        for item in sorted(errors, key=lambda item: item.span.start)[:MOST_REPAIRED]:
            is_general = not item.hint or self.is_general(item.hint) or self._is_example(item.hint)
            if item not in told or not (is_general or len(told) > 1):
                continue
            best = search.best(item, self._proposed(item, source))
            if best is None:
                continue
            change, left = best
            others = {_what(each) for each in left}
            hint = self.advice(change, source) if is_general and self._is_right(change, item, left, found) else ""
            told = [
                replace(item, hint=hint or item.hint) if each is item else each
                for each in told
                if each is item or each.span.start < item.span.start or _what(each) in others
            ]
        return told

    def _is_example(self, hint: str) -> bool:
        return self.has_holes and _HOLE.search(hint) is not None

    def _is_right(
        self, change: Change, item: Diagnostic, left: Sequence[Diagnostic], found: Sequence[Diagnostic]
    ) -> bool:
        """Whether a change is better advice than that of the message, which is none or general. What only has a hole
        in it says at least what is missing: a change must put in that, or turn it round, and nothing may be wrong that
        was not before."""
        if change.loses or any(each.span.line == item.span.line for each in left):
            return False
        if not item.hint or self.is_general(item.hint):
            return True
        missing = expected(item.title)
        text = change.text.strip()
        is_meant = text in missing or (change.turns and not set(missing).isdisjoint(_TOKEN.findall(text)))
        is_said = (change.turns or text.isalpha()) and text in " ".join(_CODE.findall(item.hint))
        return (is_meant or is_said) and {_what(each) for each in left} <= {_what(each) for each in found}

    def _proposed(self, item: Diagnostic, source: Source) -> Iterable[Change]:
        return self.proposals(item, source) if self.proposals is not None else changes(item, source, self.signs)


class _Search:
    """Tries changes of one text, as long as its budget lasts."""

    def __init__(self, source: Source, read: Find, check: Find, *, has_parts: bool) -> None:
        self._source, self._read, self._check, self._has_parts = source, read, check, has_parts
        self._budget = MOST_READ
        self._checks = MOST_CHECKED

    def best(self, item: Diagnostic, proposed: Iterable[Change]) -> tuple[Change, Sequence[Diagnostic]] | None:
        """The change after which no error of form is left where the message was, no other has come, and the least is
        wrong with the text; and what that is."""
        source, line = self._source, item.span.line
        whole = (0, len(source.text))
        parts = list(dict.fromkeys([_part_around(source, item), whole])) if self._has_parts else [whole]
        before: dict[tuple[int, int], set[_What]] = {}
        best: tuple[Change, Sequence[Diagnostic]] | None = None
        for change in proposed:
            if self._budget <= 0 or self._checks <= 0:
                break
            for start, end in parts:
                if not start <= change.start <= change.end <= end:
                    break
                first = source.position(start)[0] - 1
                if (start, end) not in before:
                    unchanged = Change(start, start, "").of(source, start, end)
                    before[start, end] = {each for each in self._errors(unchanged) if each[2] != line - first}
                if not self._errors(change.of(source, start, end)) <= before[start, end]:
                    break
            else:
                left = self._check(change.of(source))
                self._checks -= 1
                if best is None or len(left) < len(best[1]):
                    best = change, left
                if not left:
                    break
        return best

    def _errors(self, text: Source) -> set[_What]:
        self._budget -= len(text.text)
        return {_what(item) for item in self._read(text) if item.is_error}


_What: TypeAlias = tuple[str, str, int]


def _what(item: Diagnostic) -> _What:
    return item.code, item.title, item.span.line


def _is_of_form(item: Diagnostic) -> bool:
    return item.is_error and item.kind == "syntax"


def expected(title: str) -> list[str]:
    """The words and signs that a message misses.

    >>> expected("after `f` I expected `(` or `=`, not `x`"), expected("there is no `f`")
    (['(', '='], [])
    """
    return _QUOTED.findall(missed(title))


def missed(title: str) -> str:
    """What a message says that it misses."""
    found = _EXPECTED.search(title)
    return found[1] if found else ""


def changes(item: Diagnostic, source: Source, signs: Sequence[str]) -> Iterator[Change]:
    """All changes of one token at the place of a message, or right beside it."""
    place = item.span
    tokens = _tokens_around(source, place.start)
    at = next((index for index, token in enumerate(tokens) if token[1] > place.start), len(tokens))
    near = [index for index in (at, at - 1, at + 1) if 0 <= index < len(tokens)]
    ends = [tokens[index][1] for index in (at - 1, at) if 0 <= index < len(tokens)]
    words = dict.fromkeys(_spaced(word) for word in (*expected(item.title), *signs))
    missing = [Change(end, end, word) for word in words for end in ends]
    gone = [Change(*tokens[index][:2], "", loses=_loses(tokens, index)) for index in near]
    if place.start == place.end:
        yield from missing
    yield from (change for change in gone if not change.loses)
    for (start, stop, first), (start_, end, second) in pairwise(tokens[max(0, at - 1) : at + 3]):
        yield Change(start, end, f"{second}{source.text[stop:start_]}{first}", turns=True)
    if place.start < place.end:
        yield from missing
    for word in words:
        for index in near[:2]:
            is_sign = not word.strip()[0].isalnum()
            yield Change(*tokens[index][:2], word, loses=is_sign and _loses(tokens, index))
    yield from (change for change in gone if change.loses)


def _spaced(word: str) -> str:
    return f" {word} " if word[0].isalnum() or word in _LOOSE else word


def _loses(tokens: Sequence[_Token], index: int) -> bool:
    """Whether a token that is left out is missed: a word or a value, and not again the one before."""
    text = tokens[index][2]
    return (text[0].isalnum() or text[0] in "\"'_") and (index == 0 or tokens[index - 1][2] != text)


def _part_around(source: Source, item: Diagnostic) -> tuple[int, int]:
    """The declaration around a message, and what stands right before it: from a line that begins with a word at the
    margin to the next one. What such a part needs to be read is all in it."""
    begins = [found.start() for found in _BEGINS.finditer(source.text)]
    before = [start for start in begins if start <= source.line_starts[max(item.span.line - 2, 0)]]
    behind = [start for start in begins if start > item.span.end]
    return before[-1] if before else 0, behind[0] if behind else len(source.text)


def _tokens_around(source: Source, place: int) -> list[_Token]:
    """The tokens from the beginning of the line before a place to the second one behind it."""
    begin = source.text.rfind("\n", 0, max(source.text.rfind("\n", 0, place), 0)) + 1
    tokens: list[_Token] = []
    behind = 0
    for token in _TOKEN.finditer(source.text, begin):
        tokens.append((token.start(), token.end(), token[0]))
        behind += token.start() > place
        if behind == TOKENS_BEHIND:
            break
    return tokens
