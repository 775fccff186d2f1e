"""The server as a whole: store, workers, tables and the application, from the first listening to the last goodbye."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from parlour.dataclass import dataclass
from parlour.storage.commits import Commits
from parlour.storage.store import Store
from parlour.web.app import LARGEST_MESSAGE, make_app
from parlour.web.frames import FramedSockets
from parlour.web.guarding import OWN_RATES, Rates
from parlour.web.known import Known
from parlour.web.shelf import Shelf
from parlour.web.tables import Tables

_WATCHED_EVERY_S = 1.0
_TIDIED_EVERY_S = 60.0
# After how many new objects the garbage collector looks at them, and after how many looks at older ones.
_COLLECTED = 20_000, 20, 50


@dataclass(frozen=True, slots=True)
class Serving:
    """What a server is started with. `names` are those by which it may be asked for, besides addresses; `folder` is
    where it keeps what it has found out about games."""

    shelf: Shelf
    names: frozenset[str] = frozenset()
    is_public: bool = False
    watches: bool = False
    folder: Path | None = None


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; raises `OSError`, before anything else is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(2048)
    except BaseException:
        found.close()
        raise
    return found


def _allow_many_sockets() -> None:
    """Systems let a program have a few hundred files open until it asks for more."""
    try:
        import resource
    except ImportError:  # not this system
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve(serving: Serving, store: Store, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serves until it is interrupted, and closes the store."""
    _allow_many_sockets()
    asyncio.run(_serve(serving, store, listening, ready))


async def _serve(serving: Serving, store: Store, listening: socket.socket, ready: Callable[[], None]) -> None:
    known = Known(serving.folder) if serving.folder is not None else None
    tables = Tables(serving.shelf, Commits(store), is_public=serving.is_public, known=known)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(_tidy(tables)), asyncio.create_task(tables.pool.warm())]
        if serving.watches:
            tasks.append(asyncio.create_task(_watch(tables)))
        # Modules stay for good: the garbage collector need not look through them again and again.
        gc.freeze()
        # Connections stay long, too, and to look through them as often as Python does takes longer than to serve them.
        gc.set_threshold(*_COLLECTED)
        ready()
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await tables.close()

    names = frozenset({"localhost", *serving.names})
    app = make_app(tables, names, Rates() if serving.is_public else OWN_RATES, lifespan)
    config = uvicorn.Config(
        app,
        ws=FramedSockets,
        http="h11",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=16 * 1024,
    )
    await _Server(config).serve(sockets=[listening])


class _Server(uvicorn.Server):
    """uvicorn's server, for which being interrupted is the usual end."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


async def _tidy(tables: Tables) -> None:
    while True:
        await asyncio.sleep(_TIDIED_EVERY_S)
        tables.forget_idle()


async def _watch(tables: Tables) -> None:
    while True:
        await asyncio.sleep(_WATCHED_EVERY_S)
        await tables.reread()
