"""What a language accepts beyond the letter of its manual: each use is a warning, or an error for whoever is strict.

Manuals contradict themselves and their own samples, so most programs need a little tolerance. A slip, such as a
missing comma, is told each time. A habit, such as curly quotes around every string, is told once, at its first place,
with the number of the others; whoever is strict is shown them all.

    >>> from parlour.syntax.source import Source
    >>> source, found = Source("demo", "a b"), []
    >>> tolerance = Tolerance(found.append)
    >>> for span in (source.span(0, 1), source.span(2, 3)):
    ...     tolerance.habit("XX001", "letters stand alone", span, hint="join them")
    >>> tolerance.tell_habits()
    >>> [(item.severity, item.labels[0].text) for item in found]
    [('warning', 'here, and 1 more')]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.syntax.diagnostic import Diagnostic, Kind, Label, Severity
from parlour.syntax.source import Span

Report = Callable[[Diagnostic], object]


@dataclass(slots=True)
class Tolerance:
    """Collects the tolerances that a text needs; `tell_habits` when it has been read."""

    report: Report
    strict: bool = False
    _habits: dict[str, tuple[Diagnostic, int]] = field(default_factory=dict)

    def slip(self, code: str, title: str, *labels: Label, hint: str = "", kind: Kind = "syntax") -> None:
        """One thing that the manual does not allow."""
        severity: Severity = "error" if self.strict else "warning"
        self.report(Diagnostic(code, title, labels, hint=hint, severity=severity, kind=kind))

    def habit(self, code: str, title: str, span: Span, hint: str) -> None:
        """One of probably many things of the same kind."""
        if self.strict:
            self.slip(code, title, Label(span), hint=hint)
            return
        first, count = self._habits.get(
            code, (Diagnostic(code, title, (Label(span),), hint=hint, severity="warning", kind="syntax"), 0)
        )
        self._habits[code] = (first, count + 1)

    def extension(self, code: str, title: str, span: Span, hint: str) -> None:
        """Something that the manual's grammar lacks and its sample needs: nothing to warn anybody of."""
        if self.strict:
            self.slip(code, title, Label(span), hint=hint)

    def tell_habits(self) -> None:
        for first, count in self._habits.values():
            label = Label(first.span, f"here, and {count - 1} more" if count > 1 else "")
            self.report(
                Diagnostic(first.code, first.title, (label,), hint=first.hint, severity="warning", kind="syntax")
            )
        self._habits.clear()
