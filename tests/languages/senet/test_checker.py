"""Every static error (section 8 of the digest), each with its code and its place, before anything runs."""

from __future__ import annotations

import pytest
from tests.languages.senet.conftest import whole

import parlour

GROUPS = """group G(Boards.Rect(3, 3)) { }; group M(Piece) { int n; int f(int x) { return x; } };
group N(M) { }; G g(); int i; str s; bool b; list<int> l; M m;"""

# What stands in `begin`, the code, and the text at the place that is named.
IN_BEGIN = [
    # unknown names, with and without a suggestion
    ("print(nobody);", "SN101", "nobody"),
    ("nobody = 3;", "SN101", "nobody"),
    ("nobody();", "SN102", "nobody"),
    ("Nobody x;", "SN103", "Nobody"),
    ("list<Nobody> x;", "SN103", "Nobody"),
    ("print(m.colour);", "SN104", "colour"),
    ("m.colour = 3;", "SN104", "colour"),
    ("m.go();", "SN104", "go"),
    ("print(i.n);", "SN104", "n"),
    ("s.length();", "SN104", "length"),
    ("print(begin);", "SN108", "begin"),
    ("print(m.f);", "SN108", "f"),
    ("G = None;", "SN016", "G"),
    # instances that cannot be made
    ("M x(3);", "SN127", "M x(3);"),
    ("Boards.Rect r();", "SN109", "Boards.Rect r();"),
    ("Board x();", "SN109", "Board x();"),
    ("int x(3);", "SN109", "int x(3);"),
    ("Boards.Line l(True);", "SN121", "True"),
    # types differ
    ('i = "a";', "SN120", '"a"'),
    ("int x = True;", "SN120", "True"),
    ("s = 3;", "SN120", "3"),
    ("i = s = 3;", "SN120", "3"),
    ("l = [True];", "SN124", "True"),
    ("m = g;", "SN120", "g"),
    ("i = None;", "SN120", "None"),
    ("m.n = s;", "SN120", "s"),
    ("l[0] = s;", "SN120", "s"),
    ('m.f("a");', "SN121", '"a"'),
    ("print(stoi(3));", "SN121", "3"),
    ("print(itos(s));", "SN121", "s"),
    ("read(s);", "SN121", "s"),
    ("print(i == s);", "SN123", "s"),
    ("print(b != 1);", "SN123", "1"),
    ("print(i == None);", "SN123", "None"),
    ("print(g == m);", "SN123", "m"),
    ('print([1, "a"]);', "SN124", '"a"'),
    ("for (int x in {1, True}) { }", "SN124", "True"),
    ("for (str x in l) { }", "SN124", "l"),
    ("for (x in i) { }", "SN124", "i"),
    # conditions
    ("if (i) { }", "SN125", "i"),
    ("while (s) { }", "SN125", "s"),
    ("if (b) { } elif (1) { }", "SN125", "1"),
    ("if (i = 3) { }", "SN125", "i = 3"),
    # operators
    ("print(i + b);", "SN126", "b"),
    ('print(1 + "a");', "SN126", '"a"'),
    ('print("a" + 1);', "SN126", "1"),
    ('print("a" - "b");', "SN126", "-"),
    ("print(s * 2);", "SN126", "s"),
    ("print(s < s);", "SN126", "s"),
    ("print(-b);", "SN126", "b"),
    ("print(not i);", "SN126", "i"),
    ("print(b and 1);", "SN126", "1"),
    ("print(1 < 2 < 3);", "SN126", "<"),
    ("print(l + l);", "SN126", "l"),
    # arguments
    ("m.f();", "SN127", "m.f()"),
    ("m.f(1, 2);", "SN127", "m.f(1, 2)"),
    ("print();", "SN127", "print()"),
    ("read();", "SN127", "read()"),
    ("exit(1);", "SN127", "exit(1)"),
    # lists and calls of something else
    ("print(i[0]);", "SN128", "i"),
    ("print(g[0]);", "SN128", "g[0]"),
    ("print(l[s]);", "SN128", "s"),
    ("i(3);", "SN129", "i"),
    ("m.n();", "SN129", "n"),
    ("l[0]();", "SN129", "l[0]"),
    # places
    ("break;", "SN130", "break;"),
    ("if (b) { continue; }", "SN130", "continue;"),
    ("print(this);", "SN131", "this"),
    ("i >> g [0, 0];", "SN133", "i"),
    ("g >> g [0, 0];", "SN133", "g"),
    ("None >> g [0, 0];", "SN133", "None"),
    ("m >> i [0, 0];", "SN134", "i"),
    ("m >> m [0, 0];", "SN134", "m"),
    ("i << g [0, 0];", "SN134", "i"),
    ("g << i;", "SN133", "i"),
    ("g << g;", "SN135", "g"),
    ("m >> g [True, 0];", "SN135", "True"),
    ("m >> g >> s;", "SN135", "s"),
    ('g << ["a"];', "SN135", '"a"'),
    ("pass(nowhere, 0);", "SN136", "nowhere"),
    ("pass(begin, s);", "SN121", "s"),
    ("pass(begin);", "SN127", "pass(begin)"),
    ("int x = pass(begin, 0);", "SN136", "pass"),
    ("int x; str x;", "SN107", "x"),
    ("return 3;", "SN122", "3"),
]


