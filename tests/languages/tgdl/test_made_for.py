"""What a collection was made for guards what is put in it, however it is seen (section 13): on both engines, for every
operation that puts something in, where the text tells what a collection was made for and where only the run does."""

from __future__ import annotations

import pytest
from tests.languages.tgdl.checking import checked
from tests.languages.tgdl.running import computed, failure, load, play

from parlour.languages.tgdl.lower.lower import lower

WIDE = """
    class A { number n = 1; } class B : A { number m = 2; }
    function put { function input List<A> xs; function input A x; returns; effect { xs.add(x); } }
"""

# Every operation that puts something in a collection, through a view of As.
STORES = {
    "add": ("List", "seen.add(x);"),
    "an index": ("List", "seen[0] = x;"),
    "an index past the end": ("List", "seen[3] = x;"),
    "append": ("List", "List<A> more = { null, x }; seen.append(more);"),
    "push": ("Stack", "seen.push(x);"),
    "push_front": ("Stack", "seen.push_front(x);"),
    "a key": ("Table", 'seen["here"] = x;'),
    "a key that is a collection": ("Table", "List<A> key = {}; seen[key] = x;"),
    "a list inside a list": ("List", "List<List<A>> all = { seen }; all[0].add(x);"),
    "a list inside a table": ("List", "Table<List<A>> all = { {1, seen} }; all[1].add(x);"),
    "a copy": ("List", "seen.copy().add(x);"),
    "a copy of a table": ("Table", "seen.copy()[1] = x;"),
    "a clone": ("Stack", "seen.clone().push(x);"),
    "an attribute": ("List", "Holder h = new Holder() { held = seen }; h.held.add(x);"),
    "a function": ("List", "put(xs: seen, x: x);"),
    "a result": ("List", "itself(xs: seen).add(x);"),
}

MORE = (
    WIDE
    + """
    class Holder { List<A> held = null; }
    function itself { function input List<A> xs; returns List<A>; effect { return xs; } }
"""
)


@pytest.mark.parametrize("name", STORES)
def test_a_collection_that_is_seen_as_a_wider_one_takes_only_what_it_was_made_for(name: str) -> None:
    kind, store = STORES[name]
    begin = f"{kind}<B> own = {{ }}; {kind}<A> seen = own;"
    error = failure(f"{begin} A x = new A(); {store}", more=MORE)
    assert (error.kind, error.code) == ("type", "element")
    assert error.message == f"A cannot be put in this {kind}: it was made for B"
    fits = f"{begin} A x = new B(); {{ {store} }} x = null; {{ {store} }} R.n = 1;"
    assert computed(fits, "number n;", MORE)["n"] == 1


@pytest.mark.parametrize("name", STORES)
def test_where_narrow_and_wide_collections_come_to_one_store_each_is_guarded_by_its_own(name: str) -> None:
    kind, store = STORES[name]
    both = f"""
        {MORE}
        function store {{ function input {kind}<A> seen; function input A x; returns; effect {{ {store} }} }}
    """
    begin = f"{kind}<B> narrow = {{ }}; {kind}<A> wide = {{ }};"
    for fine in ("wide, x: new A()", "wide, x: new B()", "narrow, x: new B()", "narrow, x: null"):
        assert computed(f"{begin} store(seen: {fine}); R.n = 1;", "number n;", both)["n"] == 1
    error = failure(f"{begin} store(seen: wide, x: new A()); store(seen: narrow, x: new A());", more=both)
    assert error.message == f"A cannot be put in this {kind}: it was made for B"
    assert "store" in [each.name for each in error.calls]


def test_what_was_refused_is_not_there() -> None:
    """The error comes before anything changes, and the collection is what it was."""
    text = f"""players 1; {WIDE}
        global class R {{
            List<A> wide = {{}}; List<B> narrow = {{}};
            action Put {{ trigger PlayerChoiceEvent {{ return true; }} input bool which;
                effect {{ if(which) {{ put(xs: wide, x: new A()); }} else {{ put(xs: narrow, x: new A()); }} }} }}
        }}
        turn T {{ default {{ return 0; }} }}
        setup {{ }}
    """
    played = play(text, ["Put", "true", "Put", "false"])
    assert played.error is not None and played.error.seat is not None and played.error.seat.name == "player 0"
    assert [each.name for each in played.error.calls] == ["put", "action Put", "turn T"]
    assert played.state["R"] == {"wide": ["A#1"], "narrow": []}


