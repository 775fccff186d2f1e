"""Arenas: the memory that compiled code runs in, one for each match that runs at this moment.

An arena is one reserved block of address space, of which only what is touched becomes real memory. A suspended match is
a *snapshot*: the bytes from the state to the end of the frames. Putting one back into an arena of the same program, in
its play or its bulk form, is one copy::

    with machine_arenas.lent(budget) as arena:
        arena.restore(snapshot)
        status = arena.run("resume")
        snapshot = arena.snapshot()

Programs whose functions may call each other round in circles need a deep machine stack. Their arenas have a thread of
their own with a stack as large as the depth budget asks for; all others run where they are called.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from parlour.engines.llvm.blocks import PAGE, Block
from parlour.engines.native.layout import HOST_SIZE, Error, Host, State
from parlour.game.position import Budget

if TYPE_CHECKING:
    from parlour.engines.native.host.loading import Machine

# Address space of an arena for the ordinary memory budget; most of it is never touched.
RESERVED = 1 << 30
# Physical bytes that one abstract byte may take at the very most, growth of lists and wide characters included.
BYTES_PER_ABSTRACT = 16

# Address space below the constants, for what the host adds to them.
BELOW = 16 << 20

# After a run that needed more than this the memory is given back.
KEPT = 32 << 20

# A call within a cycle of calls takes less than this of the machine's stack, whatever LLVM makes of it.
STACK_PER_CALL = 16 << 10
STACK_BESIDES = 64 << 20
STACK_MARGIN = 2 << 20

# A program with so many functions runs on a large stack even when none of them calls itself.
MANY_FUNCTIONS = 400

T = TypeVar("T")


class Arena:
    """Memory of one running match, and how to run compiled code in it."""

    def __init__(self, machine: Machine, budget: Budget, functions: int, has_worker: bool) -> None:
        self.machine = machine
        constants = machine.directory.constants
        below = BELOW + -(-len(constants) // PAGE) * PAGE
        room = max(RESERVED, BYTES_PER_ABSTRACT * budget.memory)
        self.memory = budget.memory
        self.depth = budget.depth
        self.block = Block(below + room)
        self.base = below
        self.address = self.block.address + below
        self.block.bytes[below - len(constants) : below] = constants
        self.lowest = -len(constants)
        self.words = self.block.words
        self.bytes = self.block.bytes
        self._first = below >> 3
        # Walkers mark, queue and copy; what they need is never more than what there is to walk over.
        self.scratch = Block(room)
        self.out = Block(room)
        self.trace = Block(4 * (budget.depth + functions + 64))
        self.set(Host.LIMIT, room - PAGE)
        self.set(Host.SCRATCH, self.scratch.address)
        self.set(Host.SCRATCH_ROOM, self.scratch.size)
        self.set(Host.TRACE, self.trace.address)
        self.set(Host.TRACE_ROOM, self.trace.size // 4)
        self._functions: dict[str, Callable[..., int]] = {}
        self.worker = Worker(stack_size(budget), self.limit_stack) if has_worker else None
        # The snapshot that lies in the arena unchanged, so that it need not be put back.
        self.holds: bytes | None = None

    def limit_stack(self, size: int) -> None:
        """Says how far the stack of this thread, which has so many bytes, may grow."""
        here = self._functions.get("here")
        if here is None:
            here = self._functions["here"] = self.machine.call("here", 0)
        self.set(Host.STACK_LIMIT, here() - size + STACK_MARGIN)

    # -------------------------------------------------------------------------------------------------- memory

    def get(self, offset: int) -> int:
        return self.words[self._first + (offset >> 3)]

    def set(self, offset: int, value: int) -> None:
        self.words[self._first + (offset >> 3)] = value

    def read(self, offset: int, count: int) -> list[int]:
        """So many words."""
        first = self._first + (offset >> 3)
        return self.words[first : first + count].tolist()

    def write(self, offset: int, values: list[int]) -> None:
        first = self._first + (offset >> 3)
        for place, value in enumerate(values, first):
            self.words[place] = value

    def raw(self, offset: int, count: int) -> bytes:
        return bytes(self.bytes[self.base + offset : self.base + offset + count])

    def put(self, offset: int, data: bytes | bytearray) -> None:
        self.bytes[self.base + offset : self.base + offset + len(data)] = data

    def hang(self, data: bytes) -> None:
        """Adds to the constants; the new ones begin at `lowest`. They are for this arena alone."""
        self.lowest -= len(data)
        if self.base + self.lowest < 0:
            raise MemoryError("there are too many answers to choose from")
        self.put(self.lowest, data)

    # ----------------------------------------------------------------------------------------------- snapshots

    @property
    def end(self) -> int:
        """Where the state ends: above the frames, or above the heap when there are none."""
        return max(self.get(State.BUMP), self.get(State.FRAMES))

    def snapshot(self) -> bytes:
        if self.holds is None:
            self.holds = self.raw(HOST_SIZE, self.end - HOST_SIZE)
        return self.holds

    def restore(self, snapshot: bytes) -> None:
        if self.holds is not snapshot:
            self.put(HOST_SIZE, snapshot)
            self.holds = snapshot

    # ------------------------------------------------------------------------------------------------- running

    def run(self, name: str, *args: int) -> int:
        """Calls an exported function that changes the state."""
        self.holds = None
        self.set(Host.CANCEL, 0)
        self.set(Host.ERROR, Error.NONE)
        self.set(Host.TRACE_COUNT, 0)
        return self.look(name, *args)

    def look(self, name: str, *args: int) -> int:
        """Calls an exported function that leaves the state as it is."""
        function = self._functions.get(name)
        if function is None:
            function = self._functions[name] = self.machine.call(name, 1 + len(args))
        if self.worker is None:
            return function(self.address, *args)
        return self.worker.do(lambda: function(self.address, *args), self.stop)

    def stop(self) -> None:
        """Makes running code stop soon. It may be writing the same word, so this is to be said until it has."""
        self.set(Host.CANCEL, -1)

    def written(self, name: str, *args: int) -> bytes:
        """The bytes that an exported walker writes: it is given where to write and how much room there is, which is
        always enough."""
        return bytes(self.out.bytes[: self.look(name, *args, self.out.address, self.out.size)])

    def tidy(self) -> None:
        """After much memory was used: gives back what no longer holds anything."""
        for block, used in ((self.block, self.base + self.end), (self.scratch, 0)):
            block.release(max(used, KEPT))


def stack_size(budget: Budget) -> int:
    """Bytes of machine stack for the deepest calls that a budget allows."""
    return budget.depth * STACK_PER_CALL + STACK_BESIDES


class Worker:
    """A thread with a deep stack that runs one thing at a time. It ends when nobody holds the worker any more."""

    def __init__(self, size: int, prepare: Callable[[int], None]) -> None:
        self.pid = os.getpid()
        self.is_busy = False
        self.waiting = threading.Semaphore(0)
        self.done = threading.Lock()
        self.tasks: deque[Callable[[], None] | None] = deque()
        _start_deep(size, _work, self.waiting, self.tasks)
        self.do(lambda: prepare(size), lambda: None)

    @property
    def is_lost(self) -> bool:
        """A process that was forked has none of the threads."""
        return self.pid != os.getpid()

    def begin(self, task: Callable[[], None]) -> None:
        """Runs a task, which raises nothing, while others go on."""

        def perform() -> None:
            task()
            self.is_busy = False
            self.done.release()

        # Whoever was interrupted may not have waited for the task before.
        self.done.acquire(blocking=False)
        self.is_busy = True
        self.tasks.append(perform)
        self.waiting.release()

    def wait(self, seconds: float = -1) -> None:
        """Until the task is done, or for so long."""
        if self.is_busy:
            self.done.acquire(timeout=seconds)

    def do(self, task: Callable[[], T], stop: Callable[[], None]) -> T:
        """The result of a task, run on the deep stack. Who is interrupted meanwhile says `stop` and waits for it."""
        results: list[T] = []
        problems: list[BaseException] = []

        def perform() -> None:
            try:
                results.append(task())
            except BaseException as problem:
                problems.append(problem)

        self.begin(perform)
        try:
            self.wait()
        except BaseException:
            while self.is_busy:
                stop()
                self.wait(0.01)
            raise
        if problems:
            raise problems[0]
        return results[0]

    def __del__(self) -> None:
        self.tasks.append(None)
        self.waiting.release()


def _work(waiting: threading.Semaphore, tasks: deque[Callable[[], None] | None]) -> None:
    while True:
        waiting.acquire()
        task = tasks.popleft()
        if task is None:
            return
        task()
        # Held while waiting, the last task would keep its arena, and that this thread, for ever.
        task = None


_stack_size = threading.Lock()


def _start_deep(size: int, target: Callable[..., None], *args: Any) -> None:
    """Starts a thread whose stack has so many bytes."""
    # The size counts for all threads that are started while it is set.
    with _stack_size:
        before = threading.stack_size(-(-size // PAGE) * PAGE)
        try:
            threading.Thread(target=target, args=args, daemon=True).start()
        except RuntimeError as problem:
            raise MemoryError(f"no {size:,} bytes of stack") from problem
        finally:
            threading.stack_size(before)


class Arenas:
    """The arenas of one compiled program that nobody uses just now."""

    def __init__(self, machine: Machine, functions: int, is_deep: bool) -> None:
        self.machine = machine
        self.functions = functions
        self.is_deep = is_deep or functions > MANY_FUNCTIONS
        self.free: deque[Arena] = deque()

    def make(self, budget: Budget, *, has_worker: bool | None = None) -> Arena:
        return Arena(self.machine, budget, self.functions, self.is_deep if has_worker is None else has_worker)

    @contextmanager
    def lent(self, budget: Budget) -> Iterator[Arena]:
        """An arena for the use of one thread, large enough for the budget."""
        try:
            arena = self.free.pop()
        except IndexError:
            arena = self.make(budget)
        if arena.memory < budget.memory or arena.depth < budget.depth:
            arena = self.make(budget)
        try:
            yield arena
        finally:
            if len(self.free) < 4:
                self.free.append(arena)
