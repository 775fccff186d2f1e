"""The tree of an AllHandsOnDeck program as it was read, before anything is known about its names and types.

The parser makes it, the checker looks at it and the lowering turns it into core. Every node knows its place; places
do not count when trees are compared, so the same program laid out differently is an equal tree.

Text that grows long in honest programs is flat, so that no reader of the tree has to recurse along it: operators of one
strength are one `Chain`, comparisons one `Compare`, `and`s and `or`s one `Logic`, `a.b(1)[2].c` one `Path`,
`a do X do Y` one `Doing`, and an `if` holds all of its `elif`s. All other nesting is bounded by the parser. `Broken`
stands where an expression could not be read: why has been reported, and whatever depends on it stays silent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any, Literal, TypeAlias, get_args

from parlour.dataclass import dataclass
from parlour.languages.pragmas import Note
from parlour.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name at a place, of whichever of the three spellings."""

    text: str


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """`int`, `Card`, `Stack<Card>`: a primitive type word or a class, perhaps of something."""

    name: str
    of: TypeName | None = None


# Expressions


@dataclass(frozen=True, slots=True)
class Number(Node):
    """`12`"""

    value: int


@dataclass(frozen=True, slots=True)
class Decimal(Node):
    """`1.5`, `.5`, `1.`, `2.0e3`"""

    value: float


@dataclass(frozen=True, slots=True)
class Text(Node):
    """`'Draw 2'`: what the string holds, escapes resolved."""

    value: str


@dataclass(frozen=True, slots=True)
class FormattedText(Node):
    """`f'Player {i + 1}'`: pieces of text, never empty and never two in a row, and expressions between them."""

    parts: tuple[str | Expr, ...]


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`True`, `False`"""

    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`None`"""


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """Any small name without parentheses: a local, an attribute, a constructor parameter, game state."""

    name: str


@dataclass(frozen=True, slots=True)
class BareName(Node):
    """A class or an ACTION where a value is expected, and not called: `x = Card`, `x = DRAW_TWO`. Never right."""

    name: str


@dataclass(frozen=True, slots=True)
class ForIn(Node):
    """`for name in values`, inside a comprehension."""

    name: Ident
    values: Expr


@dataclass(frozen=True, slots=True)
class ForTimes(Node):
    """`for count times`, inside a comprehension."""

    count: Expr


@dataclass(frozen=True, slots=True)
class Comprehension(Node):
    """`value for x in xs for 2 times`: an item of a Series or an argument; the first clause is the outermost loop."""

    value: Expr
    clauses: tuple[ForIn | ForTimes, ...]


@dataclass(frozen=True, slots=True)
class Slice(Node):
    """`start:stop:step`, each of which may be missing; inside `[ ]` or as an argument."""

    start: Expr | None
    stop: Expr | None
    step: Expr | None


@dataclass(frozen=True, slots=True)
class Argument(Node):
    """`value` or `name = value`; a comprehension or a slice has no name."""

    name: Ident | None
    value: Expr | Comprehension | Slice


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`f(x, y = 2)`: a helper, or `print`, `input`, `random`."""

    function: Ident
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Create(Node):
    """`Card(1)`, `Stack<Card>()`, `new Hand()`; the word `new` means nothing."""

    type: TypeName
    arguments: tuple[Argument, ...]
    has_new: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Series(Node):
    """`[1, 2, x for x in xs]`"""

    items: tuple[Expr | Comprehension, ...]


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """A step of a path: `.name`"""

    name: Ident


@dataclass(frozen=True, slots=True)
class MethodCall(Node):
    """A step of a path: `.name(x)`, a helper called on an object."""

    name: Ident
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Element(Node):
    """A step of a path: `[index]` or `[start:stop]`"""

    index: Expr | Slice


Step: TypeAlias = Attribute | MethodCall | Element


@dataclass(frozen=True, slots=True)
class Path(Node):
    """`subject.name[0].helper()`: one step or more, each of them on what came before."""

    subject: Expr
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Act(Node):
    """`do ACTION(x)`; without parentheses there are no arguments. Its span begins at the word `do`."""

    action: Ident
    arguments: tuple[Argument, ...]
    has_parentheses: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Doing(Node):
    """`e do X do Y`, `do X`: one act or more; the second one is done on what the first one returned, and so on."""

    receiver: Expr | None
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`a..b` with its end, `a...b` without."""

    start: Expr
    end: Expr
    includes_end: bool


@dataclass(frozen=True, slots=True)
class Power(Node):
    """`base ** exponent`"""

    base: Expr
    exponent: Expr


SignOperator: TypeAlias = Literal["-", "+", "~"]


