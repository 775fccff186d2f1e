"""Every inconsistency of the manual and its resolution, one test for each, numbered as in the digest's section 3."""

from __future__ import annotations

import pytest
from tests.languages.senet.conftest import SAMPLE, play, whole

import parlour

GRID = """
group Grid(Boards.Rect(3, 2)) { };
group Mark(Piece) { fixed = True; };
Grid g();
"""


def codes_of(text: str) -> list[str]:
    return [warning.code for warning in parlour.load(text, language="senet").warnings]


def test_1_the_greek_question_mark_and_curly_quotes_are_what_they_look_like(prints):
    assert prints("", "print(“a”)\u037e print(”b“);") == "ab"


def test_2_symbols_mean_the_logical_words(prints):
    assert prints("", "print(True && !False || False);") == "True"


def test_3_strings_may_stand_in_single_quotes(prints):
    assert prints("", "print('it');") == "it"


def test_4_a_condition_without_parentheses_and_a_body_without_braces(prints):
    assert prints("", 'if 1 < 2\nprint("yes");\nelse\nprint("no");') == "yes"


@pytest.mark.parametrize(("n", "said"), [(1, "one"), (2, "two"), (3, "three"), (4, "many")])
def test_5_any_number_of_elif_with_conditions(prints, n, said):
    body = f"""int n = {n};
    if (n == 1) {{ print("one"); }} elif (n == 2) {{ print("two"); }} elif (n == 3) {{ print("three"); }}
    else {{ print("many"); }}"""
    assert prints("", body) == said


def test_5_a_bare_elif_is_an_else(prints):
    assert prints("", 'if (1 == 2) { print("a"); } elif { print("b"); }') == "b"


def test_6_the_type_of_a_function_is_that_of_its_returns(prints):
    setup = 'twice(int n) { return n + n; } name() { return "Ada"; } say() { print(name()); }'
    assert prints(setup, "print(twice(3)); say();") == "6Ada"


def test_6_a_function_without_a_value_is_void_and_one_may_call_itself(prints):
    assert prints("sum(int n) { if (n == 0) { return 0; } return n + sum(n - 1); }", "print(sum(4));") == "10"


def test_7_the_values_of_a_for_without_braces_commas_and_parenthesis(prints):
    assert prints("", "for (l in [1,2], [3]\n[4] { print(l); }") == "[1, 2][3][4]"


def test_7_one_list_without_braces_is_gone_through_element_by_element(prints):
    assert prints("", "list<int> l = [4, 5]; for (x in l) { print(x); }") == "45"


def test_8_a_for_goes_through_the_listed_values_in_order(prints):
    assert prints("", "for (int i in {3, 1, 2}) { print(i); }") == "312"


def test_9_lists_of_any_type_and_an_empty_list_fits_all_of_them(prints):
    body = 'list<list<str>> l = [["a"], []]; list<int> none = []; print(l); print(none); none = [7]; print(none[0]);'
    assert prints("", body) == "[[a], []][]7"


def test_10_owns_is_the_player_or_minus_one(prints):
    body = "Mark >> g [1, 0]; print(g.owns(1)); print(g.owns(0)); print(g.owns(-1)); print(g.owns(99));"
    assert prints(GRID, body) == "0-1-1-1"


def test_11_players_count_from_0(prints):
    assert prints("N_PLAYERS = 2;", "print(ON_MOVE); if (ON_MOVE == 0) { return; }") == "01"


def test_11_a_comment_makes_them_count_from_1_as_the_manual_says():
    text = "# parlour: players from 1\n" + whole(
        f"N_PLAYERS = 2; {GRID}",
        "print(ON_MOVE); int c = stoi(read(1)); if (Mark >> g [c, 0]) { print(g.owns(c)); }",
    )
    played = play(text, answers="012")
    assert played.said == "1122112"
    assert [question.seat for question in played.position.questions] == [1]


def test_12_the_turn_passes_unless_every_board_operation_failed():
    setup = f"N_PLAYERS = 2; {GRID}"
    played = play(setup, "print(ON_MOVE); int c = stoi(read(1)); Mark >> g [c, 0];", "0 0 1")
    assert played.said == "0110"


def test_12_a_phase_without_board_operations_passes_the_turn():
    assert play("N_PLAYERS = 2;", "print(ON_MOVE); read(1);", "a b c").said == "0101"


def test_13_read_gives_so_many_characters(prints):
    assert prints("", "str a = read(2); str b = read(1); print(b + a);", "xyz") == "zxy"


