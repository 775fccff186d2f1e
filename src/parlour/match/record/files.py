"""Records in files: saved so that nothing is ever half written or lost, loaded with errors that say what is wrong.

A file is written beside its place and moved there in one step, so that a crash leaves the old file or the new one. A
file that is there already is replaced only if the new record goes on where the old one ended; anything else needs
`replace=True`.
"""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex

from parlour.match.match import Match
from parlour.match.notation import DamagedRecord
from parlour.match.record.json import read_json, write_json
from parlour.match.record.record import Record, signed_record
from parlour.match.record.text import read_text, write_text
from parlour.syntax.display import visible

# Far above any match; a larger file is something else, and would only fill the memory.
LARGEST_BYTES = 16_000_000


class FileTrouble(Exception):
    """A record's file could not be used; the message says which file, why, and what to try."""

    def __init__(self, path: str | os.PathLike[str], problem: str) -> None:
        self.path = Path(path)
        self.problem = problem
        super().__init__(f"{visible(str(self.path))}: {problem}")


class CannotRead(FileTrouble):
    """It is missing, a folder, forbidden, too large or not UTF-8."""


class CannotWrite(FileTrouble):
    """Its folder is missing or forbidden, or the disk is full. What was there before is still there."""


class WouldOverwrite(CannotWrite):
    """There is another match in this file already."""


def read_record(text: str) -> Record:
    """The record in a text of either form; `DamagedRecord` says what is wrong with any other text."""
    return read_json(text) if text.lstrip("\ufeff \t\r\n").startswith("{") else read_text(text)


def load(path: str | os.PathLike[str]) -> Record:
    """The record in a file. `CannotRead` if there is no text to read, `DamagedRecord` if it is not a whole record."""
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise CannotRead(path, _reason(error)) from None
    if len(content) > LARGEST_BYTES:
        raise CannotRead(path, "the file is larger than 16 MB; it cannot be a record of a match")
    try:
        return read_record(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise CannotRead(path, f"the file is not UTF-8 text (byte {error.start})") from None
    except DamagedRecord as damaged:
        damaged.name = str(path)
        raise


def save(match: Match, path: str | os.PathLike[str], *, replace: bool = False) -> None:
    """Writes the record of a match: as JSON if the name ends in `.json`, else as text."""
    record = signed_record(match)
    text = write_json(record) if str(path).endswith(".json") else write_text(record)
    try:
        place = Path(os.path.realpath(path))
        is_taken = place.exists()
        if is_taken and not replace:
            _check_same_match(record, path)
        _write(place, text, is_taken=is_taken)
    except FileExistsError:
        raise WouldOverwrite(path, "another file of this name appeared just now; choose another name") from None
    except (OSError, ValueError) as error:
        raise CannotWrite(path, _reason(error)) from None


def _check_same_match(record: Record, path: str | os.PathLike[str]) -> None:
    """The file that is there must hold a beginning of this match."""
    try:
        is_same = load(path).starts_like(record)
    except DamagedRecord:
        raise WouldOverwrite(path, "there is a file that is not a record; choose another name") from None
    except CannotRead as trouble:
        raise CannotWrite(path, trouble.problem) from None
    if not is_same:
        raise WouldOverwrite(path, "there is another match in this file; choose another name")


def _write(place: Path, text: str, *, is_taken: bool) -> None:
    if is_taken and not place.is_file():
        raise IsADirectoryError
    beside = place.with_name(f".{place.name[:100]}.{token_hex(4)}.tmp")
    reserved = False
    try:
        with open(beside, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if not is_taken:
            # Takes the name, and fails if somebody else took it in the meantime; renaming alone would not notice.
            place.open("x").close()
            reserved = True
        os.replace(beside, place)
        reserved = False
    finally:
        beside.unlink(missing_ok=True)
        if reserved:
            place.unlink(missing_ok=True)


def _reason(error: OSError | ValueError) -> str:
    match error:
        case FileNotFoundError():
            return "there is no such file or folder"
        case IsADirectoryError() | NotADirectoryError():
            return "a folder stands where a file is needed, or a file where a folder is needed"
        case PermissionError():
            return "this file or its folder may not be used by you"
        case OSError():
            return error.strerror.lower() if error.strerror else "the file cannot be used"
        case _:
            return "this is not the name of a file"
