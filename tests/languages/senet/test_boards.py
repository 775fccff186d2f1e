"""Boards, pieces and board operations (section 5 of the digest), and what section 12 adds to them."""

from __future__ import annotations

import pytest
from tests.languages.senet.conftest import play, whole

import parlour

SHAPES = """group R(Boards.Rect(4, 3)) { }; group L(Boards.Line(5)) { };
group O(Boards.Loop(5)) { }; group H(Boards.Hex(1)) { }; group M(Piece) { fixed = True; }; group S(Piece) { };"""


@pytest.mark.parametrize(
    ("board", "at", "index"),
    [
        ("R", "[0, 0]", 0),
        ("R", "[3, 0]", 3),
        ("R", "[0, 1]", 4),
        ("R", "[3, 2]", 11),
        ("R", "[4, 0]", -1),
        ("R", "[0, 3]", -1),
        ("R", "[-1, 0]", -1),
        ("R", "[1]", -1),
        ("L", "[4]", 4),
        ("L", "[5]", -1),
        ("L", "[-1]", -1),
        ("O", "[4]", 4),
        ("O", "[5]", 0),
        ("O", "[-1]", 4),
        ("O", "[-6]", 4),
        ("H", "[0, -1]", 0),
        ("H", "[1, -1]", 1),
        ("H", "[-1, 0]", 2),
        ("H", "[0, 0]", 3),
        ("H", "[0, 1]", 6),
        ("H", "[1, 1]", -1),
    ],
)
def test_toi_gives_the_number_of_a_cell(prints, board, at, index):
    assert prints(SHAPES, f"print({board}.toi({at}));") == str(index)
    # By way of a list and of a general Board it is the same.
    assert (
        prints(SHAPES, f"list<int> l = {at}; Board b = {board}; print(b.toi(l)); print({board}.toi(l));")
        == f"{index}{index}"
    )


@pytest.mark.parametrize(
    ("board", "index", "at"),
    [("R", 0, "[0, 0]"), ("R", 7, "[3, 1]"), ("R", 11, "[3, 2]"), ("L", 4, "[4]"), ("O", 3, "[3]"), ("H", 4, "[1, 0]")],
)
def test_tol_is_the_way_back(prints, board, index, at):
    assert prints(SHAPES, f"print({board}.tol({index}));") == at


@pytest.mark.parametrize("size", ["Boards.Rect r(4, 3);", "Rect r(4, 3);", "Boards.Rect r = Boards.Rect(4, 3);"])
def test_boards_can_be_made_without_a_group_of_their_own(prints, size):
    body = """S >> r [3, 2]; print(r.toi([3, 2])); print(r.owns(11)); print(r.tol(11)); print(r.toi([3, 3]));
    print(r.full());"""
    assert prints(f"{SHAPES} {size}", body) == "110[3, 2]-1False"


def test_a_group_may_leave_the_size_to_its_instances(prints):
    setup = "group G(Boards.Rect) { int top() { return this.toi([0, 1]); } }; G a(2, 2); G b(5, 3);"
    assert prints(setup, "print(a.top()); print(b.top()); print(b.tol(7));") == "25[2, 1]"


def test_full_when_every_cell_is_taken(prints):
    setup = "group G(Boards.Line(2)) { }; group M(Piece) { };"
    assert (
        prints(setup, "print(G.full()); M >> G [0]; print(G.full()); M >> G [1]; print(G.full());") == "FalseFalseTrue"
    )


def test_remove_empties_a_cell_and_says_whether_something_was_there(prints):
    body = (
        "M >> L [2]; print(L.remove(2)); print(L.remove(2)); print(L.owns(2)); print(L.remove(-1)); print(L.remove(9));"
    )
    assert prints(SHAPES, body) == "TrueFalse-1FalseFalse"


def test_cells_are_none_or_pieces(prints):
    body = "M >> L [1]; print(L.cells[0] == None); print(L.cells[1].owner); L.cells[0] = M(); print(L.owns(0));"
    assert prints(SHAPES, body) == "True0-1"


def test_a_fixed_piece_stays_and_others_are_overwritten(prints):
    body = """S s(); M m(); print(s >> L [0]); print(m >> L [0]); print(L.cells[0] == m); print(s >> L [0]);
    print(L.cells[0] == m);"""
    assert prints(SHAPES, body) == "TrueTrueTrueFalseTrue"


