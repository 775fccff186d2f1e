"""Sockets that take a message as a finished frame: what goes to a thousand spectators is written, compressed and framed
once, and goes out as it is, without a task, a coder or a copy for each of them.

A server's frames are not masked (RFC 6455, 5.1), and a compressed message depends on none before it
(`server_no_context_takeover`, RFC 7692, 7.1.1.1), so the bytes are the same for everybody::

    >>> Frame(b"{}").plain
    b'\\x81\\x02{}'

A page can do better than its browser. Both it and the server have a dictionary of what messages consist of
(`static/words.js`), and where the page says that it has the same one, a message is *packed*: a binary frame of raw
DEFLATE (RFC 1951) that begins with the dictionary in its window. A change of a few hundred bytes becomes one of less
than half of what it is without.
"""

from __future__ import annotations

import re
import zlib
from asyncio.transports import BaseTransport
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame as Received
from websockets.http11 import Request
from websockets.server import ServerProtocol

# Under this name an application finds the connection in the scope of its socket.
EXTENSION = "parlour.frames"
# Who has so much waiting does not read, and would have the server keep it all.
MOST_WAITING = 4 * 1024 * 1024
# Less than this does not become shorter.
_SHORTEST_DEFLATED = 120
_TEXT, _TEXT_DEFLATED, _BINARY = 0x81, 0xC1, 0x82

_FILE = (Path(__file__).parent / "static" / "words.js").read_text("utf-8")
# The dictionary, and the name by which a page says that it has the same.
WORDS_NAME, WORDS = re.findall(r'NAME = "(\w+)".*WORDS = `([^`]+)`', _FILE, re.DOTALL)[0]


# How a connection wants its messages.
Form = Literal["plain", "deflated", "packed"]


class Frame:
    """A text message as one frame, and as a compressed or a packed one where somebody wants it."""

    __slots__ = ("_deflated", "_message", "_packed", "plain")

    def __init__(self, message: bytes) -> None:
        self._message = message
        self._deflated: bytes | None = None
        self._packed: bytes | None = None
        self.plain = _head(_TEXT, len(message)) + message

    def __len__(self) -> int:
        return len(self.plain)

    @property
    def deflated(self) -> bytes:
        if self._deflated is None:
            self._deflated = self.plain
            if len(self._message) >= _SHORTEST_DEFLATED:
                coder = zlib.compressobj(wbits=-zlib.MAX_WBITS)
                body = (coder.compress(self._message) + coder.flush(zlib.Z_SYNC_FLUSH))[:-4]
                self._deflated = _head(_TEXT_DEFLATED, len(body)) + body
        return self._deflated

    @property
    def packed(self) -> bytes:
        """What does not become shorter stays a text."""
        if self._packed is None:
            coder = _FRESH.copy()
            body = coder.compress(self._message) + coder.flush()
            self._packed = _head(_BINARY, len(body)) + body if len(body) < len(self._message) else self.plain
        return self._packed


# What a message is packed by begins as a copy of this: the dictionary is read once.
_FRESH = zlib.compressobj(wbits=-13, memLevel=6, zdict=WORDS.encode())


def unpacked(body: bytes) -> bytes:
    """What was packed.

    >>> message = b'{"type":"change","since":0,"revision":1,"patch":[]}'
    >>> unpacked(Frame(message).packed[2:]) == message, len(Frame(message).packed) < 30
    (True, True)
    """
    return zlib.decompressobj(wbits=-13, zdict=WORDS.encode()).decompress(body)


def _head(first: int, size: int) -> bytes:
    if size < 126:
        return bytes((first, size))
    if size < 1 << 16:
        return bytes((first, 126)) + size.to_bytes(2, "big")
    return bytes((first, 127)) + size.to_bytes(8, "big")


def _to_nobody(ready: bytes) -> None:
    """What is written to a connection that is gone."""


# The connections whose other ends do not read what was sent.
PAUSED: set[FramedSockets] = set()


class FramedSockets(WebSocketsSansIOProtocol):
    """uvicorn's connection, with a way past its coder: `write` sends a finished frame, or several one behind the
    other. It is the transport's own for as long as there is somebody to write to, so that nothing is done for each of a
    thousand spectators but the sending."""

    write: Callable[[bytes], object]

    def __init__(self, config: Config, *args: Any, **settings: Any) -> None:
        self.write = _to_nobody
        super().__init__(config, *args, **settings)
        deflate = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)
        self.conn = ServerProtocol(extensions=[deflate], max_size=config.ws_max_size, logger=self.logger)
        self.form: Form = "plain"

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.write = self.transport.write

    def connection_lost(self, exc: Exception | None) -> None:
        self.write = _to_nobody
        PAUSED.discard(self)
        super().connection_lost(exc)

    @property
    def close_sent(self) -> bool:
        return self._close_sent

    @close_sent.setter
    def close_sent(self, is_sent: bool) -> None:
        self._close_sent = is_sent
        if is_sent:  # nothing comes behind a goodbye
            self.write = _to_nobody

    def handle_close(self, event: Received) -> None:
        super().handle_close(event)
        self.write = _to_nobody

    def shutdown(self) -> None:
        super().shutdown()
        self.write = _to_nobody

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self
            self.form = "deflated" if self.conn.extensions else "plain"
            # Who gets packed messages need not be told how to compress them.
            if f"words={WORDS_NAME}" in self.scope["query_string"].decode("ascii").split("&"):
                self.form = "packed"

    def pause_writing(self) -> None:
        super().pause_writing()
        PAUSED.add(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        PAUSED.discard(self)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.cut_if_full()

    def cut_if_full(self) -> bool:
        """Ends the connection at once if its other end does not read: a polite goodbye would wait for ever."""
        return self in PAUSED and self._cut()

    def cut_if_stuck(self) -> bool:
        """Ends the connection at once if too much waits for its other end to read it."""
        return self.transport.get_write_buffer_size() > MOST_WAITING and self._cut()

    def _cut(self) -> bool:
        self.write = _to_nobody
        self.transport.abort()
        return True
