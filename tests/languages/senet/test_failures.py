"""Run-time errors: each with its line, the calls that led there and the answer it followed; never a crash."""

from __future__ import annotations

import pytest
from tests.languages.senet.conftest import play, play_on, whole

import parlour

SETUP = (
    "group A(Object) { int n; A next; int get() { return this.n; } }; group L(Boards.Line(3)) { }; group M(Piece) { };"
)


@pytest.mark.parametrize(
    ("body", "code", "message", "place"),
    [
        ('int x = stoi("x");', "stoi", "stoi needs a digit, not `x`", 'stoi("x")'),
        ('int x = stoi("1x");', "stoi", "stoi needs a digit, not `x`", 'stoi("1x")'),
        ('int x = stoi("-1");', "stoi", "stoi needs a digit, not `-`", 'stoi("-1")'),
        ('int x = stoi("");', "stoi", "stoi needs a digit, and there is no character at all", 'stoi("")'),
        ('int x = stoi("2147483648");', "stoi", "2147483648 does not fit into an int", 'stoi("2147483648")'),
        ('int x = stoi("99999999999999999999");', "stoi", "99999999999999999999 does not fit into an int", None),
        (
            "list<int> l = [1, 2]; print(l[2]);",
            "index",
            "Index 2 is outside: there are 2 elements, counted from 0",
            "l[2]",
        ),
        (
            "list<int> l = [1]; l[-1] = 2;",
            "index",
            "Index -1 is outside: there are 1 elements, counted from 0",
            "l[-1]",
        ),
        ("print(L.cells[3]);", "index", "Index 3 is outside: there are 3 elements, counted from 0", "L.cells[3]"),
        ("int z; print(1 / z);", "zero", "Division by zero", "1 / z"),
        ("int z; print(1 % z);", "zero", "Division by zero", "1 % z"),
        ("A a; print(a.n);", "none", "None has no members: `a` is None", "a"),
        ("A a; a.n = 1;", "none", "None has no members: `a` is None", "a"),
        ("A a; print(a.get());", "none", "None has no members: `a` is None", "a"),
        ("A a(); print(a.next.next);", "none", "None has no members: `a.next` is None", "a.next"),
        ("M m; m >> L [0];", "none", "None has no members: `m` is None", "m"),
        ("Boards.Line b; M >> b [0];", "none", "None has no members: `b` is None", "b"),
        ("N_PLAYERS = 0;", "players", "N_PLAYERS is 0: a game has 1 to 100 players", "N_PLAYERS"),
        ("read(-1);", "read", "read needs a number of characters, not -1", "read(-1)"),
        ("Boards.Rect r(0, 3);", "board", "A board of 0 x 3 cells has no cells at all", None),
        (
            "Boards.Rect r(1000, 1000);",
            "board",
            "A board of 1000 x 1000 cells is too large: 10000 cells are the most",
            None,
        ),
    ],
)
def test_a_run_time_error_names_what_happened_and_where(failure, body, code, message, place):
    error = failure(SETUP, body)
    assert (error.code, error.message) == (code, message)
    assert place is None or (error.span is not None and error.span.text == place)
    assert error.calls[-1].name == "begin"


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        (
            "list<int> l = [1, 2]; int n = 1; print(l[n + 1]);",
            "the last one is `l[1]`: ask with `if` before, whether `n + 1` is from 0 to 1",
        ),
        (
            "list<list<int>> l = [[1, 2], [3]]; print(l[1][1]);",
            "the last one is `l[1][0]`: ask with `if` before, whether `1` is from 0 to 0",
        ),
        ("list<int> l = []; print(l[0]);", "`l` is empty: ask with `if` before it is looked at"),
        ("int z; print(1 / z);", "`z` is 0 here: ask with `if` before it divides"),
        ("int z; print(6 / 2 * (1 % (z - 0)));", "`z - 0` is 0 here: ask with `if` before it divides"),
        ("int z; print(6 / (z - 0) * 2);", "`z - 0` is 0 here: ask with `if` before it divides"),
        ("list<int> l = [0]; print(6 / l[0] * 2);", "`l[0]` is 0 here: ask with `if` before it divides"),
        ("int z; print(1 / 1 / z);", "ask with `if` before it divides, whether the divisor is 0"),
        ("A a(); print(a.next.n);", "ask before: `if (a.next != None) { … }`"),
        ('int x = stoi("x");', "compare the text before it becomes a number, and read again if it is none"),
    ],
)
def test_a_run_time_error_says_what_to_ask_before(failure, body, hint):
    assert failure(SETUP, body).hint == hint


def test_an_error_knows_the_answer_it_followed():
    played = play("N_PLAYERS = 2;", "int a = stoi(read(1));", "1 2 x")
    assert played.error.question == 3
    assert played.error.span is not None and played.error.span.line == 6


def test_an_error_in_a_method_names_the_calls_that_led_there(failure):
    setup = "group A(Object) { int f(int n) { return 1 / n; } }; int g() { int n = A.f(0); return n; }"
    error = failure(setup, "print(g());")
    assert [(call.name, call.span.text if call.span else "") for call in error.calls] == [
        ("A.f", "1 / n"),
        ("g", "A.f(0)"),
        ("begin", "g()"),
    ]


def test_endless_loops_phases_and_recursions_end_in_a_budget(failure):
    assert failure("", "while (True) { }").code == "steps"
    assert failure("", "int x = 1;").code == "steps"
    assert failure("int f(int n) { return 1 + f(n + 1); }", "print(f(0));").code == "depth"
    assert failure("", 'while (True) { print("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"); }').kind == "budget"
    assert failure("", 'str s = "a"; while (True) { s = s + s; }').kind == "budget"
    assert failure("group A(Object) { A next; };", "A a; while (True) { A b(); b.next = a; a = b; }").kind == "budget"


def test_a_constructor_that_makes_itself_ends_in_a_budget(failure):
    assert failure("group A(Object) { A a; A() { this.a = A(); } };", "A a();").kind == "budget"


def test_a_restart_for_ever_ends_in_a_budget(failure):
    assert failure("", "restart();").kind == "budget"


def test_a_board_of_impossible_size_is_a_static_error(wrong):
    assert [item.code for item in wrong("group B(Boards.Rect(0, 3)) { };", "B.full();")] == ["SN109"]
    assert [item.code for item in wrong("group B(Boards.Rect(999, 999)) { };", "B.full();")] == ["SN109"]
    assert [item.code for item in wrong("group B(Boards.Hex(99)) { };", "B.full();")] == ["SN109"]


def test_undo_takes_a_failed_move_back():
    match = parlour.Match.start(parlour.load(whole("", "int a = stoi(read(1)); print(a);"), language="senet"))
    match.answer(match.questions[0], "x")
    assert match.error is not None
    match.undo()
    assert match.error is None and len(match.questions) == 1


def test_answers_of_the_wrong_length_are_refused_and_change_nothing():
    position = play("", "print(read(2));").position
    before = position.key
    for answer in ("a", "abc", "", "a b"):
        assert isinstance(position.answer(position.questions[0], answer), parlour.Refused)
    assert position.key == before
    assert play_on(position, "ab").said.endswith("ab")


def test_any_character_can_be_an_answer(prints):
    assert prints("", "print(read(3));", "é☃𝄞") == "é☃𝄞"
