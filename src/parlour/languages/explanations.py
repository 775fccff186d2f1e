"""The pages that explain diagnostic codes, `parlour explain BG012`: what the mistake is, a wrong and a right example.

A page is a file `explanations/CODE.md` in the folder of its language; adding a page is adding a file. Its first line
is `# CODE: title`; then come paragraphs, and examples in fences:

    ```bogl wrong
    game tic
    ```

After `wrong` or `right` may stand `prelude` (the text is one, see `--prelude`), `strict` (it is read with `--strict`)
and `repeat=N` (the last line stands for N such lines, in a program that is too long to be printed). The tests check
every example.

    >>> page = find("bg012")
    >>> page.code, page.language, page.examples[0].is_wrong
    ('BG012', 'bogl', True)
    >>> find("BG999") is None
    True

What stops a program that runs has codes in words, `steps` or `off-board`, most of which several languages share. Their
pages are the files `failures/CODE.md` beside the languages, without examples. Behind the title stands in parentheses
which languages have the code, unless all do.

    >>> find("stoi").languages, find("steps").languages
    (('senet',), ())
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeAlias

from parlour.dataclass import dataclass

FOLDER = "explanations"
FAILURES = "failures"

_HEADING = re.compile(r"# (?P<code>[A-Z]{2}[0-9]{3}): (?P<title>.+)")
_FAILURE = re.compile(r"# (?P<code>[a-z]+(?:-[a-z]+)*): (?P<title>.+?)(?: \((?P<languages>[a-z]+(?:, [a-z]+)*)\))?")
_FENCE = re.compile(
    r"```(?P<language>[a-z]+) (?P<kind>wrong|right)"
    r"(?P<prelude> prelude)?(?P<strict> strict)?(?: repeat=(?P<repeat>\d+))?"
)


@dataclass(frozen=True, slots=True)
class Example:
    """A program that makes the mistake, or one that does not. `shown` is its text as the page prints it."""

    shown: str
    is_wrong: bool
    is_prelude: bool = False
    repeat: int = 1
    strict: bool = False

    @property
    def text(self) -> str:
        """The whole program: the last line as often as it is meant."""
        *lines, last = self.shown.split("\n")
        return "\n".join([*lines, *[last] * self.repeat]) + "\n"


# A paragraph is its text on one line; a page is paragraphs and examples in the order of reading.
Part: TypeAlias = str | Example


@dataclass(frozen=True, slots=True)
class Explanation:
    """The page of one code. A code of running programs belongs to no `language` alone, but may be of some `languages`
    only."""

    code: str
    title: str
    language: str
    parts: tuple[Part, ...]
    languages: tuple[str, ...] = ()

    def is_of(self, language: str) -> bool:
        """Whether programs of this language can show the code."""
        return self.language == language if self.language else language in (self.languages or (language,))

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(part for part in self.parts if isinstance(part, Example))


def all() -> tuple[Explanation, ...]:
    """Every page of every language, by code."""
    return tuple(sorted((_read(file, language) for file, language in _files()), key=lambda page: page.code))


def failures() -> tuple[Explanation, ...]:
    """The pages of all that can stop a running program, by code."""
    folder = files("parlour.languages") / FAILURES
    return tuple(sorted((_read(file, "") for file in folder.iterdir()), key=lambda page: page.code))


def find(code: str) -> Explanation | None:
    """The page of a code in upper or lower case, or None."""
    for page in failures():
        if page.code == code.lower():
            return page
    for file, language in _files():
        if file.name == f"{code.upper()}.md":
            return _read(file, language)
    return None


def _files() -> Iterator[tuple[Traversable, str]]:
    """The file of every page, with its language."""
    for language in files("parlour.languages").iterdir():
        folder = language / FOLDER
        if folder.is_dir():
            yield from ((file, language.name) for file in folder.iterdir() if file.name.endswith(".md"))


def _read(file: Traversable, language: str) -> Explanation:
    try:
        page = parse_page(file.read_text(encoding="utf-8"), language)
    except ValueError as problem:
        raise ValueError(f"{file.name}: {problem}") from problem
    if file.name != f"{page.code}.md":
        raise ValueError(f"{file.name}: this is the page of {page.code}")
    return page


def parse_page(text: str, language: str) -> Explanation:
    """A page from its text; raises `ValueError` for one that is not in the form described above.

    >>> parse_page("# BG001: a title\\n\\nOne\\nparagraph.\\n", "bogl").parts
    ('One paragraph.',)
    """
    first, *lines = text.rstrip("\n").split("\n")
    heading = (_HEADING if language else _FAILURE).fullmatch(first)
    if heading is None:
        raise ValueError("a page begins with `# CODE: title`")
    parts: list[Part] = []
    paragraph: list[str] = []
    waiting = iter([*lines, ""])
    for line in waiting:
        if line and not line.startswith("```"):
            paragraph.append(line.strip())
            continue
        if paragraph:
            parts.append(" ".join(paragraph))
            paragraph = []
        if line:
            parts.append(_example(line, waiting, language))
    languages = "" if language else heading["languages"] or ""
    return Explanation(
        heading["code"], heading["title"], language, tuple(parts), tuple(languages.split(", ")) if languages else ()
    )


def _example(fence: str, lines: Iterator[str], language: str) -> Example:
    """An example from its first fence on; takes the lines up to the second."""
    found = _FENCE.fullmatch(fence)
    if found is None or found["language"] != language:
        raise ValueError(f"this fence should begin with {language} wrong or {language} right: {fence}")
    text: list[str] = []
    for line in lines:
        if line == "```":
            return Example(
                "\n".join(text),
                is_wrong=found["kind"] == "wrong",
                is_prelude=found["prelude"] is not None,
                repeat=int(found["repeat"] or 1),
                strict=found["strict"] is not None,
            )
        text.append(line)
    raise ValueError(f"this fence is never closed: {fence}")
