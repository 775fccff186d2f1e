"""Look-ups: one condition → a loop over the rows that fit, or a test where everything in it is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from parlour.engines.rules.conditions import Alias, Outputs, variables_of
from parlour.engines.rules.tables import Columns
from parlour.engines.rules.text import Join
from parlour.logic.dependencies import DOES, KNOWS, TRUE, predicate
from parlour.logic.evaluation.text import key_of
from parlour.logic.rules import Compound, Condition, Distinct, Literal, Term, Variable, variables


def waiting_for(join: Join, outputs: Outputs) -> set[Variable]:
    """The variables that the outputs still wait for."""
    waiting = [term for term in outputs if term not in join.made]
    return {variable for term in waiting for variable in variables(term) if variable not in join.env}


def whole_of(atom: Compound, outputs: Outputs) -> Compound | None:
    """A fact that is looked up and given out as it is, `(<= (next (cell ?x ?y)) (true (cell ?x ?y)))`."""
    fact = atom.arguments[0] if predicate(atom) == TRUE else None
    return fact if isinstance(fact, Compound) and fact in outputs and any(variables(fact)) else None


def needed_beyond(join: Join, item: Literal, others: Sequence[Condition], outputs: Outputs) -> set[Variable]:
    """The variables that are needed beyond this condition."""
    whole = whole_of(item.atom, outputs)
    return waiting_for(join, [term for term in outputs if term != whole]).union(*map(variables_of, others))


def is_test(join: Join, item: Condition) -> bool:
    if isinstance(item, Literal) and predicate(item.atom) == TRUE:
        fact = item.atom.arguments[0]
        if fact in join.made or fact in join.asked:
            return True
    return all(variable in join.env for variable in variables_of(item))


def test(join: Join, item: Condition) -> None:
    if isinstance(item, Distinct):
        sign = "==" if item.is_positive else "!="
        join.line(f"if {join.value(item.left)} {sign} {join.value(item.right)}: continue")
        return
    holds = _holds(join, item.atom, not item.is_positive)
    join.line(f"if not {holds}: continue" if item.is_positive else f"if {holds}: continue")


def _holds(join: Join, atom: Compound, is_negated: bool) -> str:
    """An expression: whether an atom holds whose variables are known."""
    relation = predicate(atom)
    if relation == TRUE:
        fact = atom.arguments[0]
        known = join.asked.get(fact) if isinstance(fact, Compound) else None
        return f"({known or join.value(fact, is_new=False)} in S)"
    if relation == DOES:
        role, move = atom.arguments
        return f"(C[1].get({join.value(role)}) == {join.value(move)})"
    if atom.name == KNOWS:
        return f"knows(C, {_quoted(join, atom)})"
    columns = tuple(range(len(atom.arguments)))
    return _access(join, relation, atom.arguments, columns, (), is_negated=is_negated)


def _quoted(join: Join, atom: Compound) -> str:
    """An atom under `knows` as a value: `(relation, argument, …)`, where the last argument may be such a value."""
    arguments = [join.value(part) for part in atom.arguments]
    if atom.name == KNOWS:
        inner = atom.arguments[-1]
        assert isinstance(inner, Compound)
        arguments[-1] = _quoted(join, inner)
    return f"({join.relations.quoted(predicate(atom))}, {''.join(f'{item}, ' for item in arguments)})"


def split(join: Join, atom: Compound, needed: set[Variable]) -> tuple[tuple[Term, ...], Columns, Columns]:
    """The columns of the table an atom is looked up in: their terms, which are known, and which must be read."""
    relation = predicate(atom)
    terms: tuple[Term, ...] = atom.arguments
    if relation == TRUE and isinstance(terms[0], Compound):
        terms = terms[0].arguments
    times = Counter(variable for term in terms for variable in variables(term))
    bound: list[int] = []
    wanted: list[int] = []
    for place, term in enumerate(terms):
        if join.is_known(term):
            bound.append(place)
        elif not isinstance(term, Variable) or term in needed or times[term] > 1:
            wanted.append(place)
    return terms, tuple(bound), tuple(wanted)


def look_up(join: Join, atom: Compound, needed: set[Variable], whole: Compound | None = None) -> None:
    """A loop over the rows that fit, learning the variables in them, and the fact itself if it is asked for."""
    relation = predicate(atom)
    if relation == DOES:
        _look_up_move(join, atom)
        return
    terms, bound, wanted = split(join, atom, needed)
    if relation == TRUE and isinstance(atom.arguments[0], Variable):
        rows = "C[0]"
    elif relation == TRUE:
        fact = atom.arguments[0]
        assert isinstance(fact, Compound)
        read = wanted if whole is None else (*wanted, len(terms))
        rows = _keyed(join, join.relations.facts_index(fact, bound, read), terms, bound, read)
    elif join.relations.is_single(relation, bound, wanted):
        row = f"{join.relations.single_index(relation, bound, wanted)}.get({_key(join, terms, bound)})"
        _learn(join, row, terms, wanted)
        return
    else:
        rows = _access(join, relation, terms, bound, wanted)
    if wanted or whole is not None:
        _loop(join, rows, terms, wanted, whole)
    else:
        join.line(f"if not {rows}: continue")


def _look_up_move(join: Join, atom: Compound) -> None:
    """Each role makes one move: where the role is known there is nothing to loop over."""
    role, move = atom.arguments
    name = join.name("m")
    if join.is_known(role):
        join.line(f"{name} = C[1].get({join.value(role)})")
        join.line(f"if {name} is None: continue")
    else:
        who = join.name("r")
        join.enter(f"for {who}, {name} in C[1].items():")
        join.match(role, who)
    join.match(move, name)


def _loop(join: Join, rows: str, terms: Sequence[Term], wanted: Columns, whole: Compound | None) -> None:
    names = [join.name("v") for _ in wanted]
    if whole is not None:
        join.made[whole] = join.name("v")
    join.begin_loop(", ".join(names if whole is None else [*names, join.made[whole]]), rows)
    for place, name in zip(wanted, names, strict=True):
        join.match(terms[place], name)


def _learn(join: Join, row: str, terms: Sequence[Term], wanted: Columns) -> None:
    """As a loop, where there is one row at most."""
    names = [join.name("v") for _ in wanted]
    whole = names[0] if len(names) == 1 else join.name("t")
    join.line(f"{whole} = {row}")
    join.line(f"if {whole} is None: continue")
    if len(names) > 1:
        join.line(f"{', '.join(names)} = {whole}")
    for place, name in zip(wanted, names, strict=True):
        join.match(terms[place], name)


def _access(
    join: Join,
    relation: tuple[str, int],
    terms: Sequence[Term],
    bound: Columns,
    wanted: Columns,
    *,
    is_negated: bool = False,
) -> str:
    """An expression: the rows of a relation, or whether there is one where nothing is wanted."""
    if join.local is not None and relation in join.local.members:
        number = join.local.index(relation, bound, wanted, is_negated=is_negated)
        return _keyed(join, f"X[{number}]", terms, bound, wanted)
    if join.relations.is_table(relation):
        return _keyed(join, join.relations.table_index(relation, bound, wanted), terms, bound, wanted)
    alias = join.relations.alias(relation)
    if alias is not None:
        return _access_alias(join, alias, terms, bound, wanted)
    adornment = "".join("b" if place in bound else "f" if place in wanted else "x" for place in range(len(terms)))
    context, name = join.relations.call(relation, adornment)
    arguments = "".join(f", {join.value(terms[place])}" for place in bound)
    return f"{name}({context}{arguments})"


def _access_alias(join: Join, alias: Alias, terms: Sequence[Term], bound: Columns, wanted: Columns) -> str:
    """A relation that only gives some facts another name is looked up among the facts."""
    known = {alias.places[place]: terms[place] for place in bound} | dict(alias.constants)
    places = tuple(sorted(known))
    read = tuple(alias.places[place] for place in wanted)
    index = join.relations.facts_index(alias.fact, places, read)
    return _keyed(
        join, index, [known.get(place, term) for place, term in enumerate(alias.fact.arguments)], places, read
    )


def _keyed(join: Join, index: str, terms: Sequence[Term], bound: Columns, wanted: Columns) -> str:
    if join.loops and index.startswith("(C["):
        index = join.before_loops(index)
    if not bound:
        return index
    key = _key(join, terms, bound)
    return f"{index}.get({key}, E)" if wanted else f"({key} in {index})"


def _key(join: Join, terms: Sequence[Term], bound: Columns) -> str:
    values = [join.value(terms[place], is_new=False) for place in bound]
    return key_of(values)