TABLE = """
    interactable Card { number n = 1; } interactable Trump : Card { } interactable Coin { }
    stack Deck { returns Card; } stack Trumps { returns Trump; }
    function put { function input Stack<Card> pile; function input Card c; returns; effect { pile.push(c); } }
    function away { function input Stack<Card> pile; function input Card c; returns; effect { c.discard(pile); } }
"""


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("away(pile: trumps, c: new Card());", "Card cannot be put in this Stack: it was made for Trump"),
        ("put(pile: new Trumps().clone(), c: new Card());", "Card cannot be put in this Stack: it was made for Trump"),
        (
            "Trumps deck = new Trumps(); put(pile: deck.discard_stack, c: new Card());",
            "Card cannot be put in this Stack: it was made for Trump",
        ),
        (
            "stack deck = new Trumps(); deck.push(new Card());",
            "Card cannot be put in this Trumps: it was made for Trump",
        ),
        (
            "stack deck = new Deck(); deck.push_front(new Coin());",
            "Coin cannot be put in this Deck: it was made for Card",
        ),
        (
            "stack deck = new Trumps(); new Card().discard(deck);",
            "Card cannot be put in this Trumps: it was made for Trump",
        ),
        (
            "stack deck = new Trumps(); deck.discard_stack.push(new Card());",
            "Card cannot be put in this Stack: it was made for Trump",
        ),
        (
            "stack deck = new Trumps(); Stack<interactable> all = deck.clone(); all.push(new Card());",
            "Card cannot be put in this Stack: it was made for Trump",
        ),
    ],
)
def test_decks_piles_and_their_copies_take_what_they_were_made_for(body: str, message: str) -> None:
    both = "Stack<Trump> trumps = { }; Stack<Card> cards = { }; put(pile: cards, c: new Card());"
    assert failure(f"{both} {body}", more=TABLE).message == message


def test_a_pile_that_refuses_a_card_does_not_take_it_off_its_tile() -> None:
    text = f"""players 1; {TABLE} tile Place {{ }}
        board Field {{ group G {{ geometry square; grid {{ Place; }} }} }}
        global class R {{
            Field field = new Field(); Card card = new Card(); Stack<Trump> trumps = {{}}; Stack<Card> cards = {{}};
            action Away {{ trigger PlayerChoiceEvent {{ return true; }} input bool rightly;
                effect {{ if(rightly) {{ away(pile: cards, c: card); }} else {{ away(pile: trumps, c: card); }} }} }}
        }}
        turn T {{ default {{ return 0; }} }}
        setup {{ R.card.move_to(R.field.G[0][0]); }}
    """
    game = load(text)
    for engine in ("python", "native"):
        position = game.start(1, engine=engine)
        before = position.key
        for label in ("Away", "false"):
            question = position.questions[0]
            position.answer(question, next(each.value for each in position.legal(question) if each.label == label))
        assert position.error is not None
        assert position.scene(0) == game.start(1, engine=engine).scene(0)
        assert before == game.start(1, engine=engine).key


def test_built_in_collections_are_wide_and_narrow_ones_come_to_the_same_store() -> None:
    more = """
        connection Road { } tile Place { } interactable Man { } interactable King : Man { }
        board Field { group G { geometry square; grid { Place, Place; } } }
        function link
        { function input List<connection> xs; function input connection x; returns; effect { xs.add(x); } }
        function man
        { function input List<interactable> xs; function input interactable x; returns; effect { xs.add(x); } }
    """
    begin = """Field f = new Field(); tile t = f.G[0][0]; List<Road> roads = {}; List<King> kings = {};
        tile other = f.G[1][0]; Road r = new Road(); r.to = other;"""
    body = f"""{begin}
        link(xs: t.connections, x: t.connections[0]); R.n = t.connections.length;
        R.same = t.connections == t.connections;
        link(xs: roads, x: r); R.m = roads.length; man(xs: t.placeables, x: new Man()); man(xs: kings, x: new King());
    """
    assert computed(body, "number n; bool same = false; number m;", more) == {"n": 2, "same": True, "m": 1}
    wrong = f"{begin} link(xs: t.connections, x: r); link(xs: roads, x: t.connections[0]);"
    assert failure(wrong, more=more).message == "connection cannot be put in this List: it was made for Road"
    wrong = f"{begin} man(xs: t.placeables, x: new Man()); man(xs: kings, x: new Man());"
    assert failure(wrong, more=more).message == "Man cannot be put in this List: it was made for King"


