"""Using a store without waiting for the disk: jobs go to one thread, which syncs once for all that have come.

    commits = Commits(SqliteStore.open(folder))
    await commits.do(lambda store: store.append("m1", 7, [entry], now))      when this returns, the disk has it

While one commit is on its way to the disk, others queue, and the next one takes them all (*group commit*): a hundred
matches cost little more than one. A job that raises takes nobody with it, and changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import field
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar, cast

from parlour.dataclass import dataclass
from parlour.storage.store import Store

T = TypeVar("T")
# So many jobs are done in one transaction at most.
MOST_TOGETHER = 500


@dataclass(slots=True)
class _Job:
    work: Callable[[Store], object]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[object]
    result: object = None
    error: BaseException | None = field(default=None)

    def tell(self) -> None:
        """Called in the thread: whoever waits hears of it."""

        def settle() -> None:
            if self.done.cancelled():
                return
            if self.error is None:
                self.done.set_result(self.result)
            else:
                self.done.set_exception(self.error)

        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(settle)


class Commits:
    """A thread that does what is to be done with a store, in order."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="commits", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[Store], T]) -> T:
        """What `work` returns, after the disk has what it changed; raises what it raises, and `StoreTrouble`. Who stops
        waiting does not stop the work."""
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._jobs.put(job)
        return cast("T", await asyncio.shield(job.done))

    def close(self) -> None:
        """Does what is still to be done, and closes the store."""
        self._jobs.put(None)
        self._thread.join()
        self.store.close()

    def _work(self) -> None:
        is_open = True
        while is_open:
            jobs = [self._jobs.get()]
            while not self._jobs.empty() and len(jobs) < MOST_TOGETHER:
                jobs.append(self._jobs.get())
            is_open = None not in jobs
            self._do([job for job in jobs if job is not None])

    def _do(self, jobs: list[_Job]) -> None:
        try:
            with self.store.transaction():
                if len(jobs) == 1:
                    jobs[0].result = jobs[0].work(self.store)
                else:
                    self._do_together(jobs)
        except Exception as error:  # nothing of it was kept
            for job in jobs:
                job.error = job.error or error
        for job in jobs:
            job.tell()

    def _do_together(self, jobs: list[_Job]) -> None:
        """Each in a transaction of its own inside the common one."""
        for job in jobs:
            try:
                with self.store.transaction():
                    job.result = job.work(self.store)
            except Exception as error:
                job.error = error
