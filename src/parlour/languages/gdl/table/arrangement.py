"""Which facts are drawn as cells of a board, and which as counters.

A fact whose first two arguments are coordinates (numbers, letters, or names that end in numbers) and which has at most
two more is a cell: `(cell 1 2 x)`. A fact with one argument is a counter: `(control white)`, `(step 3)`; so is one that
gives every role a value: `(score white 10)`. A fact of a line, `(pile 3 5)`, is a cell of a board of one row; one whose
first argument names both coordinates, `(at d5 black)`, is a cell, too, and if some such names are missing, a relation
between those that there are joins them as lines.

The first argument is the column, the second the row, rows counted from the bottom. An author can say otherwise
(`drawing.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parlour.languages.gdl.table.drawing import Drawing
from parlour.logic.dependencies import DOES, TRUE, Dependencies, predicate
from parlour.logic.domains import infer
from parlour.logic.evaluation.statics import evaluate
from parlour.logic.rules import Compound, RuleSheet

LARGEST_SIDE = 40
_POINT = re.compile(r"([a-z]+)(\d+)")
_NUMBERED = re.compile(r"(\D*)(\d+)")


@dataclass(frozen=True, slots=True)
class FactBoard:
    """A board: its coordinates in order, and how a fact's arguments name a cell. `points` are cells that have one name
    each, by their numbers, and `links` joins them."""

    name: str
    columns: tuple[Compound, ...]
    rows: tuple[Compound, ...]
    is_row_first: bool
    is_line: bool
    blank: Compound | None
    is_full: bool
    longest_text: str
    points: Mapping[Compound, int] = field(default_factory=dict)
    links: tuple[tuple[int, int], ...] = ()

    @property
    def gaps(self) -> frozenset[int]:
        """Where there is no cell."""
        cells = range(len(self.columns) * len(self.rows))
        return frozenset(cells).difference(self.points.values()) if self.points else frozenset()

    @property
    def shown_rows(self) -> tuple[Compound, ...]:
        """From the top, as they are drawn."""
        return () if self.is_line else self.rows if self.is_row_first else self.rows[::-1]

    def cell(self, column: Compound, row: Compound) -> tuple[int, int]:
        y = self.rows.index(row)
        return self.columns.index(column), y if self.is_row_first else len(self.rows) - 1 - y

    def place(self, fact: Compound) -> int | None:
        """The number of the cell a fact speaks of; None if it is off the board."""
        if self.points:
            name = fact.arguments[0]
            return self.points.get(name) if isinstance(name, Compound) else None
        first, second = fact.arguments[0], self.rows[0] if self.is_line else fact.arguments[1]
        column, row = (second, first) if self.is_row_first else (first, second)
        if column not in self.columns or row not in self.rows:
            return None
        assert isinstance(column, Compound) and isinstance(row, Compound)
        x, y = self.cell(column, row)
        return y * len(self.columns) + x

    def content(self, fact: Compound) -> tuple[Compound, ...]:
        parts = tuple(
            part for part in fact.arguments[1 if self.is_line or self.points else 2 :] if isinstance(part, Compound)
        )
        return parts or (Compound(fact.name),)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Boards and counters by the name and number of arguments of their facts."""

    boards: dict[tuple[str, int], FactBoard]
    counters: frozenset[tuple[str, int]]


def arrange(sheet: RuleSheet, drawing: Drawing) -> Arrangement:
    """Boards and counters of a rule sheet."""
    domains = infer(sheet.rules)
    boards: dict[tuple[str, int], FactBoard] = {}
    counters: set[tuple[str, int]] = set()
    roles = set(sheet.roles)
    for name, arity in domains.facts:
        if name in drawing.hidden:
            continue
        places = domains.fact(name, arity)
        if arity == 1 or (arity == 2 and set(places[0]) and set(places[0]) <= roles):
            counters.add((name, arity))
            continue
        board = _board(name, places, sheet, drawing)
        if board is not None:
            boards[name, arity] = board
    return Arrangement(boards, frozenset(counters))


def _board(name: str, places: Sequence[tuple[Compound, ...]], sheet: RuleSheet, drawing: Drawing) -> FactBoard | None:
    if not 2 <= len(places) <= 4:
        return None
    if not _is_coordinate(places[0]):
        return _board_of_points(name, places, sheet)
    beginning = _initial_contents(name, len(places), sheet)
    # With one fact for every value of the first argument, the second one is what is there: `(pile 1 5)`.
    firsts = [first for first, *_ in beginning]
    is_line = len(places) == 2 and (
        not _is_coordinate(places[1]) or (len(firsts) == len(places[0]) == len(set(firsts)))
    )
    if not is_line and not _is_coordinate(places[1]):
        return None
    columns, rows = _in_order(places[0]), (Compound("1"),) if is_line else _in_order(places[1])
    is_row_first = name in drawing.row_first and not is_line
    if is_row_first:
        columns, rows = rows, columns
    contents = places[1:] if is_line else places[2:]
    longest = " ".join(max((part.name for part in domain), key=len, default="") for domain in contents) or name
    cells = len(columns) * len(rows)
    blank, is_full = (None, True) if is_line else _blank(name, beginning, cells, sheet, drawing, len(contents))
    return FactBoard(name, columns, rows, is_row_first, is_line, blank, is_full, longest)