@pytest.mark.parametrize(
    ("declared", "answers"),
    [
        ("auto input List<King> kings;", []),
        ("input List<King> kings;", ["K", "done"]),
        ("input List<King> kings { return kings.length < 2; }", ["K"]),
        ("player player.all() input King kings;", ["K", "K"]),
    ],
)
def test_lists_that_an_input_fills_were_made_for_what_it_asks_for(declared: str, answers: list[str]) -> None:
    text = f"""players 2;
        interactable Man {{ string name = "M"; }} interactable King : Man {{ }}
        function add {{ function input List<Man> xs; function input Man x; returns; effect {{ xs.add(x); }} }}
        global class R {{ Man man = new Man(); King king = new King() {{ name = "K" }}; List<Man> all = {{}};
            action Ask {{ trigger PlayerChoiceEvent {{ return true; }} {declared}
                effect {{ add(xs: all, x: man); add(xs: kings, x: king); add(xs: kings, x: man); }} }}
        }}
        turn T {{ default {{ return 0; }} }} setup {{ }}
    """
    played = play(text, ["Ask", *answers])
    assert played.error is not None and played.error.message == "Man cannot be put in this List: it was made for King"
    assert played.state["R"] == {"man": "M", "king": "K", "all": ["M"]}


def test_a_list_of_lists_takes_lists_of_what_it_was_made_for() -> None:
    more = (
        WIDE
        + """
        function hold { function input List<List<A>> all; function input List<A> xs; returns; effect { all.add(xs); } }
    """
    )
    begin = "List<List<B>> narrow = { }; List<List<A>> wide = { }; List<A> mixed = { new B(), new A() };"
    error = failure(f"{begin} hold(all: wide, xs: mixed); hold(all: narrow, xs: mixed);", more=more)
    assert error.message == "a List<A> with other elements cannot be put in this List: it was made for List<B>"
    alone = "List<List<B>> narrow = {}; List<List<A>> seen = narrow; List<A> mixed = { new A() }; seen[0] = mixed;"
    error = failure(alone, more=WIDE)
    assert error.message == "a List<A> with other elements cannot be put in this List: it was made for List<B>"
    body = f"{begin} hold(all: narrow, xs: {{ new B(), null }}); R.n = narrow[0][0].m;"
    assert computed(body, "number n;", more) == {"n": 2}


def test_marked_lists_are_one_and_the_same_by_identity_and_shown_as_lists() -> None:
    more = (
        WIDE
        + """
        class Holder { List<List<A>> all = { }; Table<List<A>> named = { }; Stack<List<A>> pile = { }; }
    """
    )
    body = """
        List<B> narrow = { new B() }; List<A> wide = { new A() }; List<A> equal = { wide[0] };
        put(xs: narrow, x: null); put(xs: wide, x: null);
        R.holder.all = { narrow, wide }; R.a = R.holder.all.indexOf(wide); R.b = R.holder.all.contains(equal);
        R.c = R.holder.all[0] == narrow; R.d = R.holder.all[0] == R.holder.all[1];
        R.holder.all.remove(narrow); R.e = R.holder.all.length; put(xs: equal, x: null);
        Table<number> names = { {wide, 5} }; names[narrow] = 6; R.f = names[R.holder.all[0]] + names[narrow];
        R.holder.named["x"] = narrow; R.holder.pile.push(wide); R.g = R.holder.named["x"].length;
        R.h = R.holder.pile.pop() == wide;
        R.all = R.holder.all; R.named = R.holder.named; R.one = narrow; R.none = null; put(xs: R.one, x: null);
    """
    attributes = """
        Holder holder = new Holder(); number a; bool b = true; bool c = false; bool d = true; number e; number f;
        number g; bool h = false; List<List<A>> all = null; Table<List<A>> named = null; List<A> one = null;
        List<A> none = { };
    """
    found = computed(body, attributes, more)
    assert found == {
        "holder": "Holder#1", "a": 1, "b": False, "c": True, "d": False, "e": 1, "f": 11, "g": 2, "h": True,
        "all": [["A#1", None]], "named": [["x", ["B#1", None, None]]], "one": ["B#1", None, None], "none": None,
    }  # fmt: skip


