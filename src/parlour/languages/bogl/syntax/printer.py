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

import re
from collections.abc import Sequence
from typing import assert_never

from parlour.languages.bogl.syntax import tree
from parlour.languages.bogl.syntax.parser import SIGN_STRENGTH, STRENGTH
from parlour.languages.bogl.syntax.scanner import HOLE_TEXT, scan
from parlour.syntax.pen import Pen
from parlour.syntax.source import Source

_LOOSEST = -1
_TIGHTEST = max(STRENGTH.values()) + 1
_DIGITS = re.compile(r"\w+\Z")


def print_program(program: tree.Program, source: Source) -> str:
    """The canonical text of a program or a prelude that was read from this source without an error."""
    assert program.is_sound
    scanned = scan(source, lambda _: None)
    pen = Pen(source, scanned.tokens, scanned.comments)
    if program.name is not None:
        game_line(pen, program.name)
    for definition in program.definitions:
        definition_of(pen, definition)
    return pen.end_text()


# game Name
def game_line(pen: Pen, name: tree.Ident) -> None:
    pen.begin_line(pen.place_of("game"))
    pen.word("game")
    pen.blank()
    identifier(pen, name)


def definition_of(pen: Pen, definition: tree.Definition) -> None:
    pen.begin_line(definition.span.start)
    match definition:
        case tree.BoardType():
            board_type(pen, definition)
        case tree.TypeDefinition():
            type_definition(pen, definition)
        case tree.ValueDefinition():
            value_definition(pen, definition)
        case _:
            assert_never(definition)


def identifier(pen: Pen, name: tree.Ident) -> None:
    pen.word_at(name.span.start)


# type Board = Array (3,3) of type
def board_type(pen: Pen, definition: tree.BoardType) -> None:
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
def type_definition(pen: Pen, definition: tree.TypeDefinition) -> None:
    pen.word("type")
    pen.blank()
    identifier(pen, definition.name)
    pen.blank()
    pen.word("=")
    pen.blank()
    type_form(pen, definition.type)


# (x,2)
def pair(pen: Pen, column: tree.Number | tree.Ident, row: tree.Number | tree.Ident) -> None:
    """Two coordinates or sizes, close together."""
    pen.word("(")
    coordinate(pen, column)
    pen.word(",")
    coordinate(pen, row)
    pen.word(")")


def coordinate(pen: Pen, place: tree.Number | tree.Ident) -> None:
    if isinstance(place, tree.Number):
        number(pen, place)
    else:
        identifier(pen, place)


# name : type
# name = e
def value_definition(pen: Pen, definition: tree.ValueDefinition) -> None:
    assert definition.signature is not None
    identifier(pen, definition.name)
    pen.blank()
    pen.word(":")
    pen.blank()
    signature(pen, definition.signature)
    name = definition.name.text
    match definition.equation:
        case tree.ValueEquation(_, value):
            pen.begin_line(pen.place_of(name), is_close=True)
            pen.word(name)
            right_side(pen, value)
        case tree.FunctionEquation(_, parameters, body):
            pen.begin_line(pen.place_of(name), is_close=True)
            pen.word(name)
            pen.bracketed("(", parameters, identifier, pen.place_of(")"))
            right_side(pen, body)
        case tree.BoardEquations(_, cells):
            board_equations(pen, name, cells)
        case None:
            raise AssertionError("a definition without an equation is an error")
        case unknown:
            assert_never(unknown)


# = e
def right_side(pen: Pen, value: tree.Expr, padding: int = 0) -> None:
    pen.lines.open().blanks(padding + 1)
    pen.word("=")
    pen.lines.indent().line()
    expression(pen, value)
    pen.lines.dedent().close()


# name!(x,y)  = e
# name!(10,2) = e
def board_equations(pen: Pen, name: str, cells: Sequence[tree.CellEquation]) -> None:
    """Below each other with their `=` in one column; empty lines between them are the author's."""
    widths = [_head_width(pen, cell) for cell in cells]
    for index, cell in enumerate(cells):
        pen.begin_line(cell.span.start, is_close=index == 0)
        pen.word(name)
        if pen.at("!"):
            pen.word("!")
        pair(pen, cell.column, cell.row)
        right_side(pen, cell.value, max(widths) - widths[index])


def _head_width(pen: Pen, cell: tree.CellEquation) -> int:
    """How wide the position in an equation is, with its `!`."""
    width = 1 if pen.is_followed_by(cell.span.start, "!") else 0
    for place in (cell.column, cell.row):
        width += len(number_text(place) if isinstance(place, tree.Number) else place.text)
    return width


