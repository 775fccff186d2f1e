"""What a program means: its groups, functions and variables, and what every name in its tree stands for.

The checker makes a `Checked`, the lowering reads it. Meanings and types are kept beside the tree, by the identity of
its nodes: the tree itself stays as it was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from math import prod
from typing import Literal, TypeAlias

from parlour.dataclass import dataclass
from parlour.languages.senet.check.types import Type
from parlour.languages.senet.pragmas import Pragmas
from parlour.languages.senet.syntax import tree

# The built-in groups; user groups extend them.
OBJECT = "Object"
BOARD = "Board"
PIECE = "Piece"
RECT = "Boards.Rect"
LINE = "Boards.Line"
LOOP = "Boards.Loop"
HEX = "Boards.Hex"
GEOMETRIES: dict[str, tuple[str, ...]] = {RECT: ("width", "height"), LINE: ("n",), LOOP: ("n",), HEX: ("radius",)}
# The coordinates of a cell, as messages write them.
DIRECTIONS: dict[str, tuple[str, ...]] = {RECT: ("x", "y"), LINE: ("n",), LOOP: ("n",), HEX: ("q", "r")}

MOST_CELLS = 10_000

# The built-in variables.
ON_MOVE = "ON_MOVE"
N_PLAYERS = "N_PLAYERS"

# Two spellings of the same methods: the manual's and the later dialect's.
REPR = "repr"
CONSTRUCTOR = "__init__"


# ------------------------------------------------------------------------------------------------ declarations


@dataclass(slots=True, eq=False)
class Local:
    """A formal, a variable of a function or of a loop. `writes` counts its assignments, the first value included."""

    name: str
    type: Type
    writes: int = 0


@dataclass(slots=True, eq=False)
class Global:
    """A variable that `@setup` declares."""

    name: str
    type: Type
    place: tree.Ident


@dataclass(slots=True, eq=False)
class Function:
    """A function of `@setup`, a phase, or a method of a group (`group`). `result` is None until it is inferred.
    `node` is None in a built-in method."""

    name: str
    node: tree.Function | None
    formals: list[Local]
    result: Type | None
    is_phase: bool = False
    group: Group | None = None

    @property
    def label(self) -> str:
        """What its author calls it."""
        return self.name if self.group is None else f"{self.group.name}.{self.name}"


@dataclass(slots=True, eq=False)
class Attribute:
    """A field of a group. `value` is the expression it begins with; None: the default of its type."""

    name: str
    type: Type
    value: tree.Expr | None = None
    place: tree.Ident | None = None


@dataclass(slots=True, eq=False)
class Group:
    """A group with what it declares itself. `defaults` are values for attributes, inherited ones too; `arguments` go to
    the constructor of the parent (None: none are written)."""

    name: str
    parent: Group | None
    node: tree.Group | None = None
    arguments: tuple[tree.Expr, ...] | None = None
    attributes: dict[str, Attribute] = field(default_factory=dict)
    defaults: dict[str, tree.Expr] = field(default_factory=dict)
    methods: dict[str, Function] = field(default_factory=dict)
    constructor: Function | None = None

    def line(self) -> Iterator[Group]:
        """The group, its parent, the parent's parent and so on."""
        at: Group | None = self
        while at is not None:
            yield at
            at = at.parent

    def extends(self, name: str) -> bool:
        return any(group.name == name for group in self.line())

    def attribute(self, name: str) -> Attribute | None:
        return next((group.attributes[name] for group in self.line() if name in group.attributes), None)

    def method(self, name: str) -> Function | None:
        return next((group.methods[name] for group in self.line() if name in group.methods), None)

    def builder(self) -> tuple[Group, Function | None]:
        """The group whose constructor takes the arguments of a new instance, with that constructor; None for that of a
        built-in board, or where there is none at all."""
        for group in self.line():
            if group.constructor is not None or group.arguments is not None or group.name in GEOMETRIES:
                return group, group.constructor
        return self, None

    @property
    def bodies(self) -> Iterator[Function]:
        """Its methods and its constructor, those with a body."""
        constructor = () if self.constructor is None else (self.constructor,)
        return (method for method in (*self.methods.values(), *constructor) if method.node is not None)

    @property
    def geometry(self) -> str | None:
        """The built-in board that it is, or extends."""
        return next((group.name for group in self.line() if group.name in GEOMETRIES), None)


