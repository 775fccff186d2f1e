"""A season as it stands, read from a position: names instead of numbers.

What votes and allocations hold back is in no global of the program, so nothing here is secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from parlour.dataclass import dataclass
from parlour.game.position import State
from parlour.languages.contest.check.meaning import NOMINEE, Checked
from parlour.languages.contest.lower.names import RESULTS


@dataclass(frozen=True, slots=True)
class Standing:
    """`active` and `out` are numbers of players, those who are out in the order in which they left; `left_in` says in
    which round each of them did. `results` are the told results of this round."""

    checked: Checked
    round: int
    active: Sequence[int]
    out: Sequence[int]
    left_in: Sequence[int]
    groups: Sequence[Sequence[str]]
    counters: Sequence[dict[str, int]]
    winners: Sequence[str]
    results: Sequence[str]

    def name(self, person: int) -> str:
        return self.checked.players[person].name

    @property
    def nominees(self) -> list[str]:
        return [self.name(person) for person in self.active if NOMINEE in self.groups[person]]


def read_standing(checked: Checked, state: State) -> Standing | None:
    """None before anything has happened."""
    if state.read("round") is None or state.read("active") is None:
        return None
    players = range(len(checked.players))
    joined = _numbers(state, "joined")
    amounts, has = _numbers(state, "amounts"), _numbers(state, "has")
    counters: list[dict[str, int]] = []
    for person in players:
        first = person * len(checked.counters)
        own = enumerate(checked.counters, first)
        counters.append({name: amounts[place] for place, name in own if has[place]})
    results = state.call(RESULTS)
    teams = [checked.groups[team] for team in _numbers(state, "winning teams")]
    return Standing(
        checked,
        cast("int", state.read("round")),
        _numbers(state, "active"),
        _numbers(state, "out"),
        _numbers(state, "left_in"),
        [_groups(checked, joined[person * len(checked.groups) :]) for person in players],
        counters,
        [*teams, *(checked.players[person].name for person in _numbers(state, "winners"))],
        cast("list[str]", results if isinstance(results, list) else [results]),
    )


def _numbers(state: State, name: str) -> list[int]:
    return cast("list[int]", state.read(name))


def _groups(checked: Checked, joined: Sequence[int]) -> list[str]:
    """The groups of a player in the order in which they were joined."""
    own = [(when, name) for when, name in zip(joined, checked.groups, strict=False) if when]
    return [name for _, name in sorted(own, key=lambda each: each[0])]
