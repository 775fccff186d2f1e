"""In which groups somebody may be: from the start, or by phases that move people between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from parlour.languages.contest.check import meaning
from parlour.languages.contest.check.meaning import NOMINEE, Checked


def begun(checked: Checked) -> set[str]:
    """The groups in which somebody is from the start."""
    return {group for player in checked.players for group in player.groups} | set(checked.divided or ())


def joining(checked: Checked, group: str) -> meaning.Phase | None:
    """The first phase by which somebody may join a group."""
    peopled = peopled_in(checked)
    return next((phase for phase in checked.phases if group in filled_by(phase, peopled)), None)


def first_empty(checked: Checked) -> tuple[meaning.Competition, str, meaning.Phase] | None:
    """The first competition of a group in which nobody can be by then, with the group and the phase by which somebody
    joins it later."""
    peopled = begun(checked)
    actions = [each.action for each in checked.tiebreakers.values() if each.action is not None]
    for each in checked.rounds:
        for phase in each.phases if each.count else ():
            match phase:
                case meaning.Competition(
                    between=meaning.Who(items=(meaning.Item(one=meaning.GroupNamed(group=group)),))
                ):
                    later = None if group in peopled else joining(checked, group)
                    if later is not None:
                        return phase, group, later
            for part in (*meaning.with_branches(phase), *actions):
                peopled.update(filled_by(part, peopled))
    return None


def is_fixed(checked: Checked, group: str) -> bool:
    """Whether nobody ever joins or leaves a group, but by being out."""
    for phase in checked.phases:
        match phase:
            case meaning.Add(group=name) | meaning.Remove(group=name):
                touched: tuple[str, ...] = (name,)
            case meaning.Change(old=old, new=new):
                touched = (old, new)
            case meaning.Swap(groups=groups, adding=adding):
                touched = (*groups, *adding)
            case meaning.Merge(groups=groups, into=into):
                touched = (*groups, into)
            case _:
                touched = ()
        if group in touched:
            return False
    return group != NOMINEE


def peopled_in(checked: Checked, given: Iterable[str] = ()) -> set[str]:
    """Every group in which somebody may be at some time: from the start, or by a phase that moves somebody who may be
    there; `given` ones by themselves. A least fixpoint, for groups come from groups: a phase is looked at again when
    one it names is peopled."""
    pending = deque(checked.phases)
    naming: dict[str, list[meaning.Phase]] = {}
    for phase in pending:
        for group in _named_in(phase):
            naming.setdefault(group, []).append(phase)
    peopled: set[str] = set()

    def add(groups: Iterable[str]) -> None:
        for group in groups:
            if group not in peopled:
                peopled.add(group)
                pending.extend(naming.get(group, ()))

    add((*begun(checked), *given))
    while pending:
        add(filled_by(pending.popleft(), peopled))
    return peopled


def _named_in(phase: meaning.Phase) -> Iterator[str]:
    """The groups whose members a phase moves, or names as those who move or are moved."""
    match phase:
        case meaning.Change(old=old):
            yield old
        case meaning.Swap(groups=groups) | meaning.Merge(groups=groups):
            yield from groups
    stack = [item.one for who in meaning.lists_of(phase) for item in who.items]
    while stack:
        match stack.pop():
            case meaning.GroupNamed(group=group):
                yield group
            case meaning.Chance(among=among) | meaning.Extreme(among=among):
                stack.extend(item.one for item in among.items)


def filled_by(phase: meaning.Phase, peopled: set[str]) -> Sequence[str]:
    """The groups into which a phase puts somebody, if these groups have people."""
    match phase:
        case meaning.Nomination(count=count, by=by, between=between):
            return (NOMINEE,) if count > 0 and may_have(by, peopled) and may_have(between, peopled) else ()
        case meaning.Add(group=group, who=who) if may_have(who, peopled):
            return (group,)
        case meaning.Change(old=old, new=new, who=who) if old in peopled and may_have(who, peopled):
            return (new,)
        case meaning.Swap(groups=groups, adding=adding, who=who):
            return (*groups, *adding) if peopled.intersection(groups) and may_have(who, peopled) else ()
        case meaning.Merge(groups=groups, into=into, who=who):
            return (into,) if peopled.intersection(groups) and may_have(who, peopled) else ()
    return ()


def may_have(who: meaning.Who, peopled: set[str]) -> bool:
    """Whether somebody may be in a list."""
    for item in who.items:
        match item.one:
            case meaning.GroupNamed(group=group):
                may_be = group in peopled
            case meaning.Chance(count=count, among=among):
                may_be = count > 0 and may_have(among, peopled)
            case meaning.Extreme(among=among):
                may_be = may_have(among, peopled)
            case _:
                may_be = True
        if may_be:
            return True
    return False
