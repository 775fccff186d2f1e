"""`parlour serve`: tables in the browser, for people who are given a link."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import click

from parlour.cli.console import Console
from parlour.cli.exits import Exit, bad_file, wrong_usage
from parlour.cli.flags import stream_flags

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_PORT = 8000


@click.command("serve", short_help="Play in the browser, alone or with others.")
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Where to listen (127.0.0.1: this machine alone).")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=f"The port ({_PORT}; 0: any that is free).")
@click.option("--data", metavar="DIR", help="Where matches are kept (the usual place for data of programs).")
@click.option("--watch", "watches", is_flag=True, help="Read the files of games again when they change.")
@click.option("--public", "is_public", is_flag=True, help="Let other machines in: needed to listen beyond this one.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="A name by which others know this machine.")
@click.option("--no-browser", is_flag=True, help="Only print the link.")
@stream_flags
@click.pass_obj
def command(
    console: Console,
    games: Sequence[str],
    host: str,
    port: int | None,
    data: str | None,
    watches: bool,
    is_public: bool,
    names: Sequence[str],
    no_browser: bool,
) -> Exit:
    """Serve the library, and each GAME besides: a file, or a folder of files.

    Prints a link. Whoever opens it can sit down at a table against computer players, or send the links of other seats
    to friends. Matches are kept on disk, and go on after the server was stopped.
    """
    from parlour.storage.sqlite import SqliteStore, only_one
    from parlour.storage.store import StoreTrouble
    from parlour.web.serving import Serving, listen, serve
    from parlour.web.shelf import CannotServe, Shelf

    if host not in _LOOPBACK and not is_public:
        raise wrong_usage(
            f"--host {host}: others could reach this server", "say --public, too, if that is what you want"
        )
    try:
        shelf = Shelf(games)
    except CannotServe as problem:
        raise (bad_file if problem.is_missing else wrong_usage)(str(problem), problem.hint) from None
    folder = Path(data) if data is not None else _usual_folder()
    try:
        store = SqliteStore.open(folder)
    except StoreTrouble as trouble:
        raise bad_file(f"{trouble.place}: {trouble.problem}", trouble.hint) from None
    try:
        listening = listen(host, _PORT if port is None else port)
    except OSError as problem:
        store.close()
        raise bad_file(
            f"cannot listen at {host}, port {_PORT if port is None else port}: {(problem.strerror or '').lower()}",
            "choose another one; --port 0 takes any that is free",
        ) from None
    number = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
    link = f"http://{shown}:{number}/" + (f"game/{quote(shelf.first)}" if shelf.first is not None else "")

    def ready() -> None:
        console.print(link)
        console.out.flush()
        if is_public:
            console.say(f"other machines use this one's address or name, port {number}")
        console.say("Ctrl-C stops it; matches are kept")
        if not no_browser and _is_desktop():
            webbrowser.open(link)

    own = {socket.gethostname().lower()} if is_public else set()
    serving = Serving(shelf, frozenset({host, *own, *map(str.lower, names)}), is_public, watches, folder / "games")
    try:
        with listening, only_one(folder):
            serve(serving, store, listening, ready)
    except StoreTrouble as trouble:
        store.close()
        raise bad_file(f"{trouble.place}: {trouble.problem}", trouble.hint) from None
    return Exit.FINE


def _usual_folder() -> Path:
    """Where programs of a user keep what they know (XDG)."""
    chosen = os.environ.get("XDG_STATE_HOME", "")
    # A folder that is not absolute is to be ignored.
    state = Path(chosen) if os.path.isabs(chosen) else Path.home() / ".local" / "state"
    return state / "parlour" / "serve"


def _is_desktop() -> bool:
    """Somebody sits before a screen that can show a browser."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
