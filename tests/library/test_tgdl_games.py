"""What makes TGDL's larger games these games: their secrets, their maps, and what their rules refuse."""

from __future__ import annotations

from collections import Counter

import parlour
from parlour.game.position import Position
from parlour.game.scene import Grid, Hand


def answered(name: str, *answers: str) -> Position:
    """A game after these answers, each to the first open question."""
    position = parlour.load(name).start(1, engine="python")
    for answer in answers:
        question = position.questions[0]
        labels = {option.label: option.value for option in position.legal(question)}
        position.answer(question, labels[answer])
    return position


def offered(position: Position) -> list[str]:
    return [option.label for option in position.legal(position.questions[0])]


def seats(position: Position) -> dict[str, dict[str, str]]:
    """The table of what is counted for each seat."""
    grid = next(item for item in position.view(None).scene.items if isinstance(item, Grid))
    return {row[0]: dict(zip(grid.heads[1:], row[1:], strict=True)) for row in grid.rows}


def test_bids_are_secret_until_all_are_made() -> None:
    five, seven = answered("gallery", "5"), answered("gallery", "7")
    for viewer in (1, 2, 3, None):
        assert repr(five.view(viewer).scene) == repr(seven.view(viewer).scene)
        assert viewer is None or five.view_key(viewer) == seven.view_key(viewer)
    assert len(five.questions) == 3


def test_the_highest_bid_that_nobody_else_has_made_wins() -> None:
    after = answered("gallery", "9", "9", "4", "2")
    assert {name: row["coins"] for name, row in seats(after).items()} == {
        "Ada": "30",
        "Ben": "30",
        "Cleo": "26",
        "Dan": "30",
    }
    put_away = answered("gallery", "9", "9", "4", "4")
    assert {row["coins"] for row in seats(put_away).values()} == {"30"}


def test_a_patron_is_known_to_its_dealer_alone() -> None:
    position = answered("gallery")
    for viewer in range(4):
        patrons = [i for i in position.view(viewer).scene.items if isinstance(i, Hand) and "patron" in i.title]
        assert [hand.owner for hand in patrons if not hand.pieces[0].is_hidden] == [viewer]


def test_the_marches_are_twelve_provinces_and_four_for_each_lord() -> None:
    (board,) = answered("marches").view(None).scene.boards
    assert (len(board.cells), len(board.links)) == (12, 18)
    assert Counter(piece.owner for piece in board.all_pieces) == {0: 4, 1: 4, 2: 4}


def test_an_attack_goes_over_a_border_from_two_armies() -> None:
    position = answered("marches")
    first = offered(answered("marches", "Muster"))[0]
    mustered = answered("marches", "Muster", first, "Muster", first)
    assert {"Attack", "Stop"} <= set(offered(mustered))
    (board,) = position.view(None).scene.boards
    owners = {name: piece.owner for name, piece in zip(board.columns, board.cells, strict=True) if piece is not None}
    assert {owners[name] for name in offered(answered("marches", "Muster", first, "Muster", first, "Attack"))} == {0}


def test_a_place_without_room_is_not_offered() -> None:
    assert "Quarry" in offered(answered("harbour", "Send", "Quarry", "Send"))
    assert "Quarry" not in offered(answered("harbour", "Send", "Quarry", "Send", "Quarry", "Send"))
    assert "Lighthouse" not in offered(answered("harbour", "Send"))


def test_work_brings_two_coins_and_the_next_maker() -> None:
    after = answered("clockwork", "Work")
    assert seats(after)["Ada"]["coins"] == "5" and after.questions[0].seat == 1


def test_the_tide_comes_after_three_things_and_a_rest_ends_the_turn() -> None:
    rested = answered("high-tide", "Rest")
    assert rested.questions[0].seat == 1
    walked = answered("high-tide", "Walk", "Island[0][1]")
    assert walked.questions[0].seat == 0 and walked.state()["Coast"]["to_do"] == 2  # type: ignore[index]
