"""The checked program: what the checker hands on. Every expression knows its type, every name what it stands for.

Where a value of one type stands and a larger one is expected, there is no node for the step between: whoever
needs it compares the `type` of an expression with the type of its place, which is always at hand: the
parameters of the function called, the declared result, the `type` of the block whose branch it is, the
`joined` of an equality, the `type` of the loop whose body it is.

Runs of operators and of `let` and `if` are flat here too, as in `syntax/tree.py`; no expression is nested deeper
than `HEIGHT_LIMIT` levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Literal, TypeAlias

from parlour.dataclass import dataclass
from parlour.languages.bogl.check.builtins import Builtin
from parlour.languages.bogl.check.types import Expanded
from parlour.languages.bogl.pragmas import Pragmas
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.bogl.check.scope import Global
    from parlour.languages.bogl.check.world import World


@dataclass(frozen=True, slots=True)
class Typed:
    span: Span = field(compare=False, repr=False)
    type: Expanded


@dataclass(frozen=True, slots=True)
class Number(Typed):
    value: int


@dataclass(frozen=True, slots=True)
class Text(Typed):
    value: str


@dataclass(frozen=True, slots=True)
class Truth(Typed):
    value: bool


@dataclass(frozen=True, slots=True)
class Symbol(Typed):
    name: str


Binder: TypeAlias = Literal["parameter", "let", "coordinate"]


@dataclass(frozen=True, slots=True)
class Local(Typed):
    """A variable; its innermost binding of this name is meant."""

    name: str
    binder: Binder


@dataclass(frozen=True, slots=True)
class Value(Typed):
    """A defined value: evaluated afresh at every mention."""

    name: str


@dataclass(frozen=True, slots=True)
class BoardValue(Typed):
    """A board defined by cell equations: evaluated once, when the program is loaded."""

    name: str


@dataclass(frozen=True, slots=True)
class Input(Typed):
    """`input`: asks, and is the answer."""


@dataclass(frozen=True, slots=True)
class Side(Typed):
    """`width` or `height` of the board, as a number."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Call(Typed):
    """A call of a defined function, with one argument for each parameter.

    With `is_spread` there is a single argument, a tuple whose components are the arguments.
    """

    function: str
    arguments: tuple[Expr, ...]
    is_spread: bool


@dataclass(frozen=True, slots=True)
class BuiltinCall(Typed):
    """A call of a built-in function; arguments as in `Call`."""

    builtin: Builtin
    arguments: tuple[Expr, ...]
    is_spread: bool


@dataclass(frozen=True, slots=True)
class Tuple(Typed):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Projection(Typed):
    """One component of a tuple, or a tuple of several; `indexes` count from 1."""

    subject: Expr
    indexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Negation(Typed):
    operand: Expr


@dataclass(frozen=True, slots=True)
class ArithmeticLink:
    """`span` is that of the sign, for a division by zero."""

    span: Span = field(compare=False, repr=False)
    operator: Literal["+", "-", "*", "/", "%"]
    operand: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Typed):
    """`a + b - c`, from the left; all are Ints."""

    first: Expr
    links: tuple[ArithmeticLink, ...]


@dataclass(frozen=True, slots=True)
class Ordering(Typed):
    """A comparison of two Ints by size."""

    operator: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class EqualityLink:
    """`joined` is the type as which both sides are compared."""

    operator: Literal["==", "/="]
    operand: Expr
    joined: Expanded


@dataclass(frozen=True, slots=True)
class Equality(Typed):
    """`a == b`; further links compare the truth value so far: `a == b /= c` is `(a == b) /= c`."""

    first: Expr
    links: tuple[EqualityLink, ...]


@dataclass(frozen=True, slots=True)
class Lookup(Typed):
    """`board!position`"""

    board: Expr
    position: Expr