def test_14_stoi_reads_one_digit_and_longer_numbers_too(prints, failure):
    assert prints("", 'print(stoi("7") + stoi("12"));') == "19"
    assert failure("", 'print(stoi("x"));').message == "stoi needs a digit, not `x`"


def test_15_itos_makes_a_text_of_a_number(prints):
    assert prints("", "print(itos(-12) + itos(3));") == "-123"


def test_16_plus_joins_strings(prints):
    assert prints("", 'print("a" + "b" + "c");') == "abc"


def test_17_a_group_in_other_case_is_taken_with_a_warning(prints):
    setup = "group grid(Boards.Line(2)) { };"
    assert prints(setup, "print(Grid.owns(0));") == "-1"
    assert "SN140" in codes_of(whole(setup, "print(Grid.owns(0)); exit();"))


def test_17_only_if_just_one_group_is_meant(wrong):
    setup = "group ab(Piece) { }; group AB(Piece) { };"
    assert [item.code for item in wrong(setup, "print(Ab.owner);")] == ["SN101"]


def test_18_a_group_in_the_place_of_a_value_is_its_one_default_instance(prints):
    setup = "group Score(Object) { int points; }; void win() { Score.points = Score.points + 2; }"
    assert prints(setup, "win(); win(); print(Score.points);") == "4"


def test_18_the_default_instance_is_made_at_its_first_use(prints):
    setup = 'group Score(Object) { Score() { print("made "); } };'
    assert prints(setup, 'print("begin "); Score == None; Score == None; print("end");') == "begin made end"


def test_18_it_is_made_anew_for_each_game():
    setup = "group Score(Object) { int points; };"
    body = 'Score.points = Score.points + 1; print(Score.points); str c = read(1); if (c == "r") { restart(); } exit();'
    assert play(setup, body, "r r q").said == "1<restart>1<restart>1<exit>"


def test_19_a_piece_group_left_of_the_arrow_makes_a_new_piece_each_time(prints):
    body = "Mark >> g [0, 0]; Mark >> g [1, 0]; print(g.cells[0] == g.cells[1]); print(g.cells[0] != None);"
    assert prints(GRID, body) == "FalseTrue"


def test_20_a_piece_without_an_owner_belongs_to_the_player_on_move(prints):
    body = (
        "Mark m(); print(m.owner); m >> g [0, 0]; print(m.owner); Mark n(); n.owner = 5; n >> g [1, 0]; print(n.owner);"
    )
    assert prints(GRID, body) == "-105"


def test_21_placing_is_a_bool_and_coordinates_may_be_any_list(prints):
    body = """list<int> at = [2, 1]; bool done = Mark >> g [at]; print(done);
    if (not (Mark >> g [2, 1])) { print("taken"); } print(Mark >> g >> at); print(g.owns(5));"""
    assert prints(GRID, body) == "TruetakenFalse0"


def test_22_taking_moves_the_piece_at_a_cell_to_the_first_free_cell_of_the_receiver(prints):
    setup = GRID + "group Box(Boards.Line(2)) { }; Box box();"
    body = """Mark >> g [1, 1]; Mark >> g [2, 1]; Mark >> g [0, 0];
    print(box << g [1, 1]); print(g.owns(4)); print(box.owns(0)); print(box << g [1, 1]);
    print(box << g [2, 1]); print(box << g [0, 0]); print(g.owns(0)); print(box << g [7, 7]);"""
    assert prints(setup, body) == "True-10FalseTrueFalse0False"


def test_22_a_board_and_coordinates_discard_what_stands_there(prints):
    body = "Mark >> g [1, 1]; print(g << [1, 1]); print(g << [1, 1]); print(g.owns(4)); print(g << [9, 9]);"
    assert prints(GRID, body) == "TrueFalse-1False"


def test_23_a_parent_with_arguments_constructs_it(prints):
    setup = "int w = 4; group Wide(Boards.Rect(w, 2)) { }; Wide b();"
    assert prints(setup, "print(b.toi([3, 1])); print(b.toi([4, 1]));") == "7-1"


def test_24_a_value_in_a_group_is_the_default_of_an_attribute(prints):
    setup = 'group A(Piece) { fixed = True; int n = 3; str t; t = "x"; }; group B(A) { n = 4; };'
    assert (
        prints(setup, "A a(); B b(); print(a.fixed); print(a.n); print(b.n); print(b.t); print(b.fixed);")
        == "True34xTrue"
    )


def test_25_a_variable_may_be_declared_again_with_the_same_type(prints):
    assert prints("", "int n; int n = 4; print(n);") == "4"
    assert "SN143" in codes_of(whole("", "int n; int n = 4; exit();"))


