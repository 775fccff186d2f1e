"""A table: a match with the people around it. Who sits where, who is connected, how long they have, what was offered.

The match itself is played by workers and kept by the store; a table says who may change it, sends what came of it to
everybody who looks, and has computer players answer. All of it runs in one event loop; whatever changes the match goes
through the pool, which does one change after the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from hashlib import sha256
from typing import Any, Literal, Protocol

import msgspec

from parlour.players.specification import HUMAN
from parlour.storage.store import Conflict, StoreTrouble
from parlour.web import messages, views
from parlour.web.clocks import Clocks
from parlour.web.frames import PAUSED, Form, Frame
from parlour.workers import messages as working
from parlour.workers.changes import change
from parlour.workers.pool import Pool, WorkerDied

# A computer player that was refused so often in a row will not find an answer.
_MOST_REFUSALS = 20
# Nobody takes more moves back at once than this.
_MOST_UNDONE = 200
# How often people are told that spectators have come and gone.
_SPECTATORS_TOLD_S = 1.0
# People wait for a hint: so many games are tried for it, or for so long.
_HINT_ITERATIONS = 1_000
_HINT_S = 3.0
_MOST_HINTS = 5
# So many of those who have got up may still look.
_MOST_FORMER = 50
# A change of so few bytes is not compared with the whole view.
_SHORT = 1_000

_encode = msgspec.json.Encoder().encode


# ---- secrets of links


def new_token() -> str:
    """128 bits of the system's secure source, in 22 characters."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    """What is kept of a token. It is random at full width, so that a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


# ---- what is kept of a table, besides its match


class KeptSeat(msgspec.Struct, omit_defaults=True):
    """`token` is a hash; `is_claimed`: somebody has come with it. `is_left`: somebody got up, and whoever may see the
    table may sit down."""

    number: int
    name: str
    player: str
    token: str = ""
    who: str = ""
    is_claimed: bool = False
    is_left: bool = False


class KeptTable(msgspec.Struct, omit_defaults=True):
    """`has_no_seats`: the game asks nobody in particular, and one person sits before it. `former` are hashes of tokens
    with which somebody has sat here, and may still look."""

    id: str
    game: str
    title: str
    language: str
    digest: str
    seats: list[KeptSeat]
    watch: str
    is_public: bool = False
    is_hidden: bool = False
    has_chance: bool = False
    has_no_seats: bool = False
    others: str = HUMAN
    clock: messages.Clock = messages.Clock()
    left: dict[int, float] = {}
    next: str | None = None
    is_over: bool = False
    created: float = 0.0
    former: list[str] = []


KeepTable = Callable[[KeptTable], Awaitable[None]]
# Whether players may play here, and can play a game; if not, a `Refusal`.
CheckPlayers = Callable[[str, Collection[str]], Awaitable[None]]


class Socket(Protocol):
    """A connection that takes finished frames, in its own `form`; see `frames.py`."""

    form: Form

    @property
    def write(self) -> Callable[[bytes], object]: ...

    def cut_if_full(self) -> bool: ...

    def cut_if_stuck(self) -> bool: ...


class Connection:
    """Somebody who looks at a table: from a seat, or (None) to watch, at a narrow screen or not."""

    __slots__ = ("crowd", "hints", "is_narrow", "seat", "socket")

    def __init__(self, socket: Socket, seat: int | None, *, is_narrow: bool = False) -> None:
        self.socket = socket
        self.seat = seat
        self.is_narrow = is_narrow
        self.crowd: _Crowd | None = None
        self.hints = 0

    def send(self, message: messages.Reply) -> None:
        self.write(Frame(_encode(message)))

    def write(self, ready: Frame) -> None:
        self.socket.write(getattr(ready, self.socket.form))
        if self.socket in PAUSED:
            self.socket.cut_if_stuck()


