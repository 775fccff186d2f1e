"""The manual's own tic-tac-toe, byte for byte as it is printed there: it has never run anywhere, and here it runs."""

from __future__ import annotations

import pytest
from tests.languages.senet.conftest import SAMPLE, play, play_on

import parlour

PROMPT = 'Input coordinates of square to placein i.e. "22" or "10".\n'
AGAIN = "Do you want to continue playing?\nType y to continue and n to exit\n"


def win(player: int) -> str:
    return f"Player {player} wins.\nCongratulations!" + AGAIN


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("00 11 10 22 20 n", PROMPT * 5 + win(1) + "<exit>"),
        ("00 02 22 11 21 20 n", PROMPT * 6 + win(2) + "<exit>"),
        ("00 20 10 01 21 11 02 12 22 n", PROMPT * 9 + "Game ends in a draw.\n" + AGAIN + "<exit>"),
        ("00 22 01 n", PROMPT * 3 + win(1) + "<exit>"),
        ("01 22 02 20", PROMPT * 5),
        ("00 00 02 22 11 21 20 n", PROMPT * 7 + win(2) + "<exit>"),
        ("33 00 11 10 22 20 n", PROMPT * 6 + win(1) + "<exit>"),
        ("00 11 10 22 20 q 7 n", PROMPT * 5 + win(1) + AGAIN * 2 + "<exit>"),
        ("00 11 10 22 20 y 00 11 10 22 20 n", (PROMPT * 5 + win(1)).join(["", "<restart>", "<exit>"])),
        ("0011102220n", PROMPT * 5 + win(1) + "<exit>"),
    ],
    ids=[
        "X wins",
        "O wins on the anti-diagonal",
        "a draw",
        "two marks in a column win, as printed",
        "no win: it waits",
        "a refused move keeps the turn",
        "off the board is refused",
        "the question is asked until it is answered",
        "a restart gives a fresh board",
        "all on one line",
    ],
)
def test_the_transcripts_of_the_sample(answers, said):
    played = play(SAMPLE, answers=answers)
    assert played.said == said
    assert played.position.error is None
    expected = parlour.Status.OVER if said.endswith("<exit>") else parlour.Status.OPEN
    assert played.position.status is expected


@pytest.mark.parametrize(
    ("answers", "ranking"),
    [
        ("00 11 10 22 20", ((0,), (1,))),
        ("00 02 22 11 21 20", ((1,), (0,))),
        ("00 20 10 01 21 11 02 12 22", ((0, 1),)),
    ],
)
def test_the_outcome_is_known_when_playing_again_is_asked(answers, ranking):
    position = play(SAMPLE, answers=answers).position
    assert position.outcome is not None and position.outcome.ranking == ranking
    assert [question.after_end for question in position.questions] == [True]


def test_a_match_is_over_at_the_question_about_playing_again():
    match = parlour.Match.start(parlour.load(SAMPLE, language="senet"))
    for character in "0011102220":
        assert not match.is_over
        match.answer(match.questions[0], character)
    assert match.is_over and match.outcome is not None and match.outcome.winners == (0,)


def test_after_a_restart_nobody_has_won_yet():
    played = play(SAMPLE, answers="00 11 10 22 20 y 00")
    assert played.position.outcome is None
    assert played.position.questions[0].seat == 1
    assert not played.position.questions[0].after_end


def test_the_whole_moves_are_exactly_the_empty_cells():
    position = play(SAMPLE).position
    given = []
    for text in ("00", "11", "20", "02"):
        cells = {move.label.replace(" ", "") for move in position.moves(position.questions[0].seat).moves}
        assert cells == {f"{x}{y}" for x in range(3) for y in range(3)} - set(given)
        play_on(position, text)
        given.append(text)


def test_a_move_is_pointed_at_by_one_cell_of_the_board():
    position = play(SAMPLE, answers="11").position
    board = position.view(None).scene.boards[0].id
    for move in position.moves(1).moves:
        x, y = move.label
        assert [(anchor.item, anchor.cell) for anchor in move.anchors] == [(board, (int(x), int(y)))]


def test_the_board_is_drawn_though_the_program_never_prints_it():
    position = play(SAMPLE, answers="00 21").position
    (board,) = position.view(None).scene.boards
    assert (board.geometry, board.width, board.height) == ("square", 3, 3)
    texts = [None if cell is None else (cell.text, cell.owner) for cell in board.cells]
    assert texts == [("X", 0), None, None, None, None, ("Y", 1), None, None, None]
    assert board.columns == board.rows == ("0", "1", "2")


def test_looking_changes_nothing():
    position = play(SAMPLE, answers="00 21").position
    before = position.key
    position.view(None)
    position.state()
    assert position.key == before


def test_refused_answers_are_not_legal_and_errors_are_not_offered():
    position = play(SAMPLE, answers="00 1").position
    assert [option.label for option in position.legal(position.questions[0])] == ["0", "1", "2"]
    position = play(SAMPLE, answers="00 0").position
    assert [option.label for option in position.legal(position.questions[0])] == ["1", "2"]


def test_random_games_end_with_a_winner_or_a_draw():
    tally = parlour.load(SAMPLE, language="senet").simulator().playouts(30, seed=5)
    assert tally.games == 30
    assert set(tally.endings) <= {"0 wins", "1 wins", "draw"}


def test_the_state_has_the_players_and_the_board_as_it_prints():
    position = play(SAMPLE, answers="00 21").position
    assert position.state() == {"ON_MOVE": 0, "N_PLAYERS": 2, "b": "X . .\n. . Y\n. . .\n"}


def test_the_sample_yields_a_warning_for_each_semantic_tolerance():
    game = parlour.load(SAMPLE, language="senet")
    codes = [warning.code for warning in game.warnings]
    for code in ("SN140", "SN141", "SN142", "SN143", "SN144", "SN145", "SN052", "SN051"):
        assert code in codes, code
    assert all(warning.severity == "warning" for warning in game.warnings)


def test_the_letter_of_the_manual_refuses_its_own_sample():
    with pytest.raises(parlour.Diagnostics) as raised:
        parlour.load(SAMPLE, language="senet", strict=True)
    codes = {item.code for item in raised.value.found if item.is_error}
    assert {"SN140", "SN141", "SN142", "SN143", "SN144", "SN145", "SN150", "SN151"} <= codes
