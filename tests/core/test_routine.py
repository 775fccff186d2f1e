"""The front end for routines: what it compiles, what it refuses, and what its code looks like."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from parlour.core import nodes
from parlour.core.chance import Chance, derive
from parlour.core.nodes import Const, For, If, Local, Op, Return, While
from parlour.core.routine.linker import Linker
from parlour.core.routine.routine import RoutineError
from parlour.core.runtime.words import Board
from parlour.core.text import print_function
from parlour.core.types import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NONE,
    STRING,
    SYMBOL,
    BoardType,
    ListType,
    ObjectType,
    OptionalType,
    TableType,
    TupleType,
    Type,
)
from parlour.core.values import Symbol
from parlour.core.walk import all_expressions
from parlour.syntax.source import Source

Make = Callable[[str], ModuleType]
Run = Callable[[ModuleType], Any]
X, Y = Symbol("X"), Symbol("Y")
INTS = ListType(INT)


# ------------------------------------------------------------------------------------- Python and core agree

CONSTRUCTS: list[tuple[str, tuple[Type, ...], list[tuple[Any, ...]]]] = [
    # expressions
    ("(a: int, b: int) -> int:\n return a + b - a * b // 3 % 5", (INT, INT), [(7, 2), (-7, 2), (0, 0)]),
    ("(a: int, b: int) -> int:\n return (a & b) | (a ^ ~b)", (INT, INT), [(12, 10), (-1, 3)]),
    ("(a: int, b: int) -> int:\n return quot(a, b) * 10 + rem(a, b)", (INT, INT), [(7, 2), (-7, 2), (7, -2)]),
    ("(a: int) -> int:\n return wrap32(a)", (INT,), [(2**31,), (-(2**31) - 1,), (5,)]),
    ("(a: float, b: float) -> float:\n return (a + b) * a / b - -b", (FLOAT, FLOAT), [(1.5, 2.0)]),
    ("(a: float) -> int:\n return floor(a) * 100 + int(a)", (FLOAT,), [(-1.5,), (2.5,)]),
    ("(a: int) -> float:\n return float(a) / 2.0", (INT,), [(3,)]),
    ("(a: int, b: int) -> bool:\n return 0 <= a < b != 7", (INT, INT), [(0, 1), (-1, 1), (3, 7), (8, 7)]),
    ("(a: int, b: int) -> bool:\n return 0 <= a + 1 <= len('abc')", (INT, INT), [(2, 0), (3, 0)]),
    ("(a: int, b: int) -> bool:\n return a > 1 and b > 1 or not a == b", (INT, INT), [(1, 1), (2, 1), (2, 2)]),
    ("(a: int) -> int:\n return 1 if a < 0 else 2 if a == 0 else 3", (INT,), [(-1,), (0,), (1,)]),
    ("(a: str, b: str) -> bool:\n return a < b", (STRING, STRING), [("a", "b"), ("b", "a"), ("Z", "a")]),
    ("(a: Symbol) -> bool:\n return a == Symbol('X')", (SYMBOL,), [(X,), (Y,)]),
    ("(a: int) -> bool:\n return not not a > 1", (INT,), [(1,), (2,)]),
    ("(a: int) -> bool:\n return True if a > 1 else False", (INT,), [(1,), (2,)]),
    ("(a: int) -> bool:\n return False and a > 1 or (True or a > 2)", (INT,), [(1,), (2,)]),
    ("(a: int) -> bool:\n return True and a > 1 or False", (INT,), [(1,), (2,)]),
    ("(a: int) -> bool:\n return a is None or a > 1", (INT,), [(1,), (2,)]),
    # locals
    ("(a: int) -> int:\n b = a\n b += 2\n b *= b\n a = b - 1\n return a", (INT,), [(3,)]),
    ("(a: int, b: int) -> int:\n a, b = b, a\n return a * 100 + b", (INT, INT), [(1, 2)]),
    ("(a: int, b: int) -> int:\n a, b, c = b, a + b, a\n return a * 100 + b * 10 + c", (INT, INT), [(1, 2)]),
    ("(a: int) -> int:\n x: int\n if a > 0:\n  x = 1\n else:\n  x = 2\n return x", (INT,), [(1,), (0,)]),
    ("(a: int) -> int:\n pass\n return MANY + a", (INT,), [(1,)]),
    # tuples
    ("(a: int, b: str) -> tuple[str, int]:\n p = (a, b)\n return (p[1], p[0])", (INT, STRING), [(1, "x")]),
    ("(p: tuple[int, int]) -> int:\n x, y = p\n return x * 10 + y", (TupleType((INT, INT)),), [((3, 4),)]),
    ("(a: int) -> int:\n x, y = pair(a)\n return x - y", (INT,), [(3,)]),
    ("(a: int) -> tuple[int, int]:\n return (1, 2)", (INT,), [(0,)]),
    # lists
    ("(a: int) -> list[int]:\n return [a, a + 1]", (INT,), [(1,)]),
    ("(xs: list[int]) -> int:\n return xs[0] + xs[len(xs) - 1]", (INTS,), [([4, 5, 6],)]),
    ("(xs: list[int]) -> None:\n xs[1] = 9\n xs[0] += xs[1]\n xs.append(1)", (INTS,), [([4, 5],)]),
    ("(xs: list[int]) -> None:\n xs[0], xs[1] = xs[1], xs[0]", (INTS,), [([4, 5],)]),
    ("(xs: list[int]) -> int:\n return xs.pop() * 10 + xs.pop(0)", (INTS,), [([4, 5, 6],)]),
    ("(xs: list[int]) -> None:\n xs.insert(1, 7)\n del xs[0]", (INTS,), [([4, 5],)]),
    ("(xs: list[int]) -> list[int]:\n ys = xs.copy()\n ys += xs\n xs.clear()\n return ys", (INTS,), [([4, 5],)]),
    ("(xs: list[int]) -> list[int]:\n return xs[1:3]", (INTS,), [([4, 5, 6, 7],)]),
    ("(xs: list[int]) -> list[int]:\n ys = xs[2:]\n ys.extend(xs[:2])\n return ys", (INTS,), [([4, 5, 6, 7],)]),
    ("(n: int) -> list[int]:\n return fill(n, 5)", (INT,), [(3,), (0,), (-1,)]),
    ("(xs: list[int]) -> bool:\n return xs == [1, 2]", (INTS,), [([1, 2],), ([1],)]),
    ("(a: int) -> list[list[int]]:\n xss: list[list[int]] = [[], [a]]\n return xss", (INT,), [(1,)]),
    # a stored value is worked out before the place where it goes
    ("(xs: list[int]) -> None:\n xs[len(xs) - 1] = xs.pop()", (INTS,), [([4, 5, 6],)]),
    # tables
    ("(a: int) -> int:\n t: dict[str, int] = {}\n t['x'] = a\n t['y'] = 2\n return t['x'] + len(t)", (INT,), [(1,)]),
    ("(t: dict[str, int], k: str) -> bool:\n return k in t", (TableType(STRING, INT), STRING), [({"a": 1}, "a")]),
    ("(t: dict[str, int], k: str) -> bool:\n return k not in t", (TableType(STRING, INT), STRING), [({"a": 1}, "a")]),
    ("(t: dict[str, int]) -> list[str]:\n return keys(t)", (TableType(STRING, INT),), [({"b": 1, "a": 2},)]),
    ("(t: dict[str, int]) -> list[int]:\n return values(t)", (TableType(STRING, INT),), [({"b": 1, "a": 2},)]),
    ("(t: dict[str, int]) -> bool:\n return remove_key(t, 'a')", (TableType(STRING, INT),), [({"a": 1},), ({},)]),
    ("(t: dict[str, int]) -> None:\n t['a'] += 1", (TableType(STRING, INT),), [({"a": 1},)]),
    (
        "(t: dict[str, int]) -> dict[str, int]:\n u = t.copy()\n t.clear()\n return u",
        (TableType(STRING, INT),),
        [({"a": 1},)],
    ),
    (
        "(a: int) -> bool:\n t: dict[tuple[int, str | None], bool] = {}\n t[(a, None)] = True\n"
        " k: tuple[int, str | None] = (1, None)\n return k in t",
        (INT,),
        [(1,), (2,)],
    ),
    # strings
    ("(s: str, t: str) -> str:\n return s + t + s[0] + s[1:2] + t[:1] + s[1:]", (STRING, STRING), [("ab", "cd")]),
    ("(s: str) -> int:\n return len(s) * 1000 + ord(s[0]) + ord(s)", (STRING,), [("é",)]),
    ("(n: int) -> str:\n return chr(n) + chr(65) + str(n)", (INT,), [(233,)]),
    ("(s: str) -> int:\n return find(s, 'b', 1) + code_at(s, 0)", (STRING,), [("abb",), ("b",)]),
    ("(s: str) -> bool:\n return 'b' in s", (STRING,), [("abc",), ("",)]),
    ("(s: str, n: int) -> str:\n return f'<{s}{n}>' + f'{n}' + f'a' + f''", (STRING, INT), [("x", -5)]),
    ("(v: Symbol, x: float) -> str:\n return f'{v} {x}' + str(v) + str('é')", (SYMBOL, FLOAT), [(X, 0.1)]),
    ("(xs: list[str]) -> str:\n return join(xs)", (ListType(STRING),), [(["a", "", "bc"],)]),
    # control
    ("(a: int) -> int:\n if a < 0:\n  return 1\n elif a == 0:\n  return 2\n return 3", (INT,), [(-1,), (0,), (1,)]),
    ("(n: int) -> int:\n t = 0\n for i in range(n):\n  t += i\n return t", (INT,), [(5,), (0,), (-3,)]),
    (
        "(n: int) -> int:\n t = 0\n for i in range(2, n):\n  if i == 4:\n   continue\n"
        "  if i == 6:\n   break\n  t += i\n return t",
        (INT,),
        [(9,)],
    ),
    ("(n: int) -> int:\n while True:\n  n -= 3\n  if n < 0:\n   break\n return n", (INT,), [(10,)]),
    (
        "(n: int) -> int:\n t = 0\n while n > 0:\n  n -= 1\n  if n % 2 == 0:\n   continue\n  t += n\n return t",
        (INT,),
        [(7,)],
    ),
    (
        "(xs: list[int]) -> int:\n t = 0\n for x in xs:\n  if x < 0:\n   continue\n  t = t * 10 + x\n return t",
        (INTS,),
        [([1, -1, 2],)],
    ),
    ("(s: str) -> str:\n t = ''\n for c in s:\n  t = c + t\n return t", (STRING,), [("abc",)]),
    (
        "(ps: list[tuple[int, int]]) -> int:\n t = 0\n for x, y in ps:\n  t += x * y\n return t",
        (ListType(TupleType((INT, INT))),),
        [([(1, 2), (3, 4)],)],
    ),
    (
        "(t: dict[str, int]) -> int:\n n = 0\n for k in keys(t):\n  n = n * 10 + t[k]\n return n",
        (TableType(STRING, INT),),
        [({"b": 1, "a": 2},)],
    ),
    # the index and the length are read at every turn
    (
        "(xs: list[int]) -> int:\n n = 0\n for x in xs:\n  n += 1\n  if x > 0:\n   xs.append(x - 1)\n return n",
        (INTS,),
        [([2, 1],)],
    ),
    (
        "(xs: list[int]) -> None:\n for x in xs:\n  if x == 2:\n   xs.pop()\n   continue\n  xs[0] += x",
        (INTS,),
        [([1, 2, 3, 4, 5],)],
    ),
    ("(xs: list[int]) -> None:\n for x in xs:\n  if x < 3:\n   push(xs, x + 1)", (INTS,), [([1, 2],)]),
    ("(xs: list[int]) -> int:\n n = 0\n for x in xs:\n  xs = [7, 7, 7]\n  n += x\n return n", (INTS,), [([1, 2],)]),
    (
        "(xs: list[int]) -> int:\n ys = xs\n n = 0\n for x in xs:\n  n += 1\n  if n < 4:\n   ys.append(x)\n return n",
        (INTS,),
        [([1, 2],)],
    ),
    ("(xs: list[int]) -> None:\n if len(xs) > 1:\n  return\n xs.append(1)", (INTS,), [([],), ([1, 2],)]),
    ("(n: int) -> int:\n while False:\n  n = 1\n for i in range(3, 3):\n  n = 2\n return n", (INT,), [(7,)]),
    # failing, calling
    ("(a: int) -> int:\n if a < 0:\n  fail('range', f'{a} is negative')\n return a", (INT,), [(1,), (-1,)]),
    ("(xs: list[int]) -> int:\n return index_of(xs, 5) + twice(xs[0])", (INTS,), [([1, 5],)]),
    ("(xs: list[int]) -> int:\n push(xs, 3)\n return len(xs)", (INTS,), [([1, 5],)]),
    # optionals
    ("(a: int | None) -> int:\n if a is None:\n  return 0\n return a + 1", (OptionalType(INT),), [(None,), (4,)]),
    ("(a: int | None) -> int:\n return a + 1 if a is not None else 0", (OptionalType(INT),), [(None,), (4,)]),
    ("(a: int | None) -> bool:\n return a is not None and a > 3", (OptionalType(INT),), [(None,), (4,), (2,)]),
    ("(a: int | None) -> bool:\n return a is None or not a > 3", (OptionalType(INT),), [(None,), (4,), (2,)]),
    ("(a: int) -> int | None:\n x: int | None = None\n if a > 0:\n  x = a\n return x", (INT,), [(0,), (1,)]),
    ("(a: int) -> int | None:\n return a if a > 0 else None", (INT,), [(0,), (1,)]),
    (
        "(s: str) -> int:\n n = parse_int(s)\n while n is not None:\n  if n > 9:\n   return n\n"
        "  n = None if n == 5 else n + 1\n return 0",
        (STRING,),
        [("3",), ("7",), ("?",)],
    ),
    ("(a: int | None) -> int:\n return a if not (a is None or a < 0) else 0", (OptionalType(INT),), [(None,), (4,)]),
    ("(a: int | None, b: int) -> bool:\n return a == b", (OptionalType(INT), INT), [(None, 0), (1, 1), (1, 2)]),
    (
        "(xs: list[int | None], a: int) -> None:\n xs.append(a)\n xs.append(None)\n xs[0] = a",
        (ListType(OptionalType(INT)), INT),
        [([None], 1)],
    ),
    ("(a: int | None) -> int | None:\n if a is None:\n  return 3\n return a", (OptionalType(INT),), [(None,), (1,)]),
    # values of any type
    ("(a: object) -> int:\n return as_int(a) if is_int(a) else -1", (ANY,), [(3,), ("x",), (True,), (None,)]),
    ("(a: object) -> str:\n return as_string(a)", (ANY,), [("x",), (1,)]),
    ("(a: object) -> bool:\n return a is None", (ANY,), [(None,), (0,)]),
    ("(a: object) -> bool:\n return a == 1", (ANY,), [(1,), ("1",)]),
    ("(a: int) -> list[object]:\n xs: list[object] = [a, 'x', None]\n xs.append(True)\n return xs", (INT,), [(1,)]),
]

HELPERS = """
MANY = 40
@routine(charge="1")
def twice(a: int) -> int:
    return a * 2
