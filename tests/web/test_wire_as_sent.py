"""The wire law at the socket: the bytes of two whole tables are compared, frame by frame as they are handed to the
connection, while one plays the real match and the other what a seat imagines it to be.

Both tables are joined, answered, taken back, played again, stepped through and asked for nonsense, alike. As long as
the engine's own views of a viewer are the same in both worlds, so are all the bytes that this viewer was ever sent.
Hints are not among them, because they are off where people play each other; `test_wire_law.py` has them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from tests.web.test_wire_law import GAMES

import parlour
from parlour.core.chance import Chance
from parlour.match.match import Match
from parlour.match.record.json import plain_json
from parlour.match.standing import Snapshots
from parlour.players.specification import HUMAN
from parlour.web import messages
from parlour.web.app import Sockets
from parlour.web.frames import Form
from parlour.web.guarding import OWN_RATES
from parlour.web.table import Connection, KeptSeat, KeptTable, Table
from parlour.workers import messages as working
from parlour.workers.worker import Played, Worker

# In some games there are no secrets before so many answers.
LATEST = 16
ANSWERS = 3
WORLDS = 6
FORMS: tuple[Form, ...] = ("plain", "deflated", "packed")


class Line:
    """A connection that keeps what it is given to send."""

    def __init__(self, form: Form) -> None:
        self.form: Form = form
        self.sent: list[bytes] = []

    def write(self, ready: bytes) -> None:
        self.sent.append(ready)

    def cut_if_full(self) -> bool:
        return False

    def cut_if_stuck(self) -> bool:
        return False


class World:
    """A match in a worker of its own, which replies over the same wire as a process would."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.worker = Worker()
        self.played = Played(match)

    async def ask(self, match: str, what: Any) -> Any:
        return self._reply(what, ())

    async def change(self, match: str, what: Any, *, viewers: Sequence[int | None] = (), narrow: bool = False) -> Any:
        return self._reply(what, tuple(viewers), narrow)

    def _reply(self, what: Any, viewers: tuple[int | None, ...], narrow: bool = False) -> Any:
        self.worker._matches["m"] = self.played
        reply = self.worker.reply(working.Request(what, "m", self.match.revision, viewers=viewers, narrow=narrow))
        return working.read_reply(working.encode(reply))

    async def open(self, seat: int) -> None:
        """A table at which the seat is somebody's, and everybody else watches."""
        seats = [
            KeptSeat(each.number, each.name, HUMAN, is_claimed=each.number == seat)
            for each in self.match.position.seats
        ]
        kept = KeptTable("AAAAAAAAAAA", "g", "G", "l", "", seats, "", is_hidden=True)

        async def nothing(*_: Any) -> None:
            """It is kept nowhere."""

        self.table = Table(kept, self, nothing, nothing)  # type: ignore[arg-type]  # it plays as a pool does
        self.connections = {(viewer, form): Connection(Line(form), viewer) for viewer in (seat, None) for form in FORMS}
        for connection in self.connections.values():
            await self.table.join(connection, None)

    async def say(self, viewer: int | None, request: messages.Request) -> None:
        for form in FORMS:
            await Sockets(None, OWN_RATES)._take(  # type: ignore[arg-type]  # a request needs no other table
                self.table, self.connections[viewer, form], request
            )

    def sent(self, viewer: int | None) -> list[list[bytes]]:
        found = []
        for form in FORMS:
            line = self.connections[viewer, form].socket
            assert isinstance(line, Line)
            found.append(line.sent)
        return found


def imagined(match: Match, seat: int, number: int) -> Match | None:
    """The same match from here on, as this seat believes that it may be."""
    position = match.position.imagine(seat, number)
    if position is None or position.key == match.position.key:
        return None
    other = match.branch()
    other._standing.position = position
    count = len(other.events)
    other._snapshots = Snapshots({**other._snapshots.until(count - 1)._kept, count: other._standing.copy()})
    return other


def is_alike(real: Match, other: Match, viewer: int | None) -> bool:
    return repr(real.position.view(viewer)) == repr(other.position.view(viewer))


async def compare(name: str, seat: int, match: Match, other: Match) -> None:
    """Does the same at both tables, and compares what everybody was sent as long as they may know the same."""
    worlds = World(match.branch()), World(other)
    start, chance = len(match.events), Chance(3)
    for world in worlds:
        await world.open(seat)
    viewers = {seat, None}

    def check(when: object) -> None:
        for viewer in tuple(viewers):
            if is_alike(worlds[0].match, worlds[1].match, viewer):
                assert worlds[0].sent(viewer) == worlds[1].sent(viewer), (name, seat, viewer, when)
            else:
                viewers.discard(viewer)

    assert is_alike(match, other, seat)
    check("at first")
    for number in range(ANSWERS):
        real = worlds[0].match
        if real.is_over or not viewers:
            break
        question = real.questions[0]
        for viewer in (seat, None):
            wrong = messages.Answer(9, question.id if question.seat != viewer else 9999, real.revision, text="\\")
            steps = range(start, len(real.events) + 2)
            for request in (wrong, *(messages.Look(step + 10, step) for step in steps)):
                for world in worlds:
                    await world.say(viewer, request)
        check(("asked", number))
        options = [[each.value for each in w.match.position.legal(question.id).options] for w in worlds]
        common = [value for value in options[0] if value in options[1]]
        if not common:
            break
        value = common[chance.below(len(common))]
        given = working.Answer(question.id, values=(plain_json(value),), seat=question.seat)
        for world in worlds:
            await world.table._change(given)
        check(("answered", number))
    if viewers and len(worlds[0].match.events) > start:
        for kind in (messages.Undo, messages.Redo):
            for world in worlds:
                await world.say(seat, kind(7, world.match.revision))
            check(kind.__name__)
    for world in worlds:
        await asyncio.gather(*world.table._tasks)
        world.table.close()


@pytest.mark.parametrize("name", GAMES)
def test_all_bytes_at_the_socket_stay_the_same_when_secrets_are_exchanged(name: str) -> None:
    match = Match.start(parlour.load(name), seed=7)
    chance = Chance(11)
    for _ in range(LATEST):
        assert not match.is_over, "nothing was exchanged"
        compared = False
        for seat in [each.number for each in match.position.seats][:2]:
            others = (imagined(match, seat, number) for number in range(WORLDS))
            other = next((found for found in others if found is not None), None)
            if other is not None:
                asyncio.run(compare(name, seat, match, other))
                compared = True
        if compared:
            return
        question = match.questions[0]
        options = match.position.legal(question).options
        match.answer(question, options[chance.below(len(options))].value)
    pytest.fail("nothing was exchanged")
