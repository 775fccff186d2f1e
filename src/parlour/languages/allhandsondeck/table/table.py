"""How AllHandsOnDeck meets people: lines of text go in, and the table has piles, hands and counters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from parlour.core import nodes
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.error import MEMORY_HINT, STEPS_HINT, GameError, Refused
from parlour.game.position import State
from parlour.game.question import Anchor, Domain
from parlour.game.scene import Scene
from parlour.game.table import Face
from parlour.languages.allhandsondeck.lower.names import ACTORS
from parlour.languages.allhandsondeck.table.answers import anchors_of, domain_of, read_answer
from parlour.languages.allhandsondeck.table.scene import draw
from parlour.languages.allhandsondeck.table.shown import Room
from parlour.languages.allhandsondeck.table.zones import Zones
from parlour.languages.remedies import remedy

_RANGE_SUM = re.compile(r"([^.]+)(\.\.\.?)([^.]+ [+-] [^.]+)")

_HINTS = {
    "steps": STEPS_HINT,
    "depth": "does an ACTION or helper call itself without end?",
    "memory": MEMORY_HINT,
    "overflow": "an int has 64 bits: it goes up to 9223372036854775807",
}


@dataclass(frozen=True, slots=True)
class CardTable:
    """See `parlour.game.table.Table`."""

    zones: Zones

    def read(self, question: nodes.Question, text: str) -> Plain | Refused:
        return read_answer(question, text)

    def label(self, question: nodes.Question, value: Plain) -> str:
        return str(value)

    def domain(self, question: nodes.Question) -> Domain:
        return domain_of(question)

    def anchors(self, question: nodes.Question, values: Sequence[Plain], state: State) -> Sequence[tuple[Anchor, ...]]:
        return anchors_of(self.zones, question, values, state)

    def scene(self, state: State, viewer: int | None) -> Scene:
        return draw(self.zones, state, viewer)

    def faces(self, state: State, viewer: int | None) -> Sequence[Face]:
        return tuple(self.zones.faces(state, viewer))

    def drawn_from(self) -> Sequence[str] | None:
        return None if self.zones.shows_things else (ACTORS, *self.zones.state)

    def state(self, state: State) -> dict[str, object]:
        """The game's variables, objects and collections as they print; those without a value are left out."""
        found: dict[str, object] = {}
        room = Room()
        for name in self.zones.state:
            value = state.read(name)
            if isinstance(value, str):
                found[name] = room.text(value)
            elif value is None or isinstance(value, int | float):
                found[name] = value
            else:
                found[name] = room.shown(value, self.zones.names)
        return found

    def asking(self, state: State) -> dict[str, object]:
        return {}

    def ending(self, result: object) -> dict[str, object] | None:
        return None

    def reword(self, error: GameError) -> GameError:
        hint = error.hint or _HINTS.get(error.code, "") or remedy(error)
        match error.code:
            case "type":
                return replace(error, kind="type", hint=hint or _range_hint(error))
            case "none":
                what = "" if error.span is None else f"`{' '.join(error.span.text.split())}` is "
                return replace(error, kind="type", message=f"{what}None, where a value is needed", hint=hint)
        return replace(error, hint=hint)


def _range_hint(error: GameError) -> str:
    """Dots bind tighter than `+` and `-`, so `0...n - 1` takes 1 from a range."""
    written = None if error.span is None else _RANGE_SUM.fullmatch(" ".join(error.span.text.split()))
    if written is None or "Range" not in error.message:
        return ""
    return f"dots bind tighter than + and -: write {written[1]}{written[2]}({written[3]})"
