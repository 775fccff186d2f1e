"""The tree of a Contest season as it was read, before anything is known about its names.

The parser makes it, the checker gives it meaning. Every node knows its place; places do not count when trees are
compared, so the same season laid out differently is an equal tree. Words with the same meaning are kept as the author
wrote them (`most` or `highest`, `score` or `counter`, `for` or `of`), in lower case: the printer never swaps one for
another. Signs that say nothing are not kept: a `,` or a `;` between teams, a `:` before the body of a tiebreaker, the
last full stop.

What nests does so at most a hundred levels deep: lists in `chance (…)` and `highest … (…)`, branches, tiebreakers in
place. `BrokenPhase` stands where a phase could not be read, so that the others keep their numbers: why has been
reported, and whatever depends on it stays silent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields
from typing import Literal, TypeAlias

from parlour.dataclass import dataclass
from parlour.languages.pragmas import Note
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name at a place: of a player, a group, a counter or a tiebreaker."""

    text: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number, with its sign."""

    value: int


# --------------------------------------------------------------------------------------------------------- the cast


@dataclass(frozen=True, slots=True)
class Affiliation(Node):
    """`affiliation called NAME`: a group to be in from the start."""

    name: Name


@dataclass(frozen=True, slots=True)
class Limit(Node):
    """`starting at 3`, `with minimum of 0` or `with maximum of 9`, behind a counter."""

    word: Literal["starting", "minimum", "maximum"]
    value: Number


@dataclass(frozen=True, slots=True)
class Counter(Node):
    """`score called points starting at 3`; the three words mean the same."""

    word: Literal["score", "resource", "counter"]
    name: Name
    limits: tuple[Limit, ...]


Attribute: TypeAlias = Affiliation | Counter


@dataclass(frozen=True, slots=True)
class Player(Node):
    name: Name
    attributes: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class Team(Node):
    """`team Lynx: Ada, Ben`"""

    name: Name
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Teams(Node):
    teams: tuple[Team, ...]


@dataclass(frozen=True, slots=True)
class Players(Node):
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Divided(Node):
    """`randomly divide Ada, Ben, Cleo, Dan into Reef, Dune`"""

    players: tuple[Player, ...]
    into: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Cast(Node):
    """All after `Players:`; `shared` is what they all have (`all with …`)."""

    members: Teams | Players | Divided
    shared: tuple[Attribute, ...]


# --------------------------------------------------------------------------------------------------------- who is meant


@dataclass(frozen=True, slots=True)
class Reference(Node):
    """`competition`, `vote 2`: one of this round, the latest without a number."""

    kind: Literal["competition", "vote", "allocation"]
    number: Number | None


@dataclass(frozen=True, slots=True)
class CounterValue(Node):
    """The name of a counter in the place of a value."""

    name: Name


@dataclass(frozen=True, slots=True)
class ResultsValue(Node):
    """`results of vote 2`"""

    reference: Reference


Value: TypeAlias = Number | CounterValue | ResultsValue


@dataclass(frozen=True, slots=True)
class Body(Node):
    """What a tiebreaker does: an action, perhaps, and who is then taken."""

    action: Action | None
    chosen: One


@dataclass(frozen=True, slots=True)
class Tie(Node):
    """`tiebroken by revote: …`, or without a body `tiebroken by revote`, which refers to one that has that name.

    A body in place may have no name at all: `tiebroken by chance (tied)`."""

    name: Name | None
    body: Body | None


@dataclass(frozen=True, slots=True)
class Set(Node):
    """People whom a word of the language stands for."""

    word: Literal["everyone", "nominated", "tied", "eliminated"]


@dataclass(frozen=True, slots=True)
class Named(Node):
    """A player, or the members of a group."""

    name: Name


@dataclass(frozen=True, slots=True)
class Chance(Node):
    """`chance 3 (everyone except boss)`: so many people drawn, one without a number; from everyone without a list."""

    count: Number | None
    among: Who | None


@dataclass(frozen=True, slots=True)
class Place(Node):
    """`winner of competition`, `loser of competition 2`"""

    word: Literal["winner", "loser"]
    reference: Reference


@dataclass(frozen=True, slots=True)
class Verdict(Node):
    """`majority of vote tiebroken by …`, `minority of vote 2`"""

    word: Literal["majority", "minority"]
    reference: Reference
    tie: Tie | None


@dataclass(frozen=True, slots=True)
class Extreme(Node):
    """`highest points (tied) tiebroken by …`: out of everyone without a list."""

    word: Literal["highest", "most", "lowest", "least"]
    counter: Name
    among: Who | None
    tie: Tie | None


One: TypeAlias = Set | Named | Chance | Place | Verdict | Extreme


@dataclass(frozen=True, slots=True)
class Item(Node):
    """One entry of a list of people, each of them repeated as often as `times` says."""

    one: One
    times: Value | None


@dataclass(frozen=True, slots=True)
class Who(Node):
    """`everyone * votes, Ada except nominated`"""

    items: tuple[Item, ...]
    excepted: tuple[One, ...]


# --------------------------------------------------------------------------------------------------------------- phases


@dataclass(frozen=True, slots=True)
class Competition(Node):
    is_scored: bool
    is_team: bool
    between: Who


@dataclass(frozen=True, slots=True)
class Vote(Node):
    is_directed: bool
    by: Who
    between: Who
    includes_self: bool


@dataclass(frozen=True, slots=True)
class Nomination(Node):
    count: Number
    by: Who
    between: Who
    includes_self: bool


@dataclass(frozen=True, slots=True)
class Allocation(Node):
    counter: Name
    by: Who


@dataclass(frozen=True, slots=True)
class Uses(Node):
    """`uses? one then (…) otherwise (…)`; `otherwise` is None if it is not written."""

    by: One
    then: tuple[Phase, ...]
    otherwise: tuple[Phase, ...] | None


Action: TypeAlias = Competition | Vote | Nomination | Allocation | Uses


@dataclass(frozen=True, slots=True)
class Elimination(Node):
    pass


@dataclass(frozen=True, slots=True)
class Add(Node):
    group: Name


@dataclass(frozen=True, slots=True)
class Remove(Node):
    group: Name


@dataclass(frozen=True, slots=True)
class Change(Node):
    old: Name
    new: Name


@dataclass(frozen=True, slots=True)
class Swap(Node):
    keeps_sizes: bool
    groups: tuple[Name, ...]
    adding: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Merge(Node):
    """`merge Reef, Dune to Lagoon`; `into` is None if no name is written."""

    groups: tuple[Name, ...]
    into: Name | None


@dataclass(frozen=True, slots=True)
class Adjust(Node):
    """`increase points by 2`, `set points to joker`"""

    word: Literal["increase", "decrease", "set"]
    counter: Name
    value: Value


Update: TypeAlias = Elimination | Add | Remove | Change | Swap | Merge | Adjust


@dataclass(frozen=True, slots=True)
class Progression(Node):
    """An update for some people; `word` stands between the two and says nothing."""

    update: Update
    word: Literal["for", "of"]
    who: Who


@dataclass(frozen=True, slots=True)
class BrokenPhase(Node):
    """A phase that could not be read."""


Phase: TypeAlias = Action | Progression | BrokenPhase


# --------------------------------------------------------------------------------------------------------------- rounds


@dataclass(frozen=True, slots=True)
class Modifier(Node):
    """`from round 2 after phase 1 insert …`; without a first word, `just` is meant."""

    extent: Literal["just", "from"] | None
    round: Number
    position: Literal["before", "after", "instead of"]
    phase: Number
    inserted: Phase


@dataclass(frozen=True, slots=True)
class Block(Node):
    """A round, written once and perhaps played several times, with changes."""

    phases: tuple[Phase, ...]
    times: Number | None
    modifiers: tuple[Modifier, ...]


# -------------------------------------------------------------------------------------------------------------- the end


@dataclass(frozen=True, slots=True)
class Goal(Node):
    """`10 points`"""

    amount: Number
    counter: Name


@dataclass(frozen=True, slots=True)
class Reach(Node):
    goals: tuple[Goal, ...]
    is_for_team: bool


@dataclass(frozen=True, slots=True)
class FinalCompetition(Node):
    """`competition`, `team competition`; before the latter `for` may be written, which says nothing."""

    is_team: bool
    has_for: bool


@dataclass(frozen=True, slots=True)
class Jury(Node):
    """`3 member jury vote`"""

    count: Number


@dataclass(frozen=True, slots=True)
class Survive(Node):
    pass


@dataclass(frozen=True, slots=True)
class Chosen(Node):
    """A list of people, evaluated at the end."""

    who: Who
    is_for_team: bool


Win: TypeAlias = Reach | FinalCompetition | Jury | Survive | Chosen


@dataclass(frozen=True, slots=True)
class Tiebreaker(Node):
    """A section `Tiebreaker: NAME body`."""

    name: Name
    body: Body


@dataclass(frozen=True, slots=True)
class Season(Node):
    """A whole text. `cast` and `win` are None only where they could not be read.

    `is_sound` says that reading it reported no error; `lost` are the words of what could not be read: a name among
    them may be introduced there. `notes` are the comments `// parlour: …`."""

    cast: Cast | None
    blocks: tuple[Block, ...]
    win: Win | None
    tiebreakers: tuple[Tiebreaker, ...]
    is_sound: bool
    lost: frozenset[str] = frozenset()
    notes: tuple[Note, ...] = field(default=(), compare=False)


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the order of the text."""
    for part in fields(node):
        inside = getattr(node, part.name)
        if isinstance(inside, Node):
            yield inside
        elif isinstance(inside, tuple):
            yield from (each for each in inside if isinstance(each, Node))


def walk(node: Node) -> Iterator[Node]:
    """A node and all inside it, each before what it consists of, in the order of the text."""
    stack = [node]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(reversed(list(children(part))))
