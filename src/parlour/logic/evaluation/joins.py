"""Joins as generated Python: one function for a rule and the literal it starts from.

A relation is a table of rows of term numbers (`terms.py`). A literal meets it through an *index*: its pattern
(constants, functions, variables that repeat) is checked once per row when the row arrives, and the row is filed under
the values of the variables that are known when the literal's turn comes. So the generated loops look like

    for a1, in i7.get((a0,), E):      # the rows of `near(?x, ?y)` with ?x known
        if (a1,) in s3: ...           # all variables known: one look

The generated text holds no name of the rule sheet, and constants go by names of their own in it, so rules of the same
shape have the same text, which is compiled once. Loops inside each other end at CPython's limit for blocks (20): from a
certain depth on, the rest of the rule is a function of its own. Every loop charges the rows it will visit to a meter,
so that a join that explodes ends with `TooMuchWork` and not with the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any

from parlour.logic.dependencies import Predicate, predicate
from parlour.logic.evaluation.terms import Terms
from parlour.logic.rules import Compound, Condition, Distinct, Literal, Rule, Term, Variable, is_ground, part_variables

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

    def _filler(self, atom: Compound, known: frozenset[Variable]) -> Any:
        code = _Code(self.terms)
        code.line(0, "def fill(rows, table, atoms):")
        code.line(1, "for row in rows:")
        names = code.take_apart(2, atom, "row", {})
        variables = part_variables(Literal(atom))
        key = _key([names[v] for v in variables if v in known])
        free = [names[v] for v in variables if v not in known]
        if free:
            code.line(2, f"table.setdefault({key}, []).append({_tuple([*free, 'atoms[row]'])})")
        else:
            code.line(2, f"table[{key}] = atoms[row]")
        return code.function("fill")

    def closing(self, rule: Rule, first: Literal | None, order: Sequence[Condition]) -> Any:
        """`join(rows, out)` calls `out(head row)` for what follows from the rule, whatever the undecided negations say.

        With `first`, `rows` are new rows of that literal's relation, else nothing. `order` are the other literals in
        the order of their turns; negations and `distinct` stand behind what binds their variables."""
        return _JoinCode(self, rule, is_emitting=False).compile(first, order)

    def emitting(self, rule: Rule, order: Sequence[Condition], silent: Literal | None = None) -> Any:
        """`join((), out)` calls `out(head row, positive, negative)` for every instance of the rule, with the numbers of
        the undecided atoms in it; in `negative`, None stands for an atom that can never hold. `silent` is a literal of
        `order` that is not among them."""
        return _JoinCode(self, rule, is_emitting=True, silent=silent).compile(None, order)


class _Code:
    """Lines of Python being written, and the values they refer to."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.lines: list[str] = []
        self.values: dict[str, Any] = {
            "ARGS": terms.arguments,
            "FUNCTOR": terms.functors,
            "MAKE": terms.make,
            "__builtins__": {"len": len},
        }
        self.count = 0

    def line(self, depth: int, text: str) -> None:
        self.lines.append(" " * depth + text)

    def fresh(self, letter: str = "a") -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def value(self, thing: Any, letter: str) -> str:
        name = self.fresh(letter)
        self.values[name] = thing
        return name

    def function(self, name: str) -> Any:
        exec(_compiled("\n".join(self.lines)), self.values)
        return self.values[name]

    def take_apart(
        self, depth: int, atom: Compound, row: str, names: dict[Variable, str], skip: str = "continue"
    ) -> dict[Variable, str]:
        """Lines that match a row against a pattern and name its variables, leaving for the next row if it differs."""
        waiting: list[tuple[str, tuple[Term, ...]]] = [(row, atom.arguments)]
        while waiting:
            source, parts = waiting.pop(0)
            if not parts:
                continue
            places = [self.fresh() for _ in parts]
            self.line(depth, f"{_tuple(places)} = {source}")
            for place, part in zip(places, parts, strict=True):
                if isinstance(part, Variable):
                    if part in names:
                        self.line(depth, f"if {place} != {names[part]}: {skip}")
                    else:
                        names[part] = place
                elif is_ground(part):
                    self.line(depth, f"if {place} != {self.constant(part)}: {skip}")
                else:
                    self.line(depth, f"if FUNCTOR[{place}] != {self.functor(part)}: {skip}")
                    waiting.append((f"ARGS[{place}]", part.arguments))
        return names

    def build(self, term: Term, names: dict[Variable, str]) -> str:
        """An expression for the number of a term."""
        if isinstance(term, Variable):
            return names[term]
        if is_ground(term):
            return self.constant(term)
        return f"MAKE({_tuple([self.functor(term), *(self.build(part, names) for part in term.arguments)])})"

    def constant(self, term: Term) -> str:
        return self.value(self.terms.intern(term), "k")

    def functor(self, term: Compound) -> str:
        return self.value(self.terms.functor(term.name, len(term.arguments)), "k")


