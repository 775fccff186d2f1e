"""One mistake of form, told once: the text is repaired at its first error, and what that mends is not told.

A wrong sign can leave half a text unreadable, and nobody can tell from the parser's other complaints which of them it
has caused. So the sign is repaired: near the first error a token is left out, put in, exchanged with its neighbour or
replaced, until the whole text can be read (*local error repair* of Burke and Fisher, with one token). What is found in
the repaired text, too, is another mistake; everything else was said because of the first. Where no single token repairs
the text there is more than one mistake, and all of them are told.

    >>> from parlour.syntax.diagnostic import Label
    >>> source = Source("demo", "f(x\\ng(y)\\n")
    >>> def read(text: Source) -> list[Diagnostic]:
    ...     if text.text.count("(") == text.text.count(")"):
    ...         return []
    ...     return [Diagnostic("XX001", "unbalanced", (Label(text.span(3, 3)),), kind="syntax")]
    >>> repair = Repair([")", "]"], read, read)
    >>> echo = Diagnostic("XX002", "no `g`", (Label(source.span(4, 5)),), kind="syntax")
    >>> [(item.title, item.hint) for item in repair.without_echoes([*read(source), echo], source)]
    [('unbalanced', 'write `f(x)`')]

The message is the parser's; only where its advice is none or a guess, the repaired line is it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from parlour.dataclass import dataclass
from parlour.syntax.diagnostic import Diagnostic, in_order
from parlour.syntax.source import Source, Span

# What may be left out or exchanged: strings, words and signs, as most languages have them.
_TOKEN = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'|\w+|[=!<>+*/%-]=|&&|\|\||\.\.+|[^\w\s]')
# A line at the margin that begins something.
_BEGINS = re.compile(r"^(?=\w)", re.MULTILINE)
# Repairs are tried until so many characters have been read, and so many of them checked for what they mean.
MOST_READ = 100_000
MOST_CHECKED = 4
# How many tokens behind the place of an error may be what is wrong.
TOKENS_BEHIND = 2

Edit = tuple[int, int, str]  # what stands from here to there is replaced


@dataclass(frozen=True, slots=True)
class Repair:
    """`signs`: what may be missing or wrong, the likeliest first; `read` says what is wrong with the form of a text,
    `check` also what is wrong with its meaning; `guesses`: advice that a repaired line is better than."""

    signs: Sequence[str]
    read: Callable[[Source], Sequence[Diagnostic]]
    check: Callable[[Source], Sequence[Diagnostic]]
    guesses: Collection[str] = ()

    def without_echoes(self, found: list[Diagnostic], source: Source) -> list[Diagnostic]:
        """What was found, without what is found only because of the first error of form."""
        errors = [item for item in found if item.is_error and item.kind == "syntax" and item.span.source is source]
        if not errors:
            return found
        first = min(errors, key=lambda item: item.span.start)
        is_certain = first.hint and first.hint not in self.guesses
        if is_certain and len(in_order(found)) == 1:
            return found
        best = self._best(first, source)
        if best is None:
            return found
        edit, left = best
        others = {(item.code, item.title, item.span.line) for item in left}
        told = [item for item in found if item is not first and (item.code, item.title, item.span.line) in others]
        is_right = all(item.span.line != first.span.line for item in left)
        line = source.span(*edit[:2]).rewritten(edit[2])
        hint = f"write `{line}`" if line and is_right and not is_certain else ""
        return [replace(first, hint=hint or first.hint), *told]

    def _best(self, first: Diagnostic, source: Source) -> tuple[Edit, Sequence[Diagnostic]] | None:
        """The repair after which the least is wrong with the meaning, and what that is."""
        best: tuple[Edit, Sequence[Diagnostic]] | None = None
        checked = 0
        part = _part_around(source, first.span)
        for edit in islice(self._edits(first.span, source), MOST_READ // (part[1] - part[0] + 1)):
            if not part[0] <= edit[0] <= edit[1] <= part[1] or not self._can_read(source, edit, part):
                continue
            whole = (0, len(source.text))
            if not self._can_read(source, edit, whole):
                continue
            left = self.check(_repaired(source, edit, whole))
            checked += 1
            if best is None or len(left) < len(best[1]):
                best = edit, left
            if not left or checked == MOST_CHECKED:
                break
        return best

    def _can_read(self, source: Source, edit: Edit, part: tuple[int, int]) -> bool:
        """Whether a part of the text has no error of form once it is repaired."""
        return not any(item.is_error for item in self.read(_repaired(source, edit, part)))

    def _edits(self, place: Span, source: Source) -> Iterator[Edit]:
        """All repairs by one token at this place, or right beside it; in a gap something is missing, most likely."""
        tokens = _tokens_around(source, place.start)
        at = next((index for index, token in enumerate(tokens) if token[1] > place.start), len(tokens))
        near = [index for index in (at, at - 1, at + 1) if 0 <= index < len(tokens)]
        ends = [tokens[index][1] for index in (at - 1, at) if 0 <= index < len(tokens)]
        signs = [f" {sign} " if sign[0].isalnum() else sign for sign in self.signs]
        missing = [(end, end, sign) for sign in signs for end in ends]
        if place.start == place.end:
            yield from missing
        for index in near:
            start, end, _ = tokens[index]
            yield start, end, ""
        for (start, stop, first), (start_, end, second) in pairwise(tokens[max(0, at - 1) : at + 3]):
            yield start, end, f"{second}{source.text[stop:start_]}{first}"
        if place.start < place.end:
            yield from missing
        yield from ((tokens[index][0], tokens[index][1], sign.strip()) for sign in signs for index in near[:2])


def _repaired(source: Source, edit: Edit, part: tuple[int, int]) -> Source:
    start, end, text = edit
    return Source(source.name, source.text[part[0] : start] + text + source.text[end : part[1]])


def _part_around(source: Source, place: Span) -> tuple[int, int]:
    """The declaration around a place, and what stands right before it: from a line that begins with a word at the
    margin to the next one. What such a part needs to be read is all in it."""
    begins = [found.start() for found in _BEGINS.finditer(source.text)]
    before = [start for start in begins if start <= source.line_starts[max(place.line - 2, 0)]]
    behind = [start for start in begins if start > place.end]
    return before[-1] if before else 0, behind[0] if behind else len(source.text)


def _tokens_around(source: Source, place: int) -> list[Edit]:
    """The tokens from the beginning of the line before a place to the second one behind it."""
    begin = source.text.rfind("\n", 0, max(source.text.rfind("\n", 0, place), 0)) + 1
    tokens: list[Edit] = []
    behind = 0
    for token in _TOKEN.finditer(source.text, begin):
        tokens.append((token.start(), token.end(), token[0]))
        behind += token.start() > place
        if behind == TOKENS_BEHIND:
            break
    return tokens
