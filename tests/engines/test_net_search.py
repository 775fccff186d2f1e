"""Searches of GDL games on their nets, as players and people meet them: lines, proofs, several trees, the next move."""

from __future__ import annotations

from functools import cache

import pytest

import parlour
from parlour.engines.net.search.finding import NetSearch
from parlour.game.game import Game
from parlour.game.position import Position
from parlour.game.search import Given, Line, Settings, Unsearchable
from parlour.players import make_player
from parlour.players.search import TreeSearch, search


@cache
def load(name: str) -> Game:
    return parlour.load(name)


def begun(game: Game, moves: str) -> Position:
    position = game.start()
    for move in moves.split("; ") if moves else ():
        question = position.questions[0]
        value = position.read_answer(question, move)
        position.answer(question, value)  # type: ignore[arg-type]
    return position


def searched(game: Game, position: Position, seed: int = 7, **settings: object) -> NetSearch:
    found = search(game, position, position.questions[0].seat, seed, Settings(**settings))  # type: ignore[arg-type]
    assert isinstance(found, NetSearch)
    return found


def visits(lines: tuple[Line, ...]) -> list[tuple[str, int, float]]:
    return [(line.move.label, line.visits, line.worth) for line in lines]


@pytest.mark.parametrize("name", ["tic-tac-toe-gdl", "tron", "connect-four-gdl"])
def test_the_same_seed_iterations_and_trees_give_the_same_lines_for_any_number_of_jobs(name: str) -> None:
    game = load(name)

    def found(seed: int, trees: int, jobs: int) -> list[tuple[str, int, float]]:
        own = searched(game, game.start(), seed, trees=trees)
        assert own.grow(500, jobs=jobs) == own.iterations == 500
        return visits(own.lines())

    once = found(7, 3, 1)
    assert once == found(7, 3, 2) == found(7, 3, 8)
    assert once != found(7, 1, 1) and once != found(8, 3, 1)
    assert sum(count for _, count, _ in once) == 500


def minimax(position: Position, memory: dict[bytes, tuple[float, ...]]) -> tuple[float, ...]:
    """What a game of two in turn comes to, by looking at everything."""
    if position.outcome is not None:
        assert position.outcome.scores is not None
        return tuple(score / 100 for score in position.outcome.scores)
    if position.key not in memory:
        question = position.questions[0]
        assert question.seat is not None
        found = []
        for option in position.legal(question):
            following = position.copy()
            following.answer(question, option.value)
            found.append(minimax(following, memory))
        memory[position.key] = max(found, key=lambda scores: scores[question.seat or 0])
    return memory[position.key]


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("tic-tac-toe-gdl", "(mark 2 2); (mark 1 1); (mark 2 3)"),
        ("tic-tac-toe-gdl", "(mark 1 1); (mark 2 2); (mark 3 3)"),
        ("misere-tic-tac-toe", "(mark 1 1); (mark 1 2); (mark 2 1); (mark 3 1)"),
    ],
)
def test_what_is_proved_is_what_minimax_says(name: str, moves: str) -> None:
    game = load(name)
    position = begun(game, moves)
    question = position.questions[0]
    known = {}
    for option in position.legal(question):
        following = position.copy()
        following.answer(question, option.value)
        known[option.label] = minimax(following, {})[question.seat or 0]
    found = searched(game, position)
    found.grow(30_000)
    assert found.is_done, "a small game is proved"
    lines = found.lines()
    for line in lines:
        if line.proof is not None:
            assert line.worth == known[line.move.label]
            assert line.proof == ("win" if line.worth == 1 else "loss" if line.worth == 0 else "known")
    assert known[lines[0].move.label] == max(known.values())
    assert found.best() == lines[0].move.answers[0].value


def test_lines_tell_how_it_would_go_on() -> None:
    game = load("tic-tac-toe-gdl")
    found = searched(game, begun(game, "(mark 1 1); (mark 2 2); (mark 1 2)"))
    found.grow(3_000)
    best = found.lines()[0]
    assert best.move.label == "(mark 1 3)", "it has to be stopped"
    seats = [move.seat for move in (best.move, *best.continuation)]
    assert seats[:3] == [1, 0, 1]
    # Every move of it is legal where it is made.
    position = begun(game, "(mark 1 1); (mark 2 2); (mark 1 2)")
    for move in (best.move, *best.continuation):
        question = position.questions[0]
        assert question.seat == move.seat
        assert position.answer(question, move.answers[0].value) is position.last


