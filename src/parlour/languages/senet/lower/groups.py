"""Groups as classes: their fields and methods, and what is known of all their instances before the game runs.

Which functions a call of a method may reach is found by class hierarchy analysis: all groups are known.
"""

from __future__ import annotations

from collections.abc import Collection

from parlour.core import nodes
from parlour.core.hierarchy import Hierarchy
from parlour.core.types import INT
from parlour.languages.senet.check import meaning
from parlour.languages.senet.check.meaning import BOARD, GEOMETRIES, PIECE, REPR, Attribute, Checked, Function, Group
from parlour.languages.senet.check.types import GroupOf, ListOf
from parlour.languages.senet.lower.names import (
    MAYBE_BOARD,
    SIZES,
    STANDS_AT,
    STANDS_ON,
    core_type,
    function_name,
)
from parlour.languages.senet.syntax import tree


class Groups:
    """The groups of a program that it mentions, parents first. `sizes` are the sides of boards that the text says;
    `unsized` the geometries of the others."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.all = _mentioned_groups(checked)
        self.sizes = {name: meaning.constant_size(group) for name, group in self.all.items()}
        # Whether some `<<` asks a piece where it stands.
        self.tracks_places = any(
            isinstance(expr, tree.Take) and expr.giver is not None and self._is_piece(expr.giver)
            for expr in checked.expressions
        )
        self.unsized = {
            made.group.geometry
            for made in checked.meanings.values()
            if isinstance(made, meaning.Construct | meaning.DefaultInstance) and self.sizes[made.group.name] is None
        }
        self.hierarchy = Hierarchy(self.classes(()))

    def _is_piece(self, expr: tree.Expr) -> bool:
        type_ = self.checked.type_of(expr)
        return isinstance(type_, GroupOf) and self.all[type_.name].extends(PIECE)

    # --------------------------------------------------------------------------------------------------- classes

    def classes(self, functions: Collection[str]) -> tuple[nodes.Class, ...]:
        """The classes of a program that has these functions."""
        return tuple(
            nodes.Class(group.name, _parent(group), tuple(self._fields(group)), tuple(self._methods(group, functions)))
            for group in self.all.values()
        )

    def _fields(self, group: Group) -> list[nodes.Variable]:
        """The fields that the group itself adds."""
        found = [
            nodes.Variable(
                item.name, core_type(item.type), is_private=group.name == PIECE and item.name in ("s", "fixed")
            )
            for item in group.attributes.values()
        ]
        if group.name == PIECE and self.tracks_places:
            found += [nodes.Variable(STANDS_ON, MAYBE_BOARD), nodes.Variable(STANDS_AT, INT)]
        if group.name in self.unsized:
            found += [nodes.Variable(name, INT) for name in SIZES[: len(GEOMETRIES[group.name])]]
        return found

    def _methods(self, group: Group, functions: Collection[str]) -> list[tuple[str, str]]:
        """Virtual names and the functions behind them, built-in ones too."""
        found = {name: function_name(method) for name, method in group.methods.items()}
        found |= built_in_methods(group)
        if f"{group.name}.{REPR}" in functions:
            found[REPR] = f"{group.name}.{REPR}"
        return [(name, function) for name, function in found.items() if function in functions]

    def implementations(self, group: Group, name: str) -> set[str]:
        """The functions that a call on an instance of the group may reach."""
        return {self._implementation(other, name) for other in self.all.values() if other.extends(group.name)}

    def _implementation(self, group: Group, name: str) -> str:
        """The function behind a method for instances of exactly this group."""
        for ancestor in group.line():
            own = ancestor.methods.get(name)
            if own is not None and own.node is not None:
                return function_name(own)
            if name in (known := built_in_methods(ancestor)):
                return known[name]
            if own is not None:
                # Every group has a `repr` of its own where the program defines none.
                return f"{group.name}.{REPR}" if name == REPR else function_name(own)
        raise AssertionError(f"{group.name} has no method {name}")

    def is_overridden(self, group: Group, name: str) -> bool:
        """The program defines this method itself for the group, an ancestor or a group below."""
        related = [other for other in self.all.values() if other.extends(group.name)]
        return any(at.methods[name].node is not None for at in (*related, *group.line()) if name in at.methods)

    # ------------------------------------------------------------------------------------------------- instances

    def is_simple(self, group: Group) -> bool:
        """An instance is one `New`: no constructor that does more than give values to attributes, attributes that
        begin with constants, a size that is known."""
        if self._given(group) is None or (group.geometry is not None and self.sizes[group.name] is None):
            return False
        values = [attribute.value for _, attribute in self.attributes(group)]
        return all(value is None or is_constant(value) or self._is_formal(value) for value in values)

    def _is_formal(self, expr: tree.Expr) -> bool:
        return isinstance(expr, tree.Variable) and isinstance(self.checked.meaning(expr), meaning.LocalName)

    def _given(self, group: Group) -> dict[str, tree.Expr] | None:
        """What the constructor gives to attributes, constants or its own formals, if that is all it does; None if it
        does more. Without a constructor nothing is given."""
        constructors = [at.constructor for at in group.line() if at.constructor is not None]
        if not constructors:
            return {}
        node = constructors[0].node
        if len(constructors) > 1 or node is None or group.builder()[1] is not constructors[0]:
            return None
        found: dict[str, tree.Expr] = {}
        statements = node.body.statements
        if statements and isinstance(statements[-1], tree.Return):
            statements = statements[:-1]
        for statement in statements:
            match statement:
                case tree.Evaluate(_, tree.Assign(_, (tree.Field(_, tree.This(), name),), value)) if is_constant(
                    value
                ) or self._is_formal(value):
                    found[name.text] = value
                case _:
                    return None
        return found

    def attributes(self, group: Group) -> list[tuple[Group, Attribute]]:
        """All attributes, inherited ones first, each with the value it begins with in this group."""
        line = list(group.line())
        given = self._given(group) or {}
        found: list[tuple[Group, Attribute]] = []
        for ancestor in reversed(line):
            for attribute in ancestor.attributes.values():
                value = next((at.defaults[attribute.name] for at in line if attribute.name in at.defaults), None)
                value = given.get(attribute.name, value)
                shown = attribute if value is None else Attribute(attribute.name, attribute.type, value)
                found.append((ancestor, shown))
        return found


def built_in_methods(group: Group) -> dict[str, str]:
    """The built-in methods that a group of boards brings in itself, with their functions; not those that the program
    defines in it."""
    found: dict[str, str] = {}
    if group.name == BOARD:
        found = {name: f"{BOARD}.{name}" for name in ("owns", "full", "remove", "place", "toi", "tol")}
    elif group.name in GEOMETRIES or (group.parent is not None and group.parent.name in GEOMETRIES):
        found = {name: f"{group.name}.{name}" for name in ("toi", "tol")}
    own = group.methods if group.node is not None else {}
    return {name: function for name, function in found.items() if name not in own}


def root(function: Function) -> Function:
    """The method that this one takes the place of, first of all: its formals and result are those of all. A function
    that is no method is its own root."""
    found = function
    for ancestor in () if function.group is None else function.group.line():
        found = ancestor.methods.get(function.name, found)
    return found


def is_constant(expr: tree.Expr) -> bool:
    """Nothing is done and nothing can differ: literals, and lists of them."""
    match expr:
        case tree.Number() | tree.Text() | tree.Truth() | tree.Nothing():
            return True
        case tree.Negation(_, operand):
            return isinstance(operand, tree.Number)
        case tree.ListLiteral(_, items):
            return all(map(is_constant, items))
    return False


def _mentioned_groups(checked: Checked) -> dict[str, Group]:
    """The groups of a program without those built-in boards that it never mentions."""
    types = [*checked.types.values(), *(variable.type for variable in checked.globals.values())]
    types += [formal.type for function in checked.bodies for formal in function.formals]
    types += [item.type for group in checked.groups.values() for item in group.attributes.values()]
    types += [function.result for function in checked.bodies if function.result is not None]
    types += [local.type for local in checked.locals.values()]
    met: set[str] = set()
    for type_ in types:
        while isinstance(type_, ListOf):
            type_ = type_.item
        if isinstance(type_, GroupOf):
            met.add(type_.name)
    for group in checked.groups.values():
        if group.node is not None:
            met.update(ancestor.name for ancestor in group.line())
    met.update(made.group.name for made in checked.meanings.values() if isinstance(made, meaning.Construct))
    return {name: group for name, group in checked.groups.items() if name in met or name not in GEOMETRIES}


def _parent(group: Group) -> str | None:
    return None if group.parent is None else group.parent.name
