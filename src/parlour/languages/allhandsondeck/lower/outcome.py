"""How a game ended: who has won, when main is over.

The language has no word for it. The author can say it in a note (`pragmas.py`); otherwise Parlour looks for what people
write anyway, in this order: a game variable `winner` or `winners`; a helper or attribute of the Actors called `winner`,
`won`, `is_winner` or `has_won`; one called `score` or `points`, of which more is better. Without any of these nobody
knows, and the outcome has no ranking.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from parlour.core import nodes
from parlour.core.nodes import Assign, Const, Evaluate, Global, Op, Stmt
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, ListType, ObjectType
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.meaning import Checked, Function, Var
from parlour.languages.allhandsondeck.check.types import ACTOR, HELPERS
from parlour.languages.allhandsondeck.lower.assignments import WINNER
from parlour.languages.allhandsondeck.lower.base import COLLECTIONS, ELEMENTS, ITEMS, Case
from parlour.languages.allhandsondeck.lower.bases import FLOAT_BIT, INT_BIT
from parlour.languages.allhandsondeck.lower.function import Writer
from parlour.languages.allhandsondeck.pragmas import Pragmas

_VARIABLES = ("winner", "winners")
_WINNERS = ("winner", "won", "is_winner", "has_won")
_SCORES = ("score", "points")

# All Actors with a seat, in order. A name with a blank cannot be the author's.
ACTORS = "the actors"
ACTOR_LIST = ListType(ObjectType(ACTOR))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where the outcome is found: in a game variable, or by asking every Actor (`expr` is over `var`)."""

    by: Literal["variable", "winner", "score"]
    name: str
    lowest_wins: bool = False
    var: Var | None = None
    expr: c.Attr | c.MethodCall | None = None


def find_verdict(program: Checked, pragmas: Pragmas) -> Verdict | None:
    """What says who has won; None if nothing does."""
    if not pragmas.has_outcome or not any(ACTOR in program.line(name) for name in program.classes if name != ACTOR):
        return None
    if pragmas.score is not None:
        return _ask_actors(program, "score", pragmas.score, pragmas.lowest_wins)
    if pragmas.winner is not None:
        asked = _ask_actors(program, "winner", pragmas.winner)
        if asked is None and pragmas.winner in program.state:
            return Verdict("variable", pragmas.winner)
        return asked
    for name in _VARIABLES:
        if name in program.state:
            return Verdict("variable", name)
    for by, names in (("winner", _WINNERS), ("score", _SCORES)):
        for name in names:
            found = _ask_actors(program, "winner" if by == "winner" else "score", name)
            if found is not None:
                return found
    return None


def _ask_actors(
    program: Checked, by: Literal["winner", "score"], name: str, lowest_wins: bool = False
) -> Verdict | None:
    actors = [class_ for class_ in program.classes if ACTOR in program.line(class_)]
    span = program.main.span
    var = Var("actor")
    subject = c.Local(span, var)
    for class_ in actors:
        helper = program.helper_of(class_, name)
        if helper is not None and not helper.params and name not in HELPERS:
            return Verdict(by, name, lowest_wins, var, c.MethodCall(span, subject, name, ()))
        if program.attribute_of(class_, name) is not None:
            return Verdict(by, name, lowest_wins, var, c.Attr(span, subject, name))
    return None


def conclude(writer: Writer, verdict: Verdict) -> list[Stmt]:
    """Statements that set the outcome, if there are seats."""
    actors = Global(ACTORS, ACTOR_LIST)
    count = Op("list_length", (actors,), INT)
    body = _by_score(writer, verdict) if verdict.by == "score" else _by_winner(writer, verdict)
    return [nodes.If(((Op("gt", (count, Const(0, INT)), BOOL), tuple(body)),))]


def _each_actor(writer: Writer, body: list[Stmt], number: nodes.Local) -> Stmt:
    count = Op("list_length", (Global(ACTORS, ACTOR_LIST),), INT)
    return nodes.For(number.name, Const(0, INT), count, tuple(body))


def _actor(writer: Writer, verdict: Verdict, number: nodes.Local) -> list[Stmt]:
    """The Actor of a number in the variable that the verdict's expression asks."""
    assert verdict.var is not None
    actor = Op("list_get", (Global(ACTORS, ACTOR_LIST), number), ObjectType(ACTOR))
    local = writer.declare(verdict.var)
    writer.sure.add(verdict.var)
    return [Assign(local.name, writer.fit(actor, local.type))]


def _by_score(writer: Writer, verdict: Verdict) -> list[Stmt]:
    assert verdict.expr is not None
    scores = writer.fresh("scores", ListType(FLOAT))
    number = writer.fresh("number", INT)
    setting = _actor(writer, verdict, number)
    found = writer.value(verdict.expr)
    cases = [
        Case(FLOAT_BIT, FLOAT, lambda value: value),
        Case(INT_BIT, INT, lambda value: Op("to_float", (value,), FLOAT)),
    ]
    span = verdict.expr.span
    name = verdict.name
    score = writer.choose(
        found, cases, FLOAT, lambda value: writer.sentence(f"the score '{name}' is ", writer.kind(value)), span
    )
    push = Evaluate(Op("list_push", (scores, score), NONE))
    ranking = writer.routine("rank_scores", scores, Const(verdict.lowest_wins, BOOL))
    return [
        Assign(scores.name, nodes.MakeList((), ListType(FLOAT))),
        _each_actor(writer, [*setting, push], number),
        nodes.Finish(ranking, scores),
    ]


def _by_winner(writer: Writer, verdict: Verdict) -> list[Stmt]:
    won = writer.fresh("won", ListType(BOOL))
    number = writer.fresh("number", INT)
    stmts: list[Stmt] = [Assign(won.name, nodes.MakeList((), ListType(BOOL)))]
    if verdict.expr is not None:
        setting = _actor(writer, verdict, number)
        test = writer.truth(writer.value(verdict.expr))
        stmts.append(_each_actor(writer, [*setting, Evaluate(Op("list_push", (won, test), NONE))], number))
    else:
        actor = nodes.Convert(Op("list_get", (Global(ACTORS, ACTOR_LIST), number), ObjectType(ACTOR)), ANY)
        value = Global(WINNER, ANY)
        held = nodes.Field(nodes.Narrow(value, COLLECTIONS), ELEMENTS, ITEMS)
        among = nodes.And(nodes.Is(value, COLLECTIONS), writer.routine("contains", held, actor))
        test = nodes.Or(Op("same", (value, actor), BOOL), among)
        stmts.append(_each_actor(writer, [Evaluate(Op("list_push", (won, test), NONE))], number))
    # Alone at the table one cannot come second: there the score tells a win from a loss.
    alone = Op("eq", (Op("list_length", (won,), INT), Const(1, INT)), BOOL)
    first = Op("list_get", (won, Const(0, INT)), BOOL)
    score = nodes.Choose(first, Const(1.0, FLOAT), Const(0.0, FLOAT), FLOAT)
    reason = nodes.Choose(first, Const("won", STRING), Const("not won", STRING), STRING)
    ranking = writer.routine("rank_winners", won)
    solitaire = nodes.Finish(ranking, nodes.MakeList((score,), ListType(FLOAT)), reason)
    stmts.append(nodes.If(((alone, (solitaire,)),), (nodes.Finish(ranking),)))
    return stmts


def asks(verdict: Verdict, program: Checked, concerned: set[Function | str]) -> bool:
    """Whether finding out would ask somebody; then nobody is."""
    helpers = (class_.helpers.get(verdict.name) for class_ in program.classes.values())
    return any(helper in concerned for helper in helpers if helper is not None)
