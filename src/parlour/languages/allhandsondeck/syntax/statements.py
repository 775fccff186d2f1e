"""Reads AllHandsOnDeck statements and blocks: a `Reader` over tokens in, a tree out. The grammar rule stands above each
function.

A statement that cannot be read costs no more than its line: what is indented below it is read all the same, as if it
stood in the block around it.
"""

from __future__ import annotations

from typing import NoReturn

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.syntax import slips
from parlour.languages.allhandsondeck.syntax.expressions import whole_expression
from parlour.languages.allhandsondeck.syntax.missing import is_operand, no_operator
from parlour.languages.allhandsondeck.syntax.names import read_type
from parlour.languages.allhandsondeck.syntax.reader import Reader
from parlour.languages.allhandsondeck.syntax.tokens import INDENT, KEYWORD, NEWLINE, OUTDENT
from parlour.languages.allhandsondeck.syntax.tree import (
    Assign,
    Block,
    Branch,
    Broken,
    Declare,
    Evaluate,
    Expr,
    For,
    Ident,
    If,
    Pass,
    Repeat,
    Return,
    Statement,
    Variable,
    While,
)
from parlour.syntax.cursor import Unreadable, found
from parlour.syntax.diagnostic import Label
from parlour.syntax.token import END, NAME, Token


# block = NL INDENT stmt+ OUTDENT
def block(reader: Reader, after: str) -> Block:
    """A block with the `:` before it; `after` says what opens it."""
    return indented(reader, after, is_announced=colon(reader, after))


# ":"
def colon(reader: Reader, after: str) -> bool:
    """Takes the `:`, or says that it is missing and goes on if it is the only thing that is. Whether it was there."""
    if reader.accept(":"):
        return True
    title = f"expected `:` after {after}"
    if reader.at(NEWLINE):
        reader.tell(codes.EXPECTED, title, Label(reader.gap(), "here"))
        return False
    if reader.at("do", "then") and (reader.peek(1).kind == NEWLINE or reader.peek(1).text == ":"):
        hint = f"write `:` instead of `{reader.peek().text}`"
        reader.report(codes.FOREIGN_WORD, title, hint=hint)
        reader.advance()
        return reader.accept(":") is not None
    if is_operand(reader.peek()):
        no_operator(reader)
    reader.expect(":", code=codes.EXPECTED, after=after)
    return True


def indented(reader: Reader, after: str, *, is_announced: bool) -> Block:
    """What is indented below a `:`. Where it is missing or begins in the same line, it is said, and reading goes on;
    where the `:` was missing, too, that has been said already."""
    start = reader.peek()
    if not reader.accept(NEWLINE):
        hint = "begin a new line behind the `:` and indent it"
        reader.report(codes.NO_BLOCK, f"the block of {after} begins in a line of its own", hint=hint)
        return Block(start.span, (statement(reader),))
    if not reader.at(INDENT):
        if is_announced:
            hint = "indent the lines that belong to it; a block that does nothing is written `pass`"
            reader.tell(codes.NO_BLOCK, f"expected an indented block below {after}", Label(reader.gap()), hint=hint)
        return Block(reader.gap(), ())
    with reader.nested(codes.TOO_DEEP):
        reader.advance()
        first = reader.peek()
        read = statements(reader)
        last = reader.previous
        reader.accept(OUTDENT)
        return Block(first.span.to(last.span), tuple(read))


# stmt+
def statements(reader: Reader) -> list[Statement]:
    """All statements up to the end of the block, or of the text."""
    read: list[Statement] = []
    while not reader.at(OUTDENT, END):
        if reader.at(INDENT):
            reader.tell(
                codes.BAD_INDENTATION,
                "this line is indented, but nothing opens a block above it",
                Label(reader.peek().span),
                hint="begin it in the same column as the line above",
            )
            read += inner_lines(reader)
            continue
        start = reader.place
        try:
            read.append(statement(reader))
        except Unreadable:
            reader.skip_line(start)
            read += inner_lines(reader)
            while reader.at("elif", "else"):
                reader.skip_line(reader.place)
                read += inner_lines(reader)
    return read


def inner_lines(reader: Reader) -> list[Statement]:
    """The statements of a block of which nobody knows what opens it."""
    if not reader.at(INDENT):
        return []
    try:
        with reader.nested(codes.TOO_DEEP):
            reader.advance()
            read = statements(reader)
            reader.accept(OUTDENT)
            return read
    except Unreadable:
        reader.skip_blocks()
        return []


# stmt = "pass" NL | if | while | for | "return" [expr] NL | decl | expr NL
def statement(reader: Reader) -> Statement:
    token = reader.peek()
    if reader.at_typed_name():
        return declaration(reader)
    if token.kind == KEYWORD:
        match token.text:
            case "pass":
                reader.advance()
                end_line(reader)
                return Pass(token.span)
            case "if":
                return choice(reader)
            case "while":
                return while_loop(reader)
            case "for":
                return for_loop(reader)
            case "return":
                return return_statement(reader)
            case "elif" | "else":
                title = f"this `{token.text}` belongs to no `if`"
                reader.fail(
                    codes.EXPECTED, title, hint="it stands in the same column as its `if`, right below its block"
                )
            case "main" | "when" | "let" | "const" | "with":
                misplaced_declaration(reader, token)
    value = whole_expression(reader)
    if isinstance(value, Variable) and value.name in slips.LONE_WORDS:
        hint = slips.LONE_WORDS[value.name]
        reader.tell(codes.FOREIGN_WORD, f"there is no `{value.name}`", Label(value.span), hint=hint)
        value = Broken(value.span)
    end_line(reader)
    return Evaluate(value.span, value)


