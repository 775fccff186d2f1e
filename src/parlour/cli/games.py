"""`parlour games`: the library. `add` and `remove` keep games of one's own in it."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

import click

from parlour import library
from parlour.cli.console import Console
from parlour.cli.exits import bad_file, wrong_usage
from parlour.cli.flags import json_flag, message_flags, stream_flags
from parlour.library import LibraryGame, own
from parlour.shelves import BadArchive, NoMainFile
from parlour.syntax.display import visible
from parlour.syntax.suggest import did_you_mean


@click.group("games", short_help="List the games of the library, or add one.", invoke_without_command=True)
@json_flag
@stream_flags
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List the games that come with Parlour and those you have added; `parlour play NAME` plays one, `parlour show
    NAME` says more of it."""
    if ctx.invoked_subcommand is not None:
        return
    console = ctx.ensure_object(Console)
    found = (*library.all(), *library.own_games())
    if as_json:
        for entry in found:
            console.event("game", name=entry.name, language=entry.language, title=entry.title, about=entry.about)
    else:
        _print_table(console, found)


@command.command("add")
@click.argument("path", metavar="FOLDER|ZIP")
@click.option("--name", metavar="NAME", help="What it is called in the library (the name of the folder or archive).")
@message_flags
@click.pass_obj
def add(console: Console, path: str, name: str | None) -> None:
    """Copy the games in FOLDER or ZIP into your library: their text files, not more than 1,000 of 16 MB together.

    One main file makes a game of the folder's name; several, as in a cloned repository, make a game each.
    """
    try:
        added = own.add(path, name, tuple(library.names()))
    except own.CannotAdd as trouble:
        raise wrong_usage(str(trouble), trouble.hint) from None
    except NoMainFile as nothing:
        raise wrong_usage(str(nothing), "a file of a game ends as its language says, for example .bgl") from None
    except BadArchive as problem:
        raise bad_file(f"{problem.filename} {problem.strerror}") from None
    except OSError as problem:
        raise bad_file(f"{problem.filename or path}: {problem.strerror or problem}") from None
    files = "1 file" if added.files == 1 else f"{added.files} files"
    console.say(f"{files} copied into the library")
    if added.left_out:
        console.say(f"left out, because they are no texts: {visible(_some(added.left_out))}")
    for game in added.games:
        console.print(f"parlour play {visible(game)}")


@command.command("remove")
@click.argument("name", metavar="NAME")
@message_flags
@click.pass_obj
def remove(console: Console, name: str) -> None:
    """Take what was added as NAME out of your library."""
    try:
        own.remove(name)
    except own.CannotAdd as trouble:
        known = {game.partition("/")[0] for game in own.places()}
        raise wrong_usage(str(trouble), trouble.hint or did_you_mean(name, known)) from None
    except OSError as problem:
        raise bad_file(f"{problem.filename or name}: {problem.strerror or problem}") from None
    console.say(f"{visible(name)} is no longer in the library")


def _some(names: Sequence[str]) -> str:
    listed = ", ".join(names[:5])
    return f"{listed} and {len(names) - 5} more" if len(names) > 5 else listed


def _print_table(console: Console, found: Sequence[LibraryGame]) -> None:
    from rich.box import ASCII, SIMPLE
    from rich.console import Console as RichConsole
    from rich.table import Table
    from rich.text import Text

    table = Table(box=ASCII if console.is_ascii else SIMPLE, pad_edge=False)
    for heading in ("name", "language", "title", "about"):
        table.add_column(heading, no_wrap=heading == "name")
    for entry in found:
        row = (entry.name, entry.language, entry.title, entry.summary)
        # As `Text`, because brackets in a plain string would be taken for markup.
        table.add_row(*(Text(visible(cell), style="bold" if at == 0 else "") for at, cell in enumerate(row)))
    # Somebody who reads the list with a program wants one line for each game, however long.
    width = console.width if console.out.isatty() else 1000
    # Written to a text first: rich has ideas of its own about what to do when a pipe is closed.
    text = StringIO()
    RichConsole(file=text, width=width, no_color=not console.out_has_color, force_terminal=console.out_has_color).print(
        table
    )
    console.print("\n".join(line.rstrip() for line in text.getvalue().splitlines()).strip("\n"))