def test_nothing_changes_when_a_placement_is_refused(prints):
    body = "M a(); M b(); a >> L [0]; print(b >> L [0]); print(b.owner); print(b >> L [7]); print(b.owner);"
    assert prints(SHAPES, body) == "False-1False-1"


def test_placing_goes_through_the_programs_own_place_which_may_refuse(prints):
    setup = """group G(Boards.Line(4)) { }; group M(Piece) {
      bool place(Board b, int x) { print("?"); if (x == 2) { return False; } return b.place(this, x); } };"""
    body = "print(M >> G [1]); print(G.owns(1)); print(M >> G [2]); print(G.owns(2)); print(M >> G [9]);"
    assert prints(setup, body) == "?True0?False-1False"


def test_a_place_that_only_says_yes_lets_the_piece_be_put(prints):
    setup = (
        "group G(Boards.Line(4)) { }; group M(Piece) { fixed = True; bool place(Board b, int x) { return x != 3; } };"
    )
    body = "print(M >> G [1]); print(G.owns(1)); print(M >> G [1]); print(M >> G [3]); print(G.owns(3));"
    assert prints(setup, body) == "True0FalseFalse-1"


def test_a_place_that_puts_the_piece_elsewhere_is_believed(prints):
    setup = """group G(Boards.Rect(1, 3)) { }; group M(Piece) { fixed = True; bool place(Board b, int x) {
      int at = 2; while (at >= 0) { if (b.place(this, at)) { return True; } at = at - 1; } return False; } };"""
    body = "print(M >> G [0, 0]); print(G.owns(2)); print(G.owns(0)); M >> G [0, 0]; print(G.owns(1)); print(G.full());"
    assert prints(setup, body) == "True0-10False"


def test_a_refusing_place_keeps_the_turn():
    setup = (
        "N_PLAYERS = 2; group G(Boards.Line(4)) { }; group M(Piece) { bool place(Board b, int x) { return x > 1; } };"
    )
    assert play(setup, "print(ON_MOVE); int c = stoi(read(1)); M >> G [c];", "1 2 0").said == "0011"


def test_a_piece_knows_where_it_stands_and_can_be_taken_to_another_board(prints):
    setup = SHAPES + "group Box(Boards.Line(2)) { }; Box box(); L l();"
    body = """M m(); print(box << m); m >> l [3]; print(box << m); print(l.owns(3)); print(box.cells[0] == m);
    print(l << m [4]); print(box.owns(0)); print(l.cells[4] == m); print(l << m [9]); print(l.cells[4] == m);
    l.remove(4); print(box << m);"""
    assert prints(setup, body) == "FalseTrue-1TrueTrue-1TrueFalseTrueFalse"


def test_an_overwritten_piece_stands_nowhere(prints):
    setup = SHAPES + "group Box(Boards.Line(1)) { }; Box box(); L l();"
    body = "S a(); S b(); a >> l [0]; b >> l [0]; print(box << a); print(box << b); S c(); c >> l [1]; print(box << c);"
    assert prints(setup, body) == "FalseTrueFalse"


def test_a_piece_taken_to_a_cell_beats_what_may_be_overwritten_there(prints):
    setup = SHAPES + "L l();"
    body = """S a(); S b(); M m(); a >> l [0]; b >> l [1]; m >> l [2];
    print(l << a [1]); print(l.cells[1] == a); print(l << a [2]);"""
    assert prints(setup, body) == "TrueTrueFalse"


def test_a_program_may_count_its_cells_otherwise(prints):
    setup = "group G(Boards.Rect(3, 3)) { int toi(list<int> l) { return l[0] + 4; } }; group M(Piece) { };"
    assert prints(setup, "print(M >> G [1, 0]); print(G.owns(5)); print(G.owns(1));") == "True0-1"


def test_the_text_of_a_piece_is_its_repr_or_s_or_its_owners_number(prints):
    setup = 'group A(Piece) { str repr() { return "a"; } }; group B(Piece) { s = "b"; }; group C(Piece) { };'
    assert prints(setup, "print(A()); print(B()); print(C()); C c(); c.owner = 1; print(c);") == "abC1"


def test_a_board_prints_its_cells(prints):
    body = "R r(); M m(); m.owner = 1; m >> r [2, 1]; print(r); L l(); print(l); H h(); print(h);"
    assert prints(SHAPES, body) == ". . . .\n. . 1 .\n. . . .\n. . . . .\n. .\n. . .\n. .\n"


