"""Sockets that take a message as a finished frame: what goes to a thousand spectators is framed once and written as it
is, without a task, a coder or a copy for each of them.

A server's frames are not masked (RFC 6455, 5.1), and nothing is compressed, so the bytes are the same for everybody::

    >>> frame(b"{}")
    b'\\x81\\x02{}'
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

# Under this name an application finds the connection in the scope of its socket.
EXTENSION = "parlour.frames"
# Who has so much waiting does not read, and would have the server keep it all.
MOST_WAITING = 4 * 1024 * 1024
_TEXT_WHOLE = 0x81


def frame(message: bytes) -> bytes:
    """A text message as one frame."""
    size = len(message)
    if size < 126:
        head = bytes((_TEXT_WHOLE, size))
    elif size < 1 << 16:
        head = bytes((_TEXT_WHOLE, 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((_TEXT_WHOLE, 127)) + size.to_bytes(8, "big")
    return head + message


class FramedSockets(WebSocketsSansIOProtocol):
    """uvicorn's connection, with a way past its coder."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def write_frame(self, ready: bytes) -> bool:
        """Sends a finished frame; False where the connection is gone, or was cut because its other end does not
        read."""
        transport = self.transport
        if self.close_sent or self.disconnected or transport.is_closing():
            return False
        if transport.get_write_buffer_size() > MOST_WAITING:
            transport.abort()
            return False
        transport.write(ready)
        return True
