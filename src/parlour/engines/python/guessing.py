"""Which answers of random games are only guesses: the questions of some games, looked at more closely.

A program that reads a number without a bound and uses whatever it gets has endless games, and only those are played
that begin with the candidates (`core/flow/candidates.py`). Most programs refuse what they do not want; so at every
question that is met the answers next to the legal ones are tried, and what is taken there is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.chance import derive
from parlour.core.nodes import Ask, Domain, Line, Whole
from parlour.core.walk import walk_domain
from parlour.engines.core.probing import unlisted_answer
from parlour.engines.python.driver import deep_calls
from parlour.engines.python.simulator import Level, Positions, PythonSimulator
from parlour.game.outcome import Tally
from parlour.game.policy import Drawing
from parlour.game.question import Guess

if TYPE_CHECKING:
    from parlour.engines.python.engine import PythonEngine

# So many games are looked at, so many of their questions, and each place that asks so often; and no more once trying
# answers has cost this part of what it may at one question.
GAMES = 3
MOST_ASKED = 100
MOST_LOOKS = 2
PART_SPENT = 0.1


def guesses(engine: PythonEngine, seed: int, policy: str | Drawing | None) -> tuple[Guess, ...]:
    """What the first games of a simulation show of it, in the order in which the questions were met."""
    asks = [site.stmt for sites in engine.plan.sites.values() for site in sites if isinstance(site.stmt, Ask)]
    if not any(_may_be_guessed(ask.question.domain) for ask in asks):
        return ()
    simulator = PythonSimulator(engine)
    simulator.draw_by(policy)
    way = _Watched(simulator)
    with deep_calls(simulator.budget.depth):
        for number in range(GAMES):
            if way.has_room:
                simulator.playout(way, derive(seed, number), None, "answer")
    return tuple(way.found.values())


def _may_be_guessed(domain: Domain) -> bool:
    """Numbers and lines of text are, but not what a language says is worth it."""
    return any(
        isinstance(part, Line) or (isinstance(part, Whole) and part.worth is None) for part in walk_domain(domain)
    )


class _Watched(Positions):
    """Playouts that nobody counts."""

    def __init__(self, simulator: PythonSimulator) -> None:
        super().__init__(simulator, Tally(), "answer")
        self.asked = 0
        self.spent = 0
        self.looks: dict[tuple[str, int], int] = {}
        self.found: dict[str, Guess] = {}

    @property
    def has_room(self) -> bool:
        return self.asked < MOST_ASKED and self.spent < PART_SPENT * self.simulator.most_tried

    @property
    def is_asking(self) -> bool:
        return self.has_room and super().is_asking

    def draw(self, level: Level, purse: Level, room: int) -> bool:
        before = purse.spent
        is_drawn = super().draw(level, purse, room)
        self.spent += purse.spent - before
        return is_drawn

    def here(self) -> Level:
        self.asked += 1
        site = self.position.site
        place = (site.function, site.number)
        if self.looks.get(place, 0) < MOST_LOOKS:
            self.looks[place] = self.looks.get(place, 0) + 1
            self.look()
        return super().here()

    def look(self) -> None:
        position = self.position.copy()
        question = position.questions[0]
        if question.site in self.found or not _may_be_guessed(position.asked.domain):
            return
        index = position.place(0)
        other = unlisted_answer(position, index)
        label = None if other is None else position.label(question, other)
        if isinstance(label, str):
            listed = tuple(option.label for option in position.legal(question))
            # What is on display is not written in many games, and no prompt can be made of it.
            is_displayed = any(variable.is_presentation for variable in position.engine.program.globals)
            prompt = "" if is_displayed else question.prompt
            self.found[question.site] = Guess(question.site, prompt, listed, label)

    def end(self, length: int, is_stuck: bool) -> None:
        pass
