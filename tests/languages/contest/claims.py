"""What the language document says of its four seasons, held against what a season asks: whom, about whom, when.

Each function follows a season question by question, works out from the answers what must come next, and stops at the
first question that is another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import parlour
from parlour.game.game import Game
from parlour.game.position import Status


@dataclass(frozen=True)
class Asked:
    """A question: who is asked, the options, the words above it, the state then, and the answer that was given."""

    seat: str
    options: tuple[str, ...]
    prompt: str
    state: dict[str, Any]
    answer: str


class Followed:
    """A season played by random answers; `take` gives the next question if it is the one that is expected."""

    def __init__(self, game: Game, seed: int, engine: str) -> None:
        self.asked: list[Asked] = []
        self.place = 0
        chance = Random(seed)
        position = game.start(seed=seed, engine=engine)
        self.names = [seat.name for seat in position.seats]
        while position.status is Status.OPEN:
            question = position.questions[0]
            options = position.legal(question).options
            chosen = chance.choice(options)
            labels = tuple(option.label for option in options)
            seat = self.names[question.seat or 0]
            self.asked.append(Asked(seat, labels, question.prompt, _plain(position.state()), chosen.label))
            position.answer(question, chosen.value)
        assert position.status is Status.OVER, position.error
        self.end = _plain(position.state())

    def take(self, seat: str, options: Sequence[str], words: str) -> str:
        asked = self.asked[self.place]
        self.place += 1
        assert (asked.seat, asked.options) == (seat, tuple(options)), (asked, seat, options)
        assert words in asked.prompt, (asked.prompt, words)
        return asked.answer

    @property
    def now(self) -> dict[str, Any]:
        """The state at the question that comes next."""
        return self.asked[self.place].state if self.place < len(self.asked) else self.end

    @property
    def active(self) -> list[str]:
        return [name for name in self.names if name != "host" and name not in self.now["eliminated"]]

    def members(self, group: str) -> list[str]:
        return [name for name in self.active if group in self.now["groups"][name]]

    def ballots(self, voters: Sequence[str], candidates: Sequence[str], words: str, includes_self: bool = False) -> Any:
        """Everybody votes for another one; who has the most votes."""
        counts = dict.fromkeys(candidates, 0)
        for voter in voters:
            choices = [each for each in candidates if includes_self or each != voter]
            if choices:
                counts[self.take(voter, choices, words)] += 1
        most = max(counts.values(), default=0)
        return [name for name in candidates if counts[name] == most]

    def jury(self, count: int, voters: int) -> None:
        assert len(self.active) == count and len(self.now["eliminated"]) >= voters
        tied = self.ballots(self.now["eliminated"][-voters:], self.active, "The jury")
        assert self.end["winners"][0] in tied and len(self.end["winners"]) == 1

    def over(self, rounds: int) -> int:
        assert self.place == len(self.asked) and self.end["rounds_played"] == rounds
        return len(self.asked)


def _plain(state: Any) -> dict[str, Any]:
    assert isinstance(state, dict)
    return state


# ------------------------------------------------------------------------------------------------------- the seasons


def island(season: Followed) -> int:
    sizes: dict[str, int] = {"Reef": 4, "Dune": 4}
    for number in (1, 2, 3):
        assert len(season.active) == 9 - number
        # The swap before round 2 keeps sizes.
        assert {name: len(season.members(name)) for name in sizes} == sizes
        lost = season.take("host", ["Reef", "Dune"], f"Round {number}, phase {2 if number == 2 else 1}: who lost")
        tribe = season.members(lost)
        tied = season.ballots(tribe, tribe, f"Round {number}, phase")
        if len(tied) > 1:
            season.ballots([name for name in tribe if name not in tied], tied, "tiebreaker revote")
        sizes[lost] -= 1
    for number in (4, 5, 6):
        everyone = season.active
        assert len(everyone) == 9 - number and season.members("Lagoon") == everyone
        won = season.take("host", everyone, f"Round {number}, phase {2 if number == 4 else 1}: who won")
        tied = season.ballots(everyone, [name for name in everyone if name != won], f"Round {number}, phase")
        if len(tied) > 1:
            season.ballots([name for name in everyone if name not in tied], tied, "tiebreaker openRevote")
    season.jury(2, 3)
    return season.over(6)


def house(season: Followed) -> int:
    boss = ""
    for number in (1, 2, 3):
        everyone = season.active
        assert len(everyone) == 7 - number
        boss = season.take("host", [each for each in everyone if each != boss], f"Round {number}, phase 1: who won")
        nominated: list[str] = []
        for _ in range(2):
            free = [each for each in everyone if each != boss and each not in nominated]
            nominated.append(season.take(boss, free, "whom you nominate"))
        nominated = [each for each in everyone if each in nominated]
        assert season.members("boss") == [boss] and season.members("nominee") == nominated
        others = [each for each in everyone if each != boss and each not in nominated]
        drawn = [each for each in season.asked[season.place].options if each in others]
        assert len(drawn) == min(1, len(others))
        veto = season.take("host", [boss, *nominated, *drawn], "phase 5: who won")
        if season.take(veto, ["yes", "no"], f"use it, {veto}") == "yes":
            (saved,) = season.ballots([veto], nominated, "phase 6.1", includes_self=True)
            nominated.remove(saved)
            free = [each for each in everyone if each not in (boss, veto, saved, *nominated)]
            if free:
                nominated.append(season.take(boss, free, "whom you nominate"))
                nominated = [each for each in everyone if each in nominated]
        voters = [each for each in everyone if each != boss and each not in nominated]
        tied = season.ballots(voters, nominated, "phase 7: your vote")
        if len(tied) > 1:
            season.ballots([boss], nominated, "tiebreaker bossVote")
    everyone = season.active
    assert len(everyone) == 3
    last = season.take("host", everyone, "Round 4, phase 1: who won")
    season.ballots([last], [each for each in everyone if each != last], "Round 4, phase 2")
    season.jury(2, 3)
    return season.over(4)


def league(season: Followed) -> int:
    teams = {"Lynx": ["Ada", "Ben"], "Otter": ["Cleo", "Dan"], "Heron": ["Eve", "Fay"]}
    points, jokers = dict.fromkeys(teams, 0), dict.fromkeys(teams, 1)
    offered = [str(score) for score in range(11)]
    for number in (1, 2, 3, 4):
        _have(season, teams, points, jokers)
        scores = {
            name: int(season.take("host", offered, f"Round {number}, phase 1: score of {name}")) for name in teams
        }
        first = [name for name in teams if scores[name] == max(scores.values())]
        won = first[0] if len(first) == 1 else season.take("host", first, "who takes the first place")
        last = [name for name in teams if scores[name] == min(scores.values())]
        last = [name for name in last if name != won] if len(last) > 1 else last
        lost = last[0] if len(last) == 1 else season.take("host", last, "who takes the last place")
        for name in teams:
            points[name] += scores[name] * (2 if number >= 3 else 1)
        if season.take(teams[won][0], ["yes", "no"], "use it, " + " and ".join(teams[won])) == "yes":
            jokers[won] = max(0, jokers[won] - 1)
            points[won] += 2
        points[lost] = max(0, points[lost] - 1)
    _have(season, teams, points, jokers)
    best = [name for name in teams if points[name] == max(points.values())]
    if len(best) > 1:
        best = [season.take("host", list(teams), "who won: Lynx, Otter, Heron")]
    assert season.end["winners"] == best
    return season.over(4)


def _have(season: Followed, teams: dict[str, list[str]], points: dict[str, int], jokers: dict[str, int]) -> None:
    for team, members in teams.items():
        for name in members:
            assert season.now["counters"][name] == {"points": points[team], "joker": jokers[team]}


def knock_out(season: Followed) -> int:
    pairs = [["Ada", "Ben"], ["Cleo", "Dan"], ["Eve", "Fay"], ["Gus", "Hal"]]
    for pair in pairs:
        lost = season.take("host", pair, "Round 1, phase")
        pair.remove(lost)
    halves = [[*pairs[0], *pairs[1]], [*pairs[2], *pairs[3]]]
    for half in halves:
        half.remove(season.take("host", half, "Round 2, phase"))
    final = [*halves[0], *halves[1]]
    assert season.active == final
    won = season.take("host", final, "The final: who won")
    assert season.end["winners"] == [won]
    return season.over(2)


CLAIMS: dict[str, Callable[[Followed], int]] = {
    "8.1-island": island,
    "8.2-house": house,
    "8.3-league": league,
    "8.4-knock-out": knock_out,
}


def document(name: str) -> Game:
    """A season of the language document."""
    path = Path(__file__).parents[2] / "documents" / "contest" / f"{name}.contest"
    return parlour.load(path.read_text(encoding="utf-8"), language="contest")
