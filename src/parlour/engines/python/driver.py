"""The loop that drives functions that may ask.

They are called as `f(S, frame)`, where S is the run (`engines/core/run.py`). They never call each other: they return
what is to happen next, and `drive` does it (a trampoline).

    None          the function is done, its result is in `S.value`; the frame on top of the stack goes on
    a frame       run this one next (a call whose caller is already on the stack, or a tail call)
    ASK           a question is open; the asking frame is on top of the stack
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

from parlour.core.passes.suspension import Plan
from parlour.engines.core.run import Frame, Run, Unwind
from parlour.syntax.recursion import recursion

ASK: Final = object()


class Driver:
    """Runs frames until a question is open or the entry function is done."""

    code: list[Callable[..., Any]]

    def __init__(self, plan: Plan, names: list[str]) -> None:
        self.sites = [plan.sites.get(name, ()) for name in names]
        self.asking = [name in plan.asking for name in names]

    def drive(self, run: Run, frame: Frame) -> bool:
        """True: a question is open. False: the program is over, its value in `run.value`."""
        code = self.code
        stack = run.stack
        while True:
            try:
                while True:
                    result = code[frame[0]](run, frame)
                    if result is None:
                        if not stack:
                            return False
                        frame = stack.pop()
                    elif result is ASK:
                        return True
                    else:
                        frame = result
            except Unwind as unwind:
                frame = self.handler(run, unwind)

    def handler(self, run: Run, unwind: Unwind) -> Frame:
        """The frame of the function that takes this tag, ready to go on there; frames above it are gone."""
        while True:
            frame = run.stack.pop()
            site = self.sites[frame[0]][frame[1] - 1]
            if unwind.tag in site.handlers:
                run.thrown = type(unwind)
                return frame
            run.commit(site.attempts)

    def depth(self, run: Run) -> int:
        """What is left of the depth budget for the function on top, by what waits on the stack below it."""
        waiting: int = sum(self.sites[frame[0]][frame[1] - 1].counts for frame in run.stack)
        return run.depth_limit - waiting


def deep_calls(depth: int) -> AbstractContextManager[None]:
    """Lets compiled functions nest as deep as the budget says: they call each other directly, which takes no C stack.

    A call may take two Python functions, one of them to follow tail calls; the host needs some itself."""
    return recursion(2 * depth + 3_000)
