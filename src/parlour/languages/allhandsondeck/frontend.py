"""AllHandsOnDeck: an object-oriented, dynamically typed language for card games.

`read` is the language's whole story: parse → check → lower; `check` stops before the last step, and `format` goes
another way after the first: parse → print.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax import tree
from parlour.languages.allhandsondeck.syntax.parser import NOTHING_BETWEEN, parse_program
from parlour.languages.frontend import Rules, formatted
from parlour.languages.options import Options
from parlour.syntax.diagnostic import Diagnostic, Diagnostics, in_order
from parlour.syntax.echoes import without_echoes
from parlour.syntax.recursion import deep_passes
from parlour.syntax.repair import Repair
from parlour.syntax.source import Source, Span

if TYPE_CHECKING:
    from parlour.languages.allhandsondeck.check.checker import Checked

# What may be missing or wrong in a line, the likeliest first.
REPAIR = Repair(
    (")", "]", ":", ",", "(", "[", "=", "==", ".", "()", "do", "in", "be", "with", ">", "<", "+", "'"),
    is_general=lambda hint: hint == NOTHING_BETWEEN,
)


@deep_passes()
def check(source: Source, options: Options) -> tuple[Diagnostic, ...]:
    """All that was found in the text, in order."""
    from parlour.languages.allhandsondeck.check.doubts import tell_doubts

    checked, found = _checked(source, options)
    if checked is not None and not any(item.is_error for item in found):
        tell_doubts(checked, found.append)
    return in_order(found)


@deep_passes()
def read(source: Source, options: Options) -> Rules:
    """The game of a program without errors."""
    from parlour.languages.allhandsondeck.lower.lower import rules_of

    checked, found = _checked(source, options)
    if checked is None or any(item.is_error for item in found):
        raise Diagnostics(found)
    return rules_of(checked, source, options, tuple(found))


@deep_passes()
def format(source: Source) -> str:
    """The text in its canonical layout."""
    from parlour.languages.allhandsondeck.syntax.printer import print_program

    return formatted(source, parse_program, print_program, codes.TEXT_TOO_LARGE, REPAIR)


@deep_passes()
def value_of(source: Source, name: str) -> Span | None:
    """Where the value of the first `name = value` stands, in `main`, an ACTION or a helper."""
    for declaration in parse_program(source)[0].declarations:
        if isinstance(declaration, tree.Class) or not isinstance(declaration.body, tree.Block):
            continue
        for statement in _statements(declaration.body):
            match statement:
                case tree.Evaluate(value=tree.Assign(target=tree.Variable(name=named), operator="=", value=value)):
                    if named == name:
                        return value.span
                case tree.Declare(name=tree.Ident(text=named), value=value) if named == name and value is not None:
                    return value.span
    return None


def _statements(block: tree.Block) -> Iterator[tree.Statement]:
    """All statements of a block in their order, those of its inner blocks, too."""
    for statement in block.statements:
        yield statement
        for inner in tree.blocks(statement):
            yield from _statements(inner)


def _checked(source: Source, options: Options) -> tuple[Checked | None, list[Diagnostic]]:
    """The checked program, and what was found in it, each mistake once."""
    return REPAIR.checked(
        source, lambda text: parse_program(text, strict=options.strict), lambda text: _found(text, options)
    )


def _found(source: Source, options: Options) -> tuple[Checked | None, list[Diagnostic]]:
    from parlour.languages.allhandsondeck.check.checker import check_program
    from parlour.languages.allhandsondeck.check.strict import extensions

    program, found = parse_program(source, strict=options.strict)
    if any(item.code == codes.TEXT_TOO_LARGE for item in found):
        return None, found
    checked, problems = check_program(program, strict=options.strict)
    found += problems
    if options.strict and checked is not None and not any(item.is_error for item in found):
        found += extensions(checked)
    return checked, without_echoes(found)
