"""How programs are judged: what is hidden comes last, one wrong example is enough, and nothing goes on for ever."""

from __future__ import annotations

from dataclasses import replace

from parlour import lessons
from parlour.lessons.judge import judge
from parlour.lessons.lesson import Lesson


def lesson(number: int, language: str = "bogl") -> Lesson:
    found = lessons.find(number, language)
    assert found is not None
    return found


def test_hidden_examples_are_tried_only_when_all_checks_are_right() -> None:
    wrong = judge(lesson(3), lesson(3).solution.replace("age < 12", "age <= 12"))
    assert not wrong.is_solved and wrong.hidden == () and wrong.examples == 0
    right = judge(lesson(3), lesson(3).solution)
    assert right.is_solved and right.examples == 135 and [result.is_right for result in right.hidden] == [True, True]


def test_the_first_example_that_is_wrong_is_told_with_what_would_be_right() -> None:
    verdict = judge(lesson(3), lesson(3).solution.replace("age >= 65", "and(age >= 65, age < 100)"))
    (wrong,) = [result for result in verdict.hidden if not result.is_right]
    assert (wrong.check.expression, wrong.check.expect, wrong.came.text) == ("price(100)", "6", "9")


def test_of_hidden_games_the_shortest_difference_is_told() -> None:
    text = lesson(2, "tgdl").solution.replace("count <= 3", "(count <= 3 || Heap.stones == 11 && count == 4)")
    verdict = judge(lesson(2, "tgdl"), text)
    (wrong,) = [result for result in verdict.hidden if not result.is_right]
    assert wrong.check.given == {"stones": "11"} and wrong.check.answers == ("Take",)
    assert (wrong.check.expect, wrong.came.text) == ("asks Ada: 1, 2, 3", "asks Ada: 1, 2, 3, 4")


def test_a_program_without_the_value_that_is_to_be_another_is_not_judged_by_it() -> None:
    text = lesson(2, "tgdl").solution.replace("stones", "pebbles")
    assert judge(lesson(2, "tgdl"), text).is_solved


def test_a_loop_without_an_end_in_a_hidden_example_is_a_wrong_answer() -> None:
    text = lesson(2).solution.replace("triple(n) = n * 3", "triple(n) = if n == 17 then triple(n) + 1 else n * 3")
    (wrong,) = [result for result in judge(lesson(2), text).hidden if not result.is_right]
    assert (wrong.check.expression, wrong.came.text) == ("triple(17)", "error depth")


def test_two_judgements_of_a_program_are_the_same() -> None:
    text = lesson(10).solution.replace("x <= 3", "x <= 4")
    assert judge(lesson(10), text) == judge(lesson(10), text)


def test_lessons_without_hidden_examples_are_solved_by_their_checks() -> None:
    plain = replace(lesson(3), many=(), games=(), solution="")
    assert judge(plain, lesson(3).solution).is_solved
