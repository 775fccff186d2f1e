"""What TGDL adds to the library of routines: collections with nulls, players, owners, boards, decks.

All of it is restricted Python (`core/routine/routine.py`); the classes and globals below are those of the program that
it is compiled into. An index is a float, as every number of the language, and is cut.

A group with a grid has its places in one list: `g[i][j]` is number `i * length + j`. None is no place at all; a place
without a tile holds a BlankTile.
"""

from __future__ import annotations

from typing import TypeVar

from parlour.core.routine.routine import routine
from parlour.core.runtime.shuffle import shuffle
from parlour.core.runtime.words import Globals, Object, as_a, called, draw, fail, is_a, remove_key
from parlour.languages.tgdl.lower import names

T = TypeVar("T")


class Thing(Object, name=names.THING):
    number: int = called(names.NUMBER)


class Owned(Thing, name="a class"):
    """Only what a class has is declared of it: an owner, or members."""


class Event(Thing, name="an event"):
    pass


class Piece(Thing, name="an interactable"):
    tile: Tile | None = called(names.TILE)
    discarded: bool = called(names.DISCARDED)


class Deck(Thing, name="a stack"):
    pass


class Board(Thing, name="a board"):
    pass


class Group(Thing, name=names.GROUP):
    """`geometry` is one of those below; `lines` and `length` say how many places there are along the first and the
    second index; `tiles` are those of a graph."""

    name: str = called(names.NAME)
    geometry: int = called(names.GEOMETRY)
    lines: int = called(names.LINES)
    length: int = called(names.LENGTH)
    places: list[Tile | None] = called(names.PLACES)
    tiles: list[Tile] = called(names.TILES)


class Tile(Thing, name="a tile"):
    group: Group | None = called(names.ON_GROUP)
    x: int = called(names.X)
    y: int = called(names.Y)
    links: list[Link | None] = called(names.LINKS)
    pieces: list[Piece] = called(names.PIECES)


class Blank(Tile, name="BlankTile"):
    pass


class Link(Thing, name="a connection"):
    to: Tile | None = called(names.LEADS_TO)


class PlainLink(Link, name="connection"):
    pass


class Counts(Object, name=names.COUNTS):
    links: int = called("made connection")


class Game(Globals):
    """`players` and `links` are constants of the program: how many play, and whether anybody looks at connections."""

    active: int = called(names.ACTIVE)
    scope: list[object] = called(names.SCOPE)
    is_stale: bool = called(names.IS_STALE)
    counts: Counts = called(names.COUNTERS)
    players: int
    has_links: bool


SQUARE, HEX, GRAPH = 0, 1, 2
LARGEST = 9007199254740992.0


# ------------------------------------------------------------------------------------------------------------- numbers


@routine(charge="0")
def cut(number: float) -> int:
    """A number as an index: cut, and far outside of everything if it is too large for one."""
    if -LARGEST < number < LARGEST:
        return int(number)
    if number - number != 0.0:
        fail("index", "an index must be a number, not infinite and not NaN")
    return 9007199254740992 if number > 0.0 else -9007199254740992


@routine(charge="0")
def to_player(number: float) -> int:
    """The player that a number stands for."""
    if number != number or number - number != 0.0:
        fail("player", "a player must be a number, not infinite and not NaN")
    if number >= LARGEST or number <= -LARGEST:
        return 0
    return int(number) % Game.players


@routine(charge="64")
def all_players() -> list[int | None]:
    found: list[int | None] = []
    for player in range(Game.players):
        found.append(player)
    return found


# --------------------------------------------------------------------------------------------------------------- lists


@routine(charge="0")
def item(xs: list[T | None], index: float) -> T | None:
    """What stands at an index; None outside."""
    if -1.0 < index < float(len(xs)):
        return xs[int(index)]
    cut(index)
    return None


@routine(charge="0")
def set_item(xs: list[T | None], index: float, value: T | None) -> None:
    """Writes at an index; past the end, what lies between is None."""
    at = cut(index)
    if at < 0:
        fail("index", "a list cannot be written at a negative index")
    if at >= len(xs):
        if at > 10000000:
            fail("index", "a list cannot be written that far behind its end")
        while len(xs) < at:
            xs.append(None)
        xs.append(value)
    else:
        xs[at] = value


