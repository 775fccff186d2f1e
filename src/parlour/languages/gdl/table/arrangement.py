"""Which facts are drawn as cells of a board, and which as counters.

A fact whose first two arguments are coordinates (numbers, letters, or names that end in numbers) and which has at most
two more is a cell: `(cell 1 2 x)`. So is one that begins with a role: `(rider left 1 2)`. Facts with the same
coordinates are drawn on one board, unless each of them fills it; where only facts of roles have them, every role has a
board. A fact with one argument is a counter: `(control white)`, `(step 3)`; so is one that gives every role a value:
`(score white 10)`. A fact of a line, `(pile 3 5)`, is a cell of a board of one row; one whose first argument names both
coordinates, `(at d5 black)`, is a cell, too, and if some such names are missing, a relation between those that there
are joins them as lines.

The first argument is the column, the second the row, rows counted from the bottom. An author can say otherwise
(`drawing.py`). Where base facts are given, what none of them speaks of is no cell. A relation that always joins every
cell with six others makes hexagons of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace

from parlour.dataclass import dataclass
from parlour.languages.gdl.table.drawing import Drawing
from parlour.logic.dependencies import DOES, TRUE, Dependencies, predicate
from parlour.logic.domains import infer
from parlour.logic.evaluation.statics import evaluate
from parlour.logic.rules import Compound, Literal, Rule, RuleSheet, Term

LARGEST_SIDE = 40
_POINT = re.compile(r"([a-z]+)(\d+)")
_NUMBERED = re.compile(r"(\D*)(\d+)")


@dataclass(frozen=True, slots=True)
class FactBoard:
    """A board: its coordinates in order, and how a fact's arguments name a cell. `points` are cells that have one name
    each, by their numbers, and `links` joins them. `role` is whose board it is, `skipped` how many arguments stand
    before the coordinates, `slant` how rows of hexagons are shifted (`game/scene.py`); None for squares."""

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
    skipped: int = 0
    role: Compound | None = None
    gaps: frozenset[int] = frozenset()
    slant: int | None = None

    @property
    def id(self) -> str:
        return self.name if self.role is None else self.role.name

    @property
    def shown_rows(self) -> tuple[Compound, ...]:
        """From the top, as they are drawn."""
        return () if self.is_line else self.rows if self.is_row_first else self.rows[::-1]

    def cell(self, column: Compound, row: Compound) -> tuple[int, int]:
        y = self.rows.index(row)
        return self.columns.index(column), y if self.is_row_first else len(self.rows) - 1 - y

    def place(self, fact: Compound, skipped: int = 0) -> int | None:
        """The number of the cell a fact speaks of, behind so many arguments; None if it is off the board."""
        arguments = fact.arguments[skipped:]
        if self.points:
            name = arguments[0]
            return self.points.get(name) if isinstance(name, Compound) else None
        first, second = arguments[0], self.rows[0] if self.is_line else arguments[1]
        column, row = (second, first) if self.is_row_first else (first, second)
        if column not in self.columns or row not in self.rows:
            return None
        assert isinstance(column, Compound) and isinstance(row, Compound)
        x, y = self.cell(column, row)
        return y * len(self.columns) + x

    def content(self, fact: Compound) -> tuple[Compound, ...]:
        """What a fact says of its cell: its role, and what follows the coordinates; its own name if that is nothing."""
        before, behind = (
            tuple(part for part in parts if isinstance(part, Compound))
            for parts in (
                fact.arguments[: self.skipped],
                fact.arguments[self.skipped + (1 if self.is_line or self.points else 2) :],
            )
        )
        return (*before, *behind) if behind else (*before, Compound(fact.name))

    def holds(self, other: FactBoard) -> bool:
        """Whether what the other shows can be shown on this board."""
        plain = not (self.is_line or other.is_line or self.points or other.points)
        return (
            plain
            and self.is_row_first == other.is_row_first
            and set(other.columns) <= set(self.columns)
            and set(other.rows) <= set(self.rows)
            and not (self.is_full and other.is_full)
        )


Key = tuple[str, int]


class _Statics:
    """What can be asked of the rules alone."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.dependencies = Dependencies(rules)
        self.heads = dict.fromkeys(predicate(rule.head) for rule in rules)

    def fixed(self, arity: int) -> Iterator[Collection[Compound]]:
        """The atoms of each relation with so many arguments that holds whatever happens."""
        changing = self.dependencies.reaching(TRUE, DOES) | {("goal", 2)}
        relations = [relation for relation in self.heads if relation[1] == arity and relation not in changing]
        found = evaluate(self.dependencies, relations) if relations else {}
        yield from (found[relation] for relation in relations if relation in found)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What is drawn where: for each board the facts upon it, by their names and numbers of arguments, in the order in
    which they are drawn; which facts are counters; and whose a content is that only one role makes true."""

    boards: tuple[tuple[FactBoard, Mapping[Key, FactBoard]], ...]
    counters: frozenset[Key]
    makers: Mapping[Compound, Compound]

    @property
    def drawn(self) -> frozenset[Key]:
        return self.counters.union(*(layers for _, layers in self.boards))


def arrange(sheet: RuleSheet, drawing: Drawing) -> Arrangement:
    """Boards and counters of a rule sheet."""
    domains = infer(sheet.rules)
    found: dict[Key, FactBoard] = {}
    counters: set[Key] = set()
    roles = set(sheet.roles)
    for name, arity in domains.facts:
        if name in drawing.hidden:
            continue
        places = domains.fact(name, arity)
        is_of_roles = arity >= 2 and bool(places[0]) and set(places[0]) <= roles
        if arity == 1 or (arity == 2 and is_of_roles):
            counters.add((name, arity))
            continue
        board = _board(name, places[1:], sheet, drawing, skipped=1) if arity > 2 and is_of_roles else None
        board = board or _board(name, places, sheet, drawing)
        if board is not None:
            found[name, arity] = board
    statics = _Statics(sheet.rules)
    boards = [
        (_finished(board, layers, statics), layers) for board, layers in _layered(found, sheet.roles, drawing.apart)
    ]
    return Arrangement(tuple(boards), frozenset(counters), _makers(sheet))


def _layered(
    found: Mapping[Key, FactBoard], roles: Sequence[Compound], apart: frozenset[str]
) -> list[tuple[FactBoard, dict[Key, FactBoard]]]:
    """Boards with all that is drawn upon them: the largest first, what fits upon one comes after it."""
    order = {key: place for place, key in enumerate(found)}
    by_size = sorted(
        found,
        key=lambda key: (found[key].skipped, -len(found[key].columns) * len(found[key].rows), not found[key].is_full),
    )
    grounds: dict[Key, dict[Key, FactBoard]] = {}
    for key in by_size:
        fitting = (ground for ground in grounds if found[ground].holds(found[key]))
        below = None if found[key].name in apart else next(fitting, None)
        grounds.setdefault(below or key, {})[key] = found[key]
    boards: list[tuple[FactBoard, dict[Key, FactBoard]]] = []
    for ground in sorted(grounds, key=order.__getitem__):
        layers = {
            key: grounds[ground][key] for key in sorted(grounds[ground], key=lambda key: (key != ground, order[key]))
        }
        if found[ground].skipped:
            boards += [(replace(found[ground], role=role), layers) for role in roles if role.name != "random"]
        else:
            boards.append((found[ground], layers))
    return boards


def _finished(board: FactBoard, layers: Mapping[Key, FactBoard], statics: _Statics) -> FactBoard:
    """The board with its gaps, and with hexagons where its cells have six neighbours; wide enough for all upon it."""
    longest = max((layer.longest_text for layer in layers.values()), key=len)
    if board.is_line:
        return board
    gaps = _gaps(board, layers, statics)
    return replace(
        board, gaps=gaps, slant=None if gaps or board.points else _slant(board, statics), longest_text=longest
    )


def _gaps(board: FactBoard, layers: Mapping[Key, FactBoard], statics: _Statics) -> frozenset[int]:
    """Where there is no cell: of points what has no name, else what no base fact speaks of."""
    cells = frozenset(range(len(board.columns) * len(board.rows)))
    if board.points:
        return cells.difference(board.points.values())
    spoken: set[int] = set()
    for atom in evaluate(statics.dependencies, [("base", 1)]).get(("base", 1), ()):
        fact = atom.arguments[0]
        layer = layers.get((fact.name, len(fact.arguments))) if isinstance(fact, Compound) else None
        place = None if layer is None or not isinstance(fact, Compound) else board.place(fact, layer.skipped)
        if place is not None:
            spoken.add(place)
    # Squares of one colour are no holes: a board with as many gaps as cells looks like nothing.
    return cells - spoken if len(spoken) * 3 > len(cells) * 2 else frozenset()


def _slant(board: FactBoard, statics: _Statics) -> int | None:
    """How rows of hexagons are shifted, if a relation that never changes joins every cell with six others: those beside
    it, those above and below it, and two at opposite corners."""
    for atoms in statics.fixed(4):
        steps: dict[tuple[int, int], int] = {}
        for atom in atoms:
            ends = [board.place(Compound("", atom.arguments[at : at + 2])) for at in (0, 2)]
            if None in ends:
                break
            (y, x), (to_y, to_x) = (divmod(end, len(board.columns)) for end in ends if end is not None)
            steps[to_x - x, to_y - y] = steps.get((to_x - x, to_y - y), 0) + 1
        else:
            for slant, corner in ((0, (1, -1)), (1, (1, 1))):
                halves = ((1, 0), (0, 1), corner)
                wide, high = len(board.columns), len(board.rows)
                if steps == {
                    (sign * x, sign * y): (wide - abs(x)) * (high - abs(y)) for x, y in halves for sign in (1, -1)
                }:
                    return slant
    return None


def _makers(sheet: RuleSheet) -> dict[Compound, Compound]:
    """Contents that one role of several makes true by its moves: `x` where only moves of `xplayer` lead to it."""
    if len(sheet.roles) < 2:
        return {}
    makers: dict[Compound, set[Term]] = {}
    for rule in sheet.rules:
        fact = rule.head.arguments[0] if rule.head.name == "next" and rule.head.arguments else None
        last = fact.arguments[-1] if isinstance(fact, Compound) and fact.arguments else None
        if isinstance(last, Compound) and last not in sheet.roles:
            movers = {
                item.atom.arguments[0] for item in rule.body if isinstance(item, Literal) and item.atom.name == "does"
            }
            makers.setdefault(last, set()).update(movers)
    alone = {content: movers.pop() for content, movers in makers.items() if len(movers) == 1}
    return {content: maker for content, maker in alone.items() if isinstance(maker, Compound)}


def _board(
    name: str, places: Sequence[tuple[Compound, ...]], sheet: RuleSheet, drawing: Drawing, skipped: int = 0
) -> FactBoard | None:
    """The board of facts of which these can be the arguments behind those that are skipped."""
    if not 2 <= len(places) <= 4:
        return None
    if skipped:
        if len(places) > 3 or not all(map(_is_coordinate, places[:2])):
            return None
        columns, rows = (_in_order(place) for place in places[:2])
        longest = " ".join(max((part.name for part in domain), key=len, default="") for domain in places[2:]) or name
        return FactBoard(name, columns, rows, False, False, None, False, longest, skipped=skipped)
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
    for atoms in _Statics(sheet.rules).fixed(2):
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
