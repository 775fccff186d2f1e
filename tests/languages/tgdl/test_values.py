"""One test for each rule about values and their types that shows before play (sections 3, 12 and 13)."""

from __future__ import annotations

import pytest
from tests.languages.tgdl.checking import checked, findings, in_setup, titles

from parlour.languages.tgdl.check import meaning
from parlour.languages.tgdl.check.types import NUMBER, PLAYER, STRING, TURN, shown

# What the statements below are about.
WORLD = """
event E { number n = 0; }
event F : E { }
interactable Card { number rank = 0; }
interactable Ace : Card { number high = 1; }
tile Cell { number owner = -1; }
connection Road { number cost = 1; }
stack Deck { returns Card; }
board Map { group G { geometry square; grid { Cell, b; Cell, Cell; } } group W { geometry graph; } }
global class Hub
{
    Map map = new Map();
    Deck deck = new Deck();
    List<Card> cards = {};
    Table<number> table = {};
    Stack<Card> pile = {};
    number n = 0;
    string s = "x";
    bool ok = true;
    player p = 0;
}
class Seat
{
    number k = 0;
    function f { function input number a; function input number b = 2; returns number; effect { return a + b; } }
    function g { function input number a; optional function input Card c; returns; effect { } }
    action Act { trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
}
group class Team { number k = 0; }
function give { function input Card c; returns; effect { } }
turn T { phase A; phase B; default { return turn.active() + 1; } }
"""
BEFORE = "Seat x = new Seat(); Card c = new Ace(); tile t = null;"

