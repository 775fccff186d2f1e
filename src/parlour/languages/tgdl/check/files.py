"""The files of a game: the main one and all that it imports, each parsed once, and what each of them sees.

A file sees its own definitions and those of the files that it imports itself: imports are not passed on. *Order of
declaration* is imported files first, in the order of their directives, then the file. Circles of imports load each file
once.
"""

from __future__ import annotations

import posixpath
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.languages.tgdl import codes
from parlour.languages.tgdl.check.meaning import Class, Function, Turn
from parlour.languages.tgdl.check.report import Report
from parlour.languages.tgdl.syntax import slips, tree
from parlour.languages.tgdl.syntax.parser import parse_program
from parlour.syntax.diagnostic import Label
from parlour.syntax.files import COMPONENTS, Files, NoFile
from parlour.syntax.source import Source
from parlour.syntax.suggest import did_you_mean

Symbol = Class | Function | Turn
MOST_PLAYERS = 64


@dataclass(eq=False, slots=True)
class File:
    """One file: its tree, what it defines itself, and what it imports, with the names that the imports were given."""

    source: Source
    program: tree.Program
    is_main: bool = False
    imports: list[tuple[tree.Import, File]] = field(default_factory=list)
    own: dict[str, Symbol] = field(default_factory=dict)
    seen: dict[str, Symbol] = field(default_factory=dict)
    aliases: dict[str, File] = field(default_factory=dict)


_FIRST = "move this line up; only comments may stand above it"


def load_files(program: tree.Program, files: Files, report: Report) -> list[File]:
    """All files of a game in the order of declaration; the main one is the last."""
    main = File(program.span.source, program, is_main=True)
    report.lost |= program.lost
    by_source = {main.source: main}
    ordered: list[File] = []
    # Depth first, without recursion: a file is put down when all of its imports are.
    open_files = [(main, iter(_imports(main)))]
    while open_files:
        file, directives = open_files[-1]
        directive = next(directives, None)
        if directive is None:
            ordered.append(file)
            open_files.pop()
            continue
        source = files.read(directive.path.value, file.source)
        if isinstance(source, NoFile):
            title = f'"{directive.path.value}" cannot be imported: {source.reason}'
            hint = source.hint or did_you_mean(directive.path.value, set(slips.COMPONENTS.values()))
            hint = hint or "a path begins at the folder of this file"
            report.error(codes.IMPORTS, title, directive.path.span, hint=hint)
            if directive.name is not None:
                report.lost.add(directive.name.text)
            report.lacks_names = True
            continue
        if source.name == main.source.name and source.text == main.source.text:
            source = main.source
        imported = by_source.get(source)
        if imported is None:
            read, found = parse_program(source, strict=report.strict)
            report.found += found
            report.lost |= read.lost
            imported = by_source[source] = File(source, read)
            open_files.append((imported, iter(_imports(imported))))
        file.imports.append((directive, imported))
    for file in ordered:
        _directives(file, report)
    return ordered


def path_between(importer: File, file: File) -> str:
    """How one file of a game names another in an import."""
    name = file.source.name
    if name.startswith(COMPONENTS):
        return name.rpartition(".")[0]
    return posixpath.relpath(name, posixpath.dirname(importer.source.name) or ".")


def _imports(file: File) -> list[tree.Import]:
    return [item for item in file.program.items if isinstance(item, tree.Import)]


def _directives(file: File, report: Report) -> None:
    """Directives come first, each once; only the main file has a game, players and a setup."""
    is_past = False
    games: list[tree.Game] = []
    players: list[tree.Players] = []
    setups: list[tree.Setup] = []
    for index, item in enumerate(file.program.items):
        match item:
            case tree.Game():
                if games:
                    _twice("game", item, games[0], report)
                elif not file.is_main:
                    report.error(
                        codes.DIRECTIVES, "only the main file has a `game`", item.span, hint="leave it out here"
                    )
                elif index:
                    report.error(codes.DIRECTIVES, "game must be the first line of the file", item.span, hint=_FIRST)
                games.append(item)
            case tree.Players():
                if players:
                    _twice("players", item, players[0], report)
                elif not file.is_main:
                    title = "only the main file has `players`"
                    report.error(codes.DIRECTIVES, title, item.span, hint="leave it out here")
                elif is_past:
                    _late("players", item, report)
                players.append(item)
                _check_count(item, report)
            case tree.Import():
                if is_past:
                    _late("import", item, report)
            case tree.Setup():
                is_past = True
                if setups:
                    before = Label(
                        setups[0].span.source.span(setups[0].span.start, setups[0].span.start + 5), "the first"
                    )
                    at = item.span.source.span(item.span.start, item.span.start + 5)
                    report.error(codes.SETUP, "a game has one setup", at, before, hint="put both into one block")
                elif not file.is_main:
                    at = item.span.source.span(item.span.start, item.span.start + 5)
                    hint = "put what it does into a function, and call that from the setup of the main file"
                    report.error(codes.SETUP, "only the main file has a setup", at, hint=hint)
                setups.append(item)
            case _:
                is_past = True
    if file.is_main and games and not setups and "setup" not in report.lost and file.program.is_sound:
        hint = "add `setup { … }`: it makes what the game begins with"
        report.error(codes.SETUP, "the main file has no setup", games[0].span, hint=hint)


def _twice(word: str, item: tree.Item, first: tree.Item, report: Report) -> None:
    first_ = Label(first.span, "the first")
    report.error(codes.DIRECTIVES, f"`{word}` stands here twice", item.span, first_, hint="leave one of them out")


def _late(word: str, item: tree.Item, report: Report) -> None:
    report.error(codes.DIRECTIVES, f"`{word}` comes before all definitions", item.span, hint="put it at the top")


def _check_count(item: tree.Players, report: Report) -> None:
    count = item.count.value
    if not 1 <= count <= MOST_PLAYERS or count != int(count):
        title = f"the number of players is a whole one from 1 to {MOST_PLAYERS}"
        report.error(codes.PLAYERS, title, item.count.span, hint="say how many play: `players 2;`")


def see(file: File, report: Report) -> None:
    """Fills in what a file sees, once all files know what they define."""
    file.seen.update(file.own)
    for directive, imported in file.imports:
        if directive.name is not None:
            alias = directive.name
            if alias.text in file.aliases or alias.text in file.own:
                report.error(
                    codes.DUPLICATE, f"`{alias.text}` is there already", alias.span, hint="choose another name"
                )
            file.aliases.setdefault(alias.text, imported)
            continue
        for name, symbol in imported.own.items():
            known = file.seen.get(name)
            if known is not None and known is not symbol:
                report.error(
                    codes.DUPLICATE,
                    f"`{name}` of this file is also defined elsewhere",
                    directive.path.span,
                    Label(known.span, "here"),
                    hint="give the import a name: `import … as other;`",
                )
            file.seen.setdefault(name, symbol)
