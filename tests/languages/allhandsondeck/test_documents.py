"""The manual (tests/documents/allhandsondeck.txt) and the fragments cut out of it, which other tests read.

In the manual the numbers of the lines stand between the lines, and some of the indentation is lost; in the fragments
the numbers are gone and the indentation is back. Nothing else is different.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.languages.allhandsondeck.reading import declaration, program

import parlour
from parlour.languages.allhandsondeck.frontend import format
from parlour.languages.allhandsondeck.syntax.parser import parse_program
from parlour.languages.allhandsondeck.syntax.tree import Action, Class, Helper
from parlour.syntax.source import Source

DOCUMENTS = Path(__file__).parents[2] / "documents"
MANUAL = DOCUMENTS / "allhandsondeck.txt"
FRAGMENTS = sorted((DOCUMENTS / "allhandsondeck").glob("*.ah"))

every_fragment = pytest.mark.parametrize("path", FRAGMENTS, ids=lambda path: path.stem)


def printed_lines() -> list[str]:
    """The lines of the manual's program texts, without their numbers and without blanks."""
    text = MANUAL.read_text(encoding="utf-8")
    lines = (re.sub(r"^ *\d{1,3}(?= |$)", "", line) for line in text.split("\n"))
    return [stripped for line in lines if (stripped := re.sub(r"\s", "", line)) and stripped != "```"]


def test_the_manual_is_the_one_these_tests_are_about():
    text = MANUAL.read_text(encoding="utf-8")
    assert text.startswith("AllHandsOnDeck\n\nLanguage Reference Manual\n") and len(text.encode()) == 29_681


@every_fragment
def test_a_fragment_is_what_the_manual_prints(path):
    printed = printed_lines()
    lines = [re.sub(r"\s", "", line) for line in path.read_text(encoding="utf-8").split("\n")]
    place = 0
    for line in filter(None, lines):
        while place < len(printed) and printed[place] != line:
            place += 1
        assert place < len(printed), line
        place += 1


@every_fragment
def test_a_fragment_can_be_read_alone_or_in_main(path):
    text = path.read_text(encoding="utf-8")
    read, _ = parse_program(Source(path.name, text))
    if not read.is_sound:
        in_main = "main:\n" + "".join(f"    {line}\n" for line in text.split("\n"))
        read, found = parse_program(Source(path.name, in_main))
        assert [item.title for item in found if item.is_error] == []
    assert read.declarations


def test_the_sample_program_has_one_parenthesis_too_many_in_line_77():
    text = (DOCUMENTS / "allhandsondeck" / "5-uno.ah").read_text(encoding="utf-8")
    read, [found] = parse_program(Source("uno.ah", text))
    assert (found.code, found.severity, found.span.line) == ("AH042", "warning", 77)
    kinds = [type(item) for item in read.declarations]
    assert (kinds.count(Action), kinds.count(Class), kinds.count(Helper)) == (10, 4, 1)
    read, [found] = parse_program(Source("uno.ah", text), strict=True)
    assert not read.is_sound and (found.code, found.severity) == ("AH042", "error")


def test_the_library_has_the_sample_program_with_that_parenthesis_left_out():
    library = Path(__file__).parents[3] / "src/parlour/library/allhandsondeck/uno-manual.ah"
    ours = program(library.read_text(encoding="utf-8")).declarations
    sample = (DOCUMENTS / "allhandsondeck" / "5-uno.ah").read_text(encoding="utf-8")
    theirs = program(sample.replace("size()))", "size())")).declarations
    assert ours[: len(theirs)] == theirs
    assert [item.name.text for item in ours[len(theirs) :]] == ["player_won", "move_available", "PRINT_WINNER"]


def test_the_page_about_the_language_shows_a_program_that_works():
    page = Path(__file__).parents[3] / "src/parlour/languages/allhandsondeck/README.md"
    [text] = re.findall(r"```allhandsondeck\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert declaration(text.partition("\n\n")[0] + "\n")
    position = parlour.load(text, language="allhandsondeck").start(seed=1)
    assert position.status is parlour.Status.OVER
    assert len(re.findall(r"Card\(", str(position.state()["deck"]))) == 26


def test_the_game_to_start_from_is_laid_out_canonically_and_plays():
    path = Path(__file__).parents[3] / "src/parlour/languages/allhandsondeck/template.ah"
    text = path.read_text(encoding="utf-8")
    assert format(Source(path.name, text)) == text
    game = parlour.load(text, language="allhandsondeck")
    assert game.warnings == ()
    tally = game.simulator(engine="python").playouts(3, 1)
    assert sum(tally.endings.values()) == 3
