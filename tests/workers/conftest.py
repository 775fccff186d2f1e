"""A table with a pool of real processes under it, whose store is a dictionary."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from parlour.pipeline import pack
from parlour.workers import messages, translation
from parlour.workers.pool import Kept, Pool


class Shelf:
    """Keeps matches in memory, and is asked and told as a store is."""

    def __init__(self) -> None:
        self.matches: dict[str, Kept] = {}
        self.full = False

    async def kept(self, match: str) -> Kept:
        found = self.matches[match]
        return Kept(found.setup, list(found.log))

    async def keep(self, match: str, first: int, entries: Sequence[messages.Entry]) -> None:
        if self.full:
            raise OSError("no space left")
        assert first == len(self.matches[match].log)
        self.matches[match].log.extend(entries)

    def open(self, match: str, game: str, *, language: str | None = None, seed: int = 7, **seats: str) -> None:
        text = translation.game_text(pack(game, language=language), {}, is_library=language is None)
        self.matches[match] = Kept(messages.Setup(text, seed, seats), [])


def with_pool(scenario: Callable[[Pool, Shelf], Awaitable[Any]], **settings: Any) -> Any:
    """Runs a scenario with a pool of its own, and ends all its processes."""

    async def run() -> Any:
        shelf = Shelf()
        pool = Pool(shelf.kept, shelf.keep, **{"quick": 1, "slow": 2, **settings})
        try:
            return await scenario(pool, shelf)
        finally:
            await pool.close()

    return asyncio.run(run())


def as_it_stands(view: messages.View) -> messages.View:
    """A view without what is new in its drawing."""
    assert isinstance(view.drawing, messages.Drawn)
    return msgspec.structs.replace(view, drawing=messages.Drawn(view.drawing.whole))


async def view_of(pool: Pool, match: str, viewer: int | None) -> messages.View:
    seen = await pool.ask(match, messages.Look((viewer,)))
    assert isinstance(seen, messages.Seen), seen
    return seen.views[0]
