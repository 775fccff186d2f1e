"""Reads core text: the other half of `text.py`, whose docstring shows the form.

Goes through the declarations first and skips the bodies, because a call may stand before the function it calls;
then reads the bodies. Types of expressions are found from the declarations and from `ops.py`, so a text whose
operations do not fit their arguments is refused here already; everything else is left to the verifier. Every node
gets the span of the text it was read from. Brackets and blocks that are still open wait on a stack, so expressions and
statements may nest as deep as they like.

    >>> program = read_program('''
    ... program tiny entry main
    ... function main() -> int {
    ...   return add(1, 2)
    ... }
    ... ''')
    >>> program.functions[0].body[0].value.type
    Scalar(name='int')
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import NoReturn, get_args

from parlour.core import nodes, types
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Block, Const, Expr, Function, Local, Op, Program, Stmt
from parlour.core.ops import OPS, result_type
from parlour.core.read.scanner import INT_NUMBER, LINE_END, STRING_TEXT, CoreTextError, error_at, scan
from parlour.core.text import STATEMENTS, quoted
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, SYMBOL, Type
from parlour.core.walk import map_expr
from parlour.dataclass import dataclass
from parlour.syntax.display import visible
from parlour.syntax.source import Source, Span
from parlour.syntax.suggest import did_you_mean
from parlour.syntax.token import END, NAME, Token

__all__ = ["CoreTextError", "read_program"]

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


CallNode = type[nodes.Call] | type[nodes.Speculate]
_Build = Callable[[Sequence[Expr], Span], Expr]


@dataclass(slots=True)
class _Bracket:
    """A bracket that is still open: where its expression began, what closes it, what it holds so far, and what
    is made of that. `build` sees None for `unset`."""

    start: Span
    close: str
    build: Callable[[Sequence[Expr | None], Span], Expr]
    items: list[Expr | None] = field(default_factory=list)


@dataclass(slots=True)
class _OpenBlock:
    """A block that is still open, and what becomes of it when it closes: a statement, or (`else`) another block.

    The body of a function itself has no `finish`."""

    finish: Callable[[Block], Stmt | _OpenBlock] | None
    body: list[Stmt] = field(default_factory=list)


def read_program(text: str, name: str = "core") -> Program:
    """The program that this text prints; `name` is what its spans call the text. Raises `CoreTextError`."""
    return _Reader(Source(name, text)).program()


@dataclass(slots=True)
class _Header:
    """A function whose body is still to be read: `body_index` is the token after its label."""

    start: Token
    name: str
    params: tuple[nodes.Variable, ...]
    result: Type
    label: str | None
    is_routine: bool
    body_index: int


class _Reader:
    """A place in the tokens of a text, and the grammar: declarations, statements, expressions. `result` is the type of
    what the function being read gives back."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = scan(source)
        self.index = 0
        self.declared = Declared()
        self.locals: dict[str, Type] = {}
        self.result: Type = NONE

    # ------------------------------------------------------------------------------------------------- declarations

    # program = "program" name "entry" name { declaration }
    # declaration = "symbols" names | "seats" names | class | global | function
    def program(self) -> Program:
        self.lines()
        self.expect("program")
        name = self.name("the name of the program")
        self.expect("entry")
        entry = self.name("the function to begin with")
        symbols: tuple[str, ...] = ()
        seats: tuple[str, ...] = ()
        classes: list[nodes.Class] = []
        variables: list[nodes.GlobalVariable] = []
        headers: list[_Header] = []
        while not self.at(END):
            self.line_end()
            match self.peek().text:
                case "":
                    continue
                case "symbols":
                    self.advance()
                    symbols = self.names("a symbol")
                case "seats":
                    self.advance()
                    seats = self.names("the name of a seat")
                case "class":
                    classes.append(self.class_())
                case "global" | "presentation" | "count" | "given":
                    variables.append(self.global_())
                case "function" | "routine":
                    headers.append(self.header())
                case _:
                    self.fail(f"expected a declaration, not {describe(self.peek())}")
        self.declared.hierarchy = Hierarchy(classes)
        self.declared.globals = {variable.name: variable.type for variable in variables}
        self.declared.results = {header.name: header.result for header in headers}
        functions = tuple(self.function(header) for header in headers)
        return Program(name, functions, entry, tuple(variables), tuple(classes), symbols, seats)

    # class = "class" name [ "extends" name ] "{" { field | "method" name "=" name } "}"
    # field = [ "hint" ] [ "private" ] "field" variable
    def class_(self) -> nodes.Class:
        self.expect("class")
        name = self.name("the name of a class")
        parent = self.name("the name of the parent class") if self.accept("extends") else None
        fields: list[nodes.Variable] = []
        methods: list[tuple[str, str]] = []
        self.expect("{")
        self.lines()
        while not self.accept("}"):
            is_hint = self.accept("hint") is not None
            is_private = self.accept("private") is not None
            if is_hint or is_private:
                self.expect("field")
                fields.append(replace(self.variable(), is_hint=is_hint, is_private=is_private))
            elif self.accept("field"):
                fields.append(self.variable())
            else:
                self.expect("method", "a field or a method")
                method = self.name("the name of a method")
                self.expect("=")
                methods.append((method, self.name("the function that implements it")))
            self.line_end()
        return nodes.Class(name, parent, tuple(fields), tuple(methods))

    # global = [ "presentation" ] [ "count" ] [ "given" ] "global" name ":" type
    def global_(self) -> nodes.GlobalVariable:
        is_presentation = self.accept("presentation") is not None
        is_count = self.accept("count") is not None
        is_given = self.accept("given") is not None
        self.expect("global")
        name = self.name("the name of a global")
        self.expect(":")
        return nodes.GlobalVariable(name, self.type(), is_presentation, is_count, is_given)

    # variable = name ":" type [ "unset" ]
    def variable(self) -> nodes.Variable:
        name = self.name("the name of a variable")
        self.expect(":")
        return nodes.Variable(name, self.type(), self.accept("unset") is not None)

    # variables = "(" [ variable { "," variable } ] ")"
    def variables(self) -> tuple[nodes.Variable, ...]:
        self.expect("(")
        found: list[nodes.Variable] = []
        while not self.accept(")"):
            if found:
                self.expect(",")
            found.append(self.variable())
        return tuple(found)

    # function = ( "function" | "routine" ) name variables "->" type [ "label" STRING ] [ "charge" expr ] body
    # body = "{" [ "locals" variables ] { statement } "}"
    def header(self) -> _Header:
        """A function up to its label; what follows is skipped."""
        start = self.advance()
        name = self.name("the name of a function")
        params = self.variables()
        self.expect("->")
        result = self.type()
        label = None
        if self.accept("label"):
            label = str(self.expect(STRING_TEXT, "the label in quotes").value)
        header = _Header(start, name, params, result, label, start.text == "routine", self.index)
        while not self.at("{", END):
            self.advance()
        opened = self.expect("{")
        depth = 1
        while depth:
            token = self.advance()
            if token.kind == END:
                self.fail("this bracket is never closed", opened)
            depth += (token.text == "{") - (token.text == "}")
        return header

    def function(self, header: _Header) -> Function:
        """The rest of a function, when all declarations are known."""
        self.index = header.body_index
        self.result = header.result
        self.locals = {variable.name: variable.type for variable in header.params}
        charge = None
        if header.is_routine:
            self.expect("charge", "`charge`, which every routine has")
            charge = self.expr()
        opened = self.expect("{")
        self.lines()
        variables: tuple[nodes.Variable, ...] = ()
        if self.at("locals") and self.peek(1).matches("("):
            self.advance()
            variables = self.variables()
            self.locals |= {variable.name: variable.type for variable in variables}
            self.line_end()
        body = self.block(opened)
        span = self.since(header.start)
        return Function(header.name, header.params, header.result, body, variables, header.label, charge, span)

    # --------------------------------------------------------------------------------------------------- statements

    def lines(self) -> None:
        while self.accept(LINE_END):
            pass

    def line_end(self) -> None:
        """Statements and declarations end with their line, or before a closing bracket."""
        if not self.at("}", END):
            self.expect(LINE_END, "the end of the line")
        self.lines()

    def block(self, opened: Token) -> Block:
        """What follows an opening bracket, up to and including the closing one."""
        stack = [_OpenBlock(None)]
        while True:
            self.lines()
            if self.at(END):
                self.fail("this bracket is never closed", opened)
            if self.accept("}"):
                closed = stack.pop()
                if closed.finish is None:
                    return tuple(closed.body)
                found = closed.finish(tuple(closed.body))
            else:
                found = self.statement()
            if isinstance(found, _OpenBlock):
                stack.append(found)
            else:
                stack[-1].body.append(found)
                self.line_end()

    def statement(self) -> Stmt | _OpenBlock:
        start = self.peek()
        if start.text in STATEMENTS and not self.peek(1).matches("=") and not self.peek(1).matches("."):
            self.advance()
            return self.keyword(start)
        return self.assignment(start)

    # assignment = ( name | "@" name | expr "." name ) "=" expr
    def assignment(self, start: Token) -> Stmt:
        target = self.expr()
        if not self.at("="):
            self.fail(f"expected a statement or `=`, not {describe(self.peek())}")
        equals = self.advance()
        value = self.expr()
        span = self.since(start)
        match target:
            case Local(name):
                return nodes.Assign(name, value, span)
            case nodes.Global(name):
                return nodes.SetGlobal(name, value, span)
            case nodes.Field(inner, name):
                return nodes.SetField(inner, name, value, span)
            case _:
                raise self.error("only a local, a global or a field can be assigned", equals)

    # statement = assignment | "do" expr | "invoke" [ name "=" ] call | "tail" call | if | loop
    #           | "break" | "continue" | "return" [ expr ] | "catch" name block | "abandon" name
    #           | "attempt" name block | "fail" | ask | ( "tell" | "show" ) expr [ "to" expr ] [ "channel" name ]
    #           | "finish" ( expr | "unranked" ) [ "scores" expr ] [ "reason" expr ] | "count" name "by" expr
    #           | "raise" name expr
    def keyword(self, start: Token) -> Stmt | _OpenBlock:
        match start.text:
            case "do":
                return nodes.Evaluate(self.expr(), self.since(start))
            case "invoke":
                target = None
                if self.peek(1).matches("="):
                    target = self.name("the local for the result")
                    self.advance()
                return nodes.Invoke(target, self.call(), self.since(start))
            case "tail":
                return nodes.TailCall(self.call(), self.since(start))
            case "if":
                return self.arm(start, ())
            case "while":
                condition = self.expr()
                return self.open(lambda body: nodes.While(condition, body, self.since(start)))
            case "for":
                name = self.name("the local that counts")
                self.expect("from")
                low = self.expr()
                self.expect("to")
                high = self.expr()
                return self.open(lambda body: nodes.For(name, low, high, body, self.since(start)))
            case "break":
                return nodes.Break(start.span)
            case "continue":
                return nodes.Continue(start.span)
            case "return":
                # Exactly the functions with a result return a value.
                value = None if self.result == NONE else self.expr()
                return nodes.Return(value, self.since(start))
            case "catch":
                tag = self.name("a tag")
                return self.open(lambda body: nodes.Catch(tag, body, self.since(start)))
            case "abandon":
                return nodes.Abandon(self.name("a tag"), self.since(start))
            case "attempt":
                target = self.name("the local that says how it went")
                return self.open(lambda body: nodes.Attempt(target, body, self.since(start)))
            case "fail":
                return nodes.Fail(start.span)
            case "ask":
                return self.ask(start)
            case "tell" | "show":
                text = self.expr()
                audience = self.expr() if self.accept("to") else None
                channel = self.name("the name of a channel") if self.accept("channel") else "say"
                return nodes.Tell(text, audience, channel, start.text == "show", self.since(start))
            case "finish":
                ranking = None if self.accept("unranked") else self.expr()
                scores = self.expr() if self.accept("scores") else None
                reason = self.expr() if self.accept("reason") else None
                return nodes.Finish(ranking, scores, reason, self.since(start))
            case "count":
                name = self.name("the name of a count")
                self.expect("by")
                return nodes.Count(name, self.expr(), self.since(start))
            case "raise":
                kind = self.name("the kind of error")
                return nodes.Raise(kind, self.expr(), self.since(start))
            case _:
                raise self.error(f"no statement begins with {describe(start)}", start)

    def open(self, finish: Callable[[Block], Stmt | _OpenBlock]) -> _OpenBlock:
        self.expect("{")
        return _OpenBlock(finish)

    # if = "if" expr block { "else" "if" expr block } [ "else" block ]
    def arm(self, start: Token, before: tuple[tuple[Expr, Block], ...]) -> _OpenBlock:
        condition = self.expr()

        def finish(body: Block) -> Stmt | _OpenBlock:
            arms = (*before, (condition, body))
            if not self.accept("else"):
                return nodes.If(arms, (), self.since(start))
            if self.accept("if"):
                return self.arm(start, arms)
            return self.open(lambda otherwise: nodes.If(arms, otherwise, self.since(start)))

        return self.open(finish)

    def call(self) -> nodes.Call | nodes.VirtualCall:
        start = self.peek()
        found = self.expr()
        if not isinstance(found, nodes.Call | nodes.VirtualCall):
            self.fail("expected a call", start)
        return found

    # --------------------------------------------------------------------------------------------- questions

    # names = "(" [ name { "," name } ] ")"
    def names(self, what: str) -> tuple[str, ...]:
        self.expect("(")
        found: list[str] = []
        while not self.accept(")"):
            if found:
                self.expect(",")
            found.append(self.name(what))
        return tuple(found)

    # ask = "ask" [ "group" ] name ":" domain "seat" expr "kind" WORD [ "prompt" name ]
    def ask(self, start: Token) -> nodes.Ask:
        group = self.peek(1).kind == NAME and self.accept("group") is not None
        target = self.name("the local for the answer")
        self.expect(":")
        domain = self.domain()
        self.expect("seat")
        seat = self.expr()
        self.expect("kind")
        word = self.name("a kind of question")
        kind = next((known for known in get_args(nodes.QuestionKind) if known == word), None)
        if kind is None:
            self.fail(f"a kind of question is one of {', '.join(get_args(nodes.QuestionKind))}")
        prompt = self.name("the function that makes the prompt") if self.accept("prompt") else None
        return nodes.Ask(target, nodes.Question(seat, domain, kind, prompt), group, self.since(start))

    # domain = "whole" [ "(" bound "," bound ")" ] | "yes_no" | "one_of" names
    #        | "options" "(" expr [ "," "label" name ] ")" | "line" | "chars" "(" expr [ "," "among" string ] ")"
    #        | ( "each" | "either" ) "(" [ domain { "," domain } ] ")"
    # bound = expr | "unset"
    def domain(self, depth: int = 0) -> nodes.Domain:
        if depth > DEEPEST:
            self.fail(f"domains nest at most {DEEPEST} levels deep")
        word = self.advance()
        match word.text:
            case "whole":
                if not self.accept("("):
                    return nodes.Whole()
                low = None if self.accept("unset") else self.expr()
                self.expect(",")
                high = None if self.accept("unset") else self.expr()
                worth = None
                if self.accept(","):
                    self.expect("worth")
                    first = self.expr()
                    self.expect(",")
                    worth = (first, self.expr())
                self.expect(")")
                return nodes.Whole(low, high, worth)
            case "yes_no":
                return nodes.YesNo()
            case "one_of":
                return nodes.OneOf(self.names("a symbol"))
            case "options":
                self.expect("(")
                items = self.expr()
                label = None
                if self.accept(","):
                    self.expect("label")
                    label = self.name("the function that makes the labels")
                self.expect(")")
                return nodes.Options(items, label)
            case "line":
                return nodes.Line()
            case "chars":
                self.expect("(")
                count, among = self.expr(), None
                if self.accept(","):
                    self.expect("among")
                    among = str(self.expect(STRING_TEXT, "the characters in quotes").value)
                self.expect(")")
                return nodes.Chars(count, among)
            case "each" | "either":
                self.expect("(")
                parts: list[nodes.Domain] = []
                while not self.accept(")"):
                    if parts:
                        self.expect(",")
                    parts.append(self.domain(depth + 1))
                return nodes.Each(tuple(parts)) if word.text == "each" else nodes.Either(tuple(parts))
            case _:
                raise self.error(f"expected what may be answered, such as `yes_no`, not {describe(word)}", word)

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
                    found = types.TupleType(tuple(self.types(depth + 1)))
                case "board":
                    self.expect("[")
                    item = self.type(depth + 1)
                    self.expect(",")
                    width = self.expect(INT_NUMBER, "the number of columns").value
                    self.expect("x")
                    height = self.expect(INT_NUMBER, "the number of rows").value
                    assert isinstance(width, int) and isinstance(height, int)
                    self.expect("]")
                    found = types.BoardType(item, width, height)
                case "list":
                    self.expect("[")
                    found = types.ListType(self.type(depth + 1))
                    self.expect("]")
                case "table":
                    self.expect("[")
                    key = self.type(depth + 1)
                    self.expect(",")
                    found = types.TableType(key, self.type(depth + 1))
                    self.expect("]")
                case "object":
                    found = types.ObjectType(self.name("the name of a class"))
                case _:
                    self.fail(f"expected a type, not {describe(token)}", token)
        while self.accept("?"):
            found = types.OptionalType(found)
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
                return nodes.Global(name, self.find(name, self.declared.globals, "global", start), self.since(start))
            case "#":
                return Const(self.name("a symbol"), SYMBOL, self.since(start))
            case "true" | "false" | "none" | "inf" | "nan":
                known = _WORDS[start.text]
                return Const(known.value, known.type, start.span)
            case "tracked":
                name = self.name("the name of a class")
                return nodes.Tracked(name, types.ListType(types.ObjectType(name)), self.since(start))
            case "(":
                return self._open(start, _tuple)
            case "[":
                return self._open(start, lambda items, span: self._list(items, span, start), close="]")
            case "new":
                return self._new(start)
            case "speculate":
                name = self.name("the name of a function")
                return self._call(name, start, nodes.Speculate)
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
                return self._open(start, lambda items, span: nodes.MakeBoard(tuple(items), type_, span))
            case "list":
                return self._open(start, lambda items, span: nodes.MakeList(tuple(items), type_, span))
            case "convert":
                return self._open(start, lambda items, span: nodes.Convert(items[0], type_, span), 1)
            case "narrow":
                return self._open(start, lambda items, span: nodes.Narrow(items[0], type_, span), 1)
            case "is":
                return self._open(start, lambda items, span: nodes.Is(items[0], type_, span), 1)
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
                build, count = lambda items, span: nodes.And(items[0], items[1], span), 2
            case "or":
                build, count = lambda items, span: nodes.Or(items[0], items[1], span), 2
            case "choose":
                build, count = lambda items, span: nodes.Choose(items[0], items[1], items[2], items[1].type, span), 3
            case "chance":
                build, count = lambda items, span: nodes.Chance(items[0], span), 1
            case "new_seat":
                build, count = lambda items, span: nodes.NewSeat(items[0], span), 1
            case "const":
                build, count = lambda items, span: self._constant(items[0], span, start), 1
            case _:
                return self._call(str(start.value), start, nodes.Call)
        self.advance()
        return self._open(start, build, count)

    def _call(self, name: str, start: Token, node: CallNode) -> _Bracket:
        type_ = self.find(name, self.declared.results, "function", start)
        self.expect("(")
        return self._open(start, lambda items, span: node(name, tuple(items), type_, span))

    def _new(self, start: Token) -> _Bracket:
        name = self.name("the name of a class")
        self.expect("(")
        return _Bracket(
            start.span, ")", lambda items, span: nodes.New(name, tuple(items), types.ObjectType(name), span)
        )

    def _postfix(self, value: Expr) -> Expr | _Bracket:
        dot = self.advance()
        start = value.span or dot.span
        if number := self.accept(INT_NUMBER):
            index = number.value
            assert isinstance(index, int)
            if not isinstance(value.type, types.TupleType) or index >= len(value.type.items):
                self.fail(f"{value.type} has no component {index}", number)
            return nodes.TupleItem(value, index, value.type.items[index], start.to(number.span))
        word = self.peek()
        name = self.name("a field, a method or the number of a component")
        if not isinstance(value.type, types.ObjectType):
            self.fail(f"{value.type} is no object and has no {quoted(name, '`')}", word)
        class_name = value.type.name
        hierarchy = self.declared.hierarchy
        if self.accept("("):
            function = hierarchy.method(class_name, name)
            if function is None:
                self.fail(f"class {quoted(class_name, '`')} has no method {quoted(name, '`')}", word)
            type_ = self.find(function, self.declared.results, "function", word)
            return self._open(
                word, lambda items, span: nodes.VirtualCall(name, (value, *items), type_, span), start=start
            )
        found = hierarchy.field(class_name, name)
        if found is None:
            self.fail(f"class {quoted(class_name, '`')} has no field {quoted(name, '`')}", word)
        return nodes.Field(value, name, found.type, start.to(word.span))

    def _op(self, name: str, items: Sequence[Expr], span: Span, start: Token, given: Type | None) -> Op:
        types = tuple(item.type for item in items)
        type_ = result_type(name, types, given)
        if type_ is None:
            self.fail(f"`{name}` does not take ({', '.join(map(str, types))})", start)
        return Op(name, tuple(items), type_, span)

    def _list(self, items: Sequence[Expr], span: Span, start: Token) -> nodes.MakeList:
        if not items:
            self.fail("an empty list needs its type: `list[int]()`", start)
        return nodes.MakeList(tuple(items), types.ListType(items[0].type), span)

    def _constant(self, value: Expr, span: Span, start: Token) -> Const:
        """What is written like a tuple or board made at run time, all of it constant, as one constant."""

        def fold(expr: Expr) -> Expr:
            if isinstance(expr, nodes.MakeTuple | nodes.MakeBoard):
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


def _tuple(items: Sequence[Expr], span: Span) -> nodes.MakeTuple:
    return nodes.MakeTuple(tuple(items), types.TupleType(tuple(item.type for item in items)), span)


def _value(token: Token) -> nodes.ConstValue:
    assert isinstance(token.value, int | float | str)
    return token.value


def _const_value(expr: Expr) -> nodes.ConstValue:
    assert isinstance(expr, Const)
    return expr.value


def describe(token: Token) -> str:
    """A token as an error message names it."""
    if token.kind == END:
        return "the end of the text"
    if token.kind == LINE_END:
        return "the end of the line"
    return f"`{visible(token.text)}`"
