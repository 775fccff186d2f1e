"""`parlour run FILE`: a program runs exactly as its own language would.

Standard output has what the program prints and nothing else; answers come from standard input, one a line; what is
said to people (refusals, warnings, errors) goes to standard error. With `--json` the output is the whole story, one
object a line (`transcript.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from parlour.cli.answers import Answers
from parlour.cli.console import Console
from parlour.cli.exits import Exit, wrong_usage
from parlour.cli.flags import engine_flags, game_flags, json_flag, seed_flag, stream_flags
from parlour.cli.opening import find_file, open_game, start
from parlour.cli.transcript import Event, error_events, events
from parlour.cli.wording import error_text
from parlour.game.error import GameError, Refused
from parlour.game.game import Game
from parlour.game.happening import Happening
from parlour.game.position import Budget, Position
from parlour.game.question import Question
from parlour.languages.frontend import language
from parlour.present.rows import plain_board
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.display import visible

_EXITS = {"over": Exit.FINE, "exit": Exit.FINE, "waiting": Exit.WAITING, "error": Exit.FAILED}


@click.command("run", short_help="Run a program as its own language would.")
@click.argument("file", metavar="FILE")
@click.option("--trace", "is_traced", is_flag=True, help="Say on stderr what happens: events, actions, phases.")
@game_flags
@json_flag
@seed_flag
@engine_flags
@stream_flags
@click.pass_obj
def command(
    console: Console,
    file: str,
    is_traced: bool,
    options: Mapping[str, Any],
    as_json: bool,
    seed: int | None,
    engine: str,
    budget: Budget | None,
) -> Exit:
    """Run the program in FILE: answers come from stdin, one a line.

    When the answers end while a question is open, the exit code is 4. --trace says, in languages with actions and
    events, what is thrown, judged, queued, started and skipped, and why; with --json, as `trace` events.
    """
    found = find_file(file)
    try:
        game = open_game(found, options)
    except Diagnostics as program:
        if not as_json:
            raise
        for event in error_events(program.found):
            console.event(event.name, **event.fields)
        return Exit.TEXT
    position = start(game, seed or 0, engine=engine, budget=budget)
    shadow = _observed(game, seed or 0, budget) if is_traced else None
    answers = Answers(None if sys.stdin is None else sys.stdin.buffer)
    if not as_json and not console.is_quiet:
        console.show_diagnostics(game.warnings)
    for event in events(game, position, answers, shadow):
        if as_json:
            console.event(event.name, **event.fields)
        else:
            _write_plain(console, event)
            if event.name == "refused":
                _prompt(console, position.questions[0])
        if event.name == "end":
            return _EXITS[str(event.fields["status"])]
    raise AssertionError("the last event is `end`")


def _observed(game: Game, seed: int, budget: Budget | None) -> Position:
    """The game that tells what happens, at its first question: it is given the same answers."""
    if game.observed is None:
        raise wrong_usage(f"--trace: {language(game.info.language).title} games have no actions and events to trace")
    return start(game.observed(), seed, engine="auto", budget=(budget or Budget()).observed())


def _write_plain(console: Console, event: Event) -> None:
    """An event as the program's own user sees it. Chance and answers are not shown: the program says what it wants."""
    match event:
        case Event("say", {"text": str(text)}):
            console.write_from_program(text)
        case Event("ask", fields, Question() as question):
            _show_boards(console, fields)
            _prompt(console, question)
        case Event("trace", _, Happening(text=text)):
            console.insist(visible(f"trace: {text}"))
        case Event("value", {"text": str(text)}):
            console.write_from_program(f"{text}\n")
        case Event("refused", _, Refused(message=message)):
            console.insist(visible(message))
        case Event("error", _, GameError() as error):
            console.insist(error_text(error, color=console.err_has_color, width=console.width))
        case Event("end", {"status": "waiting"}):
            console.say("the answers ended, but the program still asks")


def _prompt(console: Console, question: Question) -> None:
    """Says at a terminal what is wanted."""
    if sys.stdin is not None and sys.stdin.isatty():
        console.err.write(f"{visible(question.prompt or question.domain.type)}> ")
        console.err.flush()


def _show_boards(console: Console, fields: dict[str, object]) -> None:
    """The boards of the result, if it has any, with an empty line after each."""
    boards = fields.get("boards")
    if isinstance(boards, list):
        for rows in boards:
            console.write_from_program(f"{plain_board(rows)}\n\n")
