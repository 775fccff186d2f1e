"""Sections 4 to 6, 12 and 13: objects and owners, inputs, actions, events, turns."""

from __future__ import annotations

from tests.languages.tgdl.running import Played, computed, failure, load, play

from parlour.game.position import Status

TURN = "turn T { default { return player.active() + 1; } }"


def game(definitions: str, setup: str, turn: str = TURN, players: int = 2) -> str:
    return f'game "test"; players {players}; {definitions} {turn} setup {{ {setup} }}'


def log(played: Played) -> object:
    """What the program wrote down in the global class Log."""
    found = played.state["Log"]
    assert isinstance(found, dict)
    return found["lines"]


LOG = """
global class Log {
    List<string> lines = {};
    function note { function input string s; returns; effect { lines.add(s); } }
}
"""


# ------------------------------------------------------------------------------------------------------------ objects


def test_attributes_are_computed_base_class_first_and_fields_after_them() -> None:
    more = "class A { number n = 1; number m = n + 1; } class B : A { number k = m + 1; }"
    body = "B b = new B(); R.a = b.k; B c = new B() { n = 7, m = 8; k = 9 }; R.b = c.n + c.m + c.k;"
    assert computed(body, "number a = 0; number b = 0;", more) == {"a": 3, "b": 24}


def test_calls_reach_the_most_derived_version_and_base_the_next_one_up() -> None:
    more = """
        class A { number n = 1; function f { function input number x; returns number; effect { return n + x; } }
                  function g { returns number; effect { return f(x: 10); } } }
        class B : A { override function f { effect { return base.f(x: x) * 2; } } }
        class C : B { override function f { effect { return base.f(x: x) + 100; } } }
    """
    body = "A a = new A(); A b = new B(); A c = new C(); R.a = a.g(); R.b = b.g(); R.c = c.g();"
    assert computed(body, "number a = 0; number b = 0; number c = 0;", more) == {"a": 11, "b": 22, "c": 122}


def test_global_classes_are_made_in_order_of_declaration() -> None:
    more = "global class S { number n = R.n + 1; }"
    assert computed("R.m = S.n;", "number n = 4; number m = 0;", more) == {"n": 4, "m": 5}


def test_a_global_class_read_before_it_is_made_is_an_error() -> None:
    error = failure("R.n = 1;", "number n = S.n;", "global class S { number n = 1; }")
    assert error.message == "S is read before it is made"


