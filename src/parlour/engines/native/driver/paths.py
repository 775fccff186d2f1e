"""The short cuts of the driver, each with a switch: 0 turns it off, and the games come out the same, only slower.

They are constants that are compiled into the driver, so a switch costs nothing. `bench/fast_paths.py` turns each of
them off before anything else is imported and measures what it brings, alone; nobody else does.
"""

from __future__ import annotations

# Games that all begin with the same question begin there (`simulator.py`).
OPENINGS = 1
# A question asked again by the same function is answered without a stop (`place.py`).
IN_PLACE = 1
# Where nothing is tried, no question stops a game (`straight.py`).
STRAIGHT = 1
# Questions with few candidates have a loop of their own (`play.py`).
QUICK_QUESTIONS = 1
# Frames are compared word by word before references are followed (`play.py`).
FIRST_LOOK = 1
# States are compared slot by slot before their keys are written (`compare.py`).
SLOT_BY_SLOT = 1
# Questions that may be continued are kept as they were saved, without images (`chain.py`).
SHORT_RECORDS = 1
# What was written and is as it was counts as nothing (`question.py`).
NOTICED_UNCHANGED = 1
# The next draw is worked out before it is needed (`place.py`).
DRAWN_AHEAD = 1
# Up to 16 candidates are kept as digits of one word (`place.py`).
DIGITS = 1
# What a guard's search has found is kept within a move (`compile/memo.py`).
KEPT_SEARCHES = 1
