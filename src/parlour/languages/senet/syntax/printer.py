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
braces, commas, semicolons, plain quotation marks. Expressions get parentheses only where the same tree would not be
read without them. The form of each construct stands above its function.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from parlour.languages.senet.syntax import tree
from parlour.languages.senet.syntax.parser import NOT_STRENGTH, SIGN_STRENGTH, STRENGTH
from parlour.languages.senet.syntax.scanner import DOUBLE_QUOTES, SECTION, scan
from parlour.syntax.comments import LINE_END
from parlour.syntax.lines import Lines
from parlour.syntax.pen import Pen
from parlour.syntax.source import Source
from parlour.syntax.tolerance import Tolerance

_LOOSEST = -1
_BOARD_STRENGTH = SIGN_STRENGTH + 1
_TIGHTEST = _BOARD_STRENGTH + 1


def print_program(program: tree.Program, source: Source) -> str:
    """The canonical text of a program that was read from this source without an error."""
    assert program.is_sound
    scanned = scan(source, Tolerance(lambda _: None))
    pen = Pen(source, scanned.tokens, scanned.comments, Lines(indentation=4), follows_signs=False)
    at_setup, at_turns = (index for index, token in enumerate(scanned.tokens) if token.kind == SECTION)
    starts = [(scanned.tokens[at].span.start, scanned.tokens[at + 1].span.start) for at in (at_setup, at_turns)]
    section(pen, "@setup", *starts[0], program.setup)
    section(pen, "@turns", *starts[1], program.turns)
    return pen.end_text()


# @setup {
#     item
# }
def section(pen: Pen, name: str, start: int, opening: int, items: Sequence[tree.SetupItem]) -> None:
    pen.begin_line(start, is_apart=name != "@setup", is_first=name == "@setup")
    pen.word_at(start, name)
    pen.blank()
    pen.sign("{")
    pen.lines.indent()
    before: tree.SetupItem | None = None
    for item in items:
        is_apart = before is not None and any(isinstance(it, tree.Group | tree.Function) for it in (before, item))
        pen.begin_line(first_word(item), is_first=before is None, is_apart=is_apart)
        setup_item(pen, item)
        before = item
    close(pen, pen.closing_of(opening), is_empty=not items)


def first_word(item: tree.SetupItem | tree.Member) -> int:
    """Where the first thing stands that is written of an item: `func` and `class` are not."""
    match item:
        case tree.Function(is_assert=False, type=None):
            return item.name.span.start
        case tree.Function(is_assert=False, type=declared) | tree.Declaration(type=declared) if declared is not None:
            return declared.span.start
    return item.span.start


def setup_item(pen: Pen, item: tree.SetupItem) -> None:
    match item:
        case tree.Group():
            group(pen, item)
        case tree.Function():
            function(pen, item)
        case _:
            statement(pen, item)


# group Name (Parent(e, e)) {
#     member
# };
def group(pen: Pen, item: tree.Group) -> None:
    end = pen.closing_of(pen.place_of("{", item.name.span.end))
    pen.word_at(item.span.start, "group")
    pen.blank()
    pen.word_at(item.name.span.start, item.name.text)
    pen.blank()
    pen.sign("(")
    if item.parent is not None:
        pen.word_at(item.parent.span.start, item.parent.text)
        if item.arguments is not None:
            arguments(pen, item.arguments, item.parent.span.end)
    pen.sign(")")
    pen.blank()
    pen.sign("{")
    pen.lines.indent()
    before: tree.Member | None = None
    for part in item.members:
        is_apart = before is not None and (isinstance(part, tree.Function) or isinstance(before, tree.Function))
        pen.begin_line(first_word(part), is_first=before is None, is_apart=is_apart)
        match part:
            case tree.Function():
                function(pen, part)
            case tree.Default(_, name, value):
                pen.word_at(name.span.start, name.text)
                initial_value(pen, value)
                pen.sign(";")
            case tree.Declaration():
                declaration(pen, part)
            case _:
                assert_never(part)
        before = part
    close(pen, end, is_empty=not item.members)
    pen.sign(";")