def test_26_declarations_stand_anywhere(prints):
    assert prints("", 'print("a"); int n = 1; print(n);') == "a1"


def test_27_of_two_members_of_one_name_the_later_counts(prints):
    setup = 'group A(Object) { str f() { return "first"; } str f() { return "second"; } };'
    assert prints(setup, "print(A.f());") == "second"
    assert "SN144" in codes_of(whole(setup, "print(A.f()); exit();"))


def test_28_a_method_of_the_own_group_may_be_called_without_this(prints):
    setup = "int f() { return 1; } group A(Object) { int f() { return 2; } int g() { return f(); } };"
    assert prints(setup, "print(A.g()); print(f());") == "21"


def test_29_a_semicolon_before_a_line_end_and_the_last_brace_may_be_missing():
    assert play('@setup { } @turns { void begin() { print("a")\nexit();').said == "a<exit>"


def test_30_statements_of_setup_run_from_top_to_bottom_when_all_groups_and_functions_are_known(prints):
    setup = """int n = f(); n = n * 10; print(n); int f() { return A.five(); }
    group A(Object) { int five() { return 5; } };"""
    assert prints(setup, "print(n);") == "5050"


@pytest.mark.parametrize("name", ["repr", "__repr__"])
def test_31_repr_in_either_spelling_is_the_text_of_an_instance(prints, name):
    setup = f'group A(Object) {{ str {name}() {{ return "me"; }} }};'
    assert prints(setup, "A a(); print(a); print(a.repr()); print(a.__repr__());") == "mememe"


def test_32_place_is_a_method_of_pieces_and_of_boards(prints):
    body = "Mark m(); print(m.place(g, 2)); Mark n(); print(g.place(n, 2)); print(g.place(n, 3)); print(g.owns(3));"
    assert prints(GRID, body) == "TrueFalseTrue0"


def test_33_literals_of_every_kind(prints):
    assert prints("", 'print(1); print("s"); print(True); print([1]); print(None);') == "1sTrue[1]None"


def test_34_any_field_expression_can_be_called(prints):
    setup = """group In(Object) { int n; int get() { return this.n; } };
    group Out(Object) { In inner(); In mine() { return this.inner; } };"""
    assert prints(setup, "Out o(); o.inner.n = 3; print(o.inner.get()); print(o.mine().get());") == "33"


def test_35_a_constructor_is_named_like_its_group_or_init(prints):
    setup = """group A(Object) { int n; A(int n) { this.n = n; } };
    group B(Object) { str s; func group B __init__(str s) { this.s = s; return this; } };"""
    assert prints(setup, 'A a(3); print(a.n); B b; b = B("x"); print(b.s); B c("y"); print(c.s);') == "3xy"


def test_35_constructors_of_ancestors_run_first_with_the_arguments_of_the_group_line(prints):
    setup = """group A(Object) { int n; A(int n) { this.n = n; print("A"); } };
    group B(A(7)) { B() { print("B"); } };
    group C(A) { };"""
    assert prints(setup, "B b(); print(b.n); C c(4); print(c.n);") == "AB7A4"


def test_36_a_called_phase_runs_as_a_loop_of_its_own_until_it_returns():
    setup = "N_PLAYERS = 2;"
    body = 'print("b"); ask(); print("e");'
    turns = 'void ask() { print(ON_MOVE); str c = read(1); if (c == "q") { return; } }'
    assert play(setup, body, "a a q q", turns).said == "b010eb1eb0"


@pytest.mark.parametrize(
    ("at", "index"), [("[0, -2]", 0), ("[2, -2]", 2), ("[-1, -1]", 3), ("[0, 0]", 9), ("[-2, 2]", 16), ("[0, 2]", 18)]
)
def test_37_hexagonal_boards_count_axial_coordinates_row_by_row(prints, at, index):
    setup = "group H(Boards.Hex(2)) { };"
    assert prints(setup, f"print(H.toi({at})); print(H.tol({index}) == {at});") == f"{index}True"


def test_37_off_the_hexagon_is_off_the_board(prints):
    setup = "group H(Boards.Hex(2)) { };"
    assert prints(setup, "print(H.toi([2, 1])); print(H.toi([-3, 0])); print(H.toi([0]));") == "-1-1-1"


def test_38_print_takes_any_value(prints):
    setup = "group A(Object) { };"
    assert prints(setup, 'print(3); print(False); A a(); print([a, None]); print(a); print("");') == "3False[A, None]A"


def test_the_manuals_sample_uses_rules_17_to_20_and_24_to_28():
    assert {"SN140", "SN141", "SN142", "SN143", "SN144", "SN145"} <= set(codes_of(SAMPLE))
