"""The tree of a TGDL file as it was read, before anything is known about its names and types.

The parser makes it, the printer writes it down again and the checker makes a `Checked` program of it. Every node knows
its place; places do not count when trees are compared, so the same program laid out differently is an equal tree.

Syntax is only what cannot be read at all. Whatever can be read and stands in the wrong place (a second effect, a late
`game`, an action in a tile) is in the tree, and the checker says what is wrong: so every body is a row of `parts` of
whichever kind, in the order of the text.

Text that grows long in honest programs is flat, so that no reader of the tree has to recurse along it: operators of one
strength are one `Chain`, `a.b(1)[2].c` one `Path`, `x as A is B` one `Typing`, and an `if` holds all of its `else if`s.
All other nesting is bounded by the parser. `Broken` stands where an expression could not be read: why has been
reported, and whatever depends on it stays silent.
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
    """A name at a place."""

    text: str


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """`number`, `Card`, `cards.Card`, `tile`, `List<Card>`: `qualifier` is the name that an import was given, `of` what
    a collection holds."""

    name: str
    qualifier: str | None = None
    of: TypeName | None = None


# Expressions


@dataclass(frozen=True, slots=True)
class Number(Node):
    """`12`, `0.5`"""

    value: float


@dataclass(frozen=True, slots=True)
class Text(Node):
    """`"hello"`: what the string holds, escapes resolved."""

    value: str


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`true`, `false`"""

    value: bool


@dataclass(frozen=True, slots=True)
class Null(Node):
    """`null`"""


@dataclass(frozen=True, slots=True)
class This(Node):
    """`this`"""


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A bare name: a variable, an attribute, a global class, the name of an import; also `player`, `turn`, `turns` and
    `event` where they begin an expression."""

    name: str


@dataclass(frozen=True, slots=True)
class Braces(Node):
    """`{ a, { b, c } }`: a list, table or stack, by what is expected there."""

    items: tuple[Init, ...]


@dataclass(frozen=True, slots=True)
class Argument(Node):
    """`value` or `name: value`."""

    name: Ident | None
    value: Init


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`f(x: 1)`: a function or action by its bare name."""

    function: Ident
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class BaseCall(Node):
    """`base.f(x: 1)`: the next version up."""

    function: Ident
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class FieldValue(Node):
    """`name = value` in the braces of a `new`."""

    name: Ident
    value: Init


@dataclass(frozen=True, slots=True)
class New(Node):
    """`new Card() { rank = 1 }`, `new List<Card>() { a, b }`: `fields` of an object or `items` of a collection; both
    are empty without braces and for `{ }`."""

    type: TypeName
    fields: tuple[FieldValue, ...]
    items: tuple[Init, ...]


@dataclass(frozen=True, slots=True)
class Member(Node):
    """A step of a path: `.name`"""

    name: Ident


@dataclass(frozen=True, slots=True)
class MethodCall(Node):
    """A step of a path: `.name(x)`"""

    name: Ident
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Element(Node):
    """A step of a path: `[index]`"""

    index: Expr


Step: TypeAlias = Member | MethodCall | Element


@dataclass(frozen=True, slots=True)
class Path(Node):
    """`subject.name[0].f()`: one step or more, each of them on what came before."""

    subject: Expr
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Minus(Node):
    """`-e`; also before a number: `-1` is the minus of `1`."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`!e`; it binds looser than `==`."""

    operand: Expr


Operator: TypeAlias = Literal[
    "||", "&&", "|", "&", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "^"
]  # fmt: skip


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


@dataclass(frozen=True, slots=True)
class TypeLink(Node):
    """`is T` or `as T`; its span is that of the word."""

    operator: Literal["is", "as"]
    type: TypeName


@dataclass(frozen=True, slots=True)
class Typing(Node):
    """`e is T`, `e as T is U`: worked off from the left."""

    operand: Expr
    links: tuple[TypeLink, ...]


AssignOperator: TypeAlias = Literal["=", "+=", "-=", "*=", "/=", "%="]


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`target = value`, `target += value`. Everything may be written on the left; the checker knows what can be
    assigned to, and that an assignment has no value."""

    target: Expr
    operator: AssignOperator
    value: Init


@dataclass(frozen=True, slots=True)
class Broken(Node):
    """An expression that could not be read."""


Operand: TypeAlias = Number | Text | Truth | Null | This | Name | Call | BaseCall | New | Path
Operation: TypeAlias = Minus | Not | Chain | Typing | Assign
Expr: TypeAlias = Operand | Operation | Broken
Init: TypeAlias = Expr | Braces


# Statements


@dataclass(frozen=True, slots=True)
class Block(Node):
    """`{ … }`; a body of one statement without braces is the same."""

    statements: tuple[Statement, ...]
    has_braces: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class Return(Node):
    """`return;`, `return value;`"""

    value: Init | None


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """`if(condition) body`, the first one or behind an `else`."""

    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class If(Node):
    """One branch or more, and perhaps `else body`."""

    branches: tuple[Branch, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class While(Node):
    """`while(condition) body`"""

    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class For(Node):
    """`for(start; condition; step) body`, each of the three may be missing."""

    start: Declare | Evaluate | None
    condition: Expr | None
    step: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Break(Node):
    """`break;`"""


@dataclass(frozen=True, slots=True)
class Continue(Node):
    """`continue;`"""


@dataclass(frozen=True, slots=True)
class Winner(Node):
    """`winner value;`"""

    value: Init


@dataclass(frozen=True, slots=True)
class Declare(Node):
    """`number n = 1;` in a block."""

    type: TypeName
    name: Ident
    value: Init | None


@dataclass(frozen=True, slots=True)
class Evaluate(Node):
    """An expression as a statement: an assignment, a call."""

    value: Expr


# Parts of bodies


@dataclass(frozen=True, slots=True)
class Filter(Node):
    """`filter name { … }`, in an input or a `visible`."""

    name: Ident | None
    body: Block


@dataclass(frozen=True, slots=True)
class Information(Node):
    """`information { … }`: the prompt of an input, the text of an action's button."""

    body: Block


