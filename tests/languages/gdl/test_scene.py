"""Facts as a scene: what is drawn of a rule sheet that declares no board."""

from __future__ import annotations

from parlour.game.scene import Board
from parlour.match import Match
from parlour.pipeline import load

CROSSING = """
(role p)
(point a1) (point a3) (point c1) (point c3)
(way a1 a3) (way a1 c1)
(<= (joined ?x ?y) (way ?x ?y))
(<= (joined ?x ?y) (way ?y ?x))
(init (at a1 p))
(<= (legal p (go ?x ?y)) (true (at ?x p)) (joined ?x ?y))
(<= (next (at ?y p)) (does p (go ?x ?y)))
(<= terminal (true (at c1 p)))
(goal p 100)
(<= (base (at ?x p)) (point ?x))
"""


def board(match: Match) -> Board:
    (drawn,) = match.scene(None).boards
    return drawn


def test_cells_with_one_name_each_are_a_board() -> None:
    match = Match.start(load(CROSSING, language="gdl"))
    drawn = board(match)
    assert (drawn.width, drawn.height, drawn.columns, drawn.rows) == (2, 2, ("a", "c"), ("3", "1"))
    assert [piece and piece.text for piece in drawn.cells] == [None, None, "p", None]
    assert not drawn.gaps and not drawn.links


def test_where_names_are_missing_a_relation_between_the_others_joins_them() -> None:
    match = Match.start(load(CROSSING.replace("c3", "d4"), language="gdl"))
    drawn = board(match)
    assert (drawn.columns, drawn.rows) == (("a", "c", "d"), ("4", "3", "1"))
    assert drawn.gaps == {0, 1, 4, 5, 8}
    assert drawn.links == ((3, 6), (6, 7))


def test_a_move_is_anchored_to_the_cells_that_it_names() -> None:
    match = Match.start(load(CROSSING, language="gdl"))
    options = match.position.legal(match.questions[0]).options
    assert {option.label: [anchor.cell for anchor in option.anchors] for option in options} == {
        "(go a1 a3)": [(0, 1), (0, 0)],
        "(go a1 c1)": [(0, 1), (1, 1)],
    }
