"""Senet: board games as groups, phases and turns, with a syntax between C and Python.

`read` is the language's whole story: parse → check → lower; `check` stops before the last step, and `format` goes
another way after the first: parse → print.
"""

from __future__ import annotations

from parlour.game.game import Kind
from parlour.languages.frontend import Rules, formatted
from parlour.languages.options import Options
from parlour.languages.senet import codes
from parlour.languages.senet.check.checker import check_program
from parlour.languages.senet.check.meaning import BuiltinCall, Checked
from parlour.languages.senet.syntax.parser import parse_program
from parlour.languages.title import title_of
from parlour.syntax.diagnostic import Diagnostic, Diagnostics, in_order
from parlour.syntax.echoes import without_echoes
from parlour.syntax.recursion import deep_passes
from parlour.syntax.repair import Repair
from parlour.syntax.source import Source

# What there is to say of blocks and of what stands between them.
STRUCTURE = frozenset({codes.SECTIONS, codes.MISPLACED})
# What may be missing or wrong in a line, the likeliest first.
REPAIR = Repair((";", ")", "}", "{", ",", "(", "=", "==", "()", "]", "[", "+", ">", "<", ".", '"'))


@deep_passes()
def check(source: Source, options: Options) -> tuple[Diagnostic, ...]:
    """All that was found in the text, in order."""
    return in_order(_checked(source, options)[1])


@deep_passes()
def read(source: Source, options: Options) -> Rules:
    """The game that the program is."""
    from parlour.languages.senet.lower.lower import lower
    from parlour.languages.senet.table.table import table_of

    checked, found = _checked(source, options)
    if any(item.is_error for item in found):
        raise Diagnostics(found)
    lowered = lower(checked, title_of(source))
    uses_chance = any(meaning == BuiltinCall("rand") for meaning in checked.meanings.values())
    return Rules(
        title=lowered.program.name,
        draft=lowered.program,
        table=table_of(lowered),
        seats=lowered.seats,
        kind=Kind(has_chance=uses_chance, has_scores=checked.pragmas.scores is not None),
        warnings=in_order(found),
        options=options.given(),
        tries_answers=not checked.pragmas.every_answer_is_legal,
    )


def _checked(source: Source, options: Options) -> tuple[Checked, list[Diagnostic]]:
    """The checked game, and what was found in it, each mistake once. For whoever is strict a tolerance is an error, and
    causes no others."""
    if options.strict:
        return _found(source, strict=True)

    def find(text: Source) -> tuple[Checked, list[Diagnostic]]:
        checked, found = _found(text)
        return checked, without_echoes(found, STRUCTURE)

    return REPAIR.checked(source, parse_program, find)


def _found(source: Source, *, strict: bool = False) -> tuple[Checked, list[Diagnostic]]:
    program, found = parse_program(source, strict=strict)
    checked, problems = check_program(program, strict=strict)
    return checked, _without_asides([*found, *problems])


def _without_asides(found: list[Diagnostic]) -> list[Diagnostic]:
    """What was found, without tolerances in a line that has an error: that comes first. A variable that is declared
    again needs no advice about how to declare one."""
    wrong = {item.span.line for item in found if item.is_error}
    again = {item.span.line for item in found if item.code == codes.DECLARED_AGAIN}
    return [
        item
        for item in found
        if item.is_error
        or not (codes.GREEK_QUESTION_MARK <= item.code <= codes.MIXED_GROUP)
        or (item.span.line not in wrong and (item.code != codes.INITIALISER or item.span.line not in again))
    ]


@deep_passes()
def format(source: Source) -> str:
    """The text in its canonical layout, with the types that a tolerated program leaves out."""
    from parlour.languages.senet.syntax.printer import print_program
    from parlour.languages.senet.syntax.repair import repaired

    return formatted(source, parse_program, print_program, codes.TEXT_TOO_LARGE, REPAIR, repaired)
