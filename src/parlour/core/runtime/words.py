"""The words that routines use beside Python's own: boards, chance, failing, and operations Python spells otherwise.

The compiler knows each of them and puts a core operation in its place. The bodies here let routines run as plain
Python too, so that tests can compare a routine with what was compiled from it. Where Python is more forgiving than
core (whole numbers without limit, negative indexes, slices past the end), routines must not rely on it.

    >>> b = Board(3, 2, "xoxoox")
    >>> b[2], count(b, "x"), cells(b)
    ('x', 3, 6)
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Generic, NoReturn, TypeGuard, TypeVar, dataclass_transform, get_args, get_origin

from parlour.core.values import Symbol

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])


class RoutineFailure(Exception):
    """What `fail` raises when a routine runs as plain Python; compiled, it is a game error."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def fail(kind: str, message: str) -> NoReturn:
    """Stops the match with a game error of this kind."""
    raise RoutineFailure(kind, message)


def draw(n: int) -> int:
    """One of 0 … n-1 from the match's chance. Plain Python has no match to draw from."""
    raise RoutineFailure("chance", "there is chance only in a match: run the compiled routine")


def draw_weighted(weights: list[int]) -> int:
    """An index, as likely as its weight."""
    raise RoutineFailure("chance", "there is chance only in a match: run the compiled routine")


def tell(text: str) -> None:
    """Prints for everybody. Plain Python has nobody to tell."""
    raise RoutineFailure("tell", "there is somebody to tell only in a match: run the compiled routine")


def show(text: str) -> None:
    """The same, where nobody but people cares: bulk runs leave it out, and its text."""
    raise RoutineFailure("tell", "there is somebody to tell only in a match: run the compiled routine")


def aside(text: str, seats: list[int]) -> None:
    """Tells these seats alone, beside what the program prints, and only people."""
    raise RoutineFailure("tell", "there is somebody to tell only in a match: run the compiled routine")


def tally(name: str, amount: int) -> None:
    """Adds to a count of the program, named by a constant; see `nodes.Count`. For plain Python it is nothing."""


# --------------------------------------------------------------------------------------- what a program declares


class CoreName:
    """Stands in a declaration where the name in core is another one than the name in Python."""

    def __init__(self, name: str) -> None:
        self.name = name


def called(name: str) -> Any:
    """What a field or global is called in core, where that is no name in Python: `kinds: int = called("its kinds")`."""
    return CoreName(name)


def virtual(name: str) -> Callable[[F], F]:
    """The same for a method."""

    def mark(method: F) -> F:
        method.__dict__["core_name"] = name
        return method

    return mark


@dataclass_transform(kw_only_default=True)
class Object:
    """Declares a class of the program: annotations are its fields, functions its methods. The class's name in core is
    its own, or `class Rect(Object, name="rectangle")`."""

    core_name: ClassVar[str]

    def __init_subclass__(cls, name: str | None = None) -> None:
        cls.core_name = name or cls.__name__

    def __init__(self, **fields: object) -> None:
        for name, value in fields.items():
            setattr(self, name, value)


class Globals:
    """Declares globals of the program, as annotations of a class: `Game.moves` reads one, `Game.moves = 1` writes."""


# ---------------------------------------------------------------------------------------------------- boards


class Board(Generic[T]):
    """A board, cells by number, row by row. All boards in the signature of one routine have the same shape."""

    def __init__(self, width: int, height: int, items: Iterable[T]) -> None:
        self.width = width
        self.height = height
        self.items = tuple(items)
        if len(self.items) != width * height:
            raise ValueError(f"{len(self.items)} cells do not make a board of {width} x {height}")

    def __getitem__(self, cell: int) -> T:
        if not 0 <= cell < len(self.items):
            fail("index", f"there is no cell {cell}")
        return self.items[cell]

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.width, self.items) == (other.width, other.items)

    __hash__ = None  # type: ignore[assignment]  # nothing asks for it


def width(board: Board[T]) -> int:
    return board.width


def height(board: Board[T]) -> int:
    return board.height


def cells(board: Board[T]) -> int:
    """The number of cells."""
    return len(board.items)


def count(board: Board[T], value: T) -> int:
    """How many cells equal the value."""
    return board.items.count(value)


def where(board: Board[T], value: T) -> int:
    """The cells that equal the value as bits, the first cell the lowest; for boards of 63 cells at most."""
    return sum(1 << cell for cell, item in enumerate(board.items) if item == value)


