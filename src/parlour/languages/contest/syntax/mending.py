"""Advice in the words of this season, found by trying: which small change makes a sentence readable?

Where a message can only say in general how something is written, single words are put in, left out, replaced or
exchanged at its place, and the season is read again: the first change behind which nothing is wrong there is the
advice (error repair by trial, as Burke and Fisher have it). Words to put in are those that the message expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from parlour.dataclass import dataclass
from parlour.languages.contest.syntax.scanner import HEADS, NUMBER, SIGN, WORD
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.token import END, NAME, Token

# So many messages of a text are looked at, in texts of so many tokens: nobody waits for advice.
MOST_MENDED = 3
LARGEST_TEXT = 800
# How many tokens of the sentence are shown before and behind a change.
SHOWN = 6
# How many everyday words in a row are left out.
LONGEST_PROSE = 4

_EXPECTED = re.compile(r"I expected (.*), (?:not `|but the text ends|not the end)")
_ENDS = (".", ";", ":", "insert", *HEADS)
_TIGHT = frozenset(",;:.?)")
# Who stands in a sentence that says nobody; advice shows `…` instead.
_ANYBODY = "everyone"
# What stands for something that is missed, by what messages call it.
_MISSING = {"the people who are meant": _ANYBODY, "the name of a group": "GROUP", "the name of a counter": "COUNTER"}
# What goes on with a phase that could end.
_FURTHER = ("tiebroken", "except", "for", "between")

Read = Callable[[Sequence[Token]], Sequence[Diagnostic]]


@dataclass(frozen=True, slots=True)
class _Change:
    """The tokens from `start` to `end` replaced by words."""

    start: int
    end: int
    words: tuple[Token, ...]
    is_open: bool = False  # the last word stands for whoever is meant


def mended(
    found: Sequence[Diagnostic],
    tokens: Sequence[Token],
    general: frozenset[str],
    phases: Sequence[str],
    counter: str,
    read: Read,
) -> list[Diagnostic]:
    """What was found, with a readable sentence as advice where it was `general` and one can be had, and without what
    is not there any more when that sentence is read."""
    told = list(found)
    if len(tokens) > LARGEST_TEXT:
        return told
    for item in [item for item in found if item.is_error and item.kind == "syntax"][:MOST_MENDED]:
        if item not in told or not (item.hint in general or item is not told[-1]):
            continue
        change, left = _change(item, told, tokens, phases, read)
        if change is not None:
            advice = _advice(change, tokens).replace("COUNTER", counter)
            advised = replace(item, hint=advice) if item.hint in general else item
            told = [
                advised if each is item else each
                for each in told
                if each is item or each.span.start < item.span.start or _place(each) in left
            ]
    return told


def _place(item: Diagnostic) -> tuple[str, int]:
    return item.code, item.span.start


def _change(
    item: Diagnostic, found: Sequence[Diagnostic], tokens: Sequence[Token], phases: Sequence[str], read: Read
) -> tuple[_Change | None, set[tuple[str, int]]]:
    """The first change behind which a message is gone, no other has come and the fewest are left, and those."""
    here = next((place for place, token in enumerate(tokens) if token.span.start >= item.span.start), len(tokens) - 1)
    others = {_place(each) for each in found if each.span.line != item.span.line}  # a line may have follow-ups
    wanted = _wanted(item.title, phases)
    best: tuple[_Change | None, set[tuple[str, int]]] = None, others
    for change in _changes(tokens, here, wanted):
        left = {_place(each) for each in read([*tokens[: change.start], *change.words, *tokens[change.end :]])}
        if left <= others and (best[0] is None or len(left) < len(best[1])):
            best = change, left
            if not left:
                break
    return best


def _wanted(title: str, phases: Sequence[str]) -> list[str]:
    """The words and signs that a message expected."""
    expected = _EXPECTED.search(title)
    if expected is None:
        return []
    if expected.group(1) == "a phase":
        return [*phases, "win"]
    return [expected.group(1)] if expected.group(1) in _MISSING else re.findall(r"`([^`\s]+)`", expected.group(1))


def _changes(tokens: Sequence[Token], here: int, wanted: Sequence[str]) -> Iterator[_Change]:
    """What could have been meant: changes that keep all words come first, and signs are left out before words."""
    token, before, after = tokens[here], tokens[max(here - 1, 0)], tokens[min(here + 1, len(tokens) - 1)]
    never = {".", ";", "repeated", *_MISSING, *HEADS} - {"win"}
    words = [word for word in wanted if word not in never]
    is_word = token.kind in (NAME, WORD) and token.text not in HEADS
    can_join = token.kind == NAME or token.text in ("with", ":")
    for word in (*words, *([] if "," in words or not can_join else [","])):
        if is_word or token.text in (",", ":"):
            yield _Change(here, here + 1, (_made(word, token),))
    for word in (*words, *(_FURTHER if "." in wanted and token.text != before.text else ())):
        yield _Change(here, here, (_made(word, token),))
    if is_word and before.kind in (NAME, WORD, NUMBER) and before.text not in HEADS:
        yield _Change(here - 1, here + 1, (token, before))
    if token.text not in (";", ":", *HEADS) and after.kind in (NAME, WORD, NUMBER) and after.text not in HEADS:
        yield _Change(here, here + 2, (after, token))
    gone = [place for place in (here, here - 1) if place > 0 and _can_go(tokens, place)]
    yield from (_Change(place, place + 1, ()) for place in gone if tokens[place].kind != WORD)
    missing = _MISSING.get(wanted[0]) if wanted else None
    if missing is not None:
        yield _Change(here, here, (_made(missing, token, is_name=missing != _ANYBODY),))
    yield from (_Change(place, place + 1, ()) for place in gone if tokens[place].kind == WORD)
    anybody = _made(_ANYBODY, token)
    for word in words:
        yield _Change(here, here, (_made(word, token), anybody), is_open=True)
        if is_word:
            yield _Change(here, here + 1, (_made(word, token), anybody), is_open=True)
    end = here + 1
    while token.kind == NAME and end < here + LONGEST_PROSE and tokens[end].kind == NAME:
        end += 1
        yield _Change(here, end, ())


def _can_go(tokens: Sequence[Token], place: int) -> bool:
    """Whether a token may be left out: it is no number, and divides no phases or sections."""
    token, before = tokens[place], tokens[place - 1]
    return token.kind not in (NUMBER, END) and token.text not in (".", ";", *HEADS) and before.text not in HEADS


def _made(text: str, token: Token, *, is_name: bool = False) -> Token:
    """A word that does not stand in the text."""
    return Token(
        NAME if is_name else WORD if text[0].isalpha() else SIGN,
        text,
        token.span.source.span(token.span.start, token.span.start),
    )


def _advice(change: _Change, tokens: Sequence[Token]) -> str:
    """The sentence as it should be."""
    start = change.start
    while start > 0 and not _begins(tokens, start) and change.start - start < SHOWN:
        start -= 1
        if tokens[start].text == "all":
            break
    end = change.end
    while not _ends(tokens, end) and end - change.end < SHOWN:
        end += 1
    if tokens[end].text == ")" and _is_open([*tokens[start : change.start], *change.words, *tokens[change.end : end]]):
        end += 1
    words = [_written(token) for token in change.words]
    if change.is_open:
        words[-1] = "…"
    shown = [*map(_written, tokens[start : change.start]), *words, *map(_written, tokens[change.end : end])]
    if start > 0 and not _begins(tokens, start) and tokens[start].text != "all":
        shown = ["…", *(shown[1:] if shown[0] == "," else shown)]
    if not _ends(tokens, end) and shown[-1] != "…":
        shown = [*shown, "…"]
    text = ""
    for word in shown:
        text += word if not text or word in _TIGHT or text.endswith("(") else f" {word}"
    if change.words or not shown:
        return f"write `{text}`"
    gone = " ".join(map(_written, tokens[change.start : change.end]))
    return f"leave `{gone}` out: `{text}`"


def _begins(tokens: Sequence[Token], place: int) -> bool:
    """Whether a sentence begins here."""
    is_branch = tokens[place - 1].text == "(" and tokens[place - 2].text in ("then", "otherwise")
    return is_branch or tokens[place - 1].text in _ENDS


def _ends(tokens: Sequence[Token], place: int) -> bool:
    return tokens[place].kind == END or tokens[place].text in (*_ENDS, ")", "all")


def _is_open(tokens: Sequence[Token]) -> bool:
    return sum((token.text == "(") - (token.text == ")") for token in tokens) > 0


def _written(token: Token) -> str:
    return token.span.text or (token.text.capitalize() if token.text in HEADS else token.text)
