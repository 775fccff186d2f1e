"""Players with secrets before them: whatever a seat cannot see may be exchanged, and it chooses the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from hashlib import blake2b
from itertools import islice

import pytest

import parlour
from parlour.core.chance import Chance, derive
from parlour.core.values import Plain
from parlour.engines.core.belief import Belief
from parlour.engines.core.position import CorePosition
from parlour.engines.native.engine import NativeEngine
from parlour.game.game import Game
from parlour.game.position import Position, Status
from parlour.game.search import Goal, Settings
from parlour.game.view import OpenQuestion, View
from parlour.players import Imagine, Player, make_player
from parlour.players.information import InformationSearch, sees_everything
from parlour.players.search import TreeSearch, imagined_search, search


@cache
def load(name: str) -> Game:
    return parlour.load(name)


def played(game: Game, seed: int, answers: int) -> Position:
    """A position after some random answers."""
    position, chance = game.start(seed), Chance(derive(seed, 9))
    for _ in range(answers):
        if position.status is not Status.OPEN:
            break
        question = position.questions[0]
        options = position.legal(question).options
        position.answer(question, options[chance.below(len(options))].value)
    return position


def twins(game: Game, answers: int, matches: int = 40) -> list[tuple[Position, Position]]:
    """Pairs of different positions that the seat which is asked cannot tell apart."""
    first: dict[tuple[int, bytes], Position] = {}
    found = []
    for seed in range(matches):
        position = played(game, seed, answers)
        if position.status is not Status.OPEN:
            continue
        seat = position.questions[0].seat
        assert seat is not None
        other = first.setdefault((seat, position.view_key(seat)), position)
        if other.key != position.key:
            found.append((other, position))
    return found


def choice(player: Player, position: Position) -> Plain:
    question = position.questions[0]
    assert question.seat is not None
    view = position.view(question.seat)
    seat = question.seat
    return player.choose(view, view.questions[0], lambda seed: position.imagine(seat, seed))  # type: ignore[return-value]


class Peeking:
    """A player that got hold of the real position."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Plain:
        # All bytes of a position in their order: exchanged cards add up to the same.
        digest = int.from_bytes(blake2b(self.position.key, digest_size=8).digest())
        return question.options[digest % len(question.options)].value


GAMES = [("kuhn-poker", 0), ("kuhn-poker", 1), ("kriegspiel-tic-tac-toe", 1), ("rock-paper-scissors", 1)]


@pytest.mark.parametrize(("name", "answers"), GAMES)
@pytest.mark.parametrize("spec", ["ismcts:iterations=30", "greedy:playouts=4", "level:2", "best:iterations=20"])
def test_what_a_seat_cannot_see_does_not_change_its_choice(name: str, answers: int, spec: str) -> None:
    game = load(name)
    pairs = twins(game, answers)[:4]
    assert pairs, "there is something to exchange"
    for one, other in pairs:
        seed = derive(7, *one.key[:8])
        assert choice(make_player(spec, seed, game=game), one) == choice(make_player(spec, seed, game=game), other)


def core_twins(game: Game, answers: int, matches: int = 12) -> list[tuple[Position, Position]]:
    """The same for games whose cards are dealt before anybody is asked: the whole match is played again with other
    cards in the hands and piles that the seat does not see, by answers that are called the same."""
    found = []
    for seed in range(matches):
        one = game.start(seed)
        seat = one.questions[0].seat
        assert seat is not None
        other = one.imagine(seat, seed)
        chance = Chance(derive(seed, 9))
        assert other is not None
        for given in range(answers + 8):
            if one.status is not Status.OPEN or (given >= answers and one.questions[0].seat == seat):
                break
            number = one.questions[0].id
            both = [{option.label: option.value for option in each.legal(number).options} for each in (one, other)]
            common = sorted(both[0].keys() & both[1].keys())
            if not common:
                break
            label = common[chance.below(len(common))]
            for each, values in zip((one, other), both, strict=True):
                each.answer(number, values[label])
        is_asked = one.status is Status.OPEN and one.questions[0].seat == seat
        if is_asked and one.view_key(seat) == other.view_key(seat) and one.key != other.key:
            found.append((one, other))
    return found


# Every game of the library that has secrets and is no game of rules, but for
# - Briscolina, in which nothing is drawn, so who thinks knows everything;
# - Clockwork, of whose pile of things of several classes nothing is imagined;
# - Old Maid and UNO, for which no second match is found (UNO is among `CORE_GAMES`).
LIBRARY = (
    *("best-match", "blackjack", "cheat", "crazy-eights", "gallery", "gin", "go-fish", "hearts", "high-tide"),
    *("house", "island", "klondike", "love-note", "memory", "poker", "spades", "take-six", "talent-show"),
    *("triples", "uno-manual", "war", "wolves"),
)


def other_match(position: CorePosition, seat: int, tries: int = 24) -> CorePosition | None:
    """Another match, with all its history, that the seat cannot tell from this one: what it did not see is exchanged,
    sealed answers and secret numbers too."""
    belief = Belief(position, seat)
    for number in range(tries):
        chance = Chance(derive(3, number))
        found = belief.ground.twin(belief.deal(chance), derive(4, number), chance)
        if found is not None and found.key != position.key and found.view_key(seat) == position.view_key(seat):
            return found
    return None


def other_matches(game: Game) -> Iterator[tuple[int, CorePosition, CorePosition]]:
    """A seat and two matches that it cannot tell apart."""
    for answers in (0, 1, 2, 3, 5, 8, 11, 14):
        position = played(game, 3, answers)
        assert isinstance(position, CorePosition)
        for question in position.questions[:1]:
            other = None if question.seat is None else other_match(position, question.seat)
            if question.seat is not None and other is not None:
                yield question.seat, position, other


