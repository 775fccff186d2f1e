"""One rule → Python text: nested look-ups in a good order, tests as early as possible.

The order of conditions in a rule sheet means nothing. What is known is tested first; then the conditions that are left
fall into groups that share unknown variables. A group that gives nothing to the head is only asked whether it *can*
hold, by a function of its own that remembers its answers: that keeps rules with many variables from multiplying out.
Of the others the one with the fewest expected rows is looked up next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from parlour.engines.rules.conditions import Outputs, variables_of
from parlour.engines.rules.costs import best_of, cost_of_test, is_worth_remembering, needs_no_loop
from parlour.engines.rules.kept import look_up_kept, worth_keeping
from parlour.engines.rules.lookups import is_test, look_up, needed_beyond, split, test, waiting_for, whole_of
from parlour.engines.rules.text import BEGINNING, Join, spending
from parlour.logic.dependencies import DOES, predicate
from parlour.logic.evaluation.text import key_of
from parlour.logic.rules import Condition, Literal, Variable

# CPython allows twenty nested loops; what is deeper goes into a function of its own.
DEEPEST = 6


def solve(join: Join, conditions: Sequence[Condition], outputs: Outputs, finish: Callable[[], None]) -> None:
    """Text that comes to `finish` for all values of the outputs for which the conditions hold. Where finding one
    solution is enough, `leaves` says so: `finish` then leaves the function."""
    left = _tests(join, list(conditions), outputs)
    groups = _groups(join, left)
    unknown = waiting_for(join, outputs)
    if len(groups) > 1 or not (unknown or join.leaves):
        for group in groups:
            if not (unknown & set().union(*map(variables_of, group)) or needs_no_loop(join, group)):
                _exists(join, group)
                left = [item for item in left if item not in group]
    if not left:
        finish()
        return
    if join.loops >= DEEPEST or (join.loops and is_worth_remembering(join, left)):
        _continue_elsewhere(join, left, outputs, finish)
        return
    best = best_of(join, left, outputs)
    left.remove(best)
    kept = worth_keeping(join, best, left, outputs) if join.keeps else None
    if kept is None:
        look_up(join, best.atom, needed_beyond(join, best, left, outputs), whole_of(best.atom, outputs))
    else:
        left = look_up_kept(join, kept, left, outputs, solve)
    solve(join, left, outputs, finish)


def _tests(join: Join, conditions: list[Condition], outputs: Outputs) -> list[Condition]:
    """Writes the tests whose variables are known, cheapest first; returns what is left."""
    known = [item for item in conditions if is_test(join, item)]
    for item in sorted(known, key=partial(cost_of_test, join)):
        if isinstance(item, Literal) and item.is_positive:
            whole = whole_of(item.atom, outputs)
            if whole is not None and whole not in join.made:
                name = join.name("v")
                join.line(f"{name} = {join.value(whole, is_new=False)}")
                join.made[whole] = name
        test(join, item)
    return [item for item in conditions if item not in known]


def _groups(join: Join, conditions: list[Condition]) -> list[list[Condition]]:
    """Conditions that share unknown variables, directly or through others."""
    groups: list[tuple[set[Variable], list[Condition]]] = []
    for item in conditions:
        unknown = {variable for variable in variables_of(item) if variable not in join.env}
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


def _exists(join: Join, group: list[Condition]) -> None:
    """A test: these conditions can be met, whatever the values."""
    if len(group) == 1 and isinstance(group[0], Literal):
        atom = group[0].atom
        if predicate(atom) != DOES and not split(join, atom, set())[2]:
            look_up(join, atom, set())
            return
    join.line(f"if not {_elsewhere(join, group, [])}: continue")


def _continue_elsewhere(join: Join, left: Sequence[Condition], outputs: Outputs, finish: Callable[[], None]) -> None:
    """The rest of a join as a function: it gives the values of the outputs that are still to be found."""
    unknown = sorted(waiting_for(join, outputs), key=lambda variable: variable.name)
    if unknown:
        names = [join.name("v") for _ in unknown]
        join.begin_loop("".join(f"{name}, " for name in names).strip(), _elsewhere(join, left, unknown))
        join.env.update(zip(unknown, names, strict=True))
    else:
        join.line(f"if not {_elsewhere(join, left, [])}: continue")
    finish()


def _elsewhere(join: Join, conditions: Sequence[Condition], outputs: Sequence[Variable]) -> str:
    """A call of a new function: whether the conditions can be met, or the values of the outputs for which they
    are. It remembers its answers, unless they can still change in a fixpoint."""
    is_local = join.local is not None and any(
        isinstance(item, Literal) and predicate(item.atom) in join.local.members for item in conditions
    )
    inner = join.apart(join.local if is_local else None)
    inner.leaves = not outputs
    mentioned = set().union(*map(variables_of, conditions))
    inner.env = {variable: name for variable, name in join.env.items() if variable in mentioned}
    names = list(dict.fromkeys(inner.env.values()))
    inner.counts_all = bool(names)
    name = join.name("e")
    key = key_of(names)
    head = [f"def {name}({', '.join([inner.context, *names])}):"]
    store = ""
    if not is_local:
        slot = join.relations.slot()
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

    solve(inner, conditions, outputs, found)
    result = "result" if outputs else "False"
    tail = [spending(join.title), f"    {store}{result}", f"    return {result}"]
    join.relations.add_text([*head, *BEGINNING, "    for _ in O:", *inner.lines, *tail])
    return f"{name}({', '.join([inner.context, *names])})"
