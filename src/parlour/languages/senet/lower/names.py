"""What things are called in core, and what their types become. Names with a blank in them cannot be the author's."""

from __future__ import annotations

from parlour.core.types import BOOL, INT, NONE, STRING, ListType, ObjectType, OptionalType
from parlour.core.types import Type as CoreType
from parlour.languages.senet.check.meaning import BOARD, PIECE, Function
from parlour.languages.senet.check.types import Basic, GroupOf, ListOf, Type

A_PIECE, A_BOARD = ObjectType(PIECE), ObjectType(BOARD)
MAYBE_PIECE, MAYBE_BOARD = OptionalType(A_PIECE), OptionalType(A_BOARD)
CELLS = ListType(MAYBE_PIECE)
NUMBERS, TEXTS = ListType(INT), ListType(STRING)

# Functions of the turn engine; `SCENE` has no parameters and gives every board with the texts of its cells, empty
# ones as "".
ENTRY, SET_UP, SEAT_PLAYERS = "the game", "set up", "seat players"
CONCLUDE, SCENE = "conclude it", "the scene"

# Globals: what the running phase has done on boards, the phase whose turn it is, what was said about the end, and what
# was changed last, for whoever draws the boards.
MOVES, PHASE, VERDICT = "moves tried", "phase", "the verdict"
TOUCHED_BOARD = "touched board"

# Fields that only Parlour knows: where a piece stands, and the size of a board that is known when it is made.
STANDS_ON, STANDS_AT = "stands on", "stands at"
SIZES = ("size x", "size y")


def core_type(type_: Type) -> CoreType:
    match type_:
        case Basic.INT:
            return INT
        case Basic.STR:
            return STRING
        case Basic.BOOL:
            return BOOL
        case Basic.VOID | Basic.NONE | Basic.LOST:
            return NONE
        case ListOf(item):
            return ListType(core_type(item))
        case GroupOf(name):
            return OptionalType(ObjectType(name))


def function_name(method: Function) -> str:
    """The core function of a method, constructor, function or phase."""
    if method.group is None:
        return f"phase {method.name}" if method.is_phase else method.name
    return f"{method.group.name}.{method.name}"


def default_name(group: str) -> str:
    """The global with the default instance of a group."""
    return f"default {group}"
