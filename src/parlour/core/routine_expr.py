"""Expressions of routines as core expressions.

`Scope` is what is known inside one instance of a routine; `Expressions` reads Python's expressions in it. Types come
from below, except that a place may say what it wants: `[]` and `None` need that, and everything else is made wider to
fit. What is known about locals is a set of *facts*: a name that has none may have no value yet, and one whose fact is
narrower than its declaration was found not to be none.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import NoReturn, TypeVar

from parlour.core import routine_fold as fold
from parlour.core.nodes import (
    Call,
    Chance,
    Const,
    Expr,
    Function,
    Is,
    Local,
    MakeList,
    Narrow,
    Op,
)
from parlour.core.ops import result_type
from parlour.core.routine import Routine, routine_of
from parlour.core.routine_types import Binding, constant, constant_type, widened
from parlour.core.runtime import words
from parlour.core.types import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NONE,
    STRING,
    SYMBOL,
    BoardType,
    ListType,
    OptionalType,
    TableType,
    TupleType,
    Type,
    is_reference,
)
from parlour.core.values import Symbol

Facts = dict[str, Type]

# Gives the function for a routine with arguments of these types, and remembers that it is needed.
Instantiate = Callable[[Routine, Sequence[Type]], Function]

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
}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
# Words that are an operation under another name.
_WORDS: dict[object, str] = {
    words.count: "board_count",
    words.with_cell: "board_set",
    words.fill: "list_fill",
    words.keys: "table_keys",
    words.values: "table_values",
    words.remove_key: "table_remove",
    words.join: "join",
    words.find: "find",
    words.code_at: "code_at",
    words.parse_int: "parse_int",
    words.quot: "quot",
    words.rem: "rem",
    words.wrap32: "wrap32",
    words.floor: "floor",
    chr: "text_of_code",
    int: "trunc",
    float: "to_float",
}
_TESTS: dict[object, Type] = {
    words.is_int: INT,
    words.is_float: FLOAT,
    words.is_bool: BOOL,
    words.is_string: STRING,
    words.is_symbol: SYMBOL,
}
_NARROWINGS: dict[object, Type] = {
    words.as_int: INT,
    words.as_float: FLOAT,
    words.as_bool: BOOL,
    words.as_string: STRING,
    words.as_symbol: SYMBOL,
}
_TEXTS: dict[Type, str] = {INT: "text_of_int", FLOAT: "text_of_float", SYMBOL: "text_of_symbol"}
# Methods by the kind of value they are called on and the number of arguments.
_METHODS: dict[tuple[type, str, int], str] = {
    (ListType, "append", 1): "list_push",
    (ListType, "pop", 0): "list_pop",
    (ListType, "pop", 1): "list_remove",
    (ListType, "insert", 2): "list_insert",
    (ListType, "extend", 1): "list_extend",
    (ListType, "copy", 0): "list_copy",
    (ListType, "clear", 0): "list_clear",
    (TableType, "copy", 0): "table_copy",
    (TableType, "clear", 0): "table_clear",
}


# What operations on containers take after the container.
_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "board_get": ("int",),
    "board_set": ("int", "item"),
    "board_count": ("item",),
    "char_at": ("int",),
    "list_get": ("int",),
    "list_set": ("int", "item"),
    "list_push": ("item",),
    "list_insert": ("int", "item"),
    "list_remove": ("int",),
    "list_extend": ("list",),
    "table_get": ("key",),
    "table_set": ("key", "value"),
    "table_remove": ("key",),
}
_GETTERS: dict[type, str] = {ListType: "list_get", BoardType: "board_get", TableType: "table_get"}
_LENGTHS: dict[type, str] = {ListType: "list_length", TableType: "table_length"}


class Scope:
    """One instance of a routine: its types, its locals, and what is known where the compiler is now.

    `facts` is None where control never comes."""

    def __init__(self, binding: Binding, params: Facts, instantiate: Instantiate) -> None:
        self.routine = binding.routine
        self.binding = binding
        self.instantiate = instantiate
        self.declared: Facts = dict(params)
        self.facts: Facts | None = dict(params)

    def refuse(self, message: str, node: ast.AST) -> NoReturn:
        self.routine.refuse(message, node)


class Expressions:
    """Reads expressions in a scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def refuse(self, message: str, node: ast.AST) -> NoReturn:
        self.scope.refuse(message, node)

    # ------------------------------------------------------------------------------------------------- entries

    def value(self, node: ast.expr, wanted: Type) -> Expr:
        """An expression as a value of this type."""
        found = self.read(node, wanted)
        fitting = widened(found, wanted)
        if fitting is None:
            self.refuse(f"`{_shown(node)}` is {found.type}, where {wanted} is needed", node)
        return fitting

    def condition(self, node: ast.expr) -> Expr:
        found = self.read(node)
        if found.type != BOOL:
            self.refuse(f"a condition is true or false, and `{_shown(node)}` is {found.type}: compare it", node)
        return found

    def read(self, node: ast.expr, wanted: Type | None = None) -> Expr:
        """An expression with the type it has by itself; `wanted` is a hint for what has none."""
        match node:
            case ast.Constant(value=value):
                return self._constant(node, value)
            case ast.Name(id=name):
                return self._name(node, name)
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
                    self.refuse("an empty table needs an annotation: `t: dict[str, int] = {}`", node)
                return Op("table_new", (), wanted)
            case ast.Subscript(value=value, slice=index):
                return self._subscript(node, self.read(value), index)
            case ast.JoinedStr(values=parts):
                return self._text(parts)
            case ast.Call():
                return self._call(node, wanted)
        self.refuse(f"routines have no `{_shown(node)}` ({type(node).__name__})", node)

    # ---------------------------------------------------------------------------------------------- single values

    def _constant(self, node: ast.Constant, value: object) -> Expr:
        if constant_type(value) is None:
            self.refuse(f"`{_shown(node)}` is no constant that core has", node)
        assert value is None or isinstance(value, bool | int | float | str)
        return constant(value)

    def _name(self, node: ast.Name, name: str) -> Expr:
        declared = self.scope.declared.get(name)
        if declared is not None:
            assert self.scope.facts is not None
            fact = self.scope.facts.get(name)
            if fact is None:
                self.refuse(f"`{name}` may have no value here", node)
            local = Local(name, declared)
            return local if fact == declared else Narrow(local, fact)
        meant = self.scope.routine.lookup(name)
        if meant is None or constant_type(meant) is None:
            self.refuse(f"`{name}` is neither a local nor a constant of the module", node)
        assert isinstance(meant, bool | int | float | str)
        return constant(meant)

    def _list(self, node: ast.List, parts: Sequence[ast.expr], wanted: Type | None) -> Expr:
        if isinstance(wanted, ListType):
            return MakeList(tuple(self.value(part, wanted.item) for part in parts), wanted)
        if not parts:
            self.refuse("an empty list needs an annotation: `xs: list[int] = []`", node)
        first = self.read(parts[0])
        rest = (self.value(part, first.type) for part in parts[1:])
        return MakeList((first, *rest), ListType(first.type))

    def _text(self, parts: Sequence[ast.expr]) -> Expr:
        texts: list[Expr] = []
        for part in parts:
            if isinstance(part, ast.FormattedValue):
                if part.format_spec is not None or part.conversion != -1:
                    self.refuse("an f-string here has plain values: no `:` and no `!`", part)
                texts.append(self.as_text(self.read(part.value), part))
            else:
                texts.append(self.read(part))
        return self.joined_text(texts)

    def joined_text(self, texts: Sequence[Expr]) -> Expr:
        match tuple(texts):
            case ():
                return constant("")
            case (single,):
                return single
            case (left, right):
                return fold.op("concat", (left, right), STRING)
        return Op("join", (MakeList(tuple(texts), ListType(STRING)),), STRING)

    def as_text(self, value: Expr, node: ast.AST) -> Expr:
        if value.type == STRING:
            return value
        if value.type not in _TEXTS:
            self.refuse(f"there is no one text for {value.type}: say how it is written", node)
        return fold.op(_TEXTS[value.type], (value,), STRING)

    # ------------------------------------------------------------------------------------------------ operations

    def operation(self, name: str, args: Sequence[Expr], node: ast.AST) -> Expr:
        """An operation of core on these arguments."""
        type_ = result_type(name, tuple(arg.type for arg in args), None)
        if type_ is None:
            given = ", ".join(str(arg.type) for arg in args)
            self.refuse(f"`{_shown(node)}`: `{name}` does not take ({given})", node)
        return fold.op(name, args, type_)

    def on(self, name: str, container: Expr, parts: Sequence[ast.expr], node: ast.AST) -> Expr:
        """An operation on a list, table or board; what goes into it is made as wide as what is in it."""
        wanted = _ARGUMENTS.get(name, ())
        if len(parts) != len(wanted):
            self.refuse(f"`{_shown(node)}` takes {len(wanted)} arguments", node)
        args = [
            self.value(part, _inside(container.type, word) or self.refuse_container(name, container, node))
            for part, word in zip(parts, wanted, strict=True)
        ]
        return self.operation(name, [container, *args], node)

    def refuse_container(self, name: str, container: Expr, node: ast.AST) -> NoReturn:
        self.refuse(f"`{_shown(node)}`: `{name}` does not work on {container.type}", node)

    def _binary(self, node: ast.BinOp) -> Expr:
        left = self.read(node.left)
        right = self.read(node.right)
        return self.arithmetic(node.op, left, right, node)

    def arithmetic(self, kind: ast.operator, left: Expr, right: Expr, node: ast.AST) -> Expr:
        name = _BINARY.get(type(kind))
        if name is None:
            self.refuse(f"routines have no `{_shown(node)}` ({type(kind).__name__})", node)
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
            self.refuse(f"the sides of a choice must be of one type, not {first.type} and {second.type}", then)
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
        left_node, left = node.left, self.read(node.left)
        for kind, right_node in zip(node.ops, node.comparators, strict=True):
            if left_node is not node.left and not fold.is_simple(left):
                self.refuse(f"`{_shown(left_node)}` stands in the middle of a comparison: give it a name first", node)
            result = fold.both(result, self._compared(node, kind, left, right_node))
            left_node, left = right_node, self.read(right_node)
        return result

    def _compared(self, node: ast.Compare, kind: ast.cmpop, left: Expr, right_node: ast.expr) -> Expr:
        match kind:
            case ast.Is() | ast.IsNot():
                found = self._identity(node, left, self.read(right_node))
                return found if isinstance(kind, ast.Is) else fold.negated(found)
            case ast.In() | ast.NotIn():
                found = self._membership(node, left, self.read(right_node))
                return found if isinstance(kind, ast.In) else fold.negated(found)
        right = self.read(right_node, left.type)
        pair = self._alike(left, right)
        if pair is None:
            self.refuse(f"`{_shown(node)}` compares {left.type} with {right.type}", node)
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
        self.refuse(f"`in` looks into tables and strings, not into {right.type}: call `contains`", node)

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
                self.refuse("a tuple is indexed by a number that stands in the text", node)
            if not 0 <= index.value < len(type_.items):
                self.refuse(f"{type_} has no component {index.value}", node)
            return fold.tuple_item(container, index.value)
        name = _GETTERS.get(type(type_)) or ("char_at" if type_ == STRING else None)
        if name is None:
            self.refuse(f"`{_shown(node.value)}` is {type_}, which has no elements", node)
        self.check_index(index)
        return self.on(name, container, [index], node)

    def check_index(self, index: ast.expr) -> None:
        if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub) and isinstance(index.operand, ast.Constant):
            self.refuse("indexes count from the start: write `xs[len(xs) - 1]`", index)

    def _slice(self, node: ast.Subscript, container: Expr, index: ast.Slice) -> Expr:
        if index.step is not None:
            self.refuse("a slice has no step", node)
        for bound in (index.lower, index.upper):
            if bound is not None:
                self.check_index(bound)
        start = constant(0) if index.lower is None else self.value(index.lower, INT)
        if index.upper is not None:
            stop = self.value(index.upper, INT)
        elif fold.is_simple(container):
            stop = self._length(container, node)
        else:
            self.refuse("a slice up to the end needs a name for what it is taken from", node)
        name = "substring" if container.type == STRING else "list_slice"
        return self.operation(name, (container, start, stop), node)

    def _length(self, value: Expr, node: ast.AST) -> Expr:
        if isinstance(value.type, BoardType):
            self.refuse("the number of cells of a board is `cells(b)`", node)
        name = _LENGTHS.get(type(value.type), "string_length")
        return self.operation(name, (value,), node)

    # ---------------------------------------------------------------------------------------------------- calls

    def _call(self, node: ast.Call, wanted: Type | None) -> Expr:
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        if not isinstance(node.func, ast.Name) or node.func.id in self.scope.declared:
            self.refuse(f"`{_shown(node.func)}` cannot be called", node)
        meant = self.scope.routine.lookup(node.func.id)
        if meant is words.filled:
            return self._filled(node)
        if node.keywords:
            self.refuse("arguments are given by place, not by name", node)
        called = routine_of(meant)
        if called is not None:
            return self._routine(node, called)
        if meant in (words.count, words.with_cell, words.keys, words.values, words.remove_key):
            if not node.args:
                self.refuse(f"`{node.func.id}` needs something to work on", node)
            return self.on(_WORDS[meant], self.read(node.args[0]), node.args[1:], node)
        args = [self.read(arg) for arg in node.args]
        if meant in _WORDS:
            return self.operation(_WORDS[meant], args, node)
        if len(args) == 1:
            found = self._single(node, meant, args[0])
            if found is not None:
                return found
        self.refuse(f"`{node.func.id}` is neither a routine nor a word that routines have", node)

    def _single(self, node: ast.Call, meant: object, arg: Expr) -> Expr | None:
        """Calls with one argument that are more than an operation."""
        if meant is len:
            return self._length(arg, node)
        if meant is str:
            return self.as_text(arg, node)
        if meant is ord:
            # The code of a character within a text needs no text of its own.
            if isinstance(arg, Op) and arg.name == "char_at":
                return self.operation("code_at", arg.args, node)
            return self.operation("code_at", (arg, constant(0)), node)
        if meant is words.draw:
            return Chance(arg) if arg.type == INT else self.refuse(f"`draw` takes an int, not {arg.type}", node)
        if meant is words.draw_weighted:
            wanted = ListType(INT)
            return Chance(arg) if arg.type == wanted else self.refuse(f"weights are {wanted}, not {arg.type}", node)
        if meant is Symbol and isinstance(arg, Const) and isinstance(arg.value, str):
            return Const(arg.value, SYMBOL)
        if isinstance(arg.type, BoardType) and meant in (words.width, words.height, words.cells):
            size = {words.width: arg.type.width, words.height: arg.type.height, words.cells: arg.type.cells}
            return constant(size[meant])
        if meant in _TESTS:
            return Is(arg, _TESTS[meant]) if arg.type == ANY else Const(arg.type == _TESTS[meant], BOOL)
        if meant in _NARROWINGS:
            wanted_type = _NARROWINGS[meant]
            if arg.type == wanted_type:
                return arg
            if arg.type in (ANY, OptionalType(wanted_type)):
                return Narrow(arg, wanted_type)
            self.refuse(f"`{_shown(node)}`: {arg.type} is never {wanted_type}", node)
        return None

    def _filled(self, node: ast.Call) -> Expr:
        match node:
            case ast.Call(args=[value], keywords=[ast.keyword(arg="like", value=like)]):
                board = self.read(like).type
                cell = self.read(value)
                if isinstance(board, BoardType):
                    return Op("board_fill", (cell,), BoardType(cell.type, board.width, board.height))
        self.refuse("a board is filled as `filled(v, like=b)`, where b is a board", node)

    def _method(self, node: ast.Call, function: ast.Attribute) -> Expr:
        target = self.read(function.value)
        name = _METHODS.get((type(target.type), function.attr, len(node.args)))
        if name is None or node.keywords:
            self.refuse(f"{target.type} has no method `{function.attr}` with {len(node.args)} arguments", node)
        return self.on(name, target, node.args, node)

    def _routine(self, node: ast.Call, called: Routine) -> Expr:
        if len(node.args) != len(called.params):
            self.refuse(f"`{called.name}` takes {len(called.params)} arguments, not {len(node.args)}", node)
        return self.scope.link(called, [self.read(arg) for arg in node.args], node)


def _inside(container: Type, word: str) -> Type | None:
    """What a container takes in the place of an `item`, `key` or `value`."""
    match container, word:
        case _, "int":
            return INT
        case ListType(), "list":
            return container
        case (ListType(item) | BoardType(item=item)), "item":
            return item
        case TableType(key, value), ("key" | "value"):
            return key if word == "key" else value
    return None


def _shown(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 60 else f"{text[:57]}..."
