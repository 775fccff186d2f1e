"""A checked program: the tree with every name resolved, as the type inference and the lowering read it.

The checker makes it from the tree of the parser. A name has become what it means (`Local`, `State`, `Attr`, `Param`), a
call what it calls; what cannot be decided before the program runs (which ACTION a value does, whose attribute is meant)
stays open here. Nodes are compared by identity: inference keeps what it finds in tables by node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Literal, TypeAlias, get_args

from parlour.dataclass import dataclass
from parlour.languages.allhandsondeck.check.types import BUILT_IN, Type
from parlour.languages.allhandsondeck.pragmas import Pragmas
from parlour.languages.allhandsondeck.syntax.tree import AssignOperator, Comparison, Operator, SignOperator, nearest
from parlour.syntax.source import Span


@dataclass(eq=False, slots=True)
class Var:
    """A local of one function: parameter, receiver, loop variable, declared name, or what a helper assigns."""

    name: str
    type: Type | None = None
    is_parameter: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    span: Span


# Expressions


@dataclass(frozen=True, slots=True, eq=False)
class Const(Node):
    value: int | float | str | bool | None


@dataclass(frozen=True, slots=True, eq=False)
class Format(Node):
    parts: tuple[str | Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Local(Node):
    var: Var


@dataclass(frozen=True, slots=True, eq=False)
class State(Node):
    """A variable of the game."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Self(Node):
    """The object whose helper is running, or which is being made."""


@dataclass(frozen=True, slots=True, eq=False)
class Param(Node):
    """A constructor parameter that a helper mentions: a hidden attribute of the object."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Attr(Node):
    object: Expr
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension(Node):
    value: Expr
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Clause(Node):
    """`for var in values`, or `for values times` when there is no variable."""

    var: Var | None
    values: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Slice(Node):
    start: Expr | None
    stop: Expr | None
    step: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Arg(Node):
    name: str | None
    value: Expr | Comprehension | Slice


@dataclass(frozen=True, slots=True, eq=False)
class HelperCall(Node):
    """Of a helper of the program that belongs to no class."""

    helper: Function
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True, eq=False)
class MethodCall(Node):
    object: Expr
    name: str
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Print(Node):
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Input(Node):
    """`options`: the collection to choose from. `type`: int, float or bool where a declaration wants one."""

    options: Expr | None
    type: Type | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Random(Node):
    range: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Create(Node):
    class_name: str
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Series(Node):
    items: tuple[Expr | Comprehension, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Element(Node):
    object: Expr
    index: Expr | Slice


@dataclass(frozen=True, slots=True, eq=False)
class Act(Node):
    """`receiver do action(args)`; without a receiver `target` is the ACTION that is meant."""

    receiver: Expr | None
    action: str
    args: tuple[Arg, ...]
    target: Function | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Range(Node):
    start: Expr
    end: Expr
    includes_end: bool


@dataclass(frozen=True, slots=True, eq=False)
class Power(Node):
    base: Expr
    exponent: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Sign(Node):
    operator: SignOperator
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Not(Node):
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Node):
    operator: Operator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Node):
    first: Expr
    links: tuple[tuple[Comparison, Expr], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Logic(Node):
    operator: Literal["and", "or"]
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Node):
    """For `+=` and its like `value` is the right operand."""

    target: Target
    operator: AssignOperator
    value: Expr


Target: TypeAlias = Local | State | Attr | Element

Operand: TypeAlias = Const | Format | Local | State | Self | Param | Attr | Series | Element
Calling: TypeAlias = HelperCall | MethodCall | Print | Input | Random | Create | Act
Operation: TypeAlias = Range | Power | Sign | Not | Binary | Compare | Logic | Assign
Expr: TypeAlias = Operand | Calling | Operation


# Statements


@dataclass(frozen=True, slots=True, eq=False)
class Evaluate(Node):
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Declare(Node):
    var: Var
    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Return(Node):
    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class If(Node):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block


@dataclass(frozen=True, slots=True, eq=False)
class While(Node):
    condition: Expr
    body: Block
    otherwise: Block


@dataclass(frozen=True, slots=True, eq=False)
class For(Node):
    """`for var in values`, or `for values times` when there is no variable."""

    var: Var | None
    values: Expr
    body: Block


Stmt: TypeAlias = Evaluate | Declare | Return | If | While | For
Block: TypeAlias = tuple[Stmt, ...]


# Declarations

FunctionKind = Literal["main", "action", "helper", "attribute"]


@dataclass(eq=False, slots=True)
class Function:
    """main, an ACTION, a helper (of the program or of `class_name`), or the block that computes an attribute.

    `receiver` is that of an ACTION; the body is filled in after all declarations are known."""

    kind: FunctionKind
    name: str
    params: tuple[Var, ...]
    span: Span
    receiver: Var | None = None
    class_name: str | None = None
    body: Block = ()


@dataclass(eq=False, slots=True)
class Attribute:
    """`value` is an expression over the constructor's parameters and the attributes before it, or a block."""

    class_name: str
    name: str
    is_const: bool
    type: Type | None
    span: Span
    value: Expr | Function | None = None


