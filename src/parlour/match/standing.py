"""Where a match stands: the position, and the little that the match itself remembers beside it.

A `Standing` is what replay computes from the setting and the events; `Snapshots` are copies of it that make replay
short.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.error import Refused
from parlour.game.game import Game
from parlour.game.position import Budget, NeedsChance, Position, Status, Step
from parlour.game.question import Question
from parlour.game.view import Told
from parlour.match.events import Answered, Event

# A copy is kept every so many events. When there are too many, every second one goes and the distance doubles: an
# undo costs a small share of the match, and memory stays bounded.
FIRST_DISTANCE = 8
MOST_SNAPSHOTS = 32


@dataclass(frozen=True, slots=True)
class Setting:
    """What a match begins with; together with the answers, it is the match.

    `seats` says who sits where, by names, and `others` who plays all other seats ("": nobody said it); they are written
    down and change nothing in the rules."""

    game: Game
    seed: int
    seats: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, Plain], ...]
    budget: Budget
    engine: str
    others: str = ""


class Standing:
    """The position after some events. `groups` maps open questions to the first of those asked together with them (a
    question asked alone is not in it); `is_restarted`: the program began again, which ends a match."""

    __slots__ = ("groups", "is_restarted", "position")

    def __init__(self, position: Position, groups: dict[int, int], is_restarted: bool) -> None:
        self.position = position
        self.groups = groups
        self.is_restarted = is_restarted

    @staticmethod
    def first(setting: Setting) -> Standing:
        position = setting.game.start(
            setting.seed, options=dict(setting.options), engine=setting.engine, budget=setting.budget
        )
        return Standing(position, _groups(position.questions, {}, ()), False)

    def copy(self) -> Standing:
        return Standing(self.position.copy(), dict(self.groups), self.is_restarted)

    @property
    def is_over(self) -> bool:
        """The game ended, failed or began again, or asks nothing but housekeeping."""
        return (
            self.is_restarted
            or self.position.status is not Status.OPEN
            or (self.position.outcome is not None and all(question.after_end for question in self.position.questions))
        )

    def find(self, question: int) -> Question | None:
        return next((asked for asked in self.position.questions if asked.id == question), None)

    def answer(self, question: Question, value: Plain) -> Step | Refused:
        """Gives an answer to the position, and remembers what it opened."""
        before = self.position.questions
        step = self.position.answer(question, value)
        # Without given chance outcomes a position draws its own.
        assert not isinstance(step, NeedsChance)
        if isinstance(step, Step):
            self.groups = _groups(self.position.questions, self.groups, before)
            self.is_restarted = any(isinstance(told, Told) and told.channel == "restart" for told in step.events)
        return step

    def reseed(self, seed: int) -> None:
        """From here on chance is another one."""
        self.position = self.position.copy(seed=seed)

    def repeat(self, event: Event) -> None:
        """Replays an event that happened in just this standing."""
        if isinstance(event, Answered):
            if event.reseed is not None:
                self.reseed(event.reseed)
            question = self.find(event.question)
            assert question is not None, "replay asks the same questions"
            step = self.answer(question, event.value)
            assert isinstance(step, Step), "replay takes the same answers"


class Snapshots:
    """Copies of the standing after 0, 8, 16, … events. A kept copy is never played on, so it can be shared."""

    def __init__(self, kept: dict[int, Standing], distance: int = FIRST_DISTANCE) -> None:
        self._kept = kept
        self._distance = distance

    @staticmethod
    def first(standing: Standing) -> Snapshots:
        return Snapshots({0: standing.copy()})

    def keep(self, count: int, standing: Standing) -> None:
        """Remembers the standing after so many events, if it is time to."""
        if count % self._distance == 0:
            self._kept[count] = standing.copy()
        if len(self._kept) > MOST_SNAPSHOTS:
            self._distance *= 2
            self._kept = {number: kept for number, kept in self._kept.items() if number % self._distance == 0}

    def until(self, count: int) -> Snapshots:
        """Those of the first so many events: what comes after may be something else."""
        return Snapshots({number: kept for number, kept in self._kept.items() if number <= count}, self._distance)

    def standing_after(self, events: Sequence[Event]) -> Standing:
        """The standing after these events, which must be a beginning of those that were kept."""
        nearest = max(number for number in self._kept if number <= len(events))
        standing = self._kept[nearest].copy()
        for event in events[nearest:]:
            standing.repeat(event)
        return standing


def _groups(now: Sequence[Question], known: dict[int, int], before: Sequence[Question]) -> dict[int, int]:
    """The groups of the questions open now: those that were open before keep theirs, new ones belong together."""
    asked_before = {question.id for question in before}
    new = [question.id for question in now if question.id not in asked_before]
    groups = {question.id: known[question.id] for question in now if question.id in known}
    if len(new) > 1:
        groups.update(dict.fromkeys(new, min(new)))
    return groups
