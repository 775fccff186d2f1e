"""Local repair: one wrong token is one message, two are two."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.repair import Repair
from parlour.syntax.source import Source


def _error(source: Source, start: int, end: int, title: str, hint: str = "") -> Diagnostic:
    return Diagnostic("XX001", title, (Label(source.span(start, end)),), hint=hint, kind="syntax")


def _read(source: Source) -> list[Diagnostic]:
    """Each line is `name = name`; an error is told at the first token of a line that is not."""
    found = []
    for start, line in zip(source.line_starts, source.text.split("\n"), strict=True):
        words = line.split()
        if words and (len(words) != 3 or words[1] != "=" or "=" in (words[0], words[2])):
            found.append(_error(source, start, start + 1, "no assignment"))
    return found


def _names(source: Source) -> list[Diagnostic]:
    """In addition, `bad` is no name."""
    at = source.text.find("bad")
    return [*_read(source), *([] if at < 0 else [_error(source, at, at + 3, "unknown name")])]


def _said(text: str, more: Sequence[tuple[int, str]] = (), hint: str = "") -> list[tuple[str, str]]:
    source = Source("demo", text)
    found = [Diagnostic("XX001", item.title, item.labels, hint=hint, kind="syntax") for item in _names(source)]
    found += [_error(source, at, at + 1, title) for at, title in more]
    repair = Repair(["="], lambda hint: hint == "a guess")
    return [(item.title, item.hint) for item in repair.without_echoes(found, source, _read, _names)]


def test_a_line_without_advice_is_shown_repaired() -> None:
    assert _said("= a b\n") == [("no assignment", "write `a = b`")]


def test_advice_of_the_parser_stays() -> None:
    assert _said("= a b\n", hint="turn them round") == [("no assignment", "turn them round")]


def test_a_guess_gives_way_to_the_repaired_line() -> None:
    assert _said("= a b\n", hint="a guess") == [("no assignment", "write `a = b`")]


def test_what_the_repair_mends_is_not_told() -> None:
    assert _said("= a b\nc = d\n", [(6, "follows")]) == [("no assignment", "write `a = b`")]


def test_what_is_wrong_in_the_repaired_text_too_is_told() -> None:
    assert _said("= a b\nc = bad\n") == [("no assignment", "write `a = b`"), ("unknown name", "")]


def test_two_mistakes_are_two_messages() -> None:
    assert _said("= a b\nx = y\nz z z z\n") == [("no assignment", "write `a = b`"), ("no assignment", "")]
    assert _said("= a b\nx = y\nc d =\n") == [("no assignment", "write `a = b`"), ("no assignment", "write `c = d`")]


def test_no_line_is_advised_that_is_still_wrong() -> None:
    assert _said("= a bad\n") == [("no assignment", ""), ("unknown name", "")]
