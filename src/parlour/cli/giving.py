"""Several answers in one text: `--after "(1,1) (2,2)"`.

Blanks and commas separate answers, except inside brackets and quotes. Where one word is no answer, the words after it
are taken with it, one after the other, until the language can read them: `--after "play card, 3"`.

    >>> [text[start:end] for text in ["(1, 2),(3,4)  X"] for start, end in words_of(text)]
    ['(1, 2)', '(3,4)', 'X']
"""

from __future__ import annotations

from parlour.cli.exits import wrong_usage
from parlour.core.values import Plain
from parlour.game.error import Refused
from parlour.game.question import Question
from parlour.match import Match

_OPEN, _CLOSE, _QUOTE = "([{", ")]}", '"'
_HINT = "answers are written as one types them in `parlour play`, with blanks or commas between them"
# No answer of a game has more words than this.
_MOST_WORDS = 12


def give_all(match: Match, text: str) -> None:
    """Gives a match all these answers, in order, each to the question that is open first. What cannot be given is wrong
    usage, and says which one it was."""
    places = words_of(text)
    at = given = 0
    while at < len(places):
        if match.is_over:
            left = text[places[at][0] :]
            raise wrong_usage(f"--after: the game is over after {given} answers, before {left}", "leave the rest out")
        question = match.questions[0]
        value, used = _read(match, question, text, places[at:])
        step = value if isinstance(value, Refused) else match.answer(question, value)
        if isinstance(step, Refused):
            start, end = places[at]
            raise wrong_usage(f"--after: answer {given + 1}, {text[start:end]}: {step.message}", _HINT)
        at += used
        given += 1


def _read(match: Match, question: Question, text: str, places: list[tuple[int, int]]) -> tuple[Plain | Refused, int]:
    """The shortest beginning that is an answer, and how many words it has; else why the first word is none."""
    start = places[0][0]
    first = match.position.read_answer(question, text[start : places[0][1]])
    if not isinstance(first, Refused):
        return first, 1
    for used in range(2, min(len(places), _MOST_WORDS) + 1):
        value = match.position.read_answer(question, text[start : places[used - 1][1]])
        if not isinstance(value, Refused):
            return value, used
    return first, 1


def words_of(text: str) -> list[tuple[int, int]]:
    """Where each word begins and ends."""
    places: list[tuple[int, int]] = []
    start: int | None = None
    depth, is_quoted = 0, False
    for at, character in enumerate(text):
        is_between = not depth and not is_quoted and (character.isspace() or character == ",")
        if is_between and start is not None:
            places.append((start, at))
            start = None
        elif not is_between and start is None:
            start = at
        if character == _QUOTE:
            is_quoted = not is_quoted
        elif character in _OPEN and not is_quoted:
            depth += 1
        elif character in _CLOSE and not is_quoted:
            depth = max(0, depth - 1)
    return places if start is None else [*places, (start, len(text))]
