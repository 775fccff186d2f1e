"""`parlour lesson`: the course at the command line."""

from __future__ import annotations

import csv
import shlex

import pytest

from parlour import lessons
from parlour.cli.exits import Exit
from parlour.lessons.trial import tried


def solution(number, language="bogl"):
    return lessons.find(number, language).solution


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
    write("02-inputs.tgdl", solution(2, "tgdl"))
    right = inside("lesson", "check", "02-inputs.tgdl")
    assert right.code == 0
    assert "right  the game, answered Take 3 Take 2, ends: Ben wins\n" in right.out
    assert right.err == "`parlour lesson 3 --language tgdl` opens the next one\n"


def test_an_answer_that_is_not_taken_is_named(inside):
    inside("lesson", "4", "--language", "allhandsondeck")
    ended = inside("lesson", "check", "04-turns.ah")
    assert "answered pass, should come to this: asks Ben: 9, 1, 5, pass, but it does not take pass: " in ended.out


def test_another_question_is_told_with_the_words_that_it_should_have(inside):
    inside("lesson", "2", "--language", "allhandsondeck")
    ended = inside("lesson", "check", "02-decks.ah")
    asked = "Cards: 1, top card: 1. Draw it or bury it?"
    assert f'but its question is "{asked}", without "Cards: 5, top card: 4"\n' in ended.out


def test_a_part_of_the_state_that_differs_is_told(inside, write):
    write("02-decks.ah", solution(2, "allhandsondeck").replace("for value in values)", "for value in [4, 9, 2, 7, 5])"))
    ended = inside("lesson", "check", "02-decks.ah")
    assert ended.code == Exit.FAILED
    assert "with values = [10, 3, 4], answered draw, should have total 10, but it has total 4\n" in ended.out


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


@pytest.mark.parametrize(
    "lesson", [*lessons.all("bogl"), *lessons.all("allhandsondeck")], ids=lambda lesson: lesson.file_name
)
def test_the_commands_on_a_page_work_with_the_starting_file(lesson, inside):
    inside("lesson", lesson.number, "--language", lesson.language)
    for words in commands(lesson.page):
        if words[0] == "play":
            words += ["--seats", "random"]
        expected = {"run": {Exit.FINE, Exit.WAITING}, "play": {Exit.FINE}, "lesson": {Exit.FAILED}}[words[0]]
        ended = inside(*words)
        assert ended.code in expected, ended.err


def test_pages_have_commands_to_try():
    assert sum(len(commands(lesson.page)) for lesson in lessons.all()) >= 10


def test_a_solution_is_solved(inside, write):
    write("09-a-game.bgl", solution(9))
    ended = inside("lesson", "check", "09-a-game.bgl")
    assert ended.code == 0
    assert "right  other(X) is O\n" in ended.out
    assert "right  result, answered (1,1), asks again and shows X Empty Empty / " in ended.out
    assert ended.out.endswith("\nLesson 9, A whole game: solved, all 7 right, and 80 more examples\n")
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
    text = solution(8)
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
    write("mine.bgl", solution(2))
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
        "examples": 0,
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


@pytest.fixture
def nothing_solved(monkeypatch, tmp_path):
    monkeypatch.setenv("PARLOUR_LESSONS", str(tmp_path / "solved" / "lessons.json"))


@pytest.mark.usefixtures("nothing_solved")
def test_what_was_solved_is_remembered(inside, write):
    assert "solved" not in inside("lesson").out
    write("02-functions.bgl", solution(2))
    assert inside("lesson", "check", "02-functions.bgl").code == 0
    lines = inside("lesson").out.splitlines()
    assert [line.endswith("  solved") for line in lines] == [False, True] + 8 * [False]
    assert [event["solved"] for event in inside("lesson", "--json").events][:3] == [False, True, False]
    write("02-functions.bgl", lessons.find(2).start)
    assert inside("lesson", "check", "02-functions.bgl").code == Exit.FAILED
    assert inside("lesson").out.splitlines()[1].endswith("  solved")


@pytest.mark.usefixtures("nothing_solved")
def test_a_course_that_is_solved_says_so(inside, write):
    for lesson in lessons.all("contest"):
        write(lesson.file_name, lesson.solution)
        assert inside("lesson", "check", lesson.file_name).code == 0
    assert "all 6 are solved" in inside("lesson", "--language", "contest").err


@pytest.mark.usefixtures("nothing_solved")
def test_damaged_memory_is_no_memory(inside, tmp_path, write):
    (tmp_path / "solved").mkdir()
    write("solved/lessons.json", "[1, {")
    write("02-functions.bgl", solution(2))
    assert inside("lesson").code == 0
    assert inside("lesson", "check", "02-functions.bgl").code == 0
    assert inside("lesson").out.count("solved") == 1


