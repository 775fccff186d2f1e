"""What every object of a kind and every collection has by itself: the tables of the document.

>>> built_in_members("tile")
('group', 'connections', 'x', 'y', 'placeables', 'connect')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from parlour.dataclass import dataclass
from parlour.languages.tgdl.check import types
from parlour.languages.tgdl.check.types import BOOL, NOTHING, NUMBER, PLAYER, PLAYERS, TILE, Collection, Type

if TYPE_CHECKING:
    from parlour.languages.tgdl.check.meaning import BuiltInName, MethodName

# Of an argument: the type of the elements, one that can be compared with them, a deck or a stack, or a type.
Wanted = Type | Literal["element", "comparable", "same", "pile"]


@dataclass(frozen=True, slots=True)
class Method:
    """A built-in operation: what it wants, with the names of the document where it gives some, and what it gives."""

    arguments: tuple[tuple[str, Wanted], ...] = ()
    result: Type | Literal["element", "same", "stack"] = NOTHING
    changes: bool = True


_VALUE: tuple[tuple[str, Wanted], ...] = (("", "element"),)
_LOOKED_FOR: tuple[tuple[str, Wanted], ...] = (("", "comparable"),)
_LENGTH = Method(result=NUMBER, changes=False)
LIST: dict[MethodName, Method] = {
    "length": _LENGTH,
    "add": Method(_VALUE),
    "append": Method((("", "same"),)),
    "clear": Method(),
    "contains": Method(_LOOKED_FOR, BOOL, changes=False),
    "indexOf": Method(_LOOKED_FOR, NUMBER, changes=False),
    "remove": Method(_LOOKED_FOR),
    "removeAt": Method((("", NUMBER),)),
    "shuffle": Method(),
    "copy": Method(result="same", changes=False),
}
TABLE: dict[MethodName, Method] = {
    "length": _LENGTH,
    "clear": Method(),
    "copy": Method(result="same", changes=False),
}
STACK: dict[MethodName, Method] = {
    "length": _LENGTH,
    "push": Method(_VALUE),
    "push_front": Method(_VALUE),
    "pop": Method(result="element"),
    "pop_front": Method(result="element"),
    "clone": Method(result="stack", changes=False),
    "shuffle": Method(),
}
DECK: dict[MethodName, Method] = {**STACK, "reshuffle": Method()}
OWNED: dict[MethodName, Method] = {"assign": Method((("player", PLAYER),))}
INTERACTABLE: dict[MethodName, Method] = {
    **OWNED,
    "move_to": Method((("t", TILE),)),
    "discard": Method((("discard_stack", "pile"),)),
}
TILES: dict[MethodName, Method] = {"connect": Method((("", TILE),))}
GROUPS: dict[MethodName, Method] = {"add": Method((("", TILE),))}

_OBJECTS: dict[types.Kind, dict[MethodName, Method]] = {
    "class": OWNED,
    "interactable": INTERACTABLE,
    "stack": DECK,
    "tile": TILES,
}
_COLLECTIONS: dict[str, dict[MethodName, Method]] = {"List": LIST, "Table": TABLE, "Stack": STACK}

_ATTRIBUTES: dict[types.Kind, dict[BuiltInName, Type]] = {
    "class": {"player": PLAYER, "players": PLAYERS},
    "interactable": {"player": PLAYER, "players": PLAYERS, "tile": TILE, "discarded": BOOL},
    "stack": {},  # discard_stack: by what the deck holds
    "tile": {
        "group": types.GROUP,
        "connections": Collection("List", types.OfKind("connection")),
        "x": NUMBER,
        "y": NUMBER,
        "placeables": Collection("List", types.OfKind("interactable")),
    },
    "connection": {"to": TILE},
    "board": {"groups": Collection("Table", types.GROUP)},
    "event": {},
}
GROUP_ATTRIBUTES: dict[BuiltInName, Type] = {"tiles": Collection("List", TILE)}


def methods_of(type_: Type) -> dict[MethodName, Method]:
    """The built-in operations of values of a type."""
    match type_:
        case Collection(kind, _):
            return _COLLECTIONS[kind]
        case types.Object(of):
            return _OBJECTS.get(of.kind, {})
        case types.OfKind(kind):
            return _OBJECTS.get(kind, {})
        case types.GroupType():
            return GROUPS
    return {}


def attributes_of(type_: Type) -> dict[BuiltInName, Type]:
    """The built-in attributes of values of a type."""
    match type_:
        case types.Object(of):
            found = dict(_ATTRIBUTES[of.kind])
            if of.kind in ("class", "interactable"):
                # An owner is what a local object has, members are what one of a group has.
                for scope, name in (("local", "player"), ("group", "players")):
                    if of.scope != scope:
                        del found["player" if name == "player" else "players"]
            if of.kind == "stack":
                held = of.holds  # a deck that does not say what it holds has been reported
                found["discard_stack"] = types.BROKEN if held is None else Collection("Stack", types.Object(held))
            return found
        case types.OfKind(kind):
            extra: dict[BuiltInName, Type] = {}
            if kind == "stack":
                extra["discard_stack"] = Collection("Stack", types.OfKind("interactable"))
            return {**_ATTRIBUTES[kind], **extra}
        case types.GroupType():
            return GROUP_ATTRIBUTES
    return {}


def built_in_members(kind: types.Kind) -> tuple[str, ...]:
    """The names that a definition of a kind cannot give again."""
    more = ("discard_stack",) if kind == "stack" else ()
    return (*_ATTRIBUTES[kind], *_OBJECTS.get(kind, {}), *more)


def element_of(type_: Type) -> Type:
    """What a collection or a deck holds."""
    match type_:
        case Collection(_, of):
            return of
        case types.Object(of) if of.kind == "stack":
            return types.BROKEN if of.holds is None else types.Object(of.holds)
    return types.OfKind("interactable")
