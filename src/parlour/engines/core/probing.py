"""Legal answers and whole moves, where a language only reads input: candidates, each tried out on a copy.

Question Q1 *continues* Q0 when everything live at Q0 still has the same value, or is dead, at Q1: only the place in the
program and new locals differ. An answer is *refused* if the run ends in an error, or comes to a question whose key
equals that of this question or of one it continues. (A wrong card at *which card?* leads back to *play or draw?*, which
it continued. Not to any earlier question: in a sliding puzzle moving back is legal.)

Programs that read a move piece by piece refuse it only when they have all of it. So trying looks ahead: an answer that
leads to a question of the same seat that continues this one is refused, too, if all the answers there are (depth-first
search). Nobody looks beyond a draw, for dice to come are nobody's business, nor beyond another seat's question, nor
when the budget is used up; such an answer stays, *unproved*. What was found out is kept as a tree of beginnings
(`Outlook`) until the state changes, so that nothing is tried twice.

Where every answer is refused, some are offered all the same, the first of these that there are: those that lead on, if
only to a dead end; those that the program *took* before it failed, which is to say that something live at the question
had changed by then (the right card, but no card is left to draw); those that lead back to a question before; those that
fail at once (a card that is not there).

All tries at one question have a budget together (`most_tried`): ten thousand answers that are each refused only after a
long run would else take hours. What was not tried when it is used up is not offered: then `Legal.sure` does not claim
that these are all, and where nothing was found nothing is listed, and any answer of the right form may be given.

Where this fails: a program that counts failed attempts never comes back to an equal state, so its refused answers look
legal; a pass that truly changes nothing looks refused. Authors can say so in a comment (`every answer is legal`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from enum import Enum, auto
from typing import Any, NamedTuple, Protocol

from parlour.core.flow.candidates import Candidates
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.error import GameError, Refused
from parlour.game.position import Budget, NeedsChance, Status, Step
from parlour.game.question import Legal, Move, Moves, Option, Question, Sureness

# A move has no more answers than this: a program that waits ever deeper would else be compared with all it has asked.
LONGEST_MOVE = 16

# So many whole moves are told apart, where one of them is drawn.
MOST_MOVES = 10_000

# What trying an answer costs beside the steps that the program takes: a copy of the state has to be made. And what it
# costs to find out whether an answer was taken before the program failed: all that is live is compared.
TRYING = 1_000
COMPARING = 10_000

# What it costs to ask a guard (`core/passes/guards.py`), and how many steps it may take: then it lets answers through.
GUARDING = 100
GUARD_STEPS = 20_000

# The chance of everything that is only tried out: no match's, so that trying tells nobody what will be drawn.
PROBING_SEED = 0x70726F6265


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
    (number,); `seat` is who is asked, and `begun` how many answers of the same move came before, in a chain."""

    sites: tuple[tuple[str, int], ...]
    roots: dict[tuple[Any, ...], object]
    seat: int | None
    key: bytes
    begun: int = 0

    def continues(self, earlier: Fingerprint) -> bool:
        roots = self.roots
        return all(name not in roots or roots[name] == value for name, value in earlier.roots.items())

    def chain(self, chain: Sequence[Fingerprint], before: Fingerprint) -> list[Fingerprint]:
        """The questions that this one continues, oldest first, given those that the one before it continued.

        Coming back to one of them takes up where it stood. Where nothing that was live then is left to compare, an
        earlier question counts only if the one just before is continued: else the first question of a game would be
        continued by every other."""
        for number, earlier in enumerate((*chain, before)):
            if earlier.key == self.key:
                return list(chain[:number])
        is_same_move = self.continues(before)
        found = [
            earlier
            for earlier in (*chain, replace(before, begun=answers_before(before.seat, chain)))
            if self.continues(earlier) and (is_same_move or not earlier.roots.keys().isdisjoint(self.roots))
        ]
        return found[-LONGEST_MOVE:]


def answers_before(seat: int | None, chain: Sequence[Fingerprint]) -> int:
    """How many answers of a seat belong to the move that its question goes on with, by what the question continues. It
    continues the last of them, but need not continue those before."""
    return chain[-1].begun + 1 if chain and chain[-1].seat == seat else 0


