"""How a rule sheet meets people: what GDL's `table.py` does for the engines of logic.

An engine knows facts and moves; a table knows words and pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from parlour.dataclass import dataclass
from parlour.logic.rules import Compound
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.game.question import Anchor
    from parlour.game.scene import Scene


@dataclass(frozen=True, slots=True)
class Known:
    """What one viewer knows: the facts that surely hold, in order (`is_all`: there are no others), and what it was told
    after the last step."""

    facts: tuple[Compound, ...]
    percepts: tuple[Compound, ...] = ()
    is_all: bool = True


class LogicTable(Protocol):
    def label(self, term: Compound) -> str:
        """A term in the spelling of the rule sheet."""

    def read(self, text: str) -> Compound | None:
        """A term from what somebody typed, in either spelling; None if it is none."""

    def anchors(self, move: Compound) -> tuple[Anchor, ...]:
        """Where in the scene this move can be pointed at."""

    def scene(self, known: Known, viewer: int | None) -> Scene:
        """The table as far as a viewer knows it."""

    def advice(self, code: str, role: Compound | None = None) -> str:
        """What to do about a failure of the rules, which may be about a role; empty if there is nothing to say."""
        ...

    def places_of(self, relation: str, terms: Sequence[Compound], state: Sequence[Compound]) -> list[Span]:
        """The rules that give a relation in a state, with the first of some terms, and one of the others behind it. If
        there are none, the place at which the rule sheet first says something about the relation."""
