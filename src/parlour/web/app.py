"""The application: every route with what it takes and gives, in one list; the OpenAPI document is made of it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Lifespan
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.dataclass import dataclass
from parlour.storage.store import StoreTrouble
from parlour.web import messages
from parlour.web.exporting import exported
from parlour.web.frames import EXTENSION
from parlour.web.guarding import Bucket, Guard, Rates
from parlour.web.table import Connection, Refusal, Table, hashed, new_token
from parlour.web.tables import Tables

STATIC = Path(__file__).parent / "static"
LARGEST_MESSAGE = 68 * 1024
_MOST_SOCKETS = 5_000

_REQUESTS: msgspec.json.Decoder[Any] = msgspec.json.Decoder(messages.Request)

_STATUS: dict[messages.Reason, int] = {
    "no-access": 403,
    "not-your-seat": 403,
    "bad-token": 403,
    "hints-off": 403,
    "wrong-origin": 403,
    "no-such-route": 404,
    "no-such-game": 404,
    "no-such-table": 404,
    "no-such-seat": 404,
    "seat-taken": 409,
    "not-over": 409,
    "too-large": 413,
    "wrong-host": 421,
    "bad-game": 422,
    "bad-record": 422,
    "no-such-player": 422,
    "failed": 422,
    "too-many": 429,
    "unavailable": 503,
}

Query = Callable[[str], Any]


def _seat(text: str) -> int:
    return msgspec.convert(text, messages.SeatNumber, strict=False)


def _form(text: str) -> str:
    if text not in ("text", "json"):
        raise msgspec.ValidationError("a record is `text` or `json`")
    return text


@dataclass(frozen=True, slots=True)
class Call:
    """One route: `takes` is the type of its body, `gives` that of its reply, or a media type. `query` are the
    parameters behind `?`, all of which may be left out."""

    method: str
    path: str
    does: str
    handler: Callable[[Api, Asked], Awaitable[Response]]
    takes: type[msgspec.Struct] | None = None
    gives: type[msgspec.Struct] | str = "application/json"
    status: int = 200
    query: tuple[str, ...] = ()


_READERS: dict[str, Query] = {"seat": _seat, "form": _form}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that has been read."""

    request: Request
    body: Any
    query: dict[str, Any]

    def part(self, name: str) -> str:
        return str(self.request.path_params[name])


def reply(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, {"cache-control": "no-store"}, media_type="application/json")


