"""Look-ups: one condition → a loop over the rows that fit, or a test where everything in it is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from parlour.engines.rules.conditions import Alias, Condition, Outputs, variables_of
from parlour.engines.rules.tables import Columns
from parlour.engines.rules.text import Text
from parlour.logic.dependencies import DOES, KNOWS, TRUE, predicate
from parlour.logic.rules import Compound, Distinct, Literal, Term, Variable, variables


class LookUps(Text):
    """Writes tests and look-ups, and says what they need."""

    def waiting_for(self, outputs: Outputs) -> set[Variable]:
        """The variables that the outputs still wait for."""
        waiting = [term for term in outputs if term not in self.made]
        return {variable for term in waiting for variable in variables(term) if variable not in self.env}

    def whole_of(self, atom: Compound, outputs: Outputs) -> Compound | None:
        """A fact that is looked up and given out as it is, `(<= (next (cell ?x ?y)) (true (cell ?x ?y)))`."""
        fact = atom.arguments[0] if predicate(atom) == TRUE else None
        return fact if isinstance(fact, Compound) and fact in outputs and any(variables(fact)) else None

    def needed_beyond(self, item: Literal, others: Sequence[Condition], outputs: Outputs) -> set[Variable]:
        """The variables that are needed beyond this condition."""
        whole = self.whole_of(item.atom, outputs)
        return self.waiting_for([term for term in outputs if term != whole]).union(*map(variables_of, others))

    def is_test(self, item: Condition) -> bool:
        if isinstance(item, Literal) and predicate(item.atom) == TRUE:
            fact = item.atom.arguments[0]
            if fact in self.made or fact in self.asked:
                return True
        return all(variable in self.env for variable in variables_of(item))

    def test(self, item: Condition) -> None:
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
            fact = atom.arguments[0]
            known = self.asked.get(fact) if isinstance(fact, Compound) else None
            return f"({known or self.value(fact, is_new=False)} in S)"
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

    def split(self, atom: Compound, needed: set[Variable]) -> tuple[tuple[Term, ...], Columns, Columns]:
        """The columns of the table an atom is looked up in: their terms, which are known, and which must be read."""
        relation = predicate(atom)
        terms: tuple[Term, ...] = atom.arguments
        if relation == TRUE and isinstance(terms[0], Compound):
            terms = terms[0].arguments
        times = Counter(variable for term in terms for variable in variables(term))
        bound: list[int] = []
        wanted: list[int] = []
        for place, term in enumerate(terms):
            if self.is_known(term):
                bound.append(place)
            elif not isinstance(term, Variable) or term in needed or times[term] > 1:
                wanted.append(place)
        return terms, tuple(bound), tuple(wanted)

    def look_up(self, atom: Compound, needed: set[Variable], whole: Compound | None = None) -> None:
        """A loop over the rows that fit, learning the variables in them, and the fact itself if it is asked for."""
        relation = predicate(atom)
        if relation == DOES:
            self._look_up_move(atom)
            return
        terms, bound, wanted = self.split(atom, needed)
        if relation == TRUE and isinstance(atom.arguments[0], Variable):
            rows = "C[0]"
        elif relation == TRUE:
            fact = atom.arguments[0]
            assert isinstance(fact, Compound)
            read = wanted if whole is None else (*wanted, len(terms))
            rows = self._keyed(self.relations.facts_index(fact, bound, read), terms, bound, read)
        elif self.relations.is_single(relation, bound, wanted):
            row = f"{self.relations.single_index(relation, bound, wanted)}.get({self._key(terms, bound)})"
            self._learn(row, terms, wanted)
            return
        else:
            rows = self._access(relation, terms, bound, wanted)
        if wanted or whole is not None:
            self._loop(rows, terms, wanted, whole)
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
            self.enter(f"for {who}, {name} in C[1].items():")
            self.match(role, who)
        self.match(move, name)

    def _loop(self, rows: str, terms: Sequence[Term], wanted: Columns, whole: Compound | None) -> None:
        names = [self.name("v") for _ in wanted]
        if whole is not None:
            self.made[whole] = self.name("v")
        self.begin_loop(", ".join(names if whole is None else [*names, self.made[whole]]), rows)
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
        if self.loops and index.startswith("(C["):
            index = self._before_loops(index)
        if not bound:
            return index
        key = self._key(terms, bound)
        return f"{index}.get({key}, E)" if wanted else f"({key} in {index})"

    def _key(self, terms: Sequence[Term], bound: Columns) -> str:
        values = [self.value(terms[place], is_new=False) for place in bound]
        return values[0] if len(values) == 1 else f"({', '.join(values)})"
