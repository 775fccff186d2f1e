"""Look-ups that are the same in every state, worked out once: their rows are kept by what was known before.

A rule like `(<= (line ?p) (four ?a ?b ?c ?d) (true (cell ?a ?p)) …)` looks at the same cells in every state. What a
table that never changes says of them, the tests it passes and the facts that are to be tested are kept, so that in a
state only the facts are left to be asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from parlour.dataclass import dataclass
from parlour.engines.rules.conditions import Outputs, variables_of
from parlour.engines.rules.costs import adds_no_rows
from parlour.engines.rules.lookups import waiting_for
from parlour.engines.rules.text import Join, spending
from parlour.logic.dependencies import DOES, TRUE, predicate
from parlour.logic.evaluation.text import key_of
from parlour.logic.rules import Compound, Condition, Distinct, Literal, Term, Variable, variables

# See `joins.solve`, which needs this module.
Solve = Callable[[Join, Sequence[Condition], Outputs, Callable[[], None]], None]


@dataclass(frozen=True, slots=True)
class Kept:
    """A part of a join that is the same in every state, and the terms that its rows make: facts to be tested, and
    terms to be given out. `is_single` says that there is one row at most."""

    conditions: tuple[Condition, ...]
    facts: tuple[Compound, ...]
    given: tuple[Compound, ...]
    is_single: bool


def worth_keeping(join: Join, best: Literal, left: Sequence[Condition], outputs: Outputs) -> Kept | None:
    """What follows of a look-up in a table that never changes: tests and look-ups of the same kind that add no
    rows, and the facts to be tested and terms to be given out of which each row makes one."""
    if not _never_changes(join, best):
        return None
    inside: list[Condition] = [best]
    known = {*join.env, *variables_of(best)}
    grows = True
    while grows:
        grows = False
        for item in left:
            if item not in inside and _never_changes(join, item) and adds_no_rows(join, item, known):
                inside.append(item)
                known |= variables_of(item)
                grows = True
    atoms = [item.atom for item in left if isinstance(item, Literal)]
    moves = [atom.arguments[1] for atom in atoms if predicate(atom) == DOES]
    given = _new_terms(join, [*moves, *outputs], known)
    facts = _new_terms(join, [atom.arguments[0] for atom in atoms if predicate(atom) == TRUE], known)
    if not facts and not given and len(inside) == 1:
        return None
    is_single = adds_no_rows(join, best, set(join.env))
    return Kept(tuple(inside), tuple(fact for fact in facts if fact not in given), given, is_single)


def _never_changes(join: Join, item: Condition) -> bool:
    return isinstance(item, Distinct) or predicate(item.atom) in join.relations.static


def _new_terms(join: Join, terms: Sequence[Term], known: set[Variable]) -> tuple[Compound, ...]:
    """Those of the terms that can be made now, and could not before."""
    found = []
    for term in terms:
        own = set(variables(term))
        is_new = term not in join.made and term not in join.asked and not own <= join.env.keys()
        if isinstance(term, Compound) and is_new and own <= known:
            found.append(term)
    return tuple(dict.fromkeys(found))


def look_up_kept(join: Join, kept: Kept, left: Sequence[Condition], outputs: Outputs, solve: Solve) -> list[Condition]:
    """A loop over rows that are worked out once for all states (by `solve`); returns the conditions that are left."""
    left = [item for item in left if item not in kept.conditions]
    terms = (*kept.facts, *kept.given)
    tests = [Literal(Compound("true", (fact,)), is_positive) for fact in terms for is_positive in (True, False)]
    waiting = [item for item in left if item not in tests]
    later = waiting_for(join, [term for term in outputs if term not in terms]).union(*map(variables_of, waiting))
    mentioned = set().union(*map(variables_of, kept.conditions), *map(set, map(variables, terms)))
    read = sorted((mentioned - set(join.env)) & later, key=lambda variable: variable.name)
    env = {variable: name for variable, name in join.env.items() if variable in mentioned}
    table, call = _keep(join, kept, env, read, solve)
    columns = [join.name("v") for _ in (*terms, *read)]
    rows = columns[0] if kept.is_single and len(columns) == 1 else join.name("t")
    join.line(f"{rows} = {table}.get({key_of(list(dict.fromkeys(env.values())))}, E)")
    join.line(f"if {rows} is E: {rows} = {call}")
    if not kept.is_single:
        join.begin_loop(", ".join(columns) or "_", rows)
    else:
        join.line(f"if {rows} is None: continue")
        if len(columns) > 1:
            join.line(f"{', '.join(columns)} = {rows}")
    tested, made = len(kept.facts), len(terms)
    join.asked.update(zip(kept.facts, columns[:tested], strict=True))
    join.made.update(zip(kept.given, columns[tested:made], strict=True))
    join.env.update(zip(read, columns[made:], strict=True))
    return left


def _keep(
    join: Join, kept: Kept, env: Mapping[Variable, str], read: Sequence[Variable], solve: Solve
) -> tuple[str, str]:
    """The name of the table of such rows by what is known, and a call of a new function that fills it."""
    inner = join.apart()
    inner.keeps = False
    inner.env = dict(env)
    names = list(dict.fromkeys(env.values()))
    inner.counts_all = bool(names)
    name, table = join.name("k"), join.name("x")
    join.relations.namespace[table] = {}

    def found() -> None:
        values = [inner.value(fact, make="create") for fact in kept.facts]
        values += [*map(inner.value, kept.given), *map(inner.value, read)]
        if kept.is_single:
            inner.line(f"result = {key_of(values) if values else True}")
        else:
            inner.give(key_of(values))

    solve(inner, kept.conditions, (*kept.facts, *kept.given, *read), found)
    text = [f"def {name}({', '.join(['C', *names])}):", "    create = make if room[0] > 0 else absent"]
    text += ["    result = None"] if kept.is_single else ["    result = set()", "    add = result.add"]
    text += ["    n = 1", "    S = C[0]", "    for _ in O:", *inner.lines, spending(join.title)]
    text += [] if kept.is_single else ["    result = list(result)", "    n += len(result)"]
    size = "1" if kept.is_single else "1 + len(result)"
    text += ["    if create is make:", f"        room[0] -= {size}", f"        {table}[{key_of(names)}] = result"]
    join.relations.add_text([*text, "    return result"])
    return table, f"{name}({', '.join(['C', *names])})"
