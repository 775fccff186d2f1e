"""Arguments of every number and kind reach the function they are meant for, however it is called."""

from __future__ import annotations

import subprocess
import sys

import pytest

import parlour
from parlour.core.read.program import read_program
from parlour.engines.llvm.target import process_triple
from parlour.engines.native.compile import compiler, passing
from parlour.engines.native.host import loading
from parlour.game.position import Budget
from parlour.testing.agreement import SMALL, engines, play_side_by_side, seen

# One after the other: from few to many and back, and around what registers hold.
WIDTHS = (0, 20, 1, 4, 5, 6, 13, 7, 3)

SHOWN = {"int": "text_of_int({})", "float": "text_of_float({})", "bool": 'choose({}, "yes", "no")'}
CHANGED = {"int": "add(m, {})", "float": "add({}, 1.5)", "bool": "ne({}, lt(m, 9))"}
FRESH = {"int": "7", "float": "0.25", "bool": "true"}


def chain(name: str, *kinds: str) -> str:
    """Functions of all widths. Each asks and then gives way to the next, which is given its arguments changed
    and some new ones; the answer 13 ends it, 12 is divided by what is then 0 in a function that another waits for."""
    text = f"program {name} entry main\nfunction main() -> string {{\n  return w0()\n}}\n"
    text += "function below(n: int) -> int {\n  return div(100, sub(n, 12))\n}\n"
    for number, width in enumerate(WIDTHS):
        following = (number + 1) % len(WIDTHS)
        params = [(f"a{place}", kinds[place % len(kinds)]) for place in range(width)]
        given = [
            CHANGED[kind].format(f"a{place}") if place < width else FRESH[kind]
            for place in range(WIDTHS[following])
            for kind in (kinds[place % len(kinds)],)
        ]
        text += f"function w{number}({', '.join(f'{name}: {kind}' for name, kind in params)}) -> string {{\n"
        text += f'  locals (m: int, t: string)\n  t = "{number}:"\n'
        text += "".join(f'  t = concat(t, concat(" ", {SHOWN[kind].format(name)}))\n' for name, kind in params)
        text += "  tell t\n  ask m: whole(0, 13) seat -1 kind number\n  if eq(m, 13) {\n    return t\n  }\n"
        text += f"  do below(m)\n  return w{following}({', '.join(given)})\n}}\n"
    return text


# Compiled as a program of this size is, and as large ones are.
CHAINS = {
    "one kind": (chain("one", "int"), compiler.LARGE),
    "floats": (chain("floats", "float"), compiler.LARGE),
    "all kinds": (chain("all", "int", "float", "bool"), compiler.LARGE),
    "one kind in a large program": (chain("large", "int"), 0),
    "all kinds in a large program": (chain("large", "bool", "float", "int"), 0),
}


@pytest.fixture(autouse=True)
def _compile_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "OPTIMISATION", 1)


