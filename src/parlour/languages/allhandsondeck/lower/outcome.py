"""How a game ended: who has won, when main is over.

The language has no word for it. The author can say it in a note (`pragmas.py`); otherwise Parlour looks for what people
write anyway, in this order: a game variable `winner` or `winners` (an Actor, a collection of some, or none); a helper
or attribute of the Actors called `winner`, `won`, `is_winner` or `has_won`; one called `score` or `points`, of which
more is better. Without any of these nobody knows, and the outcome has no ranking.
"""

from __future__ import annotations

from typing import Literal

from parlour.core import builder as build
from parlour.core import nodes
from parlour.core.nodes import Expr, Global, Stmt
from parlour.core.types import ANY, BOOL, FLOAT, INT, ListType, Type
from parlour.dataclass import dataclass
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.bases import FLOAT_BIT, INT_BIT
from parlour.languages.allhandsondeck.check.meaning import Checked, Function, Var
from parlour.languages.allhandsondeck.check.types import ACTOR, HELPERS
from parlour.languages.allhandsondeck.lower import operators
from parlour.languages.allhandsondeck.lower.names import ACTOR_LIST, ACTORS, COLLECTIONS, ELEMENTS, ITEMS, WINNER
from parlour.languages.allhandsondeck.lower.ranges import as_float
from parlour.languages.allhandsondeck.lower.writer import Case, Writer

By = Literal["winner", "score"]

_VARIABLES = ("winner", "winners")
_ASKED: tuple[tuple[By, str], ...] = (
    *(("winner", name) for name in ("winner", "won", "is_winner", "has_won")),
    *(("score", name) for name in ("score", "points")),
)
_ACTORS = Global(ACTORS, ACTOR_LIST)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where the outcome is found: in a game variable, or by asking every Actor (an expression over a variable)."""

    by: Literal["variable", "winner", "score"]
    name: str
    lowest_wins: bool = False
    asked: tuple[Var, c.Attr | c.MethodCall] | None = None

    def asks(self, program: Checked, concerned: set[Function | str]) -> bool:
        """Whether finding out would ask somebody; then nobody is."""
        helpers = (class_.helpers.get(self.name) for class_ in program.classes.values())
        return any(helper in concerned for helper in helpers if helper is not None)


def find_verdict(program: Checked) -> Verdict | None:
    """What says who has won; None if nothing does."""
    pragmas = program.pragmas
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
    found = (_ask_actors(program, by, name) for by, name in _ASKED)
    return next((verdict for verdict in found if verdict is not None), None)


def _ask_actors(program: Checked, by: By, name: str, lowest_wins: bool = False) -> Verdict | None:
    span, var = program.main.span, Var("actor")
    subject = c.Local(span, var)
    for class_ in program.classes:
        if ACTOR not in program.line(class_):
            continue
        helper = program.helper_of(class_, name)
        if helper is not None and not helper.params and name not in HELPERS:
            return Verdict(by, name, lowest_wins, (var, c.MethodCall(span, subject, name, ())))
        if program.attribute_of(class_, name) is not None:
            return Verdict(by, name, lowest_wins, (var, c.Attr(span, subject, name)))
    return None


def conclude(w: Writer, verdict: Verdict) -> Stmt:
    """Sets the outcome, if there are seats."""
    body = _by_score(w, verdict) if verdict.by == "score" else _by_winner(w, verdict)
    return build.when(build.op("gt", build.length(_ACTORS), build.number(0)), *body)


def _collect(w: Writer, name: str, type_: Type, verdict: Verdict) -> tuple[nodes.Local, list[Stmt]]:
    """A list with what is found out about each Actor."""
    found, place = w.fresh(name, ListType(type_)), w.fresh("number", INT)
    actor = build.element(_ACTORS, place)
    setting: list[Stmt] = []
    if verdict.asked is not None:
        local = w.declare(verdict.asked[0])
        w.sure.add(verdict.asked[0])
        setting.append(build.assign(local, w.fit(actor, local.type)))
    one = _score(w, verdict) if verdict.by == "score" else _has_won(w, verdict, actor)
    loop = nodes.For(place.name, build.number(0), build.length(_ACTORS), (*setting, build.push(found, one)))
    return found, [build.assign(found, nodes.MakeList((), ListType(type_))), loop]


def _score(w: Writer, verdict: Verdict) -> Expr:
    assert verdict.asked is not None
    expr = verdict.asked[1]
    cases = [Case(FLOAT_BIT, FLOAT, lambda value: value), Case(INT_BIT, INT, as_float)]
    return w.choose(w.value(expr), cases, FLOAT, f"the score '{verdict.name}' is {{}}", expr.span)


def _by_score(w: Writer, verdict: Verdict) -> list[Stmt]:
    scores, stmts = _collect(w, "scores", FLOAT, verdict)
    ranked = nodes.Finish(w.routine("rank_scores", scores, build.truth(verdict.lowest_wins)), scores)
    # Alone at the table one is neither first nor last: there the score says how well it went.
    is_alone = build.op("eq", build.length(scores), build.number(1))
    return [*stmts, build.when(is_alone, nodes.Finish(None, scores), otherwise=[ranked])]


def _has_won(w: Writer, verdict: Verdict, actor: Expr) -> Expr:
    if verdict.asked is not None:
        return operators.truth(w, w.value(verdict.asked[1]))
    named, them = Global(WINNER, ANY), nodes.Convert(actor, ANY)
    held = nodes.Field(nodes.Narrow(named, COLLECTIONS), ELEMENTS, ITEMS)
    among = nodes.And(nodes.Is(named, COLLECTIONS), w.routine("contains", held, them))
    return nodes.Or(build.op("same", named, them), among)


def _by_winner(w: Writer, verdict: Verdict) -> list[Stmt]:
    """Nobody may be a draw (`None`), but a collection without anybody says that nobody wins."""
    won, stmts = _collect(w, "won", BOOL, verdict)
    is_list = nodes.Is(Global(WINNER, ANY), COLLECTIONS) if verdict.asked is None else build.truth(False)
    return [*stmts, nodes.Finish(w.routine("rank_winners", won, build.op("not", is_list)))]
