"""Collects the words that messages of the socket are made of, for `src/parlour/web/static/words.js`: a dictionary that
server and page both have, so that a message is sent as what is new in it.

    python tools/web/words.py

Some matches of every game of the library are played, and the changes of their views written as the server writes them.
Of these the pieces are kept that most games have in common: COVER (Liao, Petri, Moffat and Wirth, 2016), with counts of
games instead of occurrences. A dictionary that is older than the drawings only packs a little less.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from parlour import library
from parlour.core.chance import Chance
from parlour.web import messages as wire
from parlour.web import views
from parlour.workers import messages
from parlour.workers.changes import change
from parlour.workers.worker import Worker

FILE = Path(__file__).parents[2] / "src/parlour/web/static/words.js"
SIZE = 4096
ANSWERS = 10
# How long the parts are that are counted, and the pieces that are kept.
PART, PIECE = 6, 32


def sent(name: str) -> Iterator[str]:
    """What a spectator and the first seat are sent of a random match."""
    worker, chance = Worker(), Chance(5)
    found = worker.reply(messages.Request(messages.Inspect(library=name)))
    if not isinstance(found, messages.Inspected):
        return
    seats = tuple(wire.Seat(number=n, name=seat, sitting="human") for n, seat in enumerate(found.first_seats))
    title = found.title[:40]
    table = wire.Table(
        id="AAAAAAAAAAA",
        game=name,
        title=title,
        language=found.game.language,
        status="playing",
        is_public=True,
        seats=seats,
    )
    yield msgspec.json.encode(wire.TableNow(table=table)).decode()
    viewers = (None, *range(len(found.first_seats)))
    setup = messages.Setup(found.game, 7)
    seen = _as_read(worker.reply(messages.Request(messages.Look(viewers), "m", 0, setup)))
    if not isinstance(seen, messages.Seen):
        return
    before = {view.viewer: _content(view) for view in seen.views}
    last = {view.viewer: view for view in seen.views}
    for revision in range(ANSWERS):
        asked = [question for view in last.values() for question in view.questions]
        if not asked or not asked[0].options:
            return
        value = asked[0].options[chance.below(len(asked[0].options))].value
        given = messages.Answer(asked[0].id, values=(value,), seat=asked[0].seat)
        done = _as_read(worker.reply(messages.Request(given, "m", revision, viewers=viewers)))
        if not isinstance(done, messages.Changed) or done.revision != revision + 1:
            return
        last = {view.viewer: view for view in done.views}
        for view in done.views:
            after = _content(view)
            patch = tuple(map(tuple, change(before[view.viewer], after)))
            if view.viewer in (None, 0):
                message = wire.Changed(since=revision, revision=revision + 1, patch=patch)
                yield msgspec.json.encode(message).decode()
            before[view.viewer] = after


def _as_read(reply: messages.Reply) -> messages.Reply:
    """A reply as the server has it."""
    return messages.read_reply(messages.encode(reply))


def _content(view: messages.View) -> object:
    drawing = msgspec.Raw(views.drawn_in(view).whole)
    return views.content_of(views.view_of(view, view.questions, view.undo, drawing))


def chosen(games: list[list[str]], size: int) -> str:
    """The pieces that the most games have in common, the best last, where it is named by the fewest bits."""
    counts: Counter[str] = Counter()
    for texts in games:
        counts.update({text[at : at + PART] for text in texts for at in range(len(text) - PART + 1)})
    pieces = [text[at : at + PIECE] for texts in games for text in texts for at in range(0, len(text) - PIECE, 4)]
    pieces = [piece for piece in dict.fromkeys(pieces) if piece.isascii() and not set(piece) & set("`\\$\n")]
    left = {part: count for part, count in counts.items() if count > 2}

    def worth(piece: str) -> int:
        return sum(left.get(part, 0) for part in {piece[at : at + PART] for at in range(PIECE - PART + 1)})

    kept: list[str] = []
    candidates = sorted(pieces, key=worth, reverse=True)
    while candidates and len(kept) * PIECE < size:
        # Worths only fall, so one that still has the most after it was counted again is the best.
        best = max(candidates[:400], key=worth)
        if not worth(best):
            break
        kept.append(best)
        for at in range(PIECE - PART + 1):
            left.pop(best[at : at + PART], None)
        candidates = [piece for piece in candidates if piece != best]
        if len(kept) % 4 == 0:
            candidates = sorted(candidates, key=worth, reverse=True)[:20_000]
    return "".join(reversed(kept))


def main() -> int:
    games = []
    for entry in library.all():
        texts = list(sent(entry.name))
        print(entry.name, len(texts), sum(map(len, texts)), file=sys.stderr)
        games.append(texts)
    words = chosen(games, SIZE)
    name = sha256(words.encode()).hexdigest()[:8]
    FILE.write_text(
        "// Words of the messages, which `tools/web/words.py` has collected: what the server packs them with.\n\n"
        f'export const NAME = "{name}";\nexport const WORDS = `{words}`;\n',
        "utf-8",
    )
    print(f"{len(words)} characters of {sum(len(texts) for texts in games)} messages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
