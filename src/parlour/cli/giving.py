"""Several answers in one text: `--after "(1,1) (2,2)"`, read as one types them in `parlour play`."""

from __future__ import annotations

from parlour.cli.exits import wrong_usage
from parlour.game.error import Refused
from parlour.match import Match
from parlour.match.typed import first_answer, words_of

_HINT = "answers are written as one types them in `parlour play`, with blanks or commas between them"


def give_all(match: Match, text: str) -> None:
    """Gives a match all these answers, in order, each to the question that is open first. What cannot be given is wrong
    usage, and says which one it was."""
    rest = text.strip(" \t,")
    given = 0
    while rest:
        if match.is_over:
            raise wrong_usage(f"--after: the game is over after {given} answers, before {rest}", "leave the rest out")
        question = match.questions[0]
        value, left = first_answer(match.position, question, rest)
        step = value if isinstance(value, Refused) else match.answer(question, value)
        if isinstance(step, Refused):
            start, end = words_of(rest)[0]
            raise wrong_usage(f"--after: answer {given + 1}, {rest[start:end]}: {step.message}", _HINT)
        rest = left
        given += 1
