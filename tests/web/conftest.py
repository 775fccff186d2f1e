"""A real server in a process of its own, and browsers that talk to it over real sockets."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from parlour.web.frames import unpacked
from parlour.workers.changes import changed

WAIT_S = 20.0


class Server:
    """`parlour serve` on a port that was free."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.data = data
        self.arguments = arguments
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self) -> Server:
        command = [sys.executable, "-m", "parlour", "serve", *self.arguments, "--data", str(self.data), "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        link = self.process.stdout.readline()
        if not link:
            assert self.process.stderr is not None
            raise AssertionError(self.process.stderr.read())
        self.port = int(link.split(":")[2].split("/")[0])
        return self

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As if the machine had lost its power, but for what the system itself had still to write."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def stop(self) -> tuple[int, str]:
        """Interrupts it, as Ctrl-C does; its exit code and what it had to say."""
        assert self.process is not None
        self.process.terminate()
        _, errors = self.process.communicate(timeout=WAIT_S)
        return self.process.returncode, errors


class Reply:
    def __init__(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status = status
        self.headers = {name.lower(): value for name, value in headers}
        self.cookies = [value for name, value in headers if name.lower() == "set-cookie"]
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        return str(self.json["reason"])


class Browser:
    """Somebody's browser: it keeps cookies."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> Reply:
        connection = http.client.HTTPConnection(self.server.host, timeout=WAIT_S)
        sent = {"Origin": f"http://{self.server.host}", "Cookie": self.cookie}
        if body is not None:
            sent["Content-Type"] = "application/json"
        content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        connection.request(method, path, content, {**sent, **(headers or {})})
        answer = connection.getresponse()
        reply = Reply(answer.status, answer.getheaders(), answer.read())
        connection.close()
        for cookie in reply.cookies:
            name, _, rest = cookie.partition("=")
            self.cookies[name] = rest.split(";")[0]
        return reply

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def get(self, path: str) -> Reply:
        return self.ask("GET", path)

    def post(self, path: str, body: object) -> Reply:
        return self.ask("POST", path, body)

    def open_table(self, game: str, *players: str, **more: object) -> Any:
        reply = self.post("/api/tables", {"game": game, "seats": [{"player": player} for player in players], **more})
        assert reply.status == 201, reply.body
        return reply.json

    def enter(self, table: str, token: str, who: str = "") -> Reply:
        return self.post("/api/tokens", {"table": table, "token": token, "who": who})

    def sit(self, table: str, seat: int | None = None, since: int | None = None, words: str | None = None) -> Tab:
        return Tab(self, table, seat, since, words)


class Tab:
    """A tab with a table: its socket, and the view as the messages make it."""

    def __init__(
        self,
        browser: Browser,
        table: str,
        seat: int | None,
        since: int | None = None,
        words: str | None = None,
        narrow: int | None = None,
    ) -> None:
        fields = (("seat", seat), ("since", since), ("words", words), ("narrow", narrow))
        query = "&".join(f"{name}={value}" for name, value in fields if value is not None)
        host = browser.server.host
        self._opened = connect(
            f"ws://{host}/api/tables/{table}/socket?{query}",
            origin=f"http://{host}",  # type: ignore[arg-type]
            additional_headers={"Cookie": browser.cookie},
            max_size=None,
        )
        self.socket: ClientConnection = self._opened.__enter__()
        self.seat = seat
        self.view: Any = None
        self.table: Any = None
        self.revision = -1
        self.received: list[Any] = []
        self.bytes: list[str] = []
        self.packed = 0
        self._id = 0

    def __enter__(self) -> Tab:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.__exit__(kind, error, trace)

    def next(self) -> Any:
        """The next message."""
        text = self.socket.recv(timeout=WAIT_S)
        if isinstance(text, bytes):
            self.packed += len(text)
            text = unpacked(text).decode()
        self.bytes.append(text)
        message = json.loads(text)
        match message["type"]:
            case "view":
                self.view, self.revision = message["view"], message["revision"]
            case "change":
                assert message["since"] == self.revision
                self.view, self.revision = changed(self.view, message["patch"]), message["revision"]
            case "table":
                self.table = message["table"]
        self.received.append(message)
        return message

    def until(self, is_it: Callable[[Tab], bool]) -> Tab:
        """Reads on until something is so."""
        while self.view is None or not is_it(self):
            self.next()
        return self

    @property
    def questions(self) -> list[Any]:
        return list(self.view.get("questions", [])) if self.view else []

    def until_asked(self) -> Any:
        """The first question to this seat; None if the match ends before."""
        self.until(lambda tab: bool(tab.questions) or "outcome" in tab.view)
        return self.questions[0] if self.questions else None

    def request(self, type: str, **fields: object) -> Any:
        """Sends a request, and reads on to what came of it."""
        self._id += 1
        self.socket.send(json.dumps({"type": type, "id": self._id, **fields}))
        while True:
            message = self.next()
            if message.get("id") == self._id:
                return message

    def answer(self, **given: object) -> Any:
        """Answers the first question, by default with the first move."""
        question = self.until_asked()
        fields = {"question": question["id"], "revision": self.revision, **(given or {"move": 0})}
        return self.request("answer", **fields)


@contextmanager
def running(data: Path, *arguments: str) -> Iterator[Server]:
    server = Server(data, *arguments).start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            code, errors = server.stop()
            assert "Traceback" not in errors, errors
            assert code == 0, errors


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that leave it as it was."""
    with running(tmp_path_factory.mktemp("serve")) as found:
        yield found


@pytest.fixture
def browser(server: Server) -> Browser:
    return Browser(server)
