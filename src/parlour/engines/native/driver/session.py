"""One thread's share of a simulation: an arena, a job, and the answers to what the driver asks its host.

The driver (`play.py`) comes back for two things, each once for all games of a thread: the candidates of a question it
has not met before, and the words for an ending that is new; and when a table is full.
"""

from __future__ import annotations

import struct
from array import array
from typing import TYPE_CHECKING, Any

from parlour.core.chance import STEP, derive
from parlour.core.nodes import Ask
from parlour.core.types import is_plain
from parlour.dataclass import dataclass
from parlour.engines.core.endings import ending_of
from parlour.engines.core.limits import LONGEST_GAME
from parlour.engines.core.policy import PolicyFailed
from parlour.engines.core.probing import MOST_MOVES, Fingerprint, most_tried
from parlour.engines.llvm.blocks import Block
from parlour.engines.llvm.records import Words
from parlour.engines.native.driver import words as fields
from parlour.engines.native.driver.questions import AskPlan
from parlour.engines.native.host.answers import Answering
from parlour.engines.native.host.arena import RESERVED, Worker, stack_size
from parlour.engines.native.host.blame import CODES, failure
from parlour.engines.native.host.encode import Writer, signed
from parlour.engines.native.host.position import NativePosition, add_heap, given_answers
from parlour.engines.native.layout import FOUND_BITS, Error, Found, State
from parlour.game.outcome import Outcome, Tally
from parlour.game.policy import NOTHING_GIVEN, Given
from parlour.game.position import Budget, By, Status

if TYPE_CHECKING:
    from parlour.engines.native.driver.simulator import Task

_SPAN = 1 << 64
_MASK = _SPAN - 1

# Address space for keys and records; as much as a state can take. A chain has 16 records, and as many more while a move
# is made.
RECORDS = 256 << 20
HALF_SIZE = 33 * RECORDS
MOST_CANDIDATES = 10_000

# After so many different endings their counts are handed over, and counting begins anew.
MOST_ENDINGS = 1 << 16


@dataclass(slots=True)
class _Row:
    """An ending that is counted: the code of a failure, or the winners with the names of those at the table."""

    ending: str | Outcome
    names: tuple[str, ...] = ()


