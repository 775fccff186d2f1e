"""Joins as generated Python: one function for a rule and the literal it starts from.

A relation is a table of rows of term numbers (`terms.py`). A literal meets it through an *index*: its pattern
(constants, functions, variables that repeat) is checked once per row when the row arrives, and the row is filed under
the values of the variables that are known when the literal's turn comes. So the generated loops look like

    for v3, n4 in c2.get(v1, E):      # the rows of `near(?x, ?y)` with ?x known
        n6 = c5.get((v1, v3))         # all variables known: one look
        if n6 is None: continue

Constants and tables go by names of their own in the text (`text.py`), so rules of the same shape have the same text,
which is compiled once. Loops inside each other end at CPython's limit for blocks (20): from a
certain depth on, the rest of the rule is a function of its own. Every loop charges the rows it will visit to a meter,
so that a join that explodes ends with `TooMuchWork` and not with the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from types import CodeType
from typing import Any

from parlour.logic.dependencies import Predicate, predicate
from parlour.logic.evaluation.terms import Terms
from parlour.logic.evaluation.text import Text, key_of, row_of
from parlour.logic.rules import Compound, Condition, Distinct, Literal, Rule, Term, Variable, part_variables

Row = tuple[int, ...]

DEEPEST_NEST = 12


class TooMuchWork(Exception):
    """The join would visit more rows than the caller allows."""


class Meter:
    """How many rows may still be visited."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.used = 0

    def charge(self, rows: int) -> None:
        self.used += rows
        if self.used > self.room:
            raise TooMuchWork


class Relation:
    """The rows of one relation, each with a number of its own among all atoms, and the indexes over them."""

    def __init__(self, name: Predicate) -> None:
        self.name = name
        self.atoms: dict[Row, int] = {}
        self.indexes: dict[tuple[Any, ...], Index] = {}
        self.waiting: list[Row] = []

    def file(self, rows: Sequence[Row]) -> None:
        """Puts new rows into every index."""
        for index in self.indexes.values():
            index.fill(rows, index.table, self.atoms)


class Index:
    """`table` maps the known values to lists of the others (with the atom's number last), or, where all are known, to
    the atom's number."""

    def __init__(self, fill: Callable[[Sequence[Row], dict[Any, Any], dict[Row, int]], None]) -> None:
        self.fill = fill
        self.table: dict[Any, Any] = {}


class Joiner:
    """The relations of one grounding and the functions generated over them. `undecided` relations are those whose
    negation is not known before the game is played."""

    def __init__(self, terms: Terms, meter: Meter, undecided: frozenset[Predicate]) -> None:
        self.terms = terms
        self.meter = meter
        self.undecided = undecided
        self.relations: dict[Predicate, Relation] = {}

    def relation(self, name: Predicate) -> Relation:
        found = self.relations.get(name)
        if found is None:
            found = self.relations[name] = Relation(name)
        return found

    def index(self, atom: Compound, known: frozenset[Variable]) -> Index:
        """The index for an atom's pattern when the values of `known` are given; made and filled on first use."""
        relation = self.relation(predicate(atom))
        order = {variable: number for number, variable in enumerate(part_variables(Literal(atom)))}
        shape = (_shape(atom, order), tuple(number for variable, number in order.items() if variable in known))
        found = relation.indexes.get(shape)
        if found is None:
            found = relation.indexes[shape] = Index(self._filler(atom, known))
            found.fill(list(relation.atoms), found.table, relation.atoms)
        return found

    def text(self, rule: Rule | None = None) -> Text:
        """Text over these relations, with the values it refers to."""
        terms = self.terms
        values = {
            "parts": terms.parts,
            "make": terms.make,
            "find": terms.ids.get,
            "rule": rule,
            "charge": self.meter.charge,
            "E": (),
            "O": (0,),
            "__builtins__": {"len": len},
        }
        return Text(terms, count().__next__, title="rule", constants=values)

    def _filler(self, atom: Compound, known: frozenset[Variable]) -> Any:
        text = self.text()
        text.lines.append("def fill(rows, table, atoms):")
        text.enter("for row in rows:")
        text.match_row(atom.arguments, "row")
        names = text.env
        variables = part_variables(Literal(atom))
        key = key_of([names[v] for v in variables if v in known])
        free = [names[v] for v in variables if v not in known]
        if free:
            text.line(f"table.setdefault({key}, []).append({row_of([*free, 'atoms[row]'])})")
        else:
            text.line(f"table[{key}] = atoms[row]")
        return _function(text, "fill")

    def closing(self, rule: Rule, first: Literal | None, order: Sequence[Condition]) -> Any:
        """`join(rows, out)` calls `out(head row)` for what follows from the rule, whatever the undecided negations say.

        With `first`, `rows` are new rows of that literal's relation, else nothing. `order` are the other literals in
        the order of their turns; negations and `distinct` stand behind what binds their variables."""
        return _JoinText(self, rule, is_emitting=False).compile(first, order)

    def emitting(self, rule: Rule, order: Sequence[Condition], silent: Literal | None) -> Any:
        """`join((), out)` calls `out(head row, positive, negative)` for every instance of the rule, with the numbers of
        the undecided atoms in it; in `negative`, None stands for an atom that can never hold. `silent` is a literal of
        `order` that is not among them."""
        return _JoinText(self, rule, is_emitting=True, silent=silent).compile(None, order)


