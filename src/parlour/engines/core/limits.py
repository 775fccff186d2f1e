"""Numbers that belong to the meaning of a run, so that both engines stop, count and give up alike."""

from __future__ import annotations

# A new walk over live memory comes at the first question after so many bytes were allocated.
WALK_AFTER = 4_000_000

# A game that has asked so often is given up as unfinished.
LONGEST_GAME = 100_000

# The codes of the errors that say that a budget is used up.
BUDGETS = frozenset({"steps", "depth", "memory", "told"})

# A key of a table with more parts, or parts within parts, is too much: lists that hold each other would have no end.
MOST_KEY_PARTS = 0x10000
DEEPEST_KEY = 100

# How often those who wait for many games hear how many are played.
SAY_AFTER_S = 0.1