@pytest.mark.parametrize(
    ("board", "geometry", "width", "height", "cells"),
    [("R", "square", 4, 3, 12), ("L", "line", 5, 1, 5), ("O", "loop", 5, 1, 5), ("H", "hex rhombus", 3, 3, 9)],
)
def test_every_live_board_is_in_the_scene(board, geometry, width, height, cells):
    position = play(SHAPES, f"{board}.full(); read(1);").position
    (shown,) = position.view(None).scene.boards
    assert (shown.geometry, shown.width, shown.height, len(shown.cells)) == (geometry, width, height, cells)


def test_the_board_touched_last_comes_first():
    setup = SHAPES + "L left(); R right();"
    position = play(
        setup, 'str c = read(1); if (c == "l") { M >> left [0]; } else { M >> right [0, 0]; }', "l"
    ).position
    assert [board.title for board in position.view(None).scene.boards] == ["left", "right"]
    position = play(
        setup, 'str c = read(1); if (c == "l") { M >> left [0]; } else { M >> right [0, 0]; }', "l r"
    ).position
    assert [board.title for board in position.view(None).scene.boards] == ["right", "left"]


def test_a_repr_that_would_change_something_changes_nothing_when_somebody_looks():
    setup = (
        'int n; group L(Boards.Line(2)) { }; group M(Piece) { str repr() { n = n + 1; print("!"); return itos(n); } };'
    )
    position = play(setup, "M >> L [0]; read(1);").position
    for _ in range(2):
        assert [piece and piece.text for piece in position.view(None).scene.boards[0].cells] == ["1", None]
    assert position.state()["n"] == 0


def test_clicking_a_cell_of_a_line_answers_one_question():
    setup = "N_PLAYERS = 2; group L(Boards.Line(4)) { }; group M(Piece) { fixed = True; };"
    position = play(setup, "int n = stoi(read(1)) - 1; M >> L [n];", "2").position
    legal = position.legal(position.questions[0])
    assert {option.label: [anchor.cell for anchor in option.anchors] for option in legal} == {
        "1": [(0, 0)],
        "3": [(2, 0)],
        "4": [(3, 0)],
    }
    assert position.questions[0].prompt == "cell"


def test_a_board_wider_than_ten_is_warned_of_where_it_is_read_by_single_digits():
    setup = "group L(Boards.Line(12)) { }; group M(Piece) { };"
    found = parlour.load(whole(setup, "int n = stoi(read(1)); M() >> L [n];"), language="senet").warnings
    assert "SN162" in [warning.code for warning in found]
    fine = parlour.load(whole(setup, "int n = stoi(read(2)); M() >> L [n];"), language="senet").warnings
    assert "SN162" not in [warning.code for warning in fine]


def test_cells_are_wide_enough_for_pieces_that_wait_beside_the_board():
    setup = 'group L(Boards.Line(3)) { }; group M(Piece) { str repr() { return "pawn"; } }; L line(); M m(); M none;'
    (board,) = play(setup, "read(1); m >> line [0];").position.view(None).scene.boards
    assert board.longest_text == "pawn" and board.cells == (None, None, None)


def test_edges_bear_what_people_type_for_a_row_or_column():
    rect = "group G(Boards.Rect(3, 2)) { }; group M(Piece) { };"
    begin = "int x = stoi(read(1)) - 1; int y = stoi(read(1)); M >> G [x, y];"
    position = play(rect, begin, "10").position
    (board,) = position.view(None).scene.boards
    assert (board.columns, board.rows) == (("1", "2", "3"), ("0", "1"))
    # If it is typed in one way here and in another there, the language's own coordinates are shown.
    both = begin + "int z = stoi(read(1)) + 1; M >> G [z, 0];"
    (board,) = play(rect, both, "100").position.view(None).scene.boards
    assert (board.columns, board.rows) == (("0", "1", "2"), ("0", "1"))


def test_on_a_hexagon_only_digits_that_lie_on_the_board_are_offered():
    setup = "N_PLAYERS = 2; group H(Boards.Hex(2)) { }; group M(Piece) { fixed = True; };"
    position = play(setup, "int q = stoi(read(1)) - 3; int r = stoi(read(1)) - 3; M >> H [q, r];").position
    assert [option.label for option in position.legal(position.questions[0])] == ["1", "2", "3", "4", "5"]
    assert position.questions[0].prompt == "column"
    (board,) = (
        play(setup, "int q = stoi(read(1)) - 3; int r = stoi(read(1)) - 3; M >> H [q, r];", "33")
        .position.view(None)
        .scene.boards
    )
    assert board.rows == ("1", "2", "3", "4", "5")
