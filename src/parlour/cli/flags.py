"""The flags that several verbs share, each with one meaning everywhere.

Flags about the streams (`--quiet`, `--color`, `--output`) act on the console at once; the others arrive as
arguments of the verb.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from parlour.cli.console import Console
from parlour.cli.exits import wrong_usage
from parlour.game.position import BUDGETS, LARGEST_BUDGET, Budget
from parlour.languages.frontend import LANGUAGES
from parlour.languages.options import LoadOption, Programs
from parlour.syntax.suggest import did_you_mean

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")


def _load_options() -> dict[str, tuple[LoadOption, str]]:
    """By name: an option of a language, and what it is in each language that has it."""
    found: dict[str, tuple[LoadOption, str]] = {}
    for language in LANGUAGES:
        for option in language.options:
            before = f"{found[option.name][1]}; " if option.name in found else ""
            found[option.name] = option, f"{before}{language.title}: {option.about}"
    return found


_OPTIONS = _load_options()


class Seed(click.ParamType[int]):
    """A whole number as chance takes it, of 64 bits; anything larger would be cut off silently."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < 2**64):
            self.fail(f"{text} is not a whole number from 0 to 18446744073709551615", param, ctx)
        return int(text)


def message_flags(verb: F) -> F:
    """`--quiet --color`: how to write. Every verb has them."""
    quiet = click.option(
        "-q",
        "--quiet",
        is_flag=True,
        expose_value=False,
        callback=_set_quiet,
        help="No messages but errors.",
    )
    color = click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        expose_value=False,
        is_eager=True,
        callback=_set_color,
        help="Colour the output (auto: on a terminal, unless NO_COLOR is set).",
    )
    return quiet(color(verb))


def stream_flags(verb: F) -> F:
    """`--quiet --color --output`: how and where to write."""
    output = click.option(
        "-o",
        "--output",
        metavar="FILE",
        expose_value=False,
        callback=_set_output,
        help="Write the results to FILE instead of stdout.",
    )
    return message_flags(output(verb))


def json_flag(verb: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Results as JSON, one object a line.")(verb)


def ascii_flag(verb: F) -> F:
    return click.option(
        "--ascii",
        is_flag=True,
        expose_value=False,
        callback=_set_ascii,
        help="Draw with ASCII characters only (the default where the locale is not UTF-8).",
    )(verb)


def seed_flag(verb: F) -> F:
    return click.option("--seed", type=Seed(), default=None, metavar="N", help="Where chance begins.")(verb)


def engine_flags(verb: F) -> F:
    """`--engine --budget`: what runs the program, and how much it may use."""
    engine = click.option("--engine", default="auto", metavar="NAME", help="The engine that runs it (auto: the best).")
    budget = click.option(
        "--budget",
        default=None,
        metavar="steps=N,…",
        callback=_read_budget,
        help="How much the program may use before it asks again: steps, depth, told, memory.",
    )
    return engine(budget(verb))


def game_flags(verb: Callable[..., R]) -> Callable[..., R]:
    """`--strict` and the options of the languages: together the argument `options` of the verb, as `open_game` takes
    them."""

    @wraps(verb)
    def with_options(*args: Any, **arguments: Any) -> R:
        given = {name: arguments.pop(name) for name in ("strict", *_OPTIONS)}
        return verb(*args, options=given, **arguments)

    flagged: Callable[..., R] = strict_flag(with_options)
    for name in reversed(_OPTIONS):
        flagged = option_flag(name)(flagged)
    return flagged


def option_flag(name: str) -> Callable[[F], F]:
    """The flag of a load option."""
    option, about = _OPTIONS[name]
    names = [f"--{name}", name, *([f"-{option.short}"] if option.short else ())]
    several = isinstance(option.form, Programs)
    return click.option(*names, multiple=several, metavar=option.metavar, help=f"{about}.")


def strict_flag(verb: F) -> F:
    return click.option("--strict", is_flag=True, help="Accept only what the language's manual allows, to the letter.")(
        verb
    )


def parse_budget(text: str) -> Budget:
    """Reads `steps=5000000,depth=200`; what is not named keeps its default.

    >>> parse_budget("steps=5_000_000,depth=200")
    Budget(steps=5000000, depth=200, told=1000000, memory=64000000)
    """
    known = BUDGETS
    amounts: dict[str, int] = {}
    for part in text.split(","):
        name, equals, amount = (piece.strip() for piece in part.partition("="))
        if name not in known:
            hint = did_you_mean(name, known) or "for example --budget steps=5000000,depth=20000"
            raise wrong_usage(f"--budget: there is no budget called {name}; there is {', '.join(known)}", hint)
        digits = amount.replace("_", "")
        if not (equals and digits.isascii() and digits.isdigit() and digits.strip("0")):
            raise wrong_usage(f"--budget: {name} needs a whole number above 0", f"for example --budget {name}=5000000")
        most: int = getattr(LARGEST_BUDGET, name)
        # Python itself refuses to read thousands of digits.
        significant = digits.lstrip("0")
        if len(significant) > len(str(most)) or int(significant) > most:
            raise wrong_usage(f"--budget: {name} is at most {most}")
        amounts[name] = int(significant)
    return Budget(**amounts)


def _read_budget(ctx: click.Context, param: click.Parameter, value: str | None) -> Budget | None:
    return None if value is None else parse_budget(value)


def _console(ctx: click.Context) -> Console:
    console = ctx.find_object(Console)
    assert console is not None
    return console


def _set_quiet(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    _console(ctx).is_quiet = value


def _set_color(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    _console(ctx).color = value


def _set_ascii(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        _console(ctx).is_ascii = True


def _set_output(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        _console(ctx).send_output_to(value)