class _Crowd:
    """All who see a table alike: from one seat, at screens of one width, in one form, and were sent their last view at
    one revision. So they are told what is new in the same bytes."""

    __slots__ = ("form", "is_narrow", "revision", "seat", "sockets")

    def __init__(self, seat: int | None, is_narrow: bool, form: Form, revision: int) -> None:
        self.seat = seat
        self.is_narrow = is_narrow
        self.form: Form = form
        self.revision = revision
        # A dictionary, because nothing is gone through faster.
        self.sockets: dict[Socket, Connection] = {}

    @property
    def look(self) -> tuple[int | None, bool, Form, int]:
        return self.seat, self.is_narrow, self.form, self.revision

    def add(self, connection: Connection) -> None:
        self.sockets[connection.socket] = connection
        connection.crowd = self

    def write(self, ready: bytes) -> None:
        for socket in self.sockets:
            socket.write(ready)


class _Sent:
    """The newest view for one seat (or spectators): as JSON values for the next comparison, but for its drawing, which
    is read by nobody here; and as the frames that bring it to all others (`whole`) and to those who have the one before
    (`change`), made when somebody is there."""

    __slots__ = ("_change", "_whole", "before", "content", "drawn", "revision")

    def __init__(self, revision: int, content: dict[str, Any], drawn: working.Drawn, before: _Sent | None) -> None:
        self.revision = revision
        self.content = content
        self.drawn = drawn
        self.before = before
        self._whole: Frame | None = None
        self._change: Frame | None = None

    @property
    def since(self) -> int:
        return -1 if self.before is None else self.before.revision

    @property
    def whole(self) -> Frame:
        if self._whole is None:
            view = {**self.content, "drawing": msgspec.Raw(self.drawn.whole)}
            self._whole = Frame(_encode({"type": "view", "revision": self.revision, "view": view}))
        return self._whole

    @property
    def change(self) -> Frame:
        if self._change is None:
            assert self.before is not None
            parts = _encode(change(self.before.content, self.content))[1:-1], self._drawing_change(self.before.drawn)
            patch = b",".join(part for part in parts if part)
            head = b'{"type":"change","since":%d,"revision":%d,"patch":[' % (self.since, self.revision)
            self._change = Frame(head + patch + b"]}")
            if len(self._change) > _SHORT and len(self._change) > len(self.whole):
                self._change = self.whole
        return self._change

    def _drawing_change(self, before: working.Drawn) -> bytes:
        """What is new in the drawing. A worker that has not shown the one before leaves it to the server."""
        if self.drawn.since == self.since:
            return self.drawn.change
        old, new = msgspec.json.decode(before.whole), msgspec.json.decode(self.drawn.whole)
        return _encode(change(old, new, ("drawing",)))[1:-1]


class Refusal(Exception):
    """A request that is not taken."""

    def __init__(self, reason: messages.Reason, message: str) -> None:
        super().__init__(message)
        self.reason: messages.Reason = reason
        self.message = message


