"""What is live where a program stops."""

from __future__ import annotations

from parlour.core.passes.suspension import plan
from parlour.core.read.program import read_program
from parlour.testing.core_games import prepare

LEVELS = 60


def test_loops_in_loops_take_no_longer_for_being_nested() -> None:
    """Each loop is gone through until nothing more is found to be alive: from the beginning each time, a question
    inside of sixty loops would never be ready."""
    names = [f"n{level}" for level in range(LEVELS)]
    opening = "".join(f"{name} = 0\nwhile lt({name}, 2) {{\n{name} = add({name}, 1)\n" for name in names)
    text = f"""
program deep entry main
function main() -> none {{
  locals ({", ".join(f"{name}: int" for name in names)}, dead: int, answer: bool)
  dead = 1
  {opening}
  ask answer: yes_no seat -1 kind choice
  {"}" * LEVELS}
}}
"""
    [site] = plan(prepare(read_program(text))).sites["main"]
    assert site.slots == tuple(names), "every counter is read again, the rest is not"
