"""Mutants of the games of the library that are still valid: both engines of each must agree on them.

A procedural game is played side by side on `python` and `native`, with the keys at every question, all errors and
budgets, and every second one with tallies for a seed; a rule sheet is walked on `net` beside `rules`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from children import RAISED, Children, Died, own_cache
from corpus import PROGRAMS
from mutate import GENTLE, Input, pick, tokens
from side_by_side import disagreements
from stages import Finding, fault_in

from parlour import library, pipeline
from parlour.core.chance import Chance, derive
from parlour.game.game import Game
from parlour.languages.frontend import NothingToRun
from parlour.library import LibraryGame
from parlour.syntax.diagnostic import Diagnostics

# Changes that are tried before a mutant is given up: some programs do not bear many.
TRIES = 60
CPU_SECONDS = 90.0
# Compiling takes most of the time: so many have their tallies compared, too.
SIMULATED_EVERY = 2

MUTATING = "mutating"

ENDINGS = {language: ending for ending, language in PROGRAMS.items()}


@dataclass(frozen=True, slots=True)
class Job:
    """Mutant `number` of a game of the library."""

    game: str
    seed: int
    number: int


def mutant(job: Job) -> tuple[Input, Game] | None:
    """The text and the game it is; None if none of so many changes left a valid one."""
    entry = library.find(job.game)
    assert entry is not None
    original = _shape(entry.text)
    for attempt in range(TRIES):
        chance = Chance(derive(job.seed, *entry.name.encode(), job.number, attempt))
        text = entry.text
        for _ in range(1 + chance.weighted((4, 2, 1))):
            text = pick(chance, GENTLE)(chance, text, ENDINGS[entry.language])
        if _shape(text) == original:
            continue
        try:
            game = pipeline.load(text, language=entry.language, name=entry.file_name)
        except (Diagnostics, NothingToRun):
            continue
        name = f"{job.game} mutant {job.number}"
        # With this seed, both engines are compared wherever the text is tried.
        return Input(name, ENDINGS[entry.language], text.encode("utf-8"), 5), game
    return None


def _shape(text: str) -> tuple[str, ...]:
    """What of a text has a meaning."""
    return tuple(token.text for token in tokens(text) if token.kind not in ("comment", "blank"))


def try_mutant(job: Job, at: Callable[[str], None]) -> tuple[Input, list[str]] | None:
    """What the two engines disagree about, in words; None if there is no such mutant."""
    at(MUTATING)
    made = mutant(job)
    if made is None:
        return None
    given, game = made
    at("comparing")
    return given, list(disagreements(game, job.number, is_simulated=job.number % SIMULATED_EVERY == 0))


def run(
    numbers: range,
    seed: int,
    jobs: int,
    *,
    games: Sequence[LibraryGame] | None = None,
    say: Callable[[str], None] = print,
) -> tuple[Counter[str], list[tuple[Input | Job, Finding]]]:
    """Tries the mutants of these numbers of each game; how many there were, and what was found."""
    counts: Counter[str] = Counter()
    found: list[tuple[Input | Job, Finding]] = []
    todo = (Job(game.name, seed, number) for number in numbers for game in games or library.all())
    with own_cache(), Children(try_mutant, jobs, cpu_seconds=CPU_SECONDS) as children:
        for job, result in children.do(todo):
            match result:
                case None:
                    counts["no valid mutant"] += 1
                case Died(stage, how, said):
                    what = fault_in(said) if how == RAISED else how
                    made = None if stage == MUTATING else mutant(job)
                    found.append((job if made is None else made[0], Finding(stage, what, said)))
                    say(f"FOUND {job.game} mutant {job.number}: {stage}: {what}")
                case (given, differences):
                    counts["mutants"] += 1
                    if differences:
                        found.append((given, Finding("comparing", "the engines differ", "\n".join(differences))))
                        say(f"FOUND {given.name}: {differences[0][:300]}")
    return counts, found
