"""Short ways to read AllHandsOnDeck text in tests."""

from __future__ import annotations

from parlour.languages.allhandsondeck.syntax.parser import parse_program
from parlour.languages.allhandsondeck.syntax.scanner import scan
from parlour.languages.allhandsondeck.syntax.tree import Declaration, Evaluate, Expr, Main, Program, Statement
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source


def tokens(text: str) -> list[str]:
    """The tokens of a text without errors: their texts, and in angle brackets those that have none."""
    found: list[Diagnostic] = []
    read = scan(Source("demo.ah", text), found.append).tokens
    assert found == [], [item.title for item in found]
    return [token.text or token.kind for token in read]


def kinds(text: str) -> list[str]:
    return [token.kind for token in scan(Source("demo.ah", text), lambda _: None).tokens]


def found_in(text: str, *, strict: bool = False) -> list[tuple[str, int]]:
    """Code and line of all that reading a text finds."""
    return [(item.code, item.span.line) for item in parse_program(Source("demo.ah", text), strict=strict)[1]]


def program(text: str) -> Program:
    """A program in which nothing is wrong."""
    read, found = parse_program(Source("demo.ah", text))
    assert found == [], [item.title for item in found]
    assert read.is_sound
    return read


def declaration(text: str) -> Declaration:
    [read] = program(text).declarations
    return read


def statement(text: str) -> Statement:
    """The one statement of a main."""
    main = declaration("main:\n" + "".join(f"    {line}\n" for line in text.split("\n")))
    assert isinstance(main, Main)
    [read] = main.body.statements
    return read


def expression(text: str) -> Expr:
    read = statement(text)
    assert isinstance(read, Evaluate)
    return read.value


def outline(expr: object) -> object:
    """A tree in short: the name of each node with its parts, and whatever is not a node as it is."""
    if isinstance(expr, tuple):
        return tuple(outline(part) for part in expr)
    if not hasattr(expr, "span"):
        return expr
    parts = [outline(getattr(expr, name)) for name in expr.__match_args__ if name not in ("span", "has_parentheses")]
    if type(expr).__name__ in ("Number", "Variable", "Ident", "Text", "Decimal", "Truth"):
        return parts[0]
    return (type(expr).__name__, *parts)
