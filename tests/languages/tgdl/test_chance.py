"""What is left to chance: every order of a shuffle and every member of a group is as likely as the others."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.languages.tgdl.running import load, play

import parlour
from parlour.syntax.diagnostic import Diagnostics

ORDERS = """game "orders"; players 1;
interactable Card { number n = 0; }
stack Deck { returns Card; default { for(number i = 0; i < 3; i += 1) { this.push(new Card() { n = i }); } } }
global class R
{
    List<number> list = { 0, 0, 0, 0, 0, 0, 0, 0, 0 };
    List<number> deck = { 0, 0, 0, 0, 0, 0, 0, 0, 0 };
    Deck cards = new Deck();
}
setup
{
    for(number i = 0; i < 3000; i += 1)
    {
        List<number> xs = { 0, 1, 2 };
        xs.shuffle();
        R.list[3 * xs[0] + xs[1]] += 1;
        Card first = R.cards.pop(); Card second = R.cards.pop();
        R.deck[3 * first.n + second.n] += 1;
        first.discard(R.cards.discard_stack); second.discard(R.cards.discard_stack);
        R.cards.reshuffle();
    }
    winner 0;
}
"""


def test_every_order_of_a_list_and_of_a_deck_is_as_likely() -> None:
    state = play(ORDERS).state["R"]
    assert isinstance(state, dict)
    # The deck begins in order once.
    for name, count in (("list", 3000), ("deck", 3000)):
        seen = state[name]
        assert [seen[0], seen[4], seen[8]] == [0, 0, 0]
        orders = [number for place, number in enumerate(seen) if place not in (0, 4, 8)]
        assert sum(orders) == count
        # Chi-square with five degrees of freedom: one in a hundred thousand is beyond 30.9.
        assert sum((number - 500) ** 2 / 500 for number in orders) < 30.9


def test_a_member_of_a_group_is_drawn_when_the_active_player_is_none() -> None:
    game = load(
        'game "team"; players 4; global class Count { number n = 0; action Go { trigger PlayerChoiceEvent '
        "{ return true; } effect { Team.all[0].Ask(); n += 1; if(n == 300) { winner 0; } } } }\n"
        "global class Team { List<Crew> all = { }; }\n"
        "group class Crew { action Ask { input bool b; effect { } } }\n"
        "turn T { default { return 0; } }\n"
        "setup { Crew c = new Crew(); c.assign(1); c.assign(3); Team.all.add(c); }"
    )
    played = play(game, ["Go", "true"] * 300, seed=4)
    seats = Counter(each.seat for each in played.asked if each.prompt == "b")
    assert set(seats) == {1, 3} and sum(seats.values()) == 300
    # Six standard deviations of 300 throws of a coin are 52.
    assert abs(seats[1] - 150) < 52


def test_the_active_player_is_asked_if_a_member() -> None:
    played = play(
        'game "team"; players 4; group class Crew { action Go { trigger PlayerChoiceEvent { return true; } '
        "input bool b; effect { turn.pass(3); } } } turn T { default { return 3; } }\n"
        "setup { Crew c = new Crew(); c.assign(1); c.assign(3); turn.pass(3); }",
        ["Go", "true"] * 8,
    )
    assert {each.seat for each in played.asked} == {3}


def test_strictly_an_extension_is_refused_and_what_is_accepted_runs_the_same() -> None:
    plain = (
        'game "p"; players 2; class H { action Go { trigger PlayerChoiceEvent { return true; } MORE '
        "effect { winner player.active(); } } } turn T { default { return 0; } } setup { H h = new H(); h.assign(0); }"
    )
    for strict in (False, True):
        game = parlour.load(plain.replace("MORE", ""), language="tgdl", strict=strict)
        assert play(game, ["Go"]).ranking == ((0,),)
    extended = plain.replace("MORE", 'information { return "go"; }')
    assert play(parlour.load(extended, language="tgdl"), ["go"]).ranking == ((0,),)
    with pytest.raises(Diagnostics):
        parlour.load(extended, language="tgdl", strict=True)
