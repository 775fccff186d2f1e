"""Which tier to run now: plain Python for a few games, the interpreter for more, compiled code as soon as it is there.

Each tier takes longer to get ready than the one before it and is faster then, so the next one's turn comes when the
one before has had some work to do. Code that is on disk already is taken without waiting for the interpreter.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from parlour.engines.net.deal import BLOCK
from parlour.engines.net.memory import LANES
from parlour.engines.net.plain import Plain
from parlour.engines.net.plan import Plan

if TYPE_CHECKING:
    from parlour.engines.net.tiers import Compiled, Interpreted, Tier

# The games of a call and the gates of a net up to which plain Python is tried, and the seconds after which it is left:
# about what it takes to load a compiler.
FEW_GAMES = BLOCK * LANES
FEW_GATES = 8_000
PLAIN_PATIENCE_S = 0.15
# Seconds in the interpreter after which compiling begins, and the gates from which on it is not worth its time.
PATIENCE_S = 0.05
MOST_COMPILED = 150_000


class Loader:
    """The tiers of one plan, shared by all its simulators and threads."""

    def __init__(self, plan: Plan, *, words: int | None = None) -> None:
        self.plan = plan
        self._words = words
        self._lock = threading.Lock()
        self._plain: Plain | None = None
        self._interpreters: dict[int, Interpreted] = {}
        self._compiled: Compiled | None = None
        self._thread: threading.Thread | None = None
        self._spent = 0.0
        # Loops run their gates several times in a pass.
        is_small = plan.size <= FEW_GATES and not plan.net.loops
        self._plain_left = PLAIN_PATIENCE_S if is_small else 0.0
        self._is_looked_up = False

    def best(self, games: int) -> Plain | Tier:
        """The tier for a call of so many games."""
        if games > FEW_GAMES or self._plain_left <= 0 or self._is_looked_up:
            return self.machine()
        with self._lock:
            if self._plain is None:
                self._plain = Plain(self.plan)
            return self._plain

    @property
    def is_past_plain(self) -> bool:
        """Whether somebody has wanted machine code."""
        return self._is_looked_up

    def machine(self, words: int = BLOCK) -> Tier:
        """The fastest there is in machine code; `words` is the width of the interpreter, wide for bulk work."""
        if self._compiled is not None:
            return self._compiled
        # Imported here: a process that plays a few games needs no compiler.
        from parlour.engines.net.tiers import Compiled, Interpreted, parts_on_disk

        with self._lock:
            if not self._is_looked_up:
                self._is_looked_up = True
                if (parts := parts_on_disk(self.plan, self.words)) is not None:
                    self._compiled = Compiled(self.plan, self.words, parts)
            if self._compiled is not None:
                return self._compiled
            if words not in self._interpreters:
                self._interpreters[words] = Interpreted(self.plan, words)
            return self._interpreters[words]

    @property
    def words(self) -> int:
        """How many words wide compiled code is."""
        from parlour.engines.net.binary import native_words

        return self._words or native_words()

    def spent(self, tier: Plain | Tier, seconds: float) -> None:
        """Says how long a tier was at work."""
        if tier is self._plain:
            self._plain_left -= seconds
            return
        if tier not in self._interpreters.values() or self._thread is not None:
            return
        self._spent += seconds
        if self._spent > PATIENCE_S and self.plan.size <= MOST_COMPILED:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._compile)
                    self._thread.start()

    def _compile(self) -> None:
        from parlour.engines.net.tiers import Compiled, compiled_parts

        # When the process ends the thread is waited for (it may hold LLVM's lock), but it stops at the next module.
        parts = compiled_parts(self.plan, self.words, threading.main_thread().is_alive)
        if parts is not None:
            self._compiled = Compiled(self.plan, self.words, parts)
