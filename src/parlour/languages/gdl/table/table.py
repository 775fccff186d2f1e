"""How GDL meets people: moves in the spelling of the rule sheet, and a scene drawn from facts (`scene.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from parlour.languages.gdl.syntax.spelling import read_term, spelled
from parlour.languages.gdl.syntax.tree import Spelling
from parlour.languages.gdl.table.drawing import Drawing
from parlour.logic.rules import Compound, Distinct, Literal, RuleSheet, Term, Variable
from parlour.syntax.source import Span

if TYPE_CHECKING:
    # Games that nobody looks at (simulations) need none of them.
    from parlour.game.question import Anchor
    from parlour.game.scene import Scene
    from parlour.languages.gdl.table.arrangement import Arrangement
    from parlour.logic.table import Known


class GdlTable:
    """See `parlour.logic.table.LogicTable`."""

    def __init__(self, sheet: RuleSheet, spelling: Spelling, drawing: Drawing) -> None:
        self.sheet = sheet
        self.spelling: Spelling = spelling
        self.drawing = drawing

    @cached_property
    def arrangement(self) -> Arrangement:
        from parlour.languages.gdl.table.arrangement import arrange

        return arrange(self.sheet, self.drawing)

    def label(self, term: Compound) -> str:
        return spelled(term, self.spelling)

    def read(self, text: str) -> Compound | None:
        return read_term(text)

    def advice(self, code: str, role: Compound | None = None) -> str:
        name = "" if role is None else self.label(role)
        goal, noop = f"goal({name},50) :- …", f"legal({name},noop) :- …"
        if self.spelling == "kif":
            goal, noop = f"(<= (goal {name} 50) …)", f"(<= (legal {name} noop) …)"
        match code:
            case "no-legal-move":
                return f"give it a move in such a state, `{noop}`, or say by `terminal` that this is an end"
            case "no-goal":
                return f"say what such an end is worth: `{goal}`"
            case "several-goals":
                return "one of these rules holds where it should not: let their conditions exclude each other"
            case "bad-goal":
                return "100 is the best result, 0 the worst"
        return ""

    def places_of(self, relation: str, terms: Sequence[Compound], state: Sequence[Compound]) -> list[Span]:
        from parlour.logic.firing import firing

        first, others = terms[:1], terms[1:]
        given = [
            rule for other in others for rule in firing(self.sheet.rules, Compound(relation, (*first, other)), state)
        ]
        if not given:
            own = [rule for rule in self.sheet.rules if rule.head.name == relation]
            fitting = [rule for rule in own if all(map(_fits, rule.head.arguments, first))]
            asked = (rule for rule in self.sheet.rules if any(_asks(item, relation) for item in rule.body))
            given = [*fitting, *own, *asked][:1]
        spans = dict.fromkeys(rule.span for rule in given if rule.span is not None)
        return sorted(spans, key=lambda span: span.start)

    def anchors(self, move: Compound) -> tuple[Anchor, ...]:
        """The cells whose coordinates stand in the move, from the left: one, or from and to."""
        found: list[Anchor] = []
        place = 0
        terms = move.arguments
        while place < len(terms):
            point = self._point(terms[place])
            anchor = point or (self._anchor(terms[place], terms[place + 1]) if place + 1 < len(terms) else None)
            if anchor is not None:
                found.append(anchor)
            place += 1 if anchor is point else 2
        return tuple(found)

    def _point(self, name: object) -> Anchor | None:
        """The cell that has this one name."""
        from parlour.game.question import Anchor

        for board, _ in self.arrangement.boards:
            if name in board.points:
                assert isinstance(name, Compound)
                row, column = divmod(board.points[name], len(board.columns))
                return Anchor(board.id, (column, row))
        return None

    def _anchor(self, first: object, second: object) -> Anchor | None:
        from parlour.game.question import Anchor

        for board, _ in self.arrangement.boards:
            column, row = (second, first) if board.is_row_first else (first, second)
            if column in board.columns and row in board.rows:
                assert isinstance(column, Compound) and isinstance(row, Compound)
                return Anchor(board.id, board.cell(column, row))
        return None

    def scene(self, known: Known, viewer: int | None) -> Scene:
        """The table as far as a viewer knows it."""
        from parlour.languages.gdl.table.scene import Picture

        return Picture(self.sheet.roles, self.label, self.drawing, self.arrangement).scene(known)


def _asks(item: Literal | Distinct, relation: str) -> bool:
    return isinstance(item, Literal) and item.atom.name == relation


def _fits(term: Term, first: Compound) -> bool:
    return isinstance(term, Variable) or term == first
