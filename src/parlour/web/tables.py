"""All tables of a server, and the games that can be played at them.

Tables live in the store; those that somebody looks at are in memory, too. A game is inspected in a worker when somebody
asks for it, and again when its file has changed.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Collection
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from parlour.library import LibraryGame
from parlour.players.specification import HUMAN
from parlour.storage.commits import Commits
from parlour.storage.store import NoSuchMatch
from parlour.web import messages, views
from parlour.web.known import Known
from parlour.web.shelf import Shelf, Shelved
from parlour.web.table import KeptSeat, KeptTable, Refusal, Table, hashed, new_token
from parlour.workers import messages as working
from parlour.workers.changes import change
from parlour.workers.keeping import create, keeping
from parlour.workers.pool import Kept, Pool, WorkerDied

# Tables that nobody looks at are forgotten after so long.
_IDLE_S = 600.0
_MOST_LISTED = 200
# So many views of a replay are asked for at once.
_BATCH = 20
# Computer players that people are offered.
_LEVELS = tuple(f"level:{level}" for level in range(1, 9))
_SEED_BITS = 64

_TABLES = msgspec.json.Decoder(KeptTable)


class Tables:
    """See the module's text."""

    def __init__(self, shelf: Shelf, commits: Commits, *, is_public: bool = False, known: Known | None = None) -> None:
        self.shelf = shelf
        self._known = known
        self.commits = commits
        self._stored, keep = keeping(commits, time.time)
        self.pool = Pool(self.kept, keep, is_public=is_public)
        self._records: dict[str, Kept] = {}
        self._tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._inspected: dict[str, tuple[Any, asyncio.Future[working.Inspected | working.Failed]]] = {}

    # ---- games

    def library(self) -> messages.Library:
        return messages.Library(
            games=tuple(
                messages.GameCard(
                    name=game.name,
                    title=game.title,
                    language=game.language,
                    about=game.about,
                    is_library=game.is_library,
                )
                for game in self.shelf.games.values()
            )
        )

    def game(self, name: str) -> Shelved:
        found = self.shelf.games.get(name)
        if found is None:
            raise Refusal("no-such-game", "there is no such game here")
        return found

    async def inspect(self, name: str) -> working.Inspected | working.Failed:
        """What a game is; found out once for each state of its file."""
        game = self.game(name)
        state = game.state
        known = self._inspected.get(name)
        if known is None or known[0] != state:
            found = asyncio.ensure_future(self._remember(game))
            known = self._inspected[name] = (state, found)
        try:
            return await asyncio.shield(known[1])
        except WorkerDied as died:
            self._inspected.pop(name, None)
            return working.Failed((f"this game could not be read: {died.how}",))

    async def _remember(self, game: Shelved) -> working.Inspected | working.Failed:
        """What an earlier server has found out about a game, or a worker finds out now."""
        known = self._known.find(game) if self._known is not None else None
        if known is not None:
            return known
        found = await self._inspect(game)
        if self._known is not None and isinstance(found, working.Inspected):
            self._known.keep(game, found)
        return found

    async def _inspect(self, game: Shelved, players: tuple[str, ...] = ()) -> working.Inspected | working.Failed:
        if isinstance(game.place, LibraryGame):
            return await self.pool.inspect(working.Inspect(library=game.name, players=players))
        return await self.pool.inspect(working.Inspect(path=str(game.place), players=players))

    async def page(self, name: str) -> messages.GamePage:
        game = self.game(name)
        found = await self.inspect(name)
        if isinstance(found, working.Failed):
            return messages.GamePage(
                name=name,
                title=game.title,
                language=game.language,
                about=game.about,
                is_library=game.is_library,
                problem=_without_folder("\n\n".join(found.messages), game.place),
            )
        return messages.GamePage(
            name=name,
            title=game.title or found.title,
            language=found.game.language,
            about=game.about,
            is_library=game.is_library,
            seats=found.seats,
            first_seats=found.first_seats,
            is_hidden=found.is_hidden,
            has_chance=found.has_chance,
            has_scores=found.has_scores,
            is_season=found.is_season,
            players=(*_LEVELS, "best", "random"),
            drawing=found.drawing,
        )

    async def check_players(self, name: str, players: Collection[str]) -> None:
        """Players must be such that may play here (no programs of the server's machine), and can play this game."""
        computers = tuple(sorted({player for player in players if player != HUMAN}))
        if not computers:
            return
        try:
            found = await self._inspect(self.game(name), computers)
        except WorkerDied as died:
            raise Refusal("failed", f"this could not be worked out: {died.how}") from None
        if isinstance(found, working.Failed):
            raise Refusal("no-such-player", "; ".join(found.messages))

    # ---- tables

    async def open_table(
        self, wanted: messages.NewTable, *, before: Table | None = None
    ) -> tuple[Table, dict[int, str], str]:
        """A new table: with the tokens of its seats for people, and that of spectators."""
        found = await self.inspect(wanted.game)
        if isinstance(found, working.Failed):
            raise Refusal("bad-game", "\n".join(found.messages))
        names = found.seats if found.seats is not None else found.first_seats
        if len(wanted.seats) > max(len(names), 1):
            raise Refusal("no-such-seat", f"this game begins with {len(names)} seats")
        await self.check_players(wanted.game, {wanted.others, *(seat.player for seat in wanted.seats)})
        seats, tokens = [], {}
        for number, name in enumerate(names or ("player",)):
            player = wanted.seats[number].player if number < len(wanted.seats) else HUMAN
            seat = KeptSeat(number, name, player)
            if player == HUMAN:
                tokens[number] = new_token()
                seat.token = hashed(tokens[number])
            seats.append(seat)
        if wanted.me is not None:
            if wanted.me >= len(seats) or seats[wanted.me].player != HUMAN:
                raise Refusal("no-such-seat", "that seat is not for a person")
            seats[wanted.me].is_claimed = True
            seats[wanted.me].who = wanted.who
        watch = new_token()
        kept = KeptTable(
            id=secrets.token_urlsafe(8),
            game=wanted.game,
            title=self.game(wanted.game).title,
            language=found.game.language,
            digest=digest(found.game),
            seats=seats,
            watch=hashed(watch),
            is_public=wanted.is_public,
            is_hidden=found.is_hidden,
            has_chance=found.has_chance,
            has_no_seats=not names,
            others=wanted.others,
            clock=wanted.clock,
            created=round(time.time(), 3),
        )
        table = await self._begin(kept, found.game)
        await table.load()
        return table, tokens, watch

    async def _begin(self, kept: KeptTable, game: working.GameText) -> Table:
        by_name = {seat.name: seat.player for seat in kept.seats} if not kept.has_no_seats else {}
        setup = working.Setup(game, secrets.randbits(_SEED_BITS), by_name, kept.others)
        await create(
            self.commits,
            kept.id,
            setup,
            title=kept.title,
            now=time.time(),
            about=msgspec.json.encode(kept).decode(),
            is_listed=kept.is_public,
        )
        table = self._tables[kept.id] = Table(kept, self.pool, self._keep, self.check_players)
        return table

    async def _keep(self, table: KeptTable) -> None:
        about, result = msgspec.json.encode(table).decode(), "over" if table.is_over else ""
        await self.commits.do(lambda store: store.describe(table.id, about=about, result=result))

    async def find(self, id: str) -> Table:
        """The table of this name, from memory or from the store."""
        table = self._tables.get(id)
        if table is None:
            async with self._opening.setdefault(id, asyncio.Lock()):
                table = self._tables.get(id)
                if table is None:
                    kept = await self._read(id)
                    table = self._tables[id] = Table(kept, self.pool, self._keep, self.check_players)
                    await self._compare(table)
            self._opening.pop(id, None)
        table.used = time.monotonic()
        return table

    async def _read(self, id: str) -> KeptTable:
        try:
            stored = await self.commits.do(lambda store: store.match(id))
        except NoSuchMatch:
            raise Refusal("no-such-table", "there is no such table here, or not any more") from None
        return _TABLES.decode(stored.about)

    async def lobby(self) -> messages.Lobby:
        listed = await self.commits.do(lambda store: store.matches(is_listed=True, is_over=False, limit=_MOST_LISTED))
        found = [await self.find(stored.id) for stored in listed]
        return messages.Lobby(tables=tuple(table.now() for table in found if not table.kept.is_over))

    def forget_idle(self) -> None:
        """Tables at which nobody has been for some time stay in the store alone."""
        now = time.monotonic()
        for id, table in tuple(self._tables.items()):
            if not table.is_busy and now - table.used > _IDLE_S:
                table.close()
                del self._tables[id]

    async def close(self) -> None:
        """Ends everything that is under way; what was kept stays."""
        for table in self._tables.values():
            table.close()
        await self.pool.close()
        await asyncio.to_thread(self.commits.close)

    async def again(self, table: Table) -> Table:
        """Another match with the same people, each one seat further; the same one for everybody who asks."""
        kept = table.kept
        if not kept.is_over:
            raise Refusal("not-over", "this match is not over yet")
        if kept.next is not None:
            return await self.find(kept.next)
        found = await self.inspect(kept.game)
        if isinstance(found, working.Failed):
            raise Refusal("bad-game", "\n".join(found.messages))
        async with self._opening.setdefault(kept.id, asyncio.Lock()):
            if kept.next is None:
                count = len(found.first_seats or found.seats or ("player",))
                moved = [msgspec.structs.replace(seat) for seat in kept.seats[:count]]
                seats = [moved[(number - 1) % len(moved)] for number in range(len(moved))]
                for number, seat in enumerate(seats):
                    seat.number, seat.name = number, kept.seats[number].name
                new = msgspec.structs.replace(
                    kept,
                    id=secrets.token_urlsafe(8),
                    digest=digest(found.game),
                    seats=seats,
                    left={},
                    is_over=False,
                    created=round(time.time(), 3),
                )
                begun = await self._begin(new, found.game)
                await begun.load()
                kept.next = new.id
                await self._keep(kept)
                table.tell_table()
        return await self.find(kept.next)

    # ---- files that change

    async def reread(self) -> list[str]:
        """Reads files that have changed again, and tells tables that play by older rules; the names of those games."""
        changed = [
            name
            for name, (state, _) in tuple(self._inspected.items())
            if name in self.shelf.games and self.shelf.games[name].state != state
        ]
        for name in changed:
            self.shelf.reread(name)
            await self.inspect(name)
            for table in tuple(self._tables.values()):
                if table.kept.game == name:
                    await self._compare(table)
                    table.tell_table()
        return changed

    async def _compare(self, table: Table) -> None:
        """Whether the rules of a table are those that its game has now. Games of the library do not change."""
        game = self.shelf.games.get(table.kept.game)
        if game is None or not game.is_library:
            found = working.Failed(()) if game is None else await self.inspect(game.name)
            is_same = isinstance(found, working.Inspected) and digest(found.game) == table.kept.digest
            table.is_older = not is_same

    # ---- replays

    async def kept(self, id: str) -> Kept:
        """What is kept of a match; asked by the pool."""
        found = self._records.get(id)
        return found if found is not None else await self._stored(id)

    async def upload(self, record: str, game: str | None, seat: int | None) -> messages.Replay:
        """A record from anywhere, played again as somebody saw it."""
        text: working.GameText | None = None
        if game is not None:
            found = await self.inspect(game)
            if isinstance(found, working.Failed):
                raise Refusal("bad-game", "\n".join(found.messages))
            text = found.game
        try:
            read = await self.pool.read(working.Read(record, text))
        except WorkerDied as died:
            raise Refusal("bad-record", f"this match could not be played again: {died.how}") from None
        if isinstance(read, working.Failed):
            raise Refusal("bad-record", "; ".join(read.messages))
        id = f"record {secrets.token_hex(8)}"
        self._records[id] = Kept(read.setup, list(read.entries))
        try:
            return await self.replay(id, seat, read.title, read.setup.game.language)
        finally:
            del self._records[id]
            self.pool.forget(id)

    async def replay(self, id: str, seat: int | None, title: str, language: str) -> messages.Replay:
        """A whole match as somebody saw it, a batch of views after the other."""
        (last,) = (await self._seen(id, working.Look((None,)))).views
        if seat is not None and seat >= len(last.seats):
            raise Refusal("no-such-seat", f"there is no seat {seat} in this match")
        contents: list[Any] = []
        while len(contents) % _BATCH == 0:
            batch = await self._seen(id, working.LookBack(seat, len(contents), _BATCH))
            contents += [views.content_of(views.whole_view_of(view)) for view in batch.views]
            if not batch.views:
                break
        charts = await self._ask(id, working.Chart(seat))
        assert isinstance(charts, working.Charted)
        return messages.Replay(
            title=title,
            language=language,
            seats=tuple(name.name for name in last.seats),
            viewer=seat,
            first=contents[0],
            steps=tuple(tuple(map(tuple, change(before, after))) for before, after in pairwise(contents)),
            charts=charts.drawing,
        )

    async def _seen(self, id: str, what: working.Query) -> working.Seen:
        reply = await self._ask(id, what)
        assert isinstance(reply, working.Seen)
        return reply

    async def _ask(self, id: str, what: working.Query) -> working.Reply:
        try:
            reply = await self.pool.ask(id, what)
        except WorkerDied as died:
            raise Refusal("failed", f"this could not be worked out: {died.how}") from None
        if isinstance(reply, working.Failed):
            raise Refusal("failed", "; ".join(reply.messages))
        return reply


def _without_folder(text: str, place: LibraryGame | Path) -> str:
    """Messages that name files as their author does: where a game lies is nobody's business.

    >>> _without_folder("/home/ada/x.bgl:1:2: error", Path("/home/ada/x.bgl"))
    'x.bgl:1:2: error'
    """
    return text.replace(f"{place.parent}/", "") if isinstance(place, Path) else text


def digest(game: working.GameText) -> str:
    """Tells whether two games are the same text."""
    return sha256(msgspec.json.encode(game)).hexdigest()