@pytest.mark.parametrize(("body", "code", "place"), IN_BEGIN, ids=[f"{code} {body}" for body, code, _ in IN_BEGIN])
def test_a_mistake_in_a_body_is_found_at_its_place(wrong, body, code, place):
    found = wrong(GROUPS, body)
    assert [(item.code, item.span.text) for item in found] == [(code, place)]
    assert found[0].span.line == GROUPS.count("\n") + 6


# What stands in `@setup`, the code, and the text at the place that is named.
IN_SETUP = [
    ("group A(Nobody) { };", "SN103", "Nobody"),
    ("int n; group A(n) { };", "SN105", "n"),
    ("void f() { } group A(f) { };", "SN105", "f"),
    ("group A(ON_MOVE) { };", "SN105", "ON_MOVE"),
    ("group A(A) { };", "SN106", "A"),
    ("group A(B) { }; group B(C) { }; group C(A) { };", "SN106", "B"),
    ("group A(Object) { }; group A(Piece) { };", "SN107", "A"),
    ("group Piece(Object) { };", "SN107", "Piece"),
    ("int n; str n;", "SN107", "n"),
    ("void f() { } void f() { }", "SN107", "f"),
    ("int f; void f() { }", "SN107", "f"),
    ("group A(Object) { }; int A;", "SN107", "A"),
    ("group A(Object) { int n; str n; };", "SN107", "n"),
    ("group A(Object) { int n; int n() { return 1; } };", "SN107", "n"),
    ("void f(int n, int n) { }", "SN107", "n"),
    ("str N_PLAYERS;", "SN107", "N_PLAYERS"),
    ("group A(Object) { n = 3; };", "SN104", "n"),
    ("group A(Piece) { fixed = 3; };", "SN120", "3"),
    ('group A(Object) { int n = "a"; };', "SN120", '"a"'),
    ("group A(Boards.Rect(3)) { };", "SN127", "Boards.Rect"),
    ("group A(Boards.Rect(3, True)) { };", "SN121", "True"),
    ("group A(Object) { A(int n) { } }; group B(A) { B() { } };", "SN109", "A"),
    ("group A(Object) { int f() { return 1; } }; group B(A) { int f(int n) { return 1; } };", "SN110", "f"),
    (
        'group A(Object) { int f() { return 1; } }; group B(A) { str f() { return s(); } str s() { return ""; } };',
        "SN110",
        "f",
    ),
    ("group A(Piece) { int repr() { return 1; } };", "SN110", "repr"),
    ("group A(Piece) { bool place(int x) { return True; } };", "SN110", "place"),
    ("int f() { }", "SN111", "f"),
    ("int f(bool b) { if (b) { return 1; } }", "SN111", "f"),
    ("int f(bool b) { while (b) { return 1; } }", "SN111", "f"),
    ("f(bool b) { if (b) { return 1; } }", "SN111", "f"),
    ('int f() { return "a"; }', "SN122", '"a"'),
    ("int f() { return; }", "SN122", "return;"),
    ("void f() { return 3; }", "SN122", "3"),
    ("f() { return 1; return True; }", "SN122", "True"),
    ("group A(Object) { A f() { return 3; } };", "SN122", "3"),
    ("assert f() { 3; }", "SN137", "3"),
    ('assert f() { True; "a"; }', "SN137", '"a"'),
    ("break;", "SN130", "break;"),
    ("void f() { print(this); }", "SN131", "this"),
]


@pytest.mark.parametrize(("setup", "code", "place"), IN_SETUP, ids=[f"{code} {setup}" for setup, code, _ in IN_SETUP])
def test_a_mistake_in_setup_is_found_at_its_place(wrong, setup, code, place):
    found = wrong(setup, "exit();")
    assert [(item.code, item.span.text) for item in found] == [(code, place)]


