"""`parlour games`: the games that come with Parlour."""

from __future__ import annotations

from io import StringIO

import click

from parlour import library
from parlour.cli.console import Console
from parlour.cli.flags import json_flag, stream_flags
from parlour.cli.opening import Found, open_game
from parlour.cli.wording import seats_text
from parlour.game.game import GameInfo
from parlour.library import LibraryGame
from parlour.syntax.display import visible


@click.command("games", short_help="List the games that come with Parlour.")
@json_flag
@stream_flags
@click.pass_obj
def command(console: Console, as_json: bool) -> None:
    """List the games that come with Parlour; `parlour play NAME` plays one."""
    found = [(entry, open_game(Found(entry.name, entry)).info) for entry in library.all()]
    if as_json:
        for entry, info in found:
            console.event("game", **_fields(entry, info))
    else:
        _print_table(console, found)


def _fields(entry: LibraryGame, info: GameInfo) -> dict[str, object]:
    return {
        "name": entry.name,
        "language": info.language,
        "title": entry.title,
        "seats": None if info.seats is None else list(info.seats),
        "about": entry.about,
    }


def _print_table(console: Console, found: list[tuple[LibraryGame, GameInfo]]) -> None:
    from rich.box import ASCII, SIMPLE
    from rich.console import Console as RichConsole
    from rich.table import Table
    from rich.text import Text

    table = Table(box=ASCII if console.is_ascii else SIMPLE, pad_edge=False)
    for heading in ("name", "language", "title", "seats", "about"):
        table.add_column(heading, no_wrap=heading == "name")
    for entry, info in found:
        row = (entry.name, info.language, entry.title, seats_text(info.seats), entry.summary)
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
