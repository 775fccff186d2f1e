"""Which tier to run now: the interpreter at once, compiled code as soon as somebody has made it.

Compiling begins in the background when the interpreter has had some work to do, because for a few games it would not
pay; code that is on disk already is taken without waiting.
"""

from __future__ import annotations

import threading

from parlour.engines.net.binary import native_words
from parlour.engines.net.deal import BLOCK
from parlour.engines.net.plan import Plan
from parlour.engines.net.tiers import Compiled, Interpreted, Tier, compiled_parts, parts_on_disk

# Seconds in the interpreter after which compiling begins, and the gates from which on it is not worth its time.
PATIENCE_S = 0.05
MOST_COMPILED = 150_000


class Loader:
    """The tiers of one plan, shared by all its simulators and threads."""

    def __init__(self, plan: Plan, *, words: int | None = None) -> None:
        self.plan = plan
        self.words = words or native_words()
        self._lock = threading.Lock()
        self._interpreters: dict[int, Interpreted] = {}
        self._compiled: Compiled | None = None
        self._thread: threading.Thread | None = None
        self._spent = 0.0
        self._is_looked_up = False

    def best(self, words: int = BLOCK) -> Tier:
        """The fastest tier there is; `words` is the width of the interpreter, which for bulk work is wide."""
        if self._compiled is not None:
            return self._compiled
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

    def spent(self, tier: Tier, seconds: float) -> None:
        """Says how long a tier was at work."""
        if not isinstance(tier, Interpreted) or self._thread is not None:
            return
        self._spent += seconds
        if self._spent > PATIENCE_S and self.plan.size <= MOST_COMPILED:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._compile)
                    self._thread.start()

    def _compile(self) -> None:
        # When the process ends the thread is waited for (it may hold LLVM's lock), but it stops at the next module.
        parts = compiled_parts(self.plan, self.words, threading.main_thread().is_alive)
        if parts is not None:
            self._compiled = Compiled(self.plan, self.words, parts)
