"""Many who want something on disk at once: one sync for all, and nobody's failure is another's."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parlour.storage.commits import Commits
from parlour.storage.sqlite import SqliteStore
from parlour.storage.store import Conflict, StoredMatch, StoreTrouble


def match(name: str) -> StoredMatch:
    return StoredMatch(name, "Chess", "tgdl", "{}", "{}", 1.0)


def test_jobs_are_done_in_order_and_what_they_return_comes_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        commits = Commits(SqliteStore.open(tmp_path))
        await commits.do(lambda store: store.create(match("m")))
        adding = [
            commits.do(lambda store, number=number: store.append("m", number, [str(number)], 1.0))
            for number in range(300)
        ]
        await asyncio.gather(*adding)
        assert await commits.do(lambda store: store.log("m")) == tuple(map(str, range(300)))
        commits.close()

    asyncio.run(scenario())
    again = SqliteStore.open(tmp_path)
    assert again.match("m").length == 300
    again.close()


def test_a_job_that_fails_takes_nobody_with_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        commits = Commits(SqliteStore.open(tmp_path))
        await commits.do(lambda store: store.create(match("m")))
        both = [commits.do(lambda store, word=word: store.append("m", 0, [word], 1.0)) for word in ("first", "late")]
        other = commits.do(lambda store: store.create(match("n")))
        found = await asyncio.gather(*both, other, return_exceptions=True)
        assert [type(each) for each in found] == [type(None), Conflict, type(None)]
        assert await commits.do(lambda store: store.log("m")) == ("first",)
        with pytest.raises(ZeroDivisionError):
            await commits.do(lambda store: 1 / 0)
        commits.close()

    asyncio.run(scenario())


def test_when_the_disk_is_full_nobody_is_told_that_it_is_kept(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = SqliteStore.open(tmp_path)
        commits = Commits(store)
        for name in "abc":
            await commits.do(lambda store, name=name: store.create(match(name)))
        (pages,) = store._database.execute("PRAGMA page_count").fetchone()
        store._database.execute(f"PRAGMA max_page_count = {pages}")
        big = [commits.do(lambda store, name=name: store.append(name, 0, ["x" * 100_000], 1.0)) for name in "abc"]
        found = await asyncio.gather(*big, return_exceptions=True)
        assert all(isinstance(each, StoreTrouble) for each in found)
        assert [len(await commits.do(lambda store, name=name: store.log(name))) for name in "abc"] == [0, 0, 0]
        commits.close()

    asyncio.run(scenario())
