"""One message for one mistake: what is found only because of an error before it is not told.

    >>> from parlour.syntax.diagnostic import Kind, Label
    >>> source = Source("demo", "f(x:\\n  y = x;\\ng = z")
    >>> def error(title: str, start: int, kind: Kind) -> Diagnostic:
    ...     return Diagnostic("XX001", title, (Label(source.span(start, start + 1)),), kind=kind)
    >>> found = [error("expected `)`", 3, "syntax"), error("there is no `;`", 12, "syntax")]
    >>> [item.title for item in without_echoes([*found, error("there is no `z`", 18, "static")])]
    ['expected `)`']

A parser goes on after an error as well as it can, and then meets what it would not have met: the second half of a line,
a bracket whose partner was in what it passed over, a block whose first line means nothing, names whose definition could
not be read. So the errors of a text are told in the order in which people mend them:

- errors of form before those of meaning: while there is one of form, nobody knows what the text means;
- one error of form for each line, the most particular one (that something else was `expected` says least), with all
  the places in the line where the same is wrong;
- none in the block below a line that has one, which is the lines that are indented more, with what closes it, and none
  in the next line where that goes on with it;
- `structure` are the codes of messages about blocks and brackets: none behind any other error of form;
- of errors of meaning where one part of a line lies in another the one about the inner part: what is around it has no
  meaning because of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import pairwise

from parlour.syntax.diagnostic import Diagnostic, is_again
from parlour.syntax.source import Source

# A line that closes the block before it, or goes on with it.
_CLOSES = re.compile(r"[)\]}]|(?:else|elif|then|in|do)\b")
# A line that goes on with an expression.
_GOES_ON = re.compile(r"[^\w\s'\"(\[{#@]|(?:and|or)\b")


def without_echoes(found: Iterable[Diagnostic], structure: Collection[str] = ()) -> list[Diagnostic]:
    """What is worth telling of what was found in a text and the files that it reads, in the same order."""
    everything = list(found)
    errors = [item for item in everything if item.is_error and item.kind == "syntax"]
    if not errors:
        return _innermost(everything)
    told: list[Diagnostic] = []
    closes_at = -1  # the first line behind what the error told last excuses
    last = -1  # the line of the error before
    errors.sort(key=lambda item: (item.span.source.name, item.span.line, _is_vague(item), item.span.start))
    for item in errors:
        line, is_other = item.span.line, bool(told) and told[-1].span.source is not item.span.source
        if not told or is_other:
            is_new = True
        else:
            goes_on = line == last + 1 and _GOES_ON.match(item.span.source.line_text(line).lstrip())
            is_new = line >= closes_at and item.code not in structure and not (goes_on and _is_vague(item))
        if is_new:
            told.append(item)
            closes_at = _end_of_block(item.span.source, line)
        elif is_again(item, told[-1]):
            told.append(item)  # shown as one, with all its places
        last = line
    kept = {id(item) for item in told}
    return [item for item in everything if item.kind == "syntax" and (not item.is_error or id(item) in kept)]


def _innermost(found: list[Diagnostic]) -> list[Diagnostic]:
    """What was found, without errors about a part of a line in which another one points at a smaller part."""
    lines: dict[tuple[Source, int], list[Diagnostic]] = {}
    for item in found:
        if item.is_error:
            lines.setdefault((item.span.source, item.span.line), []).append(item)
    around: set[int] = set()
    for beside in lines.values():
        # The outer ones first: those that are open where another one begins lie around it.
        beside.sort(key=lambda item: (item.span.start, -item.span.end))
        for outer, inner in pairwise(beside):
            if outer.span != inner.span and inner.span.end <= outer.span.end:
                around.add(id(outer))
    return [item for item in found if id(item) not in around]


def _is_vague(item: Diagnostic) -> bool:
    return item.title.startswith("expected ") or "is a reserved word" in item.title


def _end_of_block(source: Source, number: int) -> int:
    """The first line behind the block that begins with this one."""
    depth = _indentation(source.line_text(number))
    for further in range(number + 1, len(source.line_starts) + 1):
        line = source.line_text(further)
        if not line.strip() or _indentation(line) > depth:
            continue
        if _indentation(line) < depth or not _CLOSES.match(line.lstrip()):
            return further
    return len(source.line_starts) + 1


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