@dataclass(eq=False, slots=True)
class Class:
    """`element` is what its collections may hold. `params` is None when it takes the arguments of its super class.

    `mentioned` are the parameters that helpers read, which objects therefore keep. A class made for an expression like
    `Stack<Card>()` is called that, and is `shown` as Stack."""

    name: str
    base: str | None
    element: Type | None = None
    params: tuple[Var, ...] | None = None
    super_args: tuple[Arg, ...] = ()
    attributes: dict[str, Attribute] = field(default_factory=dict)
    helpers: dict[str, Function] = field(default_factory=dict)
    mentioned: dict[str, Var] = field(default_factory=dict)
    shown: str = ""
    span: Span | None = None


@dataclass(eq=False, slots=True)
class Checked:
    """A program without errors. ACTIONs are listed by name, those with receivers in the order of the text."""

    classes: dict[str, Class]
    actions: dict[str, list[Function]]
    helpers: dict[str, Function]
    main: Function
    state: tuple[str, ...]
    pragmas: Pragmas

    def line(self, name: str) -> tuple[str, ...]:
        """A class and all it extends, nearest first."""
        return class_line(self.classes, name)

    def derives(self, name: str, ancestor: str) -> bool:
        return ancestor in self.line(name)

    def functions(self) -> Iterator[Function]:
        """Everything that has a body."""
        yield self.main
        for named in self.actions.values():
            yield from named
        yield from self.helpers.values()
        for class_ in self.classes.values():
            yield from class_.helpers.values()
            for attribute in class_.attributes.values():
                if isinstance(attribute.value, Function):
                    yield attribute.value

    def helper_of(self, class_name: str, name: str) -> Function | None:
        """The helper that objects of a class have under a name; None for built-in ones."""
        found = (self.classes[ancestor].helpers.get(name) for ancestor in self.line(class_name))
        return next((helper for helper in found if helper is not None), None)

    def attribute_of(self, class_name: str, name: str) -> Attribute | None:
        found = (self.classes[ancestor].attributes.get(name) for ancestor in self.line(class_name))
        return next((attribute for attribute in found if attribute is not None), None)


def class_line(classes: dict[str, Class], name: str) -> tuple[str, ...]:
    """A class and all it extends, nearest first; ends at a class that is unknown or its own ancestor."""
    line: list[str] = []
    at: str | None = name
    while at is not None and at in classes and at not in line:
        line.append(at)
        at = classes[at].base
    return tuple(line)


def built_in_classes() -> dict[str, Class]:
    return {name: Class(name, base, shown=name) for name, base in BUILT_IN.items()}


# Walking

Part: TypeAlias = Expr | Comprehension | Slice
_PARTS = frozenset((*get_args(Expr), Comprehension, Slice))


def children(node: Node) -> Iterator[Part]:
    """What stands directly inside an expression."""
    return nearest(node, Node, _PARTS)


def walk(root: Part) -> Iterator[Part]:
    """An expression and all that stands inside it."""
    stack = [root]
    while stack:
        expr = stack.pop()
        yield expr
        stack.extend(children(expr))


def expressions(block: Block) -> Iterator[Part]:
    """All expressions of a block, those inside others too."""
    for root in nearest(block, Node, _PARTS):
        yield from walk(root)


def changes(parts: Iterable[Part]) -> bool:
    """Whether expressions may change a collection: by an ACTION, or by assigning an element."""
    return any(isinstance(part, Act) or _sets_element(part) for part in parts)


def _sets_element(part: Part) -> bool:
    return isinstance(part, Assign) and isinstance(part.target, Element)


def may_end(block: Block) -> bool:
    """Whether control can come to the end of a block."""
    return all(_goes_on(stmt) for stmt in block)


def may_give_none(block: Block) -> bool:
    """Whether control can come to the end of a body, or to a `return` without a value."""
    return may_end(block) or any(found.value is None for found in nearest(block, Node, frozenset((Return,))))


def empty_return(block: Block) -> Return | None:
    """The first `return` without a value."""
    return next((found for found in nearest(block, Node, frozenset((Return,))) if found.value is None), None)


def return_in_loop(block: Block) -> Return | None:
    """The `return` at the end of a loop that is the last of a body, where the loop has more than that."""
    last = block[-1] if block else None
    if not isinstance(last, For | While) or len(last.body) < 2:
        return None
    return last.body[-1] if isinstance(last.body[-1], Return) else None


def _goes_on(stmt: Stmt) -> bool:
    match stmt:
        case Return():
            return False
        case If(_, branches, otherwise):
            return any(may_end(body) for _, body in branches) or may_end(otherwise)
        case While(_, Const(_, True), _, _):
            return False
        case While(_, _, _, otherwise):
            return may_end(otherwise)
    return True
