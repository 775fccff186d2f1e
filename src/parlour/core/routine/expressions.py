"""Expressions of routines as core expressions: values, operations, calls.

Types come from below, except that a place may say what it wants: `[]` and `None` need that, and everything else is made
wider to fit. A call is of another routine, of a word of `runtime/words.py`, of one of Python's own functions and
methods, or of a method of an object.
"""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable, Sequence
from types import FunctionType

from parlour.core import folding as fold
from parlour.core import nodes, types
from parlour.core.nodes import Const, Expr, Is, Local, MakeList, Narrow, Op
from parlour.core.ops import result_type
from parlour.core.routine.routine import RoutineError, routine_of
from parlour.core.routine.scope import Facts, Scope
from parlour.core.routine.types import constant, constant_type
from parlour.core.routine.world import core_name, core_type
from parlour.core.runtime import words
from parlour.core.types import ANY, BOOL, INT, NONE, STRING, ListType, OptionalType, Type
from parlour.core.values import Symbol

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
_GETTERS: dict[type, str] = {ListType: "list_get", types.BoardType: "board_get", types.TableType: "table_get"}
# Words that are an operation under another name.
_WORDS: dict[object, str] = {
    words.count: "board_count",
    words.where: "board_bits",
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
    words.float_power: "fpow",
    chr: "text_of_code",
    int: "trunc",
    float: "to_float",
}
# Those whose first argument is what they work on.
_ON_CONTAINERS = (words.count, words.where, words.with_cell, words.keys, words.values, words.remove_key)
# Those that only depend on the shape of a board.
_SHAPES: dict[object, Callable[[words.Board[None]], int]] = {
    words.width: words.width,
    words.height: words.height,
    words.cells: words.cells,
    words.without_first_column: words.without_first_column,
    words.without_last_column: words.without_last_column,
}
_TESTS: dict[object, Type] = {
    words.is_int: INT,
    words.is_float: types.FLOAT,
    words.is_bool: BOOL,
    words.is_string: STRING,
    words.is_symbol: types.SYMBOL,
}
_NARROWINGS: dict[object, Type] = {
    words.as_int: INT,
    words.as_float: types.FLOAT,
    words.as_bool: BOOL,
    words.as_string: STRING,
    words.as_symbol: types.SYMBOL,
}
_TEXTS: dict[Type, str] = {INT: "text_of_int", types.FLOAT: "text_of_float", types.SYMBOL: "text_of_symbol"}
# Methods by the kind of value they are called on and the number of arguments.
_METHODS: dict[tuple[type, str, int], str] = {
    (ListType, "append", 1): "list_push",
    (ListType, "pop", 0): "list_pop",
    (ListType, "pop", 1): "list_remove",
    (ListType, "insert", 2): "list_insert",
    (ListType, "extend", 1): "list_extend",
    (ListType, "copy", 0): "list_copy",
    (ListType, "clear", 0): "list_clear",
    (types.TableType, "copy", 0): "table_copy",
    (types.TableType, "clear", 0): "table_clear",
}


# What operations on containers take after the container.
_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "board_get": ("int",),
    "board_set": ("int", "item"),
    "board_count": ("item",),
    "board_bits": ("item",),
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
_LENGTHS: dict[type, str] = {ListType: "list_length", types.TableType: "table_length"}