def test_what_is_known_of_the_state_that_comes_is_kept() -> None:
    game = load("connect-four-gdl")
    found = searched(game, game.start(), trees=2)
    found.grow(4_000)
    line = found.lines()[0]
    assert found.advance([Given(0, found.best())])
    # Fewer came through it than tried the move: those of one batch that made its first child ended there.
    assert 0 < found.iterations <= line.visits and found.position.questions[0].seat == 1
    reply = found.lines()[0].move
    assert reply.seat == 1 or reply.seat == 0
    with pytest.raises(ValueError, match="not asked"):
        found.advance([Given(0, "(drop 1)")])


def test_what_was_never_looked_at_begins_anew() -> None:
    game = load("connect-four-gdl")
    found = searched(game, game.start())
    found.grow(3)
    tried = {line.move.label for line in found.lines() if line.visits}
    other = next(line.move for line in found.lines() if line.move.label not in tried)
    assert not found.advance([Given(0, other.answers[0].value)])
    assert found.iterations == 0 and found.grow(10) == 10


def test_steps_together_and_chance_are_followed() -> None:
    game = load("tron")
    found = searched(game, game.start())
    found.grow(500)
    own = found.best()
    position = found.position
    others = [question for question in position.questions if question.seat != found.seat]
    answers = [Given(found.seat, own), *(Given(one.seat, position.legal(one).options[0].value) for one in others)]
    found.advance(answers)
    assert len(found.position.history) == 1


def test_memory_stays_within_what_was_set() -> None:
    game = load("connect-four-gdl")
    found = searched(game, game.start(), nodes=300, trees=3)
    found.grow(5_000)
    assert [tree.room.size for tree in found.trees] == [100, 100, 100]


def test_a_deadline_and_whoever_has_heard_enough_end_it() -> None:
    game = load("connect-four-gdl")
    for trees in (1, 2):
        found = searched(game, game.start(), trees=trees)
        assert found.grow(deadline=0.0, jobs=2) == 0
        left = iter([True] * 3)
        assert 0 < found.grow(10**9, jobs=2, is_wanted=lambda left=left: next(left, False)) < 10**9  # type: ignore[misc]
    with pytest.raises(ValueError, match="by iterations, or until a deadline"):
        found.grow()


def test_an_interruption_gets_through_and_leaves_a_tree_to_go_on_with() -> None:
    game = load("connect-four-gdl")

    def interrupted() -> bool:
        raise KeyboardInterrupt

    for trees in (1, 2):
        found = searched(game, game.start(), trees=trees)
        found.grow(50)
        with pytest.raises(KeyboardInterrupt):
            found.grow(10**9, jobs=2, is_wanted=interrupted)
        before = found.iterations
        assert found.grow(50) == 50
        # What was under way when it was interrupted was no visit.
        assert 100 <= sum(line.visits for line in found.lines()) <= before + 50


def test_where_there_is_no_net_or_places_count_the_reference_searches() -> None:
    game = load("tic-tac-toe-gdl")
    assert isinstance(search(game, game.start(), 0, 1, Settings(aim="rank")), TreeSearch)
    # A counter without an end: there are more facts than can be written down.
    endless = """
    (role a) (init (at 0)) (<= (legal a stay) (true (at ?n))) (<= (legal a (go ?n)) (true (at ?n)))
    (<= (next (at (s ?n))) (does a (go ?n))) (<= (next (at ?n)) (does a stay) (true (at ?n)))
    (<= terminal (true (at (s (s (s 0)))))) (goal a 100)
    """
    without = parlour.load(endless, language="gdl")
    assert isinstance(search(without, without.start(), 0, 1), TreeSearch)


def test_a_match_that_is_over_and_a_seat_that_waits_are_refused() -> None:
    game = load("tic-tac-toe-gdl")
    with pytest.raises(Unsearchable, match="not asked"):
        search(game, game.start(), 1, 1)
    over = begun(game, "(mark 1 1); (mark 2 1); (mark 1 2); (mark 2 2); (mark 1 3)")
    with pytest.raises(Unsearchable, match="over"):
        search(game, over, 0, 1)


def test_trees_take_turns_however_small_the_parts_are_that_they_grow_by() -> None:
    game = load("tic-tac-toe-gdl")
    found = searched(game, game.start(), trees=3, batch=1)
    for _ in range(10):
        assert found.grow(1) == 1
    assert [tree.iterations for tree in found.trees] == [4, 3, 3]


def test_players_can_be_told_of_trees_and_batches() -> None:
    game = load("connect-four-gdl")
    player = make_player("mcts:iterations=100,trees=2,batch=8", 1, game=game)
    assert player.settings == Settings(trees=2, batch=8)  # type: ignore[attr-defined]
