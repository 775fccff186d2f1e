"""Questions and prints: what `input()` and `print()` become, and what is on the table while somebody thinks.

Who is asked is the Actor whose ACTION is running, the nearest one; functions that ask and have no such receiver of
their own are told by their caller (see `acting.py`). What was printed since the last question is the prompt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, Expr, Global, GlobalVariable, Op, Raise, SetGlobal, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, ListType, OptionalType
from parlour.languages.allhandsondeck.check.types import Type
from parlour.languages.allhandsondeck.lower.base import COLLECTIONS, ITEMS
from parlour.syntax.source import Span

if TYPE_CHECKING:
    from parlour.languages.allhandsondeck.check import meaning as c
    from parlour.languages.allhandsondeck.lower.function import Writer

# What is on display: all that was printed since the last question and for whom (-1: everybody), who is asked, and the
# options of the question. Names with a blank cannot be the author's.
PRINTED, PRINTED_FOR, ASKED, OFFERED = "printed text", "printed for", "asked seat", "offered options"
PROMPT, LABEL = "the prompt", "the label"

DISPLAY = (
    GlobalVariable(PRINTED, STRING, is_presentation=True),
    GlobalVariable(PRINTED_FOR, INT, is_presentation=True),
    GlobalVariable(ASKED, INT, is_presentation=True),
    GlobalVariable(OFFERED, ITEMS, is_presentation=True),
)


def set_up() -> list[Stmt]:
    """An empty display, at the beginning."""
    return [
        SetGlobal(PRINTED, Const("", STRING)),
        SetGlobal(PRINTED_FOR, Const(-1, INT)),
        SetGlobal(ASKED, Const(-1, INT)),
        SetGlobal(OFFERED, nodes.MakeList((), ITEMS)),
    ]


def say(writer: Writer, text: Expr, span: Span) -> list[Stmt]:
    """`print(text)`: to everybody, or if the author says so to the Actor who acts."""
    stmts: list[Stmt] = []
    line = writer.keep(Op("concat", (text, Const("\n", STRING)), STRING, span), stmts, "line")
    before: Expr = Global(PRINTED, STRING)
    if not writer.low.pragmas.prints_to_actor:
        stmts.append(nodes.Tell(line, span=span))
    else:
        seat = writer.acting
        audience = nodes.MakeList((seat,), ListType(INT))
        alone = Op("eq", (seat, Const(-1, INT)), BOOL)
        told = (nodes.Tell(line, span=span),), (nodes.Tell(line, audience, span=span),)
        stmts.append(nodes.If(((alone, told[0]),), told[1], span))
        same = Op("eq", (Global(PRINTED_FOR, INT), seat), BOOL)
        before = nodes.Choose(same, before, Const("", STRING), STRING)
    stmts.append(SetGlobal(PRINTED, writer.routine("printed_so_far", before, line)))
    if writer.low.pragmas.prints_to_actor:
        stmts.append(SetGlobal(PRINTED_FOR, writer.acting))
    return stmts


def prompt() -> nodes.Function:
    """What was printed since the last question, as far as it was for whoever is asked."""
    everybody = Op("eq", (Global(PRINTED_FOR, INT), Const(-1, INT)), BOOL)
    them = Op("eq", (Global(PRINTED_FOR, INT), Global(ASKED, INT)), BOOL)
    text = nodes.Choose(nodes.Or(everybody, them), Global(PRINTED, STRING), Const("", STRING), STRING)
    return nodes.Function(PROMPT, (), STRING, (nodes.Return(text),))


def ask(writer: Writer, expr: c.Input, bases: int) -> Expr:
    """`input()`: asks, and is the answer."""
    span = expr.span
    stmts: list[Stmt] = []
    if expr.options is not None:
        return choose_from(writer, expr.options, bases, span)
    seat = writer.keep(writer.acting, stmts, "seat")
    stmts.append(SetGlobal(ASKED, seat))
    stmts.append(SetGlobal(OFFERED, nodes.MakeList((), ITEMS)))
    match expr.type:
        case Type("int"):
            answer = writer.fresh("answer", INT)
            stmts.append(_question(answer, seat, nodes.Whole(), "number", span))
        case Type("bool"):
            answer = writer.fresh("answer", BOOL)
            stmts.append(_question(answer, seat, nodes.YesNo(), "choice", span))
        case Type("float"):
            return do(stmts, _ask_float(writer, seat, span))
        case _:
            answer = writer.fresh("answer", STRING)
            stmts.append(_question(answer, seat, nodes.Line(), "text", span))
    stmts.append(SetGlobal(PRINTED, Const("", STRING)))
    return do(stmts, answer)


def _question(answer: nodes.Local, seat: Expr, domain: nodes.Domain, kind: nodes.QuestionKind, span: Span) -> nodes.Ask:
    return nodes.Ask(answer.name, nodes.Question(seat, domain, kind, PROMPT), span=span)


def _ask_float(writer: Writer, seat: Expr, span: Span) -> Expr:
    """A line that is read as a float, asked for again until it is one."""
    line, read = writer.fresh("answer", STRING), writer.fresh("number", OptionalType(FLOAT))
    stmts: list[Stmt] = [Assign(read.name, nodes.Convert(nodes.NO_VALUE, OptionalType(FLOAT)))]
    body: list[Stmt] = [
        _question(line, seat, nodes.Line(), "number", span),
        Assign(read.name, Op("parse_float", (line,), OptionalType(FLOAT), span), span),
    ]
    stmts.append(nodes.While(nodes.Is(read, NONE), tuple(body), span))
    stmts.append(SetGlobal(PRINTED, Const("", STRING)))
    return do(stmts, nodes.Narrow(read, FLOAT, span))


def choose_from(writer: Writer, given: c.Expr, bases: int, span: Span) -> Expr:
    """`input(options)`, our extension: one of the elements of a collection or range."""
    stmts: list[Stmt] = []
    options = writer.value(given)
    if not options.bases & ~writer.bases.collections:
        # What never comes to anything has no type of its own.
        found = writer.elements_of(writer.fit(options.expr, COLLECTIONS))
        if not writer.low.owned.is_new(given):
            found = Op("list_copy", (found,), ITEMS, span)
    else:
        found = nodes.Call(writer.low.shared.each(), (writer.fit(options.expr, ANY),), ITEMS, span)
    items = writer.keep(found, stmts, "options")
    none = Op("eq", (Op("list_length", (items,), INT), Const(0, INT)), BOOL)
    message = Const("there is nothing to choose from: the options of input are empty", STRING)
    stmts.append(nodes.If(((none, (Raise("empty", message, span),)),), span=span))
    seat = writer.keep(writer.acting, stmts, "seat")
    stmts.append(SetGlobal(ASKED, seat))
    stmts.append(SetGlobal(OFFERED, items))
    answer = writer.fresh("answer", ANY)
    stmts.append(_question(answer, seat, nodes.Options(items, writer.low.shared.texts.text()), "choice", span))
    stmts.append(SetGlobal(PRINTED, Const("", STRING)))
    return do(stmts, writer.fit(answer, writer.storage(bases)))
