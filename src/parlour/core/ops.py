"""The primitive operations of core: their types, what they may touch, and what they cost.

One table, `OPS`, serves the builder (result types), the verifier, effect inference, the text form and both
engines. An operation's arguments are evaluated from left to right, then it acts. What it does is said here
once, in its `about`, and holds to the letter in every engine.

    >>> result_type("add", (INT, INT), None)
    Scalar(name='int')
    >>> result_type("add", (INT, BOOL), None) is None
    True

Failures are named by kind: `overflow` (an int leaves 64 bits), `zero` (division), `index`, `empty`, `key`,
`range`; the budgets have kinds of their own (`steps`, `depth`, `told`, `memory`).
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import types
from parlour.core.types import ANY, BOOL, FLOAT, INT, NONE, STRING, SYMBOL, Type
from parlour.dataclass import dataclass

INT_MIN = -(2**63)
INT_MAX = 2**63 - 1
# The cells of a board of no more than so many are the bits of an int that is not negative.
MOST_BITS = 63

Rule = Callable[[tuple[Type, ...], Type | None], Type | None]


@dataclass(frozen=True, slots=True)
class OpInfo:
    """`given`: the result type cannot be told from the arguments, so the node states it and the text form prints it.
    `writes`: changes its first argument. `reads`: looks into a reference. `allocates`: takes from the memory budget.
    `fails`: the kinds of game error it can end in, besides budgets."""

    rule: Rule
    about: str
    given: bool = False
    writes: bool = False
    reads: bool = False
    allocates: bool = False
    fails: tuple[str, ...] = ()


def result_type(name: str, args: tuple[Type, ...], given: Type | None) -> Type | None:
    """The type of an operation on arguments of these types; None where it does not take them."""
    return OPS[name].rule(args, given)


def _exact(result: Type, *wanted: Type) -> Rule:
    return lambda args, _given: result if args == wanted else None


def _number(result: Type | None, count: int) -> Rule:
    """All ints or all floats; the result is that type unless another is named."""

    def rule(args: tuple[Type, ...], _given: Type | None) -> Type | None:
        if len(args) == count and args[0] in (INT, FLOAT) and all(arg == args[0] for arg in args):
            return result or args[0]
        return None

    return rule


def _ordered(args: tuple[Type, ...], _given: Type | None) -> Type | None:
    return BOOL if len(args) == 2 and args[0] == args[1] and args[0] in (INT, FLOAT, STRING) else None


def _equal(args: tuple[Type, ...], _given: Type | None) -> Type | None:
    return BOOL if len(args) == 2 and args[0] == args[1] else None


def _same(args: tuple[Type, ...], _given: Type | None) -> Type | None:
    def refers(type_: Type) -> bool:
        return (
            types.is_reference(type_)
            or type_ == ANY
            or (isinstance(type_, types.OptionalType) and types.is_reference(type_.item))
        )

    return BOOL if len(args) == 2 and args[0] == args[1] and refers(args[0]) else None


def _board(result: str, *extra: str) -> Rule:
    """First argument a board; `extra` and `result` are 'int', 'item', 'board'."""

    def rule(args: tuple[Type, ...], _given: Type | None) -> Type | None:
        if not args or not isinstance(args[0], types.BoardType):
            return None
        words: dict[str, Type] = {"int": INT, "item": args[0].item, "board": args[0]}
        return words[result] if args[1:] == tuple(words[word] for word in extra) else None

    return rule


def _board_bits(args: tuple[Type, ...], _given: Type | None) -> Type | None:
    """The bits make a number that is not negative, so there are boards too large for it."""
    match args:
        case (types.BoardType() as board, item) if board.cells <= MOST_BITS and item == board.item:
            return INT
    return None


def _board_fill(args: tuple[Type, ...], given: Type | None) -> Type | None:
    return given if isinstance(given, types.BoardType) and args == (given.item,) else None


def _board_of(args: tuple[Type, ...], given: Type | None) -> Type | None:
    return given if isinstance(given, types.BoardType) and args == (types.ListType(given.item),) else None


def _list(result: str, *extra: str) -> Rule:
    """First argument a list; `extra` and `result` are 'int', 'item', 'list', 'none', 'bool'."""

    def rule(args: tuple[Type, ...], _given: Type | None) -> Type | None:
        if not args or not isinstance(args[0], types.ListType):
            return None
        words: dict[str, Type] = {"int": INT, "item": args[0].item, "list": args[0], "none": NONE, "bool": BOOL}
        return words[result] if args[1:] == tuple(words[word] for word in extra) else None

    return rule


def _list_fill(args: tuple[Type, ...], _given: Type | None) -> Type | None:
    return types.ListType(args[1]) if len(args) == 2 and args[0] == INT else None


def _table(result: str, *extra: str) -> Rule:
    """First argument a table; words 'int', 'key', 'value', 'keys', 'values', 'table', 'none', 'bool'."""

    def rule(args: tuple[Type, ...], _given: Type | None) -> Type | None:
        if not args or not isinstance(args[0], types.TableType):
            return None
        table = args[0]
        words: dict[str, Type] = {
            "int": INT,
            "key": table.key,
            "value": table.value,
            "keys": types.ListType(table.key),
            "values": types.ListType(table.value),
            "table": table,
            "none": NONE,
            "bool": BOOL,
        }
        return words[result] if args[1:] == tuple(words[word] for word in extra) else None

    return rule


def _table_new(args: tuple[Type, ...], given: Type | None) -> Type | None:
    return given if isinstance(given, types.TableType) and not args else None


OPS: dict[str, OpInfo] = {
    # numbers: ints are checked, floats are IEEE with one NaN and no -0.0
    "add": OpInfo(_number(None, 2), "sum", fails=("overflow",)),
    "sub": OpInfo(_number(None, 2), "difference", fails=("overflow",)),
    "mul": OpInfo(_number(None, 2), "product", fails=("overflow",)),
    "neg": OpInfo(_number(None, 1), "opposite", fails=("overflow",)),
    "div": OpInfo(_exact(INT, INT, INT), "quotient rounded down", fails=("zero", "overflow")),
    "mod": OpInfo(_exact(INT, INT, INT), "remainder with the sign of the divisor", fails=("zero",)),
    "quot": OpInfo(_exact(INT, INT, INT), "quotient rounded toward zero", fails=("zero", "overflow")),
    "rem": OpInfo(_exact(INT, INT, INT), "remainder with the sign of the dividend", fails=("zero",)),
    "fdiv": OpInfo(_exact(FLOAT, FLOAT, FLOAT), "IEEE quotient: x/0 is an infinity, 0/0 is NaN"),
    "frem": OpInfo(_exact(FLOAT, FLOAT, FLOAT), "C's fmod; NaN where that is undefined"),
    "fpow": OpInfo(
        _exact(FLOAT, FLOAT, FLOAT), "C's pow: too large and 0 to a negative power infinite, never an error"
    ),
    "to_float": OpInfo(_exact(FLOAT, INT), "the nearest float"),
    "floor": OpInfo(_exact(INT, FLOAT), "rounded down; too large or NaN is a range error", fails=("range",)),
    "trunc": OpInfo(_exact(INT, FLOAT), "rounded toward zero; too large or NaN is a range error", fails=("range",)),
    "bit_and": OpInfo(_exact(INT, INT, INT), "bitwise and"),
    "bit_or": OpInfo(_exact(INT, INT, INT), "bitwise or"),
    "bit_xor": OpInfo(_exact(INT, INT, INT), "bitwise exclusive or"),
    "bit_not": OpInfo(_exact(INT, INT), "bitwise complement"),
    "shift_right": OpInfo(
        _exact(INT, INT, INT), "moved down by so many bits, keeping the sign; less than 0 is 0, more than 63 is 63"
    ),
    "wrap32": OpInfo(_exact(INT, INT), "the low 32 bits as a signed number"),
    # comparison: by content, except objects, which are equal when they are the same
    "eq": OpInfo(_equal, "deep equality; NaN equals itself", reads=True),
    "ne": OpInfo(_equal, "not eq", reads=True),
    "same": OpInfo(_same, "the same reference; plain values in `any` by content", reads=True),
    "lt": OpInfo(_ordered, "less; strings by code point; false with NaN"),
    "le": OpInfo(_ordered, "less or equal"),
    "gt": OpInfo(_ordered, "greater"),
    "ge": OpInfo(_ordered, "greater or equal"),
    "not": OpInfo(_exact(BOOL, BOOL), "negation"),
    # strings of code points; each new string takes 16 bytes and one per code point, and as many steps / 16
    "concat": OpInfo(_exact(STRING, STRING, STRING), "joined", allocates=True),
    "join": OpInfo(_exact(STRING, types.ListType(STRING)), "all joined", reads=True, allocates=True),
    "string_length": OpInfo(_exact(INT, STRING), "number of code points"),
    "char_at": OpInfo(_exact(STRING, STRING, INT), "one code point", allocates=True, fails=("index",)),
    "substring": OpInfo(
        _exact(STRING, STRING, INT, INT), "from, up to; 0 <= from <= to <= length", allocates=True, fails=("index",)
    ),
    "find": OpInfo(_exact(INT, STRING, STRING, INT), "first place at or after; -1 if none", fails=("index",)),
    "code_at": OpInfo(_exact(INT, STRING, INT), "code point as a number", fails=("index",)),
    "text_of_code": OpInfo(_exact(STRING, INT), "one code point, no surrogate", allocates=True, fails=("range",)),
    "text_of_int": OpInfo(_exact(STRING, INT), "decimal", allocates=True),
    "text_of_float": OpInfo(_exact(STRING, FLOAT), "Python's repr", allocates=True),
    "text_of_symbol": OpInfo(_exact(STRING, SYMBOL), "its name"),
    "parse_int": OpInfo(_exact(types.OptionalType(INT), STRING), "optional sign and ASCII digits that fit, else none"),
    "parse_float": OpInfo(_exact(types.OptionalType(FLOAT), STRING), "ASCII decimal with optional exponent, else none"),
    "symbol_number": OpInfo(_exact(INT, SYMBOL), "place in the program's list of symbols"),
    # boards are values; cells by number; work on a board takes cells / 16 steps
    "board_get": OpInfo(_board("item", "int"), "a cell", fails=("index",)),
    "board_set": OpInfo(
        _board("board", "int", "item"), "a copy with one cell replaced", allocates=True, fails=("index",)
    ),
    "board_fill": OpInfo(_board_fill, "all cells alike", given=True, allocates=True),
    "board_of": OpInfo(
        _board_of,
        "the cells in a list, row by row; another number of them is a range error",
        given=True,
        reads=True,
        allocates=True,
        fails=("range",),
    ),
    "board_count": OpInfo(_board("int", "item"), "cells equal to the value", reads=True),
    "board_bits": OpInfo(_board_bits, "cells equal to the value as bits, the first the lowest", reads=True),
    # lists; what moves or copies n elements takes n / 16 steps
    "list_length": OpInfo(_list("int"), "number of elements", reads=True),
    "list_get": OpInfo(_list("item", "int"), "an element", reads=True, fails=("index",)),
    "list_set": OpInfo(_list("none", "int", "item"), "replaces an element", writes=True, fails=("index",)),
    "list_push": OpInfo(_list("none", "item"), "adds at the end", writes=True, allocates=True),
    "list_pop": OpInfo(_list("item"), "takes from the end", writes=True, reads=True, fails=("empty",)),
    "list_insert": OpInfo(
        _list("none", "int", "item"), "before an index, 0..length", writes=True, allocates=True, fails=("index",)
    ),
    "list_remove": OpInfo(_list("item", "int"), "takes out an element", writes=True, reads=True, fails=("index",)),
    "list_clear": OpInfo(_list("none"), "empties it", writes=True),
    "list_extend": OpInfo(
        _list("none", "list"), "adds all elements of another", writes=True, reads=True, allocates=True
    ),
    "list_copy": OpInfo(_list("list"), "a new list, same elements", reads=True, allocates=True),
    "list_slice": OpInfo(
        _list("list", "int", "int"),
        "from, up to; 0 <= from <= to <= length",
        reads=True,
        allocates=True,
        fails=("index",),
    ),
    "list_fill": OpInfo(
        _list_fill, "n times the value; a negative n is a range error", allocates=True, fails=("range",)
    ),
    # tables keep the order of insertion
    "table_new": OpInfo(_table_new, "an empty table", given=True, allocates=True),
    "table_length": OpInfo(_table("int"), "number of entries", reads=True),
    "table_get": OpInfo(_table("value", "key"), "the value of a key", reads=True, fails=("key",)),
    "table_has": OpInfo(_table("bool", "key"), "is the key there", reads=True),
    "table_set": OpInfo(_table("none", "key", "value"), "adds or replaces", writes=True, allocates=True),
    "table_remove": OpInfo(_table("bool", "key"), "takes out; was it there", writes=True, reads=True),
    "table_keys": OpInfo(_table("keys"), "a new list", reads=True, allocates=True),
    "table_values": OpInfo(_table("values"), "a new list", reads=True, allocates=True),
    "table_clear": OpInfo(_table("none"), "empties it", writes=True),
    "table_copy": OpInfo(_table("table"), "a new table, same entries", reads=True, allocates=True),
    # the table people sit at
    "seat_count": OpInfo(_exact(INT), "number of seats so far", reads=True),
}