@dataclass(frozen=True, slots=True)
class Sign(Node):
    """`-e`, `+e`, `~e`; also before a number: `-1` is the sign of `1`."""

    operator: SignOperator
    operand: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not e`"""

    operand: Expr


Operator: TypeAlias = Literal["+", "-", "*", "/", "//", "%", "&", "|", "^"]


@dataclass(frozen=True, slots=True)
class Link(Node):
    """One operator of a chain and what stands on its right; its span is that of the operator."""

    operator: Operator
    operand: Expr


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """`a + b - c`: operators of one strength, worked off from the left."""

    first: Expr
    links: tuple[Link, ...]


Comparison: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"]


@dataclass(frozen=True, slots=True)
class CompareLink(Node):
    """One comparison and what stands on its right; its span is that of the operator."""

    operator: Comparison
    operand: Expr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`a < b <= c`: each with its neighbour, each operand once, as far as it holds."""

    first: Expr
    links: tuple[CompareLink, ...]


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`a and b and c`, `a or b`: two operands or more."""

    operator: Literal["and", "or"]
    operands: tuple[Expr, ...]


AssignOperator: TypeAlias = Literal["=", "+=", "-=", "*=", "/=", "//=", "**=", "%=", "&=", "|=", "^="]


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`target = value`, `target += value`, as an expression. A path as target ends in an attribute or an element, and
    an element there is never a slice."""

    target: Variable | Path | Broken
    operator: AssignOperator
    value: Expr


@dataclass(frozen=True, slots=True)
class Broken(Node):
    """An expression that could not be read."""


Constant: TypeAlias = Number | Decimal | Text | FormattedText | Truth | Nothing
Operand: TypeAlias = Variable | BareName | Call | Create | Series | Path | Doing
Operation: TypeAlias = Range | Power | Sign | Not | Chain | Compare | Logic | Assign
Expr: TypeAlias = Constant | Operand | Operation | Broken


# Statements


@dataclass(frozen=True, slots=True)
class Block(Node):
    """An indented run of statements. It is empty only where none of them could be read."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Pass(Node):
    """`pass`"""


@dataclass(frozen=True, slots=True)
class Return(Node):
    """`return`, `return value`"""

    value: Expr | None


@dataclass(frozen=True, slots=True)
class Declare(Node):
    """`int index = input()`, `Card best`"""

    type: TypeName
    name: Ident
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Evaluate(Node):
    """An expression as a statement: an assignment, an act, a call."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """`if condition: body` or `elif condition: body`"""

    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class If(Node):
    """One branch or more, and perhaps `else:`"""

    branches: tuple[Branch, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class While(Node):
    """`while condition: body`, and perhaps `else:`"""

    condition: Expr
    body: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class For(Node):
    """`for name in values: body`"""

    name: Ident
    values: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`for count times: body`"""

    count: Expr
    body: Block


Statement: TypeAlias = Pass | Return | Declare | Evaluate | If | While | For | Repeat


# Declarations


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`name`, `Card name`; also for the receiver of an ACTION, which always has a type."""

    type: TypeName | None
    name: Ident


@dataclass(frozen=True, slots=True)
class Main(Node):
    """`main: body`; its span covers the whole declaration, as in all declarations."""

    body: Block


@dataclass(frozen=True, slots=True)
class Action(Node):
    """`when Player player do PLAY(index): body`, `when do INIT: body`"""

    receiver: Parameter | None
    name: Ident
    parameters: tuple[Parameter, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Helper(Node):
    """`match(Card a, Card b): body`, at the top level or in a class; the body is one expression or a block."""

    name: Ident
    parameters: tuple[Parameter, ...]
    body: Expr | Block


@dataclass(frozen=True, slots=True)
class AttributeDeclaration(Node):
    """`const int size: 3` in a class; a block is run once for each object, and its `return` is the value."""

    is_const: bool
    type: TypeName | None
    name: Ident
    value: Expr | Block


Member: TypeAlias = Helper | AttributeDeclaration


@dataclass(frozen=True, slots=True)
class Class(Node):
    """`let Card(rank) be Object(...) with: members`. `parameters` is None without a list in parentheses, and so is
    `arguments`, those for the super class."""

    name: Ident
    parameters: tuple[Parameter, ...] | None
    base: TypeName
    arguments: tuple[Argument, ...] | None
    members: tuple[Member, ...]


Declaration: TypeAlias = Main | Action | Helper | Class


@dataclass(frozen=True, slots=True)
class Program(Node):
    """All declarations in their order. `is_sound` says that reading it reported no error; `lost` are the names of what
    was begun to be declared and could not be read, about which nothing more should be said."""

    declarations: tuple[Declaration, ...]
    is_sound: bool
    lost: frozenset[str] = frozenset()
    notes: tuple[Note, ...] = field(default=(), compare=False)


# Walking


def nearest(part: Any, base: type, wanted: frozenset[type], closed: frozenset[type] = frozenset()) -> Iterator[Any]:
    """The nodes of the wanted classes nearest inside the fields of a node, in their order; nothing inside a closed one
    is looked at. `base` is what all nodes extend."""
    for item in part if type(part) is tuple else [getattr(part, name) for name in part.__match_args__[1:]]:
        kind = type(item)
        if kind in wanted:
            yield item
        elif (kind is tuple or isinstance(item, base)) and kind not in closed:
            yield from nearest(item, base, wanted, closed)


_VALUES = frozenset((*get_args(Expr), Comprehension, Slice))
_BLOCK = frozenset((Block,))


def children(node: Node) -> Iterator[Expr | Comprehension | Slice]:
    """The expressions directly inside an expression or a statement, those of its blocks left out."""
    return nearest(node, Node, _VALUES, _BLOCK)


def blocks(statement: Statement) -> Iterator[Block]:
    """The blocks directly inside a statement, in their order."""
    return nearest(statement, Node, _BLOCK, _VALUES)
