"""Pictures of every game of the library: first, middle and last position, each seat and a spectator. They look as they
did when somebody looked at them, and no text leaves its box, covers another one or is covered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import pytest
from tests.pictures import SHEETS, Seen, lines_of, parts_of, pictures_of, sheet

from parlour import library
from parlour.game.scene import Counter, Scene
from parlour.present import drawing as marks
from parlour.present.layout.measure import FIXED, length
from parlour.present.layout.tables import NARROW, lay_out
from parlour.syntax.display import width


@dataclass(frozen=True)
class Game:
    entry: library.LibraryGame
    seen: list[Seen]


@pytest.fixture(scope="module", params=library.all(), ids=lambda entry: entry.name)
def game(request: pytest.FixtureRequest) -> Game:
    return Game(request.param, pictures_of(request.param))


def test_a_game_looks_as_it_did_when_it_was_looked_at(game: Game) -> None:
    """A new look is accepted by `make pictures`, and by looking."""
    kept = parts_of(sheet(game.entry.language).read_text(encoding="utf-8"))
    assert lines_of(game.entry.name, game.seen) == kept[game.entry.name]


def test_every_text_of_a_game_lies_in_its_box_and_can_be_read(game: Game) -> None:
    for seen in game.seen:
        for widest in (760.0, NARROW):
            drawing = lay_out(seen.scene, seat_names=seen.seats, widest=widest)
            assert [*faults(drawing)] == [], (seen.when, seen.viewers, widest)


def test_nothing_is_kept_of_games_that_are_not_there() -> None:
    games: dict[str, set[str]] = {}
    for entry in library.all():
        games.setdefault(entry.language, set()).add(entry.name)
    assert {path.stem: set(parts_of(path.read_text(encoding="utf-8"))) for path in SHEETS.iterdir()} == games


# ---- boxes


@dataclass(frozen=True)
class Box:
    """What a mark covers, from its left upper corner to its right lower one."""

    left: float
    top: float
    right: float
    bottom: float
    round: bool = False

    def moved(self, x: float, y: float) -> Box:
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y, self.round)

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def meets(self, other: Box, by: float) -> bool:
        """Whether they share more than a strip as wide as this."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > by and down > by

    def contains(self, other: Box) -> bool:
        room = (self.right - self.left) / 2
        if self.round:
            # A text in the middle of a disc is as long as the chord at its upper edge.
            room = sqrt(max(0.0, room**2 - ((other.bottom - other.top) / 2) ** 2))
        middle = (self.left + self.right) / 2
        is_high = self.top - 0.5 <= other.top and other.bottom <= self.bottom + 0.5
        return is_high and middle - room - 0.5 <= other.left and other.right <= middle + room + 0.5


@dataclass(frozen=True)
class Placed:
    mark: marks.Mark
    box: Box
    kind: str

    def covers(self, text: Box) -> bool:
        """Whether more than the edge of a text lies below it. A shape with slanted sides covers less than its box."""
        if not is_solid(self.mark) or not self.box.meets(text, 1):
            return False
        if not isinstance(self.mark, marks.Path):
            return True
        corners = [*points(self.mark.d)]
        across, down = ((self.box.left - around(corners).left), (self.box.top - around(corners).top))
        x, y = (text.left + text.right) / 2, (text.top + text.bottom) / 2
        probes = [(x, y), *((a, b) for a in (text.left + 1, text.right - 1) for b in (text.top + 1, text.bottom - 1))]
        return any(is_within(a - across, b - down, corners) for a, b in probes)

    @property
    def is_corner(self) -> bool:
        return isinstance(self.mark, marks.Text) and self.mark.text_anchor == "start"


def placed(drawn: tuple[marks.Mark, ...], x: float, y: float, kind: str = "") -> Iterator[Placed]:
    for mark in drawn:
        if isinstance(mark, marks.Group):
            yield from placed(mark.marks, x + mark.x, y + mark.y, mark.kind or kind)
        else:
            yield Placed(mark, box_of(mark).moved(x, y), kind)


