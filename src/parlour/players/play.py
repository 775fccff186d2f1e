"""Lets players play a match: each is shown the view of its seat, and its choice is given to the match.

play_out(match, lambda seat: RandomPlayer(7))
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.game.error import Refused
from parlour.game.outcome import Outcome
from parlour.game.position import Position, Seat, Step
from parlour.game.question import Question
from parlour.match.match import Match
from parlour.players.player import NoOptions, Player, Resigns, Typed

# Who plays a seat (None: nobody in particular). Asked at every question, because seats may appear during a match.
Seating = Callable[[Seat | None], Player]

# A player whose choices were refused so often in a row will not find an answer by trying on.
MOST_REFUSALS = 100


def play_out(match: Match, seating: Seating, *, most_answers: int = 10_000) -> None:
    """Plays until the match is over, or so many answers were given (then it is still open)."""
    for _ in range(most_answers):
        if match.is_over:
            return
        question = match.questions[0]
        player = seating(_seat_of(match, question))
        for _ in range(MOST_REFUSALS):
            if not isinstance(let_answer(match, question, player), Refused):
                break
        else:
            raise NoOptions(f"a player was refused {MOST_REFUSALS} times in a row at the same question")


def let_answer(match: Match, question: Question, player: Player) -> Step | Outcome | Refused:
    """Has a player answer one open question. An outcome: the player gave up. Refused: it has to choose again."""
    view = match.position.view(question.seat)
    shown = next(mine for mine in view.questions if mine.question.id == question.id)
    match player.choose(view, shown, _imagine(match, question)):
        case Typed(text):
            return match.answer_text(question, text)
        case Resigns():
            if question.seat is None:
                return Refused("not-an-option", "nobody in particular is asked, so nobody can give up")
            return match.resign(question.seat)
        case value:
            return match.answer(question, value)


def _imagine(match: Match, question: Question) -> Callable[[int], Position | None]:
    def imagine(seed: int) -> Position | None:
        if question.seat is not None:
            return match.position.imagine(question.seat, seed)
        # Nobody in particular may know just what everybody may.
        return None if match.game.info.kind.is_hidden else match.position.copy(seed=seed)

    return imagine


def _seat_of(match: Match, question: Question) -> Seat | None:
    return next((seat for seat in match.position.seats if seat.number == question.seat), None)
