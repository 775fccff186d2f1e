"""Seasons of Contest, compiled, against plain hand-written Python loops that play the same season."""

from __future__ import annotations

import sys
from random import Random

from measuring import Section, rates
from playing import Play, library_game

from parlour.analysis.seasons import drawing

_RACES = (("knock-out", 2, 4), ("house", 5, 20))


def measure() -> list[Section]:
    columns = ("season", "Parlour", "Python loop", "ratio", "at least", "aim")
    section = Section("Seasons", "Seasons per CPU second, one thread, median of five rounds.", columns)
    for name, least, aim in _RACES:
        mine, weighed, plain = rates(_ours(name), _ours(name, strength=2.0), _loop(name))
        rows = ((name, mine, least, aim), (f"{name}, with strengths", weighed, least / 2, aim / 2))
        for season, rate, low, high in rows:
            section.add(**dict(zip(columns, (season, rate, plain, rate / plain, low, high), strict=True)))
    return [section]


def _ours(name: str, strength: float = 1.0) -> Play:
    game = library_game(name)
    simulator = game.simulator(engine="native")
    drawn = drawing(game.info.seats or (), {"Ada": strength} if strength != 1 else None)
    seeds = iter(range(10**9))

    def play(count: int) -> None:
        if simulator.playouts(count, next(seeds), jobs=1, policy=drawn).games != count:
            sys.exit("a season was lost")

    return play


def _loop(name: str) -> Play:
    chance, season = Random(1), {"knock-out": knock_out, "house": house}[name]

    def play(count: int) -> None:
        for _ in range(count):
            season(chance)

    return play


# ------------------------------------------------------------------------------------------------- hand-written seasons


def knock_out(chance: Random) -> list[int]:
    """The ranking of a knock-out of eight."""
    active, out = list(range(8)), []
    while len(active) > 1:
        for pair in [active[place : place + 2] for place in range(0, len(active), 2)]:
            loser = chance.choice(pair)
            active.remove(loser)
            out.append(loser)
    return [*active, *reversed(out)]


def house(chance: Random) -> list[int]:
    """The ranking of a season of House."""
    active, out = list(range(6)), []
    boss = -1
    for _ in range(3):
        boss = chance.choice([person for person in active if person != boss])
        nominated: list[int] = []
        for _ in range(2):
            nominated.append(chance.choice([each for each in active if each != boss and each not in nominated]))
        others = [each for each in active if each != boss and each not in nominated]
        veto = chance.choice([boss, *nominated, *([chance.choice(others)] if others else [])])
        if chance.random() < 0.5:
            saved = chance.choice(nominated)
            nominated.remove(saved)
            free = [each for each in active if each not in (boss, veto, saved) and each not in nominated]
            if free:
                nominated.append(chance.choice(free))
        votes = dict.fromkeys(nominated, 0)
        for voter in active:
            if voter != boss and voter not in nominated:
                votes[chance.choice(nominated)] += 1
        most = max(votes.values())
        tied = [each for each in nominated if votes[each] == most]
        leaving = tied[0] if len(tied) == 1 else chance.choice(nominated)
        active.remove(leaving)
        out.append(leaving)
    winner = chance.choice(active)
    leaving = chance.choice([each for each in active if each != winner])
    active.remove(leaving)
    out.append(leaving)
    counts = dict.fromkeys(active, 0)
    for _ in out[-3:]:
        counts[chance.choice(active)] += 1
    best = max(counts.values())
    first = chance.choice([each for each in active if counts[each] == best])
    return [first, *(each for each in active if each != first), *reversed(out)]
