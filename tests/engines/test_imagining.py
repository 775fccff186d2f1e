"""What seats of games with secrets imagine: it looks the same to them, and is as likely as it should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import permutations
from typing import cast

import pytest

import parlour
from parlour.core.chance import Chance, derive
from parlour.engines.core.belief import Belief
from parlour.engines.core.position import CorePosition
from parlour.engines.core.redealing import redealt
from parlour.game.game import Game
from parlour.game.position import Position, Status


@cache
def load(name: str) -> Game:
    return parlour.load(name)


def played(game: Game, seed: int, answers: int, engine: str = "python") -> CorePosition:
    """A position after some random answers."""
    position, chance = game.start(seed, engine=engine), Chance(derive(seed, 9))
    for _ in range(answers):
        if position.status is not Status.OPEN:
            break
        question = position.questions[0]
        options = position.legal(question).options
        position.answer(question, options[chance.below(len(options))].value)
    return cast(CorePosition, position)


def asked(position: Position) -> int:
    seat = position.questions[0].seat
    assert seat is not None
    return seat


def is_uniform(counts: Iterable[int], kinds: int) -> bool:
    """χ², by the approximation of Wilson and Hilferty; wrong once in ten thousand times."""
    found = list(counts)
    mean = sum(found) / kinds
    degrees = kinds - 1
    squares = sum((count - mean) ** 2 / mean for count in found) + (kinds - len(found)) * mean
    limit = degrees * (1 - 2 / (9 * degrees) + 3.72 * (2 / (9 * degrees)) ** 0.5) ** 3
    return len(found) <= kinds and squares < limit


GAMES = ["hearts", "uno", "crazy-eights", "go-fish", "love-note", "old-maid", "briscolina", "gallery", "high-tide"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("engine", ["python", "native"])
def test_what_is_imagined_looks_the_same_to_the_seat_and_is_something_else(name: str, engine: str) -> None:
    game = load(name)
    for answers in (0, 3):
        position = played(game, 3, answers, engine)
        seat = asked(position)
        view, key = repr(position.view(seat)), position.view_key(seat)
        keys = set()
        for number in range(4):
            imagined = position.imagine(seat, number)
            assert imagined is not None
            assert imagined.view_key(seat) == key and repr(imagined.view(seat)) == view
            keys.add(imagined.key)
        assert len(keys) > 1


@pytest.mark.parametrize("name", ["hearts", "briscolina"])
def test_both_engines_imagine_the_same(name: str) -> None:
    one, other = (played(load(name), 5, 2, engine) for engine in ("python", "native"))
    for number in range(3):
        ours, theirs = one.imagine(asked(one), number), other.imagine(asked(other), number)
        assert ours is not None and theirs is not None and ours.key == theirs.key


# Nine cards, three hands of three, all of which are played; whoever can must follow suit.
TRICKS = """
# parlour: show trick
# parlour: tell answers
main:
    do SET_UP
    for 3 times:
        for player in players:
            player do PLAY
        trick do CLEAR

let Card(suit, rank) be Object with:
    const suit: suit
    const name: f'{suit}{rank}'

let Player(name) be Actor with:
    const name: name
    hand: Series<Card>()

when do SET_UP:
    deck = Stack<Card>(Card(suit, rank) for suit in 'abc' for rank in 1..3).shuffled()
    players = [Player('Ada'), Player('Ben'), Player('Cleo')]
    trick = Series<Card>()
    for player in players:
        player.hand do PUSH_BACK(deck do POP_TOP(3))

place_of(Series cards, name):
    for i in 0...cards.size():
        if cards[i].name == name:
            return i
    return -1

playable(Series cards):
    fitting = []
    for card in cards:
        if not trick.empty() and card.suit == trick[0].suit:
            fitting += [card.name]
    if not fitting.empty():
        return fitting
    return [card.name for card in cards]

