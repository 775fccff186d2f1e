"""`parlour fmt FILE…`: program texts in the canonical layout of their language, rewritten in place or only compared.

A text with errors is never touched, and a file is replaced in one step: a crash leaves the old one or the new one.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from secrets import token_hex

import click

from parlour.cli.console import Console
from parlour.cli.exits import Exit, Failure, bad_file, wrong_usage
from parlour.cli.flags import stream_flags
from parlour.cli.opening import find_file
from parlour.dataclass import dataclass
from parlour.languages.frontend import FIRST, LANGUAGES, NAMES, by_ending, front_end, spelled
from parlour.languages.frontend import language as language_of
from parlour.library import LibraryGame
from parlour.shelves import Folder
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.display import visible
from parlour.syntax.source import Source
from parlour.syntax.suggest import did_you_mean

STDIN = "-"
# Python's own `splitlines` also splits at characters that are no line ends to anybody else.
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True, slots=True)
class Original:
    """A text as it is. `path` is None where there is no file to rewrite: stdin, and games that come with Parlour."""

    name: str
    language: str
    text: str
    path: Path | None


_SPELLINGS = "; ".join(
    f"{each.title}: write the rules in this spelling, {' or '.join(each.spellings)}."
    for each in LANGUAGES
    if each.spellings
)


@click.command("fmt", short_help="Lay program texts out in their canonical form.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--check", "checks", is_flag=True, help="Change nothing; list the files that would change and exit 1.")
@click.option("--diff", "diffs", is_flag=True, help="Change nothing; show what would change.")
@click.option("--stdout", "prints", is_flag=True, help="Change nothing; write the new text to stdout.")
@click.option(
    "--language",
    type=click.Choice(NAMES),
    default=FIRST,
    show_default=True,
    help="The language of a text from stdin.",
)
@click.option("--to", "spelling", metavar="SPELLING", help=_SPELLINGS)
@stream_flags
@click.pass_obj
def command(
    console: Console,
    files: Sequence[str],
    checks: bool,
    diffs: bool,
    prints: bool,
    language: str,
    spelling: str | None,
) -> Exit:
    """Rewrite each FILE in the canonical layout of its language, of a folder every program in it; `-` reads stdin and
    writes to stdout.

    Comments, and what the program means, stay as they are. A text with errors is left alone."""
    if prints and (checks or diffs):
        raise wrong_usage("--stdout writes the whole text: it goes with neither --check nor --diff")
    code = Exit.FINE
    read = changed = 0
    for file in _each_file(files):
        try:
            original = _read(file, language)
            text = _laid_out(original, spelling)
            is_new = text != original.text
            if diffs:
                console.write_from_program("".join(_difference(original, text)))
            elif checks and is_new:
                console.print(visible(original.name))
            elif prints or (file == STDIN and not checks):
                console.write_from_program(text)
            elif is_new and not checks:
                _rewrite(original, text)
                console.say(f"{visible(original.name)} is rewritten")
        except Failure as failure:  # the other files are still worth the work
            console.fail(failure)
            code = code or failure.code
            continue
        except Diagnostics as errors:
            console.show_diagnostics(errors.found)
            code = code or Exit.TEXT
            continue
        read += 1
        changed += is_new
    if read and not prints and tuple(files) != (STDIN,):
        verb = "would change" if checks or diffs else "changed"
        console.say(f"{read} file{'s' if read != 1 else ''} read: {changed or 'none'} {verb}")
    return code or (Exit.TEXT if checks and changed else Exit.FINE)


def _each_file(files: Sequence[str]) -> Iterator[str]:
    """The files, those of folders one by one."""
    for file in files:
        if not os.path.isdir(file):
            yield file
            continue
        places = [place for place in Folder(file).places() if by_ending(place) is not None]
        yield from [os.path.join(file, *place.split("/")) for place in places] or [file]


def _laid_out(original: Original, spelling: str | None) -> str:
    source = Source(original.name, original.text.removeprefix("\ufeff"))
    if spelling is None:
        return front_end(original.language).format(source)
    known = language_of(original.language).spellings
    if not known:
        raise wrong_usage(f"--to: {original.language} has one spelling only")
    if spelling not in known:
        raise wrong_usage(
            f"--to: {original.language} has no spelling {spelling}; there is {', '.join(known)}",
            did_you_mean(spelling, known),
        )
    return spelled(original.language).format_as(source, spelling)


def _read(file: str, language: str) -> Original:
    if file == STDIN:
        content = sys.stdin.buffer.read() if sys.stdin is not None else b""
        try:
            return Original("<stdin>", language, content.decode("utf-8"), None)
        except UnicodeDecodeError as problem:
            raise bad_file(f"stdin is not UTF-8 text (byte {problem.start})") from None
    match find_file(file).place:
        case LibraryGame() as entry:
            return Original(entry.file_name, entry.language, entry.text, None)
        case Path() as path:
            if not path.is_file():
                raise wrong_usage(f"{file}: an archive is not rewritten", "unpack it, and name the files or the folder")
            known = by_ending(path)
            assert known is not None, "a file with another ending is not found"
            return Original(str(path), known.name, path.read_bytes().decode("utf-8"), path)


def _difference(original: Original, text: str) -> Iterator[str]:
    """The lines of a unified diff; none if nothing would change."""
    before, after = _LINE.findall(original.text), _LINE.findall(text)
    for line in unified_diff(before, after, original.name, f"{original.name} (canonical)"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _rewrite(original: Original, text: str) -> None:
    if original.path is None:
        hint = "name a file of your own, or add --stdout to see the text"
        raise wrong_usage(f"{original.name} comes with Parlour and is not rewritten", hint)
    try:
        if not os.access(original.path, os.W_OK):
            raise PermissionError(None, "it may not be written by you")
        place = Path(os.path.realpath(original.path))  # a link stays one
        beside = place.with_name(f".{place.name[:100]}.{token_hex(4)}.tmp")
        try:
            with open(beside, "x", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            shutil.copymode(place, beside)
            os.replace(beside, place)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as problem:
        raise bad_file(f"{original.path} cannot be rewritten: {problem.strerror or problem}") from None
