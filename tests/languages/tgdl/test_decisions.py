"""What the document leaves open and Parlour has decided: one test for each rule, on both engines."""

from __future__ import annotations

import pytest
from tests.languages.tgdl.running import Played, computed, failure, play


def noted(
    more: str, setup: str, *answers: str, turn: str = "turn T { default { return player.active() + 1; } }"
) -> Played:
    """A game with a global `Log` whose `said` is written to, and a seat for each of two players."""
    return play(
        f"""game "test"; players 2;
        global class Log {{ string said = ""; }}
        {more}
        {turn}
        setup {{ {setup} }}""",
        answers,
    )


def said(played: Played) -> object:
    assert played.error is None, played.error
    log = played.state["Log"]
    assert isinstance(log, dict)
    return log["said"]


CHOICE = "trigger PlayerChoiceEvent { return true; }"


def test_a_priority_at_a_trigger_replaces_that_of_the_action_for_that_event() -> None:
    more = """event E { } event F { }
    global class H
    {
        action A prio 9 { trigger E prio -1 { return true; } trigger F { return true; } effect { Log.said += "a"; } }
        action B prio 5 { trigger E { return true; } trigger F { return true; } effect { Log.said += "b"; } }
    }"""
    body = 'event.throw_sync(new E()); Log.said += " "; event.throw_sync(new F()); winner 0;'
    assert said(noted(more, body)) == "ba ab"


def test_what_is_thrown_while_an_event_is_resolved_at_once_goes_to_the_ordinary_queue() -> None:
    more = """event E { } event F { }
    global class H
    {
        action A { trigger E { return true; } effect { event.throw(new F()); Log.said += "a"; } }
        action B { trigger F { return true; } effect { Log.said += "b"; winner 0; } }
    }"""
    assert said(noted(more, 'event.throw_sync(new E()); Log.said += "s";')) == "asb"


def test_a_discarded_card_hears_nothing_and_has_no_open_actions_until_it_is_shuffled_back() -> None:
    more = f"""event E {{ }}
    interactable Card
    {{
        action Use {{ {CHOICE} effect {{ Log.said += "u"; winner 0; }} }}
        action Hear {{ trigger E {{ return true; }} effect {{ Log.said += "h"; }} }}
    }}
    stack Deck {{ returns Card; }}
    global class G
    {{
        Deck deck = new Deck(); Card card = new Card();
        action Ring {{ {CHOICE} effect {{ event.throw(new E()); }} }}
        action Discard
        {{
            {CHOICE} require {{ return !card.discarded; }} effect {{ card.discard(deck.discard_stack); }}
        }}
        action Back {{ {CHOICE} require {{ return card.discarded; }} effect {{ deck.reshuffle(); }} }}
    }}"""
    played = noted(more, "G.card.assign(0);", "Ring", "Discard", "Ring", "Back", "Ring", "Use")
    assert said(played) == "hhu"
    assert played.options[0] == ("Use", "Ring", "Discard")
    assert played.options[2] == ("Ring", "Back")


def test_an_accepted_action_runs_even_if_its_object_is_gone_by_then() -> None:
    more = """event E { }
    class Ear { action Hear { trigger E { return true; } effect { Log.said += "heard"; winner 0; } } }
    global class G { Ear ear = new Ear(); }"""
    assert said(noted(more, "event.throw(new E()); G.ear = null;")) == "heard"


def test_a_called_action_has_no_event() -> None:
    more = """event E { }
    global class G
    {
        action A
        {
            trigger E { return true; }
            effect { if(event == null) { Log.said += "null "; } else { Log.said += "event "; } }
        }
    }"""
    assert said(noted(more, "G.A(); event.throw_sync(new E()); winner 0;")) == "null event "


def test_another_turn_forgets_a_noted_pass_and_keeps_the_player() -> None:
    more = f"""class Seat
    {{
        action Change {{ {CHOICE} effect {{ turn.pass(player.active() + 1); turns.use("U"); }} }}
        action Look {{ {CHOICE} effect {{ if(player.active() == 0 && turn.active() == "U") {{ winner 0; }} }} }}
    }}
    turn U {{ default {{ return player.active() + 1; }} }}"""
    body = 'Seat s = new Seat(); s.assign(0); turns.use("T");'
    assert noted(more, body, "Change", "Look").ranking == ((0,),)


def test_a_pass_to_a_player_keeps_the_phase_and_one_to_a_phase_enters_it() -> None:
    more = f"""class Seat
    {{
        action Over {{ {CHOICE} effect {{ Log.said += turn.phase.active(); turn.pass(player.active() + 1); }} }}
        action On {{ {CHOICE} effect {{ Log.said += "-"; turn.pass(player.active(), "B"); }} }}
        action End {{ {CHOICE} effect {{ winner player.active(); }} }}
    }}"""
    turn = "turn T { phase A; phase B; default { return player.active() + 1; } }"
    body = "Seat s = new Seat(); s.assign(0); Seat u = new Seat(); u.assign(1);"
    played = noted(more, body, "On", "Over", "Over", "End", turn=turn)
    assert (said(played), played.ranking) == ("-BB", ((0,),))


def test_the_effect_of_a_phase_whose_input_cannot_be_filled_is_left_out_and_the_default_runs() -> None:
    turn = """turn T
    {
        phase A { input number n { return n > 200; } effect { Log.said += "effect"; } }
        phase B { Log.said += "B"; winner player.active(); }
        default { Log.said += "default "; turn.pass(player.active() + 1, "B"); }
    }"""
    played = noted("", "", turn=turn)
    assert (said(played), played.ranking) == ("default B", ((1,),))


