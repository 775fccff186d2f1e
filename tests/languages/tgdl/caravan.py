"""A second game, and mistakes that designers make in it: see `test_wrong_games.py`."""

from __future__ import annotations

CARAVAN = """game "Caravan";
players 3;

import "parlour/dice";

event CampEvent { Camel who = null; }
event RainEvent { }

tile Sand { number depth = 0; bool wet = false; }
tile Oasis { number water = 3; }

board Desert
{
    group Dunes
    {
        geometry hex;
        orientation row;
        grid
        {
            Sand, Sand, Oasis;
            Sand, b, Sand;
        }
    }
}

interactable Camel
{
    string name = "camel";
    number load = 0;
    number thirst = 0;

    function canGo
    {
        function input Sand to;
        function input number extra = 0;
        returns bool;
        effect
        {
            if(to.wet) { return false; }
            return to.depth + extra < 3;
        }
    }
}

interactable RacingCamel : Camel
{
    number speed = 2;

    override function canGo
    {
        effect { return base.canGo(to: to, extra: 1) || thirst == 0; }
    }
}

interactable Spice { number price = 2; }

stack Bazaar
{
    returns Spice;
    default
    {
        for(number i = 0; i < 5; i += 1) { this.push(new Spice() { price = i + 1 }); }
        this.shuffle();
    }
}

global class World
{
    Desert desert = new Desert();
    Bazaar bazaar = new Bazaar();
    Table<number> debts = {};
    number day = 0;

    action Rain
    {
        trigger RainEvent { return true; }
        prio 5;
        effect
        {
            day += 1;
            for(number i = 0; i < desert.Dunes.tiles.length; i += 1)
            {
                tile t = desert.Dunes.tiles[i];
                if(t is Sand) { (t as Sand).wet = true; }
                if(t is Oasis) { day += (t as Oasis).water; }
            }
        }
    }

    action Camp
    {
        trigger CampEvent { return event.who != null; }
        effect { event.who.thirst = 0; }
    }
}

class Trader
{
    number gold = 3;
    List<Spice> bags = {};
    Camel mount = null;

    action Ride
    {
        trigger PlayerChoiceEvent { return mount != null; }
        input Sand to { return mount.canGo(to: to); }
        effect
        {
            mount.move_to(to);
            mount.thirst += 1;
            if(mount.thirst >= 3) { event.throw(new CampEvent() { who = mount }); }
            turn.pass();
        }
    }

    action Buy
    {
        trigger PlayerChoiceEvent { return World.bazaar.length() > 0; }
        require { return gold > 0; }
        effect
        {
            Spice s = World.bazaar.pop();
            gold -= s.price;
            bags.add(s);
            World.debts[this] = s.price;
            if(bags.length == 3) { winner this.player; }
            turn.pass(player.active() + 1, "Travel");
        }
    }

    action Sell
    {
        trigger PlayerChoiceEvent { return true; }
        optional input Spice s { return bags.contains(s); }
        effect
        {
            if(s != null)
            {
                bags.remove(s);
                gold += s.price;
                s.discard(World.bazaar.discard_stack);
                World.bazaar.reshuffle();
            }
            if(gold > 20) { event.throw_sync(new RainEvent()); }
            turn.pass();
        }
    }
}

turn Journey
{
    phase Travel;
    phase Night { effect { if(World.day > 5) { winner {}; } turn.pass(player.active() + 1, "Travel"); } }
    default { turn.pass(player.active(), "Night"); }
}

setup
{
    for(number i = 0; i < 3; i += 1)
    {
        Trader t = new Trader();
        Camel c = new Camel() { name = "Humps", load = i };
        if(i == 2) { c = new RacingCamel() { speed = 3 }; }
        c.assign(i);
        t.mount = c;
        t.assign(i);
    }
    turns.use("Journey", "Travel");
}
"""

