"""`parlour explain`: the pages of the codes, on the terminal and as JSON."""

from __future__ import annotations

import json

import pytest

from parlour.cli.exits import Exit
from parlour.languages import explanations


def test_a_page_has_a_title_an_explanation_and_examples(parlour):
    ended = parlour("explain", "BG019")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("BG019: = where == is meant\n\nA single `=` defines: ")
    wrong, right = ended.out.partition("\nright:\n")[::2]
    assert "\nwrong:\n\n    game Equal\n\n    isLast : Int -> Bool\n" in wrong
    assert "if n = 1" in wrong
    assert "if n == 1" in right


def test_codes_may_be_written_in_small_letters(inside):
    assert inside("explain", "bg019").out == inside("explain", "BG019").out


def test_a_page_fits_the_terminal(inside):
    for page in (*explanations.all(), *explanations.failures()):
        text = inside("explain", page.code, env={"COLUMNS": "60"}).out
        prose = [line for line in text.splitlines()[1:] if not line.startswith("    ")]
        assert all(len(line) <= 60 for line in prose), page.code


def test_without_a_code_all_of_them_are_listed(inside):
    ended = inside("explain")
    assert (ended.code, ended.err) == (0, "")
    pages = (*explanations.all(), *explanations.failures())
    assert ended.out.splitlines() == [f"{page.code}  {page.title}" for page in pages]


def test_the_codes_of_one_language_are_listed_alone(inside):
    listed = [line.split()[0] for line in inside("explain", "senet").out.splitlines()]
    assert {"SN010", "steps", "stoi"} <= set(listed)
    assert {"BG010", "off-board", "no-goal"}.isdisjoint(listed)
    assert inside("explain", "Senet").out == inside("explain", "senet").out


def test_what_stops_a_running_program_has_a_page(inside):
    ended = inside("explain", "steps")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("steps: the program went on for too long without asking anybody\n\n")
    assert json.loads(inside("explain", "steps", "--json").out)["language"] is None


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("BG12", "Did you mean BG012?"),
        ("bgo12", "Did you mean BG012?"),
        ("step", "Did you mean steps?"),
        ("xyz", "lists all codes"),
    ],
)
def test_an_unknown_code_is_wrong_usage_with_a_suggestion(inside, code, hint):
    ended = inside("explain", code)
    assert (ended.code, ended.out) == (Exit.USAGE, "")
    assert f"there is no code {code}" in ended.err
    assert hint in ended.err


def test_an_unknown_code_cannot_play_tricks_on_the_terminal(inside):
    assert "\x1b" not in inside("explain", "\x1b[2J").err


def test_colour_comes_only_where_it_is_wanted(inside):
    plain = inside("explain", "BG019").out
    colored = inside("explain", "BG019", "--color", "always").out
    assert "\x1b[" not in plain
    assert "\x1b[1;31mwrong\x1b[0m:" in colored
    assert (
        colored.replace("\x1b[1;31m", "").replace("\x1b[32m", "").replace("\x1b[1m", "").replace("\x1b[0m", "") == plain
    )


def test_colour_on_a_terminal_can_be_switched_off_by_the_environment(terminal):
    assert "\x1b[1mBG019" in terminal("explain", "BG019").end()[1]
    assert "\x1b[" not in terminal("explain", "BG019", env={"NO_COLOR": "1"}).end()[1]


def test_an_example_too_long_to_print_says_how_long_it_is(inside):
    out = inside("explain", "BG001").out
    assert "(30,000 such lines)" in out
    assert len(out) < 2_000


def test_a_page_as_json_has_its_examples(inside):
    (page,) = inside("explain", "bg026", "--json").events
    assert (page["event"], page["code"], page["language"]) == ("explanation", "BG026", "bogl")
    assert page["title"] == "something that a prelude cannot define"
    assert page["text"].startswith("A prelude is a text of definitions")
    assert [(example["kind"], example["prelude"]) for example in page["examples"]] == [
        ("wrong", True),
        ("wrong", True),
        ("right", True),
    ]
    assert page["examples"][0]["text"] == "game Shared\n\ndouble : Int -> Int\ndouble(n) = 2 * n\n"


def test_the_list_as_json_has_an_object_for_each_code(inside):
    events = inside("explain", "--json").events
    pages = (*explanations.all(), *explanations.failures())
    assert [event["code"] for event in events] == [page.code for page in pages]
    assert {"event": "code", "code": "BG001", "language": "bogl", "title": "a text of more than 1 MB"} in events


def test_an_error_names_the_command_that_explains_it(inside, write):
    write("wrong.bgl", "game Wrong\nplay : Int\nplay = if 1 = 1 then 2 else 3\n")
    for verb in ("check", "run", "show"):
        ended = inside(verb, "wrong.bgl")
        assert ended.code == Exit.TEXT
        assert " see:  parlour explain BG019\n" in ended.err


def test_a_failure_at_run_time_names_no_page(inside, write):
    write("zero.bgl", "game Zero\nplay : Int\nplay = 1 / 0\n")
    ended = inside("run", "zero.bgl")
    assert ended.code == Exit.FAILED
    assert "explain" not in ended.err
