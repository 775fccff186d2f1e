"""Phases as statements, and tiebreakers as functions of the tied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from parlour.core import nodes
from parlour.core.builder import assign, length, text, when
from parlour.core.nodes import Stmt
from parlour.core.types import INT
from parlour.languages.contest.check import meaning
from parlour.languages.contest.lower import routines
from parlour.languages.contest.lower.context import (
    ALLOCATIONS,
    COMPETITIONS,
    INTS,
    VOTES,
    Lowering,
    numbers,
)
from parlour.languages.contest.lower.names import tiebreaker_function
from parlour.languages.contest.lower.values import each_once, one, people, value

WORDS = {"increase": routines.INCREASE, "decrease": routines.DECREASE, "set": routines.SET}


def phases(lowering: Lowering, phases: Sequence[meaning.Phase], before: str = "phase ") -> list[Stmt]:
    """Phases one after the other; `before` is what their numbers stand behind when people are asked."""
    return [stmt for place, each in enumerate(phases, 1) for stmt in phase(lowering, each, f"{before}{place}")]


def phase(lowering: Lowering, phase: meaning.Phase, where: str) -> list[Stmt]:
    span = phase.span
    match phase:
        case meaning.Competition():
            return [lowering.here(where), *_competition(lowering, phase, where)]
        case meaning.Vote(is_directed=is_directed, by=by, between=between, includes_self=includes_self):
            voters, candidates = people(lowering, by), each_once(lowering, between)
            held = "hold_directed_vote" if is_directed else "hold_vote"
            return [lowering.here(where), lowering.do(held, voters, candidates, includes_self, span=span)]
        case meaning.Nomination(count=count, by=by, between=between, includes_self=includes_self):
            asked, named = each_once(lowering, by), each_once(lowering, between)
            return [lowering.here(where), lowering.do("nominate", count, asked, named, includes_self, span=span)]
        case meaning.Allocation(counter=counter, by=by):
            given = lowering.do("allocate", lowering.counters[counter], each_once(lowering, by), span=span)
            return [lowering.here(where), given]
        case meaning.Uses():
            return _uses(lowering, phase, where)
        case meaning.Elimination(who=who):
            return [lowering.do("eliminate", each_once(lowering, who), span=span)]
        case meaning.Add(group=group, who=who):
            return [lowering.do("join_group", lowering.groups[group], each_once(lowering, who), span=span)]
        case meaning.Remove(group=group, who=who):
            return [lowering.do("leave_group", lowering.groups[group], each_once(lowering, who), span=span)]
        case meaning.Change(old=old, new=new, who=who):
            pair = (lowering.groups[old], lowering.groups[new])
            return [lowering.do("change_group", *pair, each_once(lowering, who), span=span)]
        case meaning.Swap(keeps_sizes=keeps_sizes, groups=names, adding=adding, who=who):
            groups, added = (numbers(lowering.groups[name] for name in each) for each in (names, adding))
            return [lowering.do("swap_groups", keeps_sizes, groups, added, each_once(lowering, who), span=span)]
        case meaning.Merge(groups=names, into=into, who=who):
            merged = numbers(lowering.groups[name] for name in names)
            return [lowering.do("merge_groups", merged, lowering.groups[into], each_once(lowering, who), span=span)]
        case meaning.Adjust(word=word, counter=counter, value=amount, who=who):
            changed = (WORDS[word], lowering.counters[counter], *value(lowering, amount))
            return [lowering.do("adjust", *changed, people(lowering, who), span=span)]
        case _:
            assert_never(phase)


def _competition(lowering: Lowering, phase: meaning.Competition, where: str) -> list[Stmt]:
    entrants = each_once(lowering, phase.between)
    if phase.is_team:
        entrants = lowering.call("teams_among", entrants)
    needed = lowering.call("need_entrants", entrants, text(where), span=phase.span)
    flags = (phase.is_team, phase.is_scored, phase.uses_winner, phase.uses_loser)
    return [lowering.do("compete", needed, *flags, span=phase.span)]


def _uses(lowering: Lowering, phase: meaning.Uses, where: str) -> list[Stmt]:
    stmts = [lowering.here(where)]
    answer = lowering.call("decide", one(lowering, phase.by), span=phase.span)
    then = phases(lowering, phase.then, f"{where}.")
    otherwise = phases(lowering, phase.otherwise, f"{where}.")
    inside = [when(answer, *then, otherwise=otherwise, span=phase.span)]
    return [*stmts, *forgotten_after(lowering, inside)]


def forgotten_after(lowering: Lowering, body: Sequence[Stmt]) -> list[Stmt]:
    """What the body adds to the results of the round is forgotten after it."""
    histories = (COMPETITIONS, VOTES, ALLOCATIONS)
    kept = [lowering.build.fresh(f"known {history.name}", INT) for history in histories]
    before = [assign(local, length(history)) for local, history in zip(kept, histories, strict=True)]
    return [*before, *body, lowering.do("forget", *kept)]


def write_tiebreaker(lowering: Lowering, tiebreaker: meaning.Tiebreaker) -> None:
    """A function from the tied to who it is."""
    build = lowering.build = lowering.builder()
    lowering.tied = build.parameter("tied", INTS)
    found = build.fresh("found", INT)
    body: list[Stmt] = []
    if tiebreaker.action is not None:
        body += phase(lowering, tiebreaker.action, f"tiebreaker {tiebreaker.name}")
    body.append(assign(found, lowering.call("first_of", one(lowering, tiebreaker.chosen))))
    body = [*forgotten_after(lowering, body), nodes.Return(found)]
    lowering.add(tiebreaker_function(tiebreaker.name), INT, body, tiebreaker.span)
    lowering.tied = None