# The name of a mistake; what stands in the game above, and what a designer has written there, in pairs.
CARAVAN_MISTAKES: dict[str, tuple[str, ...]] = {
    "a variable without a type": (
        "Trader t = new Trader();",
        "t = new Trader();",
    ),
    "a number without a type": (
        """Spice s = World.bazaar.pop();
""",
        """cost = 3;
            Spice s = World.bazaar.pop();
""",
    ),
    "a class that is moved": (
        """interactable Camel
""",
        """class Camel
""",
    ),
    "a class in a deck": (
        "interactable Spice {",
        "class Spice {",
    ),
    "a class named Table": (
        """global class World
""",
        """global class Table
""",
        "World.",
        "Table.",
    ),
    "derived from another kind": (
        "interactable RacingCamel : Camel",
        "class RacingCamel : Camel",
    ),
    "extends": (
        "interactable RacingCamel : Camel",
        "interactable RacingCamel extends Camel",
    ),
    "super": (
        "base.canGo(to: to, extra: 1)",
        "super.canGo(to: to, extra: 1)",
    ),
    "override repeats inputs": (
        """    override function canGo
    {
""",
        """    override function canGo
    {
        function input Sand to;
""",
    ),
    "override left out": (
        "    override function canGo",
        "    function canGo",
    ),
    "a trigger on a class": (
        "trigger CampEvent {",
        "trigger Camel {",
    ),
    "a trigger in quotes": (
        "trigger RainEvent {",
        'trigger "RainEvent" {',
    ),
    "a trigger with on": (
        "trigger RainEvent {",
        "trigger on RainEvent {",
    ),
    "a trigger without a block": (
        "trigger RainEvent { return true; }",
        "trigger RainEvent;",
    ),
    "a trigger that returns nothing": (
        "trigger RainEvent { return true; }",
        "trigger RainEvent { }",
    ),
    "prio in the trigger block": (
        """trigger RainEvent { return true; }
        prio 5;""",
        "trigger RainEvent { return true; prio 5; }",
    ),
    "priority": (
        "prio 5;",
        "priority 5;",
    ),
    "prio with equals": (
        "prio 5;",
        "prio = 5;",
    ),
    "cast with brackets": (
        "(t as Sand).wet = true;",
        "((Sand) t).wet = true;",
    ),
    "as without brackets": (
        "(t as Sand).wet = true;",
        "t as Sand.wet = true;",
    ),
    "member of a tile": (
        "(t as Sand).wet = true;",
        "t.wet = true;",
    ),
    "instanceof": (
        "if(t is Sand)",
        "if(t instanceof Sand)",
    ),
    "is not": (
        "if(t is Sand)",
        "if(t is not Sand)",
    ),
    "foreach": (
        """for(number i = 0; i < desert.Dunes.tiles.length; i += 1)
            {
                tile t = desert.Dunes.tiles[i];""",
        """foreach(tile t in desert.Dunes.tiles)
            {""",
    ),
    "for of": (
        """for(number i = 0; i < desert.Dunes.tiles.length; i += 1)
            {
                tile t = desert.Dunes.tiles[i];""",
        """for(tile t : desert.Dunes.tiles)
            {""",
    ),
    "int in a loop": (
        "for(number i = 0; i < 3; i += 1)",
        "for(int i = 0; i < 3; i += 1)",
    ),
    "plus plus": (
        "for(number i = 0; i < 3; i += 1)",
        "for(number i = 0; i < 3; i++)",
    ),
    "commas in a for": (
        "for(number i = 0; i < 3; i += 1)",
        "for(number i = 0, i < 3, i += 1)",
    ),
    "one index of a group": (
        "tile t = desert.Dunes.tiles[i];",
        "tile t = desert.Dunes[i];",
    ),
    "two indexes in one bracket": (
        "tile t = desert.Dunes.tiles[i];",
        "tile t = desert.Dunes[i, 0];",
    ),
    "a group without its board": (
        "tile t = desert.Dunes.tiles[i];",
        "tile t = Dunes.tiles[i];",
    ),
    "hex without orientation": (
        """        orientation row;
""",
        "",
    ),
    "orientation flat": (
        "orientation row;",
        "orientation flat;",
    ),
    "geometry hexagonal": (
        "geometry hex;",
        "geometry hexagonal;",
    ),
    "grid lines without semicolons": (
        """Sand, Sand, Oasis;
""",
        """Sand, Sand, Oasis
""",
    ),
    "grid with null": (
        "Sand, b, Sand;",
        "Sand, null, Sand;",
    ),
    "grid without commas": (
        "Sand, b, Sand;",
        "Sand b Sand;",
    ),
    "new in a grid": (
        "Sand, b, Sand;",
        "new Sand(), b, Sand;",
    ),
    "an action in a tile": (
        "tile Oasis { number water = 3; }",
        """tile Oasis { number water = 3;
    action Drink { trigger PlayerChoiceEvent { return true; } effect { water -= 1; } } }""",
    ),
    "return in an effect": (
        """            turn.pass();
        }
    }

    action Buy""",
        """            return;
        }
    }

    action Buy""",
    ),
    "a require with a semicolon": (
        "require { return gold > 0; }",
        "require gold > 0;",
    ),
    "a require without return": (
        "require { return gold > 0; }",
        "require { gold > 0; }",
    ),
    "a require with parentheses": (
        "require { return gold > 0; }",
        "require (gold > 0)",
    ),
    "a filter that assigns": (
        "{ return bags.contains(s); }",
        "{ return bags = s; }",
    ),
    "an input with where": (
        "input Sand to { return mount.canGo(to: to); }",
        "input Sand to where mount.canGo(to: to);",
    ),
    "an input of a class name": (
        "input Sand to {",
        "input sand to {",
    ),
    "optional behind input": (
        "optional input Spice s {",
        "input optional Spice s {",
    ),
    "an input with a colon": (
        "input Sand to {",
        "input to: Sand {",
    ),
    "a player of the class": (
        "winner this.player;",
        "winner Trader.player;",
    ),
    "win": (
        "winner this.player;",
        "win(this.player);",
    ),
    "winner of an object": (
        "winner this.player;",
        "winner this;",
    ),
    "a pass to a name": (
        """turn.pass(player.active() + 1, "Travel");
        }
""",
        """turn.pass(player.next(), "Travel");
        }
""",
    ),
    "a phase without quotes": (
        'turns.use("Journey", "Travel");',
        'turns.use("Journey", Travel);',
    ),
    "a turn without quotes": (
        'turns.use("Journey", "Travel");',
        'turns.use(Journey, "Travel");',
    ),
    "a phase that is misspelt": (
        'turn.pass(player.active(), "Night");',
        'turn.pass(player.active(), "Nite");',
    ),
    "length of a deck misspelt": (
        "World.bazaar.length() > 0",
        "World.bazaar.size() > 0",
    ),
    "count of a list": (
        "bags.length == 3",
        "bags.count() == 3",
    ),
    "empty": (
        "World.bazaar.length() > 0",
        "!World.bazaar.empty()",
    ),
    "draw from a deck": (
        "World.bazaar.pop();",
        "World.bazaar.draw();",
    ),
    "push to a list": (
        "bags.add(s);",
        "bags.push(s);",
    ),
    "a pop with a number": (
        "World.bazaar.pop();",
        "World.bazaar.pop(1);",
    ),
    "one equals sign": (
        "if(i == 2)",
        "if(i = 2)",
    ),
    "and as a word": (
        "return to.depth + extra < 3;",
        "return to.depth < 3 and extra < 2;",
    ),
    "not as a word": (
        "if(to.wet)",
        "if(not to.wet)",
    ),
    "else if as one word": (
        "if(to.wet) { return false; }",
        "if(to.wet) { return false; } elif(to.depth > 5) { return false; }",
    ),
    "ternary": (
        "return to.depth + extra < 3;",
        "return to.wet ? false : true;",
    ),
    "a string with a number": (
        'name = "Humps", load = i',
        'name = "Humps " + i, load = i',
    ),
    "single quotes": (
        'name = "Humps"',
        "name = 'Humps'",
    ),
    "a colon in new": (
        '{ name = "Humps", load = i }',
        '{ name: "Humps", load: i }',
    ),
    "arguments of new": (
        'new Camel() { name = "Humps", load = i }',
        'new Camel("Humps", i)',
    ),
    "new without parentheses": (
        "new RainEvent()",
        "new RainEvent",
    ),
    "new of a global class": (
        "Trader t = new Trader();",
        "Trader t = new Trader(); World w = new World();",
    ),
    "this of a global": (
        "World.debts[this] = s.price;",
        "World[this] = s.price;",
    ),
    "a table with two types": (
        "Table<number> debts = {};",
        "Table<Trader, number> debts = {};",
    ),
    "a dictionary": (
        "Table<number> debts = {};",
        "Dictionary<number> debts = {};",
    ),
    "an array": (
        "List<Spice> bags = {};",
        "Spice[] bags = {};",
    ),
    "list with square brackets": (
        "List<Spice> bags = {};",
        "List<Spice> bags = [];",
    ),
    "a list without a type": (
        "List<Spice> bags = {};",
        "List bags = {};",
    ),
    "var": (
        "Trader t = new Trader();",
        "var t = new Trader();",
    ),
    "an attribute without a type": (
        "number gold = 3;",
        "gold = 3;",
    ),
    "returns forgotten": (
        """        returns bool;
""",
        "",
    ),
    "returns the wrong type": (
        "return to.depth + extra < 3;",
        "return to.depth + extra;",
    ),
    "a function like in C": (
        """    function canGo
    {
        function input Sand to;
        function input number extra = 0;
        returns bool;
        effect
        {
            if(to.wet) { return false; }
            return to.depth + extra < 3;
        }
    }""",
        """    bool canGo(Sand to, number extra)
    {
        return to.depth + extra < 3;
    }""",
    ),
    "setup with parentheses": (
        """setup
{""",
        """setup()
{""",
    ),
    "players in parentheses": (
        "players 3;",
        "players(3);",
    ),
    "players before game": (
        """game "Caravan";
players 3;""",
        """players 3;
game "Caravan";""",
    ),
    "a title without quotes": (
        'game "Caravan";',
        "game Caravan;",
    ),
    "an import without quotes": (
        'import "parlour/dice";',
        "import parlour/dice;",
    ),
    "an import with a colon": (
        'import "parlour/dice";',
        'import: "parlour/dice";',
    ),
    "an import in angle brackets": (
        'import "parlour/dice";',
        "import <parlour/dice>;",
    ),
    "a misspelt component": (
        'import "parlour/dice";',
        'import "parlour/dices";',
    ),
    "a brace too many": (
        """        effect { event.who.thirst = 0; }
    }
}""",
        """        effect { event.who.thirst = 0; }
    }
}
}""",
    ),
    "a brace too few": (
        """        effect { event.who.thirst = 0; }
    }
}""",
        """        effect { event.who.thirst = 0; }
    }
""",
    ),
    "a semicolon missing": (
        "gold -= s.price;",
        "gold -= s.price",
    ),
    "a semicolon behind if": (
        "if(gold > 20) {",
        "if(gold > 20); {",
    ),
    "effect misspelt": (
        "        effect { event.who.thirst = 0; }",
        "        efect { event.who.thirst = 0; }",
    ),
    "default misspelt": (
        '    default { turn.pass(player.active(), "Night"); }',
        '    defualt { turn.pass(player.active(), "Night"); }',
    ),
    "no default": (
        """    default { turn.pass(player.active(), "Night"); }
""",
        "",
    ),
    "phase with parentheses": (
        "phase Travel;",
        "phase Travel();",
    ),
    "end turn": (
        "            mount.thirst += 1;",
        "            end turn;",
    ),
    "next player": (
        'player.active() + 1, "Travel"); } }',
        'next player, "Travel"); } }',
    ),
    "a string compared with a number": (
        "if(bags.length == 3)",
        'if(bags.length == "3")',
    ),
    "a table with two types in a block": (
        "Spice s = World.bazaar.pop();",
        """Table<Spice, number> seen = {};
            Spice s = World.bazaar.pop();""",
    ),
    "an owner compared with an object": (
        "if(i == 2)",
        "if(t == i)",
    ),
    "an attribute that is missing": (
        """Camel mount = null;
""",
        "",
    ),
}
