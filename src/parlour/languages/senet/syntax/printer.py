"""A Senet program in the one canonical layout: a tree that was read without errors in, its text out.

    >>> from parlour.languages.senet.syntax.parser import parse_program
    >>> text = "@setup { } @turns { void begin() { if 1+1 == 2 exit() # done\\n} }"
    >>> source = Source("demo.senet", text)
    >>> print(print_program(parse_program(source)[0], source), end="")
    @setup {
    }
    <BLANKLINE>
    @turns {
        void begin() {
            if (1 + 1 == 2) {
                exit();  # done
            }
        }
    }

Reading the result gives an equal tree, and printing it again the same text. Comments are kept, and so are empty lines,
one at a time. All that the manual's grammar asks for is written, whether the author wrote it or not: parentheses,
braces, commas, semicolons, plain quotation marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from parlour.languages.senet.syntax.expression_printer import expression, parenthesised
from parlour.languages.senet.syntax.pen import Pen
from parlour.languages.senet.syntax.scanner import SECTION, scan
from parlour.languages.senet.syntax.tree import (
    BasicType,
    Block,
    Break,
    BrokenType,
    Continue,
    Declaration,
    Default,
    Evaluate,
    Expr,
    For,
    Formal,
    Function,
    Group,
    GroupType,
    If,
    ListType,
    Member,
    Program,
    Return,
    SetupItem,
    Statement,
    Type,
    While,
)
from parlour.syntax.source import Source
from parlour.syntax.tolerance import Tolerance


def print_program(program: Program, source: Source) -> str:
    """The canonical text of a program that was read from this source without an error."""
    assert program.is_sound
    scanned = scan(source, Tolerance(lambda _: None))
    pen = Pen(source, scanned)
    at_setup, at_turns = (index for index, token in enumerate(scanned.tokens) if token.kind == SECTION)
    starts = [(scanned.tokens[at].span.start, scanned.tokens[at + 1].span.start) for at in (at_setup, at_turns)]
    section(pen, "@setup", *starts[0], program.setup)
    section(pen, "@turns", *starts[1], program.turns)
    return pen.end_text()


# @setup {
#     item
# }
def section(pen: Pen, name: str, start: int, opening: int, items: Sequence[SetupItem]) -> None:
    pen.begin_line(start, is_apart=name != "@setup", is_first=name == "@setup")
    pen.word(name, start)
    pen.blank()
    pen.sign("{")
    pen.layout.indent()
    before: SetupItem | None = None
    for item in items:
        is_apart = before is not None and (isinstance(item, Group | Function) or isinstance(before, Group | Function))
        pen.begin_line(first_word(item), is_first=before is None, is_apart=is_apart)
        setup_item(pen, item)
        before = item
    close(pen, pen.closing_brace(opening), is_empty=not items)


def first_word(item: SetupItem | Member) -> int:
    """Where the first thing stands that is written of an item: `func` and `class` are not."""
    match item:
        case Function(is_assert=False, type=None):
            return item.name.span.start
        case Function(is_assert=False, type=declared) | Declaration(type=declared) if declared is not None:
            return declared.span.start
    return item.span.start


def setup_item(pen: Pen, item: SetupItem) -> None:
    match item:
        case Group():
            group(pen, item)
        case Function():
            function(pen, item)
        case _:
            statement(pen, item)


# group Name (Parent(e, e)) {
#     member
# };
def group(pen: Pen, item: Group) -> None:
    pen.word("group", item.span.start)
    pen.blank()
    pen.word(item.name.text, item.name.span.start)
    pen.blank()
    pen.sign("(")
    if item.parent is not None:
        pen.word(item.parent.text, item.parent.span.start)
        if item.arguments is not None:
            arguments(pen, item.arguments, item.parent.span.end)
    pen.sign(")")
    pen.blank()
    pen.sign("{")
    pen.layout.indent()
    before: Member | None = None
    for part in item.members:
        is_apart = before is not None and (isinstance(part, Function) or isinstance(before, Function))
        pen.begin_line(first_word(part), is_first=before is None, is_apart=is_apart)
        match part:
            case Function():
                function(pen, part)
            case Default(_, name, value):
                pen.word(name.text, name.span.start)
                initial_value(pen, value)
                pen.sign(";")
            case Declaration():
                declaration(pen, part)
            case _:
                assert_never(part)
        before = part
    close(pen, pen.closing_brace(pen.next_brace(item.name.span.end)), is_empty=not item.members)
    pen.sign(";")


# type name(type name, type name) {
#     statement
# }
def function(pen: Pen, item: Function) -> None:
    if item.is_assert:
        pen.word("assert", item.span.start)
        pen.blank()
    elif item.type is not None:
        type_form(pen, item.type)
        pen.blank()
    pen.word(item.name.text, item.name.span.start)
    pen.bracketed("(", item.formals, formal, ")", pen.next_closing(item.name.span.end))
    pen.blank()
    block(pen, item.body)


# type name
def formal(pen: Pen, item: Formal) -> None:
    type_form(pen, item.type)
    pen.blank()
    pen.word(item.name.text, item.name.span.start)


# {
#     statement
# }
def block(pen: Pen, item: Block) -> None:
    pen.sign("{")
    pen.layout.indent()
    for index, part in enumerate(item.statements):
        pen.begin_line(first_word(part), is_first=index == 0)
        statement(pen, part)
    close(pen, pen.closing(item), is_empty=not item.statements)


def close(pen: Pen, at: int, *, is_empty: bool) -> None:
    """The `}` at an offset, after the comments before it."""
    pen.last_comments(at, is_first=is_empty)
    pen.layout.dedent().end_line()
    pen.word("}", at)


def statement(pen: Pen, item: Statement) -> None:
    start = item.span.start
    match item:
        case Declaration():
            declaration(pen, item)
        case Evaluate(_, expr):
            expression(pen, expr)
            pen.sign(";")
        case Block():
            block(pen, item)
        case If():
            if_statement(pen, item)
        case While(_, condition, body):
            pen.word("while", start)
            pen.blank()
            parenthesised(pen, condition)
            pen.blank()
            block(pen, body)
        case For():
            for_statement(pen, item)
        case Break():
            pen.word("break;", start)
        case Continue():
            pen.word("continue;", start)
        case Return(_, value):
            pen.word("return", start)
            if value is not None:
                pen.blank()
                expression(pen, value)
            pen.sign(";")
        case _:
            assert_never(item)


# type name;
# type name = e;
# type name(e, e);
def declaration(pen: Pen, item: Declaration) -> None:
    type_form(pen, item.type)
    pen.blank()
    pen.word(item.name.text, item.name.span.start)
    if item.arguments is not None:
        arguments(pen, item.arguments, item.name.span.end)
    if item.value is not None:
        initial_value(pen, item.value)
    pen.sign(";")


# = e
def initial_value(pen: Pen, value: Expr) -> None:
    pen.blank()
    pen.sign("=")
    pen.blank()
    expression(pen, value)


# (e, e)
def arguments(pen: Pen, items: Sequence[Expr], after: int) -> None:
    """The arguments that begin after an offset."""
    pen.bracketed("(", items, expression, ")", pen.next_closing(after))


# if (e) {
#     statement
# } elif (e) {
#     statement
# } else {
#     statement
# }
def if_statement(pen: Pen, item: If) -> None:
    for index, branch in enumerate(item.branches):
        if index == 0:
            pen.word("if", item.span.start)
        else:
            pen.blank()
            pen.sign("elif")
        pen.blank()
        parenthesised(pen, branch.condition)
        pen.blank()
        block(pen, branch.body)
    if item.otherwise is not None:
        pen.blank()
        pen.sign("else")
        pen.blank()
        block(pen, item.otherwise)


# for (type name in {e, e}) {
#     statement
# }
def for_statement(pen: Pen, item: For) -> None:
    pen.word("for", item.span.start)
    pen.blank()
    pen.sign("(")
    if item.type is not None:
        type_form(pen, item.type)
        pen.blank()
    pen.word(item.name.text, item.name.span.start)
    pen.blank()
    pen.sign("in")
    pen.blank()
    if item.is_braced:
        opening = pen.next_brace(item.name.span.end)
        has_braces = not item.items or opening < item.items[0].span.start
        closing = pen.closing_brace(opening) if has_braces else item.items[-1].span.end
        pen.bracketed("{", item.items, expression, "}", closing)
    else:
        expression(pen, item.items[0])
    pen.sign(")")
    pen.blank()
    block(pen, item.body)


# int
# list<type>
# Name.Name
def type_form(pen: Pen, form: Type) -> None:
    start = form.span.start
    match form:
        case BasicType(_, name):
            pen.word(name, start)
        case ListType(_, element):
            pen.word("list", start)
            pen.sign("<")
            type_form(pen, element)
            pen.sign(">")
        case GroupType(_, group_name):
            pen.word(group_name.text, start)
        case BrokenType():
            raise AssertionError("a program with errors is not printed")
        case _:
            assert_never(form)
