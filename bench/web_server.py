"""The server: spectators of one match, beside boardgame.io; others' answers while games loop; how soon it
listens; how large the page is.

Spectators are sockets of this process that read bytes and count frames, the same for both servers. The CPU time is that
of the whole server, its workers included. boardgame.io is installed by npm into `build/`.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import http.client
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from measuring import Section

from parlour.web.frames import WORDS_NAME, unpacked
from parlour.workers import messages as working
from parlour.workers.pool import Kept, Pool

HERE = Path(__file__).parent
BUILD = HERE.parent / "build" / "boardgame.io"
PEER = "boardgame.io@0.50.2"
_LOOPING = """game L
count : Int -> Int
count(n) = if n > 9 then count(0) else count(n + 1)
play : Int
play = count(input)
"""


class Watcher(asyncio.Protocol):
    """A WebSocket that counts the messages and bytes that come; enough of RFC 6455 for a server's frames."""

    def __init__(self, handshake: bytes, on_text: Callable[[Watcher, bytes], None]) -> None:
        self.handshake = handshake
        self.on_text = on_text
        self.buffer = b""
        self.is_open = False
        self.bytes = 0
        self.frames = 0
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.handshake)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self.buffer += data
        if not self.is_open:
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self.is_open, self.buffer = True, rest
            self.opened.set_result(None)
        while len(self.buffer) >= 2:
            size, start = self.buffer[1] & 0x7F, 2
            if size == 126:
                size, start = int.from_bytes(self.buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < start + size:
                return
            first, text = self.buffer[0], self.buffer[start : start + size]
            self.buffer = self.buffer[start + size :]
            if first & 0x0F in (1, 2):
                self.on_text(self, text)

    def send(self, text: str) -> None:
        """A short masked text frame."""
        body = text.encode()
        size = bytes((0x80 | len(body),)) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + body)