def box_of(mark: marks.Mark) -> Box:
    match mark:
        case marks.Rect():
            return Box(mark.x, mark.y, mark.x + mark.width, mark.y + mark.height)
        case marks.Circle():
            return Box(mark.cx - mark.r, mark.cy - mark.r, mark.cx + mark.r, mark.cy + mark.r, round=True)
        case marks.Line():
            return Box(*(pick(ends) for pick in (min, max) for ends in ((mark.x1, mark.x2), (mark.y1, mark.y2))))
        case marks.Polygon():
            numbers = list(map(float, re.split("[ ,]", mark.points)))
            return around(list(zip(numbers[::2], numbers[1::2], strict=True)))
        case marks.Path():
            return around([*points(mark.d)])
        case marks.Text():
            wide = (
                width(mark.text) * mark.font_size * FIXED
                if mark.is_fixed
                else length(mark.text, mark.font_size, is_bold=mark.font_weight > 400)
            )
            left = mark.x - {"start": 0, "middle": wide / 2, "end": wide}[mark.text_anchor]
            # Capitals and digits are 0.73 high; what hangs below the line is 0.1 in short words.
            return Box(left, mark.y - 0.73 * mark.font_size, left + wide, mark.y + 0.02 * mark.font_size)
    raise AssertionError(mark)


def is_within(x: float, y: float, corners: list[tuple[float, float]]) -> bool:
    """Whether a point lies in a convex shape whose corners are given in order."""
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    turns = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for a, b in sides if a != b]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def around(corners: list[tuple[float, float]]) -> Box:
    across, down = zip(*corners, strict=True)
    return Box(min(across), min(down), max(across), max(down))


def points(path: str) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    for command, rest in re.findall(r"([MLHVAalvz])([^MLHVAalvz]*)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", rest)]
        match command:
            case "M" | "L":
                x, y = numbers
            case "H":
                (x,) = numbers
            case "V":
                (y,) = numbers
            case "A":
                x, y = numbers[-2:]
            case "l" | "a":
                x, y = x + numbers[-2], y + numbers[-1]
            case "v":
                y += numbers[0]
        yield x, y


def is_solid(mark: marks.Mark) -> bool:
    return not isinstance(mark, marks.Group | marks.Text | marks.Line) and (
        mark.fill not in ("", "none") and mark.fill_opacity > 0
    )


def faults(drawing: marks.Drawing) -> Iterator[str]:
    for block in (block for row in drawing.rows for block in row.blocks):
        everything = list(placed(block.marks, 0, 0))
        frame = Box(0, 0, block.width, block.height)
        # A halo is the same text below itself.
        texts = [
            (order, each)
            for order, each in enumerate(everything)
            if isinstance(each.mark, marks.Text) and not each.mark.stroke
        ]
        for each in everything:
            if not frame.contains(each.box):
                yield f"{each} leaves its {block.kind} {frame}"
        clear: list[Placed] = []
        for order, each in texts:
            x, y = (each.box.left + each.box.right) / 2, (each.box.top + each.box.bottom) / 2
            below = [other for other in everything[:order] if is_solid(other.mark) and other.box.holds(x, y)]
            if below and not below[-1].box.contains(each.box):
                yield f"{each} is longer than {below[-1]}"
            covers = [other for other in everything[order:] if other.covers(each.box)]
            # Cards of a fan lie upon each other; the corner of each is seen.
            if not covers:
                clear.append(each)
            elif each.kind != "card" or each.is_corner or any(other.kind != "card" for other in covers):
                yield f"{each} is covered by {covers[0]}"
        for one, other in combinations(clear, 2):
            if one.box.meets(other.box, 1):
                yield f"{one} lies on {other}"


@pytest.mark.parametrize(
    "block",
    [
        marks.Block(20, 20, (marks.Text(text="too long", y=12),)),
        marks.Block(90, 20, (marks.Rect(width=30, height=20, fill="cell"), marks.Text(text="too long", y=12, x=-10))),
        marks.Block(90, 20, (marks.Circle(cx=10, cy=10, r=9, fill="cell"), marks.line("WW", 10, 10, 10))),
        marks.Block(90, 20, (marks.Text(text="below", y=12), marks.Text(text="above", y=14, x=5))),
        marks.Block(90, 20, (marks.Text(text="below", y=12), marks.Rect(width=30, height=20, fill="cell"))),
    ],
)
def test_each_kind_of_fault_is_found(block: marks.Block) -> None:
    assert [*faults(marks.Drawing((marks.Row((block,)),)))]


def test_a_sound_drawing_has_no_faults() -> None:
    assert [*faults(lay_out(Scene((Counter("Round", "3", 0), Counter("Round", "44")))))] == []
