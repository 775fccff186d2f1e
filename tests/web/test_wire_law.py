"""The wire law: all bytes that a seat or a spectator is sent stay the same when what they may not see is exchanged.

In random matches of every library game with secrets, a seat imagines other positions that it cannot tell from the real
one. The same match is then played by two workers, one with the real position and one with what was imagined, and all
that they have for that seat, and for spectators, goes through what makes the messages of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import msgspec
import pytest
from tests.players.test_no_peeking import LIBRARY, other_matches, played

import parlour
from parlour import library
from parlour.core.chance import Chance
from parlour.game.error import Refused
from parlour.game.game import Game
from parlour.game.position import Position
from parlour.match.match import Match
from parlour.web import views
from parlour.workers import messages
from parlour.workers.worker import Played, Worker

# Every game of the library that has secrets, but for those whose seats cannot imagine what they do not see.
GAMES = (
    *("battleship", "best-match", "blackjack", "briscolina", "cheat", "crazy-eights", "gallery", "gin"),
    *("go-fish", "guess-the-number", "hearts", "high-tide", "house", "island", "klondike", "kriegspiel-tic-tac-toe"),
    *("kuhn-poker", "love-note", "memory", "monty-hall", "muddy-children", "old-maid", "poker", "russian-cards"),
    *("spades", "take-six", "talent-show", "triples", "uno", "uno-manual", "war", "wolves"),
)
UNIMAGINABLE = ("clockwork",)
ANSWERS = 4
# Here nothing is secret so soon.
LATER = {"house": 10, "muddy-children": 10, "talent-show": 14}
WORLDS = 2
# So many games are tried for a hint; before so many answers there is something to hide.
HINTS = 2
LATEST = 12
# The same where it may take longer.
MORE_MATCHES, MORE_HINTS = 4, 40


class World:
    """A match in a worker of its own, perhaps with another position than the real one."""

    def __init__(self, match: Match, position: Position | None = None) -> None:
        self.match = match.branch()
        if position is not None:
            self.match._standing.position = position
        self.worker = Worker()

    def ask(self, what: Any) -> Any:
        self.worker._matches["m"] = Played(self.match)
        return self.worker.reply(messages.Request(what, "m", self.match.revision))

    def sent(self, viewer: int | None, wrong: list[messages.Answer]) -> list[bytes]:
        """All that this viewer is sent now: its view, how it was one event ago, charts and refusals."""
        (seen,) = self.ask(messages.Look((viewer,))).views
        asked, drawing = () if viewer is None else seen.questions, msgspec.Raw(views.drawn_in(seen).whole)
        found = [msgspec.json.encode(views.view_of(seen, asked, seen.undo, drawing))]
        for before in self.ask(messages.LookBack(viewer, max(len(self.match.events) - 1, 0), 1)).views:
            found.append(msgspec.json.encode(views.whole_view_of(before)))
        found.append(msgspec.json.encode(self.ask(messages.Chart(viewer))))
        for answer in wrong:
            refused = self.ask(answer)
            assert isinstance(refused, messages.Refused), refused
            found.append(msgspec.json.encode(refused))
        return found


def wrong_answers(match: Match, viewer: int | None) -> list[messages.Answer]:
    """Answers to what nobody asks, to what others are asked, and to one's own questions in no form at all."""
    found = [messages.Answer(9999, text="1", seat=viewer)]
    for question in match.questions:
        if question.seat != viewer:
            found.append(messages.Answer(question.id, text="1", seat=viewer))
        elif isinstance(match.position.read_answer(question, "\\"), Refused):
            found.append(messages.Answer(question.id, text="\\", seat=viewer))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_sent_stays_the_same_when_secrets_are_exchanged(name: str) -> None:
    match = Match.start(parlour.load(name), seed=7)
    chance = Chance(11)
    exchanged = 0
    for number in range(LATER.get(name, ANSWERS)):
        if match.is_over:
            break
        real = World(match)
        seats = {question.seat for question in match.questions} | {match.position.seats[0].number}
        for seat in [seat for seat in seats if seat is not None][:2]:
            wrong = {viewer: wrong_answers(match, viewer) for viewer in (seat, None)}
            expected = {viewer: real.sent(viewer, wrong[viewer]) for viewer in (seat, None)}
            for world in range(WORLDS):
                imagined = match.position.imagine(seat, 100 * number + world)
                if imagined is None:
                    continue
                exchanged += imagined.key != match.position.key
                other = World(match, imagined)
                for viewer, sent in expected.items():
                    assert other.sent(viewer, wrong[viewer]) == sent, (number, seat, viewer)
        question = match.questions[0]
        options = match.position.legal(question).options
        match.answer(question, options[chance.below(len(options))].value)
    assert exchanged, "nothing was hidden here"


# All of these but for
# - Briscolina, in which nothing is drawn, so that a seat which thinks knows everything;
# - Muddy Children, in which whoever is asked sees everything;
# - Old Maid and UNO, for which no second match is found: `uno-manual` has the same secrets.
HINTED = tuple(name for name in GAMES if name not in ("briscolina", "muddy-children", "old-maid", "uno"))


@pytest.mark.parametrize("name", HINTED)
def test_hints_stay_the_same_when_secrets_and_the_seed_are_exchanged(name: str) -> None:
    """Here the whole past is exchanged with the secrets, because what a seat has seen before decides what it imagines;
    and the seed is another one."""
    hints_agree(name, 1, HINTS)


@pytest.mark.slow
@pytest.mark.parametrize("name", HINTED)
def test_longer_hints_in_more_matches_stay_the_same_when_secrets_are_exchanged(name: str) -> None:
    hints_agree(name, MORE_MATCHES, MORE_HINTS)


def hints_agree(name: str, count: int, iterations: int) -> None:
    game = parlour.load(name)
    pairs = other_matches(game) if name in LIBRARY else imagined_matches(game)
    hinted = 0
    for seat, one, other in islice(pairs, count):
        worlds = World(Match.start(game, seed=3), one), World(Match.start(game, seed=4), other)
        replies = [world.ask(messages.Hint(seat, iterations)) for world in worlds]
        assert msgspec.json.encode(replies[0]) == msgspec.json.encode(replies[1]), (name, seat)
        hinted += isinstance(replies[0], messages.Hints)
    assert hinted, "nothing was suggested"


def imagined_matches(game: Game) -> Iterator[tuple[int, Position, Position]]:
    """A seat and two positions that it cannot tell apart, where what is imagined has all that a position knows."""
    for seed, answers in product(range(3, 9), range(LATEST)):
        position = played(game, seed, answers)
        for question in position.questions:
            if question.seat is None:
                continue
            others = (position.imagine(question.seat, number) for number in range(6))
            other = next((found for found in others if found is not None and found.key != position.key), None)
            if other is not None:
                yield question.seat, position, other


@pytest.mark.slow
def test_every_game_with_secrets_is_looked_at() -> None:
    hidden = {entry.name for entry in library.all() if parlour.load(entry).info.kind.is_hidden}
    assert hidden == {*GAMES, *UNIMAGINABLE}
