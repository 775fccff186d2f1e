"""`parlour ggp player` and `parlour ggp referee`: rule sheets over the network of general game playing."""

from __future__ import annotations

import errno
import re
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

import click

from parlour.cli.console import Console
from parlour.cli.exits import Exit, wrong_usage
from parlour.cli.flags import json_flag, message_flags, seed_flag, stream_flags
from parlour.cli.opening import find_game, open_game
from parlour.languages.frontend import language
from parlour.syntax.display import visible

if TYPE_CHECKING:
    from parlour.bridges.ggp.referee import Address

_ADDRESS = re.compile(r"(?P<host>\[[0-9a-fA-F:]+\]|[^:\s]+):(?P<port>[0-9]{1,5})")


@click.group("ggp", short_help="Play over the network of general game playing, or referee it.")
def command() -> None:
    """Games given as rule sheets, over the network: be a player that a referee calls, or be the referee."""


@command.command("player", short_help="Wait for a referee and play.")
@click.option("--port", type=click.IntRange(0, 65535), default=9147, show_default=True, help="The port to listen on.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--name", default="parlour", show_default=True, help="What the player calls itself.")
@seed_flag
@message_flags
@click.pass_obj
def player(console: Console, port: int, host: str, name: str, seed: int | None) -> Exit:
    """Wait for matches on a port, and play them until interrupted."""
    from parlour.bridges.ggp.player import Player

    if not re.fullmatch(r"[\w.-]+", name):
        raise wrong_usage(f"--name: {name} is not one word", "letters, digits, dots and hyphens are fine")
    _check_host("--host: ", host, "an address of this machine, for example 127.0.0.1; 0.0.0.0 stands for all of them")
    server = Player(name, seed or 0, tell=lambda text: console.say(f"notice: {visible(text)}"))

    def tell() -> None:
        console.say(f"waiting for a referee at {visible(host)}:{server.port}; stop with Ctrl-C")

    try:
        server.serve(port, host=host, ready=tell)
    except OSError as problem:
        raise wrong_usage(f"cannot listen on {host}:{port}: {_why_deaf(problem)}", _CANNOT_LISTEN) from None
    return Exit.FINE


_CANNOT_LISTEN = "try another --port, or another --host: 127.0.0.1 is this machine alone, 0.0.0.0 all its addresses"


def _why_deaf(problem: OSError) -> str:
    match problem.errno:
        case errno.EADDRNOTAVAIL:
            return "this machine does not have that address"
        case errno.EADDRINUSE:
            return "another program listens there"
        case errno.EACCES:
            return "that is not allowed to you"
    return (problem.strerror or str(problem)).partition(" (")[0]


@command.command("referee", short_help="Have players on the network play a match.")
@click.argument("game", metavar="GAME")
@click.argument("players", metavar="HOST:PORT...", nargs=-1, required=True)
@click.option("--startclock", type=click.IntRange(1, 3600), default=10, show_default=True, help="Seconds to prepare.")
@click.option("--playclock", type=click.IntRange(1, 3600), default=5, show_default=True, help="Seconds for each move.")
@seed_flag
@json_flag
@stream_flags
@click.pass_obj
def referee(
    console: Console,
    game: str,
    players: Sequence[str],
    startclock: int,
    playclock: int,
    seed: int | None,
    as_json: bool,
) -> Exit:
    """Have the players at these addresses play GAME, one for each seat in their order, and write the record.

    A move that comes late, is not legal or does not come is replaced by a random one, and noted. `parlour replay` plays
    the record again."""
    from parlour.bridges.ggp.referee import Referee
    from parlour.bridges.ggp.spelling import LANGUAGE
    from parlour.match import write_json, write_text

    opened = open_game(find_game(game))
    if "rules" not in opened.engines:
        unfit, fit = language(opened.info.language).title, language(LANGUAGE).title
        raise wrong_usage(f"{unfit} games cannot be sent over this network", f"only rule sheets of {fit} can")
    addresses = [_address(word) for word in players]
    seats = opened.info.seats or ()
    if len(addresses) != len(seats):
        raise wrong_usage(
            f"{opened.info.title} has {len(seats)} seats ({', '.join(seats)}), and {len(addresses)} players are named"
        )
    begin = monotonic()
    match = Referee(
        opened,
        addresses,
        startclock_s=float(startclock),
        playclock_s=float(playclock),
        seed=seed or 0,
        name=f"parlour.{seed or 0}",
        clock=lambda: round(monotonic() - begin, 3),
        tell=lambda text: console.say(visible(text)),
    ).run()
    console.out.write(write_json(match) if as_json else write_text(match))
    if match.error is not None:
        console.insist(visible(match.error.message))
        return Exit.FAILED
    if match.outcome is not None and match.outcome.scores is not None:
        pairs = zip(seats, match.outcome.scores, strict=True)
        console.say(visible(", ".join(f"{seat} {score:g}" for seat, score in pairs)))
    return Exit.FINE


def _address(word: str) -> Address:
    from parlour.bridges.ggp.referee import Address

    found = _ADDRESS.fullmatch(word)
    if found is None or not 0 < int(found["port"]) < 65536:
        raise wrong_usage(f"{word} is not an address", "write host:port, for example localhost:9147")
    host = found["host"].strip("[]")
    _check_host(f"{word}: ", host, "is the name spelled right, and is this machine on the network?")
    return Address(host, int(found["port"]))


def _check_host(where: str, host: str, hint: str) -> None:
    """A host must have a name that can be one, and that the system can find."""
    import socket

    try:
        if not host or "\0" in host:
            raise ValueError
        socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except ValueError:  # no resolver takes it: empty parts, parts of more than 63 characters, half a character
        raise wrong_usage(f"{where}{host or 'nothing'} is not the name of a host", hint) from None
    except socket.gaierror as problem:
        raise wrong_usage(f"{where}there is no host {host}: {problem.strerror or problem}", hint) from None
