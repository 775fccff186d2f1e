"""How GDL meets people: moves in the spelling of the rule sheet, and a scene drawn from facts.

A rule sheet declares no board. One is drawn where the facts show it, see `drawing.py`; whatever is not on a board or in
a counter is listed, so that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from parlour.game.question import Anchor
from parlour.game.scene import Board, Counter, Piece, Scene, SceneItem, Text
from parlour.languages.gdl.drawing import Drawing, Layout, layout_of
from parlour.languages.gdl.spelling import read_term, spelled
from parlour.languages.gdl.tree import Spelling
from parlour.logic.rules import Compound, RuleSheet
from parlour.logic.table import Known
from parlour.syntax.source import Span

# How much of a long list of facts is shown in one line.
LONGEST_LIST = 200


class GdlTable:
    """See `parlour.logic.table.LogicTable`."""

    def __init__(self, sheet: RuleSheet, spelling: Spelling, drawing: Drawing) -> None:
        self.sheet = sheet
        self.spelling: Spelling = spelling
        self.drawing = drawing
        seats = [role for role in sheet.roles if role.name != "random"]
        self._seats = {role: number for number, role in enumerate(seats)}

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.sheet, self.drawing)

    def label(self, term: Compound) -> str:
        return spelled(term, self.spelling)

    def read(self, text: str) -> Compound | None:
        return read_term(text)

    def place_of(self, relation: str) -> Span | None:
        return next((rule.span for rule in self.sheet.rules if rule.head.name == relation), None)

    def anchors(self, move: Compound) -> tuple[Anchor, ...]:
        """The cells whose coordinates stand in the move, from the left: one, or from and to."""
        found: list[Anchor] = []
        place = 0
        terms = move.arguments
        while place + 1 < len(terms):
            anchor = self._anchor(terms[place], terms[place + 1])
            if anchor is not None:
                found.append(anchor)
            place += 1 if anchor is None else 2
        return tuple(found)

    def _anchor(self, first: object, second: object) -> Anchor | None:
        for board in self.layout.boards.values():
            column, row = (second, first) if board.is_row_first else (first, second)
            if column in board.columns and row in board.rows:
                assert isinstance(column, Compound) and isinstance(row, Compound)
                return Anchor(board.name, board.cell(column, row))
        return None

    def scene(self, known: Known, viewer: int | None) -> Scene:
        items: list[SceneItem] = [*self._boards(known), *self._counters(known.facts)]
        rest = [fact for fact in known.facts if not self._is_drawn(fact)]
        items += [Text(line) for line in self._lists(rest)]
        if known.percepts:
            items.append(Text(f"you see {' '.join(map(self.label, known.percepts))}"))
        if not known.is_all:
            items.append(Text("the rest is not known"))
        return Scene(tuple(items))

    def _is_drawn(self, fact: Compound) -> bool:
        name = (fact.name, len(fact.arguments))
        return name in self.layout.boards or name in self.layout.counters or fact.name in self.drawing.hidden

    def _boards(self, known: Known) -> Iterator[Board]:
        for key, board in self.layout.boards.items():
            contents: dict[int, list[Piece]] = {}
            for fact in known.facts:
                if (fact.name, len(fact.arguments)) == key:
                    piece = self._piece(board.content(fact), board.blank)
                    place = board.place(fact)
                    if place is not None:
                        contents.setdefault(place, []).extend([] if piece is None else [piece])
            cells: list[Piece | None] = []
            for place in range(len(board.columns) * len(board.rows)):
                pieces = contents.get(place)
                if pieces:
                    owners = {piece.owner for piece in pieces}
                    owner = owners.pop() if len(owners) == 1 else None
                    cells.append(Piece(" ".join(piece.text for piece in pieces), owner))
                elif pieces is None and not known.is_all and board.is_full:
                    cells.append(Piece("?"))  # something is there, and this viewer does not know what
                else:
                    cells.append(None)
            yield Board(
                id=board.name,
                geometry="square",
                width=len(board.columns),
                height=len(board.rows),
                cells=tuple(cells),
                title="" if len(self.layout.boards) == 1 else board.name,
                columns=tuple(map(self.label, board.columns)),
                rows=tuple(map(self.label, board.shown_rows)),
                longest_text=board.longest_text,
            )

    def _piece(self, content: Sequence[Compound], blank: Compound | None) -> Piece | None:
        if tuple(content) == (blank,):
            return None
        owner = next((self._seats[part] for part in content if part in self._seats), None)
        return Piece(" ".join(map(self.label, content)), owner)

    def _counters(self, facts: Sequence[Compound]) -> Iterator[Counter]:
        for fact in facts:
            if (fact.name, len(fact.arguments)) in self.layout.counters and fact.name not in self.drawing.hidden:
                *who, value = fact.arguments
                title = " ".join([fact.name, *(self.label(part) for part in who if isinstance(part, Compound))])
                owner = next((self._seats[part] for part in fact.arguments if part in self._seats), None)
                assert isinstance(value, Compound)
                yield Counter(title, self.label(value), owner)

    def _lists(self, facts: Sequence[Compound]) -> Iterator[str]:
        """The facts that no picture shows, by their names."""
        groups: dict[str, list[str]] = {}
        for fact in facts:
            groups.setdefault(fact.name, []).append(self.label(fact))
        for labels in groups.values():
            line = " ".join(labels)
            yield line if len(line) <= LONGEST_LIST else f"{line[: LONGEST_LIST - 1]}…"
