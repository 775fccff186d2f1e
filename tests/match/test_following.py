"""The ids of pieces: kept while a viewer can follow them, and worked out from what that viewer sees alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parlour.game.scene import Board, Hand, Piece, Pile, Scene, SceneItem
from parlour.match import Match
from parlour.match.following import Trail, follow, with_ids
from parlour.pipeline import load

BACK = Piece("", is_hidden=True)


def board(*texts: str | Piece) -> Board:
    cells = tuple((Piece(text) if isinstance(text, str) else text) if text else None for text in texts)
    return Board("board", "square", len(cells), 1, cells)


def hand(name: str, *texts: str | Piece) -> Hand:
    return Hand(name, name, tuple(Piece(text) if isinstance(text, str) else text for text in texts))


def pile(name: str, count: int, top: str | Piece | None = BACK) -> Pile:
    return Pile(name, name, count, Piece(top) if isinstance(top, str) else top)


def ids(*scenes: tuple[SceneItem, ...]) -> list[tuple[str, ...]]:
    """The ids of the pieces in these scenes, one after the other."""
    trail, found = Trail(), []
    for number, items in enumerate(scenes):
        trail = follow(trail, Scene(items), number)
        found.append(trail.ids)
    return found


def test_what_stays_and_what_moves_is_the_same_piece() -> None:
    assert ids((board("X", "O", "", "K"),), (board("", "O", "X", "K"),)) == [
        ("0.1", "0.2", "0.3"),
        ("0.2", "0.1", "0.3"),
    ]


def test_a_piece_that_takes_another_is_still_itself() -> None:
    assert ids((board("X", "O"),), (board("", "X"),))[1] == ("0.1",)


def test_a_piece_that_was_put_on_the_board_is_new() -> None:
    assert ids((board("X", "", ""),), (board("X", "X", ""),), (board("X", "X", "O"),))[1:] == [
        ("0.1", "1.1"),
        ("0.1", "1.1", "2.1"),
    ]


def test_of_two_alike_that_move_at_once_nobody_can_say_which_is_which() -> None:
    assert ids((board("X", "X", "", ""),), (board("", "", "X", "X"),))[1] == ("1.1", "1.2")


def test_a_card_flies_from_ones_hand_to_the_pile_and_covers_what_lay_there() -> None:
    before = (hand("mine", "R5", "B2"), pile("discards", 7, "R5"))
    after = (hand("mine", "B2"), pile("discards", 8, "R5"))
    assert ids(before, after) == [("0.1", "0.2", "0.3"), ("0.2", "0.1")]


def test_a_card_of_somebody_else_is_turned_over_when_it_is_played() -> None:
    before = (hand("theirs", BACK, BACK, BACK), pile("discards", 7, "G1"))
    after = (hand("theirs", BACK, BACK), pile("discards", 8, "R5"))
    assert ids(before, after)[1] == ("0.1", "0.2", "0.3")


@pytest.mark.parametrize("drawn", ["R5", BACK])
def test_a_card_is_drawn_from_the_top_and_what_was_below_it_is_new(drawn: str | Piece) -> None:
    before, after = (pile("deck", 30), hand("somebody's", "B2")), (pile("deck", 29), hand("somebody's", "B2", drawn))
    assert ids(before, after)[1] == ("1.1", "0.2", "0.1")


def test_two_cards_that_are_drawn_at_once_are_new() -> None:
    assert ids((pile("deck", 30), hand("h")), (pile("deck", 28), hand("h", "A", "B")))[1] == ("1.1", "1.2", "1.3")


def test_nothing_that_was_seen_is_known_again_after_a_shuffle() -> None:
    """Discards go back face down, and come again: whatever is drawn is new, or the back on top."""
    seen = [
        (pile("deck", 1), pile("discards", 3, "R5"), hand("mine", "B2")),
        (pile("deck", 3), pile("discards", 1, "B2"), hand("mine")),
        (pile("deck", 2), pile("discards", 1, "B2"), hand("mine", "R5")),
    ]
    first, second, third = ids(*seen)
    assert not {first[0], first[1]} & {*second}
    assert third[-1] == second[0] and third[-1] not in first


def test_a_card_that_is_laid_face_down_among_others_is_not_followed() -> None:
    before, after = (hand("mine", "R5"), hand("theirs", BACK)), (hand("mine"), hand("theirs", BACK, BACK))
    assert ids(before, after)[1] == ("0.2", "1.1")


def test_one_card_that_is_turned_over_on_its_cell_is_the_same_and_two_are_not() -> None:
    assert ids((board(BACK, BACK),), (board("A", BACK),), (board("A", "B"),), (board("A", BACK),))[1:] == [
        ("0.1", "0.2"),
        ("0.1", "0.2"),
        ("0.1", "0.2"),
    ]
    assert ids((board("A", "B"),), (board(BACK, BACK),))[1] == ("1.1", "1.2")


def test_ids_are_put_where_the_pieces_are() -> None:
    scene = Scene((board("X", "", "O"), hand("h", "A", "B"), pile("p", 3, "C"), pile("q", 0, None)))
    named = with_ids(scene, follow(Trail(), scene, 4).ids)
    assert named == scene  # an id is no part of how a piece looks
    assert [piece.id for item in named.items for piece in pieces(item)] == [f"4.{n}" for n in range(1, 6)]


def pieces(item: SceneItem) -> Iterator[Piece]:
    match item:
        case Board():
            yield from item.all_pieces
        case Hand():
            yield from item.pieces
        case Pile() if item.top is not None:
            yield item.top


def all_ids(scene: Scene) -> list[str]:
    return [piece.id for item in scene.items for piece in pieces(item)]


@pytest.mark.parametrize("name", ["uno", "reversi", "kuhn-poker", "marches"])
def test_ids_follow_from_what_a_viewer_has_seen_and_from_nothing_else(name: str) -> None:
    """The law of views: whatever differs below the table, equal scenes have equal ids. `follow` is handed nothing but
    scenes; here the match gives just what it gives, however it is looked at."""
    match = Match.start(load(name), seed=5)
    viewers = (0, 1, None)
    trails = {viewer: follow(Trail(), match.scene(viewer), 0) for viewer in viewers}
    looked_at_each = Match.start(match.game, seed=5)
    for number in range(1, 13):
        if match.is_over:
            break
        question = match.questions[0]
        options = match.position.legal(question).options
        for each in (match, looked_at_each):
            each.answer(question.id, options[number * 7 % len(options)].value)
        for viewer in viewers:
            trails[viewer] = follow(trails[viewer], match.scene(viewer), number)
            assert all_ids(looked_at_each.followed(viewer)) == list(trails[viewer].ids)
    for viewer in viewers:
        assert all_ids(match.followed(viewer)) == list(trails[viewer].ids)
        assert all_ids(match.branch().followed(viewer)) == list(trails[viewer].ids)


@pytest.mark.parametrize("name", ["uno", "connect-four"])
def test_what_is_taken_back_has_the_ids_it_had(name: str) -> None:
    match = Match.start(load(name), seed=5)
    seen = [all_ids(match.followed(0))]
    for _ in range(8):
        question = match.questions[0]
        match.answer(question, match.position.legal(question).options[0].value)
        seen.append(all_ids(match.followed(0)))
    assert [all_ids(earlier.followed(0)) for earlier in match.line()] == seen
    while match.can_undo:
        match.undo()
        assert all_ids(match.followed(0)) == seen[len(match.events)]