# type -> type
def signature(pen: Pen, form: tree.Type | tree.FunctionType) -> None:
    if not isinstance(form, tree.FunctionType):
        type_form(pen, form)
        return
    pen.lines.open()
    type_form(pen, form.parameter)
    pen.lines.indent().line()
    pen.word("->")
    pen.blank()
    type_form(pen, form.result)
    pen.lines.dedent().close()


# Name
# {Name, Name}
# (type, type)
# type | Name & {Name}
def type_form(pen: Pen, form: tree.Type) -> None:
    match form:
        case tree.NamedType():
            pen.word_at(form.span.start)
        case tree.Enumeration():
            enumeration(pen, form)
        case tree.TupleType(span, parts):
            pen.bracketed("(", parts, type_form, span.end - 1)
        case tree.ExtendedType():
            extended_type(pen, form)
        case tree.BrokenType():
            raise AssertionError("a program with errors is not printed")
        case _:
            assert_never(form)


def enumeration(pen: Pen, form: tree.Enumeration) -> None:
    pen.bracketed("{", form.symbols, identifier, form.span.end - 1)


def extended_type(pen: Pen, form: tree.ExtendedType) -> None:
    """An extended type that is extended once more keeps its parentheses: it is another tree without them."""
    pen.lines.open()
    if isinstance(form.base, tree.ExtendedType):
        pen.parenthesis("(")
        type_form(pen, form.base)
        pen.parenthesis(")")
    else:
        type_form(pen, form.base)
    pen.lines.indent()
    for addition in form.additions:
        pen.lines.line()
        pen.word_at(addition.span.start)
        pen.blank()
        match addition.added:
            case tree.Enumeration() as symbols:
                enumeration(pen, symbols)
            case added:
                pen.word_at(added.span.start)
    pen.lines.dedent().close()


# Expressions
#
# Parentheses are written where the same tree would not be read without them. An operand that is a `let`, `if` or
# `while` always has them: it may go without only at the very end of an expression, where nobody sees how far it
# reaches.


def strength(expr: tree.Expr) -> int:
    """How tightly an expression holds together, on the scale of its operators."""
    match expr:
        case tree.Block() | tree.While():
            return _LOOSEST
        case tree.Chain(_, _, links):
            return STRENGTH[links[0].operator]
        case tree.Negation():
            return SIGN_STRENGTH
    return _TIGHTEST


def expression(pen: Pen, expr: tree.Expr) -> None:
    match expr:
        case tree.Number():
            number(pen, expr)
        case tree.Text() | tree.Truth() | tree.Symbol() | tree.Variable():
            pen.word_at(expr.span.start)
        case tree.Call(span, function, arguments):
            pen.word_at(function.span.start)
            pen.bracketed("(", arguments, expression, span.end - 1)
        case tree.Tuple(span, parts):
            pen.bracketed("(", parts, expression, span.end - 1)
        case tree.Projection():
            projection(pen, expr)
        case tree.Negation(_, inner):
            negation(pen, inner)
        case tree.Chain(_, first, links):
            chain(pen, first, links)
        case tree.Block(_, clauses, result):
            block(pen, clauses, result)
        case tree.While(_, condition, body):
            while_loop(pen, condition, body)
        case tree.Hole():
            pen.word(HOLE_TEXT)
        case tree.Broken():
            raise AssertionError("a program with errors is not printed")
        case _:
            assert_never(expr)


def operand(pen: Pen, expr: tree.Expr, *, has_parentheses: bool) -> None:
    if not has_parentheses:
        expression(pen, expr)
        return
    pen.lines.open()
    pen.parenthesis("(")
    pen.lines.indent().soft()
    expression(pen, expr)
    pen.lines.dedent().soft()
    pen.parenthesis(")")
    pen.lines.close()


def number_text(value: tree.Number) -> str:
    """A number as its author writes it: `-5`, `0x10`."""
    written = value.span.text
    digits = _DIGITS.search(written)
    assert digits is not None
    return (written[0] if written[0] in "+-" else "") + digits.group()


# -5
def number(pen: Pen, value: tree.Number) -> None:
    text = number_text(value)
    pen.word_at(value.span.end - len(text.lstrip("+-")), text)


# e#1
# e#(1, 2)
def projection(pen: Pen, expr: tree.Projection) -> None:
    operand(pen, expr.subject, has_parentheses=strength(expr.subject) < _TIGHTEST)
    pen.word("#")
    if len(expr.indexes) == 1:
        number(pen, expr.indexes[0])
        return
    pen.word("(")
    for place, index in enumerate(expr.indexes):
        if place:
            pen.word(",")
            pen.blank()
        number(pen, index)
    pen.word(")")


