"""As much HTTP as the protocol needs, on plain sockets: a message a connection, every read with deadline and limit.

Whoever is on the other side may send nothing, too much, or a byte a minute: a read ends when its time is up, and never
takes more than it says.

GGP-base counts the length of a message in characters, where HTTP has bytes. Where the two differ, what we send is right
by either count (blanks stand behind it), and of what comes the first count is believed by which it is a whole message.
"""

from __future__ import annotations

import socket
from time import monotonic
from urllib.parse import unquote_plus

from parlour.bridges.ggp.messages import LONGEST, BadMessage, parse
from parlour.dataclass import dataclass

LONGEST_HEAD = 16_384
_CORS = (
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Allow-Methods: POST, GET, OPTIONS\r\n"
    "Access-Control-Allow-Headers: Content-Type\r\n"
    "Access-Control-Allow-Age: 86400\r\n"
)


class TooSlow(OSError):
    """The deadline of an exchange has passed."""


@dataclass(frozen=True, slots=True)
class Request:
    """A method, and the message that came with it."""

    method: str
    text: str


def read_request(connection: socket.socket, deadline: float) -> Request:
    """A request; raises `BadMessage`, or `OSError` where the connection fails or is too slow."""
    head, rest = _read_head(connection, deadline)
    first, *lines = head.split("\r\n")
    method, blank, target = first.partition(" ")
    if not blank:
        raise BadMessage("this is not HTTP")
    method = method.upper()
    if method == "OPTIONS":
        return Request(method, "")
    if method == "GET":
        # Some send the message as it is, with blanks in it: only what stands behind the last one is the version.
        message, _, version = target.rpartition(" ")
        message = message if version.upper().startswith("HTTP/") else target
        return Request(method, unquote_plus(_decoded(message.encode("latin-1")).lstrip("/")))
    if method != "POST":
        raise BadMessage(f"{method[:20]} is not understood here")
    return Request(method, _read_body(connection, deadline, rest, lines))


def write_response(connection: socket.socket, text: str, deadline: float, status: str) -> None:
    length, body = _framed(text)
    head = f"HTTP/1.0 {status}\r\nContent-type: text/acl\r\nContent-length: {length}\r\n{_CORS}\r\n"
    connection.settimeout(_left(deadline))
    connection.sendall(head.encode("ascii") + body)


def exchange(host: str, port: int, text: str, receiver: str, time_limit_s: float) -> str:
    """Sends one message to a player and gives back the answer; `OSError` or `BadMessage` where there is none."""
    deadline = monotonic() + time_limit_s
    length, body = _framed(text)
    head = (
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: GAMESERVER\r\n"
        f"Receiver: {receiver}\r\nContent-Type: text/acl\r\nContent-Length: {length}\r\n\r\n"
    )
    with socket.create_connection((host, port), timeout=_left(deadline)) as connection:
        connection.settimeout(_left(deadline))
        connection.sendall(head.encode("utf-8", "replace") + body)
        answer, rest = _read_head(connection, deadline)
        first, *lines = answer.split("\r\n")
        if " 200" not in first:
            raise BadMessage(f"the player answers {first[:60]!r}")
        return _read_body(connection, deadline, rest, lines)


def _read_head(connection: socket.socket, deadline: float) -> tuple[str, bytes]:
    """The lines up to the empty one, and what was read beyond it."""
    found = b""
    while b"\r\n\r\n" not in found and b"\n\n" not in found:
        if len(found) > LONGEST_HEAD:
            raise BadMessage("the head of the message is too long")
        more = _receive(connection, deadline)
        if not more:
            raise BadMessage("the connection was closed in the middle of a message")
        found += more
    mark = b"\r\n\r\n" if b"\r\n\r\n" in found else b"\n\n"
    head, _, rest = found.partition(mark)
    return head.decode("latin-1").replace("\r\n", "\n").replace("\n", "\r\n"), rest


def _read_body(connection: socket.socket, deadline: float, rest: bytes, lines: list[str]) -> str:
    """As much as the head announces, or everything up to the end of the connection."""
    length = None
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip().lower() == "content-length":
            digits = value.strip()
            if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
                raise BadMessage("the length of the message is not a number")
            length = int(digits)
    if length is not None and length > LONGEST:
        raise BadMessage("the message is too long")
    found = bytearray(rest)
    while length is None or not _is_whole(found, length):
        try:
            more = _receive(connection, deadline)
        except OSError:
            if length is None or len(found) < length:
                raise
            break  # All bytes are there, and no more characters come.
        if not more:
            if length is None or len(found) >= length:
                break
            raise BadMessage("the connection was closed in the middle of a message")
        found += more
        if len(found) > LONGEST:
            raise BadMessage("the message is too long")
    raw = bytes(found)
    return _decoded(raw[:length]) if length is None or _is_in_bytes(raw, length) else _decoded(raw)[:length]


def _framed(text: str) -> tuple[int, bytes]:
    """The length that is announced, and what is sent: at least so many characters, and the text in its first bytes."""
    body = text.encode("utf-8", "replace")
    return len(body), body + b" " * (len(body) - len(text))


def _is_whole(found: bytearray, length: int) -> bool:
    """Whether nothing is missing, however the length was counted."""
    if len(found) < length:
        return False
    return _is_in_bytes(found, length) or len(found.decode("utf-8", "ignore")) >= length


def _is_in_bytes(found: bytes | bytearray, length: int) -> bool:
    """Whether so many bytes are a message; if not, so many characters may be one."""
    first = bytes(found[:length])
    if first.isascii():
        return True
    try:
        parse(_decoded(first))
    except BadMessage:
        return False
    return True


def _decoded(raw: bytes) -> str:
    """UTF-8, as nearly everybody sends it, or else what Java makes of bytes where it knows nothing better."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _receive(connection: socket.socket, deadline: float) -> bytes:
    connection.settimeout(_left(deadline))
    return connection.recv(65_536)


def _left(deadline: float) -> float:
    left = deadline - monotonic()
    if left <= 0:
        raise TooSlow("the time is up")
    return left
