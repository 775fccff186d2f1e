"""From a word on the command line to a game: a file, a folder or an archive with one, or a game of the library.

Names of library games have no ending and files of programs must have one, so the two cannot be mistaken. Files that
cannot be read and endings that no language has are failures with a suggestion; errors in the program text are
`Diagnostics`, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour import library, pipeline
from parlour.cli.exits import Failure, bad_file, wrong_usage
from parlour.dataclass import dataclass
from parlour.game.game import Game
from parlour.game.position import Budget, Position
from parlour.languages.frontend import ENDINGS, LANGUAGES, NothingToRun, by_ending
from parlour.languages.options import Programs, UnfitOption
from parlour.library import LibraryGame
from parlour.shelves import Archive, BadArchive, NoMainFile, locate
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.files import NoFile
from parlour.syntax.suggest import did_you_mean

if TYPE_CHECKING:
    from parlour.core.nodes import Program

# A program has at most 1 MB, which its language checks. A file far beyond that is not even read.
_LARGEST_BYTES = 64_000_000
# So many files of a folder are named to choose from.
_MOST_LISTED = 10


@dataclass(frozen=True, slots=True)
class Found:
    """Where a game is: a file, or a game of the library. `name` is what it is called in the names of saved matches."""

    name: str
    place: Path | LibraryGame


def find_game(word: str) -> Found:
    """The game a person means by this word; one that does not exist is wrong usage."""
    entry = library.find(word)
    if entry is not None:
        return Found(word, entry)
    path = Path(word)
    if path.exists() or path.suffix or path.name != word:
        return _found(path)
    beside = [word + ending for ending in ENDINGS if Path(word + ending).is_file()]
    raise wrong_usage(
        f"there is no game {word}: no file here has this name, and none of Parlour's own games",
        (f"Did you mean {beside[0]}?" if beside else "")
        or did_you_mean(word, library.names())
        or "`parlour games` lists the games that come with Parlour",
    )


def find_file(word: str) -> Found:
    """The library game or the file of this name, which must be there to be read."""
    entry = library.find(word)
    return _found(Path(word)) if entry is None else Found(word, entry)


def _found(path: Path) -> Found:
    """The main file to which a path leads: itself, or one in a folder or an archive."""
    with _readable(path):
        try:
            main = locate(str(path))
        except NoMainFile as unclear:
            raise wrong_usage(str(unclear), _choice(unclear.candidates)) from None
    file = Path(main.name)
    if isinstance(main.shelf, Archive):
        _check_ending(file)
        with _readable(file):
            found = main.shelf.get(main.place)
        if isinstance(found, NoFile):
            raise bad_file(f"{file} cannot be read: {found.reason}", found.hint)
    else:
        _check_file(file)
    return Found(path.resolve().stem if path.is_dir() else path.stem, file)


def _choice(candidates: Sequence[str]) -> str:
    if not candidates:
        return f"the files of programs end in {', '.join(ENDINGS)}"
    more = f" or one of {len(candidates) - _MOST_LISTED} more" if len(candidates) > _MOST_LISTED else ""
    return f"name one: {', '.join(candidates[:_MOST_LISTED])}{more}"


def _check_file(path: Path) -> None:
    """There must be a file of this name that can be read, and its ending must be that of a language."""
    with _readable(path):
        if path.is_dir():
            raise IsADirectoryError
        try:
            size = path.stat().st_size
        except ValueError:  # a zero character, or half of a character: records can hold them
            raise bad_file(f"{path} is not the name of a file") from None
        if not path.is_file() or size > _LARGEST_BYTES:
            raise bad_file(f"{path} is not a program text: it is {'too large' if path.is_file() else 'no plain file'}")
    _check_ending(path)
    with _readable(path):
        path.read_bytes().decode("utf-8")


def _check_ending(path: Path) -> None:
    if by_ending(path) is None:
        known = ", ".join(ENDINGS)
        ending = f"ends in {path.suffix}, which belongs to no language" if path.suffix else "has no ending"
        raise wrong_usage(f"{path} {ending}; the endings are {known}", did_you_mean(path.suffix, ENDINGS))


def open_game(found: Found, options: Mapping[str, Any] | None = None, called: str = "--{}") -> Game:
    """Loads a game with its options, which are `called` so where they were given. Raises `Diagnostics` if its text has
    errors."""
    with _opening(found, options or {}, called) as place:
        return pipeline.load(place, **(options or {}))


def core_after(found: Found, pass_name: str, options: Mapping[str, Any]) -> Program | None:
    """The program of a game after one of the passes; None where it does not run on core."""
    with _opening(found, options, "--{}") as place:
        return pipeline.core_after(place, pass_name, **options)


@contextmanager
def _opening(found: Found, options: Mapping[str, Any], called: str) -> Iterator[Path | LibraryGame]:
    for option in (each for language in LANGUAGES for each in language.options if isinstance(each.form, Programs)):
        names = options.get(option.name, ())
        for name in names if isinstance(names, list | tuple) else ():
            if isinstance(name, str):
                _check_file(Path(name))
    try:
        with _reading(found) as place:
            yield place
    except NothingToRun as nothing:
        raise wrong_usage(str(nothing)) from None
    except UnfitOption as unfit:
        raise wrong_usage(f"{called.format(unfit.name)} {unfit.reason}", unfit.hint) from None


def check_files(
    found: Found, *, strict: bool = False, options: Mapping[str, Any] | None = None
) -> tuple[tuple[Diagnostic, ...], tuple[str, ...]]:
    """Everything there is to say about a program text, errors and warnings, and the names of the files that were read
    for it."""
    with _opening(found, options or {}, "--{}") as place:
        return pipeline.check_files(place, strict=strict, **(options or {}))


def start(game: Game, seed: int, *, engine: str, budget: Budget | None) -> Position:
    """A position at its first questions; an engine that does not fit is wrong usage."""
    check_engine(game, engine)
    return game.start(seed, engine=engine, budget=budget)


def check_engine(game: Game, engine: str) -> None:
    """An engine must exist and run this language."""
    fitting = ("auto", *game.engines)
    if engine not in fitting:
        raise wrong_usage(
            f"--engine: {engine} does not run {game.info.language} games; there is {', '.join(fitting)}",
            did_you_mean(engine, fitting),
        )


@contextmanager
def _reading(found: Found) -> Iterator[Path | LibraryGame]:
    """What `pipeline` reads."""
    match found.place:
        case Path() as path:
            with _readable(path):
                yield path
        case LibraryGame() as entry:
            yield entry


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turns what Python raises for files into a failure with a message of its own."""
    try:
        yield
    except FileNotFoundError:
        raise _no_file(path) from None
    except IsADirectoryError:
        raise bad_file(f"{path} is a folder, not a file") from None
    except PermissionError:
        raise bad_file(f"{path} may not be read by you") from None
    except BadArchive as problem:
        raise bad_file(f"{problem.filename} {problem.strerror}") from None
    except UnicodeDecodeError as problem:
        # Text in another encoding has no zero bytes, but for UTF-16, which says so at its start.
        is_text = b"\0" not in problem.object or problem.object[:2] in (b"\xff\xfe", b"\xfe\xff")
        hint = "save it as UTF-8" if is_text else "this is no text at all: give the file that the game is written in"
        raise bad_file(f"{path} is not UTF-8 text (byte {problem.start})", hint) from None
    except OSError as problem:
        raise bad_file(f"{path} cannot be read: {problem.strerror or problem}") from None


def _no_file(path: Path) -> Failure:
    try:
        there = [other.name for other in path.parent.iterdir()]
    except OSError:
        there = []
    return bad_file(f"there is no file {path}", did_you_mean(path.name, there))
