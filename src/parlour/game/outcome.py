"""How a match ended, and what many matches came to.

>>> won = Outcome(((0,), (1, 2)), 3)
>>> won.winners, won.places
((0,), (1, 2, 2))
>>> Outcome(((0, 1),), 2).is_draw, Outcome(((0, 1),), 3).winners, Outcome((), 3).winners
(True, (0, 1), ())
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field

from parlour.dataclass import dataclass
from parlour.game.counting import NUMBER, Numbers, Words

Ranking = tuple[tuple[int, ...], ...]

# The place of a seat that the ranking leaves out.
UNRANKED = 0

# How `winner_words` calls games without a winner.
DRAW = "draw"
NOBODY = "nobody wins"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Seats by rank, the best first, ties together, out of so many `seats`; scores by seat where the language has them.

    A ranking may leave seats out: they are unranked. Those of the first rank have won, unless it holds everybody: that
    is a draw, but one seat alone has won. `()` ranks nobody, so nobody has won; None: the game does not say.

    `value` is what the program came to in the language's own words (BoGL: the value of the expression)."""

    ranking: Ranking | None
    seats: int
    scores: tuple[float, ...] | None = None
    reason: str = ""
    value: str | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: nobody where it is a draw, where nobody is ranked or the game does not say."""
        return () if self.is_draw else self._first

    @property
    def is_draw(self) -> bool:
        """Everybody is first, and not alone at the table."""
        return len(self._first) == self.seats > 1

    @property
    def is_nobodys(self) -> bool:
        """The game says that nobody has won."""
        return self.ranking is not None and not self._first

    @property
    def _first(self) -> tuple[int, ...]:
        return next((tuple(sorted(rank)) for rank in self.ranking or () if rank), ())

    @property
    def places(self) -> tuple[int, ...]:
        """The place of every seat, as in sports: 1 for those of the first rank, for others 1 more than there are seats
        before; `UNRANKED` for those left out. Empty where the game does not say."""
        if self.ranking is None:
            return ()
        found = [UNRANKED] * self.seats
        before = 0
        for rank in self.ranking:
            for seat in rank:
                found[seat] = before + 1
            before += len(rank)
        return tuple(found)


def ranking_words(ranking: Ranking, names: Sequence[str]) -> str:
    """`A > B`, or `A = B` for a tie.

    >>> ranking_words(((0,), (1, 2)), ["Ada", "Ben", "Cleo"])
    'Ada > Ben = Cleo'
    """
    return " > ".join(" = ".join(names[seat] for seat in rank) for rank in ranking if rank)


def winner_words(outcome: Outcome, names: Sequence[str]) -> str:
    """Who has won, by which a tally tells endings apart; where the game does not say, its last words.

    >>> names = ["Ada", "Ben", "Cleo"]
    >>> [winner_words(Outcome(ranking, 3), names) for ranking in (((1,), (0,)), ((0, 2),), ((0, 1, 2),), ())]
    ['Ben wins', 'Ada and Cleo win', 'draw', 'nobody wins']
    >>> winner_words(Outcome(None, 3, value="42"), names), winner_words(Outcome(None, 3), names)
    ('42', 'over')
    """
    if outcome.ranking is None:
        return outcome.value or "over"
    if outcome.is_draw:
        return DRAW
    winners = [names[seat] for seat in outcome.winners]
    return f"{join(winners)} {'wins' if len(winners) == 1 else 'win'}" if winners else NOBODY


def join(words: Iterable[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


@dataclass(slots=True)
class SeatTally:
    """What one seat came to in the `games` that say who has won: how often it has won (alone or with others), how often
    everybody drew, and how often it took each place (not at all where it was left out). How often it had each score is
    counted in all games that have scores. `number` is that of the seat, counted from 0."""

    name: str
    number: int
    games: int = 0
    wins: int = 0
    draws: int = 0
    places: Counter[int] = field(default_factory=Counter)
    scores: Numbers = field(default_factory=Numbers)

    def add_score(self, score: float, games: int) -> None:
        if score == score:  # what is no number has no mean
            self.scores.count(score, games)

    def add(self, other: SeatTally) -> None:
        self.games += other.games
        self.wins += other.wins
        self.draws += other.draws
        self.places.update(other.places)
        self.scores.merge(other.scores)


@dataclass(slots=True)
class Tally:
    """What a number of playouts came to.

    `endings` counts by who has won (`winner_words`), or by the final words where the game does not say, `numbers` those
    final words that are numbers; of very many different ones not all are told apart (`counting.py`). `seats` has
    more of every seat that was at the table, by its name. `failed` counts the games that came to no end of their own,
    by the error's code, or `stuck`, or `unfinished`. `lengths` counts games by the answers they took (in GDL by their
    steps), `questions` the answers taken in all of them, `refused` the tries that the game sent back. `counts` adds up
    what the program counted (`core.nodes.Count`) in games that came to an end of their own, the part before a given
    start included. `notices` are for whoever reads it: what was not as it should be with the way the games were
    played."""

    games: int = 0
    questions: int = 0
    refused: int = 0
    endings: Words = field(default_factory=Words)
    numbers: Numbers = field(default_factory=Numbers)
    seats: dict[str, SeatTally] = field(default_factory=dict)
    failed: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    notices: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """The games of another tally, too."""
        self.games += other.games
        self.questions += other.questions
        self.refused += other.refused
        self.endings.merge(other.endings)
        self.numbers.merge(other.numbers)
        for name, seat in other.seats.items():
            self.seat(name, seat.number).add(seat)
        self.failed.update(other.failed)
        self.lengths.update(other.lengths)
        self.counts.update(other.counts)
        self.notices += [notice for notice in other.notices if notice not in self.notices]

    def seat(self, name: str, number: int) -> SeatTally:
        """What is counted of a seat; of a new one nothing yet."""
        found = self.seats.get(name)
        if found is None:
            found = self.seats[name] = SeatTally(name, number)
        found.number = min(found.number, number)
        return found

    def add_ending(self, outcome: Outcome, names: Sequence[str], games: int = 1) -> None:
        """So many games ended in this way, with seats of these names."""
        self.add_winners(outcome, names, games)
        for number, place in enumerate(outcome.places):
            if place != UNRANKED:
                self.seats[names[number]].places[place] += games
        # A program may give more scores than there are seats, or fewer.
        for number, (name, score) in enumerate(zip(names, outcome.scores or (), strict=False)):
            self.seat(name, number).add_score(score, games)

    def add_winners(self, outcome: Outcome, names: Sequence[str], games: int) -> None:
        """The same without places and scores, for who counts those apart."""
        # Who has won alone, a draw and nobody are as many as there are seats, and are always told apart.
        is_kept = outcome.ranking is not None and len(outcome.winners) < 2
        self.endings.count(winner_words(outcome, names), games, is_kept=is_kept)
        if outcome.ranking is None:
            if outcome.value is not None and NUMBER.fullmatch(outcome.value):
                self.numbers.count(float(outcome.value), games)
            return
        is_draw, winners = outcome.is_draw, outcome.winners
        for number, name in enumerate(names):
            seat = self.seat(name, number)
            seat.games += games
            seat.draws += games * is_draw
            seat.wins += games * (number in winners)

    @property
    def seats_in_order(self) -> tuple[SeatTally, ...]:
        return tuple(sorted(self.seats.values(), key=lambda seat: (seat.number, seat.name)))

    @property
    def mean_length(self) -> float:
        return sum(length * count for length, count in self.lengths.items()) / max(self.games, 1)
