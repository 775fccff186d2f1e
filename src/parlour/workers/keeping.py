"""Matches of a pool in a store: what `Pool` is given to find and keep them.

commits = Commits(SqliteStore.open(folder))
pool = Pool(*keeping(commits, time.time))
await create(commits, "m1", setup, title="Chess", now=time.time())
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from parlour.storage.commits import Commits
from parlour.storage.store import Store, StoredMatch
from parlour.workers import messages
from parlour.workers.pool import FindKept, Keep, Kept


async def create(
    commits: Commits,
    match: str,
    setup: messages.Setup,
    *,
    title: str,
    now: float,
    about: str = "{}",
    is_listed: bool = False,
) -> None:
    """Keeps a new match."""
    stored = StoredMatch(
        id=match,
        title=title,
        language=setup.game.language,
        game=messages.encode_json(setup.game).decode(),
        setup=messages.encode_json(_without_texts(setup)).decode(),
        created=now,
        about=about,
        is_listed=is_listed,
    )
    await commits.do(lambda store: store.create(stored))


def keeping(commits: Commits, clock: Callable[[], float]) -> tuple[FindKept, Keep]:
    """How a pool finds and keeps matches."""

    async def kept(match: str) -> Kept:
        def read(store: Store) -> tuple[StoredMatch, tuple[str, ...]]:
            return store.match(match), store.log(match)

        stored, log = await commits.do(read)
        return Kept(setup_of(stored), [messages.ENTRIES.decode(entry) for entry in log])

    async def keep(match: str, first: int, entries: Sequence[messages.Entry]) -> None:
        texts = [messages.encode_json(entry).decode() for entry in entries]
        await commits.do(lambda store: store.append(match, first, texts, clock()))

    return kept, keep


def setup_of(stored: StoredMatch) -> messages.Setup:
    """How a stored match began."""
    return msgspec.structs.replace(messages.SETUPS.decode(stored.setup), game=messages.GAME_TEXTS.decode(stored.game))


def _without_texts(setup: messages.Setup) -> messages.Setup:
    """The texts of a game are kept once for all its matches."""
    bare = messages.GameText(setup.game.name, setup.game.language, "")
    return msgspec.structs.replace(setup, game=bare)
