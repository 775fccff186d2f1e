"""The kinds of tokens there are, the reserved words, and the three spellings of names.

>>> kind_of("deck"), kind_of("POP_TOP"), kind_of("Card"), kind_of("playerOne")
('<name>', '<ACTION>', '<Class>', None)
"""

from __future__ import annotations

import re

from parlour.syntax.token import NAME

CLASS = "<Class>"
ACTION = "<ACTION>"
CAPITALS = "<CAPITALS>"  # capitals and digits only: an ACTION directly after `do`, a Class everywhere else
NUMBER = "<number>"
DECIMAL = "<decimal>"
STRING = "<string>"
FORMATTED = "<f-string>"
KEYWORD = "<keyword>"
SIGN = "<sign>"
NEWLINE = "<line-end>"
INDENT = "<indentation>"
OUTDENT = "<end-of-block>"
BROKEN = "<broken>"  # stands for a value
BROKEN_OPERATOR = "<broken-operator>"

TYPE_WORDS = frozenset({"int", "float", "bool", "string", "fstring"})
KEYWORDS = TYPE_WORDS | {
    *("True", "False", "None", "const", "not", "and", "or", "is", "in", "let", "be", "with", "when", "do"),
    *("if", "elif", "else", "for", "range", "while", "pass", "times", "return", "main"),
}

_ID = re.compile(r"[a-z][a-z0-9_]*")
_ACTION = re.compile(r"[A-Z][A-Z0-9_]*")
_CLASS = re.compile(r"[A-Z][A-Za-z0-9]*")


def kind_of(word: str) -> str | None:
    """The kind of token that a word is; None if it is spelt like nothing."""
    if word in KEYWORDS:
        return KEYWORD
    if _ID.fullmatch(word):
        return NAME
    if _ACTION.fullmatch(word):
        return ACTION if "_" in word else CAPITALS
    return CLASS if _CLASS.fullmatch(word) else None


def correct(word: str, *, is_done: bool) -> tuple[str, str, str]:
    """For a word in none of the spellings: the kind it was most likely meant to be, what is wrong with it, and how it
    would be spelt, if anybody can tell. `is_done`: it stands behind `do`.

    >>> [correct(word, is_done=False)[2] for word in ("playerOne", "Draw_two")], correct("drawTwo", is_done=True)[2]
    (['player_one', 'DrawTwo'], 'DRAW_TWO')
    """
    bare = word.strip("_") or "x"
    known = bare if bare.isascii() else ""
    if is_done:
        kind, fault, meant = ACTION, "an ACTION has capitals, digits and `_` only", as_action(known)
    elif word[0].isupper():
        kind, fault, meant = CLASS, "a class has letters and digits only, a capital first", _as_class(known)
    else:
        kind, fault, meant = NAME, "a name has small letters, digits and `_` only, a letter first", _as_name(known)
    return kind, fault, "" if meant[:1].isdigit() else meant


def as_action(word: str) -> str:
    """A word as an ACTION is spelt.

    >>> as_action("push_top"), as_action("PushTop")
    ('PUSH_TOP', 'PUSH_TOP')
    """
    return _as_name(word).upper()


def _as_name(word: str) -> str:
    """In small letters, with `_` between its parts."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()


def _as_class(word: str) -> str:
    """Without `_`, each part with a capital."""
    return "".join(part[:1].upper() + part[1:] for part in word.split("_"))