LISTS = f"""interactable Card {{ number rank = 0; string name = ""; }}
class Seat
{{
    List<Card> hand = {{ new Card() {{ rank = 1, name = "one" }}, new Card() {{ rank = 2, name = "two" }} }};
    action Both {{ {CHOICE} input List<Card> cs {{ filter {{ return cs.length < 2 || cs[0].rank < cs[1].rank; }} }}
        effect {{ for(number i = 0; i < cs.length; i += 1) {{ Log.said += cs[i].name; }} winner 0; }} }}
    action Three {{ {CHOICE} input List<Card> cs {{ filter {{ return cs.length == 3; }} }} effect {{ winner 0; }} }}
}}"""


def test_a_list_is_taken_without_asking_when_nothing_is_left_to_choose() -> None:
    played = noted(LISTS, "Seat s = new Seat(); s.assign(0);", "Both", "one", "two")
    assert said(played) == "onetwo"
    assert played.options == [("Both",), ("one", "two", "done"), ("two", "done")]


def test_only_elements_are_offered_with_which_a_good_list_stays_good() -> None:
    played = noted(LISTS, "Seat s = new Seat(); s.assign(0);", "Both", "two")
    assert (said(played), played.ranking) == ("two", ((0,),))


def test_options_that_read_alike_are_numbered_from_the_second_on() -> None:
    more = f"""interactable Card {{ string name = "ace"; }}
    class Seat {{ List<Card> hand = {{ new Card(), new Card(), new Card() }};
        action Play {{ {CHOICE} input Card c; effect {{ winner 0; }} }} }}"""
    played = noted(more, "Seat s = new Seat(); s.assign(0);", "Play", "ace (3)")
    assert played.options[1] == ("ace", "ace (2)", "ace (3)")


def test_a_function_whose_input_cannot_be_filled_gives_null() -> None:
    more = """class Coin { }
    function f { auto input Coin c; returns number; effect { return 3; } }
    function g { auto input List<Coin> cs; returns number; effect { return cs.length; } }
    function h { auto input List<Coin> cs { filter { return cs.length > 0; } } returns number; effect { return 1; } }"""
    assert computed("R.a = f() == null; R.n = g(); R.b = h() == null;", "bool a; bool b; number n;", more) == {
        "a": True,
        "b": True,
        "n": 0,
    }


def test_a_player_and_the_number_of_the_same_value_are_one_key() -> None:
    body = 'player p = 1; Table<string> t = {}; t[p] = "x"; R.a = t[1] == "x"; t[1] = "y"; R.n = t.length;'
    assert computed(body, "bool a; number n;") == {"a": True, "n": 1}


@pytest.mark.parametrize(
    ("value", "ranking"),
    [("1", ((1,),)), ("{ {2}, {0, 1} }", ((2,), (0, 1))), ("{ {1} }", ((1,),)), ("{}", ())],
)
def test_players_that_are_not_listed_are_not_ranked(value: str, ranking: object) -> None:
    played = play(f'game "t"; players 3; setup {{ winner {value}; }}')
    assert played.ranking == ranking


def test_nobody_stands_in_a_ranking_twice_and_null_stands_in_none() -> None:
    assert "twice" in failure("winner { {0}, {1, 0} };").message
    assert failure("List<List<player>> r = { { null } }; winner r;").message


BOARD = """tile Cell { } tile Lake { } interactable Stone { }
board B { group G { geometry square; grid { Cell, Cell; Cell, Cell; } } group C { geometry hex; orientation column;
    grid { Cell, Cell, Cell; Cell, Cell, Cell; Cell, Cell, Cell; } } }"""


def test_a_tile_that_is_put_on_a_place_takes_over_its_neighbours_and_the_old_one_loses_what_stood_there() -> None:
    body = """B b = new B(); tile old = b.G[0][0]; Stone s = new Stone(); s.move_to(old);
        b.G[0][0] = new Lake(); R.a = b.G[0][0] is Lake;
        R.n = b.G[0][0].connections.length; R.m = old.connections.length;
        R.b = s.tile == null; b.G[1][1] = new BlankTile(); R.k = b.G.tiles.length;"""
    assert computed(body, "bool a; bool b; number n; number m; number k;", BOARD) == {
        "a": True, "b": True, "n": 2, "m": 0, "k": 3,
    }  # fmt: skip


def test_a_place_cannot_be_emptied_with_null() -> None:
    assert "null" in failure("B b = new B(); tile t = null; b.G[0][0] = t;", more=BOARD).message


def test_even_columns_of_hexes_are_shifted_down() -> None:
    body = """B b = new B(); tile t = b.C[1][1]; R.n = t.connections.length; R.s = "";
        for(number x = 0; x < 3; x += 1) { for(number y = 0; y < 3; y += 1) {
            for(number i = 0; i < t.connections.length; i += 1) {
                if(t.connections[i].to != b.C[x][y]) { continue; }
                if(x == 0) { R.a += y; } else if(x == 1) { R.b += y; } else { R.c += y; }
            } } }"""
    # Column 0 and 2 lie half a place lower, so (1, 1) touches their places 0 and 1; and 0 and 2 of its own.
    attributes = "number n; string s; number a = 0; number b = 0; number c = 0;"
    found = computed(body, attributes, BOARD)
    assert (found["n"], found["a"], found["b"], found["c"]) == (6, 1, 2, 1)
