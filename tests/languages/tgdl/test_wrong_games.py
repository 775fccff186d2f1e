"""Whole games with one mistake each, of the kinds that designers make: one message, at its place, with what to do.

The messages are kept in `messages/wrong-*.txt` and `messages/caravan-*.txt`, and were read one by one.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.languages.tgdl.caravan import CARAVAN, CARAVAN_MISTAKES

from parlour import pipeline
from parlour.syntax.diagnostic import Diagnostic

GAME = """game "Market";
players 2;

event SoldEvent { number price = 0; }

interactable Card
{
    string name = "";
    number value = 1;
}

stack Deck
{
    returns Card;

    default
    {
        for(number i = 1; i <= 6; i += 1)
        {
            this.push(new Card() { name = "card", value = i });
        }
        this.shuffle();
    }
}

tile Stall { number rent = 1; }

board Town
{
    group Square
    {
        geometry square;
        grid
        {
            Stall, Stall;
            Stall, b;
        }
    }
}

global class Market
{
    Deck deck = new Deck();
    Town town = new Town();
    number sold = 0;

    action Count
    {
        trigger SoldEvent { return event.price > 0; }
        effect
        {
            sold += event.price;
            if(sold >= 10) { winner player.active(); }
        }
    }
}

class Merchant
{
    number coins = 5;
    List<Card> hand = {};

    function worth
    {
        function input Card card;
        returns number;
        effect { return card.value * 2; }
    }

    action Draw
    {
        trigger PlayerChoiceEvent { return Market.deck.length() > 0; }
        effect
        {
            Card top = Market.deck.pop();
            top.assign(this.player);
            hand.add(top);
            turn.pass();
        }
    }

    action Sell
    {
        trigger PlayerChoiceEvent { return true; }
        require { return hand.length > 0; }
        input Card card { return hand.contains(card); }
        input Stall stall { return stall.rent <= coins; }
        effect
        {
            coins -= stall.rent;
            hand.remove(card);
            card.move_to(stall);
            event.throw(new SoldEvent() { price = worth(card: card) });
            turn.pass();
        }
    }
}

turn Trade
{
    phase Deal;
    phase Rest
    {
        effect { turn.pass(player.active() + 1, "Deal"); }
    }
    default { turn.pass(player.active(), "Rest"); }
}

