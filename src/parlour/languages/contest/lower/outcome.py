"""How a season ends: who wins, how everybody is ranked, and what is counted for reports."""

from __future__ import annotations

from typing import assert_never

from parlour.core import nodes
from parlour.core.builder import assign, length, number, op, sentence, text, when
from parlour.core.nodes import Stmt
from parlour.core.types import INT
from parlour.game.season import MOST_COUNTED, leaving_count, left_count, rounds_count, win_count
from parlour.languages.contest.check import meaning
from parlour.languages.contest.check.meaning import Checked
from parlour.languages.contest.lower.context import COMPETITIONS, INTS, PLACE, ROUND, Lowering, numbers
from parlour.languages.contest.lower.values import NAMES, each_once

ACTIVE = nodes.Global("active", INTS)


def reached(lowering: Lowering, win: meaning.Reach) -> nodes.Expr:
    """Those who meet all goals now."""
    goals = numbers(goal.amount for goal in win.goals)
    counters = numbers(lowering.counters[goal.counter] for goal in win.goals)
    return lowering.call("who_reaches", goals, counters, span=win.span)


def won(lowering: Lowering, win: meaning.Win) -> list[Stmt]:
    """Finds the winners when the last round is over."""
    span = win.span
    match win:
        case meaning.Reach(is_for_team=is_for_team):
            routine = "win_for_teams" if is_for_team else "win"
            return [lowering.do(routine, reached(lowering, win), span=span)]
        case meaning.FinalCompetition(is_team=is_team):
            return _final(lowering, is_team, win)
        case meaning.Jury(count=count):
            return _jury(lowering, count, win)
        case meaning.Survive():
            return [lowering.do("win", ACTIVE, span=span)]
        case meaning.Chosen(who=who, is_for_team=is_for_team):
            found = each_once(lowering, who, is_for_team=is_for_team)
            return [
                assign(PLACE, text("At the end: ")),
                lowering.do("win_for_teams" if is_for_team else "win", found, span=span),
            ]
        case _:
            assert_never(win)


def _final(lowering: Lowering, is_team: bool, win: meaning.Win) -> list[Stmt]:
    entrants = lowering.build.fresh("entrants", INTS)
    everybody = op("list_copy", ACTIVE)
    latest = op("list_get", COMPETITIONS, op("sub", length(COMPETITIONS), number(1)))
    winner = nodes.Field(latest, "winner", INT)
    taken = lowering.do("win_as_team", winner) if is_team else lowering.do("win", nodes.MakeList((winner,), INTS))
    return [
        assign(PLACE, text("The final: ")),
        assign(entrants, lowering.call("teams_among", everybody) if is_team else everybody),
        when(
            op("gt", length(entrants), number(0)),
            lowering.do("compete", entrants, is_team, False, True, False, span=win.span),
            taken,
        ),
    ]


def _jury(lowering: Lowering, count: int, win: meaning.Win) -> list[Stmt]:
    """The tie is drawn; so is the winner where nobody can vote."""
    tied = lowering.build.fresh("tied", INTS)
    said = sentence("Tied: ", lowering.call("listed", tied, NAMES), " (lot)\n")
    lot = [
        nodes.Tell(said, for_show=True),
        lowering.do("win", nodes.MakeList((lowering.call("lot", tied),), INTS)),
    ]
    return [
        assign(PLACE, text("The jury: ")),
        lowering.do("hold_vote", lowering.call("jurors", count), op("list_copy", ACTIVE), False, span=win.span),
        assign(tied, lowering.call("tied_in", 0, False)),
        when(op("gt", length(tied), number(1)), *lot, otherwise=[lowering.do("win", tied)]),
    ]


def ended(lowering: Lowering) -> list[Stmt]:
    """What is said at the end, the ranking, and what reports want to know."""
    counts: list[Stmt] = []
    for person, player in enumerate(lowering.checked.players):
        left = lowering.call("left_round", person)
        counts.append(nodes.Count(leaving_count(player.name), left))
        has_left = nodes.Choose(op("gt", lowering.call("left_round", person), number(0)), number(1), number(0), INT)
        counts.append(nodes.Count(left_count(player.name), has_left))
        counts.append(nodes.Count(win_count(player.name), _as_number(lowering.call("has_won", person))))
    for team in lowering.checked.teams:
        has_won = lowering.call("has_team_won", lowering.groups[team.name])
        counts.append(nodes.Count(win_count(team.name), _as_number(has_won)))
    for rounds in lengths(lowering.checked):
        counts.append(nodes.Count(rounds_count(rounds), _as_number(op("eq", ROUND, number(rounds)))))
    return [lowering.do("tell_winners"), *counts, nodes.Finish(lowering.call("ranking"))]


def lengths(checked: Checked) -> range:
    """How many rounds a season may have; none where these are too many to count each."""
    last = checked.rounds[-1].last if checked.rounds else 0
    if not isinstance(checked.win, meaning.Reach):
        return range(last, last + 1)
    return range(min(last, 1), last + 1) if last <= MOST_COUNTED else range(0)


def _as_number(condition: nodes.Expr) -> nodes.Expr:
    return nodes.Choose(condition, number(1), number(0), INT)
