"""The observed game plays as the game does, tells what happens, and says why an action is not open."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.languages.tgdl.checking import checked
from tests.languages.tgdl.running import load, play

from parlour.core.nodes import Program, Tell
from parlour.core.walk import walk_block
from parlour.game.game import Game
from parlour.game.happening import TRACE, Happening, read_happening
from parlour.game.position import Position
from parlour.game.view import Told
from parlour.languages.tgdl.lower.lower import lower
from parlour.match import Match

SHOP = """game "shop"; players 2;
event SaleEvent { number price = 0; }
event BigSaleEvent : SaleEvent { }
global class Town
{
    number sales = 0;
    action Count prio 5 { trigger SaleEvent { return true; } effect { sales += 1; } }
    action Feast
    {
        trigger SaleEvent { return event.price > 5; }
        require { return sales > 3; }
        effect { winner player.active(); }
    }
    action Gift
    {
        trigger BigSaleEvent { return true; }
        input player p { return false; }
        effect { }
    }
}
class Shop
{
    number gold = 1;
    action Buy
    {
        trigger PlayerChoiceEvent { return true; }
        require { return gold >= 3; }
        effect { gold -= 3; turn.pass(); }
    }
    action Sell
    {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Day"; }
        effect { gold += 1; event.throw(new BigSaleEvent() { price = 9 }); turn.pass(player.active(), "Night"); }
    }
    action Rob
    {
        trigger PlayerChoiceEvent { return true; }
        input player victim { filter { return victim != this.player; } filter { return victim == 7; } }
        effect { }
    }
    action Trade
    {
        trigger PlayerChoiceEvent { return true; }
        input player with { return with != this.player; }
        input number amount { return amount > 1000; }
        effect { }
    }
    action Hire { trigger PlayerChoiceEvent { return true; } input Worker w { return true; } effect { } }
    action Helper { effect { } }
}
class Worker { number n = 0; }
class Lord { action Tax { trigger PlayerChoiceEvent { return true; } effect { } } }
turn Round
{
    phase Day;
    phase Night { effect { input Worker w { return true; } Town.sales = 100; } }
    default
    {
        if(turn.phase.active() == "Day") { return player.active() + 1; }
        turn.pass(player.active() + 1, "Day");
    }
}
setup
{
    Shop a = new Shop(); a.assign(0); Shop b = new Shop(); b.assign(1);
    if(1 == 2) { Lord l = new Lord(); l.assign(0); Worker w = new Worker(); w.n = 1; a.Helper(); }
}
"""


def observed(game: Game, answers: Sequence[str], engine: str = "python") -> tuple[Position, list[Happening]]:
    """Plays the observed game; what it tells of the last answer."""
    assert game.observed is not None
    position = game.observed().start(1, engine=engine)
    for answer in answers:
        question = position.questions[0]
        value = position.read_answer(question, answer)
        position.answer(question, value)  # type: ignore[arg-type]
    told = [event for event in position.last.events if isinstance(event, Told)]
    assert all(event.channel == TRACE for event in told)
    return position, [read_happening(event.text) for event in told]


def test_thrown_judged_queued_started_and_skipped_with_reasons() -> None:
    _, told = observed(load(SHOP), ["Sell"])
    assert [(each.kind, each.what, each.why) for each in told] == [
        ("chosen", "Shop.Sell", ""),
        ("started", "Shop.Sell", ""),
        ("thrown", "BigSaleEvent", ""),
        ("judged", "Town.Count", "the trigger says yes"),
        ("queued", "Town.Count", ""),
        ("judged", "Town.Feast", "the trigger says yes"),
        ("queued", "Town.Feast", ""),
        ("judged", "Town.Gift", "the trigger says yes"),
        ("queued", "Town.Gift", ""),
        ("passed", 'turn.pass(player.active(), "Night")', ""),
        ("started", "Town.Count", ""),
        ("skipped", "Town.Feast", "a require says no"),
        ("skipped", "Town.Gift", "input p cannot be filled"),
        ("entered", "phase Night of turn Round", ""),
        ("skipped", "the rest of the effect", "input w cannot be filled"),
        ("started", "default of turn Round", ""),
        ("passed", 'turn.pass(player.active() + 1, "Day")', ""),
        ("entered", "phase Day of turn Round", ""),
    ]
    chosen, thrown = told[0], told[2]
    assert (chosen.on, chosen.seat) == ("Shop#1", 0)
    assert thrown.place == "test.tgdl:33"
    assert told[-1].seat == 1


def test_both_engines_tell_the_same() -> None:
    game = load(SHOP)
    assert observed(game, ["Sell", "Sell"])[1] == observed(game, ["Sell", "Sell"], "native")[1]
    assert game.observed is not None
    play(game.observed(), ["Sell", "Sell", "Sell"])


def test_the_game_itself_knows_nothing_of_it() -> None:
    """Keys, charges and results of a game are those of its program, in which nothing tells of itself."""
    program = checked(SHOP)
    plain, other = lower(program).program, lower(program, observes=True).program
    assert not _tells(plain)
    assert _tells(other)
    game = load(SHOP)
    plain = play(game, ["Sell", "Sell"])
    position, _ = observed(game, ["Sell", "Sell"])
    assert position.state() == plain.state


def _tells(program: Program) -> bool:
    return any(isinstance(stmt, Tell) for function in program.functions for stmt in walk_block(function.body))


def why(words: str, *answers: str, seat: int = 0, text: str = SHOP) -> tuple[str, ...]:
    match = Match.start(load(text))
    for answer in answers:
        match.answer_text(match.questions[0], answer)
    position = match.observed()
    assert position is not None
    found = position.why(seat, words)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("Buy", "Shop.Buy on Shop#1 is not open: a require says no, test.tgdl:27: return gold >= 3; (gold is 1)"),
        ("shop.buy", "Shop.Buy on Shop#1 is not open: a require says no, test.tgdl:27: return gold >= 3; (gold is 1)"),
        ("Sell", "Shop.Sell on Shop#1 is open: it is among the options when an action is asked for"),
        (
            "Rob",
            "Shop.Rob on Shop#1 is not open: a filter of input victim, after those before it, lets nothing pass, "
            "test.tgdl:38: return victim == 7;",
        ),
        (
            "Trade",
            "Shop.Trade on Shop#1 is not open: input amount cannot be filled, whatever is chosen for with, "
            "test.tgdl:45",
        ),
        ("Hire", "Shop.Hire on Shop#1 is not open: there is nothing to choose from for input w"),
        ("Helper", "Shop.Helper can only be called"),
        ("Count", "Town.Count is never chosen: it starts when SaleEvent is thrown"),
        ("Tax", "Lord.Tax: no Lord that could be used is yours"),
        ("Sel", "there is no action Sel. Did you mean Sell?"),
    ],
)
def test_why_names_what_says_no(words: str, line: str) -> None:
    assert why(words) == (line,)


def test_why_of_a_trigger_and_after_some_answers() -> None:
    text = SHOP.replace("require { return gold >= 3; }", "").replace(
        "trigger PlayerChoiceEvent { return true; }\n        \n", "trigger PlayerChoiceEvent { return gold >= 2; }\n"
    )
    [line] = why("Buy", text=text)
    assert line.startswith("Shop.Buy on Shop#1 is not open: its trigger says no, test.tgdl:")
    assert line.endswith(": return gold >= 2; (gold is 1)")
    [line] = why("Buy", "Sell", "Sell", text=text)
    assert "is open" in line


def test_why_is_for_the_active_player() -> None:
    assert why("Buy", "Sell") == ("Shop.Buy is for the active player, and that is player 1",)
    assert why("Sell", "Sell", seat=1)[0].startswith("Shop.Sell on Shop#2 is open")


SECRET = """game "secret"; players 2;
interactable Card
{
    string name = "";
    action Play { trigger PlayerChoiceEvent { return true; } require { return name == "ace"; } effect { } }
    visible { filter { return viewer != this.player; } default { this.name; } }
}
class Hand { List<Card> cards = { }; action Rest { trigger PlayerChoiceEvent { return true; } effect { } } }
turn T { default { return 0; } }
setup { Hand h = new Hand(); h.assign(0); Card c = new Card() { name = "NAME" }; c.assign(0); h.cards.add(c); }
"""


def test_why_tells_no_value_that_is_hidden_from_the_seat() -> None:
    lines = {why("Play", text=SECRET.replace("NAME", name)) for name in ("king", "queen")}
    [(line,)] = lines
    assert line.startswith("Card.Play on Card is not open: a require says no") and "king" not in line


def test_why_tells_what_it_looked_at_as_far_as_the_seat_sees_it() -> None:
    text = """game "values"; players 2;
    // parlour: players Ada, Ben
    interactable Card { number rank = 0; }
    stack Deck { returns Card; default { this.push(new Card() { rank = 7 }); } }
    global class Market { number price = 5; string ware = "silk"; Deck deck = new Deck(); bool open = true; }
    class Purse
    {
        number coins = 2;
        function has { function input number n; returns bool; effect { return coins >= n; } }
    }
    class Seat
    {
        Purse purse = new Purse(); List<Card> hand = {}; Seat other; player friend; Card shown;
        action Buy
        {
            trigger PlayerChoiceEvent { return true; }
            require { return !Market.open || purse.coins - 1 >= Market.price * 2; }
            effect { turn.pass(); }
        }
        action Wait
        {
            trigger PlayerChoiceEvent { return turn.phase.active() == "Night" && Market.ware != "wool"; }
            effect { turn.pass(); }
        }
        action Draw
        {
            trigger PlayerChoiceEvent { return true; }
            input number n { return n > hand.length && n <= Market.deck.length() - 1; }
            effect { turn.pass(); }
        }
        action Peek
        {
            trigger PlayerChoiceEvent { return true; }
            require { return other.purse.coins == 3 && other.shown.rank == 1 && shown.rank == 2; }
            effect { turn.pass(); }
        }
        function can_pay { returns bool; effect { return purse.has(n: Market.price); } }
        action Pay
        {
            trigger PlayerChoiceEvent { return true; }
            require { return can_pay(); }
            effect { turn.pass(); }
        }
        action Meet
        {
            trigger PlayerChoiceEvent { return true; }
            require { return this.player == friend; }
            effect { turn.pass(); }
        }
        action Pass { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
    }
    turn T { phase Day; phase Night; default { return player.active() + 1; } }
    setup
    {
        Seat a = new Seat() { friend = 1 }; a.assign(0); Seat b = new Seat(); b.assign(1); a.other = b;
        a.shown = new Card() { rank = 4 }; b.shown = new Card() { rank = 9 };
    }"""

    def values(action: str) -> str:
        [line] = why(action, text=text)
        return line[line.index("; (") + 2 :]

    assert values("Buy") == "(Market.open is true, purse.coins is 2, Market.price is 5)"
    assert values("Wait") == '(turn.phase.active() is "Day", Market.ware is "silk")'
    assert values("Draw") == "(hand.length is 0, Market.deck.length() is 1)"
    assert values("Peek") == "(other.purse.coins is 2, shown.rank is 4)"
    assert values("Meet") == "(player is Ada, friend is Ben)"
    assert values("Pay") == "(purse.coins is 2, Market.price is 5)"