def test_a_solution_that_only_fits_the_page_is_shown_an_example_that_no_page_has(inside, write):
    write("01-first-values.bgl", solution(1).replace("guests * 2 + 2", "26"))
    ended = inside("lesson", "check", "01-first-values.bgl")
    assert ended.code == Exit.FAILED
    assert "wrong  chairs with guests = 1, should be 4, but is 26\n       hint: let BoGL calculate" in ended.out
    assert ended.out.endswith("Lesson 1, First values: all 4 right, but not all of 4 more examples; not solved yet\n")


def handed_in(write, tmp_path):
    """A class of five."""
    for name in ("ada", "ben", "cleo"):
        (tmp_path / "class" / name).mkdir(parents=True)
    write("class/ada/03-choices.bgl", solution(3))
    write("class/ben/03-choices.bgl", solution(3).replace("age < 12", "age <= 12"))
    write("class/cleo/03-choices.bgl", solution(3).replace("else 9", ""))
    write("class/Dan_03-choices (1).bgl.txt", solution(3).replace("age >= 65", "and(age >= 65, age < 90)"))
    write("class/notes.txt", "not a program")


@pytest.mark.usefixtures("nothing_solved")
def test_a_class_is_a_table(inside, write, tmp_path):
    handed_in(write, tmp_path)
    ended = inside("lesson", "check", "class")
    assert ended.code == Exit.FAILED and ended.err == ""
    assert ended.out == (
        "class/Dan_03-choices (1).bgl.txt   3    9 of 9  unsolved  price(90): 9, not 6\n"
        "class/ada/03-choices.bgl           3    9 of 9  solved\n"
        "class/ben/03-choices.bgl           3    8 of 9  unsolved  price(12): 5, not 9\n"
        "class/cleo/03-choices.bgl          3    0 of 9  error     line 14: expected `else` after this branc…\n"
        "\n"
        "1 of 4 solved\n"
    )
    assert "solved" not in inside("lesson").out, "it is not the teacher who has solved it"


def test_a_class_for_spreadsheets_and_programs(inside, write, tmp_path):
    handed_in(write, tmp_path)
    header, *rows = csv.reader(inside("lesson", "check", "class", "--csv").out.splitlines())
    assert header == ["file", "lesson", "title", "status", "right", "checks", "remark"]
    assert [row[3] for row in rows] == ["unsolved", "solved", "unsolved", "error"]
    assert rows[1] == ["class/ada/03-choices.bgl", "3", "Choices", "solved", "9", "9", ""]
    *events, end = inside("lesson", "check", "class", "--json").events
    assert [event["status"] for event in events] == ["unsolved", "solved", "unsolved", "error"]
    assert end == {"event": "end", "status": "unsolved", "files": 4, "solved": 1}


def test_files_that_cannot_be_judged_are_rows_too(inside, write):
    write("mine.bgl", "game G\n")
    write("03-choices.bgl", solution(3))
    ended = inside("lesson", "check", "mine.bgl", "no.bgl", "03-choices.bgl")
    assert ended.code == Exit.FAILED and "1 of 3 solved" in ended.out
    assert "its name does not say which lesson" in ended.out and "there is no file no.bgl" in ended.out
    assert inside("lesson", "check", "03-choices.bgl", "03-choices.bgl").code == 0


