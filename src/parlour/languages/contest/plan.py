"""The plan of a season: its cast, its rounds in playing order after modifications, how it is won, how ties are broken.

All of it is in canonical words, so two texts that mean the same have the same plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.dataclass import dataclass
from parlour.game.plan import Plan
from parlour.languages.contest.check import meaning
from parlour.languages.contest.check.meaning import Checked
from parlour.languages.contest.words import Words


@dataclass(slots=True)
class _Rounds:
    """Neighbours of one block in which the same happens; they may still differ in what is asked."""

    first: int
    last: int
    block: int
    phases: list[str]
    lines: list[str]


def plan_of(checked: Checked) -> Plan:
    words = Words([player.name for player in checked.players])
    rounds = list(_rounds(checked.rounds, words))
    win = words.win(checked.win)
    tiebreakers = {name: _body(each, words) for name, each in checked.tiebreakers.items()}
    fields: dict[str, object] = {
        "players": [_player(player) for player in checked.players],
        "teams": [team.name for team in checked.teams],
        "divided": None if checked.divided is None else list(checked.divided),
        "rounds": [{"from": each.first, "to": each.last, "phases": each.phases} for each in rounds],
        "win": win,
        "tiebreakers": [{"name": name, "phases": phases} for name, phases in tiebreakers.items()],
    }
    return Plan(fields, tuple(_lines(checked, rounds, win, tiebreakers)))


def _player(player: meaning.Player) -> dict[str, object]:
    counters = {
        counter.name: {"start": counter.start, "min": counter.minimum, "max": counter.maximum}
        for counter in player.counters
    }
    return {"name": player.name, "groups": list(player.groups), "counters": counters}


def _rounds(rounds: Sequence[meaning.Round], words: Words) -> Iterator[_Rounds]:
    open_: _Rounds | None = None
    for each in rounds:
        phases = [words.phase(phase) for phase in each.phases]
        if open_ is not None and (open_.block, open_.phases) == (each.block, phases):
            open_.last = each.last
            continue
        if open_ is not None:
            yield open_
        open_ = _Rounds(each.first, each.last, each.block, phases, list(_numbered(each.phases, words)))
    if open_ is not None:
        yield open_


def _body(tiebreaker: meaning.Tiebreaker, words: Words) -> list[str]:
    action = [] if tiebreaker.action is None else [words.phase(tiebreaker.action)]
    return [*action, words.one(tiebreaker.chosen)]


# For people


def _lines(checked: Checked, rounds: Sequence[_Rounds], win: str, tiebreakers: dict[str, list[str]]) -> Iterator[str]:
    yield "The cast"
    for player in checked.players:
        has = [*player.groups, *map(_counter, player.counters)]
        yield f"  {player.name}{': ' if has else ''}{', '.join(has)}"
    if checked.divided is not None:
        yield f"  all divided at random into {', '.join(checked.divided)}"
    for each in rounds:
        yield ""
        yield f"Round {each.first}" if each.first == each.last else f"Rounds {each.first} to {each.last}"
        yield from each.lines
    yield ""
    yield "The win"
    yield f"  {win}"
    for name, phases in tiebreakers.items():
        yield ""
        yield f"The tiebreaker {name}"
        for phase in phases:
            yield f"  {phase}"


def _numbered(phases: Sequence[meaning.Phase], words: Words, before: str = "", indent: int = 0) -> Iterator[str]:
    """A line for each phase, with the numbers that questions name them by. What follows `uses?` stands below it."""
    for number, phase in enumerate(phases, start=1):
        place = f"{before}{number}"
        head = f"{' ' * indent}{place:>3}  "
        if not isinstance(phase, meaning.Uses):
            yield head + words.phase(phase)
            continue
        yield f"{head}uses? {words.one(phase.by)} then"
        yield from _numbered(phase.then, words, f"{place}.", len(head))
        if phase.otherwise:
            yield f"{' ' * len(head)}otherwise"
            yield from _numbered(phase.otherwise, words, f"{place}.", len(head))


def _counter(counter: meaning.Counter) -> str:
    """A counter and its limits: `points 0, at least 0`.

    >>> _counter(meaning.Counter("points", 3, 0, 9))
    'points 3 (0 to 9)'
    """
    match counter.minimum, counter.maximum:
        case None, None:
            limits = ""
        case low, None:
            limits = f" ({low} at least)"
        case None, high:
            limits = f" ({high} at most)"
        case low, high:
            limits = f" ({low} to {high})"
    return f"{counter.name} {counter.start}{limits}"
