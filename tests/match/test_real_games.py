"""The laws of a match on real engines: a race with dice, two-part moves and votes, and the games of the library."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour import library
from parlour.game.game import Game
from parlour.game.position import Step
from parlour.match import Answered, Match, read_record, record_of, replay, write_json, write_text
from parlour.players import RandomPlayer, play_out
from parlour.testing.core_games import core_game

RACE = """
program race entry main
symbols (Stay, Go)
seats (Ada, Ben)
global points: list[int]
global turn: int
function main() -> none {
  locals (src: int, dst: int, votes: list[string], voters: list[int], names: list[list[string]])
  @points = [chance(3), 0]
  @turn = 0
  voters = [0, 1, 1]
  while lt(add(list_get(@points, 0), list_get(@points, 1)), 9) {
    ask src: whole(1, 3) seat @turn kind number
    ask dst: whole(1, 4) seat @turn kind number
    tell "moved "
    do list_set(@points, @turn, add(list_get(@points, @turn), add(chance(2), chance([1, 0, 3]))))
    @turn = sub(1, @turn)
    if eq(@turn, 0) {
      names = [["Ada", "Ben"], ["Ada", "Ben"], ["Ben", "Ben"]]
      ask group votes: options(names) seat voters kind choice
      do list_set(@points, 0, add(list_get(@points, 0), list_length(votes)))
    }
  }
  finish [[0], [1]]
  ask src: whole(1, 2) seat 0 kind number
}
"""

named = pytest.mark.parametrize("name", ["a race in core", *(entry.name for entry in library.all())])


@cache
def game(name: str) -> Game:
    return core_game(RACE) if library.find(name) is None else parlour.load(name)


# Trying every answer out is slow in big games; few examples of many moves say enough.
PICKS = st.lists(st.integers(0, 1000), max_size=12)
few = settings(max_examples=10)


def play(match: Match, picks: list[int]) -> Match:
    for pick in picks:
        if match.is_over:
            break
        question = match.questions[pick % len(match.questions)]
        options = match.position.legal(question).options
        if options:
            assert isinstance(match.answer(question, options[pick // 7 % len(options)].value), Step)
    return match


def image(match: Match) -> object:
    return match.position.key, match.events, match.questions, match.outcome, match.position.state()


@named
@few
@given(PICKS, st.integers(0, 3))
def test_undo_and_redo_lead_through_the_same_positions(name: str, picks: list[int], seed: int) -> None:
    match = play(Match.start(game(name), seed=seed), picks)
    downwards = [image(match)]
    while match.can_undo:
        match.undo()
        downwards.append(image(match))
    assert image(match) == image(Match.start(game(name), seed=seed))
    upwards = [image(match)]
    while match.can_redo:
        match.redo()
        upwards.append(image(match))
    assert upwards == downwards[::-1]


@named
@few
@given(PICKS, st.sampled_from([write_text, write_json]))
def test_a_record_replays_to_the_same_match(name: str, picks: list[int], write: object) -> None:
    match = play(Match.start(game(name), seed=5), picks)
    text = (write_text if write is write_text else write_json)(match)
    again = replay(game(name), read_record(text))
    assert image(again) == image(match)
    assert record_of(again) == record_of(match)


@named
@few
@given(PICKS, st.integers(0, 12))
def test_a_branch_is_the_beginning_played_by_itself(name: str, picks: list[int], at: int) -> None:
    match = play(Match.start(game(name)), picks)
    before = image(match)
    at = min(at, len(match.events))
    branch = match.branch(at)
    fresh = Match.start(game(name))
    for event in match.events[:at]:
        assert isinstance(event, Answered)
        fresh.answer(event.question, event.value)
    assert image(branch) == image(fresh)
    play(branch, [3, 5])
    assert image(match) == before


@named
def test_random_players_play_the_same_match_from_the_same_seed(name: str) -> None:
    records = []
    for _ in range(2):
        match, player = Match.start(game(name), seed=1), RandomPlayer(2)
        play_out(match, lambda seat, player=player: player, most_answers=60)  # type: ignore[misc]
        records.append(write_text(match))
    assert records[0] == records[1]
    assert replay(game(name), read_record(records[0])).events


def test_a_race_is_recorded_with_its_dice_groups_and_moves_of_two_answers() -> None:
    match = Match.start(game("a race in core"), seed=4)
    for label in ("1", "4", "2", "3"):
        match.answer_text(match.questions[0], label)
    match.answer(match.questions[2], 1)
    match.answer(match.questions[0], 1)
    match.answer(match.questions[0], 0)
    text = write_text(match)
    assert (
        text.split("\n")[1]
        == '{2}   1. Ada: 1 4 {0 2}   2. Ben: 2 3 {0 2}   3. {Ben: "Ben (2)" #7, Ada: Ben, Ben: Ada}'
    )
    assert '[Result "Ada"]' in text
    assert match.is_over and match.position.questions
    assert [move.label for move in match.moves] == ["1 4", "2 3", "Ben (2)", "Ben", "Ada"]


def marked_cells(match: Match, viewer: int | None = None) -> list[tuple[int, int]]:
    (board,) = (board for board in match.scene(viewer).boards if board.marks)
    return sorted((number % board.width, number // board.width) for number in board.marks)


@pytest.mark.parametrize(
    ("name", "answers", "cells"),
    [
        ("connect-four", ["4"], [(3, 5)]),
        ("chess", ["e", "2", "e", "4"], [(4, 4), (4, 6)]),
        # Black has only begun: White's move is still the last one.
        ("chess", ["e", "2", "e", "4", "d", "7", "d"], [(4, 4), (4, 6)]),
        ("tic-tac-toe-gdl", ["(mark 1 3)"], [(0, 0)]),
        ("filetto", ["Put", "Sheet[0][1]"], [(0, 1)]),
    ],
)
def test_the_cells_that_the_last_move_changed_are_marked_and_what_setup_placed_is_not(
    name: str, answers: list[str], cells: list[tuple[int, int]]
) -> None:
    match = Match.start(game(name))
    assert not any(board.marks for board in match.scene(0).boards)
    for answer in answers:
        assert isinstance(match.answer_text(match.questions[0], answer), Step)
    assert marked_cells(match) == cells
    while match.can_undo:
        match.undo()
    assert not any(board.marks for board in match.scene(0).boards)
