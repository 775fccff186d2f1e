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
What is only tolerated is written as it should be: types stand before parameters. Parentheses are written where the
same tree would not be read without them, and around an expression of operators that does not fit into its line: only
inside of brackets may a line end. Lines end with `\\n`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, assert_never

from parlour.languages.allhandsondeck.syntax import tree
from parlour.languages.allhandsondeck.syntax.parser import (
    COMPARE_STRENGTH,
    DO_STRENGTH,
    NOT_STRENGTH,
    POWER_STRENGTH,
    RANGE_STRENGTH,
    SIGN_STRENGTH,
    STRENGTH,
)
from parlour.languages.allhandsondeck.syntax.scanner import scan
from parlour.syntax.limits import NESTING_LIMIT
from parlour.syntax.lines import Lines
from parlour.syntax.pen import Pen
from parlour.syntax.source import Source, Span

INDENTATION = 4
Item = TypeVar("Item", bound=tree.Node)


def print_program(program: tree.Program, source: Source) -> str:
    """The canonical text of a program that was read from this source without an error."""
    assert program.is_sound
    scanned = scan(source, lambda _: None)
    lines = Lines(indentation=INDENTATION, deepest_column=2 * NESTING_LIMIT * INDENTATION)
    pen = Pen(source, scanned.tokens, scanned.comments, lines, breaks_anywhere=False)
    for item in program.declarations:
        pen.begin_line(item.span.start)
        declaration(pen, item)
    return pen.end_text()


def spaced(pen: Pen, *words: str) -> None:
    """Words with a blank behind each."""
    for word in words:
        pen.word(word)
        pen.blank()


def infix(pen: Pen, word: str) -> None:
    """A word with blanks around it."""
    pen.blank()
    spaced(pen, word)


def declaration(pen: Pen, item: tree.Declaration) -> None:
    match item:
        case tree.Main(_, body):
            pen.word("main")
            block(pen, body)
        case tree.Action():
            action(pen, item)
        case tree.Helper():
            helper(pen, item)
        case tree.Class():
            class_declaration(pen, item)
        case _:
            assert_never(item)


# when type name do ACTION(params):
#     stmt
def action(pen: Pen, item: tree.Action) -> None:
    spaced(pen, "when")
    if item.receiver is not None:
        parameter(pen, item.receiver)
        pen.blank()
    spaced(pen, "do")
    pen.word_at(item.name.span.start)
    if item.parameters:
        pen.bracketed("(", item.parameters, parameter, pen.place_of(")"))
    block(pen, item.body)


# name(params): e
def helper(pen: Pen, item: tree.Helper) -> None:
    pen.word_at(item.name.span.start)
    pen.bracketed("(", item.parameters, parameter, pen.place_of(")"))
    value_or_block(pen, item.body)


# type name
def parameter(pen: Pen, item: tree.Parameter) -> None:
    if item.type is not None:
        type_name(pen, item.type)
        pen.blank()
    pen.word_at(item.name.span.start)


# let Class(params) be type(args) with:
#     member
def class_declaration(pen: Pen, item: tree.Class) -> None:
    spaced(pen, "let")
    pen.word_at(item.name.span.start)
    if item.parameters is not None:
        pen.bracketed("(", item.parameters, parameter, pen.place_of(")"))
    infix(pen, "be")
    type_name(pen, item.base)
    if item.arguments is not None:
        end = item.members[0].span.start if item.members else item.span.end
        pen.bracketed("(", item.arguments, argument, pen.last_before(end, ")"))
    if not item.members:
        return
    pen.blank()
    pen.word("with")
    lines(pen, item.members, class_member, item.members[0].span)


# const type name: e
def class_member(pen: Pen, item: tree.Member) -> None:
    match item:
        case tree.Helper():
            helper(pen, item)
        case tree.AttributeDeclaration(_, is_const, type_, name, value):
            if is_const:
                spaced(pen, "const")
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
def value_or_block(pen: Pen, body: tree.Expr | tree.Block) -> None:
    if isinstance(body, tree.Block):
        block(pen, body)
        return
    spaced(pen, ":")
    line_expression(pen, body)


