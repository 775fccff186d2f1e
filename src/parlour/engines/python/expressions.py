"""Expressions of core as Python's `ast`.

`Writer.expression` gives a Python expression for the value and writes, before it, the statements it needs: every check
is a statement of its own, so compiled code has no closures and no calls on its hot paths. What stands to the left of
such statements is put into a temporary first unless it is *stable* (nothing can change it and it cannot fail), so the
order of evaluation is core's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from parlour.core import nodes, types
from parlour.engines.core.values import is_boxed
from parlour.engines.python.code import Value
from parlour.engines.python.operations import write_op
from parlour.engines.python.pieces import Pieces

if TYPE_CHECKING:
    from parlour.syntax.source import Span

# Deeper Python expressions are cut by a temporary: CPython's compiler recurses.
MAX_HEIGHT = 20


class Writer(Pieces):
    """Writes the expressions of one function."""

    # --------------------------------------------------------------------------------------------- expressions

    def operands(self, parts: Sequence[nodes.Expr]) -> list[Value]:
        """Values of expressions evaluated one after the other."""
        values: list[Value] = []
        for part in parts:
            before = len(self.out)
            value = self.expression(part)
            if len(self.out) > before:
                # Statements came: what stands to their left must be evaluated before them.
                mine = self.out[before:]
                del self.out[before:]
                values = [self.keep(left) if not left.stable else left for left in values]
                self.out.extend(mine)
            values.append(value)
        return values

    def atoms(self, parts: Sequence[nodes.Expr]) -> list[Value]:
        """The same, each a name or a constant, so that it can be written more than once."""
        values = self.operands(parts)
        return [value if value.is_atom and value.stable else self.keep(value) for value in values]

    def expression(self, expr: nodes.Expr) -> Value:
        before = self.line
        if expr.span is not None:
            self.at(expr.span)
        value = self._expression(expr)
        if value.height > MAX_HEIGHT:
            value = self.keep(value)
        self.line = before
        return value

    def _expression(self, expr: nodes.Expr) -> Value:
        match expr:
            case nodes.Const(constant, type_):
                return self._constant(constant, type_)
            case nodes.Local(name=name):
                return self._local(name)
            case nodes.Global(name=name):
                return self._global(name)
            case nodes.Op():
                return write_op(self, expr)
            case nodes.And(left, right):
                return self._short(left, right, ast.And())
            case nodes.Or(left, right):
                return self._short(left, right, ast.Or())
            case nodes.Choose(condition, then, otherwise):
                return self._choose(condition, then, otherwise)
            case nodes.Call() | nodes.VirtualCall():
                return self._call(expr)
            case nodes.MakeTuple(items=items):
                values = self.operands(items)
                code = ast.Tuple([value.code for value in values], ast.Load(), lineno=self.line, col_offset=0)
                return Value(code, all(v.stable for v in values), height=1 + max((v.height for v in values), default=0))
            case nodes.TupleItem(tuple=inner, index=index):
                value = self.expression(inner)
                return Value(self.item(value.code, self.constant(index)), value.stable, height=value.height + 1)
            case nodes.MakeBoard(items, type_):
                values = [value if value.stable else self.keep(value) for value in self.operands(items)]
                self.charge_board(type_)
                code = ast.Tuple([value.code for value in values], ast.Load(), lineno=self.line, col_offset=0)
                return self.keep(Value(code))
            case nodes.MakeList(items, type_):
                assert isinstance(type_, types.ListType)
                values = [self.keep(value) for value in self.operands(items)]
                self.take_memory(16 + 8 * types.slots(type_.item) * len(values))
                code_list = ast.List([value.code for value in values], ast.Load(), lineno=self.line, col_offset=0)
                return self.keep(Value(code_list))
            case nodes.New():
                return self._new(expr)
            case nodes.Field(inner, name):
                return self._field(inner, name)
            case nodes.Convert(inner, type_):
                return self._convert(inner, type_)
            case nodes.Narrow(inner, type_):
                return self._narrow(inner, type_)
            case nodes.Is(inner, type_):
                value = self.atoms((inner,))[0]
                return Value(self.test(value.code, inner.type, type_))
            case nodes.Chance(of):
                value = self.expression(of)
                method = "draw" if of.type == types.INT else "draw_weighted"
                return self.keep(Value(self.call(self.attribute(self.run, method), value.code)))
            case nodes.Speculate():
                return self._speculate(expr)
            case nodes.Tracked(class_name=class_name):
                kind = self.name(self.compiler.class_name(class_name))
                return self.keep(Value(self.call("tracked", self.run, kind, self.name("PRESENTATION"))))
            case nodes.NewSeat(name=seat_name):
                value = self.expression(seat_name)
                return self.keep(Value(self.call(self.attribute(self.run, "new_seat"), value.code)))
            case _:
                assert_never(expr)

    def _constant(self, value: Any, type_: types.Type) -> Value:
        if type_ == types.INT:
            return Value(self.constant(value), True, value, value)
        if value is None or isinstance(value, bool):
            return Value(self.constant(value), True)
        return Value(self.name(self.compiler.constant(value, type_)), True)

    def _local(self, name: str) -> Value:
        code = self.name(self.names[name])
        if self.variables[name].may_be_unset:
            test = self.compare(code, ast.Is(), self.name("UNSET"))
            self.fail_when(test, "fail_unset", self.name(self.compiler.text(name)))
        low, high = self.ranges.get(name, (None, None))
        # A local changes only by statements, and an expression holds none: reading it later is the same.
        return Value(code, True, low, high)

    def _global_item(self, name: str) -> ast.expr:
        return self.item(self.attribute(self.run, "globals"), self.constant(self.compiler.globals[name]))

    def global_target(self, name: str) -> ast.Subscript:
        """A global as what is assigned to."""
        number = self.constant(self.compiler.globals[name])
        return ast.Subscript(self.attribute(self.run, "globals"), number, ast.Store(), lineno=self.line, col_offset=0)

    def _global(self, name: str) -> Value:
        value = self.keep(Value(self._global_item(name)))
        test = self.compare(value.code, ast.Is(), self.name("UNSET"))
        self.fail_when(test, "fail_unset", self.name(self.compiler.text(name)))
        return value

    def _short(self, left: nodes.Expr, right: nodes.Expr, op: ast.boolop) -> Value:
        first = self.expression(left)
        with self.block() as inner:
            second = self.expression(right)
        if not inner:
            code = ast.BoolOp(op, [first.code, second.code], lineno=self.line, col_offset=0)
            return Value(code, first.stable and second.stable, height=1 + max(first.height, second.height))
        name = self.temporary()
        self.assign(name, first.code)
        with self.block() as body:
            self.out.extend(inner)
            self.assign(name, second.code)
        test: ast.expr = self.name(name)
        self.put(ast.If(test if isinstance(op, ast.And) else self.negated(test), body, []))
        return Value(self.name(name), True)

    def _choose(self, condition: nodes.Expr, then: nodes.Expr, otherwise: nodes.Expr) -> Value:
        test = self.expression(condition)
        with self.block() as first:
            yes = self.expression(then)
        with self.block() as second:
            no = self.expression(otherwise)
        if not first and not second:
            code = ast.IfExp(test.code, yes.code, no.code, lineno=self.line, col_offset=0)
            return Value(
                code,
                test.stable and yes.stable and no.stable,
                min(yes.low, no.low) if yes.low is not None and no.low is not None else None,
                max(yes.high, no.high) if yes.high is not None and no.high is not None else None,
                1 + max(test.height, yes.height, no.height),
            )
        name = self.temporary()
        sides = []
        for body, value in ((first, yes), (second, no)):
            with self.block() as side:
                self.out.extend(body)
                self.assign(name, value.code)
            sides.append(side)
        self.put(ast.If(test.code, sides[0], sides[1]))
        return Value(self.name(name), True)

    # ---------------------------------------------------------------------------------------------------- calls

    def arguments(self, args: Sequence[nodes.Expr], callee: nodes.Function | None) -> list[Value]:
        """Arguments of a call, with the charge of a routine taken where the author's own code calls it."""
        if callee is None or callee.charge is None or self.function.is_routine:
            return self.operands(args)
        values = self.atoms(args)
        self.charge(callee, values)
        return values

    def charge(self, routine: nodes.Function, args: Sequence[Value]) -> None:
        """Takes a routine's steps: its formula, with the arguments in the place of its parameters."""
        assert routine.charge is not None
        if isinstance(routine.charge, nodes.Const):
            if routine.charge.value:
                assert isinstance(routine.charge.value, int)
                self.take_steps(routine.charge.value)
            return
        formula = Formula(self, routine, args)
        self.take_steps(formula.expression(routine.charge).code)

    def _call(self, expr: nodes.Call | nodes.VirtualCall) -> Value:
        targets = self.compiler.targets(expr)
        callee = self.compiler.functions[targets[0]] if len(targets) == 1 else None
        values = self.arguments(expr.args, callee)
        return self.calling(expr, values)

    def calling(self, expr: nodes.Call | nodes.VirtualCall | nodes.Speculate, values: list[Value]) -> Value:
        """The call itself, counted for depth where it could pile up."""
        targets = self.compiler.targets(expr)
        codes = [value.code for value in values]
        if len(targets) == 1:
            code = self.call(f"f{self.compiler.numbers[targets[0]]}", self.run, *codes)
        else:
            assert isinstance(expr, nodes.VirtualCall)
            receiver = self.keep(values[0])
            codes = [receiver.code, *(self.keep(value).code for value in values[1:])]
            table = self.name(self.compiler.methods(expr))
            code = self.call(self.item(table, self.attribute(receiver.code, "number")), self.run, *codes)
        if any((self.function.name, name) in self.compiler.counted for name in targets):
            self.change_depth(ast.Sub())
            test = self.compare(self.attribute(self.run, "depth"), ast.Lt(), self.constant(0))
            self.fail_when(test, "fail_depth")
            value = self.keep(Value(code))
            self.change_depth(ast.Add())
            return value
        return self.keep(Value(code))

    def _speculate(self, expr: nodes.Speculate) -> Value:
        callee = self.compiler.functions[expr.function]
        values = [self.keep(value) for value in self.arguments(expr.args, callee)]
        effects = self.compiler.effects[expr.function]
        is_free = effects.leaves_no_trace
        shown = {name: self.temporary() for name in sorted(effects.displays) if not self.compiler.vanishes(name)}
        for name, before in shown.items():
            self.assign(before, self._global_item(name))
        kept = self.temporary()
        # Of one that leaves no trace, only what it allocated has to be given back.
        begun = self.attribute(self.run, "room") if is_free else self.call(self.attribute(self.run, "speculate"))
        self.assign(kept, begun)
        if is_free and not shown:
            value = self.calling(expr, values)
        else:
            with self.block() as body:
                value = self.calling(expr, values)
            with self.block() as undo:
                if not is_free:
                    self.do(self.call(self.attribute(self.run, "unspeculate"), self.name(kept)))
                for name, before in shown.items():
                    self.put(ast.Assign([self.global_target(name)], self.name(before)))
            self.put(ast.Try(body, [], [], undo))
        if is_free:
            target = ast.Attribute(self.run, "room", ast.Store(), lineno=self.line, col_offset=0)
            self.put(ast.Assign([target], self.name(kept)))
        return value

    # ---------------------------------------------------------------------------------------- objects and `any`

    def charge_board(self, type_: types.Type) -> None:
        assert isinstance(type_, types.BoardType)
        if type_.cells >= 16:
            self.take_steps(type_.cells >> 4)
        self.take_memory(16 + 8 * types.slots(type_.item) * type_.cells)

    def _new(self, expr: nodes.New) -> Value:
        given = [arg for arg in expr.args if arg is not None]
        values = iter([self.keep(value) for value in self.operands(given)])
        self.take_memory(16 + 8 * sum(types.slots(var.type) for var in self.compiler.hierarchy.fields(expr.class_name)))
        name = self.temporary()
        self.assign(name, self.call(self.compiler.class_name(expr.class_name)))
        serial = self.attribute(self.run, "serial")
        self.set_attribute(self.name(name), "serial", serial)
        target = ast.Attribute(self.run, "serial", ast.Store(), lineno=self.line, col_offset=0)
        self.put(ast.AugAssign(target, ast.Add(), self.constant(1)))
        for number, arg in enumerate(expr.args):
            code = self.name("UNSET") if arg is None else next(values).code
            self.set_attribute(self.name(name), f"s{number}", code)
        return Value(self.name(name), True)

    def _field(self, inner: nodes.Expr, name: str) -> Value:
        value = self.expression(inner)
        assert isinstance(inner.type, types.ObjectType)
        number, variable = self.compiler.field(inner.type.name, name)
        read = self.attribute(value.code, f"s{number}")
        if not variable.may_be_unset:
            return Value(read, height=value.height + 1)
        kept = self.keep(Value(read))
        test = self.compare(kept.code, ast.Is(), self.name("UNSET"))
        self.fail_when(test, "fail_unset", self.name(self.compiler.text(name)))
        return kept

    def _convert(self, inner: nodes.Expr, type_: types.Type) -> Value:
        value = self.expression(inner)
        source = inner.type
        if type_ != types.ANY:
            return value
        if isinstance(source, types.OptionalType) and is_boxed(source.item):
            atom = self.keep(value)
            box = self.call("Box", self.constant(self.compiler.type_number(source.item)), atom.code)
            test = self.compare(atom.code, ast.Is(), self.constant(None))
            return Value(ast.IfExp(test, self.constant(None), box, lineno=self.line, col_offset=0))
        if is_boxed(source):
            value = self.keep(value)
            if self.compiler.boxing_cost(source):
                self.take_memory(self.compiler.boxing_cost(source))
            return self.keep(Value(self.call("Box", self.constant(self.compiler.type_number(source)), value.code)))
        return value

    def _narrow(self, inner: nodes.Expr, type_: types.Type) -> Value:
        value = self.atoms((inner,))[0]
        wanted = type_.item if isinstance(type_, types.OptionalType) else type_
        if not isinstance(type_, types.OptionalType) and type_ != types.Scalar("none"):
            if isinstance(inner.type, types.OptionalType) or inner.type == types.ANY:
                self.fail_when(self.compare(value.code, ast.Is(), self.constant(None)), "fail_none")
            if isinstance(inner.type, types.OptionalType) and inner.type.item == type_:
                return value
        test = self.negated(self.test(value.code, inner.type, type_))
        self.fail_when(test, "fail_type", self.name(self.compiler.text(str(wanted))), value.code)
        if inner.type == types.ANY and is_boxed(wanted):
            inside = self.attribute(value.code, "value")
            if isinstance(type_, types.OptionalType):
                none = self.compare(value.code, ast.Is(), self.constant(None))
                return Value(ast.IfExp(none, self.constant(None), inside, lineno=self.line, col_offset=0))
            return Value(inside)
        return value

    def test(self, code: ast.expr, source: types.Type, wanted: types.Type) -> ast.expr:
        """Whether a value (a name or constant) of type `source` is one of `wanted`."""
        if isinstance(wanted, types.OptionalType):
            none = self.compare(code, ast.Is(), self.constant(None))
            other = self.test(code, source, wanted.item)
            return ast.BoolOp(ast.Or(), [none, other], lineno=self.line, col_offset=0)
        match wanted:
            case types.Scalar("none"):
                return self.compare(code, ast.Is(), self.constant(None))
            case types.Scalar("any"):
                return self.constant(True)
            case types.ObjectType(name):
                return self.call("isinstance", code, self.name(self.compiler.class_name(name)))
            case types.Scalar(name):
                if source != types.ANY:
                    return self.compare(code, ast.IsNot(), self.constant(None))
                return self.compare(self.call("type", code), ast.Is(), self.name(f"TYPE_{name}"))
        if source != types.ANY:
            return self.compare(code, ast.IsNot(), self.constant(None))
        box = self.compare(self.call("type", code), ast.Is(), self.name("Box"))
        number = self.compare(self.attribute(code, "type"), ast.Eq(), self.constant(self.compiler.type_number(wanted)))
        return ast.BoolOp(ast.And(), [box, number], lineno=self.line, col_offset=0)


class Formula(Writer):
    """Writes a routine's charge in the caller: parameters stand for the caller's arguments."""

    def __init__(self, caller: Writer, routine: nodes.Function, args: Sequence[Value]) -> None:
        super().__init__(caller.compiler, routine)
        self.number = caller.number
        self.line = caller.line
        self.out = caller.out
        self.temporary: Callable[[], str] = caller.temporary
        self.args = dict(zip((param.name for param in routine.params), args, strict=True))

    def at(self, span: Span | None, *, is_tail: bool = False) -> None:
        """All of it belongs to the caller's line."""

    def _local(self, name: str) -> Value:
        return self.args[name]
