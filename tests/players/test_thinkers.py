"""Players that look ahead: what they take, and that they play the same again."""

from __future__ import annotations

import pytest
from tests.players.test_search import STICKS, answers_of, begun, load

from parlour.game.position import Position
from parlour.game.search import Unsearchable
from parlour.match import Answered, Match
from parlour.players import NoOptions, let_answer, make_player, play_out
from parlour.players.alphabeta import AlphaBetaPlayer
from parlour.testing.core_games import core_game

# X wins by (3, 3); O has to take it. And a game that begins.
WINNING = "(1, 1); (1, 2); (2, 2); (1, 3)"
LOSING = "(1, 1); (1, 2); (2, 2)"


def after(labels: str) -> Match:
    match = Match.start(load("tic-tac-toe"))
    for label in labels.split("; "):
        match.answer_text(match.questions[0], label)
    return match


THINKERS = [
    "greedy:playouts=64",
    "mcts:iterations=300",
    "alphabeta:depth=2,playouts=4",
    "best:iterations=300",
    "level:5",
]


@pytest.mark.parametrize("spec", THINKERS)
def test_a_win_is_taken_and_a_loss_avoided(spec: str) -> None:
    for labels, label in ((WINNING, "(3, 3)"), (LOSING, "(3, 3)")):
        match = after(labels)
        let_answer(match, match.questions[0], make_player(spec, 5, game=match.game))
        event = match.events[-1]
        if spec.startswith("greedy") and labels == LOSING:
            continue  # it looks no further than its own move
        assert isinstance(event, Answered) and event.label == label


@pytest.mark.parametrize("spec", ["greedy:playouts=2", "mcts:iterations=12", "alphabeta:depth=1,playouts=2", "level:1"])
def test_the_same_seed_plays_the_same_match(spec: str) -> None:
    def labels(seed: int) -> list[str]:
        match = Match.start(core_game(STICKS.format(9)), seed=2)
        play_out(match, lambda seat: make_player(spec, seed, game=match.game))
        return [event.label for event in match.events if isinstance(event, Answered)]

    assert labels(4) == labels(4)


@pytest.mark.parametrize("left", range(1, 8))
def test_alphabeta_finds_what_minimax_says(left: int) -> None:
    game = core_game(STICKS.format(left))
    player = AlphaBetaPlayer(game, 1, depth=9)
    best = player.best(game.start(), 0)
    if left % 3:
        assert best == left % 3 or (left == 1 and best in (1, 2)), "who leaves a multiple of three wins"


@pytest.mark.parametrize("labels", ["(1, 1); (2, 2); (3, 3)", "(1, 1); (1, 2); (2, 1); (3, 1)"])
def test_alphabeta_agrees_with_minimax_at_tic_tac_toe(labels: str) -> None:
    game = load("tic-tac-toe")
    position: Position = begun(game, labels)
    known = answers_of("tic-tac-toe", labels)
    best = AlphaBetaPlayer(game, 1, depth=9, playouts=1).best(position, position.questions[0].seat)
    label = position.label(position.questions[0], best)
    assert known[str(label)] == max(known.values())


def test_alphabeta_weighs_what_chance_may_bring() -> None:
    bets = """
    program bets entry main
    seats (Ada, Ben)
    function main() -> none {
      locals (bet: int, thrown: int)
      ask bet: whole(1, 6) seat 0 kind number
      thrown = chance(6)
      if ge(thrown, bet) {
        finish [[0], [1]]
      } else {
        finish [[1], [0]]
      }
    }
    """
    game = core_game(bets)
    player = AlphaBetaPlayer(game, 1, depth=1)
    assert player.best(game.start(), 0) == 1, "five of six throws are at least one"


def test_alphabeta_knows_exactly_how_likely_dice_are() -> None:
    """One throw of 36 makes the difference, which nobody would find by trying: 18 of 36 against 17."""
    close = """
    program close entry main
    seats (Ada, Ben)
    function main() -> none {
      locals (bet: int, one: int, other: int, place: int)
      ask bet: whole(0, 1) seat 0 kind number
      one = chance(6)
      other = chance(6)
      place = add(mul(one, 6), other)
      if or(and(eq(bet, 0), lt(place, 17)), and(eq(bet, 1), ge(place, 18))) {
        finish [[0], [1]]
      } else {
        finish [[1], [0]]
      }
    }
    """
    game = core_game(close)
    for seed in range(4):
        assert AlphaBetaPlayer(game, seed, depth=1).best(game.start(), 0) == 1


def test_alphabeta_takes_questions_to_nobody_for_chance() -> None:
    """Nobody in particular picks a pocket; the other seat would always pick the one that is bad."""
    pockets = """
    program pockets entry main
    seats (Ada, Ben)
    function main() -> none {
      locals (bold: int, pocket: int)
      ask bold: whole(0, 1) seat 0 kind number
      ask pocket: whole(1, 4) seat -1 kind number
      if and(eq(bold, 1), ne(pocket, 4)) {
        finish [[0], [1]]
      } else if and(eq(bold, 0), eq(pocket, 1)) {
        finish [[0], [1]]
      } else {
        finish [[1], [0]]
      }
    }
    """
    game = core_game(pockets)
    position = game.start()
    assert AlphaBetaPlayer(game, 1, depth=1).best(position, 0) == 1, "three pockets of four are good"
    position.answer(position.questions[0], 1)
    with pytest.raises(Unsearchable, match="nobody in particular"):
        AlphaBetaPlayer(game, 1).best(position, None)


def test_levels_think_more_and_blunder_less() -> None:
    from parlour.players.thinkers import LEVELS

    iterations, noise = zip(*LEVELS, strict=True)
    assert len(LEVELS) == 8 and list(iterations) == sorted(set(iterations))
    assert list(noise) == sorted(noise, reverse=True)


def test_a_policy_draws_as_its_function_weighs() -> None:
    likes = """
    program likes entry main
    seats (Ada)
    function main() -> none {
      locals (x: int)
      ask x: whole(1, 3) seat 0 kind number
      finish [[0]]
    }
    function likes(x: int) -> int {
      if eq(x, 2) {
        return 1
      }
      return 0
    }
    """
    match = Match.start(core_game(likes))
    let_answer(match, match.questions[0], make_player("policy:likes", 3, game=match.game))
    assert isinstance(match.events[0], Answered) and match.events[0].value == 2


def test_where_nobody_can_look_ahead_best_and_levels_play_all_the_same() -> None:
    sums = """
    program sums entry main
    seats (Ada, Ben)
    function main() -> int {
      locals (a: int, b: int)
      ask a: whole(1, 3) seat 0 kind number
      ask b: whole(1, 3) seat 1 kind number
      return add(a, b)
    }
    """
    game = core_game(sums)
    for spec in ("best", "level:5"):
        match = Match.start(game)
        let_answer(match, match.questions[0], make_player(spec, 3, game=game))
        assert len(match.events) == 1
    for spec in ("mcts:iterations=5", "greedy", "alphabeta"):
        match = Match.start(game)
        with pytest.raises(NoOptions, match="neither who has won nor a score"):
            let_answer(match, match.questions[0], make_player(spec, 3, game=game))