def _board_of_points(name: str, places: Sequence[tuple[Compound, ...]], sheet: RuleSheet) -> FactBoard | None:
    """A board whose cells have one name each: `(at d5 black)`."""
    parts = {term: _POINT.fullmatch(term.name) for term in places[0] if not term.arguments}
    named = {term: (found[1], found[2]) for term, found in parts.items() if found is not None}
    columns, rows = (_in_order(tuple({Compound(name[part]) for name in named.values()})) for part in (0, 1))
    if len(places) > 3 or len(named) < len(places[0]) or not min(len(columns), len(rows)) >= 2:
        return None
    if max(len(columns), len(rows)) > LARGEST_SIDE:
        return None
    points = {
        term: (len(rows) - 1 - rows.index(Compound(row))) * len(columns) + columns.index(Compound(column))
        for term, (column, row) in named.items()
    }
    longest = " ".join(max((part.name for part in domain), key=len, default="") for domain in places[1:]) or name
    links = _links(points, sheet) if len(points) < len(columns) * len(rows) else ()
    return FactBoard(name, columns, rows, False, False, None, False, longest, points, links)


def _links(points: Mapping[Compound, int], sheet: RuleSheet) -> tuple[tuple[int, int], ...]:
    """The pairs of cells of the first relation that holds between cells alone, in both directions, whatever happens."""
    dependencies = Dependencies(sheet.rules)
    changing = dependencies.reaching(TRUE, DOES)
    heads = dict.fromkeys(predicate(rule.head) for rule in sheet.rules)
    fixed = [
        relation for relation in heads if relation[1] == 2 and relation not in changing and relation != ("goal", 2)
    ]
    for relation, atoms in evaluate(dependencies, fixed).items():
        if relation not in fixed:
            continue
        pairs = {tuple(points.get(term, -1) for term in atom.arguments if isinstance(term, Compound)) for atom in atoms}
        if pairs and all(-1 not in pair and pair[::-1] in pairs for pair in pairs):
            return tuple(sorted((pair[0], pair[1]) for pair in pairs if pair[0] < pair[1]))
    return ()


def _blank(
    name: str,
    beginning: Mapping[tuple[object, ...], Compound],
    cells: int,
    sheet: RuleSheet,
    drawing: Drawing,
    contents: int,
) -> tuple[Compound | None, bool]:
    """The content that is drawn as an empty cell, and whether every cell always has some content.

    The author may say which; otherwise it is what most cells have at the beginning, if all of them have something."""
    said = dict(drawing.blanks).get(name)
    is_full = len(beginning) == cells
    if said is not None:
        return Compound(said), is_full
    if not is_full or contents != 1:
        return None, is_full
    values = list(beginning.values())
    common = max(set(values), key=values.count)
    is_blank = values.count(common) * 2 >= cells and common not in sheet.roles
    return (common if is_blank else None), is_full


def _initial_contents(name: str, arity: int, sheet: RuleSheet) -> dict[tuple[object, ...], Compound]:
    """The last argument of each cell at the beginning."""
    found: dict[tuple[object, ...], Compound] = {}
    for atom in evaluate(Dependencies(sheet.rules), [("init", 1)]).get(("init", 1), ()):
        fact = atom.arguments[0]
        if isinstance(fact, Compound) and fact.name == name and len(fact.arguments) == arity:
            last = fact.arguments[-1]
            assert isinstance(last, Compound)
            found[fact.arguments[:2]] = last
    return found


def _is_coordinate(domain: Sequence[Compound]) -> bool:
    """Numbers, single letters, or names that end in numbers, at least two of them."""
    if not 2 <= len(domain) <= LARGEST_SIDE or any(term.arguments for term in domain):
        return False
    names = [term.name for term in domain]
    if all(len(name) == 1 and name.isalpha() for name in names):
        return True
    numbered = [_NUMBERED.fullmatch(name) for name in names]
    return all(numbered) and len({match[1] for match in numbered if match}) == 1


def _in_order(domain: Sequence[Compound]) -> tuple[Compound, ...]:
    """`c2` before `c10`."""

    def key(term: Compound) -> tuple[int, str]:
        match = _NUMBERED.fullmatch(term.name)
        return (int(match[2][:18]) if match else 0), term.name

    return tuple(sorted(domain, key=key))
