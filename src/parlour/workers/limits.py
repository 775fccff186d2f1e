"""What a worker may use: time of the processor for each request, resident memory, and room for a reply.

The processor's time is counted by the system itself (`ITIMER_PROF`): a worker that has used it up is ended by a signal,
whatever it is doing and in whichever language. Resident memory is looked at from outside, because machine code reserves
far more addresses than it uses, so that a limit on addresses would forbid it.

>>> parse_resident("4923 1210 900 1 0 2000 0", page=4096)
4956160
"""

from __future__ import annotations

import os

from parlour.dataclass import dataclass

# The largest frame that either side reads; a larger one is damage.
LARGEST_FRAME = 64_000_000
# What a worker says first, when it has read its own program and can be asked.
READY = b"\0\0\0\0"
# With this code a worker ends that has met a bug of ours; its errors are on stderr.
BROKEN = 70


@dataclass(frozen=True, slots=True)
class Limits:
    """`cpu_s` for a request, `thinking_s` for one that looks ahead. A process that neither works nor waits for the
    processor hangs, and is ended after `hanging_s`; `waiting_s` is how long any reply may take, on a busy machine or
    where the system does not tell. `resident` and `output` are bytes."""

    cpu_s: float = 10.0
    thinking_s: float = 60.0
    hanging_s: float = 5.0
    waiting_s: float = 180.0
    resident: int = 1_500_000_000
    output: int = 8_000_000


def resident_bytes(pid: int) -> int | None:
    """How much memory a process really has now; None where the system does not say, or there is no such process."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return parse_resident(file.read(), os.sysconf("SC_PAGE_SIZE"))
    except (OSError, ValueError):
        return None


def used_cpu_s(pid: int) -> float | None:
    """How long a process has worked so far; None as above."""
    stat = _stat(pid)
    return None if stat is None else parse_cpu(stat, os.sysconf("SC_CLK_TCK"))


def has_stopped(pid: int) -> bool:
    """Whether a process neither works nor waits for the processor; False where the system does not say."""
    stat = _stat(pid)
    return stat is not None and stat.rpartition(")")[2].split()[0] != "R"


def _stat(pid: int) -> str | None:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return None


def parse_cpu(stat: str, ticks: int) -> float:
    """Its own time and the system's for it, the 14th and 15th of `stat`; the name of the program, in brackets, may hold
    blanks.

    >>> parse_cpu("7 (a b) S 1 7 7 0 -1 4 5 0 0 0 250 50 0 0 20 0 1", ticks=100)
    3.0
    """
    after_name = stat.rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / ticks


def parse_resident(statm: str, page: int) -> int:
    """The second number of `statm`, in bytes."""
    return int(statm.split()[1]) * page