class Probed(Protocol):
    """What probing needs of a position of any engine."""

    status: Status
    error: GameError | None
    budget: Budget
    outlook: Outlook | None

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
    @property
    def most_tried(self) -> int:
        """What all tries at one question may cost together."""

    @property
    def stream(self) -> int:
        """Where the generator stands: after a run that has drawn it is another number."""

    @property
    def lists_options(self) -> bool:
        """The program itself says what may be answered to the open question, or to each of a group."""

    @property
    def is_group(self) -> bool:
        """Several are asked at once, or might be."""

    def guard(self) -> Callable[[Plain], bool] | None:
        """What tells of answers to the open question that are refused anyway, see `core/passes/guards.py`."""

    def glances(self) -> Callable[[Plain], Glance | None] | None:
        """What tells sooner than a probe what an answer comes to, where that is simple; None where it never is."""

    def candidates(self, index: int) -> Candidates: ...
    def options(self, values: Sequence[Plain], index: int) -> tuple[Option, ...]: ...
    def probe(self) -> Probed: ...
    def place(self, number: int) -> int:
        """The index, among the questions asked together, of the open question with this number."""

    def is_admitted(self, index: int, value: Plain) -> bool:
        """A value has the form of an answer."""

    def give(self, index: int, value: Plain) -> Step | NeedsChance | Refused: ...
    @property
    def probing_budget(self) -> Budget:
        """What a probe may use."""

    @property
    def steps_left(self) -> int:
        """What the last run has left of the steps it might take; below 0 if it wanted more."""

    @property
    def was_taken(self) -> bool:
        """Of a position that an answer has made fail: something live at its question had changed by then. Where the
        program was stopped by a budget nobody knows what it would have come to."""

    def legal(self, question: Question | int) -> Legal: ...


# ------------------------------------------------------------------------------------------------------- looking ahead


class Verdict(Enum):
    """What an answer came to."""

    PROVED = auto()  # it leads on
    UNPROVED = auto()  # it may lead on: nobody looks further
    DEAD = auto()  # it leads to a question whose answers are all refused
    BACK = auto()  # it leads back to a question before
    SENT_BACK = auto()  # it leads back to this one
    FAILING = auto()
    GUARDED = auto()  # a guard has turned it away, and nobody knows which of these it comes to


STAYS = (Verdict.PROVED, Verdict.UNPROVED)


class Glance(NamedTuple):
    """What an answer comes to, and what its run has left of the steps it might take. A proved one ends the move; where
    a budget has stopped the program nobody knows what a failing one would have come to."""

    verdict: Verdict
    steps_left: int
    is_stopped: bool = False


@dataclass(slots=True)
class Outlook:
    """What the answers to one question come to, as far as they were tried, in the order of the candidates; and the same
    for the questions that continue it: the tree of beginnings. It is true as long as the state does not change."""

    key: bytes
    candidates: Candidates
    before: Outlook | None = None
    depth: int = 1
    verdicts: list[Verdict] = field(default_factory=list)
    # By the number of an answer: what comes after it, and of one that leads back the key it leads to.
    ahead: dict[int, Outlook] = field(default_factory=dict)
    back: dict[int, bytes] = field(default_factory=dict)
    # The numbers of answers with which the move is over, whatever comes then.
    ends: set[int] = field(default_factory=set)
    # The numbers of failing answers where a budget stopped the program.
    stopped: set[int] = field(default_factory=set)

    def values(self, *verdicts: Verdict) -> list[Plain]:
        """The answers that came to one of these."""
        return [
            value for value, verdict in zip(self.candidates.values, self.verdicts, strict=False) if verdict in verdicts
        ]

    def endings(self) -> list[bool]:
        """Of the answers that stay, whether the move is known to be over with each."""
        return [number in self.ends for number, verdict in enumerate(self.verdicts) if verdict in STAYS]

    @property
    def is_whole(self) -> bool:
        """Everything was tried."""
        return len(self.verdicts) == len(self.candidates.values)

    @property
    def is_exact(self) -> bool:
        """Nothing was left out that nobody thought of."""
        dead = (number for number, verdict in enumerate(self.verdicts) if verdict is Verdict.DEAD)
        return self.is_whole and self.candidates.complete and all(self.ahead[number].is_exact for number in dead)

    @property
    def best(self) -> Verdict | None:
        """What the question comes to for who is led here; None as long as nobody knows."""
        if Verdict.PROVED in self.verdicts or self.candidates.is_open:
            return Verdict.PROVED
        if not self.is_whole:
            return None
        return Verdict.UNPROVED if Verdict.UNPROVED in self.verdicts else Verdict.DEAD

    def after(self, value: Plain) -> Outlook | None:
        """What is known of the question that an answer leads to, if that is one of the same move."""
        number = next(
            (n for n, one in enumerate(self.candidates.values) if one == value and type(one) is type(value)), None
        )
        if number is None or number >= len(self.verdicts):
            return None
        if self.verdicts[number] is Verdict.SENT_BACK:
            return self
        if number in self.back:
            return self.at(self.back[number])
        return self.ahead.get(number)

    def at(self, key: bytes) -> Outlook | None:
        """What is known of the question with this key, of those that have led here."""
        found: Outlook | None = self
        while found is not None and found.key != key:
            found = found.before
        return found


