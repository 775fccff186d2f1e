"""Seasons in, what was read and found out: small tools for the tests that read Contest."""

from __future__ import annotations

from parlour.languages.contest.check.checker import check_program
from parlour.languages.contest.check.meaning import Checked
from parlour.languages.contest.syntax import tree
from parlour.languages.contest.syntax.parser import parse_program
from parlour.languages.contest.words import Words
from parlour.syntax.diagnostic import Diagnostic, in_order
from parlour.syntax.source import Source

CAST = "Ada, Ben, Cleo, Dan all with counter called pts, affiliation called red"


def whole(rounds: str = "elimination of Ada", win: str = "survive", players: str = CAST, more: str = "") -> str:
    """A season from its sections."""
    return f"Players:\n{players}\n\nRounds:\n{rounds};\n\nWin:\n{win}\n{more}"


def parsed(text: str) -> tuple[tree.Season, list[Diagnostic]]:
    return parse_program(Source("demo.contest", text))


def read(text: str) -> tree.Season:
    """A season in whose form nothing is wrong."""
    season, found = parsed(text)
    assert [item.title for item in found] == []
    return season


def found_in(text: str) -> list[Diagnostic]:
    """All that is said about a season."""
    season, found = parsed(text)
    return list(in_order([*found, *check_program(season)[1]]))


def titles(text: str) -> list[str]:
    return [item.title for item in found_in(text)]


def errors(text: str) -> list[tuple[str, str, str]]:
    """Code and title of each error, and the words to which it points."""
    return [(item.code, item.title, item.span.text) for item in found_in(text) if item.is_error]


def warnings(text: str) -> list[tuple[str, str, str]]:
    return [(item.code, item.title, item.span.text) for item in found_in(text) if not item.is_error]


def checked(text: str) -> Checked:
    """A season with which nothing is wrong; it may have warnings."""
    season, found = parsed(text)
    meant, more = check_program(season)
    assert [item.title for item in (*found, *more) if item.is_error] == []
    assert meant is not None
    return meant


def words(season: Checked) -> list[tuple[int, int, list[str]]]:
    """The rounds in canonical words: first, last, phases."""
    speak = Words([player.name for player in season.players])
    return [(each.first, each.last, [speak.phase(phase) for phase in each.phases]) for each in season.rounds]
