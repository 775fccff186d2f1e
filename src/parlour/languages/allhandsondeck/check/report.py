"""Where the checker's findings go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Span


@dataclass
class Report:
    """Findings in the order in which they are made. `strict`: what is only tolerated becomes an error."""

    strict: bool = False
    found: list[Diagnostic] = field(default_factory=list)

    def error(
        self,
        code: str,
        title: str,
        span: Span,
        label: str = "",
        *,
        hint: str = "",
        also: Sequence[tuple[Span | None, str]] = (),
    ) -> None:
        labels = (Label(span, label), *(Label(other, text) for other, text in also if other is not None))
        self.found.append(Diagnostic(code, title, labels, hint=hint))

    def warn(self, code: str, title: str, span: Span, label: str = "", *, hint: str = "") -> None:
        self.found.append(Diagnostic(code, title, (Label(span, label),), hint=hint, severity="warning"))

    def tolerate(self, code: str, title: str, span: Span, label: str = "", *, hint: str = "") -> None:
        """A warning, or an error where only what the manual allows is accepted."""
        (self.error if self.strict else self.warn)(code, title, span, label, hint=hint)
