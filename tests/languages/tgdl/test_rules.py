"""One test for each rule that the checker decides: a program, and all that is wrong with it.

The names are the rules of the document: files (2, 13), definitions (4, 6, 13), inputs (5, 12, 13), blocks that look
(13). Values and their types are in `test_values.py`, warnings in `test_warnings.py`.
"""

from __future__ import annotations

import pytest
from tests.languages.tgdl.checking import checked, findings, in_setup, run, titles

from parlour.languages.frontend import NothingToRun
from parlour.languages.options import Options
from parlour.languages.tgdl.frontend import check, read
from parlour.syntax.source import Source

FILES = {
    "game comes first": ('class A { } game "x"; setup { }', ["game must be the first line of the file"]),
    "a game has a setup": ('game "x";', ["the main file has no setup"]),
    "a component has neither game nor setup": ("class A { }", []),
    "game is there once": ('game "x"; game "y"; setup { }', ["`game` stands here twice"]),
    "players is there once": ("players 2; players 3; setup { }", ["`players` stands here twice"]),
    "players are at most 64": ("players 65; setup { }", ["the number of players is a whole one from 1 to 64"]),
    "players are whole": ("players 2.5; setup { }", ["the number of players is a whole one from 1 to 64"]),
    "players are at least 1": ("players 0; setup { }", ["the number of players is a whole one from 1 to 64"]),
    "players comes before definitions": (
        "class A { } players 2; setup { }",
        ["`players` comes before all definitions"],
    ),
    "there is one setup": ("setup { } setup { }", ["a game has one setup"]),
    "definitions may follow the setup": ("setup { A a = new A(); } class A { }", []),
}

DEFINITIONS = {
    "a tile has no actions": ("tile T { action A { effect { } } }", ["an action cannot be written in a tile"]),
    "an event has no actions": ("event E { action A { effect { } } }", ["an action cannot be written in an event"]),
    "a connection has no default": ("connection C { default { } }", ["a default cannot be written in a connection"]),
    "a class has no phases": ("class A { phase P; }", ["a phase cannot be written in a class"]),
    "a class has no effect": ("class A { effect { } }", ["an effect cannot be written in a class"]),
    "a turn has no attributes": ("turn T { number n; default { } }", ["an attribute cannot be written in a turn"]),
    "an action stands in a class": (
        "action A { effect { } }",
        ["an action cannot be written outside of all definitions"],
    ),
    "a class does not stand in a class": ("class A { class B { } }", ["a class cannot be written in a class"]),
    "an action has one effect": ("class A { action X { effect { } effect { } } }", ["action X has two effects"]),
    "an action has one priority": ("class A { action X prio 3 { prio 4; } }", ["action X has two priorities"]),
    "a function has one effect": ("function f { returns; effect { } effect { } }", ["function f has two effects"]),
    "both forms of attributes": ("class A { number n = 1; attribute m { returns number; value n + 1; } }", []),
    "members have different names": ("class A { number a; function a { returns; } }", ["A has a member `a` already"]),
    "definitions have different names": ("class A { } tile A { }", ["there is a definition `A` already"]),
    "built-in classes are not defined again": ("tile BlankTile { }", ["`BlankTile` is a class that TGDL has itself"]),
    "player players assign are built in": (
        "class A { number players; }",
        ["every class has a member `players` by itself"],
    ),
    "discarded is built in": (
        "interactable A { bool discarded; }",
        ["every interactable has a member `discarded` by itself"],
    ),
    "x and y are built in": ("tile T { number x; }", ["every tile has a member `x` by itself"]),
    "connect is built in": (
        "tile T { function connect { returns; } }",
        ["every tile has a member `connect` by itself"],
    ),
    "to is built in": ("connection C { number to; }", ["every connection has a member `to` by itself"]),
    "groups is built in": ("board B { number groups; }", ["every board has a member `groups` by itself"]),
    "operations of a deck are built in": (
        "interactable C { } stack S { returns C; function pop { returns; } }",
        ["every stack has a member `pop` by itself"],
    ),
    "unknown types": ("class A { Dragon d; }", ["Dragon is not a known type"]),
    "a deck names what it holds": ("stack S { }", ["stack S needs `returns`"]),
    "a deck holds interactables": ("stack S { returns T; } tile T { }", ["a stack holds objects of an interactable"]),
    "a derived deck holds what its base holds": ("interactable C { } stack S { returns C; } stack R : S { }", []),
    "a group has a geometry": ("board B { group G { } }", ["group G needs a geometry"]),
    "there are three geometries": ("board B { group G { geometry round; } }", ["`round` is no geometry"]),
    "a hex group has an orientation": ("board B { group G { geometry hex; } }", ["hex group G needs an orientation"]),
    "col is column": ("board B { group G { geometry hex; orientation col; } }", []),
    "a graph group has no grid": (
        "tile T { } board B { group G { geometry graph; grid { T; } } }",
        ["a graph group has no grid"],
    ),
    "a grid holds tiles": (
        "class C { } board B { group G { geometry square; grid { C, b; } } }",
        ["a grid holds tiles, and C is none"],
    ),
    "b is a word only in a grid": ("class A { number b = 1; } function f { returns; effect { number b = 2; } }", []),
    "phases have different names": ("turn T { phase A; phase A; default { } }", ["turn T has a phase A already"]),
    "a turn has a default": ("turn T { }", ["turn T needs a default"]),
    "one trigger for each event": (
        "event E { } class A { action X { trigger E { return true; } trigger E { return true; } } }",
        ["action X has two triggers on E"],
    ),
    "a trigger names an event": (
        "class A { action X { trigger A { return true; } } }",
        ["a trigger names an event, and A is a class"],
    ),
    "visible lists attributes": ("class A { visible { default { this.y; } } }", ["A has no attribute y"]),
    "visible has a default": (
        "class A { visible { } }",
        ["a `visible` says in `default` which attributes it is about"],
    ),
    "words are names in their place": (
        "class A { number prio; number value; number grid; number phase; number row; number base; }",
        [],
    ),
    "every word is a name behind a point": (
        "class A { function f { function input A a; returns player; effect { return a.player; } } }"
        'turn T { default { } } setup { turns.use(turn: "T"); }',
        [],
    ),
}

