"""From a checked season to core.

Every round that is played is a function, called in a loop as often as it is repeated; every tiebreaker is a function of
the tied. What phases do is in `routines.py`, and so is the state of a season: `Season` there.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import assign, length, negated, number, op, truth
from parlour.core.nodes import GlobalVariable, Program, Stmt
from parlour.core.ops import INT_MAX, INT_MIN
from parlour.core.types import BOOL, FLOAT, INT, NONE, STRING, ListType
from parlour.core.walk import all_expressions
from parlour.dataclass import dataclass
from parlour.game import season
from parlour.languages.contest.check import meaning
from parlour.languages.contest.check.meaning import Checked
from parlour.languages.contest.lower import asking, context, names, outcome
from parlour.languages.contest.lower.statements import phases, write_tiebreaker

BOOLS = ListType(BOOL)


@dataclass(frozen=True, slots=True)
class Lowered:
    program: Program
    checked: Checked
    has_chance: bool


def lower(checked: Checked, title: str) -> Lowered:
    lowering = context.Lowering(checked)
    asking.write(lowering)
    for looked_at in (names.WEIGH_OPTION, names.WEIGH_SCORE, names.RESULTS):
        lowering.linker.need(looked_at)
    for tiebreaker in checked.tiebreakers.values():
        write_tiebreaker(lowering, tiebreaker)
    for number_, round_ in enumerate(checked.rounds):
        lowering.build = lowering.builder()
        body = [lowering.do("begin_round"), *phases(lowering, round_.phases)]
        lowering.add(f"round {number_}", NONE, body)
    _write_entry(lowering)
    functions = (*lowering.functions.values(), *lowering.linker.functions)
    seats = (*(player.name for player in checked.players), season.HOST)
    program = Program(
        title, functions, names.ENTRY, tuple(_globals(checked)), context.CLASSES, (names.FOR, names.AGAINST), seats
    )
    parts = (part for each in lowering.linker.functions for part in all_expressions(each))
    return Lowered(program, checked, has_chance=any(isinstance(part, nodes.Chance) for part in parts))


def _globals(checked: Checked) -> list[GlobalVariable]:
    lists = ("active", "out", "moments", "left_in", "teams", "amounts", "lows", "highs", "winners", "winning teams")
    words = ("names", "group_names", "counter_names")
    found = [GlobalVariable(name, ListType(STRING), is_presentation=True) for name in words]
    found += [GlobalVariable(name, context.INTS) for name in lists]
    found += [GlobalVariable("has", BOOLS), GlobalVariable("is_active", BOOLS)]
    found += [GlobalVariable("joined", context.INTS), GlobalVariable("stamp", INT)]
    found += [
        GlobalVariable(each.name, each.type)
        for each in (context.COMPETITIONS, context.VOTES, context.ALLOCATIONS, context.ROUND)
    ]
    found += [GlobalVariable("scored", INT), GlobalVariable("scored is a team", BOOL)]
    found += [GlobalVariable(name, STRING, is_presentation=True) for name in (context.PLACE.name, "question")]
    found += [
        GlobalVariable(season.STRENGTHS, ListType(FLOAT), is_given=True),
        GlobalVariable(season.HABIT, INT, is_given=True),
    ]
    found.append(GlobalVariable(season.SCORES, context.INTS, is_given=True))
    counts = [season.ROUNDS, season.LOTS, season.EMPTY_VOTES, *map(season.tiebreaker_count, checked.tiebreakers)]
    for player in checked.players:
        counts += [season.leaving_count(player.name), season.left_count(player.name), season.win_count(player.name)]
    counts += [season.win_count(team.name) for team in checked.teams]
    counts += [season.rounds_count(rounds) for rounds in outcome.lengths(checked)]
    found += [GlobalVariable(name, INT, is_count=True) for name in counts]
    return found


def _write_entry(lowering: context.Lowering) -> None:
    checked = lowering.checked
    lowering.build = lowering.builder()
    body: list[Stmt] = [*_set_up(lowering)]
    if checked.divided is not None:
        body.append(lowering.do("divide", context.numbers(lowering.groups[name] for name in checked.divided)))
    win = checked.win
    is_over = lowering.build.fresh("is over", BOOL)
    body.append(assign(is_over, truth(False)))
    for place, round_ in enumerate(checked.rounds):
        played: list[Stmt] = [nodes.Evaluate(nodes.Call(f"round {place}", (), NONE))]
        if isinstance(win, meaning.Reach):
            met = op("gt", length(outcome.reached(lowering, win)), number(0))
            played.append(assign(is_over, met))
        goes_on = nodes.And(negated(is_over), op("lt", context.ROUND, number(round_.last)))
        body.append(nodes.While(goes_on, tuple(played)))
    body += outcome.won(lowering, win)
    body += outcome.ended(lowering)
    lowering.add(names.ENTRY, NONE, body)


def _set_up(lowering: context.Lowering) -> list[Stmt]:
    """The season before anything has happened."""
    checked = lowering.checked
    amounts: list[int] = []
    has: list[bool] = []
    lows: list[int] = []
    highs: list[int] = []
    for player in checked.players:
        own = {counter.name: counter for counter in player.counters}
        for name in checked.counters:
            counter = own.get(name, meaning.Counter(name))
            amounts.append(counter.start)
            has.append(name in own)
            lows.append(INT_MIN if counter.minimum is None else counter.minimum)
            highs.append(INT_MAX if counter.maximum is None else counter.maximum)
    joined: list[int] = []
    for player in checked.players:
        joined += [1 + player.groups.index(name) if name in player.groups else 0 for name in checked.groups]
    teams = (lowering.groups[team.name] for team in checked.teams if not team.is_made)
    values: dict[str, nodes.Expr] = {
        "names": context.texts(player.name for player in checked.players),
        "group_names": context.texts(checked.groups),
        "counter_names": context.texts(map(names.shown_counter, checked.counters)),
        "active": context.numbers(range(len(checked.players))),
        "is_active": nodes.MakeList((truth(True),) * len(checked.players), BOOLS),
        "joined": context.numbers(joined),
        "stamp": number(max(joined)),
        "teams": context.numbers(teams),
        "amounts": context.numbers(amounts),
        "has": nodes.MakeList(tuple(truth(each) for each in has), BOOLS),
        "lows": context.numbers(lows),
        "highs": context.numbers(highs),
    }
    stmts: list[Stmt] = [nodes.SetGlobal(name, value) for name, value in values.items()]
    for name in ("out", "moments", "left_in", "winners", "winning teams"):
        stmts.append(nodes.SetGlobal(name, context.numbers(())))
    for history in (context.COMPETITIONS, context.VOTES, context.ALLOCATIONS):
        stmts.append(assign(history, nodes.MakeList((), history.type)))
    stmts += [assign(context.ROUND, number(0)), nodes.SetGlobal("scored", number(0))]
    stmts.append(nodes.SetGlobal("scored is a team", truth(False)))
    return stmts