# :
#     stmt
def block(pen: Pen, body: tree.Block) -> None:
    lines(pen, body.statements, statement, body.span)


def lines(pen: Pen, items: Sequence[Item], write: Callable[[Pen, Item], None], first: Span) -> None:
    """A `:` and items below it, each in its line; where they begin is told by a place there."""
    pen.word(":")
    pen.lines.indent()
    for place, item in enumerate(items):
        pen.begin_line(item.span.start, is_first=place == 0)
        write(pen, item)
    pen.last_comments(column=pen.column_of(first.start))
    pen.lines.dedent()


def statement(pen: Pen, item: tree.Statement) -> None:
    match item:
        case tree.Pass():
            pen.word("pass")
        case tree.Return(_, value):
            pen.word("return")
            if value is not None:
                pen.blank()
                line_expression(pen, value)
        case tree.Declare():
            declare(pen, item)
        case tree.Evaluate(_, value):
            line_expression(pen, value)
        case tree.If(_, branches, otherwise):
            branch(pen, "if", branches[0])
            for further in branches[1:]:
                pen.begin_line(further.span.start, is_first=True)
                branch(pen, "elif", further)
            else_block(pen, otherwise)
        case tree.While(_, condition, body, otherwise):
            spaced(pen, "while")
            line_expression(pen, condition)
            block(pen, body)
            else_block(pen, otherwise)
        case tree.For(_, name, values, body):
            spaced(pen, "for", name.text, "in")
            line_expression(pen, values)
            block(pen, body)
        case tree.Repeat(_, count, body):
            spaced(pen, "for")
            times(pen, count)
            block(pen, body)
        case _:
            assert_never(item)


# type name = e
def declare(pen: Pen, item: tree.Declare) -> None:
    type_name(pen, item.type)
    pen.blank()
    pen.word_at(item.name.span.start)
    if item.value is not None:
        infix(pen, "=")
        line_expression(pen, item.value)


# if e:
#     stmt
def branch(pen: Pen, word: str, item: tree.Branch) -> None:
    spaced(pen, word)
    line_expression(pen, item.condition)
    block(pen, item.body)


# else:
#     stmt
def else_block(pen: Pen, body: tree.Block | None) -> None:
    if body is not None:
        pen.begin_line(pen.place_of("else"), is_first=True)
        pen.word("else")
        block(pen, body)


_LOOSEST = -1
_TIGHTEST = max(STRENGTH.values()) + 1


def strength(expr: tree.Expr) -> int:
    """How tightly an expression holds together, on the scale of its operators."""
    match expr:
        case tree.Assign():
            return _LOOSEST
        case tree.Logic(_, operator, _):
            return STRENGTH[operator]
        case tree.Not():
            return NOT_STRENGTH
        case tree.Compare():
            return COMPARE_STRENGTH
        case tree.Doing():
            return DO_STRENGTH
        case tree.Chain(_, _, links):
            return STRENGTH[links[0].operator]
        case tree.Range():
            return RANGE_STRENGTH
        case tree.Sign():
            return SIGN_STRENGTH
        case tree.Power():
            return POWER_STRENGTH
    return _TIGHTEST


# a = b += e
# (
#     e
#     or e
# )
def line_expression(pen: Pen, expr: tree.Expr) -> None:
    """An expression that stands in a line by itself or behind a word: if it is too long and has no brackets at its end,
    it gets some."""
    while isinstance(expr, tree.Assign):
        expression(pen, expr.target)
        infix(pen, expr.operator)
        expr = expr.value
    if not isinstance(expr, tree.Logic | tree.Not | tree.Compare | tree.Chain | tree.Range | tree.Sign | tree.Power):
        expression(pen, expr)
        return
    pen.pass_parentheses("(")
    pen.lines.open().broken_text("(")
    with pen.inside():
        expression(pen, expr)
        pen.pass_parentheses(")")
    pen.lines.broken_text(")").close()


