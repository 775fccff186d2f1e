"""Contest: the formats of competition shows, as rounds of competitions, votes and eliminations in near-English.

`read` is the language's whole story: parse → check → lower; `check` stops before the last step, and `format` goes
another way after the first: parse → print.
"""

from __future__ import annotations

from parlour.game.game import Kind
from parlour.languages.contest import codes
from parlour.languages.contest.check import meaning
from parlour.languages.contest.check.checker import check_program
from parlour.languages.contest.check.meaning import Checked
from parlour.languages.contest.syntax.changes import REPAIR
from parlour.languages.contest.syntax.parser import parse_program
from parlour.languages.frontend import Rules, formatted
from parlour.languages.options import Options
from parlour.languages.title import title_of
from parlour.syntax.diagnostic import Diagnostic, Diagnostics, in_order
from parlour.syntax.echoes import without_echoes
from parlour.syntax.recursion import deep_passes
from parlour.syntax.source import Source


@deep_passes()
def check(source: Source, options: Options) -> tuple[Diagnostic, ...]:
    """All that was found in the text, in order."""
    return in_order(_checked(source)[1])


@deep_passes()
def read(source: Source, options: Options) -> Rules:
    """The game that the season is."""
    from parlour.languages.contest.lower.lower import lower
    from parlour.languages.contest.plan import plan_of
    from parlour.languages.contest.table.table import table_of

    checked, found = _checked(source)
    if checked is None:
        raise Diagnostics(found)
    lowered = lower(checked, title_of(source))
    has_ballots = _has_ballots(checked)
    return Rules(
        title=lowered.program.name,
        draft=lowered.program,
        table=table_of(lowered),
        seats=lowered.program.seats,
        kind=Kind(lowered.has_chance, is_hidden=has_ballots, asks_several=lambda: has_ballots),
        warnings=in_order(found),
        options=options.given(),
        tries_answers=False,
        plan=plan_of(checked),
    )


def _checked(source: Source) -> tuple[Checked | None, list[Diagnostic]]:
    season, found = parse_program(source)
    checked, problems = check_program(season)
    told = without_echoes([*found, *problems])
    return checked, REPAIR.without_echoes(told, source, _form, _form)


def _form(source: Source) -> list[Diagnostic]:
    return parse_program(source)[1]


def _has_ballots(checked: Checked) -> bool:
    """Whether something is given in secret, by several at the same time."""
    secret = (meaning.Vote, meaning.Allocation)
    return isinstance(checked.win, meaning.Jury) or any(isinstance(phase, secret) for phase in checked.phases)


@deep_passes()
def format(source: Source) -> str:
    """The season in its one layout."""
    from parlour.languages.contest.syntax.printer import print_program

    return formatted(source, parse_program, print_program, codes.TEXT_TOO_LARGE, REPAIR)
