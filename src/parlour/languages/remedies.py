"""What to do where a running program divided by 0 or looked outside a list, in the words of its author.

Four of the languages have `if`, `/`, `%` and square brackets, and say both with the words of the engines.

    >>> from parlour.syntax.source import Source
    >>> text = "code / (row - 1)"
    >>> remedy(GameError("runtime", "zero", "Division by zero", Source("g", text).span(0, len(text))))
    '`row - 1` is 0 here: ask with `if` before it divides'
"""

from __future__ import annotations

import re

from parlour.game.error import GameError

# How engines say that a list has no such element.
_OUTSIDE = re.compile(r"Index -?\d+ is outside: there are (\d+) elements, counted from 0")
_DIVIDING = re.compile(r"//|[/%]")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
# How much of an expression advice repeats.
_SHOWN = 40


def remedy(error: GameError) -> str:
    """What to try; empty if the failure is another one."""
    text = "" if error.span is None else _closed(" ".join(error.span.text.split()))
    if error.code == "zero":
        return _divided(text)
    outside = _OUTSIDE.fullmatch(error.message)
    return "" if outside is None else _beyond(text, int(outside[1]))


def _divided(text: str) -> str:
    """Of the one division in an expression, the divisor."""
    places = [found.end() for found in _DIVIDING.finditer(text) if _depth(text[: found.start()]) == 0]
    divisor = _operand(text[places[0] :].strip()) if len(places) == 1 else ""
    if not 0 < len(divisor) <= _SHOWN:
        return "ask with `if` before it divides, whether the divisor is 0"
    return f"`{divisor}` is 0 here: ask with `if` before it divides"


def _operand(text: str) -> str:
    """What stands at the beginning: a name with all that belongs to it, or what is in parentheses."""
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] in "_.!([" or (text[end] == "-" and end == 0)):
        end += _length_in_brackets(text[end:]) if text[end] in _CLOSING else 1
    return text[1 : end - 1].strip() if text[:1] == "(" and _length_in_brackets(text) == end else text[:end]


def _beyond(text: str, length: int) -> str:
    """Of `list[index]`, what the index may be."""
    starts = (place for place in range(1, len(text)) if text[place] == "[")
    opening = next((place for place in starts if _length_in_brackets(text[place:]) == len(text) - place), 0)
    is_shown = opening > 0 and len(text) <= _SHOWN
    held = f"`{text[:opening]}`" if is_shown else "the list"
    if length == 0:
        return f"{held} is empty: ask with `if` before it is looked at"
    last = f"`{text[:opening]}[{length - 1}]`" if is_shown else f"number {length - 1}"
    index = f"`{text[opening + 1 : -1]}`" if is_shown else "the index"
    return f"the last one is {last}: ask with `if` before, whether {index} is from 0 to {length - 1}"


def _closed(text: str) -> str:
    """The text with the parentheses closed that the span of an expression leaves out."""
    return text + ")" * (text.count("(") - text.count(")"))


def _depth(text: str) -> int:
    return sum((sign in "([{") - (sign in ")]}") for sign in text)


def _length_in_brackets(text: str) -> int:
    """How long it is up to the bracket that closes the first one."""
    return next((end for end in range(1, len(text) + 1) if _depth(text[:end]) == 0), len(text))
