"""Who sits where: `--seat X=random`, and `--seats random` for all the others.

    >>> seating = read_seating(["O=random"], "human")
    >>> seating.player_of("O"), seating.player_of("X"), seating.player_of(None)
    ('random', 'human', 'human')

Seats of some games appear only when the match runs. A name is therefore bound when it appears, and whether it was
right is only known at the end.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from parlour.cli.exits import bad_file, wrong_usage
from parlour.dataclass import dataclass
from parlour.game.game import Game
from parlour.match import Match
from parlour.players import UnknownPlayer, make_player, read_player
from parlour.players.specification import HUMAN
from parlour.syntax.suggest import did_you_mean

# Who sits opposite a person where nobody has said anything else.
OPPONENT = "level:3"


@dataclass(frozen=True, slots=True)
class Seating:
    """Players by the names of seats, and the player of every other one."""

    named: Mapping[str, str] = field(default_factory=dict)
    others: str = HUMAN

    def player_of(self, seat: str | None) -> str:
        """Who answers for this seat (None: a question to nobody in particular)."""
        return self.others if seat is None else self.named.get(seat, self.others)

    def at(self, seats: Sequence[str] | None) -> dict[str, str]:
        """Everybody's player for the record; where the seats are not known yet, only those that were named."""
        return {**{name: self.player_of(name) for name in seats or ()}, **self.named}


def read_seating(
    pairs: Sequence[str], others: str | None, earlier: Mapping[str, str] | None = None, earlier_others: str = ""
) -> Seating:
    """Reads the flags; a player that does not exist is wrong usage, a seat can only be checked with the game. What is
    said now of a match that goes on goes before what was said `earlier`."""
    named: dict[str, str] = {}
    for pair in pairs:
        seat, equals, player = pair.partition("=")
        if not (seat and equals and player):
            raise wrong_usage(f"--seat {pair}: this is not SEAT=PLAYER", "for example --seat X=random")
        if seat in named:
            raise wrong_usage(f"--seat {pair}: {seat} has a player already")
        _check_player("--seat", player)
        named[seat] = player
    if others is not None:
        _check_player("--seats", others)
    return Seating({**(earlier or {}), **named}, others or earlier_others or HUMAN)


def opposite(game: Game, seed: int) -> tuple[Seating, str]:
    """A person on the seat that is asked first, and a computer player for people on all others, in words; where secrets
    keep it from looking ahead it is a random one, with the reason."""
    position = game.start(seed)
    asked = position.questions[0].seat if position.questions else None
    if asked is None or len(position.seats) < 2:
        return Seating(), ""
    player, reason = OPPONENT, ""
    if position.imagine(asked, seed) is None:
        player, reason = "random", " (what a seat does not see cannot be imagined here)"
    name = position.seats[asked].name
    return Seating({name: HUMAN}, player), f"you are {name}, and {player} plays the others{reason}"


def players_of(match: Match, others: str | None) -> dict[str, str]:
    """Who has the seats of a match that goes on; a person has those that were left. Where it is said now who plays all
    the `others`, only those who were set apart from them, or sat down later."""
    names = dict.fromkeys((*dict(match.setting.seats), *(seated.seat for seated in match.seatings)))
    found = {name: match.player_of(name) or HUMAN for name in names}
    if others is None:
        return found
    later = {seated.seat for seated in match.seatings}
    usual = match.setting.others or HUMAN
    return {name: player for name, player in found.items() if name in later or player != usual}


def sit_down(match: Match, seating: Seating, named: Collection[str], others: str | None) -> None:
    """Those who are said now to play a match that goes on take their seats, for the record; who is named by `--seat`,
    of somebody who has resigned, too. Names that are not at the table (yet) are bound when they appear."""
    for name in [seat.name for seat in match.position.seats]:
        player = seating.player_of(name)
        is_named = name in named
        if (is_named and match.is_left) or (
            (is_named or (others is not None and not match.is_left)) and player != match.player_of(name)
        ):
            match.seat(name, player)


def check_seats(named: Sequence[str], present: Sequence[str]) -> None:
    """Every name must be one of the seats at the table."""
    for name in named:
        if name not in present:
            there = f"the seats are {', '.join(present)}" if present else "this game has no seats with names"
            raise wrong_usage(f"--seat: there is no seat {name}", did_you_mean(name, present) or there)


def check_players(seating: Seating, record: Path) -> None:
    """Those who played a match that goes on must be here as well: not everybody is, who plays over a network."""
    for seat, player in seating.named.items():
        problem = _unknown(player)
        if problem is not None:
            raise bad_file(f"{record}: {seat} cannot go on: {problem}", f"say who plays it now: --seat {seat}=human")
    problem = _unknown(seating.others)
    if problem is not None:
        raise bad_file(f"{record}: the other seats cannot go on: {problem}", "say who plays them now: --seats human")


def _check_player(flag: str, player: str) -> None:
    problem = _unknown(player)
    if problem is not None:
        raise wrong_usage(f"{flag}: {problem}")


def check_fit(seating: Seating, game: Game) -> None:
    """Every player must be able to play this game."""
    named = [(f"--seat {seat}", player) for seat, player in seating.named.items()]
    for flag, player in (*named, ("--seats", seating.others)):
        if player != HUMAN:
            try:
                make_player(player, seed=0, game=game)
            except ValueError as unfit:
                raise wrong_usage(f"{flag}={player}: {unfit}") from None


def _unknown(player: str) -> str | None:
    """Why there is no such player; None if there is."""
    try:
        read_player(player)
    except UnknownPlayer as unknown:
        return str(unknown)
    return None