@routine(charge="len(xs)")
def remove_first(xs: list[T | None], value: T | None) -> None:
    """Takes out the first element that equals a value; objects are equal when they are the same."""
    for at in range(len(xs)):
        if xs[at] == value:
            del xs[at]
            return


@routine(charge="0")
def remove_at(xs: list[T | None], index: float) -> None:
    at = cut(index)
    if at < 0 or at >= len(xs):
        fail("index", f"there is no element {at} to remove: the list has {len(xs)}, counted from 0")
    del xs[at]


# -------------------------------------------------------------------------------------------------------------- stacks


@routine(charge="0")
def push(xs: list[T], value: T | None) -> None:
    """On top; null is nothing to push."""
    if value is not None:
        xs.append(value)


@routine(charge="len(xs)")
def push_front(xs: list[T], value: T | None) -> None:
    if value is not None:
        xs.insert(0, value)


@routine(charge="0")
def pop(xs: list[T]) -> T | None:
    """From the top; None if there is nothing."""
    return xs.pop() if len(xs) > 0 else None


@routine(charge="len(xs)")
def pop_front(xs: list[T]) -> T | None:
    if len(xs) == 0:
        return None
    first = xs[0]
    del xs[0]
    return first


# -------------------------------------------------------------------------------------------------------------- tables


@routine(charge="0")
def entry(table: dict[object, T], key: object) -> T | None:
    if key in table:
        return table[key]
    return None


@routine(charge="0")
def set_entry(table: dict[object, T], key: object, value: T | None) -> None:
    """Storing null removes."""
    if value is None:
        remove_key(table, key)
    else:
        table[key] = value


# -------------------------------------------------------------------------------------------------------------- owners


@routine(charge="len(owned)")
def hold(owned: list[Thing], thing: Thing) -> None:
    """A thing with an owner is tracked for its own sake."""
    for other in owned:
        if other == thing:
            return
    owned.append(thing)


@routine(charge="len(owned)")
def let_go(owned: list[Thing], thing: Thing) -> None:
    Game.is_stale = True
    for at in range(len(owned)):
        if owned[at] == thing:
            del owned[at]
            return


@routine(charge="len(members)")
def member_asked(members: list[int]) -> int:
    """Whom an input of a group asks: the active player if a member, else a member by chance."""
    if len(members) == 0:
        return Game.active
    for member in members:
        if member == Game.active:
            return member
    return members[draw(len(members))]


# -------------------------------------------------------------------------------------------------------------- boards


@routine(charge="0")
def place(group: Group, first: float, second: float) -> Tile | None:
    """`g[i][j]`: None for every pair that is no place."""
    # Compared before they are cut: what lies on the board is an index for sure.
    if -1.0 < first < float(group.lines) and -1.0 < second < float(group.length):
        return group.places[int(first) * group.length + int(second)]
    if group.geometry == GRAPH:
        fail("index", "a graph group cannot be indexed")
    cut(first)
    cut(second)
    return None


@routine(charge="0")
def known_place(group: Group, lines: int, length: int, first: float, second: float) -> Tile | None:
    """The same in a group whose size is known from the text."""
    if -1.0 < first < float(lines) and -1.0 < second < float(length):
        return group.places[int(first) * length + int(second)]
    cut(first)
    cut(second)
    return None


@routine(charge="0")
def place_at(group: Group, i: int, j: int) -> Tile | None:
    if i < 0 or i >= group.lines or j < 0 or j >= group.length:
        return None
    return group.places[i * group.length + j]


@routine(charge="len(group.places) + len(group.tiles)")
def tiles_of(group: Group) -> list[Tile | None]:
    """In the reading order of the grid text: squares row by row, hexagons line by line; blank places are left out."""
    found: list[Tile | None] = []
    for tile in group.tiles:
        found.append(tile)
    if group.geometry == SQUARE:
        for row in range(group.length):
            for column in range(group.lines):
                add_tile(found, group.places[column * group.length + row])
    else:
        for there in group.places:
            add_tile(found, there)
    return found


