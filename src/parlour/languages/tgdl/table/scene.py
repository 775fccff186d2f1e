"""The scene: boards with what stands on them, decks as piles, and what each seat owns before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from parlour.game import scene as scenes
from parlour.game.position import ObjectView, State
from parlour.game.scene import Board, Counter, Geometry, Grid, Hand, Piece, Pile, SceneItem
from parlour.game.table import Face
from parlour.languages.tgdl.check import meaning as m
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.table.things import Eyes, Things

_ORDER = {Board: 0, Pile: 1, Counter: 2, Grid: 3, Hand: 4}


def draw(things: Things, state: State, viewer: int | None) -> scenes.Scene:
    return scenes.Scene(tuple(_Drawing(things, state, viewer).items()))


def faces(things: Things, state: State, viewer: int | None) -> list[Face]:
    """What the viewer sees of everything that is drawn, or lies below what is."""
    drawing = _Drawing(things, state, viewer)
    drawing.items()
    return drawing.faces


def board_id(board: ObjectView, group: str) -> str:
    """What a group is called in the scene."""
    return f"{board.number}.{group}"


def lying(things: Things, held: Sequence[object]) -> list[ObjectView]:
    """The cards of a collection; what stands on a board is drawn there."""
    return [
        each
        for each in held
        if isinstance(each, ObjectView)
        and things.kind_of(each) == "interactable"
        and each.fields.get(names.TILE) is None
    ]


class _Drawing:
    def __init__(self, things: Things, state: State, viewer: int | None) -> None:
        self.things, self.state = things, state
        self.eyes = Eyes(things, state, viewer)
        self.drawn: set[int] = set()
        self.faces: list[Face] = []

    def items(self) -> list[SceneItem]:
        found: list[SceneItem] = []
        for class_ in self.things.checked.globals():
            instance = self.state.read(names.instance_name(class_.shown))
            if isinstance(instance, ObjectView):
                found += self._of(instance, None)
        held: dict[int, list[ObjectView]] = {}
        for thing in self.things.owned(self.state):
            for owner in self.things.owners(thing)[:1]:
                if self.things.kind_of(thing) == "interactable":
                    held.setdefault(owner, []).append(thing)
                else:
                    found += self._of(thing, owner)
        found += self._held(held)
        before_seats = [item for item in found if isinstance(item, Counter) and item.owner is not None]
        found = [item for item in found if item not in before_seats] + self._by_seat(before_seats)
        return sorted(found, key=lambda item: _ORDER[type(item)])

    def _by_seat(self, counters: Sequence[Counter]) -> list[SceneItem]:
        """What is counted for seats: a row for each of them, if several have the same to count."""
        names = [seat.name for seat in self.state.seats]
        rows: dict[int, dict[str, str]] = {}
        for each in counters:
            assert each.owner is not None
            rows.setdefault(each.owner, {})[each.title] = each.value
        heads = list(dict.fromkeys(each.title for each in counters))
        if len(rows) == 1 or sum(map(len, rows.values())) < len(counters):
            ordered = sorted(counters, key=lambda each: each.owner or 0)
            return [replace(each, title=f"{names[each.owner or 0]}, {each.title}") for each in ordered]
        owners = tuple(sorted(rows))
        words = tuple((names[seat], *(rows[seat].get(head, "") for head in heads)) for seat in owners)
        return [Grid("seats", "", ("", *heads), words, owners)] if rows else []

    def _held(self, held: dict[int, list[ObjectView]]) -> Iterator[Hand]:
        """Pieces that belong to a seat and lie neither on a board nor in a collection."""
        for owner, pieces in sorted(held.items()):
            shown = [each for each in lying(self.things, pieces) if each.number not in self.drawn]
            if shown:
                self.note(f"seat {owner}", shown)
                yield Hand(f"seat {owner}", self.state.seats[owner].name, tuple(map(self.piece, shown)), owner)

    def _of(self, thing: ObjectView, owner: int | None) -> Iterator[SceneItem]:
        """What is to be seen of an object: its attributes, each as what it is. Counters have no seat in their titles
        yet, and what is counted for a seat is not called."""
        if thing.number in self.drawn:
            return
        self.drawn.add(thing.number)
        seat = "" if owner is None else f"{self.state.seats[owner].name}, "
        for attribute, value in self.things.attributes(thing):
            if attribute.name.startswith("_"):
                continue
            word = attribute.name.replace("_", " ")
            title = f"{seat}{word}"
            hidden = self.eyes.is_hidden(thing, attribute)
            is_name = owner is not None and attribute.name == "name"
            id_ = f"{thing.number}.{attribute.name}"
            match self.things.kind_of(value):
                case "board":
                    assert isinstance(value, ObjectView)
                    yield from self._board(value)
                case "stack":
                    assert isinstance(value, ObjectView)
                    yield from self._deck(value, title)
                case "interactable":
                    assert isinstance(value, ObjectView)
                    if lying(self.things, [value]) and value.number not in self.drawn and not hidden:
                        self.drawn.add(value.number)
                        self.note(id_, [value])
                        yield Hand(id_, title, (self.piece(value),), owner)
                case "":
                    if isinstance(value, list):
                        yield from self._collection(attribute, value, title, id_, owner)
                    elif value is not None and not isinstance(value, dict) and not hidden and not is_name:
                        yield Counter(word, self.things.word(value, attribute.type), owner)
                case _:
                    assert isinstance(value, ObjectView)
                    if self._is_part(value):
                        yield from self._of(value, owner)
                    elif not hidden:
                        yield Counter(word, self.things.label(value), owner)

    def _is_part(self, thing: ObjectView) -> bool:
        """Whether an object is only a part of another one: nobody's, and without a name."""
        return self.things.kind_of(thing) == "class" and not self.things.owners(thing) and not self.things.name(thing)

    def _collection(
        self, attribute: m.Attribute, value: list[object], title: str, id_: str, owner: int | None
    ) -> Iterator[SceneItem]:
        if isinstance(attribute.type, t.Collection) and attribute.type.kind == "Table":
            value = [each[1] for each in value if isinstance(each, tuple)]
        cards = lying(self.things, value)
        is_stack = isinstance(attribute.type, t.Collection) and attribute.type.kind == "Stack"
        item = attribute.type.of if isinstance(attribute.type, t.Collection) else None
        holds = (isinstance(item, t.Object) and item.of.kind == "interactable") or item == t.OfKind("interactable")
        self.drawn.update(card.number for card in cards)
        self.note(id_, cards, is_pile=is_stack)
        if is_stack and holds:
            yield Pile(id_, title, len(cards), self.piece(cards[-1]) if cards else None)
        elif holds and (cards or not value):
            yield Hand(id_, title, tuple(map(self.piece, cards)), owner)

    def piece(self, thing: ObjectView) -> Piece:
        """A card or figure as the viewer sees it."""
        owner = self.things.owner(thing)
        face = self.eyes.face(thing) if self.eyes.sees(thing) else ""
        return Piece(face, owner, is_hidden=not face)

    def _figure(self, thing: ObjectView) -> Piece:
        """A piece on a board, drawn by its `symbol` if it has one."""
        drawn = self.piece(thing)
        symbol = next((each for each in self.things.attributes(thing) if each[0].name == "symbol"), None)
        if drawn.is_hidden or symbol is None or self.eyes.is_hidden(thing, symbol[0]):
            return drawn
        return replace(drawn, text=symbol[1]) if isinstance(symbol[1], str) and symbol[1] else drawn

    def note(self, zone: str, cards: Sequence[object], *, is_pile: bool = False) -> None:
        """Keeps what is seen of cards that lie together; in a pile the last one lies on top of the others."""
        for number, card in enumerate(cards, 1):
            if isinstance(card, ObjectView):
                is_open = (number == len(cards) or not is_pile) and self.eyes.sees(card)
                is_whole = not any(self.eyes.is_hidden(card, each) for each, _ in self.things.attributes(card))
                shown = self.eyes.face(card) if is_open and not is_whole else ""
                self.faces.append(Face(card.number, zone, is_open and is_whole, shown))

    # ------------------------------------------------------------------------------------------------------ decks

    def _deck(self, deck: ObjectView, title: str) -> Iterator[SceneItem]:
        cards, discards = deck.fields.get(names.CARDS), deck.fields.get(names.DISCARDS)
        if isinstance(cards, list):
            self.faces += [Face(card.number, f"{deck.number}", False) for card in cards if isinstance(card, ObjectView)]
            yield Pile(f"{deck.number}", title, len(cards), Piece("", is_hidden=True) if cards else None)
        if isinstance(discards, list) and discards:
            top = discards[-1]
            self.note(f"{deck.number}.discards", discards, is_pile=True)
            yield Pile(f"{deck.number}.discards", f"{title}, discards", len(discards), self.piece(top))

    # ----------------------------------------------------------------------------------------------------- boards

    def _board(self, board: ObjectView) -> Iterator[Board]:
        class_ = self.things.class_of(board)
        assert class_ is not None
        groups = class_.all_groups()
        for group in groups:
            value = board.fields.get(names.group_field(group.name))
            if isinstance(value, ObjectView):
                title = group.name if len(groups) > 1 else ""
                yield (
                    self._graph(board, group, value, title)
                    if group.geometry == "graph"
                    else self._grid(board, group, value, title)
                )

    def _grid(self, board: ObjectView, group: m.Group, value: ObjectView, title: str) -> Board:
        lines, length, places = (value.fields[name] for name in (names.LINES, names.LENGTH, names.PLACES))
        assert isinstance(lines, int) and isinstance(length, int) and isinstance(places, list)
        by_rows = group.geometry == "hex" and group.orientation == "row"
        width, height = (length, lines) if by_rows else (lines, length)
        geometry: Geometry = "square"
        if group.geometry == "hex":
            geometry = "hex" if by_rows else "hex columns"
        tiles = [places[y * length + x if by_rows else x * length + y] for y in range(height) for x in range(width)]
        gaps = frozenset(number for number, tile in enumerate(tiles) if self._is_gap(tile))
        cells, further = self._cells(tiles)
        return Board(
            board_id(board, group.name),
            geometry,
            width,
            height,
            cells,
            title,
            columns=tuple(map(str, range(width))),
            rows=tuple(map(str, range(height))),
            gaps=gaps,
            further=further,
        )

    def _graph(self, board: ObjectView, group: m.Group, value: ObjectView, title: str) -> Board:
        read = value.fields[names.TILES]
        tiles = [tile for tile in read if isinstance(tile, ObjectView)] if isinstance(read, list) else []
        places = {tile.number: place for place, tile in enumerate(tiles)}
        links: set[tuple[int, int]] = set()
        for tile in tiles:
            joined = tile.fields.get(names.LINKS)
            for link in joined if isinstance(joined, list) else []:
                to = link.fields.get(names.LEADS_TO) if isinstance(link, ObjectView) else None
                if isinstance(to, ObjectView) and to.number in places:
                    one, other = sorted((places[tile.number], places[to.number]))
                    links.add((one, other))
        cells, further = self._cells(tiles)
        labels = tuple(self.things.label(tile) for tile in tiles)
        return Board(
            board_id(board, group.name),
            "graph",
            len(tiles),
            1 if tiles else 0,
            cells,
            title,
            columns=labels,
            links=tuple(sorted(links)),
            further=further,
        )

    def _is_gap(self, tile: object) -> bool:
        return not isinstance(tile, ObjectView) or tile.class_name == self.things.checked.blank_tile.shown

    def _cells(self, tiles: Sequence[object]) -> tuple[tuple[Piece | None, ...], tuple[tuple[int, Piece], ...]]:
        """What stands on each tile: the first piece, and further ones."""
        cells: list[Piece | None] = []
        further: list[tuple[int, Piece]] = []
        for number, tile in enumerate(tiles):
            pieces = [] if not isinstance(tile, ObjectView) or self._is_gap(tile) else self._on(tile)
            cells.append(pieces[0] if pieces else None)
            further += [(number, piece) for piece in pieces[1:]]
        return tuple(cells), tuple(further)

    def _on(self, tile: ObjectView) -> list[Piece]:
        """The pieces on a tile; without any, the objects of players that its attributes name."""
        placed = tile.fields.get(names.PIECES)
        self.note(f"tile {tile.number}", placed if isinstance(placed, list) else [])
        if isinstance(placed, list) and placed:
            return [self._figure(each) for each in placed if isinstance(each, ObjectView)]
        return [
            Piece(self.things.label(value), self.things.owner(value))
            for attribute, value in self.things.attributes(tile)
            if isinstance(value, ObjectView)
            and self.things.kind_of(value) in ("class", "interactable")
            and not self.eyes.is_hidden(tile, attribute)
        ]
