"""The words of a search: what its host (`session.py`) and its low-level code tell each other, and how states are kept.

A state of the tree is kept once a descent goes through it; others are made again from the one they came from. It is a
block of memory: a `StateRow`, the snapshot, the records of the questions that it continues, an `AskedRow` for each
question that is answered there, and the numbers of the legal candidates, 4 bytes each.
"""

from __future__ import annotations

from enum import IntEnum, auto

from parlour.engines.llvm.records import Words


class Seek(Words):
    """A search. What it works in besides is the job of a playout (`driver/words.py`), whose address is `JOB`."""

    TREE = auto()
    JOB = auto()
    STREAM = auto()  # what steps with chance in them draw from
    WANTED = auto()  # so many iterations are to be made
    MADE = auto()
    STOP = auto()  # 1: not one more
    PHASE = auto()  # a `SeekPhase`
    # What things are worth.
    AIM = auto()  # an `AimKind`
    BEST_SCORE = auto()  # bits of a float, 0: nobody knows
    HAS_SCORES = auto()  # 1: a final value that is a number is a score
    SCORES = auto()  # room for what something is worth to each role
    # Steps.
    STEPS = auto()  # the budget of a step
    TRY_STEPS = auto()  # and of an answer that is tried out
    SEED = auto()  # what the last step drew from
    BEFORE = auto()  # and where it began to draw
    STATUS = auto()  # what it came to
    PICKS = auto()  # room for what was picked: 4 bytes for each role
    # The questions that are answered at a node.
    COUNTS = auto()  # room for the number of answers of each role
    ASKED = auto()  # rows of `AskedRow`
    ASKED_COUNT = auto()
    ASKED_NOW = auto()  # the one whose answers are being found
    LISTS = auto()  # room for the numbers of legal candidates, and how many of them there are
    LISTED = auto()
    ASKS_GUARDS = auto()
    HAS_BEGUN = auto()  # 1: the list of the question is under way
    # States that are kept.
    STATES = auto()
    STATES_USED = auto()
    STATES_ROOM = auto()
    SMALL = auto()  # larger heaps than this are collected before they are kept
    INFORMED = auto()  # address of an `Informed`, of a search over what is known
    SIZE = auto()


class SeekPhase(IntEnum):
    BEGIN = 0  # between two iterations
    DESCEND = 1
    LISTING = 2  # of the answers at a node
    LOOKING = 3  # a step was made: what has it come to?
    PLAYING = 4  # a random game
    COMING = 5  # it is over: what has it come to?


class AimKind(IntEnum):
    NONE = 0
    RANK = 1
    SCORE = 2


class StateRow(Words):
    OWNER = auto()
    SIZE = auto()  # of the whole block
    SNAPSHOT = auto()  # bytes
    RECORDS = auto()  # bytes
    CHAIN_COUNT = auto()
    SITE = auto()
    ASKED_COUNT = auto()
    DATA = auto()


class AskedRow(Words):
    """A question at a node and its legal answers."""

    INDEX = auto()  # its place in a group
    ROLE = auto()
    TOTAL = auto()  # candidates
    COUNT = auto()  # of them are legal
    FIRST = auto()  # where their numbers begin among all, -1: all are legal
    ROW = auto()


# Of a group of more than these nobody finds out what all may answer.
MOST_ASKED = 64


class Informed(Words):
    """Of a search over what is known (`information.py`), besides."""

    KNOWLEDGE = auto()  # address of a `Knowledge` (`engines/search/words.py`)
    SEED = auto()  # what iterations derive their seeds from
    OWN = auto()  # the seed of this one
    KEY = auto()  # a hash of what was answered since the root
    CHANCE = auto()  # where the game draws from next
    FIRSTS = auto()  # for each question of a node: the address of the first `WayRow` of its answers
    # What answers are.
    KINDS = auto()  # for each site the address of: how many slots an answer has, and a `NameKind` for each
    FACES = auto()  # of the position that this iteration goes down in: for each old object the number of its face, or 0
    FACE_COUNT = auto()  # so many objects are old
    IS_NAMELESS = auto()  # 1: an answer has turned up that cannot be told from others
    # What is known at the root.
    ROLE = auto()  # who searches
    ROOT_ENTRIES = auto()  # addresses of the entries of its answers, in their order
    HAS_ROOT = auto()
    # Positions to go down in.
    IS_DEALT = auto()  # 1: there is one, and faces are dealt anew each time
    WORLDS = auto()  # rows of `WorldRow`
    WORLD_COUNT = auto()
    SQUARE_ROOT = auto()  # of the iterations
    PARTS = auto()  # rows of `PartRow`
    PART_COUNT = auto()
    SIZE = auto()


class NameKind(IntEnum):
    """What of a slot of an answer tells it from others."""

    WORD = 0
    STRING = 1
    OBJECT = 2
    ANY = 3


class WorldRow(Words):
    FACES = auto()  # see `Informed`
    FACE_COUNT = auto()
    ROW = auto()


class PartRow(Words):
    """Objects that exchange their faces: `Part` of `engines/core/belief.py`. Addresses of lists; 8 bytes an item unless
    something else is said."""

    COUNT = auto()
    MASK = auto()  # a byte for each face on each object; 0: any fits
    FIRST = auto()  # an order that fits, 4 bytes each
    IS_LIKELY = auto()
    ORDER = auto()  # room for another, 4 bytes each
    TO = auto()  # where the fields of each object begin, from the arena's base
    SOURCES = auto()  # addresses of the fields that each face is taken from
    NUMBERS = auto()  # of the objects
    FACES = auto()  # numbers of the faces
    PLACES = auto()  # where the words of a face lie among the fields, in bytes
    PLACE_COUNT = auto()
    ROW = auto()
