r"""Notes to Parlour: comments that say about a game what its language cannot.

    # parlour: every answer is legal

A note is a comment that begins with `parlour:`, whatever the signs of comments are. A language lists the forms of its
notes, each with what one of them changes in all that the notes have said so far; `read_notes` starts from nothing said
and warns of notes in no known form, with the form that was probably meant. In a form, words in capitals stand for what
the author writes: `NAME` for one word, `NAME, …` for several with commas between them, others for any text. A comment
that only looks like a note (`parlor:`, `Parlour:`, no colon) is none, and is told if one of the forms follows.

    >>> from parlour.syntax.source import Source
    >>> source = Source("demo", "# parlour: show deck, hand\n# parlour: every anwser is legal\n")
    >>> forms = (
    ...     Form(EVERY_ANSWER, lambda shown, said: shown),
    ...     Form("show NAME, …", lambda shown, said: [*shown, *said.names("NAME")]),
    ... )
    >>> found = []
    >>> read_notes(notes_in(source, "#"), forms, [], "XX161", found.append)
    ['deck', 'hand']
    >>> found[0].hint
    'Did you mean every answer is legal?'
    >>> read_notes(notes_in(Source("demo", "# parlor: show deck\n"), "#"), forms, [], "XX161", found.append)
    []
    >>> found[1].hint
    'write `# parlour: show deck`'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from parlour.dataclass import dataclass
from parlour.syntax.comments import Comment
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Source, Span
from parlour.syntax.suggest import did_you_mean, distance

T = TypeVar("T")

# The form that every language has: no answer is ever tried out and left out.
EVERY_ANSWER = "every answer is legal"

NOTE = "parlour:"
_BEGINNING = re.compile(r"(?P<signs>\W*)(?P<said>(?P<word>[^\W\d_]{5,9})(?P<colon>\s*:)?)")
# How many letters of the word may be wrong.
_SLIPS = 2
_GAP = re.compile(r"\b(?P<word>[A-Z]+)(?P<several>, …)?")
_WORD = r"[^\s,()]+"


@dataclass(frozen=True, slots=True)
class Note:
    """One note: its words with single blanks between them, the place of the whole comment, and the word that the
    comment begins with, which is `NOTE` unless it is misspelt."""

    text: str
    span: Span
    begins: str = NOTE


@dataclass(frozen=True, slots=True)
class Said:
    """What an author has written in the gaps of a form, and the place of the note."""

    gaps: Mapping[str, str]
    span: Span

    def __getitem__(self, gap: str) -> str:
        return self.gaps[gap]

    def names(self, gap: str) -> tuple[str, ...]:
        """The names between commas."""
        return tuple(name.strip() for name in self.gaps[gap].split(","))

    def place(self, name: str) -> Span:
        """Where the note has this name; the whole note if it cannot be told."""
        found = list(re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", self.span.text))
        if not found:
            return self.span
        return self.span.source.span(self.span.start + found[-1].start(), self.span.start + found[-1].end())


@dataclass(frozen=True)
class Form(Generic[T]):
    """One form of notes: how it is `shown`, and what comes of one note, given all that was said before it; None if it
    makes no sense. A `pattern` says more exactly what may stand in the gaps."""

    shown: str
    add: Callable[[T, Said], T | None]
    pattern: str = ""

    @cached_property
    def reader(self) -> re.Pattern[str]:
        """The form as a pattern. Behind a name may stand `()`: an author may mean a function."""
        if self.pattern:
            return re.compile(self.pattern)
        found, end = "", 0
        for gap in _GAP.finditer(self.shown):
            found += re.escape(self.shown[end : gap.start()])
            if gap["several"]:
                found += rf"(?P<{gap['word']}>{_WORD}(?: ?, ?{_WORD})*)"
            elif gap["word"] == "NAME":
                found += rf"(?P<NAME>{_WORD})(?:\(\))?"
            else:
                found += rf"(?P<{gap['word']}>.+)"
            end = gap.end()
        return re.compile(found + re.escape(self.shown[end:]))


def notes_of(source: Source, comments: Iterable[Comment]) -> tuple[Note, ...]:
    """Those of the comments that are notes, or look like one: they begin and end on one line."""
    found: list[Note] = []
    for comment in comments:
        beginning = _beginning(comment.text)
        if beginning is not None:
            said = comment.text[beginning.end() :].rstrip().removesuffix("-}").removesuffix("*/").rstrip()
            if said and not said.isspace() and "\n" not in said:
                found.append(Note(" ".join(said.split()), comment.span(source), beginning["said"]))
    return tuple(found)


def _beginning(comment: str) -> re.Match[str] | None:
    """The beginning of a comment that is a note, or of one that may be meant as one."""
    found = _BEGINNING.match(comment)
    if found is None or found["word"][0] not in "pP":
        return None
    wrong = distance(found["word"].casefold(), NOTE[:-1])
    return found if wrong <= (_SLIPS if found["colon"] else 0) else None


def is_note(comment: str) -> bool:
    """Whether a comment says something to Parlour, rightly or not, and nothing to people."""
    found = _beginning(comment)
    return found is not None and found["colon"] is not None


def notes_in(source: Source, signs: str) -> tuple[Note, ...]:
    """The notes of a text whose comments begin with one of these signs, where they are all of their line."""
    pattern = re.compile(rf"^[^\S\r\n]*(?P<comment>[{re.escape(signs)}]+[^\S\r\n]*[pP][^\r\n]*)", re.MULTILINE)
    lines = pattern.finditer(source.text.replace("\r", "\n"))
    return notes_of(source, [Comment(*line.span("comment"), line["comment"].rstrip()) for line in lines])


def read_notes(
    notes: Iterable[Note], forms: Sequence[Form[T]], nothing: T, code: str, report: Callable[[Diagnostic], object]
) -> T:
    """All that the notes say; notes in none of the forms are warnings with this code."""
    said = nothing
    for note in notes:
        if note.begins != NOTE:
            if _is_meant(note, forms):
                report(_misspelt(note, code))
            continue
        more = _read(note, forms, said)
        if more is None:
            report(unknown_note(note, [form.shown for form in forms], code))
        else:
            said = more
    return said


def _read(note: Note, forms: Sequence[Form[T]], said: T) -> T | None:
    for form in forms:
        found = form.reader.fullmatch(note.text)
        more = None if found is None else form.add(said, Said(found.groupdict(), note.span))
        if more is not None:
            return more
    return None


def _is_meant(note: Note, forms: Sequence[Form[T]]) -> bool:
    """Whether a comment with a misspelt beginning says what a note can say. One without a colon may be a sentence."""
    if any(form.reader.fullmatch(note.text) for form in forms):
        return True
    return note.begins.endswith(":") and note.text.split()[0] in {form.shown.split()[0] for form in forms}


def _misspelt(note: Note, code: str) -> Diagnostic:
    before, _, after = note.span.text.partition(note.begins)
    start = note.span.start + len(before)
    place = Label(note.span.source.span(start, start + len(note.begins)))
    hint = f"write `{before}{NOTE}{after.rstrip()}`"
    return Diagnostic(code, f"a note to Parlour begins with `{NOTE}`", (place,), hint=hint, severity="warning")


def unknown_note(note: Note, shown: Sequence[str], code: str) -> Diagnostic:
    """A warning of a note in none of these forms."""
    hint = (
        did_you_mean(note.text, [_filled(form, note.text) for form in shown])
        or did_you_mean(note.text.split()[0], [form.split()[0] for form in shown])
        or f"there is: {', '.join(f'`{form}`' for form in shown)}"
    )
    title = "this note to Parlour is in none of its forms"
    return Diagnostic(code, title, (Label(note.span),), hint=hint, severity="warning")


def _filled(form: str, text: str) -> str:
    """A form with its gaps filled from a note of as many words."""
    words, said = _GAP.sub("NAME", form).split(), text.split()
    if len(words) != len(said):
        return form
    return " ".join(own if word.isupper() else word for word, own in zip(words, said, strict=True))
