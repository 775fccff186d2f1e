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
        drawn = self.arrangement.drawn
        rest = [
            fact
            for fact in known.facts
            if (fact.name, len(fact.arguments)) not in drawn and fact.name not in self.drawing.hidden
        ]
        items += [Text(line) for line in self._lists(rest)]
        if known.percepts:
            items.append(Text(f"you see {' '.join(map(self.label, known.percepts))}"))
        if not known.is_all:
            items.append(Text("the rest is not known" if items else "nothing of it is known"))
        return Scene(tuple(items))

    def _boards(self, known: Known) -> Iterator[Board]:
        for board, layers in self.arrangement.boards:
            contents: dict[int, list[Piece]] = {}
            for key, layer in layers.items():
                for fact in known.facts:
                    if (fact.name, len(fact.arguments)) != key or (board.role or fact.arguments[0]) != fact.arguments[
                        0
                    ]:
                        continue
                    place = board.place(fact, layer.skipped)
                    if place is not None:
                        contents.setdefault(place, []).extend(
                            self._pieces(layer.content(fact), layer.blank, board.role)
                        )
            cells: list[Piece | None] = []
            for place in range(len(board.columns) * len(board.rows)):
                pieces = contents.get(place)
                if pieces is None and not known.is_all and board.is_full:
                    pieces = [Piece("?")]  # something is there, and this viewer does not know what
                cells.append(pieces[0] if pieces else None)
            yield Board(
                id=board.id,
                geometry="square" if board.slant is None else "hex rhombus",
                width=len(board.columns),
                height=len(board.rows),
                cells=tuple(cells),
                title="" if len(self.arrangement.boards) == 1 else self.label(board.role) if board.role else board.name,
                columns=tuple(map(self.label, board.columns)),
                rows=tuple(map(self.label, board.shown_rows)),
                shift=board.slant or 0,
                longest_text=board.longest_text,
                gaps=board.gaps,
                links=board.links,
                further=tuple((place, piece) for place in sorted(contents) for piece in contents[place][1:]),
            )

    def _pieces(self, content: Sequence[Compound], blank: Compound | None, owner: Compound | None) -> list[Piece]:
        """The piece that a fact stands for; none if it says that a cell is empty. On a role's own board its name need
        not stand on its pieces."""
        if tuple(content) == (blank,):
            return []
        shown = [part for part in content if part != owner]
        makers = self.arrangement.makers
        seats = (self._seats.get(makers.get(part, part)) for part in content)
        return [Piece(" ".join(map(self.label, shown)), next((seat for seat in seats if seat is not None), None))]

    def _counters(self, facts: Sequence[Compound]) -> Iterator[Counter]:
        """Facts with one value, or a value for a role; several values of one stand together, and those of roles are in
        the order of their seats."""
        values: dict[str, list[Compound]] = {}
        for fact in facts:
            if (fact.name, len(fact.arguments)) in self.arrangement.counters and fact.name not in self.drawing.hidden:
                who = [part for part in fact.arguments[:-1] if isinstance(part, Compound)]
                title = " ".join([fact.name, *map(self.label, who)])
                values.setdefault(title, []).append(fact)
        counters: dict[str, list[Counter]] = {}
        for title, alike in values.items():
            owners = {
                next((self._seats[part] for part in fact.arguments if part in self._seats), None) for fact in alike
            }
            shown = [self.label(last) for fact in alike if isinstance(last := fact.arguments[-1], Compound)]
            counter = Counter(title, ", ".join(shown), owners.pop() if len(owners) == 1 else None)
            counters.setdefault(alike[0].name, []).append(counter)
        for named_alike in counters.values():
            yield from sorted(named_alike, key=lambda counter: -1 if counter.owner is None else counter.owner)

    def _lists(self, facts: Sequence[Compound]) -> Iterator[str]:
        """The facts that no picture shows, by their names."""
        groups: dict[str, list[str]] = {}
        for fact in facts:
            groups.setdefault(fact.name, []).append(self.label(fact))
        for labels in groups.values():
            line = " ".join(labels)
            yield line if len(line) <= LONGEST_LIST else f"{line[: LONGEST_LIST - 1]}…"