def expression(pen: Pen, expr: tree.Expr) -> None:
    match expr:
        case (
            tree.Number()
            | tree.Decimal()
            | tree.Text()
            | tree.FormattedText()
            | tree.Truth()
            | tree.Nothing()
            | tree.Variable()
            | tree.BareName()
        ):
            pen.word_at(expr.span.start)
        case tree.Call(span, function, arguments):
            pen.word_at(function.span.start)
            pen.bracketed("(", arguments, argument, span.end - 1)
        case tree.Create(span, type_, arguments, has_new):
            if has_new:
                spaced(pen, "new")
            type_name(pen, type_)
            pen.bracketed("(", arguments, argument, span.end - 1)
        case tree.Series(span, items):
            pen.bracketed("[", items, item, span.end - 1)
        case tree.Path(_, subject, steps):
            path(pen, subject, steps)
        case tree.Doing():
            doing(pen, expr)
        case tree.Range():
            range_of(pen, expr)
        case tree.Power(_, base, exponent):
            operand(pen, base, POWER_STRENGTH + 1)
            infix(pen, "**")
            operand(pen, exponent, SIGN_STRENGTH)
        case tree.Sign(_, sign, inner):
            pen.word(sign)
            operand(pen, inner, SIGN_STRENGTH)
        case tree.Not(_, inner):
            spaced(pen, "not")
            operand(pen, inner, NOT_STRENGTH)
        case tree.Chain(_, first, links):
            chain(pen, first, links)
        case tree.Compare(_, first, compared):
            compare(pen, first, compared)
        case tree.Logic():
            logic(pen, expr)
        case tree.Assign(_, target, operator, value):
            expression(pen, target)
            infix(pen, operator)
            expression(pen, value)
        case tree.Broken():
            raise AssertionError("a program with errors is not printed")
        case _:
            assert_never(expr)


def operand(pen: Pen, expr: tree.Expr, least: int) -> None:
    """A part of an expression, in parentheses if it holds together less tightly than it must."""
    if strength(expr) >= least:
        expression(pen, expr)
    else:
        parenthesised(pen, expr)


# (e)
def parenthesised(pen: Pen, expr: tree.Expr) -> None:
    pen.pass_parentheses("(")
    pen.lines.open().text("(")
    with pen.inside():
        expression(pen, expr)
        pen.pass_parentheses(")")
    pen.lines.text(")").close()


# e + e - e
def chain(pen: Pen, first: tree.Expr, links: Sequence[tree.Link]) -> None:
    least = STRENGTH[links[0].operator] + 1
    pen.lines.open()
    operand(pen, first, least)
    for link in links:
        pen.line()
        spaced(pen, link.operator)
        operand(pen, link.operand, least)
    pen.lines.close()


# e < e not in e
def compare(pen: Pen, first: tree.Expr, links: Sequence[tree.CompareLink]) -> None:
    pen.lines.open()
    compared(pen, first)
    for link in links:
        pen.line()
        for place, word in enumerate(link.operator.split()):
            if place:
                pen.blank()
            pen.word(word)
        pen.blank()
        compared(pen, link.operand)
    pen.lines.close()


def compared(pen: Pen, expr: tree.Expr) -> None:
    """The bare name of a class is in parentheses: `A < B > c` would be read as a declaration."""
    if isinstance(expr, tree.BareName):
        parenthesised(pen, expr)
    else:
        operand(pen, expr, COMPARE_STRENGTH + 1)


# e and e and e
# (e and e) or e
def logic(pen: Pen, expr: tree.Logic) -> None:
    """An `and` inside of an `or` has parentheses: few people know by heart which of them is stronger."""
    pen.lines.open()
    for place, inner in enumerate(expr.operands):
        if place:
            pen.line()
            spaced(pen, expr.operator)
        operand(pen, inner, NOT_STRENGTH)
    pen.lines.close()


