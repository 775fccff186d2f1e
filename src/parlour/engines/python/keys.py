"""What a suspended run is to those who compare it with others: its key, and what is live in it root by root.

The key is an image (see `image.py`) of everything that can make a difference to what follows: where each frame waits
and its live slots, the globals that are live in this very stack, answers already given to a group that is still open,
what open attempts would put back, how many seats there are and whether the outcome is known. The generator, the log,
what the budgets have left and what is on display are outside it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from parlour.core.nodes import Ask, Stmt
from parlour.core.questions import answer_type
from parlour.core.types import ANY, INT, Type
from parlour.engines.core.probing import Fingerprint
from parlour.engines.core.run import Frame, Run
from parlour.engines.core.values import Box, Object

if TYPE_CHECKING:
    from parlour.engines.python.engine import PythonEngine

# What a live local is called (depth, function, name), or a live global (number,).
Root = tuple[Any, ...]


def fingerprint(engine: PythonEngine, run: Run, ask: Ask, seat: int | None) -> Fingerprint:
    """Of a run that waits for an answer to `ask`."""
    if engine.all_plain and run.group is None and not run.journals:
        return _plain_fingerprint(engine, run, seat)
    sites, live = _live(engine, run, run.stack)
    images: list[bytes] = [engine.images.write([root]) for _, root in live]
    roots: dict[Root, object] = {name: image for (name, _), image in zip(live, images, strict=True)}
    others = _others(engine, run, ask)
    key: bytes
    if engine.all_plain:  # no root refers to what another one does: their images side by side are that of all
        key = b"".join((_head(run), *images, engine.images.write(others) if others else b""))
    else:
        key = engine.images.write([*(root for _, root in live), *others], _head(run))
    return Fingerprint(tuple(sites), roots, seat, key)


def _plain_fingerprint(engine: PythonEngine, run: Run, seat: int | None) -> Fingerprint:
    """The same where nothing refers to anything: root by root, by what was prepared for each."""
    sites: list[tuple[str, int]] = []
    roots: dict[Root, object] = {}
    images: list[bytes] = [_head(run)]
    for depth, frame in enumerate(run.stack):
        site = engine.sites[frame[0]][frame[1] - 1]
        sites.append((site.function, site.number))
        slots = engine.root_writers[frame[0]][frame[1] - 1]
        for (function, name, write), value in zip(slots, frame[2:], strict=True):
            images.append(write(value))
            roots[depth, function, name] = images[-1]
    for number in engine.plan.live_globals(sites):
        images.append(engine.global_writers[number](run.globals[number]))
        roots[(number,)] = images[-1]
    return Fingerprint(tuple(sites), roots, seat, b"".join(images))


def key_of(engine: PythonEngine, run: Run, ask: Stmt) -> bytes:
    """The key alone."""
    assert isinstance(ask, Ask)
    if engine.all_plain:
        return fingerprint(engine, run, ask, None).key
    live = [root for _, root in _live(engine, run, run.stack)[1]]
    return engine.images.write([*live, *_others(engine, run, ask)], _head(run))


def live_roots(engine: PythonEngine, run: Run, frames: Sequence[Frame]) -> dict[Root, object]:
    """What a run holds now of all that was live when these frames waited."""
    return {name: engine.images.write([root]) for name, root in _live(engine, run, frames)[1]}


def _live(
    engine: PythonEngine, run: Run, frames: Sequence[Frame]
) -> tuple[list[tuple[str, int]], list[tuple[Root, tuple[Type, Any]]]]:
    """Where the frames wait, and the live locals and globals: what each is called, its type and what it holds."""
    program, plan = engine.program, engine.plan
    sites: list[tuple[str, int]] = []
    found: list[tuple[Root, tuple[Type, Any]]] = []
    for depth, frame in enumerate(frames):
        function = program.functions[frame[0]].name
        site = plan.sites[function][frame[1] - 1]
        sites.append((function, site.number))
        for name, type_, value in zip(site.slots, engine.slot_types[frame[0]][frame[1] - 1], frame[2:], strict=True):
            found.append(((depth, function, name), (type_, value)))
    for number in plan.live_globals(sites):
        found.append(((number,), (program.globals[number].type, run.globals[number])))
    return sites, found


_ABSENT = 0xFFFFFFFF


def _head(run: Run) -> bytes:
    """Where the frames wait, how many seats there are, and the outcome if it is known; numbers of 4 bytes."""
    numbers = [len(run.stack)]
    for frame in run.stack:
        numbers.extend(frame[:2])
    numbers.append(len(run.seats))
    head = struct.pack(f"<{len(numbers)}I", *numbers)
    if run.outcome is None:
        return head + b"\0"
    return head + b"\1" + _ranking(run.outcome.ranking) + _scores(run.outcome.scores)


def _ranking(ranking: tuple[tuple[int, ...], ...] | None) -> bytes:
    if ranking is None:
        return struct.pack("<I", _ABSENT)
    ranks = (struct.pack(f"<{1 + len(rank)}I", len(rank), *rank) for rank in ranking)
    return struct.pack("<I", len(ranking)) + b"".join(ranks)


def _scores(scores: tuple[float, ...] | None) -> bytes:
    if scores is None:
        return struct.pack("<I", _ABSENT)
    return struct.pack(f"<I{len(scores)}d", len(scores), *scores)


def _others(engine: PythonEngine, run: Run, ask: Ask) -> list[tuple[Type, Any]]:
    """What makes a difference and is no root: answers that were given already, and what could be put back."""
    found = _given(run, ask)
    for journal in run.journals:
        for entry in journal.values():
            found.extend(_kept(engine, entry))
    return found


def _given(run: Run, ask: Ask) -> list[tuple[Type, Any]]:
    """Answers already given to a group that is still open, by their place in it."""
    if run.group is None:
        return []
    type_ = answer_type(ask.question.domain, group=True) or INT
    return [root for index, value in sorted(run.group.items()) for root in ((INT, index), (type_, value))]


def _kept(engine: PythonEngine, entry: tuple[Any, ...]) -> list[tuple[Type, Any]]:
    """What an open attempt would put back: the thing, and what it held."""
    thing, kept, number = entry
    if thing is None:
        return [(INT, number), (engine.program.globals[number].type, kept)]
    if isinstance(thing, Object):
        fields = engine.shared.hierarchy.fields(engine.program.classes[thing.number].name)
        held = [(var.type, value) for var, value in zip(fields, kept, strict=True) if not var.is_hint]
        return [(ANY, thing), *held]
    return [(ANY, Box(number, thing)), (ANY, Box(number, kept))]
