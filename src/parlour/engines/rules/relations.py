"""How each relation is worked out: a table made once, a function called on demand, or a fixpoint in every state.

- What depends on neither the state nor the moves is a table, made when the game is loaded. One that is too large stays
  a function, whose answers are remembered for good; so does one that fails, for then play tells what is wrong.
- Relations that need each other are tables of a state, made together at their first use in it.
- Everything else is a function for each kind of call: `line/bf` is given the first argument and finds the second.
  It works out only what it is asked, and remembers it for the state (tabling).

Functions take a *context*, the list of what is known of one state::

    C[0]  the numbers of the true facts      C[1]  the moves, a dict from role to move
    C[2]  what the roles know, or None       C[3]  [steps left]
    C[4]  facts by their names               C[5…] indexes and remembered answers
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from parlour.engines.rules.budget import OutOfBudget, spend
from parlour.engines.rules.conditions import Alias, alias_of
from parlour.engines.rules.fixpoint import Fixpoint, NotStratified
from parlour.engines.rules.joins import solve
from parlour.engines.rules.tables import Columns, Row, build, fan_out, index_text, picker
from parlour.engines.rules.terms import ABSENT, Terms
from parlour.engines.rules.text import BEGINNING, Join, spending
from parlour.logic.dependencies import DOES, KNOWS, TRUE, Dependencies, Predicate, predicate
from parlour.logic.evaluation.text import key_of
from parlour.logic.rules import Compound, Rule, variables

LOADING_STEPS = 4_000_000
# A table of what never changes may have so many rows; larger ones are worked out on demand.
LARGEST_TABLE = 200_000
# So many rows that are the same in every state are kept in all; what is beyond is worked out again.
MOST_KEPT = 300_000
FIRST_SLOT = 5
_QUERIES = ("role", "init", "legal", "next", "goal", "terminal", "sees")


class Relations:
    """Everything the rules define. `call` says how to ask; `flush` makes functions of the texts written so far."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.terms = Terms()
        self.dependencies = Dependencies(rules)
        changing = self.dependencies.reaching(TRUE, DOES, (KNOWS, 1), (KNOWS, 2))
        self.facts: dict[Predicate, list[Row]] = {}
        self._proper: dict[Predicate, list[Rule]] = {}
        self._sort_rules()
        self._slots = FIRST_SLOT
        self._count = 0
        self._texts: list[str] = []
        self._waiting: list[tuple[Predicate, str, str]] = []
        self._titles: dict[Rule, str] = {}
        self._calls: dict[tuple[Predicate, str], str] = {}
        self._tables: dict[Predicate, list[Row]] = {}
        self._fixpoints: dict[Predicate, int] = {}
        self._failed: set[Predicate] = set()
        self._indexes: dict[tuple[Any, ...], str] = {}
        self._samples: dict[int, list[Row]] = {}
        self._rows: dict[int, Row] = {}
        self._counts: dict[tuple[Predicate, Columns], int] = {}
        self.quotations: list[Predicate] = []
        self.constant: list[Any] = [frozenset(), {}, None, [LOADING_STEPS], None]
        self.static = {item for item in self.dependencies.edges if item not in changing}
        self.namespace: dict[str, Any] = {
            "__builtins__": {},
            "G": self.constant,
            "E": (),
            "O": (0,),
            "set": set,
            "len": len,
            "list": list,
            "map": map,
            "room": [MOST_KEPT],
            "parts": self.terms.parts,
            "make": self.terms.make,
            "find": self.terms.ids.get,
            "absent": lambda *_: ABSENT,
            "spend": spend,
            "knows": _knows,
        }
        self._make_tables()

    def _sort_rules(self) -> None:
        """Facts are rows; only rules with conditions become text."""
        for relation, rules in self.dependencies.rules.items():
            for rule in rules:
                if rule.body or any(variables(rule.head)):
                    self._proper.setdefault(relation, []).append(rule)
                else:
                    row = tuple(map(self.terms.number, rule.head.arguments))
                    self.facts.setdefault(relation, []).append(row)

    def _make_tables(self) -> None:
        # What play needs: `base` and `input`, say, are only for people.
        needed = self.dependencies.below(*(item for item in self.dependencies.edges if item[0] in _QUERIES))
        for part in self.dependencies.components:
            if not any(relation in needed for relation in part):
                continue
            if self.dependencies.is_recursive(part[0]):
                self._make_fixpoint(part)
            elif part[0] in self.static:
                self._make_table(part[0])
        sample: dict[int, list[Row]] = {}
        for row in self._tables.get(("init", 1), ()):
            parts = self.terms.parts[row[0]]
            sample.setdefault(parts[0], []).append(parts[1:])
        self._samples = sample

    def _make_fixpoint(self, part: tuple[Predicate, ...]) -> None:
        fixpoint = Fixpoint(self, part)
        found = self._at_loading(part, fixpoint.run) if part[0] in self.static else None
        if found is not None:
            self._tables.update({relation: sorted(rows) for relation, rows in found.items()})
            return
        slot = self.slot()
        name = f"s{slot}"
        self.namespace[name] = fixpoint.run
        self.add_text([f"def g{slot}(C):", f"    r = C[{slot}] = {name}(C)", "    return r"])
        self._fixpoints.update(dict.fromkeys(part, slot))

    def _make_table(self, relation: Predicate) -> None:
        if relation not in self._proper:
            self._tables[relation] = self.facts.get(relation, [])
            return
        arity = relation[1]
        _, name = self.call(relation, "f" * arity)
        self.flush()
        found = self._at_loading((relation,), self.namespace[name])
        if found is None:
            return  # it stays a function
        if arity == 0:
            self._tables[relation] = [()] if found else []
        elif len(found) <= LARGEST_TABLE:
            self._tables[relation] = sorted((value,) for value in found) if arity == 1 else sorted(found)

    def _at_loading(self, part: tuple[Predicate, ...], work: Callable[[list[Any]], Any]) -> Any:
        """What never changes, worked out; None if that fails. What needs something that has failed is not tried: each
        attempt would take as long, and leave as many terms behind."""
        if not any(edge.body in self._failed for relation in part for edge in self.dependencies.edges[relation]):
            self.constant[3] = [LOADING_STEPS]
            with suppress(OutOfBudget, NotStratified):
                return work(self.constant)
        self._failed.update(part)
        return None

    # ------------------------------------------------------------------------------------------ for those who write

    def fresh(self) -> int:
        self._count += 1
        return self._count

    def slot(self) -> int:
        self._slots += 1
        self.constant.append(None)
        return self._slots - 1

    def title(self, rule: Rule) -> str:
        """What texts call a rule that is at work."""
        if rule not in self._titles:
            self._titles[rule] = f"w{self.fresh()}"
            self.namespace[self._titles[rule]] = rule
        return self._titles[rule]

    def blamed(self, relation: Predicate) -> Rule:
        """The rule of a relation that is told where no single one was at work: the last one."""
        return self.dependencies.rules[relation][-1]

    def add_text(self, lines: list[str]) -> None:
        self._texts.append("\n".join(lines))

    def rules_of(self, relation: Predicate) -> list[Rule]:
        return self._proper.get(relation, [])

    def facts_of(self, relation: Predicate) -> list[Row]:
        return self.facts.get(relation, [])

    def is_table(self, relation: Predicate) -> bool:
        return relation in self._tables or relation in self._fixpoints or not self._is_defined(relation)

    def _is_defined(self, relation: Predicate) -> bool:
        return relation in self.dependencies.rules

    def table_index(self, relation: Predicate, bound: Columns, wanted: Columns) -> str:
        """An expression for an index over a relation that is a table."""
        asked = (relation, bound, wanted)
        if asked not in self._indexes:
            slot = self._fixpoints.get(relation)
            if slot is None:
                name = f"x{self.fresh()}"
                self.namespace[name] = build(self._tables.get(relation, ()), bound, wanted)
                self._indexes[asked] = name
            else:
                rows = f"x{self.fresh()}"
                self.namespace[rows] = relation
                is_distinct = len(bound) + len(wanted) == relation[1]
                own = self._new_index(f"(C[{slot}] or g{slot}(C))[{rows}]", bound, wanted, is_distinct=is_distinct)
                self._indexes[asked] = own
        return self._indexes[asked]

    def is_single(self, relation: Predicate, bound: Columns, wanted: Columns) -> bool:
        """Whether a look-up in a table that never changes finds one row at most, as in `(succ ?x ?y)`."""
        if not self._tables.get(relation) or not bound or not wanted:
            return False
        return self._different(relation, bound) == self._different(relation, bound + wanted)

    def _different(self, relation: Predicate, columns: Columns) -> int:
        """How many different keys these columns of a table have."""
        asked = (relation, columns)
        if asked not in self._counts:
            self._counts[asked] = len(set(map(picker(columns), self._tables[relation]))) if columns else 1
        return self._counts[asked]

    def single_index(self, relation: Predicate, bound: Columns, wanted: Columns) -> str:
        """An index that gives the one row instead of a list."""
        asked = ("single", relation, bound, wanted)
        if asked not in self._indexes:
            name = f"x{self.fresh()}"
            key, value = picker(bound), picker(wanted)
            self.namespace[name] = {key(row): value(row) for row in self._tables[relation]}
            self._indexes[asked] = name
        return self._indexes[asked]

    def alias(self, relation: Predicate) -> Alias | None:
        """How a relation only renames facts, if that is all it does."""
        if relation in self.facts:
            return None
        return alias_of(self.rules_of(relation))

    def facts_index(self, fact: Compound, bound: Columns, wanted: Columns) -> str:
        """An expression for an index over the true facts of one name. The column after the last argument is the fact
        itself."""
        functor = self.terms.functor(fact.name, len(fact.arguments))
        count = len(fact.arguments)
        is_distinct = count in wanted or len(bound) + len(wanted) == count
        if not bound and wanted and not (is_distinct and count in wanted):
            # To go through them all and to ask for one is the same set.
            bound, wanted, is_distinct = wanted, (), False
        asked = (functor, bound, wanted)
        if asked not in self._indexes:
            # The first part of a fact is its name.
            columns = tuple(place + 1 for place in bound), tuple(place + 1 for place in wanted)
            rows = f"(C[4] or group(C)).get({functor}, E)"
            self._indexes[asked] = self._new_index(rows, *columns, is_distinct=is_distinct)
        return self._indexes[asked]

    def _new_index(self, rows: str, bound: Columns, wanted: Columns, *, is_distinct: bool) -> str:
        slot = self.slot()
        pick = f"x{self.fresh()}"
        self.namespace[pick] = picker(bound or wanted) if bound or wanted else None
        lines = index_text(rows, bound, wanted, pick, is_distinct=is_distinct)
        self.add_text([f"def i{slot}(C):", *lines, f"    C[{slot}] = r", "    return r"])
        return f"(C[{slot}] or i{slot}(C))"

    def expected_facts(self, fact: Compound, bound: Columns) -> float:
        functor = self.terms.functors.get((fact.name, len(fact.arguments)))
        rows = self._samples.get(-1 if functor is None else functor)
        if rows:
            return fan_out(rows, bound)
        free = len(fact.arguments) - len(bound)
        return float(24.0 ** (free / max(len(fact.arguments), 1)))

    def expected_rows(self, relation: Predicate, bound: Columns) -> float:
        rows = self._tables.get(relation)
        if rows is not None:
            return len(rows) / self._different(relation, bound) if rows else 0.0
        if not self._is_defined(relation):
            return 0.0
        free = relation[1] - len(bound)
        return 2.0 + float(16.0 ** (free / max(relation[1], 1)))

    def quoted(self, relation: Predicate) -> int:
        """A number by which an atom under `knows` names its relation; see `Evaluator.holds`."""
        if relation not in self.quotations:
            self.quotations.append(relation)
            if relation not in (TRUE, DOES) and relation[0] != KNOWS and not self.is_table(relation):
                self.call(relation, "b" * relation[1])
        return self.quotations.index(relation)

    # --------------------------------------------------------------------------------------------------- calling

    def call(self, relation: Predicate, adornment: str) -> tuple[str, str]:
        """The context to give and the name of the function for one kind of call: `b` is given, `f` is found, `x` does
        not matter. It answers whether there is such a row if nothing is to be found, otherwise a set of values (of
        tuples, if several are)."""
        name = self._calls.get((relation, adornment))
        if name is None:
            name = self._calls[relation, adornment] = f"q{self.fresh()}"
            self._waiting.append((relation, adornment, name))
        return ("G" if relation in self.static else "C"), name

    def flush(self) -> None:
        """Compiles all texts, and those that they need."""
        while self._waiting:
            self._write(*self._waiting.pop())
        if self._texts:
            self.namespace.setdefault("group", self._group)
            text = "\n".join(self._texts)
            self._texts.clear()
            exec(compile(text, "<rules>", "exec"), self.namespace)

    def _group(self, context: list[Any]) -> dict[int, list[Row]]:
        """The rows of all true facts by their names: the parts of the fact, and the fact itself."""
        rows = self._rows
        found: dict[int, list[Row]] = {}
        for fact in context[0]:
            row = rows.get(fact)
            if row is None:
                row = rows[fact] = (*self.terms.parts[fact], fact)
            if row[0] in found:
                found[row[0]].append(row)
            else:
                found[row[0]] = [row]
        context[4] = found
        return found

    def _write(self, relation: Predicate, adornment: str, name: str) -> None:
        bound = tuple(place for place, letter in enumerate(adornment) if letter == "b")
        wanted = tuple(place for place, letter in enumerate(adornment) if letter == "f")
        names = [f"a{place}" for place in bound]
        slot = self.slot()
        key = key_of(names)
        lines = [f"def {name}({', '.join(['C', *names])}):"]
        if names:
            lines += [f"    M = C[{slot}]", f"    if M is None: M = C[{slot}] = {{}}"]
            lines += [f"    r = M.get({key})", "    if r is not None: return r"]
            store = f"M[{key}]"
        else:
            lines += [f"    r = C[{slot}]", "    if r is not None: return r"]
            store = f"C[{slot}]"
        lines += BEGINNING
        if wanted:
            lines += ["    result = set()", "    add = result.add"]
        if relation in self.facts:
            self._write_facts(lines, relation, bound, wanted, key, store)
        rules = self.rules_of(relation)
        for rule in rules:
            self._write_rule(lines, rule, bound, wanted, store)
        lines += [spending(self.title(self.blamed(relation))), f"    {store} = {'result' if wanted else 'False'}"]
        lines.append(f"    return {'result' if wanted else 'False'}")
        self.add_text(lines)

    def alone(self, rule: Rule, given: int) -> Callable[..., set[Any]]:
        """A function of a context and the first arguments: what one rule gives, without the others of its relation."""
        name = f"q{self.fresh()}"
        bound = tuple(range(given))
        lines = [f"def {name}({', '.join(['C', *(f'a{place}' for place in bound)])}):", *BEGINNING]
        lines += ["    result = set()", "    add = result.add"]
        self._write_rule(lines, rule, bound, tuple(range(given, len(rule.head.arguments))), "")
        self.add_text([*lines, "    return result"])
        self.flush()
        found: Callable[..., set[Any]] = self.namespace[name]
        return found

    def _write_facts(
        self, lines: list[str], relation: Predicate, bound: Columns, wanted: Columns, key: str, store: str
    ) -> None:
        index = f"x{self.fresh()}"
        self.namespace[index] = build(self.facts[relation], bound, wanted)
        if wanted:
            lines.append(f"    result.update({index}.get({key}, E))" if bound else f"    result.update({index})")
        else:
            lines += [f"    if {f'{key} in {index}' if bound else index}:", f"        {store} = True"]
            lines.append("        return True")

    def _write_rule(self, lines: list[str], rule: Rule, bound: Columns, wanted: Columns, store: str) -> None:
        lines.append("    for _ in O:")
        join = Join(self, lines, 2, self.title(rule))
        join.leaves = not wanted
        join.counts_all = bool(bound)
        join.keeps = predicate(rule.head) not in self.static
        head = rule.head.arguments
        for place in bound:
            join.match(head[place], f"a{place}")

        def found() -> None:
            if not wanted:
                join.line(f"{store} = True")
                join.line("return True")
            elif len(wanted) == 1:
                join.give(join.value(head[wanted[0]]))
            else:
                join.line(f"add(({', '.join(join.value(head[place]) for place in wanted)}))")

        solve(join, rule.body, [head[place] for place in wanted], found)


def _knows(context: list[Any], quoted: tuple[Any, ...]) -> bool:
    found: bool = context[2].knows(context, quoted)
    return found