# type name(type name, type name) {
#     statement
# }
def function(pen: Pen, item: tree.Function) -> None:
    if item.is_assert:
        pen.word_at(item.span.start, "assert")
        pen.blank()
    elif item.type is not None:
        type_form(pen, item.type)
        pen.blank()
    pen.word_at(item.name.span.start, item.name.text)
    pen.bracketed("(", item.formals, formal, pen.closing_of(pen.place_of("(", item.name.span.end)), ")")
    pen.blank()
    block(pen, item.body)


# type name
def formal(pen: Pen, item: tree.Formal) -> None:
    type_form(pen, item.type)
    pen.blank()
    pen.word_at(item.name.span.start, item.name.text)


# {
#     statement
# }
def block(pen: Pen, item: tree.Block) -> None:
    pen.sign("{")
    pen.lines.indent()
    for index, part in enumerate(item.statements):
        pen.begin_line(first_word(part), is_first=index == 0)
        statement(pen, part)
    close(pen, closing(pen, item), is_empty=not item.statements)


def closing(pen: Pen, item: tree.Block) -> int:
    """Where a block is closed: at its `}`, at the end of a text that lacks it, or after the one statement that stands
    for a block, with the comment behind it."""
    start, end, text = item.span.start, item.span.end, item.span.source.text
    if text.startswith("{", start):
        return pen.closing_of(start)
    rest = LINE_END.split(text[end:], maxsplit=1)[0]
    comment = pen.next_comment(end + len(rest))
    is_behind = comment is not None and comment.start >= end and not text[end : comment.start].strip(" \t")
    return end + len(rest) + 1 if is_behind else end


def close(pen: Pen, at: int, *, is_empty: bool) -> None:
    """The `}` at an offset, after the comments before it."""
    pen.last_comments(at, is_first=is_empty)
    pen.lines.dedent().end_line()
    pen.word_at(at, "}")


def statement(pen: Pen, item: tree.Statement) -> None:
    start = item.span.start
    match item:
        case tree.Declaration():
            declaration(pen, item)
        case tree.Evaluate(_, expr):
            expression(pen, expr)
            pen.sign(";")
        case tree.Block():
            block(pen, item)
        case tree.If():
            if_statement(pen, item)
        case tree.While(_, condition, body):
            pen.word_at(start, "while")
            pen.blank()
            parenthesised(pen, condition)
            pen.blank()
            block(pen, body)
        case tree.For():
            for_statement(pen, item)
        case tree.Break():
            pen.word_at(start, "break;")
        case tree.Continue():
            pen.word_at(start, "continue;")
        case tree.Return(_, value):
            pen.word_at(start, "return")
            if value is not None:
                pen.blank()
                expression(pen, value)
            pen.sign(";")
        case _:
            assert_never(item)


# type name;
# type name = e;
# type name(e, e);
def declaration(pen: Pen, item: tree.Declaration) -> None:
    type_form(pen, item.type)
    pen.blank()
    pen.word_at(item.name.span.start, item.name.text)
    if item.arguments is not None:
        arguments(pen, item.arguments, item.name.span.end)
    if item.value is not None:
        initial_value(pen, item.value)
    pen.sign(";")


# = e
def initial_value(pen: Pen, value: tree.Expr) -> None:
    pen.blank()
    pen.sign("=")
    pen.blank()
    expression(pen, value)


# (e, e)
def arguments(pen: Pen, items: Sequence[tree.Expr], after: int) -> None:
    """The arguments that begin after an offset."""
    pen.bracketed("(", items, expression, pen.closing_of(pen.place_of("(", after)), ")")