def own_course(tmp_path, **files):
    folder = tmp_path / "course" / "01-doubling"
    folder.mkdir(parents=True)
    texts = {
        "page_md": "# Lesson 1: Doubling\n",
        "start_bgl": "game G\ntwice : Int -> Int\ntwice(n) = n\n",
        "solution_bgl": "game G\ntwice : Int -> Int\ntwice(n) = n * 2\n",
        "checks_toml": 'title = "Doubling"\nteaches = "functions"\n[[check]]\nexpression = "twice(4)"\nhint = "n * 2"\n'
        '[[many]]\nexpression = "twice({n})"\nwith = { n = "-5..20" }\nhint = "whatever n is"\n',
    }
    for name, text in (texts | files).items():
        if text is not None:
            (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")


@pytest.mark.usefixtures("nothing_solved")
def test_a_teachers_course_is_used_like_parlours_own(inside, write, tmp_path):
    own_course(tmp_path)
    assert inside("lesson", "test", "course").out == "01-doubling: 1 checks, 26 hidden examples, fine\n"
    listed = inside("lesson", "--course", "course")
    assert listed.out == " 1  Doubling                  functions\n"
    assert "`parlour lesson 1 --course course` opens the first one" in listed.err
    opened = inside("lesson", "1", "--course", "course")
    assert opened.out == "# Lesson 1: Doubling\n" and "check 01-doubling.bgl --course course`" in opened.err
    assert inside("lesson", "check", "01-doubling.bgl", "--course", "course").code == Exit.FAILED
    write("01-doubling.bgl", "game G\ntwice : Int -> Int\ntwice(n) = n + 4\n")
    fits = inside("lesson", "check", "01-doubling.bgl", "--course", "course")
    assert (
        fits.code == Exit.FAILED and "right  twice(4) is 8" in fits.out and "wrong  twice(-5) should be -10" in fits.out
    )
    write("01-doubling.bgl", "game G\ntwice : Int -> Int\ntwice(n) = n + n\n")
    assert inside("lesson", "check", "01-doubling.bgl", "--course", "course").code == 0
    assert inside("lesson", "--course", "course").out.endswith("  solved\n")
    assert "solved" not in inside("lesson").out


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"start_bgl": None}, "01-doubling: has no program to start from"),
        ({"page_md": None}, "01-doubling: has no page.md"),
        ({"checks_toml": None}, "01-doubling: has no checks.toml"),
        ({"checks_toml": "title = Doubling\n"}, "is not TOML: Invalid value (at line 1, column 9)"),
        ({"checks_toml": 'title = "D"\n'}, "the file has no teaches"),
        ({"checks_toml": 'title = "D"\nteaches = "d"\n'}, "the file has no check"),
        ({"checks_toml": 'title = "D"\nteaches = "d"\ncheck = []\n'}, "has no [[check]]"),
        ({"checks_toml": 'title = "D"\nteaches = "d"\n[[check]]\nexpresion = "1"\n'}, "Did you mean expression?"),
        ({"checks_toml": 'title = "D"\nteaches = "d"\n[[check]]\nexpression = "1"\n'}, "check 1 has no hint"),
        (
            {"checks_toml": 'title = "D"\nteaches = "d"\n[[check]]\nhint = "h"\nexpect = 3\n'},
            "check 1: expect is a text",
        ),
        (
            {"checks_toml": 'title = "D"\nteaches = "d"\n[[check]]\nhint = "h"\nexpect = "3"\nshows = "X"\n'},
            "check 1 has expect and shows",
        ),
        (
            {
                "checks_toml": 'title = "D"\nteaches = "d"\n[[check]]\nexpression = "twice(2)"\nhint = "h"\n',
                "solution_bgl": None,
            },
            "check 1 does not say what is right",
        ),
        (
            {
                "checks_toml": 'title = "D"\nteaches = "d"\n[[check]]\nexpression = "twice(2)"\nhint = "h"\n'
                '[[many]]\nexpression = "twice({m})"\nwith = { n = "1..3" }\nhint = "h"\n'
            },
            "many 1: {m} has no values",
        ),
        (
            {
                "checks_toml": 'title = "D"\nteaches = "d"\n[[check]]\nexpression = "twice(2)"\nhint = "h"\n'
                '[[many]]\nexpression = "twice({n})"\nwith = { n = "3-1" }\nhint = "h"\n'
            },
            "many 1: the values of n cannot be read",
        ),
        ({"solution_tgdl": 'game "D";\n', "solution_bgl": None}, "start is in BoGL, and solution in TGDL"),
        ({"start_tgdl": 'game "D";\n'}, "has start.bgl and start.tgdl"),
    ],
)
def test_a_broken_lesson_says_what_is_wrong_with_it(files, message, inside, tmp_path):
    own_course(tmp_path, **files)
    ended = inside("lesson", "--course", "course")
    assert ended.code == Exit.FILE and ended.out == ""
    assert message in ended.err


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"solution_bgl": "game G\ntwice : Int -> Int\ntwice(n) = n *\n"}, "solution.bgl has an error in line"),
        ({"start_bgl": "game G\ntwice : Int -> Int\ntwice(n) = 2 * n\n"}, "start.bgl solves the exercise already"),
        ({"page_md": "Hello\n"}, "page.md names neither the number nor the title"),
        (
            {
                "checks_toml": 'title = "Doubling"\nteaches = "d"\n[[check]]\nexpression = "twice(2)"\nexpect = "5"\n'
                'hint = "h"\n'
            },
            "by its own solution, twice(2) is not 5: 4",
        ),
        (
            {"checks_toml": 'title = "Doubling"\nteaches = "d"\n[[check]]\nexpression = "twic(2)"\nhint = "h"\n'},
            "twic(2) cannot be evaluated: there is no function `twic`",
        ),
    ],
)
def test_a_course_is_tried_out_before_the_class_does(files, message, inside, tmp_path):
    own_course(tmp_path, **files)
    ended = inside("lesson", "test", "course")
    assert ended.code == Exit.FAILED and message in " ".join(ended.out.split())


def test_parlours_own_courses_stand_their_trial():
    assert [(lesson.file_name, tried(lesson).problems) for lesson in lessons.all() if tried(lesson).problems] == []


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["--course", "nowhere"], Exit.FILE, "there is no folder nowhere"),
        (["--course", "."], Exit.FILE, "has no lessons"),
        (["--course", ".", "--language", "bogl"], Exit.USAGE, "two courses"),
        (["test"], Exit.USAGE, "parlour lesson test needs a FOLDER"),
        (["check", "."], Exit.USAGE, "has the name of a lesson"),
        (["3", "--csv"], Exit.USAGE, "--csv belongs to"),
        (["check", "x.bgl", "--csv", "--json"], Exit.USAGE, "two forms"),
    ],
)
def test_wrong_usage_of_courses_says_what_is_wrong(args, code, message, inside):
    ended = inside("lesson", *args)
    assert (ended.code, ended.out) == (code, "") and message in ended.err
