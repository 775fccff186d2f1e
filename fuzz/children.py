"""Long-lived children that work in this process's stead: they may crash, hang or grow, and this process goes on.

A child is a fork of this process, so whatever is imported here is there at once. It takes one job after the other and
says at which stage of it it is; each stage has a limit of CPU time, and the whole child one of memory. A child that
dies is replaced; what it was doing, and what it said last, is told.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import Any

# What one stage of a job may take, and what a child may take altogether.
CPU_SECONDS = 10.0
MEMORY_BYTES = 3 << 29
# The native engine reserves address space in blocks of a gigabyte and uses little of it, so a limit on that says
# nothing about memory: what a child really holds is looked at twice a second, and this only ends what grows faster.
ADDRESS_BYTES = 200 << 30
# A stage that waits instead of computing is ended after this. One that waits for a processor is not: where others come
# first, it may get none for as long.
WALL_SECONDS = 900.0
# After so many jobs a child is replaced, so that what one leaves behind does not add up for ever.
JOBS_OF_A_CHILD = 400

# How a child ends that an exception came out of, and how that is told.
_RAISED = 99
RAISED = f"exit {_RAISED}"

# Does a job in a child: `work(job, at)` calls `at(name)` at the beginning of each stage.
Work = Callable[[Any, Callable[[str], None]], Any]


@dataclass(frozen=True, slots=True)
class Died:
    """A child ended in the middle of a job: at which stage, how, and what it said last."""

    stage: str
    how: str
    said: str


@dataclass(slots=True)
class _Child:
    pid: int
    line: Connection
    folder: Path
    done: int = 0
    number: int | None = None
    job: Any = None
    stage: str = ""
    since: float = 0.0


class Children:
    """So many children that do one kind of work."""

    def __init__(
        self, work: Work, count: int, *, cpu_seconds: float = CPU_SECONDS, memory_bytes: int = MEMORY_BYTES
    ) -> None:
        self.work = work
        self.count = count
        self.cpu_seconds = cpu_seconds
        self.memory_bytes = memory_bytes
        self.children: list[_Child] = []

    def __enter__(self) -> Children:
        return self

    def __exit__(self, *trouble: object) -> None:
        for child in list(self.children):
            self._end(child)

    def do(self, jobs: Iterable[Any]) -> Iterator[tuple[Any, Any | Died]]:
        """What became of each job, in the order in which they are done."""
        waiting = iter(jobs)
        while True:
            while len([child for child in self.children if child.number is not None]) < self.count:
                job = next(waiting, None)
                if job is None:
                    break
                self._give(job)
            busy = [child for child in self.children if child.number is not None]
            if not busy:
                return
            ready = wait([child.line for child in busy], timeout=0.5)
            for child in busy:
                if child.line in ready:
                    yield from self._hear(child)
                elif time.monotonic() - child.since > WALL_SECONDS and not _is_running(child.pid):
                    yield child.job, self._bury(child, "no answer")
                elif _memory(child.pid) > self.memory_bytes:
                    yield child.job, self._bury(child, "memory")

    def _give(self, job: Any) -> None:
        idle = next((child for child in self.children if child.number is None), None) or self._start()
        idle.number, idle.job, idle.stage, idle.since = idle.done, job, "start", time.monotonic()
        try:
            idle.line.send(job)
        except OSError:
            # It died between two jobs: of what the last one left behind, and not of this one.
            self._end(idle)
            self._give(job)

    def _hear(self, child: _Child) -> Iterator[tuple[Any, Any | Died]]:
        try:
            kind, content = child.line.recv()
        except (EOFError, OSError):
            yield child.job, self._bury(child, None)
            return
        if kind == "at":
            child.stage, child.since = content, time.monotonic()
            return
        job, child.number, child.job = child.job, None, None
        child.done += 1
        if child.done >= JOBS_OF_A_CHILD:
            self._end(child)
        yield job, content

    def _start(self) -> _Child:
        ours, theirs = Pipe()
        folder = Path(tempfile.mkdtemp(prefix="parlour-fuzz-"))
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            ours.close()
            for other in self.children:
                other.line.close()
            _serve(self.work, theirs, folder, self.cpu_seconds)
        theirs.close()
        child = _Child(pid, ours, folder)
        self.children.append(child)
        return child

    def _bury(self, child: _Child, how: str | None) -> Died:
        """Why a child died. If it lives, it is ended first."""
        if how is not None:
            with contextlib.suppress(OSError):
                # The stacks of all its threads.
                os.kill(child.pid, signal.SIGUSR1)
                time.sleep(0.5)
        status = self._end(child, keep=True)
        if how is None:
            how = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"exit {os.WEXITSTATUS(status)}"
            how = "time" if how == f"signal {signal.SIGPROF.value}" else how
        said = (child.folder / "said").read_text(errors="replace")
        if len(said) > 6_000:
            said = f"{said[:3_000]}\n…\n{said[-3_000:]}"
        shutil.rmtree(child.folder, ignore_errors=True)
        return Died(child.stage, how, said)

    def _end(self, child: _Child, *, keep: bool = False) -> int:
        self.children.remove(child)
        child.line.close()
        with contextlib.suppress(OSError):
            os.killpg(child.pid, signal.SIGKILL)
        _, status = os.waitpid(child.pid, 0)
        if not keep:
            shutil.rmtree(child.folder, ignore_errors=True)
        return status


@contextlib.contextmanager
def own_cache() -> Iterator[None]:
    """Compiled code goes to a folder of its own, which is gone afterwards, and not to that of whoever runs this."""
    before = os.environ.get("PARLOUR_CACHE")
    with tempfile.TemporaryDirectory(prefix="parlour-fuzz-code-") as folder:
        os.environ["PARLOUR_CACHE"] = before or folder
        try:
            yield
        finally:
            if before is None:
                del os.environ["PARLOUR_CACHE"]


def _is_running(pid: int) -> bool:
    """Whether a process computes, or would if it had a processor or the disk."""
    try:
        # Behind its name, which may hold anything.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "RD"
    except OSError:
        return False


def _memory(pid: int) -> int:
    """What a process holds, in bytes."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * resource.getpagesize()


def _serve(work: Work, line: Connection, folder: Path, cpu_seconds: float) -> None:
    """The life of a child; never returns."""
    try:
        os.setsid()
        said = open(folder / "said", "w", buffering=1)  # noqa: SIM115 - as long as the child lives
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
        faulthandler.enable(said)
        faulthandler.register(signal.SIGUSR1, said)
        # Says where it was, and then dies of it.
        faulthandler.register(signal.SIGPROF, said, all_threads=True, chain=True)
        # All that was imported stays as long as the child: it need not be looked through again and again.
        gc.freeze()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_BYTES, ADDRESS_BYTES))
        inside = folder / "in"
        inside.mkdir()
        os.chdir(inside)

        def at(stage: str) -> None:
            signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
            line.send(("at", stage))

        while True:
            job = line.recv()
            said.truncate(0)
            result = work(job, at)
            signal.setitimer(signal.ITIMER_PROF, 0)
            line.send(("done", result))
    except (EOFError, BrokenPipeError):
        os._exit(0)
    except BaseException:
        import traceback

        os.write(2, traceback.format_exc().encode("utf-8", "backslashreplace"))
        os._exit(_RAISED)
