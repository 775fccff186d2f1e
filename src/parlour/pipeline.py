"""The whole story on one screen: source → syntax → checked program → core → engine → game.

>>> game = load("game Twice  play : Int  play = 2 * input", language="bogl")
>>> game.info.title, list(game.engines)
('Twice', ['python', 'native'])
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING, cast

from parlour import library
from parlour.game.game import Game, GameInfo, Kind
from parlour.languages.frontend import ENDINGS, Rules, by_ending, front_end
from parlour.languages.frontend import language as find_language
from parlour.languages.options import Options, fitting
from parlour.languages.title import introduction
from parlour.library import LibraryGame
from parlour.logic.rules import RuleSheet
from parlour.shelves import BadArchive, Folder, MainFile, Noted, Packed, locate
from parlour.syntax.diagnostic import Diagnostic
from parlour.syntax.files import Files, NoFile
from parlour.syntax.source import Source
from parlour.syntax.suggest import did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.core.nodes import Program
    from parlour.engines.logic.engine import LogicEngine
    from parlour.engines.making import Engines
    from parlour.game.table import Table
    from parlour.logic.table import LogicTable


def load(
    path_or_text: str | Path | LibraryGame | Packed,
    *,
    language: str | None = None,
    name: str | None = None,
    strict: bool = False,
    **options: object,
) -> Game:
    """A game from a file, from a folder or zip file with a main file, from its text when the language is named, or of
    the library, by its name (`connect-four`) or as it was found there, or one that was packed. `options` are those that
    its language has (`expression="play(3)"`).

    Raises `Diagnostics` when the text has errors, `UnknownEnding` for a file of no known language, `NoMainFile` for a
    folder that does not say where its game is, `NothingToRun` when a program does not say where to begin, `UnfitOption`
    for an option that does not fit, and what Python raises for files that cannot be read."""
    rules, kind = _read(path_or_text, language, name, strict, options)
    return make_game(rules, kind)


def core_after(
    path_or_text: str | Path | LibraryGame | Packed, pass_name: str, *, strict: bool = False, **options: object
) -> Program | None:
    """The program of a game as one of the passes of `core/passes` leaves it; None where it does not run on core."""
    from parlour.core.passes.pipeline import prepared

    draft = _read(path_or_text, None, None, strict, options)[0].draft
    return None if isinstance(draft, RuleSheet) else prepared(draft, pass_name)


def _read(
    path_or_text: str | Path | LibraryGame | Packed,
    language: str | None,
    name: str | None,
    strict: bool,
    given: Mapping[str, object],
) -> tuple[Rules, str]:
    """The rules of a game, and its language."""
    source, kind, files = read_source(path_or_text, language, name)
    options = _options(kind, given, strict, files, path_or_text)
    rules = front_end(kind).read(source, options)
    return replace(rules, sources=(source, *options.sources)), kind


def pack(
    path_or_text: str | Path | LibraryGame | Packed,
    *,
    language: str | None = None,
    name: str | None = None,
    strict: bool = False,
    **options: object,
) -> Packed:
    """The texts of a game, all that are read when it is loaded with these options: `load(pack(…), …)` is the same game,
    wherever and whenever. Raises what `load` does."""
    source, kind, files = read_source(path_or_text, language, name)
    loaded = _options(kind, options, strict, files, path_or_text)
    front_end(kind).read(source, loaded)
    named = [source for value in loaded.values.values() if isinstance(value, tuple) for source in value]
    return Packed(
        os.path.basename(source.name),
        kind,
        source.text,
        files.found(),
        files.found(components=True),
        {source.name: source.text for source in named},
    )


def _options(kind: str, given: Mapping[str, object], strict: bool, files: Files, game: object) -> Options:
    """What a program of this language is loaded with. Raises `UnfitOption`."""
    programs = game.programs if isinstance(game, Packed) else {}
    known = find_language(kind)
    values: dict[str, int | str | tuple[Source, ...]] = {}
    for option, value in fitting(known.title, known.options, given).items():
        match option.value(value):
            case tuple() as names:
                from pathlib import Path  # Loading a game needs none, and should be quick.

                values[option.name] = tuple(
                    Source(each, programs[each]) if each in programs else read_source(Path(each), kind, None)[0]
                    for each in names
                )
            case plain:
                values[option.name] = plain
    return Options(values, strict, files)


def make_game(rules: Rules, kind: str) -> Game:
    """The game with the engines that run it."""
    engines = _engines(rules)
    hashes = {source.name: sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest() for source in rules.sources}
    about = introduction(rules.sources[0].text)[1]
    info = GameInfo(rules.title, kind, rules.seats, _kind(rules, engines), rules.options, hashes, about, rules.plan)
    engines_by_name = {engine.name: engine for engine in engines.all}
    observed = None if rules.observed is None else cache(partial(_observed_game, rules, kind))
    return Game(
        info,
        engines_by_name,
        rules.warnings,
        engines.bulk,
        rules.flow,
        observed,
        engines.guesses,
        engines.searching,
        engines.compiling,
    )


def _observed_game(rules: Rules, kind: str) -> Game:
    assert rules.observed is not None
    return make_game(replace(rules, draft=rules.observed(), observed=None), kind)


def _engines(rules: Rules) -> Engines:
    # Imported here: `check` needs none of it and should start at once.
    from parlour.engines.making import core_engines, logic_engines

    if isinstance(rules.draft, RuleSheet):
        return logic_engines(rules.draft, cast("LogicTable", rules.table))
    table = cast("Table", rules.table)
    return core_engines(rules.draft, table, is_hidden=rules.kind.is_hidden, tries_answers=rules.tries_answers)


def _kind(rules: Rules, engines: Engines) -> Kind:
    """What sort of game it is. Rule sheets do not say whether moves are simultaneous: their engine has to look."""
    if not isinstance(rules.draft, RuleSheet):
        return rules.kind
    return replace(rules.kind, asks_several=cache(cast("LogicEngine", engines.all[0]).asks_several_at_once))


def check(
    path_or_text: str | Path | LibraryGame | Packed,
    *,
    language: str | None = None,
    name: str | None = None,
    strict: bool = False,
    **options: object,
) -> tuple[Diagnostic, ...]:
    """All that is wrong with a program text, and all that is worth a warning, in the order of the text. `options` are
    those of its language, and a game may need them to make sense."""
    return check_files(path_or_text, language=language, name=name, strict=strict, **options)[0]


def check_files(
    path_or_text: str | Path | LibraryGame | Packed,
    *,
    language: str | None = None,
    name: str | None = None,
    strict: bool = False,
    **options: object,
) -> tuple[tuple[Diagnostic, ...], tuple[str, ...]]:
    """The same, and the names of the author's files that were read for it."""
    source, kind, files = read_source(path_or_text, language, name)
    found = front_end(kind).check(source, _options(kind, options, strict, files, path_or_text))
    return found, (source.name, *(each.name for each in files.own))


