"""BoGL's types in their expanded form: a kernel and a set of symbols.

Every type of a program, with all its synonyms replaced, is a *kernel* (nothing, Int, Bool, String, Board,
Positions or a tuple) plus a set of symbols: `Int & {Nope}` is the kernel Int with the symbol Nope, an
enumeration has no kernel at all. On this form, "may be used as" is the subset relation:

    >>> share = Expanded(Basic.INT, frozenset({"Impossible"}), name="Share")
    >>> is_subtype(INT, share), is_subtype(share, INT)
    (True, False)
    >>> show(share)
    'Share (Int or Impossible)'

A type remembers the name it was declared with, for messages only: types that differ in nothing else are equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from enum import Enum
from typing import TypeAlias

from parlour.dataclass import dataclass

# Far above any honest program; they keep synonyms that double each other, and types that grow by one
# symbol at a time, from filling the memory.
PART_LIMIT = 1_000
DEPTH_LIMIT = 100
SYMBOL_LIMIT = 1_000

# How much of a large type a message shows.
SHOWN_SYMBOLS = 6
SHOWN_ITEMS = 8
SHOWN_LENGTH = 200


class Basic(Enum):
    """The kernels that have no parts."""

    NONE = ""
    INT = "Int"
    BOOL = "Bool"
    STRING = "String"
    BOARD = "Board"
    POSITIONS = "Positions"


@dataclass(frozen=True, slots=True)
class Tuple:
    """The kernel of a tuple type: two or more types. Made by `tuple_of`, which counts parts and depth."""

    items: tuple[Expanded, ...]
    parts: int = field(compare=False, repr=False)
    depth: int = field(compare=False, repr=False)


Kernel: TypeAlias = Basic | Tuple


@dataclass(frozen=True, slots=True)
class Expanded:
    """A kernel and the symbols beside it. `is_open` stands for all symbols there are; `symbols` is then empty."""

    kernel: Kernel
    symbols: frozenset[str] = frozenset()
    is_open: bool = False
    name: str = field(default="", compare=False, repr=False)


INT = Expanded(Basic.INT)
BOOL = Expanded(Basic.BOOL)
STRING = Expanded(Basic.STRING)
BOARD = Expanded(Basic.BOARD)
POSITIONS = Expanded(Basic.POSITIONS)
SYMBOL = Expanded(Basic.NONE, is_open=True, name="Symbol")


class TooLarge(Exception):
    """A type would have too many parts; the text says of what. Caught where the type is written, and reported."""


def enumeration(symbols: Iterable[str], name: str = "") -> Expanded:
    """The type of exactly these symbols."""
    return Expanded(Basic.NONE, frozenset(symbols), name=name)


def tuple_of(items: Iterable[Expanded]) -> Expanded:
    """The type of tuples of these types; raises `TooLarge` beyond the limits."""
    parts = tuple(items)
    inner = [item.kernel for item in parts if isinstance(item.kernel, Tuple)]
    size = len(parts) - len(inner) + sum(kernel.parts for kernel in inner)
    depth = 1 + max((kernel.depth for kernel in inner), default=0)
    if size > PART_LIMIT:
        raise TooLarge(f"{size:,} components; {PART_LIMIT:,} are allowed")
    if depth > DEPTH_LIMIT:
        raise TooLarge(f"tuples inside each other {depth} levels deep; {DEPTH_LIMIT} are allowed")
    return Expanded(Tuple(parts, size, depth))


PAIR = tuple_of((INT, INT))
POSITION = replace(PAIR, name="Position")
PLAYER = enumeration(("A", "B"), name="Player")


def extend(base: Expanded, extra: Expanded) -> Expanded:
    """A type with the symbols of another one added; raises `TooLarge` beyond the limits."""
    if base.is_open or extra.is_open:
        return Expanded(base.kernel, is_open=True)
    symbols = base.symbols | extra.symbols
    if len(symbols) > SYMBOL_LIMIT:
        raise TooLarge(f"{len(symbols):,} symbols; {SYMBOL_LIMIT:,} are allowed")
    return Expanded(base.kernel, symbols)


def is_pure(kind: Expanded) -> bool:
    """Whether a type has no symbols beside its kernel."""
    return not kind.symbols and not kind.is_open


def is_enumeration(kind: Expanded) -> bool:
    """Whether a type has symbols and nothing else."""
    return kind.kernel is Basic.NONE


def components(kind: Expanded) -> tuple[Expanded, ...]:
    """The types of the components of a plain tuple type; any other type is its own only component."""
    return kind.kernel.items if isinstance(kind.kernel, Tuple) and is_pure(kind) else (kind,)


def has_symbol(kind: Expanded, symbol: str) -> bool:
    return kind.is_open or symbol in kind.symbols


def is_subtype(small: Expanded, large: Expanded) -> bool:
    """Whether every value of the one type may be used where the other is expected."""
    if small.is_open and not large.is_open:
        return False
    if not large.is_open and not small.symbols <= large.symbols:
        return False
    match small.kernel, large.kernel:
        case Basic.NONE, _:
            return True
        case Tuple(ones), Tuple(others):
            return len(ones) == len(others) and all(map(is_subtype, ones, others))
        case one, other:
            return one is other


def union(one: Expanded, other: Expanded) -> Expanded | None:
    """The least type that contains both; None if their kernels do not go together (or it would be too large)."""
    if is_subtype(one, other):
        return other
    if is_subtype(other, one):
        return one
    kernel: Kernel
    match one.kernel, other.kernel:
        case Basic.NONE, only:
            kernel = only
        case only, Basic.NONE:
            kernel = only
        case Tuple(ones), Tuple(others) if len(ones) == len(others):
            items = [union(left, right) for left, right in zip(ones, others, strict=True)]
            joined = [item for item in items if item is not None]
            if len(joined) < len(items):
                return None
            try:
                kernel = tuple_of(joined).kernel
            except TooLarge:
                return None
        case left, right:
            if left is not right:
                return None
            kernel = left
    is_open = one.is_open or other.is_open
    return Expanded(kernel, frozenset() if is_open else one.symbols | other.symbols, is_open)


def show(kind: Expanded) -> str:
    """A type for a message: its declared name if it has one, and what that stands for.

    >>> show(INT), show(POSITION), show(enumeration("XO")), show(enumeration("XOZ", "Piece"))
    ('Int', 'Position (Int, Int)', 'O or X', 'Piece (O, X or Z)')
    >>> show(tuple_of((INT, PLAYER))), show(SYMBOL)
    ('(Int, Player)', 'Symbol')
    """
    spelled = _cut(_spell(kind))
    if not kind.name or kind.name == spelled:
        return spelled
    return f"{kind.name} {spelled}" if len(components(kind)) > 1 else f"{kind.name} ({spelled})"


def show_all(kinds: Iterable[Expanded]) -> str:
    """Several types as an argument list: `(Int, Board)`; one alone as it is."""
    return _cut(_listed(tuple(kinds)))


def _listed(kinds: tuple[Expanded, ...]) -> str:
    shown = [kind.name or _spell(kind) for kind in kinds[:SHOWN_ITEMS]]
    if len(kinds) > SHOWN_ITEMS:
        shown.append(f"… {len(kinds):,} in all")
    return shown[0] if len(shown) == 1 else f"({', '.join(shown)})"


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_LENGTH else f"{text[: SHOWN_LENGTH - 1]}…"


def _spell(kind: Expanded) -> str:
    """What a type consists of, the types inside it by their names."""
    match kind.kernel:
        case Tuple(items):
            words = [_listed(items)]
        case Basic.NONE:
            words = []
        case basic:
            words = [basic.value]
    if kind.is_open:
        words.append("Symbol")
    symbols = sorted(kind.symbols)
    words += symbols if len(symbols) <= SHOWN_SYMBOLS else symbols[: SHOWN_SYMBOLS - 1]
    if len(symbols) > SHOWN_SYMBOLS:
        words.append(f"{len(symbols) - SHOWN_SYMBOLS + 1} more symbols")
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
