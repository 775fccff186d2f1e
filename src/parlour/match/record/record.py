"""A record: a match written down, and played again.

A record holds what a match begins with and every answer, in the game's own words; what followed from them is not in
it, except chance outcomes and the result, against which a replay is checked. `text.py` and `json.py`
write and read it::

    match ── record_of ──► Record ── write_text, write_json ──► text
      ▲                     │  ▲                                 │
      └────── replay ───────┘  └───────── read_record ───────────┘

Law: `replay(game, read_record(write_text(match)))` has the same events and the same key as `match`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import PurePath
from typing import NoReturn

from parlour import __version__
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.game.error import Refused
from parlour.game.game import Game
from parlour.game.outcome import NOBODY, ranking_words
from parlour.game.pictured import Pictured
from parlour.game.position import BUDGETS, LARGEST_BUDGET, Budget, Drawn, Step
from parlour.match.events import Answered, Event, Failing, Leaving, Left, group_of, in_moves, in_rounds
from parlour.match.match import LEAVING_WORDS, Clock, Match, UnknownSeat
from parlour.match.notation import LONGEST_MESSAGE, plain_text, quote, shortened, to_plain, word_or_quote
from parlour.syntax.display import visible

UNFINISHED = "*"
HASH = re.compile(r"sha256:[0-9a-f]{64}")
LEAVING: Mapping[str, Leaving] = {"resigned": "resigned", "timed-out": "timed-out"}
FAILING: Mapping[str, Failing] = {
    "late": "late",
    "illegal": "illegal",
    "garbage": "garbage",
    "unreachable": "unreachable",
}

# As much as a message shows of an answer.
_LONGEST_WORDS = 80


@dataclass(frozen=True, slots=True)
class Said:
    """An answer by its label: the game reads it. Characters of one move stand together, `e2e4`; `parts` are the answers
    that they are, where that is known."""

    label: str
    parts: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Given:
    """An answer by its value, where no label says it."""

    value: Plain


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody left instead of answering."""

    how: Leaving


@dataclass(frozen=True, slots=True)
class Missed:
    """A player failed to answer, and was answered for."""

    how: Failing
    text: str