INHERITANCE = {
    "same kind only": ("tile T { } class A : T { }", ["a class cannot be derived from a tile"]),
    "a base is known": ("class A : B { }", ["B is not a known type"]),
    "no circles": ("class A : B { } class B : A { }", ["A is derived from itself"]),
    "not from PlayerChoiceEvent": (
        "event E : PlayerChoiceEvent { }",
        ["nothing can be derived from PlayerChoiceEvent"],
    ),
    "the scope is that of the base": ("global class A { } local class B : A { }", ["B is local, but A is global"]),
    "a scope that is not written is inherited": ("group class A { } class B : A { }", []),
    "a class may be called base": ("class base { } class derived : base { }", []),
    "override is required": (
        "class A { function f { returns; } } class B : A { function f { returns; } }",
        ["f already exists in A: write override"],
    ),
    "override needs a base version": (
        "class A { } class B : A { override function f { effect { } } }",
        ["f overrides nothing"],
    ),
    "override needs a base class": ("class A { override action X { effect { } } }", ["X overrides nothing"]),
    "an override of a file": ("override function f { effect { } }", ["f overrides nothing"]),
    "an override repeats nothing": (
        "class A { function f { returns; } } class B : A { override function f { returns; effect { } } }",
        ["an override has an effect and nothing else: function f has more"],
    ),
    "an override has no priority": (
        "class A { action X { } } class B : A { override action X prio 3 { effect { } } }",
        ["an override has an effect and nothing else: action X has more"],
    ),
    "an override has the inputs of its base": (
        "class A { function f { function input number n; returns number; effect { return n; } } }"
        "class B : A { override function f { effect { return base.f(n: n) + n; } } }",
        [],
    ),
    "an override of an action has its inputs and event": (
        "event E { number k = 0; } class A { action X { trigger E { return true; } input bool b; effect { } } }"
        "class B : A { override action X { effect { if(b && event.k > 0) { base.X(); } } } }",
        [],
    ),
    "base needs a base class": (
        "class A { function f { returns; effect { base.f(); } } }",
        ["there is no base class in function f"],
    ),
    "an attribute is not declared again": (
        "class A { number n; } class B : A { number n; }",
        ["A has a member `n` already"],
    ),
    "members of the base are members": (
        "class A { number n = 1; } class B : A { function f { returns number; effect { return n + this.n; } } }",
        [],
    ),
    "the order of definitions does not matter": (
        "class B : A { override function f { effect { return 2; } } } class A { function f { returns number;"
        " effect { return 1; } } }",
        [],
    ),
}