class _Look:
    """One look at a question and at those that continue it, with a purse for all tries."""

    def __init__(self, most: int, *, asks_guards: bool = True) -> None:
        self.left = most
        self.asks_guards = asks_guards

    def explore(self, position: Probed, index: int, outlook: Outlook, *, is_first: bool) -> None:
        """Tries answers in their order: all, or, where somebody only came by, until one is proved."""
        chain = {earlier.key for earlier in position.chain}
        values = outlook.candidates.values
        guard = position.guard() if self.asks_guards else None
        glance = position.glances()
        while not outlook.is_whole and self.left > 0 and (is_first or outlook.best is None):
            number = len(outlook.verdicts)
            if guard is not None and not guard(values[number]):
                self.left -= GUARDING
                outlook.verdicts.append(Verdict.GUARDED)
                continue
            seen = None if glance is None else glance(values[number])
            if seen is not None:
                self.left -= cost_of_try(position.probing_budget, seen.steps_left)
                if seen.verdict is Verdict.PROVED:
                    outlook.ends.add(number)
                if seen.is_stopped:
                    outlook.stopped.add(number)
                outlook.verdicts.append(seen.verdict)
                continue
            outlook.verdicts.append(self._verdict(position, index, outlook, number, values[number], chain))

    def _verdict(
        self, position: Probed, index: int, outlook: Outlook, number: int, value: Plain, chain: set[bytes]
    ) -> Verdict:
        trial = position.probe()
        stream = trial.stream
        trial.outlook = None
        trial.give(index, value)
        self.left -= cost_of_try(trial.budget, trial.steps_left)
        if trial.status is Status.FAILED:
            if trial.error is not None and trial.error.kind == "budget":
                outlook.stopped.add(number)
            return Verdict.FAILING
        if trial.status is Status.OVER:
            outlook.ends.add(number)
            return Verdict.PROVED
        key = trial.key
        is_back = key in chain or key == outlook.key
        has_drawn = trial.stream != stream
        if has_drawn and (is_back or _continues(trial, outlook)):
            return Verdict.UNPROVED
        if is_back:
            if key == outlook.key:
                return Verdict.SENT_BACK
            outlook.back[number] = key
            return Verdict.BACK
        if not _continues(trial, outlook):
            outlook.ends.add(number)
            return Verdict.PROVED
        return self._ahead(position, trial, outlook, number)

    def _ahead(self, position: Probed, trial: Probed, outlook: Outlook, number: int) -> Verdict:
        """An answer that leads to a question that continues this one."""
        if position.is_group or trial.is_group or position.questions[0].seat != trial.questions[0].seat:
            return Verdict.UNPROVED
        candidates = trial.candidates(0)
        if trial.lists_options:
            return Verdict.PROVED if candidates.values else Verdict.DEAD
        if outlook.depth >= LONGEST_MOVE:
            return Verdict.UNPROVED
        ahead = outlook.ahead[number] = Outlook(trial.key, candidates, outlook, outlook.depth + 1)
        self.explore(trial, 0, ahead, is_first=False)
        return ahead.best or Verdict.UNPROVED


def _continues(trial: Probed, outlook: Outlook) -> bool:
    return bool(trial.chain) and trial.chain[-1].key == outlook.key


