"""The chart of a season, as encyclopedias print it: rounds against players, and what happened to each of them.

It is made of what a viewer was told, line by line, so it holds nothing that this viewer may not know. The sentences are
those of `lower/routines.py`. Where pairs have knocked each other out there is a bracket beside it, and where counters
were told the standings after each round.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.game.scene import Bracket, Grid, Tie
from parlour.languages.contest.check import meaning
from parlour.languages.contest.check.meaning import Checked
from parlour.languages.contest.lower.names import NO_VOTES, SCORES, VOTES, shown_counter

_ROUND = re.compile(r"Round ([0-9]+)")
_PLACE = re.compile(r"(\w+) (won|lost)")
_NOMINATED = re.compile(r"Nominated: (\w+)")
_OUT = re.compile(r"(.+) (?:is|are) out")
_WINS = re.compile(r"(.+) wins?")
_JOINS = re.compile(r"(.+) joins? (\w+)")
_LEAVES = re.compile(r"(.+) leaves? (\w+)")
_MOVES = re.compile(r"(.+) moves? from (\w+) to (\w+)")
_NUMBERS = re.compile(r"((?:counter )?\w+): (\w+ -?[0-9]+(?:, \w+ -?[0-9]+)*)")
_MEMBERS = re.compile(r"(\w+): ((?:\w+(?:, \w+)*)?)")

# What becomes of somebody stands before everything else.
FATES = ("winner", "out")

# The column after the last round.
END = "end"

_Match = tuple[str, str, str]  # the round, who won and who lost


@dataclass(slots=True)
class Chart:
    """What was told so far. `cells` has the marks of a player in a round, `amounts` each counter after each round."""

    checked: Checked
    players: list[str]
    groups: dict[str, set[str]]
    rounds: list[str] = field(default_factory=list)
    cells: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)
    matches: list[_Match] = field(default_factory=list)
    amounts: dict[str, dict[str, int]] = field(default_factory=dict)
    standings: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    is_over: bool = False
    last_place: tuple[str, str] | None = None

    @property
    def now(self) -> str:
        return self.rounds[-1] if self.rounds else ""

    def mark(self, names: Iterable[str], words: str) -> None:
        for name in names:
            cell = self.cells.setdefault((name, self.now), [])
            if words not in cell:
                cell.append(words)

    def people(self, name: str) -> list[str]:
        """A player, or the members of a group who are still there."""
        if name in self.players:
            return [name]
        return [player for player in self.players if player in self.groups.get(name, ()) and player not in self.out]


def read_chart(checked: Checked, lines: Iterable[str]) -> Chart:
    players = [player.name for player in checked.players]
    groups = {name: {each.name for each in checked.players if name in each.groups} for name in checked.groups}
    chart = Chart(checked, players, groups)
    for counter in checked.counters:
        starts = {player.name: {own.name: own.start for own in player.counters} for player in checked.players}
        chart.amounts[counter] = {name: starts[name].get(counter, 0) for name in players}
    said = list(lines)
    last = _after_rounds(checked, said)
    for number, line in enumerate(said):
        if number == last:
            _end(chart)
        _take(chart, line)
    _keep_standings(chart)
    return chart


def _after_rounds(checked: Checked, lines: Sequence[str]) -> int | None:
    """Where what happens after the last round begins: the vote of a jury, the final competition."""
    if not lines or _WINS.fullmatch(lines[-1]) is None:
        return None
    match checked.win:
        case meaning.Jury():
            begins = [number for number, line in enumerate(lines) if line.startswith("Votes: ")]
        case meaning.FinalCompetition():
            begins = [number for number, line in enumerate(lines) if line.endswith(" won")]
        case _:
            begins = []
    return begins[-1] if begins else None


def _end(chart: Chart) -> None:
    """The rounds are over."""
    if chart.now != END:
        _keep_standings(chart)
        chart.rounds.append(END)


def _take(chart: Chart, line: str) -> None:
    place, chart.last_place = chart.last_place, None
    if found := _ROUND.fullmatch(line):
        _keep_standings(chart)
        chart.rounds.append(found[1])
    elif found := _PLACE.fullmatch(line):
        chart.mark(chart.people(found[1]), found[2])
        if found[2] == "won":
            chart.last_place = (found[1], line)
        elif place is not None:
            chart.matches.append((chart.now, place[0], found[1]))
    elif found := _NOMINATED.fullmatch(line):
        chart.mark([found[1]], "nominated")
    elif found := _OUT.fullmatch(line):
        chart.mark(_names(found[1]), "out")
        chart.out += _names(found[1])
    elif found := _MOVES.fullmatch(line):
        _move(chart, _names(found[1]), found[2], found[3])
    elif found := _JOINS.fullmatch(line):
        _move(chart, _names(found[1]), None, found[2])
    elif found := _LEAVES.fullmatch(line):
        _move(chart, _names(found[1]), found[2], None)
    elif found := _NUMBERS.fullmatch(line):
        _numbers(chart, found[1], found[2])
    elif line == NO_VOTES:
        return
    elif (found := _MEMBERS.fullmatch(line)) and found[1] in chart.groups:
        members = set(filter(None, found[2].split(", ")))
        chart.mark(sorted(members - chart.groups[found[1]]), f"to {found[1]}")
        for other in chart.groups.values():
            other -= members if other is not chart.groups[found[1]] and _is_team(chart, other) else set()
        chart.groups[found[1]] = members
    elif found := _WINS.fullmatch(line):
        chart.is_over = True
        _end(chart)
        for name in _names(found[1]):
            chart.mark(chart.people(name), "winner")


def _is_team(chart: Chart, members: set[str]) -> bool:
    teams = {team.name for team in chart.checked.teams}
    return any(members is chart.groups[name] for name in teams)


def _numbers(chart: Chart, what: str, text: str) -> None:
    numbers = [(name, int(number)) for name, number in (part.split(" ") for part in text.split(", "))]
    counters = {shown_counter(name): name for name in chart.checked.counters}
    if what in counters:
        chart.amounts[counters[what]].update(numbers)
    elif what == VOTES:
        for name, number in numbers:
            chart.mark([name], f"{number} vote{'' if number == 1 else 's'}")
    elif what == SCORES:
        for name, number in numbers:
            chart.mark(chart.people(name), f"scored {number}")


def _move(chart: Chart, names: Sequence[str], old: str | None, new: str | None) -> None:
    if old is not None:
        chart.groups.setdefault(old, set()).difference_update(names)
    if new is not None:
        chart.groups.setdefault(new, set()).update(names)
        chart.mark(names, f"to {new}")
    elif old is not None:
        chart.mark(names, f"not {old}")


def _keep_standings(chart: Chart) -> None:
    """Counters as they are at the end of a round."""
    for counter, amounts in chart.amounts.items():
        if chart.rounds and chart.now != END:
            chart.standings.setdefault(counter, {})[chart.now] = dict(amounts)


def _names(text: str) -> list[str]:
    return [name for name in re.split(r", | and ", text) if name]


# ------------------------------------------------------------------------------------------------------- as tables


def charts_of(checked: Checked, lines: Iterable[str]) -> tuple[Grid | Bracket, ...]:
    """The chart, a bracket if there is one, and the standings of every counter that has changed."""
    chart = read_chart(checked, lines)
    grids: list[Grid | Bracket] = [_chart(chart)]
    matches = _knock_out(chart)
    if matches:
        grids.append(_bracket(chart, matches))
    for counter, after in chart.standings.items():
        if any(set(amounts.values()) != {0} for amounts in after.values()):
            grids.append(_standings(chart, counter, after))
    return tuple(grids)


def _chart(chart: Chart) -> Grid:
    rows = []
    jury = set(chart.out[-chart.checked.win.count :]) if isinstance(chart.checked.win, meaning.Jury) else set()
    owners = {name: number for number, name in enumerate(chart.players)}
    order = _by_fate(chart)
    gone: set[str] = set()
    for name in order:
        cells: list[str] = []
        for round_ in chart.rounds:
            words = list(chart.cells.get((name, round_), ()))
            if round_ == END and name in jury and "winner" not in words:
                words.append("jury")
            # What is cut off on a narrow screen is not how it ended.
            words.sort(key=lambda word: word not in FATES)
            cells.append(", ".join(words) if words or name not in gone else "")
            if "out" in words:
                gone.add(name)
        rows.append((name, *cells))
    heads = ("player", *(word if word == END else f"round {word}" for word in chart.rounds))
    return Grid("chart", "The season", heads, tuple(rows), tuple(owners[name] for name in order))


def _by_fate(chart: Chart) -> list[str]:
    """Winners first, then those who are still there, then those who left, the last first."""
    winners = [name for name in chart.players if "winner" in chart.cells.get((name, END), ())]
    still = [name for name in chart.players if name not in chart.out and name not in winners]
    return [*winners, *still, *(name for name in reversed(chart.out) if name not in winners)]


def _knock_out(chart: Chart) -> list[_Match]:
    """The matches by which pairs knock each other out: those of the last rounds, as many of them as can be, in which
    everybody who left after a match had lost equally many (one, or two where there is a second chance). Matches of a
    league before them knock nobody out."""
    for start in range(len(chart.rounds)):
        rounds = chart.rounds[start:]
        matches = [match for match in chart.matches if match[0] in rounds]
        losses = Counter(loser for _, _, loser in matches)
        last_lost = {loser: round_ for round_, _, loser in matches}
        knocked = [name for name, round_ in last_lost.items() if "out" in chart.cells.get((name, round_), ())]
        enough = {losses[name] for name in knocked}
        if len(enough) == 1 and all(losses[name] <= max(enough) for name in losses):
            return matches
    return []


def _bracket(chart: Chart, matches: Sequence[_Match]) -> Bracket:
    """Who loses and is still there enters again, in a lower bracket."""
    rows = []
    owners = {name: number for number, name in enumerate(chart.players)}
    standing: dict[str, Tie] = {}
    for _, winner, loser in matches:
        sides = [standing.pop(name, Tie(name, owners.get(name))) for name in (winner, loser)]
        # Who stands above stays above.
        sides.sort(key=lambda tie: min(owners.get(name, 0) for name in _entrants(tie)))
        standing[winner] = Tie(winner, owners.get(winner), tuple(sides))
    # The last match is a final if all others lead to it.
    final = matches[-1] if chart.is_over and len(standing) == 1 else None
    for match in matches:
        round_, winner, loser = match
        rows.append(("final" if match is final else f"round {round_}", winner, loser))
    roots = tuple(sorted(standing.values(), key=lambda tie: min(owners.get(name, 0) for name in _entrants(tie))))
    return Bracket("bracket", "The bracket", roots, ("", "won", "lost"), tuple(rows))


def _entrants(tie: Tie) -> list[str]:
    return [name for side in tie.sides for name in _entrants(side)] if tie.sides else [tie.name]


def _standings(chart: Chart, counter: str, after: dict[str, dict[str, int]]) -> Grid:
    last = list(after)[-1]
    order = sorted(chart.players, key=lambda name: -after[last][name])
    rows = tuple((name, *(str(after[round_][name]) for round_ in after)) for name in order)
    owners = tuple(chart.players.index(name) for name in order)
    return Grid(
        f"standings of {counter}",
        f"Standings: {counter}",
        ("player", *(f"round {each}" for each in after)),
        rows,
        owners,
    )
