"""Real programs in, what became of them out: small tools for the tests that run AllHandsOnDeck."""

from __future__ import annotations

from textwrap import dedent, indent

import parlour
from parlour.game.error import GameError
from parlour.game.position import Position, Status, Step
from parlour.game.view import Told
from parlour.languages.allhandsondeck.frontend import check
from parlour.languages.options import Options
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Source

FILE = "test.ah"


def program_of(text: str) -> str:
    """A program; statements alone become the body of an ACTION that main does."""
    text = dedent(text).strip("\n") + "\n"
    lines = text.split("\n")
    if any(line.startswith("main:") for line in lines):
        return text
    first = next((n for n, line in enumerate(lines) if line.startswith(("let ", "when ", "# decl"))), len(lines))
    body = indent("\n".join(lines[:first]), "    ")
    return f"main:\n    do TEST\nwhen do TEST:\n{body}\n" + "\n".join(lines[first:])


def load(text: str, *, strict: bool = False) -> parlour.Game:
    return parlour.load(program_of(text), language="allhandsondeck", name=FILE, strict=strict)


def play(text: str, *answers: str, seed: int = 0) -> Position:
    """The position that the answers lead to; every one of them must be taken."""
    position = load(text).start(seed, engine="python")
    for answer in answers:
        question = position.questions[0]
        value = position.read_answer(question, answer)
        assert not isinstance(value, parlour.Refused), value
        assert isinstance(position.answer(question, value), Step)
    return position


def lines_of(position: Position) -> list[str]:
    log = position.view(None).log
    assert all(isinstance(told, Told) for told in log)
    return "".join(told.text for told in log).split("\n")[:-1]


def printed(text: str, *answers: str, seed: int = 0) -> list[str]:
    """The lines that a program prints; it must come to its end."""
    position = play(text, *answers, seed=seed)
    assert position.status is Status.OVER, (position.status, position.error)
    return lines_of(position)


def values(*expressions: str, given: str = "", seed: int = 0) -> list[str]:
    """What expressions print, in a program with these declarations."""
    body = "\n".join(f"print({expression})" for expression in expressions)
    return printed(f"{body}\n# declarations\n{dedent(given)}", seed=seed)


def failure(text: str, *answers: str, seed: int = 0) -> GameError:
    position = play(text, *answers, seed=seed)
    assert position.status is Status.FAILED and position.error is not None, (position.status, lines_of(position))
    return position.error


def found(text: str, *, strict: bool = False) -> list[Diagnostic]:
    """All findings of the checker in a text."""
    return list(check(Source(FILE, program_of(text)), Options(strict=strict)))


def codes(text: str, *, strict: bool = False) -> list[str]:
    return [item.code for item in found(text, strict=strict)]


def the_error(text: str, *, strict: bool = False) -> Diagnostic:
    """The one error of a text."""
    errors = [item for item in found(text, strict=strict) if item.is_error]
    assert len(errors) == 1, [(item.code, item.title) for item in errors]
    return errors[0]
