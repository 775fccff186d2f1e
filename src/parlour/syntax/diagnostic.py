"""Errors and warnings as data: what a checker found, before anybody turns it into prose on a screen.

A `Diagnostic` says what is wrong (title, text), where (labels, the first one primary) and what to do
(hint). Codes are stable, two letters for the language and three digits; each has a page of its own
(`parlour explain BG012`). Severity `warning` never stops a program.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from parlour.dataclass import dataclass
from parlour.syntax.source import Span

Severity = Literal["error", "warning"]
Kind = Literal["syntax", "static", "type"]


@dataclass(frozen=True, slots=True)
class Label:
    """A place in the text, with what is to be said about it (may be empty)."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about a program text.

    `title` is one line in the language's own words; `text` may add a paragraph; `labels[0]` is the place
    that `file:line:column` names, further labels point to the other places that matter.
    """

    code: str
    title: str
    labels: tuple[Label, ...]
    hint: str = ""
    text: str = ""
    severity: Severity = "error"
    kind: Kind = "static"

    @property
    def span(self) -> Span:
        return self.labels[0].span

    @property
    def is_error(self) -> bool:
        return self.severity == "error"


class Diagnostics(Exception):
    """Raised by `load` when the text has errors; carries all of them, warnings included, in source order."""

    def __init__(self, found: Iterable[Diagnostic]) -> None:
        self.found: tuple[Diagnostic, ...] = in_order(found)
        errors = [item for item in self.found if item.is_error]
        first = errors[0] if errors else self.found[0]
        line, column = first.span.source.position(first.span.start)
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{first.span.source.name}:{line}:{column}: error[{first.code}]: {first.title}{more}")


# How far back a repetition is looked for, and how many places of one mistake are shown besides the first.
NEIGHBOURS = 4
MOST_PLACES = 6


def in_order(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The same findings by file and place, exact repetitions dropped; what is wrong several times in a line in the same
    way is told once, with its places: a few of them, where there are thousands."""
    unique = sorted(dict.fromkeys(found), key=lambda item: (item.span.source.name, item.span.start, item.code))
    told: list[list[Diagnostic]] = []
    for item in unique:
        same = next((others for others in reversed(told[-NEIGHBOURS:]) if is_again(item, others[0])), None)
        if same is None:
            told.append([item])
        else:
            same.append(item)
    return tuple(_joined(same) for same in told)


def is_again(item: Diagnostic, first: Diagnostic) -> bool:
    """Whether two findings are the same mistake twice in a line. The advice for a wrong sign may name what stands
    beside it: that of the first place does for all."""
    if len(item.labels) > 1 or first.span.source is not item.span.source or first.span.line != item.span.line:
        return False
    hint = first.hint if item.kind == "syntax" else item.hint
    is_same = replace(item, labels=(), hint=hint) == replace(first, labels=())
    return is_same and item.labels[0].text == first.labels[0].text


def _joined(same: Sequence[Diagnostic]) -> Diagnostic:
    """One mistake that was made several times in a line."""
    first, *others = same
    places = [Label(item.span, "also here") for item in others[:MOST_PLACES]]
    left = len(others) - len(places)
    if left:
        times = "once more" if left == 1 else f"{left:,} more times"
        places[-1] = replace(places[-1], text=f"also here, and {times} in this line")
    return replace(first, labels=(*first.labels, *places)) if places else first
