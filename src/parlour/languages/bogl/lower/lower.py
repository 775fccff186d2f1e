"""From a checked BoGL program to core.

Functions stay functions, values become functions without parameters (they are evaluated at every mention), boards are
globals filled once at the start. A type with symbols beside its kernel, such as `Int & {Nope}`, becomes `any`; `coerce`
widens a value wherever the checker allowed a smaller type. `let`, `if` and `while` become statements: in the place of a
function's result directly, elsewhere through `do`.

What is on display (`place`'s list, the board in scope at a prompt) goes into presentation globals, which nothing in the
rules reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, Expr, Function, GlobalVariable, MakeTuple, Op, Program, SetGlobal, Stmt
from parlour.core.passes.order import do
from parlour.core.routine.linker import Linker
from parlour.core.types import ANY, BOOL, INT, NONE, STRING, SYMBOL, BoardType, ListType, TupleType, Type
from parlour.languages.bogl.check import meaning as t
from parlour.languages.bogl.check.players import may_ask, player_symbols
from parlour.languages.bogl.check.types import Basic, Expanded, Tuple, is_pure
from parlour.languages.bogl.lower import routines
from parlour.languages.bogl.lower.asking import TO_MOVE, ask, asking_call
from parlour.languages.bogl.lower.boards import fill_board
from parlour.languages.bogl.lower.builtins import builtin_call, lookup
from parlour.languages.bogl.lower.scope import Scope, way_to_board, way_to_player
from parlour.languages.bogl.table.table import DISPLAY, PLACED, SHOWN
from parlour.syntax.source import Span

# Symbols that the built-in functions know, whether the program names them or not.
PREDEFINED = ("A", "B", "Empty")

# Names with a blank cannot be the author's.
ENTRY = "the game"
SET_UP = "set up"

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}
_ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}

# So many `let`s between `if`s may nest; longer blocks become a loop that is left, so that nothing nests too deep.
DEEPEST_BLOCK = 12


def lower(checked: t.Checked, entry: t.Expr) -> tuple[Program, tuple[str, ...]]:
    """The draft of the game that evaluates `entry`, and its players."""
    return Lowering(checked).program(entry)


@dataclass
class Lowering:
    """Lowers one program; `locals` and `scope` belong to the function being written."""

    checked: t.Checked
    linker: Linker = field(default_factory=lambda: Linker((routines,)))
    locals: list[nodes.Variable] = field(default_factory=list)
    # How often each word was wanted as the name of a local.
    names: dict[str, int] = field(default_factory=dict)
    scope: Scope = field(default_factory=Scope)
    loops: int = 0
    # Some question can tell whose it is.
    knows_players: bool = False

    def __post_init__(self) -> None:
        board = self.checked.board
        self.board = BoardType(self.core_type(board.content), board.width, board.height)
        self.players = player_symbols(self.checked)
        self.functions = {
            item.name: item for item in self.checked.definitions if isinstance(item, t.FunctionDefinition)
        }
        # Who moves and which board is in view must be said before a call only if the asking function cannot tell.
        asking = [_parameter_types(item) for item in self.checked.definitions if "input" in item.mentions]
        players = frozenset(self.players)
        self.says_player = any(all(way_to_player(type_, players) is None for type_ in types) for types in asking)
        self.says_board = any(all(way_to_board(type_) is None for type_ in types) for types in asking)

    # ----------------------------------------------------------------------------------------------- declarations

    def program(self, entry: t.Expr) -> tuple[Program, tuple[str, ...]]:
        functions: list[Function] = []
        for definition in self.checked.definitions:
            match definition:
                case t.FunctionDefinition():
                    functions.append(self.function(definition))
                case t.ValueDefinition():
                    self.begin(())
                    body = self.give(definition.body, definition.type)
                    functions.append(self.finish(definition.name, (), definition.type, body, definition.span))
        functions.append(self.set_up())
        functions.append(self.entry(entry))
        players = self.players if self.has_seats(entry) else ()
        named = (expr.name for expr in t.walk(entry) if isinstance(expr, t.Symbol))
        symbols = dict.fromkeys((*self.checked.symbols, *PREDEFINED, *named))
        program = Program(
            self.checked.game,
            (*functions, *self.linker.functions),
            ENTRY,
            (GlobalVariable(TO_MOVE, INT), *(self.board_globals() if self.has_boards else ())),
            symbols=tuple(symbols),
            seats=players,
        )
        return program, players

    def board_globals(self) -> list[GlobalVariable]:
        """The author's boards, and what is on display."""
        return [
            *(GlobalVariable(name, self.board) for name in self.checked.board_order),
            GlobalVariable(DISPLAY, ListType(self.board), is_presentation=True),
            GlobalVariable(SHOWN, self.board, is_presentation=True),
            GlobalVariable(PLACED, INT, is_presentation=True),
        ]

    @property
    def has_boards(self) -> bool:
        """Without a board that the author defines there is none: boards are only made from others."""
        return bool(self.checked.board_order)

    def has_seats(self, entry: t.Expr) -> bool:
        """Seats exist only if something is asked, and if some question can tell whose it is."""
        return self.knows_players and may_ask(entry, self.checked.asks)

    def begin(self, params: Sequence[t.Parameter]) -> None:
        """A new function is being written."""
        self.locals = []
        self.names = {param.name: 1 for param in params}
        self.scope = Scope(self.players)
        for param in params:
            self.scope.bind(param.name, param.name, param.type)

    def finish(
        self, name: str, params: Sequence[nodes.Variable], result: Expanded, body: Sequence[Stmt], span: Span
    ) -> Function:
        return Function(
            name, tuple(params), self.core_type(result), tuple(body), tuple(self.locals), label=name, span=span
        )

    def function(self, definition: t.FunctionDefinition) -> Function:
        params = [nodes.Variable(item.name, self.core_type(item.type)) for item in definition.parameters]
        self.begin(definition.parameters)
        body = self.give(definition.body, definition.result)
        return self.finish(definition.name, params, definition.result, body, definition.span)

    def set_up(self) -> Function:
        """Boards are evaluated once, in an order in which each finds those it needs."""
        self.begin(())
        by_name = {item.name: item for item in self.checked.definitions if isinstance(item, t.BoardDefinition)}
        body: list[Stmt] = [SetGlobal(TO_MOVE, Const(-1, INT))]
        if self.has_boards:
            body.append(SetGlobal(DISPLAY, nodes.MakeList((), ListType(self.board))))
        for name in self.checked.board_order:
            body.extend(fill_board(self, by_name[name]))
        return Function(SET_UP, (), NONE, tuple(body), tuple(self.locals))

    def entry(self, expr: t.Expr) -> Function:
        self.begin(())
        result = self.local("value", expr.type)
        body: list[Stmt] = [nodes.Evaluate(nodes.Call(SET_UP, (), NONE))]
        body.append(Assign(result, self.expression(expr), expr.span))
        value = nodes.Local(result, self.core_type(expr.type))
        if self.has_seats(expr):
            body.extend(self.outcome(value, expr.type))
        body.append(nodes.Return(value))
        return Function(ENTRY, (), value.type, tuple(body), tuple(self.locals), span=expr.span)

    def outcome(self, value: Expr, type_: Expanded) -> list[Stmt]:
        """A player's symbol: that player has won. Another symbol: nobody has. Anything else says nothing."""
        if not type_.symbols and not type_.is_open:
            return []
        every = range(len(self.players))
        arms = []
        for number, name in enumerate(self.players):
            others = [other for other in every if other != number]
            test = Op("eq", (value, self.widen(Const(name, SYMBOL), SYMBOL, value.type)), BOOL)
            arms.append((test, (nodes.Finish(_ranking([[number], others] if others else [[number]])),)))
        draw: tuple[Stmt, ...] = (nodes.Finish(_ranking([list(every)])),)
        if value.type == ANY:
            draw = (nodes.If(((nodes.Is(value, SYMBOL), draw),)),)
        return [nodes.If(tuple(arms), draw)]

    # ------------------------------------------------------------------------------------------------------ types

    def core_type(self, type_: Expanded) -> Type:
        if type_.kernel is Basic.NONE:
            return SYMBOL
        if not is_pure(type_):
            return ANY
        match type_.kernel:
            case Tuple(items):
                return TupleType(tuple(map(self.core_type, items)))
            case Basic.INT:
                return INT
            case Basic.BOOL:
                return BOOL
            case Basic.STRING:
                return STRING
            case Basic.BOARD:
                return self.board
        return ListType(TupleType((INT, INT)))

    def coerce(self, value: Expr, small: Expanded, large: Expanded) -> Expr:
        """A value of a type where a larger one is expected."""
        source, target = self.core_type(small), self.core_type(large)
        if source == target and source != ANY:
            return value
        if target == ANY:
            if source == SYMBOL or not isinstance(large.kernel, Tuple):
                return self.widen(value, source, ANY)
            whole = Expanded(large.kernel)
            if source != ANY:
                return self.widen(self.coerce(value, small, whole), self.core_type(whole), ANY)
            inner = Expanded(small.kernel)
            if self.core_type(inner) == self.core_type(whole):
                return value
            return self.rebox(value, inner, whole)
        assert isinstance(small.kernel, Tuple) and isinstance(large.kernel, Tuple)
        return self.with_local(
            value,
            lambda local: MakeTuple(
                tuple(
                    self.coerce(nodes.TupleItem(local, number, self.core_type(one), value.span), one, other)
                    for number, (one, other) in enumerate(_pairs(small.kernel, large.kernel))
                ),
                target,
                value.span,
            ),
        )

    def rebox(self, value: Expr, inner: Expanded, whole: Expanded) -> Expr:
        """A tuple inside an `any` whose components must become wider; a symbol beside it stays as it is."""
        source, target = self.core_type(inner), self.core_type(whole)

        def change(local: Expr) -> Expr:
            wider = self.coerce(nodes.Narrow(local, source, value.span), inner, whole)
            return nodes.Choose(nodes.Is(local, source), self.widen(wider, target, ANY), local, ANY, value.span)

        return self.with_local(value, change)

    def widen(self, value: Expr, source: Type, target: Type) -> Expr:
        return value if source == target else nodes.Convert(value, target, value.span)

    def local(self, name: str, type_: Expanded | Type) -> str:
        """A new local; the author's name where it is free."""
        core = self.core_type(type_) if isinstance(type_, Expanded) else type_
        number = self.names[name] = self.names.get(name, 0) + 1
        unique = name if number == 1 else f"{name} {number}"
        self.locals.append(nodes.Variable(unique, core))
        return unique

    def with_local(self, value: Expr, use: object) -> Expr:
        """Evaluates once, uses several times."""
        assert callable(use)
        if isinstance(value, nodes.Local | Const):
            result: Expr = use(value)
            return result
        name = self.local("part", value.type)
        result = use(nodes.Local(name, value.type, value.span))
        return do((Assign(name, value, value.span),), result)

    # ------------------------------------------------------------------------------------------------- statements

    def give(self, expr: t.Expr, type_: Expanded) -> list[Stmt]:
        """Statements that return an expression as a value of a type: calls in here are tail calls."""
        stmts: list[Stmt] = []
        with self.scope.inside():
            while isinstance(expr, t.Block):
                for clause in expr.clauses:
                    if isinstance(clause, t.Let):
                        stmts.append(self.let(clause))
                    else:
                        condition = self.expression(clause.condition)
                        stmts.append(nodes.If(((condition, tuple(self.give(clause.result, type_))),)))
                expr = expr.result
            value = self.coerce(self.expression(expr), expr.type, type_)
        return [*stmts, nodes.Return(value, expr.span)]

    def let(self, clause: t.Let) -> Stmt:
        value = self.expression(clause.value)
        name = self.local(clause.name, clause.value.type)
        self.scope.bind(clause.name, name, clause.value.type)
        return Assign(name, value, clause.value.span)

    def block(self, block: t.Block) -> Expr:
        """A block in the place of a value."""
        result = self.local("result", block.type)
        turns = sum(isinstance(clause, t.Let) for clause in block.clauses)
        write = self.flat_block if turns > DEEPEST_BLOCK else self.nested_block
        with self.scope.inside():
            stmts = write(block, 0, result)
        return do(stmts, nodes.Local(result, self.core_type(block.type), block.span))

    def put_result(self, expr: t.Expr, type_: Expanded, result: str) -> Stmt:
        return Assign(result, self.coerce(self.expression(expr), expr.type, type_), expr.span)

    def nested_block(self, block: t.Block, start: int, result: str) -> list[Stmt]:
        stmts: list[Stmt] = []
        arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
        for number in range(start, len(block.clauses)):
            clause = block.clauses[number]
            if isinstance(clause, t.If):
                condition = self.expression(clause.condition)
                arms.append((condition, (self.put_result(clause.result, block.type, result),)))
            elif arms:
                return [*stmts, nodes.If(tuple(arms), tuple(self.nested_block(block, number, result)))]
            else:
                stmts.append(self.let(clause))
        last = self.put_result(block.result, block.type, result)
        return [*stmts, nodes.If(tuple(arms), (last,)) if arms else last]

    def flat_block(self, block: t.Block, start: int, result: str) -> list[Stmt]:
        """A long block as a loop that is left when the result is known."""
        stmts: list[Stmt] = []
        for clause in block.clauses:
            if isinstance(clause, t.Let):
                stmts.append(self.let(clause))
            else:
                condition = self.expression(clause.condition)
                known = self.put_result(clause.result, block.type, result)
                stmts.append(nodes.If(((condition, (known, nodes.Break())),)))
        stmts.append(self.put_result(block.result, block.type, result))
        return [nodes.While(Const(True, BOOL), (*stmts, nodes.Break()), block.span)]

    def loop(self, expr: t.While) -> Expr:
        parts = (expr.type,) if len(expr.variables) == 1 else _items(expr.type)
        opening: list[Stmt] = []
        locals_: list[Expr] = []
        self.loops += 1
        number = self.loops
        with self.scope.inside():
            for name, type_ in zip(expr.variables, parts, strict=True):
                outer = self.scope.find(name)
                copy = self.local(name, type_)
                first = nodes.Local(outer.local, self.core_type(outer.type), expr.span)
                opening.append(Assign(copy, self.coerce(first, outer.type, type_), expr.span))
                self.scope.bind(name, copy, type_, number)
                locals_.append(nodes.Local(copy, self.core_type(type_), expr.span))
            condition = self.expression(expr.condition)
            value = self.coerce(self.expression(expr.body), expr.body.type, expr.type)
        body: list[Stmt] = []
        if len(locals_) == 1:
            body.append(Assign(_name(locals_[0]), value, expr.body.span))
        else:
            body.extend(self.unpack(value, locals_))
        opening.append(nodes.While(condition, tuple(body), expr.span))
        result = locals_[0] if len(locals_) == 1 else MakeTuple(tuple(locals_), self.core_type(expr.type), expr.span)
        return do(opening, result)

    def unpack(self, value: Expr, targets: Sequence[Expr]) -> list[Stmt]:
        """The components of a tuple into locals, all computed before the first is stored."""
        name = self.local("next", value.type)
        whole = nodes.Local(name, value.type, value.span)
        items = (nodes.TupleItem(whole, number, target.type, value.span) for number, target in enumerate(targets))
        stores = [Assign(_name(target), item, value.span) for target, item in zip(targets, items, strict=True)]
        return [Assign(name, value, value.span), *stores]

    # ------------------------------------------------------------------------------------------------ expressions

    def expression(self, expr: t.Expr) -> Expr:
        """The value of an expression as a value of its own type."""
        core, span = self.core_type(expr.type), expr.span
        match expr:
            case t.Number(value=value) | t.Side(value=value):
                return Const(value, INT, span)
            case t.Text(value=text):
                return Const(text, STRING, span)
            case t.Truth(value=truth):
                return Const(truth, BOOL, span)
            case t.Symbol(name=name):
                return Const(name, SYMBOL, span)
            case t.Local(name=name):
                found = self.scope.find(name)
                return self.coerce(nodes.Local(found.local, self.core_type(found.type), span), found.type, expr.type)
            case t.Value(name=name):
                return asking_call(self, nodes.Call(name, (), core, span))
            case t.BoardValue(name=name):
                return nodes.Global(name, self.board, span)
            case t.Input():
                return ask(self, expr)
            case t.Call(function=function, arguments=arguments, is_spread=is_spread):
                wanted = [parameter.type for parameter in self.functions[function].parameters]
                before, args = self.arguments(arguments, wanted, is_spread)
                return do(before, asking_call(self, nodes.Call(function, tuple(args), core, span)))
            case t.BuiltinCall():
                return builtin_call(self, expr)
            case t.Tuple(items=items):
                parts = zip(items, _items(expr.type), strict=True)
                made = tuple(self.coerce(self.expression(item), item.type, type_) for item, type_ in parts)
                return MakeTuple(made, core, span)
            case t.Projection(subject=subject, indexes=indexes):
                return self.projection(expr, subject, indexes)
            case t.Negation(operand=operand):
                return Op("neg", (self.expression(operand),), INT, span)
            case t.Arithmetic():
                return self.arithmetic(expr)
            case t.Ordering(operator=operator, left=left, right=right):
                sides = (self.expression(left), self.expression(right))
                return Op(_ORDER[operator], sides, BOOL, span)
            case t.Equality():
                return self.equality(expr)
            case t.Lookup(board=board, position=position):
                return lookup(self, board, position, span)
            case t.Block():
                return self.block(expr)
            case t.While():
                return self.loop(expr)

    def projection(self, expr: t.Projection, subject: t.Expr, indexes: tuple[int, ...]) -> Expr:
        items = _items(subject.type)

        def take(whole: Expr) -> Expr:
            parts = [nodes.TupleItem(whole, n - 1, self.core_type(items[n - 1]), expr.span) for n in indexes]
            return parts[0] if len(parts) == 1 else MakeTuple(tuple(parts), self.core_type(expr.type), expr.span)

        return self.with_local(self.expression(subject), take)

    def arithmetic(self, expr: t.Arithmetic) -> Expr:
        """A chain from the left. A long one is cut into pieces, so that nothing nests as deep as it is long."""
        value = self.expression(expr.first)
        stmts: list[Stmt] = []
        for number, link in enumerate(expr.links, 1):
            span = expr.first.span.to(link.operand.span)
            operand = self.expression(link.operand)
            value = Op(_ARITHMETIC[link.operator], (value, operand), INT, span)
            if number % 30 == 0:
                name = self.local("sum", INT)
                stmts.append(Assign(name, value, span))
                value = nodes.Local(name, INT, span)
        return do(stmts, value)

    def equality(self, expr: t.Equality) -> Expr:
        value, type_ = self.expression(expr.first), expr.first.type
        stmts: list[Stmt] = []
        for number, link in enumerate(expr.links, 1):
            left = self.coerce(value, type_, link.joined)
            right = self.coerce(self.expression(link.operand), link.operand.type, link.joined)
            value = Op("eq" if link.operator == "==" else "ne", (left, right), BOOL, expr.span)
            type_ = Expanded(Basic.BOOL)
            if number % 30 == 0:
                name = self.local("same", BOOL)
                stmts.append(Assign(name, value, expr.span))
                value = nodes.Local(name, BOOL, expr.span)
        return do(stmts, value)

    # ------------------------------------------------------------------------------------------------------ calls

    def arguments(
        self, given: Sequence[t.Expr], wanted: Sequence[Expanded], is_spread: bool
    ) -> tuple[list[Stmt], list[Expr]]:
        """One core argument for each parameter, and what has to be done before them."""
        if not is_spread:
            pairs = zip(given, wanted, strict=True)
            return [], [self.coerce(self.expression(item), item.type, type_) for item, type_ in pairs]
        whole = self.expression(given[0])
        name = self.local("arguments", whole.type)
        local = nodes.Local(name, whole.type, whole.span)
        parts = [
            self.coerce(nodes.TupleItem(local, number, self.core_type(small), whole.span), small, type_)
            for number, (small, type_) in enumerate(zip(_items(given[0].type), wanted, strict=True))
        ]
        return [Assign(name, whole, whole.span)], parts


def _ranking(ranks: list[list[int]]) -> Expr:
    """A ranking as a constant list of lists."""
    inner = ListType(INT)
    lists = tuple(nodes.MakeList(tuple(Const(seat, INT) for seat in rank), inner) for rank in ranks)
    return nodes.MakeList(lists, ListType(inner))


def _items(type_: Expanded) -> tuple[Expanded, ...]:
    assert isinstance(type_.kernel, Tuple)
    return type_.kernel.items


def _pairs(one: Tuple, other: Tuple) -> list[tuple[Expanded, Expanded]]:
    return list(zip(one.items, other.items, strict=True))


def _name(local: Expr) -> str:
    assert isinstance(local, nodes.Local)
    return local.name


def _parameter_types(definition: t.AnyDefinition) -> list[Expanded]:
    return [item.type for item in definition.parameters] if isinstance(definition, t.FunctionDefinition) else []
