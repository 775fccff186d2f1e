"""Questions and prints: what `input()` and `print()` become, and what is on the table while somebody thinks.

Who is asked is the Actor whose ACTION is running, the nearest one; functions that ask and have no such receiver of
their own are told by their caller (see `check/acting.py`). What was printed since the last question is the prompt.
"""

from __future__ import annotations

from parlour.core import builder, nodes, types
from parlour.core.builder import assign, length, none_of, number, op, text, when
from parlour.core.nodes import Call, Expr, Global, GlobalVariable, SetGlobal, Stmt
from parlour.core.passes.order import do
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, Type
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.lower import collections, names, texts
from parlour.languages.allhandsondeck.lower.kinds import elements_of
from parlour.languages.allhandsondeck.lower.names import COLLECTIONS, ITEMS
from parlour.languages.allhandsondeck.lower.writer import Writer
from parlour.syntax.source import Span

# What is on display: all that was printed since the last question and for whom (-1: everybody), who is asked, and the
# options of the question.
PRINTED, PRINTED_FOR, ASKED, OFFERED = "printed text", "printed for", "asked seat", "offered options"
PROMPT = "the prompt"

# What each of them is at the beginning.
_EMPTY: dict[str, Expr] = {
    PRINTED: text(""),
    PRINTED_FOR: number(-1),
    ASKED: number(-1),
    OFFERED: nodes.MakeList((), ITEMS),
}
DISPLAY = tuple(GlobalVariable(name, value.type, is_presentation=True) for name, value in _EMPTY.items())

_QUESTIONS: dict[str, tuple[Type, nodes.Domain, nodes.QuestionKind]] = {
    "int": (INT, nodes.Whole(), "number"),
    "bool": (BOOL, nodes.YesNo(), "choice"),
    "string": (STRING, nodes.Line(), "text"),
}


def set_up() -> list[Stmt]:
    return [_clear(name) for name in _EMPTY]


def _clear(name: str) -> Stmt:
    return SetGlobal(name, _EMPTY[name])


def say(w: Writer, line: Expr, span: Span) -> list[Stmt]:
    """`print(line)`: to everybody, or if the author says so to the Actor who acts."""
    stmts: list[Stmt] = []
    line = w.keep(op("concat", line, text("\n"), span=span), stmts, "line")
    before: Expr = Global(PRINTED, STRING)
    if not w.low.pragmas.prints_to_actor:
        return [*stmts, nodes.Tell(line, span=span), SetGlobal(PRINTED, w.routine("printed_so_far", before, line))]
    audience = nodes.MakeList((w.acting,), types.ListType(INT))
    to_all = nodes.Tell(line, span=span)
    is_nobody = op("eq", w.acting, number(-1))
    same = op("eq", Global(PRINTED_FOR, INT), w.acting)
    before = nodes.Choose(same, before, text(""), STRING)
    return [
        *stmts,
        when(is_nobody, to_all, otherwise=[nodes.Tell(line, audience, span=span)], span=span),
        SetGlobal(PRINTED, w.routine("printed_so_far", before, line)),
        SetGlobal(PRINTED_FOR, w.acting),
    ]


def prompt() -> nodes.Function:
    """What was printed since the last question, as far as it was for whoever is asked."""
    everybody = op("eq", Global(PRINTED_FOR, INT), number(-1))
    them = op("eq", Global(PRINTED_FOR, INT), Global(ASKED, INT))
    shown = nodes.Choose(nodes.Or(everybody, them), Global(PRINTED, STRING), text(""), STRING)
    return nodes.Function(PROMPT, (), STRING, (nodes.Return(shown),))


def ask(w: Writer, expr: c.Input, bases: int) -> Expr:
    """`input()`: asks, and is the answer."""
    span = expr.span
    if expr.options is not None:
        return _choose_from(w, expr.options, bases, span)
    stmts: list[Stmt] = []
    seat = w.keep(w.acting, stmts, "seat")
    stmts += [SetGlobal(ASKED, seat), _clear(OFFERED)]
    if expr.type is not None and expr.type.name == "float":
        return do(stmts, _ask_float(w, seat, span))
    type_, domain, kind = _QUESTIONS["string" if expr.type is None else expr.type.name]
    answer = w.fresh("answer", type_)
    told = _told(w, seat, texts.answered(w, answer), span)
    return do([*stmts, _question(answer, seat, domain, kind, span), *told, _clear(PRINTED)], answer)


def _told(w: Writer, seat: Expr, answer: Expr, span: Span) -> list[Stmt]:
    """What everybody at the table hears of an answer, if the author says so. The program itself prints nothing."""
    if not w.low.pragmas.tells_answers:
        return []
    name = builder.element(Global(names.SEAT_NAMES, names.NAME_LIST), seat, span)
    line = builder.sentence(name, ": ", answer, "\n")
    return [when(op("ge", seat, number(0)), nodes.Tell(line, channel="aside", span=span), span=span)]


def _question(answer: nodes.Local, seat: Expr, domain: nodes.Domain, kind: nodes.QuestionKind, span: Span) -> nodes.Ask:
    return nodes.Ask(answer.name, nodes.Question(seat, domain, kind, PROMPT), span=span)


def _ask_float(w: Writer, seat: Expr, span: Span) -> Expr:
    """A line that is read as a float, asked for again until it is one."""
    line, read = w.fresh("answer", STRING), w.fresh("number", types.OptionalType(FLOAT))
    question = _question(line, seat, nodes.Line(), "number", span)
    parsed = assign(read, op("parse_float", line, span=span), span)
    loop = nodes.While(nodes.Is(read, NONE), (question, parsed), span)
    found = nodes.Narrow(read, FLOAT, span)
    told = _told(w, seat, texts.answered(w, found), span)
    return do([assign(read, none_of(read.type)), loop, *told, _clear(PRINTED)], found)


def _choose_from(w: Writer, given: c.Expr, bases: int, span: Span) -> Expr:
    """`input(options)`, our extension: one of the elements of a collection or range."""
    stmts: list[Stmt] = []
    options = w.value(given)
    if options.bases & ~w.bases.collections:
        found = collections.all_of(w, options.expr, span)
    else:
        # Options that have no base at all are never computed, and have any type.
        found = op("list_copy", elements_of(w.fit(options.expr, COLLECTIONS)), span=span)
    items = w.keep(found, stmts, "options")
    message = text("there is nothing to choose from: the options of input are empty")
    stmts.append(when(op("eq", length(items), number(0)), nodes.Raise("empty", message, span), span=span))
    seat = w.keep(w.acting, stmts, "seat")
    answer = w.fresh("answer", ANY)
    question = _question(answer, seat, nodes.Options(items, texts.name_of_option(w)), "choice", span)
    stmts += [SetGlobal(ASKED, seat), SetGlobal(OFFERED, items), question]
    name = Call(texts.name_of_option(w), (answer,), STRING, span)
    stmts += [*_told(w, seat, name, span), _clear(PRINTED)]
    return do(stmts, w.fit(answer, w.storage(bases)))
