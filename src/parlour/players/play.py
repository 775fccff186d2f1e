"""Lets players play a match: each is shown the view of its seat, and its choice is given to the match.

play_out(match, lambda seat: RandomPlayer(7))
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.core.chance import derive
from parlour.core.values import Plain
from parlour.game.error import Refused
from parlour.game.outcome import Outcome
from parlour.game.position import Position, Seat, Status, Step
from parlour.game.question import Question
from parlour.match.match import Match
from parlour.players.player import Choice, NoOptions, Outsider, Player, PlayerFailed, Resigns, Typed
from parlour.players.random import RandomPlayer

# Who plays a seat (None: nobody in particular). Asked at every question, because seats may appear during a match.
Seating = Callable[[Seat | None], Player]

# A player whose choices were refused so often in a row will not find an answer by trying on.
MOST_REFUSALS = 100
# So much of an answer that was no answer is kept.
LONGEST_SHOWN = 200


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
    try:
        choice = choice_of(match, question, player)
    except PlayerFailed as failed:
        return _answer_for(match, question, failed)
    match choice:
        case Typed(text) if isinstance(player, Outsider):
            return _answer_from_outside(match, question, text)
        case Typed(text):
            return match.answer_text(question, text)
        case Resigns():
            if question.seat is None:
                return Refused("not-an-option", "nobody in particular is asked, so nobody can give up")
            return match.resign(question.seat)
        case value:
            return match.answer(question, value)


def choice_of(match: Match, question: Question, player: Player) -> Choice:
    """What a player would answer to an open question, of which it is shown what its seat may know."""
    view = match.position.view(question.seat)
    shown = next(mine for mine in view.questions if mine.question.id == question.id)
    return player.choose(view, shown, _imagine(match, question))


def _answer_from_outside(match: Match, question: Question, text: str) -> Step | Outcome | Refused:
    """Takes an answer of a player that is not asked again: one that is not legal is a mishap."""
    value = match.position.read_answer(question, text)
    if isinstance(value, Refused) or not _is_taken(match.position, question, value):
        return _answer_for(match, question, PlayerFailed("illegal", text[:LONGEST_SHOWN]))
    return match.answer(question, value)


def _is_taken(position: Position, question: Question, value: Plain) -> bool:
    """Whether an answer is legal; one that nobody has listed is tried out."""
    legal = position.legal(question)
    if any(option.value == value for option in legal):
        return True
    trial = position.copy()
    trial.answer(question, value)
    is_sent_back = trial.status is Status.OPEN and trial.key == position.key
    return legal.sure != "exact" and trial.error is None and not is_sent_back


def _answer_for(match: Match, question: Question, failed: PlayerFailed) -> Step | Outcome | Refused:
    """Notes that a player has failed, and gives a random answer in its place."""
    if question.seat is None:
        raise NoOptions(
            f"the player failed ({failed.how}: {failed.text}), and no seat is asked that it could be noted for"
        )
    match.note(question.seat, failed.how, failed.text)
    view = match.position.view(question.seat)
    shown = next(mine for mine in view.questions if mine.question.id == question.id)
    seed = derive(match.setting.seed, 3, question.id)
    return match.answer(question, RandomPlayer(seed).choose(view, shown, lambda _: None))


def _imagine(match: Match, question: Question) -> Callable[[int], Position | None]:
    def imagine(seed: int) -> Position | None:
        if question.seat is not None:
            return match.position.imagine(question.seat, seed)
        # Nobody in particular may know just what everybody may.
        return None if match.game.info.kind.is_hidden else match.position.copy(seed=seed)

    return imagine


def _seat_of(match: Match, question: Question) -> Seat | None:
    return next((seat for seat in match.position.seats if seat.number == question.seat), None)
