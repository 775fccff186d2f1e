"""How Contest meets people: answers are names, numbers and yes or no; the table is the cast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour.core import nodes
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.error import MEMORY_HINT, GameError, Refused
from parlour.game.position import State
from parlour.game.question import Anchor, Domain
from parlour.game.scene import Bracket, Grid, Scene
from parlour.game.view import Told
from parlour.languages.contest.check.meaning import Checked, Competition, GroupNamed, Item, Phase, Who
from parlour.languages.contest.check.people import joining
from parlour.languages.contest.lower.lower import Lowered
from parlour.languages.contest.table.answers import domain_of, label_of, read_answer
from parlour.languages.contest.table.chart import charts_of
from parlour.languages.contest.table.scene import anchors_of, scene_of
from parlour.languages.contest.table.season import read_standing
from parlour.syntax.source import Span

_HINTS = {
    "steps": "rounds in which nobody is asked anything go on without a stop: are there so many of them?",
    "told": "rounds in which nobody is asked anything go on without a stop: are there so many of them?",
    "depth": "does the tiebreaker that refers to itself ever come to an end?",
    "memory": MEMORY_HINT,
}


@dataclass(frozen=True, slots=True)
class ContestTable:
    checked: Checked

    def read(self, question: nodes.Question, text: str) -> Plain | Refused:
        return read_answer(question, text)

    def label(self, question: nodes.Question, value: Plain) -> str:
        return label_of(value)

    def domain(self, question: nodes.Question) -> Domain:
        return domain_of(question)

    def anchors(self, question: nodes.Question, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
        """Of an option that is a player the row of the cast, of a team those of its active members."""
        standing = read_standing(self.checked, state)
        if standing is None or not isinstance(question.domain, nodes.Options):
            return [()] * len(values)
        offered = state.offered()
        return [anchors_of(standing, offered[value]) if isinstance(value, int) else () for value in values]

    def scene(self, state: State, viewer: int | None) -> Scene:
        """The same for everybody: what votes hold back is not on the table."""
        standing = read_standing(self.checked, state)
        return Scene() if standing is None else scene_of(standing)

    def state(self, state: State) -> dict[str, object]:
        standing = read_standing(self.checked, state)
        if standing is None:
            return {"winners": [], "eliminated": [], "counters": {}, "groups": {}, "rounds_played": 0}
        names = [player.name for player in self.checked.players]
        return {
            "winners": list(standing.winners),
            "eliminated": [names[person] for person in standing.out],
            "counters": dict(zip(names, standing.counters, strict=True)),
            "groups": {name: list(groups) for name, groups in zip(names, standing.groups, strict=True)},
            "rounds_played": standing.round,
        }

    def charts(self, log: Sequence[Told]) -> tuple[Grid | Bracket, ...]:
        """The chart of the season, a bracket and standings, from what a viewer was told."""
        said = "".join(told.text for told in log if told.channel == "say" and told.is_public)
        return charts_of(self.checked, said.splitlines())

    def asking(self, state: State) -> dict[str, object]:
        return {}

    def ending(self, result: object) -> dict[str, object] | None:
        return None

    def blamed(self, error: GameError, state: State) -> GameError:
        """In which round and phase it was, where the error does not say it itself."""
        standing = read_standing(self.checked, state)
        if error.code == "nobody":
            return self._without_people(error)
        if standing is None or not standing.round:
            return error
        where = f"round {standing.round}"
        for each in self.checked.rounds:
            if each.first <= standing.round <= each.last:
                where += phase_at(each.phases, error.span)
        return replace(error, message=f"{error.message} ({where})")

    def _without_people(self, error: GameError) -> GameError:
        """Which group it is that nobody is in, and where somebody joins it."""
        for phase in self.checked.phases:
            match phase:
                case Competition(between=Who(items=(Item(one=GroupNamed(group=group)),), excepted=())) if (
                    error.span is not None and phase.span.start <= error.span.start < phase.span.end
                ):
                    said = f"nobody is in {group}, so nobody can compete"
                    message = error.message.replace("nobody is left to compete", said)
                    later = joining(self.checked, group)
                    hint = "" if later is None else f"somebody joins it by `{' '.join(later.span.text.split())}`"
                    return replace(error, message=message, hint=hint)
        return error

    def reword(self, error: GameError) -> GameError:
        if error.code == "overflow":
            return replace(error, message="a counter has become too large: it has 64 bits")
        return replace(error, hint=_HINTS.get(error.code, error.hint))


def phase_at(phases: Sequence[Phase], span: Span | None) -> str:
    """Which phase a place of the text is in, as questions name it; nothing where it is in none."""
    for number, phase in enumerate(phases, 1):
        inside = phase.span
        if span is not None and span.source is inside.source and inside.start <= span.start < inside.end:
            return f", phase {number}"
    return ""


def table_of(lowered: Lowered) -> ContestTable:
    return ContestTable(lowered.checked)
