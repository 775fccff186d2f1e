"""Laws of the printer, on seasons by chance: what is printed reads back as the same season, keeps its comments, and is
printed again as it is."""

from __future__ import annotations

from hypothesis import given
from tests.languages.conftest import assert_in_order
from tests.languages.contest.generated import untidy

from parlour.languages.contest.syntax.parser import parse_program
from parlour.languages.contest.syntax.printer import print_program
from parlour.languages.contest.syntax.scanner import scan
from parlour.syntax.source import Source


@given(untidy())
def test_a_printed_season_reads_back_as_the_same_and_is_printed_again_as_it_is(text: str) -> None:
    source = Source("demo.contest", text)
    season, found = parse_program(source)
    assert [item.title for item in found] == []
    printed = Source("demo.contest", print_program(season, source))
    again, found = parse_program(printed)
    assert [item.title for item in found] == []
    assert again == season
    assert print_program(again, printed) == printed.text
    comments = scan(source, lambda _: None).comments
    assert_in_order([comment.text for comment in comments], printed.text)
    assert len(scan(printed, lambda _: None).comments) == len(comments)