# Statements, and what is wrong with them.
CASES: dict[str, list[str]] = {
    # Types are checked when bound.
    'number a = "x";': ["expected number, not string"],
    "number a = null; Card b = null; bool d = null;": [],
    "number a = Hub.p; player q = 5; player r = turn.active(); number i = turn.active();": [],
    "Card a = new Ace(); Ace b = c;": ["expected Ace, not Card"],
    "interactable a = c; tile b = c;": ["expected tile, not Card"],
    "List<Ace> a = {}; List<Card> b = a; List<Ace> d = b as List<Ace>;": [],
    "List<Card> a = {}; List<Ace> b = a;": ["expected List<Ace>, not List<Card>"],
    "List<number> a = player.all();": ["expected List<number>, not List<player>"],
    # Conditions are bools.
    "if(Hub.n) { }": ["expected bool, not number"],
    "while(null) { }": ["expected bool, not null"],
    "for(; c;) { }": ["expected bool, not Card"],
    # Arithmetic, joining, exclusive or.
    "number a = 1 + 2 * 3 ^ 2 % 5 - -1;": [],
    'string a = "a" + "b"; a += "c";': [],
    'string a = "a" + 1;': ["expected string, not number"],
    "number a = 1 + null;": ["expected number, not null"],
    "bool a = true ^ false; number b = 2 ^ 3;": [],
    "bool a = true ^ 1;": ["expected bool, not number"],
    "number a = -c;": ["expected number, not Card"],
    "Hub.ok += 1;": ["expected number, not bool"],
    'Hub.s -= "a";': ["expected number, not string"],
    "Hub.n += 1; Hub.n -= 1; Hub.n *= 2; Hub.n /= 2; Hub.n %= 2; Hub.p += 1;": [],
    # Comparing.
    "bool a = x == null && null != c && null == null;": [],
    "bool a = Hub.n == Hub.p && Hub.p == turn.active() && turn.active() == 1;": [],
    'bool a = turn.active() == "T" && turn.phase.active() == "A";': [],
    'bool a = Hub.n == "x";': ["cannot compare number with string"],
    "bool a = c == t;": ["cannot compare Card with tile"],
    "bool a = c == x;": ["cannot compare Card with Seat"],
    "bool a = new Ace() == c;": [],
    'bool a = 1 < 2 && "a" < "b" && Hub.p >= 1;': [],
    "bool a = 1 < 2 < 3;": ["cannot compare bool with number"],
    "bool a = c < c;": ["`<` cannot compare two values of type Card"],
    "bool a = !Hub.ok == true;": [],
    "bool a = (c is Ace) & (c is tile) | Hub.ok;": [],
    # Assignments have no value.
    "if(Hub.n = 3) { }": ["an assignment has no value"],
    "number y = Hub.n = 3;": ["an assignment has no value"],
    "3 = Hub.n;": ["this cannot be assigned to"],
    "Hub = null;": ["`Hub` is a global class, and has one instance for ever"],
    "c.player = 0;": ["`player` cannot be assigned to"],
    "c.tile = t;": ["`tile` cannot be assigned to"],
    "Road r = new Road(); r.to = t;": [],
    # is and as.
    "Ace a = c as Ace; Card b = a as Card; number d = (c as Ace).high;": [],
    "number a = player.active() as number; player b = 3 as player; string d = 3 as string;": [],
    "number a = c.high;": ["Card has no member high"],
    # Calls of functions: arguments have names.
    "number y = x.f(a: 1) + x.f(b: 1, a: 2);": [],
    "x.f(b: 1);": ["f needs the argument a"],
    "x.f(1);": ["an argument needs its name"],
    "x.f(a: 1, a: 2);": ["the argument a is there twice"],
    "x.f(a: 1, z: 2);": ["f has no argument z"],
    "x.g(a: 1); x.g(a: 1, c: c);": [],
    "number y = give(c: c);": ["give gives no value"],
    "number y = x.Act();": ["action Act gives no value"],
    "x.Act(1);": ["action Act takes no arguments"],
    "foo();": ["there is no function `foo` in setup"],
    "x.foo();": ["Seat has no member foo"],
    # Names.
    "number a = bar;": ["there is no `bar` in setup"],
    "number a = Card;": ["`Card` is an interactable, not an object"],
    "number a = give;": ["`give` is a function, not a value"],
    "number a = T;": ["`T` is a turn, not a value"],
    "number a = this.k;": ["there is no `this` in setup"],
    "Card a = null; number b = a.rank; null.x;": ["null has no member x"],
    # Scopes of classes.
    "Hub a = new Hub();": ["Hub is global: it has one instance and cannot be created with new"],
    "Hub.assign(0);": ["Hub is global: it belongs to nobody and cannot be assigned"],
    "x.assign(0); x.assign(null); x.assign(player: 1); player a = x.player;": [],
    "List<player> a = x.players;": ["Seat has no member players"],
    "Team a = new Team(); a.assign(1); List<player> b = a.players;": [],
    "player a = new Team().player;": ["Team has no member player"],
    # Lists.
    "Hub.cards.add(c); Hub.cards.append(Hub.cards); Hub.cards.clear(); Hub.cards.shuffle();": [],
    "number a = Hub.cards.length + Hub.cards.length() + Hub.cards.indexOf(c); bool b = Hub.cards.contains(c);": [],
    "Hub.cards.remove(c); Hub.cards.removeAt(0); List<Card> a = Hub.cards.copy();": [],
    "Hub.cards[Hub.cards.length] = c; Card a = Hub.cards[0.5];": [],
    "Hub.cards.add(x);": ["expected Card, not Seat"],
    'Hub.cards["a"] = c;': ["expected number, not string"],
    "Hub.cards.sort();": ["List<Card> has no member sort"],
    "List<Card> a = { c, null, new Ace() }; List<Card> b = new List<Card>() { c };": [],
    "List<Card> a = new List<Card>();": [],
    "List<Card> a = { 1 };": ["expected Card, not number"],
    "Card a = { c };": ["expected Card, not values in braces"],
    # Tables.
    'Hub.table[c] = 1; Hub.table["a"] = 2; Hub.table[Hub.p] = 3; Hub.table[1] = null; number a = Hub.table[x];': [],
    "number a = Hub.table.length + Hub.table.length(); Hub.table.clear(); Table<number> b = Hub.table.copy();": [],
    "Table<number> a = { {c, 1}, {2, 3} };": [],
    "Table<number> a = { {c, 1}, 3 };": ["expected a key and a value in braces"],
    "Hub.table[null] = 1;": ["a Table key cannot be null"],
    # Stacks and decks.
    "Hub.pile.push(c); Hub.pile.push_front(null); Card a = Hub.pile.pop(); Card b = Hub.pile.pop_front();": [],
    "number a = Hub.pile.length() + Hub.pile.length; Stack<Card> b = Hub.pile.clone(); Hub.pile.shuffle();": [],
    "Stack<Card> a = { c };": [],
    "Card a = Hub.pile[0];": ["Stack<Card> has no elements"],
    "Hub.deck.push(c); Card a = Hub.deck.pop(); Hub.deck.shuffle(); Hub.deck.reshuffle();": [],
    "Stack<Card> a = Hub.deck.clone(); Stack<Card> b = Hub.deck.discard_stack; number d = Hub.deck.length();": [],
    "Hub.deck.push(x);": ["expected Card, not Seat"],
    "Deck a = Hub.deck.clone();": ["expected Deck, not Stack<Card>"],
    "c.discard(Hub.deck); c.discard(Hub.pile); c.discard(discard_stack: Hub.deck.discard_stack);": [],
    "c.discard(x);": ["expected stack, not Seat"],
    # Boards.
    'tile a = Hub.map.G[0][1]; tile b = Hub.map.groups["G"][0][1];': [],
    "tile a = Hub.map.groups[Hub.s][0][0];": [],
    "number a = (Hub.map.G[0][0] as Cell).owner; bool b = Hub.map.G[0][0] is BlankTile;": [],
    "number a = Hub.map.G[0][0].owner;": ["tile has no member owner"],
    "Hub.map.G[0][0] = new Cell(); Hub.map.G[1][0] = new BlankTile();": [],
    "Hub.map.G[0][0] = null;": ["expected tile, not null"],
    "Hub.map.G[0] = null;": ["a group is not a list of lists"],
    "tile a = Hub.map.W[0][0];": ["W is a graph, and has no indexes"],
    'group a = Hub.map.groups["X"];': ["board Map has no group X"],
    "group a = Hub.map.H;": ["Map has no member H"],
    "group a = Hub.map.W; a.add(new Cell()); List<tile> b = a.tiles; group d = t.group;": [],
    "number a = t.x + t.y; List<connection> b = t.connections; tile d = t.connections[0].to; t.connect(t);": [],
    "List<interactable> a = t.placeables; tile b = c.tile; bool d = c.discarded; c.move_to(t); c.move_to(t: null);": [],
    "connection a = new connection() { to = t }; Road b = new Road() { to = t; cost = 3 };": [],
    "tile a = new tile();": ["there is no new tile"],
    "c.move_to(x);": ["expected tile, not Seat"],
    "c.move_to();": ["move_to needs an argument"],
    "c.move_to(where: t);": ["move_to has no argument where"],
    # Making objects.
    "Card a = new Card() { rank = 3 }; Card b = new Card() { rank = 3; };": [],
    "Card a = new Card() { suit = 3 };": ["Card has no attribute suit"],
    'Card a = new Card() { rank = "x" };': ["expected number, not string"],
    # Events.
    "event.throw(new E() { n = 1 }); event.throw_sync(new F());": [],
    "event.throw(c);": ["expected event, not Card"],
    "event.throw(new PlayerChoiceEvent());": ["only the turn makes a PlayerChoiceEvent"],
    "number a = event.n;": ["there is no `event` in setup"],
    # Turns and players.
    'turn.pass(); turn.pass(1); turn.pass(1, "A"); turn.pass(p: 1, phase: "B");': [],
    'turns.use("T"); turns.use("T", "B"); turn.use(turn: "T", phase: "A");': [],
    'turn.pass(1, "Z");': ["no turn has a phase Z"],
    'turn.pass(phase: "A");': ["a pass to a phase names the player, too"],
    'turns.use("U");': ["there is no turn U"],
    'turns.use("T", "Z");': ["turn T has no phase Z"],
    "turns.use();": ["turns.use needs an argument"],
    "player.foo();": ["player.foo is not there"],
    "number a = turn;": ["`turn` alone is no value"],
    "string turns = Hub.s; Hub.s = turns;": [],
    # Winners.
    "winner 0;": [],
    "winner player.active() + 1;": [],
    "winner {};": [],
    "winner { {0, 1}, {2} };": [],
    "winner null;": ["expected player, not null"],
    "winner player.all();": ["expected player or List<List<player>>, not List<player>"],
    "winner {0};": ["expected List<player>, not number"],
}