class _JoinCode(_Code):
    """The text of one rule's join."""

    def __init__(self, joiner: Joiner, rule: Rule, *, is_emitting: bool, silent: Literal | None = None) -> None:
        super().__init__(joiner.terms)
        self.silent = silent
        self.joiner = joiner
        self.rule = rule
        self.is_emitting = is_emitting
        self.functions: list[list[str]] = []
        self.values["CHARGE"] = joiner.meter.charge
        self.values["E"] = ()

    def compile(self, first: Literal | None, order: Sequence[Condition]) -> Any:
        names: dict[Variable, str] = {}
        self.line(0, "def join(rows, OUT):")
        depth = 1
        if first is not None:
            self.line(1, "CHARGE(len(rows))")
            self.line(1, "for row in rows:")
            depth = 2
            self.take_apart(depth, first.atom, "row", names)
        self.parts(depth, order, names, {})
        self.lines = [line for function in [*self.functions, self.lines] for line in function]
        return self.function("join")

    def parts(
        self, depth: int, order: Sequence[Condition], names: dict[Variable, str], atoms: dict[Condition, str]
    ) -> None:
        skip = "continue" if depth > 1 else "return"
        for number, part in enumerate(order):
            if isinstance(part, Distinct):
                self.line(depth, f"if {self.build(part.left, names)} == {self.build(part.right, names)}: {skip}")
                continue
            variables = part_variables(part)
            known = frozenset(v for v in variables if v in names)
            key = _key([names[v] for v in variables if v in known])
            table = self.value(self.joiner.index(part.atom, known).table, "i")
            if len(known) == len(variables):
                self.test(depth, part, table, key, skip, atoms)
                continue
            if depth > DEEPEST_NEST:
                self.rest_elsewhere(depth, order[number:], names, atoms)
                return
            rows, found = self.fresh("r"), self.fresh("n")
            self.line(depth, f"{rows} = {table}.get({key}, E)")
            self.line(depth, f"CHARGE(len({rows}))")
            for variable in variables:
                if variable not in known:
                    names[variable] = self.fresh()
            self.line(depth, f"for {_tuple([*(names[v] for v in variables if v not in known), found])} in {rows}:")
            depth += 1
            skip = "continue"
            atoms[part] = found
        self.line(depth, self.result(names, atoms))

    def test(self, depth: int, part: Literal, table: str, key: str, skip: str, atoms: dict[Condition, str]) -> None:
        """A literal whose variables are all known."""
        if part.is_positive or predicate(part.atom) in self.joiner.undecided:
            atoms[part] = found = self.fresh("n")
            self.line(depth, f"{found} = {table}.get({key})")
            if part.is_positive:
                self.line(depth, f"if {found} is None: {skip}")
        else:
            self.line(depth, f"if {key} in {table}: {skip}")

    def rest_elsewhere(
        self, depth: int, order: Sequence[Condition], names: dict[Variable, str], atoms: dict[Condition, str]
    ) -> None:
        name = self.fresh("f")
        given = ", ".join([*names.values(), *atoms.values(), "OUT"])
        self.line(depth, f"{name}({given})")
        outer, self.lines = self.lines, []
        self.line(0, f"def {name}({given}):")
        self.parts(1, order, dict(names), dict(atoms))
        self.functions.append(self.lines)
        self.lines = outer

    def result(self, names: dict[Variable, str], atoms: dict[Condition, str]) -> str:
        head = _tuple([self.build(part, names) for part in self.rule.head.arguments])
        if not self.is_emitting:
            return f"OUT({head})"
        undecided = [
            (part, name)
            for part, name in atoms.items()
            if isinstance(part, Literal) and part is not self.silent and predicate(part.atom) in self.joiner.undecided
        ]
        positive = [name for part, name in undecided if isinstance(part, Literal) and part.is_positive]
        negative = [name for part, name in undecided if isinstance(part, Literal) and not part.is_positive]
        return f"OUT({head}, {_tuple(positive)}, {_tuple(negative)})"


@lru_cache(maxsize=2_000)
def _compiled(text: str) -> CodeType:
    return compile(text, "<join>", "exec")


def _key(items: Sequence[str]) -> str:
    """One value stands for itself: cheaper to hash than a tuple of one."""
    return items[0] if len(items) == 1 else _tuple(items)


def _tuple(items: Sequence[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _shape(term: Term, order: dict[Variable, int]) -> object:
    if isinstance(term, Variable):
        return order[term]
    return (term.name, *(_shape(part, order) for part in term.arguments))
