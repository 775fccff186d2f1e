"""The reference for what a seat imagines: whole matches with fresh chance, until one looks the same to the seat.

Everything is drawn anew from the start, all answers are given again, and the first view that differs rejects it. What
remains is exactly as likely as it should be, whatever the program does with its cards; it takes as many matches as the
seat has learned (a hand of Hearts: 635,013,559,600), so it is for small games, and to compare others with.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.core.chance import derive
from parlour.engines.core.position import CorePosition, Seen
from parlour.engines.core.replaying import answers_again
from parlour.game.position import Step


def redealt(
    start: Callable[[int], CorePosition], position: CorePosition, seat: int, seed: int, most: int
) -> CorePosition | None:
    """A position that the seat cannot tell from this one, which came from `start`; None if so many matches have not led
    to one."""
    for number in range(most):
        world = start(derive(seed, number))
        is_same = all(_goes_on(world, step, seat) for step in position.steps())
        if is_same and world.view_key(seat) == position.view_key(seat):
            return world
    return None


def _goes_on(world: CorePosition, step: Seen, seat: int) -> bool:
    if world.sight(seat) != step.digest(seat):
        return False
    values = list(answers_again(step, world, seat))[:1]
    return bool(values) and isinstance(world.answer(world.first_id + step.index, values[0]), Step)
