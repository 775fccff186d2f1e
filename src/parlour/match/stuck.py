"""Whether a match can go on: a question that nothing can be answered to, and where it is asked.

A computer player that finds no legal answer may only not know one: any text may be meant. Where the answer is a single
character all of them can be tried; if each leads back to the same question or ends in an error, nobody can go on, and
the program is to blame.
"""

from __future__ import annotations

from parlour.game.error import Refused
from parlour.game.position import Position, Status
from parlour.game.question import Question

# All characters that are easily typed.
_CHARACTERS = "".join(map(chr, range(33, 127)))


def is_stuck(position: Position, question: Question) -> bool:
    """Whether it is certain that no answer to this question goes on."""
    legal = position.legal(question)
    if legal.options and legal.sure not in ("back", "failing"):
        return False
    if legal.sure == "exact":
        return True
    if question.kind != "chars" or question.domain.length != 1:
        return legal.sure in ("back", "failing")
    return all(_leads_back(position, question, character) for character in _CHARACTERS)


def _leads_back(position: Position, question: Question, value: str) -> bool:
    trial = position.copy()
    done = trial.answer(question, value)
    return isinstance(done, Refused) or trial.status is Status.FAILED or trial.key == position.key


def stuck_words(question: Question, *, is_certain: bool = True) -> str:
    """That nobody can go on, or that nobody knows how, with the line that asks."""
    where = "" if question.asked_at is None else f" (line {question.asked_at.line})"
    if is_certain:
        return f"the game is stuck{where}: whatever is answered, the program asks the same again, or fails"
    return f"the game is stuck{where}: of the answers that were tried, the program takes none"
