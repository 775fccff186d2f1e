"""What can be seen in one function, or in the statements of `@setup`, while it is checked.

A `Scope` knows the variables of the blocks around, innermost last. What is found out goes into `Checked`, by the
identity of the nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from parlour.languages.senet import codes
from parlour.languages.senet.check.meaning import BuiltinName, Checked, Function, GlobalName, Group, Local, LocalName
from parlour.languages.senet.check.types import INT, LOST, Type
from parlour.languages.senet.check.world import BUILTIN_VARIABLES, World
from parlour.languages.senet.syntax import tree


class Scope:
    """`function` is None for the statements of `@setup`. `result_of` gives the type of any function's result; `loops`
    counts the loops around; `returned` are the `return`s met, each with the type of its value."""

    def __init__(
        self, world: World, checked: Checked, function: Function | None, result_of: Callable[[Function], Type]
    ) -> None:
        self.world = world
        self.checked = checked
        self.function = function
        self.result_of = result_of
        self.group: Group | None = None if function is None else function.group
        self.scopes: list[dict[str, Local]] = [{}]
        self.loops = 0
        self.returned: list[tuple[Type, tree.Return]] = []
        for formal in [] if function is None else function.formals:
            self.scopes[0][formal.name] = formal

    @contextmanager
    def inner(self) -> Iterator[None]:
        """A block inside: what it declares is gone after it."""
        self.scopes.append({})
        yield
        self.scopes.pop()

    def find(self, name: str) -> Local | None:
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    @property
    def is_setup(self) -> bool:
        """At the outermost level of `@setup`, where declarations make global variables."""
        return self.function is None and len(self.scopes) == 1

    def resolve_variable(self, expr: tree.Variable) -> Type | None:
        """The type of a variable, whose meaning is noted; None if there is none of this name."""
        local = self.find(expr.name)
        if local is not None:
            self.checked.meanings[id(expr)] = LocalName(local)
            return local.type
        known = self.world.globals.get(expr.name)
        if known is not None:
            self.checked.meanings[id(expr)] = GlobalName(known.name)
            return known.type
        builtin = BUILTIN_VARIABLES.get(expr.name)
        if builtin is None:
            return None
        if builtin != expr.name:
            title = f"`{expr.name}` is of the later dialect; the manual calls it `{builtin}`"
            self.world.refuse_if_strict(codes.LATER_DIALECT, title, expr.span)
        self.checked.meanings[id(expr)] = BuiltinName(builtin)
        return INT

    def declare(self, node: tree.Node, name: tree.Ident, type_: Type) -> None:
        known = self.scopes[-1].get(name.text)
        if known is None and self.function is not None and len(self.scopes) == 2:
            # The outermost block of a function is the scope of its formals.
            known = self.scopes[0].get(name.text)
        if known is not None:
            self.world.declared_again(name, type_, known.type, None)
        if known is None or (known.type != type_ and LOST not in (known.type, type_)):
            known = self.scopes[-1][name.text] = Local(name.text, type_)
        known.writes += 1
        self.checked.locals[id(node)] = known
