"""Whether a program solves the exercise of a lesson, and what to say where it does not.

Every check of the exercise runs the program anew, with an expression and answers of its own, on a small budget: a loop
without an end is a wrong answer like any other. When all checks are right, hidden examples and hidden games follow: the
program and the lesson's solution are asked the same, and must answer the same. What a run came to has a short text by
which the exercise knows the usual mistakes:

| text | what happened |
|---|---|
| `12`, `X O / Empty X` | it has this value (a board in one line) |
| `shows X O / Empty X`, `shows nothing` | it asks again, and the last board shown is this one |
| `asks` | the same, whatever is shown |
| `error zero` | it failed; the second word is the code of the error |
| `refused` | it does not take an answer of this form |
| `BG050` | the expression does not fit the program, for example because a definition is missing |
| `prompt` | it asks something else |
| `given` | it has no such value that the check could change, which proves nothing in hidden examples |
| `asks Ada: 1, 2` | (a game that is played) this player can choose among these |
| `ends: Ada wins` | (a game that is played) it is over |
| `state: total 4` | (hidden games that compare parts of the state) this part differs |

    >>> from parlour import lessons
    >>> verdict = judge(lessons.find(2), "game G\\ntriple : Int -> Int\\ntriple(n) = n * 3\\n")
    >>> [result.is_right for result in verdict.results]
    [True, True, False, False, False, False]
    >>> verdict.results[2].came.text, verdict.results[2].came.message
    ('BG050', 'there is no function `perimeter`')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random

from parlour import pipeline
from parlour.dataclass import dataclass
from parlour.game.error import GameError, Refused
from parlour.game.game import Game
from parlour.game.outcome import winner_words
from parlour.game.position import Budget, NeedsChance, Position
from parlour.languages.frontend import NothingToRun
from parlour.lessons.givens import with_given
from parlour.lessons.lesson import Check, Games, Lesson, Many
from parlour.syntax.diagnostic import Diagnostic, Diagnostics

# What the longest model solution needs, many times over; a loop without an end is stopped in the blink of an eye.
_BUDGET = Budget(steps=200_000, depth=2_000)
# So many examples are evaluated in one run, as a tuple, before any of them is looked at by itself.
_AT_ONCE = 30
# Before what parts of the state are.
_STATE = "state: "


@dataclass(frozen=True, slots=True)
class Came:
    """What one run came to: its `text` (see above), the `message` of an error or refusal, and the error itself."""

    text: str
    message: str = ""
    error: GameError | None = None

    @property
    def asks(self) -> bool:
        return self.text.startswith(("shows ", "asks "))

    def is_as(self, wanted: str) -> bool:
        """Whether it came to this; in which order options are offered does not matter.

        >>> Came("asks Ada: Ring, Stop").is_as("asks Ada: Stop, Ring"), Came("asks Ada: 1").is_as("asks Ben: 1")
        (True, False)
        """
        return self.text == wanted or (self.text.startswith("asks ") and _parts(self.text) == _parts(wanted))


def _parts(text: str) -> tuple[str, list[str]]:
    who, _, options = text.partition(": ")
    return who, sorted(options.split(", "))


@dataclass(frozen=True, slots=True)
class Result:
    """One check with what it came to; `hint` says what to do, and is empty if it is right. For hidden examples, `check`
    is the first one that is wrong, or if none is, the pattern, and `examples` how many there were."""

    check: Check
    came: Came
    is_right: bool
    hint: str
    examples: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The `results` of the checks and, if those are all right, of what is `hidden`."""

    lesson: Lesson
    results: tuple[Result, ...]
    hidden: tuple[Result, ...]
    warnings: tuple[Diagnostic, ...]

    @property
    def right(self) -> int:
        """How many checks are right."""
        return sum(result.is_right for result in self.results)

    @property
    def examples(self) -> int:
        """How many hidden examples were tried."""
        return sum(result.examples for result in self.hidden)

    @property
    def is_solved(self) -> bool:
        return all(result.is_right for result in (*self.results, *self.hidden))


def judge(lesson: Lesson, program: str | Path) -> Verdict:
    """Tries a program, a file or its text. Raises `Diagnostics` if its text has errors."""
    return Judge(lesson).verdict(program)