def misplaced_declaration(reader: Reader, token: Token) -> NoReturn:
    """A word that begins a declaration, inside of a block."""
    if token.text == "let" and reader.peek(1).kind == NAME:
        hint = f"leave it out: `{reader.peek(1).text} = …`; `let` declares a class"
    elif token.text == "const":
        hint = "leave it out: only attributes of a class are `const`"
    elif token.text == "with":
        hint = "it belongs to the line of a `let`: `let Card be Object with:`"
    else:
        hint = "declarations stand at the margin, one below the other"
    reader.fail(codes.EXPECTED, f"`{token.text}` cannot begin a statement", hint=hint)


def end_line(reader: Reader) -> None:
    """Takes the line end that closes a statement."""
    if reader.accept(NEWLINE) or reader.at(OUTDENT, END):
        return
    if is_operand(reader.peek()):
        no_operator(reader)
    token = reader.peek()
    hint = ""
    if token.text == ":":
        hint = "a `:` opens a block: a line with one begins with `if`, `while`, `for`, …"
    elif token.text == "for":
        hint = "a comprehension stands in square brackets: `[x for x in xs]`"
    elif token.text in ("if", "else"):
        hint = "a choice is a statement, in a line of its own"
    elif token.text == ",":
        hint = "one statement assigns one name, and several values stand in square brackets: `[a, b]`"
    place = Label(token.span, f"here is {found(token)}")
    reader.fail(codes.EXPECTED, "expected the end of the line", place, hint=hint)


# decl = type ID [ "=" expr ] NL
def declaration(reader: Reader) -> Declare:
    start = reader.peek()
    type_name = read_type(reader)
    token = reader.advance()
    name = Ident(token.span, token.text)
    value = whole_expression(reader) if reader.accept("=") else None
    if value is None and reader.at(":"):
        hint = f"a value is given by `=`: `{type_name.name} {name.text} = …`"
        reader.fail(codes.EXPECTED, "expected `=` or the end of the line", hint=hint)
    span = reader.since(start)
    end_line(reader)
    return Declare(span, type_name, name, value)


# "return" [expr] NL
def return_statement(reader: Reader) -> Return:
    start = reader.advance()
    value = None if reader.at(NEWLINE, OUTDENT, END) else whole_expression(reader)
    span = reader.since(start)
    end_line(reader)
    return Return(span, value)


def condition(reader: Reader, word: str) -> Expr:
    value = whole_expression(reader)
    if isinstance(value, Assign) and value.operator == "=":
        reader.warn(
            codes.ASSIGNED_CONDITION,
            f"this condition assigns: `{word}` looks at the value that is assigned",
            Label(value.span),
            hint="to compare, write `==`; if it is meant, assign in a line of its own before",
        )
    return value


# if = "if" expr ":" block { "elif" expr ":" block } [ "else" ":" block ]
def choice(reader: Reader) -> If:
    start = reader.peek()
    branches: list[Branch] = []
    otherwise: Block | None = None
    while True:
        first = reader.advance()
        test = condition(reader, "if")
        body = block(reader, f"the condition of this `{first.text}`")
        branches.append(Branch(first.span.to(body.span), test, body))
        if reader.at("else") and reader.peek(1).text == "if":
            place = Label(reader.peek().span.to(reader.peek(1).span))
            reader.tell(codes.FOREIGN_WORD, "`else if` is one word", place, hint="write `elif`")
            reader.advance()
        elif not reader.at("elif"):
            break
    if reader.at("else"):
        reader.advance()
        otherwise = block(reader, "`else`")
    last = otherwise if otherwise is not None else branches[-1]
    return If(start.span.to(last.span), tuple(branches), otherwise)


# while = "while" expr ":" block [ "else" ":" block ]
def while_loop(reader: Reader) -> While:
    start = reader.advance()
    test = condition(reader, "while")
    body = block(reader, "the condition of this `while`")
    otherwise: Block | None = None
    if reader.accept("else"):
        otherwise = block(reader, "`else`")
    last = otherwise if otherwise is not None else body
    return While(start.span.to(last.span), test, body, otherwise)


# for = "for" ID "in" expr ":" block | "for" expr "times" ":" block
def for_loop(reader: Reader) -> For | Repeat:
    start = reader.advance()
    if reader.peek().kind == NAME and reader.peek(1).text == "in":
        token = reader.advance()
        reader.advance()
        values = whole_expression(reader)
        body = block(reader, "this `for`")
        return For(start.span.to(body.span), Ident(token.span, token.text), values, body)
    if reader.at_typed_name() and reader.peek(reader.at_type() + 1).text == "in":
        hint = f"write `for {reader.peek(reader.at_type()).text} in …`"
        reader.fail(codes.EXPECTED, "the name that runs over the values has no type", hint=hint)
    count = whole_expression(reader)
    hint = "a loop is written `for card in cards:` or `for 3 times:`"
    reader.expect("times", code=codes.EXPECTED, after="the number of rounds", hint=hint)
    body = block(reader, "this `for`")
    return Repeat(start.span.to(body.span), count, body)
