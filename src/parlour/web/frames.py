"""Sockets that take a message as a finished frame: what goes to a thousand spectators is written, compressed and framed
once, and goes out as it is, without a task, a coder or a copy for each of them.

A server's frames are not masked (RFC 6455, 5.1), and a compressed message depends on none before it
(`server_no_context_takeover`, RFC 7692, 7.1.1.1), so the bytes are the same for everybody::

    >>> Frame(b"{}").plain
    b'\\x81\\x02{}'
"""

from __future__ import annotations

import zlib
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request
from websockets.server import ServerProtocol

# Under this name an application finds the connection in the scope of its socket.
EXTENSION = "parlour.frames"
# Who has so much waiting does not read, and would have the server keep it all.
MOST_WAITING = 4 * 1024 * 1024
# Less than this does not become shorter.
_SHORTEST_DEFLATED = 120
_TEXT, _TEXT_DEFLATED = 0x81, 0xC1


class Frame:
    """A text message as one frame, and as a compressed one where somebody wants it."""

    __slots__ = ("_deflated", "_message", "plain")

    def __init__(self, message: bytes) -> None:
        self._message = message
        self._deflated: bytes | None = None
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


def _head(first: int, size: int) -> bytes:
    if size < 126:
        return bytes((first, size))
    if size < 1 << 16:
        return bytes((first, 126)) + size.to_bytes(2, "big")
    return bytes((first, 127)) + size.to_bytes(8, "big")


class FramedSockets(WebSocketsSansIOProtocol):
    """uvicorn's connection, with a way past its coder."""

    def __init__(self, config: Config, *args: Any, **settings: Any) -> None:
        super().__init__(config, *args, **settings)
        deflate = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)
        self.conn = ServerProtocol(extensions=[deflate], max_size=config.ws_max_size, logger=self.logger)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.cut_if_full()

    def cut_if_full(self) -> bool:
        """Ends the connection at once if its other end does not read: a polite goodbye would wait for ever."""
        if self.writable.is_set():
            return False
        self.transport.abort()
        return True

    def write_frame(self, ready: Frame) -> bool:
        """Sends a finished frame; False where the connection is gone, or was cut because its other end does not
        read."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return False
        if not self.writable.is_set() and transport.get_write_buffer_size() > MOST_WAITING:
            transport.abort()
            return False
        transport.write(ready.deflated if self.conn.extensions else ready.plain)
        return True