def test_assign_moves_what_is_local_and_adds_to_what_is_a_group() -> None:
    more = "class L { } group class G { }"
    body = """
        L x = new L(); R.a = x.player == null; x.assign(0); x.assign(1); R.p = x.player;
        G g = new G(); g.assign(1); g.assign(0); g.assign(1); R.ps = g.players; x.assign(null); R.b = x.player == null;
        g.assign(null); R.n = g.players.length;
    """
    attributes = "bool a = false; bool b = false; player p = 0; List<player> ps = {}; number n = 9;"
    assert computed(body, attributes, more) == {
        "a": True, "b": True, "p": "player 1", "ps": ["player 1", "player 0"], "n": 0,
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------------------- inputs


def test_every_type_has_its_domain_in_order() -> None:
    played = play(
        game(
            'class O { string name = ""; }',
            """
            O a = new O() { name = "ann" }; O b = new O(); O c = new O() { name = "ann" };
            input O o; input player p; input bool t; input string s { return s != "T"; }
            input number n { return n > 98.5; } winner {};
            """,
        ),
        ["ann (2)", "player 1", "false", "ann", "100"],
    )
    assert played.questions == [
        (0, "o", ("ann", "O#2", "ann (2)")),
        (0, "p", ("player 0", "player 1")),
        (0, "t", ("true", "false")),
        (0, "s", ("", "ann")),
        (0, "n", ("99", "100")),
    ]
    assert played.ranking == ()


def test_what_only_a_finished_block_knew_is_not_tracked() -> None:
    definitions = """
        class O { } class Box { O o; }
        global class Keep { O kept; }
        function lose { returns; effect { O o = new O(); } }
    """
    setup = """
        lose(); O mine = new O(); Keep.kept = new O(); { O gone = new O(); }
        Box box = new Box() { o = new O() }; new Box() { o = new O() };
        input O o; winner {};
    """
    assert play(game(definitions, setup)).options == [("O#2", "O#3", "O#5")]


def test_an_object_that_was_let_go_is_tracked_no_longer() -> None:
    definitions = """
        class O { } global class Keep { List<O> all = {}; }
        class P { action Drop { trigger PlayerChoiceEvent { return true; } input O o;
            effect { Keep.all.remove(o); turn.pass(); } } }
    """
    setup = """
        for(number i = 0; i < 3; i += 1) { Keep.all.add(new O()); }
        P p = new P(); p.assign(0); P q = new P(); q.assign(1);
    """
    played = play(game(definitions, setup), ["Drop", "O#2", "Drop", "O#1", "Drop", "O#3"])
    assert played.options[1::2] == [("O#1", "O#2", "O#3"), ("O#1", "O#3"), ("O#3",)]
    assert played.status is Status.FAILED and played.error is not None
    assert (played.error.kind, played.error.message) == ("stuck", "no player can act")


def test_what_a_running_block_has_taken_out_is_still_tracked() -> None:
    definitions = """
        class O { } global class Keep { List<O> all = {}; }
        class P { action Take { trigger PlayerChoiceEvent { return true; }
            effect { O mine = Keep.all[0]; Keep.all.clear(); input O o; Keep.all.add(o); winner {}; } } }
    """
    setup = "Keep.all.add(new O()); Keep.all.add(new O()); P p = new P(); p.assign(0);"
    assert play(game(definitions, setup), ["Take", "O#1"]).options == [("Take",), ("O#1",)]


def test_an_option_is_offered_only_if_the_inputs_after_it_can_be_filled() -> None:
    definitions = """
        class P { action Pick { trigger PlayerChoiceEvent { return true; }
            input number a { return a < 4; }
            input number b { return b < 10 && b == a * 4 - 1; }
            effect { winner {}; } } }
    """
    played = play(game(definitions, "P p = new P(); p.assign(0);"), ["Pick", "2", "7"])
    assert played.options == [("Pick",), ("1", "2"), ("7",)]


def test_an_action_whose_inputs_cannot_be_filled_is_not_open() -> None:
    definitions = """
        class P { action A { trigger PlayerChoiceEvent { return true; } input number a { return a < 0; } effect { } }
                  action B { trigger PlayerChoiceEvent { return true; } require { return false; } effect { } }
                  action C { trigger PlayerChoiceEvent { return false; } effect { } }
                  action D { trigger PlayerChoiceEvent { return event.active == this.player; } effect { winner {}; } } }
    """
    assert play(game(definitions, "P p = new P(); p.assign(0);"), ["D"]).options == [("D",)]


def test_optional_inputs_can_be_declined_and_are_null_without_a_match() -> None:
    definitions = (
        LOG
        + """
        class O { }
        class P { action A { trigger PlayerChoiceEvent { return true; }
            optional input number a { return a == 3; } optional input O o; optional auto input O p;
            effect { Log.note(s: "ran");
                if(a == null && o == null && p == null) { Log.note(s: "nulls"); } winner {}; } } }
    """
    )
    played = play(game(definitions, "P p = new P(); p.assign(0);"), ["A", "none"])
    assert played.options == [("A",), ("3", "none")]
    assert log(played) == ["ran", "nulls"]


def test_automatic_inputs_take_the_first_match_and_lists_all() -> None:
    definitions = (
        LOG
        + """
        class O { number n = 0; }
        global class Keep { List<O> all = {}; }
        function f { auto input O first { return first.n > 1; } auto input List<O> all { filter o { return o.n > 1; } }
            auto input List<O> none { filter o { return false; } }
            returns number; effect { return first.n * 100 + all.length * 10 + none.length; } }
        function g { auto input O o { return false; } returns number; effect { return 1; } }
    """
    )
    setup = """
        for(number i = 1; i < 5; i += 1) { Keep.all.add(new O() { n = i }); }
        if(f() == 230) { Log.note(s: "f"); } if(g() == null) { Log.note(s: "g"); } winner {};
    """
    assert log(play(game(definitions, setup))) == ["f", "g"]


def test_a_list_is_chosen_element_by_element_until_it_is_good() -> None:
    definitions = (
        LOG
        + """
        class P { action A { trigger PlayerChoiceEvent { return true; }
            input List<number> ns { filter n { return n < 4; } filter {
                number sum = 0; for(number i = 0; i < ns.length; i += 1) { sum += ns[i]; }
                return sum == 3 || sum == 5; } }
            effect { if(ns.length == 2) { Log.note(s: "two"); } winner {}; } } }
    """
    )
    played = play(game(definitions, "P p = new P(); p.assign(0);"), ["A", "2", "3", "0", "done"])
    assert played.options == [
        ("A",),
        ("0", "1", "2", "3"),
        ("0", "1", "3"),
        ("0", "done"),
    ]


def test_a_player_input_asks_whom_it_names_else_the_owner() -> None:
    definitions = """
        class P { action A { trigger PlayerChoiceEvent { return true; } input number a { return a == 1; }
            player this.player + 1 input number b { return b == 2; }
            effect { input number c { return c == 3; } player 1 input number d { return d == 4; } winner {}; } } }
    """
    played = play(game(definitions, "P p = new P(); p.assign(0);"), ["A", "1", "2", "3", "4"])
    assert [(seat, prompt) for seat, prompt, _ in played.questions] == [
        (0, "action"), (0, "a"), (1, "b"), (0, "c"), (1, "d"),
    ]  # fmt: skip


def test_an_input_inside_an_effect_that_cannot_be_filled_skips_the_rest() -> None:
    definitions = (
        LOG
        + """
        class O { }
        class P { action A { trigger PlayerChoiceEvent { return true; }
            effect { Log.note(s: "before"); turn.pass(1); input O o; Log.note(s: "after"); } }
            action B { trigger PlayerChoiceEvent { return player.active() == 1; } effect { winner {}; } } }
    """
    )
    played = play(game(definitions, "P p = new P(); p.assign(0); P q = new P(); q.assign(1);"), ["A", "B"])
    assert log(played) == ["before"]


def test_several_players_are_asked_at_once() -> None:
    definitions = (
        LOG
        + """
        class P { action Bid { trigger PlayerChoiceEvent { return true; }
            player player.all() input number bids { return bids < 2 + (asked as number); }
            effect { if(bids[0] == 1 && bids[1] == 2) { winner 1; } winner 0; } } }
    """
    )
    loaded = load(game(definitions, "P p = new P(); p.assign(0);"))
    position = loaded.start(1, engine="python")
    position.answer(position.questions[0], 0)
    assert [question.seat for question in position.questions] == [0, 1]
    assert [len(position.legal(question)) for question in position.questions] == [2, 3]
    assert play(loaded, ["Bid", "1", "2"]).ranking == ((1,),)


def test_what_a_filter_changes_is_undone() -> None:
    definitions = """
        class O { number n = 0; } global class Keep { O o = new O(); }
        class P { action A { trigger PlayerChoiceEvent { return true; }
            input number a {
                // parlour: trial
                Keep.o.n = a; return Keep.o.n < 2; }
            effect { if(Keep.o.n == 0) { winner 0; } } } }
    """
    assert play(game(definitions, "P p = new P(); p.assign(0);"), ["A", "1"]).ranking == ((0,),)


# ------------------------------------------------------------------------------------------------- actions and events


def test_an_action_that_is_open_on_several_objects_is_told_apart_by_them() -> None:
    definitions = """
        class P { string name = ""; action A { trigger PlayerChoiceEvent { return true; } effect { winner {}; } } }
        global class G { action Z prio 3 { trigger PlayerChoiceEvent { return true; } effect { winner {}; } } }
        group class H { action Y { trigger PlayerChoiceEvent { return true; } effect { winner {}; } } }
    """
    setup = """
        P a = new P() { name = "left" }; a.assign(0); P b = new P(); b.assign(0); P c = new P(); c.assign(1);
        H h = new H(); h.assign(1); H k = new H(); k.assign(1); k.assign(0);
    """
    assert play(game(definitions, setup)).options == [("Z", "A (left)", "A (P#2)", "Y")]


def test_events_are_resolved_breadth_first_by_priority() -> None:
    definitions = (
        LOG
        + """
        event E { number n = 0; }
        global class G {
            action Late prio -1 { trigger E { return event.n == 1; } effect { Log.note(s: "late"); } }
            action First prio 5 { trigger E { return event.n == 1; }
                effect { Log.note(s: "first"); event.throw(new E() { n = 2 }); Log.note(s: "thrown"); } }
            action Second { trigger E { return event.n == 1; } effect { Log.note(s: "second"); } }
            action Deep { trigger E prio 9 { return event.n == 2; } effect { Log.note(s: "deep"); winner {}; } }
        }
    """
    )
    setup = 'event.throw(new E() { n = 1 }); Log.note(s: "setup");'
    played = play(game(definitions, setup))
    assert log(played) == ["setup", "first", "thrown", "second", "late", "deep"]


def test_throw_sync_resolves_at_once() -> None:
    definitions = (
        LOG
        + """
        event E { }
        global class G { action A { trigger E { return true; } effect { Log.note(s: "heard"); } } }
    """
    )
    played = play(game(definitions, 'event.throw_sync(new E()); Log.note(s: "after"); winner {};'))
    assert log(played) == ["heard", "after"]


def test_a_trigger_is_judged_at_the_throw_and_a_require_at_the_start() -> None:
    definitions = (
        LOG
        + """
        event E { } global class N { number n = 0; }
        global class G {
            action T { trigger E { return N.n == 0; } effect { Log.note(s: "T"); } }
            action R { trigger E { return true; } require { return N.n == 1; } effect { Log.note(s: "R"); winner {}; } }
        }
    """
    )
    assert log(play(game(definitions, "event.throw(new E()); N.n = 1;"))) == ["T", "R"]


def test_a_trigger_on_a_base_event_hears_derived_ones_once_by_the_most_derived() -> None:
    definitions = (
        LOG
        + """
        event A { } event B : A { } event C : B { }
        class O {
            action X { trigger A { return true; } trigger B { return false; } effect { Log.note(s: "X"); } }
            action Y { trigger A { return true; } effect { Log.note(s: "Y"); } }
        }
    """
    )
    setup = "O o = new O(); o.assign(0); event.throw_sync(new A()); event.throw_sync(new C()); winner {};"
    assert log(play(game(definitions, setup))) == ["X", "Y", "Y"]


def test_a_called_action_without_its_require_does_nothing() -> None:
    definitions = (
        LOG
        + """
        class O { bool on = false;
            action A { require { return on; }
                effect { Log.note(s: "A"); if(event == null) { Log.note(s: "null"); } } } }
    """
    )
    assert log(play(game(definitions, "O o = new O(); o.A(); o.on = true; o.A(); winner {};"))) == ["A", "null"]


def test_an_override_of_an_action_has_the_inputs_of_its_base() -> None:
    definitions = (
        LOG
        + """
        class O { action A { trigger PlayerChoiceEvent { return true; } input number n { return n == 5; }
            effect { if(n == 5) { Log.note(s: "base"); } } } }
        class Q : O { override action A { effect { Log.note(s: "derived"); base.A(); winner {}; } } }
    """
    )
    played = play(game(definitions, "Q q = new Q(); q.assign(0);"), ["A", "5"])
    assert log(played) == ["derived", "base"]


# -------------------------------------------------------------------------------------------------------------- turns


def test_a_pass_happens_after_the_effect_and_the_last_one_counts() -> None:
    definitions = (
        LOG
        + """
        class P { action A { trigger PlayerChoiceEvent { return true; }
            effect { turn.pass(0); turn.pass(2); if(player.active() == 0) { Log.note(s: "still 0"); } } }
            action B { trigger PlayerChoiceEvent { return player.active() == 2; } effect { winner {}; } } }
    """
    )
    setup = "P p = new P(); p.assign(0); P q = new P(); q.assign(2);"
    played = play(game(definitions, setup, players=3), ["A", "B"])
    assert [seat for seat, _, _ in played.questions] == [0, 2]
    assert log(played) == ["still 0"]


def test_automatic_phases_run_on_entering_and_the_default_follows() -> None:
    turn = """
        turn T { phase Wait; phase Go { Log.note(s: "go"); }
            phase Ask { input number n { return n == 7; } effect { Log.note(s: "asked"); winner {}; } }
            default {
                if(turn.phase.active() == "Wait") { turn.pass(player.active(), "Go"); }
                else { turn.pass(player.active() + 1, "Ask"); } } }
    """
    definitions = (
        LOG
        + """
        class P { action A { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } } }
    """
    )
    played = play(game(definitions, "P p = new P(); p.assign(0);", turn), ["A", "7"])
    assert log(played) == ["go", "asked"]
    assert played.questions[1] == (1, "n", ("7",))


def test_turns_can_be_exchanged_and_know_their_names() -> None:
    turn = TURN + " turn Night { phase Sleep; phase Wake; default { return player.active(); } }"
    definitions = (
        LOG
        + """
        class P {
            action A { trigger PlayerChoiceEvent { return turn.active() == "T"; }
                effect { turns.use("Night", "Wake"); } }
            action B { trigger PlayerChoiceEvent { return turn.phase.active() == "Wake"; } effect { winner {}; } } }
    """
    )
    setup = 'P p = new P(); p.assign(0); turns.use("T");'
    assert play(game(definitions, setup, turn), ["A", "B"]).options == [("A",), ("B",)]


def test_a_turn_has_no_phase_of_another_name() -> None:
    definitions = """
        class P { action A { trigger PlayerChoiceEvent { return true; } input string s; effect { turn.pass(0, s); } } }
    """
    played = play(game(definitions, 'P p = new P(); p.assign(0); string x = "Nope"; turns.use("T");'), ["A", "Nope"])
    assert played.error is not None and played.error.message == "turn T has no phase Nope"


def test_no_player_can_act() -> None:
    played = play(game("", ""))
    assert played.error is not None and (played.error.kind, played.error.message) == ("stuck", "no player can act")


def test_the_default_must_return_a_player_or_pass() -> None:
    played = play(game("", "", "turn T { default { if(player.active() == 1) { return 0; } } }"))
    assert played.error is not None
    assert played.error.message == "the default of turn T neither returns a player nor passes"


def test_without_a_turn_the_game_is_stuck() -> None:
    played = play(game("", "", "turn A { default { return 0; } } turn B { default { return 0; } }"))
    assert played.error is not None and played.error.message == "there is no turn to play"
    assert played.error.kind == "stuck"


def test_winner_takes_a_player_or_a_ranking() -> None:
    assert play(game("", "winner 1;")).ranking == ((1,),)
    assert play(game("", "winner { {2}, {0, 1} };", players=3)).ranking == ((2,), (0, 1))
    assert play(game("", "winner { {2} };", players=3)).ranking == ((2,),)


def test_a_player_cannot_win_twice() -> None:
    played = play(game("", "winner { {0}, {1, 0} };"))
    assert played.error is not None and played.error.message == "player 0 stands in the ranking twice"


def test_information_is_the_prompt_of_an_input_and_the_text_of_an_action() -> None:
    definitions = """
        class P { string who = "Ada";
            action A { information { return who + " bids"; } trigger PlayerChoiceEvent { return true; }
                input number n { filter { return n == 2; } information { return "How much, " + who + "?"; } }
                effect { winner {}; } } }
    """
    played = play(game(definitions, "P p = new P(); p.assign(0);"), ["Ada bids", "2"])
    assert [each.prompt for each in played.asked] == ["action", "How much, Ada?"]


# ----------------------------------------------------------------------------------------------------- decks and boards

CARDS = """
    interactable Card { number rank = 0; }
    stack Deck { returns Card; default { for(number i = 1; i <= 3; i += 1) { this.push(new Card() { rank = i }); } } }
"""


def test_decks_are_stacks_with_discards() -> None:
    body = """
        Card c = R.deck.pop(); R.a = c.rank; c.discard(R.deck.discard_stack); R.b = c.discarded;
        R.n = R.deck.discard_stack.length(); R.deck.reshuffle(); R.m = R.deck.length(); R.c = c.discarded;
        R.k = R.deck.clone().length();
    """
    attributes = "Deck deck = new Deck(); number a; bool b = false; number n; number m; bool c = true; number k;"
    assert computed(body, attributes, CARDS) == {
        "deck": "Deck (3)", "a": 3, "b": True, "n": 1, "m": 3, "c": False, "k": 3,
    }  # fmt: skip


def test_discarded_interactables_are_not_offered() -> None:
    definitions = (
        CARDS
        + """
        global class G { Deck deck = new Deck();
            action Drop { trigger PlayerChoiceEvent { return true; } input Card c;
                effect { c.discard(deck.discard_stack); if(deck.discard_stack.length() == 3) { winner {}; } } } }
    """
    )
    assert play(game(definitions, ""), ["Drop", "Card#2", "Drop", "Card#1"]).options == [
        ("Drop",), ("Card#1", "Card#2", "Card#3"), ("Drop",), ("Card#1", "Card#3"), ("Drop",),
    ]  # fmt: skip


BOARD = """
    tile Cell { } interactable Man { }
    board Field {
        group G { geometry square; grid { Cell, Cell, b; Cell, Cell, Cell; } }
        group H { geometry hex; orientation row; grid { Cell, Cell; Cell, Cell; } }
        group C { geometry hex; orientation column; grid { Cell, Cell; Cell, Cell; } }
    }
"""


def test_squares_are_indexed_by_column_and_row_and_outside_is_null() -> None:
    body = """
        R.a = R.f.G[2][1].x; R.b = R.f.G[2][1].y; R.c = R.f.G[2][0] is BlankTile; R.d = R.f.G[3][0] == null;
        R.e = R.f.G[-1][0] == null; R.n = R.f.G.tiles.length; R.t = R.f.G[1][0]; R.g = R.f.G[1][0].group == R.f.G;
        R.h = R.f.groups["H"] == R.f.H;
    """
    attributes = """
        Field f = new Field(); number a; number b; bool c = false; bool d = false; bool e = false; number n; tile t;
        bool g = false; bool h = false;
    """
    assert computed(body, attributes, BOARD) == {
        "f": "Field", "a": 2, "b": 1, "c": True, "d": True, "e": True, "n": 5, "t": "G[1][0]", "g": True, "h": True,
    }  # fmt: skip


def test_neighbours_are_connected_by_themselves() -> None:
    body = """
        List<tile> found = {};
        for(number i = 0; i < R.f.G[1][1].connections.length; i += 1) { found.add(R.f.G[1][1].connections[i].to); }
        R.square = found;
        List<tile> hex = {};
        for(number i = 0; i < R.f.H[0][0].connections.length; i += 1) { hex.add(R.f.H[0][0].connections[i].to); }
        R.hex = hex;
        List<tile> corner = {};
        for(number i = 0; i < R.f.H[1][0].connections.length; i += 1) { corner.add(R.f.H[1][0].connections[i].to); }
        R.corner = corner;
    """
    attributes = "Field f = new Field(); List<tile> square = {}; List<tile> hex = {}; List<tile> corner = {};"
    found = computed(body, attributes, BOARD)
    # Up is [1][0], right [2][1], left [0][1]; the blank place is no neighbour.
    assert found["square"] == ["G[1][0]", "G[2][1]", "G[0][1]"]
    # Row 0 is shifted right, so its first cell touches both of row 1.
    assert found["hex"] == ["H[0][1]", "H[1][0]", "H[1][1]"]
    assert found["corner"] == ["H[1][1]", "H[0][0]"]


def test_pieces_stand_on_tiles() -> None:
    body = """
        Man m = new Man(); m.move_to(R.f.G[0][0]); m.move_to(R.f.G[1][1]); R.t = m.tile;
        R.a = R.f.G[0][0].placeables.length; R.b = R.f.G[1][1].placeables.length;
        m.move_to(null); R.c = R.f.G[1][1].placeables.length; R.d = m.tile == null;
    """
    attributes = "Field f = new Field(); tile t; number a; number b; number c; bool d = false;"
    assert computed(body, attributes, BOARD) == {
        "f": "Field", "t": "G[1][1]", "a": 0, "b": 1, "c": 0, "d": True,
    }  # fmt: skip


def test_nothing_stands_on_a_blank_tile() -> None:
    error = failure("Man m = new Man(); m.move_to(R.f.G[2][0]);", "Field f = new Field();", BOARD)
    assert error.message == "nothing can be placed on a BlankTile"


def test_a_tile_that_is_stored_takes_its_place() -> None:
    body = """
        tile old = R.f.G[0][0]; R.f.G[0][0] = new BlankTile(); R.a = R.f.G[0][0] is BlankTile; R.n = R.f.G.tiles.length;
        R.c = R.f.G[0][1].connections.length; R.f.G[0][0] = old; R.d = R.f.G[0][1].connections.length; R.x = old.x;
    """
    attributes = "Field f = new Field(); bool a = false; number n; number c; number d; number x;"
    assert computed(body, attributes, BOARD) == {"f": "Field", "a": True, "n": 4, "c": 1, "d": 2, "x": 0}


def test_graphs_are_made_by_hand() -> None:
    more = """
        tile City { string name = ""; }
        board Map { group M { geometry graph; default {
            City a = new City() { name = "Rome" }; City b = new City() { name = "Pisa" };
            this.add(a); this.add(b); a.connect(b); } } }
    """
    body = "R.ts = R.m.M.tiles; R.t = R.m.M.tiles[0].connections[0].to; R.u = R.m.M.tiles[1].connections[0].to;"
    assert computed(body, "Map m = new Map(); List<tile> ts = {}; tile t; tile u;", more) == {
        "m": "Map", "ts": ["Rome", "Pisa"], "t": "Pisa", "u": "Rome",
    }  # fmt: skip


def test_no_name_of_the_author_meets_one_of_parlour() -> None:
    definitions = LOG + "class counts { number queue = 1; } class scope : counts { } event queue { }"
    setup = 'counts owned = new scope(); if(owned.queue == 1) { Log.note(s: "fine"); } winner {};'
    assert log(play(game(definitions, setup))) == ["fine"]
