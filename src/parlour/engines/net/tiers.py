"""The two ways to run a plan in machine code: an interpreter, and code compiled for the game.

Both drive the same kernel (`kernel/kernel.py`) and give the same results bit for bit; they differ in speed and in the
number of lanes they like. The interpreter takes many, because it pays for each gate once per pass.
"""

from __future__ import annotations

import ctypes
import pickle
from array import array
from collections.abc import Callable, Sequence
from functools import cache

from parlour.dataclass import dataclass
from parlour.engines.net.batch import Counts
from parlour.engines.net.binary import Binary, code_name, compile_text
from parlour.engines.net.code import code_modules, part_count, part_name
from parlour.engines.net.deal import BLOCK
from parlour.engines.net.memory import Numbers
from parlour.engines.net.plan import Plan
from parlour.engines.net.runner import MachineRunner
from parlour.engines.net.schedule import Segment, records_of
from parlour.engines.objects import keep, key_of, load, load_or_make
from parlour.engines.sources import hash_of

_STAGE = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)
_RUN = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)

# The files that take part in making the text of the kernel and of a game: whole folders.
SOURCES = ("dataclass.py", "syntax", "logic", "engines/net", "engines/llvm")


@cache
def kernel(words: int) -> Binary:
    """The part that is the same for every game. Its text is not even made when its code is on disk: the files that
    make it stand for it."""
    key = key_of("kernel", code_name(), hash_of(SOURCES), str(words))
    return Binary([load_or_make(key, lambda: _kernel(words))])


def _kernel(words: int) -> bytes:
    from parlour.engines.net.kernel.kernel import kernel_ir

    return compile_text(kernel_ir(words), is_tidied=True)


class Tier:
    """A way to run a plan with planes of `words` 64-lane words: the addresses of its stages and of their data."""

    def __init__(self, plan: Plan, words: int, function: str) -> None:
        self.plan = plan
        self.words = words
        self.binary = kernel(words)
        self.function = self.binary.address(function)
        self.data: dict[str, Numbers] = {}
        self.run: Callable[[int], int] = _RUN(self.binary.address("run"))
        self._stage: Callable[..., None] = _STAGE(self.function)

    def runner(self, counts: Counts, cancel: Numbers) -> MachineRunner:
        return MachineRunner(self, counts, cancel)

    def call(self, stage: str, facts: int, scratch: int, following: int) -> None:
        """Runs one stage over planes at these addresses."""
        self._stage(facts, scratch, following, self.data[stage].address)


def stage_segments(plan: Plan) -> dict[str, Sequence[Segment]]:
    look, listed, pick, move = plan.passes.stages
    score = plan.score.stages[0] if plan.is_late else ()
    return {"look": look, "list": listed, "score": score, "pick": pick, "move": move}


class Interpreted(Tier):
    def __init__(self, plan: Plan, words: int = BLOCK) -> None:
        super().__init__(plan, words, "interpret")
        self._records: list[array[int]] = []
        for name, segments in stage_segments(plan).items():
            records = records_of(segments)
            self._records.append(records)
            data = [len(segments), records.buffer_info()[0]]
            for segment in segments:
                data += [len(segment.gates), -1 if segment.changed is None else segment.changed]
            self.data[name] = Numbers(data)


class Compiled(Tier):
    """Made of the object files that `compiled_parts` gives."""

    def __init__(self, plan: Plan, words: int, parts: CompiledParts) -> None:
        super().__init__(plan, words, "sequence")
        # Both schedules name their functions alike, so each gets a room of its own.
        self._rooms = [Binary(objects) for objects in (parts.main, parts.late)]
        counts = {name: sum(map(part_count, segments)) for name, segments in stage_segments(plan).items()}
        done = [0, 0]
        for name, segments in stage_segments(plan).items():
            room = 1 if name == "score" else 0
            data = [len(segments)]
            for segment in segments:
                data += [part_count(segment), -1 if segment.changed is None else segment.changed]
            numbers = range(done[room], done[room] + counts[name])
            data += [self._rooms[room].address(part_name(number)) for number in numbers]
            done[room] += counts[name]
            self.data[name] = Numbers(data)


@dataclass(frozen=True, slots=True)
class CompiledParts:
    """Object files: of the stages of a pass, and of the deferred score."""

    main: tuple[bytes, ...]
    late: tuple[bytes, ...]


def compiled_parts(plan: Plan, words: int, is_wanted: Callable[[], bool] = lambda: True) -> CompiledParts | None:
    """A plan's machine code, compiled and put on disk; None when it was given up on the way, because nobody wants
    it."""
    found: list[tuple[bytes, ...]] = []
    for schedule in (plan.passes, plan.score):
        objects = []
        for text in code_modules(schedule, words):
            if not is_wanted():
                return None
            objects.append(compile_text(text))
        found.append(tuple(objects))
    keep(_key(plan, words), pickle.dumps(found))
    return CompiledParts(*found)


def parts_on_disk(plan: Plan, words: int) -> CompiledParts | None:
    """The same from the cache, if it is there."""
    raw = load(_key(plan, words))
    return None if raw is None else CompiledParts(*pickle.loads(raw))


def _key(plan: Plan, words: int) -> str:
    return key_of("net", code_name(), hash_of(SOURCES), str(words), plan.digest())
