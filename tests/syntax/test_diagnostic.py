"""Findings about a text, in the order in which they are told."""

from __future__ import annotations

from parlour.syntax.diagnostic import MOST_PLACES, Diagnostic, Label, in_order
from parlour.syntax.source import Source, Span


def found(count: int, title: str = "`|` is no word", line: str = "| ") -> list[Diagnostic]:
    source = Source("game", line * count)
    return [
        Diagnostic("XX001", title, (Label(Span(source, len(line) * number, len(line) * number + 1)),))
        for number in range(count)
    ]


def places(told: Diagnostic) -> list[str]:
    return [label.text for label in told.labels]


def test_a_mistake_that_is_made_again_in_a_line_is_told_once_with_its_places() -> None:
    (told,) = in_order(reversed(found(3)))
    assert places(told) == ["", "also here", "also here"]
    assert [label.span.start for label in told.labels] == [0, 2, 4]


def test_of_thousands_of_places_a_few_are_shown_and_the_others_counted() -> None:
    (told,) = in_order(found(30_000))
    assert places(told) == ["", *["also here"] * (MOST_PLACES - 1), "also here, and 29,993 more times in this line"]
    (told,) = in_order(found(MOST_PLACES + 2))
    assert places(told)[-1] == "also here, and once more in this line"


def test_the_same_mistake_in_another_line_is_told_again() -> None:
    assert len(in_order(found(3, line="|\n"))) == 3


def test_another_mistake_at_the_same_place_is_told_and_a_repetition_is_not() -> None:
    one, two = found(1)[0], found(1, "`|` is too much")[0]
    assert in_order([one, one]) == (one,)
    source = one.span.source
    both = in_order([one, Diagnostic("XX002", two.title, (Label(Span(source, 0, 1)),))])
    assert [item.code for item in both] == ["XX001", "XX002"]
