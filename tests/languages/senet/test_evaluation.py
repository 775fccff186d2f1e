"""Types, scope and evaluation (section 4 of the digest), and what section 12 adds to them."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2147483647 + 1", "-2147483648"),
        ("0 - 2147483647 - 2", "2147483647"),
        ("65536 * 65536", "0"),
        ("65535 * 65537", "-1"),
        ("-(0 - 2147483647 - 1)", "-2147483648"),
        ("(0 - 2147483647 - 1) / -1", "-2147483648"),
        ("-7 / 2", "-3"),
        ("-7 % 3", "-1"),
        ("7 / -2", "-3"),
        ("7 % -3", "1"),
        ("2 + 3 * 4 - 1", "13"),
        ("2 - 3 - 4", "-5"),
        ("- - 3", "3"),
        ("100 / 7 / 2", "7"),
    ],
)
def test_ints_have_32_bits_wrap_and_divide_as_in_c(prints, expression, value):
    assert prints("", f"print({expression});") == value


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("not 1 == 2", "True"),
        ("not True and False", "False"),
        ("True or False and False", "True"),
        ("1 < 2 == True", "True"),
        ("1 + 1 == 2 and 3 >= 3", "True"),
        ('"a" == "a" and "a" != "b"', "True"),
        ("[1, [2][0]] == [1, 2]", "True"),
        ("[] == [1]", "False"),
        ("[1] != []", "True"),
    ],
)
def test_operators_bind_in_the_order_of_the_manual(prints, expression, value):
    assert prints("", f"print({expression});") == value


def test_and_and_or_stop_as_soon_as_the_result_is_known(prints):
    setup = "bool yes(str s) { print(s); return True; } bool no(str s) { print(s); return False; }"
    body = (
        'yes("a") or yes("b"); no("c") and yes("d"); no("e") or no("f") or yes("g"); yes("h") and no("i") and yes("j");'
    )
    assert prints(setup, body) == "acefghi"


def test_long_chains_are_no_trouble(prints):
    ones = " + ".join(["1"] * 400)
    truths = " and ".join(["True"] * 400)
    texts = " + ".join(['"x"'] * 100)
    assert prints("", f"print({ones}); print({truths}); print({texts});") == "400True" + "x" * 100


def test_arguments_and_operands_are_evaluated_from_left_to_right(prints):
    setup = "int p(int n) { print(n); return n; } int add(int a, int b) { return a + b; }"
    assert prints(setup, "print(add(p(1), p(2)) + p(3) * p(4));") == "123415"


def test_an_assignment_is_a_value_and_goes_from_right_to_left(prints):
    setup = "group A(Object) { int n; list<int> l = [0, 0]; };"
    body = "int x; int y; A a(); x = y = a.n = a.l[1] = 5; print(x + y + a.n + a.l[1]); print((x = 2) + x);"
    assert prints(setup, body) == "204"


def test_variables_without_a_value_hold_the_default_of_their_type(prints):
    setup = "group A(Object) { }; int i; str s; bool b; list<int> l; A a; void v;"
    assert prints(setup, "print(i); print(s); print(b); print(l); print(a); print(v);") == "0False[]NoneNone"


def test_locals_hide_globals_and_inner_ones_hide_outer_ones(prints):
    setup = "int n = 1; int f(int n) { n = n + 1; return n; }"
    assert prints(setup, "print(n); int n = 5; { int n = 7; print(n); } print(n); print(f(1));") == "1752"


def test_the_variable_of_a_for_is_always_new(prints):
    assert prints("", "int i = 9; for (int i in {1, 2}) { print(i); } print(i);") == "129"


def test_a_for_variable_may_be_written_without_disturbing_the_loop(prints):
    assert prints("", "for (int i in {1, 2, 3}) { i = i * 10; print(i); }") == "102030"


def test_break_and_continue_in_every_kind_of_loop(prints):
    body = """int n = 0;
    while (True) { n = n + 1; if (n == 2) { continue; } if (n == 5) { break; } print(n); }
    for (x in {1, 2, 3, 4}) { if (x == 2) { continue; } if (x == 4) { break; } print(x); }
    for (l in [1, 2], [3, 4], [5, 6]) { if (l[0] == 5) { break; } print(l[1]); }
    for (l in [1, 2], [3, 4], [5, 6]) { if (l[0] == 3) { continue; } print(l[1]); }
    for (w in "a", "b", "c") { if (w == "b") { break; } print(w); }"""
    assert prints("", body) == "134132426a"


def test_the_list_of_a_loop_can_be_kept_and_changed(prints):
    body = """list<list<int>> kept = [[0], [0]]; int i = 0;
    for (l in {[1], [2]}) { l[0] = l[0] + 5; kept[i] = l; i = i + 1; }
    print(kept); for (m in {[1], [2]}) { kept[0] = m; } print(kept);"""
    assert prints("", body) == "[[6], [7]][[2], [7]]"


def test_lists_are_shared_when_they_are_assigned(prints):
    assert prints("", "list<int> a = [1, 2]; list<int> b = a; b[0] = 9; print(a[0]); print(a == b);") == "9True"


def test_instances_are_shared_and_equal_only_to_themselves(prints):
    setup = "group A(Object) { int n; };"
    assert prints(setup, "A a(); A b = a; A c(); b.n = 4; print(a.n); print(a == b); print(a == c);") == "4TrueFalse"


def test_none_fits_every_group_and_can_be_compared(prints):
    setup = """group A(Object) { A next; }; A none() { return None; }
    bool is_none(A a) { return a == None; } group G(Boards.Line(2)) { };"""
    body = """A a(); a.next = None; print(a.next == None); print(a != None); list<A> l = [a, None]; print(l[1] == None);
    print(is_none(None)); print(none() == None); print(G.cells[0] == None); print(None == None);"""
    assert prints(setup, body) == "TrueTrueTrueTrueTrueTrueTrue"


def test_methods_are_virtual(prints):
    setup = """group A(Object) { str name() { return "A"; } str hello() { return "I am " + this.name(); } };
    group B(A) { str name() { return "B"; } };"""
    assert prints(setup, "A x = B(); print(x.hello()); A y(); print(y.hello());") == "I am BI am A"


def test_a_subgroup_fits_where_its_ancestor_is_wanted(prints):
    setup = """group A(Object) { int n; }; group B(A) { }; group C(A) { };
    int get(A a) { return a.n; } A pick(bool b) { if (b) { return B(); } return C(); }"""
    assert prints(
        setup, "B b(); b.n = 3; print(get(b)); list<A> l = [B(), C(), b]; print(l[2].n); print(pick(True) == None);"
    ) == ("33False")


def test_an_ancestor_may_be_assigned_to_a_descendant_and_is_checked_at_run_time(prints, failure):
    setup = """group G(Boards.Line(3)) { }; group Man(Piece) { }; group King(Man) { int moves = 2; };
    G g(); King k(); Man m(); k >> g [0]; m >> g [1];"""
    assert prints(setup, "King x = g.cells[0]; print(x.moves);") == "2"
    error = failure(setup, "King x = g.cells[1];")
    assert error.span is not None and error.span.text == "g.cells[1]"
    assert error.message == "`g.cells[1]` is no instance of King"


def test_an_override_may_take_a_narrower_group(prints):
    setup = """group A(Object) { }; group B(A) { int n = 6; };
    group C(Object) { int f(A a) { return 1; } }; group D(C) { int f(B b) { return b.n; } };"""
    assert prints(setup, "C c = D(); print(c.f(B()));") == "6"


def test_assert_functions_stop_at_the_first_false(prints):
    setup = """bool say(str s, bool b) { print(s); return b; }
    assert all() {
      say("a", True); int n = 1; n = n + 1; if (n == 2) { say("b", True); } say("c", False); say("d", True); }
    assert fine(int n) { n > 0; n < 10; }"""
    assert prints(setup, "print(all()); print(fine(5)); print(fine(11));") == "abcFalseTrueFalse"


def test_an_assert_function_may_return(prints):
    assert prints("assert f(bool b) { if (b) { return False; } }", "print(f(True)); print(f(False));") == "FalseTrue"


def test_return_without_a_value_ends_a_void_function(prints):
    setup = 'void f(bool b) { if (b) { return; } print("on"); } void g() { return None; }'
    assert prints(setup, "f(True); f(False); g();") == "on"


def test_functions_call_each_other_and_themselves(prints):
    setup = """bool even(int n) { if (n == 0) { return True; } return odd(n - 1); }
    bool odd(int n) { if (n == 0) { return False; } return even(n - 1); }
    int fib(int n) { if (n < 2) { return n; } return fib(n - 1) + fib(n - 2); }"""
    assert prints(setup, "print(even(10)); print(odd(10)); print(fib(15));") == "TrueFalse610"


def test_attributes_begin_with_lists_and_instances_of_their_own(prints):
    setup = "group In(Object) { int n = 1; }; group A(Object) { list<int> l = [0]; In i(); };"
    assert prints(setup, "A a(); A b(); a.l[0] = 5; a.i.n = 7; print(b.l[0]); print(b.i.n);") == "01"


def test_read_may_stand_deep_inside_an_expression(prints):
    setup = 'int two() { return stoi(read(1)) * 10 + stoi(read(1)); } bool is_y() { return read(1) == "y"; }'
    body = 'print(two() + two()); if (is_y() and not is_y()) { print("!"); } list<int> l = [two(), two()]; print(l);'
    assert prints(setup, body, "12 30 y n 45 67") == "42![45, 67]"


def test_a_program_may_define_words_of_the_later_dialect_itself(prints):
    setup = 'int rand() { return 4; } void pass(int a, int b) { print(a + b); } int PLAYER_ON_MOVE = 8; str end = "e";'
    assert prints(setup, "print(rand()); pass(1, 2); print(PLAYER_ON_MOVE); print(end); end;") == "438e"


def test_a_constructor_may_give_its_formals_to_attributes_in_any_order(prints):
    setup = """int next = 0; int tick() { next = next + 1; return next; }
    group A(Object) { int a; int b; list<int> l; A(int x, int y) { this.b = x; this.a = y; this.l = [7]; } };"""
    body = "A p(tick(), tick()); A q = A(tick(), tick()); print([p.a, p.b, q.a, q.b]); p.l[0] = 8; print(q.l[0]);"
    assert prints(setup, body) == "[2, 1, 4, 3]7"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("M m(); read(1); m >> L [0]; print(L.owns(0));", "0"),
        ("M m(); for (int i in {0, 1}) { m >> L [i]; } print(L.cells[0] == L.cells[1]);", "True"),
        ("for (int i in {0, 1}) { M m(); m >> L [i]; } print(L.cells[0] == L.cells[1]);", "False"),
        ("M m(); int i = 0; while (i < 2) { m >> L [i]; i = i + 1; } print(L.cells[0] == L.cells[1]);", "True"),
        ('M m(); if (read(1) == "a") { m >> L [2]; } print(L.owns(2));', "0"),
        ("M m(); M n = m; n >> L [0]; print(L.cells[0] == n);", "True"),
        ("list<M> l; M m(); l = [m, None]; print(l[0] == l[0]); print(l[0] == None);", "TrueFalse"),
    ],
)
def test_an_instance_is_one_thing_wherever_it_is_made(prints, body, said):
    setup = "group L(Boards.Line(3)) { }; group M(Piece) { fixed = True; };"
    answers = "a" if "read" in body else ""
    assert prints(setup, body, answers) == said
