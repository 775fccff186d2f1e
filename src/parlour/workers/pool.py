"""A pool of workers: what a server asks about its matches goes to a process that is free.

    async def kept(match: str) -> Kept: ...          the setup and the log of a match, from wherever they are kept
    async def keep(match: str, first: int, entries) -> None: ...     adds to the log; when it returns, the disk has it

    pool = Pool(kept, keep)
    views = await pool.ask("m1", Look((0, 1, None)))
    done = await pool.change("m1", Answer(question=3, text="e2e4", seat=0, asked_at=7), viewers=(0, 1, None))
    await pool.close()

Changes of one match are made one after the other, and `change` returns after `keep` has: whoever is told, is told what
is on disk. Where `keep` raises (the disk is full), nothing has happened: what the worker has done is forgotten, and the
exception goes to whoever asked. After a `Conflict` (another server was first) the change is tried on what there is now.

Any worker can take any request; but a match stays with one where it can, because another would have to read the game
and to play the match again: whoever finds that one at work waits for it. A request that works for longer than
`PATIENCE_S` moves, with its process, to the *slow* ones, before which the system lets all others go, and a new process
takes its place: so nobody waits for somebody else's endless loop. Thinking is always done by slow ones.

A process that uses more than `Limits` allow is ended, and the request raises `WorkerDied`: the match is as it was
before. A process that dies, or hangs without working, is replaced, and its request is made again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import field
from typing import TypeVar
from weakref import WeakValueDictionary

from parlour.dataclass import dataclass
from parlour.storage.store import Conflict
from parlour.workers import messages
from parlour.workers.limits import BROKEN, LARGEST_FRAME, READY, Limits, has_stopped, resident_bytes, used_cpu_s

# A request that has worked for so long is a slow one; reading a game, and what was played of it, may take longer.
PATIENCE_S = 0.15
READING_S = 2.0
# A game that was slow counts as slow until so many requests were quick.
PROBATION = 10
# So many workers die over a request before it is given up: some may have been dead before.
MOST_DEATHS = 3
_WATCHED_EVERY_S = 0.05
# How much others go before (`nice`): a process that thinks, and one that has turned out to be slow.
_THINKING, _SLOW = 5, 19
# More logs than these are not remembered between requests; they can be read again.
MOST_LOGS = 1_000


@dataclass(slots=True)
class Kept:
    """What is kept of a match: how it began, and all that was done since."""

    setup: messages.Setup
    log: list[messages.Entry]


T = TypeVar("T")
FindKept = Callable[[str], Awaitable[Kept]]
Keep = Callable[[str, int, Sequence[messages.Entry]], Awaitable[None]]


class WorkerDied(Exception):
    """The process was ended because the request used too much, or one after the other died over it. Nothing has
    changed. `is_final`: it would be the same again. `how` says it for people."""

    def __init__(self, how: str, *, is_final: bool = False) -> None:
        super().__init__(how)
        self.how = how
        self.is_final = is_final


class _Process:
    """One worker, as the pool sees it."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        is_slow: bool,
    ) -> None:
        self.process = process
        self.reader = reader
        self.writer = writer
        self.is_slow = is_slow
        self.is_over_memory = False
        self.match = ""
        # Those who wait for this one, because it knows their match; False: they need wait no longer.
        self.wanted: deque[asyncio.Future[bool]] = deque()
        self._began: float | None = None
        self._patience_s = PATIENCE_S
        # How much it had worked when it was last seen to work, and when that was.
        self._progress = 0.0, 0.0

    @staticmethod
    async def start(limits: Limits, *, is_public: bool, is_slow: bool) -> _Process:
        ours, theirs = socket.socketpair()
        with theirs:
            words = [str(theirs.fileno()), str(limits.cpu_s), str(limits.thinking_s), str(limits.output)]
            # Not asyncio's own: that one, told to kill a process that is dead, loses how it has died.
            process = subprocess.Popen(
                [sys.executable, "-m", "parlour.workers.worker", *words, *(["public"] if is_public else [])],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        reader, writer = await asyncio.open_connection(sock=ours)
        found = _Process(process, reader, writer, is_slow=False)
        try:
            await reader.readexactly(len(READY))
        except asyncio.IncompleteReadError:
            raise await found._death() from None
        except BaseException:
            await found.end()
            raise
        if is_slow:
            found.slow_down(_THINKING)
        return found

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None and not self.reader.at_eof()

    def begin(self, patience_s: float) -> None:
        """Something begins that is not slow if it takes no longer."""
        self._began = None
        self._patience_s = patience_s
        self._progress = 0.0, time.monotonic()

    @property
    def is_reading(self) -> bool:
        return self._patience_s > PATIENCE_S

    def release(self) -> None:
        """Sends those away who wait for it."""
        while (turn := _first_waiting(self.wanted)) is not None:
            turn.set_result(False)

    def look(self) -> None:
        """Its work is counted from the first look at it: most are done before anybody has looked."""
        if self._began is None:
            self._began = self._clock()

    def hangs_since(self) -> float:
        """How many seconds ago it was last seen to work, or to wait for the processor."""
        now, work = time.monotonic(), self._clock()
        if work != self._progress[0] or not has_stopped(self.process.pid):
            self._progress = work, now
        return now - self._progress[1]

    @property
    def takes_long(self) -> bool:
        """It has worked long on its request; where the system does not tell, that was long ago."""
        return self._began is not None and self._clock() - self._began > self._patience_s

    def _clock(self) -> float:
        used = used_cpu_s(self.process.pid)
        return time.monotonic() if used is None else used

    def slow_down(self, niceness: int) -> None:
        """From now on others go before it. There is no way back."""
        self.is_slow = True
        with contextlib.suppress(OSError):  # it is gone, or the system has no such thing
            os.setpriority(os.PRIO_PROCESS, self.process.pid, niceness)

    async def ask(self, request: messages.Request) -> messages.Reply:
        body = messages.encode(request)
        try:
            self.writer.write(len(body).to_bytes(4, "big") + body)
            await self.writer.drain()
            length = int.from_bytes(await self.reader.readexactly(4), "big")
            if length > LARGEST_FRAME:
                raise WorkerDied("the reply was too long", is_final=True)
            return messages.read_reply(await self.reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise await self._death() from None

    async def _death(self) -> WorkerDied:
        """How it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(self.process.wait, timeout=1)
        await self.end()
        code = self.process.returncode or 0
        if self.is_over_memory:
            return WorkerDied("it needed too much memory", is_final=True)
        if code == -signal.SIGPROF:
            return WorkerDied("it took too long", is_final=True)
        if code == BROKEN:
            return WorkerDied("there is a mistake in Parlour itself", is_final=True)
        return WorkerDied(
            f"its process was ended by {signal.Signals(-code).name}" if code < 0 else f"its process ended with {code}"
        )

    async def end(self) -> None:
        self.writer.close()
        self.process.kill()
        await asyncio.to_thread(self.process.wait)


@dataclass(slots=True)
class _Lane:
    """Processes of one speed: at most `most`, of which some are idle; who finds none waits in line."""

    most: int
    idle: list[_Process] = field(default_factory=list)
    count: int = 0
    waiting: deque[asyncio.Future[_Process | None]] = field(default_factory=deque)

    def next_turn(self) -> asyncio.Future[_Process | None] | None:
        """Who has waited longest, to be given a process, or (None) leave to start one; None if nobody waits."""
        return _first_waiting(self.waiting)


def _first_waiting(turns: deque[asyncio.Future[T]]) -> asyncio.Future[T] | None:
    while turns:
        turn = turns.popleft()
        if not turn.done():
            return turn
    return None


class Pool:
    """See the module's text. `quick` and `slow` are how many processes there are at most of either kind."""

    def __init__(
        self,
        kept: FindKept,
        keep: Keep,
        *,
        quick: int = max(2, os.cpu_count() or 2),
        slow: int = 12,
        limits: Limits | None = None,
        is_public: bool = False,
    ) -> None:
        self.limits = limits or Limits()
        self.is_public = is_public
        self._kept_elsewhere = kept
        self._keep = keep
        self._kept: dict[str, Kept] = {}
        # A lock is there for as long as somebody changes its match, or waits to.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._homes: dict[tuple[str, bool], _Process] = {}
        self._lanes = {False: _Lane(quick), True: _Lane(slow)}
        self._busy: set[_Process] = set()
        self._slow_games: dict[
            str, int
        ] = {}  # by their texts: how often they have to be quick before they count as that
        self._watcher: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Future[None]] = set()
        self._is_closed = False

    # ---- what a server asks

    async def inspect(self, what: messages.Inspect) -> messages.Inspected | messages.Failed:
        """What a game is; `Failed` says what is wrong with its text."""
        reply = await self._request(messages.Request(what))
        assert isinstance(reply, messages.Inspected | messages.Failed)
        return reply

    async def read(self, what: messages.Read) -> messages.Readout | messages.Failed:
        """The match of a record; `Failed` says what is wrong with it."""
        reply = await self._request(messages.Request(what))
        assert isinstance(reply, messages.Readout | messages.Failed)
        return reply

    async def ask(self, match: str, what: messages.Query) -> messages.Reply:
        """What a match is now: nothing changes. Thinking waits for nobody, and nobody for it."""
        kept = await self._find(match)
        return await self._about(match, kept, len(kept.log), what)

    async def change(
        self, match: str, what: messages.Change, *, viewers: Sequence[int | None] = (), narrow: bool = False
    ) -> messages.Changed | messages.Refused | messages.Failed:
        """Changes a match, and has the change kept; with the views of these viewers after it."""
        lock = self._locks.setdefault(match, asyncio.Lock())
        async with lock:
            while True:
                kept = await self._find(match)
                before = len(kept.log)
                reply = await self._about(match, kept, before, what, tuple(viewers), narrow)
                assert isinstance(reply, messages.Changed | messages.Refused | messages.Failed)
                if isinstance(reply, messages.Changed):
                    try:
                        await self._keep(match, before, reply.entries)
                    except Conflict:  # another server was first: the same change of another match
                        self.forget(match)
                        continue
                    except BaseException:
                        self.forget(match)
                        raise
                    kept.log.extend(reply.entries)
                return reply

    def forget(self, match: str) -> None:
        """Reads the log of this match again before the next request: it was changed by somebody else, or is gone."""
        self._kept.pop(match, None)

    async def warm(self) -> None:
        """Starts the quick processes, so that the first who asks need not wait for one."""
        lane = self._lanes[False]
        missing = range(lane.most - lane.count)
        lane.count += len(missing)
        starting = (_Process.start(self.limits, is_public=self.is_public, is_slow=False) for _ in missing)
        for process in await asyncio.gather(*starting, return_exceptions=True):
            if isinstance(process, _Process):
                self._give_back(process, "")
            else:
                lane.count -= 1
                self._next(lane)

    async def close(self) -> None:
        """Ends all processes."""
        self._is_closed = True
        if self._watcher is not None:
            self._watcher.cancel()
        everybody = [*self._busy, *(process for lane in self._lanes.values() for process in lane.idle)]
        await asyncio.gather(*(process.end() for process in everybody), *self._ending)

    # ---- from a match to a process

    async def _find(self, match: str) -> Kept:
        found = self._kept.get(match)
        if found is None:
            found = await self._kept_elsewhere(match)
            found = self._kept.setdefault(match, found)
            if len(self._kept) > MOST_LOGS:
                self.forget(next(iter(self._kept)))
        return found

    async def _about(
        self,
        match: str,
        kept: Kept,
        revision: int,
        what: messages.Change | messages.Query,
        viewers: tuple[int | None, ...] = (),
        narrow: bool = False,
    ) -> messages.Reply:
        def reading(behind: messages.Behind) -> messages.Request:
            """What a worker has to read that does not know the match so far."""
            return messages.Request(
                messages.Look(()),
                match,
                revision,
                None if behind.has_setup else kept.setup,
                behind.known,
                tuple(kept.log[behind.known : revision]),
            )

        request = messages.Request(what, match, revision, viewers=viewers, narrow=narrow)
        return await self._request(request, reading, kept.setup.game.text)

    async def _request(
        self,
        request: messages.Request,
        reading: Callable[[messages.Behind], messages.Request] | None = None,
        game: str = "",
    ) -> messages.Reply:
        for _ in range(MOST_DEATHS - 1):
            try:
                return await self._request_once(request, reading, game)
            except WorkerDied as died:
                # Else somebody killed it, or it crashed. Nothing has changed, so another one can try.
                if died.is_final:
                    raise
        return await self._request_once(request, reading, game)

    async def _request_once(
        self, request: messages.Request, reading: Callable[[messages.Behind], messages.Request] | None, game: str
    ) -> messages.Reply:
        is_thinking = isinstance(request.what, messages.Choose | messages.Hint)
        async with self._process(request.match, game, is_thinking) as process:
            if reading is None:
                process.begin(READING_S)
            reply = await self._reply(process, request)
            while isinstance(reply, messages.Behind):
                assert reading is not None
                process.begin(READING_S)
                read = await self._reply(process, reading(reply))
                # What it knew may have been more than was kept: then it has to begin anew.
                process.begin(PATIENCE_S)
                reply = await self._reply(process, request) if isinstance(read, messages.Seen) else read
            return reply

    async def _reply(self, process: _Process, request: messages.Request) -> messages.Reply:
        try:
            async with asyncio.timeout(self.limits.waiting_s):
                return await process.ask(request)
        except TimeoutError:
            await process.end()
            raise WorkerDied("it took too long", is_final=True) from None
        except BaseException:  # cancelled in the middle: what comes next on this wire is not for anybody
            await process.end()
            raise

    @contextlib.asynccontextmanager
    async def _process(self, match: str, game: str, is_thinking: bool) -> AsyncIterator[_Process]:
        """A process for one request."""
        process = await self._take(match, is_thinking or game in self._slow_games)
        process.begin(PATIENCE_S)
        process.match = match
        if process.is_slow and not is_thinking:
            process.slow_down(_SLOW)
        self._busy.add(process)
        if self._watcher is None or self._watcher.done():
            self._watcher = asyncio.create_task(self._watch())
        try:
            yield process
        finally:
            if game and not is_thinking:
                self._judge(game, process.takes_long)
            self._busy.discard(process)
            self._give_back(process, match)

    def _judge(self, game: str, was_slow: bool) -> None:
        """Requests about a game that was slow begin with slow processes, until many were quick there."""
        left = PROBATION if was_slow else self._slow_games.pop(game, 0) - 1
        if left > 0:
            self._slow_games[game] = left
        while len(self._slow_games) > MOST_LOGS:
            self._slow_games.pop(next(iter(self._slow_games)))

    async def _take(self, match: str, is_slow: bool) -> _Process:
        """A process that is idle, or a new one; else who has waited longest gets the next."""
        lane = self._lanes[is_slow]
        home = self._homes.get((match, is_slow))
        if home is not None and home not in lane.idle and await self._wait_for(home, match):
            return home
        while lane.idle:
            home = self._homes.get((match, is_slow))
            process = home if home is not None and home in lane.idle else lane.idle[-1]
            lane.idle.remove(process)
            if process.is_alive:
                return process
            lane.count -= 1
        if lane.count < lane.most:
            lane.count += 1
            return await self._start(lane, is_slow)
        turn: asyncio.Future[_Process | None] = asyncio.get_running_loop().create_future()
        lane.waiting.append(turn)
        try:
            handed = await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was this one's turn; now it is the next one's
                given = turn.result()
                if given is not None:
                    self._give_back(given, "")
                else:
                    lane.count -= 1
                    self._next(lane)
            raise
        return handed if handed is not None and handed.is_alive else await self._start(lane, is_slow)

    async def _wait_for(self, home: _Process, match: str) -> bool:
        """Whether this one, which is at work, was handed over; False: it is not worth waiting for."""
        if home.is_slow or not home.is_alive or (home.is_reading and home.match != match):
            return False
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        home.wanted.append(turn)
        try:
            is_given = await turn
        except asyncio.CancelledError:
            if not turn.cancelled() and turn.result():  # it was this one's turn; now it is the next one's
                self._give_back(home, "")
            raise
        if is_given and not home.is_alive:
            self._give_back(home, "")
            return False
        return is_given

    async def _start(self, lane: _Lane, is_slow: bool) -> _Process:
        """A new process, which is counted already."""
        try:
            return await _Process.start(self.limits, is_public=self.is_public, is_slow=is_slow)
        except BaseException:
            lane.count -= 1
            self._next(lane)
            raise

    def _give_back(self, process: _Process, match: str) -> None:
        lane = self._lanes[process.is_slow]
        if process.is_alive and lane.count <= lane.most and not self._is_closed:
            # Handed over at once: whoever asks again before the one who waits has woken must not be quicker.
            wanted = None if process.is_slow else _first_waiting(process.wanted)
            if wanted is not None:
                wanted.set_result(True)
                return
            turn = lane.next_turn()
            if turn is not None:
                turn.set_result(process)
                return
            lane.idle.append(process)
            if match:
                self._homes[match, process.is_slow] = process
                while len(self._homes) > MOST_LOGS:
                    self._homes.pop(next(iter(self._homes)))
        else:
            process.release()
            lane.count -= 1
            ending = asyncio.ensure_future(process.end())
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
            self._next(lane)

    def _next(self, lane: _Lane) -> None:
        """There may be room for another process: who has waited longest starts it."""
        if lane.count < lane.most:
            turn = lane.next_turn()
            if turn is not None:
                lane.count += 1
                turn.set_result(None)

    async def _watch(self) -> None:
        """Looks after those that work: at their memory, and whether they have become slow."""
        while self._busy:
            await asyncio.sleep(_WATCHED_EVERY_S)
            for process in tuple(self._busy):
                process.look()
                if process.hangs_since() > self.limits.hanging_s:
                    process.process.kill()
                if (resident_bytes(process.process.pid) or 0) > self.limits.resident:
                    process.is_over_memory = True
                    process.process.kill()
                if not process.is_slow and process.takes_long:
                    process.slow_down(_SLOW)
                    process.release()
                    self._lanes[False].count -= 1
                    self._lanes[True].count += 1
                    self._next(self._lanes[False])
