"""Whatever a program does with large values takes steps, the same in both engines: nothing large is free."""

from __future__ import annotations

from parlour.core.read.program import read_program
from parlour.game.position import Budget
from parlour.testing.agreement import budgets, engines, seen

DOES = {
    "nothing": ("found = true", 0),
    "equal strings": ("found = eq(s, t)", 128),
    "different strings": ("found = ne(s, u)", 128),
    "one string": ("found = eq(s, s)", 128),
    "strings of different lengths": ('found = eq(s, concat(u, "z"))', 128),
    "a short string": ('found = eq(s, "ab")', 0),
    "the order of strings": ("found = lt(s, u)", 128),
    "strings in an any": ("found = eq(x, y)", 128),
    "the same in an any": ("found = same(x, y)", 128),
    "strings in a tuple": ("found = eq((i, s), (i, t))", 128),
    "a number": ("whole = parse_int(s)", 128),
    "a draw": ("n = chance(6)", 4),
}

ARMS = "\n".join(
    f"if eq(n, {number}) {{\nfor i from 0 to 5 {{\n{does}\n}}\n}}" for number, (does, _) in enumerate(DOES.values())
)
# Two equal strings of 2,049 code points that are not the same one, and a third that differs at its end.
LARGE = f"""
program large entry main
function main() -> int {{
  locals (s: string, t: string, u: string, i: int, n: int, found: bool, x: any, y: any, whole: int?)
  s = "ab"
  for i from 0 to 10 {{
    s = concat(s, s)
  }}
  t = concat(s, "x")
  u = concat(s, "y")
  s = concat(s, "x")
  x = convert[any](s)
  y = convert[any](t)
  found = false
  ask n: whole(0, {len(DOES)}) seat -1 kind number
  {ARMS}
  ask n: whole(1, 2) seat -1 kind number
  return choose(found, n, 0)
}}
"""


def test_what_is_done_with_large_values_takes_steps() -> None:
    charges = {}
    python, native = engines(read_program(LARGE))
    for number, name in enumerate(DOES):
        one, other = python.start(1, {}, Budget()), native.start(1, {}, Budget())
        for position in (one, other):
            position.answer(1, number)
        assert seen(one) == seen(other)
        assert budgets(one) == budgets(other)
        charges[name] = (Budget().steps - one.run.steps) // 5 - 1
    assert charges == {name: charge for name, (_, charge) in DOES.items()}
