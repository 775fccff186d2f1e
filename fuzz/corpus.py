"""The texts that mutations begin with: every program that this repository holds, and every record of a match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent

from parlour.languages.frontend import ENDINGS, LANGUAGES
from parlour.match.record.files import load
from parlour.match.record.json import write_json

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
FENCED = re.compile(r"^( *)```(\w*) ?(\S*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
# One ending for each language, and the two forms of a record.
PROGRAMS = {language.endings[0]: language.name for language in LANGUAGES}
RECORDS = (".match", ".json")
# Matches longer than this are played again too slowly to try thousands of their like.
LARGEST_RECORD = 6_000


@dataclass(frozen=True, slots=True)
class Text:
    """A text and where it comes from; the ending says what it is."""

    name: str
    ending: str
    text: str


@cache
def texts() -> Mapping[str, tuple[Text, ...]]:
    """All texts by their ending, always in the same order."""
    found = {text.name: text for text in (*_files(), *_fences(), *_records())}
    return {
        ending: tuple(text for _, text in sorted(found.items()) if text.ending == ending)
        for ending in (*PROGRAMS, *RECORDS)
    }


def _files() -> Iterator[Text]:
    folders = ("documents", "engines/public", "languages", "cli")
    shipped = (ROOT / "src" / "parlour" / "library", ROOT / "src" / "parlour" / "lessons")
    for folder in (*shipped, *(TESTS / name for name in folders)):
        for path in sorted(folder.rglob("*")):
            if path.suffix in ENDINGS:
                yield _text(path)
    listings = TESTS / "documents" / "gdl-listings.txt"
    yield Text(listings.name, ".kif", listings.read_text(encoding="utf-8"))


def _text(path: Path) -> Text:
    ending = ".kif" if path.suffix == ".gdl" else path.suffix
    return Text(str(path.relative_to(ROOT)), ending, path.read_bytes().decode("utf-8"))


def _fences() -> Iterator[Text]:
    """The programs in the pages about languages, lessons and errors."""
    endings = {language: ending for ending, language in PROGRAMS.items()} | {"kif": ".kif"}
    for page in sorted([*(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.md")]):
        for number, block in enumerate(FENCED.finditer(page.read_text(encoding="utf-8"))):
            if block[2] in endings:
                yield Text(f"{page.relative_to(ROOT)}:{number}", endings[block[2]], dedent(block[4]))


def _records() -> Iterator[Text]:
    for path in sorted((TESTS / "library" / "playthroughs").glob("*.match")):
        if path.stat().st_size <= LARGEST_RECORD:
            record = _text(path)
            # Whoever changes a record on purpose takes the checksum out.
            yield Text(record.name, ".match", re.sub(r"\[Check [^]]*\]\n", "", record.text))
            yield Text(record.name.replace(".match", ".json"), ".json", write_json(load(path)))
