"""Several answers in one text: `--after "(1,1) (2,2)"`, read as one types them in `parlour play`."""

from __future__ import annotations

from parlour.cli.exits import wrong_usage
from parlour.game.error import Refused
from parlour.game.position import Step
from parlour.match import Match
from parlour.match.typed import first_answer, words_of

_HINT = "answers are written as one types them in `parlour play`, with blanks or commas between them"


def give_all(match: Match, text: str) -> None:
    """Gives a match all these answers, in order, each to the question that is open first. What cannot be given is wrong
    usage, and says which one it was."""
    rest = text.strip(" \t,")
    given = 0
    keys: list[bytes] = []  # of the questions of the move that is begun, the open one last
    while rest:
        if match.is_over:
            raise wrong_usage(f"--after: the game is over after {given} answers, before {rest}", "leave the rest out")
        question = match.questions[0]
        keys = [*keys[: match.position.move_depth], match.position.key]
        value, left = first_answer(match.position, question, rest)
        step = value if isinstance(value, Refused) else match.answer(question, value)
        if isinstance(step, Refused):
            start, end = words_of(rest)[0]
            raise wrong_usage(f"--after: answer {given + 1}, {rest[start:end]}: {step.message}", _HINT)
        if (
            match.error is None
            and match.position.key in keys
            and not match.is_over
            and not (isinstance(step, Step) and step.has_drawn)
        ):
            # The program asks again, and not because of what was drawn: a person at the table would have been told.
            words = rest[: len(rest) - len(left)].strip(" \t,") if left else rest
            raise wrong_usage(f"--after: answer {given + 1}, {words}: this is not a legal move here", _HINT)
        rest = left
        given += 1