Modifier: TypeAlias = Literal["player", "auto", "function"]


@dataclass(frozen=True, slots=True)
class Input(Node):
    """`optional player p input Card c = v { … }`: a part of an action, function or phase, or a statement.

    Without a modifier it is `player`. `target` is the expression behind `player`. `parts` are filters and the like;
    a plain block of statements is one `Filter` without a name, and `is_plain`."""

    is_optional: bool
    modifier: Modifier
    target: Expr | None
    type: TypeName
    name: Ident
    value: Init | None
    parts: tuple[Part, ...]
    is_plain: bool = field(default=False, compare=False)
    has_modifier: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`number n = 1;`, or `attribute n { returns number; value 1; }`, which `is_long`."""

    type: TypeName
    name: Ident
    value: Init | None
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class Returns(Node):
    """`returns T;` of a function or deck, `returns;` of a function."""

    type: TypeName | None


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """`effect { … }`; the statements of a phase without the word are the same."""

    body: Block


@dataclass(frozen=True, slots=True)
class Require(Node):
    """`require { … }`"""

    body: Block


@dataclass(frozen=True, slots=True)
class Priority(Node):
    """`prio -5;` in an action; also behind the name of an action or the event of a trigger, without a `;`. `digits` is
    where its number stands."""

    value: float
    digits: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Trigger(Node):
    """`trigger PlayedEvent prio 3 { … }`"""

    event: TypeName
    priority: Priority | None
    body: Block


@dataclass(frozen=True, slots=True)
class Default(Node):
    """`default { … }` of a deck, board, group or turn."""

    body: Block


@dataclass(frozen=True, slots=True)
class Visible(Node):
    """`visible { filter { … } default { this.rank; } }`: who sees which attributes. `parts` are filters and the like;
    `names` is None where the `default` is missing."""

    parts: tuple[Part, ...]
    names: tuple[Ident, ...] | None


@dataclass(frozen=True, slots=True)
class Function(Node):
    """`override function f { … }`, at the top of a file or in a definition."""

    is_override: bool
    name: Ident
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Action(Node):
    """`override action A prio 3 { … }`"""

    is_override: bool
    name: Ident
    priority: Priority | None
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Phase(Node):
    """`phase P;`, `phase P { … }`: inputs, and perhaps an effect."""

    name: Ident
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Geometry(Node):
    """`geometry square;`: the word as it is written."""

    word: Ident


@dataclass(frozen=True, slots=True)
class Orientation(Node):
    """`orientation row;`: the word as it is written."""

    word: Ident


@dataclass(frozen=True, slots=True)
class Blank(Node):
    """`b` in a grid."""


@dataclass(frozen=True, slots=True)
class GridLine(Node):
    """`Cell, b, Cell;`"""

    cells: tuple[TypeName | Blank, ...]


@dataclass(frozen=True, slots=True)
class Grid(Node):
    """`grid { … }`"""

    lines: tuple[GridLine, ...]


@dataclass(frozen=True, slots=True)
class Group(Node):
    """`group G { … }` in a board."""

    name: Ident
    parts: tuple[Part, ...]


Part: TypeAlias = (
    Attribute | Function | Action | Input | Filter | Information | Returns | Effect | Require | Priority | Trigger
    | Default | Visible | Phase | Geometry | Orientation | Grid | Group
)  # fmt: skip
Statement: TypeAlias = (
    Block | Return | If | While | For | Break | Continue | Winner | Input | Declare | Evaluate
)  # fmt: skip


# Files

Kind: TypeAlias = Literal["class", "interactable", "stack", "tile", "connection", "event", "board", "turn"]
Scope: TypeAlias = Literal["local", "group", "global"]


@dataclass(frozen=True, slots=True)
class Definition(Node):
    """`global class Name : Base { … }`: a class or one of the special kinds of classes, or a turn. `scope` is None
    where none is written."""

    scope: Scope | None
    kind: Kind
    name: Ident
    base: TypeName | None
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Game(Node):
    """`game "filetto";`"""

    title: Text


@dataclass(frozen=True, slots=True)
class Players(Node):
    """`players 2;`"""

    count: Number


@dataclass(frozen=True, slots=True)
class Import(Node):
    """`import "cards" as c;`"""

    path: Text
    name: Ident | None


@dataclass(frozen=True, slots=True)
class Setup(Node):
    """`setup { … }`"""

    body: Block


Item: TypeAlias = Game | Players | Import | Definition | Function | Setup


@dataclass(frozen=True, slots=True)
class Program(Node):
    """One file: all items in their order. `is_sound` says that reading it reported no error; `lost` are the names of
    what was begun to be defined and could not be read, about which nothing more should be said."""

    items: tuple[Item, ...]
    is_sound: bool
    lost: frozenset[str] = frozenset()
    notes: tuple[Note, ...] = field(default=(), compare=False)


# Walking


def nearest(part: Any, wanted: frozenset[type]) -> Iterator[Any]:
    """The nodes of the wanted classes nearest inside the fields of a node, in their order."""
    for item in part if type(part) is tuple else [getattr(part, name) for name in part.__match_args__[1:]]:
        if type(item) in wanted:
            yield item
        elif type(item) is tuple or isinstance(item, Node):
            yield from nearest(item, wanted)


_VALUES = frozenset((*get_args(Expr), Braces))


def children(node: Node) -> Iterator[Init]:
    """The expressions directly inside an expression."""
    return nearest(node, _VALUES)
