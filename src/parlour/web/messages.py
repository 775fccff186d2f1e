"""All that travels between the server and a browser, as types: the bodies of the HTTP API and the messages of the
socket. `docs/web.md` tells how they are used; the OpenAPI document is made from them.

What goes out is built field by field from what one viewer may know; what comes in is decoded strictly: an unknown
field, a wrong type or a number out of its range is refused before anybody looks at it.

    >>> import msgspec
    >>> msgspec.json.decode(b'{"type": "answer", "id": 1, "question": 3, "revision": 2, "move": 0}', type=Request)
    Answer(id=1, question=3, revision=2, move=0, option=None, text=None)
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

# ---- what can be refused, and why

Reason = Literal[
    # answers: as `parlour.game.error.Refused` has them
    "form",
    "not-an-option",
    "too-long",
    "not-open",
    "taken-back",
    "over",
    # who asks
    "not-your-seat",
    "no-access",
    "bad-token",
    "seat-taken",
    "wrong-host",
    "wrong-origin",
    # what is asked
    "malformed",
    "too-large",
    "too-many",
    "no-such-route",
    "no-such-game",
    "no-such-table",
    "no-such-seat",
    "no-such-player",
    "no-such-offer",
    "not-over",
    "hints-off",
    "nothing-to-undo",
    "nothing-to-redo",
    "bad-record",
    "bad-game",
    # the server
    "unavailable",
    "failed",
]


class Problem(Struct, frozen=True, kw_only=True):
    """The body of every answer with a status of 400 or more: a reason for programs, a sentence for people."""

    reason: Reason
    message: str


# ---- words that several messages use

TableId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{8,32}$", description="The name of a table in links.")]
SeatNumber = Annotated[int, Meta(ge=0, le=999, description="A seat, counted from 0.")]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Name = Annotated[str, Meta(max_length=40, description="What somebody wants to be called.")]
PlayerWords = Annotated[
    str, Meta(min_length=1, max_length=80, description="`human`, or a computer player: `level:3`, `random`, `best` …")
]
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$", description="128 random bits in base64url.")]
GameName = Annotated[str, Meta(min_length=1, max_length=200)]
Seconds = Annotated[float, Meta(ge=1, le=1_000_000)]


# ---- what a viewer sees


class Place(Struct, frozen=True, array_like=True):
    """A place in the drawing: the item of the scene and the cell in it, as the drawing's anchors name them."""

    item: str
    cell: tuple[int, ...]


class Option(Struct, frozen=True, omit_defaults=True):
    """One possible answer; it is given by its index in the list."""

    label: str
    places: tuple[Place, ...] = ()


class Move(Struct, frozen=True, omit_defaults=True):
    """A whole move; it is given by its index in the list. `clicks` are where it can be pointed at, one after the other,
    each at one place or at several that mean the same."""

    label: str
    clicks: tuple[tuple[Place, ...], ...] = ()


