"""What the kernel and Python agree upon: the fields of a run, the numbers they use, and the generator.

Apart from `kernel/kernel.py`, so that running code from the cache need not load what generates it.
"""

from __future__ import annotations

# The fields of a run, one 64-bit word each. Pointers first; those of the stages bear their names.
FIELDS = (
    "facts",
    "next",
    "scratch",
    "park",
    "starts",
    "look",
    "score",
    "pick",
    "move",
    "look_data",
    "score_data",
    "pick_data",
    "move_data",
    "parked_references",
    "selectors",
    "keys",
    "active",
    "parked",
    "last",
    "quota",
    "began",
    "ended",
    "lengths",
    "endings",
    "cancel",
    "fact_count",
    "parked_count",
    "code_count",
    "is_late",
    "over",
    "terminal",
    "reset",
    "codes",
    "selector_count",
    "quota_bits",
    "now",
    "next_check",
    "limit",
    "endings_used",
    "questions",
)
# The stages, each with the field of its data.
STAGES = {"look": "look_data", "score": "score_data", "pick": "pick_data", "move": "move_data"}
FIELD = {name: number for number, name in enumerate(FIELDS)}

# A game that has gone on so long is given up as unfinished. Lengths are counted in so many bits.
LONGEST_GAME = 100_000
TIME_BITS = 17
# The table of endings: keys and counts, open addressing. A run pauses to have it emptied.
ENDINGS_BITS = 13
ENDINGS_ROOM = (1 << ENDINGS_BITS) // 2
SELECTOR_FIELDS = 6  # role, bits, most, masks, drawn, is a question
PAUSED, DONE, FULL = 0, 1, 2

WEYL = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1
MIXERS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
TRY_SHIFT, ROLE_SHIFT = 8, 40


def mix(value: int) -> int:
    """splitmix64's finaliser, as the generated code computes it in every word of a plane."""
    value &= MASK
    value = ((value ^ value >> 30) * MIXERS[0]) & MASK
    value = ((value ^ value >> 27) * MIXERS[1]) & MASK
    return value ^ value >> 31


def word_key(seed: int, word: int) -> int:
    return mix(mix(seed * WEYL + 1) + word * WEYL)
