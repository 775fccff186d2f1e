"""One test for each row of the document's tables of operations, on both engines; and no operation without one.

A row has the name of the operation, the statements that use it, and what the attributes of the global class R are then.
"""

from __future__ import annotations

from typing import get_args

import pytest
from tests.languages.tgdl.running import computed

from parlour.languages.tgdl.check import meaning, members

WORLD = """
interactable Card { number rank = 0; }
group interactable Flag { }
stack Deck
{
    returns Card;
    default { for(number r = 1; r <= 5; r += 1) { this.push(new Card() { rank = r }); } }
}
class Seat { }
group class Team { }
tile Cell { }
connection Road { number toll = 3; }
board Map
{
    group Field { geometry square; grid { Cell, Cell; b, Cell; } }
    group Hive { geometry hex; orientation row; grid { Cell, Cell; Cell, Cell; } }
    group Ways { geometry graph; default { this.add(new Cell()); this.add(new Cell()); } }
}
"""
ATTRIBUTES = "number n; number m; number k; bool a; bool b; string s; player p; "
LIST = "List<number> xs = { 4, 5, 6, 5 };"
TABLE = 'Table<number> t = { {"a", 1}, {2, 20}, {"a", 3} };'
STACK = "Stack<number> s = { 1, 2, 3 };"
DECK = "Deck d = new Deck(); Card c = d.pop();"
MAP = "Map map = new Map(); Cell one = map.Field[0][0] as Cell; Cell two = map.Field[1][0] as Cell;"
CARD = "Card c = new Card(); Deck d = new Deck();"

