"""A worker: a process that plays matches for a server, one request after the other.

It is started by `pool.py` with the number of its end of a socket pair, reads a `Request`, writes a `Reply`, and ends
when the other end is closed. It opens no file but those that `Inspect` names, and knows nobody but its server.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
import traceback
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import Any

from msgspec.structs import replace as replace_struct

from parlour import library, pipeline
from parlour.core.chance import derive
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game import error as errors
from parlour.game.game import Game, UnfitEngine
from parlour.game.position import Step
from parlour.game.scene import Scene
from parlour.game.search import Unsearchable
from parlour.languages.frontend import NothingToRun
from parlour.languages.options import UnfitOption
from parlour.library import LibraryGame
from parlour.match.charts import charts_of, has_charts
from parlour.match.match import Match, UnknownSeat
from parlour.match.notation import DamagedRecord
from parlour.match.record.files import read_record
from parlour.match.record.json import plain_json, read_plain, write_json
from parlour.match.record.record import Record, WrongRecord, replay, signed_record
from parlour.match.record.text import write_text
from parlour.match.repeating import CannotRepeat, repeat
from parlour.match.typed import first_of_move
from parlour.players.play import choice_of
from parlour.players.player import NoOptions, Resigns, Typed
from parlour.players.registry import make_player, plugins, read_player
from parlour.players.specification import HUMAN, UnknownPlayer
from parlour.shelves import NoMainFile
from parlour.syntax.diagnostic import Diagnostics
from parlour.syntax.display import visible
from parlour.syntax.recursion import with_room
from parlour.syntax.render import render
from parlour.workers import messages, translation
from parlour.workers.drawings import Drawings, in_json
from parlour.workers.limits import BROKEN, LARGEST_FRAME, READY, Limits

# So many matches are remembered; the one that was not asked about for longest goes first.
MOST_MATCHES = 64
MOST_GAMES = 16
_CHOOSING = 5  # the stream of chance that computer players draw from, apart from all others
_HINTING = 6  # what hints are drawn from, in every match alike


# Players outside of this machine's workers: a program of the machine, one of another machine. Whoever is at a table has
# no business starting the one or calling the other.
OUTSIDE = ("cmd", "ggp")


class CannotDo(Exception):
    """Why a request cannot be done with this game, in messages for people."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


@dataclass(slots=True)
class Played:
    """A match, and what was drawn of it."""

    match: Match
    drawings: Drawings = field(default_factory=Drawings)


