"""The two UNOs of the library: the manual's own program with the three helpers it asks for, and the complete game."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count
from random import Random

import pytest

import parlour
from parlour import library
from parlour.game.game import Game
from parlour.game.position import Position, Status, Step
from parlour.game.view import Told
from parlour.match import Match
from parlour.players.play import play_out
from parlour.players.random import RandomPlayer

CARD = re.compile(r"Card\(type=(?P<type>\d+|'[\w ]+'), color='(?P<color>\w)', faceup=(?:True|False)\)")

Card = tuple[str, str]


def load(name: str) -> Game:
    entry = library.find(name)
    assert entry is not None
    return parlour.load(entry.text, language=entry.language, name=entry.file.name)


@pytest.fixture(scope="module")
def manual() -> Game:
    return load("uno-manual")


def cards(text: object) -> list[Card]:
    return [(found["type"].strip("'"), found["color"]) for found in CARD.finditer(str(text))]


class DeckIsEmpty(Exception):
    """The program wants to take more cards than there are."""


class Table:
    """The rules of the manual's game once more, for what the program's variables say is on the table."""

    def __init__(self, position: Position) -> None:
        state = position.state()
        self.deck, [self.top, *_] = cards(state["deck"]), cards(state["discard"])
        self.hands = [cards(text) for text in str(state["players"]).split("Player(")[1:]]
        self.turn, self.direction = int(str(state["current_player_i"])), int(str(state["play_dir"]))

    def matches(self, card: Card) -> bool:
        return card[0] == self.top[0] or card[1] == self.top[1]

    def matching_places(self) -> list[int]:
        return [place for place, card in enumerate(self.hands[self.turn]) if self.matches(card)]

    def take(self, count: int) -> None:
        if count > len(self.deck):
            raise DeckIsEmpty
        self.hands[self.turn] += self.deck[:count]
        del self.deck[:count]

    def go_on(self) -> None:
        self.turn = (self.turn + self.direction) % len(self.hands)

    def lay(self, place: int) -> None:
        self.top = self.hands[self.turn].pop(place)
        if self.top[0] == "Reverse":
            self.direction = -self.direction
        self.go_on()
        if self.top[0] == "Draw 2":
            self.take(2)
        if self.top[0] in ("Skip", "Draw 2"):
            self.go_on()

    def draw(self) -> None:
        self.take(1)
        if self.matches(self.hands[self.turn][-1]):
            self.lay(-1)

    def answer(self, answer: str) -> None:
        """Goes on to the next question or to the end of the game."""
        if answer == "draw":
            self.draw()
        else:
            self.lay(int(answer))
        while all(self.hands) and not self.matching_places():
            self.draw()


def stops(position: Position, answer: str) -> bool:
    """By the rules: after this answer the deck has too few cards."""
    try:
        Table(position).answer(answer)
    except DeckIsEmpty:
        return True
    return False


def expected_answers(position: Position) -> tuple[set[str], bool]:
    """By the rules: play, if a card can be played, or draw; then the place of a card that matches. What stops the game
    is left out, unless there is nothing else: then it stops for sure, though not before a card is named."""
    matching = {str(place) for place in Table(position).matching_places()}
    going_on = {answer for answer in matching if not stops(position, answer)}
    if "Which card?" in position.questions[0].prompt:
        return going_on or matching, not going_on
    first = ({"play"} if going_on else set()) | (set() if stops(position, "draw") else {"draw"})
    return first or {"play"}, False


@pytest.mark.parametrize(("engine", "wanted"), [("native", 1000), ("python", 60)])
def test_the_legal_answers_of_the_manuals_uno_are_exactly_play_and_draw_and_the_matching_cards(
    manual: Game, engine: str, wanted: int
) -> None:
    random = Random(7)
    seen: Counter[str] = Counter()
    for seed in count():
        position = manual.start(seed=seed, engine=engine)
        while position.status is Status.OPEN and sum(seen.values()) < wanted:
            question = position.questions[0]
            legal = position.legal(question)
            expected, is_failing = expected_answers(position)
            assert {option.label for option in legal.options} == expected
            assert (legal.sure == "failing") == is_failing
            seen["which" if "Which" in question.prompt else "what"] += 1
            position.answer(question, random.choice(legal.options).value)
            # The rules of this test go the same way as the program.
            assert is_failing == (position.status is Status.FAILED)
        if sum(seen.values()) == wanted:
            break
    assert min(seen.values()) > wanted / 4


def test_a_thousand_games_of_the_manuals_uno_name_their_winner_or_stop_because_the_deck_is_empty(manual: Game) -> None:
    tally = manual.simulator(engine="native").playouts(1000, 5)
    assert tally.games == 1000 == tally.endings.total() + tally.failed.total()
    assert set(tally.failed) == {"empty"} and tally.failed["empty"] > 0
    assert set(tally.endings) == {f"Player {n} wins" for n in range(1, 5)}


def test_at_the_end_the_winner_is_named_or_the_error_says_that_the_deck_is_empty(manual: Game) -> None:
    ends: Counter[str] = Counter()
    for seed in range(12):
        random = Random(seed)
        position = manual.start(seed=seed)
        said = ""
        while position.status is Status.OPEN:
            # Mostly plays: whoever draws without need seldom sees the end of the game before that of the deck.
            places = Table(position).matching_places()
            is_place = "Which card?" in position.questions[0].prompt
            answer = random.choice(places) if is_place else "play" if random.randrange(20) else "draw"
            step = position.answer(position.questions[0], answer)
            assert isinstance(step, Step)
            said = "".join(event.text for event in step.events if isinstance(event, Told))
        if position.status is Status.FAILED:
            error = position.error
            assert error is not None and (error.kind, error.code) == ("runtime", "empty") and error.span is not None
            assert re.fullmatch(r"cannot take [12] of [01] elements: the Deck (is empty|has no more)", error.message)
            ends["empty"] += 1
        else:
            hands = [cards(text) for text in str(position.state()["players"]).split("Player(")[1:]]
            [winner] = [place for place, hand in enumerate(hands) if not hand]
            assert position.outcome is not None and position.outcome.winners == (winner,)
            assert said.endswith(f"Player {winner + 1} wins\n")
            ends["won"] += 1
    assert ends["won"] > ends["empty"] > 0


def test_random_players_who_cannot_go_on_come_to_the_error_and_do_not_go_back_and_forth_for_ever(manual: Game) -> None:
    match = Match.start(manual, seed=1)
    player = RandomPlayer(1)
    play_out(match, lambda _: player)
    assert match.is_over and match.error is not None
    assert match.error.message.startswith("cannot take")


def test_the_complete_uno_always_ends_with_a_winner() -> None:
    tally = load("uno").simulator(engine="native").playouts(1000, 3)
    assert tally.endings.total() == tally.games == 1000
    assert all(ending.startswith("Player") and ending.endswith(" wins") for ending in tally.endings)
