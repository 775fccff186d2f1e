"""Who is meant, as lists of people, and values; ties, and the functions that break them."""

from __future__ import annotations

from typing import assert_never

from parlour.core import builder, nodes
from parlour.core.nodes import Expr, Stmt
from parlour.core.passes.order import do
from parlour.core.types import BOOL, INT, STRING, ListType
from parlour.game.season import tiebreaker_count
from parlour.languages.contest.check import meaning
from parlour.languages.contest.lower import routines
from parlour.languages.contest.lower.context import INTS, Lowering
from parlour.languages.contest.lower.names import tiebreaker_function

NAMES = nodes.Global("names", ListType(STRING))
NO_LIST = nodes.MakeList((), INTS)


def people(lowering: Lowering, who: meaning.Who, *, is_for_team: bool = False) -> Expr:
    """A list of people, as often as they are named."""
    items = who.items
    if len(items) == 1 and items[0].times is None and not who.excepted:
        return one(lowering, items[0].one, is_for_team=is_for_team)
    found = lowering.build.fresh("people", INTS)
    stmts: list[Stmt] = []
    for item in items:
        named = one(lowering, item.one, is_for_team=is_for_team)
        if item.times is not None:
            if not stmts:
                stmts.append(builder.assign(found, NO_LIST))
            stmts.append(lowering.do("repeat", found, named, *value(lowering, item.times), span=item.times.span))
        elif stmts:
            stmts.append(nodes.Evaluate(builder.op("list_extend", found, named)))
        else:
            # Every identifier gives a list of its own, so the others may be added to it.
            stmts.append(builder.assign(found, named))
    stmts += [builder.assign(found, _without(lowering, found, excepted)) for excepted in who.excepted]
    return do(stmts, found)


def _without(lowering: Lowering, found: nodes.Local, excepted: meaning.One) -> Expr:
    if isinstance(excepted, meaning.GroupNamed):
        return lowering.call("without_members", found, lowering.groups[excepted.group])
    return lowering.call("without", found, one(lowering, excepted))


def each_once(lowering: Lowering, who: meaning.Who, *, is_for_team: bool = False) -> Expr:
    """The same without repetitions. One identifier alone names nobody twice."""
    if len(who.items) == 1 and who.items[0].times is None:
        return people(lowering, who, is_for_team=is_for_team)
    return lowering.call("once_each", people(lowering, who, is_for_team=is_for_team), span=who.span)


def value(lowering: Lowering, value: meaning.Value) -> tuple[Expr, Expr]:
    """What a value is, and its number, as `routines.amount_for` takes them."""
    match value:
        case meaning.NumberValue(value=amount):
            return builder.number(routines.NUMBER), builder.number(amount)
        case meaning.CounterValue(counter=counter):
            return builder.number(routines.COUNTER), builder.number(lowering.counters[counter])
        case meaning.ResultsValue(reference=reference):
            kinds = {
                "competition": routines.COMPETITION,
                "vote": routines.VOTE,
                "allocation": routines.ALLOCATION,
            }
            return builder.number(kinds[reference.kind]), place(reference)
        case _:
            assert_never(value)


def place(reference: meaning.Reference) -> Expr:
    """Which result is meant, from 1; 0 for the latest."""
    return builder.number(reference.place or 0)


def one(lowering: Lowering, one: meaning.One, *, is_for_team: bool = False) -> Expr:
    """The people that one identifier means, in order."""
    match one:
        case meaning.Everyone():
            return builder.op("list_copy", nodes.Global("active", INTS))
        case meaning.Eliminated():
            return builder.op("list_copy", nodes.Global("out", INTS))
        case meaning.Tied():
            assert lowering.tied is not None
            return builder.op("list_copy", lowering.tied)
        case meaning.PlayerNamed(index=index):
            return lowering.call("if_active", index)
        case meaning.GroupNamed(group=group):
            return lowering.call("members_of", lowering.groups[group])
        case meaning.Chance(count=count, among=among):
            return lowering.call("drawn", people(lowering, among), count, span=one.span)
        case meaning.Place(which=which, reference=reference):
            return lowering.call("place_of", place(reference), which == "loser", span=one.span)
        case meaning.Verdict():
            return lowering.call("if_active", _verdict(lowering, one, is_for_team))
        case meaning.Extreme(among=among):
            return lowering.call("if_active", _extreme(lowering, one, each_once(lowering, among), is_for_team))
        case _:
            assert_never(one)