# e..e
# 1. .. .5
def range_of(pen: Pen, expr: tree.Range) -> None:
    """Close together, unless the dots would run into those of a number."""
    is_close = not expr.start.span.text.endswith(".") and not expr.end.span.text.startswith(".")
    operand(pen, expr.start, RANGE_STRENGTH + 1)
    if not is_close:
        pen.blank()
    pen.word(".." if expr.includes_end else "...")
    if not is_close:
        pen.blank()
    operand(pen, expr.end, RANGE_STRENGTH + 1)


# e do ACTION do ACTION(e, e)
def doing(pen: Pen, expr: tree.Doing) -> None:
    if expr.receiver is not None:
        operand(pen, expr.receiver, DO_STRENGTH + 1)
    for place, act in enumerate(expr.acts):
        if place or expr.receiver is not None:
            pen.blank()
        pen.word_at(act.span.start)
        pen.blank()
        pen.word_at(act.action.span.start)
        if act.arguments:
            pen.bracketed("(", act.arguments, argument, act.span.end - 1)


# e.name
# e.name(e)[e]
def path(pen: Pen, subject: tree.Expr, steps: Sequence[tree.Step]) -> None:
    """A number is in parentheses: its point would be that of a decimal."""
    if isinstance(subject, tree.Number | tree.Decimal):
        parenthesised(pen, subject)
    else:
        operand(pen, subject, _TIGHTEST)
    for step in steps:
        match step:
            case tree.Attribute(_, name):
                pen.word(".")
                pen.word_at(name.span.start)
            case tree.MethodCall(span, name, arguments):
                pen.word(".")
                pen.word_at(name.span.start)
                pen.bracketed("(", arguments, argument, span.end - 1)
            case tree.Element(span, index):
                pen.bracketed("[", (index,), slice_or_item, span.end - 1)
            case _:
                assert_never(step)


# name = e
# e
def argument(pen: Pen, given: tree.Argument) -> None:
    if given.name is not None:
        pen.word_at(given.name.span.start)
        infix(pen, "=")
    match given.value:
        case tree.Slice():
            slice_or_item(pen, given.value)
        case value:
            item(pen, value)


# e
# e for x in e for e times
def item(pen: Pen, value: tree.Expr | tree.Comprehension) -> None:
    """An assignment is in parentheses: in a call it would be an argument with a name."""
    if not isinstance(value, tree.Comprehension):
        operand(pen, value, _LOOSEST + 1)
        return
    operand(pen, value.value, _LOOSEST + 1)
    for clause in value.clauses:
        pen.line()
        spaced(pen, "for")
        match clause:
            case tree.ForIn(_, name, values):
                pen.word_at(name.span.start)
                infix(pen, "in")
                operand(pen, values, _LOOSEST + 1)
            case _:
                times(pen, clause.count)


# e times
def times(pen: Pen, count: tree.Expr) -> None:
    """A condition is in parentheses: `for x in e` would begin a loop of the other kind."""
    operand(pen, count, COMPARE_STRENGTH + 1)
    pen.blank()
    pen.word("times")


# e
# e:e:e
def slice_or_item(pen: Pen, index: tree.Expr | tree.Slice) -> None:
    if not isinstance(index, tree.Slice):
        operand(pen, index, _LOOSEST + 1)
        return
    if index.start is not None:
        operand(pen, index.start, _LOOSEST + 1)
    pen.word(":")
    if index.stop is not None:
        operand(pen, index.stop, _LOOSEST + 1)
    if index.step is not None:
        pen.word(":")
        operand(pen, index.step, _LOOSEST + 1)


# Class<type>
def type_name(pen: Pen, form: tree.TypeName) -> None:
    pen.word_at(form.span.start)
    if form.of is not None:
        pen.word("<")
        type_name(pen, form.of)
        pen.word(">")