# if (e) {
#     statement
# } elif (e) {
#     statement
# } else {
#     statement
# }
def if_statement(pen: Pen, item: tree.If) -> None:
    for index, branch in enumerate(item.branches):
        if index == 0:
            pen.word_at(item.span.start, "if")
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
def for_statement(pen: Pen, item: tree.For) -> None:
    pen.word_at(item.span.start, "for")
    pen.blank()
    pen.sign("(")
    if item.type is not None:
        type_form(pen, item.type)
        pen.blank()
    pen.word_at(item.name.span.start, item.name.text)
    pen.blank()
    pen.sign("in")
    pen.blank()
    if item.is_braced:
        opening = pen.place_of("{", item.name.span.end)
        has_braces = not item.items or opening < item.items[0].span.start
        closing = pen.closing_of(opening) if has_braces else item.items[-1].span.end
        pen.bracketed("{", item.items, expression, closing, "}")
    else:
        expression(pen, item.items[0])
    pen.sign(")")
    pen.blank()
    block(pen, item.body)


# int
# list<type>
# Name.Name
def type_form(pen: Pen, form: tree.Type) -> None:
    start = form.span.start
    match form:
        case tree.BasicType(_, name):
            pen.word_at(start, name)
        case tree.ListType(_, element):
            pen.word_at(start, "list")
            pen.sign("<")
            type_form(pen, element)
            pen.sign(">")
        case tree.GroupType(_, group_name):
            pen.word_at(start, group_name.text)
        case tree.BrokenType():
            raise AssertionError("a program with errors is not printed")
        case _:
            assert_never(form)


# ---------------------------------------------------------------------------------------------------------- expressions


def strength(expr: tree.Expr) -> int:
    """How tightly an expression holds together, on the scale of its operators."""
    match expr:
        case tree.Assign():
            return _LOOSEST
        case tree.Chain(_, _, links):
            return STRENGTH[links[0].operator]
        case tree.Not():
            return NOT_STRENGTH
        case tree.Negation():
            return SIGN_STRENGTH
        case tree.Place() | tree.Take():
            return _BOARD_STRENGTH
    return _TIGHTEST


def expression(pen: Pen, expr: tree.Expr) -> None:
    start = expr.span.start
    match expr:
        case tree.Number(_, value):
            pen.word_at(start, str(value))
        case tree.Text(_, value):
            pen.word_at(start, string(value))
        case tree.Truth(_, value):
            pen.word_at(start, str(value))
        case tree.Nothing():
            pen.word_at(start, "None")
        case tree.This():
            pen.word_at(start, "this")
        case tree.Variable(_, name):
            pen.word_at(start, name)
        case tree.ListLiteral():
            list_literal(pen, expr)
        case tree.Field(_, subject, name):
            operand(pen, subject, has_parentheses=strength(subject) < _TIGHTEST)
            pen.sign(".")
            pen.word_at(name.span.start, name.text)
        case tree.Call(span, function, arguments):
            operand(pen, function, has_parentheses=strength(function) < _TIGHTEST)
            pen.bracketed("(", arguments, expression, span.end - 1, ")")
        case tree.Element(span, subject, index):
            # In the header of a `for`, a list literal is not indexed without parentheses.
            has_parentheses = strength(subject) < _TIGHTEST or isinstance(subject, tree.ListLiteral)
            operand(pen, subject, has_parentheses=has_parentheses)
            pen.bracketed("[", (index,), expression, span.end - 1, "]")
        case tree.Negation(_, inner):
            negation(pen, inner, start)
        case tree.Not(_, inner):
            pen.word_at(start, "not")
            pen.blank()
            operand(pen, inner, has_parentheses=strength(inner) < NOT_STRENGTH)
        case tree.Chain():
            chain(pen, expr)
        case tree.Assign():
            assign(pen, expr)
        case tree.Place():
            place(pen, expr)
        case tree.Take():
            take(pen, expr)
        case tree.Broken():
            raise AssertionError("a program with errors is not printed")
        case _:
            assert_never(expr)


