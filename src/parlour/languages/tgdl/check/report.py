"""What the checker has found, in the order in which it found it."""

from __future__ import annotations

from dataclasses import field

from parlour.dataclass import dataclass
from parlour.languages.tgdl import codes
from parlour.syntax.diagnostic import Diagnostic, Kind, Label
from parlour.syntax.source import Span
from parlour.syntax.tolerance import Tolerance
from parlour.syntax.unknown import Unknown


@dataclass(slots=True)
class Report:
    """Collects findings. `lost` are names that could not be read, about which nothing is said; nor is it about names
    that nothing has, where a file cannot be imported or a definition is there twice (`lacks_names`)."""

    strict: bool = False
    lost: set[str] = field(default_factory=set)
    lacks_names: bool = False
    found: list[Diagnostic] = field(default_factory=list)
    _unknown: Unknown | None = None

    @property
    def tolerance(self) -> Tolerance:
        return Tolerance(self.found.append, self.strict)

    @property
    def unknown(self) -> Unknown:
        if self._unknown is None:
            self._unknown = Unknown(self.found.append, self.lost)
        return self._unknown

    @property
    def has_errors(self) -> bool:
        return any(each.is_error for each in self.found)

    def error(
        self, code: str, title: str, span: Span, *more: Label, label: str = "", hint: str = "", kind: Kind = "static"
    ) -> None:
        self.found.append(Diagnostic(code, title, (Label(span, label), *more), hint=hint, kind=kind))

    def warn(self, code: str, title: str, span: Span, *more: Label, label: str = "", hint: str = "") -> None:
        self.found.append(Diagnostic(code, title, (Label(span, label), *more), hint=hint, severity="warning"))

    def extension(
        self, title: str, span: Span, hint: str = "leave it out, or read the game without `--strict`"
    ) -> None:
        """Something of ours, which is refused only to the letter."""
        self.tolerance.extension(codes.EXTENSION, title, span, hint)
