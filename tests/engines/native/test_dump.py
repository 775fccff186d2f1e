"""The dump of an arena: every value in the words of core, and every byte of a tidy heap accounted for."""

from __future__ import annotations

import re

from parlour.core.read.program import read_program
from parlour.engines.native.engine import NativeEngine
from parlour.engines.native.host.dump import LONGEST, dump
from parlour.game.position import Budget
from parlour.testing.agreement import engines

PROGRAM = """
program everything entry main
symbols (X, `an Empty`)
seats (Ada, Ben)
class Thing {
  field next: object Thing? unset
  field size: int
}
class Wide extends Thing {
  field note: string unset
}
global number: int
global real: float
global truth: bool
global small: board[symbol, 2 x 2]
global large: board[int, 2 x 2]
global bytes: board[bool, 13 x 7]
global never: list[int]
global names: table[string, (int, bool)]
global tables: table[any, any]
global thing: object Thing
global maybe: int?
global nobody: object Thing?
global boxes: list[any]
global long: list[int]
function main() -> none {
  locals (t: object Wide, i: int)
  @number = -7
  @real = 0.5
  @truth = true
  @small = board[symbol, 2 x 2](#X, #`an Empty`, #`an Empty`, #X)
  @large = board[int, 2 x 2](1, 2, 3, 4)
  @bytes = board_fill[board[bool, 13 x 7]](true)
  @names = table_new[table[string, (int, bool)]]()
  do table_set(@names, "gone", (0, true))
  do table_set(@names, concat("kept ", text_of_int(@number)), (3, false))
  do table_remove(@names, "gone")
  @tables = table_new[table[any, any]]()
  do table_set(@tables, convert[any]((1, "k")), convert[any]([1, @number]))
  t = new Wide(unset, 4, "made")
  t.next = convert[object Thing?](new Thing(unset, 5))
  @thing = convert[object Thing](t)
  @maybe = convert[int?](6)
  @boxes = [convert[any](1), convert[any](1.5), convert[any](4611686018427387904), convert[any]((1, "part")),
      convert[any](@small), convert[any](@large), convert[any](t), convert[any](#X)]
  @long = list[int]()
  for i from 0 to 1000 {
    do list_push(@long, i)
  }
  invoke waits((1, [t]), 2)
  tell "after it"
}
function waits(pair: (int, list[object Wide]), n: int) -> none {
  locals (`the answer`: int, `not yet`: int unset, text: string)
  text = "told"
  ask `the answer`: whole(0, 3) seat 1 kind number
  if gt(`the answer`, n) {
    `not yet` = pair.0
  }
  tell concat(text, text_of_int(add(`not yet`, list_length(pair.1))))
}
"""


def lines() -> tuple[list[str], NativeEngine]:
    program = read_program(PROGRAM)
    native = engines(program)[1]
    position = native.start(1, {}, Budget())
    with native.play.arenas.lent(Budget()) as arena:
        arena.restore(position.snapshot)
        arena.run("collect")
        return list(dump(native.play.handover, arena)), native


def test_a_dump_says_everything_in_the_words_of_core() -> None:
    found, native = lines()
    layout = native.play.machine.directory
    said = {re.sub(r"^ *(\d+  )?", "", line) for line in found}
    assert any(re.match(r" *left: 1,99\d,\d{3} steps, ", line) for line in found)
    assert {
        "seats: Ada, Ben",
        "outcome: not yet known",
        "@number: int = -7",
        "@real: float = 0.5",
        "@truth: bool = true",
        "@small: board[symbol, 2 x 2] = #X #`an Empty` / #`an Empty` #X",
        "@large: board[int, 2 x 2] = 1 2 / 3 4",
        "@never: list[int] = unset",
        '@names: table[string, (int, bool)] = {"kept -7": (3, false)}',
        '@tables: table[any, any] = {(1, "k"): [1, -7]}',
        '@thing: object Thing = Wide 0 {next = Thing 1, size = 4, note = "made"}',
        "@maybe: int? = 6",
        "@nobody: object Thing? = unset",
        '@boxes: list[any] = [1, 1.5, 4611686018427387904, (1, "part"), #X #`an Empty` / #`an Empty` #X, '
        "1 2 / 3 4, Wide 0, #X]",
        "n: int = 2",
        'text: string = "told"',
        "`not yet`: int = unset",
        "pair: (int, list[object Wide]) = (1, [Wide 0])",
    } <= said
    assert any(re.match(r" *\d+  main waits for waits\(.*\)( at .*)?$", line) for line in found)
    assert any(re.match(r" *\d+  waits asks for `the answer`( at .*)?$", line) for line in found)
    assert f"{layout.global_offsets[0]:>6}  @number: int = -7" in found
    (long,) = [line for line in found if "@long" in line]
    assert long.endswith("…") and len(long) < LONGEST + 100


def test_every_byte_of_a_tidy_heap_is_reached() -> None:
    found, _ = lines()
    (heap,) = [line for line in found if line.startswith("heap: ")]
    whole, reached = re.match(r"heap: ([\d,]+) bytes .* ([\d,]+) of them reached", heap).groups()  # type: ignore[union-attr]
    assert whole == reached
    rows = [re.match(r" *(\d+)  (.*), ([\d,]+) bytes", line) for line in found[found.index(heap) + 1 :]]
    assert sum(int(row[3].replace(",", "")) for row in rows if row) == int(whole.replace(",", ""))
    counts = {row[2]: int(row[1]) for row in rows if row}
    assert (counts["object Wide"], counts["object Thing"], counts["board[bool, 13 x 7]"]) == (1, 1, 1)