@routine(charge="1")
def pair(a: int) -> tuple[int, int]:
    return (a, a * 2)
@routine(charge="1")
def push(xs: list[T], v: T) -> None:
    xs.append(v)
"""


@pytest.mark.parametrize(
    ("text", "types", "examples"), CONSTRUCTS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_compiled_routine_does_what_it_does_in_python(
    module: Make, runner: Run, text: str, types: tuple[Type, ...], examples: list[tuple[Any, ...]]
) -> None:
    made = module(f'{HELPERS}\n@routine(charge="1")\ndef f{text}\n')
    for args in examples:
        runner(made).agrees(made.f, types, *args)


BOARDS = """
@routine(charge="cells(b)")
def mirror(b: Board[T]) -> Board[T]:
    result = b
    for y in range(height(b)):
        for x in range(width(b)):
            result = with_cell(result, y * width(b) + x, b[y * width(b) + width(b) - 1 - x])
    return result
@routine(charge="0")
def marks(b: Board[T], v: T) -> Board[int]:
    result = filled(0, like=b)
    i = 0
    for cell in b:
        if cell == v:
            result = with_cell(result, i, count(b, v))
        i += 1
    return result
"""


def test_boards_are_values_of_a_shape_known_to_the_compiler(module: Make, runner: Run) -> None:
    made = module(BOARDS)
    board = Board(3, 2, [X, Y, Y, Y, X, X])
    routines = runner(made)
    type_ = BoardType(SYMBOL, 3, 2)
    assert routines.agrees(made.mirror, (type_,), board).items == (Y, Y, X, X, X, Y)
    assert routines.agrees(made.marks, (type_, SYMBOL), board, Y).items == (0, 3, 3, 3, 0, 0)
    assert routines.function("mirror", type_).charge == Const(6, INT)


# ------------------------------------------------------------------------------------------------- refusals

REFUSALS = [
    # the signature
    ("def f(a) -> int:\n return 1", 2, "parameter `a` needs an annotation"),
    ("def f(a: int):\n return 1", 2, "`f` needs a result type"),
    ("def f(a: int = 3) -> int:\n return 1", 2, "parameters are plain"),
    ("def f(*a: int) -> int:\n return 1", 2, "parameters are plain"),
    ("def f(a: bytes) -> int:\n return 1", 2, "`bytes` is no type that routines know"),
    ("def f(a: set[int]) -> int:\n return 1", 2, "`set[int]` is no type that routines know"),
    ("def f(a: int) -> T:\n return a", 2, "what `T` stands for cannot be told"),
    ("def f(a: int) -> Board[int]:\n return a", 2, "no board among the arguments"),
    ("def f(a: int) -> dict[list[int], int]:\n return {}", 2, "list[int] cannot be the key of a table"),
    ("def f(a: int) -> int:\n x: object | None = None\n return a", 3, "any holds none already"),
    # expressions
    ("def f(a: int) -> int:\n return a ** 2", 3, "routines have no `a ** 2` (Pow)"),
    ("def f(a: int) -> int:\n return a << 2", 3, "(LShift)"),
    ("def f(a: int) -> int:\n return a + 1.5", 3, "`add` does not take (int, float)"),
    ("def f(a: int) -> int:\n return [1] + [2]", 3, "`add` does not take (list[int], list[int])"),
    ("def f(a: int) -> int:\n return 'x'", 3, "`'x'` has string, where int is needed"),
    ("def f(a: int) -> int:\n return 1 if a else 2", 3, "a condition is true or false, and `a` is int"),
    ("def f(a: int) -> int:\n return 1 if a > 0 else 'x'", 3, "must be of one type, not int and string"),
    ("def f(a: int) -> bool:\n return a == 'x'", 3, "compares int with string"),
    ("def f(a: int) -> bool:\n return True < False", 3, "`lt` does not take (bool, bool)"),
    ("def f(a: int) -> bool:\n return 0 < twice(a) < 9", 3, "`twice(a)` stands in the middle of a comparison"),
    ("def f(a: int) -> bool:\n return a in [1]", 3, "call `contains`"),
    ("def f(a: int) -> bool:\n return a is a", 3, "`same` does not take (int, int)"),
    ("def f(a: int) -> int:\n return [x for x in [a]][0]", 3, "(ListComp)"),
    ("def f(a: int) -> int:\n return (lambda: a)()", 3, "cannot be called"),
    ("def f(a: int) -> int:\n return b'x'[0]", 3, "is no constant that core has"),
    ("def f(a: int) -> int:\n return unknown", 3, "`unknown` is neither a local nor a constant"),
    ("def f(a: int) -> str:\n return f'{a:3}'", 3, "no `:` and no `!`"),
    ("def f(a: int) -> str:\n return f'{a!r}'", 3, "no `:` and no `!`"),
    ("def f(a: int) -> str:\n return str(a > 0)", 3, "there is no one text for bool"),
    # containers
    ("def f(a: int) -> int:\n xs = []\n return a", 3, "an empty list needs an annotation"),
    ("def f(a: int) -> int:\n t = {}\n return a", 3, "an empty table needs an annotation"),
    ("def f(a: int) -> int:\n t: dict[str, int] = {'a': 1}\n return a", 3, "(Dict)"),
    ("def f(a: int) -> list[int]:\n return [a, 'x']", 3, "`'x'` has string, where int is needed"),
    ("def f(xs: list[int]) -> int:\n return xs[-1]", 3, "indexes count from the start"),
    ("def f(xs: list[int]) -> list[int]:\n return xs[0:-1]", 3, "indexes count from the start"),
    ("def f(xs: list[int]) -> list[int]:\n return xs[::2]", 3, "a slice has no step"),
    ("def f(xs: list[int]) -> list[int]:\n return xs.copy()[1:]", 3, "needs a name for what it is taken from"),
    ("def f(xs: list[int]) -> None:\n xs[0:1] = [2]", 3, "no element of list[int] can be assigned so"),
    ("def f(xs: list[int]) -> None:\n xs[0] = 'x'", 3, "list[int] does not hold string"),
    ("def f(xs: list[int]) -> None:\n xs[xs.pop()] += 1", 3, "would be worked out twice"),
    ("def f(xs: list[int]) -> None:\n xs.sort()", 3, "list[int] has no method `sort` with 0 arguments"),
    ("def f(a: int) -> int:\n return a[0]", 3, "`a` is int, which has no elements"),
    ("def f(p: tuple[int, int], a: int) -> int:\n return p[a]", 3, "a number that stands in the text"),
    ("def f(p: tuple[int, int]) -> int:\n return p[2]", 3, "(int, int) has no component 2"),
    ("def f(p: tuple[int, int]) -> int:\n x, y, z = p\n return x", 3, "does not come apart into 3 values"),
    ("def f(t: dict[str, int]) -> None:\n del t['a']", 3, "for tables there is `remove_key`"),
    ("def f(t: dict[str, int]) -> int:\n for k in t:\n  return 1\n return 2", 3, "goes over `keys(t)`"),
    ("def f(b: Board[T], v: T) -> Board[T]:\n b[0] = v\n return b", 3, "boards are values"),
    ("def f(b: Board[T]) -> int:\n return len(b)", 3, "`cells(b)`"),
    ("def f(b: Board[T]) -> Board[int]:\n return filled(0, b)", 3, "`filled(v, like=b)`"),
    # statements
    ("def f(a: int) -> int:\n return print(a)", 3, "`print` is neither a routine nor a word"),
    ("def f(a: int) -> int:\n return twice(a, a)", 3, "`twice` takes 1 arguments, not 2"),
    ("def f(a: int) -> int:\n return twice('x')", 3, "`a` of `twice` must be int, not string"),
    ("def f(a: int) -> int:\n return twice(a=1)", 3, "arguments are given by place"),
    ("def f(a: int) -> int:\n return draw('x')", 3, "where int is needed"),
    ("def f(a: int) -> int:\n with a:\n  return 1", 3, "(With)"),
    ("def f(a: int) -> int:\n assert a\n return 1", 3, "(Assert)"),
    ("def f(a: int) -> int:\n a == 1\n return 1", 3, "(Expr)"),
    ("def f(a: int) -> int:\n a = b = 1\n return 1", 3, "(Assign)"),
    ("def f(a: int) -> int:\n a = 'x'\n return 1", 3, "`a` is int, and this value is string"),
    ("def f(a: int) -> int:\n x = None\n return 1", 3, "`x` needs an annotation"),
    ("def f(a: int) -> int:\n x: int = 1\n x: str = ''\n return 1", 4, "`x` is int already"),
    ("def f(a: int) -> int:\n if a > 0:\n  return 1", 3, "may end without a result"),
    ("def f(a: int) -> int:\n if a > 0:\n  x = 1\n return x", 5, "`x` may have no value here"),
    ("def f(a: int) -> int:\n while a > 0:\n  x = 1\n  a -= 1\n return x", 6, "`x` may have no value here"),
    ("def f(a: int) -> int:\n for i in range(a):\n  pass\n return i", 5, "`i` may have no value here"),
    ("def f(a: int) -> int:\n for i in range(a):\n  i = 2\n return 1", 4, "`i` counts the turns of a loop"),
    ("def f(a: int) -> int:\n for i in range(a):\n  for i in range(a):\n   pass\n return 1", 4, "`i` is in use"),
    ("def f(a: int) -> int:\n for a in range(3):\n  pass\n return 1", 3, "parameter `a` cannot count"),
    ("def f(a: int) -> int:\n for i in range(a, 0, -1):\n  pass\n return 1", 3, "upwards by one"),
    ("def f(a: int) -> int:\n for i in range(a):\n  pass\n else:\n  pass\n return 1", 3, "a loop has no `else`"),
    ("def f(a: int) -> int:\n for i in a:\n  pass\n return 1", 3, "a loop does not go over int"),
    ("def f(a: int) -> None:\n return a", 3, "this routine gives no result"),
    ("def f(a: int) -> int:\n return", 3, "a result of type int is missing"),
    ("def f(a: int) -> int:\n fail(str(a), 'x')", 3, 'failing is written `fail("kind", message)`'),
    ("def f(a: int) -> int:\n return f(a - 1)", 1, "`f` would call itself"),
    (
        "def f(a: int) -> int:\n return g(a)\n@routine(charge='0')\ndef g(a: int) -> int:\n return f(a)",
        1,
        "`f` would call",
    ),
    ("def f(a: int) -> int:\n a.x = 1\n return 1", 3, "int is no class that is declared here"),
    ("def f(a: int) -> int:\n a.x += 1\n return 1", 3, "`a.x`: int is no class"),
    ("def f(a: int) -> int:\n *a, b = 1\n return 1", 3, "int does not come apart into 2 values"),
    ("def f(a: int) -> int:\n g(a).x = 1\n return 1", 3, "only a field of something with a name"),
    ("def f(xs: list[int], p: tuple[int, int]) -> None:\n xs[0], xs[1] = p", 3, "a tuple comes apart into locals"),
    ("def f(a: int) -> int:\n a, (b, c) = 1, (2, 3)\n return 1", 3, "only locals, elements and fields"),
    ("def f(xs: list[int]) -> None:\n for xs[0] in xs:\n  pass", 3, "a loop gives its values to locals"),
    ("def f(a: int) -> int:\n while a > 0:\n  pass\n else:\n  pass\n return 1", 3, "a loop has no `else`"),
    ("def f(b: Board[T]) -> int:\n return count(b)", 3, "`count(b)` takes 1 arguments"),
    ("def f(a: int) -> int:\n return with_cell(a, 0, 1)", 3, "`board_set` does not work on int"),
    ("def f(a: int) -> int:\n return keys()", 3, "`keys` needs something to work on"),
    ("def f(a: int) -> int:\n return MANY(a)", 3, "`MANY` cannot be called"),
    # optionals and any
    ("def f(o: int | None) -> int:\n return o", 3, "`o` has int?, where int is needed"),
    ("def f(o: int | None) -> int:\n if o is None:\n  pass\n return o", 5, "`o` has int?, where int is needed"),
    ("def f(o: int | None) -> int:\n if o is not None:\n  o = None\n  return o\n return 1", 5, "where int is needed"),
    (
        "def f(o: int | None) -> int:\n if o is None:\n  return 1\n while True:\n  b = o + 1\n  o = None",
        6,
        "(int?, int)",
    ),
    ("def f(w: object) -> int:\n return w", 3, "`w` has any, where int is needed"),
    ("def f(s: str) -> int:\n return as_int(s)", 3, "string is never int"),
]


# What the routines above are called with, by the names of their parameters.
ARGUMENTS: dict[str, Type] = {
    "a": INT,
    "xs": INTS,
    "p": TupleType((INT, INT)),
    "t": TableType(STRING, INT),
    "b": BoardType(SYMBOL, 3, 3),
    "v": SYMBOL,
    "o": OptionalType(INT),
    "s": STRING,
    "w": ANY,
}


@pytest.mark.parametrize(("text", "line", "message"), REFUSALS, ids=[message for _, _, message in REFUSALS])
def test_what_is_no_routine_is_refused_at_its_line(module: Make, text: str, line: int, message: str) -> None:
    made = module(f"@routine(charge='0')\n{text}\n{HELPERS}")
    names = made.f.__code__.co_varnames[: made.f.__code__.co_argcount]
    args = [Local(name, ARGUMENTS[name]) for name in names]
    with pytest.raises(RoutineError) as error:
        Linker((made,)).call("f", args)
    assert message in error.value.message
    assert (error.value.file, error.value.line) == (made.__file__, line)
    assert str(error.value) == f"{made.__file__}:{line}: {error.value.message}"


@pytest.mark.parametrize(
    ("charge", "message"),
    [
        ("len(xs) +", "is no expression"),
        ("'x'", "where int is needed"),
        ("index_of(xs, 1)", "a charge is a formula"),
        ("len(xs.copy())", "a charge is a formula"),
        ("n", "`n` is neither a local nor a constant"),
    ],
)
def test_a_charge_is_a_formula_of_the_parameters(module: Make, charge: str, message: str) -> None:
    made = module(f"\n@routine(charge={charge!r})\ndef f(xs: list[int]) -> int:\n    n = 1\n    return n\n")
    with pytest.raises(RoutineError) as error:
        Linker((made,)).call("f", [Local("xs", INTS)])
    assert message in error.value.message
    assert error.value.line == 2


# ---------------------------------------------------------------------------------------------------- the linker

GENERIC = """
@routine(charge="len(xs)")
def first_or(xs: list[T], otherwise: T) -> T:
    return xs[0] if len(xs) > 0 else otherwise