class Session:
    """Plays games of a task in an arena of its own."""

    def __init__(self, task: Task, budget: Budget) -> None:
        self.task = task
        self.form = task.form
        self.budget = budget
        # Sessions run on threads of their own, whose stacks are deep enough.
        self.arena = task.form.arenas.make(budget, has_worker=False)
        self.job = Block(fields.JOB_SIZE)
        self.blocks: dict[Words, Block] = {}
        self.kept: list[Block] = []
        self.levels: list[Block] = []
        self.volatile: Block | None = None
        self.lists: dict[int, list[tuple[list[int], int]]] = {}
        self.endings: dict[int, _Row] = {}
        self.ending_bytes: list[Block] = []
        self.ending_used = 0
        self.seatings: dict[tuple[str, ...], Block] = {}
        # What was handed over before, and games that were counted here.
        self.counted = Tally()
        # No game of the last simulation asked as often as this.
        self.longest = 0
        self.given: Given = NOTHING_GIVEN
        self.starts: list[NativePosition] = []
        # What those are for machine code, which holds the addresses.
        self.start_rows: list[array[int]] = []
        self._worker: Worker | None = None
        self._set_up()

    @property
    def worker(self) -> Worker:
        """The thread that the session runs on; it stays as long as the session."""
        if self._worker is None or self._worker.is_lost:
            self._worker = Worker(stack_size(self.budget), self.arena.limit_stack)
        return self._worker

    def get(self, field: Words) -> int:
        return self.job.words[field >> 3]

    def set(self, field: Words, value: int) -> None:
        self.job.words[field >> 3] = value

    def _set_up(self) -> None:
        types = self.form.handover.types.types
        sizes = {
            fields.Rooms.LENGTHS: 8 * (LONGEST_GAME + 1),
            fields.Rooms.SPARE: RESERVED,
            fields.Levels.SLOTS: 8 * fields.MOST_SLOTS,
            fields.Levels.ROWS: fields.LevelRow.ROW * fields.MOST_SLOTS,
            fields.Levels.PATH: 8 * fields.MOST_LEVELS,
            fields.Levels.MOVES: 8 * fields.MOST_LEVELS * (MOST_MOVES + 1),
            fields.Rooms.WEIGHTS: 8 * MOST_CANDIDATES,
            fields.Rooms.SITE_ROWS: fields.AskRow.ROW * max(len(self.task.asks), 1),
            fields.Rooms.KEY: RECORDS,
            fields.Chain.BEFORE: RECORDS,
            fields.Chain.NOW: RECORDS,
            fields.Rooms.CHAIN: 8 * 64,
            fields.Rooms.HALVES: 2 * HALF_SIZE,
            fields.Rooms.ENDING: RECORDS,
            fields.Rooms.ENDING_ROWS: fields.EndingRow.ROW * 2 * MOST_ENDINGS,
            fields.Rooms.SCORE_ROWS: fields.ScoreRow.ROW * (1 + fields.SCORES_MASK),
            fields.Rooms.PLAIN: len(types),
            fields.Rooms.TOTALS: fields.TotalRow.ROW * max(len(self.task.core.counts), 1),
            fields.Rooms.FOUND: Found.ROW * (1 + (1 << FOUND_BITS)),
            fields.Rooms.SETS: 16 * (1 + len(self.task.core.program.globals) // 64),
        }
        for field, size in sizes.items():
            block = self.blocks[field] = Block(size)
            self.set(field, block.address)
        for number, type_ in enumerate(types):
            self.blocks[fields.Rooms.PLAIN].bytes[number] = int(type_ is not None and is_plain(type_))
        self._keep_blank(self.form.blank(0, self.budget, self.arena))
        words = {
            fields.Rooms.SAVED_ROOM: RESERVED,
            fields.Rooms.KEY_ROOM: RECORDS,
            fields.Rooms.RECORD_ROOM: RECORDS,
            fields.Rooms.ENDING_ROOM: RECORDS,
            fields.Rooms.HALF_SIZE: HALF_SIZE,
            fields.Rooms.ENDING_MASK: 2 * MOST_ENDINGS - 1,
            fields.Rooms.TOTAL_COUNT: len(self.task.core.counts),
            fields.Orders.MEMORY: self.budget.memory,
            fields.Orders.STEPS: self.budget.steps,
            fields.Orders.TOLD: self.budget.told,
            fields.Orders.MOST_TRIED: most_tried(self.budget),
            fields.Orders.JUDGES: int(self.task.core.judges),
            fields.Orders.MUTATES: int(self.task.facts.mutates),
            fields.Orders.NAMES_SEATS: int(self.task.facts.names_seats),
            fields.Orders.WEIGHS: int(self.task.policy is not None),
        }
        for field, word in words.items():
            self.set(field, word)
        places = self.form.machine.directory.global_offsets
        for row, count in enumerate(self.task.core.counts.values()):
            self._total(row, fields.TotalRow.PLACE, places[count] + 8)
        for number, ask in enumerate(self.task.asks):
            if ask is not None:
                self._set_up_question(number, ask)
        for slot in range(fields.MOST_SLOTS):
            self._set_up_level(slot)

    def _set_up_level(self, slot: int) -> None:
        """A slot for a question of a move, with room for its state and lists."""
        self.blocks[fields.Levels.SLOTS].words[slot] = slot
        lists = (
            fields.LevelRow.LEFT,
            fields.LevelRow.BACK,
            fields.LevelRow.FAILING,
            fields.LevelRow.DEAD,
            fields.LevelRow.GUARDED,
        )
        rooms = {
            fields.LevelRow.SAVED: fields.RECORD_HEAD + RESERVED,
            fields.LevelRow.MIRROR: RESERVED,
            fields.LevelRow.RECORDS: 8 * fields.MOST_LEVELS,
        }
        for field, size in (rooms | dict.fromkeys(lists, 4 * MOST_CANDIDATES)).items():
            block = Block(size)
            self.levels.append(block)
            # Before a state is the head of a record, see `chain.py`.
            address = block.address + (fields.RECORD_HEAD if field == fields.LevelRow.SAVED else 0)
            self.blocks[fields.Levels.ROWS].words[fields.LevelRow.ROW * slot + field >> 3] = address

    def _total(self, number: int, field: fields.TotalRow, word: int | None = None) -> int:
        """A word of the row of a count, after it was written if there is something to write."""
        words, place = self.blocks[fields.Rooms.TOTALS].words, fields.TotalRow.ROW * number + field >> 3
        if word is not None:
            words[place] = word
        return words[place]

    def _kept_total(self, number: int) -> int:
        """What has come together of a count."""
        return (self._total(number, fields.TotalRow.HIGH) << 32) + self._total(number, fields.TotalRow.LOW)

    def _keep_total(self, number: int, total: int) -> None:
        self._total(number, fields.TotalRow.HIGH, total >> 32)
        self._total(number, fields.TotalRow.LOW, total & fields.LAST_BITS)

    def _keep(self, data: bytes) -> int:
        """The address of bytes that stay where they are."""
        block = Block(max(len(data), 1))
        block.bytes[: len(data)] = data
        self.kept.append(block)
        return block.address

    def _keep_blank(self, blank: bytes) -> None:
        """A game begins like this."""
        self.blank = Block(len(blank))
        self.blank.bytes[: len(blank)] = blank
        self.set(fields.Orders.BLANK, self.blank.address)
        self.set(fields.Orders.BLANK_SIZE, len(blank))

    # ------------------------------------------------------------------------------------------------- playing

    def play(self, first: int, stop: int, seed: int) -> None:
        """Plays the games of these numbers, unless it is cancelled."""
        self.set(fields.Game.NEXT, first)
        self.set(fields.Orders.STOP, stop)
        self.set(fields.Orders.SEED, signed(seed & _MASK))
        while True:
            match self.arena.run("play", self.job.address):
                case fields.Answer.FINISHED | fields.Answer.CANCELLED:
                    return
                case fields.Answer.NEEDS_CANDIDATES:
                    self.make_candidates()
                case fields.Answer.NEEDS_ENDING:
                    self.name_ending()
                case fields.Answer.NEEDS_ROOM:
                    self._count_scores()
                case _:
                    self._fail()

    def _fail(self) -> None:
        self.set(fields.Game.PHASE, fields.Phase.BEGIN)
        reader = self.form.handover.reader(self.arena)
        problem = failure(self.arena, reader, self.form.machine.directory.texts)
        if self.get(fields.Game.CODE) == fields.Ending.POLICY and self.task.policy is not None:
            raise PolicyFailed(self.task.policy.name, str(problem))
        raise MemoryError(str(problem))

    def begin(self, starts: list[NativePosition], given: Given, by: By) -> None:
        """A new simulation, from these positions or from the beginning, and then with this data."""
        self.set(fields.Levels.BY_MOVE, int(by == "move"))
        if given != self.given:
            self.given = given
            self._keep_blank(self.form.blank(0, self.budget, self.arena, given))
        for field in (fields.Counted.GAMES, fields.Counted.QUESTIONS, fields.Tries.REFUSED):
            self.set(field, 0)
        for row in range(len(self.task.core.counts)):
            self._keep_total(row, 0)
        self.blocks[fields.Rooms.LENGTHS].bytes[: 8 * self.longest] = bytes(8 * self.longest)
        self.longest = 0
        self._clear_endings()
        self.counted = Tally()
        self.start_from(starts)

    def start_from(self, starts: list[NativePosition]) -> None:
        """Games begin with these positions from now on; all that is known stays."""
        self.set(fields.Game.PHASE, fields.Phase.BEGIN)
        self.starts = starts
        self.start_rows = []
        self.set(fields.Orders.START_COUNT, len(starts))
        if starts:
            self.set(fields.Orders.STARTS, self._start_rows(starts))

    @property
    def games(self) -> int:
        """How many were played since `begin`."""
        return self.get(fields.Counted.GAMES)

    def tally(self) -> Tally:
        """What the games came to since `begin`."""
        tally = Tally(
            self.get(fields.Counted.GAMES), self.get(fields.Counted.QUESTIONS), self.get(fields.Tries.REFUSED)
        )
        found = 0
        for length, count in enumerate(self.blocks[fields.Rooms.LENGTHS].words[: LONGEST_GAME + 1]):
            if found == tally.games:
                break
            if count:
                tally.lengths[length] = count
                found += count
                self.longest = length + 1
        self._count_endings()
        tally.add(self.counted)
        for row, name in enumerate(self.task.core.counts):
            if counted := self._kept_total(row):
                tally.counts[name] = counted
        return tally

    # -------------------------------------------------------------------------------------------------- starts

    def _start_rows(self, starts: list[NativePosition]) -> int:
        rows: list[int] = []
        for number, start in enumerate(starts):
            is_open = start.status is Status.OPEN
            chain = [self._start_bytes(self._record(earlier)) for earlier in start.chain] if is_open else []
            failed = fields.Ending.FAILED_START | number << 8 if start.status is Status.FAILED else 0
            row = {
                fields.StartRow.SNAPSHOT: self._start_bytes(start.snapshot),
                fields.StartRow.SIZE: len(start.snapshot),
                fields.StartRow.CHAIN: self._start_bytes(struct.pack(f"<{len(chain)}q", *chain)),
                fields.StartRow.CHAIN_COUNT: len(chain),
                fields.StartRow.CODE: failed,
            }
            rows.extend(row[fields.StartRow(field)] for field in range(0, fields.StartRow.ROW, 8))
        return self._start_bytes(struct.pack(f"<{len(rows)}q", *rows))

    def _start_bytes(self, data: bytes) -> int:
        row = array("q", _padded(data))
        self.start_rows.append(row)
        return row.buffer_info()[0]

    def _record(self, earlier: Fingerprint) -> bytes:
        """A question that a start continues, as `chain.py` writes it down."""
        roots: list[tuple[int, Any]] = []
        for root, image in earlier.roots.items():
            if len(root) == 1:
                roots.append((fields.GLOBAL_ROOT | root[0], image))
            else:
                depth, function, name = root
                number = self.task.core.functions[function]
                locals_ = self.task.core.program.functions[number]
                names = [var.name for var in (*locals_.params, *locals_.locals)]
                roots.append((depth + 1 << 40 | number << 20 | names.index(name), image))
        key = _padded(earlier.key)
        parts = [struct.pack("<qq", root, len(image)) + _padded(image) for root, image in sorted(roots)]
        body = b"".join((key, *parts))
        return (
            struct.pack("<qqq", fields.RECORD_HEAD + len(body), len(earlier.key), fields.RECORD_HEAD + len(key)) + body
        )

    # ----------------------------------------------------------------------------------------------- questions

    def _set_up_question(self, number: int, ask: AskPlan) -> None:
        words = {
            fields.AskRow.KIND: int(ask.kind),
            fields.AskRow.PLACE: ask.options,
            fields.AskRow.WIDTH: ask.width,
            fields.AskRow.SEATS: ask.seats,
            fields.AskRow.ITEM: int(ask.ask.group),
            fields.AskRow.WEIGHS: ask.weighed_by,
            fields.AskRow.INPUTS: len(ask.input_places),
            fields.AskRow.GUARD: self.task.guard(ask.stop.site),
            fields.AskRow.SEAT: ask.seat[0],
            fields.AskRow.SEAT_NUMBER: ask.seat[1],
            fields.AskRow.TOP: 8 * ask.stop.width,
            fields.AskRow.STRAIGHT: int(ask.goes_straight),
            fields.AskRow.PLAIN: signed(ask.plain_slots(self.form.handover.types)),
        }
        for field, word in words.items():
            self._set_row(number, field, word)
        if ask.kind == fields.AskKind.DEPENDS:
            places = ask.input_places
            self._set_row(number, fields.AskRow.FIRST, self._keep(struct.pack(f"<{len(places)}q", *places)))
            self._index_lists(number, len(places))

    def _set_row(self, number: int, field: fields.AskRow, word: int) -> None:
        self.blocks[fields.Rooms.SITE_ROWS].words[fields.AskRow.ROW * number + field >> 3] = word

    def make_candidates(self) -> None:
        """Makes the list of candidates that the driver has asked for."""
        number = self.get(fields.Asked.SITE)
        ask = self.task.asks[number]
        assert ask is not None
        position = self._position()
        given = given_answers(self.arena, ask.width) if ask.ask.group else {}
        index = next(place for place in range(len(given) + 1) if place not in given)
        place = index if ask.ask.group else None
        inputs = tuple(position.resolve(expr, place) for expr in ask.inputs)
        if ask.uses_longest:
            inputs += (self.arena.look("longest"),)
        if ask.kind == fields.AskKind.HOST:
            found = position.candidates(index)
        else:
            found = self.task.candidates(number, inputs, lambda: position.candidates(index))
        words = self._encode(position, ask, found.values, place)
        block = struct.pack(f"<{2 + len(words)}q", len(found.values), int(found.is_open), *words)
        if ask.kind == fields.AskKind.FIXED:
            self._set_row(number, fields.AskRow.LIST, self._keep(block))
        elif ask.kind == fields.AskKind.DEPENDS:
            self.lists[number].append((list(inputs), self._keep(block)))
            self._index_lists(number, len(inputs))
        else:
            # It is for this question only, and the one before is not needed any more.
            self.set(fields.Asked.CANDIDATES, self._keep(block))
            self.volatile = self.kept.pop()

    def _position(self) -> NativePosition:
        """The state as it lies in the arena. It may hold candidates, which hang below the program's own constants."""
        self.arena.holds = None
        position = NativePosition(self.task.forms, self.form, self.arena.snapshot(), self.budget)
        position.constants = self.arena.raw(self.arena.lowest, -self.arena.lowest)
        return position

    def _encode(self, position: NativePosition, ask: AskPlan, values: tuple[Any, ...], place: int | None) -> list[int]:
        """The slots of these answers. Answers that may hold references need the heap of this very game; what the others
        need of memory hangs below the arena and stays."""
        stop, frame = position.asking_stop
        assert isinstance(stop.site.stmt, Ask)
        domain = stop.site.stmt.question.domain

        def encoded(base: int) -> tuple[Writer, list[int]]:
            writer = Writer(self.task.core.program, self.form.handover.types, base)
            answering = Answering(self.arena, writer, stop, frame, position.resolve)
            words = [word for value in values for word in answering.slots(domain, value, place)]
            writer.fill()
            return writer, words

        if ask.kind == fields.AskKind.HOST:
            writer, words = encoded(self.arena.get(State.BUMP))
            add_heap(self.arena, writer)
            return words
        size = 8 * len(encoded(0)[0].heap)
        writer, words = encoded(self.arena.lowest - size)
        self.arena.hang(writer.heap.tobytes())
        return words

    def _index_lists(self, number: int, count: int) -> None:
        """The table by which a list of candidates is found from what it depends on; see `known_list`."""
        known = self.lists.setdefault(number, [])
        size = 16
        while size < 2 * len(known):
            size *= 2
        table = [0] * ((1 + count) * size)
        for inputs, address in known:
            place = 0
            for word in inputs:
                place = derive(place, word)
            while table[(1 + count) * (place & size - 1)]:
                place += 1
            first = (1 + count) * (place & size - 1)
            table[first : first + 1 + count] = [address, *inputs]
        self._set_row(number, fields.AskRow.LISTS, self._keep(struct.pack(f"<{1 + len(table)}q", size - 1, *table)))

    # ------------------------------------------------------------------------------------------------- endings

    def name_ending(self) -> None:
        """Enters an ending that is new, with the words for it."""
        size = self.get(fields.Counted.ENDING_SIZE)
        data = bytes(self.blocks[fields.Rooms.ENDING].bytes[:size])
        words = struct.unpack(f"<{size >> 3}Q", data)
        row = self._row(words[0])
        if isinstance(row.ending, Outcome) and len(row.names) > fields.MOST_SEATED:
            self._count_game(row.ending, row.names)
            return
        if len(self.endings) >= MOST_ENDINGS:
            self._clear_endings()
        found = _hash(words)
        table = self.blocks[fields.Rooms.ENDING_ROWS].words
        place = found
        while table[(place & 2 * MOST_ENDINGS - 1) * fields.EndingRow.ROW >> 3]:
            place += 1
        first = (place & 2 * MOST_ENDINGS - 1) * fields.EndingRow.ROW >> 3
        seating = self._seating(row.names).address if row.names else 0
        worth = self.worth_of(row.ending)
        for offset, word in enumerate((signed(found), self._ending_address(data), size, 0, seating, worth)):
            table[first + offset] = word
        self.endings[first] = row

    def _ending_address(self, data: bytes) -> int:
        """Endings are small and many, so they share blocks."""
        if not self.ending_bytes or self.ending_used + len(data) > self.ending_bytes[-1].size:
            self.ending_bytes.append(Block(max(1 << 20, len(data))))
            self.ending_used = 0
        block, start = self.ending_bytes[-1], self.ending_used
        block.bytes[start : start + len(data)] = data
        self.ending_used += len(data)
        return block.address + start

    def _row(self, code: int) -> _Row:
        match code & 0xFF:
            case fields.Ending.STUCK:
                return _Row("stuck")
            case fields.Ending.UNFINISHED:
                return _Row("unfinished")
            case fields.Ending.ERROR:
                error = Error(code >> 8 & 0xFF)
                return _Row(self.form.machine.directory.texts[code >> 16] if error == Error.RAISED else CODES[error])
            case fields.Ending.FAILED_START:
                failed = self.starts[code >> 8].error
                return _Row(failed.code if failed is not None else "")
        reader = self.form.handover.reader(self.arena)
        names = tuple(self.form.handover.seats(reader))
        outcome = self.form.handover.outcome(reader)
        if outcome is None or outcome.ranking is None:
            position = self._position()
            is_open = self.arena.get(State.FRAMES) > self.arena.get(State.FRAMES_BASE)
            position.status = Status.OPEN if is_open else Status.OVER
            outcome = ending_of(position)
        return _Row(outcome, names)

    def worth_of(self, ending: str | Outcome) -> int:
        """What a search wants to know of an ending: the address of what it is worth to each role; 0: nobody asks."""
        return 0

    def _seating(self, names: tuple[str, ...]) -> Block:
        """Where the places of those at the table are counted."""
        found = self.seatings.get(names)
        if found is None:
            found = self.seatings[names] = Block(fields.Seating.PLACES + 8 * len(names) * (1 + len(names)))
            found.words[fields.Seating.COUNT >> 3] = len(names)
        return found

    def _count_game(self, outcome: Outcome, names: tuple[str, ...]) -> None:
        """Counts the game that is over as the driver would have done."""
        self.counted.add_ending(outcome, names)
        for row in range(len(self.task.core.counts)):
            counted = self.arena.get(self._total(row, fields.TotalRow.PLACE))
            self._keep_total(row, self._kept_total(row) + counted)
        length = self.get(fields.Game.LENGTH)
        self.set(fields.Counted.GAMES, self.get(fields.Counted.GAMES) + 1)
        self.set(fields.Counted.QUESTIONS, self.get(fields.Counted.QUESTIONS) + length)
        self.blocks[fields.Rooms.LENGTHS].words[length] += 1
        self.set(fields.Game.PHASE, fields.Phase.BEGIN)

    def _count_endings(self) -> None:
        """Adds all that the driver has counted to what was counted before."""
        table = self.blocks[fields.Rooms.ENDING_ROWS].words
        for first, row in self.endings.items():
            count = table[first + (fields.EndingRow.COUNT >> 3)]
            table[first + (fields.EndingRow.COUNT >> 3)] = 0
            if not count:
                continue
            if isinstance(row.ending, str):
                self.counted.failed[row.ending] += count
            else:
                self.counted.add_winners(row.ending, row.names, count)
        self._count_places()
        self._count_scores()

    def _count_places(self) -> None:
        for names, block in self.seatings.items():
            for number, name in enumerate(names):
                for place in range(1, len(names) + 1):
                    at = (fields.Seating.PLACES >> 3) + number * (1 + len(names)) + place
                    if block.words[at]:
                        self.counted.seat(name, number).places[place] += block.words[at]
                        block.words[at] = 0

    def _count_scores(self) -> None:
        if not self.get(fields.Counted.SCORES_USED):
            return
        table = self.blocks[fields.Rooms.SCORE_ROWS]
        seats = {
            block.address + 8 * number: (name, number)
            for names, block in self.seatings.items()
            for number, name in enumerate(names)
        }
        for row in range(0, table.size >> 3, fields.ScoreRow.ROW >> 3):
            if table.words[row]:
                name, number = seats[table.words[row + (fields.ScoreRow.SEAT >> 3)]]
                (score,) = struct.unpack("<d", struct.pack("<q", table.words[row + (fields.ScoreRow.SCORE >> 3)]))
                self.counted.seat(name, number).add_score(score, table.words[row + (fields.ScoreRow.COUNT >> 3)])
        table.bytes[:] = bytes(table.size)
        self.set(fields.Counted.SCORES_USED, 0)

    def _clear_endings(self) -> None:
        self._count_endings()
        table = self.blocks[fields.Rooms.ENDING_ROWS].words
        for first in self.endings:
            table[first] = 0
        self.endings.clear()
        self.ending_bytes.clear()
        self.seatings.clear()


def _padded(data: Any) -> bytes:
    return bytes(data) + bytes(-len(data) % 8)


def _hash(words: tuple[int, ...]) -> int:
    """As `endings.hash_of`."""
    found = 8 * len(words)
    for word in words:
        found = (found ^ word) * STEP & _MASK
    return (found ^ found >> 32) | 1
