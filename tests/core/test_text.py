"""Core programs as text: printed for people, read back as the same program."""

from __future__ import annotations

import math
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlour.core.nodes import (
    Ask,
    Assign,
    Call,
    Class,
    Const,
    Evaluate,
    Expr,
    Field,
    Function,
    Global,
    GlobalVariable,
    If,
    Invoke,
    Local,
    New,
    OneOf,
    Op,
    Program,
    Question,
    Raise,
    Return,
    SetField,
    SetGlobal,
    Speculate,
    Stmt,
    Tell,
    Variable,
    VirtualCall,
    While,
)
from parlour.core.read.program import read_program
from parlour.core.text import HEADS, RESERVED, STATEMENTS, print_expr, print_program
from parlour.core.types import BOOL, FLOAT, INT, NONE, STRING, SYMBOL, BoardType, ObjectType, TupleType
from parlour.core.verify import verify
from parlour.core.walk import blocks

TIC_TAC_TOE = """\
program tic_tac_toe entry main

symbols (X, O, Empty)

seats (A, B)

class Player {
  field name: string
  field wins: int unset
  method greet = greet
}

class Robot extends Player {
}

global board: board[symbol, 3 x 3]
presentation global shown: board[symbol, 3 x 3]
count global games: int

function main() -> none label "main" {
  locals (seat: int, cell: int, last: bool, ok: bool)
  @board = board_fill[board[symbol, 3 x 3]](#Empty)
  seat = 0
  catch restart {
    while true {
      @shown = @board
      ask cell: whole(0, 8) seat seat kind number prompt prompt
      if ne(board_get(@board, cell), #Empty) {
        tell "taken" to [seat]
      } else if eq(board_count(@board, #Empty), 0) {
        abandon restart
      } else {
        @board = board_set(@board, cell, choose(eq(seat, 0), #X, #O))
        invoke play_on(seat, new Robot("R2", unset))
      }
    }
  }
  attempt ok {
    fail
  }
  finish [[0], [1]] scores [1.0, -0.5] reason "three in a row"
  count games by 1
}

function play_on(seat: int, who: object Robot) -> none {
  locals (again: bool, ask: symbol, either: any, many: list[(int, string)], seats: list[int],
      opts: list[list[string]], chosen: list[string], i: int)
  ask again: yes_no seat seat kind choice
  ask ask: one_of(X, O) seat -1 kind choice
  ask either: either(whole, line, chars(3), chars(1, among "012")) seat seat kind literal
  seats = list[int]()
  ask group many: each(whole(unset, seats), line) seat seats kind literal
  opts = [["a"], ["b", "c"]]
  ask group chosen: options(opts, label quoted) seat seats kind choice
  who.wins = add(who.wins, speculate score(1))
  do convert[object Player](who).greet(("hi", 1).1)
  for i from 0 to seat_count() {
    do list_push(chosen, text_of_int(i))
  }
  do const(((1, #X), board[bool, 2 x 1](true, false), none))
  do narrow[int](convert[any](chance([1, 2])))
  do and(is[none](convert[int?](none)), or(true, eq(tracked Player, tracked Player)))
  do [inf, -inf, nan, 1e+300, 0.1]
  do new_seat("C")
  tail main()
}

routine score(n: int) -> int label "score" charge mul(2, n) {
  raise odd concat("n", text_of_int(n))
}

function greet(self: object Player, times: int) -> none {
  return
}

function prompt() -> string {
  return "cell?"
}

function quoted(option: string) -> string {
  return option
}
"""


def test_a_hint_is_read_as_it_is_printed() -> None:
    text = "class Box {\n  field n: int\n  hint field seen: int\n  private field kept: int\n}"
    program = read_program(f"program boxes entry main\n\n{text}\n\nfunction main() -> none {{\n}}")
    assert [field.is_hint for field in program.classes[0].fields] == [False, True, False]
    assert [field.is_private for field in program.classes[0].fields] == [False, False, True]
    assert text in print_program(program)


def test_a_program_prints_as_it_was_written() -> None:
    program = read_program(TIC_TAC_TOE)
    assert verify(program) == []
    assert print_program(program) == TIC_TAC_TOE


def test_reading_gives_every_node_its_place_in_the_text() -> None:
    program = read_program(TIC_TAC_TOE, "game.core")
    first = program.functions[0].body[0]
    assert first.span is not None
    assert first.span.source.name == "game.core"
    assert first.span.text == "@board = board_fill[board[symbol, 3 x 3]](#Empty)"
    loop = program.functions[0].body[2]
    assert loop.span is not None
    assert loop.span.text.startswith("catch restart {")
    assert loop.span.text.endswith("}")
    greeting = program.functions[1].body[8]
    assert isinstance(greeting, Evaluate)
    call = greeting.value
    assert isinstance(call, VirtualCall)
    spans = [part.span.text for part in (call, *call.args) if part.span is not None]
    assert spans == ['convert[object Player](who).greet(("hi", 1).1)', "convert[object Player](who)", '("hi", 1).1']


