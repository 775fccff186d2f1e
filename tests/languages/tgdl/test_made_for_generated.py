"""Random programs that store through wider and narrower views of collections, held to a few lines of Python that keep
with every collection what it was made for."""

from __future__ import annotations

from random import Random

import pytest
from tests.languages.tgdl.running import load

# C derives from B, and B from A.
CLASSES = "ABC"
READING = "this is no {}: it was stored where this collection was seen as a wider one"


class Held:
    """A collection: what it was made for, and what it holds (classes of objects, or other collections)."""

    def __init__(self, kind: str, made: str, items: list[object]) -> None:
        self.kind, self.made, self.items = kind, made, items


class Stopped(Exception):
    pass


def fits(value: object, wanted: str) -> bool:
    """Whether a value is of a type; a collection is what its elements are."""
    if value is None:
        return True
    if isinstance(value, Held):
        inner = wanted[len("List<") : -1]
        return all(fits(each, inner) for each in value.items)
    assert isinstance(value, str)
    return value >= wanted


def is_told(given: str, wanted: str) -> bool:
    """Whether the text shows that a value of a type is of another one."""
    return given[-1 if len(given) == 1 else 5] >= wanted[-1 if len(wanted) == 1 else 5]


class Game:
    """Writes a program and does what it does at the same time."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.lines: list[str] = []
        # Variables by name: their declared types (of elements), and what they are now.
        self.lists: dict[str, tuple[str, str, Held]] = {}
        self.things: dict[str, tuple[str, str | None]] = {}
        self.count = 0

    def name(self, word: str) -> str:
        self.count += 1
        return f"{word}{self.count}"

    def written(self) -> str | None:
        """Adds statements until one of them fails; gives its message."""
        steps = [self.make, self.make_nested, self.thing, self.widen, self.narrow, self.again, self.copy]
        steps += [self.store] * 5 + [self.widen] * 3 + [self.append, self.read, self.inner, self.attribute, self.narrow]
        for _ in range(3):
            self.make()
            self.thing()
        try:
            for _ in range(50):
                self.chance.choice(steps)()
        except Stopped as stopped:
            return str(stopped)
        return None

    def pick(self, *, kind: str | None = None, nested: bool | None = None) -> tuple[str, str, str, Held] | None:
        found = [
            (name, shown, held.kind, held)
            for name, (_, shown, held) in self.lists.items()
            if (kind is None or held.kind == kind) and (nested is None or (len(shown) > 1) == nested)
        ]
        return self.chance.choice(found) if found else None

    def declare(self, kind: str, shown: str, text: str, held: Held) -> None:
        name = self.name("v")
        self.lines.append(f"{kind}<{shown}> {name} = {text};")
        self.lists[name] = (kind, shown, held)

    # --------------------------------------------------------------------------------------------------- statements

    def make(self) -> None:
        kind, made = self.chance.choice(["List", "List", "Stack", "Table"]), self.chance.choice(CLASSES)
        items: list[object] = [self.chance.choice([each for each in CLASSES if each >= made])]
        shown = ", ".join(f"new {each}()" for each in items)
        self.declare(
            kind, made, f"{{ {{0, {shown}}} }}" if kind == "Table" else f"{{ {shown} }}", Held(kind, made, items)
        )

    def make_nested(self) -> None:
        one, other = self.pick(kind="List", nested=False), self.pick(kind="List", nested=False)
        if one is None or other is None:
            return
        made = f"List<{min(one[1], other[1])}>"
        self.declare("List", made, f"{{ {one[0]}, {other[0]} }}", Held("List", made, [one[3], other[3]]))

    def thing(self) -> None:
        shown = self.chance.choice("AABBC")
        real = self.chance.choice([None, shown, *(each for each in CLASSES if each >= shown)])
        name = self.name("o")
        self.lines.append(f"{shown} {name} = {'null' if real is None else f'new {real}()'};")
        self.things[name] = (shown, real)

    def widen(self) -> None:
        if (found := self.pick()) is not None:
            name, shown, kind, held = found
            wide = self.chance.choice("ABC"[: "ABC".index(shown[5] if len(shown) > 1 else shown) + 1])
            self.declare(kind, f"List<{wide}>" if len(shown) > 1 else wide, name, held)

    def narrow(self) -> None:
        if (found := self.pick(nested=False)) is not None:
            name, shown, kind, held = found
            wanted = self.chance.choice([each for each in CLASSES if each > shown] or [shown])
            if wanted == shown:
                self.declare(kind, shown, name, held)
            elif all(fits(each, wanted) for each in held.items):
                self.declare(kind, wanted, f"{name} as {kind}<{wanted}>", held)
            else:
                self.lines.append(f"if(({name} as {kind}<{wanted}>) != null) {{ R.bad += 1; }}")

    def again(self) -> None:
        """An assignment to a variable that is there already."""
        target, found = self.pick(), self.pick()
        if target is None or found is None or (target[2], len(target[1])) != (found[2], len(found[1])):
            return
        if is_told(found[1], target[1]):
            self.lines.append(f"{target[0]} = {found[0]};")
            self.lists[target[0]] = (target[2], target[1], found[3])

    def copy(self) -> None:
        if (found := self.pick()) is not None:
            name, shown, kind, held = found
            call = "clone" if kind == "Stack" else "copy"
            self.declare(kind, shown, f"{name}.{call}()", Held(kind, held.made, list(held.items)))

    def attribute(self) -> None:
        if (found := self.pick(kind="List", nested=False)) is not None:
            self.lines.append(f"R.kept = {found[0]};")
            self.declare("List", "A", "R.kept", found[3])

    def inner(self) -> None:
        if (found := self.pick(nested=True)) is not None and found[3].items:
            held = found[3].items[0]
            assert isinstance(held, Held)
            self.declare("List", found[1][5], f"{found[0]}[0]", held)

    def store(self) -> None:
        found = self.pick()
        if found is None:
            return
        name, shown, kind, held = found
        if len(shown) > 1:
            other = self.pick(kind="List", nested=False)
            if other is None or not is_told(f"List<{other[1]}>", shown):
                return
            self.lines.append(f"{name}.add({other[0]});")
            self.put(held, other[3], f"List<{other[1]}>")
            held.items.append(other[3])
            return
        fitting = [(each, *known) for each, known in self.things.items() if known[0] >= shown]
        if not fitting:
            return
        thing, static, real = self.chance.choice(fitting)
        way = self.chance.choice(
            {"List": ["add", "set", "call"], "Stack": ["push", "push_front"], "Table": ["key"]}[kind]
        )
        self.lines.append(
            {
                "add": f"{name}.add({thing});",
                "set": f"{name}[{name}.length] = {thing};",
                "call": f"put(xs: {name}, x: {thing});",
                "push": f"{name}.push({thing});",
                "push_front": f"{name}.push_front({thing});",
                "key": f"{name}[{name}.length] = {thing};",
            }[way]
        )
        self.put(held, real, "A" if way == "call" else static)
        if way == "push_front" and real is not None:
            held.items.insert(0, real)
        elif kind == "List" or real is not None:
            held.items.append(real)

    def put(self, held: Held, value: object, static: str) -> None:
        if not is_told(static, held.made) and not fits(value, held.made):
            what = f"a {static} with other elements" if isinstance(value, Held) else value
            raise Stopped(f"{what} cannot be put in this {held.kind}: it was made for {held.made}")

    def append(self) -> None:
        into, other = self.pick(kind="List", nested=False), self.pick(kind="List", nested=False)
        if into is None or other is None or not other[1] >= into[1]:
            return
        self.lines.append(f"{into[0]}.append({other[0]});")
        for each in list(other[3].items):
            if not fits(each, other[1]):
                raise Stopped(READING.format(other[1]))
            self.put(into[3], each, other[1])
            into[3].items.append(each)

    def read(self) -> None:
        found = self.pick(kind="List", nested=False)
        if found is None:
            return
        name, shown, _, held = found
        at = self.chance.randrange(3)
        value = held.items[at] if at < len(held.items) else None
        thing = self.name("o")
        self.lines.append(f"{shown} {thing} = {name}[{at}];")
        if not fits(value, shown):
            raise Stopped(READING.format(shown))
        assert value is None or isinstance(value, str)
        self.things[thing] = (shown, value)


def text_of(game: Game) -> str:
    sizes = "\n".join(f"R.sizes.add({name}.length);" for name in game.lists)
    return f"""players 1;
        class A {{ }} class B : A {{ }} class C : B {{ }}
        function put {{ function input List<A> xs; function input A x; returns; effect {{ xs.add(x); }} }}
        global class R {{ List<A> kept = null; List<number> sizes = {{ }}; number bad = 0; }}
        turn T {{ default {{ return 0; }} }}
        setup {{ {chr(10).join(game.lines)} {sizes} winner 0; }}
    """


@pytest.mark.parametrize("seed", range(30))
def test_a_random_program_stores_and_refuses_as_the_model_does(seed: int) -> None:
    game = Game(seed)
    message = game.written()
    text = text_of(game)
    for engine in ("python", "native") if seed % 10 == 0 else ("python",):
        position = load(text).start(1, engine=engine)
        found = None if position.error is None else position.error.message
        assert found == message, text
        if message is None:
            told = position.state()["R"]
            assert isinstance(told, dict) and told["bad"] == 0
            assert told["sizes"] == [len(held.items) for _, _, held in game.lists.values()], text


def test_the_programs_store_rightly_and_wrongly() -> None:
    """Of the programs above, about as many end in each way as is worth trying."""
    ends = [Game(seed).written() for seed in range(30)]
    stored = [each for each in ends if each is not None and "made for" in each]
    assert len(stored) >= 5 and ends.count(None) >= 10
