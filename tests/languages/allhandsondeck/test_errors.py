"""Errors a user sees: section 7 of the digest. Every kind with its file and line, and the chain of ACTIONs."""

from __future__ import annotations

import pytest
from tests.languages.allhandsondeck.running import FILE, codes, failure, found, load, play

from parlour.cli.wording import error_text
from parlour.game.position import Status

CHAIN = """
main:
    do ROUND
when do ROUND:
    ada = Player()
    ada do PLAY(7)
let Player be Actor with:
    hand: Series(1, 2)
when Player player do PLAY(index):
    print(card(player.hand, index))
card(hand, index):
    return hand[index]
"""


def test_a_runtime_error_has_its_line_and_the_chain_of_actions() -> None:
    error = failure(CHAIN)
    assert (error.kind, error.code) == ("runtime", "index")
    assert error.span is not None
    assert (error.span.source.name, error.span.line) == (FILE, 11)
    assert [call.name for call in error.calls] == ["card", "PLAY", "ROUND", "main"]
    assert [call.span.line for call in error.calls if call.span] == [11, 9, 5, 2]


def test_the_chain_is_told_after_a_question_too_and_keeps_actions_that_end_in_a_do() -> None:
    error = failure(
        """
        main:
            do ROUND
        when do ROUND:
            ada = Player()
            ada do ASK
        let Player be Actor with:
            hand: [1]
        when Player player do ASK:
            int index = input()
            player do PLAY(index)
        when Player player do PLAY(index):
            int again = input()
            return player.hand[index + again]
    """,
        "3",
        "4",
    )
    assert [call.name for call in error.calls] == ["PLAY", "ASK", "ROUND", "main"]
    assert error.question == 2


def test_the_text_of_an_error_names_file_line_and_chain() -> None:
    text = error_text(failure(CHAIN))
    assert f"{FILE}:11:" in text
    assert "in card, line 11\n" in text and "in PLAY, line 9" in text and "in main, line 2" in text


@pytest.mark.parametrize(
    ("text", "kind", "line"),
    [
        ("main:\n    print(1\n", "syntax", 3),
        ("main:\n    print(x)\n", "static", 2),
    ],
)
def test_what_is_wrong_with_the_text_is_found_before_anything_runs(text: str, kind: str, line: int) -> None:
    (error,) = [item for item in found(text) if item.is_error]
    assert error.kind == kind
    assert abs(error.span.line - line) <= 1


@pytest.mark.parametrize(
    ("statement", "kind", "code"),
    [
        ("int n = 'two'", "type", "type"),
        ("x = 1 + 'a'", "type", "type"),
        ("x = None\ny = x + 1", "type", "type"),
        ("x = Stack() do POP_TOP", "runtime", "empty"),
        ("x = [1]\ny = x[1]", "runtime", "index"),
        ("x = 1 // 0", "runtime", "zero"),
        ("x = 1\nfor 70 times:\n    x = x * 2", "runtime", "overflow"),
        ("x = random(1...1)", "runtime", "range"),
        ("int x\ny = x", "runtime", "unset"),
        ("while True:\n    pass", "budget", "steps"),
        ("x = [1]\nwhile True:\n    x = x + x", "budget", "memory"),
        (
            "while True:\n    print('again and again and again and again and again and again and again')",
            "budget",
            "told",
        ),
    ],
)
def test_every_kind_of_failure_is_a_value_with_a_line(statement: str, kind: str, code: str) -> None:
    error = failure(statement)
    assert (error.kind, error.code) == (kind, code)
    assert error.span is not None
    assert error.calls[-1].name == "main"


def test_none_where_a_value_is_needed_names_the_expression() -> None:
    error = failure("""
        main:
            do SET
            print(player.name)
        when do SET:
            player = None
            if 1 == 2:
                player = Player()
        let Player be Actor with:
            name: 'Ada'
    """)
    assert (error.kind, error.message) == ("type", "`player` is None, where a value is needed")


def test_when_the_answers_end_the_question_stays_open() -> None:
    position = play("x = input()\nprint(x)")
    assert position.status is Status.OPEN
    assert position.error is None


def test_a_loop_of_questions_can_go_on_for_ever() -> None:
    position = load("while True:\n    x = input()").start(engine="python")
    for _ in range(50):
        position.answer(position.questions[0], "again")
    assert position.status is Status.OPEN


def test_a_value_that_grows_too_large_is_not_only_called_a_loop() -> None:
    error = failure("main:\n    do GO\nwhen do GO:\n    x = 'ab'\n    for 100 times:\n        x = x + x\n")
    assert error.code == "steps" and "is something too large made here?" in error.hint


def test_what_was_dropped_counts_as_memory_until_somebody_is_asked_and_the_hint_says_so() -> None:
    made = "[" + ", ".join(["i"] * 26) + "]"
    error = failure(f"main:\n    do GO\nwhen do GO:\n    for i in 0..300000:\n        x = {made}\n")
    assert error.code == "memory" and "What was dropped counts, too, until somebody is asked" in error.hint


@pytest.mark.parametrize("engine", ["python", "native"])
def test_of_a_deep_recursion_all_calls_are_counted(engine: str) -> None:
    error = load("main:\n    print(f(1))\nf(n):\n    return f(n) + 1\n").start(engine=engine).error
    assert error is not None
    assert sum(call.count for call in error.calls) == 10_002, "main, ten thousand, and the one that is too many"
    assert "and 9,996 calls before that" in error_text(error)


@pytest.mark.parametrize("use", ["print(times)", "for times times:\n        print(1)"])
def test_a_reserved_word_for_a_parameter_is_told_once(use: str) -> None:
    assert codes(f"main:\n    do GO(3)\nwhen do GO(times):\n    {use}\n") == ["AH022"]


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_loop_that_prints_for_ever_is_blamed_and_not_what_it_prints(engine: str) -> None:
    """Much of what a print does is added by us, and it is the loop that does not end."""
    text = "main:\n    do GO\n\nwhen do GO:\n    n = 0\n    while n == 0:\n        print('hello')\n"
    error = load(text).start(engine=engine).error
    assert error is not None and error.span is not None
    assert (error.code, error.span.line, error.span.text) == ("steps", 6, "n == 0")