def test_as_and_is_look_at_what_lists_inside_lists_hold() -> None:
    body = """
        List<B> bs = { new B() }; List<A> mixed = { new B(), new A() };
        List<List<A>> all = { bs, mixed, null }; R.a = all is List<List<B>>; R.b = (all as List<List<B>>) == null;
        all.removeAt(1); R.c = all is List<List<B>>; R.d = (all as List<List<B>>)[0][0].m;
        Table<List<A>> named = { {1, mixed} }; R.e = named is Table<List<B>>;
    """
    attributes = "bool a = true; bool b = false; bool c = false; number d; bool e = true;"
    assert computed(body, attributes, WIDE) == {"a": False, "b": True, "c": True, "d": 2, "e": False}


def test_a_narrower_view_of_a_wide_list_is_told_when_it_is_read() -> None:
    """`as` looks once; what is put in later is right for the list, and wrong for the view."""
    body = "List<A> all = { new B() }; List<B> seen = all as List<B>; all.add(new A()); R.n = seen[1].m;"
    assert failure(body, "number n;", WIDE).message == (
        "this is no B: it was stored where this collection was seen as a wider one"
    )


KEYS = """players 1;
    class A { } class B : A { }
    function put { function input List<A> xs; function input A x; returns; effect { xs.add(x); } }
    global class R {
        List<A> kept = null; List<A> again = null; List<A> wide = { }; List<B> narrow = { };
        action Go { trigger PlayerChoiceEvent { return true; } input string way { return way != "none"; }
            effect {
                if(way == "wide") { kept = wide; again = wide; }
                if(way == "twice") { kept = narrow; kept = wide; again = kept; }
                if(way == "narrow") { kept = narrow; again = narrow; }
                if(way == "copy") { kept = wide.copy(); again = kept; }
                if(way == "fresh") { kept = { }; again = kept; }
                put(xs: kept, x: null); kept.clear();
            }
        }
    }
    turn T { default { return 0; } }
    setup { }
"""


def test_equal_positions_have_equal_keys_and_what_a_list_was_made_for_belongs_to_a_position() -> None:
    game = load(KEYS)
    keys: dict[str, bytes] = {}
    for way in ("wide", "twice", "narrow", "copy", "fresh"):
        found = []
        for engine in ("python", "native"):
            position = game.start(1, engine=engine)
            for label in ("Go", way):
                question = position.questions[0]
                position.answer(question, next(each.value for each in position.legal(question) if each.label == label))
            assert position.error is None
            found.append(position.key)
        assert found[0] == found[1]
        keys[way] = found[0]
    assert keys["wide"] == keys["twice"] and keys["copy"] == keys["fresh"]
    assert len({keys["wide"], keys["narrow"], keys["copy"]}) == 3


PLAIN = """players 1;
    class A { } class B : A { }
    global class R { List<A> wide = { }; List<B> narrow = { }; List<A> seen = null; }
    turn T { default { return 0; } }
    setup { %s winner 0; }
"""


@pytest.mark.parametrize(
    ("body", "is_marked"),
    [
        ("R.wide.add(new A()); R.narrow.add(new B());", False),
        ("R.seen = R.narrow; R.seen.add(new B());", False),
        ("R.seen = R.narrow; R.seen.add(new A());", False),
        ("R.seen = R.narrow; R.seen = R.wide; R.seen.add(new B());", False),
        ("R.seen = R.narrow; R.seen = R.wide; R.seen.add(null); R.seen.clear();", False),
        ("R.seen = R.narrow; R.seen = R.wide; R.seen.add(new A());", True),
    ],
)
def test_only_what_comes_together_and_is_stored_in_says_what_it_was_made_for(body: str, is_marked: bool) -> None:
    """Nobody else pays for the possibility."""
    [fields] = [each.fields for each in lower(checked(PLAIN % body)).program.classes if each.name == "R"]
    shown = {each.name: str(each.type) for each in fields}
    marked = {name for name in ("wide", "narrow", "seen") if "int" in shown[name]}
    assert marked == ({"wide", "narrow", "seen"} if is_marked else set())
