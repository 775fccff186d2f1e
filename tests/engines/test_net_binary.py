"""Machine code of nets can be loaded wherever there is room for it."""

from __future__ import annotations

import subprocess
import sys

# Small holes high up, and only far below them room for more: sections that are put one by one lie gigabytes apart.
LOADING = """
import mmap
from parlour.engines.net import binary, tiers

FLAGS = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)
objects = []
load = binary.Binary.__init__
binary.Binary.__init__ = lambda self, given: (objects.extend(given), load(self, given))[1]
tiers.kernel(2)
kept = []
for turn in range(12):
    pages = [mmap.mmap(-1, 4096 * (1 + number * (turn + 7) // 5 % 3), flags=FLAGS) for number in range(4000)]
    for page in pages[::2]:
        page.close()
    kept.append((pages, mmap.mmap(-1, 6 << 30, flags=FLAGS)))
    again = binary.Binary.__new__(binary.Binary)
    load(again, objects)
    kept.append(again)
print("loaded", len(objects))
"""


def test_code_and_its_constants_lie_side_by_side_however_memory_is_cut_up() -> None:
    done = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.returncode) == ("loaded 1\n", 0), done.stderr