def without_first_column(board: Board[T]) -> int:
    """All cells but those of the first column, as bits."""
    return sum(1 << cell for cell in range(len(board.items)) if cell % board.width != 0)


def without_last_column(board: Board[T]) -> int:
    return sum(1 << cell for cell in range(len(board.items)) if (cell + 1) % board.width != 0)


def with_cell(board: Board[T], cell: int, value: T) -> Board[T]:
    """A copy with one cell replaced."""
    board[cell]  # fails for a cell that does not exist
    return Board(board.width, board.height, (*board.items[:cell], value, *board.items[cell + 1 :]))


def filled(value: V, *, like: Board[T]) -> Board[V]:
    """A board of the same shape, all cells alike."""
    return Board(like.width, like.height, [value] * len(like.items))


# ---------------------------------------------------------------------------------- lists, tables and strings


def fill(n: int, value: T) -> list[T]:
    """A list of n times the value."""
    if n < 0:
        fail("range", f"a list cannot have {n} elements")
    return [value] * n


def keys(table: dict[K, V]) -> list[K]:
    return list(table.keys())


def values(table: dict[K, V]) -> list[V]:
    return list(table.values())


def remove_key(table: dict[K, V], key: K) -> bool:
    """Takes out an entry; was it there?"""
    if key not in table:
        return False
    del table[key]
    return True


def join(parts: list[str]) -> str:
    return "".join(parts)


def find(text: str, part: str, start: int) -> int:
    """The first place of `part` at or after `start`; -1 if there is none."""
    if not 0 <= start <= len(text):
        fail("index", f"there is no place {start}")
    return text.find(part, start)


def code_at(text: str, index: int) -> int:
    """The code point of one character."""
    return ord(text[index])


def parse_int(text: str) -> int | None:
    """The number that ASCII digits with an optional sign stand for; none for anything else, and if it does not fit."""
    if re.fullmatch(r"[+-]?[0-9]+", text) is None:
        return None
    value = int(text)
    return value if -(2**63) <= value < 2**63 else None


# --------------------------------------------------------------------------------------------------- numbers


def quot(a: int, b: int) -> int:
    """The quotient rounded toward zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def rem(a: int, b: int) -> int:
    """The remainder with the sign of `a`."""
    return a - b * quot(a, b)


def wrap32(a: int) -> int:
    """The low 32 bits as a signed number."""
    return (a + 2**31) % 2**32 - 2**31


def floor(a: float) -> int:
    return math.floor(a)


def float_power(a: float, b: float) -> float:
    """C's pow; Python fails where that is infinite."""
    return math.pow(a, b)


# ----------------------------------------------------------------------------------------- values of any type
# Of a value whose type is known, the compiler decides these itself and leaves out the branch that is not taken.


def is_int(value: object) -> bool:
    return type(value) is int


def is_float(value: object) -> bool:
    return type(value) is float


def is_bool(value: object) -> bool:
    return type(value) is bool


def is_string(value: object) -> bool:
    return type(value) is str


def is_symbol(value: object) -> bool:
    return type(value) is Symbol


def as_int(value: object) -> int:
    return value if type(value) is int else _misfit("int", value)


def as_float(value: object) -> float:
    return value if type(value) is float else _misfit("float", value)


def as_bool(value: object) -> bool:
    return value if type(value) is bool else _misfit("bool", value)


def as_string(value: object) -> str:
    return value if type(value) is str else _misfit("string", value)


def as_symbol(value: object) -> Symbol:
    return value if type(value) is Symbol else _misfit("symbol", value)


def is_a(value: object, type_: type[T]) -> TypeGuard[T]:
    """Whether a value is of a type: a class of the program, or a tuple of types such as `tuple[int, int]`."""
    if get_origin(type_) is not tuple:
        return isinstance(value, type_) if issubclass(type_, Object) else type(value) is type_
    parts = get_args(type_)
    return type(value) is tuple and len(value) == len(parts) and all(map(is_a, value, parts))


def as_a(value: object, type_: type[T]) -> T:
    """The value, which must be of this type."""
    return value if is_a(value, type_) else _misfit(str(type_), value)


def _misfit(wanted: str, value: object) -> NoReturn:
    fail("type", f"expected {wanted}, not {value!r}")
