"""One rule → Python text: nested look-ups in a good order, tests as early as possible.

Names in the text are made here (`v3`, `q17`), numbers stand for terms: no text of the author ever enters it.

The order of conditions in a rule sheet means nothing. What is known is tested first; then the conditions that are left
fall into groups that share unknown variables. A group that gives nothing to the head is only asked whether it *can*
hold, by a function of its own that remembers its answers: that keeps rules with many variables from multiplying out.
Of the others the one with the fewest expected rows is looked up next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour.engines.rules.tables import Columns
from parlour.logic.dependencies import DOES, KNOWS, TRUE, predicate
from parlour.logic.rules import Compound, Distinct, Literal, Rule, Term, Variable, variables

if TYPE_CHECKING:
    from parlour.engines.rules.fixpoint import Fixpoint
    from parlour.engines.rules.relations import Relations

Condition = Literal | Distinct

# CPython allows twenty nested loops; what is deeper goes into a function of its own.
DEEPEST = 6
# With so many rows to expect, the rest of a join goes into a function that remembers.
WORTH_REMEMBERING = 100.0


def variables_of(condition: Condition) -> set[Variable]:
    if isinstance(condition, Distinct):
        return {*variables(condition.left), *variables(condition.right)}
    return set(variables(condition.atom))


@dataclass(frozen=True, slots=True)
class Alias:
    """A relation with one rule and one condition, `(<= (filled ?x ?y) (true (cell ?x ?y ?p)))`: for each of its
    arguments the argument of the fact it stands for, and what the fact has elsewhere."""

    fact: Compound
    places: tuple[int, ...]
    constants: tuple[tuple[int, Term], ...]


def alias_of(rules: Sequence[Rule]) -> Alias | None:
    """How a relation with these rules only renames facts; None if it does more."""
    if len(rules) != 1 or len(rules[0].body) != 1:
        return None
    head, item = rules[0].head.arguments, rules[0].body[0]
    if not isinstance(item, Literal) or not item.is_positive or predicate(item.atom) != TRUE:
        return None
    fact = item.atom.arguments[0]
    if isinstance(fact, Variable):
        return None
    named = [term for term in fact.arguments if isinstance(term, Variable)]
    if len(set(named)) != len(named) or any(any(variables(term)) for term in fact.arguments if term not in named):
        return None
    if len(set(head)) != len(head) or any(term not in named for term in head):
        return None
    constants = tuple((place, term) for place, term in enumerate(fact.arguments) if term not in named)
    return Alias(fact, tuple(fact.arguments.index(term) for term in head), constants)


# Every function begins so: nothing is counted yet, and the state is at hand.
BEGINNING = ("    n = 1", "    S = C[0]")


def spending(title: str) -> str:
    """A line of text: takes the steps that were counted from what is left."""
    return f"    C[3][0] -= n\n    if C[3][0] < 0: spend(C[3], 0, {title})"


class Join:
    """Writes the text for one rule. `env` gives the names of the variables that are known at this place."""

    def __init__(self, relations: Relations, lines: list[str], indent: int, local: Fixpoint | None = None) -> None:
        self.relations = relations
        self.lines = lines
        self.indent = indent
        self.local = local
        self.env: dict[Variable, str] = {}
        self.loops = 0
        self.leaves = False
        self.context = "C" if local is None else "C, X"

    # ------------------------------------------------------------------------------------------------- text

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def name(self, letter: str) -> str:
        return f"{letter}{self.relations.fresh()}"

    def value(self, term: Term, *, is_new: bool = True) -> str:
        """The number of a term whose variables are known. A term that need not exist (`is_new` is false) may be None:
        then nothing was ever said of it, and no look-up finds it."""
        if isinstance(term, Variable):
            return self.env[term]
        if not any(variables(term)):
            return str(self.relations.terms.number(term))
        functor = self.relations.terms.functor(term.name, len(term.arguments))
        parts = ", ".join(self.value(part, is_new=is_new) for part in term.arguments)
        if not is_new:
            return f"find(({functor}, {parts}))"
        # Nearly every term was met before, and `find` is the faster one (number 0 is found the slow way).
        key = self.name("k")
        return f"(find({key} := ({functor}, {parts})) or make({key}))"

    def is_known(self, term: Term) -> bool:
        return all(variable in self.env for variable in variables(term))

    def match(self, term: Term, text: str) -> None:
        """Goes on only where the value written `text` is this term, and learns the variables in it."""
        if isinstance(term, Variable) and term not in self.env:
            if text.isidentifier():
                self.env[term] = text
            else:
                self.env[term] = name = self.name("v")
                self.line(f"{name} = {text}")
        elif self.is_known(term):
            self.line(f"if {text} != {self.value(term, is_new=False)}: continue")
        else:
            assert isinstance(term, Compound)
            name = self.name("p")
            functor = self.relations.terms.functor(term.name, len(term.arguments))
            self.line(f"{name} = parts[{text}]")
            self.line(f"if {name}[0] != {functor}: continue")
            for place, part in enumerate(term.arguments, 1):
                self.match(part, f"{name}[{place}]")

    # ------------------------------------------------------------------------------------------------ solving

    def solve(self, conditions: Sequence[Condition], outputs: set[Variable], finish: Callable[[], None]) -> None:
        """Text that comes to `finish` for all values of the outputs for which the conditions hold. Where finding one
        solution is enough, `leaves` says so: `finish` then leaves the function."""
        left = self._tests(list(conditions))
        groups = self._groups(left)
        unknown = {variable for variable in outputs if variable not in self.env}
        if len(groups) > 1 or not (unknown or self.leaves):
            for group in groups:
                if not any(variable in unknown for item in group for variable in variables_of(item)):
                    self._exists(group)
                    left = [item for item in left if item not in group]
        if not left:
            finish()
            return
        if self.loops >= DEEPEST or (self.loops and self._is_worth_remembering(left)):
            self._continue_elsewhere(left, outputs, finish)
            return
        best = min(left, key=lambda item: self._cost(item, left, outputs))
        assert isinstance(best, Literal)
        left.remove(best)
        needed = outputs.union(*map(variables_of, left))
        self._look_up(best.atom, needed)
        self.solve(left, outputs, finish)

    def _tests(self, conditions: list[Condition]) -> list[Condition]:
        """Writes the tests whose variables are known, cheapest first; returns what is left."""
        known = [item for item in conditions if all(variable in self.env for variable in variables_of(item))]
        for item in sorted(known, key=self._test_cost):
            self._test(item)
        return [item for item in conditions if item not in known]

    def _test_cost(self, item: Condition) -> float:
        if isinstance(item, Distinct):
            return 0.0
        relation = predicate(item.atom)
        return 1.0 if relation in (TRUE, DOES) or self.relations.is_table(relation) else 5.0

    def _test(self, item: Condition) -> None:
        if isinstance(item, Distinct):
            sign = "==" if item.is_positive else "!="
            self.line(f"if {self.value(item.left)} {sign} {self.value(item.right)}: continue")
            return
        holds = self._holds(item.atom, not item.is_positive)
        self.line(f"if not {holds}: continue" if item.is_positive else f"if {holds}: continue")

    def _holds(self, atom: Compound, is_negated: bool) -> str:
        """An expression: whether an atom holds whose variables are known."""
        relation = predicate(atom)
        if relation == TRUE:
            return f"({self.value(atom.arguments[0], is_new=False)} in S)"
        if relation == DOES:
            role, move = atom.arguments
            return f"(C[1].get({self.value(role)}) == {self.value(move)})"
        if atom.name == KNOWS:
            return f"knows(C, {self._quoted(atom)})"
        columns = tuple(range(len(atom.arguments)))
        return self._access(relation, atom.arguments, columns, (), is_negated=is_negated)

    def _quoted(self, atom: Compound) -> str:
        """An atom under `knows` as a value: `(relation, argument, …)`, where the last argument may be such a value."""
        arguments = [self.value(part) for part in atom.arguments]
        if atom.name == KNOWS:
            inner = atom.arguments[-1]
            assert isinstance(inner, Compound)
            arguments[-1] = self._quoted(inner)
        return f"({self.relations.quoted(predicate(atom))}, {''.join(f'{item}, ' for item in arguments)})"

    def _groups(self, conditions: list[Condition]) -> list[list[Condition]]:
        """Conditions that share unknown variables, directly or through others."""
        groups: list[tuple[set[Variable], list[Condition]]] = []
        for item in conditions:
            unknown = {variable for variable in variables_of(item) if variable not in self.env}
            joined = [item]
            rest = []
            for names, members in groups:
                if names & unknown:
                    unknown |= names
                    joined = members + joined
                else:
                    rest.append((names, members))
            groups = [*rest, (unknown, joined)]
        return [members for _, members in groups]

    # ------------------------------------------------------------------------------------------------ look-ups

    def _split(self, atom: Compound, needed: set[Variable]) -> tuple[tuple[Term, ...], Columns, Columns]:
        """The columns of the table an atom is looked up in: their terms, which are known, and which must be read."""
        relation = predicate(atom)
        terms: tuple[Term, ...] = atom.arguments
        if relation == TRUE and isinstance(terms[0], Compound):
            terms = terms[0].arguments
        count = [variable for term in terms for variable in variables(term)]
        bound = tuple(place for place, term in enumerate(terms) if self.is_known(term))
        wanted = tuple(
            place
            for place, term in enumerate(terms)
            if place not in bound and not (isinstance(term, Variable) and term not in needed and count.count(term) == 1)
        )
        return terms, bound, wanted

    def _look_up(self, atom: Compound, needed: set[Variable]) -> None:
        """A loop over the rows that fit, learning the variables in them."""
        relation = predicate(atom)
        if relation == DOES:
            self._look_up_move(atom)
            return
        terms, bound, wanted = self._split(atom, needed)
        if relation == TRUE and isinstance(atom.arguments[0], Variable):
            rows = "C[0]"
        elif relation == TRUE:
            fact = atom.arguments[0]
            assert isinstance(fact, Compound)
            rows = self._keyed(self.relations.facts_index(fact, bound, wanted), terms, bound, wanted)
        elif self.relations.is_single(relation, bound, wanted):
            row = f"{self.relations.single_index(relation, bound, wanted)}.get({self._key(terms, bound)})"
            self._learn(row, terms, wanted)
            return
        else:
            rows = self._access(relation, terms, bound, wanted)
        if wanted:
            self._loop(rows, terms, wanted)
        else:
            self.line(f"if not {rows}: continue")

    def _look_up_move(self, atom: Compound) -> None:
        """Each role makes one move: where the role is known there is nothing to loop over."""
        role, move = atom.arguments
        name = self.name("m")
        if self.is_known(role):
            self.line(f"{name} = C[1].get({self.value(role)})")
            self.line(f"if {name} is None: continue")
        else:
            who = self.name("r")
            self.line(f"for {who}, {name} in C[1].items():")
            self.indent += 1
            self.loops += 1
            self.match(role, who)
        self.match(move, name)

    def _loop(self, rows: str, terms: Sequence[Term], wanted: Columns) -> None:
        names = [self.name("v") for _ in wanted]
        self._begin_loop(", ".join(names), rows)
        for place, name in zip(wanted, names, strict=True):
            self.match(terms[place], name)

    def _learn(self, row: str, terms: Sequence[Term], wanted: Columns) -> None:
        """As a loop, where there is one row at most."""
        names = [self.name("v") for _ in wanted]
        whole = names[0] if len(names) == 1 else self.name("t")
        self.line(f"{whole} = {row}")
        self.line(f"if {whole} is None: continue")
        if len(names) > 1:
            self.line(f"{', '.join(names)} = {whole}")
        for place, name in zip(wanted, names, strict=True):
            self.match(terms[place], name)

    def _begin_loop(self, names: str, rows: str) -> None:
        if self.loops:
            # Inner loops are where the work is: they are counted.
            table = self.name("t")
            self.line(f"{table} = {rows}")
            self.line(f"n += len({table})")
            self.line("if n > C[3][0]: over(C[3], n)")
            rows = table
        self.line(f"for {names} in {rows}:")
        self.indent += 1
        self.loops += 1

    def _access(
        self,
        relation: tuple[str, int],
        terms: Sequence[Term],
        bound: Columns,
        wanted: Columns,
        *,
        is_negated: bool = False,
    ) -> str:
        """An expression: the rows of a relation, or whether there is one where nothing is wanted."""
        if self.local is not None and relation in self.local.members:
            number = self.local.index(relation, bound, wanted, is_negated=is_negated)
            return self._keyed(f"X[{number}]", terms, bound, wanted)
        if self.relations.is_table(relation):
            return self._keyed(self.relations.table_index(relation, bound, wanted), terms, bound, wanted)
        alias = self.relations.alias(relation)
        if alias is not None:
            return self._access_alias(alias, terms, bound, wanted)
        adornment = "".join("b" if place in bound else "f" if place in wanted else "x" for place in range(len(terms)))
        context, name = self.relations.call(relation, adornment)
        arguments = "".join(f", {self.value(terms[place])}" for place in bound)
        return f"{name}({context}{arguments})"

    def _access_alias(self, alias: Alias, terms: Sequence[Term], bound: Columns, wanted: Columns) -> str:
        """A relation that only gives some facts another name is looked up among the facts."""
        known = {alias.places[place]: terms[place] for place in bound} | dict(alias.constants)
        places = tuple(sorted(known))
        read = tuple(alias.places[place] for place in wanted)
        index = self.relations.facts_index(alias.fact, places, read)
        return self._keyed(
            index, [known.get(place, term) for place, term in enumerate(alias.fact.arguments)], places, read
        )

    def _keyed(self, index: str, terms: Sequence[Term], bound: Columns, wanted: Columns) -> str:
        if not bound:
            return index
        key = self._key(terms, bound)
        return f"{index}.get({key}, E)" if wanted else f"({key} in {index})"

    def _key(self, terms: Sequence[Term], bound: Columns) -> str:
        values = [self.value(terms[place], is_new=False) for place in bound]
        return values[0] if len(values) == 1 else f"({', '.join(values)})"

    def _cost(self, item: Condition, left: Sequence[Condition], outputs: set[Variable]) -> float:
        """How many rows to expect; what cannot be looked up yet comes last."""
        if isinstance(item, Distinct) or not item.is_positive or item.atom.name == KNOWS:
            return float("inf")
        relation = predicate(item.atom)
        others = [other for other in left if other is not item]
        needed = outputs.union(*map(variables_of, others))
        terms, bound, wanted = self._split(item.atom, needed)
        if relation == DOES:
            return 0.9 if self.is_known(item.atom.arguments[0]) else 2.1
        if relation == TRUE:
            fact = item.atom.arguments[0]
            if isinstance(fact, Variable):
                return 1000.0
            return self.relations.expected_facts(fact, bound) if wanted else 0.5
        if not wanted:
            return 0.6
        if self.local is not None and relation in self.local.members:
            return float(40.0 ** (len(wanted) / len(terms)))
        return self.relations.expected_rows(relation, bound)

    # --------------------------------------------------------------------------------------- functions of their own

    def _exists(self, group: list[Condition]) -> None:
        """A test: these conditions can be met, whatever the values."""
        if len(group) == 1 and isinstance(group[0], Literal):
            atom = group[0].atom
            if predicate(atom) != DOES and not self._split(atom, set())[2]:
                self._look_up(atom, set())
                return
        self.line(f"if not {self._elsewhere(group, [])}: continue")

    def _continue_elsewhere(
        self, left: Sequence[Condition], outputs: set[Variable], finish: Callable[[], None]
    ) -> None:
        """The rest of a join as a function: it gives the values of the outputs that are still to be found."""
        unknown = sorted((item for item in outputs if item not in self.env), key=lambda variable: variable.name)
        if unknown:
            names = [self.name("v") for _ in unknown]
            self._begin_loop("".join(f"{name}, " for name in names).strip(), self._elsewhere(left, unknown))
            self.env.update(zip(unknown, names, strict=True))
        else:
            self.line(f"if not {self._elsewhere(left, [])}: continue")
        finish()

    def _elsewhere(self, conditions: Sequence[Condition], outputs: Sequence[Variable]) -> str:
        """A call of a new function: whether the conditions can be met, or the values of the outputs for which they
        are. It remembers its answers, unless they can still change in a fixpoint."""
        is_local = self.local is not None and any(
            isinstance(item, Literal) and predicate(item.atom) in self.local.members for item in conditions
        )
        inner = Join(self.relations, [], 2, self.local if is_local else None)
        inner.leaves = not outputs
        mentioned = set().union(*map(variables_of, conditions))
        inner.env = {variable: name for variable, name in self.env.items() if variable in mentioned}
        names = list(dict.fromkeys(inner.env.values()))
        name = self.name("e")
        key = names[0] if len(names) == 1 else f"({', '.join(names)})"
        head = [f"def {name}({', '.join([inner.context, *names])}):"]
        store = ""
        if not is_local:
            slot = self.relations.slot()
            store = f"M[{key}] = " if names else f"C[{slot}] = "
            if names:
                head += [f"    M = C[{slot}]", f"    if M is None: M = C[{slot}] = {{}}", f"    r = M.get({key})"]
            else:
                head += [f"    r = C[{slot}]"]
            head += ["    if r is not None: return r"]
        if outputs:
            head += ["    result = set()", "    add = result.add"]

        def found() -> None:
            if outputs:
                inner.line(f"add(({''.join(f'{inner.env[item]}, ' for item in outputs)}))")
            else:
                inner.line("C[3][0] -= n")
                inner.line(f"{store}True")
                inner.line("return True")

        inner.solve(conditions, set(outputs), found)
        result = "result" if outputs else "False"
        tail = [spending("'a condition'"), f"    {store}{result}", f"    return {result}"]
        self.relations.add_text([*head, *BEGINNING, "    for _ in O:", *inner.lines, *tail])
        return f"{name}({', '.join([inner.context, *names])})"

    def _is_worth_remembering(self, left: Sequence[Condition]) -> bool:
        """Whether the rest of a join forgets something and is long: the same rest then comes again and again, and a
        function that remembers its answers keeps the work from multiplying."""
        needed = set().union(*map(variables_of, left))
        if len(left) < 2 or all(variable in needed for variable in self.env):
            return False
        probe = Join(self.relations, [], 0, self.local)
        probe.env = dict(self.env)
        waiting = [item for item in left if isinstance(item, Literal) and item.is_positive and item.atom.name != KNOWS]
        rows = 1.0
        while waiting and rows < WORTH_REMEMBERING:
            costs = [probe._cost(item, waiting, needed) for item in waiting]
            rows *= max(min(costs), 1.0)
            best = waiting.pop(costs.index(min(costs)))
            probe.env.update(dict.fromkeys(variables_of(best), "v"))
        return rows >= WORTH_REMEMBERING