@pytest.mark.parametrize("name", CHAINS)
def test_functions_of_any_width_give_way_to_each_other(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, large = CHAINS[name]
    monkeypatch.setattr(compiler, "LARGE", large)
    python, native = engines(read_program(text))
    assert play_side_by_side(python, native, 1, SMALL, 2 * len(WIDTHS)) == []
    one, other = python.start(1, {}, Budget()), native.start(1, {}, Budget())
    for _ in range(2 * len(WIDTHS)):
        for position in (one, other):
            position.answer(position.questions[0], 3)
        assert seen(one) == seen(other)
    for position in (one, other):
        position.answer(position.questions[0], 12)
    assert seen(one) == seen(other)
    assert one.error is not None
    assert one.error.code == "zero"


@pytest.mark.parametrize("triple", ["x86_64-pc-windows-msvc", "arm64-apple-darwin23.0.0", "riscv64-unknown-linux-gnu"])
def test_who_passes_fewer_in_registers_passes_the_rest_through_the_arena(
    triple: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The convention of another machine on this one: what it would leave over goes its way here as well."""
    monkeypatch.setattr(passing, "registers_of", lambda _: least(passing_registers(triple), HERE))
    python, native = engines(read_program(chain(triple.partition("-")[0], "int", "float")))
    assert play_side_by_side(python, native, 1, SMALL, 2 * len(WIDTHS)) == []


passing_registers, HERE = passing.registers_of, passing.registers_of(process_triple())


def least(one: passing.Registers, other: passing.Registers) -> passing.Registers:
    """No more than either has: this machine must be able to do it."""
    are_shared = one.are_shared or other.are_shared
    return passing.Registers(min(one.words, other.words), min(one.floats, other.floats), are_shared)


# The heir of a wide call may be any of several; what waits for it has other arguments than it.
VIRTUAL = """program p entry main
class Way {
  field n: int
  method go = narrow
}
class Wide extends Way {
  method go = wide
}
function main() -> int {
  locals (m: int, total: int, ways: list[object Way])
  ways = list[object Way]()
  do list_push(ways, new Way(1))
  do list_push(ways, convert[object Way](new Wide(2)))
  total = 0
  for m from 0 to 2 {
    invoke total = asked(list_get(ways, m), total, (m, 2, (3, 4)), (5, (6, 7, 8), 9))
  }
  return total
}
function asked(way: object Way, t: int, a: (int, int, (int, int)), b: (int, (int, int, int), int)) -> int {
  locals (m: int)
  ask m: whole(0, 9) seat -1 kind number
  return way.go(add(t, m), b, a)
}
function narrow(way: object Way, t: int, b: (int, (int, int, int), int), a: (int, int, (int, int))) -> int {
  return last(add(t, b.0))
}
function wide(way: object Way, t: int, b: (int, (int, int, int), int), a: (int, int, (int, int))) -> int {
  return asked(new Way(add(b.2, a.2.1)), add(t, a.2.0), a, (a.0, (t, b.1.2, a.1), b.1.0))
}
function last(n: int) -> int {
  return mul(n, 3)
}
"""


def test_a_method_is_given_way_to_with_all_its_arguments() -> None:
    python, native = engines(read_program(VIRTUAL))
    for seed in range(3):
        assert play_side_by_side(python, native, seed, SMALL) == []


# A state of nested tuples that grows past what registers hold, a question that is asked again until the answer is
# fitting, functions that ask in the middle of a loop.
PATROL = """
game Patrol
type Player = {Guard, Thief}
type Cell = {G, T, Open}
type Board = Array(4, 3) of Cell
type Position = (Int, Int)
type State = (Board, Position, Position)
type Step = {North, South, West, East}
type Input = Step

empty : Board
empty!(x, y) = Open

column : Position -> Int
column(x, y) = x

row : Position -> Int
row(x, y) = y

board : State -> Board
board(b, g, t) = b

guard : State -> Position
guard(b, g, t) = g

thief : State -> Position
thief(b, g, t) = t

inside : Position -> Bool
inside(x, y) = and(and(x > 0, x < 5), and(y > 0, y < 4))

moved : (Position, Step) -> Position
moved(p, step) = if step == North then (column(p), row(p) - 1)
  else if step == South then (column(p), row(p) + 1)
  else if step == West then (column(p) - 1, row(p)) else (column(p) + 1, row(p))

wanted : (State, Player) -> Position
wanted(state, player) = let step = input in
  let to = moved(if player == Guard then guard(state) else thief(state), step) in
  if inside(to) then to else wanted(state, player)

turn : (State, Player, Int) -> (State, Player, Int)
turn(state, player, left) = let to = wanted(state, player) in
  if player == Guard
    then ((place(G, place(Open, board(state), guard(state)), to), to, thief(state)), Thief, left - 1)
    else ((place(T, place(Open, board(state), thief(state)), to), guard(state), to), Guard, left - 1)

chase : (State, Player, Int) -> (State, Player, Int)
chase(state, player, left) = while and(left > 0, not(guard(state) == thief(state))) do turn(state, player, left)

play : (State, Player, Int)
play = chase((place(T, place(G, empty, (1, 1)), (4, 3)), (1, 1), (4, 3)), Guard, 12)
"""


def test_a_game_with_a_wide_state_has_the_same_tally_in_both_engines() -> None:
    game = parlour.load(PATROL, language="bogl", name="patrol")
    tallies = [engine.simulator().playouts(300, 7) for engine in game.engines.values()]
    assert len(tallies) == 2
    assert tallies[0] == tallies[1]
    assert sum(tallies[0].endings.values()) == 300


PLANTED = """
import sys
from parlour.core.read.program import read_program
from parlour.engines.native.host import loading
from parlour.engines.native.compile import passing
from parlour.testing.agreement import SMALL, engines, play_side_by_side
loading.OPTIMISATION = 1
passing.registers_of = lambda triple: passing.Registers(1000, 8)
sys.exit(3 if play_side_by_side(*engines(read_program(sys.stdin.read())), 1, SMALL) else 0)
"""


def test_without_the_way_through_the_arena_arguments_are_lost() -> None:
    """Once this fails, LLVM passes all of them, and there is no need for another way."""
    text = chain("planted", "int")
    # It may well end in a signal, so it has a process of its own.
    command = [sys.executable, "-c", PLANTED]
    ended = subprocess.run(command, input=text, text=True, capture_output=True, check=False)
    assert ended.returncode == 3 or ended.returncode < 0, ended.stderr
