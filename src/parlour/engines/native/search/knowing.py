"""A search of a seat that does not see everything, in machine code (see `game/search.py`).

It comes to the very trees of the reference (`players/information.py`). It is given nothing but what the seat imagines:
one position and how others are dealt from it, or, where more is secret than what lies face down, one after the other.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core import types as t
from parlour.core.chance import derive
from parlour.core.questions import answer_type
from parlour.core.types import ANY
from parlour.core.values import Plain
from parlour.dataclass import dataclass
from parlour.engines.core.belief import Part
from parlour.engines.core.objects import lasting_faces
from parlour.engines.core.position import CorePosition
from parlour.engines.llvm.blocks import Block
from parlour.engines.native.compile.types import Types
from parlour.engines.native.driver.simulator import Task, native_position
from parlour.engines.native.driver.words import Answer, Orders, StartRow
from parlour.engines.native.host.position import NativePosition
from parlour.engines.native.layout import HOST_SIZE
from parlour.engines.native.search.finding import LEAST_BYTES, check_program, give_back, grow_together
from parlour.engines.native.search.session import SeekSession
from parlour.engines.native.search.words import (
    MOST_ASKED,
    Informed,
    NameKind,
    PartRow,
    Seek,
    SeekPhase,
    WorldRow,
)
from parlour.engines.search.room import Limits, float_of, signed
from parlour.engines.search.words import LEAST_INDEX, EntryRow, Knowledge
from parlour.game import search as ahead
from parlour.game.lines import answer_lines, joined, role_of
from parlour.game.policy import NOTHING_GIVEN
from parlour.game.position import Budget, Position

if TYPE_CHECKING:
    from parlour.engines.native.engine import NativeEngine

# Answers that could be given on the way down, in bytes.
WAY_ROOM = 64 << 20
# A tree over positions is not grown: there is room for a root.
_NO_TREE = Limits(1, LEAST_BYTES)


@dataclass(frozen=True, slots=True)
class World:
    """A position for bulk work, and the faces of things in it by their numbers, as far as they last; things made later
    have numbers from `first_new` on."""

    position: NativePosition
    faces: dict[int, tuple[str, str]]
    first_new: int


class Imagining:
    """Positions that a seat imagines, made for several trees."""

    def __init__(self, engine: NativeEngine, imagine: ahead.Imagine) -> None:
        self.engine = engine
        self.imagine = imagine
        self._lock = threading.Lock()

    def world(self, seed: int) -> World:
        # What was found out about the match is kept with it, and not made for several threads.
        with self._lock:
            return self.of(ahead.imagined(self.imagine, seed))

    def of(self, position: Position) -> World:
        assert isinstance(position, CorePosition)
        start = native_position(self.engine, position).bulk_copy(Budget(), None)
        return World(start, lasting_faces(position.engine, position.run), position.first_new)


class NativeInformationSearch:
    """See `parlour.game.search.Search`; `imagine` gives it all it ever sees."""

    def __init__(
        self,
        engine: NativeEngine,
        imagine: ahead.Imagine,
        seat: int | None,
        seed: int,
        settings: ahead.Settings,
        goal: ahead.Goal,
    ) -> None:
        first = ahead.imagined(imagine, derive(seed, 0))
        question = ahead.question_to(first, seat)
        assert isinstance(first, CorePosition)
        self.seat = seat
        self.options = first.legal(question).options
        self.is_done = False
        task = engine.task(None)
        check_program(task, first)
        nodes = max(settings.nodes // settings.trees, 1)
        wanted = (len(first.seats), goal, nodes, settings.curiosity)
        free = engine.free_trees.setdefault((InformationSession, *wanted), deque())
        self.trees = [_taken(free) or InformationSession(task, *wanted) for _ in range(settings.trees)]
        weakref.finalize(self, give_back, free, self.trees)
        imagining = Imagining(engine, imagine)
        for number, tree in enumerate(self.trees):
            start = Start(imagining, imagining.of(first), first.deals, role_of(seat), len(self.options))
            tree.begin_with(start, ahead.tree_seed(seed, number))

    @property
    def iterations(self) -> int:
        return sum(tree.told(Seek.MADE) for tree in self.trees)

    def grow(
        self,
        iterations: int | None = None,
        *,
        deadline: float | None = None,
        jobs: int = 1,
        is_wanted: ahead.Wanted = ahead.always,
    ) -> int:
        return grow_together(self.trees, iterations, deadline, jobs, is_wanted)

    def advance(self, answers: Sequence[ahead.Given]) -> bool:
        raise ahead.Unsearchable("what others did in secret is not known: a new search has to imagine it")

    def best(self) -> Plain:
        return self.lines()[0].move.answers[0].value

    def lines(self) -> tuple[ahead.Line, ...]:
        return joined([answer_lines(self.seat, self.options, tree.known()) for tree in self.trees])


@dataclass(frozen=True, slots=True)
class Start:
    """What a tree begins with: a position that the seat imagines, how others are dealt from it (None: they are imagined
    one by one), who searches, and how many answers it has."""

    imagining: Imagining
    first: World
    deals: Sequence[Part] | None
    role: int
    answers: int


class InformationSession(SeekSession):
    """One tree over what is known."""

    door = "ponder"

    def __init__(self, task: Task, seats: int, goal: ahead.Goal, nodes: int, curiosity: float) -> None:
        super().__init__(task, Budget(), seats, goal, _NO_TREE, 8, curiosity)
        self.knowledge = Block(Knowledge.SIZE)
        self.informed = Block(Informed.SIZE)
        answers = ahead.ANSWERS_KEPT * nodes
        entries = nodes + answers + 1
        self.entries = Block(EntryRow.ROW * entries)
        self.index = Block(max(8 << (2 * entries).bit_length(), 4 * LEAST_INDEX))
        self.way = Block(WAY_ROOM)
        self.rows = Block(StartRow.ROW * ahead.MOST_WORLDS)
        self.world_rows = Block(WorldRow.ROW * ahead.MOST_WORLDS)
        self.firsts = Block(8 * (MOST_ASKED + 1))
        # What belongs to this search alone.
        self.blocks_given: list[Block] = []
        self.roots = Block(8)
        self.answers = 0
        self.numbers: dict[tuple[str, str], int] = {}
        for field, word in {
            Knowledge.ENTRIES: self.entries.address,
            Knowledge.INDEX: self.index.address,
            Knowledge.MOST_NODES: nodes,
            Knowledge.MOST_ANSWERS: answers,
            Knowledge.WAY: self.way.address,
            Knowledge.WAY_ROOM: WAY_ROOM,
        }.items():
            self.knowledge.words[field >> 3] = word
        self.inform(Informed.KNOWLEDGE, self.knowledge.address)
        self.inform(Informed.FIRSTS, self.firsts.address)
        self.inform(Informed.WORLDS, self.world_rows.address)
        self.inform(Informed.KINDS, self._name_kinds())
        self.note(Seek.INFORMED, self.informed.address)

    def inform(self, field: Informed, word: int) -> None:
        self.informed.words[field >> 3] = word

    def _name_kinds(self) -> int:
        """For each site what tells answers from others."""
        found = []
        types = self.form.handover.types
        for ask in self.task.asks:
            kinds: list[NameKind] = []
            if ask is not None:
                kinds = name_kinds(answer_type(ask.ask.question.domain, ask.ask.group) or ANY, types)
            found.append(self._keep(_packed([len(kinds), *kinds])))
        return self._keep(_packed(found))

    # -------------------------------------------------------------------------------------------------- beginning

    def begin_with(self, start: Start, seed: int) -> None:
        """An empty tree, from a position that the seat imagines."""
        self.imagining = start.imagining
        self.seed = seed
        self.blocks_given = []
        self.numbers = {}
        self.prepare_tree()
        self.begin([], NOTHING_GIVEN, "answer")
        self.inform(Informed.WORLD_COUNT, 0)
        self.set(Orders.STARTS, self.rows.address)
        self.inform(Informed.IS_DEALT, int(start.deals is not None))
        self.inform(Informed.PART_COUNT, 0)
        if start.deals is not None:
            self._add_world(start.first)
            self._lay_out(start.first, start.deals)
        else:
            self.make_world()
        self.inform(Informed.SEED, signed(derive(seed, 2)))
        self.inform(Informed.ROLE, start.role)
        self.roots = Block(8 * max(start.answers, 1))
        self.answers = start.answers
        self.inform(Informed.ROOT_ENTRIES, self.roots.address)
        self.inform(Informed.HAS_ROOT, 0)
        self.inform(Informed.IS_NAMELESS, 0)
        self.inform(Informed.SQUARE_ROOT, 0)
        if self.arena.run("ponder_plant", self.seek.address):
            raise ahead.Uncompiled("seats appear while it is played")

    def prepare_tree(self) -> None:
        self.room.clear()
        self.note(Seek.STEPS, self.budget.steps)
        self.note(Seek.TRY_STEPS, self.budget.tenth().steps)
        self.note(Seek.MADE, 0)
        self.note(Seek.PHASE, SeekPhase.BEGIN)
        for field in (Knowledge.COUNT, Knowledge.NODE_COUNT, Knowledge.ANSWER_COUNT, Knowledge.TIME):
            self.knowledge.words[field >> 3] = 0
        self.knowledge.words[Knowledge.INDEX_MASK >> 3] = LEAST_INDEX - 1
        ctypes.memset(self.index.address, 0, 4 * LEAST_INDEX)

    def respond(self, needed: int) -> None:
        if needed == Answer.NEEDS_WORLD:
            self.make_world()
        else:
            super().respond(needed)

    def make_world(self) -> None:
        """One more position to go down in."""
        number = self.informed.words[Informed.WORLD_COUNT >> 3]
        self._add_world(self.imagining.world(derive(self.seed, 7, number)))

    def _add_world(self, world: World) -> None:
        number = self.informed.words[Informed.WORLD_COUNT >> 3]
        row = self._start_rows([world.position])
        ctypes.memmove(self.rows.address + StartRow.ROW * number, row, StartRow.ROW)
        self.set(Orders.START_COUNT, number + 1)
        faces = [0] * world.first_new
        for thing in world.faces:
            faces[thing] = self._face(world, thing)
        place = WorldRow.ROW * number >> 3
        self.world_rows.words[place + (WorldRow.FACES >> 3)] = self._give(faces)
        self.world_rows.words[place + (WorldRow.FACE_COUNT >> 3)] = len(faces)
        self.inform(Informed.WORLD_COUNT, number + 1)

    def _face(self, world: World, thing: int) -> int:
        """Faces go by numbers from 1 on; 0: it has none."""
        face = world.faces.get(thing)
        return 0 if face is None else self.numbers.setdefault(face, len(self.numbers) + 1)

    def _give(self, words: Sequence[int]) -> int:
        return self._give_bytes(_packed(words))

    def _give_bytes(self, data: bytes) -> int:
        block = Block(max(len(data), 1))
        block.bytes[: len(data)] = data
        self.blocks_given.append(block)
        return block.address

    def _lay_out(self, world: World, deals: Sequence[Part]) -> None:
        """Says how faces are dealt anew."""
        snapshot = self.rows.words[StartRow.SNAPSHOT >> 3]
        rows: list[int] = []
        for part in deals:
            places = [world.position.face_place(number) for number in part.numbers]
            sources = [world.position.face_place(number) for number in part.sources]
            to = [place[0] for place in places if place is not None]
            taken = [snapshot + place[0] - HOST_SIZE for place in sources if place is not None]
            count = len(part.numbers)
            if len(to) < count or len(taken) < count:
                raise ahead.Uncompiled("something lies hidden that the table does not lead to")
            fields = places[0][1] if places and places[0] is not None else []
            mask = 0 if part.mask is None else self._give_bytes(bytes(fits for row in part.mask for fits in row))
            row = {
                PartRow.COUNT: count,
                PartRow.MASK: mask,
                PartRow.FIRST: self._give_bytes(b"".join(face.to_bytes(4, "little") for face in part.first)),
                PartRow.IS_LIKELY: int(part.is_likely),
                PartRow.ORDER: self._give_bytes(bytes(4 * count)),
                PartRow.TO: self._give(to),
                PartRow.SOURCES: self._give(taken),
                PartRow.NUMBERS: self._give(part.numbers),
                PartRow.FACES: self._give([self._face(world, number) for number in part.sources]),
                PartRow.PLACES: self._give(fields),
                PartRow.PLACE_COUNT: len(fields),
            }
            rows.extend(row[PartRow(field)] for field in range(0, PartRow.ROW, 8))
        self.inform(Informed.PARTS, self._give(rows))
        self.inform(Informed.PART_COUNT, len(deals))

    # ---------------------------------------------------------------------------------------------- what was found

    @property
    def problem(self) -> str:
        if self.informed.words[Informed.IS_NAMELESS >> 3]:
            return "answers are lists of things"
        return super().problem

    def known(self) -> list[tuple[int, float]]:
        """Visits and worth of all answers at the root."""
        return [self._entry(address) for address in self.roots.words[: self.answers]]

    def _entry(self, address: int) -> tuple[int, float]:
        if address == 0:
            return 0, 0.0
        place = address - self.entries.address >> 3
        visits = self.entries.words[place + (EntryRow.VISITS >> 3)]
        total = float_of(self.entries.words[place + (EntryRow.TOTAL >> 3)])
        return visits, total / visits if visits else 0.0


def _taken(free: deque[SeekSession]) -> InformationSession | None:
    """A tree over what is known that nobody needs any more."""
    tree = free.pop() if free else None
    assert tree is None or isinstance(tree, InformationSession)
    return tree


def _packed(words: Sequence[int]) -> bytes:
    return b"".join(int(word).to_bytes(8, "little", signed=True) for word in words)


def name_kinds(type_: t.Type, types: Types) -> list[NameKind]:
    """What tells values of a type from others, slot by slot; raises `Uncompiled` where that is a list."""
    match type_:
        case t.TupleType(items):
            return [kind for item in items for kind in name_kinds(item, types)]
        case t.ObjectType():
            return [NameKind.OBJECT]
        case t.OptionalType(item=item):
            kinds = name_kinds(item, types)
            return kinds if types.is_pointer(item) else [NameKind.WORD, *kinds]
        case t.BoardType() if types.packed(type_):
            return [NameKind.WORD]
        case t.Scalar():
            return [{t.STRING: NameKind.STRING, ANY: NameKind.ANY}.get(type_, NameKind.WORD)]
    raise ahead.Uncompiled("answers are lists of things")
