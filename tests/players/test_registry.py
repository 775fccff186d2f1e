"""Players by name."""

from __future__ import annotations

import pytest

from parlour.players import PLAYERS, RandomPlayer, make_player


def test_every_name_makes_a_player() -> None:
    someone = RandomPlayer(0)
    for name in PLAYERS:
        assert make_player(name, 1, human=lambda: someone) is not None
    assert make_player("human", 1, human=lambda: someone) is someone


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("radnom", "there is no player radnom. Did you mean random?"),
        ("Human", "there is no player Human. Did you mean human?"),
        ("deep blue\x1b", "there is no player deep blue\\x1b. The players are human, random."),
        ("human", "nobody can be asked here; choose another player than human"),
    ],
)
def test_a_player_that_does_not_exist_is_told_with_a_suggestion(spec: str, message: str) -> None:
    with pytest.raises(ValueError) as problem:
        make_player(spec, 1)
    assert str(problem.value) == message
