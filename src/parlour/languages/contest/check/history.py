"""What has happened in a round when something refers to it: competitions, votes and allocations, known before play.

In a round every action happens, so at each place it is certain which results there are (`Certain`; those of a branch
are forgotten after it). A tiebreaker can be used at several places, also by itself; there a history is all that may
have happened (`Possible`): the possible lengths, the possible latest result, and what may stand at each number that a
tiebreaker refers to. Joining is union in every part, so that going on until nothing changes gives a least fixpoint; and
it is exact, for every question is about one result at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import field
from typing import Literal, TypeAlias

from parlour.dataclass import dataclass
from parlour.languages.contest.syntax import tree

Kind: TypeAlias = Literal["competition", "vote", "allocation"]
KINDS: tuple[Kind, ...] = ("competition", "vote", "allocation")
# No tiebreaker of sense refers to a later one of a round; this bounds how long the fixpoint takes.
FURTHEST = 1_000
Use: TypeAlias = Literal["winner", "loser", "majority", "minority", "results"]


@dataclass(slots=True, eq=False)
class Result:
    """What one action leaves: in one stretch of rounds, or wherever a tiebreaker does it. `uses` grows while the season
    is checked."""

    kind: Kind
    action: tree.Competition | tree.Vote | tree.Allocation
    uses: set[Use] = field(default_factory=set)

    @property
    def has_scores(self) -> bool:
        return not isinstance(self.action, tree.Competition) or self.action.is_scored


@dataclass(frozen=True, slots=True)
class Found:
    """The results that a reference can mean, whether it may mean none, and its number if that is certain."""

    results: Set[Result]
    may_lack: bool
    place: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """All that may have happened of one kind; `at` has an entry for each number that tiebreakers mention."""

    lengths: frozenset[int]
    latest: frozenset[Result]
    at: Mapping[int, frozenset[Result]]

    def push(self, result: Result) -> Line:
        """One more has happened; lengths above all numbers that are mentioned make no difference."""
        longest = max(self.at, default=0) + 1
        at = {number: had | {result} if number - 1 in self.lengths else had for number, had in self.at.items()}
        return Line(frozenset(min(length + 1, longest) for length in self.lengths), frozenset({result}), at)

    def join(self, other: Line) -> Line:
        at = {number: had | other.at[number] for number, had in self.at.items()}
        return Line(self.lengths | other.lengths, self.latest | other.latest, at)


Lines: TypeAlias = dict[Kind, Line]


class Certain:
    """The history at a place in a round."""

    def __init__(self) -> None:
        self._results: dict[Kind, list[Result]] = {kind: [] for kind in KINDS}

    def push(self, result: Result) -> None:
        self._results[result.kind].append(result)

    def find(self, kind: Kind, number: int | None) -> Found:
        results = self._results[kind]
        place = len(results) if number is None else number
        is_there = 1 <= place <= len(results)
        return Found({results[place - 1]} if is_there else frozenset(), not is_there, place)

    def count(self, kind: Kind) -> int:
        """How many of a kind have happened."""
        return len(self._results[kind])

    @contextmanager
    def branch(self) -> Iterator[None]:
        """What happens inside is forgotten afterwards."""
        lengths = {kind: len(results) for kind, results in self._results.items()}
        yield
        for kind, results in self._results.items():
            del results[lengths[kind] :]

    def lines(self, mentioned: Mapping[Kind, Set[int]]) -> Lines:
        """What a tiebreaker that is used here can know, if tiebreakers mention these numbers."""
        lines: Lines = {}
        for kind, results in self._results.items():
            longest = max(mentioned[kind], default=0) + 1
            at = {number: frozenset(results[number - 1 : number]) for number in mentioned[kind]}
            lines[kind] = Line(frozenset({min(len(results), longest)}), frozenset(results[-1:]), at)
        return lines


class Possible:
    """The history in a tiebreaker."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def push(self, result: Result) -> None:
        self._lines = {**self._lines, result.kind: self._lines[result.kind].push(result)}

    def find(self, kind: Kind, number: int | None) -> Found:
        line = self._lines[kind]
        if number is None:
            return Found(line.latest, 0 in line.lengths, None)
        return Found(line.at.get(number, frozenset()), number not in line.at or min(line.lengths) < number, number)

    @contextmanager
    def branch(self) -> Iterator[None]:
        before = self._lines
        yield
        self._lines = before

    def lines(self, mentioned: Mapping[Kind, Set[int]]) -> Lines:
        return self._lines


def mentioned_in(bodies: Iterable[tree.Body]) -> Mapping[Kind, Set[int]]:
    """The numbers of results that tiebreakers refer to."""
    mentioned: dict[Kind, set[int]] = {kind: set() for kind in KINDS}
    for body in bodies:
        for part in tree.walk(body):
            if isinstance(part, tree.Reference) and part.number is not None and 1 <= part.number.value <= FURTHEST:
                mentioned[part.kind].add(part.number.value)
    return mentioned