class Worker:
    """What a worker knows, and what it does. `is_public`: games that are not of the library are run by readable engines
    only, because machine code that crashes may do anything."""

    def __init__(self, *, is_public: bool = False) -> None:
        self.is_public = is_public
        self._matches: OrderedDict[str, Played] = OrderedDict()
        self._game = lru_cache(MOST_GAMES)(self._load)

    def reply(self, request: messages.Request) -> messages.Reply:
        """The reply to a request. What a program or a player can do wrong is in it; an exception is a bug of ours."""
        try:
            if isinstance(request.what, messages.Inspect):
                return self._inspect(request.what)
            if isinstance(request.what, messages.Read):
                return self._read(request.what)
            known = self._match(request)
            return known if isinstance(known, messages.Behind) else self._about(known, request)
        except CannotDo as cannot:
            return messages.Failed(cannot.reasons)

    # ---- games

    def _inspect(self, asked: messages.Inspect) -> messages.Inspected:
        with _opening():
            if asked.game is not None:
                text = asked.game
            else:
                entry = library.find(asked.library) if asked.library else None
                if asked.library and entry is None:
                    raise CannotDo(f"there is no game {asked.library} in the library")
                from pathlib import Path

                place = entry or Path(asked.path)
                packed = pipeline.pack(place, **asked.options)
                is_shipped = entry is not None and any(entry.path == game.path for game in library.all())
                text = translation.game_text(packed, asked.options, is_library=is_shipped)
            game = self._game(messages.encode_json(text))
        for player in asked.players:
            self._player(player, 0, game)
        position = game.start()
        names = tuple(seat.name for seat in position.seats)
        return messages.Inspected(
            game=text,
            title=game.info.title,
            about=game.info.about,
            seats=game.info.seats,
            has_chance=game.info.kind.has_chance,
            is_hidden=game.info.kind.is_hidden,
            has_scores=game.info.kind.has_scores,
            is_season=has_charts(game),
            first_seats=names,
            drawing=in_json(position.scene(None), names),
            warnings=tuple(render(warning) for warning in game.warnings),
        )

    def _read(self, asked: messages.Read) -> messages.Readout:
        """The match of a record, which may come from anywhere."""
        try:
            record = read_record(asked.record)
            text = asked.game or _game_of(record)
            text = replace_struct(text, options={name: plain_json(value) for name, value in record.loaded})
            game = self._game(messages.encode_json(text))
            match = replay(game, record)
        except (DamagedRecord, WrongRecord) as problem:
            raise CannotDo(str(problem)) from None
        setup = messages.Setup(
            text,
            record.seed,
            dict(record.seats),
            record.others,
            {name: plain_json(value) for name, value in record.options},
        )
        return messages.Readout(game.info.title, setup, tuple(map(translation.entry, match.deeds)))

    def _load(self, encoded: bytes) -> Game:
        text = messages.GAME_TEXTS.decode(encoded)
        with _opening():
            game = pipeline.load(translation.packed(text), **text.options)
        if self.is_public and not text.is_library:
            name, engine = next(iter(game.engines.items()))
            game = replace(game, engines={name: engine}, bulk=None)
        _set_apart()
        return game

    # ---- matches

    def _match(self, request: messages.Request) -> Played | messages.Behind:
        """The match of a request as far as its log goes."""
        known = self._matches.pop(request.match, None)
        if known is not None and known.match.revision > request.revision:
            known = None  # something was done here that was not kept: it never happened
        if known is None:
            if request.setup is None:
                return messages.Behind(0, has_setup=False)
            known = Played(self._start(request.setup))
        match = known.match
        try:
            if match.revision < request.revision:
                if request.since > match.revision or request.since + len(request.log) < request.revision:
                    self._remember(request.match, known)
                    return messages.Behind(match.revision, has_setup=True)
                repeat(match, map(translation.deed, request.log[match.revision - request.since :]))
        except (CannotRepeat, DamagedRecord) as problem:
            raise CannotDo(str(problem)) from None
        self._remember(request.match, known)
        return known

    def _remember(self, name: str, known: Played) -> None:
        self._matches[name] = known
        while len(self._matches) > MOST_MATCHES:
            self._matches.popitem(last=False)

    def _start(self, setup: messages.Setup) -> Match:
        game = self._game(messages.encode_json(setup.game))
        try:
            return Match.start(
                game,
                seed=setup.seed,
                seats=setup.seats,
                options={name: read_plain(value) for name, value in setup.options.items()},
                engine=setup.engine,
                others=setup.others,
            )
        except (UnknownSeat, UnfitEngine, DamagedRecord) as problem:
            raise CannotDo(str(problem)) from None

    def _about(self, known: Played, request: messages.Request) -> messages.Reply:
        match, drawings = known.match, known.drawings
        match request.what:
            case messages.Look(viewers, is_narrow):
                return messages.Seen(translation.views(match, viewers, drawings, is_narrow=is_narrow))
            case messages.LookBack(viewer, first, count):
                return messages.Seen(tuple(_looks_back(match, viewer, first, count)))
            case messages.Chart(viewer):
                charts = charts_of(match, viewer)
                names = [seat.name for seat in match.position.seats]
                return messages.Charted(in_json(Scene(charts), names) if charts else None)
            case messages.ListMoves(seat, limit):
                found = match.position.moves(seat, limit) if match.questions else None
                moves = () if found is None else tuple(map(translation.move, found.moves))
                return messages.Moves(moves, found is None or found.complete)
            case messages.Choose():
                return self._choice(match, request.what)
            case messages.Hint():
                return _hints(match, request.what)
            case messages.Export(form):
                record = signed_record(match)
                return messages.Exported(write_json(record) if form == "json" else write_text(record))
            case messages.Inspect() | messages.Read():
                raise AssertionError("this is not asked of a match")
            case change:
                before = match.revision
                refused = _change(match, change)
                if refused is not None:
                    return refused
                entries = tuple(map(translation.entry, match.deeds[before:]))
                found_views = translation.views(match, request.viewers, drawings, is_narrow=request.narrow)
                return messages.Changed(entries, match.revision, found_views)

    def _choice(self, match: Match, asked: messages.Choose) -> messages.Reply:
        question = next((each for each in match.questions if each.id == asked.question), None)
        if question is None:
            return messages.Refused("not-open", "this question is not open")
        seat = -1 if question.seat is None else question.seat
        seed = derive(match.setting.seed, _CHOOSING, seat, question.id, match.revision)
        try:
            choice = choice_of(match, question, self._player(asked.player, seed, match.game))
        except NoOptions as reason:
            raise CannotDo(f"{asked.player} cannot answer: {reason}") from None
        if isinstance(choice, Typed | Resigns):
            raise CannotDo(f"{asked.player} does not answer by a value")
        label = match.position.label(question, choice)
        words = label if isinstance(label, str) else ""
        return messages.Chosen(plain_json(choice), words, match.revision)

    def _player(self, spec: str, seed: int, game: Game) -> Any:
        try:
            name = read_player(spec).name
            if name in (HUMAN, *OUTSIDE) or (self.is_public and name in plugins()):
                raise UnknownPlayer(f"{name} does not play here")
            return make_player(spec, seed, game=game)
        except ValueError as problem:  # players of other packages say so in their own way
            raise CannotDo(str(problem)) from None


