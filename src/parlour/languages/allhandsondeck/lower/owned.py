"""Collections that nobody else holds: what a helper puts together piece by piece, and what it then gives away.

`names += [card.name]` makes a new Series each time. Where the variable is the only one that knows the old one, nobody
can tell whether it was changed instead, and changing it is quicker. So a variable *owns* its collection if whatever is
assigned to it is new, and if all that happens to it besides is reading, adding and returning. A helper that returns
what it owns, or what is new, gives *new* collections: who takes their elements need not copy them.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.meaning import Checked, Function, Var, children, expressions, walk
from parlour.languages.allhandsondeck.check.places import Places
from parlour.languages.allhandsondeck.check.types import HELPERS, SERIES, STACK


class Owned:
    """`vars` own their collections; `helpers` give new ones."""

    def __init__(self, program: Checked, found: Places) -> None:
        self.found = found
        self.collections = found.bases.collections
        functions = list(program.functions())
        self.helpers = {each for each in functions if self._are_collections(found.result(each).bases)}
        # What one helper gives depends on what others give: all are trusted until one of them disappoints.
        while True:
            self.vars = {var for function in functions for var in _Uses(self, function).owned()}
            kept = {each for each in self.helpers if all(map(self.is_given_away, _returned(each.body)))}
            if kept == self.helpers:
                return
            self.helpers = kept

    def _are_collections(self, bases: int) -> bool:
        return bases != 0 and not bases & ~self.collections

    def is_plain(self, var: Var) -> bool:
        """It holds a Series or a Stack and nothing else, so that `+` makes another one of the same class."""
        bits = self.found.bases.bits
        return self.found.var(var).bases in (bits[SERIES], bits[STACK])

    def is_new(self, expr: c.Expr | None) -> bool:
        """The value is a collection that was made for this expression."""
        match expr:
            case c.Series():
                return True
            case c.Create(_, name):
                return name in (SERIES, STACK)
            case c.Binary() | c.Element(_, _, c.Slice()):
                return self._are_collections(self.found.place(expr).bases)
            case c.HelperCall(_, helper):
                return helper in self.helpers
        return False

    def is_given_away(self, expr: c.Expr | None) -> bool:
        return self.is_new(expr) or (isinstance(expr, c.Local) and expr.var in self.vars)

    def can_be_added(self, expr: c.Expr) -> bool:
        place = self.found.var(expr.var) if isinstance(expr, c.Local) else self.found.place(expr)
        return self._are_collections(place.bases)


class _Uses:
    """Goes through one body and finds the variables that do not own what they hold."""

    def __init__(self, owned: Owned, function: Function) -> None:
        self.known = owned
        self.assigned: set[Var] = set()
        self.shared: set[Var] = set()
        self._block(function.body)

    def owned(self) -> set[Var]:
        return {var for var in self.assigned - self.shared if not var.is_parameter and self.known.is_plain(var)}

    def _block(self, block: c.Block) -> None:
        for stmt in block:
            self._statement(stmt)

    def _statement(self, stmt: c.Stmt) -> None:
        match stmt:
            case c.Evaluate(_, c.Assign(_, c.Local(_, var), operator, value)):
                self._assign(var, operator == "+=" and self.known.can_be_added(value), value)
            case c.Evaluate(_, value):
                self._expression(value)
            case c.Declare(_, var, value):
                self._assign(var, value is None, value)
            case c.Return(_, c.Local()):
                pass
            case c.Return(_, value):
                self._expressions((value,))
            case c.If(_, branches, otherwise):
                for condition, body in branches:
                    self._expression(condition)
                    self._block(body)
                self._block(otherwise)
            case c.While(_, condition, body, otherwise):
                self._expression(condition)
                self._block(body)
                self._block(otherwise)
            case c.For(_, var, values, body):
                if var is not None:
                    self.shared.add(var)
                # A loop goes over the collection as it was when it began.
                if not isinstance(values, c.Local) or values.var in _targets(body):
                    self._expression(values)
                self._block(body)

    def _assign(self, var: Var, is_added: bool, value: c.Expr | None) -> None:
        self.assigned.add(var)
        if not is_added and not self.known.is_new(value):
            self.shared.add(var)
        self._expressions((value,))

    def _expressions(self, parts: Iterable[c.Expr | c.Comprehension | c.Slice | None]) -> None:
        for part in parts:
            if part is not None:
                self._expression(part)

    def _expression(self, root: c.Expr | c.Comprehension | c.Slice) -> None:
        if isinstance(root, c.Local):
            self.shared.add(root.var)
        for expr in walk(root):
            if isinstance(expr, c.Comprehension):
                self.shared.update(clause.var for clause in expr.clauses if clause.var is not None)
            self.shared.update(
                part.var for part in children(expr) if isinstance(part, c.Local) and not _only_reads(expr, part)
            )


def _only_reads(expr: c.Expr | c.Comprehension | c.Slice, part: c.Local) -> bool:
    """What this expression makes of a part of it holds none of it but its elements."""
    match expr:
        case c.Compare() | c.Binary() | c.Print() | c.Format() | c.Input():
            return True
        case c.Element(_, whole):
            return part is whole
        case c.MethodCall(_, whole, name):
            return part is whole and name in HELPERS
    return False


def _targets(block: c.Block) -> set[Var]:
    """The variables that a block assigns."""
    return {
        expr.target.var
        for expr in expressions(block)
        if isinstance(expr, c.Assign) and isinstance(expr.target, c.Local)
    }


def _returned(block: c.Block) -> list[c.Expr | None]:
    found: list[c.Expr | None] = []
    for stmt in block:
        match stmt:
            case c.Return(_, value):
                found.append(value)
            case c.If(_, branches, otherwise):
                for _, body in branches:
                    found.extend(_returned(body))
                found.extend(_returned(otherwise))
            case c.While(_, _, body, otherwise):
                found.extend(_returned(body))
                found.extend(_returned(otherwise))
            case c.For(_, _, _, body):
                found.extend(_returned(body))
    return found
