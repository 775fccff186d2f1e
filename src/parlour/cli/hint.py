"""`parlour hint GAME|MATCH`: the best moves at the start of a game, or where a saved match stands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from parlour.cli.console import Console
from parlour.cli.exits import Exit, Failure, wrong_usage
from parlour.cli.flags import ascii_flag, game_flags, json_flag, seed_flag, stream_flags
from parlour.cli.keeping import read_match_file, replay_record
from parlour.cli.opening import find_game, open_game
from parlour.cli.terminal.showing import show_table
from parlour.cli.terminal.thinking import hints, show_hints
from parlour.game.search import Search, Unsearchable
from parlour.languages.frontend import ENDINGS
from parlour.match import Match
from parlour.players.specification import TIME
from parlour.players.thinkers import ITERATIONS, Effort


@click.command("hint", short_help="Suggest the best moves of a game or a saved match.")
@click.argument("game", metavar="GAME|MATCH")
@click.option("--iterations", type=click.IntRange(1, 10**9), metavar="N", help=f"How much to think ({ITERATIONS}).")
@click.option("--time", "time_limit", metavar="TIME", help="How long to think instead: 500ms, 2s, 1m.")
@game_flags
@seed_flag
@json_flag
@ascii_flag
@stream_flags
@click.pass_obj
def command(
    console: Console,
    game: str,
    iterations: int | None,
    time_limit: str | None,
    options: Mapping[str, Any],
    seed: int | None,
    as_json: bool,
) -> Exit:
    """Suggest the best moves at the start of GAME, or in the saved match MATCH, for the seat that is asked first.

    Each comes with what it seems to be worth (1 is a win, 0 a loss; where scores count, the score), how much of the
    thinking went into it, and how the match would go on.
    """
    effort = _effort(iterations, time_limit)
    match = _match(game, options, seed)
    if match.is_over:
        raise wrong_usage("this match is over: there is no move to suggest")
    seat = match.questions[0].seat
    try:
        found = hints(console, match, seat, 0 if seed is None else seed, effort)
    except Unsearchable as reason:
        raise Failure(Exit.FAILED, f"no move can be suggested: {reason}") from None
    if as_json:
        _write_json(console, match, found)
    else:
        show_table(console, match, seat)
        show_hints(console, match, found)
    return Exit.FINE


def _effort(iterations: int | None, time_limit: str | None) -> Effort:
    if time_limit is None:
        return Effort(ITERATIONS if iterations is None else iterations)
    try:
        return Effort(iterations, float(TIME.read(time_limit)))
    except ValueError as problem:
        raise wrong_usage(f"--time {time_limit}: this is not {problem}") from None


def _match(word: str, options: Mapping[str, Any], seed: int | None) -> Match:
    """The match in a record, or one that begins."""
    path = Path(word)
    if path.is_file() and path.suffix not in ENDINGS and path.suffix != ".zip":
        return replay_record(read_match_file(word), path, None, engine="auto", allowed=None)[0]
    return Match.start(open_game(find_game(word), options), seed=0 if seed is None else seed)


def _write_json(console: Console, match: Match, found: Search) -> None:
    for line in found.lines():
        console.event(
            "hint",
            seat=match.seat_name(line.move.seat),
            move=[option.label for option in line.move.answers],
            visits=line.visits,
            worth=line.worth,
            proof=line.proof,
            continuation=[
                {"seat": match.seat_name(move.seat), "move": [option.label for option in move.answers]}
                for move in line.continuation
            ],
        )
