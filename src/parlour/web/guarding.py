"""What stands before every route: who may ask at all, how much, how often, and what browsers are told about it.

- The `Host` must be one of this server's: otherwise a page of a stranger whose name leads here (DNS rebinding) could
  read everything. A literal address is always right, because no name was looked up.
- Sockets and writes need an `Origin` that is this server.
- Bodies have a largest size, and every address a number of requests (a token bucket each).
- Nothing is loaded from anywhere else, nothing may frame a page, no address is told to others.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import field
from urllib.parse import urlsplit

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.dataclass import dataclass
from parlour.web.messages import Problem, Reason

LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 2_200_000
_MOST_ADDRESSES = 10_000

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_s: float
    at_once: float


@dataclass(slots=True)
class Bucket:
    """A token bucket: it fills by itself, and whoever takes from an empty one is refused."""

    rate: Rate
    tokens: float = field(init=False)
    at: float = 0.0

    def __post_init__(self) -> None:
        self.tokens = self.rate.at_once

    def take(self, now: float, tokens: float = 1.0) -> bool:
        self.tokens = min(self.rate.at_once, self.tokens + (now - self.at) * self.rate.per_s)
        self.at = now
        if self.tokens < tokens:
            return False
        self.tokens -= tokens
        return True


@dataclass(frozen=True, slots=True)
class Rates:
    """What one address may do. Loopback is one's own machine, with all its tabs at once."""

    requests: Rate = Rate(20, 400)
    writes: Rate = Rate(2, 60)
    messages: Rate = Rate(20, 60)  # of one socket


OWN_RATES = Rates(Rate(1000, 5000), Rate(200, 1000), Rate(50, 200))


def problem_response(status: int, reason: Reason, message: str) -> tuple[Message, Message]:
    """A refusal as the two messages of a response."""
    body = msgspec.json.encode(Problem(reason=reason, message=message))
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    headers.append((b"content-length", str(len(body)).encode()))
    return (
        {"type": "http.response.start", "status": status, "headers": headers},
        {"type": "http.response.body", "body": body},
    )


class TooLarge(Exception):
    """A body was longer than it may be."""


class Guard:
    """ASGI middleware around the whole application. `names` are those by which this server is known, besides addresses;
    `clock` is a steady one, in seconds."""

    def __init__(self, app: ASGIApp, names: frozenset[str], rates: Rates, clock: Callable[[], float]) -> None:
        self.app = app
        self.names = names
        self.rates = rates
        self.clock = clock
        self._buckets: OrderedDict[tuple[str, bool], Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        largest = LARGEST_RECORD if scope["path"] == "/api/replays" else LARGEST_BODY
        await self._limited(scope, receive, send, largest)

    def _refusal(self, scope: Scope) -> tuple[int, Reason, str] | None:
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in (b"host", b"origin", b"content-length") and name in headers:
                return 400, "malformed", f"there are two headers {name.decode()}"
            headers[name] = value
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not is_known(host, self.names):
            return 421, "wrong-host", "this server is not known by that name; see `parlour serve --name`"
        is_write = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if is_write and not _is_own(headers.get(b"origin", b"").decode("latin-1").lower(), host):
            return 403, "wrong-origin", "only pages of this server may do that"
        address = scope["client"][0] if scope.get("client") else ""
        if not self._take(address, False) or (is_write and not self._take(address, True)):
            return 429, "too-many", "this is too much at once; wait a moment"
        return None

    def _take(self, address: str, is_write: bool) -> bool:
        bucket = self._buckets.get((address, is_write))
        if bucket is None:
            bucket = self._buckets[address, is_write] = Bucket(self.rates.writes if is_write else self.rates.requests)
            if len(self._buckets) > _MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end((address, is_write))
        return bucket.take(self.clock())

    async def _limited(self, scope: Scope, receive: Receive, send: Send, largest: int) -> None:
        said = dict(scope["headers"]).get(b"content-length", b"0")
        if not said.isdigit() or len(said) > 15:
            await _refuse(scope, send, 400, "malformed", "the length of the body is no number")
            return
        if int(said) > largest:
            await _refuse(scope, send, 413, "too-large", f"a body has at most {largest:,} bytes here")
            return
        size, is_started = 0, False

        async def receive_some() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > largest:
                raise TooLarge
            return message

        async def send_guarded(message: Message) -> None:
            nonlocal is_started
            if message["type"] == "http.response.start":
                is_started = True
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        try:
            await self.app(scope, receive_some, send_guarded)
        except TooLarge:
            if not is_started:
                await _refuse(scope, send, 413, "too-large", f"a body has at most {largest:,} bytes here")


async def _refuse(scope: Scope, send: Send, status: int, reason: Reason, message: str) -> None:
    start, body = problem_response(status, reason, message)
    start["headers"] = [*start["headers"], *_HEADERS]
    prefix = "websocket." if scope["type"] == "websocket" else ""
    await send({**start, "type": f"{prefix}http.response.start"})
    await send({**body, "type": f"{prefix}http.response.body"})


def is_known(host: str, names: frozenset[str]) -> bool:
    """Whether a `Host` header may be this server.

    >>> [is_known(host, frozenset({"here"})) for host in ("here:8000", "127.0.0.1", "[::1]:80", "evil.test", "")]
    [True, True, True, False, False]
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_own(origin: str, host: str) -> bool:
    scheme, _, name = origin.partition("://")
    return scheme in ("http", "https") and name == host