@pytest.mark.parametrize(
    ("turns", "code", "place"),
    [
        ("@setup { } @turns { }", "SN100", None),
        ("@setup { } @turns { void start() { } }", "SN100", "start"),
        ("@setup { void begin() { } } @turns { void play() { } }", "SN100", "play"),
        ("@setup { } @turns { void begin(int n) { } }", "SN112", "int n"),
        ("@setup { } @turns { int begin() { return 1; } }", "SN112", "begin"),
        ("@setup { } @turns { void begin() { pass(ask, 0); } void ask(int n) { } }", "SN136", "ask"),
        ("# parlour: the winner is n\n@setup { str n; } @turns { void begin() { } }", "SN138", None),
        ("# parlour: the scores are f\n@setup { int f() { return 1; } } @turns { void begin() { } }", "SN138", None),
    ],
)
def test_a_mistake_in_the_whole_is_found_at_its_place(wrong, turns, code, place):
    (found,) = wrong(turns)
    assert found.code == code
    assert place is None or found.span.text == place


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        ("int count; print(cuont);", "Did you mean count?"),
        ("pirnt(1);", "Did you mean print?"),
        ("Peice p;", "Did you mean Piece?"),
        ("M m2(); m2.onwer = 1;", "Did you mean owner?"),
        ("G.ful();", "Did you mean full?"),
        ("pass(begn, 0);", "Did you mean begin?"),
    ],
)
def test_a_slip_of_the_fingers_is_suggested_against(wrong, body, hint):
    (found,) = wrong(GROUPS, body)
    assert found.hint == hint


def test_several_mistakes_are_reported_at_once_and_none_twice(wrong):
    found = wrong("int i; str s;", "i = s; s = i; nobody = nobody + 1; print(nothing.n.m + 1);")
    assert [item.code for item in found] == ["SN120", "SN120", "SN101", "SN101"]


def test_what_follows_from_a_mistake_is_not_reported(wrong):
    found = wrong("group A(Nobody) { int n; };", "A a(); print(a.anything); int x = a.whatever(); m() >> a [0];")
    assert [item.code for item in found] == ["SN103", "SN102"]


def test_what_could_not_be_read_may_define_the_names_that_are_missing(wrong):
    found = wrong("int count = = 3;", "print(count);")
    assert all(item.kind == "syntax" for item in found)


def test_errors_of_types_are_of_that_kind(wrong):
    assert [item.kind for item in wrong("int i;", 'i = "a"; j = 1;')] == ["type", "static"]


def test_a_function_that_always_ends_the_game_needs_no_return():
    setup = """void stop() { exit(); } int f(bool b) { if (b) { return 1; } stop(); }
    int g(bool b) { if (b) { return 1; } else { restart(); } }
    int h() { while (True) { if (f(True) == 1) { return 2; } } }"""
    parlour.load(whole(setup, "print(f(True)); print(g(True)); print(h());"), language="senet")


@pytest.mark.parametrize(
    ("setup", "begin", "turns", "code"),
    [
        ("", "ask(); exit();", "void ask() { read(1); }", "SN160"),
        ("", "exit();", "", None),
        ("", "ask(); exit();", "void ask() { read(1); return; }", None),
    ],
)
def test_a_called_phase_without_a_return_is_warned_of(setup, begin, turns, code):
    warnings = [item.code for item in parlour.load(whole(setup, begin, turns), language="senet").warnings]
    assert warnings == ([] if code is None else [code])


@pytest.mark.parametrize(("first", "codes"), [("", ["SN170"]), ('if (read(1) == "x") { return; }', [])])
def test_a_turn_is_passed_on_twice_only_where_every_way_ends_there(first, codes):
    begin = f'{first} if (read(1) == "q") {{ exit(); }} ON_MOVE = 1 - ON_MOVE;'
    game = parlour.load(whole("N_PLAYERS = 2;", begin), language="senet")
    assert [item.code for item in game.warnings] == codes


def test_an_unknown_comment_for_parlour_is_warned_of():
    game = parlour.load("# parlour: be nice\n" + whole("", "exit();"), language="senet")
    assert [item.code for item in game.warnings] == ["SN161"]


STRICT = """@setup {
int n;
group G(Board) {
int size;
int twice(int x) { return x * 2; }
};
N_PLAYERS = 2;
}
@turns {
void begin() {
str c;
c = read(1);
if (c == "x") { exit(); }
print(c);
}
}
"""


def test_a_program_by_the_letter_of_the_manual_is_accepted_strictly_and_does_the_same():
    for strict in (False, True):
        game = parlour.load(STRICT, language="senet", strict=strict)
        assert game.warnings == ()
        position = game.start()
        position.answer(position.questions[0], "a")
        assert [told.text for told in position.last.events] == ["a"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('print("a" + "b");', "SN150"),
        ("print(itos(1));", "SN151"),
        ("print(1);", "SN152"),
        ("n = rand();", "SN034"),
        ("clear_input();", "SN034"),
        ("n = PLAYER_ON_MOVE;", "SN034"),
        ("pass(begin, 0);", "SN034"),
        ("end;", "SN034"),
    ],
)
def test_what_only_the_letter_of_the_manual_refuses(line, code):
    text = STRICT.replace("print(c);", line)
    assert parlour.load(text, language="senet").warnings == ()
    with pytest.raises(parlour.Diagnostics) as raised:
        parlour.load(text, language="senet", strict=True)
    assert [item.code for item in raised.value.found] == [code]