# ---- looking back


def _looks_back(match: Match, viewer: int | None, first: int, count: int) -> Iterator[messages.View]:
    """The views after the first events of a match, and after each of some more."""
    if first <= len(match.events):
        yield from (translation.view(earlier, viewer) for earlier in islice(match.line(first), count))


def _game_of(record: Record) -> messages.GameText:
    """The game of the library that a record is about."""
    entries = [entry for entry in library.all() if entry.language == record.language]
    main = record.sources[0][0] if record.sources else ""

    def fits(entry: LibraryGame) -> bool:
        return f"sha256:{sha256(entry.text.encode()).hexdigest()}" == main

    found = next((entry for entry in entries if fits(entry)), None)
    found = found or next((entry for entry in entries if entry.title == record.game), None)
    if found is None:
        raise CannotDo(f"this is a record of {visible(record.game)}, which is not in the library")
    options: dict[str, Any] = {name: value for name, value in record.loaded if isinstance(value, int | str)}
    return translation.game_text(pipeline.pack(found, **options), {}, is_library=True)


# ---- changes


def _change(match: Match, change: messages.Change) -> messages.Refused | None:
    """Makes a change; why not, if it is refused."""
    found: object = None
    match change:
        case messages.Answer():
            found = _answer(match, change)
        case messages.Leave(seat, how, time):
            if all(known.number != seat for known in match.position.seats):
                return messages.Refused("seat", f"there is no seat {seat} at the table")
            found = match.leave_at(seat, how, time)
        case messages.Sit(name, player, time):
            try:
                match.seat_at(name, player, time)
            except UnknownSeat as unknown:
                return messages.Refused("seat", str(unknown))
        case messages.Undo(time):
            if not match.can_undo:
                return messages.Refused("undo", "there is no move to take back")
            match.undo_at(time)
        case messages.Redo(time):
            if not match.can_redo:
                return messages.Refused("undo", "there is no move to play again")
            match.redo_at(time)
    if isinstance(found, errors.Refused):
        return messages.Refused(found.reason, found.message)
    return found if isinstance(found, messages.Refused) else None


def _answer(match: Match, given: messages.Answer) -> errors.Refused | messages.Refused | None:
    question = match.open_question(given.question, given.asked_at)
    if isinstance(question, errors.Refused):
        return question
    if question.seat != given.seat:
        return messages.Refused("seat", "this question is for another seat")
    # More than one answer is tried out first, up to the first draw: what chance will bring must not show in what is
    # refused.
    trial = match.position
    asked, taken = question, list[Plain]()
    rest, values = given.text, list(given.values)
    while True:
        if rest is not None:
            value, rest = first_of_move(trial, asked, rest)
            if isinstance(value, errors.Refused):
                return value
        else:
            if not values:
                return errors.Refused("form", "there is no answer")
            try:
                value = read_plain(values.pop(0))
            except DamagedRecord as problem:
                return errors.Refused("form", str(problem))
        if not (taken or rest or values):
            done = match.answer_at(question, value, given.time)
            return done if isinstance(done, errors.Refused) else None
        if trial is match.position:
            trial = trial.copy()
        step = trial.answer(asked, value)
        if isinstance(step, errors.Refused):
            return step
        taken.append(value)
        if not (rest or values) or (isinstance(step, Step) and step.has_drawn):
            break
        if not trial.questions or trial.move_depth == 0 or trial.questions[0].seat != given.seat:
            return errors.Refused("form", "this is more than one move")
        asked = trial.questions[0]
    for value in taken:
        done = match.answer_at(question, value, given.time)
        assert isinstance(done, Step), "it was tried out"
        question = match.questions[0] if match.questions else question
    return None


