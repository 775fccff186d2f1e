"""A BoGL program in the one canonical layout: a tree that was read without errors in, its text out.

    >>> from parlour.languages.bogl.syntax.parser import parse_program
    >>> text = "game Demo  answer:Int -- of all\\n answer=(6*(7))"
    >>> source = Source("demo.bgl", text)
    >>> print(print_program(parse_program(source)[0], source), end="")
    game Demo
    answer : Int  -- of all
    answer = 6 * 7

Reading the result gives an equal tree, and printing it again the same text. Comments are kept, and so is whatever the
tree does not know and authors may choose: `|` or `&`, `b(x,y)` or `b!(x,y)`, `16` or `0x10`, and where empty lines are
(one at a time). Lines end with `\\n`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from parlour.languages.bogl.syntax.comments import comments_of
from parlour.languages.bogl.syntax.expression_printer import expression, number, number_text
from parlour.languages.bogl.syntax.pen import Pen
from parlour.languages.bogl.syntax.scanner import scan
from parlour.languages.bogl.syntax.tree import (
    BoardEquations,
    BoardType,
    BrokenType,
    CellEquation,
    Definition,
    Enumeration,
    Expr,
    ExtendedType,
    FunctionEquation,
    FunctionType,
    Ident,
    NamedType,
    Number,
    Program,
    TupleType,
    Type,
    TypeDefinition,
    ValueDefinition,
    ValueEquation,
)
from parlour.syntax.source import Source


def print_program(program: Program, source: Source) -> str:
    """The canonical text of a program or a prelude that was read from this source without an error."""
    assert program.is_sound
    tokens = scan(source, lambda _: None)
    pen = Pen(source, tokens, comments_of(source, tokens))
    if program.name is not None:
        game_line(pen, program.name)
    for definition in program.definitions:
        definition_of(pen, definition)
    return pen.end_text()


# game Name
def game_line(pen: Pen, name: Ident) -> None:
    pen.begin_line(keeps_blank=True)
    pen.word("game")
    pen.blank()
    identifier(pen, name)


def definition_of(pen: Pen, definition: Definition) -> None:
    pen.begin_line(keeps_blank=True)
    match definition:
        case BoardType():
            board_type(pen, definition)
        case TypeDefinition():
            type_definition(pen, definition)
        case ValueDefinition():
            value_definition(pen, definition)
        case _:
            assert_never(definition)


def identifier(pen: Pen, name: Ident) -> None:
    pen.word_at(name.span.start)


# type Board = Array (3,3) of type
def board_type(pen: Pen, definition: BoardType) -> None:
    assert definition.width is not None and definition.height is not None
    pen.word("type")
    for word in ("Board", "=", "Array"):
        pen.blank()
        pen.word(word)
    pen.blank()
    pair(pen, definition.width, definition.height)
    pen.blank()
    pen.word("of")
    pen.blank()
    type_form(pen, definition.content)


# type Name = type
def type_definition(pen: Pen, definition: TypeDefinition) -> None:
    pen.word("type")
    pen.blank()
    identifier(pen, definition.name)
    pen.blank()
    pen.word("=")
    pen.blank()
    type_form(pen, definition.type)


# (x,2)
def pair(pen: Pen, column: Number | Ident, row: Number | Ident) -> None:
    """Two coordinates or sizes, close together."""
    pen.word("(")
    coordinate(pen, column)
    pen.word(",")
    coordinate(pen, row)
    pen.word(")")


def coordinate(pen: Pen, place: Number | Ident) -> None:
    if isinstance(place, Number):
        number(pen, place)
    else:
        identifier(pen, place)


# name : type
# name = e
def value_definition(pen: Pen, definition: ValueDefinition) -> None:
    assert definition.signature is not None
    identifier(pen, definition.name)
    pen.blank()
    pen.word(":")
    pen.blank()
    signature(pen, definition.signature)
    name = definition.name.text
    match definition.equation:
        case ValueEquation(_, value):
            pen.begin_line(keeps_blank=False)
            pen.word(name)
            right_side(pen, value)
        case FunctionEquation(_, parameters, body):
            pen.begin_line(keeps_blank=False)
            pen.layout.open()
            pen.word(name)
            pen.bracketed("(", parameters, identifier, pen.place_of(")"))
            pen.layout.close()
            right_side(pen, body)
        case BoardEquations(_, cells):
            board_equations(pen, name, cells)
        case None:
            raise AssertionError("a definition without an equation is an error")
        case unknown:
            assert_never(unknown)


# = e
def right_side(pen: Pen, value: Expr, padding: int = 0) -> None:
    pen.layout.open().blanks(padding + 1)
    pen.word("=")
    pen.layout.indent().line()
    expression(pen, value)
    pen.layout.dedent().close()


# name!(x,y)  = e
# name!(10,2) = e
def board_equations(pen: Pen, name: str, cells: Sequence[CellEquation]) -> None:
    """Below each other with their `=` in one column; empty lines between them are the author's."""
    widths = [_head_width(pen, cell) for cell in cells]
    for index, cell in enumerate(cells):
        pen.begin_line(keeps_blank=index > 0)
        pen.word(name)
        if pen.at("!"):
            pen.word("!")
        pair(pen, cell.column, cell.row)
        right_side(pen, cell.value, max(widths) - widths[index])


def _head_width(pen: Pen, cell: CellEquation) -> int:
    """How wide the position in an equation is, with its `!`."""
    width = 1 if pen.is_followed_by(cell.span.start, "!") else 0
    for place in (cell.column, cell.row):
        width += len(number_text(place) if isinstance(place, Number) else place.text)
    return width


# type -> type
def signature(pen: Pen, form: Type | FunctionType) -> None:
    if not isinstance(form, FunctionType):
        type_form(pen, form)
        return
    pen.layout.open()
    type_form(pen, form.parameter)
    pen.layout.indent().line()
    pen.word("->")
    pen.blank()
    type_form(pen, form.result)
    pen.layout.dedent().close()


# Name
# {Name, Name}
# (type, type)
# type | Name & {Name}
def type_form(pen: Pen, form: Type) -> None:
    match form:
        case NamedType():
            pen.word_at(form.span.start)
        case Enumeration():
            enumeration(pen, form)
        case TupleType(span, parts):
            pen.layout.open()
            pen.bracketed("(", parts, type_form, span.end - 1)
            pen.layout.close()
        case ExtendedType():
            extended_type(pen, form)
        case BrokenType():
            raise AssertionError("a program with errors is not printed")
        case _:
            assert_never(form)


def enumeration(pen: Pen, form: Enumeration) -> None:
    pen.layout.open()
    pen.bracketed("{", form.symbols, identifier, form.span.end - 1)
    pen.layout.close()


def extended_type(pen: Pen, form: ExtendedType) -> None:
    """An extended type that is extended once more keeps its parentheses: it is another tree without them."""
    pen.layout.open()
    if isinstance(form.base, ExtendedType):
        pen.parenthesis("(")
        type_form(pen, form.base)
        pen.parenthesis(")")
    else:
        type_form(pen, form.base)
    pen.layout.indent()
    for addition in form.additions:
        pen.layout.line()
        pen.word_at(addition.span.start)
        pen.blank()
        match addition.added:
            case Enumeration() as symbols:
                enumeration(pen, symbols)
            case added:
                pen.word_at(added.span.start)
    pen.layout.dedent().close()
