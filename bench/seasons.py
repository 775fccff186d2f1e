"""Seasons of any number of players, in which everybody is asked in turn and everybody has a place in the end."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core.read.program import read_program
from parlour.testing.agreement import engines

_ROUNDS = 10


def season(players: int) -> str:
    """The program: ten rounds of questions, then the places are drawn."""
    return f"""
program season entry main
seats ({", ".join(f"P{number}" for number in range(players))})
global total: int
function main() -> none {{
  locals (left: list[int], ranking: list[list[int]], round: int, number: int, chosen: int)
  @total = 0
  for round from 0 to {_ROUNDS} {{
    for number from 0 to {players} {{
      ask chosen: whole(0, 9) seat number kind number
      @total = add(@total, add(chosen, 1))
    }}
  }}
  left = list[int]()
  ranking = list[list[int]]()
  for number from 0 to {players} {{
    do list_push(left, number)
  }}
  for number from 0 to {players} {{
    chosen = add(number, chance(sub({players}, number)))
    do list_push(ranking, [list_get(left, chosen)])
    do list_set(left, chosen, list_get(left, number))
  }}
  finish ranking
}}
"""


def seasons(players: int) -> Callable[[int], object]:
    """Plays so many answers of seasons on the native engine."""
    simulator = engines(read_program(season(players)))[1].simulator()
    seeds = iter(range(10**9))
    return lambda answers: simulator.playouts(-(-answers // (_ROUNDS * players)), next(seeds), jobs=1)