def legal_answers(position: Probed, index: int) -> Legal:
    """The legal answers of the open question with this index among those asked together."""
    is_alone = len(position.questions) == 1
    outlook = position.outlook if is_alone else None
    found = position.candidates(index) if outlook is None else outlook.candidates
    if found.is_open and not found.values:
        return Legal((), "domain")
    if not position.tries_answers:
        return Legal(position.options(found.values, index), "exact" if found.complete else "candidates")
    if outlook is None:
        outlook = Outlook(position.key, found)
    if is_alone:
        position.outlook = outlook
    look = _Look(position.most_tried)
    look.explore(position, index, outlook, is_first=True)
    good = outlook.values(*STAYS)
    sure: Sureness = "exact" if outlook.is_exact else "candidates"
    if good:
        options = position.options(good, index)
        unproved = outlook.values(Verdict.UNPROVED)
        return Legal(options, sure, tuple(option for option in options if option.value in unproved))
    if Verdict.GUARDED in outlook.verdicts:
        # What a guard has turned away must be tried to see what it comes to.
        look = _Look(position.most_tried, asks_guards=False)
        outlook = Outlook(outlook.key, found)
        look.explore(position, index, outlook, is_first=True)
    dead, back, failing = (outlook.values(verdict) for verdict in (Verdict.DEAD, Verdict.BACK, Verdict.FAILING))
    if dead:
        return Legal(position.options(dead, index), "dead")
    compared = max(look.left, 0) // COMPARING
    failed = [number for number, verdict in enumerate(outlook.verdicts) if verdict is Verdict.FAILING]
    known = [found.values[number] for number in failed[:compared] if number not in outlook.stopped]
    taken = [value for value in known if _is_taken(position, index, value)]
    if back and not taken:
        return Legal(position.options(back, index), "back")
    if failing:
        return Legal(position.options(taken or failing, index), "failing")
    return Legal((), sure if outlook.is_whole else "domain")


def has_proved(position: Probed, index: int) -> bool:
    """Whether one of the legal answers of the open question is found before all are tried. What was tried is forgotten:
    a look for all of them has a purse of its own."""
    found = position.candidates(index)
    if found.is_open or not position.tries_answers:
        return False
    outlook = Outlook(position.key, found)
    _Look(position.most_tried).explore(position, index, outlook, is_first=False)
    return outlook.best is Verdict.PROVED


def _is_taken(position: Probed, index: int, failing: Plain) -> bool:
    trial = position.probe()
    trial.give(index, failing)
    return trial.was_taken


def unlisted_answer(position: Probed, index: int) -> Plain | None:
    """An answer that is taken though it is none of the legal ones, by trying the numbers next to those; None if the
    legal ones are all there are, or none was found. It tells numbers that are only guessed from those that a program
    keeps within bounds."""
    legal = position.legal(position.questions[index])
    if legal.sure != "candidates":
        return None
    beside = _next_to([option.value for option in legal])
    others = tuple(value for value in beside if position.is_admitted(index, value))
    if not position.tries_answers:
        return next(iter(others), None)
    outlook = Outlook(position.key, Candidates(others, False, False))
    _Look(position.most_tried).explore(position, index, outlook, is_first=False)
    return next(iter(outlook.values(*STAYS)), None)


def _next_to(values: Sequence[Plain]) -> Sequence[Plain]:
    """Values that are not among these and differ from one of them by 1 in one of their numbers, few of many: those of
    the least and of the greatest number.

    >>> _next_to([1, 2]), _next_to(["7", "over"]), _next_to([(1, 5), (2, 5)])
    ([3, 0], ['8', '6'], [(3, 5), (0, 5), (1, 6), (1, 4)])
    """
    found: list[Plain] = []
    width = max((len(value) for value in values if isinstance(value, tuple)), default=1)
    for place in range(width):
        numbered = [(number, value) for value in values if (number := _number(value, place)) is not None]
        if numbered:
            number, value = max(numbered, key=lambda item: item[0])
            found.append(_with_number(value, place, number + 1))
            number, value = min(numbered, key=lambda item: item[0])
            found.append(_with_number(value, place, number - 1))
    return [value for value in found if value not in values]


def _number(value: Plain, place: int) -> int | None:
    if isinstance(value, tuple):
        return _number(value[place], 0) if place < len(value) else None
    if place or isinstance(value, bool):
        return None
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    return value if isinstance(value, int) else None


def _with_number(value: Plain, place: int, number: int) -> Plain:
    if isinstance(value, tuple):
        return (*value[:place], _with_number(value[place], 0, number), *value[place + 1 :])
    return str(number) if isinstance(value, str) else number


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
        # What was found out about the answers need not be tried again.
        endings = here.outlook.endings() if here.outlook is not None else []
        is_known = len(endings) == len(legal.options)
        for place, option in enumerate(legal.options[: max(room, 0)]):
            if is_known and endings[place]:
                ahead.append(((*answers, option), None, 0))
                continue
            trial = here.probe()
            stream = trial.stream
            trial.give(here.place(number), option.value)
            # What the dice will show belongs to no move that can be chosen now.
            is_certain = trial.status is Status.OPEN and trial.stream == stream
            goes_on = is_certain and trial.move_depth > here.move_depth
            ahead.append(((*answers, option), trial if goes_on else None, 0))
        stack.extend(reversed(ahead))
    return Moves(tuple(found or failing), complete)
