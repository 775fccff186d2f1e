"""Where on the table the options of a question lie: tiles on their boards, pieces on their tiles or in hands."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.values import Plain
from parlour.game.position import ObjectView, State
from parlour.game.question import Anchor
from parlour.languages.tgdl.check import types as t
from parlour.languages.tgdl.lower import names
from parlour.languages.tgdl.table.scene import board_id, lying
from parlour.languages.tgdl.table.things import Things


def anchors_of(things: Things, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
    offered = state.offered()
    places = _places(things, state)
    found = []
    for value in values:
        option = offered[value] if isinstance(value, int) and 0 <= value < len(offered) else None
        # An action is a button; one on a piece is anchored where its piece stands.
        thing = option[1] if isinstance(option, tuple) and len(option) == 2 else option
        found.append(places.get(thing.number, ()) if isinstance(thing, ObjectView) else ())
    return found


def _places(things: Things, state: State) -> dict[int, tuple[Anchor, ...]]:
    """Where each tile, piece and card is drawn, by its number."""
    found: dict[int, tuple[Anchor, ...]] = {}
    holders = [state.read(names.instance_name(each.shown)) for each in things.checked.globals()]
    for holder in (*holders, *things.owned(state)):
        if not isinstance(holder, ObjectView):
            continue
        for attribute, value in things.attributes(holder):
            if isinstance(value, ObjectView) and things.kind_of(value) == "board":
                found.update(_on_board(things, value))
            elif isinstance(value, ObjectView) and lying(things, [value]):
                found.setdefault(value.number, (Anchor(f"{holder.number}.{attribute.name}", (0,)),))
            elif isinstance(value, list) and isinstance(attribute.type, t.Collection) and attribute.type.kind == "List":
                for place, card in enumerate(lying(things, value)):
                    found.setdefault(card.number, (Anchor(f"{holder.number}.{attribute.name}", (place,)),))
    return found


def _on_board(things: Things, board: ObjectView) -> dict[int, tuple[Anchor, ...]]:
    found: dict[int, tuple[Anchor, ...]] = {}
    class_ = things.class_of(board)
    assert class_ is not None
    for group in class_.all_groups():
        value = board.fields.get(names.group_field(group.name))
        if not isinstance(value, ObjectView):
            continue
        by_rows = group.geometry == "hex" and group.orientation == "row"
        for name in (names.PLACES, names.TILES):
            tiles = value.fields.get(name)
            for place, tile in enumerate(tiles if isinstance(tiles, list) else []):
                if not isinstance(tile, ObjectView):
                    continue
                x, y = tile.fields.get(names.X), tile.fields.get(names.Y)
                cell = (place, 0)
                if isinstance(x, int) and isinstance(y, int) and x >= 0:
                    cell = (y, x) if by_rows else (x, y)
                anchor = (Anchor(board_id(board, group.name), cell),)
                found[tile.number] = anchor
                pieces = tile.fields.get(names.PIECES)
                for piece in pieces if isinstance(pieces, list) else []:
                    if isinstance(piece, ObjectView):
                        found[piece.number] = anchor
    return found