setup
{
    List<player> all = player.all();
    for(number i = 0; i < all.length; i += 1)
    {
        Merchant m = new Merchant();
        m.assign(all[i]);
    }
    turns.use("Trade", "Deal");
}
"""

# The name of a mistake, what stands in the game above, and what a designer has written there.
MISTAKES = {
    "throw without event": (
        "event.throw(new SoldEvent() {",
        "throw(new SoldEvent() {",
    ),
    "throw a class not an object": (
        "event.throw(new SoldEvent() { price = worth(card: card) });",
        "event.throw(SoldEvent);",
    ),
    "throw a string": (
        "event.throw(new SoldEvent() { price = worth(card: card) });",
        'event.throw("SoldEvent");',
    ),
    "event without new": (
        "event.throw(new SoldEvent() { price = worth(card: card) });",
        "event.throw(SoldEvent() { price = 3 });",
    ),
    "misspelt event in trigger": (
        "trigger SoldEvent {",
        "trigger SoldEvnt {",
    ),
    "positional argument": (
        "worth(card: card)",
        "worth(card)",
    ),
    "wrong argument name": (
        "worth(card: card)",
        "worth(c: card)",
    ),
    "missing argument": (
        "worth(card: card)",
        "worth()",
    ),
    "method on wrong object": (
        "Market.deck.length() > 0",
        "Merchant.deck.length() > 0",
    ),
    "local class as global": (
        "sold += event.price;",
        "Merchant.coins += event.price;",
    ),
    "capital true": (
        "trigger PlayerChoiceEvent { return true; }",
        "trigger PlayerChoiceEvent { return True; }",
    ),
    "trigger with condition in parens": (
        "trigger PlayerChoiceEvent { return true; }",
        "trigger PlayerChoiceEvent (hand.length > 0);",
    ),
    "require as expression": (
        "require { return hand.length > 0; }",
        "require hand.length > 0;",
    ),
    "filter as expression": (
        "input Card card { return hand.contains(card); }",
        "input Card card filter hand.contains(card);",
    ),
    "input without type": (
        "input Card card {",
        "input card {",
    ),
    "input of unknown type": (
        "input Card card {",
        "input Crad card {",
    ),
    "String capital": (
        'string name = "";',
        'String name = "";',
    ),
    "const": (
        "number sold = 0;",
        """const number limit = 10;
    number sold = 0;""",
    ),
    "void function": (
        """    function worth
    {
        function input Card card;
        returns number;""",
        """    number worth(Card card)
    {""",
    ),
    "return in effect": (
        "if(sold >= 10) { winner player.active(); }",
        """if(sold < 10) { return; }
            winner player.active();""",
    ),
    "assign in condition": (
        "if(sold >= 10)",
        "if(sold = 10)",
    ),
    "semicolon after if": (
        "if(sold >= 10) { winner",
        "if(sold >= 10); { winner",
    ),
    "chained comparison": (
        "for(number i = 0; i < all.length",
        "for(number i = 0; 0 <= i < all.length",
    ),
    "phase not in quotes": (
        'turn.pass(player.active() + 1, "Deal");',
        "turn.pass(player.active() + 1, Deal);",
    ),
    "phase misspelt": (
        'turns.use("Trade", "Deal");',
        'turns.use("Trade", "Dael");',
    ),
    "turn next": (
        """hand.add(top);
            turn.pass();""",
        """hand.add(top);
            turn.next();""",
    ),
    "end turn": (
        """hand.add(top);
            turn.pass();""",
        """hand.add(top);
            end_turn();""",
    ),
    "player next": (
        'turn.pass(player.active() + 1, "Deal")',
        'turn.pass(player.next(), "Deal")',
    ),
    "players count": (
        "i < all.length",
        "i < player.count()",
    ),
    "one based player": (
        "m.assign(all[i]);",
        "m.assign(all[i].id);",
    ),
    "new global": (
        "Merchant m = new Merchant();",
        """Market market = new Market();
        Merchant m = new Merchant();""",
    ),
    "constructor": (
        "number coins = 5;",
        """number coins = 5;
    Merchant() { coins = 6; }""",
    ),
    "list literal square": (
        "List<Card> hand = {};",
        "List<Card> hand = [];",
    ),
    "list of primitive generic": (
        "List<Card> hand = {};",
        "list<Card> hand = {};",
    ),
    "list size": (
        "return hand.length > 0;",
        "return hand.size() > 0;",
    ),
    "list isempty": (
        "return hand.length > 0;",
        "return !hand.isEmpty();",
    ),
    "list remove index": (
        "hand.remove(card);",
        "hand.remove(0);",
    ),
    "random": (
        "coins -= stall.rent;",
        "coins -= random(1, 6);",
    ),
    "roll without import": (
        "coins -= stall.rent;",
        "coins -= rolled(sides: 6);",
    ),
    "print": (
        "coins -= stall.rent;",
        'print("sold");',
    ),
    "winner equals": (
        "winner player.active();",
        "winner = player.active();",
    ),
    "grid without semicolons": (
        """Stall, Stall;
""",
        """Stall, Stall
""",
    ),
    "grid in brackets": (
        """grid
        {
            Stall, Stall;
            Stall, b;
        }""",
        "grid [ [Stall, Stall], [Stall, b] ];",
    ),
    "grid with a size": (
        """grid
        {
            Stall, Stall;
            Stall, b;
        }""",
        "grid 3 x 3 Stall;",
    ),
    "geometry hexagon": (
        "geometry square;",
        "geometry hexagon;",
    ),
    "hex without orientation": (
        "geometry square;",
        "geometry hex;",
    ),
    "tile not defined": (
        "tile Stall { number rent = 1; }",
        "",
    ),
    "unsafe tile": (
        "coins -= stall.rent;",
        "coins -= Market.town.Square[0][0].rent;",
    ),
    "board index comma": (
        "coins -= stall.rent;",
        "tile t = Market.town.Square[0, 0];",
    ),
    "board without group": (
        "coins -= stall.rent;",
        "tile t = Market.town[0][0];",
    ),
    "turn without default": (
        """    default { turn.pass(player.active(), "Rest"); }
""",
        "",
    ),
    "two setups": (
        """setup
{""",
        """setup { }

setup
{""",
    ),
    "setup inside class": (
        """class Merchant
{""",
        """class Merchant
{
    setup { coins = 5; }""",
    ),
    "global lowercase": (
        "sold += event.price;",
        "market.sold += event.price;",
    ),
    "deck returns missing": (
        """    returns Card;

    default""",
        "    default",
    ),
    "deck of class": (
        """    returns Card;

    default""",
        """    returns number;

    default""",
    ),
    "string plus number": (
        'name = "card"',
        'name = "card " + i',
    ),
    "wrong case keyword": (
        "action Draw",
        "Action Draw",
    ),
    "missing comma in new": (
        '{ name = "card", value = i }',
        '{ name = "card" value = i }',
    ),
    "unknown field in new": (
        '{ name = "card", value = i }',
        '{ name = "card", points = i }',
    ),
    "new with missing parens": (
        'new Card() { name = "card", value = i }',
        'new Card { name = "card", value = i }',
    ),
    "type mismatch return": (
        "effect { return card.value * 2; }",
        "effect { return card; }",
    ),
    "function without returns": (
        """        returns number;
        effect { return card.value * 2; }""",
        "        effect { return card.value * 2; }",
    ),
    "missing return": (
        "effect { return card.value * 2; }",
        "effect { card.value * 2; }",
    ),
    "override without base": (
        """    function worth
""",
        """    override function worth
""",
    ),
    "private use of input in require": (
        "require { return hand.length > 0; }",
        "require { return card.value > 0; }",
    ),
    "later input in earlier filter": (
        "input Card card { return hand.contains(card); }",
        "input Card card { return card.value > stall.rent; }",
    ),
    "pass in filter": (
        "input Card card { return hand.contains(card); }",
        "input Card card { turn.pass(); return true; }",
    ),
    "two effects": (
        """            hand.remove(card);
""",
        """            hand.remove(card);
        }
        effect
        {
""",
    ),
    "import without quotes": (
        "players 2;",
        """players 2;
import parlour/dice;""",
    ),
    "players range": (
        "players 2;",
        "players 2-4;",
    ),
    "players list": (
        "players 2;",
        "players Ada, Ben;",
    ),
    "action outside class": (
        """turn Trade
{""",
        """action Pass { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }

turn Trade
{""",
    ),
    "attribute outside class": (
        "event SoldEvent {",
        """number limit = 10;

event SoldEvent {""",
    ),
    "input list without filter name": (
        """        input Stall stall { return stall.rent <= coins; }
""",
        """        input Stall stall { return stall.rent <= coins; }
        input List<Card> others { filter { return others.value > 1; } }
""",
    ),
    "event attribute bare": (
        "trigger SoldEvent { return event.price > 0; }",
        "trigger SoldEvent { return price > 0; }",
    ),
    "event name in trigger": (
        "trigger SoldEvent { return event.price > 0; }",
        "trigger SoldEvent e { return e.price > 0; }",
    ),
    "while one line do": (
        "if(sold >= 10) { winner player.active(); }",
        "do { sold -= 1; } while(sold > 10);",
    ),
    "switch": (
        "if(sold >= 10) { winner player.active(); }",
        "switch(sold) { case 10: winner 0; }",
    ),
    "for in": (
        """for(number i = 0; i < all.length; i += 1)
    {
        Merchant m = new Merchant();
        m.assign(all[i]);""",
        """for(player p in player.all())
    {
        Merchant m = new Merchant();
        m.assign(p);""",
    ),
    "missing brace of class": (
        """            turn.pass();
        }
    }
}

turn Trade""",
        """            turn.pass();
        }
    }

turn Trade""",
    ),
    "extra brace": (
        """            hand.add(top);
            turn.pass();
        }""",
        """            hand.add(top);
            turn.pass();
        }}""",
    ),
    "parentheses of an action": (
        """action Draw
""",
        """action Draw()
""",
    ),
    "half the name of the choice event": (
        "trigger PlayerChoiceEvent { return Market.deck.length() > 0; }",
        "trigger PlayerChoice { return Market.deck.length() > 0; }",
    ),
    "add to a tile": (
        "card.move_to(stall);",
        "stall.add(card);",
    ),
    "a pass to a phase alone": (
        'turn.pass(player.active() + 1, "Deal");',
        'turn.pass("Deal");',
    ),
    "a declaration with parentheses": (
        "Merchant m = new Merchant();",
        "Merchant m();",
    ),
    "return for returns": (
        """returns number;
        effect""",
        """return number;
        effect""",
    ),
    "an event with parentheses": (
        "event SoldEvent { number price = 0; }",
        "event SoldEvent(number price);",
    ),
    "plus behind equals": (
        "sold += event.price;",
        "Market.sold =+ event.price;",
    ),
    "in as an operator": (
        "return hand.contains(card);",
        "return card in hand;",
    ),
    "a dash in a grid": (
        "Stall, b;",
        "Stall, -;",
    ),
}


# Each mistake with its game, by the file that keeps its message.
WRONG = {
    f"{kind}-{name.replace(' ', '-')}": (game, changes)
    for kind, game, mistakes in (("wrong", GAME, MISTAKES), ("caravan", CARAVAN, CARAVAN_MISTAKES))
    for name, changes in mistakes.items()
}


@pytest.mark.parametrize("game", [GAME, CARAVAN], ids=["market", "caravan"])
def test_a_game_without_a_mistake_is_right(game: str) -> None:
    assert check(game) == ()


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_has_one_message_that_says_what_to_do(name: str, as_reviewed) -> None:
    text, changes = WRONG[name]
    for right, wrong in zip(changes[::2], changes[1::2], strict=True):
        assert right in text
        text = text.replace(right, wrong, 1 if len(changes) == 2 else -1)
    found = check(text)
    assert len(found) == 1, [each.title for each in found]
    assert found[0].hint
    as_reviewed("tgdl", name, found)


def check(text: str) -> tuple[Diagnostic, ...]:
    return pipeline.check(text, language="tgdl", name="main.tgdl")


def test_there_are_no_messages_of_other_mistakes() -> None:
    kept = Path(__file__).parent / "messages"
    found = {file.stem for kind in ("wrong", "caravan") for file in kept.glob(f"{kind}-*")}
    assert found == set(WRONG)
