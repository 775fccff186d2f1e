"""Words and signs that were written twice, `of of`: told as what they are, and read once.

A slip of the fingers, or of whoever moved a part of a line. Only the grammar knows what may stand twice in a row.

>>> from parlour.syntax.source import Source
>>> source, found = Source("demo", "vote by by all all"), []
>>> places = (0, 4), (5, 7), (8, 10), (11, 14), (15, 18)
>>> tokens = [Token("<word>", source.text[a:b], source.span(a, b)) for a, b in places]
>>> read = without_doubled(tokens, lambda index: tokens[index].text == "by", "XX010", found.append)
>>> [token.text for token in read], found[0].title, found[0].hint
(['vote', 'by', 'all', 'all'], '`by` stands here twice', 'leave one of them out')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.token import Token


def without_doubled(
    tokens: Sequence[Token], is_slip: Callable[[int], bool], code: str, report: Callable[[Diagnostic], object]
) -> list[Token]:
    """The tokens without those that repeat the one before, in the same line, where that `is_slip` (by their index);
    each of them is told."""
    read: list[Token] = []
    for index, token in enumerate(tokens):
        before = tokens[index - 1] if index else None
        is_again = before is not None and before.text == token.text and before.kind == token.kind and bool(token.text)
        if before is None or not is_again or before.span.line != token.span.line or not is_slip(index):
            read.append(token)
            continue
        title = f"`{token.span.text}` stands here twice"
        report(Diagnostic(code, title, (Label(token.span),), hint="leave one of them out", kind="syntax"))
    return read
