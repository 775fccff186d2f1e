"""A record as JSON for programs, with the same content as the text form.

    {"record": 1, "game": "Connect Four", "language": "BoGL", "sources": [{"hash": "sha256:…", "name": "c4.bgl"}],
     "seed": 42, "loaded": {}, "options": {}, "budget": {"steps": 2000000, …}, "seats": {"A": "human"}, "opening": [],
     "rounds": [{"group": false, "moves": [{"seat": "A", "answers": [{"label": "4"}]}]}],
     "result": "*"}

An answer has a `label`, or else a `value`, or says how somebody `left`, or how a player `failed` and what came instead
(`text`); and `question`, `time`, `chance` and `reseed` (the seed with which chance began anew before it) where it has
any. The whole has a `reseed` where chance begins anew after it, and `seated` where somebody took a seat `after` so many
events: `[{"after": 12, "seat": "A", "player": "level:3"}]`.

A value is a JSON value where JSON has it; a tuple is a list, a symbol `{"symbol": "X"}`, a number that JSON cannot
write `{"float": "nan"}`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import count
from typing import NoReturn, TypeVar

from parlour.core.values import Plain, Symbol
from parlour.game.position import BUDGETS, Budget
from parlour.match.match import Match
from parlour.match.notation import DEEPEST, MOST_DIGITS, MOST_NAMED, MOST_PARTS, DamagedRecord, quote
from parlour.match.record import record as records

FORM = 1

_FLOATS = ("nan", "inf", "-inf")

T = TypeVar("T")


# ---- writing


def write_json(match: Match | records.Record) -> str:
    """The record of a match (or a record itself) as JSON, in one line."""
    record = records.record_of(match) if isinstance(match, Match) else match
    content = {
        "record": FORM,
        "game": record.game,
        "language": record.language,
        "sources": [{"hash": digest, "name": name} for digest, name in record.sources],
        "seed": record.seed,
        "loaded": {name: plain_json(value) for name, value in record.loaded},
        "options": {name: plain_json(value) for name, value in record.options},
        "budget": asdict(record.budget),
        "seats": dict(record.seats),
        **({"others": record.others} if record.others else {}),
        **({"seated": [_json_seated(*seated) for seated in record.seated]} if record.seated else {}),
        **({} if record.fresh is None else {"reseed": record.fresh}),
        **({"parlour": record.version} if record.version else {}),
        "opening": list(record.opening),
        "rounds": [
            {"group": together.is_group, "moves": [_json_move(move) for move in together.moves]}
            for together in record.rounds
        ],
        "result": record.result,
    }
    return json.dumps(content, allow_nan=False) + "\n"


def _json_seated(after: int, seat: str, player: str) -> dict[str, object]:
    return {"after": after, "seat": seat, "player": player}


def _json_move(move: records.RecordedMove) -> dict[str, object]:
    return {"seat": move.seat, "answers": [_json_answer(answer) for answer in move.answers]}


def _json_answer(recorded: records.RecordedAnswer) -> dict[str, object]:
    content: dict[str, object]
    match recorded.answer:
        case records.Said(label):
            content = {"label": label}
        case records.Given(value):
            content = {"value": plain_json(value)}
        case records.Gone(how):
            content = {"left": how}
        case records.Missed(failing, text):
            content = {"failed": failing, "text": text}
    if recorded.question is not None:
        content["question"] = recorded.question
    if recorded.time is not None:
        content["time"] = recorded.time
    if recorded.reseed is not None:
        content["reseed"] = recorded.reseed
    if recorded.drawn:
        content["chance"] = list(recorded.drawn)
    return content


def plain_json(value: Plain) -> object:
    """A value as JSON has it."""
    match value:
        case Symbol():
            return {"symbol": value.name}
        case tuple():
            return [plain_json(part) for part in value]
        case float() if not math.isfinite(value):
            return {"float": repr(value)}
    return value


# ---- reading


def read_json(text: str) -> records.Record:
    """The record in a JSON text, all of it; anything else is a `DamagedRecord`."""
    try:
        content = json.loads(text, parse_int=_whole, parse_constant=_no_constant, object_pairs_hook=_no_duplicates)
        return _Reader(content, "the record", count(1)).record()
    except json.JSONDecodeError as error:
        raise DamagedRecord(f"this is not a whole JSON text: {error.msg}", error.lineno, error.colno) from None
    except RecursionError:
        raise DamagedRecord("this JSON text is nested too deeply for a record") from None


def read_plain(content: object) -> Plain:
    """The value that `plain_json` has made JSON of; anything else is a `DamagedRecord`."""
    return _Reader(content, "the value", count(1)).plain()


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise DamagedRecord(f"a number has more than {MOST_DIGITS} digits")
    return int(digits)


def _no_constant(word: str) -> NoReturn:
    raise DamagedRecord(f"{word} is not JSON")


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    content: dict[str, object] = {}
    for name, value in pairs:
        if name in content:
            raise DamagedRecord(f"{quote(name)} is given twice")
        content[name] = value
    return content


class _Reader:
    """Takes one JSON value apart. `place` says where it stands, for messages: `rounds[3].moves[0]`; `parts` counts what
    a record may not have too many of, for all of it."""

    def __init__(self, content: object, place: str, parts: Iterator[int]) -> None:
        self.content = content
        self.place = place
        self.parts = parts

    def wrong(self, wanted: str) -> DamagedRecord:
        return DamagedRecord(f"{self.place} should be {wanted}")

    def record(self) -> records.Record:
        self.only("record", "game", "language", "sources", "seed", "loaded", "options", "budget", "seats", "others",
                  "seated", "reseed", "parlour", "opening", "rounds", "result")  # fmt: skip
        if self.field("record").whole() != FORM:
            raise DamagedRecord("this record was written by a newer Parlour, in a form that this one does not know")
        return records.Record(
            game=self.field("game").text(),
            language=self.field("language").text(),
            sources=self.field("sources").list_of(_Reader.source, MOST_NAMED),
            seed=self.field("seed").whole(),
            loaded=self.field("loaded").pairs(_Reader.plain),
            options=self.field("options").pairs(_Reader.plain),
            budget=self.field("budget").budget(),
            seats=self.field("seats").pairs(_Reader.text),
            others=self.field("others").text() if self.has("others") else "",
            seated=self.field("seated").list_of(_Reader.sitting, MOST_NAMED) if self.has("seated") else (),
            fresh=self.field("reseed").whole() if self.has("reseed") else None,
            version=self.field("parlour").text() if self.has("parlour") else "",
            opening=self.field("opening").list_of(_Reader.whole),
            rounds=self.field("rounds").list_of(_Reader.round),
            result=self.field("result").text(),
        )

    def sitting(self) -> tuple[int, str, str]:
        self.only("after", "seat", "player")
        return self.field("after").whole(), self.field("seat").text(), self.field("player").text()

    def source(self) -> tuple[str, str]:
        self.only("hash", "name")
        digest = self.field("hash").text()
        if not records.HASH.fullmatch(digest):
            raise self.field("hash").wrong("a hash: sha256: and 64 digits and letters a to f")
        return digest, self.field("name").text()

    def budget(self) -> Budget:
        self.only(*BUDGETS)
        budget = Budget(**{part: self.field(part).whole() for part in BUDGETS})
        if (problem := records.impossible_budget(budget)) is not None:
            raise DamagedRecord(f"{self.place}: {problem}")
        return budget

    def round(self) -> records.Round:
        self.only("group", "moves")
        moves = self.field("moves").list_of(_Reader.move)
        is_group = self.field("group").content
        if not isinstance(is_group, bool):
            raise self.field("group").wrong("true or false")
        if not moves or (len(moves) > 1 and not is_group):
            raise self.field("moves").wrong("one move, or the moves of a group")
        return records.Round(moves, is_group)

    def move(self) -> records.RecordedMove:
        self.only("seat", "answers")
        seat = self.field("seat")
        answers = self.field("answers").list_of(_Reader.answer)
        if not answers:
            raise self.field("answers").wrong("at least one answer")
        return records.RecordedMove(None if seat.content is None else seat.text(), answers)

    def answer(self) -> records.RecordedAnswer:
        self.only("label", "value", "left", "failed", "text", "question", "time", "reseed", "chance")
        said: records.Recorded
        match [name for name in ("label", "value", "left", "failed", "text") if self.has(name)]:
            case ["label"]:
                said = records.Said(self.field("label").text())
            case ["value"]:
                said = records.Given(self.field("value").plain())
            case ["left"]:
                how = self.field("left").text()
                if how not in records.LEAVING:
                    raise self.field("left").wrong("resigned or timed-out")
                said = records.Gone(records.LEAVING[how])
            case ["failed", "text"]:
                failing = self.field("failed").text()
                if failing not in records.FAILING:
                    raise self.field("failed").wrong(f"one of {', '.join(records.FAILING)}")
                said = records.Missed(records.FAILING[failing], self.field("text").text())
            case _:
                raise self.wrong("an answer with a label, a value, left or failed with its text, and only one of them")
        return records.RecordedAnswer(
            said,
            self.field("question").whole() if self.has("question") else None,
            self.field("time").time() if self.has("time") else None,
            self.field("chance").list_of(_Reader.whole) if self.has("chance") else (),
            self.field("reseed").whole() if self.has("reseed") else None,
        )

    def plain(self, depth: int = 0) -> Plain:
        if depth > DEEPEST:
            raise DamagedRecord("this JSON text is nested too deeply for a record")
        match self.content:
            case None | bool() | int() | str():
                return self.content
            case float() if math.isfinite(self.content):
                return self.content
            case list():
                return self.list_of(lambda part: part.plain(depth + 1))
            case {"symbol": str(name), **rest} if not rest:
                return Symbol(name)
            case {"float": str(written), **rest} if not rest and written in _FLOATS:
                return float(written)
            case _:
                raise self.wrong("a value")

    # ---- the parts of JSON

    def only(self, *names: str) -> None:
        """Nothing in a record is ignored: what has another name is damage, or from another program."""
        if not isinstance(self.content, dict):
            raise self.wrong("an object")
        for name in self.content:
            if name not in names:
                raise DamagedRecord(f"{self.place} has an unknown field {quote(name)}")

    def has(self, name: str) -> bool:
        return isinstance(self.content, dict) and name in self.content

    def field(self, name: str) -> _Reader:
        assert isinstance(self.content, dict)
        if name not in self.content:
            raise DamagedRecord(f"{self.place} has no field {quote(name)}")
        place = name if self.place == "the record" else f"{self.place}.{name}"
        return _Reader(self.content[name], place, self.parts)

    def text(self) -> str:
        if not isinstance(self.content, str):
            raise self.wrong("a text")
        return self.content

    def whole(self) -> int:
        if not isinstance(self.content, int) or isinstance(self.content, bool):
            raise self.wrong("a whole number")
        return self.content

    def time(self) -> float:
        if not isinstance(self.content, int | float) or isinstance(self.content, bool) or math.isinf(self.content):
            raise self.wrong("a time in seconds")
        return float(self.content)

    def list_of(self, read: Callable[[_Reader], T], most: int = MOST_PARTS) -> tuple[T, ...]:
        if not isinstance(self.content, list):
            raise self.wrong("a list")
        return tuple(read(self.part(part, f"[{index}]", most)) for index, part in enumerate(self.content))

    def pairs(self, read: Callable[[_Reader], T]) -> tuple[tuple[str, T], ...]:
        if not isinstance(self.content, dict):
            raise self.wrong("an object")
        return tuple(
            (name, read(self.part(part, f".{quote(name)}", MOST_NAMED))) for name, part in self.content.items()
        )

    def part(self, content: object, place: str, most: int) -> _Reader:
        assert isinstance(self.content, list | dict)
        if len(self.content) > most or next(self.parts) > MOST_PARTS:
            raise DamagedRecord(f"{self.place} is too long for a record: there may be at most {most:,} parts")
        return _Reader(content, f"{self.place}{place}", self.parts)
