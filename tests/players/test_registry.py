"""Players by their specifications."""

from __future__ import annotations

import pytest

import parlour
from parlour.players import RandomPlayer, UnfitPlayer, UnknownPlayer, make_player, player_names, read_player
from parlour.players.thinkers import LevelPlayer, TreePlayer


def test_a_person_is_asked_where_there_is_a_way() -> None:
    someone = RandomPlayer(0)
    assert make_player("human", 1, human=lambda: someone) is someone


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "random:seed=3",
        "greedy",
        "greedy:playouts=4,aim=rank",
        "mcts",
        "mcts:iterations=20,seed=7",
        "mcts:time=500ms,curiosity=1.4,nodes=100",
        "alphabeta:depth=2,playouts=4",
        "alphabeta:time=1.5s",
        "level:1",
        "level:8,seed=4",
        "best:iterations=30",
        "cmd:./my player --fast,hard=yes",
    ],
)
def test_every_specification_makes_a_player(spec: str) -> None:
    game = parlour.load("nim")
    assert make_player(spec, 1, game=game) is not None


def test_what_a_specification_says_reaches_the_player() -> None:
    game = parlour.load("nim")
    player = make_player("mcts:iterations=20,aim=rank,nodes=99", 1, game=game)
    assert isinstance(player, TreePlayer)
    assert (player.effort.iterations, player.settings.aim, player.settings.nodes) == (20, "rank", 99)
    timed = make_player("mcts:time=2m", 1, game=game)
    assert isinstance(timed, TreePlayer) and (timed.effort.iterations, timed.effort.time_s) == (None, 120.0)
    level = make_player("level:3", 1, game=game)
    assert isinstance(level, LevelPlayer) and level.noise == 22
    assert make_player("random:seed=3", 1) is not None
    assert repr(make_player("random:seed=3", 1)) != repr(make_player("random", 1))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("radnom", "there is no player radnom. Did you mean random?"),
        ("Human", "there is no player Human. Did you mean human?"),
        ("deep blue\x1b", f"there is no player deep blue\\x1b. The players are {', '.join(player_names())}."),
        ("human:3", "human is told nothing more: write human alone"),
        ("mcts:iteration=5", "mcts:iteration=5: mcts cannot be told 'iteration=5'. Did you mean iterations?"),
        (
            "random:quick",
            "random:quick: random cannot be told 'quick'. random can be told seed=7.",
        ),
        ("mcts:seed=1,seed=2", "mcts:seed=1,seed=2: seed is said twice"),
        ("mcts:iterations=lots", "mcts:iterations=lots: iterations is to be a whole number from 1 to 1,000,000,000"),
        ("mcts:iterations=0", "mcts:iterations=0: iterations is to be a whole number from 1 to 1,000,000,000"),
        ("mcts:time=5", "mcts:time=5: time is to be a time such as 500ms, 2s or 1m"),
        ("mcts:time=-1s", "mcts:time=-1s: time is to be a time such as 500ms, 2s or 1m"),
        ("mcts:aim=scores", "mcts:aim=scores: aim is to be rank or score. Did you mean score?"),
        ("mcts:curiosity=nan", "mcts:curiosity=nan: curiosity is to be a number from 0 to 1000"),
        ("level", "level needs more: for example level:3"),
        ("level:9", "level:9: this is to be a whole number from 1 to 8"),
        ("cmd:", "cmd needs more: for example cmd:PROGRAM"),
        ("", f"there is no player . The players are {', '.join(player_names())}."),
    ],
)
def test_what_does_not_exist_is_told_with_a_suggestion(spec: str, message: str) -> None:
    with pytest.raises(UnknownPlayer) as problem:
        read_player(spec)
    assert str(problem.value) == message


@pytest.mark.parametrize(
    ("spec", "name", "reason"),
    [
        ("mcts", "war", "have secrets"),
        ("alphabeta", "tron-four", "for two seats, and this game has 4"),
        ("alphabeta", "war", "have secrets"),
        ("alphabeta", "tron", "asked at the same time"),
        ("policy:careful", "nim", "there is no policy `careful`"),
        ("policy:careful", "tron", "a policy is a function of a program"),
    ],
)
def test_who_cannot_play_a_game_says_why(spec: str, name: str, reason: str) -> None:
    with pytest.raises(UnfitPlayer, match=reason):
        make_player(spec, 1, game=parlour.load(name))


def test_a_person_and_a_thinker_need_more_than_a_seed() -> None:
    with pytest.raises(UnknownPlayer, match="nobody can be asked here"):
        make_player("human", 1)
    with pytest.raises(UnknownPlayer, match="has to know the game"):
        make_player("mcts", 1)


@pytest.mark.parametrize(("name", "is_simultaneous"), [("gallery", True), ("briscolina", False), ("tron", True)])
def test_a_game_says_whether_several_are_asked_at_once(name: str, is_simultaneous: bool) -> None:
    assert parlour.load(name).info.kind.is_simultaneous is is_simultaneous
