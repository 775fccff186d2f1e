"""Who acts: which functions ask (or print for somebody's eyes), and which Actors have a seat.

A function that asks must know whom. An ACTION of an Actor knows it by its receiver; everything else that asks, directly
or by what it calls (a transitive closure), gets the seat as one more argument. Actors that nobody ever asks, like a
dealer, need no seat; in a game without questions all of them have one.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.holders import Places
from parlour.languages.allhandsondeck.check.meaning import Checked, Function, expressions, walk
from parlour.languages.allhandsondeck.check.types import ACTOR

# A function, or the class whose objects are made.
Caller = Function | str


class Acting:
    """Answers for one program."""

    def __init__(self, program: Checked, found: Places, *, prints_to_actor: bool) -> None:
        self.program = program
        self.found = found
        self.prints_to_actor = prints_to_actor
        self.actors = found.bases.below[ACTOR]
        self.concerned = self._closure()
        self.seated = self._seated()

    def needs_seat(self, caller: Caller) -> bool:
        """Whether it asks, or prints for somebody's eyes, by itself or by what it calls."""
        return caller in self.concerned

    def receiver_bases(self, function: Function) -> int:
        return 0 if function.receiver is None else self.found.var(function.receiver).bases

    def is_told(self, caller: Caller) -> bool:
        """Whether callers must say who acts: it asks, and its own receiver need not be an Actor. The receiver of an
        ACTION that nobody calls is nothing at all."""
        if caller not in self.concerned or (isinstance(caller, Function) and caller.kind == "main"):
            return False
        bases = 0 if isinstance(caller, str) else self.receiver_bases(caller)
        return bases == 0 or bool(bases & ~self.actors)

    def _closure(self) -> set[Caller]:
        callers: dict[Caller, set[Caller]] = {}
        found: set[Caller] = set()
        for caller, expr in self._expressions():
            for called in self._called(expr):
                callers.setdefault(called, set()).add(caller)
            if isinstance(expr, c.Input) or (self.prints_to_actor and isinstance(expr, c.Print)):
                found.add(caller)
        waiting = list(found)
        while waiting:
            for caller in callers.get(waiting.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    waiting.append(caller)
        return found

    def _expressions(self) -> Iterator[tuple[Caller, c.Expr | c.Comprehension | c.Slice]]:
        for function in self.program.functions():
            for expr in expressions(function.body):
                yield function, expr
        for class_ in self.program.classes.values():
            roots: list[c.Expr | c.Comprehension | c.Slice] = [arg.value for arg in class_.super_args]
            for attribute in class_.attributes.values():
                if not isinstance(attribute.value, Function) and attribute.value is not None:
                    roots.append(attribute.value)
            for root in roots:
                for expr in walk(root):
                    yield class_.name, expr

    def _called(self, expr: c.Expr | c.Comprehension | c.Slice) -> Iterator[Caller]:
        match expr:
            case c.HelperCall(_, helper):
                yield helper
            case c.MethodCall(_, _, name):
                for class_ in self.program.classes.values():
                    if name in class_.helpers:
                        yield class_.helpers[name]
            case c.Act(_, None, _, _, target) if target is not None:
                yield target
            case c.Act(_, _, name):
                yield from (action for action in self.program.actions.get(name, ()) if action.receiver is not None)
            case c.Create(_, name):
                yield from self._makes(name)

    def _makes(self, name: str) -> Iterator[Caller]:
        """What runs when an object is made: the values of attributes, own and inherited."""
        for ancestor in self.program.line(name):
            yield ancestor
            for attribute in self.program.classes[ancestor].attributes.values():
                if isinstance(attribute.value, Function):
                    yield attribute.value

    def makes_concerned(self, name: str) -> bool:
        return any(caller in self.concerned for caller in self._makes(name))

    def _seated(self) -> int:
        asked = 0
        for named in self.program.actions.values():
            for action in named:
                if action in self.concerned:
                    asked |= self.receiver_bases(action) & self.actors
        return asked or self.actors
