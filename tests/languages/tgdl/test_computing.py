"""Sections 3, 12 and 13, values: numbers, players, null, collections."""

from __future__ import annotations

import pytest
from tests.languages.tgdl.running import computed, failure


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3", 7),
        ("2 ^ 3 ^ 2", 64),
        ("-7 % 3", -1),
        ("7 / 2", 3.5),
        ("0.5 + 0.25", 0.75),
        ("-(2 ^ 2)", -4),
    ],
)
def test_numbers_are_doubles(expression: str, value: float) -> None:
    assert computed(f"R.a = {expression};", "number a = 0;") == {"a": value}


def test_dividing_by_zero_is_infinite_and_not_a_number_equals_nothing() -> None:
    found = computed(
        "number n = 0 / 0; R.a = 1 / 0 > 10 ^ 300; R.b = n == n; R.c = n != n; R.d = 0 ^ -1 > 1;",
        "bool a = false; bool b = true; bool c = false; bool d = false;",
    )
    assert found == {"a": True, "b": False, "c": True, "d": True}


@pytest.mark.parametrize(
    ("value", "player"), [("3 + 1", 0), ("3 - 4", 3), ("3 - 5", 2), ("-1", 3), ("1.9", 1), ("9", 1)]
)
def test_a_number_that_becomes_a_player_is_cut_and_goes_round(value: str, player: int) -> None:
    assert computed(f"player p = {value}; R.p = p;", "player p = 0;", players=4) == {"p": f"player {player}"}


def test_arithmetic_with_a_player_gives_a_player() -> None:
    assert computed("player p = 3; R.p = p + 1; R.q = p - 5;", "player p = 1; player q = 1;", players=4) == {
        "p": "player 0",
        "q": "player 2",
    }


@pytest.mark.parametrize("value", ["0 / 0", "1 / 0", "-1 / 0"])
def test_a_player_made_from_no_number_is_an_error(value: str) -> None:
    assert "player" in failure(f"R.p = {value};", "player p = 0;").message


def test_and_and_or_stop_early_and_their_single_forms_do_not() -> None:
    more = "function f { returns bool; effect { R.n += 1; return true; } }"
    body = "bool a = false && f(); a = true || f(); a = false & f(); a = true | f(); a = f() ^ f(); R.a = a;"
    assert computed(body, "number n = 0; bool a = true;", more) == {"n": 4, "a": False}


def test_strings_are_joined_and_ordered_by_utf_16_unit() -> None:
    body = 'R.s = "ab" + "cd"; R.a = "a" < "b"; R.b = "\U00010000" < "\uffff"; R.c = "b" >= "ba";'
    assert computed(body, 'string s = ""; bool a = false; bool b = false; bool c = true;') == {
        "s": "abcd",
        "a": True,
        "b": True,
        "c": False,
    }


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("R.n = R.n + 1;", "expected number, not null"),
        ("R.n += 1;", "expected number, not null"),
        ("if(R.b) { R.n = 1; }", "expected bool, not null"),
        ("R.b = R.n < 2;", "expected number, not null"),
        ('R.s = R.s + "x";', "expected string, not null"),
        ("R.n = R.o.n;", "null has no member n"),
        ("R.n = R.xs.length;", "null has no member length"),
        ("Table<number> t = {}; t[R.s] = 1;", "a Table key cannot be null"),
    ],
)
def test_null_where_a_value_is_needed_is_an_error(body: str, message: str) -> None:
    error = failure(body, "number n; bool b; string s; O o; List<number> xs;", "class O { number n = 0; }")
    assert error.message == message
    assert error.span is not None


def test_an_attribute_without_a_value_is_null_and_equals_null_alone() -> None:
    body = "R.a = R.n == null; R.b = R.n == 0; R.n = 0; R.c = R.n == null;"
    assert computed(body, "number n; bool a = false; bool b = true; bool c = true;") == {
        "n": 0,
        "a": True,
        "b": False,
        "c": False,
    }


def test_lists_read_null_outside_and_grow_when_written() -> None:
    body = """
        List<number> xs = {1, 2};
        xs[xs.length] = 3; xs[5] = 6; xs[1.9] = 9;
        R.xs = xs; R.a = xs[-1] == null && xs[7] == null; R.n = xs.length;
    """
    assert computed(body, "List<number> xs = {}; bool a = false; number n = 0;") == {
        "xs": [1, 9, 3, None, None, 6],
        "a": True,
        "n": 6,
    }


def test_the_operations_of_lists() -> None:
    body = """
        List<number> xs = {5, 6, 7}; List<number> ys = xs.copy();
        xs.add(8); xs.append(ys); xs.remove(5); xs.removeAt(0);
        R.xs = xs; R.ys = ys; R.c = xs.contains(7); R.i = xs.indexOf(7); R.j = xs.indexOf(99);
        ys.clear();
    """
    assert computed(
        body, "List<number> xs = {}; List<number> ys = {}; bool c = false; number i = 0; number j = 0;"
    ) == {"xs": [7, 8, 5, 6, 7], "ys": [], "c": True, "i": 0, "j": -1}


