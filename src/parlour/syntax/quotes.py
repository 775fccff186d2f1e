r"""Lines with an odd number of quotation marks: which of them is meant, and what stands between.

A string that is not closed in the middle of a line takes the beginning of the next one as its end; everything behind
it is then read inside out, and only the last quotation mark is left over. What follows a string can be a comma, a
bracket or an operator, so the string that something else follows is the one to blame.

    >>> line = 'print("How many of  + n + "?");'
    >>> found = uneven(line, line.index('"'), {'"': '"'})
    >>> line[found.start : found.end], line[found.left_over :], found.is_apostrophe
    ('"How many of  + n + "', '");', False)
    >>> line = "print('Ada's trick')"
    >>> found = uneven(line, line.index("'"), {"'": "'"})
    >>> line[found.start : found.end], found.is_apostrophe
    ("'Ada'", True)
    >>> uneven('print("a" + "b");', 6, {'"': '"'}) is None
    True
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from parlour.dataclass import dataclass
from parlour.syntax.diagnostic import Diagnostic, Label
from parlour.syntax.source import Source

# What may follow a string in any of the languages: a sign, the word of an operator, the end of the line or a comment.
_FOLLOWS = re.compile(r"[ \t]*(?:[-+*/%=<>!&|,;:.)\]}#]|(?:and|or|in|not|is|for|do|times|if)\b|[\r\n]|\Z)")


@dataclass(frozen=True, slots=True)
class Uneven:
    """The string that was closed by what should open another one, and the quotation mark that is left over, as offsets.
    `is_apostrophe`: a letter follows it at once, as in `'Ada's'`."""

    start: int
    end: int
    left_over: int
    is_apostrophe: bool


def uneven(text: str, start: int, closing: Mapping[str, str]) -> Uneven | None:
    """Whether the quotation marks from an opening one at `start` to the end of its line are odd in number, at least
    three, with a string among them that nothing can follow. `closing`: which characters close a string that each of
    these opens."""
    suspect: tuple[int, int] | None = None
    offset = start
    while offset < len(text) and text[offset] not in "\r\n#":
        if text[offset] not in closing:
            offset += 1
            continue
        end = _end_of_string(text, offset, closing[text[offset]])
        if end is None:
            if suspect is None:
                return None
            around = text[suspect[1] - 2], text[suspect[1]]
            return Uneven(*suspect, offset, all(map(str.isalpha, around)))
        if suspect is None and not _FOLLOWS.match(text, end):
            suspect = offset, end
        offset = end
    return None


def _end_of_string(text: str, start: int, quotes: str) -> int | None:
    """The offset behind the string that is opened at `start`; None if its line ends first."""
    offset = start + 1
    while offset < len(text) and text[offset] not in "\r\n":
        if text[offset] in quotes:
            return offset + 1
        offset += 2 if text[offset] == "\\" and text[offset + 1 : offset + 2] not in ("", "\r", "\n") else 1
    return None


def told(source: Source, found: Uneven, code: str) -> Diagnostic:
    """One message for all that is wrong in such a line."""
    quote = source.text[found.end - 1]
    if found.is_apostrophe:
        title = f"this `{quote}` ends the string"
        place = Label(source.span(found.end - 1, found.end), "the string ends here")
        other = "'" if quote == '"' else '"'
        hint = f"write `\\{quote}` for one that belongs to the text, or put the text between `{other}` and `{other}`"
        begins = Label(source.span(found.start, found.start + 1), "it begins here")
        return Diagnostic(code, title, (place, begins), hint=hint, kind="syntax")
    labels = (
        Label(source.span(found.start, found.end), "is this string meant to end earlier?"),
        Label(source.span(found.left_over, found.left_over + 1), "this one is left over"),
    )
    hint = f"close the string with `{quote}` where its text ends"
    return Diagnostic(code, "a quotation mark is missing in this line", labels, hint=hint, kind="syntax")
