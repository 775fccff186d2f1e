"""The rounds of a season after modifications: blocks of the tree in, stretches of equal rounds out.

A block is written out as often as it is repeated, and its modifiers are applied in the order written; `just round k`
changes the k-th copy, `from round k` it and all later ones, and phases are counted in the copy as changed by earlier
modifiers. Copies that have been treated alike stay together in one stretch, so a million repetitions cost no more than
one: a modifier cuts stretches, at most in two places.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.dataclass import dataclass
from parlour.languages.contest import codes
from parlour.languages.contest.check.world import World
from parlour.languages.contest.syntax import tree
from parlour.syntax.diagnostic import Label
from parlour.syntax.limits import DIGIT_LIMIT

# Limits for what no author needs: phases of all stretches, stretches that all modifiers look at, rounds in all.
MOST_PHASES = 20_000
MOST_CHANGES = 200_000
MOST_ROUNDS = 10**DIGIT_LIMIT - 1


@dataclass(frozen=True, slots=True)
class Stretch:
    """The rounds `first` to `last`, which are alike: numbered in the season, or in their block while that is made."""

    first: int
    last: int
    block: int
    phases: tuple[tree.Phase, ...]


class _TooLong(Exception):
    """A season has too much of something."""


@dataclass(slots=True)
class _Budget:
    """How many stretches may still be looked at for modifiers."""

    left: int

    def spend(self, changes: int) -> None:
        self.left -= changes
        if self.left < 0:
            raise _TooLong(f"this season has more than {MOST_CHANGES:,} changes by modifications")


def written_out(season: tree.Season, world: World) -> list[Stretch]:
    """All rounds in playing order. Where something is wrong with a modifier, it is left out."""
    stretches: list[Stretch] = []
    played = phases = 0
    budget = _Budget(MOST_CHANGES)
    for number, block in enumerate(season.blocks, start=1):
        try:
            for stretch in _modified(block, number, world, season.is_sound, budget):
                phases += len(stretch.phases)
                last = played + stretch.last
                _check_length(phases, MOST_PHASES, "different phases")
                _check_length(last, MOST_ROUNDS, "rounds")
                stretches.append(Stretch(played + stretch.first, last, number, stretch.phases))
        except _TooLong as problem:
            place = Label(block.span, "this block goes beyond it")
            world.tell(codes.TOO_LONG, str(problem), place, hint="make it shorter")
            break
        played = stretches[-1].last if stretches else 0
    return stretches


def _check_length(count: int, most: int, what: str) -> None:
    if count > most:
        raise _TooLong(f"this season has more than {most:,} {what}")


def _modified(block: tree.Block, number: int, world: World, is_sound: bool, budget: _Budget) -> list[Stretch]:
    count = 1 if block.times is None else block.times.value
    stretches = [Stretch(1, count, number, block.phases)] if count else []
    for modifier in block.modifiers:
        first = modifier.round.value
        if not 1 <= first <= count:
            rounds = f"{count} round{'' if count == 1 else 's'}"
            title = f"round {first}: this block has {rounds}"
            world.tell(codes.NO_SUCH_ROUND, title, Label(modifier.round.span), hint=_range(count, "rounds"))
            continue
        last = count if modifier.extent == "from" else first
        stretches = _cut(stretches, first, last)
        for index, stretch in enumerate(stretches):
            if first <= stretch.first <= last:
                phases = _changed(stretch, modifier, world, is_sound)
                stretches[index] = Stretch(stretch.first, stretch.last, number, phases)
        budget.spend(len(stretches))
        _check_length(sum(len(stretch.phases) for stretch in stretches), MOST_PHASES, "different phases")
    return stretches


def _cut(stretches: Sequence[Stretch], first: int, last: int) -> list[Stretch]:
    """The same stretches, none of which reaches over the beginning or the end of these rounds."""
    pieces: list[Stretch] = []
    for stretch in stretches:
        start = stretch.first
        for end in (first - 1, last, stretch.last):
            if start <= end <= stretch.last:
                pieces.append(Stretch(start, end, stretch.block, stretch.phases))
                start = end + 1
    return pieces


def _changed(stretch: Stretch, modifier: tree.Modifier, world: World, is_sound: bool) -> tuple[tree.Phase, ...]:
    """The phases of a stretch after one modifier."""
    phases, number = stretch.phases, modifier.phase.value
    if not 1 <= number <= len(phases):
        # In a text that could not be read as a whole, an earlier modifier may be missing.
        if is_sound:
            has = f"{len(phases)} phase{'' if len(phases) == 1 else 's'}"
            title = f"phase {number}: round {stretch.first} has {has} by then"
            world.tell(codes.NO_SUCH_PHASE, title, Label(modifier.phase.span), hint=_range(len(phases), "phases"))
        return phases
    before = number if modifier.position == "after" else number - 1
    after = number if modifier.position != "before" else number - 1
    return (*phases[:before], modifier.inserted, *phases[after:])


def _range(count: int, what: str) -> str:
    if count == 0:
        return f"there are no {what} here to change"
    return f"{what} are counted from 1 to {count} here" if count > 1 else f"{what} are counted from 1"