@routine(charge="0")
def add_tile(found: list[Tile | None], tile: Tile | None) -> None:
    if tile is not None and not is_a(tile, Blank):
        found.append(tile)


@routine(charge="8 * len(group.places)")
def settle(group: Group) -> None:
    """Tells the tiles of a new group where they are, and joins neighbours."""
    for i in range(group.lines):
        for j in range(group.length):
            tile = group.places[i * group.length + j]
            if tile is not None:
                tile.group = group
                tile.x = i
                tile.y = j
    if Game.has_links:
        for i in range(group.lines):
            for j in range(group.length):
                join_all(group, i, j)


@routine(charge="8")
def join_all(group: Group, i: int, j: int) -> None:
    """The connections of a place to all its neighbours: of squares up, right, down and left."""
    tile = place_at(group, i, j)
    if tile is None:
        return
    if is_a(tile, Blank):
        return
    if group.geometry == SQUARE:
        join_one(tile, place_at(group, i, j - 1))
        join_one(tile, place_at(group, i + 1, j))
        join_one(tile, place_at(group, i, j + 1))
        join_one(tile, place_at(group, i - 1, j))
    else:
        s = 1 - i % 2
        join_one(tile, place_at(group, i, j - 1))
        join_one(tile, place_at(group, i, j + 1))
        join_one(tile, place_at(group, i - 1, j - 1 + s))
        join_one(tile, place_at(group, i - 1, j + s))
        join_one(tile, place_at(group, i + 1, j - 1 + s))
        join_one(tile, place_at(group, i + 1, j + s))


@routine(charge="0")
def join_one(tile: Tile, other: Tile | None) -> None:
    if other is not None and not is_a(other, Blank):
        Game.counts.links += 1
        tile.links.append(PlainLink(number=Game.counts.links, to=other))


@routine(charge="len(tile.links)")
def part_from(tile: Tile, other: Tile) -> None:
    """Takes out the connections that lead to another tile."""
    at = 0
    while at < len(tile.links):
        link = tile.links[at]
        if link is not None and link.to == other:
            del tile.links[at]
        else:
            at += 1


@routine(charge="64 + 64 * len(group.places)")
def put_tile(group: Group, first: float, second: float, tile: Tile | None) -> None:
    """`g[i][j] = t`"""
    if tile is None:
        fail("null", "null cannot be put on a board: new BlankTile() clears a place")
    i = cut(first)
    j = cut(second)
    if group.geometry == GRAPH or i < 0 or i >= group.lines or j < 0 or j >= group.length:
        fail("index", f"group {group.name} has no place [{i}][{j}]")
    there = group.places[i * group.length + j]
    if there is None:
        fail("index", f"group {group.name} has no place [{i}][{j}]")
    if there == tile:
        return
    Game.is_stale = True
    take_off(there)
    take_off(tile)
    group.places[i * group.length + j] = tile
    tile.group = group
    tile.x = i
    tile.y = j
    if Game.has_links:
        join_all(group, i, j)
        for link in tile.links:
            if link is not None:
                other = link.to
                if other is not None:
                    join_one(other, tile)


@routine(charge="16 + 16 * len(tile.links)")
def take_off(tile: Tile) -> None:
    """A tile loses its place, its connections and the pieces on it; the place it leaves is blank."""
    group = tile.group
    if group is not None and tile.x >= 0:
        group.places[tile.x * group.length + tile.y] = Blank(
            number=0, group=group, x=tile.x, y=tile.y, links=[], pieces=[]
        )
    for link in tile.links:
        if link is not None:
            other = link.to
            if other is not None:
                part_from(other, tile)
    tile.links = []
    for piece in tile.pieces:
        piece.tile = None
    tile.pieces = []
    tile.group = None
    tile.x = -1
    tile.y = -1


@routine(charge="len(group.tiles)")
def add_to_graph(group: Group, tile: Tile | None) -> None:
    """`add(tile)` of a graph group."""
    if tile is None:
        fail("null", "null cannot be added to a group")
    if group.geometry != GRAPH:
        fail("group", f"group {group.name} has a grid: write {group.name}[i][j] = tile")
    for other in group.tiles:
        if other == tile:
            return
    group.tiles.append(tile)
    tile.group = group


