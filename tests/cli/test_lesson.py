"""`parlour lesson`: the course at the command line."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from parlour import lessons
from parlour.cli.exits import Exit

SOLUTIONS = Path(__file__).parents[1] / "lessons" / "solutions"


def test_the_course_is_a_list_of_one_line_each(inside):
    ended = inside("lesson")
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert len(lines) == len(lessons.all("bogl"))
    assert lines[0].split()[:3] == ["1", "First", "values"] and lines[9].startswith("10  ")
    assert "`parlour lesson 1` opens the first one" in ended.err
    assert [event["file"] for event in inside("lesson", "--json").events] == [
        lesson.file_name for lesson in lessons.all("bogl")
    ]


def test_another_course_is_named(inside, write):
    ended = inside("lesson", "--language", "tgdl")
    assert ended.code == 0 and len(ended.out.splitlines()) == 6
    assert "`parlour lesson 1 --language tgdl` opens the first one" in ended.err
    assert inside("lesson", "2", "--language", "tgdl").out.startswith("# Lesson 2: Inputs and filters\n")
    wrong = inside("lesson", "check", "02-inputs.tgdl")
    assert wrong.code == Exit.FAILED
    assert "wrong  the game, answered Take, should come to this: asks Ada: 1, 2, 3, but it asks Ada: 0, " in wrong.out
    write("02-inputs.tgdl", (SOLUTIONS / "02-inputs.tgdl").read_text(encoding="utf-8"))
    right = inside("lesson", "check", "02-inputs.tgdl")
    assert right.code == 0
    assert "right  the game, answered Take 3 Take 2, ends: Ben wins\n" in right.out
    assert right.err == "`parlour lesson 3 --language tgdl` opens the next one\n"


def test_a_lesson_prints_its_page_and_copies_its_file(inside, tmp_path):
    ended = inside("lesson", "3")
    lesson = lessons.find(3)
    assert ended.code == 0 and ended.out == lesson.page
    assert (tmp_path / "03-choices.bgl").read_text(encoding="utf-8") == lesson.start
    assert "03-choices.bgl is here now" in ended.err and "parlour lesson check 03-choices.bgl" in ended.err


def test_a_file_that_is_there_is_never_overwritten(inside, write):
    file = write("01-first-values.bgl", "mine")
    ended = inside("lesson", "01")
    assert ended.code == 0 and ended.out.startswith("# Lesson 1: First values\n")
    assert file.read_text() == "mine"
    assert "was here already and is left as it is" in ended.err


def test_a_starting_file_runs_as_its_page_says(inside):
    inside("lesson", "1")
    assert inside("run", "01-first-values.bgl", "-e", "guests * 2").out == "10\n"


def commands(page):
    """The command lines on a page, which stand indented on lines of their own."""
    return [shlex.split(line)[1:] for line in page.splitlines() if line.startswith("    parlour ")]


@pytest.mark.parametrize("lesson", lessons.all("bogl"), ids=lambda lesson: lesson.name)
def test_the_commands_on_a_page_work_with_the_starting_file(lesson, inside):
    inside("lesson", lesson.number)
    for words in commands(lesson.page):
        if words[0] == "play":
            words += ["--seats", "random"]
        expected = {"run": {Exit.FINE, Exit.WAITING}, "play": {Exit.FINE}, "lesson": {Exit.FAILED}}[words[0]]
        ended = inside(*words)
        assert ended.code in expected, ended.err


def test_pages_have_commands_to_try():
    assert sum(len(commands(lesson.page)) for lesson in lessons.all()) >= 10


def test_a_solution_is_solved(inside, write):
    write("09-a-game.bgl", (SOLUTIONS / "09-a-game.bgl").read_text(encoding="utf-8"))
    ended = inside("lesson", "check", "09-a-game.bgl")
    assert ended.code == 0
    assert "right  other(X) is O\n" in ended.out
    assert "right  result, answered (1,1), asks again and shows X Empty Empty / " in ended.out
    assert ended.out.endswith("\nLesson 9, A whole game: solved, all 7 right\n")
    assert ended.err == "`parlour lesson 10` opens the next one\n"


def test_what_is_wrong_is_said_with_a_hint(inside):
    inside("lesson", "2")
    ended = inside("lesson", "check", "02-functions.bgl")
    assert ended.code == Exit.FAILED and ended.err == ""
    assert "wrong  triple(5) should be 15, but is 0\n       hint: write what triple is" in ended.out
    assert ended.out.endswith("\nLesson 2, Functions: 0 of 6 right, not solved yet\n")


def test_a_definition_that_is_missing_is_said_to_be_missing(inside):
    inside("lesson", "1")
    ended = inside("lesson", "check", "01-first-values.bgl")
    assert ended.code == Exit.FAILED
    assert "wrong  hasCake should be True, but there is no value `hasCake`\n       hint: add two lines" in ended.out


def test_an_endless_loop_is_stopped_and_its_line_is_shown_once(inside, write):
    text = (SOLUTIONS / "08-repetition.bgl").read_text(encoding="utf-8")
    write("08-repetition.bgl", text.replace("while b /= 0 do (b, a % b)", "while a > 0 do (a, b)"))
    ended = inside("lesson", "check", "08-repetition.bgl")
    assert ended.code == Exit.FAILED
    assert ended.out.count("did not come to an end\n") == 2
    assert ended.out.count("error[steps]") == 1 and ended.out.count("| euclid(a, b) = while a > 0") == 1
    assert "hint: the loop never ends" in ended.out


def test_a_text_with_errors_shows_them_and_is_not_judged(inside, write):
    write("02-functions.bgl", "game Measures\ntriple : Int -> Int\ntriple(n) = n * True\n")
    ended = inside("lesson", "check", "02-functions.bgl")
    assert ended.code == Exit.TEXT and ended.out == ""
    assert "02-functions.bgl:3:" in ended.err and "error[BG062]" in ended.err
    *errors, end = inside("lesson", "check", "02-functions.bgl", "--json").events
    assert [event["code"] for event in errors] == ["BG062"]
    assert end == {"event": "end", "status": "error", "lesson": 2}


def test_a_file_of_another_name_needs_the_number_of_its_lesson(inside, write):
    write("mine.bgl", (SOLUTIONS / "02-functions.bgl").read_text(encoding="utf-8"))
    ended = inside("lesson", "check", "mine.bgl")
    assert ended.code == Exit.USAGE
    assert "does not say which lesson it is for" in ended.err and "--lesson 1" in ended.err
    assert inside("lesson", "check", "mine.bgl", "--lesson", "2").code == 0
    assert inside("lesson", "check", "mine.bgl", "--lesson", "3").code == Exit.FAILED


def test_the_verdict_as_json_has_an_object_for_each_check(inside, write):
    write("mine.bgl", "game Measures\ntriple : Int -> Int\ntriple(n) = n * 3\n")
    *checks, end = inside("lesson", "check", "mine.bgl", "--lesson", "2", "--json").events
    assert checks[0] == {
        "event": "check",
        "expression": "triple(5)",
        "answers": [],
        "expected": "15",
        "got": "15",
        "right": True,
        "message": "",
        "hint": "",
    }
    assert checks[-1]["got"] == "BG050" and checks[-1]["message"] == "there is no function `points`"
    assert end == {"event": "end", "status": "unsolved", "lesson": 2}


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["11"], Exit.USAGE, "there is no lesson 11; they have the numbers 1 to 10"),
        (["chek"], Exit.USAGE, "Did you mean check?"),
        (["check"], Exit.USAGE, "parlour lesson check needs a FILE"),
        (["3", "x.bgl"], Exit.USAGE, "x.bgl belongs to `parlour lesson check FILE`"),
        (["--lesson", "3"], Exit.USAGE, "--lesson belongs to `parlour lesson check FILE`"),
        (["check", "no.bgl"], Exit.FILE, "there is no file no.bgl"),
        (["check", "tic-tac-toe"], Exit.USAGE, "is a game that comes with Parlour"),
    ],
)
def test_wrong_usage_says_what_is_wrong(args, code, message, inside):
    ended = inside("lesson", *args)
    assert (ended.code, ended.out) == (code, "")
    assert message in ended.err


def test_a_lesson_that_does_not_exist_cannot_be_checked_against(inside, write):
    write("mine.bgl", "game G\n")
    ended = inside("lesson", "check", "mine.bgl", "--lesson", "0")
    assert ended.code == Exit.USAGE and "there is no lesson 0" in ended.err


def test_a_link_to_nowhere_is_left_as_it_is(inside, tmp_path):
    (tmp_path / "01-first-values.bgl").symlink_to(tmp_path / "nowhere" / "x.bgl")
    ended = inside("lesson", "1")
    assert ended.code == 0 and "was here already" in ended.err
    assert not (tmp_path / "nowhere").exists()
