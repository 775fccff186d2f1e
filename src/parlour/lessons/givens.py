"""A learner's program with another value in the place of one of its own, to see what depends on it.

>>> with_given("game Party\\nguests : Int\\nguests = 12 -- many\\n", "bogl", {"guests": "7"})
'game Party\\nguests : Int\\nguests = 7 -- many\\n'
>>> with_given("game Party\\n", "bogl", {"guests": "7"}) is None
True
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.syntax.source import Source, Span

LANGUAGES = ("bogl", "tgdl")


def with_given(text: str, language: str, given: Mapping[str, str]) -> str | None:
    """The text with these values, or None if it does not define one of them."""
    for name, value in given.items():
        source = Source("program", text)
        span = _value_in_bogl(source, name) if language == "bogl" else _value_in_tgdl(source, name)
        if span is None:
            return None
        text = text[: span.start] + value + text[span.end :]
    return text


def _value_in_bogl(source: Source, name: str) -> Span | None:
    """Where the value of `name = value` stands."""
    from parlour.languages.bogl.syntax.parser import parse_program
    from parlour.languages.bogl.syntax.tree import ValueDefinition, ValueEquation

    for item in parse_program(source)[0].definitions:
        match item:
            case ValueDefinition(name=ident, equation=ValueEquation(value=value)) if ident.text == name:
                return value.span
    return None


def _value_in_tgdl(source: Source, name: str) -> Span | None:
    """Where the value of the first `name = value;` stands."""
    from parlour.languages.tgdl.syntax.scanner import scan

    tokens = scan(source, lambda _: None).tokens
    for at in range(len(tokens) - 2):
        if tokens[at].text == name and tokens[at + 1].text == "=":
            end = next((token for token in tokens[at + 2 :] if token.text == ";"), None)
            return None if end is None else source.span(tokens[at + 2].span.start, end.span.start)
    return None
