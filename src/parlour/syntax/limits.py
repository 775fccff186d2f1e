"""How large a program text may be, for all languages the same.

The limits are far above any honest program and keep a hostile one from exhausting time, memory or the
stack. Each check returns a `Diagnostic` with the code its caller gives, or None when all is well.
"""

from __future__ import annotations

from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Source, Span

NESTING_LIMIT = 100
# A bracket can hold operators of every strength, each a level of the tree. Whoever walks over a tree by recursion may
# count on its being no deeper than this.
HEIGHT_LIMIT = 200
SIZE_LIMIT_BYTES = 1_000_000
DIGIT_LIMIT = 18  # the longest run of digits of which every one fits into 64 bits


def check_size(source: Source, code: str) -> Diagnostic | None:
    """A text of more than 1 MB (as UTF-8) is not read at all."""
    size = len(source.text.encode("utf-8", "surrogatepass"))
    if size <= SIZE_LIMIT_BYTES:
        return None
    return Diagnostic(
        code,
        "this text is larger than 1 MB",
        (Label(source.span(0, 0), f"it has {size:,} bytes"),),
        hint="a game of this size is usually data by mistake: check that this is the right file",
        kind="syntax",
    )


def check_digits(literal: Span, code: str) -> Diagnostic | None:
    """A number written with more than 18 digits does not fit; signs, points and separators do not count."""
    digits = sum(character.isdigit() for character in literal.text)
    if digits <= DIGIT_LIMIT:
        return None
    return Diagnostic(
        code,
        f"this number has more than {DIGIT_LIMIT} digits",
        (Label(literal, f"{digits} digits"),),
        hint=f"the largest number that can be written is {'9' * DIGIT_LIMIT}",
        kind="syntax",
    )
