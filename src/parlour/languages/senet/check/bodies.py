"""The bodies of functions: statements, the variables they declare, and what each expression in them is.

A `Body` is one function, or the statements of `@setup`, being looked at. What is found goes into `Checked`, by the
identity of the nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from parlour.languages.senet import codes
from parlour.languages.senet.check import values as check_values
from parlour.languages.senet.check.calls import is_end, is_pass, pass_call
from parlour.languages.senet.check.meaning import (
    BuiltinName,
    Checked,
    Construct,
    EndWord,
    Function,
    GlobalName,
    Group,
    Local,
    LocalName,
)
from parlour.languages.senet.check.types import (
    BOOL,
    INT,
    LOST,
    NONE,
    VOID,
    GroupOf,
    ListOf,
    Type,
    conversion,
    describe,
    show,
)
from parlour.languages.senet.check.world import BUILTIN_VARIABLES, World
from parlour.languages.senet.syntax import tree
from parlour.syntax.diagnostic import Label

if TYPE_CHECKING:
    from collections.abc import Iterator


class Body:
    """`function` is None for the statements of `@setup`. `result_of` gives the type of any function's result."""

    def __init__(
        self, world: World, checked: Checked, function: Function | None, result_of: Callable[[Function], Type]
    ) -> None:
        self.world = world
        self.checked = checked
        self.function = function
        self.result_of = result_of
        self.group: Group | None = None if function is None else function.group
        self.scopes: list[dict[str, Local]] = [{}]
        self.loops = 0
        self.returned: list[tuple[Type, tree.Return]] = []
        for formal in [] if function is None else function.formals:
            self.scopes[0][formal.name] = formal

    # ------------------------------------------------------------------------------------------------- variables

    @contextmanager
    def scope(self) -> Iterator[None]:
        self.scopes.append({})
        yield
        self.scopes.pop()

    def find(self, name: str) -> Local | None:
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    @property
    def is_setup(self) -> bool:
        """At the outermost level of `@setup`, where declarations make global variables."""
        return self.function is None and len(self.scopes) == 1

    def resolve_variable(self, expr: tree.Variable) -> Type | None:
        """The type of a variable, whose meaning is noted; None if there is none of this name."""
        local = self.find(expr.name)
        if local is not None:
            self.checked.meanings[id(expr)] = LocalName(local)
            return local.type
        known = self.world.globals.get(expr.name)
        if known is not None:
            self.checked.meanings[id(expr)] = GlobalName(known.name)
            return known.type
        builtin = BUILTIN_VARIABLES.get(expr.name)
        if builtin is None:
            return None
        if builtin != expr.name:
            title = f"`{expr.name}` is of the later dialect; the manual calls it `{builtin}`"
            self.world.refuse_if_strict(codes.LATER_DIALECT, title, expr.span)
        self.checked.meanings[id(expr)] = BuiltinName(builtin)
        return INT

    # ------------------------------------------------------------------------------------------------ statements

    def block(self, block: tree.Block) -> None:
        with self.scope():
            self.statements(block.statements)

    def statements(self, statements: tuple[tree.Statement, ...]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, statement: tree.Statement) -> None:
        match statement:
            case tree.Declaration():
                self.declaration(statement)
            case tree.Evaluate():
                self.evaluate(statement)
            case tree.Block():
                self.block(statement)
            case tree.If(_, branches, otherwise):
                for branch in branches:
                    self.condition(branch.condition)
                    self.block(branch.body)
                if otherwise is not None:
                    self.block(otherwise)
            case tree.While(_, condition, body):
                self.condition(condition)
                self.loops += 1
                self.block(body)
                self.loops -= 1
            case tree.For():
                self.loop(statement)
            case tree.Break() | tree.Continue():
                if self.loops == 0:
                    word = statement.span.text if statement.span.text in ("break", "continue") else "this"
                    self.world.tell(codes.OUTSIDE_LOOP, f"`{word}` stands outside every loop", statement.span)
            case tree.Return():
                self.give(statement)

    def condition(self, expr: tree.Expr) -> None:
        found = check_values.value(self, expr, BOOL)
        if found not in (BOOL, LOST):
            title = f"a condition is a bool, and this is {describe(found)}"
            hint = "compare it with something: `!= 0`" if found is INT else ""
            if isinstance(expr, tree.Assign):
                hint = "`=` gives a value to a variable; `==` compares"
            self.world.mistype(codes.CONDITION_TYPE, title, expr.span, hint)

    def evaluate(self, statement: tree.Evaluate) -> None:
        expr = statement.expr
        if is_pass(self, expr):
            assert isinstance(expr, tree.Call)
            pass_call(self, expr)
            return
        if is_end(self, expr):
            title = "`end` is of the later dialect; the manual has `exit();`"
            self.world.refuse_if_strict(codes.LATER_DIALECT, title, expr.span)
            self.checked.meanings[id(expr)] = EndWord()
            return
        found = check_values.value(self, expr)
        is_assert = self.function is not None and self.function.node is not None and self.function.node.is_assert
        if is_assert and not isinstance(expr, tree.Assign) and found not in (BOOL, VOID, LOST):
            title = f"a statement of an `assert` function is a bool, and this is {describe(found)}"
            self.world.mistype(codes.ASSERTED_TYPE, title, expr.span)

    def declaration(self, node: tree.Declaration) -> None:
        if self.is_setup:
            known = self.world.globals.get(node.name.text)
            type_ = LOST if known is None else known.type
            if node.name.text in BUILTIN_VARIABLES:
                type_ = INT
        else:
            type_ = self.world.type(node.type)
        if node.arguments is not None:
            self.instance(node, type_)
        elif node.value is not None:
            self.fit(node.value, type_, codes.ASSIGNED_TYPE, f"`{node.name.text}`")
        if not self.is_setup:
            self.declare(node, node.name, type_)

    def instance(self, node: tree.Declaration, type_: Type) -> None:
        """`Group name(x, y);`"""
        assert node.arguments is not None
        if isinstance(type_, GroupOf):
            group = self.world.groups[type_.name]
            check_values.construct(self, group, node.arguments, node.span)
            self.checked.meanings[id(node)] = Construct(group)
            return
        for argument in node.arguments:
            check_values.value(self, argument)
        if type_ is not LOST:
            title = f"{show(type_)} is no group: only instances of groups are made like this"
            hint = f"write `{show(type_)} {node.name.text} = …;`"
            self.world.mistype(codes.BAD_CONSTRUCTOR, title, node.span, hint)

    def declare(self, node: tree.Node, name: tree.Ident, type_: Type) -> None:
        known = self.scopes[-1].get(name.text)
        if known is None and self.function is not None and len(self.scopes) == 2:
            # The outermost block of a function is the scope of its formals.
            known = self.scopes[0].get(name.text)
        if known is not None:
            self.world.declared_again(name, type_, known.type, None)
        if known is None or (known.type != type_ and LOST not in (known.type, type_)):
            known = self.scopes[-1][name.text] = Local(name.text, type_)
        known.writes += 1
        self.checked.locals[id(node)] = known

    def loop(self, node: tree.For) -> None:
        """`for`: the variable is new, with the type of the items where none is written."""
        wanted = None if node.type is None else self.world.type(node.type)
        found: Type = LOST
        if not node.is_braced:
            items = check_values.value(self, node.items[0])
            if isinstance(items, ListOf):
                found = items.item
                if wanted is not None and not self.world.fits(found, wanted):
                    self._not_an_item(node.items[0], found, wanted)
            elif items is not LOST:
                hint = f"to go through one value only, write braces: `{{{node.items[0].span.text}}}`"
                title = f"`for` goes through the elements of a list, and this is {describe(items)}"
                self.world.mistype(codes.ELEMENT_TYPE, title, node.items[0].span, hint)
        else:
            found = check_values.common(self, node.items, wanted)
        type_ = wanted if wanted is not None else found
        if type_ is NONE:
            type_ = VOID
        with self.scope():
            self.declare(node, node.name, type_)
            self.loops += 1
            self.block(node.body)
            self.loops -= 1

    def _not_an_item(self, expr: tree.Expr, found: Type, wanted: Type) -> None:
        title = f"the elements of this list are {show(found)}, not {show(wanted)}"
        self.world.mistype(codes.ELEMENT_TYPE, title, expr.span)

    def give(self, node: tree.Return) -> None:
        function = self.function
        if function is None:
            if node.value is not None:
                check_values.value(self, node.value)
            self.world.tell(codes.OUTSIDE_FUNCTION, "`return` stands outside every function", node.span)
            return
        wanted = function.result
        if node.value is None:
            self.returned.append((VOID, node))
            if wanted not in (None, VOID, LOST) and not self._is_constructor:
                assert wanted is not None
                title = f"`{function.name}` gives {describe(wanted)}: `return` needs a value"
                self.world.mistype(codes.RETURNED_TYPE, title, node.span)
            return
        found = check_values.value(self, node.value, None if wanted is VOID else wanted)
        self.returned.append((found, node))
        if wanted is None or wanted is LOST or self._is_constructor:
            return
        if wanted is VOID:
            if found not in (VOID, NONE, LOST):
                title = f"`{function.name}` is void: it gives no value"
                hint = f"declare it as {show(found)}, or leave the value out"
                self.world.mistype(codes.RETURNED_TYPE, title, node.value.span, hint)
        elif not self.world.fits(found, wanted):
            labels: tuple[Label, ...] = ()
            if function.node is not None and function.node.type is not None:
                labels = (Label(function.node.type.span, "as it says here"),)
            title = f"`{function.name}` gives {describe(wanted)}, and this is {describe(found)}"
            self.world.mistype(codes.RETURNED_TYPE, title, node.value.span, "", *labels)

    @property
    def _is_constructor(self) -> bool:
        return self.group is not None and self.group.constructor is self.function

    # ------------------------------------------------------------------------------------------------- fitting

    def fit(self, expr: tree.Expr, wanted: Type, code: str, what: str) -> Type:
        """An expression where a value of a type is wanted; says so if it does not fit."""
        found = check_values.value(self, expr, wanted)
        if not self.world.fits(found, wanted):
            title = f"{what} is {describe(wanted)}, and this is {describe(found)}"
            self.world.mistype(code, title, expr.span, conversion(found, wanted))
        return found
