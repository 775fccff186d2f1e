"""TGDL: the tabletop game description language, where events, decks, tiles, turns and live objects are words.

`read` is the language's whole story: parse → check → lower; `check` stops before the last step, and `format` goes
another way after the first: parse → print.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.languages.frontend import NothingToRun, Rules, formatted
from parlour.languages.options import Options
from parlour.languages.tgdl import codes
from parlour.languages.tgdl.syntax import tree
from parlour.languages.tgdl.syntax.parser import parse_program
from parlour.languages.tgdl.syntax.reader import BEFORE_IT
from parlour.syntax.diagnostic import Diagnostic, Diagnostics, in_order
from parlour.syntax.echoes import without_echoes
from parlour.syntax.recursion import deep_passes
from parlour.syntax.repair import Repair
from parlour.syntax.source import Source, Span

# What stands in the wrong place because of what could not be read before it.
STRUCTURE = frozenset({codes.MISPLACED})

# What may be missing or wrong in a line, the likeliest first.
REPAIR = Repair(
    (";", ")", "}", "{", "=", ",", "(", ".", "==", "()", "return", ">", "<", "]", "[", "+", '"'),
    is_general=lambda hint: hint == BEFORE_IT,
)

if TYPE_CHECKING:
    from parlour.languages.tgdl.check.meaning import Checked


@deep_passes()
def check(source: Source, options: Options) -> tuple[Diagnostic, ...]:
    """All that was found in the text, in order."""
    return in_order(_checked(source, options)[1])


@deep_passes()
def read(source: Source, options: Options) -> Rules:
    """The game of a program without errors."""
    from parlour.languages.tgdl.lower.lower import rules_of

    checked, found = _checked(source, options)
    if checked is None or any(item.is_error for item in found):
        raise Diagnostics(found)
    if checked.setup is None:
        raise NothingToRun(f"{source.name} has no setup: it is a component, for games to import")
    if checked.players is None:
        raise NothingToRun(f"{source.name} does not say how many play: give --players N, or write `players N;`")
    given = options.whole("players")
    if given is not None and given != checked.players:
        title = f"{source.name} is a game for {checked.players} players, not for {given}"
        raise NothingToRun(f"{title}: leave out --players, or `players {checked.players};`")
    return rules_of(checked, options, tuple(found))


@deep_passes()
def format(source: Source) -> str:
    """The text in its canonical layout."""
    from parlour.languages.tgdl.syntax.printer import print_program

    return formatted(source, parse_program, print_program, codes.TEXT_TOO_LARGE, REPAIR)


def value_of(source: Source, name: str) -> Span | None:
    """Where the value of the first `name = value;` stands."""
    from parlour.languages.tgdl.syntax.scanner import scan

    tokens = scan(source, lambda _: None).tokens
    for at in range(len(tokens) - 2):
        if tokens[at].text == name and tokens[at + 1].text == "=":
            end = next((token for token in tokens[at + 2 :] if token.text == ";"), None)
            return None if end is None else source.span(tokens[at + 2].span.start, end.span.start)
    return None


def is_main(source: Source) -> bool:
    """A file with neither `game` nor `setup` is a component."""
    program, _ = parse_program(source)
    return any(isinstance(item, tree.Game | tree.Setup) for item in program.items)


def _checked(source: Source, options: Options) -> tuple[Checked | None, list[Diagnostic]]:
    """The checked game, and what was found in it, each mistake once."""
    return REPAIR.checked(
        source, lambda text: parse_program(text, strict=options.strict), lambda text: _found(text, options)
    )


def _found(source: Source, options: Options) -> tuple[Checked | None, list[Diagnostic]]:
    from parlour.languages.tgdl.check.checker import check_program

    program, found = parse_program(source, strict=options.strict)
    if any(item.code == codes.TEXT_TOO_LARGE for item in found):
        return None, found
    checked, problems = check_program(program, options.files, players=options.whole("players"), strict=options.strict)
    return checked, without_echoes([*found, *problems], STRUCTURE)
