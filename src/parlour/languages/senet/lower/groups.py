"""Groups as classes: their fields and methods, how an instance is made, and the default instance of each group.

An instance with constant attributes is one `New`, also where its constructor only gives values to attributes: then
nothing is written after it was made, and engines know that nothing has changed. Otherwise `new G` makes it with the
values its attributes begin with and runs the constructors, from the outermost ancestor down: the arguments of a parent
are those of its `group` line, the others come with the instance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Assign, Class, Const, Expr, GlobalVariable, Op, SetField, SetGlobal, Stmt, Variable
from parlour.core.passes.order import do
from parlour.core.types import INT, NONE, ObjectType, OptionalType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.meaning import (
    BOARD,
    GEOMETRIES,
    HEX,
    PIECE,
    REPR,
    Attribute,
    AttributeName,
    Checked,
    Construct,
    DefaultInstance,
    FreshPiece,
    Function,
    Group,
    LocalName,
    cell_count,
    constant_size,
)
from parlour.languages.senet.check.types import GroupOf, ListOf
from parlour.languages.senet.lower import values as lower_values
from parlour.languages.senet.lower.build import CELLS, MAYBE_BOARD, NO_BOARD, NO_PIECE, number
from parlour.languages.senet.syntax import tree
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.senet.lower.lower import Lowering

# Fields that only Parlour knows: where a piece stands, and the size of a board that is known when it is made.
STANDS_ON = "stands on"
STANDS_AT = "stands at"
SIZES = ("size x", "size y")


class Groups:
    """The groups of a program on their way to core."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.all = _met(lowering.checked)
        self.sizes = {name: constant_size(group) for name, group in self.all.items()}
        # Whether some `<<` asks a piece where it stands.
        self.tracks_places = any(
            isinstance(expr, tree.Take) and expr.giver is not None and self._is_piece(expr.giver)
            for expr in lowering.checked.expressions
        )
        self.hierarchy = Hierarchy([Class(name, _parent(group)) for name, group in self.all.items()])
        self.default_globals: dict[str, GlobalVariable] = {}
        # Attributes of pieces that are left out because nothing in the program could tell: `s` if nobody mentions it,
        # `fixed` if nobody does and all pieces begin with the same value, which is then known.
        self.mentioned = self._mentioned()
        self.fixed = self._common_fixed()
        # The geometries of boards whose size is only known when they are made.
        self.unsized = {group.geometry for group in self._constructed() if self.sizes[group.name] is None}

    def _mentioned(self) -> set[str]:
        """The names of attributes that the program reads, writes or gives a value to."""
        meanings = self.lowering.checked.meanings.values()
        found = {meaning.attribute.name for meaning in meanings if isinstance(meaning, AttributeName)}
        return found.union(*(group.defaults for group in self.all.values()))

    def _common_fixed(self) -> bool | None:
        """What `fixed` is for all pieces for ever; None if that cannot be said."""
        meanings = self.lowering.checked.meanings.values()
        if any(isinstance(meaning, AttributeName) and meaning.attribute.name == "fixed" for meaning in meanings):
            return None
        found: set[bool | None] = set()
        for group in self.all.values():
            if group.extends(PIECE) and (group.name != PIECE or self._makes_plain_pieces()):
                given = next((at.defaults["fixed"] for at in group.line() if "fixed" in at.defaults), None)
                found.add(False if given is None else given.value if isinstance(given, tree.Truth) else None)
        return next(iter(found)) if len(found) == 1 else None

    def _makes_plain_pieces(self) -> bool:
        meanings = self.lowering.checked.meanings.values()
        makers = (Construct, DefaultInstance, FreshPiece)
        return any(isinstance(meaning, makers) and meaning.group.name == PIECE for meaning in meanings)

    def is_left_out(self, owner: Group, name: str) -> bool:
        if owner.name != PIECE:
            return False
        return (name == "s" and "s" not in self.mentioned) or (name == "fixed" and self.fixed is not None)

    def _constructed(self) -> list[Group]:
        meanings = self.lowering.checked.meanings.values()
        return [meaning.group for meaning in meanings if isinstance(meaning, Construct | DefaultInstance)]

    def _is_piece(self, expr: tree.Expr) -> bool:
        type_ = self.lowering.checked.type_of(expr)
        return isinstance(type_, GroupOf) and self.all[type_.name].extends(PIECE)

    def core_name(self, name: str) -> str:
        return name

    # --------------------------------------------------------------------------------------------------- classes

    def classes(self) -> tuple[Class, ...]:
        return tuple(
            Class(group.name, _parent(group), tuple(self.fields(group)), tuple(self.methods(group)))
            for group in self.all.values()
        )

    def fields(self, group: Group) -> list[Variable]:
        """The fields that the group itself adds."""
        core = self.lowering.core_type
        kept = [item for item in group.attributes.values() if not self.is_left_out(group, item.name)]
        found = [Variable(item.name, core(item.type)) for item in kept]
        if group.name == PIECE and self.tracks_places:
            found += [Variable(STANDS_ON, MAYBE_BOARD), Variable(STANDS_AT, INT)]
        if group.name in self.unsized:
            found += [Variable(name, INT) for name in SIZES[: len(GEOMETRIES[group.name])]]
        return found

    def methods(self, group: Group) -> list[tuple[str, str]]:
        """Virtual names and the functions behind them, built-in ones too."""
        found = {name: function_name(method) for name, method in group.methods.items()}
        if group.extends(BOARD):
            found |= self.lowering.boards.methods(group)
        repr_ = self.lowering.functions.get(f"{group.name}.repr")
        if repr_ is not None:
            found["repr"] = repr_.name
        return [(name, function) for name, function in found.items() if function in self.lowering.functions]

    def root(self, method: Function) -> Function:
        """The method that this one takes the place of, first of all: its formals and result are those of all."""
        found = method
        assert method.group is not None
        for ancestor in method.group.line():
            found = ancestor.methods.get(method.name, found)
        return found

    def implementations(self, group: Group, name: str) -> set[str]:
        """The functions that a call on an instance of the group may reach."""
        found: set[str] = set()
        for other in self.all.values():
            if other.extends(group.name):
                found.add(self.implementation(other, name))
        return found

    def implementation(self, group: Group, name: str) -> str:
        """The function behind a method for instances of exactly this group."""
        for ancestor in group.line():
            own = ancestor.methods.get(name)
            if own is not None and own.node is not None:
                return function_name(own)
            if ancestor.extends(BOARD) and name in (known := self.lowering.boards.methods(ancestor)):
                return known[name]
            if own is not None:
                # Every group has a `repr` of its own where the program defines none.
                return f"{group.name}.{REPR}" if name == REPR else function_name(own)
        raise AssertionError(f"{group.name} has no method {name}")

    # ------------------------------------------------------------------------------------------------- instances

    def is_simple(self, group: Group) -> bool:
        """An instance is one `New`: no constructor, attributes that begin with constants, a size that is known."""
        if self.given(group) is None or (group.geometry is not None and self.sizes[group.name] is None):
            return False
        values = [attribute.value for _, attribute in self.attributes(group)]
        return all(value is None or is_constant(value) or self._is_formal(value) for value in values)

    def _is_formal(self, expr: tree.Expr) -> bool:
        return isinstance(expr, tree.Variable) and isinstance(self.lowering.checked.meaning(expr), LocalName)

    def given(self, group: Group) -> dict[str, tree.Expr] | None:
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
        given = self.given(group) or {}
        found: list[tuple[Group, Attribute]] = []
        for ancestor in reversed(line):
            for attribute in ancestor.attributes.values():
                if self.is_left_out(ancestor, attribute.name):
                    continue
                value = next((at.defaults[attribute.name] for at in line if attribute.name in at.defaults), None)
                value = given.get(attribute.name, value)
                shown = attribute if value is None else Attribute(attribute.name, attribute.type, value)
                found.append((ancestor, shown))
        return found

    def new(self, group: Group, arguments: Sequence[tree.Expr], span: Span) -> Expr:
        """A new instance; the arguments are the author's."""
        formals = self.formals(group)
        values = lower_values.arguments(self.lowering, arguments, formals)
        if self.is_simple(group):
            constructor = group.builder()[1]
            stmts: list[Stmt] = []
            for formal, value in zip(() if constructor is None else constructor.formals, values, strict=True):
                name = self.lowering.local(formal.name, value.type)
                self.lowering.named[id(formal)] = name
                stmts.append(Assign(name, value, value.span))
            return do(stmts, self.make(group, span))
        self.write_new(group)
        return nodes.Call(f"new {group.name}", tuple(values), ObjectType(group.name), span)

    def make(self, group: Group, span: Span | None) -> Expr:
        """`New` with all fields as they begin."""
        size = self.sizes[group.name]
        given: list[Expr] = []
        by_owner: dict[str, list[Attribute]] = {ancestor.name: [] for ancestor in group.line()}
        for owner, attribute in self.attributes(group):
            by_owner[owner.name].append(attribute)
        for ancestor in reversed(list(group.line())):
            for attribute in by_owner[ancestor.name]:
                given.append(self.first_value(attribute, group))
            if ancestor.name == PIECE and self.tracks_places:
                given += [NO_BOARD, number(-1)]
            if ancestor.name in self.unsized:
                given += [number(side) for side in size or (0,) * len(GEOMETRIES[ancestor.name])]
        return nodes.New(group.name, tuple(given), ObjectType(group.name), span)

    def first_value(self, attribute: Attribute, group: Group) -> Expr:
        if attribute.value is not None:
            return lower_values.fitted(self.lowering, attribute.value, attribute.type)
        size = self.sizes[group.name]
        if attribute.name == "cells" and size is not None:
            return Op("list_fill", (number(cell_count(group.geometry, size)), NO_PIECE), CELLS)
        if attribute.name == "owner":
            return number(-1)
        return self.lowering.blank(attribute.type)

    def formals(self, group: Group) -> list[CoreType]:
        """What a new instance takes."""
        builder, constructor = group.builder()
        if constructor is not None:
            return [self.lowering.core_type(formal.type) for formal in constructor.formals]
        return [INT] * len(GEOMETRIES[builder.name]) if builder.name in GEOMETRIES else []

    def write_new(self, group: Group) -> None:
        name = f"new {group.name}"
        if name in self.lowering.functions:
            return
        kept = _Writing(self.lowering)
        params = [Variable(f"argument {place}", type_) for place, type_ in enumerate(self.formals(group))]
        # Known by its name before its body is written: attributes may begin with new instances.
        self.lowering.add(nodes.Function(name, tuple(params), ObjectType(group.name), ()))
        made = self.lowering.local("made", ObjectType(group.name))
        this = nodes.Local(made, ObjectType(group.name))
        body: list[Stmt] = [Assign(made, self.make(group, None))]
        body += self.initialise(group, this, [nodes.Local(param.name, param.type) for param in params])
        body.append(nodes.Return(this))
        self.lowering.add(self.lowering.finish(name, params, ObjectType(group.name), body))
        kept.restore()

    def initialise(self, group: Group, this: Expr, given: Sequence[Expr]) -> list[Stmt]:
        """Runs the constructors of a new instance, those of ancestors first."""
        stmts: list[Stmt] = []
        if group.name in GEOMETRIES:
            return self.set_size(group, this, given)
        if group.arguments is not None:
            assert group.parent is not None
            wanted = self.formals(group.parent)
            if wanted and not (group.parent.name in GEOMETRIES and self.sizes[group.name] is not None):
                values = lower_values.arguments(self.lowering, group.arguments, wanted)
                names = [self.lowering.local("argument", value.type) for value in values]
                stmts += [Assign(name, value, value.span) for name, value in zip(names, values, strict=True)]
                passed = [nodes.Local(name, value.type) for name, value in zip(names, values, strict=True)]
                stmts += self.initialise(group.parent, this, passed)
            elif group.parent.name not in GEOMETRIES:
                stmts += self.initialise(group.parent, this, ())
        elif group.parent is not None:
            stmts += self.initialise(group.parent, this, () if group.constructor is not None else given)
        if group.constructor is not None:
            receiver = self.lowering.fit(this, ObjectType(group.name))
            result = self.lowering.core_type(group.constructor.result or GroupOf(group.name))
            call = nodes.Call(function_name(group.constructor), (receiver, *given), result)
            stmts.append(nodes.Evaluate(call))
        return stmts

    def set_size(self, group: Group, this: Expr, given: Sequence[Expr]) -> list[Stmt]:
        """A board whose size is only known when it is made."""
        board = self.lowering.fit(this, ObjectType(group.name))
        stmts: list[Stmt] = [SetField(board, name, side) for name, side in zip(SIZES, given, strict=False)]
        sides = [*given, number(1)][:2]
        routine, args = ("hex_cells", list(given)) if group.name == HEX else ("board_cells", sides)
        count = self.lowering.linker.call(routine, args)
        stmts.append(SetField(board, "cells", Op("list_fill", (count, NO_PIECE), CELLS)))
        return stmts

    # ------------------------------------------------------------------------------------------ default instances

    def default(self, group: Group, span: Span) -> Expr:
        """The one default instance: made when the game begins if nobody can tell the difference, else at first use."""
        name = f"default {group.name}"
        if self.is_simple(group):
            if name not in self.default_globals:
                self.default_globals[name] = GlobalVariable(name, ObjectType(group.name))
                self.lowering.globals.append(self.default_globals[name])
            return nodes.Global(name, ObjectType(group.name), span)
        kind = OptionalType(ObjectType(group.name))
        if name not in self.default_globals:
            self.default_globals[name] = GlobalVariable(name, kind)
            self.lowering.globals.append(self.default_globals[name])
            self.write_new(group)
            made = nodes.Convert(nodes.Call(f"new {group.name}", (), ObjectType(group.name)), kind)
            known = nodes.Global(name, kind)
            first = nodes.If(((nodes.Is(known, ObjectType(group.name)), ()),), (SetGlobal(name, made),))
            found = nodes.Return(nodes.Narrow(known, ObjectType(group.name)))
            self.lowering.add(nodes.Function(name, (), ObjectType(group.name), (first, found)))
        return nodes.Call(name, (), ObjectType(group.name), span)

    def first_defaults(self) -> list[Stmt]:
        """What the globals of default instances hold when the game begins."""
        stmts: list[Stmt] = []
        for name, variable in self.default_globals.items():
            group = self.all[name.removeprefix("default ")]
            if isinstance(variable.type, ObjectType):
                stmts.append(SetGlobal(name, self.make(group, None)))
            else:
                stmts.append(SetGlobal(name, nodes.Convert(Const(None, NONE), variable.type)))
        return stmts


class _Writing:
    """The function being written while another one has to be written first."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.kept = (
            lowering.function,
            lowering.locals,
            lowering.names,
            lowering.named,
            lowering.constants,
            lowering.sunk,
            lowering.copies,
        )
        lowering.begin()

    def restore(self) -> None:
        (
            self.lowering.function,
            self.lowering.locals,
            self.lowering.names,
            self.lowering.named,
            self.lowering.constants,
            self.lowering.sunk,
            self.lowering.copies,
        ) = self.kept


def function_name(method: Function) -> str:
    """The core function of a method, constructor, function or phase."""
    if method.group is None:
        return f"phase {method.name}" if method.is_phase else method.name
    return f"{method.group.name}.{method.name}"


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


def _met(checked: Checked) -> dict[str, Group]:
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
    for meaning in checked.meanings.values():
        if isinstance(meaning, Construct):
            met.add(meaning.group.name)
    return {name: group for name, group in checked.groups.items() if name in met or name not in GEOMETRIES}


def _parent(group: Group) -> str | None:
    return None if group.parent is None else group.parent.name