RETURNS = {
    "an effect cannot return": (
        "class A { action X { effect { return; } } }",
        ["the effect of action X cannot return"],
    ),
    "setup cannot return": ("setup { return; }", ["setup cannot return"]),
    "a phase cannot return": (
        "turn T { phase P { effect { return; } } default { } }",
        ["the effect of phase P cannot return"],
    ),
    "the default of a deck cannot return": (
        "interactable C { } stack S { returns C; default { return; } }",
        ["the default of stack S cannot return"],
    ),
    "the default of a turn returns a player": ("turn T { default { return turn.active() + 1; } }", []),
    "the default of a turn may pass": ("turn T { default { turn.pass(0); } }", []),
    "a function with a value": ("function f { returns number; effect { return; } }", ["function f returns a number"]),
    "a function without a value": ("function f { returns; effect { return 3; } }", ["function f returns nothing"]),
    "a require must return": (
        "class A { action X { require { } } }",
        ["the require of action X must return a value"],
    ),
    "a trigger must return": (
        "class A { action X { trigger PlayerChoiceEvent { } } }",
        ["the trigger PlayerChoiceEvent of action X must return a value"],
    ),
    "a filter must return": (
        "class A { action X { input bool b { number n = 1; } } }",
        ["the filter of input 'b' must return a value"],
    ),
    "a filter returns a bool": ("class A { action X { input bool b { return 1; } } }", ["expected bool, not number"]),
    "an information returns a string": (
        "class A { action X { information { return 1; } } }",
        ["expected string, not number"],
    ),
    "break needs a loop": ("setup { break; }", ["`break` stands outside of all loops"]),
    "continue needs a loop": (
        "setup { if(true) { continue; } while(true) { continue; } }",
        ["`continue` stands outside of all loops"],
    ),
}

