"""Random TGDL games full of events: what throws, hears, queues, asks, owns, shuffles and passes, both engines alike.

Every game loads and most of them end: choices are counted, and each gives a little fuel that throwing an event uses up,
so that reactions to reactions come to an end. Nulls, missing tiles and empty decks are met on the way; a game error is
an outcome like any other. The same numbers from the source give the same text.

    >>> from parlour.core.chance import Chance
    >>> event_game(Chance(1)) == event_game(Chance(1))
    True
"""

from __future__ import annotations

import parlour
from parlour.core.chance import Chance
from parlour.engines.later import LaterEngine
from parlour.engines.native.engine import NativeEngine
from parlour.engines.python.engine import PythonEngine
from parlour.game.position import Budget
from parlour.testing.agreement import play_side_by_side
from parlour.testing.generation.draws import Draws, Source

_FUEL = 6
_CHOICES = 10
_QUESTIONS = 30


def event_game(chance: Source) -> str:
    """The text of a game."""
    return _Writer(Draws(chance)).game()


def event_game_of(seed: int) -> str:
    """One of the games that engines are compared on by number."""
    return event_game(Chance(seed))


def differences(seed: int, games: int = 0) -> list[str]:
    """What differs between the engines on the game of this number: by the question, and in the tally of so many
    games."""
    game = parlour.load(event_game_of(seed), language="tgdl", name=f"{seed}.tgdl")
    python, later = game.engines["python"], game.engines["native"]
    assert isinstance(python, PythonEngine) and isinstance(later, LaterEngine)
    native = later.made
    assert isinstance(native, NativeEngine)
    found = play_side_by_side(python, native, seed, Budget(), _QUESTIONS)
    if games:
        tallies = python.simulator().playouts(games, seed), native.simulator().playouts(games, seed, jobs=1)
        found += [] if tallies[0] == tallies[1] else [f"tallies: {tallies[0]} and {tallies[1]}"]
    return found


