"""The text of one rule of an evaluator: what `logic/evaluation/text.py` knows, and what a state adds to it.

Functions take a context `C` (`relations.py`) and count the rows they look at in `n`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.engines.rules.budget import CALL
from parlour.logic.evaluation.text import Text
from parlour.logic.rules import Compound

if TYPE_CHECKING:
    from parlour.engines.rules.fixpoint import Fixpoint
    from parlour.engines.rules.relations import Relations

# Every function begins so: nothing is counted yet but the call, and the state is at hand.
BEGINNING = (f"    n = {CALL}", "    S = C[0]")


def spending(title: str) -> str:
    """A line of text: takes the steps that were counted from what is left. `title` names what is worked out."""
    return f"    C[3][0] -= n\n    if C[3][0] < 0: spend(C[3], 0, {title})"


class Join(Text):
    """A join over relations. `local` is the fixpoint that it is part of, whose tables are still growing."""

    def __init__(
        self, relations: Relations, lines: list[str], indent: int, title: str, local: Fixpoint | None = None
    ) -> None:
        super().__init__(relations.terms, relations.fresh, indent, lines, title=title)
        self.relations = relations
        self.local = local
        # Facts whose numbers are at hand for tests alone: what was never met may have the number `ABSENT`.
        self.asked: dict[Compound, str] = {}
        self._outermost = (0, 0)
        self._fetched: list[str] = []
        # Whether one solution is enough: finding it leaves the function.
        self.leaves = False
        # Whether what is the same in every state is kept.
        self.keeps = True
        # Whether the text is worked out many times in a state, so that its outermost loops count as well.
        self.counts_all = False
        self.context = "C" if local is None else "C, X"

    def apart(self, local: Fixpoint | None = None) -> Join:
        """A join in a function of its own."""
        found = Join(self.relations, [], 2, self.title, local)
        found.keeps = self.keeps
        return found

    def enter(self, loop: str) -> None:
        if not self.loops:
            self._outermost = (len(self.lines), self.indent)
        super().enter(loop)

    def give(self, value: str) -> None:
        """Adds a value to the result: all at once, if a loop has just begun that does nothing else."""
        loop = f"for {value} in "
        if self.lines[-1].lstrip().startswith(loop):
            rows = self.lines.pop().lstrip().removeprefix(loop).removesuffix(":")
            self.indent -= 1
            self.line(f"result.update({rows})")
        else:
            self.line(f"add({value})")

    def begin_loop(self, names: str, rows: str) -> None:
        if self.loops or self.counts_all:
            table = self.name("t")
            self.line(f"{table} = {rows}")
            self.line(f"n += len({table})")
            if self.loops:  # inner loops are where the work is: they are stopped in time
                self.line(f"if n > C[3][0]: spend(C[3], n, {self.title})")
            rows = table
        self.enter(f"for {names} in {rows}:")

    def before_loops(self, index: str) -> str:
        """The name of an index of this state that is fetched before the outermost loop begins."""
        line = next((line for line in self._fetched if line.endswith(f" = {index}")), None)
        if line is None:
            line = f"{self.name('z')} = {index}"
            self._fetched.append(line)
            place, indent = self._outermost
            self.lines.insert(place, "    " * indent + line)
        return line.partition(" ")[0]
