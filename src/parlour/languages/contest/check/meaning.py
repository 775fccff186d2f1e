"""The checked season: what the checker hands on, and all that lowering, the table and the plan read.

Nothing in it can be wrong any more: every name is known to be a player, a group or a counter, every reference to a
competition, vote or allocation finds one, every modification has been made. It is a tree of its own, for a checker
decides more than names: which rounds there are, which tiebreaker is meant, what is asked in a competition.

`Checked.rounds` are the rounds in playing order *after* modifications, equal neighbours together in one `Round`: a
block that is repeated a million times is one of them. Since a phase means different things in different rounds (is
there a later phase that uses the loser?), every `Round` has phases of its own.

**References.** In play, a round has three histories (competitions, votes, allocations), which start empty and grow by
one with each such action. A branch of `uses?` and a tiebreaker go on counting from where the round is; when the branch
or the tiebreaker is done, what it added is forgotten. So outside of tiebreakers the place of each result is known
before play: `Reference.place` says it. A tiebreaker can be used in several places, and by itself; in it, a reference
without a number means the latest at that moment, and has no `place`.

Places in the text (`span`) do not count when two nodes are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from parlour.dataclass import dataclass
from parlour.languages.contest.pragmas import Pragmas
from parlour.syntax.source import Span

# The group of those who are nominated; it always exists, is no team, and is emptied when a round begins.
NOMINEE = "nominee"
# What a merge without a name makes.
MERGED = "merged"


@dataclass(frozen=True, slots=True)
class Meaning:
    span: Span = field(compare=False, repr=False)


# ------------------------------------------------------------------------------------------------------------- the cast


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter as one player has it from the start; None where there is no limit."""

    name: str
    start: int = 0
    minimum: int | None = None
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A player with what they start with, `all with …` included.

    `groups` are in order: the team, own ones, shared ones. The group that is drawn by `randomly divide` is not among
    them. Who lacks a counter counts as 0 and gets it, without limits, when it is first changed."""

    name: str
    groups: tuple[str, ...]
    counters: tuple[Counter, ...]


@dataclass(frozen=True, slots=True)
class Team:
    """A group that can compete as a unit. `is_made`: only from the merge on that makes it, and behind all that were
    teams by then; others are teams from the start, in this order."""

    name: str
    is_made: bool


# --------------------------------------------------------------------------------------------------------- who is meant


@dataclass(frozen=True, slots=True)
class Reference(Meaning):
    """A result of this round: `number` as written, from 1, None for the latest; `place` is the number that is meant,
    from 1. It is None only in tiebreakers, for the latest at that moment."""

    kind: Literal["competition", "vote", "allocation"]
    number: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class NumberValue(Meaning):
    value: int


@dataclass(frozen=True, slots=True)
class CounterValue(Meaning):
    """The counter of the person who is updated, or repeated; 0 if they have none."""

    counter: str


@dataclass(frozen=True, slots=True)
class ResultsValue(Meaning):
    """The person's score in a competition (which is a scored one), votes received, or amount given; else 0. In a
    competition of teams, the score of the first team they are in."""

    reference: Reference


Value: TypeAlias = NumberValue | CounterValue | ResultsValue


@dataclass(frozen=True, slots=True)
class Everyone(Meaning):
    """All active players."""


@dataclass(frozen=True, slots=True)
class Tied(Meaning):
    """The people in the tie that is being broken; only in tiebreakers."""


@dataclass(frozen=True, slots=True)
class Eliminated(Meaning):
    """Those who are out, in the order in which they left."""


@dataclass(frozen=True, slots=True)
class PlayerNamed(Meaning):
    """This player, if still active; `index` is the place in `Checked.players`, from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class GroupNamed(Meaning):
    """The active members of a group. `nominated` is the group `nominee`, and is the same as its name."""

    group: str


@dataclass(frozen=True, slots=True)
class Chance(Meaning):
    """`count` different people, drawn by weight: how often they are in the list; fewer if there are not enough."""

    count: int
    among: Who


@dataclass(frozen=True, slots=True)
class Place(Meaning):
    """Who won or lost a competition; all active members where teams competed."""

    which: Literal["winner", "loser"]
    reference: Reference


@dataclass(frozen=True, slots=True)
class Verdict(Meaning):
    """The one person with the most or fewest votes among those who could be voted for.

    `tiebreaker` names one of `Checked.tiebreakers`; None: a draw. A tie that was broken stays broken: the same vote
    with the same tiebreaker (or a draw) gives the same person until the round ends."""

    which: Literal["majority", "minority"]
    reference: Reference
    tiebreaker: str | None


Highest: TypeAlias = Literal["highest", "lowest"]


@dataclass(frozen=True, slots=True)
class Extreme(Meaning):
    """The one person out of a list with the highest or lowest counter; worked out, and its tie broken, each time."""

    which: Highest
    counter: str
    among: Who
    tiebreaker: str | None


