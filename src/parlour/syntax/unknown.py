"""Names that mean nothing where they stand, and what may be meant: one way to say so for all languages.

>>> from parlour.syntax.source import Source
>>> source, found = Source("demo", "baord + lost"), []
>>> unknown = Unknown(found.append, lost={"lost"})
>>> for name, start in (("baord", 0), ("lost", 8)):
...     span = source.span(start, start + len(name))
...     unknown.tell("XX101", f"nothing is called `{name}`", name, span, ["board", "roll"])
>>> [(item.title, item.hint) for item in found]
[('nothing is called `baord`', 'Did you mean board?')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.lookalikes import latin_twin
from parlour.syntax.source import Span
from parlour.syntax.suggest import did_you_mean

# Comparing names costs time; a text with thousands of unknown names gets no more advice about them.
SUGGESTION_WORK = 5_000
SHOWN_PLACES = 5
MOST_GATHERED = 50


@dataclass(slots=True)
class Unknown:
    """Tells of unknown names, but not of those among the words that could not be read (`lost`)."""

    report: Callable[[Diagnostic], object]
    lost: Set[str] = frozenset()
    _gathered: dict[str, tuple[str, str, list[Span]]] = field(default_factory=dict)
    _likely: dict[str, tuple[str, str, Span]] = field(default_factory=dict)
    _work: int = SUGGESTION_WORK

    def tell(
        self, code: str, title: str, name: str, span: Span, known: Iterable[str], *, hint: str = "", otherwise: str = ""
    ) -> None:
        """Reports an unknown name. Its hint is the given one, else the known name that may be meant, else that for all
        other cases."""
        if name not in self.lost:
            hint = hint or self.suggestion(name, known) or otherwise
            self.report(Diagnostic(code, title, (Label(span),), hint=hint))

    def gather_name(self, code: str, title: str, name: str, span: Span, hint: str = "") -> None:
        """The same as `gather` for a name, which may be among the words that could not be read."""
        if name not in self.lost:
            self.gather(code, title, span, hint)

    def gather(self, code: str, title: str, span: Span, hint: str = "") -> None:
        """Notes that something does not exist. It is reported once, with all the places where it is missing."""
        _, _, places = self._gathered.setdefault(title, (code, hint, []))
        if len(places) < MOST_GATHERED and span not in places:
            places.append(span)

    def suspect(self, title: str, name: str, declared: str, place: Span) -> None:
        """What is gathered under this title is most likely the name that is `declared` at this place and used nowhere:
        if it is missing several times, its declaration is what was misspelt."""
        self._likely[title] = name, declared, place

    def tell_gathered(self) -> None:
        for title, (code, hint, places) in self._gathered.items():
            first, *others = sorted(places, key=lambda span: span.start)[:SHOWN_PLACES]
            if others and title in self._likely:
                name, declared, place = self._likely[title]
                uses = [Label(span, f"here it is {name}" if span is first else "") for span in (first, *others)]
                told = f"{declared} is named only here, and {title}"
                self.report(Diagnostic(code, told, (Label(place), *uses), hint=f"Did you mean {name}?"))
                continue
            labels = (Label(first), *(Label(span, "also here") for span in others))
            self.report(Diagnostic(code, title, labels, hint=hint))
        self._gathered.clear()
        self._likely.clear()

    def suggestion(self, name: str, known: Iterable[str]) -> str:
        """`Did you mean …?`, for the first unknown names of a text; also for names in another alphabet."""
        names = list(known)
        twin = latin_twin(name)
        if twin != name and twin in names:
            return f"This only looks like {twin}: it has letters of another alphabet"
        if len(names) > self._work:
            return ""
        self._work -= len(names)
        return did_you_mean(name, names)