@routine(charge="0")
def both(v: V, k: K, t: dict[K, V]) -> tuple[K, V]:
    return (k, v)
@routine(charge="0")
def outer(xs: list[T]) -> T:
    return first_or(xs, xs[0])
@routine(charge="0")
def kind(v: T) -> str:
    if is_int(v):
        return "int " + str(as_int(v))
    if is_string(v):
        return "string " + as_string(v)
    return "other"
@routine(charge="0")
def is_it(a: T, b: T) -> bool:
    return a is b
"""


@pytest.fixture
def generic(module: Make) -> ModuleType:
    return module(GENERIC)


def test_instances_are_named_after_their_types(generic: ModuleType) -> None:
    linker = Linker((generic,))
    table = TableType(STRING, ListType(INT))
    names = [
        linker.call("first_or", [Local("xs", INTS), Const(1, INT)]).function,
        linker.call("first_or", [Local("xs", ListType(SYMBOL)), Local("x", SYMBOL)]).function,
        linker.call("both", [Local("v", INTS), Const("k", STRING), Local("t", table)]).function,
        linker.call("in_a_row", [Const(3, INT), Local("v", SYMBOL), Local("b", BoardType(SYMBOL, 7, 6))]).function,
        linker.call("power", [Const(3, INT), Const(3, INT)]).function,
    ]
    assert names == [
        "first_or[int]",
        "first_or[symbol]",
        "both[list[int], string]",
        "in_a_row[symbol, 7 x 6]",
        "power[]",
    ]


def test_every_instance_is_linked_once_and_after_what_it_calls(generic: ModuleType) -> None:
    assert Linker((generic,)).functions == ()
    linker = Linker((generic,))
    for _ in range(2):
        linker.call("outer", [Local("xs", INTS)])
        linker.call("first_or", [Local("xs", INTS), Const(1, INT)])
    assert [function.name for function in linker.functions] == ["first_or[int]", "outer[int]"]
    again = Linker((generic,))
    again.call("outer", [Local("xs", INTS)])
    assert again.functions == linker.functions


def test_a_call_has_the_type_and_the_span_of_its_place(generic: ModuleType) -> None:
    span = Source("game", "text").span(0, 4)
    call = Linker((generic,)).call("first_or", [Local("xs", INTS), Const(1, INT)], span)
    assert (call.type, call.span) == (INT, span)


def test_arguments_are_made_as_wide_as_the_container_wants(generic: ModuleType) -> None:
    linker = Linker((generic,))
    call = linker.call("first_or", [Local("xs", ListType(ANY)), Const(1, INT)])
    assert call.type == ANY
    assert call.args[1] == nodes.Convert(Const(1, INT), ANY)
    optional = linker.call("first_or", [Local("xs", ListType(OptionalType(INT))), Const(None, NONE)])
    assert optional.args[1].type == OptionalType(INT)


def test_a_generic_routine_tells_types_apart_when_it_is_compiled(generic: ModuleType, runner: Run) -> None:
    routines = runner(generic)
    assert routines("kind", (INT,), 3) == "int 3"
    assert routines("kind", (STRING,), "x") == "string x"
    assert routines("kind", (BOOL,), True) == "other"
    assert routines("kind", (ANY,), "x") == "string x"
    # Nothing of the other branches is left.
    assert routines.function("kind", BOOL).body == (Return(Const("other", STRING)),)


def test_routines_draw_from_the_chance_of_the_match(module: Make, runner: Run) -> None:
    made = module("@routine(charge='0')\ndef f(xs: list[int]) -> int:\n    return draw(10) * 10 + draw_weighted(xs)\n")
    for seed in range(5):
        chance = Chance(derive(seed, 0))
        wanted = chance.below(10) * 10 + chance.weighted((1, 0, 2))
        assert runner(made)("f", (INTS,), [1, 0, 2], seed=seed) == wanted


def test_references_are_compared_by_identity(generic: ModuleType, runner: Run) -> None:
    xs = [1]
    routines = runner(generic)
    assert routines("is_it", (INTS, INTS), xs, xs)
    assert not routines("is_it", (INTS, INTS), xs, [1])
    linked = Linker((generic,)).call("is_it", [Local("a", ObjectType("Card")), Local("b", ObjectType("Card"))])
    assert linked.function == "is_it[object Card]"


@pytest.mark.parametrize(
    ("name", "types", "message"),
    [
        ("in_a_rwo", (), "there is no routine `in_a_rwo`. Did you mean in_a_row?"),
        ("first_or", (INTS,), "`first_or` takes 2 arguments, not 1"),
        ("first_or", (INT, INT), "`xs` of `first_or` must be list[int], not int"),
        ("first_or", (INTS, STRING), "`otherwise` of `first_or` must be int, not string"),
    ],
)
def test_a_call_that_does_not_fit_is_refused_at_its_place(
    generic: ModuleType, name: str, types: tuple[Type, ...], message: str
) -> None:
    args = [Local(f"a{number}", type_) for number, type_ in enumerate(types)]
    linker = Linker((generic,))
    with pytest.raises(RoutineError) as error:
        linker.call(name, args, Source("game.bgl", "one\ntwo\n").span(4, 7))
    assert str(error.value) == f"game.bgl:2: {message}"
    with pytest.raises(RoutineError) as placeless:
        linker.call(name, args)
    assert str(placeless.value) == message


def test_a_routine_inside_a_function_is_refused(module: Make) -> None:
    made = module("def outer():\n @routine(charge='0')\n def f(a: int) -> int:\n  return a\n return f\nf = outer()\n")
    with pytest.raises(RoutineError, match=r":2: routine `f` is no function of a module"):
        Linker((made,)).call("f", [Const(1, INT)])


def test_a_routine_without_a_text_is_refused(module: Make) -> None:
    made = module("text = '@routine(charge=\\'0\\')\\ndef f(a: int) -> int:\\n return a'\nexec(text, globals())\n")
    with pytest.raises(RoutineError, match=r"the text of routine `f` cannot be read"):
        Linker((made,)).call("f", [Const(1, INT)])


def test_two_routines_of_one_name_are_refused(module: Make) -> None:
    made = module('@routine(charge="0")\ndef power(a: int, b: int) -> int:\n    return 1\n')
    with pytest.raises(RoutineError, match=r"routine `power` is defined in parlour\.core\.runtime\.numbers too"):
        Linker((made,))


def test_a_routine_may_call_one_of_another_module(module: Make) -> None:
    made = module('@routine(charge="len(xs)")\ndef has(xs: list[T], v: T) -> bool:\n    return index_of(xs, v) >= 0\n')
    linker = Linker((made,))
    linker.call("has", [Local("xs", INTS), Const(1, INT)])
    assert [function.name for function in linker.functions] == ["index_of[int]", "has[int]"]


# --------------------------------------------------------------------------------------------- the code it makes


Compile = Callable[..., nodes.Function]


@pytest.fixture
def compiled(module: Make, runner: Run) -> Compile:
    """Compiles a routine `f`, given from its parameters on, for arguments of these types."""

    def make(text: str, *types: Type) -> nodes.Function:
        made: nodes.Function = runner(module(f'{HELPERS}\n@routine(charge="1")\ndef f{text}\n')).function("f", *types)
        return made

    return make


def test_constants_are_worked_out_by_the_compiler(compiled: Compile) -> None:
    function = compiled(
        "(b: Board[int]) -> int:\n if width(b) * height(b) == cells(b) and 'a' + 'b' == 'ab':\n"
        "  return 2 * 3 - width(b)\n return b[0]",
        BoardType(INT, 4, 2),
    )
    assert function.body == (Return(Const(2, INT)),)


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("-3", "int", -3),
        ("-1.5", "float", -1.5),
        ("~5", "int", -6),
        ("7 // -2 * 10 + 7 % -2", "int", -41),
        ("6 & 3 | 8 ^ 1", "int", 11),
        ("float(3)", "float", 3.0),
        ("(4, 5)[1]", "int", 5),
        ("not True", "bool", False),
        ("True == False", "bool", False),
        ("Symbol('X') != Symbol('Y')", "bool", True),
        ("'b' > 'a'", "bool", True),
        ("len('abc')", "int", 3),
        ("1 if is_int(a) else 'text'", "int", 1),
        ("f'{12}' + f'a{1}'", "str", "12a1"),
    ],
)
def test_what_is_known_is_a_constant(compiled: Compile, text: str, type_: str, value: Any) -> None:
    (result,) = compiled(f"(a: int) -> {type_}:\n return {text}", INT).body
    assert isinstance(result, Return) and isinstance(result.value, Const)
    assert result.value.value == value and type(result.value.value) is type(value)


@pytest.mark.parametrize("text", ["1 // 0", "1 % 0", "9223372036854775807 + 1"])
def test_what_would_fail_is_left_to_fail_when_it_runs(compiled: Compile, text: str) -> None:
    function = compiled(f"(a: int) -> int:\n return {text}", INT)
    assert isinstance(function.body[0], Return) and isinstance(function.body[0].value, Op)


def test_adding_nothing_and_multiplying_by_one_leave_no_code(compiled: Compile) -> None:
    function = compiled("(a: int) -> int:\n return (0 + a * 1 - 0) // 1 + 0", INT)
    assert function.body == (Return(Local("a", INT)),)


def test_taking_away_from_nothing_is_no_nothing(compiled: Compile) -> None:
    function = compiled("(a: int) -> int:\n return 0 - a", INT)
    assert function.body == (Return(Op("sub", (Const(0, INT), Local("a", INT)), INT)),)


def test_a_chain_of_conditions_is_one_node(compiled: Compile) -> None:
    function = compiled("(a: int) -> int:\n if a == 0:\n  return 1\n elif a == 1:\n  return 2\n else:\n  return 3", INT)
    (chain,) = function.body
    assert isinstance(chain, If) and len(chain.arms) == 2 and chain.otherwise == (Return(Const(3, INT)),)


def test_a_list_that_cannot_change_is_walked_by_counting(compiled: Compile) -> None:
    function = compiled(
        "(xs: list[int]) -> list[int]:\n ys: list[int] = []\n for x in xs:\n  ys.append(x)\n return ys", INTS
    )
    assert isinstance(function.body[1], For)


@pytest.mark.parametrize("change", ["xs.append(x)", "push(xs, x)", "zs.append(x)", "xs.pop()"])
def test_a_list_that_may_change_is_asked_for_its_length_at_every_turn(compiled: Compile, change: str) -> None:
    function = compiled(f"(xs: list[int]) -> None:\n zs = xs\n for x in xs:\n  {change}", INTS)
    assert isinstance(function.body[-1], While)


def test_exchanging_two_locals_takes_one_more(compiled: Compile) -> None:
    function = compiled("(a: int, b: int) -> int:\n a, b = b, a\n return a", INT, INT)
    assert [variable.name for variable in function.locals] == ["value1"]


def test_a_checked_narrowing_stays_where_its_value_becomes_wide_again(module: Make, runner: Run) -> None:
    made = module("@routine(charge='0')\ndef f(a: object) -> object:\n    return as_int(a)\n")
    assert runner(made).agrees(made.f, (ANY,), 1) == 1
    assert runner(made).agrees(made.f, (ANY,), "x") == "failed: type"


def test_what_was_found_not_to_be_none_is_not_looked_at_again_where_that_does_not_matter(compiled: Compile) -> None:
    function = compiled("(a: int | None) -> int | None:\n if a is None:\n  return 3\n return a", OptionalType(INT))
    assert function.body[-1] == Return(Local("a", OptionalType(INT)))


def test_the_code_of_a_character_needs_no_string(compiled: Compile) -> None:
    function = compiled("(s: str, i: int) -> int:\n return ord(s[i])", STRING, INT)
    assert [part.name for part in all_expressions(function) if isinstance(part, Op)] == ["code_at"]


def test_compiled_routines_can_be_read(compiled: Compile) -> None:
    function = compiled(
        "(xs: list[T], v: T) -> int:\n for i in range(len(xs)):\n  if xs[i] == v:\n   return i\n return -1",
        INTS,
        INT,
    )
    assert (
        print_function(function)
        == """\
routine `f[int]`(xs: list[int], v: int) -> int charge 1 {
  locals (i: int)
  for i from 0 to list_length(xs) {
    if eq(list_get(xs, i), v) {
      return i
    }
  }
  return -1
}"""
    )