def _handshake(path: str, port: int, *headers: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Extensions: permessage-deflate",
        f"Origin: http://127.0.0.1:{port}",
        *headers,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def cpu_of(pid: int) -> float:
    """Seconds of CPU that a process and all below it have used, as exactly as the scheduler knows it."""
    spent, waiting = 0, [pid]
    while waiting:
        try:
            for task in Path(f"/proc/{waiting.pop()}/task").iterdir():
                spent += int((task / "schedstat").read_text().split()[0])
                waiting += map(int, (task / "children").read_text().split())
        except (FileNotFoundError, ProcessLookupError):
            continue
    return spent / 1e9


class Crowd:
    """Spectators, and whether all of them have the newest frame."""

    def __init__(self) -> None:
        self.watchers: list[Watcher | Listener] = []
        self.wanted = 0
        self.missing = 0
        self.all_here = asyncio.Event()

    def count(self, watcher: Watcher | Listener) -> None:
        watcher.frames += 1
        if watcher.frames == self.wanted:
            self.missing -= 1
            if not self.missing:
                self.all_here.set()

    def expect(self) -> None:
        """One more frame for everybody."""
        self.wanted = 1
        for watcher in self.watchers:
            watcher.frames = 0
        self.missing = len(self.watchers)
        self.all_here.clear()

    @property
    def bytes(self) -> int:
        return sum(watcher.bytes for watcher in self.watchers)


async def _moves(crowd: Crowd, pid: int, moves: int, move: Callable[[int], None]) -> tuple[list[float], float, float]:
    """Makes moves one after the other: how long until the last spectator had each, CPU and bytes for a move and
    spectator."""
    latencies = []
    before_cpu, before_bytes = cpu_of(pid), crowd.bytes
    for number in range(moves):
        crowd.expect()
        start = time.perf_counter()
        move(number)
        await asyncio.wait_for(crowd.all_here.wait(), 60)
        latencies.append(time.perf_counter() - start)
    await asyncio.sleep(0.5)  # what is said after the last move counts, too
    shares = moves * len(crowd.watchers)
    return latencies, (cpu_of(pid) - before_cpu) / shares, (crowd.bytes - before_bytes) / shares


# ---- ours


class Ours:
    """`parlour serve`, and what a browser says to it."""

    def __init__(self, *games: str) -> None:
        self.data = tempfile.mkdtemp()
        command = [sys.executable, "-m", "parlour", "serve", *games, "--port", "0", "--data", self.data, "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split(":")[2].split("/")[0])
        self.cookies: dict[str, str] = {}

    def post(self, path: str, body: object) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        headers = {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(body), headers)
        reply = connection.getresponse()
        for name, value in reply.getheaders():
            if name.lower() == "set-cookie":
                cookie, _, rest = value.partition("=")
                self.cookies[cookie] = rest.split(";")[0]
        return json.loads(reply.read())

    async def watch(self, table: str, seat: str, on_text: Callable[[Watcher, bytes], None]) -> Watcher:
        cookie = "Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        path = f"/api/tables/{table}/socket?{seat}words={WORDS_NAME}"
        _, watcher = await asyncio.get_running_loop().create_connection(
            lambda: Watcher(_handshake(path, self.port, cookie), on_text), "127.0.0.1", self.port
        )
        await watcher.opened
        return watcher

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.data)


async def _gathered(ours: Ours, table: str, spectators: int) -> Crowd:
    """So many who watch, when all of them have heard who came."""
    crowd = Crowd()
    for _ in range(spectators):
        crowd.watchers.append(await ours.watch(table, "", lambda watcher, text: crowd.count(watcher)))
    await asyncio.sleep(3)
    return crowd


async def _ours(spectators: int, moves: int) -> list[float]:
    """How long each of some moves takes to the last spectator."""
    ours = Ours()
    try:
        wanted = {"game": "tic-tac-toe", "seats": [{}, {}], "is_public": True}
        made = await asyncio.to_thread(ours.post, "/api/tables", wanted)
        player = await ours.watch(made["table"]["id"], "seat=0&", lambda watcher, text: None)
        crowd = await _gathered(ours, made["table"]["id"], spectators)

        # A move, and the same taken back, again and again: revisions and questions are counted on.
        def move(number: int) -> None:
            if number % 2:
                player.send(json.dumps({"type": "undo", "id": number, "revision": number}))
            else:
                answer = {"type": "answer", "id": number, "question": 1, "revision": number, "text": "(2,2)"}
                player.send(json.dumps(answer))

        latencies, _, _ = await _moves(crowd, ours.process.pid, moves, move)
        return latencies
    finally:
        ours.close()


# A match of tic-tac-toe that fills the board.
_DRAW = ("(1,1)", "(2,2)", "(3,3)", "(2,1)", "(2,3)", "(1,3)", "(3,1)", "(3,2)", "(1,2)")


async def _whole_matches(spectators: int, matches: int) -> tuple[float, float]:
    """CPU and bytes for a move and spectator, over matches of two people from the first move to the last."""
    ours = Ours()
    cpu = size = 0.0
    try:
        for _ in range(matches):
            wanted = {"game": "tic-tac-toe", "seats": [{}, {}], "is_public": True}
            made = await asyncio.to_thread(ours.post, "/api/tables", wanted)
            table = made["table"]["id"]
            (link,) = made["links"]
            await asyncio.to_thread(ours.post, "/api/tokens", {"table": table, "token": link["token"]})
            players = [await ours.watch(table, f"seat={seat}&", lambda watcher, text: None) for seat in (0, 1)]
            crowd = await _gathered(ours, table, spectators)

            def move(number: int, players: list[Watcher] = players) -> None:
                answer = {"type": "answer", "id": 1, "question": number + 1, "revision": number, "text": _DRAW[number]}
                players[number % 2].send(json.dumps(answer))

            _, spent, sent = await _moves(crowd, ours.process.pid, len(_DRAW), move)
            cpu, size = cpu + spent / matches, size + sent / matches
            for watcher in (*players, *crowd.watchers):
                watcher.transport.close()
        return cpu, size
    finally:
        ours.close()


# ---- boardgame.io


async def _theirs(spectators: int, moves: int) -> tuple[list[float], float, float]:
    if not (BUILD / "node_modules" / "boardgame.io").exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        (BUILD / "package.json").write_text("{}")
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", PEER], cwd=BUILD, check=True)
    port = 8197
    environment = {**os.environ, "NODE_PATH": str(BUILD / "node_modules"), "NODE_ENV": "production"}
    command = ["node", str(HERE / "peers" / "boardgame_io.js"), str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        while "ready" not in process.stdout.readline():
            pass
        # Who asks for a match that is not there makes it.
        match = "bench"
        crowd = Crowd()

        def on_text(watcher: Watcher, text: bytes) -> None:
            if text.startswith(b"0"):
                watcher.send("40/tic-tac-toe,")
            elif text.startswith(b"40"):
                watcher.send(f'42/tic-tac-toe,["sync","{match}",null,null,2]')
            elif text == b"2":
                watcher.send("3")
            elif b'"update"' in text[:40]:
                crowd.count(watcher)

        path = "/socket.io/?EIO=4&transport=websocket"
        for _ in range(spectators + 1):
            _, watcher = await asyncio.get_running_loop().create_connection(
                lambda: Watcher(_handshake(path, port), on_text), "127.0.0.1", port
            )
            await watcher.opened
            crowd.watchers.append(watcher)
        await asyncio.sleep(2)
        player = crowd.watchers.pop()
        assert isinstance(player, Watcher)

        def move(number: int) -> None:
            # Both players fill the cells again and again.
            seat = str(number % 2)
            payload = {"type": "clickCell", "args": [number % 9], "playerID": seat}
            action = {"type": "MAKE_MOVE", "payload": payload}
            player.send("42/tic-tac-toe," + json.dumps(["update", action, number, match, seat]))

        return await _moves(crowd, process.pid, moves, move)
    finally:
        process.terminate()
        process.wait()


# ---- what a network costs anybody

# A loop that does nothing but write so many bytes to everybody when somebody says something.
_BARE = """
import asyncio, sys
ready, everybody = b"x" * int(sys.argv[1]), []

class Bare(asyncio.Protocol):
    def connection_made(self, transport):
        everybody.append(transport)

    def data_received(self, data):
        for transport in everybody:
            transport.write(ready)

async def serve():
    server = await asyncio.get_running_loop().create_server(Bare, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(serve())
"""


class Listener(asyncio.Protocol):
    """Counts what comes, in pieces of one size."""

    def __init__(self, size: int, on_piece: Callable[[Listener], None]) -> None:
        self.size = size
        self.on_piece = on_piece
        self.bytes = self.frames = 0
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        for _ in range(self.bytes // self.size - (self.bytes - len(data)) // self.size):
            self.on_piece(self)


async def _bare(size: int, spectators: int, moves: int) -> float:
    """CPU for a move and spectator of a loop that only writes."""
    process = subprocess.Popen([sys.executable, "-c", _BARE, str(size)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        crowd = Crowd()
        for _ in range(spectators):
            _, listener = await asyncio.get_running_loop().create_connection(
                lambda: Listener(size, crowd.count), "127.0.0.1", port
            )
            crowd.watchers.append(listener)
        await asyncio.sleep(1)
        _, cpu, _ = await _moves(crowd, process.pid, moves, lambda number: crowd.watchers[0].transport.write(b"move"))
        return cpu
    finally:
        process.terminate()
        process.wait()


# ---- the tables


def spectating() -> Section:
    section = Section(
        "Spectators",
        "Tic-tac-toe with 200 spectators, 45 moves of a server that was just started; what every move costs it for "
        "every spectator. `ratio` is theirs by ours; the last row is what a bare asyncio loop needs that only "
        "writes the same bytes.",
        ("what", "ours", "boardgame.io", "ratio", "at least"),
    )
    cpu, size = asyncio.run(_whole_matches(200, 5))
    _, their_cpu, their_size = asyncio.run(_theirs(200, 45))
    section.add(
        what="CPU, microseconds", ours=cpu * 1e6, **{"boardgame.io": their_cpu * 1e6}, ratio=their_cpu / cpu, **_THRICE
    )
    section.add(what="bytes", ours=size, **{"boardgame.io": their_size}, ratio=their_size / size, **_THRICE)
    bare = asyncio.run(_bare(round(size), 200, 45))
    section.add(
        what="CPU of writing alone", ours=bare * 1e6, **{"boardgame.io": "", "at least": ""}, ratio=their_cpu / bare
    )
    return section


_THRICE = {"at least": 3.0}


def broadcasting() -> Section:
    section = Section(
        "A thousand spectators",
        "Seconds until the last of them has a move: the median of 100 moves. Elapsed time, on a machine that also runs "
        "the spectators.",
        ("spectators", "seconds", "at most, seconds", "slowest"),
    )
    latencies = asyncio.run(_ours(1000, 100))
    section.add(
        spectators=1000, seconds=statistics.median(latencies), **{"at most, seconds": 0.25}, slowest=max(latencies)
    )
    return section


async def _answers(ours: Ours, loops: int) -> float:
    """The median of some answers of one table, while other tables loop."""
    looping = []
    for _ in range(loops):
        made = await asyncio.to_thread(ours.post, "/api/tables", {"game": "loop", "seats": [{}]})
        watcher = await ours.watch(made["table"]["id"], "seat=0&", lambda watcher, text: None)
        looping.append(watcher)
    made = await asyncio.to_thread(ours.post, "/api/tables", {"game": "tic-tac-toe", "seats": [{}, {}]})
    heard = asyncio.Event()

    def on_text(watcher: Watcher, text: bytes) -> None:
        if b'"taken"' in (text if text.startswith(b"{") else unpacked(text)):
            heard.set()

    player = await ours.watch(made["table"]["id"], "seat=0&", on_text)
    await asyncio.sleep(2)
    for watcher in looping:
        watcher.send(json.dumps({"type": "answer", "id": 1, "question": 1, "revision": 0, "text": "1"}))
    await asyncio.sleep(1)
    found = []
    for number in range(30):
        heard.clear()
        start = time.perf_counter()
        kind = {"type": "undo"} if number % 2 else {"type": "answer", "question": 1, "text": "(2,2)"}
        player.send(json.dumps({"id": number, "revision": number, **kind}))
        await asyncio.wait_for(heard.wait(), 60)
        found.append(time.perf_counter() - start)
    return statistics.median(found)


async def _pool_answers(loops: int) -> float:
    """The same of a pool of workers alone, whose matches are kept in memory."""
    kept: dict[str, Kept] = {}

    async def find(match: str) -> Kept:
        return kept[match]

    async def keep(match: str, first: int, entries: Sequence[working.Entry]) -> None:
        """The pool itself remembers them."""

    pool = Pool(find, keep)
    try:
        found = await pool.inspect(working.Inspect(library="tic-tac-toe"))
        assert isinstance(found, working.Inspected)
        kept["m"] = Kept(working.Setup(found.game, 7), [])
        looping = working.GameText("loop.bgl", "bogl", _LOOPING)
        for number in range(loops):
            kept[f"loop{number}"] = Kept(working.Setup(looping, 7), [])
        if loops:
            await pool.change("loop0", working.Answer(1, text="1"))  # from now on it is known to be slow
        tasks = [
            asyncio.create_task(pool.change(f"loop{number}", working.Answer(1, text="1"))) for number in range(1, loops)
        ]
        await pool.ask("m", working.Look((None, 0)))
        await asyncio.sleep(1)
        spent = []
        for number in range(30):
            change = working.Undo() if number % 2 else working.Answer(1, text="(2,2)", seat=0)
            start = time.perf_counter()
            done = await pool.change("m", change, viewers=(None, 0))
            spent.append(time.perf_counter() - start)
            assert isinstance(done, working.Changed), done
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return statistics.median(spent)
    finally:
        await pool.close()


def looping() -> Section:
    section = Section(
        "While ten games loop",
        "The median answer of another table, alone and while ten games loop until their time is up: of the workers by "
        "themselves, and of the whole server. Elapsed time.",
        ("what", "seconds", "at most, seconds"),
    )

    def add(what: str, alone: float, looped: float) -> None:
        section.add(what=f"{what}, alone", seconds=alone, **{"at most, seconds": ""})
        section.add(what=f"{what}, with ten that loop", seconds=looped, **{"at most, seconds": 2 * alone})

    add("workers", asyncio.run(_pool_answers(0)), asyncio.run(_pool_answers(10)))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "loop.bgl"
        file.write_text(_LOOPING)
        ours = Ours(str(file))
        try:
            add("server", asyncio.run(_answers(ours, 0)), asyncio.run(_answers(ours, 10)))
        finally:
            ours.close()
    return section


def starting() -> Section:
    section = Section("Starting", "CPU seconds until `parlour serve` listens.", ("what", "seconds", "at most, seconds"))
    found = []
    for _ in range(5):
        ours = Ours()
        found.append(cpu_of(ours.process.pid))
        ours.close()
    section.add(what="serve", seconds=statistics.median(found), **{"at most, seconds": 0.6})
    return section


def page() -> Section:
    """What a browser fetches of the table's page, as it comes over the wire."""
    section = Section(
        "The table's page",
        "The page and every file that it loads, compressed as the server sends them.",
        ("what", "files", "kB", "at most, kB"),
    )
    ours = Ours()
    try:
        wanted, sizes = ["/table/AAAAAAAAAAA", "/static/table.js"], dict[str, int]()
        while wanted:
            path = wanted.pop()
            if path in sizes:
                continue
            connection = http.client.HTTPConnection("127.0.0.1", ours.port)
            connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
            reply = connection.getresponse()
            body = reply.read()
            sizes[path] = len(body)
            text = (gzip.decompress(body) if reply.headers["Content-Encoding"] == "gzip" else body).decode()
            # The page names its files in attributes; modules import each other. Other pages are loaded when wanted.
            wanted += re.findall(r'(?:href|src)="(/static/[^"]+)"', text)
            wanted += [f"/static/{name}" for name in re.findall(r'(?:from|import) "\./([^"]+\.js)"', text)]
    finally:
        ours.close()
    section.add(what="table", files=len(sizes), kB=sum(sizes.values()) / 1000, **{"at most, kB": 100})
    return section


SECTIONS: dict[str, Callable[[], Section]] = {
    "spectators": spectating,
    "broadcast": broadcasting,
    "loops": looping,
    "start": starting,
    "page": page,
}


def measure(names: list[str] | None = None) -> list[Section]:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return [SECTIONS[name]() for name in names or SECTIONS]
