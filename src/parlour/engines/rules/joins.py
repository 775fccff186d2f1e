"""One rule → Python text: nested look-ups in a good order, tests as early as possible.

Names in the text are made here (`v3`, `q17`), numbers stand for terms: no text of the author ever enters it.

The order of conditions in a rule sheet means nothing. What is known is tested first; then the conditions that are left
fall into groups that share unknown variables. A group that gives nothing to the head is only asked whether it *can*
hold, by a function of its own that remembers its answers: that keeps rules with many variables from multiplying out.
Of the others the one with the fewest expected rows is looked up next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from parlour.engines.rules.conditions import Condition, Outputs, variables_of
from parlour.engines.rules.costs import best_of, cost_of_test, is_worth_remembering, needs_no_loop
from parlour.engines.rules.kept import look_up_kept, worth_keeping
from parlour.engines.rules.lookups import LookUps
from parlour.engines.rules.text import BEGINNING, spending
from parlour.logic.dependencies import DOES, predicate
from parlour.logic.rules import Literal, Variable

if TYPE_CHECKING:
    from parlour.engines.rules.fixpoint import Fixpoint

# CPython allows twenty nested loops; what is deeper goes into a function of its own.
DEEPEST = 6


class Join(LookUps):
    """Writes the text for one rule."""

    def solve(self, conditions: Sequence[Condition], outputs: Outputs, finish: Callable[[], None]) -> None:
        """Text that comes to `finish` for all values of the outputs for which the conditions hold. Where finding one
        solution is enough, `leaves` says so: `finish` then leaves the function."""
        left = self._tests(list(conditions), outputs)
        groups = self._groups(left)
        unknown = self.waiting_for(outputs)
        if len(groups) > 1 or not (unknown or self.leaves):
            for group in groups:
                if not (unknown & set().union(*map(variables_of, group)) or needs_no_loop(self, group)):
                    self._exists(group)
                    left = [item for item in left if item not in group]
        if not left:
            finish()
            return
        if self.loops >= DEEPEST or (self.loops and is_worth_remembering(self, left)):
            self._continue_elsewhere(left, outputs, finish)
            return
        best = best_of(self, left, outputs)
        left.remove(best)
        kept = worth_keeping(self, best, left, outputs) if self.keeps else None
        if kept is None:
            self.look_up(best.atom, self.needed_beyond(best, left, outputs), self.whole_of(best.atom, outputs))
        else:
            left = look_up_kept(self, kept, left, outputs)
        self.solve(left, outputs, finish)

    def _tests(self, conditions: list[Condition], outputs: Outputs) -> list[Condition]:
        """Writes the tests whose variables are known, cheapest first; returns what is left."""
        known = [item for item in conditions if self.is_test(item)]
        for item in sorted(known, key=partial(cost_of_test, self)):
            if isinstance(item, Literal) and item.is_positive:
                whole = self.whole_of(item.atom, outputs)
                if whole is not None and whole not in self.made:
                    name = self.name("v")
                    self.line(f"{name} = {self.value(whole, is_new=False)}")
                    self.made[whole] = name
            self.test(item)
        return [item for item in conditions if item not in known]

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

    def _exists(self, group: list[Condition]) -> None:
        """A test: these conditions can be met, whatever the values."""
        if len(group) == 1 and isinstance(group[0], Literal):
            atom = group[0].atom
            if predicate(atom) != DOES and not self.split(atom, set())[2]:
                self.look_up(atom, set())
                return
        self.line(f"if not {self._elsewhere(group, [])}: continue")

    def inner(self, local: Fixpoint | None = None) -> Join:
        """A join in a function of its own."""
        inner = Join(self.relations, [], 2, self.title, local)
        inner.keeps = self.keeps
        return inner

    def _continue_elsewhere(self, left: Sequence[Condition], outputs: Outputs, finish: Callable[[], None]) -> None:
        """The rest of a join as a function: it gives the values of the outputs that are still to be found."""
        unknown = sorted(self.waiting_for(outputs), key=lambda variable: variable.name)
        if unknown:
            names = [self.name("v") for _ in unknown]
            self.begin_loop("".join(f"{name}, " for name in names).strip(), self._elsewhere(left, unknown))
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
        inner = self.inner(self.local if is_local else None)
        inner.leaves = not outputs
        mentioned = set().union(*map(variables_of, conditions))
        inner.env = {variable: name for variable, name in self.env.items() if variable in mentioned}
        names = list(dict.fromkeys(inner.env.values()))
        inner.counts_all = bool(names)
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

        inner.solve(conditions, outputs, found)
        result = "result" if outputs else "False"
        tail = [spending(self.title), f"    {store}{result}", f"    return {result}"]
        self.relations.add_text([*head, *BEGINNING, "    for _ in O:", *inner.lines, *tail])
        return f"{name}({', '.join([inner.context, *names])})"
