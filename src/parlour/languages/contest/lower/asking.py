"""The functions that ask: one for each form of a question. Their names are in `names.py`.

Options are tuples that say more than whom they stand for, because a policy weighs them by it.
"""

from __future__ import annotations

from parlour.core import nodes
from parlour.core.builder import assign, element, length, number, op, push, when
from parlour.core.types import BOOL, INT, SYMBOL, ListType
from parlour.game import season
from parlour.languages.contest.lower import names
from parlour.languages.contest.lower.context import INTS, Lowering

RANGE = nodes.Global(season.SCORES, INTS)


def write(lowering: Lowering) -> None:
    lowering.linker.need(names.LABEL)
    lowering.linker.need(names.PROMPT)
    _ask_one(lowering)
    _ask_score(lowering)
    _ask_yes(lowering)
    _ask_direction(lowering)
    _ask_ballots(lowering)
    _ask_amounts(lowering)


def _ask_one(lowering: Lowering) -> None:
    build = lowering.build = lowering.builder()
    seat, options = build.parameter("seat", INT), build.parameter("options", names.OPTIONS)
    answer = build.fresh("answer", names.OPTION)
    question = nodes.Question(seat, nodes.Options(options, names.LABEL), "choice", names.PROMPT)
    lowering.add(names.ASK_ONE, INT, [nodes.Ask(answer.name, question), nodes.Return(nodes.TupleItem(answer, 2, INT))])


def _ask_score(lowering: Lowering) -> None:
    build = lowering.build = lowering.builder()
    low, high, answer = (build.fresh(name, INT) for name in ("low", "high", "answer"))
    is_given = op("eq", length(RANGE), number(2))
    question = nodes.Question(number(lowering.host), nodes.Whole(worth=(low, high)), "number", names.PROMPT)
    body = [
        assign(low, number(names.LEAST_SCORE)),
        assign(high, number(names.MOST_SCORE)),
        when(is_given, assign(low, element(RANGE, number(0))), assign(high, element(RANGE, number(1)))),
        nodes.Ask(answer.name, question),
        nodes.Return(answer),
    ]
    lowering.add(names.ASK_SCORE, INT, body)


def _ask_yes(lowering: Lowering) -> None:
    build = lowering.build = lowering.builder()
    seat, answer = build.parameter("seat", INT), build.fresh("answer", BOOL)
    question = nodes.Question(seat, nodes.YesNo(), "choice", names.PROMPT)
    lowering.add(names.ASK_YES, BOOL, [nodes.Ask(answer.name, question), nodes.Return(answer)])


def _ask_direction(lowering: Lowering) -> None:
    build = lowering.build = lowering.builder()
    seat, answer = build.parameter("seat", INT), build.fresh("answer", SYMBOL)
    question = nodes.Question(seat, nodes.OneOf((names.FOR, names.AGAINST)), "choice", names.PROMPT)
    is_for = op("eq", answer, nodes.Const(names.FOR, SYMBOL))
    lowering.add(names.ASK_DIRECTION, BOOL, [nodes.Ask(answer.name, question), nodes.Return(is_for)])


def _ask_ballots(lowering: Lowering) -> None:
    build = lowering.build = lowering.builder()
    seats, options = build.parameter("seats", INTS), build.parameter("options", ListType(names.OPTIONS))
    answers, found, place = build.fresh("answers", names.OPTIONS), build.fresh("found", INTS), build.fresh("place", INT)
    question = nodes.Question(seats, nodes.Options(options, names.LABEL), "choice", names.PROMPT)
    chosen = nodes.TupleItem(element(answers, place), 2, INT)
    body = [
        nodes.Ask(answers.name, question, group=True),
        assign(found, nodes.MakeList((), INTS)),
        nodes.For(place.name, number(0), length(answers), (push(found, chosen),)),
        nodes.Return(found),
    ]
    lowering.add(names.ASK_BALLOTS, INTS, body)


def _ask_amounts(lowering: Lowering) -> None:
    build = lowering.build = lowering.builder()
    seats, lows, highs = (build.parameter(name, INTS) for name in ("seats", "lows", "highs"))
    answers = build.fresh("answers", INTS)
    question = nodes.Question(seats, nodes.Whole(lows, highs), "number", names.PROMPT)
    lowering.add(names.ASK_AMOUNTS, INTS, [nodes.Ask(answers.name, question, group=True), nodes.Return(answers)])
