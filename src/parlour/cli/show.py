"""`parlour show GAME`: what a game says of itself, before anybody plays it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from parlour.cli.console import Console
from parlour.cli.exits import wrong_usage
from parlour.cli.flags import ascii_flag, game_flags, json_flag, stream_flags
from parlour.cli.opening import find_game, open_game
from parlour.cli.wording import error_text, kind_text, seats_text
from parlour.engines.python.engine import PythonEngine
from parlour.game.game import Game
from parlour.present.text import draw
from parlour.syntax.display import visible


@click.command("show", short_help="Say what a game is.")
@click.argument("game", metavar="GAME")
@click.option("--core", "as_core", is_flag=True, help="Print the program as Parlour runs it.")
@game_flags
@json_flag
@ascii_flag
@stream_flags
@click.pass_obj
def command(
    console: Console, game: str, as_core: bool, expression: str | None, preludes: Sequence[str], as_json: bool
) -> None:
    """Say what GAME is: title, language, seats, kind, options, and the table at the start."""
    found = find_game(game)
    opened = open_game(found, expression=expression, preludes=preludes)
    if as_core:
        console.print(_core_text(opened).rstrip("\n"))
    elif as_json:
        console.event("game", **_fields(opened))
    else:
        console.print("\n".join(_lines(console, opened)))


def _core_text(game: Game) -> str:
    """The program as the engines of core run it."""
    from parlour.core.text import print_program

    for engine in game.engines.values():
        if isinstance(engine, PythonEngine):
            return print_program(engine.program)
    raise wrong_usage(f"--core: {game.info.language} games do not run on core")


def _fields(game: Game) -> dict[str, object]:
    info, kind = game.info, game.info.kind
    return {
        "title": info.title,
        "language": info.language,
        "seats": None if info.seats is None else list(info.seats),
        "chance": kind.has_chance,
        "hidden": kind.is_hidden,
        "simultaneous": kind.is_simultaneous,
        "scores": kind.has_scores,
        "options": {name: str(value) for name, value in info.options.items()},
        "engines": list(game.engines),
        "about": info.about,
    }


def _lines(console: Console, game: Game) -> Iterator[str]:
    info = game.info
    yield console.paint_out("bold", visible(info.title))
    yield f"language  {info.language}"
    yield f"seats     {visible(seats_text(info.seats))}"
    yield f"kind      {kind_text(info.kind)}"
    for name, value in info.options.items():
        yield f"{visible(name):<9} {visible(str(value))}"
    if info.about:
        yield ""
        yield visible(info.about, keep="\n")
    yield ""
    yield _first_table(console, game)


def _first_table(console: Console, game: Game) -> str:
    position = game.start()
    if position.error is not None:
        return error_text(position.error, color=console.out_has_color, width=console.width)
    scene = position.view(None).scene
    return draw(scene, color=console.out_has_color, ascii=console.is_ascii, width=console.width)