class Api:
    """What the routes do."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    # ---- games

    async def library(self, asked: Asked) -> Response:
        return reply(self.tables.library())

    async def game(self, asked: Asked) -> Response:
        return reply(await self.tables.page(asked.part("name")))

    # ---- tables

    async def lobby(self, asked: Asked) -> Response:
        return reply(await self.tables.lobby())

    async def create(self, asked: Asked) -> Response:
        wanted: messages.NewTable = asked.body
        table, tokens, watch = await self.tables.open_table(wanted)
        made = messages.NewTableMade(
            table=table.now(),
            me=wanted.me,
            links=tuple(
                messages.SeatLink(seat=seat, token=token) for seat, token in tokens.items() if seat != wanted.me
            ),
            watch=watch,
        )
        response = reply(made, 201)
        if wanted.me is not None:
            _give(response, asked.request, table, wanted.me, tokens[wanted.me])
        _give(response, asked.request, table, None, watch)
        return response

    async def enter(self, asked: Asked) -> Response:
        body: messages.Exchange = asked.body
        table = await self.tables.find(body.table)
        given = hashed(body.token)
        seat = next((seat for seat in table.kept.seats if seat.token == given), None)
        if seat is None and given != table.kept.watch:
            raise Refusal("bad-token", "this link is not valid, or not any more")
        if seat is not None and not seat.is_claimed:
            seat.is_claimed, seat.who = True, body.who
            await table.sat_down()
        return self._access(asked, table, None if seat is None else seat.number, body.token)

    def _access(self, asked: Asked, table: Table, seat: int | None, token: str) -> Response:
        response = reply(messages.Access(table=table.id, seat=seat))
        _give(response, asked.request, table, seat, token)
        return response

    async def table(self, asked: Asked) -> Response:
        table = await self._seen(asked)
        return reply(table.now())

    async def claim(self, asked: Asked) -> Response:
        table = await self._seen(asked)
        body: messages.Claim = asked.body
        number = _seat(asked.part("seat"))
        seat = table.seat(number)
        sits = any(_holds(asked.request, table, other.number) for other in table.kept.seats)
        if body.player is not None:
            if not sits:
                raise Refusal("no-access", "only who sits at this table may ask a computer player to it")
            if seat.is_claimed or not seat.is_left:
                raise Refusal("seat-taken", f"the seat {seat.name} is not free")
            await table.leave(number, body.player)
            return reply(messages.Access(table=table.id, seat=None))
        if not (table.kept.is_public or seat.is_left or sits):
            raise Refusal("no-access", "this table is private: you need the link of the seat")
        token = new_token()
        await table.claim(number, body.who, token)
        return self._access(asked, table, number, token)

    async def again(self, asked: Asked) -> Response:
        table = await self._seen(asked)
        body: messages.Again = asked.body
        if body.seat is not None and not _holds(asked.request, table, body.seat):
            raise Refusal("not-your-seat", "this seat is not yours")
        if body.seat is None and table.kept.next is None:
            raise Refusal("not-your-seat", "those who played decide whether they play again")
        new = await self.tables.again(table)
        if body.seat is None:
            token = asked.request.cookies.get(_cookie(table, None), "")
            return self._access(asked, new, None, token)
        token = asked.request.cookies[_cookie(table, body.seat)]
        given = hashed(token)
        seat = next((seat for seat in new.kept.seats if seat.token == given), None)
        return self._access(asked, new, None if seat is None else seat.number, token)

    async def _seen(self, asked: Asked) -> Table:
        """The table of a path, which whoever asks must be allowed to see."""
        table = await self.tables.find(asked.part("table"))
        if not _may_see(asked.request, table):
            raise Refusal("no-access", "this table is private: you need one of its links")
        return table

    # ---- replays

    async def replay(self, asked: Asked) -> Response:
        return reply(await self._replayed(asked))

    async def _replayed(self, asked: Asked) -> messages.Replay:
        table = await self._finished(asked)
        seat = asked.query.get("seat")
        if seat is not None:
            table.seat(seat)
        return await self.tables.replay(table.id, table.viewer(seat), table.kept.title, table.kept.language)

    async def _finished(self, asked: Asked) -> Table:
        table = await self._seen(asked)
        if not table.kept.is_over:
            raise Refusal("not-over", "this match is not over yet, and its record holds every secret of it")
        return table

    async def record(self, asked: Asked) -> Response:
        table = await self._finished(asked)
        form = asked.query.get("form", "text")
        text = await table.record(form)
        name = quote(f"{table.kept.game.replace('/', '-')}.{'match' if form == 'text' else 'json'}")
        return Response(
            text,
            media_type="text/plain" if form == "text" else "application/json",
            headers={"content-disposition": f"attachment; filename*=UTF-8''{name}", "cache-control": "no-store"},
        )

    async def export(self, asked: Asked) -> Response:
        found = await self._replayed(asked)
        name = quote(f"{found.title.replace('/', '-')}.html")
        return Response(
            await asyncio.to_thread(exported, found, STATIC),
            media_type="text/html",
            headers={"content-disposition": f"attachment; filename*=UTF-8''{name}", "cache-control": "no-store"},
        )

    async def charts(self, asked: Asked) -> Response:
        table = await self._seen(asked)
        seat = asked.query.get("seat")
        if seat is not None and not table.kept.is_over and not _holds(asked.request, table, seat):
            raise Refusal("not-your-seat", "this seat is not yours")
        if seat is not None:
            table.seat(seat)
        return reply(messages.Charts(drawing=await table.charts(seat)))

    async def upload(self, asked: Asked) -> Response:
        body: messages.NewReplay = asked.body
        return reply(await self.tables.upload(body.record, body.game, body.seat))

    async def openapi(self, asked: Asked) -> Response:
        from parlour.web.openapi import document

        return reply(document(CALLS))


CALLS: tuple[Call, ...] = (
    Call("GET", "/api/games", "All games, as their files introduce them.", Api.library, gives=messages.Library),
    Call(
        "GET",
        "/api/games/{name:path}",
        "A game: its seats, its kind, the table at the start.",
        Api.game,
        gives=messages.GamePage,
    ),
    Call("GET", "/api/tables", "Public tables.", Api.lobby, gives=messages.Lobby),
    Call(
        "POST",
        "/api/tables",
        "Opens a table.",
        Api.create,
        takes=messages.NewTable,
        gives=messages.NewTableMade,
        status=201,
    ),
    Call(
        "POST",
        "/api/tokens",
        "Exchanges the token of a link for a cookie.",
        Api.enter,
        takes=messages.Exchange,
        gives=messages.Access,
    ),
    Call("GET", "/api/tables/{table}", "Who sits at a table.", Api.table, gives=messages.Table),
    Call(
        "POST",
        "/api/tables/{table}/seats/{seat}/claim",
        "Sits down on an open seat.",
        Api.claim,
        takes=messages.Claim,
        gives=messages.Access,
    ),
    Call(
        "POST",
        "/api/tables/{table}/again",
        "Another match with everybody one seat further.",
        Api.again,
        takes=messages.Again,
        gives=messages.Access,
    ),
    Call(
        "GET",
        "/api/tables/{table}/replay",
        "A finished match, as a seat saw it.",
        Api.replay,
        gives=messages.Replay,
        query=("seat",),
    ),
    Call(
        "GET",
        "/api/tables/{table}/record",
        "The record of a finished match.",
        Api.record,
        gives="text/plain",
        query=("form",),
    ),
    Call(
        "GET",
        "/api/tables/{table}/export",
        "A finished match as one HTML file.",
        Api.export,
        gives="text/html",
        query=("seat",),
    ),
    Call(
        "GET",
        "/api/tables/{table}/charts",
        "The course of a season, drawn.",
        Api.charts,
        gives=messages.Charts,
        query=("seat",),
    ),
    Call(
        "POST",
        "/api/replays",
        "Plays a record again.",
        Api.upload,
        takes=messages.NewReplay,
        gives=messages.Replay,
    ),
    Call("GET", "/api/openapi.json", "This document.", Api.openapi),
)


# ---- cookies: one for each seat, and one for watching


def _cookie(table: Table, seat: int | None) -> str:
    return f"parlour-{table.id}-{'watch' if seat is None else seat}"


def _give(response: Response, request: HTTPConnection, table: Table, seat: int | None, token: str) -> None:
    response.set_cookie(
        _cookie(table, seat),
        token,
        max_age=90 * 24 * 3600,
        path="/api/",
        secure=request.url.scheme in ("https", "wss"),
        httponly=True,
        samesite="strict",
    )


def _holds(request: HTTPConnection, table: Table, seat: int | None) -> bool:
    """Whether whoever asks has the cookie of this seat (None: that of spectators)."""
    wanted = table.kept.watch if seat is None else table.seat(seat).token
    return bool(wanted) and _shown(request, table, seat) == wanted


def _shown(request: HTTPConnection, table: Table, seat: int | None) -> str:
    """The hash of the cookie of a seat; empty where there is none."""
    token = request.cookies.get(_cookie(table, seat), "")
    return hashed(token) if 0 < len(token) < 100 else ""


def _may_see(request: HTTPConnection, table: Table) -> bool:
    """Who has a link, and who had a seat before."""
    if table.kept.is_public or _holds(request, table, None):
        return True
    shown = {_shown(request, table, seat.number) for seat in table.kept.seats} - {""}
    return bool(shown & {*table.kept.former, *(seat.token for seat in table.kept.seats)})


# ---- the socket


class Sockets:
    """The sockets of all tables."""

    def __init__(self, tables: Tables, rates: Rates) -> None:
        self.tables = tables
        self.rates = rates
        self.count = 0
        # Whose seat it is, and what showed it when the socket was opened.
        self._seated: dict[WebSocket, tuple[Table, Connection, str]] = {}

    async def serve(self, socket: WebSocket) -> None:
        self.count += 1
        try:
            await self._serve(socket)
        except asyncio.CancelledError:
            pass  # the server stops, and this socket did not end in time
        finally:
            self.count -= 1

    async def _serve(self, socket: WebSocket) -> None:
        await socket.accept()
        try:
            if self.count > _MOST_SOCKETS:
                raise Refusal("unavailable", "too many people look at once")
            table = await self.tables.find(str(socket.path_params["table"]))
            seat, since = _number(socket, "seat"), _number(socket, "since")
            if seat is None and not _may_see(socket, table):
                raise Refusal("no-access", "this table is private: you need one of its links")
            if seat is not None and not _holds(socket, table, seat):
                raise Refusal("not-your-seat", "this seat is not yours")
            is_narrow = "narrow" in socket.query_params
            connection = Connection(socket.scope["extensions"][EXTENSION], seat, is_narrow=is_narrow)
            await table.join(connection, since)
        except Refusal as refusal:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await socket.send_text(_refused(None, refusal))
                await socket.close(4004 if refusal.reason == "no-such-table" else 4001, refusal.reason)
            return
        try:
            await self._converse(socket, table, connection)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            table.part(connection)

    async def _converse(self, socket: WebSocket, table: Table, connection: Connection) -> None:
        bucket = Bucket(self.rates.messages)
        seat = connection.seat
        shown = "" if seat is None else _shown(socket, table, seat)
        hints: set[asyncio.Task[None]] = set()
        if seat is not None:
            self._seated[socket] = table, connection, shown
        try:
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                if not bucket.take(time.monotonic()):
                    if not connection.socket.cut_if_full():
                        await socket.close(4008, "too-many")
                    return
                text = message.get("text")
                try:
                    request = _REQUESTS.decode(text or b"")
                except (msgspec.ValidationError, msgspec.DecodeError, UnicodeEncodeError, RecursionError) as wrong:
                    connection.send(messages.Refused(id=None, reason="malformed", message=str(wrong)[:300]))
                    continue
                if isinstance(request, messages.Hint):
                    # Others of this socket's requests do not wait until it is thought out.
                    task = asyncio.ensure_future(self._take(table, connection, request))
                    hints.add(task)
                    task.add_done_callback(hints.discard)
                else:
                    await self._take(table, connection, request)
                if seat is not None and table.seat(seat).token != shown:
                    await self._dismiss(table)  # it was left
                    return
        finally:
            self._seated.pop(socket, None)
            for task in hints:
                task.cancel()

    async def _dismiss(self, table: Table) -> None:
        """Closes the lines of seats that were left, those of other tabs as well: whoever comes next has secrets."""
        for socket, (at, connection, shown) in tuple(self._seated.items()):
            if at is table and connection.seat is not None and table.seat(connection.seat).token != shown:
                del self._seated[socket]
                with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                    if not connection.socket.cut_if_full():
                        await socket.close(4001, "not-your-seat")

    async def _take(self, table: Table, connection: Connection, request: messages.Request) -> None:
        try:
            connection.send(await table.take(request, connection))
        except Refusal as refusal:
            connection.send(messages.Refused(id=request.id, reason=refusal.reason, message=refusal.message))
        except StoreTrouble as trouble:
            connection.send(messages.Refused(id=request.id, reason="unavailable", message=trouble.problem))


def _refused(id: int | None, refusal: Refusal) -> str:
    return msgspec.json.encode(messages.Refused(id=id, reason=refusal.reason, message=refusal.message)).decode()


def _number(socket: WebSocket, name: str) -> int | None:
    text = socket.query_params.get(name)
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise Refusal("malformed", f"{name} is a whole number")
    return int(text)


# ---- all together


def _endpoint(api: Api, calls: dict[str, Call]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        call = calls.get("GET" if request.method == "HEAD" else request.method)
        assert call is not None, "the router lets no other method through"
        try:
            return await call.handler(api, await _read(call, request))
        except Refusal as refusal:
            return _problem(_STATUS.get(refusal.reason, 400), refusal.reason, refusal.message)
        except StoreTrouble as trouble:
            return _problem(503, "unavailable", trouble.problem)

    return endpoint


async def _read(call: Call, request: Request) -> Asked:
    query: dict[str, Any] = {}
    try:
        for name in call.query:
            if (text := request.query_params.get(name)) is not None:
                query[name] = _READERS[name](text)
        if call.takes is None:
            return Asked(request, None, query)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refusal("malformed", "the body has to be application/json")
        return Asked(request, _decoded(await request.body(), call.takes), query)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Refusal("malformed", str(wrong)[:300]) from None


def _decoded(body: bytes, wanted: Any) -> Any:
    try:
        return msgspec.json.decode(body, type=wanted)
    except msgspec.ValidationError:
        # JSON Schema knows one kind of numbers: 3.0 is a whole one.
        return msgspec.convert(_with_whole_numbers(msgspec.json.decode(body)), wanted)


def _with_whole_numbers(value: Any) -> Any:
    match value:
        case dict():
            return {name: _with_whole_numbers(each) for name, each in value.items()}
        case list():
            return [_with_whole_numbers(each) for each in value]
        case float() if value.is_integer():
            return int(value)
    return value


def _problem(status: int, reason: messages.Reason, message: str) -> Response:
    return reply(messages.Problem(reason=reason, message=message), status)


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 404 and "text/html" in request.headers.get("accept", ""):
        return FileResponse(STATIC / "index.html", status, headers={"cache-control": "no-cache"})  # somebody reads it
    reason: messages.Reason = "no-such-route" if status == 404 else "malformed" if status < 500 else "failed"
    response = _problem(status, reason, HTTPStatus(status).phrase.lower())
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


async def _page(request: Request) -> Response:
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


def make_app(
    tables: Tables, names: frozenset[str], rates: Rates, lifespan: Lifespan[Starlette] | None = None
) -> Starlette:
    """The application, with its guard around it."""
    api = Api(tables)
    by_path: dict[str, dict[str, Call]] = {}
    for call in CALLS:
        by_path.setdefault(call.path, {})[call.method] = call
    routes: list[BaseRoute] = [
        Route(path, _endpoint(api, calls), methods=list(calls)) for path, calls in by_path.items()
    ]
    routes.append(WebSocketRoute("/api/tables/{table}/socket", Sockets(tables, rates).serve))
    pages = ("/", "/lobby", "/game/{name:path}", "/table/{table}", "/replay", "/replay/{table}")
    routes += [Route(path, _page) for path in pages]
    # Files are compressed, replies are not: they hold secrets beside what a stranger wrote (BREACH).
    routes.append(Mount("/static", GZipMiddleware(StaticFiles(directory=STATIC, check_dir=False))))
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _http_error, 500: _http_error})
    app.add_middleware(Guard, names=names, rates=rates, clock=time.monotonic)
    return app
