"""Warnings worth acting on, and programs that come near them and get none."""

from __future__ import annotations

import pytest
from tests.languages.tgdl.checking import findings, warnings

WARNINGS = {
    "an event nobody throws": (
        "event E { } class A { action X { trigger E { return true; } } } setup { }",
        ["nobody throws E"],
    ),
    "an event nobody hears": ("event E { } setup { event.throw(new E()); }", ["nobody hears E"]),
    "a trigger on the base hears the derived event": (
        "event E { } event F : E { } global class A { action X { trigger E { return true; } } }"
        "setup { event.throw(new F()); }",
        [],
    ),
    "a trigger that always says no": (
        "event E { } global class A { bool b = true; action X { trigger E { if(b) { return false; } return false; } } }"
        "setup { event.throw(new E()); }",
        ["action X can never start: its trigger always says no"],
    ),
    "one of two triggers that may say yes": (
        "event E { } event F { } global class A { action X { trigger E { return false; } trigger F { return true; } } }"
        "setup { event.throw(new E()); event.throw(new F()); }",
        [],
    ),
    "an action that is called though its trigger always says no": (
        "event E { } global class A { action X { trigger E { return false; } } }setup { event.throw(new E()); A.X(); }",
        [],
    ),
    "a require that always says no": (
        "event E { } global class A { action X { trigger E { return true; } require { return false; } } }"
        "setup { event.throw(new E()); A.X(); }",
        ["action X can never start: its require always says no"],
    ),
    "an action that nothing starts": (
        "global class A { action X { effect { } } } setup { }",
        ["action X can never start: nothing triggers or calls it"],
    ),
    "an action that is called": ("global class A { action X { effect { } } } setup { A.X(); }", []),
    "an action that is called as one of the base": (
        "class A { action X { effect { } } } class B : A { override action X { effect { } } }"
        "setup { A a = new B(); a.X(); }",
        [],
    ),
    "a phase nobody passes to": (
        "turn T { phase A; phase B; default { return 0; } } setup { }",
        ["nobody passes to phase B of turn T"],
    ),
    "a phase somebody passes to": (
        'turn T { phase A; phase B; default { turn.pass(0, "B"); } } setup { }',
        [],
    ),
    "a turn nobody uses": (
        'turn T { default { return 0; } } turn U { default { return 0; } } setup { turns.use("T"); }',
        ["turn U is never used"],
    ),
    "a class with choices that is never made": (
        "class A { action X { trigger PlayerChoiceEvent { return true; } } } setup { }",
        ["no A is ever made, though it has choices"],
    ),
    "a class with choices that is never owned": (
        "class A { action X { trigger PlayerChoiceEvent { return true; } } } setup { A a = new A(); }",
        ["no A ever belongs to a player, though it has choices"],
    ),
    "a class whose derived class is made and owned": (
        "class A { action X { trigger PlayerChoiceEvent { return true; } } } class B : A { }"
        "setup { B b = new B(); b.assign(0); }",
        [],
    ),
    "a global class needs neither": (
        "global class A { action X { trigger PlayerChoiceEvent { return true; } } } setup { }",
        [],
    ),
    "an attribute never read": (
        "class A { number n = 0; } setup { A a = new A(); a.n = 1; a.n += 1; }",
        ["attribute n of A is never read"],
    ),
    "an attribute that is read": ("class A { number n = 0; } setup { A a = new A(); if(a.n == 1) { } }", []),
    "what lies on the table is seen": (
        "interactable A { number n = 0; } setup { A a = new A() { n = 1 }; a.assign(0); }",
        [],
    ),
    "what an attribute leads to can be chosen": (
        "class A { List<A> others = {}; A next = null; } setup { A a = new A() { next = new A() }; }",
        [],
    ),
    "name is what an object is called": ('class A { string name = "x"; } setup { A a = new A(); }', []),
    "a filter that changes something": (
        "global class A { number n = 0; action X { require { n = 1; return n > 0; } trigger PlayerChoiceEvent"
        " { return true; } } } setup { }",
        ["the require of action X changes something, which is undone"],
    ),
    "a filter that changes something through a function": (
        "global class A { number n = 0; function f { returns bool; effect { n += 1; return true; } }"
        " action X { trigger PlayerChoiceEvent { return f() && n > 0; } } } setup { }",
        ["the trigger PlayerChoiceEvent of action X changes something, which is undone"],
    ),
    "a filter that fills a list of its own": (
        "global class A { action X { trigger PlayerChoiceEvent { List<number> xs = {}; xs.add(1); xs[1] = 2;"
        " return xs.length == 2; } } } setup { }",
        [],
    ),
    "a trial is meant": (
        "global class A { number n = 0; action X {\n// parlour: trial\ntrigger PlayerChoiceEvent { n = 1;"
        " return n > 0; }"
        " } } setup { }",
        [],
    ),
    "a trial is about the block below it only": (
        "global class A { number n = 0; action X {\n// parlour: trial\ntrigger PlayerChoiceEvent { n = 1;"
        " return n > 0; }\n"
        "require { n = 2; return n > 0; } } } setup { }",
        ["the require of action X changes something, which is undone"],
    ),
    "&& mixed with ||": (
        "setup { bool a = true && false || true; bool b = true | false & true; }",
        [
            "`&&` is stronger than `||`: put parentheses around it",
            "`&` is stronger than `|`: put parentheses around it",
        ],
    ),
    "&& in parentheses": ("setup { bool a = (true && false) || true; bool b = true && (false || true); }", []),
    "a statement that does nothing": ("setup { number n = 1; n == 2; }", ["this statement does nothing"]),
    "a function that does not say what it returns": (
        "function f { effect { } } setup { f(); }",
        ["function f does not say what it returns"],
    ),
    "a note in no known form": (
        "// parlour: player Red\nsetup { }",
        ["this note to Parlour is in none of its forms"],
    ),
    "a `;` too many": ("class A { number n = 1; }; setup { A a = new A(); a.n = a.n; }", ["this `;` ends nothing"]),
    "components are not warned of": ("event E { } class A { number n; action X { effect { } } }", []),
}


@pytest.mark.parametrize(("text", "expected"), WARNINGS.values(), ids=WARNINGS.keys())
def test_warning(text: str, expected: list[str]) -> None:
    assert warnings(text) == expected
    assert all(each.hint for each in findings(text))


def test_a_component_of_parlour_may_have_more_than_a_game_needs() -> None:
    assert warnings('import "parlour/cards"; setup { }') == []