@pytest.mark.parametrize("name", LIBRARY)
def test_what_a_seat_imagines_depends_on_what_it_has_seen_alone(name: str) -> None:
    """Players see views and what is imagined, so none of them can choose by anything else."""
    compared = 0
    for seat, one, other in islice(other_matches(load(name)), 2):
        for seed in range(3):
            here, there = one.imagine(seat, seed), other.imagine(seat, seed)
            assert (here and here.key) == (there and there.key)
            compared += here is not None
    assert compared


def voted() -> list[tuple[Position, Position]]:
    """Two matches that differ in what others have voted in secret, while the vote is open."""
    game = load("house")
    one = played(game, 5, 0)
    while len(one.questions) < 3:
        one.answer(one.questions[0], one.legal(one.questions[0]).options[0].value)
    other = one.copy()
    for each, place in ((one, 0), (other, 1)):
        for question in each.questions[:2]:
            each.answer(question, each.legal(question).options[place].value)
    return [(one, other)]


CORE_GAMES = [("hearts", 13), ("crazy-eights", 4), ("uno", 4), ("love-note", 0), ("briscolina", 2)]
CORE_PLAYERS = ["ismcts:iterations=5", "greedy:playouts=1", "level:1,seed=2"]


@pytest.mark.parametrize(("name", "answers"), [*CORE_GAMES, ("house", 0)])
def test_what_lies_face_down_does_not_change_a_choice(name: str, answers: int) -> None:
    game = load(name)
    pairs = voted() if name == "house" else core_twins(game, answers)[:1]
    assert pairs, "there is something to exchange"
    for one, other in pairs:
        for spec in CORE_PLAYERS:
            assert choice(make_player(spec, 5, game=game), one) == choice(make_player(spec, 5, game=game), other)


@pytest.mark.parametrize(("name", "answers"), [*CORE_GAMES[:3], ("briscolina", 2), ("house", 0)])
def test_compiled_search_finds_the_same_whatever_lies_face_down(name: str, answers: int) -> None:
    """Not only the choice: all that was found out, to the last bit."""
    game = load(name)
    pairs = voted() if name == "house" else core_twins(game, answers)[:2]
    assert pairs, "there is something to exchange"
    engine = game.engines["native"]
    engine = getattr(engine, "made", engine)
    assert isinstance(engine, NativeEngine)
    for one, other in pairs:
        seat = one.questions[0].seat
        assert seat is not None
        found = [
            engine.search_imagined(partial(each.imagine, seat), seat, 5, Settings(), Goal()) for each in (one, other)
        ]
        for each in found:
            assert each.grow(200) == 200
        assert found[0].lines() == found[1].lines()


def test_a_player_that_looks_at_cards_is_found_out() -> None:
    differing = 0
    for name, answers in CORE_GAMES[:3]:
        pairs = core_twins(load(name), answers)
        differing += sum(choice(Peeking(one), one) != choice(Peeking(other), other) for one, other in pairs)
    differing += sum(choice(Peeking(one), one) != choice(Peeking(other), other) for one, other in voted())
    assert differing > 0


def test_a_player_that_peeks_is_found_out() -> None:
    differing = 0
    for name, answers in GAMES:
        pairs = twins(load(name), answers)
        differing += sum(choice(Peeking(one), one) != choice(Peeking(other), other) for one, other in pairs)
    assert differing > 0


def test_what_is_imagined_looks_the_same_and_is_as_likely_as_it_should_be() -> None:
    """Kuhn poker has three cards: the other seat has one of two, each as often as the other."""
    position = played(load("kuhn-poker"), 3, 0)
    seat = position.questions[0].seat
    assert seat is not None
    view, key = position.view(seat), position.view_key(seat)
    counts: Counter[bytes] = Counter()
    for number in range(400):
        imagined = position.imagine(seat, number)
        assert imagined is not None
        assert imagined.view_key(seat) == key and repr(imagined.view(seat)) == repr(view)
        counts[imagined.key] += 1
    assert len(counts) == 2 and position.key in counts
    # χ² with one degree of freedom: 15.1 is met by one fair coin in ten thousand.
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 15.1


def test_where_others_have_answered_in_secret_knowledge_is_searched() -> None:
    game = load("rock-paper-scissors")
    start, half = game.start(), played(game, 1, 1)
    reference = replace(game, searching=None)
    assert isinstance(search(reference, start, 0, 1), TreeSearch)
    assert isinstance(search(reference, half, 1, 1), InformationSearch)
    imagined = start.imagine(0, 2)
    assert imagined is not None and sees_everything(imagined, lambda seed: start.imagine(0, seed), 1)
    # On a net the state is searched in which nobody has answered yet.
    for searched in (reference, game):
        lines = imagined_search(searched, lambda seed: half.imagine(1, seed), 1, 7)
        lines.grow(300)
        assert all(0.3 < line.worth < 0.7 for line in lines.lines()), "nobody knows what the other shows"


def test_the_same_seed_and_iterations_find_the_same() -> None:
    game = load("kriegspiel-tic-tac-toe")

    def found(seed: int) -> list[tuple[str, int, float]]:
        search_ = search(game, game.start(), 0, seed)
        assert search_.grow(40) == 40
        return [(line.move.label, line.visits, line.worth) for line in search_.lines()]

    assert found(3) == found(3) != found(4)
    assert sum(visits for _, visits, _ in found(3)) == 40


def test_knowledge_is_kept_within_bounds() -> None:
    game = load("kriegspiel-tic-tac-toe")
    found = search(game, game.start(), 0, 1, Settings(nodes=5))
    found.grow(40)
    assert isinstance(found, InformationSearch) and len(found.trees[0].nodes) == 5
