"""The server is killed again and again while many matches are played: nothing that was acknowledged is lost or happens
twice, and whoever was connected goes on by themselves."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import Browser, Server, running
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

LOST = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError)


class Player:
    """Somebody who makes a move and takes it back, for ever, one request after the other, and keeps count of what was
    acknowledged: after every return the match must be there, or one step further if the answer was under way."""

    def __init__(self, server: Server, browser: Browser, table: str, done: asyncio.Event) -> None:
        self.server = server
        self.browser = browser
        self.table = table
        self.done = done
        self.acknowledged = 0
        self.is_waiting = False
        self.returns = 0

    async def play(self) -> None:
        while not self.done.is_set():
            try:
                await self._play()
            except LOST:
                await asyncio.sleep(0.05)  # a browser waits as well before it tries again

    async def _play(self) -> None:
        host = self.server.host
        async with connect(
            f"ws://{host}/api/tables/{self.table}/socket?seat=0",
            origin=f"http://{host}",  # type: ignore[arg-type]
            additional_headers={"Cookie": self.browser.cookie},
            open_timeout=30,
        ) as socket:
            while (message := await self._next(socket))["type"] != "view":
                pass
            revision = message["revision"]
            assert revision in (self.acknowledged, self.acknowledged + self.is_waiting), "lost, or happened twice"
            assert len(message["view"].get("log", [])) == revision % 2
            self.acknowledged, self.is_waiting = revision, False
            self.returns += 1
            while not self.done.is_set():
                await self._request(socket)

    async def _request(self, socket: Any) -> None:
        before = self.acknowledged
        kind = {"type": "undo"} if before % 2 else {"type": "answer", "question": 1, "text": "(2,2)"}
        self.is_waiting = True
        await socket.send(json.dumps({**kind, "id": before, "revision": before}))
        while True:
            message = await self._next(socket)
            assert message["type"] != "refused", message
            if message["type"] == "taken":
                assert message["revision"] == before + 1
                self.acknowledged, self.is_waiting = before + 1, False
                return

    async def _next(self, socket: Any) -> Any:
        return json.loads(await asyncio.wait_for(socket.recv(), 120))


async def _kill_again_and_again(server: Server, matches: int, kills: int) -> list[Player]:
    done = asyncio.Event()
    players = []
    for _ in range(matches):
        browser = Browser(server)
        made = await asyncio.to_thread(browser.open_table, "tic-tac-toe", "human", "human")
        players.append(Player(server, browser, made["table"]["id"], done))
    playing = [asyncio.create_task(player.play()) for player in players]
    for _ in range(kills):
        before = sum(player.acknowledged for player in players)
        while sum(player.acknowledged for player in players) < before + matches:
            failed = [task for task in playing if task.done()]
            assert not failed, failed[0].exception()
            await asyncio.sleep(0.05)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    returned = [player.returns for player in players]
    while any(player.returns == before for player, before in zip(players, returned, strict=True)):
        failed = [task for task in playing if task.done()]
        assert not failed, failed[0].exception()
        await asyncio.sleep(0.05)
    done.set()
    await asyncio.gather(*playing)
    return players


def test_nothing_that_was_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        players = asyncio.run(_kill_again_and_again(server, 5, 2))
    assert all(player.returns >= 2 for player in players)


@pytest.mark.slow
def test_twenty_kills_over_two_hundred_matches(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        players = asyncio.run(_kill_again_and_again(server, 200, 20))
    assert sum(player.acknowledged for player in players) >= 20 * 200
