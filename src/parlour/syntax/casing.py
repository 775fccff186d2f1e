"""Words of a language in the wrong letters, `If` for `if`: they are told once each, and read as what they mean.

>>> from parlour.syntax.source import Source
>>> source = Source("demo", "If x If")
>>> tokens = [Token(NAME, source.text[a:b], source.span(a, b)) for a, b in ((0, 2), (3, 4), (5, 7))]
>>> found = []
>>> read = in_right_case(tokens, {"if": "if"}, "<keyword>", "XX018", found.append)
>>> [token.text for token in read], found[0].title, found[0].labels[0].text
(['if', 'x', 'if'], '`If` is written `if`', 'here, and 1 more')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace

from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.token import NAME, Token

Report = Callable[[Diagnostic], object]


def folded(words: Iterable[str]) -> dict[str, str]:
    """Words by what they have in common with themselves in other letters.

    >>> folded(["None", "if"])
    {'none': 'None', 'if': 'if'}
    """
    return {word.casefold(): word for word in words}


def in_right_case(
    tokens: Sequence[Token],
    meant: Mapping[str, str],
    kind: str,
    code: str,
    report: Report,
    is_name: Callable[[int], bool] = lambda _: False,
    name_kinds: Set[str] = frozenset({NAME}),
) -> list[Token]:
    """The tokens with every name that is a word of the language but for its case (`folded`) replaced by that word, of
    this kind. `is_name`: the token at this index is a name after all. `name_kinds`: the kinds of names there are."""
    read = list(tokens)
    places: dict[str, list[Token]] = {}
    for index, token in enumerate(tokens):
        word = meant.get(token.text.casefold()) if token.kind in name_kinds else None
        if word is None or word == token.text or is_name(index):
            continue
        read[index] = replace(token, kind=kind, text=word)
        places.setdefault(token.text, []).append(token)
    for text, used in places.items():
        word = meant[text.casefold()]
        label = Label(used[0].span, f"here, and {len(used) - 1} more" if len(used) > 1 else "")
        hint = f"upper and lower case count: write `{word}`"
        report(Diagnostic(code, f"`{text}` is written `{word}`", (label,), hint=hint, kind="syntax"))
    return read
