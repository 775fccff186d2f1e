"""Players at a match: they see their view, their choices are given, and what they cannot do is told."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from parlour.game.error import Refused
from parlour.game.outcome import Outcome
from parlour.game.position import Step
from parlour.game.view import OpenQuestion, View
from parlour.match import Answered, Match
from parlour.players import Choice, Imagine, NoOptions, RandomPlayer, Resigns, Typed, let_answer, play_out
from parlour.testing.core_games import core_game

SUM = """
program sum entry main
seats (Ada, Ben)
function main() -> int {
  locals (a: int, b: int)
  ask a: whole(1, 3) seat 0 kind number
  ask b: whole(1, 3) seat 1 kind number
  return add(a, b)
}
"""
WORDS = """
program words entry main
function main() -> string {
  locals (word: string)
  ask word: line seat -1 kind text
  return word
}
"""
LONG = """
program long entry main
function main() -> none {
  locals (go: bool, count: int)
  count = 0
  while lt(count, 1000) {
    ask go: yes_no seat -1 kind choice
    count = add(count, add(1, chance(6)))
  }
}
"""
STUCK = """
program stuck entry main
function main() -> none {
  locals (go: bool)
  while true {
    ask go: yes_no seat -1 kind choice
  }
}
"""


@dataclass
class Script:
    """A player that says what it was told to say, and remembers what it was shown."""

    choices: list[Choice]
    seen: list[tuple[View, OpenQuestion]] = field(default_factory=list)
    imagined: list[bytes | None] = field(default_factory=list)

    def choose(self, view: View, question: OpenQuestion, imagine: Imagine) -> Choice:
        self.seen.append((view, question))
        imagined = imagine(7)
        self.imagined.append(None if imagined is None else imagined.key)
        return self.choices.pop(0)


def test_each_seat_is_asked_in_its_own_view_until_the_match_is_over() -> None:
    match = Match.start(core_game(SUM))
    ada, ben = Script([2]), Script([Typed("3")])
    play_out(match, lambda seat: ada if seat is not None and seat.name == "Ada" else ben)
    assert match.outcome == Outcome(None, 2, value="5")
    assert [view.viewer for view, _ in (*ada.seen, *ben.seen)] == [0, 1]
    assert [option.label for option in ben.seen[0][1].options] == ["1", "2", "3"]


def test_a_refused_choice_is_asked_for_again() -> None:
    match = Match.start(core_game(SUM))
    player = Script([99, Typed("many"), 1, 1])
    play_out(match, lambda seat: player)
    assert match.outcome is not None and match.outcome.value == "2"
    assert [question.question.id for _, question in player.seen] == [1, 1, 1, 2]


def test_a_player_that_is_always_refused_does_not_play_for_ever() -> None:
    match = Match.start(core_game(SUM))
    with pytest.raises(NoOptions, match="refused 100 times in a row"):
        play_out(match, lambda seat: Script([99] * 100))
    assert match.events == ()


def test_a_player_may_give_up_for_its_seat() -> None:
    match = Match.start(core_game(SUM))
    outcome = let_answer(match, match.questions[0], Script([Resigns()]))
    assert outcome == Outcome(((1,), (0,)), 2, reason="Ada resigned")
    assert match.is_over


def test_nobody_in_particular_cannot_give_up() -> None:
    match = Match.start(core_game(WORDS))
    assert isinstance(let_answer(match, match.questions[0], Script([Resigns()])), Refused)
    assert isinstance(let_answer(match, match.questions[0], Script(["enough"])), Step)
    assert match.is_over


def test_a_player_may_imagine_what_its_seat_cannot_tell_from_the_real_position() -> None:
    for text in (SUM, LONG):
        match = Match.start(core_game(text))
        player = Script([1 if text is SUM else True])
        before = match.position.key
        let_answer(match, match.questions[0], player)
        assert player.imagined == [before]


def test_a_long_match_stops_after_so_many_answers() -> None:
    match = Match.start(core_game(LONG))
    play_out(match, lambda seat: RandomPlayer(1), most_answers=25)
    assert len(match.events) == 25
    assert not match.is_over


def test_a_random_player_says_that_it_cannot_write() -> None:
    with pytest.raises(NoOptions, match="cannot be listed"):
        play_out(Match.start(core_game(WORDS)), lambda seat: RandomPlayer(1))


def test_a_random_player_says_that_every_answer_leads_back_to_the_question() -> None:
    with pytest.raises(NoOptions, match="every answer that is known leads back to the same question"):
        play_out(Match.start(core_game(STUCK)), lambda seat: RandomPlayer(1))


def test_who_plays_does_not_change_the_dice() -> None:
    def dice(seed: int) -> list[tuple[int, ...]]:
        match = Match.start(core_game(LONG), seed=9)
        player = RandomPlayer(seed)
        play_out(match, lambda seat: player, most_answers=20)
        return [event.drawn for event in match.events if isinstance(event, Answered)]

    assert dice(1) == dice(2)
