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


# Sessions are kept with their threads, and a process that is forked has no threads but its first.
FORKED = """
import os
import parlour
from parlour.game.search import Settings
from parlour.players.search import search

game = parlour.load("tic-tac-toe")
game.compiling.note(1e6)

def work():
    tally = game.simulator(engine="native").playouts(500, 1, jobs=2)
    ahead = search(game, game.start(), 0, 1, Settings())
    ahead.grow(500)
    return repr(tally), [line.visits for line in ahead.lines()]

before = work()
child = os.fork()
if child == 0:
    os._exit(0 if work() == before else 1)
print(os.waitpid(child, 0)[1], work() == before)
"""


def test_a_forked_process_has_threads_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=300)
    assert done.stdout.split() == ["0", "True"], done.stderr


# The sessions that were used go with their game, and their threads with them.
NOBODY_SEARCHES = """
import gc, threading
from parlour import library, pipeline
from parlour.game.search import Settings
from parlour.players.search import search

entry = library.find("tic-tac-toe")
for number in range(12):
    game = pipeline.load(entry.text, language=entry.language, name=entry.file_name)
    game.compiling.note(1e6)
    search(game, game.start(), 0, number, Settings()).grow(100)
    game.simulator(engine="native").playouts(200, number, jobs=2)
    game = None
    gc.collect()
print(threading.active_count() < 12)
"""


def test_threads_end_with_the_game_that_they_worked_for() -> None:
    done = subprocess.run([sys.executable, "-c", NOBODY_SEARCHES], capture_output=True, text=True, timeout=300)
    assert done.stdout.split() == ["True"], done.stderr