class Table:
    """One table. Made by `Tables`."""

    def __init__(self, kept: KeptTable, pool: Pool, keep: KeepTable, check: CheckPlayers) -> None:
        self.kept = kept
        self.pool = pool
        self._keep = keep
        self._check = check
        self.clocks = Clocks(kept.clock, kept.left)
        self.revision = -1
        # `_looking` counts them by their seats, and those of them with narrow screens are counted in `_narrow`.
        self._crowds: list[_Crowd] = []
        self._looking: Counter[int | None] = Counter()
        self._narrow: Counter[int | None] = Counter()
        self.offer: messages.Offer | None = None
        self.is_older = False
        self.used = time.monotonic()
        self._seen: dict[int | None, working.View] = {}
        self._sent: dict[tuple[int | None, bool], _Sent] = {}
        self._offered: dict[int, dict[int, views.Offered]] = {}
        self._offers = 0
        self._is_going_back = False  # nobody answers between its steps
        self._is_closed = False
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loading: asyncio.Lock = asyncio.Lock()

    # ---- what it is

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def is_busy(self) -> bool:
        """Somebody looks, thinks or is on the clock: it has to stay in memory."""
        return bool(self._crowds or self._thinking or self._timer)

    @property
    def people(self) -> tuple[KeptSeat, ...]:
        return tuple(seat for seat in self.kept.seats if seat.player == HUMAN)

    @property
    def has_hints(self) -> bool:
        """Suggestions would be help from outside where two people play."""
        return self.kept.is_over or len(self.people) < 2

    @property
    def is_waiting(self) -> bool:
        return any(not seat.is_claimed for seat in self.people)

    def seat(self, number: int) -> KeptSeat:
        if not 0 <= number < len(self.kept.seats):
            raise Refusal("no-such-seat", f"there is no seat {number} at this table")
        return self.kept.seats[number]

    def viewer(self, seat: int | None) -> int | None:
        """As whom somebody on a seat sees the match: in a game without seats, as nobody in particular."""
        return None if self.kept.has_no_seats else seat

    def now(self) -> messages.Table:
        """The table as everybody at it may know it."""
        now = time.monotonic()
        here = self._looking
        return messages.Table(
            id=self.kept.id,
            game=self.kept.game,
            title=self.kept.title,
            language=self.kept.language,
            status="over" if self.kept.is_over else "waiting" if self.is_waiting else "playing",
            is_public=self.kept.is_public,
            seats=tuple(self._seat_now(seat, seat.number in here, now) for seat in self.kept.seats),
            clock=self.kept.clock,
            watchers=self._looking[None],
            has_hints=self.has_hints,
            is_older=self.is_older,
            offer=self.offer,
            next=self.kept.next,
            created=self.kept.created,
        )

    def _seat_now(self, seat: KeptSeat, is_here: bool, now: float) -> messages.Seat:
        is_human = seat.player == HUMAN
        return messages.Seat(
            number=seat.number,
            name=seat.name,
            sitting="computer" if not is_human else "human" if seat.is_claimed else "open",
            who=seat.who,
            player="" if is_human else seat.player,
            here=is_here,
            seconds=round(self.clocks.left(seat.number, now), 1) if self.clocks.is_used else None,
            runs=self.clocks.runs(seat.number),
            thinks=seat.number in self._thinking,
        )

    # ---- coming and going

    async def join(self, connection: Connection, since: int | None) -> None:
        """Somebody looks from now on. Who has the newest view already is not sent it again."""
        await self.load()
        sent = await self._newest(connection.seat, is_narrow=connection.is_narrow)
        look = connection.seat, connection.is_narrow, connection.socket.form, sent.revision
        crowd = next((each for each in self._crowds if each.look == look), None)
        if crowd is None:
            crowd = _Crowd(*look)
            self._crowds.append(crowd)
        crowd.add(connection)
        self._looking[connection.seat] += 1
        if connection.is_narrow:
            self._narrow[connection.seat] += 1
        self._tell_coming(connection)
        connection.send(messages.TableNow(table=self.now()))
        self._let_think()
        if since != sent.revision:
            connection.write(sent.whole)

    def part(self, connection: Connection) -> None:
        self._drop(connection)
        self.used = time.monotonic()
        if connection.seat is not None and connection.seat not in self._looking:
            self._sent.pop((connection.seat, False), None)
        if connection.seat not in self._narrow:
            self._sent.pop((connection.seat, True), None)
        self._tell_coming(connection)

    def _drop(self, connection: Connection) -> None:
        crowd = connection.crowd
        if crowd is not None:
            connection.crowd = None
            del crowd.sockets[connection.socket]
            if not crowd.sockets:
                self._crowds.remove(crowd)
            self._looking[connection.seat] -= 1
            self._narrow[connection.seat] -= connection.is_narrow
            self._looking += Counter()  # who looks no more is not in it
            self._narrow += Counter()

    def _tell_coming(self, connection: Connection) -> None:
        """Tells of somebody who came or went; of many spectators not one by one."""
        if self._telling is None:
            delay = _SPECTATORS_TOLD_S if connection.seat is None else 0.0
            self._telling = asyncio.get_running_loop().call_later(delay, self.tell_table)

    async def load(self) -> None:
        """Finds out how the match stands, after the server was started or the table was forgotten."""
        async with self._loading:
            if self.revision < 0:
                await self._look([None])
                if not self._seen[None].is_over:
                    with contextlib.suppress(Refusal):  # it is tried again with the next who sits down
                        await self._note_players()
                self._go_on(())

    async def _look(self, viewers: Collection[int | None], *, is_narrow: bool = False) -> None:
        reply = await self._ask(working.Look(tuple(viewers), is_narrow or bool(self._narrow)))
        assert isinstance(reply, working.Seen)
        self._take_views(reply.views)

    async def _ask(self, what: working.Query) -> working.Reply:
        """Asks a worker; what cannot be done is a refusal."""
        try:
            reply = await self.pool.ask(self.id, what)
        except WorkerDied as died:
            raise Refusal("failed", f"this could not be worked out: {died.how}") from None
        if isinstance(reply, working.Failed):
            raise Refusal("failed", "; ".join(reply.messages))
        if isinstance(reply, working.Refused):
            raise Refusal(_reason(reply.reason), reply.message)
        return reply

    async def _newest(self, seat: int | None, *, is_narrow: bool = False) -> _Sent:
        """The newest view for a seat, made if nobody has looked from there yet."""
        while True:
            sent = self._sent.get((seat, is_narrow))
            if sent is not None and sent.revision == self.revision:
                return sent
            viewer = self.viewer(seat)
            seen = self._seen.get(viewer)
            if seen is None or seen.revision < self.revision or (is_narrow and seen.narrow is None):
                await self._look([viewer], is_narrow=is_narrow)
            self._make(seat, is_narrow=is_narrow)

    def _is_narrow(self, seat: int | None) -> bool:
        """Whether only narrow screens show what is seen from a seat."""
        return bool(self._narrow[seat]) and self._narrow[seat] == self._looking[seat]

    # ---- views

    def _take_views(self, found: Sequence[working.View]) -> None:
        for view in found:
            known = self._seen.get(view.viewer)
            if known is None or known.revision <= view.revision:
                if known is not None and known.revision == view.revision and view.narrow is None:
                    view = msgspec.structs.replace(view, narrow=known.narrow)
                self._seen[view.viewer] = view
                self.revision = max(self.revision, view.revision)

    def _asked(self, seat: int | None) -> tuple[working.Question, ...]:
        """The questions that somebody on a seat may answer: its own, and those to nobody in particular."""
        if seat is None:
            return ()
        mine = self._seen[self.viewer(seat)].questions
        public = self._seen.get(None)
        if self.kept.has_no_seats or public is None or public.revision != self.revision:
            return mine
        known = {question.id for question in mine}
        return (*mine, *(question for question in public.questions if question.id not in known))

    def _make(self, seat: int | None, *, is_narrow: bool) -> None:
        """Makes the frames of the newest view for a seat, for narrow screens or for others."""
        seen = self._seen[self.viewer(seat)]
        drawn = views.drawn_in(seen, is_narrow=is_narrow)
        asked = self._asked(seat)
        if seat is not None:
            self._offered[seat] = views.offered(asked)
        content = views.content_of(views.view_of(seen, asked, self._undoing(seat, seen), drawing=None))
        before = self._sent.get((seat, is_narrow))
        if before is not None:
            before.before = None  # nobody has that one any more
        self._sent[seat, is_narrow] = _Sent(seen.revision, content, drawn, before)

    def _undoing(self, seat: int | None, seen: working.View) -> messages.Undoing:
        if seat is None or seen.undo == "none":
            return "none"
        is_alone = len([person for person in self.people if person.is_claimed]) < 2
        return "free" if is_alone or seen.undo == "free" else "agreed"

    def _viewers(self) -> tuple[int | None, ...]:
        """For whom views are wanted after a change."""
        return tuple({None, *map(self.viewer, self._looking)})

    def _screens(self) -> Iterator[tuple[int | None, bool]]:
        """From which seats somebody looks, at narrow screens and at others."""
        for seat, count in self._looking.items():
            if self._narrow[seat]:
                yield seat, True
            if count > self._narrow[seat]:
                yield seat, False

    def _broadcast(self, behind: Frame | None = None) -> None:
        """Sends the newest views to everybody who looks, and another message behind them; each distinct one was made
        once."""
        late: set[int | None] = set()
        for seat, is_narrow in self._screens():
            seen = self._seen.get(self.viewer(seat))
            if seen is None or seen.revision != self.revision or (is_narrow and seen.narrow is None):
                late.add(self.viewer(seat))  # somebody came while the match went on
            elif (sent := self._sent.get((seat, is_narrow))) is None or sent.revision != self.revision:
                self._make(seat, is_narrow=is_narrow)
        if late:
            self.soon(self._catch_up(late))
        for crowd in self._crowds:
            sent = self._sent.get((crowd.seat, crowd.is_narrow))
            ready = b"" if behind is None else getattr(behind, crowd.form)
            if sent is not None and sent.revision == self.revision != crowd.revision:
                frame = sent.change if crowd.revision == sent.since else sent.whole
                ready = getattr(frame, crowd.form) + ready
                crowd.revision = self.revision
            if ready:
                crowd.write(ready)
        self._join_crowds()
        self._cut_stuck()

    def _join_crowds(self) -> None:
        """Those who came late, and have caught up, are no crowd of their own."""
        if len(self._crowds) == len({crowd.look for crowd in self._crowds}):
            return
        joined: dict[tuple[int | None, bool, Form, int], _Crowd] = {}
        for crowd in self._crowds:
            first = joined.setdefault(crowd.look, crowd)
            if first is not crowd:
                for connection in crowd.sockets.values():
                    first.add(connection)
        self._crowds = list(joined.values())

    def _cut_stuck(self) -> None:
        """Lets go of those who do not read."""
        if PAUSED:
            everybody = [connection for crowd in self._crowds for connection in crowd.sockets.values()]
            for connection in everybody:
                if connection.socket in PAUSED and connection.socket.cut_if_stuck():
                    self._drop(connection)

    async def _catch_up(self, viewers: Collection[int | None]) -> None:
        with contextlib.suppress(Refusal):
            await self._look(viewers)
            self._broadcast()

    def tell_table(self) -> None:
        """Tells everybody who sits where."""
        ready = self._table_frame()
        for crowd in self._crowds:
            crowd.write(getattr(ready, crowd.form))
        self._cut_stuck()

    def _table_frame(self) -> Frame:
        """Who sits where; everybody is to be sent it."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        return Frame(_encode(messages.TableNow(table=self.now())))

    # ---- changes of the match

    async def _change(self, what: working.Change) -> int:
        """Changes the match, and tells everybody when it is kept; the new revision."""
        viewers = self._viewers()
        try:
            reply = await self.pool.change(self.id, what, viewers=viewers, narrow=bool(self._narrow))
        except WorkerDied as died:
            raise Refusal("failed", f"this could not be worked out: {died.how}") from None
        except StoreTrouble as trouble:
            raise Refusal("unavailable", f"this could not be kept: {trouble.problem}") from None
        except Conflict:
            await self._look(viewers)
            raise Refusal("taken-back", "the match has gone on since") from None
        match reply:
            case working.Refused(reason, message):
                raise Refusal(_reason(reason), message)
            case working.Failed(reasons):
                raise Refusal("failed", "; ".join(reasons))
            case working.Changed(entries, revision, found):
                self._take_views(found)
                if revision == self.revision:
                    self._go_on(entries)
                return revision

    def _go_on(self, entries: Sequence[working.Entry]) -> None:
        """The match has gone on, and the newest views are here."""
        public = self._seen[None]
        was_over = self.kept.is_over
        self.kept.is_over = public.is_over
        self._add_seats(public)
        had_offer = self.offer is not None
        if entries:
            self.offer = None
        now = time.monotonic()
        moved = {entry.seat for entry in entries if isinstance(entry, working.Answered) and entry.seat is not None}
        if public.is_over:
            self.clocks.stop(now)
        elif not self.is_waiting:
            awaited = {seat for seat in public.awaited if self.kept.seats[seat].player == HUMAN}
            self.clocks.await_seats(awaited, now, moved)
        self._set_timer()
        if self.clocks.is_used or was_over != public.is_over:
            self.kept.left = self.clocks.saved(now)
            self.soon(self._keep(self.kept))
        is_told = self.clocks.is_used or was_over != public.is_over or not entries or had_offer
        self._broadcast(self._table_frame() if is_told else None)
        self._let_think()

    def _add_seats(self, public: working.View) -> None:
        """Seats that have appeared in the meantime."""
        known = len(self.kept.seats)
        if self.kept.has_no_seats or len(public.seats) <= known:
            return
        for seat in public.seats[known:]:
            player = self.kept.others
            self.kept.seats.append(KeptSeat(seat.number, seat.name, player, is_left=player == HUMAN))
        self.soon(self._keep(self.kept))
        self.tell_table()

    def soon(self, work: Awaitable[None]) -> None:
        """Does something that nobody waits for."""

        async def quietly() -> None:
            # The disk is full, or a process died: what was to be told or kept is tried again with the next change.
            with contextlib.suppress(StoreTrouble, Refusal):
                await work

        task = asyncio.ensure_future(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- clocks

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        end = self.clocks.next_end()
        if end is not None:
            seat, when = end
            delay = max(0.0, when - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(delay, self._time_is_up, seat)

    def _time_is_up(self, seat: int) -> None:
        self._timer = None
        if self.clocks.runs(seat) and self.clocks.left(seat, time.monotonic()) <= 0:
            self.soon(self._time_out(seat))
        else:
            self._set_timer()

    async def _time_out(self, seat: int) -> None:
        try:
            await self._change(working.Leave(seat, "timed-out", time.time()))
        except Refusal:
            self._set_timer()

    # ---- computer players

    def _let_think(self) -> None:
        """Starts a computer player for every seat of one that is awaited."""
        public = self._seen[None]
        if public.is_over or self._is_closed or self._is_going_back:
            return
        if self.kept.has_no_seats or (public.questions and not self.people):
            awaited = {0} if public.questions else set()
        else:
            awaited = set(public.awaited)
        started = False
        for number in awaited:
            if number < len(self.kept.seats) and number not in self._thinking:
                seat = self.kept.seats[number]
                if seat.player != HUMAN:
                    self._thinking[number] = asyncio.ensure_future(self._think(seat))
                    started = True
        if started:
            self.tell_table()

    async def _think(self, seat: KeptSeat) -> None:
        """Has a computer player answer until others are asked."""
        is_wanted = True
        try:
            for _ in range(_MOST_REFUSALS):
                if await self._choose(seat):
                    return
            self._give_up(seat)
        except Refusal as refusal:
            # What cannot be kept now can perhaps be kept later: whoever looks at the table again starts it again.
            is_wanted = refusal.reason != "unavailable"
            if is_wanted:
                self._give_up(seat)
        finally:
            self._thinking.pop(seat.number, None)
            if seat.player == HUMAN or not is_wanted:
                self.tell_table()
            else:
                self._let_think()

    async def _choose(self, seat: KeptSeat) -> bool:
        """One answer of a computer player; False: it was refused, and has to choose again."""
        viewer = self.viewer(seat.number)
        reply = await self._ask(working.Look((viewer, None)))
        assert isinstance(reply, working.Seen)
        asked = [question for view in reply.views for question in view.questions]
        if not asked or seat.player == HUMAN:
            return True
        chosen = await self._ask(working.Choose(asked[0].id, seat.player))
        assert isinstance(chosen, working.Chosen)
        answer = working.Answer(
            asked[0].id, values=(chosen.value,), seat=asked[0].seat, asked_at=chosen.revision, time=time.time()
        )
        if seat.player == HUMAN:  # it was taken over meanwhile
            return True
        try:
            await self._change(answer)
        except Refusal as refusal:
            if refusal.reason in ("over", "not-open", "taken-back"):
                return True  # something else has happened; whoever is asked now is asked again
            if refusal.reason == "failed":
                raise
            return False
        return True

    def _give_up(self, seat: KeptSeat) -> None:
        """A computer player cannot answer: the seat is free for somebody who can."""
        seat.player, seat.who, seat.token, seat.is_claimed, seat.is_left = HUMAN, "", "", False, True
        self.soon(self._note_player(seat, ""))
        self.soon(self._keep(self.kept))

    # ---- what people ask for

    async def take(self, request: messages.Request, connection: Connection) -> messages.Reply:
        """Does what somebody asks for, and says what came of it. Raises `Refusal`."""
        seat = connection.seat
        match request:
            case messages.Ping(id):
                return messages.Pong(id=id)
            case messages.Look(id, step):
                return await self._look_back(id, step, seat)
        if seat is None:
            raise Refusal("not-your-seat", "spectators only watch")
        match request:
            case messages.Answer():
                revision = await self._answer(request, seat)
            case messages.Undo():
                revision = await self._ask_back(request, "undo", seat)
            case messages.Redo():
                revision = await self._ask_back(request, "redo", seat)
            case messages.Agree():
                revision = await self._agree(request, seat)
            case messages.Hint(id):
                return await self._hint(id, connection, seat)
            case messages.Resign():
                if self.kept.has_no_seats:
                    raise Refusal("not-your-seat", "this game has no seats, so nobody can give up")
                revision = await self._change(working.Leave(seat, "resigned", time.time()))
            case messages.Leave(player=player):
                await self.leave(seat, player)
                revision = self.revision
            case messages.Rename(who=who):
                self.seat(seat).who = who
                await self._keep(self.kept)
                self.tell_table()
                revision = self.revision
        return messages.Taken(id=request.id, revision=revision)

    async def _answer(self, request: messages.Answer, seat: int) -> int:
        given = [part for part in (request.move, request.option, request.text) if part is not None]
        if len(given) != 1:
            raise Refusal("malformed", "an answer has one of `move`, `option` and `text`")
        await self._newest(seat, is_narrow=self._is_narrow(seat))
        offered = self._offered.get(seat, {}).get(request.question)
        viewer = self.viewer(seat) if offered is None else offered.seat
        values: tuple[Any, ...] = ()
        if request.text is None:
            listed: Sequence[Any] = ()
            if offered is not None:
                listed = offered.moves if request.move is not None else [(value,) for value in offered.options]
            index = int(request.move if request.move is not None else request.option or 0)
            values = listed[index] if index < len(listed) else ()
            if offered is not None and not values and request.revision >= self.revision:
                raise Refusal("not-an-option", "there is no such move in the list")
        return await self._change(
            working.Answer(
                request.question,
                values=values,
                text=request.text,
                seat=viewer,
                asked_at=request.revision,
                time=time.time(),
            )
        )

    async def leave(self, seat: int, player: str | None) -> None:
        """Somebody gets up: a computer player sits down there, or whoever comes. The match knows it before the table
        does: what was not kept has not happened."""
        left = self.seat(seat)
        if player is not None:
            await self._check(self.kept.game, [player])
        await self.load()
        await self._note_player(left, player or "")
        if left.token:
            self.kept.former = [*self.kept.former, left.token][-_MOST_FORMER:]
        left.player, left.who, left.token = player or HUMAN, "", ""
        left.is_claimed, left.is_left = False, player is None
        self.offer = None
        await self.sat_down()

    async def _note_player(self, seat: KeptSeat, player: str) -> None:
        """Has the match know who plays a seat from now on. Who takes the seat of somebody that has given up goes on
        with the match; but not where everybody has been shown what was secret."""
        if self.kept.has_no_seats or (self.kept.is_over and (self.kept.is_hidden or self.kept.has_chance)):
            return
        if self.kept.is_over:
            self.clocks.refill(seat.number)
        await self._change(working.Sit(seat.name, player, time.time()))

    async def claim(self, number: int, who: str, token: str) -> None:
        """Sits down on an open seat. There is no other task between looking and taking it, so only one can."""
        seat = self.seat(number)
        if seat.player != HUMAN or seat.is_claimed:
            raise Refusal("seat-taken", f"somebody sits on the seat {seat.name} already")
        seat.who, seat.token, seat.is_claimed, seat.is_left = who, hashed(token), True, False
        await self.sat_down()

    async def sat_down(self) -> None:
        """Somebody has come or gone: everybody is told, and the match goes on."""
        await self._keep(self.kept)
        await self.load()
        await self._note_players()
        self._go_on(())

    async def _note_players(self) -> None:
        """Whoever has sat down is noted in the match, also what was not before the server was ended."""
        if self.kept.has_no_seats:
            return
        known = {seat.number: seat.player for seat in self._seen[None].seats}
        for seat in tuple(self.kept.seats):
            is_taken = seat.player != HUMAN or seat.is_claimed
            if is_taken and seat.number in known and known[seat.number] != seat.player:
                await self._note_player(seat, seat.player)

    # ---- going back

    async def _ask_back(self, request: messages.Undo | messages.Redo, what: Any, seat: int) -> int:
        if request.revision != self.revision:
            raise Refusal("taken-back", "the match has gone on since")
        await self._newest(seat, is_narrow=self._is_narrow(seat))
        seen = self._seen[self.viewer(seat)]
        if what == "undo" and seen.undo == "none":
            raise Refusal("nothing-to-undo", "there is no move to take back")
        if what == "redo" and not seen.can_redo:
            raise Refusal("nothing-to-redo", "there is no move to play again")
        missing = tuple(person.number for person in self.people if person.is_claimed and person.number != seat)
        if (what == "undo" and self._undoing(seat, seen) == "free") or not missing:
            return await self._go_back(what, seat)
        self._offers += 1
        self.offer = messages.Offer(id=self._offers, what=what, by=seat, missing=missing)
        self.tell_table()
        return self.revision

    async def _agree(self, request: messages.Agree, seat: int) -> int:
        offer = self.offer
        if offer is None or offer.id != request.offer or seat not in (*offer.missing, offer.by):
            raise Refusal("no-such-offer", "this offer is not open any more")
        missing = tuple(number for number in offer.missing if number != seat)
        if not request.yes:
            self.offer = None
        elif missing or seat == offer.by:
            self.offer = msgspec.structs.replace(offer, missing=missing)
        else:
            self.offer = None
            self.tell_table()
            return await self._go_back(offer.what, offer.by)
        self.tell_table()
        return self.revision

    async def _go_back(self, what: str, seat: int) -> int:
        """Back (or forth) until whoever wanted it is asked: a computer's answer alone would come again at once."""
        revision = self.revision
        self._is_going_back = True
        try:
            for _ in range(_MOST_UNDONE):
                step = working.Undo(time.time()) if what == "undo" else working.Redo(time.time())
                revision = await self._change(step)
                await self._newest(seat, is_narrow=self._is_narrow(seat))
                seen = self._seen[self.viewer(seat)]
                if self._asked(seat) or (seen.undo == "none" if what == "undo" else not seen.can_redo):
                    break
        finally:
            self._is_going_back = False
            self._let_think()
        return revision

    # ---- looking

    async def _look_back(self, id: int, step: int, seat: int | None) -> messages.Looked:
        reply = await self._ask(working.LookBack(self.viewer(seat), step))
        assert isinstance(reply, working.Seen)
        if not reply.views:
            raise Refusal("form", "the match has not come so far")
        return messages.Looked(id=id, step=step, view=views.whole_view_of(reply.views[0]))

    async def charts(self, seat: int | None) -> Any:
        """The course of a season, drawn; None where there is none."""
        reply = await self._ask(working.Chart(self.viewer(seat)))
        assert isinstance(reply, working.Charted)
        return reply.drawing

    async def record(self, form: Literal["text", "json"]) -> str:
        """The match written down, with every secret of it."""
        reply = await self._ask(working.Export(form))
        assert isinstance(reply, working.Exported)
        return reply.record

    async def _hint(self, id: int, connection: Connection, seat: int) -> messages.Hinted:
        if not self.has_hints:
            raise Refusal("hints-off", "there are no hints while people play against each other")
        if connection.hints >= _MOST_HINTS:
            raise Refusal("too-many", "one hint after the other")
        connection.hints += 1
        try:
            found = await self._ask(working.Hint(self.viewer(seat), _HINT_ITERATIONS, _HINT_S))
        finally:
            connection.hints -= 1
        assert isinstance(found, working.Hints)
        tried = sum(line.visits for line in found.lines)
        return messages.Hinted(id=id, lines=tuple(views.hint_line(line, tried) for line in found.lines[:3]))

    def close(self) -> None:
        """Forgets everything that is under way, and begins nothing."""
        self._is_closed = True
        for timer in (self._timer, self._telling):
            if timer is not None:
                timer.cancel()
        for task in (*self._thinking.values(), *self._tasks):
            task.cancel()


_REASONS: dict[str, messages.Reason] = {
    "form": "form",
    "not-an-option": "not-an-option",
    "too-long": "too-long",
    "not-open": "not-open",
    "taken-back": "taken-back",
    "over": "over",
    "seat": "not-your-seat",
    "undo": "nothing-to-undo",
}


def _reason(word: str) -> messages.Reason:
    return _REASONS.get(word, "failed")
