"""What is more than the manual has: sorting, and a card by chance. With `--strict` it is refused.

Which values a call of `random` gets is a matter of what flows there, so that is looked up in the inferred program.
"""

from __future__ import annotations

from parlour.languages.allhandsondeck import codes
from parlour.languages.allhandsondeck.check import meaning as c
from parlour.languages.allhandsondeck.check.meaning import Checked
from parlour.languages.allhandsondeck.check.report import Report
from parlour.languages.allhandsondeck.check.values import infer
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.source import Span


def extensions(program: Checked) -> list[Diagnostic]:
    """An error for every use of an extension in a program that is otherwise right."""
    report = Report(strict=True)
    places = None
    for function in program.functions():
        for part in c.expressions(function.body):
            match part:
                case c.Act(span, _, "SORT") if "SORT" not in program.actions:
                    _refuse(report, "there is no ACTION SORT", span, "put the elements in order by a loop of your own")
                case c.MethodCall(span, _, "sorted") if not _is_own(program, "sorted"):
                    hint = "put the elements in order by an ACTION of your own"
                    _refuse(report, "there is no helper sorted", span, hint)
                case c.Random(span, of):
                    places = places or infer(program)
                    place = places.of(of, function, function.class_name)
                    if place.bases & places.bases.collections:
                        hint = "draw a number, and take that element: `cards[random(0...cards.size())]`"
                        _refuse(report, "`random` takes a range, and no collection", span, hint)
    return report.found


def _is_own(program: Checked, name: str) -> bool:
    return any(name in class_.helpers for class_ in program.classes.values())


def _refuse(report: Report, title: str, span: Span, hint: str) -> None:
    report.error(codes.NOT_IN_MANUAL, f"in the manual {title}", span, hint=hint)
