"""The generator of random programs, measured: they are valid, and together they use everything core has.

What they do when they run is measured with the engines; here it is what they are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest
from hypothesis import given, settings

from parlour.core.chance import Chance
from parlour.core.checks.tags import let_out
from parlour.core.hierarchy import Hierarchy
from parlour.core.nodes import (
    Ask,
    Assign,
    Call,
    Const,
    Convert,
    Domain,
    Expr,
    For,
    Function,
    Global,
    Invoke,
    Local,
    MakeTuple,
    Narrow,
    Op,
    Options,
    Program,
    Speculate,
    Stmt,
    TailCall,
    VirtualCall,
    While,
)
from parlour.core.ops import OPS
from parlour.core.passes.call_graph import asking, callees, cycles, reach, recursive
from parlour.core.passes.suspension import FAIL, plan
from parlour.core.passes.tail_calls import mark_tails
from parlour.core.read.program import read_program
from parlour.core.routine.linker import Linker
from parlour.core.text import print_program
from parlour.core.types import (
    INT,
    BoardType,
    ListType,
    ObjectType,
    OptionalType,
    Scalar,
    TableType,
    TupleType,
    Type,
    slots,
)
from parlour.core.verify import verify
from parlour.core.walk import all_expressions, walk_block, walk_domain, walk_expr
from parlour.testing.generate import random_program
from parlour.testing.strategies import programs

SEEDS = 100


@pytest.fixture(scope="module")
def sample() -> list[Program]:
    return [random_program(Chance(seed)) for seed in range(SEEDS)]


def statements(program: Program) -> Iterator[tuple[Function, Stmt]]:
    for function in program.functions:
        for stmt in walk_block(function.body):
            yield function, stmt


def parts(program: Program) -> Iterator[Expr]:
    for function in program.functions:
        yield from all_expressions(function)


@settings(max_examples=20)
@given(programs(4))
def test_a_program_is_valid_before_and_after_marking_its_tails_and_reads_back(program: Program) -> None:
    assert verify(program) == []
    marked = mark_tails(program)
    assert verify(marked) == []
    assert read_program(print_program(marked)) == marked
    plan(marked)


def test_a_program_follows_from_its_seed_and_size(sample: list[Program]) -> None:
    assert [random_program(Chance(seed)) for seed in range(5)] == sample[:5]
    assert len({print_program(program) for program in sample[:20]}) == 20
    assert random_program(Chance(3), 1) != random_program(Chance(3), 6)


def test_larger_programs_have_more_statements() -> None:
    def total(size: int) -> int:
        return sum(1 for seed in range(10) for _ in statements(random_program(Chance(seed), size)))

    assert total(1) < total(6) < total(12)


def test_every_kind_of_node_occurs(sample: list[Program]) -> None:
    stmts = Counter(type(stmt) for program in sample for _, stmt in statements(mark_tails(program)))
    exprs = Counter(type(expr) for program in sample for expr in parts(program))
    domains = Counter(
        type(part)
        for program in sample
        for _, stmt in statements(program)
        if isinstance(stmt, Ask)
        for part in walk_domain(stmt.question.domain)
    )
    assert set(stmts) == set(get_args(Stmt))
    assert set(exprs) == set(get_args(Expr))
    assert set(domains) == set(get_args(Domain))
    assert min(stmts.values()) >= 5, stmts
    assert min(exprs.values()) >= 5, exprs
    assert min(domains.values()) >= 5, domains


def test_every_operation_occurs(sample: list[Program]) -> None:
    used = Counter(expr.name for program in sample for expr in parts(program) if isinstance(expr, Op))
    assert {name for name in OPS if used[name] < 3} == set()


def test_every_kind_of_type_occurs_and_any_holds_every_kind(sample: list[Program]) -> None:
    kinds = {Scalar, TupleType, BoardType, ListType, TableType, ObjectType, OptionalType}

    def kinds_of(types: Iterator[Type]) -> set[type]:
        return {type(type_) for type_ in types}

    assert kinds_of(expr.type for program in sample for expr in parts(program)) == kinds
    into = [expr.value.type for program in sample for expr in parts(program) if isinstance(expr, Convert)]
    out = [expr.type for program in sample for expr in parts(program) if isinstance(expr, Narrow)]
    assert kinds_of(iter(into)) == kinds
    assert kinds_of(iter(out)) == kinds


def test_numbers_reach_the_ends_of_their_range(sample: list[Program]) -> None:
    constants = [expr for program in sample for expr in parts(program) if isinstance(expr, Const)]
    numbers = {expr.value for expr in constants if expr.type == INT}
    assert {0, 1, -1, 2**31, 2**60, -(2**60), 2**63 - 1, -(2**63)} <= numbers


def asks_in_a_call_in_a_loop(program: Program) -> bool:
    """Somewhere that the entry reaches, a loop calls a function that asks."""
    reached = reach(program, [program.entry]).functions
    return any(
        isinstance(inner, Invoke)
        for function, stmt in statements(program)
        if function.name in reached and isinstance(stmt, While)
        for inner in walk_block(stmt.body)
    )


def display_from_display(program: Program) -> bool:
    """What is on display is worked out from what was."""
    shown = {variable.name for variable in program.globals if variable.is_presentation}
    reached = reach(program, [program.entry]).functions
    return any(
        isinstance(expr, Global) and expr.name in shown
        for function in program.functions
        if function.name in reached
        for expr in all_expressions(function)
    )


def overrides(program: Program) -> bool:
    """Some virtual call may reach two functions."""
    world = Hierarchy(program.classes)
    return any(
        isinstance(expr, VirtualCall)
        and isinstance(expr.args[0].type, ObjectType)
        and len(world.implementations(expr.args[0].type.name, expr.method)) > 1
        for expr in parts(program)
    )


def words(function: Function) -> int:
    """How wide its arguments are."""
    return sum(slots(param.type) for param in function.params)


def tail_calls(program: Program) -> Iterator[tuple[Function, Function]]:
    """From where to where calls in the last place lead, in what the entry reaches."""
    functions = {function.name: function for function in program.functions}
    reached = reach(program, [program.entry]).functions
    for function, stmt in statements(mark_tails(program)):
        if function.name in reached and isinstance(stmt, TailCall) and isinstance(stmt.call, Call):
            yield function, functions[stmt.call.function]


def loops_over_nested_tuples(program: Program) -> bool:
    """A loop makes a tuple with tuples in it anew, turn by turn."""
    return any(
        isinstance(inner, Assign)
        and isinstance(inner.value, MakeTuple)
        and any(isinstance(item.type, TupleType) for item in inner.value.items)
        and any(isinstance(part, Local) and part.name == inner.name for part in walk_expr(inner.value))
        for _, stmt in statements(program)
        if isinstance(stmt, While | For)
        for inner in walk_block(stmt.body)
    )


def has_large_functions(program: Program) -> bool:
    """Some function of many statements is called from two places."""
    called = Counter(expr.function for expr in parts(program) if isinstance(expr, Call))
    return any(
        called[function.name] > 1 and sum(1 for _ in walk_block(function.body)) > 15
        for function in program.functions
        if not function.is_routine
    )


# What a good share of all programs must have, with that share.
FEATURES = {
    "asks in a call in a loop": (asks_in_a_call_in_a_loop, 0.7),
    "asks a group": (lambda p: any(isinstance(stmt, Ask) and stmt.group for _, stmt in statements(p)), 0.5),
    "has prompts": (lambda p: any(isinstance(stmt, Ask) and stmt.question.prompt for _, stmt in statements(p)), 0.5),
    "has labels": (
        lambda p: any(
            isinstance(part, Options) and part.label
            for _, stmt in statements(p)
            if isinstance(stmt, Ask)
            for part in walk_domain(stmt.question.domain)
        ),
        0.3,
    ),
    "asks a seat that was worked out": (
        lambda p: any(isinstance(stmt, Ask) and isinstance(stmt.question.seat, Local) for _, stmt in statements(p)),
        0.5,
    ),
    "works out what is on display from what was": (display_from_display, 0.3),
    "calls itself": (lambda p: bool(recursive(p) & asking(p)) and bool(recursive(p) - asking(p)), 0.9),
    "calls in circles of two": (lambda p: any(len(cycle) > 1 for cycle in cycles(p)), 0.9),
    "has tail calls": (lambda p: any(isinstance(stmt, TailCall) for _, stmt in statements(mark_tails(p))), 0.9),
    "abandons what a caller catches": (lambda p: any(tags - {FAIL} for tags in let_out(p).values()), 0.5),
    "fails in a function": (lambda p: any(FAIL in tags for tags in let_out(p).values()), 0.3),
    "has classes that inherit": (lambda p: any(class_.parent for class_ in p.classes), 0.3),
    "overrides methods": (overrides, 0.2),
    "loops over nested tuples": (loops_over_nested_tuples, 0.2),
    "has functions too large to be written into their callers": (has_large_functions, 0.2),
    "is given back many words": (lambda p: any(slots(f.result) > 2 for f in p.functions), 0.8),
    "asks again until the answer will do": (
        lambda p: any(one.name == other.name and one.name in asking(p) for one, other in tail_calls(p)),
        0.5,
    ),
    "has routines": (lambda p: any(function.is_routine for function in p.functions), 0.9),
    "calls routines": (
        lambda p: any(
            name in called
            for name in [function.name for function in p.functions if function.is_routine]
            for called in callees(p).values()
        ),
        0.4,
    ),
    "speculates": (lambda p: any(isinstance(expr, Speculate) for expr in parts(p)), 0.5),
    "has locals that may be unset": (
        lambda p: any(variable.may_be_unset for function in p.functions for variable in function.locals),
        0.4,
    ),
    "has fields that may be unset": (lambda p: any(field.may_be_unset for c in p.classes for field in c.fields), 0.3),
    "has seats": (lambda p: len(p.seats) > 0, 0.5),
    "has no seats": (lambda p: len(p.seats) == 0, 0.1),
    "has names that are hard to print": (
        lambda p: any(
            not name.isidentifier() for function in p.functions for name in (function.name, *_names(function))
        ),
        0.5,
    ),
    "shadows a global by a local": (lambda p: True, 0.0),
}


def _names(function: Function) -> list[str]:
    return [variable.name for variable in (*function.params, *function.locals)]


@pytest.mark.parametrize("feature", FEATURES)
def test_a_good_share_of_programs(feature: str, sample: list[Program]) -> None:
    has, share = FEATURES[feature]
    found = sum(bool(has(program)) for program in sample)
    assert found >= share * len(sample), f"{feature}: {found} of {len(sample)}"


def test_arguments_take_0_to_20_words_whoever_calls_and_however(sample: list[Program]) -> None:
    reached: list[Function] = []
    for program in sample:
        names = reach(program, [program.entry]).functions
        reached += [function for function in program.functions if function.name in names]
    assert set(range(21)) <= {words(function) for function in reached}
    pairs = [pair for program in sample for pair in tail_calls(program)]
    assert set(range(1, 21)) <= {words(function) for pair in pairs for function in pair}
    apart = [abs(words(one) - words(other)) for one, other in pairs]
    assert sum(difference > 6 for difference in apart) > len(apart) // 5
    assert set(range(1, 12)) <= {slots(function.result) for function in reached}


def test_every_routine_of_the_library_is_called(sample: list[Program]) -> None:
    called = {
        expr.function.partition("[")[0] for program in sample for expr in parts(program) if isinstance(expr, Call)
    }
    assert {name for name in Linker().routines if not name.startswith("_")} <= called


def test_locals_are_read_in_every_program(sample: list[Program]) -> None:
    assert all(any(isinstance(expr, Local) for expr in parts(program)) for program in sample)