@pytest.mark.parametrize("body", ["xs[-1] = 1;", "xs.removeAt(5);", "R.n = xs[0 / 0];", "R.n = xs[1 / 0];"])
def test_a_list_refuses_impossible_indexes(body: str) -> None:
    assert failure(f"List<number> xs = {{1}}; {body}", "number n;").code == "index"


def test_collections_are_keys_by_identity_whatever_they_come_to_hold() -> None:
    body = """
        List<number> one = { 1 }; List<number> other = { 1 }; Stack<string> s = new Stack<string>();
        Table<number> t = { {one, 1}, {other, 2}, {one, 3} }; t[s] = 4;
        one.add(5); other.clear(); s.push("x");
        R.a = t[one]; R.b = t[other]; R.c = t[s]; R.n = t.length; R.d = t[one.copy()] == null;
        t[one] += 10; R.e = t[one]; t[other] = null; R.m = t.length; R.f = t.copy()[one];
    """
    attributes = "number a; number b; number c; number n; bool d = false; number e; number m; number f;"
    assert computed(body, attributes) == {"a": 3, "b": 2, "c": 4, "n": 3, "d": True, "e": 13, "m": 2, "f": 13}


def test_tables_take_any_key_and_storing_null_removes() -> None:
    more = "class O { }"
    body = """
        Table<number> t = { {"a", 1}, {2, 3}, {"a", 4} };
        O o = new O(); t[o] = 5; t[true] = 6; t[player.active()] = 7;
        R.a = t["a"]; R.b = t[2]; R.c = t[o]; R.d = t[new O()] == null; R.e = t[0]; R.n = t.length;
        t["a"] = null; R.m = t.length(); R.f = t.copy().length; t.clear(); R.g = t.length;
    """
    attributes = "number a; number b; number c; bool d = false; number e; number n; number m; number f; number g;"
    assert computed(body, attributes, more) == {
        "a": 4, "b": 3, "c": 5, "d": True, "e": 7, "n": 5, "m": 4, "f": 4, "g": 0,
    }  # fmt: skip


def test_the_operations_of_stacks() -> None:
    body = """
        Stack<number> s = {1, 2};
        s.push(3); s.push(null); s.push_front(0); Stack<number> c = s.clone();
        R.a = s.pop(); R.b = s.pop_front(); R.n = s.length(); R.s = c;
        s.pop(); s.pop(); R.e = s.pop() == null;
    """
    assert computed(body, "number a; number b; number n; Stack<number> s = {}; bool e = false;") == {
        "a": 3, "b": 0, "n": 2, "s": [0, 1, 2, 3], "e": True,
    }  # fmt: skip


def test_collections_and_objects_are_compared_by_identity() -> None:
    body = """
        List<number> a = {1}; List<number> b = {1}; List<number> c = a;
        R.a = a == b; R.b = a == c; R.c = new O() == new O();
        List<List<number>> all = {a, b}; R.i = all.indexOf(b);
    """
    found = computed(body, "bool a = true; bool b = false; bool c = true; number i = 0;", "class O { }")
    assert found == {"a": False, "b": True, "c": False, "i": 1}


def test_is_and_as_follow_the_line_of_classes() -> None:
    more = "class A { number n = 1; } class B : A { number m = 2; } class C : A { }"
    body = """
        A a = new B(); R.a = a is A; R.b = a is B; R.c = a is C; R.m = (a as B).m; R.d = (a as C) == null;
        player p = 1; R.n = p as number;
    """
    attributes = "bool a = false; bool b = false; bool c = true; bool d = false; number m = 0; number n = 0;"
    assert computed(body, attributes, more) == {"a": True, "b": True, "c": False, "d": True, "m": 2, "n": 1}


def test_a_loop_goes_to_its_step_on_continue_and_ends_on_break() -> None:
    body = """
        for(number i = 0; i < 10; i += 1) { if(i == 2) { continue; } if(i == 5) { break; } R.n += i; }
        number k = 0; while(true) { k += 1; if(k > 3) { break; } } R.k = k;
    """
    assert computed(body, "number n = 0; number k = 0;") == {"n": 8, "k": 4}


def test_a_collection_of_derived_objects_fits_one_of_their_base() -> None:
    more = """
        class A { number n = 1; } class B : A { number m = 2; }
        function first { function input List<A> xs; returns number; effect { return xs[0].n; } }
    """
    body = """
        List<B> bs = { new B() }; List<A> seen = bs; R.a = first(xs: bs); R.b = bs[0].m; R.same = seen == bs;
        List<A> mixed = { new B(), new A(), null }; R.c = (mixed as List<B>) == null; mixed.removeAt(1);
        R.d = (mixed as List<B>)[0].m; R.e = seen is List<B>;
        Stack<B> pile = { new B() }; Stack<A> wide = pile; R.f = wide.pop().n;
        Table<B> named = { {1, new B()} }; Table<A> entries = named; R.g = entries[1].n;
    """
    attributes = "number a; number b; bool same = false; bool c = false; number d; bool e = false; number f; number g;"
    assert computed(body, attributes, more) == {
        "a": 1, "b": 2, "same": True, "c": True, "d": 2, "e": True, "f": 1, "g": 1,
    }  # fmt: skip
