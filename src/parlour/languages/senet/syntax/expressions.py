"""Reads Senet expressions: a `Reader` over tokens in, a tree out. The grammar rule stands above each function.

Nothing here recurses along a text that is merely long: operators are read with a stack of open runs, assignments and
lists in loops. Only brackets go one level deeper.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NoReturn, cast

from parlour.languages.senet import codes
from parlour.languages.senet.syntax import slips
from parlour.languages.senet.syntax.reader import BASIC_TYPES, Reader
from parlour.languages.senet.syntax.scanner import BROKEN, KEYWORD, NUMBER, SIGN, STRING
from parlour.languages.senet.syntax.tree import (
    Assign,
    Broken,
    Call,
    Chain,
    Element,
    Expr,
    Field,
    Ident,
    Link,
    ListLiteral,
    Negation,
    Not,
    Nothing,
    Number,
    Operator,
    Place,
    Take,
    Text,
    This,
    Truth,
    Variable,
    children,
)
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Label
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.token import END, NAME, Token

# How tightly operators bind, in the order of the manual's sections; equal ones from the left.
STRENGTH = {
    "or": 0,
    "and": 1,
    "==": 3,
    "!=": 3,
    "<": 4,
    ">": 4,
    "<=": 4,
    ">=": 4,
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "%": 6,
}
NOT_STRENGTH = 2
SIGN_STRENGTH = 7


def whole_expression(reader: Reader) -> Expr:
    """An expression of which no part lies too deep for those who walk over the tree by recursion."""
    expr = expression(reader)
    return Broken(expr.span) if reader.is_too_deep(expr, children, codes.TOO_DEEP) else expr


# expr = { lvalue "=" } or ;
def expression(reader: Reader) -> Expr:
    with reader.nested(codes.TOO_DEEP):
        start = reader.peek()
        targets: list[Expr] = []
        value = infix(reader)
        while reader.at("="):
            targets.append(target(reader, value))
            reader.advance()
            value = infix(reader)
        return Assign(reader.since(start), tuple(targets), value) if targets else value


# lvalue = ID | postfix "." ID | postfix "[" expr "]" ;
def target(reader: Reader, expr: Expr) -> Expr:
    """What stands to the left of a `=`: something that can be assigned to."""
    if isinstance(expr, Variable | Field | Element | Broken):
        return expr
    reader.tell(
        codes.BAD_TARGET,
        "only a variable, a field or an element of a list can be assigned to",
        Label(expr.span, "this is none of them"),
        Label(reader.peek().span, "this assigns"),
        hint="to compare, write `==`",
    )
    return Broken(expr.span)


@dataclass(slots=True)
class _Run:
    """An open run of operators of one strength, waiting for its next operand; a prefix has no operand on its left."""

    strength: int
    operator: Token
    first: Expr | None
    links: list[Link] = field(default_factory=list)

    def close(self, last: Expr) -> Expr:
        if self.first is None:
            span = self.operator.span.to(last.span)
            return Negation(span, last) if self.strength == SIGN_STRENGTH else Not(span, last)
        self.extend(last)
        return Chain(self.first.span.to(last.span), self.first, tuple(self.links))

    def extend(self, operand: Expr) -> None:
        self.links.append(Link(self.operator.span, cast(Operator, self.operator.text), operand))


# or    = and { "or" and } ;
# and   = not { "and" not } ;
# not   = "not" not | eq ;
# eq    = rel { ( "==" | "!=" ) rel } ;
# rel   = add { ( "<" | ">" | "<=" | ">=" ) add } ;
# add   = mul { ( "+" | "-" ) mul } ;
# mul   = unary { ( "*" | "/" | "%" ) unary } ;
# unary = "-" unary | boardop ;
def infix(reader: Reader) -> Expr:
    runs: list[_Run] = []
    while True:
        prefixes(reader, runs)
        operand = board_operation(reader)
        operator = next_operator(reader)
        if operator is None:
            for run in reversed(runs):
                operand = run.close(operand)
            return operand
        strength = STRENGTH[operator.text]
        while runs and runs[-1].strength > strength:
            operand = runs.pop().close(operand)
        if runs and runs[-1].strength == strength:
            runs[-1].extend(operand)
            runs[-1].operator = operator
        else:
            runs.append(_Run(strength, operator, operand))


def prefixes(reader: Reader, runs: list[_Run]) -> None:
    """Takes every `not` and `-` before an operand."""
    while reader.peek().kind in (KEYWORD, SIGN) and reader.at("not", "-"):
        is_sign = reader.at("-")
        if not is_sign and runs and runs[-1].strength > NOT_STRENGTH:
            reader.fail(
                codes.EXPECTED,
                f"`not` cannot stand directly after `{runs[-1].operator.text}`",
                hint=f"put it into parentheses: `{runs[-1].operator.text} (not …)`",
            )
        if len(runs) > NESTING_LIMIT:
            reader.fail(codes.TOO_DEEP, "these are too many signs in a row", hint="leave them out in pairs")
        runs.append(_Run(SIGN_STRENGTH if is_sign else NOT_STRENGTH, reader.advance(), None))


def next_operator(reader: Reader) -> Token | None:
    """Takes the operator after an operand, if there is one."""
    token = reader.peek()
    if token.kind in (SIGN, KEYWORD) and token.text in STRENGTH:
        return reader.advance()
    if token.kind == BROKEN and reader.same_line():
        raise Unreadable  # an operator of another language, most likely
    if token.kind == NAME and token.text in slips.INFIX_WORDS and reader.same_line():
        hint = slips.INFIX_WORDS[token.text]
        reader.fail(codes.FOREIGN_WORD, f"`{token.text}` is not an operator of Senet", hint=hint)
    return None


# boardop = postfix ">>" postfix0 [ ">>" ] list
#         | postfix "<<" [ postfix0 ] [ list ]
#         | postfix ;
def board_operation(reader: Reader) -> Expr:
    start = reader.peek()
    left = postfix(reader)
    if reader.accept(">>"):
        board, at = coordinates(reader)
        if board is not None and reader.at(">>"):
            second = reader.advance()
            board = board if at is None else indexed(reader, start, board, at)
            reader.tolerance.habit(
                codes.LATER_DIALECT,
                "the coordinates follow the board directly",
                second.span,
                "write `piece >> board [x, y]`",
            )
            inner = postfix(reader)
            at = inner if isinstance(inner, ListLiteral) else ListLiteral(inner.span, (inner,))
        if board is None or at is None:
            missing = "the coordinates" if board is not None else "the board"
            reader.fail(
                codes.BAD_BOARD_OPERATION,
                f"`>>` needs {missing}",
                Label(reader.since(start)),
                hint="a piece is placed with `piece >> board [x, y]`",
            )
        return Place(reader.since(start), left, board, at)
    if reader.accept("<<"):
        sign = reader.previous
        giver, taken = coordinates(reader)
        if giver is None:
            reader.tolerance.habit(
                codes.LATER_DIALECT,
                "the manual has no `board << [x, y]`",
                sign.span,
                "it takes the piece off the board; `board.remove(board.toi([x, y]))` does the same",
            )
        return Take(reader.since(start), left, giver, taken)
    return left


# postfix0 [ list ] | list
def coordinates(reader: Reader) -> tuple[Expr | None, ListLiteral | None]:
    """What follows `>>` or `<<`: a board or a piece, and a list. The last brackets are always the list, so an element
    of a list of boards may stand before them: `piece >> boards[0] [x, y]`."""
    start = reader.peek()
    if reader.at("["):
        return None, list_literal(reader)
    subject = postfix(reader, is_indexed=False)
    at: ListLiteral | None = None
    while reader.at("["):
        if at is not None:
            subject = indexed(reader, start, subject, at)
        at = list_literal(reader)
    return subject, at


def indexed(reader: Reader, start: Token, subject: Expr, at: ListLiteral) -> Element:
    """What looked like coordinates is an index, because coordinates follow."""
    if len(at.items) != 1:
        reader.fail(codes.BAD_BOARD_OPERATION, "the board operation is complete before this")
    return Element(start.span.to(at.span), subject, at.items[0])


# postfix = primary { "." ID | "(" [ exprs ] ")" | "[" expr "]" } ;
def postfix(reader: Reader, *, is_indexed: bool = True) -> Expr:
    """A primary expression with all that is done to it, or without its indexes (`postfix0`)."""
    start = reader.peek()
    value = primary(reader)
    is_next_item = reader.is_item and start.text == "["
    for _ in range(NESTING_LIMIT):
        if reader.accept("."):
            name = field_name(reader)
            value = Field(reader.since(start), value, name)
        elif reader.at("("):
            arguments = bracketed(reader, ")")
            value = Call(reader.since(start), value, arguments)
        elif reader.at("[") and is_indexed and not (is_next_item and isinstance(value, ListLiteral)):
            value = element(reader, start, value)
        else:
            return value
    return reader.fail(
        codes.TOO_DEEP,
        f"these are more than {NESTING_LIMIT} fields, calls and indexes in a row",
        hint="give a part of it a name of its own and use the name here",
    )


# ID
def field_name(reader: Reader) -> Ident:
    token = reader.peek()
    if token.kind == KEYWORD and reader.same_line():
        reader.fail(codes.RESERVED_WORD, f"`{token.text}` is a reserved word", hint="choose another name")
    token = reader.expect(NAME, code=codes.EXPECTED, what="the name of a field", after="`.`")
    return Ident(token.span, token.text)


# "[" expr "]"
def element(reader: Reader, start: Token, subject: Expr) -> Expr:
    opened = reader.advance()
    if reader.at("]"):
        reader.fail(codes.EXPECTED, "expected an index between the brackets", hint="the first element is `l[0]`")
    with _inside_brackets(reader):
        index = expression(reader)
    if reader.at(","):
        reader.fail(
            codes.EXPECTED,
            "a list has one index at a time",
            Label(reader.peek().span),
            Label(opened.span, "this is still open"),
            hint="an element of an element is `l[0][1]`; the cell of a board is `board.cells[board.toi([x, y])]`",
        )
    reader.expect("]", code=codes.EXPECTED, opened=opened)
    return Element(reader.since(start), subject, index)


# primary = INT | STRING | "True" | "False" | "None" | "this" | ID | list | "(" expr ")" ;
def primary(reader: Reader) -> Expr:
    token = reader.peek()
    if token.kind == NAME:
        check_foreign_value(reader, token)
        return Variable(reader.advance().span, token.text)
    if token.kind == NUMBER:
        reader.advance()
        return Number(token.span, token.value) if isinstance(token.value, int) else Broken(token.span)
    if token.kind == STRING:
        return Text(reader.advance().span, cast(str, token.value))
    if token.kind == BROKEN:
        return Broken(reader.advance().span)
    if token.kind in (KEYWORD, SIGN):
        match token.text:
            case "[":
                return list_literal(reader)
            case "(":
                return parenthesised(reader)
            case "True" | "False":
                return Truth(reader.advance().span, token.text == "True")
            case "None":
                return Nothing(reader.advance().span)
            case "this":
                return This(reader.advance().span)
    return no_expression(reader)


def check_foreign_value(reader: Reader, token: Token) -> None:
    """A word of another language, followed by what shows that it is no name here."""
    following = reader.peek(1)
    if token.text in slips.VALUES and following.kind in (NAME, NUMBER, STRING):
        reader.fail(codes.FOREIGN_WORD, f"Senet has no `{token.text}`", hint=slips.VALUES[token.text])


# "(" expr ")"
def parenthesised(reader: Reader) -> Expr:
    opened = reader.advance()
    if reader.at(")"):
        place = Label(opened.span.to(reader.peek().span))
        reader.fail(codes.EXPECTED, "there is nothing between these parentheses", place)
    with _inside_brackets(reader):
        inner = expression(reader)
    reader.expect(")", code=codes.EXPECTED, opened=opened)
    return inner


# list = "[" [ exprs ] "]" ;
def list_literal(reader: Reader) -> ListLiteral:
    start = reader.peek()
    items = bracketed(reader, "]")
    return ListLiteral(reader.since(start), items)


# exprs = expr { "," expr } ;
def bracketed(reader: Reader, closing: str) -> tuple[Expr, ...]:
    """The expressions between brackets, any number of them."""
    opened = reader.advance()
    items: list[Expr] = []
    with _inside_brackets(reader):
        while not reader.at(closing):
            items.append(expression(reader))
            if not reader.accept(","):
                break
            if reader.at(closing):
                hint = "leave out this comma"
                reader.report(codes.EXPECTED, f"expected an expression before `{closing}`", hint=hint)
    reader.expect(closing, code=codes.EXPECTED, what=f"`,` or `{closing}`", opened=opened)
    return tuple(items)


@contextmanager
def _inside_brackets(reader: Reader) -> Iterator[None]:
    """Inside brackets, a list literal may be indexed even in the header of a `for`."""
    before, reader.is_item = reader.is_item, False
    try:
        yield
    finally:
        reader.is_item = before


def no_expression(reader: Reader) -> NoReturn:
    """Says what is wrong where an expression should be and none begins."""
    token = reader.peek()
    hint = ""
    match token.text:
        case name if token.kind == KEYWORD and name in (*BASIC_TYPES, "list"):
            hint = "a declaration is a statement of its own: `int n;`"
            reader.fail(codes.EXPECTED, f"`{name}` is a type, not a value", hint=hint)
        case "!" | "not":
            hint = "put parentheses around `not …`"
        case "+":
            hint = "a number has no `+` before it: leave it out"
        case "{":
            hint = "a list is written in brackets: `[1, 2]`"
        case "=":
            hint = "to compare, write `==`"
        case ">" | "<":
            hint = "a type is no value; a list is written `[1, 2]`"
        case word if token.kind == KEYWORD:
            hint = f"`{word}` is a reserved word and cannot be a name"
    span = reader.gap() if token.kind == END or not reader.same_line() else token.span
    place = Label(span, "the text ends here" if token.kind == END else f"here is {found(token)}")
    reader.fail(codes.EXPECTED, "expected an expression", place, hint=hint)
