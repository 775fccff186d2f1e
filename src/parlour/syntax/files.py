"""The further files of a program: what an `import` gets, without anybody here opening a file.

A language is handed `Files` with its options and asks for a file by the path that the program names. Where the texts
really lie (a folder, an archive, the library, an editor's buffers) is the business of a `Shelf`. Paths have slashes,
begin at the folder of the file that names them, and stay inside the folder of the main file. One that begins with
`parlour/` and has no ending is a component that comes with Parlour.

    >>> main = Source("chess/main.tgdl", 'import "parts/board.tgdl";')
    >>> files = Files(Texts({"parts/board.tgdl": "board B {}", "rules.tgdl": ""}), folder="chess")
    >>> board = files.read("parts/board.tgdl", main)
    >>> board.name, files.read("../parts/./board.tgdl", board) is board
    ('chess/parts/board.tgdl', True)
    >>> files.read("../../rules.tgdl", board).reason
    'it lies outside the folder of the main file'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from parlour.dataclass import dataclass
from parlour.syntax.source import Source
from parlour.syntax.suggest import did_you_mean

# Where the components lie that come with Parlour, in the words of programs.
COMPONENTS = "parlour/"
MOST_FILES = 1_000


@dataclass(frozen=True, slots=True)
class NoFile:
    """Why a file cannot be had, as half a sentence for a diagnostic at the place that names it, and what to try."""

    reason: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A text, and its place on the shelf: the same one, however it was asked for."""

    place: str
    text: str


class Shelf(Protocol):
    """Where texts lie, each at a path without `.` and `..`."""

    def get(self, place: str) -> Text | NoFile: ...


@dataclass(frozen=True, slots=True)
class Texts:
    """A shelf of texts in memory."""

    texts: Mapping[str, str]

    def get(self, place: str) -> Text | NoFile:
        text = self.texts.get(place)
        return no_file(place, self.texts) if text is None else Text(place, text)


def no_file(place: str, others: Iterable[str]) -> NoFile:
    """There is no file at this place; perhaps one of the others is meant."""
    return NoFile("there is no such file", did_you_mean(place, others))


class Files:
    """The further files of one program. `folder` is what stands before their names in messages; `components` are those
    of Parlour, for the language of the program.

    A file that is asked for twice is the same `Source` both times, so whoever follows circles of imports can tell."""

    def __init__(self, shelf: Shelf | None = None, components: Shelf | None = None, folder: str = "") -> None:
        self._shelf = shelf
        self._components = Texts({}) if components is None else components
        self._folder = folder
        self._places: dict[Source, tuple[bool, str]] = {}
        self._read: dict[tuple[bool, str], Source] = {}
        self._found: dict[tuple[bool, str], Text] = {}

    def found(self, *, components: bool = False) -> dict[str, Text]:
        """What was found of the files beside the program (or of Parlour's components), by what was asked for."""
        return {place: text for (is_component, place), text in self._found.items() if is_component == components}

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every file that was read, in this order."""
        return tuple(self._read.values())

    @property
    def own(self) -> tuple[Source, ...]:
        """Those of them that lie beside the program, and do not come with Parlour."""
        return tuple(source for (is_component, _), source in self._read.items() if not is_component)

    def read(self, path: str, importer: Source) -> Source | NoFile:
        """The file that `importer` names so. A source that did not come from here is the main file."""
        is_component, at = self._places.get(importer, (False, ""))
        if path.startswith(COMPONENTS) and "." not in path:
            return self._get(True, path.removeprefix(COMPONENTS))
        place = joined(at.rpartition("/")[0], path)
        found = place if isinstance(place, NoFile) else self._get(is_component, place)
        bare = path.removeprefix(COMPONENTS).rpartition(".")[0]
        if isinstance(found, NoFile) and path.startswith(COMPONENTS) and isinstance(self._get(True, bare), Source):
            return NoFile(found.reason, f'what comes with Parlour has no ending: `"{COMPONENTS}{bare}"`')
        return found

    def _get(self, is_component: bool, place: str) -> Source | NoFile:
        shelf = self._components if is_component else self._shelf
        if shelf is None:
            return NoFile("this text is no file, so nothing lies beside it")
        found = shelf.get(place)
        if isinstance(found, NoFile):
            return found
        self._found[is_component, place] = found
        key = is_component, found.place
        if key not in self._read:
            if len(self._read) == MOST_FILES:
                return NoFile(f"a program has at most {MOST_FILES:,} files")
            before = COMPONENTS if is_component else f"{self._folder}/" if self._folder else ""
            source = Source(f"{before}{found.place}", found.text)
            self._read[key], self._places[source] = source, key
        return self._read[key]


def joined(folder: str, path: str) -> str | NoFile:
    """The place of a path that is named by a file of this folder.

    >>> joined("a/b", "../c/./d.tgdl"), joined("", "c.tgdl").startswith("c")
    ('a/c/d.tgdl', True)
    """
    if not path or "\\" in path or "\0" in path or ":" in path or len(path) > 1_000:
        return NoFile("this is not the name of a file", "folders are separated by `/`, as in `parts/cards`")
    if path.startswith("/"):
        return NoFile("it lies outside the folder of the main file", "begin at the folder of this file, without a `/`")
    parts = folder.split("/") if folder else []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return NoFile("it lies outside the folder of the main file")
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts) if parts else NoFile("this is a folder, not a file")
