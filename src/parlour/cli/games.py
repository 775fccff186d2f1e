"""`parlour games`: the games that come with Parlour."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

import click

from parlour import library
from parlour.cli.console import Console
from parlour.cli.flags import json_flag, stream_flags
from parlour.library import LibraryGame
from parlour.syntax.display import visible


@click.command("games", short_help="List the games that come with Parlour.")
@json_flag
@stream_flags
@click.pass_obj
def command(console: Console, as_json: bool) -> None:
    """List the games that come with Parlour; `parlour play NAME` plays one, `parlour show NAME` says more of it."""
    found = library.all()
    if as_json:
        for entry in found:
            console.event("game", name=entry.name, language=entry.language, title=entry.title, about=entry.about)
    else:
        _print_table(console, found)


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
