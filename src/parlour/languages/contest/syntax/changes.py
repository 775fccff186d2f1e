"""What may be wrong where a sentence cannot be read: small changes, the likeliest first, and how advice shows them.

Words to put in are those that a message expected. Where somebody must choose people, the advice has `…`. Which of the
changes helps is found by trying (`parlour.syntax.repair`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parlour.languages.contest.syntax import slips
from parlour.languages.contest.syntax.parser import ATTRIBUTE_WORDS, PEOPLE, PHASE_WORDS
from parlour.languages.contest.syntax.reader import A_COUNTER, A_GROUP
from parlour.languages.contest.syntax.repair import repaired
from parlour.languages.contest.syntax.scanner import HEADS, NUMBER, WORD, scan
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.repair import Change, Repair, missed
from parlour.syntax.source import Source
from parlour.syntax.token import END, NAME, Token

# How many tokens of the sentence are shown before and behind a change.
SHOWN = 6
# How many everyday words in a row are left out.
LONGEST_PROSE = 4

_ENDS = (".", ";", ":", "insert", *HEADS)
_TIGHT = frozenset(",;:.?)")
# Who stands in a sentence that says nobody; advice shows `…` instead.
_ANYBODY = "everyone"
# What stands for something that is missed, by what messages call it.
_MISSING = {PEOPLE: _ANYBODY, A_GROUP: "GROUP", A_COUNTER: "COUNTER"}
# What is read where advice shows `GROUP` or `COUNTER`.
_ANY_NAME = "somename"
# What goes on with a phase that could end.
_FURTHER = ("tiebroken", "except", "for", "between")

_COUNTERS = ATTRIBUTE_WORDS[1:]
# Advice that says no more than how something is written, with any counter and any number in it.
_GENERAL = re.compile(
    "|".join(re.escape(each).replace("COUNTER", r"\w+").replace(r"\ 2\ ", r"\ \d+\ ") for each in slips.GENERAL)
)


def is_general(hint: str) -> bool:
    """Whether advice is as good as an example."""
    return _GENERAL.fullmatch(hint) is not None


def changes(item: Diagnostic, source: Source) -> Iterator[Change]:
    """What could have been meant: changes that keep all words come first, and signs are left out before words."""
    tokens = _tokens(source)
    here = next((place for place, token in enumerate(tokens) if token.span.start >= item.span.start), len(tokens) - 1)
    token, before, after = tokens[here], tokens[max(here - 1, 0)], tokens[min(here + 1, len(tokens) - 1)]
    wanted = _wanted(item.title)
    never = {".", ";", "repeated", *_MISSING, *HEADS} - {"win"}
    words = [word.capitalize() if word in HEADS else word for word in wanted if word not in never]
    is_word = token.kind in (NAME, WORD) and token.text not in HEADS
    can_join = token.kind == NAME or token.text in ("with", ":")
    for word in (*words, *([] if "," in words or not can_join else [","])):
        if is_word or token.text in (",", ":"):
            yield _instead(token, word)
    for word in (*words, *(_FURTHER if "." in wanted and token.text != before.text else ())):
        yield _before(token, word)
    if is_word and before.kind in (NAME, WORD, NUMBER) and before.text not in HEADS:
        yield _turned(before, token)
    if token.text not in (";", ":", *HEADS) and after.kind in (NAME, WORD, NUMBER) and after.text not in HEADS:
        yield _turned(token, after)
    gone = [place for place in (here, here - 1) if place > 0 and _can_go(tokens, place)]
    yield from (_without(tokens[place]) for place in gone if tokens[place].kind != WORD)
    missing = _MISSING.get(wanted[0]) if wanted else None
    if missing is not None:
        shown = _counter(tokens) if missing == "COUNTER" else missing
        yield _before(token, _ANYBODY) if missing == _ANYBODY else _before(token, _ANY_NAME, shown)
    yield from (_without(tokens[place]) for place in gone if tokens[place].kind == WORD)
    for word in words:
        yield _before(token, f"{word} {_ANYBODY}", f"{word} …")
        if is_word:
            yield _instead(token, f"{word} {_ANYBODY}", f"{word} …")
    end = here + 1
    while token.kind == NAME and end < here + LONGEST_PROSE and tokens[end].kind == NAME:
        end += 1
        yield Change(token.span.start, tokens[end - 1].span.end, "")


def _tokens(source: Source) -> list[Token]:
    """The tokens of a text, without those that are told to be too many."""
    ignored: list[Diagnostic] = []
    return repaired(scan(source, ignored.append).tokens, ignored.append)


def _wanted(title: str) -> list[str]:
    """The words and signs that a message expected."""
    expected = missed(title)
    if expected == "a phase":
        return [*PHASE_WORDS, "win"]
    return [expected] if expected in _MISSING else re.findall(r"`([^`\s]+)`", expected)


def _counter(tokens: Sequence[Token]) -> str:
    """The only counter of a season."""
    known = {
        name.text
        for word, called, name in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if word.text in _COUNTERS and called.text == "called"
    }
    return known.pop() if len(known) == 1 else "COUNTER"


def _before(token: Token, word: str, shown: str | None = None) -> Change:
    start = token.span.start
    if token.kind == END:
        start = len(token.span.source.text.rstrip())  # in the line of what is read before
    return Change(start, start, f" {word} ", shown)


def _instead(token: Token, word: str, shown: str | None = None) -> Change:
    return Change(token.span.start, token.span.end, word, shown)


def _without(token: Token) -> Change:
    return Change(token.span.start, token.span.end, "")


def _turned(first: Token, second: Token) -> Change:
    between = first.span.source.text[first.span.end : second.span.start]
    return Change(first.span.start, second.span.end, f"{second.span.text}{between}{first.span.text}", turns=True)


def _can_go(tokens: Sequence[Token], place: int) -> bool:
    """Whether a token may be left out: it is no number, and divides no phases or sections."""
    token, before = tokens[place], tokens[place - 1]
    return token.kind not in (NUMBER, END) and token.text not in (".", ";", *HEADS) and before.text not in HEADS


def advice(change: Change, source: Source) -> str:
    """The sentence as it should be, around the change."""
    changed = change.of(source)
    tokens = _tokens(changed)
    first = next(place for place, token in enumerate(tokens) if token.span.end > change.start or token.kind == END)
    behind = change.start + len(change.text)
    last = next(place for place, token in enumerate(tokens) if token.span.start >= behind or token.kind == END)
    if not change.text.strip():
        last = first
    start = first
    while start > 0 and not _begins(tokens, start) and first - start < SHOWN:
        start -= 1
        if tokens[start].text == "all":
            break
    end = last
    while not _ends(tokens, end) and end - last < SHOWN:
        end += 1
    if tokens[end].text == ")" and _is_open(tokens[start:end]):
        end += 1
    new = [token.span.text for token in tokens[first:last]]
    if change.shown is not None:
        new[-1] = change.shown.split()[-1]
    shown = [
        *(token.span.text for token in tokens[start:first]),
        *new,
        *(token.span.text for token in tokens[last:end]),
    ]
    if start > 0 and not _begins(tokens, start) and tokens[start].text != "all":
        shown = ["…", *(shown[1:] if shown[0] == "," else shown)]
    if not _ends(tokens, end) and shown[-1] != "…":
        shown = [*shown, "…"]
    text = ""
    for word in shown:
        text += word if not text or word in _TIGHT or text.endswith("(") else f" {word}"
    if new or not shown:
        return f"write `{text}`"
    return f"leave `{source.text[change.start : change.end]}` out: `{text}`"


def _begins(tokens: Sequence[Token], place: int) -> bool:
    """Whether a sentence begins here."""
    is_branch = tokens[place - 1].text == "(" and tokens[place - 2].text in ("then", "otherwise")
    return is_branch or tokens[place - 1].text in _ENDS


def _ends(tokens: Sequence[Token], place: int) -> bool:
    return tokens[place].kind == END or tokens[place].text in (*_ENDS, ")", "all")


def _is_open(tokens: Sequence[Token]) -> bool:
    return sum((token.text == "(") - (token.text == ")") for token in tokens) > 0


REPAIR = Repair(is_general=is_general, proposals=changes, advice=advice, has_holes=False, has_parts=False)
