"""The tree of a Senet program as it was read, before anything is known about its names and types.

The parser makes it, the checker gives it meaning. Every node knows its place; places do not count when trees are
compared, so the same program laid out differently, or written with other tolerated spellings, is an equal tree.

What grows long in honest programs is flat, so that no reader of the tree has to recurse along it: operators of one
strength are one `Chain`, `a = b = c` is one `Assign`, and `if … elif … else if …` is one `If`. Everything else is
nested at most a hundred levels deep. `Broken` stands where an expression could not be read: why has been reported, and
whatever depends on it stays silent.

Some words of the later dialect are not reserved, so the parser does not know them: `pass(phase, player);` is a call
and `end;` a name, and the checker gives them their meaning if the program has no such name of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """A name at a place: of a variable, a function, a field."""

    text: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """The name of a group, which may have points in it: `Mark`, `Boards.Rect`."""

    parts: tuple[Ident, ...]

    @property
    def text(self) -> str:
        return ".".join(part.text for part in self.parts)


# Types


@dataclass(frozen=True, slots=True)
class BasicType(Node):
    name: Literal["int", "bool", "str", "void"]


@dataclass(frozen=True, slots=True)
class ListType(Node):
    """`list<T>`"""

    element: Type


@dataclass(frozen=True, slots=True)
class GroupType(Node):
    """Any type that is called by the name of a group."""

    name: Name


@dataclass(frozen=True, slots=True)
class BrokenType(Node):
    """A type that could not be read."""


Type: TypeAlias = BasicType | ListType | GroupType | BrokenType


# Expressions


@dataclass(frozen=True, slots=True)
class Number(Node):
    """At most 2147483647: a sign is an operator."""

    value: int


@dataclass(frozen=True, slots=True)
class Text(Node):
    value: str


@dataclass(frozen=True, slots=True)
class Truth(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`None`"""


@dataclass(frozen=True, slots=True)
class This(Node):
    """`this`"""


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """Any name by itself: a variable, a function before its arguments, a group, `end`."""

    name: str


