"""One tree in machine code: an arena, a job, the room of the tree, and the answers to what the search asks its host."""

from __future__ import annotations

import struct

from parlour.dataclass import dataclass
from parlour.engines.core.probing import most_tried
from parlour.engines.llvm.blocks import Block
from parlour.engines.native.driver.session import Session
from parlour.engines.native.driver.simulator import Task
from parlour.engines.native.driver.words import Answer
from parlour.engines.native.host.arena import stack_size
from parlour.engines.native.host.position import NativePosition
from parlour.engines.native.search.words import MOST_ASKED, AimKind, AskedRow, Seek, SeekPhase
from parlour.engines.search.room import Limits, Room, bits_of, signed
from parlour.game.outcome import Outcome
from parlour.game.policy import NOTHING_GIVEN
from parlour.game.position import Budget
from parlour.game.search import Goal, Uncompiled, Worths

_AIMS = {None: AimKind.NONE, "rank": AimKind.RANK, "score": AimKind.SCORE}

# A heap is collected before it is kept, if it is so much larger than that of the first state.
GROWTH = 4096
# Numbers of candidates that are listed at a node.
MOST_LISTED = 1 << 20


@dataclass(frozen=True, slots=True)
class Seeds:
    """What steps with chance in them draw from, and what the tree does."""

    steps: int
    tree: int


class SeekSession(Session):
    """A tree that grows from a position. `door` is the function that does."""

    door = "seek"

    def __init__(
        self, task: Task, budget: Budget, seats: int, goal: Goal, limits: Limits, states: int, curiosity: float
    ) -> None:
        super().__init__(task, budget)
        self.goal = goal
        self.seats = seats
        self.worths: list[Block] = []
        roles = seats + 1
        # Where there are seats nobody in particular draws.
        self.room = Room(roles, int(seats > 0), curiosity, goal.span, limits)
        self.seek = Block(Seek.SIZE)
        self.begin([], NOTHING_GIVEN, "answer")
        rooms = {
            Seek.SCORES: 8 * roles,
            Seek.PICKS: 8 * roles,
            Seek.COUNTS: 8 * roles,
            Seek.ASKED: AskedRow.ROW * MOST_ASKED,
            Seek.LISTS: 4 * MOST_LISTED,
            Seek.STATES: states,
        }
        self.seek_rooms = {field: Block(size) for field, size in rooms.items()}
        for field, block in self.seek_rooms.items():
            self.note(field, block.address)
        words = {
            Seek.TREE: self.room.address,
            Seek.JOB: self.job.address,
            Seek.AIM: int(_AIMS[goal.aim]),
            Seek.BEST_SCORE: 0 if goal.best_score is None else bits_of(goal.best_score),
            Seek.HAS_SCORES: int(goal.has_scores),
            Seek.STATES_ROOM: states,
        }
        for field, word in words.items():
            self.note(field, word)
        assert most_tried(budget) == 10 * budget.steps
        task.form.machine.load_search()

    def told(self, field: Seek) -> int:
        return self.seek.words[field >> 3]

    def note(self, field: Seek, value: int) -> None:
        self.seek.words[field >> 3] = value

    # -------------------------------------------------------------------------------------------------- running

    def prepare(self) -> None:
        """On the thread that runs it."""
        self.arena.limit_stack(stack_size(self.budget))

    def plant(self, position: NativePosition, seeds: Seeds, scores: Worths | None = None) -> None:
        """An empty tree begins at a position; if that is over, with what it is worth."""
        self.start_from([position])
        self.room.clear()
        self.room.seed(seeds.tree)
        self.note(Seek.STREAM, signed(seeds.steps))
        self.note(Seek.STEPS, self.budget.steps)
        self.note(Seek.TRY_STEPS, self.budget.tenth().steps)
        self.note(Seek.STATES_USED, 0)
        self.note(Seek.MADE, 0)
        self.note(Seek.PHASE, SeekPhase.BEGIN)
        self.note(Seek.SMALL, 2 * len(position.snapshot) + GROWTH)
        if scores is not None:
            self.seek_rooms[Seek.SCORES].bytes[: 8 * len(scores)] = struct.pack(f"<{len(scores)}d", *scores)
            self.arena.run("seek_plant_over", self.seek.address)
        elif self.arena.run("seek_plant", self.seek.address):
            raise Uncompiled("seats appear while it is played")

    def enter(self, position: NativePosition) -> bool:
        """Goes on to a position; False if nothing is known of it, or it could not be kept."""
        self.start_from([position])
        self.note(Seek.PHASE, SeekPhase.BEGIN)
        self.note(Seek.MADE, 0)
        return self.arena.run("seek_enter", self.seek.address) > 0

    def grow(self, iterations: int) -> bool:
        """Makes up to so many more iterations, until it is told to stop; False if it was cancelled."""
        self.note(Seek.WANTED, self.told(Seek.MADE) + iterations)
        while True:
            match self.arena.run(self.door, self.seek.address):
                case Answer.FINISHED:
                    return True
                case Answer.CANCELLED:
                    return False
                case needed:
                    self.respond(needed)

    def respond(self, needed: int) -> None:
        """Does what machine code cannot, so that it can go on."""
        match needed:
            case Answer.NEEDS_CANDIDATES:
                self.make_candidates()
            case Answer.NEEDS_ENDING:
                self.name_ending()
            case Answer.CANNOT:
                raise Uncompiled(self.problem)
            case _:
                self._fail()

    @property
    def problem(self) -> str:
        """What only the reference can do."""
        return "something only the reference can do"

    def worth_of(self, ending: str | Outcome) -> int:
        if isinstance(ending, str):
            return 0
        scores = self.goal.worth(ending, self.seats)
        block = Block(8 * len(scores))
        block.bytes[: 8 * len(scores)] = struct.pack(f"<{len(scores)}d", *scores)
        self.worths.append(block)
        return block.address