def names_everywhere(name: str) -> Program:
    """A program that uses one name for everything that has a name."""
    self_type = ObjectType(name)
    local, here = Local(name, INT), Local("self", self_type)
    body: tuple[Stmt, ...] = (
        Assign(name, Const(1, INT)),
        SetGlobal(name, local),
        SetField(here, name, Global(name, INT)),
        Assign(name, Field(here, name, INT)),
        Evaluate(New(name, (local,), self_type)),
        Evaluate(VirtualCall(name, (here,), STRING)),
        Evaluate(Call(name, (here,), STRING)),
        Evaluate(Speculate(name, (here,), STRING)),
        Evaluate(Const(name, SYMBOL)),
        Evaluate(Const((name, name), TupleType((SYMBOL, STRING)))),
        Invoke(None, Call("asker", (), NONE)),
        Tell(Const(name, STRING), None, name),
        Raise(name, Const(name, STRING)),
        Return(Const(name, STRING)),
    )
    function = Function(name, (Variable("self", self_type),), STRING, body, (Variable(name, INT),), name)
    ask = Ask(name, Question(Const(0, INT), OneOf((name,)), "choice"))
    asker = Function("asker", (), NONE, (ask,), (Variable(name, SYMBOL),))
    own_class = Class(name, None, (Variable(name, INT),), ((name, name),))
    return Program(name, (function, asker), name, (GlobalVariable(name, INT),), (own_class,), (name,), (name,))


@pytest.mark.parametrize(
    "name", sorted({*RESERVED, *STATEMENTS, *HEADS, "x", "class", "locals", "seat", "group", "kind"})
)
def test_any_word_of_the_text_form_can_be_a_name(name: str) -> None:
    program = names_everywhere(name)
    assert read_program(print_program(program)) == program


@given(st.text(st.characters(), max_size=20).filter(lambda name: name not in ("self", "asker")))
@example("`")
@example("\\")
@example('"')
@example("a\nb\r\t\0")
@example("\u202eevil\u2066")
@example("\ud800")
@example("__class__")
@example("// no comment")
@example("")
def test_any_text_can_be_a_name_and_nothing_unseen_appears(name: str) -> None:
    program = names_everywhere(name)
    text = print_program(program)
    assert read_program(text) == program
    unseen = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert not [character for character in text if character != "\n" and unicodedata.category(character) in unseen]


def test_simple_names_are_bare_and_all_others_quoted() -> None:
    text = print_program(names_everywhere("tic tac"))
    assert text.startswith("program `tic tac` entry `tic tac`\n")
    assert "@`tic tac` = `tic tac`\n" in text
    assert "self.`tic tac` = @`tic tac`\n" in text
    plain = print_program(names_everywhere("toe"))
    assert "`" not in plain
    assert "@toe = toe\n" in plain


def constant(value: object, type_: object) -> Program:
    body = (Evaluate(Const(value, type_)),)  # type: ignore[arg-type]
    return Program("p", (Function("main", (), NONE, body),), "main")


@given(st.floats(allow_nan=False) | st.just(math.nan))
def test_floats_read_back_exactly(value: float) -> None:
    program = constant(value, FLOAT)
    assert read_program(print_program(program)) == program


@given(st.integers(-(2**63), 2**63 - 1))
def test_ints_read_back_exactly(value: int) -> None:
    program = constant(value, INT)
    assert read_program(print_program(program)) == program


@given(st.text(st.characters()))
def test_strings_read_back_exactly(value: str) -> None:
    program = constant(value, STRING)
    assert read_program(print_program(program)) == program


def test_a_constant_board_and_a_board_made_at_run_time_look_different() -> None:
    cells = Const((("X", 1), ("O", 2)), BoardType(TupleType((SYMBOL, INT)), 2, 1))
    assert print_expr(cells) == "const(board[(symbol, int), 2 x 1]((#X, 1), (#O, 2)))"
    program = constant(cells.value, cells.type)
    assert read_program(print_program(program)) == program


def test_long_lines_are_broken_after_commas_and_read_back() -> None:
    board = Const(tuple(range(300)), BoardType(INT, 20, 15))
    program = replace(constant(board.value, board.type), symbols=tuple(f"symbol_{n}" for n in range(100)))
    text = print_program(program)
    assert max(map(len, text.splitlines())) <= 110
    assert read_program(text) == program


def test_an_empty_arm_is_kept_and_an_empty_otherwise_is_not_shown() -> None:
    empty = If(((Const(True, BOOL), ()), (Const(False, BOOL), ())), ())
    program = Program("p", (Function("main", (), NONE, (empty,)),), "main")
    text = print_program(program)
    assert "  if true {\n  } else if false {\n  }\n" in text
    assert read_program(text) == program


def test_deep_nesting_is_printed_and_read_without_the_python_stack() -> None:
    expr: Expr = Const(1, INT)
    for _ in range(2000):
        expr = Op("neg", (expr,), INT)
    block: tuple[Stmt, ...] = (Assign("x", expr),)
    for number in range(1000):
        condition = Const(number % 2 == 0, BOOL)
        block = (While(condition, block),) if number % 3 else (If(((condition, block),), (Return(),)),)
    program = Program("p", (Function("main", (), NONE, block, (Variable("x", INT),)),), "main")
    text = print_program(program)
    again = read_program(text)
    assert print_program(again) == text
    assert verify(again) == []
    # Comparing two such programs by `==` would itself need a deep stack, so the depth is counted.
    depth, inner = 0, again.functions[0].body
    while inner and blocks(inner[0]):
        depth, inner = depth + 1, blocks(inner[0])[0]
    assert depth == 1000
