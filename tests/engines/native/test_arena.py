"""Arenas are given back when nobody plays their game any more."""

from __future__ import annotations

import subprocess
import sys

# Each game reserves three gigabytes of address space; its functions call each other in circles, so that it has a
# thread with a deep stack.
MANY_GAMES = """
import resource
from parlour import pipeline

resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
for number in range(8):
    text = f'''game Count
type Board = Array(1,1) of Int
type Input = Int
count : Int -> Int
count(n) = if n > {number} then n else 1 + count(n + 1)
play : Int -> Int
play(n) = count(n) + input
'''
    game = pipeline.load(text, language="bogl", name="count.bgl", expression="play(1)")
    position = game.start(seed=1, engine="native")
    print(number, len(position.questions))
"""


def test_memory_of_games_that_nobody_plays_any_more_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", MANY_GAMES], capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines() == [f"{number} 1" for number in range(8)], done.stderr


# Reserved is not used: what is reserved together may be more than the machine has.
MORE_THAN_THERE_IS = """
import os
from parlour.engines.llvm.blocks import Block

there_is = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
blocks = [Block(1 << 30) for _ in range(2 + there_is // (1 << 30))]
child = os.fork()
if child == 0:
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_who_holds_many_arenas_can_still_begin_a_process() -> None:
    done = subprocess.run([sys.executable, "-c", MORE_THAN_THERE_IS], capture_output=True, text=True, timeout=300)
    assert done.stdout == "7\n", done.stderr
