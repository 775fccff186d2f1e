"""Which piece is which from one scene to the next, as far as whoever looks can tell: the ids of pieces.

The ids that a viewer is given are worked out from its own scenes alone, one after the other, and from nothing else. So
they can tell it nothing that its scenes do not, whatever lies below the table (`follow` is handed no position). A piece
keeps its id while its viewer can follow it with the eyes:

- what lies where it lay, and looks as it did, is the same piece; of cards that look alike in one hand, any;
- if one piece of a look has gone and one of that look has come, it has moved;
- a card that is turned over on its cell is the same one; two that are turned face down at once might be exchanged
  meanwhile, and are new;
- if one card with its back up has gone, and one has come, it is that one, with its back up or turned over;
- what goes face down among others is not followed. So nothing that was seen is known again after a shuffle.

All others are new. An id is the number of the event with which it came, and a number among those.

    >>> from parlour.game.scene import Board, Piece
    >>> x, o = Piece("X"), Piece("O")
    >>> before, after = (Scene((Board("b", "square", 3, 1, cells),)) for cells in ((x, o, None), (None, o, x)))
    >>> follow(follow(Trail(), before, 0), after, 1).ids
    ('0.2', '0.1')
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace

from parlour.dataclass import dataclass
from parlour.game.scene import Board, Hand, Piece, Pile, Scene, SceneItem, marked

# The trails after so many of the last events are remembered, for those who take moves back.
MOST_REMEMBERED = 32
# So much of what was worked out last is kept for other viewers.
MOST_SHARED = 8


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece where it lies. `cell` is its cell on a board, None elsewhere; `count` is how many lie in its pile, 0
    where it lies in none."""

    item: str
    piece: Piece
    cell: int | None = None
    count: int = 0

    @property
    def place(self) -> tuple[object, ...]:
        """What is the same for a piece that has not moved."""
        return self.item, self.cell, self.count, _look(self.piece)


def _look(piece: Piece) -> tuple[object, ...]:
    return piece.text, piece.owner, piece.is_hidden


@dataclass(frozen=True, slots=True)
class Trail:
    """The pieces of a scene in order, and their ids."""

    spots: tuple[Spot, ...] = ()
    ids: tuple[str, ...] = ()


def follow(before: Trail, now: Scene, event: int) -> Trail:
    """The ids of the pieces of a scene, which came with this event after another one."""
    come = tuple(_spots(now))
    ids = _Ids(before, come)
    ids.stay()
    ids.move()
    ids.turn_over()
    ids.draw()
    return Trail(come, ids.all(event))


def with_ids(scene: Scene, ids: Sequence[str]) -> Scene:
    """The scene with these ids, in the order in which `follow` gives them."""
    each = iter(ids)

    def named(piece: Piece) -> Piece:
        return replace(piece, id=next(each))

    def with_names(item: SceneItem) -> SceneItem:
        match item:
            case Board():
                cells = tuple(cell and named(cell) for cell in item.cells)
                return replace(item, cells=cells, further=tuple((cell, named(piece)) for cell, piece in item.further))
            case Hand():
                return replace(item, pieces=tuple(map(named, item.pieces)))
            case Pile():
                return replace(item, top=item.top and named(item.top))
        return item

    return Scene(tuple(map(with_names, scene.items)))


def _spots(scene: Scene) -> Iterator[Spot]:
    for item in scene.items:
        match item:
            case Board():
                yield from (Spot(item.id, piece, cell) for cell, piece in enumerate(item.cells) if piece is not None)
                yield from (Spot(item.id, piece, cell) for cell, piece in item.further)
            case Hand():
                yield from (Spot(item.id, piece) for piece in item.pieces)
            case Pile() if item.top is not None:
                yield Spot(item.id, item.top, count=item.count)


