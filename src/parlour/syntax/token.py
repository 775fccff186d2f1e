"""A token: one word, number or sign of a program text, with the place where it stands.

Scanners make tokens, `cursor.py` walks over them. Kinds are written in angle brackets (`<name>`,
`<number>`, `<end>`), so that a kind can never be mistaken for a text: a variable called `number` is a
token of kind `<name>` and text `number`. The last token of every list is an `END`.

    >>> from parlour.syntax.source import Source
    >>> source = Source("game.bgl", "board 3")
    >>> [token.text for token in (Token("<name>", "board", source.span(0, 5)), end_of(source))]
    ['board', '']
"""

from __future__ import annotations

from functools import lru_cache

from parlour.dataclass import dataclass
from parlour.syntax.source import Source, Span

END = "<end>"
NAME = "<name>"
# What stands for something unreadable that the scanner has reported: in the place of a value, or of an operator.
BROKEN = "<broken>"
BROKEN_OPERATOR = "<broken-operator>"


@dataclass(frozen=True, slots=True)
class Token:
    """One token. `text` is exactly what stands in the source; `value` what it means (a number, an unquoted text)."""

    kind: str
    text: str
    span: Span
    value: object = None

    def matches(self, want: str) -> bool:
        """Whether this token has that kind (`<name>`) or, for anything else, exactly that text (`let`, `(`)."""
        return self.kind == want if is_kind(want) else self.text == want and self.kind != END


@lru_cache(maxsize=1_000)
def is_kind(want: str) -> bool:
    """Whether a pattern names a kind of token; operators such as `<>` and `<=>` are texts.

    >>> is_kind("<name>"), is_kind("<=>"), is_kind("name")
    (True, False, False)
    """
    return want.startswith("<") and want.endswith(">") and want[1:-1].replace("-", "").isalpha()


def end_of(source: Source) -> Token:
    """The token that closes every list: empty, at the very end of the text."""
    return Token(END, "", source.span(len(source.text), len(source.text)))
