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
from dataclasses import dataclass, field, replace

from parlour.core import nodes
from parlour.core.linker import Linker
from parlour.core.nodes import Assign, Const, Expr, Function, GlobalVariable, MakeTuple, Op, Program, SetGlobal, Stmt
from parlour.core.order import do
from parlour.core.types import ANY, BOOL, INT, NONE, STRING, SYMBOL, BoardType, ListType, TupleType, Type
from parlour.languages.bogl import routines
from parlour.languages.bogl import typed as t
from parlour.languages.bogl.boards import board_value
from parlour.languages.bogl.inference import is_player, player_symbols
from parlour.languages.bogl.table import DISPLAY, PLACED, SHOWN
from parlour.languages.bogl.types import BOARD, Basic, Expanded, Tuple, is_pure
from parlour.syntax.source import Span

# Names with a blank cannot be the author's.
ENTRY = "the game"
SET_UP = "set up"
TO_MOVE = "to move"

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}
_ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_RUNS = {"longestInRow": "longest_row", "longestInColumn": "longest_column", "longestInDiagonal": "longest_diagonal"}

# So many `let`s between `if`s may nest; longer blocks become a loop that is left, so that nothing nests too deep.
DEEPEST_BLOCK = 12


@dataclass(frozen=True, slots=True)
class Scope:
    """Variables by name: the core local and the BoGL type, innermost last."""

    variables: tuple[tuple[str, str, Expanded], ...] = ()

    def find(self, name: str) -> tuple[str, Expanded]:
        for known, local, type_ in reversed(self.variables):
            if known == name:
                return local, type_
        raise KeyError(name)

    def bind(self, name: str, local: str, type_: Expanded) -> Scope:
        return Scope((*self.variables, (name, local, type_)))


def lower(checked: t.Checked, entry: t.Expr) -> tuple[Program, tuple[str, ...]]:
    """The draft of the game that evaluates `entry`, and its players."""
    return Lowering(checked).program(entry)