def read_source(
    path_or_text: str | Path | LibraryGame | Packed, kind: str | None, name: str | None
) -> tuple[Source, str, Files]:
    """The text, its language, and the files that lie beside it. A `Path` is a file, or a folder or an archive with a
    main file (`shelves.py`). So is a string without a language, unless it names a library game, and one that exists."""
    entry = library.find(path_or_text) if kind is None and isinstance(path_or_text, str) else path_or_text
    if isinstance(entry, LibraryGame):
        beside = Folder(os.path.dirname(entry.path))
        return (
            Source(name or entry.file_name, entry.text),
            entry.language,
            Files(beside, library.components(entry.language)),
        )
    assert not isinstance(path_or_text, LibraryGame)
    if isinstance(path_or_text, Packed):
        beside_it = Files(Noted(path_or_text.files), Noted(path_or_text.components))
        return Source(name or path_or_text.name, path_or_text.text), path_or_text.language, beside_it
    if kind is not None and isinstance(path_or_text, str) and not _names_a_file(path_or_text):
        return Source(name or f"<{kind}>", path_or_text), kind, Files(None, library.components(kind))
    from pathlib import Path  # Games of the library start without it.

    main = locate(str(path_or_text))
    if kind is None:
        language = by_ending(main.name)
        if language is None:
            raise UnknownEnding(Path(main.name))
        kind = language.name
    files = Files(main.shelf, library.components(kind), os.path.dirname(main.name))
    return Source(name or main.name, _text(main)), kind, files


def _text(main: MainFile) -> str:
    if isinstance(main.shelf, Folder):
        with open(main.name, "rb") as file:
            return file.read().decode("utf-8-sig")
    found = main.shelf.get(main.place)
    if isinstance(found, NoFile):
        raise BadArchive(main.name, found.reason)
    return found.text


def _names_a_file(text: str) -> bool:
    from pathlib import Path

    return len(text) < 4096 and "\n" not in text and by_ending(text) is not None and Path(text).exists()


class UnknownEnding(ValueError):
    """A file whose ending belongs to no language, or the name of no library game."""

    def __init__(self, path: Path) -> None:
        known = ", ".join(ENDINGS)
        if path.suffix:
            said, hint = "", did_you_mean(path.suffix, ENDINGS)
        else:
            said, hint = " and is no game of the library", did_you_mean(path.name, library.names())
        super().__init__(f"{path.name} ends in none of the languages' endings ({known}){said}. {hint}".rstrip())
