"""Words of a language that are misspelt, `whlie` for `while`: told as what they are, and read as what they mean.

Only the grammar can say so: where a name stands and a word would make sense, and nowhere else in the text is there such
a name.

>>> from parlour.syntax.source import Source
>>> source = Source("demo", "whlie x whit whit")
>>> tokens = [Token(NAME, source.text[a:b], source.span(a, b)) for a, b in ((0, 5), (6, 7), (8, 12), (13, 17))]
>>> found = []
>>> fitting = lambda index: ["while"] if index in (0, 2) else []
>>> read = in_right_spelling(tokens, fitting, "<keyword>", "XX010", "Demo", found.append)
>>> [token.text for token in read], found[0].title, found[0].hint
(['while', 'x', 'whit', 'whit'], '`whlie` is no word of Demo', 'Did you mean `while`?')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace

from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.suggest import suggest
from parlour.syntax.token import NAME, Token

Report = Callable[[Diagnostic], object]

# Comparing words costs time; a text with so many names in the place of words gets no more advice about them.
MOST_COMPARED = 2_000


def in_right_spelling(
    tokens: Sequence[Token],
    fitting: Callable[[int], Iterable[str]],
    kind: str,
    code: str,
    language: str,
    report: Report,
    names: Set[str] = frozenset(),
) -> list[Token]:
    """The tokens with every name that is almost a word replaced by it, of this kind, wherever the name stands.
    `fitting`: the words that could stand in the place of the name at this index; `names`: those of them that are words
    only in their place, and stay names."""
    read = list(tokens)
    meant: dict[str, list[tuple[int, str]]] = {}
    compared = 0
    for index, token in enumerate(tokens):
        if token.kind != NAME or compared >= MOST_COMPARED:
            continue
        words = list(fitting(index))
        compared += bool(words)
        word = suggest(token.text, words)
        if word is not None and word.casefold() != token.text.casefold():  # `If` is told by `casing`
            meant.setdefault(token.text, []).append((index, word))
    if not meant:
        return read
    uses = Counter(token.text for token in tokens)
    for text, places in meant.items():
        if uses[text] != len(places):
            continue  # elsewhere it is a name
        for index, word in places:
            read[index] = replace(tokens[index], kind=NAME if word in names else kind, text=word)
        first, word = places[0]
        label = Label(tokens[first].span, f"here, and {len(places) - 1} more" if len(places) > 1 else "")
        hint = f"Did you mean `{word}`?"
        report(Diagnostic(code, f"`{text}` is no word of {language}", (label,), hint=hint, kind="syntax"))
    return read
