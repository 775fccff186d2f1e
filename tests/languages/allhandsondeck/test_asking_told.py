"""What others at the table hear of an answer."""

from __future__ import annotations

import pytest
from tests.languages.allhandsondeck.running import load

from parlour.game.position import Position

PROGRAM = """
main:
    do PLAY

let Player(name) be Actor with:
    const name: name
    hand: Series(Card(1), Card(2))

let Card(rank) be Object with:
    rank: rank

when do PLAY:
    players = [Player('Ada'), Player('Ben')]
    for player in players:
        player do GO

when Player player do GO:
    string word = input()
    int number = input()
    bool is_sure = input()
    float share = input()
    card = input(player.hand)
    print('done')
"""
ANSWERS = ("hello", "3", "True", "0.5", "2")


def answered(program: str, engine: str) -> Position:
    position = load(program).start(engine=engine)
    for answer in ANSWERS:
        question = position.questions[0]
        value = position.read_answer(question, answer)
        position.answer(question, value)  # type: ignore[arg-type]
    return position


def heard(position: Position, viewer: int | None) -> list[tuple[str, str]]:
    return [(told.channel, told.text) for told in position.view(viewer).log if told.reaches(viewer)]


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_with_the_note_everybody_hears_answers_by_their_names(engine: str, viewer: int | None) -> None:
    position = answered(f"# parlour: tell answers\n{PROGRAM}", engine)
    asides = [("aside", f"Ada: {answer}\n") for answer in ANSWERS]
    assert heard(position, viewer) == [*asides, ("say", "done\n")]


@pytest.mark.parametrize("engine", ["python", "native"])
def test_without_it_nobody_does(engine: str) -> None:
    assert heard(answered(PROGRAM, engine), 1) == [("say", "done\n")]
