"""The one layout of Contest, form by form, and where comments go: section 10."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.languages.contest.reading import read, whole

from parlour import library
from parlour.languages.contest.frontend import format
from parlour.languages.frontend import language
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.source import Source

SEASONS = sorted((Path(__file__).parents[2] / "documents" / "contest").glob("*.contest"))


def formatted(text: str) -> str:
    printed = format(Source("demo.contest", text))
    assert format(Source("demo.contest", printed)) == printed
    return printed


def rounds(text: str) -> str:
    """The layout of what stands in `Rounds:`."""
    printed = formatted(whole(text, players="Ada"))
    return printed.removeprefix("Players:\nAda\n\nRounds:\n").removesuffix(";\n\nWin:\nsurvive\n")


def players(text: str) -> str:
    return formatted(whole("add x for Ada", players=text)).removeprefix("Players:\n").partition("\n\nRounds:\n")[0]


@pytest.mark.parametrize("entry", library.all(), ids=lambda entry: entry.name)
def test_the_seasons_of_the_library_are_laid_out_canonically(entry: library.LibraryGame) -> None:
    if entry.language == "contest":
        assert formatted(entry.text) == entry.text


def test_the_template_is_laid_out_canonically() -> None:
    text = language("contest").template
    assert formatted(text) == text


@pytest.mark.parametrize("path", SEASONS, ids=lambda path: path.stem)
def test_the_four_seasons_read_back_as_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert read(formatted(text)) == read(text)


def test_heads_stand_on_lines_of_their_own_and_phases_too() -> None:
    text = (
        "PLAYERS:Ada,Ben ROUNDS:vote by Ada between Ben.elimination of majority of vote.;add x for Ada.; WIN:survive"
        " TIEBREAKER:coin chance(tied) tiebreaker:again vote by Ada between tied majority of vote"
    )
    assert formatted(text) == (
        "Players:\nAda, Ben\n\n"
        "Rounds:\nvote by Ada between Ben.\nelimination of majority of vote;\n\nadd x for Ada;\n\n"
        "Win:\nsurvive\n\n"
        "Tiebreaker:\ncoin chance (tied)\n\n"
        "Tiebreaker:\nagain\n    vote by Ada between tied\n    majority of vote\n"
    )


def test_words_are_in_lower_case_with_one_blank_between_them() -> None:
    assert rounds("Vote  BY\neveryone*2,Ada   Except Ben between everyone Including SELF") == (
        "vote by everyone * 2, Ada except Ben between everyone including self"
    )


@pytest.mark.parametrize(
    "phase",
    [
        "scored team competition between everyone",
        "directed vote by most pts between least pts (Ada, Ben)",
        "nomination of 2 by Ada between everyone",
        "allocation of gold by chance 2 (everyone except Ada)",
        "elimination for highest pts tiebroken by coin",
        "increase pts by results of competition 2 of Ada",
        "set pts to -3 for eliminated",
        "number preserving swap red, blue for everyone",
        "swap red, blue adding green for everyone",
        "merge red, blue for everyone",
        "merge red, blue to green for everyone",
        "elimination of most pts tiebroken by chance (tied)",
        "elimination of most pts tiebroken by: Ada",
        "add red for winner of competition, loser of competition 1, minority of vote 3, nominated",
    ],
)
def test_no_synonym_is_swapped_and_no_definition_moved(phase: str) -> None:
    assert rounds(phase) == phase


def test_teams_are_divided_by_semicolons() -> None:
    assert players("team Lynx: Ada, Ben, team Otter: Cleo") == "team Lynx: Ada, Ben; team Otter: Cleo"


def test_what_all_have_stands_on_a_line_of_its_own() -> None:
    assert players("Ada with affiliation called red,Ben all with score called pts,starting at 3") == (
        "Ada with affiliation called red, Ben\nall with score called pts starting at 3"
    )


def test_a_long_cast_has_a_line_for_each_player() -> None:
    names = [f"Player{number}" for number in range(20)]
    assert players(", ".join(names)) == ",\n".join(names)


def test_modifications_are_indented_without_a_full_stop_after_the_last() -> None:
    text = "add x for Ada repeated 3 times with modifications: round 1 before phase 1 insert add y for Ada."
    assert rounds(f"{text} from round 2 instead of phase 1 insert add z for Ada.") == (
        "add x for Ada\n"
        "repeated 3 times with modifications:\n"
        "    round 1 before phase 1 insert add y for Ada.\n"
        "    from round 2 instead of phase 1 insert add z for Ada"
    )


def test_branches_have_a_line_for_each_phase() -> None:
    assert rounds("uses ? Ada then(add x for Ada.add y for Ada.)otherwise(elimination of Ada). add z for Ada") == (
        "uses? Ada then (\n    add x for Ada.\n    add y for Ada\n"
        ") otherwise (\n    elimination of Ada\n).\nadd z for Ada"
    )


def test_tiebreakers_in_place_are_indented() -> None:
    tie = "tiebroken by revote vote by Ada between tied majority of vote tiebroken by lots: chance (tied)"
    assert rounds(f"elimination of majority of vote {tie}. add x for Ada") == (
        "elimination of majority of vote tiebroken by revote:\n"
        "    vote by Ada between tied\n"
        "    majority of vote tiebroken by lots: chance (tied).\n"
        "add x for Ada"
    )


def test_a_phase_has_one_line_however_long_it_is() -> None:
    phase = f"elimination of {', '.join(['winner of competition'] * 20)} except Ada"
    assert rounds(phase) == phase


def test_comments_stay_where_they_are() -> None:
    text = (
        "// The title\n// and more\n\nPlayers: // who\nAda, // first\nBen\n// before the rounds\nRounds:\n"
        "// the vote\nvote by Ada // voter\nbetween Ben. // done\n\n\n// out\nelimination of majority of vote; // end\n"
        "Win: survive // at last\n// bye"
    )
    assert formatted(text) == (
        "// The title\n// and more\n\nPlayers:  // who\nAda,  // first\nBen\n\n// before the rounds\nRounds:\n"
        "// the vote\nvote by Ada  // voter\nbetween Ben.  // done\n\n"
        "// out\nelimination of majority of vote;  // end\n\n"
        "Win:\nsurvive  // at last\n// bye\n"
    )


def test_line_ends_are_those_of_the_first_line() -> None:
    printed = format(Source("demo.contest", whole("add x for Ada").replace("\n", "\r\n")))
    assert printed.count("\n") == printed.count("\r\n")


def test_a_season_need_not_make_sense_to_be_laid_out() -> None:
    assert "elimination of Nobody;" in formatted(whole("elimination of Nobody"))


def test_a_text_that_cannot_be_read_is_not_laid_out() -> None:
    with pytest.raises(Diagnostics):
        format(Source("demo.contest", whole("elimination Ada")))
