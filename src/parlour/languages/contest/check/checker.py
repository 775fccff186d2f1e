"""Gives a season its meaning: a tree in, the checked season and what was wrong with it out.

The way: gather all that the season names; check that every name means something; write the rounds out; walk through
each stretch of equal rounds and then the win condition with what has happened so far; then through the tiebreakers,
with all that may have happened where they are used; at last look for what is allowed and yet probably not meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from parlour.languages.contest.check import meaning
from parlour.languages.contest.check.doubts import tell_doubts
from parlour.languages.contest.check.history import Certain, mentioned_in
from parlour.languages.contest.check.meaning import Checked
from parlour.languages.contest.check.names import check_names
from parlour.languages.contest.check.phases import Draft, Walk, finished
from parlour.languages.contest.check.rounds import Stretch, written_out
from parlour.languages.contest.check.tiebreakers import check_tiebreakers, used_in
from parlour.languages.contest.check.tiebreakers import finished as finished_tiebreaker
from parlour.languages.contest.check.world import World, gather
from parlour.languages.contest.pragmas import Pragmas, read_pragmas
from parlour.languages.contest.syntax import tree
from parlour.syntax.diagnostic import Diagnostic, in_order


def check_program(season: tree.Season) -> tuple[Checked | None, list[Diagnostic]]:
    """The meaning of a season, if it has one: if it was read without an error, and nothing else is wrong with it."""
    diagnostics: list[Diagnostic] = []
    world = gather(season, diagnostics.append)
    check_names(season, world)
    stretches = written_out(season, world)
    played = _last_apart(stretches, season.win)
    used = used_in([phase for stretch in played for phase in stretch.phases] + _some(season.win), world)
    draft = Draft(used.names, mentioned_in(definition.body for definition in used.definitions.values()))
    history = Certain()
    rounds: list[meaning.Round] = []
    for stretch in played:
        history = Certain()
        phases = Walk(world, draft, history, season.is_sound).phases(stretch.phases)
        rounds.append(meaning.Round(stretch.first, stretch.last, stretch.block, phases))
    _check_unplayed(season, played, world)
    win = None if season.win is None else _win(Walk(world, draft, history, season.is_sound, is_win=True), season.win)
    tiebreakers = check_tiebreakers(used, draft, world, reports=season.is_sound)
    pragmas = read_pragmas(season.notes, diagnostics.append)
    if not season.is_sound or win is None or any(item.is_error for item in diagnostics):
        return None, list(in_order(diagnostics))
    rounds = [replace(each, phases=finished(each.phases, draft)) for each in rounds]
    tiebreakers = {name: finished_tiebreaker(each, draft) for name, each in tiebreakers.items()}
    checked = _checked(world, rounds, tiebreakers, win, pragmas)
    tell_doubts(season, world, checked, [*draft.in_play, *draft.in_tiebreakers.values()], diagnostics.append)
    return checked, list(in_order(diagnostics))


def _some(win: tree.Win | None) -> list[tree.Node]:
    return [] if win is None else [win]


def _last_apart(stretches: Sequence[Stretch], win: tree.Win | None) -> list[Stretch]:
    """The last round by itself, if the win condition may use its results: then it may ask for more than the others."""
    if not stretches or not isinstance(win, tree.Chosen) or stretches[-1].first == stretches[-1].last:
        return list(stretches)
    *others, last = stretches
    return [*others, replace(last, last=last.last - 1), replace(last, first=last.last)]


def _check_unplayed(season: tree.Season, played: Sequence[Stretch], world: World) -> None:
    """Blocks that are repeated 0 times are checked all the same; nothing that they use counts."""
    numbers = {stretch.block for stretch in played}
    for number, block in enumerate(season.blocks, start=1):
        if number not in numbers:
            Walk(world, Draft({}, mentioned_in(())), Certain(), season.is_sound).phases(block.phases)


def _win(walk: Walk, win: tree.Win) -> meaning.Win:
    match win:
        case tree.Reach(span, goals, is_for_team):
            meant = tuple(meaning.Goal(goal.amount.value, goal.counter.text) for goal in goals)
            return meaning.Reach(span, meant, is_for_team)
        case tree.FinalCompetition(span, is_team):
            return meaning.FinalCompetition(span, is_team)
        case tree.Jury(span, count):
            return meaning.Jury(span, count.value)
        case tree.Survive(span):
            return meaning.Survive(span)
        case tree.Chosen(span, who, is_for_team):
            return meaning.Chosen(span, walk.who(who), is_for_team)
        case _:
            assert_never(win)


def _checked(
    world: World,
    rounds: Sequence[meaning.Round],
    tiebreakers: dict[str, meaning.Tiebreaker],
    win: meaning.Win,
    pragmas: Pragmas,
) -> Checked:
    teams = sorted(world.teams.values(), key=lambda team: team.is_made)
    return Checked(
        players=tuple(world.cast),
        divided=world.divided,
        groups=tuple(world.groups),
        teams=tuple(teams),
        counters=tuple(world.counters),
        rounds=tuple(_joined(rounds)),
        tiebreakers=tiebreakers,
        win=win,
        pragmas=pragmas,
    )


def _joined(rounds: Sequence[meaning.Round]) -> list[meaning.Round]:
    """Equal neighbours of one block together."""
    joined: list[meaning.Round] = []
    for each in rounds:
        before = joined[-1] if joined else None
        if before is not None and before.block == each.block and before.phases == each.phases:
            joined[-1] = replace(before, last=each.last)
        else:
            joined.append(each)
    return joined
