"""Answers in Senet are characters. Those that are coordinates, or that change a board, can be given by pointing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from parlour.core import nodes
from parlour.core.values import Plain
from parlour.game.position import State
from parlour.game.question import Anchor, Domain
from parlour.game.scene import Piece
from parlour.languages.senet.check.coordinates import DIGITS, Axis
from parlour.languages.senet.check.meaning import ON_MOVE
from parlour.languages.senet.table.scene import Scenery, Seen


def domain_of(question: nodes.Question, axis: Axis | None) -> Domain:
    """What can be typed; `axis` is the coordinate that is asked for, if one is."""
    if axis is not None and axis.word:
        letters = axis.shift.letters
        kind = "digit" if letters == DIGITS else "letter"
        first = min(letters, key=lambda letter: abs(axis.shift.sign * letter[1] + axis.shift.by))[0]
        return Domain(f"the {axis.word} as a {kind}", example=first)
    assert isinstance(question.domain, nodes.Chars)
    count = question.domain.count
    if isinstance(count, nodes.Const):
        return Domain("1 character" if count.value == 1 else f"{count.value} characters")
    return Domain("characters")


def anchors_of(
    scenery: Scenery, axis: Axis | None, values: Sequence[Plain], state: State
) -> Sequence[tuple[Anchor, ...]]:
    """Of a coordinate, the cells that it could still lead to: where all answers of a move meet, it goes. Of any other
    answer, the cells that it changes."""
    if axis is None:
        return _changed(scenery, values, state)
    boards = [board for board in scenery.seen(state) if board.is_meant(axis, scenery.shapes)]
    on_move = cast(int, state.read(ON_MOVE))
    return [_along(axis, value, boards, on_move) for value in values]


def _along(axis: Axis, value: Plain, boards: Sequence[Seen], on_move: int) -> tuple[Anchor, ...]:
    wanted = axis.coordinate(value, on_move) if isinstance(value, str) else None
    if wanted is None:
        return ()
    return tuple(board.anchor(cell) for board in boards for cell, place in board.places if place[axis.number] == wanted)


def _changed(scenery: Scenery, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
    """The cells that an answer changes and no other one does, whatever chance brings. If the changes of one answer are
    all among those of others (seeds that are sown over most of a board), a cell does not say what is meant, and none of
    the answers is pointed at."""
    before = _cells(scenery, state)
    changes = [_changes(before, [_cells(scenery, after) for after in state.after(value)]) for value in values]
    shared = Counter(place for change in changes for place in change)
    own = [tuple(place for place in change if shared[place] == 1) for change in changes]
    if any(change and not places for change, places in zip(changes, own, strict=True)):
        return [()] * len(values)
    return own


def _changes(before: dict[Anchor, Piece | None], after: Sequence[dict[Anchor, Piece | None]]) -> list[Anchor]:
    if not after:
        return []
    return [place for place, piece in before.items() if all(now.get(place, piece) != piece for now in after)]


def _cells(scenery: Scenery, state: State) -> dict[Anchor, Piece | None]:
    """Every cell of every board, and what stands there."""
    return {
        board.anchor(cell): piece
        for board in scenery.seen(state)
        for (cell, _), piece in zip(board.places, board.pieces, strict=True)
    }
