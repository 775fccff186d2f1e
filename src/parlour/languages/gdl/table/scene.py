"""Facts → a scene: boards and counters where the facts show them, and a list of the rest, so that nothing is lost.

A rule sheet declares no board; `arrangement.py` finds out what looks like one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from parlour.game.scene import Board, Counter, Piece, Scene, SceneItem, Text
from parlour.languages.gdl.table.arrangement import Arrangement
from parlour.languages.gdl.table.drawing import Drawing
from parlour.logic.rules import Compound
from parlour.logic.table import Known

# How much of a long list of facts is shown in one line.
LONGEST_LIST = 200


class Picture:
    """`label` writes a term as the rule sheet does."""

    def __init__(
        self, roles: Sequence[Compound], label: Callable[[Compound], str], drawing: Drawing, arrangement: Arrangement
    ) -> None:
        self.label = label
        self.drawing = drawing
        self.arrangement = arrangement
        seats = [role for role in roles if role.name != "random"]
        self._seats = {role: number for number, role in enumerate(seats)}

    def scene(self, known: Known) -> Scene:
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
        return name in self.arrangement.boards or name in self.arrangement.counters or fact.name in self.drawing.hidden

    def _boards(self, known: Known) -> Iterator[Board]:
        for key, board in self.arrangement.boards.items():
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
                title="" if len(self.arrangement.boards) == 1 else board.name,
                columns=tuple(map(self.label, board.columns)),
                rows=tuple(map(self.label, board.shown_rows)),
                longest_text=board.longest_text,
                gaps=board.gaps,
                links=board.links,
            )

    def _piece(self, content: Sequence[Compound], blank: Compound | None) -> Piece | None:
        if tuple(content) == (blank,):
            return None
        owner = next((self._seats[part] for part in content if part in self._seats), None)
        return Piece(" ".join(map(self.label, content)), owner)

    def _counters(self, facts: Sequence[Compound]) -> Iterator[Counter]:
        for fact in facts:
            if (fact.name, len(fact.arguments)) in self.arrangement.counters and fact.name not in self.drawing.hidden:
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
