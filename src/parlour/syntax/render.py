"""Turns a diagnostic into what people read on a screen, and into what programs read as JSON.

    reversi.bgl:12:14: error[BG012]: `place` needs a piece, a board and a position
       |
    12 |   start(b) = place(X, (1,1))
       |              ^^^^^^^^^^^^^^^ this gives it a piece and a position
       |
     hint: name the board: `place(X, b, (1,1))`
     see:  parlour explain BG012

The primary label is underlined with `^`, the others with `-`; other files follow under their own name.
Every character that came from a program goes through `visible` first. Escape sequences for colour are
added last and change nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.dataclass import dataclass
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.display import cells, visible, width, wrap
from parlour.syntax.source import Source

__all__ = ["render", "summary", "to_json", "visible"]

NARROWEST = 40  # below this a line of program text says nothing, however small the terminal
CUT = "…"

_BOLD, _RED, _YELLOW, _BLUE, _CYAN = "1", "1;31", "1;33", "1;34", "1;36"


def render(diagnostic: Diagnostic, *, color: bool = False, width: int = 100, explain: bool = True) -> str:
    """The whole message, several lines without a line end after the last; `width` is the terminal's.

    `explain` points to the page of the code; a failure at run time, worded like a diagnostic, has no such page."""
    ink = _Ink(color, _RED if diagnostic.is_error else _YELLOW)
    columns = max(width, NARROWEST)
    line, column = diagnostic.span.line, diagnostic.span.column
    place = f"{visible(diagnostic.span.source.name)}:{line}:{column}:"
    word = f"{diagnostic.severity}[{diagnostic.code}]"
    lines = [f"{ink.bold(place)} {ink.mark(word)}{ink.bold(f': {visible(diagnostic.title)}')}"]
    lines += _excerpts(diagnostic, ink, columns)
    for paragraph in diagnostic.text.split("\n") if diagnostic.text else []:
        lines += [f" {part}".rstrip() for part in wrap(visible(paragraph), columns - 1)]
    lines += _item("hint:", diagnostic.hint, ink, columns) if diagnostic.hint else []
    lines += _item("see:", f"parlour explain {diagnostic.code}", ink, columns) if explain else []
    return "\n".join(lines)


def summary(found: Iterable[Diagnostic]) -> str:
    """How many there are, for the last line: `2 errors, 1 warning`."""
    severities = [item.severity for item in found]
    counts = [(severities.count("error"), "error"), (severities.count("warning"), "warning")]
    said = [f"{count} {word}" if count == 1 else f"{count} {word}s" for count, word in counts if count]
    return ", ".join(said) or "no errors"


def to_json(diagnostic: Diagnostic) -> dict[str, object]:
    """The fields of an `error` event. Texts are exact, not made visible: JSON has its own escapes."""
    return {
        "kind": diagnostic.kind,
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "file": diagnostic.span.source.name,
        "line": diagnostic.span.line,
        "column": diagnostic.span.column,
        "message": f"{diagnostic.title}\n{diagnostic.text}" if diagnostic.text else diagnostic.title,
        "hint": diagnostic.hint,
        "labels": [_label_json(label) for label in diagnostic.labels],
    }


def _label_json(label: Label) -> dict[str, object]:
    end_line, end_column = label.span.source.position(label.span.end)
    return {
        "file": label.span.source.name,
        "line": label.span.line,
        "column": label.span.column,
        "end_line": end_line,
        "end_column": end_column,
        "text": label.text,
    }


@dataclass(frozen=True, slots=True)
class _Ink:
    """Colours text, or leaves it alone. `main` is the colour of this diagnostic's severity."""

    on: bool
    main: str

    def paint(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.on and text else text

    def bold(self, text: str) -> str:
        return self.paint(_BOLD, text)

    def mark(self, text: str) -> str:
        return self.paint(self.main, text)

    def aside(self, text: str) -> str:
        return self.paint(_BLUE, text)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A run of characters of one line to be underlined: columns `start` to `end`, counted from 0."""

    line: int
    start: int
    end: int
    text: str
    is_primary: bool


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of a line that fits on the screen: `shown` is what stands for each character from `first` on."""

    first: int
    shown: list[str]
    cut_left: bool
    cut_right: bool

    @property
    def text(self) -> str:
        return CUT * self.cut_left + "".join(self.shown) + CUT * self.cut_right

    def column(self, index: int) -> int:
        """The screen column at which a character of the line begins."""
        return self.cut_left + width("".join(self.shown[: max(index - self.first, 0)]))

    def holds(self, mark: _Mark) -> bool:
        """Whether the place where the mark begins can be seen (one past the end of the line included)."""
        return self.first <= mark.start < self.first + len(self.shown) + (not self.cut_right)


def _excerpts(diagnostic: Diagnostic, ink: _Ink, columns: int) -> list[str]:
    """The lines of program text with their marks: the primary label's file first, then the others."""
    by_source: dict[Source, list[_Mark]] = {}
    for index, label in enumerate(diagnostic.labels):
        by_source.setdefault(label.span.source, []).extend(_marks(label, is_primary=index == 0))
    digits = max(len(str(mark.line)) for marks in by_source.values() for mark in marks)
    bar = ink.aside(f"{'':{digits}} |")
    lines: list[str] = []
    for source, marks in by_source.items():
        if lines:
            first = marks[0]
            place = f"{visible(source.name)}:{first.line}:{first.start + 1}"
            arrow = ink.aside(" " * digits + "-->")
            lines.append(f"{arrow} {place}")
        lines.append(bar)
        lines += _file_excerpt(source, marks, digits, ink, columns)
    return [*lines, bar]


def _file_excerpt(source: Source, marks: list[_Mark], digits: int, ink: _Ink, columns: int) -> list[str]:
    room = columns - digits - 3
    bar = ink.aside(f"{'':{digits}} |")
    lines: list[str] = []
    before = None
    for number in sorted({mark.line for mark in marks}):
        if before is not None and number > before + 1:
            lines.append(ink.aside("..."))
        before = number
        # A long line is shown once for each group of marks that one window can hold.
        waiting = [mark for mark in marks if mark.line == number]
        while waiting:
            window = _window(source.line_text(number), waiting[0], room)
            lines.append(f"{ink.aside(f'{number:>{digits}} |')} {window.text}".rstrip())
            seen = [mark for mark in waiting if mark is waiting[0] or window.holds(mark)]
            for mark in seen:
                lines += [f"{bar} {row}" for row in _underline(window, mark, ink, room)]
            waiting = [mark for mark in waiting if mark not in seen]
    return lines


def _marks(label: Label, is_primary: bool) -> list[_Mark]:
    """A label as marks: one, or for a span over several lines one on its first and one on its last line."""
    source, span = label.span.source, label.span
    line, column = source.position(span.start)
    last_line, last_column = source.position(max(span.end - 1, span.start))
    length = len(source.line_text(line))
    # A place in the line end itself is one column after the text, whatever characters a line end is made of.
    start = min(column - 1, length)
    if last_line == line:
        return [_Mark(line, start, min(column - 1 + span.end - span.start, length + 1), label.text, is_primary)]
    marks = [_Mark(line, start, length, label.text, is_primary)]
    text = source.line_text(last_line)
    indent = len(text) - len(text.lstrip())
    ending = min(last_column, len(text))
    if ending > indent:
        marks.append(_Mark(last_line, indent, ending, "", is_primary))
    return marks


def _window(text: str, mark: _Mark, room: int) -> _Window:
    """The part of a line around a mark that fits into `room` columns; all of it if it can be.

    Only characters near the mark are looked at: a text of a megabyte may be a single line.
    """
    near, far = max(mark.start - room, 0), mark.start + room
    shown = cells(text[near:far])
    # One column stays free for a caret after the last character.
    if near == 0 and far >= len(text) and width("".join(shown)) < room:
        return _Window(0, shown, False, False)
    # Two columns are kept for the signs of cutting; a third of the rest goes to what stands before the mark.
    widths = [width(cell) for cell in shown]
    first = mark.start - near
    space = (room - 2) // 3
    while first > 0 and widths[first - 1] <= space:
        first -= 1
        space -= widths[first]
    last, space = first, room - 2
    while last < len(shown) and widths[last] <= space:
        space -= widths[last]
        last += 1
    # A line that ends inside the window leaves room free on the right: show more on the left instead.
    while first > 0 and widths[first - 1] <= space:
        first -= 1
        space -= widths[first]
    return _Window(near + first, shown[first:last], near + first > 0, near + last < len(text))


def _underline(window: _Window, mark: _Mark, ink: _Ink, room: int) -> list[str]:
    """The marks below a line with their text: beside them if it fits, else below."""
    start = window.column(mark.start)
    end = max(min(window.column(mark.end), room), start + 1)
    paint = ink.mark if mark.is_primary else ink.aside
    run = " " * start + paint(("^" if mark.is_primary else "-") * (end - start))
    text = visible(mark.text)
    if not text:
        return [run]
    if end + 1 + width(text) <= room:
        return [f"{run} {paint(text)}"]
    indent = min(start, max(room - width(text), room // 3))
    return [run, *(" " * indent + paint(part) for part in wrap(text, room - indent))]


def _item(name: str, text: str, ink: _Ink, columns: int) -> list[str]:
    """` hint: …`, further lines set below the first."""
    lines = [part for line in text.split("\n") for part in wrap(visible(line), columns - 7)]
    head = f" {ink.paint(_CYAN, name)}{' ' * (6 - len(name))}"
    return [f"{head if index == 0 else ' ' * 7}{line}".rstrip() for index, line in enumerate(lines)]
