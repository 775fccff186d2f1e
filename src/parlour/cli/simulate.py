"""`parlour simulate GAME`: the game played many times by random legal answers, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import click

from parlour.analysis.simulation import Ending, Simulation, simulate
from parlour.cli.child import CAN_FORK, Child, Died, Progress
from parlour.cli.console import Console
from parlour.cli.exits import Exit, wrong_usage
from parlour.cli.flags import game_flags, json_flag, seed_flag, stream_flags
from parlour.cli.opening import check_engine, find_game, open_game
from parlour.game.game import Game, UnfitEngine, UnfitPolicy
from parlour.syntax.display import visible, width

# What is listed of the endings of a game whose final words are hardly ever the same.
MOST_LISTED = 20


@click.command("simulate", short_help="Play a game many times and count how it ends.")
@click.argument("game", metavar="GAME")
@click.option("--games", type=click.IntRange(1, 10**12), default=10_000, metavar="N", help="How many games (10000).")
@seed_flag
@click.option("--jobs", type=click.IntRange(0, 1024), default=0, metavar="N", help="Threads (0: one for each CPU).")
@click.option("--policy", metavar="NAME", help="A function of the program that weighs answers (else all alike).")
@click.option("--engine", default="auto", metavar="NAME", help="The engine that plays (auto: the fastest that pays).")
@game_flags
@json_flag
@stream_flags
@click.pass_obj
def command(
    console: Console,
    game: str,
    games: int,
    seed: int | None,
    jobs: int,
    policy: str | None,
    engine: str,
    options: Mapping[str, Any],
    as_json: bool,
) -> Exit:
    """Play GAME many times by random legal answers: how it ends, with 95 % intervals, and how long it takes.

    The same seed gives the same numbers, whatever the number of jobs; python and native agree, net and rules draw
    their moves in different ways.
    """
    found = find_game(game)
    opened = open_game(found, options)
    check_engine(opened, engine)
    start = 0 if seed is None else seed

    def play(engine: str, progress: Progress | None) -> Simulation:
        return simulate(opened, games, seed=start, jobs=jobs, engine=engine, policy=policy, progress=progress)

    try:
        result = _play_contained(console, play, opened, engine, start, games)
    except UnfitPolicy as unfit:
        raise wrong_usage(f"--policy: {unfit}") from None
    except UnfitEngine as unfit:
        raise wrong_usage(f"--engine: {unfit}", "`--engine auto` takes one that does") from None
    if as_json:
        console.event("simulation", game=found.name, engine=engine, **result.fields())
        for notice in result.tally.notices:
            console.insist(f"notice: {visible(notice)}")
    else:
        _print(console, opened.info.title, result)
    if result.failures:
        failed = sum(ending.games for ending in result.failures)
        console.say(f"{failed:,} of {games:,} games came to no end of their own")
        return Exit.FAILED
    return Exit.FINE


def _play_contained(
    console: Console,
    play: Callable[[str, Progress | None], Simulation],
    game: Game,
    engine: str,
    seed: int,
    games: int,
) -> Simulation:
    """Plays on an engine. What may run machine code does so in a process of its own; if that breaks, the reference
    engine, which has none, plays everything again, and the tally has a notice."""
    reference = next(iter(game.engines))
    if engine == reference or not CAN_FORK:
        with _progress(console, games) as progress:
            return play(engine, progress)
    child = Child(partial(play, engine))  # before a progress bar has begun a thread
    result: Simulation | Died
    try:
        with _progress(console, games) as progress:
            result = child.result(progress)
    except (UnfitEngine, UnfitPolicy, MemoryError, OSError):
        raise
    except Exception as problem:  # Memory that machine code has damaged is found out by whoever reads it.
        result = Died(f"{type(problem).__name__}: {problem}")
    if not isinstance(result, Died):
        return result
    console.insist(f"machine code died ({visible(result.how)}); the engine {reference} plays all games again")
    with _progress(console, games) as progress:
        repeated = play(reference, progress)
    repeated.tally.notices.append(
        f"machine code died ({result.how}) in the games of seed {seed}, and the engine {reference} played them. "
        "This is a bug in Parlour, please report it"
    )
    return repeated


def _print(console: Console, title: str, result: Simulation) -> None:
    tally = result.tally
    dash = "to" if console.is_ascii else "–"
    console.print(f"{visible(title)}: {tally.games:,} games, seed {result.seed}")
    console.print()
    for heading, endings in (("outcome", result.endings), ("no end", result.failures)):
        if endings:
            _print_endings(console, heading, endings, dash)
    lengths = result.fields()["lengths"]
    assert isinstance(lengths, dict)
    console.print(
        f"length {lengths['mean']:.2f}, half of the games {lengths['quarter']} {dash} "
        f"{lengths['three_quarters']}, all {lengths['least']} {dash} {lengths['most']}"
    )
    # Several may answer at a time, so a game can have more answers than steps.
    answers, refused = tally.questions / tally.games, tally.refused / tally.games
    console.print(f"answers per game {answers:.2f}, and {refused:.2f} that were refused")
    for notice in tally.notices:
        console.print(f"notice: {visible(notice)}")
    console.say(f"{result.seconds:.2f} s, {result.rate:,.0f} games/s")


def _print_endings(console: Console, heading: str, endings: Sequence[Ending], dash: str) -> None:
    shown = [(visible(ending.words), ending) for ending in endings[:MOST_LISTED]]
    columns = max(width(words) for words in (heading, *(words for words, _ in shown)))
    console.print(f"{heading:<{columns}}  {'games':>13}  {'share':>7}  95 % interval")
    for words, ending in shown:
        padded = words + " " * (columns - width(words))
        interval = f"{100 * ending.low:.2f} {dash} {100 * ending.high:.2f} %"
        console.print(f"{padded}  {ending.games:>13,}  {100 * ending.share:>5.2f} %  {interval}")
    if len(endings) > MOST_LISTED:
        rest = sum(ending.games for ending in endings[MOST_LISTED:])
        console.print(f"and {len(endings) - MOST_LISTED:,} others, {rest:,} games")
    console.print()


@contextmanager
def _progress(console: Console, games: int) -> Iterator[Progress | None]:
    """A bar on a terminal, nothing anywhere else."""
    if console.is_quiet or not console.err.isatty():
        yield None
        return
    from rich.console import Console as RichConsole
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    rich = RichConsole(file=console.err, no_color=not console.err_has_color)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=rich, transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda done: bar.update(task, completed=done)
