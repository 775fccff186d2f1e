"""Python text of a rule while it is written: lines, loops, and the names of what is known at this place.

Names in the text are made here (`v3`, `q17`), numbers stand for terms: no text of the author ever enters it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.engines.rules.budget import CALL
from parlour.logic.rules import Compound, Term, Variable, depth, variables

if TYPE_CHECKING:
    from parlour.engines.rules.fixpoint import Fixpoint
    from parlour.engines.rules.relations import Relations

# Every function begins so: nothing is counted yet but the call, and the state is at hand.
BEGINNING = (f"    n = {CALL}", "    S = C[0]")
# Python's own limit on parentheses is 200: deeper terms are made by a function of their own.
DEEPEST_TEXT = 20


def spending(title: str) -> str:
    """A line of text: takes the steps that were counted from what is left. `title` names what is worked out."""
    return f"    C[3][0] -= n\n    if C[3][0] < 0: spend(C[3], 0, {title})"


def tuple_of(values: Sequence[str]) -> str:
    """The text of a key or a row: one value stands for itself."""
    return values[0] if len(values) == 1 else f"({', '.join(values)})"


class Text:
    """Lines and what they know: `env` gives the names of variables, `title` that of what the text works out."""

    def __init__(
        self, relations: Relations, lines: list[str], indent: int, title: str, local: Fixpoint | None = None
    ) -> None:
        self.relations = relations
        self.title = title
        self.lines = lines
        self.indent = indent
        self.local = local
        self.env: dict[Variable, str] = {}
        # Terms that are known as a whole, though perhaps not what is in them.
        self.made: dict[Compound, str] = {}
        # Facts whose numbers are at hand for tests alone: what was never met may have the number `ABSENT`.
        self.asked: dict[Compound, str] = {}
        self.loops = 0
        self._outermost = (0, 0)
        self._fetched: list[str] = []
        self.leaves = False
        self.keeps = True
        # Whether the text is worked out many times in a state, so that its outermost loops count as well.
        self.counts_all = False
        self.context = "C" if local is None else "C, X"

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def enter(self, loop: str) -> None:
        if not self.loops:
            self._outermost = (len(self.lines), self.indent)
        self.line(loop)
        self.indent += 1
        self.loops += 1

    def give(self, value: str) -> None:
        """Adds a value to the result: all at once, if a loop has just begun that does nothing else."""
        loop = f"for {value} in "
        if self.lines[-1].lstrip().startswith(loop):
            rows = self.lines.pop().lstrip().removeprefix(loop).removesuffix(":")
            self.indent -= 1
            self.line(f"result.update({rows})")
        else:
            self.line(f"add({value})")

    def name(self, letter: str) -> str:
        return f"{letter}{self.relations.fresh()}"

    def value(self, term: Term, *, is_new: bool = True, make: str = "make") -> str:
        """The number of a term whose variables are known. A term that need not exist (`is_new` is false) may be None:
        then nothing was ever said of it, and no look-up finds it."""
        if isinstance(term, Variable):
            return self.env[term]
        if term in self.made:
            return self.made[term]
        if not any(variables(term)):
            return str(self.relations.terms.number(term))
        functor = self.relations.terms.functor(term.name, len(term.arguments))
        parts = ", ".join(self._part(part, is_new=is_new, make=make) for part in term.arguments)
        if not is_new:
            return f"find(({functor}, {parts}))"
        # Nearly every term was met before, and `find` is the faster one (number 0 is found the slow way).
        key = self.name("k")
        return f"(find({key} := ({functor}, {parts})) or {make}({key}, {self.title}))"

    def _part(self, term: Term, *, is_new: bool, make: str) -> str:
        """A part of a term; a deep one gets a line of its own, every few levels."""
        text = self.value(term, is_new=is_new, make=make)
        if depth(term) % DEEPEST_TEXT or not any(variables(term)):
            return text
        name = self.name("v")
        self.line(f"{name} = {text}")
        return name

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

    def begin_loop(self, names: str, rows: str) -> None:
        if self.loops or self.counts_all:
            table = self.name("t")
            self.line(f"{table} = {rows}")
            self.line(f"n += len({table})")
            if self.loops:  # inner loops are where the work is: they are stopped in time
                self.line(f"if n > C[3][0]: spend(C[3], n, {self.title})")
            rows = table
        self.enter(f"for {names} in {rows}:")

    def _before_loops(self, index: str) -> str:
        """The name of an index of this state that is fetched before the outermost loop begins."""
        line = next((line for line in self._fetched if line.endswith(f" = {index}")), None)
        if line is None:
            line = f"{self.name('z')} = {index}"
            self._fetched.append(line)
            place, indent = self._outermost
            self.lines.insert(place, "    " * indent + line)
        return line.partition(" ")[0]
