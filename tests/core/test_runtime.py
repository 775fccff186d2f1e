"""The library of routines: each against a plain definition of its own, run as Python and as compiled core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.chance import Chance, derive
from parlour.core.nodes import Const, Evaluate, Function, Local, MakeList, Program
from parlour.core.passes.effects import infer
from parlour.core.routine.linker import Linker
from parlour.core.routine.routine import RoutineError
from parlour.core.runtime import boards, lists, numbers, strings, tables, texts
from parlour.core.runtime.words import Board, RoutineFailure
from parlour.core.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    STRING,
    SYMBOL,
    BoardType,
    ListType,
    TableType,
    TupleType,
    Type,
)
from parlour.core.values import Symbol
from parlour.core.verify import verify
from parlour.engines.python.engine import PythonEngine
from parlour.game.position import Budget
from parlour.syntax.source import Source
from parlour.testing.core_games import PlainTable, prepare

X, Y, E = map(Symbol, "XYE")
INT_MAX = 2**63 - 1
INT_MIN = -(2**63)

SHAPES = [(1, 1), (1, 5), (5, 1), (2, 3), (3, 3), (4, 3), (5, 6), (7, 6), (9, 7), (8, 8), (2, 40)]
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (-1, 1)]

ints = st.integers(min_value=-20, max_value=20)
wide_ints = st.one_of(ints, st.integers(INT_MIN, INT_MAX), st.sampled_from([INT_MIN, INT_MAX, 0, 1, -1]))
int_lists = st.lists(st.integers(0, 6), max_size=20)
short_texts = st.text(alphabet="aAbBzZ \t\nxéß0-9", max_size=12)


@st.composite
def some_board(draw: Callable[[Any], Any], shape: tuple[int, int] | None = None) -> Board[Symbol]:
    width, height = shape or draw(st.sampled_from(SHAPES))
    # Mostly X, so that long runs are common.
    return Board(width, height, [draw(st.sampled_from([X, X, X, Y])) for _ in range(width * height)])


def type_of(board: Board[Symbol]) -> BoardType:
    return BoardType(SYMBOL, board.width, board.height)


def at(board: Board[Symbol], x: int, y: int) -> Symbol | None:
    inside = 0 <= x < board.width and 0 <= y < board.height
    return board[y * board.width + x] if inside else None


def run_from(board: Board[Symbol], v: Symbol, x: int, y: int, step: tuple[int, int]) -> int:
    length = 0
    while at(board, x + length * step[0], y + length * step[1]) is v:
        length += 1
    return length


def longest(board: Board[Symbol], v: Symbol, directions: list[tuple[int, int]]) -> int:
    places = [(x, y) for x in range(board.width) for y in range(board.height)]
    return max(run_from(board, v, x, y, step) for x, y in places for step in directions)


# ----------------------------------------------------------------------------------------------------- boards


@given(board=some_board(), n=st.one_of(st.integers(-2, 8), st.sampled_from([INT_MAX, INT_MIN])))
def test_in_a_row_finds_runs_in_all_four_directions(library: Any, board: Board[Symbol], n: int) -> None:
    found = library.agrees(boards.in_a_row, (INT, SYMBOL, type_of(board)), n, X, board)
    assert found == (n <= 0 or longest(board, X, DIRECTIONS) >= n)


@pytest.mark.parametrize("height", [6, 10])  # as bits, and cell by cell
@pytest.mark.parametrize("step", DIRECTIONS)
@pytest.mark.parametrize("start", [(0, 0), (3, 0), (6, 0), (0, 2), (3, 2), (6, 2), (0, 5), (6, 5)])
def test_in_a_row_sees_a_lone_line_wherever_it_fits(
    library: Any, step: tuple[int, int], start: tuple[int, int], height: int
) -> None:
    line = [(start[0] + k * step[0], start[1] + k * step[1]) for k in range(4)]
    if not all(0 <= x < 7 and 0 <= y < height for x, y in line):
        line = []
    board = Board(7, height, [X if (x, y) in line else E for y in range(height) for x in range(7)])
    for n in (3, 4, 5):
        assert library("in_a_row", (INT, SYMBOL, type_of(board)), n, X, board) == (len(line) >= n)


def test_in_a_row_does_not_run_over_the_edge_of_the_board(library: Any) -> None:
    board = Board(4, 3, [E, E, X, X, X, E, E, E, E, E, E, E])
    assert not library("in_a_row", (INT, SYMBOL, type_of(board)), 3, X, board)


@given(board=some_board(), v=st.sampled_from([X, Y, E]))
def test_the_longest_runs_are_found_by_direction(library: Any, board: Board[Symbol], v: Symbol) -> None:
    types = (SYMBOL, type_of(board))
    assert library.agrees(boards.longest_row, types, v, board) == longest(board, v, [(1, 0)])
    assert library.agrees(boards.longest_column, types, v, board) == longest(board, v, [(0, 1)])
    assert library.agrees(boards.longest_diagonal, types, v, board) == longest(board, v, [(1, 1), (-1, 1)])


@given(board=some_board(), index=st.integers(-1, 8))
def test_rows_and_columns_are_counted_from_1(library: Any, board: Board[Symbol], index: int) -> None:
    types = (SYMBOL, type_of(board), INT)
    row = [at(board, x, index - 1) for x in range(board.width)]
    column = [at(board, index - 1, y) for y in range(board.height)]
    in_row = library.agrees(boards.count_in_row, types, X, board, index)
    in_column = library.agrees(boards.count_in_column, types, X, board, index)
    assert in_row == (row.count(X) if 1 <= index <= board.height else "failed: index")
    assert in_column == (column.count(X) if 1 <= index <= board.width else "failed: index")


def test_a_row_that_is_not_there_is_named_with_the_size_of_the_board(library: Any) -> None:
    with pytest.raises(RoutineFailure, match="There is no row 4: the board has 3 rows, counted from 1"):
        library("count_in_row", (SYMBOL, BoardType(SYMBOL, 2, 3), INT), X, Board(2, 3, [E] * 6), 4)
    with pytest.raises(RoutineFailure, match="There is no column 0: the board has 2 columns, counted from 1"):
        library("count_in_column", (SYMBOL, BoardType(SYMBOL, 2, 3), INT), X, Board(2, 3, [E] * 6), 0)


@given(board=some_board(), v=st.sampled_from([X, Y, E]))
def test_cells_are_listed_row_by_row(library: Any, board: Board[Symbol], v: Symbol) -> None:
    places = [(x + 1, y + 1) for y in range(board.height) for x in range(board.width) if at(board, x, y) is v]
    assert library.agrees(boards.positions_of, (SYMBOL, type_of(board)), v, board) == places


def test_boards_of_other_things_than_symbols_work_too(library: Any) -> None:
    pair = TupleType((INT, BOOL))
    board = Board(3, 2, [(1, True), (0, True), (1, True), (1, True), (1, True), (1, True)])
    assert library("in_a_row", (INT, pair, BoardType(pair, 3, 2)), 3, (1, True), board)
    assert library("longest_row", (FLOAT, BoardType(FLOAT, 2, 1)), 0.5, Board(2, 1, [0.5, 0.5])) == 2


# ------------------------------------------------------------------------------------------------------ lists


@given(xs=int_lists, v=st.integers(0, 6))
def test_lists_are_searched_by_value(library: Any, xs: list[int], v: int) -> None:
    types = (ListType(INT), INT)
    assert library.agrees(lists.index_of, types, xs, v) == (xs.index(v) if v in xs else -1)
    assert library.agrees(lists.contains, types, xs, v) == (v in xs)


@given(xs=int_lists, ys=int_lists)
def test_new_lists_leave_the_old_ones_alone(library: Any, xs: list[int], ys: list[int]) -> None:
    before = list(xs)
    assert library.agrees(lists.concat, (ListType(INT), ListType(INT)), xs, ys) == xs + ys
    assert library.agrees(lists.distinct, (ListType(INT),), xs) == list(dict.fromkeys(xs))
    assert xs == before


@given(xs=int_lists, n=st.integers(-2, 9))
def test_a_list_is_repeated_as_often_as_asked(library: Any, xs: list[int], n: int) -> None:
    assert library.agrees(lists.repeat_list, (ListType(INT), INT), xs, n) == xs * n


def test_repeating_nothing_ever_so_often_is_nothing_and_something_too_much(library: Any) -> None:
    assert library("repeat_list", (ListType(INT), INT), [], INT_MAX) == []
    with pytest.raises(RoutineFailure) as failure:
        library("repeat_list", (ListType(INT), INT), [1], INT_MAX)
    assert failure.value.kind in ("memory", "steps")


@pytest.mark.parametrize(
    ("type_", "elements"),
    [
        (INT, wide_ints),
        (FLOAT, st.floats(allow_nan=False).map(lambda x: x + 0.0)),
        (STRING, short_texts),
    ],
)
def test_the_largest_is_found(library: Any, type_: Type, elements: st.SearchStrategy[Any]) -> None:
    @given(xs=st.lists(elements, max_size=8))
    def check(xs: list[Any]) -> None:
        assert library.agrees(lists.largest, (ListType(type_),), xs) == (max(xs) if xs else "failed: empty")

    check()


def test_what_has_no_order_has_no_largest() -> None:
    with pytest.raises(RoutineError, match=r"does not take \(bool, bool\)"):
        Linker().call("largest", [Local("xs", ListType(BOOL))])


def test_lists_of_lists_have_no_distinct_elements() -> None:
    with pytest.raises(RoutineError, match=r"list\[int\] cannot be the key of a table"):
        Linker().call("distinct", [Local("xs", ListType(ListType(INT)))])


# ----------------------------------------------------------------------------------------------------- tables

INT_TABLE = TableType(STRING, INT)
int_tables = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 5), max_size=6)


@given(table=int_tables)
def test_entries_come_in_their_order(library: Any, table: dict[str, int]) -> None:
    assert library.agrees(tables.entries, (INT_TABLE,), table) == list(table.items())


@given(table=int_tables, other=int_tables)
def test_merging_keeps_the_order_of_insertion(library: Any, table: dict[str, int], other: dict[str, int]) -> None:
    wanted = list({**table, **other}.items())
    library.agrees(tables.merge, (INT_TABLE, INT_TABLE), table, other)
    assert list(table.items()) == wanted


# ---------------------------------------------------------------------------------------------------- strings


UNITS = "a\ud7ff\ue000\uffff\U00010000\U0010ffff"


@given(a=st.text(alphabet=UNITS, max_size=4), b=st.text(alphabet=UNITS, max_size=4))
def test_strings_are_ordered_by_units_of_utf_16(library: Any, a: str, b: str) -> None:
    order = library.agrees(strings.order_by_units, (STRING, STRING), a, b)
    one, other = a.encode("utf-16-be"), b.encode("utf-16-be")
    assert ((order > 0) - (order < 0)) == ((one > other) - (one < other))


@given(s=short_texts, part=st.text(alphabet="aAb é", max_size=2), other=st.text(max_size=3))
def test_parts_of_strings_are_replaced(library: Any, s: str, part: str, other: str) -> None:
    replaced = s.replace(part, other) if part else "failed: range"
    assert library.agrees(strings.replace, (STRING, STRING, STRING), s, part, other) == replaced


@given(s=st.one_of(short_texts, st.text(alphabet="ab\x0b\x0c\r\n\x1c\x85\u2003", max_size=8)))
def test_only_the_letters_of_ascii_count(library: Any, s: str) -> None:
    upper = "".join(c.upper() if c.isascii() else c for c in s)
    lower = "".join(c.lower() if c.isascii() else c for c in s)
    assert library.agrees(strings.upper, (STRING,), s) == upper
    assert library.agrees(strings.lower, (STRING,), s) == lower


# ------------------------------------------------------------------------------------------------------ texts


@given(parts=st.lists(short_texts, max_size=5))
def test_texts_are_joined(library: Any, parts: list[str]) -> None:
    type_ = ListType(STRING)
    around = library.agrees(texts.enclosed, (type_, STRING, STRING, STRING), parts, "{", ", ", "}")
    assert around == "{" + ", ".join(parts) + "}"


def test_a_number_goes_with_its_noun(library: Any) -> None:
    cards = [library.agrees(texts.counted, (INT, STRING, STRING), n, "card", "cards") for n in (0, 1, 2)]
    assert cards == ["0 cards", "1 card", "2 cards"]


# ---------------------------------------------------------------------------------------------------- numbers


def fits(value: int) -> int | str:
    return value if INT_MIN <= value <= INT_MAX else "failed: overflow"


@given(a=wide_ints)
def test_numbers_have_signs(library: Any, a: int) -> None:
    assert library.agrees(numbers.sign, (INT,), a) == (a > 0) - (a < 0)


@given(base=st.one_of(ints, wide_ints), exponent=st.integers(-1, 70))
def test_a_power_fails_only_if_the_result_does_not_fit(library: Any, base: int, exponent: int) -> None:
    wanted = "failed: range" if exponent < 0 else fits(base**exponent)
    assert failing(library, "power", (INT, INT), base, exponent) == wanted


def test_a_power_with_a_large_exponent_needs_few_turns(library: Any) -> None:
    assert [library("power", (INT, INT), base, INT_MAX) for base in (0, 1, -1)] == [0, 1, -1]


def failing(library: Any, name: str, types: tuple[Type, ...], *args: Any) -> Any:
    try:
        return library(name, types, *args)
    except RoutineFailure as failure:
        return f"failed: {failure.kind}"


# ----------------------------------------------------------------------------------------------------- chance


@given(xs=int_lists, seed=st.integers(0, 2**64 - 1))
def test_shuffling_draws_from_the_last_place_down(library: Any, xs: list[int], seed: int) -> None:
    wanted = list(xs)
    chance = Chance(derive(seed, 0))
    for i in range(len(wanted) - 1, 0, -1):
        j = chance.below(i + 1)
        wanted[i], wanted[j] = wanted[j], wanted[i]
    before = list(xs)
    assert library("shuffled", (ListType(INT),), xs, seed=seed) == wanted
    assert xs == before
    library("shuffle", (ListType(INT),), xs, seed=seed)
    assert xs == wanted


@given(xs=st.lists(st.integers(), min_size=1, max_size=9), seed=st.integers(0, 1000))
def test_picking_draws_once(library: Any, xs: list[int], seed: int) -> None:
    assert library("pick", (ListType(INT),), xs, seed=seed) == xs[Chance(derive(seed, 0)).below(len(xs))]


def test_nothing_is_picked_from_nothing(library: Any) -> None:
    with pytest.raises(RoutineFailure, match="empty list"):
        library("pick", (ListType(INT),), [])


# ------------------------------------------------------------------------------------------ the library as a whole


def everything() -> Linker:
    """A linker that needs every routine of the library, with elements of type int."""
    linker = Linker()
    for name, routine in linker.routines.items():
        annotations: dict[str, str] = routine.function.__annotations__
        args = [Local(param, read_type(text)) for param, text in annotations.items() if param != "return"]
        linker.call(name, args)
    return linker


def read_type(text: str) -> Type:
    if text.startswith("Board["):
        return BoardType(INT, 4, 3)
    if text.startswith("list["):
        return ListType(read_type(text[5:-1]))
    if text.startswith("dict["):
        key, value = text[5:-1].split(", ")
        return TableType(read_type(key), read_type(value))
    return {"float": FLOAT, "bool": BOOL, "str": STRING}.get(text, INT)


def as_program(linker: Linker) -> Program:
    return Program("library", (Function("main", (), NONE, ()), *linker.functions), "main")


def test_every_routine_of_the_library_is_valid_core() -> None:
    linker = everything()
    assert verify(as_program(linker)) == []
    assert verify(prepare(as_program(linker))) == []
    assert {function.name.partition("[")[0] for function in linker.functions} == set(linker.routines)


def test_only_routines_that_say_so_change_what_they_are_given_or_draw() -> None:
    effects = infer(as_program(everything()))
    writers = {name.partition("[")[0] for name, effect in effects.items() if effect.writes}
    drawers = {name.partition("[")[0] for name, effect in effects.items() if effect.draws}
    assert writers == {"merge", "shuffle", "shuffled"}
    assert drawers == {"shuffle", "shuffled", "pick"}


def test_a_call_takes_the_charge_of_its_routine_and_an_error_belongs_to_the_line_of_the_call() -> None:
    source = Source("game.bgl", "first line\ncount the row\n")
    span = source.span(11, 24)
    linker = Linker()
    numbers_ = MakeList(tuple(Const(n, INT) for n in range(40)), ListType(INT))
    call = linker.call("largest", [numbers_], span)
    empty = linker.call("largest", [MakeList((), ListType(INT))], span)
    main = Function("main", (), NONE, (Evaluate(call, span), Evaluate(empty, span)))
    engine = PythonEngine(prepare(Program("p", (main, *linker.functions), "main")), PlainTable([]))
    position = engine.start(0, {}, Budget())
    assert position.error is not None
    assert (position.error.code, position.error.span) == ("empty", span)
    assert "An empty list has no largest element" in position.error.message
    poor = engine.start(0, {}, Budget(steps=30))
    assert poor.error is not None
    assert (poor.error.code, poor.error.span) == ("steps", span)
