"""Games that cannot go on, names that are not at the table, words that are nearly right: each with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.cli.exits import Exit

# Nothing has set `stones`, so no number is small enough.
STUCK = """\
@setup {
    int stones;
}

@turns {
    void begin() {
        int number;
        while (number < 1 or number > stones) {
            number = stoi(read(1));
        }
        exit();
    }
}
"""

# One of the two gets too few cards.
TOO_FEW = """\
main:
    do DEAL

let Player(name) be Actor with:
    const name: name

when do DEAL:
    deck = Stack(1..9)
    players = [Player('Ada'), Player('Ben')]
    for player in players:
        player do TAKE

when Player player do TAKE:
    string answer = input(['take'])
    print(deck do POP_TOP(5))
"""


@pytest.fixture
def stuck(tmp_path: Path) -> Path:
    file = tmp_path / "stuck.senet"
    file.write_text(STUCK, "utf-8")
    return file


@pytest.fixture
def too_few(tmp_path: Path) -> Path:
    file = tmp_path / "deal.ah"
    file.write_text(TOO_FEW, "utf-8")
    return file


def test_a_player_that_nobody_could_replace_says_that_the_game_is_stuck_and_where(inside, stuck) -> None:
    ended = inside("play", stuck, "--seats", "random")
    assert ended.code == Exit.FAILED
    assert "the game is stuck (line 9): whatever is answered" in ended.err
    assert "Let a person answer" not in ended.err


def test_a_simulation_says_where_games_are_stuck(inside, stuck) -> None:
    ended = inside("simulate", stuck, "--games", "10", "--engine", "python")
    assert ended.code == Exit.FAILED
    assert "for example: the game is stuck (line 9)" in ended.err


def test_a_simulation_shows_the_line_of_an_error(inside, too_few) -> None:
    ended = inside("simulate", too_few, "--games", "10", "--engine", "python")
    assert ended.code == Exit.FAILED
    assert "deal.ah:15:11: error[empty]" in ended.err
    assert "in TAKE, line 15" in ended.err


def test_a_seat_that_is_not_at_the_table_is_told_before_the_first_answer(inside, too_few) -> None:
    ended = inside("play", too_few, "--seats", "random", "--seat", "Benn=random", "--seed", "1")
    assert "warning: --seat: there is no seat Benn at the table. Did you mean Ben?" in ended.err


def test_a_file_without_its_ending_is_suggested(inside, too_few, monkeypatch) -> None:
    monkeypatch.chdir(too_few.parent)
    assert "Did you mean deal.ah?" in inside("play", "deal").err


@pytest.mark.parametrize("word", ["allhandsondeck", "ah", "AH"])
def test_codes_are_listed_by_the_name_or_the_ending_of_a_language(inside, word) -> None:
    shown = inside("explain", word).out
    assert shown.startswith("AH001")
    assert "SN001" not in shown


def test_a_simulation_says_where_no_answer_is_known(inside, stuck) -> None:
    stuck.write_text(STUCK.replace("read(1)", "read(6)"), "utf-8")
    ended = inside("simulate", stuck, "--games", "4", "--engine", "python")
    assert ended.code == Exit.FAILED
    assert "the game is stuck (line 9): of the answers that were tried, the program takes none" in ended.err
