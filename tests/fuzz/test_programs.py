"""Looking for programs on which the engines differ finds them, also those that take the process along."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "fuzz" / "programs.py"


def look(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *options], text=True, capture_output=True, check=False)


def test_the_seed_and_the_counts_are_told() -> None:
    ended = look("--programs", "2", "--seed", "0")
    assert ended.stdout == "seed 0: 2 programs, 2 agree\n"
    assert ended.returncode == 0


def test_nothing_touches_memory_that_is_not_its_own() -> None:
    ended = look("--programs", "3", "--seed", "6", "--guarded")
    assert ended.stdout == "seed 6: 3 programs, 3 agree\n"


OUTSIDE = """
import ctypes
from parlour.testing import guarded
block = guarded.GuardedBlock(5000)
ctypes.memset(block.address, 1, block.size)
assert block.words[0] == block.words[block.size // 8 - 1] == 0x0101010101010101
ctypes.memset(block.address + {}, 1, 1)
"""


@pytest.mark.parametrize("place", ["-1", "block.size"])
def test_an_access_beside_a_guarded_block_ends_the_process(place: str) -> None:
    command = [sys.executable, "-c", OUTSIDE.format(place)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == -signal.SIGSEGV


# LLVM passes all arguments again, as before `passing.py`. No other test uses these seeds: what is compiled from them
# here is wrong and stays in the cache of the tests.
PLANTED = """
from parlour.engines.native.compile import passing
passing.registers_of = lambda triple: passing.Registers(1000, 8)
"""


def test_arguments_that_a_tail_call_loses_are_found() -> None:
    ended = look("--programs", "4", "--seed", "300", "--planted", PLANTED)
    assert ended.returncode == 1
    assert any(line.startswith("seed 30") for line in ended.stdout.splitlines()[:-1]), ended.stdout


def test_a_program_that_kills_its_process_is_told_with_its_seed() -> None:
    dies = "from os import getpid, kill\nfrom parlour.testing import agreement\n"
    dies += "agreement.compare = lambda *_, **__: kill(getpid(), 11)"
    ended = look("--programs", "2", "--seed", "310", "--planted", dies)
    assert ended.stdout.splitlines() == [
        "seed 310: died, status -11 ",
        "seed 311: died, status -11 ",
        "seed 310: 2 programs, 2 died",
    ]
