"""Packed messages: the same as all others, in fewer bytes."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from tests.web.conftest import Browser

from parlour.web.frames import (
    EXTENSION,
    MOST_WAITING,
    PAUSED,
    WORDS,
    WORDS_NAME,
    Frame,
    FramedSockets,
    unpacked,
)
from parlour.web.serving import listen

STATIC = Path(__file__).parents[2] / "src/parlour/web/static"


def test_the_dictionary_has_the_name_of_what_is_in_it() -> None:
    """Else a page with another one would be sent what it cannot read."""
    assert hashlib.sha256(WORDS.encode()).hexdigest().startswith(WORDS_NAME)
    assert WORDS.isascii() and len(WORDS) < 1 << 13


def test_who_has_the_dictionary_is_sent_the_same_in_less_than_half_the_bytes(browser: Browser) -> None:
    made = browser.open_table("tic-tac-toe", "human", "human", is_public=True)
    table = made["table"]["id"]
    other = Browser(browser.server)
    other.enter(table, made["links"][0]["token"])
    with (
        browser.sit(table, 0) as one,
        other.sit(table, 1) as two,
        browser.sit(table) as plain,
        browser.sit(table, words=WORDS_NAME) as packed,
        browser.sit(table, words="00000000") as stranger,
    ):
        for number in range(4):
            (one, two)[number % 2].answer()
        watching = (plain, packed, stranger)
        for tab in watching:
            tab.until(lambda tab: tab.revision == 4)
        assert plain.view == packed.view == stranger.view
        changes = [[text for text in tab.bytes if '"change"' in text] for tab in watching]
        assert len(changes[0]) == 4 and changes[0] == changes[1] == changes[2]
        assert (plain.packed, stranger.packed) == (0, 0)
        assert 0 < packed.packed < sum(map(len, packed.bytes)) / 2


def test_what_does_not_become_shorter_is_not_packed() -> None:
    assert Frame(b"[]").packed == Frame(b"[]").plain
    message = ('{"type":"hint","id":1,"lines":[]}' + "ä" * 70_000).encode()
    assert unpacked(Frame(message).packed[4:]) == message


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_the_page_unpacks_what_the_server_packs() -> None:
    messages = [b'{"type":"taken","id":1,"revision":1}' * 3, '{"type":"refused","message":"ä €"}'.encode() * 20]
    frames = [Frame(message).packed for message in messages]
    bodies = [frame[4:] if frame[1] == 126 else frame[2:] for frame in frames]
    script = f"""
        import {{unpacked, words}} from "{(STATIC / "packing.js").as_uri()}";
        for (const hex of {[body.hex() for body in bodies]!r})
          console.log(words + await unpacked(Uint8Array.from(Buffer.from(hex, "hex")).buffer));
    """
    run = ["node", "--input-type=module", "--no-warnings", "-e", script]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines() == [WORDS_NAME + message.decode() for message in messages]


HANDSHAKE = """GET / HTTP/1.1
Host: localhost
Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==
Sec-WebSocket-Version: 13

"""


def test_who_does_not_read_is_cut_when_too_much_waits() -> None:
    opened: asyncio.Future[FramedSockets]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        opened.set_result(scope["extensions"][EXTENSION])
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def scenario() -> int:
        nonlocal opened
        opened = asyncio.get_running_loop().create_future()
        listening = listen("127.0.0.1", 0)
        config = uvicorn.Config(app, ws=FramedSockets, http="h11", loop="asyncio", lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        # The other end takes what fits into its buffers, and reads nothing.
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        writer.write(HANDSHAKE.replace("\n", "\r\n").encode())
        socket = await opened
        assert socket not in PAUSED
        frame, written = Frame(b"x" * 500_000).plain, 0
        while socket not in PAUSED or not socket.cut_if_stuck():
            socket.write(frame)
            written += len(frame)
            assert written < 20 * MOST_WAITING
            await asyncio.sleep(0)
        with contextlib.suppress(ConnectionError):  # what had come already can still be read
            assert len(await reader.read()) < written
        assert socket not in PAUSED
        socket.write(frame)  # to nobody
        writer.close()
        server.should_exit = True
        await serving
        return written

    assert asyncio.run(scenario()) > MOST_WAITING
