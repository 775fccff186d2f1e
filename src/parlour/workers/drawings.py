"""What was drawn of a match, for each viewer, and what is new in the next drawing.

A drawing is thousands of bytes, and a move changes a few of them. Whoever has the drawing of the revision before is
sent the change alone, and that is found here, beside the rules: the server has neither to read a drawing nor to compare
it, whoever is sent what. A change depends on the two drawings alone, so it tells nobody more than they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from parlour.dataclass import dataclass
from parlour.game.scene import Scene
from parlour.present.layout.tables import WIDEST, lay_out
from parlour.workers import messages
from parlour.workers.changes import change

# Where a drawing stands in a view.
_PATH = ("drawing",)
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class _Laid:
    """A scene that was laid out, as JSON values."""

    scene: Scene
    names: tuple[str, ...]
    widest: float
    tree: Any
    whole: bytes


@dataclass(frozen=True, slots=True)
class _Last:
    """What a viewer was shown last, and what that came after."""

    revision: int
    before: _Laid | None
    laid: _Laid
    drawn: messages.Drawn


class Drawings:
    """The last drawings of one match. Those who see the same, and saw the same before, have one object."""

    def __init__(self) -> None:
        self._last: dict[tuple[int | None, float], _Last] = {}

    def draw(
        self, scene: Scene, seat_names: Sequence[str], revision: int, viewer: int | None, widest: float = WIDEST
    ) -> messages.Drawn:
        """The scene of a viewer at a revision, and what is new in it since the one that this viewer was shown last."""
        last = self._last.get((viewer, widest))
        if last is not None and last.revision == revision:
            return last.drawn
        found = self._made(scene, tuple(seat_names), revision, last, widest)
        self._last[viewer, widest] = found
        return found.drawn

    def _made(self, scene: Scene, names: tuple[str, ...], revision: int, last: _Last | None, widest: float) -> _Last:
        before = None if last is None else last.laid
        laid: _Laid | None = None
        for other in self._last.values():
            known = other.laid
            # Equal scenes are not enough, because the ids of pieces may differ.
            if known.scene is scene and known.names == names and known.widest == widest:
                laid = known
                if other.revision == revision and other.before is before and (last is None or _is_since(other, last)):
                    return other
        if laid is None:
            tree = msgspec.to_builtins(lay_out(scene, seat_names=names, widest=widest))
            laid = _Laid(scene, names, widest, tree, _encode(tree))
        if last is None or before is None:
            return _Last(revision, None, laid, messages.Drawn(laid.whole))
        operations = change(before.tree, laid.tree, _PATH) if before is not laid else []
        return _Last(revision, before, laid, messages.Drawn(laid.whole, last.revision, _encode(operations)[1:-1]))


def _is_since(other: _Last, last: _Last) -> bool:
    return other.drawn.since == last.revision


def in_json(scene: Scene, seat_names: Sequence[str], widest: float = WIDEST) -> object:
    """A scene as primitives, in JSON."""
    return msgspec.to_builtins(lay_out(scene, seat_names=seat_names, widest=widest))
