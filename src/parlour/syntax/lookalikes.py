"""Characters that look like the right ones: what a word processor, a web page or another keyboard puts in.

`plain_text` turns a text into one of the same length with these replaced, so that a scanner can read on
and point at the wrong character in the original. Letters of other alphabets are not replaced: a name may
be written in any of them. Where such a name is unknown, `latin_twin` tells whether it only looks known.

    >>> plain_text("ｌｅｔ x = “hi” – 1")
    'let x = "hi" - 1'
    >>> latin_twin("\N{CYRILLIC CAPITAL LETTER A}")
    'A'
"""

from __future__ import annotations

import unicodedata

# Replaced one for one; what Unicode itself calls a variant of an ASCII character is added by `_plain`.
_SIGNS = {
    "“": '"',
    "”": '"',
    "„": '"',
    "‟": '"',
    "«": '"',
    "»": '"',
    "‘": "'",
    "’": "'",
    "‛": "'",
    "′": "'",
    "´": "'",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "–": "-",
    "−": "-",
    "×": "*",
    "∗": "*",
    "·": "*",
    "÷": "/",
    "⁄": "/",
    "∕": "/",
    "∶": ":",
    "∣": "|",
    "ǀ": "|",
    "\N{GREEK QUESTION MARK}": ";",
    "‚": ",",
    "،": ",",
}

# Word processors make it out of two hyphens.
LONG_DASHES = "—―"

# Zero-width characters: nobody can see them, and they tear a name apart.
INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\ufeff"

_TWINS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеіјорсухѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧοιν",  # Cyrillic, then Greek
    "ABESIJKMHOPCTYXaeijopcyxsABEZHIKMNOPTYXoiv",
)


def plain_text(text: str) -> str:
    """The same text with every look-alike of an ASCII character replaced by that character."""
    if text.isascii():
        return text
    return text.translate({ord(character): _plain(character) for character in set(text) if not character.isascii()})


def _plain(character: str) -> str:
    sign = _SIGNS.get(character)
    if sign is not None:
        return sign
    variant = unicodedata.normalize("NFKC", character)
    return variant if len(variant) == 1 and variant.isascii() and not variant.isspace() else character


def latin_twin(name: str) -> str:
    """The Latin name that a name with Cyrillic or Greek letters looks like; the name itself if it has none."""
    return name.translate(_TWINS)


def name_of(character: str) -> str:
    """What a character is called, for a message: `U+037E GREEK QUESTION MARK`."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()