# -e
def negation(pen: Pen, inner: tree.Expr) -> None:
    """Two signs need a blank between them (`--` starts a comment), and `-5` would be a number."""
    pen.word("-")
    is_signed = begins_with_sign(inner)
    if is_signed:
        pen.blank()
    is_number = isinstance(leftmost(inner), tree.Number) and not is_signed
    operand(pen, inner, has_parentheses=is_number or strength(inner) < SIGN_STRENGTH)


def leftmost(expr: tree.Expr) -> tree.Expr:
    """The part that an expression begins with, unless that stands in parentheses."""
    while True:
        match expr:
            case tree.Chain(_, first) if strength(first) > strength(expr):
                expr = first
            case tree.Projection(_, subject) if strength(subject) == _TIGHTEST:
                expr = subject
            case _:
                return expr


# e + e - e
# e!e
def chain(pen: Pen, first: tree.Expr, links: Sequence[tree.Link]) -> None:
    own = STRENGTH[links[0].operator]
    pen.lines.open()
    operand(pen, first, has_parentheses=strength(first) <= own)
    pen.lines.indent()
    for link in links:
        inner = link.operand
        # At the end, a sign may also stand after a tighter operator: `b ! -n`.
        is_last_sign = isinstance(inner, tree.Negation) and link is links[-1]
        has_parentheses = strength(inner) <= own and not is_last_sign
        if link.operator != "!":
            pen.lines.line()
            pen.word(link.operator)
            pen.blank()
        elif not has_parentheses and begins_with_sign(inner):
            pen.blank()
            pen.word("!")
            pen.blank()
        else:
            pen.word("!")
        operand(pen, inner, has_parentheses=has_parentheses)
    pen.lines.dedent().close()


def begins_with_sign(expr: tree.Expr) -> bool:
    start = leftmost(expr)
    return isinstance(start, tree.Negation) or (isinstance(start, tree.Number) and number_text(start)[0] in "+-")


# let x = e in e        let x = e in        if e then e
# if e then e else e    let y = e in        else if e then
#                       if e then e else e    e
#                                           else e
def block(pen: Pen, clauses: Sequence[tree.Let | tree.If], result: tree.Expr) -> None:
    """A single clause may stay in one line, and so may a single `if` after other things; else each has its own. A `let`
    after an `else` begins a new level, an `if` does not: such chains can be long."""
    pen.lines.open()
    if len(clauses) > 1:
        pen.lines.force()
    levels = 0
    for index, clause in enumerate(clauses):
        following = clauses[index + 1] if index + 1 < len(clauses) else None
        match clause:
            case tree.Let():
                let_clause(pen, clause)
                pen.lines.line()
                if following is None:
                    operand(pen, result, has_parentheses=isinstance(result, tree.Block))
            case tree.If() if following is None and (index == 0 or isinstance(clauses[index - 1], tree.Let)):
                pen.lines.open()
                if_clause(pen, clause)
                part(pen, result, has_parentheses=isinstance(result, tree.Block))
                pen.lines.close()
            case tree.If():
                if_clause(pen, clause)
                match following:
                    case tree.Let():
                        levels += 1
                        pen.lines.indent().line()
                    case tree.If():
                        pen.blank()
                    case None:
                        part(pen, result, has_parentheses=isinstance(result, tree.Block))
    for _ in range(levels):
        pen.lines.dedent()
    pen.lines.close()


# if e then e
# else
def if_clause(pen: Pen, clause: tree.If) -> None:
    pen.word("if")
    pen.blank()
    expression(pen, clause.condition)
    pen.blank()
    pen.word("then")
    part(pen, clause.result)
    pen.lines.line()
    pen.word("else")


# let x = e in
def let_clause(pen: Pen, clause: tree.Let) -> None:
    pen.lines.open()
    pen.word("let")
    pen.blank()
    pen.word_at(clause.name.span.start)
    pen.blank()
    pen.word("=")
    pen.lines.indent().line()
    expression(pen, clause.value)
    pen.lines.dedent().line()
    pen.word("in")
    pen.lines.close()


# while e do e
def while_loop(pen: Pen, condition: tree.Expr, body: tree.Expr) -> None:
    pen.word("while")
    pen.blank()
    expression(pen, condition)
    pen.blank()
    pen.word("do")
    part(pen, body)


def part(pen: Pen, expr: tree.Expr, *, has_parentheses: bool = False) -> None:
    """What comes after a keyword: in its line, or below it."""
    pen.lines.open().indent().line()
    operand(pen, expr, has_parentheses=has_parentheses)
    pen.lines.dedent().close()
