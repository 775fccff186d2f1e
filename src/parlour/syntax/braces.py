"""Where a `}` is missing, or is one too many: what people see at once by the indentation, and a parser only at the end.

    group Row (Boards.Line(5)) {
        int n;
                                    <- here
    group Stone (Piece) {

A line that begins no further to the right than the line of an open brace comes after the block, unless it begins with
its `}`. That is a guess, so it is made only for a text whose braces do not fit, and whose blocks are indented as far as
it has been read: for one that has all braces in the right places, the layout means nothing.

    >>> from parlour.syntax.source import Source
    >>> source = Source("demo", "a {\\n  b\\nc {\\n}\\n")
    >>> tokens = [Token("<word>", source.text[at], source.span(at, at + 1)) for at in (0, 2, 6, 8, 10, 12)]
    >>> missing = missing_brace(tokens)
    >>> tokens[missing.opened].span.line, tokens[missing.before].text
    (1, 'c')
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.dataclass import dataclass
from parlour.syntax.token import Token


@dataclass(frozen=True, slots=True)
class MissingBrace:
    """The index of the `{` that is never closed, and that of the token before which the `}` belongs."""

    opened: int
    before: int


def missing_brace(tokens: Sequence[Token]) -> MissingBrace | None:
    """The first `{` whose block has ended by the indentation of the text, if there are more `{` than `}`."""
    texts = [token.text for token in tokens]
    if texts.count("{") <= texts.count("}"):
        return None
    open_blocks: list[tuple[int, int]] = []  # the index of the brace, and the column where its line begins
    line, margin = 0, 0
    for index, token in enumerate(tokens):
        if token.span.line > line:
            is_first = index > 0 and tokens[index - 1].text == "{"
            line, margin = token.span.line, token.span.column
            # A closing brace stands under the beginning of its line, anything else of the block further to the right.
            inside = margin + 1 if token.text in ("{", "}") else margin
            if token.text and open_blocks and inside <= open_blocks[-1][1]:
                return None if is_first else MissingBrace(open_blocks[-1][0], index)
        if token.text == "{":
            open_blocks.append((index, margin))
        elif token.text == "}" and open_blocks:
            open_blocks.pop()
    return None


def extra_brace(tokens: Sequence[Token]) -> int | None:
    """The index of the first `}` that begins a line further to the right than the line of the `{` that it closes, if
    there are more `}` than `{`, all before it stand under the beginning of theirs, and the last line that is not
    further to the right begins with a `}`, too: behind any other line, a `{` may be missing."""
    texts = [token.text for token in tokens]
    if texts.count("}") <= texts.count("{"):
        return None
    open_blocks: list[int] = []  # the columns where their lines begin
    first_words: dict[int, str] = {}  # those of the lines before, by their columns
    line, margin = 0, 0
    for index, token in enumerate(tokens):
        is_first = token.span.line > line
        if is_first:
            line, margin = token.span.line, token.span.column
        if token.text == "{":
            open_blocks.append(margin)
        elif token.text == "}" and open_blocks:
            under = open_blocks.pop()
            if is_first and margin != under:
                return index if margin > under and first_words.get(margin) == "}" else None
        if is_first:
            first_words = {column: word for column, word in first_words.items() if column < margin}
            first_words[margin] = token.text
    return None
