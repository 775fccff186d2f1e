"""What is allowed and yet probably not meant: the warnings about a season that makes sense."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from parlour.languages.contest import codes
from parlour.languages.contest.check import meaning
from parlour.languages.contest.check.history import Result
from parlour.languages.contest.check.meaning import NOMINEE, Checked
from parlour.languages.contest.check.people import first_empty, is_fixed, peopled_in
from parlour.languages.contest.check.world import World
from parlour.languages.contest.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span

Report = Callable[[Diagnostic], object]


def tell_doubts(season: tree.Season, world: World, checked: Checked, results: Iterable[Result], report: Report) -> None:
    """Reports them; `results` are those of all actions that can happen, with their uses."""

    def warn(code: str, title: str, span: Span, hint: str) -> None:
        report(Diagnostic(code, title, (Label(span),), hint=hint, severity="warning"))

    for player, group in world.almost_alike():
        title = f"the player {player} is called like the group {group}, but for capitals"
        warn(codes.ALMOST_A_GROUP, title, world.players[player], "capitals count: they are not the same")
    for group, span in _empty_groups(season, world, checked):
        title, hint = (
            f"nobody can ever be in {group}",
            "somebody has to be put into it: `affiliation called …`, `add … for …`",
        )
        if group == NOMINEE:
            title, hint = "nobody is ever nominated", "nominate somebody before: `nomination of 2 by … between …`"
        warn(codes.EMPTY_GROUP, title, span, hint)
    for part in tree.walk(season):
        match part:
            case tree.Add(group=tree.Name(text=group, span=span)) if group in world.counters:
                title = f"{group} is a counter, and this makes a group of that name"
                hint = f"a counter grows by `increase {group} by 1 for …`"
                warn(codes.ALMOST_A_GROUP, title, span, hint)
    for lone, owner in _of_the_last(season):
        title = f"only {owner} has {lone.name.text}, and it is changed for others"
        hint = "`with` is about the player before it: write `all with …`, if everybody is to have it"
        warn(codes.ONLY_THE_LAST, title, lone.name.span, hint)
    read = _read_counters(season)
    for counter, span in world.counters.items():
        if counter not in read:
            hint = "it is only changed: use it in a value, in `highest …` or in Win, or leave it out"
            warn(codes.UNREAD_COUNTER, f"nothing reads {counter}", span, hint)
    for result in _unused(results):
        hint = "leave it out, or use its result"
        warn(codes.UNUSED_RESULT, f"nothing uses the result of this {result.kind}", result.action.span, hint)
    for definition in world.tiebreakers.values():
        if definition.is_section and definition.name not in checked.tiebreakers:
            hint = f"write `tiebroken by {definition.name}` behind what can be tied"
            warn(codes.UNUSED_TIEBREAKER, f"tiebreaker {definition.name} is never used", definition.place, hint)
    if isinstance(season.win, tree.Reach):
        for goal in season.win.goals:
            most = _maximum(checked, goal.counter.text)
            if most is not None and goal.amount.value > most:
                title = f"nobody can reach {goal.amount.value} {goal.counter.text}: the maximum is {most}"
                warn(codes.GOAL_ABOVE_MAXIMUM, title, goal.span, "lower the goal, or raise the maximum")
    if not checked.teams:
        hint = "`team Red: …` in the cast, `adding` and `merge` make teams; `add` makes a group that is none"
        for place in _team_competitions(season):
            warn(codes.NO_TEAMS, "no team can compete here: this season has no teams", place, hint)
    for block in season.blocks:
        if block.times is not None and block.times.value == 0:
            hint = "write how often it is played, or leave the round out"
            warn(codes.NEVER_PLAYED, "this round is never played", block.times.span, hint)
    for part in tree.walk(season):
        match part:
            case tree.Progression(
                update=tree.Elimination(), who=tree.Who(items=(tree.Item(one=tree.Set(word="eliminated")),))
            ):
                hint = "name people who are still in: `elimination of majority of vote`"
                warn(codes.TOO_FEW, "all of them are out already", part.span, hint)
    if len(checked.players) > 1:
        needs_somebody = not isinstance(season.win, tree.Reach) and not any(
            isinstance(part, tree.Set) and part.word == "eliminated" for part in tree.walk(season)
        )
        _certain_eliminations(checked, needs_somebody, warn)
    if isinstance(season.win, tree.Jury):
        out = sum(_most_out(each.phases, checked) * each.count for each in checked.rounds)
        if 0 < out < season.win.count.value:
            title = f"the jury has {out} members at most: no more are eliminated before it votes"
            hint = f"write `{out} member jury vote`, or let more rounds be played"
            warn(codes.TOO_FEW, title, season.win.span, hint)
        if season.win.count.value == 0:
            hint = "write how many of those who are out vote: `3 member jury vote`"
            warn(codes.TOO_FEW, "a jury of nobody draws the winner by lot", season.win.span, hint)
    for part in tree.walk(season):
        match part:
            case tree.Item(one=one, times=tree.Number(value=value) as times) if value < 1:
                hint = f"write a number from 1 on, or leave {one.span.text} out"
                warn(codes.TOO_FEW, f"{value} times is not at all", times.span, hint)
            case tree.Chance(count=tree.Number(value=0) as count):
                warn(codes.TOO_FEW, "nobody is drawn here", count.span, "write how many: `chance 2 (…)`")
    _too_few(season, checked, warn)
    empty = first_empty(checked)
    if empty is not None:
        competition, group, later = empty
        hint = f"somebody joins it by `{' '.join(later.span.text.split())}`: that has to happen before"
        warn(codes.TOO_FEW, f"nobody is in {group} when it first competes", competition.between.span, hint)


def _team_competitions(season: tree.Season) -> Iterator[Span]:
    for part in tree.walk(season):
        if isinstance(part, tree.Competition | tree.FinalCompetition) and part.is_team:
            yield part.span


def _of_the_last(season: tree.Season) -> Iterator[tuple[tree.Counter, str]]:
    """Counters that the last player of the cast has alone, and that are changed for others: an `all` is missing."""
    if season.cast is None or season.cast.shared:
        return
    *others, last = (part for part in tree.walk(season.cast) if isinstance(part, tree.Player))
    if not others or any(isinstance(part, tree.Counter) for player in others for part in player.attributes):
        return
    changed: dict[str, list[tree.Who]] = {}
    for part in tree.walk(season):
        match part:
            case tree.Progression(update=tree.Adjust(counter=name), who=who):
                changed.setdefault(name.text, []).append(who)
    for part in last.attributes:
        if isinstance(part, tree.Counter):
            people = [item.one for who in changed.get(part.name.text, ()) for item in who.items]
            if any(not isinstance(one, tree.Named) or one.name.text != last.name.text for one in people):
                yield part, last.name.text


def _read_counters(season: tree.Season) -> set[str]:
    """Those whose value makes a difference somewhere."""
    read: set[str] = set()
    for part in tree.walk(season):
        match part:
            case tree.CounterValue(name=name) | tree.Extreme(counter=name) | tree.Goal(counter=name):
                read.add(name.text)
            case tree.Allocation(counter=name):
                read.add(name.text)
    return read


def _unused(results: Iterable[Result]) -> Iterator[Result]:
    """Competitions and votes that nothing uses in any of the rounds in which they happen."""
    by_action: dict[int, list[Result]] = {}
    for result in results:
        by_action.setdefault(id(result.action), []).append(result)
    for copies in by_action.values():
        if copies[0].kind != "allocation" and not any(result.uses for result in copies):
            yield copies[0]


def _maximum(checked: Checked, name: str) -> int | None:
    """The most that anybody can have of a counter; None if there is no limit for somebody who has it."""
    limits = [counter.maximum for player in checked.players for counter in player.counters if counter.name == name]
    bounded = [limit for limit in limits if limit is not None]
    return max(bounded) if len(bounded) == len(limits) else None


# Groups nobody can be in


def _empty_groups(season: tree.Season, world: World, checked: Checked) -> Iterator[tuple[str, Span]]:
    """Groups that are named, and in which nobody can ever be, with the first place that names them."""
    told: list[str] = []
    peopled = peopled_in(checked)
    for group, span in world.groups.items():
        if group not in peopled and span is not None:
            yield group, span
            # What can only be filled from this one is empty for the same reason.
            told.append(group)
            peopled = peopled_in(checked, told)
    if NOMINEE not in peopled and world.groups[NOMINEE] is None:
        asked = next((part for part in tree.walk(season) if _is_nominated(part)), None)
        if asked is not None:
            yield NOMINEE, asked.span


def _is_nominated(part: tree.Node) -> bool:
    match part:
        case tree.Set(word="nominated"):
            return True
        case tree.Named(name=name) | tree.Remove(group=name) | tree.Change(old=name):
            return name.text == NOMINEE
    return False


# Too few people


def _too_few(season: tree.Season, checked: Checked, warn: Callable[[str, str, Span, str], None]) -> None:
    """Warns where there can never be enough people to compete, to be chosen, or to be named."""
    if len(checked.players) == 1 and season.cast is not None:
        warn(codes.TOO_FEW, "only one player takes part", season.cast.span, "name more of them: `Ada, Ben, Cleo`")
        return
    if checked.divided is not None and len(checked.divided) == 1 and season.cast is not None:
        hint = "name the other teams, too: `into Lynx, Otter`"
        warn(codes.TOO_FEW, "everybody is put into one team", season.cast.span, hint)
    told: set[tuple[int, int]] = set()
    for phase in checked.phases:
        place = (phase.span.start, phase.span.end)
        found = None if place in told else _lack(phase, checked)
        if found is not None:
            told.add(place)
            warn(codes.TOO_FEW, *found)


def _lack(phase: meaning.Phase, checked: Checked) -> tuple[str, Span, str] | None:
    """What is wrong, where, and what to do, if a phase never has enough people."""
    match phase:
        case meaning.Competition(is_team=False, between=between) if _most(between, checked) == 1:
            return "only one can compete here", between.span, "name more people: `competition between everyone`"
        case meaning.Vote(by=by, between=between, includes_self=False) if _same_person(by, between):
            hint = "nobody votes for oneself unless `including self` stands behind it"
            return "there is nobody to vote for", between.span, hint
        case meaning.Nomination(count=0):
            return "nobody is nominated here", phase.span, "write how many: `nomination of 2 by … between …`"
        case meaning.Swap(groups=(group,), adding=()):
            hint = f"name the others, too: `swap {group}, …`, or `adding` and a new one"
            return "a swap of one group changes nothing", phase.span, hint
        case meaning.Nomination(count=count, by=by, between=between, includes_self=includes_self):
            most = _most(between, checked) - (between.is_everyone and not includes_self)
            if count > most or (_same_person(by, between) and not includes_self):
                whom = "nobody" if most == 0 else f"{most} at most"
                hint = f"lower the number; nobody nominates oneself{'' if includes_self else ' or anybody twice'}"
                return f"{count} cannot be nominated here: there is {whom}", phase.span, hint
    return None


def _most(who: meaning.Who, checked: Checked) -> int:
    """How many different people can be in a list, at most."""
    everyone = len(checked.players)
    most = 0
    for item in who.items:
        match item.one:
            case meaning.PlayerNamed() | meaning.Verdict() | meaning.Extreme():
                most += 1
            case meaning.Chance(count=count, among=among):
                most += min(count, _most(among, checked))
            case _:
                most += everyone
    excepted = sum(isinstance(one, meaning.PlayerNamed) for one in who.excepted)
    return min(most, everyone - excepted)


def _same_person(first: meaning.Who, second: meaning.Who) -> bool:
    """Whether two lists are the same single player."""
    return len(first.items) == 1 and isinstance(first.items[0].one, meaning.PlayerNamed) and first.items == second.items


# Eliminations


def _certain_eliminations(checked: Checked, needs_somebody: bool, warn: Callable[[str, str, Span, str], None]) -> None:
    """Warns if more people are eliminated for certain than there are, or all of them if somebody must be left."""
    players, named = len(checked.players), set[int]()
    certain = 0
    for each in checked.rounds:
        found, once = _certain_in(each.phases, named)
        certain += sum(map(_leaving, found)) * each.count + len(once)
        emptying = [phase for phase in found if isinstance(phase.who.items[0].one, meaning.Everyone)]
        if emptying and each.count and needs_somebody:
            title = "nobody is left at the end: everyone is eliminated here"
            hint = "name those who leave, or who stays: `elimination of everyone except …`"
            warn(codes.TOO_MANY_ELIMINATIONS, title, emptying[0].span, hint)
            return
        if certain > players or (certain == players and needs_somebody):
            title = f"there are more certain eliminations than players: {players} play"
            if certain == players:
                title = f"nobody is left at the end: all {players} are eliminated for certain"
            hint = "repeat the round less often, or let more players take part"
            warn(codes.TOO_MANY_ELIMINATIONS, title, (found or once)[0].span, hint)
            return
    match checked.win:
        case meaning.Chosen(who=meaning.Who(items=(meaning.Item(one=meaning.Extreme(among=among)),))):
            _certain_in_a_group(checked, among, warn)


def _certain_in_a_group(checked: Checked, among: meaning.Who, warn: Callable[[str, str, Span, str], None]) -> None:
    """Warns if all of the group from which the winner comes are eliminated for certain, one by one, out of itself."""
    match among:
        case meaning.Who(items=(meaning.Item(one=meaning.GroupNamed(group=group), times=None),), excepted=()):
            members = sum(group in player.groups for player in checked.players)
        case _:
            return
    leaving = [(phase, each.count) for each in checked.rounds for phase in each.phases if _is_out_of(phase, group)]
    if members and sum(count for _, count in leaving) >= members and is_fixed(checked, group):
        title = f"nobody is left in {group} at the end: all {members} are eliminated for certain"
        hint = "repeat the round less often, or let more players take part"
        warn(codes.TOO_MANY_ELIMINATIONS, title, leaving[0][0].span, hint)


def _is_out_of(phase: meaning.Phase, group: str) -> bool:
    """Whether a phase eliminates one of a group."""
    match phase:
        case meaning.Elimination(
            who=meaning.Who(
                items=(
                    meaning.Item(
                        one=meaning.Extreme(
                            among=meaning.Who(
                                items=(meaning.Item(one=meaning.GroupNamed(group=name), times=None),), excepted=()
                            )
                        ),
                        times=None,
                    ),
                    *_,
                ),
                excepted=(),
            )
        ):
            return name == group
    return False


def _leaving(phase: meaning.Elimination) -> int:
    """How many leave, if there are as many."""
    first = phase.who.items[0].one
    return first.count if isinstance(first, meaning.Chance) else 1


def _most_out(phases: Sequence[meaning.Phase], checked: Checked) -> int:
    """How many can leave in a round, at most."""
    most = 0
    for phase in phases:
        match phase:
            case meaning.Elimination(who=who):
                most += _most(who, checked)
            case meaning.Uses(then=then, otherwise=otherwise):
                most += max(_most_out(then, checked), _most_out(otherwise or (), checked))
    return most


def _certain_in(
    phases: Sequence[meaning.Phase], named: set[int]
) -> tuple[list[meaning.Elimination], list[meaning.Elimination]]:
    """The eliminations of a round in which somebody has to leave who was not out before: each time the round is
    played, and only the first time (players called by their `named` numbers)."""
    found: list[meaning.Elimination] = []
    once: list[meaning.Elimination] = []
    counts = {"competition": 0, "vote": 0}
    gone = dict(counts)  # how many results there were when somebody left last
    for phase in phases:
        match phase:
            case meaning.Competition():
                counts["competition"] += 1
            case meaning.Vote():
                counts["vote"] += 1
            case meaning.Elimination(who=meaning.Who(items=(item, *_), excepted=())) if item.times is None:
                match item.one:
                    case meaning.PlayerNamed(index=index):
                        if index not in named:
                            named.add(index)
                            once.append(phase)
                        continue
                    case meaning.Place(reference=reference) | meaning.Verdict(reference=reference):
                        is_certain = (reference.place or 0) > gone[reference.kind]
                    case meaning.Chance(count=count, among=among):
                        is_certain = count > 0 and among.is_everyone
                    case meaning.Extreme(among=among):
                        is_certain = among.is_everyone
                    case meaning.Everyone():
                        is_certain = True
                    case _:
                        is_certain = False
                if is_certain:
                    found.append(phase)
                    gone = dict(counts)
    return found, once