class Question(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A question that this viewer may answer. `sure` says how complete `options` are; `moves` are the whole moves that
    begin with it, `has_all_moves` that there are no others. `form` is the form of a typed answer in the game's words,
    `low` and `high` are the ends of a range of whole numbers, `example` is an answer."""

    id: Number
    prompt: str
    kind: Literal["choice", "number", "text", "chars", "literal"]
    sure: Literal["exact", "candidates", "domain", "dead", "back", "failing"]
    options: tuple[Option, ...] = ()
    moves: tuple[Move, ...] = ()
    has_all_moves: bool = False
    form: str = ""
    low: int | None = None
    high: int | None = None
    example: str = ""


class Line(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A move in the log, as far as this viewer may know it. `step` is what `look` is asked for to see the table after
    it; `seat` is who made it."""

    step: Number
    text: str
    seat: SeatNumber | None = None


class Outcome(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How the match ended. `words` say it (`Ada wins`, `draw`); `ranking` has the seats by rank, null where the game
    does not say; `error` is set where the rules failed."""

    words: str
    ranking: tuple[tuple[int, ...], ...] | None = None
    scores: tuple[float, ...] | None = None
    reason: str = ""
    error: str = ""


Undoing = Literal["none", "free", "agreed"]


class View(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All that one viewer (a seat, or null: a spectator) sees of a match.

    `drawing` is the table as primitives (`parlour.present`), with anchors, keyboard order and names. `seats` are the
    names of those at the table so far; `awaited` are the seats that have to answer; `told` is what the program said,
    the newest last (of very much the last `MOST_TOLD` lines). `undo` says what undo would take: nothing to undo, free,
    or the agreement of all people at the table."""

    viewer: SeatNumber | None
    drawing: Any
    seats: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    awaited: tuple[int, ...] = ()
    told: tuple[str, ...] = ()
    log: tuple[Line, ...] = ()
    undo: Undoing = "none"
    can_redo: bool = False
    outcome: Outcome | None = None


MOST_TOLD = 200
MOST_MOVES = 500

# A change of a view, as JSON: `[path, value]` sets the value at a path of keys and indexes; `[path]` removes a key;
# `[path, start, removed, items]` replaces a part of a list. They are applied in order (`workers/changes.py`).
Patch = tuple[Any, ...]


# ---- a table: who sits where, how long they have


class Clock(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """`move`: so many seconds for each move. `fischer`: so many for the match, and some more after each move."""

    kind: Literal["none", "move", "fischer"] = "none"
    seconds: Seconds = 60.0
    increment: Annotated[float, Meta(ge=0, le=1_000_000)] = 0.0


Sitting = Literal["open", "human", "computer"]


class Seat(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """`sitting` says whether the seat is open (anybody may claim it), somebody's, or a computer player's (`player`).
    `here`: somebody is connected. `seconds` is what the clock had left when this message was made; it runs down while
    `runs`. `thinks`: a computer player is choosing."""

    number: SeatNumber
    name: str
    sitting: Sitting
    who: str = ""
    player: str = ""
    here: bool = False
    seconds: float | None = None
    runs: bool = False
    thinks: bool = False


class Offer(Struct, frozen=True, kw_only=True):
    """Somebody wants to take moves back (or play them again), and those of `missing` have not agreed yet."""

    id: Number
    what: Literal["undo", "redo"]
    by: SeatNumber
    missing: tuple[int, ...]


class Table(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table as everybody at it may know it; the same for all viewers. `status`: `waiting` until every seat is taken.
    `is_older`: the file of the game has changed since this match began, which goes on by its old rules."""

    id: TableId
    game: GameName
    title: str
    language: str
    status: Literal["waiting", "playing", "over"]
    is_public: bool
    seats: tuple[Seat, ...]
    clock: Clock = Clock()
    watchers: Number = 0
    has_hints: bool = False
    is_older: bool = False
    offer: Offer | None = None
    next: TableId | None = None
    created: Annotated[float, Meta(description="Seconds since 1970.")] = 0.0


# ---- the socket: what a browser says


class Answer(Struct, frozen=True, tag="answer", tag_field="type", forbid_unknown_fields=True):
    """An answer to a question of a view: exactly one of `move` (index of a whole move), `option` (index of an option)
    and `text` (a move as it is typed)."""

    id: Number
    question: Number
    revision: Number
    move: Number | None = None
    option: Number | None = None
    text: Annotated[str, Meta(max_length=65_536)] | None = None


class Undo(Struct, frozen=True, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Take the last move back: at once where that is free, else an offer to the others."""

    id: Number
    revision: Number


class Redo(Struct, frozen=True, tag="redo", tag_field="type", forbid_unknown_fields=True):
    id: Number
    revision: Number


class Agree(Struct, frozen=True, tag="agree", tag_field="type", forbid_unknown_fields=True):
    """Yes or no to an offer. One no, or a move, is the end of it."""

    id: Number
    offer: Number
    yes: bool


class Hint(Struct, frozen=True, tag="hint", tag_field="type", forbid_unknown_fields=True):
    """Suggest moves for the seat of this socket."""

    id: Number
    revision: Number


class Look(Struct, frozen=True, tag="look", tag_field="type", forbid_unknown_fields=True):
    """The view after the first `step` events of the match, as this viewer saw it."""

    id: Number
    step: Number


class Resign(Struct, frozen=True, tag="resign", tag_field="type", forbid_unknown_fields=True):
    """Give up: the match is over."""

    id: Number


class Leave(Struct, frozen=True, tag="leave", tag_field="type", forbid_unknown_fields=True):
    """Get up and let a computer player (`player`), or whoever claims the seat (null), play on."""

    id: Number
    player: PlayerWords | None = None


class Rename(Struct, frozen=True, tag="name", tag_field="type", forbid_unknown_fields=True):
    """Be called like this."""

    id: Number
    who: Name


class Ping(Struct, frozen=True, tag="ping", tag_field="type", forbid_unknown_fields=True):
    id: Number


Request = Answer | Undo | Redo | Agree | Hint | Look | Resign | Leave | Rename | Ping


# ---- the socket: what the server says


class Seen(Struct, frozen=True, tag="view", tag_field="type", kw_only=True):
    """The whole view, at the beginning and whenever a change would be larger."""

    revision: Number
    view: View


class Changed(Struct, frozen=True, tag="change", tag_field="type", kw_only=True):
    """What is new in the view since the revision `since`, which is the one that this socket was sent last."""

    since: Number
    revision: Number
    patch: tuple[Patch, ...]


class TableNow(Struct, frozen=True, tag="table", tag_field="type", kw_only=True):
    """Somebody came or went, a clock was started, an offer was made."""

    table: Table


class Taken(Struct, frozen=True, tag="taken", tag_field="type", kw_only=True):
    """The request of this id was taken, and cannot be lost any more."""

    id: Number
    revision: Number


class Refused(Struct, frozen=True, tag="refused", tag_field="type", kw_only=True):
    """The request of this id (null: what came was no request) was not taken, and nothing has changed."""

    id: Number | None
    reason: Reason
    message: str


class HintLine(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A move with what it seems to be worth (1 is a win, 0 a loss; where scores count, the score), the share of the
    thinking that went into it, how it would go on, and where it can be pointed at."""

    label: str
    worth: float
    share: float
    continuation: tuple[str, ...] = ()
    clicks: tuple[tuple[Place, ...], ...] = ()


class Hinted(Struct, frozen=True, tag="hint", tag_field="type", kw_only=True):
    id: Number
    lines: tuple[HintLine, ...]


class Looked(Struct, frozen=True, tag="look", tag_field="type", kw_only=True):
    id: Number
    step: Number
    view: View


class Pong(Struct, frozen=True, tag="pong", tag_field="type", kw_only=True):
    id: Number


Reply = Seen | Changed | TableNow | Taken | Refused | Hinted | Looked | Pong


# ---- HTTP: the library


class GameCard(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A game in the list: what its file says without being checked."""

    name: GameName
    title: str
    language: str
    about: str = ""
    is_library: bool = True


class Library(Struct, frozen=True, kw_only=True):
    games: tuple[GameCard, ...]


class GamePage(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A game as its rules say it. `seats` is null where they appear while it is played; then `first_seats` are those
    that are there at the first question. `drawing` is the table before the first answer, as a spectator sees it; its
    chance is not that of any match. `problem` says why it cannot be played. `players` are computer players that can
    play it."""

    name: GameName
    title: str
    language: str
    about: str = ""
    is_library: bool = True
    seats: tuple[str, ...] | None = None
    first_seats: tuple[str, ...] = ()
    is_hidden: bool = False
    has_chance: bool = False
    has_scores: bool = False
    is_season: bool = False
    players: tuple[str, ...] = ()
    drawing: Any = None
    problem: str = ""


# ---- HTTP: the lobby


class Lobby(Struct, frozen=True, kw_only=True):
    """Tables that everybody may see, the newest first."""

    tables: tuple[Table, ...]


class Wanted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is to sit on a seat: a person (`human`), or a computer player."""

    player: PlayerWords = "human"


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`seats` in their order; those that are not given are for people. `others` is who plays seats that appear later.
    `me` is my seat (null: I only watch)."""

    game: GameName
    seats: Annotated[tuple[Wanted, ...], Meta(max_length=100)] = ()
    others: PlayerWords = "human"
    me: SeatNumber | None = 0
    who: Name = ""
    clock: Clock = Clock()
    is_public: bool = False


class SeatLink(Struct, frozen=True, kw_only=True):
    """A link to a seat: `/table/TABLE#TOKEN`. Whoever has it may sit there."""

    seat: SeatNumber
    token: Token


class NewTableMade(Struct, frozen=True, kw_only=True):
    """The table, and the links to give away. The caller's own seat is in a cookie already (`me`)."""

    table: Table
    me: SeatNumber | None
    links: tuple[SeatLink, ...]
    watch: Token


class Exchange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table of a link, and what stood in its fragment."""

    table: TableId
    token: Token
    who: Name = ""


class Access(Struct, frozen=True, kw_only=True):
    """What a cookie now allows: a seat of a table, or (null) to watch. The tab names its seat from now on."""

    table: TableId
    seat: SeatNumber | None


class Claim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sit down on an open seat. `player`: have a computer player sit there instead (only who sits at the table may)."""

    who: Name = ""
    player: PlayerWords | None = None


class Again(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another match with the same people, seats moved on by one; who asks second comes to the same table. `seat` is the
    caller's own at the old table (null: a spectator)."""

    seat: SeatNumber | None = None


# ---- HTTP: replays


class NewReplay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record as text or JSON, in either form that `parlour` writes; `game` names the game if the record does not."""

    record: Annotated[str, Meta(max_length=2_000_000)]
    game: GameName | None = None
    seat: SeatNumber | None = None


class Replay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A whole match as one viewer saw it: the first view, and the change to each later one (`steps[i]` leads to the
    view after event `i + 1`). `charts` is the course of a season, drawn, where the game has one."""

    title: str
    language: str
    seats: tuple[str, ...]
    viewer: SeatNumber | None
    first: Any
    steps: tuple[tuple[Patch, ...], ...]
    charts: Any = None


class Charts(Struct, frozen=True, kw_only=True):
    """The course of a season as far as a viewer was told it, drawn; null where the game has no such thing."""

    drawing: Any
