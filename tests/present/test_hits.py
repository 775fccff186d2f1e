"""What lies where on the screen: every piece is found where it is drawn, whatever is drawn around it."""

from __future__ import annotations

import pytest

import parlour
from parlour.game.scene import Board, Hand, Pile, Scene
from parlour.present.hits import hits
from parlour.present.text import draw
from parlour.syntax.display import visible


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", "checkers", "hearts", "mancala", "uno", "yavalath", "connect-four-gdl"]
)
def test_a_click_on_a_piece_means_its_place(name: str) -> None:
    position = parlour.load(name).start(3)
    names = [seat.name for seat in position.seats]
    scene = position.view(0).scene
    lines = draw(scene, color=False, ascii=False, width=100, seat_names=names).split("\n")
    found = hits(scene, width=100, seat_names=names)
    items = {item.id: item for item in scene.items if isinstance(item, Board | Hand | Pile)}
    reached = set()
    for (line, column), anchor in found.items():
        item = items[anchor.item]
        if isinstance(item, Board):
            piece = item.at(anchor.cell[0], anchor.cell[1])
        else:
            piece = item.pieces[anchor.cell[0]] if isinstance(item, Hand) else item.top
        text = "·" if piece is None else visible(piece.text)
        # Beside a piece a click still means it, so its text is somewhere near.
        around = lines[line][max(0, column - len(text) - 1) : column + len(text) + 2]
        assert text in around or (piece is None and not around.strip(" │")), (anchor, around)
        reached.add(anchor)
    boards = [item for item in items.values() if isinstance(item, Board)]
    assert len(reached) >= sum(len(board.cells) - len(board.gaps) for board in boards)


def test_two_boards_and_hidden_cards_are_kept_apart() -> None:
    first, second = (Board(name, "square", 2, 2, (None,) * 4, title=name) for name in ("a", "b"))
    found = hits(Scene((first, second)), width=60)
    assert {anchor.item for anchor in found.values()} == {"a", "b"} and len(set(found.values())) == 8
