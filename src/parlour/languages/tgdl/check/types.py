"""The types of TGDL: of variables, attributes, inputs and of every expression.

All of them are written in the program or follow from what is written, so the checker knows the type of every
expression. `null` fits every type. What an object is called is told by its class; `tile`, `board` and the other words
for kinds are types that all classes of the kind fit.

    >>> shown(Collection("List", Collection("Table", PLAYER)))
    'List<Table<player>>'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from parlour.dataclass import dataclass

if TYPE_CHECKING:
    from parlour.languages.tgdl.check.meaning import Class, Group

Kind: TypeAlias = Literal["class", "interactable", "stack", "tile", "connection", "event", "board"]


@dataclass(frozen=True, slots=True)
class Plain:
    """A type without parts. `turn` is what `turn.active()` gives, `null` the type of the word alone, `nothing` that of
    a call which gives no value, `broken` that of something about which an error has been told: no sound program has
    it."""

    name: Literal["number", "string", "bool", "player", "turn", "null", "nothing", "broken"]


NUMBER = Plain("number")
STRING = Plain("string")
BOOL = Plain("bool")
PLAYER = Plain("player")
TURN = Plain("turn")
NULL = Plain("null")
NOTHING = Plain("nothing")
BROKEN = Plain("broken")


@dataclass(frozen=True, slots=True)
class Collection:
    """`List<T>`, `Table<T>`, `Stack<T>`; the keys of a table may be of any type."""

    kind: Literal["List", "Table", "Stack"]
    of: Type


@dataclass(frozen=True, slots=True)
class Object:
    """An object of a class or of one that is derived from it."""

    of: Class


@dataclass(frozen=True, slots=True)
class OfKind:
    """`tile`, `stack`, `event` …: any object of a kind; for `stack`, any deck."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class GroupType:
    """`group`: a group of a board; `of` is set where the text shows which one (`board.Sheet`, `groups["Sheet"]`, `this`
    in the default of a group)."""

    of: Group | None = None


Type: TypeAlias = Plain | Collection | Object | OfKind | GroupType

PLAYERS = Collection("List", PLAYER)
RANKING = Collection("List", PLAYERS)
GROUP = GroupType()
TILE = OfKind("tile")


def shown(type_: Type) -> str:
    """A type as a program writes it."""
    match type_:
        case Plain(name):
            return name
        case Collection(kind, of):
            return f"{kind}<{shown(of)}>"
        case Object(of_class):
            return of_class.shown
        case OfKind(of_kind):
            return of_kind
        case GroupType():
            return "group"


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand, as it is, where another one is expected."""
    if given == wanted or NULL in (given, wanted) or BROKEN in (given, wanted):
        return True
    match given, wanted:
        case Object(of), Object(base):
            return of.derives(base)
        case Object(of), OfKind(kind):
            return of.kind == kind
        case GroupType(), GroupType(None):
            return True
        case Collection(kind, of), Collection(other, base):
            return kind == other and (of == base or (is_object(of) and fits(of, base)))
    return False


def related(left: Type, right: Type) -> bool:
    """Whether a value can be of both types."""
    return fits(left, right) or fits(right, left)


def is_object(type_: Type) -> bool:
    """Whether its values are references to objects or collections, which keep their own type."""
    return not isinstance(type_, Plain)