class _JoinText:
    """The text of one rule's join."""

    def __init__(self, joiner: Joiner, rule: Rule, *, is_emitting: bool, silent: Literal | None = None) -> None:
        self.joiner = joiner
        self.rule = rule
        self.is_emitting = is_emitting
        self.silent = silent
        self.functions: list[str] = []

    def compile(self, first: Literal | None, order: Sequence[Condition]) -> Any:
        text = self.joiner.text(self.rule)
        text.lines.append("def join(rows, out):")
        if first is None:
            text.enter("for _ in O:")
        else:
            text.line("charge(len(rows))")
            text.match_rows(first.atom.arguments, "rows")
        self.write(text, order, {})
        text.lines[:0] = self.functions
        return _function(text, "join")

    def write(self, text: Text, order: Sequence[Condition], atoms: dict[Condition, str]) -> None:
        """What comes of the conditions; `atoms` are the names of the numbers of their atoms."""
        for place, part in enumerate(order):
            if isinstance(part, Distinct):
                text.line(f"if {text.value(part.left)} == {text.value(part.right)}: continue")
                continue
            variables = part_variables(part)
            known = frozenset(variable for variable in variables if variable in text.env)
            key = key_of([text.env[variable] for variable in variables if variable in known])
            table = text.named(self.joiner.index(part.atom, known).table)
            if len(known) == len(variables):
                self.test(text, part, table, key, atoms)
                continue
            if text.loops > DEEPEST_NEST:
                self.go_on_elsewhere(text, order[place:], atoms)
                return
            rows, found = text.name("r"), text.name("n")
            text.line(f"{rows} = {table}.get({key}, E)")
            text.line(f"charge(len({rows}))")
            text.env |= {variable: text.name("v") for variable in variables if variable not in known}
            text.enter(f"for {row_of([*(text.env[v] for v in variables if v not in known), found])} in {rows}:")
            atoms[part] = found
        text.line(self.result(text, atoms))

    def test(self, text: Text, part: Literal, table: str, key: str, atoms: dict[Condition, str]) -> None:
        """A literal whose variables are all known."""
        if not part.is_positive and predicate(part.atom) not in self.joiner.undecided:
            text.line(f"if {key} in {table}: continue")
            return
        atoms[part] = found = text.name("n")
        text.line(f"{found} = {table}.get({key})")
        if part.is_positive:
            text.line(f"if {found} is None: continue")

    def go_on_elsewhere(self, text: Text, order: Sequence[Condition], atoms: dict[Condition, str]) -> None:
        name = text.name("f")
        given = ", ".join([*text.env.values(), *atoms.values(), "out"])
        text.line(f"{name}({given})")
        inner = Text(text.terms, text.fresh, title=text.title, constants=text.constants)
        inner.env = dict(text.env)
        inner.lines.append(f"def {name}({given}):")
        inner.enter("for _ in O:")
        self.write(inner, order, dict(atoms))
        self.functions += inner.lines

    def result(self, text: Text, atoms: dict[Condition, str]) -> str:
        head = row_of(list(map(text.value, self.rule.head.arguments)))
        if not self.is_emitting:
            return f"out({head})"
        undecided = [
            (part.is_positive, name)
            for part, name in atoms.items()
            if isinstance(part, Literal) and part is not self.silent and predicate(part.atom) in self.joiner.undecided
        ]
        positive, negative = ([name for sign, name in undecided if sign is wanted] for wanted in (True, False))
        return f"out({head}, {row_of(positive)}, {row_of(negative)})"


def _function(text: Text, name: str) -> Any:
    values = text.constants
    assert values is not None
    exec(_compiled("\n".join(text.lines)), values)
    return values[name]


@lru_cache(maxsize=2_000)
def _compiled(text: str) -> CodeType:
    return compile(text, "<join>", "exec")


def _shape(term: Term, order: dict[Variable, int]) -> object:
    if isinstance(term, Variable):
        return order[term]
    return (term.name, *(_shape(part, order) for part in term.arguments))
