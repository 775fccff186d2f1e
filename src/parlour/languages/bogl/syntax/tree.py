"""The tree of a BoGL program as it was read, before anything is known about its names and types.

The parser makes it, the checker turns it into the tree of `check/meaning.py`. Every node knows its place; places
do not count when trees are compared, so the same program laid out differently is an equal tree.

Two kinds of text that grow long in honest programs are flat, so that no reader of the tree has to recurse
along them: a run of operators of one strength is one `Chain`, and a run of `let … in` and
`if … then … else` is one `Block`. `Broken` stands where an expression could not be read: why has been
reported, and whatever depends on it stays silent.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from parlour.dataclass import dataclass
from parlour.languages.pragmas import Note
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name at a place: in a definition, a parameter list, a type."""

    text: str


# Types


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`Int`, `Board`, `Player`: any type that is called by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Enumeration(Node):
    """`{X, O}`"""

    symbols: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class TupleType(Node):
    """`(Int, Bool)`: two or more types."""

    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Addition(Node):
    """One extension of a type: `| Symbol`, `& {Symbol, Symbol}` or `& Name`."""

    added: Ident | Enumeration | NamedType


@dataclass(frozen=True, slots=True)
class ExtendedType(Node):
    """`Int | Nothing`, `Player & {Tie}`: a type with symbols added."""

    base: Type
    additions: tuple[Addition, ...]


@dataclass(frozen=True, slots=True)
class BrokenType(Node):
    """A type that could not be read."""


Type: TypeAlias = NamedType | Enumeration | TupleType | ExtendedType | BrokenType


@dataclass(frozen=True, slots=True)
class FunctionType(Node):
    """`(Int, Board) -> Bool`"""

    parameter: Type
    result: Type


# Expressions


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Text(Node):
    value: str


@dataclass(frozen=True, slots=True)
class Truth(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class Symbol(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """Any name without arguments: a parameter, a `let`, a value, a board, `input`."""

    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`f(x, y)`; `f()`, which is never right, has no arguments."""

    function: Ident
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Tuple(Node):
    """`(x, y)`: two or more expressions."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Projection(Node):
    """`e # 2` or `e # (1, 3)`: components, counted from 1."""

    subject: Expr
    indexes: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Negation(Node):
    """`-e` where e is not a number."""

    operand: Expr


Operator: TypeAlias = Literal["!", "*", "/", "%", "+", "-", "<", "<=", ">", ">=", "==", "/="]


@dataclass(frozen=True, slots=True)
class Link(Node):
    """One step of a chain; its span is that of the operator sign."""

    operator: Operator
    operand: Expr


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """`a + b - c`: operators of one strength, worked off from the left."""

    first: Expr
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let name = value in`"""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if condition then result else`"""

    condition: Expr
    result: Expr


@dataclass(frozen=True, slots=True)
class Block(Node):
    """`let x = 1 in if c then y else let z = 2 in e`: each clause goes on in the next, at the end in e."""

    clauses: tuple[Let | If, ...]
    result: Expr


@dataclass(frozen=True, slots=True)
class While(Node):
    """`while condition do body`"""

    condition: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Broken(Node):
    """An expression that could not be read."""


@dataclass(frozen=True, slots=True)
class Hole(Node):
    """`...`: an expression that is yet to be written."""


Expr: TypeAlias = (
    Hole
    | Number
    | Text
    | Truth
    | Symbol
    | Variable
    | Call
    | Tuple
    | Projection
    | Negation
    | Chain
    | Block
    | While
    | Broken
)


# Definitions


@dataclass(frozen=True, slots=True)
class BoardType(Node):
    """`type Board = Array (3,3) of Content`; a size is None where it could not be read."""

    width: Number | None
    height: Number | None
    content: Type


@dataclass(frozen=True, slots=True)
class TypeDefinition(Node):
    """`type Name = …`, `type Input = …`"""

    name: Ident
    type: Type


@dataclass(frozen=True, slots=True)
class ValueEquation(Node):
    """`name = e`"""

    value: Expr


@dataclass(frozen=True, slots=True)
class FunctionEquation(Node):
    """`name(x, y) = e`"""

    parameters: tuple[Ident, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class CellEquation(Node):
    """`name!(x, 2) = e` or `name(x, 2) = e`: a variable stands for every coordinate."""

    column: Number | Ident
    row: Number | Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class BoardEquations(Node):
    """All the equations of one board, in their order."""

    cells: tuple[CellEquation, ...]


Equation: TypeAlias = ValueEquation | FunctionEquation | BoardEquations


@dataclass(frozen=True, slots=True)
class ValueDefinition(Node):
    """`name : type` and its equation. What is missing or could not be read is None; that has been reported."""

    name: Ident
    signature: Type | FunctionType | None
    equation: Equation | None


Definition: TypeAlias = BoardType | TypeDefinition | ValueDefinition

# Among the lost words of a program: a type definition of which not even the name could be read.
NAMELESS_TYPE = "<type>"


@dataclass(frozen=True, slots=True)
class Program(Node):
    """A program, or a prelude: `name` is None for a prelude and where the game line is missing.

    `is_sound` says that reading it reported no error; `lost` are the words of what could not be read; `notes` are the
    comments that say something to Parlour.
    """

    name: Ident | None
    definitions: tuple[Definition, ...]
    is_sound: bool
    lost: frozenset[str] = frozenset()
    notes: tuple[Note, ...] = field(default=(), compare=False, repr=False)


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression, in their order."""
    match expr:
        case Number() | Text() | Truth() | Symbol() | Variable() | Broken() | Hole():
            return ()
        case Call(_, _, parts) | Tuple(_, parts):
            return parts
        case Projection(_, part, _) | Negation(_, part):
            return (part,)
        case Chain(_, first, links):
            return (first, *(link.operand for link in links))
        case Block(_, clauses, result):
            inner: list[Expr] = []
            for clause in clauses:
                match clause:
                    case Let(_, _, value):
                        inner.append(value)
                    case If(_, condition, branch):
                        inner += (condition, branch)
            return (*inner, result)
        case While(_, condition, body):
            return (condition, body)
