"""Matches of a pool in a real store: what was acknowledged is there for the next pool, and nothing else is."""

from __future__ import annotations

import asyncio
import importlib.util
import sqlite3
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from parlour.pipeline import pack
from parlour.storage.commits import Commits
from parlour.storage.sqlite import SqliteStore
from parlour.storage.store import NoSuchMatch
from parlour.workers import messages, translation
from parlour.workers.keeping import create, keeping
from parlour.workers.pool import Pool

_beside = importlib.util.spec_from_file_location("workers_conftest", Path(__file__).with_name("conftest.py"))
assert _beside is not None and _beside.loader is not None
_help = importlib.util.module_from_spec(_beside)
_beside.loader.exec_module(_help)
view_of, as_it_stands = _help.view_of, _help.as_it_stands


def setup(game: str = "tic-tac-toe") -> messages.Setup:
    return messages.Setup(translation.game_text(pack(game), {}, is_library=True), 2**64 - 1, {"X": "human"})


@asynccontextmanager
async def table(folder: Path) -> Any:
    commits = Commits(SqliteStore.open(folder))
    pool = Pool(*keeping(commits, lambda: 5.0), quick=1, slow=1)
    try:
        yield pool, commits
    finally:
        await pool.close()
        commits.close()


async def play(pool: Pool, label: str) -> Any:
    view = await view_of(pool, "m", None)
    return await pool.change("m", messages.Answer(len(view.events) + 1, text=label, seat=view.awaited[0]))


def test_a_match_goes_on_with_another_pool(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pool, commits):
            await create(commits, "m", setup(), title="Tic-tac-toe", now=1.0)
            view = await view_of(pool, "m", 0)
            options = [option.label for option in view.questions[0].options]
            for label in options[:4]:
                assert isinstance(await play(pool, label), messages.Changed)
            await pool.change("m", messages.Undo())
            before = [await view_of(pool, "m", viewer) for viewer in (0, 1, None)]
        async with table(tmp_path) as (pool, commits):
            after = [await view_of(pool, "m", viewer) for viewer in (0, 1, None)]
            # The new one has shown nobody anything before, so it cannot say what is new.
            assert list(map(as_it_stands, after)) == list(map(as_it_stands, before))
            assert before[0].revision == 5 and before[0].can_redo
            with pytest.raises(NoSuchMatch):
                await pool.ask("n", messages.Look((None,)))

    asyncio.run(scenario())


def test_of_two_servers_at_one_store_one_takes_the_answer(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (pool, commits), table(tmp_path) as (other, _):
            await create(commits, "m", setup(), title="Tic-tac-toe", now=1.0)
            view = await view_of(pool, "m", 0)
            assert await view_of(other, "m", 0) == view
            first, second, *_ = (option.label for option in view.questions[0].options)
            both = [
                each.change("m", messages.Answer(1, text=label, seat=0))
                for each, label in ((pool, first), (other, second))
            ]
            done = await asyncio.gather(*both)
            assert sorted(type(each).__name__ for each in done) == ["Changed", "Refused"]
            with sqlite3.connect(tmp_path / "matches.sqlite") as database:
                assert database.execute("SELECT count(*) FROM log").fetchone() == (1,)

    asyncio.run(scenario())
