"""The builder of front ends: names, values kept for later, conversions, long chains."""

from __future__ import annotations

import pytest

from parlour.core import builder, nodes, types
from parlour.core.builder import FALSE, LONGEST_NEST, TRUE, Builder, number, op
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import Class, Convert, Expr, Function, Local, Narrow, Program, Return, Variable
from parlour.core.passes.order import in_order
from parlour.core.types import ANY, BOOL, INT, NONE, STRING, ObjectType, OptionalType, Type
from parlour.core.verify import check
from parlour.engines.python.engine import PythonEngine
from parlour.game.position import Budget
from parlour.testing.core_games import PlainTable

PIECE, KING, CARD = ObjectType("Piece"), ObjectType("King"), ObjectType("Card")
CLASSES = (Class("Piece", None, (Variable("owner", INT),)), Class("King", "Piece"), Class("Card"))
WORLD = Hierarchy(CLASSES)


def result(function: Function, *more: Function) -> object:
    """What a function without parameters gives."""
    main = Function("main", (), NONE, ())
    program = in_order(Program("p", (main, function, *more), "main", (), CLASSES))
    check(program)
    engine = PythonEngine(program, PlainTable([]))
    return engine.code.functions[engine.functions[function.name]](engine.new_run(0, Budget()))


def test_a_name_that_is_taken_gets_a_number() -> None:
    build = Builder()
    assert build.parameter("x", INT) == Local("x", INT)
    assert [build.fresh(name, BOOL).name for name in ("x", "y", "x")] == ["x 2", "y", "x 3"]
    function = build.function("f", NONE, [])
    assert function.params == (Variable("x", INT),)
    assert function.locals == (Variable("x 2", BOOL), Variable("y", BOOL), Variable("x 3", BOOL))


def test_a_local_that_may_have_no_value_is_marked_in_the_function() -> None:
    build = Builder()
    build.fresh("sure", INT)
    build.unsure(build.fresh("unsure", INT))
    assert build.function("f", NONE, []).locals == (Variable("sure", INT), Variable("unsure", INT, may_be_unset=True))


def test_what_is_used_twice_is_evaluated_once() -> None:
    calls = Builder()
    counted = nodes.Global("calls", INT)
    count = calls.function("count", INT, [builder.assign(counted, op("add", counted, number(1))), Return(counted)])
    build = Builder()
    doubled = build.once(nodes.Call("count", (), INT), lambda kept: op("add", kept, kept))
    start = builder.assign(counted, number(20))
    main = Function("main", (), NONE, ())
    program = in_order(
        Program(
            "p",
            (main, build.function("f", INT, [start, Return(doubled)]), count),
            "main",
            (nodes.GlobalVariable("calls", INT),),
        )
    )
    check(program)
    engine = PythonEngine(program, PlainTable([]))
    assert engine.code.functions[engine.functions["f"]](engine.new_run(0, Budget())) == 42


def test_a_local_is_copied_unless_none_ever_changes() -> None:
    for locals_change in (True, False):
        build = Builder(locals_change=locals_change)
        x = build.fresh("x", INT)
        change = nodes.Assign("x", number(5))
        statements: list[nodes.Stmt] = [nodes.Assign("x", number(1))]
        kept = build.keep(x, statements)
        body = [*statements, change, Return(kept)]
        assert result(build.function("f", INT, body)) == (1 if locals_change else 5)
    assert Builder().keep(number(7), []) == number(7)


@pytest.mark.parametrize(
    ("given", "wanted", "steps"),
    [
        (INT, INT, []),
        (INT, ANY, [Convert]),
        (INT, OptionalType(INT), [Convert]),
        (NONE, OptionalType(INT), [Convert]),
        (KING, PIECE, [Convert]),
        (KING, OptionalType(PIECE), [Convert]),
        (OptionalType(KING), OptionalType(PIECE), [Convert]),
        (ANY, INT, [Narrow]),
        (ANY, OptionalType(PIECE), [Narrow]),
        (PIECE, KING, [Narrow]),
        (OptionalType(PIECE), PIECE, [Narrow]),
        (OptionalType(PIECE), KING, [Narrow]),
        (OptionalType(PIECE), OptionalType(KING), [Narrow]),
        (PIECE, OptionalType(KING), [Narrow, Convert]),
        (OptionalType(KING), PIECE, [Convert, Narrow]),
        (CARD, PIECE, [Convert, Narrow]),
    ],
    ids=str,
)
def test_a_value_is_fitted_to_any_type_by_steps_that_the_verifier_accepts(
    given: Type, wanted: Type, steps: list[type]
) -> None:
    build = Builder(WORLD)
    fitted: Expr = build.fit(build.parameter("value", given), wanted)
    body = [Return(fitted if wanted != NONE else None)]
    check(Program("p", (Function("main", (), NONE, ()), build.function("f", wanted, body)), "main", (), CLASSES))
    taken = []
    while isinstance(fitted, Convert | Narrow):
        taken.append(type(fitted))
        fitted = fitted.value
    assert taken[::-1] == steps