Row = tuple[str, str, dict[str, object]]
ROWS: dict[str, Row] = {
    "List length counts indexes, nulls too": ("List.length", f"{LIST} xs.add(null); R.n = xs.length;", {"n": 5}),
    "List access cuts the index": ("List[]", f"{LIST} R.n = xs[1.9]; R.a = xs[9] == null;", {"n": 5, "a": True}),
    "List add": ("List.add", f"{LIST} xs.add(7); R.n = xs[4]; R.m = xs.length;", {"n": 7, "m": 5}),
    "List append adds all of another list": (
        "List.append",
        f"{LIST} List<number> ys = {{ 8, 9 }}; xs.append(ys); xs.append(xs); R.n = xs[5]; R.m = xs.length;",
        {"n": 9, "m": 12},
    ),
    "List clear": ("List.clear", f"{LIST} xs.clear(); R.n = xs.length;", {"n": 0}),
    "List contains": ("List.contains", f"{LIST} R.a = xs.contains(6); R.b = xs.contains(7);", {"a": True, "b": False}),
    "List indexOf is the first, else -1": (
        "List.indexOf",
        f"{LIST} R.n = xs.indexOf(5); R.m = xs.indexOf(7);",
        {"n": 1, "m": -1},
    ),
    "List remove takes out the first": (
        "List.remove",
        f"{LIST} xs.remove(5); xs.remove(99); R.n = xs.length; R.m = xs.indexOf(5);",
        {"n": 3, "m": 2},
    ),
    "List removeAt": ("List.removeAt", f"{LIST} xs.removeAt(0); R.n = xs[0]; R.m = xs.length;", {"n": 5, "m": 3}),
    "List shuffle keeps the elements": (
        "List.shuffle",
        f"{LIST} xs.shuffle(); R.n = xs.length; R.m = xs[0] + xs[1] + xs[2] + xs[3];",
        {"n": 4, "m": 20},
    ),
    "List copy is a list of its own with the same elements": (
        "List.copy",
        "List<Card> xs = { new Card() }; List<Card> ys = xs.copy(); ys.add(null); R.n = xs.length; "
        "R.a = xs[0] == ys[0];",
        {"n": 1, "a": True},
    ),
    "Table length, the last of equal keys counts": ("Table.length", f"{TABLE} R.n = t.length;", {"n": 2}),
    "Table access": (
        "Table[]",
        f'{TABLE} R.n = t["a"]; R.a = t["b"] == null; R.m = t[2];',
        {"n": 3, "a": True, "m": 20},
    ),
    "Table clear": ("Table.clear", f"{TABLE} t.clear(); R.n = t.length;", {"n": 0}),
    "Table copy": (
        "Table.copy",
        f'{TABLE} Table<number> u = t.copy(); u["b"] = 7; R.n = t.length; R.m = u.length;',
        {"n": 2, "m": 3},
    ),
    "Table storing null removes": ("Table[]=null", f'{TABLE} t["a"] = null; R.n = t.length;', {"n": 1}),
    "Stack length": ("Stack.length", f"{STACK} R.n = s.length(); R.m = s.length;", {"n": 3, "m": 3}),
    "Stack push is on top, null is none": (
        "Stack.push",
        f"{STACK} s.push(4); s.push(null); R.n = s.length(); R.m = s.pop();",
        {"n": 4, "m": 4},
    ),
    "Stack push_front is at the other end": (
        "Stack.push_front",
        f"{STACK} s.push_front(9); s.push_front(null); R.n = s.length(); R.m = s.pop_front();",
        {"n": 4, "m": 9},
    ),
    "Stack pop takes the top, null of an empty one": (
        "Stack.pop",
        f"{STACK} R.n = s.pop(); R.m = s.pop(); R.k = s.pop(); R.a = s.pop() == null;",
        {"n": 3, "m": 2, "k": 1, "a": True},
    ),
    "Stack pop_front": ("Stack.pop_front", f"{STACK} R.n = s.pop_front(); R.m = s.length();", {"n": 1, "m": 2}),
    "Stack clone": (
        "Stack.clone",
        f"{STACK} Stack<number> u = s.clone(); u.pop(); R.n = s.length(); R.m = u.pop();",
        {"n": 3, "m": 2},
    ),
    "Stack shuffle keeps the elements": (
        "Stack.shuffle",
        f"{STACK} s.shuffle(); R.n = s.length(); R.m = s.pop() + s.pop() + s.pop();",
        {"n": 3, "m": 6},
    ),
    "deck length": ("deck.length", f"{DECK} R.n = d.length();", {"n": 4}),
    "deck push": ("deck.push", f"{DECK} d.push(c); R.n = d.pop().rank;", {"n": 5}),
    "deck push_front": ("deck.push_front", f"{DECK} d.push_front(c); R.n = d.pop_front().rank;", {"n": 5}),
    "deck pop": ("deck.pop", f"{DECK} R.n = c.rank; R.m = d.pop().rank;", {"n": 5, "m": 4}),
    "deck pop_front": ("deck.pop_front", f"{DECK} R.n = d.pop_front().rank;", {"n": 1}),
    "deck clone is a plain stack": (
        "deck.clone",
        f"{DECK} Stack<Card> s = d.clone(); s.pop(); R.n = d.length(); R.m = s.length();",
        {"n": 4, "m": 3},
    ),
    "deck shuffle leaves the discards": (
        "deck.shuffle",
        f"{DECK} c.discard(d.discard_stack); d.shuffle(); R.n = d.length(); R.a = c.discarded;",
        {"n": 4, "a": True},
    ),
    "deck reshuffle takes them back": (
        "deck.reshuffle",
        f"{DECK} c.discard(d.discard_stack); d.reshuffle(); R.n = d.length(); R.m = d.discard_stack.length(); "
        "R.a = c.discarded;",
        {"n": 5, "m": 0, "a": False},
    ),
    "deck discard_stack": (
        "deck.discard_stack",
        f"{DECK} c.discard(d.discard_stack); R.n = d.discard_stack.pop().rank;",
        {"n": 5},
    ),
    "discard marks and takes off the tile": (
        "interactable.discard",
        f"{MAP} {CARD} c.move_to(one); c.discard(discard_stack: d.discard_stack); R.a = c.discarded; "
        "R.b = c.tile == null; "
        "R.n = one.placeables.length;",
        {"a": True, "b": True, "n": 0},
    ),
    "discarded is false at first": ("interactable.discarded", f"{CARD} R.a = c.discarded;", {"a": False}),
    "move_to a tile, and off with null": (
        "interactable.move_to",
        f"{MAP} {CARD} c.move_to(t: one); c.move_to(two); R.n = one.placeables.length; R.m = two.placeables.length; "
        "c.move_to(null); R.k = two.placeables.length;",
        {"n": 0, "m": 1, "k": 0},
    ),
    "tile is where it stands": (
        "interactable.tile",
        f"{MAP} {CARD} R.a = c.tile == null; c.move_to(two); R.b = c.tile == two;",
        {"a": True, "b": True},
    ),
    "assign moves a local object": (
        "class.assign",
        "Seat s = new Seat(); R.a = s.player == null; s.assign(0); s.assign(player: 1); R.p = s.player; "
        "s.assign(null); "
        "R.b = s.player == null;",
        {"a": True, "p": "player 1", "b": True},
    ),
    "assign moves an interactable": ("interactable.assign", f"{CARD} c.assign(1); R.p = c.player;", {"p": "player 1"}),
    "assign adds to a group": (
        "group.assign",
        "Team t = new Team(); t.assign(1); t.assign(0); t.assign(1); R.n = t.players.length;",
        {"n": 2},
    ),
    "players are the members in their order": (
        "class.players",
        "Team t = new Team(); t.assign(1); t.assign(0); R.p = t.players[0]; R.n = t.players.length;",
        {"p": "player 1", "n": 2},
    ),
    "players of an interactable": (
        "interactable.players",
        "Flag f = new Flag(); f.assign(1); R.p = f.players[0];",
        {"p": "player 1"},
    ),
    "player is the owner": ("class.player", "Seat s = new Seat(); s.assign(1); R.p = s.player;", {"p": "player 1"}),
    "player of an interactable": (
        "interactable.player",
        f"{CARD} R.a = c.player == null; c.assign(0); R.p = c.player;",
        {"a": True, "p": "player 0"},
    ),
    "tile group": (
        "tile.group",
        f"{MAP} R.a = one.group == map.Field; R.b = one.group == map.Hive;",
        {"a": True, "b": False},
    ),
    "tile connections lead to the neighbours": (
        "tile.connections",
        f"{MAP} R.n = one.connections.length; R.a = one.connections[0].to == two;",
        {"n": 1, "a": True},
    ),
    "tile x and y": ("tile.x", f"{MAP} R.n = map.Field[1][0].x; R.m = map.Field[1][0].y;", {"n": 1, "m": 0}),
    "tile y": ("tile.y", f"{MAP} R.n = map.Field[1][1].x; R.m = map.Field[1][1].y;", {"n": 1, "m": 1}),
    "tile placeables": (
        "tile.placeables",
        f"{MAP} {CARD} c.move_to(one); R.a = one.placeables[0] == c; R.n = two.placeables.length;",
        {"a": True, "n": 0},
    ),
    "tile connect goes both ways": (
        "tile.connect",
        f"{MAP} Cell far = map.Field[1][1] as Cell; one.connect(far); "
        "R.n = one.connections.length; R.m = far.connections.length;",
        {"n": 2, "m": 2},
    ),
    "connection to": (
        "connection.to",
        f"{MAP} Road r = new Road() {{ to = two }}; one.connections.add(r); r.to = one; "
        "R.a = one.connections[1].to == one; R.n = (one.connections[1] as Road).toll;",
        {"a": True, "n": 3},
    ),
    "board groups by name": (
        "board.groups",
        f'{MAP} R.a = map.groups["Field"] == map.Field; R.n = map.groups.length;',
        {"a": True, "n": 3},
    ),
    "group tiles leave out blanks": (
        "group.tiles",
        f"{MAP} R.n = map.Field.tiles.length; R.m = map.Ways.tiles.length;",
        {"n": 3, "m": 2},
    ),
    "group add makes a graph grow": (
        "group.add",
        f"{MAP} map.Ways.add(new Cell()); R.n = map.Ways.tiles.length;",
        {"n": 3},
    ),
    "player.all is every player": (
        "player.all",
        "List<player> all = player.all(); R.n = all.length; R.p = all[1];",
        {"n": 2, "p": "player 1"},
    ),
    "player.active is 0 in the setup": ("player.active", "R.p = player.active();", {"p": "player 0"}),
    "turn.active has a name": (
        "turn.active",
        'R.a = turn.active() == null; turns.use("T"); R.b = turn.active() == "T"; R.p = turn.active() + 1;',
        {"a": True, "b": True, "p": "player 1"},
    ),
    "turn.phase.active is null without phases": (
        "turn.phase.active",
        'turns.use("T"); R.a = turn.phase.active() == null;',
        {"a": True},
    ),
    "turn.pass only notes who is next": (
        "turn.pass",
        'turns.use(turn: "T"); turn.pass(1); turn.pass(p: 1); turn.pass(); R.p = player.active();',
        {"p": "player 0"},
    ),
    "turns.use, and turn.use as the thesis has it": (
        "turns.use",
        'turns.use("T"); turn.use("T"); R.a = turn.active() == "T";',
        {"a": True},
    ),
    "event.throw runs what hears it later": (
        "event.throw",
        "event.throw(new Rung()); R.a = Bell.rung == 0;",
        {"a": True},
    ),
    "event.throw_sync runs it at once": (
        "event.throw_sync",
        "event.throw_sync(new Rung()); R.n = Bell.rung;",
        {"n": 1},
    ),
}
BELL = """
event Rung { }
global class Bell { number rung = 0; action Count { trigger Rung { return true; } effect { rung += 1; } } }
"""


@pytest.mark.parametrize("title", ROWS)
def test_operation(title: str) -> None:
    _, body, expected = ROWS[title]
    found = computed(body, ATTRIBUTES, WORLD + BELL)
    assert {name: found[name] for name in expected} == expected


def test_no_operation_is_without_a_test() -> None:
    tested = {operation for operation, _, _ in ROWS.values()}
    kinds = {"List": members.LIST, "Table": members.TABLE, "Stack": members.STACK, "deck": members.DECK,
             "class": members.OWNED, "interactable": members.INTERACTABLE, "tile": members.TILES,
             "group": members.GROUPS}  # fmt: skip
    wanted = {f"{kind}.{name}" for kind, methods in kinds.items() for name in methods}
    built_in = {"class": "class", "interactable": "interactable", "tile": "tile", "connection": "connection",
                "board": "board", "stack": "deck"}  # fmt: skip
    for kind, shown in built_in.items():
        wanted |= {f"{shown}.{name}" for name in members.built_in_members(kind)}  # type: ignore[arg-type]
    wanted |= {f"group.{name}" for name in members.GROUP_ATTRIBUTES}
    wanted |= set(get_args(meaning.TableCallName))
    assert wanted - tested == set()