@dataclass
class Lowering:
    """Lowers one program; `locals` belong to the function being written."""

    checked: t.Checked
    linker: Linker = field(default_factory=lambda: Linker((routines,)))
    locals: list[nodes.Variable] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    # Some question can tell whose it is.
    knows_players: bool = False

    def __post_init__(self) -> None:
        board = self.checked.board
        self.board = BoardType(self.core_type(board.content), board.width, board.height)
        self.players = player_symbols(self.checked)
        self.functions = {
            item.name: item for item in self.checked.definitions if isinstance(item, t.FunctionDefinition)
        }
        asking = [item for item in self.checked.definitions if "input" in item.mentions]
        # Who moves and which board is in view must be said before a call only if the asking function cannot tell.
        self.says_player = not all(any(is_player(p.type, self.players) for p in _parameters(d)) for d in asking)
        self.says_board = not all(any(p.type == BOARD for p in _parameters(d)) for d in asking)

    # ----------------------------------------------------------------------------------------------- declarations

    def program(self, entry: t.Expr) -> tuple[Program, tuple[str, ...]]:
        functions: list[Function] = []
        for definition in self.checked.definitions:
            match definition:
                case t.FunctionDefinition():
                    functions.append(self.function(definition))
                case t.ValueDefinition():
                    self.begin(())
                    body = self.give(definition.body, definition.type, Scope())
                    functions.append(self.finish(definition.name, (), definition.type, body, definition.span))
        functions.append(self.set_up())
        functions.append(self.entry(entry))
        # Seats exist only if some question can tell whose it is.
        players = self.players if self.knows_players else ()
        boards = [GlobalVariable(name, self.board) for name in self.checked.board_order]
        symbols = dict.fromkeys((*self.checked.symbols, *self.players, "Empty"))
        program = Program(
            self.checked.game,
            (*functions, *self.linker.functions),
            ENTRY,
            (
                *boards,
                GlobalVariable(TO_MOVE, INT),
                GlobalVariable(DISPLAY, ListType(self.board), is_presentation=True),
                GlobalVariable(SHOWN, self.board, is_presentation=True),
                GlobalVariable(PLACED, INT, is_presentation=True),
            ),
            symbols=tuple(symbols),
            seats=players,
        )
        return program, players

    def begin(self, params: Sequence[str]) -> None:
        """A new function is being written."""
        self.locals = []
        self.names = set(params)

    def finish(
        self, name: str, params: Sequence[nodes.Variable], result: Expanded, body: Sequence[Stmt], span: Span
    ) -> Function:
        return Function(
            name, tuple(params), self.core_type(result), tuple(body), tuple(self.locals), label=name, span=span
        )

    def function(self, definition: t.FunctionDefinition) -> Function:
        params = [nodes.Variable(item.name, self.core_type(item.type)) for item in definition.parameters]
        self.begin([param.name for param in params])
        scope = Scope(tuple((item.name, item.name, item.type) for item in definition.parameters))
        body = self.give(definition.body, definition.result, scope)
        return self.finish(definition.name, params, definition.result, body, definition.span)

    def set_up(self) -> Function:
        """Boards are evaluated once, in an order in which each finds those it needs."""
        self.begin(())
        by_name = {item.name: item for item in self.checked.definitions if isinstance(item, t.BoardDefinition)}
        body: list[Stmt] = [SetGlobal(TO_MOVE, Const(-1, INT))]
        body.append(SetGlobal(DISPLAY, nodes.MakeList((), ListType(self.board))))
        for name in self.checked.board_order:
            body.append(SetGlobal(name, board_value(self, by_name[name]), by_name[name].span))
        return Function(SET_UP, (), NONE, tuple(body), tuple(self.locals))

    def entry(self, expr: t.Expr) -> Function:
        self.begin(())
        result = self.local("value", expr.type)
        body: list[Stmt] = [nodes.Evaluate(nodes.Call(SET_UP, (), NONE))]
        body.append(Assign(result, self.expression(expr, Scope()), expr.span))
        value = nodes.Local(result, self.core_type(expr.type))
        body.extend(self.outcome(value, expr.type))
        body.append(nodes.Return(value))
        return Function(ENTRY, (), value.type, tuple(body), tuple(self.locals), span=expr.span)

    def outcome(self, value: Expr, type_: Expanded) -> list[Stmt]:
        """A player's symbol: that player has won. Another symbol: nobody has. Anything else says nothing."""
        if not self.knows_players or not (type_.symbols or type_.is_open):
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
        unique, number = name, 1
        while unique in self.names:
            number += 1
            unique = f"{name} {number}"
        self.names.add(unique)
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

    def give(self, expr: t.Expr, type_: Expanded, scope: Scope) -> list[Stmt]:
        """Statements that return an expression as a value of a type: calls in here are tail calls."""
        stmts: list[Stmt] = []
        while isinstance(expr, t.Block):
            for clause in expr.clauses:
                if isinstance(clause, t.Let):
                    scope = self.let(clause, scope, stmts)
                else:
                    condition = self.expression(clause.condition, scope)
                    stmts.append(nodes.If(((condition, tuple(self.give(clause.result, type_, scope))),)))
            expr = expr.result
        value = self.coerce(self.expression(expr, scope), expr.type, type_)
        return [*stmts, nodes.Return(value, expr.span)]

    def let(self, clause: t.Let, scope: Scope, stmts: list[Stmt]) -> Scope:
        value = self.expression(clause.value, scope)
        name = self.local(clause.name, clause.value.type)
        stmts.append(Assign(name, value, clause.value.span))
        return scope.bind(clause.name, name, clause.value.type)

    def block(self, block: t.Block, scope: Scope) -> Expr:
        """A block in the place of a value."""
        result = self.local("result", block.type)
        turns = sum(isinstance(clause, t.Let) for clause in block.clauses)
        write = self.flat_block if turns > DEEPEST_BLOCK else self.nested_block
        stmts = write(block, 0, scope, result)
        return do(stmts, nodes.Local(result, self.core_type(block.type), block.span))

    def put_result(self, expr: t.Expr, type_: Expanded, scope: Scope, result: str) -> Stmt:
        return Assign(result, self.coerce(self.expression(expr, scope), expr.type, type_), expr.span)

    def nested_block(self, block: t.Block, start: int, scope: Scope, result: str) -> list[Stmt]:
        stmts: list[Stmt] = []
        arms: list[tuple[Expr, tuple[Stmt, ...]]] = []
        for number in range(start, len(block.clauses)):
            clause = block.clauses[number]
            if isinstance(clause, t.If):
                condition = self.expression(clause.condition, scope)
                arms.append((condition, (self.put_result(clause.result, block.type, scope, result),)))
            elif arms:
                return [*stmts, nodes.If(tuple(arms), tuple(self.nested_block(block, number, scope, result)))]
            else:
                scope = self.let(clause, scope, stmts)
        last = self.put_result(block.result, block.type, scope, result)
        return [*stmts, nodes.If(tuple(arms), (last,)) if arms else last]

    def flat_block(self, block: t.Block, start: int, scope: Scope, result: str) -> list[Stmt]:
        """A long block as a loop that is left when the result is known."""
        stmts: list[Stmt] = []
        for clause in block.clauses:
            if isinstance(clause, t.Let):
                scope = self.let(clause, scope, stmts)
            else:
                condition = self.expression(clause.condition, scope)
                known = self.put_result(clause.result, block.type, scope, result)
                stmts.append(nodes.If(((condition, (known, nodes.Break())),)))
        stmts.append(self.put_result(block.result, block.type, scope, result))
        return [nodes.While(Const(True, BOOL), (*stmts, nodes.Break()), block.span)]

    def loop(self, expr: t.While, scope: Scope) -> Expr:
        parts = (expr.type,) if len(expr.variables) == 1 else _items(expr.type)
        opening: list[Stmt] = []
        inside = scope
        locals_: list[Expr] = []
        for name, type_ in zip(expr.variables, parts, strict=True):
            outer, small = scope.find(name)
            copy = self.local(name, type_)
            first = self.coerce(nodes.Local(outer, self.core_type(small), expr.span), small, type_)
            opening.append(Assign(copy, first, expr.span))
            inside = inside.bind(name, copy, type_)
            locals_.append(nodes.Local(copy, self.core_type(type_), expr.span))
        condition = self.expression(expr.condition, inside)
        value = self.coerce(self.expression(expr.body, inside), expr.body.type, expr.type)
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

    def expression(self, expr: t.Expr, scope: Scope) -> Expr:
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
                local, type_ = scope.find(name)
                return self.coerce(nodes.Local(local, self.core_type(type_), span), type_, expr.type)
            case t.Value(name=name):
                return self.mark(nodes.Call(name, (), core, span), name, scope)
            case t.BoardValue(name=name):
                return nodes.Global(name, self.board, span)
            case t.Input():
                return self.ask(expr, scope)
            case t.Call(function=function, arguments=arguments, is_spread=is_spread):
                wanted = [parameter.type for parameter in self.functions[function].parameters]
                args = self.arguments(arguments, wanted, is_spread, scope)
                return self.mark_call(function, args, core, span, scope)
            case t.BuiltinCall():
                return self.builtin(expr, scope)
            case t.Tuple(items=items):
                parts = zip(items, _items(expr.type), strict=True)
                made = tuple(self.coerce(self.expression(item, scope), item.type, type_) for item, type_ in parts)
                return MakeTuple(made, core, span)
            case t.Projection(subject=subject, indexes=indexes):
                return self.projection(expr, subject, indexes, scope)
            case t.Negation(operand=operand):
                return Op("neg", (self.expression(operand, scope),), INT, span)
            case t.Arithmetic():
                return self.arithmetic(expr, scope)
            case t.Ordering(operator=operator, left=left, right=right):
                sides = (self.expression(left, scope), self.expression(right, scope))
                return Op(_ORDER[operator], sides, BOOL, span)
            case t.Equality():
                return self.equality(expr, scope)
            case t.Lookup(board=board, position=position):
                return self.lookup(board, position, core, span, scope)
            case t.Block():
                return self.block(expr, scope)
            case t.While():
                return self.loop(expr, scope)

    def projection(self, expr: t.Projection, subject: t.Expr, indexes: tuple[int, ...], scope: Scope) -> Expr:
        items = _items(subject.type)

        def take(whole: Expr) -> Expr:
            parts = [nodes.TupleItem(whole, n - 1, self.core_type(items[n - 1]), expr.span) for n in indexes]
            return parts[0] if len(parts) == 1 else MakeTuple(tuple(parts), self.core_type(expr.type), expr.span)

        return self.with_local(self.expression(subject, scope), take)

    def arithmetic(self, expr: t.Arithmetic, scope: Scope) -> Expr:
        """A chain from the left. A long one is cut into pieces, so that nothing nests as deep as it is long."""
        value = self.expression(expr.first, scope)
        stmts: list[Stmt] = []
        for number, link in enumerate(expr.links, 1):
            span = expr.first.span.to(link.operand.span)
            operand = self.expression(link.operand, scope)
            value = Op(_ARITHMETIC[link.operator], (value, operand), INT, span)
            if number % 30 == 0:
                name = self.local("sum", INT)
                stmts.append(Assign(name, value, span))
                value = nodes.Local(name, INT, span)
        return do(stmts, value)

    def equality(self, expr: t.Equality, scope: Scope) -> Expr:
        value, type_ = self.expression(expr.first, scope), expr.first.type
        stmts: list[Stmt] = []
        for number, link in enumerate(expr.links, 1):
            left = self.coerce(value, type_, link.joined)
            right = self.coerce(self.expression(link.operand, scope), link.operand.type, link.joined)
            value = Op("eq" if link.operator == "==" else "ne", (left, right), BOOL, expr.span)
            type_ = Expanded(Basic.BOOL)
            if number % 30 == 0:
                name = self.local("same", BOOL)
                stmts.append(Assign(name, value, expr.span))
                value = nodes.Local(name, BOOL, expr.span)
        return do(stmts, value)

    # ------------------------------------------------------------------------------------------------------ calls

    def arguments(
        self, given: Sequence[t.Expr], wanted: Sequence[Expanded], is_spread: bool, scope: Scope
    ) -> list[Expr] | tuple[list[Stmt], list[Expr]]:
        """One core argument for each parameter."""
        if not is_spread:
            pairs = zip(given, wanted, strict=True)
            return [self.coerce(self.expression(item, scope), item.type, type_) for item, type_ in pairs]
        whole = self.expression(given[0], scope)
        name = self.local("arguments", whole.type)
        local = nodes.Local(name, whole.type, whole.span)
        parts = [
            self.coerce(nodes.TupleItem(local, number, self.core_type(small), whole.span), small, type_)
            for number, (small, type_) in enumerate(zip(_items(given[0].type), wanted, strict=True))
        ]
        return [Assign(name, whole, whole.span)], parts

    def mark_call(
        self,
        function: str,
        args: list[Expr] | tuple[list[Stmt], list[Expr]],
        core: Type,
        span: Span,
        scope: Scope,
    ) -> Expr:
        before, values = args if isinstance(args, tuple) else ([], args)
        call = self.mark(nodes.Call(function, tuple(values), core, span), function, scope)
        return do(before, call)

    def mark(self, call: nodes.Call, function: str, scope: Scope) -> Expr:
        """A call that may ask leaves word of who is to move and which board is in view."""
        if function not in self.checked.asks:
            return call
        stmts: list[Stmt] = []
        player = self.player_in(scope)
        if player is not None and self.says_player:
            self.knows_players = True
            stmts.append(SetGlobal(TO_MOVE, self.seat_number(player), call.span))
        board = self.board_in(scope)
        if board is not None and self.says_board:
            stmts.append(SetGlobal(SHOWN, board, call.span))
        if not stmts:
            return call
        # Arguments come first: they may ask themselves.
        names = [self.local("argument", arg.type) for arg in call.args]
        before = [Assign(name, arg, arg.span) for name, arg in zip(names, call.args, strict=True)]
        atoms = tuple(nodes.Local(name, arg.type, arg.span) for name, arg in zip(names, call.args, strict=True))
        return do((*before, *stmts), replace(call, args=atoms))

    def player_in(self, scope: Scope) -> Expr | None:
        """The variable that says whose turn it is: the first parameter or innermost `let` of the player type."""
        for _, local, type_ in scope.variables:
            if is_player(type_, self.players):
                return nodes.Local(local, SYMBOL)
        return None

    def board_in(self, scope: Scope) -> Expr | None:
        for _, local, type_ in reversed(scope.variables):
            if type_ == BOARD:
                return nodes.Local(local, self.board)
        return None

    def seat_number(self, player: Expr) -> Expr:
        number: Expr = Const(-1, INT)
        for seat, name in reversed(list(enumerate(self.players))):
            test = Op("eq", (player, Const(name, SYMBOL)), BOOL)
            number = nodes.Choose(test, Const(seat, INT), number, INT)
        return number

    def ask(self, expr: t.Input, scope: Scope) -> Expr:
        stmts: list[Stmt] = []
        board = self.board_in(scope)
        if board is not None:
            stmts.append(SetGlobal(SHOWN, board, expr.span))
        player = self.player_in(scope)
        if player is not None:
            self.knows_players = True
        seat = nodes.Global(TO_MOVE, INT) if player is None else self.seat_number(player)
        domain = self.domain(expr.type)
        answer = self.local("answer", expr.type)
        question = nodes.Question(seat, domain, "literal")
        stmts.append(nodes.Ask(answer, question, span=expr.span))
        return do(stmts, nodes.Local(answer, self.core_type(expr.type), expr.span))

    def domain(self, type_: Expanded) -> nodes.Domain:
        parts: list[nodes.Domain] = []
        match type_.kernel:
            case Basic.INT:
                parts.append(nodes.Whole())
            case Basic.BOOL:
                parts.append(nodes.YesNo())
            case Basic.STRING:
                parts.append(nodes.Line())
            case Tuple(items):
                parts.append(nodes.Each(tuple(map(self.domain, items))))
        if type_.symbols or type_.is_open:
            known = self.checked.symbols
            parts.append(nodes.OneOf(known if type_.is_open else tuple(s for s in known if s in type_.symbols)))
        return parts[0] if len(parts) == 1 else nodes.Either(tuple(parts))

    # -------------------------------------------------------------------------------------------------- built-ins

    def builtin(self, expr: t.BuiltinCall, scope: Scope) -> Expr:
        found = self.arguments(expr.arguments, expr.builtin.parameters, expr.is_spread, scope)
        before, args = found if isinstance(found, tuple) else ([], found)
        return do(before, self.operation(expr, args, scope))

    def operation(self, expr: t.BuiltinCall, args: list[Expr], scope: Scope) -> Expr:
        span = expr.span
        match expr.builtin.operation:
            case "not":
                return Op("not", tuple(args), BOOL, span)
            case "and" | "or":
                return self.strict(expr.builtin.operation, args, span)
            case "place":
                return self.place(args, span)
            case "countBoard":
                return Op("board_count", (args[1], args[0]), INT, span) if _is_stable(args) else self.count(args, span)
            case "inARow":
                return self.linker.call("in_a_row", args, span)
            case "countInRow":
                return self.linker.call("count_in_row", args, span)
            case "countInColumn":
                return self.linker.call("count_in_column", args, span)
            case "longestRow":
                return self.linker.call("longest_run", args, span)
            case "isFull":
                return self.with_local(args[0], lambda board: self.is_full(board, span))
            case "free":
                return self.free(args[0], span)
            case "next":
                test = Op("eq", (args[0], Const("A", SYMBOL)), BOOL, span)
                return nodes.Choose(test, Const("B", SYMBOL), Const("A", SYMBOL), SYMBOL, span)
        return self.linker.call(_RUNS[expr.builtin.operation], args, span)

    def strict(self, word: str, args: list[Expr], span: Span) -> Expr:
        """Both sides are always evaluated: `and`, `or` are ordinary functions."""
        names = [self.local(side, BOOL) for side in ("left", "right")]
        before = [Assign(name, arg, arg.span) for name, arg in zip(names, args, strict=True)]
        left, right = (nodes.Local(name, BOOL, span) for name in names)
        return do(before, nodes.And(left, right, span) if word == "and" else nodes.Or(left, right, span))

    def count(self, args: list[Expr], span: Span) -> Expr:
        """The value is evaluated before the board, as it stands in the call."""
        name = self.local("counted", args[0].type)
        value = nodes.Local(name, args[0].type, span)
        return do((Assign(name, args[0], span),), Op("board_count", (args[1], value), INT, span))

    def empty(self) -> Expr | None:
        """The symbol Empty as board content; None if these boards cannot hold it."""
        content = self.core_type(self.checked.board.content)
        return self.widen(Const("Empty", SYMBOL), SYMBOL, content) if content in (SYMBOL, ANY) else None

    def is_full(self, board: Expr, span: Span) -> Expr:
        empty = self.empty()
        if empty is None:
            return Const(True, BOOL, span)
        return Op("eq", (Op("board_count", (board, empty), INT, span), Const(0, INT)), BOOL, span)

    def free(self, board: Expr, span: Span) -> Expr:
        empty = self.empty()
        if empty is None:
            nothing = nodes.MakeList((), ListType(TupleType((INT, INT))), span)
            return self.with_local(board, lambda _: nothing)
        return self.linker.call("positions_of", (empty, board), span)

    def place(self, args: list[Expr], span: Span) -> Expr:
        value, board, position = args
        names = [self.local(word, type_) for word, type_ in (("piece", value.type), ("before", self.board))]
        stmts: list[Stmt] = [Assign(names[0], value, span), Assign(names[1], board, span)]
        piece, old = nodes.Local(names[0], value.type, span), nodes.Local(names[1], self.board, span)
        x, y = self.coordinates(position, stmts)
        made = self.local("after", self.board)
        stmts.append(Assign(made, self.linker.call("put", (piece, old, x, y), span), span))
        new = nodes.Local(made, self.board, span)
        shown = nodes.Global(DISPLAY, ListType(self.board), span)
        stmts.append(SetGlobal(DISPLAY, self.linker.call("displayed", (shown, old, new), span), span))
        row = Op("mul", (Op("sub", (y, Const(1, INT)), INT), Const(self.board.width, INT)), INT)
        cell = Op("add", (row, Op("sub", (x, Const(1, INT)), INT)), INT)
        stmts.append(SetGlobal(PLACED, cell, span))
        return do(stmts, new)

    def coordinates(self, position: Expr, stmts: list[Stmt]) -> tuple[Expr, Expr]:
        """Column and row of a position, evaluated after what is in `stmts` already."""
        if isinstance(position, MakeTuple):
            found: list[Expr] = []
            for item, word in zip(position.items, ("column", "row"), strict=True):
                if not isinstance(item, Const | nodes.Local):
                    name = self.local(word, INT)
                    stmts.append(Assign(name, item, item.span))
                    item = nodes.Local(name, INT, item.span)
                found.append(item)
            return found[0], found[1]
        if not isinstance(position, nodes.Local):
            name = self.local("position", position.type)
            stmts.append(Assign(name, position, position.span))
            position = nodes.Local(name, position.type, position.span)
        x, y = (nodes.TupleItem(position, number, INT, position.span) for number in (0, 1))
        return x, y

    def lookup(self, board: t.Expr, position: t.Expr, core: Type, span: Span, scope: Scope) -> Expr:
        found = self.expression(board, scope)
        stmts: list[Stmt] = []
        if not isinstance(found, nodes.Local | nodes.Global):
            name = self.local("board", self.board)
            stmts.append(Assign(name, found, span))
            found = nodes.Local(name, self.board, span)
        x, y = self.coordinates(self.expression(position, scope), stmts)
        return do(stmts, self.linker.call("look_up", (found, x, y), span))


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


def _parameters(definition: t.AnyDefinition) -> tuple[t.Parameter, ...]:
    return definition.parameters if isinstance(definition, t.FunctionDefinition) else ()


def _is_stable(args: Sequence[Expr]) -> bool:
    return isinstance(args[0], Const | nodes.Local)