def operand(pen: Pen, expr: tree.Expr, *, has_parentheses: bool) -> None:
    if has_parentheses:
        parenthesised(pen, expr)
    else:
        expression(pen, expr)


# (e)
def parenthesised(pen: Pen, expr: tree.Expr) -> None:
    pen.lines.open()
    pen.sign("(")
    pen.lines.indent().soft()
    if isinstance(expr, tree.Chain):
        chain(pen, expr, is_alone=True)
    else:
        expression(pen, expr)
    pen.lines.dedent().soft()
    pen.sign(")")
    pen.lines.close()


# "text"
def string(value: str) -> str:
    """A string as it is written: in single quotes only if curly double ones are in it, which would close it."""
    quote = "'" if any(mark in value for mark in DOUBLE_QUOTES[1:]) else '"'
    escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace(quote, "\\" + quote)
    return quote + escaped + quote


# [e, e]
def list_literal(pen: Pen, expr: tree.ListLiteral) -> None:
    pen.bracketed("[", expr.items, expression, expr.span.end - 1, "]")


# -e
def negation(pen: Pen, inner: tree.Expr, start: int) -> None:
    """Two signs have a blank between them: a line that begins with `--` looks like a comment of another language."""
    pen.word_at(start, "-")
    if isinstance(inner, tree.Negation):
        pen.blank()
    operand(pen, inner, has_parentheses=strength(inner) < SIGN_STRENGTH)


# e + e - e
def chain(pen: Pen, expr: tree.Chain, *, is_alone: bool = False) -> None:
    """If it `is_alone` in its parentheses, its lines begin below each other."""
    own = strength(expr)
    pen.lines.open()
    operand(pen, expr.first, has_parentheses=strength(expr.first) <= own)
    if not is_alone:
        pen.lines.indent()
    for link in expr.links:
        pen.blank()
        pen.sign(link.operator)
        pen.lines.line()
        operand(pen, link.operand, has_parentheses=strength(link.operand) <= own)
    if not is_alone:
        pen.lines.dedent()
    pen.lines.close()


# e = e = e
def assign(pen: Pen, expr: tree.Assign) -> None:
    pen.lines.open()
    for target in expr.targets:
        expression(pen, target)
        pen.blank()
        pen.sign("=")
        pen.blank()
    operand(pen, expr.value, has_parentheses=isinstance(expr.value, tree.Assign))
    pen.lines.close()


# e >> e [e, e]
def place(pen: Pen, expr: tree.Place) -> None:
    operand(pen, expr.piece, has_parentheses=strength(expr.piece) < _TIGHTEST)
    pen.blank()
    pen.sign(">>")
    pen.blank()
    operand(pen, expr.board, has_parentheses=not is_before_list(expr.board))
    pen.blank()
    list_literal(pen, expr.at)


# e << e [e, e]
# e << e
# e << [e, e]
def take(pen: Pen, expr: tree.Take) -> None:
    operand(pen, expr.receiver, has_parentheses=strength(expr.receiver) < _TIGHTEST)
    pen.blank()
    pen.sign("<<")
    if expr.giver is not None:
        pen.blank()
        is_bare = is_before_list(expr.giver) and (expr.at is not None or not isinstance(expr.giver, tree.Element))
        operand(pen, expr.giver, has_parentheses=not is_bare)
    if expr.at is not None:
        pen.blank()
        list_literal(pen, expr.at)


def is_before_list(expr: tree.Expr) -> bool:
    """Whether an expression can stand without parentheses where a list follows it: indexes only at its end."""
    while isinstance(expr, tree.Element):
        expr = expr.subject
    while isinstance(expr, tree.Field | tree.Call):
        expr = expr.subject if isinstance(expr, tree.Field) else expr.function
    return strength(expr) == _TIGHTEST and not isinstance(expr, tree.Element | tree.ListLiteral)
