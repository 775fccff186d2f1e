"""Whether every name that is used means something, wherever it stands; and words that mean something only somewhere.

These checks need no round: each is made once, however often a phase is played.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.languages.contest import codes
from parlour.languages.contest.check.world import World
from parlour.languages.contest.syntax import tree
from parlour.languages.contest.syntax.scanner import ONE_WORDS
from parlour.syntax.diagnostic import Label
from parlour.syntax.suggest import suggest

# How many teams advice lists.
LISTED = 4
# No name in capitals that is so short is compared with words of the language.
LONGEST_NAME = 6


def check_names(season: tree.Season, world: World) -> None:
    """Reports every name that means nothing where it stands."""
    parts: list[tuple[tree.Node, bool]] = [(season, False)]
    while parts:
        part, is_in_tiebreaker = parts.pop()
        if _is_exchanged(world, part) or _is_turned(world, part):
            continue
        _check(world, part, is_in_tiebreaker)
        is_inside = is_in_tiebreaker or isinstance(part, tree.Body)
        parts.extend((inner, is_inside) for inner in reversed(list(tree.children(part))))
    world.unknown.tell_gathered()


def _is_exchanged(world: World, part: tree.Node) -> bool:
    """Whether people stand where a counter should and a counter where people should: one mistake, which is told."""
    match part:
        case (
            tree.Extreme(counter=counter, among=tree.Who(items=[tree.Item(one=tree.Named(name=people))]))
            | tree.Allocation(counter=counter, by=tree.Who(items=[tree.Item(one=tree.Named(name=people))]))
            | tree.Progression(
                update=tree.Adjust(counter=counter), who=tree.Who(items=[tree.Item(one=tree.Named(name=people))])
            )
        ):
            is_people = counter.text in world.players or counter.text in world.groups
            if not is_people or counter.text in world.counters or people.text not in world.counters:
                return False
        case _:
            return False
    begin, end = part.span.start, people.span.end + part.span.source.text[people.span.end :].startswith(")")
    text = part.span.source.text
    turned = text[begin : counter.span.start] + people.text + text[counter.span.end : people.span.start] + counter.text
    title = f"{counter.text} is no counter, and {people.text} is one"
    hint = f"write `{' '.join((turned + text[people.span.end : end]).split())}`"
    world.tell(codes.UNKNOWN_COUNTER, title, Label(counter.span), Label(people.span, "the counter"), hint=hint)
    return True


def _is_turned(world: World, part: tree.Node) -> bool:
    """Whether a player stands where a group should and a group where people should, `remove Ada for red`; then it is
    told. (What `add` turns round was told when groups were gathered.)"""
    match part:
        case tree.Progression(
            update=tree.Remove(group=player),
            who=tree.Who(items=[tree.Item(one=tree.Named(name=group))], excepted=()),
        ) if player.text in world.players and group.text not in world.players:
            title = f"{player.text} is a player, and no group"
            hint = f"the group comes first: write `remove {group.text} for {player.text}`"
            world.tell(codes.PLAYER_AND_GROUP, title, Label(player.span), hint=hint)
            return True
    return False


def _check(world: World, part: tree.Node, is_in_tiebreaker: bool) -> None:
    match part:
        case tree.Named(name=name):
            _person_or_group(world, name)
        case tree.Remove(group=name) | tree.Change(old=name):
            _group(world, name)
        case tree.Swap(keeps_sizes=keeps_sizes, groups=groups, adding=adding):
            for name in groups:
                _group(world, name)
            if keeps_sizes and adding:
                world.tell(
                    codes.PRESERVING_AND_ADDING,
                    "a number preserving swap cannot add a group",
                    Label(adding[0].span, "nobody would be in it"),
                    hint="leave out `number preserving`, or `adding`",
                )
        case tree.Merge(groups=groups):
            for name in groups:
                _group(world, name)
                if name.text in world.players:
                    break  # told, with how a group is made
        case tree.Extreme(counter=name, among=None):
            _counter(world, name, f"whom it is about stands in parentheses: `{part.word} COUNTER ({name.text})`")
        case tree.Adjust(counter=name) | tree.Allocation(counter=name) | tree.Extreme(counter=name):
            _counter(world, name)
        case tree.CounterValue(name=name) | tree.Goal(counter=name):
            _counter(world, name)
        case tree.Set(word="tied") if not is_in_tiebreaker:
            title = "tied means something only in a tiebreaker"
            hint = "it is all who are in the tie that is being broken: `tiebroken by lots: chance (tied)`"
            world.tell(codes.TIED_OUTSIDE, title, Label(part.span), hint=hint)
        case tree.Tie(name=tree.Name() as name, body=None):
            _tiebreaker(world, name)


def _unknown(world: World, code: str, title: str, name: tree.Name, known: Iterable[str], otherwise: str = "") -> None:
    """Notes a name that nothing has; it is told once, with all places. Without a cast nobody can have one."""
    is_name = name.text.isascii() and name.text.isalnum()  # others have been told
    if name.text not in world.unknown.lost and world.cast and is_name:
        names = list(known)
        hint = "" if title in world.missing else world.unknown.suggestion(name.text, names) or otherwise
        near = None if title in world.missing else suggest(name.text, names)
        if near is not None and near in world.named_once:
            world.unknown.suspect(title, name.text, near, world.named_once[near])
        world.missing.add(title)
        world.unknown.gather(code, title, name.span, hint)


def _person_or_group(world: World, name: tree.Name) -> None:
    if name.text in world.players or name.text in world.groups:
        return
    title = f"nobody and no group is called {name.text}"
    if name.text in world.counters:
        title = f"{name.text} is a counter, and no people"
        hint = f"who has most of it is `highest {name.text}`, who has least `lowest {name.text}`"
        _unknown(world, codes.UNKNOWN_PERSON_OR_GROUP, title, name, (), hint)
        return
    # A long name can be a word in capitals; a short one is rather one of the names.
    words = ONE_WORDS if name.text[:1].islower() or len(name.text) > LONGEST_NAME else ()
    known = [*world.players, *world.groups]
    known += words if suggest(name.text, known) is None else ()
    _unknown(world, codes.UNKNOWN_PERSON_OR_GROUP, title, name, known, _made(name))


def _group(world: World, name: tree.Name) -> None:
    if name.text in world.players:
        labels = Label(name.span), Label(world.players[name.text], "here the player is named")
        hint = f"name a group; a player is put into one by `add GROUP for {name.text}`, and out by `elimination of …`"
        title = f"{name.text} is a player, so no group can be called that"
        world.tell(codes.PLAYER_AND_GROUP, title, *labels, hint=hint)
    elif name.text in world.counters and name.text not in world.groups:
        hint = (
            f"a counter is changed by `increase {name.text} by 1 for …`, `decrease …` or `set {name.text} to 0 for …`"
        )
        title = f"{name.text} is a counter, and no group"
        _unknown(world, codes.UNKNOWN_PERSON_OR_GROUP, title, name, (), hint)
    elif name.text not in world.groups:
        title = f"nobody and no group is called {name.text}"
        if name.text.lower() in ("team", "teams", "tribe", "tribes", "groups") and world.teams:
            hint = f"name them: `{', '.join(list(world.teams)[:LISTED])}`"
            _unknown(world, codes.UNKNOWN_PERSON_OR_GROUP, title, name, (), hint)
            return
        _unknown(world, codes.UNKNOWN_PERSON_OR_GROUP, title, name, world.groups, _made(name))


def _made(name: tree.Name) -> str:
    return f"players stand in the cast; a group is made there, or by a phase such as `add {name.text} for …`"


def _counter(world: World, name: tree.Name, otherwise: str = "") -> None:
    if name.text in world.counters:
        return
    if name.text in world.players or name.text in world.groups:
        kind = "player" if name.text in world.players else "group"
        counter = next(iter(world.counters), "")
        hint = f"name a counter: `{counter}`" if counter else "give the players one: `all with counter called points`"
        hint = otherwise.replace("COUNTER", counter or "COUNTER") or hint
        title = f"{name.text} is a {kind}, and no counter"
        _unknown(world, codes.UNKNOWN_COUNTER, title, name, (), hint)
        return
    title = f"nobody has a counter called {name.text}"
    otherwise = f"give it to the players: `all with counter called {name.text}`"
    if name.text.lower() in ("vote", "votes"):
        otherwise = (
            "votes are counted by themselves: who got most is `majority of vote`, who got fewest `minority of vote`"
        )
    _unknown(world, codes.UNKNOWN_COUNTER, title, name, world.counters, otherwise)


def _tiebreaker(world: World, name: tree.Name) -> None:
    if name.text in world.tiebreakers:
        return
    body = f"{name.text}: chance (tied)"
    otherwise = f"write behind it who is taken, `tiebroken by {body}`, or a section `Tiebreaker: {name.text} …`"
    if name.text in world.players or name.text in world.groups:
        otherwise = f"to take {name.text}, give the tiebreaker a name: `tiebroken by choice: {name.text}`"
    title = f"there is no tiebreaker called {name.text}"
    if len(world.unused) == 1:
        otherwise = f"Did you mean {next(iter(world.unused))}?"
    _unknown(world, codes.UNKNOWN_TIEBREAKER, title, name, world.tiebreakers, otherwise)
