"""An author's own function says what positions are worth, in every language that has functions."""

from __future__ import annotations

import pytest

import parlour
from parlour import library
from parlour.game.game import Game
from parlour.match import Answered, Match
from parlour.players import NoOptions, UnfitPlayer, let_answer, make_player

# Whoever is asked is glad to own one cell (the lowest of column 3 in Connect Four), and sorry if the other does.
# What is handed from function to function comes by its name.
BOGL = """
liked : (Board, Player) -> Int
liked(board, player) =
  if board!(3, 6) == player then 10 else if board!(3, 6) == other(player) then 0 - 10 else 0

landed : (Board, Int) -> Int
landed(board, column) = column

blunder : Board -> Int
blunder(board) = 100 / countBoard(Yellow, board)
"""
SENET = """
    int liked() {
        if (grid.owns(grid.toi([2, 1])) == ON_MOVE) {
            return 10;
        }
        if (grid.owns(grid.toi([2, 1])) == 1 - ON_MOVE) {
            return -10;
        }
        return 0;
    }
"""
TGDL = """
function liked
{
    returns number;
    effect
    {
        Cell c = Table3.paper.groups["Sheet"][2][1] as Cell;
        if(c.mark == null) { return 0; }
        if(c.mark.name == "X" && player.active() == 0) { return 10.5; }
        if(c.mark.name == "O" && player.active() == 1) { return 10.5; }
        return -10.5;
    }
}
"""
# A game of the cards' language in which everything lies open.
CARDS = """# Count
# parlour: highest score wins
main:
    do SET_UP
    while turn < 4:
        players[turn % 2] do TURN
let Player(name) be Actor with:
    const name: name
    int score: 0
when do SET_UP:
    players = Series(Player('Ada'), Player('Ben'))
    turn = 0
when Player player do TURN:
    int n = input(1..3)
    player.score = player.score + n % 3
    turn = turn + 1
liked():
    return players[turn % 2].score - players[(turn + 1) % 2].score
"""


def with_function(name: str) -> Game:
    """A game whose author has written `liked`: of the library, or another."""
    if name == "cards":
        return parlour.load(CARDS, language="allhandsondeck")
    found = library.find(name)
    assert found is not None
    match found.language:
        case "bogl":
            text = found.text + BOGL
        case "senet":
            text = found.text.replace("    N_PLAYERS = 2;\n", f"{SENET}\n    N_PLAYERS = 2;\n")
        case _:
            text = found.text + TGDL
    assert text != found.text
    return parlour.load(text, language=found.language)


def first_answer(game: Game, spec: str, *before: str) -> str:
    match = Match.start(game)
    for label in before:
        match.answer_text(match.questions[0], label)
    let_answer(match, match.questions[0], make_player(spec, 3, game=game))
    event = match.events[-1]
    assert isinstance(event, Answered)
    return event.label


@pytest.mark.parametrize(
    ("name", "label", "before"),
    [
        ("connect-four", "3", ("1", "2")),
        ("tic-tac-toe-senet", "21", ("11",)),
        ("filetto", "Sheet[2][1]", ("Put",)),
        ("cards", "2", ("3",)),
    ],
)
def test_whoever_looks_ahead_takes_what_the_author_likes(name: str, label: str, before: tuple[str, ...]) -> None:
    game = with_function(name)
    assert first_answer(game, "alphabeta:depth=1,worth=liked", *before) == label
    assert first_answer(game, "alphabeta:depth=2,worth=liked", *before) == label, "the other would take it next"


def test_what_is_certain_counts_more_than_what_the_author_likes() -> None:
    game = with_function("connect-four")
    three = ("1", "2", "1", "2", "1", "2")
    assert first_answer(game, "alphabeta:depth=1,worth=liked", *three) == "1", "four discs in column 1 win"


@pytest.mark.parametrize(
    ("name", "function", "reason"),
    [
        ("connect-four", "likd", "there is no function `likd` in this game. Did you mean liked?"),
        ("connect-four", "start", "there is no function `start` in this game."),
        ("connect-four", "other", "`other` cannot say what a position is worth: it must give a number"),
        (
            "connect-four",
            "landed",
            "it wants `column`, and no variable of this name and type is in use where something",
        ),
        ("tic-tac-toe-senet", "reset", "it must give a number"),
        ("tic-tac-toe-gdl", "liked", "said by a function of a program, and gdl has none"),
    ],
)
def test_a_function_that_cannot_say_it_is_refused_with_the_reason(name: str, function: str, reason: str) -> None:
    game = parlour.load(name) if name.endswith("gdl") else with_function(name)
    with pytest.raises(UnfitPlayer) as problem:
        make_player(f"alphabeta:worth={function}", 1, game=game)
    assert reason in str(problem.value)


def test_a_function_that_fails_is_told() -> None:
    game = with_function("connect-four")
    with pytest.raises(NoOptions, match="`blunder` failed: "):
        first_answer(game, "alphabeta:depth=1,worth=blunder")
