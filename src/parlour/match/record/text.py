"""A record as text for people: tags in square brackets, then numbered moves, then the result.

    [Game "Connect Four"]  [Language "BoGL"]  [Source "sha256:…" "connect_four.bgl"]  [Seed "42"]  [A "human"]
    1. A: 4   2. B: 3   3. A: 4
    [Result "*"]
    [Check "crc32:1a2b3c4d"]

Several answers of one move stand side by side (`A: 2 3`), or together where they are characters (`White: e2e4`; apart,
they are read as well), words that could be misread in quotes, moves that answer questions asked together in braces
(`{Ada: Ben, Ben: Cleo}`), chance outcomes in braces after the answer that caused them (`{6}`; before the first move:
those of the beginning). An answer may be followed by the number of its question (`#7`, only where the seat has
several), its time in seconds (`@12.5`), and the seed with which chance began anew before it (`~4711`, where a draw had
been taken back). `=(1, #X)` is an answer by its value where no words say it; `!resigned` and `!timed-out` are somebody
leaving. `!late "why"` (also `!illegal`, `!garbage` and `!unreachable`) is a player who failed to answer and was
answered for: that answer follows.

Tags that may be repeated: `[Source hash name]`, `[Loaded name value]` (an option of the game), `[Option name value]`
(an option of the match), `[Seat name player]` (where the short form `[name player]` could be misread). `[Seats player]`
says who plays all other seats. `[Seated number name player]` says who took a seat after so many events (`""`: nobody,
it was left). `[Reseed seed]` says that after all that is written chance begins anew. `[Parlour version]` says who wrote
it.

A journal (`journal.py`) begins with `[Journal "…"]` and has no result, because its match goes on or broke off. Every
event has a line and a number of its own; `? X: =(1, 2) #3` is an answer that is about to be run; `[Back "4"]` says that
of all before it only the first four events count; `[Seated …]` and `[Reseed …]` stand where it happened. A last line
without an end was being written when it broke off, and does not count.

All others end with their result, so that a text which was cut off is noticed. `Check` is a checksum of all before it: a
record in which something was changed by accident is noticed too. Whoever changes one on purpose takes the line out;
records written by hand need none.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from parlour.core.values import Plain
from parlour.game.position import BUDGETS, Budget
from parlour.match.match import Match
from parlour.match.notation import MOST_DIGITS, MOST_NAMED, Scanner, is_name, plain_text, quote, word_or_quote
from parlour.match.record import record as records
from parlour.syntax.display import width

T = TypeVar("T")

COLUMNS = 100

_GONE = re.compile(r"[a-z-]+")
_TAGS = (
    "Game", "Language", "Source", "Seed", "Loaded", "Option", "Budget", "Seat", "Seats", "Result", "Check", "Journal",
    "Back", "Parlour", "Seated", "Reseed"
)  # fmt: skip
_RESULT = re.compile(r"\[[ \t]*Result\b")
_BACK = re.compile(r"\[[ \t]*Back\b")
_SEATED = re.compile(r"\[[ \t]*Seated\b")
_RESEED = re.compile(r"\[[ \t]*Reseed\b")
JOURNAL = "[Journal "
_CHECK_TAG = re.compile(r"\[[ \t]*Check\b")
_CHECK = re.compile(r"crc32:[0-9a-f]{8}")
_SEED = re.compile(r"-?[0-9]{1,40}")
_BUDGET_PART = re.compile(rf"({'|'.join(BUDGETS)})=([0-9]{{1,18}})")


# ---- writing


def write_text(match: Match | records.Record) -> str:
    """The record of a match (or a record itself) as text, with a line end at the end."""
    record = records.record_of(match) if isinstance(match, Match) else match
    lines = _wrapped([[tag] for tag in _tags(record)], "  ")
    lines += _wrapped(list(_movetext(record)), "   ")
    if record.fresh is not None:
        lines.append(f"[Reseed {quote(str(record.fresh))}]")
    lines.append(f"[Result {quote(record.result)}]")
    text = "\n".join(lines) + "\n"
    return f"{text}[Check {quote(_checksum(text))}]\n"


def _tags(record: records.Record) -> Iterator[str]:
    yield f"[Game {quote(record.game)}]"
    yield f"[Language {quote(record.language)}]"
    for digest, name in record.sources:
        yield f"[Source {quote(digest)} {quote(name)}]" if name else f"[Source {quote(digest)}]"
    if record.version:
        yield f"[Parlour {quote(record.version)}]"
    yield f"[Seed {quote(str(record.seed))}]"
    for name, value in record.loaded:
        yield f"[Loaded {quote(name)} {plain_text(value)}]"
    for name, value in record.options:
        yield f"[Option {quote(name)} {plain_text(value)}]"
    if record.budget != Budget():
        yield f"[Budget {quote(budget_text(record.budget))}]"
    if record.others:
        yield f"[Seats {quote(record.others)}]"
    for name, player in record.seats:
        yield f"[{name} {quote(player)}]" if _is_seat_tag(name) else f"[Seat {quote(name)} {quote(player)}]"
    for after, name, player in record.seated:
        yield _seated(after, name, player)


def _seated(after: int, name: str, player: str) -> str:
    return f"[Seated {quote(str(after))} {quote(name)} {quote(player)}]"


def budget_text(budget: Budget) -> str:
    """The parts of a budget that are not the usual ones: `steps=5000000`."""
    usual = Budget()
    return " ".join(
        f"{part}={getattr(budget, part)}" for part in BUDGETS if getattr(budget, part) != getattr(usual, part)
    )


def _movetext(record: records.Record) -> Iterator[list[str]]:
    """The words of each numbered move; lines may be broken between words."""
    if record.opening:
        yield _chance(record.opening)
    for number, together in enumerate(record.rounds, start=1):
        words = [f"{number}."]
        for index, move in enumerate(together.moves):
            words += _move(move)
            if index + 1 < len(together.moves):
                words[-1] += ","
        if together.is_group:
            words[1] = "{" + words[1]
            words[-1] += "}"
        yield words


def _move(move: records.RecordedMove) -> list[str]:
    words = [] if move.seat is None else [f"{word_or_quote(move.seat)}:"]
    for answer in move.answers:
        words += _answer(answer)
    return words


def _answer(recorded: records.RecordedAnswer) -> list[str]:
    match recorded.answer:
        case records.Said(label):
            words = [word_or_quote(label)]
        case records.Given(value):
            words = [f"={plain_text(value)}"]
        case records.Gone(how):
            words = [f"!{how}"]
        case records.Missed(failing, text):
            words = [f"!{failing}", quote(text)]
    if recorded.question is not None:
        words.append(f"#{recorded.question}")
    if recorded.time is not None:
        words.append(f"@{recorded.time!r}")
    if recorded.reseed is not None:
        words.append(f"~{recorded.reseed}")
    return words + (_chance(recorded.drawn) if recorded.drawn else [])


def _chance(drawn: tuple[int, ...]) -> list[str]:
    words = [str(value) for value in drawn]
    words[0] = "{" + words[0]
    words[-1] += "}"
    return words


def _wrapped(items: list[list[str]], gap: str) -> list[str]:
    """The items side by side in lines; an item is broken only when it is longer than a line."""
    lines: list[str] = []
    line = ""
    for words in items:
        whole = " ".join(words)
        if line and width(line) + len(gap) + width(whole) <= COLUMNS:
            line += gap + whole
            continue
        if line:
            lines.append(line)
        line = words[0]
        for word in words[1:]:
            if width(line) + 1 + width(word) <= COLUMNS:
                line += " " + word
            else:
                lines.append(line)
                line = word
    return [*lines, line] if line else lines


def _is_seat_tag(name: str) -> bool:
    return is_name(name) and name not in _TAGS


def _checksum(text: str) -> str:
    # Line ends are the business of editors and version control, not of the record.
    return f"crc32:{zlib.crc32(text.replace(chr(13), '').strip().encode('utf-8', 'surrogatepass')):08x}"


def journal_head(record: records.Record) -> str:
    """How a journal begins: all that the match begins with."""
    lines = [f'{JOURNAL}"a match that is being played, or broke off"]']
    lines += _wrapped([[tag] for tag in _tags(record)], "  ")
    lines += _wrapped([_chance(record.opening)], "") if record.opening else []
    return "\n".join(lines) + "\n"


def journal_event(number: int, move: records.RecordedMove) -> str:
    return f"{number}. {' '.join(_move(move))}\n"


def journal_unrun(move: records.RecordedMove) -> str:
    return f"? {' '.join(_move(move))}\n"


def journal_back(count: int) -> str:
    return f'[Back "{count}"]\n'


def journal_reseed(seed: int) -> str:
    return f'[Reseed "{seed}"]\n'


def journal_seated(after: int, name: str, player: str) -> str:
    return f"{_seated(after, name, player)}\n"


# ---- reading


def read_text(text: str) -> records.Record:
    """The record in a text, all of it; anything else is a `DamagedRecord`."""
    text = text.removeprefix("\ufeff")
    return _Reader(text[: text.rfind("\n") + 1] if text.startswith(JOURNAL) else text).record()


class _Reader:
    def __init__(self, text: str) -> None:
        self.scanner = Scanner(text)
        self.head = records.Record(game="", language="")
        self.sources: list[tuple[str, str]] = []
        self.loaded: list[tuple[str, Plain]] = []
        self.options: list[tuple[str, Plain]] = []
        self.seats: list[tuple[str, str]] = []
        self.seated: list[tuple[int, str, str]] = []
        self.fresh: int | None = None
        self.seen: set[tuple[str, str]] = set()

    # record = { tag } [ chance ] ( { round } [ reseed-tag ] result-tag [ check-tag ] | journal )
    def record(self) -> records.Record:
        scanner = self.scanner
        while scanner.sees("[") and not any(end.match(scanner.text, scanner.at) for end in (_RESULT, _BACK, _RESEED)):
            self.tag()
        for tag in ("Game", "Language"):
            if (tag, "") not in self.seen:
                scanner.fail(f"there is no [{tag} …] before the moves: this is not a record")
        opening = self.chance()
        if self.head.is_journal:
            return self.journal(opening)
        rounds: list[records.Round] = []
        while not scanner.is_at_end and not scanner.sees("["):
            rounds.append(self.round(len(rounds) + 1))
        if scanner.sees("[") and scanner.match(_RESEED) is not None:
            self.reseed()
        if scanner.is_at_end:
            scanner.fail(f"the record has no [Result …] at its end: it was cut off after {len(rounds)} moves")
        result = self.result()
        self.check()
        if not scanner.is_at_end:
            scanner.fail(f"the record is complete, but {scanner.next_words()}")
        return self.whole_record(opening, rounds, result=result)

    # journal = { round | "?" move | back-tag | seated-tag | reseed-tag }
    def journal(self, opening: tuple[int, ...]) -> records.Record:
        scanner = self.scanner
        rounds: list[records.Round] = []
        unrun: records.RecordedMove | None = None
        while not scanner.is_at_end:
            if scanner.takes("?"):
                unrun = self.move()
                continue
            if scanner.sees("[") and scanner.match(_RESEED) is not None:
                self.reseed()
            elif scanner.sees("[") and scanner.match(_SEATED) is not None:
                self.sit_down()
                scanner.expect("]", "at the end of the tag Seated")
            elif scanner.sees("["):
                self.back(rounds)
                self.seated = [(min(after, len(rounds)), name, player) for after, name, player in self.seated]
                self.fresh = None
            else:
                rounds.append(self.round(len(rounds) + 1))
                self.fresh = None
            unrun = None
        return self.whole_record(opening, rounds, unrun=unrun)

    # back-tag = "[" "Back" string "]"
    def back(self, rounds: list[records.Round]) -> None:
        scanner = self.scanner
        if scanner.match(_BACK) is None:
            scanner.fail(f"expected an event of the journal, but {scanner.next_words()}")
        start = scanner.at
        kept = scanner.text_or_fail("how many events remain")
        if not (kept.isascii() and kept.isdigit() and len(kept) <= MOST_DIGITS and int(kept) <= len(rounds)):
            scanner.fail(f"of {len(rounds)} events so many cannot remain", start)
        del rounds[int(kept) :]
        scanner.expect("]", "at the end of the tag Back")

    # reseed-tag = "[" "Reseed" string "]"
    def reseed(self) -> None:
        start = self.scanner.at
        self.fresh = self.seed(self.scanner.text_or_fail("the seed with which chance begins anew"), start)
        self.scanner.expect("]", "at the end of the tag Reseed")

    # seated-tag = "[" "Seated" string string string "]"
    def sit_down(self) -> None:
        scanner = self.scanner
        start = scanner.at
        after = scanner.text_or_fail("how many events there were")
        if not (after.isascii() and after.isdigit() and len(after) <= MOST_DIGITS):
            scanner.fail("how many events there were is a whole number", start)
        name = scanner.text_or_fail("the name of a seat")
        player = scanner.text_or_fail("the player")
        if self.seated and int(after) < self.seated[-1][0]:
            scanner.fail("those who have sat down stand in the order in which they did", start)
        self.add("people who have sat down", self.seated, (int(after), name, player), start)

    def whole_record(
        self,
        opening: tuple[int, ...],
        rounds: list[records.Round],
        *,
        result: str = records.UNFINISHED,
        unrun: records.RecordedMove | None = None,
    ) -> records.Record:
        return replace(
            self.head,
            sources=tuple(self.sources),
            loaded=tuple(self.loaded),
            options=tuple(self.options),
            seats=tuple(self.seats),
            seated=tuple(self.seated),
            fresh=self.fresh,
            opening=opening,
            rounds=tuple(rounds),
            result=result,
            unrun=unrun,
        )

    # tag = "[" name value { value } "]"
    def tag(self) -> None:
        scanner = self.scanner
        scanner.expect("[", "at the beginning of a tag")
        start = scanner.at
        name = scanner.name()
        if name is None:
            scanner.fail(f"expected the name of a tag, but {scanner.next_words()}")
        match name:
            case "Check":
                scanner.fail("the [Check …] of a record stands behind its [Result …]", start)
            case "Source":
                self.source()
            case "Loaded" | "Option":
                self.option(name, start)
            case "Seated":
                self.sit_down()
            case _:
                self.simple_tag(name, start)
        scanner.expect("]", f"at the end of the tag {name}")

    def simple_tag(self, name: str, start: int) -> None:
        value = self.scanner.text_or_fail(f"the value of {name}")
        if name == "Seat" or name not in _TAGS:
            seat, player = (value, self.scanner.text_or_fail("the player")) if name == "Seat" else (name, value)
            self.once("seat", seat, start)
            self.add("seats", self.seats, (seat, player), start)
            return
        self.once(name, "", start)
        match name:
            case "Game":
                self.head = replace(self.head, game=value)
            case "Parlour":
                self.head = replace(self.head, version=value)
            case "Seats":
                self.head = replace(self.head, others=value)
            case "Language":
                self.head = replace(self.head, language=value)
            case "Seed":
                self.head = replace(self.head, seed=self.seed(value, start))
            case "Journal":
                self.head = replace(self.head, is_journal=True)
            case "Budget":
                self.head = replace(self.head, budget=self.budget(value, start))

    def source(self) -> None:
        scanner = self.scanner
        scanner.skip_blanks()
        start = scanner.at
        digest = scanner.text_or_fail("the hash of a file")
        if not records.HASH.fullmatch(digest):
            scanner.fail("this is not a hash: it should be sha256: and 64 digits and letters a to f", start)
        name = scanner.string() or ""
        self.add("files", self.sources, (digest, name), start)

    def option(self, tag: str, start: int) -> None:
        name = self.scanner.text_or_fail("the name of an option")
        value: Plain = self.scanner.plain()
        self.once(tag, name, start)
        self.add("options", self.loaded if tag == "Loaded" else self.options, (name, value), start)

    def add(self, what: str, found: list[T], one: T, start: int) -> None:
        if len(found) == MOST_NAMED:
            self.scanner.fail(f"a record has at most {MOST_NAMED:,} {what}", start)
        found.append(one)

    def once(self, tag: str, name: str, start: int) -> None:
        if (tag, name) in self.seen:
            self.scanner.fail(
                f"the {tag} {quote(name)} is given twice" if name else f"the tag {tag} is given twice", start
            )
        self.seen.add((tag, name))

    def seed(self, value: str, start: int) -> int:
        if _SEED.fullmatch(value) is None:
            self.scanner.fail("the seed must be a whole number of at most 40 digits", start)
        return int(value)

    def budget(self, value: str, start: int) -> Budget:
        amounts: dict[str, int] = {}
        for word in value.split(" ", len(BUDGETS)):
            part = _BUDGET_PART.fullmatch(word)
            if part is None:
                self.scanner.fail(f"a budget is given as steps=2000000; this is {quote(word)}", start)
            if part[1] in amounts:
                self.scanner.fail(f"the budget of {part[1]} is given twice", start)
            amounts[part[1]] = int(part[2])
        budget = Budget(**amounts)
        if (problem := records.impossible_budget(budget)) is not None:
            self.scanner.fail(problem, start)
        return budget

    # round = number "." ( move | "{" move { "," move } "}" )
    def round(self, expected: int) -> records.Round:
        scanner = self.scanner
        scanner.skip_blanks()
        start = scanner.at
        number = scanner.move_number()
        if number is None:
            scanner.fail(f"expected move {expected}, but {scanner.next_words()}")
        if number != expected:
            scanner.fail(f"expected move {expected}, but here is move {number}: something is missing or twice", start)
        if not scanner.takes("{"):
            return records.Round((self.move(),))
        moves = [self.move()]
        while scanner.takes(","):
            moves.append(self.move())
        scanner.expect("}", "after the moves of a group")
        return records.Round(tuple(moves), is_group=True)

    # move = [ seat ":" ] answer { answer }
    def move(self) -> records.RecordedMove:
        scanner = self.scanner
        start = scanner.at
        seat = self.words()
        if seat is None or not scanner.takes(":"):
            scanner.at = start
            seat = None
        answers = []
        while True:
            answer = self.answer()
            if answer is None:
                break
            answers.append(answer)
        if not answers:
            scanner.fail(f"expected an answer, but {scanner.next_words()}")
        return records.RecordedMove(seat, tuple(answers))

    # answer = ( word | string | "=" plain | "!" leaving | "!" failing string )
    #          [ "#" number ] [ "@" number ] [ "~" number ] [ chance ]
    def answer(self) -> records.RecordedAnswer | None:
        scanner = self.scanner
        scanner.skip_blanks()
        scanner.count()
        line = scanner.line
        said: records.Recorded
        if scanner.takes("="):
            said = records.Given(scanner.plain())
        elif scanner.takes("!"):
            word = scanner.match(_GONE)
            if word is None or word[0] not in (*records.LEAVING, *records.FAILING):
                scanner.fail(
                    f"expected one of {', '.join((*records.LEAVING, *records.FAILING))} after the exclamation mark"
                )
            if word[0] in records.LEAVING:
                said = records.Gone(records.LEAVING[word[0]])
            else:
                said = records.Missed(records.FAILING[word[0]], scanner.text_or_fail("what came instead of an answer"))
        else:
            words = self.words()
            if words is None:
                return None
            said = records.Said(words)
        question = self.whole("the number of a question") if scanner.takes("#") else None
        time = self.time() if scanner.takes("@") else None
        reseed = self.whole("a seed") if scanner.takes("~") else None
        return records.RecordedAnswer(said, question, time, self.chance(), reseed, line)

    # words = word | string
    def words(self) -> str | None:
        return self.scanner.string() if self.scanner.sees('"') else self.scanner.word()

    # chance = "{" number { number } "}"
    def chance(self) -> tuple[int, ...]:
        if not self.scanner.takes("{"):
            return ()
        drawn = [self.whole("a chance outcome")]
        while not self.scanner.takes("}"):
            drawn.append(self.whole("a chance outcome"))
        return tuple(drawn)

    def whole(self, what: str) -> int:
        self.scanner.count()
        number = self.scanner.number()
        if not isinstance(number, int):
            self.scanner.fail(f"expected {what}, but {self.scanner.next_words()}")
        return number

    def time(self) -> float:
        number = self.scanner.number()
        if number is None or number != number or abs(number) == float("inf"):
            self.scanner.fail("expected a time in seconds")
        return float(number)

    # result-tag = "[" "Result" string "]"
    def result(self) -> str:
        scanner = self.scanner
        if scanner.match(_RESULT) is None:
            scanner.fail(f"expected a move or [Result …], but {scanner.next_words()}")
        result = scanner.text_or_fail("the result")
        scanner.expect("]", "at the end of the result")
        return result

    # check-tag = "[" "Check" string "]"
    def check(self) -> None:
        scanner = self.scanner
        end = scanner.at
        if scanner.match(_CHECK_TAG) is None:
            return
        start = scanner.at
        checksum = scanner.text_or_fail("the checksum")
        scanner.expect("]", "at the end of the checksum")
        if not _CHECK.fullmatch(checksum):
            scanner.fail("this is not a checksum: it should be crc32: and 8 digits and letters a to f", start)
        if checksum != _checksum(scanner.text[:end]):
            scanner.fail(
                "the record is not as it was written: its checksum differs. If it was changed on purpose, "
                "take the [Check …] line out",
                start,
            )