# ---------------------------------------------------------------------------------------------------------------- ties


def _verdict(lowering: Lowering, verdict: meaning.Verdict, is_for_team: bool) -> Expr:
    """The one person with the most or fewest votes; NOBODY where there is none."""
    name = f"{verdict.which} {verdict.tiebreaker or 'by lot'}"
    if name not in lowering.functions:
        _write_verdict(lowering, name, verdict)
    args = (place(verdict.reference), builder.TRUE if is_for_team else builder.FALSE)
    return nodes.Call(name, args, INT, verdict.span)


def _write_verdict(lowering: Lowering, name: str, verdict: meaning.Verdict) -> None:
    outer = lowering.build
    build = lowering.build = lowering.builder()
    where, shares = build.parameter("place", INT), build.parameter("shares", BOOL)
    found, tied = build.fresh("found", INT), build.fresh("tied", INTS)
    order = ["", *lowering.checked.tiebreakers]
    is_minority = verdict.which == "minority"
    key = 2 * order.index(verdict.tiebreaker or "") + is_minority
    body = [
        builder.assign(found, lowering.call("broken", where, key)),
        builder.when(builder.op("ne", found, builder.number(routines.NOT_BROKEN)), nodes.Return(found)),
        builder.assign(tied, lowering.call("tied_in", where, is_minority)),
        *_decided(lowering, tied, shares, verdict.tiebreaker, found),
        lowering.do("keep_broken", where, key, found),
        nodes.Return(found),
    ]
    lowering.add(name, INT, body, verdict.span)
    lowering.build = outer


def _extreme(lowering: Lowering, extreme: meaning.Extreme, among: Expr, is_for_team: bool) -> Expr:
    """The one person with the highest or lowest counter."""
    name = f"{extreme.which} {extreme.counter} {extreme.tiebreaker or 'by lot'}"
    if name not in lowering.functions:
        _write_extreme(lowering, name, extreme)
    return nodes.Call(name, (among, builder.TRUE if is_for_team else builder.FALSE), INT, extreme.span)


def _write_extreme(lowering: Lowering, name: str, extreme: meaning.Extreme) -> None:
    outer = lowering.build
    build = lowering.build = lowering.builder()
    among, shares = build.parameter("among", INTS), build.parameter("shares", BOOL)
    found, tied = build.fresh("found", INT), build.fresh("tied", INTS)
    counters = lowering.call("counters_of", among, lowering.counters[extreme.counter])
    body = [
        builder.assign(tied, lowering.call("extreme", among, counters, extreme.which == "lowest")),
        *_decided(lowering, tied, shares, extreme.tiebreaker, found),
        nodes.Return(found),
    ]
    lowering.add(name, INT, body, extreme.span)
    lowering.build = outer


def _decided(
    lowering: Lowering, tied: nodes.Local, shares: Expr, tiebreaker: str | None, found: nodes.Local
) -> list[Stmt]:
    """One of the tied, found as the tiebreaker says; returns at once where nothing is tied."""
    is_none = builder.op("eq", builder.length(tied), builder.number(0))
    is_one = nodes.Or(
        builder.op("eq", builder.length(tied), builder.number(1)), nodes.And(shares, lowering.call("share_team", tied))
    )
    how = f" ({'lot' if tiebreaker is None else tiebreaker})\n"
    said = builder.sentence("Tied: ", lowering.call("listed", tied, NAMES), how)
    if tiebreaker is None:
        broken: list[Stmt] = [builder.assign(found, lowering.call("lot", tied))]
    else:
        counted = nodes.Count(tiebreaker_count(tiebreaker))
        broken = [counted, builder.assign(found, nodes.Call(tiebreaker_function(tiebreaker), (tied,), INT))]
    return [
        builder.when(is_none, nodes.Return(builder.number(routines.NOBODY))),
        builder.when(is_one, nodes.Return(builder.element(tied, builder.number(0)))),
        nodes.Tell(said, for_show=True),
        *broken,
    ]
