"""The card games of the library, played at random: no card is lost, no hand is seen by others, and the count is right.

What the programs hold is read from the text of their variables; the rules are written here a second time.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

import parlour
from parlour import library
from parlour.game.game import Game
from parlour.game.position import Position, Status

# Every game with its cards: how many there are on the table at every question, and how many of them are different.
DECKS = {
    "uno": (108, 54),
    "uno-manual": (100, 52),
    "war": (52, 52),
    "crazy-eights": (52, 52),
    "old-maid": (51, 51),
    "hearts": (52, 52),
    "love-note": (16, 8),
    "klondike": (52, 52),
    "triples": (81, 81),
}
# Games in which cards leave the table.
LEAVES = {"old-maid", "triples", "hearts"}
# Games in which every card is there once, and is hidden in the hands of players and in a deck.
HIDDEN = ["crazy-eights", "go-fish", "hearts", "old-maid", "best-match"]

NAME = re.compile(r"\w+\((?:\w+='?[^,()]*'?, )*name='([^']+)'\)|Card\(type=([^,]+), color='(\w)'")


def load(name: str) -> Game:
    entry = library.find(name)
    assert entry is not None
    return parlour.load(entry.text, language=entry.language, name=entry.file.name)


def names(text: str) -> list[str]:
    return [found[1] or f"{found[2]} {found[3]}" for found in re.finditer(NAME, text)]


def step(position: Position, random: Random) -> None:
    question = position.questions[0]
    position.answer(question, random.choice(position.legal(question).options).value)


def play(position: Position, random: Random, most: int = 10_000) -> None:
    for _ in range(most):
        if position.status is not Status.OPEN:
            return
        step(position, random)


@pytest.mark.parametrize("name", DECKS)
def test_no_card_is_lost_or_doubled(name: str) -> None:
    count, different = DECKS[name]
    position = load(name).start(seed=5)
    random = Random(5)
    for _ in range(12):
        play(position, random, 3)
        if position.status is not Status.OPEN:
            break
        # The variable `current` is a second name of one of the players.
        state = {key: value for key, value in position.state().items() if not key.startswith(("current", "winner"))}
        held = Counter(card for value in state.values() for card in names(str(value)))
        if name in LEAVES:
            assert set(held.values()) == {1} and sum(held.values()) <= count
        else:
            assert sum(held.values()) == count
            assert len(held) <= different


@pytest.mark.parametrize("name", HIDDEN)
def test_nobody_sees_a_card_in_the_hand_of_somebody_else(name: str) -> None:
    position = load(name).start(seed=3)
    random = Random(3)
    compared = 0
    for _ in range(8):
        play(position, random, 4)
        if position.status is not Status.OPEN:
            break
        texts = str(position.state()["players"]).split("Player(")[1:]
        hands = [set(names(text)) for text in texts]
        assert len(hands) == len(position.seats)
        for seat in position.seats:
            seen = re.findall(r"label='([^']*)'|text='([^']*)'|name='([^']*)'", repr(position.view(seat.number).scene))
            shown = {word for words in seen for word in words}
            others = set().union(*(hand for number, hand in enumerate(hands) if number != seat.number))
            assert hands[seat.number] <= shown and not others & shown
            compared += len(others)
    assert compared > 100


def test_at_the_end_of_hearts_all_points_have_been_taken_and_the_fewest_win() -> None:
    game = load("hearts")
    for seed in range(3):
        position = game.start(seed=seed)
        play(position, Random(seed))
        scores = [int(score) for score in re.findall(r"score=(\d+)", str(position.state()["players"]))]
        assert sum(scores) in (26, 78)
        assert position.outcome is not None and position.outcome.ranking is not None
        assert [scores[seat] for rank in position.outcome.ranking for seat in rank] == sorted(scores)


def test_in_crazy_eights_exactly_the_fitting_cards_may_be_played_and_the_fewest_points_win() -> None:
    position = load("crazy-eights").start(seed=2)
    random = Random(2)
    while position.status is Status.OPEN:
        state = position.state()
        answers = {option.label for option in position.legal(position.questions[0]).options}
        hand = names(str(state["current"]))
        top = names(str(state["discard"]))[0]
        fitting = {card for card in hand if card[:-1] in ("8", top[:-1]) or card[-1] == str(state["suit"])}
        assert answers - {"draw", "pass"} in (fitting, {"C", "D", "H", "S"})
        assert len(answers & {"draw", "pass"}) <= 1
        step(position, random)
    values = {"8": 50, "A": 1, "J": 10, "Q": 10, "K": 10}
    hands = [names(text) for text in str(position.state()["players"]).split("Player(")[1:]]
    points = [sum(values.get(card[:-1]) or int(card[:-1]) for card in hand) for hand in hands]
    assert position.outcome is not None and position.outcome.ranking is not None
    assert [points[seat] for rank in position.outcome.ranking for seat in rank] == sorted(points)


def test_in_old_maid_everybody_wins_but_the_one_who_holds_the_last_queen() -> None:
    position = load("old-maid").start(seed=4)
    play(position, Random(4))
    hands = [names(text) for text in str(position.state()["players"]).split("Player(")[1:]]
    [maid] = [number for number, hand in enumerate(hands) if hand]
    assert len(hands[maid]) == 1 and hands[maid][0].startswith("Q")
    assert position.outcome is not None and position.outcome.winners == tuple({0, 1, 2, 3} - {maid})


def test_in_go_fish_all_thirteen_books_are_laid() -> None:
    position = load("go-fish").start(seed=1)
    play(position, Random(1))
    state = str(position.state()["players"])
    books = [re.findall(r"'([^']+)'", found) for found in re.findall(r"books=\[([^\]]*)\]", state)]
    assert sorted(rank for book in books for rank in book) == sorted([*"A23456789JQK", "10"])
    assert names(state) == []
