"""What a generated program declares: its types, classes, globals and the signatures of its functions.

Functions call only those that were written before them, so that nothing runs for ever by accident; those that call
themselves do so on purpose and carry *fuel*, a number that grows smaller.
"""

from __future__ import annotations

from dataclasses import field

from parlour.core import types as t
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Class, GlobalVariable, Variable
from parlour.core.routine.linker import Linker
from parlour.dataclass import dataclass
from parlour.testing.generation.draws import Draws

SCALARS: tuple[t.Type, ...] = (t.INT, t.FLOAT, t.BOOL, t.SYMBOL, t.STRING)

_KEYS: tuple[t.Type, ...] = (*SCALARS, t.TupleType((t.INT, t.BOOL)))

# Names that authors may give and that careless code trips over.
ODD_NAMES = ("class", "__init__", "None", "add", "true", "x y", "a\nb", "q`\"'\\", "\u202etxet", "🎲", "", "v1", "self")
ODD_SYMBOLS = ("X", "O", "Empty", "if", "two words", "盤")


@dataclass(frozen=True, slots=True)
class Signature:
    """A function as its callers see it.

    `has_fuel`: its first parameter is fuel. `lets_out`: tags that the caller must catch. `is_pure`: it leaves no trace,
    so it may be called when somebody looks."""

    name: str
    params: tuple[t.Type, ...]
    result: t.Type
    asks: bool = False
    has_fuel: bool = False
    lets_out: frozenset[str] = frozenset()
    is_pure: bool = False


@dataclass(frozen=True, slots=True)
class Method:
    """A virtual method: who has it, and how it is called; the receiver is not among `params`."""

    name: str
    class_name: str
    params: tuple[t.Type, ...]
    result: t.Type
    asks: bool = False


@dataclass(slots=True)
class World:
    """Everything declared so far. `risk` is how many in a thousand operations may go wrong."""

    draws: Draws
    size: int
    risk: int
    symbols: tuple[str, ...]
    seats: tuple[str, ...]
    tags: tuple[str, ...]
    types: list[t.Type] = field(default_factory=lambda: [*SCALARS, t.ANY])
    classes: list[Class] = field(default_factory=list)
    globals: list[GlobalVariable] = field(default_factory=list)
    counts: list[GlobalVariable] = field(default_factory=list)
    functions: list[Signature] = field(default_factory=list)
    methods: list[Method] = field(default_factory=list)
    labels: list[Signature] = field(default_factory=list)
    prompts: list[Signature] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    hierarchy: Hierarchy = field(default_factory=lambda: Hierarchy(()))
    linker: Linker = field(default_factory=Linker)

    def name(self, stem: str) -> str:
        """A new name; now and then one that is hard to print, quote or compile."""
        draws = self.draws
        base = draws.pick(ODD_NAMES) if draws.percent(8) else stem
        name, number = base, 1
        while name in self.names:
            number += 1
            name = f"{base}{number}"
        self.names.add(name)
        return name

    def type(self) -> t.Type:
        """One of the program's types."""
        return self.draws.pick(self.types)

    def state_type(self) -> t.Type:
        """A tuple of several words, with tuples in it: what a game carries from move to move."""
        states = [type_ for type_ in self.types if isinstance(type_, t.TupleType) and t.slots(type_) > 3]
        return self.draws.pick(states)

    def plain_type(self) -> t.Type:
        return self.draws.pick([type_ for type_ in self.types if t.is_plain(type_)])


def new_world(draws: Draws, size: int) -> World:
    """A world with types, classes and globals, but no functions yet."""
    symbols = ODD_SYMBOLS[: draws.between(2, len(ODD_SYMBOLS))]
    seats = ("Ada", "Ben", "a b")[: draws.between(0, 3)]
    world = World(draws, size, draws.pick((0, 0, 2, 5, 20)), symbols, seats, ("out", "re\tstart", "🎲"))
    world.types.append(t.TableType(draws.pick(_KEYS), draws.pick(SCALARS)))
    _add_types(world)
    for number in range(draws.between(2, 4)):
        _add_class(world, number)
    _add_types(world)
    _add_state(world)
    for _ in range(draws.between(2, 4 + size // 4)):
        world.globals.append(GlobalVariable(world.name("global"), world.type()))
    world.globals.append(GlobalVariable(world.name("shown"), t.STRING, is_presentation=True))
    world.globals.append(GlobalVariable(world.name("turn"), t.INT, is_presentation=True))
    world.counts.append(GlobalVariable(world.name("counted"), t.INT, is_count=True))
    return world


def _add_types(world: World) -> None:
    """Some composite types over those that are there."""
    draws = world.draws
    for _ in range(draws.between(3, 5)):
        item = draws.pick(world.types)
        other = draws.pick(world.types)
        kinds: tuple[tuple[int, t.Type], ...] = (
            (3, t.ListType(item)),
            (2, t.TupleType(tuple(draws.pick(world.types) for _ in range(draws.between(0, 3))))),
            (2, t.BoardType(item, draws.between(1, 4), draws.between(1, 3))),
            (2, t.TableType(draws.pick(_KEYS), other)),
            (2, t.OptionalType(item if item != t.ANY and not isinstance(item, t.OptionalType) else t.INT)),
        )
        new = draws.weighted(kinds)
        if new not in world.types and _weight(new) <= 30:
            world.types.append(new)


def _add_state(world: World) -> None:
    """A tuple of tuples and others, 4 to about 16 words in all."""
    draws = world.draws
    items: list[t.Type] = []
    wide = draws.between(4, 12)
    while sum(map(t.slots, items)) < wide:
        if draws.percent(40):
            items.append(t.TupleType(tuple(draws.pick(SCALARS) for _ in range(draws.between(1, 4)))))
        else:
            items.append(draws.pick([type_ for type_ in world.types if t.slots(type_) <= 4 and _weight(type_) <= 12]))
    world.types.append(t.TupleType(tuple(items)))


def _weight(type_: t.Type) -> int:
    """How large the smallest values of a type are to write down."""
    match type_:
        case t.TupleType(items):
            return 1 + sum(map(_weight, items))
        case t.BoardType(item=item):
            return 1 + type_.cells * _weight(item)
        case t.ListType(item=item) | t.OptionalType(item=item):
            return 1 + _weight(item)
        case t.TableType(key, value):
            return 1 + _weight(key) + _weight(value)
        case t.ObjectType():
            return 4
    return 1


def _add_class(world: World, number: int) -> None:
    """A class whose fields hold types that were there before it, so that making an object comes to an end."""
    draws = world.draws
    name = world.name(f"Class{number}")
    parents = [class_.name for class_ in world.classes]
    parent = draws.pick(parents) if parents and draws.percent(70) else None
    fields = [Variable(world.name("field"), world.type(), draws.percent(25)) for _ in range(draws.between(0, 3))]
    if draws.percent(40):
        fields.append(Variable(world.name("next"), t.OptionalType(t.ObjectType(name)), draws.percent(50)))
    world.classes.append(Class(name, parent, tuple(fields)))
    world.hierarchy = Hierarchy(world.classes)
    world.types.append(t.ObjectType(name))
