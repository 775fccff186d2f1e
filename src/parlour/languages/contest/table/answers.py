"""Answers in words: a whole number, `yes` or `no`, `for` or `against`. Names are the labels of options."""

from __future__ import annotations

import re

from parlour.core import nodes
from parlour.core.ops import INT_MAX, INT_MIN
from parlour.core.values import Plain, Symbol
from parlour.game.error import Refused
from parlour.game.question import Domain

_WHOLE = re.compile(r"[+-]?[0-9]{1,19}")
_TRUTHS = {"yes": True, "y": True, "no": False, "n": False}


def read_answer(question: nodes.Question, text: str) -> Plain | Refused:
    word = text.strip()
    match question.domain:
        case nodes.Whole():
            if _WHOLE.fullmatch(word) is None or not INT_MIN <= int(word) <= INT_MAX:
                return Refused("form", "answer with a whole number")
            return int(word)
        case nodes.YesNo():
            if word.lower() not in _TRUTHS:
                return Refused("form", "answer with yes or no")
            return _TRUTHS[word.lower()]
        case nodes.OneOf(symbols):
            if word.lower() not in symbols:
                return Refused("form", f"answer with {' or '.join(symbols)}")
            return Symbol(word.lower())
    return Refused("form", "answer with a name")


def label_of(value: Plain) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Symbol():
            return value.name
    return str(value)


def domain_of(question: nodes.Question) -> Domain:
    match question.domain:
        case nodes.Whole():
            return Domain("a whole number", example="7")
        case nodes.YesNo():
            return Domain("yes or no", example="yes")
        case nodes.OneOf(symbols):
            return Domain(" or ".join(symbols), example=symbols[0])
    return Domain("a name")