class Expressions:
    """Reads expressions in a scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def error(self, message: str, node: ast.AST) -> RoutineError:
        return self.scope.error(message, node)

    def value(self, node: ast.expr, wanted: Type) -> Expr:
        """An expression as a value of this type."""
        return self.need(self.read(node, wanted), wanted, node)

    def need(self, found: Expr, wanted: Type, node: ast.AST) -> Expr:
        """A value made as wide as its place wants it."""
        fitting = self.scope.widened(found, wanted)
        if fitting is None:
            raise self.error(f"`{shown(node)}` has {found.type}, where {wanted} is needed", node)
        return fitting

    def operation(self, name: str, args: Sequence[Expr], node: ast.AST) -> Expr:
        """An operation of core on these arguments."""
        type_ = result_type(name, tuple(arg.type for arg in args), None)
        if type_ is None:
            given = ", ".join(str(arg.type) for arg in args)
            raise self.error(f"`{shown(node)}`: `{name}` does not take ({given})", node)
        return fold.op(name, args, type_)

    def on(self, name: str, container: Expr, parts: Sequence[ast.expr], node: ast.AST) -> Expr:
        """An operation on a list, table or board; what goes into it is made as wide as what is in it."""
        wanted = _ARGUMENTS.get(name, ())
        if len(parts) != len(wanted):
            raise self.error(f"`{shown(node)}` takes {len(wanted)} arguments", node)
        args = [container]
        for part, word in zip(parts, wanted, strict=True):
            type_ = _inside(container.type, word)
            if type_ is None:
                raise self.error(f"`{shown(node)}`: `{name}` does not work on {container.type}", node)
            args.append(self.value(part, type_))
        return self.operation(name, args, node)

    def length(self, value: Expr, node: ast.AST) -> Expr:
        if isinstance(value.type, types.BoardType):
            raise self.error("the number of cells of a board is `cells(b)`", node)
        name = _LENGTHS.get(type(value.type), "string_length")
        return self.operation(name, (value,), node)

    def as_text(self, value: Expr, node: ast.AST) -> Expr:
        if value.type == STRING:
            return value
        if value.type not in _TEXTS:
            raise self.error(f"there is no one text for {value.type}: say how it is written", node)
        return fold.op(_TEXTS[value.type], (value,), STRING)

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
                hints = (
                    wanted.items if isinstance(wanted, types.TupleType) and len(wanted.items) == len(parts) else None
                )
                items = [
                    self.read(part) if hints is None else self.value(part, hints[number])
                    for number, part in enumerate(parts)
                ]
                return fold.make_tuple(items)
            case ast.List(elts=parts):
                return self._list(node, parts, wanted)
            case ast.Dict(keys=[], values=[]):
                if not isinstance(wanted, types.TableType):
                    raise self.error("an empty table needs an annotation: `t: dict[str, int] = {}`", node)
                return Op("table_new", (), wanted)
            case ast.Subscript(value=value, slice=index):
                return self._subscript(node, self.read(value), index)
            case ast.Attribute():
                return self._attribute(node)
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
        pair = (left.type, right.type)
        common = [*pair, *(OptionalType(type_) for type_ in pair if NONE in pair and type_ not in (NONE, ANY))]
        for type_ in common if wanted is None else [wanted, *common]:
            first, second = self.scope.widened(left, type_), self.scope.widened(right, type_)
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
        if isinstance(right.type, types.TableType):
            key = self.scope.widened(left, right.type.key)
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
                case ast.Call(func=ast.Name(id=word), args=[ast.Name(id=name), tested]) if (
                    holds and self.scope.routine.lookup(word) is words.is_a and name in facts
                ):
                    narrower = self.scope.binding.resolve(tested)
                    if self.scope.world.hierarchy.widens(narrower, facts[name]):
                        facts[name] = narrower
        return facts

    # ------------------------------------------------------------------------------------- objects and globals

    def _globals(self, node: ast.expr) -> type[words.Globals] | None:
        """The declaration that a name means."""
        if not isinstance(node, ast.Name) or node.id in self.scope.declared:
            return None
        meant = self.scope.routine.lookup(node.id)
        return meant if isinstance(meant, type) and issubclass(meant, words.Globals) else None

    def place(self, node: ast.Attribute) -> nodes.Global | nodes.Field:
        """A global or field, to be read or written."""
        game = self._globals(node.value)
        if game is not None:
            return nodes.Global(core_name(game, node.attr), self._declared(game, node))
        owner = self.read(node.value)
        declaration = self._class_of(owner, node)
        return nodes.Field(owner, core_name(declaration, node.attr), self._declared(declaration, node))

    def _attribute(self, node: ast.Attribute) -> Expr:
        place = self.place(node)
        known = self.scope.world.constants.get(place.name) if isinstance(place, nodes.Global) else None
        return place if known is None else constant(known)

    def _class_of(self, owner: Expr, node: ast.AST) -> type[words.Object]:
        found = self.scope.binding.classes.get(owner.type.name) if isinstance(owner.type, types.ObjectType) else None
        if found is None:
            raise self.error(f"`{shown(node)}`: {owner.type} is no class that is declared here", node)
        return found

    def _declared(self, declaration: type, node: ast.Attribute) -> Type:
        hint = typing.get_type_hints(declaration).get(node.attr)
        type_ = None if hint is None else core_type(hint, self.scope.binding.classes)
        if type_ is None:
            raise self.error(f"`{declaration.__name__}` declares no `{node.attr}` of a type that core has", node)
        return type_

    def _has_field(self, node: ast.Call) -> Expr:
        match node.args:
            case [owner, ast.Constant(value=str(name))]:
                declaration = self._class_of(self.read(owner), node)
                field = self.scope.world.hierarchy.field(declaration.core_name, core_name(declaration, name))
                return constant(field is not None)
        raise self.error("whether there is a field is asked as `hasattr(object, 'name')`", node)

    def _new(self, node: ast.Call, declaration: type[words.Object]) -> Expr:
        """An object with its fields in the program's order; fields that the program leaves out are not given."""
        given = {core_name(declaration, item.arg): item.value for item in node.keywords if item.arg is not None}
        if node.args or len(given) < len(node.keywords):
            raise self.error("the fields of a new object are given by name", node)
        fields = self.scope.world.hierarchy.fields(declaration.core_name)
        order = [name for name in given if any(field.name == name for field in fields)]
        if order != [field.name for field in fields if field.name in given]:
            raise self.error(f"the fields of {declaration.core_name} are in another order", node)
        for field in fields:
            if field.name not in given and not field.may_be_unset:
                raise self.error(f"`{field.name}` of {declaration.core_name} is not given", node)
        args = [self.value(given[field.name], field.type) if field.name in given else None for field in fields]
        type_ = core_type(declaration, self.scope.binding.classes)
        assert type_ is not None
        return nodes.New(declaration.core_name, tuple(args), type_)

    def _virtual(self, node: ast.Call, name: str, owner: Expr) -> Expr:
        """A call of the method that the object's class has."""
        declaration = self._class_of(owner, node)
        method = getattr(declaration, name, None)
        if not isinstance(method, FunctionType) or node.keywords:
            raise self.error(f"`{declaration.__name__}` declares no method `{name}` that is called so", node)
        hints = typing.get_type_hints(method)
        wanted = [core_type(hints.get(item), self.scope.binding.classes) for item in [*_parameters(method), "return"]]
        known = [type_ for type_ in wanted if type_ is not None]
        if len(known) < len(wanted) or len(known) != len(node.args) + 1:
            raise self.error(f"`{name}` takes {len(wanted) - 1} arguments, all of types that core has", node)
        args = [self.value(arg, type_) for arg, type_ in zip(node.args, known[:-1], strict=True)]
        return nodes.VirtualCall(core_name(declaration, name), (owner, *args), known[-1])

    def _tested(self, node: ast.Call, *, is_narrowing: bool) -> Expr:
        """`is_a(x, T)`, `as_a(x, T)`"""
        if len(node.args) != 2:
            raise self.error("a value and a type are needed", node)
        value, type_ = self.read(node.args[0]), self.scope.binding.resolve(node.args[1])
        if self.scope.world.hierarchy.widens(type_, value.type):
            return Narrow(value, type_) if is_narrowing else Is(value, type_)
        fitting = self.scope.widened(value, type_)
        if fitting is None and is_narrowing:
            raise self.error(f"`{shown(node)}`: {value.type} is never {type_}", node)
        return constant(fitting is not None) if fitting is None or not is_narrowing else fitting

    # ----------------------------------------------------------------------------------------------- subscripts

    def _subscript(self, node: ast.Subscript, container: Expr, index: ast.expr) -> Expr:
        type_ = container.type
        if isinstance(index, ast.Slice):
            return self._slice(node, container, index)
        if isinstance(type_, types.TupleType):
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

    # ---------------------------------------------------------------------------------------------------- calls

    def call(self, node: ast.Call) -> Expr:
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        if not isinstance(node.func, ast.Name) or node.func.id in self.scope.declared:
            raise self.error(f"`{shown(node.func)}` cannot be called", node)
        meant = self.scope.routine.lookup(node.func.id)
        if meant is words.filled:
            return self._filled(node)
        if isinstance(meant, type) and issubclass(meant, words.Object):
            return self._new(node, meant)
        if node.keywords:
            raise self.error("arguments are given by place, not by name", node)
        called = routine_of(meant)
        if called is not None:
            return self.scope.link(called, [self.read(arg) for arg in node.args], node)
        if not callable(meant):
            raise self.error(f"`{node.func.id}` cannot be called", node)
        if meant is hasattr:
            return self._has_field(node)
        if meant in (words.is_a, words.as_a):
            return self._tested(node, is_narrowing=meant is words.as_a)
        if meant in _ON_CONTAINERS:
            if not node.args:
                raise self.error(f"`{node.func.id}` needs something to work on", node)
            return self.on(_WORDS[meant], self.read(node.args[0]), node.args[1:], node)
        args = [self.read(arg) for arg in node.args]
        if meant in _WORDS:
            return self.operation(_WORDS[meant], args, node)
        if len(args) == 1:
            found = self._single(node, meant, args[0])
            if found is not None:
                return found
        raise self.error(f"`{node.func.id}` is neither a routine nor a word that routines have", node)

    def _single(self, node: ast.Call, meant: object, arg: Expr) -> Expr | None:
        """Calls with one argument that are more than an operation."""
        if meant is len:
            return self.length(arg, node)
        if meant is str:
            return self.as_text(arg, node)
        if meant is ord:
            # The code of a character within a text needs no text of its own.
            if isinstance(arg, Op) and arg.name == "char_at":
                return self.operation("code_at", arg.args, node)
            return self.operation("code_at", (arg, constant(0)), node)
        if meant is words.draw:
            return nodes.Chance(self.need(arg, INT, node))
        if meant is words.draw_weighted:
            return nodes.Chance(self.need(arg, ListType(INT), node))
        if meant is Symbol and isinstance(arg, Const) and isinstance(arg.value, str):
            return Const(arg.value, types.SYMBOL)
        if isinstance(arg.type, types.BoardType) and meant in _SHAPES:
            return constant(_SHAPES[meant](words.Board(arg.type.width, arg.type.height, [None] * arg.type.cells)))
        if meant in _TESTS:
            return Is(arg, _TESTS[meant]) if arg.type == ANY else Const(arg.type == _TESTS[meant], BOOL)
        if meant in _NARROWINGS:
            wanted_type = _NARROWINGS[meant]
            if arg.type == wanted_type:
                return arg
            if arg.type in (ANY, OptionalType(wanted_type)):
                return Narrow(arg, wanted_type)
            raise self.error(f"`{shown(node)}`: {arg.type} is never {wanted_type}", node)
        return None

    def _filled(self, node: ast.Call) -> Expr:
        match node:
            case ast.Call(args=[value], keywords=[ast.keyword(arg="like", value=like)]):
                board = self.read(like).type
                cell = self.read(value)
                if isinstance(board, types.BoardType):
                    return Op("board_fill", (cell,), types.BoardType(cell.type, board.width, board.height))
        raise self.error("a board is filled as `filled(v, like=b)`, where b is a board", node)

    def _method(self, node: ast.Call, function: ast.Attribute) -> Expr:
        target = self.read(function.value)
        if isinstance(target.type, types.ObjectType):
            return self._virtual(node, function.attr, target)
        name = _METHODS.get((type(target.type), function.attr, len(node.args)))
        if name is None or node.keywords:
            raise self.error(f"{target.type} has no method `{function.attr}` with {len(node.args)} arguments", node)
        return self.on(name, target, node.args, node)


def _inside(container: Type, word: str) -> Type | None:
    """What a container takes in the place of an `item`, `key` or `value`."""
    match container, word:
        case _, "int":
            return INT
        case ListType(), "list":
            return container
        case ((ListType(item) | types.BoardType(item=item)), "item"):
            return item
        case types.TableType(key, value), ("key" | "value"):
            return key if word == "key" else value
    return None


def _parameters(method: FunctionType) -> tuple[str, ...]:
    """The names of a method's parameters, without the object itself."""
    return method.__code__.co_varnames[1 : method.__code__.co_argcount]


def shown(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 60 else f"{text[:57]}..."