@dataclass(frozen=True, slots=True)
class Let:
    """`let name = value in`: the name is bound in all that follows in the block."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    """`if condition then result else`: the block is the result, or goes on."""

    condition: Expr
    result: Expr


@dataclass(frozen=True, slots=True)
class Block(Typed):
    """Clauses in their order, then the result if no `If` was true."""

    clauses: tuple[Let | If, ...]
    result: Expr


@dataclass(frozen=True, slots=True)
class While(Typed):
    """A loop over copies of `variables`, which are bound in condition and body.

    They start with the values that the variables of these names have outside. While the condition is true,
    the body gives their new values, several as a tuple. The loop's value is that of the variables at its
    end, several as a tuple, and `type` is the type of that value; inside the loop the variables have this
    type (or its components), which can be larger than the one they have outside.
    """

    variables: tuple[str, ...]
    condition: Expr
    body: Expr


Expr: TypeAlias = (
    Number
    | Text
    | Truth
    | Symbol
    | Local
    | Value
    | BoardValue
    | Input
    | Side
    | Call
    | BuiltinCall
    | Tuple
    | Projection
    | Negation
    | Arithmetic
    | Ordering
    | Equality
    | Lookup
    | Block
    | While
)


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression, from left to right."""
    match expr:
        case Call(arguments=parts) | BuiltinCall(arguments=parts) | Tuple(items=parts):
            return parts
        case Projection(subject=part) | Negation(operand=part):
            return (part,)
        case Arithmetic(first=first, links=links) | Equality(first=first, links=links):
            return (first, *(link.operand for link in links))
        case Ordering(left=left, right=right):
            return (left, right)
        case Lookup(board=board, position=position):
            return (board, position)
        case Block(clauses=clauses, result=result):
            inside = (
                part
                for clause in clauses
                for part in ((clause.value,) if isinstance(clause, Let) else (clause.condition, clause.result))
            )
            return (*inside, result)
        case While(condition=condition, body=body):
            return (condition, body)
    return ()


def walk(expr: Expr) -> Iterator[Expr]:
    """An expression and all expressions in it."""
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        yield part
        waiting.extend(children(part))


# Definitions


@dataclass(frozen=True, slots=True)
class Definition:
    """`span` is the whole definition, `mentions` the defined names it uses, `input` among them."""

    span: Span = field(compare=False, repr=False)
    name: str
    mentions: frozenset[str]


@dataclass(frozen=True, slots=True)
class ValueDefinition(Definition):
    type: Expanded
    body: Expr


@dataclass(frozen=True, slots=True)
class Parameter:
    span: Span = field(compare=False, repr=False)
    name: str
    type: Expanded


@dataclass(frozen=True, slots=True)
class FunctionDefinition(Definition):
    parameters: tuple[Parameter, ...]
    result: Expanded
    body: Expr


@dataclass(frozen=True, slots=True)
class CellEquation:
    """A number is that column or row; a name stands for all of them and is bound to each in `value`."""

    span: Span = field(compare=False, repr=False)
    column: int | str
    row: int | str
    value: Expr


@dataclass(frozen=True, slots=True)
class BoardDefinition(Definition):
    """Later equations overwrite what earlier ones put into a cell; together they cover all cells."""

    equations: tuple[CellEquation, ...]


AnyDefinition: TypeAlias = ValueDefinition | FunctionDefinition | BoardDefinition


@dataclass(frozen=True, slots=True)
class BoardShape:
    """The one board type of a program; without a definition of its own it is `Array (1,1) of Int`."""

    width: int
    height: int
    content: Expanded
    is_declared: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """A program without errors.

    `types` are the types defined in the program and its preludes, `Content` among them if the board is
    declared. `symbols` are in the order of their first mention in a type; if `is_open`, the program uses the
    type `Symbol` and any other symbol may occur too (those in its expressions are listed). `player` is the
    type `Player`, if the program defines it or uses the predefined one. `asks` are the definitions that may
    ask for input, `board_order` an order in which the boards can be evaluated.
    """

    game: str
    board: BoardShape
    input: Expanded
    types: Mapping[str, Expanded]
    definitions: tuple[AnyDefinition, ...]
    builtins: frozenset[str]
    symbols: tuple[str, ...]
    is_open: bool
    player: Expanded | None
    asks: frozenset[str]
    board_order: tuple[str, ...]
    pragmas: Pragmas
    world: World = field(repr=False, compare=False)  # this and the next are for `check_expression`
    defined: Mapping[str, Global] = field(repr=False, compare=False)
