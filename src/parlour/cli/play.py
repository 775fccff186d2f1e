"""`parlour play GAME`: a match at the terminal, against other people at the same keyboard or computer players."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any

import click

from parlour.cli.console import Console
from parlour.cli.exits import Exit, bad_file, wrong_usage
from parlour.cli.flags import ascii_flag, engine_flags, game_flags, seed_flag, stream_flags
from parlour.cli.keeping import (
    engine_flag,
    interruptible,
    matches_that_broke_off,
    read_match_file,
    replay_record,
    resume_command,
    take_over,
)
from parlour.cli.opening import check_engine, find_game, open_game
from parlour.cli.seating import check_fit, check_players, opposite, players_of, read_seating, sit_down
from parlour.cli.terminal.dialogue import Dialogue
from parlour.game.position import Budget
from parlour.match import CannotRead, DamagedRecord, Match, UnknownSeat, broke_off, load
from parlour.players.specification import HUMAN
from parlour.syntax.display import visible

if TYPE_CHECKING:
    from parlour.cli.terminal.mouse import Mouse


# All that chance has: one's own hand tells nothing of what others hold. From the system's secure source.
_SEED_BITS = 64


@click.command("play", short_help="Play a game at the terminal.")
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--seat", "seats", multiple=True, metavar="SEAT=PLAYER", help="Who plays a seat: human, level:3 …")
@click.option("--seats", "others", metavar="PLAYER", help="Who plays all other seats.")
@click.option("--resume", metavar="FILE", help="Go on with the match saved in FILE.")
@click.option("--mouse", "has_mouse", is_flag=True, help="Cells and cards can be clicked, at a terminal.")
@click.option("--save", "save_as", metavar="FILE", help="Keep the record of the match in FILE.")
@game_flags
@seed_flag
@engine_flags
@ascii_flag
@stream_flags
@click.pass_obj
def command(
    console: Console,
    game: str | None,
    seats: Sequence[str],
    others: str | None,
    resume: str | None,
    save_as: str | None,
    has_mouse: bool,
    options: Mapping[str, Any],
    seed: int | None,
    engine: str,
    budget: Budget | None,
) -> Exit:
    """Play GAME: a file, or the name of a game that comes with Parlour.

    At a terminal you sit on the seat that is asked first, and the computer (level:3) on the others; two people say
    `--seats human`. Without a terminal everybody's answers are read, and `--seats random` plays it to the end.
    """
    seating = read_seating(seats, others)
    mouse = _mouse() if has_mouse else None
    if save_as is not None and Path(save_as).exists():
        path = Path(save_as)
        hint = f"the match in it broke off; go on with: {resume_command(path, Budget())}" if broke_off(path) else ""
        raise bad_file(f"--save: {save_as} is there already", hint or "choose another name")
    if resume is not None:
        if seed is not None:
            raise wrong_usage("the seed of a match that goes on is the one in its record")
        record = read_match_file(resume)
        match, name = replay_record(record, Path(resume), game, engine=engine, allowed=budget)
        file = Path(resume if save_as is None else save_as)
        seating = read_seating(seats, others, players_of(match, others), record.others)
        check_players(seating, Path(resume))
        check_fit(seating, match.game)
        journal = take_over(match, Path(resume)) if record.is_journal else None
        sit_down(match, seating, read_seating(seats, None).named, others)
        with interruptible():
            dialogue = Dialogue(console, match, seating, name=name, file=file, journal=journal, mouse=mouse)
            return dialogue.play(record.unrun)
    if game is None:
        raise wrong_usage("parlour play needs GAME", "for example `parlour play tic-tac-toe`; see `parlour games`")
    found = find_game(game)
    opened = open_game(found, options)
    check_engine(opened, engine)
    start = randbits(_SEED_BITS) if seed is None else seed
    if not seats and others is None and _is_at_terminal():
        seating, words = opposite(opened, start)
        if words:
            console.say(visible(f"{words}; two people say --seats human"))
    check_fit(seating, opened)
    try:
        match = Match.start(
            opened,
            seed=start,
            seats=seating.at(opened.info.seats),
            others="" if seating.others == HUMAN and others is None else seating.others,
            budget=budget,
            engine=engine,
        )
    except UnknownSeat as unknown:
        raise wrong_usage(f"--seat: {unknown}") from None
    _mention_broken_off(console, found.name, next(iter(opened.engines)))
    with interruptible():
        place = Path(save_as) if save_as else None
        return Dialogue(console, match, seating, name=found.name, file=place, mouse=mouse).play()


def _is_at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _mouse() -> Mouse:
    """What tells of clicks; wrong usage where nothing can."""
    if not _is_at_terminal() or not sys.stdout.isatty():
        raise wrong_usage("--mouse: there is no terminal to click at")
    try:
        from parlour.cli.terminal.mouse import Mouse
    except ImportError:
        raise wrong_usage("--mouse: terminals of this system do not tell of clicks") from None
    return Mouse()


def _mention_broken_off(console: Console, name: str, reference: str) -> None:
    """Tells of matches of this game that were killed, or whose machine code died: they can go on."""
    found = matches_that_broke_off(name)
    if found:
        more = f" ({len(found) - 1} more like it)" if len(found) > 1 else ""
        # Machine code may have been at fault if an answer was being run.
        engine = engine_flag(reference) if _has_unrun(found[0]) else ""
        console.say(f"a match broke off here{more}; go on with: {resume_command(found[0], Budget())}{engine}")


def _has_unrun(path: Path) -> bool:
    try:
        return load(path).unrun is not None
    except (CannotRead, DamagedRecord):
        return False
