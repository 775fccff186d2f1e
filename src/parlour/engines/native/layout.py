"""Where everything lies in memory: the map that compiled code, its runtime and the Python side share.

An *arena* is one block of memory for one running match. References are offsets from its base `a`, so a snapshot is one
copy and may be put back into any arena of the program::

    constants │ a: host │ state │ answer │ result │ globals │ heap …  → bump │ frames (while suspended)
    offsets < 0         └────────────────────── a snapshot ──────────────────────────────────────────┘

Every value takes a fixed number of 8-byte slots (`width`), the same in registers, frames, lists and objects:

| core | slots |
|---|---|
| int, bool, symbol, none | the number; symbols by their place in the program's list |
| float | its bits |
| string, list, table, object, board | the offset of a heap object |
| board of few small cells (`packed_bits`) | one word, cell i at bit i * bits |
| tuple | its parts one after the other |
| optional of a reference, string or heap board | the offset, 0 for none |
| optional of anything else | 1 and the value, or 0 and zeros |
| any | one word, see `Tag` |

A variable that may be unset has one more slot before its value: 1 when it is set.

Heap objects begin with one header word: the number of their type in the low half, and in the high half a number that
walkers use while they run (0 at all other times). Then:

| object | words after the header |
|---|---|
| string | length in code points, then 4 bytes for each, padded |
| board | the cells: 1 or 2 bytes each for symbols and bools, else `width(item)` slots; padded |
| list | length, capacity, offset of its block |
| table | see `runtime/tables.py` |
| object | creation number, then the fields (`unset` slot first where a field may be unset) |
| boxed tuple, packed board | the slots |
| boxed float or large int | the bits |
| block | number of slots, then the slots; belongs to one list or table |
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

from parlour.core import types as t
from parlour.dataclass import dataclass
from parlour.engines.llvm.low import words

if TYPE_CHECKING:
    from parlour.engines.core.blame import Place

# ------------------------------------------------------------------------------------------------ the arena


class Host(IntEnum):
    """Belongs to the host and is never part of a snapshot."""

    LIMIT = 0  # offset where the arena ends
    STACK_LIMIT = 8  # address below which the machine stack must not grow
    CANCEL = 16  # -1: stop at the next turn of a loop or call that could go on for long
    TRACE = 24  # address of 4-byte place numbers: where an error passed, innermost first
    TRACE_COUNT = 32
    TRACE_ROOM = 40
    FORCED = 48  # address of the chance outcomes to use, 0: draw them
    FORCED_COUNT = 56
    ERROR = words.ERROR  # an `Error`, 0 while all is well
    ERROR_A = words.ERROR_A
    ERROR_B = words.ERROR_B
    RECORDING = 88  # 1: told lines and draws are kept as events
    SCRATCH = 96  # address of working memory for walkers
    SCRATCH_ROOM = 104
    SPARE = 112
    SPARE_2 = 120
    IN_PLACE = 128  # address of the job that answers the question on top without a stop, 0: none; see `driver/place.py`
    TOUCHED = 136  # 1: a global was written since this was last 0
    STRAIGHT = 144  # address of the job that answers every question without a stop, 0: none; see `driver/straight.py`
    FOUND = 152  # address of what searches of guards have found, see `compile/memo.py`


HOST_SIZE = 160


class State(IntEnum):
    """The state of a run, besides answer, result, globals, heap and frames."""

    BUMP = 160  # where the next heap object goes
    FRAMES = 168  # end of the saved frames; equal to FRAMES_BASE while running
    FRAMES_BASE = 176
    STEPS = 184
    ROOM = 192
    DEPTH = 200
    TOLD = 208
    LIVE = 216
    CHANCE = 224
    DRAWN = 232  # how many forced outcomes were used
    SERIAL = 240
    SEATS = 248  # list[string]
    OUTCOME = 256  # an outcome record, 0 while unknown
    EVENTS = 264  # the newest event, 0: none
    JOURNAL = 272  # the innermost open attempt, 0: none
    GROUP = 280  # answers given to a group that is still open, 0: none
    WRITES = 288  # grows with every write into a list, table or object
    DEPTH_LIMIT = 296


STATE_END = 304


class Found(IntEnum):
    """A row of the table of what searches of guards have found (`compile/memo.py`). The first row has nothing but the
    number of the moment: what was found at another one does not count."""

    MOMENT = 0
    FUNCTION = 8
    ARGUMENTS = 16
    RESULT = 48  # what it gave, and above that bit the steps that it took
    ROW = 64


# The rows behind the first one are as many as numbers have so many bits. So many arguments fit into a row.
FOUND_BITS = 7
MOST_FOUND_BY = 4


class Status(IntEnum):
    """What a compiled function gives back beside its value."""

    DONE = 0
    FAILED = 1
    ASKING = 2
    ABANDONED = 3  # and above: 3 + the number of the tag


class Error(IntEnum):
    """Why a run failed. What A and B hold is said beside each."""

    NONE = 0
    OVERFLOW = 1
    ZERO = 2
    INDEX = 3  # index, length
    UNSET = 4  # number of the name in the program's texts
    MISSING = 5  # none where a value is needed
    TYPE = 6  # number of the wanted type's text, the value as an `any`
    RAISED = 7  # number of the kind's text, offset of the message
    STEPS = 8
    DEPTH = 9
    MEMORY = 10
    EMPTY = 11
    KEY = 12
    TOLD = 13
    CELLS = 14  # cells given, cells wanted
    WHOLE = 15  # bits of the float
    CHARACTER = 16  # the code
    LENGTH = 17  # the length wanted of a list
    DRAW = 18  # how many possibilities
    WEIGHTS = 19  # offset of the list[int]
    RANKING = 20  # offset of the list[list[int]]
    CHANCE_NEEDED = 21  # n, offset of the list[int] of weights or 0
    NO_OUTCOME = 22  # a forced outcome that does not fit: outcome, n
    CANCELLED = 23


class Tag(IntEnum):
    """The low three bits of an `any`. The rest is a number, or the offset of a heap object."""

    NONE = 0
    INT = 1  # 61 bits
    BOOL = 2
    SYMBOL = 3
    STRING = 4
    OBJECT = 5
    BOX = 6  # a list, table, heap board, boxed tuple or boxed packed board; its header says which
    NUMBER = 7  # a boxed float or an int of more than 61 bits; its header says which


# ------------------------------------------------------------------------------------------------------ types


class Kind(IntEnum):
    """What a type of the type table is."""

    NONE = 0
    INT = 1
    BOOL = 2
    FLOAT = 3
    STRING = 4
    SYMBOL = 5
    ANY = 6
    TUPLE = 7
    BOARD = 8
    PACKED = 9
    LIST = 10
    TABLE = 11
    OBJECT = 12
    OPTIONAL = 13
    BLOCK = 14


class Entry(IntEnum):
    """Words of a type's entry in the table, each 8 bytes; an entry has `ENTRY_WORDS`.

    ITEM: the type of elements, cells, keys, or of an optional's value. OTHER: of a table's values. COUNT: cells of a
    board, parts of a tuple, fields of a class. FIRST: where its parts begin in the list of parts, each two words: type
    and 1 if it may be unset, 2 if it is a hint. CELL: bytes of a heap board's cell if it is smaller than a slot (else
    0), bits of a packed one. BOXED: the number images give it in an `any`, -1 if it is never boxed. CLASS: number of
    the class. SLOTS: abstract slots (`core.types.slots`), of a class all its fields'. POINTER: 1 if an optional of it
    is an offset."""

    KIND = 0
    WIDTH = 1
    ITEM = 2
    OTHER = 3
    COUNT = 4
    FIRST = 5
    CELL = 6
    BOXED = 7
    CLASS = 8
    SLOTS = 9
    POINTER = 10
    PARENT = 11  # type of the parent class, -1


ENTRY_WORDS = 12

# The first entries are the same in every program, so that the runtime knows them.
T_NONE, T_INT, T_BOOL, T_FLOAT, T_STRING, T_SYMBOL, T_ANY, T_BLOCK, T_LIST_INT, T_LIST_STRING, T_LIST_LIST_INT = range(
    11
)
T_LIST_FLOAT = 11


def packed_bits(type_: t.BoardType, symbols: int) -> int:
    """Bits of a cell if the whole board fits into a word, else 0."""
    if type_.item == t.BOOL:
        bits = 1
    elif type_.item == t.SYMBOL:
        bits = max(1, (symbols - 1).bit_length())
    else:
        return 0
    return bits if bits * type_.cells <= 64 else 0


def is_pointer(type_: t.Type, symbols: int) -> bool:
    """A value of this type is the offset of a heap object, which is never 0."""
    match type_:
        case t.Scalar(name):
            return name == "string"
        case t.BoardType():
            return packed_bits(type_, symbols) == 0
        case t.ListType() | t.TableType() | t.ObjectType():
            return True
    return False


def width(type_: t.Type, symbols: int) -> int:
    """How many slots a value of this type takes in this engine."""
    match type_:
        case t.TupleType(items):
            return sum(width(item, symbols) for item in items)
        case t.OptionalType(item=item):
            return 1 if is_pointer(item, symbols) else 1 + width(item, symbols)
    return 1


def cell_bytes(type_: t.BoardType, symbols: int) -> int:
    """Bytes of a cell of a heap board if it is smaller than a slot, else 0."""
    if type_.item == t.BOOL or (type_.item == t.SYMBOL and symbols <= 256):
        return 1
    return 2 if type_.item == t.SYMBOL else 0


@dataclass(frozen=True, slots=True)
class Directory:
    """Where the host finds things of one program in an arena, and what its numbers mean."""

    constants: bytes
    texts: list[str]
    places: Sequence[Place]
    answer_offset: int
    result_offset: int
    global_offsets: list[int]
    heap_base: int