@routine(charge="1")
def connect(tile: Tile, other: Tile | None) -> None:
    """`a.connect(b)`: both directions."""
    if other is None:
        fail("null", "a tile cannot be connected to null")
    join_one(tile, other)
    join_one(other, tile)


@routine(charge="len(tile.pieces)")
def placeables(tile: Tile) -> list[Piece | None]:
    found: list[Piece | None] = []
    for piece in tile.pieces:
        found.append(piece)
    return found


@routine(charge="8")
def move_to(piece: Piece, tile: Tile | None) -> None:
    """`piece.move_to(tile)`; null takes it off."""
    if tile is not None and is_a(tile, Blank):
        fail("blank", "nothing can be placed on a BlankTile")
    before = piece.tile
    if before is not None:
        # On a board a piece goes from tile to tile and stays as reachable as it was.
        if tile is None or before.group is None or before.group != tile.group:
            Game.is_stale = True
        leave(before, piece)
    piece.tile = tile
    if tile is not None:
        tile.pieces.append(piece)


@routine(charge="len(tile.pieces)")
def leave(tile: Tile, piece: Piece) -> None:
    for at in range(len(tile.pieces)):
        if tile.pieces[at] == piece:
            del tile.pieces[at]
            return


# --------------------------------------------------------------------------------------------------------------- decks


@routine(charge="8")
def discard(piece: Piece) -> None:
    """Takes a piece off its tile and marks it; whoever calls puts it on the stack."""
    move_to(piece, None)
    piece.discarded = True
    Game.is_stale = True


@routine(charge="2 * len(cards) + 2 * len(discards)")
def reshuffle(cards: list[T], discards: list[T]) -> None:
    """Takes the discards back and shuffles all."""
    for card in discards:
        piece = as_a(card, Piece)
        piece.discarded = False
        cards.append(card)
    discards.clear()
    shuffle(cards)


# --------------------------------------------------------------------------------------------------------------- scope


@routine(charge="0")
def cut_scope(before: int) -> None:
    """What blocks knew that have ended is known no longer."""
    while len(Game.scope) > before:
        Game.scope.pop()


@routine(charge="0")
def coordinate(place: int) -> float | None:
    """`x` and `y` of a tile; None if it has no place in a grid."""
    return None if place < 0 else float(place)


@routine(charge="len(members)")
def maybe_players(members: list[int]) -> list[int | None]:
    found: list[int | None] = []
    for member in members:
        found.append(member)
    return found


# --------------------------------------------------------------------------------------------------------------- texts


@routine(charge="8")
def number_text(number: float) -> str:
    """A number as people write it: whole ones without a point."""
    if number - number == 0.0 and -LARGEST < number < LARGEST and float(int(number)) == number:
        return str(int(number))
    return str(number)


@routine(charge="8")
def place_label(tile: Tile) -> str:
    """`Group[i][j]`"""
    group = tile.group
    return f"[{tile.x}][{tile.y}]" if group is None else f"{group.name}[{tile.x}][{tile.y}]"


# ------------------------------------------------------------------------------------------------------------- outcome


@routine(charge="64 * len(ranks)")
def ranking_of(ranks: list[list[int | None] | None]) -> list[list[int]]:
    """The players by rank; each may stand there once."""
    found: list[list[int]] = []
    seen: list[int] = []
    for rank in ranks:
        if rank is None:
            fail("winner", "a rank cannot be null")
        tied: list[int] = []
        for player in rank:
            if player is None:
                fail("winner", "null cannot win")
            for other in seen:
                if other == player:
                    fail("winner", f"player {player} stands in the ranking twice")
            seen.append(player)
            tied.append(player)
        if len(tied) > 0:
            found.append(tied)
    return found


# ------------------------------------------------------------------------------------------------------------- choices


@routine(charge="len(choices)")
def tell_apart(choices: list[tuple[int, Thing]], before: int) -> None:
    """Marks the choices of one action that is open on several objects: they are told apart by their objects."""
    if len(choices) - before > 1:
        for at in range(before, len(choices)):
            action, thing = choices[at]
            choices[at] = (action + 1, thing)