def test_storing_fits_a_value_to_its_place_or_drops_it() -> None:
    build = Builder(WORLD)
    wide = build.fresh("wide", ANY)
    assert build.store(wide, number(1)) == [nodes.Assign("wide", Convert(number(1), ANY))]
    assert build.store(nodes.Global("g", INT), number(1)) == [nodes.SetGlobal("g", number(1))]
    owner = nodes.Field(Local("piece", PIECE), "owner", INT)
    assert build.store(owner, number(1)) == [nodes.SetField(Local("piece", PIECE), "owner", number(1))]
    call = nodes.Call("f", (), INT)
    assert build.store(builder.NOTHING, call) == [nodes.Evaluate(call)]
    assert builder.effect(build.once(call, lambda kept: kept)) == [nodes.Assign("part", call)]


@pytest.mark.parametrize("links", [0, 1, LONGEST_NEST, LONGEST_NEST + 1, 10 * LONGEST_NEST])
def test_a_long_chain_nests_no_deeper_than_its_pieces(links: int) -> None:
    build = Builder()
    value = build.chain(number(1000), range(links), lambda left, link: op("sub", left, number(link)))
    function = build.function("f", INT, [Return(value)])
    assert len(function.locals) == max(0, links - 1) // LONGEST_NEST
    assert result(function) == 1000 - sum(range(links))


@pytest.mark.parametrize("length", [1, 2, LONGEST_NEST + 2, 3 * LONGEST_NEST + 1])
def test_logic_stops_early_however_long_it_is(length: int) -> None:
    failing = op("eq", op("div", number(1), number(0)), number(0))
    for word, going_on, stop in (("and", TRUE, FALSE), ("or", FALSE, TRUE)):
        assert word in ("and", "or")
        build = Builder()
        operands = [going_on] * (length - 1) + [stop]
        value = build.logic("and" if word == "and" else "or", [*operands, failing])
        assert result(build.function("f", BOOL, [Return(value)])) == stop.value


def test_words_look_up_the_type_of_an_operation() -> None:
    numbers = Local("numbers", types.ListType(INT))
    assert builder.element(numbers, number(0)).type == INT
    assert builder.length(numbers).type == INT
    with pytest.raises(TypeError, match=r"`add` does not take \(int, bool\)"):
        op("add", number(1), TRUE)


def test_parts_of_a_tuple_are_in_order() -> None:
    pair = nodes.MakeTuple((number(3), builder.text("x")), types.TupleType((INT, STRING)))
    build = Builder()
    swapped = build.once(pair, lambda kept: nodes.MakeTuple(builder.parts(kept)[::-1], types.TupleType((STRING, INT))))
    assert result(build.function("f", swapped.type, [Return(swapped)])) == ("x", 3)


@pytest.mark.parametrize("pieces", [(), ("a",), ("a", "b"), ("a", "b", "c")])
def test_a_sentence_is_its_pieces_in_a_row(pieces: tuple[str, ...]) -> None:
    assert result(Builder().function("f", STRING, [Return(builder.sentence(*pieces))])) == "".join(pieces)


def test_statements_in_words_do_what_they_say() -> None:
    build = Builder()
    items = build.fresh("items", types.ListType(INT))
    body = [
        builder.assign(items, builder.blank(items.type)),
        builder.push(items, number(1)),
        builder.push(items, number(2)),
        builder.set_element(items, number(0), number(3)),
        builder.when(builder.negated(op("eq", builder.element(items, number(1)), number(2))), Return(number(-1))),
        Return(op("add", builder.element(items, number(0)), builder.length(items))),
    ]
    assert result(build.function("f", INT, body)) == 5


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        (INT, 0),
        (types.FLOAT, 0.0),
        (STRING, ""),
        (types.TupleType((INT, BOOL)), (0, False)),
        (types.ListType(INT), []),
        (OptionalType(PIECE), None),
        (types.BoardType(INT, 2, 1), (0, 0)),
    ],
    ids=str,
)
def test_a_blank_is_some_value_of_its_type(type_: Type, value: object) -> None:
    assert result(Builder().function("f", type_, [Return(builder.blank(type_))])) == value
    assert builder.blank(types.SYMBOL, "Empty") == builder.symbol("Empty")
