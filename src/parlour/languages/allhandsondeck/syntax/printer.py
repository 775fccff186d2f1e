"""An AllHandsOnDeck program in the one canonical layout: a tree that was read without errors in, its text out.

    >>> from parlour.languages.allhandsondeck.syntax.parser import parse_program
    >>> text = "main :\\n  do INIT( 2 ) # go\\nwhen do INIT (int n):\\n  total=(n+1)*2\\n"
    >>> source = Source("demo.ah", text)
    >>> print(print_program(parse_program(source)[0], source), end="")
    main:
        do INIT(2)  # go
    when do INIT(int n):
        total = (n + 1) * 2

Reading the result gives an equal tree, and printing it again the same text. Comments are kept, and so is whatever the
tree does not know and authors may choose: the quotes of a string, `new`, and where empty lines are (one at a time).
What is only tolerated is written as it should be: types stand before parameters. Lines end with `\\n`.
"""

from __future__ import annotations

from typing import assert_never

from parlour.languages.allhandsondeck.syntax.expression_printer import argument, line_expression, times, type_name
from parlour.languages.allhandsondeck.syntax.pen import Pen
from parlour.languages.allhandsondeck.syntax.scanner import scan
from parlour.languages.allhandsondeck.syntax.tree import (
    Action,
    AttributeDeclaration,
    Block,
    Branch,
    Class,
    Declaration,
    Declare,
    Evaluate,
    Expr,
    For,
    Helper,
    If,
    Main,
    Member,
    Parameter,
    Pass,
    Program,
    Repeat,
    Return,
    Statement,
    While,
)
from parlour.syntax.source import Source


def print_program(program: Program, source: Source) -> str:
    """The canonical text of a program that was read from this source without an error."""
    assert program.is_sound
    pen = Pen(source, scan(source, lambda _: None))
    for item in program.declarations:
        pen.begin_line(item.span.start)
        declaration(pen, item)
    return pen.end_text()


def declaration(pen: Pen, item: Declaration) -> None:
    match item:
        case Main(_, body):
            pen.word("main")
            block(pen, body)
        case Action():
            action(pen, item)
        case Helper():
            helper(pen, item)
        case Class():
            class_declaration(pen, item)
        case _:
            assert_never(item)


# when type name do ACTION(params):
#     stmt
def action(pen: Pen, item: Action) -> None:
    pen.word("when")
    pen.blank()
    if item.receiver is not None:
        parameter(pen, item.receiver)
        pen.blank()
    pen.word("do")
    pen.blank()
    pen.word_at(item.name.span.start)
    if item.parameters:
        pen.bracketed("(", item.parameters, parameter, pen.place_of(")"))
    block(pen, item.body)


# name(params): e
def helper(pen: Pen, item: Helper) -> None:
    pen.word_at(item.name.span.start)
    pen.bracketed("(", item.parameters, parameter, pen.place_of(")"))
    value_or_block(pen, item.body)


# type name
def parameter(pen: Pen, item: Parameter) -> None:
    if item.type is not None:
        type_name(pen, item.type)
        pen.blank()
    pen.word_at(item.name.span.start)


# let Class(params) be type(args) with:
#     member
def class_declaration(pen: Pen, item: Class) -> None:
    pen.word("let")
    pen.blank()
    pen.word_at(item.name.span.start)
    if item.parameters is not None:
        pen.bracketed("(", item.parameters, parameter, pen.place_of(")"))
    pen.blank()
    pen.word("be")
    pen.blank()
    type_name(pen, item.base)
    if item.arguments is not None:
        end = item.members[0].span.start if item.members else item.span.end
        pen.bracketed("(", item.arguments, argument, pen.last_before(end, ")"))
    if not item.members:
        return
    pen.blank()
    pen.word("with")
    pen.word(":")
    pen.layout.indent()
    for place, member in enumerate(item.members):
        pen.begin_line(member.span.start, keeps_blank=place > 0)
        class_member(pen, member)
    pen.end_block(pen.column_of(item.members[0].span.start))
    pen.layout.dedent()


# const type name: e
def class_member(pen: Pen, item: Member) -> None:
    match item:
        case Helper():
            helper(pen, item)
        case AttributeDeclaration(_, is_const, type_, name, value):
            if is_const:
                pen.word("const")
                pen.blank()
            if type_ is not None:
                type_name(pen, type_)
                pen.blank()
            pen.word_at(name.span.start)
            value_or_block(pen, value)
        case _:
            assert_never(item)


# : e
# :
#     stmt
def value_or_block(pen: Pen, body: Expr | Block) -> None:
    if isinstance(body, Block):
        block(pen, body)
        return
    pen.word(":")
    pen.blank()
    line_expression(pen, body)


# :
#     stmt
def block(pen: Pen, body: Block) -> None:
    pen.word(":")
    pen.layout.indent()
    for place, item in enumerate(body.statements):
        pen.begin_line(item.span.start, keeps_blank=place > 0)
        statement(pen, item)
    pen.end_block(pen.column_of(body.span.start))
    pen.layout.dedent()


def statement(pen: Pen, item: Statement) -> None:
    match item:
        case Pass():
            pen.word("pass")
        case Return(_, value):
            pen.word("return")
            if value is not None:
                pen.blank()
                line_expression(pen, value)
        case Declare():
            declare(pen, item)
        case Evaluate(_, value):
            line_expression(pen, value)
        case If(_, branches, otherwise):
            branch(pen, "if", branches[0])
            for further in branches[1:]:
                pen.begin_line(further.span.start, keeps_blank=False)
                branch(pen, "elif", further)
            else_block(pen, otherwise)
        case While(_, condition, body, otherwise):
            pen.word("while")
            pen.blank()
            line_expression(pen, condition)
            block(pen, body)
            else_block(pen, otherwise)
        case For(_, name, values, body):
            for word in ("for", name.text, "in"):
                pen.word(word)
                pen.blank()
            line_expression(pen, values)
            block(pen, body)
        case Repeat(_, count, body):
            pen.word("for")
            pen.blank()
            times(pen, count)
            block(pen, body)
        case _:
            assert_never(item)


# type name = e
def declare(pen: Pen, item: Declare) -> None:
    type_name(pen, item.type)
    pen.blank()
    pen.word_at(item.name.span.start)
    if item.value is not None:
        pen.blank()
        pen.word("=")
        pen.blank()
        line_expression(pen, item.value)


# if e:
#     stmt
def branch(pen: Pen, word: str, item: Branch) -> None:
    pen.word(word)
    pen.blank()
    line_expression(pen, item.condition)
    block(pen, item.body)


# else:
#     stmt
def else_block(pen: Pen, body: Block | None) -> None:
    if body is not None:
        pen.begin_line(pen.place_of("else"), keeps_blank=False)
        pen.word("else")
        block(pen, body)
