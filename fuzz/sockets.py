"""Messages of sockets that nobody would send, found by what they reach in the server: coverage-guided fuzzing by
libFuzzer, through atheris.

The whole application runs in one process, with real workers and a real store, but without a network: sockets are driven
as the web server would drive them. An input is a list of lines; the first byte of a line says which of three sockets
(two seats, a spectator) says the rest of it. Afterwards every socket that is still open must answer a ping, and a match
that is not over must wait for somebody. Whatever the server raises is a finding, and its input is kept.

    python fuzz/run.py sockets --sockets 20000 --seed 7
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FOUND = Path(__file__).parent.parent / "tests" / "found" / "sockets"
LONGEST = 800
# So many inputs are put to one table, if it lasts so long.
TABLE_INPUTS = 40
PING = 2**40
# Where a run begins: what a page says.
CORPUS = (
    b'0{"type":"answer","id":1,"question":1,"revision":0,"move":0}\n1{"type":"answer","id":1,"question":2,"revision":1,"move":1}',
    b'0{"type":"answer","id":2,"question":1,"revision":0,"text":"(2,2)"}\n0{"type":"undo","id":3,"revision":1}',
    b'1{"type":"undo","id":3,"revision":2}\n0{"type":"agree","id":4,"offer":1,"yes":true}\n1{"type":"redo","id":5,"revision":3}',
    b'2{"type":"look","id":6,"step":0}\n2{"type":"hint","id":7,"revision":0}',
    b'0{"type":"leave","id":8,"player":"random"}\n1{"type":"resign","id":9}',
    b'0{"type":"answer","id":1,"question":1,"revision":0,"option":3}\n1{"type":"leave","id":8,"player":null}',
)


def run(count: int, seed: int, say: Callable[[str], None]) -> tuple[Mapping[str, int], list[str]]:
    """So many inputs in a child: what was counted, and what was found."""
    if find_spec("atheris") is None:
        say("sockets: atheris is not there (it is for Linux, and older Pythons than 3.14), so nothing was tried")
        return {"inputs": 0}, []
    with tempfile.TemporaryDirectory() as folder:
        corpus, counts = Path(folder) / "corpus", Path(folder) / "counts.json"
        corpus.mkdir()
        for number, text in enumerate(CORPUS):
            (corpus / str(number)).write_bytes(text)
        command = [sys.executable, __file__, "--child", str(counts), str(corpus)]
        options = [
            f"-runs={count}",
            f"-seed={seed & 0x7FFFFFFF}",
            f"-max_len={LONGEST}",
            "-timeout=120",
            "-verbosity=0",
        ]
        child = subprocess.run(
            [*command, *options, f"-artifact_prefix={folder}/", "-rss_limit_mb=3000"],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            errors="replace",
        )
        found = []
        if child.returncode:
            say(child.stderr[-3000:])
            lines = [line for line in child.stderr.splitlines() if "Error" in line or "ERROR" in line]
            found.append(lines[0][:200] if lines else f"exit {child.returncode}")
            for kept in Path(folder).glob("crash-*"):
                FOUND.mkdir(parents=True, exist_ok=True)
                (FOUND / kept.name[:14]).write_bytes(kept.read_bytes())
        return json.loads(counts.read_text()) if counts.exists() else {}, found


# ---- the child


class Line:
    """One socket, as the web server would have it: what it hears, and what it is sent."""

    def __init__(self, app: Any, path: str, query: str, cookies: str) -> None:
        self.form = "plain"
        self.sent: list[Any] = []
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.news = asyncio.Event()
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookies.encode())]
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "subprotocols": [],
            "root_path": "",
            "state": {},
            "extensions": {"parlour.frames": self},
        }
        self.heard.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(app(scope, self.heard.get, self._send))
        self.task.add_done_callback(lambda _: self.news.set())

    async def _send(self, event: Any) -> None:
        self.news.set()

    def write(self, ready: bytes) -> None:
        while ready:
            start = {126: 4, 127: 10}.get(ready[1], 2)
            end = start + (ready[1] if start == 2 else int.from_bytes(ready[2:start], "big"))
            self.sent.append(json.loads(ready[start:end]))
            ready = ready[end:]
        self.news.set()

    def cut_if_full(self) -> bool:
        return False

    def cut_if_stuck(self) -> bool:
        return False

    def say(self, text: bytes) -> None:
        try:
            self.heard.put_nowait({"type": "websocket.receive", "text": text.decode()})
        except UnicodeDecodeError:
            self.heard.put_nowait({"type": "websocket.receive", "bytes": text})

    async def is_there(self) -> bool:
        """Answers a ping; False: the server has closed it."""
        self.say(b'{"type":"ping","id":%d}' % PING)
        while not self.task.done():
            if any(each.get("id") == PING for each in self.sent):
                return True
            self.news.clear()
            async with asyncio.timeout(60):
                await self.news.wait()
        self.task.result()  # raises what the server raised
        return False


class House:
    """The application, and a table at which inputs are tried."""

    def __init__(self, folder: str) -> None:
        from parlour.storage.commits import Commits
        from parlour.storage.sqlite import SqliteStore
        from parlour.web import messages
        from parlour.web.app import make_app
        from parlour.web.guarding import Rate, Rates
        from parlour.web.shelf import Shelf
        from parlour.web.tables import Tables

        self.messages = messages
        self.tables = Tables(Shelf(), Commits(SqliteStore.open(folder)))
        endless = Rates(*(Rate(1e9, 1e9) for _ in range(3)))
        self.app = make_app(self.tables, frozenset({"localhost"}), endless)
        self.lines: list[Line] = []
        self.left = 0
        self.counts: Counter[str] = Counter()

    async def sit_down(self) -> None:
        """Another table, with three sockets at it."""
        for line in self.lines:
            line.heard.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.gather(*(line.task for line in self.lines))
        wanted = self.messages.NewTable(game="tic-tac-toe")
        self.table, tokens, watch = await self.tables.open_table(wanted)
        for seat in self.table.kept.seats:
            seat.is_claimed = True
        from parlour.web.app import _cookie

        cookies = [f"{_cookie(self.table, seat)}={token}" for seat, token in [*tokens.items(), (None, watch)]]
        path = f"/api/tables/{self.table.id}/socket"
        self.lines = [Line(self.app, path, query, "; ".join(cookies)) for query in ("seat=0", "seat=1", "")]
        self.left = TABLE_INPUTS
        self.counts["tables"] += 1

    async def put(self, data: bytes) -> None:
        if not self.left:
            await self.sit_down()
        self.left -= 1
        for line in self.lines:
            line.sent.clear()
        for text in data.split(b"\n"):
            if text:
                self.lines[text[0] % 3].say(text[1:])
                self.counts["messages"] += 1
        for line in self.lines:
            if not await line.is_there():
                self.left = 0
        for line in self.lines:
            self.counts.update(f"{each['type']} {each.get('reason', '')}".strip() for each in line.sent)
        public = self.table._seen[None]
        assert public.is_over or public.awaited, "a match that is not over waits for somebody"
        if public.is_over:
            self.left = 0


def _child(counts: Path, options: list[str]) -> None:
    import atheris

    with atheris.instrument_imports(include=["parlour.web", "parlour.workers.messages"]):
        import parlour.web.app
        import parlour.web.table
        import parlour.web.tables  # noqa: F401  # what is imported here is measured

    folder = tempfile.TemporaryDirectory()
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    house: list[House] = []
    inputs = 0

    def one(data: bytes) -> None:
        nonlocal inputs
        if not house:

            async def build() -> House:
                return House(folder.name)

            house.append(loop.run_until_complete(build()))
        loop.run_until_complete(house[0].put(data))
        inputs += 1
        if inputs % 50 == 0:
            counts.write_text(json.dumps({"inputs": inputs, **dict(sorted(house[0].counts.items()))}))

    atheris.Setup([sys.argv[0], *options], one)
    atheris.Fuzz()


if __name__ == "__main__":
    assert sys.argv[1] == "--child", "fuzz/run.py starts this"
    _child(Path(sys.argv[2]), sys.argv[3:])