Recorded = Said | Given | Gone | Missed


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """One answer, or what came in its place. `question` is only given where the seat's first open question is not the
    one that is meant; before it chance began anew with the seed `reseed` (None: it did not); `drawn` is what it gave
    afterwards; `line` is where it stands in the text it was read from (0: nowhere)."""

    answer: Recorded
    question: int | None = None
    time: float | None = None
    drawn: tuple[int, ...] = ()
    reseed: int | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """The answers of one seat, by its name; None: of nobody in particular."""

    seat: str | None
    answers: tuple[RecordedAnswer, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """What stands under one number: a move, or the moves that answer questions asked together."""

    moves: tuple[RecordedMove, ...]
    is_group: bool = False


@dataclass(frozen=True, slots=True)
class Record(Pictured):
    """A written match.

    `sources` are the hashes and names of the files of the game, the main one first; `loaded` are the options the game
    was loaded with, `options` those the match began with; `seats` says who sat where, and `others` who was to play all
    other seats ("": nobody said it); `seated` are those who have sat down since, each with the number of events before,
    the seat and the player; `opening` is what chance gave before the first question; `fresh` is the seed with which
    chance begins anew after all that is written (None: it does not); `result` is `*` for a match that is not over;
    `version` is that of the Parlour which wrote it ("": it does not say).

    A record that was read from a journal says so: its match broke off, and `unrun` is an answer that was given last, of
    which nobody knows what followed."""

    game: str
    language: str
    sources: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    loaded: tuple[tuple[str, Plain], ...] = ()
    options: tuple[tuple[str, Plain], ...] = ()
    budget: Budget = field(default_factory=Budget)
    seats: tuple[tuple[str, str], ...] = ()
    others: str = ""
    seated: tuple[tuple[int, str, str], ...] = ()
    opening: tuple[int, ...] = ()
    fresh: int | None = None
    rounds: tuple[Round, ...] = ()
    result: str = UNFINISHED
    version: str = field(default="", compare=False)
    is_journal: bool = field(default=False, compare=False)
    unrun: RecordedMove | None = field(default=None, compare=False)

    @property
    def answers(self) -> tuple[RecordedAnswer, ...]:
        return tuple(answer for together in self.rounds for move in together.moves for answer in move.answers)

    def starts_like(self, other: Record) -> bool:
        """Whether this is the beginning of the other one, so that nothing is lost with it."""
        theirs = _flat(other)
        ours = _parted(_flat(self), theirs)
        is_whole = (
            self.result == UNFINISHED
            or (self.result == other.result and len(ours) == len(theirs))
            # Somebody may have taken the seat of one who left.
            or bool(ours and isinstance(ours[-1][1].answer, Gone))
        )
        return _head(self) == _head(other) and theirs[: len(ours)] == ours and is_whole


class WrongRecord(Exception):
    """A record that does not fit this game. `match` is what could be replayed (None: nothing), `line` the place in the
    record's text (0: the record as a whole)."""

    def __init__(self, message: str, match: Match | None = None, line: int = 0) -> None:
        message = shortened(message, LONGEST_MESSAGE)
        super().__init__(message)
        self.message = message
        self.match = match
        self.line = line


def impossible_budget(budget: Budget) -> str | None:
    """What no match can have been played with; None if it can."""
    for part in BUDGETS:
        most = getattr(LARGEST_BUDGET, part)
        if not 0 < getattr(budget, part) <= most:
            return f"the budget of {part} is a whole number from 1 to {most}"
    return None


class LargerBudget(WrongRecord):
    """A record may come from anywhere: it does not say what this machine is to spend on it."""


# ---- writing down


def record_of(match: Match) -> Record:
    """All that a match is."""
    info = match.game.info
    return Record(
        game=info.title,
        language=info.language,
        sources=_sources(match.game),
        seed=match.setting.seed,
        loaded=_loaded(match.game),
        options=match.setting.options,
        budget=match.setting.budget,
        seats=match.setting.seats,
        others=match.setting.others,
        seated=tuple((seated.after, seated.seat, seated.player) for seated in match.seatings),
        opening=_drawn(match.opening),
        fresh=match.fresh,
        rounds=tuple(_round(match, moves) for moves in in_rounds(in_moves(match.events))),
        result=result_of(match),
    )


def signed_record(match: Match) -> Record:
    """The same, with the version that writes it: for those who will find that it does not fit."""
    return replace(record_of(match), version=__version__)


def result_of(match: Match) -> str:
    """The end of a match in a few words: the winner, the ranking, the program's last word, or `*` if it goes on.

    `A` won over all others; `A > B > C` is a ranking, `A = B` a tie; who is not in a ranking was left out of it."""
    words = _result(match) if match.is_over else UNFINISHED
    # A program may end with any word, even with this one.
    return quote(words) if match.is_over and words == UNFINISHED else words


def _result(match: Match) -> str:
    error, outcome = match.error, match.outcome
    if error is not None:
        return f"{error.kind} error: {error.code}"
    assert outcome is not None, "a match that is over and did not fail has an outcome"
    if outcome.ranking is None:
        return outcome.value or outcome.reason or "over"
    if outcome.is_nobodys:
        # With its blank it cannot be the name of a seat, which would stand in quotes.
        return NOBODY
    names = [word_or_quote(seat.name) for seat in match.position.seats]
    if len(outcome.winners) == 1 and sorted(set(outcome.places)) in ([1], [1, 2]):
        return names[outcome.winners[0]]
    return ranking_words(outcome.ranking, names)


def _earlier_results(match: Match) -> tuple[str, ...]:
    """What earlier versions wrote of a seat alone at the table: its name though it has not won, or why it is over."""
    outcome, seats = match.outcome, match.position.seats
    return (word_or_quote(seats[0].name), outcome.reason) if outcome is not None and len(seats) == 1 else ()


def _round(match: Match, moves: Sequence[Sequence[Event]]) -> Round:
    is_group = group_of(moves[0]) is not None
    return Round(tuple(RecordedMove(match.seat_name(move[0].seat), _answers(move)) for move in moves), is_group)


def recorded(match: Match, event: Event) -> RecordedMove:
    """One event by itself, as it is written down."""
    return RecordedMove(match.seat_name(event.seat), (_answer(event),))


def _answers(move: Sequence[Event]) -> tuple[RecordedAnswer, ...]:
    """The answers of a move, characters that follow each other as one."""
    found: list[RecordedAnswer] = []
    was_run = False
    for event in move:
        answer = _answer(event)
        is_run = isinstance(event, Answered) and event.is_run and bool(event.label) and _is_bare(answer)
        if was_run and is_run and not found[-1].drawn and answer.reseed is None:
            parts = (*_parts(found[-1]), *_parts(answer))
            found[-1] = RecordedAnswer(Said("".join(parts), parts), drawn=answer.drawn, reseed=found[-1].reseed)
        else:
            found.append(answer)
        was_run = is_run
    return tuple(found)


def _is_bare(answer: RecordedAnswer) -> bool:
    """It is only a label, with what was drawn after it."""
    return isinstance(answer.answer, Said) and answer.question is None and answer.time is None


def _parts(answer: RecordedAnswer) -> tuple[str, ...]:
    return (answer.answer.parts or (answer.answer.label,)) if isinstance(answer.answer, Said) else ()


def _answer(event: Event) -> RecordedAnswer:
    if isinstance(event, Left):
        return RecordedAnswer(Gone(event.how), time=event.time)
    if not isinstance(event, Answered):
        return RecordedAnswer(Missed(event.how, event.text), time=event.time)
    said = Said(event.label) if event.is_readable else Given(event.value)
    return RecordedAnswer(said, None if event.is_first else event.question, event.time, event.drawn, event.reseed)


def _sources(game: Game) -> tuple[tuple[str, str], ...]:
    """The hash and name of every file. Folders differ from one machine to the next and are nobody's business, but for
    those below the main file's own."""
    names = [PurePath(name) for name in game.info.sources]
    beside = {value for option in game.info.options.values() if isinstance(option, list) for value in option}

    def bare(name: PurePath) -> str:
        top = names[0].parent
        is_inside = str(name) not in beside and name.is_relative_to(top)
        return name.relative_to(top).as_posix() if is_inside else name.name

    return tuple(
        (f"sha256:{digest}", bare(name)) for name, digest in zip(names, game.info.sources.values(), strict=True)
    )


def _loaded(game: Game) -> tuple[tuple[str, Plain], ...]:
    return tuple((name, to_plain(value)) for name, value in game.info.options.items())


def _drawn(step: Step) -> tuple[int, ...]:
    return tuple(happened.value for happened in step.events if isinstance(happened, Drawn))


def _head(record: Record) -> tuple[object, ...]:
    return (record.game, record.sources, record.seed, record.loaded, record.options, record.budget, record.opening)


def _flat(record: Record) -> list[tuple[str | None, RecordedAnswer]]:
    """Every answer with its seat; those that stand together one by one, where it is known which they are."""
    return [
        (move.seat, part)
        for together in record.rounds
        for move in together.moves
        for answer in move.answers
        for part in _each(answer, _parts(answer))
    ]


def _each(answer: RecordedAnswer, parts: Sequence[str]) -> list[RecordedAnswer]:
    """The answers that stand together as one."""
    if len(parts) < 2:
        return [answer]
    begun = [RecordedAnswer(Said(part)) for part in parts[:-1]]
    begun[0] = replace(begun[0], reseed=answer.reseed)
    return [*begun, replace(answer, answer=Said(parts[-1]), reseed=None)]


def _parted(
    ours: Sequence[tuple[str | None, RecordedAnswer]], theirs: Sequence[tuple[str | None, RecordedAnswer]]
) -> list[tuple[str | None, RecordedAnswer]]:
    """Answers that stand together taken apart as those of another record are."""
    found: list[tuple[str | None, RecordedAnswer]] = []
    for seat, answer in ours:
        parts: list[str] = []
        rest = answer.answer.label if isinstance(answer.answer, Said) else ""
        for _, other in theirs[len(found) :]:
            label = other.answer.label if isinstance(other.answer, Said) else ""
            if not label or not rest.startswith(label):
                break
            parts.append(label)
            rest = rest.removeprefix(label)
        found += [(seat, part) for part in _each(answer, () if rest else parts)]
    return found


# ---- playing again


def replay(
    game: Game,
    record: Record,
    *,
    engine: str = "auto",
    clock: Clock | None = None,
    allowed: Budget | None = None,
) -> Match:
    """The match that a record tells of. A record of something else is a `WrongRecord`; one with a budget above what is
    `allowed` (None: the usual one) a `LargerBudget`."""
    _check_budget(record.budget, allowed or Budget())
    _check_game(game, record)
    try:
        match = Match.start(
            game,
            seed=record.seed,
            seats=dict(record.seats),
            options=dict(record.options),
            budget=record.budget,
            engine=engine,
            clock=clock,
            others=record.others,
        )
    except UnknownSeat as unknown:
        raise WrongRecord(f"the record does not fit this game: {unknown}") from None
    return _Replay(match, record).play()


def _check_budget(asked: Budget, allowed: Budget) -> None:
    above = [f"{part}={getattr(allowed, part)}" for part in BUDGETS if getattr(asked, part) > getattr(allowed, part)]
    if above:
        raise LargerBudget(f"this match was played with a larger budget than is allowed ({', '.join(above)})")


def _check_game(game: Game, record: Record) -> None:
    ours = _sources(game)
    if record.sources and ours:
        _check_files(ours, record)
    elif (record.game, record.language) != (game.info.title, game.info.language):
        raise WrongRecord(
            f"this is a record of {visible(record.game)} ({visible(record.language)}), "
            f"not of {visible(game.info.title)} ({game.info.language})"
        )
    then, now = _comparable(record.loaded, record.sources), _comparable(_loaded(game), ours)
    for name in dict.fromkeys((*then, *now)):
        if then.get(name) != now.get(name):
            was, is_now = then.get(name, "not set"), now.get(name, "not set")
            raise WrongRecord(f"the match was played with the option {visible(name)} {was}; the game has it {is_now}")


def _comparable(options: Sequence[tuple[str, Plain]], sources: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Options in words. Files that were read are compared by their hashes; in which folder they lie does not matter."""
    files = {name for _, name in sources}

    def bare(value: Plain) -> Plain:
        if isinstance(value, tuple):
            return tuple(bare(part) for part in value)
        return PurePath(value).name if isinstance(value, str) and PurePath(value).name in files else value

    return {name: f"set to {plain_text(bare(value))}" for name, value in options}


def _check_files(ours: Sequence[tuple[str, str]], record: Record) -> None:
    for (digest, name), (recorded_digest, recorded_name) in zip(ours, record.sources, strict=False):
        if digest != recorded_digest:
            was = "" if recorded_name in ("", name) else f" (then {visible(recorded_name)})"
            raise WrongRecord(
                f"the file {visible(name)}{was} is not the one this match was played with: "
                f"its hash is {_begun(digest)}, the record says {_begun(recorded_digest)}. {_other_version(record)}"
            )
    if len(ours) != len(record.sources):
        raise WrongRecord(
            f"the record names {len(record.sources)} files of the game, which now has {len(ours)}. "
            f"{_other_version(record)}"
        )


def _other_version(record: Record) -> str:
    """Who wrote a record of another text, and what can be done with it."""
    writer = f"Parlour {visible(record.version)}" if record.version else "a Parlour that does not say its version"
    return (
        f"It was written by {writer} (this is {__version__}): play it again with that version or the text of then. "
        "To try it with the text of now, take the lines [Source …] and [Check …] out of the record "
        "(in JSON, the entries of sources) and name the game"
    )


def _begun(digest: str) -> str:
    """Enough of a hash to tell it from another one."""
    return shortened(digest, 20)


class _Replay:
    """One pass over a record. Any failure says at which move, and keeps the match as far as it went."""

    def __init__(self, match: Match, record: Record) -> None:
        self.match = match
        self.record = record
        self.done = 0
        self.seated = 0

    def play(self) -> Match:
        if self.record.opening != _drawn(self.match.opening):
            self.fail(
                f"the record begins with the chance outcomes {_outcomes(self.record.opening)}, "
                f"but this seed gives {_outcomes(_drawn(self.match.opening))}"
            )
        for number, together in enumerate(self.record.rounds, start=1):
            for move in together.moves:
                for answer in move.answers:
                    self.give(number, move.seat, answer)
        self.seat_players()
        if self.seated < len(self.record.seated):
            self.fail("the record tells of a seat that was taken after its last move")
        if self.record.fresh is not None:
            self.match.reseed(self.record.fresh)
        result = self.record.result if self.record.is_journal else result_of(self.match)
        if result != self.record.result and self.record.result not in _earlier_results(self.match):
            says, gives = visible(self.record.result), visible(result)
            self.fail(f"the record says that the result is {says}; played again, it is {gives}")
        return self.match

    def seat_players(self) -> None:
        """Those sit down who did so before the next event."""
        for after, seat, player in self.record.seated[self.seated :]:
            if after != len(self.match.events):
                return
            try:
                self.match.seat_at(seat, player, None)
            except UnknownSeat as unknown:
                self.fail(f"after {after} answers somebody sat down, but {unknown}")
            self.seated += 1

    def give(self, number: int, seat: str | None, recorded: RecordedAnswer, *, is_whole: bool = True) -> None:
        self.seat_players()
        where = f"move {number} ({self.words(seat, recorded)})"
        if isinstance(recorded.answer, Missed):
            missed, place = recorded.answer, self.seat(where, seat, recorded)
            if self.match.note_at(place, missed.how, missed.text, recorded.time) is not None:
                self.fail(f"{where} comes after the end of the match", recorded.line)
            self.done += 1
            return
        if self.match.is_over:
            self.fail(f"{where} comes after the end of the match", recorded.line)
        if isinstance(recorded.answer, Gone):
            self.match.leave_at(self.seat(where, seat, recorded), recorded.answer.how, recorded.time)
            self.done += 1
            return
        if recorded.reseed is not None:
            self.match.reseed(recorded.reseed)
        question = recorded.question
        if question is None:
            first = self.match.first_question(seat)
            if first is None:
                self.fail(f"{where}: there is no question for this seat here, but for {self.asked()}", recorded.line)
            question = first.id
        match recorded.answer:
            case Said(label) if rest := self.beyond(question, label):
                begun = RecordedAnswer(
                    Said(label.removesuffix(rest)), recorded.question, reseed=recorded.reseed, line=recorded.line
                )
                self.give(number, seat, begun, is_whole=False)
                self.give(number, seat, replace(recorded, answer=Said(rest), question=None, reseed=None))
                return
            case Said(label):
                value = self.match.position.read_answer(question, label)
            case Given(given):
                value = given
        step = value if isinstance(value, Refused) else self.match.answer_at(question, value, recorded.time)
        if isinstance(step, Refused):
            self.fail(f"{where}: the game does not take this answer: {step.message}", recorded.line)
        self.done += is_whole
        if _drawn(step) != recorded.drawn:
            self.fail(
                f"{where}: the record says that chance gave {_outcomes(recorded.drawn)}, "
                f"but this seed gives {_outcomes(_drawn(step))}",
                recorded.line,
            )

    def beyond(self, question: int, label: str) -> str:
        """What a label has beyond the characters that are asked for: it is for the next questions of the move."""
        asked = next((asked for asked in self.match.questions if asked.id == question), None)
        length = None if asked is None else asked.domain.length
        return label[length:] if length and not any(map(str.isspace, label)) else ""

    def seat(self, where: str, name: str | None, recorded: RecordedAnswer) -> int:
        found = next((seat.number for seat in self.match.position.seats if seat.name == name), None)
        if found is None:
            self.fail(f"{where}: there is no such seat at the table", recorded.line)
        return found

    def words(self, seat: str | None, recorded: RecordedAnswer) -> str:
        match recorded.answer:
            case Said(label):
                said = shortened(word_or_quote(label), _LONGEST_WORDS)
            case Given(value):
                said = shortened(plain_text(value), _LONGEST_WORDS)
            case Gone(how):
                said = LEAVING_WORDS[how]
            case Missed(failing, text):
                said = f"{failing} ({shortened(visible(text), _LONGEST_WORDS)})"
        return said if seat is None else f"{shortened(visible(seat), _LONGEST_WORDS)}: {said}"

    def asked(self) -> str:
        names = [self.match.seat_name(question.seat) or "nobody in particular" for question in self.match.questions]
        return visible(" and ".join(dict.fromkeys(names)))

    def fail(self, message: str, line: int = 0) -> NoReturn:
        of = len(self.record.answers)
        raise WrongRecord(f"{message}. {self.done} of {of} answers were replayed", self.match, line)


def _outcomes(drawn: Sequence[int]) -> str:
    return shortened(" ".join(map(str, drawn)), _LONGEST_WORDS) if drawn else "nothing"