class Judge:
    """Judges any number of programs by one lesson; what its solution says is worked out once."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._solution = _Program(lesson.language, lesson.solution, "solution")
        self._wanted: dict[tuple[object, ...], str] = {}

    def verdict(self, program: str | Path) -> Verdict:
        """Raises `Diagnostics` if the text has errors."""
        source, _, _ = pipeline.read_source(program, self.lesson.language, None)
        found = pipeline.check(source.text, language=self.lesson.language, name=source.name)
        if any(item.is_error for item in found):
            raise Diagnostics(found)
        tried = _Program(self.lesson.language, source.text, source.name)
        results = tuple(self._result(tried, check) for check in self.lesson.checks)
        hidden: tuple[Result, ...] = ()
        if all(result.is_right for result in results):
            examples = (self._examples(tried, many) for many in self.lesson.many)
            games = (self._games(tried, *each) for each in zip(self.lesson.games, self._lines, strict=True))
            hidden = (*examples, *games)
        return Verdict(self.lesson, results, hidden, found)

    def _result(self, tried: _Program, check: Check) -> Result:
        wanted = self._right(check)
        came = tried.run(check)
        if came.is_as(wanted):
            return Result(_telling(check, wanted), came, True, "")
        known = check.wrong.get(came.text) or (check.wrong.get("asks") if came.asks else None)
        return Result(_telling(check, wanted), came, False, known or check.hint)

    def _right(self, check: Check) -> str:
        """What is right, by the check itself or by the solution."""
        if check.wanted is not None:
            return check.wanted
        asked = (check.expression, check.answers, *sorted(check.given.items()))
        if asked not in self._wanted:
            self._wanted[asked] = self._solution.run(check).text
        return self._wanted[asked]

    def _examples(self, tried: _Program, many: Many) -> Result:
        first = many.examples[0]
        if not first.answers and not first.given and first.expression:
            groups = [many.examples[at : at + _AT_ONCE] for at in range(0, len(many.examples), _AT_ONCE)]
        else:
            groups = [(each,) for each in many.examples]
        for group in groups:
            if len(group) > 1 and self._is_right_at_once(tried, group):
                continue
            for check in group:
                result = self._result(tried, check)
                if not result.is_right and result.came.text != "given":
                    return replace(result, examples=len(many.examples))
        pattern = replace(first, expression=many.about, answers=(), given={})
        return Result(pattern, Came(""), True, "", len(many.examples))

    def _is_right_at_once(self, tried: _Program, group: Sequence[Check]) -> bool:
        """Whether the tuple of all these examples is what it is in the solution; one that fails fails them all."""
        all_of_them = Check(f"({', '.join(check.expression for check in group)})")
        wanted = self._right(all_of_them)
        return not wanted.startswith(("error ", "shows ")) and tried.run(all_of_them).text == wanted

    @cached_property
    def _lines(self) -> tuple[tuple[_Line, ...], ...]:
        """For each group of hidden games: how they go with the solution."""
        return tuple(_lines_of(self._solution, games) for games in self.lesson.games)

    def _games(self, tried: _Program, games: Games, lines: Sequence[_Line]) -> Result:
        """The shortest difference that the games show."""
        worst: Result | None = None
        about = Check(games.expression, hint=games.hint, given=games.given)
        for line in lines:
            most = len(line.wanted) if worst is None else len(worst.check.answers)
            answers, came = tried.follow(games, line, most)
            if came is not None:
                at = len(answers)
                wanted = line.states[at] if came.text.startswith(_STATE) else line.wanted[at]
                worst = Result(_telling(replace(about, answers=answers), wanted), came, False, games.hint, len(lines))
        return worst or Result(about, Came(""), True, "", len(lines))


def _telling(check: Check, wanted: str) -> Check:
    """The check with what is right written into it."""
    if wanted.startswith("shows "):
        return replace(check, shows=wanted.removeprefix("shows "))
    return replace(check, expect=wanted)


@dataclass(frozen=True, slots=True)
class _Line:
    """A game as it should go: answers, and what it should come to before the first, after the first, and so on."""

    answers: tuple[str, ...]
    wanted: tuple[str, ...]
    states: tuple[str, ...]


def _lines_of(solution: _Program, games: Games) -> tuple[_Line, ...]:
    """Random games of the solution, always the same ones and each of them once. A line ends where a lot is drawn, since
    another right program may draw its lots otherwise, and before the solution fails: then nobody says what is right."""
    chance = Random(games.number)
    lines = {_line_of(solution, games, chance): None for _ in range(games.number)}
    return tuple(sorted(lines, key=lambda line: len(line.answers)))


def _line_of(solution: _Program, games: Games, chance: Random) -> _Line:
    about = Check(games.expression, given=games.given)
    position = solution.started(about)
    assert not isinstance(position, Came), f"the solution of the lesson cannot be played: {position}"
    answers: list[str] = []
    wanted = [_stands(position, about).text]
    states = [_state(position, games)]
    while position.questions and len(answers) < games.length:
        question = position.questions[0]
        options = games.answers or tuple(option.label for option in position.legal(question))
        left = [answer for answer in options if answer not in answers] if games.once else options
        if not left:
            break
        answer = chance.choice(left)
        value = position.read_answer(question, answer)
        if isinstance(value, Refused) or isinstance(position.answer(question, value, chance=()), NeedsChance | Refused):
            break
        came = _stands(position, about)
        if came.error is not None:
            break
        answers.append(answer)
        wanted.append(came.text)
        states.append(_state(position, games))
    return _Line(tuple(answers), tuple(wanted), tuple(states))


class _Program:
    """A program that is asked one thing after the other."""

    def __init__(self, language: str, text: str, name: str) -> None:
        self._language = language
        self._text = text
        self._name = name
        self._games: dict[tuple[object, ...], Game | Came] = {}

    def run(self, check: Check) -> Came:
        position = self.started(check)
        if isinstance(position, Came):
            return position
        for answer in check.answers:
            if not position.questions:
                break  # it came to its end early, and its value will tell
            refused = _answered(position, answer)
            if refused is not None:
                return refused
        return _stands(position, check)

    def follow(self, games: Games, line: _Line, most: int) -> tuple[tuple[str, ...], Came | None]:
        """The answers of a line up to where this program differs, and to what it comes there; so many steps at most."""
        about = Check(games.expression, given=games.given)
        position = self.started(about)
        if isinstance(position, Came):
            return (), None if position.text == "given" else position
        for at, wanted in enumerate(line.wanted[:most]):
            came = _answered(position, line.answers[at - 1]) if at and position.questions else None
            came = came or _stands(position, about)
            if came.is_as(wanted) and _state(position, games) != line.states[at]:
                came = Came(_state(position, games))
            if not came.is_as(wanted):
                return line.answers[:at], came
        return line.answers, None

    def started(self, check: Check) -> Position | Came:
        """The program where it first asks, or what keeps it from starting."""
        game = self._game(check.expression, check.given)
        return game if isinstance(game, Came) else game.start(budget=_BUDGET)

    def _game(self, expression: str, given: Mapping[str, str]) -> Game | Came:
        key = (expression, *sorted(given.items()))
        if key not in self._games:
            self._games[key] = self._loaded(expression, given)
        return self._games[key]

    def _loaded(self, expression: str, given: Mapping[str, str]) -> Game | Came:
        text = with_given(self._text, self._language, given)
        if text is None:
            return Came("given", f"it has no {' and '.join(given)} that could be another")
        try:
            return pipeline.load(text, language=self._language, name=self._name, expression=expression or None)
        except NothingToRun as problem:
            return Came("nothing", str(problem))
        except Diagnostics as problem:  # of the expression: the program itself was found to be fine
            first = next(item for item in problem.found if item.is_error)
            return Came(first.code, first.title)


def _answered(position: Position, answer: str) -> Came | None:
    """Gives an answer; what to say if it is not taken."""
    question = position.questions[0]
    value = position.read_answer(question, answer)
    taken = value if isinstance(value, Refused) else position.answer(question, value)
    return Came("refused", f"it does not take {answer}: {taken.message}") if isinstance(taken, Refused) else None


def _stands(position: Position, check: Check) -> Came:
    if position.error is not None:
        return Came(f"error {position.error.code}", position.error.message, position.error)
    return _evaluated(position) if check.expression else _played(position, check.prompt)


def _played(position: Position, prompt: str) -> Came:
    """How a game stands that is played without an expression."""
    names = [seat.name for seat in position.seats]
    if position.outcome is not None:
        return Came(f"ends: {winner_words(position.outcome, names)}")
    question = position.questions[0]
    if prompt not in question.prompt:
        return Came("prompt", f'its question is "{" ".join(question.prompt.split())}", without "{prompt}"')
    options = ", ".join(option.label for option in position.legal(question))
    return Came(f"asks {'somebody' if question.seat is None else names[question.seat]}: {options}")


def _state(position: Position, games: Games) -> str:
    """The parts of the state that count in these games; a program that does not have one has none."""
    state = position.state() if games.state and position.error is None else {}
    return _STATE + ", ".join(f"{part} {_words(state.get(part))}" for part in games.state)


def _words(value: object) -> str:
    """A value of the state in one line.

    >>> _words({"Ada": {"points": 3}, "Ben": {"points": 0}}), _words(["Ada", "Ben"])
    ('(Ada (points 3), Ben (points 0))', '(Ada, Ben)')
    """
    match value:
        case dict():
            return f"({', '.join(f'{name} {_words(each)}' for name, each in value.items())})"
        case list() | tuple():
            return f"({', '.join(map(_words, value))})"
    return str(value)


def _evaluated(position: Position) -> Came:
    ending = position.ending()
    if ending is not None:
        rows = ending.get("rows")
        return Came(_one_line(rows) if isinstance(rows, list) else str(ending["text"]))
    boards = position.asking().get("boards")
    return Came(f"shows {_one_line(boards[-1]) if isinstance(boards, list) and boards else 'nothing'}")


def _one_line(rows: list[list[str]]) -> str:
    return " / ".join(" ".join(row) for row in rows)