@pytest.mark.parametrize("statements", CASES)
def test_statements(statements: str) -> None:
    assert titles(in_setup(f"{BEFORE}\n{statements}", WORLD)) == CASES[statements]


def value_of(text: str) -> meaning.Expr:
    """What the checker makes of the value that a variable `v` is given in setup."""
    game = checked(in_setup(f"{BEFORE}\n{text}", WORLD))
    assert game.setup is not None
    (found,) = [each.value for each in game.setup if isinstance(each, meaning.Declare) and each.var.name == "v"]
    assert found is not None
    return found


def test_a_number_that_is_stored_as_a_player_is_converted() -> None:
    found = value_of("player v = -1;")
    assert isinstance(found, meaning.ToPlayer)
    assert isinstance(found.operand, meaning.Negative)


def test_arithmetic_with_a_player_gives_a_player_of_numbers() -> None:
    found = value_of("player v = player.active() + 1;")
    assert isinstance(found, meaning.ToPlayer)
    sum_ = found.operand
    assert isinstance(sum_, meaning.Arithmetic)
    assert (sum_.type, sum_.left.type, sum_.right.type) == (NUMBER, NUMBER, NUMBER)
    assert isinstance(sum_.left, meaning.ToNumber)


def test_every_operator_makes_a_player_again() -> None:
    found = value_of("number v = player.active() + 1 - 2;")
    assert isinstance(found, meaning.ToNumber)
    assert isinstance(found.operand, meaning.ToPlayer)
    difference = found.operand.operand
    assert isinstance(difference, meaning.Arithmetic)
    assert isinstance(difference.left, meaning.ToNumber)
    assert difference.left.operand.type == PLAYER


