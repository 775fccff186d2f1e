"""Reads the names, types and expressions of core text; `statements.py` goes on with statements.

The type of every expression is found while reading, from the declarations and from `ops.py`. Brackets that are
still open wait on a stack, so expressions may nest as deep as they like.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import (
    And,
    Call,
    Chance,
    Choose,
    Const,
    ConstValue,
    Convert,
    Expr,
    Field,
    Global,
    Is,
    Local,
    MakeBoard,
    MakeList,
    MakeTuple,
    Narrow,
    New,
    NewSeat,
    Op,
    Or,
    Speculate,
    Tracked,
    TupleItem,
    VirtualCall,
)
from parlour.core.ops import OPS, result_type
from parlour.core.read.scanner import INT_NUMBER, LINE_END, CoreTextError, error_at, scan
from parlour.core.text import quoted
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
    ObjectType,
    OptionalType,
    TableType,
    TupleType,
    Type,
)
from parlour.core.walk import map_expr
from parlour.syntax.display import visible
from parlour.syntax.source import Source, Span
from parlour.syntax.suggest import did_you_mean
from parlour.syntax.token import END, NAME, Token

# Types and domains are read by plain recursion: real ones nest a few levels.
DEEPEST = 100

_SCALARS: dict[str, Type] = {str(type_): type_ for type_ in (INT, FLOAT, BOOL, SYMBOL, STRING, NONE, ANY)}
_WORDS: dict[str, Const] = {
    "true": Const(True, BOOL),
    "false": Const(False, BOOL),
    "none": Const(None, NONE),
    "inf": Const(math.inf, FLOAT),
    "nan": Const(math.nan, FLOAT),
}


@dataclass(slots=True)
class Declared:
    """What the declarations of a program say about the names that expressions use."""

    globals: dict[str, Type] = field(default_factory=dict)
    results: dict[str, Type] = field(default_factory=dict)
    hierarchy: Hierarchy = field(default_factory=lambda: Hierarchy(()))


CallNode = type[Call] | type[Speculate]
_Build = Callable[[Sequence[Expr], Span], Expr]


@dataclass(slots=True)
class _Bracket:
    """A bracket that is still open: where its expression began, what closes it, what it holds so far, and what
    is made of that. `build` sees None for `unset`."""

    start: Span
    close: str
    build: Callable[[Sequence[Expr | None], Span], Expr]
    items: list[Expr | None] = field(default_factory=list)


class ExprReader:
    """A place in the tokens of a text, and the grammar of types and expressions."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = scan(source)
        self.index = 0
        self.declared = Declared()
        self.locals: dict[str, Type] = {}

    # ------------------------------------------------------------------------------------------------ tokens

    def peek(self, ahead: int = 0) -> Token:
        index = self.index + ahead
        return self.tokens[index] if index < len(self.tokens) else self.tokens[-1]

    def advance(self) -> Token:
        token = self.tokens[self.index]
        if self.index < len(self.tokens) - 1:
            self.index += 1
        return token

    def at(self, *wanted: str) -> bool:
        """Whether the next token has one of these texts or kinds."""
        token = self.tokens[self.index]
        return token.text in wanted or token.kind in wanted

    def accept(self, *wanted: str) -> Token | None:
        return self.advance() if self.at(*wanted) else None

    def expect(self, want: str, what: str = "") -> Token:
        return self.accept(want) or self.fail(f"expected {what or f'`{want}`'}, not {describe(self.peek())}")

    def fail(self, message: str, at: Token | None = None) -> NoReturn:
        raise self.error(message, at or self.peek())

    def error(self, message: str, at: Token) -> CoreTextError:
        return error_at(self.source, at.span.start, message)

    def since(self, start: Token) -> Span:
        return start.span.to(self.tokens[self.index - 1].span)

    def name(self, what: str) -> str:
        """name = WORD | "`" … "`" """
        return str(self.expect(NAME, what).value)

    # ------------------------------------------------------------------------------------------------- types

    # type = ( scalar | "(" types ")" | "board" "[" type "," INT "x" INT "]" | "list" "[" type "]"
    #        | "table" "[" type "," type "]" | "object" name ) { "?" }
    def type(self, depth: int = 0) -> Type:
        if depth > DEEPEST:
            self.fail(f"types nest at most {DEEPEST} levels deep")
        token = self.advance()
        found = _SCALARS.get(token.text)
        if found is None:
            match token.text:
                case "(":
                    found = TupleType(tuple(self.types(depth + 1)))
                case "board":
                    self.expect("[")
                    item = self.type(depth + 1)
                    self.expect(",")
                    width = self.expect(INT_NUMBER, "the number of columns").value
                    self.expect("x")
                    height = self.expect(INT_NUMBER, "the number of rows").value
                    assert isinstance(width, int) and isinstance(height, int)
                    self.expect("]")
                    found = BoardType(item, width, height)
                case "list":
                    self.expect("[")
                    found = ListType(self.type(depth + 1))
                    self.expect("]")
                case "table":
                    self.expect("[")
                    key = self.type(depth + 1)
                    self.expect(",")
                    found = TableType(key, self.type(depth + 1))
                    self.expect("]")
                case "object":
                    found = ObjectType(self.name("the name of a class"))
                case _:
                    self.fail(f"expected a type, not {describe(token)}", token)
        while self.accept("?"):
            found = OptionalType(found)
        return found

    # types = [ type { "," type } ] ")"
    def types(self, depth: int) -> list[Type]:
        found: list[Type] = []
        while not self.accept(")"):
            if found:
                self.expect(",")
            found.append(self.type(depth))
        return found

    def type_in_brackets(self) -> Type:
        self.expect("[")
        found = self.type()
        self.expect("]")
        return found

    # ------------------------------------------------------------------------------------------- expressions

    # expr = ( literal | name | "@" name | "tracked" name | bracketed ) { "." name | "." INT | "." name items }
    # items = "(" [ item { "," item } ] ")",  item = expr | "unset" (only in `new`)
    def expr(self) -> Expr:
        brackets: list[_Bracket] = []
        while True:
            item = None if brackets and self.accept("unset") else self._primary()
            while True:
                if isinstance(item, _Bracket):
                    brackets.append(item)
                    if not self.at(item.close):
                        break
                    item = self._closed(brackets)
                elif item is not None and self.at("."):
                    item = self._postfix(item)
                elif brackets:
                    brackets[-1].items.append(item)
                    if self.accept(","):
                        break
                    item = self._closed(brackets)
                else:
                    assert item is not None
                    return item

    def _closed(self, brackets: list[_Bracket]) -> Expr:
        """Closes the innermost bracket and builds what it stands for."""
        bracket = brackets.pop()
        if not self.at(bracket.close):
            self.fail(f"expected `,` or `{bracket.close}`, not {describe(self.peek())}")
        end = self.advance()
        return bracket.build(bracket.items, bracket.start.to(end.span))

    def _open(
        self, word: Token, build: _Build, count: int | None = None, *, close: str = ")", start: Span | None = None
    ) -> _Bracket:
        """An opening bracket has just been read; `count` items are wanted inside, or any number."""

        def complete(items: Sequence[Expr | None], span: Span) -> Expr:
            given = [item for item in items if item is not None]
            if len(given) < len(items):
                self.fail("only fields of a new object can be `unset`", word)
            if count is not None and len(given) != count:
                self.fail(f"{describe(word)} takes {count} {'argument' if count == 1 else 'arguments'}", word)
            return build(given, span)

        return _Bracket(start or word.span, close, complete)

    def _primary(self) -> Expr | _Bracket:
        start = self.advance()
        match start.kind:
            case "<int>":
                return Const(_value(start), INT, start.span)
            case "<float>":
                return Const(_value(start), FLOAT, start.span)
            case "<string>":
                return Const(_value(start), STRING, start.span)
        match start.text:
            case "@":
                name = self.name("the name of a global")
                return Global(name, self.find(name, self.declared.globals, "global", start), self.since(start))
            case "#":
                return Const(self.name("a symbol"), SYMBOL, self.since(start))
            case "true" | "false" | "none" | "inf" | "nan":
                known = _WORDS[start.text]
                return Const(known.value, known.type, start.span)
            case "tracked":
                name = self.name("the name of a class")
                return Tracked(name, ListType(ObjectType(name)), self.since(start))
            case "(":
                return self._open(start, _tuple)
            case "[":
                return self._open(start, lambda items, span: self._list(items, span, start), close="]")
            case "new":
                return self._new(start)
            case "speculate":
                name = self.name("the name of a function")
                return self._call(name, start, Speculate)
        if start.kind != NAME:
            self.fail(f"expected an expression, not {describe(start)}", start)
        if self.at("["):
            return self._typed(start)
        if self.at("("):
            return self._applied(start)
        name = str(start.value)
        return Local(name, self.find(name, self.locals, "local", start), start.span)

    def _typed(self, start: Token) -> _Bracket:
        """A word and a type, before an opening bracket: `board[…](`, `list[…](`, `convert[…](`, `table_new[…](`."""
        word = start.text
        if word in ("board", "list"):
            self.index -= 1
            type_ = self.type()
        else:
            type_ = self.type_in_brackets()
        self.expect("(")
        match word:
            case "board":
                return self._open(start, lambda items, span: MakeBoard(tuple(items), type_, span))
            case "list":
                return self._open(start, lambda items, span: MakeList(tuple(items), type_, span))
            case "convert":
                return self._open(start, lambda items, span: Convert(items[0], type_, span), 1)
            case "narrow":
                return self._open(start, lambda items, span: Narrow(items[0], type_, span), 1)
            case "is":
                return self._open(start, lambda items, span: Is(items[0], type_, span), 1)
        if word not in OPS or not OPS[word].given:
            self.fail(f"{describe(start)} takes no type in brackets", start)
        return self._open(start, lambda items, span: self._op(word, items, span, start, type_))

    def _applied(self, start: Token) -> _Bracket:
        """A word before an opening bracket: a function, an operation, or a form of its own."""
        word = start.text
        if word in OPS:
            self.advance()
            return self._open(start, lambda items, span: self._op(word, items, span, start, None))
        build: _Build
        match word:
            case "and":
                build, count = lambda items, span: And(items[0], items[1], span), 2
            case "or":
                build, count = lambda items, span: Or(items[0], items[1], span), 2
            case "choose":
                build, count = lambda items, span: Choose(items[0], items[1], items[2], items[1].type, span), 3
            case "chance":
                build, count = lambda items, span: Chance(items[0], span), 1
            case "new_seat":
                build, count = lambda items, span: NewSeat(items[0], span), 1
            case "const":
                build, count = lambda items, span: self._constant(items[0], span, start), 1
            case _:
                return self._call(str(start.value), start, Call)
        self.advance()
        return self._open(start, build, count)

    def _call(self, name: str, start: Token, node: CallNode) -> _Bracket:
        type_ = self.find(name, self.declared.results, "function", start)
        self.expect("(")
        return self._open(start, lambda items, span: node(name, tuple(items), type_, span))

    def _new(self, start: Token) -> _Bracket:
        name = self.name("the name of a class")
        self.expect("(")
        return _Bracket(start.span, ")", lambda items, span: New(name, tuple(items), ObjectType(name), span))

    def _postfix(self, value: Expr) -> Expr | _Bracket:
        dot = self.advance()
        start = value.span or dot.span
        if number := self.accept(INT_NUMBER):
            index = number.value
            assert isinstance(index, int)
            if not isinstance(value.type, TupleType) or index >= len(value.type.items):
                self.fail(f"{value.type} has no component {index}", number)
            return TupleItem(value, index, value.type.items[index], start.to(number.span))
        word = self.peek()
        name = self.name("a field, a method or the number of a component")
        if not isinstance(value.type, ObjectType):
            self.fail(f"{value.type} is no object and has no {quoted(name, '`')}", word)
        class_name = value.type.name
        hierarchy = self.declared.hierarchy
        if self.accept("("):
            function = hierarchy.method(class_name, name)
            if function is None:
                self.fail(f"class {quoted(class_name, '`')} has no method {quoted(name, '`')}", word)
            type_ = self.find(function, self.declared.results, "function", word)
            return self._open(word, lambda items, span: VirtualCall(name, (value, *items), type_, span), start=start)
        found = hierarchy.field(class_name, name)
        if found is None:
            self.fail(f"class {quoted(class_name, '`')} has no field {quoted(name, '`')}", word)
        return Field(value, name, found.type, start.to(word.span))

    def _op(self, name: str, items: Sequence[Expr], span: Span, start: Token, given: Type | None) -> Op:
        types = tuple(item.type for item in items)
        type_ = result_type(name, types, given)
        if type_ is None:
            self.fail(f"`{name}` does not take ({', '.join(map(str, types))})", start)
        return Op(name, tuple(items), type_, span)

    def _list(self, items: Sequence[Expr], span: Span, start: Token) -> MakeList:
        if not items:
            self.fail("an empty list needs its type: `list[int]()`", start)
        return MakeList(tuple(items), ListType(items[0].type), span)

    def _constant(self, value: Expr, span: Span, start: Token) -> Const:
        """What is written like a tuple or board made at run time, all of it constant, as one constant."""

        def fold(expr: Expr) -> Expr:
            if isinstance(expr, MakeTuple | MakeBoard):
                return Const(tuple(_const_value(item) for item in expr.items), expr.type, span)
            if not isinstance(expr, Const):
                self.fail("`const` takes only constants, and tuples and boards of them", start)
            return expr

        folded = map_expr(value, fold)
        assert isinstance(folded, Const)
        return folded

    def find(self, name: str, known: Mapping[str, Type], what: str, at: Token) -> Type:
        """The type of a declared name."""
        type_ = known.get(name)
        if type_ is None:
            hint = did_you_mean(name, known)
            self.fail(f"there is no {what} {quoted(name, '`')}{'. ' + hint if hint else ''}", at)
        return type_


def _tuple(items: Sequence[Expr], span: Span) -> MakeTuple:
    return MakeTuple(tuple(items), TupleType(tuple(item.type for item in items)), span)


def _value(token: Token) -> ConstValue:
    assert isinstance(token.value, int | float | str)
    return token.value


def _const_value(expr: Expr) -> ConstValue:
    assert isinstance(expr, Const)
    return expr.value


def describe(token: Token) -> str:
    """A token as an error message names it."""
    if token.kind == END:
        return "the end of the text"
    if token.kind == LINE_END:
        return "the end of the line"
    return f"`{visible(token.text)}`"