class _Writer:
    """Writes a game: events, things that hear them, choices, phases. `events` are names, each with its base or none."""

    def __init__(self, draws: Draws) -> None:
        self.draws = draws
        self.events: list[tuple[str, str | None]] = []
        self.phases: list[tuple[str, bool]] = []
        self.count = 0

    def game(self) -> str:
        draws = self.draws
        for number in range(draws.between(2, 4)):
            base = draws.pick(self.events)[0] if self.events and draws.percent(40) else None
            self.events.append((f"E{number}", base))
        self.phases = [("P0", False)]
        self.phases += [(f"P{number}", draws.percent(50)) for number in range(1, draws.between(1, 3))]
        parts = [f'game "generated";\nplayers {draws.between(1, 4)};']
        parts += [self.event(name, base) for name, base in self.events]
        parts.append("tile Cell { number heat = 0; }")
        geometry = draws.pick(["square;", "hex; orientation row;", "hex; orientation column;"])
        parts.append(f"board Field {{ group G {{ geometry {geometry} grid {{ Cell, Cell, b; Cell, Cell, Cell; }} }} }}")
        parts += [self.card(), self.world(), self.unit("Unit", ""), self.unit("Guard", "Unit"), self.crew()]
        parts += [self.turn(), self.setup()]
        return "\n".join(parts) + "\n"

    # ------------------------------------------------------------------------------------------------- definitions

    def event(self, name: str, base: str | None) -> str:
        own = (
            "number n = 0; Unit about = null; Card card = null;"
            if base is None
            else f"number more{name} = {self.number()};"
        )
        return f"event {name}{f' : {base}' if base else ''} {{ {own} }}"

    def card(self) -> str:
        hears = self.reaction("Wake", "value")
        hidden = "visible { filter { return viewer == this.player; } default { this.value; } }"
        return (
            f"interactable Card {{ number value = 0; {hears}\n    {hidden if self.draws.percent(40) else ''} }}\n"
            f"stack Deck {{ returns Card; default {{ for(number i = 0; i < {self.draws.between(2, 5)}; i += 1) "
            "{ push(new Card() { value = i }); } shuffle(); } }"
        )

    def world(self) -> str:
        reactions = "\n".join(f"    {self.reaction(f'React{place}', 'a')}" for place in range(self.draws.between(1, 3)))
        return (
            "global class World\n{\n"
            f"    number a = {self.number()}; number fuel = 0; number moves = 0;\n"
            "    Field field = new Field(); Deck deck = new Deck();\n"
            "    List<number> log = { }; Table<number> marks = { }; Unit last = null;\n"
            f"{reactions}\n"
            "    function count\n    {\n        function input number by = 1; returns number;\n"
            "        effect { a += by; log.add(a); return a; }\n    }\n"
            "}"
        )

    def unit(self, name: str, base: str) -> str:
        if base:
            override = f"override action Go {{ effect {{ base.Go(); {self.statements('power', 1)} }} }}"
            more = override if self.draws.percent(60) else ""
            return f"class {name} : {base} {{ number armour = {self.number()}; {more} }}"
        actions = "\n".join(f"    {self.choice(f'Do{place}')}" for place in range(self.draws.between(1, 3)))
        return (
            f"class {name}\n{{\n    number power = {self.number()}; Unit friend = null; List<Card> held = {{ }};\n"
            f"    {self.choice('Go')}\n{actions}\n    {self.reaction('Answer', 'power')}\n}}"
        )

    def crew(self) -> str:
        inside = f"input bool yes {{ return {self.draws.pick(['yes', 'true', '!yes'])}; }}"
        return (
            "group class Crew\n{\n    number power = 1;\n"
            f"    action Meet {{ trigger {self.draws.pick(self.events)[0]} {{ return {self.condition('power')}; }} "
            f"{inside} effect {{ {self.statements('power', 2)} }} }}\n}}"
        )

    def reaction(self, name: str, own: str) -> str:
        """An action that hears one or two events."""
        draws = self.draws
        heard = [name for name, _ in self.events]
        first = draws.pick(heard)
        triggers = [first]
        others = [each for each in heard if each != first]
        if others and draws.percent(40):
            triggers.append(draws.pick(others))
        text = ""
        for event in triggers:
            prio = f" prio {draws.between(-3, 9)}" if draws.percent(40) else ""
            text += f"trigger {event}{prio} {{ return {self.condition(own, 'event')}; }} "
        require = f"require {{ return {self.condition(own)}; }} " if draws.percent(40) else ""
        return f"action {name} {{ {text}{require}{self.inputs()} effect {{ {self.statements(own, 3)} }} }}"

    def choice(self, name: str) -> str:
        """An action that players choose."""
        draws = self.draws
        condition = "true" if name == "Go" else self.condition("power")
        require = f"require {{ return {self.condition('power')}; }} " if draws.percent(20) and name != "Go" else ""
        prio = f" prio {draws.between(0, 5)}" if draws.percent(30) else ""
        end = f"World.moves += 1; World.fuel = {_FUEL}; if(World.moves > {_CHOICES}) {{ winner {self.winner()}; }}"
        onward = draws.weighted([(6, "turn.pass();"), (2, self.passing()), (1, "")])
        inputs = self.inputs() if name != "Go" else ""
        return (
            f"action {name}{prio} {{ trigger PlayerChoiceEvent {{ return {condition}; }} {require}{inputs} "
            f"effect {{ {end} {self.statements('power', 4)} {onward} }} }}"
        )

    def turn(self) -> str:
        phases = []
        for name, is_automatic in self.phases:
            asked = "input bool sure; " if is_automatic and self.draws.percent(30) else ""
            body = f"{{ {asked}effect {{ {self.statements('World.a', 2)} }} }}" if is_automatic else ";"
            phases.append(f"    phase {name}{body if is_automatic else ';'}")
        # Somebody can always choose in the first phase, so nothing goes round for ever.
        default = 'turn.pass(player.active() + 1, "P0");'
        if len(self.phases) > 1:
            second = self.phases[1][0]
            default = (
                f'if(turn.phase.active() == "P0") {{ turn.pass(player.active(), "{second}"); }} else {{ {default} }}'
            )
        return "turn Round\n{\n" + "\n".join(phases) + f"\n    default {{ {default} }}\n}}"

    def setup(self) -> str:
        draws = self.draws
        lines = [
            "List<player> all = player.all();",
            "for(number i = 0; i < all.length; i += 1)",
            "{",
            f"    Unit u = new {draws.pick(['Unit', 'Guard'])}(); u.assign(all[i]); World.last = u;",
            f"    {'u.held.add(World.deck.pop());' if draws.percent(60) else ''}",
            "}",
            "Crew c = new Crew(); c.assign(0);" + (" c.assign(1);" if draws.percent(50) else ""),
        ]
        lines += ["World.last.friend = World.last;"] if draws.percent(50) else []
        return "setup\n{\n    " + "\n    ".join(lines) + "\n}"

    # -------------------------------------------------------------------------------------------------- statements

    def statements(self, own: str, most: int) -> str:
        return " ".join(self.statement(own) for _ in range(self.draws.between(1, most)))

    def statement(self, own: str) -> str:
        draws = self.draws
        self.count += 1
        name = f"v{self.count}"
        kind = draws.pick(
            ["throw", "throw", "throw", "sync", "add", "log", "mark", "card", "discard", "move", "new", "if", "loop",
             "ask", "assign", "shuffle", "call", "pass", "gone"]
        )  # fmt: skip
        match kind:
            case "throw" | "sync":
                event, _ = draws.pick(self.events)
                given = f"n = {self.number()}"
                given += ", about = World.last" if draws.percent(40) else ""
                how = "throw" if kind == "throw" else "throw_sync"
                return f"if(World.fuel > 0) {{ World.fuel -= 1; event.{how}(new {event}() {{ {given} }}); }}"
            case "add":
                bounded = f"if({own} > 50 || {own} < 0) {{ {own} = 1; }}"
                return f"{own} {draws.pick(['+=', '-=', '*='])} {self.number()}; {bounded}"
            case "log":
                return f"World.log.add({self.number()}); if(World.log.length > 6) {{ World.log.removeAt(0); }}"
            case "mark":
                key = draws.pick(["World.a", '"k"', "player.active()", "World.last", "World.log"])
                return f"World.marks[{key}] = {draws.pick([self.number(), 'null'])};"
            case "card":
                return (
                    f"Card {name} = World.deck.pop(); if({name} != null) {{ {name}.value += 1; "
                    f"{draws.pick([f'World.last.held.add({name});', f'World.deck.push({name});', ''])} }}"
                )
            case "discard":
                return (
                    f"if(World.last.held.length > 0) {{ Card {name} = World.last.held[0]; World.last.held.removeAt(0); "
                    f"{name}.discard(World.deck.discard_stack); }}"
                )
            case "move":
                place = f"World.field.G[{draws.between(0, 2)}][{draws.between(0, 2)}]"
                return (
                    f"if(World.last.held.length > 0) {{ tile t{name} = {place}; "
                    f"if(!(t{name} is BlankTile)) {{ World.last.held[0].move_to(t{name}); }} }}"
                )
            case "new":
                owner = draws.pick([f"{name}.assign(player.active());", f"World.last.friend = {name};", ""])
                return f"if(World.moves < 4) {{ Unit {name} = new {draws.pick(['Unit', 'Guard'])}(); {owner} }}"
            case "if":
                return f"if({self.condition(own)}) {{ {self.simple(own)} }} else {{ {self.simple(own)} }}"
            case "loop":
                return f"for(number {name} = 0; {name} < {draws.between(1, 3)}; {name} += 1) {{ {self.simple(own)} }}"
            case "ask":
                return self.question(name, own)
            case "assign":
                return f"World.last.assign({draws.pick(['player.active()', 'player.active() + 1'])});"
            case "shuffle":
                return draws.pick(["World.log.shuffle();", "World.deck.shuffle();", "World.deck.reshuffle();"])
            case "call":
                return draws.pick([f"World.count(by: {self.number()});", "World.count();"])
            case "gone":
                return draws.pick(["World.last.friend = null;", "World.last.held.clear();", "World.log.clear();"])
        return self.passing()

    def simple(self, own: str) -> str:
        return self.draws.pick(
            [f"{own} += 1;", "World.a += 1;", f"World.log.add({self.number()});", "World.log.clear();"]
        )

    def question(self, name: str, own: str) -> str:
        """An input in the middle of an effect; the rest of the effect may be skipped."""
        draws = self.draws
        text = draws.pick(
            [
                f"input bool {name};",
                f"optional input Unit {name} {{ return {name}.power < 30; }}",
                f"input number {name} {{ return {name} < {draws.between(0, 3)}; }}",
                f"player player.active() + 1 input bool {name};",
                f"player player.all() input bool {name};",
                f"auto input List<Card> {name} {{ filter {name} {{ return {name}.value > 1; }} }}",
                f"optional auto input Card {name} {{ return {name}.value > 2; }}",
            ]
        )
        return f"{text} {self.simple(own)}"

    def inputs(self) -> str:
        draws = self.draws
        found = []
        for _ in range(draws.weighted([(5, 0), (4, 1), (2, 2)])):
            self.count += 1
            name = f"i{self.count}"
            found.append(
                draws.pick(
                    [
                        f"input player {name};",
                        f"input Unit {name} {{ return {name}.power != {self.number()}; }}",
                        f"optional input Card {name} {{ return {name}.value < {self.number()}; }}",
                        f"auto input List<Unit> {name} {{ filter {name} {{ return {name}.power > 1; }} }}",
                        f"input List<Unit> {name} {{ filter {{ return {name}.length < 2; }} }}",
                        f"input Cell {name} {{ return {name}.heat == 0; }}",
                        f'input string {name} {{ return {name} == "P0" || {name} == "k"; }}',
                    ]
                )
            )
        return " ".join(found)

    # ------------------------------------------------------------------------------------------------- expressions

    def number(self) -> str:
        return self.draws.pick(["0", "1", "2", "3", "5", "0.5"])

    def condition(self, own: str, event: str = "") -> str:
        draws = self.draws
        choices = [
            "true",
            f"{own} >= {self.number()}",
            f"{own} % 2 == 0",
            "World.fuel > 1",
            "World.log.length < 3",
            "World.last != null",
            f'turn.phase.active() != "{draws.pick(self.phases)[0] if self.phases else "P0"}"',
            "player.active() == 0",
            "World.marks[World.log] == null",
        ]
        if event:
            choices += [f"{event}.n > {self.number()}", f"{event}.about == null", f"{event} is {self.events[-1][0]}"]
        first = draws.pick(choices)
        return f"({first}) {draws.pick(['&&', '||', '&'])} ({draws.pick(choices)})" if draws.percent(30) else first

    def passing(self) -> str:
        return self.draws.pick(["turn.pass();", "turn.pass(player.active() + 1);", 'turn.pass(player.active(), "P0");'])

    def winner(self) -> str:
        return self.draws.pick(["player.active()", "{ { player.active() } }", "{ }"])
