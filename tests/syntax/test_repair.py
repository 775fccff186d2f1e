"""Local repair: one wrong token is one message, two are two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.repair import MOST_READ, Repair, changes
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


def test_words_that_were_expected_come_first() -> None:
    source = Source("demo", "a b\n")
    item = _error(source, 2, 3, "after `a` I expected `=` or `is`, not `b`")
    put_in = [change for change in changes(item, source, [","]) if change.start == change.end]
    assert list(dict.fromkeys(change.text.strip() for change in put_in)) == ["=", "is", ","]


def test_a_word_that_is_left_out_is_lost_but_not_the_second_of_two() -> None:
    source = Source("demo", "a a b\n")
    gone = [change for change in changes(_error(source, 2, 3, "wrong"), source, []) if not change.text]
    assert [(change.start, change.loses) for change in gone] == [(2, False), (0, True), (4, True)]


def _hinted(text: str, hint: str, title: str = "expected `=`, not this") -> str:
    """The advice for the first line, which a parser advised so."""
    source = Source("demo", text)
    found = [replace(item, hint=hint, title=title) for item in _names(source)]
    return Repair(["="]).without_echoes(found, source, _read, _names)[0].hint


def test_an_example_gives_way_to_a_line_that_has_what_it_says_is_missing() -> None:
    assert _hinted("= a b\n", "write `a = …`") == "write `a = b`"
    assert _hinted("= a b\n", "write `a is …`", "wrong") == "write `a is …`"
    assert _hinted("= a b\n", "a block goes on: `a = { … }`") == "a block goes on: `a = { … }`"


def test_a_long_text_is_read_so_often_as_its_budget_lets_it() -> None:
    text = "= a a a\n" + "x = y\n" * 10_000
    source = Source("demo", text)
    read = 0

    def count(part: Source) -> list[Diagnostic]:
        nonlocal read
        read += len(part.text)
        return _read(part)

    found = _read(source)
    assert Repair(["="] * 500).without_echoes(found, source, count, count) == found
    assert 0 < read < MOST_READ + 2 * len(text)
