"""Mistakes that designers make in whole games: one message for each, at its place, with what to write instead."""

from __future__ import annotations

import pytest
from tests.languages.tgdl.checking import findings

GAME = """game "mistakes";
players 2;
interactable Card {{ number rank = 0; }}
stack Deck {{ returns Card; }}
tile Cell {{ }}
event Sold {{ number price = 0; }}
global class Bank
{{
    Deck deck = new Deck();
    List<Card> open = {{}};
    number coins = 3;
    action Count {{ trigger Sold {{ return true; }} effect {{ coins += event.price; {heard} }} }}
}}
class Seat
{{
    number coins = 3;
    {member}
    action Sell
    {{
        trigger PlayerChoiceEvent {{ return true; }}
        input Card card {{ {filter} }}
        effect {{ event.throw(new Sold() {{ price = card.rank }}); {effect} turn.pass(); }}
    }}
}}
turn T {{ phase Buy; phase Pay; default {{ return player.active() + 1; }} }}
setup {{ Seat s = new Seat(); s.assign(0); Bank.open.add(new Card()); turns.use("T", "Pay"); {setup} }}
"""
RIGHT = {"heard": "", "member": "", "filter": "return card.rank < coins;", "effect": "", "setup": ""}

# Where it is written, what is written, what is said, and what is advised.
MISTAKES = {
    "a filter without return": (
        "filter",
        "card.rank < coins;",
        "the filter of input 'card' must return a value",
        "write `return card.rank < coins;`",
    ),
    "an attribute of the event": (
        "heard",
        "if(price > 2) { winner 0; }",
        "there is no `price` in the effect of action Count",
        "it is an attribute of the event: `event.price`",
    ),
    "a trigger without a block": (
        "member",
        "action Rest { trigger PlayerChoiceEvent; effect { turn.pass(); } }",
        "expected `{` after `trigger PlayerChoiceEvent`",
        "say when it starts: `trigger PlayerChoiceEvent { return true; }`",
    ),
    "push to a list": (
        "effect",
        "Bank.open.push(card);",
        "List<Card> has no member push",
        "an element is added to a List with `xs.add(v)`",
    ),
    "draw from a deck": (
        "effect",
        "Bank.open.add(Bank.deck.draw());",
        "Deck has no member draw",
        "the top of a deck is taken with `pop()`",
    ),
    "move a piece": (
        "effect",
        "card.move(null);",
        "Card has no member move",
        "a piece is moved with `p.move_to(t)`",
    ),
    "the place of a piece": (
        "effect",
        "coins = card.x;",
        "Card has no member x",
        "a tile has a place, a piece stands on one: `p.tile.x`",
    ),
    "what stands on a tile": (
        "member",
        "function free { function input Cell c; returns bool; effect { return c.pieces.length == 0; } }",
        "Cell has no member pieces",
        "what stands on a tile is `t.placeables`",
    ),
    "the neighbours of a tile": (
        "member",
        "function ways { function input Cell c; returns number; effect { return c.neighbours.length; } }",
        "Cell has no member neighbours",
        "a tile leads to others by `t.connections[i].to`",
    ),
    "a number in a text": (
        "member",
        'function said { returns string; effect { return "coins: " + coins; } }',
        "expected string, not number",
        '`+` joins two strings, nothing else; a number becomes one with `text(n: …)` of "parlour/tokens"',
    ),
    "win": (
        "effect",
        "if(coins == 0) { win; }",
        "there is no `win` in the effect of action Sell",
        "the game ends with `winner p;`",
    ),
    "a player in words": (
        "setup",
        'winner "player 1";',
        "expected player, not string",
        "players are counted from 0, and `player.active()` is one of them",
    ),
    "foreach": (
        "effect",
        "foreach(Card c in Bank.open) { coins += 1; }",
        "`foreach` is no word of TGDL",
        "loops are `while(…) { … }` and `for(number i = 0; i < n; i += 1) { … }`",
    ),
    "extends, and nothing else is lost": (
        "member",
        "function f { returns; effect { } } } class Rich extends Seat { override function f { effect { coins = 9; } }",
        "`extends` is no word of TGDL here",
        "a base class is written `class Rich : Seat { … }`",
    ),
}


def test_without_a_mistake_nothing_is_said() -> None:
    assert findings(GAME.format(**RIGHT)) == ()


@pytest.mark.parametrize(("where", "written", "title", "hint"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_has_one_message_with_advice(where: str, written: str, title: str, hint: str) -> None:
    text = GAME.format(**{**RIGHT, where: written})
    (found,) = (each for each in findings(text) if each.is_error)
    assert (found.title, found.hint) == (title, hint)
    assert text.count("\n", 0, found.labels[0].span.start) == next(
        number for number, line in enumerate(text.splitlines()) if written in line
    )
