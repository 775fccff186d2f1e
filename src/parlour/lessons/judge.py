"""Whether a program solves the exercise of a lesson, and what to say where it does not.

Every check of the exercise runs the program anew, with an expression and answers of its own, on a small budget: a loop
without an end is a wrong answer like any other. What a run came to has a short text by which the exercise knows the
usual mistakes:

| text | what happened |
|---|---|
| `12`, `X O / Empty X` | it has this value (a board in one line) |
| `shows X O / Empty X`, `shows nothing` | it asks again, and the last board shown is this one |
| `asks` | the same, whatever is shown |
| `error zero` | it failed; the second word is the code of the error |
| `refused` | it does not take an answer of this form |
| `BG050` | the expression does not fit the program, for example because a definition is missing |
| `asks Ada: 1, 2` | (a game that is played) this player can choose among these |
| `ends: Ada wins` | (a game that is played) it is over |

    >>> from parlour import lessons
    >>> verdict = judge(lessons.find(2), "game G\\ntriple : Int -> Int\\ntriple(n) = n * 3\\n")
    >>> [result.is_right for result in verdict.results]
    [True, True, False, False, False, False]
    >>> verdict.results[2].came.text, verdict.results[2].came.message
    ('BG050', 'there is no function `perimeter`')
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from parlour import pipeline
from parlour.game.error import GameError, Refused
from parlour.game.outcome import winner_words
from parlour.game.position import Budget, Position
from parlour.languages.frontend import NothingToRun
from parlour.lessons import Check, Lesson
from parlour.syntax.diagnostic import Diagnostic, Diagnostics

# What the longest model solution needs, many times over; a loop without an end is stopped in the blink of an eye.
_BUDGET = Budget(steps=200_000, depth=2_000)


@dataclass(frozen=True, slots=True)
class Came:
    """What one run came to: its `text` (see above), the `message` of an error or refusal, and the error itself."""

    text: str
    message: str = ""
    error: GameError | None = None

    @property
    def asks(self) -> bool:
        return self.text.startswith(("shows ", "asks "))


@dataclass(frozen=True, slots=True)
class Result:
    """One check with what it came to; `hint` says what to do, and is empty if it is right."""

    check: Check
    came: Came
    is_right: bool
    hint: str


@dataclass(frozen=True, slots=True)
class Verdict:
    lesson: Lesson
    results: tuple[Result, ...]
    warnings: tuple[Diagnostic, ...]

    @property
    def is_solved(self) -> bool:
        return all(result.is_right for result in self.results)


def judge(lesson: Lesson, program: str | Path) -> Verdict:
    """Tries a program, a file or its text. Raises `Diagnostics` if its text has errors."""
    found = pipeline.check(program, language=lesson.language)
    if any(item.is_error for item in found):
        raise Diagnostics(found)
    return Verdict(lesson, tuple(_result(lesson, program, check) for check in lesson.checks), found)


def _result(lesson: Lesson, program: str | Path, check: Check) -> Result:
    came = _run(lesson, program, check)
    wanted = check.expect if check.expect is not None else f"shows {check.shows}"
    if came.text == wanted:
        return Result(check, came, True, "")
    known = check.wrong.get(came.text) or (check.wrong.get("asks") if came.asks else None)
    return Result(check, came, False, known or check.hint)


def _run(lesson: Lesson, program: str | Path, check: Check) -> Came:
    try:
        game = pipeline.load(program, language=lesson.language, expression=check.expression or None)
    except NothingToRun as problem:
        return Came("nothing", str(problem))
    except Diagnostics as problem:  # of the expression: the program itself was found to be fine
        first = next(item for item in problem.found if item.is_error)
        return Came(first.code, first.title)
    position = game.start(budget=_BUDGET)
    for answer in check.answers:
        if not position.questions:
            break  # it came to its end early, and its value will tell
        question = position.questions[0]
        value = position.read_answer(question, answer)
        taken = value if isinstance(value, Refused) else position.answer(question, value)
        if isinstance(taken, Refused):
            return Came("refused", taken.message)
    return _stands(position) if check.expression else _played(position)


def _played(position: Position) -> Came:
    """How a game stands that is played without an expression."""
    if position.error is not None:
        return Came(f"error {position.error.code}", position.error.message, position.error)
    names = [seat.name for seat in position.seats]
    if position.outcome is not None:
        return Came(f"ends: {winner_words(position.outcome, names)}")
    question = position.questions[0]
    options = ", ".join(option.label for option in position.legal(question))
    return Came(f"asks {'somebody' if question.seat is None else names[question.seat]}: {options}")


def _stands(position: Position) -> Came:
    if position.error is not None:
        return Came(f"error {position.error.code}", position.error.message, position.error)
    ending = position.ending()
    if ending is not None:
        rows = ending.get("rows")
        return Came(_one_line(rows) if isinstance(rows, list) else str(ending["text"]))
    boards = position.asking().get("boards")
    return Came(f"shows {_one_line(boards[-1]) if isinstance(boards, list) and boards else 'nothing'}")


def _one_line(rows: list[list[str]]) -> str:
    return " / ".join(" ".join(row) for row in rows)