class _Ids:
    """Ids on their way from one scene to the next. `gone` are the pieces of the first that are still to be found, and
    `come` those of the second that have no id yet, both by their numbers."""

    def __init__(self, before: Trail, come: Sequence[Spot]) -> None:
        self.before = before
        self.now = come
        self.found: dict[int, str] = {}
        self.gone = list(range(len(before.spots)))
        self.come = list(range(len(come)))

    def give(self, old: int, new: int) -> None:
        self.found[new] = self.before.ids[old]
        self.gone.remove(old)
        self.come.remove(new)

    def stay(self) -> None:
        """What lies where it lay. What lies below the top of a pile is not seen: it neither comes nor goes."""
        waiting: dict[tuple[object, ...], deque[int]] = defaultdict(deque)
        for old, spot in enumerate(self.before.spots):
            waiting[spot.place].append(old)
        kept: list[tuple[int, int]] = []
        for new, spot in enumerate(self.now):
            if waiting[spot.place]:
                kept.append((waiting[spot.place].popleft(), new))
        self.found = {new: self.before.ids[old] for old, new in kept}
        stayed, arrived = {old for old, _ in kept}, {new for _, new in kept}
        counts = {spot.item: spot.count for spot in self.now if spot.count}
        earlier = {spot.item: spot.count for spot in self.before.spots if spot.count}

        def is_covered(spot: Spot) -> bool:
            return bool(spot.count) and counts.get(spot.item, 0) > spot.count

        def is_uncovered(spot: Spot) -> bool:
            return bool(spot.count) and earlier.get(spot.item, 0) > spot.count

        self.gone = [old for old, spot in enumerate(self.before.spots) if old not in stayed and not is_covered(spot)]
        self.come = [new for new, spot in enumerate(self.now) if new not in arrived and not is_uncovered(spot)]

    def move(self) -> None:
        """One of a look has gone, one has come."""
        gone: dict[tuple[object, ...], list[int]] = defaultdict(list)
        come: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for old in self.gone:
            gone[_look(self.before.spots[old].piece)].append(old)
        for new in self.come:
            come[_look(self.now[new].piece)].append(new)
        for look, olds in gone.items():
            if not look[-1] and len(olds) == 1 == len(come[look]):
                self.give(olds[0], come[look][0])

    def turn_over(self) -> None:
        """On its own cell."""
        at = {(spot.item, spot.cell): new for new in self.come if (spot := self.now[new]).cell is not None}
        shown: list[tuple[int, int]] = []
        hidden: list[tuple[int, int]] = []
        for old in self.gone:
            spot = self.before.spots[old]
            new = at.get((spot.item, spot.cell)) if spot.cell is not None else None
            if new is None or self.now[new].piece.is_hidden is spot.piece.is_hidden:
                continue
            (shown if spot.piece.is_hidden else hidden).append((old, new))
        for old, new in (*shown, *(hidden if len(hidden) == 1 else ())):
            self.give(old, new)

    def draw(self) -> None:
        """One that was not seen has gone, from a pile or somebody's hand, and one has come."""
        gone = [old for old in self.gone if self.before.spots[old].piece.is_hidden]
        if len(gone) == 1 == len(self.come):
            self.give(gone[0], self.come[0])

    def all(self, event: int) -> tuple[str, ...]:
        """Every id; those that are missing are new."""
        count = 0
        ids = []
        for new in range(len(self.now)):
            if new not in self.found:
                count += 1
                self.found[new] = f"{event}.{count}"
            ids.append(self.found[new])
        return tuple(ids)


_NOTHING = Trail()


class Shared:
    """What is worked out for one viewer serves all who see the same: scenes that are equal are one object here, and so
    are trails and scenes with ids that come of the same ones."""

    def __init__(self) -> None:
        self._scenes: deque[Scene] = deque(maxlen=MOST_SHARED)
        self._trails: deque[tuple[Trail, Scene, int, Trail]] = deque(maxlen=MOST_SHARED)
        self._named: deque[tuple[Scene, Scene | None, Trail, Scene]] = deque(maxlen=MOST_SHARED)

    def scene(self, seen: Scene) -> Scene:
        """The first of those that are equal to it."""
        for known in reversed(self._scenes):
            if known is seen or known == seen:
                return known
        self._scenes.append(seen)
        return seen

    def follow(self, before: Trail, now: Scene, event: int) -> Trail:
        """As the function does."""
        for old, scene, number, after in self._trails:
            if old is before and scene is now and number == event:
                return after
        found = follow(before, now, event)
        # Who looks for the first time comes another way to where others are.
        after = next((known for *_, number, known in self._trails if number == event and known == found), found)
        self._trails.append((before, now, event, after))
        return after

    def named(self, now: Scene, earlier: Scene | None, trail: Trail) -> Scene:
        """The scene with the ids of a trail, and the cells marked that were others earlier."""
        for scene, before, known, found in self._named:
            if scene is now and before is earlier and known is trail:
                return found
        found = with_ids(now if earlier is None else marked(now, earlier), trail.ids)
        self._named.append((now, earlier, trail, found))
        return found


@dataclass(slots=True)
class Follower:
    """The trails of one viewer, by the number of events before them."""

    shared: Shared
    trails: dict[int, Trail] = field(default_factory=dict)

    def at(self, count: int, scenes_from: Callable[[int], Iterator[Scene]]) -> Trail:
        """The trail after so many events. `scenes_from(n)` are the viewer's scenes after n events and after each one
        more, up to the last."""
        known = max((number for number in self.trails if number <= count), default=-1)
        trail = self.trails.get(known, _NOTHING)
        if known < count:
            for number, scene in enumerate(scenes_from(known + 1), known + 1):
                trail = self.trails[number] = self.shared.follow(trail, scene, number)
        for number in sorted(self.trails)[:-MOST_REMEMBERED]:
            del self.trails[number]
        return trail

    def forget(self, count: int) -> None:
        """Forgets what came after so many events: it is no longer so."""
        self.trails = {number: trail for number, trail in self.trails.items() if number <= count}
