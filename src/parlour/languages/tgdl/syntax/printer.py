"""A TGDL file in the one canonical layout: a tree that was read without errors in, its text out.

    >>> from parlour.languages.tgdl.syntax.parser import parse_program
    >>> source = Source("demo.tgdl", "turn T{default{if(a) b=1; else {return turn.active()+1;}// on\\n}}")
    >>> print(print_program(parse_program(source)[0], source), end="")
    turn T
    {
        default
        {
            if(a) { b = 1; }
            else { return turn.active() + 1; }  // on
        }
    }

Reading the result gives an equal tree, and printing it again the same text. Comments are kept, and so are empty lines,
one at a time; functions, actions and groups are set apart. A brace stands in a line of its own, but a block of one
simple statement that fits is one line, as in the proposal's own samples. Expressions get parentheses only where the
same tree would not be read without them, and `&&` inside of `||`. The form of each construct stands above its function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, assert_never

from parlour.languages.tgdl.syntax import tree
from parlour.languages.tgdl.syntax.parser import MINUS_STRENGTH, NOT_STRENGTH, STRENGTH, TYPE_STRENGTH
from parlour.languages.tgdl.syntax.scanner import scan
from parlour.syntax.comments import LINE_END
from parlour.syntax.lines import Lines
from parlour.syntax.pen import Pen
from parlour.syntax.source import Source

T = TypeVar("T")

INDENTATION = 4
_LOOSEST = -1
_TIGHTEST = MINUS_STRENGTH + 1
_SIMPLE = (tree.Return, tree.Break, tree.Continue, tree.Winner, tree.Declare, tree.Evaluate)
_APART = (tree.Definition, tree.Function, tree.Action, tree.Setup, tree.Group)


def print_program(program: tree.Program, source: Source) -> str:
    """The canonical text of a file that was read from this source without an error."""
    assert program.is_sound
    scanned = scan(source, lambda _: None)
    pen = Pen(source, scanned.tokens, scanned.comments, Lines(indentation=INDENTATION), follows_signs=False)
    lines(pen, program.items, item)
    # A comment behind a `;` that meant nothing may come first now.
    return pen.end_text().lstrip(" ")


def lines(pen: Pen, items: Sequence[T], write: Callable[[Pen, T], None]) -> None:
    """Items each in its line; some are set apart."""
    before: object = None
    for each in items:
        is_apart = before is not None and (isinstance(each, _APART) or isinstance(before, _APART))
        assert isinstance(each, tree.Node)
        pen.begin_line(each.span.start, is_first=before is None and pen.lines.mark() > 0, is_apart=is_apart)
        write(pen, each)
        before = each


def spaced(pen: Pen, *words: str) -> None:
    """Words with a blank behind each."""
    for word in words:
        pen.sign(word)
        pen.blank()


def infix(pen: Pen, sign: str) -> None:
    pen.blank()
    spaced(pen, sign)


def name(pen: Pen, ident: tree.Ident) -> None:
    pen.word_at(ident.span.start, ident.text)


def item(pen: Pen, each: tree.Item) -> None:
    start = each.span.start
    match each:
        case tree.Game(_, title):
            pen.word_at(start, "game")
            pen.blank()
            pen.word_at(title.span.start)
            pen.sign(";")
        case tree.Players(_, count):
            pen.word_at(start, "players")
            pen.blank()
            pen.word_at(count.span.start)
            pen.sign(";")
        case tree.Import(_, path, ident):
            pen.word_at(start, "import")
            pen.blank()
            pen.word_at(path.span.start)
            if ident is not None:
                infix(pen, "as")
                name(pen, ident)
            pen.sign(";")
        case tree.Setup(_, body):
            pen.word_at(start, "setup")
            block(pen, body)
        case tree.Definition():
            definition(pen, each)
        case tree.Function():
            function(pen, each)
        case _:
            assert_never(each)


# global class Name : Base
# {
#     part
# }
def definition(pen: Pen, each: tree.Definition) -> None:
    pen.word_at(each.span.start, each.scope or each.kind)
    if each.scope is not None:
        infix(pen, each.kind)
    else:
        pen.blank()
    name(pen, each.name)
    if each.base is not None:
        infix(pen, ":")
        type_name(pen, each.base)
    parts(pen, each.parts, each.span.end)


# {
#     part
# }
def parts(pen: Pen, items: Sequence[tree.Part], end: int) -> None:
    """The parts of a body that ends before an offset; `{ }` if there are none."""
    closing = end - 1
    if not items and pen.next_comment(closing) is None:
        pen.blank()
        spaced(pen, "{")
        pen.word_at(closing, "}")
        return
    opening_line(pen)
    lines(pen, items, part)
    close(pen, closing, is_empty=not items)


def opening_line(pen: Pen) -> None:
    """The `{` in a line of its own; comments between it and what is before it come below it."""
    pen.lines.end_line()
    pen.sign("{")
    pen.lines.indent()


def close(pen: Pen, at: int, *, is_empty: bool) -> None:
    """The `}` at an offset, after the comments before it."""
    pen.last_comments(at, is_first=is_empty)
    pen.lines.dedent().end_line()
    pen.word_at(at, "}")


def part(pen: Pen, each: tree.Part) -> None:
    start = each.span.start
    match each:
        case tree.Attribute():
            attribute(pen, each)
        case tree.Function():
            function(pen, each)
        case tree.Action():
            action(pen, each)
        case tree.Input():
            input_(pen, each)
        case tree.Filter(_, ident, body):
            pen.word_at(start, "filter")
            if ident is not None:
                pen.blank()
                name(pen, ident)
            block(pen, body)
        case tree.Information(_, body):
            pen.word_at(start, "information")
            block(pen, body)
        case tree.Returns(_, type_):
            pen.word_at(start, "returns")
            if type_ is not None:
                pen.blank()
                type_name(pen, type_)
            pen.sign(";")
        case tree.Effect(_, body):
            if body.has_braces:
                pen.word_at(start, "effect")
            else:
                pen.sign("effect")
            block(pen, body)
        case tree.Require(_, body):
            pen.word_at(start, "require")
            block(pen, body)
        case tree.Priority():
            priority(pen, each)
            pen.sign(";")
        case tree.Trigger(_, event, ranked, body):
            pen.word_at(start, "trigger")
            pen.blank()
            type_name(pen, event)
            if ranked is not None:
                pen.blank()
                priority(pen, ranked)
            block(pen, body)
        case tree.Default(_, body):
            pen.word_at(start, "default")
            block(pen, body)
        case tree.Visible():
            visible(pen, each)
        case tree.Phase(_, ident, inner):
            pen.word_at(start, "phase")
            pen.blank()
            name(pen, ident)
            if inner:
                parts(pen, inner, each.span.end)
            else:
                pen.sign(";")
        case tree.Geometry(_, word):
            pen.word_at(start, "geometry")
            pen.blank()
            name(pen, word)
            pen.sign(";")
        case tree.Orientation(_, word):
            pen.word_at(start, "orientation")
            pen.blank()
            name(pen, word)
            pen.sign(";")
        case tree.Grid(span, rows):
            pen.word_at(start, "grid")
            opening_line(pen)
            lines(pen, rows, grid_line)
            close(pen, span.end - 1, is_empty=not rows)
        case tree.Group(span, ident, inner):
            pen.word_at(start, "group")
            pen.blank()
            name(pen, ident)
            parts(pen, inner, span.end)
        case _:
            assert_never(each)


# type name = e;
# attribute name
# {
#     returns type;
#     value e;
# }
def attribute(pen: Pen, each: tree.Attribute) -> None:
    if not each.is_long:
        declaration(pen, each.type, each.name, each.value)
        pen.sign(";")
        return
    assert each.value is not None
    pen.word_at(each.span.start, "attribute")
    pen.blank()
    name(pen, each.name)
    opening_line(pen)
    pen.begin_line(pen.last_before(each.type.span.start, "returns"), is_first=True)
    spaced(pen, "returns")
    type_name(pen, each.type)
    pen.sign(";")
    pen.begin_line(pen.place_of("value"), is_first=True)
    spaced(pen, "value")
    init(pen, each.value)
    pen.sign(";")
    close(pen, each.span.end - 1, is_empty=False)


# type name = e
def declaration(pen: Pen, type_: tree.TypeName, ident: tree.Ident, value: tree.Init | None) -> None:
    type_name(pen, type_)
    pen.blank()
    name(pen, ident)
    if value is not None:
        infix(pen, "=")
        init(pen, value)


# override function name
# {
#     part
# }
def function(pen: Pen, each: tree.Function) -> None:
    pen.word_at(each.span.start, "override" if each.is_override else "function")
    pen.blank()
    if each.is_override:
        spaced(pen, "function")
    name(pen, each.name)
    parts(pen, each.parts, each.span.end)


# override action name prio 3
# {
#     part
# }
def action(pen: Pen, each: tree.Action) -> None:
    pen.word_at(each.span.start, "override" if each.is_override else "action")
    pen.blank()
    if each.is_override:
        spaced(pen, "action")
    name(pen, each.name)
    if each.priority is not None:
        pen.blank()
        priority(pen, each.priority)
    parts(pen, each.parts, each.span.end)


# prio -3
def priority(pen: Pen, each: tree.Priority) -> None:
    pen.word_at(each.span.start, "prio")
    pen.blank()
    if each.value < 0:
        pen.sign("-")
    pen.word_at(each.digits)


# optional player e input type name = e { … }
def input_(pen: Pen, each: tree.Input) -> None:
    start = each.span.start
    words = ["optional"] if each.is_optional else []
    if each.has_modifier:
        words.append(each.modifier)
    for word in words:
        if word == words[0]:
            pen.word_at(start, word)
        else:
            pen.sign(word)
        pen.blank()
    if each.target is not None:
        expression(pen, each.target)
        pen.blank()
    if words:
        pen.sign("input")
    else:
        pen.word_at(start, "input")
    pen.blank()
    declaration(pen, each.type, each.name, each.value)
    if not each.parts:
        pen.sign(";")
    elif each.is_plain:
        first = each.parts[0]
        assert isinstance(first, tree.Filter)
        block(pen, first.body)
    else:
        parts(pen, each.parts, each.span.end)


# visible
# {
#     filter { … }
#     default { this.name; }
# }
def visible(pen: Pen, each: tree.Visible) -> None:
    pen.word_at(each.span.start, "visible")
    opening_line(pen)
    lines(pen, each.parts, part)
    if each.names is not None:
        before = each.names[0].span.start if each.names else each.span.end
        at = pen.last_before(before, "default")
        closing = pen.closing_of(pen.place_of("{", at))
        pen.begin_line(at, is_first=not each.parts)
        pen.word_at(at, "default")
        opening_line(pen)
        for index, ident in enumerate(each.names):
            pen.begin_line(pen.last_before(ident.span.start, "this"), is_first=index == 0)
            pen.sign("this")
            pen.sign(".")
            name(pen, ident)
            pen.sign(";")
        close(pen, closing, is_empty=not each.names)
    close(pen, each.span.end - 1, is_empty=each.names is None and not each.parts)


# Cell, b, Cell;
def grid_line(pen: Pen, each: tree.GridLine) -> None:
    for index, cell in enumerate(each.cells):
        if index:
            pen.sign(",")
            pen.blank()
        match cell:
            case tree.Blank():
                pen.word_at(cell.span.start, "b")
            case _:
                type_name(pen, cell)
    pen.sign(";")


# List<type>
# file.Name
def type_name(pen: Pen, form: tree.TypeName) -> None:
    pen.word_at(form.span.start, f"{form.qualifier}.{form.name}" if form.qualifier else form.name)
    if form.of is not None:
        pen.sign("<")
        type_name(pen, form.of)
        pen.sign(">")


# Statements


# { statement }
# {
#     statement
#     statement
# }
def block(pen: Pen, each: tree.Block) -> None:
    """Behind its header: in the same line if it is one simple statement that fits, else in lines of its own."""
    closing = block_end(pen, each)
    is_short = not each.statements or (len(each.statements) == 1 and isinstance(each.statements[0], _SIMPLE))
    if is_short and pen.next_comment(closing) is None:
        pen.lines.open()
        pen.line()
        pen.sign("{")
        pen.lines.indent()
        for only in each.statements:
            pen.line()
            statement(pen, only)
        pen.lines.dedent()
        pen.line()
        pen.word_at(closing, "}")
        pen.lines.close()
        return
    opening_line(pen)
    lines(pen, each.statements, statement)
    close(pen, closing, is_empty=not each.statements)


def block_end(pen: Pen, each: tree.Block) -> int:
    """Where a block is closed: at its `}`, or after the statements that stand for a block, with the comment behind
    them."""
    start, end, text = each.span.start, each.span.end, each.span.source.text
    if each.has_braces:
        return pen.closing_of(start)
    rest = LINE_END.split(text[end:], maxsplit=1)[0]
    comment = pen.next_comment(end + len(rest))
    is_behind = comment is not None and comment.start >= end and not text[end : comment.start].strip(" \t")
    return end + len(rest) + 1 if is_behind else end


def statement(pen: Pen, each: tree.Statement) -> None:
    start = each.span.start
    match each:
        case tree.Block():
            standing_block(pen, each)
        case tree.Return(_, value):
            pen.word_at(start, "return")
            if value is not None:
                pen.blank()
                init(pen, value)
            pen.sign(";")
        case tree.If():
            if_statement(pen, each)
        case tree.While(_, condition, body):
            pen.word_at(start, "while")
            parenthesised(pen, condition)
            block(pen, body)
        case tree.For():
            for_statement(pen, each)
        case tree.Break():
            pen.word_at(start, "break")
            pen.sign(";")
        case tree.Continue():
            pen.word_at(start, "continue")
            pen.sign(";")
        case tree.Winner(_, value):
            pen.word_at(start, "winner")
            pen.blank()
            init(pen, value)
            pen.sign(";")
        case tree.Input():
            input_(pen, each)
        case tree.Declare(_, type_, ident, value):
            declaration(pen, type_, ident, value)
            pen.sign(";")
        case tree.Evaluate(_, value):
            expression(pen, value)
            pen.sign(";")
        case _:
            assert_never(each)


# {
#     statement
# }
def standing_block(pen: Pen, each: tree.Block) -> None:
    """A block that is a statement."""
    pen.word_at(each.span.start, "{")
    pen.lines.indent()
    lines(pen, each.statements, statement)
    close(pen, pen.closing_of(each.span.start), is_empty=not each.statements)


# if(e) { … }
# else if(e) { … }
# else { … }
def if_statement(pen: Pen, each: tree.If) -> None:
    for index, branch in enumerate(each.branches):
        if index:
            pen.begin_line(pen.last_before(branch.span.start, "else"), is_first=True)
            spaced(pen, "else")
        pen.word_at(branch.span.start, "if")
        parenthesised(pen, branch.condition)
        block(pen, branch.body)
    if each.otherwise is not None:
        pen.begin_line(pen.last_before(each.otherwise.span.start, "else"), is_first=True)
        pen.sign("else")
        block(pen, each.otherwise)


# for(e; e; e) { … }
def for_statement(pen: Pen, each: tree.For) -> None:
    pen.word_at(each.span.start, "for")
    pen.lines.open()
    pen.sign("(")
    with pen.inside():
        match each.start:
            case tree.Declare(_, type_, ident, value):
                declaration(pen, type_, ident, value)
            case tree.Evaluate(_, value):
                expression(pen, value)
        for further in (each.condition, each.step):
            pen.sign(";")
            if further is not None:
                pen.line()
                expression(pen, further)
    pen.sign(")")
    pen.lines.close()
    block(pen, each.body)


# Expressions


def strength(expr: tree.Init) -> int:
    """How tightly an expression holds together, on the scale of its operators."""
    match expr:
        case tree.Assign():
            return _LOOSEST
        case tree.Chain(_, _, links):
            return STRENGTH[links[0].operator]
        case tree.Not():
            return NOT_STRENGTH
        case tree.Typing():
            return TYPE_STRENGTH
        case tree.Minus():
            return MINUS_STRENGTH
    return _TIGHTEST


def init(pen: Pen, value: tree.Init) -> None:
    if isinstance(value, tree.Braces):
        braced(pen, value.items, init, value.span.end - 1)
    else:
        expression(pen, value)


# { e, e }
def braced(pen: Pen, items: Sequence[T], write: Callable[[Pen, T], None], closing: int) -> None:
    """In one line, or each in its own. Without items, `{}`."""
    pen.lines.open()
    pen.sign("{")
    pen.lines.indent()
    for index, each in enumerate(items):
        if index:
            pen.sign(",")
        pen.lines.line()
        write(pen, each)
    pen.last_comments(closing, is_first=True)
    pen.lines.dedent()
    if items:
        pen.lines.line()
    else:
        pen.lines.soft()
    pen.word_at(closing, "}")
    pen.lines.close()


def expression(pen: Pen, expr: tree.Expr) -> None:
    match expr:
        case tree.Number() | tree.Text() | tree.Truth() | tree.Null() | tree.This() | tree.Name():
            pen.word_at(expr.span.start)
        case tree.Call(span, function_name, given):
            name(pen, function_name)
            arguments(pen, given, span.end - 1)
        case tree.BaseCall(span, function_name, given):
            pen.word_at(span.start, "base")
            pen.sign(".")
            name(pen, function_name)
            arguments(pen, given, span.end - 1)
        case tree.New():
            new(pen, expr)
        case tree.Path(_, subject, steps):
            operand(pen, subject, _TIGHTEST)
            for step in steps:
                path_step(pen, step)
        case tree.Minus(span, inner):
            pen.word_at(span.start, "-")
            operand(pen, inner, MINUS_STRENGTH)
        case tree.Not(span, inner):
            pen.word_at(span.start, "!")
            operand(pen, inner, NOT_STRENGTH)
        case tree.Chain():
            chain(pen, expr)
        case tree.Typing(_, inner, links):
            operand(pen, inner, TYPE_STRENGTH + 1)
            for link in links:
                pen.blank()
                pen.word_at(link.span.start, link.operator)
                pen.blank()
                type_name(pen, link.type)
        case tree.Assign(_, target, operator, value):
            operand(pen, target, _LOOSEST + 1)
            infix(pen, operator)
            init(pen, value)
        case tree.Broken():
            raise AssertionError("a program with errors is not printed")
        case _:
            assert_never(expr)


# e + e - e
# (e && e) || e
def chain(pen: Pen, expr: tree.Chain) -> None:
    """An `&&` inside of an `||`, and an `&` inside of an `|`, have parentheses: few know which of them is stronger."""
    least = STRENGTH[expr.links[0].operator] + 1
    if least <= NOT_STRENGTH:
        least = NOT_STRENGTH
    pen.lines.open()
    operand(pen, expr.first, least)
    pen.lines.indent()
    for link in expr.links:
        pen.line()
        pen.word_at(link.span.start, link.operator)
        pen.blank()
        operand(pen, link.operand, least)
    pen.lines.dedent().close()


def operand(pen: Pen, expr: tree.Expr, least: int) -> None:
    """A part of an expression, in parentheses if it holds together less tightly than it must."""
    if strength(expr) >= least:
        expression(pen, expr)
    else:
        parenthesised(pen, expr)


# (e)
def parenthesised(pen: Pen, expr: tree.Expr) -> None:
    pen.lines.open()
    pen.sign("(")
    with pen.inside():
        expression(pen, expr)
    pen.sign(")")
    pen.lines.close()


def path_step(pen: Pen, step: tree.Step) -> None:
    match step:
        case tree.Member(span, ident):
            pen.word_at(span.start, ".")
            name(pen, ident)
        case tree.MethodCall(span, ident, given):
            pen.word_at(span.start, ".")
            name(pen, ident)
            arguments(pen, given, span.end - 1)
        case tree.Element(span, index):
            pen.bracketed("[", (index,), expression, span.end - 1, "]")
        case _:
            assert_never(step)


# (e, name: e)
def arguments(pen: Pen, given: Sequence[tree.Argument], closing: int) -> None:
    pen.bracketed("(", given, argument, closing, ")")


def argument(pen: Pen, given: tree.Argument) -> None:
    if given.name is not None:
        name(pen, given.name)
        pen.sign(":")
        pen.blank()
    elif isinstance(given.value, tree.Assign):
        parenthesised(pen, given.value)
        return
    init(pen, given.value)


# new Name() { name = e, name = e }
# new List<type>() { e, e }
def new(pen: Pen, expr: tree.New) -> None:
    pen.word_at(expr.span.start, "new")
    pen.blank()
    type_name(pen, expr.type)
    pen.sign("()")
    if expr.fields:
        pen.blank()
        braced(pen, expr.fields, field_value, expr.span.end - 1)
    elif expr.items:
        pen.blank()
        braced(pen, expr.items, init, expr.span.end - 1)


def field_value(pen: Pen, given: tree.FieldValue) -> None:
    name(pen, given.name)
    infix(pen, "=")
    init(pen, given.value)
