"""What stands before every route: names, origins, sizes, numbers, and what browsers are told."""

from __future__ import annotations

import contextlib
import http.client
import socket
from pathlib import Path

import pytest
from tests.web.conftest import Browser, Server, running
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from parlour.web.guarding import Bucket, Rate

ROUTES = ("/", "/lobby", "/api/games", "/api/tables", "/static/app.js", "/api/openapi.json", "/nothing")


@pytest.mark.parametrize("path", ROUTES)
def test_every_route_is_for_this_server_alone(browser: Browser, path: str) -> None:
    reply = browser.ask("GET", path, headers={"Host": "evil.test"})
    assert (reply.status, reply.reason) == (421, "wrong-host")


@pytest.mark.parametrize("path", ROUTES)
def test_every_reply_forbids_what_is_not_ours(browser: Browser, path: str) -> None:
    headers = browser.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


@pytest.mark.parametrize("origin", ["http://evil.test", "null", "", "http://127.0.0.1:1"])
def test_only_pages_of_this_server_write_and_open_sockets(server: Server, browser: Browser, origin: str) -> None:
    reply = browser.ask("POST", "/api/tables", {"game": "tic-tac-toe"}, {"Origin": origin})
    assert (reply.status, reply.reason) == (403, "wrong-origin")
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(f"ws://{server.host}/api/tables/12345678/socket", additional_headers={"Origin": origin}),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_cookies_are_kept_from_scripts_and_from_other_sites(browser: Browser) -> None:
    reply = browser.post("/api/tables", {"game": "tic-tac-toe", "seats": [{}, {"player": "random"}]})
    assert reply.cookies
    for cookie in reply.cookies:
        words = cookie.lower()
        assert "httponly" in words and "samesite=strict" in words and "path=/api/" in words


def test_a_token_is_nowhere_on_disk(server: Server, browser: Browser) -> None:
    made = browser.open_table("tic-tac-toe", "human", "human")
    tokens = [made["watch"], made["links"][0]["token"], *browser.cookies.values()]
    files = [file.read_bytes() for file in server.data.rglob("*") if file.is_file()]
    assert files
    assert not any(token.encode() in content for token in tokens for content in files)


def test_what_is_too_large_is_not_read(browser: Browser) -> None:
    reply = browser.ask("POST", "/api/tables", b" " * 70_000)
    assert (reply.status, reply.reason) == (413, "too-large")
    reply = browser.ask("POST", "/api/replays", b'{"record":"' + b"x" * 2_100_000 + b'"}')
    assert reply.reason == "malformed", "within the size of records, but longer than one"


def test_a_body_without_a_length_is_cut_off(server: Server) -> None:
    connection = http.client.HTTPConnection(server.host, timeout=20)
    headers = {"Origin": f"http://{server.host}", "Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    chunks = (b"x" * 1000 for _ in range(100))
    connection.request("POST", "/api/tables", chunks, headers, encode_chunked=True)
    assert connection.getresponse().status == 413


def test_a_message_that_is_too_large_ends_its_socket(browser: Browser) -> None:
    table = browser.open_table("tic-tac-toe", "human", "random")["table"]["id"]
    with browser.sit(table, 0) as tab:
        tab.until_asked()
        tab.socket.send("x" * 80_000)
        with pytest.raises(Exception, match="1009"):
            while True:
                tab.next()


def test_who_sends_too_many_messages_is_cut_off(tmp_path: Path, browser: Browser) -> None:
    table = browser.open_table("tic-tac-toe", "human", "random")["table"]["id"]
    with browser.sit(table, 0) as tab:
        tab.until_asked()
        with pytest.raises(Exception, match="4008"):
            for _ in range(5_000):
                tab.socket.send('{"type": "ping", "id": 1}')
            while True:
                tab.next()


def test_a_bucket_fills_by_itself() -> None:
    bucket = Bucket(Rate(per_s=1, at_once=2))
    assert [bucket.take(now) for now in (0, 0, 0, 0.5, 1.0, 1.1)] == [True, True, False, False, True, False]


def test_the_network_needs_to_be_asked_for(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="--public"), running(tmp_path, "--host", "0.0.0.0"):
        pass
    with running(tmp_path, "--host", "0.0.0.0", "--public") as server:
        guest = Browser(server)
        assert guest.get("/api/tables").status == 200
        replies = [guest.ask("POST", "/api/tokens", {}).status for _ in range(80)]
        assert set(replies) == {400, 429}


def test_who_asks_and_does_not_read_is_cut_off(server: Server) -> None:
    ada = Browser(server)
    table = ada.open_table("chess", "human", "human", is_public=True)["table"]["id"]
    with ada.sit(table, 0) as tab, socket.socket() as greedy:
        tab.until_asked()
        greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        greedy.connect(("127.0.0.1", server.port))
        head = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {server.host}\r\nOrigin: http://{server.host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        greedy.sendall(head.encode())
        tab.until(lambda tab: tab.table.get("watchers", 0) == 1)
        request = b'{"type":"look","id":1,"step":0}'
        masked = bytes((0x81, 0x80 | len(request))) + b"\0\0\0\0" + request
        with contextlib.suppress(ConnectionError):
            for _ in range(600):
                greedy.sendall(masked)
        tab.until(lambda tab: not tab.table.get("watchers"))
        assert tab.answer()["type"] == "taken"


def test_a_body_that_is_nested_without_end_is_malformed_and_whole_numbers_may_have_a_point(browser: Browser) -> None:
    reply = browser.post("/api/tables", b'{"game": ' + b"[" * 30_000 + b"]" * 30_000 + b"}")
    assert (reply.status, reply.reason) == (400, "malformed")
    assert browser.post("/api/tables", b'{"game": "tic-tac-toe", "me": 1.0}').json["me"] == 1
    assert browser.post("/api/tables", b'{"game": "tic-tac-toe", "me": 0.5}').reason == "malformed"
