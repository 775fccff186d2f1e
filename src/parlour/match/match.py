"""A match: one play of a game, with all that was answered in it.

*A match is its options, seed and answers.* Everything else is derived by replay: undo plays all but the last move
again, a branch plays the beginning again, a record holds no state. Copies of the position, taken every now and
then, make that fast; without them everything would be the same.

    >>> import parlour
    >>> match = Match.start(parlour.load("game G  play : Int  play = input * 2", language="bogl"))
    >>> match.answer_text(match.questions[0], "21")
    Step(events=())
    >>> match.is_over, match.outcome.value, [event.label for event in match.events]
    (True, '42', ['21'])
    >>> match.undo()
    >>> match.is_over, match.can_redo
    (False, True)

Time is never read from a clock in here: whoever wants times in the record gives `start` a `clock`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from parlour.core.chance import derive
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.error import GameError, Refused
from parlour.game.game import Game
from parlour.game.outcome import Outcome
from parlour.game.pictured import Pictured
from parlour.game.position import Budget, Drawn, Position, Step
from parlour.game.question import Move, Option, Question, joined
from parlour.game.scene import Scene, marked
from parlour.match import events as happenings
from parlour.match.following import Follower, Shared
from parlour.match.notation import plain_text, to_plain
from parlour.match.standing import Setting, Snapshots, Standing
from parlour.match.undoing import Undoing, has_shown, undoing
from parlour.syntax.display import visible
from parlour.syntax.suggest import did_you_mean

Clock = Callable[[], float]

_MOST_LOOKS = 100
_RESEEDING = 6  # the stream of seeds for chance that begins anew, apart from all others

LEAVING_WORDS: Mapping[happenings.Leaving, str] = {"resigned": "resigned", "timed-out": "ran out of time"}


def _option(event: happenings.Answered) -> Option:
    return Option(event.value, event.label, is_run=event.is_run)


def _uses_chance(event: happenings.Event) -> bool:
    return isinstance(event, happenings.Answered) and (bool(event.drawn) or event.reseed is not None)


class UnknownSeat(ValueError):
    """A name or number that is no seat of this game."""


@dataclass(slots=True)
class _Lines:
    """The lines of the first events as a viewer may know them: they are made once, or a long match would be told again
    after every answer."""

    events: int = 0
    rounds: int = 0
    lines: list[str] = field(default_factory=list)


class Match(Pictured):
    """One play of a game. Made by `Match.start`, or from a record by `replay`."""

    def __init__(
        self, setting: Setting, opening: Step, standing: Standing, snapshots: Snapshots, clock: Clock | None
    ) -> None:
        self.setting = setting
        self.opening = opening  # what happened before the first question
        self.clock = clock
        self._standing = standing
        self._snapshots = snapshots
        self._events: list[happenings.Event] = []
        self._deeds: list[happenings.Deed] = []
        # What was taken back, each with the seed of fresh chance that there was before.
        self._undone: list[tuple[tuple[happenings.Event, ...], int | None]] = []
        self._fresh: int | None = None
        self._seatings: list[happenings.Seated] = []
        self._told: dict[int | None, _Lines] = {}
        self._shown: tuple[int, bool] | None = None  # at this revision: whether the last move has shown something
        self._shared = Shared()
        self._followers: dict[int | None, Follower] = {}
        self._looks: dict[tuple[int, int | None], Scene] = {}  # what a viewer saw after so many events
        self._earlier: tuple[int, Standing] | None = None  # how the match stood after so many events, if somebody asked
        # The revision at which each open question was asked: after an undo its number is asked again, elsewhere.
        self._asked = dict.fromkeys((asked.id for asked in self.questions), 0)

    @staticmethod
    def start(
        game: Game,
        *,
        seed: int = 0,
        seats: Mapping[str, str] | None = None,
        options: Mapping[str, object] | None = None,
        budget: Budget | None = None,
        engine: str = "auto",
        clock: Clock | None = None,
        others: str = "",
    ) -> Match:
        """A new match at its first questions.

        `seats` says who sits where (`{"A": "human"}`); where a game knows its seats beforehand, any other name is an
        `UnknownSeat`, else see `unseated`. `others` says who plays seats that appear later. `clock` gives the time of
        an event, in seconds."""
        if game.info.seats is not None:
            for name in seats or {}:
                check_seat(name, game.info.seats)
        plain_options = tuple((name, to_plain(value)) for name, value in (options or {}).items())
        setting = Setting(game, seed, tuple((seats or {}).items()), plain_options, budget or Budget(), engine, others)
        standing = Standing.first(setting)
        return Match(setting, standing.position.last, standing, Snapshots.first(standing), clock)

    # ---- what it is now

    @property
    def game(self) -> Game:
        return self.setting.game

    @property
    def position(self) -> Position:
        """The current position. To try something, take a `copy`: answers go through the match."""
        return self._standing.position

    @property
    def events(self) -> tuple[happenings.Event, ...]:
        return tuple(self._events)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The answers, grouped into moves; the last one may be half finished."""
        return tuple(
            Move(
                move[0].seat,
                tuple(_option(event) for event in move if isinstance(event, happenings.Answered)),
            )
            for move in happenings.in_moves(self._events)
            if isinstance(move[0], happenings.Answered)
        )

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions that can be answered now: none when the match is over, whatever the program still asks."""
        return () if self.is_over else self.position.questions

    @property
    def is_over(self) -> bool:
        """Nothing more can be answered: the game ended or failed, somebody left, or only housekeeping is asked."""
        return self._left is not None or self._standing.is_over

    @property
    def is_left(self) -> bool:
        """Somebody has resigned or run out of time."""
        return self._left is not None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended: in the game's own way, or by somebody leaving. None while it is open or when it failed."""
        left = self._left
        if left is not None:
            others = tuple(seat.number for seat in self.position.seats if seat.number != left.seat)
            # Who leaves an empty table has not won, and nobody else has.
            ranking = (others, (left.seat,)) if others else ()
            return Outcome(
                ranking, len(self.position.seats), reason=f"{self.seat_name(left.seat)} {LEAVING_WORDS[left.how]}"
            )
        outcome = self.position.outcome
        if self._standing.is_restarted and (outcome is None or outcome.ranking is None):
            return Outcome(None, len(self.position.seats), reason="the game was started again")
        return outcome

    @property
    def error(self) -> GameError | None:
        return self.position.error

    @property
    def unseated(self) -> tuple[str, ...]:
        """Names that were given a player but have not appeared at the table (yet)."""
        present = {seat.name for seat in self.position.seats}
        return tuple(name for name, _ in self.setting.seats if name not in present)

    @property
    def revision(self) -> int:
        """Counts every event, undo and redo: two looks at one match with the same revision saw the same."""
        return len(self._deeds)

    @property
    def deeds(self) -> tuple[happenings.Deed, ...]:
        """All that was done, undo and redo included: `repeat` makes the same match of it, of the same revision."""
        return tuple(self._deeds)

    def seat_name(self, seat: int | None) -> str | None:
        """The name of a seat at the table; None where nobody in particular was asked."""
        return None if seat is None else next(known.name for known in self.position.seats if known.number == seat)

    def first_question(self, seat_name: str | None) -> Question | None:
        """The first open question for a seat of this name: the one that is meant when only the seat is named."""
        return next((asked for asked in self.questions if self.seat_name(asked.seat) == seat_name), None)

    # ---- playing

    def answer(self, question: Question | int, value: Plain, *, revision: int | None = None) -> Step | Refused:
        """Gives an answer. A refused one changes nothing.

        `revision` is the one that the giver looked at, if that may be some time ago: an answer to a question that has
        been taken back since is refused, though its number is asked again. (Answers that others gave meanwhile to
        questions asked together do not matter.)"""
        asked = self.open_question(question, revision)
        return asked if isinstance(asked, Refused) else self.answer_at(asked, value, self._now())

    def answer_text(self, question: Question | int, text: str, *, revision: int | None = None) -> Step | Refused:
        """Gives an answer as a person typed it, in the language's own form."""
        asked = self.open_question(question, revision)
        if isinstance(asked, Refused):
            return asked
        value = self.position.read_answer(asked, text)
        return value if isinstance(value, Refused) else self.answer(asked, value)

    def answer_at(self, question: Question | int, value: Plain, time: float | None) -> Step | Refused:
        """Gives an answer whose time is known already (None: it has none)."""
        asked = self.open_question(question)
        if isinstance(asked, Refused):
            return asked
        # All that the event says of the question has to be found out while it is open.
        label = self.position.label(asked, value)
        if isinstance(label, Refused):
            return label
        event = self._answered(asked, value, label, time)
        step = self._standing.answer(asked, value)
        if isinstance(step, Step):
            drawn = tuple(happened.value for happened in step.events if isinstance(happened, Drawn))
            self._add(replace(event, drawn=drawn, reseed=self._fresh))
            self._fresh = None
        return step

    def resign(self, seat: int) -> Outcome | Refused:
        """The seat gives up: the match is over, and all others have won."""
        return self.leave_at(seat, "resigned", self._now())

    def time_out(self, seat: int) -> Outcome | Refused:
        """The seat's time is up: the match is over, and all others have won."""
        return self.leave_at(seat, "timed-out", self._now())

    def leave_at(self, seat: int, how: happenings.Leaving, time: float | None) -> Outcome | Refused:
        """Somebody leaves, at a time that is known already (None: it has none)."""
        if self.is_over:
            return _OVER
        self._check_seat(seat)
        self._add(happenings.Left(len(self._events) + 1, time, seat, how))
        outcome = self.outcome
        assert outcome is not None
        return outcome

    def note(self, seat: int, how: happenings.Failing, text: str) -> Refused | None:
        """Notes that a seat's player failed to answer; somebody else will answer for it. It changes nothing, so it can
        be noted after the end of the game, too."""
        return self.note_at(seat, how, text, self._now())

    def note_at(self, seat: int, how: happenings.Failing, text: str, time: float | None) -> Refused | None:
        """The same at a time that is known already (None: it has none)."""
        if self._left is not None:
            return _OVER
        self._check_seat(seat)
        # What somebody tried to do is their own business.
        audience = (seat,) if self.game.info.kind.is_hidden else None
        self._add(happenings.Mishap(len(self._events) + 1, time, seat, how, text, audience))
        return None

    # ---- who sits where

    @property
    def seatings(self) -> tuple[happenings.Seated, ...]:
        """Who has sat down since the beginning, or left a seat empty, in this order."""
        return tuple(self._seatings)

    def player_of(self, seat_name: str) -> str:
        """Who has the seat of this name now; empty where nobody said it, or nobody has."""
        for seated in reversed(self._seatings):
            if seated.seat == seat_name:
                return seated.player
        return dict(self.setting.seats).get(seat_name, self.setting.others)

    def seat(self, seat_name: str, player: str) -> None:
        """Lets another player have a seat, or (empty) nobody. Who takes the seat of somebody that has resigned or run
        out of time goes on in its place: the match is open again. An unknown name is an `UnknownSeat`."""
        self.seat_at(seat_name, player, self._now())

    def seat_at(self, seat_name: str, player: str, time: float | None) -> None:
        """The same at a time that is known already (None: it has none)."""
        check_seat(seat_name, [seat.name for seat in self.position.seats])
        seated = happenings.Seated(len(self._events), time, seat_name, player)
        self._seatings.append(seated)
        self._deeds.append(seated)
        self._asked = {asked.id: self._asked.get(asked.id, self.revision) for asked in self.questions}

    # ---- going back

    @property
    def can_undo(self) -> bool:
        return bool(self._events)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undoing(self, seat: int | None) -> Undoing:
        """What it takes for a seat to take the last move back: see `undoing.py`."""
        move = happenings.in_moves(self._events)[-1] if self._events else ()
        if seat is None or undoing(move, seat, has_shown=False) != "free" or not self.game.info.kind.is_hidden:
            return undoing(move, seat, has_shown=False)
        # Only one seat can have made the last move.
        if self._shown is None or self._shown[0] != self.revision:
            before = self._snapshots.standing_after(self._events[: -len(move)]).position
            self._shown = self.revision, has_shown(before, self.position, seat)
        return undoing(move, seat, has_shown=self._shown[1])

    def undo(self) -> None:
        """Drops the last move, or takes a resignation back. Needs `can_undo`."""
        self.undo_at(self._now())

    def undo_at(self, time: float | None) -> None:
        """The same at a time that is known already (None: it has none)."""
        if not self._events:
            raise ValueError("there is no move to undo")
        move = happenings.in_moves(self._events)[-1]
        del self._events[-len(move) :]
        self._told.clear()
        self._earlier = None
        self._looks = {seen: scene for seen, scene in self._looks.items() if seen[0] <= len(self._events)}
        self._snapshots = self._snapshots.until(len(self._events))
        self._standing = self._snapshots.standing_after(self._events)
        for follower in self._followers.values():
            follower.forget(len(self._events))
        self._undone.append((move, self._fresh))
        self._deeds.append(happenings.Undone(time))
        self._seatings = [replace(each, after=min(each.after, len(self._events))) for each in self._seatings]
        if self._fresh is not None or any(map(_uses_chance, move)):
            self.reseed(derive(self.setting.seed, _RESEEDING, self.revision))
        self._asked = dict.fromkeys((asked.id for asked in self.questions), self.revision)

    def redo(self) -> None:
        """Plays the move that was undone last. Needs `can_redo`; a new answer forgets what was undone."""
        self.redo_at(self._now())

    def redo_at(self, time: float | None) -> None:
        """The same at a time that is known already (None: it has none)."""
        if not self._undone:
            raise ValueError("there is no move to play again")
        self._deeds.append(happenings.Redone(time))
        move, fresh = self._undone.pop()
        if self._fresh is not None:
            self._fresh = None
            self._standing = self._snapshots.standing_after(self._events)
        for event in move:
            self._standing.repeat(event)
            self._append(event)
        if fresh is not None:
            self.reseed(fresh)

    @property
    def fresh(self) -> int | None:
        """The seed with which chance begins anew, because a draw was taken back and none was made since."""
        return self._fresh

    def reseed(self, seed: int) -> None:
        """From now on chance begins anew with this seed; the next answer tells the record so."""
        self._fresh = seed
        self._standing.reseed(seed)

    def branch(self, at: int | None = None) -> Match:
        """Another match with the same beginning: the first `at` events (None: all of them)."""
        kept = len(self._events) if at is None else at
        if not 0 <= kept <= len(self._events):
            raise ValueError(f"a branch can begin after event 0 to {len(self._events)}, not after {at}")
        events = self._events[:kept]
        snapshots = self._snapshots.until(kept)
        branch = Match(self.setting, self.opening, snapshots.standing_after(events), snapshots, self.clock)
        branch._events = events
        branch._deeds = list(events)
        if self._fresh is not None and kept == len(self._events):
            branch.reseed(self._fresh)
        for seating in self._seatings:
            if seating.after <= kept:
                branch._seatings.append(seating)
        return branch

    def line(self, first: int = 0) -> Iterator[Match]:
        """The match as it was after its first events, and after each one more. It is one and the same branch that goes
        on, so look at it before you ask for the next."""
        branch = self.branch(first)
        yield branch
        for event in self._events[first:]:
            branch._standing.repeat(event)
            branch._deeds.append(event)
            branch._append(event)
            branch._seatings += [each for each in self._seatings if each.after == len(branch._events)]
            yield branch

    def observed(self) -> Position | None:
        """The same position of the observed game, by replay; None where the game has none."""
        setting = self.setting
        if setting.game.observed is None:
            return None
        standing = Standing.first(
            replace(setting, game=setting.game.observed(), budget=setting.budget.observed(), engine="auto")
        )
        for event in self._events:
            standing.repeat(event)
        return standing.position

    # ---- telling

    def scene(self, viewer: int | None) -> Scene:
        """The table as a seat (None: a spectator) may see it, with the cells marked that the last move changed."""
        now, earlier = self._scenes(viewer)
        return now if earlier is None else marked(now, earlier)

    def _scenes(self, viewer: int | None) -> tuple[Scene, Scene | None]:
        """What a viewer sees, and saw before the last round, if there was one."""
        now = self._shared.scene(self.position.scene(viewer))
        before = happenings.before_last_round(self._events, is_finished=not self._is_within_move)
        if len(self._looks) > _MOST_LOOKS:
            self._looks.clear()
        self._looks[len(self._events), viewer] = now
        if before is None:
            return now, None
        earlier = self._looks.get((before, viewer))
        if earlier is None:
            if self._earlier is None or self._earlier[0] != before:
                self._earlier = before, self._snapshots.standing_after(self._events[:before])
            earlier = self._looks[before, viewer] = self._shared.scene(self._earlier[1].position.scene(viewer))
        return now, earlier

    def followed(self, viewer: int | None) -> Scene:
        """The same, and every piece has an id by which this viewer knows it again after the next event, or after one is
        taken back."""
        follower = self._followers.get(viewer)
        if follower is None:
            follower = self._followers[viewer] = Follower(self._shared)
        trail = follower.at(len(self._events), lambda count: self._scenes_from(count, viewer))
        return self._shared.named(*self._scenes(viewer), trail)

    def _scenes_from(self, count: int, viewer: int | None) -> Iterator[Scene]:
        if count < len(self._events):
            standing = self._snapshots.standing_after(self._events[:count])
            yield self._shared.scene(standing.position.scene(viewer))
            for event in self._events[count:-1]:
                standing.repeat(event)
                yield self._shared.scene(standing.position.scene(viewer))
        yield self._shared.scene(self.position.scene(viewer))

    def events_for(self, viewer: int | None) -> tuple[happenings.Event, ...]:
        """The events a seat (None: a spectator) may know of. While some of the questions asked together are open, the
        answers to the others are known to their givers only."""
        return tuple(self._known_to(viewer, self._events))

    def _known_to(self, viewer: int | None, events: Sequence[happenings.Event]) -> list[happenings.Event]:
        sealed = set(self._standing.groups.values())
        return [
            event
            for event in events
            if isinstance(event, happenings.Left)
            or (event.reaches(viewer) and (isinstance(event, happenings.Mishap) or event.group not in sealed))
            or (viewer is not None and event.seat == viewer)
        ]

    def history(self) -> list[str]:
        """The match in lines for people, one for each move: all of it, whoever may know."""
        return self._lines(happenings.in_rounds(happenings.in_moves(self._events)))

    def history_for(self, viewer: int | None) -> list[str]:
        """The same as far as a viewer may know it."""
        told = self._told.setdefault(viewer, _Lines())
        waiting = self._events[told.events :]
        settled = waiting[: self._settled(waiting)]
        if settled:
            rounds = happenings.in_rounds(happenings.in_moves(self._known_to(viewer, settled)))
            told.lines += self._lines(rounds, told.rounds)
            told.rounds += len(rounds)
            told.events += len(settled)
        last = happenings.in_rounds(happenings.in_moves(self._known_to(viewer, waiting[len(settled) :])))
        return [*told.lines, *self._lines(last, told.rounds)]

    def _settled(self, events: Sequence[happenings.Event]) -> int:
        """How many of the last events can change no line any more: all before the last round, if nothing in them is
        still to be shown. (What was noted within a round can be known to some and part the round only for them.)"""
        if any(isinstance(event, happenings.Mishap) for event in events):
            return 0
        rounds = happenings.in_rounds(happenings.in_moves(events))[:-1]
        sealed = set(self._standing.groups.values())
        moves = [move for moves in rounds for move in moves]
        return 0 if any(happenings.group_of(move) in sealed for move in moves) else sum(map(len, moves))

    def _lines(self, rounds: Sequence[Sequence[Sequence[happenings.Event]]], before: int = 0) -> list[str]:
        return [
            f"{number}. {self._line(move)}" for number, moves in enumerate(rounds, start=before + 1) for move in moves
        ]

    def _line(self, move: Sequence[happenings.Event]) -> str:
        first = move[0]
        name = self.seat_name(first.seat)
        if isinstance(first, happenings.Left):
            return visible(f"{name} {LEAVING_WORDS[first.how]}")
        if isinstance(first, happenings.Mishap):
            return visible(f"{name}: {first.how} ({first.text})")
        labels = joined((event.label, event.is_run) for event in move if isinstance(event, happenings.Answered))
        return visible(labels if name is None else f"{name}: {labels}")

    # ---- inside

    @property
    def _is_within_move(self) -> bool:
        """Something of the last move, or of the answers asked together with it, is still to come."""
        last = self._events[-1] if self._events else None
        is_open = isinstance(last, happenings.Answered) and last.group in self._standing.groups.values()
        return is_open or self.position.move_depth > 0

    @property
    def _left(self) -> happenings.Left | None:
        last = self._events[-1] if self._events else None
        if not isinstance(last, happenings.Left):
            return None
        name = self.seat_name(last.seat)
        is_taken = any(each.after == len(self._events) and each.seat == name and each.player for each in self._seatings)
        return None if is_taken else last

    def _check_seat(self, seat: int) -> None:
        if all(known.number != seat for known in self.position.seats):
            raise UnknownSeat(f"there is no seat {seat} at the table")

    def open_question(self, question: Question | int, revision: int | None = None) -> Question | Refused:
        """The open question of this number, for who looked at this revision; else why it cannot be answered."""
        if self.is_over:
            return _OVER
        number = question if isinstance(question, int) else question.id
        asked = self._standing.find(number)
        if asked is None:
            return _NOT_OPEN
        if revision is not None and not self._asked[number] <= revision <= self.revision:
            return _TAKEN_BACK
        return asked

    def _answered(self, asked: Question, value: Plain, label: str, time: float | None) -> happenings.Answered:
        """The event of this answer, as far as it is known before it is given."""
        group = self._standing.groups.get(asked.id)
        last = self._events[-1] if self._events else None
        continues = (
            self.position.move_depth > 0
            and group is None
            and isinstance(last, happenings.Answered)
            and last.group is None
            and last.seat == asked.seat
        )
        audience = None
        if self.game.info.kind.is_hidden:
            # The game tells the others what they may know of it; the match never does.
            audience = () if asked.seat is None else (asked.seat,)
        read_back = self.position.read_answer(asked, label)
        first = self.first_question(self.seat_name(asked.seat))
        return happenings.Answered(
            number=len(self._events) + 1,
            time=time,
            seat=asked.seat,
            question=asked.id,
            value=value,
            label=label,
            audience=audience,
            continues=continues,
            group=group,
            is_run=asked.domain.length is not None,
            is_readable=not isinstance(read_back, Refused) and plain_text(read_back) == plain_text(value),
            is_first=first is not None and first.id == asked.id,
        )

    def _add(self, event: happenings.Event) -> None:
        self._undone.clear()
        self._deeds.append(event)
        self._append(event)

    def _append(self, event: happenings.Event) -> None:
        self._events.append(event)
        self._asked = {asked.id: self._asked.get(asked.id, self.revision) for asked in self.questions}
        self._snapshots.keep(len(self._events), self._standing)

    def _now(self) -> float | None:
        if self.clock is None:
            return None
        now = float(self.clock())
        if not math.isfinite(now):
            raise ValueError("the clock of a match must give a finite number of seconds")
        return now


_OVER = Refused("over", "the match is over")
_TAKEN_BACK = Refused("taken-back", "this question has been taken back since, and is asked again in another position")
_NOT_OPEN = Refused("not-open", "this question is not open: it was answered already, or never asked")


def check_seat(name: str, known: Sequence[str]) -> None:
    """A name that is no seat is an `UnknownSeat` with a suggestion."""
    if name not in known:
        hint = did_you_mean(name, known) or f"The seats are {', '.join(known)}."
        raise UnknownSeat(f"there is no seat {visible(name)}. {visible(hint)}")