def _hints(match: Match, asked: messages.Hint) -> messages.Hints:
    from parlour.players.search import search
    from parlour.players.thinkers import Effort, think

    if all(question.seat != asked.seat for question in match.questions):
        raise CannotDo("this seat is not asked, so there is nothing to suggest")
    try:
        # The seed of a match is secret: a hint is made of what its seat knows, and of nothing else.
        seed = derive(_HINTING, -1 if asked.seat is None else asked.seat, match.revision)
        found = search(match.game, match.position, asked.seat, seed)
        think(found, Effort(asked.iterations, asked.time_s))
    except Unsearchable as reason:
        raise CannotDo(f"no move can be suggested: {reason}") from None
    return messages.Hints(
        tuple(
            messages.Line(
                translation.move(line.move),
                line.visits,
                line.worth,
                line.proof,
                tuple(map(translation.move, line.continuation)),
            )
            for line in found.lines()
        )
    )


@contextlib.contextmanager
def _opening() -> Any:
    """What is wrong with a game's text, files or options is for people to read."""
    try:
        yield
    except Diagnostics as found:
        raise CannotDo(*(render(each) for each in found.found)) from None
    except (NothingToRun, UnfitOption, NoMainFile, pipeline.UnknownEnding) as problem:
        raise CannotDo(str(problem)) from None
    except UnicodeDecodeError as problem:
        raise CannotDo(f"this is not UTF-8 text (byte {problem.start})") from None
    except OSError as problem:
        raise CannotDo(f"{problem.filename}: {problem.strerror or problem}") from None


# ---- the process


def _set_apart() -> None:
    """Lets the garbage collector pass over all that there is: modules and games stay, and to look through them takes
    longer than most moves do. What has gone since the last time is found before."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def serve(handle: int, limits: Limits, *, is_public: bool) -> None:
    """The life of a worker: until the other end is closed."""
    worker = Worker(is_public=is_public)
    _set_apart()
    with socket.socket(fileno=handle) as wire, wire.makefile("rb") as incoming:
        wire.sendall(READY)
        while head := incoming.read(4):
            length = int.from_bytes(head, "big")
            if length > LARGEST_FRAME:
                raise ValueError(f"a frame of {length} bytes")
            request = messages.REQUESTS.decode(incoming.read(length))
            thinks = isinstance(request.what, messages.Choose | messages.Hint)
            signal.setitimer(signal.ITIMER_PROF, limits.thinking_s if thinks else limits.cpu_s)
            reply = messages.encode(worker.reply(request))
            signal.setitimer(signal.ITIMER_PROF, 0)
            if len(reply) > limits.output:
                reply = messages.encode(messages.Failed(("this shows more than anybody can be sent",)))
            wire.sendall(len(reply).to_bytes(4, "big") + reply)


def main(arguments: Sequence[str]) -> None:
    """`python -m parlour.workers.worker HANDLE CPU_S THINKING_S OUTPUT [public]`"""
    handle, cpu_s, thinking_s, output, *words = arguments
    # Whoever is at the terminal means the server, which closes the socket.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Nobody is to write into the server's streams.
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    limits = Limits(cpu_s=float(cpu_s), thinking_s=float(thinking_s), output=int(output))
    try:
        with_room(serve, int(handle), limits, is_public="public" in words)
    except ConnectionError:
        pass  # the server is gone
    except Exception:
        traceback.print_exc()
        sys.exit(BROKEN)


if __name__ == "__main__":
    main(sys.argv[1:])
