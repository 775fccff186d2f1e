"""`parlour replay`: records played again, and what happens to those that cannot be."""

from __future__ import annotations

import pytest

from parlour.cli.exits import Exit

X_WINS = "(1,1)\n(2,1)\n(1,2)\n(2,2)\n(1,3)\n"


@pytest.fixture
def record(inside, tmp_path):
    """A match that X won."""
    inside("play", "tic-tac-toe", "--seed", "3", "--save", "won.match", stdin=X_WINS)
    return tmp_path / "won.match"


def test_the_moves_and_the_table_are_shown(parlour, record):
    ended = parlour("replay", record)
    assert ended.code == 0
    assert ended.out.startswith("1. X: (1, 1)\n2. O: (2, 1)\n3. X: (1, 2)\n4. O: (2, 2)\n5. X: (1, 3)\n")
    assert ended.out.count("┌───┬───┬───┐") == 1
    assert ended.out.endswith("X wins\n")


def test_only_the_beginning_is_shown_on_request(inside, record):
    ended = inside("replay", "won.match", "--to", "1")
    assert "1. X: (1, 1)" in ended.out and "2. O" not in ended.out
    assert inside("replay", "won.match", "--to", "0").out.count("X") == 0
    assert ended.err == "1 of 5 moves\n"
    wrong = inside("replay", "won.match", "--to", "9")
    assert wrong.code == Exit.USAGE and "only 5 moves" in wrong.err


def test_a_match_that_is_not_over_says_how_to_go_on(inside):
    inside("play", "tic-tac-toe", stdin="(1,1)\n")
    assert inside("replay", "tic-tac-toe-1.match").err == (
        "not over yet; go on with: parlour play --resume tic-tac-toe-1.match\n"
    )


def test_step_by_step_shows_the_table_after_every_move(inside, record):
    assert inside("replay", "won.match", "--step").out.count("┌───┬───┬───┐") == 6


def test_a_terminal_waits_for_enter_at_every_step(terminal, record):
    session = terminal("replay", "won.match", "--step", env={"NO_COLOR": "1"})
    for number in range(1, 6):
        assert f"{number}. " in session.wait_for("Enter goes on> ")
        session.type("\n")
    assert session.end()[0] == 0


def test_a_replay_as_json(inside, record):
    events = inside("replay", "won.match", "--json").events
    assert [event["event"] for event in events] == ["match", *["move"] * 5, "end"]
    assert events[0]["seed"] == 3 and events[0]["seats"] == {"X": "human", "O": "human"}
    assert events[1] == {"event": "move", "number": 1, "seat": "X", "answers": ["(1, 1)"]}
    assert events[-1]["status"] == "over" and events[-1]["ranking"] == [["X"], ["O"]]
    assert inside("replay", "won.match", "--json", "--to", "4").events[-1]["status"] == "waiting"


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text.replace("2. O: (2, 1)", "2. O: (3, 3)"), "won.match:"),
        (lambda text: text[: len(text) // 2], "won.match:"),
        (lambda text: "", "won.match:"),
        (lambda text: "a shopping list", "won.match:"),
        (lambda text: text.encode("utf-16"), "won.match: the file is not UTF-8 text"),
    ],
)
def test_a_damaged_record_is_refused_and_left_alone(damage, message, inside, record):
    damaged = damage(record.read_text())
    content = damaged if isinstance(damaged, bytes) else damaged.encode()
    assert content != record.read_bytes()
    record.write_bytes(content)
    ended = inside("replay", "won.match")
    assert ended.code == Exit.FILE
    assert message in ended.err
    assert ended.out == ""
    assert record.read_bytes() == content
    assert inside("play", "--resume", "won.match").code == Exit.FILE


def test_the_record_of_another_game_is_refused(inside, record):
    ended = inside("replay", "won.match", "--game", "connect-four")
    assert ended.code == Exit.FILE
    assert "is not the one this match was played with" in ended.err


def test_a_record_that_is_not_there(inside):
    ended = inside("replay", "missing.match")
    assert ended.code == Exit.FILE and "missing.match: there is no such file" in ended.err


def test_the_game_of_a_record_can_be_named(inside, record):
    assert inside("replay", "won.match", "--game", "tic-tac-toe").code == 0
    assert inside("replay", "won.match", "--game", "tic-tac").code == Exit.USAGE