INPUTS = {
    "function inputs stand in functions": (
        "class A { action X { function input number n; } }",
        ["a `function` input stands only in functions"],
    ),
    "function inputs are no statements": (
        "setup { function input number n; }",
        ["a `function` input stands only in functions"],
    ),
    "function inputs have no filters": (
        "function f { function input number n { return true; } returns; }",
        ["a `function` input has no filters"],
    ),
    "only function inputs have defaults": (
        "function f { auto input number n = 3; returns; }",
        ["only a `function` input has a default"],
    ),
    "what can be chosen": (
        "function f { input Table<number> a; input List<List<number>> b; input group c; returns; }",
        ["nobody can choose a Table<number>", "nobody can choose a List<List<number>>", "nobody can choose a group"],
    ),
    "later filters use earlier inputs": (
        "class A { action X { input number a; input number b { return b > a; } } }",
        [],
    ),
    "earlier filters do not know later inputs": (
        "class A { action X { input number a { return a < b; } input number b; } }",
        ["there is no `b` in the filter of input 'a'"],
    ),
    "a named filter judges an element, a nameless one the list": (
        "interactable C { number rank = 0; } class A { action X { input List<C> cs"
        " { filter c { return c.rank > 1; } filter { return cs.length == 2; } } } }",
        [],
    ),
    "a filter has no effects": (
        "class A { action X { input bool b { filter { return b; } effect { } } } }",
        ["an effect cannot be written in an input"],
    ),
    "a target is a player or a list of players": (
        'class A { action X { player "x" input bool b; player 1 input bool c; player player.all() input bool d; } }',
        ["expected player, not string"],
    ),
    "asked is who would choose": (
        "class A { action X { player player.all() input player p { return p != asked; } effect { List<player>"
        " ps = p; } } }",
        [],
    ),
    "several players choose one thing each": (
        "class A { action X { player player.all() input List<bool> p; } }",
        ["several players at once choose one thing each, not a List"],
    ),
    "event is known in inputs, requires and effect": (
        "event E { number n = 0; } class A { action X { trigger E { return event.n > 0; } require { return"
        " event != null; }"
        " input number k { return k < event.n; } effect { if(event.n == k) { turn.pass(); } } } }",
        [],
    ),
    "event is what the triggers have in common": (
        "event E { number n = 0; } event F : E { number m = 0; } event G : E { }"
        "class A { action X { trigger F { return event.m > 0; } trigger G { return true; } effect { if(event.m"
        " == event.n) { } } } }",
        ["E has no member m"],
    ),
    "there is no event in a function": (
        "function f { returns; effect { event.n = 1; } }",
        ["there is no `event` in function f"],
    ),
    "inputs have different names": (
        "class A { action X { input bool b; input bool b; } }",
        ["there is a variable `b` already"],
    ),
    "phases have inputs and an effect": (
        "turn T { phase P { input bool b; effect { if(b) { turn.pass(); } } } default { } }",
        [],
    ),
    "a phase of statements has an effect": ("turn T { phase P { turn.pass(); } default { } }", []),
    "a phase with inputs needs an effect": (
        "turn T { phase P { input bool b; } default { } }",
        ["phase P has inputs and no effect"],
    ),
}

LOOKING = {
    "a require does not pass": (
        "class A { action X { require { turn.pass(); return true; } } }",
        ["the require of action X cannot pass the turn"],
    ),
    "a filter does not ask": (
        "class A { action X { input bool b { input bool c; return c; } } }",
        ["the filter of input 'b' cannot ask a player"],
    ),
    "a trigger does not throw": (
        "event E { } class A { action X { trigger E { event.throw_sync(new E()); return true; } } }",
        ["the trigger E of action X cannot throw an event"],
    ),
    "an information does not end the game": (
        'class A { action X { information { winner 0; return "x"; } } }',
        ["the information of action X cannot end the game"],
    ),
    "a visible does not use a turn": (
        'turn T { default { } } class A { number n; visible { filter { turns.use("T"); return true; } default'
        " { this.n; } } }",
        ["the visible of A cannot pass the turn"],
    ),
    "through functions neither": (
        "function f { input bool b; returns bool; effect { return b; } } class A { action X { require { return"
        " f(); } } }",
        ["the require of action X cannot ask a player"],
    ),
    "through versions of functions neither": (
        "class A { function f { returns bool; effect { return true; } } action X { require { return f(); } } }"
        "class B : A { override function f { effect { winner 0; return true; } } }",
        ["the require of action X cannot end the game"],
    ),
    "through the making of objects neither": (
        "interactable C { } stack S { returns C; default { winner 0; } } class A { action X { require { S s ="
        " new S(); return true; } } }",
        ["the require of action X cannot end the game"],
    ),
    "auto inputs ask nobody": (
        "function f { auto input List<bool> bs; returns bool; effect { return bs.length > 0; } }"
        "class A { action X { require { return f(); } } }",
        [],
    ),
}

ALL = {**FILES, **DEFINITIONS, **INHERITANCE, **RETURNS, **INPUTS, **LOOKING}


@pytest.mark.parametrize(("text", "expected"), ALL.values(), ids=ALL.keys())
def test_rule(text: str, expected: list[str]) -> None:
    assert titles(text) == expected


# Imports


CARDS = "interactable Card { number rank = 0; } function best { returns number; effect { return 13; } }"


def test_a_file_sees_the_definitions_of_what_it_imports() -> None:
    checked('import "cards.tgdl"; setup { Card c = new Card() { rank = best() }; }', {"cards.tgdl": CARDS})


