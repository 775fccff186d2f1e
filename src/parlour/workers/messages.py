"""What a server and its workers say to each other: plain data, never code and never a pickled object.

A frame on the wire is four bytes for the length of what follows, and MessagePack: from the server a `Request`, from the
worker one `Reply` to each. Values of answers are as `match/record/json.py` writes them (a symbol is `{"symbol": "X"}`).

Everything below `View` may be shown to its viewer. It is built field by field in `translation.py`; a field that is
not named here does not leave the worker.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from parlour.game.question import QuestionKind, Sureness
from parlour.match.events import Failing, Leaving

# ---- how a match begins


class Text(Struct, frozen=True, array_like=True):
    """A text, and its place on the shelf that it came from."""

    place: str
    text: str


class GameText(Struct, frozen=True, omit_defaults=True):
    """A game with every text that it reads (`shelves.Packed`), and the options it is loaded with. `is_library`: it
    comes with Parlour, and is trusted."""

    name: str
    language: str
    text: str
    files: dict[str, Text] = {}
    components: dict[str, Text] = {}
    programs: dict[str, str] = {}
    options: dict[str, Any] = {}
    is_library: bool = False


class Setup(Struct, frozen=True, omit_defaults=True):
    """What a match begins with. `seats` says who sits where, by names; `others` who plays seats that appear later."""

    game: GameText
    seed: int
    seats: dict[str, str] = {}
    others: str = ""
    options: dict[str, Any] = {}
    engine: str = "auto"


# ---- the log of a match: what `Match.deeds` has, with all that is needed to do it again


class Answered(Struct, frozen=True, tag="answered", omit_defaults=True):
    number: int
    question: int
    value: Any
    label: str
    seat: int | None = None
    time: float | None = None
    drawn: tuple[int, ...] = ()
    reseed: int | None = None


class Left(Struct, frozen=True, tag="left", omit_defaults=True):
    number: int
    seat: int
    how: Leaving
    time: float | None = None


class Mishap(Struct, frozen=True, tag="mishap", omit_defaults=True):
    number: int
    seat: int
    how: Failing
    text: str
    time: float | None = None


class Undone(Struct, frozen=True, tag="undone", omit_defaults=True):
    time: float | None = None


class Redone(Struct, frozen=True, tag="redone", omit_defaults=True):
    time: float | None = None


class Seated(Struct, frozen=True, tag="seated", omit_defaults=True):
    after: int
    seat: str
    player: str
    time: float | None = None


Entry = Answered | Left | Mishap | Undone | Redone | Seated


# ---- what a viewer may know


class Anchor(Struct, frozen=True, omit_defaults=True):
    item: str
    cell: tuple[int, ...] = ()


class Option(Struct, frozen=True, omit_defaults=True):
    value: Any
    label: str
    anchors: tuple[Anchor, ...] = ()
    is_run: bool = False


class Domain(Struct, frozen=True, omit_defaults=True):
    type: str
    low: int | None = None
    high: int | None = None
    example: str = ""
    length: int | None = None


class Question(Struct, frozen=True, omit_defaults=True):
    """An open question of the viewer's own seat, with its options as far as they are known (`sure` says how far), and
    the whole moves that begin with it; `has_all_moves` says that there are no others."""

    id: int
    kind: QuestionKind
    prompt: str
    domain: Domain
    sure: Sureness
    options: tuple[Option, ...] = ()
    seat: int | None = None
    moves: tuple[Move, ...] = ()
    has_all_moves: bool = False


class Move(Struct, frozen=True, omit_defaults=True):
    """A whole move: its answers one by one, as it can be typed, and where it can be clicked, click after click."""

    answers: tuple[Option, ...]
    label: str
    places: tuple[tuple[Anchor, ...], ...] = ()
    seat: int | None = None


class Seat(Struct, frozen=True, omit_defaults=True):
    """`player` is who sits there, as it was said (`human`, `level:3`); empty where nobody said it."""

    number: int
    name: str
    player: str = ""


class Told(Struct, frozen=True, omit_defaults=True):
    text: str
    channel: str = "say"


class Event(Struct, frozen=True, omit_defaults=True):
    """An event this viewer may know of. `label` is the answer in the game's own words, or else `how` somebody left or
    failed; `move` numbers the moves that the viewer knows of, from 1: answers of one move have the same."""

    number: int
    move: int
    seat: int | None = None
    label: str = ""
    how: str = ""
    time: float | None = None
    is_run: bool = False


class Outcome(Struct, frozen=True, omit_defaults=True):
    """`words` say who has won."""

    ranking: tuple[tuple[int, ...], ...] | None
    words: str
    scores: tuple[float, ...] | None = None
    reason: str = ""
    value: str | None = None


Undoing = Literal["none", "free", "agreed"]


class Drawn(Struct, frozen=True, omit_defaults=True):
    """A scene as `parlour.present.drawing` has it, written as JSON. `change` are the operations of `changes.py`, with
    commas between them, that make a view with this drawing of one with the drawing that the same viewer was shown at
    the revision `since`; -1: it was shown none, as far as this worker knows."""

    whole: bytes
    since: int = -1
    change: bytes = b""


class View(Struct, frozen=True, omit_defaults=True):
    """All that one viewer (a seat's number; None: a spectator) may know of a match at a revision. `drawing` is the
    scene, or (on the wire) the place among the views of the same reply of one that has the same; `narrow` is the same
    for a narrow screen, where that was asked for. `undo` says whether this viewer may take the last move back
    alone."""

    viewer: int | None
    revision: int
    seats: tuple[Seat, ...]
    drawing: Drawn | int
    told: tuple[Told, ...] = ()
    events: tuple[Event, ...] = ()
    questions: tuple[Question, ...] = ()
    awaited: tuple[int, ...] = ()
    is_over: bool = False
    outcome: Outcome | None = None
    error: str | None = None
    undo: Undoing = "none"
    can_redo: bool = False
    narrow: Drawn | int | None = None


# ---- requests


class Inspect(Struct, frozen=True, tag="inspect", omit_defaults=True):
    """What a game is: one of the library by name, a file or folder by its path, or a text; and whether these players
    can play it. → `Inspected`"""

    library: str = ""
    path: str = ""
    game: GameText | None = None
    options: dict[str, Any] = {}
    players: tuple[str, ...] = ()


class Read(Struct, frozen=True, tag="read", omit_defaults=True):
    """The match that a record tells of, of this game or of one of the library. → `Readout`"""

    record: str
    game: GameText | None = None


class Answer(Struct, frozen=True, tag="answer", omit_defaults=True):
    """A whole move, or as much of it as is known: answers by their values, or the text that a person typed. It is taken
    whole or not at all; but what stands behind an answer after which chance decides is left. `seat` is whoever answers
    and must be asked (None: nobody in particular is). `asked_at` is the revision that the giver looked at.
    → `Changed`"""

    question: int
    values: tuple[Any, ...] = ()
    text: str | None = None
    seat: int | None = None
    asked_at: int | None = None
    time: float | None = None


class Leave(Struct, frozen=True, tag="leave", omit_defaults=True):
    """A seat resigns, or its time is up. → `Changed`"""

    seat: int
    how: Leaving = "resigned"
    time: float | None = None


class Sit(Struct, frozen=True, tag="sit", omit_defaults=True):
    """Another player has a seat from now on, by its name (empty: nobody, it waits for one). Who takes the seat of
    somebody that has resigned or run out of time goes on with the match. → `Changed`"""

    seat: str
    player: str
    time: float | None = None


class Undo(Struct, frozen=True, tag="undo", omit_defaults=True):
    """Takes the last move back. → `Changed`"""

    time: float | None = None


class Redo(Struct, frozen=True, tag="redo", omit_defaults=True):
    """Plays the move again that was taken back last. → `Changed`"""

    time: float | None = None


class Look(Struct, frozen=True, tag="look"):
    """The match as these viewers may see it, `narrow` screens or not. → `Seen`"""

    viewers: tuple[int | None, ...]
    narrow: bool = False


class LookBack(Struct, frozen=True, tag="look back"):
    """The match as a viewer saw it after its first events: after `first` of them, and after each of `count` - 1 more,
    as far as there are so many. → `Seen`"""

    viewer: int | None
    first: int
    count: int = 1


class Chart(Struct, frozen=True, tag="chart"):
    """The course of a season, as far as a viewer was told it. → `Charted`"""

    viewer: int | None


class ListMoves(Struct, frozen=True, tag="moves"):
    """The whole moves of a seat. → `Moves`"""

    seat: int | None
    limit: int = 200


class Choose(Struct, frozen=True, tag="choose"):
    """What a computer player would answer to an open question; nothing changes. → `Chosen`"""

    question: int
    player: str


class Hint(Struct, frozen=True, tag="hint", omit_defaults=True):
    """The best moves of a seat, as far as it can know. → `Hints`"""

    seat: int | None
    iterations: int = 1000
    time_s: float | None = None


class Export(Struct, frozen=True, tag="export"):
    """The record of the match, which holds every secret of it. → `Exported`"""

    form: Literal["text", "json"] = "text"


Change = Answer | Leave | Sit | Undo | Redo
Query = Look | LookBack | Chart | ListMoves | Choose | Hint | Export


class Request(Struct, frozen=True, omit_defaults=True):
    """What is asked of a match, which is known to have so many entries in its log. A worker that does not know it so
    far is given the `setup` and the entries from `since` on. `viewers`: for whom to add views to the reply, and with
    `narrow` drawings, too."""

    what: Inspect | Read | Change | Query
    match: str = ""
    revision: int = 0
    setup: Setup | None = None
    since: int = 0
    log: tuple[Entry, ...] = ()
    viewers: tuple[int | None, ...] = ()
    narrow: bool = False


# ---- replies


class Behind(Struct, frozen=True, tag="behind"):
    """This worker knows so many entries of the match (0: perhaps not even its setup), and needs the others first."""

    known: int
    has_setup: bool


class Refused(Struct, frozen=True, tag="refused"):
    """Nothing has changed, and why (`game.error.RefusalReason`, or `seat`: another seat is asked; `undo`: there is
    nothing to take back or to play again)."""

    reason: str
    message: str


class Failed(Struct, frozen=True, tag="failed"):
    """This cannot be done with this game: its text has errors, a player cannot play it, its match cannot be repeated.
    Messages are for people, one each."""

    messages: tuple[str, ...]


class Inspected(Struct, frozen=True, tag="inspected", omit_defaults=True):
    """A game, with all its texts, and what it says of itself; `drawing` is what a spectator sees at the start, and
    `first_seats` are those who are at the table then. `is_season`: there are charts of its matches."""

    game: GameText
    title: str
    about: str
    seats: tuple[str, ...] | None
    has_chance: bool
    is_hidden: bool
    has_scores: bool = False
    is_season: bool = False
    first_seats: tuple[str, ...] = ()
    drawing: Any = None
    warnings: tuple[str, ...] = ()


class Readout(Struct, frozen=True, tag="readout"):
    """A match as it can be kept, from a record; `title` is that of its game."""

    title: str
    setup: Setup
    entries: tuple[Entry, ...]


class Charted(Struct, frozen=True, tag="charted"):
    """None: there are no charts of this game's matches."""

    drawing: Any


class Changed(Struct, frozen=True, tag="changed"):
    """What was added to the log, which now has `revision` entries. Nobody may be told before it is kept."""

    entries: tuple[Entry, ...]
    revision: int
    views: tuple[View, ...] = ()


class Seen(Struct, frozen=True, tag="seen"):
    views: tuple[View, ...]


class Moves(Struct, frozen=True, tag="moves"):
    """`complete` says that there are no others."""

    moves: tuple[Move, ...]
    complete: bool


class Chosen(Struct, frozen=True, tag="chosen"):
    """A value to answer with, at this revision."""

    value: Any
    label: str
    revision: int


class Line(Struct, frozen=True, omit_defaults=True):
    """A suggested move; `worth` is 1 for a win and 0 for a loss, or a score."""

    move: Move
    visits: int
    worth: float
    proof: str | None = None
    continuation: tuple[Move, ...] = ()


class Hints(Struct, frozen=True, tag="hints"):
    lines: tuple[Line, ...]


class Exported(Struct, frozen=True, tag="exported"):
    record: str


Reply = Behind | Refused | Failed | Inspected | Readout | Charted | Changed | Seen | Moves | Chosen | Hints | Exported


def read_reply(body: bytes) -> Reply:
    """A reply as it came over the wire, with every view's own drawing."""
    reply = REPLIES.decode(body)
    if isinstance(reply, Changed | Seen) and len(reply.views) > 1:
        return msgspec.structs.replace(reply, views=tuple(_with_its_own(view, reply.views) for view in reply.views))
    return reply


def _with_its_own(view: View, others: Sequence[View]) -> View:
    if isinstance(view.drawing, int):
        view = msgspec.structs.replace(view, drawing=others[view.drawing].drawing)
    if isinstance(view.narrow, int):
        view = msgspec.structs.replace(view, narrow=others[view.narrow].narrow)
    return view


REQUESTS = msgspec.msgpack.Decoder(Request)
REPLIES: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)
ENTRIES: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
GAME_TEXTS = msgspec.json.Decoder(GameText)
SETUPS = msgspec.json.Decoder(Setup)
encode = msgspec.msgpack.encode
encode_json = msgspec.json.encode
