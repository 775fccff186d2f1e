"""All that a season names: players with what they start with, groups, teams, counters, tiebreakers.

`gather` walks once over the whole text, before anything is asked about a name: a group may be made by a phase that
comes after the one that uses it. What is declared wrongly (a player twice, limits that contradict each other) is
reported here; whether a name that is used means anything, in `names.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.game.season import HOST
from parlour.languages.contest import codes
from parlour.languages.contest.check import meaning
from parlour.languages.contest.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span
from parlour.syntax.unknown import Unknown

Report = Callable[[Diagnostic], object]


@dataclass(slots=True)
class Definition:
    """A tiebreaker with a body: in a section, or in place."""

    name: str
    body: tree.Body
    place: Span
    is_section: bool


@dataclass(slots=True)
class World:
    """`numbers`: the place of each player in the order of entry, from 0. `groups` and `counters` have the first place
    that names them, in order of appearance; `nominee` is always there, without a place until it is named. `unnamed`:
    the tiebreakers in place that have no name, by the identity of their node in the tree. `missing`: what has been said
    not to exist. `blocks`: the rounds as they are written. `unused`: tiebreakers in sections that nothing names.
    `missed`: how many results that are not there have been told. `named_once`: names that stand at one place alone."""

    report: Report
    unknown: Unknown
    players: dict[str, Span] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    cast: list[meaning.Player] = field(default_factory=list)
    divided: tuple[str, ...] | None = None
    groups: dict[str, Span | None] = field(default_factory=dict)
    teams: dict[str, meaning.Team] = field(default_factory=dict)
    counters: dict[str, Span] = field(default_factory=dict)
    tiebreakers: dict[str, Definition] = field(default_factory=dict)
    unnamed: dict[int, Definition] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)
    blocks: tuple[tree.Block, ...] = ()
    unused: set[str] = field(default_factory=set)
    missed: int = 0
    named_once: dict[str, Span] = field(default_factory=dict)

    def tell(self, code: str, title: str, *labels: Label, hint: str = "") -> None:
        self.report(Diagnostic(code, title, labels, hint=hint))

    # Groups

    def introduce(self, name: tree.Name) -> None:
        """A group occurs here, and so exists."""
        if name.text in self.players:
            self.no_group(name)
        elif self.groups.get(name.text) is None:
            self.groups[name.text] = name.span

    def no_group(self, name: tree.Name) -> None:
        self.tell(
            codes.PLAYER_AND_GROUP,
            f"{name.text} is a player, so no group can be called that",
            Label(name.span),
            Label(self.players[name.text], "here the player is named"),
            hint="give the group another name",
        )

    def make_team(self, name: tree.Name, *, is_made: bool = False) -> None:
        """A team is declared, or is one to be made."""
        self.introduce(name)
        known = self.teams.get(name.text)
        if known is None or (known.is_made and not is_made):
            self.teams[name.text] = meaning.Team(name.text, is_made)

    def unlike(self, listed: Iterable[tree.Name]) -> None:
        """No name is in a list twice."""
        seen: dict[str, Span] = {}
        for name in listed:
            if name.text in seen:
                first = Label(seen[name.text], "here it is, too")
                title = f"{name.text} is listed twice"
                self.tell(
                    codes.LISTED_TWICE,
                    title,
                    Label(name.span),
                    first,
                    hint="leave one of them out, or give it another name",
                )
            seen.setdefault(name.text, name.span)

    def almost_alike(self) -> Iterator[tuple[str, str]]:
        """Players who are called like a group but for capitals, with that group."""
        folded = {name.lower(): name for name in self.groups}
        for player in self.players:
            group = folded.get(player.lower())
            if group is not None and group != player:
                yield player, group


def gather(season: tree.Season, report: Report) -> World:
    """Everything that the text names or makes."""
    world = World(report, Unknown(report, season.lost), blocks=season.blocks)
    world.groups[meaning.NOMINEE] = None
    if season.cast is not None:
        _cast(world, season.cast)
    turned: set[int] = set()
    named: dict[str, list[Span]] = {}
    for part in tree.walk(season):
        if isinstance(part, tree.Name):
            named.setdefault(part.text, []).append(part.span)
        match part:
            case tree.Progression(
                update=tree.Add(group=name) as update,
                who=tree.Who(items=[tree.Item(one=tree.Named(name=group))], excepted=()),
            ) if name.text in world.players and group.text not in world.players:
                turned.add(id(update))
                world.groups.setdefault(group.text, group.span)
                title = f"{name.text} is a player, so no group can be called that"
                hint = f"the group comes first: write `add {group.text} for {name.text}`"
                world.tell(codes.PLAYER_AND_GROUP, title, Label(name.span), hint=hint)
            case tree.Add() if id(part) in turned:
                pass
            case tree.Add(group=name) | tree.Change(new=name):
                world.introduce(name)
            case tree.Swap(groups=groups, adding=adding):
                world.unlike((*groups, *adding))
                for name in adding:
                    world.make_team(name)
            case tree.Merge(groups=groups, into=into):
                world.unlike(groups)
                name = into or tree.Name(part.span, meaning.MERGED)
                world.make_team(name, is_made=True)
            case tree.Tie(name=tie_name, body=body) if body is not None:
                if tie_name is None:
                    world.unnamed[id(part)] = Definition("", body, part.span, is_section=False)
                else:
                    _define(world, tie_name, body, is_section=False)
            case tree.Tiebreaker(name=name, body=body):
                _define(world, name, body, is_section=True)
    world.named_once = {text: spans[0] for text, spans in named.items() if len(spans) == 1}
    used = {part.name.text for part in tree.walk(season) if isinstance(part, tree.Tie) and part.name is not None}
    world.unused = {each.name for each in world.tiebreakers.values() if each.is_section and each.name not in used}
    return world


def _define(world: World, name: tree.Name, body: tree.Body, *, is_section: bool) -> None:
    first = world.tiebreakers.get(name.text)
    if first is None:
        world.tiebreakers[name.text] = Definition(name.text, body, name.span, is_section)
        return
    world.tell(
        codes.TWO_BODIES,
        f"tiebreaker {name.text} has two bodies",
        Label(name.span, "the second"),
        Label(first.place, "the first"),
        hint=f"give one of them another name; to use the first one again, write only `tiebroken by {name.text}`",
    )


# The cast


def _cast(world: World, cast: tree.Cast) -> None:
    members = cast.members
    with_teams: list[tuple[tree.Player, tree.Name | None]]
    if isinstance(members, tree.Teams):
        with_teams = [(player, team.name) for team in members.teams for player in team.players]
    else:
        with_teams = [(player, None) for player in members.players]
    for player, _ in with_teams:
        _name_player(world, player.name)
    if isinstance(members, tree.Teams):
        world.unlike(team.name for team in members.teams)
        for team in members.teams:
            world.make_team(team.name)
    elif isinstance(members, tree.Divided):
        world.unlike(members.into)
        for name in members.into:
            world.make_team(name)
        world.divided = tuple(name.text for name in members.into)
    shared = _attributes(world, cast.shared)
    for player, team_name in with_teams:
        own = _attributes(world, player.attributes)
        if world.players.get(player.name.text) is not player.name.span:
            continue  # the second one of this name
        groups = dict.fromkeys((*([team_name.text] if team_name else ()), *own.groups, *shared.groups))
        counters = {counter.name: counter for counter in (*shared.counters, *own.counters)}
        order = dict.fromkeys(counter.name for counter in (*own.counters, *shared.counters))
        world.numbers[player.name.text] = len(world.cast)
        world.cast.append(meaning.Player(player.name.text, tuple(groups), tuple(counters[name] for name in order)))


def _name_player(world: World, name: tree.Name) -> None:
    if name.text in world.players:
        first = Label(world.players[name.text], "here is the first one")
        title, hint = f"{name.text} is in the cast twice", "give one of them another name, or leave one out"
        world.tell(codes.PLAYER_TWICE, title, Label(name.span), first, hint=hint)
        return
    if name.text == HOST:
        title = "no player can be called host"
        hint = "the host is the one who says who has won; choose another name, `Host` for example"
        world.tell(codes.NAME_OF_HOST, title, Label(name.span), hint=hint)
    elif name.text == meaning.NOMINEE:
        title = f"{meaning.NOMINEE} is the group of all who are nominated, so no player can be called that"
        world.tell(codes.PLAYER_AND_GROUP, title, Label(name.span), hint="choose another name")
    world.players[name.text] = name.span


@dataclass(frozen=True, slots=True)
class _Attributes:
    groups: tuple[str, ...]
    counters: tuple[meaning.Counter, ...]


def _attributes(world: World, attributes: Sequence[tree.Attribute]) -> _Attributes:
    groups: list[str] = []
    counters: list[meaning.Counter] = []
    world.unlike(attribute.name for attribute in attributes if isinstance(attribute, tree.Affiliation))
    world.unlike(attribute.name for attribute in attributes if isinstance(attribute, tree.Counter))
    for attribute in attributes:
        match attribute:
            case tree.Affiliation(name=name):
                world.introduce(name)
                groups.append(name.text)
            case tree.Counter(name=name):
                world.counters.setdefault(name.text, name.span)
                counters.append(_counter(world, attribute))
    return _Attributes(tuple(groups), tuple(counters))


def _counter(world: World, counter: tree.Counter) -> meaning.Counter:
    """A counter with its limits, which must agree with each other."""
    name = counter.name.text
    said: dict[str, tree.Limit] = {}
    for limit in counter.limits:
        if limit.word in said:
            what = {"starting": "starts", "minimum": "has a minimum", "maximum": "has a maximum"}[limit.word]
            first = Label(said[limit.word].span, "here is the first one")
            hint = "leave one of them out"
            world.tell(codes.BAD_LIMITS, f"{name} {what} twice", Label(limit.span), first, hint=hint)
        said.setdefault(limit.word, limit)
    numbers = {word: limit.value.value for word, limit in said.items()}
    start, low, high = numbers.get("starting", 0), numbers.get("minimum"), numbers.get("maximum")
    if low is not None and high is not None and low > high:
        title = f"the minimum of {name} is {low}, above its maximum of {high}"
        labels = (Label(said["minimum"].span), Label(said["maximum"].span))
        world.tell(codes.BAD_LIMITS, title, *labels, hint="the minimum is the smaller one of the two")
        return meaning.Counter(name)
    for word, bound, is_outside in (
        ("minimum", low, low is not None and start < low),
        ("maximum", high, high is not None and start > high),
    ):
        if is_outside:
            side = "below" if word == "minimum" else "above"
            title = f"{name} starts at {start}, {side} its {word} of {bound}"
            place = said["starting"].span if "starting" in said else counter.name.span
            hint = f"write `starting at {bound}`" + ("" if "starting" in said else "; without that, it starts at 0")
            world.tell(codes.BAD_LIMITS, title, Label(place), Label(said[word].span), hint=hint)
    return meaning.Counter(name, start, low, high)
