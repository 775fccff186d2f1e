"""Generated games full of events: both engines agree on them, and nothing breaks."""

from __future__ import annotations

import pytest
from tests.languages.tgdl.running import play

import parlour
from parlour.game.position import Status
from parlour.testing.event_games import differences, event_game_of


@pytest.mark.parametrize("seed", range(5))
def test_both_engines_agree_on_a_generated_game(seed: int) -> None:
    assert differences(seed) == []


def test_generated_games_use_what_the_language_has() -> None:
    """Together they throw, queue, ask in the middle, ask several at once, shuffle, override and come to an end."""
    texts = "\n".join(event_game_of(seed) for seed in range(60))
    for word in (
        "event.throw(", "event.throw_sync(", "player player.all() input", "optional input", "auto input List",
        "input List<Unit>", "shuffle()", "reshuffle()", "override action", "base.Go()", "prio -", "visible {", "is E",
        "group class", "turn.pass(player.active(),", ".discard(", ".move_to(", "World.marks[World.log]", "require {",
    ):  # fmt: skip
        assert word in texts, word
    ended = 0
    for seed in range(12):
        position = parlour.load(event_game_of(seed), language="tgdl").start(seed)
        for _ in range(150):
            if position.status is not Status.OPEN:
                break
            position.answer(position.questions[0], position.legal(position.questions[0]).options[0].value)
        ended += position.status is Status.OVER
    assert ended >= 6


def test_a_list_is_asked_for_after_another_input() -> None:
    """The variable of the list was kept at the question before it, where it had no value yet."""
    played = play(
        """game "lists"; players 1;
        class Unit
        {
            string name = "";
            action Go
            {
                trigger PlayerChoiceEvent { return true; }
                input Unit first;
                input List<Unit> more { filter { return more.length < 2; } }
                effect { winner player.active(); }
            }
        }
        turn T { default { return 0; } }
        setup { Unit a = new Unit() { name = "a" }; a.assign(0); Unit b = new Unit() { name = "b" }; b.assign(0); }""",
        ["Go (b)", "a", "b", "done"],
    )
    assert played.options[1:] == [("a", "b"), ("a", "b", "done")]
    assert played.ranking == ((0,),)
