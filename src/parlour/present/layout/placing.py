"""Where the cells of a loop and of a graph lie: a scene does not say, so a picture has to find places for them.

Everything is computed from the numbers of the board alone: the same board always lies in the same way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import cos, hypot, pi, sin

Point = tuple[float, float]

# Beyond this many cells a settled layout takes too long and shows too little; then they lie in rows.
_MOST_SETTLED = 80
_ROUNDS = 120
# Cells that are joined by nothing stand in rows of at most so many.
_MOST_IN_ROW = 6
# A loop of more cells is drawn as a track with two straight sides instead of a circle.
_MOST_IN_CIRCLE = 12


def along_loop(count: int, pitch: float) -> tuple[list[Point], list[Point], str]:
    """The middles of the cells of a loop, `pitch` apart, clockwise from the top; for each the direction away from the
    loop; and the path they lie on."""
    length = max(count, 3) * pitch
    straight = 0.0 if count <= _MOST_IN_CIRCLE else length * 0.28
    radius = (length - 2 * straight) / (2 * pi)
    half = straight / 2
    # A circle begins at its top, a track at the left end of its upper side.
    places, outward = [], []
    for index in range(count):
        way = index * pitch + (pitch / 2 if straight else 0)
        x, y, out = _on_track(way, straight, radius, half)
        places.append((x, y))
        outward.append(out)
    r = f"{radius:.1f}"
    path = f"M{-half:.1f} -{r}H{half:.1f}A{r} {r} 0 0 1 {half:.1f} {r}H{-half:.1f}A{r} {r} 0 0 1 {-half:.1f} -{r}z"
    return places, outward, path


def _on_track(way: float, straight: float, radius: float, half: float) -> tuple[float, float, Point]:
    arc = pi * radius
    if way < straight:
        return way - half, -radius, (0.0, -1.0)
    way -= straight
    if way < arc:
        angle = way / radius - pi / 2
        return half + radius * cos(angle), radius * sin(angle), (cos(angle), sin(angle))
    way -= arc
    if way < straight:
        return half - way, radius, (0.0, 1.0)
    angle = (way - straight) / radius + pi / 2
    return -half + radius * cos(angle), radius * sin(angle), (cos(angle), sin(angle))


def graph_places(
    count: int, width: int, height: int, links: Sequence[tuple[int, int]], room: int = _MOST_IN_ROW
) -> list[Point]:
    """Places of the cells of a graph, about 1 apart. A graph of several rows has its cells where the rows say; one of a
    single row says nothing, and joined cells are laid near each other, those that nothing joins in rows of at most
    `room`."""
    if height == 1 and not links:
        per_row = _even(count, max(1, min(room, _MOST_IN_ROW)))
        return [(float(number % per_row), float(number // per_row)) for number in range(count)]
    if height > 1:
        return [(float(number % width), float(number // width)) for number in range(count)]
    if count > _MOST_SETTLED:
        side = int(count**0.5) + 1
        return [(float(number % side), float(number // side)) for number in range(count)]
    return _spread(_upright(_settled(_distances(count, links))))


def _even(count: int, most: int) -> int:
    """How many cells stand in a row, if rows of at most so many are about equally long.

    >>> _even(5, 6), _even(9, 6), _even(9, 3)
    (5, 5, 3)
    """
    return -(-count // max(1, -(-count // most)))


def _distances(count: int, links: Sequence[tuple[int, int]]) -> list[list[float]]:
    """How many links apart any two cells are; parts that are not joined lie a little further away than that."""
    joined: list[list[int]] = [[] for _ in range(count)]
    for one, other in links:
        joined[one].append(other)
        joined[other].append(one)
    apart: list[list[float]] = []
    for start in range(count):
        reached = {start: 0}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            for there in joined[here]:
                if there not in reached:
                    reached[there] = reached[here] + 1
                    waiting.append(there)
        far = max(reached.values()) + 1.5
        apart.append([float(reached.get(number, far)) for number in range(count)])
    return [[max(apart[one][other], apart[other][one]) for other in range(count)] for one in range(count)]


def _settled(apart: Sequence[Sequence[float]]) -> list[Point]:
    """Cells moved, from a circle, until drawn distances come close to counted ones (stress majorisation: each cell goes
    to the weighted mean of where every other one would have it)."""
    count = len(apart)
    radius = max(max(row) for row in apart) / 2
    # Not quite a circle: from perfect symmetry some pictures could never unfold.
    places = [
        (radius * cos(2 * pi * at / count) * (1 + 0.1 * (at % 3)), radius * sin(2 * pi * at / count))
        for at in range(count)
    ]
    for _ in range(_ROUNDS):
        for here in range(count):
            x, y = places[here]
            total = across = down = 0.0
            for there in range(count):
                if there == here:
                    continue
                ox, oy = places[there]
                weight = apart[here][there] ** -2
                reach = apart[here][there] / max(hypot(x - ox, y - oy), 1e-6)
                across += weight * (ox + (x - ox) * reach)
                down += weight * (oy + (y - oy) * reach)
                total += weight
            if total:
                places[here] = (across / total, down / total)
    return places


def _upright(places: Sequence[Point]) -> list[Point]:
    """Turned so that the picture is as low as it can be, among turns by five degrees; the first cell left and above."""

    def turned(step: int) -> list[Point]:
        angle = step * pi / 36
        return [(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in places]

    def height(step: int) -> float:
        rows = [round(y, 6) for _, y in turned(step)]
        return max(rows) - min(rows)

    lying = turned(min(range(36), key=height))
    middle_x, middle_y = (sum(place[axis] for place in lying) / len(lying) for axis in (0, 1))
    across = -1 if lying[0][0] > middle_x else 1
    down = -1 if lying[0][1] > middle_y else 1
    return [(x * across, y * down) for x, y in lying]


def _spread(places: Sequence[Point]) -> list[Point]:
    """Drawn larger where cells came too near each other, up to twice as large."""
    nearest = min((hypot(x - ox, y - oy) for at, (x, y) in enumerate(places) for ox, oy in places[:at]), default=1.0)
    scale = min(2.0, max(1.0, 0.9 / max(nearest, 0.1)))
    return [(x * scale, y * scale) for x, y in places]