@dataclass(frozen=True, slots=True)
class ListLiteral(Node):
    """`[x, y]`"""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`subject.name`"""

    subject: Expr
    name: Ident


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`function(x, y)`: the function is a `Variable` or a `Field`, if the program makes sense."""

    function: Expr
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Element(Node):
    """`subject[index]`"""

    subject: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Negation(Node):
    """`-e`"""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not e`"""

    operand: Expr


Operator: TypeAlias = Literal["or", "and", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%"]


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
class Assign(Node):
    """`a = b.c = d[0] = value`: one or more targets, each a `Variable`, a `Field` or an `Element`."""

    targets: tuple[Expr, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Place(Node):
    """`piece >> board [x, y]`. A literal with one list in it, `[l]`, is that list: only types can tell."""

    piece: Expr
    board: Expr
    at: ListLiteral


@dataclass(frozen=True, slots=True)
class Take(Node):
    """`receiver << giver [x, y]`, `receiver << piece`, `board << [x, y]`: what is not written is None.

    At least one of `giver` and `at` is there."""

    receiver: Expr
    giver: Expr | None
    at: ListLiteral | None


@dataclass(frozen=True, slots=True)
class Broken(Node):
    """An expression that could not be read."""


Expr: TypeAlias = (
    Number
    | Text
    | Truth
    | Nothing
    | This
    | Variable
    | ListLiteral
    | Field
    | Call
    | Element
    | Negation
    | Not
    | Chain
    | Assign
    | Place
    | Take
    | Broken
)


# Statements


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """`type name;`, `type name = value;` or, with `arguments` (which may be empty), `Group name(x, y);`"""

    type: Type
    name: Ident
    value: Expr | None
    arguments: tuple[Expr, ...] | None


@dataclass(frozen=True, slots=True)
class Evaluate(Node):
    """`expr;`"""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Block(Node):
    """`{ … }`, or the one statement that stands where a block should; empty statements are not in it."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """`if condition body` or `elif condition body`"""

    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class If(Node):
    branches: tuple[Branch, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class While(Node):
    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class For(Node):
    """`for (type name in {x, y, z}) body`; `type` is None where it is to be inferred.

    `is_braced` is false only for a single item without braces, `for (x in l)`: a list, whose elements are meant."""

    type: Type | None
    name: Ident
    items: tuple[Expr, ...]
    is_braced: bool
    body: Block


@dataclass(frozen=True, slots=True)
class Break(Node):
    pass


@dataclass(frozen=True, slots=True)
class Continue(Node):
    pass


@dataclass(frozen=True, slots=True)
class Return(Node):
    value: Expr | None


Statement: TypeAlias = Declaration | Evaluate | Block | If | While | For | Break | Continue | Return


# Definitions


@dataclass(frozen=True, slots=True)
class Formal(Node):
    """`type name` between the parentheses of a function."""

    type: Type
    name: Ident


@dataclass(frozen=True, slots=True)
class Function(Node):
    """A function, a method or a phase. `type` is None where it is to be inferred, and for an `assert` function, which
    gives a bool."""

    is_assert: bool
    type: Type | None
    name: Ident
    formals: tuple[Formal, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Default(Node):
    """`name = value;` in a group: what an attribute is to begin with."""

    name: Ident
    value: Expr


Member: TypeAlias = Declaration | Default | Function


@dataclass(frozen=True, slots=True)
class Group(Node):
    """`group name (parent(arguments)) { members }`. `parent` is None in `group name ()`; `arguments` are None if the
    parent has no parentheses of its own."""

    name: Ident
    parent: Name | None
    arguments: tuple[Expr, ...] | None
    members: tuple[Member, ...]


SetupItem: TypeAlias = Group | Function | Statement


@dataclass(frozen=True, slots=True)
class Program(Node):
    """What stands in `@setup`, in its order, and the phases of `@turns`.

    `is_sound` says that reading it reported no error; `lost` are the words of what could not be read: a name among
    them may be defined there. `notes` are the comments `# parlour: …`."""

    setup: tuple[SetupItem, ...]
    turns: tuple[Function, ...]
    is_sound: bool
    lost: frozenset[str] = frozenset()
    notes: tuple[Note, ...] = field(default=(), compare=False)


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression, in the order of the text."""
    match expr:
        case Number() | Text() | Truth() | Nothing() | This() | Variable() | Broken():
            return ()
        case ListLiteral(_, items):
            return items
        case Field(_, part, _) | Negation(_, part) | Not(_, part):
            return (part,)
        case Call(_, function, arguments):
            return (function, *arguments)
        case Element(_, subject, index):
            return (subject, index)
        case Chain(_, first, links):
            return (first, *(link.operand for link in links))
        case Assign(_, targets, value):
            return (*targets, value)
        case Place(_, piece, board, at):
            return (piece, board, at)
        case Take(_, receiver, giver, at):
            return (receiver, *(part for part in (giver, at) if part is not None))


def parts(expr: Expr) -> Iterator[Expr]:
    """An expression and all inside it."""
    stack = [expr]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(reversed(children(part)))


def expressions(statement: Statement) -> tuple[Expr, ...]:
    """The expressions of a statement itself, not of those inside it."""
    match statement:
        case Declaration(value=value, arguments=arguments):
            return (*([value] if value is not None else ()), *(arguments or ()))
        case Evaluate(_, expr):
            return (expr,)
        case If(_, branches):
            return tuple(branch.condition for branch in branches)
        case While(_, condition):
            return (condition,)
        case For(items=items):
            return items
        case Return(_, value):
            return (value,) if value is not None else ()
    return ()


def blocks(statement: Statement) -> tuple[Block, ...]:
    match statement:
        case Block():
            return (statement,)
        case If(_, branches, otherwise):
            return (*(branch.body for branch in branches), *([otherwise] if otherwise is not None else ()))
        case While(body=body) | For(body=body):
            return (body,)
    return ()


def all_statements(statements: Sequence[Statement]) -> Iterator[Statement]:
    """These statements and all inside them, in the order of the text."""
    stack = list(reversed(statements))
    while stack:
        statement = stack.pop()
        yield statement
        for block in reversed(blocks(statement)):
            stack.extend(reversed(block.statements))


def all_expressions(statements: Sequence[Statement]) -> Iterator[Expr]:
    for statement in all_statements(statements):
        for expr in expressions(statement):
            yield from parts(expr)


def setup_statements(program: Program) -> tuple[Statement, ...]:
    return tuple(item for item in program.setup if not isinstance(item, Group | Function))
