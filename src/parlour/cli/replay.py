"""`parlour replay RECORD`: a recorded match played again, move by move."""

from __future__ import annotations

from pathlib import Path

import click

from parlour.cli.charting import Form, show_charts
from parlour.cli.console import Console
from parlour.cli.exits import Exit, wrong_usage
from parlour.cli.flags import ascii_flag, engine_flags, json_flag, stream_flags
from parlour.cli.keeping import read_match_file, replay_record, resume_command
from parlour.cli.terminal.keyboard import Keyboard
from parlour.cli.terminal.showing import show_ending, show_table
from parlour.cli.transcript import end_fields, seat_term
from parlour.game.position import Budget
from parlour.languages.frontend import LANGUAGES, titles
from parlour.match import Match
from parlour.match.events import Answered, Left, Mishap, in_moves

_CHARTED = titles(each for each in LANGUAGES if each.has_charts)


@click.command("replay", short_help="Play a recorded match again.")
@click.argument("record", metavar="RECORD")
@click.option("--game", metavar="FILE", help="The game of the record, where it cannot be found by itself.")
@click.option(
    "--step", "is_stepwise", is_flag=True, help="Show the table after every move; on a terminal, wait for Enter."
)
@click.option("--to", "last_move", type=click.IntRange(min=0), metavar="N", help="Stop after move N.")
@click.option(
    "--chart",
    type=click.Choice(["text", "svg", "csv"]),
    is_flag=False,
    flag_value="text",
    help=f"The course of the match as a table instead: text, svg or csv ({_CHARTED}).",
)
@engine_flags
@json_flag
@ascii_flag
@stream_flags
@click.pass_obj
def command(
    console: Console,
    record: str,
    game: str | None,
    is_stepwise: bool,
    last_move: int | None,
    chart: Form | None,
    engine: str,
    budget: Budget | None,
    as_json: bool,
) -> Exit:
    """Play the match in RECORD again: its moves, and the table at the end.

    `parlour play --resume RECORD` goes on with a match that is not over.
    """
    path = Path(record)
    match, _ = replay_record(read_match_file(record), path, game, engine=engine, allowed=budget)
    moves = in_moves(match.events)
    if last_move is not None and last_move > len(moves):
        raise wrong_usage(f"--to {last_move}: this match has only {len(moves)} moves")
    shown = moves[:last_move]
    ends = [sum(map(len, moves[: number + 1])) for number in range(len(shown))]
    stopped = match.branch(ends[-1] if ends else 0)
    if chart is not None:
        show_charts(console, stopped, None, chart)
        return Exit.FINE
    if as_json:
        _write_json(console, stopped)
        return Exit.FINE
    keyboard = Keyboard()
    if is_stepwise:
        show_table(console, match.branch(0), None)
    for line, end in zip(stopped.history(), ends, strict=True):
        console.print(line)
        if is_stepwise:
            show_table(console, match.branch(end), None)
            if keyboard.is_terminal and keyboard.ask("Enter goes on> ") is None:
                return Exit.FINE
    if not is_stepwise:
        show_table(console, stopped, None)
    if stopped.is_over:
        show_ending(console, stopped)
    elif len(shown) < len(moves):
        console.say(f"{len(shown)} of {len(moves)} moves")
    else:
        console.say(f"not over yet; go on with: {resume_command(path, match.setting.budget)}")
    return Exit.FINE


def _write_json(console: Console, match: Match) -> None:
    setting = match.setting
    console.event(
        "match",
        game=match.game.info.title,
        language=match.game.info.language,
        seed=setting.seed,
        seats=dict(setting.seats),
    )
    for number, move in enumerate(in_moves(match.events), start=1):
        first = move[0]
        seat = seat_term(match.game, match.position, first.seat)
        if isinstance(first, Left):
            console.event("left", number=number, seat=seat, how=first.how)
        elif isinstance(first, Mishap):
            console.event("mishap", number=number, seat=seat, how=first.how, text=first.text)
        else:
            labels = [event.label for event in move if isinstance(event, Answered)]
            console.event("move", number=number, seat=seat, answers=labels)
    status = "waiting" if not match.is_over else "error" if match.error is not None else "over"
    console.event("end", **end_fields(match.game, match.position, status))
