"""Programs in, what is found in them out: small tools for the tests of the checker."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.languages.tgdl.check.checker import check_program
from parlour.languages.tgdl.check.meaning import Checked
from parlour.languages.tgdl.syntax.parser import parse_program
from parlour.syntax.diagnostic import Diagnostic, in_order
from parlour.syntax.files import Files, Texts
from parlour.syntax.source import Source


def findings(
    text: str, files: Mapping[str, str] | None = None, *, strict: bool = False, players: int | None = None
) -> tuple[Diagnostic, ...]:
    """All that is found in a main file, with further files beside it."""
    return run(text, files, strict=strict, players=players)[1]


def run(
    text: str, files: Mapping[str, str] | None = None, *, strict: bool = False, players: int | None = None
) -> tuple[Checked | None, tuple[Diagnostic, ...]]:
    program, found = parse_program(Source("main.tgdl", text), strict=strict)
    checked, more = check_program(program, Files(Texts(files or {})), players=players, strict=strict)
    return checked, in_order([*found, *more])


def checked(text: str, files: Mapping[str, str] | None = None) -> Checked:
    """A program in which nothing is wrong."""
    found, problems = run(text, files)
    assert not [each.title for each in problems if each.is_error]
    assert found is not None
    return found


def titles(text: str, files: Mapping[str, str] | None = None, *, strict: bool = False) -> list[str]:
    """What the errors say, in order."""
    return [each.title for each in findings(text, files, strict=strict) if each.is_error]


def warnings(text: str, files: Mapping[str, str] | None = None) -> list[str]:
    """What the warnings say, in order."""
    return [each.title for each in findings(text, files) if not each.is_error]


def in_setup(statements: str, definitions: str = "") -> str:
    """A program whose setup has these statements."""
    return f"{definitions}\nsetup\n{{\n{statements}\n}}\n"
