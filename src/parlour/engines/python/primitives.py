"""What compiled code calls for the operations that take more than a line.

Functions whose first parameter is the run take from its budgets.
"""

from __future__ import annotations

import math
import re
from typing import Any

from parlour.core.ops import INT_MAX, INT_MIN
from parlour.engines.core import failures
from parlour.engines.core.limits import MOST_KEY_PARTS
from parlour.engines.core.run import Run
from parlour.engines.core.table_keys import freeze, is_frozen
from parlour.engines.core.values import NAN, Box, Object, real

# ------------------------------------------------------------------------------------------------- budgets


def take(run: Run, bytes_: int) -> None:
    """Takes from the memory budget; before the memory is really used."""
    run.room -= bytes_
    if run.room < 0:
        failures.fail_memory()


def work(run: Run, amount: int) -> None:
    """Takes from the step budget for moving or comparing so many elements."""
    run.work(amount)


# ------------------------------------------------------------------------------------------------- numbers


def quot(a: int, b: int) -> int:
    if b == 0:
        failures.fail_zero()
    result = abs(a) // abs(b)
    if (a < 0) != (b < 0):
        result = -result
    if result > INT_MAX:
        failures.fail_overflow()
    return result


def rem(a: int, b: int) -> int:
    if b == 0:
        failures.fail_zero()
    result = abs(a) % abs(b)
    return -result if a < 0 else result


def fdiv(a: float, b: float) -> float:
    if b == 0.0:
        if a == 0.0 or a != a:
            return NAN
        return math.inf if a > 0 else -math.inf
    return real(a / b)


def frem(a: float, b: float) -> float:
    if b == 0.0 or math.isinf(a) or a != a or b != b:
        return NAN
    return real(math.fmod(a, b))


def fpow(a: float, b: float) -> float:
    """The C library's pow, which `math.pow` calls, with the infinities and NaN for which Python raises errors."""
    try:
        return real(math.pow(a, b))
    except OverflowError:
        return -math.inf if a < 0 and math.fmod(b, 2) else math.inf
    except ValueError:
        return math.inf if a == 0 else NAN


def to_float(value: int) -> float:
    return float(value)


def whole(value: float, down: bool) -> int:
    if value != value or math.isinf(value):
        failures.fail_whole(value)
    result = math.floor(value) if down else math.trunc(value)
    if not INT_MIN <= result <= INT_MAX:
        failures.fail_whole(value)
    return result


# ------------------------------------------------------------------------------------------------ equality


def equal(run: Run, a: Any, b: Any) -> bool:
    """Deep equality for any two values of one core type; survives cycles, and takes a step for 16 parts compared.

    Which parts are compared is the same in every engine, so only lists, tables and objects are known to be equal by
    being the same: boards and tuples have no identity in core. If the two differ, only whole chunks were paid for."""
    seen: set[tuple[int, int]] = set()
    stack = [(a, b)]
    count = 0
    while stack:
        a, b = stack.pop()
        count += 1
        kind = type(a)
        if kind is not type(b):
            return False
        if kind is Box:
            if a.type != b.type:
                return False
            stack.append((a.value, b.value))
        elif kind is tuple:
            stack.extend(zip(a, b, strict=True))
        elif kind is str:
            if not text_equal(run, a, b):
                return False
        elif a is not b:
            if kind is not list and kind is not dict:
                if a != b:
                    return False
            elif len(a) != len(b):
                return False
            elif (id(a), id(b)) not in seen:
                seen.add((id(a), id(b)))
                if kind is list:
                    stack.extend(zip(a, b, strict=True))
                else:
                    if not all(key in b for key in a):
                        return False
                    stack.extend((value, b[key]) for key, value in a.items())
        if count & 0xFFFF == 0:
            work(run, 0x10000)
    work(run, count & 0xFFFF)
    return True


def same(run: Run, a: Any, b: Any) -> bool:
    if type(a) is not type(b):
        return False
    if type(a) is Box:
        if isinstance(a.value, list | dict):
            return a.value is b.value
        return a.type == b.type and equal(run, a.value, b.value)
    if type(a) is str:
        return text_equal(run, a, b)
    return a is b if isinstance(a, Object | list | dict) else a is b or a == b


def text_equal(run: Run, a: str, b: str) -> bool:
    """Takes a step for 16 code points of strings that are equally long."""
    if len(a) != len(b):
        return False
    work(run, len(a))
    return a == b


def text_order(run: Run, a: str, b: str) -> int:
    """-1, 0 or 1. Takes a step for 16 of the code points that both have."""
    work(run, min(len(a), len(b)))
    return (a > b) - (a < b)


def table_key(run: Run, value: Any) -> Any:
    """A key that Python cannot confuse with another: 1, 1.0 and True are three keys, equal lists are one. Takes a step
    for 16 parts."""
    left = [MOST_KEY_PARTS]
    key = freeze(value, left, 0)
    work(run, MOST_KEY_PARTS - left[0])
    return key


# ------------------------------------------------------------------------------------------------- strings


def new_text(run: Run, length: int) -> None:
    work(run, length)
    take(run, 16 + length)


def concat(run: Run, a: str, b: str) -> str:
    new_text(run, len(a) + len(b))
    return a + b


def join(run: Run, parts: list[str]) -> str:
    work(run, len(parts))
    new_text(run, sum(map(len, parts)))
    return "".join(parts)


def char_at(run: Run, text: str, index: int) -> str:
    if not 0 <= index < len(text):
        failures.fail_index(index, len(text))
    new_text(run, 1)
    return text[index]


def substring(run: Run, text: str, start: int, stop: int) -> str:
    if not 0 <= start <= len(text):
        failures.fail_index(start, len(text))
    if not start <= stop <= len(text):
        failures.fail_index(stop, len(text))
    new_text(run, stop - start)
    return text[start:stop]


