"""The flags of `simulate` that say how the results and votes of a season are drawn."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from pathlib import Path

from parlour.analysis.seasons import UnfitSeason, drawing
from parlour.cli.exits import bad_file, wrong_usage
from parlour.dataclass import dataclass
from parlour.game.game import Game
from parlour.game.policy import Drawing
from parlour.languages.frontend import LANGUAGES, language, titles

# The languages that seasons are written in.
SEASONS = titles(each for each in LANGUAGES if each.has_strengths)
_RANGE = re.compile(r"(-?[0-9]{1,18})\.\.(-?[0-9]{1,18})")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was given on the command line, as it was given."""

    strengths: Sequence[str]
    strengths_file: str | None
    votes: str
    scores: str | None

    @property
    def flag(self) -> str | None:
        """One that was given, if any was."""
        given = {
            "--strength": self.strengths,
            "--strengths": self.strengths_file,
            "--votes": self.votes != "random",
            "--scores": self.scores,
        }
        return next((flag for flag, value in given.items() if value), None)


def season_drawing(game: Game, policy: str | None, wishes: Wishes) -> str | Drawing | None:
    """How answers are drawn: as a policy of the program says, or, in a season, as was wished."""
    known = language(game.info.language)
    if not known.has_strengths:
        if wishes.flag is not None:
            raise wrong_usage(f"{wishes.flag} is for seasons of {SEASONS}; this game is written in {known.title}")
        return policy
    if policy is not None:
        raise wrong_usage("--policy is not for seasons", "--strength, --votes and --scores say how answers are drawn")
    strengths = {} if wishes.strengths_file is None else _read_strengths(wishes.strengths_file)
    for text in wishes.strengths:
        name, _, number = text.partition("=")
        strengths[name.strip()] = _strength(number, f"--strength {text}")
    try:
        return drawing(game.info.seats or (), strengths, wishes.votes, _scores(wishes.scores))
    except UnfitSeason as unfit:
        raise wrong_usage(str(unfit)) from None


def _strength(text: str, where: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise wrong_usage(f"{where}: a strength is a number above 0", "write it as `--strength Ada=1.8`") from None


def _scores(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = _RANGE.fullmatch(text.strip())
    if found is None:
        raise wrong_usage(f"--scores {text}: this is no range", "write it as `--scores 0..10`")
    return int(found[1]), int(found[2])


def _read_strengths(path: str) -> dict[str, float]:
    """Of a CSV file with the columns name and strength."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise bad_file(f"{path} cannot be read: {problem}") from None
    rows = list(csv.DictReader(text.splitlines()))
    if any({"name", "strength"} - row.keys() for row in rows) or not rows:
        raise bad_file(f"{path} is no table of strengths", "its first line is `name,strength`")
    found: dict[str, float] = {}
    for line, row in enumerate(rows, 2):
        found[(row["name"] or "").strip()] = _strength(row["strength"] or "", f"{path}, line {line}")
    return found
