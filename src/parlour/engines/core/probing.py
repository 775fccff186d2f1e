"""Legal answers and whole moves, where a language only reads input: candidates, each tried out on a copy.

Question Q1 *continues* Q0 when everything live at Q0 still has the same value, or is dead, at Q1: only the place in the
program and new locals differ. An answer is *refused* if the run ends in an error, or comes to a question whose key
equals that of this question or of one it continues. (A wrong card at *which card?* leads back to *play or draw?*, which
it continued. Not to any earlier question: in a sliding puzzle moving back is legal.)

Where every answer is refused, some are offered all the same, the first of these that there are: those that the program
*took* before it failed, which is to say that something live at the question had changed by then (the right card, but no
card is left to draw); those that lead back to a question before; those that fail at once (a card that is not there).

All tries at one question have a budget together (`most_tried`): ten thousand answers that are each refused only after a
long run would else take hours. What was not tried when it is used up is not offered: then `Legal.sure` does not claim
that these are all, and where nothing was found nothing is listed, and any answer of the right form may be given.

Where this fails: a program that counts failed attempts never comes back to an equal state, so its refused answers look
legal; a pass that truly changes nothing looks refused. Authors can say so in a comment (`every answer is legal`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from parlour.core.flow.candidates import Candidates
from parlour.core.values import Plain
from parlour.game.error import GameError, Refused
from parlour.game.position import Budget, NeedsChance, Status, Step
from parlour.game.question import Legal, Move, Moves, Option, Question, Sureness

# A move has no more answers than this: a program that waits ever deeper would else be compared with all it has asked.
LONGEST_MOVE = 16

# What trying an answer costs beside the steps that the program takes: a copy of the state has to be made. And what it
# costs to find out whether an answer was taken before the program failed: all that is live is compared.
TRYING = 1_000
COMPARING = 10_000


def most_tried(budget: Budget) -> int:
    """What all tries at one question may cost together, in steps: by default 10,000 short ones, as many as there are
    answers to try, or ten that use up all that a program may."""
    return min(10 * budget.steps, 1 << 62)


def cost_of_try(budget: Budget, left: int) -> int:
    """Of an answer after which a program had so many steps left."""
    return TRYING + budget.steps - max(left, 0)


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What is live at a question. `roots` has an entry for each live local (depth, function, name) and each live global
    (number,); `seat` is who is asked."""

    sites: tuple[tuple[str, int], ...]
    roots: dict[tuple[Any, ...], object]
    seat: int | None
    key: bytes

    def continues(self, earlier: Fingerprint) -> bool:
        roots = self.roots
        return all(name not in roots or roots[name] == value for name, value in earlier.roots.items())

    def chain(self, chain: Sequence[Fingerprint], before: Fingerprint) -> list[Fingerprint]:
        """The questions that this one continues, oldest first, given those that the one before it continued.

        Coming back to one of them takes up where it stood. Where nothing that was live is left to compare, only the
        question just before counts: else the first question of a game would be continued by every other."""
        found: list[Fingerprint] = []
        for earlier in (*chain, before):
            if earlier.key == self.key:
                break
            if self.continues(earlier) and (earlier is before or not earlier.roots.keys().isdisjoint(self.roots)):
                found.append(earlier)
        return found[-LONGEST_MOVE:]


class Probed(Protocol):
    """What probing needs of a position of any engine."""

    status: Status
    error: GameError | None
    budget: Budget

    @property
    def chain(self) -> Sequence[Fingerprint]: ...
    @property
    def questions(self) -> tuple[Question, ...]: ...
    @property
    def key(self) -> bytes: ...
    @property
    def move_depth(self) -> int: ...
    @property
    def tries_answers(self) -> bool: ...
    def candidates(self, index: int) -> Candidates: ...
    def options(self, values: Sequence[Plain], index: int) -> tuple[Option, ...]: ...
    def probe(self) -> Probed: ...
    def place(self, number: int) -> int:
        """The index, among the questions asked together, of the open question with this number."""

    def give(self, index: int, value: Plain) -> Step | NeedsChance | Refused: ...
    @property
    def steps_left(self) -> int:
        """What the last run has left of the steps it might take; below 0 if it wanted more."""

    @property
    def was_taken(self) -> bool:
        """Of a position that an answer has made fail: something live at its question had changed by then. Where the
        program was stopped by a budget nobody knows what it would have come to."""

    def legal(self, question: Question | int) -> Legal: ...


def legal_answers(position: Probed, index: int) -> Legal:
    """The legal answers of the open question with this index among those asked together."""
    found = position.candidates(index)
    if found.is_open and not found.values:
        return Legal((), "domain")
    sure: Sureness = "exact" if found.complete else "candidates"
    if not position.tries_answers:
        return Legal(position.options(found.values, index), sure)
    here, before = position.key, {earlier.key for earlier in position.chain}
    good: list[Plain] = []
    back: list[Plain] = []
    failing: list[Plain] = []
    most, spent = most_tried(position.budget), 0
    for value in found.values:
        if spent >= most:
            sure = "candidates"
            break
        trial = position.probe()
        trial.give(index, value)
        spent += cost_of_try(trial.budget, trial.steps_left)
        if trial.status is Status.FAILED:
            failing.append(value)
        elif trial.status is Status.OPEN and trial.key in before:
            back.append(value)
        elif trial.status is Status.OVER or trial.key != here:
            good.append(value)
    is_tried = spent < most
    if not good and failing:
        compared = max(most - spent, 0) // COMPARING
        good, sure = [value for value in failing[:compared] if _is_taken(position, index, value)], "failing"
    if not good and back:
        good, sure = back, "back"
    if not good and failing:
        good, sure = failing, "failing"
    if not good and not is_tried:
        return Legal((), "domain")
    return Legal(position.options(good, index), sure)


def _is_taken(position: Probed, index: int, failing: Plain) -> bool:
    trial = position.probe()
    trial.give(index, failing)
    return trial.was_taken


def whole_moves(position: Probed, seat: int | None, limit: int) -> Moves:
    """Every sequence of answers of a seat from here to the end of its move, up to `limit` of them."""
    start = next((number for number, item in enumerate(position.questions) if item.seat == seat), None)
    if start is None:
        return Moves((), True)
    found: list[Move] = []
    failing: list[Move] = []
    complete = True
    # Depth first, in the order of the options: the stack holds answers, and where they lead if the move goes on.
    stack: list[tuple[tuple[Option, ...], Probed | None, int]] = [((), position, start)]
    while stack:
        answers, here, number = stack.pop()
        if here is None:
            found.append(Move(seat, answers))
            continue
        legal = here.legal(here.questions[number])
        if legal.sure == "back":
            continue
        if legal.sure == "failing":
            failing.extend(Move(seat, (*answers, option)) for option in legal.options)
            continue
        room = limit - len(found) - len(stack)
        complete = complete and legal.sure == "exact" and len(legal.options) <= room
        ahead: list[tuple[tuple[Option, ...], Probed | None, int]] = []
        for option in legal.options[: max(room, 0)]:
            trial = here.probe()
            trial.give(here.place(number), option.value)
            goes_on = trial.status is Status.OPEN and trial.move_depth > here.move_depth
            ahead.append(((*answers, option), trial if goes_on else None, 0))
        stack.extend(reversed(ahead))
    return Moves(tuple(found or failing), complete)