when Player player do PLAY:
    print(f'{player.name}, your card?')
    string name = input(playable(player.hand))
    trick do PUSH_BACK(player.hand do DELETE(place_of(player.hand, name)))
"""


def hands(position: Position) -> list[list[str]]:
    """What everybody holds, in the order in which it lies."""
    found = cast(CorePosition, position).run.globals[cast(CorePosition, position).engine.globals["players"]]
    return [[card.s1 for card in player.s2.s0] for player in found.s0]


@cache
def tricks() -> Game:
    return parlour.load(TRICKS, language="allhandsondeck")


def test_deals_are_as_likely_as_each_other() -> None:
    """Of nine cards six are unseen: twenty ways to give three of them to each of the others."""
    position = played(tricks(), 1, 0)
    counts: Counter[frozenset[str]] = Counter()
    for number in range(600):
        imagined = position.imagine(0, number)
        assert imagined is not None
        counts[frozenset(hands(imagined)[1])] += 1
    assert is_uniform(counts.values(), 20)


def suits_shown(position: CorePosition) -> dict[int, set[str]]:
    """Who has not followed which suit, from what was answered."""
    found: dict[int, set[str]] = {}
    steps = position.steps()
    for first in range(0, len(steps), 3):
        for step in steps[first + 1 : first + 3]:
            if step.label[0] != steps[first].label[0]:
                assert step.asked is not None
                found.setdefault(step.asked, set()).add(steps[first].label[0])
    return found


@pytest.mark.parametrize("answers", [3, 4, 6])
def test_who_did_not_follow_suit_is_not_imagined_with_that_suit(answers: int) -> None:
    """Every deal that the rules allow comes as often as every other, and no other deal comes: compared with all of them
    written out."""
    compared = 0
    for seed in range(40):
        position = played(tricks(), seed, answers)
        seat, shown = asked(position), suits_shown(position)
        real = hands(position)
        others = [other for other in range(3) if other != seat and real[other]]
        if not shown.keys() & set(others) or compared == 2:
            continue
        unseen = [card for other in others for card in real[other]]
        possible = set()
        for order in permutations(unseen):
            left = list(order)
            dealt = {other: frozenset(left.pop() for _ in real[other]) for other in others}
            if all(card[0] not in shown.get(other, ()) for other, cards in dealt.items() for card in cards):
                possible.add(tuple(dealt[other] for other in others))
        if not 2 <= len(possible) <= 12:
            continue
        compared += 1
        counts: Counter[tuple[frozenset[str], ...]] = Counter()
        for number in range(25 * len(possible)):
            imagined = position.imagine(seat, number)
            assert imagined is not None
            counts[tuple(frozenset(hands(imagined)[other]) for other in others)] += 1
        assert set(counts) <= possible
        assert is_uniform(counts.values(), len(possible))
    assert compared


def test_deals_under_the_mask_are_those_of_whole_matches_that_look_the_same() -> None:
    """Against the reference, which draws everything anew until it looks the same: six cards, two for each."""
    small = TRICKS.replace("'abc'", "'ab'").replace("(3)", "(2)").replace("3 times", "2 times")
    game = parlour.load(small, language="allhandsondeck")
    position = played(game, 3, 2)
    seat = asked(position)
    real: Counter[str] = Counter()
    for number in range(40):
        world = redealt(lambda seed: cast(CorePosition, game.start(seed)), position, seat, derive(7, number), 2000)
        assert world is not None
        real[str([sorted(hand) for hand in hands(world)])] += 1
    ours: Counter[str] = Counter()
    for number in range(200):
        imagined = position.imagine(seat, number)
        assert imagined is not None
        ours[str([sorted(hand) for hand in hands(imagined)])] += 1
    assert set(ours) == set(real) and len(ours) > 1
    assert is_uniform(ours.values(), len(real)) and is_uniform(real.values(), len(real))


def test_hearts_remembers_void_suits() -> None:
    game = load("hearts")
    compared = 0
    for seed in range(6):
        position = played(game, seed, 33)
        seat, plays = asked(position), position.steps()[12:]
        voids: dict[int, set[str]] = {}
        for first in range(0, len(plays), 4):
            for step in plays[first + 1 : first + 4]:
                if step.label[-1] != plays[first].label[-1] and step.asked not in (seat, None):
                    voids.setdefault(cast(int, step.asked), set()).add(plays[first].label[-1])
        if not voids or compared == 2:
            continue
        compared += 1
        for number in range(10):
            imagined = position.imagine(seat, number)
            assert imagined is not None
            found = cast(CorePosition, imagined).run.globals[position.engine.globals["players"]]
            for other, suits in voids.items():
                held = {card.s2[-1] for card in found.s0[other].s2.s0}
                assert held.isdisjoint(suits)
    assert compared


def test_cards_that_a_seat_has_given_away_are_where_it_knows_them_to_be() -> None:
    """North passes three cards to East, and sees its own hand; the others it does not know."""
    position = played(load("hearts"), 2, 12)
    given = [step.label for step in position.steps() if step.asked == 0]
    for number in range(5):
        imagined = position.imagine(0, number)
        assert imagined is not None
        found = cast(CorePosition, imagined).run.globals[position.engine.globals["players"]]
        assert set(given) <= {card.s2 for card in found.s0[1].s2.s0}


def test_answers_to_a_group_that_is_still_open_are_imagined() -> None:
    game = load("house")
    for answers in range(1, 30):
        position = played(game, 5, answers)
        if len(position.questions) > 1 and position.run.group:
            break
    seat = asked(position)
    real, view = position.run.group, repr(position.view(seat))
    found = set()
    for number in range(12):
        imagined = position.imagine(seat, number)
        assert imagined is not None and repr(imagined.view(seat)) == view
        assert imagined.view_key(seat) == position.view_key(seat)
        group = cast(CorePosition, imagined).run.group
        assert group is not None and real is not None and group.keys() == real.keys()
        found.add(repr(sorted(group.items())))
    assert len(found) > 1


def test_a_pile_of_things_of_several_classes_is_not_imagined() -> None:
    """They could not be exchanged, and its order would be known."""
    position = played(load("clockwork"), 1, 2)
    assert position.imagine(asked(position), 1) is None
    assert not Belief(position, asked(position)).is_whole


def laid_out(position: Position) -> dict[tuple[int, int], tuple[str, bool]]:
    """The cards of Memory by column and place: what is on them, and whether it can be seen."""
    core = cast(CorePosition, position)
    columns = core.run.globals[core.engine.globals["columns"]].s0
    return {(x, y): (card.s0, card.s1) for x, column in enumerate(columns) for y, card in enumerate(column.s0)}


def test_a_card_that_was_seen_and_turned_over_again_lies_where_it_was_seen() -> None:
    """Memory: what is known of a card is its place."""
    position = played(load("memory"), 4, 0)
    seen: dict[tuple[int, int], str] = {}
    for number in range(6):
        question = position.questions[0]
        position.answer(question, position.legal(question).options[3 * number].value)
        seen |= {place: face for place, (face, is_up) in laid_out(position).items() if is_up}
    turned = [place for place in seen if not laid_out(position)[place][1]]
    assert turned
    for number in range(6):
        imagined = position.imagine(asked(position), number)
        assert imagined is not None
        found = laid_out(imagined)
        assert [found[place][0] for place in turned] == [seen[place] for place in turned]


def test_a_card_that_lies_in_several_hands_is_imagined_once() -> None:
    """A slip in a program deals the same card to two people."""
    hearts = next(game for game in parlour.library.all() if game.name == "hearts")
    text = hearts.text.replace(
        "if card.suit == suit and card.rank == rank:", "if card.suit == suit or card.rank == rank:"
    )
    assert text != hearts.text
    position = played(parlour.load(text, language="allhandsondeck"), 8, 3)
    assert position.imagine(asked(position), 1) is not None