One: TypeAlias = Everyone | Tied | Eliminated | PlayerNamed | GroupNamed | Chance | Place | Verdict | Extreme


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list: each of its people as often as `times` says (None: once; 0 or less: not at all)."""

    one: One
    times: Value | None = None


@dataclass(frozen=True, slots=True)
class Who(Meaning):
    """A list with repetitions: every item contributes its people, then everybody in `excepted` is taken out
    completely."""

    items: tuple[Item, ...]
    excepted: tuple[One, ...] = ()

    @property
    def is_everyone(self) -> bool:
        """Whether it says no more than `everyone`."""
        return not self.excepted and [(type(item.one), item.times) for item in self.items] == [(Everyone, None)]


# --------------------------------------------------------------------------------------------------------------- phases


@dataclass(frozen=True, slots=True)
class Competition(Meaning):
    """`uses_winner` and `uses_loser`: something later asks for it, in the same round, in a tiebreaker, or in the win
    condition after the last round. If nothing uses either, the winner of an unscored one is asked for."""

    is_scored: bool
    is_team: bool
    between: Who
    uses_winner: bool
    uses_loser: bool


@dataclass(frozen=True, slots=True)
class Vote(Meaning):
    is_directed: bool
    by: Who
    between: Who
    includes_self: bool


@dataclass(frozen=True, slots=True)
class Nomination(Meaning):
    """`count` names by each of `by`."""

    count: int
    by: Who
    between: Who
    includes_self: bool


@dataclass(frozen=True, slots=True)
class Allocation(Meaning):
    counter: str
    by: Who


@dataclass(frozen=True, slots=True)
class Uses(Meaning):
    by: One
    then: tuple[Phase, ...]
    otherwise: tuple[Phase, ...]


Action: TypeAlias = Competition | Vote | Nomination | Allocation | Uses


@dataclass(frozen=True, slots=True)
class Elimination(Meaning):
    who: Who


@dataclass(frozen=True, slots=True)
class Add(Meaning):
    group: str
    who: Who


@dataclass(frozen=True, slots=True)
class Remove(Meaning):
    group: str
    who: Who


@dataclass(frozen=True, slots=True)
class Change(Meaning):
    """Those of `who` who are in `old` leave it and join `new`."""

    old: str
    new: str
    who: Who


@dataclass(frozen=True, slots=True)
class Swap(Meaning):
    """`adding` is empty where sizes are kept. No group is listed twice."""

    keeps_sizes: bool
    groups: tuple[str, ...]
    adding: tuple[str, ...]
    who: Who


@dataclass(frozen=True, slots=True)
class Merge(Meaning):
    groups: tuple[str, ...]
    into: str
    who: Who


@dataclass(frozen=True, slots=True)
class Adjust(Meaning):
    """Changes a counter for everybody each time they are in the list, then clips it to its limits."""

    word: Literal["increase", "decrease", "set"]
    counter: str
    value: Value
    who: Who


Update: TypeAlias = Elimination | Add | Remove | Change | Swap | Merge | Adjust
Phase: TypeAlias = Action | Update


# --------------------------------------------------------------------------------------------------- rounds and the end


@dataclass(frozen=True, slots=True)
class Round:
    """The rounds `first` to `last` of the season, numbered from 1 in playing order, which are all alike; `block` is the
    block they come from, from 1."""

    first: int
    last: int
    block: int
    phases: tuple[Phase, ...]

    @property
    def count(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Tiebreaker(Meaning):
    """Does its action, if any; then the first person of `chosen` is taken. The action's own result is the latest, and
    is forgotten afterwards. It may refer to itself."""

    name: str
    action: Action | None
    chosen: One


@dataclass(frozen=True, slots=True)
class Goal:
    amount: int
    counter: str


@dataclass(frozen=True, slots=True)
class Reach(Meaning):
    """Looked at after every round: all active players who meet all goals win, and the season stops."""

    goals: tuple[Goal, ...]
    is_for_team: bool


@dataclass(frozen=True, slots=True)
class FinalCompetition(Meaning):
    """One more competition among all active players, or all teams with active members."""

    is_team: bool


@dataclass(frozen=True, slots=True)
class Jury(Meaning):
    """The last `count` who were eliminated vote for one of the active players."""

    count: int


@dataclass(frozen=True, slots=True)
class Survive(Meaning):
    """All who are active at the end win."""


@dataclass(frozen=True, slots=True)
class Chosen(Meaning):
    """People found at the end; the results of the last round are still there. `is_for_team`: their teams win, and a
    tie among people who share a team is no tie."""

    who: Who
    is_for_team: bool


Win: TypeAlias = Reach | FinalCompetition | Jury | Survive | Chosen


@dataclass(frozen=True, slots=True)
class Checked:
    """A season that makes sense.

    `players` in order of entry. `divided`: the teams over which all players are dealt at random before the first
    round, as evenly as possible; None if they are not. `groups`: every group that somebody could be in at some time,
    in order of appearance, teams and `nominee` among them. `teams` in order: from the start, then those to be made.
    `counters`: the name of every counter that somebody has from the start, in order of appearance. `tiebreakers` by
    name, in order of first use, only those that are used."""

    players: tuple[Player, ...]
    divided: tuple[str, ...] | None
    groups: tuple[str, ...]
    teams: tuple[Team, ...]
    counters: tuple[str, ...]
    rounds: tuple[Round, ...]
    tiebreakers: Mapping[str, Tiebreaker]
    win: Win
    pragmas: Pragmas

    @property
    def round_count(self) -> int:
        return self.rounds[-1].last if self.rounds else 0

    @property
    def phases(self) -> Iterator[Phase]:
        """Every phase that can happen, those in branches and the actions of tiebreakers included."""
        actions = (each.action for each in self.tiebreakers.values() if each.action is not None)
        for phase in (*(phase for each in self.rounds for phase in each.phases), *actions):
            yield from with_branches(phase)


def with_branches(phase: Phase) -> Iterator[Phase]:
    """A phase, and those of its branches, and of theirs."""
    yield phase
    if isinstance(phase, Uses):
        for inner in (*phase.then, *phase.otherwise):
            yield from with_branches(inner)


def lists_of(phase: Phase) -> tuple[Who, ...]:
    """The lists of people that a phase itself names, in the order in which they are worked out."""
    match phase:
        case Competition(between=who):
            return (who,)
        case Vote(by=by, between=between) | Nomination(by=by, between=between):
            return (by, between)
        case Allocation(by=by):
            return (by,)
        case Uses():
            return ()
        case _:
            return (phase.who,)