def test_definitions_of_a_named_import_are_reached_by_its_name() -> None:
    text = 'import "cards.tgdl" as k; setup { k.Card c = new k.Card() { rank = k.best() }; List<k.Card> cs = { c }; }'
    checked(text, {"cards.tgdl": CARDS})


def test_a_named_import_adds_no_names_of_its_own() -> None:
    text = 'import "cards.tgdl" as k; setup { Card c = null; }'
    assert titles(text, {"cards.tgdl": CARDS}) == ["Card is not a known type"]


def test_names_of_two_files_must_not_clash() -> None:
    text = 'import "cards.tgdl"; class Card { } setup { }'
    assert titles(text, {"cards.tgdl": CARDS}) == ["`Card` of this file is also defined elsewhere"]


def test_two_classes_of_one_name_are_shown_with_their_files() -> None:
    game = checked('import "cards.tgdl" as k; class Card { } setup { }', {"cards.tgdl": CARDS})
    assert [each.shown for each in game.classes if each.name == "Card"] == ["cards.Card", "main.Card"]


def test_imports_are_not_passed_on() -> None:
    files = {"cards.tgdl": CARDS, "deck.tgdl": 'import "cards.tgdl"; stack Deck { returns Card; }'}
    checked('import "deck.tgdl"; setup { Deck d = new Deck(); }', files)
    assert titles('import "deck.tgdl"; setup { Card c = null; }', files) == ["Card is not a known type"]


def test_imported_files_come_first_in_the_order_of_declaration() -> None:
    files = {
        "a.tgdl": "global class A { }",
        "b.tgdl": 'import "c.tgdl"; global class B { }',
        "c.tgdl": "global class C { }",
    }
    game = checked('import "b.tgdl"; import "a.tgdl"; global class M { } setup { }', files)
    assert [each.name for each in game.globals()] == ["C", "B", "A", "M"]
    assert [source.name for source in game.sources] == ["main.tgdl", "c.tgdl", "b.tgdl", "a.tgdl"]


def test_circles_of_imports_load_each_file_once() -> None:
    files = {"a.tgdl": 'import "b.tgdl"; class A { B b; }', "b.tgdl": 'import "a.tgdl"; class B { A a; }'}
    game = checked('import "a.tgdl"; import "b.tgdl"; setup { }', files)
    assert [each.name for each in game.classes if not each.is_built_in] == ["B", "A"]


def test_a_circle_through_the_main_file_is_the_main_file() -> None:
    text = 'import "a.tgdl"; class M { } setup { }'
    game = checked(text, {"a.tgdl": 'import "main.tgdl"; class A { M m; }', "main.tgdl": text})
    assert [each.name for each in game.classes if not each.is_built_in] == ["A", "M"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("dice.tgdl", "there is no such file"),
        ("../dice.tgdl", "it lies outside the folder of the main file"),
        ("/etc/passwd", "it lies outside the folder of the main file"),
        ("", "this is not the name of a file"),
    ],
)
def test_a_file_that_cannot_be_had_is_an_error_at_the_directive(path: str, reason: str) -> None:
    (found,) = [each for each in findings(f'import "{path}"; setup {{ }}', {"cards.tgdl": CARDS}) if each.is_error]
    assert found.title == f'"{path}" cannot be imported: {reason}'
    assert found.span.text == f'"{path}"'


def test_only_the_main_file_has_game_players_and_setup() -> None:
    files = {"a.tgdl": 'game "a"; players 2; setup { }'}
    expected = ["only the main file has a `game`", "only the main file has `players`", "only the main file has a setup"]
    assert titles('import "a.tgdl"; setup { }', files) == expected


def test_errors_of_imported_files_are_told_with_their_places() -> None:
    (found,) = findings('import "a.tgdl"; setup { }', {"a.tgdl": "class A {\n    Dragon d;\n}"})
    assert (found.span.source.name, found.span.line, found.title) == ("a.tgdl", 2, "Dragon is not a known type")


# How many play


def test_the_number_of_players_comes_from_the_program_or_from_the_loader() -> None:
    assert checked("players 3; setup { }").players == 3
    game, found = run("setup { }", players=2)
    assert game is not None and game.players == 2
    assert found == ()