def test_a_turn_stands_for_the_active_player_or_for_its_name() -> None:
    player = value_of("player v = turn.active();")
    assert isinstance(player, meaning.PlayerOf)
    assert player.operand.type == TURN
    name = value_of('bool v = turn.active() == "T";')
    assert isinstance(name, meaning.Equal)
    assert isinstance(name.left, meaning.NameOf)
    assert name.left.type == STRING


def test_power_goes_from_the_left_and_binds_stronger_than_minus_before_it() -> None:
    found = value_of("number v = 2 ^ 3 ^ 2;")
    assert isinstance(found, meaning.Arithmetic)
    assert isinstance(found.left, meaning.Arithmetic)
    negative = value_of("number v = -2 ^ 2;")
    assert isinstance(negative, meaning.Arithmetic)
    assert isinstance(negative.left, meaning.Negative)


def test_not_binds_looser_than_equality_and_as_tighter_than_order() -> None:
    found = value_of("bool v = !Hub.ok == false;")
    assert isinstance(found, meaning.Not)
    assert isinstance(found.operand, meaning.Equal)
    order = value_of("bool v = Hub.n < Hub.p as number;")
    assert isinstance(order, meaning.Order)
    sum_ = value_of("Ace v = c as Card as Ace;")
    assert isinstance(sum_, meaning.AsType)


def test_a_group_that_the_text_shows_is_known() -> None:
    for text in ("group v = Hub.map.G;", 'group v = Hub.map.groups["G"];'):
        found = value_of(text)
        assert isinstance(found, meaning.GroupOf)
        assert found.group.name == "G"
    assert isinstance(value_of("group v = Hub.map.groups[Hub.s];"), meaning.GroupNamed)


def test_a_cast_that_can_never_fit_is_known() -> None:
    assert isinstance(value_of("string v = 3 as string;"), meaning.Nowhere)
    assert isinstance(value_of("Ace v = c as Ace;"), meaning.AsType)


def test_what_the_string_constants_are_and_in_which_order() -> None:
    text = 'class A { string a = "one"; } setup { string s = "two" + "one"; if(s == "three") { } }'
    assert checked(text).strings == ("one", "two", "three")


def test_an_error_points_at_the_value_and_not_at_the_statement() -> None:
    (found,) = [each for each in findings(in_setup('number a = 1 + (2 * "x");')) if each.is_error]
    assert found.span.text == '"x"'
    assert found.kind == "type"


def test_one_mistake_is_one_error() -> None:
    text = in_setup("Dragon d = new Dragon(); d.fly(); number a = d.size + 1; a.b.c = 3;")
    assert titles(text) == ["Dragon is not a known type", "number has no member b"]


def test_types_are_written_as_programs_write_them() -> None:
    game = checked(in_setup("List<Table<player>> v = {};"))
    assert game.setup is not None
    (declared,) = game.setup
    assert isinstance(declared, meaning.Declare)
    assert shown(declared.var.type) == "List<Table<player>>"