def cell_count(geometry: str | None, size: tuple[int, ...]) -> int:
    """How many cells a board of this geometry has."""
    if geometry == HEX:
        return 3 * size[0] * (size[0] + 1) + 1
    return prod(size)


def constant_size(group: Group) -> tuple[int, ...] | None:
    """The sides of a board if they are written as numbers in its `group` line."""
    for ancestor in group.line():
        if ancestor.parent is not None and ancestor.parent.name in GEOMETRIES and ancestor.arguments is not None:
            sides = [argument.value for argument in ancestor.arguments if isinstance(argument, tree.Number)]
            return tuple(sides) if len(sides) == len(ancestor.arguments) else None
    return None


# ---------------------------------------------------------------------------------------------------- meanings


@dataclass(frozen=True, slots=True)
class LocalName:
    local: Local


@dataclass(frozen=True, slots=True)
class GlobalName:
    name: str


@dataclass(frozen=True, slots=True)
class BuiltinName:
    """ON_MOVE or N_PLAYERS."""

    name: str


@dataclass(frozen=True, slots=True)
class DefaultInstance:
    """The name of a group in the place of a value."""

    group: Group


@dataclass(frozen=True, slots=True)
class FreshPiece:
    """The name of a Piece group left of `>>`: a new instance each time."""

    group: Group


@dataclass(frozen=True, slots=True)
class FunctionCall:
    function: Function


@dataclass(frozen=True, slots=True)
class MethodCall:
    """A call on an instance; `receiver` is None where `this` is left out."""

    group: Group
    method: Function
    receiver: tree.Expr | None


Builtin: TypeAlias = Literal["print", "read", "stoi", "itos", "restart", "exit", "rand", "clear_input"]


@dataclass(frozen=True, slots=True)
class BuiltinCall:
    name: Builtin


@dataclass(frozen=True, slots=True)
class Construct:
    """The name of a group called like a function: a new instance."""

    group: Group


@dataclass(frozen=True, slots=True)
class PassCall:
    """`pass(phase, player);`"""

    phase: Function
    player: tree.Expr


@dataclass(frozen=True, slots=True)
class EndWord:
    """`end;`"""


@dataclass(frozen=True, slots=True)
class AttributeName:
    """A field of an instance, as it was declared."""

    attribute: Attribute


Meaning: TypeAlias = (
    LocalName
    | GlobalName
    | BuiltinName
    | DefaultInstance
    | FreshPiece
    | FunctionCall
    | MethodCall
    | BuiltinCall
    | Construct
    | PassCall
    | EndWord
    | AttributeName
)


@dataclass(slots=True)
class Checked:
    """A program that makes sense. `groups` has parents before those that extend them."""

    program: tree.Program
    pragmas: Pragmas
    groups: dict[str, Group]
    functions: dict[str, Function]
    globals: dict[str, Global]
    types: dict[int, Type] = field(default_factory=dict)
    meanings: dict[int, Meaning] = field(default_factory=dict)
    # The variable that a declaration or a loop makes, by the identity of its node; not there for a global.
    locals: dict[int, Local] = field(default_factory=dict)

    def type_of(self, expr: tree.Expr) -> Type:
        return self.types[id(expr)]

    def meaning(self, expr: tree.Expr) -> Meaning | None:
        return self.meanings.get(id(expr))

    @property
    def blocks(self) -> Iterator[Sequence[tree.Statement]]:
        """All statements of the program: those of `@setup`, then the body of each function."""
        yield tree.setup_statements(self.program)
        for function in self.bodies:
            assert function.node is not None
            yield function.node.body.statements

    @property
    def expressions(self) -> Iterator[tree.Expr]:
        """Every expression in these statements."""
        for block in self.blocks:
            yield from tree.all_expressions(block)

    @property
    def bodies(self) -> Iterator[Function]:
        """All functions with a body: of `@setup`, phases, methods and constructors."""
        yield from self.functions.values()
        for group in self.groups.values():
            yield from group.bodies
