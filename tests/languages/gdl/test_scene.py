"""Facts as a scene: what is drawn of a rule sheet that declares no board."""

from __future__ import annotations

from parlour.game.scene import Board, Counter
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


GRID = """
(role xplayer) (role oplayer)
(index 1) (index 2) (index 3)
(succ 1 2) (succ 2 3)
(<= (base (cell ?x ?y ?p)) (index ?x) (index ?y) (mark ?p))
(<= (base (turned ?x ?y)) (index ?x) (index ?y))
(mark x) (mark o)
(init (held xplayer 1)) (init (held xplayer 2)) (init (held oplayer 3))
(<= (legal ?p (put ?x ?y)) (role ?p) (index ?x) (index ?y))
(<= (next (cell ?x ?y x)) (does xplayer (put ?x ?y)))
(<= (next (cell ?x ?y o)) (does oplayer (put ?x ?y)))
(<= (next (turned ?x ?y)) (does oplayer (put ?x ?y)))
(<= (next (held ?p ?n)) (true (held ?p ?n)))
(<= terminal (true (cell 3 3 x)))
(goal xplayer 100) (goal oplayer 0)
"""
SIX = """
(<= (near ?x ?y ?u ?y) (succ ?x ?u) (index ?y))
(<= (near ?x ?y ?x ?v) (index ?x) (succ ?y ?v))
(<= (near ?x ?y ?u ?v) (succ ?x ?u) (succ ?v ?y))
(<= (joined ?x ?y ?u ?v) (near ?x ?y ?u ?v))
(<= (joined ?x ?y ?u ?v) (near ?u ?v ?x ?y))
"""


def after(text: str, *answers: str) -> Match:
    match = Match.start(load(text, language="gdl"))
    for answer in answers:
        match.answer_text(match.questions[0], answer)
    return match


def test_facts_with_the_same_coordinates_are_drawn_on_one_board() -> None:
    drawn = board(after(GRID, "(put 1 1)", "(put 2 1)"))
    assert [[piece.text for piece in drawn.pieces(number)] for number in (6, 7, 8)] == [["x"], ["o", "turned"], []]
    apart = after("; parlour: board turned apart\n" + GRID, "(put 1 1)", "(put 2 1)").scene(None).boards
    assert [[piece.text for piece in each.all_pieces] for each in apart] == [["x", "o"], ["turned"]]


def test_what_only_one_role_makes_true_is_its_own() -> None:
    drawn = board(after(GRID, "(put 1 1)", "(put 2 1)"))
    assert [(piece.text, piece.owner) for piece in drawn.all_pieces if piece.text != "turned"] == [("x", 0), ("o", 1)]


def test_a_relation_that_joins_every_cell_with_six_others_makes_hexagons() -> None:
    drawn = board(after(GRID + SIX))
    assert (drawn.geometry, drawn.shift, drawn.columns, drawn.rows) == (
        "hex rhombus",
        1,
        ("1", "2", "3"),
        ("3", "2", "1"),
    )
    assert board(after(GRID + SIX.replace("(succ ?v ?y)", "(succ ?y ?v)"))).shift == 0
    five = SIX.replace("(<= (near ?x ?y ?x ?v) (index ?x) (succ ?y ?v))", "")
    assert board(after(GRID + five)).geometry == "square"


def test_what_no_base_fact_speaks_of_is_no_cell() -> None:
    holes = GRID.replace("(index ?x) (index ?y) (mark ?p)", "(at ?x ?y) (mark ?p)").replace(
        "(<= (base (turned ?x ?y)) (index ?x) (index ?y))", "(<= (at ?x ?y) (index ?x) (index ?y) (distinct ?x ?y))"
    )
    at = "(<= (at 2 2) (role xplayer))"
    assert board(after(holes + at)).gaps == {2, 6}


def test_facts_of_roles_have_a_board_for_each_role_or_lie_on_one_that_is_there() -> None:
    ships = GRID.replace("(cell ?x ?y x)", "(ship xplayer ?x ?y)").replace("(cell ?x ?y o)", "(ship oplayer ?x ?y)")
    ships = ships.replace(
        "(base (cell ?x ?y ?p)) (index ?x) (index ?y) (mark ?p)",
        "(base (ship ?p ?x ?y)) (role ?p) (index ?x) (index ?y)",
    )
    alone = (
        ships.replace("turned", "over")
        .replace("(next (over ?x ?y))", "(next (over ?x))")
        .replace("(base (over ?x ?y)) (index ?x) (index ?y)", "(base (over ?x)) (index ?x)")
    )
    drawn = after(alone, "(put 1 1)", "(put 2 1)").scene(None).boards
    assert [(each.title, [piece.text for piece in each.all_pieces]) for each in drawn] == [
        ("xplayer", ["ship"]),
        ("oplayer", ["ship"]),
    ]
    shared = board(after(ships, "(put 1 1)", "(put 2 1)"))
    assert [(piece.text, piece.owner) for piece in shared.all_pieces] == [
        ("xplayer ship", 0),
        ("turned", None),
        ("oplayer ship", 1),
    ]


def test_several_values_of_one_counter_stand_together() -> None:
    counters = [item for item in after(GRID).scene(None).items if isinstance(item, Counter)]
    assert [(each.title, each.value, each.owner) for each in counters] == [
        ("held xplayer", "1, 2", 0),
        ("held oplayer", "3", 1),
    ]


def test_what_roles_have_is_told_in_the_order_of_their_seats() -> None:
    sheet = """
    (role west) (role east)
    (init (score east 1)) (init (score west 2)) (init (round 1))
    (<= (base (score ?r ?n)) (role ?r) (number ?n)) (number 1) (number 2) (base (round 1))
    (<= (legal ?r noop) (role ?r))
    (<= (next (score ?r ?n)) (true (score ?r ?n)))
    (<= terminal (true (round 1)))
    (<= (goal ?r 50) (role ?r))
    """
    counters = Match.start(load(sheet, language="gdl")).scene(None).items
    assert [each.title for each in counters if isinstance(each, Counter)] == ["round", "score west", "score east"]
