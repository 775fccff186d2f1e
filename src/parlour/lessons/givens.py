"""A learner's program with another value in the place of one of its own, to see what depends on it.

>>> with_given("game Party\\nguests : Int\\nguests = 12 -- many\\n", "bogl", {"guests": "7"})
'game Party\\nguests : Int\\nguests = 7 -- many\\n'
>>> with_given("game Party\\n", "bogl", {"guests": "7"}) is None
True
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.languages.frontend import value_of
from parlour.syntax.source import Source


def with_given(text: str, language: str, given: Mapping[str, str]) -> str | None:
    """The text with these values, or None if it does not define one of them."""
    for name, value in given.items():
        span = value_of(language, Source("program", text), name)
        if span is None:
            return None
        text = text[: span.start] + value + text[span.end :]
    return text
