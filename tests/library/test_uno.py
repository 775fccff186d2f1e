"""The two UNOs of the library: the manual's own program with the three helpers it asks for, and the complete game."""

from __future__ import annotations

import re
from collections import Counter
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


def cards(text: str) -> list[Card]:
    return [(found["type"], found["color"]) for found in CARD.finditer(text)]


def fitting_places(position: Position) -> list[str]:
    """The places of the cards in the hand of whose turn it is that have the type or the colour of the card on the
    pile."""
    state = position.state()
    type_, color = cards(str(state["discard"]))[0]
    hand = enumerate(cards(str(state["current_player"])))
    return [str(place) for place, card in hand if card[0] == type_ or card[1] == color]


def expected_answers(position: Position) -> set[str]:
    """The rules once more: play or draw; then the place of a card that fits. Who has none is not asked."""
    fitting = fitting_places(position)
    assert fitting, "whoever is asked can play"
    return set(fitting) if "Which card?" in position.questions[0].prompt else {"play", "draw"}


def random_answer(position: Position, random: Random) -> str:
    """Mostly plays: whoever draws without need seldom sees the end of the game before that of the deck."""
    fitting = fitting_places(position)
    if "Which card?" in position.questions[0].prompt:
        return random.choice(fitting)
    return "play" if random.randrange(20) else "draw"


def fails(position: Position, answer: str) -> bool:
    """Whether the program itself stops at this answer: near the end, the deck has too few cards."""
    copy = position.copy()
    copy.answer(copy.questions[0], int(answer) if answer.isdigit() else answer)
    return copy.status is Status.FAILED


def test_the_legal_answers_of_the_manuals_uno_are_play_and_draw_and_exactly_the_matching_cards(manual: Game) -> None:
    random = Random(7)
    seen: Counter[str] = Counter()
    seed = 0
    while sum(seen.values()) < 250:
        seed += 1
        position = manual.start(seed=seed)
        while position.status is Status.OPEN and sum(seen.values()) < 250:
            question = position.questions[0]
            legal = position.legal(question)
            answers = {option.label for option in legal.options}
            expected = expected_answers(position)
            assert answers <= expected
            for missing in sorted(expected - answers):
                assert fails(position, missing)
            seen["which" if "Which" in question.prompt else "what"] += 1
            position.answer(question, random.choice(legal.options).value)
    assert min(seen.values()) > 50


def test_a_game_of_the_manuals_uno_names_its_winner_or_stops_because_the_deck_is_empty(manual: Game) -> None:
    ends: Counter[str] = Counter()
    for seed in range(20):
        random = Random(seed)
        position = manual.start(seed=seed)
        said = ""
        while position.status is Status.OPEN:
            answer = random_answer(position, random)
            step = position.answer(position.questions[0], int(answer) if answer.isdigit() else answer)
            assert isinstance(step, Step)
            said = "".join(event.text for event in step.events if isinstance(event, Told))
        if position.status is Status.FAILED:
            error = position.error
            assert error is not None and error.kind == "runtime" and error.span is not None
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
    tally = load("uno").simulator().playouts(10, 3)
    assert sum(tally.endings.values()) == 10
    assert all(ending.startswith("Player") and " > " in ending for ending in tally.endings)