def find(run: Run, text: str, part: str, start: int) -> int:
    if not 0 <= start <= len(text):
        failures.fail_index(start, len(text))
    work(run, len(text))
    return text.find(part, start)


def code_at(text: str, index: int) -> int:
    if not 0 <= index < len(text):
        failures.fail_index(index, len(text))
    return ord(text[index])


def text_of_code(run: Run, code: int) -> str:
    if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        failures.fail_character(code)
    new_text(run, 1)
    return chr(code)


def text_of_int(run: Run, value: int) -> str:
    text = str(value)
    new_text(run, len(text))
    return text


def text_of_float(run: Run, value: float) -> str:
    text = repr(value)
    new_text(run, len(text))
    return text


_INT = re.compile(r"[+-]?[0-9]+", re.ASCII)
_FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)


def parse_int(run: Run, text: str) -> int | None:
    work(run, len(text))
    if _INT.fullmatch(text) is None:
        return None
    digits = text.lstrip("+-").lstrip("0")
    if len(digits) > 19:
        return None
    value = int(digits or "0")
    if text.startswith("-"):
        value = -value
    return value if INT_MIN <= value <= INT_MAX else None


def parse_float(text: str) -> float | None:
    return real(float(text)) if len(text) <= 400 and _FLOAT.fullmatch(text) is not None else None


# ---------------------------------------------------------------------------------------------------- lists


def list_insert(run: Run, items: list[Any], index: int, value: Any, size: int) -> None:
    if not 0 <= index <= len(items):
        failures.fail_index(index, len(items))
    work(run, len(items) - index)
    take(run, size)
    items.insert(index, value)


def list_remove(run: Run, items: list[Any], index: int) -> Any:
    if not 0 <= index < len(items):
        failures.fail_index(index, len(items))
    work(run, len(items) - index)
    return items.pop(index)


def list_extend(run: Run, items: list[Any], more: list[Any], size: int) -> None:
    work(run, len(more))
    take(run, size * len(more))
    items.extend(more)


def list_copy(run: Run, items: list[Any], size: int) -> list[Any]:
    work(run, len(items))
    take(run, 16 + size * len(items))
    return items[:]


def list_slice(run: Run, items: list[Any], start: int, stop: int, size: int) -> list[Any]:
    if not 0 <= start <= len(items):
        failures.fail_index(start, len(items))
    if not start <= stop <= len(items):
        failures.fail_index(stop, len(items))
    work(run, stop - start)
    take(run, 16 + size * (stop - start))
    return items[start:stop]


def list_fill(run: Run, count: int, value: Any, size: int) -> list[Any]:
    if count < 0:
        failures.fail_length(count)
    work(run, count)
    take(run, 16 + size * count)
    return [value] * count


# --------------------------------------------------------------------------------------------------- tables
# Keys that Python would confuse are stored as table_key(key) -> (key, value), the others as key -> value.


def table_set(run: Run, table: dict[Any, Any], key: Any, value: Any, size: int) -> None:
    if key not in table:
        take(run, size)
    table[key] = value


def table_list(run: Run, items: list[Any], size: int) -> list[Any]:
    work(run, len(items))
    take(run, 16 + size * len(items))
    return items


def table_copy(run: Run, table: dict[Any, Any], size: int) -> dict[Any, Any]:
    work(run, len(table))
    take(run, 16 + size * len(table))
    return dict(table)


# ------------------------------------------------------------------------------------------------- tracking


def tracked(run: Run, kind: type[Object], presentation: frozenset[int]) -> list[Object]:
    """The objects of a class that globals reach, in the order of creation."""
    found: list[Object] = []
    seen: set[int] = set()
    stack: list[Any] = [value for number, value in enumerate(run.globals) if number not in presentation]
    visited = 0
    while stack:
        value = stack.pop()
        if type(value) is Box:
            value = value.value
        if isinstance(value, Object | list | dict):
            if id(value) in seen:
                continue
            seen.add(id(value))
            visited += 1
            if isinstance(value, Object):
                if isinstance(value, kind):
                    found.append(value)
                stack.extend(getattr(value, f"s{n}") for n in range(type(value).width))
            elif isinstance(value, list):
                stack.extend(value)
            else:
                # A key that Python would confuse stands in the entry as well, as the program sees it.
                stack.extend(key for key in value if not is_frozen(key))
                stack.extend(value.values())
        elif type(value) is tuple:
            stack.extend(value)
    run.steps -= visited
    if run.steps < 0:
        failures.fail_steps()
    take(run, 16 + 8 * len(found))
    found.sort(key=lambda item: item.serial)
    return found


def shift_right(value: int, by: int) -> int:
    return value >> min(max(by, 0), 63)


def plain_bits(cells: tuple[Any, ...], value: Any) -> int:
    """The cells that equal the value as bits, where Python's own == tells."""
    bits, cell = 0, -1
    for _ in range(cells.count(value)):
        cell = cells.index(value, cell + 1)
        bits |= 1 << cell
    return bits


def bits_equal(run: Run, cells: tuple[Any, ...], value: Any) -> int:
    return sum(equal(run, cell, value) << number for number, cell in enumerate(cells))


def board_of(items: list[Any], cells: int) -> tuple[Any, ...]:
    if len(items) != cells:
        failures.fail_cells(len(items), cells)
    return tuple(items)


def count_equal(run: Run, cells: tuple[Any, ...], value: Any) -> int:
    return sum(equal(run, cell, value) for cell in cells)


def list_keys(entries: Any) -> list[Any]:
    return [entry[0] for entry in entries]


def list_values(entries: Any) -> list[Any]:
    return [entry[1] for entry in entries]
