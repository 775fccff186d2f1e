"""`parlour simulate GAME`: the game played many times by random legal answers, and what came of it."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import click

from parlour.analysis.failing import example_of_failure
from parlour.analysis.seasons import HABITS, SeasonReport, season_report
from parlour.analysis.simulation import COLUMNS, SeatReport, Share, Simulation, simulate
from parlour.analysis.statistics import Spread
from parlour.cli.child import CAN_FORK, Child, Died, Progress
from parlour.cli.console import Console
from parlour.cli.exits import Exit, bad_file, wrong_usage
from parlour.cli.flags import game_flags, json_flag, seed_flag, stream_flags
from parlour.cli.opening import check_engine, find_game, open_game
from parlour.cli.strengths import SEASONS, Wishes, season_drawing
from parlour.cli.terminal.showing import show_error
from parlour.game.error import GameError
from parlour.game.game import Game, UnfitEngine, UnfitPolicy
from parlour.game.outcome import join
from parlour.game.policy import Drawing
from parlour.game.position import By
from parlour.game.question import Guess
from parlour.syntax.display import visible, width

# What is listed of the endings of a game whose final words are hardly ever the same.
MOST_LISTED = 20
# What is said of questions whose answers are guesses, and which answers are named one by one.
MOST_GUESSES = 3
MOST_NAMED = 4
# Columns of places, before those that are added up as *later*.
MOST_PLACES = 8


@click.command("simulate", short_help="Play a game many times and count how it ends.")
@click.argument("game", metavar="GAME")
@click.option("--games", type=click.IntRange(1, 10**12), default=10_000, metavar="N", help="How many games (10000).")
@seed_flag
@click.option("--jobs", type=click.IntRange(0, 1024), default=0, metavar="N", help="Threads (0: one for each CPU).")
@click.option("--policy", metavar="NAME", help="A function of the program that weighs answers (else all alike).")
@click.option(
    "--by",
    type=click.Choice(("answer", "move")),
    default="answer",
    help="Draw evenly among the answers to each question, or among whole moves (answer).",
)
@click.option("--engine", default="auto", metavar="NAME", help="The engine that plays (auto: the fastest that pays).")
@click.option(
    "--strength", "strengths", multiple=True, metavar="NAME=X", help=f"{SEASONS}: how strong a player is (1)."
)
@click.option("--strengths", "strengths_file", metavar="FILE", help=f"{SEASONS}: a CSV file with name,strength.")
@click.option(
    "--votes", type=click.Choice(HABITS), default="random", help=f"{SEASONS}: how players vote and nominate (random)."
)
@click.option("--scores", metavar="LOW..HIGH", help=f"{SEASONS}: the scores that are drawn (0..10).")
@game_flags
@json_flag
@click.option(
    "--csv",
    "csv_file",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Results as comma-separated values, for a spreadsheet: in a file, or instead of the report.",
)
@stream_flags
@click.pass_obj
def command(
    console: Console,
    game: str,
    games: int,
    seed: int | None,
    jobs: int,
    policy: str | None,
    by: By,
    engine: str,
    strengths: Sequence[str],
    strengths_file: str | None,
    votes: str,
    scores: str | None,
    options: Mapping[str, Any],
    as_json: bool,
    csv_file: str | None,
) -> Exit:
    """Play GAME many times by random legal answers: who wins how often, with 95 % intervals, and how long it takes.

    Answers are drawn evenly among those that a whole move begins with, one question after the other; with --by move,
    whole moves are.

    The same seed gives the same numbers, whatever the number of jobs; python and native agree, net and rules draw
    their moves in different ways.
    """
    is_table = csv_file == ""
    if as_json and is_table:
        raise wrong_usage("--json and --csv without a file exclude each other")
    found = find_game(game)
    opened = open_game(found, options)
    check_engine(opened, engine)
    if csv_file:
        _check_place(csv_file)
    start = 0 if seed is None else seed
    drawn = season_drawing(opened, policy, Wishes(strengths, strengths_file, votes, scores))

    def play(engine: str, progress: Progress | None) -> Simulation:
        return simulate(opened, games, seed=start, jobs=jobs, engine=engine, policy=drawn, by=by, progress=progress)

    try:
        result = _play_contained(console, play, opened, engine, start, games)
    except UnfitPolicy as unfit:
        raise wrong_usage(f"--policy: {unfit}") from None
    except UnfitEngine as unfit:
        raise wrong_usage(f"--engine: {unfit}", "`--engine auto` takes one that does") from None
    season = season_report(opened, result, drawn) if isinstance(drawn, Drawing) else None
    if as_json:
        more = {} if season is None else {"season": season.fields()}
        console.event("simulation", game=found.name, engine=engine, **result.fields(), **more)
    elif is_table:
        _write_rows(console.out, result, season)
    else:
        _print(console, opened.info.title, result, season)
    if csv_file:
        with open(csv_file, "w", encoding="utf-8", newline="") as file:
            _write_rows(file, result, season)
    if as_json or is_table:
        for notice in _notices(result):
            console.insist(f"notice: {visible(notice)}")
    if result.failures:
        failed = sum(ending.games for ending in result.failures)
        console.say(f"{failed:,} of {games:,} games came to no end of their own")
        # A game that was given up because it went on for ever shows nothing where it could be pointed at.
        if any(ending.words != "unfinished" for ending in result.failures):
            _show_failure(console, opened, start)
        return Exit.FAILED
    return Exit.FINE


def _check_place(file: str) -> None:
    """Before anything is played: whether there is a folder to write this file into."""
    path = Path(file)
    if path.is_dir():
        raise bad_file(f"--csv: {file} is a folder", "name a file in it")
    if not path.absolute().parent.is_dir():
        raise bad_file(f"--csv: there is no folder {path.parent}", "make it first")


def _show_failure(console: Console, game: Game, seed: int) -> None:
    """One of the games that failed, with the line where it did."""
    found = example_of_failure(game, seed)
    if isinstance(found, GameError):
        console.insist("for example:")
        show_error(console, found)
    elif found is not None:
        console.insist(f"for example: {visible(found)}")


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


def _write_rows(file: TextIO, result: Simulation, season: SeasonReport | None) -> None:
    rows = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    rows.writeheader()
    rows.writerows(result.rows())
    rows.writerows([] if season is None else season.rows())


def _print(console: Console, title: str, result: Simulation, season: SeasonReport | None) -> None:
    tally = result.tally
    dash = "to" if console.is_ascii else "–"
    console.print(f"{visible(title)}: {tally.games:,} games, seed {result.seed}")
    console.print()
    _print_seats(console, result, dash, season)
    _print_shares(console, "no end", result.failures, dash)
    if result.numbers is not None:
        _print_spreads(console, "result", [("", result.numbers)], dash)
    if season is not None:
        _print_season(console, season, dash)
    elif tally.counts:
        counts = [(name, f"{count:,}", f"{count / tally.games:.3f}") for name, count in sorted(tally.counts.items())]
        _print_table(console, ("counted", "times", "a game"), counts)
    lengths = result.fields()["lengths"]
    assert isinstance(lengths, dict)
    console.print(
        f"length: {lengths['mean']:.2f} {result.length_unit} a game on average, half of the games {lengths['quarter']} "
        f"{dash} {lengths['three_quarters']}, all {lengths['least']} {dash} {lengths['most']}"
    )
    answers, refused = tally.questions / tally.games, tally.refused / tally.games
    if result.length_unit == "steps":
        console.print(f"        in a step everybody moves; {answers:.2f} answers a game were a choice")
    if refused:
        console.print(f"        another {refused:.2f} answers a game were tried and sent back by the program")
    for notice in _notices(result):
        console.print(f"notice: {visible(notice)}")
    console.say(f"{result.seconds:.2f} s, {result.rate:,.0f} games/s")


def _notices(result: Simulation) -> list[str]:
    """What a reader must know beside the numbers: what was not as it should be, and where answers are guesses."""
    guesses = list(dict.fromkeys(map(_guess_words, result.guesses)))
    more = len(guesses) - MOST_GUESSES
    return [
        *result.notices,
        *guesses[:MOST_GUESSES],
        *([f"answers to {more:,} other questions are guesses, too"] if more > 0 else []),
    ]


def _guess_words(guess: Guess) -> str:
    """
    >>> _guess_words(Guess("play.1", "How many?", ("1", "2"), "3"))
    'answers to "How many?" are guesses: only 1 and 2 were drawn, others are taken, too (3)'
    >>> _guess_words(Guess("play.1", "", tuple(map(str, range(21))), "21"))
    'answers to a question are guesses: only 0 to 20 (21 answers) were drawn, others are taken, too (21)'
    """
    prompt = guess.prompt.strip().rpartition("\n")[2]
    asked = f'"{prompt}"' if prompt else "a question"
    if len(guess.listed) <= MOST_NAMED:
        drawn = f"only {join(guess.listed)} {'was' if len(guess.listed) == 1 else 'were'}"
    else:
        drawn = f"only {guess.listed[0]} to {guess.listed[-1]} ({len(guess.listed):,} answers) were"
    return f"answers to {asked} are guesses: {drawn} drawn, others are taken, too ({guess.other})"


def _print_seats(console: Console, result: Simulation, dash: str, season: SeasonReport | None) -> None:
    """Who wins how often, which places and scores they have, and how else games end."""
    seats = [seat for seat in result.seats if result.tally.seats[seat.name].games]
    if season is not None:
        # The host of a season takes no part in it.
        seats = [seat for seat in seats if any(seat.name == player.name for player in season.players)]
    rest = result.endings
    if seats:
        others = [share for share in (result.draws, result.nobody) if share.games]
        _print_shares(console, "wins", [*(seat.wins for seat in seats), *others], dash)
        # Where one seat wins at a time the table of wins has said it all.
        known = {f"{seat.name} wins" for seat in seats} | {share.words for share in others}
        rest = tuple(ending for ending in rest if ending.words not in known)
    if rest:
        _print_shares(console, "outcome", rest, dash)
    last = max((len(seat.places) for seat in seats), default=0)
    if last > 2 or (last > 1 and any(seat.unranked for seat in seats)):
        _print_places(console, seats, last)
    scored = [(seat.name, seat.score) for seat in result.seats if seat.score is not None]
    if scored:
        _print_spreads(console, "score", scored, dash)


def _print_season(console: Console, season: SeasonReport, dash: str) -> None:
    """Who leaves when, which teams win, whether strength pays, and what happens how often."""
    if any(team.games for team in season.teams):
        _print_shares(console, "team wins", season.teams, dash)
    if not season.ended:
        console.print("no season came to its end: of leaving, rounds and tiebreakers nothing is known")
        return
    rows = [
        (
            each.name,
            f"{each.strength:g}",
            f"{100 * each.left / season.games:.1f} %",
            "" if each.mean_round_of_leaving is None else f"{each.mean_round_of_leaving:.2f}",
        )
        for each in season.players[:MOST_LISTED]
    ]
    _print_table(console, ("player", "strength", "leaves", "in round"), rows)
    if season.strongest is not None and season.correlation is not None:
        share = season.strongest
        verb = "win" if " and " in share.words else "wins"
        console.print(
            f"strength: {visible(share.words)} {verb} {100 * share.share:.2f} % ({_interval(share, dash)}), "
            f"rank correlation of strength and wins {season.correlation:.2f}"
        )
        console.print()
    events = [(name, f"{count:,}", f"{count / season.games:.3f}") for name, count in season.events]
    _print_table(console, ("what happens", "times", "a season"), events)
    found = season.lengths
    if found is None:
        console.print(f"rounds: {season.rounds:.2f} a season on average")
    elif found.least == found.most:
        console.print(f"rounds: {found.least:g} in every season")
    else:
        console.print(
            f"rounds: {found.mean:.2f} a season on average, median {found.median:g}, all {found.least:g} {dash} "
            f"{found.most:g}"
        )


def _print_shares(console: Console, heading: str, shares: Sequence[Share], dash: str) -> None:
    if not shares:
        return
    rows = [
        (share.words, f"{share.games:,}", f"{100 * share.share:.2f} %", _interval(share, dash))
        for share in shares[:MOST_LISTED]
    ]
    left = shares[MOST_LISTED:]
    _print_table(console, (heading, "games", "share", "95 % interval"), rows, ends=not left)
    if left:
        console.print(f"and {len(left):,} others, {sum(share.games for share in left):,} games")
        console.print()


def _interval(share: Share, dash: str) -> str:
    return f"{100 * share.low:.2f} {dash} {100 * share.high:.2f} %"


def _print_places(console: Console, seats: Sequence[SeatReport], last: int) -> None:
    shown = min(last, MOST_PLACES)
    has_unranked = any(seat.unranked for seat in seats)
    heading = ("place", *map(str, range(1, shown + 1)), *(["later"] if last > shown else []))
    rows = []
    for seat in seats[:MOST_LISTED]:
        shares = [place.share for place in seat.places[:shown]]
        if last > shown:
            shares.append(sum(place.share for place in seat.places[shown:]))
        of = seat.unranked + sum(place.games for place in seat.places)
        unranked = [seat.unranked / of] if has_unranked and of else []
        mean = "" if seat.mean_place is None else f"{seat.mean_place:.2f}"
        rows.append((seat.name, *(f"{100 * share:.1f} %" for share in (*shares, *unranked)), mean))
    _print_table(console, (*heading, *(["none"] if has_unranked else []), "mean"), rows, ends=len(seats) <= MOST_LISTED)
    if len(seats) > MOST_LISTED:
        console.print(f"and {len(seats) - MOST_LISTED:,} others")
        console.print()


def _print_spreads(console: Console, heading: str, spreads: Sequence[tuple[str, Spread]], dash: str) -> None:
    rows = [
        (
            name,
            f"{found.mean:.2f}",
            f"{found.low:.2f} {dash} {found.high:.2f}",
            f"{found.median:g}",
            f"{found.least:g} {dash} {found.most:g}",
        )
        for name, found in spreads[:MOST_LISTED]
    ]
    _print_table(console, (heading, "mean", "95 % interval", "median", "all"), rows)


def _print_table(console: Console, heading: Sequence[str], rows: Sequence[Sequence[str]], *, ends: bool = True) -> None:
    """A table whose first column is words, and whose others are numbers that end below each other."""
    shown = [list(map(visible, row)) for row in (heading, *rows)]
    widths = [max(width(row[column]) for row in shown) for column in range(len(heading))]
    for row in shown:
        first = row[0] + " " * (widths[0] - width(row[0]))
        rest = (" " * (wide - width(cell)) + cell for wide, cell in zip(widths[1:], row[1:], strict=True))
        console.print("  ".join((first, *rest)).rstrip())
    if ends:
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
