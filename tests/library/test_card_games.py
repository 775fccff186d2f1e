"""The card games of the library, played at random: no card is lost, no hand is seen by others, and the count is right.

What the programs hold is read from the text of their variables; the rules are written here a second time.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from random import Random

import pytest

import parlour
from parlour import library
from parlour.game.game import Game
from parlour.game.position import Position, Status, Step
from parlour.game.view import Told

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
    "cheat": (52, 52),
    "gin": (52, 52),
    "spades": (52, 52),
}
# Games in which cards leave the table.
LEAVES = {"old-maid", "triples", "hearts", "spades"}
# Games in which every card is there once, and is hidden in the hands of players and in a deck.
HIDDEN = ["crazy-eights", "go-fish", "hearts", "old-maid", "best-match", "cheat", "spades"]

# Variables that are second names of players.
SECOND_NAMES = ("current", "winner", "doubter")

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
        state = {key: value for key, value in position.state().items() if not key.startswith(SECOND_NAMES)}
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


def helpers(name: str, main: str) -> list[str]:
    """What a program prints that has the classes and helpers of a game of the library, and another `main`."""
    entry = library.find(name)
    assert entry is not None
    text = entry.text
    start, end = text.index("main:"), text.index("let Card")
    game = parlour.load(text[:start] + main + "\n" + text[end:], language="allhandsondeck", name=f"{name}.ah")
    told = game.start(seed=4).last.events
    return [event.text.strip() for event in told if isinstance(event, Told)]


RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def least_deadwood(cards: frozenset[tuple[int, str]], melds: list[frozenset[tuple[int, str]]]) -> int:
    """The least points that are left in any choice of melds, by trying all of them."""
    best = sum(min(rank, 10) for rank, _ in cards)
    for place, meld in enumerate(melds):
        if meld <= cards:
            best = min(best, least_deadwood(cards - meld, melds[place:]))
    return best


def test_in_gin_the_melds_leave_the_least_deadwood_there_can_be() -> None:
    main = """main:
    do TRY

when do TRY:
    do SET_UP
    for 25 times:
        Stack<Card> deck = Stack<Card>(Card(rank, suit) for suit in 'CDHS' for rank in 1..6).shuffled()
        players[0].hand = Series<Card>(deck do POP_TOP(10))
        players[0] do SORT
        print(f'{names(players[0].hand)} {count(players[0].hand)}')
"""
    lines = helpers("gin", main)
    assert len(lines) == 25
    for line in lines:
        *names_, points = re.findall(r"\w+", line)
        cards = frozenset((RANKS.index(name[:-1]) + 1, name[-1]) for name in names_)
        runs = [frozenset((rank + n, suit) for n in range(length)) for suit in "CDHS" for rank in range(1, 5)
                for length in range(3, 7)]  # fmt: skip
        same = [[card for card in cards if card[0] == rank] for rank in range(1, 7)]
        sets = [frozenset(each) for group in same for size in (3, 4) for each in combinations(group, size)]
        assert least_deadwood(cards, [meld for meld in runs + sets if meld <= cards]) == int(points), line


# From the lowest to the highest; two in one line are worth the same.
HANDS = [
    ["KD QC 9S 5H 2C"], ["AD 7C 5S 3H 2C", "AS 7H 5C 3D 2D"], ["AD 8C 5S 3H 2C"], ["2D 2C AS KH QC"],
    ["3D 3C 4S 5H 6C"], ["3D 3C 2S 2H KC"], ["3D 3C 2S 2H AC"], ["4D 4C 3S 3H 2C"], ["2D 2C 2S KH QC"],
    ["AD 5C 4S 3H 2C"], ["6D 5C 4S 3H 2C", "6S 5D 4H 3C 2S"], ["AD KC QS JH 10C"], ["KD 9D 6D 4D 2D"],
    ["AD 6D 4D 3D 2D"], ["2D 2C 2S 3H 3C"], ["3D 3C 3S 2H 2C"], ["2D 2C 2S 2H 3C"], ["AD AC AS AH KC"],
    ["5C 4C 3C 2C AC"], ["AH KH QH JH 10H"],
]  # fmt: skip


def test_in_poker_hands_are_ranked_as_everybody_ranks_them() -> None:
    values = {name: value for value, name in enumerate([*RANKS[1:], "A"], start=2)}
    tries = []
    for hand in (hand for line in HANDS for hand in line):
        made = ", ".join(f"Card({values[card[:-1]]}, '{card[-1]}')" for card in hand.split())
        tries += [f"players[0].hand = Series<Card>({made})", "players[0] do SORT", "print(worth(players[0].hand))"]
    body = "".join(f"    {line}\n" for line in ["do SET_UP", *tries])
    worths = [int(line) for line in helpers("poker", f"main:\n    do TRY\n\nwhen do TRY:\n{body}")]
    found = iter(worths)
    by_line = [{next(found) for _ in line} for line in HANDS]
    assert all(len(line) == 1 for line in by_line)
    ordered = [worth for line in by_line for worth in line]
    assert ordered == sorted(set(ordered))


def test_in_poker_no_chip_is_lost() -> None:
    for seed in range(3):
        position = load("poker").start(seed=seed)
        play(position, Random(seed))
        chips = [int(count) for count in re.findall(r"chips=(-?\d+)", str(position.state()["players"]))]
        assert len(chips) == 4 and sum(chips) == 200


def test_in_take_six_rows_go_up_and_bulls_are_counted_once() -> None:
    def bulls(number: int) -> int:
        return 7 if number == 55 else 5 if number % 11 == 0 else 3 if number % 10 == 0 else 2 if number % 5 == 0 else 1

    assert sum(map(bulls, range(1, 105))) == 171
    position = load("take-six").start(seed=6)
    random = Random(6)
    while position.status is Status.OPEN:
        state = position.state()
        rows = [[int(name) for name in names(text)] for text in str(state["rows"]).split("Row(")[1:]]
        assert len(rows) == 4 and all(row == sorted(row) and 1 <= len(row) <= 5 for row in rows)
        held = {int(name) for name in names(str(state["players"]))} | {number for row in rows for number in row}
        scores = [int(score) for score in re.findall(r"score=(\d+)", str(state["players"]))]
        assert sum(scores) + sum(map(bulls, held)) <= 171
        step(position, random)


def test_in_spades_the_highest_spade_or_card_of_the_suit_led_takes_the_trick() -> None:
    position = load("spades").start(seed=8)
    random = Random(8)
    said = ""
    while position.status is Status.OPEN:
        question = position.questions[0]
        found = position.answer(question, random.choice(position.legal(question).options).value)
        assert isinstance(found, Step)
        said += "".join(event.text for event in found.events if isinstance(event, Told))
    tricks = re.findall(r"(?:\w+ plays \w+\s+(?:\w+, your card\?\s+)?){4}\w+ takes the trick", said)
    assert len(tricks) == 13
    for trick in tricks:
        played = re.findall(r"(\w+) plays (\w+)", trick)
        led = played[0][1][-1]
        order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
        best = max(played, key=lambda each: (each[1][-1] == "S", each[1][-1] == led, order.index(each[1][:-1])))
        assert trick.endswith(f"{best[0]} takes the trick")


def test_in_memory_all_ten_pairs_are_found() -> None:
    position = load("memory").start(seed=1)
    play(position, Random(1))
    assert position.outcome is not None and position.outcome.scores is not None
    assert sum(position.outcome.scores) == 10
