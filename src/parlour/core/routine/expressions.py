"""Expressions of routines as core expressions.

Types come from below, except that a place may say what it wants: `[]` and `None` need that, and everything else is made
wider to fit.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from parlour.core.nodes import Const, Expr, Is, Local, MakeList, Narrow, Op
from parlour.core.routine import folding as fold
from parlour.core.routine.calls import Calls, shown
from parlour.core.routine.scope import Facts
from parlour.core.routine.types import constant, constant_type, widened
from parlour.core.types import (
    ANY,
    BOOL,
    INT,
    NONE,
    STRING,
    BoardType,
    ListType,
    OptionalType,
    TableType,
    TupleType,
    Type,
)

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "div",
    ast.Mod: "mod",
    ast.Div: "fdiv",
    ast.BitAnd: "bit_and",
    ast.BitOr: "bit_or",
    ast.BitXor: "bit_xor",
    ast.RShift: "shift_right",
}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
_GETTERS: dict[type, str] = {ListType: "list_get", BoardType: "board_get", TableType: "table_get"}


class Expressions(Calls):
    """Reads expressions in a scope."""

    def condition(self, node: ast.expr) -> Expr:
        found = self.read(node)
        if found.type != BOOL:
            raise self.error(f"a condition is true or false, and `{shown(node)}` is {found.type}: compare it", node)
        return found

    def read(self, node: ast.expr, wanted: Type | None = None) -> Expr:
        """An expression with the type it has by itself; `wanted` is a hint for what has none."""
        match node:
            case ast.Constant(value=value):
                return self._constant(node, value)
            case ast.Name(id=name):
                return self._name(node, name, wanted)
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return fold.negated(self.condition(operand))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.operation("neg", [self.read(operand)], node)
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.operation("bit_not", [self.read(operand)], node)
            case ast.BoolOp(op=joined, values=parts):
                return self._joined(parts, isinstance(joined, ast.And))
            case ast.Compare():
                return self._comparison(node)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return self._choice(test, then, otherwise, wanted)
            case ast.Tuple(elts=parts):
                hints = wanted.items if isinstance(wanted, TupleType) and len(wanted.items) == len(parts) else None
                items = [
                    self.read(part) if hints is None else self.value(part, hints[number])
                    for number, part in enumerate(parts)
                ]
                return fold.make_tuple(items)
            case ast.List(elts=parts):
                return self._list(node, parts, wanted)
            case ast.Dict(keys=[], values=[]):
                if not isinstance(wanted, TableType):
                    raise self.error("an empty table needs an annotation: `t: dict[str, int] = {}`", node)
                return Op("table_new", (), wanted)
            case ast.Subscript(value=value, slice=index):
                return self._subscript(node, self.read(value), index)
            case ast.JoinedStr(values=parts):
                return self._text(parts)
            case ast.Call():
                return self.call(node)
        raise self.error(f"routines have no `{shown(node)}` ({type(node).__name__})", node)

    # ---------------------------------------------------------------------------------------------- single values

    def _constant(self, node: ast.Constant, value: object) -> Expr:
        if constant_type(value) is None:
            raise self.error(f"`{shown(node)}` is no constant that core has", node)
        assert value is None or isinstance(value, bool | int | float | str)
        return constant(value)

    def _name(self, node: ast.Name, name: str, wanted: Type | None) -> Expr:
        declared = self.scope.declared.get(name)
        if declared is not None:
            assert self.scope.facts is not None
            fact = self.scope.facts.get(name)
            if fact is None:
                raise self.error(f"`{name}` may have no value here", node)
            local = Local(name, declared)
            # Where the wide type is wanted anyway nothing is gained by knowing more.
            return local if declared in (fact, wanted) else Narrow(local, fact)
        meant = self.scope.routine.lookup(name)
        if meant is None or constant_type(meant) is None:
            raise self.error(f"`{name}` is neither a local nor a constant of the module", node)
        assert isinstance(meant, bool | int | float | str)
        return constant(meant)

    def _list(self, node: ast.List, parts: Sequence[ast.expr], wanted: Type | None) -> Expr:
        if isinstance(wanted, ListType):
            return MakeList(tuple(self.value(part, wanted.item) for part in parts), wanted)
        if not parts:
            raise self.error("an empty list needs an annotation: `xs: list[int] = []`", node)
        first = self.read(parts[0])
        rest = (self.value(part, first.type) for part in parts[1:])
        return MakeList((first, *rest), ListType(first.type))

    def _text(self, parts: Sequence[ast.expr]) -> Expr:
        texts: list[Expr] = []
        for part in parts:
            if isinstance(part, ast.FormattedValue):
                if part.format_spec is not None or part.conversion != -1:
                    raise self.error("an f-string here has plain values: no `:` and no `!`", part)
                texts.append(self.as_text(self.read(part.value), part))
            else:
                texts.append(self.read(part))
        return fold.joined(texts)

    # ------------------------------------------------------------------------------------------------ operations

    def _binary(self, node: ast.BinOp) -> Expr:
        left = self.read(node.left)
        right = self.read(node.right)
        return self.arithmetic(node.op, left, right, node)

    def arithmetic(self, kind: ast.operator, left: Expr, right: Expr, node: ast.AST) -> Expr:
        name = _BINARY.get(type(kind))
        if name is None:
            raise self.error(f"routines have no `{shown(node)}` ({type(kind).__name__})", node)
        if name == "add" and left.type == right.type == STRING:
            name = "concat"
        return self.operation(name, (left, right), node)

    def _joined(self, parts: Sequence[ast.expr], is_and: bool) -> Expr:
        left = self.condition(parts[0])
        if len(parts) == 1:
            return left
        if left == (fold.FALSE if is_and else fold.TRUE):
            return left
        # The right side runs only when the left one did not decide.
        before = self.scope.facts
        self.scope.facts = self.facts_when(parts[0], is_and)
        right = self._joined(parts[1:], is_and)
        self.scope.facts = before
        return fold.both(left, right) if is_and else fold.either(left, right)

    def _choice(self, test: ast.expr, then: ast.expr, otherwise: ast.expr, wanted: Type | None) -> Expr:
        condition = self.condition(test)
        before = self.scope.facts
        sides: list[Expr | None] = [None, None]
        for number, (side, holds) in enumerate(((then, True), (otherwise, False))):
            # A side that is never taken need not fit: generic routines tell types apart in this way.
            if isinstance(condition, Const) and condition.value is not holds:
                continue
            self.scope.facts = self.facts_when(test, holds)
            sides[number] = self.read(side, wanted)
            self.scope.facts = before
        first, second = sides
        if first is None or second is None:
            found = first or second
            assert found is not None
            return found
        pair = self._alike(first, second, wanted)
        if pair is None:
            raise self.error(f"the sides of a choice must be of one type, not {first.type} and {second.type}", then)
        return fold.choose(condition, *pair)

    def _alike(self, left: Expr, right: Expr, wanted: Type | None = None) -> tuple[Expr, Expr] | None:
        """Both as values of one type: the wider one of the two, or the one their place wants."""
        types = (left.type, right.type)
        common = [*types, *(OptionalType(type_) for type_ in types if NONE in types and type_ not in (NONE, ANY))]
        for type_ in common if wanted is None else [wanted, *common]:
            first, second = widened(left, type_), widened(right, type_)
            if first is not None and second is not None:
                return first, second
        return None

    # ---------------------------------------------------------------------------------------------- comparisons

    def _comparison(self, node: ast.Compare) -> Expr:
        """`a < b < c` is `a < b and b < c`; what stands in the middle is evaluated twice, so it must be simple."""
        result: Expr = fold.TRUE
        left = self.read(node.left)
        for number, (kind, right_node) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if number > 0 and not fold.is_simple(left):
                middle = shown(node.comparators[number - 1])
                raise self.error(f"`{middle}` stands in the middle of a comparison: give it a name first", node)
            right = self.read(right_node, left.type)
            result = fold.both(result, self._compared(node, kind, left, right))
            left = right
        return result

    def _compared(self, node: ast.Compare, kind: ast.cmpop, left: Expr, right: Expr) -> Expr:
        match kind:
            case ast.Is():
                return self._identity(node, left, right)
            case ast.IsNot():
                return fold.negated(self._identity(node, left, right))
            case ast.In():
                return self._membership(node, left, right)
            case ast.NotIn():
                return fold.negated(self._membership(node, left, right))
        pair = self._alike(left, right)
        if pair is None:
            raise self.error(f"`{shown(node)}` compares {left.type} with {right.type}", node)
        return self.operation(_COMPARISONS[type(kind)], pair, node)

    def _identity(self, node: ast.Compare, left: Expr, right: Expr) -> Expr:
        if right.type != NONE:
            return self.operation("same", (left, right), node)
        if isinstance(left, Narrow) or not (left.type == ANY or isinstance(left.type, OptionalType)):
            return Const(left.type == NONE, BOOL)
        return Is(left, NONE)

    def _membership(self, node: ast.Compare, left: Expr, right: Expr) -> Expr:
        if isinstance(right.type, TableType):
            key = widened(left, right.type.key)
            return self.operation("table_has", (right, left if key is None else key), node)
        if right.type == STRING:
            place = self.operation("find", (right, left, constant(0)), node)
            return self.operation("ge", (place, constant(0)), node)
        raise self.error(f"`in` looks into tables and strings, not into {right.type}: call `contains`", node)

    def facts_when(self, node: ast.expr, holds: bool) -> Facts:
        """What is known where a condition holds, or where it does not."""
        facts = dict(self.scope.facts or {})
        pending = [(node, holds)]
        while pending:
            part, holds = pending.pop()
            match part:
                case ast.UnaryOp(op=ast.Not(), operand=operand):
                    pending.append((operand, not holds))
                case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) is holds:
                    pending.extend((value, holds) for value in values)
                case ast.Compare(
                    left=ast.Name(id=name), ops=[ast.Is() | ast.IsNot() as kind], comparators=[ast.Constant(value=None)]
                ) if isinstance(kind, ast.IsNot) is holds:
                    fact = facts.get(name)
                    if isinstance(fact, OptionalType):
                        facts[name] = fact.item
        return facts

    # ----------------------------------------------------------------------------------------------- subscripts

    def _subscript(self, node: ast.Subscript, container: Expr, index: ast.expr) -> Expr:
        type_ = container.type
        if isinstance(index, ast.Slice):
            return self._slice(node, container, index)
        if isinstance(type_, TupleType):
            if not isinstance(index, ast.Constant) or not isinstance(index.value, int):
                raise self.error("a tuple is indexed by a number that stands in the text", node)
            if not 0 <= index.value < len(type_.items):
                raise self.error(f"{type_} has no component {index.value}", node)
            return fold.tuple_item(container, index.value)
        name = _GETTERS.get(type(type_)) or ("char_at" if type_ == STRING else None)
        if name is None:
            raise self.error(f"`{shown(node.value)}` is {type_}, which has no elements", node)
        self.check_index(index)
        return self.on(name, container, [index], node)

    def check_index(self, index: ast.expr) -> None:
        if (
            isinstance(index, ast.UnaryOp)
            and isinstance(index.op, ast.USub)
            and isinstance(index.operand, ast.Constant)
        ):
            raise self.error("indexes count from the start: write `xs[len(xs) - 1]`", index)

    def _slice(self, node: ast.Subscript, container: Expr, index: ast.Slice) -> Expr:
        if index.step is not None:
            raise self.error("a slice has no step", node)
        for bound in (index.lower, index.upper):
            if bound is not None:
                self.check_index(bound)
        start = constant(0) if index.lower is None else self.value(index.lower, INT)
        if index.upper is not None:
            stop = self.value(index.upper, INT)
        elif fold.is_simple(container):
            stop = self.length(container, node)
        else:
            raise self.error("a slice up to the end needs a name for what it is taken from", node)
        name = "substring" if container.type == STRING else "list_slice"
        return self.operation(name, (container, start, stop), node)