@pytest.mark.parametrize(
    ("text", "players", "message"),
    [
        ("class A { }", None, "has no setup"),
        ("setup { }", None, "--players N"),
        ("players 3; setup { }", 2, "is a game for 3 players, not for 2"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_flag(text: str, players: int | None, message: str) -> None:
    options = Options({} if players is None else {"players": players})
    assert check(Source("main.tgdl", text), options) == ()
    with pytest.raises(NothingToRun, match=message):
        read(Source("main.tgdl", text), options)


def test_a_note_names_the_seats() -> None:
    assert checked("// parlour: players Red, Blue\nplayers 2; setup { }").seats == ("Red", "Blue")
    assert titles("// parlour: players Red, Blue\nplayers 3; setup { }") == ["here are 2 names for 3 players"]


# To the letter


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('class A { action X { information { return "x"; } } }', "the proposal has no `information`"),
        ("class A { number n; visible { default { this.n; } } }", "the proposal has no `visible`"),
        ("class A { action X { player player.all() input bool b; } }", "the proposal asks one player at a time"),
        ("function f { effect { } }", "function f does not say what it returns"),
        ("class A { };", "this `;` ends nothing"),
    ],
)
def test_strict_refuses_extensions_and_tolerances(text: str, title: str) -> None:
    assert titles(text, strict=True) == [title]
    assert titles(text) == []


def test_a_trial_is_no_error_to_the_letter() -> None:
    text = "class A { number n = 0; action X {\n// parlour: trial\nrequire { n = 1; return n > 0; } } }"
    assert findings(text, strict=True) == ()


def test_a_local_may_hide_an_attribute_and_not_another_local() -> None:
    text = "class A { number n = 0; function f { returns; effect { number n = 1; if(true) { number n = 2; } } } }"
    assert titles(text) == ["there is a variable `n` already"]


def test_a_variable_ends_with_its_block() -> None:
    assert titles(in_setup("if(true) { number n = 1; } number n = 2; for(number n = 0; n < 1; n += 1) { }")) == [
        "there is a variable `n` already"
    ]


# Hostile programs


def test_a_long_line_of_ancestors_is_one_error_each_hundred() -> None:
    classes = ["class A0 { }", *(f"class A{n} : A{n - 1} {{ number n{n}; }}" for n in range(1, 1_000))]
    found = titles(" ".join(classes))
    assert len(found) == 999 // 100
    assert found[0] == "A100 has 100 ancestors or more"


def test_a_class_that_is_derived_from_a_circle_is_not_to_blame() -> None:
    assert titles("class C : A { } class A : B { } class B : A { }") == ["A is derived from itself"]


def test_many_definitions_are_checked_in_time() -> None:
    text = " ".join(
        f"class A{n} {{ number n = 0; function f {{ returns number; effect {{ A{n} a = this; return a.f() + n; }} }}"
        f" action X {{ require {{ return f() > 0; }} trigger PlayerChoiceEvent {{ return n > 0; }} }} }}"
        for n in range(250)
    )
    assert titles(text) == []


def test_what_another_file_defines_is_to_be_imported_where_it_is_used() -> None:
    main = 'import "parts/map.tgdl"; import "parts/men.tgdl"; class King { } setup { }'
    files = {
        "parts/map.tgdl": "tile Field { Man man = null; King king = null; }",
        "parts/men.tgdl": "interactable Man { function f { returns; effect { step(); } } }\n"
        "function g { returns number; effect { return Count.n; } }",
        "parts/more.tgdl": "",
    }
    files["parts/map.tgdl"] += " function step { returns; } global class Count { number n = 1; }"
    hints = [each.hint for each in findings(main, files) if each.is_error]
    assert hints == [
        'Man is in parts/men.tgdl: write `import "men.tgdl";` here, too',
        'King is in main.tgdl: write `import "../main.tgdl";` here, too',
        'step is in parts/map.tgdl: write `import "map.tgdl";` here, too',
        'Count is in parts/map.tgdl: write `import "map.tgdl";` here, too',
    ]
