"""Reads what a person answers to `input`: a literal of the input type, and nothing more.

A literal is a number, `True` or `False`, a symbol, a string in quotes, or a tuple of those; there are no
expressions, no names and no comments, so an answer can never run anything.

    >>> from parlour.languages.bogl.check.types import PAIR
    >>> read_answer(" (2, 1) ", PAIR)
    (2, 1)
    >>> read_answer("True", PAIR).message
    'Expected an answer like (Int, Int), for example (2,1); got True. Try again'
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from parlour.core.values import Plain, Symbol
from parlour.game.error import Refused
from parlour.languages.bogl.check.types import Basic, Expanded, Tuple, has_symbol, is_enumeration, show
from parlour.languages.bogl.syntax.scanner import CAPITAL, NUMBER, STRING, scan
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.display import visible
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.source import Source
from parlour.syntax.suggest import suggest
from parlour.syntax.token import END, Token

ANSWER_LIMIT_BYTES = 64 * 1024
SHOWN_LENGTH = 40


def read_answer(text: str, kind: Expanded) -> Plain | Refused:
    """The value of an answer, if it is a literal of this type; otherwise what was expected, ready to be shown."""
    value = parse_answer(text)
    if isinstance(value, Refused):
        return value if value.reason == "too-long" else Refused("form", _expected(kind, text))
    return value if fits(value, kind) else Refused("form", _expected(kind, text))


def parse_answer(text: str) -> Plain | Refused:
    """The value of a literal, of whatever type."""
    if len(text.encode("utf-8", "surrogatepass")) > ANSWER_LIMIT_BYTES:
        return Refused("too-long", "This answer is longer than 64 KB. Try again")
    faults: list[Diagnostic] = []
    scanned = scan(Source("answer", text), faults.append)
    value = None if faults or scanned.comments else _literal(scanned.tokens)
    return (
        Refused("form", "This is not a number, a truth value, a symbol or a tuple. Try again")
        if value is None
        else value
    )


def fits(value: Plain, kind: Expanded) -> bool:
    """Whether a value belongs to a type."""
    match value:
        case bool():
            return kind.kernel is Basic.BOOL
        case int():
            return kind.kernel is Basic.INT
        case str():
            return kind.kernel is Basic.STRING
        case Symbol():
            return has_symbol(kind, value.name)
        case tuple():
            match kind.kernel:
                case Tuple(items):
                    return len(items) == len(value) and all(map(fits, value, items))
    return False


def example(kind: Expanded) -> str:
    """A literal of a type, to show what an answer looks like; empty for a type that has no literals.

    >>> from parlour.languages.bogl.check.types import INT, PLAYER, tuple_of
    >>> example(INT), example(PLAYER), example(tuple_of((tuple_of((INT, INT)), PLAYER)))
    ('2', 'A', '((2,1),A)')
    """
    return _example(kind, cycle(("2", "1")))


def _example(kind: Expanded, numbers: Iterator[str]) -> str:
    match kind.kernel:
        case Basic.INT:
            return next(numbers)
        case Basic.BOOL:
            return "True"
        case Basic.STRING:
            return '"hello"'
        case Tuple(items):
            parts = [_example(item, numbers) for item in items]
            if all(parts):
                return f"({','.join(parts)})"
    return "X" if kind.is_open else min(kind.symbols, default="")


# literal = [ "-" | "+" ] int | "True" | "False" | Name | string | "(" literal { "," literal } ")" ;
def _literal(tokens: list[Token]) -> Plain:
    """The value of the tokens; None if they are not exactly one literal.

    Walks with a stack of its own, one list for each open parenthesis.
    """
    open_tuples: list[list[Plain]] = []
    place = 0
    while True:
        token = tokens[place]
        place += 1
        sign = 1
        if token.text in ("-", "+") and tokens[place].kind == NUMBER:
            sign = -1 if token.text == "-" else 1
            token = tokens[place]
            place += 1
        value: Plain
        match token.kind, token.value:
            case _, int(number) if token.kind == NUMBER:
                value = sign * number
            case _, str(string) if token.kind == STRING:
                value = string
            case _ if token.kind == CAPITAL:
                value = Symbol(token.text)
            case _ if token.text in ("True", "False"):
                value = token.text == "True"
            case _ if token.text == "(" and len(open_tuples) < NESTING_LIMIT:
                open_tuples.append([])
                continue
            case _:
                return None
        while open_tuples:
            open_tuples[-1].append(value)
            token = tokens[place]
            place += 1
            if token.text == ",":
                break
            if token.text != ")":
                return None
            items = open_tuples.pop()
            value = tuple(items) if len(items) > 1 else items[0]
        else:
            return value if tokens[place].kind == END else None


def _expected(kind: Expanded, text: str) -> str:
    got = visible(text.strip())
    shown = got if len(got) <= SHOWN_LENGTH else f"{got[: SHOWN_LENGTH - 1]}…"
    sample = example(kind)
    message = f"Expected an answer like {show(kind)}"
    if sample:
        message += f", for example {sample}"
    message += f"; got {shown}." if shown else "; got nothing."
    near = suggest(got, kind.symbols) if is_enumeration(kind) else None
    if near is not None:
        message += f" Did you mean {near}?"
    return f"{message} Try again"
